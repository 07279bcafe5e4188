"""Mounts that only a child process sees: a small disk, a folder under another name. On Linux, where we may."""

from __future__ import annotations

import ctypes
import os
import sys
from functools import cache
from pathlib import Path

_NEW_MOUNTS, _NEW_USER = 0x00020000, 0x10000000
_BIND, _RECURSIVE, _PRIVATE = 4096, 16384, 1 << 18


def own_mounts() -> None:
    """From now on what this process mounts is seen by it and its children alone.

    Raises:
        OSError: The system does not let us.
    """
    user, group = os.getuid(), os.getgid()
    if user == 0:
        _call("unshare", _NEW_MOUNTS)
    else:
        _call("unshare", _NEW_USER | _NEW_MOUNTS)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _call("mount", b"none", b"/", None, _RECURSIVE | _PRIVATE, None)


def small_disk(folder: Path, size: int) -> None:
    """Mount a disk of so many bytes there."""
    folder.mkdir()
    _call("mount", b"tmpfs", bytes(folder), b"tmpfs", 0, f"size={size}".encode())


def same_folder(folder: Path, other: Path) -> None:
    """Let a folder be seen under another name as well."""
    other.mkdir()
    _call("mount", bytes(folder), bytes(other), None, _BIND, None)


def _call(name: str, *arguments: object) -> None:
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments):
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")


@cache
def can_mount() -> bool:
    """Whether this system lets us."""
    if not sys.platform.startswith("linux"):
        return False
    pid = os.fork()
    if not pid:
        code = 1
        try:
            own_mounts()
            code = 0
        finally:
            os._exit(code)
    return os.waitpid(pid, 0)[1] == 0
