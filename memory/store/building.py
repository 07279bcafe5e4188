"""How far the building of a memory has come: in the file itself, so that it is kept with each episode."""

from __future__ import annotations

import json
from typing import Any

from memory.store.database import Store

_KEY = "build"


def building(store: Store) -> Any:
    """What was last said with ``set_building``; None when this memory is not being built."""
    row = store.row("SELECT value FROM meta WHERE key = ?", _KEY)
    return None if row is None else json.loads(row[0])


def set_building(store: Store, progress: Any) -> None:
    """Say how far it has come, as plain JSON; inside the transaction of what has come."""
    with store.transaction():
        store.write("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", _KEY, json.dumps(progress))


def end_building(store: Store) -> None:
    """Say that this memory is whole."""
    with store.transaction():
        store.write("DELETE FROM meta WHERE key = ?", _KEY)
