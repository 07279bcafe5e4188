"""The memory file's tables, and how older files become newer ones.

A memory outlives our releases: each change of the tables is a numbered step in ``MIGRATIONS``, applied on open in its
own transaction. Released steps are never edited, only followed by new ones.

Times are integer microseconds since 1970-01-01T00:00 of the home's naive local time. All ids are SQLite row ids; those
of experiences and nodes are never given out twice, because answers and logs refer to them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from envs.errors import BadInput

APPLICATION_ID = 0x486D6279  # "Hmby", at byte 68 of the file: tells a memory from other SQLite files


def _first(connection: sqlite3.Connection) -> None:
    """Experiences, scenes, what was where when, what was done to what, and the nodes of levels 1 to 3."""
    for statement in _FIRST:
        connection.execute(statement)


_FIRST = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # An instance: the same id under another class is another thing (a tracker may start its numbers again).
    """CREATE TABLE objects (
        id INTEGER PRIMARY KEY, object_id TEXT NOT NULL, type TEXT NOT NULL, UNIQUE (object_id, type))""",
    "CREATE INDEX objects_by_type ON objects (type)",
    # How an instance looked: most scenes repeat looks of earlier ones, so a scene is a short list of numbers.
    """CREATE TABLE looks (
        id INTEGER PRIMARY KEY, object INTEGER NOT NULL REFERENCES objects (id), name TEXT NOT NULL,
        states TEXT NOT NULL, x REAL NOT NULL, y REAL NOT NULL, z REAL NOT NULL, confidence REAL NOT NULL,
        UNIQUE (object, x, y, z, states, name, confidence))""",
    # Two JSON lists: ids of looks, and [head, predicate, tail] with ends as indices into the first, -1 for the hand.
    "CREATE TABLE scenes (id INTEGER PRIMARY KEY, looks TEXT NOT NULL, relations TEXT NOT NULL)",
    """CREATE TABLE experiences (
        id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, episode TEXT NOT NULL, action TEXT,
        arguments TEXT NOT NULL, success INTEGER, error TEXT NOT NULL, goal TEXT, task TEXT, pose TEXT, held TEXT,
        image TEXT, scene INTEGER NOT NULL REFERENCES scenes (id))""",
    "CREATE INDEX experiences_by_time ON experiences (time)",
    "CREATE INDEX experiences_by_episode ON experiences (episode)",
    "CREATE INDEX experiences_failed ON experiences (id) WHERE success = 0",
    """CREATE TABLE utterances (
        experience INTEGER NOT NULL REFERENCES experiences (id), position INTEGER NOT NULL, time INTEGER NOT NULL,
        speaker TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (experience, position)) WITHOUT ROWID""",
    "CREATE INDEX utterances_by_time ON utterances (time)",
    # What was done to what, resolved once when it happened (a Place names the receptacle; the thing was in the hand).
    """CREATE TABLE interactions (
        experience INTEGER PRIMARY KEY REFERENCES experiences (id), time INTEGER NOT NULL, action TEXT NOT NULL,
        success INTEGER NOT NULL, thing INTEGER REFERENCES objects (id), target INTEGER REFERENCES objects (id),
        origin INTEGER REFERENCES objects (id))""",
    "CREATE INDEX interactions_by_time ON interactions (time)",
    "CREATE INDEX interactions_by_thing ON interactions (thing, action)",
    "CREATE INDEX interactions_by_target ON interactions (target, action)",
    "CREATE INDEX interactions_by_action ON interactions (action)",
    # What was where when: one row per unbroken stretch in which an object was seen in the same state and place; last is
    # NULL while the stretch reaches to the newest experience, so nothing is written while nothing changes.
    """CREATE TABLE sightings (
        id INTEGER PRIMARY KEY, object INTEGER NOT NULL REFERENCES objects (id), states TEXT NOT NULL,
        place INTEGER REFERENCES objects (id), held INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES experiences (id), last INTEGER REFERENCES experiences (id))""",
    "CREATE INDEX sightings_by_object ON sightings (object, id)",
    "CREATE INDEX sightings_by_place ON sightings (place)",
    "CREATE INDEX sightings_open ON sightings (id) WHERE last IS NULL",
    # Levels 1 to 3. first and last are the experiences at the ends. summary is the one line that stays when the rest is
    # forgotten; detail is searchable text that belongs to this node alone. Scenes and speech are read from their
    # tables.
    """CREATE TABLE nodes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, level INTEGER NOT NULL, parent INTEGER REFERENCES nodes (id),
        start INTEGER NOT NULL, "end" INTEGER NOT NULL, first INTEGER NOT NULL REFERENCES experiences (id),
        last INTEGER NOT NULL REFERENCES experiences (id), summary TEXT NOT NULL, detail TEXT NOT NULL)""",
    "CREATE INDEX nodes_by_parent ON nodes (parent)",
    "CREATE INDEX nodes_by_start ON nodes (level, start)",
    "CREATE INDEX nodes_by_first ON nodes (level, first)",
    "CREATE VIEW indexed_nodes AS SELECT id, summary, detail FROM nodes WHERE level > 1",
    """CREATE VIRTUAL TABLE node_text USING fts5 (
        summary, detail, content = 'indexed_nodes', content_rowid = 'id', tokenize = 'porter unicode61')""",
    """CREATE TRIGGER nodes_text_added AFTER INSERT ON nodes WHEN new.level > 1 BEGIN
        INSERT INTO node_text (rowid, summary, detail) VALUES (new.id, new.summary, new.detail);
    END""",
    """CREATE TRIGGER nodes_text_changed AFTER UPDATE OF summary, detail ON nodes WHEN new.level > 1 BEGIN
        INSERT INTO node_text (node_text, rowid, summary, detail) VALUES ('delete', old.id, old.summary, old.detail);
        INSERT INTO node_text (rowid, summary, detail) VALUES (new.id, new.summary, new.detail);
    END""",
    """CREATE TRIGGER nodes_text_removed AFTER DELETE ON nodes WHEN old.level > 1 BEGIN
        INSERT INTO node_text (node_text, rowid, summary, detail) VALUES ('delete', old.id, old.summary, old.detail);
    END""",
)

MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (_first,)


def version(connection: sqlite3.Connection, path: Path) -> int:
    """Number of migrations a file has had; 0 for an empty database.

    Raises:
        BadInput: An SQLite database of some other program.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID or "meta" not in tables:
        raise BadInput(f"{path} is an SQLite database of another program, not a homebody memory; choose another file")
    row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    return int(row[0])


def migrate(connection: sqlite3.Connection, path: Path, readonly: bool) -> None:
    """Bring a file up to this version.

    Raises:
        BadInput: The file is from a newer homebody, foreign, or read only and in need of a change.
    """
    found = version(connection, path)
    if found > len(MIGRATIONS):
        raise BadInput(
            f"{path} has schema version {found}, this homebody knows up to {len(MIGRATIONS)}: "
            "it was written by a newer version; update homebody"
        )
    if readonly and found < len(MIGRATIONS):
        state = f"has the older schema version {found}" if found else "holds no memory yet"
        raise BadInput(f"{path} {state} and was opened readonly; open it once for writing")
    for number in range(found + 1, len(MIGRATIONS) + 1):
        _apply(connection, number)


def _apply(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    with connection:  # commits, or rolls back if there is still something to roll back
        MIGRATIONS[number - 1](connection)
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema', ?)", (str(number),))
