"""From frames to what happened: scene, action and the things it was done with, by detector and recogniser alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from envs.errors import BadInput
from envs.simulator import Event
from perception.deeds.evidence import DeedEvidence, OwnCommand, places_of
from perception.deeds.lattice import OWN, WATCHED, DeedLattice
from perception.deeds.spoken_of import spoken_of
from perception.deeds.witness import DeedWitness, WitnessedLook
from perception.detector.detection import Detection, Detector
from perception.existence.odds import REMEMBERED, existence_for
from perception.recognizer.action import ActionRecognizer, DeedChances, RecognizedAction, chances_by
from perception.recognizer.grounding import Glimpse, Grounding
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.from_pixels import PixelPerceiver
from perception.scene_graph.graph import HAND, ObjectNode, SceneGraph
from perception.scene_graph.lifting import RgbdView
from perception.senses import NOTHING_DONE, SIDE, Senses
from perception.settings import DeedSetting

WINDOW = 8
"""How many of the latest frames a recogniser is shown while the robot acts; it answers for the last one."""
MOVED = 0.1
"""A thing seen so much farther from where it was, metres, has moved; nearer, the place of before is kept."""
SURER = 0.1
"""Likewise for the confidence."""
BATCH = 16
"""How many frames of a recorded game a detector is asked about at once, if it can be."""
WORDS = 40
"""How many of the latest sentences count as what people speak of while the robot acts."""
_WEIGHTS = {DeedSetting.OWN: OWN, DeedSetting.WATCHING: WATCHED}


@dataclass(frozen=True)
class DeedTelling:
    """A way of telling what was done.

    Attributes:
        recognizer: Tells actions from frames.
        deeds: How it is known what was done.
        hears: Whether what was heard counts.
    """

    recognizer: ActionRecognizer
    deeds: DeedSetting
    hears: bool = False


class Watching:
    """Sees what a robot sees in one home, and tells what it does.

    While the robot acts, ``begin`` an episode and ``look`` after every action. Of what is recorded, ``take`` in every
    frame, then ``tell`` all.

    Args:
        senses: To see with.
        tag: Goes into the ids of all things (``Mug|tag|1``), so that things of different homes stay apart.
        window: How many of the latest frames the recogniser is shown while the robot acts.

    Raises:
        BadInput: The window is too small to show an action.
    """

    def __init__(self, senses: Senses, tag: str = "", window: int = WINDOW) -> None:
        if window < 2:
            raise BadInput(f"a window of {window} frames shows no action; take at least 2")
        self._detections = _Noted(senses.detector)
        self._recognizer, self._classes = senses.recognizer, senses.classes
        self._truth, self._tag, self._window = senses.truth, tag, window
        self._deeds = senses.deeds
        sure = getattr(senses.detector, "sure", None)
        existence = existence_for(senses.detector, REMEMBERED)
        self._perceiver = PixelPerceiver(self._detections, self._classes, senses.reader, sure=sure, existence=existence)
        self._witness = DeedWitness(self._perceiver.tracker)
        self._lattice = DeedLattice(_WEIGHTS[self._deeds])
        self._grounding = Grounding(tag=tag)
        self._frames: list[np.ndarray] = []
        self._found: list[Sequence[Detection]] = []
        self._heard: list[frozenset[str]] = []
        self._waiting: list[tuple[RgbdView, OwnCommand | None]] = []
        self._scenes: list[_Look] = []
        self._nodes: dict[str, ObjectNode] = {}
        self._truth.done.clear()

    def hear(self, text: str) -> None:
        """Something that somebody said: what is spoken of is the likelier to be handled.

        Args:
            text: Their words; of those of a robot that speaks of what it thinks it sees nothing can be learnt.
        """
        self._heard.append(spoken_of(text))

    # -- while it acts -----------------------------------------------------------------------------------------------

    def begin(self, event: Event) -> Glimpse:
        """The first view of an episode; things seen in earlier ones are known again.

        Raises:
            BadInput: The event has no frame or no depth.
        """
        self._forget()
        return self.look(event)

    def look(self, event: Event, done: RecognizedAction = NOTHING_DONE, command: OwnCommand | None = None) -> Glimpse:
        """What the newest view tells.

        Args:
            event: What the engine shows.
            done: What led to it; only a recogniser that knows the answer gets to know.
            command: What the robot told its body to do; regarded only where its own deeds are told.

        Raises:
            BadInput: The event has no frame or no depth.
        """
        look = self._scene(self._see(event, done), command)
        for kept in (self._frames, self._found, self._truth.done):
            del kept[: -self._window]
        del self._heard[:-WORDS]
        self._lattice.hear(self._spoken_of())
        self._lattice.look(look.with_chances(chances_by(self._recognizer, self._frames, self._found)[-1], self._deeds))
        recognized = self._lattice.latest()
        self._lattice.forget_looks()
        return self._glimpse(look, recognized, self._deeds)

    # -- of what is recorded -----------------------------------------------------------------------------------------

    def take(self, event: Event, done: RecognizedAction = NOTHING_DONE, command: OwnCommand | None = None) -> None:
        """The next frame of a recorded episode; arguments as for ``look``.

        Raises:
            BadInput: The event has no frame or no depth.
        """
        self._waiting.append((self._see(event, done), command))
        if not self._detections.takes_many or len(self._waiting) == BATCH:
            self._look_through()

    def tell(self) -> list[Glimpse]:
        """What the frames of the episode tell together: the likeliest deeds that can follow each other."""
        self._look_through()
        self._lattice.hear(self._spoken_of())
        told = self._told(self._chances(self._recognizer), self._deeds)
        self._forget()
        return told

    def tell_by(self, ways: Sequence[DeedTelling]) -> list[list[Glimpse]]:
        """The same of one episode in several ways; what is seen is looked for once. Nothing is known of it afterwards.

        Args:
            ways: Each recogniser goes by what it was told of the truth, if it asks for that.
        """
        self._look_through()
        chances = {id(way.recognizer): self._chances(way.recognizer) for way in ways}
        told: list[list[Glimpse]] = []
        for way in ways:
            self._grounding, self._lattice = Grounding(tag=self._tag), DeedLattice(_WEIGHTS[way.deeds])
            self._lattice.hear(self._spoken_of() if way.hears else ())
            told.append(self._told(chances[id(way.recognizer)], way.deeds))
        self._forget()
        return told

    def _chances(self, recognizer: ActionRecognizer) -> list[DeedChances]:
        return chances_by(recognizer, self._frames, self._found) if self._frames else []

    def _told(self, chances: Sequence[DeedChances], deeds: DeedSetting) -> list[Glimpse]:
        if not self._scenes:
            return []
        for look, one in zip(self._scenes, chances, strict=True):
            self._lattice.look(look.with_chances(one, deeds))
        told = zip(self._scenes, self._lattice.sequence(), strict=True)
        glimpses = [self._glimpse(look, one, deeds) for look, one in told]
        self._lattice.forget_looks()
        return glimpses

    def _look_through(self) -> None:
        self._detections.foresee([view.frame for view, _ in self._waiting], self._classes)
        self._scenes += [self._scene(view, command) for view, command in self._waiting]
        self._waiting.clear()

    # -- both --------------------------------------------------------------------------------------------------------

    def _spoken_of(self) -> frozenset[str]:
        return frozenset().union(*self._heard)

    def _see(self, event: Event, done: RecognizedAction) -> RgbdView:
        self._truth.tell(event, done)
        return coarse(view_of(event))

    def _glimpse(self, look: _Look, recognized: RecognizedAction, deeds: DeedSetting) -> Glimpse:
        pointed = look.witnessed.touched if deeds is DeedSetting.OWN else ()
        touched = [_with_tag(key, self._tag) if self._tag else key for key in pointed]
        places = places_of(look.witnessed.evidence, deeds is DeedSetting.OWN)
        return Glimpse(look.scene, self._grounding.ground(look.scene, recognized, look.eye, touched, places))

    def _scene(self, view: RgbdView, command: OwnCommand | None) -> _Look:
        self._witness.reach(command)
        scene = self._perceiver.perceive(view)
        witnessed = self._witness.look(view, self._detections.last, command)
        self._frames.append(view.frame)
        self._found.append(self._detections.last)
        steady = replace(scene, objects=tuple(map(self._steady, scene.objects)))
        return _Look(view.eye, tagged(steady, self._tag) if self._tag else steady, witnessed)

    def _steady(self, node: ObjectNode) -> ObjectNode:
        """The node of before while the thing looks the same: what jitters is no news to a memory."""
        last = self._nodes.get(node.object_id)
        if (
            last is not None
            and (last.object_type, last.name, last.states) == (node.object_type, node.name, node.states)
            and math.dist(last.position, node.position) <= MOVED
            and abs(last.confidence - node.confidence) <= SURER
        ):
            return last
        self._nodes[node.object_id] = node
        return node

    def _forget(self) -> None:
        for kept in (self._frames, self._found, self._waiting, self._scenes, self._heard, self._truth.done):
            kept.clear()
        self._witness.begin()


@dataclass(frozen=True)
class _Look:
    """One look: from where, what is seen, what speaks for what led to it."""

    eye: CameraPose
    scene: SceneGraph
    witnessed: WitnessedLook

    def with_chances(self, chances: DeedChances, deeds: DeedSetting) -> DeedEvidence:
        """All that speaks for what led to it, the recogniser's chances included; what was commanded, for its own."""
        evidence = replace(self.witnessed.evidence, chances=chances)
        return evidence if deeds is DeedSetting.OWN else evidence.as_watched()


