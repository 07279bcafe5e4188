"""A memory that is written beside the robot's life: observations queue, a thread builds, forgetting waits for quiet.

The robot never waits for its memory (unless the queue is full and it was told to wait), and a question never waits for
either: it is answered from the latest finished observation. A language model that groups or judges may take minutes
(H²-EMV reports 47 ± 41 s behind, worst 7.2 min); ``progress`` says how far behind the memory is.
"""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, time
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

from envs.clock import Clock
from envs.errors import BadInput, GaveUp, HomebodyError, TryAgain
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import rule_relevance
from memory.live.error_relay import ErrorRelay
from memory.live.inbox import Inbox, WhenFull
from memory.live.progress import DelayMeter, Progress
from memory.live.seams import Builder, Forgets, Pass
from memory.store.database import Store
from memory.store.lifetimes import lifetimes

Forgetting = Literal["idle", "night", "never"]
NIGHT = (time(22), time(6))
"""From when to when it is night, on the home's clock."""

_PATIENCE = 0.25  # seconds between two looks at the clock while idle, and between two tries on a full disk
_T = TypeVar("_T")


@dataclass(frozen=True)
class _Seen:
    experience: Experience
    received: datetime


@dataclass(frozen=True)
class _Job:
    work: Callable[[Store], Any]
    answer: Future[Any] | None


def by_rules(store: Store) -> Forgetter:
    """Forgets by time and by the rules that are kept in the store."""
    return Forgetter(store, rule_relevance(lifetimes(store)))


