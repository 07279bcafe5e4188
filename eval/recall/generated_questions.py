"""Questions about histories of any length, made from the games alone, with the answers of the published benchmark.

The answers follow the rules of H-EMV's question generator (``docs/eval_recall.md``). They come from what a game file
says about itself: its ``desc``, its log, and the engine's own ``visible`` flags. None of that is available to what
answers: this is the evaluator's side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from random import Random

from envs.errors import BadInput
from envs.teach.games.actions import DRIVER
from envs.teach.games.recorded import Game
from envs.vocabulary.inflection import article
from eval.histories.game_files import GameFiles
from eval.histories.schedules import FIRST_HOUR, LAST_HOUR, Schedule, Slot, draw_schedule
from eval.recall.published_wording import ago
from eval.recall.question_sets import Query, QuestionedHistory, QuestionSet
from memory.experience import type_of

_TASK_NAMES = (("creditcard", "credit card"), ("remotecontrol", "remote control"), ("tissuebox", "tissue box"))
_TASK_NAMES += (("baseballbat", "baseball bat"),)
_NAMES = {
    name.replace(" ", ""): name
    for names in (
        ("butter knife", "soap bottle", "pepper shaker", "salt shaker", "credit card", "stove knob", "stove burner"),
        ("light switch", "side table", "dish sponge", "coffee machine", "remote control", "tissue box", "baseball bat"),
        ("coffee table", "desk lamp", "floor lamp", "watering can", "garbage can", "dining table", "alarm clock"),
        ("papertowel roll",),
    )
    for name in names
}
_INSIDE = ("microwave", "sink", "cabinet", "fridge", "pot")
_NEVER_ASKED = frozenset({"Floor"})


@dataclass(frozen=True)
class FollowerAction:
    """A successful object action of the follower, by class names.

    Attributes:
        action: ``Pickup``, ``Place`` …
        target: What it was done to.
        held: What was held, for ``Place`` and ``Pour``.
    """

    action: str
    target: str
    held: str = ""


@dataclass(frozen=True)
class GameFacts:
    """What is so about one game.

    Attributes:
        task: Its task in the words of the benchmark.
        deeds: What was done, in order.
        present: Classes of the objects there.
        seen: Classes that were surely seen: flagged visible at the beginning or the end, or handled.
    """

    task: str
    deeds: tuple[FollowerAction, ...]
    present: frozenset[str]
    seen: frozenset[str]


def read_truth(game: Game) -> GameFacts:
    """What is so about one game."""
    held, deeds = "", []
    for step in game.interactions:
        if step.agent_id != DRIVER or not step.is_object_action or not step.success or step.oid is None:
            continue
        target = _class(step.oid)
        deeds.append(FollowerAction(step.action_name, target, held if step.action_name in ("Place", "Pour") else ""))
        if step.action_name == "Pickup":
            held = target
    states = (*game.initial.objects, *game.final.objects)
    seen = {_class(one["objectId"]) for one in states if one.get("visible")} | {deed.target for deed in deeds}
    present = frozenset(_class(one["objectId"]) for one in states)
    return GameFacts(task_name(game.task.desc), tuple(deeds), present, frozenset(seen))


def task_name(desc: str) -> str:
    """A game's ``desc`` as the benchmark writes it: "put all remote control on one sidetable"."""
    text = desc.lower().strip().rstrip(".")
    for joined, split in _TASK_NAMES:
        text = text.replace(joined, split)
    return text


def _class(object_id: str) -> str:
    """The class of the id's first part: a slice is just the vegetable, the basin of a sink the sink."""
    return type_of(object_id.split("|")[0])


@lru_cache(maxsize=500)
def object_words(name: str) -> str:
    """A class as the benchmark writes it in questions about objects and in steps: ``ButterKnife`` → "butter knife"."""
    return _NAMES.get(name.lower(), name.lower())


def step_words(deed: FollowerAction) -> str:
    """A step as the benchmark describes it: "place the mug in the sink"."""
    target = object_words(deed.target)
    if deed.action in ("Place", "Pour"):
        where = "in" if target in _INSIDE else "on"
        return f"{deed.action.lower()} the {object_words(deed.held)} {where} the {target}"
    return _simple_step(deed.action, target)


