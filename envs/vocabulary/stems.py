"""Words without their endings, so that "toggling", "toggled" and "toggle" are found by each other."""

from __future__ import annotations

import re
from functools import lru_cache

from envs.vocabulary.inflection import singular
from envs.vocabulary.verbs import of_past

_AMERICAN = re.compile(r"\b(fav|col|neighb|hum|lab|flav)or(?=\w*\b)")
"""Words that are spelled with a letter more in Britain."""


def british(text: str) -> str:
    """A text in lower case in one of the two spellings of "favourite", "neighbour", "colour"."""
    return _AMERICAN.sub(r"\1our", text)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """What all forms of a word have in common: "toggling", "toggles" → "toggl"; "knives" → "knif"; "took" → "tak"."""
    word = british(word.lower().removesuffix("'s"))
    word = singular(of_past(word) or word)
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= 2 and re.search("[aeiouy]", bare):
            word = bare
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeioulsz":
        word = word[:-1]
    if len(word) > 3 and word.endswith("i"):  # "emptied"
        word = word[:-1] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("e") else word
