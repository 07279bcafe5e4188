"""The memory file's tables, and how older files become newer ones.

A memory outlives our releases: each change of the tables is a numbered step in ``MIGRATIONS``, applied on open in its
own transaction. Released steps are never edited, only followed by new ones.

Times are integer microseconds since 1970-01-01T00:00 of the home's naive local time. All ids are SQLite row ids; those
of experiences and nodes are never given out twice, because answers and logs refer to them.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from envs.errors import BadInput
from memory.file import schema_steps as later
from memory.file.opening import damaged

APPLICATION_ID = 0x486D6279  # "Hmby", at byte 68 of the file: tells a memory from other SQLite files
NODE_COLUMNS = (
    'id, level, parent, start, "end", first, last, summary, detail, expires, forgotten, pinned, rule, episode, task'
)
"""In the order in which undo records (table ``grave``) keep them."""


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
    # Two JSON lists: ids of looks, and relations (memory.scene_relations) with ends as indices into the first.
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


def _second(connection: sqlite3.Connection) -> None:
    """Levels above goals, forgetting with its log and undo records, rules with versions, vectors."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'nodes'").fetchone()
    for statement in _SECOND:
        connection.execute(statement)
    if row:  # the copy begins to count at its highest id; ids given out and deleted before must stay given out
        connection.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'nodes'", row)
    count_looks(connection)


def count_looks(connection: sqlite3.Connection) -> None:
    """Fill ``looks.uses``: in how many unbroken runs of scenes each look occurs."""
    before: frozenset[int] = frozenset()
    uses: Counter[int] = Counter()
    for (looks,) in connection.execute("SELECT looks FROM scenes ORDER BY id"):
        now = frozenset(json.loads(looks))
        uses.update(now - before)
        before = now
    connection.executemany("UPDATE looks SET uses = ? WHERE id = ?", [(count, look) for look, count in uses.items()])


_LIFE = """(SELECT span FROM lifetimes WHERE level = min(new.level, 4)) * (1 << max(min(new.level, 20) - 3, 0))"""
"""SQL for how long a node lives after its end, in microseconds; NULL is for ever."""

