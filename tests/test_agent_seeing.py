"""The agent acts on what it sees: belief from pictures, targets pointed at, nothing else of the simulator read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pytest

from agent.belief.evidence import CERTAIN, DOUBT, StateEvidence
from agent.belief.sight import Sight
from agent.belief.things import Thing
from agent.body.acting import Body, RunRecording, StepReport
from agent.body.seeing import SeeingPerception, _pixels
from agent.planning.episode import serve
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController, PocketEvent
from envs.pocket.scene import AgentPose
from envs.simulator import Event, Simulator
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import check_task
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from perception.detector.detection import Detection
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.graph import SceneGraph
from perception.scene_graph.lens import Lens, RgbdView
from perception.scene_graph.track import Track
from perception.senses import ChosenSenses
from perception.tiles import TiledDetector

AGENTS_SIDE = ("agent.", "perception.")
KNOWS_THE_ANSWER = "perception.detector.truth"
MAY_BE_READ = frozenset({"agent", "fov", "lastActionSuccess"})
THE_MAP = frozenset({"actionReturn", "sceneBounds"})
"""Given once, before the robot does anything: the cells one can walk on and the room's outline."""


class Peeked(AssertionError):
    """The agent's side read what only the referee may know."""


def reader() -> str:
    """The module that reads the attribute or key."""
    return str(sys._getframe(2).f_globals.get("__name__", ""))


def check(what: str, who: str) -> None:
    if who.startswith(AGENTS_SIDE) and who != KNOWS_THE_ANSWER:
        raise Peeked(f"{who} reads {what}")


class VeiledMetadata(dict[str, Any]):
    """Metadata of which the agent's side sees its own pose, how it sees, and whether the last action worked."""

    def __getitem__(self, key: str) -> Any:
        who = reader()
        if key not in MAY_BE_READ and not (key in THE_MAP and who == "agent.body.acting"):
            check(f"metadata[{key!r}]", who)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        check(f"metadata.get({key!r})", reader())
        return super().get(key, default)

    def __iter__(self) -> Iterator[str]:
        check("all metadata", reader())
        return super().__iter__()

    def keys(self) -> Any:
        check("all metadata", reader())
        return super().keys()


class VeiledEvent(PocketEvent):
    """An event of which the agent's side sees picture and depth, besides what metadata let through."""

    def __init__(self, event: Event) -> None:
        assert isinstance(event, PocketEvent)
        self._inner = event

    def __bool__(self) -> bool:
        return bool(self._inner)

    def window(self, side: int) -> Event:
        check("whose each pixel is", reader())
        return self._inner.window(side)

    @property
    def frame(self) -> Any:
        return self._inner.frame

    @property
    def depth_frame(self) -> Any:
        return self._inner.depth_frame

    @property
    def metadata(self) -> Any:
        return VeiledMetadata(self._inner.metadata)

    @property
    def views(self) -> Any:
        check("views", reader())
        return self._inner.views

    @cached_property
    def instance_masks(self) -> Any:
        check("instance masks", reader())
        return self._inner.instance_masks

    @cached_property
    def instance_detections2D(self) -> Any:
        check("instance boxes", reader())
        return self._inner.instance_detections2D

    def get_object(self, object_id: str) -> Any:
        check("an object", reader())
        return self._inner.get_object(object_id)

    def objects_by_type(self, object_type: str) -> Any:
        check("objects", reader())
        return self._inner.objects_by_type(object_type)


class VeiledSimulator:
    """A simulator whose metadata are the referee's."""

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator

    @property
    def last_event(self) -> Event:
        return VeiledEvent(self._simulator.last_event)

    def reset(self, scene: Any = None, **init_params: Any) -> Event:
        return VeiledEvent(self._simulator.reset(scene, **init_params))

    def step(self, action: str | Mapping[str, Any] | None = None, **parameters: Any) -> Event:
        return VeiledEvent(self._simulator.step(action, **parameters))

    def stop(self) -> None:
        self._simulator.stop()


