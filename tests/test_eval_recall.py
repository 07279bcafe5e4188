"""Reading answers as values, scoring and judging them."""

from __future__ import annotations

from datetime import date, datetime, time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval.recall.answer_values import (
    Moment,
    TaskName,
    is_refusal,
    longest_common,
    read_days_ago,
    read_moments,
    read_steps,
    read_tasks,
    read_yes_no,
)
from eval.recall.judge_agreement import STRICT, TYPED, agreement
from eval.recall.lenient_judge import judge
from eval.recall.question_sets import Query, Sample, read_labels, read_published, read_set
from eval.recall.strict_score import CORRECT, PARTIAL, WRONG, score
from eval.recall.task_lexicon import FULL, NONE, PART, Account, read_wanted

DATA = Path(__file__).parents[1] / "../shared/data/hemv_qa"
NOW = datetime(2023, 7, 24, 19, 43)
needs_data = pytest.mark.skipif(not DATA.exists(), reason="the published question sets are not in ../shared/data")

TASKS = (
    "make a salad",
    "boil potato",
    "water the plant",
    "prepare coffee in a clean mug",
    "cook 2 slice(s) of potato and serve in a bowl",
    "serve 1 slice(s) of tomato on a plate",
    "put all remote control on one sidetable",
    "put all newspaper on any chairs",
    "clean all the mugs",
    "make a plate of toast",
)


def ask(kind: str, expected: str, text: str = "?") -> Query:
    return Query(kind, text, expected, NOW)


def keys(text: str) -> list[str]:
    return [task.key for task in read_tasks(text)]


# -- values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boil potato.", "I boiled a potato."),
        ("make a plate of toast.", "prepared toast"),
        ("prepare coffee in a clean mug.", "I made coffee."),
        ("put all newspaper on one dresser.", "I placed the newspapers on the dresser"),
        ("put all watch on one side table", "put all watch on one sidetable"),
        ("serve 1 slice(s) of tomato on a plate.", "served one slice of tomato on a plate"),
        ("clean all the mugs", "Washed the mug."),
    ],
)
def test_one_task_in_other_words_is_the_same(one: str, other: str) -> None:
    (left,), (right,) = read_tasks(one), read_tasks(other)
    assert left.same(right)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("serve 1 slice(s) of tomato on a plate", "serve 2 slice(s) of tomato on a plate"),
        ("serve 1 slice(s) of tomato on a plate", "serve 1 slice(s) of tomato in a bowl"),
        ("put all watch on one sofa", "put all watch on any sofa"),
        ("put all watch on one sofa", "put all watch on one bed"),
        ("boil potato", "cook potato"),
        ("make a salad", "make a sandwich"),
    ],
)
def test_tasks_that_differ_are_told_apart(one: str, other: str) -> None:
    (left,), (right,) = read_tasks(one), read_tasks(other)
    assert not left.same(right)


def test_tasks_are_listed_in_every_published_form() -> None:
    wanted = keys("make a salad. boil potato. cook 2 slice(s) of potato and serve in a bowl.")
    assert wanted == keys(" make a salad. and boil potato. and cook 2 slice(s) of potato and serve in a bowl.")
    assert wanted == keys("make a salad and boil potato and cook 2 slice(s) of potato and serve in a bowl.")
    assert wanted == keys("I made a salad, boiled a potato, and cooked 2 slices of potato and served in a bowl")


