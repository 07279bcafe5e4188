from __future__ import annotations

import io
import json
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from life import START, Life, kitchen, long_life

from agent.recall.asking import Recall
from envs.vocabulary.english import a, located, noun, plural
from memory.building.history import HistoryBuilder
from memory.experience import AGENT, Experience, Utterance
from memory.levels import EVENT, EVENT_GAP, GOAL, INTERACTIONS, SCENE, completes, ends_event, ends_goal
from memory.store.database import Store
from memory.wording import Deed, say

GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        yield opened


def live(store: Store, experiences: list[Experience]) -> Store:
    with HistoryBuilder(store) as builder:
        for one in experiences:
            builder.observe(one)
    return store


def summaries(store: Store, level: int) -> list[str]:
    return [node.summary for node in store.nodes(level)]


def sizes(store: Store, level: int) -> list[int]:
    return [len(store.children(node.id)) for node in store.nodes(level)]


# --- boundaries


def test_an_event_is_a_run_in_which_nothing_changes(store: Store):
    life = Life()
    life.look(life.add("Mug|0"), life.add("Bed|0"), action="Forward").walk(2)
    life.look("Mug|0", action="Forward")  # an object less in view
    life.states["Mug|0"].add("dirty")
    life.walk()  # a state changes
    life.places["Mug|0"] = "Bed|0"
    life.walk()  # a relation changes
    life.live("Backward").live("Backward", "Bed|0")  # the action, then its arguments
    live(store, life.experiences)
    assert sizes(store, EVENT) == [3, 1, 1, 1, 1, 1]


def test_something_said_and_a_long_silence_end_an_event(store: Store):
    life = Life().walk(2).say("hello").say("bye").wait(minutes=2).walk(2).wait(minutes=5).walk()
    live(store, life.experiences)
    assert sizes(store, EVENT) == [2, 1, 1, 2, 1]
    assert sizes(store, GOAL) == [5]


def test_a_silence_of_exactly_two_minutes_does_not_end_an_event():
    one, two = Life().walk(2).experiences
    assert not ends_event(one, replace(two, time=one.time + EVENT_GAP))
    assert ends_event(one, replace(two, time=one.time + EVENT_GAP + timedelta(microseconds=1)))


@pytest.mark.parametrize("action", sorted(INTERACTIONS))
def test_a_goal_ends_with_a_successful_interaction_only(action: str):
    one, two = Life().walk(2).experiences
    done = replace(one, action=action, arguments=("Mug|0",), success=True)
    assert ends_goal(done, two)
    assert ends_event(done, done)
    assert ends_goal(replace(done, success=None), two)  # recognised from images: nobody says that it failed
    assert not ends_goal(replace(done, success=False), two)
    assert not ends_goal(one, two)


def test_a_new_episode_task_or_stated_goal_ends_a_goal():
    one, two = Life().walk(2).experiences
    assert ends_goal(one, replace(two, episode="other"))
    assert ends_goal(one, replace(two, task="tidy up"))
    assert not ends_goal(one, replace(two, goal="find the mug"))
    assert ends_goal(replace(one, goal="find the knife"), replace(two, goal="find the mug"))


# --- texts


def test_the_goals_of_a_morning_read_as_a_story(store: Store):
    live(store, kitchen().experiences)
    assert summaries(store, GOAL) == [
        "I picked up the mug from the counter top.",
        "I put the mug in the sink basin.",
        "I switched on the faucet.",
        "I switched off the faucet.",
        "I picked up the mug from the sink basin.",
        "I put the mug in the coffee machine.",
        "I switched on the coffee machine.",
        "I opened the fridge after one failed try.",
        "I closed the fridge.",
        "I picked up the knife from the counter top.",
        "I sliced the bread.",
        "I opened the fridge.",
        "I closed the fridge.",
        'The user said "thank you, well done", and one more was said.'.replace("one more", "1 more"),
    ]


