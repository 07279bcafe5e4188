"""Words in a file's bytes: all that SQLite or a search through the bytes finds, and no numbers."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from life import kitchen

from memory.building.history import HistoryBuilder
from memory.erasing.words import SearchTerms
from memory.file.contents import contents
from memory.file.overwriting import overwrite_unused
from memory.store.database import Store

SPELT = int.from_bytes(b" mugUG ", "big")  # a number whose bytes are a word
TABLES = (
    "CREATE TABLE t (a, b, c)",
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b, c)",
    "CREATE TABLE t (a PRIMARY KEY, b, c) WITHOUT ROWID",
)


def joined(data: bytes) -> bytes:
    return b"\0".join(contents(data))


def database(path: Path, page: int = 512, vacuum: int = 2, secure: int = 0) -> sqlite3.Connection:
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    for name, value in (("page_size", page), ("auto_vacuum", vacuum), ("secure_delete", secure), ("synchronous", 0)):
        connection.execute(f"PRAGMA {name} = {value}")
    return connection


ROWS = st.lists(st.tuples(st.booleans(), st.integers(0, 2500), st.booleans(), st.integers()), min_size=1, max_size=40)


@settings(max_examples=60, deadline=None)
@given(ROWS, st.sampled_from(TABLES), st.sampled_from([512, 1024, 4096]), st.sampled_from([0, 1, 2]), st.booleans())
def test_every_word_in_a_file_is_in_what_is_searched(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[bool, int, bool, int]],
    table: str,
    page: int,
    vacuum: int,
    index: bool,
) -> None:
    path = tmp_path_factory.getbasetemp() / "words.sqlite"
    connection = database(path, page, vacuum)
    with connection:
        connection.execute("BEGIN")
        connection.execute(table)
        if index:
            connection.execute("CREATE INDEX t_b ON t (b, c)")
        for number, (_, length, blob, some) in enumerate(rows):
            text = "." * (length // 2) + f" word{number:04} " + "," * (length - length // 2)
            value = text.encode() if blob else text
            connection.execute("INSERT INTO t VALUES (?, ?, ?)", (number, value, some % (1 << 63)))
    for number, (gone, *_) in enumerate(rows):
        if gone:
            connection.execute("DELETE FROM t WHERE a = ?", (number,))
    connection.close()
    data = path.read_bytes()
    searched = joined(data)
    for number in range(len(rows)):
        word = f"word{number:04}".encode()
        assert searched.count(word) >= data.count(word)
    with sqlite3.connect(path) as connection:
        pieces = set(contents(data))
        for (value,) in connection.execute("SELECT b FROM t"):
            assert (value if isinstance(value, bytes) else value.encode()) in pieces
    connection.close()


@pytest.mark.parametrize("table", TABLES)
def test_numbers_that_spell_a_word_are_none(tmp_path: Path, table: str) -> None:
    path = tmp_path / "numbers.sqlite"
    connection = database(path)
    connection.execute(table)
    connection.execute("CREATE INDEX t_c ON t (c, b)")
    (real,) = struct.unpack(">d", b"@mugUG @")
    with connection:
        connection.execute("BEGIN")
        for number in range(400):
            connection.execute("INSERT INTO t VALUES (?, ?, ?)", (number, SPELT + (number % 100 << 8 * 7), real))
        connection.execute("INSERT INTO t VALUES (?, ?, ?)", (1000, "x" * 3000, SPELT))  # a number on a page of its own
        connection.execute("INSERT INTO t VALUES (?, ?, ?)", (1001, "my mug", SPELT))
    connection.execute("DELETE FROM t WHERE a % 3 = 1 AND a < 1000")
    connection.close()
    overwrite_unused(path)
    data = path.read_bytes()
    assert data.count(b"mugUG") > 200
    found = joined(data)
    assert b"mugUG" not in found and found.count(b"my mug") == data.count(b"my mug") == 2


def test_words_beside_each_other_are_not_one(tmp_path: Path) -> None:
    path = tmp_path / "words.sqlite"
    connection = database(path)
    connection.execute("CREATE TABLE t (a, b, c)")
    connection.execute("INSERT INTO t VALUES ('to', 'mug', 'red')")
    connection.close()
    assert b"tomugred" in path.read_bytes() and b"\0mug\0" in joined(path.read_bytes())


def test_the_index_of_words_gives_words_and_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    connection = database(path, 1024)
    connection.execute("CREATE VIRTUAL TABLE x USING fts5 (a, content = '')")
    words = [f"{first}{second}{third}mug" for first in "abcdefg" for second in "hijklm" for third in "nopqr"]
    with connection:
        connection.execute("BEGIN")
        for number in range(300):
            text = " ".join(words[number % 7 :: 7]) + " same" * (number % 120)
            connection.execute("INSERT INTO x (rowid, a) VALUES (?, ?)", (number * 117 + 1, text))
    connection.execute("INSERT INTO x (x) VALUES ('optimize')")
    connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab(x, row)")
    known = {term.encode() for (term,) in connection.execute("SELECT term FROM v")}
    connection.close()
    pieces = set(contents(path.read_bytes()))
    assert set(map(str.encode, words)) < known and {b"0" + term for term in known} <= pieces
    texts = {piece for piece in pieces if len(piece) > 60 and piece.strip(b"\0")}
    assert sum(map(len, texts)) < len(path.read_bytes()) / 4


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_damaged_files_are_searched_all_the_same(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.getbasetemp() / "damaged.sqlite"
    if not path.exists():
        connection = database(path)
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", ((n, "word " * (n * 7)) for n in range(60)))
        connection.close()
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(content)))
    assert isinstance(joined(bytes(content[:end])), bytes)
    assert joined(b"no database, a mug") == b"no database, a mug"


def test_a_memory_without_a_word_has_no_trace_of_it(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store, HistoryBuilder(store) as builder:
        for experience in kitchen().experiences:
            builder.observe(experience)
    with Store.open(tmp_path / "memory.sqlite") as store:
        store.scrub()
        for term in ("experience", "node", "trigger", "version", "schema", "integer", "format"):
            assert not SearchTerms((term,)).traces(store), term
        assert SearchTerms(("fridge",)).traces(store)
