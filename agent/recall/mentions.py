"""Words that only say that something was spoken of before: "the pan I asked about first", "back to the pan"."""

from __future__ import annotations

import re

from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.members import exchanges
from envs.vocabulary.english import noun
from envs.vocabulary.object_types import object_types

_ASKED_ABOUT = (
    r"(?:that |which )?(?:i|we) (?:just |already |first |originally )?"
    r"(?:asked|ask|(?:was|were) asking|(?:have|had) asked|'ve asked|spoke|talked|(?:was|were) talking|mentioned)"
    r"(?: you| to you)? (?:about|of)"
)
_WHEN = (
    r"(?: (?:first|before|earlier|at first|first of all|at the (?:start|beginning)|in the beginning|previously|"
    r"just now|a (?:moment|minute|while|bit) ago|in the first place|originally|to begin with))?"
)
_END = r"(?=\s*(?:[,:;?.!]|$)|\s+(?:is|was|are|were|did|do|does|has|have|where|when|how|why|what|who)\b)"
_MENTION = re.compile(
    r"(?P<what>\b(?:the|that|those|my|our) (?!(?:first|last|other|one|thing)\b)[\w-]+(?: [\w-]+)?) "
    rf"{_ASKED_ABOUT}{_WHEN}{_END}",
    re.IGNORECASE,
)
"""A thing with a clause that says that it was spoken of."""
_NUMBERED = re.compile(
    rf"\b(?:(?:the|that) (?P<which>first|last) (?:one|thing) {_ASKED_ABOUT}|what {_ASKED_ABOUT}(?P<first> first"
    rf"| at first| at the (?:start|beginning)| in the beginning| originally)){_END}",
    re.IGNORECASE,
)
"""What was spoken of first, or last, without its name."""
_BACK = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|now|but|right|anyway),? )*(?:(?:let(?:'s| us) )?"
    r"(?:going|go|coming|come|getting|get|return|returning) )?"
    r"back to (?P<what>(?:the|my|our|that|those) [\w-]+(?: [\w-]+)?)(?=\s*[,:;?.!-])",
    re.IGNORECASE,
)
"""A topic that somebody returns to, before the question."""


def without_mention(sentence: str, before: EarlierExchange | None) -> str:
    """A sentence without what only says that something was spoken of before; what was spoken of first by its name.

    Args:
        sentence: The sentence.
        before: The exchanges before; the sentence stays as it is where there are none.
    """
    if before is None:
        return sentence
    if (cut := _SLICE.search(sentence)) is not None and (whole := _cut_last(before)):
        sentence = f"{sentence[: cut.end('the')]} {whole}{sentence[cut.end('the') :]}"
    sentence = _BACK.sub(lambda found: found["what"], sentence)
    sentence = _MENTION.sub(lambda found: found["what"], sentence)
    return _NUMBERED.sub(lambda found: _named(found, before) or found[0], sentence)


_SLICE = re.compile(r"\b(?P<the>the|that|those) slices?\b(?! (?:of|from)\b)", re.IGNORECASE)
"""A part of something that was named before: "where did the slice go?"."""


def _cut_last(before: EarlierExchange) -> str:
    """The name of what was told to have been cut last; empty where nothing was that falls into slices."""
    for one in exchanges(before):
        kinds = [item.kind for item in one.items]
        for kind in (*kinds, *one.query.of.thing.types):
            whole = kind.removesuffix("Sliced")
            if f"{whole}Sliced" in object_types():
                return noun(whole).lower()
    return ""


def _named(found: re.Match[str], before: EarlierExchange) -> str:
    """The thing or task that was asked about first, or last, by its name; empty where none was."""
    topics = [topic for one in exchanges(before) if (topic := _topic(one))]
    return (topics[0 if found["which"] == "last" else -1]) if topics else ""


def _topic(exchange: EarlierExchange) -> str:
    of = exchange.query.of
    types = of.thing.types or of.place.types
    return of.task or (f"the {noun(types[0]).lower()}" if types else "")
