"""The rearrangement world: what is read and refused, what skills do and show, what is scored, and control runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rearrangement_house import GOALS, OBJECTS, SCENES, episodes, houses, record

from envs.errors import BadInput
from envs.rearrangement.controls import do_as_wanted, do_nothing, move_distractors, replay
from envs.rearrangement.episode import RearrangementEpisode, read_episodes
from envs.rearrangement.evaluation import GoalMonitor, Whereabouts
from envs.rearrangement.goals import (
    ArgumentConstraint,
    Dependency,
    Goals,
    Proposition,
    TemporalConstraint,
    TerminalConstraint,
    unrolled,
)
from envs.rearrangement.house import House, read_houses
from envs.rearrangement.skills import read_skill
from envs.rearrangement.world import CYCLES, RearrangementWorld


@pytest.fixture
def house(tmp_path: Path) -> House:
    return houses(tmp_path)["home"]


@pytest.fixture
def episode(tmp_path: Path) -> RearrangementEpisode:
    return episodes(tmp_path, [record()])[0]


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scene": "elsewhere"}, "no house"),
        ({"stage": "later"}, "no stage"),
        ({"goals": []}, "no goals"),
        ({"goals": [{**GOALS[0], "fn": "is_under"}]}, "no relation 'is_under'"),
        ({"goals": [{**GOALS[0], "obj": ["cup_9"]}]}, "'cup_9' is no object"),
        ({"goals": [{**GOALS[0], "rec": ["sofa_9"]}]}, "'sofa_9' is no place"),
        ({"goals": [{**GOALS[0], "n": 2}]}, "2 of 1 objects"),
        ({"dependencies": [{"props": [0], "on": [7], "rel": "while_satisfied"}]}, "no proposition 7"),
        ({"dependencies": [{"props": [0], "on": [1], "rel": "sometimes"}]}, "no dependency 'sometimes'"),
        ({"constraints": [{"type": "temporal", "edges": [[0, 1], [1, 2], [2, 0]]}]}, "circle"),
        ({"constraints": [{"type": "wishful", "props": [0]}]}, "no constraint 'wishful'"),
        ({"objects": [OBJECTS[0], OBJECTS[0]]}, "two objects"),
        ({"objects": [{**OBJECTS[0], "furniture": "sofa_9"}]}, "no furniture"),
        ({"objects": [{**OBJECTS[2], "pair": "cup_7"}]}, "imitates 'cup_7'"),
        ({"instruction": None}, "'instruction' is to be a text"),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_place(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        episodes(tmp_path, [record(**changes)])


def test_two_episodes_with_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="two episodes are called 1"):
        episodes(tmp_path, [record(), record()])


def test_furniture_in_no_room_is_refused(tmp_path: Path) -> None:
    lost = {"home": {**SCENES["home"], "furniture": {"table_0": {"type": "table", "room": "attic", "pos": [0, 0, 0]}}}}
    with pytest.raises(BadInput, match="'attic', which is no room"):
        houses(tmp_path, lost)


@pytest.mark.parametrize("text", ["", "Pick cup_0", "Fly[home]", "Place[cup_0, on]", "Explore[]"])
def test_skills_that_are_not_written_so_are_told(text: str) -> None:
    assert isinstance(read_skill(text), str)


# -- skills ----------------------------------------------------------------------------------------------------------


def test_only_what_one_came_by_is_known(house: House, episode: RearrangementEpisode) -> None:
    world = RearrangementWorld(house, episode)
    assert "No objects found yet" in world.house_text()
    assert not world.step("Pick[cup_0]").success
    shown = world.step("Explore[kitchen_1]")
    assert "cup_0: table_0 in kitchen_1" in shown.text
    assert "blue cup" in world.step("DescribeObject[cup_0]").text


def test_hands_hold_one_and_reach_is_short(house: House, episode: RearrangementEpisode) -> None:
    world = RearrangementWorld(house, episode)
    for skill in ("Explore[kitchen_1]", "Navigate[table_0]", "Pick[cup_0]"):
        assert world.step(skill).success
    assert "already full" in world.step("Pick[book_1]").text
    assert "Not close enough" in world.step("Place[cup_0, on, shelves_2, None, None]").text
    world.step("Navigate[cabinet_1]")
    assert "no receptacle for proposition on" in world.step("Place[cup_0, on, cabinet_1, None, None]").text
    assert world.step("Place[cup_0, within, cabinet_1, None, None]").success
    assert world.held is None


def test_a_reference_has_to_be_on_the_same_furniture(house: House, episode: RearrangementEpisode) -> None:
    world = RearrangementWorld(house, episode)
    for skill in ("Explore[kitchen_1]", "Navigate[table_0]", "Pick[cup_0]", "Navigate[shelves_2]"):
        world.step(skill)
    assert "not feasible" in world.step("Place[cup_0, on, shelves_2, next_to, book_1]").text
    assert "given together" in world.step("Place[cup_0, on, shelves_2, next_to, None]").text
    assert world.step("Place[cup_0, on, shelves_2, None, None]").success


def test_an_episode_ends(house: House, episode: RearrangementEpisode) -> None:
    world = RearrangementWorld(house, episode)
    outcomes = [world.step("Wait[]") for _ in range(CYCLES)]
    assert [one.over for one in outcomes] == [False] * (CYCLES - 1) + [True]
    assert world.step("Explore[kitchen_1]").text == "The episode is over."


def test_the_agent_cannot_read_what_is_wanted(house: House, episode: RearrangementEpisode) -> None:
    world = RearrangementWorld(house, episode)
    world.step("Explore[kitchen_1]")
    seen = {name: getattr(world, name) for name in dir(world) if not name.startswith("_")}
    shown = repr({name: one for name, one in seen.items() if not callable(one)})
    for secret in ("distractor", "target", "is_on_top", episode.knowledge):
        assert secret not in shown


# -- scoring ---------------------------------------------------------------------------------------------------------


def scored(house: House, goals: Goals, *states: dict[str, Whereabouts]) -> tuple[bool, ...]:
    monitor = GoalMonitor(house, goals)
    for one in states:
        monitor.look(one)
    return monitor.score().satisfied


def on(place: str, **more: Any) -> Whereabouts:
    return Whereabouts(place, room=SCENES["home"]["furniture"].get(place, {}).get("room", ""), **more)


def put(name: str, *places: str) -> Proposition:
    return Proposition("is_on_top", (name,), places)


def test_order_counts_and_equal_times_do_not(house: House) -> None:
    goals = Goals((put("a", "table_0"), put("b", "table_0")), (), (TemporalConstraint(((0, 1),)),))
    nowhere, a, both = {}, {"a": on("table_0")}, {"a": on("table_0"), "b": on("table_0")}
    assert scored(house, goals, nowhere, a, both) == (True, True)
    assert scored(house, goals, nowhere, both) == (True, False)


def test_what_holds_in_passing_counts_unless_it_is_terminal(house: House) -> None:
    goals = Goals((put("a", "table_0"), put("a", "shelves_2")), (), (TerminalConstraint((1,)),))
    there, then = {"a": on("table_0")}, {"a": on("shelves_2")}
    assert scored(house, goals, there, then) == (True, True)
    assert scored(house, goals, then, there) == (True, False)


def test_dependencies_say_when_to_look(house: House) -> None:
    after = Goals((put("a", "table_0"), put("b", "table_0")), (Dependency((1,), (0,), "after_satisfied"),))
    a, b = {"a": on("table_0")}, {"b": on("table_0")}
    assert scored(house, after, b, a) == (True, False)
    assert scored(house, after, a, b) == (True, True)
    while_so = Goals(after.propositions, (Dependency((1,), (0,), "while_satisfied"),))
    assert scored(house, while_so, a, {}, b) == (True, False)
    assert scored(house, while_so, {**a, **b}) == (True, True)


def test_places_agree_or_differ(house: House) -> None:
    props = (put("a", "table_0", "shelves_2"), put("b", "table_0", "shelves_2"))
    together, apart = {"a": on("table_0"), "b": on("table_0")}, {"a": on("table_0"), "b": on("shelves_2")}
    assert scored(house, Goals(props, (), (ArgumentConstraint((0, 1), True),)), apart) == (True, False)
    assert scored(house, Goals(props, (), (ArgumentConstraint((0, 1), True),)), together) == (True, True)
    assert scored(house, Goals(props, (), (ArgumentConstraint((0, 1), False),)), together) == (True, False)


def test_a_part_of_a_number_earns_credit(house: House) -> None:
    goals = unrolled(Goals((Proposition("is_on_top", ("a", "b"), ("table_0",), 2),)))
    assert scored(house, goals, {"a": on("table_0"), "b": on("shelves_2")}) == (True, False)


def test_what_is_carried_is_in_the_room(house: House) -> None:
    goals = Goals((Proposition("is_in_room", ("a",), ("bedroom_1",)),))
    assert scored(house, goals, {"a": Whereabouts("", room="bedroom_1")}) == (True,)


# -- control runs ----------------------------------------------------------------------------------------------------


def test_controls_on_the_small_house(house: House, episode: RearrangementEpisode) -> None:
    assert do_as_wanted(house, episode).score.success
    assert do_nothing(house, episode).score.percent_complete == 0
    assert not move_distractors(house, episode).score.success


def test_intermediate_places_are_gone_through(tmp_path: Path, house: House) -> None:
    goals = [GOALS[0], {**GOALS[0], "rec": ["chair_3"]}]
    order = [{"type": "temporal", "edges": [[0, 1]]}, {"type": "terminal", "props": [1]}]
    (two,) = episodes(tmp_path, [record(goals=goals, dependencies=[], constraints=order)])
    assert do_as_wanted(house, two).score.success


def test_replay_tells_where_worlds_differ(house: House, episode: RearrangementEpisode) -> None:
    report = replay(house, episode, [("Explore[kitchen_1]", "Result: x"), ("Pick[lamp_1]", "Result: x")], 1.0)
    assert (report.skills, report.agreed) == (2, 1)


@pytest.mark.parametrize("name", ["acquisition", "utilization_single", "utilization_joint"])
def test_controls_on_the_shared_episodes(memento: Path, name: str) -> None:
    known = read_houses(memento / "scenes.json")
    found = read_episodes(memento / f"{name}.json", known)
    assert [one.id for one in found if not do_as_wanted(known[one.house], one).score.success] == []
    assert [one.id for one in found if do_nothing(known[one.house], one).score.success] == []
    told = [one for one in found if one.types == ("object_semantics",)]
    assert [one.id for one in told if move_distractors(known[one.house], one).score.success] == []


def test_recorded_runs_go_alike(memento: Path) -> None:
    known = read_houses(memento / "scenes.json")
    recorded = json.loads((memento / "gold_memory.json").read_text(encoding="utf-8"))
    reports = [
        replay(known[one.house], one, [(step["a"], step["o"]) for step in recorded[one.id]["steps"]], 1.0)
        for one in read_episodes(memento / "acquisition.json", known)
        if one.id in recorded
    ]
    assert sum(one.agreed for one in reports) / sum(one.skills for one in reports) > 0.95
