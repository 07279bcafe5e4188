"""Answers about things: where they are, how many there were, how they looked, what is in the hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from agent.recall.answer import Answer, RecallQuery, counted, name, state_words
from agent.recall.lookup.classes import fits, with_pieces
from agent.recall.lookup.occurrences import find
from agent.recall.understanding.question import Activity
from envs.vocabulary.english import located, noun, quantity, the
from memory.experience import type_of
from memory.reading.traces import ObjectInteraction, Sighting
from memory.wording import say, verb_form
from perception.scene_graph.graph import HAND


@dataclass(frozen=True)
class LastKnownPlace:
    """The last that is known of where an object is.

    Attributes:
        kind: Its class.
        place: Class of what it is in or on, ``HAND``, or None when it was seen on its own.
        time: When that was last known.
        node: The node that shows it.
        current: Whether it is still so as far as can be seen right now.
    """

    kind: str
    place: str | None
    time: datetime
    node: int
    current: bool

    @property
    def words(self) -> str:
        """Where: "in the fridge", "in my hand"."""
        return "in my hand" if self.place == HAND else located(self.place) if self.place else "somewhere"


def where(asked: RecallQuery) -> Answer:
    """Where things are or were last. Value: class of the place of the one seen last, ``HAND``, or None."""
    if not asked.activity.things and not asked.activity.unknown:
        return asked.answer("Which thing do you mean?", None, (), "unsure")
    if unseen := asked.unseen():
        return asked.never(unseen, None)
    if asked.question.scope.limited:
        return _where_then(asked)
    found = whereabouts(asked)
    if not found:  # known as a place only, never seen for itself
        return asked.answer(f"I do not know where {name(asked.activity.things)} is", None, (), "unsure")
    first = found[0]
    text = _located(asked, first)
    others = [one for one in found[1:4] if one.place]
    if others:
        text += "; " + "; ".join(f"another {noun(one.kind)} {one.words} ({asked.time(one.time)})" for one in others)
        text += f"; and {len(found) - 4} more" if len(found) > 4 else ""
    evidence = [one.node for one in (first, *others)]
    return asked.answer(text, first.place, evidence, "known" if first.place else "partly")


def _located(asked: RecallQuery, one: LastKnownPlace) -> str:
    thing = the(one.kind)
    if one.place is None:
        return f"I last saw {thing} {asked.time(one.time)}, but not in or on anything I could name"
    if one.place == HAND and one.current:
        return f"I am holding {thing}"
    if one.current:
        return f"I see {thing} {one.words} right now"
    return f"I last knew {thing} {one.words} {asked.time(one.time)}"


def _where_then(asked: RecallQuery) -> Answer:
    """Where it was seen in a part of the past."""
    found = find(asked.view, asked.activity, asked.question.scope)
    if not found:
        return asked.never(f"I did not see {name(asked.activity.things)}{asked.when}", None)
    last = found[-1]
    return asked.answer(
        f"{last.text} {asked.time(last.time)}", last.place, [last.node], "known" if last.place else "partly"
    )


def whereabouts(asked: RecallQuery) -> list[LastKnownPlace]:
    """The last known place of every instance, the most recently known first."""
    view, things = asked.view, with_pieces(asked.view, asked.activity.things)
    seen = {row.object_id: row for row in view.sights.last(things)}
    moved = {row.thing: row for row in view.last_interactions(things, ("Pickup", "Place")) if row.thing}
    touched = [row for row in view.last_interactions(things) if row.thing not in {**seen, **moved}]
    newest = view.newest()
    found = [_last_known(key, seen.get(key), moved.get(key), newest) for key in {**seen, **moved}]
    found += [LastKnownPlace(row.deed.thing or "", None, row.time, row.event, False) for row in touched]
    return sorted(found, key=lambda one: (one.place is not None, one.time), reverse=True)


def _last_known(
    key: str, seen: Sighting | None, moved: ObjectInteraction | None, newest: tuple[datetime, str] | None
) -> LastKnownPlace:
    """What was seen last, or done last where that was later or the sight told no place."""
    if seen and (seen.place or seen.held) and not (moved and moved.time > seen.end):
        return LastKnownPlace(seen.object_type, HAND if seen.held else seen.place, seen.end, seen.last, seen.current)
    if moved:
        place = HAND if moved.deed.action == "Pickup" else moved.deed.target
        current = place == HAND and newest is not None and newest[1] == moved.episode
        return LastKnownPlace(moved.deed.thing or type_of(key), place, moved.time, moved.event, current)
    if seen is None:
        raise ValueError(f"nothing is known of {key}")
    return LastKnownPlace(seen.object_type, None, seen.end, seen.last, seen.current)


def put_where(asked: RecallQuery) -> Answer:
    """Where the agent put something. Value: class of the place, or None."""
    return _moved(asked, "Place")


def taken_where(asked: RecallQuery) -> Answer:
    """Where the agent took something from. Value: class of the place, or None."""
    return _moved(asked, "Pickup")


def _moved(asked: RecallQuery, action: str) -> Answer:
    if not asked.activity.things and not asked.activity.unknown:
        return asked.answer("Which thing do you mean?", None, (), "unsure")
    if unseen := asked.unseen():
        return asked.never(unseen, None)
    things = with_pieces(asked.view, asked.activity.things)
    rows = asked.view.interactions(asked.question.scope, (action,), things)
    if action == "Pickup":  # a slice is taken from where the whole was cut, which says nothing of the whole
        rows = [row for row in rows if row.deed.thing in asked.activity.things] or rows
    found = bool({"find", "found", "discover", "locate"} & set(asked.question.words))  # once; taken ever again
    ordinal = asked.question.ordinal or (1 if found else -1)
    index = ordinal - 1 if ordinal > 0 else ordinal
    if not rows and found:
        return where(asked)
    if not -len(rows) <= index < len(rows):
        verb = "put" if action == "Place" else "taken"
        return asked.never(f"I have not {verb} {name(asked.activity.things)} anywhere{asked.when}", None)
    row = rows[index]
    place = row.deed.target if action == "Place" else row.deed.origin
    text = f"I {say(row.deed)} {asked.time(row.time)}"
    if not place:
        return asked.answer(f"{text}; I do not know where that was", None, [row.event], "partly")
    return asked.answer(text + _origin(asked, rows, row), place, [row.event])


def _origin(asked: RecallQuery, rows: list[ObjectInteraction], row: ObjectInteraction) -> str:
    """Where a thing that was moved about was first taken from in that episode, as an addition to an answer."""
    same = [one for one in rows if (one.episode, one.thing) == (row.episode, row.thing) and one.deed.origin]
    if row.deed.action != "Pickup" or not same or same[0].deed.origin == row.deed.origin or same[0].time >= row.time:
        return ""
    return f"; at first I had taken it from {the(same[0].deed.origin)} {asked.time(same[0].time)}"


def placed(asked: RecallQuery) -> Answer:
    """Whether a thing is in or on another. Value: bool, None when its place is not known."""
    if unseen := asked.unseen():
        return asked.never(unseen, None)
    activity = asked.activity
    found = whereabouts(asked)
    there = [one for one in found if one.place in activity.places]
    if there:
        return asked.answer(f"Yes: {_located(asked, there[0])}", True, [there[0].node])
    if found and found[0].place:
        return asked.answer(f"No: {_located(asked, found[0])}", False, [found[0].node])
    return asked.answer(f"I do not know where {name(activity.things)} is", None, (), "unsure")


def contents(asked: RecallQuery) -> Answer:
    """What is in or on something, as last known. Value: tuple of class names."""
    places = asked.activity.things
    if not places and not asked.activity.unknown:
        return asked.answer("In or on what?", None, (), "unsure")
    if unseen := asked.unseen():
        return asked.never(unseen, ())
    if asked.question.scope.limited:
        return _contents_then(asked)
    kinds = asked.view.sights.types_at(places)
    inside = replace(asked, question=replace(asked.question, activity=Activity("see", things=kinds)))
    found = [one for one in whereabouts(inside) if one.place in places] if kinds else []
    if not found:
        return asked.never(f"I know of nothing {located(places[0])}", ())
    newest = max(one.time for one in found)
    things = counted([(one.kind, str(index)) for index, one in enumerate(found)])
    text = f"Last I knew, {things} {'was' if len(found) == 1 else 'were'} {located(places[0])} ({asked.time(newest)})"
    return asked.answer(text, tuple(dict.fromkeys(one.kind for one in found)), [one.node for one in found])


def _contents_then(asked: RecallQuery) -> Answer:
    """What was seen or put in or on something in a part of the past."""
    view, scope, places = asked.view, asked.question.scope, asked.activity.things
    kinds = view.sights.types_at(places)
    rows = view.sights.each(kinds, scope, places) if kinds else []
    deeds = view.interactions(scope, ("Place", "Pickup"), (), places)
    shown = {row.object_id: (row.object_type, row.last) for row in rows}
    shown |= {row.thing: (row.deed.thing or "", row.event) for row in deeds if row.thing and row.thing not in shown}
    if not shown:
        return asked.never(f"I know of nothing {located(places[0])}{asked.when}", ())
    things = counted([(kind, key) for key, (kind, _) in shown.items()])
    text = f"I saw {things} {located(places[0])}{asked.when}"
    return asked.answer(
        text, tuple(dict.fromkeys(kind for kind, _ in shown.values())), [node for _, node in shown.values()]
    )


def amount(asked: RecallQuery) -> Answer:
    """How many different things were seen or handled. Value: int."""
    activity = asked.activity
    if unseen := asked.unseen():
        return asked.never(unseen, 0)
    first = _different(asked)
    count = len(first)
    state = state_words(activity.adjectives)
    verb = verb_form(activity.actions[0]) if activity.actions else "saw" if activity.kind == "see" else "handled"
    place = f" {located(activity.places[0])}" if activity.places else ""
    kind = activity.things[0] if activity.things else "thing"
    if not count:
        return asked.never(f"I {verb} {quantity(0, kind, state)}{place}{asked.when}", 0)
    if activity.kind == "change":
        things = f"{quantity(count, kind)}"
        text = f"I noticed {things} becoming {state_words((activity.change,))}{asked.when}"
        return asked.answer(text, count, list(first.values()))
    words = f"{quantity(count, kind, state)}{place}"
    return asked.answer(f"I {verb} {words}{asked.when}", count, list(first.values()))


def _different(asked: RecallQuery) -> dict[str, int]:
    """Object id → a node that shows it, for every instance that was seen (or handled) as asked."""
    activity, view, scope = asked.activity, asked.view, asked.question.scope
    shown: dict[str, int] = {}
    plain = not (activity.places or activity.adjectives or scope.limited)
    if activity.kind == "see":
        things = activity.things or tuple(sorted(view.types))
        rows = (
            view.sights.last(things) if plain else view.sights.each(things, scope, activity.places, activity.adjectives)
        )
        shown = {row.object_id: row.last for row in rows}
        deeds = view.last_interactions(things) if plain else view.interactions(scope, (), things, activity.places)
        deeds = [] if activity.adjectives else deeds
    elif activity.kind == "change":
        return {row.thing: row.node for row in find(view, activity, scope) if row.thing}
    else:
        deeds = view.interactions(scope, activity.actions, activity.things, activity.places)
    for one in deeds:
        if one.thing:
            shown.setdefault(one.thing, one.event)
    return shown


def state(asked: RecallQuery) -> Answer:
    """Whether a thing is (was, when last seen) in a state. Value: bool."""
    activity = asked.activity
    if unseen := asked.unseen():
        return asked.never(unseen, None)
    rows = asked.view.sights.last(activity.things)
    if asked.question.scope.limited:
        rows = asked.view.sights.each(activity.things, asked.question.scope)
    if not rows:
        return asked.never(f"I did not see {name(activity.things)}{asked.when}", None)
    row = rows[0]
    wanted = activity.adjectives[-1:]
    value = fits(row.states, wanted)
    opposite = ("-" if wanted[0][0] == "+" else "+") + wanted[0][1:]
    words = state_words(wanted if value else (opposite,))
    words = f"not {state_words(wanted)}" if words == opposite[1:] and not value and opposite[0] == "-" else words
    seen = "I see it now" if row.current else f"last seen {asked.time(row.end)}"
    tense = "is" if row.current else "was"
    return asked.answer(
        f"{'Yes' if value else 'No'}, {the(row.object_type)} {tense} {words} ({seen})", value, [row.last]
    )


def holding(asked: RecallQuery) -> Answer:
    """What is or was in the hand. Value: class, or None; a bool when a thing was named."""
    number = asked.view.at(asked.question.scope.end or asked.now)
    if number is None:
        return asked.never("I have no memory of that time", None)
    kind, node, perceives = asked.view.held(number)
    if kind is None and not perceives:
        kind, node = _by_deeds(asked, number, node)
    then = f"I was holding{{}}{asked.when}" if asked.when else "I am holding{}"
    text = then.format(f" {the(type_of(kind))}" if kind else " nothing")
    if not asked.activity.things:
        return asked.answer(text, type_of(kind) if kind else None, [node])
    value = kind is not None and type_of(kind) in with_pieces(asked.view, asked.activity.things)
    return asked.answer(f"{'Yes' if value else 'No'}, {text}", value, [node])


def _by_deeds(asked: RecallQuery, number: int, node: int) -> tuple[str | None, int]:
    """What the last Pickup or Place left in the hand, for memories without sight."""
    row = asked.view.last_grip(number)
    if row is None:
        return None, node
    return (row.deed.thing if row.deed.action == "Pickup" else None), row.event
