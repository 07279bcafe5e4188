"""A memory file on a disk that is nearly full: changed in main memory, and then where it lies.

SQLite's journal takes a page for every page that changes, and 32 kB that are shared with readers. Here a transaction is
made in a copy in main memory; what it changes in the file is written down packed, in a few kB, and done
(``envs.files.rewriting``). A process that is killed leaves a file as before or one that the next to open it completes.
Nobody else has the file open meanwhile.
"""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from envs.errors import NoRoom, TryAgain
from envs.files import changes, rewriting
from envs.files.writing import written
from memory.file import descriptors, opening, schema, text_index
from memory.file.meter import MeteredConnection
from memory.file.overwriting import overwrite_unused_in
from memory.file.tidying import shrink

_LITTLE = 1 << 20  # bytes free on the disk below which it is nearly full, whatever the size of the memory
_PAGE = 4096
_ALL = 1 << 20  # pages, more than there are
_LARGEST = 1 << 28  # bytes of a memory that is copied into main memory
_VERSIONS = slice(18, 20)  # of the file header: how it is read and written; 1 without a journal of the newer kind
_OFTEN, _MERGED = 16, 8  # after how many changes how many pages of the text index are merged
_MERGING_APART = (
    "INSERT INTO node_text (node_text, rank) VALUES ('automerge', 0)",
    "INSERT INTO node_text (node_text, rank) VALUES ('crisismerge', 1999)",
    "DELETE FROM node_text_config WHERE k IN ('automerge', 'crisismerge')",
)


class _Other(Exception):
    """The file is of an older version."""


class InPlace:
    """One memory file that is changed where it lies.

    Args:
        path: The name by which SQLite has to open it; its writer lock is held.

    Attributes:
        connection: To the copy in main memory.

    Raises:
        TryAgain: Somebody reads it.
        BadInput: The file cannot be opened or is damaged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._guard = opening.connect_alone(path)
        try:
            if schema.version(self._guard, path) != len(schema.MIGRATIONS) or not _shrinks(self._guard):
                raise _Other
            self._times = 0
            self._image = self._read()
            self.connection = sqlite3.connect(":memory:", isolation_level=None, factory=MeteredConnection)
            self._load()
        except BaseException:
            self._guard.close()
            raise

    @classmethod
    def opened(cls, path: Path) -> InPlace | None:
        """A memory that is to be changed where it lies; None where there is room enough, or somebody reads it.

        Args:
            path: The memory file, whose writer lock is held.

        Raises:
            BadInput: The file cannot be opened or is damaged.
        """
        name = opening.located(path)
        if not _is_full(name):
            return None
        try:
            return cls(name)
        except (TryAgain, _Other):
            return None

    def close(self) -> None:
        """Let others in."""
        self.connection.close()
        self._guard.close()

    def publish(self) -> None:
        """Change the file as the copy was changed, outside of its transactions.

        Raises:
            NoRoom: There is no room to write down what changes; the file is as before, and the copy as the file.
        """
        self._put(self._serialized())
        self._times += 1
        if self._times % _OFTEN == 0:
            self._merge()

    def _merge(self) -> None:
        """Keep the runs of words in the text index few, which every change makes one more of."""
        with suppress(NoRoom):
            self.connection.execute(f"INSERT INTO node_text (node_text, rank) VALUES ('merge', {_MERGED})")
            self._put(self._serialized())

    def tidy(self) -> None:
        """Leave nothing of what was deleted in the bytes of the file, and give back its room.

        Raises:
            NoRoom: Not even a few pages are free; what was done stays done.
        """
        if text_index.is_whole(self.connection):
            self._take_out_words()
        text_index.fill(self.connection, self.publish)
        self._overwrite_unused()
        shrink(self.connection, keep=self.publish)
        self._overwrite_unused()

    def _take_out_words(self) -> None:
        """Take words of deleted rows out of the text index; if need be by emptying it."""
        try:
            while text_index.merge(self.connection, _ALL):
                pass
            self.publish()
        except NoRoom:
            shrink(self.connection, keep=self.publish)
            text_index.suspend(self.connection)
            self.publish()

    def _overwrite_unused(self) -> None:
        file = io.BytesIO(self._serialized())
        overwrite_unused_in(file)
        image, done, step = file.getvalue(), 0, len(self._image)
        while done < len(image):
            try:
                self._put(image[: done + step] + self._image[done + step :])
                done += step
            except NoRoom:
                if step <= _PAGE:
                    raise
                step = max(step // 4 // _PAGE * _PAGE, _PAGE)
        self._load()

    def _put(self, image: bytes) -> None:
        if image == self._image:
            return
        try:
            with written(self._path, "it is as it was"):
                self._rewrite(image)
        except NoRoom:
            self._load()
            raise
        self._image = image

    def _rewrite(self, image: bytes) -> None:
        descriptor = os.open(self._path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            with open(descriptor, "r+b", closefd=False) as file:
                rewriting.rewrite(file, self._path, changes.in_place(self._image, image))
        finally:
            descriptors.close(descriptor)

    def _read(self) -> bytes:
        with descriptors.reading(self._path) as file:
            return file.read()

    def _serialized(self) -> bytes:
        image = bytearray(self.connection.serialize())
        image[_VERSIONS] = self._image[_VERSIONS]
        return bytes(image)

    def _load(self) -> None:
        """Make the copy as the file is."""
        image = bytearray(self._image)
        image[_VERSIONS] = b"\1\1"
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as source:
            source.deserialize(bytes(image))
            source.backup(self.connection)  # what is prepared in it goes on, which deserialize would not let it
        opening.prepare(self.connection)
        self.connection.execute("PRAGMA secure_delete = ON")
        for statement in _MERGING_APART:  # for this connection alone: merging is done bit by bit
            self.connection.execute(statement)


def _shrinks(connection: sqlite3.Connection) -> bool:
    return connection.execute("PRAGMA auto_vacuum").fetchone()[0] == opening.INCREMENTAL


def _is_full(path: Path) -> bool:
    """Whether the disk is nearly full, for a memory of this size."""
    with suppress(OSError):
        size = path.stat().st_size
        free = shutil.disk_usage(path.parent).free
        return 0 < size <= _LARGEST and free < max(_LITTLE, 2 * size) and hasattr(sqlite3.Connection, "serialize")
    return False
