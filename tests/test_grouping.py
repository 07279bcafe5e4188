"""The built-in grouper: where it cuts, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.building.clauses import clauses_of, is_speech
from memory.building.deed_outcomes import DeedOutcomes, DeedTriple, dishes
from memory.building.grouping import IntentGrouper, cut
from memory.building.summaries import (
    counted,
    day_name,
    part_of_day,
    phrases,
    request,
    summarize,
    wanted,
)
from memory.building.time_clusters import clustered, must_stay, split, usual, visible
from memory.levels import DAY, SUBTASK, TASK, number_of
from memory.roles import Group, Grouper, Item, Rule

WEEK, MONTH, YEAR = number_of("week"), number_of("month"), number_of("year")
MONDAY = datetime(2026, 1, 5, 8, 0)

WASH: list[DeedTriple] = [
    ("Pickup", "Plate", ""),
    ("Place", "Plate", "SinkBasin"),
    ("ToggleOn", "Faucet", ""),
    ("ToggleOff", "Faucet", ""),
    ("Pickup", "Plate", "SinkBasin"),
    ("Place", "Plate", "CounterTop"),
]
SLICE: list[DeedTriple] = [("Pickup", "Knife", ""), ("Slice", "Potato", ""), ("Place", "Knife", "CounterTop")]
COOK: list[DeedTriple] = [
    ("Pickup", "PotatoSliced", ""),
    ("Open", "Microwave", ""),
    ("Place", "PotatoSliced", "Microwave"),
    ("Close", "Microwave", ""),
    ("ToggleOn", "Microwave", ""),
    ("ToggleOff", "Microwave", ""),
    ("Open", "Microwave", ""),
    ("Pickup", "PotatoSliced", "Microwave"),
    ("Place", "PotatoSliced", "Plate"),
]
COFFEE: list[DeedTriple] = [("Pickup", "Mug", ""), ("Place", "Mug", "CoffeeMachine"), ("ToggleOn", "CoffeeMachine", "")]
NEWSPAPERS: list[DeedTriple] = [("Pickup", "Newspaper", ""), ("Place", "Newspaper", "Sofa")]


def goals(deeds: Sequence[DeedTriple], start: datetime = MONDAY, first: int = 1, **fields: object) -> list[Item]:
    """One goal per deed, ten seconds apart."""
    times = [start + i * timedelta(seconds=10) for i in range(len(deeds))]
    return [
        Item(first + i, 3, time, time, "…", deeds=(deed,), **fields)  # type: ignore[arg-type]
        for i, (time, deed) in enumerate(zip(times, deeds, strict=True))
    ]


def item(number: int, start: datetime, deeds: Sequence[DeedTriple] = (), level: int = 5, **fields: object) -> Item:
    summary = str(fields.pop("summary", "I walked around."))
    return Item(number, level, start, start + timedelta(minutes=1), summary, deeds=tuple(deeds), **fields)  # type: ignore[arg-type]


def sizes(items: Sequence[Item], level: int = SUBTASK) -> list[int]:
    return [len(run) for run in cut(items, level)]


# --- what was made


@pytest.mark.parametrize(
    ("deeds", "told"),
    [
        ([*SLICE, *COOK], "sliced the potato|cooked it in the microwave|put it on the plate"),
        (
            [*WASH, *SLICE, *COOK],
            "washed the plate|put it on the counter top|sliced the potato|cooked it in the microwave"
            "|put it on the clean plate",
        ),
        (COFFEE, "made coffee in the mug"),
        (WASH[:4], "washed the plate"),
        ([*NEWSPAPERS, *NEWSPAPERS], "put 2 newspapers on the sofa"),
        ([("ToggleOn", "Faucet", ""), ("Place", "Cup", "Sink")], "washed the cup"),
        (
            [
                ("Place", "Cup", "SinkBasin"),
                ("ToggleOn", "Faucet", ""),
                ("Pickup", "Cup", "SinkBasin"),
                ("Pour", "Cup", "HousePlant"),
                ("Place", "Cup", "Desk"),
            ],
            "filled the cup with water|watered the house plant|put the cup on the desk",
        ),
        (
            [
                ("Place", "Pot", "Sink"),
                ("ToggleOn", "Faucet", ""),
                ("Pickup", "Pot", "Sink"),
                ("Place", "Pot", "StoveBurner"),
                ("Place", "Potato", "Pot"),
                ("ToggleOn", "StoveKnob", ""),
            ],
            "filled the pot with water|boiled the potato in the pot",
        ),
        (
            [("ToggleOn", "StoveBurner", ""), ("Place", "Pan", "StoveBurner"), ("Place", "Egg", "Pan")],
            "heated the pan on the stove burner|cooked the egg in the pan",
        ),
        ([("Place", "BreadSliced", "Toaster"), ("ToggleOn", "Toaster", "")], "toasted the bread slice"),
        ([("Open", "Fridge", ""), ("Close", "Fridge", "")], "opened the fridge"),
        ([("ToggleOn", "DeskLamp", "")], "switched on the desk lamp"),
        ([("ToggleOff", "Faucet", "")], "switched off the faucet"),
        ([("Pickup", "Mug", "Shelf")], "picked up the mug from the shelf"),
        ([("Pickup", "Mug", ""), ("Place", "Mug", "")], "put down the mug"),
        ([("Pour", "Mug", "Sink")], "emptied the mug"),
        ([("Slice", "Egg", "")], "cracked the egg"),
        ([("WarmUp", "Mug", "Stove")], "did warm up the mug on the stove"),
        ([("Clean", "Mug", "")], "cleaned the mug"),
        ([], ""),
    ],
)
def test_deeds_are_told_by_what_came_of_them(deeds: list[DeedTriple], told: str):
    assert "|".join(phrases(tuple(deeds))) == told


def test_what_lies_together_in_the_end_is_a_dish():
    def made(*things: str, toasted: bool = False) -> list[str]:
        deeds: list[DeedTriple] = [("Place", "BreadSliced", "Toaster"), ("ToggleOn", "Toaster", "")] if toasted else []
        deeds += [("Place", thing, "Plate") for thing in things]
        return [dish.name for dish in dishes(DeedOutcomes().follow(deeds))]

    assert made("LettuceSliced", "TomatoSliced") == ["salad"]
    assert made("BreadSliced", toasted=True) == ["toast"]
    assert made("BreadSliced", "TomatoSliced", toasted=True) == ["sandwich"]
    assert made("TomatoSliced", "TomatoSliced") == []
    assert made("Mug", "Fork") == []


_DEEDS = st.lists(
    st.tuples(
        st.sampled_from(
            ["Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour", "Clean", "Dance"]
        ),
        st.sampled_from(["", "Mug", "Plate", "Potato", "PotatoSliced", "Knife", "Faucet", "Microwave", "Pot"]),
        st.sampled_from(["", "SinkBasin", "Microwave", "Plate", "Pot", "StoveBurner", "Sofa", "HousePlant"]),
    ),
    max_size=25,
)


@given(_DEEDS)
def test_whatever_is_done_can_be_told(deeds: list[DeedTriple]):
    told = phrases(tuple(deeds))
    assert len(told) <= 12
    assert not told or deeds
    assert all(phrase.strip() == phrase and phrase and "  " not in phrase for phrase in told)
    assert summarize(goals(deeds) or [item(1, MONDAY)], SUBTASK).startswith("I ")


# --- where it cuts


def test_a_subtask_follows_its_things():
    assert sizes(goals([*SLICE, *COOK])) == [12]
    assert sizes(goals([*WASH, *SLICE, *COOK])) == [6, 12]
    assert sizes(goals([*COFFEE, ("Pickup", "Mug", "CoffeeMachine"), ("Place", "Mug", "Desk"), *NEWSPAPERS])) == [5, 2]


def test_moving_several_things_to_one_place_is_one_errand():
    remote: list[DeedTriple] = [("Pickup", "RemoteControl", ""), ("Place", "RemoteControl", "Sofa")]
    elsewhere: list[DeedTriple] = [("Pickup", "Pen", ""), ("Place", "Pen", "Desk")]
    assert sizes(goals([*NEWSPAPERS, *remote, *elsewhere])) == [4, 2]


def test_a_door_opened_with_an_empty_hand_belongs_to_what_is_taken_next():
    fetch: list[DeedTriple] = [
        ("Open", "Fridge", ""),
        ("Pickup", "Tomato", "Fridge"),
        ("Place", "Tomato", "CounterTop"),
    ]
    assert sizes(goals([*WASH, *fetch])) == [6, 3]


def test_another_episode_task_or_day_is_another_subtask_and_task():
    two = [*goals(NEWSPAPERS, episode="a", task="tidy"), *goals(NEWSPAPERS, first=9, episode="a", task="tidy")]
    assert sizes(two) == [4]
    for episode, task in (("b", "tidy"), ("a", "read")):
        other = [*two[:2], *goals(NEWSPAPERS, first=9, episode=episode, task=task)]
        assert sizes(other) == sizes(other, TASK) == [2, 2]
    tomorrow = [*two[:2], *goals(NEWSPAPERS, MONDAY + timedelta(days=1), 9, episode="a", task="tidy")]
    assert sizes(tomorrow) == sizes(tomorrow, TASK) == [2, 2]


def test_a_thank_you_goes_with_what_it_thanks_for():
    done = goals(NEWSPAPERS, episode="a", task="tidy")
    thanks = Item(9, 3, done[-1].end, done[-1].end, 'The user said "thanks".', episode="a")
    assert sizes([*done, thanks]) == sizes([*done, thanks], TASK) == [3]


def test_a_long_pause_ends_a_task():
    work = [item(1, MONDAY, WASH, 4), item(2, MONDAY + timedelta(minutes=5), COOK, 4)]
    assert sizes(work, TASK) == [2]
    assert sizes([*work, item(3, MONDAY + timedelta(minutes=30), COFFEE, 4)], TASK) == [2, 1]


def test_days_and_longer_follow_the_calendar():
    daily = [item(day, MONDAY + timedelta(days=day)) for day in range(100)]
    assert sizes([*daily, item(999, daily[-1].start + timedelta(hours=3))], DAY) == [1] * 99 + [2]
    assert sizes(daily[:31], WEEK) == [7, 7, 7, 6, 1, 3]  # a week ends with its month
    assert sizes(daily, MONTH) == [27, 28, 31, 14]
    assert sizes([item(year, MONDAY.replace(year=2026 + year // 2)) for year in range(7)], YEAR) == [2, 2, 2, 1]


@given(st.lists(st.tuples(st.integers(0, 60 * 24 * 3), st.sampled_from([*WASH, *COOK, *NEWSPAPERS])), max_size=60))
def test_groups_tile_the_items_and_stay_small(stream: list[tuple[int, DeedTriple]]):
    time, items = MONDAY, []
    for number, (minutes, deed) in enumerate(stream):
        time += timedelta(minutes=minutes)
        items += [item(number, time, [deed], 3, episode=str(number // 20), forgotten=number % 11 == 5)]
    for level in (SUBTASK, TASK, DAY, WEEK, MONTH, YEAR, 10, 11):
        groups = IntentGrouper().group((), items, level, ())
        assert [child for group in groups for child in group.items] == items
        assert all(0 < len(group.items) <= 48 and group.summary.endswith((".", "!", "?")) for group in groups)


def test_the_grouper_keeps_ids_and_lines_of_what_did_not_change():
    grouper: Grouper = IntentGrouper()
    items = goals([*WASH, *SLICE, *COOK])
    old = [Group(tuple(items[:6]), "A line of mine.", 70), Group(tuple(items[6:14]), "Told before.", 71)]
    groups = grouper.group(old, items[14:], SUBTASK, ())
    assert [group.id for group in groups] == [70, 71]
    assert groups[0] == old[0]
    assert groups[1].summary == "I sliced the potato, cooked it in the microwave and put it on the plate."


# --- what it says


def test_a_task_begins_with_the_request():
    done = goals(NEWSPAPERS, text="…\nSpeech: agent: hi\nSpeech: user: hello\nSpeech: Ann: put the paper on the sofa")
    assert summarize(done, TASK) == 'Asked "put the paper on the sofa", I put the newspaper on the sofa.'
    assert summarize(done, SUBTASK) == "I put the newspaper on the sofa."
    long = goals(NEWSPAPERS, text="Speech: user: " + "put the newspaper " * 20)
    assert request(long).endswith("…")
    assert len(request(long)) <= 80


def test_a_task_in_which_nothing_was_done_says_what_was_said():
    said = [item(1, MONDAY, summary='The user said "good morning".'), item(2, MONDAY)]
    assert summarize(said, TASK) == 'The user said "good morning".'
    assert summarize([item(1, MONDAY)], TASK) == "I walked around."


def test_a_day_tells_what_came_of_its_tasks_by_part_of_the_day():
    tasks = [
        item(1, MONDAY, COFFEE),
        item(
            2,
            MONDAY + timedelta(hours=2),
            [*SLICE, ("Place", "PotatoSliced", "Plate"), ("Place", "TomatoSliced", "Plate")],
        ),
        item(3, MONDAY + timedelta(hours=6), COFFEE),
        item(4, MONDAY + timedelta(hours=7), COFFEE),
        item(5, MONDAY + timedelta(hours=15)),
    ]
    assert summarize(tasks, DAY) == (
        "On Monday 5 January, in the morning I made coffee and made a salad; in the afternoon I made coffee (twice); "
        "at night I did nothing of note."
    )


def test_a_week_counts_what_its_days_tell():
    monday = item(1, MONDAY, summary="On Monday 5 January, in the morning I made coffee (twice) and washed the plate.")
    tuesday = item(
        2,
        MONDAY + timedelta(days=1),
        summary="On Tuesday 6 January, at night I made coffee; in the evening I did nothing of note.",
    )
    other = item(3, MONDAY + timedelta(days=2), summary="A quiet day.")
    week = summarize([monday, tuesday, other], WEEK)
    assert week.startswith("From Monday 5 January to Wednesday 7 January 2026, I made coffee (3 times), washed the")
    assert week.endswith("plate and A quiet day.")
    month = summarize([item(9, MONDAY, summary=week), item(10, MONDAY + timedelta(days=30), summary=week)], MONTH)
    assert "made coffee (6 times)" in month
    assert "washed the plate (twice)" in month


def test_a_long_time_tells_the_most_frequent_things_and_how_many_more():
    found = [(f"did thing {number}", 1 + (number > 8)) for number in range(20)]
    told = counted(found)
    assert len(told) == 13
    assert told[-1] == "did 8 other things"
    assert "did thing 19 (twice)" in told


def test_what_rules_ask_for_is_told_even_if_it_led_to_nothing():
    always = [Rule(1, "You should always remember when I toggle the faucet"), Rule(2, "Don't remember the microwave")]
    assert "switched on the faucet" not in summarize(goals(WASH), SUBTASK)
    assert "switched on the faucet" in summarize(goals(WASH), SUBTASK, always)
    assert "opened the microwave" not in summarize(goals(COOK), SUBTASK, always)
    assert wanted(always) == {"toggl", "faucet"}
    kinds = ["Pen", "Book", "Cup", "Fork", "Spoon", "Vase", "Box", "Pencil", "Watch", "Statue"]
    moved: list[DeedTriple] = [("Place", kind, "Desk") for kind in kinds]
    assert "statue" not in summarize(goals(moved), TASK)
    assert "statue" in summarize(goals(moved), TASK, [Rule(3, "remember where statues go")])


def test_placeholders_speak_through_their_line():
    gone = [
        item(1, MONDAY, summary="I sliced the potato and cooked it in the microwave.", forgotten=True),
        item(2, MONDAY, summary="I walked around.", forgotten=True),
        item(3, MONDAY, [("Place", "PotatoSliced", "Plate")]),
    ]
    assert summarize(gone, SUBTASK) == (
        "I sliced the potato, cooked it in the microwave and put the potato slice on the plate."
    )
    assert "forgotten" not in summarize(gone[:2], TASK)
    day = summarize([item(1, MONDAY, summary='Asked "tidy up", I put 2 pens on the desk.', forgotten=True)], DAY)
    assert day == "On Monday 5 January, in the morning I put 2 pens on the desk."


@given(st.lists(st.sampled_from(["made coffee", "washed 2 plates", "put the pen on the desk"]), min_size=1, max_size=9))
def test_a_line_can_be_read_back(clauses: list[str]):
    day = item(1, MONDAY, summary="On Monday 5 January, in the morning I " + ", ".join(clauses) + ".")
    assert clauses_of(day.summary) == clauses
    assert sum(2 if "twice" in told else 1 for told in counted([(clause, 1) for clause in clauses])) <= len(clauses)


def test_words_for_times():
    assert day_name(MONDAY.date()) == "Monday 5 January"
    hours = {hour: part_of_day(MONDAY.replace(hour=hour)) for hour in (0, 4, 5, 11, 12, 16, 17, 21, 22)}
    assert list(hours.values()) == ["night"] * 2 + ["morning"] * 2 + ["afternoon"] * 2 + ["evening"] * 2 + ["night"]


# --- time


def spaced(*minutes: float) -> list[Item]:
    time, items = MONDAY, [item(0, MONDAY, level=3)]
    for number, wait in enumerate(minutes, 1):
        time = items[-1].end + timedelta(minutes=wait)
        items.append(item(number, time, level=3))
    return items


def test_a_gap_far_above_the_usual_one_splits():
    assert [len(run) for run in split(spaced(1, 1, 40, 1, 1), 4)] == [3, 3]
    assert [len(run) for run in split(spaced(1, 1, 4, 1, 1), 4)] == [6]  # ordinary between goals
    assert [len(run) for run in split(spaced(10, 10, 40, 10, 10), 4)] == [6]  # usual here
    assert [len(run) for run in split(spaced(40), 4)] == [2]  # never only single items
    assert usual(spaced(-5, -5)) == timedelta()  # a clock that was set back


@given(st.lists(st.floats(-1000, 100_000), max_size=30), st.integers(4, 12))
def test_clusters_tile(waits: list[float], level: int):
    items = spaced(*waits)
    assert [child for run in split(items, level) for child in run] == items
    parents = [Group(tuple(items[i : i + 4]), "…", i) for i in range(0, len(items) - 1, 4)]
    entered = [child for child in items if not any(child in parent.items for parent in parents)]
    if entered:
        found = clustered(parents, entered, level)
        assert [parent for old, _ in found for parent in old] == parents
        assert [child for _, new in found for child in new] == entered
        assert 0 <= visible(parents, entered, level) <= len(parents)


def test_only_the_latest_parents_that_end_after_the_cutoff_are_visible():
    items = spaced(1, 1, 1, 600, 1, 1, 1, 1)
    parents = [Group(tuple(items[i : i + 2]), "…", i) for i in range(0, 8, 2)]
    assert visible(parents, items[8:], 4) == 2
    assert visible(parents, [item(99, items[7].end + timedelta(days=2))], 4) == 4
    close = spaced(*[1] * 20)
    assert visible([Group((one,), "…", one.id) for one in close[:-1]], close[-1:], 4) == 17


def test_what_follows_within_minutes_does_not_become_a_day_of_its_own():
    days = [Group((item(day, MONDAY + timedelta(days=day)),), "…", day) for day in range(4)]
    last = days[-1].items[-1]
    assert must_stay(days, [item(9, last.end + timedelta(minutes=10))], DAY)
    assert not must_stay(days, [item(9, last.end + timedelta(hours=6))], DAY)
    assert not must_stay(days, [item(9, last.end + timedelta(days=1))], DAY)
    assert not must_stay(days, [item(9, last.end + timedelta(minutes=10))], TASK)
    assert not must_stay(days[-2:], [item(9, last.end + timedelta(minutes=10))], DAY)


@pytest.mark.parametrize(
    "quoted",
    ["fry the tomato in the pan", "water the plant, then wash the cup and the mug", "I want tea; bring it and go"],
)
def test_what_somebody_said_is_no_deed_and_one_clause(quoted: str):
    spoken = item(1, MONDAY, summary=f'Tom said "{quoted}", and 3 more were said.')
    assert summarize([spoken], DAY) == f'On Monday 5 January, in the morning, Tom said "{quoted}".'
    day = summarize([spoken, item(2, MONDAY, COFFEE)], DAY)
    assert day == f'On Monday 5 January, in the morning I made coffee in the mug; Tom said "{quoted}".'.replace(
        "made coffee in the mug", "made coffee"
    )
    assert clauses_of(day) == ["made coffee", f'Tom said "{quoted}"']
    days = [item(1, MONDAY, level=DAY, summary=day), item(2, MONDAY + timedelta(days=1), level=DAY, summary=day)]
    assert summarize(days, WEEK).endswith(f'I made coffee (twice); Tom said "{quoted}" (twice).')


def test_older_lines_that_told_speech_as_deeds_are_read_as_speech():
    line = (
        'On Friday 9 January, in the evening I The mia said "slice, then go", 3 more were said and put 2 towels away.'
    )
    assert clauses_of(line) == ['The mia said "slice, then go"', "put 2 towels away"]
    assert [is_speech(clause) for clause in clauses_of(line)] == [True, False]
