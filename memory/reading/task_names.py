"""Names of tasks, kept beside the memory once they have been told from what was said and done.

Telling a task means reading everything of its episode. That is done when the episode is over, not with every question.
A naming goes, by triggers, as soon as a deed or a word that it rests on is forgotten or erased; it is then told anew
from what is left.
"""

from __future__ import annotations

import json
from typing import Any

from memory.reading.episodes import Run
from memory.store.database import Store

Mark = tuple[int, ...]
"""What a naming rests on: first and last experience, interactions and utterances between them."""


def kept_naming(store: Store, run: Run, mark: Mark) -> Any:
    """The naming of a run of goals as it was kept, a JSON value; None when there is none for just this much."""
    row = store.row("SELECT mark, value FROM namings WHERE first = ?", run.first)
    return json.loads(row[1]) if row and row[0] == json.dumps(mark) else None


def keep_naming(store: Store, run: Run, mark: Mark, value: Any) -> None:
    """Keep the naming of a run of goals, in place of an earlier one.

    Args:
        store: Open for writing.
        run: The goals.
        mark: What it rests on.
        value: The naming; a JSON value other than null.
    """
    store.write(
        "INSERT OR REPLACE INTO namings (first, last, mark, value) VALUES (?, ?, ?, ?)",
        *(run.first, run.last, json.dumps(mark), json.dumps(value, ensure_ascii=False, separators=(",", ":"))),
    )
