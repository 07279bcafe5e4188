"""Saving what can be read of a damaged memory into a new file, and saying what was lost.

Rows are read one by one (``memory.repair.salvage``), those that make sense are kept, and what is derived is made
again: the text index, what was where when, the nodes as far as they no longer tile the history
(``memory.repair.rebuilding``). The old file is not touched.
"""

from __future__ import annotations

import json
import os
import sqlite3
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from envs.errors import AlreadyExists, Damaged
from envs.files.leftovers import part_of
from envs.files.writing import written
from memory import scene_relations
from memory.file import completing, opening, schema
from memory.file.text_index import FILLING
from memory.file.undo_payload import unpacked
from memory.repair.rebuilding import RebuiltTree, regrow
from memory.repair.salvage import Salvage, salvaging
from memory.settings import settings_from
from memory.soundness.cells import RowValues, TableSchema, expected, parsed
from memory.soundness.checking import examine
from memory.soundness.tree import IN_A_GOAL
from memory.soundness.undo_rows import undo_record_problem
from memory.store.database import Store, microseconds, moment

Tell = Callable[[str], object]
_FIRST = ("objects", "looks", "scenes", "experiences", "forget_log", "nodes", "tasks")


@dataclass(frozen=True)
class LostSpan:
    """A stretch of the past of which nothing could be saved.

    Attributes:
        start: Time of what was saved before it, None at the beginning.
        end: Time of what was saved after it, None at the end.
        experiences: How many are missing.
    """

    start: datetime | None
    end: datetime | None
    experiences: int


@dataclass
class RepairReport:
    """What became of a memory.

    Attributes:
        kept: Rows saved, by table.
        lost: Rows that could be read but made no sense, or spoke of what is gone, by table.
        unreadable: Places where rows may have been that cannot be read at all, by table.
        mended: Sentences about what was put right.
        gaps: Stretches of time of which experiences are missing.
        nodes: What became of the nodes.
    """

    kept: dict[str, int] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    unreadable: dict[str, int] = field(default_factory=dict)
    mended: list[str] = field(default_factory=list)
    gaps: tuple[LostSpan, ...] = ()
    nodes: RebuiltTree = field(default_factory=lambda: RebuiltTree({}, {}, 0))

    @property
    def whole(self) -> bool:
        """Whether nothing was lost."""
        return not (+self.lost or self.unreadable or self.gaps or self.nodes.dropped)


def repair(path: Path, target: Path, tell: Tell = lambda part: None) -> RepairReport:
    """Save what can be read of a memory into a new file, which appears when it is whole and sound.

    Args:
        path: The damaged memory; it is not changed.
        target: The new file.
        tell: Told what is done next.

    Raises:
        AlreadyExists: There is something at ``target``.
        BadInput: There is no file at ``path``, nothing in it can be read as a memory, or ``target`` cannot be written.
        TryAgain: Somebody is writing ``path``, or the disk is full.
    """
    path, target = Path(path), Path(target)
    if os.path.lexists(target):
        raise AlreadyExists(f"{target} exists; choose another name for what is saved, or remove it first")
    opening.check_there(path)
    completing.complete_for_reader(path)
    with written(target, "nothing was saved"), part_of(target) as part:
        copy = part.with_name(f"{part.name}-old")
        with salvaging(path, copy) as salvage:
            done = _fill(salvage, part, tell)
        _grow(part, done, tell)
        tell("looking at what was saved")
        problems = examine(part)
        if problems:
            raise Damaged(f"{path} cannot be repaired ({problems[0]}); restore it from a copy")
        os.replace(part, target)
    return done


def _fill(salvage: Salvage, part: Path, tell: Tell) -> RepairReport:
    """The rows, and what they need of each other; without nodes that tile."""
    done = RepairReport()
    with closing(opening.connect(part, readonly=False)) as new, opening.explained(part):
        new.execute("PRAGMA journal_mode = DELETE")
        schema.migrate(new, part, readonly=False)
        new.execute("PRAGMA foreign_keys = OFF")
        new.execute("BEGIN")
        triggers = new.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            new.execute(f"DROP TRIGGER {name}")
        tables, _ = expected()
        for table in sorted(tables.values(), key=lambda one: (*_FIRST, one.name).index(one.name)):
            tell(f"table {table.name}")
            _copy(salvage, new, table, done)
        _mend(_Mending(new, done), salvage)
        for _, sql in triggers:
            new.execute(sql)
        new.execute("INSERT INTO node_text (node_text) VALUES ('rebuild')")
        new.execute("COMMIT")
    return done


_LEFT = frozenset({"namings", "buried_scenes"})  # told again from the rest


