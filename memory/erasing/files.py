"""Erasing in the files that were written from a memory, each in its own format; what is left is named.

A file is written anew beside its place and then put there, and what was there is overwritten with zeros; where the disk
has no room for that it is changed where it lies (``envs.files.rewriting``). What cannot be
written anew in a sensible way (a film; something that is not what homebody wrote any more) stays, and is told of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from envs.errors import HomebodyError, NoRoom
from envs.files import changes, rewriting
from envs.files.leftovers import sweep
from envs.files.writing import write_atomically, written
from memory.erasing.redacting import (
    CannotRedact,
    redacted_export,
    redacted_html,
    redacted_json,
    redacted_lines,
    redacted_record,
    redacted_trail,
)
from memory.erasing.unfinished import begin, goes_on_later
from memory.erasing.words import SearchTerms, terms_of
from memory.file.overwriting import overwrite, overwrite_whole
from memory.store import written_files as lists
from memory.store.database import Store
from memory.store.written_files import WrittenFile
from memory.unfinished import UnfinishedErasing

if TYPE_CHECKING:
    from memory.erasing.report import ErasureReport

CLEAN, ERASED, REMOVED, LEFT = "clean", "erased", "removed", "left"
_LONGEST = 1 << 28  # bytes of a file that is read into memory
_ALL = 1 << 20  # pages, more than there are


@dataclass(frozen=True)
class FileErased:
    """What became of a file.

    Attributes:
        path: Where it is, or was written.
        kind: What it is.
        outcome: ``clean`` (nothing in it), ``erased``, ``removed``, or ``left``: the words are, or may be, in it.
        note: Why, and what to do.
        full: Whether the disk had no room to write it anew.
    """

    path: str
    kind: str
    outcome: str
    note: str = ""
    full: bool = False


def erase_in_files(
    store: Store, words: SearchTerms, now: datetime, delete: bool = False, change: bool = True
) -> list[FileErased]:
    """Take words out of all files on the memory's list.

    Args:
        store: The memory, open for writing, outside of a transaction.
        words: What to take out.
        now: The home's time.
        delete: Whether what cannot be written anew is to be deleted.
        change: Whether to do it; else it is only told what would become of them.
    """
    files = _Files(words, now, delete, change)
    found = []
    for one in lists.noted(store):
        told = files.erase(store.path, one)
        if told is not None:
            found.append(told)
        if change and (told is None or told.outcome == REMOVED or words.found(one.path, one.beside)):
            lists.drop(store, one)
    return found


def erase_everywhere(
    store: Store, about: str | Sequence[str], now: datetime, delete: bool = False, scenes: bool = True
) -> tuple[ErasureReport, list[FileErased]]:
    """Erase everything about something, in the memory and in the files that were written from it.

    Args:
        store: Open for writing.
        about: As for ``erase_about``.
        now: The home's time.
        delete: Whether files that cannot be written anew are to be deleted.
        scenes: As for ``erase_about``.

    Raises:
        BadInput: As for ``erase_about``; nothing was erased.
        TryAgain: As for ``erase_about``; files may have been.
    """
    one = begin(store, UnfinishedErasing(terms_of(about), now, delete, scenes))
    with goes_on_later(store):
        return _everywhere(store, one)


def finish(store: Store, one: UnfinishedErasing) -> list[FileErased]:
    """Finish an erasing that was cut off.

    Args:
        store: Open for writing.
        one: The erasing, as it is noted there.

    Raises:
        TryAgain: As for ``erase_about``; it stays noted.
    """
    from memory.erasing.erase import finish_about
    from memory.erasing.report import NOTHING_TAKEN

    if one.words:
        return _everywhere(store, one)[1]
    finish_about(store, one, NOTHING_TAKEN)
    return []


def _everywhere(store: Store, one: UnfinishedErasing) -> tuple[ErasureReport, list[FileErased]]:
    from memory.erasing.erase import erase_rows, finish_about

    words = SearchTerms(one.words)
    list_before = lists.noted(store)
    found = erase_in_files(store, words, one.now, one.delete)
    counts = erase_rows(store, words, scenes=one.scenes)
    if any(told.full for told in found):  # there may be room now
        store.give_back(_ALL)
        files = _Files(words, one.now, one.delete, change=True)
        full = {told.path for told in found if told.full}
        again = [files.erase(store.path, listed) for listed in list_before if str(listed.find(store.path)) in full]
        found = [told for told in found if not told.full] + [told for told in again if told is not None]
    return finish_about(store, one, counts), found


class _Files:
    def __init__(self, words: SearchTerms, now: datetime, delete: bool, change: bool) -> None:
        self._words, self._now, self._delete, self._change = words, now, delete, change

    def erase(self, memory: Path, one: WrittenFile) -> FileErased | None:
        """None for what homebody itself has taken away since."""
        path = one.find(memory)
        if path is None:
            return self._missing(one)
        told = FileErased(str(path), one.kind, CLEAN)
        try:
            if self._change:
                sweep(path.parent)
                _complete(path)
            told = self._by_kind(path, told)
        except (HomebodyError, CannotRedact) as error:
            told = replace(told, outcome=LEFT, note=str(error), full=isinstance(error, NoRoom))
        if told.outcome != REMOVED and self._words.found(str(path)):
            return replace(told, outcome=LEFT, note="; ".join(filter(None, (told.note, "its name says it: rename it"))))
        return told

    def _missing(self, one: WrittenFile) -> FileErased | None:
        if one.machine != lists.machine():
            return FileErased(one.path, one.kind, LEFT, f"it is on another machine, {one.machine}; erase there as well")
        if not one.ours:
            return FileErased(one.path, one.kind, LEFT, "another user's homebody noted it; erase there, or by hand")
        if one.kind in (lists.TRAIL_OF_RUN, lists.NOTEBOOK):
            return None
        return FileErased(one.path, one.kind, LEFT, "it is not there any more: moved, or deleted")

    def _by_kind(self, path: Path, told: FileErased) -> FileErased:
        if told.kind == lists.FILM:
            return self._without(path, told, "a film cannot be told anew and may show it; --delete deletes it")
        if told.kind == lists.NOTEBOOK:
            return self._notebook(path, told)
        text = _text_of(path)
        if not self._words.found(text):
            return told
        if told.kind == lists.TRAIL_OF_RUN:
            return self._trail(path, told, text)
        try:
            new = self._told_anew(path, told.kind, text)
        except CannotRedact as error:
            return self._without(path, told, f"{error}; --delete deletes it")
        if told.kind != lists.RECORD and self._words.found(new):
            return self._without(path, told, "the words stay in it wherever they are told; --delete deletes it")
        return self._replaced(path, told, new)

    def _trail(self, path: Path, told: FileErased, text: str) -> FileErased:
        """What a run did stays where only the copy of the profile in it says the words: nothing was done with it."""
        try:
            new = redacted_trail(text, self._words)
        except CannotRedact:
            new = text
        if self._words.found(new):
            return self._removed(path, told, "the run that it belongs to can no longer be continued")
        done = self._replaced(path, told, new)
        return replace(done, note=done.note or "in its copy of the profile; the run can be continued")

    def _told_anew(self, path: Path, kind: str, text: str) -> str:
        if kind == lists.EXPORT:
            return redacted_export(path, self._words, self._now)
        ways: dict[str, Callable[[str, SearchTerms], str]] = {
            lists.RECORD: redacted_record,
            lists.FIGURES: redacted_json,
            lists.PAGE: redacted_html,
            lists.CALLS: redacted_lines,
            lists.HISTORY: redacted_lines,
        }
        if kind not in ways:
            raise CannotRedact(f"this homebody does not know files of the kind {kind}")
        return ways[kind](text, self._words)

    def _notebook(self, path: Path, told: FileErased) -> FileErased:
        """What a run was asked for, in a memory of its own."""
        from memory.erasing.erase import erase_about

        with Store.open(path, begin=False) as store:
            if not self._words.traces(store):
                return told
            if not self._change:
                return replace(told, outcome=ERASED)
            left = erase_about(store, self._words.terms, self._now).traces
        return replace(told, outcome=LEFT if left else ERASED, note="somebody reads it" if left else "")

    def _without(self, path: Path, told: FileErased, why: str) -> FileErased:
        return self._removed(path, told) if self._delete else replace(told, outcome=LEFT, note=why)

    def _removed(self, path: Path, told: FileErased, note: str = "") -> FileErased:
        if self._change:
            with written(path, "it stays"):
                if path.stat().st_nlink == 1:
                    overwrite_whole(path)
                path.unlink()
        return replace(told, outcome=REMOVED, note=note)

    def _replaced(self, path: Path, told: FileErased, new: str) -> FileErased:
        linked = path.stat().st_nlink > 1
        if self._change:
            _write(path, new.encode("utf-8", "surrogateescape"), linked)
        if linked:
            return replace(told, outcome=LEFT, note="another name (a hard link) leads to it as it was")
        return replace(told, outcome=ERASED)


def _write(path: Path, new: bytes, linked: bool) -> None:
    """Write a file anew beside its place; or change it where it lies, where there is no room for that."""
    try:
        with _overwriting(path, linked):
            write_atomically(path, new, replace=True, private=True)
    except NoRoom:
        if linked:
            raise
        with written(path, "it is as it was"), path.open("r+b") as file:
            rewriting.rewrite(file, path, changes.moving(file.read(), new))


def _complete(path: Path) -> None:
    """Do what is missing where a file was being changed when a process was killed."""
    if not rewriting.redo_of(path).exists():
        return
    try:
        with written(path, "it is not whole"), path.open("r+b") as file:
            rewriting.finish(file, path)
    except rewriting.NotItsFile as error:
        raise CannotRedact(
            f"it is not whole, and was changed since; remove {rewriting.redo_of(path).name} beside it when it is"
        ) from error


@contextmanager
def _overwriting(path: Path, linked: bool) -> Iterator[None]:
    """What is replaced inside does not stay on the disk."""
    with written(path, "it is as it was"):
        old: BinaryIO = path.open("r+b")
    with old:
        yield
        if not linked:
            with written(path, "what it was may still be on the disk"):
                overwrite(old)


def _text_of(path: Path) -> str:
    try:
        if os.stat(path).st_size > _LONGEST:
            raise CannotRedact(f"it is longer than {_LONGEST:,} bytes")
        return path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise CannotRedact(f"it cannot be read: {error.strerror}") from error