_INDEXED = "{0}.level > 1 AND {0}.forgotten IS NULL"
_SECOND = (
    "DROP VIEW indexed_nodes",
    # Without references from first and last: a placeholder keeps the numbers of experiences that are gone. expires is
    # NULL for what is kept for ever, rule is the one that keeps it; forgotten is when the node became a placeholder.
    # episode and task are those of a goal (a goal has one of each), NULL elsewhere and once it is forgotten.
    """CREATE TABLE new_nodes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, level INTEGER NOT NULL, parent INTEGER REFERENCES nodes (id),
        start INTEGER NOT NULL, "end" INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
        summary TEXT NOT NULL, detail TEXT NOT NULL, expires INTEGER, forgotten INTEGER,
        pinned INTEGER NOT NULL DEFAULT 0, rule INTEGER, episode TEXT, task TEXT)""",
    """INSERT INTO new_nodes (id, level, parent, start, "end", first, last, summary, detail, episode, task)
        SELECT n.id, n.level, n.parent, n.start, n."end", n.first, n.last, n.summary, n.detail,
        CASE n.level WHEN 3 THEN f.episode END, CASE n.level WHEN 3 THEN f.task END
        FROM nodes n LEFT JOIN experiences f ON f.id = n.first""",
    "DROP TABLE nodes",  # its indexes and triggers go with it
    "ALTER TABLE new_nodes RENAME TO nodes",
    "CREATE INDEX nodes_by_parent ON nodes (parent, first)",
    "CREATE INDEX nodes_by_start ON nodes (level, start)",
    "CREATE INDEX nodes_by_first ON nodes (level, first)",
    "CREATE INDEX nodes_on_top ON nodes (level, first) WHERE parent IS NULL",
    "CREATE INDEX nodes_by_expiry ON nodes (expires) WHERE forgotten IS NULL AND expires IS NOT NULL",
    "CREATE INDEX nodes_kept ON nodes (rule) WHERE rule IS NOT NULL",
    "CREATE INDEX nodes_by_episode ON nodes (episode) WHERE episode IS NOT NULL",
    # What was forgotten is not found: placeholders have no place in the text index.
    "CREATE VIEW indexed_nodes AS SELECT id, summary, detail FROM nodes WHERE level > 1 AND forgotten IS NULL",
    f"""CREATE TRIGGER nodes_text_added AFTER INSERT ON nodes WHEN {_INDEXED.format("new")} BEGIN
        INSERT INTO node_text (rowid, summary, detail) VALUES (new.id, new.summary, new.detail);
    END""",
    f"""CREATE TRIGGER nodes_text_changed AFTER UPDATE OF summary, detail, forgotten ON nodes BEGIN
        INSERT INTO node_text (node_text, rowid, summary, detail)
            SELECT 'delete', old.id, old.summary, old.detail WHERE {_INDEXED.format("old")};
        INSERT INTO node_text (rowid, summary, detail)
            SELECT new.id, new.summary, new.detail WHERE {_INDEXED.format("new")};
    END""",
    f"""CREATE TRIGGER nodes_text_removed AFTER DELETE ON nodes WHEN {_INDEXED.format("old")} BEGIN
        INSERT INTO node_text (node_text, rowid, summary, detail) VALUES ('delete', old.id, old.summary, old.detail);
    END""",
    # Microseconds after its end that a node lives when nothing speaks for it; NULL for ever. Row 4 is for all summary
    # levels, and doubles with each.
    "CREATE TABLE lifetimes (level INTEGER PRIMARY KEY, span INTEGER)",
    "INSERT INTO lifetimes VALUES (1, 900000000), (2, 3600000000), (3, 86400000000), (4, 86400000000)",
    # Whoever adds a node or lets it grow, it gets its day: nothing is kept for ever by oversight.
    f"""CREATE TRIGGER nodes_expire_added AFTER INSERT ON nodes WHEN new.forgotten IS NULL AND new.expires IS NULL BEGIN
        UPDATE nodes SET expires = new."end" + {_LIFE} WHERE id = new.id;
    END""",
    f"""CREATE TRIGGER nodes_expire_grown AFTER UPDATE OF "end" ON nodes
        WHEN new.forgotten IS NULL AND new.expires IS NOT NULL AND new."end" > old."end" BEGIN
        UPDATE nodes SET expires = max(new.expires, new."end" + {_LIFE}) WHERE id = new.id;
    END""",
    """UPDATE nodes SET expires = "end" + (SELECT span FROM lifetimes l WHERE l.level = nodes.level)""",
    # In how many unbroken runs of scenes a look occurs; at 0 it goes (memory.store.scenes).
    "ALTER TABLE looks ADD COLUMN uses INTEGER NOT NULL DEFAULT 0",
    # Deleting an experience, a scene or an object asks for what still refers to it.
    "CREATE INDEX experiences_by_scene ON experiences (scene)",
    "CREATE INDEX experiences_with_image ON experiences (image) WHERE image IS NOT NULL",
    "DROP INDEX sightings_by_object",
    "CREATE INDEX sightings_by_object ON sightings (object, first)",
    "CREATE INDEX sightings_by_first ON sightings (first)",
    "CREATE INDEX sightings_by_last ON sightings (last) WHERE last IS NOT NULL",
    # Without a reference to the experience: what completed a goal is known as long as the goal is.
    """CREATE TABLE new_interactions (
        experience INTEGER PRIMARY KEY, time INTEGER NOT NULL, action TEXT NOT NULL, success INTEGER NOT NULL,
        thing INTEGER REFERENCES objects (id), target INTEGER REFERENCES objects (id),
        origin INTEGER REFERENCES objects (id))""",
    "INSERT INTO new_interactions SELECT experience, time, action, success, thing, target, origin FROM interactions",
    "DROP TABLE interactions",
    "ALTER TABLE new_interactions RENAME TO interactions",
    "CREATE INDEX interactions_by_time ON interactions (time)",
    "CREATE INDEX interactions_by_thing ON interactions (thing, action)",
    "CREATE INDEX interactions_by_target ON interactions (target, action)",
    "CREATE INDEX interactions_by_action ON interactions (action)",
    "CREATE INDEX interactions_by_origin ON interactions (origin) WHERE origin IS NOT NULL",
    # added and removed are versions of the rule list.
    """CREATE TABLE rules (
        number INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, source TEXT NOT NULL, added INTEGER NOT NULL,
        removed INTEGER)""",
    """CREATE TABLE rule_versions (
        version INTEGER PRIMARY KEY, time INTEGER NOT NULL, feedback TEXT NOT NULL, note TEXT NOT NULL)""",
    # One row per decision to forget; a row of grave is its undo record, which is kept until grave_until.
    """CREATE TABLE forget_log (
        id INTEGER PRIMARY KEY AUTOINCREMENT, node INTEGER NOT NULL, level INTEGER NOT NULL, start INTEGER NOT NULL,
        "end" INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, summary TEXT NOT NULL,
        time INTEGER NOT NULL, alpha REAL NOT NULL, rule INTEGER, reason TEXT NOT NULL, undone INTEGER,
        grave_until INTEGER)""",
    "CREATE INDEX forget_log_by_time ON forget_log (time)",
    "CREATE INDEX forget_log_by_first ON forget_log (first)",
    "CREATE INDEX forget_log_graves ON forget_log (grave_until) WHERE grave_until IS NOT NULL",
    "CREATE TABLE grave (log INTEGER PRIMARY KEY REFERENCES forget_log (id), payload TEXT NOT NULL)",
    # Scenes that no experience shows any more, but an undo record may yet bring back.
    "CREATE TABLE buried_scenes (scene INTEGER NOT NULL, log INTEGER NOT NULL, PRIMARY KEY (scene, log)) WITHOUT ROWID",
    # Pictures to be deleted: noted in the transaction that forgets, deleted after it (memory.store.images).
    "CREATE TABLE doomed_images (image TEXT PRIMARY KEY) WITHOUT ROWID",
    """CREATE TABLE vectors (
        node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE, model TEXT NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (node, model)) WITHOUT ROWID""",
)


