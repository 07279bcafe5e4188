"""How like a sentence is to an example: the words and slots that they share, in their order.

The rarer a word is among the examples, the more it counts. A time counts nothing, and what any question may have
besides (a place, a clause, a purpose) costs little where the example lacks it.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

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


def _kind(mark: str) -> str:
    kind = mark.partition(":")[0]
    return _ALIKE.get(kind, kind)


def _deed(mark: str) -> str:
    """Which kind of deed a slot has: any single action of the memory is one kind."""
    fine = mark.split(":")[1]
    return f"ACT:{fine if fine in ('task', 'see', 'any', 'change') else 'act'}"


def _features(marks: Sequence[str]) -> Counter[tuple[str, ...]]:
    kinds = [_kind(mark) for mark in marks]
    found = Counter[tuple[str, ...]]()
    found.update(("kind", kind) for kind in kinds)
    found.update(("fine", mark.rpartition(":")[0] if mark.count(":") > 1 else mark) for mark in marks)
    found.update(("args", mark) for mark in marks if mark.count(":") > 1)
    found.update(("deed", _deed(mark)) for mark in marks if mark.startswith("ACT:"))
    found.update(("pair", one, other) for one, other in itertools.pairwise(kinds))
    found.update(("pair", one, other) for one, other in zip(kinds, kinds[2:], strict=False))
    if kinds:
        found["first", kinds[0]] += 1
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
        self._features = [_features(marks) for marks, _ in kept]
        self._weights = self._weighed()
        self._rarest = max(self._weights.values(), default=1.0)
        self._known: dict[tuple[str, ...], float] = {}
        own = self._features
        self._totals = np.array([sum(self._weight(one) * count for one, count in each.items()) for each in own])
        self._leans = np.array([one.leans for one in self._examples], bool)
        having: dict[tuple[str, ...], list[tuple[int, int]]] = {}
        for index, each in enumerate(own):
            for feature, count in each.items():
                having.setdefault(feature, []).append((index, count))
        self._with = {feature: np.array(some, np.int32).T for feature, some in having.items()}

    def said_so(self, example: AskedExample) -> frozenset[str]:
        """The words, slots aside, in which people ask the same: none of them limits what is asked."""
        return frozenset(self._said[example.asks])

    def _weighed(self) -> Mapping[str, float]:
        """How rare every word and every kind of word is."""
        among = Counter(name for own in self._features for name in {names[0] for kind, *names in own if kind != "pair"})
        return {name: math.log(1 + len(self._features) / count) for name, count in among.items()}

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
