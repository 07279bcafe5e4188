"""What was said, and what was told to be so, as items and answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.matching import names
from agent.recall.executing.narrowing import overlap
from agent.recall.executing.posed import PosedQuery
from envs.vocabulary.stems import stem
from envs.vocabulary.verbs import base, deeds, requests
from memory.experience import OWN_VOICE
from memory.levels import TASK
from memory.reading.traces import Said, Scope
from memory.store.rows.facts import ToldFact

_ASKED = re.compile(r'^Asked "(.+?)", I ')
_SHARE = 0.5
"""Least share of the words of a topic that something said must hold where nothing holds them all."""


def find_speech(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """What was said; where the words are forgotten, requests as the task log has them."""
    scope, about = selection.time.scope, selection.about
    verb = base(about[0]) if len(about) == 1 and selection.place.types else None
    if verb is not None:  # "put something in the fridge" is what asks to put anything there, in whatever words
        about = ()
        selection = replace(selection, about=about)
    rows = [row for row in posed.view.said(scope, about) if _by(row.utterance.speaker, selection.speaker)]
    items = [_item(row) for row in rows]
    items += _requests(posed, selection, items)
    items += _quoted(posed, selection, items)
    if not items and len(about) > 1:
        near = _nearest(posed, scope, selection)
        if "asked for" in posed.query.senses:  # "wash a bowl" is no request to wash the floor
            near = [row for row in near if _about(row.utterance.text, about[-1:])]
        items = [replace(_item(row), chance=_SHARE) for row in near]
    if selection.task:
        tasks = posed.tasks_of(selection)
        items = [item for item in items if any(overlap(item, task) for task in tasks)]
    for named in (selection.place, selection.thing):  # "put something in the fridge" names the fridge
        items = [item for item in items if not named.types or names(item.name, named.types)]
        items = [item for item in items if not named.unknown or _about(item.name, named.unknown.split())]
    return items if verb is None else [item for item in items if _asks_to(item.name, verb)]


def _asks_to(text: str, verb: str) -> bool:
    """Whether a text has a verb that asks for the same as another: "pop" and "put"."""
    said = {base(word) for word in _plain(text).split()} - {None}
    alike = {one for one in said if requests().get(one or "", one) == requests().get(verb, verb)}
    return bool(alike) or any(deeds().get((one or "",), one) == deeds().get((verb,), verb) for one in said)


def _by(speaker: str, wanted: str) -> bool:
    if wanted in ("", "anybody"):
        return True
    if wanted == "robot":
        return _own(speaker)
    return not _own(speaker) if wanted == "user" else speaker.lower() == wanted.lower()


def _own(speaker: str) -> bool:
    return speaker.lower() in OWN_VOICE


def _item(row: Said) -> FoundItem:
    span = (row.time, row.time, row.event, row.experience, row.experience)
    return FoundItem("speech", row.utterance.text, *span, speaker=row.utterance.speaker)


def _requests(posed: PosedQuery, selection: Selection, heard: Sequence[FoundItem]) -> list[FoundItem]:
    """Requests of which the task log alone still has the words."""
    if selection.speaker == "robot":
        return []
    words = {_plain(item.name) for item in heard}
    found = []
    for task in posed.view.asked.between(selection.time.scope):
        fits = _by(task.requester or "user", selection.speaker) and _about(task.request, selection.about)
        inside = _within(task.asked, selection.time.scope)
        if task.request and fits and inside and _plain(task.request) not in words:
            node = task.evidence[0] if task.evidence else 0
            speaker = task.requester or "user"
            item = FoundItem("speech", task.request, task.asked, task.asked, node, speaker=speaker, source="task log")
            found.append(item)
    return found


def _quoted(posed: PosedQuery, selection: Selection, heard: Sequence[FoundItem]) -> list[FoundItem]:
    """Requests of which the summary of a task alone still has the words."""
    if selection.speaker not in ("", "anybody", "user") or not posed.view.forgotten(selection.time.scope):
        return []
    words = {_plain(item.name) for item in heard}
    found = []
    for line in posed.view.told(selection.time.scope, TASK):
        match = _ASKED.search(line.text) if line.within else None
        if match and _plain(match[1]) not in words and _about(match[1], selection.about):
            span = (line.start, line.end, line.node)
            found.append(FoundItem("speech", match[1], *span, speaker="user", source="summary"))
    return found


def _within(time: datetime, scope: Scope) -> bool:
    return (scope.start is None or time >= scope.start) and (scope.end is None or time <= scope.end)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _about(text: str, words: Sequence[str]) -> bool:
    """Whether a text holds all of these words, in whatever form."""
    held = {stem(word) for word in re.findall(r"[^\W_]+", text.lower())}
    return {stem(part) for word in words for part in re.findall(r"[^\W_]+", word.lower())} <= held


def _nearest(posed: PosedQuery, scope: Scope, selection: Selection) -> list[Said]:
    """What holds the most words of a topic, at least half of them, where nothing holds them all."""
    counts: dict[tuple[int, str], int] = {}
    found: dict[tuple[int, str], Said] = {}
    for word in selection.about:
        for row in posed.view.said(scope, (word,)):
            place = (row.experience, row.utterance.text)
            if _by(row.utterance.speaker, selection.speaker):
                counts[place], found[place] = counts.get(place, 0) + 1, row
    best = max(counts.values(), default=0)
    enough = best >= _SHARE * len(selection.about)
    return [found[place] for place in sorted(counts) if counts[place] == best] if enough else []


def said(posed: PosedQuery) -> Findings:
    """What was said, by whom. Value: tuple of (time, speaker, text)."""
    selection = posed.query.of
    items = posed.select(selection)
    if selection.speaker not in ("", "robot", "anybody") and "told" in posed.query.senses and not selection.relation:
        words = {_plain(item.name) for item in items}
        told = [one for one in find_facts(posed, selection) if not any(_plain(one.name) in said for said in words)]
        items = sorted([*items, *told], key=lambda item: item.start) if selection.ordinal is None else items
    if not items and selection.about:  # the sentence may be forgotten, what it told is kept
        items = posed.select(replace(selection, subject="facts", task=""))
    if not items:
        return posed.never((), selection)
    return posed.found(tuple((item.start, item.speaker, item.name) for item in items), items)


def find_facts(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """What somebody told to be so, in their words, as far as it still holds."""
    told = posed.view.facts.about(selection.about, selection.time.scope)
    return [_fact(posed, one) for one in told if _by(one.speaker, selection.speaker)]


def _fact(posed: PosedQuery, one: ToldFact) -> FoundItem:
    return FoundItem("fact", one.text, one.time, one.time, _shown(posed, one.time), speaker=one.speaker, source="fact")


def _shown(posed: PosedQuery, time: datetime) -> int:
    """A node that still tells of a time; 0 when none does."""
    number = posed.view.at(time)
    if number is not None and (node := posed.view.episodes.event(number)):
        return node
    lines = posed.view.told(Scope(time, time))
    return lines[-1].node if lines else 0


def fact(posed: PosedQuery) -> Findings:
    """What was told to be so. Value: tuple of texts; where nothing was told, what was said about it."""
    selection = posed.query.of
    items = posed.select(replace(selection, subject="facts"))
    if items:
        return posed.found(tuple(item.name for item in items), items)
    heard = posed.select(replace(selection, subject="speech")) if selection.about else []
    heard = [item for item in heard if item.chance == 1]  # a sister's birthday is not a brother's
    if not heard:
        own = posed.view.facts.own
        return posed.never((), replace(selection, speaker=own) if own and not selection.speaker else selection)
    heard = heard[-3:]
    return posed.found(tuple(item.name for item in heard), heard, "partly", (Caveat("nearest", items=tuple(heard)),))
