"""What stands beside a question and asks nothing: talk of oneself and of others, what is ruled out, a mere "or not".

"What's on the table? I'm too comfy to look" and "did you leave it open, or is that the shadow" ask one thing each. A
part of a sentence is talk where its subject is a person (not who is asked) and where it names no thing, no time, and
nothing that was said, wanted or thought: that may be what is asked about.
"""

from __future__ import annotations

import re

from agent.recall.reading.parts.wordlists import verb, words
from agent.recall.understanding.dates import DAYS, PARTS
from agent.recall.understanding.plain_words import plain
from envs.vocabulary.data import words as word_list
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.verbs import base

_PIECE = re.compile(r"(\s*(?:,(?!\d)|;|\s[-–—])\s+|\s+(?=and i'?m\s))", re.IGNORECASE)
_JOINT = r"(?:(?:and|but|because|cos|cause|so|well|oh|ah|though|honestly|anyway|look|see|now)\b[ ,]*)*"
_PEOPLE = "|".join(sorted(word_list("people.txt")))
_SOMEBODY = (
    r"(?:i|we|he|she|they|everybody|everyone|nobody|somebody|someone|people)\b"
    rf"|(?:(?:my|our|his|her|their|the) (?:\w+ )?)?(?:{_PEOPLE})\b"
)
_OF_SOMEBODY = re.compile(rf"^{_JOINT}(?:{_SOMEBODY})")
_OF_SOMETHING = re.compile(rf"^{_JOINT}(?:the|my|our|his|her|their) (?:\w+ ){{1,2}}(?P<does>\w+)\b")
_LEANS = re.compile(r"\b(?:it|them|they|that|there|one|ones)\b", re.IGNORECASE)
_AUXILIARY = r"(?:did|do|does|have|has|had|is|are|was|were|am|will)"
_OR_ELSE = re.compile(
    rf"^(?P<question>\W*{_AUXILIARY}\b.{{10,}}?),?\s+or (?:just )?"
    rf"(?P<other>{_AUXILIARY} (?P<who>you|it|that|this|i|there|he|she|they|somebody|someone)\b.*)$",
    re.IGNORECASE,
)
_LIMITING = {*DAYS, *PARTS} | words("meals") | words("turning") | {"today", "yesterday", "tonight", "week", "month"}
_RULED_OUT = re.compile(
    r"^(?P<question>.+?),?\s+(?P<before>\S+?),? (?:and |but |just )?not (?:(?:at|on|in|for|from|to) )?"
    r"(?:(?:the|my|your|our|a|an) )?(?P<other>[\w'-]+(?: [\w'-]+)?)\W*$",
    re.IGNORECASE,
)
_RULED_OUT_WITHIN = re.compile(r", not (?:the|my|your|our|a|an) (?P<other>\w+(?: \w+)?),", re.IGNORECASE)
_COMPOUND = re.compile(r"\b([A-Za-z]+)-([A-Za-z]+)\b")


def without_asides(text: str, lexicon: Lexicon) -> str:
    """A sentence without what stands beside its question.

    Args:
        text: One sentence as it was written.
        lexicon: What things are called.
    """
    return _without_ruled_out(_without_other(_without_talk(_with_compounds(text, lexicon), lexicon), lexicon), lexicon)


def is_talk(text: str, lexicon: Lexicon) -> bool:
    """Whether a part of what somebody says tells of people only, and nothing that may be asked about.

    Args:
        text: The part.
        lexicon: What things are called.
    """
    said = " ".join(plain(text).split())
    every = said.split()
    if not every or {*every} & (words("asked_about") | words("asks") | {*DAYS, *PARTS}) or re.search(r"\d", said):
        return False
    if lexicon.find(every) is not None:
        return False
    return _OF_SOMEBODY.match(said) is not None or _happened(said)


def _happened(said: str) -> bool:
    """Whether something happened that no robot does: "the bill came"."""
    found = _OF_SOMETHING.match(said)
    does = found["does"] if found else ""
    known = base(does)
    return known is not None and known != does and verb(does) is None


def _without_talk(text: str, lexicon: Lexicon) -> str:
    """The sentence without those of its parts that are talk; what "it" stands for may be told before the question."""
    parts = _PIECE.split(text)
    pieces, joints = parts[::2], ["", *parts[1::2]]
    talk = [is_talk(piece, lexicon) for piece in pieces]
    last = next((at for at in range(len(pieces) - 1, -1, -1) if not talk[at]), None)
    if (
        last is None
        or not any(talk)
        or not _asks(" ".join(one for one, told in zip(pieces, talk, strict=True) if not told))
    ):
        return text
    kept = ""
    for at, (joint, piece) in enumerate(zip(joints, pieces, strict=True)):
        ahead = at < last and _OF_SOMEBODY.match(plain(piece)) is None and _LEANS.search(" ".join(pieces[at + 1 :]))
        if not talk[at] or ahead:
            kept += f"{joint if kept else ''}{piece}"
    return kept


def _asks(text: str) -> bool:
    said = plain(text).split()
    return any(word in words("asks") | words("openers") | {"any", "anything"} for word in said)


def _without_other(text: str, lexicon: Lexicon) -> str:
    """Of "did you make it or did you forget" the first: the answer says which; a deed or a thing asks for more."""
    found = _OR_ELSE.match(text)
    if found is None:
        return text
    who, *said = plain(found["other"]).split()[1:]
    if {*said} & _LIMITING:  # it says when, of both
        return text
    if who in ("it", "that", "this"):
        idle = not any(verb(word) is not None and word not in words("no_deeds") for word in said)
    elif who == "there":
        idle = lexicon.find(said) is None
    else:
        idle = lexicon.find(said) is None and bool({*said} & words("idle_else"))
    return found["question"] if idle else text


def _without_ruled_out(text: str, lexicon: Lexicon) -> str:
    """Of "the bowl, not the plate", "at lunch, not dinner" the first."""
    text = _RULED_OUT_WITHIN.sub(
        lambda said: "," if _is_thing(plain(said["other"]).split(), lexicon) else said[0], text
    )
    found = _RULED_OUT.match(text)
    if found is None:
        return text
    before, other = plain(found["before"]), plain(found["other"]).split()
    if (
        "only" in plain(found["question"]).split()
        or before in words("subjects")
        or re.fullmatch(_AUXILIARY, before)
        or before in ("or", "and", "but")
    ):
        return text
    timely = len(other) == 1 and other[0] in {*DAYS, *PARTS, "today", "yesterday"} | words("meals")
    return f"{found['question']} {found['before']}" if timely or _is_thing(other, lexicon) else text


def _is_thing(said: list[str], lexicon: Lexicon) -> bool:
    """Whether words name a thing and nothing else."""
    found = lexicon.find(said)
    return found is not None and (found.first, found.last) == (0, len(said))


def _with_compounds(text: str, lexicon: Lexicon) -> str:
    """With names of a thing in two words as one that no dictionary has: a "bread-warmer" is no bread."""

    def joined(found: re.Match[str]) -> str:
        first, last = found[1].lower(), found[2].lower()
        known, whole = lexicon.find([first]), lexicon.find([first, last])
        if known is None or (whole is not None and whole.last - whole.first == 2) or lexicon.find([last]) is not None:
            return found[0]
        return found[0] if base(last) is not None or last.endswith("ed") else first + last

    return _COMPOUND.sub(joined, text)
