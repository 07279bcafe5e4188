"""The tree of collapsed nodes over a small life: opening, closing, finding, counting what is read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import kitchen, long_life

from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.levels import EVENT, GOAL
from memory.reading.queries import count_tokens
from memory.reading.tree_view import ROOT, TreeView, span, stretch
from memory.store.database import Store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("tree") / "memory.sqlite") as opened:
        with HistoryBuilder(opened) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        yield opened


@pytest.fixture
def tree(store: Store) -> TreeView:
    return TreeView(store)


def shown(tree: TreeView) -> list[int]:
    """Ids in the rendering, in order."""
    lines = tree.render().splitlines()
    return [int(line.split("#")[1].split()[0]) for line in lines if "#" in line]


def test_begins_with_the_top_alone(tree: TreeView) -> None:
    (root,) = tree.children()
    days = [one.id for one in tree.children(root.id)]
    assert shown(tree) == [root.id, *days]
    assert "more)" in tree.render()  # what is closed is counted


def test_opens_and_closes(tree: TreeView) -> None:
    (root,) = tree.children()
    below = tree.children(root.id)
    inner = tree.children(below[0].id)
    tree.expand(below[0].id)
    assert shown(tree) == [root.id, below[0].id, *(one.id for one in inner), below[1].id]
    tree.collapse(root.id, 0)
    assert shown(tree) == [root.id, below[1].id]
    tree.expand(root.id, 0)
    assert inner[0].id in shown(tree)  # a child's own state survives while it is hidden
    tree.collapse_all_but(root.id, -1)
    assert shown(tree) == [root.id, below[-1].id]
    tree.reset()
    assert shown(tree) == [root.id, *(one.id for one in below)]


def test_indices_and_slices_are_those_of_python(store: Store) -> None:
    tree = TreeView(store, "goals")
    goals = [one.id for one in tree.children()]
    for which, chosen in [(-1, goals[-1:]), (2, goals[2:3]), (slice(1, 3), goals[1:3]), (slice(-2, None), goals[-2:])]:
        tree.collapse()
        assert tree.expand(ROOT, which) == len(chosen)
        assert shown(tree) == chosen
    for wrong in (len(goals), -len(goals) - 1):
        with pytest.raises(BadInput, match=f"has {len(goals)} children"):
            tree.expand(ROOT, wrong)


def test_a_stretch_finds_what_spans_it(tree: TreeView) -> None:
    (root,) = tree.children()
    middle = datetime(2026, 1, 5, 8, 1, 7)
    assert tree.expand(root.id, middle) == 1  # the day begins before and ends after
    assert tree.expand(root.id, date(2026, 1, 6)) == 1
    assert tree.expand(root.id, (date(2026, 1, 5), date(2026, 1, 6))) == 2
    with pytest.raises(BadInput, match=r"nothing below .* 2026-01-05"):
        tree.expand(root.id, date(2026, 2, 1))


def test_finds_by_time(tree: TreeView) -> None:
    goals = tree.within(datetime(2026, 1, 5), datetime(2026, 1, 5, 23, 59), GOAL)
    assert [one.start for one in goals] == sorted(one.start for one in goals)
    assert len(goals) + len(tree.within(datetime(2026, 1, 6), datetime(2026, 1, 7), GOAL)) == len(
        tree.within(datetime(2026, 1, 1), datetime(2026, 2, 1), GOAL)
    )
    assert tree.within(datetime(2027, 1, 1), datetime(2027, 1, 2)) == ()


def test_searches_words_in_any_form_and_shows_the_way(tree: TreeView) -> None:
    found = tree.search("pick mug")
    assert found and all("picked up the mug" in one.summary for one in found)
    assert {one.id for one in found} <= set(shown(tree))
    assert tree.search("spaceship") == ()
    assert tree.search("mug spaceship")  # most of the words where none holds all
    with pytest.raises(BadInput, match="no word"):
        tree.search("?!")


def test_searches_below_a_node(tree: TreeView) -> None:
    (root,) = tree.children()
    first, second = (one.id for one in tree.children(root.id))
    assert tree.search("mug", first)
    assert tree.search("thank", second)
    assert tree.search("thank", first) == ()


@pytest.mark.parametrize("text", ['"', "a OR b", "NEAR(", "mug*", "summary:mug", "') --", "mug AND"])
def test_searched_words_are_never_a_query(tree: TreeView, text: str) -> None:
    try:
        tree.search(text)
    except BadInput as error:
        assert "no word" in str(error)


def test_neighbours_in_time(tree: TreeView) -> None:
    events = tree.within(datetime(2026, 1, 1), datetime(2026, 2, 1), EVENT)
    around = tree.neighbours(events[3].id, 2, 1)
    assert [one.id for one in around] == [one.id for one in events[1:5]]
    assert [one.id for one in tree.neighbours(events[0].id, 3, 0)] == [events[0].id]
    with pytest.raises(BadInput, match="0 to 50"):
        tree.neighbours(events[0].id, 51)


def test_counts_what_is_read(tree: TreeView) -> None:
    assert tree.tokens_read == 0
    text = tree.render()
    assert tree.tokens_read == count_tokens(text)
    goal = tree.within(datetime(2026, 1, 5), datetime(2026, 1, 6))[0]
    more = tree.text(goal.id)
    assert tree.tokens_read == count_tokens(text) + count_tokens(more)


def test_only_what_was_shown_is_evidence(tree: TreeView) -> None:
    assert tree.seen == frozenset()
    tree.render()
    assert tree.seen == set(shown(tree))
    goal = tree.within(datetime(2026, 1, 5), datetime(2026, 1, 6))[0]
    assert goal.id not in tree.seen
    tree.tell([goal])
    assert goal.id in tree.seen


def test_flat_has_every_goal_with_its_events(store: Store, tree: TreeView) -> None:
    lines = tree.flat().splitlines()
    assert len([line for line in lines if not line.startswith(" ")]) == len(store.nodes(GOAL))
    assert len([line for line in lines if line.startswith("  - ")]) == len(store.nodes(EVENT))


def test_the_forgotten_is_a_gap_without_words(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        Forgetter(store).run(datetime(2026, 1, 15))  # deeds are kept for a week
        gone = [one for level in range(2, 8) for one in store.nodes(level) if one.forgotten is not None]
        assert gone
        tree = TreeView(store)
        tree.expand(gone[0].parent or ROOT)
        text = tree.render()
        assert "(forgotten on 2026-01-15)" in text
        assert not [one for one in gone if one.summary and one.summary in text]
        assert not {one.id for one in gone} & tree.seen
        (told,) = tree.search("sliced bread")  # what is left of it is the summary's line
        assert told.level > GOAL and "sliced the bread" in told.summary
        for call in (tree.expand, tree.text):
            with pytest.raises(BadInput, match="was forgotten"):
                call(gone[0].id)


def test_an_empty_memory(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        for hierarchy in ("deep", "goals"):
            assert TreeView(store, hierarchy).render() == "(nothing is remembered)"
        assert TreeView(store).search("mug") == ()
        with pytest.raises(BadInput, match="no node #7"):
            TreeView(store).expand(7)
        with pytest.raises(BadInput, match="no node"):
            TreeView(store).expand(1 << 70)
        with pytest.raises(BadInput, match="no hierarchy 'wide'"):
            TreeView(store, "wide")


@pytest.mark.parametrize(
    ("which", "start", "end"),
    [
        (date(2026, 1, 5), "2026-01-05T00:00:00", "2026-01-05T23:59:59"),
        (datetime(2026, 1, 5, 8, 5), "2026-01-05T08:05:00", "2026-01-05T08:05:59"),
        (datetime(2026, 1, 5, 8), "2026-01-05T08:00:00", "2026-01-05T08:59:59"),
        (datetime(2026, 1, 5, 8, 5, 7), "2026-01-05T08:05:07", "2026-01-05T08:05:07"),
        ((date(2026, 1, 5), datetime(2026, 1, 6, 9, 30)), "2026-01-05T00:00:00", "2026-01-06T09:30:59"),
    ],
)
def test_times_mean_what_people_mean(which: date, start: str, end: str) -> None:
    begun, ended = stretch(which)
    assert (begun.isoformat(), ended.replace(microsecond=0).isoformat()) == (start, end)
    with pytest.raises(BadInput, match="earlier time first"):
        stretch((date(2026, 1, 6), date(2026, 1, 5)))


def test_times_are_told_as_briefly_as_possible() -> None:
    at = datetime(2026, 1, 5, 8, 5, 7)
    assert span(at, at) == "2026-01-05 08:05:07"
    assert span(at, at.replace(minute=20)) == "2026-01-05 08:05 - 08:20"
    assert span(at, at.replace(day=6, hour=7)) == "2026-01-05 08:05 - 2026-01-06 07:05"
    assert span(at, at.replace(day=9)) == "2026-01-05 - 2026-01-09"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("busy") / "memory.sqlite") as opened:
        with HistoryBuilder(opened) as builder:
            builder.observe_batch(long_life(3, 400))
        yield opened


@settings(max_examples=25)
@given(data=st.data())
def test_whatever_is_opened_every_line_is_in_order_and_hidden_ones_are_counted(
    busy: Store, data: st.DataObject
) -> None:
    tree = TreeView(busy)
    for _ in range(data.draw(st.integers(1, 6))):
        known = sorted(tree.seen) or [tree.children()[0].id]
        node = data.draw(st.sampled_from([ROOT, *known]))
        below = tree.children(node)
        if below:
            act = data.draw(st.sampled_from([tree.expand, tree.collapse]))
            act(node, data.draw(st.none() | st.integers(-len(below), len(below) - 1)))
        tree.render()
    ids = shown(tree)
    assert len(ids) == len(set(ids))
    firsts = [(tree.branch(one).first, -tree.branch(one).level) for one in ids]
    assert firsts == sorted(firsts)
    assert _count(tree.render()) == _all_below(tree, ROOT, set(ids))


def _count(text: str) -> int:
    """How many nodes the lines stand for, hidden ones included."""
    return sum(
        int(line.split("(")[1].split()[0]) if line.strip().startswith("... (") else 1 for line in text.splitlines()
    )


def _all_below(tree: TreeView, node: int, open_: set[int]) -> int:
    below = tree.children(node)
    return len(below) + sum(_all_below(tree, one.id, open_) for one in below if one.id in open_ and one.opens)
