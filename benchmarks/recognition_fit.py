"""Fits the weights of task recognition to recorded games: conditional log-linear models, Gaussian prior, L-BFGS.

The labels of the games are read here, and only here. Counts of how often parameters were asked for leave out the game
that they are used on, so that the fit does not trust them more than it should.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.recognition.evidence import Evidence
from agent.recognition.kinds import KINDS, kind_features, spread
from agent.recognition.lines import read_line
from agent.recognition.parameters import ANY, COOKED, ONE, PLAIN, Habits, candidates
from agent.recognition.trace import EpisodeTrace

KIND_PRIOR, PARAMETER_PRIOR, DECISIVE = 0.5, 0.3, 0.05
"""Precision of the prior on weights: higher keeps them nearer to 0. Chosen by cross-validation on the training games.
Words that name a dish, or tell "on the same" from "on any", are all but decisive: their weights are held back least."""
COUNTED = {"Clean All X": (0,), ANY: (0, 2), ONE: (0, 2), PLAIN: (0, 1, 3), COOKED: (0, 1, 3)}
FITTED = {"Clean All X": "Clean All X", ANY: "Put All X", ONE: "Put All X", PLAIN: PLAIN, COOKED: COOKED}
MODES = ("both", "words", "deeds", "request")
"""What there is to tell by: words and deeds, a whole dialogue, deeds, the first words of a dialogue."""
STEPS, MEMORY = 300, 10


@dataclass(frozen=True)
class Example:
    """A game to learn from: what it leaves as evidence, and what its task was."""

    trace: EpisodeTrace
    name: str
    params: tuple[str, ...]


def fit(examples: Sequence[Example]) -> dict[str, Any]:
    """The content of ``assets/recognition_weights.json``."""
    habits = habits_of(examples)
    return {"habits": habits} | {mode: _weights(examples, mode, habits) for mode in MODES}


def _weights(examples: Sequence[Example], mode: str, habits: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    seen = [Example(masked(e.trace, "words" if mode == "request" else mode), e.name, e.params) for e in examples]
    if mode != "request":
        return fitted(seen, habits)
    begun = [Example(part, e.name, e.params) for e in seen for part in _beginnings(e.trace)]
    return fitted(seen, habits, begun, NAMES)  # in a longer dialogue a salad may be a part of breakfast


def fitted(
    examples: Sequence[Example],
    habits: Mapping[str, Mapping[str, int]],
    of_kinds: Sequence[Example] = (),
    decisive: tuple[str, ...] = (),
    copies: int = 1,
) -> dict[str, Any]:
    """Weights of one mode.

    Args:
        examples: What to fit to.
        habits: How often parameters were asked for in them.
        of_kinds: More of them, for the weights of kinds alone.
        decisive: Ends of names of features that are held back least.
        copies: How many of the examples are of one game; what keeps weights near to 0 counts as often.
    """
    known = [(e, Evidence(e.trace)) for e in examples if e.trace.acts or e.trace.asked]
    kinds = [_kind_choice(e, evidence) for e, evidence in known]
    kinds += [_kind_choice(e, Evidence(e.trace)) for e in of_kinds]
    parameters = {}
    for kind in dict.fromkeys(FITTED.values()):
        fitting = [_parameter_choice(e, evidence, habits) for e, evidence in known if FITTED.get(e.name) == kind]
        parameters[kind] = _solve([choice for choice in fitting if choice], PARAMETER_PRIOR * copies)
    return {"kinds": _solve(kinds, KIND_PRIOR * copies, decisive), "parameters": parameters}


def _beginnings(trace: EpisodeTrace) -> Iterator[EpisodeTrace]:
    """The trace up to the user's first and second request: people may say no more than "make a salad"."""
    requests = [i for i, said in enumerate(trace.speech) if not said.own and _asks(said.text)]
    for last in requests[:2]:
        yield EpisodeTrace(trace.speech[: last + 1])


def _asks(text: str) -> bool:
    line = read_line(text)
    return bool(line.things or line.cues)


def masked(trace: EpisodeTrace, mode: str) -> EpisodeTrace:
    """The trace with only its words, only its deeds, or both."""
    return EpisodeTrace(trace.speech if mode != "deeds" else (), trace.acts if mode != "words" else ())


NAMES = tuple(f": say {name}" for name in ("coffee", "salad", "sandwich", "breakfast", "boil"))

Choice = tuple[list[dict[str, float]], int]
"""Features of every option, and which of them is right."""


def _kind_choice(example: Example, evidence: Evidence) -> Choice:
    features = kind_features(evidence)
    right = "Put All X" if example.name in (ANY, ONE) else example.name
    return [spread(kind, features) for kind in KINDS], KINDS.index(right)


