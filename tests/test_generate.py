"""Generated scenes: every property that the engine, the chores and the statistics ask of them."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadInput, StandInWarning, UnknownScene
from envs.pocket.controller import PocketController
from envs.pocket.engine import Engine
from envs.pocket.generate import generate_room
from envs.pocket.generate.looking import loose, seen_from_somewhere
from envs.pocket.generate.shopping import CHORES
from envs.pocket.generate.space import free_cells, largest_component
from envs.pocket.generate.tabletop import generate_tabletop
from envs.pocket.scene import Box, Cell, Scene
from envs.pocket.scenes import ROOMS, load_scene, scene_names
from envs.pocket.things import traits
from envs.pocket.world.supports import planes_at, usual_planes
from envs.vocabulary.object_types import object_type, object_types

SEEDS = range(10)
USUAL = {"kitchen": 86, "living_room": 46, "bedroom": 50, "bathroom": 41}
CASES = [(room, seed) for room in USUAL for seed in SEEDS]
ALL_CASES = [*CASES, *(("tabletop", seed) for seed in SEEDS)]
each_room = pytest.mark.parametrize(("room", "seed"), CASES)
each_scene = pytest.mark.parametrize(("room", "seed"), ALL_CASES)
each_kitchen = pytest.mark.parametrize("seed", SEEDS)

_KEYS = """
    name position rotation visible obstructed receptacle toggleable isToggled breakable isBroken canFillWithLiquid
    isFilledWithLiquid dirtyable isDirty canBeUsedUp isUsedUp cookable isCooked ObjectTemperature canChangeTempToHot
    canChangeTempToCold sliceable isSliced openable isOpen openness pickupable isPickedUp moveable mass
    salientMaterials receptacleObjectIds distance objectType objectId parentReceptacles isMoving
    axisAlignedBoundingBox objectOrientedBoundingBox
