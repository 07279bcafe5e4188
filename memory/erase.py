"""The right to be forgotten: everything about something is taken out of the memory, and out of the bytes of its file.

Forgetting goes by time and keeps lines and placeholders; erasing goes by words and leaves none: objects with their
looks, places and pictures, deeds, speech, tasks and their logs, lines of nodes and placeholders, the forget log,
graves, rules and the feedback they came from, vectors, the text index. What was lived stays something that was lived,
without it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from envs.errors import BadInput
from memory.drafts import EventDraft
from memory.erased_tasks import erase_in_tasks
from memory.erased_words import Words, terms_of
from memory.grave import empty_grave
from memory.images import delete_doomed, doom
from memory.levels import EVENT
from memory.mending import NOTHING, Mender
from memory.pins import release
from memory.placeholders import SEPARATOR
from memory.roles import Grouper
from memory.store import Store


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
        TryAgain: The file is busy or the disk full; nothing was erased, or all was and the file could not be rewritten:
            erase again.
    """
    if now.tzinfo is not None:
        raise BadInput(f"time {now.isoformat()} has a time zone; give the home's local time without one")
    words = Words(terms_of(about))
    with store.transaction():
        eraser = _Eraser(store, words, grouper)
        counts = eraser.run()
        store.reload()
    images = delete_doomed(store)
    store.scrub()
    return Erased(words.terms, *counts, images, words.traces(store))


