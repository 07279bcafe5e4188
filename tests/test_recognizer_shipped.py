"""The weights that come with homebody, in a pocket room that nobody collected from."""

from __future__ import annotations

import json

import numpy as np
import pytest

from envs.engines import open_simulator
from envs.errors import BadInput
from envs.simulator import Event
from envs.vocabulary.object_types import object_types
from eval.collect.plan import HELD_OUT
from perception.detector.detection import Detection
from perception.recognizer import LongT5Recognizer
from perception.recognizer.action import ACTIONS
from perception.recognizer.weights import ARCHITECTURE, shipped_weights

pytest.importorskip("torch", reason="torch is not installed (the extra 'perception'): no recogniser runs")
pytest.importorskip("transformers", reason="transformers is not installed (the extra 'perception'): no LongT5")

WALK = {
    "MoveAhead": "Forward",
    "LookDown": "Look Down",
    "LookUp": "Look Up",
    "MoveLeft": "Pan Left",
    "MoveRight": "Pan Right",
    "RotateRight": "Turn Right",
    "RotateLeft": "Turn Left",
}


@pytest.fixture(scope="module")
def recognizer() -> LongT5Recognizer:
    return LongT5Recognizer(device="cpu")


def test_they_are_small_and_say_what_they_are():
    path = shipped_weights()
    assert path.stat().st_size <= 12e6
    shape = json.loads(path.with_suffix(".json").read_text())
    assert shape["architecture"] == ARCHITECTURE
    assert tuple(shape["actions"]) == ACTIONS and set(shape["object_types"]) <= set(object_types())
    card = path.with_suffix(".md").read_text()
    assert all(word in card for word in ("Apache-2.0", "seed", "homebody collect", "homebody train recognizer"))


def test_motions_in_a_room_nobody_collected_from(recognizer):
    simulator = open_simulator("pocket", "kitchen", seed=HELD_OUT + 1)
    frames, done = [drawn(simulator.last_event)], [""]
    for turn in range(4):
        for action, name in WALK.items():
            event = simulator.step(action)
            frames.append(drawn(event))
            done.append(name if event and not np.array_equal(frames[-1], frames[-2]) else "")
        simulator.step("RotateRight", degrees=90 * (turn % 2))
        frames.append(drawn(simulator.last_event))
        done.append("Turn Right" if turn % 2 else "")
    told = [one.action for one in recognizer.recognize(frames, [()] * len(frames))]
    right = [said == true for said, true in zip(told, done, strict=True)]
    assert np.mean(right) >= 0.75, list(zip(done, told, strict=True))


def test_what_is_taken_is_named_from_the_pictures_and_better_with_a_detector(recognizer):
    simulator = open_simulator("pocket", "kitchen", seed=HELD_OUT + 2, renderInstanceSegmentation=True)
    right = {True: [], False: []}
    for thing in simulator.last_event.metadata["objects"]:
        if not thing["pickupable"] or len(right[True]) == 12:
            continue
        poses = simulator.step("GetInteractablePoses", objectId=thing["objectId"]).metadata["actionReturn"] or []
        if not poses:
            continue
        simulator.step("TeleportFull", **poses[0], forceAction=True)
        before = simulator.last_event
        after = simulator.step("PickupObject", objectId=thing["objectId"], forceAction=True)
        pair = [drawn(before), drawn(after)]
        if not after or np.array_equal(pair[0], pair[1]):
            continue
        boxes = [_boxes(before), _boxes(after)]
        for looked in (True, False):
            told = recognizer.recognize(pair, boxes if looked else [[], []])[-1]
            right[looked].append((told.action, told.object_type) == ("Pickup", thing["objectType"]))
        simulator.step("DropHandObject", forceAction=True)
    assert len(right[True]) >= 6
    assert np.mean(right[True]) >= 0.6, right


def drawn(event: Event) -> np.ndarray:
    assert event.frame is not None
    return event.frame


def _boxes(event: Event) -> list[Detection]:
    kinds = {o["objectId"]: o["objectType"] for o in event.metadata["objects"]}
    found = (event.instance_detections2D or {}).items()
    return [
        Detection(kinds[k], 0.9, (float(x0), float(y0), float(x1 + 1), float(y1 + 1)))
        for k, (x0, y0, x1, y1) in found
        if k in kinds and min(x1 - x0, y1 - y0) >= 5
    ]


def test_an_installation_without_them_says_what_to_do(monkeypatch):
    monkeypatch.setattr("perception.recognizer.weights.SHIPPED", "lost.safetensors")
    with pytest.raises(BadInput, match=r"lost\.safetensors.*homebody train recognizer"):
        LongT5Recognizer()