class LiveMemory:
    """A memory file written by a thread of its own; use it in a ``with`` block, or close it.

    An observation that cannot be kept is never dropped silently: the next call raises an error that names it. Such a
    call has done nothing else; repeat it. All methods may be called from any thread.

    Args:
        path: The memory file, new or old.
        clock: The home's time: stamps arrivals, and says what has expired and when it is night.
        capacity: Most observations that may wait.
        when_full: ``wait`` has ``observe`` wait for room, ``refuse`` has it raise ``TryAgain``.
        forgetting: ``idle`` whenever nothing waits, ``night`` only then and at night, ``never``.
        night: From when to when ``night`` is; may go over midnight.
        builder: Makes what builds, given the store.
        forgetter: Makes what forgets, given the store; by default by time and learned rules. None never forgets.
        strict: Whether nothing that was given later is kept once something could not be: every call from then on
            raises that error. By default a full disk is waited for, and of an observation that is refused the next
            call tells.

    Raises:
        BadInput: The file cannot be used (see ``Store.open``), or an argument is none of the allowed.
        TryAgain: Somebody else is writing the file.
    """

    def __init__(
        self,
        path: str | Path,
        clock: Clock,
        *,
        capacity: int = 1000,
        when_full: WhenFull = "wait",
        forgetting: Forgetting = "idle",
        night: tuple[time, time] = NIGHT,
        builder: Callable[[Store], Builder] = HistoryBuilder,
        forgetter: Callable[[Store], Forgets] | None = by_rules,
        strict: bool = False,
    ) -> None:
        if forgetting not in ("idle", "night", "never"):
            raise BadInput(f"forgetting can happen 'idle', at 'night' or 'never', not {forgetting!r}")
        self.path = Path(path)
        self._clock = clock
        self._forgetting = forgetting
        self._night = night
        self._make_builder = builder
        self._make_forgetter = forgetter
        self._strict = strict
        self._inbox: Inbox[_Seen | _Job] = Inbox(capacity, when_full)
        self._problems: deque[HomebodyError] = deque()
        self._fatal: BaseException | None = None
        self._received = self._refused = self._handled = 0
        self._passes = self._forgotten = 0
        self._abandoned = self._ended = False
        self._meter = DelayMeter()
        self._rested: tuple[datetime, int] | None = None  # when and after how much the last whole pass was
        self._counting = threading.Lock()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"memory of {self.path.name}", daemon=True)
        self._thread.start()
        self._started.wait()
        if self._fatal:
            raise self._fatal
        atexit.register(self._drain_at_exit)

    # -- what the robot calls

    def observe(self, experience: Experience) -> None:
        """Hand over an experience; returns before it is remembered.

        Raises:
            TryAgain: The queue is full and refuses, or the disk is full or the file busy; ``experience`` was not taken.
            BadInput: An earlier observation could not be kept; ``experience`` was not taken.
            GaveUp: The thread that remembers has stopped.
            ValueError: The memory is closed.
        """
        self._give(_Seen(experience, self._clock.now()))
        with self._counting:
            self._received += 1

    @contextmanager
    def recall(self) -> Iterator[Store]:
        """A readonly store of one moment: all observations finished so far. Waits for nobody.

        Raises:
            BadInput: The file is damaged.
        """
        with Store.open(self.path, readonly=True) as store, store.snapshot():
            yield store

    def apply(self, work: Callable[[Store], _T]) -> _T:
        """Have the writing thread do something with the store between two observations, and wait for the result.

        For what the user asks of a living memory: pin, undo, erase, learn a rule. It happens after everything that was
        observed before; whatever it raises is raised here.

        Raises:
            GaveUp: The thread that remembers has stopped.
            ValueError: The memory is closed.
        """
        answer: Future[_T] = Future()
        self._give(_Job(work, answer))
        self._inbox.wait_until(lambda: answer.done() or self._in_trouble)
        if not answer.done() and answer.cancel():
            self._raise_problem()
        return answer.result()

    def post(self, work: Callable[[Store], object]) -> None:
        """Have the writing thread do something with the store in its turn, without waiting for it.

        Whatever it raises ends the thread, as with ``strict``: what was given later may rest on it.

        Raises:
            GaveUp: The thread that remembers has stopped.
            ValueError: The memory is closed.
        """
        self._give(_Job(work, None))

    def _give(self, entry: _Seen | _Job) -> None:
        self._raise_problem()
        if not self._inbox.put(entry):
            self._raise_problem()
            raise ValueError("a closed LiveMemory takes nothing more; make a new one on the same file to go on")

    def rest(self) -> Pass | None:
        """Remember everything received, then forget whatever has expired, and return what the pass did.

        None without a forgetter. A simulated night calls this, so that the result does not depend on the speed of the
        machine. An observation that arrives meanwhile stops the pass.
        """
        self.flush()
        forgetter = self._make_forgetter
        if forgetter is None:
            return None
        now = self._clock.now()
        done = self.apply(lambda store: forgetter(store).run(now, lambda: len(self._inbox) > 1))
        self._count_pass(done)
        return done

    def flush(self) -> None:
        """Wait until everything that was received is remembered.

        Raises:
            BadInput: An observation could not be kept; the others go on.
            TryAgain: The disk is full or the file busy; the observation stays first in the queue and is tried again.
            GaveUp: The thread that remembers has stopped.
        """
        goal = self._received
        self._inbox.wait_until(lambda: self._handled >= goal or self._in_trouble)
        self._raise_problem()

    def close(self) -> None:
        """Remember what waits, then close the file; calling it twice is harmless.

        Raises:
            TryAgain: What waits cannot be written now; the memory stays open and goes on trying, so call again, or
                ``abandon`` it.
            BadInput: An observation could not be kept; the memory stays open, call again.
            GaveUp: The thread that remembers has stopped; the file is closed.
        """
        if not self._inbox.closed:
            self.flush()
            self._inbox.close()
        if not self._abandoned:
            self._thread.join()
            atexit.unregister(self._drain_at_exit)
            self._raise_problem()

    def abandon(self) -> int:
        """Close the file without what waits, and return how many observations and jobs that is."""
        self._abandoned = True
        self._inbox.close()
        self._thread.join()
        atexit.unregister(self._drain_at_exit)
        return len(self._inbox)

    def __enter__(self) -> LiveMemory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        finally:
            self.abandon()

    def progress(self) -> Progress:
        """How far the memory has come."""
        with self._counting:
            delay = self._meter.read()
            counts = (self._received, delay.count, self._refused, len(self._inbox))
            return Progress(*counts, delay, self._passes, self._forgotten)

    # -- errors

    @property
    def _in_trouble(self) -> bool:
        return bool(self._problems) or self._ended

    def _raise_problem(self) -> None:
        """Raise the oldest error of the thread that no call has told yet."""
        if self._problems:
            raise self._problems.popleft()
        if isinstance(self._fatal, HomebodyError):
            raise self._fatal
        if self._fatal:
            raise GaveUp(
                f"the memory {self.path} stopped remembering ({type(self._fatal).__name__}: {self._fatal}); "
                f"{len(self._inbox)} observations were not kept. Open it again to go on"
            ) from self._fatal

    def _drain_at_exit(self) -> None:
        """The program ends without ``close``: still lose nothing, and say so if that fails."""
        self.__exit__(None, None, None)

    # -- what the thread does

    def _run(self) -> None:
        try:
            with (
                ErrorRelay(self._note_end),
                Store.open(self.path) as store,
                closing(self._make_builder(store)) as builder,
            ):
                self._started.set()
                while not self._abandoned and self._step(store, builder):
                    pass
        finally:
            self._ended = True
            self._inbox.close()
            self._started.set()

    def _note_end(self, error: BaseException) -> None:
        self._fatal = error

    def _step(self, store: Store, builder: Builder) -> bool:
        """Do the next thing; False at the end."""
        entry = self._inbox.first(_PATIENCE)
        if isinstance(entry, _Seen):
            self._build(builder, entry)
        elif isinstance(entry, _Job):
            self._do(store, entry)
        elif self._inbox.closed:
            return False
        elif self._may_forget():
            self._forget(store)
        return True

    def _build(self, builder: Builder, seen: _Seen) -> None:
        try:
            builder.observe(seen.experience)
        except TryAgain as error:
            if self._strict:
                raise
            self._note(error)
            self._inbox.wait_until(lambda: self._abandoned, _PATIENCE)  # it stays first in the queue
            return
        except HomebodyError as error:
            if self._strict:
                raise
            lived = seen.experience
            named = BadInput(f"the observation of {lived.time} in episode {lived.episode!r} was not kept: {error}")
            self._note(named, error)
        else:
            self._measure((self._clock.now() - seen.received).total_seconds())
        self._handled += 1
        self._inbox.done()

    def _note(self, error: HomebodyError, cause: HomebodyError | None = None) -> None:
        """Leave an error to the next call; a full disk is told once per call, not once per try."""
        error.__cause__ = cause
        if isinstance(error, TryAgain):
            if not any(isinstance(known, TryAgain) for known in self._problems):
                self._problems.append(error)
        else:
            self._refused += 1
            self._problems.append(error)
        self._inbox.wake()

    def _measure(self, delay: float) -> None:
        with self._counting:
            self._meter.add(delay)

    def _do(self, store: Store, job: _Job) -> None:
        if job.answer is None:
            job.work(store)
        elif job.answer.set_running_or_notify_cancel():
            with ErrorRelay(job.answer.set_exception):
                job.answer.set_result(job.work(store))
        self._inbox.done()

    def _may_forget(self) -> bool:
        if self._make_forgetter is None or self._forgetting == "never":
            return False
        now, (begin, end) = self._clock.now(), self._night
        if self._rested == (now, self._handled):
            return False  # nothing has happened since the last pass
        clock = now.time()
        at_night = begin <= clock < end if begin <= end else clock >= begin or clock < end
        return self._forgetting == "idle" or at_night

    def _forget(self, store: Store) -> None:
        """One pass, as far as it gets."""
        assert self._make_forgetter
        forgetter, now = self._make_forgetter(store), self._clock.now()
        try:
            if forgetter.due(now):
                done = forgetter.run(now, lambda: bool(len(self._inbox)) or self._inbox.closed)
                self._count_pass(done)
                if not done.finished:
                    return
        except HomebodyError as error:
            self._problems.append(error)
            self._inbox.wake()
        self._rested = (now, self._handled)

    def _count_pass(self, done: Pass) -> None:
        with self._counting:
            self._passes += 1
            self._forgotten += done.forgotten
