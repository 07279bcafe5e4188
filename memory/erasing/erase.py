"""The right to be forgotten: everything about something is taken out of the memory, and out of the bytes of its file.

Forgetting goes by time and keeps lines and placeholders; erasing goes by words and leaves none: objects with their
looks, places and pictures, deeds, speech, tasks and their logs, lines of nodes and placeholders, the forget log,
graves, rules and the feedback they came from, vectors, the text index. What was lived stays something that was lived,
without it.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from envs.errors import BadInput, NoRoom
from memory.building.drafts import EventDraft
from memory.erasing.tasks import erase_in_tasks
from memory.erasing.words import Words, terms_of
from memory.forgetting.retelling import NOTHING, Mender
from memory.forgetting.undo_store import empty_grave
from memory.levels import EVENT
from memory.roles import Grouper
from memory.store.database import Store
from memory.store.images import delete_doomed, doom
from memory.store.pins import release
from memory.store.placeholders import SEPARATOR

Counts = tuple[int, int, int, int, int, int, int]
_PIECES = (64, 8, 1)
"""Changes that are kept at a time where the disk is full."""


@dataclass(frozen=True)
class Erased:
    """What erasing came to.

    Attributes:
        words: The words and phrases that were looked for.
        objects: Instances whose looks, places and deeds are gone.
        experiences: Experiences that something was taken from.
        utterances: Utterances that are gone.
        nodes: Nodes whose line or lines were written anew, or emptied.
        rules: Rules that are gone.
        graves: Entries of the forget log that can no longer be undone, as what they held spoke of it.
        tasks: Tasks of the task log that something was taken from; open ones that were about it are cancelled.
        images: Picture files deleted.
        traces: How often the words are still found in the bytes of the file and its journal; 0 unless a reader held on
            to the journal, or the words are part of the file format itself.
    """

    words: tuple[str, ...]
    objects: int
    experiences: int
    utterances: int
    nodes: int
    rules: int
    graves: int
    tasks: int
    images: int
    traces: int


def erase_about(store: Store, about: str | Sequence[str], now: datetime, grouper: Grouper | None = None) -> Erased:
    """Erase everything about something. It cannot be undone.

    Words are found in any case and in any of Unicode's spellings, as a plural, and as part of a name (``mug`` in
    ``Mug_0``), but not inside other words.

    Args:
        store: Open for writing.
        about: What: words or phrases, parted by commas ("Anna, the red book"); or a list of them, object ids among
            them.
        now: The home's time.
        grouper: Writes lines of summaries anew; the built-in one by default.

    Raises:
        BadInput: Nothing to look for, or words so short or common that they would erase the memory as such.
        TryAgain: The file is busy: nothing was erased. Or there is no room even for a few pages: what was erased stays
            erased; free some and erase again.
    """
    if now.tzinfo is not None:
        raise BadInput(f"time {now.isoformat()} has a time zone; give the home's local time without one")
    words = Words(terms_of(about))
    counts = erase_rows(store, words, grouper)
    images = delete_doomed(store)
    traces = _scrubbed(store, words)
    return Erased(words.terms, *counts, images, traces)


class _Tried(Exception):
    """All was erased, to see what it comes to, and comes back."""


def preview_about(store: Store, about: str | Sequence[str]) -> Erased:
    """What erasing would come to; nothing is changed.

    Args:
        store: Open for writing.
        about: As for ``erase_about``.

    Raises:
        BadInput: As for ``erase_about``.
        TryAgain: The file is busy, or there is no room to try.
    """
    words = Words(terms_of(about))
    counts, images = (0, 0, 0, 0, 0, 0, 0), 0
    try:
        with store.transaction():
            counts = _Eraser(store, words, None).run()
            images = store.rows("SELECT count(*) FROM doomed_images")[0][0]
            raise _Tried
    except _Tried:
        return Erased(words.terms, *counts, images, 0)


def erase_rows(store: Store, words: Words, grouper: Grouper | None = None) -> Counts:
    """Take everything out of the rows: at once, or bit by bit where the disk has no room for that."""
    try:
        with store.transaction():
            counts = _Eraser(store, words, grouper).run()
            store.reload()
            return counts
    except NoRoom:
        eraser = _Eraser(store, words, grouper)
    with store.short_of_room():
        for size in _PIECES:
            try:
                with store.transaction():
                    counts = eraser.run(size)
                    store.reload()
                    return counts
            except NoRoom:
                store.empty_journal()  # room that it takes, and the file may need
                if size == _PIECES[-1]:
                    raise
    raise AssertionError("unreachable")


def _scrubbed(store: Store, words: Words) -> int:
    """Leave nothing in the bytes; returns how often the words are still in them."""
    try:
        emptied = store.scrub()
    except NoRoom as error:
        raise NoRoom(
            f"{store.path} no longer tells of it, but there is no room left to take the bytes out as well; free a few "
            "hundred kB and erase again"
        ) from error
    traces = words.traces(store)
    if emptied and traces:
        with suppress(NoRoom):  # then it is told that something is left
            store.rewrite()
            store.scrub()
            traces = words.traces(store)
    return traces


class _Eraser:
    """One erasing; inside one transaction, or in pieces: then it can be begun again where it ended."""

    def __init__(self, store: Store, words: Words, grouper: Grouper | None) -> None:
        self._store = store
        self._words = words
        self._mender = Mender(store, grouper)
        self._touched: set[int] = set()
        self._found: defaultdict[str, set[Any]] = defaultdict(set)
        self._piece = self._writes = 0

    def run(self, piece: int = 0) -> Counts:
        """Erase.

        Args:
            piece: After how many changes they are kept, whatever comes; 0 is at the end only.
        """
        self._piece = piece
        self._graves()
        self._objects()
        self._utterances()
        self._experiences()
        self._nodes()
        self._log()
        self._calls()
        self._rules()
        self._found["tasks"] |= erase_in_tasks(self._store, self._words, self._rest)
        self._clear("namings")  # a copy; it is told again from what is left
        found = self._found
        counted = (found[kind] for kind in ("utterances", "nodes", "rules", "graves", "tasks"))
        return len(found["objects"]), len(self._touched), *map(len, counted)  # type: ignore[return-value]

    def _rest(self) -> None:
        """Called where what was written so far can stand as it is."""
        self._writes += 1
        if self._piece and self._writes >= self._piece:
            self._writes = 0
            self._store.breathe()

    def _write(self, sql: str, *values: Any) -> None:
        self._store.write(sql, *values)
        self._rest()

    def _clear(self, table: str, where: str = "TRUE") -> None:
        self._batches(f"DELETE FROM {table}", table, where)

    def _batches(self, change: str, table: str, where: str) -> None:
        """Change rows until there are none that are to be."""
        most = 4 * self._piece or -1
        while self._store.write(
            f"{change} WHERE rowid IN (SELECT rowid FROM {table} WHERE {where} LIMIT {most})"
        ).rowcount:
            self._rest()

    def _matching(self, sql: str) -> list[tuple[int, ...]]:
        """Rows of a query, without their texts, of which one text matches; the first column is a number."""
        return [row for row in self._store.rows(sql) if self._words.found(*(cell for cell in row[1:]))]

    def _graves(self) -> None:
        found = self._matching("SELECT log, payload FROM grave ORDER BY log")
        shown = self._store.rows(
            f"""SELECT DISTINCT b.log FROM buried_scenes b JOIN scenes s ON s.id = b.scene JOIN json_each(s.looks) j
            JOIN looks l ON l.id = j.value WHERE l.object IN ({_list(self._things())})"""
        )
        for log in sorted({row[0] for row in found} | {row[0] for row in shown}):
            self._found["graves"].add(log)
            empty_grave(self._store, log)
            self._rest()

    def _things(self) -> list[int]:
        return [row[0] for row in self._matching("SELECT id, object_id, type FROM objects")] + [
            row[0] for row in self._matching("SELECT object, name FROM looks")
        ]

    # --- things

    def _objects(self) -> None:
        things = sorted(set(self._things()))
        rows = _list(things)
        self._found["objects"].update(things)
        acted = f"thing IN ({rows}) OR target IN ({rows}) OR origin IN ({rows})"
        for (number,) in self._store.rows(f"SELECT experience FROM interactions WHERE {acted}"):
            self._take_action(number)
        looks = {row[0] for row in self._store.rows(f"SELECT id FROM looks WHERE object IN ({rows})")}
        self._scenes_without(looks)
        self._clear("sightings", f"object IN ({rows})")
        self._batches("UPDATE sightings SET place = NULL", "sightings", f"place IN ({rows})")
        self._clear("looks", f"object IN ({rows})")
        self._clear("objects", f"id IN ({rows})")

    def _scenes_without(self, gone: set[int]) -> None:
        """Take looks out of all scenes, first to last, and count them less where a run of scenes with them ends."""
        if not gone:
            return
        rows = self._store.rows("SELECT id, looks, relations FROM scenes ORDER BY id")
        shown = [gone.intersection(json.loads(listed)) for _, listed, _ in rows]
        for (scene, listed, relations), now, following in zip(rows, shown, [*shown[1:], set()], strict=True):
            for look in now - following:
                self._store.write("UPDATE looks SET uses = uses - 1 WHERE id = ?", look)
            if now:
                self._strip_scene(scene, json.loads(listed), json.loads(relations), gone)

    def _strip_scene(self, scene: int, looks: list[int], relations: list[list], gone: set[int]) -> None:
        left = [index for index, look in enumerate(looks) if look not in gone]
        new = {index: place for place, index in enumerate(left)} | {-1: -1}
        kept = [[new[h], word, new[t]] for h, word, t in relations if h in new and t in new]
        for (number,) in self._store.rows("SELECT id FROM experiences WHERE scene = ?", scene):
            self._take_image(number)
        self._write(
            "UPDATE scenes SET looks = ?, relations = ? WHERE id = ?",
            json.dumps([looks[index] for index in left], separators=(",", ":")),
            json.dumps(kept, separators=(",", ":")),
            scene,
        )

    # --- what was said and done

    def _utterances(self) -> None:
        for number, _, _, position in self._matching("SELECT experience, speaker, text, position FROM utterances"):
            self._found["utterances"].add((number, position))
            self._take_image(number)
            self._write("DELETE FROM utterances WHERE experience = ? AND position = ?", number, position)

    def _experiences(self) -> None:
        for number, arguments, error in self._store.rows("SELECT id, arguments, error FROM experiences"):
            if self._words.found(*json.loads(arguments), error):
                self._take_action(number)
        for column in ("held", "goal", "task", "action"):
            for number, _ in self._matching(f"SELECT id, {column} FROM experiences WHERE {column} IS NOT NULL"):
                self._touched.add(number)
                self._write(f"UPDATE experiences SET {column} = NULL WHERE id = ?", number)
        for number, _ in self._matching("SELECT id, image FROM experiences WHERE image IS NOT NULL"):
            self._take_image(number)
        self._rename_episodes()

    def _take_action(self, number: int) -> None:
        self._touched.add(number)
        self._take_image(number)
        self._store.write(
            """UPDATE experiences SET action = NULL, arguments = '[]', success = NULL, error = '', held = NULL
            WHERE id = ?""",
            number,
        )
        self._write("DELETE FROM interactions WHERE experience = ?", number)

    def _take_image(self, number: int) -> None:
        self._touched.add(number)
        row = self._store.row("SELECT image FROM experiences WHERE id = ? AND image IS NOT NULL", number)
        if row:
            self._store.write("UPDATE experiences SET image = NULL WHERE id = ?", number)
            doom(self._store, row)

    def _rename_episodes(self) -> None:
        """An episode's name must stay a name, as it parts this episode from others."""
        names = self._store.rows(
            """SELECT min(number), name FROM (SELECT first AS number, episode AS name FROM nodes
            WHERE episode IS NOT NULL UNION ALL SELECT id, episode FROM experiences) GROUP BY name"""
        )
        for number, name in names:
            if self._words.found(name):
                for table in ("nodes", "experiences"):
                    self._store.write(f"UPDATE {table} SET episode = ? WHERE episode = ?", f"#{number}", name)
                self._rest()

    # --- lines

    def _nodes(self) -> None:
        for node, _ in self._matching("SELECT id, task FROM nodes WHERE task IS NOT NULL"):
            self._write("UPDATE nodes SET task = NULL WHERE id = ?", node)
        matching = {row[0] for row in self._matching("SELECT id, summary, detail FROM nodes")}
        touched = self._store.rows(
            """SELECT DISTINCT e.id FROM json_each(?) j CROSS JOIN nodes e ON e.id = (
                SELECT id FROM nodes WHERE level = 2 AND first <= j.value ORDER BY first DESC LIMIT 1)
            WHERE e.forgotten IS NULL""",
            json.dumps(sorted(self._touched)),
        )
        wanted = _list(sorted(matching | {row[0] for row in touched}))
        rows = self._store.rows(
            f"""SELECT id, level, first, last, summary, detail, forgotten FROM nodes WHERE id IN ({wanted})
            ORDER BY level, first"""
        )
        for node, level, first, last, summary, detail, forgotten in rows:
            if forgotten is not None:
                line = SEPARATOR.join(part for part in summary.split(SEPARATOR) if not self._words.found(part))
                new = ("" if self._words.found(line) else line, "")
            elif level == EVENT:
                new = self._event_lines(first, last)
            else:
                new = (self._mended(node, summary), self._kept_lines(detail))
            if new != (summary, detail):
                self._found["nodes"].add(node)
                self._store.write("DELETE FROM vectors WHERE node = ?", node)
                self._write("UPDATE nodes SET summary = ?, detail = ? WHERE id = ?", *new, node)

    def _event_lines(self, first: int, last: int) -> tuple[str, str]:
        draft = EventDraft()
        for number in self._store.numbers(first, last):
            draft.add(self._store.experience(number), self._store.deed(number))
        return draft.summary, draft.detail

    def _mended(self, node: int, summary: str) -> str:
        if not self._words.found(summary):
            return summary
        self._mender.mend(node, self._words.found)
        line = self._store.rows("SELECT summary FROM nodes WHERE id = ?", node)[0][0]
        return NOTHING if self._words.found(line) else line

    def _kept_lines(self, detail: str) -> str:
        return "\n".join(line for line in detail.splitlines() if not self._words.found(line))

    # --- log and rules

    def _log(self) -> None:
        for log, _, _ in self._matching("SELECT id, summary, reason FROM forget_log"):
            self._write("UPDATE forget_log SET summary = '', reason = 'erased' WHERE id = ?", log)

    def _calls(self) -> None:
        for number, _ in self._matching("SELECT id, outcome FROM calls"):
            self._write("UPDATE calls SET outcome = 'erased' WHERE id = ?", number)

    def _rules(self) -> None:
        for number, _, _ in self._matching("SELECT number, text, source FROM rules"):
            self._found["rules"].add(number)
            release(self._store, number)
            self._write("DELETE FROM rules WHERE number = ?", number)
        for version, _, _ in self._matching("SELECT version, feedback, note FROM rule_versions"):
            self._write("UPDATE rule_versions SET feedback = '', note = 'erased' WHERE version = ?", version)


def _list(numbers: Iterable[int]) -> str:
    return re.sub(r"[\[\]]", "", json.dumps(list(numbers)))
