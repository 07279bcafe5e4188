"""Names of tasks, kept beside the memory once they have been told from what was said and done.

Telling a task means reading everything of its episode. That is done when the episode is over, not with every question.
A naming goes, by triggers, as soon as a deed or a word that it rests on is forgotten or erased; it is then told anew
from what is left.
"""

from __future__ import annotations

import json
from typing import Any

from memory.store.database import Store

Mark = tuple[int, ...]
"""What a naming rests on: first and last experience, interactions and utterances between them."""


def kept_naming(store: Store, mark: Mark) -> Any:
    """The naming of a stretch as it was kept, a JSON value; None when there is none for just this much."""
    row = store.row("SELECT mark, value FROM namings WHERE first = ?", mark[0])
    return json.loads(row[1]) if row and row[0] == json.dumps(mark) else None


def keep_naming(store: Store, mark: Mark, value: Any) -> None:
    """Keep the naming of a stretch, in place of earlier ones.

    Args:
        store: Open for writing.
        mark: What it rests on.
        value: The naming; a JSON value other than null.
    """
    store.write("DELETE FROM namings WHERE first BETWEEN ? AND ?", *mark[:2])
    store.write(
        "INSERT OR REPLACE INTO namings (first, last, mark, value) VALUES (?, ?, ?, ?)",
        *(*mark[:2], json.dumps(mark), json.dumps(value, ensure_ascii=False, separators=(",", ":"))),
    )
