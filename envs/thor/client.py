"""The ai2thor client made dependable; importing this module imports ai2thor.

The client's transport waits for ever when the simulator dies before it has opened its pipe, spins until the time-out
when it dies later, and loses track of the process when starting fails. ``Client`` is ``ai2thor.controller.Controller``
with the same protocol and the same events, whose process is noticed when it exits, never waited for beyond the
time-out, and always killed, reaped and cleaned up after.
"""

from __future__ import annotations

import atexit
import errno
import fcntl
import os
import select
import signal
import struct
import subprocess
import time
import uuid
import warnings
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, BinaryIO

with warnings.catch_warnings():
    warnings.simplefilter("ignore", (DeprecationWarning, SyntaxWarning))  # escapes in the client's own sources
    import ai2thor.build
    import ai2thor.platform
    from ai2thor.controller import Controller
    from ai2thor.fifo_server import FifoServer
    from msgpack import UnpackException

EXITED, SILENT, GARBAGE = "exited", "silent", "garbage"

_SLICE = 0.2
"""How often a waiting client looks whether the process still lives, seconds."""
_LARGEST = 1 << 30
"""No message is longer than this; a header that says so is no header, bytes."""
_ROOM = 1 << 20
"""Bytes that a pipe holds where that can be chosen; what an unprivileged process may ask for on Linux."""
_PATIENCE = 5.0
"""How long a process may take to exit after it closed its pipe or was killed, seconds."""
_LINGER = 2.0
"""How long what it had started may take to disappear after that, seconds."""


class Fault(RuntimeError):
    """The transport failed.

    Args:
        kind: ``exited``, ``silent`` (time-out) or ``garbage`` (what came is not the protocol).
        detail: What was seen.
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail = kind, detail


def fault_of(error: BaseException | None) -> Fault | None:
    """The fault behind an exception; the client wraps what happens while it waits for an answer."""
    while error is not None and not isinstance(error, Fault):
        error = error.__cause__ or error.__context__
    return error


class PatientServer(FifoServer):
    """The client's end of the two pipes."""

    unity_proc: subprocess.Popen[bytes] | None
    _heard = False

    # -- reading -------------------------------------------------------------------------------------------------

    def receive(self, timeout: float | None = None) -> Any:
        """The next event.

        Raises:
            Fault: There is none, or it cannot be read.
        """
        if self.server_pipe is None:
            # Opened without waiting: a simulator that never opens its end must not hang us.
            self.server_pipe = _pipe(self.server_pipe_path, os.O_RDONLY)
        try:
            return super().receive(timeout)
        except (KeyError, ValueError, TypeError, IndexError, struct.error, UnpackException) as error:
            raise Fault(GARBAGE, f"{type(error).__name__}: {error}") from error

    def _read_with_timeout(self, server_pipe: BinaryIO, message_size: int, timeout: float | None) -> bytes:
        if message_size > _LARGEST:
            raise Fault(GARBAGE, f"a message of {message_size} bytes was announced")
        data, handle, deadline = bytearray(), server_pipe.fileno(), _deadline(timeout)
        while len(data) < message_size:
            self._wait(handle, select.POLLIN, deadline)
            try:
                part = os.read(handle, message_size - len(data))
            except BlockingIOError:
                continue
            if part:
                self._heard = True
                data += part
            elif self._heard or self._exit_code() is not None:
                raise self._gone()
            else:
                time.sleep(0.02)  # nobody has opened the other end yet
                _check(deadline)
        return bytes(data)

    # -- writing -------------------------------------------------------------------------------------------------

    def _send_message(self, message_type: int, body: bytes) -> None:
        deadline = _deadline(self.timeout)
        pipe: Any = self.client_pipe or self._open_for_writing(deadline)
        self.client_pipe = pipe
        self._last_action_message = body
        handle: int = pipe.fileno()
        rest = memoryview(self._create_header(message_type, body) + body + self.eom_header)
        while rest:
            self._wait(handle, select.POLLOUT, deadline)
            try:
                rest = rest[os.write(handle, rest) :]
            except BlockingIOError:
                continue
            except BrokenPipeError as error:
                raise self._gone() from error

    def _open_for_writing(self, deadline: float | None) -> Any:
        while True:
            try:
                return _pipe(self.client_pipe_path, os.O_WRONLY)
            except OSError as error:
                if error.errno != errno.ENXIO:  # ENXIO: nobody reads yet
                    raise
            if self._exit_code() is not None:
                raise self._gone()
            _check(deadline)
            time.sleep(0.02)

    # -- waiting -------------------------------------------------------------------------------------------------

    def _wait(self, handle: int, event: int, deadline: float | None) -> None:
        """Until the pipe is ready.

        Raises:
            Fault: The process has exited, or the time is up.
        """
        poll = select.poll()
        poll.register(handle, event)
        while not poll.poll(1000 * _SLICE):
            if self._exit_code() is not None and not poll.poll(0):
                raise self._gone()
            _check(deadline)

    def _exit_code(self) -> int | None:
        return None if self.unity_proc is None else self.unity_proc.poll()

    def _gone(self) -> Fault:
        code = None
        if self.unity_proc is not None:
            try:
                code = self.unity_proc.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                return Fault(EXITED, "closed its pipe")
        return Fault(EXITED, _how(code))

    # -- the end -------------------------------------------------------------------------------------------------

    def stop(self) -> None:
        """Kill and reap the process, remove the pipes; calling it twice is harmless."""
        for pipe in (self.client_pipe, self.server_pipe):
            if pipe is not None:
                pipe.close()
        self.client_pipe = self.server_pipe = None
        process, self.unity_proc = self.unity_proc, None
        if process is not None:
            _end(process)
        self.tmp_dir.cleanup()


