"""What people who train on the environments rely on: splits, masks, ends, infos, and resets that change nothing."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import given
from hypothesis import strategies as st

import envs
from envs.errors import BadInput, HomebodyError
from envs.gym import rooms as household_rooms
from envs.gym.env import SLOTS, HouseholdEnv, HouseholdObjectEnv, PointingEnv
from envs.gym.rooms import SPLITS, known_room, named_seed, seeds_of, split_of
from envs.pocket.controller import PocketController
from envs.pocket.scenes import ROOMS, load_scene
from envs.teach.games.actions import AGENT_ACTIONS
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definitions import load_task
from tests import scenes

VARIANTS = [HouseholdEnv, HouseholdObjectEnv, PointingEnv]
STOP, FORWARD, TURN_RIGHT, PICKUP = (AGENT_ACTIONS.index(n) for n in ("Stop", "Forward", "Turn Right", "Pickup"))


def small(env_type: type[HouseholdEnv] = HouseholdEnv, **arguments: Any) -> Any:
    return env_type(**{"scene": "tabletop", "view": "map", "width": 24, "height": 16, **arguments})


def as_action(env: Any, number: int) -> Any:
    """A motion in the action space of that variant."""
    if isinstance(env.action_space, gymnasium.spaces.Dict):
        return {"action": number, "point": np.array([0.5, 0.5], np.float32)}
    return number if isinstance(env.action_space, gymnasium.spaces.Discrete) else np.array([number, 0])


# ---------------------------------------------------------------------------------------------------------- rooms


@given(st.integers(0, 2**40))
def test_every_seed_is_in_one_split(seed: int) -> None:
    assert [name for name, remainders in SPLITS.items() if seed % 30 in remainders] == [split_of(seed)]


def test_the_splits_are_those_of_the_plans() -> None:
    """AI2-THOR's plans 1-20 are for training, 21-25 for validation, 26-30 for the test, in every kind of room."""
    from envs.engines import unity_scene

    for first, room in ((1, "kitchen"), (201, "living_room"), (301, "bedroom"), (401, "bathroom")):
        numbers = {split: {unity_scene(room, seed) for seed in seeds_of(split, 60)} for split in SPLITS}
        assert numbers["train"] == {f"FloorPlan{first + k}" for k in range(20)}
        assert numbers["val"] == {f"FloorPlan{first + k}" for k in range(20, 25)}
        assert numbers["test"] == {f"FloorPlan{first + k}" for k in range(25, 30)}


@pytest.mark.parametrize("split", SPLITS)
def test_only_rooms_of_the_split_are_drawn(split: str) -> None:
    made, reset = small(split=split), small()
    for env, options in ((made, {}), (reset, {"split": split})):
        env.reset(seed=3, options=options)
        rooms = {env.reset(options=options)[1]["scene"] for _ in range(12)}
        assert len(rooms) == 12 and {split_of(int(name.split("_")[1])) for name in rooms} == {split}
    assert data_equivalence(made.reset(seed=5), reset.reset(seed=5, options={"split": split}), exact=True)


def test_only_listed_rooms_are_drawn_and_all_of_them() -> None:
    env = small(scene_seeds=range(2, 5))
    env.reset(seed=0)
    assert {env.reset()[1]["scene"] for _ in range(20)} == {"tabletop_2", "tabletop_3", "tabletop_4"}
    once = {env.reset(options={"scene_seeds": np.array([8, 9])})[1]["scene"] for _ in range(10)}
    assert once == {"tabletop_8", "tabletop_9"}
    assert env.reset(options={"scene_seeds": [7]})[1]["scene"] == "tabletop_7"
    assert env.reset(options={"scene": "bathroom", "scene_seed": 3})[1]["scene"] == "bathroom_3"


def test_listed_rooms_are_gone_through_until_one_suits_the_task() -> None:
    task = ("Put All X On Y", ["Book", "in", "Box"])
    seeds = [s for s in range(30) if {"Book", "Box"} <= {o["objectType"] for o in load_scene("tabletop", s).objects}]
    without = [s for s in range(30) if s not in seeds]
    env = small(task=task, scene_seeds=[*without[:5], seeds[0]])
    assert {env.reset(seed=seed)[1]["scene"] for seed in range(3)} == {f"tabletop_{seeds[0]}"}
    with pytest.raises(BadInput, match=r"there is no Book|there is no Box|there is no means|done already"):
        small(task=task, scene_seeds=without[:3]).reset(seed=0)