class _Noted:
    """A detector whose latest answer can be read again, and that may have been asked beforehand."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self._batch = getattr(detector, "detect_batch", None)
        self._foreseen: dict[int, list[Detection]] = {}
        self.last: list[Detection] = []

    @property
    def takes_many(self) -> bool:
        """Whether it is worth while to ask about several frames at once."""
        return self._batch is not None

    def foresee(self, frames: Sequence[np.ndarray], classes: Sequence[str]) -> None:
        """Ask about many frames at once, if the detector can."""
        if self._batch is not None and frames:
            self._foreseen = dict(zip(map(id, frames), self._batch(list(frames), classes), strict=True))

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What is in the frame."""
        known = self._foreseen.pop(id(frame), None)
        self.last = self._detector.detect(frame, classes) if known is None else known
        return self.last


def view_of(event: Event) -> RgbdView:
    """What the robot sees and knows of its own place, out of an event of the simulator; nothing else is read.

    Raises:
        BadInput: The event has no frame.
    """
    if event.frame is None:
        raise BadInput("the event shows no frame; open the engine with renderImage=True and renderDepthImage=True")
    agent, fov = event.metadata["agent"], event.metadata["fov"]
    place = agent["position"]
    eye = CameraPose(place["x"], place["y"], place["z"], agent["rotation"]["y"] % 360.0, agent["cameraHorizon"])
    return RgbdView(event.frame, event.depth_frame, eye, fov)


def coarse(view: RgbdView) -> RgbdView:
    """A view with no more pixels than what remembers is used to: every second one of a large picture, and so on."""
    step = min(view.frame.shape[:2]) // SIDE
    if step < 2:
        return view
    frame = np.ascontiguousarray(view.frame[::step, ::step])
    return replace(view, frame=frame, depth=None if view.depth is None else view.depth[::step, ::step])


def tagged(scene: SceneGraph, tag: str) -> SceneGraph:
    """The scene with a tag in every object id: ``Mug|1`` becomes ``Mug|tag|1``."""
    names = {node.object_id: _with_tag(node.object_id, tag) for node in scene.objects} | {HAND: HAND}
    objects = tuple(replace(node, object_id=names[node.object_id]) for node in scene.objects)
    relations = tuple(replace(one, head=names[one.head], tail=names[one.tail]) for one in scene.relations)
    return SceneGraph(objects, relations)


def _with_tag(object_id: str, tag: str) -> str:
    kind, _, number = object_id.partition("|")
    return f"{kind}|{tag}|{number}"
