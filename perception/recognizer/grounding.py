"""Which things an action was done with: a recogniser names a class, the scenes before and after tell the instance."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from perception.recognizer.action import INTERACTIONS, NO_OBJECT, RecognizedAction
from perception.recognizer.put_things import PutThings, RoomPlace
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.graph import SceneGraph


@dataclass(frozen=True)
class SeenDeed:
    """An action as far as it can be seen.

    Attributes:
        action: TEACh's name, None when nothing was done that shows.
        arguments: Ids of what it was done with, as in the log of a game: for Place the thing, if it is known, and the
            receptacle. A class name stands for an instance that was never seen.
        held: Id of what is in the hand afterwards, None for nothing.
        confidence: Probability that it was this action, with things of these classes.
    """

    action: str | None = None
    arguments: tuple[str, ...] = ()
    held: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True)
class Glimpse:
    """What one frame tells.

    Attributes:
        scene: What is seen.
        deed: What led to it.
    """

    scene: SceneGraph = field(default_factory=SceneGraph)
    deed: SeenDeed = field(default_factory=SeenDeed)


@dataclass
class _Seen:
    """What was last seen of one thing."""

    object_type: str
    look: int
    """Number of the look."""
    aside: float
    """Angle from the middle of the frame, radians."""


@dataclass
class Grounding:
    """Follows scenes, and finds the things that recognised actions were done with.

    A thing of the recognised class is chosen, in this order: what lies in the hand (Pickup); what was put to the place
    that is touched; what changed between the scene before and this one, by its states, by appearing or by being gone;
    what the thing that was held is in now (Place); what was seen last, the nearest to the middle of the frame first,
    unless it was put elsewhere.

    Attributes:
        held: Id of what is in the hand.
        tag: Goes into the ids of things that were never seen, of which there are several.
    """

    held: str | None = None
    tag: str = ""
    _looks: int = 0
    _before: SceneGraph = field(default_factory=SceneGraph)
    _seen: dict[str, _Seen] = field(default_factory=dict)
    _put: PutThings = field(default_factory=PutThings)
    _unseen: int = 0

    def ground(
        self,
        scene: SceneGraph,
        recognized: RecognizedAction,
        eye: CameraPose,
        touched: Sequence[str] = (),
        places: Sequence[RoomPlace] = (),
    ) -> SeenDeed:
        """What was done between the scene before and this one.

        Args:
            scene: What is seen now.
            recognized: What the recogniser says.
            eye: From where it is seen.
            touched: Ids of what is known to lie where it was pointed, the likeliest first.
            places: Where it was touched: where it was pointed, where the picture changed, as far as that is known.
        """
        was_held = self.held
        self._note(scene, eye)
        arguments: tuple[str, ...] = ()
        if recognized.action in INTERACTIONS and recognized.object_type != NO_OBJECT:
            at = places[0] if places else None
            target = self._pointed(recognized, touched, at) or self._find(recognized, scene, was_held, at)
            arguments = (was_held, target) if recognized.action == "Place" and was_held is not None else (target,)
        self.held = self._hand(recognized, scene, arguments)
        self._note_place(recognized.action, arguments, places)
        self._before = scene
        sure = recognized.confidence * (recognized.object_confidence if arguments else 1.0)
        return SeenDeed(recognized.action or None, arguments, self.held, round(sure, 4))

    def _pointed(self, recognized: RecognizedAction, touched: Sequence[str], at: RoomPlace | None) -> str | None:
        """What was pointed at, if it is of the recognised class, was seen and was not put elsewhere."""
        away = self._put.elsewhere(recognized.object_type, at)
        known = [key for key in touched if key in self._seen and key not in away]
        return next((key for key in known if self._seen[key].object_type == recognized.object_type), None)

    def _note_place(self, action: str, arguments: tuple[str, ...], places: Sequence[RoomPlace]) -> None:
        if action == "Pickup" and arguments:
            self._put.take(arguments[0], places[0] if places else None)
        elif action == "Place" and len(arguments) > 1:
            self._put.put(arguments[0], places[-1] if places else None, arguments[-1])

    def _note(self, scene: SceneGraph, eye: CameraPose) -> None:
        self._looks += 1
        for node in scene.objects:
            self._seen[node.object_id] = _Seen(node.object_type, self._looks, _aside(eye, node.position))

    def _find(self, recognized: RecognizedAction, scene: SceneGraph, was_held: str | None, at: RoomPlace | None) -> str:
        """The instance, or the class where none was ever seen."""
        wanted = recognized.object_type
        lying, away = self._put.lying_at(wanted, at), self._put.elsewhere(wanted, at)
        if recognized.action == "Pickup" and scene.held is not None and self._seen[scene.held].object_type == wanted:
            return scene.held
        if lying is not None and lying != was_held:
            return lying
        for candidates in self._candidates(recognized.action, scene, was_held):
            fitting = [key for key in candidates if self._seen[key].object_type == wanted and key not in away]
            if fitting:
                return min(fitting, key=lambda key: (-self._seen[key].look, self._seen[key].aside, key))
        return self._another(wanted) if wanted in away else wanted

    def _another(self, kind: str) -> str:
        """A name for a thing that was never seen, where another such thing lies elsewhere."""
        self._unseen += 1
        return "|".join(part for part in (kind, self.tag, f"0{self._unseen}") if part)  # what is seen counts from 1

    def _candidates(self, action: str, scene: SceneGraph, was_held: str | None) -> Iterator[Collection[str]]:
        """Where to look, the best first."""
        before, now = _ids(self._before), _ids(scene)
        if action == "Pickup":
            yield before - now
        if action == "Place" and was_held is not None:
            yield scene.parents(was_held)
        if action == "Slice":
            yield before - now
        yield [key for key in now & before if _states(scene, key) != _states(self._before, key)]
        others = {key for key in self._seen if key != was_held}
        yield others or self._seen

    def _hand(self, recognized: RecognizedAction, scene: SceneGraph, arguments: tuple[str, ...]) -> str | None:
        """What is in the hand: as seen; else as the last Pickup or Place left it."""
        if recognized.action == "Pickup" and arguments:
            return arguments[0]
        if recognized.action == "Place":
            return None
        if self.held is None or scene.held is None:
            return scene.held or self.held
        return scene.held if _kind(scene.held) == self.held else self.held


def _kind(object_id: str) -> str:
    return object_id.partition("|")[0]


def _ids(scene: SceneGraph) -> set[str]:
    return {node.object_id for node in scene.objects}


def _states(scene: SceneGraph, key: str) -> tuple[str, ...]:
    node = scene.node(key)
    return node.states if node else ()


def _aside(eye: CameraPose, place: tuple[float, float, float]) -> float:
    """Angle between a place and the middle of the frame, radians."""
    origin, ahead = eye.ahead(0.0, 0.0), eye.ahead(1.0, 0.0)
    axis = [b - a for a, b in zip(origin, ahead, strict=True)]
    offset = [b - a for a, b in zip(origin, place, strict=True)]
    length = math.hypot(*offset)
    if length == 0.0:
        return 0.0
    cosine = sum(a * b for a, b in zip(axis, offset, strict=True)) / length
    return math.acos(max(-1.0, min(1.0, cosine)))
