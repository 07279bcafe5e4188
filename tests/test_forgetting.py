from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import START, Life, kitchen, long_life

from agent.recall.asking import Recall
from envs.errors import BadInput, Damaged
from eval.forgetting.recipes import RECIPES, Recipe
from memory.building.history import Construction, HistoryBuilder
from memory.experience import Experience, Utterance
from memory.forgetting.budget import SizeBudget
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import RuleRelevance
from memory.levels import EVENT, GOAL, SCENE
from memory.node import Node
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.roles import Item, Relevance, Rule
from memory.rules.rule_book import RuleBook
from memory.settings import Settings
from memory.store.database import Store, microseconds
from memory.store.lifetimes import H2EMV, PUBLISHED_LIFETIMES, Lifetimes, lifetimes, set_lifetimes, use_preset
from memory.store.pins import pin
from memory.store.placeholders import SEPARATOR, join_lines
from memory.store.rows.undo import forget_log, undo
from memory.store.settings import set_settings
from memory.store.settings import settings as settings_of
from perception.scene_graph.graph import ObjectNode, SceneGraph

LATER = START + timedelta(days=30)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A memory that goes by the published lifetimes, in which much is over within days."""
    with Store.open(tmp_path / "memory.sqlite") as opened:
        use_preset(opened, PUBLISHED_LIFETIMES)
        yield opened


def live(store: Store, experiences: Sequence[Experience]) -> Store:
    with HistoryBuilder(store) as builder:
        for one in experiences:
            builder.observe(one)
    return store


class Words:
    """Relevance by words: the first word that a node's line holds decides; counts who was asked about."""

    def __init__(self, **alphas: float) -> None:
        self.alphas = alphas
        self.asked: list[Item] = []

    def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        self.asked.append(item)
        return Relevance(next((alpha for word, alpha in self.alphas.items() if word in item.summary), 0.0))


# --- what must hold at all times


def check(store: Store, newest: int) -> None:
    """Every rule about trees with forgotten parts."""
    assert store.check() == []
    levels = [row[0] for row in store.rows("SELECT DISTINCT level FROM nodes ORDER BY level")]
    nodes = {node.id: node for level in levels for node in store.nodes(level)}
    for node in nodes.values():
        assert (node.first, node.start) <= (node.last, max(node.start, node.end))
        if node.parent is not None:
            assert not nodes[node.parent].forgotten, "a node below a forgotten one"
        children = store.children(node.id)
        if node.forgotten:
            assert children == ()
            assert node.expires is None
        elif node.level > SCENE:
            assert [(a.last + 1) for a in children[:-1]] == [b.first for b in children[1:]], "children do not tile"
            assert (children[0].first, children[-1].last) == (node.first, node.last)
            if node.level <= EVENT:  # above, others may move nodes about and then merge them
                assert not any(a.forgotten and b.forgotten for a, b in pairwise(children)), "placeholders side by side"
    roots = sorted((n for n in nodes.values() if n.parent is None and n.level >= GOAL), key=lambda n: n.first)
    assert roots[0].first == 1
    assert roots[-1].last == newest
    check_contents(store, nodes.values())


def check_contents(store: Store, nodes: Sequence[Node] | object) -> None:
    """What is hidden is gone, and nothing speaks of what is not there."""
    alive = {node.first for node in nodes if node.level == SCENE and not node.forgotten}  # type: ignore[union-attr]
    assert alive == {row[0] for row in store.rows("SELECT id FROM experiences")}
    outlived = store.rows(
        """SELECT * FROM utterances u WHERE experience NOT IN (SELECT id FROM experiences) AND NOT EXISTS (
        SELECT 1 FROM nodes WHERE level = 3 AND forgotten IS NULL AND u.experience BETWEEN first AND last)"""
    )
    assert outlived == []
    assert (
        store.rows(
            """SELECT experience FROM interactions i WHERE experience NOT IN (SELECT id FROM experiences)
        AND NOT EXISTS (SELECT 1 FROM nodes WHERE level = 3 AND forgotten IS NULL AND last = i.experience)"""
        )
        == []
    )
    for first, last in store.rows("SELECT first, coalesce(last, (SELECT max(id) FROM experiences)) FROM sightings"):
        assert first <= last
        assert {first, last} <= alive
    shown = {row[0] for row in store.rows("SELECT scene FROM experiences UNION SELECT scene FROM buried_scenes")}
    scenes = store.rows("SELECT id, looks FROM scenes ORDER BY id")
    assert {row[0] for row in scenes} == shown
    runs: dict[int, int] = {}
    before: set[int] = set()
    for _, looks in scenes:
        for look in set(json.loads(looks)) - before:
            runs[look] = runs.get(look, 0) + 1
        before = set(json.loads(looks))
    assert dict(store.rows("SELECT id, uses FROM looks")) == runs
    assert store.rows("SELECT id FROM nodes WHERE forgotten IS NOT NULL AND detail <> ''") == []
    indexed = {row[0] for row in store.rows("SELECT rowid FROM node_text")}
    assert indexed == {row[0] for row in store.rows("SELECT id FROM nodes WHERE level > 1 AND forgotten IS NULL")}


