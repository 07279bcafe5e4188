from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import START, Life, long_life

from envs.errors import BadInput, TryAgain
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance, type_of
from memory.file import schema
from memory.store.database import Store, microseconds, moment
from perception.scene_graph.graph import HAND, HELD, IN_ON, NEAR, STATES, ObjectNode, Relation, SceneGraph

ROOT = Path(__file__).parents[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


def build(path: Path, experiences: list[Experience]) -> None:
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for experience in experiences:
            builder.observe(experience)


# --- what is kept comes back

texts = st.text(max_size=12)
numbers = st.floats(-1e6, 1e6, allow_nan=False)


@st.composite
def scenes(draw) -> SceneGraph:
    keys = draw(st.lists(st.sampled_from(["Mug|1", "Mug|2", "Bed|1", "Ünder|x"]), unique=True, max_size=4))
    nodes = tuple(
        ObjectNode(
            key,
            key.split("|")[0],
            draw(texts),
            tuple(sorted(draw(st.sets(st.sampled_from(STATES), max_size=2)))),
            draw(st.tuples(numbers, numbers, numbers)),
            draw(st.floats(0, 1)),
        )
        for key in keys
    )
    if not keys:
        return SceneGraph()
    end = st.sampled_from(keys)
    relations = draw(st.lists(st.builds(Relation, end, st.sampled_from([IN_ON, NEAR]), end), max_size=2))
    held = draw(st.none() | end)
    return SceneGraph(nodes, (*relations, *([Relation(HAND, HELD, held)] if held else [])))


moments = st.datetimes(datetime(1900, 1, 1), datetime(2300, 1, 1))
experiences = st.builds(
    Experience,
    time=moments,
    episode=texts,
    action=st.none() | st.sampled_from(["Pickup", "Place", "Pour", "Forward", "Dance"]),
    arguments=st.lists(st.sampled_from(["Mug|1", "Bed|1", "", "Sink|1|SinkBasin"]), max_size=3).map(tuple),
    success=st.none() | st.booleans(),
    error=texts,
    goal=st.none() | texts,
    task=st.none() | texts,
    speech=st.lists(st.builds(Utterance, texts, texts), max_size=2).map(tuple),
    pose=st.none() | st.tuples(numbers, numbers, numbers, numbers, numbers),
    held=st.none() | st.sampled_from(["Mug|1", "Mug|2"]),
    image=st.none() | texts,
    scene=scenes(),
)


@settings(deadline=None, max_examples=30)
@given(st.lists(experiences, max_size=6))
def test_experiences_come_back_as_they_were(lived: list[Experience]):
    lived = [replace(one, time=START.replace(minute=index)) for index, one in enumerate(lived)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.sqlite"
        with Store.open(path) as store:
            assert [store.append(one) for one in lived] == list(range(1, len(lived) + 1))
            assert store.newest == ((len(lived), lived[-1]) if lived else None)
        with Store.open(path, readonly=True) as store:
            assert [store.experience(number) for number in store.numbers(1, 99)] == lived


@given(moments)
def test_times_survive_to_the_microsecond(time: datetime):
    assert moment(microseconds(time)) == time


def test_scenes_are_not_written_twice_in_a_row(path: Path):
    life = Life()
    life.look(life.add("Mug|0")).walk(5)
    with Store.open(path) as store:
        for one in life.experiences:
            store.append(one)
        assert store.row("SELECT count(*) FROM scenes") == (1,)


@pytest.mark.parametrize(
    ("object_id", "object_type"),
    [
        ("Mug|+00.10|+00.90|-01.00", "Mug"),
        ("Sink|+00.10|+00.90|-01.00|SinkBasin", "SinkBasin"),
        ("Tomato|+00.10|+00.90|-01.00|TomatoSliced_3", "TomatoSliced"),
        ("Bread|+00.10|+00.90|-01.00|Bread_0", "Bread"),
        ("Mug_2", "Mug"),
        ("Mug", "Mug"),
        ("_3", "_3"),
    ],
)
def test_the_class_in_an_object_id(object_id: str, object_type: str):
    assert type_of(object_id) == object_type


# --- files that cannot be used


def test_a_missing_file_is_begun_for_writing_and_refused_for_reading(path: Path):
    with pytest.raises(BadInput, match=r"no memory file .*memory\.sqlite; check the name"):
        Store.open(path, readonly=True)
    Store.open(path).close()
    with Store.open(path, readonly=True) as store:
        assert store.newest is None
    with pytest.raises(BadInput, match="does not exist; create it first"):
        Store.open(path.parent / "nowhere" / "memory.sqlite")
    with pytest.raises(BadInput, match="is a folder"):
        Store.open(path.parent)


@pytest.mark.parametrize("readonly", [False, True])
def test_other_files_are_refused_and_left_alone(path: Path, readonly: bool):
    path.write_text("dear diary\n" * 100)
    with pytest.raises(BadInput, match="is not a SQLite file"):
        Store.open(path, readonly)
    assert path.read_text().startswith("dear diary")
    foreign = path.with_name("other.sqlite")
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE meta (key, value)")
    connection.close()
    with pytest.raises(BadInput, match="another program"):
        Store.open(foreign, readonly)


def test_an_empty_file_becomes_a_memory_but_holds_none(path: Path):
    path.touch()
    with pytest.raises(BadInput, match="not a SQLite file"):
        Store.open(path, readonly=True)
    Store.open(path).close()
    assert path.stat().st_size > 0


@pytest.mark.parametrize("readonly", [False, True])
@pytest.mark.parametrize("keep", [50, 0.3, 0.9])
def test_a_file_cut_short_is_refused(path: Path, keep: float, readonly: bool):
    build(path, long_life(1, 200))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep if keep > 1 else keep * len(whole))])
    with pytest.raises(BadInput, match=r"cut short: .* restore it from a copy"):
        Store.open(path, readonly)


