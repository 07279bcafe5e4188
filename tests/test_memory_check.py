"""What ``memory check`` finds, what it does not touch, and that no command stumbles over a damaged memory."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.flipped import COMMANDS, trial, whole
from envs.errors import BadInput, Damaged, HomebodyError, TryAgain
from homebody.commands.memory.app import app
from memory.file.lock import WriterLock
from memory.soundness.checking import examine
from memory.store.database import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A memory in which something lies in every table."""
    path = tmp_path / "memory.sqlite"
    path.write_bytes(whole(1))
    return path


def hurt(path: Path, sql: str) -> None:
    """Change a memory behind homebody's back, as damage or another program does."""
    connection = sqlite3.connect(path)
    for name in [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
        if "trigger" not in sql:
            continue
        connection.execute(f"DROP TRIGGER {name}")
    connection.executescript(sql)
    connection.close()


GOAL = "(SELECT id FROM nodes WHERE level = 3 AND forgotten IS NULL ORDER BY first LIMIT 1)"
DAMAGE = [
    ("UPDATE experiences SET arguments = '[\"Mug' WHERE id = (SELECT max(id) FROM experiences)", "arguments cannot be"),
    ("UPDATE experiences SET pose = '[1, NaN]' WHERE id = (SELECT max(id) FROM experiences)", "pose cannot be read"),
    ("UPDATE experiences SET time = 1 << 61", "time is not a time"),
    (
        "UPDATE experiences SET episode = x'ff' WHERE id = (SELECT max(id) FROM experiences)",
        "episode is not TEXT",
    ),
    ("UPDATE experiences SET episode = CAST(x'6fff' AS TEXT) WHERE id = 200", "episode is not text"),
    ("UPDATE experiences SET time = time - 864000000000 WHERE id = 200", "comes before the one before it"),
    ("UPDATE scenes SET relations = '[[0, \"in/on\", 99]]'", "relations speak of things that are not in it"),
    ("UPDATE scenes SET relations = '{}'", "table scenes"),
    ("UPDATE scenes SET looks = '[99999]', relations = '[]' WHERE id = (SELECT max(id) FROM scenes)", "is not there"),
    ("UPDATE looks SET states = 'upset' WHERE id = (SELECT max(id) FROM looks)", "states cannot be what it says"),
    ("UPDATE looks SET uses = uses + 1", "is counted"),
    ("UPDATE grave SET payload = substr(payload, 2)", "payload cannot be read"),
    ("UPDATE grave SET payload = '{}'", "its nodes cannot be read"),
    ('UPDATE grave SET payload = \'{"nodes":[["x",1]]}\'', "its nodes cannot be read"),
    ("UPDATE grave SET payload = '~0' || substr(payload, 9)", "payload cannot be read"),
    ("UPDATE tasks SET params = 'a mug'", "table tasks, row 1: params"),
    ("UPDATE tasks SET status = 'unknown'", "table tasks, row 1: status"),
    ("UPDATE task_entries SET contents = '[]'", "contents cannot"),
    ("UPDATE namings SET value = '[[1]]'", "value cannot"),
    ("UPDATE namings SET value = '[{}]'", "value cannot"),
    ("UPDATE namings SET value = replace(value, '\"times\":[', '\"times\":[99')", "value cannot"),
    ('UPDATE namings SET value = replace(value, \'"experiences":[1,\', \'"experiences":["1",\')', "value cannot"),
    ('UPDATE namings SET value = \'[["Coffee",[],"made coffee",0.9]]\'', None),
    ("UPDATE rules SET added = 'soon'", "added is not INTEGER"),
    ("UPDATE meta SET value = '{}' WHERE key = 'forgetting'", None),
    ("INSERT OR REPLACE INTO meta VALUES ('forgetting', '{}')", "settings of forgetting"),
    ("DELETE FROM lifetimes WHERE level = 2", "a level has no lifetime"),
    ("UPDATE vectors SET value = x'0000' WHERE node = (SELECT max(node) FROM vectors)", "differ in length"),
    (f"UPDATE nodes SET parent = id WHERE id = {GOAL}", "lies in node"),
    (f"UPDATE nodes SET parent = (SELECT id FROM nodes WHERE level = 2 LIMIT 1) WHERE id = {GOAL}", "lies in node"),
    ("UPDATE nodes SET parent = 9999 WHERE level = 3", "dangling reference in table nodes"),
    ("UPDATE nodes SET level = 99 WHERE level = 3", "level cannot be what it says"),
    ("UPDATE nodes SET last = last + 3 WHERE level = 3 AND forgotten IS NULL", "overlaps node"),
    ("UPDATE nodes SET parent = NULL WHERE level = 1", "lies in no other"),
    ("UPDATE sqlite_sequence SET seq = 1", "would give out numbers again"),
    ("UPDATE sqlite_sequence SET seq = 'x'", "would give out numbers again"),
    ("INSERT INTO node_text (node_text) VALUES ('delete-all')", "text index"),
    ("DROP TABLE vectors", "table vectors is missing"),
    ("DROP TABLE meta", "table meta is missing"),
    ("DELETE FROM meta WHERE key = 'schema'", "the number of its schema is missing"),
    ("UPDATE meta SET value = 'three' WHERE key = 'schema'", "the number of its schema is missing"),
    ("DROP TRIGGER nodes_text_added", "trigger nodes_text_added is missing"),
    ("CREATE TRIGGER evil AFTER INSERT ON nodes BEGIN DELETE FROM nodes; END", "trigger evil is not ours"),
    ("PRAGMA application_id = 7", "does not say that it is a homebody memory"),
]


@pytest.mark.parametrize(("sql", "line"), DAMAGE, ids=[sql[:60] for sql, _ in DAMAGE])
def test_check_finds_every_kind_of_damage_and_every_command_says_a_sentence(path: Path, sql: str, line: str | None):
    hurt(path, sql)
    found = examine(path)
    assert (not found) if line is None else any(line in one for one in found), found
    runner = CliRunner()
    for command in (["show"], ["forget"], ["undo", "1"]):
        copy = path.with_name("copy.sqlite")
        copy.write_bytes(path.read_bytes())
        done = runner.invoke(app, [*command, "--memory", str(copy)])
        assert done.exception is None or isinstance(done.exception, HomebodyError | SystemExit), done.exception


@pytest.mark.skipif(sys.platform == "win32", reason="patience is counted by SIGALRM")
def test_a_sample_of_flipped_bytes_makes_no_command_stumble(tmp_path: Path):
    """``python -m benchmarks.flipped`` tries hundreds."""
    told = []
    for case in range(8):
        folder = tmp_path / str(case)
        folder.mkdir()
        told.append(trial(1, case, folder, COMMANDS[:14]))
    assert [one.line for one in told if one.line] == []
    assert not all(one.sound for one in told)


def test_the_sample_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("memory.soundness.checking.examine", lambda path, tell=None: [])
    monkeypatch.setattr("memory.store.connection._explain", lambda path, error: None)
    lines = []
    for case in range(8):
        folder = tmp_path / str(case)
        folder.mkdir()
        lines.append(trial(1, case, folder, (COMMANDS[0], COMMANDS[13])).line)
    assert any(lines)


NEVER_BEGIN = "check; forget; forget --about mug --yes; pin 1; undo 1; budget 400000; rules --add Mugs; show; log; "
NEVER_BEGIN += "search mug; calls"


@pytest.mark.parametrize("command", [*NEVER_BEGIN.split("; "), "repair"])
def test_a_typing_mistake_makes_no_file(tmp_path: Path, command: str):
    typo = tmp_path / "typo.sqlite"
    files = [str(tmp_path / "new.sqlite")] if command == "repair" else []
    given = [*command.split(), *((files and [str(typo)]) or ["--memory", str(typo)]), *files]
    done = CliRunner().invoke(app, given)
    assert isinstance(done.exception, BadInput)
    assert "no such file" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_check_creates_and_changes_nothing(path: Path):
    before = path.read_bytes(), path.stat().st_mtime_ns
    assert examine(path) == []
    assert [file.name for file in path.parent.iterdir()] == ["memory.sqlite"]
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


def test_check_looks_beside_a_writer_too(path: Path):
    with Store.open(path) as store:
        with store.transaction():
            store.write("UPDATE looks SET uses = uses + 1")
        assert any("is counted" in line for line in examine(path))


def _locked(path: Path) -> Callable[[], None]:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN EXCLUSIVE")
    path.with_name("memory.sqlite-journal").touch()
    return other.close


def test_what_is_locked_is_not_called_damaged(path: Path, monkeypatch: pytest.MonkeyPatch):
    connect = sqlite3.connect
    monkeypatch.setattr("memory.file.opening.sqlite3.connect", lambda *a, **o: connect(*a, **o | {"timeout": 0.1}))
    let_go = _locked(path)
    try:
        with pytest.raises(TryAgain, match="busy"):
            examine(path)
    finally:
        let_go()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be another user")
def test_what_may_not_be_read_or_written_is_not_called_damaged(path: Path):
    for one in (path.parent, *path.parents):
        if one.stat().st_uid == 0 and one != Path("/"):
            one.chmod(one.stat().st_mode | 0o755)
    path.chmod(0o600)
    os.seteuid(65534)
    try:
        with pytest.raises(BadInput, match="may not be read by this user") as told:
            examine(path)
        assert not isinstance(told.value, Damaged)
    finally:
        os.seteuid(0)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    os.seteuid(65534)
    try:
        assert examine(path) == []
        with pytest.raises(BadInput, match="cannot be written") as told:
            Store.open(path)
        assert not isinstance(told.value, Damaged)
    finally:
        os.seteuid(0)
        path.parent.chmod(0o755)


def test_numbers_beyond_what_a_file_holds_are_no_node(path: Path):
    for number in (1 << 63, 1 << 64, 10**40, -(1 << 70)):
        for command in (["pin"], ["undo"], ["show", "--node"], ["rules", "--remove"], ["rules", "--roll-back"]):
            done = CliRunner().invoke(
                app,
                [*command, "--memory", str(path), "--", str(number)]
                if len(command) == 1
                else [*command, str(number), "--memory", str(path)],
            )
            assert isinstance(done.exception, BadInput), (command, number, done.exception)


def test_messages_name_nothing_that_the_command_line_does_not_have(path: Path):
    lock = WriterLock(path)
    try:
        done = CliRunner().invoke(app, ["pin", "1", "--memory", str(path)])
    finally:
        lock.release()
    assert isinstance(done.exception, TryAgain)
    assert "readonly=True" not in str(done.exception)
