"""Rows that hold words: where they lie, and how words are taken out of them.

All functions that change rows belong in a transaction. Those that change many of a table do so in pieces, and are
iterated over: between two pieces what was written so far can stand as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from memory import scene_relations
from memory.file.undo_payload import unpacked
from memory.levels import EVENT, GOAL
from memory.store.database import Store

Rows = list[tuple[Any, ...]]

TEXTS = {
    "undoable": "SELECT log, payload FROM grave ORDER BY log",
    "objects": "SELECT id, object_id, type FROM objects",
    "looks": "SELECT object, name FROM looks",
    "utterances": "SELECT experience, speaker, text, position FROM utterances",
    "images": "SELECT id, image FROM experiences WHERE image IS NOT NULL",
    "held": "SELECT id, held FROM experiences WHERE held IS NOT NULL",
    "goal": "SELECT id, goal FROM experiences WHERE goal IS NOT NULL",
    "task": "SELECT id, task FROM experiences WHERE task IS NOT NULL",
    "action": "SELECT id, action FROM experiences WHERE action IS NOT NULL",
    "node_tasks": "SELECT id, task FROM nodes WHERE task IS NOT NULL",
    "lines": "SELECT id, summary, detail FROM nodes",
    "log": "SELECT id, summary, reason FROM forget_log",
    "calls": "SELECT id, outcome FROM calls",
    "rules": "SELECT number, text, source FROM rules",
    "facts": "SELECT id, text, subject, speaker FROM facts",
    "assistance": "SELECT id, name, home, user, instruction, turns FROM assistance",
    "knowledge": "SELECT id, user, home, alias, description, source, elements FROM knowledge",
    "versions": "SELECT version, feedback, note FROM rule_versions",
}
"""Where words lie that are looked at row by row: each row a number, then texts."""
BLANKED = ("held", "goal", "task", "action")
"""Columns of experiences that are emptied one by one."""


def rows_with_text(store: Store, place: str) -> Rows:
    """All rows of a place of ``TEXTS``: a number, then texts."""
    rows = store.rows(TEXTS[place])
    return [(log, unpacked(payload)) for log, payload in rows] if place == "undoable" else rows


def schema_text(store: Store) -> str:
    """The words of the file format itself, as they lie in every file."""
    return " ".join(str(sql) for (sql,) in store.rows("SELECT sql FROM sqlite_master"))


def format_words(store: Store) -> list[str]:
    """Texts in rows that every memory has: names of what is noted, of settings, and of counted tables."""
    names = "SELECT key FROM meta UNION ALL SELECT k FROM node_text_config UNION ALL SELECT name FROM sqlite_sequence"
    return [str(name) for (name,) in store.rows(names)]


# -- things


def undoable_showing(store: Store, objects: Iterable[int]) -> set[int]:
    """Log entries whose content, kept to be undone, shows one of the objects."""
    rows = store.rows(
        f"""SELECT DISTINCT b.log FROM buried_scenes b JOIN scenes s ON s.id = b.scene JOIN json_each(s.looks) j
        JOIN looks l ON l.id = j.value WHERE l.object IN ({_list(objects)})"""
    )
    return {log for (log,) in rows}


def deeds_with(store: Store, objects: Iterable[int]) -> list[int]:
    """Experiences in which something was done with one of the objects."""
    listed = _list(objects)
    acted = f"thing IN ({listed}) OR target IN ({listed}) OR origin IN ({listed})"
    return [number for (number,) in store.rows(f"SELECT experience FROM interactions WHERE {acted}")]


def remove_changes(store: Store, objects: Iterable[int], most: int) -> Iterator[None]:
    """Of objects with which something was done, leave what was seen of them last. In pieces as below."""
    sides = (f"SELECT {side} FROM interactions WHERE {side} IS NOT NULL" for side in ("thing", "target", "origin"))
    newest = "SELECT max(id) FROM sightings GROUP BY object"
    where = f"object IN ({_list(objects)}) AND object IN ({' UNION '.join(sides)}) AND id NOT IN ({newest})"
    yield from _in_pieces(store, "DELETE FROM sightings", "sightings", where, most)


def looks_of(store: Store, objects: Iterable[int]) -> set[int]:
    """Rows of how the objects looked."""
    return {look for (look,) in store.rows(f"SELECT id FROM looks WHERE object IN ({_list(objects)})")}


def remove_objects(store: Store, objects: Iterable[int], most: int) -> Iterator[None]:
    """Take objects with their sightings and looks out, in pieces of so many rows (-1 for all at once)."""
    listed = _list(objects)
    yield from _in_pieces(store, "DELETE FROM sightings", "sightings", f"object IN ({listed})", most)
    yield from _in_pieces(store, "UPDATE sightings SET place = NULL", "sightings", f"place IN ({listed})", most)
    yield from _in_pieces(store, "DELETE FROM looks", "looks", f"object IN ({listed})", most)
    yield from _in_pieces(store, "DELETE FROM objects", "objects", f"id IN ({listed})", most)


def remove_namings(store: Store, most: int) -> Iterator[None]:
    """Forget which tasks were told of; a copy, which is made again from what is left. In pieces as above."""
    yield from _in_pieces(store, "DELETE FROM namings", "namings", "TRUE", most)


def _in_pieces(store: Store, change: str, table: str, where: str, most: int) -> Iterator[None]:
    """Change rows until there are none that are to be."""
    chosen = f"SELECT rowid FROM {table} WHERE {where} LIMIT {most}"
    while store.write(f"{change} WHERE rowid IN ({chosen})").rowcount:
        yield


# -- scenes


def scenes(store: Store) -> list[tuple[int, list[int]]]:
    """Id and looks of all scenes, in order."""
    return [(scene, json.loads(looks)) for scene, looks in store.rows("SELECT id, looks FROM scenes ORDER BY id")]


def relations(store: Store, scene: int) -> list[list[Any]]:
    """Head, predicate and tail of the relations of a scene; the ends are places in its list of looks, -1 the hand."""
    [(listed,)] = store.rows("SELECT relations FROM scenes WHERE id = ?", scene)
    return scene_relations.listed(json.loads(listed))


def use_look_less(store: Store, look: int) -> None:
    """Count a look once less: one run of scenes shows it no more."""
    store.write("UPDATE looks SET uses = uses - 1 WHERE id = ?", look)


def set_scene(store: Store, scene: int, looks: list[int], related: list[list[Any]]) -> None:
    """Let a scene show something else; see ``relations``."""
    values = (json.dumps(looks, separators=(",", ":")), scene_relations.written(related))
    store.write("UPDATE scenes SET looks = ?, relations = ? WHERE id = ?", *values, scene)


def experiences_of(store: Store, scene: int) -> list[int]:
    """Numbers of the experiences of a scene."""
    return [number for (number,) in store.rows("SELECT id FROM experiences WHERE scene = ?", scene)]


# -- what was said and done


def remove_utterance(store: Store, number: int, position: int) -> None:
    """Take out what was said."""
    store.write("DELETE FROM utterances WHERE experience = ? AND position = ?", number, position)


def arguments(store: Store) -> Iterator[tuple[int, list[str], str]]:
    """Number, arguments and error of all experiences, as they are when it is begun to iterate."""
    for number, listed, error in store.rows("SELECT id, arguments, error FROM experiences"):
        yield number, json.loads(listed), error


def blank(store: Store, number: int, column: str) -> None:
    """Empty a column of ``BLANKED`` of an experience."""
    if column not in BLANKED:
        raise ValueError(f"{column!r} is none of {BLANKED}")
    store.write(f"UPDATE experiences SET {column} = NULL WHERE id = ?", number)


def remove_action(store: Store, number: int) -> None:
    """Let nothing have been done in an experience."""
    store.write(
        """UPDATE experiences SET action = NULL, arguments = '[]', success = NULL, error = '', held = NULL
        WHERE id = ?""",
        number,
    )
    store.write("DELETE FROM interactions WHERE experience = ?", number)
    store.write("DELETE FROM seen_deeds WHERE experience = ?", number)


def remove_image(store: Store, number: int) -> str | None:
    """Take the reference to its picture from an experience, and return it."""
    row = store.row("SELECT image FROM experiences WHERE id = ? AND image IS NOT NULL", number)
    if row is None:
        return None
    store.write("UPDATE experiences SET image = NULL WHERE id = ?", number)
    return row[0]


def episodes(store: Store) -> list[tuple[int, str]]:
    """Number of the first experience and name of every episode."""
    rows = store.rows(
        """SELECT min(number), name FROM (SELECT first AS number, episode AS name FROM nodes
        WHERE episode IS NOT NULL UNION ALL SELECT id, episode FROM experiences) GROUP BY name"""
    )
    return [(number, name) for number, name in rows]


def note_erased(store: Store, numbers: Iterable[int]) -> None:
    """Note that something was taken from experiences, or lay where they were."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number <= runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    for first, last in runs:
        note_erased_span(store, first, last)


