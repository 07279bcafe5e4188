"""How like a sentence is to an example: the words and slots that they share, in their order.

The rarer a word is among the examples, the more it counts. A time counts nothing, and what any question may have
besides (a place, a clause, a purpose) costs little where the example lacks it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from agent.recall.reading.examples import AskedExample
from agent.recall.reading.parts.chunks import Chunk, NamedDeed
from agent.recall.reading.parts.wordlists import words

_ALIKE = {"which": "what", "was": "is", "whom": "who", "anything": "something", "we": "you", "whether": "if"}
"""Words that mostly stand for each other."""
_OPTIONAL = frozenset({"BEFORE", "AFTER", "DURING", "BETWEEN", "PLACE", "TOOL", "PURPOSE", "TOOK", "ORDINAL", "EXCEPT"})
_LITTLE = 0.25
"""What an optional slot costs that the example lacks."""
_NOTHING = 1e-9
_SHARES = {"fine": 0.4, "args": 0.2, "deed": 0.3, "pair": 0.35, "first": 0.6}
"""What a word itself, a deed's arguments, two words in their order and the first word count beside the kind of word."""


@dataclass(frozen=True)
class Likeness:
    """An example and how like it is.

    Attributes:
        example: The example.
        score: From 0 to 1.
    """

    example: AskedExample
    score: float


def frame(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """What of a sentence is compared."""
    marks: list[str] = []
    for chunk in chunks:
        if chunk.mark == "TIME" or (not chunk.slot and chunk.words in words("adverbs") | words("determiners")):
            continue
        marks.append(chunk.mark)
        if isinstance(chunk.value, NamedDeed) and chunk.value.leans:
            marks.append("it")
        if isinstance(chunk.value, NamedDeed) and chunk.value.thing.joint == "or":
            marks.append("or")
    times = sum(chunk.mark == "TIME" for chunk in chunks)
    return (*marks, "TIMES:two") if times > 1 else tuple(marks)


@lru_cache(maxsize=4096)
def _kind(mark: str) -> str:
    kind = mark.partition(":")[0]
    return _ALIKE.get(kind, kind)


def _deed(mark: str) -> str:
    """Which kind of deed a slot has: any single action of the memory is one kind."""
    fine = mark.split(":")[1]
    return f"ACT:{fine if fine in ('task', 'see', 'any', 'change') else 'act'}"


@lru_cache(maxsize=4096)
def _alone(mark: str) -> tuple[tuple[str, ...], ...]:
    """What of a word or a slot is compared wherever it stands."""
    several = mark.count(":") > 1
    found = [("kind", _kind(mark)), ("fine", mark.rpartition(":")[0] if several else mark)]
    found += [("args", mark)] if several else []
    found += [("deed", _deed(mark))] if mark.startswith("ACT:") else []
    return tuple(found)


def _features(marks: Sequence[str]) -> dict[tuple[str, ...], int]:
    """How often what is compared is in a frame."""
    kinds = [_kind(mark) for mark in marks]
    found: dict[tuple[str, ...], int] = {}
    for mark in marks:
        for one in _alone(mark):
            found[one] = found.get(one, 0) + 1
    for pair in (*pairwise(kinds), *zip(kinds, kinds[2:], strict=False)):
        both = ("pair", *pair)
        found[both] = found.get(both, 0) + 1
    if kinds:
        found["first", kinds[0]] = 1
    return found


class ExampleComparison:
    """Compares sentences with examples.

    Args:
        framed: Every example with its frame.
        said: By ``AskedExample.asks`` more words in which it is asked.

    Attributes:
        framed: The same.
    """

    def __init__(
        self, framed: Iterable[tuple[AskedExample, tuple[str, ...]]], said: Mapping[str, Collection[str]] | None = None
    ) -> None:
        self.framed = tuple(framed)
        self._said: dict[str, set[str]] = {asked: {*some} for asked, some in (said or {}).items()}
        for example, marks in self.framed:
            self._said.setdefault(example.asks, set()).update(mark for mark in marks if mark.islower())
        kept: dict[tuple[tuple[str, ...], bool], AskedExample] = {}
        for example, marks in self.framed:
            kept.setdefault((marks, example.leans), example)
        self._examples = list(kept.values())
        self._weights = _weighed([marks for marks, _ in kept])
        self._rarest = max(self._weights.values(), default=1.0)
        self._known: dict[tuple[str, ...], float] = {}
        self._leans = np.array([one.leans for one in self._examples], bool)
        having = _having([_features(marks) for marks, _ in kept])
        self._with = {one: np.array(some, np.int32) for one, some in having.items()}
        rows = np.concatenate([*self._with.values(), np.zeros((2, 0), np.int32)], axis=1)
        weights = np.repeat([self._weight(one) for one in having], [len(some[0]) for some in having.values()])
        self._totals = np.bincount(rows[0], rows[1] * weights, len(self._examples))

    def said_so(self, example: AskedExample) -> frozenset[str]:
        """The words, slots aside, in which people ask the same: none of them limits what is asked."""
        return frozenset(self._said[example.asks])

    def _weight(self, feature: tuple[str, ...]) -> float:
        found = self._known.get(feature)
        if found is None:
            kind, *names = feature
            if kind in ("fine", "args", "deed"):  # what slot it is counts, however rare that deed is among the examples
                names = [_kind(name) if ":" in name else name for name in names]
            own = sum(self._weights.get(name, self._rarest) for name in names) / len(names)
            found = self._known[feature] = own * _SHARES.get(kind, 1.0)
        return found

    def likest(self, marks: Sequence[str], leaning: bool) -> list[Likeness]:
        """The examples that are likest, the likest first.

        Args:
            marks: The sentence's frame.
            leaning: Whether there is a question before it.
        """
        shared = np.zeros(len(self._examples))
        dear = np.zeros(len(self._examples))  # of what is shared, what would have cost little
        total = 0.0
        for feature, count in _features(marks).items():
            weight = self._weight(feature)
            little = _LITTLE if not _OPTIONAL.isdisjoint(name.partition(":")[0] for name in feature[1:]) else 1.0
            total += weight * count * little
            if (having := self._with.get(feature)) is None:
                continue
            index, others = having
            both = weight * np.minimum(count, others)
            shared[index] += both
            dear[index] += both * (1 - little)
        may = shared > 0 if leaning else (shared > 0) & ~self._leans
        scores = np.where(may, 2 * shared / np.maximum(total + dear + self._totals, _NOTHING), 0.0)
        first = np.lexsort((~self._leans, -scores.round(4)))[:8]
        return [Likeness(self._examples[at], float(scores[at])) for at in first if may[at]]


def _having(
    features: Sequence[Mapping[tuple[str, ...], int]],
) -> Mapping[tuple[str, ...], tuple[list[int], list[int]]]:
    """In which frames every feature is, and how often in each."""
    having: dict[tuple[str, ...], tuple[list[int], list[int]]] = {}
    for index, own in enumerate(features):
        for feature, count in own.items():
            if (some := having.get(feature)) is None:
                some = having[feature] = ([], [])
            some[0].append(index)
            some[1].append(count)
    return having


def _weighed(frames: Sequence[Sequence[str]]) -> Mapping[str, float]:
    """How rare every word and every kind of word is among frames."""
    among = Counter[str]()
    for marks in frames:
        among.update({name for mark in set(marks) for _, name in _alone(mark)})
    return {name: math.log(1 + len(frames) / count) for name, count in among.items()}