def test_damage_inside_is_named_when_it_is_met(path: Path):
    build(path, long_life(1, 200))
    whole = bytearray(path.read_bytes())
    whole[8192:-4096] = b"\xa5" * (len(whole) - 8192 - 4096)
    path.write_bytes(whole)
    with pytest.raises(BadInput, match="damaged"), Store.open(path) as store:
        store.nodes(1)


def test_a_newer_file_is_refused_and_not_changed(path: Path):
    Store.open(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    connection.close()
    before = path.read_bytes()
    known = len(schema.MIGRATIONS)
    with pytest.raises(BadInput, match=rf"schema version 99, this homebody knows up to {known}.*update homebody"):
        Store.open(path)
    assert path.read_bytes() == before
    Path(f"{path}-writer").unlink(missing_ok=True)
    with pytest.raises(BadInput, match="newer version"):
        Store.open(path, readonly=True)


def test_migrations_are_applied_in_order_once_and_not_by_halves(path: Path, monkeypatch: pytest.MonkeyPatch):
    build(path, long_life(2, 30))
    known = len(schema.MIGRATIONS)
    calls: list[str] = []

    def add(connection: sqlite3.Connection) -> None:
        calls.append("add")
        connection.execute("CREATE TABLE moods (id INTEGER PRIMARY KEY)")

    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (id INTEGER PRIMARY KEY)")
        raise RuntimeError("power cut")

    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, add, broken))
    with pytest.raises(BadInput, match=rf"older schema version {known}.*open it once for writing"):
        Store.open(path, readonly=True)
    with pytest.raises(RuntimeError, match="power cut"):
        Store.open(path)
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:-1])
    with Store.open(path) as store:
        assert calls == ["add"]
        assert store.row("SELECT value FROM meta WHERE key = 'schema'") == (str(known + 1),)
        assert store.row("SELECT count(*) FROM sqlite_master WHERE name = 'half'") == (0,)
        assert len(store.nodes(1)) == 30
        assert store.check() == []


