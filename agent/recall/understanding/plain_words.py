"""Questions in plain words: lower case, contractions spelled out, no punctuation."""

from __future__ import annotations

import re
from collections.abc import Mapping

from envs.vocabulary.data import english
from envs.vocabulary.stems import british

_OATHS = r"the (?:hell|heck|devil|dickens)|on earth|in (?:the world|god'?s name|heaven'?s name)"
_DOES = r"(?:did|do|does|has|have|had|is|are|was|were|happen\w*|became|went)"
_CONTRACTIONS = (
    (r"\bcan'?t\b|\bcannot\b", "can not"),
    (r"\bwon'?t\b", "will not"),
    (r"n't\b", " not"),
)
_CONTRACTIONS += ((r"'ve\b", " have"), (r"'re\b", " are"), (r"'ll\b", " will"), (r"'m\b", " am"))
_CONTRACTIONS += ((r"\b(did|do|does|was|were|is|are|has|have|had|could|would|should)nt\b", r"\1 not"),)
_CONTRACTIONS += ((r"\b(what|where|who|how|when|why)s\b", r"\1 is"),)
_CONTRACTIONS += (
    (r"\b(?:whyever|wherefore|how come|what for)(?= not\W*$|\W*$)", "why"),
    (r"(?<!\w)'(em|til|bout)\b", r"\1"),
    (rf"\b(wh\w+|how) (?:{_OATHS})\b", r"\1"),
    (rf"\b(what|where|who|when|why|how)(?:so)?ever (?={_DOES}\b)", r"\1 "),
)
_CONTRACTIONS += (
    (r"\b(what|where|when|who|why|how|that|it|there)'s\b", r"\1 is"),
    (r"\b(i|you|we|he|she|they)'d (?=(?:really |just )?(?:like|love|rather|prefer|be|say|know|want)\b)", r"\1 would "),
    (r"\b(i|you|we|he|she|they|it)'d\b", r"\1 had"),
    (r"'d\b", " did"),
    (r"'s\b", ""),
)
_CONTRACTIONS += (
    (r"\bwere (?=(?:is|are|was|did|do|does|might|can|could)\b)", "where "),
    (r"\b(idea|know|remember|forgot|see) were (?=(?:the|my|our|i|you)\b)", r"\1 where "),
)
"""What is heard as one word and is another."""
_PARTICIPLE = (
    r"(?!(?:\w*need|\w*bed|red|shed|seed|feed|weed)\b)"
    r"(\w{2,}ed|cut|broken|made|put|taken|thrown|burnt|eaten|given|left|lost|lit|shut|sliced|drunk|hidden|moved)\b"
)
_DID_SOMETHING = r"\bdid (?!you |i |we |they |he |she |it |that |anyone |anybody |anything |everything )([^?,]+?)"
_DID_GET = re.compile(rf"{_DID_SOMETHING} get {_PARTICIPLE}")
_GOT = re.compile(rf"(?<!you )(?<!i )(?<!we )(?<!have )(?<!has )(?<!had )\bgot {_PARTICIPLE}")
"""Passives by "get": "did the kettle get filled" is "was the kettle filled"."""
_NUMBERS = {"1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth"}
_NUMBERED = re.compile(rf"\b({'|'.join(_NUMBERS)}) (?=(?:things?|tasks?|jobs?|chores?|requests?|time|one)\b)")
"""Numbers in figures that are no days: "the 1st thing you did"."""
_SAME_DAY = re.compile(
    r"\b(today|yesterday),? (?:that is,? |which (?:is|was) (?:a )?|i mean,? )?(?:on )?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)
"""A day that is named twice."""
_LONGEST = 500
"""Characters of a question that are read."""
SHORTHAND: Mapping[str, str] = english("shorthand.yaml")
"""How people write small words who are in a hurry."""
_SHORT = re.compile(rf"\b({'|'.join(SHORTHAND)})\b")


def plain(text: str) -> str:
    """Lower case, contractions spelled out, punctuation gone except inside times and dates."""
    text = text[:_LONGEST].lower().replace("’", "'").strip()
    text = _SHORT.sub(lambda match: SHORTHAND[match[1]], text)
    text = re.sub(r"\bwi[- ]fi\b", "wifi", text)
    for pattern, replacement in _CONTRACTIONS:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"\bat (?:like|about|around|roughly|approximately|maybe) (?=\d)", "at ", text)
    text = _NUMBERED.sub(lambda match: f"{_NUMBERS[match[1]]} ", british(text))
    text = re.sub(r"\bwhat o'?clock\b", "what time", text)
    text = re.sub(rf"{_DID_SOMETHING} get (?:all )?done\b", r"did you finish \1", text)
    text = re.sub(r"\b(what|which \w+) got (?:all )?done\b", r"\1 was done", text)
    text = re.sub(r"\bg[eo]t (all )?done\b", "do", text)
    text = re.sub(r"\b(you|i) got (interrupted|asked|told|stopped|cancelled|sent)\b", r"\1 were \2", text)
    text = _GOT.sub(r"was \1", _DID_GET.sub(r"was \1 \2", text))
    text = re.sub(r"[^\w\s:.,-]|[.,:](?!\d)", " ", text)
    return " ".join(re.sub(r"(?<!\d)-|-(?!\d)", " ", text).split())


def day_once(text: str) -> str:
    """A text in which a day that is named twice is named once: "today, Tuesday"."""
    return _SAME_DAY.sub(r"\1", text)
