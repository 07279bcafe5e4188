"""Queries as values put to small lives: deeds, things, places, states, speech, facts; what is left after forgetting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import START, Life, kitchen, long_life

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Duration, Selection, SpanOfTime, ThingFilter
from agent.recall.executing.dispatch import execute
from agent.recall.executing.narrowing import one_meant
from agent.recall.voice.speaking import spoken, worded
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.rules.facts import FactBook
from memory.store.database import Store
from memory.store.task_log import TaskLog, TaskOrigin
from perception.scene_graph.graph import HAND

NOON = datetime(2026, 1, 6, 12)
MONDAY = SpanOfTime(Scope(datetime(2026, 1, 5), datetime(2026, 1, 5, 23, 59)), "yesterday")
TODAY = SpanOfTime(Scope(datetime(2026, 1, 6), datetime(2026, 1, 6, 23, 59)), "today")

Ask = Callable[[MemoryQuery], Findings]


def things(*types: str, **more: object) -> ThingFilter:
    return replace(ThingFilter(types), **more)  # type: ignore[arg-type]


def deeds(*actions: str, **more: object) -> Selection:
    return replace(Selection("deeds", actions), **more)  # type: ignore[arg-type]


FRIDGE, MUG, BREAD, KNIFE, APPLE = (things(kind) for kind in ("Fridge", "Mug", "Bread", "Knife", "Apple"))
OPENED = deeds("Open", thing=FRIDGE)


def store_of(path: Path, experiences: list[Experience]) -> Store:
    store = Store.open(path)
    with HistoryBuilder(store) as builder:
        for one in experiences:
            builder.observe(one)
    return store


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with store_of(tmp_path_factory.mktemp("lived") / "m.sqlite", kitchen().experiences) as store:
        yield store


@pytest.fixture
def ask(lived: Store) -> Ask:
    return lambda query: execute(query, View(lived), NOON)


def words(findings: Findings) -> str:
    return worded(findings, NOON)


def test_whether_how_often_and_when_are_told_of_the_same_deeds(ask: Ask):
    assert ask(MemoryQuery("exists", OPENED)).value is True
    assert ask(MemoryQuery("count", OPENED)).value == 2
    assert ask(MemoryQuery("count", OPENED, counted="days")).value == 2
    assert ask(MemoryQuery("count", OPENED, counted="things")).value == 1
    assert [time.day for time in ask(MemoryQuery("when", OPENED)).value] == [5, 6]
    assert ask(MemoryQuery("ago", OPENED)).value == (1, 0)
    assert ask(MemoryQuery("when", replace(OPENED, ordinal=-1))).value == (datetime(2026, 1, 6, 8, 0, 10),)
    assert words(ask(MemoryQuery("count", OPENED))) == (
        "I opened the fridge twice: yesterday at 08:06 and today at 08:00."
    )


def test_what_is_known_has_evidence_and_no_word_left_out(ask: Ask):
    known = ask(MemoryQuery("exists", OPENED))
    assert (known.status, len(known.evidence)) == ("known", 2)
    careful = ask(MemoryQuery("exists", OPENED, left_out=("quickly",)))
    assert careful.status == "partly"
    assert 'I could not take "quickly" into account' in words(careful)


def test_a_number_that_there_was_not_is_not_the_nearest_one(ask: Ask):
    third = ask(MemoryQuery("when", replace(OPENED, ordinal=3)))
    assert (third.value, third.status) == ((), "never happened")
    assert words(third).startswith("I opened the fridge only twice")


def test_never_tells_what_came_nearest(ask: Ask):
    today = ask(MemoryQuery("exists", deeds("Slice", thing=BREAD, time=TODAY)))
    assert (today.value, today.status) == (False, "never happened")
    assert words(today) == "No, I did not slice the bread today; the last time was yesterday at 08:07."
    fork = ask(MemoryQuery("exists", deeds("Slice", thing=BREAD, tool=things("Fork"))))
    assert "I sliced the bread yesterday" in words(fork)
    assert (
        words(ask(MemoryQuery("exists", deeds("Slice", thing=things("Tomato"))))) == "No, I have never seen a tomato."
    )
    assert '"wug"' in words(ask(MemoryQuery("exists", deeds("Slice", thing=things(unknown="wug")))))


def test_every_filter_of_a_selection_counts(ask: Ask):
    picked = deeds("Pickup")
    assert ask(MemoryQuery("list", picked)).value == ("Mug", "Knife")
    assert ask(MemoryQuery("list", replace(picked, thing=things(besides=("Mug",))))).value == ("Knife",)
    assert ask(MemoryQuery("count", replace(picked, place=things("SinkBasin")))).value == 1
    assert ask(MemoryQuery("count", replace(picked, thing=things("Mug", states=("+dirty",))))).value == 1
    assert ask(MemoryQuery("count", replace(picked, thing=things("Mug", states=("-dirty",))))).value == 1
    assert ask(MemoryQuery("exists", deeds("Slice", thing=BREAD, tool=KNIFE))).value is True
    assert ask(MemoryQuery("exists", replace(picked, thing=things("Mug", amount=2)))).value is False
    assert ask(MemoryQuery("count", deeds("Open", task="slice bread"))).value == 1
    long = Duration(True, timedelta(minutes=10))
    assert ask(MemoryQuery("exists", replace(OPENED, took=long))).value is False


def test_order_relative_to_other_deeds(ask: Ask):
    after = deeds(relation="after", others=(deeds("Slice", thing=BREAD),))
    before = replace(after, relation="before", next_to=True)
    assert ask(MemoryQuery("list", after, detail=True)).value == ("opened the fridge", "closed the fridge")
    assert ask(MemoryQuery("list", before, detail=True)).value == "picked up the knife from the counter top"
    faucet = deeds("ToggleOn", thing=things("Faucet"))
    between = deeds("Pickup", relation="between", others=(deeds("Slice"), faucet))
    assert ask(MemoryQuery("list", between)).value == ("Mug", "Knife")


def test_whether_something_came_after_is_asked_of_any_time(ask: Ask):
    after = deeds("Slice", relation="after", others=(OPENED,))
    assert ask(MemoryQuery("exists", after)).value is True
    assert ask(MemoryQuery("exists", replace(after, relation="before"))).value is True
    assert ask(MemoryQuery("list", after)).value == ()


def test_what_changed_out_of_view_was_not_seen_to_change(tmp_path: Path):
    life = Life()
    mug = life.add("Mug|0", "CounterTop|0", "dirty")
    life.add("CounterTop|0")
    life.look(mug).wait(hours=9)
    life.states[mug].clear()
    life.look(mug)
    with store_of(tmp_path / "m.sqlite", life.experiences) as store:
        washed = MemoryQuery("exists", deeds(thing=MUG, change="-dirty"))
        assert execute(washed, View(store), life.time).value is False


def test_what_only_holds_some_of_the_words_is_a_guess(ask: Ask):
    partly = ask(MemoryQuery("said", Selection("speech", about=("bread", "unicorn"))))
    assert (partly.status, len(partly.value)) == ("partly", 1)


def test_what_a_question_takes_for_granted_is_looked_for_first(ask: Ask):
    pancakes = Selection("tasks", task="make pancakes")
    findings = ask(MemoryQuery("exists", deeds("Slice", thing=BREAD), supposes=(pancakes,)))
    assert (findings.value, findings.status) == (False, "never happened")
    assert words(findings) == "I never made pancakes."
    after = ask(MemoryQuery("list", deeds(relation="after", others=(deeds("Slice", thing=APPLE),))))
    assert (after.value, words(after)) == ((), "I never sliced the apple.")


@pytest.mark.parametrize(("claim", "agreed"), [(2, True), (3, False)])
def test_a_claim_is_agreed_with_or_not(lived: Store, claim: int, agreed: bool):
    answer = spoken(execute(MemoryQuery("count", OPENED, claim=claim), View(lived), NOON), NOON, 0)
    assert answer.value is agreed
    assert answer.text.startswith("Yes: I opened the fridge twice" if agreed else "No: I opened the fridge twice")


def test_where_things_are_were_put_and_taken_from(ask: Ask):
    assert ask(MemoryQuery("where", Selection(thing=KNIFE))).value == HAND
    assert ask(MemoryQuery("where", Selection(thing=MUG))).value == "Fridge"
    assert ask(MemoryQuery("where", Selection(thing=MUG, place=things("SinkBasin")))).value is False
    assert ask(MemoryQuery("put", Selection(thing=MUG))).value == "CoffeeMachine"
    assert ask(MemoryQuery("put", Selection(thing=MUG, ordinal=1))).value == "SinkBasin"
    taken = ask(MemoryQuery("taken", Selection(thing=MUG)))
    assert taken.value == "SinkBasin"
    assert "at first I had taken it from the counter top" in words(taken)
    taking = Selection(thing=MUG, relation="during", others=(deeds("Pickup", thing=MUG, ordinal=1),))
    assert ask(MemoryQuery("where", taking)).value == "CounterTop"
    apple = ask(MemoryQuery("put", Selection(thing=APPLE)))
    assert (apple.value, words(apple)) == (None, "I never put the apple anywhere.")
    assert ask(MemoryQuery("where")).status == "unsure"


def test_contents_and_the_hand(ask: Ask):
    assert ask(MemoryQuery("contents", Selection(place=FRIDGE))).value == ("Mug",)
    assert ask(MemoryQuery("contents", Selection(place=things("SinkBasin")))).value == ()
    assert ask(MemoryQuery("contents", Selection(place=things("SinkBasin"), time=MONDAY))).value == ("Mug",)
    assert ask(MemoryQuery("holding")).value == "Knife"
    assert ask(MemoryQuery("holding", Selection(thing=MUG))).value is False


def test_states_of_one_any_and_all_things(ask: Ask):
    assert ask(MemoryQuery("state", Selection(thing=things("Fridge", states=("+open",))))).value is False
    everything_off = ask(MemoryQuery("state", Selection(thing=things(states=("-on",))), quantifier="all"))
    assert everything_off.value is False
    assert [item.kind for item in everything_off.items] == ["CoffeeMachine"]
    assert words(everything_off).startswith("No, the coffee machine was switched on when I last knew")
    assert ask(MemoryQuery("state", Selection(thing=things(states=("+open",))), quantifier="any")).value is False
    at_first = Selection(thing=things("Mug", states=("+dirty",)), ordinal=1)
    assert words(ask(MemoryQuery("state", at_first))) == "Yes, the mug was dirty yesterday at 08:00."
    but = things(states=("-on",), besides=("CoffeeMachine",))
    assert ask(MemoryQuery("state", Selection(thing=but), quantifier="all")).value is True


def test_a_deed_after_the_last_sight_tells_the_state(tmp_path: Path):
    life = Life()
    life.add("Lamp|0")
    life.look("Lamp|0").switch("Lamp|0", True)
    life.view = []
    life.walk(3)
    life.live("ToggleOff", "Lamp|0")
    with store_of(tmp_path / "m.sqlite", life.experiences) as store:
        query = MemoryQuery("state", Selection(thing=things(states=("-on",))), quantifier="all")
        assert execute(query, View(store), life.time).value is True


def test_why_tool_and_who(ask: Ask):
    failed = ask(MemoryQuery("why", Selection("failures", ("Open",), thing=FRIDGE)))
    assert (failed.value, failed.status) == ("the fridge is too far away", "known")
    assert ask(MemoryQuery("why", deeds("Slice", thing=BREAD))).value == "now cut the bread"
    assert ask(MemoryQuery("who", deeds("Slice", thing=BREAD))).value == "user"
    assert ask(MemoryQuery("tool", deeds("Slice", thing=BREAD))).value == "Knife"
    assert ask(MemoryQuery("tool", deeds(thing=MUG, change="-dirty"))).value == "Faucet"
    assert ask(MemoryQuery("count", Selection("failures"))).value == 1
    assert ask(MemoryQuery("count", Selection("failures", time=TODAY))).value == 0


def test_how_long_a_deed_lasted_and_what_lay_between_two(ask: Ask):
    faucet = deeds("ToggleOn", thing=things("Faucet"))
    assert ask(MemoryQuery("duration", faucet)).value == timedelta(seconds=20)
    apart = MemoryQuery("duration", deeds("Slice"), (faucet,))
    on, cut = (next(one.time for one in kitchen().experiences if one.action == name) for name in ("ToggleOn", "Slice"))
    assert ask(apart).value == cut - on
    assert ask(replace(apart, counted="days")).value == 0
    assert ask(MemoryQuery("duration", deeds("Slice"))).status == "partly"


def test_comparisons_extremes_and_order(ask: Ask):
    faucet = deeds("ToggleOn", thing=things("Faucet"))
    assert ask(MemoryQuery("compare", OPENED, (faucet,), "count")).value == "Fridge"
    assert ask(MemoryQuery("compare", faucet, (OPENED,), "count", claim=True)).value is False
    assert ask(MemoryQuery("compare", OPENED, (faucet,), "start", most=False)).value == "Faucet"
    sides = (replace(OPENED, time=MONDAY), replace(OPENED, time=TODAY))
    assert ask(MemoryQuery("compare", sides[0], sides[1:], "count")).value is None
    assert ask(MemoryQuery("extreme", deeds("Pickup"), measure="count")).value == "Mug"
    order = MemoryQuery("order", OPENED, (deeds("Slice", thing=BREAD), faucet))
    assert ask(order).value == ("Faucet", "Bread", "Fridge")


def test_speech_is_what_was_said_not_what_was_seen(ask: Ask):
    bread = Selection("speech", about=("bread",))
    assert ask(MemoryQuery("said", bread)).value == ((datetime(2026, 1, 5, 8, 5, 30), "user", "now cut the bread"),)
    assert ask(MemoryQuery("where", bread)).value == ask(MemoryQuery("said", bread)).value
    assert len(ask(MemoryQuery("list", Selection("speech", speaker="robot"))).value) == 2
    last = ask(MemoryQuery("when", Selection("speech", speaker="user", ordinal=-1)))
    assert last.value == (datetime(2026, 1, 6, 8, 0, 40),)
    cake = ask(MemoryQuery("exists", Selection("speech", speaker="user", about=("cake",))))
    assert words(cake) == 'No, I do not remember that you said anything about "cake".'


def test_facts_are_told_in_the_words_in_which_they_were_told(tmp_path: Path):
    with store_of(tmp_path / "m.sqlite", kitchen().experiences) as store:
        FactBook(store).tell("my favourite mug is the blue one", "user", NOON)
        told = execute(MemoryQuery("fact", Selection("facts", about=("favourite", "mug"))), View(store), NOON)
        assert told.value == ("my favourite mug is the blue one",)
        assert "you told me" in words(told)
        FactBook(store).tell("the spare key is in the drawer", "user", NOON)
        where = MemoryQuery("where", Selection(thing=things("KeyChain")), left_out=("spare",))
        assert execute(where, View(store), NOON).value == "the spare key is in the drawer"
        unknown = MemoryQuery("where", Selection(thing=things(unknown="spare key")))
        assert execute(unknown, View(store), NOON).value == "the spare key is in the drawer"
        key = execute(MemoryQuery("fact", Selection("facts", about=("cup",))), View(store), NOON)
        assert (key.value, key.status) == ((), "never happened")
        bread = execute(MemoryQuery("fact", Selection("facts", about=("bread",))), View(store), NOON)
        assert (bread.value, bread.status) == (("now cut the bread",), "partly")


def test_sights(ask: Ask):
    assert ask(MemoryQuery("count", Selection("sights", thing=MUG), counted="things")).value == 2
    assert ask(MemoryQuery("exists", Selection("sights", thing=things("Mug", states=("+dirty",))))).value is True
    assert ask(MemoryQuery("exists", Selection("sights", thing=MUG, time=TODAY))).value is False
    assert "Apple" in ask(MemoryQuery("list", Selection("sights", time=TODAY))).value
    last = ask(MemoryQuery("when", Selection("sights", thing=MUG, ordinal=-1)))
    assert words(last) == "I last saw the mug in the fridge yesterday at 08:06."


def test_summaries_still_tell_what_was_done_and_asked(tmp_path: Path):
    with store_of(tmp_path / "m.sqlite", kitchen().experiences) as store:
        later = NOON + timedelta(days=40)
        Forgetter(store).run(later)

        def put(query: MemoryQuery) -> Findings:
            return execute(query, View(store), later)

        assert View(store).interactions() == []
        bread = put(MemoryQuery("exists", deeds("Slice", thing=BREAD)))
        assert (bread.value, bread.status) == (True, "partly")
        assert "summary" in worded(bread, later)
        apple = put(MemoryQuery("exists", deeds("Slice", thing=APPLE)))
        assert (apple.value, apple.status) == (False, "forgotten")
        assert worded(apple, later).startswith("Not that I remember")
        often = put(MemoryQuery("count", deeds("Slice", thing=BREAD), claim=2))
        assert often.status == "partly"
        assert spoken(often, later, 0).value is None


def test_requests_outlive_the_words(tmp_path: Path):
    with store_of(tmp_path / "m.sqlite", kitchen().experiences) as store:
        log = TaskLog(store)
        task = log.begin("water", ("plant",), "please water the plant", START, origin=TaskOrigin("water the plant"))
        log.update(task, START, status="failed", note="found none")
        later = NOON + timedelta(days=400)
        Forgetter(store).run(later)
        plants = Selection("speech", speaker="user", about=("plants",))
        found = execute(MemoryQuery("said", plants), View(store), later)
        assert [text for _, _, text in found.value] == ["please water the plant"]


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with store_of(tmp_path_factory.mktemp("busy") / "m.sqlite", long_life(7, 400)) as store:
        yield store


ACTIONS = st.lists(st.sampled_from(("Pickup", "Place", "Open", "Close")), max_size=2, unique=True).map(tuple)
KINDS = st.sampled_from(((), ("Mug",), ("Plate",), ("Apple", "Mug"), ("Fridge",)))
SUBJECTS = st.sampled_from(("deeds", "failures", "sights"))
SELECTIONS = st.builds(
    lambda subject, actions, kinds: Selection(subject, actions if subject != "sights" else (), thing=things(*kinds)),
    SUBJECTS,
    ACTIONS,
    KINDS,
)


@settings(max_examples=40, deadline=None)
@given(selection=SELECTIONS)
def test_how_many_whether_which_and_when_agree(busy: Store, selection: Selection):
    view, now = View(busy), START + timedelta(days=3)
    count = execute(MemoryQuery("count", selection), view, now)
    moments = execute(MemoryQuery("when", selection), view, now).value
    listed = execute(MemoryQuery("list", selection), view, now)
    assert count.value == len(moments)
    assert execute(MemoryQuery("exists", selection), view, now).value == (count.value > 0)
    assert bool(listed.value) == (count.value > 0)
    if selection.subject != "sights":
        assert len(listed.items) == count.value
    kinds = execute(MemoryQuery("count", selection, counted="kinds"), view, now).value
    assert kinds <= execute(MemoryQuery("count", selection, counted="things"), view, now).value <= max(count.value, 1)
    for findings in (count, listed):
        assert findings.status != "known" or findings.evidence
        assert worded(findings, now)


@settings(max_examples=30, deadline=None)
@given(selection=SELECTIONS, number=st.integers(1, 5))
def test_before_and_after_part_what_there_was(busy: Store, selection: Selection, number: int):
    view, now = View(busy), START + timedelta(days=3)
    anchor = deeds("Pickup", ordinal=number)

    def numbers(one: Selection) -> set[int]:
        return {item.first for item in execute(MemoryQuery("when", one), view, now).items}

    every = numbers(selection)
    before = numbers(replace(selection, relation="before", others=(anchor,)))
    after = numbers(replace(selection, relation="after", others=(anchor,)))
    at = execute(MemoryQuery("when", anchor), view, now).items[0].first
    if selection.subject != "sights":  # a visit may go on from before to after
        assert (before | after) == every - {at}
    assert not before & after
    assert all(one < at for one in before) and all(one > at for one in after)


def called(day: int, chance: float) -> FoundItem:
    """A task of a day that is called what was asked about, rightly with that chance."""
    start = datetime(2026, 1, day, 9)
    return FoundItem("task", "put all watch on one sofa", start, start + timedelta(minutes=5), day, chance=chance)


@pytest.mark.parametrize(
    ("chances", "meant"),
    [
        ([1.0, 1.0, 1.0], 3),
        ([0.97, 0.9], 2),
        ([0.98, 0.55], 1),
        ([0.55, 0.98], 2),
        ([0.6, 0.6], 2),
        ([0.98, 0.98, 0.4], 2),
        ([0.0, 0.0], 2),
    ],
)
def test_of_several_tasks_of_a_name_the_latest_is_meant_unless_it_is_doubtful(chances: list[float], meant: int) -> None:
    items = [called(day, chance) for day, chance in enumerate(chances, 1)]
    assert one_meant(items) == one_meant(items[::-1]) == items[meant - 1]


def test_what_was_cooked_was_heated(tmp_path: Path):
    life = Life()
    life.add("Microwave|0")
    life.add("Potato|0", "Microwave|0")
    life.look("Microwave|0", "Potato|0")
    life.states["Potato|0"].add("cooked")
    life.switch("Microwave|0", True)
    life.look("Microwave|0", "Potato|0")
    with store_of(tmp_path / "m.sqlite", life.experiences) as store:
        heated = Selection("deeds", change="+hot", thing=things("Potato"))
        assert execute(MemoryQuery("exists", heated), View(store), life.time).value is True
        cold = replace(heated, change="+cold")
        assert execute(MemoryQuery("exists", cold), View(store), life.time).value is False
