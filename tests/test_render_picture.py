import math

import numpy as np
import pytest

from envs.errors import BadInput
from envs.pocket.actions.slicing import add_pieces
from envs.pocket.contact_sheet import sample_record
from envs.pocket.engine import Engine
from envs.pocket.render import FreeCamera, Renderer
from envs.pocket.render.eye import LARGEST_VIEW, lens_of
from envs.pocket.render.mesh import Paint, box, ellipsoid
from envs.pocket.render.png import png_bytes
from envs.pocket.render.raster import DEEP, Buffers, Shapes, draw
from envs.pocket.scene import AgentPose, Box
from envs.pocket.scenes import load_scene
from envs.pocket.world.state import World
from envs.pocket.world.visibility import EYE, Camera

ROOM = Box((-3.0, 0.0, -3.0), (3.0, 2.5, 3.0))


def camera_at(x, y, z, yaw=0.0, horizon=0.0, fov=90.0, aspect=1.0):
    return Camera(AgentPose(x, y - EYE, z, yaw, horizon), fov=fov, aspect=aspect)


def drawn(mesh, camera, size):
    """(depth, owner) of a single mesh drawn by the kernel alone."""
    depth = np.zeros((size, size), np.float32)
    owner = np.full((size, size), -1, np.int32)
    light = np.zeros((size, size), np.float32)
    n = len(mesh.points)
    middle = (mesh.points.min(0) + mesh.points.max(0)) / 2
    shapes = Shapes(
        points=mesh.points.astype(np.float32),
        normals=mesh.normals.astype(np.float32),
        glow=np.ones(n, np.float32),
        triangles=mesh.triangles,
        rgb=mesh.rgb.astype(np.float32),
        material=mesh.material,
        labels=np.zeros(len(mesh), np.int32),
        node_of=np.zeros(len(mesh), np.int32),
        spans=np.array([[0, n, 0, len(mesh)]]),
        spheres=np.array([[*middle, np.linalg.norm(np.ptp(mesh.points, axis=0)) / 2]]),
        frames=np.eye(3)[None],
        origins=np.zeros((1, 3)),
    )
    draw(lens_of(camera), shapes, np.array([1]), np.empty((n + 4, 4)), Buffers(depth, owner, light))
    return depth, owner


def shot(renderer, world, camera, width=120, height=120, **more):
    scene = world.scene
    return renderer.render(
        world.records, camera, width, height, held=world.held, walls=scene.walls, bounds=scene.bounds, **more
    )


@pytest.fixture(scope="module")
def kitchen():
    return World(load_scene("kitchen", 1))


@pytest.fixture
def plain():
    return Renderer()


# -- analytic cases ----------------------------------------------------------------------------------------------


def test_a_spheres_silhouette_is_the_disc_it_must_be():
    size, distance, radius = 300, 2.0, 0.5
    ball = ellipsoid((0, 0, distance), (radius,) * 3, Paint((1, 1, 1)), 96, 64)
    _, owner = drawn(ball, camera_at(0, 0, 0), size)
    seen = radius / math.sqrt(distance**2 - radius**2) * size / 2
    assert (owner >= 0).sum() == pytest.approx(math.pi * seen**2, rel=0.01)
    rows, columns = np.nonzero(owner >= 0)
    assert np.hypot(rows + 0.5 - size / 2, columns + 0.5 - size / 2).max() == pytest.approx(seen, abs=1.0)


def test_the_nearest_point_of_a_sphere_is_a_radius_nearer_than_its_middle():
    ball = ellipsoid((0, 0, 2.0), (0.5,) * 3, Paint((1, 1, 1)), 96, 64)
    depth, _ = drawn(ball, camera_at(0, 0, 0), 301)
    assert 1 / depth[150, 150] == pytest.approx(1.5, abs=0.002)


