"""Writing an RGB picture as a PNG file with nothing but zlib."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np

from envs.errors import BadInput


def png_bytes(rgb: np.ndarray) -> bytes:
    """An (H, W, 3) uint8 picture in PNG's format.

    Raises:
        BadInput: Another shape or type.
    """
    if rgb.dtype != np.uint8 or rgb.ndim != 3 or rgb.shape[2] != 3 or 0 in rgb.shape:
        raise BadInput(f"a picture must be (height, width, 3) of uint8, not {rgb.shape} of {rgb.dtype}")
    height, width = rgb.shape[:2]
    # Filter 1 (difference to the left pixel) halves the size of rendered pictures.
    rows = rgb.copy()
    rows[:, 1:] -= rgb[:, :-1]
    raw = np.concatenate([np.ones((height, 1), dtype=np.uint8), rows.reshape(height, -1)], axis=1).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [_chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(raw, 9)), _chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def write_png(path: Path, rgb: np.ndarray) -> None:
    """Save a picture."""
    path.write_bytes(png_bytes(rgb))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
