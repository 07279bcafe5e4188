"""Which deeds are asked for now: what a person would do next, and how far until the next word is said.

In the middle of a job nobody says how far to go. The agent imagines the likeliest ways to go on, each with the chance
that somebody who works like TEACh's recorded Drivers would pause after every deed of it. Each pause is a guess of what
is expected: the changes up to there (``task_expected``). It takes the way and the length that bring about most of what
these guesses expect (the decision with the least expected failures, not the likeliest single way). From the best of
them it goes on with whatever meets still more: one person puts the knife away and fetches a plate, another begins with
the plate, and who does both meets both guesses, although hardly anybody would do just that. Weights were fitted to
training games (``python -m benchmarks.recognition_ahead --fit``).
"""

from __future__ import annotations

import heapq
import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources

from agent.recognition.recognizer import shares
from envs.teach.tasks.definitions import load_task
from eval.teach.edh.dialogue_so_far import DialogueSoFar
from eval.teach.edh.expected_changes import ExpectedChanges, lacking
from eval.teach.edh.features import Past, Situation, deed_features, pause_features, weigh
from eval.teach.edh.imagined_scene import ImaginedScene, ObjectAction, gap
from eval.teach.edh.options import Option, options
from eval.teach.instances.state_changes import Need, relevant_types

PlannedStep = tuple[str, str, str]

WAYS = 200
"""How many situations are imagined. Of sixty fewer hold what is expected; three hundred hold hardly more."""
MOST = 30
"""Deeds imagined at most."""
PARTS = 2.0
"""How much it counts to meet a part of what is expected, beside meeting all of it. Chosen with ``CONFIDENCE`` and
``WAYS`` on training games that the weights were not fitted to (``python -m benchmarks.recognition_ahead --held-out``):
beyond it the share of conditions met hardly rises, and the share of segments met wholly has not fallen yet.
"""
CONFIDENCE = 1.6
"""What the log-odds of a pause are multiplied by: the prior that keeps its many weights from fitting chance makes the
model say too little.
"""
FURTHER = 30
"""From so many of the best ways the agent tries to go on with what meets more of the guesses. On training games that
the weights were not fitted to, twelve meet hardly fewer of the segments, and none at all far fewer.
"""
_WAITING, _OPTIONS, _UNUSUAL = 12, 12, 0.005
"""The ways among which the best are sought, and how many and how rare deeds are tried after each."""
_LEAST = 1e-6
"""So much more a way has to gain before more is done for it."""
_BRANCHES, _FAINT = 10, 0.0005
_FAMILIAR = 2.0
"""How much farther, in metres, a thing touched before may be than another that would do as well."""


@dataclass(frozen=True)
class LookAheadWeights:
    """Fitted weights.

    Attributes:
        deeds: Of each feature of a deed.
        pauses: Of each feature of pausing.
    """

    deeds: Mapping[str, float]
    pauses: Mapping[str, float]


@lru_cache(maxsize=1)
def fitted() -> LookAheadWeights:
    """``assets/recognition_ahead.json``."""
    table = json.loads((resources.files("assets") / "recognition_ahead.json").read_text(encoding="utf-8"))
    return LookAheadWeights(table["deeds"], table["pauses"])


@dataclass
class ImaginedPlan:
    """A way to go on, imagined.

    Attributes:
        scene: What it would lead to.
        past: Everything done until then.
        since: How many of these deeds are still to be done.
        chance: That somebody would go this way.
        pause: That somebody who did would pause here.
        gain: Share of the expectations that it meets, wholly and in part.
        counts: How many things are as each need asks, in ``scene``.
    """

    scene: ImaginedScene
    past: tuple[PlannedStep, ...]
    since: int
    chance: float
    pause: float = 0.0
    gain: float = 0.0
    counts: Counter[Need] = field(default_factory=Counter)

    @property
    def deeds(self) -> tuple[PlannedStep, ...]:
        """What is to be done."""
        return self.past[len(self.past) - self.since :]

    @property
    def mass(self) -> float:
        """The chance that this is where somebody would pause."""
        return self.chance * self.pause


def look_ahead(
    scene: ImaginedScene, asked: DialogueSoFar, past: Past, weights: LookAheadWeights | None = None, ways: int = WAYS
) -> list[ImaginedPlan]:
    """The likeliest ways to go on, the likeliest first; the first is to do nothing.

    Args:
        scene: What is believed.
        asked: What was said.
        past: What was done in this episode.
        weights: Fitted weights; None takes the ones that come with the code.
        ways: How many situations to imagine.
    """
    model = weights or fitted()
    start = ImaginedPlan(scene, tuple(past), 0, 1.0)
    heap: list[tuple[float, int, ImaginedPlan, Option | None]] = [(-1.0, 0, start, None)]
    found: list[ImaginedPlan] = []
    serial = 0
    while heap and len(found) < ways:
        unlikely, _, before, option = heapq.heappop(heap)
        here = before if option is None else _gone_on(before, option, -unlikely)
        found.append(here)
        for chance, following in _next(here, asked, model):
            serial += 1
            heapq.heappush(heap, (-chance, serial, here, following))
    return found


