"""Findings as an answer: the words, by ask and subject, and the value with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings
from agent.recall.answer import Answer
from agent.recall.voice import conditions, things
from agent.recall.voice.accounts import is_account, told_account
from agent.recall.voice.denials import none_words, with_caveats
from agent.recall.voice.shares import doer, exists_there
from agent.recall.voice.task_outcomes import OUTCOME_WORDINGS
from agent.recall.voice.task_phrases import heard
from agent.recall.voice.tasks import TASK_WORDINGS

FindingsWording = Callable[[Findings, datetime], str]
"""Words what was found, without the caveats."""

WORDINGS: Mapping[tuple[str, str], FindingsWording] = {
    ("list", "*"): things.listed,
    ("list", "sights"): conditions.so_now,
    ("list", "speech"): things.said,
    ("list", "facts"): things.fact,
    ("count", "*"): things.counted,
    ("exists", "*"): things.exists,
    ("exists", "sights"): exists_there,
    ("when", "*"): things.when,
    ("ago", "*"): things.ago,
    ("duration", "*"): things.duration,
    ("who", "*"): things.who,
    ("who", "sights"): doer,
    ("why", "*"): things.why,
    ("tool", "*"): things.tool,
    ("where", "*"): conditions.where,
    ("where", "speech"): things.said,
    ("where", "facts"): things.fact,
    ("put", "*"): conditions.moved,
    ("taken", "*"): conditions.moved,
    ("contents", "*"): conditions.contents,
    ("holding", "*"): conditions.holding,
    ("state", "*"): conditions.state,
    ("said", "*"): things.said,
    ("fact", "*"): things.fact,
    ("compare", "*"): things.compare,
    ("extreme", "*"): things.extreme,
    ("order", "*"): things.order,
    **TASK_WORDINGS,
    **OUTCOME_WORDINGS,
}
"""By ask and subject; ``*`` stands for every subject that has no line of its own."""

_NOT_UNDERSTOOD = "I do not know how to answer that"


def worded(findings: Findings, now: datetime) -> str:
    """What was found in plain English, in the first person, with everything that has to be said along with it."""
    findings = _heard(findings)
    return with_caveats(_claimed(findings, _worded(findings, now)), findings, now)


def _heard(findings: Findings) -> Findings:
    """With tasks called as the robot says them: "bring me my tray" is to bring it to whoever asked."""
    items = tuple(heard(item) for item in findings.items)
    names = {old.name: new.name for old, new in zip(findings.items, items, strict=True) if old.name != new.name}
    value = names.get(findings.value, findings.value) if isinstance(findings.value, str) else findings.value
    caveats = tuple(replace(one, items=tuple(heard(item) for item in one.items)) for one in findings.caveats)
    return replace(findings, value=value, items=items, caveats=caveats)


def _worded(findings: Findings, now: datetime) -> str:
    if any(caveat.kind == "not so" and caveat.about is not None for caveat in findings.caveats):
        return none_words(findings, now)
    if findings.query.of.time.but and not findings.items:
        return "On no other day"
    if is_account(findings):
        return told_account(findings, now)
    ask, subject = findings.query.ask, findings.query.of.subject
    wording = WORDINGS.get((ask, subject)) or WORDINGS.get((ask, "*"))
    return wording(findings, now) if wording else _NOT_UNDERSTOOD


def _claimed(findings: Findings, text: str) -> str:
    """The words with the answer to "…, right?" before them."""
    if findings.query.claim is None or text.startswith(("Yes", "No,", "No.", "No:")):
        return text
    return f"{_CLAIMED[_agreed(findings)]}: {text}"


_CLAIMED = {True: "Yes", False: "No", None: "I am not sure"}


def _agreed(findings: Findings) -> bool | None:
    """Whether it is as the speaker takes it to be; None where what was forgotten may make it so."""
    kinds = {caveat.kind for caveat in findings.caveats}
    if not kinds & {"claim", "not so"}:
        return True
    return None if kinds & {"forgotten", "summary"} else False


def spoken(findings: Findings, now: datetime, tokens_read: int) -> Answer:
    """What was found as the answer that everybody outside gets; to a claim its value is whether it is so."""
    tasks = tuple(item.name for item in findings.items if item.what == "task")
    text = worded(findings, now)
    value = findings.value if findings.query.claim is None else _agreed(findings)
    return Answer(text, value, findings.query.ask, findings.evidence, findings.status, tokens_read, tasks)
