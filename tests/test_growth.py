"""The tree above goals: online, offline and flat, on made-up lives and recorded games."""

from __future__ import annotations

import io
import json
import random
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import START, Life, long_life
from test_history import GAMES, game_experiences
from trees import coffee, cook, home, many_days, mixed, problems, shape, wash

from envs.errors import BadInput
from memory.building.grouping import IntentGrouper
from memory.building.growth import tell
from memory.building.history import HistoryBuilder
from memory.building.offline import build_offline, flatten
from memory.experience import Experience
from memory.levels import GOAL
from memory.roles import Group, Grouper, Item, Rule
from memory.store.database import Store
from memory.store.rows import summaries as summary_rows
from memory.store.rows.forgotten import ForgettingReason, forget_node
from memory.store.rows.items import items


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "memory.sqlite") as opened:
        yield opened


def live(store: Store, experiences: Sequence[Experience], grouper: Grouper | None = None) -> Store:
    with HistoryBuilder(store, grouper) as builder:
        for one in experiences:
            builder.observe(one)
    return store


def lines(store: Store, level: int) -> list[str]:
    return [node.summary for node in store.nodes(level)]


# --- shape


def test_a_life_of_days_has_subtasks_tasks_days_weeks_and_a_root(store: Store):
    live(store, list(many_days(9)))
    assert problems(store) == []
    assert len(store.nodes(5)) == 18
    assert [node.start.date() for node in store.nodes(6)] == [START.date() + timedelta(days=day) for day in range(9)]
    assert [len(store.children(node.id)) for node in store.nodes(7)] == [7, 2]
    assert [len(store.children(node.id)) for node in store.nodes(8)] == [2]
    assert mixed(store) == []


def test_one_task_has_no_empty_levels_above_it(store: Store):
    live(store, coffee(home()).experiences)
    assert summary_rows.height(store) == 4
    assert lines(store, 4) == ["I made coffee in the mug and picked it up."]


def test_a_life_of_years_still_has_one_root(store: Store):
    life = home()
    for year in range(14):
        for month in (1, 7):
            coffee(life.begin(f"{year} {month}", START.replace(year=2026 + year, month=month))).put("CounterTop|0")
    live(store, life.experiences)
    assert problems(store) == []
    assert [len(store.children(node.id)) for node in store.nodes(10)] == [14]


def test_an_empty_memory_has_no_tree(store: Store):
    with HistoryBuilder(store):
        assert summary_rows.height(store) == GOAL


def test_a_task_that_goes_on_keeps_its_node(store: Store):
    life = wash(coffee(home()).put("CounterTop|0"))
    lived, task = life.experiences, 0
    with HistoryBuilder(store) as builder:
        for count, one in enumerate(lived):
            builder.observe(one)
            if count > 2:
                task = task or store.nodes(4)[0].id
                assert store.nodes(4)[0].id == task
    assert lines(store, 5) == [
        "I made coffee in the mug, put it on the counter top, washed the plate and put it on the counter top."
    ]


# --- streams

_BIT = st.sampled_from(
    ["walk", "mug", "wash", "cook", "say", "rest", "nap", "night", "week", "episode", "back", "task"]
)


def lived(bits: Sequence[str]) -> list[Experience]:
    """A stream made of bits of life; ``back`` is a clock that was set back, in a new episode."""
    life = home()
    for count, bit in enumerate(bits):
        if bit in ("rest", "nap", "night", "week"):
            life.wait(minutes={"rest": 3, "nap": 40, "night": 600, "week": 10_000}[bit])
        elif bit in ("episode", "back"):
            if life.held:
                life.put("CounterTop|0")
            life.begin(str(count), life.time - (timedelta(hours=30) if bit == "back" else timedelta()))
        elif bit == "task":
            life.task = f"task {count}"
        elif bit == "say":
            life.say("please wash the plate")
        elif bit == "mug":
            life.put("Sofa|0") if life.held else life.pick_up("Mug|0")
        else:
            if life.held:
                life.put("CounterTop|0")
            {"walk": lambda one: one.walk(), "wash": wash, "cook": cook}[bit](life)
    return life.experiences


