"""Rules about the agent's body."""

from __future__ import annotations

from envs.testing.probe import NEAR, SAME_ANGLE, NotApplicable, Probe, Rules, apart, expect, near, turned

RULES = Rules()

GRID = 0.25
_AHEAD = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}
"""Yaw and the direction (x, z) it faces."""
_DIRECTIONS = {"MoveAhead": 0, "MoveRight": 90, "MoveBack": 180, "MoveLeft": 270}


@RULES.rule()
def moves_follow_the_heading(probe: Probe) -> None:
    """Yaw 0 faces +z and 90 faces +x; a move goes 0.25 m along its direction and nowhere else."""
    done = set()
    for yaw in _AHEAD:
        for action, offset in _DIRECTIONS.items():
            probe.ok("Teleport", rotation=yaw)
            x, y, z = probe.place
            if not probe.try_(action):
                continue
            done.add(action)
            dx, dz = _AHEAD[(yaw + offset) % 360]
            wanted = (x + GRID * dx, y, z + GRID * dz)
            expect(apart(probe.place, wanted) < 0.02, f"{action} at yaw {yaw} went from {(x, y, z)} to {probe.place}")
    if not done:
        raise NotApplicable("the agent cannot move at all where it begins")


@RULES.rule()
def moves_take_a_length(probe: Probe) -> None:
    """A move takes its length from moveMagnitude, metres."""
    for yaw in _AHEAD:
        probe.ok("Teleport", rotation=yaw)
        before = probe.place
        if probe.try_("MoveAhead", moveMagnitude=2 * GRID):
            expect(near(apart(before, probe.place), 2 * GRID, 0.02), f"0.5 m became {apart(before, probe.place):.3f} m")
            return
    raise NotApplicable("there are no two free cells in a row")


@RULES.rule()
def failed_moves_stay(probe: Probe) -> None:
    """A move is all or nothing: when it fails, the pose is exactly what it was."""
    for _ in range(80):
        before = probe.pose()
        if not probe.try_("MoveAhead"):
            expect(probe.pose() == before, f"the pose went from {before} to {probe.pose()}")
            expect(probe.meta["errorMessage"], "no errorMessage")
            return
    expect(False, "the agent walked 20 m straight ahead")


@RULES.rule()
def rotations_turn(probe: Probe) -> None:
    """RotateRight adds 90 degrees of yaw, RotateLeft takes them away; degrees says otherwise."""
    for action, parameters, by in (
        ("RotateRight", {}, 90),
        ("RotateLeft", {}, -90),
        ("RotateRight", {"degrees": 30}, 30),
        ("RotateLeft", {"degrees": 30}, -30),
    ):
        before, place = probe.yaw, probe.place
        probe.ok(action, **parameters)
        expect(turned(probe.yaw, before + by) < SAME_ANGLE, f"{action}{parameters} turned {before} to {probe.yaw}")
        expect(apart(place, probe.place) < NEAR, f"{action} moved the agent")


@RULES.rule()
def looks_have_limits(probe: Probe) -> None:
    """The horizon is positive looking down; looking goes in steps of 30 and stops at -30 and 60."""
    probe.ok("Teleport", horizon=0)
    for action, horizons in (("LookDown", (30, 60)), ("LookUp", (30, 0, -30))):
        for wanted in horizons:
            probe.ok(action)
            expect(near(probe.horizon, wanted, SAME_ANGLE), f"{action} gave {probe.horizon}, not {wanted}")
        before = probe.pose()
        probe.fails(action)
        expect(probe.pose() == before, f"a failed {action} changed the pose")


@RULES.rule()
def crouching_lowers_the_camera(probe: Probe) -> None:
    """Crouch lowers the camera and Stand raises it again; a second Crouch fails."""
    expect(probe.meta["agent"]["isStanding"] is not False, "the agent begins crouched")
    high = probe.meta["cameraPosition"]["y"]
    probe.ok("Crouch")
    expect(probe.meta["agent"]["isStanding"] is False, "isStanding is not False")
    expect(0.05 < high - probe.meta["cameraPosition"]["y"] < 1.0, "the camera is not lower")
    probe.fails("Crouch")
    probe.ok("Stand")
    expect(near(probe.meta["cameraPosition"]["y"], high), "the camera is not back up")