"""
KEYS = frozenset(_KEYS.split())
HANGING = {"HandTowelHolder", "TowelHolder", "ToiletPaperHanger"}
DOORS = {"Cabinet", "Drawer", "Fridge", "Microwave", "Safe", "LaundryHamper", "Toilet", "ShowerDoor", "ShowerCurtain"}
FACING = {0.0: (0, 1), 90.0: (1, 0), 180.0: (0, -1), 270.0: (-1, 0)}
GRID, RADIUS = 0.25, 0.2

Thing = dict[str, Any]
Edges = tuple[tuple[float, ...], tuple[float, ...]]


@cache
def scene(room: str, seed: int) -> Scene:
    return load_scene(room, seed)


def edges(thing: Thing) -> Edges:
    box = thing["axisAlignedBoundingBox"]
    c, s = ([box[k][axis] for axis in "xyz"] for k in ("center", "size"))
    low, high = (tuple(a + sign * b / 2 for a, b in zip(c, s, strict=True)) for sign in (-1, 1))
    return low, high


def overlap(a: Edges, b: Edges, slack: float = 1e-3) -> bool:
    return all(a[0][k] < b[1][k] - slack and b[0][k] < a[1][k] - slack for k in range(3))


def within(inner: Edges, outer: Edges) -> bool:
    return all(inner[0][k] >= outer[0][k] - 1e-3 and inner[1][k] <= outer[1][k] + 1e-3 for k in (0, 2))


def gap(edge: Edges, cell: Cell) -> float:
    """Horizontal distance from a cell to a box."""
    x, z = cell[0] * GRID, cell[1] * GRID
    return math.hypot(max(edge[0][0] - x, x - edge[1][0], 0), max(edge[0][2] - z, z - edge[1][2], 0))


def direct_parent(by_id: dict[str, Thing], thing: Thing) -> Thing | None:
    """The parent that is in all the others."""
    parents = [by_id[p] for p in thing["parentReceptacles"] or ()]
    return max(parents, key=lambda p: len(p["parentReceptacles"] or ()), default=None)


def of_type(s: Scene, *types: str) -> list[Thing]:
    return [o for o in s.objects if o["objectType"] in types]


# -- records -------------------------------------------------------------------------------------------------------


@each_scene
def test_records_have_the_key_set_and_id_format_of_recorded_games(room: str, seed: int) -> None:
    objects = scene(room, seed).objects
    for o in objects:
        assert set(o) == KEYS
        assert re.fullmatch(rf"{o['objectType']}_[0-9a-f]{{8}}", o["name"])
        basin = o["objectType"] in ("SinkBasin", "BathtubBasin")
        pattern = r"\w+(\|([+-]\d\d\.\d\d|00\.00)){3}" + (rf"\|{o['objectType']}" if basin else "")
        assert re.fullmatch(pattern, o["objectId"]), o["objectId"]
        assert basin or o["objectId"].startswith(o["objectType"] + "|")
        known = object_type(o["objectType"])
        assert all(o[c] == (c in known.can) for c in known.can | {"pickupable", "moveable", "receptacle", "openable"})
        assert (o["objectOrientedBoundingBox"] is not None) == (o["pickupable"] or o["moveable"])
        assert (o["receptacleObjectIds"] is not None) == o["receptacle"]
    assert len({o["objectId"] for o in objects}) == len({o["name"] for o in objects}) == len(objects)


def test_the_key_set_is_that_of_a_real_game() -> None:
    archive = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"
    if not archive.exists():
        pytest.skip("the TEACh games are not here (shared/data/teach/valid_unseen.zip)")
    with zipfile.ZipFile(archive) as games:
        first = next(n for n in sorted(games.namelist()) if n.endswith(".game.json"))
        game = json.loads(games.read(first))
    for o in game["tasks"][0]["episodes"][0]["initial_state"]["objects"]:
        assert {key for key in o if not key.startswith("simbot")} == KEYS


@each_scene
def test_ids_of_small_things_say_where_they_are(room: str, seed: int) -> None:
    for o in scene(room, seed).objects:
        low, high = edges(o)
        if o["pickupable"]:
            assert o["position"]["y"] == pytest.approx(low[1], abs=1e-6)
            assert o["position"]["x"] == pytest.approx((low[0] + high[0]) / 2, abs=1e-3)
        if not o["objectType"].endswith("Basin"):
            written = [float(part) for part in o["objectId"].split("|")[1:4]]
            assert written == pytest.approx([o["position"][k] for k in "xyz"], abs=0.0151)


@each_scene
def test_containment_is_transitive_and_told_from_both_sides(room: str, seed: int) -> None:
    by_id = {o["objectId"]: o for o in scene(room, seed).objects}
    for oid, o in by_id.items():
        assert o["parentReceptacles"] != []
        for parent in o["parentReceptacles"] or ():
            assert oid in by_id[parent]["receptacleObjectIds"]
            above = {p for p in by_id[parent]["parentReceptacles"] or () if not p.startswith("Floor")}
            assert above <= set(o["parentReceptacles"])
        for child in o["receptacleObjectIds"] or ():
            assert oid in by_id[child]["parentReceptacles"]
        if o["pickupable"]:
            assert o["parentReceptacles"], f"{oid} floats"


# -- geometry ------------------------------------------------------------------------------------------------------


@each_scene
def test_small_things_do_not_overlap(room: str, seed: int) -> None:
    small = [o for o in scene(room, seed).objects if o["pickupable"]]
    for a, b in combinations(small, 2):
        related = b["objectId"] in (a["parentReceptacles"] or ()) or a["objectId"] in (b["parentReceptacles"] or ())
        assert related or not overlap(edges(a), edges(b)), (a["objectId"], b["objectId"])


@each_scene
def test_small_things_rest_inside_what_carries_them(room: str, seed: int) -> None:
    by_id = {o["objectId"]: o for o in scene(room, seed).objects}
    for o in by_id.values():
        parent = direct_parent(by_id, o)
        if not o["pickupable"] or parent is None or parent["objectType"] in HANGING:
            continue
        inner, outer = edges(o), edges(parent)
        planes = planes_at(parent, outer[0][1], outer[1][1])
        if parent["objectType"] == "Floor":
            planes = (0.0,)
        assert min(abs(inner[0][1] - plane) for plane in planes) < 2e-3, (o["objectId"], parent["objectId"])
        middle = [(a + b) / 2 for a, b in zip(*inner, strict=True)]
        if parent["objectType"] == "StoveBurner":  # pans are wider than burners, in real kitchens too
            inner = (tuple(middle), tuple(middle))
        assert within(inner, outer), (o["objectId"], parent["objectId"])


@each_scene
def test_nothing_reaches_into_the_walls(room: str, seed: int) -> None:
    s = scene(room, seed)
    bounds: Edges = (s.bounds.low, s.bounds.high)
    for o in s.objects:
        assert within(edges(o), bounds), o["objectId"]
        assert edges(o)[1][1] <= s.bounds.high[1] + 1e-6
    assert len(s.walls) == 4
    for wall in s.walls:
        assert not overlap((wall.low, wall.high), bounds)


@each_room
def test_furniture_does_not_overlap_furniture(room: str, seed: int) -> None:
    big = [o for o in scene(room, seed).objects if o["parentReceptacles"] and not o["pickupable"]]
    standing = [o for o in big if o["parentReceptacles"][0].startswith("Floor")]
    for a, b in combinations(standing, 2):
        assert not overlap(edges(a), edges(b)), (a["objectId"], b["objectId"])


# -- free space ----------------------------------------------------------------------------------------------------


def standable(s: Scene) -> Iterator[Cell]:
    """Cells whose disc is in the room and hits nothing that stands on the floor: the definition, written plainly."""
    low, high = s.bounds.low, s.bounds.high
    blocking = [edges(o) for o in s.objects if o["objectType"] != "Floor"]
    blocking = [e for e in blocking if e[0][1] < 1.5 and e[1][1] > 0.1]
    for i in range(math.ceil(low[0] / GRID), math.floor(high[0] / GRID) + 1):
        for k in range(math.ceil(low[2] / GRID), math.floor(high[2] / GRID) + 1):
            x, z = i * GRID, k * GRID
            if min(x - low[0], high[0] - x, z - low[2], high[2] - z) < RADIUS - 1e-6:
                continue
            if all(gap(e, (i, k)) >= RADIUS - 1e-6 for e in blocking):
                yield i, k


def component(cells: set[Cell], start: Cell) -> set[Cell]:
    found, edge = {start}, [start]
    while edge:
        x, z = edge.pop()
        new = {(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)} & cells - found
        found |= new
        edge += new
    return found


@each_scene
def test_free_cells_are_the_largest_connected_part_of_the_standable_ones(room: str, seed: int) -> None:
    s = scene(room, seed)
    cells = set(standable(s))
    assert component(cells, min(s.free)) == s.free
    assert len(s.free) >= len(cells) / 2 or len(s.free) >= max(len(component(cells, c)) for c in cells)
    assert s.agent.cell in s.free
    assert (s.agent.x, s.agent.z) == (s.agent.cell[0] * GRID, s.agent.cell[1] * GRID)
    assert s.agent.y == pytest.approx(0.9009992)
    assert s.agent.yaw in FACING and s.agent.horizon == 30


def test_a_wall_of_furniture_leaves_the_agent_the_bigger_side() -> None:
    barrier, shelf, rug = (
        Box((0.9, 0.0, 0.0), (1.1, 1.0, 2.0)),
        Box((2, 1.6, 0), (3, 2, 2)),
        Box((2, 0, 0), (3, 0.05, 2)),
    )
    for room, side in (((0.0, 0.0, 4.0, 2.0), 1), ((-4.0, 0.0, 2.0, 2.0), -1)):
        cells = free_cells(room, (barrier, shelf, rug))
        assert {c for c in cells if (c[0] * GRID - 1.0) * side < 0.3 - 1e-9} == set()
        assert len(cells) == (10 if side > 0 else 18) * 7
    assert largest_component({(0, 0), (5, 5), (5, 6), (9, 9)}) == {(5, 5), (5, 6)}


@each_scene
def test_everything_usable_is_within_reach(room: str, seed: int) -> None:
    s = scene(room, seed)
    for o in s.objects:
        if any(o[c] for c in ("pickupable", "openable", "toggleable", "receptacle")):
            assert min(gap(edges(o), cell) for cell in s.free) <= 1.5, o["objectId"]


@each_room
def test_doors_open_into_free_space(room: str, seed: int) -> None:
    s = scene(room, seed)
    for o in of_type(s, *DOORS):
        low, high = edges(o)
        nx, nz = FACING[o["rotation"]["y"]]
        x, z = ((low[k] + high[k]) / 2 + n * (high[k] - low[k]) / 2 for k, n in ((0, nx), (2, nz)))
        ahead = [(i * GRID - x, k * GRID - z) for i, k in s.free]
        assert any(dx * nx + dz * nz > 0 and math.hypot(dx, dz) <= 1.0 for dx, dz in ahead), o["objectId"]


# -- contents ------------------------------------------------------------------------------------------------------


@each_room
def test_a_room_has_about_as_many_objects_as_real_ones(room: str, seed: int) -> None:
    assert abs(len(scene(room, seed).objects) - USUAL[room]) <= 0.1 * USUAL[room]


@each_room
def test_types_belong_to_the_room_and_have_the_measured_size(room: str, seed: int) -> None:
    for o in scene(room, seed).objects:
        known = object_type(o["objectType"])
        assert room in known.rooms, o["objectId"]
        if o["pickupable"]:
            low, high = edges(o)
            size = sorted((high[0] - low[0], high[2] - low[2]), reverse=True)
            assert size == pytest.approx(known.footprint, rel=0.06, abs=2e-3)
            assert high[1] - low[1] == pytest.approx(known.size[1], rel=0.06, abs=2e-3)


@each_kitchen
def test_kitchens_have_all_that_chores_need(seed: int) -> None:
    tally = Counter(o["objectType"] for o in scene("kitchen", seed).objects)
    assert all(tally[kind] >= 1 for kind in CHORES)
    single = (
        "Toaster",
        "CoffeeMachine",
        "Microwave",
        "Fridge",
        "Sink",
        "SinkBasin",
        "Faucet",
        "GarbageCan",
        "LightSwitch",
    )
    assert all(tally[kind] == 1 for kind in single)
    assert tally["StoveBurner"] == tally["StoveKnob"] == 4
    assert 2 <= tally["CounterTop"] <= 4 and tally["Cabinet"] >= 8 and tally["Drawer"] >= 3


def test_small_types_come_in_ones_to_threes_as_measured() -> None:
    counts = [n for seed in SEEDS for n in _small_counts("kitchen", seed)]
    assert max(counts) <= 4
    assert 1.3 <= sum(counts) / len(counts) <= 2.2


def _small_counts(room: str, seed: int) -> list[int]:
    return list(Counter(o["objectType"] for o in scene(room, seed).objects if o["pickupable"]).values())


def test_some_things_start_behind_closed_doors_and_most_do_not() -> None:
    inside = total = 0
    for seed in SEEDS:
        for o in scene("kitchen", seed).objects:
            if o["pickupable"]:
                total += 1
                inside += any(p.split("|")[0] in traits.ENCLOSED for p in o["parentReceptacles"])
    assert 0.25 <= inside / total <= 0.65  # recorded kitchens: 0.40, mean over the plans


def test_parents_follow_the_measured_distribution() -> None:
    found: Counter[str] = Counter()
    for seed in range(30):
        s = scene("kitchen", seed)
        for o in of_type(s, "Apple", "Tomato", "Potato", "Fork", "Knife", "Spatula"):
            found[o["parentReceptacles"][0].split("|")[0]] += 1
    total = sum(found.values())
    assert 0.12 <= found["CounterTop"] / total <= 0.4  # measured 0.18 to 0.25
    assert 0.08 <= found["Fridge"] / total <= 0.35  # measured 0.14 to 0.20
    assert 0.06 <= found["Cabinet"] / total <= 0.3  # measured 0.12 to 0.15


@each_kitchen
def test_appliances_and_sink_are_left_usable(seed: int) -> None:
    s = scene("kitchen", seed)
    (basin,) = of_type(s, "SinkBasin")
    assert len(basin["receptacleObjectIds"]) <= 3
    for appliance in of_type(s, "Toaster", "CoffeeMachine", "Microwave"):
        low, high = edges(appliance)
        nx, nz = FACING[appliance["rotation"]["y"]]
        before = tuple(v + 0.2 * n for v, n in zip(low, (nx, 0, nz), strict=True))
        beyond = tuple(v + 0.2 * n for v, n in zip(high, (nx, 0, nz), strict=True))
        in_the_way = [
            o["objectId"]
            for o in s.objects
            if (o["pickupable"] or o["moveable"])
            and o is not appliance
            and appliance["objectId"] not in (o["parentReceptacles"] or ())
            and overlap(edges(o), (before, beyond))
        ]
        assert not in_the_way
    (toaster,) = of_type(s, "Toaster")
    assert toaster["receptacleObjectIds"] == []
    assert sum(not burner["receptacleObjectIds"] for burner in of_type(s, "StoveBurner")) >= 1


# -- states --------------------------------------------------------------------------------------------------------


@each_kitchen
def test_a_knob_that_is_on_heats_its_nearest_burner_and_what_is_on_it(seed: int) -> None:
    s = scene("kitchen", seed)
    burners = of_type(s, "StoveBurner")
    hot = set()
    for knob in of_type(s, "StoveKnob"):
        here = knob["position"]
        nearest = min(burners, key=lambda b: math.dist([b["position"][k] for k in "xz"], [here[k] for k in "xz"]))
        assert (nearest["ObjectTemperature"] == "Hot") == knob["isToggled"]
        hot.add(nearest["objectId"])
    assert len(hot) == 4
    for o in s.objects:
        if any(p in hot for p in o["parentReceptacles"] or ()):
            burner = next(b for b in burners if b["objectId"] in o["parentReceptacles"])
            assert o["ObjectTemperature"] == burner["ObjectTemperature"]


@each_scene
def test_initial_states(room: str, seed: int) -> None:
    by_id = {o["objectId"]: o for o in scene(room, seed).objects}
    for o in by_id.values():
        parents = [by_id[p] for p in o["parentReceptacles"] or ()]
        assert not any(o[k] for k in ("isBroken", "isSliced", "isPickedUp", "isUsedUp", "isMoving"))
        for state, ability in (("isToggled", "toggleable"), ("isDirty", "dirtyable"), ("isOpen", "openable")):
            assert o[ability] or not o[state]
        assert o["openness"] == float(o["isOpen"])
        if o["openable"] and o["objectType"] != "Blinds":
            assert o["isOpen"] == (o["objectType"] in ("Box", "Laptop"))
        if any(p["objectType"] == "Fridge" for p in parents):
            assert o["ObjectTemperature"] == "Cold"
        in_running_microwave = any(p["objectType"] == "Microwave" and p["isToggled"] for p in parents)
        if in_running_microwave:
            assert o["ObjectTemperature"] == "Hot"
        assert o["isCooked"] == (o["cookable"] and o["ObjectTemperature"] == "Hot")


def test_about_half_of_what_can_be_on_or_dirty_is() -> None:
    things = [o for room in USUAL for seed in SEEDS for o in scene(room, seed).objects]
    for ability, state in (
        ("toggleable", "isToggled"),
        ("dirtyable", "isDirty"),
        ("canFillWithLiquid", "isFilledWithLiquid"),
    ):
        able = [o for o in things if o[ability]]
        assert 0.4 <= sum(o[state] for o in able) / len(able) <= 0.6


# -- reproducibility and the interface -----------------------------------------------------------------------------

_PRINT_HASHES = """
import hashlib, json
from envs.pocket.scenes import load_scene
for name in ("kitchen", "living_room", "bedroom", "bathroom", "tabletop", "FloorPlan10_standin"):
    s = load_scene(name, 3)
    text = json.dumps([s.name, s.objects, sorted(s.free), repr(s.agent), repr(s.walls)])
    print(name, hashlib.sha256(text.encode()).hexdigest())
