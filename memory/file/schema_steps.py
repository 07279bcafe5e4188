"""Later steps of the memory file's tables; see ``memory.file.schema``. Released steps are never edited."""

from __future__ import annotations

import sqlite3


def fifth(connection: sqlite3.Connection) -> None:
    """Who asked for a task, in which episode, and when it was over; facts told; words that outlive their event."""
    for statement in _FIFTH:
        connection.execute(statement)


_OVER = "status IN ('done', 'failed', 'cancelled')"
_FIFTH = (
    # words: the task as its goals name it (nodes.task). ended is NULL while something is still to be done.
    "ALTER TABLE tasks ADD COLUMN words TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tasks ADD COLUMN requester TEXT NOT NULL DEFAULT 'user'",
    "ALTER TABLE tasks ADD COLUMN episode TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tasks ADD COLUMN ended INTEGER",
    f"UPDATE tasks SET ended = changed WHERE {_OVER}",
    """UPDATE tasks SET episode = coalesce(CASE WHEN json_valid(state) AND json_type(state) = 'object'
        THEN json_extract(state, '$.episode') END, '')""",
    "CREATE INDEX tasks_by_start ON tasks (started)",
    # What people told as such: "the spare key is in the drawer". ended is when it was corrected (then successor is what
    # holds since) or taken back.
    """CREATE TABLE facts (
        id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, subject TEXT NOT NULL, speaker TEXT NOT NULL,
        time INTEGER NOT NULL, ended INTEGER, successor INTEGER)""",
    # Without a reference to the experience: what was said is known as long as the goal in which it was.
    """CREATE TABLE new_utterances (
        experience INTEGER NOT NULL, position INTEGER NOT NULL, time INTEGER NOT NULL,
        speaker TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (experience, position)) WITHOUT ROWID""",
    "INSERT INTO new_utterances SELECT experience, position, time, speaker, text FROM utterances",
    "DROP TABLE utterances",  # its index and trigger go with it
    "ALTER TABLE new_utterances RENAME TO utterances",
    "CREATE INDEX utterances_by_time ON utterances (time)",
    """CREATE TRIGGER namings_without_utterances AFTER DELETE ON utterances BEGIN
        DELETE FROM namings WHERE last >= old.experience
            AND first = (SELECT max(first) FROM namings WHERE first <= old.experience);
    END""",
)


def sixth(connection: sqlite3.Connection) -> None:
    """How far a task came, which outlives its log; longer lifetimes."""
    for statement in _SIXTH:
        connection.execute(statement)


_SIXTH = (
    # remaining (a JSON list) is what was left to be done in the end, part whether a part of it all came about.
    "ALTER TABLE tasks ADD COLUMN remaining TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE tasks ADD COLUMN part INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tasks ADD COLUMN began INTEGER",
    # Deeds and words for a week, tasks for a month, days for two (memory.levels); who chose others keeps those.
    "UPDATE lifetimes SET span = 691200000000 WHERE level >= 3 AND span = 86400000000",
    """UPDATE nodes SET expires = expires + 604800000000 * (1 << max(min(level, 20) - 3, 0))
        WHERE level >= 3 AND expires IS NOT NULL AND forgotten IS NULL
        AND (SELECT span FROM lifetimes WHERE lifetimes.level = min(nodes.level, 4)) = 691200000000""",
)


def seventh(connection: sqlite3.Connection) -> None:
    """Where something was erased: that, not what, so that nothing is made of the half that is left."""
    connection.execute("CREATE TABLE erased_spans (first INTEGER PRIMARY KEY, last INTEGER NOT NULL)")


def eighth(connection: sqlite3.Connection) -> None:
    """Episodes of assistance, and what is known of users from them."""
    for statement in _EIGHTH:
        connection.execute(statement)


_EIGHTH = (
    # turns is a JSON list of [thought, action, observation, success]; name is what the episode is called elsewhere.
    """CREATE TABLE assistance (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, home TEXT NOT NULL, user TEXT NOT NULL,
        time INTEGER NOT NULL, instruction TEXT NOT NULL, turns TEXT NOT NULL)""",
    "CREATE INDEX assistance_by_home ON assistance (home)",
    # One item of knowledge of a user with all that hangs on it: elements is a JSON object of its steps and objects.
    # ended is when it was corrected (then successor is what holds since) or taken back.
    """CREATE TABLE knowledge (
        id INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, home TEXT NOT NULL, time INTEGER NOT NULL,
        type TEXT NOT NULL, subtype TEXT NOT NULL, alias TEXT NOT NULL, description TEXT NOT NULL,
        source TEXT NOT NULL, elements TEXT NOT NULL, ended INTEGER, successor INTEGER)""",
    "CREATE INDEX knowledge_by_user ON knowledge (user, home)",
)


def ninth(connection: sqlite3.Connection) -> None:
    """How sure a deed is that was only seen; of those without a row the agent knows what it did.

    A row outlives its experience and its interaction, which may yet be brought back; numbers are never given out twice.
    """
    connection.execute("CREATE TABLE seen_deeds (experience INTEGER PRIMARY KEY, confidence REAL NOT NULL)")


def tenth(connection: sqlite3.Connection) -> None:
    """A smaller index; and from here on scenes and undo records may be written in fewer bytes.

    Those forms (``memory.scene_relations``, ``memory.file.undo_payload``) are read beside the older ones, so that no
    row is changed here; the number keeps an older homebody, which knows only those, from such a file.
    """
    for statement in _TENTH:
        connection.execute(statement)


_TENTH = (
    # By their time entries are only sought to leave the log, which those that can be undone do not.
    "DROP INDEX forget_log_by_time",
    "CREATE INDEX forget_log_by_time ON forget_log (time) WHERE grave_until IS NULL",
)
