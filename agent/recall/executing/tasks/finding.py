"""Which tasks a selection means: by their words, by what they were about, by who asked, by what was done in them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import cache
from weakref import WeakKeyDictionary

from agent.recall.algebra.findings import ASKED_BACK, RESUMED, FoundItem
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import amount_in_words, names_thing
from agent.recall.executing.tasks.past_task import PastTask, past_tasks, settled
from agent.recall.lookup.classes import with_pieces
from agent.recall.lookup.task_matching import Meant, content, like, same
from agent.recall.lookup.task_runs import covering, errands_at
from agent.recall.lookup.unserved_requests import of_another_part
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import deeds
from memory.experience import UNNAMED
from memory.reading.asked_tasks import AskedTask
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View

_BACK = (2, 14, 90)
"""Days that are looked at, one after the other, for the last tasks of a long life."""
_COMMON = frozenset({"the", "and", "you", "all", "any", "one", "make", "put"})
_WORKING = re.compile(
    r"^(?:(?:work|worked|working|be|were) (?:on|at|busy with)|(?:be |get )?done with"
    r"|(?:finish|complet|start|stopp?|begin|beg[au]n|interrupt)\w*) (?=\S)"
)
"""What people say of any task before they name it."""
_ANY_TASK = frozenset(
    {"make", "do", "work", "finish", "complete", "start", "begin", "prepare", "task", "be", "have", "get"}
)
_POLITE = re.compile(r"^.*?\b(?:so kind as to|like you to|want you to|need you to) |\b(?:please|kindly|pls)\b", re.I)
_ASIDE = re.compile(r"(?<=\w),? (?:in|with|without|on|from|if|when|before|after) |, |\. ", re.I)
_UNSURE = 0.3
"""Probability of a task that may be the one that was named."""


def find_tasks(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Tasks that pass a selection's own filters, in order of beginning."""
    selection = replace(selection, task=plain_task(selection.task))
    found = _at(posed, selection, candidates(posed, selection))
    if selection.task:
        found = named(found, selection.task)
    if selection.speaker:
        found = [one for one in found if _asked_by(one, selection.speaker)]
    if (selection.relation or selection.ordinal is not None) and "asked for" not in posed.query.senses:
        found = [one for one in found if not one.reason.startswith(ASKED_BACK)]
    if selection.about:
        found = [one for one in found if _mentions(one, selection.about)]
    found = settled(posed.view, _with_deeds(posed, selection, found), bool(selection.outcomes))
    if "interrupted" in selection.outcomes and INTERRUPTIONS.issuperset(selection.outcomes):
        found = [_left_for_another(posed, one) for one in found]
    return [one.item() for one in found]


def _left_for_another(posed: PosedQuery, one: PastTask) -> PastTask:
    """A task as interrupted, if another one came in between, whatever became of it later."""
    asked = one.asked
    if asked is None or one.status in INTERRUPTIONS:
        return one
    between = posed.view.asked.between(Scope(asked.asked, asked.ended))
    other = next((other for other in between if other.interrupted == asked.id and not other.erased), None)
    if other is None:
        return one
    return replace(one, status="interrupted", reason=f"{asked_between(other)}, {RESUMED}")


def asked_between(other: AskedTask) -> str:
    """That a task was asked for while another one went on."""
    who = "you" if other.requester.lower() in UNNAMED else other.requester
    quoted = re.search(r"\b(?:me|my|I|i)\b", other.words)  # of whoever asked: not for the robot to say
    return f'{who} asked for "{other.words}" in between' if quoted else f"{who} asked me to {other.words} in between"


def plain_task(words: str) -> str:
    """The words of a task without those of working on it; empty where they name none: "make", "work on it"."""
    text = _WORKING.sub("", words.strip())
    return text if content(text) - _ANY_TASK else ""


