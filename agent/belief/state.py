"""What the agent believes about the home: what it saw, and what its own actions did. Never what the simulator hides.

Given from the start is only the map: the cells on which one can walk and the room's outline, as a robot has them after
driving through a home once. Which things there are, where they are and what state they are in is known from sight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from agent.belief.common_sense import is_container, original_of, passes_on
from agent.belief.cuts import Cuts
from agent.belief.evidence import CERTAIN, DOUBT, LIKELY, StateEvidence
from agent.belief.sight import Sight
from agent.belief.solids import Solids
from agent.belief.things import Thing, Things
from envs.effects import likely_burner
from envs.pocket.scene import Box, Cell
from envs.pocket.world.state import DOORS
from envs.teach.tasks.classes import object_classes
from envs.vocabulary.object_types import CAPABILITIES
from perception.scene_graph.graph import IN_ON, ObjectNode

COFFEE, BOILED = "coffee", "boiled"
"""What cannot be seen of a thing but follows from what was done to it."""
MOVED = 0.15
"""A thing that is seen this much farther along some axis than before has been moved, metres."""

BESIDE = 0.08
"""What was put on something small, as a plate, and is seen so far outside of it lies beside it, metres."""


class Belief:
    """The agent's picture of the home, kept up to date by ``observe`` and ``acted``.

    Args:
        cells: Where one can walk.
        outline: (x0, z0, x1, z1) of the room, metres.
        sight: The first look.

    Attributes:
        blocked: Steps that turned out impossible although both cells are on the map.
        put: Where the agent itself put things.
        things: Everything known, by object id, in order of first sight.
        in_view: What is seen now.
        pose: Where the agent stands and looks.
        held: What is in its hand.
        cuts: What was cut up.
        evidence: What speaks for states that are read from pictures; None where they are told.
    """

    def __init__(self, cells: Iterable[Cell], outline: tuple[float, float, float, float], sight: Sight) -> None:
        self.cells = frozenset(cells)
        self.outline = outline
        self.blocked: set[tuple[Cell, Cell]] = set()
        self.put: dict[str, str] = {}
        self.things = Things()
        self._solids: tuple[int, Solids] | None = None
        self._retired: dict[str, Thing] = {}
        self._heated: dict[str, str] = {}
        self.cuts = Cuts()
        self.evidence = None if sight.odds is None else StateEvidence()
        self.in_view: frozenset[str] = frozenset()
        self.pose = sight.pose
        self.held: str | None = None
        self._held_from: tuple[str, ...] = ()
        self.observe(sight)

    # -- asking --------------------------------------------------------------------------------------------------

    def thing(self, object_id: str) -> Thing:
        """What is known about one object.

        Raises:
            KeyError: It was never seen.
        """
        found = self.things.get(object_id) or self._retired.get(object_id)
        if found is None:
            raise KeyError(object_id)
        return found

    def known(self, *types: str) -> list[Thing]:
        """Everything known of these types, in order of first sight."""
        return self.things.of_types(types)

    def chain(self, object_id: str) -> list[str]:
        """What a thing is in or on, innermost first, as far as that counts (see ``passes_on``)."""
        found: list[str] = []
        thing = self.things.get(object_id)
        while thing is not None and thing.place is not None and thing.place not in found:
            found.append(thing.place)
            thing = self.things.get(thing.place)
            if thing is None or not passes_on(thing.object_type):
                break
        return found

    def whereabouts(self, object_id: str) -> list[str]:
        """As ``chain``; what is in a thing that was lifted is where that was taken from: a pot out of the fridge."""
        around = self.chain(object_id)
        return [*around, *self._held_from] if self.held is not None and self.held in around else around

    def within(self, object_id: str) -> list[Thing]:
        """Everything known to be in or on a thing, at any depth."""
        found: dict[str, None] = {}
        left = self.things.directly_on(object_id)
        while left:
            if (key := left.pop()) not in found:
                found[key] = None
                left += self.things.directly_on(key) if passes_on(self.things[key].object_type) else ()
        return self.things.in_order(list(found))

    @property
    def solids(self) -> Solids:
        """The bodies of the furniture known now."""
        if self._solids is None or self._solids[0] != self.things.furniture:
            self._solids = self.things.furniture, Solids(self.things.values())
        return self._solids[1]

    def shut_in(self, object_id: str) -> Thing | None:
        """The closed container around a thing, None when nothing hides it."""
        around = (self.things[k] for k in self.chain(object_id) if k in self.things)
        return next((t for t in around if t.shut), None)

    def nearest(self, here: Thing, others: Iterable[Thing]) -> Thing | None:
        """Which of the others is closest to a thing, by the middle of their boxes."""
        placed = [(t, centre(t.box)) for t in others if t.box is not None]
        if here.box is None or not placed:
            return placed[0][0] if placed else None
        middle = centre(here.box)
        return min(placed, key=lambda pair: float(np.linalg.norm(pair[1] - middle)))[0]

    def sure(self, object_id: str, state: str, so: bool) -> bool:
        """Whether a thing certainly is, or is not, in a state: what is doubtful is neither.

        Args:
            object_id: Which thing.
            state: Of ``Thing.states``.
            so: Whether it is to be in that state, or not to be.
        """
        if self.evidence is None:
            return (state in self.thing(object_id).states) == so
        odds = self.evidence.odds(object_id, state)
        return odds > DOUBT if so else odds < -DOUBT

    def objects(self, cut: bool = False) -> list[dict[str, Any]]:
        """The belief as object dicts that ``check_task`` understands, with what was cut up or without."""
        return [self.as_dict(t) for t in (*self.things.values(), *(self.cuts.gone.values() if cut else ()))]

    def as_dict(self, t: Thing) -> dict[str, Any]:
        """One thing as an object dict with TEACh's custom properties."""
        return {
            "objectId": t.object_id,
            "objectType": t.object_type,
            "simbotObjectClass": classes_of(t),
            **{one: t.can(one) for one in CAPABILITIES},
            "parentReceptacles": self.chain(t.object_id),
            "isSliced": t.object_id in self.cuts.gone,
            "isDirty": "dirty" in t.states,
            "isFilledWithLiquid": "filled" in t.states,
            "isOpen": "open" in t.states,
            "isToggled": "on" in t.states,
            "isCooked": "cooked" in t.states,
            "simbotIsCooked": "cooked" in t.states,
            "simbotIsBoiled": BOILED in t.notes,
            "simbotIsFilledWithCoffee": COFFEE in t.notes,
            "distance": 0.0,
        }

    # -- learning ------------------------------------------------------------------------------------------------

    def observe(self, sight: Sight) -> None:
        """Take in what is seen now."""
        if sight.held != self.held:
            self._held_from = () if sight.held is None else tuple(self.chain(sight.held))
        self.pose, self.held = sight.pose, sight.held
        for object_id in sight.gone & self.things.keys():
            self._retired[object_id] = replace(self.things[object_id], box=None, place=None, seen_from=None)
            self.forget(object_id)
        before = self.things.copy()
        parents = {r.head: r.tail for r in reversed(sight.graph.relations) if r.predicate == IN_ON}
        for node in sight.graph.objects:
            old = before.get(node.object_id) or Thing(node.object_id, node.object_type, node.name)
            if node.object_id in sight.boxes:
                self.things[node.object_id] = self._seen(old, node, sight, parents.get(node.object_id), before)
            elif is_container(node.object_type) and "open" not in old.states:
                # not seen itself: only that something seen is in or on it, so it cannot be closed
                self.things[node.object_id] = replace(old, states=old.states | {"open"})
            elif node.object_id not in before:
                self.things[node.object_id] = old
        for object_id in sight.boxes.keys() - before.keys():
            self._take_after_the_whole(object_id)
        if self.held is not None and self.held in self.things:
            self.things[self.held] = replace(self.things[self.held], place=None)
        self.in_view = frozenset(sight.boxes)
        for object_id in sight.boxes:
            # Where pictures have to tell, what seems to have changed is no sign of a deed: deeds are known.
            self._conclude(object_id, before.get(object_id) if self.evidence is None else None)

    def _seen(
        self, old: Thing, node: ObjectNode, sight: Sight, parent: str | None, before: Mapping[str, Thing]
    ) -> Thing:
        read = node.states if self.evidence is None else self.evidence.states(old, sight)
        same = len(old.states) == len(read) and old.states.issuperset(read)
        box = sight.boxes[node.object_id]
        if node.object_type in DOORS and "open" in read and old.box is not None:
            box = old.box  # the door is in the box that is given now; what is meant is the body, and that stays
        if node.object_id in self.put and parent != self.put[node.object_id] and _moved(old.box, box):
            del self.put[node.object_id]  # somebody else took it away from where it was put
        return Thing(
            node.object_id,
            node.object_type,
            old.name,
            states=old.states if same else frozenset(read),
            place=self.put.get(node.object_id, parent),
            box=box,
            notes=old.notes or self._inherited(node.object_id, before),
            seen_from=old.seen_from if node.object_id == sight.held else sight.pose,
            look=sight.looks.get(node.object_id, old.look),
        )

    def _inherited(self, object_id: str, before: Mapping[str, Thing]) -> frozenset[str]:
        source = before.get(object_id.rpartition("|")[0])
        return source.notes & {BOILED} if source is not None else frozenset()

    def _conclude(self, object_id: str, old: Thing | None) -> None:
        """Note coffee and boiling from how a thing changed."""
        now = self.things[object_id]
        if COFFEE in now.notes and self.sure(object_id, "filled", False):
            self.note(object_id, COFFEE, False)
        if old is None:
            return
        around = [self.things[k] for k in {*self.chain(object_id)} if k in self.things]
        if "filled" in now.states - old.states and any(brews(t) for t in around):
            self.note(object_id, COFFEE)
        if "cooked" in now.states - old.states and any("filled" in t.states for t in around):
            self.note(object_id, BOILED)

    def note(self, object_id: str, note: str, true: bool = True) -> None:
        """Remember, or take back, something about a thing that cannot be seen."""
        thing = self.things[object_id]
        notes = thing.notes | {note} if true else thing.notes - {note}
        if notes != thing.notes:
            self.things[object_id] = replace(thing, notes=notes)

    def change(
        self, object_id: str, add: Iterable[str] = (), drop: Iterable[str] = (), certainty: float = LIKELY
    ) -> None:
        """Conclude a state that is not in view, or that a look may misread, with what follows from it.

        Args:
            object_id: Of which thing.
            add: What it is now.
            drop: What it is no longer.
            certainty: Log-odds; so much has to be read against it before a look counts for more.
        """
        old, add, drop = self.things[object_id], set(add), set(drop)
        known = frozenset(state for state in old.states if self.sure(object_id, state, True))
        if self.evidence is not None:
            self.evidence.conclude(object_id, dict.fromkeys(add, certainty) | dict.fromkeys(drop, -certainty))
        self.things[object_id] = replace(old, states=(old.states | add) - drop)
        self._conclude(object_id, replace(old, states=known))

    def acted(self, action: str, target: str, held: str | None) -> None:
        """Take in that an own action worked; call it after ``observe``.

        Args:
            action: TEACh name.
            target: What it was done to.
            held: What was in the hand before.
        """
        if action == "Place" and held is not None and held in self.things and not self._missed(held, target):
            self.put[held] = target  # of the many things around it, this is the one it was put on
            thing = self.things[held]
            seen = held in self.in_view
            box, here = (thing.box, self.pose) if seen else (None, None)
            self.things[held] = replace(thing, place=target, box=box, seen_from=here)
            self._carry_along(held)
        elif action == "Pickup":
            self.put.pop(self.held or target, None)  # what is really in the hand
        elif action == "Slice":
            self._cut(target)
        elif action in ("Open", "Close", "ToggleOn", "ToggleOff") and target in self.things:
            word = "open" if action in ("Open", "Close") else "on"
            on = action in ("Open", "ToggleOn")
            self.change(target, [word] if on else (), () if on else [word], CERTAIN)
            if self.evidence is not None and self.things[target].object_type == "StoveKnob":
                self._turned(target, on)
        elif action == "Pour":
            if target in self.things and self.things[target].can("canFillWithLiquid"):
                self.change(target, ["filled"], (), CERTAIN)
            if self.evidence is not None and held is not None and held in self.things:
                self.change(held, (), ["filled"], CERTAIN)

    def _cut(self, target: str) -> None:
        """A thing is no more, and its pieces are as it was."""
        if (whole := self.things.pop(target, None)) is None:
            return
        self.cuts.note(whole, 0.0 if self.evidence is None else self.evidence.odds(target, "cooked"))
        for piece in self.known(f"{whole.object_type}Sliced", f"{whole.object_type}Cracked"):
            self._take_after_the_whole(piece.object_id)

    def _take_after_the_whole(self, object_id: str) -> None:
        """What was known of the thing that a piece was cut from is known of the piece."""
        cut = None if self.evidence is None else self.cuts.whole(self.things[object_id])
        if cut is None or self.evidence is None:
            return
        self.evidence.conclude(object_id, {"cooked": cut.cooked})
        self.note(object_id, BOILED, BOILED in cut.thing.notes)

    def _turned(self, knob: str, on: bool) -> None:
        """A knob of the stove was turned, and no picture shows heat: some burner is likely to be hot now, or cold."""
        burners = self.known("StoveBurner")
        if not on:
            warm = next((burner for burner, by in self._heated.items() if by == knob), None)
            if warm is not None and warm in self.things:
                self.change(warm, (), ["hot"])
            self._heated.pop(warm or "", None)
            return
        free = [t for t in burners if t.object_id not in self._heated and t.box is not None]
        place = self.things[knob].box

        def apart(burner: Thing) -> float:
            known = place is not None and burner.box is not None
            return float(np.linalg.norm(centre(place) - centre(burner.box))) if known else 9.0  # type: ignore[arg-type]

        burner = likely_burner(free, lambda t: bool(self.within(t.object_id)), apart)
        if burner is not None:
            self._heated[burner.object_id] = knob
            self.change(burner.object_id, ["hot"])

    def _missed(self, held: str, target: str) -> bool:
        """Whether what was put down is seen to lie somewhere else; only where what is seen may differ from the deed."""
        if self.evidence is None or held not in self.in_view or target not in self.things:
            return False
        box, around = self.things[held].box, self.things[target].box
        if box is None or around is None:
            return False
        x, _, z = centre(box)
        out = (max(around.low[k] - v, 0.0, v - around.high[k]) for k, v in ((0, x), (2, z)))
        return float(np.hypot(*out)) > (BESIDE if self.things[target].can("pickupable") else MOVED)

    def failed(self, action: str, target: str, held: str | None) -> None:
        """Take in that an own action did not work; where nobody tells why, it may have been so already.

        Args:
            action: TEACh name.
            target: What it was meant for.
            held: What is in the hand.
        """
        object_id = held if action == "Pour" else target
        if self.evidence is None or object_id is None or object_id not in self.things:
            return
        if action == "Pour" and target in self.things and self.sure(object_id, "filled", True):
            self.evidence.refused(target, "filled", 1.0)
            return
        thing = self.things[object_id]
        states = frozenset(self.evidence.doubt(thing, action))
        if states != thing.states:
            self.things[object_id] = replace(thing, states=states)

    def forget(self, object_id: str) -> None:
        """A thing is not where it was believed to be: nothing is known of it any more until it is seen again."""
        self.things.pop(object_id, None)
        self.put.pop(object_id, None)

    def _carry_along(self, object_id: str) -> None:
        """Things in what was just put down are where it is."""
        box = self.things[object_id].box
        for thing in self.within(object_id):
            if thing.object_id not in self.in_view:
                self.things[thing.object_id] = replace(thing, box=box)

    def wall(self, here: Cell, there: Cell) -> None:
        """A step was not possible."""
        self.blocked.add((here, there))


def classes_of(thing: Thing) -> list[str]:
    """The classes a thing belongs to, as TEACh keeps them: pieces belong to those of the whole, a heel to none."""
    return list(_classes(thing.object_type, thing.object_id))


@lru_cache(maxsize=4096)
def _classes(object_type: str, object_id: str) -> tuple[str, ...]:
    if object_type == "Bread" and "|Bread_" in object_id:
        return ()
    piece = object_type.endswith(("Sliced", "Cracked"))
    return tuple(object_classes(original_of(object_id) if piece else object_type))


def brews(thing: Thing) -> bool:
    """Whether it is a running coffee machine."""
    return thing.object_type == "CoffeeMachine" and "on" in thing.states


def _moved(old: Box | None, new: Box) -> bool:
    """Whether a thing lies clearly elsewhere than before."""
    return old is not None and float(np.abs(centre(old) - centre(new)).max()) > MOVED


def centre(box: Box) -> np.ndarray:
    """The middle of a box, metres."""
    return (np.array(box.low) + np.array(box.high)) / 2
