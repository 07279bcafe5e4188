"""The worker's selective attention: which objects of the house matter for a request."""

from __future__ import annotations

from collections.abc import Sequence

from agent.assistance.at_work.agenda import HouseRequest
from agent.assistance.grounding import kind_score
from agent.assistance.reading import RequestReader
from agent.assistance.request import ObjectPhrase
from agent.mind.worker import extracted
from memory.store.task_log import LogEntry

_NAMED = 1.0


class BuiltinRequestWorker:
    """A worker that goes by the words for things in a request; see ``agent.mind.worker.Worker``.

    Args:
        reader: Of the house.
    """

    def __init__(self, reader: RequestReader) -> None:
        self._reader = reader

    def select(self, task: HouseRequest, objects: Sequence[str]) -> tuple[str, ...]:
        """Objects of the kinds that are named, in the order in which they are named."""
        read = self._reader.read(task.text)
        named = [thing for one in read.placements for thing in _things(one.objects, one.beside)]
        found = [name for thing in named for name in objects if kind_score(thing, name) >= _NAMED]
        return tuple(dict.fromkeys(found))

    def extract(self, task: HouseRequest, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """What is in a place, from the last entry that tells of it."""
        return extracted(entries, what)


def _things(objects: Sequence[ObjectPhrase], beside: ObjectPhrase | None) -> list[ObjectPhrase]:
    return [thing for thing in (*objects, beside) if thing is not None and not thing.pronoun]
