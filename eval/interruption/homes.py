"""Household tasks to be interrupted: what is asked for, in which rooms, by what interrupted, changed and disturbed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.household.listening_body import Saying
from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.requests.errands import PUT, Errand
from agent.requests.reading import read_at_work
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene
from envs.simulator import ObjectDict
from envs.teach.games.session import TeachSession
from envs.teach.tasks.offers import obstacle

LONGEST = 180
"""Homes in which the uninterrupted task takes more steps than this are passed over, so that every step can be tried."""
QUICK = 60
"""Most steps of a task that interrupts."""
_SEEDS = 60


@dataclass(frozen=True)
class HouseholdTask:
    """A task of the suite.

    Attributes:
        name: Short name.
        room: Kind of room.
        request: What is said.
        topic: How it is referred to.
        amendment: What is said to change it, "" where nothing can be.
        amended: What it then asks for.
    """

    name: str
    room: str
    request: str
    topic: str
    amendment: str
    amended: Errand | None

    @property
    def errand(self) -> Errand:
        """What the request asks for."""
        return errand_of(self.request)


def errand_of(request: str) -> Errand:
    """The one errand that a request asks for.

    Raises:
        BadInput: It asks for none.
    """
    found = [one.errand for one in read_at_work(request).begun]
    if len(found) != 1:
        raise BadInput(f"{request!r} asks for {len(found)} tasks; give one")
    return found[0]


TASKS: tuple[HouseholdTask, ...] = (
    HouseholdTask("coffee", "kitchen", "make coffee", "the coffee", "make it two", Errand("Coffee", ("2",))),
    HouseholdTask(
        "plant", "kitchen", "water a plant", "the plant", "all the plants instead of one",
        Errand("N X In State", ("all", "HousePlant", "filled")),
    ),
    HouseholdTask(
        "slice", "kitchen", "a slice of tomato on a plate", "the slices", "two slices instead of one",
        Errand("N Slices Of X In Y", ("2", "Tomato", "on", "Plate")),
    ),
    HouseholdTask(
        "cooked slices", "kitchen", "two cooked slices of potato in a bowl", "the potato slices",
        "use a plate instead of the bowl", Errand("N Cooked Slices Of X In Y", ("2", "Potato", "on", "Plate")),
    ),
    HouseholdTask(
        "toast", "kitchen", "make a plate of toast", "the toast", "make it two", Errand("Plate Of Toast", ("2",))
    ),
    HouseholdTask(
        "boil", "kitchen", "boil a potato", "the potato", "an egg instead of the potato", Errand("Boil X", ("Egg",))
    ),
    HouseholdTask(
        "salad", "kitchen", "make a salad", "the salad", "with two slices of tomato instead of one",
        Errand("Salad", ("1", "2", "0")),
    ),
    HouseholdTask(
        "sandwich", "kitchen", "make a sandwich", "the sandwich", "without tomato", Errand("Sandwich", ("1", "0"))
    ),
    HouseholdTask(
        "fridge", "kitchen", "put an apple in the fridge", "the apple", "a tomato instead of the apple",
        Errand(PUT, ("1", "Tomato", "in", "Fridge")),
    ),
    HouseholdTask(
        "cloths", "bathroom", "clean all the cloths", "the cloths", "", None
    ),
    HouseholdTask(
        "books", "bedroom", "put all the books on the bed", "the books", "on the desk instead of the bed",
        Errand("Put All X On Y", ("Book", "on", "Desk")),
    ),
    HouseholdTask(
        "cups", "tabletop", "put all the cups in one box", "the cups", "the forks instead of the cups",
        Errand("Put All X In One Y", ("Fork", "in", "Box")),
    ),
)  # fmt: skip
NAMES = tuple(task.name for task in TASKS)

_INTRUDERS = {
    "kitchen": (
        "water the plant",
        "open the fridge",
        "put an egg in the fridge",
        "make coffee",
        "put a fork in the sink",
    ),
    "bathroom": (
        "turn the faucet on",
        "put a candle on the counter",
        "put a soap bottle on the counter",
        "open the toilet",
    ),
    "bedroom": ("open a drawer", "put a pillow on the bed", "turn on a lamp", "put a pencil on the desk"),
    "tabletop": ("put a book in the box", "put an apple on a plate", "put a fork on a plate", "put a spoon in a bowl"),
}


@dataclass(frozen=True)
class TrialHome:
    """A home for one task.

    Attributes:
        task: The task.
        scene: The room.
        seed: Its number.
        steps: Steps that the task takes there when nobody interrupts.
        intruders: What can interrupt it there: (request, steps it takes alone).
    """

    task: HouseholdTask
    scene: Scene
    seed: int
    steps: int
    intruders: tuple[tuple[str, int], ...]

    def place(self) -> EpisodeHome:
        """The home as it is in the morning."""
        controller = PocketController(self.scene, seed=self.seed, renderImage=False)
        return EpisodeHome(TeachSession(controller), SimulatedClock(), "trial", controller.scene)


def tasks_named(names: Sequence[str]) -> tuple[HouseholdTask, ...]:
    """The tasks of these names, all for none.

    Raises:
        BadInput: There is no such task.
    """
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise BadInput(f"{unknown[0]!r} is not a household task; they are {', '.join(NAMES)}")
    return tuple(task for task in TASKS if not names or task.name in names)


@lru_cache(maxsize=256)
def homes(name: str, count: int, seed: int) -> tuple[TrialHome, ...]:
    """Homes in which a task can be done, and is done when nobody interrupts.

    Args:
        name: Which task.
        count: How many homes.
        seed: Where to begin looking.

    Raises:
        BadInput: There are not so many among the first ones.
    """
    task = next(one for one in TASKS if one.name == name)
    found: list[TrialHome] = []
    for number in range(seed * 1000, seed * 1000 + _SEEDS * count):
        home = _home(task, number)
        if home is not None:
            found.append(home)
            if len(found) == count:
                return tuple(found)
    raise BadInput(f"only {len(found)} homes for {name!r}; ask for fewer trials or another --seed")


def _home(task: HouseholdTask, number: int) -> TrialHome | None:
    scene = load_scene(task.room, number)
    session = TeachSession(PocketController(scene, seed=number, renderImage=False))
    objects = list(session.objects())
    if obstacle(task.errand.task, objects):
        return None
    bare = TrialHome(task, scene, number, 0, ())
    alone = alone_in(bare, task.request)
    if not alone.result.success or not 3 < alone.result.steps <= LONGEST:
        return None
    intruders = []
    for request in _INTRUDERS[task.room]:
        errand = errand_of(request)
        if errand.name == task.errand.name and errand.params == task.errand.params:
            continue
        if request != task.request and not obstacle(errand.task, objects):
            steps = alone_in(bare, request).result
            if steps.success and 0 < steps.steps <= QUICK:
                intruders.append((request, steps.steps))
    return TrialHome(task, scene, number, alone.result.steps, tuple(intruders)) if intruders else None


def alone_in(home: TrialHome, request: str, sayings: tuple[Saying, ...] = ()) -> LivedEpisode:
    """What comes of a request in a home of its own."""
    return live(home.place(), Speech(request, None, sayings))


def can_be_amended(home: TrialHome) -> bool:
    """Whether what the task is changed to can be done in a home, too."""
    new = home.task.amended
    if new is None or obstacle(new.task, list(home.place().session.objects())):
        return False
    return live(home.place(), Speech(home.task.request, new)).result.success


# -- what others do meanwhile ----------------------------------------------------------------------------------------

CHANGES = ("moved", "used up", "dirtied")


def disturb(session: TeachSession, kind: str, about: Sequence[str], task: Errand, turn: int) -> str | None:
    """Somebody moves, uses up or dirties a thing that a task is about.

    Args:
        session: The home.
        kind: One of ``CHANGES``.
        about: Ids of the things, those that matter most first.
        task: The task; it stays possible.
        turn: Which of the places things are moved to.

    Returns:
        The id of the thing, None when nothing of the kind could be done.
    """
    things = {item["objectId"]: item for item in session.objects()}
    for key in about:
        item = things.get(key)
        if item is None or not item["pickupable"] or session.held == key or _inside(item, things):
            continue
        if kind == "moved" and session.held is None and _move(session, item, things, turn):
            return key
        if kind == "dirtied" and item["dirtyable"] and not item["isDirty"]:
            return key if session.impose("Dirty", key).success else None
        if kind == "used up" and _dispensable(item, things, task):
            return key if session.simulator.step("RemoveFromScene", objectId=key) else None
    return None


def _inside(item: ObjectDict, things: dict[str, ObjectDict]) -> bool:
    """Whether it is put away: something around it can be closed, carried or switched on."""
    around = [things[key] for key in item["parentReceptacles"] or () if key in things]
    return not around or any(other["openable"] or other["pickupable"] or other["toggleable"] for other in around)


def _move(session: TeachSession, item: ObjectDict, things: dict[str, ObjectDict], turn: int) -> bool:
    """Take it to some other open place."""
    here = set(item["parentReceptacles"] or ())
    places = [
        key
        for key, other in things.items()
        if other["receptacle"] and not other["openable"] and not other["pickupable"] and key not in here
        and other["objectType"] in ("CounterTop", "DiningTable", "SideTable", "Shelf", "Desk", "Dresser", "Bed", "Sofa")
    ]  # fmt: skip
    if not places or not session.impose("Pickup", item["objectId"]).success:
        return False
    order = places[turn % len(places) :] + places[: turn % len(places)]
    for place in (*order, *here):
        if session.impose("Place", place).success:
            return place not in here
    session.simulator.step("DropHandObject", forceAction=True)
    return True


def _dispensable(item: ObjectDict, things: dict[str, ObjectDict], task: Errand) -> bool:
    """Whether the task stays possible without it."""
    left = [other for key, other in things.items() if key != item["objectId"]]
    alike = sum(other["objectType"] == item["objectType"] for other in left)
    return alike > 0 and not obstacle(task.task, left)
