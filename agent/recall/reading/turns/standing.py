"""How the tasks that were told of stand, and at what time that was: "which of them failed?", "where was it then?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.composing import STATE_OF
from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from agent.recall.reading.turns.searches import seeks
from agent.recall.understanding.dates import day_scope
from envs.vocabulary.verbs import base, changes
from memory.reading.traces import Scope


def asked_states(before: EarlierExchange) -> tuple[str, ...]:
    """In which state a thing was said to be, or was brought: of "did you open it" that it is open."""
    asked = before.query.of
    led = [STATE_OF[action] for action in asked.actions if action in STATE_OF]
    return asked.thing.states or tuple(filter(None, (asked.change, *led)))[:1]


def left_to_do(before: EarlierExchange) -> tuple[str, ...]:
    """How the tasks stand that are still to be done, where those were told of."""
    items = before.items
    return tuple(sorted({item.status for item in items})) if before.query.ask == "remaining" else ()


def work_left(query: MemoryQuery) -> tuple[MemoryQuery, ...]:
    """What is left to do, where it is asked what is open and no thing is named: tasks are open, too."""
    of, said = query.of, {*query.text.split()}
    bare = of == Selection("sights", thing=ThingFilter(states=("+open",)), time=of.time)
    asks = query.ask == "list" and bare and "open" in said and said & {"still", "yet", "left"}
    return (replace(query, ask="remaining", of=Selection("tasks", time=of.time)),) if asks else ()


def without_implied(query: MemoryQuery) -> tuple[MemoryQuery, ...]:
    """What was said of something without what its deed implies: who asks to wash a bowl means a dirty one."""
    about = query.of.about
    verb = base(about[0]) if query.of.subject == "speech" and about else None
    change = changes().get(verb, "") if verb else ""
    implied = {word for word, state in STATES.items() if change and state[1:] == change[1:] and state[0] != change[0]}
    brief = about[:1] + tuple(word for word in about[1:] if word not in implied)
    return (replace(query, of=replace(query.of, about=brief)),) if brief != about else ()


def became(before: EarlierExchange) -> tuple[str, ...]:
    """How the tasks that were told of ended, where none of them was done."""
    items = before.items
    statuses = {item.status for item in items if item.what == "task"}
    return () if "done" in statuses else tuple(sorted(statuses))


def given_up(query: MemoryQuery) -> tuple[str, ...]:
    """How a task ended of which it is asked when it was given up; nothing for every other question."""
    said = {*query.text.split()}
    gave = "up" in said and said & {"give", "gave", "given"}
    gave = gave or (said & {"stop", "stopped", "quit"} and seeks(query.text))
    return ("failed", "partly", "cancelled", "interrupted") if query.measure == "end" and gave else ()


def asks_of_failure(query: MemoryQuery, before: EarlierExchange) -> bool:
    """Whether how often, or when, is asked of what failed: after "did the salad fail"."""
    asked, own = before.query, query.of
    fails = any(word.startswith("fail") for word in asked.text.split())
    known = not before.findings or before.findings.value == "failed"
    return fails and known and asked.ask == "outcome" and query.ask in ("when", "count", "ago") and not own.outcomes


def moment_told(query: MemoryQuery, before: EarlierExchange) -> SpanOfTime:
    """The moment that was told, where it is asked where something was then: "where was it?" after "when …"."""
    items = before.items
    past = {*query.text.split()} & {"was", "were"}
    if not past or len(items) != 1 or before.query.ask not in ("when", "ago"):
        return ANY_TIME
    return SpanOfTime(Scope(items[0].start, items[0].end), "then", instant=True)


def time_of(own: Selection, before: EarlierExchange) -> SpanOfTime:
    """The time of what is asked, else that of what was asked before, else the days of what was told."""
    base = before.query.of.time
    if own.time != ANY_TIME or base != ANY_TIME:
        return own.time if own.time != ANY_TIME else base
    items = before.items
    if not items:
        return ANY_TIME
    return SpanOfTime(day_scope(items[0].start.date(), items[-1].start.date()), "that day")


def by_whom(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """Who called off what was called off: that is not who asked for it, and must be told as left out."""
    off = query.ask == "who" and "by" in query.text.split() and "cancelled" in became(before)
    return replace(query, left_out=(*query.left_out, "cancelled")) if off else query


def counted_alike(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery:
    """A count of those that were counted before, in the same way: of times, not of things."""
    asked = before.query
    same = query.ask == asked.ask == "count" and query.of.thing == ANYTHING
    return replace(query, counted=asked.counted) if same and "often" not in query.text.split() else query


def which_of_others(query: MemoryQuery, before: EarlierExchange, outcomes: Sequence[str]) -> Selection | None:
    """The tasks of which it is asked which one ended so, where the one that was told last ended otherwise.

    "And which one was called off?", after why another failed, is one of those that were told before that, else of all.

    Args:
        query: Which ended so.
        before: What was asked and told.
        outcomes: How they must have ended.
    """
    said = query.text.split()
    items = before.items
    one = len(items) == 1 and items[0].what == "task" and items[0].status not in outcomes
    if query.ask != "list" or not one or not {"which", "what"} & {*said}:
        return None
    for each in islice(exchanges(before), _FAR):
        of = each.query.of
        if of.subject == "tasks" and not of.task and each.items:
            return replace(of, outcomes=(), ordinal=None)
    return Selection("tasks", time=query.of.time)


_FAR = 6
"""So many exchanges back several tasks may have been told of."""


def all_asked(before: EarlierExchange) -> Selection | None:
    """All tasks of the time that was asked about, where it was asked what failed; None for every other question."""
    asked = before.query.of
    return Selection("tasks", time=asked.time) if asked.subject == "failures" else None
