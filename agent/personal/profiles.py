"""Where what is known of people is kept while they are talked with: in the memory file, or in the process only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any, Protocol

from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.book import ProfileBook
from memory.profile.roles import ProfileChange
from memory.store.database import Store


class Profiles(Protocol):
    """What is known of people."""

    def items(self) -> tuple[Knowledge, ...]:
        """All that holds, oldest first."""
        ...

    def tell(self, item: Knowledge, replaced: int, now: datetime) -> Knowledge:
        """Keep an item, in place of another where that is not 0; returns it with its number."""
        ...

    def take_back(self, number: int, now: datetime) -> None:
        """Let an item hold no longer."""
        ...


class _AsDecided:
    """Keeps items as whoever tells them decided: whether one takes the place of another is told by the words."""

    def resolve(self, item: Knowledge, known: Any) -> ProfileChange:
        """See ``KnowledgeResolver``."""
        same = next((one for one in known if one.user == item.user and _alike(one, item)), None)
        return ProfileChange("add") if same is None else ProfileChange("known", same.id)


def _alike(one: Knowledge, other: Knowledge) -> bool:
    return (one.alias, one.objects, one.steps) == (other.alias, other.objects, other.steps)


class KeptProfiles:
    """The profiles in a memory file.

    Args:
        apply: Does something with the store, which is opened for writing where the second argument says so.
    """

    def __init__(self, apply: Callable[[Callable[[Store], Any], bool], Any]) -> None:
        self._apply = apply

    def items(self) -> tuple[Knowledge, ...]:
        """See ``Profiles``."""
        return self._apply(lambda store: ProfileBook(store).items(), False)

    def tell(self, item: Knowledge, replaced: int, now: datetime) -> Knowledge:
        """See ``Profiles``."""

        def keep(store: Store) -> Knowledge:
            book = ProfileBook(store, _AsDecided())
            return book.correct(replaced, item, now) if replaced else book.tell(item, now)[0]

        return self._apply(keep, True)

    def take_back(self, number: int, now: datetime) -> None:
        """See ``Profiles``."""
        self._apply(lambda store: ProfileBook(store).take_back(number, now), True)


class LivedProfiles:
    """The profiles of a life: as they were when it began, with what is told in it; numbers are those of this life.

    Args:
        items: What was known.
        write: Writes into the memory, if there is one; what is told is then kept.
    """

    def __init__(
        self, items: Iterable[Knowledge] = (), write: Callable[[Callable[[Store], object]], object] | None = None
    ) -> None:
        self._items = [replace(one, id=number) for number, one in enumerate(items, 1)]
        self._write = write

    def items(self) -> tuple[Knowledge, ...]:
        """See ``Profiles``."""
        return tuple(one for one in self._items if one.holds)

    def tell(self, item: Knowledge, replaced: int, now: datetime) -> Knowledge:
        """See ``Profiles``."""
        old = self._end(replaced, now) if replaced else None
        if self._write is not None:
            self._write(lambda store: _kept(store, item, old, now))
        self._items.append(replace(item, id=len(self._items) + 1, time=now))
        return self._items[-1]

    def take_back(self, number: int, now: datetime) -> None:
        """See ``Profiles``."""
        gone = self._end(number, now)
        if self._write is not None:
            self._write(lambda store: _ended(store, gone, now))

    def _end(self, number: int, now: datetime) -> Knowledge:
        old = self._items[number - 1]
        self._items[number - 1] = replace(old, ended=now)
        return old


def _held(store: Store, item: Knowledge) -> Knowledge | None:
    """The item in the memory that says the same."""
    return next((one for one in ProfileBook(store).items(item.user) if _alike(one, item)), None)


def _kept(store: Store, item: Knowledge, old: Knowledge | None, now: datetime) -> None:
    """Keep an item in place of another; one that is kept already stays as it is."""
    before = None if old is None else _held(store, old)
    book = ProfileBook(store, _AsDecided())
    if before is not None and _held(store, item) is None:
        book.correct(before.id, item, now)
    else:
        book.tell(item, now)


def _ended(store: Store, item: Knowledge, now: datetime) -> None:
    held = _held(store, item)
    if held is not None:
        ProfileBook(store).take_back(held.id, now)


def as_json(item: Knowledge) -> dict[str, Any]:
    """An item as a value of JSON."""
    told = asdict(item)
    return {**told, "time": item.time.isoformat() if item.time else None, "ended": None}


def from_json(told: dict[str, Any]) -> Knowledge:
    """The inverse of ``as_json``."""
    objects = tuple(KnownObject(**one) for one in told["objects"])
    steps = tuple(PatternStep(**one) for one in told["steps"])
    time = datetime.fromisoformat(told["time"]) if told["time"] else None
    return Knowledge(**{**told, "objects": objects, "steps": steps, "time": time})