@pytest.mark.parametrize("horizon", [30.0, 45.0, 60.0, 90.0])
def test_the_floors_depth_is_that_of_a_plane(plain, horizon):
    size, eye = 101, 1.5
    record = sample_record("Floor")
    camera = camera_at(0, eye, 0, horizon=horizon, fov=50)
    frames = plain.render([record], camera, size, size, bounds=Box((-30, 0, -30), (30, 40, 30)))
    pitch = math.radians(horizon)
    up = (1 - 2 * (np.arange(size) + 0.5) / size) * camera.tan_y
    expected = np.minimum((eye - 0.0) / (math.sin(pitch) - up * math.cos(pitch)), 20.0)
    below = (math.sin(pitch) - up * math.cos(pitch)) > 0.1
    floor = float(camera.eye[1] - frames.depth[size // 2, size // 2] * math.sin(pitch))
    assert abs(floor) < 0.02
    assert frames.depth[below, size // 2] == pytest.approx(expected[below], rel=0.015)
    assert (frames.depth[below].max(axis=1) - frames.depth[below].min(axis=1)).max() < 1e-4


def test_a_wall_ahead_is_flat_planar_depth_whatever_the_column(plain):
    frames = plain.render([sample_record("Floor")], camera_at(0, 1.2, 0, fov=40), 80, 80, bounds=ROOM)
    assert frames.depth[:40] == pytest.approx(3.0, abs=1e-4)
    assert (frames.ids[:40] == -1).all()


@pytest.mark.parametrize(("yaw", "axis"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0))])
def test_the_picture_agrees_with_the_cameras_projection(plain, yaw, axis):
    record = sample_record("BasketBall")
    camera = camera_at(-1.0 * axis[0] + 0.2 * axis[1], 0.5, -1.0 * axis[1] - 0.2 * axis[0], yaw, 12.0, aspect=1.5)
    frames = plain.render([record], camera, 300, 200, bounds=ROOM)
    rows, columns = np.nonzero(frames.ids == 0)
    centre = np.array([record["axisAlignedBoundingBox"]["center"][k] for k in "xyz"])
    x, y, depth = camera.project(centre)
    assert (columns.mean() + 0.5) / 300 == pytest.approx(x, abs=0.015)
    assert (rows.mean() + 0.5) / 200 == pytest.approx(y, abs=0.015)
    assert frames.depth[frames.ids == 0].min() == pytest.approx(depth - 0.12, abs=0.02)


def test_a_box_around_the_eye_is_clipped_not_smeared():
    depth, owner = drawn(box((-1, -1, -1), (1, 1, 5), Paint((1, 1, 1))), camera_at(0, 0, 0), 50)
    assert (owner == -1).all()  # from inside only back faces are seen
    depth, owner = drawn(box((-1, -0.5, -1), (1, -0.4, 5), Paint((1, 1, 1))), camera_at(0, 0, 0), 50)
    assert (owner[30:] >= 0).any()
    assert (owner[:25] == -1).all()
    assert depth.max() <= 1 / 0.03 + 1


# -- orthographic and other cameras ------------------------------------------------------------------------------


def test_a_parallel_view_shows_a_box_at_its_size_wherever_it_is():
    size, half = 200, 2.0
    eye = FreeCamera((0.5, 6.0, -0.5), pitch=90.0, orthographic_size=half)
    for height in (0.2, 3.0):
        near, owner = drawn(box((0, 0, 0), (1.0, height, 0.6), Paint((1, 1, 1))), eye, size)
        rows, columns = np.nonzero(owner >= 0)
        assert len(rows) == (1.0 * size / (2 * half)) * (0.6 * size / (2 * half))
        # 0.5 m left of the eye's axis to 0.5 m right of it, and from 0.5 m above it in the picture on.
        assert (columns.min(), columns.max()) == (75, 124)
        assert (rows.min(), rows.max()) == (45, 74)
        assert DEEP - near[rows, columns] == pytest.approx(6.0 - height, abs=1e-4)


def test_a_parallel_view_turns_with_its_yaw():
    _, owner = drawn(
        box((0, 0, 0), (1.0, 0.2, 0.6), Paint((1, 1, 1))), FreeCamera((0, 6, 0), 90, 90, orthographic_size=2), 200
    )
    rows, columns = np.nonzero(owner >= 0)
    # Looking down with the top of the picture towards +x, +z is on the left.
    assert (rows.min(), rows.max()) == (50, 99)
    assert (columns.min(), columns.max()) == (70, 99)


def test_the_near_plane_cuts_a_parallel_view_too():
    slab = box((-1, -0.5, -5), (1, -0.4, 5), Paint((1, 1, 1)))
    near, owner = drawn(slab, FreeCamera((0, 0, 0), pitch=45, orthographic_size=1), 100)
    up = 1 - 2 * (np.arange(100) + 0.5) / 100
    distance = up + 0.4 * math.sqrt(2)  # from where a row's ray starts to the top of the slab
    ahead = distance > 0.03
    assert (owner[ahead] >= 0).all()
    assert (owner[~ahead] == -1).all()
    assert DEEP - near[ahead, 50] == pytest.approx(distance[ahead], abs=1e-4)


@pytest.mark.parametrize("mode", ["plain", "textured"])
def test_the_map_shows_the_room_and_not_its_ceiling(kitchen, mode):
    low, high = np.array(kitchen.bounds.low), np.array(kitchen.bounds.high)
    middle, half = (low + high) / 2, max(high[0] - low[0], high[2] - low[2]) / 2
    eye = FreeCamera((middle[0], high[1] + 5.0, middle[2]), pitch=90.0, orthographic_size=half)
    frames = shot(Renderer(mode), kitchen, eye, 200, 200)
    floor = next(kitchen.of_type("Floor"))
    seen = np.isin(frames.ids, [floor])
    assert seen.mean() > 0.1
    assert frames.depth[seen] == pytest.approx(eye.position[1], abs=0.05)
    area = (high[0] - low[0]) * (high[2] - low[2]) / (2 * half) ** 2
    assert (frames.ids >= 0).mean() == pytest.approx(area, rel=0.05)
    for kind in ("CounterTop", "Fridge"):
        i = next(kitchen.of_type(kind))
        rows, columns = np.nonzero(frames.ids == i)
        x, z = middle[0] + (columns / 100 - 1) * half, middle[2] - (rows / 100 - 1) * half
        reach = 2 * half / 100
        assert (x >= kitchen.low[i, 0] - reach).all() and (x <= kitchen.high[i, 0] + reach).all()
        assert (z >= kitchen.low[i, 2] - reach).all() and (z <= kitchen.high[i, 2] + reach).all()


def test_depth_of_a_parallel_view_ends_at_twenty_metres(plain):
    frames = plain.render(
        [sample_record("Floor")], FreeCamera((0, 40, 0), pitch=90, orthographic_size=1), 20, 20, bounds=ROOM
    )
    assert (frames.depth == 20.0).all()
    assert (frames.ids == 0).all()


def test_an_eye_at_the_agents_camera_sees_the_same(kitchen, plain):
    camera = Camera(kitchen.agent, fov=70.0, aspect=1.5)
    eye = FreeCamera(camera.position, kitchen.agent.yaw, kitchen.agent.horizon, 70.0, 1.5)
    one, two = shot(plain, kitchen, camera, 150, 100), shot(plain, kitchen, eye, 150, 100)
    assert (one.ids != two.ids).mean() < 1e-3
    assert np.abs(one.depth - two.depth)[one.ids == two.ids].max() < 1e-3


def test_other_cameras_see_what_is_held_behind_what_hides_it(plain):
    mug = {**sample_record("Mug"), "objectOrientedBoundingBox": None}
    shape = mug["axisAlignedBoundingBox"]
    mug["axisAlignedBoundingBox"] = {**shape, "center": {"x": 0.0, "y": 0.9, "z": -0.8}}
    records = [sample_record("Fridge"), mug]
    front = plain.render(records, FreeCamera((0, 0.9, 1.0), 180), 100, 100, held=1, bounds=ROOM)
    behind = plain.render(records, FreeCamera((0, 0.9, -2.0)), 100, 100, held=1, bounds=ROOM)
    assert front.counts(2)[1] == 0
    assert behind.counts(2)[1] > 5


@pytest.mark.parametrize("size", [0.0, -1.0, 2 * LARGEST_VIEW, float("nan"), float("inf")])
def test_impossible_sizes_of_a_parallel_view_are_refused(kitchen, plain, size):
    with pytest.raises(BadInput, match="size of the view"):
        shot(plain, kitchen, FreeCamera((0, 5, 0), pitch=90, orthographic_size=size))


@pytest.mark.parametrize("angle", [float("nan"), float("inf")])
def test_a_camera_without_a_direction_is_refused(kitchen, plain, angle):
    with pytest.raises(BadInput, match="direction"):
        shot(plain, kitchen, FreeCamera((0, 1, 0), yaw=angle))


# -- frames of rooms ---------------------------------------------------------------------------------------------


def test_plain_frames_are_the_same_bits_in_a_new_renderer(kitchen, plain):
    camera = Camera(kitchen.agent)
    one, two = shot(plain, kitchen, camera), shot(Renderer(), kitchen, camera)
    assert all((getattr(one, k) == getattr(two, k)).all() for k in ("rgb", "depth", "ids"))


def test_textured_frames_show_the_same_things_at_the_same_depth(kitchen, plain):
    camera = Camera(kitchen.agent)
    one, two = shot(plain, kitchen, camera), shot(Renderer("textured"), kitchen, camera)
    assert (one.ids == two.ids).all()
    assert (one.depth == two.depth).all()
    assert (one.rgb != two.rgb).any()


def test_a_used_renderer_draws_what_a_new_one_draws(plain):
    engine = Engine.open(load_scene("kitchen", 2))
    world = engine.world
    shot(plain, world, engine.camera())
    for i, record in enumerate(world.records):
        if record["openable"]:
            world.change(i, isOpen=True, openness=1.0)
    world.carry(next(world.of_type("Mug")), np.array([0.1, 0.2, 0.0]))
    add_pieces(engine, next(world.of_type("Tomato")))
    for yaw in (0.0, 90.0, 180.0, 270.0):
        camera = Camera(AgentPose(world.agent.x, world.agent.y, world.agent.z, yaw, 30.0))
        one, two = shot(plain, world, camera), shot(Renderer(), world, camera)
        assert (one.ids == two.ids).all()
        assert (one.rgb == two.rgb).all()


def test_an_open_fridge_shows_what_is_in_it_and_a_shut_one_does_not(plain):
    fridge = {**sample_record("Fridge"), "objectId": "Fridge|1", "receptacle": True}
    apple = {**sample_record("Apple"), "parentReceptacles": ["Fridge|1"]}
    shift = np.array([0.0, 0.33 * 1.951, 0.1])
    box_ = apple["axisAlignedBoundingBox"]
    centre = {k: box_["center"][k] + s for k, s in zip("xyz", shift, strict=True)}
    apple = {**apple, "axisAlignedBoundingBox": {**box_, "center": centre}, "objectOrientedBoundingBox": None}
    camera = camera_at(0, 1.5, 1.6, 180, 25)
    shut = plain.render([fridge, apple], camera, 200, 200, bounds=ROOM)
    opened = {**fridge, "isOpen": True, "openness": 1.0}
    frames = plain.render([opened, apple], camera, 200, 200, bounds=ROOM)
    assert shut.counts(2)[1] == 0
    assert frames.counts(2)[1] > 20


def test_what_is_held_is_in_front_of_everything(plain):
    wall = sample_record("Fridge")
    mug = {**sample_record("Mug"), "objectOrientedBoundingBox": None}
    shape = mug["axisAlignedBoundingBox"]
    mug["axisAlignedBoundingBox"] = {**shape, "center": {"x": 0.0, "y": 0.9, "z": -0.8}}
    camera = camera_at(0, 0.9, 1.0, 180)
    records = [wall, mug]
    assert plain.render(records, camera, 100, 100, bounds=ROOM).counts(2)[1] == 0
    frames = plain.render(records, camera, 100, 100, held=1, bounds=ROOM)
    assert frames.counts(2)[1] > 5
    assert frames.depth[frames.ids == 1] == pytest.approx(1.8, abs=0.1)


def test_lights_off_make_a_room_darker(kitchen, plain):
    def brightness(on):
        records = [{**r, "isToggled": on} if r["objectType"] == "LightSwitch" else r for r in kitchen.records]
        scene = kitchen.scene
        frames = plain.render(records, Camera(kitchen.agent), 60, 60, walls=scene.walls, bounds=scene.bounds)
        return frames.rgb.mean()

    assert brightness(False) < 0.8 * brightness(True)


@pytest.mark.parametrize("mode", ["plain", "textured"])
@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 3), (300, 300), (64, 900)])
def test_frames_of_any_size_have_the_promised_form(kitchen, mode, width, height):
    frames = shot(Renderer(mode), kitchen, Camera(kitchen.agent, aspect=width / height), width, height)
    assert frames.rgb.shape == (height, width, 3)
    assert frames.rgb.dtype == np.uint8
    assert frames.depth.shape == frames.ids.shape == (height, width)
    assert frames.depth.dtype == np.float32
    assert frames.ids.dtype == np.int32
    assert (frames.depth > 0).all()
    assert (frames.depth <= 20).all()
    assert -1 <= frames.ids.min() <= frames.ids.max() < len(kitchen)


