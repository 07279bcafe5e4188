"""What the system says no to, as one sentence: the one place where such errors of any command end."""

from __future__ import annotations

import errno

from envs.files.reading import shown

_SAID = {
    errno.ENAMETOOLONG: "the name is longer than this system allows (255 bytes for a file, 4,096 for a path)",
    errno.ELOOP: "it is a link that leads back to itself",
    errno.EACCES: "this user may not do that there; change the permissions, or choose another place",
    errno.EPERM: "this user may not do that there; change the permissions, or choose another place",
    errno.EROFS: "that place can only be read; choose another",
    errno.ENOSPC: "there is no space left; free some and try again",
    errno.EDQUOT: "this user's share of the disk is used up; free some and try again",
    errno.EIO: "the disk failed; try again",
    errno.ENOENT: "there is no such file or folder; check the name",
    errno.ENOTDIR: "a part of the path is a file, not a folder",
    errno.EISDIR: "it is a folder; name a file",
    errno.EEXIST: "there is something of that name; choose another",
    errno.ENOTEMPTY: "it is a folder with something in it; choose another",
    errno.ENXIO: "it is a device or a pipe without another end; name a file",
    errno.EMFILE: "too many files are open at once; close some programs",
}


def sentence(error: OSError) -> str:
    """What a system's error means for whoever typed the command, "" for one that nobody expects.

    Args:
        error: As it was raised.
    """
    said = _SAID.get(error.errno or 0, "")
    where = error.filename.decode(errors="replace") if isinstance(error.filename, bytes) else error.filename
    return f"{shown(str(where))}: {said}" if said and where else said
