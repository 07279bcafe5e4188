"""Statements that go on without end are given up, and Ctrl-C works in the middle of one."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from life import START, kitchen

from agent.recall.asking import Recall
from envs.errors import BadInput, HomebodyError
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.forgetting.forgetter import Forgetter
from memory.store.database import Store
from memory.store.pins import pin, pinned_above
from memory.store.rows.forgotten import ForgettingReason, forget_node
from memory.store.rows.summaries import reach

ENDLESS = "WITH RECURSIVE a (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a) SELECT count(*) FROM a"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Store.open(tmp_path / "memory.sqlite") as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
    return tmp_path / "memory.sqlite"


def test_a_statement_without_end_is_given_up(path: Path):
    with Store.open(path, readonly=True) as store:
        store._connection.limit(2_000_000)  # pyright: ignore[reportAttributeAccessIssue]
        for _ in range(2):
            with pytest.raises(BadInput, match=r"did not end .*: homebody memory check"):
                store.row(ENDLESS)
        with pytest.raises(BadInput, match="did not end"):
            store.rows(ENDLESS.replace("count(*)", "x"))
        for _ in range(50):  # many short ones are not one long one
            store.row(
                "WITH RECURSIVE a (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM a LIMIT 20000) SELECT max(x) FROM a"
            )
        assert store.check() == []


@pytest.mark.skipif(os.name == "nt", reason="no signal can be sent to oneself")
@pytest.mark.usefixtures("heeded_signals")
@pytest.mark.parametrize("writing", [False, True])
def test_an_interrupt_works_in_the_middle_of_a_statement(path: Path, writing: bool):
    with Store.open(path, readonly=not writing) as store:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            if writing:
                with store.transaction():
                    store.write("UPDATE nodes SET summary = 'gone'")
                    store.write(ENDLESS)
            else:
                store.rows(ENDLESS)
        timer.join()
        assert store.row("SELECT 1") == (1,)
        assert store.row("SELECT count(*) FROM nodes WHERE summary = 'gone'") == (0,)


def _forget(store: Store, node: int) -> None:
    Forgetter(store).run(START + timedelta(days=900))


def _forget_node(store: Store, node: int) -> None:
    with store.transaction():
        forget_node(store, node, ForgettingReason(START, "test"))


def _reach(store: Store, node: int) -> None:
    with store.transaction():
        reach(store, node, store.newest[0] if store.newest else 1)


USES: dict[str, Callable[[Store, int], object]] = {
    "pinned": pinned_above,
    "pin": pin,
    "unpin": lambda store, node: pin(store, node, False),
    "reach": _reach,
    "forget": _forget,
    "forget node": _forget_node,
    "ask": lambda store, node: Recall(store).answer("When did you wash the mug, and why?"),
    "erase": lambda store, node: erase_about(store, "mug", START),
}


@pytest.mark.parametrize("circle", ["id", "(SELECT max(id) FROM nodes)"])
@pytest.mark.parametrize("use", USES)
def test_parents_in_circles_make_nothing_spin(path: Path, circle: str, use: str):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE nodes SET parent = {circle}, expires = start")
        connection.commit()
    with Store.open(path) as store:
        store._connection.limit(20_000_000)  # pyright: ignore[reportAttributeAccessIssue]
        (node,) = store.row("SELECT max(id) FROM nodes WHERE level = 3") or (1,)
        try:
            USES[use](store, node)
        except HomebodyError as error:  # that it is damaged may be said; that a question has no end may not
            assert "did not end" not in str(error)
