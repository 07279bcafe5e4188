"""What speaks for and against the states of things where pictures have to tell: looks, deeds, what these bring about.

Everything is log-odds, added up. A look counts once for every place from which it was taken, since the next picture
from the same place repeats its mistakes, and looks from several places count for less than as many things would, since
what misleads is mostly the thing itself. What was read before a deed says nothing about what the deed has changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from agent.belief.sight import Sight
from agent.belief.things import Thing

CERTAIN, LIKELY = 9.0, 8.0
"""Log-odds of what an own action did, and of what follows from it."""
PRIOR = {"dirty": 1.0, "filled": -2.0, "on": -2.0, "open": -2.0, "cooked": -3.8, "broken": -2.0}
"""What is supposed before anything is read. Chosen for what a mistake costs: a clean thing is washed again, and a
switch that is already on says so by not working; of a thing that stays dirty nobody hears. Of what can be cooked 2 % is
so in the first states of recorded training games (6 of 282)."""
DOUBT = 3.0
"""What is less sure than this is not relied on: it is brought about, or looked at again."""
LOOK = {"on": 2.1, "cooked": 2.0, "open": 1.7, "filled": 1.2, "dirty": 1.5, "broken": 1.2}
"""The most that one look can say, by state: log-odds of the reader's precision (assets/weights/states_pocket.md)."""
LOOKS = 4
"""So many places count, the latest."""
ALIKE = 0.5
"""How much looks at one thing have in common: ``n`` of them count as ``n / (1 + (n - 1) ALIKE)``."""
REFUSED = 3.0
"""What an action that did not work says for its not having been needed."""

_Vantage = tuple[float, ...]
_NEEDLESS = {
    "Open": ("open", 1.0), "Close": ("open", -1.0), "ToggleOn": ("on", 1.0), "ToggleOff": ("on", -1.0),
    "Pour": ("filled", -1.0),
}  # fmt: skip


class StateEvidence:
    """What is known for and against the states of all things."""

    def __init__(self) -> None:
        self._read: dict[str, dict[_Vantage, dict[str, float]]] = {}
        self._deduced: dict[str, dict[str, float]] = {}

    def states(self, thing: Thing, sight: Sight) -> set[str]:
        """The likely states of a thing in view, with what is read of it now.

        Args:
            thing: As it was known.
            sight: What is seen.
        """
        pose, key = sight.pose, thing.object_id
        place = (-1.0,) if key == sight.held else (pose.x, pose.z, pose.yaw, pose.horizon)
        looks = self._read.setdefault(key, {})
        looks.pop(place, None)
        looks[place] = {} if sight.odds is None else dict(sight.odds.get(key, {}))
        while len(looks) > LOOKS:
            del looks[next(iter(looks))]
        return self._likely(thing)

    def odds(self, object_id: str, state: str) -> float:
        """Log-odds of a state of a thing."""
        looks = [look[state] for look in self._read.get(object_id, {}).values() if state in look]
        most = LOOK.get(state, 1.0)
        read = sum(max(-most, min(most, value)) for value in looks) / (1.0 + max(0, len(looks) - 1) * ALIKE)
        return self._deduced.get(object_id, {}).get(state, PRIOR.get(state, 0.0)) + read

    def conclude(self, object_id: str, known: Mapping[str, float]) -> None:
        """Take in log-odds that follow from a deed; what was read before no longer counts."""
        for look in self._read.get(object_id, {}).values():
            for state in known.keys() & look.keys():
                del look[state]
        self._deduced[object_id] = self._deduced.get(object_id, {}) | dict(known)

    def doubt(self, thing: Thing, action: str) -> set[str]:
        """The likely states of a thing on which an action did not work; of a pour, of what was to be poured."""
        if action in _NEEDLESS:
            self.refused(thing.object_id, *_NEEDLESS[action])
        return self._likely(thing)

    def refused(self, object_id: str, state: str, sign: float) -> None:
        """Something was not possible, as if a thing had been in a state (or, sign -1, not in it) already."""
        own = self._deduced.setdefault(object_id, {})
        own[state] = own.get(state, PRIOR.get(state, 0.0)) + sign * REFUSED

    def _likely(self, thing: Thing) -> set[str]:
        """What is read or concluded of it, else as it was."""
        key, states = thing.object_id, set(thing.states)
        told = {state for look in self._read.get(key, {}).values() for state in look} | set(self._deduced.get(key, ()))
        for state in told:
            (states.add if self.odds(key, state) > 0.0 else states.discard)(state)
        return states
