"""Where a life is remembered while it is lived: by the thread that lives it, or by one of its own beside it.

Both write the same file, byte for byte: whoever lives hands everything over in one order, nothing forgets on its own,
and what has to be known before life goes on is waited for. So a life follows from its seed in either way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Literal, Protocol, TypeVar

from envs.clock import Clock
from envs.errors import NoRoom
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.live.worker import LiveMemory, by_rules
from memory.reading.counts import newest_number
from memory.roles import Grouper
from memory.store.database import Store
from memory.store.lifetimes import use_preset

WritingMode = Literal["live", "inline"]
"""Whether a thread of its own remembers, or the one that lives."""
_T = TypeVar("_T")


class MemoryWriter(Protocol):
    """A memory that is being lived; everything happens to it in the order of the calls."""

    @property
    def number(self) -> int:
        """Number of the newest experience, counting those that wait."""
        ...

    def group_with(self, grouper: Grouper | None) -> None:
        """Choose what groups the life, before its first experience; None is the built-in grouper."""
        ...

    def observe(self, experience: Experience) -> None:
        """Keep one experience and build it in.

        Raises:
            BadInput: It, or one before it, cannot be kept; what was given later is not, either.
            TryAgain: The file is busy or the disk full; likewise.
        """
        ...

    def tell(self, work: Callable[[Store], object]) -> None:
        """Do something with the store; what it raises may be raised by a later call instead."""
        ...

    def ask(self, work: Callable[[Store], _T]) -> _T:
        """Do something with the store, and return or raise what comes of it."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """Everything that is done inside is kept as a whole."""
        ...

    def forget(self) -> int:
        """Forget what has expired, by the rules in the store, and return how many nodes that was."""
        ...


class _Building:
    """Builds what is lived, with a grouper that is chosen after the file was opened."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._builder: HistoryBuilder | None = None
        self.grouper: Grouper | None = None

    def observe(self, experience: Experience) -> None:
        if self._builder is None:
            self._builder = HistoryBuilder(self._store, self.grouper)
        self._builder.observe(experience)

    def close(self) -> None:
        if self._builder is not None:
            self._builder.close()


class InlineWriter:
    """Writes at once, in the thread that lives.

    Args:
        store: Open for writing; it stays the caller's to close.
        clock: The home's time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._building = _Building(store)
        self.number = newest_number(store)

    def group_with(self, grouper: Grouper | None) -> None:
        """See ``MemoryWriter``."""
        self._building.grouper = grouper

    def observe(self, experience: Experience) -> None:
        """See ``MemoryWriter``."""
        self._building.observe(experience)
        self.number += 1

    def tell(self, work: Callable[[Store], object]) -> None:
        """See ``MemoryWriter``."""
        work(self._store)

    def ask(self, work: Callable[[Store], _T]) -> _T:
        """See ``MemoryWriter``."""
        return work(self._store)

    def together(self) -> AbstractContextManager[None]:
        """See ``MemoryWriter``."""
        return self._store.transaction()

    def forget(self) -> int:
        """See ``MemoryWriter``."""
        return by_rules(self._store).run(self._clock.now()).forgotten


class LiveWriter:
    """Hands over to a thread that writes beside life; ``ask`` and ``forget`` wait for it.

    Args:
        path: The memory file, new or old.
        clock: The home's time.
        capacity: Most that may wait; life then waits, too.

    Raises:
        BadInput: The file cannot be used.
        TryAgain: Somebody else is writing the file.
    """

    def __init__(self, path: Path, clock: Clock, capacity: int = 1000) -> None:
        made: list[_Building] = []

        def building(store: Store) -> _Building:
            made.append(_Building(store))
            return made[0]

        self._memory = LiveMemory(path, clock, capacity=capacity, forgetting="never", builder=building, strict=True)
        self._building = made[0]
        self.number = self._memory.apply(newest_number)

    def group_with(self, grouper: Grouper | None) -> None:
        """See ``MemoryWriter``."""
        self._building.grouper = grouper

    def observe(self, experience: Experience) -> None:
        """See ``MemoryWriter``."""
        self._memory.observe(experience)
        self.number += 1

    def tell(self, work: Callable[[Store], object]) -> None:
        """See ``MemoryWriter``."""
        self._memory.post(work)

    def ask(self, work: Callable[[Store], _T]) -> _T:
        """See ``MemoryWriter``."""
        return self._memory.apply(work)

    @contextmanager
    def together(self) -> Iterator[None]:
        """See ``MemoryWriter``."""
        inside = ExitStack()
        self.tell(lambda store: inside.enter_context(store.transaction()))
        try:
            yield
        except BaseException:
            self.tell(lambda _: _undone(inside))
            raise
        self.tell(lambda _: inside.close())

    def forget(self) -> int:
        """See ``MemoryWriter``."""
        done = self._memory.rest()
        return 0 if done is None else done.forgotten

    def __enter__(self) -> LiveWriter:
        return self

    def __exit__(self, *ending: object) -> None:
        """Write what waits, then close the file."""
        self._memory.__exit__(None, None, None)


class _Undone(Exception):
    """What is done together was left before its end."""


def _undone(inside: ExitStack) -> None:
    """Take back what was done in a transaction so far."""
    inside.__exit__(_Undone, _Undone(), None)


@contextmanager
def opened(path: Path, mode: WritingMode, clock: Clock, preset: str | None = None) -> Iterator[MemoryWriter]:
    """A memory to live with, open as long as the ``with`` block; what was given is written at its end at the latest.

    Args:
        path: The memory file, new or old.
        mode: Who writes.
        clock: The home's time.
        preset: Name of the lifetimes by which it goes from now on; None leaves it those that it has.

    Raises:
        BadInput: The file cannot be used, or no lifetimes have that name.
        TryAgain: Somebody else is writing the file; or, at the end, what waits cannot be written.
    """
    if mode == "live":
        with LiveWriter(path, clock) as writer:
            if preset is not None:
                writer.ask(lambda store: use_preset(store, preset))
            yield writer
            writer.ask(_leave)
    else:
        with Store.open(path) as store:
            if preset is not None:
                use_preset(store, preset)
            yield InlineWriter(store, clock)
            _leave(store)


def _leave(store: Store) -> None:
    """Give back what is free in the file: nobody may write to it for long."""
    with suppress(NoRoom):  # all that was lived is written
        store.give_back(at_last=True)