"""


def test_two_processes_make_identical_bytes() -> None:
    answers = []
    for hash_seed in ("1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", _PRINT_HASHES], env=environment, capture_output=True, check=True)
        answers.append(done.stdout)
    assert answers[0] == answers[1]
    assert answers[0].count(b"\n") == 6


def _digest(s: Scene) -> str:
    return hashlib.sha256(json.dumps([s.objects, sorted(s.free)]).encode()).hexdigest()


@pytest.mark.parametrize("room", ROOMS)
def test_every_seed_is_another_room(room: str) -> None:
    assert len({_digest(scene(room, seed)) for seed in SEEDS}) == len(SEEDS)
    assert _digest(load_scene(room, 4)) == _digest(scene(room, 4))


@settings(max_examples=12, deadline=None)
@given(room=st.sampled_from(sorted(USUAL)), seed=st.integers(0, 2**40))
def test_any_seed_gives_a_usable_room(room: str, seed: int) -> None:
    s = generate_room(room, seed)
    assert len({o["objectId"] for o in s.objects}) == len(s.objects)
    assert abs(len(s.objects) - USUAL[room]) <= 0.1 * USUAL[room]
    assert len(s.free) >= 28


@pytest.mark.parametrize("room", USUAL)
@pytest.mark.parametrize("wanted", [20, 60, 200])
def test_the_number_of_objects_can_be_chosen(room: str, wanted: int) -> None:
    assert abs(len(generate_room(room, 1, objects=wanted).objects) - wanted) <= 0.05 * wanted


def test_four_hundred_objects_fit_into_a_kitchen() -> None:
    s = generate_room("kitchen", 0, objects=400)
    assert abs(len(s.objects) - 400) <= 20
    assert all(min(gap(edges(o), cell) for cell in s.free) <= 1.5 for o in s.objects if o["pickupable"])


@pytest.mark.parametrize(
    ("room", "seed", "objects"), [("garage", 0, None), ("kitchen", -1, None), ("kitchen", 0, 5), ("kitchen", 0, 999)]
)
def test_bad_requests_are_refused(room: str, seed: int, objects: int | None) -> None:
    with pytest.raises(BadInput):
        generate_room(room, seed, objects=objects)


def test_scene_names_are_the_rooms_and_the_120_plans() -> None:
    names = scene_names()
    assert names[:5] == list(ROOMS)
    assert len(names) == 125 and {"FloorPlan1", "FloorPlan30", "FloorPlan201", "FloorPlan330", "FloorPlan430"} <= set(
        names
    )


@pytest.mark.parametrize(
    ("name", "room", "scene_name"),
    [
        (None, "kitchen", "kitchen_0"),
        ("living room", "living_room", "living_room_0"),
        ("Bedroom", "bedroom", "bedroom_0"),
        ("bathroom_7", "bathroom", "bathroom_7"),
        ("tabletop", "tabletop", "tabletop_0"),
        ("FloorPlan10_standin", "kitchen", "FloorPlan10_standin"),
        ("floorplan_219_standin", "living_room", "FloorPlan219_standin"),
    ],
)
def test_names_lead_to_rooms(name: str | None, room: str, scene_name: str) -> None:
    s = load_scene(name)
    assert (s.room, s.name) == (room, scene_name)


@pytest.mark.parametrize("name", ["FloorPlan403", "FloorPlan403_physics", "floorplan403"])
def test_a_plan_leads_to_a_stand_in_that_says_so(name: str) -> None:
    with pytest.warns(
        StandInWarning, match="FloorPlan403 is not shipped; FloorPlan403_standin is a generated bathroom"
    ):
        s = load_scene(name)
    assert (s.room, s.name, s.stands_in_for) == ("bathroom", "FloorPlan403_standin", "FloorPlan403")
    assert "stand-in for FloorPlan403" in s.source
    assert load_scene(s.name) == s  # named as what it is, it needs no warning
    with pytest.warns(StandInWarning):
        controller = PocketController(name, renderImage=False)
    metadata = controller.last_event.metadata
    assert (metadata["sceneName"], metadata["standInFor"]) == ("FloorPlan403_standin", "FloorPlan403")
    assert controller.reset(controller.scene).metadata["sceneName"] == s.name
    assert "standInFor" not in controller.reset("bathroom_3").metadata


def test_a_scene_name_loads_the_same_scene_again() -> None:
    assert _digest(load_scene(scene("bedroom", 6).name)) == _digest(scene("bedroom", 6))


def test_plans_differ_from_each_other() -> None:
    assert (
        _digest(load_scene("FloorPlan1_standin"))
        != _digest(load_scene("FloorPlan2_standin"))
        != _digest(load_scene("FloorPlan2_standin", 1))
    )


@pytest.mark.parametrize(
    ("name", "close"), [("kitchn", "kitchen"), ("FloorPlan31", "FloorPlan3"), ("livingrom", "living_room")]
)
def test_an_unknown_scene_names_what_exists_and_what_was_meant(name: str, close: str) -> None:
    with pytest.raises(UnknownScene) as caught:
        load_scene(name)
    message = str(caught.value)
    assert name in message and repr(close)[:-1] in message
    assert all(room in message for room in ROOMS) and "FloorPlan201-230" in message


# -- the tabletop --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tabletop_has_its_things_on_one_table_before_the_agent(seed: int) -> None:
    s = scene("tabletop", seed)
    (table,) = of_type(s, "DiningTable")
    small = [o for o in s.objects if o["pickupable"]]
    assert len(small) == len(s.objects) - 2 >= 15
    assert all(o["parentReceptacles"] == [table["objectId"]] for o in small)
    assert len(s.free) <= 24 and s.agent.yaw == 0
    assert all(gap(edges(o), s.agent.cell) <= 1.5 for o in small)
    assert len(of_type(s, "Box")) == 2
    assert len(of_type(s, "Apple", "Tomato", "Potato", "Bread", "Egg", "Lettuce")) >= 4


def test_the_tabletop_can_be_fuller_or_emptier() -> None:
    assert len(generate_tabletop(0, objects=8).objects) == 8
    assert len(generate_tabletop(0, objects=30).objects) == 30
    with pytest.raises(BadInput):
        generate_tabletop(0, objects=200)


# -- the vocabulary ------------------------------------------------------------------------------------------------


def test_the_vocabulary_is_complete_and_sane() -> None:
    types = object_types()
    assert len(types) == 123
    assert object_type("Mug").can >= {"pickupable", "receptacle", "dirtyable", "canFillWithLiquid"}
    assert object_type("Potato").can >= {"sliceable", "cookable"}
    assert object_type("Fridge").rooms["kitchen"].share == 1
    for kind in types.values():
        assert all(v > 0 for v in (*kind.size, *kind.footprint))
        assert ("receptacle" in kind.can) == bool(kind.support)
        assert all(parent in types and 0 < share <= 1 for parent, share in kind.parents.items())
        assert not kind.can >= {"pickupable", "moveable"}


def test_support_planes_are_those_of_the_engine() -> None:
    for kind in object_types().values():
        if kind.support and kind.name != "Floor":
            assert kind.support == pytest.approx(usual_planes(kind.name)), kind.name


def test_an_unknown_type_names_the_closest_one() -> None:
    with pytest.raises(BadInput, match="CoffeeMachine"):
        object_type("CofeeMachine")


@pytest.mark.parametrize("objects", [None, 150])
@pytest.mark.parametrize("room", USUAL)
def test_what_no_door_hides_can_be_seen_from_somewhere(room: str, objects: int | None) -> None:
    for seed in (9, 18, 42) if objects is None else (3,):
        engine = Engine.open(generate_room(room, seed, objects=objects))
        things = loose(engine)
        assert len(things) > 5
        unseen = set(things) - seen_from_somewhere(engine, things)
        assert [engine.record(i)["objectId"] for i in unseen] == []