def test_frames_that_are_not_wanted_are_not_made(kitchen, plain):
    frames = shot(plain, kitchen, Camera(kitchen.agent), want=frozenset({"ids"}))
    assert frames.rgb.size == frames.depth.size == 0
    assert frames.ids.size


@pytest.mark.parametrize("room", ["kitchen", "living_room", "bedroom", "bathroom"])
def test_what_is_plainly_in_view_is_visible_and_the_other_way_round(plain, room):
    engine = Engine.open(load_scene(room, 3))
    world, rng = engine.world, np.random.default_rng(0)
    cells, seen, owning, large, known = sorted(world.free), 0, 0, 0, 0
    for _ in range(30):
        x, z = cells[rng.integers(len(cells))]
        world.agent = AgentPose(x * 0.25, world.agent.y, z * 0.25, 90.0 * rng.integers(4), 30.0)
        visible = engine.visible_mask()
        pixels = shot(plain, world, engine.camera(), 300, 300).counts(len(world))
        middle = (world.low + world.high)[:, [0, 2]] / 2
        near = np.linalg.norm(middle - [world.agent.x, world.agent.z], axis=1) < 1.2
        near &= world.high[:, 1] < 2.0
        near[list(world.of_type("Floor"))] = False
        seen, owning = seen + visible.sum(), owning + (visible & (pixels > 0)).sum()
        large, known = large + (near & (pixels > 200)).sum(), known + (near & (pixels > 200) & visible).sum()
    assert owning >= 0.85 * seen
    assert known >= 0.95 * large


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(0, 10), (10, 0), (-1, 5), (10**6, 10), (2.5, 3)])
def test_impossible_frame_sizes_are_refused(kitchen, plain, width, height):
    with pytest.raises(BadInput, match=r"frame (width|height)"):
        shot(plain, kitchen, Camera(kitchen.agent), width, height)


