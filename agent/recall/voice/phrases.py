"""The phrases that all answers share: when something was, how often, what was meant, what could not be considered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.answer import OPPOSITES, counted, joined_times
from agent.recall.understanding.dates import say_day
from agent.recall.understanding.times import say_time
from agent.recall.voice.task_phrases import did, ended, is_deed
from envs.vocabulary.english import a, how_many, joined, located, the
from envs.vocabulary.nouns import called
from envs.vocabulary.task_names import plainly
from memory.experience import OWN_VOICE, UNNAMED
from memory.wording import Deed, say, verb_form
from perception.scene_graph.graph import HAND

_STATES = {"on": "switched on", "off": "switched off"}
_TWO = 2
_RELATIONS = {"before": " before that", "after": " after that", "during": " then", "between": " between them"}


def said_time(item: FoundItem, now: datetime) -> str:
    """When something was; of a summary only the day or days that it tells of."""
    if item.source == "summary":
        first, last = say_day(item.start.date(), now), say_day(item.end.date(), now)
        return first if first == last else f"between {first.removeprefix('on ')} and {last.removeprefix('on ')}"
    return say_time(item.start, now)


_ON_WHICH_SIDE = re.compile(
    r"\b(?:before|earlier|sooner|first)\b.* or .*\b(?:after|afterwards|later|second)\b|"
    r"\b(?:after|afterwards|later)\b.* or .*\b(?:before|beforehand|earlier|sooner)\b"
)


def before_or_after(findings: Findings) -> str:
    """Which of the two it was, where that is what was asked: "After that: "; else nothing."""
    if len(findings.sides) != _TWO or not _ON_WHICH_SIDE.search(findings.query.text):
        return ""
    (_, own), (_, other) = findings.sides
    return f"{'Before' if own and other and own[-1].start < other[-1].start else 'After'} that: "


def agreed(findings: Findings) -> str:
    """Yes or no to a comparison; which of both where it was asked whether something came before or after."""
    if findings.query.measure == "start" and _ON_WHICH_SIDE.search(findings.query.text):
        return "Before that" if findings.value != findings.query.most else "After that"
    return "Yes" if findings.value else "No"


def item_times(items: Sequence[FoundItem], now: datetime, most: int = 8) -> str:
    """When some items were; of what only a summary tells, the day."""
    return joined_times([_day_and_clock(item, now) for item in items], most)


def _day_and_clock(item: FoundItem, now: datetime) -> tuple[str, str]:
    if item.source == "summary":
        return said_time(item, now), ""
    return say_day(item.start.date(), now), f"{item.start:%H:%M}"


def said_length(length: timedelta) -> str:
    """How long: "3 minutes and 20 seconds", "2 hours and 5 minutes", "3 days"."""
    seconds = round(length.total_seconds())
    units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)]
    parts = []
    for unit, size in units:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(how_many(count, unit))
    return joined(parts[:2]) or "no time at all"


def said_states(states: Sequence[str]) -> str:
    """Signed states as adjectives: ``("-dirty",)`` → "clean", ``("+on",)`` → "switched on"."""
    words = [OPPOSITES.get(state) or state[1:] for state in states]
    return joined([_STATES.get(word, word) for word in words])


def counted_things(items: Sequence[FoundItem]) -> str:
    """Things by class: "the mug (twice), 3 plates, and the fridge"."""
    return counted([(item.kind, item.thing or f"#{index}") for index, item in enumerate(items)])


def when_words(selection: Selection) -> str:
    """When a selection was, with a blank before it: " yesterday", " after that"; empty when nothing is said of it."""
    words = f" {selection.time.words}" if selection.time.words else ""
    return words + _RELATIONS.get(selection.relation, "")


def thing_words(things: ThingFilter, other: str = "anything") -> str:
    """What a filter of things is called: "the mug", "the dirty plate"."""
    states = f"{said_states(things.states)} " if things.states else ""
    if things.types:
        return f"the {states}{called(things.types)}"
    other = f"{other} else" if things.besides and other == "anything" else other
    return f"{other} {states}".strip() if not things.unknown else f"the {things.unknown}"


def one_of(things: ThingFilter) -> str:
    """One of the things of a filter: "a mug"."""
    return a(things.types[0]) if len(things.types) == 1 else f"any {called(things.types)}"


def deed_words(selection: Selection, past: bool = True, some: bool = False) -> str:
    """What a selection supposes was done: "picked up the mug from the counter top".

    Args:
        selection: The deeds, sights or tasks.
        past: The past form, else the base form ("pick up …").
        some: Where no thing is named say "something", else "anything".
    """
    words = _deed_words(selection, past)
    return words.replace("anything", "something", 1).replace("anywhere", "somewhere") if some else words


def _deed_words(selection: Selection, past: bool) -> str:
    thing, place = selection.thing, selection.place
    where = f" {located(place.types[0])}" if place.types else f" at the {place.unknown}" if place.unknown else ""
    tool = f" with {thing_words(selection.tool)}" if selection.tool != ANYTHING else ""
    if selection.subject == "sights":
        return f"{'saw' if past else 'see'} {thing_words(thing)}{where}"
    if selection.subject == "deeds" and selection.task and thing.types and not (selection.actions or selection.change):
        purpose = f"to {plainly(selection.task)}" if is_deed(selection.task) else f"for {selection.task}"
        return f"{'used' if past else 'use'} {thing_words(thing)} {purpose}"
    if selection.subject == "tasks" or (selection.task and not selection.actions and not selection.change):
        return task_deed(selection.task, past)
    if selection.change:
        became = said_states((selection.change,))
        return f"{'saw' if past else 'see'} {thing_words(thing)} become {became}{where}{tool}"
    if selection.actions[:1] == ("Place",) and not where:
        where = " anywhere"
    if selection.used and not selection.actions and thing != ANYTHING:
        return f"{'used' if past else 'use'} {thing_words(thing)}{where}"
    if not selection.actions and thing == ANYTHING:
        return f"{'did' if past else 'do'} anything{where}{tool}"
    if not selection.actions:
        return f"{'did' if past else 'do'} anything with {thing_words(thing)}{where}{tool}"
    return f"{_verb(selection, past)}{where if selection.actions[0] != 'Pickup' else _from(place)}{tool}"


def task_deed(words: str, past: bool) -> str:
    """The words that name a task as a verb phrase: "made pancakes", "make pancakes"; "did any task" without words."""
    if not words:
        return "did any task" if past else "do any task"
    if not is_deed(words):
        return f'{"did" if past else "do"} a task like "{words}"'
    return did(words) if past else plainly(words)


def _verb(selection: Selection, past: bool) -> str:
    action, thing = selection.actions[0], selection.thing
    if action == "Pour" and selection.place.types:
        source = f" from {thing_words(thing)}" if thing.types else ""
        return f"{verb_form(action, past)}{source}"
    if len(thing.types) == 1 and not thing.states:
        return say(Deed(action, thing.types[0]), past).replace("put down", "put")
    return f"{verb_form(action, past)} {thing_words(thing)}"


def _from(place: ThingFilter) -> str:
    return f" from {thing_words(place)}" if place != ANYTHING else ""


def where_words(item: FoundItem) -> str:
    """Where an item is: "in the fridge", "in my hand", "somewhere"."""
    where = "in my hand" if item.place == HAND else located(item.place) if item.place else "somewhere"
    return where.replace(the(item.place), item.spot) if item.spot else where


def told_deed(item: FoundItem, now: datetime) -> str:
    """One deed or sight with its time: "I picked up the mug today at 08:05"."""
    if item.what == "speech":
        return f'{teller(item)} said "{item.name.strip()}" {said_time(item, now)}'
    if item.what == "fact":
        return f'{teller(item)} told me {said_time(item, now)}: "{item.name.strip()}"'
    if item.what == "task":
        return ended(item, said_time(item, now))
    tried = "tried to " if item.status == "failed" else ""
    return f"I {tried}{item.name} {said_time(item, now)}"


def teller(item: FoundItem) -> str:
    """Who spoke, as the one who asks would hear it: "you", "I", a name."""
    speaker = item.speaker.lower()
    if speaker in OWN_VOICE:
        return "I"
    return "you" if speaker in UNNAMED else item.speaker
