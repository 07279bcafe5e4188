"""The bytes of an SQLite file in which somebody's words can lie: all but those that are the file's own numbers.

Words are looked for in a file's bytes to know that none is left where no query goes. Millions of numbers are in a long
file, too, and some spell a word by chance. The file format (https://sqlite.org/fileformat2.html) says which bytes
these are: headers, pointers, integers and floats of rows that are there, the map of pages. They are left out where a
page reads as it must; all else – texts and blobs, unused bytes, free pages, pages that read otherwise – is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from memory.file.text_index_pages import terms_of_page, varint

_MAGIC = b"SQLite format 3\0"
_FIRST_HEADER = 100
_TABLE_LEAF, _INDEX_LEAF, _TABLE, _INDEX = 13, 10, 5, 2
_NUMBERS = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
"""Bytes of each kind of column that holds no text; 10 and 11 there are not."""
_FULL_TEXT = re.compile(r"(?i)\s*CREATE\s+VIRTUAL\s+TABLE\s.*\bUSING\s+fts5\b", re.DOTALL)


class _Odd(Exception):
    """Bytes that are not what the format says should be there."""


def contents(data: bytes) -> Iterator[bytes]:
    """What can hold words, in pieces: each text and blob whole, also one that lies on several pages.

    Args:
        data: A file; one that is no SQLite file in UTF-8 is one piece. The schema's own rows are left out.
    """
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    known = data.startswith(_MAGIC) and 512 <= size <= len(data) and not size & (size - 1) and size - data[20] >= 480
    if known and data[56:60] == b"\0\0\0\1":
        yield from _File(data, size).pieces()
    else:
        yield data


@dataclass
class _Page:
    """What a page of a tree holds."""

    rows: list[tuple[int, list[tuple[int, bytes]]]] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    further: set[int] = field(default_factory=set)
    rests: list[bytes] = field(default_factory=list)


class _File:
    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size
        self._usable = size - data[20]
        self._count = len(data) // size
        self._done: set[int] = set()

    def pieces(self) -> Iterator[bytes]:
        self._rests = list(self._bookkeeping())
        schema = [values for _, values in self._tree(1)]
        whole = [values for values in schema if len(values) == 5]
        full_text = {bytes(v[1][1]) for v in whole if _FULL_TEXT.match(v[4][1].decode("utf-8", "replace"))}
        for values in whole:
            name, root = values[1][1], int.from_bytes(values[3][1], "big")
            if root > 1:
                yield from self._texts(root, name, full_text)
        yield from self._rests
        yield from self._others()

    def _texts(self, root: int, name: bytes, full_text: set[bytes]) -> Iterator[bytes]:
        index, sizes = (name.removesuffix(end) in full_text and name.endswith(end) for end in (b"_data", b"_docsize"))
        for number, values in self._tree(root):
            for kind, value in values:
                if kind < 12 or (sizes and not kind % 2):  # the latter: how long each text of the index is
                    continue
                terms = terms_of_page(number, value) if index else None
                yield from [value] if terms is None else terms

    def _tree(self, root: int) -> Iterator[tuple[int, list[tuple[int, bytes]]]]:
        """Numbers and columns of a tree's rows; pages that do not read as they must are left for ``_others``."""
        waiting = [root]
        while waiting:
            number = waiting.pop()
            if not 0 < number <= self._count or number in self._done:
                continue
            try:
                page = self._page(number)
            except (_Odd, IndexError):
                continue
            self._done |= {number, *page.further}
            self._rests += page.rests
            waiting += page.children
            yield from page.rows

    def _page(self, number: int) -> _Page:
        start = (number - 1) * self._size
        page, first = self._data[start : start + self._size], _FIRST_HEADER if number == 1 else 0
        kind = page[first]
        if kind not in (_TABLE_LEAF, _INDEX_LEAF, _TABLE, _INDEX):
            raise _Odd
        inner = kind in (_TABLE, _INDEX)
        cells, found = _number(page, first + 3, 2), _Page()
        listed = first + (12 if inner else 8) + 2 * cells
        if listed > self._usable:
            raise _Odd
        if inner:
            found.children.append(_number(page, first + 8, 4))
        taken = [(0, listed)]
        for place in sorted(_number(page, at, 2) for at in range(listed - 2 * cells, listed, 2)):
            taken.append((place, self._cell(page, place, kind, found)))
        taken = sorted(taken + self._blocks(page, first, taken))
        for (_, end), (following, _) in zip(taken, [*taken[1:], (self._usable, 0)], strict=True):
            if following < end:
                raise _Odd
            found.rests.append(page[end:following])
        found.rests.append(page[self._usable :])
        return found

    def _blocks(self, page: bytes, first: int, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Where free blocks say how long they are and which is next."""
        heads, block, before = [], _number(page, first + 1, 2), taken[0][1]
        while block:
            following, length = _number(page, block, 2), _number(page, block + 2, 2)
            if block < before or length < 4 or block + length > self._usable:
                raise _Odd
            heads.append((block, block + 4))
            before, block = block + length, following
        return heads

    def _cell(self, page: bytes, place: int, kind: int, found: _Page) -> int:
        """Note what a cell holds, and return where it ends."""
        at, rowid = place, 0
        if kind in (_TABLE, _INDEX):
            found.children.append(_number(page, at, 4))
            at += 4
        if kind == _TABLE:
            return varint(page, at)[1]
        length, at = varint(page, at)
        if kind == _TABLE_LEAF:
            rowid, at = varint(page, at)
        local = self._local(length, kind)
        payload, end = page[at : at + local], at + local
        if end > self._usable:
            raise _Odd
        if local < length:
            payload += self._further(_number(page, end, 4), length - local, found)
            end += 4
        found.rows.append((rowid, _columns(payload)))
        return end

    def _local(self, length: int, kind: int) -> int:
        """How much of a row lies on the page itself."""
        usable = self._usable
        most = usable - 35 if kind == _TABLE_LEAF else (usable - 12) * 64 // 255 - 23
        least = (usable - 12) * 32 // 255 - 23
        if length <= most:
            return length
        some = least + (length - least) % (usable - 4)
        return some if some <= most else least

    def _further(self, number: int, length: int, found: _Page) -> bytes:
        """The part of a row that lies on pages of its own."""
        parts = []
        while length:
            if not 1 < number <= self._count or number in found.further or number in self._done:
                raise _Odd
            found.further.add(number)
            start = (number - 1) * self._size
            page = self._data[start : start + self._size]
            here = min(length, self._usable - 4)
            parts.append(page[4 : 4 + here])
            found.rests.append(page[4 + here :])
            number, length = _number(page, 0, 4), length - here
        if number:
            raise _Odd
        return b"".join(parts)

    # --- pages of no tree

    def _bookkeeping(self) -> Iterator[bytes]:
        """The unused bytes of the pages that only tell of others: the map of pages, and the list of free ones."""
        each = self._usable // 5
        for number in range(2, self._count + 1, each + 1) if _number(self._data, 52, 4) else ():
            start = (number - 1) * self._size
            page = self._data[start : start + self._size]
            entries = [page[5 * at : 5 * at + 5] for at in range(each)]
            real = [entry[0] <= 5 and _number(entry, 1, 4) <= self._count for entry in entries]
            yield b"".join(b"\0" if good else entry for entry, good in zip(entries, real, strict=True))
            yield page[5 * each :]
            self._done.add(number)
        trunk = _number(self._data, 32, 4)
        while 1 < trunk <= self._count and trunk not in self._done:
            start = (trunk - 1) * self._size
            page = self._data[start : start + self._size]
            leaves = _number(page, 4, 4)
            listed = 8 + 4 * leaves
            if listed > self._usable or not all(1 < _number(page, at, 4) <= self._count for at in range(8, listed, 4)):
                return
            yield page[listed:]
            self._done.add(trunk)
            trunk = _number(page, 0, 4)

    def _others(self) -> Iterator[bytes]:
        """Pages that were not read so far, those that follow each other as one."""
        run: list[int] = []
        for number in range(1, self._count + 2):
            if number in self._done:
                yield self._raw(run)
                run = []
            else:
                run.append(number)
        yield self._raw(run)

    def _raw(self, run: list[int]) -> bytes:
        return self._data[(run[0] - 1) * self._size : run[-1] * self._size] if run else b""


def _columns(payload: bytes) -> list[tuple[int, bytes]]:
    """A row's columns: the kind and the bytes of each."""
    end, at = varint(payload, 0)
    place, found = end, []
    while at < end:
        kind, at = varint(payload, at)
        if kind in (10, 11):
            raise _Odd
        length = _NUMBERS[kind] if kind < 12 else (kind - 12) // 2
        found.append((kind, payload[place : place + length]))
        place += length
    if at != end or place != len(payload):
        raise _Odd
    return found


def _number(data: bytes, at: int, length: int) -> int:
    if at + length > len(data):
        raise _Odd
    return int.from_bytes(data[at : at + length], "big")
