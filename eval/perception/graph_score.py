"""How good scene graphs from pixels are, against what the engine knows.

True are the objects that ``GroundTruthPerceiver`` lists as visible or held, of the classes asked for (and the floor),
that own at least ``PIXELS`` pixels. A listed node is right when it can be paired with one of its class: their boxes in
the frame overlap by half (IoU), or their middles are at most 0.5 m apart; every object counts once. What the truth
lists but owns fewer pixels, and receptacles listed unseen because of their contents, are neither right nor wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from envs.engines import Launcher
from envs.errors import BadInput
from envs.simulator import Event
from envs.vocabulary.object_types import object_type, object_types
from eval.perception.graph_truth import PIXELS, FrameTruth, Key
from perception.detector.detection import Detector, PixelBox
from perception.existence.odds import REMEMBERED, existence_for
from perception.scene_graph.from_pixels import PixelPerceiver, StateReader
from perception.scene_graph.from_truth import GroundTruthPerceiver
from perception.scene_graph.graph import HELD, IN_ON, NEAR, SceneGraph
from perception.scene_graph.relations import FLOOR
from perception.scene_graph.track import TrackerSettings
from perception.states.room_walks import walk
from perception.watching import view_of

SHOWN = {
    "broken": "breakable",
    "cooked": "cookable",
    "dirty": "dirtyable",
    "filled": "canFillWithLiquid",
    "on": "toggleable",
    "open": "openable",
    "sliced": "sliceable",
}
"""States that can be seen, and the capability a class needs to be in them. Heat and cold cannot be seen."""


@dataclass(frozen=True)
class MatchCounts:
    """Right, wrong and missed answers."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def plus(self, right: int, wrong: int, missed: int) -> MatchCounts:
        """With these added."""
        return MatchCounts(self.right + right, self.wrong + wrong, self.missed + missed)

    @property
    def precision(self) -> float | None:
        """Share of the answers that are right; None when there were none."""
        return _share(self.right, self.right + self.wrong)

    @property
    def recall(self) -> float | None:
        """Share of the truth that was found; None when there was none."""
        return _share(self.right, self.right + self.missed)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of both; None when there was nothing to say and nothing said."""
        return _share(2 * self.right, 2 * self.right + self.wrong + self.missed)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


@dataclass(frozen=True)
class GraphFigures:
    """What ``GraphScore`` counted; shares are None where there was nothing to count.

    Attributes:
        frames: Scored.
        node_precision: Share of listed things that are there.
        node_recall: Share of what is there that is listed.
        relation_precision: Of *in/on* and *held* together.
        relation_recall: The same.
        relation_f1: The same.
        in_on_f1: Of *in/on* alone.
        held_f1: Of *held* alone.
        near_f1: Of *near*: portable things whose true boxes are at most ``NEAR_M`` apart, neither in or on the other.
        position_error: Median distance of small things' middles, metres.
        identity_switches: How often an object was listed under another id than the last time.
        switches_per_100_frames: The same per 100 frames.
        identity_mixups: How often an id was given to another object than the last time.
        state_accuracy: Share of right answers about states, over all the class can be in.
        states: Per state precision, recall, f1 and how often it was true.

    """

    frames: int
    node_precision: float | None
    node_recall: float | None
    relation_precision: float | None
    relation_recall: float | None
    relation_f1: float | None
    in_on_f1: float | None
    held_f1: float | None
    near_f1: float | None
    position_error: float | None
    identity_switches: int
    switches_per_100_frames: float
    identity_mixups: int
    state_accuracy: float | None
    states: dict[str, dict[str, float | int | None]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


class GraphScore:
    """Compares the graphs of one walk with the truth, frame by frame; add scores of several walks up with ``figures``.

    Args:
        classes: What the perceiver looks for.
        pixels: See ``PIXELS``.
    """

    def __init__(self, classes: Sequence[str], pixels: int = PIXELS) -> None:
        self._classes, self._pixels = frozenset(classes) | {FLOOR}, pixels
        self._truth = GroundTruthPerceiver()
        self._id_of: dict[str, str] = {}
        self._object_of: dict[str, str] = {}
        self.frames = self.switches = self.mixups = 0
        self.nodes = MatchCounts()
        self.relations = {IN_ON: MatchCounts(), HELD: MatchCounts(), NEAR: MatchCounts()}
        self.states = {state: MatchCounts() for state in SHOWN}
        self.unsaid = 0
        self.errors: list[float] = []

    def add(self, event: Event, graph: SceneGraph, boxes: dict[str, PixelBox]) -> None:
        """Count one frame.

        Args:
            event: With depth and instance segmentation.
            graph: What the perceiver made of it.
            boxes: Where it saw the listed things, by object id.

        Raises:
            BadInput: The event has no segmentation.
        """
        self.frames += 1
        frame = FrameTruth(event, self._truth.perceive(event.metadata), self._classes, self._pixels)
        pairs = frame.pair(graph.objects, boxes)
        spare = frame.pair_spare([n for n in graph.objects if n.object_id not in pairs], self._object_of)
        listed = len(graph.objects) - len(spare)
        self._count_nodes(frame, pairs, listed)
        self._count_identities(pairs)
        said, true = _said(graph, {**pairs, **spare}, spare), frame.relations()
        for predicate, counts in self.relations.items():
            mine, theirs = ({key for key in keys if key[1] == predicate} for keys in (said, true))
            self.relations[predicate] = counts.plus(len(mine & theirs), len(mine - theirs), len(theirs - mine))
        self._count_states(graph, pairs, frame)

    def _count_nodes(self, frame: FrameTruth, pairs: dict[str, str], listed: int) -> None:
        self.nodes = self.nodes.plus(len(pairs), listed - len(pairs), len(frame.wanted) - len(pairs))

    def _count_identities(self, pairs: dict[str, str]) -> None:
        for mine, theirs in pairs.items():
            self.switches += self._id_of.get(theirs, mine) != mine
            self.mixups += self._object_of.get(mine, theirs) != theirs
            self._id_of[theirs], self._object_of[mine] = mine, theirs

    def _count_states(self, graph: SceneGraph, pairs: dict[str, str], frame: FrameTruth) -> None:
        for node in graph.objects:
            theirs = frame.nodes.get(pairs.get(node.object_id, ""))
            if theirs is None or node.object_type not in object_types():
                continue
            if object_type(node.object_type).can & {"pickupable"} and node.object_type != FLOOR:
                self.errors.append(math.dist(node.position, frame.middle(theirs.object_id)))
            for state, capability in SHOWN.items():
                if capability in object_type(node.object_type).can:
                    said, true = state in node.states, state in theirs.states
                    self.states[state] = self.states[state].plus(said and true, said and not true, true and not said)
                    self.unsaid += not said and not true


def figures(scores: Iterable[GraphScore]) -> GraphFigures:
    """All counts together."""
    scores = list(scores)
    frames = sum(score.frames for score in scores)
    relations = {name: _sum(score.relations[name] for score in scores) for name in (IN_ON, HELD, NEAR)}
    both = _sum([relations[IN_ON], relations[HELD]])
    nodes = _sum(score.nodes for score in scores)
    states = {state: _sum(score.states[state] for score in scores) for state in SHOWN}
    all_states, unsaid = _sum(states.values()), sum(score.unsaid for score in scores)
    errors = [error for score in scores for error in score.errors]
    switches = sum(score.switches for score in scores)
    return GraphFigures(
        frames=frames,
        node_precision=nodes.precision,
        node_recall=nodes.recall,
        relation_precision=both.precision,
        relation_recall=both.recall,
        relation_f1=both.f1,
        in_on_f1=relations[IN_ON].f1,
        held_f1=relations[HELD].f1,
        near_f1=relations[NEAR].f1,
        position_error=round(float(np.median(errors)), 4) if errors else None,
        identity_switches=switches,
        switches_per_100_frames=round(100 * switches / max(1, frames), 3),
        identity_mixups=sum(score.mixups for score in scores),
        state_accuracy=_share(
            all_states.right + unsaid, all_states.right + unsaid + all_states.wrong + all_states.missed
        ),
        states={
            state: {
                "precision": counts.precision,
                "recall": counts.recall,
                "f1": counts.f1,
                "true": counts.right + counts.missed,
            }
            for state, counts in states.items()
        },
    )


def _sum(counts: Iterable[MatchCounts]) -> MatchCounts:
    total = MatchCounts()
    for one in counts:
        total = total.plus(one.right, one.wrong, one.missed)
    return total


def _said(graph: SceneGraph, ids: dict[str, str], spare: dict[str, str]) -> set[Key]:
    """The graph's relations in terms of true ids; those of spare things are left out, unmatched ends keep their ids."""
    out: set[Key] = set()
    for relation in graph.relations:
        head, tail = ids.get(relation.head, relation.head), ids.get(relation.tail, relation.tail)
        if relation.predicate == NEAR:
            if relation.head in spare or relation.tail in spare:
                continue
            head, tail = sorted((head, tail))
        elif relation.head in spare:
            continue
        out.add((head, relation.predicate, tail))
    return out


