"""Which task was done: told from what was said and what was done, never from an episode's labels.

Two steps, each a log-linear model. The first weighs words and results for every kind of task; the second weighs, for
the likelier kinds, every choice of parameters that the evidence gives a reason for. The weights were fitted to TEACh's
training games (``python -m benchmarks.recognition --fit``), once for words and deeds together, once for each alone, and
for deeds that were only seen to deeds with mistakes (``python -m benchmarks.seen_deeds --fit``).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from agent.recognition.evidence import OPENING, Evidence, members
from agent.recognition.guesses import Alternative, TaskGuess
from agent.recognition.kinds import KINDS, kind_features, spread
from agent.recognition.lines import phrase_book
from agent.recognition.menus import MENUS, menu_choices
from agent.recognition.parameters import Candidate, Habits, candidates
from agent.recognition.seen_deeds import seen_table
from agent.recognition.trace import EpisodeTrace
from envs.teach.tasks.definitions import load_task
from memory.experience import Utterance

LIKELY = 0.02
"""Kinds less likely than this are not looked at more closely."""


def recognise(trace: EpisodeTrace, weights: Mapping[str, Any] | None = None) -> TaskGuess | None:
    """Tell which task an episode served; None when nothing was asked for and nothing done.

    Args:
        trace: What was said and done.
        weights: As ``assets/recognition_weights.json`` has them; None takes those.
    """
    evidence = Evidence(trace)
    if not evidence.opening and not trace.acts:
        return None
    rare = _named_only(evidence)
    if rare is not None:
        return rare
    model = _model_of(evidence, weights)
    features = kind_features(evidence)
    likely = _kinds_meant(evidence, features, model)
    scored = [
        (share * part, candidate)
        for kind, share in likely
        for part, candidate in _weighed(candidates(kind, evidence, model.habits), model.weights.get(kind, {}))
    ]
    return replace(_guess(_by_text(scored), features, model), seen=trace.seen)


def read_request(utterances: Sequence[Utterance]) -> TaskGuess | None:
    """The task that somebody asks for, from words alone; None when nobody but the agent asked for anything."""
    return recognise(EpisodeTrace(tuple(utterances), ()))


@dataclass(frozen=True)
class Readings:
    """What somebody may mean.

    Attributes:
        options: Tasks, the likeliest first, each with its probability; numbers that nobody said are in them.
        named: Types of the things that were spoken of; "Coffee" and "Cooking", where those were.
    """

    options: tuple[Alternative, ...]
    named: frozenset[str]


def readings(utterances: Sequence[Utterance], weights: Mapping[str, Any] | None = None) -> Readings:
    """Everything that somebody may mean who says this; no options where nothing is asked for.

    Args:
        utterances: What was said.
        weights: As for ``recognise``.
    """
    evidence = Evidence(EpisodeTrace(tuple(utterances)))
    named = {thing for cue, thing in _OF_CUES.items() if evidence.cues[cue]}.union(*map(members, evidence.meant))
    guess = recognise(evidence.trace, weights)
    if guess is None or _named_only(evidence):
        only = () if guess is None else (Alternative(guess.name, guess.params, guess.desc, guess.confidence),)
        return Readings(only, frozenset(named))
    model = _model_of(evidence, weights)
    found = [
        Alternative(option.name, params, description(option.name, params), share * part * chance)
        for kind, share in _kinds_meant(evidence, kind_features(evidence), model)
        for part, option in _weighed(candidates(kind, evidence, model.habits), model.weights.get(kind, {}))
        for chance, params in _spelled_out(option, evidence)
    ]
    return Readings(tuple(sorted(found, key=lambda one: -one.confidence)), frozenset(named))


_OF_CUES = {"coffee": "Coffee", "toast": "Bread", "sandwich": "Bread", "cook": "Cooking"}
"""What is spoken of when a dish is, or what is done for it."""


def _spelled_out(option: Candidate, evidence: Evidence) -> list[tuple[float, tuple[str, ...]]]:
    """A candidate with the numbers it may mean, where its kind leaves them open."""
    if option.name not in MENUS:
        return [(1.0, option.params)]
    choices = menu_choices(option.name, evidence)
    return list(zip(shares([score for score, _ in choices]), (params for _, params in choices), strict=True))


def description(name: str, params: Sequence[str]) -> str:
    """A task in one line, as recorded games word it."""
    pattern = phrase_book()["wording"].get(name)
    return pattern.format(*params) if pattern else load_task(name, params).desc


# ------------------------------------------------------------------------------------------------------------ weights


@dataclass(frozen=True)
class Model:
    """Fitted weights.

    Attributes:
        kinds: Weight of each feature of a kind.
        weights: Per kind with parameters: weight of each feature of a candidate.
        habits: How often parameters were asked for.
    """

    kinds: Mapping[str, float]
    weights: Mapping[str, Mapping[str, float]]
    habits: Habits


@lru_cache(maxsize=1)
def _fitted() -> Mapping[str, Any]:
    text = (resources.files("assets") / "recognition_weights.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


def _model_of(evidence: Evidence, weights: Mapping[str, Any] | None) -> Model:
    mode = _mode(evidence)
    return _shipped(mode) if weights is None else _model(mode, weights)


@lru_cache(maxsize=16)
def _shipped(mode: str) -> Model:
    return _model(mode, seen_table() if "seen" in mode else _fitted())


def _model(mode: str, table: Mapping[str, Any]) -> Model:
    return Model(table[mode]["kinds"], table[mode]["parameters"], Habits(table["habits"]))


def _mode(evidence: Evidence) -> str:
    """Which evidence there is: ``both``, ``words``, ``deeds``, or no more than a ``request``.

    Of deeds that were only seen also how clearly: ``seen clear``, ``both seen poor``.
    """
    if not evidence.trace.acts:
        return "request" if len(evidence.opening) < OPENING else "words"
    if evidence.seen is not None:
        return f"{'both ' if evidence.asked else ''}seen {evidence.seen.clarity}"
    return "both" if evidence.asked else "deeds"


def score(features: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The weighted sum; features without a weight count nothing."""
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def shares(scores: Sequence[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the scores."""
    top = max(scores)
    powers = [math.exp(value - top) for value in scores]
    total = sum(powers)
    return [power / total for power in powers]


def _likely_kinds(features: Mapping[str, float], model: Model) -> list[tuple[str, float]]:
    parts = shares([score(spread(kind, features), model.kinds) for kind in KINDS])
    return [(kind, part) for kind, part in zip(KINDS, parts, strict=True) if part >= LIKELY]


def _kinds_meant(evidence: Evidence, features: Mapping[str, float], model: Model) -> list[tuple[str, float]]:
    """Kinds of tasks that may be meant; a meal that is asked for is part of nothing else, whatever is part of it."""
    kinds = phrase_book()["meals"]
    return [(kinds[cue], 1.0) for cue in sorted(evidence.meals)] or _likely_kinds(features, model)


def _weighed(options: Sequence[Candidate], weights: Mapping[str, float]) -> list[tuple[float, Candidate]]:
    return list(zip(shares([score(option.features, weights) for option in options]), options, strict=True))


# -------------------------------------------------------------------------------------------------------------- guess


def _by_text(scored: Sequence[tuple[float, Candidate]]) -> list[Alternative]:
    """Candidates by their text, likeliest first; equal shares in the order they came."""
    found: dict[str, Alternative] = {}
    for share, option in scored:
        text = description(option.name, option.params)
        before = found[text].confidence if text in found else 0.0
        found[text] = Alternative(option.name, option.params, text, before + share)
    total = sum(option.confidence for option in found.values())
    ranked = sorted(found.values(), key=lambda option: -option.confidence)
    return [Alternative(o.name, o.params, o.desc, round(o.confidence / total, 4)) for o in ranked]


def _guess(ranked: Sequence[Alternative], features: Mapping[str, float], model: Model) -> TaskGuess:
    best = ranked[0]
    kind = best.name if best.name in KINDS else "Put All X"
    pull = {name: model.kinds.get(f"{kind}: {name}", 0.0) * value for name, value in features.items()}
    reasons = sorted((name for name in pull if pull[name] > 0), key=lambda name: -pull[name])
    return TaskGuess(best.name, best.params, best.desc, best.confidence, tuple(ranked[1:9]), tuple(reasons[:6]))


def _named_only(evidence: Evidence) -> TaskGuess | None:
    """A task that nobody was recorded doing, by its name."""
    for name, cues in phrase_book()["named_only"].items():
        found = [cue for cue in cues if evidence.cues[cue]]
        if found:
            return TaskGuess(name, (), description(name, ()), 0.5, (), tuple(f"say {cue}" for cue in found))
    return None