streams = st.builds(lambda seed, length: long_life(seed, length), st.integers(0, 10_000), st.integers(20, 60))
plans = st.lists(
    st.tuples(
        st.integers(1, 25),  # experiences until then
        st.sampled_from([0, 1, 20, 90, 60 * 30, 60 * 24 * 5]),  # minutes after the newest
        st.integers(0, 30),  # nodes until the pass is stopped; beyond that it ends by itself
        st.booleans(),  # whether the transaction it is in breaks off
    ),
    max_size=4,
)


class Crash(Exception):
    pass


@settings(deadline=None, max_examples=15)
@given(streams, plans, st.booleans(), st.sampled_from([timedelta(0), timedelta(hours=3), timedelta(days=60)]))
def test_forgetting_at_any_time_and_stopping_anywhere_keeps_the_tree_whole(lived, plan, relevant, grace):
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "m.sqlite") as store:
        set_settings(store, Settings(grace=grace))  # words outlive events
        forgetter = Forgetter(store, Words(mug=math.inf, fridge=2.0) if relevant else None, H2EMV)
        builder = HistoryBuilder(store)
        done = 0
        for more, minutes, steps, breaks in plan:
            for one in lived[done : done + more]:
                builder.observe(one)
            done = min(done + more, len(lived))
            now = lived[done - 1].time + timedelta(minutes=minutes)
            with broken(store, breaks):
                counts = forgetter.run(now, stop=countdown(steps))
                assert counts.visited == counts.extended + counts.forgotten
                assert not counts.finished or breaks or forgetter.due(now) == 0 or steps >= 30 or relevant
            check(store, done)
        for one in lived[done:]:
            builder.observe(one)
        check(store, len(lived))
        for entry in reversed([entry for entry in forget_log(store) if entry.until and not entry.undone]):
            undo(store, entry.id, lived[-1].time)
        check(store, len(lived))
        if grace > timedelta(days=30):
            assert [store.experience(n) for n in store.numbers(1, 10_000)] == lived


@contextmanager
def broken(store: Store, breaks: bool) -> Iterator[None]:
    """A process that dies in the middle, as far as the file is concerned."""
    if not breaks:
        yield
        return
    with pytest.raises(Crash), store.transaction():
        yield
        raise Crash


def countdown(steps: int):
    left = iter(range(steps))
    return lambda: steps < 30 and next(left, None) is None


# --- lifetimes


def test_nodes_expire_after_their_lifetime_and_higher_levels_live_twice_as_long(store: Store):
    live(store, kitchen().experiences)
    spans = {SCENE: timedelta(minutes=15), EVENT: timedelta(hours=1), GOAL: timedelta(days=1)}
    spans |= {level: timedelta(days=2 ** (level - 3)) for level in range(4, 9)}
    for level, span in spans.items():
        for node in store.nodes(level):
            assert node.expires == node.end + span


@pytest.mark.parametrize("bad", [timedelta(0), timedelta(seconds=-1), timedelta(days=400_000)])
def test_lifetimes_that_are_no_lifetimes_are_refused(bad: timedelta):
    with pytest.raises(BadInput, match=r"lifetime of a goal is .*longer than nothing"):
        Lifetimes(goal=bad)
    with pytest.raises(BadInput, match="no level -1"):
        Lifetimes().of(-1)
    with pytest.raises(BadInput, match="grace is"):
        Settings(grace=timedelta(seconds=-1))


