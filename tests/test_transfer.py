from __future__ import annotations

import json
import math
import os
import sqlite3
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from life import long_life

from envs.errors import AlreadyExists, BadInput, TryAgain
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.file import schema
from memory.file.undo_payload import packed
from memory.reading.view import View
from memory.store.database import Store, microseconds
from memory.store.transfer import export_lines, export_memory, import_memory
from perception.scene_graph.graph import HAND, HELD, IN_ON, STATES, ObjectNode, Relation, SceneGraph


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.sqlite"


def build(path: Path, experiences: list[Experience]) -> None:
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for experience in experiences:
            builder.observe(experience)


def content(path: Path) -> dict[str, list[Any]]:
    """Every row of every table, also of the text index, by SQLite alone."""
    connection = sqlite3.connect(path)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    names = [name for name in names if not name.startswith(("node_text_", "sqlite_"))]
    rows: dict[str, list[Any]] = {}
    for name in names:
        row_ids = "" if "WITHOUT ROWID" in sql(connection, name) else "rowid, "
        rows[name] = sorted(connection.execute(f"SELECT {row_ids}* FROM {name}"), key=repr)
    rows["counters"] = sorted(connection.execute("SELECT name, seq FROM sqlite_sequence"))
    rows["schema"] = sorted(connection.execute("SELECT type, name, sql FROM sqlite_master"), key=repr)
    connection.close()
    return rows


def sql(connection: sqlite3.Connection, name: str) -> str:
    row = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return row[0] if row else ""


def copy(path: Path) -> Path:
    lines, other = path.with_name("memory.jsonl"), path.with_name("copy.sqlite")
    export_memory(path, lines)
    import_memory(lines, other)
    return other


# --- there and back

texts = st.text(st.characters(codec="utf-8"), max_size=8)
coordinates = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def scenes(draw: st.DrawFn) -> SceneGraph:
    keys = draw(st.lists(st.sampled_from(["Mug|1", "Mug|2", "Bed|1", "Ünder|x"]), unique=True, max_size=3))
    states = st.sets(st.sampled_from(STATES), max_size=2).map(lambda found: tuple(sorted(found)))
    places = st.tuples(coordinates, coordinates, coordinates)
    nodes = tuple(ObjectNode(key, key.split("|")[0], draw(texts), draw(states), draw(places)) for key in keys)
    relations = tuple(Relation(key, IN_ON, keys[0]) for key in keys[1:])
    return SceneGraph(nodes, (*relations, *([Relation(HAND, HELD, keys[0])] if keys and draw(st.booleans()) else [])))


experiences = st.builds(
    Experience,
    time=st.datetimes(datetime(1900, 1, 1), datetime(2300, 1, 1)),
    episode=texts,
    action=st.none() | st.sampled_from(["Pickup", "Place", "Open", "Forward"]),
    arguments=st.lists(texts.filter(bool), max_size=2).map(tuple),
    success=st.none() | st.booleans(),
    error=texts,
    goal=st.none() | texts,
    task=st.none() | texts,
    speech=st.lists(st.builds(Utterance, texts, texts), max_size=2).map(tuple),
    pose=st.none() | st.tuples(*[coordinates] * 5),
    held=st.none() | texts,
    image=st.none() | texts,
    scene=scenes(),
)


few = settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.explicit, Phase.generate])
"""Each example writes files, so shrinking would take minutes."""


@few
@given(st.lists(experiences, max_size=6))
def test_an_imported_memory_equals_the_exported_one(lived: list[Experience]):
    ordered = sorted(lived, key=lambda one: one.time)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.sqlite"
        build(path, ordered)
        other = copy(path)
        assert content(other) == content(path)
        assert list(export_lines(other)) == list(export_lines(path))
        with Store.open(other) as store:
            assert store.check() == []
            assert [store.experience(number) for number in store.numbers(1, 99)] == ordered


