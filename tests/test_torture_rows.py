"""The torture would notice: a sandbox that lets out, a memory that lost something, a command that crashes or hangs."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from benchmarks.torture import building
from benchmarks.torture.child import Kill, child
from benchmarks.torture.contents import Contents, contents, doubled, lost
from benchmarks.torture.escape_ways import DEEDS, WAYS
from benchmarks.torture.ground import Ground
from benchmarks.torture.outcome import Outcome
from benchmarks.torture.row import Row, chance
from benchmarks.torture.sharing import share
from benchmarks.torture.table import figures
from memory.store.database import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs kill -9 and fork")


def held(work: Any, folder: Path, kill: Kill | None = None) -> Any:
    return child(work, folder / "child", kill, limit=5.0)


def crash() -> None:
    raise ValueError("of the command")


def write_rows() -> None:
    with closing(sqlite3.connect("rows.sqlite", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE experiences (id INTEGER PRIMARY KEY)")
        for _ in range(20):
            connection.execute("BEGIN")
            connection.execute("INSERT INTO experiences VALUES (NULL)")
            connection.execute("COMMIT")


def test_a_crash_is_noticed_and_so_is_a_command_without_an_end(tmp_path: Path) -> None:
    assert "of the command" in held(crash, tmp_path).problem()
    assert "did not end" in child(lambda: time.sleep(60), tmp_path / "child", limit=0.3).problem()
    assert held(lambda: sys.exit(2), tmp_path).code == 2
    assert held(lambda: print("done"), tmp_path).problem() == ""


@pytest.mark.parametrize(("kill", "committed"), [(Kill(21), 6), (Kill(9, edge=True), 8), (None, 20)])
def test_a_kill_comes_at_the_same_point_every_time(tmp_path: Path, kill: Kill | None, committed: int) -> None:
    for number in range(2):
        folder = tmp_path / str(number)
        ended = held(write_rows, folder, kill)
        with closing(sqlite3.connect(folder / "child" / "rows.sqlite")) as connection:
            [(rows,)] = connection.execute("SELECT count(*) FROM experiences").fetchall()
        assert (ended.code, rows) == (-9 if kill else 0, committed)
        assert committed - 1 <= ended.committed <= committed  # the last one may not have been told any more


def write_beside_each_other() -> None:
    """Another connection commits, and one that lies in no file has experiences, before anything is committed."""
    names = ("rows.sqlite", "other.sqlite", ":memory:")
    open_ones = [sqlite3.connect(name, isolation_level=None) for name in names]
    for one in open_ones:
        one.execute("CREATE TABLE experiences (id INTEGER PRIMARY KEY)")
    rows, other, nowhere = open_ones
    for one in (rows, nowhere):
        one.execute("BEGIN")
        one.execute("INSERT INTO experiences VALUES (NULL)")
    other.execute("BEGIN")
    other.execute("COMMIT")
    nowhere.execute("COMMIT")
    nowhere.execute("DELETE FROM experiences")
    other.execute("DELETE FROM experiences")
    rows.execute("ROLLBACK")
    rows.execute("BEGIN")


def test_only_what_its_own_connection_committed_counts(tmp_path: Path) -> None:
    assert held(write_beside_each_other, tmp_path / "beside").committed == 0
    assert held(write_rows, tmp_path / "alone").committed == 19  # the last is told of by what comes after it


def memory(*rows: tuple[int, str], seq: int = 0, logged: tuple[tuple[int, int], ...] = ()) -> Contents:
    counted = [("experiences", seq or max((number for number, _ in rows), default=0))]
    return Contents({number: (text,) for number, text in rows}, {"sqlite_sequence": counted}, list(logged))


BEFORE = memory((1, "a"), (2, "b"))
AFTER = memory((1, "a"), (2, "b"), (3, "c"), (4, "d"))


@pytest.mark.parametrize(
    ("found", "committed", "said"),
    [
        (BEFORE, 0, ""),
        (memory((1, "a"), (2, "b"), (3, "c")), 1, ""),
        (memory((1, "a"), (2, "b"), (3, "c")), 2, "2 experiences were committed, 1 are there"),
        (memory((1, "a"), (3, "c")), 0, "experience 2 is gone"),
        (memory((1, "a"), (2, "x")), 0, "experience 2 is gone or changed"),
        (memory((1, "a"), (2, "b"), (3, "x")), 1, "experience 3 is not what was lived"),
        (memory((1, "a"), (2, "b"), (4, "d")), 2, "experience 3 is neither kept nor in the forget log"),
        (memory((1, "a"), (2, "b"), (4, "d"), logged=((3, 3),)), 2, ""),
    ],
)
def test_what_a_kill_lost_is_noticed(found: Contents, committed: int, said: str) -> None:
    told = lost(BEFORE, AFTER, found, committed)
    assert said in told and bool(said) == bool(told)


def test_what_is_there_twice_is_noticed() -> None:
    assert (doubled(AFTER), doubled(memory((1, "a"), (2, "b"), (3, "a")))) == (0, 1)


def test_a_memory_is_the_same_wherever_it_lies(tmp_path: Path) -> None:
    found = []
    for name in ("one", "other"):
        path = tmp_path / name / "m.sqlite"
        path.parent.mkdir()
        building.live_on(path, building.life(1, 20), lambda _: None)
        with Store.open(path) as store, store.transaction():
            store.write("INSERT INTO meta VALUES ('where', ?)", str(path))
        found.append(contents(path))
    assert found[0] == found[1] and len(found[0].experiences) == 20


class Leaky:
    """A sandbox that is none."""

    def __init__(self, functions: dict[str, Any]) -> None:
        self._functions = functions

    def run(self, code: str) -> Any:
        from agent.recall.console.sandbox import CodeResult

        printed: list[str] = []
        try:
            names = {**self._functions, "print": lambda *given: printed.append(str(given))}
            exec(code, names)
        except Exception as error:
            return CodeResult(printed="".join(printed), error=type(error).__name__, message=str(error))
        return CodeResult(2, "".join(printed))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_gets_out_of_a_sandbox_is_noticed(tmp_path: Path) -> None:
    pytest.importorskip("pydantic_monty", reason="the extra 'console' is not installed")
    from benchmarks.torture.escapes import Prison, escape

    ground = Ground(tmp_path / "ground")
    ground.folder.mkdir()
    building.live_on(ground.memory, building.life(1, 20), lambda _: None)
    prison = Prison(ground)
    leaky = Leaky({"tell": prison._tell, "search": prison._tell})
    kept, prison.sandbox = prison.sandbox, leaky  # pyright: ignore[reportAttributeAccessIssue]
    said = set()
    safe = [deed for deed in DEEDS if deed != "end us"]
    for case in range(2000):
        code = escape(0, case, prison.folder, prison.listener.getsockname()[1])
        if "kill(" in code or "got = open\n" not in code:
            continue
        said.add(prison.tried(code).partition(":")[0])
    prison.sandbox = kept
    prison.close()
    assert len(WAYS) * len(safe) > 300
    assert {"a secret came back", "a file was written or removed"} <= said


def _attempt(seed: int, case: int) -> str:
    if case == 2:
        os._exit(1)
    if case == 3:
        raise ValueError("broken attempt")
    return "no" if case == 5 else ""


def test_an_attempt_that_breaks_or_dies_has_not_held() -> None:
    row = Row("some", "kind", "what", _attempt, 8, 8, each=10)
    told: list[int] = []
    outcome = share(row, 4, range(8), 2, lambda: told.append(1))
    lines = {failure.case: failure.line for failure in outcome.failures}
    assert "broken attempt" in lines[3] and lines[5] == "no"
    assert lines[2] == lines[4] == lines[6] == "the process that tried it died"  # the cases of the same process
    assert (outcome.tried, outcome.held) == (80, 30)
    assert chance("some", 4, 1).random() == chance("some", 4, 1).random() != chance("some", 4, 2).random()


def test_the_table_has_sums() -> None:
    rows = [Row(name, kind, "", _attempt, 1, 1) for name, kind in (("a", "x"), ("b", "x"), ("c", "y"))]
    found = figures([(row, Outcome(row.name, 5, 5 - number)) for number, row in enumerate(rows)])
    assert [(kind["name"], kind["tried"], kind["failed"]) for kind in found["kinds"]] == [("x", 10, 1), ("y", 5, 2)]
    assert (found["all"]["tried"], found["all"]["held"]) == (15, 12)
