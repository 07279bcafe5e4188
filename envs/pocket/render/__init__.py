"""Pictures of pocket rooms: RGB, depth and instance masks, drawn on the processor with numpy and numba alone.

Offers ``Renderer``, ``FreeCamera``, ``Frames``.
Imports things and the world; never the engine, so that a picture needs no running room.
"""

from envs.pocket.render.eye import FreeCamera
from envs.pocket.render.picture import Frames, Renderer
from envs.pocket.things.variants import Variant, style_of, variant_of

__all__ = ["Frames", "FreeCamera", "Renderer", "Variant", "style_of", "variant_of"]