BAD_ROOMS: list[tuple[dict[str, Any], str]] = [
    ({"split": "training"}, "split is 'training'; splits are train, val, test; did you mean 'train'"),
    ({"split": 3}, "split is 3"),
    ({"scene_seeds": []}, "scene_seeds is empty"),
    ({"scene_seeds": 7}, "scene_seeds is 7; give a list"),
    ({"scene_seeds": "12"}, "scene_seeds is '12'"),
    ({"scene_seeds": {1: 2}}, r"scene_seeds is \{1: 2\}; give a list"),
    ({"scene_seeds": iter([1, 2])}, "scene_seeds is <list_iterator"),
    ({"scene_seeds": range(2**40)}, "scene_seeds has 1,099,511,627,776 entries, at most 1,000,000"),
    ({"scene_seeds": np.array([[1, 2]])}, r"one of scene_seeds is array\(\[1, 2\]\)"),
    ({"scene_seeds": [1, -2]}, "one of scene_seeds is -2"),
    ({"scene_seeds": [1, 2.5]}, "one of scene_seeds is 2.5"),
    ({"scene_seed": -1}, "scene_seed is -1"),
    ({"scene_seed": True}, "scene_seed is True"),
    ({"scene_seed": 25, "split": "train"}, "room 25 is a test room and split is 'train'"),
    ({"scene_seeds": [1, 20], "split": "train"}, "room 20 is a val room"),
    ({"scene_seed": 3, "scene_seeds": [1, 2]}, "scene_seed is 3, which is not among scene_seeds"),
    ({"scene": "kitchen_3", "scene_seeds": [1, 2]}, "the scene is 'kitchen_3', which is not among scene_seeds"),
    ({"scene": "kitchen_29", "split": "val"}, "room 29 is a test room"),
    ({"scene": "FloorPlan3", "split": "train"}, "FloorPlan3 is one room"),
    (
        {"scene": scenes.room(scenes.floor()), "scene_seeds": [1]},
        "is one room, so scene_seeds has nothing to choose from",
    ),
]