def test_a_goal_tells_its_task_newest_scene_and_speech(store: Store):
    live(store, kitchen().experiences)
    first = store.nodes(GOAL)[0]
    assert first.text.splitlines() == [
        "I picked up the mug from the counter top.",
        "Task: make coffee",
        "Visual observation: Mug [dirty], Knife, Bread, CounterTop",
        "Knife, Bread are in/on CounterTop",
        "Mug is in agent hand",
        "Speech: 08:00:00 user: please make me a coffee",
        "Speech: 08:00:10 agent: sure",
    ]


def test_events_tell_action_outcome_and_speech(store: Store):
    life = Life()
    life.look(life.add("Fridge|0")).live("Open", "Fridge|0", success=False, error="too far")
    life.walk(3).say("come on")
    live(store, life.experiences)
    assert summaries(store, EVENT) == [
        "I turned left.",
        "I tried to open the fridge but failed: too far.",
        "I moved forward (3 times).",
        'The user said "come on".',
    ]
    texts = [node.text for node in store.nodes(EVENT)]
    assert "Action: Open(Fridge_0) failure\nVisual observation: Fridge" in texts[1]
    assert texts[3].endswith("Speech: user: come on")
    assert store.nodes(SCENE)[0].text == "Visual observation: Fridge"


def test_goals_without_interaction_say_what_else_went_on(store: Store):
    def goal(life: Life) -> Life:
        return life.begin(str(len(life.experiences)))

    life = Life().look().look(action="Look Up")
    goal(life).walk().look()
    goal(life).live(None)
    goal(life).say("one").say("two", AGENT).walk()
    goal(life).live("Slice", "Bread|0", success=False).live("Slice", "Bread|0", success=False)
    goal(life).live("Pickup", success=False)
    live(store, life.experiences)
    assert summaries(store, GOAL) == [
        "I looked around.",
        "I walked around.",
        "I watched.",
        'The user said "one", and 1 more was said.',
        "I tried to slice the bread (twice) but failed.",
        "I tried to pick up something but failed.",
    ]


def test_what_is_placed_is_what_the_hand_held(store: Store):
    blind = Life()  # nothing perceived, as in a recorded game without images
    blind.live("Pickup", "Mug|1").live("Place", "CounterTop|1").live("Place", "Bed|1")
    blind.live("Pickup", "Plate|1").live("Place", "Plate|1", "Bed|1").live("Pickup", "Plate|1")
    blind.live("Pour", "Sink|1|SinkBasin").begin("two").live("Place", "Bed|1")
    live(store, blind.experiences)
    assert summaries(store, GOAL) == [
        "I picked up the mug.",
        "I put the mug on the counter top.",
        "I put something on the bed.",
        "I picked up the plate.",
        "I put the plate on the bed.",
        "I picked up the plate from the bed.",
        "I poured from the plate into the sink basin.",
        "I put something on the bed.",
    ]


def test_nothing_is_carried_from_one_episode_into_the_next(store: Store):
    life = Life()
    life.pick_up(life.add("Mug|0")).begin("two").put(life.add("Bed|0"))
    live(store, life.experiences)
    assert summaries(store, GOAL) == ["I picked up the mug.", "I put something on the bed."]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (noun("CounterTop"), "counter top"),
        (noun("TVStand"), "TV stand"),
        (noun("CD"), "CD"),
        (noun("TomatoSliced"), "tomato slice"),
        (noun("EggCracked"), "cracked egg"),
        (noun("potted plant"), "potted plant"),
        (plural("Knife"), "knives"),
        (plural("Potato"), "potatoes"),
        (plural("Dish"), "dishes"),
        (plural("Shelf"), "shelves"),
        (plural("BreadSliced"), "bread slices"),
        (a("Apple"), "an apple"),
        (located("Fridge"), "in the fridge"),
        (located("Desk"), "on the desk"),
        (say(Deed("Slice", "Egg")), "cracked the egg"),
        (say(Deed("Place", "Mug", "Sink"), pronoun=True), "put it in the sink"),
        (say(Deed("Place", "Mug")), "put down the mug"),
        (say(Deed("Pour", None, "HousePlant"), past=False), "pour onto the house plant"),
        (say(Deed("ToggleOff", "Faucet"), past=False), "switch off the faucet"),
        (say(Deed("WarmUp", "Mug")), "did warm up the mug"),
    ],
)
def test_wording(given: str, expected: str):
    assert given == expected


