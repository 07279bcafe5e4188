"""Tasks are told once, kept with the memory, and told again from what is left when something of them goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from life import START, kitchen

from agent.recall.asking import Recall
from eval.histories.task_naming import name_tasks
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.experience import Utterance
from memory.forgetting.forgetter import Forgetter
from memory.store.database import Store
from memory.store.transfer import export_memory, import_memory

LATER = START + timedelta(days=3)
ASKED = "What were all the tasks you performed today?"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A kitchen morning in which the robot stated no task, but somebody asked for one."""
    path = tmp_path / "home.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for number, one in enumerate(lived for lived in kitchen().experiences if lived.time.date() == START.date()):
            speech = (Utterance("user", "please make coffee in a clean mug"),) if number == 0 else ()
            builder.observe(replace(one, task="", goal="", episode="morning", speech=speech))
    return path


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


def kept(store: Store) -> int:
    return store.rows("SELECT count(*) FROM namings")[0][0]


def test_each_episode_is_told_once(store: Store):
    assert (name_tasks(store), kept(store)) == (1, 1)
    assert (name_tasks(store), name_tasks(store, "morning"), name_tasks(store, "other")) == (0, 0, 0)


def test_a_kept_name_gives_the_same_answer_for_fewer_tokens(path: Path):
    with Store.open(path, readonly=True) as store:
        before = Recall(store, START.replace(hour=20)).answer(ASKED)
    with Store.open(path) as store:
        name_tasks(store)
    with Store.open(path, readonly=True) as store:
        after = Recall(store, START.replace(hour=20)).answer(ASKED)
    assert replace(after, tokens_read=0) == replace(before, tokens_read=0)
    assert "coffee" in after.text
    assert 0 < after.tokens_read < before.tokens_read


def test_new_deeds_of_the_episode_have_it_told_again(store: Store):
    name_tasks(store)
    with HistoryBuilder(store) as builder:
        newest = store.newest
        assert newest is not None
        at = newest[1].time + timedelta(seconds=5)
        builder.observe(replace(newest[1], time=at, action="Pickup", arguments=("Knife_0",), success=True))
    assert (name_tasks(store), kept(store)) == (1, 1)


def test_a_name_goes_with_what_it_rests_on(store: Store):
    name_tasks(store)
    Forgetter(store).run(LATER)
    assert kept(store) == 0
    assert not store.check()


def test_nothing_of_a_name_is_left_after_erasing(store: Store, path: Path):
    name_tasks(store)
    assert "Coffee" in str(store.rows("SELECT value FROM namings"))
    assert erase_about(store, "coffee", LATER).traces == 0
    assert kept(store) == 0
    name_tasks(store)
    assert "offee" not in str(store.rows("SELECT value FROM namings"))


def test_names_are_exported_and_imported(store: Store, path: Path, tmp_path: Path):
    name_tasks(store)
    rows = store.rows("SELECT * FROM namings")
    export_memory(path, tmp_path / "out.jsonl")
    import_memory(tmp_path / "out.jsonl", tmp_path / "again.sqlite")
    with Store.open(tmp_path / "again.sqlite", readonly=True) as again:
        assert again.rows("SELECT * FROM namings") == rows