@pytest.mark.parametrize(("said", "why"), BAD_ROOMS)
def test_contradictions_about_the_room_are_refused_and_change_nothing(said: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        HouseholdEnv(**said)
    env, other = small(split="val"), small(split="val")
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(BadInput, match=why):
        env.reset(seed=9, options={"split": None, **said})
    assert data_equivalence(env.step(TURN_RIGHT), other.step(TURN_RIGHT), exact=True)
    assert data_equivalence(env.reset(), other.reset(), exact=True)


def test_what_agrees_is_accepted() -> None:
    env = small(scene_seed=21, scene_seeds=[20, 21], split="val")
    assert env.reset(seed=0)[1]["scene"] == "tabletop_21"
    assert small(scene="tabletop_21", split="val").reset(seed=0)[1]["scene"] == "tabletop_21"


@pytest.mark.parametrize(
    ("options", "seed"),
    [
        ({"scene": "kitchn"}, 4),
        ({"task": "Coffee"}, 4),
        ({"task": ("Put All X On Y", ["Egg", "on", "DiningTable"]), "scene_seed": 2}, None),
        ({}, -3),
        ({"stop": False}, 4),
    ],
)
def test_a_reset_that_fails_changes_nothing(options: dict[str, Any], seed: int | None) -> None:
    env, other = small(), small()
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises((HomebodyError, gymnasium.error.Error)):
        env.reset(seed=seed, options=options)
    assert data_equivalence(env.step(TURN_RIGHT), other.step(TURN_RIGHT), exact=True)
    assert data_equivalence(env.reset(), other.reset(), exact=True)


@pytest.mark.parametrize("room", ROOMS)
def test_a_known_room_is_the_same_room_and_nobody_can_spoil_it(room: str) -> None:
    first = known_room(room, 4)
    assert first == load_scene(room, 4)
    first.objects[0]["position"]["x"] = 99.0
    assert known_room(room, 4) == load_scene(room, 4)


def test_the_engine_that_inspected_a_room_is_taken_over_once() -> None:
    scene = load_scene("bathroom", 12)
    first, second = PocketController(scene), PocketController(scene)
    assert first.engine.world is not second.engine.world
    start = second.last_event.metadata
    assert data_equivalence(first.last_event.metadata, start, exact=True)
    for action in ("RotateRight", "MoveAhead", "LookDown"):
        first.step(action)
    assert first.last_event.metadata["agent"] != start["agent"] == second.step("Pass").metadata["agent"]
    load_scene("bathroom", 13)
    third = PocketController(scene)  # another room was inspected since
    assert data_equivalence(third.last_event.metadata, start, exact=True)


def test_only_so_many_rooms_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(household_rooms, "ROOMS_KEPT", 3)
    monkeypatch.setattr(household_rooms, "_rooms", {})
    for seed in (1, 2, 3, 1, 4):
        known_room("tabletop", seed)
    assert [seed for _, seed in household_rooms._rooms] == [3, 1, 4]


@pytest.mark.parametrize(
    ("name", "seed"),
    [("kitchen_7", 7), ("living room 3", 3), ("FloorPlan10", None), ("FloorPlan_10", None), ("bathroom", None)],
)
def test_the_seed_in_a_name_is_found(name: str, seed: int | None) -> None:
    assert named_seed(name) == seed
    if seed is not None:
        assert load_scene(name).name.endswith(f"_{seed}")


def test_the_benchmark_of_resets_says_which_rooms_it_was_in(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import resets

    for name, value in (("ROOMS", ("tabletop",)), ("RESETS", 3), ("STEPS", 5), ("LISTED", 2)):
        monkeypatch.setattr(resets, name, value)
    lines = list(resets.run(["map"]))
    assert [(line["room"], line["rooms"], line["n"]) for line in lines] == [
        ("tabletop", "new", 3),
        ("tabletop", "known", 3),
    ]
    assert all(0 < line["p50_ms"] <= line["p95_ms"] and line["random_steps_per_s"] > 0 for line in lines)


# ---------------------------------------------------------------------------------------------------------- masks


def unwrapped_and_wrapped(env_type: type[HouseholdEnv], **arguments: Any) -> Iterator[Any]:
    names = {entry: name for name, entry in envs.ENVIRONMENTS.items()}
    env = gymnasium.make(names[f"envs.gym.env:{env_type.__name__}"], **arguments)
    yield env.unwrapped
    yield env


@pytest.mark.parametrize("stop", [True, False])
@pytest.mark.parametrize("env_type", VARIANTS)
def test_action_masks_agree_with_the_infos(env_type: type[HouseholdEnv], stop: bool) -> None:
    for env in unwrapped_and_wrapped(env_type, scene="tabletop", view="map", width=16, height=16, stop=stop):
        env.action_space.seed(0)
        _, info = env.reset(seed=2)
        for _ in range(30):
            masks = env.get_wrapper_attr("action_masks")()
            joint = info["action_mask"].astype(bool)
            expected = joint if joint.ndim == 1 else np.concatenate([joint.any(axis=1), joint.any(axis=0)])
            assert masks.dtype == np.bool_ and (masks == expected).all()
            *_, terminated, truncated, info = env.step(env.action_space.sample())
            if terminated or truncated:
                _, info = env.reset()


@pytest.mark.parametrize("env_type", VARIANTS)
def test_masks_need_an_episode(env_type: type[HouseholdEnv]) -> None:
    with pytest.raises(ResetNeeded):
        small(env_type).action_masks()


def test_masks_of_several_environments() -> None:
    several: Any = gymnasium.make_vec(
        "homebody/HouseholdObject-v0", 2, scene="tabletop", view="map", width=16, height=16
    )
    _, info = several.reset(seed=1)
    masks = np.stack(several.call("action_masks"))
    assert masks.shape == (2, len(AGENT_ACTIONS) + SLOTS)
    assert (masks[:, : len(AGENT_ACTIONS)] == info["action_mask"].any(axis=2)).all()
    several.close()


# ----------------------------------------------------------------------------------------------------------- ends


@pytest.mark.parametrize("env_type", VARIANTS)
@pytest.mark.parametrize(("limit", "end"), [({}, STOP), ({"max_steps": 1}, TURN_RIGHT)])
def test_nothing_can_be_done_after_the_end(env_type: type[HouseholdEnv], limit: dict[str, int], end: int) -> None:
    env = small(env_type, **limit)
    env.reset(seed=0)
    *_, terminated, truncated, info = env.step(as_action(env, end))
    assert terminated or truncated
    with pytest.raises(ResetNeeded, match=r"has ended: .*; call env\.reset\(\)"):
        env.step(as_action(env, TURN_RIGHT))
    assert env.episode.steps == info["step"] == 1
    env.reset()
    env.step(as_action(env, TURN_RIGHT))


@pytest.mark.parametrize("env_type", VARIANTS)
def test_without_stop_the_other_actions_move_up(env_type: type[HouseholdEnv]) -> None:
    env, usual = small(env_type, scene_seed=3, stop=False), small(env_type, scene_seed=3)
    assert env.actions == AGENT_ACTIONS[1:] and usual.actions == AGENT_ACTIONS
    first, same = env.reset(seed=0), usual.reset(seed=0)
    assert (first[1]["action_mask"] == same[1]["action_mask"][1:]).all()
    for name in AGENT_ACTIONS[1:]:
        ours, theirs = (e.step(as_action(e, e.actions.index(name))) for e in (env, usual))
        assert not ours[2] and ours[4]["action"] == theirs[4]["action"] == name
        assert data_equivalence(ours[0], theirs[0], exact=True)
    assert as_action(env, len(AGENT_ACTIONS) - 1) not in env.action_space
    with pytest.raises(BadInput, match="stop is 'no'"):
        small(env_type, stop="no")


@pytest.mark.parametrize(
    ("env_type", "arguments"),
    [
        (HouseholdEnv, {"stop": False, "split": "train"}),
        (HouseholdObjectEnv, {"stop": False, "scene_seeds": [1, 2], "segmentation": True}),
        (PointingEnv, {"stop": False, "split": "test"}),
    ],
)
def test_gymnasium_finds_nothing_to_warn_of(env_type: type[HouseholdEnv], arguments: dict[str, Any]) -> None:
    for env in unwrapped_and_wrapped(env_type, scene="tabletop", width=24, height=16, **arguments):
        check_env(env.unwrapped)
        env.close()


# ---------------------------------------------------------------------------------------------------------- infos


def same_structure(one: Any, other: Any) -> bool:
    """Minari's check of infos with ``record_infos=True``, and what its storage needs besides."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same_structure(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same_structure, one, other))
    return not isinstance(one, np.ndarray) or (one.shape == other.shape and one.dtype == other.dtype)


@pytest.mark.parametrize("env_type", VARIANTS)
def test_infos_and_observations_have_one_structure(env_type: type[HouseholdEnv]) -> None:
    env = small(env_type, scene="bathroom", segmentation=True, view="plain", max_steps=15)
    env.action_space.seed(1)
    first = env.reset(seed=0)
    for _ in range(40):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert same_structure(first[1], info) and same_structure(first[0], observation)
        assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
        if terminated or truncated:
            assert same_structure(first[1], env.reset()[1])


def test_options_that_a_recorder_adds_are_let_through() -> None:
    options = {"minari_autoseed": False, "scene_seed": 2}
    env = small()
    assert env.reset(seed=0, options=copy.deepcopy(options))[1]["scene"] == "tabletop_2"


def test_a_game_has_its_own_room() -> None:
    session = TeachSession(PocketController("tabletop", seed=2))
    started = datetime(2026, 1, 5, 8)
    task = load_task("Put All X On Y", ["Egg", "in", "Box"])
    game = GameRecorder(session, task, "one", "FloorPlan1_physics", started).finish(started)
    with pytest.raises(BadInput, match="a game is recorded in its own room, so split has nothing to choose from"):
        HouseholdEnv(game=game, split="train")
    with pytest.raises(BadInput, match="so scene_seeds has nothing to choose from"):
        small(scene=None).reset(seed=0, options={"game": game, "scene_seeds": [1]})