def note_erased_span(store: Store, first: int, last: int) -> None:
    """Note that something was taken from all that was lived from one experience to another.

    Spans that touch are one, whatever the order they are noted in: erasing must not need room for a row a moment.
    """
    [(low, high)] = store.rows(
        "SELECT min(first), max(last) FROM erased_spans WHERE first <= ? AND last >= ?", last + 1, first - 1
    )
    if low is not None:
        first, last = min(first, low), max(last, high)
        store.write("DELETE FROM erased_spans WHERE first BETWEEN ? AND ?", first, last)
    store.write("INSERT INTO erased_spans VALUES (?, ?)", first, last)


def rename_episode(store: Store, name: str, new: str) -> None:
    """Give an episode another name."""
    for table in ("nodes", "experiences"):
        store.write(f"UPDATE {table} SET episode = ? WHERE episode = ?", new, name)


# -- lines


def remove_task(store: Store, node: int) -> None:
    """Let a goal have no task."""
    store.write("UPDATE nodes SET task = NULL WHERE id = ?", node)


def events_of(store: Store, numbers: Iterable[int]) -> set[int]:
    """The events that experiences lie in, as far as they are not forgotten."""
    rows = store.rows(
        """SELECT DISTINCT e.id FROM json_each(?) j CROSS JOIN nodes e ON e.id = (
            SELECT id FROM nodes WHERE level = ? AND first <= j.value ORDER BY first DESC LIMIT 1)
        WHERE e.forgotten IS NULL""",
        json.dumps(sorted(numbers)),
        EVENT,
    )
    return {node for (node,) in rows}