@pytest.mark.parametrize("fov", [0.0, -20.0, 179.9, 180.0, float("nan")])
def test_impossible_fields_of_view_are_refused(kitchen, plain, fov):
    with pytest.raises(BadInput, match="field of view"):
        shot(plain, kitchen, Camera(kitchen.agent, fov=fov))


def test_other_nonsense_is_refused(kitchen, plain):
    with pytest.raises(BadInput, match="mode"):
        Renderer("shiny")
    with pytest.raises(BadInput, match="unknown frames"):
        shot(plain, kitchen, Camera(kitchen.agent), want=frozenset({"normals"}))
    with pytest.raises(BadInput, match="held"):
        plain.render(kitchen.records, Camera(kitchen.agent), 9, 9, held=999, bounds=ROOM)
    with pytest.raises(BadInput, match="no place"):
        plain.render(kitchen.records, camera_at(float("inf"), 0, 0), 9, 9, bounds=ROOM)


def test_an_empty_room_is_drawn(plain):
    frames = plain.render([], camera_at(0, 1.2, 0), 20, 20, bounds=ROOM)
    assert (frames.ids == -1).all()


def test_a_png_holds_its_picture():
    rgb = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    data = png_bytes(rgb)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data[16:24] == (3).to_bytes(4, "big") + (2).to_bytes(4, "big")
    with pytest.raises(BadInput):
        png_bytes(rgb.astype(np.float32))
