"""A sentence that asks two things, in two: "when did you make coffee and how long did it take"."""

from __future__ import annotations

from collections.abc import Sequence

from agent.recall.reading.parts.wordlists import words


def halves(said: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Both halves of a sentence that asks two things; None for one question."""
    asks = words("asks") - {"if", "whether"} | {"did", "was", "were"}
    for at in range(2, len(said) - 1):
        if said[at] == "and" and said[at + 1] in asks and said[0] in asks | {"did", "is", "are", "have", "has"}:
            if "between" in said[:at]:
                return None
            return list(said[:at]), list(said[at + 1 :])
        if said[at] == "and" and said[at + 1 : at + 2] == ["why"]:
            return list(said[:at]), list(said[at + 1 :])
    if len(said) > 2 and said[-2:] == ["and", "why"]:
        return list(said[:-2]), ["why"]
    return None
