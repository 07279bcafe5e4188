"""Finding in the memory what a question supposes was done or seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from agent.recall.lookup.classes import with_pieces
from agent.recall.understanding.question import Activity
from envs.vocabulary.english import located, the
from memory.levels import EVENT_GAP, GOAL
from memory.reading.traces import EVERYTHING, ObjectInteraction, Scope, Sighting, SummaryLine
from memory.reading.view import View
from memory.wording import say

#: Verb of change → the action that brings it about at once, where there is one.
_DIRECT = {"-dirty": ("Clean",), "+dirty": ("Dirty",), "+filled": ("Fill",), "-filled": ("Empty", "Pour")}
_DIRECT |= {"+broken": ("Break",)}
_BECAME = {"-dirty": "became clean", "-filled": "became empty", "+filled": "was filled", "+broken": "broke"}


@dataclass(frozen=True)
class Occurrence:
    """One time that something happened.

    Attributes:
        time: When it began.
        end: When it was over.
        text: A clause, "I picked up the mug from the counter top".
        node: The node that shows it.
        kind: Class of the object, None when there is none.
        thing: Its id.
        first: Number of its first experience.
        last: Number of its last experience.
        place: Class of where it was put, taken from or seen.
    """

    time: datetime
    end: datetime
    text: str
    node: int
    kind: str | None
    thing: str | None
    first: int
    last: int
    place: str | None = None


def find(view: View, activity: Activity, scope: Scope = EVERYTHING) -> list[Occurrence]:
    """Every time it happened, in order."""
    if activity.kind == "see":
        return _seen(view, activity, scope)
    if activity.kind == "change":
        return _changed(view, activity, scope)
    if activity.kind == "task":
        return _served(view, activity, scope)
    things = activity.things if "Slice" in activity.actions else with_pieces(view, activity.things)
    found = view.interactions(scope, activity.actions, things, activity.places)
    if activity.kind == "act" and "Pour" in activity.actions and activity.things and not activity.places:
        # "water the plant": what was poured onto, not from
        found = merged(found, view.interactions(scope, activity.actions, (), activity.things))
    if activity.kind == "any" and activity.things and not activity.places:  # a toaster is used by what is put in it
        found = merged(found, view.interactions(scope, (), (), things))
    if activity.kind == "act" and "Pour" in activity.actions and activity.places and not activity.things:
        found = merged(found, view.interactions(scope, activity.actions, activity.places))  # "pour from the cup"
    return [done(row) for row in found]


def done(row: ObjectInteraction) -> Occurrence:
    """An interaction as an occurrence."""
    place = row.deed.target or row.deed.origin
    return Occurrence(
        row.time,
        row.time,
        f"I {say(row.deed)}",
        row.event,
        row.deed.thing,
        row.thing,
        row.experience,
        row.experience,
        place,
    )


def merged(left: Iterable[ObjectInteraction], right: Iterable[ObjectInteraction]) -> list[ObjectInteraction]:
    """The interactions of both, each once, in order."""
    rows = {row.experience: row for row in (*left, *right)}
    return [rows[number] for number in sorted(rows)]


def _seen(view: View, activity: Activity, scope: Scope) -> list[Occurrence]:
    """Visits: stretches of seeing one object with no long gap between them. Handling a thing is seeing it, too."""
    things = with_pieces(view, activity.things)
    rows = view.sights.visits(things, scope, activity.places, activity.adjectives)
    if rows or activity.adjectives:
        return [_visit(row) for row in rows]
    return [done(row) for row in view.interactions(scope, (), things, activity.places)]


def _visit(row: Sighting) -> Occurrence:
    place = f" {located(row.place)}" if row.place else " in my hand" if row.held else ""
    return Occurrence(
        row.start,
        row.end,
        f"I saw {the(row.object_type)}{place}",
        row.first,
        row.object_type,
        row.object_id,
        row.number,
        row.number,
        row.place,
    )


def _changed(view: View, activity: Activity, scope: Scope) -> list[Occurrence]:
    """When things were seen to become clean, cooked, …; with the deeds that do it directly."""
    things = with_pieces(view, activity.things) if activity.things else tuple(sorted(view.types))
    found = [_became(row, activity.change) for row in view.sights.changes(things, activity.change)]
    direct = view.interactions(scope, _DIRECT[activity.change], things) if activity.change in _DIRECT else []
    seen = {(change.first, change.thing) for change in found}
    found += [done(row) for row in direct if (row.experience, row.thing) not in seen]
    inside = view.inside(scope, [change.first for change in found])
    return sorted((change for change in found if change.first in inside), key=lambda change: change.first)


def _became(row: Sighting, change: str) -> Occurrence:
    words = _BECAME.get(change) or f"became {change[1:]}"
    place = f" {located(row.place)}" if row.place else ""
    return Occurrence(
        row.start,
        row.start,
        f"{the(row.object_type)} {words}{place}",
        row.first,
        row.object_type,
        row.object_id,
        row.number,
        row.number,
        row.place,
    )


def _served(view: View, activity: Activity, scope: Scope) -> list[Occurrence]:
    """Requests and stated goals whose names hold the words; runs of goals for one request count once."""
    words = [word for word in activity.words if word not in ("task", "request")]
    lines: list[SummaryLine] = []
    for attempt in (words, words[1:]):  # "make coffee" may be called "prepare coffee"
        lines = lines or view.search(attempt, GOAL, "detail")
    inside = view.inside(scope, [line.first for line in lines])
    runs: list[list[SummaryLine]] = []
    for line in [line for line in lines if line.first in inside]:
        last = runs[-1][-1] if runs else None
        if last and last.task == line.task and line.start - last.end < 5 * EVENT_GAP:
            runs[-1].append(line)
        else:
            runs.append([line])
    return [_work(run) for run in runs]


def _work(run: Sequence[SummaryLine]) -> Occurrence:
    """A run of goals for one request as one occurrence."""
    first, last = run[0], run[-1]
    text = f'I worked on "{first.task or first.summary}"'
    return Occurrence(first.start, last.end, text, first.node, None, None, first.first, last.last)
