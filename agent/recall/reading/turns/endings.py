"""Which of the tasks told are meant by how they ended, or by when: "the failed ones", "which of those today"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import alone, exchanges, members, tells_several
from agent.recall.reading.turns.searches import TRIED, seeks
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import NamedTime, TimeReader
from memory.reading.traces import Scope

_ENDED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("completed", "finished", "done", "successful", "accomplished"), ("done",)),
    **dict.fromkeys(("failed", "unsuccessful"), ("failed", "partly")),
    **dict.fromkeys(("cancelled", "canceled"), ("cancelled",)),
    **dict.fromkeys(("interrupted",), ("interrupted",)),
    **dict.fromkeys(("unfinished", "incomplete"), ("failed", "partly", "cancelled", "interrupted", "running")),
}
"""A word for tasks that ended so → outcomes."""
_MANY = r"(?:two|three|four|five|six) "
_THOSE_ENDED = re.compile(
    rf"\b(?P<of>of )?(?:the|those|these) (?P<many>{_MANY})?(?P<how>{'|'.join(_ENDED)}) (?:{_MANY})?"
    r"(?P<one>one|ones)(?= |$)"
)
_MOST_BACK = 6
"""So many of the exchanges before may be what "those" are."""


def that_ended_so(sentence: str, before: EarlierExchange | None) -> tuple[str, EarlierExchange | None]:
    """A turn about some of the tasks that were told of by how they ended, as one about "those", which are just they.

    Args:
        sentence: The sentence.
        before: What it leans on; both as they are for any other turn.
    """
    said = plain(sentence)
    found = _THOSE_ENDED.search(said)
    if found is None or before is None:
        return sentence, before
    outcomes = _ENDED[found["how"]]
    for one in exchanges(before):
        tasks = [item for item in members(one) if item.what == "task"]
        meant = tuple(item for item in tasks if item.status in outcomes)
        if one.findings is None or one.query.of.subject != "tasks" or len(tasks) < 2 or not meant:
            continue
        if found["one"] == "one" and not found["of"]:
            return (_with(said, found, "it"), alone(meant[-1], one.query, before)) if len(meant) == 1 else (said, one)
        query = MemoryQuery("list", replace(one.query.of, outcomes=outcomes, ordinal=None), text=one.query.text)
        told = replace(one.findings, query=query, value=tuple(item.name for item in meant), items=meant)
        return _with(said, found, f"{found['of'] or ''}those"), EarlierExchange(query, told, one.earlier)
    return sentence, before


_NOT_DONE = (
    r"(?:waiting|pending|on hold|open|outstanding|left|to (?:be )?(?:do|done)|left to (?:do|be done)|due"
    r"|not (?:done|finished|completed) yet)"
)
_WHICH_ENDED = re.compile(
    r"^(?:(?:and|but|so|ok|okay|then) )*(?:which|what)(?: (?P<one>ones?|tasks?|jobs?|requests?))?"
    r"(?P<of> of (?:them|these|those))? "
    r"(?:(?P<failed>failed|did (?:fail|not (?:work|succeed|work out|go well))|went wrong"
    r"|(?:was|were) not possible|did you fail(?: at)?|could you not do)"
    r"|(?P<cancelled>(?:was|were|got|has been|have been) (?:called off|cancelled|canceled))"
    r"|(?P<interrupted>(?:was|were|got) interrupted)"
    rf"|(?P<waiting>(?:is|are) (?:(?:still|yet|now) )?{_NOT_DONE}(?: now| yet| still)?))$"
)
_OUTCOMES = {"failed": ("failed", "partly"), "cancelled": ("cancelled",), "interrupted": ("interrupted",)}


def which_ended_so(said: str, before: EarlierExchange) -> MemoryQuery | None:
    """Those of the tasks listed some turns ago that ended so, where something else was asked of since; else None.

    Where no task was spoken of those of all tasks.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _WHICH_ENDED.match(said)
    since = before.query.of.subject in ("deeds", "sights", "facts", "speech") or bool(before.query.of.outcomes)
    if found is None or not (since or found["waiting"]) or not (found["one"] or found["of"]):
        return None
    outcomes = next((_OUTCOMES[how] for how in _OUTCOMES if found[how]), ())
    for one in [*exchanges(before)][:_MOST_BACK]:
        of = one.query.of
        tasks = [item for item in members(one) if item.what == "task"]
        if of.subject == "tasks" and not of.task and not of.outcomes and len(tasks) > 1:
            ask, ended = ("remaining", ()) if found["waiting"] else ("list", outcomes)
            return MemoryQuery(ask, replace(of, outcomes=ended, ordinal=None), text=said)
    tasks = any(one.query.of.subject == "tasks" for one in [*exchanges(before)][:_MOST_BACK])
    return None if tasks or found["waiting"] else MemoryQuery("list", Selection("tasks", outcomes=outcomes), text=said)


