"""A homebody command in a forked child process, which may be killed on its way.

Starting Python and compiling takes longer than most commands; a child that is forked from a process which has done both
runs the same code from ``homebody.cli.main`` on, with its own folder, standard streams and signals. Kill it at a
*point*, which is about to happen when it is counted: a statement that writes to SQLite, or a file opened for
writing, renamed, removed or cut. The same command on the same files passes the same points, so that a kill can be
made again.
"""

from __future__ import annotations

import mmap
import os
import resource
import signal
import sqlite3
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_WRITING = ("INSERT", "UPDATE", "DELETE", "BEGIN", "COMMIT", "VACUUM", "PRAGMA wal_checkpoint", "PRAGMA incremental")
_CHANGING = frozenset({"os.rename", "os.remove", "os.truncate", "os.mkdir", "os.rmdir", "os.link", "os.symlink"})
_COUNTS = struct.Struct("qqq")  # points passed, edges among them, experiences committed
_connect = sqlite3.connect
TRACEBACK = 99
"""Exit code of a child whose command ended with an exception that nobody caught."""


@dataclass(frozen=True)
class Kill:
    """When a child is killed.

    Attributes:
        point: Number of the point, from 1; 0 counts the time from the start.
        after: Seconds from there; None is at once, before the point happens.
        number: Of the signal.
        edge: Whether only the points are counted at which something becomes lasting: commits and changes of files.
    """

    point: int = 0
    after: float | None = None
    edge: bool = False
    number: int = signal.SIGKILL


@dataclass(frozen=True)
class Ended:
    """How a child ended.

    Attributes:
        code: Its exit code, the negative signal that killed it, or None when it was killed as it never ended.
        out: Its standard output.
        error: Its standard error.
        points: Points it passed.
        edges: Those of them at which something became lasting.
        committed: Experiences it had committed.
        seconds: How long it took.
    """

    code: int | None
    out: str
    error: str
    points: int
    edges: int
    committed: int
    seconds: float

    @property
    def crashed(self) -> bool:
        """Whether an exception that nobody caught ended it, or it never ended."""
        return self.code is None or self.code == TRACEBACK or "Traceback (most recent call" in self.error

    def problem(self) -> str:
        """What is wrong with how it ended, whatever it was asked to do; "" when nothing is."""
        if self.code is None:
            return f"did not end within {self.seconds:.0f} s: {self.error[-150:]}"
        if self.crashed:
            return f"traceback: {self.error.strip()[-250:]}"
        return ""


@dataclass(frozen=True)
class Streams:
    """Standard streams of a child.

    Attributes:
        stdin: What it can read.
        out: File its output goes to instead of one that is read afterwards.
        encoding: Of its output.
    """

    stdin: bytes = b""
    out: Path | None = None
    encoding: str = "utf-8"


def command(
    arguments: Sequence[str],
    folder: Path,
    kill: Kill | None = None,
    streams: Streams | None = None,
    limit: float = 60.0,
    prepare: Callable[[], object] | None = None,
) -> Ended:
    """Run ``homebody ARGUMENTS`` in a folder.

    Args:
        arguments: Without the program's name.
        folder: Where it runs; its output goes to files beside it.
        kill: When to kill it; None lets it end.
        streams: Its standard streams.
        limit: Seconds after which it is killed as one that never ends.
        prepare: Called in the child first.
    """

    def work() -> None:
        import homebody.cli as homebody

        sys.argv = ["homebody", *arguments]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        homebody._IS_COMMAND = True  # the process ends behind it
        homebody.main()

    return child(work, folder, kill, streams, limit, prepare)


def child(
    work: Callable[[], object],
    folder: Path,
    kill: Kill | None = None,
    streams: Streams | None = None,
    limit: float = 60.0,
    prepare: Callable[[], object] | None = None,
) -> Ended:
    """Do anything in a forked child; arguments as for ``command``."""
    streams = streams or Streams()
    said = folder.with_name(folder.name + ".out"), folder.with_name(folder.name + ".err")
    shared = mmap.mmap(-1, _COUNTS.size)
    began = time.monotonic()
    sys.stdout.flush()
    sys.stderr.flush()
    reached, reaching = os.pipe()
    heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)  # in the child until the command begins
    pid = os.fork()
    if not pid:
        os.close(reached)
        _live(work, folder, kill, streams, said, shared, reaching, prepare)
    signal.signal(signal.SIGINT, heeded)
    os.close(reaching)
    code = _wait(pid, kill, limit, reached)
    os.close(reached)
    points, edges, committed = _COUNTS.unpack(shared[:])
    out, error = (_read(path) for path in said)
    shared.close()
    return Ended(code, out, error, points, edges, committed, time.monotonic() - began)


