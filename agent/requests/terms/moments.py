"""On which moment something hangs: "when the water boils, …", "… before the guests come", "at dusk, …"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from agent.requests.times.words import SPAN
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.data import english
from envs.vocabulary.data import words as word_list
from envs.vocabulary.numbers import alternatives, up_to

_CLOSELY = (
    r"(?:(?:but|and|only|just|not|right|shortly|immediately|straight|directly|soon|some ?time|a little|a bit|long|well"
    r"|even) )*"
)
_WORD = (
    r"(?:when(?:ever)?|as soon as|immediately|once(?! (?:more|again|an?|per|in|every|only|with|for|and|or)\b)"
    r"|until|till?|(?<!a )whil(?:e|st)|the (?:moment|minute|second|instant)"
    r"(?= (?:that|the|my|our|a|an|i|you|we|he|she|it|they|every\w+|some\w+)\b)(?: that)?"
    r"|by the time"
    r"|(?:every|each|the next|next|any) time(?: that)?|(?<!look )(?<!one )after|before|during)"
)
_FIRST = re.compile(rf"^(?P<said>{_CLOSELY}(?P<word>{_WORD}) (?P<what>.+?))(?:, (?:then )?(?P<rest>.+))?$")
_LAST = re.compile(rf"^(?P<rest>.+?),? (?P<said>{_CLOSELY}(?P<word>{_WORD}) (?P<what>.+))$")
_ASKS = re.compile(r"^(?:when|until when) (?:did|do|does|is|are|was|were|will|have|has|had|can|could|shall|should)\b")
_SHORTLY = re.compile(
    rf"^(?P<said>{_CLOSELY}(?:(?:in|at|around|about|by|towards|over|within|on|upon|from) )+(?P<what>[a-z0-9' ]+))$"
)
_NUMBER = rf"(?:\d+(?::\d\d)?|{alternatives(up_to(24))})"
_COURTESY = re.compile(
    r"^(?:(?:when(?:ever)?|as soon as|once|the moment|while|whilst|next time) (?:"
    r"you (?:can|could|like|want|please|wish|feel like it|feel like doing so)"
    r"|(?:you|we)(?: have|'ve)?(?: have| get| got| find)(?: the| some| a| any)?(?: bit of| free| spare| quiet)*"
    r" (?:time|chance|moment|minute|second|opportunity|hand free|hands free|round to it|around to it)"
    r"|(?:you are|you're) (?:free|ready|able|there|here|at it|up|about it|on it|passing|around|over there|in there"
    r"|up there|down there|doing (?:that|so|it)|(?:in|at|by|near|on) (?:the|my|our) [a-z ]+)"
    r"|you (?:get|go|come|pass)(?: by| past| over| back| around)? ?(?:there|here|by|past|over)?"
    r"|(?:it is|it's) (?:possible|convenient|ok|okay)|it suits you|possible|convenient|ready|able)"
    r"|(?:until|till?) (?:(?:i|we) (?:say|tell you|call you|let you know)(?: so| otherwise| to)?"
    r"|(?:you(?:'re| are) )?told|further notice|you hear from (?:me|us))"
    r"|before (?:i|you|we) forget(?: it| that)?|before (?:anything|everything) else|before (?:too )?long"
    r"|(?:at|in|by|on|within|from) (?:once|last|first|least|any rate|the way|fact|short|general|addition|top of that"
    r"|the (?:same|other) (?:hand|note)|your way|the way|second thoughts?|the one hand|peace|time|no time|a hurry"
    r"|the first place|principle|the whole|case|turn|order|here|there))$"
)
"""What says nothing of when: the robot begins as soon as it can in any case."""


@dataclass(frozen=True)
class MomentWords:
    """A request without the moment on which it hangs.

    Attributes:
        text: What is left of the words; "" where they only say the moment.
        said: The words of the moment.
        what: What happens then: "the water boils".
        word: How it is tied to that: "when", "before"; "" where it is a time of the day.
    """

    text: str
    said: str
    what: str
    word: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", re.sub(r"^(?:(?:and|but) )+", "", self.said))

    @property
    def deadline(self) -> bool:
        """Whether it is kept by beginning at once."""
        clock = re.match(rf"(?:{_NUMBER}\b|noon|midnight|midday)", self.what)
        return self.said.startswith("before ") and not clock

    @property
    def idle(self) -> bool:
        """Whether it says nothing of when."""
        return bool(_COURTESY.match(self.said))


def awaited(text: str, leads: bool = False) -> MomentWords | None:
    """Take the moment on which a request hangs out of it; None where there is none.

    Args:
        text: A clause, without its times by the clock and without words of order.
        leads: Whether another clause follows it.
    """
    if _ASKS.match(text):
        return None
    found = _FIRST.match(text)
    if found is not None:
        rest = found["rest"] or ""
        if not rest:
            return _run_together(found["said"], found["word"]) or MomentWords(
                "", found["said"], found["what"], found["word"]
            )
        return MomentWords(rest, found["said"], found["what"], found["word"])
    return (_shortly(text) if leads else None) or _behind(text)


def _run_together(said: str, word: str) -> MomentWords | None:
    """The moment ends where a request begins: "when the water boils put the eggs in"."""
    start = said.index(word) + len(word) + 1
    for blank in re.finditer(r" ", said):
        rest = said[blank.end() :]
        if said.find(" ", start) not in (-1, blank.start()) and blank.start() > start and _asks(rest):
            return MomentWords(rest, said[: blank.start()], said[start : blank.start()], word)
    return None


def _asks(rest: str) -> bool:
    """Whether words ask for something to be done to something: "clean" may only say how a thing is."""
    return " " in rest and starts_request(rest)


_KEEPS = re.compile(r"^(?:please )?(?:keep|hold|wait|stay)\b")


def _behind(text: str) -> MomentWords | None:
    """A moment at the end of a request."""
    found = _LAST.match(text)
    if found is not None and (starts_request(found["rest"]) or _KEEPS.match(found["rest"])):
        return MomentWords(found["rest"].strip(" ,"), found["said"], found["what"], found["word"])
    late = _FOR.search(text) or _at_some_light().search(text)
    if late is not None and starts_request(text[: late.start()]):
        return MomentWords(text[: late.start()].strip(" ,"), late["said"], late["what"])
    return None


_FOR = re.compile(rf",? (?P<said>for (?:(?:about|around|just|only|exactly|at least|another) )*(?P<what>{SPAN}))$")


@lru_cache(maxsize=1)
def _at_some_light() -> re.Pattern[str]:
    lights = "|".join(map(re.escape, english("times.yaml")["by_light"]))
    return re.compile(rf",? (?P<said>(?:at|around|about|by|towards|from) (?:the )?(?P<what>{lights})(?: on)?)$")


_A_WHILE = frozenset({"bit", "while"})


def _shortly(text: str) -> MomentWords | None:
    """A phrase by itself that tells when, and names nothing of the home: "in a bit over ten minutes"."""
    found = _SHORTLY.match(text)
    if found is None:
        return None
    moment = MomentWords("", found["said"], found["what"])
    if moment.idle:
        return moment
    words = words_of(found["what"])
    named = [read_named(words, at) for at in range(len(words))]
    if any(one is not None and one.word for one in named):
        return None  # a place
    talk = word_list("request_fillers.txt") - _A_WHILE
    return None if all(word in talk for word in words) else moment
