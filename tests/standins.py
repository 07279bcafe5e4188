"""Stand-ins for what ``homebody doctor`` examines: programs, packages, an HTTP server, scripted probes."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from homebody.doctor.process import EndedProcess

NAMED: tuple[str, ...] = (
    "HOMEBODY_THOR_EXECUTABLE",
    "HOMEBODY_DETECTOR_WEIGHTS",
    "HOMEBODY_LANGUAGE_URL",
    "OPENAI_BASE_URL",
)
KEYS = ("HOMEBODY_LANGUAGE_KEY", "OPENAI_API_KEY")
on_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has X and Vulkan in these places"
)
on_posix = pytest.mark.skipif(os.name != "posix", reason="stand-in programs are shell scripts")


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the developer's own environment names must not decide a test."""
    for name in (*NAMED, *KEYS, "DISPLAY", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def program(path: Path, text: str) -> Path:
    """A shell script that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def package(folder: Path, name: str, files: dict[str, str]) -> Path:
    """A Python package that stands in for an installed one."""
    place = folder / name
    for file, text in {"__init__.py": "", **files}.items():
        (place / file).parent.mkdir(parents=True, exist_ok=True)
        (place / file).write_text(text)
    return place


def script_probes(
    monkeypatch: pytest.MonkeyPatch, module: Any, **answers: EndedProcess | list[EndedProcess]
) -> list[str]:
    """Let a module's probes answer from a script; returns the names of those that are called."""
    called: list[str] = []

    def answer(name: str, *_: str, seconds: float = 0.0) -> EndedProcess:
        called.append(name)
        said = answers[name]
        return said.pop(0) if isinstance(said, list) else said

    monkeypatch.setattr(module, "probe", answer)
    return called


MODELS = json.dumps({"data": [{"id": f"model-{k}"} for k in range(5)]})


@contextmanager
def endpoint(
    status: int = 200, body: str = MODELS, headers: dict[str, str] | None = None, seen: list[Any] | None = None
) -> Iterator[str]:
    """An HTTP server with one answer; gives its base address and notes path and key of each request."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if seen is not None:
                seen.append((self.path, self.headers["Authorization"]))
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            thread.join()
