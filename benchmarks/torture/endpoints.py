"""Servers of language models that misbehave: what they send, how slowly, how much, and what they echo.

A call has to end within its time, with an answer or an error of ours, without the key and without eating memory.
"""

from __future__ import annotations

import gzip
import json
import random
import resource
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any

from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance
from envs.errors import HomebodyError

KEY = "sk-Torture/very+secret_0123456789"
SECONDS = 1.0
"""Time of a call, tries and waits included."""
LATE = 1.5
"""Seconds after which a call that has so many has not ended in time; machines are busy."""
MOST_BYTES = 100_000
MOST_KILOBYTES = 60_000
"""By which one call may let the process grow."""

_SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
_WAITS = ("0", "1", "-1", "1e18", "nan", "inf", "9" * 400, "Wed, 21 Oct 2099 07:28:00 GMT", "soon", "\u0663", "")
_STATUS = (200, 200, 200, 200, 200, 204, 301, 307, 400, 401, 403, 404, 408, 409, 413, 418, 429, 429, 500, 503, 999)
_JUNK: tuple[Any, ...] = (None, True, -1, 1e300, 10**40, "", "x", [], {}, [[]], {"a": None}, "\ud800", "7" * 5000)
_DEEP = "[" * 20_000 + "]" * 20_000


def replies(draws: random.Random) -> Iterator[bytes]:
    """What one connection is sent, piece by piece; an empty piece is a pause."""
    how = draws.random()
    if how < 0.06:
        return  # hangs up at once
    if how < 0.12:
        yield draws.randbytes(draws.choice((1, 50, 5000)))
        return
    if how < 0.2:
        yield from draws.choice((_silence, _endless_head, _continued))()
        return
    stream = draws.random() < 0.3
    body = _stream(draws) if stream else _body(draws)
    yield _head(draws, stream, len(body))
    if draws.random() < 0.15:
        body = body[: draws.randrange(len(body) + 1)]
    slow = draws.random()
    if slow < 0.08:
        for byte in body:
            yield bytes([byte])
            yield b""
    elif slow < 0.16:
        for _ in range(3000):
            yield draws.choice((b" " * 4096, b"data: {}\n\n" * 400, b"\n" * 4096))
    else:
        yield body


def _silence() -> Iterator[bytes]:
    for _ in range(400):
        yield b""


def _endless_head() -> Iterator[bytes]:
    yield b"HTTP/1.1 200 OK\r\n"
    for number in range(3000):
        yield f"X-{number}: {'y' * 1000}\r\n".encode()


def _continued() -> Iterator[bytes]:
    for _ in range(3000):
        yield b"HTTP/1.1 100 Continue\r\n\r\n"


def _head(draws: random.Random, stream: bool, length: int) -> bytes:
    lines = [f"HTTP/1.1 {draws.choice(_STATUS)} {draws.choice(('OK', '', KEY))}"]
    lines.append(f"Content-Type: {'text/event-stream' if stream else draws.choice(('application/json', 'x', ''))}")
    if draws.random() < 0.3:
        lines.append(f"Retry-After: {draws.choice(_WAITS)}")
    if draws.random() < 0.2:
        lines.append(f"Location: http://user:{KEY}@127.0.0.1:9/{KEY}")
    if draws.random() < 0.4:
        lines.append(f"Content-Length: {draws.choice((length, length + 10, 10**30, -1, 'x'))}")
    if draws.random() < 0.1:
        lines.append(draws.choice(("Transfer-Encoding: chunked", "Content-Encoding: gzip", "Content-Encoding: br")))
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "replace")


def _body(draws: random.Random) -> bytes:
    how = draws.random()
    if how < 0.1:
        return gzip.compress(b" " * 20_000_000)
    if how < 0.2:
        return f'{{"choices": {_DEEP}}}'.encode()
    message = {"role": "assistant", "content": draws.choice(('{"n": 1}', "hello", f"your key is {KEY}", "x" * 200_000))}
    whole: dict[str, Any] = {
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 1},
    }
    if how < 0.3:
        whole = {"error": {"message": f"no such key: {KEY}", "type": KEY, "code": draws.choice(_JUNK)}}
    elif how < 0.8:
        _spoil(draws, whole)
    text = json.dumps(whole).encode()
    if draws.random() < 0.3:
        place = draws.randrange(len(text))
        text = text[:place] + draws.choice((b"\xff", b"[" * 3000, b"9" * 5000, b"NaN", b"\0", b'"')) + text[place:]
    return text


