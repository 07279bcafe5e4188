"""Narrow lines of sight, cut where the guessed shapes of a recorded room hide a thing from everywhere.

A recording gives furniture as boxes, and its shapes are guessed. Of the pickupable things that lie about, 4 in 1,000
end up where nobody can see them. This does not say that they lay in plain sight: AI2-THOR spawns things where their
boxes are clear of others and asks no camera. Of 106 such things in 1,032 games one was picked up and one was marked
visible at the end, where 10 and 14 are usual for their types; things that our shapes show from one to eight poses
fare no better (1 and 0 of 25, for 2 and 3). So they were hidden, or could be seen from very few places. But whoever
lives in a room must be able to find what is in it, and a task that needs a thing which is visible from nowhere cannot
be done. So such a thing gets an opening a few centimetres wide, along the line on which least is in the way, and is
seen from few places.

Openings are a function of the scene and its floor alone and are noted in it. How many there are is measured
(``benchmarks.plain_sight``, ``benchmarks.gate``), so that a shape that buries things does not go unnoticed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np

from envs.pocket.engine import Engine
from envs.pocket.generate.looking import cells_near, fallen, loose, seen_from_somewhere
from envs.pocket.scene import Cell, Scene, SightOpening, Space
from envs.pocket.world.spaces import own_space
from envs.pocket.world.state import World
from envs.pocket.world.visibility import EYE, Bodies
from envs.simulator import GRID

MOST = 5
"""Things hidden in a room: in none of 1,032 games are there more than two. Where more are, shapes are all wrong."""
_NARROW, _WIDE = 0.02, 0.03  # half the width of an opening, metres: some pixels from where one stands
_STEP = 0.06  # length of the boxes of which a slanting opening is made, metres
_OVER = 0.01  # how far it reaches beyond what is in the way, metres
_RIM = 0.5  # metres of solid that a point in the middle may cost more than one a metre from it: things are round
_TRIES = 2


class SightLine(NamedTuple):
    """From an eye to a point of a thing.

    Attributes:
        cost: How much of it is inside blocks of other things, metres, and more for a point at the rim of the thing.
        eye: (3,) where it begins, metres.
        point: (3,) where it ends.
    """

    cost: float
    eye: np.ndarray
    point: np.ndarray


def with_openings(scene: Scene, free: frozenset[Cell]) -> Scene:
    """The scene of a recording, with an opening for each thing in it that could be seen from no free cell.

    The room that was set up for looking is kept for whoever opens an engine in this scene next.

    Args:
        scene: A scene without openings.
        free: Cells on which one can stand, or can where nothing is known.
    """
    engine = Engine.open(scene)
    found: list[SightOpening] = []
    hidden = _hidden(engine, free)
    for i in hidden if len(hidden) <= MOST else ():
        if not seen_from_somewhere(engine, [i], free=free):  # an opening for another thing may show it
            found += _opened(engine, i, free)
    if found:
        scene = replace(scene, openings=tuple(found))
        engine.world.scene = scene
    engine.set_aside()
    return scene


def _hidden(engine: Engine, free: frozenset[Cell]) -> list[int]:
    """Things within reach of a free cell that nobody sees from any."""
    near = [i for i in loose(engine) if not fallen(engine, i) and cells_near(engine, i, free)]
    seen = seen_from_somewhere(engine, near, free=free)
    return [i for i in near if i not in seen]


def _opened(engine: Engine, i: int, free: frozenset[Cell]) -> list[SightOpening]:
    """Cut the opening through which thing i is seen; none where all fail."""
    world = engine.world
    for line in islice(sorted(_lines(engine, i, free), key=lambda line: line.cost), _TRIES):
        before = list(world.records)
        openings = [
            SightOpening(world.records[i]["objectId"], world.records[k]["objectId"], tuple(spaces))
            for k, spaces in _cuts(world, engine.view().bodies, i, line).items()
        ]
        for opening in openings:
            world.open_up(opening)
        cut = [world.index[opening.through] for opening in openings]
        shown = {i, *(k for k in cut if world.records[k]["pickupable"])}
        if shown <= seen_from_somewhere(engine, shown, free=free):  # nothing small is cut away altogether
            return openings
        for k in cut:
            world.replace(k, before[k])
    return []


def _lines(engine: Engine, i: int, free: frozenset[Cell]) -> Iterator[SightLine]:
    """The line from each free cell near a thing on which least is in the way."""
    bodies = engine.view().bodies
    middle = (engine.world.low[i] + engine.world.high[i]) / 2
    for x, z in cells_near(engine, i, free):
        eye = np.array([x * GRID, engine.agent.y + EYE, z * GRID])
        points = bodies.points(i, eye)
        _, spans = bodies.crossed(i, eye, points)
        solid = (spans[..., 1] - spans[..., 0]).sum(axis=1) * np.linalg.norm(points - eye, axis=1)
        cost = solid + _RIM * np.linalg.norm((points - middle)[:, [0, 2]], axis=1)
        best = int(np.argmin(cost))
        yield SightLine(float(cost[best]), eye, points[best])


def _cuts(world: World, bodies: Bodies, i: int, line: SightLine) -> dict[int, list[Space]]:
    """What has to be cut out of each object on a line, by index: the line all the way through its box.

    Its blocks may be in the way in one place and its picture, which is rounder, in another as well.
    """
    wide = np.clip((world.high[i] - world.low[i]) / 2, _NARROW, _WIDE)
    way = line.point - line.eye
    which, _ = bodies.crossed(i, line.eye, line.point[None])
    out: dict[int, list[Space]] = {}
    for k in np.unique(bodies.owner[which]).tolist():
        enter, leave = _inside(line.eye, way, bodies.low[k] - _OVER, bodies.high[k] + _OVER)
        start, end = line.eye + enter * way, line.eye + leave * way
        parts = max(1, math.ceil(float(np.abs(end - start).max()) / _STEP))
        marks = np.linspace(start, end, parts + 1)
        lows, highs = np.minimum(marks[:-1], marks[1:]) - wide, np.maximum(marks[:-1], marks[1:]) + wide
        out[k] = [own_space(world.records[k], low, high) for low, high in zip(lows, highs, strict=True)]
    return out


def _inside(eye: np.ndarray, way: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[float, float]:
    """Between which shares of the way from an eye a line is inside a box that it meets."""
    ahead = np.where(np.abs(way) < 1e-9, 1e-9, way)
    a, b = (low - eye) / ahead, (high - eye) / ahead
    return max(0.0, float(np.minimum(a, b).max())), min(1.0, float(np.maximum(a, b).min()))