@settings(max_examples=20)
@given(st.lists(_BIT, min_size=1, max_size=25), st.lists(st.integers(0, 120), max_size=4), st.booleans())
def test_the_tree_holds_its_promises_after_every_observation(bits: list[str], cuts: list[int], batches: bool):
    stream = lived([*bits, "walk"])
    born: dict[int, tuple[int, int]] = {}
    gone: set[int] = set()
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "memory.sqlite") as store:
        builder = HistoryBuilder(store)
        step = 7 if batches else 1
        for begin in range(0, len(stream), step):
            if begin in cuts:
                builder = HistoryBuilder(store)
            builder.observe_batch(stream[begin : begin + step])
            assert problems(store) == []
            rows = {node: (level, first) for node, level, first in store.rows("SELECT id, level, first FROM nodes")}
            assert not gone & set(rows), "an id was given out twice"
            assert all(rows[node] == what for node, what in born.items() if node in rows), "an id means another node"
            gone |= set(born) - set(rows)
            born |= rows
        assert mixed(store) == []
        assert store.check() == []


@settings(max_examples=12)
@given(st.lists(_BIT, min_size=5, max_size=25), st.lists(st.integers(1, 150), max_size=5))
def test_building_goes_on_in_a_reopened_file_as_if_nothing_had_happened(bits: list[str], cuts: list[int]):
    stream = lived(bits)
    with tempfile.TemporaryDirectory() as folder:
        with Store.open(Path(folder) / "whole.sqlite") as store:
            whole = shape(live(store, stream))
        for first, last in pairwise(sorted({0, *(cut for cut in cuts if cut < len(stream)), len(stream)})):
            with Store.open(Path(folder) / "pieces.sqlite") as store:
                live(store, stream[first:last])
        with Store.open(Path(folder) / "pieces.sqlite") as store:
            assert shape(store) == whole


@pytest.mark.parametrize("seed", range(3))
def test_a_busy_life_keeps_the_promises(store: Store, seed: int):
    live(store, long_life(seed, 400))
    assert problems(store) == []
    assert store.check() == []