def test_other_lifetimes_hold_for_what_is_kept_already(store: Store):
    live(store, kitchen().experiences)
    assert lifetimes(store) == H2EMV
    new = Lifetimes(scene=None, event=timedelta(hours=2), summary=timedelta(days=2))
    set_lifetimes(store, new)
    assert lifetimes(store) == new
    assert all(node.expires is None for node in store.nodes(SCENE))
    assert all(node.expires == node.end + timedelta(hours=2) for node in store.nodes(EVENT))
    assert all(node.expires == node.end + timedelta(days=4) for node in store.nodes(4))
    set_lifetimes(store, Lifetimes())
    assert all(node.expires == node.end + timedelta(minutes=15) for node in store.nodes(SCENE))


def test_nothing_is_forgotten_before_its_time_and_never_the_present(store: Store):
    live(store, kitchen().experiences)
    forgetter = Forgetter(store)
    assert forgetter.run(START + timedelta(minutes=14)).forgotten == 0
    assert forgetter.due(START + timedelta(days=1000)) > 0
    forgetter.run(START + timedelta(days=1000))
    newest = len(kitchen().experiences)
    assert store.numbers(1, newest) == [newest]
    path = [node for level in range(1, 9) for node in store.nodes(level) if not node.forgotten]
    assert all(node.last == newest for node in path)
    assert forgetter.due(START + timedelta(days=1000)) == 0
    assert forgetter.run(START + timedelta(days=1000)).visited == 0
    check(store, newest)


def test_an_event_keeps_its_newest_scene_and_every_deed(store: Store):
    life = Life()
    life.look(life.add("Fridge|0"), action="Forward").walk(5)
    for _ in range(3):
        life.live("Open", "Fridge|0", success=False, error="stuck")
    life.wait(minutes=30).look("Fridge|0", action="Turn Right")
    live(store, life.experiences)
    Forgetter(store).run(life.time)
    assert store.numbers(1, 99) == [6, 7, 8, 9, 10]
    walked = store.nodes(EVENT)[0]
    assert [(node.first, node.last, bool(node.forgotten)) for node in store.children(walked.id)] == [
        (1, 5, True),
        (6, 6, False),
    ]
    assert "Fridge" in walked.text
    assert len(View(store).interactions(success=False)) == 3


# --- relevance


def test_relevance_extends_by_lifetimes_and_for_ever(store: Store):
    live(store, kitchen().experiences)
    estimator = Words(mug=math.inf, bread=30.0)
    now = START + timedelta(hours=25)
    counts = Forgetter(store, estimator).run(now)
    assert counts.extended
    assert counts.forgotten
    events = {node.summary: node for node in store.nodes(EVENT) if not node.forgotten}
    assert events["I put the mug in the sink basin."].expires is None
    bread = events["I sliced the bread."]
    assert bread.expires == bread.end + timedelta(hours=31)
    goals = {node.summary: node for node in store.nodes(GOAL) if not node.forgotten}
    assert goals["I put the mug in the sink basin."].expires is None
    assert "I switched off the faucet." not in goals
    assert all(item.level >= EVENT for item in estimator.asked)


def test_a_parent_lives_as_long_as_its_longest_lived_child_even_when_both_are_overdue(store: Store):
    live(store, kitchen().experiences)
    forgetter = Forgetter(store, Words(mug=math.inf))
    forgetter.run(START + timedelta(hours=2))  # events only; the goals above are judged later, without a word
    forgetter._relevance = None
    forgetter.run(START + timedelta(days=400))
    kept = [node for node in store.nodes(EVENT) if not node.forgotten and node.last != 38]
    assert kept
    assert all("mug" in node.summary for node in kept)
    assert all(store.node(node.parent or 0).expires is None for node in kept)


@pytest.mark.parametrize("alpha", [math.nan, -1.0])
def test_a_relevance_that_is_none_is_refused(store: Store, alpha: float):
    live(store, kitchen().experiences)
    with pytest.raises(BadInput, match="an estimator gives 0 or more"):
        Forgetter(store, Words(I=alpha)).run(LATER)
    check(store, len(kitchen().experiences))


