"""What becomes of a file that is changed where it lies: which bytes are new, which move towards its beginning."""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_PAGE = 4096
_NEAR = 8  # bytes that are compared together
_TOKEN = re.compile(rb'[^\n,<>"]*[\n,<>"]?')
_TRIES = 50
_FAR, _SURE = 200, 8  # how far is only jumped where so many pieces in a row agree


@dataclass(frozen=True)
class Part:
    """Bytes of the new file that are not what they are in the old one.

    Attributes:
        at: Where they begin.
        length: How many they are.
        shift: How much further behind they are in the old file; 0 for bytes that are new.
    """

    at: int
    length: int
    shift: int


@dataclass(frozen=True)
class Change:
    """What becomes of a file.

    Attributes:
        before: Its length, bytes.
        after: Its length then.
        parts: What is not as it was, by place.
        new: The new bytes of all parts.
        stays: Checksum of what is as it was.
    """

    before: int
    after: int
    parts: tuple[Part, ...]
    new: bytes
    stays: int

    @property
    def moves(self) -> bool:
        """Whether anything moves."""
        return any(part.shift for part in self.parts)


def in_place(old: bytes, new: bytes) -> Change:
    """The change of a file whose bytes stay where they are, as those of a database do."""
    return _change(old, new, [Part(start, end - start, 0) for start, end in _runs(old, new)])


def moving(old: bytes, new: bytes) -> Change:
    """The change of a text out of which something is taken, so that what follows moves."""
    parts: list[Part] = []
    done = 0
    for source, at, length in _kept(old, new):
        if source < at:
            continue  # what would move away from the beginning is written instead
        if at > done:
            parts.append(Part(done, at - done, 0))
        if source > at:
            parts.append(Part(at, length, source - at))
        done = at + length
    if done < len(new):
        parts.append(Part(done, len(new) - done, 0))
    return _change(old, new, parts)


def _change(old: bytes, new: bytes, parts: list[Part]) -> Change:
    fresh = b"".join(new[part.at : part.at + part.length] for part in parts if not part.shift)
    stays = 0
    for start, end in staying(parts, min(len(old), len(new))):
        stays = zlib.crc32(memoryview(old)[start:end], stays)
    return Change(len(old), len(new), tuple(parts), fresh, stays)


def staying(parts: Sequence[Part], length: int) -> Iterator[tuple[int, int]]:
    """Where bytes begin and end that are as they were, up to a length."""
    done = 0
    for part in parts:
        if part.at > done:
            yield done, min(part.at, length)
        done = part.at + part.length
    if done < length:
        yield done, length


def _runs(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    """Where bytes differ, neighbouring ones as one."""
    run: tuple[int, int] | None = None
    for start, end in _differing(old, new):
        if run and start == run[1]:
            run = run[0], end
        else:
            if run:
                yield run
            run = start, end
    if run:
        yield run


def _differing(old: bytes, new: bytes) -> Iterator[tuple[int, int]]:
    for page in range(0, len(new), _PAGE):
        one, two = old[page : page + _PAGE], new[page : page + _PAGE]
        if one == two:
            continue
        if len(one) < len(two):
            yield page, page + len(two)
            continue
        whole = len(two) // _NEAR * _NEAR
        words = (memoryview(content)[:whole].cast("Q") for content in (one, two))
        for word, (was, is_) in enumerate(zip(*words, strict=True)):
            if was != is_:
                yield page + word * _NEAR, page + (word + 1) * _NEAR
        if one[whole : len(two)] != two[whole:]:
            yield page + whole, page + len(two)


def _kept(old: bytes, new: bytes) -> Iterator[tuple[int, int, int]]:
    """(where in the old, where in the new, how many) bytes that are the same, in order."""
    lines, others = old.splitlines(keepends=True), new.splitlines(keepends=True)
    from_, at = 0, 0
    for length, gone, come in _aligned(lines, others):
        before, after = sum(map(len, gone)), sum(map(len, come))
        for source, place, count in _kept_tokens(b"".join(gone), b"".join(come)):
            yield from_ + source, at + place, count
        from_, at = from_ + before, at + after
        if length:
            yield from_, at, length
        from_, at = from_ + length, at + length


def _kept_tokens(old: bytes, new: bytes) -> Iterator[tuple[int, int, int]]:
    if not old or not new:
        return
    from_, at = 0, 0
    for length, gone, come in _aligned(_TOKEN.findall(old), _TOKEN.findall(new)):
        from_, at = from_ + sum(map(len, gone)), at + sum(map(len, come))
        if length:
            yield from_, at, length
        from_, at = from_ + length, at + length


def _aligned(old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[tuple[int, Sequence[bytes], Sequence[bytes]]]:
    """What is the same in two sequences: (bytes, what of the old is before it, what of the new is before it)."""
    places: defaultdict[bytes, list[int]] = defaultdict(list)
    for index, piece in enumerate(old):
        places[piece].append(index)
    left = right = begun = 0  # begun: first of the new pieces that were not found
    while right < len(new):
        found = _next(old, new, places, left, right)
        if found is None:
            right += 1
            continue
        gone, come = old[left:found], new[begun:right]
        left, length = found, 0
        while left < len(old) and right < len(new) and old[left] == new[right]:
            length += len(new[right])
            left, right = left + 1, right + 1
        begun = right
        yield length, gone, come
    yield 0, old[left:], new[begun:]


def _next(
    old: Sequence[bytes], new: Sequence[bytes], places: dict[bytes, list[int]], left: int, right: int
) -> int | None:
    """Where the old goes on as the new does."""
    if left < len(old) and old[left] == new[right]:
        return left
    known = places.get(new[right], ())
    first = bisect_left(known, left)
    for place in known[first : first + _TRIES]:
        sure = 2 if place - left < _FAR else _SURE
        if old[place : place + sure] == new[right : right + sure]:
            return place
    return None
