from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadInput
from envs.mapview import (
    AGENT,
    FAMILIES,
    FLOOR,
    FREE,
    PATH,
    WALL,
    Bounds,
    MapScale,
    draw_map,
    family_of,
    half_blocks,
    room_bounds,
)

KITCHENWARE, STORAGE, SURFACE = (FAMILIES[name] for name in ("kitchenware", "storage", "surface"))


def thing(kind: str, x: float, y: float, z: float, size: tuple[float, float, float], **changes: Any) -> dict[str, Any]:
    return {
        "objectId": f"{kind}|{x}|{z}",
        "objectType": kind,
        "axisAlignedBoundingBox": {
            "center": {"x": x, "y": y, "z": z},
            "size": dict(zip("xyz", size, strict=True)),
        },
        "pickupable": False,
        "openable": False,
        "isOpen": False,
        "sliceable": False,
        "isSliced": False,
        "parentReceptacles": None,
        **changes,
    }


def room(*things: dict[str, Any], x: float = 0.0, z: float = 0.0, yaw: float = 0.0) -> dict[str, Any]:
    """A floor of 4 x 4 m around the origin."""
    return {
        "objects": [thing("Floor", 0, 0, 0, (4, 0, 4)), *things],
        "agent": {"position": {"x": x, "y": 0.9, "z": z}, "rotation": {"x": 0.0, "y": yaw, "z": 0.0}},
        "sceneBounds": {"center": {"x": 0, "y": 1, "z": 0}, "size": {"x": 5, "y": 2, "z": 5}},
    }


def pixel(metadata: dict[str, Any], x: float, z: float, **options: Any) -> tuple[int, ...]:
    """Colour of the map at a point of the room."""
    image = draw_map(metadata, 200, 200, **options)
    row, column = MapScale(options.get("bounds") or room_bounds(metadata, options.get("free", ())), 200, 200).at(x, z)
    return tuple(image[int(row), int(column)].tolist())


