"""What people tell and ask about their things and habits in a conversation about the past."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from agent.personal.talk import PersonalHearing, PersonalTalk


def heard(talk: PersonalTalk, said: str, speaker: str, now: Callable[[], datetime]) -> PersonalHearing | None:
    """What becomes of an utterance; None where it is about nothing of the kind.

    Args:
        talk: Knows people.
        said: The utterance.
        speaker: Who said it.
        now: Tells the home's time.
    """
    if not talk.concerns(said):
        return None
    hearing = talk.hear(said, speaker, now(), source="talk")
    return hearing if hearing.reply else None


def intent_of(hearing: PersonalHearing, kind: str) -> str:
    """What the utterance was taken for."""
    if hearing.question:
        return "question"
    return "correction" if kind == "take back" else "feedback"
