"""Writing files so that readers see either nothing or the whole file, and a failed write leaves nothing behind.

What tells of a life at home is nobody else's business: such files are made for this user alone (``private``), in
folders that are as well.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from envs.errors import AlreadyExists, BadInput, HomebodyError, NoRoom, TryAgain
from envs.files.leftovers import hold, part_name, sweep_once
from envs.files.reading import open_input, refuse_special

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
"""What others may do with what tells of a life at home: nothing."""
_SQLITE = b"SQLite format 3\0"
_OUT_OF_SPACE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_PASSING = {errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ESTALE}


def write_atomically(path: Path, content: bytes, replace: bool = False, private: bool = False) -> None:
    """Write a whole file, or leave everything as it was.

    Args:
        path: The file; missing folders are made.
        content: All of it.
        replace: Whether something that is there may be replaced.
        private: Whether it is for this user alone, and the folders that are made for it.

    Raises:
        AlreadyExists: There is something at ``path`` and it may not be replaced.
        BadInput: The place cannot be written to, or is no regular file, or a database.
        TryAgain: The disk is full or failed.
    """
    path = Path(path)
    refuse_special(path)
    _check_replaced(path, replace)
    part = part_name(path)
    made = [folder for folder in path.parents if not folder.exists()]
    try:
        make_folder(path.parent, private)
        sweep_once(path.parent)
        with open(part, "wb", opener=_private_opener if private else None) as file:
            hold(file.fileno())
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        _remove(part)
        for folder in made:
            with suppress(OSError):  # not empty, or never made
                folder.rmdir()
        raise write_error(path, error) from error


def check_target(path: Path, replace: bool) -> None:
    """See, before any work is done for it, that a file can be written there; nothing is made.

    Args:
        path: The file.
        replace: Whether something that is there may be replaced; never a database, such as a memory.

    Raises:
        AlreadyExists: There is something at ``path`` and it may not be replaced.
        BadInput: It is a folder, device, pipe or socket, a database, or the place cannot be written to.
    """
    refuse_special(path)
    try:
        above = next(one for one in path.absolute().parents if one.exists())
        is_folder = path.is_dir()
    except OSError as error:
        raise write_error(path, error) from error
    if is_folder or not above.is_dir():
        why = f"{path} is a folder" if is_folder else f"{above} is not a folder"
        raise BadInput(f"cannot write to {path}: {why}; give the name of a file")
    if not os.access(above, os.W_OK):
        raise BadInput(f"cannot write {path}: this user may not write in {above}. Choose a place you may write to.")
    _check_replaced(path, replace)


def _check_replaced(path: Path, replace: bool) -> None:
    if not os.path.lexists(path):
        return
    if not replace:
        raise AlreadyExists(f"{path} exists; choose another name or remove it first")
    if _is_database(path):
        raise BadInput(f"{path} is a database, such as a memory, and would be lost; choose another name")


def _is_database(path: Path) -> bool:
    try:
        with open_input(path) as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (BadInput, OSError):
        return False


def make_folder(folder: Path, private: bool = True) -> None:
    """Make a folder and those above it that are missing.

    Args:
        folder: It; nothing happens when it is there.
        private: Whether those that are made are for this user alone.

    Raises:
        OSError: It cannot be made.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(PRIVATE_FOLDER if private else 0o777, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def open_private(path: Path, mode: str) -> IO[str]:
    """Open a text file for writing that is for this user alone, also when it was there and was not.

    Raises:
        OSError: As ``open`` does.
    """
    file = open(path, mode, encoding="utf-8", newline="\n", opener=_private_opener)  # noqa: SIM115
    make_private(path)
    return file


def make_private(path: Path) -> None:
    """Take from others what they may do with a file of this user; files of others and links stay as they are."""
    with suppress(OSError):  # not there, or a file system that has no such rights
        found = path.lstat()
        mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
        if stat.S_ISREG(found.st_mode) and mine and stat.S_IMODE(found.st_mode) & 0o077:
            path.chmod(stat.S_IMODE(found.st_mode) & 0o700)


def make_private_file(path: Path) -> None:
    """Begin an empty file that is for this user alone; one that is there is made so.

    Raises:
        OSError: It is not there and cannot be made.
    """
    if not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE_FILE))
    make_private(path)


@contextmanager
def written(path: Path, kept: str = "nothing was written") -> Iterator[None]:
    """Say in a sentence what is wrong when a file cannot be written.

    Args:
        path: The file.
        kept: What became of it.

    Raises:
        BadInput: The place cannot be written to.
        TryAgain: The disk is full or failed.
    """
    try:
        yield
    except OSError as error:
        raise write_error(path, error, kept) from error


def write_error(path: Path, error: OSError, kept: str = "nothing was written") -> HomebodyError:
    """The error that says why a file cannot be written."""
    if error.errno in _OUT_OF_SPACE:
        return NoRoom(f"no space left to write {path}; {kept}. Free some space and try again.")
    if error.errno in _PASSING:
        return TryAgain(f"writing {path} failed ({error.strerror}); {kept}. Try again.")
    return BadInput(f"cannot write {path}: {error.strerror}. Choose a place you may write to.")


def _private_opener(name: str, flags: int) -> int:
    return os.open(name, flags, PRIVATE_FILE)


def _remove(part: Path) -> None:
    with suppress(OSError):  # its folder is not there or not ours, so neither is the file
        part.unlink(missing_ok=True)
