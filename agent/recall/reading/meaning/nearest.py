"""How near a sentence is to what each group of examples asks: by vectors, which know that words can mean the same."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from agent.recall.reading.examples import AskedExample, examples, phrasings
from agent.recall.reading.meaning.encoder import FOLDER, SentenceEncoder, SentenceVectors, shipped

_VECTORS = "examples.npz"
_NEAREST = 0.5
"""What the nearest example counts beside the mean of its group."""
_LEXICAL = 0.2
"""What the words that are shared count beside both."""
_MISFIT = 0.15
"""How much farther off a group is that asks of everything or of two, for a sentence that names something or one."""
_OTHER_FORM = 0.2
"""How much farther off a group is of which no example begins as the sentence does: with "did", with "when"."""
_FORMS = tuple(
    frozenset(words.split())
    for words in (
        "did do does have has had is are was were can could will would",
        "what which whats", "who whom whose", "when", "where", "why", "how",
    )
)  # fmt: skip
_KNOWING = "know about"
"""By what is named alone these groups differ, which the reader tells better."""
_CHANCE = (-3.53, 3.3, 6.63)
"""From how near the nearest group is, and by how much nearer than the next, how likely it is the right one: fitted on
789 sentences by who knew the groups. Tried with 710 sentences by five writers who did not, who had written others that
the examples and the weights then had: 0.62 passed 77 % of them, of which 92 % were right."""
_NOTHING = -0.5
"""Groups less near are none."""
_FURTHEST = 0.6
"""By how much the nearest group may beat the next for it to count."""


@dataclass(frozen=True)
class NearestMeaning:
    """A group of examples that ask the same, and how near a sentence is to it.

    Attributes:
        example: The example of the group that is nearest.
        chance: How likely it is what is asked, from 0 to 1.
        among: What the three nearest groups ask, as ``AskedExample.asks`` gives it.
    """

    example: AskedExample
    chance: float
    among: tuple[str, ...] = ()


@dataclass(frozen=True)
class RankedMeaning:
    """A group of examples among others.

    Attributes:
        example: The example of the group that is nearest.
        nearness: How near a sentence is to the group; of any two groups the larger is likelier meant. From what is
            nearest it follows how likely that is (``NearestMeaning.chance``).
    """

    example: AskedExample
    nearness: float


_KIN = {"state": "state", "said": "told", "fact": "told", "exists": "whether", "outcome": "whether", "why": "why"}
"""Asks whose answers fall back on one another: which of them is meant, need not be sure."""


def kin(example: AskedExample) -> str:
    """Equal for groups of which either gives the answer that the other would."""
    query = example.query
    if query.get("of") == "all" and query.get("ask") in ("outcome", "summary"):
        return json.dumps(["went", example.leans])
    family = _KIN.get(query.get("ask", ""))
    failed = query.get("subject") == "failures"
    if family is None or (failed and family == "whether") or (family == "why" and not (failed or "outcomes" in query)):
        return example.asks
    return json.dumps([family, query.get("of"), query.get("speaker") == "robot", example.leans])


class MeaningComparison:
    """Compares sentences with groups of examples.

    Args:
        examples: The examples.
        vectors: One for each of them, then one for each of the others.
        encoder: What made the vectors.
        others: More sentences of the same groups, of which none is ever the nearest example.
    """

    def __init__(
        self,
        examples: Sequence[AskedExample],
        vectors: SentenceVectors,
        encoder: SentenceEncoder,
        others: Sequence[AskedExample] = (),
    ) -> None:
        every = (*examples, *others)
        self._examples, self._encoder, self._vectors = tuple(examples), encoder, vectors
        groups: dict[str, int] = {}
        self._group = np.array([groups.setdefault(one.asks, len(groups)) for one in every])
        self._groups, self._names = groups, [*groups]
        self._order = np.argsort(self._group, kind="stable")
        self._begins = np.searchsorted(self._group[self._order], np.arange(len(groups)))
        self._leans = np.zeros(len(groups), bool)
        self._leans[self._group] = [one.leans for one in every]
        self._nameless = np.zeros(len(groups), bool)
        self._nameless[self._group] = [one.query.get("of") == "all" for one in every]
        self._paired = np.zeros(len(groups), bool)
        self._paired[self._group] = [one.query.get("against") == "names" for one in every]
        self._knowing = np.isin(np.arange(len(groups)), self._group[[_KNOWING in " ".join(one.words) for one in every]])
        self._forms = np.zeros((len(groups), len(_FORMS)), bool)
        for group, one in zip(self._group, every, strict=True):
            if (form := _form(one.words[0])) is not None:
                self._forms[group, form] = True
        families: dict[str, int] = {}
        self._kin = np.zeros(len(groups), int)
        self._kin[self._group] = [families.setdefault(kin(one), len(families)) for one in every]
        means = np.add.reduceat(vectors[self._order], self._begins)
        self._means = means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)

    def nearest(self, said: str, leaning: bool, shared: Mapping[str, float], names: int = 2) -> NearestMeaning:
        """What a sentence asks most likely.

        Args:
            said: The sentence in plain words.
            leaning: Whether there is a question before it.
            names: How many things, deeds and tasks the sentence names, at most 2: what is asked of everything names
                none, and what is compared two.
            shared: By ``AskedExample.asks`` how like the likest example of a group is by its words, from 0 to 1.
        """
        each, scores = self._scores(said, leaning, shared, names)
        first = int(scores.argmax())
        akin = self._kin == self._kin[first]
        if _KNOWING in said and self._knowing[first]:
            akin = akin | self._knowing
        other = np.where(akin, -1.0, scores).max()
        among = tuple(self._names[at] for at in np.argsort(-scores, kind="stable")[:3])
        return NearestMeaning(self._own(first, each), _chance(float(scores[first]), float(other)), among)

    def ranked(
        self,
        said: str,
        leaning: bool,
        shared: Mapping[str, float],
        names: int,
        most: int,
        also: Collection[str] = (),
    ) -> list[RankedMeaning]:
        """The groups that are nearest, the nearest first.

        Args:
            said: See ``nearest``.
            leaning: See ``nearest``.
            shared: See ``nearest``.
            names: See ``nearest``.
            most: How many of them.
            also: More groups that are wanted, by ``AskedExample.asks``, however far off.
        """
        each, scores = self._scores(said, leaning, shared, names)
        order = [int(at) for at in np.argsort(-scores, kind="stable") if scores[at] > _NOTHING]
        wanted = [*order[:most], *(at for at in order[most:] if self._names[at] in also)]
        return [RankedMeaning(self._own(at, each), float(scores[at])) for at in wanted]

    def _own(self, group: int, each: SentenceVectors) -> AskedExample:
        """The example of a group that is nearest."""
        own = np.where(self._group == group, each, -1.0)[: len(self._examples)]
        return self._examples[int(own.argmax())]

    def _scores(
        self, said: str, leaning: bool, shared: Mapping[str, float], names: int
    ) -> tuple[SentenceVectors, SentenceVectors]:
        """How near every example is to a sentence, and every group."""
        vector = self._encoder.encode([said])[0]
        each = self._vectors @ vector
        scores = self._means @ vector + _NEAREST * np.maximum.reduceat(each[self._order], self._begins)
        for name, share in shared.items():
            scores[self._groups[name]] += _LEXICAL * share
        scores = (
            scores - _MISFIT * (self._nameless if names else False) - _MISFIT * (self._paired if names < 2 else False)
        )
        if (form := _form(said.split(" ", 1)[0])) is not None:
            scores = scores - _OTHER_FORM * ~self._forms[:, form]
        if not leaning:
            scores = np.where(self._leans, -1.0, scores)
        return each, scores


def _form(word: str) -> int | None:
    """Which kind of question a first word begins; None for any other word."""
    return next((at for at, words in enumerate(_FORMS) if word in words), None)


def _chance(first: float, second: float) -> float:
    known, near, apart = _CHANCE
    return 1 / (1 + math.exp(-(known + near * first + apart * min(first - second, _FURTHEST))))


@cache
def meanings() -> MeaningComparison | None:
    """The examples of this package; None where the encoder's weights are missing."""
    encoder = shipped()
    if encoder is None:
        return None
    return MeaningComparison(examples(), _kept_or_made(encoder, FOLDER), encoder, phrasings())