@given(st.lists(st.sampled_from(TASKS), min_size=1, max_size=8))
def test_every_list_of_tasks_reads_back(tasks: list[str]) -> None:
    read = read_tasks(" ".join(f"{task}." for task in tasks))
    assert [one.key for one in read] == [read_tasks(task)[0].key for task in tasks]
    assert read == read_tasks(" and ".join(f"{task}." for task in tasks))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Jul 22, 2023 at 10:06 AM", [(22, time(10, 6))]),
        ("Jul 22, 2023 at 12:06 AM and Jul 23, 2023 at 12:30 PM", [(22, time(0, 6)), (23, time(12, 30))]),
        ("July 23, 2023, at 15:20", [(23, time(15, 20))]),
        ("July 23 at 17:01 PM", [(23, time(17, 1))]),
        ("2023/07/23 14:19:30", [(23, time(14, 19))]),
        ("July 23, 2023, at 15:42 - 15:46", [(23, time(15, 42))]),
        ("on July 23rd between 3:44 PM and 3:45 PM", [(23, time(15, 44))]),
        ("July 23, 2023 at 3:44 PM and 5:45 PM", [(23, time(15, 44)), (23, time(17, 45))]),
        ("2023/07/22 and 2023/07/23.", [(22, None), (23, None)]),
        ("Feb 30, 2023 at 10:00 AM", []),
        ("Never.", []),
    ],
)
def test_times_are_read(text: str, wanted: list[tuple[int, time | None]]) -> None:
    assert read_moments(text, NOW) == [Moment(date(2023, 7, day), clock) for day, clock in wanted]


def test_a_date_without_a_year_is_the_last_one() -> None:
    assert read_moments("December 30", NOW) == [Moment(date(2022, 12, 30))]


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)))
def test_the_published_form_of_a_time_reads_back(when: datetime) -> None:
    (read,) = read_moments(f"{when:%b %d, %Y at %I:%M %p}", NOW)
    assert read.minute == when.replace(second=0, microsecond=0)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2 days ago and 2 days ago", [2, 2]),
        ("0 day ago", [0]),
        ("0 day(s) ago.", [0]),
        ("6", [6]),
        ("yesterday", [1]),
        ("less than a day ago", [0]),
        ("I did it three days ago and today.", [3, 0]),
        ("6 and 4 days ago", [6, 4]),
        ("I don't know", []),
    ],
)
def test_days_ago_are_read(text: str, days: list[int]) -> None:
    assert read_days_ago(text) == days


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("no", False),
        ("No, there was no mention of boots in the history.", False),
        ("There was no bed.", False),
        ("yes, when I make a salad.", True),
        ("Yes. \n", True),
        ("I don't know.", None),
        ("###ERROR### list index out of range", None),
        ("", None),
    ],
)
def test_yes_and_no_are_read(text: str, meant: bool | None) -> None:
    assert read_yes_no(text) is meant


@pytest.mark.parametrize("text", ["", "###ERROR### x", "I cannot answer this question.", "Task not found", "Never."])
def test_refusals_are_refusals(text: str) -> None:
    assert is_refusal(text)


def test_steps_are_compared_without_articles_and_tenses() -> None:
    assert read_steps("pick up the mug, toggle on the faucet") == read_steps("Picked up a mug. Turned on the faucet.")


@given(st.lists(st.integers(0, 3), max_size=8), st.lists(st.integers(0, 3), max_size=8))
def test_a_common_subsequence_is_symmetric_and_bounded(left: list[int], right: list[int]) -> None:
    length = longest_common(left, right, int.__eq__)
    assert length == longest_common(right, left, int.__eq__) <= min(len(left), len(right))
    assert longest_common(left, left, int.__eq__) == len(left)


def test_amounts_count_only_when_both_say_them() -> None:
    assert TaskName("x", ("all", "one")).same(TaskName("x"))
    assert not TaskName("x", ("all", "one")).same(TaskName("x", ("all", "any")))


# -- the strict score


LIST = "make a salad. boil potato. water the plant. boil potato. make a sandwich. prepare breakfast."