def test_a_memory_of_schema_1_becomes_one_of_today(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:1])
    connection = sqlite3.connect(path, isolation_level=None)
    schema.migrate(connection, path, readonly=False)
    connection.executescript(SCHEMA_1)
    connection.close()
    monkeypatch.undo()
    with pytest.raises(BadInput, match=r"older schema version 1.*open it once for writing"):
        Store.open(path, readonly=True)
    with Store.open(path) as store:
        assert store.check() == []
        [goal], [_, second] = store.nodes(3), store.nodes(2)
        assert (goal.summary, goal.expires) == ("I picked up the mug.", START + timedelta(seconds=20, days=8))
        assert [one.expires for one in store.nodes(1)] == [
            START + timedelta(seconds=seconds, minutes=15) for seconds in (0, 10, 20)
        ]
        assert (goal.forgotten, goal.pinned, goal.parent) == (None, False, None)
        assert store.row("SELECT episode, task FROM nodes WHERE level = 3") == ("one", "coffee")
        assert store.rows("SELECT uses FROM looks ORDER BY id") == [(2,), (1,)]  # the mug, out of view in between
        assert store.rows("SELECT rowid FROM node_text WHERE node_text MATCH 'picked' ORDER BY rowid") == [(1,), (5,)]
        assert store.add_node(1, second.id, 3) == 12  # 11 was given out once
        with HistoryBuilder(store) as builder:
            builder.observe(replace(long_life(1, 1)[0], time=START + timedelta(minutes=1), episode="one"))
        assert len(store.nodes(2)) == 3
        with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
            store.add_node(1, 999, 3)


SCHEMA_1 = """
INSERT INTO objects VALUES (1, 'Mug|1', 'Mug'), (2, 'Bed|1', 'Bed');
INSERT INTO looks VALUES (1, 1, 'Mug_0', 'dirty', 0.5, 1.0, 2.0, 1.0), (2, 2, 'Bed_0', '', 1.5, 1.0, 2.0, 1.0);
INSERT INTO scenes VALUES (1, '[1,2]', '[[0,"in/on",1]]'), (2, '[2]', '[]'), (3, '[1,2]', '[]');
INSERT INTO experiences VALUES
    (1, 1767600000000000, 'one', NULL, '[]', NULL, '', NULL, 'coffee', NULL, NULL, NULL, 1),
    (2, 1767600010000000, 'one', 'Forward', '[]', 1, '', NULL, 'coffee', NULL, NULL, NULL, 2),
    (3, 1767600020000000, 'one', 'Pickup', '["Mug|1"]', 1, '', NULL, 'coffee', NULL, 'Mug|1', NULL, 3);
INSERT INTO interactions VALUES (3, 1767600020000000, 'Pickup', 1, 1, NULL, 2);
INSERT INTO sightings VALUES
    (1, 1, 'dirty', 2, 0, 1, 1), (2, 2, '', NULL, 0, 1, NULL), (3, 1, 'dirty', NULL, 0, 3, NULL);
INSERT INTO nodes VALUES
    (1, 3, NULL, 1767600000000000, 1767600020000000, 1, 3, 'I picked up the mug.', 'Task: coffee'),
    (2, 2, 1, 1767600000000000, 1767600010000000, 1, 2, 'I watched.', ''),
    (3, 1, 2, 1767600000000000, 1767600000000000, 1, 1, '', ''),
    (4, 1, 2, 1767600010000000, 1767600010000000, 2, 2, '', ''),
    (5, 2, 1, 1767600020000000, 1767600020000000, 3, 3, 'I picked up the mug.', ''),
    (6, 1, 5, 1767600020000000, 1767600020000000, 3, 3, '', ''), (11, 1, 5, 0, 0, 1, 1, '', '');
DELETE FROM nodes WHERE id = 11;
"""