def score_graphs(
    detector_factory: Callable[[Callable[[], Event]], Detector],
    rooms: Sequence[str],
    seeds: Sequence[int],
    classes: Sequence[str],
    *,
    state_reader: StateReader | None = None,
    steps: int = 100,
    walk_seed: int = 0,
    settings: TrackerSettings | None = None,
    reach: float | None = 1.5,
    **parameters: Any,
) -> GraphFigures:
    """Walk through generated rooms and score the graphs of every frame.

    Args:
        detector_factory: Makes the detector of one walk; it is given a function that returns the latest event, for
            detectors that know the truth.
        rooms: ``kitchen``, ``living_room``, ``bedroom``, ``bathroom``.
        seeds: One walk in each room with each seed.
        classes: What to look for.
        state_reader: Reads states; None: none are reported.
        steps: Of each walk.
        walk_seed: Of the walks' choices.
        settings: How things are followed.
        reach: How far one sees, metres.
        parameters: Of the engine; textured frames of 300 x 300 by default.

    Raises:
        BadInput: No such room, no seeds, or the detector refuses.
    """
    if not rooms or not seeds:
        raise BadInput("there is nothing to walk through; name at least one room and one seed")
    look = {"renderMode": "textured", **parameters, "renderDepthImage": True, "renderInstanceSegmentation": True}
    scores = []
    for room in rooms:
        for seed in seeds:
            simulator = Launcher("pocket", **look)(room, seed)
            detector = detector_factory(lambda simulator=simulator: simulator.last_event)
            existence = existence_for(detector, REMEMBERED)
            perceiver = PixelPerceiver(
                detector, classes, state_reader, reach=reach, settings=settings, existence=existence
            )
            score = GraphScore(classes)
            for event in walk(simulator, steps, walk_seed + seed):
                score.add(event, perceiver.perceive(view_of(event)), perceiver.boxes)
            scores.append(score)
            simulator.stop()
    return figures(scores)
