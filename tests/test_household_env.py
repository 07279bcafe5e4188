import json
import os
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import given
from hypothesis import strategies as st

import envs
from envs.errors import BadInput, UnknownScene, UnknownTask
from envs.gym.env import SLOTS, HouseholdEnv, HouseholdObjectEnv, PointingEnv
from envs.gym.spaces import DONE, FAILED, MAX_DEPTH, NO_RESULT, observation_space, observe, plain_text, type_vocabulary
from envs.gym.targets import VisibleTargets
from envs.pocket.controller import PocketController
from envs.pocket.scenes import ROOMS, load_scene
from envs.teach.games.actions import AGENT_ACTIONS
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import check_task
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.offers import OFFERS, choose_task, obstacle

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "../shared/data/teach/valid_unseen.zip"
STOP, FORWARD, TURN_RIGHT = (AGENT_ACTIONS.index(name) for name in ("Stop", "Forward", "Turn Right"))
PICKUP, PLACE, OPEN = (AGENT_ACTIONS.index(name) for name in ("Pickup", "Place", "Open"))


def small(env_type: type[HouseholdEnv] = HouseholdEnv, **arguments: Any) -> Any:
    return env_type(**{"scene": "tabletop", "scene_seed": 1, "view": "map", "width": 40, "height": 30, **arguments})


# ------------------------------------------------------------------------------------------------- the Gymnasium side


@pytest.mark.parametrize("name", envs.ENVIRONMENTS)
def test_gymnasium_finds_nothing_to_warn_of(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name, scene="bathroom", width=64, height=48)
    check_env(env.unwrapped)
    env.close()
    assert "goals" in capsys.readouterr().out  # the checker tried the human mode too