def _next(here: ImaginedPlan, asked: DialogueSoFar, model: LookAheadWeights) -> list[tuple[float, Option]]:
    """What may follow; also settles how likely a pause is."""
    ranked = _ranked(here, asked, model)
    if not ranked:
        here.pause = 1.0
        return []
    if here.since:
        share, likely = ranked[0]
        now = Situation(here.scene, asked, here.past)
        features = pause_features(now, here.since, (likely.action, likely.kind), share)
        speaks_for = CONFIDENCE * weigh(features, model.pauses)
        here.pause = 1.0 / (1.0 + math.exp(-speaks_for))
    if here.since >= MOST:
        return []
    going = here.chance * (1.0 - here.pause)
    return [(going * part, option) for part, option in ranked[:_BRANCHES] if going * part >= _FAINT]


def _ranked(here: ImaginedPlan, asked: DialogueSoFar, model: LookAheadWeights) -> list[tuple[float, Option]]:
    """What could be done next and how likely that is, the likeliest first."""
    choices = options(here.scene, asked)
    if not choices:
        return []
    features = deed_features(Situation(here.scene, asked, here.past), choices)
    parts = shares([weigh(one, model.deeds) for one in features])
    return sorted(zip(parts, choices, strict=True), key=lambda pair: -pair[0])


def _gone_on(here: ImaginedPlan, option: Option, chance: float) -> ImaginedPlan:
    items = here.scene.items

    def trouble(target: str) -> float:
        return gap(items[target].box, here.scene.here) - _FAMILIAR * bool(items[target].touched)

    target = min(option.targets, key=trouble)
    scene = here.scene.copy()
    scene.do(option.action, target)
    return ImaginedPlan(scene, (*here.past, (option.action, option.kind, target)), here.since + 1, chance)


# ----------------------------------------------------------------------------------------------------------- decision


def decide(
    prospects: Sequence[ImaginedPlan],
    asked: DialogueSoFar,
    beginning: ImaginedScene | None = None,
    weights: LookAheadWeights | None = None,
) -> ImaginedPlan:
    """The way that meets most of what may be expected: one of the prospects, or one that goes on from them.

    Args:
        prospects: As ``look_ahead`` gives them.
        asked: What was said; says which types of things matter.
        beginning: How things were when the episode began, as far as that is known: nothing is expected that is as then.
        weights: Fitted weights; None takes the ones that come with the code.
    """
    start = prospects[0]
    guesses = _Guesses(prospects, ExpectedChanges(start.scene, beginning, _types(asked.task, asked.params)))
    for one in prospects[1:]:
        guesses.rate(one)
    rated = sorted(prospects[1:], key=lambda one: (-one.gain, -one.mass))
    if not rated or not guesses.expected:
        return rated[0] if rated else start
    return _further(rated, guesses, asked, weights or fitted())


def _further(
    rated: Sequence[ImaginedPlan], guesses: _Guesses, asked: DialogueSoFar, model: LookAheadWeights
) -> ImaginedPlan:
    """The best of these ways, or what goes on from them and meets more; the best come first."""
    best, waiting = rated[0], list(rated[:_WAITING])
    for _ in range(FURTHER):
        if not waiting:
            break
        here = waiting.pop(0)
        ranked = _ranked(here, asked, model)[:_OPTIONS] if here.since < MOST else []
        for share, option in ranked:
            if share >= _UNUSUAL:
                waiting.append(_gone_on(here, option, here.chance * share))
                guesses.rate(waiting[-1])
        waiting.sort(key=lambda one: (-one.gain, one.since))
        if waiting and waiting[0].gain > best.gain + _LEAST:
            best = waiting[0]
    return best


class _Guesses:
    """What may be expected, and how much of it a way meets.

    Args:
        prospects: Every pause of these is a guess; the first is to do nothing.
        counted: Counts what ways change.

    Attributes:
        expected: What may be expected, each once, with how likely it is.
    """

    def __init__(self, prospects: Sequence[ImaginedPlan], counted: ExpectedChanges) -> None:
        start = prospects[0]
        start.counts = counted.counts(start.scene)
        self._counted = counted
        self.expected = _expected(prospects, counted)
        self._chances = sum(mass for mass, _ in self.expected) or 1.0
        self._missing = sum(mass * lacking(start.counts, needs) for mass, needs in self.expected) or 1.0

    def rate(self, one: ImaginedPlan) -> None:
        """Settle what a way gains."""
        one.counts = self._counted.counts(one.scene)
        short = [(mass, lacking(one.counts, needs)) for mass, needs in self.expected]
        whole = sum(mass for mass, number in short if not number) / self._chances
        one.gain = whole + PARTS * (1.0 - sum(mass * number for mass, number in short) / self._missing)


def _expected(prospects: Sequence[ImaginedPlan], counted: ExpectedChanges) -> list[tuple[float, Counter[Need]]]:
    """What may be expected, each once, with how likely it is; what is so already is not."""
    found: dict[frozenset[tuple[Need, int]], float] = {}
    for one in prospects[1:]:
        key = frozenset(counted.changes(one.scene).items())
        found[key] = found.get(key, 0.0) + one.mass
    all_needs = ((mass, Counter(dict(key))) for key, mass in found.items() if key)
    return [(mass, needs) for mass, needs in all_needs if lacking(prospects[0].counts, needs)]


@lru_cache(maxsize=1000)
def _types(task: str, params: tuple[str, ...]) -> frozenset[str] | None:
    return None if task == "none" else relevant_types(load_task(task, params))


def deeds_asked_for(
    scene: ImaginedScene, asked: DialogueSoFar, past: Past, beginning: ImaginedScene | None = None
) -> tuple[ObjectAction, ...]:
    """What to do now: TEACh actions with their targets, in order; none when nothing makes sense."""
    chosen = decide(look_ahead(scene, asked, past), asked, beginning)
    return tuple((action, target) for action, _, target in chosen.deeds)
