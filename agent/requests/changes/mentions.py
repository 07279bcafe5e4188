"""What a change of a task names, and what stands before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from agent.recognition.lines import GOALS
from agent.requests.words.nouns import NUMBERS, STATES, NamedThings, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import noun
from envs.vocabulary.inflection import singular

_DENIES = frozenset({"not", "no", "never", "skip", "forget", "without", "don't", "isn't", "drop"})
_CUES = frozenset({"stay", "stays", "remain", "remains", "total", "enough", "plenty", "instead", "rather", "third"})
_BEFORE_NOUNS = frozenset(
    {"the", "a", "an", "my", "your", "our", "that", "this", "those", "these", "all", "both", "every", "each", "some"}
    | {"any", "other", "of", "only", "just"}
    | set(NUMBERS)
    | set(STATES)
)
RESTS = frozenset({"from", "off"})


@dataclass(frozen=True)
class Mention:
    """Something a change names.

    Attributes:
        named: What.
        lead: The preposition before it.
        denied: Whether it is what shall not be.
    """

    named: NamedThings
    lead: str
    denied: bool

    def of(self, words: Collection[str]) -> bool:
        """Whether it may be one of the things that some words name."""
        own = set(types_named(self.named.word)) | {self.named.word, self.named.kind}
        head = _head(self.named.text)
        return any(own & _kinds(word) or noun(word).split()[-1] == head for word in words if word)

    def exactly(self, place: str) -> bool:
        """Whether it names just that place."""
        return bool(place) and (
            self.named.word == place or set(types_named(place)) <= set(types_named(self.named.word))
        )


def _kinds(word: str) -> set[str]:
    """The types that a word of a task names, and what its pieces are of."""
    return {word, word.removesuffix("Sliced"), word.removesuffix("Cracked"), *types_named(word)}


def _head(text: str) -> str:
    """The noun where nothing else tells the kind: "the table" may be the coffee table, "the dining table" not."""
    words = text.split()
    said = [word for at, word in enumerate(words) if at == len(words) - 1 or word not in _BEFORE_NOUNS]
    return singular(said[0]) if len(said) == 1 else ""


def mentioned_in(words: Sequence[str]) -> Iterator[Mention]:
    """Everything that words name, and numbers that stand by themselves, in order."""
    at, since = 0, 0
    while at < len(words):
        named = _named(words, at) if words[at] not in _CUES and words[at] != "no" else None
        told = named is not None and (named.word or (named.count and _counts(words[at])))
        if named is None or not told or words[at] in word_list("request_stops.txt") - {"a", "an", "the", "some", "all"}:
            at += 1
            continue
        gap = words[since:at]
        denied = any(word in _DENIES and gap[i + 1 : i + 2] != [","] for i, word in enumerate(gap))
        lead = next((word for word in reversed(gap[-2:]) if word in (*GOALS, *RESTS)), "")
        yield Mention(named, lead, denied or named.count == 0)
        at = since = named.end if named.word else at + 1


def _named(words: Sequence[str], at: int) -> NamedThings | None:
    """What is named at a place; a number by itself counts."""
    named = read_named(words, at)
    if words[at] == "one" and words[at - 1 : at] != ["other"] and {"the", "that", "this"} & set(words[at - 2 : at - 1]):
        return None  # "the thick one" is no number
    if (named is None or not named.word) and (words[at] in _COUNTS or words[at].isdecimal()):
        count = int(words[at]) if words[at].isdecimal() else _COUNTS[words[at]]
        return NamedThings("", count, False, False, "", words[at], at + 1)
    return named


def _counts(word: str) -> bool:
    """Whether a word is a number by itself: an article is none."""
    return word in _COUNTS or word.isdecimal()


_COUNTS = {word: number for word, number in NUMBERS.items() if word not in ("no", "another", "a", "an")}