@pytest.mark.parametrize(
    ("kind", "expected", "given_text", "label"),
    [
        ("TD", LIST, LIST, CORRECT),
        ("TD", LIST * 2, (LIST * 2).replace("prepare breakfast.", "", 1), CORRECT),  # F1 0.96
        ("TD", LIST, LIST.replace("boil potato.", ""), PARTIAL),
        ("TD", LIST, "water the plant. make a salad.", WRONG),  # one in order
        ("TD", LIST, "Prepared meals and tended to a plant.", WRONG),
        ("LA", "open the fridge, slice potato", "open the fridge, slice potato", CORRECT),
        ("LA", "open the fridge, slice potato", "slice potato, open the fridge", PARTIAL),
        ("LA", "open the fridge, open the fridge, close the fridge", "open the fridge, close the fridge", PARTIAL),
        ("RA", "boil potato.", "boil potato.", CORRECT),
        ("RA", "boil potato.", "boil potato. and make a salad.", PARTIAL),
        ("RB", "boil potato.", "make a salad.", WRONG),
        ("EE", "put all watch on one furniture.", "put all watch on any furniture.", WRONG),
        ("AT", " boil potato. and make a salad.", " make a salad. and boil potato.", CORRECT),
        ("AT", " boil potato. and make a salad.", "boil potato.", PARTIAL),
        ("AE", "boil potato and make a salad.", "make a salad and boil potato.", PARTIAL),
        ("AE", "put all book on one side table.", "put all book on one sidetable.", CORRECT),
        ("SO", "no", "No.", CORRECT),
        ("SO", "no", "yes, when I make a salad.", WRONG),
        ("SO", "yes, when I make a salad. and boil potato.", "yes, when I boil potato. and make a salad.", CORRECT),
        ("SO", "yes, when I make a salad. and boil potato.", "yes, when I boil potato.", PARTIAL),
        ("SO", "yes, when I make a salad. and boil potato. and water the plant.", "Yes.", WRONG),
        ("TE", "Jul 22, 2023 at 10:06 AM", "July 22, 2023, at 10:06", CORRECT),
        ("TE", "Jul 22, 2023 at 10:06 AM", "Jul 22, 2023 at 10:07 AM", WRONG),
        ("TE", "Jul 22, 2023 at 10:06 AM and Jul 23, 2023 at 9:00 AM", "Jul 22, 2023 at 10:06 AM", PARTIAL),
        ("TA", "2 days ago and 2 days ago", "2 days ago and 2 days ago", CORRECT),
        ("TA", "2 days ago and 2 days ago", "2 days ago", PARTIAL),
        ("TA", "1 day ago", "I do not know.", WRONG),
    ],
)
def test_strict_labels(kind: str, expected: str, given_text: str, label: str) -> None:
    assert score(ask(kind, expected), given_text).label == label


@given(st.lists(st.sampled_from(TASKS), min_size=1, max_size=6), st.lists(st.sampled_from(TASKS), max_size=6))
def test_scores_are_shares_and_the_expected_answer_is_right(wanted: list[str], got: list[str]) -> None:
    expected, given_text = (" and ".join(tasks) + "." for tasks in (wanted, got))
    for kind in ("TD", "AE", "AT", "EE", "RA"):
        assert 0 <= score(ask(kind, expected), given_text).f1 <= 1
        assert score(ask(kind, expected), expected).f1 == 1


@needs_data
@pytest.mark.parametrize("episodes", [5, 10, 20])
def test_every_published_answer_is_worth_full_marks(episodes: int) -> None:
    questions = read_set(DATA / f"test_set_{episodes}.json")
    for history in questions.histories:
        for query in history.questions:
            verdict = score(query, query.expected)
            assert (verdict.label, verdict.f1) == (CORRECT, 1.0), query


# -- the lenient judge


