"""Scenes and undo records as they lie in the file: in few bytes, and as older memories have them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from life import long_life

from envs.clock import SimulatedClock
from memory.building.history import HistoryBuilder
from memory.erasing.erase import erase_about
from memory.experience import Experience
from memory.file import schema, undo_payload
from memory.live.worker import by_rules
from memory.live.writer import WritingMode, opened
from memory.repair.repairing import repair
from memory.scene_relations import listed, written
from memory.soundness.checking import examine
from memory.store.database import Store
from memory.store.rows.undo import forget_log, undo
from memory.store.transfer import export_lines, import_memory
from perception.scene_graph.graph import IN_ON, PREDICATES

ends = st.integers(-1, 40)
relations = st.lists(st.tuples(ends, st.sampled_from(PREDICATES), ends).map(list))


@given(relations)
def test_relations_come_back_in_order_and_older_ones_are_read(told: list[list[object]]) -> None:
    kept = json.loads(written(told))
    assert listed(kept) == told == listed(told)
    assert written(kept) == written(told)


def test_what_is_in_or_on_something_is_two_numbers() -> None:
    told = [[1, IN_ON, 0], [2, IN_ON, 0], [-1, "held", 3], [4, IN_ON, 1]]
    assert written(told) == '[1,0,2,0,[-1,"held",3],4,1]'


@pytest.mark.parametrize("odd", [{}, 3, [1], [1, [0, IN_ON, 2]], [[1, IN_ON]], ["1", "0"], [[1, IN_ON, None]], [None]])
def test_what_is_no_list_of_relations_is_refused(odd: object) -> None:
    with pytest.raises(ValueError, match="relation"):
        listed(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", ["live", "inline"])
def test_when_a_life_ends_nothing_is_free_in_its_file(tmp_path: Path, mode: WritingMode) -> None:
    def note(store: Store) -> None:
        with store.transaction():
            store.write("INSERT INTO meta VALUES ('note', ?)", "x" * 400_000)
        with store.transaction():
            store.write("DELETE FROM meta WHERE key = 'note'")

    with opened(tmp_path / "memory.sqlite", mode, SimulatedClock()) as writer:
        writer.observe(long_life(1, 1)[0])
        writer.ask(note)
        assert writer.ask(lambda store: store.rows("PRAGMA freelist_count")) > [(90,)]
    with closing(sqlite3.connect(tmp_path / "memory.sqlite")) as connection:
        assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
    assert examine(tmp_path / "memory.sqlite") == []


# --- a memory in either form


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A memory that has forgotten much, all of which can be undone."""
    path, lived = tmp_path / "memory.sqlite", long_life(7, 160)
    with Store.open(path) as store:
        with HistoryBuilder(store) as builder:
            for one in lived:
                builder.observe(one)
        by_rules(store).run(lived[-1].time + timedelta(hours=2))
        by_rules(store).run(lived[-1].time + timedelta(hours=20))
        assert len([one for one in forget_log(store) if one.until]) > 10
    return path


@contextmanager
def edited(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def payloads(path: Path) -> list[str]:
    with edited(path) as connection:
        return [payload for (payload,) in connection.execute("SELECT payload FROM grave")]


def older(path: Path, pack: Callable[[str], str]) -> Path:
    """A copy as an older homebody would have written it."""
    other = path.with_name("older.sqlite")
    other.write_bytes(path.read_bytes())
    with edited(other) as connection:
        for scene, kept in connection.execute("SELECT id, relations FROM scenes").fetchall():
            told = json.dumps(listed(json.loads(kept)), separators=(",", ":"))
            connection.execute("UPDATE scenes SET relations = ? WHERE id = ?", (told, scene))
        for log, payload in connection.execute("SELECT log, payload FROM grave").fetchall():
            connection.execute(
                "UPDATE grave SET payload = ? WHERE log = ?", (pack(undo_payload.unpacked(payload)), log)
            )
        connection.execute("DROP INDEX forget_log_by_time")
        connection.execute("CREATE INDEX forget_log_by_time ON forget_log (time)")
        connection.execute("UPDATE meta SET value = '9' WHERE key = 'schema'")
    return other


@pytest.fixture(params=["plain", "deflated"])
def old(path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same memory in an older form."""
    with monkeypatch.context() as patch:
        patch.setattr(undo_payload, "_as_told", lambda _: None)
        return older(path, undo_payload.packed if request.param == "deflated" else str)


def lines(path: Path) -> list[str]:
    return list(export_lines(path))[1:]


def all_undone(path: Path) -> list[Experience]:
    with Store.open(path) as store:
        for entry in reversed([one for one in forget_log(store) if one.until and not one.undone]):
            undo(store, entry.id, entry.time)
        assert store.check() == []
        return [store.experience(number) for number in store.numbers(1, 10_000)]


def test_usual_records_are_told_in_differences_and_are_shorter(path: Path, old: Path) -> None:
    assert all(payload.startswith("|") for payload in payloads(path))
    assert sum(map(len, payloads(path))) < 0.7 * sum(map(len, payloads(old)))


def test_an_older_memory_is_sound_reads_the_same_and_is_undone_alike(path: Path, old: Path) -> None:
    with Store.open(old) as store:
        assert store.row("SELECT value FROM meta WHERE key = 'schema'") == (str(len(schema.MIGRATIONS)),)
    assert examine(old) == [] == examine(path)
    assert lines(old) == lines(path)
    assert all_undone(old) == all_undone(path) == long_life(7, 160)


def test_an_older_memory_is_copied_repaired_and_undone_from_the_copy(old: Path) -> None:
    Store.open(old).close()
    exported, copied, mended = (old.with_name(name) for name in ("a.jsonl", "copied.sqlite", "mended.sqlite"))
    exported.write_text("".join(f"{line}\n" for line in export_lines(old)))
    import_memory(exported, copied)
    assert all(payload.startswith("|") for payload in payloads(copied))
    assert repair(old, mended).whole
    assert all_undone(copied) == all_undone(mended) == long_life(7, 160)


def test_a_thing_is_erased_alike(path: Path, old: Path) -> None:
    for one in (path, old):
        with Store.open(one) as store:
            now = store.experience(max(store.numbers(1, 10_000))).time
            erase_about(store, "mug", now + timedelta(hours=21))
            assert store.check() == []
    assert lines(old) == lines(path)
    assert not any("mug" in line.lower() for line in lines(path))


def test_an_export_with_relations_in_full_is_what_is_written(path: Path) -> None:
    told = [json.loads(line) for line in lines(path)]
    scenes = [line["relations"] for line in told if line["kind"] == "scenes"]
    assert any(scenes) and all(len(one) == 3 and one[1] in PREDICATES for listed_ in scenes for one in listed_)
