"""When something is said during a run: "at 40%: water the plant", "at step 25: stop"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent.household.listening_body import Saying
from agent.requests.reading import LONGEST
from envs.errors import BadInput

_AT = re.compile(
    r"^\s*at\s+(?:(?P<percent>\d{1,9}(?:\.\d{1,30})?)\s*%|(?:step\s+)?(?P<step>\d{1,9}))\s*:\s*(?P<text>.*\S)\s*$",
    re.I | re.S,
)


@dataclass(frozen=True)
class PlannedSaying:
    """Something to be said.

    Attributes:
        text: The words.
        step: After how many steps; None when a share was given.
        share: Of the steps that the same command takes when nobody interrupts it, 0 to 1.
    """

    text: str
    step: int | None = None
    share: float = 0.0


def read_planned(said: str) -> PlannedSaying:
    """Read when something is to be said.

    Raises:
        BadInput: It is not written like that.
    """
    found = _AT.match(said)
    if found is None:
        raise BadInput(
            f'{said[:80]!r} does not say when; write "at 40%: water the plant" or "at step 25: water the plant"'
        )
    if len(found["text"]) > LONGEST:
        raise BadInput(f"an utterance of {len(found['text']):,} characters; say at most {LONGEST:,} at a time")
    if found["percent"] is None:
        return PlannedSaying(found["text"], int(found["step"]))
    share = float(found["percent"]) / 100
    if share > 1:
        raise BadInput(f"{said[:80]!r}: a share of the run goes from 0% to 100%")
    return PlannedSaying(found["text"], None, share)


def sayings(planned: Sequence[PlannedSaying], steps: Callable[[], int]) -> tuple[Saying, ...]:
    """What is said after how many steps.

    Args:
        planned: What is to be said.
        steps: How many steps the command takes when nobody interrupts it; asked only when a share was given.
    """
    whole = steps() if any(one.step is None for one in planned) else 0
    return tuple(Saying(one.text, round(one.share * whole) if one.step is None else one.step) for one in planned)