@contextmanager
def without_rights() -> Iterator[Path]:
    """A folder that this process cannot write to, also when the tests run as root."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "home"
        folder.mkdir()
        Path(name).chmod(0o755)
        try:
            yield folder
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def lock_up(folder: Path) -> None:
    for file in folder.iterdir():
        file.chmod(0o444)
    folder.chmod(0o555)
    if os.geteuid() == 0:
        os.seteuid(65534)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_read_only_folder_can_be_read_but_not_written():
    with without_rights() as folder:
        path = folder / "memory.sqlite"
        build(path, long_life(3, 40))
        lock_up(folder)
        with pytest.raises(BadInput, match="cannot be written"):
            Store.open(path)
        with Store.open(path, readonly=True) as store:
            assert len(store.nodes(1)) == 40
        with pytest.raises(BadInput, match="cannot be written"):
            Store.open(folder / "new.sqlite")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
def test_a_memory_left_by_a_killed_process_can_be_read_in_a_read_only_folder():
    with without_rights() as folder:
        path = folder / "memory.sqlite"
        kept = killed(path, seed=4, after=30)
        lock_up(folder)
        with Store.open(path, readonly=True) as store:
            assert len(store.nodes(1)) >= kept


def test_a_readonly_store_refuses_to_write(path: Path):
    build(path, long_life(1, 5))
    with Store.open(path, readonly=True) as store, pytest.raises(BadInput, match="opened readonly"):
        store.append(long_life(1, 6)[5])


# --- what cannot be kept


def test_bad_experiences_change_nothing(path: Path):
    first, second = long_life(1, 2)
    far = SceneGraph((ObjectNode("Mug|9", "Mug", "Mug_0", (), (float("nan"), 0.0, 0.0)),))
    bad = [
        (replace(second, time=first.time.replace(tzinfo=UTC)), "time zone"),
        (replace(second, time=START.replace(year=2000)), "comes before .*already kept"),
        (replace(second, scene=far), "finite"),
        (replace(second, speech=(Utterance("user", "\ud800"),)), "not Unicode"),
    ]
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe(first)
        for experience, message in bad:
            with pytest.raises(BadInput, match=message):
                builder.observe(experience)
        builder.observe(second)
        assert [store.experience(number) for number in store.numbers(1, 99)] == [first, second]
        assert store.row("SELECT count(*) FROM objects WHERE object_id = 'Mug|9'") == (0,)
        assert store.check() == []
        with pytest.raises(BadInput, match="no experience 7"):
            store.experience(7)
        with pytest.raises(BadInput, match="no node 700"):
            store.node(700)


def test_a_new_episode_may_begin_before_the_last_one_ended(path: Path):
    # Published histories do: 8 of 700 neighbouring episodes overlap.
    first, second = long_life(1, 2)
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe(first)
        builder.observe(replace(second, episode="other", time=START.replace(hour=7)))
        assert len(store.nodes(3)) == 2


def test_row_numbers_remembered_before_a_rollback_are_forgotten(path: Path):
    life = Life()
    life.look(life.add("Mug|0", None), life.add("Bed|0"))
    with Store.open(path) as store:
        with pytest.raises(RuntimeError, match="stop"), store.transaction():
            store.append(life.experiences[0])
            raise RuntimeError("stop")
        assert store.newest is None
        assert store.append(life.experiences[0]) == 1
        assert store.experience(1) == life.experiences[0]
        assert store.row("SELECT count(*) FROM sightings WHERE last IS NULL") == (2,)
        assert store.check() == []


def test_remembered_row_numbers_are_bounded(path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memory.store.scenes._CACHE_LIMIT", 2)
    lived = long_life(5, 120)
    build(path, lived)
    with Store.open(path) as store:
        assert store.check() == []
        assert [store.experience(number) for number in store.numbers(1, 999)] == lived


# --- several at once


def test_a_second_writer_is_refused_until_the_first_is_done(path: Path):
    with Store.open(path):
        with pytest.raises(TryAgain, match=rf"memory\.sqlite is being written by process {os.getpid()}; close"):
            Store.open(path)
        code = (
            "import sys; from memory.store.database import Store; from envs.errors import TryAgain\n"
            "try: Store.open(sys.argv[1])\n"
            "except TryAgain as error: print(error)"
        )
        told = subprocess.run([sys.executable, "-c", code, str(path)], cwd=ROOT, capture_output=True, text=True)
        assert f"process {os.getpid()}" in told.stdout, told.stderr
    Store.open(path).close()
    assert [file.name for file in path.parent.iterdir()] == ["memory.sqlite"]


def test_readers_see_one_moment_while_a_writer_goes_on(path: Path):
    lived = long_life(6, 40)
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in lived[:20]:
            builder.observe(one)
        with Store.open(path, readonly=True) as reader:
            with reader.snapshot():
                assert len(reader.nodes(1)) == 20
                for one in lived[20:]:
                    builder.observe(one)
                assert len(reader.nodes(1)) == 20
            assert len(reader.nodes(1)) == 40
            assert reader.newest == (40, lived[-1])


def test_a_foreign_lock_is_try_again(path: Path, monkeypatch: pytest.MonkeyPatch):
    with Store.open(path) as store:
        store._connection.execute("PRAGMA busy_timeout = 0")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(TryAgain, match="another program has locked it"):
            store.append(long_life(1, 1)[0])
        other.execute("COMMIT")
        other.close()
        assert store.append(long_life(1, 1)[0]) == 1


# --- kill -9

CHILD = """
import sys
sys.path[:0] = [sys.argv[1], sys.argv[2]]
from life import long_life
from memory.building.history import HistoryBuilder
from memory.store.database import Store
builder = HistoryBuilder(Store.open(sys.argv[3]))
for number, experience in enumerate(long_life(int(sys.argv[4]), 3000), 1):
    builder.observe(experience)
    print(number, flush=True)
