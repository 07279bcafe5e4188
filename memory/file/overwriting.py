"""Overwriting what lies in a memory file and means nothing any more, where it lies: it takes no room on the disk.

SQLite overwrites what it deletes (``secure_delete``), but for what was copied when rows moved from page to page, pages
freed while room was short, and its journal. These are found by the file format (https://sqlite.org/fileformat2.html):
every page's header says which of its bytes are in use, the list of free pages which pages are. Bytes in use are never
touched, so readers see nothing of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from memory.file import descriptors

_LEAVES, _INNER = (10, 13), (2, 5)  # kinds of pages of trees
_FIRST_HEADER = 100  # bytes of the file header, before the first page's own
_MAP_ENTRY = 5  # bytes for each page in a page of the pointer map


def overwrite_unused(path: Path) -> int:
    """Overwrite all unused bytes of a file with zeros, and return in how many pages there were others.

    Args:
        path: The memory file, without anything in its journal, and nobody writing it.

    Raises:
        OSError: It cannot be written.
    """
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        with open(descriptor, "r+b", closefd=False) as file:
            found = overwrite_unused_in(file)
            file.flush()
            os.fsync(descriptor)
        return found
    finally:
        descriptors.close(descriptor)


def overwrite_unused_in(file: BinaryIO) -> int:
    """The same for a file that is open, or one in main memory."""
    return sum(_overwrite_page(file, start, spans) for start, spans in _unused(file))


def overwrite_whole(path: Path) -> None:
    """Overwrite a file with zeros; nothing happens when it is not there.

    Raises:
        OSError: It cannot be written.
    """
    try:
        file = path.open("r+b")
    except FileNotFoundError:
        return
    with file:
        overwrite(file)


def overwrite(file: BinaryIO) -> None:
    """Overwrite all of an open file with zeros.

    Raises:
        OSError: It cannot be written.
    """
    left = os.fstat(file.fileno()).st_size
    file.seek(0)
    while left > 0:
        left -= file.write(bytes(min(left, 1 << 20)))
    file.flush()
    os.fsync(file.fileno())


def _overwrite_page(file: BinaryIO, start: int, spans: list[tuple[int, int]]) -> bool:
    dirty = False
    for first, end in spans:
        file.seek(start + first)
        if file.read(end - first).strip(b"\0"):
            file.seek(start + first)
            file.write(bytes(end - first))
            dirty = True
    return dirty


def _unused(file: BinaryIO) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Where each page begins, and the spans of bytes in it that are not used."""
    header = file.read(_FIRST_HEADER)
    size = int.from_bytes(header[16:18], "big")
    size = 65536 if size == 1 else size
    usable = size - header[20]
    count = int.from_bytes(header[28:32], "big")
    free = _free_pages(file, header, size, count)
    trees = _tree_pages(file, size, usable, count)
    for number in range(1, count + 1):
        start = (number - 1) * size
        if number in free:
            yield start, [(free[number], size)]
        elif number in trees:
            file.seek(start)
            yield start, _gaps(file.read(size), _FIRST_HEADER if number == 1 else 0, usable)


def _free_pages(file: BinaryIO, header: bytes, size: int, count: int) -> dict[int, int]:
    """For each page in the list of free ones, from which byte on it means nothing."""
    found: dict[int, int] = {}
    trunk = int.from_bytes(header[32:36], "big")
    while 0 < trunk <= count and trunk not in found:
        file.seek((trunk - 1) * size)
        page = file.read(size)
        leaves = min(int.from_bytes(page[4:8], "big"), size // 4 - 2)
        numbers = [int.from_bytes(page[8 + 4 * index : 12 + 4 * index], "big") for index in range(leaves)]
        found |= dict.fromkeys((number for number in numbers if 1 < number <= count), 0)
        found[trunk] = 8 + 4 * leaves
        trunk = int.from_bytes(page[:4], "big")
    return found


def _tree_pages(file: BinaryIO, size: int, usable: int, count: int) -> set[int]:
    """Pages that hold a part of a tree, by the map of the pages that files with ``auto_vacuum`` have."""
    found = {1}
    each = usable // _MAP_ENTRY
    for place in range(2, count + 1, each + 1):
        file.seek((place - 1) * size)
        kinds = file.read(size)[: each * _MAP_ENTRY : _MAP_ENTRY]
        found |= {place + 1 + index for index, kind in enumerate(kinds) if kind in (1, 5) and place + index < count}
    return found


def _gaps(page: bytes, header: int, usable: int) -> list[tuple[int, int]]:
    """Unused spans of a page of a tree: between its list of cells and the cells, and where cells were."""
    kind = page[header]
    if kind not in (*_LEAVES, *_INNER):
        return []
    cells = int.from_bytes(page[header + 3 : header + 5], "big")
    listed = header + (8 if kind in _LEAVES else 12) + 2 * cells
    content = int.from_bytes(page[header + 5 : header + 7], "big") or 65536
    if not listed <= content <= usable:
        return []
    spans = [(listed, content)]
    block = int.from_bytes(page[header + 1 : header + 3], "big")
    while content <= block <= usable - 4:  # the list goes by place, so it ends
        following, length = (int.from_bytes(page[block + at : block + at + 2], "big") for at in (0, 2))
        if length < 4 or block + length > usable:
            break
        spans.append((block + 4, block + length))
        if following <= block:
            break
        block = following
    return spans
