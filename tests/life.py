"""A tiny made-up life: things, a hand and a clock, lived one experience at a time."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime, timedelta

from memory.experience import Experience, Utterance
from perception.scene_graph.graph import HAND, HELD, IN_ON, ObjectNode, Relation, SceneGraph

START = datetime(2026, 1, 5, 8, 0)


class Life:
    """Ids are ``Type|number``; what is in ``view`` is seen, with the place and states it has."""

    def __init__(self, start: datetime = START, episode: str = "one", seconds: float = 10) -> None:
        self.time = start
        self.episode = episode
        self.step = timedelta(seconds=seconds)
        self.experiences: list[Experience] = []
        self.places: dict[str, str | None] = {}
        self.states: dict[str, set[str]] = {}
        self.view: list[str] = []
        self.held: str | None = None
        self.task: str | None = None
        self.goal: str | None = None

    def add(self, object_id: str, place: str | None = None, *states: str) -> str:
        self.places[object_id] = place
        self.states[object_id] = set(states)
        return object_id

    def look(self, *object_ids: str, action: str | None = "Turn Left") -> Life:
        self.view = list(object_ids)
        return self.live(action)

    def scene(self) -> SceneGraph:
        seen = [*self.view, self.held] if self.held else self.view
        keys = list(dict.fromkeys(seen))
        homes = [self.places[key] for key in keys]
        keys += dict.fromkeys(home for home in homes if home and home not in keys)
        nodes = [
            ObjectNode(key, key.split("|")[0], key.replace("|", "_"), tuple(sorted(self.states[key]))) for key in keys
        ]
        relations = [Relation(key, IN_ON, home) for key in self.view if key != self.held and (home := self.places[key])]
        if self.held:
            relations.append(Relation(HAND, HELD, self.held))
        return SceneGraph(tuple(nodes), tuple(relations))

    def live(self, action: str | None, *arguments: str, success: bool | None = True, error: str = "") -> Life:
        now = Experience(
            time=self.time,
            episode=self.episode,
            action=action,
            arguments=arguments,
            success=None if action is None else success,
            error=error,
            goal=self.goal,
            task=self.task,
            pose=(0.25, 0.9, 1.0, 90.0, 30.0),
            held=self.held,
            image=f"{len(self.experiences)}.png",
            scene=self.scene(),
        )
        self.experiences.append(now)
        self.time += self.step
        return self

    def walk(self, steps: int = 1) -> Life:
        for _ in range(steps):
            self.live("Forward")
        return self

    def pick_up(self, object_id: str) -> Life:
        self.held, self.places[object_id] = object_id, None
        return self.live("Pickup", object_id)

    def put(self, receptacle: str) -> Life:
        assert self.held
        self.places[self.held], self.held = receptacle, None
        return self.live("Place", receptacle)

    def open(self, object_id: str) -> Life:
        self.states[object_id].add("open")
        return self.live("Open", object_id)

    def close(self, object_id: str) -> Life:
        self.states[object_id].discard("open")
        return self.live("Close", object_id)

    def switch(self, object_id: str, on: bool) -> Life:
        (self.states[object_id].add if on else self.states[object_id].discard)("on")
        return self.live("ToggleOn" if on else "ToggleOff", object_id)

    def say(self, text: str, speaker: str = "user") -> Life:
        self.live(None)
        self.experiences[-1] = replace(self.experiences[-1], speech=(Utterance(speaker, text),))
        return self

    def wait(self, **duration: float) -> Life:
        self.time += timedelta(**duration)
        return self

    def begin(self, episode: str, at: datetime | None = None) -> Life:
        self.episode, self.time = episode, at or self.time
        return self


def kitchen(start: datetime = START) -> Life:
    """Two mornings in a kitchen; every deed in it is asked about in the tests of recall."""
    life = Life(start)
    mug, mug2 = life.add("Mug|0", "CounterTop|0", "dirty"), life.add("Mug|1", "Fridge|0", "cold")
    for key in ("CounterTop|0", "SinkBasin|0", "Fridge|0", "Faucet|0", "CoffeeMachine|0", "DiningTable|0"):
        life.add(key)
    knife, bread = life.add("Knife|0", "CounterTop|0"), life.add("Bread|0", "CounterTop|0")
    life.add("Apple|0", "DiningTable|0")
    life.task = "make coffee"
    life.say("please make me a coffee").say("sure", "agent")
    life.look(mug, knife, bread, "CounterTop|0").walk(3)
    life.pick_up(mug).walk(4).look("SinkBasin|0", "Faucet|0").put("SinkBasin|0")
    life.look(mug, "SinkBasin|0", "Faucet|0", action="Look Down")
    life.switch("Faucet|0", True)
    life.states[mug].discard("dirty")
    life.walk().switch("Faucet|0", False)  # 08:02:20
    life.pick_up(mug).look("CoffeeMachine|0").put("CoffeeMachine|0").switch("CoffeeMachine|0", True)
    life.wait(minutes=2)
    life.task = "slice bread"
    life.say("now cut the bread")
    life.look(bread, knife, "CounterTop|0", "Fridge|0")
    life.live("Open", "Fridge|0", success=False, error="the fridge is too far away")
    life.walk(2).open("Fridge|0").look(mug2, "Fridge|0", action=None).close("Fridge|0")
    life.look(bread, knife, "CounterTop|0").pick_up(knife).live("Slice", bread)
    life.begin("two", start + timedelta(days=1))
    life.task = None
    life.look("Fridge|0", knife).open("Fridge|0").close("Fridge|0")
    life.look("Apple|0", "DiningTable|0", action="Pan Left")
    life.say("thank you, well done").say("you are welcome", "agent")
    return life


def long_life(seed: int, length: int, start: datetime = START) -> list[Experience]:
    """A seeded, busy life of that many experiences: every action, failures, speech, silences, several episodes."""
    chance = random.Random(seed)
    life = Life(start, "0")
    rooms = [life.add(f"CounterTop|{i}") for i in range(3)] + [life.add("Fridge|0"), life.add("SinkBasin|0")]
    things = [life.add(f"{kind}|{i}", chance.choice(rooms)) for kind in ("Mug", "Plate", "Apple") for i in range(3)]
    life.view = things[:3]
    while len(life.experiences) < length:
        doing = chance.randrange(10)
        if doing == 0:
            life.look(*chance.sample(things, 3))
        elif doing == 1 and life.held:
            life.put(chance.choice(rooms))
        elif doing == 1:
            life.pick_up(chance.choice(things))
        elif doing == 2:
            life.close("Fridge|0") if "open" in life.states["Fridge|0"] else life.open("Fridge|0")
        elif doing == 3:
            life.live("Open", "Fridge|0", success=False, error="too far away")
        elif doing == 4:
            life.say(chance.choice(["bring me a mug", "thank you"]), chance.choice(["user", "agent"]))
        elif doing == 5 and chance.random() < 0.3:
            life.wait(minutes=chance.randrange(1, 30))
        elif doing == 6 and chance.random() < 0.1:
            life.begin(str(len(life.experiences)))
        elif doing == 7 and chance.random() < 0.2:
            life.task = chance.choice([None, "tidy up", "make coffee"])
        else:
            life.walk()
    return life.experiences[:length]