def _parameter_choice(example: Example, evidence: Evidence, counts: Mapping[str, Mapping[str, int]]) -> Choice | None:
    options = candidates(FITTED[example.name], evidence, Habits(_without(counts, example)))
    right = [i for i, o in enumerate(options) if (o.name, o.params) == (example.name, example.params)]
    return ([dict(option.features) for option in options], right[0]) if right else None


def habits_of(examples: Sequence[Example]) -> dict[str, dict[str, int]]:
    """How often parameters were asked for."""
    found: dict[str, Counter[str]] = {}
    for example in examples:
        for position in COUNTED.get(example.name, ()):
            found.setdefault(f"{example.name} {position}", Counter())[example.params[position]] += 1
    return {key: dict(sorted(table.items())) for key, table in sorted(found.items())}


def _without(counts: Mapping[str, Mapping[str, int]], example: Example) -> dict[str, dict[str, int]]:
    less = {key: dict(table) for key, table in counts.items()}
    for position in COUNTED[example.name]:
        less[f"{example.name} {position}"][example.params[position]] -= 1
    return less


def _solve(choices: Sequence[Choice], prior: float, decisive: tuple[str, ...] = ()) -> dict[str, float]:
    """Weights that make the right options likeliest; none where there is nothing to learn from."""
    if not choices:
        return {}
    names = sorted({name for options, _ in choices for option in options for name in option})
    at = {name: i for i, name in enumerate(names)}
    sizes = np.array([len(options) for options, _ in choices])
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    table = _table([option for options, _ in choices for option in options], at)
    right = first + np.array([index for _, index in choices])
    goal = table.sum(right)
    light = [name.startswith(("one", "Put All X ")) or name.endswith(decisive) for name in names]
    precision = np.where(light, DECISIVE, prior)

    def loss(weights: Array) -> tuple[float, Array]:
        scores = table.times(weights)
        scores = scores - np.repeat(np.maximum.reduceat(scores, first), sizes)
        powers = np.exp(scores)
        total = np.add.reduceat(powers, first)
        part = powers / np.repeat(total, sizes)
        value = float(np.log(total).sum() - scores[right].sum() + (precision * weights) @ weights / 2)
        return value, table.back(part) - goal + precision * weights

    weights = minimise(loss, np.zeros(len(names)))
    return {name: round(float(weights[i]), 3) for name, i in at.items() if abs(weights[i]) >= 0.0005}


Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Table:
    """A sparse matrix by its entries: rows are options, columns are features."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    values: Array
    shape: tuple[int, int]

    def times(self, weights: Array) -> Array:
        """Matrix times vector."""
        return np.bincount(self.rows, self.values * weights[self.columns], self.shape[0]).astype(np.float64)

    def back(self, parts: Array) -> Array:
        """Transposed matrix times vector."""
        return np.bincount(self.columns, self.values * parts[self.rows], self.shape[1]).astype(np.float64)

    def sum(self, chosen: npt.NDArray[np.int64]) -> Array:
        """Sum of some rows."""
        mark = np.zeros(self.shape[0])
        mark[chosen] = 1.0
        return self.back(mark)


def _table(options: Sequence[Mapping[str, float]], at: Mapping[str, int]) -> _Table:
    entries = [(i, at[name], value) for i, option in enumerate(options) for name, value in option.items() if value]
    rows, columns, values = (np.array(column) for column in zip(*entries, strict=True))
    return _Table(rows, columns, values.astype(float), (len(options), len(at)))


def minimise(loss: Callable[[Array], tuple[float, Array]], start: Array) -> Array:
    """The minimum of a smooth convex function that also gives its slope, by L-BFGS with backtracking."""
    here, (value, slope) = start, loss(start)
    past: list[tuple[Array, Array, float]] = []
    for _ in range(STEPS):
        way = -_curved(slope, past)
        size = 1.0 if past else 1.0 / max(1.0, float(np.abs(slope).sum()))
        while True:
            there = here + size * way
            new_value, new_slope = loss(there)
            if new_value <= value + 1e-4 * size * float(slope @ way) or size < 1e-12:
                break
            size /= 2
        move, turn = there - here, new_slope - slope
        if float(move @ turn) > 1e-12:
            past = [*past[1 - MEMORY :], (move, turn, 1.0 / float(move @ turn))]
        done = abs(value - new_value) < 1e-6 * max(1.0, abs(value))
        here, value, slope = there, new_value, new_slope
        if done:
            break
    return here


def _curved(slope: Array, past: Sequence[tuple[Array, Array, float]]) -> Array:
    """The slope divided by the curvature that the last steps showed (two-loop recursion)."""
    found, parts = slope.copy(), []
    for move, turn, scale in reversed(past):
        parts.append(scale * float(move @ found))
        found -= parts[-1] * turn
    if past:
        move, turn, _ = past[-1]
        found *= float(move @ turn) / float(turn @ turn)
    for (move, turn, scale), part in zip(past, reversed(parts), strict=True):
        found += (part - scale * float(turn @ found)) * move
    return found