def test_a_rule_keeps_what_it_is_about_until_it_is_removed(store: Store):
    live(store, kitchen().experiences)
    book = RuleBook(store)
    book.add("Always remember which mug I use.", LATER)
    forgetter = Forgetter(store, RuleRelevance())
    forgetter.run(LATER)
    kept = [node.summary for node in store.nodes(EVENT) if not node.forgotten]
    assert len(kept) == 5  # four with the mug, and the present
    assert store.rows("SELECT DISTINCT rule FROM nodes WHERE level = 2 AND rule IS NOT NULL") == [(1,)]
    book.remove(1, LATER)
    forgetter.run(LATER)
    assert [node.summary for node in store.nodes(EVENT) if not node.forgotten] == ['I said "you are welcome".']
    reasons = {(entry.rule, entry.reason) for entry in forget_log(store) if entry.level > EVENT}
    assert reasons == {(None, "no rule speaks for it")}


def test_the_log_names_the_rule_that_decided(store: Store):
    live(store, kitchen().experiences)
    RuleBook(store).add("Do not remember switching the faucet.", LATER)
    Forgetter(store, RuleRelevance()).run(START + timedelta(hours=3))
    decided = {entry.summary: entry.rule for entry in forget_log(store) if entry.level == EVENT}
    assert decided["I switched on the faucet."] == 1
    assert decided["I turned left."] is None
    Forgetter(store, RuleRelevance(), learned=False).run(START + timedelta(days=3))
    assert all(entry.rule is None for entry in forget_log(store) if entry.level >= GOAL)


# --- what is gone is gone, what is there is found


def test_recall_goes_on_with_what_is_left(store: Store):
    live(store, kitchen().experiences)
    ask = Recall(store)
    before = ask.answer("What did you slice?")
    Forgetter(store).run(START + timedelta(hours=10))
    after = ask.answer("What did you slice?")
    assert (after.value, after.status, before.value) == (("Bread",), "known", ("Bread",))
    assert ask.answer("Where did you put the mug?").value == "CoffeeMachine"
    assert [line.task for line in View(store).tasks(Scope())] == ["make coffee", "slice bread"]
    assert len(View(store).goals(Scope(episode="one"))) == 11
    Forgetter(store).run(LATER)
    gone = ask.answer("What did you slice?")
    assert (gone.value, gone.status) == (("Bread",), "partly")  # a summary of the day still tells
    assert "forgotten" in gone.text or "summary" in gone.text
    assert View(store).search(["sliced"], GOAL) == []
    assert View(store).forgotten(Scope(end=START + timedelta(minutes=3)))[0].start == START
    assert ask.answer("What did the user say?").status != "never happened"


def test_placeholders_tell_the_first_lines_and_do_not_grow(store: Store):
    live(store, kitchen().experiences)
    Forgetter(store).run(START + timedelta(hours=10))
    [first, *_] = [node for node in store.nodes(EVENT) if node.forgotten]
    assert first.summary.split(SEPARATOR)[:2] == ['The user said "please make me a coffee".', 'I said "sure".']
    long = join_lines(*(f"Line {number}." for number in range(1000)))
    assert len(long) < 450
    assert long.startswith("Line 0.")
    assert long.endswith("Line 999.")
    assert join_lines("Same.", "Same.") == "Same."


def test_images_go_with_their_scenes_after_the_grace_period_and_others_are_left_alone(tmp_path: Path):
    lived = kitchen().experiences
    outside = tmp_path / "dataset.png"
    home = tmp_path / "home"
    home.mkdir()
    for path in (outside, *(home / str(one.image) for one in lived)):
        path.write_bytes(b"picture")
    lived[0] = replace(lived[0], image=str(outside))
    lived[1] = replace(lived[1], image="../dataset.png")
    with Store.open(home / "memory.sqlite") as store:
        live(store, lived)
        Forgetter(store).run(START + timedelta(hours=3))
        assert len(list(home.glob("*.png"))) == len(lived)  # may yet come back
        Forgetter(store).run(START + timedelta(days=60))
        Forgetter(store).run(START + timedelta(days=62))
    assert outside.exists()
    assert sorted(path.name for path in home.glob("*.png")) == [
        "0.png",
        "1.png",
        "37.png",
    ]  # the present, and strangers