def failed_tasks(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Tasks of the time and the words of a selection that came to nothing, at least in part."""
    found = find_tasks(posed, Selection("tasks", task=selection.task, time=selection.time))
    return [item for item in found if item.status in ("failed", "partly")]


INTERRUPTIONS = frozenset({"interrupted", "waiting", "cancelled"})
"""Outcomes that a question names which is about interruptions; with others it is about what is not finished."""
_POOLS: WeakKeyDictionary[View, dict[Hashable, list[PastTask]]] = WeakKeyDictionary()
"""Candidates by what they depend on, for as long as one question is answered."""


def candidates(posed: PosedQuery, selection: Selection) -> list[PastTask]:
    """Tasks among which those of a selection are; of a long life not all are looked at."""
    known = _POOLS.setdefault(posed.view, {})
    counted_back = selection.ordinal if selection.ordinal and selection.ordinal < 0 and not selection.relation else 0
    key = (selection.time.scope, selection.task, selection.thing.types, counted_back, bool(selection.outcomes))
    if key not in known:
        known[key] = _candidates(posed, selection)
    return known[key]


def _candidates(posed: PosedQuery, selection: Selection) -> list[PastTask]:
    view, scope = posed.view, selection.time.scope
    if not view.episodes.many() or scope.start:
        return past_tasks(view, scope)
    if selection.task:
        words = [*content(selection.task), *(noun(kind) for kind in selection.thing.types)]
        words = [word for word in re.findall(r"[a-z]{3,}", f"{selection.task} {' '.join(words)}".lower())]
        words = [word for word in dict.fromkeys(words) if word not in _COMMON]
        return past_tasks(view, scope, errands_at(view, scope, view.episodes.mentioning(words) if words else []))
    if selection.ordinal is not None and selection.ordinal < 0 and not selection.relation:
        return _latest(posed, selection)
    return past_tasks(view, scope)


def _latest(posed: PosedQuery, selection: Selection) -> list[PastTask]:
    """At least as many of the last tasks as a selection counts back, if there are."""
    end = selection.time.scope.end or posed.now
    for days in _BACK:
        found = past_tasks(posed.view, Scope(end - timedelta(days=days), end, selection.time.scope.episode))
        if len(found) >= -(selection.ordinal or 0) and not selection.outcomes:
            return found
    return past_tasks(posed.view, selection.time.scope)


def _at(posed: PosedQuery, selection: Selection, found: Sequence[PastTask]) -> list[PastTask]:
    """Of a moment what began in it, or else went on."""
    scope = selection.time.scope
    begun = [one for one in found if _begun_in(one, scope)]
    if selection.time.instant and not begun:
        at = scope.start or posed.now
        near = past_tasks(posed.view, Scope(at - timedelta(hours=12), scope.end or at, scope.episode))
        return [one for one in near if one.run.end >= at and one.status != "waiting"]
    return begun if selection.time.instant else list(found)


def _begun_in(one: PastTask, scope: Scope) -> bool:
    return (not scope.start or one.run.start >= scope.start) and (not scope.end or one.run.start <= scope.end)


def named(found: Sequence[PastTask], text: str) -> list[PastTask]:
    """Those that some words name: by their name, by the words in which they were asked for, or as a second guess."""
    meant = _meant([one.run for one in found], text)
    chosen = {id(run) for run in meant.errands}
    picked = [one for one in found if id(one.run) in chosen]
    if picked and meant.sure:
        picked = _mainly(picked, text)
        chosen = {id(one.run) for one in picked}
        return [one for one in found if id(one.run) in chosen or _asked_so(one, text)]
    words = alike(text)
    asked = [one for one in found if words and any(_within(words, alike(said)) for said in _called(one))]
    asked = [one for one in asked if one.asked is None or not of_another_part(words, one.asked.request, one.run.name)]
    if asked:  # of two tasks that were asked for in one breath the one that is about it
        return [one for one in asked if words & alike(one.run.name) - _COMMON] or asked
    return [replace(one, run=replace(one.run, confidence=min(one.run.confidence, _UNSURE))) for one in picked]


def _mainly(found: Sequence[PastTask], text: str) -> list[PastTask]:
    """Those that are about it, if there are any, not those in which it is named beside: "on a clean plate"."""
    words = alike(text)
    heads = [(one, alike(one.run.name), alike(_ASIDE.split(one.run.name, maxsplit=1)[0])) for one in found]
    main = [one for one, name, head in heads if words and (name == words or _within(words, head))]
    return main or list(found)


def _asked_so(one: PastTask, text: str) -> bool:
    """Whether a task that was asked for is the one that is named, apart from where, with what and how nicely.

    "Make coffee in a clean mug" is making coffee, and "I would like you to water the plant" is watering it; but putting
    a plant on a shelf is not the same as putting it down.
    """
    words = alike(text)
    if one.asked is None or not words or of_another_part(words, one.asked.request, one.run.name):
        return False
    return any(words == alike(_ASIDE.split(_POLITE.sub("", said), maxsplit=1)[0]) for said in _called(one))


def _called(one: PastTask) -> list[str]:
    """What a task is called: by the agent, and by who asked for it."""
    return [one.run.name, *([one.asked.request] if one.asked and one.asked.request else [])]


def alike(text: str) -> frozenset[str]:
    """The words of a task in which others may name it: to cut an apple slice is to slice an apple."""
    words: set[str] = set()
    for word in content(text):
        whole = word.removesuffix("sliced")
        words |= {whole, "slice"} if whole and whole != word else {word}
    return frozenset("slice" if deeds().get((word,)) == "Slice" else word for word in words)


def _meant(runs: Sequence, text: str) -> Meant:
    """Tasks that are named exactly, as a second guess, or by a part of their name; none that is only like it."""
    found = same(runs, text)
    words = content(text)
    if found.errands or not words:
        return found
    return Meant(tuple(run for run in runs if _within(words, content(run.name))))


def _within(words: frozenset[str], name: frozenset[str]) -> bool:
    """Whether all words of a task are among those of a name; "table" is, where a dining table is."""
    return all(word in name or not _kinds(word).isdisjoint(name) for word in words)


@cache
def _kinds(word: str) -> frozenset[str]:
    """The classes that a word for several kinds of things stands for, as names of tasks have them."""
    found = full_lexicon().find([word])
    return frozenset(kind.lower() for kind in found.types) if found and len(found.types) > 1 else frozenset()


def nearest(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Tasks that are like the one that was named and was not found: in other words, or at another time."""
    if not selection.task:
        return []
    elsewhere = replace(selection, time=replace(selection.time, scope=EVERYTHING))
    pool = candidates(posed, elsewhere)
    exact = named(pool, selection.task) if selection.time.scope.limited else []
    similar = {id(run) for run in like([one.run for one in pool], selection.task).errands} if not exact else set()
    return [one.item() for one in exact or [one for one in pool if id(one.run) in similar]]


def _asked_by(one: PastTask, speaker: str) -> bool:
    if speaker == "user" or one.asked is None:  # people ask for tasks, the robot for none
        return speaker != "robot"
    return one.asked.requester.lower() == speaker.lower()


def _mentions(one: PastTask, words: Sequence[str]) -> bool:
    text = f"{one.run.name} {one.asked.request if one.asked else ''}".lower()
    return all(re.search(rf"\b{re.escape(word.lower())}", text) for word in words)


# ----------------------------------------------------------------------------------------------- what was done in them


def _with_deeds(posed: PosedQuery, selection: Selection, found: list[PastTask]) -> list[PastTask]:
    """Those about the things, and with the deeds, tools and places, that are named beside the task."""
    thing = selection.thing
    if thing.besides:
        found = [one for one in found if not names_thing(one.run.name, thing.besides)]
    if selection.actions or selection.change or selection.tool != ANYTHING:
        return _while_done(posed, selection, found)
    for about in (thing, selection.place):
        if about.types:
            found = [one for one in found if _about(posed, one, about)]
    return found


def _while_done(posed: PosedQuery, selection: Selection, found: list[PastTask]) -> list[PastTask]:
    deeds = Selection(
        "deeds",
        selection.actions,
        selection.change,
        selection.thing,
        selection.place,
        selection.tool,
        time=selection.time,
    )
    ranges = [(item.first, item.last) for item in posed.select(deeds) if item.first]
    return [one for one in found if covering(one.parts, ranges)]


def _about(posed: PosedQuery, one: PastTask, thing: ThingFilter) -> bool:
    """Whether a task was about a thing, in that amount: by its name, or else by what was handled."""
    texts = [one.run.name, *([one.asked.request] if one.asked else [])]
    said = [count for text in texts if (count := amount_in_words(text, thing.types)) is not None]
    if thing.amount is not None and said:
        return thing.amount in said
    if thing.amount is None and any(names_thing(text, thing.types) for text in texts):
        return True
    handled = _handled(posed, one, thing.types)
    return len(handled) == thing.amount if thing.amount is not None else bool(handled)


def _handled(posed: PosedQuery, one: PastTask, types: Sequence[str]) -> set[str]:
    kinds = with_pieces(posed.view, types)
    found: set[str] = set()
    for part in one.parts:
        rows = posed.view.interactions(Scope(part.start, part.end), (), kinds)
        rows += posed.view.interactions(Scope(part.start, part.end), (), (), kinds)
        found |= {row.thing or "" for row in rows if part.first <= row.experience <= part.last}
    return found