def test_a_long_history_built_in_batches(store: Store):
    """A sample: 100,000 scenes and more are a benchmark."""
    dice = random.Random(5)
    time, stream = START, []
    for number in range(6_000):
        time += timedelta(seconds=dice.choice([2, 5, 20]), hours=dice.random() < 0.001 and dice.randrange(60))
        done = number % 8 == 0
        stream.append(Experience(time, str(number // 700), "Pickup" if done else "Forward", ("Mug|1",) * done, True))
    with HistoryBuilder(store) as builder:
        for begin in range(0, len(stream), 2_500):
            builder.observe_batch(stream[begin : begin + 2_500])
    assert problems(store) == []
    assert mixed(store) == []


def test_what_is_known_of_the_right_edge_does_not_grow(store: Store):
    with HistoryBuilder(store) as builder:
        for one in many_days(12):
            builder.observe(one)
        growth = builder._growth
        assert growth
        assert max(len(floor.groups) for floor in growth._floors.values()) <= 4


def test_an_old_day_is_not_touched_by_a_new_one(store: Store):
    stream = list(many_days(12))
    live(store, stream[: 9 * len(stream) // 12])
    old = {node.id: (node.summary, node.parent) for level in (4, 5, 6) for node in store.nodes(level)[:-4]}
    live(store, stream[9 * len(stream) // 12 :])
    assert {node: (store.node(node).summary, store.node(node).parent) for node in old} == old


# --- batches


def test_a_batch_is_sorted_within_each_episode(store: Store):
    stream = list(many_days(2))
    shuffled = [one for episode in _episodes(stream) for one in random.Random(1).sample(episode, len(episode))]
    with HistoryBuilder(store) as builder:
        builder.observe_batch(shuffled)
    assert [store.experience(number).time for number in store.numbers(1, 9999)] == [one.time for one in stream]
    assert problems(store) == []


def _episodes(stream: list[Experience]) -> list[list[Experience]]:
    names = dict.fromkeys(one.episode for one in stream)
    return [[one for one in stream if one.episode == name] for name in names]


def test_what_comes_before_what_is_kept_is_refused_by_name_and_nothing_of_the_batch_stays(store: Store):
    one, two, three = Life().walk(3).experiences
    with HistoryBuilder(store) as builder:
        builder.observe(two)
        with pytest.raises(BadInput, match="comes before"):
            builder.observe_batch([three, one])
        assert len(store.numbers(1, 99)) == 1
        builder.observe_batch([three])
        builder.observe_batch([])
    assert problems(store) == []


def test_a_time_zone_in_a_batch_is_refused(store: Store):
    one, two = Life().walk(2).experiences
    with HistoryBuilder(store) as builder, pytest.raises(BadInput, match="time zone"):
        builder.observe_batch([one, replace(two, time=two.time.astimezone())])
    assert store.numbers(1, 99) == []


# --- the other constructions


def test_offline_and_flat_stand_on_the_same_goals(tmp_path: Path):
    stream = list(many_days(4))
    trees = {}
    for construction in ("online", "offline", "flat"):
        with Store.open(tmp_path / f"{construction}.sqlite") as store:
            with HistoryBuilder(store, construction=construction) as builder:
                for one in stream:
                    builder.observe(one)
            assert problems(store, root=construction != "flat") == []
            trees[construction] = [(node.first, node.text) for level in (1, 2, 3) for node in store.nodes(level)]
            assert summary_rows.height(store) == (GOAL if construction == "flat" else 7)
    assert trees["online"] == trees["offline"] == trees["flat"]


def test_offline_is_grouped_anew_and_a_flat_file_can_become_a_tree(store: Store):
    stream = list(many_days(3))
    with HistoryBuilder(store, construction="flat") as builder:
        builder.observe_batch(stream[:40])
    with HistoryBuilder(store, construction="offline") as builder:
        builder.observe_batch(stream[40:60])
        assert summary_rows.height(store) == GOAL
    assert problems(store) == []
    with pytest.raises(BadInput, match="flatten"):
        HistoryBuilder(store, construction="flat")
    flatten(store)
    live(store, stream[60:])
    assert problems(store) == []
    build_offline(store, IntentGrouper())
    assert problems(store) == []
    with pytest.raises(BadInput, match="online, offline or flat"):
        HistoryBuilder(store, construction="upside down")  # type: ignore[arg-type]


# --- other groupers


class Loner:
    """Leaves everything apart."""

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        children = [item for parent in parents for item in parent.items] + list(new)
        return [Group((item,), f"{level}: {item.start:%d %H:%M}") for item in children]


class Loser(Loner):
    """Loses the last item once there are several."""

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        return super().group(parents, new, level, rules)[: max(1, len(new) + len(parents) - 1)]


def test_a_grouper_that_never_groups_still_ends_in_one_root(store: Store):
    live(store, list(many_days(1)), Loner())
    assert problems(store) == []
    assert summary_rows.height(store) == 12


def test_a_grouper_that_loses_items_is_refused_by_name_and_nothing_is_lost(store: Store):
    stream = list(many_days(1))
    with HistoryBuilder(store, Loser()) as builder, pytest.raises(BadInput, match="Loser was given"):
        for one in stream:
            builder.observe(one)
    kept = len(store.numbers(1, 999))
    assert 0 < kept < len(stream)
    assert problems(store) == []
    live(store, stream[kept:])
    assert problems(store) == []


def test_an_interrupted_observation_leaves_the_tree_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch):
    stream = list(many_days(2))
    builder = HistoryBuilder(store)
    for one in stream:
        before = shape(store)
        with monkeypatch.context() as patch:
            patch.setattr(summary_rows, "reach", _interrupt)
            with pytest.raises(KeyboardInterrupt):
                builder.observe(one)
        assert shape(store) == before
        builder.observe(one)
    assert problems(store) == []


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


# --- somebody else changes the file


def forget(store: Store, node: int) -> None:
    """Make a node a placeholder, as the forgetter does."""
    with store.transaction():
        forget_node(store, node, ForgettingReason(store.node(node).end + timedelta(days=9), "a test"))


def test_building_goes_on_beside_a_forgotten_day(store: Store):
    stream = list(many_days(6))
    half = len(stream) // 2
    builder = HistoryBuilder(store)
    builder.observe_batch(stream[: half + 1])
    forget(store, store.nodes(6)[-2].id)
    for one in stream[half + 1 :]:
        builder.observe(one)
    assert [bool(node.forgotten) for node in store.nodes(6)] == [False, False, True, False, False, False]
    assert "washed the plate (6 times)" in store.nodes(7)[0].summary
    assert alive_problems(store) == []


def alive_problems(store: Store) -> list[str]:
    """Broken promises of the tree, except that placeholders have nothing below them."""
    found = [problem for problem in problems(store) if "has no children" not in problem]
    return [problem for problem in found if "do not tile level" not in problem and "does not span" not in problem]


@settings(max_examples=15)
@given(
    st.lists(_BIT, min_size=5, max_size=25), st.lists(st.tuples(st.integers(0, 90), st.integers(0, 10**6)), max_size=9)
)
def test_building_goes_on_whatever_is_forgotten(bits: list[str], forgotten: list[tuple[int, int]]):
    stream = lived([*bits, "walk"])
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "memory.sqlite") as store:
        builder = HistoryBuilder(store)
        for number, one in enumerate(stream):
            builder.observe(one)
            for when, which in forgotten:
                alive = store.rows(
                    "SELECT id FROM nodes WHERE level > 1 AND forgotten IS NULL AND last <= ? ORDER BY id", number
                )
                if when == number and alive:
                    forget(store, alive[which % len(alive)][0])
            for level in range(GOAL, summary_rows.height(store) + 1):
                for left, right in pairwise(store.nodes(level)):
                    assert left.last < right.first, "nodes of a level overlap"
            assert len(store.rows("SELECT id FROM nodes WHERE parent IS NULL")) == 1
            covered = store.rows("SELECT min(first), max(last) FROM nodes WHERE parent IS NULL")
            assert covered == [(1, number + 1)]
        again = shape(store)
        HistoryBuilder(store)
        assert shape(store) == again
        assert store.check() == []


def test_a_forgotten_goal_still_speaks_in_the_line_above(store: Store):
    live(store, cook(home()).experiences)
    for goal in store.nodes(GOAL)[2:]:
        with store.transaction():
            store.write("UPDATE nodes SET forgotten = 1 WHERE id = ?", goal.id)
    children = items(store, store.nodes(4)[0].id)
    told = tell(IntentGrouper(), children, children[0].level + 1, ())
    assert told.startswith("I sliced the potato")
    assert "microwave" in told


def test_a_pin_stays_on_the_node_that_takes_over(store: Store):
    builder = HistoryBuilder(store)
    life = home().walk().say("hello")
    builder.observe_batch(life.experiences)
    with store.transaction():
        store.write("UPDATE nodes SET pinned = 1 WHERE level = 4")
    done = len(life.experiences)
    builder.observe_batch(cook(life).experiences[done:])
    assert any(node.pinned for node in store.nodes(4))


# --- nested goals


def test_a_goal_stated_as_a_skill_stack_is_one_goal(store: Store):
    life = home()
    for step, goal in enumerate(["tidy up", "tidy up > bring mug", "tidy up > bring mug > grasp", "tidy up > wipe"]):
        life.goal = goal
        (life.pick_up, life.put)[step % 2](("Mug|0", "Sofa|0")[step % 2])
    life.goal = "charge"
    life.walk()
    live(store, life.experiences)
    assert problems(store) == []
    tidy, charge = store.nodes(GOAL)
    assert tidy.summary == 'For "tidy up" I put the mug on the sofa.'
    assert tidy.text.endswith("\nGoal: tidy up")
    assert charge.summary == "I walked around."


# --- recorded games


def test_days_tasks_and_episodes_of_real_games_come_out_as_levels(store: Store):
    if not GAMES.exists():
        pytest.skip("TEACh games are not here; put valid_unseen.zip under ../shared/data/teach")
    with zipfile.ZipFile(GAMES) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".game.json"))[::30][:20]
        games = [json.load(io.TextIOWrapper(archive.open(name), encoding="utf-8")) for name in names]
    dice = random.Random(20)
    day, starts = datetime(2024, 3, 4), list[datetime]()
    while len(starts) < len(games):
        starts += sorted(day + timedelta(hours=8, minutes=dice.randrange(720)) for _ in range(dice.randint(1, 3)))
        day += timedelta(days=1)
    for game, start in zip(games, starts, strict=False):
        with HistoryBuilder(store) as builder:
            builder.observe_batch(game_experiences(game, start))
    assert problems(store) == []
    assert mixed(store) == []
    episodes = {first for (first,) in store.rows("SELECT min(id) FROM experiences GROUP BY episode")}
    tasks = {node.first for node in store.nodes(5)}
    assert len(episodes & tasks) >= 0.9 * len(episodes)
    assert len(tasks) <= 1.5 * len(episodes)
    assert {node.start.date() for node in store.nodes(6)} == {start.date() for start in starts[: len(games)]}
