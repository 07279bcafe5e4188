"""Clauses in other words: "mind you don't …", "the pot I've already done", "into the fridge with them"."""

from __future__ import annotations

import re

from agent.planning.wants import ANYTHING
from agent.requests.gist.patterns import frame_patterns, remark_pattern
from agent.requests.words.clauses import VERBS, leading_verb, polite, verb_forms, words_of
from agent.requests.words.nouns import read_named

_SENTENCES = re.compile(r"([.!?;]+\s*)")
_LEAD = re.compile(
    r"^(?:(?:oh|ah|and|but|no|nah|nope|hm+|please|wait|hey|ok|okay|well|stop|hang on|hold on|actually|sorry|also|love"
    r"|on second thoughts?|come to think of it|you know what|dear|robot|then|only|now)\b[ ,!]*)+"
)


def in_plain_frames(text: str, again: int = 2) -> str:
    """A remark with the clauses that are worded otherwise said as usual.

    Args:
        text: A tidied remark.
        again: How many times more what was said plainly may be said more plainly.
    """
    cut = _SENTENCES.split(text)
    plain = "".join(one if at % 2 else _sentence(one) for at, one in enumerate(cut))
    return plain if plain == text or again == 0 else in_plain_frames(plain, again - 1)


_WHEN = re.compile(r"(?:first|afterwards) ")
_PLACE = re.compile(
    r"(?:(?:and|then|it goes|straight|right|directly|back) )*"
    r"(?P<where>(?:in|on|into|onto) (?:the|an?|my|our) [a-z]+(?: (?!it\b|them\b|please\b)[a-z]+)?)"
    r"(?: (?:it|they) (?:goes?|shall go)| with (?:it|them)| please)*"
)
"""Where it goes then, and no more: "once clean, straight into the cabinet"."""
_SEAMS = re.compile(
    r"\s*[.!?;,]+\s*|(?<!\bas soon)(?<!\bas long)(?<!\bas far)\s(?=(?:because|cos|cause|since|as) (?:i|we"
    r"|he|she|it|they|the|my)\b)"
)
_CRY = re.compile(r"^(?:(?:and|but|oh|ah|wow|ok|okay|well|hey|please|there|yes|now)\b[ ,!]*)+")
_MARKED = re.compile(rf"({_SEAMS.pattern})")
_SELF = re.compile(
    r"^(?:(?:because|cos|cause|since|as|so|and|but|you see)\b[ ,]*)*(?:i|we|he|she|they|it|that|this|there|who|somebody"
    r"|nobody|everybody)(?:'(?:s|m|re|ve|ll|d))?\b"
)
_NEEDS = re.compile(r"(?:(?:because|since|as|so|and|but) )?(?:i|we|he|she|they)(?:'ll| will)? (?:needs?|wants?) ")
_BINDS = re.compile(
    r"\b(?:only|except|unless|if|until|without|instead|rather|first|then|later|before|after|both|all|each|not|don't"
    r"|mean|meant|said|stays?|leave|keep|put|goes|belongs?|please|back|want (?:you|it|them)|need (?:you|it|them))\b"
)


def asks_for_nothing(text: str) -> bool:
    """Whether all of a remark is praise, cheer, or care that is taken anyway: "good job, keep it up".

    Args:
        text: A tidied remark.
    """
    parts = [_CRY.sub("", one.strip()) for one in _SEAMS.split(text) if one.strip()]
    return bool(parts) and all(not one or remark_pattern().fullmatch(one) for one in parts)


def without_reasons(text: str) -> str:
    """A remark without what somebody tells of himself, or of nothing, beside what is wanted.

    Args:
        text: The remark, in plain words.
    """
    cut = _MARKED.split(text)
    parts = [(said, mark) for said, mark in zip(cut[::2], [*cut[1::2], ""], strict=True) if said.strip()]
    kept = [(said, mark) for said, mark in parts if not _is_reason(said) or "?" in mark]
    if not kept or len(kept) == len(parts):
        return text
    return "".join(said + mark for said, mark in kept).strip(" ,;")


def _is_reason(said: str) -> bool:
    words = words_of(said)
    deed = VERBS.get(leading_verb(polite(said)[0]), "never")
    if not _SELF.match(said) or _BINDS.search(said) or not (deed == "never" or _NEEDS.match(said)):
        return False
    named = (read_named(words, at) for at in range(len(words)))
    return not any(one is not None and one.word and one.word != ANYTHING for one in named)


def _sentence(said: str) -> str:
    """A sentence, of which the longest run of parts between commas is reworded that can be."""
    parts = said.split(",")
    for length in range(len(parts), 0, -1):
        for start in range(len(parts) - length + 1):
            run = ",".join(parts[start : start + length]).strip()
            plain = _clause(run)
            if plain:
                before, behind = ",".join(parts[:start]), ",".join(parts[start + length :])
                return ", ".join(one for one in (_sentence(before).strip(), plain, behind.strip()) if one)
    return said


def _clause(said: str) -> str:
    """A clause in plain words; "" where it is in none of the other words that are known."""
    when = _WHEN.match(said)
    if when is not None:
        plain = _clause(said[when.end() :])
        where = _PLACE.fullmatch(said[when.end() :])
        return f"{when[0]}{plain}" if plain else f"{when[0]}put it {where['where']}" if where else ""
    for text in dict.fromkeys((said, _LEAD.sub("", said))):
        for pattern, means in frame_patterns():
            found = pattern.fullmatch(text)
            slots = {name: value or "" for name, value in found.groupdict().items()} if found else {}
            if found is None or ("deed" in slots and not with_deed_named(slots)):
                continue
            return " ".join(means.format(**slots).split())
    return ""


def without_lead(said: str) -> str:
    """A clause without what people say before one: "oh no, actually …"."""
    return _LEAD.sub("", said)


def with_deed_named(slots: dict[str, str]) -> bool:
    """Put the deed of a frame's slots into its base form; whether it is one.

    Args:
        slots: The slots by name.
    """
    slots["deed"] = verb_forms().get(slots["deed"], "")
    return bool(slots["deed"])
