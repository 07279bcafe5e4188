"""How the drawing loops are compiled.

They allocate nothing, so reference counts are left out (``_nrt``): they would double the time of a textured frame and
add a third to the time of compilation. ``error_model="numpy"`` divides by zero without raising; ``fastmath`` stays off,
because it would let the same input give other bits on another processor. numba compiles a kernel anew when its own
file changes, not when a part in another file does: after changing such a part, delete ``__pycache__/*.nb*`` here.
"""

from __future__ import annotations

from typing import Any

from numba import njit

_njit: Any = njit  # its type stub does not know all of the options below
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}

kernel = _njit(cache=True, **_OPTIONS)
"""A loop that Python calls; its machine code is kept on disk."""
part = _njit(no_cpython_wrapper=True, **_OPTIONS)
"""A piece of kernels that Python never calls."""
inlined = _njit(no_cpython_wrapper=True, forceinline=True, **_OPTIONS)
"""The same, copied to its only place of use: calls that hand on many arrays are slow."""
