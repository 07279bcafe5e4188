"""The sandbox: what models must not do, tried in every way we could think of; each is contained and reported."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_monty", reason="the extra 'console' is not installed")

from agent.recall.console.code import code_of, refusal
from agent.recall.console.sandbox import LONGEST_CODE, CodeLimits, Sandbox

QUICK = CodeLimits(seconds=0.2, memory=16_000_000, depth=100, calls=50, output=5_000)

ESCAPES = {
    # files
    "read a file": "open('/etc/passwd').read()",
    "read a file by path": "import pathlib\npathlib.Path('/etc/passwd').read_text()",
    "list a folder": "import os\nos.listdir('/')",
    "list a folder by path": "from pathlib import Path\nlist(Path('/').iterdir())",
    "write a file": "open('{there}', 'w').write('x')",
    "write a file by path": "import pathlib\npathlib.Path('{there}').write_text('x')",
    "write a file bytewise": "import pathlib\npathlib.Path('{there}').write_bytes(b'x')",
    "make a folder": "import os\nos.mkdir('{there}')",
    "delete a file": "import os\nos.remove('{here}')",
    "delete a file by path": "import pathlib\npathlib.Path('{here}').unlink()",
    "rename a file": "import os\nos.rename('{here}', '{there}')",
    "go up": "open('../../../../etc/passwd').read()",
    "with a file": "with open('/etc/hosts') as f:\n    f.read()",
    "through io": "import io\nio.open('/etc/passwd')",
    "through the process": "open('/proc/self/environ').read()",
    "a file's size": "import os\nos.stat('/etc/passwd')",
    "the memory itself": "import sqlite3\nsqlite3.connect('{here}')",
    # environment and processes
    "environment": "import os\nos.environ['PATH']",
    "one variable": "import os\nos.getenv('PATH').upper()",
    "a shell": "import os\nos.system('touch {there}')",
    "a pipe": "import os\nos.popen('touch {there}').read()",
    "a process": "import subprocess\nsubprocess.run(['touch', '{there}'])",
    "fork": "import os\nos.fork()",
    "kill": "import os\nos.kill(1, 9)",
    "exec a program": "import os\nos.execv('/bin/sh', ['sh'])",
    "C": "import ctypes\nctypes.CDLL(None)",
    "threads": "import threading\nthreading.Thread(target=print).start()",
    "processes": "import multiprocessing\nmultiprocessing.Process(target=print).start()",
    "signals": "import signal\nsignal.alarm(1)",
    # network
    "a socket": "import socket\nsocket.create_connection(('127.0.0.1', 80))",
    "a web page": "import urllib.request\nurllib.request.urlopen('http://127.0.0.1')",
    "http": "import http.client\nhttp.client.HTTPConnection('127.0.0.1').request('GET', '/')",
    "requests": "import requests\nrequests.get('http://127.0.0.1')",
    # imports and evaluation
    "the importer": "__import__('os').system('ls')",
    "importlib": "import importlib\nimportlib.import_module('os')",
    "our own modules": "import agent.recall.asking",
    "a star import": "from os import *\nsystem('ls')",
    "builtins": "__builtins__['open']('/etc/passwd')",
    "builtins by import": "import builtins\nbuiltins.open('/etc/passwd')",
    "evaluated": "eval(\"open('/etc/passwd').read()\")",
    "executed": "exec(\"import os\\nos.listdir('/')\")",
    "compiled": "exec(compile('1', 'x', 'exec'))",
    "pickle": "import pickle\npickle.loads(b'cos\\nsystem\\n(S\"ls\"\\ntR.')",
    "loaded modules": "import sys\nsys.modules['os']",
    # objects
    "class": "().__class__.__bases__[0].__subclasses__()",
    "method resolution": "type(1).mro()[-1].__subclasses__()",
    "globals of a function": "tell.__globals__['__builtins__']",
    "code of a function": "tell.__code__.co_consts",
    "closure of a function": "tell.__closure__",
    "self of a function": "tell.__self__",
    "by getattr": "getattr(tell, '__globals__')",
    "by getattr in pieces": "getattr((), '__cl' + 'ass__').__base__",
    "by format": "'{0.__class__.__mro__}'.format(())",
    "by an f-string": "f'{tell.__globals__}'",
    "frames": "import sys\nsys._getframe().f_back.f_globals",
    "a trace": "try:\n    1 / 0\nexcept Exception as e:\n    e.__traceback__.tb_frame.f_back.f_globals",
    "a generator's frame": "(x for x in []).gi_frame.f_globals",
    "the collector": "import gc\ngc.get_objects()",
    "inspect": "import inspect\ninspect.stack()",
    "globals": "globals()['tell']",
    "vars": "vars(tell)",
    "a new type": "type('X', (object,), {'__del__': tell})",
    "set on a function": "tell.x = 1",
    # bombs
    "endless loop": "while True: pass",
    "endless loop that catches": "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
    "endless sum": "sum(range(10**12))",
    "endless recursion": "def f(): return f()\nf()",
    "mutual recursion": "def f(n): return g(n)\ndef g(n): return f(n)\nf(1)",
    "endless calls of ours": "while True: tell(1)",
    "a long text": "'a' * 10**10",
    "a long list": "[0] * 10**10",
    "doubling": "x = [1]\nwhile True: x += x",
    "doubling a text": "x = 'ab'\nwhile True: x += x",
    "a growing dict": "x = {}\ni = 0\nwhile True:\n    x[i] = str(i) * 100\n    i += 1",
    "a huge number": "9**9**9",
    "a shifted number": "1 << 10**10",
    "padding": "'%0999999999d' % 1",
    "padding by format": "f'{1:>999999999}'",
    "joined": "''.join(['b' * 1000] * 10**7)",
    "sorted": "sorted(range(10**8))",
    "nested brackets": "(" * 3000,
    "nested lists": "[" * 2000 + "]" * 2000,
    "deep JSON": "import json\njson.loads('[' * 100000)",
    "a flood of prints": "while True: print('x' * 1000)",
    "sleep": "import time\ntime.sleep(3600)",
    "asynchronous sleep": "import asyncio\nasync def f():\n    await asyncio.sleep(3600)\nasyncio.run(f())",
    "a result of ours that is too big": "tell('x' * 1000) * 10**7",
    # ends
    "exit": "exit()",
    "system exit": "raise SystemExit(0)",
    "interrupt": "raise KeyboardInterrupt",
    "abort": "import os\nos.abort()",
    "hard exit": "import os\nos._exit(1)",
    "input": "input()",
    "debugger": "breakpoint()",
    "a null byte": "x = 1\x00",
    "too much code": "x = 1\n" * LONGEST_CODE,
}
HARMLESS = {
    "its own variables": "locals()",
    "catastrophic pattern": "import re\nre.match('(a+)+$', 'a' * 30 + 'b')",
    "a list in itself": "x = []\nx.append(x)\nx",
}


@pytest.fixture(scope="module")
def told() -> list[Any]:
    return []


@pytest.fixture(scope="module")
def sandbox(told: list[Any]) -> Iterator[Sandbox]:
    def tell(value: Any = None) -> Any:
        told.append(value)
        return value

    with Sandbox({"tell": tell}, QUICK) as opened:
        yield opened


@pytest.mark.parametrize("name", ESCAPES)
def test_contained_and_reported(sandbox: Sandbox, name: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.write_text("untouched")
    folder, environment = os.getcwd(), dict(os.environ)
    code = ESCAPES[name].replace("{here}", str(here)).replace("{there}", str(there))
    ran = sandbox.run(code)
    assert ran.error, f"{code!r} was not refused but gave {ran.value!r}"
    assert "root:" not in f"{ran.value}{ran.printed}{ran.message}"
    assert len(ran.printed) <= QUICK.output
    assert (here.read_text(), there.exists()) == ("untouched", False)
    assert (os.getcwd(), dict(os.environ)) == (folder, environment)
    assert sandbox.run("1 + 1").value == 2  # it lives on


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_and_quick(sandbox: Sandbox, name: str) -> None:
    assert sandbox.run(HARMLESS[name]).error == ""
    assert sandbox.run("1 + 1").value == 2


def test_there_are_enough_of_them() -> None:
    assert len(ESCAPES) >= 60


def test_variables_persist_until_a_limit_ends_the_session() -> None:
    with Sandbox({}, QUICK, "start = 40") as sandbox:
        sandbox.run("x = start + 1\ndef more(n):\n    return n + x")
        assert sandbox.run("print('so')\nmore(1)").value == 42
        failed = sandbox.run("1 / 0")
        assert (failed.error, failed.lost, sandbox.run("x").value) == ("ZeroDivisionError", False, 41)
        ended = sandbox.run("while True: pass")
        assert (ended.error, ended.lost) == ("TimeoutError", True)
        assert sandbox.run("x").error == "NameError"
        assert sandbox.run("start").value == 40  # the prelude is there again


def test_our_functions_get_and_give_plain_values(sandbox: Sandbox, told: list[Any]) -> None:
    told.clear()
    assert sandbox.run("tell({'a': [1, 2.5, None, 'ü', True]})").value == {"a": [1, 2.5, None, "ü", True]}
    assert told == [{"a": [1, 2.5, None, "ü", True]}]
    sandbox.run("class Spy:\n    def __str__(self): return 'x'\ntell(Spy())")
    sandbox.run("tell(tell)")
    assert not any(callable(value) for value in told)


def test_what_our_functions_refuse_is_a_value_error() -> None:
    def refuse() -> None:
        raise ValueError("not like this")

    with Sandbox({"refuse": refuse}, QUICK) as sandbox:
        ran = sandbox.run("refuse()")
        assert (ran.error, ran.message) == ("ValueError", "not like this")
        assert sandbox.run("try:\n    refuse()\nexcept ValueError as e:\n    x = str(e)\nx").value == "not like this"


def test_our_functions_are_not_called_without_end() -> None:
    times = iter(range(100))
    with Sandbox({"look": lambda: 1}, CodeLimits(seconds=0.5, whole=5.0), clock=lambda: float(next(times))) as sandbox:
        ran = sandbox.run("for n in range(50):\n    print(n)\n    look()")
        assert (ran.error, ran.printed.split()[-1]) == ("ValueError", "5")
        assert "5 s of this run are over" in ran.message
        assert sandbox.run("look()").value == 1


# -- before it is run


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ("expand(3)", "expand(3)"),
        ("```python\nexpand(3)\n```", "expand(3)"),
        ("Let me look.\n```\nx = 1\nx\n```\nThen more.", "x = 1\nx"),
        (">>> expand(3)\n#4 nothing\n>>> answer('x')", "expand(3)"),
        (">>> for i in [1]:\n...     expand(i)\nresult", "for i in [1]:\n    expand(i)"),
        ("<think>I should\nexpand</think>expand(2)", "expand(2)"),
        ("<think>endless", ""),
        ("", ""),
        ("```python\nexpand(1)", "expand(1)"),
    ],
)  # fmt: skip
def test_the_code_in_a_reply(reply: str, code: str) -> None:
    assert code_of(reply) == code


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("import os", "'os' cannot be imported"),
        ("from subprocess import run", "'subprocess' cannot be imported"),
        ("from . import x", "'.' cannot be imported"),
        ("x.__class__", "double underscores"),
        ("__import__('os')", "double underscores"),
        ("open('x')", "no open()"),
        ("I am sorry, I cannot help.", "SyntaxError"),
        ("expand = 3", "'expand' is a function of the console"),
        ("def expand(): pass", "'expand' is a function of the console"),
        ("x = 1\x00", "SyntaxError"),
        ("(" * 1000, "SyntaxError"),
    ],
)
def test_refused_with_a_hint(code: str, hint: str) -> None:
    assert hint in refusal(code, {"expand"})


@pytest.mark.parametrize("code", ["expand(1)", "import re\nre.findall('a', 'b')", "x = [n for n in children(0)]"])
def test_not_refused(code: str) -> None:
    assert refusal(code, {"expand", "children"}) == ""
