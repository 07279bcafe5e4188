"""What is said to a robot that rearranges things: a request, now or later, or a word about the work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from agent.requests.control import control
from agent.requests.instructions import Cancel, Resume, StatusRequest, Suspend
from agent.requests.words.clauses import polite
from agent.requests.words.tidying import tidy

WishKind = Literal["now", "later", "suspend", "resume", "cancel", "status"]
_LATER = re.compile(
    r"^\W*(?:and |but )?(?:then|after (?:that|this)|afterwards?|later|next|also|additionally|in addition"
    r"|(?:when|once|as soon as) (?:you(?:'re| are|'ve| have)?|that is|that's|this is|it is|it's) "
    r"(?:done|finished|ready)(?: with (?:that|this|it))?)\b[ ,:]*",
    re.I,
)
_BACK = re.compile(
    r"^(?:go back to|back to|return to|get back to|(?:go on|carry on|continue|proceed)(?: with| to)?"
    r"|(?:now |first )?finish)(?: (?P<about>.+))?$"
)


@dataclass(frozen=True)
class HouseWish:
    """An utterance.

    Attributes:
        kind: What is to become of it.
        text: The request, or words of the one that is meant; "" for the one at hand.
        everything: Whether all requests are meant.
    """

    kind: WishKind
    text: str = ""
    everything: bool = False


def read_wish(said: str) -> HouseWish:
    """Read an utterance; what is no word about the work is a request.

    Args:
        said: The words.
    """
    plain = polite(tidy(said).strip(" .!?"))[0]
    back = _BACK.match(plain)
    if back is not None:
        return HouseWish("resume", back["about"] or "")
    told = control(plain, ())
    if isinstance(told, Suspend):
        return HouseWish("suspend", told.about.lower())
    if isinstance(told, Cancel):
        return HouseWish("cancel", told.about.lower(), told.everything)
    if isinstance(told, Resume | StatusRequest):
        return HouseWish("resume" if isinstance(told, Resume) else "status", told.about.lower())
    later = _LATER.match(said)
    return HouseWish("now", said.strip()) if later is None else HouseWish("later", said[later.end() :].strip() or said)