"""


def killed(path: Path, seed: int, after: int) -> int:
    """Let a child process live into a memory and kill it; how many experiences it had reported as kept."""
    command = [sys.executable, "-c", CHILD, str(ROOT), str(Path(__file__).parent), str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        for line in child.stdout:
            if int(line) >= after:
                break
        child.send_signal(signal.SIGKILL)
        rest = child.stdout.read().split()  # reported between our decision and its death
    return int(rest[-1]) if rest else after


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("seed", range(4))
def test_kill_9_loses_nothing_that_was_committed(path: Path, seed: int):
    kept = killed(path, seed, after=random.Random(seed).randrange(5, 250))
    lived = long_life(seed, 3000)
    with Store.open(path) as store:
        assert store.check() == []
        count = len(store.numbers(1, 9999))
        assert kept <= count <= kept + 1  # one more may have been committed but not yet reported
        assert [store.experience(number) for number in store.numbers(1, 9999)] == lived[:count]
        with HistoryBuilder(store) as builder:
            for one in lived[count : count + 40]:
                builder.observe(one)
        resumed = [store.nodes(level) for level in (1, 2, 3)]
        assert store.check() == []
    whole = path.with_name("whole.sqlite")
    build(whole, lived[: count + 40])
    with Store.open(whole) as store:
        assert [store.nodes(level) for level in (1, 2, 3)] == resumed


@pytest.mark.parametrize("opened", ["transaction", "snapshot"])
def test_closing_inside_of_a_transaction_takes_it_back_without_a_word(path: Path, opened: str) -> None:
    store = Store.open(path)
    whole: Any = getattr(store, opened)()
    whole.__enter__()
    if opened == "transaction":
        store.write("INSERT INTO meta VALUES ('half', 'done')")
    store.close()
    whole.gen.close()  # as when nobody holds on to it any more; Python could only print what is raised then
    store.close()
    with Store.open(path) as again:
        assert again.row("SELECT 1 FROM meta WHERE key = 'half'") is None


def test_an_error_is_not_hidden_by_the_memory_having_been_closed(path: Path) -> None:
    store = Store.open(path)
    with pytest.raises(KeyError, match="of the caller"), store.transaction():
        store.close()
        raise KeyError("of the caller")