def _copy(salvage: Salvage, new: sqlite3.Connection, table: TableSchema, done: RepairReport) -> None:
    if table.name in _LEFT:
        return
    kept = 0
    if table.name != "lifetimes":
        new.execute(f"DELETE FROM {table.name} {'WHERE key <> ' + repr('schema') if table.name == 'meta' else ''}")
    verb = "REPLACE" if table.name == "lifetimes" else "IGNORE"
    sql = f"INSERT OR {verb} INTO {table.name} ({table.names}) VALUES ({', '.join('?' * len(table.columns))})"
    for row in salvage.rows(table):
        if table.name == "meta" and not _is_setting(row):
            continue
        new_row = new.execute(sql, row).rowcount
        kept += new_row
        done.lost[table.name] += not new_row
    lost = salvage.lost[table.name]
    done.kept[table.name] = kept
    done.lost[table.name] += lost.rows
    if lost.stretches:
        done.unreadable[table.name] = lost.stretches


def _is_setting(row: RowValues) -> bool:
    if row[0] != "forgetting":
        return row[0] not in ("schema", FILLING)
    try:
        settings_from(row[1])
    except (ValueError, TypeError, KeyError, OverflowError):
        return False
    return True


# -- what rows need of each other


class _Mending:
    """Statements on the new file, counted."""

    def __init__(self, new: sqlite3.Connection, done: RepairReport) -> None:
        self.new = new
        self.done = done

    def drop(self, table: str, where: str) -> None:
        """Rows that speak of what is gone."""
        self.done.lost[table] += self.new.execute(f"DELETE FROM {table} WHERE {where}").rowcount

    def put_right(self, sql: str, sentence: str, *values: object) -> None:
        """A change that is told when it was needed."""
        count = self.new.execute(sql, values).rowcount
        if count > 0:
            self.done.mended.append(sentence.format(count))

    def rows(self, sql: str) -> list[RowValues]:
        return self.new.execute(sql).fetchall()


def _mend(on: _Mending, salvage: Salvage) -> None:
    on.drop("looks", "object NOT IN (SELECT id FROM objects)")
    _mend_scenes(on)
    on.put_right(
        """INSERT INTO scenes SELECT DISTINCT scene, '[]', '[]' FROM experiences
        WHERE scene NOT IN (SELECT id FROM scenes)""",
        "{} scenes are gone; what was done and said in them stays",
    )
    _mend_times(on)
    on.drop("utterances", f"experience NOT IN (SELECT id FROM experiences) AND NOT {IN_A_GOAL}")
    for column in ("thing", "target", "origin"):
        on.put_right(
            f"UPDATE interactions SET {column} = NULL WHERE {column} NOT IN (SELECT id FROM objects)",
            f"{{}} deeds no longer know their {column}",
        )
    on.drop("vectors", "node NOT IN (SELECT id FROM nodes)")
    on.drop(
        "vectors",
        """EXISTS (SELECT 1 FROM vectors v WHERE v.model = vectors.model AND length(v.value) <> length(vectors.value))
        AND length(value) <> (SELECT length(value) FROM vectors v WHERE v.model = vectors.model
            GROUP BY length(value) ORDER BY count(*) DESC LIMIT 1)""",
    )
    on.new.execute("UPDATE tasks SET parent = NULL WHERE parent >= id OR parent NOT IN (SELECT id FROM tasks)")
    on.drop("task_entries", "task NOT IN (SELECT id FROM tasks)")
    on.new.execute("UPDATE nodes SET parent = NULL WHERE parent NOT IN (SELECT id FROM nodes)")
    on.new.execute("DELETE FROM sightings")  # made again from the scenes
    _mend_undo_records(on)
    _mend_counts(on)
    _mend_counters(on, salvage)


def _mend_scenes(on: _Mending) -> None:
    """Scenes show things that are there, each once."""
    owner = dict(on.rows("SELECT id, object FROM looks"))
    names = dict(on.rows("SELECT id, object_id FROM objects"))
    changed = 0
    for scene, listed, related in on.rows("SELECT id, looks, relations FROM scenes"):
        looks = parsed(listed)
        seen: dict[str, int] = {}
        for index, look in enumerate(looks):
            if look in owner:
                seen.setdefault(names[owner[look]], index)
        if len(seen) == len(looks):
            continue
        place = {index: number for number, index in enumerate(seen.values())} | {-1: -1}
        told = scene_relations.listed(parsed(related))
        kept = [[place[h], word, place[t]] for h, word, t in told if h in place and t in place]
        shown = json.dumps([looks[i] for i in seen.values()], separators=(",", ":"))
        on.new.execute(
            "UPDATE scenes SET looks = ?, relations = ? WHERE id = ?", (shown, scene_relations.written(kept), scene)
        )
        changed += 1
    if changed:
        on.done.mended.append(f"{changed} scenes show less than they did")


def _mend_times(on: _Mending) -> None:
    """Time does not go back within an episode: the fewest experiences get the time of the one before."""
    episodes: dict[str, list[tuple[int, int]]] = {}
    for number, episode, time in on.rows("SELECT id, episode, time FROM experiences ORDER BY id"):
        episodes.setdefault(episode, []).append((number, time))
    changed = 0
    for lived in episodes.values():
        right = _longest_rising([time for _, time in lived])
        if len(right) == len(lived):
            continue
        time = lived[next(iter(right))][1]
        for index, (number, told) in enumerate(lived):
            time = told if index in right else time
            changed += on.new.execute(
                "UPDATE experiences SET time = ? WHERE id = ? AND time <> ?", (time, number, time)
            ).rowcount
    if changed:
        on.done.mended.append(f"{changed} experiences have the time of the one before, as theirs made no sense")


