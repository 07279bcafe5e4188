"""The trace of calls to language models in the memory file, and what it adds up to."""

from __future__ import annotations

import math
import threading
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from agent.language.from_environment import setting
from agent.language.trace import Call
from envs.clock import Clock
from envs.errors import HomebodyError
from memory.live.writer import MemoryWriter
from memory.store.database import Store, microseconds
from memory.store.rows.calls import CallRow, add_call, calls
from memory.store.written_files import CALLS, note

_MOST_WAITING = 10_000


class StoreSink:
    """A sink that keeps calls in a memory file.

    A call may happen inside somebody's transaction (a grouper is asked in the middle of an observation), and what it
    cost stays spent when that is rolled back. So calls wait here until ``flush``, at the latest at the end of the
    ``with`` block. May be called from any thread; flush from the thread that uses the store.

    Args:
        memory: The memory, open for writing, or being lived; or its file, which is then opened for
            a moment whenever it is free.
        clock: The home's time.
    """

    def __init__(self, memory: Store | MemoryWriter | Path, clock: Clock) -> None:
        self._memory, self._clock = memory, clock
        self._lock = threading.Lock()
        self._waiting: list[tuple[int, Call]] = []
        self._recordings: set[Path] = set()

    @property
    def waiting(self) -> int:
        """Calls that are not in the file yet."""
        return len(self._waiting)

    def __call__(self, call: Call) -> None:
        """Take the record of a call; of very many that cannot be kept the oldest are given up."""
        with self._lock:
            self._waiting.append((microseconds(self._clock.now()), call))
            del self._waiting[:-_MOST_WAITING]
            if record := setting("RECORD", call.role):  # a file of ours with what was asked, noted for erasing
                self._recordings.add(Path(record))

    def flush(self) -> bool:
        """Write what waits, if the file is free; whether nothing waits any more.

        A file that is busy, full or readonly is no reason to fail: the trace is of less worth than what is traced.
        """
        try:
            if isinstance(self._memory, Store):
                self._write(self._memory)
            elif not isinstance(self._memory, Path):
                self._memory.ask(self._write)
            elif self._waiting or self._recordings:
                with Store.open(self._memory, begin=False) as store:
                    self._write(store)
        except HomebodyError:
            return False
        return not self._waiting

    def _write(self, store: Store) -> None:
        """Write what waits; in the thread that uses the store."""
        with self._lock:
            if not self._waiting and not self._recordings:
                return
            with store.transaction():
                for time, call in self._waiting:
                    figures = (call.usage.prompt, call.usage.completion, call.seconds, call.cost)
                    add_call(store, CallRow(time, call.role, call.model, *figures, call.outcome))
                for path in sorted(self._recordings):
                    note(store, path, CALLS)
            self._waiting.clear()
            self._recordings.clear()

    def __enter__(self) -> StoreSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.flush()


@dataclass(frozen=True)
class CallFigures:
    """What the calls of one role to one model add up to.

    Attributes:
        role: What they were for.
        model: The model's name.
        calls: How many.
        failed: Those that ended in an error; a built-in role stepped in.
        outcomes: How often each way of ending occurred, the most frequent first.
        prompt_tokens: Tokens read.
        completion_tokens: Tokens written.
        seconds: Time they took together.
        p50: Seconds that half of them took at most.
        p95: Seconds that 95 % of them took at most.
        cost: In the currency of the price table.
    """

    role: str
    model: str
    calls: int
    failed: int
    outcomes: dict[str, int]
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    p50: float
    p95: float
    cost: float


def call_figures(store: Store) -> tuple[CallFigures, ...]:
    """The figures of all calls that are kept, by role and model."""
    found: dict[tuple[str, str], list[CallRow]] = defaultdict(list)
    for call in calls(store):
        found[call.role, call.model].append(call)
    return tuple(_added(role, model, of_one) for (role, model), of_one in found.items())


def _added(role: str, model: str, calls: Sequence[CallRow]) -> CallFigures:
    outcomes = Counter(call.outcome for call in calls)
    seconds = [call.seconds for call in calls]
    return CallFigures(
        role,
        model,
        len(calls),
        len(calls) - outcomes["ok"],
        dict(sorted(((name, count) for name, count in outcomes.items() if count), key=lambda one: (-one[1], one[0]))),
        sum(call.prompt_tokens for call in calls),
        sum(call.completion_tokens for call in calls),
        sum(seconds),
        percentile(seconds, 0.5),
        percentile(seconds, 0.95),
        sum(call.cost for call in calls),
    )


def percentile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that at least a share of the values do not exceed (nearest rank); 0 for none.

    Args:
        ordered: Smallest first.
        share: Between 0 and 1.
    """
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
