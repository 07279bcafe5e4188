"""How the drawing loops are compiled.

They allocate nothing, so reference counts are left out (``_nrt``): they would double the time of a textured frame and
add a third to the time of compilation. ``error_model="numpy"`` divides by zero without raising; ``fastmath`` stays off,
because it would let the same input give other bits on another processor. numba alone compiles a kernel anew when its
own file changes, not when a part or a value in another file does; what is kept belongs to all files of this folder.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any

from numba import njit

_njit: Any = njit  # its type stub does not know all of the options below
_OPTIONS = {"nogil": True, "error_model": "numpy", "_nrt": False, "no_cfunc_wrapper": True}


def _sources() -> int:
    """A checksum of all files of this folder, which kernels are made of."""
    checksum = 0
    for path in sorted(Path(__file__).parent.glob("*.py")):
        checksum = zlib.crc32(path.read_bytes(), checksum)
    return checksum


_SOURCES = _sources()


def kernel(function: Any) -> Any:
    """A loop that Python calls; its machine code is kept on disk until any file of this folder changes."""
    compiled = _njit(cache=True, **_OPTIONS)(function)
    kept: Any = getattr(getattr(compiled, "_cache", None), "_cache_file", None)
    if kept is not None and hasattr(kept, "_source_stamp"):  # numba's own stamp knows of one file only
        kept._source_stamp = (kept._source_stamp, _SOURCES)
    return compiled


part = _njit(no_cpython_wrapper=True, **_OPTIONS)
"""A piece of kernels that Python never calls."""
inlined = _njit(no_cpython_wrapper=True, forceinline=True, **_OPTIONS)
"""The same, copied to its only place of use: calls that hand on many arrays are slow."""
