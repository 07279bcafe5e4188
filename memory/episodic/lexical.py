"""Finds texts by their words: BM25 with a list of stop words and light stemming."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType

from envs.vocabulary.data import english, words

K1, B = 1.5, 0.75
"""The usual parameters of BM25."""
STOPS = words("request_grammar.txt")
"""Words that tell nothing about which episode is meant: those of grammar, and verbs of all requests."""
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_COMPOUND = re.compile(r"[a-z]{3,}time")
"""Words such as "bedtime" and "playtime" also stand for their first part."""
_ENDINGS = (
    ("izations", "iz"), ("ization", "iz"), ("ations", ""), ("ation", ""), ("ative", ""), ("iness", "y"), ("ments", ""),
    ("ment", ""), ("ings", ""), ("ing", ""), ("edly", ""), ("ions", ""), ("ion", ""), ("ive", ""), ("ate", ""),
    ("ies", "y"), ("ied", "y"), ("ness", ""), ("ful", ""), ("ers", ""), ("er", ""), ("est", ""), ("ed", ""),
    ("ly", ""), ("es", ""), ("s", ""),
)  # fmt: skip
_SHORTEST = 3


@cache
def _same() -> Mapping[str, str]:
    """``assets/english/same_words.yaml``: word → the one it counts as."""
    return MappingProxyType({word: line[0] for line in english("same_words.yaml")["lines"] for word in line})


@cache
def _phrases() -> re.Pattern[str]:
    """Those of them that are several words."""
    found = sorted((word for word in _same() if " " in word), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, found))})\b", re.I)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word without its ending: "arranging" → "arrang", "berries" → "berry"; words for one and the same are one."""
    word = _same().get(word, word)
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            bare = word.removesuffix(ending) + instead
            return (
                bare[:-1]
                if len(bare) > _SHORTEST and bare[-1] == bare[-2] and bare[-1] not in "ls"
                else bare.rstrip("e")
            )
    return word.rstrip("e") if len(word) > _SHORTEST else word


def terms(text: str) -> list[str]:
    """The words of a text that tell something, stemmed."""
    joined = _phrases().sub(lambda found: _same()[found[0].lower()], text.replace("-", " "))
    found = [word.removesuffix("'s") for word in _WORD.findall(joined.lower())]
    parts = [word.removesuffix("time") for word in found if _COMPOUND.fullmatch(word)]
    return [stem(word) for word in (*found, *parts) if word not in STOPS and len(word) > 1]


class LexicalIndex:
    """Scores texts for a query.

    Args:
        texts: What is searched.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(terms(text)) for text in texts]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = (sum(self._lengths) / len(texts) if texts else 1.0) or 1.0
        self._in = Counter(term for counts in self._counts for term in counts)

    def scores(self, query: str) -> list[float]:
        """A score per text, 0 where no word is shared; in the order of the texts."""
        asked = terms(query)
        return [
            sum(self._weight(term) * self._share(counts[term], length) for term in asked if term in counts)
            for counts, length in zip(self._counts, self._lengths, strict=True)
        ]

    def _weight(self, term: str) -> float:
        seen = self._in[term]
        return math.log(1 + (len(self._counts) - seen + 0.5) / (seen + 0.5))

    def _share(self, count: int, length: int) -> float:
        return count * (K1 + 1) / (count + K1 * (1 - B + B * length / self._mean))
