"""The things the agent knows, and quick answers about them: which of a type, which in or on another."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, MutableMapping, ValuesView
from dataclasses import dataclass

from agent.belief.common_sense import can, is_container
from envs.pocket.scene import AgentPose, Box
from envs.pocket.things.traits import OPAQUE


@dataclass(frozen=True, slots=True)
class Thing:
    """One object as far as the agent knows it.

    Attributes:
        object_id: Which one.
        object_type: Its class.
        name: What the perceiver calls it, ``Mug_0``.
        states: What was last seen of its condition, or follows from what was done (``dirty``, ``filled``, …).
        place: What it is in or on, None when unknown or nothing.
        box: Where it is; None when only its existence is known.
        notes: ``COFFEE`` and ``BOILED``.
        seen_from: From where it was seen last, where it is now.
        look: Words for its colour and material; none where they cannot be told.
    """

    object_id: str
    object_type: str
    name: str
    states: frozenset[str] = frozenset()
    place: str | None = None
    box: Box | None = None
    notes: frozenset[str] = frozenset()
    seen_from: AgentPose | None = None
    look: frozenset[str] = frozenset()

    def can(self, capability: str) -> bool:
        """Whether things of its type have a capability, in AI2-THOR's spelling."""
        return can(self.object_type, capability)

    @property
    def shut(self) -> bool:
        """Whether it hides what is inside."""
        return is_container(self.object_type) and "open" not in self.states


class Things(MutableMapping[str, Thing]):
    """Things by object id, in order of first sight.

    Attributes:
        furniture: Grows whenever something that hides others appears, moves, opens or closes.
    """

    def __init__(self) -> None:
        self._things: dict[str, Thing] = {}
        self._rank: dict[str, int] = {}
        self._ranks = 0
        self._of_type: dict[str, dict[str, None]] = {}
        self._on: dict[str, dict[str, None]] = {}
        self.furniture = 0

    def __getitem__(self, object_id: str) -> Thing:
        return self._things[object_id]

    def __setitem__(self, object_id: str, thing: Thing) -> None:
        old = self._things.get(object_id)
        if old is thing:
            return
        if old is not None and old.object_type != thing.object_type:
            del self[object_id]
            old = None
        if old is None:
            self._ranks += 1
            self._rank[object_id] = self._ranks
            self._of_type.setdefault(thing.object_type, {})[object_id] = None
        if old is None or old.place != thing.place:
            self._move(object_id, None if old is None else old.place, thing.place)
        self._things[object_id] = thing
        self._note(old, thing)

    def __delitem__(self, object_id: str) -> None:
        old = self._things.pop(object_id)
        del self._rank[object_id], self._of_type[old.object_type][object_id]
        self._move(object_id, old.place, None)
        self._note(None, old)

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __contains__(self, object_id: object) -> bool:
        return object_id in self._things

    def get(self, object_id: str, default: Thing | None = None) -> Thing | None:  # type: ignore[override]
        """The thing, or the default."""
        return self._things.get(object_id, default)

    def values(self) -> ValuesView[Thing]:
        """Every thing."""
        return self._things.values()

    def items(self) -> ItemsView[str, Thing]:
        """Every id with its thing."""
        return self._things.items()

    def copy(self) -> dict[str, Thing]:
        """As a plain dict."""
        return self._things.copy()

    def of_types(self, types: tuple[str, ...]) -> list[Thing]:
        """Everything of these types, in order of first sight."""
        found = [k for word in dict.fromkeys(types) for k in self._of_type.get(word, ())]
        return [self._things[k] for k in (found if len(types) == 1 else sorted(found, key=self._rank.__getitem__))]

    def directly_on(self, place: str) -> list[str]:
        """Ids of what is itself in or on a thing."""
        return list(self._on.get(place, ()))

    def in_order(self, ids: list[str]) -> list[Thing]:
        """These things in order of first sight."""
        return [self._things[k] for k in sorted(ids, key=self._rank.__getitem__)]

    def _move(self, object_id: str, old: str | None, new: str | None) -> None:
        if old is not None:
            del self._on[old][object_id]
        if new is not None:
            self._on.setdefault(new, {})[object_id] = None

    def _note(self, old: Thing | None, new: Thing) -> None:
        if new.object_type in OPAQUE and (old is None or old.box != new.box or old.states != new.states):
            self.furniture += 1
