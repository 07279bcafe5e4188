"""Pages of SQLite's index of words (FTS5): which of their bytes are words, and which say where they are.

Source: the comment on the format in https://sqlite.org/src/file/ext/fts5/fts5_index.c.
"""

from __future__ import annotations

_PAGE_BITS = 37  # of the row's number: page, height, and whether it is an index of rows; what is above is the segment
_HEIGHT_BIT = 31


def terms_of_page(number: int, block: bytes) -> list[bytes] | None:
    """The words of a page, each whole; None for a row that is no page of words or does not read as one.

    Args:
        number: Of the row in the table ``…_data``.
        block: What it holds.
    """
    leaf = number >> _PAGE_BITS and not number >> _HEIGHT_BIT & 63
    size = int.from_bytes(block[2:4], "big")
    if not leaf or not 4 <= size <= len(block):
        return None
    try:
        return _terms(block[:size], _places(block, size))
    except IndexError:
        return None


def _places(block: bytes, at: int) -> list[int]:
    """Where words begin: a list behind the page's own bytes, each counted from the one before."""
    found, place = [], 0
    while at < len(block):
        step, at = varint(block, at)
        place += step
        found.append(place)
    return found


def _terms(page: bytes, places: list[int]) -> list[bytes] | None:
    found: list[bytes] = []
    for place in places:
        shared = 0
        if found:
            shared, place = varint(page, place)
        length, place = varint(page, place)
        if place + length > len(page) or shared > len(found[-1] if found else b""):
            return None
        found.append((found[-1][:shared] if found else b"") + page[place : place + length])
    return found


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends.

    Raises:
        IndexError: The bytes end before.
    """
    value = 0
    for end in range(at, at + 8):
        byte = data[end]
        value = value << 7 | byte & 127
        if byte < 128:
            return value, end + 1
    return value << 8 | data[at + 8], at + 9
