"""A made-up household life of any length for the memory benchmarks: chores every day in a house of 96 things.

Cheap enough to live ten years in minutes. About as busy as real TEACh games: a request, some walking with 10 to 20
things in view, an object interaction every few steps, now and then a failure, and nights in between.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, time, timedelta

from memory.experience import Experience, Utterance
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

BIRTH = datetime(2026, 1, 5)
STEP = timedelta(seconds=3)
CHORE_TIMES = (time(8, 10), time(12, 30), time(18, 45))
ROOMS = {
    "kitchen": ("CounterTop", "Fridge", "SinkBasin", "Cabinet", "Drawer", "Microwave", "StoveBurner", "Shelf"),
    "living room": ("Sofa", "CoffeeTable", "TVStand", "ArmChair", "SideTable", "Shelf", "Box", "Ottoman"),
    "bedroom": ("Bed", "Desk", "Dresser", "SideTable", "Drawer", "Shelf", "LaundryHamper", "Safe"),
    "bathroom": ("SinkBasin", "Toilet", "Bathtub", "Shelf", "Cabinet", "TowelHolder", "Cart", "HandTowelHolder"),
}
OPENABLE = frozenset({"Fridge", "Cabinet", "Drawer", "Microwave", "Box", "LaundryHamper", "Safe"})
_NAMES = (
    "Mug Plate Bowl Cup Apple Potato Tomato Bread Lettuce Egg Knife Fork Spoon Pan Pot Spatula "
    "Book Pen Pencil RemoteControl CellPhone Laptop Watch KeyChain Newspaper Vase Statue Pillow Candle "
    "Cloth SoapBar SprayBottle"
)
THINGS = tuple(_NAMES.split())
REQUESTS = ("please bring the {thing} to the {place}", "put the {thing} on the {place}", "the {thing}, please")


class House:
    """Things, where they are, and what the robot has in its hand.

    Args:
        seed: Chooses where things are and everything that happens.
        perceived: Positions jitter from look to look, as those of a detector do.
    """

    def __init__(self, seed: int, perceived: bool = False) -> None:
        self.chance = random.Random(seed)
        self._jitter = 0.02 if perceived else 0.0
        self.places = {
            room: [f"{kind}|{number}" for kind in kinds] for number, (room, kinds) in enumerate(ROOMS.items())
        }
        self._room = {place: room for room, places in self.places.items() for place in places}
        self._spots = [place for places in self.places.values() for place in places]
        self.home: dict[str, str | None] = {
            f"{kind}|{number}": self.chance.choice(self._spots) for kind in THINGS for number in range(2)
        }
        self._states: dict[str, tuple[str, ...]] = {}
        self._at = {key: tuple(round(self.chance.uniform(-4, 4), 3) for _ in range(3)) for key in self._spots}
        self.held: str | None = None
        self.room = "kitchen"

    def stand(self) -> tuple[float, float, float, float, float]:
        """Where the robot is: x, y, z, yaw, horizon."""
        x, z = (round(self.chance.uniform(-4, 4), 2) for _ in range(2))
        return x, 0.9, z, 90.0, 30.0

    def look(self) -> SceneGraph:
        """What is in view: a few places of the room and what is in or on them."""
        places = self.places[self.room]
        begin = self.chance.randrange(len(places))
        shown = [places[(begin + offset) % len(places)] for offset in range(4)]
        inside = [key for key, home in self.home.items() if home in shown]
        relations = [Relation(key, IN_ON, self.home[key] or "") for key in inside]
        if self.held:
            relations.append(Relation(HAND, HELD, self.held))
        keys = [*shown, *inside, *([self.held] if self.held else [])]
        return SceneGraph(tuple(self._node(key) for key in keys), tuple(relations))

    def _node(self, key: str) -> ObjectNode:
        kind = key.partition("|")[0]
        x, y, z = self._at.get(self.home.get(key) or key, (0.0, 0.9, 0.0))
        if self._jitter:
            x, y, z = (round(value + self.chance.gauss(0, self._jitter), 3) for value in (x, y, z))
        return ObjectNode(key, kind, f"{kind}_{key[-1]}", self._states.get(key, ()), (x, y, z))

    def chore(self, steps: int) -> Iterator[tuple[str | None, tuple[str, ...], bool | None, str | None]]:
        """(action, arguments, success, words of the user) of one errand after the other."""
        done = 0
        while done < steps:
            thing, place = self.chance.choice(list(self.home)), self.chance.choice(self._spots)
            yield None, (), None, self._request(thing, place)
            for deed in self._errand(thing, place):
                yield *deed, None
                done += 1
            done += 1

    def _request(self, thing: str, place: str) -> str:
        words = self.chance.choice(REQUESTS)
        return words.format(thing=thing.partition("|")[0].lower(), place=place.partition("|")[0].lower())

    def _errand(self, thing: str, place: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        source = self.home[thing]
        yield from self._go(source)
        yield from self._access(source)
        if self.chance.random() < 0.15:
            yield "Pickup", (thing,), False
        self.held, self.home[thing] = thing, None
        yield "Pickup", (thing,), True
        yield from self._go(place)
        yield from self._access(place)
        self.held, self.home[thing] = None, place
        yield "Place", (place,), True

    def _go(self, place: str | None) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        for _ in range(self.chance.randrange(3, 9)):
            yield self.chance.choice(("Forward", "Forward", "Turn Left", "Turn Right")), (), True
        if place:
            self.room = self._room[place]

    def _access(self, place: str | None) -> Iterator[tuple[str, tuple[str, ...], bool]]:
        if place and place.partition("|")[0] in OPENABLE:
            self._states[place] = () if self._states.get(place) else ("open",)
            yield "Open" if self._states[place] else "Close", (place,), True


def live(
    seed: int = 0, steps: int = 60, chores: int = len(CHORE_TIMES), perceived: bool = False
) -> Iterator[Experience]:
    """An endless life, day after day.

    Args:
        seed: Chooses everything that happens.
        steps: About how many experiences one chore has.
        chores: Chores a day, at most three; each is an episode.
        perceived: Whether object positions jitter from look to look.
    """
    house, day = House(seed, perceived), 0
    while True:
        for number, begins in enumerate(CHORE_TIMES[:chores]):
            now = datetime.combine((BIRTH + timedelta(days=day)).date(), begins)
            now += timedelta(minutes=house.chance.randrange(-30, 60))
            for action, arguments, success, words in house.chore(steps):
                yield Experience(
                    time=now,
                    episode=f"day {day} chore {number}",
                    action=action,
                    arguments=arguments,
                    success=success,
                    error="" if success is not False else "it is too far away",
                    task=f"errand {number}",
                    speech=(Utterance("user", words),) if words else (),
                    pose=(
                        round(house.chance.uniform(-4, 4), 2),
                        0.9,
                        round(house.chance.uniform(-4, 4), 2),
                        90.0,
                        30.0,
                    ),
                    held=house.held,
                    scene=house.look(),
                )
                now += STEP
        day += 1