@few
@given(st.data())
def test_every_kind_of_value_in_every_table_comes_back(data: st.DataObject):
    """Rows as no life of ours has produced them yet: whatever the columns allow."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "memory.sqlite"
        Store.open(path).close()
        connection = sqlite3.connect(path)
        for trigger in ("nodes_expire_added", "nodes_expire_grown"):
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute("PRAGMA foreign_keys = OFF")
        for table in ("nodes", "rules", "rule_versions", "forget_log"):
            columns = connection.execute('SELECT name, type, "notnull", pk FROM pragma_table_info(?)', (table,))
            row = [data.draw(_values(name, kind, required or key)) for name, kind, required, key in columns]
            names = [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
            row = [None if name == "parent" else value for name, value in zip(names, row, strict=True)]
            connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        (node,) = connection.execute("SELECT id FROM nodes").fetchone()
        (log,) = connection.execute("SELECT id FROM forget_log").fetchone()
        connection.execute("INSERT INTO vectors VALUES (?, ?, ?)", (node, data.draw(texts), data.draw(st.binary())))
        undo = packed(json.dumps(data.draw(st.dictionaries(texts, texts))))  # the one column that is not free text
        connection.execute("INSERT INTO grave VALUES (?, ?)", (log, undo))
        connection.execute("INSERT INTO meta VALUES (?, ?)", ("budget", data.draw(texts)))
        connection.commit()
        connection.close()
        other = copy(path)
        before, after = content(path), content(other)
        assert {**before, "schema": None} == {**after, "schema": None}
        assert all(json.loads(line, parse_constant=pytest.fail) for line in export_lines(path)), "strict JSON"


_HAPPENED = ("time", "start", "end", "forgotten", "undone", "started", "changed", "ended", "began")
"""Times of what happened lie in the calendar; what something is kept until may lie beyond it."""
_calendar = st.datetimes(datetime(1900, 1, 1), datetime(2300, 1, 1)).map(microseconds)


def _values(name: str, kind: str, required: object) -> st.SearchStrategy[Any]:
    known: dict[str, st.SearchStrategy[Any]] = {
        "INTEGER": st.integers(-(2**62), 2**62) | st.integers(-(10**16), 10**16),
        "REAL": st.floats(allow_nan=False) | st.just(math.inf),
        "TEXT": texts,
    }
    values = _calendar if name in _HAPPENED and kind == "INTEGER" else known[kind]
    return values if required else st.none() | values


def test_life_goes_on_in_the_copy_as_in_the_original(path: Path):
    lived = long_life(3, 260)
    build(path, lived[:200])
    other = copy(path)
    build(path, lived[200:])
    build(other, lived[200:])
    assert content(other) == content(path)
    with Store.open(other, readonly=True) as store:
        assert View(store).search(["mug"])


def test_exporting_beside_a_writer_is_of_one_moment(path: Path):
    lived = long_life(4, 60)
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in lived[:30]:
            builder.observe(one)
        lines = export_lines(path)
        first = next(lines)
        for one in lived[30:]:
            builder.observe(one)
        rest = [json.loads(line) for line in lines]
    assert json.loads(first) == {
        "kind": "header",
        "format": "homebody-memory",
        "version": 1,
        "schema": len(schema.MIGRATIONS),
    }
    assert sum(line["kind"] == "experiences" for line in rest) == 30


def test_lines_are_readable(path: Path):
    build(path, long_life(5, 40))
    lines = [json.loads(line) for line in export_lines(path)]
    lived = next(line for line in lines if line["kind"] == "experiences")
    assert (lived["time"], lived["pose"]) == ("2026-01-05T08:00:00", [0.25, 0.9, 1.0, 90.0, 30.0])
    assert lines[-1] == {"kind": "end", "rows": len(lines) - 2}
    order = list(dict.fromkeys(line["kind"] for line in lines))
    assert order.index("objects") < order.index("looks") < order.index("scenes") < order.index("experiences")


def test_an_export_of_an_older_version_is_brought_up_to_date(path: Path, monkeypatch: pytest.MonkeyPatch):
    everything = schema.MIGRATIONS
    monkeypatch.setattr(schema, "MIGRATIONS", everything[:1])
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN")
    everything[0](connection)
    connection.execute("INSERT INTO meta VALUES ('schema', '1')")
    connection.execute("INSERT INTO scenes VALUES (1, '[]', '[]')")
    time = microseconds(datetime(2026, 1, 5, 8))
    connection.execute(
        "INSERT INTO experiences VALUES (1, ?, 'e', NULL, '[]', 1, '', NULL, 't', NULL, NULL, NULL, 1)", (time,)
    )
    connection.execute("INSERT INTO nodes VALUES (7, 3, NULL, ?, ?, 1, 1, 'I waved.', '')", (time, time))
    connection.execute("COMMIT")
    connection.close()
    lines, other = path.with_name("old.jsonl"), path.with_name("new.sqlite")
    export_memory(path, lines)
    monkeypatch.setattr(schema, "MIGRATIONS", everything)
    import_memory(lines, other)
    with Store.open(other) as store:
        assert store.check() == []
        assert [(node.id, node.summary) for node in store.nodes(3)] == [(7, "I waved.")]
        assert View(store).search(["wave"], level=3)


# --- refusals


def test_only_into_a_memory_in_which_nothing_happened(path: Path):
    build(path, long_life(6, 20))
    lines, other = path.with_name("memory.jsonl"), path.with_name("other.sqlite")
    export_memory(path, lines)
    before = content(path)
    with pytest.raises(AlreadyExists, match="already remembers something"):
        import_memory(lines, path)
    assert content(path) == before
    with pytest.raises(AlreadyExists, match=r"memory\.jsonl exists"):
        export_memory(path, lines)
    assert export_memory(path, lines, replace=True) == len(lines.read_text().splitlines())
    with Store.open(other), pytest.raises(TryAgain, match=f"process {os.getpid()}"):
        import_memory(lines, other)
    Store.open(other).close()
    import_memory(lines, other)
    assert content(other) == before
    foreign = path.with_name("diary.txt")
    foreign.write_text("dear diary " * 20)
    with pytest.raises(BadInput, match="not a SQLite file"):
        import_memory(lines, foreign)
    with pytest.raises(BadInput, match="no file"):
        import_memory(path.with_name("nothing.jsonl"), path.with_name("new.sqlite"))
    with pytest.raises(BadInput, match="cannot write"):
        export_memory(path, path.parent / "nowhere" / "x.jsonl")


def edit(change: Callable[[dict[str, Any]], object]) -> Callable[[list[str]], list[str]]:
    """Change the first line of experiences."""

    def apply(lines: list[str]) -> list[str]:
        number = next(i for i, line in enumerate(lines) if '"kind":"experiences"' in line)
        value = json.loads(lines[number])
        change(value)
        return [*lines[:number], json.dumps(value), *lines[number + 1 :]]

    return apply


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: [], r"line 1: not a line of JSON"),
        (lambda lines: lines[1:], r"line 1: not the header"),
        (lambda lines: [lines[0].replace('"version":1', '"version":9'), *lines[1:]], r"line 1: .*newer version"),
        (lambda lines: [lines[0].replace('"schema":', '"schema":9'), *lines[1:]], r"line 1: .*newer version"),
        (lambda lines: lines[:-1], r"line \d+: the file ends here .*cut short"),
        (lambda lines: [*lines[:40], lines[40][:17]], r"line 41: not a line of JSON"),
        (lambda lines: [*lines[:40], "", *lines[40:]], r"line 41: not a line of JSON"),
        (lambda lines: [*lines[:40], "[1]", *lines[40:]], r"line 41: expected an object"),
        (lambda lines: [*lines[:40], '{"kind":"moods"}', *lines[40:]], r"line 41: unknown kind 'moods'"),
        (lambda lines: [*lines[:40], *lines[41:]], r"the end line counts|refers to a row|refers to look"),
        (lambda lines: [*lines[:40], lines[40], *lines[40:]], r"line 42: .*UNIQUE"),
        (lambda lines: [*lines, lines[-2]], r"more after the end line"),
        (edit(lambda line: line.pop("error")), r"line \d+: experiences has exactly the fields .*wrong is error"),
        (edit(lambda line: line.update(mood=1)), r"wrong is mood"),
        (edit(lambda line: line.update(time="yesterday")), r"line \d+: experiences: time 'yesterday' "),
        (edit(lambda line: line.update(time="2026-01-05T08:00:00+01:00")), r"without a time zone"),
        (edit(lambda line: line.update(episode=7)), r"episode '7' must be TEXT"),
        (edit(lambda line: line.update(id=True)), r"id 'True' must be INTEGER"),
        (edit(lambda line: line.update(id=2**70)), r"line \d+: experiences: .*too large"),
        (edit(lambda line: line.update(arguments="Mug")), r"arguments 'Mug' must be a list"),
        (edit(lambda line: line.update(episode=None)), r"NOT NULL"),
        (edit(lambda line: line.update(error="\ud800")), r"line \d+: .*surrogate"),
        (edit(lambda line: line.update(scene=10**6)), r"row 1 of experiences refers to a row of scenes"),
    ],
)
def test_damaged_lines_are_named_and_nothing_is_imported(
    path: Path, damage: Callable[[list[str]], list[str]], message: str
):
    build(path, long_life(7, 30))
    lines = path.with_name("memory.jsonl")
    export_memory(path, lines)
    lines.write_text("\n".join(damage(lines.read_text().splitlines())))
    other = path.with_name("other.sqlite")
    with pytest.raises(BadInput, match=message):
        import_memory(lines, other)
    assert not [file.name for file in path.parent.iterdir() if not file.name.startswith("memory.")]


def test_bytes_that_are_no_text_are_named(path: Path):
    build(path, long_life(8, 5))
    lines = path.with_name("memory.jsonl")
    export_memory(path, lines)
    whole = lines.read_bytes().splitlines(keepends=True)
    lines.write_bytes(b"".join([*whole[:3], b'{"kind": "\xff"}\n', *whole[3:]]))
    with pytest.raises(BadInput, match="line 4: not a line of JSON"):
        import_memory(lines, path.with_name("other.sqlite"))
