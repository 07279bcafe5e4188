"""Another drink in the vessel of the work: "no coffee for me, says the doctor. Water please, same mug"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.control import known_by
from agent.requests.errands import Errand
from envs.vocabulary.english import noun

_WATER = re.compile(
    r"^(?P<before>(?:[^.!?;]*[.!?;,] )?)(?:(?:just|only|some|but|and|rather|make (?:it|that)) )*water(?: instead)?"
    r"(?:,? please)?,? "
    r"(?:(?:in |but )?(?:the )?same (?:mug|cup|one)|in (?:the|that|my) (?:mug|cup))(?:,? (?:please|instead|then"
    r"|thanks))*[.! ]*$"
)


def in_the_same_vessel(text: str, tasks: Sequence[Errand]) -> str:
    """A tidied remark that wants water where coffee is being made, in full.

    Args:
        text: A remark.
        tasks: What is being done or still to be done.
    """
    found = _WATER.match(text) if tasks and tasks[0].name == "Coffee" else None
    if found is None or known_by(found["before"]) - (known_by("coffee") | known_by("cup")):
        return text
    return f"fill the {noun('Mug')} with water instead"