@RULES.rule()
def reachable_positions_are_a_lattice(probe: Probe) -> None:
    """GetReachablePositions gives lattice points at the agent's height, its own among them."""
    x, y, z = probe.place
    found = probe.ok("GetReachablePositions")
    expect(isinstance(found, list) and found, f"actionReturn is {found!r:.60}")
    for point in found:
        across = ((point["x"] - x) / GRID, (point["z"] - z) / GRID)
        off = max(abs(v - round(v)) for v in across)
        expect(off < 0.02 and near(point["y"], y, 0.02), f"{point} is off the lattice of {probe.place}")
    expect(min(apart((p["x"], p["z"]), (x, z)) for p in found) < 0.02, "the agent's own position is missing")


@RULES.rule()
def reachable_positions_follow_the_grid(probe: Probe) -> None:
    """With another gridSize the points of GetReachablePositions are that far apart."""
    for grid in (0.5, 0.125):
        probe.begin(gridSize=grid)
        found = probe.ok("GetReachablePositions")
        x, z = found[0]["x"], found[0]["z"]
        steps = [((p["x"] - x) / grid, (p["z"] - z) / grid) for p in found]
        off = max(abs(v - round(v)) for step in steps for v in step)
        expect(off < 0.05, f"with gridSize {grid} a point is {off * grid:.3f} m off the lattice")
        others = [apart(step, (0, 0)) for step in steps if apart(step, (0, 0)) > 0.5]
        expect(not others or abs(min(others) - 1) < 0.05, f"with gridSize {grid} none is {grid} m away")


@RULES.rule()
def teleport_stays_on_the_floor(probe: Probe) -> None:
    """Teleport to a height where the agent would sink or float fails; 0.05 m are levelled out."""
    x, y, z = probe.place
    for wrong in (0.0, y + 0.5, y - 0.2):
        probe.fails("Teleport", position={"x": x, "y": wrong, "z": z})
        expect(apart(probe.place, (x, y, z)) < NEAR, f"after y={wrong} the agent is at {probe.place}")
    probe.ok("Teleport", position={"x": x, "y": y + 0.04, "z": z})
    expect(near(probe.place[1], y, 0.01), f"y is {probe.place[1]}, not {y}")


@RULES.rule()
def teleport_keeps_the_rest(probe: Probe) -> None:
    """Teleport to a reachable position works; what it is not given stays as it is."""
    found = probe.ok("GetReachablePositions")
    probe.ok("Teleport", rotation=90, horizon=30)
    for point in (found[0], found[len(found) // 2], found[-1]):
        probe.ok("Teleport", position=point)
        here = probe.place
        expect(apart((here[0], here[2]), (point["x"], point["z"])) < NEAR, f"asked for {point}, got {here}")
        expect(turned(probe.yaw, 90) < SAME_ANGLE and near(probe.horizon, 30, SAME_ANGLE), f"pose is {probe.pose()}")


@RULES.rule()
def teleport_stays_inside(probe: Probe) -> None:
    """Teleport out of the room fails and leaves the pose alone."""
    before = probe.pose()
    probe.fails("Teleport", position={"x": 500.0, "y": before[1], "z": 500.0})
    expect(apart(probe.pose(), before) < NEAR, f"the pose went from {before} to {probe.pose()}")


@RULES.rule()
def events_round_the_pose(probe: Probe) -> None:
    """An event's pose and pose_discrete are the agent's pose, rounded."""
    probe.ok("Teleport", rotation=180, horizon=30)
    x, _, z = probe.place
    expect(probe.event.pose == (round(1000 * x), round(1000 * z), 180_000, 30_000), f"pose is {probe.event.pose}")
    expect(probe.event.pose_discrete[2:] == (2, 30), f"pose_discrete is {probe.event.pose_discrete}")


@RULES.rule()
def interactable_poses_see(probe: Probe) -> None:
    """From a pose of GetInteractablePoses, taken with TeleportFull, the object is visible."""
    probe.face(lambda o: o["pickupable"] or o["openable"], "thing")