_WAS_THEN = frozenset({"was that", "was this", "was it", "did that happen", "was that also", "was this also"})


def was_it_then(said: str, before: EarlierExchange, times: TimeReader) -> MemoryQuery | None:
    """Whether the task that came to nothing, or in which something was looked for, was at a time; None for others.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
        times: Reads the time that it names.
    """
    named = times.read(said)
    if not named.words or " ".join(named.rest.split()) not in _WAS_THEN:
        return None
    looked = before.query.of.subject in ("deeds", "sights") and seeks(before.query.text)
    for one in [*exchanges(before)][: _MOST_BACK if looked else 1]:
        items = members(one)
        if len(items) == 1 and items[0].what == "task" and (looked or items[0].status != "done"):
            within = _begun_within(Scope(items[0].start, items[0].end), named.scope)
            of = Selection("tasks", task=items[0].name, outcomes=TRIED if within else (), time=named.span)
            return MemoryQuery("exists" if within else "outcome", of, text=said)
    return None


def _with(said: str, found: re.Match[str], those: str) -> str:
    return f"{said[: found.start()]}{those}{said[found.end() :]}"


_WHICH_OF_THOSE = re.compile(
    r"^(?:(?:and|but|so|ok|okay) )*which(?: ones?)? of (?:those|them|these) "
    r"(?:(?:did|have) (?:you|i) \w+(?: for)?|(?:was|were) (?:it )?|happened|took place) ?(?P<rest>.+)$"
)


def of_those_when(sentence: str, before: EarlierExchange | None, time: NamedTime) -> tuple[MemoryQuery, ...]:
    """Those of the tasks told one by one in the exchanges before that are of the time named; nothing for other turns.

    Args:
        sentence: The sentence.
        before: What it leans on.
        time: The time that the sentence names.
    """
    found = _WHICH_OF_THOSE.match(plain(sentence))
    if found is None or found["rest"].strip() != time.words or before is None:
        return ()
    if tells_several(before):
        of, tasks = before.query.of, all(item.what == "task" for item in before.items)
        listed = tasks and of.subject == "tasks" and not of.task and before.query.ask in ("list", "count")
        within = [item for item in before.items if _begun_within(Scope(item.start, item.end), time.scope)]
        timed = MemoryQuery("list", replace(of, time=time.span, ordinal=None), text=plain(sentence))
        return (timed,) if listed and within else ()
    asked: list[tuple[Selection, Scope]] = []
    for one in [*exchanges(before)][:_MOST_BACK]:
        items = members(one)
        if len(items) != 1 or items[0].what != "task" or one.query.of.subject != "tasks":
            break
        asked.insert(0, (one.query.of, Scope(items[0].start, items[0].end)))
    within = [(of, at) for of, at in asked if _begun_within(at, time.scope)]
    if len(asked) < 2 or not within:
        return ()
    return tuple(
        MemoryQuery("list", replace(of, time=SpanOfTime(at), ordinal=None), text=plain(sentence)) for of, at in within
    )


def _begun_within(at: Scope, scope: Scope) -> bool:
    after = at.start is not None and (scope.start is None or at.start >= scope.start)
    return after and (scope.end is None or at.start is None or at.start <= scope.end)
