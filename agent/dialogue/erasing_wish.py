"""What a wish to erase means: a stretch of time ("everything on Sunday"), or words."""

from __future__ import annotations

import re
from datetime import datetime

from agent.recall.understanding.times import TimeReader
from agent.requests.intents import plain
from envs.vocabulary.english import how_many, joined
from memory.erasing.erase import preview_about
from memory.erasing.files import LEFT, erase_everywhere
from memory.erasing.spans import erase_span, preview_span
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.store.database import Store

_BESIDE = re.compile(
    r"\b(please|forget|erase|delete|everything|anything|all|whatever|what|that|which|happened|was|were|did|done|said|saw|seen"
    r"|heard|lived|you|i|we|of|on|in|from|during|about|at|the|whole|entire|day|there|and)\b|[^\w]"
)


def time_meant(about: str, view: View, now: datetime) -> Scope | None:
    """The stretch of time that is to be erased as a whole; None when words are meant, with or without a time.

    Args:
        about: What is to be erased.
        view: The memory.
        now: The home's time.
    """
    named = TimeReader(now, view).read(plain(about))
    if not named.scope.limited or named.instant or _BESIDE.sub("", named.rest):
        return None
    return Scope(named.scope.start, named.scope.end)


def asked_back(store: Store, about: str, now: datetime) -> str:
    """The question before erasing: what would go, and how much.

    Args:
        store: Open for writing; nothing is changed.
        about: What is to be erased.
        now: The home's time.

    Raises:
        BadInput: It names nothing that could be looked for.
    """
    span = time_meant(about, View(store), now)
    found = preview_about(store, about) if span is None else preview_span(store, span)
    counts = {"experience": found.experiences, "utterance": found.utterances, "task": found.tasks}
    much = joined([how_many(count, name) for name, count in counts.items() if count])
    share = f"That takes something from {much}." if much else "I find nothing of it."
    what = f"everything about {about}" if span is None else f"all of {about.removeprefix('on ').removeprefix('of ')}"
    return f"Shall I erase {what} for good? {share} I could not bring it back."


def erased(store: Store, about: str, now: datetime) -> str:
    """Erase, and say what was erased; arguments as for ``asked_back``.

    Raises:
        BadInput: As for ``asked_back``.
        TryAgain: The file is busy, or there is no room.
    """
    span = time_meant(about, View(store), now)
    if span is not None:
        erase_span(store, span, now)
        return "I erased all of that time. What I wrote in files about it is still there."
    gone, files = erase_everywhere(store, about, now)
    told = f"I erased everything that spoke of {', '.join(gone.words)}."
    left = [one for one in files if one.outcome == LEFT]
    if left:
        told += f" It may still be in {how_many(len(left), 'file')} that I wrote: " + "; ".join(
            f"{one.path} ({one.note})" for one in left
        )
    return told