def _read(path: Path) -> str:
    text = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
    path.unlink(missing_ok=True)
    return text


def _wait(pid: int, kill: Kill | None, limit: float, reached: int) -> int | None:
    """Its exit code; kills it when its time has come."""
    deadline = time.monotonic() + limit
    if kill is not None and kill.after is not None:
        if kill.point:
            os.read(reached, 1)  # b"" when it ended without passing the point
        time.sleep(kill.after)
        os.kill(pid, kill.number)
    while True:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            return None
        time.sleep(0.0005)


# -- in the child


def _live(
    work: Callable[[], object],
    folder: Path,
    kill: Kill | None,
    streams: Streams,
    said: tuple[Path, Path],
    shared: mmap.mmap,
    reaching: int,
    prepare: Callable[[], object] | None,
) -> None:
    code = TRACEBACK
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.chdir(folder)
        _redirect(streams, said)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _Points(kill, shared, reaching)
        if prepare:
            prepare()
        work()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # whatever the command let through is what we look for
        traceback.print_exc()
    finally:
        code = _flush(code)
        os._exit(code)


def _flush(code: int) -> int:
    """What Python does at its end: what cannot be written any more is code 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            code = code or 120
    return code


def _redirect(streams: Streams, said: tuple[Path, Path]) -> None:
    reading, writing = os.pipe()
    if streams.stdin:
        threading.Thread(target=_type, args=(writing, streams.stdin), daemon=True).start()
    else:
        os.close(writing)
    out = os.open(streams.out or said[0], os.O_WRONLY | (0 if streams.out else os.O_CREAT | os.O_TRUNC))
    error = os.open(said[1], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    for number, opened in enumerate((reading, out, error)):
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding=streams.encoding, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=streams.encoding, errors="backslashreplace", closefd=False)  # noqa: SIM115


def _type(writing: int, typed: bytes) -> None:
    with open(writing, "wb", buffering=0) as keys:
        keys.write(typed)


class _Commits:
    """Experiences that one connection has committed: a commit is over when the next statement begins on it."""

    def __init__(self) -> None:
        self.committed = self._written = 0
        self._committing = False

    def follow(self, sql: str) -> None:
        """A statement begins."""
        if sql == "ROLLBACK":
            self._written = self.committed
        elif self._committing:
            self.committed = self._written
        self._written += sql.startswith("INSERT INTO experiences")
        self._committing = sql == "COMMIT"


class _Points:
    """Counts points, and kills its own process at one of them or tells the parent that it is there.

    What is committed is counted for each connection by itself: threads write beside each other, and what lies in no
    file at all is no memory.
    """

    def __init__(self, kill: Kill | None, shared: mmap.mmap, reaching: int) -> None:
        self._kill, self._shared, self._reaching = kill, shared, reaching
        self._passed = self._edges = 0
        self._files: list[_Commits] = []
        self._counting = threading.RLock()
        sys.addaudithook(self._audit)
        sqlite3.connect = self._connect

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _CHANGING or (event == "open" and _to_write(arguments)):
            self._point(edge=True)

    def _connect(self, database: Any, *arguments: Any, **options: Any) -> sqlite3.Connection:
        connection = _connect(database, *arguments, **options)
        commits = _Commits()
        if database != ":memory:":
            self._files.append(commits)

        def statement(sql: str) -> None:
            commits.follow(sql)
            if sql.lstrip().startswith(_WRITING):
                self._point(edge=sql == "COMMIT")

        connection.set_trace_callback(statement)
        return connection

    def _point(self, edge: bool) -> None:
        with self._counting:
            self._passed += 1
            self._edges += edge
            committed = sum(one.committed for one in self._files)
            self._shared[:] = _COUNTS.pack(self._passed, self._edges, committed)
            if self._kill is None or (self._kill.edge and not edge):
                return
            if self._kill.point == (self._edges if self._kill.edge else self._passed):
                if self._kill.after is None:
                    os.kill(os.getpid(), signal.SIGKILL)
                os.write(self._reaching, b".")


def _to_write(arguments: tuple[Any, ...]) -> bool:
    mode, flags = arguments[1], arguments[2]
    writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
    return bool(writes) or (isinstance(mode, str) and any(sign in mode for sign in "wax+"))
