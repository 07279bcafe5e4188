"""The homes in which commands are tried, with a short name for every thing in them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass

from agent.household.provisions import EpisodeHome
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.simulator import ObjectDict
from envs.teach.games.session import TeachSession

HomeThings = Mapping[str, ObjectDict]
"""Object id → what the simulator tells of it."""
PERSON = "Person"
"""How conditions call whoever speaks."""
_STATES = (
    ("isDirty", "dirty"), ("isCooked", "cooked"), ("isSliced", "sliced"), ("isOpen", "open"), ("isToggled", "on"),
    ("isBroken", "broken"), ("isUsedUp", "used up"),
)  # fmt: skip


@dataclass(frozen=True)
class CommandHome:
    """A generated home.

    Attributes:
        room: Kind of room: "kitchen", "living_room", "bedroom", "bathroom", "tabletop".
        seed: Which one.
    """

    room: str
    seed: int

    @property
    def name(self) -> str:
        """As a round calls it."""
        return f"{self.room} {self.seed}"

    def place(self) -> EpisodeHome:
        """The home as it is in the morning; what runs in it (a tap over a mug) has already done what it does.

        Raises:
            UnknownScene: There is no such kind of room.
        """
        controller = PocketController(load_scene(self.room, self.seed), seed=self.seed, renderImage=False)
        controller.step("Pass")
        return EpisodeHome(TeachSession(controller), SimulatedClock(), "trial", controller.scene)


def read_home(name: str) -> CommandHome:
    """The home of a name such as ``kitchen 11``.

    Raises:
        BadInput: It is none.
    """
    room, _, seed = name.partition(" ")
    if not room or not seed.isdecimal():
        raise BadInput(f"{name!r} is no home; write a kind of room and a number, such as 'kitchen 11'")
    return CommandHome(room, int(seed))


def things_in(home: EpisodeHome) -> dict[str, ObjectDict]:
    """What is in a home now."""
    return {str(one["objectId"]): deepcopy(one) for one in home.session.objects()}


def person_in(home: EpisodeHome) -> dict[str, ObjectDict]:
    """Whoever speaks, as a thing: they stand where the robot was before anything was said."""
    position = home.session.event.metadata["agent"]["position"]
    return {PERSON: {"objectId": PERSON, "objectType": PERSON, "position": dict(position), "parentReceptacles": None}}


def names_of(things: HomeThings) -> dict[str, str]:
    """Name → object id: the type and a number where there are several, in the order of their ids."""
    alike: dict[str, list[str]] = defaultdict(list)
    for key in sorted(things):
        alike[str(things[key]["objectType"])].append(key)
    return {
        kind if len(keys) == 1 else f"{kind}_{number}": key
        for kind, keys in alike.items()
        for number, key in enumerate(keys, 1)
    }


def described(things: HomeThings) -> list[str]:
    """A line for every thing: its name, where it is, and what state it is in; for those who write commands."""
    called = {key: name for name, key in names_of(things).items()}
    return [_line(things[key], name, called) for key, name in sorted(called.items(), key=lambda one: one[1])]


def states_of(thing: ObjectDict) -> list[str]:
    """The states that are worth telling of a thing."""
    found = [word for key, word in _STATES if thing.get(key)]
    if thing.get("isFilledWithLiquid"):
        found.append(f"filled with {thing.get('fillLiquid') or 'something'}")
    return found


def _line(thing: ObjectDict, name: str, called: Mapping[str, str]) -> str:
    around: Sequence[str] = [called[key] for key in thing.get("parentReceptacles") or () if key in called]
    place = f" in/on {', '.join(around)}" if around else ""
    state = ", ".join(states_of(thing))
    return f"{name}{place}{f' ({state})' if state else ''}"
