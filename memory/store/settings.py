"""How a memory forgets: kept in the file itself, so that every program that opens it goes by the same settings."""

from __future__ import annotations

import json
from dataclasses import asdict

from memory.settings import Settings, settings_from
from memory.store.database import Store

_KEY = "forgetting"


def settings(store: Store) -> Settings:
    """The settings a memory goes by."""
    row = store.row("SELECT value FROM meta WHERE key = ?", _KEY)
    return settings_from(row[0] if row else None)


def set_settings(store: Store, new: Settings) -> None:
    """Have a memory go by other settings from now on; what can still be undone stays so for its time."""
    kept = asdict(new) | {"grace": new.grace.total_seconds(), "log": new.log.total_seconds()}
    with store.transaction():
        store.write("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", _KEY, json.dumps(kept))
