"""How things are somewhere, which tells nothing of them: "chilling on the floor", "gathering dust on the shelf"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from agent.requests.words.clauses import NUMBER, VERBS
from agent.requests.words.nouns import NUMBERS, ONLY_SAID, STATES, capable, read_named
from envs.vocabulary.verbs import forms

_SOMEWHERE = (
    r"(?=(?:in|on|inside|under|underneath|next to|behind|beside|near) (?:the|my|our|an?|that|this|his|her|their) )"
)
_SOME = rf"(?:an?|my|our|some|the|one of (?:the|my|our)|several|a few|{NUMBER})"
_SEEN = (
    r"(?:there(?:'s|s| is| are)|(?:i|you)(?:'ve| have|'ll| will| can| could)? "
    r"(?:see|saw|seen|find|found|notice|noticed|spot|spotted))"
)
_BE = r"(?: is| are|'s|'re| has been| have been)"
_WHILING = re.compile(
    rf"(?P<seen>\b{_SEEN} {_SOME} )(?P<said>[a-z][a-z' ]{{0,70}}?) {_SOMEWHERE}"
    rf"|(?P<some>(?:^|[.;!?,] |\b(?:and|but|because|since|as) ){_SOME} )(?P<np>[a-z]+(?: [a-z]+)??)(?P<be>{_BE}) "
    rf"(?P<how>[a-z][a-z' ]{{0,70}}?) {_SOMEWHERE}"
)
_LONGEST = 6
"""Most words of a way of being somewhere."""


def without_ways_of_being(text: str) -> str:
    """A tidied utterance in which things that do something where they are only are there.

    What tells in which state a thing is, and what it needs, stays: "burning", "washed", "waiting to be washed".

    Args:
        text: An utterance, tidied.
    """
    return _WHILING.sub(_plainly_there, text)


def _plainly_there(found: re.Match[str]) -> str:
    if found["be"]:
        words, how = found["np"].split(), found["how"].split()
        lead, end = f"{found['some']}{found['np']}{_IN_FULL.get(found['be'], found['be'])}", _named(words)
        told = end == len(words)
    else:
        words = found["said"].split()
        end = _named(words)
        lead, how = f"{found['seen']}{' '.join(words[:end])}", words[end:]
        told = end > 0
    return f"{lead} " if told and how and _is_idle(how) else found[0]


_IN_FULL = {"'s": " is", "'re": " are", " has been": " is", " have been": " are"}


def _named(words: Sequence[str]) -> int:
    """How many of the words name a thing that can be carried, from the first on."""
    named = read_named(["the", *words])
    known = named is not None and named.word and not named.slices and not named.pronoun
    return named.end - 1 if named is not None and known and capable(named.word, "pickupable") else 0


def _is_idle(how: Sequence[str]) -> bool:
    """Whether words say what something does where it is, and nothing that matters: "just gathering dust"."""
    begin = next((at for at, word in enumerate(how) if not _BEFORE_IT.fullmatch(word)), len(how))
    word, behind = "".join(how[begin : begin + 1]), how[begin + 1 :]
    if not word or len(how) > _LONGEST or any(map(_matters, behind)):
        return False
    if _LACKING.fullmatch(word) or (word in _WITH_MORE and not behind):
        return False
    if word in STATES or word in ONLY_SAID or word in _deeds_done():
        return False
    return word in _LAID or (len(word) > 4 and word.endswith(("ing", "ed")))


_BEFORE_IT = re.compile(r"just|still|all|now|again|already|also|simply|happily|sadly|quietly|always|been")
_LAID = frozenset({"sat", "stuck", "left", "lost", "hidden", "forgotten", "caught", "stood", "hung", "sunk", "thrown"})
_LACKING = re.compile(
    r"needing|wanting|missing|lacking|needed|wanted|required|belonging|being|dripping|leaking|overflowing|smoking|steaming"
    r"|glowing|running|spilling"
)
"""What is no mere way of being there."""
_WITH_MORE = frozenset({"going", "waiting", "having"})
"""What is one with another word behind it: "going cold"."""


def _matters(word: str) -> bool:
    """Whether a word may tell of a thing, of a state, or of what is wanted."""
    known = read_named(["the", word])
    named = known is not None and bool(known.word or known.options) and word not in _NO_THING
    state = word in STATES or (word in ONLY_SAID and word not in ("on", "off"))
    return named or state or word in NUMBERS or bool(_ASKING.fullmatch(word))


_NO_THING = frozenset({"dust", "about", "around", "there"})
_ASKING = re.compile(r"to|for|should|must|needs?|not|no|never|only|be|it|them|that|which|who|please|and|or|except|with")
_DEEDS = frozenset({"clean", "slice", "cook", "fill", "empty", "toast", "boil", "poach", "water", "open", "close"})
_TURNS = frozenset({"on", "off", "switch"})


@lru_cache(maxsize=1)
def _deeds_done() -> frozenset[str]:
    """Every form of the verbs that tell in which state something is: "washed", "frying"."""
    return frozenset(form for verb, asked in VERBS.items() if asked in _DEEDS | _TURNS for form in forms(verb))
