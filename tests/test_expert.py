"""The built-in planner as an expert for the environments."""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import data_equivalence

import envs  # noqa: F401 - registers the environments
from agent.expert.advice import Expert, demonstrate, reached
from agent.expert.handover import Handover
from envs.errors import BadInput, GaveUp
from envs.gym.rooms import SPLITS, seeds_of
from envs.pocket.controller import PocketController
from envs.simulator import GRID

ROOT = Path(__file__).parents[1]
OBJECT, POINTING = "homebody/HouseholdObject-v0", "homebody/Pointing-v0"
SORT = ("Put All X On Y", ["Condiments", "on", "Plate"])  # in tabletop_17 it can be done, and takes two trips


def made(name: str = OBJECT, **arguments: Any) -> Any:
    return gymnasium.make(name, **{"scene": "tabletop", "view": "map", "width": 100, "height": 100, **arguments})


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("name", [OBJECT, POINTING])
def test_the_expert_does_tasks_in_rooms_of_every_split(name: str, split: str) -> None:
    env = made(name, view="plain" if name == POINTING else "map", width=200, height=200)
    expert = Expert(env)
    shown = [demonstrate(env, expert, seed=n, options={"scene_seed": s}) for n, s in enumerate(seeds_of(split, 3))]
    assert [d.success for d in shown] == [True] * 3 and all(d.reason == "done" and d.reward > 0 for d in shown)
    assert len({d.steps for d in shown}) > 1


@pytest.mark.parametrize("room", ["kitchen", "bathroom"])
def test_the_expert_walks_and_opens_things(room: str) -> None:
    env = made(scene=room, split="train", stop=False)
    shown = demonstrate(env, Expert(env), seed=4)
    assert shown.success and shown.steps > 20


def test_actions_lie_in_the_space_and_are_asked_for_without_harm() -> None:
    env, other = made(POINTING), made(POINTING)
    expert = Expert(env)
    first, same = env.reset(seed=3), other.reset(seed=3)
    assert data_equivalence(first, same, exact=True)
    ended, info = False, {}
    while not ended:
        action = expert.action()
        assert action in env.action_space
        assert data_equivalence(action, expert.action(), exact=True)  # asked again it says the same
        ours, theirs = env.step(action), other.step(action)  # and the other environment was never looked at
        assert data_equivalence(ours, theirs, exact=True)
        ended, info = ours[2] or ours[3], ours[4]
    assert info["success"]


def test_the_same_seed_gives_the_same_demonstration() -> None:
    shown = []
    for _ in range(2):
        env = made(scene="bathroom")
        expert = Expert(env)
        env.reset(seed=2)
        actions = []
        ended = False
        while not ended:
            actions.append(expert.action().tolist())
            _, _, terminated, truncated, _ = env.step(actions[-1])
            ended = terminated or truncated
        shown.append(actions)
    assert shown[0] == shown[1] and len(shown[0]) > 10


@pytest.mark.parametrize("name", [OBJECT, POINTING])
def test_it_goes_on_after_actions_that_are_not_its_own(name: str) -> None:
    """Every third action is random: what DAgger and the like do."""
    env = made(name, task=SORT, width=200, height=200, max_failures=1000, stop=False)
    env.action_space.seed(0)
    expert = Expert(env)
    _, info = env.reset(seed=0, options={"scene_seed": 17})
    for step in range(300):
        proposed = expert.action()
        _, _, terminated, _, info = env.step(env.action_space.sample() if step % 3 == 2 else proposed)
        if terminated:
            break
    assert info["success"]


def test_a_new_episode_is_noticed() -> None:
    env = made(max_steps=400)
    expert = Expert(env)
    with pytest.raises(ResetNeeded):
        expert.action()
    env.reset(seed=1)
    for _ in range(5):
        env.step(expert.action())
    assert demonstrate(env, expert, seed=2).success
    assert demonstrate(env, expert, seed=2).success  # the very same one again


def test_it_stops_where_nothing_can_be_done_and_says_why() -> None:
    """In the tabletop room there is no water, so that nothing can be washed."""
    task = ("Clean All X", ["Plate"])
    seed = next(s for s in range(50) if dirty_plate(s))
    env = made(task=task, scene_seed=seed)
    expert = Expert(env)
    shown = demonstrate(env, expert, seed=0)
    assert not shown.success and shown.reason not in ("", "done")
    without = made(task=task, scene_seed=seed, stop=False)
    expert = Expert(without)
    without.reset(seed=0)
    with pytest.raises(GaveUp, match="the environment has no Stop; reset it"):
        for _ in range(2000):
            without.step(expert.action())
    assert not demonstrate(without, expert, seed=0).success


def dirty_plate(seed: int) -> bool:
    objects = PocketController("tabletop", seed=seed).last_event.metadata["objects"]
    return any(o["objectType"] == "Plate" and o["isDirty"] for o in objects)


def test_wrappers_that_record_see_every_step() -> None:
    """As Minari's collector does: it wraps the environment, and ``demonstrate`` drives the wrapper."""

    class Recorder(gymnasium.Wrapper[Any, Any, Any, Any]):
        seen: list[Any]

        def reset(self, **arguments: Any) -> Any:
            observation, info = super().reset(**arguments)
            self.seen = [info["action_mask"]]
            return observation, info

        def step(self, action: Any) -> Any:
            result = super().step(action)
            self.seen.append((action, result[4]["slots"]))
            return result

    env = Recorder(gymnasium.wrappers.TimeLimit(made(), 200))
    shown = demonstrate(env, Expert(env), seed=6)
    assert shown.success and len(env.seen) == shown.steps + 1


