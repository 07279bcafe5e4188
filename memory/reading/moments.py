"""The past moment by moment: where the robot was, what was said and what was handled; what boundaries are told from."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime

from memory.experience import Utterance
from memory.levels import GOAL
from memory.store.database import Store, moment


@dataclass(frozen=True)
class HandledObject:
    """A successful object interaction, by object ids.

    Attributes:
        action: What was done.
        thing: What it was done with or to; for ``Place`` and ``Pour`` what the hand held.
        target: Where it was put or poured.
        confidence: Probability that it was this, where it was only seen; None where the agent knows what it did.
    """

    action: str
    thing: str | None
    target: str | None
    confidence: float | None = None


@dataclass(frozen=True)
class LivedMoment:
    """What is remembered of one instant.

    Attributes:
        number: Number of its experience.
        time: When.
        episode: Which episode it was said to belong to; "" where nobody remembers.
        place: Where the robot stood, x and z in metres; None where nobody remembers.
        said: What was said.
        handled: What was done, if it worked.
    """

    number: int
    time: datetime
    episode: str = ""
    place: tuple[float, float] | None = None
    said: tuple[Utterance, ...] = ()
    handled: HandledObject | None = None


def moments(store: Store, first: int, last: int) -> list[LivedMoment]:
    """Every moment from one experience to another of which anything is left, in order."""
    between = (first, last)
    found = {number: LivedMoment(number, moment(time), episode) for number, time, episode in _edges(store, first, last)}
    for number, time, episode, pose in store.rows(
        "SELECT id, time, episode, pose FROM experiences WHERE id BETWEEN ? AND ?", *between
    ):
        found[number] = LivedMoment(number, moment(time), episode, _place(pose))
    for number, time, speaker, text in store.rows(
        """SELECT experience, time, speaker, text FROM utterances WHERE experience BETWEEN ? AND ?
        ORDER BY experience, position""",
        *between,
    ):
        known = found.get(number) or LivedMoment(number, moment(time))
        found[number] = replace(known, said=(*known.said, Utterance(speaker, text)))
    for number, time, *deed in store.rows(
        """SELECT i.experience, i.time, i.action, o.object_id, t.object_id, s.confidence FROM interactions i
        LEFT JOIN objects o ON o.id = i.thing LEFT JOIN objects t ON t.id = i.target
        LEFT JOIN seen_deeds s ON s.experience = i.experience
        WHERE i.experience BETWEEN ? AND ? AND i.success""",
        *between,
    ):
        known = found.get(number) or LivedMoment(number, moment(time))
        found[number] = replace(known, handled=HandledObject(*deed))
    return [found[number] for number in sorted(found)]


def _edges(store: Store, first: int, last: int) -> list[tuple[int, int, str]]:
    """Where the goals begin and end that are left."""
    rows = store.rows(
        """SELECT first, start, last, "end", episode FROM nodes
        WHERE level = ? AND first BETWEEN ? AND ? AND forgotten IS NULL AND episode IS NOT NULL""",
        *(GOAL, first, last),
    )
    return [edge for begin, start, end, ended, name in rows for edge in ((begin, start, name), (end, ended, name))]


def _place(pose: str | None) -> tuple[float, float] | None:
    if not pose:
        return None
    x, _, z, *_ = json.loads(pose)
    return float(x), float(z)
