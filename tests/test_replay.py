"""Replaying real games: our engine's figures on a sample, and what each mode does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from envs.errors import BadGameFile, BadInput
from envs.pocket.things.records import box_of
from envs.replay.changes import Score, changed_properties, same_place
from envs.replay.player import replay
from envs.replay.report import ReplayReport
from envs.teach.games.rebuild import read_layouts, scene_from_game, unobstructed, visited_cells
from envs.teach.games.recorded import Game, iter_games

DATA = Path(__file__).parents[2] / "shared" / "data"
GAMES = DATA / "teach"
needs_data = pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [*iter_games([GAMES / "valid_unseen.zip"], 14), *iter_games([GAMES / "train.zip"], 14)]


@pytest.fixture(scope="module")
def report(games: list[Game]) -> ReplayReport:
    total = ReplayReport()
    for game in games:
        total.add(replay(game))
    return total


@needs_data
def test_free_replay_reaches_the_targets(report: ReplayReport) -> None:
    figures = report.as_dict()
    assert figures["games"] == 28
    assert figures["motions"]["agreement"] >= 0.985
    assert figures["object_actions"]["successes_reproduced"] >= 0.97
    assert figures["final_state"]["micro_f1"] >= 0.95
    assert figures["task"]["agreement"] >= 0.95
    assert figures["checker"] == {"final_success": 1.0, "initial_success": 0.0}


@needs_data
def test_failures_without_a_target_are_reported_apart(report: ReplayReport, games: list[Game]) -> None:
    failed = sum(i.agent_id == 1 and i.is_object_action and i.oid is None for g in games for i in g.interactions)
    apart = report.as_dict()["object_actions"]["untargeted"]
    assert failed > 0
    assert sum(n for kinds in apart.values() for n in kinds.values()) == failed


@needs_data
def test_deciding_does_not_read_the_outcome(games: list[Game]) -> None:
    """The same steps with every outcome flipped and every later pose removed are decided in the same way."""
    game = games[1]
    blind = replace(
        game,
        interactions=tuple(replace(i, success=1 - (i.success or 0)) for i in game.interactions),
        final=replace(game.final, objects=game.initial.objects),
    )
    ours = [s.ours for s in replay(game).steps]
    assert [s.ours for s in replay(blind).steps] == ours


@needs_data
def test_modes_differ_as_described(games: list[Game]) -> None:
    game = games[0]
    guided, free, open_loop = (replay(game, mode) for mode in ("guided", "free", "open-loop"))
    assert guided.success == guided.recorded_success
    assert sum(guided.conflicts.values()) <= sum(free.conflicts.values())
    assert len(open_loop.steps) == len(free.steps) == len(guided.steps)


@needs_data
def test_free_space_comes_from_the_record_and_the_layout(games: list[Game]) -> None:
    layouts = read_layouts(DATA / "layouts" / "reachable_positions.json")
    scene = scene_from_game(games[0], layouts)
    assert visited_cells(games[0].interactions) <= scene.free
    standing = unobstructed(layouts["FloorPlan219"], games[0].initial.objects, scene.agent.y)
    assert len(standing) > 0.8 * len(layouts["FloorPlan219"])
    assert standing <= scene.free
    assert "layout of FloorPlan219" in scene.source
    assert len(scene_from_game(games[0]).free) < len(scene.free)


@needs_data
@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("axisAlignedBoundingBox", {"center": {"x": 1e4, "y": 0, "z": 0}}, "outside the plan FloorPlan219"),
        ("axisAlignedBoundingBox", {"center": {"x": float("nan"), "y": 0, "z": 0}}, "not made of numbers"),
        ("axisAlignedBoundingBox", None, "wrong form"),
        ("position", {"x": 1.0}, "'y' is missing"),
    ],
)
def test_objects_that_cannot_be_there_are_named(games: list[Game], key: str, value: Any, words: str) -> None:
    first, *others = games[0].initial.objects
    if isinstance(value, dict) and key != "position":
        value = {**first[key], **value}
    broken = replace(games[0], initial=replace(games[0].initial, objects=({**first, key: value}, *others)))
    with pytest.raises(BadGameFile, match=rf"objects\[0\].*{words}"):
        scene_from_game(broken)


@needs_data
def test_a_box_that_cannot_be_a_things_own_is_not_believed(games: list[Game]) -> None:
    """Some rolls of toilet paper are recorded with a box of 25 m that begins at them."""
    things = games[0].initial.objects
    first = next(o for o in things if o["pickupable"])
    x, y, z = (first["position"][k] for k in "xyz")
    vast = {"center": {"x": x + 12.0, "y": y - 3.0, "z": z - 5.0}, "size": {"x": 24.9, "y": 8.0, "z": 10.9}}
    changed = {**first, "axisAlignedBoundingBox": vast}
    objects = tuple(changed if o is first else o for o in things)
    scene = scene_from_game(replace(games[0], initial=replace(games[0].initial, objects=objects)))
    low, high = box_of(next(o for o in scene.objects if o["objectId"] == first["objectId"]))
    assert (high - low).max() < 1.0
    assert (low <= (x, y, z)).all() and (high >= (x, y, z)).all()
    unchanged = [o for o in scene.objects if o["objectId"] != first["objectId"]]
    assert unchanged == [o for o in scene_from_game(games[0]).objects if o["objectId"] != first["objectId"]]


def test_unknown_mode_lists_the_modes() -> None:
    with pytest.raises(ValueError, match="open-loop"):
        replay(None, "sideways")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("text", ["not json", "[1, 2]", '{"FloorPlan1": 3}', '{"FloorPlan1": [["a", 1]]}'])
def test_bad_layout_files_are_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "layout.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"layout\.json"):
        read_layouts(path)


def test_changes_are_counted_one_by_one() -> None:
    at = {"position": {"x": 0.0, "y": 0.0, "z": 0.0}}
    before = [
        {"objectId": "a", "isDirty": True, "parentReceptacles": ["t"], **at},
        {"objectId": "t", "receptacleObjectIds": ["a"], **at},
    ]
    after = [
        {"objectId": "a", "isDirty": False, "parentReceptacles": ["s", "u"], **at},
        {"objectId": "t", "receptacleObjectIds": [], **at},
        {"objectId": "a|b", "isCooked": True, "parentReceptacles": ["s"], **at},
    ]
    changes = changed_properties(before, after)
    assert changes["isDirty"] == {("a", False)}
    assert changes["isCooked"] == {("a|b", True)}
    assert changes["created"] == {("a|b",)}
    assert changes["parentReceptacles"] == {("a", "-", "t"), ("a", "+", "s"), ("a", "+", "u"), ("a|b", "+", "s")}
    assert changes["receptacleObjectIds"] == {("t", "-", "a")}


def test_scores() -> None:
    score = Score()
    score.add({("a",), ("b",)}, {("b",), ("c",), ("d",)})
    assert (score.precision, score.recall) == (1 / 2, 1 / 3)
    assert score.f1 == pytest.approx(0.4)
    assert Score().f1 == 1.0
    place = same_place({"a": (0.0, 0.0, 0.0), "b": (0.0, 0.0, 0.0)}, {"a": (0.1, 0.0, 0.0), "b": (2.0, 0.0, 0.0)})
    assert (place.true_positive, place.false_positive, place.false_negative) == (1, 1, 1)
