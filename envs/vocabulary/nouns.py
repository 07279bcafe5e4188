"""The words of questions about a household: things, and what people mean by their misspellings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from envs.vocabulary.data import words as words_of
from envs.vocabulary.english import noun
from envs.vocabulary.entries import entries
from envs.vocabulary.groups import called_together, groups
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import everyday, in_questions, own_names
from envs.vocabulary.spelling import meant, near
from envs.vocabulary.verbs import deed_forms

APPEARANCE_WORDS = """
red green blue yellow black white brown orange purple pink grey gray silver golden beige violet turquoise dark bright
colored coloured colorful colourful big small large little tiny huge tall heavy wide narrow thick thin round
square flat wooden metal plastic ceramic steel shiny pretty beautiful nice ugly new old antique striped transparent
bigger smaller larger biggest smallest largest taller heavier
"""
#: What the memory does not keep of things: colours, sizes, materials.
APPEARANCE = frozenset(APPEARANCE_WORDS.split())


def called(types: Sequence[str]) -> str:
    """What several classes are called together: "vegetable", "table"; the first one's name when they have none."""
    return called_together(types) or noun(types[0])


def is_category(types: Sequence[str]) -> bool:
    """Whether the classes are a kind of things ("vegetables") rather than one thing that has several names."""
    return any(group.kind and group.types == tuple(types) for group in groups().values())


@dataclass(frozen=True)
class NamedTypes:
    """A thing named in a question: the classes it may mean, and which words named it (half-open range)."""

    types: tuple[str, ...]
    first: int
    last: int


class Lexicon:
    """Finds things in the words of a question.

    Args:
        seen: Classes in the memory; a detector may know others than AI2-THOR does.
    """

    def __init__(self, seen: Iterable[str] = ()) -> None:
        names = _names(frozenset(seen))
        self._phrases, self._longest, self._meant, self._known = names
        self._spelled: dict[str, str] = {}

    def spell(self, word: str) -> str:
        """The word, or the one known word that it is a misspelling of; a word with none or several near ones stays."""
        if word not in self._spelled:
            self._spelled[word] = self._spell(word)
        return self._spelled[word]

    def knows(self, word: str) -> bool:
        """Whether a word is part of what things are called, or an ordinary one."""
        return word in self._known or singular(word) in self._known

    def _spell(self, word: str) -> str:
        if len(word) < 3 or not word.isalpha() or self.knows(word):
            return word
        several = {other + "s" for other in self._meant if word.endswith("s") and _near(word[:-1], other)}
        return meant(word, self._meant, _near, several)

    def find(self, words: Sequence[str], start: int = 0) -> NamedTypes | None:
        """The first thing named from ``start`` on; the longest name that begins there."""
        for first in range(start, len(words)):
            for last in range(min(len(words), first + self._longest), first, -1):
                types = self._types(words[first:last])
                if types:
                    return NamedTypes(types, first, last)
        return None

    def _types(self, words: Sequence[str]) -> tuple[str, ...]:
        text = " ".join(words)
        one = self._phrases.get(" ".join([*words[:-1], singular(words[-1])]))
        found = self._phrases.get(text) or one or self._phrases.get(" ".join(map(singular, words)))
        return found or _other_name(words)


_HEADS = frozenset({"machine", "machines"})
"""Words for a kind that are also the end of other names: a washing machine is none of the kitchen's machines."""
_BEFORE_KIND = """
the a an any some which what that this these those your my our his her their every each all one two no first last other
same right wrong whole of in on off with from to into at by for about is was were are did and or but not dirty clean hot
cold open closed running broken working noisy loud electric kitchen household
"""
_NO_NAMES = frozenset(_BEFORE_KIND.split())


def _other_name(words: Sequence[str]) -> tuple[str, ...]:
    """A class of its own for what ends like a kind and is none of it: the sewing machine; nothing for all else."""
    if len(words) != 2 or words[1] not in _HEADS:
        return ()
    before = words[0]
    is_verb = before in deed_forms() and not before.endswith("ing")
    if is_verb or before in _NO_NAMES or before in APPEARANCE or not before.isalpha():
        return ()
    return (f"{before.capitalize()}Machine",)


@lru_cache(maxsize=8)
def _names(seen: frozenset[str]) -> tuple[Mapping[str, tuple[str, ...]], int, frozenset[str], frozenset[str]]:
    """What things are called, the words of the longest name, and the words that are meant or just known."""
    phrases: dict[str, tuple[str, ...]] = {}
    for name in [*entries("types"), *sorted(seen)]:
        for phrase in own_names(name):
            phrases[phrase] = (name,)
    phrases |= in_questions()
    longest = max(phrase.count(" ") for phrase in phrases) + 1
    meant_words = _parts(set(phrases) - set(everyday())) | set(deed_forms()) | words_of("question_words.txt")
    known = meant_words | _parts(everyday()) | words_of("ordinary_words.txt") | APPEARANCE
    return phrases, longest, frozenset(meant_words), frozenset(known)


def _parts(phrases: Iterable[str]) -> set[str]:
    """The words of names; those of several words in the singular."""
    return {word if word == phrase else singular(word) for phrase in phrases for word in phrase.split()}


@cache
def full_lexicon() -> Lexicon:
    """The things of the dictionary alone: for words that are not asked of one memory."""
    return Lexicon()


def _near(word: str, other: str) -> bool:
    return near(word, other, certain=other in deed_forms())
