import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.pocket.contact_sheet import STATES, sample_record
from envs.pocket.render.look import Look, look_of, variant_of
from envs.pocket.render.mesh import Paint, box, ellipsoid, join, prism, revolve, rotation, transform, tube, turned
from envs.pocket.render.pose import pose_of
from envs.pocket.render.shapes import BUILDERS, mesh_for
from envs.pocket.render.shapes.font import written
from envs.pocket.render.shapes.parts import LIQUIDS
from envs.pocket.scene import Box
from envs.pocket.things.palette import COLOURS, PALETTES
from envs.vocabulary.object_types import object_types

RED = Paint((0.8, 0.1, 0.1))
ROOM = Box((-3.0, 0.0, -3.0), (3.0, 2.5, 3.0))
sizes = st.floats(0.01, 2.0)

#: Types that reach out of their boxes on purpose: slabs lie below the plane on which things rest, blinds hang down.
REACHING = {"CounterTop", "Shelf", "Floor", "Blinds", "Sink"}


def volume(mesh):
    """Signed volume by the divergence theorem: positive and right only if the mesh is closed and faces outwards."""
    a, b, c = (mesh.points[mesh.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def look(kind, number=0, **state):
    record = sample_record(kind, number, **state)
    return look_of(record, tuple(pose_of(record, ROOM).size.tolist()))


@given(sizes, sizes, sizes)
def test_a_box_has_its_volume(x, y, z):
    assert volume(box((0, 0, 0), (x, y, z), RED)) == pytest.approx(x * y * z)


@given(sizes, sizes, st.integers(8, 40))
def test_a_cylinder_has_the_volume_of_its_polygon(radius, height, segments):
    mesh = revolve([(0, 0), (radius, 0), (radius, height), (0, height)], RED, segments)
    area = segments / 2 * radius**2 * math.sin(2 * math.pi / segments)
    assert volume(mesh) == pytest.approx(area * height)


def test_an_ellipsoid_is_nearly_full():
    mesh = ellipsoid((1, 2, 3), (0.5, 0.4, 0.3), RED, 40, 20)
    assert volume(mesh) == pytest.approx(4 / 3 * math.pi * 0.5 * 0.4 * 0.3, rel=0.02)
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0)


def test_a_prism_and_a_tube_are_closed():
    outline = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]
    for axis in "xyz":
        assert volume(prism(outline, -0.5, 1.0, RED, axis)) == pytest.approx(3.0)
    straight = tube([(0, 0, 0), (0, 1, 0), (0, 2, 0)], 0.1, RED, 16)
    assert volume(straight) == pytest.approx(16 / 2 * 0.01 * math.sin(2 * math.pi / 16) * 2)


@given(st.sampled_from("xyz"), st.floats(-360, 360))
def test_turning_keeps_the_volume_and_mirroring_too(axis, degrees):
    mesh = box((0.1, 0.2, 0.3), (1, 2, 3), RED)
    assert volume(turned(mesh, axis, degrees)) == pytest.approx(volume(mesh))
    assert volume(transform(mesh, np.diag([-1.0, 1.0, 1.0]))) == pytest.approx(volume(mesh))


def test_a_positive_turn_about_y_takes_the_front_to_the_right_as_yaw_does():
    assert rotation("y", 90) @ [0, 0, 1] == pytest.approx([1, 0, 0])


def test_joining_keeps_every_triangle():
    parts = [box((0, 0, 0), (1, 1, 1), RED), box((2, 0, 0), (3, 1, 1), RED)]
    both = join(*parts)
    assert len(both) == 24
    assert volume(both) == pytest.approx(2.0)


# -- object shapes -----------------------------------------------------------------------------------------------


def test_every_type_of_the_vocabulary_has_a_shape_and_a_palette():
    assert set(object_types()) <= set(BUILDERS)
    assert set(object_types()) <= set(PALETTES)
    assert {word for palette in PALETTES.values() for word, _ in palette} <= set(COLOURS)


@pytest.mark.parametrize("kind", sorted(set(object_types()) - REACHING))
def test_shapes_fit_and_fill_their_boxes(kind):
    value = look(kind)
    points = mesh_for(value).points
    x, y, z = value.size
    slack = 0.02 + 0.06 * max(value.size)
    low, high = points.min(axis=0), points.max(axis=0)
    assert (low >= np.array([-x / 2, 0, -z / 2]) - slack).all()
    assert (high <= np.array([x / 2, y, z / 2]) + slack).all()
    assert max((high - low) / np.array([x, y, z])) > 0.8


