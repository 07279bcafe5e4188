"""Targets by image point: TEACh's rules 2 and 3, the Pointing environment, and the report on recorded points."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadInput
from envs.gym.env import PointingEnv
from envs.pocket.controller import PocketController
from envs.replay.player import replay
from envs.replay.point_report import FRAMES, NONE, SAME, PointReport
from envs.simulator import Event, Views
from envs.teach.games.actions import AGENT_ACTIONS
from envs.teach.games.pointing import act_at, distance_at, pixel_at, target_at
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import Game, iter_games
from envs.teach.games.session import TeachSession
from tests.scenes import counter, floor, play, thing

ROOT = Path(__file__).parents[1]
GAMES = ROOT.parent / "shared" / "data" / "teach" / "valid_unseen.zip"
PICKUP = AGENT_ACTIONS.index("Pickup")
OBJECTS = ("Mug|1", "Mug|2", "Table|1")
COLOURS = {name: (k + 1, 7, 0) for k, name in enumerate(OBJECTS)}


def seen(labels: np.ndarray, pickupable: tuple[str, ...] = ("Mug|1", "Mug|2"), **metadata: Any) -> Event:
    """An event that shows ``OBJECTS`` where an image has 0, 1, 2, and nothing where it has -1."""
    objects = [{"objectId": name, "pickupable": name in pickupable, "isPickedUp": False} for name in OBJECTS]
    colors = [{"name": name, "color": list(colour)} for name, colour in COLOURS.items()]
    table = np.array([*COLOURS.values(), (0, 0, 0)], dtype=np.uint8)
    event = Event({"objects": objects, "colors": colors, **metadata}, Views(instances=table[labels]))
    masks = {name: labels == k for k, name in enumerate(OBJECTS) if (labels == k).any()}
    event.__dict__["instance_masks"] = masks
    return event


def table_with(*patches: tuple[int, int, int, int], size: int = 900) -> np.ndarray:
    """A table all over the image with mugs on it, each (row, column, height, width)."""
    labels = np.full((size, size), 2)
    for k, (row, column, height, width) in enumerate(patches):
        labels[row : row + height, column : column + width] = k
    return labels


def at(row: int, column: int, size: int = 900) -> tuple[float, float]:
    return column / size, row / size


# -------------------------------------------------------------------------------------------------- finding the target


def test_the_object_at_the_pixel_is_taken_first() -> None:
    event = seen(table_with((100, 100, 300, 300), (400, 100, 4, 4)))
    x, y = at(399, 101)
    assert target_at(event, "Pickup", x, y) == "Mug|1"  # all of the other mug is in the square, and yet
    assert target_at(event, "Pickup", *at(400, 101)) == "Mug|2"


def test_the_square_reaches_ten_pixels_of_nine_hundred() -> None:
    event = seen(table_with((100, 100, 50, 50)))
    assert target_at(event, "Pickup", *at(90, 120)) == "Mug|1"
    assert target_at(event, "Pickup", *at(89, 120)) is None
    assert target_at(event, "Pickup", *at(159, 120)) == "Mug|1"
    assert target_at(event, "Pickup", *at(160, 120)) is None
    assert target_at(event, "Pickup", *at(90, 90)) == "Mug|1"  # the corner belongs to it


@settings(max_examples=25)
@given(st.integers(280, 379), st.integers(280, 379))
def test_a_smaller_image_of_the_same_scene_has_the_same_square(row: int, column: int) -> None:
    large, small = table_with((300, 300, 60, 60)), table_with((100, 100, 20, 20), size=300)
    x, y = (column // 3 * 3 + 1) / 900, (row // 3 * 3 + 1) / 900  # the middle of a pixel of the small image
    found = [target_at(seen(labels), "Pickup", x, y) for labels in (large, small)]
    assert found[0] == found[1]


def test_the_largest_share_of_own_pixels_wins() -> None:
    big, small = (100, 100, 200, 200), (100, 306, 4, 4)
    event = seen(table_with(big, small))
    assert target_at(event, "Pickup", *at(105, 302)) == "Mug|2"  # fewer pixels, but all that it has
    assert target_at(seen(table_with(big)), "Pickup", *at(105, 302)) == "Mug|1"


def test_only_what_affords_the_action_is_found() -> None:
    labels = table_with((100, 100, 50, 50), (100, 152, 50, 50))
    assert target_at(seen(labels, pickupable=("Mug|2",)), "Pickup", *at(120, 148)) == "Mug|2"
    assert target_at(seen(labels, pickupable=()), "Pickup", *at(120, 120)) is None
    assert target_at(seen(np.full((30, 30), -1)), "Pickup", 0.5, 0.5) is None


def test_tiny_and_flat_images_are_pointed_at_too() -> None:
    assert target_at(seen(np.array([[0]])), "Pickup", 1.0, 1.0) == "Mug|1"
    wide = np.full((90, 900), 2)
    wide[40:50, 400:420] = 0
    assert target_at(seen(wide), "Pickup", 399 / 900, 0.5) == "Mug|1"  # one pixel of 90 in every direction
    assert target_at(seen(wide), "Pickup", 398 / 900, 0.5) is None


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 5000), st.integers(1, 5000))
def test_every_point_of_the_image_has_a_pixel(x: float, y: float, height: int, width: int) -> None:
    row, column = pixel_at(x, y, height, width)
    assert 0 <= row < height and 0 <= column < width
    assert abs(row - height * y) <= 1 and abs(column - width * x) <= 1


@pytest.mark.parametrize("point", [(-0.01, 0.5), (0.5, 1.01), (float("nan"), 0.5), (450.0, 450.0)])
def test_points_outside_the_image_are_named(point: tuple[float, float]) -> None:
    with pytest.raises(BadInput, match="fractions of the image"):
        target_at(seen(table_with()), "Pickup", *point)


def test_what_pointing_needs_is_said() -> None:
    with pytest.raises(BadInput, match="renderInstanceSegmentation=True"):
        target_at(PocketController("tabletop").last_event, "Pickup", 0.5, 0.5)
    with pytest.raises(ValueError, match="not an object action"):
        target_at(seen(table_with()), "Forward", 0.5, 0.5)


# -------------------------------------------------------------------------------------------------------------- acting


def rendering(*things: dict[str, Any], **parameters: Any) -> PocketController:
    return play(floor(), *things, renderDepthImage=True, renderInstanceSegmentation=True, **parameters)


def point_of(event: Event, item: dict[str, Any]) -> tuple[float, float]:
    """The middle pixel of a thing's mask."""
    rows, columns = np.nonzero(event.instance_masks[item["objectId"]])
    middle = len(rows) // 2
    height, width = event.instance_masks[item["objectId"]].shape
    return float(columns[middle] / width), float(rows[middle] / height)


