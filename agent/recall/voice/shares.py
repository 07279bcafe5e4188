"""How the voice words what holds of some of several: at a place, or done by the robot or by others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.voice.conditions import located_item
from agent.recall.voice.phrases import said_time, told_deed, where_words
from agent.recall.voice.task_phrases import ended
from agent.recall.voice.things import exists, who
from envs.vocabulary.english import noun, plural, quantity

_TOLD = 4
"""So many things are told of one by one."""


def exists_there(findings: Findings, now: datetime) -> str:
    """Whether a thing was there; of several, of how many of them it is so."""
    return _of_several(findings, now) if findings.sides else exists(findings, now)


def _of_several(findings: Findings, now: datetime) -> str:
    there, items = dict(findings.sides)["there"], findings.items
    every = sum(len(some) for _, some in findings.sides)
    if items[0].what == "task":  # it was left undone of some
        return f"No: {ended(items[0], said_time(items[0], now))}. {_each(items[1:], now)}"
    if findings.query.quantifier == "others":
        several = quantity(len(items), items[0].kind) if findings.value else f"only one {noun(items[0].kind).lower()}"
        return f"{'Yes' if findings.value else 'No'}, I know of {several}: {_each(items, now)}"
    some = there and findings.query.quantifier in ("any", "none", "number")
    told, kind = _each(there if some else items, now), items[0].kind
    if every == 1:
        led = {True: "Yes", False: "No"}.get(findings.value, "I only know of one")
        return f"{led}: {told}" if findings.value is None else f"{led}: {told}; I know of no other {noun(kind).lower()}"
    number = "all" if len(there) == every else str(len(there)) if there else "none"
    of_them = f"{number} of the {every} {plural(kind).lower()} that I know of"
    if findings.query.quantifier == "number":
        return f"{quantity(len(there), kind)}, {of_them}: {told}"
    if findings.query.quantifier == "both" and findings.value is None:
        return f"I know of {quantity(every, kind)}; {of_them}: {told}"
    if findings.query.quantifier == "these" and there and findings.value is None:
        return f"{of_them}: {told}"
    if findings.value is None:
        return f"I do not know that of every one; {of_them} for sure: {told}"
    return f"{'Yes' if findings.value else 'No'}, {of_them}: {told}"


def _each(items: Sequence[FoundItem], now: datetime) -> str:
    """Where each of some things is or was."""
    first = items[0]
    told = told_deed(first, now) if first.what == "deed" and not first.name.startswith("put ") else (
        located_item(first, now))  # fmt: skip
    others = [one for one in items[1:_TOLD] if one.place]
    told += "".join(f"; another {where_words(one)} ({said_time(one, now)})" for one in others)
    left = len(items) - 1 - len(others)
    return told + (f"; and {left} more" if left else "")


def doer(findings: Findings, now: datetime) -> str:
    """Who did something; of what somebody else may have done, what is known of its thing."""
    if "others" not in findings.query.senses:
        return who(findings, now)
    item = next(iter(findings.items), None)
    told = "" if item is None else ended(item, said_time(item, now)) if item.what == "task" else located_item(item, now)
    who_it_was = " who" if "who" in findings.query.text.split() else ""
    return f"I do not know{who_it_was}; I know only what I did myself{'. ' if told else ''}{told}"
