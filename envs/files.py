"""Writing files so that readers see either nothing or the whole file, and a failed write leaves nothing behind."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from envs.errors import AlreadyExists, BadInput, HomebodyError, TryAgain

_OUT_OF_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_PASSING = {errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ESTALE}


def write_atomically(path: Path, content: bytes, replace: bool = False) -> None:
    """Write a whole file, or leave everything as it was.

    Args:
        path: The file; missing folders are made.
        content: All of it.
        replace: Whether something that is there may be replaced.

    Raises:
        AlreadyExists: There is something at ``path`` and it may not be replaced.
        BadInput: The place cannot be written to.
        TryAgain: The disk is full or failed.
    """
    path = Path(path)
    if not replace and os.path.lexists(path):
        raise AlreadyExists(f"{path} exists; choose another name or remove it first")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    made = [folder for folder in path.parents if not folder.exists()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        _remove(part)
        for folder in made:
            with suppress(OSError):  # not empty, or never made
                folder.rmdir()
        raise _write_error(path, error) from error


def _write_error(path: Path, error: OSError) -> HomebodyError:
    if error.errno in _OUT_OF_SPACE:
        return TryAgain(f"no space left to write {path}; nothing was written. Free some space and try again.")
    if error.errno in _PASSING:
        return TryAgain(f"writing {path} failed ({error.strerror}); nothing was written. Try again.")
    return BadInput(f"cannot write {path}: {error.strerror}. Choose a place you may write to.")


def _remove(part: Path) -> None:
    with suppress(OSError):  # its folder is not there or not ours, so neither is the file
        part.unlink(missing_ok=True)
