"""How the voice words that something was so already when it was asked for."""

from __future__ import annotations

from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.understanding.times import say_time
from agent.recall.understanding.universals import says_every
from agent.recall.voice.phrases import teller
from envs.vocabulary.task_names import plainly


def is_already(findings: Findings) -> bool:
    """Whether something was so before it was asked for."""
    return any(caveat.kind == "already" for caveat in findings.caveats)


def so_already(item: FoundItem, now: datetime) -> str:
    """That what was to be done was so when it was asked for."""
    who = f"{teller(item)} asked me" if item.request else "I was"
    seen = ", as far as I could see" if says_every(item.name) else ""
    at = say_time(item.start, now)
    return f"It was so already {at}{seen}: {who} to {plainly(item.name)}, and I left it as it was"
