"""How the voice words what was found of deeds, things, places, states and speech."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import fell
from agent.recall.algebra.selection import ANYTHING, Selection
from agent.recall.answer import span_words
from agent.recall.understanding.dates import say_day
from agent.recall.voice.denials import is_none, none_words, not_remembered, quoted
from agent.recall.voice.phrases import (
    before_or_after,
    counted_things,
    deed_words,
    item_times,
    one_of,
    said_length,
    said_states,
    said_time,
    teller,
    told_deed,
    when_words,
)
from agent.recall.voice.task_phrases import did, ended, went
from envs.vocabulary.english import how_many, joined, located, noun, quantity, sentence, the
from envs.vocabulary.nouns import is_category
from envs.vocabulary.numbers import times
from envs.vocabulary.object_types import object_types
from memory.wording import verb_form

_WHETHER = re.compile(r"^(?:(?:and|so|but|or) )*(?:did|have|has|had) ")
"""How a question begins that is answered with yes or no."""
_TOLD = 10
"""How many deeds are told one by one."""


def listed(findings: Findings, now: datetime) -> str:
    """Which things or deeds there were."""
    if is_none(findings):
        return none_words(findings, now)
    items, selection = findings.items, findings.query.of
    one_deed = selection.next_to and not selection.actions and bool(items) and items[0].what == "deed"
    if one_deed or any(value == item.name for value in findings.value[:1] for item in items[:1]):
        return told_one_by_one(items, now)
    if selection.change:
        return f"{_changed(counted_things(items), findings)}{when_words(selection)}"
    return f"I {_verb(selection)} {counted_things(items)}{_placed(selection)}{when_words(selection)}"


def _verb(selection: Selection) -> str:
    """What was done, without to what: "picked up"."""
    if selection.subject == "sights":
        return "saw"
    return verb_form(selection.actions[0]) if selection.actions else "handled"


def _changed(things: str, findings: Findings) -> str:
    if all(item.source == "task log" or item.request for item in findings.items):  # by what was done, not what was seen
        return f"I {findings.items[-1].name.partition(' the ')[0]} {things}"
    return f"I saw {things} become {said_states((findings.query.of.change,))}"


def _placed(selection: Selection) -> str:
    if not selection.place.types:
        return ""
    return (
        f" from {the(selection.place.types[0])}"
        if "Pickup" in selection.actions
        else (f" {located(selection.place.types[0])}")
    )


def told_one_by_one(items: Sequence[FoundItem], now: datetime) -> str:
    """Deeds in order, the day said once: "Today I picked up the mug (08:05) and put it in the sink (08:06)"."""
    told: dict[tuple[str, str], list[FoundItem]] = {}
    for item in items:
        tried = "tried to " if item.status == "failed" else ""
        name = ended(item).removeprefix("I ") if item.what == "task" else f"{tried}{item.name}"
        told.setdefault((say_day(item.start.date(), now), name), []).append(item)
    days: dict[str, list[str]] = {}
    for (day, name), alike in list(told.items())[:_TOLD]:
        days.setdefault(day, []).append(f"{name}{_clocks(alike)}")
    left = sum(len(alike) for alike in list(told.values())[_TOLD:])
    more = f" And {left} more." if left else ""
    return " ".join(sentence(f"{day}, I {joined(phrases)}") for day, phrases in days.items()) + more


def _clocks(items: Sequence[FoundItem]) -> str:
    """When the same was done on a day: " (08:05)", " (08:05, 08:07)", " (4 times, 08:05–08:10)"."""
    clocks = [f"{item.start:%H:%M}" for item in items if item.source != "summary"]
    if not clocks:
        return ""
    if len(clocks) > _CLOCKS:
        return f" ({times(len(clocks))}, {clocks[0]}–{clocks[-1]})"
    return f" ({', '.join(clocks)})"


_CLOCKS = 3
"""Times of day that are told one by one."""


def counted(findings: Findings, now: datetime) -> str:
    """How many times, things, kinds or days."""
    if fell(findings.query):
        return exists(findings, now)
    if is_none(findings):
        return none_words(findings, now)
    query, count = findings.query, findings.value
    if count is None:
        last = findings.items[-1]
        told = (
            f"I {did(last.request)} {said_time(last, now)}"
            if last.what == "deed"
            else ended(last, said_time(last, now))
        )
        return f"{told}, but I do not remember how many"
    selection = query.of
    lost = any(caveat.kind == "forgotten" for caveat in findings.caveats)
    least = "at least " if lost or any(item.source == "summary" for item in findings.items) else ""
    if query.counted == "things":
        things = _number_of(findings)
        if selection.change:
            return f"{_changed(f'{least}{things}', findings)}{when_words(selection)}"
        return f"I {_verb(selection)} {least}{things}{_placed(selection)}{when_words(selection)}"
    if query.counted == "kinds":
        return f"{how_many(count, 'kind')}: {joined([noun(item.kind) for item in findings.items])}"
    if query.counted == "days":
        return f"On {least}{how_many(count, 'day')}: {joined(_days(findings.items, now))}"
    return f"{_what(findings)} {least}{times(count)}{when_words(selection)}: {item_times(findings.items, now)}"


def _number_of(findings: Findings) -> str:
    """How many things: "2 plates"; of several kinds which: "2 things: the desk lamp and the light switch"."""
    thing, kinds = findings.query.of.thing, {item.kind for item in findings.items if item.kind}
    known = 1 < len(kinds) <= _TOLD and len(findings.items) == findings.value
    if known and len(thing.types) > 1 and not thing.states:
        return f"{how_many(findings.value, 'thing')} ({counted_things(findings.items)})"
    kind = next(iter(kinds)) if len(kinds) == 1 else thing.types[0] if thing.types else "Thing"
    return quantity(findings.value, kind, said_states(thing.states))


def _days(items: Sequence[FoundItem], now: datetime) -> list[str]:
    return list(dict.fromkeys(say_day(item.start.date(), now).removeprefix("on ") for item in items))


def _what(findings: Findings) -> str:
    selection = findings.query.of
    if selection.subject == "speech":
        who = {teller(item) for item in findings.items}
        return {"you": "You said that", "I": "I said that"}.get(who.pop() if len(who) == 1 else "", "That was said")
    return "Something failed" if selection.subject == "failures" else f"I {deed_words(selection, some=True)}"


def exists(findings: Findings, now: datetime) -> str:
    """Yes or no, with the latest time or what came nearest."""
    if fell(findings.query):
        return "Whether I let anything fall I cannot tell; I know only what I put somewhere"
    if is_none(findings):
        words = none_words(findings, now)
        if findings.status == "forgotten":
            return not_remembered(findings, now)
        return f"No, {words}" if words.startswith("I ") else f"No. {sentence(words)}"
    items = _without_closing(findings)
    last = items[-1]
    lacking = next((caveat for caveat in findings.caveats if caveat.kind == "not every"), None)
    if lacking is not None:
        return _not_every(lacking, last, now)
    if findings.query.of.thing.amount is not None:
        return _so_many(findings, now)
    of, kinds = findings.query.of, {item.kind for item in items}
    if of.thing == ANYTHING and (of.actions or of.change) and 1 < len(kinds) <= _TOLD and "" not in kinds:
        return f"Yes, {listed(replace(findings, value=()), now)}"  # of anything, what it was
    often = len(items) > 1 and last.what == "deed" and last.source != "summary"
    more = f" It was one of {len(items)} times" if often else _there_in(items)
    return f"Yes, {told_deed(last, now)}.{more}"


def _without_closing(findings: Findings) -> tuple[FoundItem, ...]:
    """What was found without that doors were shut again, where it is asked whether somebody was there at all."""
    items, of = findings.items, findings.query.of
    if of.actions or of.change or of.subject != "deeds":
        return items
    return tuple(item for item in items if not item.name.startswith("closed ")) or items


def _so_many(findings: Findings, now: datetime) -> str:
    """Whether it was done to as many as asked, and to how many."""
    last, thing = findings.items[-1], findings.query.of.thing
    told = told_deed(last, now)
    if findings.value is None:
        return f"{told}; to how many I do not remember"
    if thing.amount == 1 and not thing.bound:
        return f"Yes, {told}"
    number, kinds = len(findings.items), {item.kind for item in findings.items}
    things = quantity(number, last.kind) if len(kinds) == 1 else counted_things(findings.items)
    fewer = not findings.value and number < (thing.amount or 0)
    return f"{'Yes' if findings.value else 'No'}, {'only ' if fewer else ''}{things}: {told}"


def _not_every(lacking: Caveat, last: FoundItem, now: datetime) -> str:
    """That something was not done to every one, or that nobody can tell, with what was done."""
    if not lacking.words:
        return f"{told_deed(last, now)}; whether that was done to every one I cannot tell"
    if lacking.words == "among them" and lacking.about is not None:
        return f"{told_deed(last, now)}; whether {one_of(lacking.about.thing)} was among them I cannot tell"
    done, _, known = lacking.words.partition(" of ")
    return f"No, to {done} of the {known} that I know of: {told_deed(last, now)}"


def _there_in(items: Sequence[FoundItem]) -> str:
    """In which tasks a thing was there."""
    tasks = list(dict.fromkeys(went(item) for item in items if item.what == "task"))
    more = [f"did {len(tasks) - _TOLD} other tasks"] if len(tasks) > _TOLD else []
    return f" It was there when I {joined(tasks[:_TOLD] + more)}" if tasks else ""


def when(findings: Findings, now: datetime) -> str:
    """Every time it happened, or the one asked for."""
    if is_none(findings):
        return none_words(findings, now)
    items = findings.items
    if len(items) == 1:
        last = "last " if items[0].what == "sight" and findings.query.of.ordinal == -1 else ""
        return told_deed(replace(items[0], name=f"{last}{items[0].name}"), now)
    alike = {item.name for item in items}
    if findings.query.measure == "start" and len(alike) > 1:  # since when each of several is there
        return "; ".join(told_deed(item, now) for item in items[:_TOLD])
    if {item.what for item in items} <= {"speech", "fact"} and len(alike) > 1:
        return "; ".join(told_deed(item, now) for item in items[-_TOLD:])
    if len(alike) > 1 and is_category(findings.query.of.thing.types) and {item.what for item in items} == {"deed"}:
        return told_one_by_one(items, now)  # which of the devices it was at which time
    what = f"I {items[0].name}" if len(alike) == 1 and items[0].what != "speech" else _what(findings)
    return f"{what} {times(len(items))}: {item_times(items, now)}"


def ago(findings: Findings, now: datetime) -> str:
    """How many days ago it was."""
    if is_none(findings):
        return none_words(findings, now)
    days = ["today" if day == 0 else f"{how_many(day, 'day')} ago" for day in dict.fromkeys(findings.value)]
    return f"{joined(days)}: {told_deed(findings.items[-1], now)}"


def duration(findings: Findings, now: datetime) -> str:
    """How long it lasted, or how long lay between."""
    if is_none(findings):
        return none_words(findings, now)
    if findings.value is None:
        return f"I know when it began, but not when it ended: {told_deed(findings.items[0], now)}"
    first, last = findings.items[0], findings.items[-1]
    length = said_length(findings.value) if isinstance(findings.value, timedelta) else how_many(findings.value, "day")
    return f"{length}, {span_words(first.start if not findings.query.against else first.end, last.start, now)}"


def who(findings: Findings, now: datetime) -> str:
    """Who said it, or asked for it; who did what I did not, nobody knows."""
    if is_none(findings):
        others = findings.query.of.subject == "deeds" and not {"you", "your"} & {*findings.query.text.split()}
        words = none_words(findings, now)
        return f"{words}; who did, I do not know" if others and words.startswith("I never") else words
    if findings.value is None:
        return f"{told_deed(findings.items[0], now)}, but I do not know who asked for it"
    item = findings.items[-1]
    if item.what in ("speech", "fact"):
        return told_deed(item, now)
    told = told_deed(findings.items[0], now)
    if findings.query.asks_doer:
        return f"I did: {told}, to {item.name}"
    return f"{told}, as {teller(item)} had asked me to"


def why(findings: Findings, now: datetime) -> str:
    """Why it failed, or what it was done for."""
    if is_none(findings):
        return none_words(findings, now)
    items = findings.items
    if items[-1].status == "failed" and items[-1].what == "deed":
        last = items[-1]
        again = f" (I failed {times(len(items))})" if len(items) > 1 else ""
        told = f"{told_deed(last, now)} but failed{again}"
        return f"{told}: {last.reason}" if last.reason else f"{told}; I was not told why"
    told = told_deed(items[0], now)
    if len(items) == 1:
        return f"{told}, but I do not know what for"
    asked = f', as {teller(items[1])} had asked: "{findings.value}"' if findings.value else ""
    return f"{told} to {items[1].name}{asked}"


def _runs(kind: str) -> bool:
    """Whether a thing of some class is switched on for what is done with it."""
    return kind in object_types() and "toggleable" in object_types()[kind].can


def tool(findings: Findings, now: datetime) -> str:
    """What it was done with."""
    if not findings.items:
        return none_words(findings, now)
    item = findings.items[0]
    if findings.value is None and findings.status == "forgotten":
        return f"{told_deed(item, now)}, but I do not remember with what"
    if findings.value is None:
        return f"{told_deed(item, now)}, as far as I know with nothing else"
    if item.source == "task log":
        kinds = list(dict.fromkeys(one.kind for one in findings.items[1:] if one.kind))
        ways = [f"with {the(kind)} on" if _runs(kind) else f"with {the(kind)}" for kind in kinds]
        return f"{told_deed(item, now)} {joined(ways)}; with what else, I do not remember"
    others = [the(one.kind) for one in findings.items[2:]]
    more = f"; other times with {joined(others)}" if others else ""
    name = did(item.name) if item.what == "task" else item.name
    used = "" if the(findings.value) in name else f" with {the(findings.value)}"
    return f"I {name}{used} {said_time(item, now)}{more}"


def said(findings: Findings, now: datetime) -> str:
    """What was said, line by line."""
    if not findings.items:
        return none_words(findings, now)
    items = findings.items
    shown = items[-_TOLD:]
    lines = [f"{said_time(item, now)}, {quoted(item)}" for item in shown]
    if len(shown) < len(items):
        lines.insert(0, f"{len(items)} things were said; the last {len(shown)} of them:")
    told = "\n".join(line[:1].upper() + line[1:] for line in lines)
    return f"Yes. {told}" if _WHETHER.match(findings.query.text) else told


def fact(findings: Findings, now: datetime) -> str:
    """What was told to be so."""
    if not findings.items:
        return none_words(findings, now)
    heard = " But I was told no fact about it." if findings.items[0].what == "speech" else ""
    verb = "said" if heard else "told me"
    told = [sentence(f'{said_time(one, now)} {teller(one)} {verb}: "{one.name.strip()}"') for one in findings.items]
    yes = "Yes. " if _WHETHER.match(findings.query.text) else ""
    return f"{yes}{' '.join(told)}{heard}"


def compare(findings: Findings, now: datetime) -> str:
    """Which of several it was."""
    if not findings.items:
        return none_words(findings, now)
    told = _by_side(findings, now)
    if findings.query.claim is not None:
        return told
    if findings.value is None:
        return f"Neither more than the other: {told}"
    return f"{_called(findings.value)}: {told}"


def _called(value: str) -> str:
    return the(value) if value[:1].isupper() and value.isalpha() else value


def _by_side(findings: Findings, now: datetime) -> str:
    if findings.query.measure in ("start", "end"):
        return "; ".join(told_deed(item, now) for item in findings.items)
    if findings.query.measure == "duration":
        lengths = [(name, max((i.end - i.start for i in items), default=timedelta())) for name, items in findings.sides]
        return joined([f"{_called(name)} {said_length(length)}" for name, length in lengths])
    return joined([f"{_called(name)} {times(len(items))}" for name, items in findings.sides])


def counts_by_kind(items: Sequence[FoundItem]) -> str:
    """How often each class: "the fridge 3 times and the microwave once"."""
    kinds = Counter(item.kind for item in items)
    return joined([f"{the(kind)} {times(count)}" for kind, count in kinds.items()])


def extreme(findings: Findings, now: datetime) -> str:
    """What something was done to most often, and how often."""
    if not findings.items:
        return none_words(findings, now)
    if findings.query.measure == "duration":
        item = findings.items[0]
        return f"{the(item.kind)}: {said_length(item.end - item.start)} ({said_time(item, now)})"
    equal = "Several equally often: " if findings.value is None else ""
    of = findings.query.of
    done = f"I {_verb(of)} " if of.subject == "deeds" and of.actions else ""
    return f"{equal}{done}{counts_by_kind(findings.items)}"


def order(findings: Findings, now: datetime) -> str:
    """In which order they came."""
    if not findings.items:
        return none_words(findings, now)
    return before_or_after(findings) + "; then ".join(told_deed(item, now) for item in findings.items[:_TOLD])