def test_things_are_moved_by_pointing() -> None:
    top = counter()
    mug, plate = thing("Mug", -0.4, 0.8, on=top), thing("Plate", 0.3, 0.8, on=top)
    live = TeachSession(rendering(top, mug, plate))
    outcome = act_at(live, "Pickup", *point_of(live.event, mug))
    assert outcome.success and outcome.target == mug["objectId"]
    outcome = act_at(live, "Place", *point_of(live.event, plate))
    assert outcome.success and outcome.target == plate["objectId"]
    held = live.event.get_object(mug["objectId"])
    assert held is not None and plate["objectId"] in held["parentReceptacles"]


def test_pointing_at_nothing_fails_as_in_teach() -> None:
    live = TeachSession(rendering(counter()))
    outcome = act_at(live, "Pickup", 0.5, 0.05)
    assert not outcome.success and outcome.target is None
    assert outcome.error == "could not find a target object at the specified location"
    refused = act_at(live, "Place", 0.5, 0.9)
    assert "only supported when holding" in refused.error


def test_the_distance_is_that_of_the_pixel() -> None:
    top = counter()
    event = rendering(top).last_event
    agent = event.metadata["agent"]["position"]
    for y in (0.99, 0.6, 0.4):
        depth_frame = event.depth_frame
        assert depth_frame is not None
        owner = target_at(event, "Place", 0.5, y)
        x, z = 0.5, depth_frame[pixel_at(0.5, y, *depth_frame.shape)]
        eye, pitch = np.array([0.0, agent["y"] + 0.675, 0.0]), np.radians(30.0)
        up = 1 - 2 * y
        ray = np.array([2 * x - 1, up * np.cos(pitch) - np.sin(pitch), np.cos(pitch) + up * np.sin(pitch)])
        hit = eye + z * ray
        expected = np.linalg.norm(hit - np.array([0.0, agent["y"], 0.0]))
        assert distance_at(event, 0.5, y) == pytest.approx(expected)
        if owner == top["objectId"]:
            assert hit[1] <= 1.2 + 0.02  # on the counter or its front
    assert distance_at(PocketController("tabletop").last_event, 0.5, 0.5) is None