class _Eraser:
    """One erasing; inside one transaction."""

    def __init__(self, store: Store, words: Words, grouper: Grouper | None) -> None:
        self._store = store
        self._words = words
        self._mender = Mender(store, grouper)
        self._touched: set[int] = set()
        self._images: set[str] = set()

    def run(self) -> tuple[int, int, int, int, int, int, int]:
        graves = self._graves()
        objects = self._objects()
        utterances = self._utterances()
        self._experiences()
        nodes = self._nodes()
        self._log()
        self._calls()
        rules = self._rules()
        tasks = erase_in_tasks(self._store, self._words)
        self._store.write("DELETE FROM namings")  # a copy; it is told again from what is left
        doom(self._store, sorted(self._images))
        return len(objects), len(self._touched), utterances, nodes, rules, graves, tasks

    def _matching(self, sql: str) -> list[tuple[int, ...]]:
        """Rows of a query, without their texts, of which one text matches; the first column is a number."""
        return [row for row in self._store.rows(sql) if self._words.found(*(cell for cell in row[1:]))]

    def _graves(self) -> int:
        found = self._matching("SELECT log, payload FROM grave ORDER BY log")
        shown = self._store.rows(
            f"""SELECT DISTINCT b.log FROM buried_scenes b JOIN scenes s ON s.id = b.scene JOIN json_each(s.looks) j
            JOIN looks l ON l.id = j.value WHERE l.object IN ({_list(self._things())})"""
        )
        logs = sorted({row[0] for row in found} | {row[0] for row in shown})
        for log in logs:
            empty_grave(self._store, log)
        return len(logs)

    def _things(self) -> list[int]:
        return [row[0] for row in self._matching("SELECT id, object_id, type FROM objects")] + [
            row[0] for row in self._matching("SELECT object, name FROM looks")
        ]

    # --- things

    def _objects(self) -> list[int]:
        things = sorted(set(self._things()))
        rows = _list(things)
        write = self._store.write
        acted = f"thing IN ({rows}) OR target IN ({rows}) OR origin IN ({rows})"
        for (number,) in self._store.rows(f"SELECT experience FROM interactions WHERE {acted}"):
            self._take_action(number)
        looks = {row[0] for row in self._store.rows(f"SELECT id FROM looks WHERE object IN ({rows})")}
        for scene, listed, relations in self._store.rows("SELECT id, looks, relations FROM scenes") if looks else ():
            self._strip_scene(scene, json.loads(listed), json.loads(relations), looks)
        write(f"DELETE FROM sightings WHERE object IN ({rows})")
        write(f"UPDATE sightings SET place = NULL WHERE place IN ({rows})")
        write(f"DELETE FROM looks WHERE object IN ({rows})")
        write(f"DELETE FROM objects WHERE id IN ({rows})")
        return things

    def _strip_scene(self, scene: int, looks: list[int], relations: list[list], gone: set[int]) -> None:
        if not gone.intersection(looks):
            return
        left = [index for index, look in enumerate(looks) if look not in gone]
        new = {index: place for place, index in enumerate(left)} | {-1: -1}
        kept = [[new[h], word, new[t]] for h, word, t in relations if h in new and t in new]
        self._store.write(
            "UPDATE scenes SET looks = ?, relations = ? WHERE id = ?",
            json.dumps([looks[index] for index in left], separators=(",", ":")),
            json.dumps(kept, separators=(",", ":")),
            scene,
        )
        for (number,) in self._store.rows("SELECT id FROM experiences WHERE scene = ?", scene):
            self._take_image(number)

    # --- what was said and done

    def _utterances(self) -> int:
        found = self._matching("SELECT experience, speaker, text, position FROM utterances")
        for number, _, _, position in found:
            self._store.write("DELETE FROM utterances WHERE experience = ? AND position = ?", number, position)
            self._take_image(number)
        return len(found)

    def _experiences(self) -> None:
        for number, arguments, error in self._store.rows("SELECT id, arguments, error FROM experiences"):
            if self._words.found(*json.loads(arguments), error):
                self._take_action(number)
        for column in ("held", "goal", "task", "action"):
            for number, _ in self._matching(f"SELECT id, {column} FROM experiences WHERE {column} IS NOT NULL"):
                self._touched.add(number)
                self._store.write(f"UPDATE experiences SET {column} = NULL WHERE id = ?", number)
        for number, _ in self._matching("SELECT id, image FROM experiences WHERE image IS NOT NULL"):
            self._take_image(number)
        self._rename_episodes()

    def _take_action(self, number: int) -> None:
        self._touched.add(number)
        self._store.write("DELETE FROM interactions WHERE experience = ?", number)
        self._store.write(
            """UPDATE experiences SET action = NULL, arguments = '[]', success = NULL, error = '', held = NULL
            WHERE id = ?""",
            number,
        )
        self._take_image(number)

    def _take_image(self, number: int) -> None:
        self._touched.add(number)
        row = self._store.row("SELECT image FROM experiences WHERE id = ? AND image IS NOT NULL", number)
        if row:
            self._images.add(row[0])
            self._store.write("UPDATE experiences SET image = NULL WHERE id = ?", number)

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

    # --- lines

    def _nodes(self) -> int:
        write = self._store.write
        for node, _ in self._matching("SELECT id, task FROM nodes WHERE task IS NOT NULL"):
            write("UPDATE nodes SET task = NULL WHERE id = ?", node)
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
        changed = 0
        for node, level, first, last, summary, detail, forgotten in rows:
            if forgotten is not None:
                line = SEPARATOR.join(part for part in summary.split(SEPARATOR) if not self._words.found(part))
                new = ("" if self._words.found(line) else line, "")
            elif level == EVENT:
                new = self._event_lines(first, last)
            else:
                new = (self._mended(node, summary), self._kept_lines(detail))
            if new != (summary, detail):
                write("DELETE FROM vectors WHERE node = ?", node)
                write("UPDATE nodes SET summary = ?, detail = ? WHERE id = ?", *new, node)
                changed += 1
        return changed

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
            self._store.write("UPDATE forget_log SET summary = '', reason = 'erased' WHERE id = ?", log)

    def _calls(self) -> None:
        for number, _ in self._matching("SELECT id, outcome FROM calls"):
            self._store.write("UPDATE calls SET outcome = 'erased' WHERE id = ?", number)

    def _rules(self) -> int:
        found = self._matching("SELECT number, text, source FROM rules")
        for number, _, _ in found:
            release(self._store, number)
            self._store.write("DELETE FROM rules WHERE number = ?", number)
        for version, _, _ in self._matching("SELECT version, feedback, note FROM rule_versions"):
            self._store.write("UPDATE rule_versions SET feedback = '', note = 'erased' WHERE version = ?", version)
        return len(found)


def _list(numbers: Iterable[int]) -> str:
    return re.sub(r"[\[\]]", "", json.dumps(list(numbers)))
