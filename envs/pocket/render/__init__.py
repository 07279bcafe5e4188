"""Pictures of pocket rooms: RGB, depth and instance masks, drawn on the processor with numpy and numba alone."""

from envs.pocket.render.look import Variant, variant_of
from envs.pocket.render.picture import Frames, Renderer
from envs.pocket.render.stage import style_of

__all__ = ["Frames", "Renderer", "Variant", "style_of", "variant_of"]
