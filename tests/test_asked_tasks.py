"""What was asked for and what became of it, facts told, and summaries of spans, as recall reads them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from agent.recall.asking import Recall
from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.forgetting.forgetter import Forgetter
from memory.levels import DAY, GOAL
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.rules.facts import FactBook, subject_of
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, TaskOrigin

START = datetime(2026, 1, 5, 9)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "m.sqlite") as one:
        yield one


def after(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def lived(store: Store, words: str, episode: str, start: float, deeds: int = 2) -> None:
    """A stretch of life in which things were picked up for a task."""
    with HistoryBuilder(store) as builder:
        asked = (Utterance("user", f"Please {words}."),)
        builder.observe(Experience(after(start), episode, task=words, speech=asked))
        for number in range(deeds):
            builder.observe(
                Experience(after(start + 1 + number), episode, "Open", (f"Drawer|{number}",), True, task=words)
            )


def test_the_outcome_is_how_it_ended_not_that_it_was_begun(store: Store) -> None:
    log = TaskLog(store)
    ended = {
        "done": ("done", ()),
        "failed": ("failed", (("a", "b"), ("a", "b"))),
        "cancelled": ("cancelled", (("a", "b"), ("a",))),
        "partly": ("failed", (("a", "b"), ("a",))),
    }
    for minute, (name, (status, remaining)) in enumerate(ended.items()):
        task = log.begin(name, (), f"{name}!", after(minute), origin=TaskOrigin(f"do {name}", "Anna", "monday"))
        for left in remaining:
            log.append(task, LogEntry(after(minute), "Open(Drawer)", True, remaining=left))
        log.update(task, after(minute + 0.5), status=status, note="because")
    asked = View(store).asked
    found = asked.between()
    assert [one.outcome for one in found] == list(ended)
    assert [one.begun_well for one in found] == [False, False, True, True]
    assert {one.requester for one in found} == {"Anna"}
    assert found[1].words == "do failed" and found[1].request == "failed!" and found[1].reason == "because"
    assert found[1].ended == after(1.5) and found[3].left == ("a",)
    assert [one.name for one in asked.between(outcomes=("cancelled", "partly"))] == ["cancelled", "partly"]
    assert [one.name for one in asked.between(Scope(start=after(2.2), end=after(2.8)))] == ["cancelled"]
    assert len(asked.steps(found[1].id)) == 2


def test_open_tasks_wait_run_or_were_interrupted(store: Store) -> None:
    log = TaskLog(store)
    lived(store, "make coffee", "monday", 0)
    origin = TaskOrigin("make coffee", episode="monday")
    running = log.begin("Coffee", (), "Coffee!", after(0), origin=origin)
    begun = log.begin("Salad", (), "Salad!", after(1), origin=origin)
    log.append(begun, LogEntry(after(1), "Slice(Lettuce)", True))
    waits = log.begin("Mugs", (), "Mugs!", after(1), origin=origin)
    for task in (begun, waits):
        log.update(task, after(2), status="waiting")
    asked = View(store).asked
    assert [asked.task(one).outcome for one in (running, begun, waits)] == ["running", "interrupted", "waiting"]
    lived(store, "clean plates", "tuesday", 1000)
    assert View(store).asked.task(running).outcome == "interrupted"  # that stretch of life is over
    log.update(waits, after(1001), status="done")
    assert View(store).asked.task(waits).ended == after(1001)
    log.update(waits, after(1002), status="running")
    assert View(store).asked.task(waits).ended is None


def test_a_task_names_the_goals_that_served_it_then_a_summary_then_nothing(store: Store) -> None:
    log = TaskLog(store)
    task = log.begin("Coffee", (), "Coffee!", after(0), origin=TaskOrigin("make coffee", episode="monday"))
    lived(store, "make coffee", "monday", 0)
    log.update(task, after(4), status="done")
    lived(store, "clean plates", "tuesday", 24 * 60)
    goals = View(store).asked.task(task).evidence
    assert goals and all(store.node(node).level == GOAL and store.node(node).forgotten is None for node in goals)
    Forgetter(store).run(after(60 * 24 * 40))
    lived(store, "clean plates", "later", 60 * 24 * 41)
    for _ in range(3):
        Forgetter(store).run(after(60 * 24 * 1000))
    left = View(store).asked.task(task)
    assert left.outcome == "done" and left.words == "make coffee"
    assert all(store.node(node).forgotten is None for node in left.evidence)


def test_a_memory_without_a_log_says_so(store: Store) -> None:
    assert not View(store).asked.any and View(store).asked.between() == []
    with pytest.raises(BadInput, match="no task 3"):
        View(store).asked.task(3)


def test_a_span_is_told_by_the_finest_summaries_that_are_left(store: Store) -> None:
    for day in range(3):
        lived(store, f"make coffee {day}", f"day {day}", day * 24 * 60)
    view = View(store)
    days = view.told()
    assert [one.level for one in days] == [DAY] * 3
    monday = view.told(Scope(start=START, end=after(600)))
    assert [one.node for one in monday] == [days[0].node] and monday[0].within
    with store.transaction():
        store.write("UPDATE nodes SET forgotten = 1 WHERE id = ?", days[0].node)
    coarser = View(store).told()
    assert [one.level for one in coarser] == [DAY + 1, DAY, DAY] and coarser[0].start == START
    assert not View(store).told(Scope(start=START, end=after(600)))[0].within


def test_facts_are_kept_with_who_said_them_corrected_and_taken_back(store: Store) -> None:
    book = FactBook(store)
    mug = book.tell("My favourite mug is the blue one.", "Anna", after(0))
    key = book.tell("the spare key is in the drawer", "user", after(1))
    small = book.tell("The spare key is small.", "user", after(2))
    facts = View(store).facts
    assert facts.about(["favourite", "mugs"]) == [mug] and facts.about(["blue", "mug"]) == [mug]
    assert facts.about(["the", "key"]) == [key, small]
    assert facts.about(["key"], speaker="Anna") == [] and facts.about(["red", "mug"]) == []
    moved = book.tell("The spare key is now under the mat", "user", after(3))
    assert facts.about(["key"]) == [small, moved]
    assert book.fact(key.id).successor == moved.id and book.replaced_by(moved.id)[0].text == key.text
    assert book.tell("the spare KEY is small", "user", after(3)) == small
    book.take_back(moved.id, after(4))
    assert [one.text for one in facts.about(["where", "is", "the", "spare", "key"])] == [key.text, small.text]
    assert [one.holds for one in facts.about(["key"], ended=True)] == [True, True, False]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("my favourite mug is the blue one", "My favourite mug is the red one", True),
        ("my favourite mug is the blue one", "my favourite plate is the blue one", False),
        ("the key is in the drawer", "the key is small", False),
        ("the keys are in the drawer", "the key is on the shelf", True),
        ("Tom likes tea", "Tom likes coffee", False),
        ("Tom has a dog", "Tom has a cat", False),
    ],
)
def test_what_contradicts_takes_the_place(one: str, other: str, same: bool) -> None:
    assert (bool(subject_of(one)) and subject_of(one) == subject_of(other)) == same


def test_impossible_facts_are_refused(store: Store) -> None:
    book = FactBook(store)
    for text in (" ", "x" * 1001, "\ud800 is here"):
        with pytest.raises(BadInput):
            book.tell(text, "user", START)
    with pytest.raises(BadInput, match="no fact 7"):
        book.take_back(7, START)


@pytest.fixture
def of_two(store: Store) -> Store:
    """A memory of two who asked for something, whose log names neither."""
    with HistoryBuilder(store) as builder:
        for minute, (who, words) in enumerate((("Tom", "make coffee"), ("Mia", "boil a potato"))):
            spoken = Utterance(who, words), Utterance("agent", f"I am looking for a {words.split()[-1]}.")
            builder.observe(Experience(after(minute), who, task=words, speech=spoken))
            number = TaskLog(store).begin(words, (), words, after(minute), origin=TaskOrigin(words, episode=who))
            TaskLog(store).update(number, after(minute + 0.5), status="done")
    return store


@pytest.mark.parametrize(
    ("asker", "question", "holds", "lacks"),
    [
        ("Mia", "Who asked you for coffee?", "Tom did", "You did"),
        ("Tom", "Who wanted the potato?", "Mia did", "You did"),
        ("Tom", "Who asked you to make coffee?", "You did", "Tom did"),
        ("Mia", "What did I ask you to do?", "You asked me to boil a potato", "coffee"),
        ("Tom", "What did Mia ask you to do in January?", "Mia asked me to boil a potato", "coffee"),
        ("", "What did Tom ask for on 5 January?", "Tom asked me to make coffee", "potato"),
        ("", "What did I ask you to do?", "Mia asked me to boil a potato", "You"),
        ("", "Who asked about the potato?", "Mia", "I said"),
        ("", "Who did you serve the potato to?", "", "Mia did"),
    ],
)
def test_who_asked_is_told_by_name_and_you_is_who_asks_now(
    of_two: Store, asker: str, question: str, holds: str, lacks: str
) -> None:
    text = Recall(of_two, after(60), asker).answer(question).text
    assert holds in text and lacks not in text