def _third(connection: sqlite3.Connection) -> None:
    """What the agent was asked to do and did for it, calls to language models."""
    for statement in _THIRD:
        connection.execute(statement)


_THIRD = (
    # A task outlives the process that carries it out: what was asked (params is a JSON list), how it stands, and in
    # state whatever its owner needs to go on with it. parent is the task it interrupted.
    """CREATE TABLE tasks (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, params TEXT NOT NULL, request TEXT NOT NULL,
        status TEXT NOT NULL, started INTEGER NOT NULL, changed INTEGER NOT NULL, note TEXT NOT NULL,
        parent INTEGER REFERENCES tasks (id), state TEXT NOT NULL)""",
    # Only ever appended to. contents is a JSON object (container: list of what is in it), remaining a JSON list.
    """CREATE TABLE task_entries (
        task INTEGER NOT NULL REFERENCES tasks (id), position INTEGER NOT NULL, time INTEGER NOT NULL,
        action TEXT NOT NULL, success INTEGER NOT NULL, reason TEXT NOT NULL, contents TEXT NOT NULL,
        remaining TEXT NOT NULL, PRIMARY KEY (task, position)) WITHOUT ROWID""",
    """CREATE TABLE calls (
        id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, role TEXT NOT NULL, model TEXT NOT NULL,
        prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL, seconds REAL NOT NULL, cost REAL NOT NULL,
        outcome TEXT NOT NULL)""",
    # Whether something was forgotten of a time is asked with every question about it.
    "CREATE INDEX nodes_forgotten ON nodes (level, start) WHERE forgotten IS NOT NULL",
    # A vector says what the line says; when the line is told anew the vector is gone, and made again when it is wanted.
    """CREATE TRIGGER nodes_vector_stale AFTER UPDATE OF summary ON nodes WHEN new.summary IS NOT old.summary BEGIN
        DELETE FROM vectors WHERE node = new.id;
    END""",
    # Which task a run of goals served, as told from what was said and done in it; a copy of what can be told again.
    """CREATE TABLE namings (
        first INTEGER PRIMARY KEY, last INTEGER NOT NULL, mark TEXT NOT NULL, value TEXT NOT NULL)""",
    *(
        f"""CREATE TRIGGER namings_without_{table} AFTER DELETE ON {table} BEGIN
            DELETE FROM namings WHERE last >= old.experience
                AND first = (SELECT max(first) FROM namings WHERE first <= old.experience);
        END"""
        for table in ("interactions", "utterances")
    ),
)


