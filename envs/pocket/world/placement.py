"""Where a thing can be put down: support planes, free spots, piles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from envs.pocket.things.traits import SINGLE_SLOT, VESSELS
from envs.pocket.world.state import World

PILES = VESSELS | {"SinkBasin", "Sink", "BathtubBasin", "Bathtub", "GarbageCan", "Box", "LaundryHamper", "Drawer"}
"""Receptacles in which things may lie on top of each other."""
PILE_HEIGHT = 0.45
"""How far a pile may rise above the rim, metres (plates end with up to nine slices)."""
SQUEEZE = 0.4
SEARCH = ((0.0, 0.3), (SQUEEZE, 0.3), (0.0, np.inf), (SQUEEZE, np.inf))
"""Overlap allowed and distance from the wanted point (metres), tried in this order."""
STEP = 0.05
AGENT_RADIUS = 0.2


@dataclass(frozen=True)
class FreePlace:
    """A free place: the box the item will fill, and its yaw in degrees."""

    low: np.ndarray
    high: np.ndarray
    yaw: float


def find_spot(
    world: World, item: int, receptacle: int, near: np.ndarray | None, squeeze: bool = False
) -> FreePlace | None:
    """The free spot nearest to a wanted point, or None when the receptacle is full or too small.

    Args:
        world: The room.
        item: Index of the thing to put down; its box gives its size.
        receptacle: Index of where to put it.
        near: Wanted (x, y, z) in metres; None means nearest to the agent.
        squeeze: When nothing is free, let boxes overlap by up to ``SQUEEZE`` of their sides: bodies are rounder than
            boxes, and people do fit a loaf onto a full counter.
    """
    kind = world.records[receptacle]["objectType"]
    size = world.high[item] - world.low[item]
    ours = {item, *world.carried(item)}
    if kind in SINGLE_SLOT:
        return _slot(world, receptacle, size, ours)
    wanted = near if near is not None else np.array([world.agent.x, world.agent.y, world.agent.z])
    planes = sorted(world.planes(receptacle), key=lambda h: abs(h - wanted[1]))
    others = _neighbours(world, receptacle, ours)
    for overlap, radius in SEARCH if squeeze else ((0.0, np.inf),):
        for plane in planes:
            for turned in (False, True):
                extent = size[[2, 1, 0]] if turned else size
                spot = _free_spot(world, receptacle, kind, extent, plane, wanted, others, overlap, radius)
                if spot is not None:
                    return FreePlace(*spot, 90.0 if turned else 0.0)
    return _pile(world, receptacle, size, wanted, others) if kind in PILES else None


def _neighbours(world: World, receptacle: int, ours: set[int]) -> tuple[np.ndarray, np.ndarray]:
    """Boxes of the things that may be in the way inside or on a receptacle."""
    if world.records[receptacle]["objectType"] == "Floor":
        solid = (world.low[:, 1] < world.high[receptacle, 1] + 0.6) & ~world.hidden
        solid[receptacle] = False
        index = [i for i in np.flatnonzero(solid).tolist() if i not in ours]
    else:
        index = [i for i in world.contents(receptacle) if i not in ours and not world.records[i]["isSliced"]]
    return world.low[index], world.high[index]


def _centres(low: float, high: float, extent: float, slack: float) -> np.ndarray:
    """Grid of centre coordinates that keep an extent between two edges; empty when it does not fit."""
    room = high - low + slack - extent
    if room < 0:
        return np.zeros(0)
    middle, half = (low + high) / 2, room / 2
    count = int(half / STEP)
    return middle + STEP * np.arange(-count, count + 1)


def _free_spot(
    world: World,
    receptacle: int,
    kind: str,
    extent: np.ndarray,
    plane: float,
    wanted: np.ndarray,
    others: tuple[np.ndarray, np.ndarray],
    overlap: float,
    radius: float,
) -> tuple[np.ndarray, np.ndarray] | None:
    low, high = world.low[receptacle], world.high[receptacle]
    slack = (0.0 if kind in VESSELS else 0.06) + overlap * max(extent[0], extent[2])
    half = extent[[0, 2]] / 2 * (1 - overlap)
    xs = _centres(low[0], high[0], extent[0], slack)
    zs = _centres(low[2], high[2], extent[2], slack)
    if not len(xs) or not len(zs):
        return None
    gx, gz = (g.ravel() for g in np.meshgrid(xs, zs, indexing="ij"))
    order = np.argsort((gx - wanted[0]) ** 2 + (gz - wanted[2]) ** 2, kind="stable")
    gx, gz = gx[order], gz[order]
    clear = np.hypot(gx - wanted[0], gz - wanted[2]) <= radius
    top = plane + extent[1]
    other_low, other_high = others
    tall = (other_low[:, 1] < top - 0.005) & (other_high[:, 1] > plane + 0.005)
    for lo, hi in zip(other_low[tall], other_high[tall], strict=True):
        trim_x, trim_z = 0.005 + overlap / 2 * (hi[0] - lo[0]), 0.005 + overlap / 2 * (hi[2] - lo[2])
        hit_x = (gx - half[0] < hi[0] - trim_x) & (gx + half[0] > lo[0] + trim_x)
        hit_z = (gz - half[1] < hi[2] - trim_z) & (gz + half[1] > lo[2] + trim_z)
        clear &= ~(hit_x & hit_z)
    if kind == "Floor":
        reach = AGENT_RADIUS + max(extent[0], extent[2]) / 2
        clear &= np.hypot(gx - world.agent.x, gz - world.agent.z) > reach
    if not clear.any():
        return None
    k = int(np.argmax(clear))
    centre = np.array([gx[k], plane + extent[1] / 2, gz[k]])
    return centre - extent / 2, centre + extent / 2


def _slot(world: World, receptacle: int, size: np.ndarray, ours: set[int]) -> FreePlace | None:
    """The middle of a receptacle that holds one thing, if it is empty."""
    if any(i not in ours for i in world.contents(receptacle)):
        return None
    low, high = world.low[receptacle], world.high[receptacle]
    plane = world.planes(receptacle)[0]
    centre = np.array([(low[0] + high[0]) / 2, plane + size[1] / 2, (low[2] + high[2]) / 2])
    return FreePlace(centre - size / 2, centre + size / 2, 0.0)


def _pile(
    world: World, receptacle: int, size: np.ndarray, wanted: np.ndarray, others: tuple[np.ndarray, np.ndarray]
) -> FreePlace | None:
    """On top of what lies there already, while the pile stays low and the thing is not far too large."""
    low, high = world.low[receptacle], world.high[receptacle]
    opening = np.sort((high - low)[[0, 2]])
    slim = np.sort(size)[:2]
    if (slim > opening + 0.02).any():
        return None
    room = np.maximum((high - low)[[0, 2]] - size[[0, 2]], 0.0) / 2
    middle = ((low + high) / 2)[[0, 2]]
    x, z = np.clip(wanted[[0, 2]], middle - room, middle + room)
    other_low, other_high = others
    under = (other_low[:, 0] < x + size[0] / 2) & (other_high[:, 0] > x - size[0] / 2)
    under &= (other_low[:, 2] < z + size[2] / 2) & (other_high[:, 2] > z - size[2] / 2)
    base = world.planes(receptacle)[0]
    bottom = max([base, *other_high[under, 1].tolist()])
    if bottom > high[1] + PILE_HEIGHT:
        return None
    centre = np.array([x, bottom + size[1] / 2, z])
    return FreePlace(centre - size / 2, centre + size / 2, 0.0)