def lines_of(store: Store, nodes: Iterable[int]) -> list[tuple[int, int, int, int, str, str, bool]]:
    """Id, level, first, last, line, further lines of nodes, and whether they are forgotten; the lowest level first."""
    rows = store.rows(
        f"""SELECT id, level, first, last, summary, detail, forgotten IS NOT NULL FROM nodes
        WHERE id IN ({_list(sorted(nodes))}) ORDER BY level, first"""
    )
    return [(*row[:6], bool(row[6])) for row in rows]


def set_lines(store: Store, node: int, summary: str, detail: str) -> None:
    """Give a node other lines; what they mean is forgotten, too."""
    store.write("DELETE FROM vectors WHERE node = ?", node)
    store.write("UPDATE nodes SET summary = ?, detail = ? WHERE id = ?", summary, detail, node)


# -- log, calls, rules, tasks


def blank_log(store: Store, log: int, reason: str) -> None:
    """Let an entry of the forget log say nothing but a reason."""
    store.write("UPDATE forget_log SET summary = '', reason = ? WHERE id = ?", reason, log)


def blank_call(store: Store, call: int, outcome: str) -> None:
    """Let a call have ended in another way."""
    store.write("UPDATE calls SET outcome = ? WHERE id = ?", outcome, call)


def remove_rule(store: Store, number: int) -> None:
    """Take a rule out of all versions."""
    store.write("DELETE FROM rules WHERE number = ?", number)


def remove_fact(store: Store, number: int) -> None:
    """Take a fact out, as if nobody had told it."""
    store.write("DELETE FROM facts WHERE id = ?", number)
    store.write("UPDATE facts SET successor = NULL WHERE successor = ?", number)


def remove_assistance(store: Store, number: int) -> None:
    """Take an episode of assistance out."""
    store.write("DELETE FROM assistance WHERE id = ?", number)


def remove_knowledge(store: Store, number: int) -> None:
    """Take an item of knowledge of a user out, as if nobody had told it."""
    store.write("DELETE FROM knowledge WHERE id = ?", number)
    store.write("UPDATE knowledge SET successor = NULL WHERE successor = ?", number)


def blank_version(store: Store, version: int, note: str) -> None:
    """Let a version of the rules say nothing but a note."""
    store.write("UPDATE rule_versions SET feedback = '', note = ? WHERE version = ?", note, version)


def task_entries(store: Store) -> list[tuple[int, int, str, str, str, str]]:
    """Task, position, action, reason, contents and remaining (JSON) of all entries in the logs of tasks."""
    rows = store.rows("SELECT task, position, action, reason, contents, remaining FROM task_entries")
    return [tuple(row) for row in rows]  # type: ignore[misc]


