"""Reading arrays from outside: numpy's archives, bounded, and never with objects in them, which run code."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from envs.files.archives import opened_zip, read_member

_DAMAGED = (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, MemoryError)


def read_arrays(path: Path | str) -> dict[str, np.ndarray]:
    """The arrays of an ``.npz`` file by name.

    Raises:
        BadInput: It cannot be read, is no such file, or unpacks to more than is read.
    """
    path = Path(path)
    with opened_zip(path) as archive:
        found: dict[str, np.ndarray] = {}
        for member in archive.namelist():
            content = io.BytesIO(read_member(archive, member, path))
            try:
                found[member.removesuffix(".npy")] = np.lib.format.read_array(content, allow_pickle=False)
            except _DAMAGED as error:
                raise BadInput(f"{path}/{member} is not an array of plain values: {error}") from error
    return found


def packed_arrays(arrays: Mapping[str, np.ndarray]) -> bytes:
    """An ``.npz`` file of arrays; the same bytes for the same arrays."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, value, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy", (2000, 1, 1, 0, 0, 0)), content.getvalue())
    return whole.getvalue()
