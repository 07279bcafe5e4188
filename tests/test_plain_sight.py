"""Measuring whether things that lie in plain sight are visible."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.handled import Handled
from benchmarks.plain_sight import PlainSight, Thing, run, things_in
from benchmarks.sample import spread
from envs.pocket.engine import Engine
from envs.pocket.scene import Box
from envs.pocket.world.visibility import VisibilityQueries
from envs.replay.player import replay
from envs.teach.games.archive import contents, find
from envs.teach.games.recorded import read_game
from tests.scenes import counter, floor, room, thing

GAMES = Path(__file__).parents[2] / "shared" / "data" / "teach"
needs_data = pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")


NICHE = (
    Box((-2.0, 0.0, 0.8), (2.0, 2.5, 1.0)),
    Box((-2.0, 1.1, 0.55), (2.0, 2.5, 0.8)),
    Box((-2.0, 0.8, 0.45), (-0.1, 1.2, 0.8)),
    Box((0.1, 0.8, 0.45), (2.0, 1.2, 0.8)),
)
"""Walls that leave a mug on the counter open to the front only."""


def _mug(*others: dict) -> Thing:
    worktop = counter()
    mug = thing("Mug", 0.0, 0.7, on=worktop)
    (found,) = (t for t in things_in(replace(room(floor(), worktop, mug, *others), walls=NICHE)) if t.kind == "Mug")
    return found


def test_what_lies_open_is_seen_and_what_stands_before_it_is_named() -> None:
    seen = _mug()
    assert seen.seen
    assert (seen.lies_on, seen.buried_by) == ("CounterTop", ())
    buried = _mug(thing("Bread", 0.0, 0.39, y=0.5, size=(0.8, 1.0, 0.1)))
    assert not buried.seen and not buried.seen_crouching
    assert buried.buried_by == ("Bread",)


def test_closed_containers_are_left_out_and_things_far_off_counted_apart() -> None:
    fridge = thing("Fridge", 0.0, 0.8, isOpen=False)
    egg = thing("Egg", 0.0, 0.8, on=fridge)
    far = thing("Mug", 9.0, 9.0)
    things = things_in(room(floor(), fridge, egg, far))
    assert [(t.kind, t.in_reach, t.seen) for t in things] == [("Mug", False, False)]
    whole, part = PlainSight(), PlainSight(floor_known=False)
    whole.add(things)
    part.add(things)
    assert (whole.as_dict()["never_visible"], part.as_dict()["never_visible"]) == (1, 0)
    assert part.as_dict()["out_of_reach"] == 1


def test_generated_rooms_have_a_line_of_each_kind() -> None:
    lines = list(run(rooms=1))
    assert [line["rooms"].split(" ", 1)[1] for line in lines] == ["kitchens", "living rooms", "bedrooms", "bathrooms"]
    assert all(line["figures"]["things"] > 5 for line in lines)


@needs_data
def test_first_handlings_are_counted_once_and_unseen_ones_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ((name, content),) = contents(spread([GAMES / "valid_unseen.zip"], 1))
    game = read_game(content, name)
    objects = {i.oid for i in game.interactions if i.agent_id == 1 and i.success and i.oid}
    handled = Handled()
    replay(game, watch=handled.watch(game))
    assert handled.total.total() == len(objects) > 0
    blind = Handled()
    monkeypatch.setattr(VisibilityQueries, "visible", lambda self, which, *_: np.zeros(len(which), dtype=np.bool_))
    replay(game, watch=blind.watch(game))
    assert blind.share == 0.0
    assert {object_id for _, _, object_id in blind.which} == objects


def test_hiding_everything_hides_it_here(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = room(floor(), counter(), thing("Mug", 0.0, 0.6, on=counter()))
    assert Engine.open(scene).visible_mask().any()
    monkeypatch.setattr(VisibilityQueries, "visible", lambda self, which, *_: np.zeros(len(which), dtype=np.bool_))
    sight = PlainSight()
    sight.add(things_in(scene))
    assert sight.share == 1.0


@needs_data
def test_a_sample_covers_all_plans_and_does_not_depend_on_the_order_of_files(tmp_path: Path) -> None:
    entries = find([GAMES / "train.zip"])[:40]
    files = []
    for name, content in contents(entries):
        files.append(tmp_path / Path(name).name)
        files[-1].write_bytes(content)
    worlds = {read_game(file).world for file in files}
    some = spread(files, len(worlds))
    assert {read_game(file).world for file, _ in some} == worlds
    assert spread(files[::-1], len(worlds)) == some
    assert len(spread([tmp_path], 1000)) == 40


def test_things_are_values() -> None:
    mug = Thing("kitchen 0", "Mug|1", "Mug", "", True, True, True)
    assert replace(mug, kind="Cup") != mug
