"""The answer to one question with the query that it answers, and several such as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.answer import Answer
from agent.recall.doubting import KNOWN
from agent.recall.reading.reader import Refusal
from agent.recall.reading.turns.sameness import SamenessQuestion, same_told
from agent.recall.several_questions import combined

_DECIDED = frozenset({"known", "partly", "never happened"})
"""Statuses of answers that say yes or no."""
GUESS = "(If that is what you ask.)"
"""What an answer ends with that is a guess at what was asked."""


@dataclass(frozen=True)
class AnsweredQuery:
    """An answer with the last of the queries that it answers.

    Attributes:
        answer: The answer to all of them.
        query: The query; None where there is none.
        findings: What the memory said to it.
        sureness: How sure the reader was of the question, from 0 to 1.
    """

    answer: Answer
    query: MemoryQuery | None = None
    findings: Findings | None = None
    sureness: float = 1.0


def whether_same(asked: SamenessQuestion, found: AnsweredQuery | Refusal) -> AnsweredQuery | Refusal:
    """The answer about another thing, with whether it is the same as was told of the first."""
    if isinstance(found, Refusal):
        return found
    same = same_told(asked.told, found.findings)
    if same is None:
        return found
    text = f"{'Yes' if same else 'No'}: {found.answer.text}"
    return replace(found, answer=replace(found.answer, text=text, value=same), sureness=1.0)


def as_all(found: AnsweredQuery | Refusal, more: bool = False) -> AnsweredQuery | Refusal:
    """The same answer once more, as all that there is; ``more`` where it is asked for what else there is."""
    if isinstance(found, Refusal) or found.answer.status != "known":
        return found
    text = found.answer.text.removeprefix("Yes. ")
    all_of_it = "Nothing else, as far as I know." if more else "Yes, as far as I know."
    return replace(found, answer=replace(found.answer, text=f"{all_of_it} {text}"))


def as_tried(found: AnsweredQuery | Refusal) -> AnsweredQuery | Refusal:
    """Whether something was tried once more, of which ``found`` tells what came of that."""
    if isinstance(found, Refusal) or found.findings is None:
        return found
    tried = bool(found.findings.items)
    text = f"Yes. {found.answer.text}" if tried else "No, I did not try again, as far as I know."
    status = found.answer.status if tried else "never happened"
    return replace(found, answer=replace(found.answer, text=text, value=tried, kind="exists", status=status))


def whether_alike(found: Sequence[AnsweredQuery | Refusal]) -> AnsweredQuery | Refusal:
    """Whether the same was told of each of several things, with what was told."""
    known = [one for one in found if isinstance(one, AnsweredQuery) and one.findings is not None]
    values = {one.findings.value for one in known if one.findings is not None}
    told = together(known, "and") if known else found[0]
    if isinstance(told, Refusal) or len(known) < len(found) or any(not isinstance(one, str) for one in values):
        return told
    alike = len(values) == 1
    answer = replace(told.answer, text=f"{'Yes' if alike else 'No'}: {told.answer.text}", value=alike, kind="exists")
    return replace(told, answer=answer, sureness=1.0)


def as_one_of_them(is_one: bool, found: AnsweredQuery | Refusal) -> AnsweredQuery | Refusal:
    """Whether something is one of those that were told of, with what else is known of it."""
    if isinstance(found, Refusal):
        return found
    known = found.answer.status in KNOWN
    told = found.answer.text.removeprefix("Yes. ").removeprefix("No. ") if known else "Not as far as I know."
    answer = replace(found.answer, text=f"{'Yes' if is_one else 'No'}. {told}", value=is_one, kind="exists")
    return replace(found, answer=replace(answer, status="known" if known or is_one else "never happened"), sureness=1.0)


def together(answered: Sequence[AnsweredQuery], joint: str) -> AnsweredQuery:
    """The answers about each of several things as one; of "which of them" those of which it is so."""
    if joint != "which":
        return _about_all(answered, combined([one.answer for one in answered], joint))
    so = [one for one in answered if one.answer.value is True]
    open_ones = [one for one in answered if not isinstance(one.answer.value, bool) or one.answer.status not in _DECIDED]
    told = combined([one.answer for one in [*so, *(one for one in open_ones if one not in so)] or answered])
    kinds = tuple(kind for one in so if one.query is not None for kind in one.query.of.thing.types)
    text = told.text if so or open_ones else f"None of them, as far as I know. {told.text}"
    sure = not open_ones and all(one.answer.status == "known" for one in so)
    status = "known" if sure else "partly" if so else answered[0].answer.status
    return _about_all(so or answered, replace(told, text=text, value=kinds, kind="list", status=status))


def _about_all(answered: Sequence[AnsweredQuery], told: Answer) -> AnsweredQuery:
    """One answer for several, that the next question may lean on as if all of them had been asked about."""
    last = answered[-1]
    queries = [one.query for one in answered if one.query is not None]
    kinds = tuple(dict.fromkeys(kind for query in queries for kind in query.of.thing.types))
    items = tuple(item for one in answered if one.findings for item in one.findings.items)
    sureness = min(one.sureness for one in answered)
    if last.query is None or last.findings is None or not kinds or last.query.of.task:
        return replace(last, answer=told, sureness=sureness)
    of = replace(last.query.of, thing=replace(last.query.of.thing, types=kinds))
    query = replace(last.query, of=of)
    return AnsweredQuery(told, query, replace(last.findings, query=query, items=items), sureness)


def as_guess(answer: Answer) -> Answer:
    """An answer to what was perhaps not asked."""
    return replace(answer, text=f"{answer.text} {GUESS}", status="unsure")