@pytest.mark.parametrize(("kind", "state"), [(k, tuple(s.items())) for k, s in STATES])
def test_every_state_changes_the_shape_or_its_colours(kind, state):
    plain, changed = mesh_for(look(kind)), mesh_for(look(kind, **dict(state)))
    assert np.isfinite(changed.points).all()
    same = len(plain) == len(changed) and np.allclose(plain.rgb, changed.rgb)
    assert not (same and np.allclose(plain.points, changed.points))


def test_an_open_door_swings_out_and_a_half_open_one_less_far():
    def reach(openness):
        return mesh_for(look("Cabinet", isOpen=openness > 0, openness=openness)).points[:, 2].max()

    assert reach(0.0) < reach(0.4) < reach(1.0)


def test_a_sunk_basin_makes_a_hole_in_the_counter():
    whole = Look("CounterTop", (1.0, 0.1, 0.6), variant_of(sample_record("CounterTop")), support=(0.05,))
    cut = Look(**{**whole.__dict__, "holes": ((-0.2, -0.2, 0.2, 0.2),)})
    assert volume(mesh_for(whole)) - volume(mesh_for(cut)) == pytest.approx(0.4 * 0.4 * 0.04)


def test_what_a_dirty_vessel_holds_stays_clean():
    clean, dirty = (
        mesh_for(look("Mug", isFilledWithLiquid=True, fillLiquid="water", isDirty=d)) for d in (False, True)
    )
    water = (clean.rgb == LIQUIDS["water"].rgb).all(axis=1)
    assert water.any()
    assert (dirty.rgb[water] == clean.rgb[water]).all()
    assert (dirty.rgb[~water] != clean.rgb[~water]).any(axis=1).all()


@pytest.mark.parametrize("kind", ["ToiletPaper", "PaperTowelRoll"])
def test_a_used_up_roll_is_only_its_core(kind):
    full, empty = mesh_for(look(kind)), mesh_for(look(kind, isUsedUp=True))
    assert volume(empty) < 0.1 * volume(full)


def test_letters_are_three_by_five_pixels():
    ink = written("t.")
    assert ink.shape == (5, 8)
    assert ink[:, :3].tolist() == [[True] * 3] + [[False, True, False]] * 4
    assert ink[4, 4:7].tolist() == [False, True, False]
    assert not written("é ").any()


def test_an_unknown_type_is_a_labelled_box_and_says_so_once():
    record = {**sample_record("Mug"), "objectType": "Gramophone"}
    with pytest.warns(UserWarning, match="Gramophone"):
        first = mesh_for(look_of(record, (0.3, 0.3, 0.3)))
    assert len(first) > 12
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mesh_for(look_of(record, (0.4, 0.3, 0.3)))


# -- variants ----------------------------------------------------------------------------------------------------


@settings(max_examples=30)
@given(st.text(min_size=1, max_size=20))
def test_a_variant_depends_on_the_name_only(name):
    record = {**sample_record("Mug"), "name": name}
    moved = {**record, "position": {"x": 1.0, "y": 2.0, "z": 3.0}, "isDirty": True}
    assert variant_of(record) == variant_of(moved)
    assert variant_of(record).rgb == COLOURS[variant_of(record).colour]


def test_mugs_come_in_many_colours():
    words = {variant_of({**sample_record("Mug"), "name": f"Mug_{k}"}).colour for k in range(60)}
    assert len(words) >= 6
    assert "red" in words


def test_pieces_look_like_what_they_were_cut_from():
    for k in range(12):
        at = f"|+00.{k:02d}|+00.90|-01.00"
        apple = {**sample_record("Apple"), "objectId": "Apple" + at, "name": f"Apple_{k}"}
        piece = {**sample_record("AppleSliced"), "objectId": f"Apple{at}|AppleSliced_1", "name": "Apple_slice_1"}
        assert variant_of(apple).colour == variant_of(piece).colour


def test_built_in_furniture_of_a_room_matches():
    cabinets = [{**sample_record("Cabinet"), "name": f"Cabinet_{k}"} for k in range(20)]
    assert len({variant_of(c, style=7).colour for c in cabinets}) == 1
    assert len({variant_of(cabinets[0], style=s).colour for s in range(20)}) > 2
