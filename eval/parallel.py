"""Sharing work among processes, with the same results in the same order however many there are."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from itertools import islice
from typing import Any, TypeVar

from envs.errors import BadInput
from envs.process.workers import workers as begun

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_AHEAD = 3
"""Items that wait for each process; those beyond are not even read."""


def each(work: Callable[[_Item], _Result], items: Iterable[_Item], workers: int = 1) -> Iterator[_Result]:
    """What ``work`` makes of each item, in the order of the items.

    Args:
        work: For more than one process it must be picklable, as items and results must be; it is sent to each once.
        items: Read only a little ahead of the work.
        workers: Processes; 1 works in this one.

    Raises:
        BadInput: There are no workers.
    """
    if workers < 1:
        raise BadInput(f"{workers} worker processes cannot do anything; give at least 1")
    return map(work, items) if workers == 1 else _shared(work, items, workers)


def _shared(work: Callable[[_Item], _Result], items: Iterable[_Item], workers: int) -> Iterator[_Result]:
    left, waiting = iter(items), deque[Future[Any]]()
    with begun(workers, _begin, (work,)) as pool:
        while True:
            waiting.extend(pool.submit(_do, item) for item in islice(left, _AHEAD * workers - len(waiting)))
            if not waiting:
                return
            yield waiting.popleft().result()


# -- in a process of its own -----------------------------------------------------------------------------------------

_mine: list[Callable[[Any], Any]] = []


def _begin(work: Callable[[Any], Any]) -> None:
    _mine.append(work)


def _do(item: Any) -> Any:
    return _mine[0](item)
