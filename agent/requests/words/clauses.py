"""A clause: its words, the politeness around them, and the verb with which one begins that asks for something."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from envs.vocabulary.data import words as word_list
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.verbs import doing, everyday_requests, requests

VERBS = MappingProxyType({**everyday_requests(), **requests()})
"""Base form → what it asks for."""
NUMBER = rf"\d+|{alternatives(up_to(20))}"
_COURTESIES = (
    r"(?:hey|hi|hello|ok|okay|well|so|oh|um|uh|please|robot|homebody|now|just|also|kindly|and|right|actually|sorry"
    r"|alright|maybe|thanks|thank you|great|good)\b[ ,]*",
    r"(?:i|we) (?:just |only |also )*(?=(?:need|want)\b(?! (?:you )?to\b))",
    r"(?:can|could|will|would|might|may) (?:you|we|i)(?: please)?(?: also)?\b",
    r"(?:i|we)(?:'ll| will) (?:be needing|need)\b",
    r"(?:i|we) (?:could use|could do with|fancy|feel like|am craving)\b",
    r"i'm craving\b",
    r"(?:would|will|might) you be (?:able|willing|so kind|kind enough|happy)(?: as)? to\b",
    r"(?:would|is|might|will) it be (?:possible|ok|okay|alright|too much)(?: trouble| to ask)?(?: for you)?(?: to)?\b",
    r"is it possible (?:for you )?to\b",
    r"(?:is it|would it be) (?:ok|okay|alright|fine|too much) if (?:you|i asked you to)\b",
    r"(?:is there )?any chance (?:that )?(?:you (?:can|could|might)|of|for)\b",
    r"do you think (?:that )?you (?:can|could|might)\b",
    r"why don't you\b",
    r"(?:i was|i'm|i am) wondering if you (?:can|could)\b",
    r"if (?:you don't|you wouldn't) mind\b",
    r"i(?:'d| would) (?:appreciate|be grateful|be glad|be happy) (?:it )?if you (?:could|would)\b",
    r"you (?:can|could|may|might)\b(?: now)?",
    r"(?:can|could|would|will) you (?:please )?be so \w+(?: as)?(?: to| and)\b",
    r"(?:i|we)(?: would| should|'d) (?:like|love|prefer|appreciate) (?:that|it if|for) you(?: would| could)?(?: to)?\b",
    r"(?:i|we) should (?:like|love)\b",
    r"be (?:so kind|a dear|a darling|an angel|nice|good|kind|so good)(?: enough)?(?: and| as to| to)\b",
    r"(?:i|we)(?: would|'d|d) (?:like|love)(?: you)?(?: to)?\b",
    r"(?:i|we) (?:want|need) you to\b",
    r"(?:you )?(?:should|must|have to|need to)\b",
    r"i told you to\b",
    r"(?:i(?:'ve| have)? changed my mind|change of plans?|on second thoughts?)\b[:, ]*",
    r"let's\b",
    r"do(?= (?!not\b)[a-z]+ (?:it|them|the|that|me|us|an?|my|our|your|all|both|every|everything|those|these)\b)",
    r"lets\b",
    r"would you mind\b",
    r"you (?=[a-z]+ (?:up |off |on |out |down )?(?:it|them|the|that|those|all|both|me|an?|my|our)\b)",
    r"i (?:want|need) to\b",
)
"""How a request begins that is put politely."""
_POLITE = re.compile(rf"^(?:{'|'.join(_COURTESIES)})[ ,]*")
_TRAILING = re.compile(
    r"[ ,]*\b(?:please|thanks|thank you|for me|too|also|as well|right now|now|again|will you|ok|though)$"
    r"|, (?:(?:my|old|you) )?(?:dear(?:ie)?|love|mate|darling|honey|hun|sweetheart|sweetie|pal|buddy|pet|sir|lad|bro"
    r"|dude|boss|chap|friend|treasure|robot)$|^go$"
)


@dataclass(frozen=True)
class Clause:
    """One request.

    Attributes:
        text: Its words, without politeness and words of order.
        place: ``first``, ``after``, ``later`` or "": what was said of when.
        said: All its words.
    """

    text: str
    place: str = ""
    said: str = ""


@lru_cache(maxsize=1)
def verb_forms() -> Mapping[str, str]:
    """Every form of a verb that begins a request → its base form."""
    return {form: verb for verb in VERBS if " " not in verb for form in (verb, doing(verb))}


def leading_verb(text: str) -> str:
    """The verb with which words begin that ask for something, in its base form; "" where they begin with none."""
    first, _, rest = text.partition(" ")
    verb = verb_forms().get(first.strip(","), "")
    if verb == "light" and re.match(r"(?:on|off|out)\b", rest):  # "light on, tap off"
        return ""
    if rest.split(" ", 1)[0] in _FINITE:  # "water is better"
        return ""
    if verb in requests() or _VERBAL.match(rest):
        return verb
    return ""


_VERBAL = re.compile(
    r"(?:the|an?|my|your|our|his|her|their|this|that|these|those|it|them|me|us|all|every|everything|both|each|some|any"
    rf"|down|up|out|off|on|away|back|open|shut|{NUMBER})\b"
)
"""How words go on behind an everyday verb: else it may be a noun."""


def starts_request(text: str) -> bool:
    """Whether words begin with a verb that asks for something, politeness aside."""
    bare = polite(text)[0]
    rest = bare.partition(" ")[2]
    if rest.split(" ", 1)[0] in _FINITE:  # "water is expensive"
        return False
    if bare.startswith(("don't ", "do not ", "never mind", "go on", "carry on", "leave out", "without ", "put off")):
        return True
    return bool(leading_verb(bare))


def polite(text: str) -> tuple[str, bool]:
    """The words without politeness at both ends, and whether there was any."""
    before = text
    while (shorter := _TRAILING.sub("", _POLITE.sub("", text).strip(" ,")).strip(" ,")) != text:
        text = shorter
    return text, text != before


_ASKING = (
    "what",
    "where",
    "when",
    "who",
    "why",
    "how",
    "which",
    "is",
    "are",
    "did",
    "do",
    "does",
    "has",
    "have",
    "was",
)


def to_the_point(text: str) -> str:
    """A clause without the words around it that say nothing: "might I ask you to …", "…, will you, my dear"."""
    fillers = word_list("request_fillers.txt")
    parts = [part for part in re.split(r"\s*,\s*", text) if part]
    kept = [part for part in parts if _begins_deed(part) or not all(word in fillers for word in words_of(part))]
    kept = kept or parts[:1]
    text = ", ".join(kept)
    words = text.split(" ")
    if starts_request(text) or words[0] in _ASKING:
        return text
    for at, word in enumerate(words):
        rest = " ".join(words[at:])
        if word == "go" and words[0] in _POINTING:  # "it should go in a drawer" tells where it goes
            break
        if at and word.strip(",") in verb_forms() and starts_request(rest) and words[at - 1] not in _NEEDING:
            return rest
        if word.strip(",") not in fillers or word in NOUN_NEXT or (at == 0 and word in _SUBJECTS) or word in _COPULAS:
            break
    return text


_POINTING = frozenset({"it", "they", "that", "this", "those", "these"})
_NEEDING = frozenset({"needs", "need", "requires", "wants", "deserves"})
"""Behind these a deed is what something needs, and no request by itself: "it needs washing"."""


def _begins_deed(part: str) -> bool:
    """Whether words that might be talk ask for something: "take just one of them out"."""
    return starts_request(part) and bool(THEM.search(part) or re.search(r"\b(?:one|all|both)\b", part))


_SUBJECTS = frozenset(
    {
        "kids",
        "guests",
        "people",
        "everyone",
        "everybody",
        "someone",
        "somebody",
        "friends",
        "mum",
        "mom",
        "dad",
        "grandma",
    }
    | {"i", "i'll", "i'm", "i've", "we", "we'll", "we're", "he", "he'll", "she", "she'll", "they", "they'll"}
)
_COPULAS = frozenset({"it's", "that's", "is", "are", "was", "were", "there's", "they're", "he's", "she's", "am", "be"})
NOUN_NEXT = frozenset({"the", "a", "an", "my", "your", "our", "his", "her", "their", "this", "that", "these", "those"})
"""Words that a noun follows."""
THEM = re.compile(r"\b(?:it|them|those|these|both(?= (?:in|on|into|onto|to|away|down)\b))\b")
_FINITE = frozenset({"is", "are", "was", "were", "has", "isn't", "aren't", "will", "would", "looks", "seems", "costs"})


def words_of(text: str) -> list[str]:
    """The words of a clause; commas stand alone."""
    return re.findall(r"[a-z]+(?:'[a-z]+)?|\d+|,", text)


def split_list(words: Sequence[str]) -> list[list[str]]:
    """What is listed: "a salad, two coffees and toast"."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in (",", "and", "plus"):
            found.append([])
        else:
            found[-1].append(word)
    return [part for part in found if part]
