"""A remark in its parts, each without the exclamations that it begins with, and without whom it is said to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.requests.remarks.in_essence import SEAMS, is_called, is_exclaimed, without_cry

_BUT = re.compile(r" (?=(?:but|so) (?:i|we|it|he|she|they|the|that|this|make|only)\b)")
_LEAD = re.compile(
    r"^(?:(?:oh|ah|and|but|so|hm+|please|wait|hey|ok|okay|well|stop|hang on|hold on|actually|sorry|just"
    r"|then|now|because"
    r"|cos|cause|since|as|you know|turns out|it turns out|apparently|it seems|it looks like|looks like"
    r"|no(?=,| (?:i|we|he|she|they|it|the|my|just)))\b[ ,!]*)+"
)
_SELF_ASKED = re.compile(
    r"(?:(?:did|didn't|have|haven't|am|aren't|was|wasn't|were|do|don't|shall) (?:i|we)\b(?! (?:just |really )?say\b)"
    r"|(?:who|what|why|how|since when|where) (?:do|does|did|would|should|could|am|are|is|was|on earth|the \w+)?\b)"
)
_JUST = re.compile(r"\b(?:just|only)\b")
_DOES = re.compile(r"(?:i|we|he|she|they)(?:'ll| will| can) do (?:it|that|them)\b")
_YOU = re.compile(r"\byou\b")


@dataclass(frozen=True)
class RemarkPart:
    """A part of a remark.

    Attributes:
        said: Its words.
        asked: Whether it ends in a question mark.
        just: Whether it begins with "just", and so means no more than it says.
    """

    said: str
    asked: bool
    just: bool = False

    @property
    def of_oneself(self) -> bool:
        """Whether somebody only asks it himself: "did I forget somebody again?", "who reads papers nowadays"."""
        return bool(_SELF_ASKED.match(self.said)) and not _YOU.search(self.said)


def parted(text: str) -> tuple[RemarkPart, ...]:
    """The parts of a remark that say something, in order.

    Args:
        text: A tidied remark.
    """
    cut = SEAMS.split(text.strip())
    found = []
    for said, mark in zip(cut[::2], [*cut[1::2], ""], strict=True):
        pieces = _BUT.split(said)
        for at, piece in enumerate(pieces):
            bare = _LEAD.sub("", without_cry(piece.strip(" ,;:-")))
            if bare and (_DOES.match(bare) or not (is_called(bare) or is_exclaimed(bare))):
                just = _JUST.search(piece[: len(piece) - len(bare)]) is not None
                found.append(RemarkPart(bare, "?" in mark and at == len(pieces) - 1, just))
    return tuple(found)