def test_spaces_exist_before_any_engine() -> None:
    code = (
        "import sys, gymnasium\n"
        "gymnasium.make('envs:homebody/Household-v0').close()\n"
        "import envs\n"
        "for name in envs.ENVIRONMENTS:\n"
        "    env = gymnasium.make(name)\n"
        "    assert env.observation_space.sample() in env.observation_space\n"
        "    assert env.action_space.sample() in env.action_space\n"
        "    env.close()\n"
        "assert not {'numba', 'envs.pocket.controller'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    light = "import sys, envs; assert not {'numba', 'envs.gym.env', 'rich', 'yaml'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", light], cwd=ROOT, check=True)


def test_importing_the_package_twice_registers_once() -> None:
    import importlib

    importlib.reload(envs)  # would warn, and warnings are errors
    assert gymnasium.spec("homebody/Household-v0").entry_point == "envs.gym.env:HouseholdEnv"


@pytest.mark.parametrize("env_type", [HouseholdEnv, HouseholdObjectEnv, PointingEnv])
def test_step_and_render_need_a_reset(env_type: type[HouseholdEnv]) -> None:
    env = small(env_type)
    with pytest.raises(ResetNeeded):
        env.step(env.action_space.sample())
    with pytest.raises(ResetNeeded):
        gymnasium.make("homebody/Household-v0").step(0)
    env.reset(seed=0)
    env.close()
    env.close()
    with pytest.raises(ResetNeeded):
        env.say("Commander", "hello")
    env.reset(seed=0)  # and it can be opened again
    env.close()


def test_vectorised_in_one_process() -> None:
    several = gymnasium.make_vec(
        "homebody/Household-v0", num_envs=2, scene="tabletop", width=24, height=16, max_steps=5, view="map"
    )
    observation, info = several.reset(seed=5)
    assert info["action_mask"].shape == (2, 17) and info["scene"][0] != info["scene"][1]
    several.action_space.seed(0)
    for _ in range(13):
        observation, *_ = several.step(several.action_space.sample())
        assert observation in several.observation_space
    several.close()


@pytest.mark.parametrize(("name", "view"), [("homebody/HouseholdObject-v0", "map"), ("homebody/Pointing-v0", "plain")])
def test_vectorised_in_several_processes_is_the_same_as_in_one(name: str, view: str) -> None:
    arguments = {"scene": "tabletop", "width": 24, "height": 16, "max_steps": 5, "view": view}
    one = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync", **arguments)
    several = gymnasium.make_vec(
        name, num_envs=2, vectorization_mode="async", vector_kwargs={"context": "spawn"}, **arguments
    )
    try:
        one.action_space.seed(3)
        assert data_equivalence(one.reset(seed=5), several.reset(seed=5), exact=True)
        for _ in range(13):  # over two ends of episodes
            action = one.action_space.sample()
            assert data_equivalence(one.step(action), several.step(action), exact=True)
    finally:
        one.close()
        several.close()


DIGEST = """
import hashlib, json, gymnasium, envs
env = gymnasium.make("homebody/HouseholdObject-v0", scene="bathroom", width=48, height=48, segmentation=True)
env.action_space.seed(4)
digest, lines = hashlib.sha256(), []
observation, info = env.reset(seed=11)
for _ in range(60):
    for key, value in sorted(observation.items()):
        digest.update(value.encode() if isinstance(value, str) else value.tobytes())
    lines.append([info["scene"], info["task"], info["slots"], info["error"]])
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    if terminated or truncated:
        observation, info = env.reset()
print(digest.hexdigest(), hashlib.sha256(json.dumps(lines).encode()).hexdigest(), len({line[0] for line in lines}))
"""


def test_the_same_seed_gives_the_same_life_in_every_process(capsys: pytest.CaptureFixture[str]) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    other = subprocess.Popen(
        [sys.executable, "-c", DIGEST], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    )
    exec(DIGEST, {})
    here = capsys.readouterr().out
    assert here == other.communicate()[0]
    assert int(here.split()[2]) > 1  # and there was more than one room


def test_other_seeds_give_other_rooms_and_a_scene_seed_always_the_same() -> None:
    env = small(scene_seed=None)
    rooms = [env.reset(seed=seed)[1]["scene"] for seed in (1, 2, 1)]
    assert rooms[0] == rooms[2] != rooms[1]
    assert env.reset()[1]["scene"] != rooms[2]  # without a seed the next room
    fixed = small(scene_seed=7)
    assert {fixed.reset(seed=seed)[1]["scene"] for seed in (1, 2)} == {"tabletop_7"}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(("env_type", "view"), [(HouseholdEnv, "map"), (PointingEnv, "plain")])
def test_a_random_policy_meets_no_exception(room: str, env_type: type[HouseholdEnv], view: str) -> None:
    env = env_type(width=32, height=32, view=view)
    env.action_space.seed(0)
    rooms = cycle([load_scene(room, seed) for seed in range(3)])
    env.reset(seed=0, options={"scene": next(rooms)})
    for _ in range(400 if view == "map" else 60):
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        assert observation in env.observation_space
        assert reward >= 0 and info["failures"] <= 30
        if terminated or truncated:
            env.reset(options={"scene": next(rooms)})


# ------------------------------------------------------------------------------------------------------- observations


def test_the_observation_says_where_the_agent_is_and_what_happened() -> None:
    env = small(scene="kitchen")
    observation, info = env.reset(seed=2)
    assert observation["result"] == NO_RESULT and observation["message"] == ""
    assert observation["utterance"] == f"Commander: {info['task']}"
    assert observation["rgb"].shape == (30, 40, 3) and not observation["depth"].any()  # a map
    yaw = observation["pose"][3]
    observation, *_ = env.step(TURN_RIGHT)
    assert observation["pose"][3] == (yaw + 90) % 360 and observation["result"] == DONE
    observation, _, _, _, info = env.step(PLACE)
    assert observation["result"] == FAILED and "only supported when holding" in observation["message"]
    assert info["error"] == observation["message"] and info["failures"] == 1 and info["step"] == 2


def test_what_is_said_stays_until_something_else_is_said() -> None:
    env = small()
    env.reset(seed=0)
    env.say("Commander", "“Crème brûlée” – bitte\n schnell 🙂")
    first, *_ = env.step(TURN_RIGHT)
    second, *_ = env.step(TURN_RIGHT)
    assert first["utterance"] == second["utterance"] == 'Commander: "Creme brulee" - bitte schnell ?'
    env.say("Driver", "ok")
    assert env.step(TURN_RIGHT)[0]["utterance"] == "Driver: ok"


@given(st.text(max_size=900))
def test_any_text_fits_the_text_space(text: str) -> None:
    space = observation_space(1, 1)["utterance"]
    assert plain_text(text) in space
    assert plain_text(plain_text(text)) == plain_text(text)


def test_the_map_is_observed_without_drawing_frames() -> None:
    env = small()
    observation, _ = env.reset(seed=0)
    assert len(np.unique(observation["rgb"].reshape(-1, 3), axis=0)) > 4
    assert not observation["depth"].any()
    event = env.episode.event
    assert event.frame is None and event.depth_frame is None


@pytest.mark.parametrize("view", ["plain", "textured"])
def test_frames_of_the_engine_are_observed(view: str) -> None:
    env = small(view=view, segmentation=True)
    observation, _ = env.reset(seed=0)
    assert observation in env.observation_space
    event = env.episode.event
    assert (observation["rgb"] == event.frame).all() and observation["rgb"].std() > 5
    assert np.allclose(observation["depth"], event.depth_frame) and observation["depth"].min() > 0.1
    assert (observation["segmentation"] == event.instance_segmentation_frame).all()
    turned, *_ = env.step(TURN_RIGHT)
    assert (turned["rgb"] != observation["rgb"]).any()
    other, _ = small(view="textured" if view == "plain" else "plain").reset(seed=0)
    assert (other["rgb"] != observation["rgb"]).any()
    np.testing.assert_array_equal(other["depth"], observation["depth"])


def test_the_field_of_view_is_the_cameras() -> None:
    wide, narrow = (small(view="plain", field_of_view=fov, width=30, height=30) for fov in (90, 30))
    far, near = (env.reset(seed=0)[0]["depth"] for env in (wide, narrow))
    assert np.ptp(near) < np.ptp(far)  # the middle third of the same view


def test_rendering_shows_what_the_agent_sees_textured() -> None:
    pictures = {}
    for view in ("plain", "textured", "map"):
        env = small(view=view, render_mode="rgb_array")
        observation, _ = env.reset(seed=0)
        pictures[view] = env.render()
        assert pictures[view].dtype == np.uint8 and pictures[view].shape == (30, 40, 3)
        if view == "textured":
            np.testing.assert_array_equal(observation["rgb"], pictures[view])
        else:
            assert (observation["rgb"] != pictures[view]).any()
        env.step(TURN_RIGHT)
        assert (env.render() != pictures[view]).any()
        env.reset(seed=1, options={"scene_seed": 2})
        assert (env.render() != pictures[view]).any()
    np.testing.assert_array_equal(pictures["plain"], pictures["textured"])
    np.testing.assert_array_equal(pictures["map"], pictures["textured"])


def test_rendering_without_a_mode_warns_and_gives_nothing() -> None:
    env = small()
    env.reset(seed=0)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert env.render() is None


class Rendering(PocketController):
    stopped = 0

    def stop(self) -> None:
        self.stopped += 1


def test_a_simulator_from_the_factory_is_used_and_stopped() -> None:
    made: list[Rendering] = []

    def factory(place: Any, seed: int) -> Rendering:
        made.append(Rendering(place, seed=seed, width=40, height=30, renderDepthImage=True, renderMode="textured"))
        return made[-1]

    env = small(simulator_factory=factory, scene="tabletop_4", scene_seed=None, view="plain", render_mode="rgb_array")
    observation, info = env.reset(seed=0)
    frame = made[0].last_event.frame
    assert observation in env.observation_space and info["scene"] == "tabletop_4"
    assert (observation["rgb"] == frame).all() and (env.render() == frame).all()
    env.reset()
    assert [simulator.stopped for simulator in made] == [1, 0]
    env.close()
    env.close()
    assert [simulator.stopped for simulator in made] == [1, 1]
    with pytest.raises(BadInput, match="renders 40 x 30 pixels"):
        small(simulator_factory=factory, width=50, scene="tabletop_4", view="plain").reset(seed=0)


def test_depth_is_cut_at_the_far_plane() -> None:
    space, metadata = observation_space(2, 3), PocketController("tabletop").last_event.metadata
    rgb, depth = np.zeros((2, 3, 3), np.uint8), np.full((2, 3), 99.0)
    observation = observe(metadata, rgb, depth, "", NO_RESULT, "")
    assert (observation["depth"] == MAX_DEPTH).all() and observation in space


@pytest.mark.parametrize(
    ("parameters", "arguments", "missing"),
    [
        ({"renderImage": False, "renderDepthImage": True}, {}, "renderImage=True"),
        ({}, {}, "renderDepthImage=True"),
        ({"renderDepthImage": True}, {"segmentation": True}, "renderInstanceSegmentation=True"),
    ],
)
def test_a_simulator_that_renders_too_little_is_named(
    parameters: dict[str, Any], arguments: dict[str, Any], missing: str
) -> None:
    def factory(place: Any, seed: int) -> PocketController:
        return PocketController(place, seed=seed, width=40, height=30, **parameters)

    with pytest.raises(BadInput, match=missing):
        small(simulator_factory=factory, view="plain", **arguments).reset(seed=0)
    small(simulator_factory=factory, view="map").reset(seed=0)


def test_human_mode_prints_a_line_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    env = small(render_mode="human")
    _, info = env.reset(seed=0)
    env.step(PLACE)
    assert env.render() is None
    begin, step = capsys.readouterr().out.splitlines()
    assert info["task"] in begin
    assert "1  goals" in step and "Place" in step and "holding" in step


# ------------------------------------------------------------------------------------------- actions, reward, and ends


def slot_of(info: dict[str, Any], action: int, kind: str) -> np.ndarray:
    """The action on the first object of a type that the mask allows it for."""
    slots = [
        k for k, name in enumerate(info["slots"]) if name.startswith(f"{kind}|") and info["action_mask"][action, k]
    ]
    return np.array([action, slots[0]])


def sorting_env() -> tuple[HouseholdObjectEnv, dict[str, Any]]:
    """A table with two shakers to be put on a plate."""
    task = ("Put All X On Y", ["Condiments", "on", "Plate"])
    env = small(HouseholdObjectEnv, task=task, scene_seed=None)
    seed = 17  # nothing stands before the plate and the shakers
    assert {"SaltShaker", "PepperShaker", "Plate"} <= kinds(load_scene("tabletop", seed).objects)
    return env, env.reset(seed=0, options={"scene_seed": seed})[1]


def kinds(objects: Any) -> set[str]:
    return {item["objectType"] for item in objects}


def test_a_chore_is_done_by_naming_objects_and_rewards_come_once() -> None:
    env, info = sorting_env()
    assert info["goal_total"] - info["goal_satisfied"] == 2
    rewards, ended = [], []
    moves = [(PICKUP, "SaltShaker"), (PLACE, "Plate")] * 2 + [(PICKUP, "PepperShaker"), (PLACE, "Plate")]
    for action, kind in moves:
        observation, reward, terminated, truncated, info = env.step(slot_of(info, action, kind))
        assert info["error"] == "" and info["target"].startswith(kind) and not truncated
        rewards.append(reward)
        ended.append(terminated)
        held = type_vocabulary()[observation["held"]]
        assert held == (kind if action == PICKUP else "nothing")
    assert rewards == [0, 1, 0, 0, 0, 1]  # taking it off the plate and putting it back earns nothing
    assert ended == [False] * 5 + [True] and info["success"] and info["goal_satisfied"] == info["goal_total"]


def test_stop_ends_without_success() -> None:
    env = small()
    env.reset(seed=0)
    _, reward, terminated, truncated, info = env.step(STOP)
    assert (reward, terminated, truncated, info["success"]) == (0.0, True, False, False)


def test_limits_truncate() -> None:
    env = small(max_steps=3, max_failures=2)
    env.reset(seed=0)
    assert [env.step(TURN_RIGHT)[2:4] for _ in range(3)] == [(False, False), (False, False), (False, True)]
    env.reset(seed=0)
    assert [env.step(PLACE)[2:4] for _ in range(2)] == [(False, False), (False, True)]
    assert (HouseholdEnv().max_steps, HouseholdEnv().max_failures) == (1000, 30)


@pytest.mark.parametrize("room", ["kitchen", "tabletop"])
def test_the_mask_allows_what_the_rules_admit(room: str) -> None:
    """Random allowed actions fail only for what a mask cannot know: obstacles, closed doors, lack of space."""
    env = HouseholdObjectEnv(room, view="map", width=16, height=16, max_failures=10_000)
    rng = np.random.default_rng(0)
    _, info = env.reset(seed=3)
    acted = 0
    for _ in range(150):
        mask = info["action_mask"]
        assert mask.shape == (17, SLOTS) and mask.dtype == np.int8 and mask[: AGENT_ACTIONS.index("Pickup"), 0].all()
        rows = [a for a in range(1, 17) if mask[a].any()]
        busy = [a for a in rows if a >= PICKUP]
        action = int(rng.choice(busy if busy and rng.random() < 0.6 else rows))
        slot = int(rng.choice(np.flatnonzero(mask[action])))
        wanted = info["slots"][slot] if action >= PICKUP else ""
        _, _, terminated, truncated, info = env.step(np.array([action, slot]))
        assert info["target"] == wanted
        acted += action >= PICKUP and not info["error"]
        refusals = ("only supported", "hand is full", "present state", "too far", "could not find", "not found within")
        assert not any(text in info["error"] for text in refusals), info["error"]
        if terminated or truncated:
            _, info = env.reset()
    assert acted > 40


def test_slots_keep_the_engines_order_and_leave_out_the_hand() -> None:
    env, info = sorting_env()
    order = [item["objectId"] for item in env.episode.event.metadata["objects"]]
    filled = [name for name in info["slots"] if name]
    assert filled == sorted(filled, key=order.index) and len(info["slots"]) == SLOTS
    observation, _, _, _, info = env.step(slot_of(info, PICKUP, "SaltShaker"))
    assert not any(name.startswith("SaltShaker") for name in info["slots"])
    shown = [type_vocabulary()[number] for number in observation["slots"]]
    assert shown == [name.split("|")[0] or "nothing" for name in info["slots"]]


def test_an_object_action_on_an_empty_slot_fails() -> None:
    env, _ = sorting_env()
    *_, info = env.step(np.array([PICKUP, SLOTS - 1]))
    assert "could not find a target" in info["error"] and info["failures"] == 1


def surroundings(angle: list[float], ahead: list[float], near: list[bool]) -> VisibleTargets:
    count = len(angle)
    fits = np.zeros((17, count), dtype=bool)
    fits[PICKUP] = True
    return VisibleTargets(
        objects=tuple({"objectId": f"Thing|{k}", "distance": ahead[k]} for k in range(count)),
        angle=np.array(angle), ahead=np.array(ahead), near=np.array(near), fits=fits,
        allowed=np.ones(17, dtype=bool),
    )  # fmt: skip


def test_the_faced_object_is_in_reach_then_central_then_near() -> None:
    assert surroundings([3, 9], [1.0, 1.0], [False, True]).faced("Pickup") == "Thing|1"
    assert surroundings([9, 3], [1.0, 1.4], [True, True]).faced("Pickup") == "Thing|1"
    assert surroundings([3, 3], [1.4, 1.0], [True, True]).faced("Pickup") == "Thing|1"
    assert surroundings([3, 3], [1.0, 1.0], [True, True]).faced("Pickup") == "Thing|0"
    assert surroundings([3], [1.0], [True]).faced("Open") is None


def test_when_slots_run_out_the_nearest_objects_keep_theirs() -> None:
    around = surroundings([0, 0, 0, 0], [0.5, 0.9, 0.1, 0.7], [True] * 4)
    assert around.slotted(3).tolist() == [0, 2, 3]
    assert around.slot_mask(3)[PICKUP].tolist() == [1, 1, 1]


def test_the_agent_acts_on_what_it_looks_at() -> None:
    env = small(scene_seed=3)
    env.reset(seed=0)
    session = env.episode.session
    metadata = session.event.metadata
    eye = np.array([metadata["cameraPosition"][k] for k in "xyz"])
    pitch = np.radians(metadata["agent"]["cameraHorizon"])
    axis = np.array([0.0, -np.sin(pitch), np.cos(pitch)])  # the table is straight ahead, at yaw 0
    assert metadata["agent"]["rotation"]["y"] == 0

    def angle(item: dict[str, Any]) -> float:
        to = np.array([item["axisAlignedBoundingBox"]["center"][k] for k in "xyz"]) - eye
        return float(np.degrees(np.arccos(to @ axis / np.linalg.norm(to))))

    wanted = min((o for o in metadata["objects"] if o["pickupable"] and o["visible"]), key=angle)
    *_, info = env.step(PICKUP)
    picked = next(o for o in metadata["objects"] if o["objectId"] == info["target"])
    assert info["error"] == "" and angle(picked) <= angle(wanted) + 6  # boxes are wider than their centres


def test_actions_outside_the_space_are_named() -> None:
    env = small()
    env.reset(seed=0)
    for bad in (17, -1, "Forward", np.array([1, 2])):
        with pytest.raises(BadInput, match=r"Discrete\(17\)"):
            env.step(bad)
    other = small(HouseholdObjectEnv)
    other.reset(seed=0)
    with pytest.raises(BadInput, match="MultiDiscrete"):
        other.step(3)


# ------------------------------------------------------------------------------------------------------ rooms and tasks


@pytest.mark.parametrize("room", ROOMS)
def test_a_chosen_task_is_open_and_its_things_are_there(room: str) -> None:
    chosen = set()
    for seed in range(6):
        session = TeachSession(PocketController(room, seed=seed))
        task = choose_task(room, session.objects(), np.random.default_rng(seed))
        assert task is not None
        progress = check_task(task, session.objects())
        assert not progress.success and progress.total > progress.satisfied
        assert not obstacle(task, session.objects())
        chosen.add((task.name, task.params))
    assert len(chosen) > 1


def test_every_offer_is_a_task() -> None:
    for offers in OFFERS.values():
        for offer in offers:
            assert all(load_task(offer.name, values) for values in offer.combinations())


@pytest.mark.parametrize(
    ("name", "params", "missing", "reason"),
    [
        ("Coffee", [], "CoffeeMachine", "no coffee machine"),
        ("Coffee", [], "Mug", "no mug"),
        ("Clean All X", ["Plate"], "Faucet", "no faucet"),
        ("Plate Of Toast", [], "Knife", "no knife"),
        ("Boil X", ["Potato"], "Potato", "no potato"),
    ],
)
def test_what_stands_in_the_way_of_a_task_is_said(name: str, params: list[str], missing: str, reason: str) -> None:
    objects = TeachSession(PocketController("kitchen", seed=1)).objects()
    task = load_task(name, params)
    for item in objects:  # a scene in which the task is open whatever the dice gave
        item["isDirty"] = item["dirtyable"]
    assert reason not in obstacle(task, objects)
    assert reason in obstacle(task, [item for item in objects if missing not in item["objectType"]])


def test_rooms_are_drawn_until_one_suits_the_task() -> None:
    env = HouseholdEnv("kitchen", task="Water Plant", view="map", width=8, height=8)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        assert info["goal_satisfied"] < info["goal_total"]
        assert "HousePlant" in kinds(env.episode.event.metadata["objects"])


def test_an_episode_that_would_be_over_at_once_does_not_begin() -> None:
    done = ("Put All X On Y", ["Egg", "on", "DiningTable"])
    with pytest.raises(BadInput, match="done already"):
        small(task=done, scene_seed=None).reset(seed=0)
    with pytest.raises(BadInput, match="done already"):
        small(task=done, scene="tabletop_5", scene_seed=None).reset(seed=0)
    with pytest.raises(BadInput, match="no episode of Coffee can begin: there is no"):
        small(task="Coffee", scene_seed=None).reset(seed=0)


def test_options_hold_for_one_episode() -> None:
    env = small(scene_seed=2)
    _, first = env.reset(seed=0)
    task = load_task("Put All X On Y", ["Egg", "in", "Box"])
    _, other = env.reset(options={"scene": "tabletop_9", "scene_seed": None, "task": task})
    assert other["scene"] == "tabletop_9" and other["task"] == task.desc
    assert env.reset()[1]["scene"] == first["scene"] == "tabletop_2"
    with pytest.raises(
        BadInput, match="no option 'room'; options are scene, scene_seed, task, game, scene_seeds, split"
    ):
        env.reset(options={"room": "kitchen"})


def test_bad_arguments_are_named() -> None:
    with pytest.raises(BadInput, match="render_mode is 'ascii'"):
        HouseholdEnv(render_mode="ascii")
    with pytest.raises(BadInput, match="view is 'pretty'; allowed are plain, textured, map"):
        HouseholdEnv(view="pretty")
    with pytest.raises(BadInput, match="field_of_view is 190"):
        HouseholdEnv(field_of_view=190)
    with pytest.raises(BadInput, match="height is 4097"):
        HouseholdEnv(height=4097)
    with pytest.raises(BadInput, match="max_steps is 0"):
        HouseholdEnv(max_steps=0)
    with pytest.raises(BadInput, match="width is 0"):
        HouseholdEnv(width=0)
    with pytest.raises(UnknownTask, match="Coffee"):
        HouseholdEnv(task="Cofee")
    with pytest.raises(BadInput, match=r"nowhere\.game\.json"):
        HouseholdEnv(game="nowhere.game.json")
    with pytest.raises(UnknownScene, match="did you mean 'kitchen'"):
        HouseholdEnv("kitchn").reset(seed=0)


@pytest.mark.skipif(not GAMES.exists(), reason="the recorded games (shared/data/teach) are not here")
def test_a_recorded_game_gives_room_state_and_task(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(GAMES) as archive:
        name = sorted(n for n in archive.namelist() if n.endswith(".game.json"))[3]
        file = tmp_path / "one.game.json"
        file.write_bytes(archive.read(name))
    recorded = json.loads(file.read_text("utf-8"))["tasks"][0]
    env = HouseholdEnv(game=file, view="map", width=32, height=32)
    env.action_space.seed(1)
    observation, info = env.reset(seed=1)
    initial = recorded["episodes"][0]["initial_state"]
    assert info["task"] == recorded["desc"] and info["scene"] == recorded["episodes"][0]["world"]
    assert observation["pose"][:3] == pytest.approx([initial["agents"][1]["position"][k] for k in "xyz"], abs=0.02)
    assert info["goal_satisfied"] < info["goal_total"]
    for _ in range(60):
        observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
        assert observation in env.observation_space
        if terminated or truncated:
            env.reset()
