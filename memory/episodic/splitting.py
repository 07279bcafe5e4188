"""Takes a request for several things apart, so that each of them is remembered by itself."""

from __future__ import annotations

import re

_ENDS = re.compile(r"(?<=[.!?;])\s+")
_JOINTS = re.compile(
    r"[,;]?\s+(?:and\s+)?(?:then|afterwards?|after that|additionally|also|as well as|in addition|besides"
    r"|next(?! to\b)|finally|once (?:that is|that's|you are|you're) done"
    r"|when (?:that is|that's|you are|you're) (?:done|finished))\b[,:]?\s+"
    r"|,?\s+and\s+(?=(?:please\s+)?(?:can|could|would|will)\s+(?:you|we)\b"
    r"|(?:please\s+)?(?:set up|prepare|decorate|tidy|get ready)\b)",
    re.I,
)
_LEAD = re.compile(
    r"^(?:(?:and|then|after that|afterwards?|additionally|also|next|finally|besides|in addition|first|firstly)\b"
    r"[,:]?\s*)+",
    re.I,
)
_LEANS = re.compile(r"^(?:\w+ ){0,3}(?:it|them|they|these|those|both|each)\b", re.I)
"""How a part begins that is about what was named before: "place them", "move it"."""
_BESIDE = re.compile(r"(?:and|then|after that|afterwards?|additionally|also|besides|in addition)\b", re.I)
_FEWEST = 3


def sentences(text: str) -> list[str]:
    """The sentences of a text, without words of order at their beginning."""
    found = (_LEAD.sub("", one.strip()) for one in _ENDS.split(" ".join(text.split())))
    return [one for one in found if one]


def goes_on(text: str) -> bool:
    """Whether a sentence begins with a word that puts it beside what was said before: "then", "additionally"."""
    return bool(_BESIDE.match(text.strip()))


def raw_sentences(text: str) -> list[str]:
    """The sentences of a text as they are, as many as ``sentences`` finds."""
    return [one for one in _ENDS.split(" ".join(text.split())) if _LEAD.sub("", one.strip())]


def parts(request: str) -> list[str]:
    """What is asked for in a request, one after the other; parts that tell nothing by themselves stay with the last.

    Args:
        request: "Set up the movie night. After that, put my mug on the desk and then tidy the bedroom."
    """
    found: list[str] = []
    for sentence in sentences(request):
        for piece in _JOINTS.split(sentence):
            piece = _LEAD.sub("", piece.strip(" ,"))
            if found and (len(piece.split()) < _FEWEST or _LEANS.match(piece)):
                found[-1] = f"{found[-1]} {piece}".strip()
            elif piece:
                found.append(piece)
    return found or [request]
