"""Escapes from the sandbox in which code of a language model runs: every way with every deed, and bombs.

The sandbox is asked directly, without the console's look at the code beforehand, and has the console's own functions.
An escape is anything that can be seen outside: a file, a connection, a secret in what comes back, a process that dies.
"""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import Any

from benchmarks.torture.escape_ways import BOMBS, BUILTINS, DEEDS, WAYS, WRAPS
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance

SECRET = "the-secret-of-the-torture"
NAME = "a-name-that-nobody-told"
SLOWEST = 5.0
"""Seconds after which a run that is to take 0.2 of them has not been ended."""

_VARIABLE = "TORTURE_SECRET"
_COMBINED = len(WAYS) * len(DEEDS)


class Prison:
    """A sandbox with the console's functions, and what its code must not reach.

    Args:
        ground: Has the memory that the functions look into.
    """

    def __init__(self, ground: Ground) -> None:
        from agent.recall.console.pictures import Pictures
        from agent.recall.console.sandbox import CodeLimits, Sandbox
        from agent.recall.console.tools import Tools
        from memory.reading.tree_view import TreeView
        from memory.reading.view import View
        from memory.store.database import Store

        self.folder = ground.folder.with_name(f"prison-{os.getpid()}")
        self.folder.mkdir(exist_ok=True)
        self.here, self.there = self.folder / NAME, self.folder / "there"
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.told: list[Any] = []
        os.environ[_VARIABLE] = SECRET
        self._store = store = Store.open(ground.memory, readonly=True)
        tree, view = TreeView(store), View(store)
        now = view.last_time()
        assert now is not None
        tools = Tools(tree, view, now, Pictures(store, None))
        functions: dict[str, Callable[..., Any]] = {**tools.functions(), "tell": self._tell}
        quick = CodeLimits(seconds=0.2, memory=16_000_000, depth=100, calls=50, output=5_000)
        self.sandbox = Sandbox(functions, quick).__enter__()

    def close(self) -> None:
        """End the sandbox and let go of everything."""
        self.sandbox.__exit__(None, None, None)
        self.listener.close()
        self._store.close()
        del os.environ[_VARIABLE]

    def _tell(self, value: Any = None) -> Any:
        self.told.append(value)
        return value

    def tried(self, code: str) -> str:
        """What got out, or what became of the prison; "" when nothing did."""
        self.here.write_text(SECRET)
        self.told.clear()
        before = os.getcwd(), dict(os.environ)
        began = time.monotonic()
        ran = self.sandbox.run(code)
        seconds = time.monotonic() - began
        back = f"{ran.value}{ran.printed}{ran.message}{self.told}"
        if SECRET in back or (NAME in back and NAME not in code):
            return "a secret came back"
        if self.there.exists() or not self.here.exists() or self.here.read_text() != SECRET:
            return "a file was written or removed"
        if select.select([self.listener], [], [], 0)[0]:
            return "a connection came in"
        if (os.getcwd(), dict(os.environ)) != before:
            return "our folder or environment changed"
        if any(not _plain(value) for value in self.told):
            return "one of our functions got something that is not a plain value"
        if seconds > SLOWEST:
            return f"it ran for {seconds:.1f} s"
        return "" if self.sandbox.run("1 + 1").value == 2 else "the sandbox does not go on"


def _plain(value: Any) -> bool:
    return not callable(value) and type(value).__module__ in ("builtins", "datetime")


class Escapes:
    """Attempts to escape.

    Args:
        ground: Has the memory that the functions look into.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._prison: tuple[int, Prison] | None = None

    def row(self) -> Row:
        """As a row of the table."""
        what = f"{len(WAYS)} ways × {len(DEEDS)} deeds, {len(BOMBS)} bombs, in the console's sandbox"
        return Row("escapes", "escapes", what, self.attempt, _COMBINED + len(BOMBS), 60)

    def attempt(self, seed: int, case: int) -> str:
        """One escape."""
        if self._prison is None or self._prison[0] != os.getpid():
            self._prison = os.getpid(), Prison(self._ground)
        prison = self._prison[1]
        code = escape(seed, case, prison.folder, prison.listener.getsockname()[1])
        problem = prison.tried(code)
        return f"{problem}: {code!r}" if problem else ""


def escape(seed: int, case: int, folder: Path, port: int) -> str:
    """The code of one escape."""
    shuffled = case * 101 % (_COMBINED + len(BOMBS))  # so that a sample meets all kinds
    if shuffled >= _COMBINED:
        return BOMBS[shuffled - _COMBINED]
    way, deed = list(WAYS.values())[shuffled // len(DEEDS)], list(DEEDS.values())[shuffled % len(DEEDS)]
    needs = deed[0]
    got = way[1].replace("BUILTIN", needs) if needs in BUILTINS else way[0].replace("MODULE", needs)
    places = {"here": folder / NAME, "there": folder / "there", "folder": folder, "pid": os.getpid(), "port": port}
    does = deed[1]
    for name, value in places.items():
        does = does.replace(f"{{{name}}}", str(value))
    wrap = chance("escapes", seed, case).choice(WRAPS)
    bare = got if "{deed}" in wrap else f"{got}\n{does}"
    return wrap.replace("{code4}", indent(bare, "    ")).replace("{code}", bare).replace("{deed}", does)


def rows(ground: Ground) -> list[Row]:
    """The sandbox, where its package is installed."""
    from importlib.util import find_spec

    return [Escapes(ground).row()] if find_spec("pydantic_monty") else []
