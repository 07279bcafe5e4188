"""Erasing a stretch of time, deeds without the scenes, and that nothing is made of the half that is left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from life import START, kitchen
from typer.testing import CliRunner

from agent.dialogue.erasing_wish import time_meant
from agent.dialogue.manager import Dialogue
from agent.recall.lookup.task_runs import errands
from homebody.cli import app
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about, preview_about
from memory.erasing.spans import erase_span, preview_span
from memory.experience import Experience, Utterance
from memory.forgetting.forgetter import Forgetter
from memory.levels import DAY
from memory.reading.traces import Scope
from memory.reading.view import View
from memory.rules.facts import FactBook
from memory.store.database import Store
from memory.store.task_log import TaskLog, TaskOrigin

SATURDAY = datetime(2026, 1, 10, 9)
NOW = SATURDAY + timedelta(days=3)
THINGS = ("Apple", "Bread", "Candle", "Doll")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "m.sqlite") as one:
        log = TaskLog(one)
        with HistoryBuilder(one) as builder:
            for day, thing in enumerate(THINGS):
                now, episode = SATURDAY + timedelta(days=day), f"day {day}"
                words = f"bring the {thing.lower()}"
                task = log.begin("Bring", (thing,), f"{words}!", now, origin=TaskOrigin(words, "user", episode))
                said = (Utterance("user", f"Please {words}."),)
                builder.observe(Experience(now, episode, task=words, speech=said))
                for minute in range(1, 4):
                    then = now + timedelta(minutes=minute)
                    act = ("Open", (f"Drawer|{day}",)) if minute < 3 else ("Pickup", (f"{thing}|{day}",))
                    builder.observe(Experience(then, episode, *act, True, task=words))
                log.update(task, now + timedelta(minutes=4), status="done")
                FactBook(one).tell(f"The {thing.lower()} is in the box", "user", now)
        yield one


def test_everything_of_a_day_goes_and_the_other_days_stay(store: Store) -> None:
    sunday = time_meant("everything on Sunday", View(store), NOW)
    assert sunday is not None
    would = preview_span(store, sunday)
    assert (would.experiences, would.utterances, would.tasks, would.facts, would.present) == (4, 1, 1, 1, False)
    found, _ = erase_span(store, sunday, NOW)
    assert found == would and store.check() == []
    view = View(store)
    assert not store.numbers(5, 8) and view.said(sunday) == [] and view.interactions(sunday) == []
    assert [one.words for one in view.asked.between()] == ["bring the apple", "", "bring the candle", "bring the doll"]
    assert [one.text for one in view.facts.about()] == [
        f"The {word} is in the box" for word in ("apple", "candle", "doll")
    ]
    told = " ".join(text for texts in store.rows("SELECT summary, detail FROM nodes") for text in texts)
    assert "bread" not in told.lower() and "candle" in told.lower()
    assert b"bread" not in store.path.read_bytes().lower()
    assert [one.summary for one in view.summaries(Scope(), DAY)] and view.forgotten(sunday)


def test_a_part_of_a_day_goes_and_the_present_stays(store: Store) -> None:
    last = SATURDAY + timedelta(days=3)
    found, _ = erase_span(store, Scope(last + timedelta(minutes=3), last + timedelta(hours=1)), NOW)
    assert found.present and store.check() == []
    view = View(store)
    assert "Doll" not in {one.deed.thing for one in view.interactions()}
    assert len(view.interactions(Scope(start=last))) == 2 and len(view.said(Scope(start=last))) == 1
    with HistoryBuilder(store) as builder:  # life goes on
        builder.observe(Experience(last + timedelta(hours=2), "more", "Open", ("Drawer|9",), True))
    assert store.check() == []


def test_what_was_forgotten_of_that_time_cannot_be_brought_back(store: Store) -> None:
    Forgetter(store).run(NOW + timedelta(days=1))
    erase_span(store, Scope(SATURDAY, SATURDAY + timedelta(hours=10)), NOW)
    assert store.check() == [] and b"apple" not in store.path.read_bytes().lower()


@pytest.mark.parametrize(
    ("about", "first", "days"),
    [
        ("everything on Sunday", 11, 1),
        ("all of yesterday", 12, 1),
        ("what happened on 10 January 2026", 10, 1),
        ("Sunday", 11, 1),
        ("the mug on Sunday", 0, 0),
        ("Anna", 0, 0),
    ],
)
def test_times_are_told_from_words(store: Store, about: str, first: int, days: int) -> None:
    meant = time_meant(about, View(store), NOW)
    if not days:
        assert meant is None
        return
    assert meant is not None and meant.start == datetime(2026, 1, first)
    assert meant.end is not None and meant.end.date() == datetime(2026, 1, first).date()


def test_the_command_says_what_would_go_and_does_it(store: Store) -> None:
    memory = str(store.path)
    store.close()
    run = CliRunner().invoke
    arguments = ["memory", "forget", "--about", "everything on Sunday", "--memory", memory, "--now", NOW.isoformat()]
    shown = run(app, [*arguments, "--preview", "--json", "-"])
    assert json.loads(shown.stdout)["experiences"] == 4
    asked = run(app, arguments, input="n\n")
    assert asked.exit_code != 0 and "4 experiences" in asked.output and "25%" in asked.output
    done = run(app, [*arguments, "--yes"])
    assert done.exit_code == 0 and "erased" in done.output
    assert json.loads(run(app, [*arguments, "--preview", "--json", "-"]).stdout)["experiences"] == 0


def test_in_conversation_it_is_asked_with_how_much(store: Store) -> None:
    memory = store.path
    store.close()
    talk = Dialogue(memory, NOW)
    assert "4 experiences, 1 utterance, and 1 task" in talk.say("erase everything of Sunday").text
    assert "I erased all of that time" in talk.say("yes").text
    assert "Shall I erase everything about apples" in talk.say("erase everything about apples").text


# -- things


def test_deeds_with_a_thing_go_and_scenes_in_which_it_stood_stay(tmp_path: Path) -> None:
    with Store.open(tmp_path / "m.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        seen = len(store.rows("SELECT * FROM sightings"))
        few, many = preview_about(store, "mug", scenes=False), preview_about(store, "mug")
        assert few.experiences < many.experiences and any("mug" in line for line in few.told)
        erase_about(store, "mug", START, scenes=False)
        assert store.check() == []
        assert len(store.rows("SELECT * FROM sightings")) < seen and View(store).sights.last(["Mug"])
        of_mugs = "SELECT count(*) FROM sightings s JOIN objects o ON o.id = s.object WHERE o.type = 'Mug'"
        handled = store.rows(f"{of_mugs} GROUP BY o.id")
        assert handled and all(count == 1 for (count,) in handled)  # how it changed would tell of the deeds
        assert not View(store).interactions(things=["Mug"], success=None)
        lines = store.rows("SELECT summary, detail FROM nodes")
        assert not any("mug" in text.lower() for row in lines for text in row)
        erase_about(store, "mug", START)
        assert not View(store).sights.last(["Mug"]) and b"mug" not in store.path.read_bytes().lower()


def test_of_half_of_the_traces_no_task_is_told(tmp_path: Path) -> None:
    with Store.open(tmp_path / "m.sqlite") as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(replace(one, task=None))  # a recording, which names no tasks
            builder.observe(Experience(START + timedelta(days=3), "two", "Open", ("Drawer|1",), True))
        last = store.newest[0] if store.newest else 0
        assert any("coffee" in one.name for one in errands(View(store)))
        assert not View(store).erased(1, last)
        erase_about(store, "mug", START + timedelta(days=3), scenes=False)
        view = View(store)
        assert view.erased(1, last) and not view.erased(last, last)
        assert not any("coffee" in one.name for one in errands(view))
        assert any(not one.whole for one in errands(view))
        told = [line for (line,) in store.rows("SELECT summary FROM nodes WHERE level > 3")]
        assert not any("I made" in line or "made coffee" in line for line in told)


def test_placeholders_show_that_and_not_what(tmp_path: Path) -> None:
    memory = tmp_path / "m.sqlite"
    with Store.open(memory) as store:
        with HistoryBuilder(store) as builder:
            for one in kitchen().experiences:
                builder.observe(one)
        Forgetter(store).run(START + timedelta(days=400))
        said = "SELECT count(*) FROM nodes WHERE forgotten IS NOT NULL AND summary <> ''"
        assert store.rows(said)[0][0]
    shown = CliRunner().invoke(app, ["memory", "show", "--depth", "9", "--memory", str(memory)])
    forgotten = [line for line in shown.stdout.splitlines() if "forgotten" in line]
    assert forgotten and all(line.rstrip().endswith(")") for line in forgotten)
    figures = CliRunner().invoke(app, ["memory", "show", "--depth", "9", "--memory", str(memory), "--json", "-"])
    nodes = json.loads(figures.stdout)
    while nodes:
        one = nodes.pop()
        assert one["forgotten"] is None or one["summary"] == ""
        nodes += one["children"]