def _kept_or_made(encoder: SentenceEncoder, folder: Path) -> SentenceVectors:
    """The vectors as they were kept; those of examples that are new are made."""
    said = [" ".join(one.words) for one in (*examples(), *phrasings())]
    kept, vectors = _kept(folder)
    known = set(kept)
    new = [one for one in dict.fromkeys(said) if one not in known]
    every = np.concatenate([vectors, encoder.encode(new)]) if new else vectors
    at = {one: row for row, one in enumerate((*kept, *new))}
    return every[[at[one] for one in said]]


def _kept(folder: Path) -> tuple[list[str], SentenceVectors]:
    """The sentences, and a vector for each."""
    if not (folder / _VECTORS).exists():
        return [], np.zeros((0, 384), np.float32)
    with np.load(folder / _VECTORS, allow_pickle=False) as found:
        vectors = found["vectors"].astype(np.float32)
        said = bytes(found["said"]).decode().split("\n")
    vectors /= np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return said, vectors


def keep_vectors(folder: Path = FOLDER) -> None:
    """Keep the vectors of the examples, eight bits a number, so that nobody has to wait for them."""
    encoder = shipped()
    if encoder is None:
        return
    said = list(dict.fromkeys(" ".join(one.words) for one in (*examples(), *phrasings())))
    vectors = np.rint(encoder.encode(said) * 127 / 0.5).clip(-127, 127).astype(np.int8)
    letters = np.frombuffer("\n".join(said).encode(), np.uint8)
    np.savez(folder / _VECTORS, vectors=vectors, said=letters)  # unpacking takes longer than reading a megabyte more