def test_room_is_given_back(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store:
        set_settings(store, Settings(grace=timedelta(0), log=timedelta(0)))
        live(store, long_life(3, 500))
        full = store.bytes_used
        forgetter = Forgetter(store)
        for _ in range(2):
            forgetter.run(LATER + timedelta(days=300))
        assert store.bytes_used < full * 0.6
        assert store.rows("SELECT count(*) FROM looks")[0][0] < 20
        live(store, [replace(one, time=LATER, episode="z") for one in long_life(4, 5)])
    assert path.stat().st_size < full * 0.8


# --- undo, pins, budget, strict


def test_undo_brings_back_everything_within_the_grace_period(store: Store):
    lived = kitchen().experiences
    live(store, lived)
    before = {level: store.nodes(level) for level in (1, 2, 3)}
    sights = View(store).sights.last(["Mug", "Fridge"])
    Forgetter(store).run(START + timedelta(days=3))
    entries = [entry for entry in forget_log(store) if not entry.undone]
    for entry in reversed(entries):
        assert undo(store, entry.id, START + timedelta(days=3)) == entry.node
    assert [store.experience(number) for number in store.numbers(1, 99)] == lived
    same = {level: [replace(node, expires=None) for node in nodes] for level, nodes in before.items()}
    assert {level: [replace(n, expires=None) for n in store.nodes(level)] for level in (1, 2, 3)} == same
    assert View(store).sights.last(["Mug", "Fridge"]) == sights
    assert store.check() == []
    with pytest.raises(BadInput, match="undone already"):
        undo(store, entries[0].id, LATER)
    with pytest.raises(BadInput, match="no entry 999"):
        undo(store, 999, LATER)


def test_undo_comes_too_late_when_its_record_is_gone(store: Store):
    live(store, kitchen().experiences)
    forgetter = Forgetter(store)
    forgetter.run(START + timedelta(hours=3))
    entry = forget_log(store)[0]
    assert entry.until == START + timedelta(hours=27)
    forgetter.run(START + timedelta(hours=28))
    with pytest.raises(BadInput, match="cannot be undone any more"):
        undo(store, entry.id, START + timedelta(hours=28))
    forgetter.run(START + timedelta(days=60))
    with pytest.raises(BadInput, match="no entry"):
        undo(store, entry.id, LATER)


def test_undo_names_the_entry_that_must_be_undone_before(store: Store):
    live(store, kitchen().experiences)
    forgetter = Forgetter(store)
    set_settings(store, Settings(grace=timedelta(days=90)))
    forgetter.run(START + timedelta(hours=3))
    inner = next(entry for entry in forget_log(store) if entry.summary == "I sliced the bread.")
    forgetter.run(START + timedelta(days=20))
    with pytest.raises(BadInput, match=r"undo entry \d+ first") as caught:
        undo(store, inner.id, LATER)
    outer = int(str(caught.value).split("undo entry ")[1].split()[0])
    undo(store, outer, START + timedelta(days=20))
    check(store, len(kitchen().experiences))
    undo(store, inner.id, START + timedelta(days=20))
    check(store, len(kitchen().experiences))


def test_a_pinned_node_stays_with_everything_below_it_until_it_is_unpinned(store: Store):
    live(store, kitchen().experiences)
    goal = next(node for node in store.nodes(GOAL) if node.summary == "I sliced the bread.")
    pin(store, goal.id)
    forgetter = Forgetter(store)
    forgetter.run(LATER)
    assert store.node(goal.id).pinned
    assert [node.forgotten for node in store.children(goal.id)] == [None]
    assert store.numbers(goal.first, goal.last) == [32]
    assert forgetter.due(LATER) == 0
    pin(store, goal.id, on=False)
    forgetter.run(LATER)
    with pytest.raises(BadInput, match="no node"):
        store.node(goal.id)
    gone = next(node for level in range(3, 9) for node in store.nodes(level) if node.forgotten)
    with pytest.raises(BadInput, match=r"was forgotten on .*undo"):
        pin(store, gone.id)


def test_a_budget_is_kept_by_forgetting_what_has_used_up_most_of_its_life(store: Store):
    lived = long_life(5, 450)
    live(store, lived)
    now = lived[-1].time
    keep = next(node for node in store.nodes(GOAL) if "mug" in node.summary)
    pin(store, keep.id)
    full, size = store.bytes_used, 400_000
    assert full > size
    kept = SizeBudget(store, size).enforce(now)
    assert (kept.within, kept.bytes_used <= size) == (True, True)
    assert store.node(keep.id).pinned
    assert {entry.reason for entry in forget_log(store)} == {"the memory was over its budget of 400,000 bytes"}
    check(store, len(lived))
    with pytest.raises(BadInput, match="too small"):
        SizeBudget(store, 1000)
    with pytest.raises(BadInput, match="too small"):
        Settings(budget=0)


def test_a_budget_in_the_settings_is_kept_by_every_pass(store: Store):
    lived = long_life(6, 400)
    live(store, lived)
    set_settings(store, Settings(budget=360_000))
    assert settings_of(store) == Settings(budget=360_000)
    assert Forgetter(store).run(lived[-1].time).forgotten
    assert store.bytes_used <= 360_000


def test_strict_forgetting_mends_the_lines_above(store: Store):
    set_settings(store, Settings(strict=True))
    live(store, kitchen().experiences)
    Forgetter(store, Words(**{"sliced": math.inf, "Asked": 9})).run(START + timedelta(days=20))
    alive = [node for level in range(2, 9) for node in store.nodes(level) if not node.forgotten]
    text = " ".join(node.summary for node in alive if node.last <= 32)
    assert "sliced the bread" in text
    assert "coffee" not in text.replace("make coffee", "")
    assert all(not node.summary for level in range(2, 9) for node in store.nodes(level) if node.forgotten)
    check(store, len(kitchen().experiences))


# --- what cannot be used


def test_bad_input_is_named(store: Store):
    first = long_life(1, 1)[0]
    with pytest.raises(BadInput, match=r"pose .* must be finite"):
        store.append(replace(first, pose=(0.0, math.nan, 0.0, 0.0, 0.0)))
    with pytest.raises(BadInput, match=r"'user' said 10,485,760 characters .* at most 100,000 are kept"):
        store.append(replace(first, speech=(Utterance("user", "a" * 10 * 2**20),)))
    with pytest.raises(BadInput, match="time zone"):
        Forgetter(store).run(LATER.replace(tzinfo=UTC))
    assert Forgetter(store).run(LATER).visited == 0  # nothing to forget yet
    store.append(replace(first, scene=SceneGraph(), speech=(Utterance("user", "ü" * 100_000),)))
    with HistoryBuilder(store) as builder:
        builder.observe(replace(first, time=first.time + timedelta(seconds=1), scene=SceneGraph()))
        Forgetter(store).run(first.time - timedelta(days=1))  # a clock that goes back forgets nothing
        assert store.numbers(1, 9) == [1, 2]
        far = ObjectNode("Mug|1", "Mug", "Mug", (), (1e300, 0.0, 0.0))
        builder.observe(replace(first, time=LATER, scene=SceneGraph((far,))))
    Forgetter(store).run(LATER + timedelta(days=1))
    check(store, 3)
    with pytest.raises(BadInput, match=r"experience 1 was forgotten"):
        store.experience(1)


def test_a_readonly_memory_forgets_nothing(store: Store):
    live(store, kitchen().experiences)
    with Store.open(store.path, readonly=True) as reader:
        with pytest.raises(BadInput, match="readonly"):
            Forgetter(reader).run(LATER)
        assert Forgetter(reader).due(LATER) > 0


def test_expiry_is_kept_whoever_adds_nodes(store: Store):
    store.append(long_life(1, 1)[0])
    with store.transaction():
        store.write(
            'INSERT INTO nodes (level, start, "end", first, last, summary, detail) VALUES (5, ?1, ?1, 1, 1, ?2, ?2)',
            microseconds(START),
            "",
        )
    [node] = store.nodes(5)
    assert node.expires == START + timedelta(days=4)


# --- recipes


def outcome(tmp_path: Path, recipe: Recipe) -> tuple[int, bool]:
    """How many goals are left of the kitchen, and whether what the rule is about is."""
    path = tmp_path / f"{recipe.forgetting}-{recipe.learning}-{recipe.construction}.sqlite"
    with Store.open(path) as store:
        use_preset(store, PUBLISHED_LIFETIMES)
        RuleBook(store).add("Always remember which mug I use.", START)
        with recipe.builder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        forgetter = recipe.forgetter(store)
        if forgetter:
            forgetter.run(LATER)
        goals = [node.summary for node in store.nodes(GOAL) if not node.forgotten]
        check(store, len(kitchen().experiences))
        return len(goals), any("mug" in line for line in goals)


@pytest.mark.parametrize("construction", ["online", "offline", "flat"])
def test_recipes_differ_in_what_is_left(tmp_path: Path, construction: Construction):
    recipes = [
        Recipe(construction, "none", "none"),
        Recipe(construction, "time", "summaries"),
        Recipe(construction, "time+relevance", "none"),
        Recipe(construction, "time+relevance", "forgetting"),
    ]
    left = {(recipe.forgetting, recipe.learning): outcome(tmp_path, recipe) for recipe in recipes}
    assert left["none", "none"] == (14, True)
    assert left["time", "summaries"] == left["time+relevance", "none"] == (1, False)
    assert left["time+relevance", "forgetting"] == (5, True)


def test_recipes_of_the_paper_have_names_and_nonsense_is_refused():
    assert RECIPES["full"] == Recipe()
    assert RECIPES["offline time only"] == Recipe("offline", "time", "none")
    assert len(RECIPES) == 21
    with pytest.raises(BadInput, match="needs forgetting 'time"):
        Recipe(forgetting="time", learning="both")
    with pytest.raises(BadInput, match="use one of none, time"):
        Recipe(forgetting="sometimes")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "stays", ["BEFORE UPDATE OF forgotten ON nodes", "BEFORE DELETE ON grave"], ids=["nodes", "undo records"]
)
def test_a_budget_that_gains_nothing_is_told_as_damage(tmp_path: Path, stays: str):
    """As where the tree of a table is damaged, so that a row is read which no change reaches."""
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe_batch(long_life(3, 500))
        Forgetter(store).run(START + timedelta(minutes=40))
        assert store.row("SELECT 1 FROM grave")
    with Store.open(path) as store:
        store.connection.execute(f"CREATE TRIGGER stays {stays} BEGIN SELECT raise(IGNORE); END")
        with pytest.raises(Damaged, match="does not go"):
            SizeBudget(store, 300_001).enforce(START + timedelta(days=9))


