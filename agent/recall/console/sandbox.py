"""Where code of a language model runs: a Python interpreter of its own (pydantic-monty), in a process of its own.

The interpreter has no files, no network, no processes, no imports beyond a few harmless modules and no way to our
objects: it can only call the functions it is given, with plain values. Time, memory, depth, output and the number of
calls are limited, and its process may die without harm. Variables persist from one run to the next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from envs.errors import BadInput

if TYPE_CHECKING:
    from pydantic_monty import Monty, MontySession

LONGEST_CODE = 8_000
"""Most characters of one run."""


@dataclass(frozen=True)
class CodeLimits:
    """What one run of code may use.

    Attributes:
        seconds: Time in which its code executes; waiting for our functions does not count.
        whole: Time after which our functions refuse to be called again in that run. One that is being called goes on to
            its end, for which its queries have a limit of their own (``memory.file.meter``).
        memory: Bytes of its heap.
        depth: Nested calls.
        calls: Calls of our functions in a whole session.
        output: Bytes printed.
    """

    seconds: float = 2.0
    whole: float = 20.0
    memory: int = 32_000_000
    depth: int = 200
    calls: int = 500
    output: int = 20_000


@dataclass(frozen=True)
class CodeResult:
    """What became of a piece of code.

    Attributes:
        value: Of its last expression; None without one.
        printed: What it printed.
        error: Name of the exception that ended it, "" when it came to its end.
        message: What the exception says.
        lost: Whether the session had to be begun anew, so that its variables are gone.
    """

    value: Any = None
    printed: str = ""
    error: str = ""
    message: str = ""
    lost: bool = False


class Sandbox:
    """One persistent session; use it in a ``with`` block.

    Args:
        functions: What the code may call, by name; they get and return plain values and raise ``ValueError`` with a
            sentence for the model.
        limits: Of each run.
        prelude: Code that every session begins with.
        clock: Seconds; tests give another one.

    Raises:
        BadInput: The ``pydantic-monty`` package is not installed, or its program is missing.
    """

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        limits: CodeLimits | None = None,
        prelude: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._functions = {name: self._in_time(one) for name, one in functions.items()}
        self._clock, self._until = clock, 0.0
        self._prelude = prelude
        self._limits = limits or CodeLimits()
        self._stack = ExitStack()
        self._pool = _pool()
        self._session: MontySession | None = None

    def __enter__(self) -> Self:
        try:
            self._stack.enter_context(self._pool)
        except OSError as error:
            raise BadInput(f"the sandbox cannot start ({error}); pip install 'homebody[console]'") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._drop()
        self._stack.close()

    def run(self, code: str) -> CodeResult:
        """Execute code; whatever it does, this returns (unless one of our own functions fails in a way of its own)."""
        from pydantic_monty import CollectString, MontyCrashedError, MontyError

        if len(code) > LONGEST_CODE:
            return CodeResult(
                error="ValueError", message=f"{len(code)} characters of code; at most {LONGEST_CODE} are run"
            )
        printed = CollectString(max_bytes=self._limits.output)
        self._until = self._clock() + self._limits.whole
        try:
            value = self._begun().feed_run(code, external_lookup=self._functions, print_callback=printed)
        except MontyCrashedError as error:
            self._drop()
            return CodeResult(None, printed.output, "Crash", _first_line(error), lost=True)
        except MontyError as error:
            return self._failed(error, printed.output)
        except (UnicodeEncodeError, RecursionError) as error:  # values that cannot cross the border
            self._drop()
            return CodeResult(None, printed.output, type(error).__name__, "that cannot be read", lost=True)
        return CodeResult(value, printed.output)

    def _in_time(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*args: Any, **named: Any) -> Any:
            if self._clock() > self._until:
                raise ValueError(f"the {self._limits.whole:g} s of this run are over; do less at once")
            return call(*args, **named)

        return called

    def _failed(self, error: Any, printed: str) -> CodeResult:
        kind = type(error.exception()).__name__
        message = _first_line(error).removeprefix(f"{kind}: ")
        lost = kind in ("MemoryError", "TimeoutError") or "suspension" in message
        if lost:  # what the interrupted code left behind would fill the memory of the next run
            self._drop()
        return CodeResult(None, printed, kind, message, lost)

    def _begun(self) -> MontySession:
        if self._session is None:
            session = self._pool.checkout(
                limits={
                    "max_feed_duration_secs": self._limits.seconds,
                    "max_memory": self._limits.memory,
                    "max_recursion_depth": self._limits.depth,
                    "max_suspensions": self._limits.calls,
                    "max_total_sleep_secs": 0.0,
                }
            )
            session.__enter__()
            self._session = session
            if self._prelude:
                session.feed_run(self._prelude)
        return self._session

    def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.__exit__(None, None, None)


def _first_line(error: object) -> str:
    return str(error).partition("\n")[0][:300]


def _pool() -> Monty:
    try:
        from pydantic_monty import Monty
    except ImportError as error:
        raise BadInput("the console for language models needs a package: pip install 'homebody[console]'") from error
    # The interpreter keeps its limits itself; the second, outer limits end the process if it should not.
    return Monty(min_processes=1, max_processes=1, checkout_timeout=10.0, feed_duration_limit_grace=1.0)