def test_a_far_point_of_a_near_thing_is_too_far() -> None:
    """The counter's near edge is in reach, its far end is not; without depth the box decides."""
    top = thing("DiningTable", 0.0, 1.9, size=(1.0, 0.7, 2.8))
    mug = thing("Mug", 0.0, 0.7, on=top)
    live = TeachSession(rendering(top, mug))
    x, y = point_of(live.event, mug)
    assert act_at(live, "Pickup", x, y).success
    rows = np.nonzero(live.event.instance_masks[top["objectId"]].any(axis=1))[0]
    far = float(rows[0] + 2) / 300
    outcome = act_at(live, "Place", 0.5, far)
    assert outcome.target == top["objectId"] and "too far away" in outcome.error
    assert live.interact("Place", top["objectId"], 0.5, far).success


# ----------------------------------------------------------------------------------------------------- the environment


def test_the_environment_acts_on_the_point() -> None:
    env = PointingEnv("tabletop", scene_seed=3, width=60, height=60)
    observation, info = env.reset(seed=0)
    assert info["action_mask"].shape == (17,)
    event = env.episode.event
    mask = {o["objectId"] for o in event.metadata["objects"] if o["pickupable"] and o["visible"]}
    wanted = max(mask & set(event.instance_masks), key=lambda name: int(event.instance_masks[name].sum()))
    x, y = point_of(event, {"objectId": wanted})
    observation, _, _, _, info = env.step({"action": PICKUP, "point": [x, y]})  # a list will do
    assert info["error"] == "" and info["target"] == wanted and observation["held"] > 0
    *_, info = env.step({"action": PICKUP, "point": np.array([0.5, 0.0], dtype=np.float32)})
    assert info["failures"] == 1 and info["target"] == ""
    yaw = observation["pose"][3]
    observation, *_ = env.step({"action": AGENT_ACTIONS.index("Turn Left"), "point": np.zeros(2, np.float32)})
    assert observation["pose"][3] == (yaw - 90) % 360


def test_pointing_works_while_a_map_is_observed() -> None:
    env = PointingEnv("tabletop", scene_seed=3, view="map", width=60, height=60)
    env.reset(seed=0)
    event = env.episode.event
    assert event.frame is None
    wanted = next(o for o in event.metadata["objects"] if o["pickupable"] and o["objectId"] in event.instance_masks)
    x, y = point_of(event, wanted)
    *_, info = env.step({"action": PICKUP, "point": (x, y)})
    assert info["target"] == wanted["objectId"]


