"""Into which cupboards, drawers and appliances the agent has looked, and which to open next."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from agent.belief.common_sense import has_inside, share_in
from agent.belief.state import Belief, Thing
from agent.space.container_interiors import GRID_OF, best_look, seen_inside, share
from agent.space.navigation import UNIT, Routes, Stand

UNSEEN = 0.08
"""Share of a container's inside that may stay unseen: its farthest corners."""


class Containers:
    """Which containers the agent has looked into, and how completely.

    Args:
        belief: What is known.
    """

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._seen: dict[str, np.ndarray] = {}
        self._done: set[str] = set()

    def look(self) -> None:
        """Note what of the interiors of open containers is in view now."""
        for object_id in self._belief.in_view:
            thing = self._belief.things[object_id]
            if (
                has_inside(thing.object_type)
                and not thing.shut
                and thing.box is not None
                and object_id not in self._done
            ):
                now = seen_inside(self._belief, thing, self._belief.pose)
                self._seen[object_id] = self._seen.get(object_id, np.zeros_like(now)) | now

    def left(self, thing: Thing) -> float:
        """Share of a container's inside that has not been seen, and may yet be."""
        return 0.0 if thing.object_id in self._done else self.share_unseen(thing)

    def share_unseen(self, thing: Thing) -> float:
        """Share of a container's inside that has not been seen, also where nothing more can be."""
        seen = self._seen.get(thing.object_id)
        return 1.0 if seen is None else 1.0 - float(share(seen))

    def next_look(self, thing: Thing, routes: Routes, reach: float) -> Stand | None:
        """The pose that shows most of what has not been seen of a container's inside, for its way."""
        seen = self._seen.get(thing.object_id, np.zeros(np.prod(GRID_OF), dtype=np.bool_))
        return best_look(self._belief, thing, seen, routes, reach)

    def done(self, object_id: str) -> None:
        """Nothing more is to be seen in there."""
        self._done.add(object_id)

    def again(self, object_id: str) -> None:
        """Something was put in there and is not seen: it has to be looked into anew."""
        self._done.discard(object_id)
        self._seen.pop(object_id, None)

    def restart(self) -> None:
        """Somebody changed the home: no container counts as looked into any more, but what is in view."""
        self._seen.clear()
        self._done.clear()
        self.look()

    def chance(self, thing: Thing, types: Iterable[str]) -> float:
        """How likely one of some types is kept in this very container."""
        share = max((share_in(t, thing.object_type) for t in types), default=0.0)
        return share / max(1, len(self._belief.known(thing.object_type)))

    def next(self, types: Iterable[str], routes: Routes, skip: Iterable[str] = ()) -> Thing | None:
        """The container to look into next: likely to hold one of the types, and not far.

        Args:
            types: What is looked for.
            routes: From the present pose.
            skip: Ids not to consider.
        """
        wanted, without = tuple(types), set(skip)
        best, found = 0.0, None
        for thing in self._belief.things.values():
            if not has_inside(thing.object_type) or thing.box is None or thing.object_id in without:
                continue
            chance = self.chance(thing, wanted)
            if self.left(thing) < UNSEEN or chance <= 0.0:
                continue
            value = chance / (way(thing, routes) + 4.0)
            if value > best:
                best, found = value, thing
        return found


def way(thing: Thing, routes: Routes) -> float:
    """About how many steps it is to a thing."""
    if thing.box is None:
        return 99.0
    x, z = ((thing.box.low[k] + thing.box.high[k]) / 2 for k in (0, 2))
    return routes.way_to(x, z) / UNIT
