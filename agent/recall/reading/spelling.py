"""Typing errors in small words: "tiems", "mornign", "whn"; what things are called is the dictionary's."""

from __future__ import annotations

import json
import re
from calendar import month_name
from collections.abc import Collection
from functools import cache

from agent.recall.reading.examples import frame_words
from agent.recall.reading.meaning.encoder import FOLDER
from agent.recall.reading.parts.wordlists import courtesies, tags, words
from agent.recall.understanding.dates import DAYS, PARTS
from agent.recall.understanding.plain_words import SHORTHAND
from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.numbers import CARDINALS, ORDINALS
from envs.vocabulary.spelling import distance, near
from envs.vocabulary.verbs import all_forms

_NAMED_DAYS = frozenset({*DAYS, "today", "yesterday", "tonight"})
_CALENDAR = frozenset({*_NAMED_DAYS, *PARTS, *(name.lower() for name in month_name if name)})
_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_SHORTEST = 3
"""Letters of a word that may be misspelled."""


class Spelling:
    """Corrects typing errors.

    Args:
        lexicon: What things are called.
        people: Words of the names of those who ever spoke, in lower case.
    """

    def __init__(self, lexicon: Lexicon, people: Collection[str] = ()) -> None:
        self._lexicon = lexicon
        self._people = people
        self._corrected: dict[str, str] = {}

    def text(self, said: str) -> str:
        """A text as it was written, typing errors corrected; names inside a sentence are left as they are."""

        def corrected(found: re.Match[str]) -> str:
            named = found[0][0].isupper() and re.search(r"[\w,]\s+$", said[: found.start()])
            joined = "-" in (said[found.start() - 1 : found.start()], said[found.end() : found.end() + 1])
            if named or joined or "'" in found[0] or "’" in found[0]:
                return found[0]
            own = self.word(found[0].lower())
            return found[0] if own == found[0].lower() else own

        return _WORD.sub(corrected, said)

    def word(self, word: str) -> str:
        """A word in lower case, or the one known word of which it is a misspelling."""
        if word not in self._corrected:
            self._corrected[word] = self._word(word)
        return self._corrected[word]

    def _word(self, word: str) -> str:
        if word.removesuffix("s") in _NAMED_DAYS:  # "mondays last task" is Monday's
            return word.removesuffix("s")
        if len(word) < _SHORTEST or not word.isalpha() or self._is_known(word):
            return word
        drawn = (re.sub(r"(.)\1{2,}", kept, word) for kept in (r"\1", r"\1\1"))  # "laptopppp", "sooon"
        if re.search(r"(.)\1\1", word) and (short := next(filter(self._is_known, drawn), "")):
            return short
        named = self._lexicon.spell(word)
        if named != word:
            return named
        return _nearest(word)

    def _is_known(self, word: str) -> bool:
        if word in self._people or self._lexicon.find([word]) is not None:
            return True
        known = (_small_words(), all_forms(), _common_words())
        return any(self._lexicon.knows(one) or any(one in some for some in known) for one in _stems(word))


def _stems(word: str) -> list[str]:
    """The word and what it may be a form of: "tackled", "spinning", "neighbour"."""
    found = [word, singular(word), *([f"{word}s"] if singular(f"{word}s") == word else [])]
    for end in ("ed", "ing"):
        if word.endswith(end) and len(word) > len(end) + 2:
            stem = word.removesuffix(end)
            found += [stem, f"{stem}e", *([stem[:-1]] if stem[-1] == stem[-2] else [])]
    return found


def _nearest(word: str) -> str:
    """The nearest small word, verb or day, the commonest of those that are as near; the word where none is near."""
    kept = _common_words()
    for known in (_small_words() | _CALENDAR, all_forms()):
        close = [
            (distance(word, one), sorted(one) != sorted(word), kept.get(one, len(kept)), one)
            for one in known
            if near(word, one)
        ]
        if close:
            return min(close)[-1]
    twice = {f"{word[:at]}{letter}{word[at:]}" for at, letter in enumerate(word)}  # "lok" is "look"
    return min(twice & _small_words(), key=lambda one: kept.get(one, len(kept)), default=word)


@cache
def _small_words() -> frozenset[str]:
    polite = {word for phrase in (*courtesies(), *tags()) for word in phrase.split()}
    return frozenset(
        word
        for word in {*frame_words(), *_CALENDAR, *CARDINALS, *ORDINALS, *polite, *SHORTHAND, *words("example_names")}
        if word.isalpha()
    )


@cache
def _common_words() -> dict[str, int]:
    """Whole words that the encoder knows, by how common they are: none of them is believed to be misspelled."""
    path = FOLDER / "pieces.json"
    pieces = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return {piece: at for at, piece in enumerate(pieces) if piece.isalpha()}