def asked_step_words(deed: FollowerAction) -> str:
    """A step as the benchmark asks about it: always "on", and only what is held is split into words."""
    target = deed.target.lower()
    if deed.action in ("Place", "Pour"):
        return f"{deed.action.lower()} the {object_words(deed.held)} on the {target}"
    return _simple_step(deed.action, target)


def _simple_step(action: str, target: str) -> str:
    if action == "Slice":
        return f"slice {target}"
    verb = {"Pickup": "pick up", "ToggleOn": "toggle on", "ToggleOff": "toggle off"}.get(action, action.lower())
    return f"{verb} the {target}"


def generate_set(games: GameFiles, episodes: int, histories: int, seed: int) -> QuestionSet:
    """Draw histories from the games and make one question of each type about each.

    Args:
        games: Where to draw from; no episode comes twice in a history.
        episodes: Episodes of each history.
        histories: How many.
        seed: Decides everything.

    Raises:
        BadInput: There are fewer games than episodes.
    """
    if episodes > len(games.names) or episodes < 2:
        raise BadInput(f"--episodes {episodes}: give 2 to {len(games.names)}, as many games as there are")
    chance = Random(seed)
    truths: dict[str, GameFacts] = {}
    made = tuple(_history(games, truths, number, episodes, chance) for number in range(histories))
    return QuestionSet(f"generated, seed {seed}", episodes, made)


def _history(
    games: GameFiles, truths: dict[str, GameFacts], number: int, episodes: int, chance: Random
) -> QuestionedHistory:
    names = chance.sample(games.names, episodes)
    drawn = draw_schedule(names, chance.randrange(2**31))
    for name in names:
        if name not in truths:
            truths[name] = read_truth(games.read(name))
    schedule = Schedule(tuple(drawn.slots), "keep")
    day = schedule.slots[-1].start.date() + timedelta(days=chance.randint(0, 1))
    latest = schedule.slots[-1].start + timedelta(minutes=30)
    asked = datetime.combine(day, datetime.min.time()) + timedelta(hours=chance.uniform(FIRST_HOUR, LAST_HOUR))
    now = max(asked, latest).replace(microsecond=0)
    asker = QuestionGenerator(schedule, [truths[slot.episode] for slot in schedule.slots], now, chance)
    return QuestionedHistory(number, schedule, now, asker.questions(exists=number % 2 == 1))