def test_a_data_set_of_demonstrations_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("minari", reason="minari is not installed: pip install 'minari[create,hdf5]'")
    pytest.importorskip("jax", reason="minari's collector needs jax: pip install 'minari[create]'")
    minari = importlib.import_module("minari")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = minari.DataCollector(made(width=24, height=24, split="train"), record_infos=True)
    expert = Expert(env)
    shown = [demonstrate(env, expert, seed=seed) for seed in range(2)]
    with pytest.warns(UserWarning):
        data = env.create_dataset("homebody/tabletop/expert-v0", algorithm_name="planner")
    episodes = list(data.iterate_episodes())
    assert [len(e.rewards) for e in episodes] == [d.steps for d in shown]
    assert all(e.infos["success"][-1] and not e.infos["success"][0] for e in episodes)
    env.close()


@pytest.mark.parametrize("env", [None, 3, "homebody/Household-v0"])
def test_other_things_than_our_environments_are_refused(env: Any) -> None:
    with pytest.raises(BadInput, match="the expert is for one household environment, not for"):
        Expert(env)
    several = gymnasium.make_vec(OBJECT, 2, vectorization_mode="sync", scene="tabletop", view="map")
    with pytest.raises(BadInput, match="not for SyncVectorEnv"):
        Expert(several)  # type: ignore[arg-type]
    several.close()


def test_the_map_is_what_the_simulator_would_say() -> None:
    for room in ("kitchen", "bedroom"):
        controller = PocketController(room, seed=5)
        places = controller.step("GetReachablePositions").metadata["actionReturn"]
        position = controller.last_event.metadata["agent"]["position"]
        expected = {(round(p["x"] / GRID), round(p["z"] / GRID)) for p in places}
        assert reached(controller.engine.world.free, position) == expected


def test_the_environments_know_no_expert() -> None:
    code = (
        "import sys, gymnasium, envs\n"
        "env = gymnasium.make('homebody/HouseholdObject-v0', scene='tabletop', view='map')\n"
        "env.reset(seed=0); env.step(env.action_space.sample())\n"
        "assert not [m for m in sys.modules if m.split('.')[0] in ('agent', 'memory', 'perception')]\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_the_benchmark_counts_what_the_expert_does(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import expert

    monkeypatch.setattr(expert, "ROOMS", ("tabletop",))
    lines = list(expert.run(2, (OBJECT,)))
    assert [line["split"] for line in lines[:4]] == ["train", "val", "test", "all"]
    assert lines[3]["n"] == 6 == sum(line["n"] for line in lines[4:]) and lines[3]["success"] >= 5
    assert len(lines[3]["failed"]) == 6 - lines[3]["success"]


# ------------------------------------------------------------------------------------------------ handing over


def test_a_function_is_run_one_question_at_a_time() -> None:
    order: list[str] = []

    def work(ask: Any) -> str:
        for k in range(3):
            order.append(f"ask {k}")
            order.append(f"got {ask(k)}")
        return "through"

    handover: Handover[int, str] = Handover(work)
    asked = handover.resume()
    while asked is not None:
        order.append(f"answer {asked}")
        asked = handover.resume(f"a{asked}")
    assert handover.result == "through" and handover.resume("more") is None
    assert order == [f"{what} {pre}{k}" for k in range(3) for what, pre in (("ask", ""), ("answer", ""), ("got", "a"))]


def test_what_a_function_raises_is_the_callers() -> None:
    def work(ask: Any) -> str:
        raise ValueError(f"no {ask('what?')}")

    handover: Handover[str, str] = Handover(work)
    assert handover.resume() == "what?"
    with pytest.raises(ValueError, match="no way"):
        handover.resume("way")
    assert handover.resume() is None


@pytest.mark.parametrize("closed", [True, False])
def test_nobody_waits_for_an_answer_that_will_not_come(closed: bool) -> None:
    left = threading.Event()

    def work(ask: Any) -> str:
        try:
            return ask(1)
        finally:
            left.set()

    handover: Handover[int, str] = Handover(work)
    handover.resume()
    if closed:
        handover.close()
        handover.close()
    else:
        del handover
        gc.collect()
    assert left.wait(10)


def test_where_actions_name_no_object_the_expert_faces_what_it_handles() -> None:
    """Not everything can be faced, so not every task can be done; a cloth in a bathroom can."""
    env = made("homebody/Household-v0", scene="bathroom", task=("Put All X On Y", ["Cloth", "in", "Bathtub"]))
    expert = Expert(env)
    shown = [demonstrate(env, expert, seed=seed) for seed in range(4)]
    assert sum(d.success for d in shown) >= 3
    assert all(d.reason != "" for d in shown)


def test_points_are_on_the_thing_and_in_reach() -> None:
    from agent.expert.deeds import ExpertAction, encoded
    from envs.teach.games.pointing import distance_at, target_at

    env = made(POINTING, scene_seed=3, width=150, height=150).unwrapped
    env.reset(seed=0)
    event = env.episode.event
    checked = 0
    for item in event.metadata["objects"]:
        if item["visible"] and item["pickupable"]:
            action = encoded(env, ExpertAction("Pickup", item["objectId"], (0.1, 0.9)))
            if action is None:
                assert item["objectId"] not in event.instance_masks or item["distance"] > 1.0
                continue
            x, y = (float(v) for v in action["point"])
            assert target_at(event, "Pickup", x, y) == item["objectId"]
            assert (distance_at(event, x, y) or 0.0) <= 1.65 and action in env.action_space
            checked += 1
    assert checked > 3 and encoded(env, ExpertAction("Pickup", "Mug|+09.00|+09.00|+09.00")) is None
    ahead = encoded(env, ExpertAction("Forward"))
    assert ahead is not None and np.array_equal(ahead["point"], [0.5, 0.5])