def lived(task: Task, seed: int, detector: str, veiled: bool = False, **choice: Any) -> tuple[list[Any], Body, bool]:
    """What the robot did in a kitchen, its body, and whether the referee finds the task done."""
    chosen = ChosenSenses(detector, "ground-truth")
    frames = {**chosen.frames, "renderInstanceSegmentation": True}
    engine = PocketController("kitchen", seed=seed, **frames)
    session = TeachSession(VeiledSimulator(engine) if veiled else engine)
    steps: list[Any] = []

    def note(report: StepReport) -> None:
        steps.append((report.action, report.target, report.success, report.error, report.goal))

    clock = SimulatedClock()
    journal = RunRecording(clock, GameRecorder(session, task, "g", "k", clock.now()), "g", task.name, None, note)
    perception = SeeingPerception(chosen.open(), **choice)
    body = Body(session, journal, 200, 30, perception=perception)
    serve(body, task)
    return steps, body, check_task(task, session.objects()).success


COFFEE = load_task("Coffee")


def test_coffee_is_made_from_true_boxes_alone() -> None:
    steps, body, success = lived(COFFEE, 2, "ground-truth")
    assert success, steps
    targets = {target for action, target, *_ in steps if target and action != "Text"}
    assert {"CoffeeMachine|1"} <= targets and not any("+" in one for one in targets), "its own names, not the engine's"
    assert body.belief.evidence is not None


@pytest.mark.parametrize("detector", ["ground-truth", "yolo-world"])
def test_the_run_is_the_same_when_metadata_are_hidden(detector: str) -> None:
    open_run, _, success = lived(COFFEE, 2, detector)
    veiled_run, _, veiled_success = lived(COFFEE, 2, detector, veiled=True)
    assert veiled_run == open_run and veiled_success == success
    assert len(open_run) > 5


def test_the_veil_catches_a_body_that_is_told() -> None:
    engine = PocketController("kitchen", seed=2)
    session = TeachSession(VeiledSimulator(engine))
    clock = SimulatedClock()
    recorder = GameRecorder(session, COFFEE, "g", "k", clock.now())
    with pytest.raises(Peeked, match=r"agent\.body\.perceiving reads metadata\['objects'\]"):
        Body(session, RunRecording(clock, recorder, "g", "make coffee"))


# -- doubt -----------------------------------------------------------------------------------------------------------

MUG = Thing("Mug|1", "Mug", "Mug_0")


def sight(x: float, **odds: float) -> Sight:
    return Sight(SceneGraph(), {}, AgentPose(x, 0.9, 0.0, 0.0, 30.0), odds={"Mug|1": odds})


def test_looks_from_one_place_count_once_and_deeds_count_for_more() -> None:
    evidence = StateEvidence()
    for _ in range(5):
        evidence.states(MUG, sight(0.0, filled=4.0))
    once = evidence.odds("Mug|1", "filled")
    assert evidence.states(MUG, sight(0.5, filled=4.0)) is not None and evidence.odds("Mug|1", "filled") > once
    evidence.conclude("Mug|1", {"filled": -CERTAIN})
    assert evidence.odds("Mug|1", "filled") < -DOUBT, "what was read before it was emptied is forgotten"
    for x in (1.0, 1.5, 2.0, 2.5):
        assert "filled" not in evidence.states(MUG, sight(x, filled=9.0))


def test_many_looks_at_one_thing_do_not_outweigh_that_it_hardly_ever_is_so() -> None:
    """What misleads the reader is mostly the thing itself, wherever it is looked at from."""
    evidence, slices = StateEvidence(), Thing("Mug|1", "BreadSliced", "BreadSliced_0")
    for x in (0.0, 0.5, 1.0, 1.5):
        evidence.states(slices, sight(x, cooked=9.0))
    assert not evidence.odds("Mug|1", "cooked") > 0.0
    evidence.conclude("Mug|1", {"cooked": CERTAIN})
    for x in (2.0, 2.5, 3.0, 3.5):
        evidence.states(slices, sight(x, cooked=-9.0))
    assert evidence.odds("Mug|1", "cooked") > DOUBT, "what was toasted stays toasted"


