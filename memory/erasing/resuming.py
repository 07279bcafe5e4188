"""Finishing an erasing that was cut off, when its memory is opened the next time."""

from __future__ import annotations

import warnings

from envs.errors import Notice, TryAgain
from memory.erasing.files import LEFT, finish
from memory.store.database import Store
from memory.store.rows.unfinished import noted_erasing
from memory.unfinished import finish_by


def go_on(store: Store, readonly: bool) -> None:
    """Finish an erasing that was cut off, and tell of it; who only reads is told alone.

    Args:
        store: Just opened.
        readonly: Whether it was opened to be read.

    Raises:
        Damaged: What is noted of it cannot be read.
    """
    one = noted_erasing(store)
    if one is None:
        return
    if readonly:
        _tell(
            f"something is being erased from {store.path}, or that was cut off: then the next command that writes it "
            f"finishes it, such as 'homebody memory forget --memory {store.path}'"
        )
        return
    try:
        left = [told.path for told in finish(store, one) if told.outcome == LEFT]
    except TryAgain as error:
        _tell(
            f"something was being erased from {store.path} when that was cut off, and it is not finished yet ({error})"
        )
        return
    more = f"; still in {', '.join(left)}: erase again to hear why" if left else ""
    _tell(f"something was being erased from {store.path} when that was cut off; it is finished now{more}")


def _tell(what: str) -> None:
    warnings.warn(what, Notice, stacklevel=4)


finish_by(go_on)
