"""Where tasks begin and end is told from what was said and done, however the past is cut into episodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.lookup.task_runs import TaskRun, errands
from agent.recall.voice.denials import with_caveats
from agent.recognition.boundaries import boundaries
from envs.teach.games.recorded import Game
from eval.histories.cuts import CUTS, PART, CutAnew
from eval.histories.schedules import Schedule, Slot
from eval.histories.task_naming import name_tasks
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.reading.moments import HandledObject, LivedMoment
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.store.database import Store

START = datetime(2026, 1, 5, 8)
COFFEE = ("please make coffee in a clean mug", [
    ("Pickup", "Mug|0"), ("Place", "Sink|0|SinkBasin"), ("ToggleOn", "Faucet|0"), ("ToggleOff", "Faucet|0"),
    ("Pickup", "Mug|0"), ("Place", "CoffeeMachine|0"), ("ToggleOn", "CoffeeMachine|0"),
])  # fmt: skip
PLANT = ("water the plant please", [
    ("Pickup", "Cup|0"), ("Place", "Sink|0|SinkBasin"), ("ToggleOn", "Faucet|0"), ("ToggleOff", "Faucet|0"),
    ("Pickup", "Cup|0"), ("Pour", "HousePlant|0"),
])  # fmt: skip
TIDY = ("put all the newspapers on any sofa", [
    ("Pickup", "Newspaper|0"), ("Place", "Sofa|0"), ("Pickup", "Newspaper|1"), ("Place", "Sofa|0"),
])  # fmt: skip
NAMED = ["prepare coffee in a clean mug", "water the plant", "put all newspaper on any sofa"]

Chore = tuple[str, list[tuple[str, str]]]


class Day:
    """A past that is lived chore by chore."""

    def __init__(self) -> None:
        self.time = START
        self.at = 0.0
        self.lived: list[Experience] = []

    def say(self, *lines: str) -> None:
        for line in lines:
            speaker, _, text = line.partition(": ")
            self.note(speech=(Utterance(speaker, text),))

    def note(self, **changes: object) -> None:
        self.lived.append(replace(Experience(self.time, "given", pose=(self.at, 0.9, 0.0, 0.0, 0.0)), **changes))
        self.time += timedelta(seconds=6)

    def do(self, deeds: Iterable[tuple[str, str]]) -> None:
        held: str | None = None
        for action, thing in deeds:
            self.note(action="Forward", success=True)
            into = action in ("Place", "Pour")
            arguments = (held or "", thing) if into else (thing,)
            held = thing if action == "Pickup" else None if action == "Place" else held
            self.note(action=action, arguments=arguments, success=True, held=held)

    def chore(self, chore: Chore) -> None:
        self.say("agent: hello, what is my task today?", f"user: {chore[0]}")
        self.do(chore[1])
        self.say("agent: done", "user: thank you, that is all")

    def wait(self, **span: float) -> None:
        self.time += timedelta(**span)


def remembered(path: Path, lived: Iterable[Experience]) -> Path:
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in lived:
            builder.observe(one)
    return path


def runs(path: Path, scope: Scope | None = None) -> list[TaskRun]:
    with Store.open(path, readonly=True) as store:
        return errands(View(store)) if scope is None else errands(View(store), scope)


def names(path: Path) -> list[str]:
    return [one.name for one in runs(path)]


Renamed = Callable[[int, Experience], str]
WAYS: dict[str, Renamed] = {
    "one": lambda number, one: "life",
    "each day": lambda number, one: f"{one.time:%d}",
    "every seven experiences": lambda number, one: str(number // 7),
    "each experience": lambda number, one: str(number),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("pause", [timedelta(seconds=20), timedelta(minutes=15), timedelta(hours=3), timedelta(days=1)])
def test_tasks_are_the_same_however_the_past_is_cut(tmp_path: Path, way: str, pause: timedelta):
    day = Day()
    begun = []
    for chore in (COFFEE, PLANT, TIDY):
        begun.append(day.time)
        day.chore(chore)
        day.time += pause
    lived = [replace(one, episode=WAYS[way](number, one)) for number, one in enumerate(day.lived)]
    path = remembered(tmp_path / "m.sqlite", lived)
    found = runs(path)
    assert [one.name for one in found] == NAMED
    assert [one.start for one in found] == begun
    assert [one.first for one in found[1:]] == [one.last + 1 for one in found[:-1]]


def test_a_jump_to_another_place_ends_a_task_of_which_nobody_speaks(tmp_path: Path):
    day = Day()
    for chore in (COFFEE, TIDY):
        day.do(chore[1])
        day.at += 6.0
    assert len(names(remembered(tmp_path / "m.sqlite", day.lived))) == 2


def test_positions_that_jump_all_the_time_tell_nothing(tmp_path: Path):
    day = Day()
    for deed in COFFEE[1]:
        day.do([deed])
        day.at = 4.0 - day.at
    assert len(names(remembered(tmp_path / "m.sqlite", day.lived))) == 1


def test_waiting_in_the_middle_of_a_task_does_not_end_it(tmp_path: Path):
    day = Day()
    day.say("agent: hi, what is my task today?", f"user: {COFFEE[0]}")
    day.do(COFFEE[1][:3])
    day.say("agent: what should I do next?")
    day.wait(minutes=2)
    day.say("user: sorry. now put the mug into the coffee machine")
    day.do(COFFEE[1][3:])
    day.say("agent: done", "user: thanks")
    assert names(remembered(tmp_path / "m.sqlite", day.lived)) == NAMED[:1]


def test_steps_told_one_after_the_other_are_one_task(tmp_path: Path):
    day = Day()
    day.say("agent: hello, what should I do today?", "user: hi, please prepare coffee")
    steps = ("take the mug", 0, 1), ("wash it in the sink", 1, 4), ("good, now the coffee machine", 4, 7)
    for words, begin, end in steps:
        day.say(f"user: {words}")
        day.do(COFFEE[1][begin:end])
        day.say("agent: done, next?")
    assert len(names(remembered(tmp_path / "m.sqlite", day.lived))) == 1


def test_calling_whether_somebody_is_there_begins_no_task():
    said = {0: ("user", "please put the mug on the sofa"), 2: ("agent", "hello?"), 3: ("user", "now the other mug")}
    deeds = {1: HandledObject("Pickup", "Mug|0", None), 4: HandledObject("Place", "Mug|0", "Sofa|0")}
    moments = [
        LivedMoment(
            number,
            START + timedelta(seconds=8 * number),
            said=(Utterance(*said[number]),) if number in said else (),
            handled=deeds.get(number),
        )
        for number in range(5)
    ]
    assert not boundaries(moments)


def test_a_stated_task_reaches_over_a_new_episode_unless_it_is_asked_for_again(tmp_path: Path):
    def lived(again: bool) -> list[Experience]:
        day = Day()
        day.say("user: water the plant")
        day.do(PLANT[1])
        if again:
            day.say("agent: done", "user: thank you, that is all")
            day.wait(minutes=30)
            day.say("user: hello, please water the plant")
        half = len(day.lived) - (1 if again else 6)
        day.do(PLANT[1])
        return [
            replace(one, task="water the plant", episode="a" if number < half else "b")
            for number, one in enumerate(day.lived)
        ]

    assert names(remembered(tmp_path / "once.sqlite", lived(False))) == ["water the plant"]
    assert names(remembered(tmp_path / "twice.sqlite", lived(True))) == ["water the plant"] * 2


def test_between_stated_tasks_nothing_else_is_named(tmp_path: Path):
    day = Day()
    day.say("user: water the plant please")
    heard = len(day.lived)
    day.do(PLANT[1])
    lived = [replace(one, task="water the plant" if number >= heard else None) for number, one in enumerate(day.lived)]
    assert names(remembered(tmp_path / "m.sqlite", lived)) == ["", "water the plant"]


def test_a_part_of_the_past_has_the_tasks_that_began_in_it(tmp_path: Path):
    day = Day()
    begun = []
    for chore in (COFFEE, PLANT, TIDY):
        begun.append(day.time)
        day.chore(chore)
        day.wait(minutes=5)
    path = remembered(tmp_path / "m.sqlite", day.lived)
    minute = Scope(begun[1], begun[1] + timedelta(seconds=59))
    assert [one.name for one in runs(path, minute)] == NAMED[1:2]
    assert [one.name for one in runs(path, Scope(begun[1] + timedelta(seconds=30), day.time))] == NAMED[2:]


def test_kept_names_tell_the_same_boundaries(tmp_path: Path):
    day = Day()
    for chore in (COFFEE, PLANT, TIDY):
        day.chore(chore)
        day.wait(minutes=5)
    path = remembered(tmp_path / "m.sqlite", day.lived)
    before = runs(path)
    with Store.open(path) as store:
        assert name_tasks(store) == 1  # one stretch, three tasks
        assert store.rows("SELECT count(*) FROM namings") == [(1,)]
    assert runs(path) == before


def test_a_name_that_an_older_release_kept_is_told_anew(tmp_path: Path):
    day = Day()
    day.chore(COFFEE)
    path = remembered(tmp_path / "m.sqlite", day.lived)
    with Store.open(path) as store:
        name_tasks(store)
        with store.transaction():
            store.write("UPDATE namings SET value = ?", '[["Salad",["1","1","1"],"Make a salad.",0.9]]')
    assert names(path) == NAMED[:1]


def test_a_task_that_is_not_certain_is_told_as_perhaps():
    task = FoundItem("task", "put all watch in one box", START, START, chance=0.4)
    other = FoundItem("task", "make a salad", START, START)
    query = MemoryQuery("list", Selection("tasks"))
    sure = Findings(query, (task.name, other.name), "partly", (task, other))
    unsure = replace(sure, caveats=(Caveat("guess", items=(task,)),))
    assert "erhaps" not in with_caveats("I did two things", sure, START)
    told = with_caveats("I did two things", unsure, START)
    assert "Perhaps" in told and "watches in one box" in told and "salad" not in told


# ---------------------------------------------------------------------------------------------------------------- cuts


@dataclass
class Told:
    """Gives a minute of experiences for every game."""

    seconds: int = 60

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        return [Experience(start + timedelta(seconds=n), game.game_id) for n in range(self.seconds)]


def cut(how: str) -> list[Experience]:
    slots = (Slot("a", START), Slot("b", START + timedelta(seconds=50)), Slot("c", START + timedelta(hours=30)))
    reader = CutAnew(Told(), Schedule(slots, "keep"), how)  # pyright: ignore[reportArgumentType]
    return [one for slot in slots for one in reader.experiences(_Named(slot.episode), slot.start)]  # pyright: ignore


@dataclass
class _Named:
    game_id: str


@pytest.mark.parametrize("how", [how for how in CUTS if how != "given"])
def test_cuts_keep_everything_in_order_and_every_beginning(how: str):
    lived = cut(how)
    assert len(lived) == 180
    assert [one.time for one in lived] == sorted(one.time for one in lived)
    assert {lived[0].time, lived[60].time, lived[120].time} == {
        START, START + timedelta(seconds=50), START + timedelta(hours=30)
    }  # fmt: skip
    episodes = list(dict.fromkeys(one.episode for one in lived))
    assert len(episodes) == {"one": 1, "day": 2, "hour": 2, "part": -(-180 // PART)}[how]