def _spoil(draws: random.Random, value: Any) -> None:
    """Change one thing somewhere inside."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = draws.choice(keys)
        if draws.random() < 0.4 or not isinstance(value[key], dict | list):
            value[key] = draws.choice(_JUNK)
            return
        value = value[key]


def _stream(draws: random.Random) -> bytes:
    lines = []
    for _ in range(draws.choice((0, 1, 5, 300))):
        delta: dict[str, Any] = {"choices": [{"index": 0, "delta": {"content": draws.choice(("a", KEY[:9], KEY[9:]))}}]}
        if draws.random() < 0.2:
            _spoil(draws, delta)
        lines.append(f"data: {json.dumps(delta)}\n\n")
    return ("".join(lines) + draws.choice(("data: [DONE]\n\n", "", "data: {", ": wait\n\n" * 2000))).encode()


@contextmanager
def server(seed: int, case: int) -> Iterator[str]:
    """The address of a server that misbehaves; every connection gets another reply."""
    over, number = threading.Event(), 0
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        nonlocal number
        while not over.is_set():
            with suppress(OSError):
                guest, _ = listening.accept()
                with guest:
                    guest.settimeout(2.0)
                    guest.recv(65536)
                    number += 1
                    _talk(guest, chance(f"endpoint connection {number}", seed, case), over)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    finally:
        over.set()
        with suppress(OSError), socket.create_connection(listening.getsockname(), 1.0):
            pass
        thread.join(5.0)
        listening.close()


def _talk(guest: socket.socket, draws: random.Random, over: threading.Event) -> None:
    for piece in replies(draws):
        if over.is_set():
            return
        guest.sendall(piece) if piece else over.wait(0.02)


class _Heard:
    """Hears a stream and keeps it."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def begin(self) -> None:
        self.words.clear()

    def hear(self, piece: str) -> None:
        self.words.append(piece)


def attempt(seed: int, case: int) -> str:
    """One call."""
    from agent.language.endpoint.openai_model import OpenAIModel, Sampling
    from agent.language.endpoint.retries import Retries
    from agent.language.model import Message

    draws = chance("endpoints", seed, case)
    heard = _Heard() if draws.random() < 0.4 else None
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    with server(seed, case) as url:
        sampling = Sampling(seconds=SECONDS, most_bytes=MOST_BYTES)
        model = OpenAIModel("m", url, KEY, sampling, Retries(2, 0.01), heard)
        try:
            done = model.complete([Message("user", "hello")], _SCHEMA if draws.random() < 0.4 else None)
            said = f"{done.text}{done.parsed}"
        except HomebodyError as error:
            said = str(error)
        seconds = time.monotonic() - began
    said += "".join(heard.words) if heard else ""
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if KEY in said or KEY[3:] in said:
        return f"the key is shown: {said[-200:]}"
    if seconds > SECONDS + LATE:
        return f"the call took {seconds:.1f} s of {SECONDS:.0f}"
    return f"the process grew by {grown // 1000} MB" if grown > MOST_KILOBYTES else ""


def _load() -> None:
    """Load the package, which takes longer than a call may."""
    from agent.language.endpoint.openai_model import OpenAIModel

    OpenAIModel("m", "http://127.0.0.1:9/v1", KEY)


def rows(ground: Ground) -> list[Row]:
    """The one row, where the package that talks to servers is installed."""
    what = f"servers of language models: slow, endless, damaged, echoing the key; a call has {SECONDS:.0f} s"
    return [Row("fuzz endpoints", "fuzz", what, attempt, 400, 8, prepare=_load)] if find_spec("openai") else []