def test_what_does_not_work_may_have_been_so_already() -> None:
    evidence, lamp = StateEvidence(), Thing("DeskLamp|1", "DeskLamp", "DeskLamp_0")
    assert "on" not in evidence.doubt(Thing("Fridge|1", "Fridge", "Fridge_0"), "Pickup")
    evidence.doubt(lamp, "ToggleOn")
    assert "on" in evidence.doubt(lamp, "ToggleOn") and evidence.odds("DeskLamp|1", "on") > DOUBT


# -- looking closely -------------------------------------------------------------------------------------------------


class Spots:
    """Finds each bright spot, but none that is small for the picture."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        self.shapes.append(frame.shape)
        rows, columns = np.nonzero(frame[..., 0] > 128)
        if not len(rows) or rows.max() + 1 - rows.min() < 0.05 * frame.shape[0]:
            return []
        box = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
        return [Detection("Mug", 0.9, box)]


def test_a_large_picture_is_looked_at_in_parts() -> None:
    frame = np.zeros((600, 600, 3), dtype=np.uint8)
    frame[40:60, 500:520] = 255
    detector = Spots()
    (found,) = TiledDetector(detector).detect(frame, ["Mug"])
    assert found.box == (500.0, 40.0, 520.0, 60.0) and len(detector.shapes) == 5
    assert TiledDetector(Spots()).detect(frame[:300, 300:], ["Mug"])[0].box == (200.0, 40.0, 220.0, 60.0)


def test_what_a_part_cuts_off_is_found_in_the_whole_only() -> None:
    frame = np.zeros((600, 600, 3), dtype=np.uint8)
    frame[200:500, 100:500] = 255
    (found,) = TiledDetector(Spots()).detect(frame, ["Mug"])
    assert found.box == (100.0, 200.0, 500.0, 500.0)


# -- pointing --------------------------------------------------------------------------------------------------------


def _lying(label: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> Track:
    a, b = np.array(low), np.array(high)
    return Track(label, a, b, (a + b) / 2, 1)


def test_of_a_plate_with_a_slice_on_it_the_plate_is_pointed_at() -> None:
    """Neither the slice that hides most of it, nor the worktop that shows in the corners of its box."""
    eye = CameraPose(0.0, 0.9, 0.0, 0.0, 60.0)
    lens = Lens(eye, 200, 200, 90.0)
    plate = _lying("Plate", (-0.11, 0.9, 0.39), (0.11, 0.93, 0.61))
    piece = _lying("BreadSliced", (-0.08, 0.93, 0.42), (0.08, 1.05, 0.58))
    x, y = np.meshgrid(np.arange(200) + 0.5, np.arange(200) + 0.5)
    ways = lens.points(x, y, np.ones_like(x)) - lens.origin
    depth = (0.9 - lens.origin[1]) / ways[..., 1]  # the worktop
    owner = np.zeros((200, 200), dtype=int)
    for number, (track, round_one) in enumerate(((plate, True), (piece, False)), 1):
        top = (track.high[1] - lens.origin[1]) / ways[..., 1]
        spot = lens.origin + ways * top[..., None]
        if round_one:
            mine = np.hypot(spot[..., 0] - track.center[0], spot[..., 2] - track.center[2]) <= 0.11
        else:
            mine = ((spot >= track.low - 1e-6) & (spot <= track.high + 1e-6)).all(axis=-1)
        mine &= (top > 0) & (top < depth)
        depth[mine], owner[mine] = top[mine], number
    boxes = []
    for number in (1, 2):
        rows, columns = np.nonzero(owner == number)
        boxes.append((float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1)))
    view = RgbdView(np.zeros((200, 200, 3), np.uint8), depth.astype(np.float32), eye)
    pixels = _pixels(view, lens, plate, boxes[0], [(boxes[1], piece)])
    assert pixels.any() and (owner[pixels] == 1).mean() > 0.95