def _fourth(connection: sqlite3.Connection) -> None:
    """The files that were written from this memory (``memory.store.written_files``), for erasing."""
    connection.execute(
        """CREATE TABLE written_files (
        path TEXT NOT NULL, machine TEXT NOT NULL, what TEXT NOT NULL, beside TEXT NOT NULL,
        seal TEXT NOT NULL,        PRIMARY KEY (path, machine)) WITHOUT ROWID"""
    )


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    *(_first, _second, _third, _fourth),
    *(later.fifth, later.sixth, later.seventh, later.eighth, later.ninth, later.tenth),
)


def version(connection: sqlite3.Connection, path: Path) -> int:
    """Number of migrations a file has had; 0 for an empty database.

    Raises:
        BadInput: An SQLite database of some other program.
        Damaged: A memory that does not say it.
    """
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return 0
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    ours = {"meta", "experiences", "nodes"} & tables
    if application != APPLICATION_ID and len(ours) < 3:
        raise BadInput(f"{path} is an SQLite database of another program, not a homebody memory; choose another file")
    if application != APPLICATION_ID:
        raise damaged(path, "it does not say that it is a homebody memory")
    if "meta" not in tables:
        raise damaged(path, "table meta is missing")
    row = connection.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None or not str(row[0]).isdecimal() or not int(str(row[0])[:9]) >= 1:
        raise damaged(path, "the number of its schema is missing")
    return int(str(row[0])[:9])


def refuse_other(found: int, path: Path) -> None:
    """Refuse a file that cannot be read as it is.

    Args:
        found: The file's version.
        path: The file.

    Raises:
        BadInput: It is of a newer or older version, or empty.
    """
    _refuse_newer(found, path)
    if found < len(MIGRATIONS):
        state = f"has the older schema version {found}" if found else "holds no memory yet"
        raise BadInput(
            f"{path} {state} and was opened readonly; open it once for writing, as 'homebody memory forget' does"
        )


def _refuse_newer(found: int, path: Path) -> None:
    if found > len(MIGRATIONS):
        raise BadInput(
            f"{path} has schema version {found}, this homebody knows up to {len(MIGRATIONS)}: "
            "it was written by a newer version; update homebody"
        )


def migrate(connection: sqlite3.Connection, path: Path, readonly: bool) -> None:
    """Bring a file up to this version.

    Raises:
        BadInput: The file is from a newer homebody, foreign, or read only and in need of a change.
    """
    found = version(connection, path)
    if readonly:
        refuse_other(found, path)
    _refuse_newer(found, path)
    for number in range(found + 1, len(MIGRATIONS) + 1):
        _apply(connection, number)


def _apply(connection: sqlite3.Connection, number: int) -> None:
    connection.execute("PRAGMA foreign_keys = OFF")  # a table that is rebuilt is missing for a moment
    connection.execute("BEGIN IMMEDIATE")
    with connection:  # commits, or rolls back if there is still something to roll back
        MIGRATIONS[number - 1](connection)
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema', ?)", (str(number),))
    connection.execute("PRAGMA foreign_keys = ON")
