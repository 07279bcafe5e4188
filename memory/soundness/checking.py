"""Whether a memory file is sound: everything of which some command would make an error later is found here first.

The file is opened to be read only, and nothing is created beside it. Problems are lines for people; what is no damage
(somebody has locked the file, it may not be read, it is not there) is raised.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from envs.errors import Damaged, HomebodyError
from memory.file import completing, opening, schema, text_index
from memory.file.meter import MOST_STEPS
from memory.levels import SCENE, SUMMARY
from memory.settings import settings_from
from memory.soundness.cells import NoText, TableSchema, as_text, expected, parsed, row_problem, schema_sql
from memory.soundness.tree import IN_A_GOAL, tree_problems
from memory.soundness.undo_rows import undo_record_problem
from memory.unfinished import unfinished_from

MOST = 5
"""Problems of one kind that are told one by one; the others are counted."""

_STEPS = 100 * MOST_STEPS  # of one statement here, which reads all that is remembered
_TEXT_INDEX = """SELECT term, doc, col, "offset" FROM {0} EXCEPT SELECT term, doc, col, "offset" FROM {1} LIMIT 1"""
_LOGS_WITHOUT = "SELECT scene, log FROM buried_scenes WHERE scene NOT IN (SELECT id FROM scenes)"


def examine(path: Path, tell: Callable[[str], object] = lambda part: None) -> list[str]:
    """Everything that is wrong inside a memory file, one line each; empty when it is sound.

    Args:
        path: The file.
        tell: Told what is looked at next.

    Raises:
        BadInput: There is no such file, it may not be read, is cut short, or is no memory of this version.
        TryAgain: Another program has locked it, or the disk does not answer.
    """
    path = Path(path)
    opening.check_file(path, begin=False)
    completing.complete_for_reader(path)
    before = _standing(path)
    if before is not None:
        found = _examined(path, tell, still=True)
        if _standing(path) == before:
            return found
    return _examined(path, tell, still=False)  # somebody writes: read what is of one moment, as any reader does


def _standing(path: Path) -> tuple[int, int, int] | None:
    """What tells that a file has changed; None when it has a journal, which a reader must take part in."""
    name = opening.located(path)
    if any(name.with_name(name.name + ending).exists() for ending in ("-wal", "-journal")):
        return None
    found = os.stat(name)
    return found.st_ino, found.st_size, found.st_mtime_ns


def _examined(path: Path, tell: Callable[[str], object], still: bool) -> list[str]:
    try:
        with closing(opening.connect(path, readonly=True, still=still)) as connection:
            connection.text_factory = as_text
            connection.limit(_STEPS)
            return _Examination(connection, path, tell).run()
    except Damaged as error:
        return [str(error.__cause__ or error)]
    except UnicodeDecodeError:  # what SQLite says quotes the file
        return ["the schema is not text"]


class _Examination:
    """One look at one file."""

    def __init__(self, connection: sqlite3.Connection, path: Path, tell: Callable[[str], object]) -> None:
        self._connection = connection
        self._path = path
        self._tell = tell
        self._problems: list[str] = []

    def run(self) -> list[str]:
        with opening.explained(self._path):
            self._connection.execute("BEGIN")
            found = schema.version(self._connection, self._path)
            schema.refuse_other(found, self._path)
        for name, part in self._parts():
            self._tell(name)
            with self._reading(name):
                part()
        return self._problems

    def _parts(self) -> Iterator[tuple[str, Callable[[], None]]]:
        yield "schema", self._schema
        if self._problems:
            return  # nothing else can be asked of a file without its tables
        yield "pages", self._pages
        tables, _ = expected()
        sound = True
        for table in tables.values():
            count = len(self._problems)
            yield f"table {table.name}", lambda table=table: self._rows(table)
            sound = sound and len(self._problems) == count
        if not sound:
            return  # what follows reads these rows
        yield "settings", self._settings
        yield "scenes", self._scenes
        yield "nodes", lambda: self._problems.extend(tree_problems(self._connection, MOST))
        yield "undo records", self._undo_records
        yield "ids", self._counters
        if text_index.is_whole(self._connection):  # else the next to write the memory fills it
            yield "text index", self._text_index

    @contextmanager
    def _reading(self, part: str) -> Iterator[None]:
        try:
            yield
        except UnicodeDecodeError:  # what SQLite says quotes the file
            self._problems.append(f"{part}: is not text")
        except sqlite3.Error as error:
            known = opening.explanation(error, self._path)
            if known is not None and not isinstance(known, Damaged):
                raise known from error
            self._problems.append(f"{part}: {error}")

    def _add(self, kind: str, problems: list[str]) -> None:
        self._problems += problems[:MOST]
        if len(problems) > MOST:
            self._problems.append(f"… and {len(problems) - MOST} more in {kind}")

    def _schema(self) -> None:
        (integrity,) = self._connection.execute("PRAGMA integrity_check(1)").fetchone()
        _, wanted = expected()
        found = schema_sql(self._connection)
        missing = [f"{kind} {name} is missing" for kind, name in wanted if (kind, name) not in found]
        if not text_index.is_whole(self._connection):
            missing = [line for line in missing if line.removesuffix(" is missing")[8:] not in text_index.triggers()]
        other = [f"{kind} {name} is not ours" for kind, name in found if (kind, name) not in wanted]
        changed = [f"{kind} {name} is another than ours" for kind, name in wanted if (kind, name) in found]
        changed = [
            line
            for line, key in zip(changed, [key for key in wanted if key in found], strict=True)
            if found[key] != wanted[key]
        ]
        if integrity != "ok" and (missing or other or changed):
            self._problems.append(str(integrity))
        self._add("the schema", missing + other + changed)

    def _pages(self) -> None:
        self._add(
            "pages", [str(line) for (line,) in self._connection.execute("PRAGMA integrity_check") if line != "ok"]
        )
        rows = self._connection.execute("PRAGMA foreign_key_check").fetchall()
        self._add("references", [f"dangling reference in table {row[0]}, row {row[1]}" for row in rows])

    def _rows(self, table: TableSchema) -> None:
        problems = []
        for row in self._connection.execute(f"SELECT {table.names} FROM {table.name}"):
            problem = row_problem(table, row)
            if problem is not None:
                key = ", ".join(
                    str(row[table.at(name)])[:40] for name in table.key if not _unreadable(row, table, name)
                )
                problems.append(f"table {table.name}, row {key}: {problem}")
        self._add(f"table {table.name}", problems)

    def _settings(self) -> None:
        ask = self._connection.execute
        row = ask("SELECT value FROM meta WHERE key = 'forgetting'").fetchone()
        try:
            settings_from(row[0] if row else None)
        except (ValueError, TypeError, KeyError, OverflowError):
            self._problems.append("table meta: the settings of forgetting cannot be read")
        row = ask("SELECT value FROM meta WHERE key = 'erasing'").fetchone()
        try:
            _ = unfinished_from(row[0]) if row else None
        except (ValueError, TypeError, KeyError):
            self._problems.append("table meta: the note of an erasing that was cut off cannot be read")
        if ask("SELECT count(*) FROM lifetimes").fetchone()[0] != SUMMARY - SCENE + 1:
            self._problems.append("table lifetimes: a level has no lifetime")
        wide = ask(
            "SELECT model FROM vectors GROUP BY model HAVING min(length(value)) <> max(length(value))"
        ).fetchall()
        self._add("vectors", [f"vectors of {model} differ in length" for (model,) in wide])
        lost = ask(
            f"""SELECT experience FROM utterances WHERE experience NOT IN (SELECT id FROM experiences)
            AND NOT {IN_A_GOAL}"""
        ).fetchall()
        self._add("utterances", [f"what was said in {number} lies in nothing that is remembered" for (number,) in lost])
        early = ask("SELECT id FROM tasks WHERE parent >= id").fetchall()
        self._add("tasks", [f"task {number} interrupted one that came after it" for (number,) in early])

    def _scenes(self) -> None:
        """Looks that scenes show, and in how many runs each is shown."""
        looks = {
            look: (owner, uses) for look, owner, uses in self._connection.execute("SELECT id, object, uses FROM looks")
        }
        names = dict(self._connection.execute("SELECT id, object_id FROM objects"))
        uses: Counter[int] = Counter()
        before: frozenset[int] = frozenset()
        problems = []
        for scene, listed in self._connection.execute("SELECT id, looks FROM scenes ORDER BY id"):
            shown = parsed(listed)
            owners = [names.get(looks[look][0]) if look in looks else None for look in shown]
            if None in owners:
                problems.append(f"scene {scene} shows a thing that is not there")
            elif len(set(owners)) < len(owners):
                problems.append(f"scene {scene} shows a thing twice")
            now = frozenset(shown)
            uses.update(now - before)
            before = now
        problems += [
            f"look {look} is counted {kept} times, not {uses[look]}"
            for look, (_, kept) in looks.items()
            if kept != uses[look]
        ]
        self._add("scenes", problems)

    def _undo_records(self) -> None:
        problems = []
        for log, payload in self._connection.execute("SELECT log, payload FROM grave ORDER BY log").fetchall():
            problem = undo_record_problem(self._connection, log, payload)
            if problem is not None:
                problems.append(f"undo record {log}: {problem}")
        lost = self._connection.execute(_LOGS_WITHOUT)
        problems += [f"undo record {log}: scene {scene} is gone" for scene, log in lost]
        self._add("undo records", problems)

    def _counters(self) -> None:
        """Ids that were given out are never given out again."""
        _, wanted = expected()
        counted = dict(self._connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        for kind, name in wanted:
            if kind == "table" and "AUTOINCREMENT" in wanted[kind, name]:
                key = expected()[0][name].key[0]
                (highest,) = self._connection.execute(f"SELECT max({key}) FROM {name}").fetchone()
                given = counted.get(name, 0)
                if type(given) is not int or (highest or 0) > given:
                    self._problems.append(f"table {name} would give out numbers again")

    def _text_index(self) -> None:
        """Build the text index again, aside, and compare."""
        run = self._connection.execute
        run("CREATE VIRTUAL TABLE temp.again USING fts5(summary, detail, tokenize = 'porter unicode61')")
        run("INSERT INTO temp.again (rowid, summary, detail) SELECT id, summary, detail FROM indexed_nodes")
        run("CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, node_text, instance)")
        run("CREATE VIRTUAL TABLE temp.wanted_words USING fts5vocab(temp, again, instance)")
        tables = ("temp.found_words", "temp.wanted_words")
        for one, other in (tables, tables[::-1]):
            if run(_TEXT_INDEX.format(one, other)).fetchone():
                self._problems.append("text index: it does not hold the words of the nodes")
                return
        if (
            run("SELECT count(*) FROM node_text_docsize").fetchone()
            != run("SELECT count(*) FROM indexed_nodes").fetchone()
        ):
            self._problems.append("text index: it does not hold the nodes")


def _unreadable(row: tuple, table: TableSchema, name: str) -> bool:
    return isinstance(row[table.at(name)], NoText)


def refuse_damaged(path: Path, error: Exception) -> None:
    """Say of a file that it is damaged, if that is why something went wrong; come back if it is not.

    Raises:
        Damaged: It is.
    """
    try:
        problems = examine(path)
    except Damaged as told:
        raise told from error
    except HomebodyError:
        return
    if problems:
        raise opening.damaged(path, problems[0], len(problems) - 1) from error
