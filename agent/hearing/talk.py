"""Limiting words that stand in mere talk: "the water bill won't thank us", "leave it on the counter".

A rewriter that leaves them out has lost nothing of what was asked for. Where one of them begins a part of a sentence,
or stands before what is to be done, somebody means it.
"""

from __future__ import annotations

import re

from agent.hearing.idle_words import binds
from agent.sentences.keeping import limits_lost, things_lost, things_named

_PART = re.compile(r"\s*[.!?;:,]+\s*|\s+(?:and|but|so|because|cos)\s+")
_AHEAD = r"(?:(?:and|but|or|so|oh|no|well|please|just|then|only|really|now|ok|okay)\b[ ,]*)*"
_FORBIDS = re.compile(
    rf"^{_AHEAD}(?:not|no|none|don't|dont|never|neither|nor|without|except|excluding"
    r"|leave(?! (?:it|them|that|those|this) (?:in|on|at|inside|there|here)\b)"
    r"|keep|skip|avoid|cancel|stop|forget|drop|scrap|bar|minus|instead|spare)\b"
    r"|\b(?:stays?|remains?|(?:do|must|should|may|shall) not|don't|dont|mustn't|mustnt|shouldn't|shouldnt|without"
    r"|except|excluding|excepting|apart from|besides|instead|rather than|never|not (?:to|now|yet|the|a|an|any|in|on"
    r"|with|until|before|today|that|this|those|these|my|our|all|both|one|too|so)"
    r"|(?:if|when|where) (?:(?:it|they|that|there) ?(?:is|are|'s|'re) )?(?:not|none|nothing|(?:isn't|aren't))"
    r"|(?:isn't|aren't|wasn't|weren't|doesn't|don't) (?=[^?]*\?))\b"
)
"""What is not wanted, or left out: said at the head of a part, or in a form that nobody uses in mere talk."""
_DENIED = re.compile(r"\b(?:not|no|don't|dont|never)\b")
_CONDITION = re.compile(r"\b(?:if|unless|otherwise|else)\b")
_MEAL = re.compile(r"\bfor (?:(?:my|our|the|his|her|their) )?(?:breakfast|lunch|dinner|supper|tea)\b")
_DONE = re.compile(
    r"\b(?:when|once|after|as soon as) (?:it|that|this|(?:you|u|your?|they|those)(?:'re| are)?)(?:'s| is)? [a-z]+\b"
)
_AFTER = re.compile(r"^after that\b")
_DEED = re.compile(r"^(?:.*, )?(?:(?:please|first|then) )*(?P<deed>[a-z]+)(?: (?P<way>on|off)\b)?(?P<rest>.*)")
_CARRIED = frozenset({"put", "bring", "take", "give", "leave", "move"})
"""What is carried has been told by where to: that the plain words name."""
_MADE = frozenset({"make", "serve", "prepare"})
_SMALL = frozenset({"a", "an", "the", "some", "one", "two", "me"})
_STEM = 4  # letters by which "boil" is "boiled"
_DENIES = "not"
_ORDER = "order"


def only_talk_lost(said: str, plain: str, context: str = "") -> bool:
    """Whether plain words have lost nothing of a sentence but limiting words that stand in mere talk.

    Args:
        said: The sentence, tidied, without its chatter.
        plain: The plain words.
        context: What the sentence leans on; what is put elsewhere "instead" may lose what that says.
    """
    if things_lost(said, plain, context if "instead" in plain else ""):
        return False
    said = _MEAL.sub(" ", _DONE.sub(" ", said) if _AFTER.search(plain) else said)
    lost = limits_lost(said, plain)
    if lost - {_DENIES, _ORDER} or (_ORDER in lost and binds(plain)):
        return False
    if len(_CONDITION.findall(said)) > len(_CONDITION.findall(plain)):
        return False
    return _DENIES not in lost or not any(_FORBIDS.search(part) for part in _PART.split(said) if part)


def turns_round(said: str, plain: str) -> bool:
    """Whether plain words take for wanted "instead" just what a sentence says is not: "the one on the plate not".

    Args:
        said: The sentence, tidied.
        plain: The plain words.
    """
    wanted = things_named(plain)
    if "instead" not in plain or not wanted:
        return False
    parts = [(bool(_DENIED.search(part)), things_named(part)) for part in _PART.split(said)]
    told = [{no for no, things in parts if any(one & other for other in things)} for one in wanted]
    named = [one for one in told if one]
    return bool(named) and all(one == {True} for one in named)


def deeds_said(said: str, plain: str) -> bool:
    """Whether what plain words do is said as well, not only guessed from what is spoken of.

    Args:
        said: The sentence, tidied.
        plain: The plain words.
    """
    words = said.split()
    return all(_is_said(found, words) for one in plain.split(". ") if (found := _DEED.match(one)) is not None)


def _is_said(told: re.Match[str], words: list[str]) -> bool:
    deed = told["deed"]
    if deed in _CARRIED:
        return True
    if told["way"]:
        return told["way"] in (word.strip(".,!?;:") for word in words)
    stems = [one[:_STEM] for one in told["rest"].split() if one not in _SMALL] if deed in _MADE else [deed[:_STEM]]
    return any(word.startswith(stem) for stem in stems[:1] for word in words)