def test_actions_outside_the_space_are_named() -> None:
    env = PointingEnv("tabletop", width=20, height=20)
    env.reset(seed=0)
    for bad in (3, {"action": 3}, {"action": 17, "point": (0.5, 0.5)}, {"action": 3, "point": (0.5, 1.5)}, {}):
        with pytest.raises(BadInput, match="point"):
            env.step(bad)


def test_it_is_registered() -> None:
    env = gymnasium.make("envs:homebody/Pointing-v0", scene="tabletop", width=20, height=20)
    env.reset(seed=0)
    env.action_space.seed(0)
    env.step(env.action_space.sample())
    env.close()


def test_a_simulator_without_segmentation_is_named() -> None:
    def factory(place: Any, seed: int) -> PocketController:
        return PocketController(place, seed=seed, width=20, height=20, renderDepthImage=True)

    env = PointingEnv("tabletop", simulator_factory=factory, width=20, height=20)
    env.reset(seed=0)
    with pytest.raises(BadInput, match="renderInstanceSegmentation=True"):
        env.step({"action": PICKUP, "point": (0.5, 0.5)})


# ---------------------------------------------------------------------------------------------------- recorded points


@pytest.fixture(scope="module")
def games() -> list[Game]:
    if not GAMES.exists():
        pytest.skip("the TEACh games are not at ../shared/data/teach")
    return list(iter_games([GAMES], 3))


def test_recorded_points_are_counted(games: list[Game]) -> None:
    report = PointReport()
    for game in games:
        report.add(game, PocketController(scene_from_game(game), width=100, height=100, **FRAMES))
    figures = report.as_dict()
    steps = [i for g in games for i in g.interactions if i.agent_id == 1 and i.is_object_action and i.oid is not None]
    assert figures["games"] == 3 and figures["total"]["n"] == len(steps)
    assert {a: row["n"] for a, row in figures["by_action"].items()} == {
        action: sum(i.action_name == action for i in steps) for action in {i.action_name for i in steps}
    }
    total = figures["total"]
    counted = total["same_object"] + total["another_of_its_type"] + total["other"] + total["none"]
    assert counted == total["n"]
    assert total["same_share"] == total["same_object"] / total["n"] > 0.25  # points that mean nothing find far fewer
    assert sum(entry["n"] for entry in figures["confused"]) == total["n"] - total["same_object"]


def test_points_are_resolved_in_the_state_before_the_action(games: list[Game]) -> None:
    """What a report says of an action is what the rule says of the same point, asked by hand."""
    game = games[0]
    first = next(i for i in game.interactions if i.agent_id == 1 and i.is_object_action and i.oid is not None)
    k = game.interactions.index(first)
    report, by_hand = PointReport(), PocketController(scene_from_game(game), width=100, height=100, **FRAMES)
    replay(replace(game, interactions=game.interactions[:k]), simulator=by_hand)
    assert first.x is not None and first.y is not None
    found = target_at(by_hand.last_event, first.action_name, first.x, first.y)
    report.add(
        replace(game, interactions=game.interactions[: k + 1]),
        PocketController(scene_from_game(game), width=100, height=100, **FRAMES),
    )
    counts = report.verdicts[first.action_name]
    assert counts.total() == 1
    assert counts[SAME] == (found == first.oid) and counts[NONE] == (found is None)


def test_the_command_line_reports_points(games: list[Game]) -> None:
    command = [sys.executable, "-m", "homebody", "replay", str(GAMES), "--by", "point"]
    done = subprocess.run([*command, "--limit", "1", "--size", "60", "--json", "-"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert (figures["by"], figures["size"], figures["games"]) == ("point", 60, 1)
    steps = [i for i in games[0].interactions if i.agent_id == 1 and i.is_object_action and i.oid is not None]
    assert figures["total"]["n"] == len(steps)
    shown = subprocess.run([*command, "--limit", "1", "--size", "60"], capture_output=True, text=True)
    assert "recorded image points, 1 games, 60 x 60 pixels" in " ".join(shown.stdout.split())
