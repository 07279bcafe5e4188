"""What is asked for and changes nothing of what is done: no sugar in it, no oven, and not to wake the baby."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.requests.dishes import head_of
from agent.requests.words.clauses import VERBS, split_list, verb_forms, words_of
from agent.requests.words.nouns import mentioned, read_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.inflection import singular

_WITHOUT = re.compile(
    r",?\s*\b(?:but |and )?(?:without|w/o|with no)\s+(?:(?:any|using|adding|a|an|the|my|our) )*(?P<np>[a-z ,]+?)"
    r"(?P<rest> (?:in|on|into|onto|for|to) [a-z ]+)?$"
)
_UNUSED = re.compile(
    r"^(?:use|add|put|put in|take)(?: (?:any|a|an|the|my|our))* (?P<np>[a-z ,]+?)"
    r"(?: (?:in|on|into|to|for) (?:it|them|that))?$"
)
_GOING_ABOUT_IT = re.compile(r",?\s*\b(?:but |and )?(?P<said>without (?P<doing>[a-z]+ing)\b(?P<rest>.*))$")
_BEING = re.compile(
    r"(?:^|,\s*|\b(?:and|but) )(?P<said>(?:(?:be|stay|keep|please) )*(?:(?:very|really|so|extra|as) )?(?P<how>[a-z]+)"
    r"(?: (?:with|of|about|not|that|when|while|on|around|as|please|now|though)\b.*)?)$"
)
_PLAIN = frozenset({"", "phrase"})
"""What verbs mean that ask for no deed of a robot's."""


@dataclass(frozen=True)
class Needless:
    """A request without what changes nothing of it.

    Attributes:
        text: What is left of the words.
        remarks: What is to be said of it.
        unheeded: How it is to be gone about, which is not taken into account.
    """

    text: str
    remarks: tuple[str, ...] = ()
    unheeded: tuple[str, ...] = ()


def needless(text: str) -> Needless:
    """Take what changes nothing off a request; it is the same where there is no such thing."""
    found = _WITHOUT.search(text)
    remarks = unused(found["np"]) if found and found.start() else ()
    if found and remarks:
        return Needless(f"{text[: found.start()]}{found['rest'] or ''}".strip(" ,"), remarks)
    about = _GOING_ABOUT_IT.search(text)
    if about and about.start() and not _is_deed(about["doing"], about["rest"]):
        return Needless(text[: about.start()].strip(" ,"), (), (about["said"],))
    being = _BEING.search(text)
    if being and being.start() and being["how"] in word_list("manners.txt"):
        return Needless(text[: being.start()].strip(" ,"), (), (being["said"],))
    return Needless(text)


def manner(text: str) -> bool:
    """Whether a clause by itself only says how to go about it: "be careful with the glass"."""
    being = _BEING.match(text)
    return being is not None and being["how"] in word_list("manners.txt")


def reassures(forbidden: str) -> bool:
    """Whether what must not be done is nothing that anybody asks for: "(don't) worry"."""
    return forbidden.partition(" ")[0] in word_list("reassuring.txt") and not mentioned(forbidden)


def not_used(forbidden: str) -> tuple[str, ...]:
    """What to say of what must not be used and never is: "(don't) use the oven", "(don't) add sugar"."""
    found = _UNUSED.match(forbidden)
    return unused(found["np"]) if found else ()


def unused(listed: str) -> tuple[str, ...]:
    """What to say of foods and tools that are listed and no home has; nothing where anything else is listed, too."""
    named = split_list(words_of(re.sub(r"\b(?:any|or|nor)\b", ",", listed)))
    foods = [" ".join(one) for one in named if _is_unknown(one, "foods.txt")]
    tools = [" ".join(one) for one in named if _is_unknown(one, "tools.txt")]
    if not named or len(foods) + len(tools) < len(named):
        return ()
    in_it = (f"There is no {' or '.join(foods)} in it.",) if foods else ()
    return (*in_it, *((f"I use no {' or '.join(tools)} for that.",) if tools else ()))


def _is_unknown(words: Sequence[str], listed: str) -> bool:
    """Whether a noun, with one word before it at most, is one of a list and names nothing that a home may have."""
    named = read_named(words)
    known = named is not None and bool(named.word or named.options)
    return len(words) <= _FEW and singular(words[-1]) in word_list(listed) and not known


_FEW = 2


def _is_deed(doing: str, about: str) -> bool:
    """Whether what must not be done on the way is something that a robot might do with a thing of the home."""
    verb = verb_forms().get(doing, "")
    if verb:
        return VERBS.get(verb, "") not in _PLAIN and bool(mentioned(about) or head_of(about.strip()))
    return doing in ("using", "touching", "moving", "handling", "disturbing", "lifting") and bool(about)
