"""Where something is, asked in other verbs: "where is the mug hiding", "where has it wandered off to"."""

from __future__ import annotations

from collections.abc import Sequence

from agent.recall.reading.parts.wordlists import words

_BEING = frozenset({"is", "are", "was", "were"})
_SPEAKERS = frozenset({"you", "i", "we"})


def where_it_is(said: Sequence[str]) -> list[str]:
    """The words with "is" for how a thing is somewhere, or for how it came there.

    Args:
        said: The words of the sentence.
    """
    return _without_posture(_gone_off(said))


def _without_posture(said: Sequence[str]) -> list[str]:
    """Of "why is the bear not sitting on the chair", "where is the mug hiding" where it is: no memory keeps how."""
    for at, word in enumerate(said):
        ahead = next((index for index in range(at - 1, -1, -1) if said[index] in _BEING), None)
        been = said[at - 1] == "been" and ahead is None
        ahead = next((index for index in range(at) if said[index] in ("has", "have", "had")), None) if been else ahead
        if word not in words("postures") or ahead is None or at - ahead < 2 or said[ahead + 1] in _SPEAKERS:
            continue
        if _SPEAKERS & {*said[ahead + 1 : at]}:
            continue
        end = at + 1
        while end < len(said) and said[end] in words("idly"):
            end += 1
        if end == len(said) or said[end] in words("places") | words("when_now") | {"before"}:
            return [*said[:at], *said[end:]]
    return [*said]


def _gone_off(said: Sequence[str]) -> list[str]:
    """Of "where has the mug wandered off to", "where did it end up" where it is; of "where did it lie" where it was."""
    asks = next((at for at, word in enumerate(said[:3]) if word == "where"), None)
    if asks is None or len(said) < asks + 3 or said[asks + 1] not in _BEING | {"has", "have", "did"}:
        return [*said]
    going = words("going_off") | (words("standing") if said[asks + 1] == "did" else frozenset())
    at = next((at for at in range(asks + 3, len(said)) if said[at] in going), None)
    if at is None or _SPEAKERS & {*said[asks + 2 : at]}:
        return [*said]
    end = at + 1
    while end < len(said) and said[end] in words("idly") | {"off", "to", "up", "itself", "themselves"}:
        end += 1
    if end < len(said) and said[end] not in words("when_now") | (
        {"before"} if said[at] in words("standing") else set()
    ):
        return [*said]
    several = said[asks + 2] in ("they", "those", "these") or said[asks + 1] in ("have", "are", "were")
    past = "yesterday" in said[end:] or said[at] in words("standing")
    being = ("were" if several else "was") if past else "are" if several else "is"
    return [*said[: asks + 1], being, *said[asks + 2 : at], *said[end:]]