def set_task_entry(store: Store, task: int, position: int, texts: tuple[str, str, str, str]) -> None:
    """Give an entry another action, reason, contents and remaining."""
    store.write(
        "UPDATE task_entries SET action = ?, reason = ?, contents = ?, remaining = ? WHERE task = ? AND position = ?",
        *(*texts, task, position),
    )


def set_task(store: Store, task: int, texts: tuple[str, ...]) -> None:
    """Give a task another name, parameters (JSON), request, state, status, note, words, requester and episode."""
    store.write(
        """UPDATE tasks SET name = ?, params = ?, request = ?, state = ?, status = ?, note = ?, words = ?,
        requester = ?, episode = ? WHERE id = ?""",
        *(*texts, task),
    )


# -- stretches of time


def whole_nodes(store: Store, start: int, end: int) -> list[tuple[int, int, int]]:
    """Id, first and last experience of nodes from events up that lie in a stretch of time and are remembered.

    The highest level first; none that reaches to the newest experience, which is the present.
    """
    return store.rows(  # type: ignore[return-value]
        """SELECT id, first, last FROM nodes WHERE level >= ? AND forgotten IS NULL AND start >= ? AND "end" <= ?
        AND last <> (SELECT max(id) FROM experiences) ORDER BY level DESC, first""",
        *(EVENT, start, end),
    )


def partly_in(store: Store, start: int, end: int) -> list[int]:
    """Ids of remembered nodes from goals up that reach into a stretch of time, the lowest level first."""
    rows = store.rows(
        """SELECT id FROM nodes WHERE level >= ? AND forgotten IS NULL AND start <= ? AND "end" >= ?
        ORDER BY level, first""",
        *(GOAL, end, start),
    )
    return [node for (node,) in rows]


def numbers_in(store: Store, start: int, end: int) -> list[int]:
    """Experiences of a stretch of time."""
    rows = store.rows("SELECT id FROM experiences WHERE time BETWEEN ? AND ? ORDER BY id", start, end)
    return [number for (number,) in rows]


def blank_placeholders(store: Store, start: int, end: int) -> None:
    """Let placeholders of a stretch of time say nothing."""
    store.write(
        """UPDATE nodes SET summary = '' WHERE forgotten IS NOT NULL AND start <= ? AND "end" >= ?""", end, start
    )


def log_of(store: Store, start: int, end: int) -> list[int]:
    """Entries of the forget log that tell of a stretch of time."""
    rows = store.rows("""SELECT id FROM forget_log WHERE start <= ? AND "end" >= ? ORDER BY id""", end, start)
    return [log for (log,) in rows]


def tasks_of(store: Store, start: int, end: int) -> list[tuple[int, str]]:
    """Number and status of the tasks that were asked for in a stretch of time."""
    return store.rows("SELECT id, status FROM tasks WHERE started BETWEEN ? AND ? ORDER BY id", start, end)  # type: ignore[return-value]


def empty_task(store: Store, task: int, status: str, note: str) -> None:
    """Let a task be nothing but a number, a time and how it ended."""
    store.write("DELETE FROM task_entries WHERE task = ?", task)
    set_task(store, task, (f"#{task}", "[]", "", "", status, note, "", "", ""))
    store.write("UPDATE tasks SET remaining = '[]', part = 0 WHERE id = ?", task)


def facts_of(store: Store, start: int, end: int) -> list[int]:
    """Facts that were told in a stretch of time."""
    return [one for (one,) in store.rows("SELECT id FROM facts WHERE time BETWEEN ? AND ?", start, end)]


def assistance_of(store: Store, start: int, end: int) -> tuple[list[int], list[int]]:
    """Episodes of assistance, and items of knowledge, of a stretch of time."""
    found = (
        [one for (one,) in store.rows(f"SELECT id FROM {table} WHERE time BETWEEN ? AND ?", start, end)]
        for table in ("assistance", "knowledge")
    )
    episodes, items = found
    return episodes, items


def utterances_of(store: Store, start: int, end: int) -> list[tuple[int, int]]:
    """Experience and place in it of what was said in a stretch of time."""
    return store.rows("SELECT experience, position FROM utterances WHERE time BETWEEN ? AND ?", start, end)  # type: ignore[return-value]


def _list(numbers: Iterable[int]) -> str:
    """Numbers as they stand between the brackets of a query."""
    return re.sub(r"[\[\]]", "", json.dumps(list(numbers)))