@pytest.mark.parametrize(
    ("kind", "expected", "given_text", "label"),
    [
        ("TE", "Jul 22, 2023 at 10:06 AM", "Jul 22, 2023 at 10:12 AM", CORRECT),
        ("TE", "Jul 22, 2023 at 10:06 AM", "July 22, 2023", PARTIAL),
        ("TE", "Jul 22, 2023 at 10:06 AM", "July 21 at 10:06", WRONG),
        ("TA", "2 days ago and 2 days ago", "2 days ago", CORRECT),
        ("TA", "2 days ago and 1 day ago", "2 days ago", PARTIAL),
        ("SO", "yes, when I make a salad.", "Yes, there was one.", CORRECT),
        ("SO", "yes, when I make a salad.", "No, there was no mention of it.", WRONG),
        ("RA", "put all newspaper on one chairs.", "Gathered newspapers and placed them on the sofa.", CORRECT),
        ("RA", "put all newspaper on one dresser.", "I put the newspapers on the bed.", WRONG),
        ("RB", "make a salad.", "Slicing a tomato and organizing the slices on the countertop.", WRONG),
        ("EE", "boil potato.", "Opened the fridge to get a potato.", PARTIAL),
        ("EE", "clean all the cloths.", "I was cleaning a cloth in the bathroom.", CORRECT),
        ("EE", "boil potato.", "No specific activity was recorded.", WRONG),
        ("AE", "put all book on any desk and cook 1 slice(s) of potato and serve on a plate.", "Watered it.", WRONG),
        ("AE", "boil potato.", "boil potato, water the plant and make a piece of toast.", PARTIAL),
        ("AT", " boil potato. and make a salad.", "I was making a salad.", PARTIAL),
        ("TD", "make a salad. boil potato. water the plant.", "Prepared meals and tended to a houseplant.", CORRECT),
        ("TD", "make a salad. boil potato. water the plant.", "I performed Pickup and Place.", WRONG),
    ],
)
def test_lenient_labels(kind: str, expected: str, given_text: str, label: str) -> None:
    assert judge(ask(kind, expected), given_text) == label


@given(st.sampled_from(TASKS))
def test_a_task_covers_itself(task: str) -> None:
    assert Account(task).covers(read_wanted(task)) == FULL


def test_a_microwave_is_no_cooking() -> None:
    wanted = read_wanted("cook 2 slice(s) of potato and serve in a bowl")
    assert Account("attempt to place a potato in the microwave").covers(wanted) == PART
    assert Account("I microwaved a potato").covers(wanted) == FULL
    assert Account("I watered a houseplant").covers(wanted) == NONE


@needs_data
def test_the_judge_agrees_with_people_as_well_as_the_published_one() -> None:
    figures = agreement(read_labels(DATA / "human_labels.json")["val"], "leo")
    for kind in TYPED:
        rows = figures["by_type"][kind]["agreement"]
        published = [percent for name, percent in rows.items() if name.startswith("gpt")]
        assert rows["ours"] >= max(published), kind
    assert figures["typed"]["agreement"]["ours"] > figures["typed"]["agreement"][STRICT]


@needs_data
def test_published_answers_score_near_their_published_labels() -> None:
    run = read_published(DATA / "published/full_1shot_5.json")
    labels = [(judge(one.query, one.given), one.labels["published"]) for one in run.samples]
    assert len(labels) == 100 and run.tokens == pytest.approx(9925.44)
    assert sum(published == CORRECT for _, published in labels) == 57  # the paper's S_c
    assert sum(ours == published for ours, published in labels) >= 75
    assert sum(score(one.query, one.given).label == CORRECT for one in run.samples) < 57


# -- agreement


def test_agreement_is_counted_by_type_and_over_all() -> None:
    right, wrong = ask("SO", "no"), ask("TA", "1 day ago")
    samples = [
        Sample("1", right, "no", {"leo": CORRECT, "gpt": WRONG}),
        Sample("2", right, "no", {"leo": CORRECT}),
        Sample("3", wrong, "3 days ago", {"leo": WRONG, "gpt": WRONG}),
        Sample("4", wrong, "3 days ago", {"chad": WRONG}),
    ]
    figures = agreement(samples, "leo")
    assert figures["by_type"]["SO"]["samples"] == 2 and figures["all"]["samples"] == 3
    assert figures["by_type"]["SO"]["agreement"] == {"ours": 100.0, "strict": 100.0, "gpt": 0.0}
    assert figures["all"]["agreement"]["gpt"] == 50.0
    assert figures["all"]["kappa"]["ours"] == 1.0
    assert figures["all"]["ours_with"] == {"gpt": 50.0}
    assert figures["by_type"]["SO"]["f1"] == 100.0 and figures["by_type"]["TA"]["f1"] == 0.0
