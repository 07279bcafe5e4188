"""Questions that are asked while something is done: without what stands beside them, and with what is said behind.

"Hey robo, where is the mug, do you know?" asks where the mug is; "which pan is it? the one on the stove, please" asks
something, and says something of the work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from agent.requests.instructions import Chat, Instruction, RecallQuestion, is_lost
from agent.requests.remarks.in_essence import SEAMS, is_called, is_exclaimed, rejoined, without_cry
from agent.requests.remarks.leading_up import without_lead_in
from agent.requests.words.tidying import tidy

_BTW = re.compile(r"(?:^(?:btw|by the way)\b[ ,:-]*|[ ,]+(?:btw|by the way)(?= *(?:[?.!]|$)))", re.IGNORECASE)


def asked_alone(found: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """What was understood, its questions without what stands beside them: "hey robo, where is the mug, do you know?".

    Args:
        found: What was understood.
    """
    return tuple(RecallQuestion(_alone(one.text)) if isinstance(one, RecallQuestion) else one for one in found)


def _alone(question: str) -> str:
    question = _BTW.sub("", question)
    plain = tidy(question)
    led = without_lead_in(plain)
    question = question if led == plain else led
    cut = SEAMS.split(question)
    parts = [(said, mark) for said, mark in zip(cut[::2], [*cut[1::2], ""], strict=True) if said]
    kept = [said for said, _ in parts if not (is_called(said.lower()) or is_exclaimed(said.lower()))]
    if not kept or question.startswith("question:"):
        return question
    alone = re.sub(r"^(?:and|but|so)\b ", "", rejoined(kept, parts))
    alone = without_cry(alone)
    end = "?" if question.rstrip().endswith("?") and not alone.endswith("?") else ""
    return question if alone == question.rstrip("? ") else f"{alone}{end}"


def asked_and_said(
    utterance: str, found: Sequence[Instruction], read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark comes to that asks something and then says something of the work; nothing where it does not.

    Args:
        utterance: The remark.
        found: What it was read as: one question.
        read: Reads a remark.
    """
    question, mark, rest = utterance.rpartition("?")
    if len(found) != 1 or not isinstance(found[0], RecallQuestion) or not mark or not rest.strip(" .!"):
        return ()
    said = read(rest.strip())
    if not said or is_lost(said) or any(isinstance(one, RecallQuestion | Chat) for one in said):
        return ()
    bare = without_cry(tidy(question))
    return said if is_exclaimed(bare) else (RecallQuestion(f"{question.strip()}?"), *said)