def _longest_rising(values: Sequence[int]) -> dict[int, None]:
    """Indices of a longest run of values, gaps allowed, that never falls; in order."""
    ends: list[int] = []
    places: list[int] = []
    before: list[int | None] = []
    for index, value in enumerate(values):
        place = bisect_right(ends, value)
        before.append(places[place - 1] if place else None)
        ends[place : place + 1] = [value]
        places[place : place + 1] = [index]
    found: list[int] = []
    at = places[-1] if places else None
    while at is not None:
        found.append(at)
        at = before[at]
    return dict.fromkeys(reversed(found))


def _mend_undo_records(on: _Mending) -> None:
    """Undo records that can be read stay, with their scenes."""
    for log, payload in on.rows("SELECT log, payload FROM grave"):
        content = parsed(unpacked(payload))
        if undo_record_problem(on.new, log, payload) is not None:
            on.done.lost["grave"] += on.new.execute("DELETE FROM grave WHERE log = ?", (log,)).rowcount
            continue
        for scene in {row[12] for row in content["experiences"]}:
            on.new.execute("INSERT OR IGNORE INTO buried_scenes VALUES (?, ?)", (scene, log))
    on.new.execute("UPDATE forget_log SET grave_until = NULL WHERE id NOT IN (SELECT log FROM grave)")
    on.new.execute(
        """DELETE FROM scenes WHERE id NOT IN (SELECT scene FROM experiences)
        AND id NOT IN (SELECT scene FROM buried_scenes)"""
    )


def _mend_counts(on: _Mending) -> None:
    on.new.execute("UPDATE looks SET uses = 0")
    schema.count_looks(on.new)
    on.new.execute("DELETE FROM looks WHERE uses = 0")


def _mend_counters(on: _Mending, salvage: Salvage) -> None:
    """Numbers that were given out stay given out."""
    tables, sql = expected()
    for name in tables:
        if "AUTOINCREMENT" not in sql["table", name]:
            continue
        key = tables[name].key[0]
        given = salvage.number(f"SELECT seq FROM sqlite_sequence WHERE name = '{name}'")
        highest = on.rows(f"SELECT coalesce(max({key}), 0) FROM {name}")[0][0]
        if given > 2 * highest + 1_000_000:  # a damaged counter must not use up the numbers
            given = highest
        on.new.execute("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
        if max(given, highest):
            on.new.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (name, max(given, highest)))


# -- what is made again


def _grow(part: Path, done: RepairReport, tell: Tell) -> None:
    with Store.open(part) as store:
        tell("what was where when")
        with store.transaction():
            numbers = store.numbers(0, (1 << 62))
            store.index.rebuild((n, microseconds((one := store.experience(n)).time), one) for n in numbers)
            store.reload()
        tell("nodes")
        before = {node for (node,) in store.rows("SELECT node FROM vectors")}
        done.nodes = regrow(store)
        gone = before - {node for (node,) in store.rows("SELECT node FROM vectors")}
        done.lost["vectors"] += len(gone)
        with store.transaction():
            store.write("DELETE FROM grave WHERE log IN (SELECT value FROM json_each(?))", json.dumps(_unopened(store)))
            store.write("UPDATE forget_log SET grave_until = NULL WHERE id NOT IN (SELECT log FROM grave)")
        done.gaps = tuple(_gaps(store, numbers))
        tell("text index")
        store.scrub()
    for name in ("sightings", *_LEFT):
        done.lost.pop(name, None)
        done.kept.pop(name, None)
        done.unreadable.pop(name, None)


def _unopened(store: Store) -> list[int]:
    rows = store.rows("SELECT log, payload FROM grave")
    return [log for log, payload in rows if undo_record_problem(store.connection, log, payload) is not None]


def _gaps(store: Store, numbers: Sequence[int]) -> Iterable[LostSpan]:
    """Stretches of numbers that were given out, and are neither there nor known to be forgotten."""
    (newest,) = store.row("SELECT seq FROM sqlite_sequence WHERE name = 'experiences'") or (0,)
    known = store.rows(
        """SELECT first, last FROM nodes WHERE forgotten IS NOT NULL UNION ALL
        SELECT first, last FROM forget_log WHERE undone IS NULL ORDER BY first"""
    )
    spans = sorted([*known, *((number, number) for number in numbers)])
    reached = 0
    for first, last in [*spans, (newest + 1, newest + 1)]:
        if first > reached + 1:
            yield LostSpan(_time(store, reached, "<=", "DESC"), _time(store, first, ">=", "ASC"), first - reached - 1)
        reached = max(reached, last)


def _time(store: Store, number: int, sign: str, order: str) -> datetime | None:
    row = store.row(f"SELECT time FROM experiences WHERE id {sign} ? ORDER BY id {order} LIMIT 1", number)
    return moment(row[0]) if row else None
