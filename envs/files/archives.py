"""Zip archives from outside: what they would unpack to is looked at before anything is unpacked."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from envs.errors import BadInput
from envs.files.reading import MOST_BYTES, open_input, shown

MOST_MEMBERS = 100_000
MOST_UNPACKED = 8 * 2**30
MOST_RATIO = 100
"""Unpacked bytes for each packed one; recorded games have 8."""
DEEPEST = 32
"""Folders inside each other."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Ways of packing that can be unpacked piece by piece; of others a few bytes may become gigabytes at once."""
_PIECE = 2**20
_SMALL = 16 * 2**20  # unpacked bytes that are no danger, however well they are packed

_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError)


def is_zip(path: Path) -> bool:
    """Whether a file is a zip archive.

    Raises:
        BadInput: It cannot be read, or is no regular file.
    """
    with open_input(path) as file:
        return zipfile.is_zipfile(file)


@contextmanager
def opened_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """An archive that is safe to unpack.

    Raises:
        BadInput: It is damaged or encrypted, holds names that lead out of it, or unpacks to more than is read.
    """
    with open_input(path, "archive") as file:
        try:
            archive = zipfile.ZipFile(file)
        except _DAMAGED as error:
            raise BadInput(f"{shown(path)} is a damaged zip archive ({error}); download it again") from error
        with archive:
            _check(archive, path, file.seek(0, 2))
            yield archive


def read_member(archive: zipfile.ZipFile, member: str, path: Path, kind: type[BadInput] = BadInput) -> bytes:
    """The bytes of one file of an archive.

    Args:
        archive: See ``opened_zip``.
        member: Which.
        path: The archive, for messages.
        kind: The error that is raised.

    Raises:
        BadInput: It is damaged, or unpacks to something else than the archive says.
    """
    content = bytearray()
    try:
        with archive.open(member) as file:
            while piece := file.read(_PIECE):  # as a whole it would be unpacked however much there is
                content += piece
        return bytes(content)
    except _DAMAGED as error:
        raise kind(f"{shown(path)}/{shown(member)} is damaged: {error}; download the archive again") from error


def _check(archive: zipfile.ZipFile, path: Path, size: int) -> None:
    members = archive.infolist()
    if len(members) > MOST_MEMBERS:
        raise BadInput(f"{shown(path)} holds {len(members):,} files; at most {MOST_MEMBERS:,} are read")
    for info in members:
        _check_member(info, path)
    unpacked = sum(info.file_size for info in members)
    if unpacked > max(_SMALL, min(MOST_UNPACKED, MOST_RATIO * size)):
        raise BadInput(
            f"{shown(path)} has {size / 2**20:,.1f} MB and would unpack to {unpacked / 2**20:,.0f}; an archive of data "
            f"unpacks to at most {MOST_RATIO} times its size and {MOST_UNPACKED / 2**30:.0f} GB"
        )


def _check_member(info: zipfile.ZipInfo, path: Path) -> None:
    name = PurePosixPath(info.filename)
    where = f"{shown(path)}/{shown(info.filename)}"
    if info.flag_bits & 1:
        raise BadInput(f"{shown(path)} is encrypted; unpack it first")
    if info.compress_type not in _PACKED:
        raise BadInput(f"{where} is packed in a way that is not read; pack it anew, as 'zip' does by itself (deflate)")
    if name.is_absolute() or ".." in name.parts or "\\" in info.filename:
        raise BadInput(f"{where} leads out of the archive; it was not made in good faith")
    if len(name.parts) > DEEPEST:
        raise BadInput(f"{where} lies under {len(name.parts)} folders; at most {DEEPEST} are read")
    if info.file_size > MOST_BYTES:
        raise BadInput(f"{where} would unpack to {info.file_size / 2**20:,.0f} MB; at most {MOST_BYTES / 2**20:,.0f}")


def unpacked(content: bytes, most: int = MOST_BYTES) -> bytes:
    """What a gzip file holds.

    Args:
        content: The file.
        most: Bytes that it may unpack to.

    Raises:
        BadInput: It is damaged, or unpacks to more.
    """
    machine = zlib.decompressobj(wbits=31)  # 31: gzip
    try:
        found = machine.decompress(content, most)
    except zlib.error as error:
        raise BadInput(f"it is not a gzip file, or a damaged one ({error})") from error
    if not machine.eof:
        raise BadInput(f"it is cut short, or unpacks to over {most / 2**20:,.0f} MB")
    return found
