"""Living the same once more without remembering it twice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.body.acting import Observer
from agent.trail.course import Trail
from memory.experience import Experience
from memory.reading.counts import newest_number, newest_time
from memory.store.database import Store


@dataclass(frozen=True)
class RememberedPart:
    """What of a run that was cut off its memory has.

    A line is written before the deed, and what is remembered is remembered in the order of the lines, maybe a while
    after them: so what an experience of a later line is known of is there for certain, and after ``kill -9`` the lines
    from the newest experience on are in doubt. After a power cut either file may lack more.

    Attributes:
        lines: Lines of the trail before this one are done and remembered for certain, with all that belongs to them.
        experiences: Likewise, but experiences alone; what was forgotten since is not to come back.
        until: What was lived up to then is remembered, None when nothing is.
    """

    lines: int
    experiences: int
    until: datetime | None


def known(store: Store, trail: Trail, after: int, episode: str | None = None) -> RememberedPart:
    """What the memory has of a run.

    Args:
        store: The memory.
        trail: What the run did.
        after: Number of the newest experience before it.
        episode: The run's name, None for all that came after.
    """
    newest = newest_number(store)
    there = [k for k, line in enumerate(trail.lines) if line.get("n", 0) < newest]
    lines = there[-1] if there else -1
    number = trail.lines[lines].get("n", 0) + 1 if there else 0
    gone = bool(there) and number <= newest and not store.numbers(number, number)
    return RememberedPart(lines, lines + gone, newest_time(store, after, episode))


class Remembered:
    """A memory that is not told again what it knows.

    Args:
        history: Builds the memory.
        trail: The run, led along what it did before.
        known: What the memory has of that.
    """

    def __init__(self, history: Observer, trail: Trail, known: RememberedPart) -> None:
        self._history, self._trail, self._known = history, trail, known

    def observe(self, experience: Experience) -> None:
        """Keep an experience unless it is known."""
        if self._trail.position <= self._known.experiences:
            return
        if self._known.until is None or experience.time > self._known.until:
            self._history.observe(experience)