def where(image: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    return np.argwhere((image == colour).all(axis=2))


def test_floor_free_cells_and_walls() -> None:
    scene, free = room(x=1.5, z=1.5), [(0, 0), (1, 0), (-2, 0)]
    assert pixel(scene, 0.0, 0.0) == FLOOR
    assert pixel(scene, 0.0, 0.0, free=free) == pixel(scene, 0.25, 0.05, free=free) == FREE
    assert pixel(scene, -0.25, 0.0, free=free) == FLOOR  # the cell between two free ones
    assert pixel(scene, 2.1, 0.0) == WALL


def test_x_is_right_and_z_is_up() -> None:
    scene = room(thing("DiningTable", 1.0, 0.4, 0.0, (0.6, 0.8, 0.4)), thing("Fridge", 0.0, 0.9, 1.5, (0.6, 1.8, 0.6)))
    assert pixel(scene, 1.0, 0.0) == SURFACE
    assert pixel(scene, 0.0, 1.5) == FAMILIES["appliance"]
    image = draw_map(scene, 200, 200)
    assert where(image, SURFACE)[:, 1].mean() > 100 > where(image, FAMILIES["appliance"])[:, 0].mean()


def test_what_hangs_high_leaves_what_is_below_in_sight() -> None:
    counter, cabinet = thing("CounterTop", 0, 0.45, 0, (1, 0.9, 1)), thing("Cabinet", 0, 1.9, 0, (1, 0.6, 1))
    scene = room(counter, cabinet, x=1.5, z=1.5)
    assert pixel(scene, 0.0, 0.0) == SURFACE
    assert (draw_map(scene, 200, 200) != draw_map(room(counter, x=1.5, z=1.5), 200, 200)).any()
    assert pixel(room(counter, thing("Cabinet", 0, 0.5, 0, (1, 1, 1)), x=1.5, z=1.5), 0.0, 0.0) == STORAGE


def test_small_things_are_dots_on_top_of_furniture() -> None:
    mug = thing("Mug", 0.3, 0.95, 0.3, (0.1, 0.1, 0.1), pickupable=True)
    scene = room(mug, thing("CounterTop", 0, 0.45, 0, (1, 0.9, 1)), x=1.5, z=1.5)
    assert pixel(scene, 0.3, 0.3) == KITCHENWARE


@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_shut_in_is_not_drawn(is_open: bool) -> None:
    fridge = thing("Fridge", 0, 0.9, 0, (0.8, 1.8, 0.8), openable=True, isOpen=is_open)
    mug = thing("Mug", 0, 0.9, 0, (0.1, 0.1, 0.1), pickupable=True, parentReceptacles=[fridge["objectId"]])
    assert (pixel(room(fridge, mug, x=1.5, z=1.5), 0.0, 0.0) == KITCHENWARE) == is_open


def test_a_sliced_whole_is_gone_and_its_pieces_are_there() -> None:
    whole = thing("Bread", 0.5, 1, 0, (0.2, 0.1, 0.2), pickupable=True, sliceable=True, isSliced=True)
    piece = thing("BreadSliced", -0.5, 1, 0, (0.1, 0.1, 0.1), pickupable=True, isSliced=True)
    scene = room(whole, piece, x=1.5, z=1.5)
    assert pixel(scene, 0.5, 0.0) == FLOOR
    assert pixel(scene, -0.5, 0.0) == FAMILIES["food"]


@pytest.mark.parametrize(("yaw", "row", "column"), [(0, -1, 0), (90, 0, 1), (180, 1, 0), (270, 0, -1)])
def test_the_agent_points_where_it_looks(yaw: int, row: int, column: int) -> None:
    image = draw_map(room(x=0.5, z=-0.5, yaw=yaw), 400, 400)
    scale = MapScale(room_bounds(room()), 400, 400)
    offset = where(image, AGENT) + 0.5 - scale.at(0.5, -0.5)
    ahead = offset @ (row, column)
    assert ahead.max() > 1.15 * -ahead.min()  # the tip reaches farther than the back
    assert np.abs(offset[ahead > 0.7 * ahead.max()] @ (column, row)).max() < 0.05 * 400  # and it is narrow
    assert abs(offset.mean(axis=0)).max() < 0.05 * 400


def test_the_way_so_far_is_a_line() -> None:
    way = [(-1.5, -1.0), (-1.5, 0.0), (0.0, 0.0)]
    assert pixel(room(x=1.5, z=1.5), -1.5, -0.5, path=way) == PATH
    assert pixel(room(x=1.5, z=1.5), -0.8, 0.0, path=way) == PATH
    assert pixel(room(x=1.5, z=1.5), -0.8, -0.5, path=way) == FLOOR


def test_bounds_show_a_part_and_keep_the_shape() -> None:
    part = Bounds(-0.5, -0.5, 0.5, 0.5)
    scene = room(thing("Sofa", 1.5, 0.4, 1.5, (0.5, 0.8, 0.5)))
    assert not len(where(draw_map(scene, 100, 100, bounds=part), FAMILIES["seat or bed"]))
    wide = draw_map(room(thing("Sofa", 0, 0.4, 1, (0.5, 0.8, 0.5))), 100, 300)
    rows, columns = np.ptp(where(wide, FAMILIES["seat or bed"]), axis=0)
    assert abs(int(rows) - int(columns)) <= 1  # a square stays a square in a wide image


def test_without_a_floor_the_scene_bounds_are_drawn() -> None:
    scene = room()
    scene["objects"] = []
    assert pixel(scene, 2.0, 2.0) == FLOOR
    assert room_bounds(scene).east > 2.5


def test_bad_sizes_and_bounds_say_what_is_wrong() -> None:
    with pytest.raises(BadInput, match="0 x 100"):
        draw_map(room(), 0, 100)
    with pytest.raises(BadInput, match="east must exceed west"):
        draw_map(room(), bounds=Bounds(1, 0, 1, 1))


def test_every_type_has_a_family() -> None:
    assert family_of(thing("Mug", 0, 0, 0, (1, 1, 1), pickupable=True)) == "kitchenware"
    assert family_of(thing("Gadget", 0, 0, 0, (1, 1, 1), pickupable=True)) == "other small thing"
    assert family_of(thing("Gadget", 0, 0, 0, (1, 1, 1))) == "other furniture"


def test_half_blocks_show_two_pixels_a_character() -> None:
    image = np.zeros((4, 3, 3), dtype=np.uint8)
    image[0, 1], image[1, 1] = (255, 0, 0), (0, 0, 255)
    text = half_blocks(image)
    assert text.plain == "▀▀▀\n▀▀▀\n"
    style = next(span.style for span in text.spans if span.start <= 1 < span.end)
    assert style == "rgb(255,0,0) on rgb(0,0,255)"


coordinate = st.floats(-30, 30)
sizes = st.integers(1, 80)


@given(
    height=sizes, width=sizes, x=coordinate, z=coordinate, yaw=st.floats(-720, 720),
    path=st.lists(st.tuples(coordinate, coordinate), max_size=5),
    free=st.sets(st.tuples(st.integers(-60, 60), st.integers(-60, 60)), max_size=8),
    things=st.lists(st.tuples(coordinate, coordinate, st.floats(0, 5), st.booleans()), max_size=4),
    part=st.none() | st.just(Bounds(-1, -1, 1, 1)),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_any_room_at_any_size_gives_the_same_image_twice(
    height: int, width: int, x: float, z: float, yaw: float, path: list, free: set, things: list, part: Bounds | None
) -> None:
    made = [thing("Mug" if small else "Bed", a, 0.5, b, (s, s, s), pickupable=small) for a, b, s, small in things]
    scene = room(*made, x=x, z=z, yaw=yaw)
    before = deepcopy(scene)
    image = draw_map(scene, height, width, free=free, path=path, bounds=part)
    assert image.shape == (height, width, 3) and image.dtype == np.uint8
    assert (image == draw_map(scene, height, width, free=sorted(free, reverse=True), path=path, bounds=part)).all()
    assert scene == before