class Client(Controller):
    """``ai2thor.controller.Controller`` over a ``PatientServer``.

    Args:
        arguments: As for the client's controller.

    Raises:
        Fault: The simulator did not start; no process is left.
    """

    def __init__(self, **arguments: Any) -> None:
        with ExitStack() as undo:
            undo.callback(self.stop)
            super().__init__(**arguments)
            undo.pop_all()  # it runs: from here on stopping is the caller's

    def _build_server(self, host: str, port: int, width: int, height: int) -> None:
        self.server_class = PatientServer
        if self.server is None:
            self.server = PatientServer(
                width=width,
                height=height,
                timeout=self.server_timeout,
                depth_format=self.depth_format,
                add_depth_noise=self.add_depth_noise,
            )

    def _start_unity_thread(
        self, env: dict[str, str], width: int, height: int, server_params: dict[str, str], image_name: Any
    ) -> None:
        """Start the process as the client does, in a group of its own so that wrapper scripts leave nothing behind."""
        build: Any = self._build
        server: Any = self.server
        if not self.x_display and build.platform is ai2thor.platform.Linux64:
            build.platform = ai2thor.platform.CloudRendering  # a build that was given by its path
        env["AI2THOR_CLIENT_TOKEN"] = server.client_token = str(uuid.uuid4())
        env["AI2THOR_SERVER_TYPE"] = server.server_type
        env["AI2THOR_SERVER_SIDE_SCREENSHOT"] = str(not self.headless)
        env.update({f"AI2THOR_{name.upper()}": value for name, value in server_params.items()})
        env.update(build.platform.launch_env(self.width, self.height, self.x_display))
        Path(self.log_dir).mkdir(parents=True, exist_ok=True)
        atexit.register(self.stop)
        with open(log_file(), "ab") as log:
            command = self.unity_command(width, height, self.headless)
            server.unity_proc = subprocess.Popen(
                command, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0
            )
        self.unity_pid = server.unity_proc.pid

    def prune_releases(self) -> None:
        """Nothing: running a simulator must not delete builds that somebody downloaded."""

    def stop(self) -> None:
        """End the process and let go of the build; calling it twice is harmless."""
        atexit.unregister(self.stop)
        if self.server is not None:
            self.server.stop()
        build: Any = getattr(self, "_build", None)
        if getattr(build, "_lock", None) is not None:
            build.unlock()


# -- builds ------------------------------------------------------------------------------------------------------


def platform_named(name: str) -> Any:
    """The client's platform class.

    Raises:
        ValueError: No such platform.
    """
    known: dict[str, Any] = ai2thor.platform.STR_PLATFORM_MAP
    if name not in known:
        raise ValueError(f"{name!r} is not a platform; they are {', '.join(known)}")
    return known[name]


def build_folder(platform: str) -> Path:
    """Where the client keeps its build for a platform, whether it is there or not."""
    commit: str | None = ai2thor.build.COMMIT_ID
    return _home() / "releases" / ai2thor.build.build_name(platform, commit)


def lacking(platform: str, width: int, height: int, x_display: str | None) -> list[str]:
    """What the platform needs and this machine has not."""
    request = ai2thor.platform.Request("Linux", width, height, x_display, False)
    return platform_named(platform).validate(request)


def log_file() -> Path:
    """Where the simulator's own output goes."""
    return _home() / "log" / "unity.log"


def _home() -> Path:
    return Path(os.path.expanduser("~")) / ".ai2thor"


# -- parts -------------------------------------------------------------------------------------------------------


def _pipe(path: str, mode: int) -> Any:
    handle = os.open(path, mode | os.O_NONBLOCK)
    if hasattr(fcntl, "F_SETPIPE_SZ"):
        # Linux: a whole answer fits, so the simulator need not wait while it writes. Denied, the pipe stays as it was.
        with suppress(PermissionError):
            fcntl.fcntl(handle, fcntl.F_SETPIPE_SZ, _ROOM)
    return os.fdopen(handle, "rb" if mode == os.O_RDONLY else "wb", buffering=0)


def _deadline(timeout: float | None) -> float | None:
    return None if timeout is None else time.monotonic() + timeout


def _check(deadline: float | None) -> None:
    if deadline is not None and time.monotonic() > deadline:
        raise Fault(SILENT, "no answer in time")


def _how(code: int | None) -> str:
    if code is None:
        return "went away"
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"exited with code {code}"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and everything it started, and reap it."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        return  # in an uninterruptible call; it will go as soon as that returns
    _wait_for_group(process.pid)


def _wait_for_group(group: int) -> None:
    """Wait until what a wrapper script had started is gone too: it is nobody's child here and cannot be reaped."""
    until = time.monotonic() + _LINGER
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except (ProcessLookupError, PermissionError):
            return
        time.sleep(0.005)
