"""Pictures that go with the experiences that name them.

A picture belongs to the memory when its reference is a relative path, read from the folder of the memory file, that
does not lead out of that folder. Any other reference (a data set, an address) is left alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from memory.store.database import Store


def own_image(store: Store, image: str) -> Path | None:
    """The file that an image reference names, None when it is not the memory's to delete."""
    if not image or "\0" in image or Path(image).is_absolute():
        return None
    folder = store.path.resolve().parent
    path = Path(os.path.normpath(folder / image))
    inside = folder in path.parents and folder in path.resolve().parents
    return path if inside and not path.name.startswith(store.path.name) else None


def mark_unused(store: Store, images: Iterable[str]) -> None:
    """Note pictures that no experience shows any more, inside the transaction that forgets them."""
    for image in images:
        if not store.row("SELECT 1 FROM experiences WHERE image = ?", image):
            store.write("INSERT OR IGNORE INTO doomed_images VALUES (?)", image)


def count_unused(store: Store) -> int:
    """How many pictures are noted."""
    return store.rows("SELECT count(*) FROM doomed_images")[0][0]


def delete_unused(store: Store) -> int:
    """Delete the noted pictures, also those that a killed process had noted; returns how many files are gone."""
    deleted = 0
    doomed = store.rows("SELECT image FROM doomed_images ORDER BY image")
    for (image,) in doomed:
        shown = store.row("SELECT 1 FROM experiences WHERE image = ?", image)  # named again since
        path = None if shown else own_image(store, image)
        if path and path.is_file():
            path.unlink(missing_ok=True)
            deleted += 1
            if path.parent != store.path.resolve().parent:
                with suppress(OSError):  # not empty yet
                    path.parent.rmdir()
    if doomed:
        with store.transaction():
            store.write("DELETE FROM doomed_images WHERE image IN (SELECT value FROM json_each(?))", _json(doomed))
    return deleted


def _json(rows: Iterable[tuple[str]]) -> str:
    return json.dumps([image for (image,) in rows])
