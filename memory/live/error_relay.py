"""Errors of one thread, told in another."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType


class ErrorRelay:
    """Hands whatever goes wrong inside a ``with`` block to somebody who will tell it; nothing gets past.

    Args:
        tell: Takes the error.
    """

    def __init__(self, tell: Callable[[BaseException], None]) -> None:
        self._tell = tell

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is not None:
            self._tell(error)
        return True
