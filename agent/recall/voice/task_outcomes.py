"""How tasks ended and why, who asked for them, and what is left to do, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.understanding.times import say_time
from agent.recall.voice.already import is_already, so_already
from agent.recall.voice.phrases import teller
from agent.recall.voice.task_phrases import did, ended, to_do
from agent.recall.voice.tasks import MOST_TASKS, account, each_once, of_any_task, tasks_told, with_its_time
from envs.vocabulary.english import how_many, joined, sentence
from envs.vocabulary.task_names import plainly


@of_any_task
def outcome_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """What became of it; whether everything was done; whether it still is to be done."""
    if "still due" in findings.query.senses and isinstance(findings.value, bool):
        return f"{'Yes' if findings.value else 'No'}. {with_its_time(tasks[-1], now)}"
    if isinstance(findings.value, bool):
        if findings.value:
            return f"Yes. {account(tasks)}"
        short = [item for item in tasks if item.status != "done"]
        finished = [item for item in tasks if item.status == "done"]
        others = f" I did the other {how_many(len(finished), 'task')}{_which(finished)}" if finished else ""
        return f"No. {account(short)}{others}"
    item = tasks[-1]
    said = {"done": "Yes", "running": "Not yet", "waiting": "Not yet"}.get(item.status, "No")
    if is_already(findings):
        return so_already(item, now) if _OPEN.match(findings.query.text) else f"Yes. {so_already(item, now)}"
    if "fails" in findings.query.senses:
        said = {"done": "No", "failed": "Yes", "partly": "Yes"}.get(item.status, said)
    if "tried" in findings.query.senses and item.status in ("failed", "partly", "interrupted"):
        said = "Yes"
    return with_its_time(item, now) if _OPEN.match(findings.query.text) else f"{said}. {with_its_time(item, now)}"


_OPEN = re.compile(r"^(?:(?:and|so|but|or|then) )*(?:where|what|when|which|how|who)\b(?! about)")
"""How a question begins that is not answered with yes or no."""


def _which(items: Sequence[FoundItem]) -> str:
    told = each_once([to_do(item.name) for item in items])
    return f": {joined(told)}" if len(told) <= MOST_TASKS else ""


@of_any_task
def why_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """Why it was done, or did not come to its end."""
    if any(caveat.kind == "not so" for caveat in findings.caveats):
        return f"It is not so: {with_its_time(tasks[-1], now)}"
    item = tasks[-1]
    if item.status in ("done", "running"):
        who = teller(item)
        return f'Because {who} asked for it: "{item.request}"' if item.request else "I remember nobody asking for it"
    if not findings.value:
        return f"{account(tasks)} I do not know why"
    return account(tasks)


@of_any_task
def who_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """Who asked for it."""
    item = tasks[-1]
    if not item.request:
        return f"{sentence(f'{teller(item)} did')}" if findings.value else "I remember nobody asking for it"
    if is_already(findings):
        at = say_time(item.start, now)
        return f"Not I: {teller(item)} asked me to {plainly(item.name)}, but it was so already {at}"
    if findings.query.asks_doer and item.status != "done":
        return f"{with_its_time(item, now)}. Who else did it, I do not know"
    if findings.query.asks_doer:
        return f"I {did(item.name)} {say_time(item.start, now)}, as {teller(item)} had asked me to"
    if findings.query.asks_receiver:
        return f"Who got it I do not know. {sentence(f'{teller(item)} asked for it {say_time(item.start, now)}')}"
    return f'{teller(item).capitalize()} did, {say_time(item.start, now)}: "{item.request}"'


def remaining_words(findings: Findings, now: datetime) -> str:
    """What is left to do."""
    if findings.status == "unsure":
        return "I keep no list of what is to be done here, so I cannot tell"
    if not findings.value:
        return "Nothing is left to do"
    left = tasks_told(findings)
    return f"There is still this to do: {joined([to_do(i.name) for i in left])}. " + " ".join(
        sentence(ended(item)) for item in left if item.status != "waiting" or item.reason
    )


OUTCOME_WORDINGS: Mapping[tuple[str, str], Callable[[Findings, datetime], str]] = {
    ("outcome", "tasks"): outcome_words,
    ("remaining", "tasks"): remaining_words,
    ("who", "tasks"): who_words,
    ("why", "tasks"): why_words,
}
"""By ask and subject, as in ``speaking.WORDINGS``."""
