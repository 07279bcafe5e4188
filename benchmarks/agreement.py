"""How far ``visible`` in the metadata and the pixels of the pictures agree, at random poses.

Two figures per kind of room: the share of objects marked visible that own at least one pixel, and the share of objects
with many pixels within reach that are marked visible. Run it with
``python -m benchmarks.agreement [--games PATH] [--rooms N] [--seed N] [--json]``; it prints a table, or one JSON line
per kind of room.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.lines import keeper, print_lines, result_option
from envs.errors import BadInput
from envs.pocket.engine import Engine
from envs.pocket.render import Renderer
from envs.pocket.scene import AgentPose, Scene
from envs.pocket.scenes import load_scene
from envs.simulator import GRID
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import count_games, iter_games

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
SIDE = 300
"""Pixels of a side of the frame."""
POSES = 25
"""Random poses per room."""
MANY = 200
"""An object with so many pixels must be known to be there."""
NEAR = 1.2
"""As far as its box begins from the agent, horizontally, metres."""
HORIZONS = (-30.0, 0.0, 30.0, 30.0, 60.0)


@dataclass
class Agreement:
    """Counts over many views.

    Attributes:
        visible: Objects marked visible.
        owning: Those of them that own a pixel.
        large: Objects with ``MANY`` pixels within ``NEAR``, the floor left out.
        known: Those of them that are marked visible.
        bare: Types of what is marked visible and owns no pixel.
        missed: Types of what has ``MANY`` pixels within ``NEAR`` and is not marked visible.
    """

    visible: int = 0
    owning: int = 0
    large: int = 0
    known: int = 0
    bare: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)

    def look(self, engine: Engine, renderer: Renderer) -> None:
        """Add what the agent sees from where it stands."""
        world = engine.world
        frames = renderer.render(
            world.records,
            engine.camera(),
            SIDE,
            SIDE,
            held=world.held,
            walls=world.scene.walls,
            bounds=world.bounds,
            want=frozenset({"ids"}),
        )
        pixels, visible = frames.counts(len(world)), engine.visible_mask()
        self.visible += int(visible.sum())
        self.owning += int((visible & (pixels > 0)).sum())
        large = (pixels >= MANY) & _near(engine)
        self.large += int(large.sum())
        self.known += int((large & visible).sum())
        kinds = [record["objectType"] for record in world.records]
        self.bare.update(kinds[i] for i in np.flatnonzero(visible & (pixels == 0)))
        self.missed.update(kinds[i] for i in np.flatnonzero(large & ~visible))

    def merge(self, other: Agreement) -> None:
        """Add the counts of other views."""
        self.visible += other.visible
        self.owning += other.owning
        self.large += other.large
        self.known += other.known
        self.bare.update(other.bare)
        self.missed.update(other.missed)

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares."""
        return {
            "visible": self.visible,
            "visible_with_pixels": round(self.owning / max(1, self.visible), 4),
            "large_within_reach": self.large,
            "large_marked_visible": round(self.known / max(1, self.large), 4),
            "without_pixels": dict(self.bare.most_common()),
            "large_not_visible": dict(self.missed.most_common()),
        }


def _near(engine: Engine) -> np.ndarray:
    """(n,) True for objects whose boxes begin within ``NEAR`` of the agent, the floor left out."""
    world = engine.world
    here = np.array([world.agent.x, world.agent.z])
    low, high = world.low[:, [0, 2]], world.high[:, [0, 2]]
    near = np.linalg.norm(np.maximum(0.0, np.maximum(low - here, here - high)), axis=1) < NEAR
    near[list(world.of_type("Floor"))] = False
    return near


def measure(scenes: Iterable[Scene], seed: int = 0, ajar: float = 0.0, poses: int = POSES) -> Agreement:
    """Agreement over random poses in some rooms.

    Args:
        scenes: The rooms.
        seed: Of poses and doors.
        ajar: Share of what can be opened (and is not switched on) that stands open.
        poses: Poses per room.
    """
    rng, renderer, agreement = np.random.default_rng(seed), Renderer(), Agreement()
    for scene in scenes:
        engine = Engine.open(scene)
        if ajar:
            _open_some(engine, ajar, rng)
        cells = sorted(engine.world.free)
        for _ in range(poses):
            x, z = cells[rng.integers(len(cells))]
            yaw, horizon = float(rng.integers(4) * 90), float(rng.choice(HORIZONS))
            engine.world.agent = AgentPose(x * GRID, scene.agent.y, z * GRID, yaw, horizon)
            agreement.look(engine, renderer)
    return agreement


def _open_some(engine: Engine, share: float, rng: np.random.Generator) -> None:
    world = engine.world
    for i, record in enumerate(world.records):
        if record["openable"] and not record["isToggled"] and rng.random() < share:
            world.change(i, isOpen=True, openness=1.0)
    world.version += 1
    world.bodies += 1
    world.refresh_hidden()


def generated(rooms: int) -> Iterator[Scene]:
    """So many rooms of each kind."""
    return (load_scene(room, seed) for room in ROOMS for seed in range(rooms))


def recorded(games: Path, rooms: int) -> Iterator[Scene]:
    """So many rooms, evenly spread over recorded games."""
    step = max(1, count_games([games]) // rooms)
    return (scene_from_game(game) for game in islice(iter_games([games]), 0, None, step))


def run(games: Path | None = None, rooms: int = 8, seed: int = 0) -> Iterator[dict[str, Any]]:
    """One line per kind of room; recorded ones only when games are given."""
    kinds = [("generated", generated(rooms), 0.0), ("generated, half of the doors open", generated(rooms), 0.5)]
    if games is not None:
        kinds.append(("rebuilt from recordings", recorded(games, 3 * rooms), 0.0))
    for name, scenes, ajar in kinds:
        yield {"bench": "agreement", "rooms": name, "seed": seed, **measure(scenes, seed, ajar).as_dict()}


def main() -> None:
    """Parse the command line and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.agreement", description=__doc__)
    parser.add_argument("--games", type=Path, help="recorded games: a file, a folder or a zip")
    parser.add_argument("--rooms", type=int, default=8, help="rooms of each of the four kinds (default 8)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="one JSON line per kind of room")
    result_option(parser)
    given = parser.parse_args()
    keep = keeper("benchmarks.agreement", given.result)
    if given.rooms < 1:
        raise BadInput(f"--rooms is {given.rooms}; it must be at least 1")
    lines = run(given.games, given.rooms, given.seed)
    if given.json or keep.kept:
        print_lines(lines, keep, ["benchmarks.agreement"], [given.games] if given.games else [], given.seed)
        return
    print("| rooms | marked visible | of these own a pixel | large within reach | of these marked visible |")
    print("|---|---|---|---|---|")
    for line in lines:
        own, known = f"{line['visible_with_pixels']:.2%}", f"{line['large_marked_visible']:.2%}"
        cells = (line["rooms"], f"{line['visible']:,}", own, f"{line['large_within_reach']:,}", known)
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
