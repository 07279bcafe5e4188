"""Questions about tasks, put as queries: what was done, what failed, was called off, put off, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from life import START, Life

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, Duration, Selection, SpanOfTime, ThingFilter
from agent.recall.answer import Answer
from agent.recall.asking import Recall
from agent.recall.executing.tasks.finding import alike
from agent.recall.executing.tasks.presence import exactly
from agent.recall.voice.task_phrases import at_doing, did, ended, heard, is_deed, plainly, went
from memory.building.history import HistoryBuilder
from memory.reading.traces import Scope
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, TaskOrigin

TUESDAY = START + timedelta(days=1)
PLANT = "I could not find a house plant"


class LoggedLife:
    """A life with a task log, lived task by task."""

    def __init__(self, store: Store, builder: HistoryBuilder) -> None:
        self.log, self.builder, self.life = TaskLog(store), builder, Life()
        for thing in ("CounterTop|0", "SinkBasin|0", "Fridge|0"):
            self.life.add(thing)
        self.life.add("Mug|0", "CounterTop|0")
        self.life.add("Tomato|0", "CounterTop|0")

    def at(self, when: datetime, episode: str) -> LoggedLife:
        self.life.begin(episode, when)
        return self

    def begin(self, words: str, request: str, parent: int | None = None) -> int:
        self.life.task = words
        self.life.say(request)
        when = self.life.experiences[-1].time
        return self.log.begin(words, (), request, when, parent, "", TaskOrigin(words, "user", self.life.episode))

    def work(self, number: int, words: str, *left: str) -> LoggedLife:
        self.life.task = words
        self.life.look("Mug|0", "CounterTop|0").pick_up("Mug|0").look("Fridge|0").put("Fridge|0").wait(minutes=1)
        self.life.places["Mug|0"] = "CounterTop|0"
        self.log.append(number, LogEntry(self.life.experiences[-1].time, "Place(Mug_0)", True, remaining=left))
        return self

    def tried(self, words: str, request: str, status: str = "done", note: str = "") -> LoggedLife:
        """A task from what was asked for to how it ended."""
        number = self.begin(words, request)
        return self.work(number, words).end(number, status, note)

    def end(self, number: int, status: str, note: str = "") -> LoggedLife:
        self.life.live("Turn Left")
        self.log.update(number, self.life.experiences[-1].time, status=status, note=note)
        self.life.task = None
        return self

    def remember(self) -> None:
        for one in self.life.experiences:
            self.builder.observe(one)


@pytest.fixture(scope="module")
def recall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    with Store.open(tmp_path_factory.mktemp("asked") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            _monday(lived)
            _tuesday(lived)
            lived.remember()
        yield Recall(store, TUESDAY.replace(hour=18))


def _monday(lived: LoggedLife) -> None:
    """Coffee; a plant that is not there; mugs that are called off; a salad."""
    lived.at(START, "one")
    coffee = lived.begin("make coffee", "please make me a coffee")
    lived.work(coffee, "make coffee").end(coffee, "done")
    lived.life.wait(minutes=30)
    plant = lived.begin("water the plant", "water the plant")
    lived.work(plant, "water the plant", "1 more HousePlant needed.").end(plant, "failed", PLANT)
    lived.life.wait(minutes=30)
    mugs = lived.begin("clean all the mugs", "wash the mugs")
    lived.work(mugs, "clean all the mugs", "a", "b").end(mugs, "cancelled", "not wanted any more")
    lived.life.wait(minutes=30)
    salad = lived.begin("make a salad with 2 slices of tomato on a clean plate", "a salad with two slices of tomato")
    lived.work(salad, "make a salad with 2 slices of tomato on a clean plate")
    lived.life.wait(minutes=12)
    lived.end(salad, "done")


def _tuesday(lived: LoggedLife) -> None:
    """Toast, left for the book and gone on with; coffee again; forks that are put off; a task that nobody begins."""
    lived.at(TUESDAY, "two")
    toast = lived.begin("make a plate of toast", "make toast")
    lived.work(toast, "make a plate of toast", "a")
    book = lived.begin("put the book on the bed", "bring the book to the bed first", toast)
    lived.work(book, "put the book on the bed").end(book, "done")
    lived.work(toast, "make a plate of toast").end(toast, "done")
    lived.life.wait(minutes=30)
    coffee = lived.begin("make coffee", "another coffee")
    lived.work(coffee, "make coffee").end(coffee, "done")
    lived.life.wait(minutes=30)
    forks = lived.begin("put every fork in a drawer", "put the forks away, then boil a potato")
    lived.work(forks, "put every fork in a drawer", "a", "b").end(forks, "suspended")
    lived.begin("boil a potato", "put the forks away, then boil a potato")
    lived.log.update(lived.log.newest, lived.life.time, status="waiting")


def tasks(words: str = "", **filters: Any) -> Selection:
    return Selection("tasks", task=words, **filters)


def day(when: datetime, words: str) -> SpanOfTime:
    return SpanOfTime(Scope(when.replace(hour=0), when.replace(hour=23)), words)


MONDAY = day(START, "yesterday")
SALAD = "make a salad with 2 slices of tomato on a clean plate"


def ask(recall: Recall, kind: str, of: Selection, *against: Selection, **more: Any) -> Answer:
    return recall.look_up(MemoryQuery(kind, of, against, **more))


@pytest.mark.parametrize(
    ("words", "value", "status"),
    [
        ("make coffee", True, "known"),
        ("made the salad", True, "known"),
        ("water the plant", False, "known"),
        ("wash the mugs", False, "known"),
        ("boil the potato", False, "known"),
        ("put the forks in the drawer", False, "known"),
        ("make pancakes", False, "never happened"),
    ],
)
def test_what_was_only_tried_called_off_or_put_off_was_not_done(recall: Recall, words: str, value: bool, status: str):
    answer = ask(recall, "exists", tasks(words))
    assert (answer.value, answer.status) == (value, status)
    assert bool(answer.evidence) == (status == "known")


def test_the_reason_is_said(recall: Recall):
    said = ask(recall, "exists", tasks("water the plant")).text
    assert said == f"No. I tried to water the plant yesterday at {_clock(recall, 'water the plant')}, but {PLANT}."
    assert "not wanted any more" in ask(recall, "exists", tasks("clean the mugs")).text


def _clock(recall: Recall, words: str) -> str:
    return f"{ask(recall, 'list', tasks(words)).value and _start(recall, words):%H:%M}"


def _start(recall: Recall, words: str) -> datetime:
    every = tasks(words, outcomes=("done", "failed", "cancelled", "interrupted", "waiting"))
    return ask(recall, "when", every).value[0]


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("make a salad", "done"),
        ("water the plant", "failed"),
        ("clean the mugs", "cancelled"),
        ("put the forks in a drawer", "interrupted"),
        ("boil a potato", "waiting"),
    ],
)
def test_what_became_of_a_task(recall: Recall, words: str, value: str):
    assert ask(recall, "outcome", tasks(words)).value == value


def test_whether_everything_was_done(recall: Recall):
    everything = ask(recall, "outcome", tasks(time=MONDAY))
    assert everything.value is False
    assert PLANT in everything.text
    assert (
        ask(recall, "outcome", tasks(time=day(TUESDAY, "today"), thing=ThingFilter(besides=("Fork",)))).value is False
    )
    assert ask(recall, "outcome", tasks("make coffee")).value == "done"


def test_why(recall: Recall):
    failed = ("failed", "cancelled", "interrupted", "waiting", "partly")
    assert ask(recall, "why", tasks("water the plant", outcomes=failed)).value == PLANT
    assert ask(recall, "why", tasks("make a salad")).value == "a salad with two slices of tomato"
    done = ask(recall, "why", tasks("make a salad", outcomes=failed))
    assert done.text.startswith("It is not so: I made a salad")


def test_what_is_left_to_do(recall: Recall):
    left = ask(recall, "remaining", tasks())
    assert left.value == ("put every fork in a drawer", "boil a potato")
    assert left.text.startswith("There is still this to do: put all the forks in a drawer and boil a potato.")
    assert ask(recall, "remaining", tasks(time=MONDAY)).value == ()


def test_lists_tell_done_ones_and_tries_apart(recall: Recall):
    answer = ask(recall, "list", tasks(time=MONDAY))
    assert answer.value == ("make coffee", "water the plant", "clean all the mugs", SALAD)
    assert answer.text.startswith("Yesterday I made coffee and made a salad with 2 slices of tomato on a clean plate.")
    assert f"I tried to water the plant, but {PLANT}." in answer.text
    assert ask(recall, "list", tasks(outcomes=("failed",))).value == ("water the plant",)
    assert ask(recall, "list", tasks(outcomes=("cancelled",), time=day(TUESDAY, "today"))).value == ()


def test_counts_are_of_what_was_done(recall: Recall):
    assert ask(recall, "count", tasks("make coffee")).value == 2
    assert ask(recall, "count", tasks("water the plant")).value == 0
    assert ask(recall, "count", tasks(time=MONDAY)).value == 2
    assert ask(recall, "count", tasks(time=MONDAY, outcomes=("done", "failed", "cancelled"))).value == 4
    assert ask(recall, "count", tasks("make coffee"), counted="days").value == 2
    wrong = ask(recall, "count", tasks("make a salad"), claim=2)
    assert wrong.value is False  # what is claimed is not so
    assert wrong.text.startswith("No, once")


def test_an_interrupted_task_is_one_task(recall: Recall):
    toast = ask(recall, "when", tasks("make toast"))
    assert toast.value == (TUESDAY,)
    meanwhile = Selection("tasks", relation="during", others=(tasks("put the book on the bed"),))
    assert ask(recall, "list", meanwhile).value == ("make a plate of toast",)
    deeds = ask(recall, "steps", tasks("make toast")).value
    assert len(deeds) == 4  # taken and put before and after the book, the book's own left out
    longer = ask(recall, "compare", tasks("make toast"), tasks("put the book on the bed"), measure="duration")
    assert longer.value == "make a plate of toast"


def test_what_was_interrupted_was_so_also_if_it_was_finished_later(recall: Recall):
    interrupted = ask(recall, "list", tasks(outcomes=("interrupted",)))
    assert interrupted.value == ("make a plate of toast", "put every fork in a drawer")
    assert "you asked me to put the book on the bed in between, and I went on with it after that" in interrupted.text
    unfinished = ask(recall, "list", tasks(outcomes=("failed", "interrupted", "waiting")))
    assert "make a plate of toast" not in unfinished.value


def test_when_and_how_long_ago_of_what_was_never_done(recall: Recall):
    for kind in ("when", "ago"):
        answer = ask(recall, kind, tasks("water the plant"))
        assert (answer.value, answer.status) == ((), "never happened")
        assert PLANT in answer.text
    assert ask(recall, "ago", tasks("make coffee")).value == (1, 0)


def test_before_after_and_between(recall: Recall):
    after = Selection("tasks", relation="after", next_to=True, others=(tasks("make coffee", ordinal=1),))
    assert ask(recall, "list", after).value == "water the plant"
    before = Selection("tasks", relation="before", next_to=True, others=(tasks("make coffee", ordinal=1),))
    assert (ask(recall, "list", before).value, ask(recall, "list", before).status) == (None, "never happened")
    ends = (tasks("make coffee", ordinal=1), tasks("make a salad"))
    between = Selection("tasks", relation="between", others=ends)
    assert ask(recall, "list", between).value == ("water the plant", "clean all the mugs")
    assert ask(recall, "exists", tasks("make a salad", relation="before", others=(tasks("make toast"),))).value is True
    assert ask(recall, "exists", tasks("make a salad", relation="after", others=(tasks("make toast"),))).value is False
    order = ask(recall, "order", tasks("make toast"), tasks("make a salad"))
    assert order.value == (SALAD, "make a plate of toast")


def test_qualifiers_are_applied(recall: Recall):
    assert ask(recall, "list", tasks(took=Duration(True, timedelta(minutes=10)))).value == (SALAD,)
    two, three = (ThingFilter(("TomatoSliced",), amount=number) for number in (2, 3))
    assert ask(recall, "exists", tasks("make a salad", thing=two)).value is True
    assert ask(recall, "exists", tasks("make a salad", thing=three)).value is False
    assert "water the plant" not in ask(recall, "list", tasks(thing=ThingFilter(besides=("HousePlant",)))).value


def test_extremes_and_comparisons(recall: Recall):
    assert ask(recall, "extreme", tasks(), measure="duration").value == SALAD
    assert ask(recall, "extreme", tasks(), measure="count").value == "make coffee"
    busiest = ask(recall, "extreme", tasks(), measure="count", counted="days")
    assert busiest.value == TUESDAY.replace(hour=0)
    sides = (tasks(time=MONDAY), tasks(time=day(TUESDAY, "today")))
    assert ask(recall, "compare", *sides, measure="count").value == "today"
    assert ask(recall, "compare", *sides, measure="failures").value == "yesterday"
    first = ask(recall, "compare", tasks("make toast"), tasks("make a salad"), measure="start", most=False)
    assert first.value == SALAD


def test_time_between_and_in_all(recall: Recall):
    gap = ask(recall, "duration", tasks("make a salad"), tasks("make toast"))
    assert timedelta(hours=21) < gap.value < timedelta(hours=23)
    assert ask(recall, "duration", tasks("make a salad"), tasks("make toast"), counted="days").value == 1
    whole = ask(recall, "duration", tasks(time=MONDAY)).value
    assert whole > ask(recall, "duration", tasks("make a salad")).value > timedelta(minutes=12)


def test_failures_are_deeds_and_tasks(recall: Recall):
    anything = ask(recall, "exists", Selection("failures"))
    assert anything.value is True
    assert PLANT in anything.text
    assert ask(recall, "count", Selection("failures", time=MONDAY)).value == 1
    assert ask(recall, "exists", Selection("failures", task="make coffee")).value is False
    assert ask(recall, "why", Selection("failures", task="water the plant")).value == PLANT


def test_whatever_was_done_is_tasks(recall: Recall):
    assert ask(recall, "list", Selection(time=MONDAY)).value == ask(recall, "list", tasks(time=MONDAY)).value
    hour = SpanOfTime(Scope(START, START + timedelta(minutes=20)), "then", clocked=True)
    deeds = ask(recall, "list", tasks(time=hour))
    assert deeds.value == ("picked up the mug from the counter top and put it in the fridge",)
    asked = ask(recall, "list", tasks(time=day(TUESDAY, "today"), speaker="user"))
    assert "boil a potato" in asked.value


def test_where_no_task_is_known_by_name_deeds_are_told(tmp_path: Path):
    life = Life()
    life.add("Mug|0", life.add("CounterTop|0"))
    life.add("Fridge|0")
    life.look("Mug|0").pick_up("Mug|0").look("Fridge|0").put("Fridge|0")
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in life.experiences:
                builder.observe(one)
        recall = Recall(store, START.replace(hour=18))
        for kind in ("list", "summary"):
            answer = ask(recall, kind, tasks(time=day(START, "today")))
            assert answer.value == ("picked up the mug from the counter top and put it in the fridge",)
            assert answer.text == "Today I picked up the mug from the counter top and put it in the fridge."


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (("Sorry, I have to give up: I could not find a potato.", "agent"), "failed"),
        (("never mind", "user"), "cancelled"),
        (("thank you", "user"), "done"),
    ],
)
def test_recordings_without_a_log_are_done_unless_words_speak_against_it(
    tmp_path: Path, end: tuple[str, str], outcome: str
):
    life = Life()
    life.add("Mug|0", life.add("CounterTop|0"))
    life.add("Fridge|0")
    life.task = "boil a potato"
    life.say("boil a potato").look("Mug|0").pick_up("Mug|0").look("Fridge|0").put("Fridge|0").say(*end)
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in life.experiences:
                builder.observe(one)
        recall = Recall(store, START.replace(hour=18))
        assert ask(recall, "outcome", tasks("boil the potato")).value == outcome
        assert ask(recall, "exists", tasks("boil the potato")).value is (outcome == "done")


def test_the_tasks_in_which_a_thing_was_there(recall: Recall):
    seen = ask(recall, "exists", Selection("sights", thing=ThingFilter(("Mug",)), time=MONDAY), text="was there a mug")
    assert seen.value is True
    assert set(seen.tasks) == {"make coffee", "water the plant", "clean all the mugs", SALAD}
    assert "It was there when I made coffee" in seen.text
    assert exactly(("Knife", "ButterKnife"), "was there a knife") == ("Knife",)
    assert exactly(("Knife", "ButterKnife"), "was there a butter knife") == ("ButterKnife",)
    assert exactly(("Knife", "ButterKnife"), "any blades") == ("Knife", "ButterKnife")


def test_a_deed_that_never_was_because_its_task_came_to_nothing(recall: Recall):
    watering = Selection("deeds", actions=("Pour",), thing=ThingFilter(("HousePlant",)))
    never = ask(recall, "exists", watering)
    assert never.value is False
    assert PLANT in never.text
    assert ask(recall, "why", watering).value == PLANT
    assert ask(recall, "when", watering).value == ()
    slicing = Selection("deeds", actions=("Slice",), thing=ThingFilter(("HousePlant",)))
    assert PLANT not in ask(recall, "exists", slicing).text


def test_who_asked(recall: Recall):
    answer = ask(recall, "who", tasks("put the book on the bed"))
    assert answer.value == "user"
    assert "bring the book to the bed first" in answer.text


def test_accounts_go_by_day(recall: Recall):
    answer = ask(recall, "summary", tasks())
    lines = answer.text.split("\n")
    assert [line.split(":")[0] for line in lines] == ["Yesterday", "Today"]
    assert "I have not begun boiling a potato yet" in lines[1]


@pytest.mark.parametrize("words", ["work on the salad", "finish making the salad", "making a salad", "the salad"])
def test_what_is_said_of_any_task_names_none(recall: Recall, words: str):
    assert ask(recall, "list", tasks(words)).value == (SALAD,)
    assert ask(recall, "list", tasks("make", time=MONDAY)).value == ask(recall, "list", tasks(time=MONDAY)).value


def test_a_word_for_several_kinds_names_the_one_that_it_was(tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(START, "one")
            number = lived.begin("put a newspaper on the dining table", "the newspaper belongs on the table")
            lived.work(number, "put a newspaper on the dining table").end(number, "failed", "I could not find it")
            lived.remember()
        recall = Recall(store, TUESDAY)
        assert ask(recall, "why", tasks("put the newspaper on the table")).value == "I could not find it"
        assert ask(recall, "why", tasks("put the newspaper in the drawer")).value == ""


def test_two_tasks_asked_for_in_one_breath_are_told_apart(recall: Recall):
    assert ask(recall, "list", tasks("put the forks away", outcomes=STATUSES)).value == ("put every fork in a drawer",)
    assert ask(recall, "exists", tasks("put the forks away")).value is False


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("cut an apple slice", "slicing the apple"),
        ("chop a tomato", "slice a tomato"),
        ("cut potatoes", "slice potato"),
    ],
)
def test_cutting_is_slicing(left: str, right: str):
    assert alike(left) == alike(right)


def test_a_number_that_there_is_no_task_for(recall: Recall):
    answer = ask(recall, "list", tasks(ordinal=7, time=MONDAY))
    assert (answer.value, answer.status) == ((), "never happened")
    assert answer.text.startswith("I know of only 4 tasks yesterday: I made coffee")


def test_what_was_asked_for_is_told_with_what_became_of_it(recall: Recall):
    text = ask(recall, "list", tasks(time=MONDAY, speaker="user")).text
    assert text.startswith(
        "Yesterday you asked me to make coffee, water the plant, clean all the mugs, and make a salad"
    )
    assert f"I tried to water the plant, but {PLANT}." in text
    assert text.endswith("The rest is done.")


def test_words_left_out_are_said_once(recall: Recall):
    after = Selection("tasks", relation="after", next_to=True, others=(tasks("make coffee", ordinal=1),))
    answer = ask(recall, "list", after, left_out=("green",))
    assert answer.status == "partly"
    assert answer.text.count("green") == 1


def test_the_nearest_is_told_of_what_never_was(recall: Recall):
    answer = ask(recall, "exists", tasks("make a salad", time=day(TUESDAY, "today")))
    assert (answer.value, answer.status) == (False, "never happened")
    assert "I made a salad with 2 slices of tomato on a clean plate yesterday" in answer.text


def test_what_the_log_still_tells_after_all_else_is_forgotten(recall: Recall, tmp_path: Path):
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder)
            _monday(lived)
            lived.remember()
        with store.transaction():
            store.write("UPDATE nodes SET forgotten = 1, summary = ''")
        later = Recall(store, TUESDAY)
        assert ask(later, "list", tasks()).value == ("make coffee", "water the plant", "clean all the mugs", SALAD)
        failed = ask(later, "exists", tasks("water the plant"))
        assert (failed.value, PLANT in failed.text) == (False, True)


STATUSES = ("done", "failed", "cancelled", "interrupted", "waiting")
WORDS = ("", "make coffee", "make a salad", "water the plant", "put", "the mugs", "pancakes")


@given(
    words=st.sampled_from(WORDS),
    outcomes=st.sets(st.sampled_from(STATUSES), min_size=1).map(lambda some: tuple(sorted(some))),
    time=st.sampled_from((ANY_TIME, MONDAY, day(TUESDAY, "today"))),
)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lists_counts_and_existence_agree(recall: Recall, words: str, outcomes: tuple[str, ...], time: SpanOfTime):
    selection = tasks(words, outcomes=outcomes, time=time)
    names = ask(recall, "list", selection).value
    assert ask(recall, "count", selection).value == len(names)
    assert ask(recall, "exists", selection).value is bool(names)
    found = ask(recall, "list", selection)
    assert found.evidence or found.status != "known"
    every = [ask(recall, "list", tasks(words, outcomes=(one,), time=time)).value for one in outcomes]
    assert set(names) == {name for some in every for name in some}


@pytest.mark.parametrize("words", ["water the plant", "make a salad", "make toast"])
def test_before_and_after_part_the_rest(recall: Recall, words: str):
    sides = [
        ask(recall, "list", Selection("tasks", relation=side, others=(tasks(words),), outcomes=STATUSES)).value
        for side in ("before", "after", "during")
    ]
    anchor = ask(recall, "list", tasks(words)).value
    every = ask(recall, "list", tasks(outcomes=STATUSES)).value
    assert sorted((*sides[0], *sides[1], *sides[2], *anchor)) == sorted(every)


@pytest.mark.parametrize(
    ("name", "plain", "past"),
    [
        (
            "put all credit card on any sidetable",
            "put all the credit cards on a side table",
            "put all the credit cards",
        ),
        ("boil potato", "boil a potato", "boiled a potato"),
        ("make a salad", "make a salad", "made a salad"),
        ("serve 2 slice(s) of tomato in a bowl", "serve 2 slices of tomato in a bowl", "served 2 slices"),
        ("serve 1 slice(s) of lettuce on a plate", "serve a slice of lettuce on a plate", "served a slice"),
        ("put all tissue box on one coffeetable", "put all the tissue boxes on one coffee table", "put all the tissue"),
        ("water the plant and slice a tomato", "water the plant and slice a tomato", "watered the plant and sliced"),
    ],
)
def test_names_of_tasks_in_plain_english(name: str, plain: str, past: str):
    assert plainly(name) == plain
    assert did(name).startswith(past)


def test_tasks_that_go_on():
    assert at_doing("make a salad") == "making a salad"
    assert at_doing("put the mug away and boil a potato") == "putting the mug away and boiling a potato"


@pytest.fixture(scope="module")
def waking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recall]:
    """The plant twice, asked for nicely once; a mug put away long after it was asked for; pots left for a tray."""
    with Store.open(tmp_path_factory.mktemp("waking") / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(START, "one")
            for words in ("I would like you to water the house plant", "water the plant"):
                plant = lived.begin(words, words)
                lived.work(plant, words).end(plant, "done")
                lived.life.wait(minutes=30)
            mug = lived.begin("put the mug in the fridge", "put my mug in the fridge")
            lived.life.wait(minutes=9)
            lived.work(mug, "put the mug in the fridge").end(mug, "done")
            lived.life.wait(minutes=30)
            pots = lived.begin("clean every pot", "wash the pots")
            lived.work(pots, "clean every pot", "a")
            tray = lived.begin("bring me my tray", "bring me my tray", pots)
            lived.work(tray, "bring me my tray").end(tray, "done")
            lived.work(pots, "clean every pot").end(pots, "done")
            lived.life.wait(minutes=30)
            lived.begin("tonight empty the box", "tonight empty the box")
            lived.log.update(lived.log.newest, lived.life.time, status="waiting", note="until tonight")
            lived.life.task = None
            lived.life.begin("two", START + timedelta(hours=4))
            lived.life.say("the credit card is on the shelf")
            lived.remember()
        yield Recall(store, START.replace(hour=18))


def test_the_same_task_in_other_words_is_counted_with_it(waking: Recall):
    assert ask(waking, "count", tasks("water the plant")).value == 2
    assert ask(waking, "count", tasks("put the mug on the table")).value == 0  # another place is another task


def test_when_is_the_time_of_the_deed_not_of_the_request(waking: Recall):
    answer = ask(waking, "when", tasks("put the mug in the fridge"))
    asked = waking.look_up(MemoryQuery("who", tasks("put the mug in the fridge")))
    assert answer.value[0] - START.replace(hour=9, minute=1) > timedelta(minutes=8)
    assert f"{answer.value[0]:%H:%M}" in answer.text
    assert f"{answer.value[0]:%H:%M}" not in asked.text


def test_why_something_was_stopped_that_was_gone_on_with(waking: Recall):
    answer = ask(waking, "why", tasks("clean the pots", outcomes=("failed", "cancelled", "interrupted", "partly")))
    assert answer.status == "known"
    assert answer.text == (
        'I was interrupted while cleaning all the pots: you asked for "bring me my tray" in between, '
        "and I went on with it after that."
    )


def test_what_was_done_right_before_and_after_an_interruption_is_what_was_interrupted(waking: Recall):
    for relation in ("before", "after"):
        beside = Selection("tasks", relation=relation, next_to=True, others=(tasks("bring my tray"),))
        assert ask(waking, "list", beside).value == "clean every pot"


def test_the_last_task_may_be_one_that_nobody_has_begun(waking: Recall):
    answer = ask(waking, "list", tasks(ordinal=-1))
    assert answer.value == ("tonight empty the box",)
    assert "it is waiting until tonight" in answer.text


def test_only_what_is_open_is_left_to_do(waking: Recall):
    assert ask(waking, "remaining", tasks(outcomes=("failed", "waiting"))).value == ("tonight empty the box",)


def test_words_are_no_task_where_a_log_is_kept(waking: Recall):
    assert not any("card" in name for name in ask(waking, "list", tasks()).value)


@pytest.mark.parametrize("name", ["soup", "pancakes, and fast", "fetch the vase, I cannot reach it", "be of help"])
def test_requests_without_a_verb_are_quoted(name: str):
    assert not is_deed(name)
    assert f'"{name}"' in did(name)
    failed = FoundItem("task", name, START, START, status="failed", reason="none found")
    assert ended(failed) == f'I tried to do what was asked for with "{name}", but none found'


def test_whoever_asked_is_not_the_one_who_tells():
    told = FoundItem("task", "bring me my tray", START, START, speaker="user")
    assert ended(heard(told)) == "I brought you your tray"
    assert ended(heard(replace(told, speaker="Ida"))) == "I brought Ida Ida's tray"


def test_things_are_counted_in_the_task_that_was_about_all_of_them(waking: Recall):
    counted = ask(waking, "count", tasks("put the mug in the fridge"), counted="things")
    assert (counted.value, counted.status) == (1, "known")


def test_how_many_things_it_was_is_not_guessed_after_the_deeds_are_forgotten(tmp_path: Path):
    with Store.open(tmp_path / "log.sqlite") as store:
        log = TaskLog(store)
        number = log.begin("clean all the mugs", (), "", START, None, "", TaskOrigin("clean all the mugs", "user", "x"))
        log.update(number, START + timedelta(minutes=9), status="done")
        answer = ask(Recall(store, TUESDAY), "count", tasks("clean the mugs"), counted="things")
    assert answer.value is None
    assert answer.status in ("partly", "forgotten")
    assert "do not remember how many" in answer.text


def test_a_thing_named_beside_a_task_is_not_what_it_is_about(recall: Recall):
    assert ask(recall, "duration", tasks("tomato")).tasks == (SALAD,)
    assert ask(recall, "list", tasks("the plate")).value == ("make a plate of toast",)


def test_the_first_thing_asked_for_is_what_was_asked_first(tmp_path: Path):
    """Asked first and done last: the log knows when somebody asked."""
    with Store.open(tmp_path / "memory.sqlite") as store:
        with HistoryBuilder(store) as builder:
            lived = LoggedLife(store, builder).at(START, "one")
            first = lived.begin("water the plant", "water the plant")
            second = lived.begin("make coffee", "make coffee")
            lived.work(second, "make coffee").end(second, "done")
            lived.work(first, "water the plant").end(first, "done")
            lived.remember()
        answer = Recall(store).answer("What was the first thing I asked you to do?")
        assert answer.value == ("water the plant",), answer.text


@pytest.mark.parametrize(
    ("name", "status", "words"),
    [
        ("water the plant", "done", "watered the plant"),
        ("water the plant", "failed", "tried to water the plant"),
        ("boil an egg", "cancelled", "was to boil an egg"),
        ("boil an egg", "running", "was still to boil an egg"),
    ],
)
def test_how_a_task_ended_belongs_to_its_name(name: str, status: str, words: str):
    assert went(FoundItem("task", name, START, START, 0, status=status)) == words


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("On Monday 5 January, in the morning I sliced the apple.", "In the morning I sliced the apple."),
        (
            'On Monday 5 January, in the morning I The tom said "go" and 1 more was said.',
            'In the morning Tom said "go".',
        ),
        ('The user said "go", and 1 more was said.', 'The user said "go".'),
    ],
)
def test_the_line_of_a_day_is_told_without_the_day(line: str, told: str):
    assert ended(FoundItem("summary", line, START, START, 0)) == told
