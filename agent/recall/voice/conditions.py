"""How the voice words where things are, what is in places and in the hand, and how things are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import ANYTHING
from agent.recall.voice.denials import is_none, none_words
from agent.recall.voice.phrases import (
    counted_things,
    said_states,
    said_time,
    told_deed,
    when_words,
    where_words,
)
from agent.recall.voice.task_phrases import did
from agent.recall.voice.things import fact, listed
from envs.vocabulary.english import be, located, noun, quantity, the
from perception.scene_graph.graph import HAND

_WHICH = "Which thing do you mean?"


def where(findings: Findings, now: datetime) -> str:
    """Where it is or was."""
    if findings.status == "unsure":
        return _WHICH
    if not findings.items:
        return _too_few(findings) or _denied(findings, now, subject="sights", place=ANYTHING)
    first = findings.items[0]
    if first.what == "fact":
        return fact(findings, now)
    text = located_item(first, now)
    if findings.query.of.place.types:
        return _not_known(text) if findings.value is None else f"{'Yes' if findings.value else 'No'}: {text}"
    if findings.query.of.time.scope.limited:
        return text
    others = [one for one in findings.items[1:4] if one.place]
    text += "".join(f"; {_another(one, first)} {where_words(one)} ({said_time(one, now)})" for one in others)
    return text + (f"; and {len(findings.items) - 4} more" if others and len(findings.items) > 4 else "")


def _another(item: FoundItem, first: FoundItem) -> str:
    """What a thing is called that is told of beside another one."""
    return f"another {noun(item.kind)}" if item.kind == first.kind else the(item.kind)


def _too_few(findings: Findings) -> str:
    """That there are not so many of a thing as its number says; empty where that is not why it is nowhere."""
    known = {item.thing: item.kind for one in findings.caveats if one.kind == "nearest" for item in one.items}
    number = findings.query.of.ordinal or 0
    return f"I only know of {quantity(len(known), next(iter(known.values())))}" if 0 < len(known) < number else ""


def _denied(findings: Findings, now: datetime, **looked_for: Any) -> str:
    """That there was none of what had to be looked for to answer."""
    query = replace(findings.query, of=replace(findings.query.of, **looked_for))
    return none_words(replace(findings, query=query), now)


def located_item(item: FoundItem, now: datetime) -> str:
    """Where one thing was last known to be."""
    thing = the(item.kind)
    if not item.place:
        return f"I do not know where: I last saw {thing} {_seen(item, now)}, but not in or on anything I could name"
    if item.name.startswith("gave "):
        return f"I {item.name} {_seen(item, now)}; since then {item.place} has had it, as far as I know"
    if item.status == "now":
        return f"I am holding {thing}" if item.place == HAND else f"I see {thing} {where_words(item)} right now"
    return f"I last knew {thing} {where_words(item)} {_seen(item, now)}"


def _not_known(text: str) -> str:
    return text if text.startswith("I do not know") else f"I do not know: {text}"


def _seen(item: FoundItem, now: datetime) -> str:
    return said_time(replace(item, start=item.end) if item.source != "summary" else item, now)


def moved(findings: Findings, now: datetime) -> str:
    """Where it was put or taken from."""
    if findings.status == "unsure":
        return _WHICH
    if not findings.items:
        return _denied(
            findings, now, subject="deeds", actions=("Place",) if findings.query.ask == "put" else ("Pickup",)
        )
    item = findings.items[0]
    if findings.value is None:
        return f"{told_deed(item, now)}; I do not know where that was"
    if len({one.thing for one in findings.items}) > 1:  # each of several
        told = [replace(one, name=one.name.replace(the(one.kind), _another(one, item), 1))
                for one in findings.items[1:]]  # fmt: skip
        return "; ".join(told_deed(one, now) for one in (findings.items[0], *told))
    first = findings.items[1:2]
    more = f"; at first I had taken it from {the(first[0].place)} {said_time(first[0], now)}" if first else ""
    return told_deed(item, now) + more


def contents(findings: Findings, now: datetime) -> str:
    """What is in or on a place."""
    place = (findings.query.of.place.types or findings.query.of.thing.types or ("",))[0]
    if findings.status == "unsure":
        return "In or on what?"
    if any(caveat.kind == "unknown" for caveat in findings.caveats):
        return none_words(findings, now)
    if not findings.items:
        other = "nothing else" if findings.query.of.thing.besides else "nothing"
        return f"I know of {other} {located(place)}{when_words(findings.query.of)}"
    things = counted_things([replace(item, thing=item.thing or "") for item in findings.items])
    if findings.query.of.time.scope.limited:
        return f"I saw {things} {located(place)}{when_words(findings.query.of)}"
    newest = max(findings.items, key=lambda item: item.end)
    verb = "was" if len(findings.items) == 1 else "were"
    return f"Last I knew, {things} {verb} {located(place)} ({_seen(newest, now)})"


def holding(findings: Findings, now: datetime) -> str:
    """What is or was in the hand."""
    if is_none(findings):
        return "I have no memory of that time"
    held = the(findings.items[0].kind) if findings.items else "nothing"
    when = findings.query.of.time.words
    text = f"I was holding {held} {when}" if when else f"I am holding {held}"
    return f"{'Yes' if findings.value else 'No'}, {text}" if findings.query.of.thing.types else text


def so_now(findings: Findings, now: datetime) -> str:
    """Which things are so, of "what is open?", or that none is as far as anybody knows; which were seen, of others."""
    if findings.query.quantifier != "any" or not findings.items:
        return listed(findings, now)
    text = state(replace(findings, value=bool(findings.value)), now)
    led = "" if findings.value else "none that I know of: "
    return led + text.removeprefix("Yes, ").removeprefix("Yes: ").removeprefix("No, ").removeprefix("No: ")


def state(findings: Findings, now: datetime) -> str:
    """Whether one, any or all are so."""
    selection, items = findings.query.of, findings.items
    if not items:
        return _denied(findings, now, subject="sights", thing=replace(selection.thing, states=()), change="")
    wanted = selection.thing.states or ((selection.change,) if selection.change else ())
    if wanted and selection.ordinal not in (None, -1):
        item = items[0]
        then = f"{the(item.kind)} {be(item.kind, past=True)} {_state_words(item, wanted)} {_seen(item, now)}"
        return f"{'Yes' if findings.value else 'No'}, {then}"
    if not wanted:
        plain = [f"+{one}" for one in findings.value]
        return _stands(items[0], said_states(plain) if plain else "as usual", now)
    if items[0].request and items[0].source == "summary":  # so it was called what brought it about, "clean every mug"
        return (
            f"{'Yes' if findings.value else 'No'}, as far as I know: I {did(items[0].request)} {_seen(items[0], now)}"
        )
    if len(items) == 1 or (selection.thing.types and not findings.query.quantifier):
        told = [_stands(item, _state_words(item, wanted), now) for item in items[:2]]
        alike = len({item.kind for item in items[:2]}) == 1
        more = f"; {told[1].replace('the ', 'another ', 1) if alike else told[1]}" if len(told) > 1 else ""
        return f"{'Yes' if findings.value else 'No'}, {told[0]}{more}"
    return _all_or_any(findings, wanted, now)


def _state_words(item: FoundItem, wanted: Sequence[str]) -> str:
    """How a thing is with respect to the states asked about."""
    return said_states([f"{'+' if one[1:] in item.states else '-'}{one[1:]}" for one in wanted]).replace(
        "and switched", "and"
    )


def _stands(item: FoundItem, words: str, now: datetime) -> str:
    if item.status == "now":
        return f"{the(item.kind)} {be(item.kind)} {words} (I see it now)"
    return f"{the(item.kind)} {be(item.kind, past=True)} {words} when I last knew ({_seen(item, now)})"


def _all_or_any(findings: Findings, wanted: Sequence[str], now: datetime) -> str:
    """About several things: those that are not as asked, or that are."""
    items = findings.items
    words = _state_words(items[0], wanted)
    things = counted_things(items)
    newest = _seen(items[0], now)
    answer = "Yes" if findings.value else "No"
    return f"{answer}: {things} {'were' if len(items) > 1 else 'was'} {words} when I last knew (at the latest {newest})"
