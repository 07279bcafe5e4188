"""The right to be forgotten: everything about something is taken out of the memory, and out of the bytes of its file.

Forgetting goes by time and keeps lines and placeholders; erasing goes by words and leaves none: objects with their
looks, places and pictures, deeds, speech, tasks and their logs, lines of nodes and placeholders, the forget log,
undo records, rules and the feedback they came from, vectors, the text index. What was lived stays something that was
lived, without it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from envs.errors import BadInput, NoRoom
from memory.building.drafts import EventDraft
from memory.erasing.report import NOTHING_TAKEN, ErasedCounts, ErasureReport
from memory.erasing.tasks import erase_in_tasks
from memory.erasing.unfinished import begin, end, goes_on_later, words_are_gone
from memory.erasing.words import SearchTerms, terms_of
from memory.forgetting.rewriting import NOTHING, SummaryRewriter
from memory.levels import EVENT
from memory.roles import Grouper
from memory.store.database import Store
from memory.store.images import count_unused, delete_unused, mark_unused
from memory.store.pins import release
from memory.store.placeholders import SEPARATOR
from memory.store.rows import erasing as rows
from memory.store.rows.forgotten import drop_undo_record
from memory.store.rows.nodes import node_line
from memory.unfinished import UnfinishedErasing
from memory.wording import say

_ERASED = "erased"
_PIECES = (0, 512, 64, 8, 1)
"""Changes that are kept at a time where the disk is nearly full, as many as there is room for; 0 is all."""
_ALL = 1 << 20  # pages, more than there are
_TOLD = 6  # deeds and words that a preview quotes


def erase_about(
    store: Store, about: str | Sequence[str], now: datetime, grouper: Grouper | None = None, scenes: bool = True
) -> ErasureReport:
    """Erase everything about something. It cannot be undone.

    Words are found in any case and in any of Unicode's spellings, as a plural, and as part of a name (``mug`` in
    ``Mug_0``), but not inside other words.

    Args:
        store: Open for writing.
        about: What: words or phrases, parted by commas ("Anna, the red book"); or a list of them, object ids among
            them.
        now: The home's time.
        grouper: Writes lines of summaries anew; the built-in one by default.
        scenes: Whether things are also taken out of scenes in which they merely were. Without it they stay there,
            with their names; deeds with them, what changed about them, and words about them go all the same.

    Raises:
        BadInput: Nothing to look for, or words so short or common that they would erase the memory as such.
        TryAgain: The file is busy, or there is no room even for a few kB. What was erased stays erased, and the next
            to open the memory for writing goes on with it.
    """
    one = begin(store, UnfinishedErasing(_terms(about, now), now, scenes=scenes))
    with goes_on_later(store):
        counts = erase_rows(store, SearchTerms(one.words), grouper, one.scenes)
        return finish_about(store, one, counts)


def _terms(about: str | Sequence[str], now: datetime) -> tuple[str, ...]:
    if now.tzinfo is not None:
        raise BadInput(f"time {now.isoformat()} has a time zone; give the home's local time without one")
    return terms_of(about)


def finish_about(store: Store, one: UnfinishedErasing, counts: ErasedCounts) -> ErasureReport:
    """The last part of an erasing, when nothing is left in rows: pictures and unused bytes.

    Args:
        store: Open for writing.
        one: The erasing.
        counts: What was taken from rows.

    Raises:
        TryAgain: As for ``erase_about``.
    """
    images = delete_unused(store)
    words_are_gone(store, one)
    whole, traces = _scrubbed(store, SearchTerms(one.words) if one.words and one.scenes else None)
    if whole:  # else the next to open it for writing does that
        end(store)
    return ErasureReport(one.words, *counts, images, traces)


class _Tried(Exception):
    """All was erased, to see what it comes to, and comes back."""


def preview_about(store: Store, about: str | Sequence[str], scenes: bool = True) -> ErasureReport:
    """What erasing would come to, and a few of the lines that would go; nothing is changed.

    Args:
        store: Open for writing.
        about: As for ``erase_about``.
        scenes: Likewise.

    Raises:
        BadInput: As for ``erase_about``.
        TryAgain: The file is busy, or there is no room to try.
    """
    words = SearchTerms(terms_of(about))
    counts, images, told = NOTHING_TAKEN, 0, ()
    try:
        with store.transaction():
            eraser = _Eraser(store, words, None, scenes)
            counts, told = eraser.run(), tuple(eraser.told)
            images = count_unused(store)
            raise _Tried
    except _Tried:
        return ErasureReport(words.terms, *counts, images, 0, told)


def erase_rows(store: Store, words: SearchTerms, grouper: Grouper | None = None, scenes: bool = True) -> ErasedCounts:
    """Take everything out of the rows: at once, or bit by bit where the disk has no room for that."""
    eraser = _Eraser(store, words, grouper, scenes)
    for size in _PIECES if store.sparing else _PIECES[:1]:
        try:
            with store.transaction():
                counts = eraser.run(size)
                store.reload()
            return counts
        except NoRoom:
            if not store.sparing or size == _PIECES[-1]:
                raise
            if not size:
                store.suspend_text_index()
            store.give_back(_ALL)
    raise AssertionError("unreachable")


def _scrubbed(store: Store, words: SearchTerms | None) -> tuple[bool, int]:
    """Leave nothing in the bytes; whether that could be, and how often the words, if known, are still in them."""
    try:
        emptied = store.scrub()
    except NoRoom as error:
        raise NoRoom(
            f"{store.path} no longer tells of it, but there is no room left to take the bytes out as well"
        ) from error
    traces = words.traces(store) if words else 0
    if words and emptied and traces:
        with suppress(NoRoom):  # then it is told that something is left
            store.rewrite()
            store.scrub()
            traces = words.traces(store)
    return emptied, traces


class _Eraser:
    """One erasing; inside one transaction, or in pieces: then it can be begun again where it ended."""

    def __init__(self, store: Store, words: SearchTerms, grouper: Grouper | None, scenes: bool = True) -> None:
        self._store = store
        self._words = words
        self._scenes = scenes
        self._mender = SummaryRewriter(store, grouper, guesses=False)
        self.told: list[str] = []
        self._touched: set[int] = set()
        self._found: defaultdict[str, set[Any]] = defaultdict(set)
        self._piece = self._writes = 0

    def run(self, piece: int = 0) -> ErasedCounts:
        """Erase.

        Args:
            piece: After how many changes they are kept, whatever comes; 0 is at the end only.
        """
        self._piece = piece
        self._undo_records()
        self._objects()
        self._utterances()
        self._experiences()
        self._nodes()
        self._log()
        self._calls()
        self._rules()
        self._facts()
        self._found["tasks"] |= erase_in_tasks(self._store, self._words, self._rest)
        self._rests(rows.remove_namings(self._store, self._most))
        rows.note_erased(self._store, self._touched)
        found = self._found
        counted = (found[kind] for kind in ("utterances", "nodes", "rules", "facts", "graves", "tasks"))
        return len(found["objects"]), len(self._touched), *map(len, counted)  # type: ignore[return-value]

    def _rest(self) -> None:
        """Called where what was written so far can stand as it is."""
        self._writes += 1
        if self._piece and self._writes >= self._piece:
            self._writes = 0
            self._store.breathe()

    def _rests(self, pieces: Iterator[None]) -> None:
        for _ in pieces:
            self._rest()

    @property
    def _most(self) -> int:
        """Rows that are changed at once where it makes no difference which; -1 is all."""
        return 4 * self._piece or -1

    def _matching(self, place: str) -> list[tuple[Any, ...]]:
        """Rows of a place of which one text matches; the first column is a number."""
        return [row for row in rows.rows_with_text(self._store, place) if self._words.found(*row[1:])]

    def _undo_records(self) -> None:
        found = {row[0] for row in self._matching("undoable")}
        shown = rows.undoable_showing(self._store, self._things()) if self._scenes else set()
        for log in sorted(found | shown):
            self._found["graves"].add(log)
            drop_undo_record(self._store, log, self._rest)
            self._rest()

    def _things(self) -> list[int]:
        return [row[0] for place in ("objects", "looks") for row in self._matching(place)]

    # --- things

    def _objects(self) -> None:
        things = sorted(set(self._things()))
        self._found["objects"].update(things)
        if not self._scenes:  # how it was before and after a deed would still tell of that
            self._rests(rows.remove_changes(self._store, things, self._most))
        for number in rows.deeds_with(self._store, things):
            self._take_action(number)
        if not self._scenes:
            return
        self._scenes_without(rows.looks_of(self._store, things))
        self._rests(rows.remove_objects(self._store, things, self._most))

    def _scenes_without(self, gone: set[int]) -> None:
        """Take looks out of all scenes, first to last, and count them less where a run of scenes with them ends."""
        if not gone:
            return
        found = rows.scenes(self._store)
        shown = [gone.intersection(looks) for _, looks in found]
        for (scene, looks), now, following in zip(found, shown, [*shown[1:], set()], strict=True):
            for look in now - following:
                rows.use_look_less(self._store, look)
            if now:
                self._strip_scene(scene, looks, gone)

    def _strip_scene(self, scene: int, looks: list[int], gone: set[int]) -> None:
        left = [index for index, look in enumerate(looks) if look not in gone]
        new = {index: place for place, index in enumerate(left)} | {-1: -1}
        kept = [[new[h], word, new[t]] for h, word, t in rows.relations(self._store, scene) if h in new and t in new]
        for number in rows.experiences_of(self._store, scene):
            self._take_image(number)
        rows.set_scene(self._store, scene, [looks[index] for index in left], kept)
        self._rest()

    # --- what was said and done

    def _utterances(self) -> None:
        for number, speaker, text, position in self._matching("utterances"):
            self._tell(f'{speaker}: "{text}"')
            self._found["utterances"].add((number, position))
            self._take_image(number)
            rows.remove_utterance(self._store, number, position)
            self._rest()

    def _experiences(self) -> None:
        for number, arguments, error in rows.arguments(self._store):
            if self._words.found(*arguments, error):
                self._take_action(number)
        for column in rows.BLANKED:
            for number, _ in self._matching(column):
                self._touched.add(number)
                rows.blank(self._store, number, column)
                self._rest()
        for number, _ in self._matching("images"):
            self._take_image(number)
        self._rename_episodes()

    def _tell(self, line: str) -> None:
        if len(self.told) < _TOLD and line not in self.told:
            self.told.append(line)

    def _take_action(self, number: int) -> None:
        deed = self._store.deed(number)
        if deed is not None:
            self._tell(f"I {say(deed)}.")
        self._touched.add(number)
        self._take_image(number)
        rows.remove_action(self._store, number)
        self._rest()

    def _take_image(self, number: int) -> None:
        self._touched.add(number)
        image = rows.remove_image(self._store, number)
        if image is not None:
            mark_unused(self._store, [image])

    def _rename_episodes(self) -> None:
        """An episode's name must stay a name, as it parts this episode from others."""
        for number, name in rows.episodes(self._store):
            if self._words.found(name):
                rows.rename_episode(self._store, name, f"#{number}")
                self._rest()

    # --- lines

    def _nodes(self) -> None:
        for node, _ in self._matching("node_tasks"):
            rows.remove_task(self._store, node)
            self._rest()
        wanted = {row[0] for row in self._matching("lines")} | rows.events_of(self._store, self._touched)
        for node, level, first, last, summary, detail, forgotten in rows.lines_of(self._store, wanted):
            if forgotten:
                line = SEPARATOR.join(part for part in summary.split(SEPARATOR) if not self._words.found(part))
                new = ("" if self._words.found(line) else line, "")
            elif level == EVENT:
                new = self._event_lines(first, last)
            else:
                new = (self._mended(node, summary), self._kept_lines(detail))
            if new != (summary, detail):
                self._found["nodes"].add(node)
                rows.set_lines(self._store, node, *new)
                self._rest()

    def _event_lines(self, first: int, last: int) -> tuple[str, str]:
        draft = EventDraft()
        for number in self._store.numbers(first, last):
            draft.add(self._store.experience(number), self._store.deed(number))
        return draft.summary, draft.detail

    def _mended(self, node: int, summary: str) -> str:
        if not self._words.found(summary):
            return summary
        self._mender.mend(node, self._words.found)
        mended = node_line(self._store, node)
        return NOTHING if mended is None or self._words.found(mended.summary) else mended.summary

    def _kept_lines(self, detail: str) -> str:
        return "\n".join(line for line in detail.splitlines() if not self._words.found(line))

    # --- log and rules

    def _log(self) -> None:
        for log, _, _ in self._matching("log"):
            rows.blank_log(self._store, log, _ERASED)
            self._rest()

    def _calls(self) -> None:
        for number, _ in self._matching("calls"):
            rows.blank_call(self._store, number, _ERASED)
            self._rest()

    def _rules(self) -> None:
        for number, _, _ in self._matching("rules"):
            self._found["rules"].add(number)
            release(self._store, number)
            rows.remove_rule(self._store, number)
            self._rest()
        for version, _, _ in self._matching("versions"):
            rows.blank_version(self._store, version, _ERASED)
            self._rest()

    def _facts(self) -> None:
        for number, *_ in self._matching("facts"):
            self._found["facts"].add(number)
            rows.remove_fact(self._store, number)
            self._rest()
        for number, *_ in self._matching("assistance"):
            rows.remove_assistance(self._store, number)
            self._rest()
        for number, *_ in self._matching("knowledge"):  # counted with the facts, after their numbers
            self._found["facts"].add(-number)
            rows.remove_knowledge(self._store, number)
            self._rest()