# --- online


def test_after_every_observation_the_file_is_complete(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    lived = long_life(11, 30)
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for count, one in enumerate(lived, 1):
            builder.observe(one)
            with Store.open(path, readonly=True) as reader:
                assert tree_problems(reader, lived[:count]) == []


@settings(deadline=None, max_examples=10, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.integers(0, 10_000), st.lists(st.integers(0, 59), max_size=4))
def test_building_in_pieces_gives_the_same_history(seed: int, cuts: list[int]):
    lived = long_life(seed, 60)
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder) / "whole.sqlite") as store:
            live(store, lived)
            whole = [store.nodes(level) for level in (1, 2, 3)]
            assert tree_problems(store, lived) == []
        edges = sorted({0, *cuts, len(lived)})
        for first, last in pairwise(edges):
            with Store.open(Path(folder) / "pieces.sqlite") as store:
                live(store, lived[first:last])
        with Store.open(Path(folder) / "pieces.sqlite") as store:
            assert [store.nodes(level) for level in (1, 2, 3)] == whole
            assert store.check() == []


def test_what_was_appended_without_being_built_is_built_later(tmp_path: Path):
    lived = long_life(12, 50)
    with Store.open(tmp_path / "a.sqlite") as store:
        live(store, lived[:20])
        for one in lived[20:40]:
            store.append(one)
        with HistoryBuilder(store) as builder:
            for one in lived[40:45]:
                store.append(one)
            for one in lived[45:]:
                builder.observe(one)
        pieces = [(n.level, n.start, n.first, n.last, n.text) for level in (1, 2, 3) for n in store.nodes(level)]
    with Store.open(tmp_path / "b.sqlite") as store:
        live(store, lived)
        assert pieces == [
            (n.level, n.start, n.first, n.last, n.text) for level in (1, 2, 3) for n in store.nodes(level)
        ]


def test_a_closed_builder_takes_nothing_more(store: Store):
    builder = HistoryBuilder(store)
    builder.observe(long_life(1, 1)[0])
    builder.close()
    builder.close()
    with pytest.raises(ValueError, match="closed HistoryBuilder"):
        builder.observe(long_life(1, 2)[1])
    assert len(store.nodes(SCENE)) == 1


