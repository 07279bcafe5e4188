"""Things seen from above: the convex outline of their bodies on the floor."""

from __future__ import annotations

import numpy as np

from envs.pocket.actions.registry import action
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.staging.spawning import known_type
from envs.pocket.things import records

Outline = list[list[float]]


@action("Get2DSemanticHulls")
def semantic_hulls(
    engine: Engine, objectIds: list[str] | None = None, objectTypes: list[str] | None = None
) -> dict[str, Outline]:
    """The outline of every object, of some, or of those of some types: object id → [[x, z], ...], metres.

    Raises:
        ActionRefused: Ids and types are both given, or one of them does not exist.
    """
    if objectIds is not None and objectTypes is not None:
        raise ActionRefused("objectIds and objectTypes cannot both be given")
    which = list(range(len(engine.world)))
    if objectIds is not None:
        which = [engine.find(name) for name in objectIds]
    elif objectTypes is not None:
        which = list(engine.world.of_type(*(known_type(engine, kind, "objectTypes") for kind in objectTypes)))
    return {engine.record(i)["objectId"]: outline(engine, i) for i in which if not engine.record(i)["isSliced"]}


@action("Get2DSemanticHull")
def semantic_hull(engine: Engine, objectId: str) -> Outline:
    """The outline of one object: [[x, z], ...], metres.

    Raises:
        ActionRefused: There is no such object, or it has been sliced.
    """
    i = engine.find(objectId)
    if engine.record(i)["isSliced"]:
        raise ActionRefused(f"{objectId} has been sliced; ask for its pieces")
    return outline(engine, i)


def outline(engine: Engine, i: int) -> Outline:
    """Convex outline of an object seen from above, [x, z] in metres, counter-clockwise."""
    changed = engine.arrangement().reached.get(i, {})
    record = {**engine.record(i), **changed}
    oriented = record["objectOrientedBoundingBox"]
    corners = records.corner_points(*records.box_of(record)) if oriented is None else oriented["cornerPoints"]
    return convex_hull(np.asarray(corners, dtype=np.float64)[:, [0, 2]])


def convex_hull(points: np.ndarray) -> Outline:
    """Corners of the convex hull of (n, 2) points, counter-clockwise from the least (Andrew's monotone chain)."""
    ordered = sorted({(float(a), float(b)) for a, b in points})
    if len(ordered) < 3:
        return [list(p) for p in ordered]
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return [list(p) for p in (*lower[:-1], *upper[:-1])]


def _chain(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    kept: list[tuple[float, float]] = []
    for p in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], p) <= 1e-12:
            kept.pop()
        kept.append(p)
    return kept


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
