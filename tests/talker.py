"""A server on this machine that speaks the OpenAI protocol and says what a test tells it to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Say:
    """One reply: words in the protocol's form, or anything else byte for byte."""

    text: str | None = ""
    status: int = 200
    body: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    refusal: str | None = None
    finish: str = "stop"
    usage: Any = field(default_factory=lambda: {"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14})
    cut: bool = False  # close the connection instead

    def bytes(self) -> bytes:
        if self.body is not None:
            return self.body.encode()
        if self.status != 200:
            return json.dumps({"error": {"message": self.text, "type": "error", "code": None}}).encode()
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "finish_reason": self.finish}
        reply = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
        return json.dumps(reply | {"usage": self.usage}).encode()


Line = str | Say | Callable[[dict[str, Any]], str]


@dataclass
class Talker:
    """The server: its address, what it was asked, and what it will say."""

    url: str
    lines: list[Line]
    then: Line | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)

    def next(self, request: dict[str, Any]) -> Say:
        line = self.lines.pop(0) if self.lines else self.then
        if line is None:
            return Say("the script is over", status=418)
        if callable(line):
            line = line(request)
        return Say(line) if isinstance(line, str) else line


@contextmanager
def talker(lines: Sequence[Line] = (), then: Line | None = None) -> Iterator[Talker]:
    """Serve a script; the base address is ``Talker.url``."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            played.asked.append(request)
            played.keys.append(self.headers["Authorization"])
            say = played.next(request)
            time.sleep(say.wait)
            if say.cut:
                self.close_connection = True
                return
            try:
                body = say.bytes()
                self.send_response(say.status)
                for name, value in {"Content-Type": "application/json", **say.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the other side waited long enough

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        played = Talker(f"http://127.0.0.1:{server.server_port}/v1", list(lines), then)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield played
        finally:
            server.shutdown()
            thread.join()


def streamed(*pieces: str, finish: str | None = "stop", done: bool = True) -> Say:
    """A reply that comes piece by piece, as server-sent events; without ``finish`` it breaks off."""

    def event(choices: list[Any], **more: Any) -> str:
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "m", "choices": choices, **more}
        return f"data: {json.dumps(chunk)}\n\n"

    body = "".join(event([{"index": 0, "delta": {"content": piece}, "finish_reason": None}]) for piece in pieces)
    if finish:
        body += event([{"index": 0, "delta": {}, "finish_reason": finish}])
        body += event([], usage={"prompt_tokens": 11, "completion_tokens": 3, "total_tokens": 14})
    return Say(body=body + ("data: [DONE]\n\n" if done else ""), headers={"Content-Type": "text/event-stream"})