def test_an_interrupted_observation_leaves_no_trace(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    lived = long_life(13, 60)
    builder = HistoryBuilder(store)
    for one in lived:
        with monkeypatch.context() as patch:
            patch.setattr(Store, "add_node", _interrupt)
            with pytest.raises(KeyboardInterrupt):
                builder.observe(one)
        builder.observe(one)
    with Store.open(tmp_path / "undisturbed.sqlite") as other:
        live(other, lived)
        assert [store.nodes(level) for level in (1, 2, 3)] == [other.nodes(level) for level in (1, 2, 3)]
        sightings = "SELECT object, states, place, held, first, last FROM sightings"
        assert store.rows(sightings) == other.rows(sightings)
    assert store.check() == []


def _interrupt(*_: object, **__: object) -> int:
    raise KeyboardInterrupt


def tree_problems(store: Store, lived: list[Experience]) -> list[str]:
    """Every broken promise of the tree over these experiences."""
    problems: list[str] = []
    goals = store.nodes(GOAL)
    leaves = [leaf for goal in goals for event in store.children(goal.id) for leaf in store.children(event.id)]
    if [leaf.first for leaf in leaves] != list(range(1, len(lived) + 1)):
        problems.append("not every experience is reached once, in order, from the goals")
    if [store.experience(leaf.first) for leaf in leaves] != lived:
        problems.append("an experience changed")
    for node in (*goals, *store.nodes(EVENT)):
        children = store.children(node.id)
        if (node.first, node.last) != (children[0].first, children[-1].last):
            problems.append(f"{node} does not span its children")
        if (node.start, node.end) != (children[0].start, children[-1].end):
            problems.append(f"{node} has other times than its children")
        for left, right in pairwise(children):
            if left.last + 1 != right.first or left.end > right.start or left.level != right.level:
                problems.append(f"children of {node.id} do not tile it")
    for left, right in pairwise(goals):
        if not ends_goal(lived[left.last - 1], lived[right.first - 1]):
            problems.append(f"goal {right.id} begins without a reason")
    for goal in goals:
        inside = lived[goal.first - 1 : goal.last]
        if any(completes(one) for one in inside[:-1]) or len({(one.episode, one.task) for one in inside}) > 1:
            problems.append(f"goal {goal.id} should have been cut")
    return problems


# --- real games

MOTIONS = {0: "Stop", 2: "Forward", 3: "Backward", 4: "Turn Left", 5: "Turn Right", 6: "Look Up", 7: "Look Down"}
MOTIONS |= {8: "Pan Left", 9: "Pan Right", 300: "Navigation"}
OBJECT_ACTIONS = {200: "Pickup", 201: "Place", 202: "Open", 203: "Close", 204: "ToggleOn", 205: "ToggleOff"}
OBJECT_ACTIONS |= {206: "Slice", 211: "Pour"}


def game_experiences(game: dict, start: datetime) -> Iterator[Experience]:
    """A recorded game as its driver lived it: own motions and object actions, everybody's texts; nothing perceived."""
    episode = game["tasks"][0]["episodes"][0]
    rows = episode["interactions"]
    for row in rows:
        action = (MOTIONS | OBJECT_ACTIONS).get(row["action_id"])
        time = start + timedelta(seconds=row["time_start"] - rows[0]["time_start"])
        if row["action_id"] == 100:
            said = Utterance(AGENT if row["agent_id"] == 1 else "user", row["utterance"])
            yield Experience(time, episode["episode_id"], speech=(said,))
        elif row["agent_id"] == 1 and action:
            arguments = (row["oid"],) if row.get("oid") else ()
            yield Experience(time, episode["episode_id"], action, arguments, bool(row["success"]))


def test_real_games_have_one_goal_per_successful_interaction(tmp_path: Path):
    if not GAMES.exists():
        pytest.skip("TEACh games are not here; put valid_unseen.zip under ../shared/data/teach")
    with zipfile.ZipFile(GAMES) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".game.json"))[100:104]
        games = [json.load(io.TextIOWrapper(archive.open(name), encoding="utf-8")) for name in names]
    lived = [list(game_experiences(game, START + timedelta(days=day))) for day, game in enumerate(games)]
    flat = [one for episode in lived for one in episode]
    with Store.open(tmp_path / "memory.sqlite") as store:
        live(store, flat)
        assert tree_problems(store, flat) == []
        done = sum(completes(one) for one in flat)
        tails = sum(not completes(episode[-1]) for episode in lived if episode)
        assert len(store.nodes(GOAL)) == done + tails
        opened = sum(one.action == "Open" and completes(one) for one in flat)
        fridges = [one for one in flat if one.action == "Open" and completes(one) and "Fridge" in one.arguments[0]]
        recall = Recall(store)
        assert recall.answer("How many times did you open something?").value == opened
        assert recall.answer("How many times did you open the fridge?").value == len(fridges)
        assert recall.answer("When did you open the fridge?").value == tuple(one.time for one in fridges)
        held = _held_at_the_end(lived[-1])
        assert recall.answer("What are you holding?").value == held


def _held_at_the_end(episode: list[Experience]) -> str | None:
    grips = [one for one in episode if one.action in ("Pickup", "Place") and one.success]
    return grips[-1].arguments[0].split("|")[0] if grips and grips[-1].action == "Pickup" else None