# --- lifetimes by name


def test_by_default_words_and_deeds_of_a_week_are_known(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        live(store, kitchen().experiences)
        last = store.newest[1].time  # type: ignore[index]
        said, done = View(store).said(), View(store).interactions()
        for hours in range(1, 7 * 24, 5):
            Forgetter(store, RuleRelevance()).run(last + timedelta(hours=hours))
        view = View(store)
        assert [one.utterance for one in view.said()] == [one.utterance for one in said]
        assert [one.deed for one in view.interactions()] == [one.deed for one in done]
        assert len(store.numbers(1, 1000)) < len(kitchen().experiences) / 4  # what was seen is not
        wanted = next(one for one in said if "bread" in one.utterance.text)
        assert wanted.experience in {one.experience for one in view.said(about=["breads"])}
        assert view.said(about=["zebra"]) == []
        assert all(store.node(one.event).forgotten is None for one in view.said())
        assert any(wanted.utterance.text in node.text for node in store.nodes(GOAL))
        check(store, len(kitchen().experiences))


def test_words_go_with_their_goal_and_come_back_with_it(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        live(store, kitchen().experiences)
        last = store.newest[1].time  # type: ignore[index]
        said = View(store).said()
        Forgetter(store).run(last + timedelta(days=2))
        Forgetter(store).run(last + timedelta(days=200))
        assert len(View(store).said()) < len(said)
        for entry in reversed([entry for entry in forget_log(store) if entry.until and not entry.undone]):
            undo(store, entry.id, last + timedelta(days=200))
        check(store, len(kitchen().experiences))
        assert [one.utterance for one in View(store).said()] == [one.utterance for one in said]


def test_strict_forgetting_takes_the_words_with_the_event(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        set_settings(store, Settings(strict=True))
        live(store, kitchen().experiences)
        Forgetter(store).run(store.newest[1].time + timedelta(days=2))  # type: ignore[index]
        assert all(store.node(one.event).level == EVENT for one in View(store).said())


def test_lifetimes_have_names(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        assert lifetimes(store) == Lifetimes() and settings_of(store).words
        use_preset(store, PUBLISHED_LIFETIMES)
        assert (
            lifetimes(store)
            == H2EMV
            == Lifetimes(*(timedelta(minutes=15), timedelta(hours=1), timedelta(days=1), timedelta(days=1)))
        )
        assert not settings_of(store).words
        with pytest.raises(BadInput, match="lasting, h2emv"):
            use_preset(store, "eternal")


def test_the_log_tells_of_details_for_two_days_and_of_goals_for_long(store: Store):
    live(store, kitchen().experiences)
    last = store.newest[1].time  # type: ignore[index]
    for days in (2, 3.5, 5):
        Forgetter(store).run(last + timedelta(days=days))
    assert {entry.level >= GOAL for entry in forget_log(store)} == {True}
    assert forget_log(store)