class QuestionGenerator:
    """Makes the questions about one history.

    Args:
        schedule: Which episodes happened when.
        truths: What is so about each, in the same order.
        now: When the questions are asked.
        chance: Decides what is asked.
    """

    def __init__(self, schedule: Schedule, truths: Sequence[GameFacts], now: datetime, chance: Random) -> None:
        self._slots: tuple[Slot, ...] = schedule.slots
        self._truths = truths
        self._now = now
        self._chance = chance
        self._tasks = [truth.task for truth in truths]

    def questions(self, exists: bool) -> tuple[Query, ...]:
        """One of each type; those about one task are left out when no task occurs just once.

        Args:
            exists: Whether the object asked for was there.
        """
        found = [self.tasks(), *self._about_one(), self.existence(exists), self.step(), self.at_time()]
        found += [self.times(), self.days_ago(), self.that_day()]
        return tuple(query for query in found if query is not None)

    def _query(self, kind: str, text: str, expected: str) -> Query:
        return Query(kind, text, expected, self._now)

    def tasks(self) -> Query:
        """TD."""
        return self._query("TD", "List the tasks you performed.", " ".join(f"{task}." for task in self._tasks))

    def _about_one(self) -> list[Query | None]:
        return [self.steps(), self.beside(1), self.beside(-1)]

    def _once(self, places: Sequence[int]) -> int | None:
        single = [place for place in places if self._tasks.count(self._tasks[place]) == 1 and self._truths[place].deeds]
        return self._chance.choice(single) if single else None

    def steps(self) -> Query | None:
        """LA."""
        place = self._once(range(len(self._tasks)))
        if place is None:
            return None
        steps = ", ".join(step_words(deed) for deed in self._truths[place].deeds)
        return self._query("LA", f"describe what you did when you {self._tasks[place]}.", steps)

    def beside(self, step: int) -> Query | None:
        """RA for 1, RB for -1."""
        last = len(self._tasks)
        place = self._once([place for place in range(last) if 0 <= place + step < last])
        if place is None:
            return None
        word = "after" if step > 0 else "before"
        text = f"What task did you do just {word} {self._tasks[place]}?"
        return self._query("RA" if step > 0 else "RB", text, f"{self._tasks[place + step]}.")

    def existence(self, exists: bool) -> Query | None:
        """SO, of a class of which the records leave no doubt in any episode."""
        present = frozenset().union(*(truth.present for truth in self._truths))
        if exists:
            sure = [name for name in present if all(name in t.seen or name not in t.present for t in self._truths)]
        else:
            sure = [name for name in _known_classes() if name not in present]
        names = sorted(name for name in sure if name not in _NEVER_ASKED)
        if not names:
            return None
        name = self._chance.choice(names)
        words = object_words(name)
        text = f"Was there {article(words)} {words} ?"
        told = dict.fromkeys(truth.task for truth in self._truths if name in truth.seen)
        return self._query("SO", text, "yes, when I " + " and ".join(f"{task}." for task in told) if told else "no")

    def step(self) -> Query | None:
        """AT."""
        steps = sorted({asked_step_words(deed) for truth in self._truths for deed in truth.deeds})
        if not steps:
            return None
        chosen = self._chance.choice(steps)
        tasks = dict.fromkeys(
            truth.task for truth in self._truths if any(asked_step_words(deed) == chosen for deed in truth.deeds)
        )
        text = f"what task or tasks did you perform when you {chosen}?"
        return self._query("AT", text, " " + " and ".join(f"{task}." for task in tasks))

    def at_time(self) -> Query:
        """EE."""
        times = [_say(slot.start) for slot in self._slots]
        place = self._chance.choice([place for place, time in enumerate(times) if times.count(time) == 1])
        return self._query("EE", f"what did you do on {times[place]}?", f"{self._tasks[place]}.")

    def times(self) -> Query:
        """TE."""
        task = self._chance.choice(self._tasks)
        times = [_say(slot.start) for slot, name in zip(self._slots, self._tasks, strict=True) if name == task]
        return self._query("TE", f"When did you {task}?", " and ".join(times))

    def days_ago(self) -> Query:
        """TA."""
        task = self._chance.choice(self._tasks)
        days = [ago(self._days(slot)) for slot, name in zip(self._slots, self._tasks, strict=True) if name == task]
        text = f"Today is {_say(self._now)}. How many days ago did you {task}?"
        return self._query("TA", text, " and ".join(days))

    def that_day(self) -> Query:
        """AE."""
        days = self._days(self._chance.choice(self._slots))
        tasks = [name for slot, name in zip(self._slots, self._tasks, strict=True) if self._days(slot) == days]
        text = f"Today is {_say(self._now)}. What did you do {ago(days)}?"
        return self._query("AE", text, f"{' and '.join(tasks)}.")

    def _days(self, slot: Slot) -> int:
        return (self._now.date() - slot.start.date()).days


def _say(time: datetime) -> str:
    return f"{time:%b %d, %Y at %I:%M %p}"


@lru_cache(maxsize=1)
def _known_classes() -> tuple[str, ...]:
    """The classes that TEACh games have, by the words the benchmark has for them."""
    words = (
        "AlarmClock ArmChair BaseballBat BasketBall Bathtub Bed Blinds Book Boots Box Candle CD Cloth CoffeeTable "
        "Cup Curtains Desk DeskLamp DiningTable Dresser Dumbbell FloorLamp Footstool GarbageCan HousePlant KeyChain "
        "Laptop Mirror Newspaper Ottoman Painting Pan Pen Pencil Pillow Plunger Poster RemoteControl Safe Shelf "
        "SideTable Sofa Statue Television TennisRacket TissueBox Toilet Vase Watch WateringCan WineBottle"
    )
    return tuple(words.split())
