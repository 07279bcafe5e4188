"""Living the same once more without remembering it twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.body.acting import Observer
from agent.trail.course import Trail
from memory.experience import Experience
from memory.store.database import Store, moment


@dataclass(frozen=True)
class Known:
    """What of a run that was cut off its memory has.

    A line is written before the deed and the deed is remembered before the next line, so after ``kill -9`` only the
    last line is in doubt. After a power cut either file may lack more.

    Attributes:
        lines: Lines of the trail before this one are done and remembered for certain, with all that belongs to them.
        experiences: Likewise, but experiences alone; what was forgotten since is not to come back.
        until: What was lived up to then is remembered, None when nothing is.
    """

    lines: int
    experiences: int
    until: datetime | None


def known(store: Store, trail: Trail, after: int, episode: str | None = None) -> Known:
    """What the memory has of a run.

    Args:
        store: The memory.
        trail: What the run did.
        after: Number of the newest experience before it.
        episode: The run's name, None for all that came after.
    """
    newest = newest_number(store)
    there = [k for k, line in enumerate(trail.lines) if line.get("n", 0) <= newest]
    lines = there[-1] if there else -1
    number = trail.lines[lines].get("n", 0) + 1 if there else 0
    gone = bool(there) and number <= newest and not store.numbers(number, number)
    query = "SELECT max(time) FROM experiences WHERE id > ?" + (" AND episode = ?" if episode is not None else "")
    row = store.row(query, after, *(() if episode is None else (episode,)))
    until = moment(row[0]) if row is not None and row[0] is not None else None
    return Known(lines, lines + gone, until)


def newest_number(store: Store) -> int:
    """Number of the newest experience that was ever kept, 0 when none was."""
    row = store.row("SELECT seq FROM sqlite_sequence WHERE name = 'experiences'")
    return int(row[0]) if row else 0


class Remembered:
    """A memory that is not told again what it knows.

    Args:
        history: Builds the memory.
        trail: The run, led along what it did before.
        known: What the memory has of that.
    """

    def __init__(self, history: Observer, trail: Trail, known: Known) -> None:
        self._history, self._trail, self._known = history, trail, known

    def observe(self, experience: Experience) -> None:
        """Keep an experience unless it is known."""
        if self._trail.position <= self._known.experiences:
            return
        if self._known.until is None or experience.time > self._known.until:
            self._history.observe(experience)
