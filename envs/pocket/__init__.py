"""pocket: the embedded engine. Speaks AI2-THOR's ``Controller`` contract in pure Python, without Unity.

Offers ``PocketController``, ``Scene`` and the names of scenes.
Imports the contract, call parameters and the vocabulary; never TEACh, Gymnasium or Unity.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from envs.pocket.controller import PocketController, PocketEvent

__all__ = ["PocketController", "PocketEvent"]


def __getattr__(name: str) -> Any:
    # Lazy, so that light modules of this package can be used without loading numba.
    if name in __all__:
        from envs.pocket import controller

        return getattr(controller, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
