"""One turn of a model that thinks and acts: a thought, one skill, the stop word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent.language.roles.quoting import one_line
from envs.rearrangement.skills import read_skill

STOP = "Assigned!"
"""Ends a turn; what a model goes on to imagine behind it is not read."""
LONGEST_THOUGHT = 600
_LONGEST_SKILL = 300
_LONGEST = 20_000
"""Characters of a turn that are read."""
_SKILL = re.compile(r"\w{1,40} ?\[[^\]]*\]")
_AROUND = " \t>*`-."
_LABEL = re.compile(r"^\s*\**Thought:?\**:?\s*", re.I)


@dataclass(frozen=True)
class ReactTurn:
    """What a model said in one turn.

    Attributes:
        thought: Why, on one line.
        action: The skill as it was written; "" when there was none, or several.
        problem: Why it cannot be used: ``none`` or ``several`` skills, or ``unknown``: the world says what is wrong
            with it; "" when it can.
    """

    thought: str
    action: str
    problem: Literal["", "none", "several", "unknown"] = ""


def read_turn(text: str) -> ReactTurn:
    """Read a turn; a skill counts only on a line of its own, and only before the stop word.

    Args:
        text: What the model wrote.
    """
    lines = text[:_LONGEST].partition(STOP)[0].replace("\\_", "_").splitlines()
    found = [_skill_of(line) for line in lines]
    other = " ".join(line for line, skill in zip(lines, found, strict=True) if not skill)
    thought = one_line(_LABEL.sub("", other, count=1), LONGEST_THOUGHT)
    skills = list(dict.fromkeys(filter(None, found)))
    if len(skills) != 1:
        return ReactTurn(thought, "", "several" if skills else "none")
    written = one_line(skills[0], _LONGEST_SKILL)
    read = read_skill(written)
    return ReactTurn(thought, written, "unknown") if isinstance(read, str) else ReactTurn(thought, str(read))


def _skill_of(line: str) -> str:
    """The skill that a line consists of, talk and marks of emphasis aside; "" for none."""
    bare = line.strip(_AROUND).removeprefix("Action:").strip(_AROUND)
    return bare if _SKILL.fullmatch(bare) else ""
