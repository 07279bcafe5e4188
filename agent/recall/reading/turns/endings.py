"""Which of the tasks told are meant by how they ended, or by when: "the failed ones", "which of those today"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, SpanOfTime
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import alone, exchanges, members, tells_several
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import NamedTime
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
    if found is None or found["rest"].strip() != time.words or before is None or tells_several(before):
        return ()
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
