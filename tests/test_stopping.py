"""Ctrl-C and SIGTERM: one sentence at any moment, nothing left behind, and what was kept goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.main import get_command

from benchmarks.interrupts import Case, stop
from envs.process.stopping import Stop, Stopped, stoppable
from envs.process.workers import workers
from homebody.cli import app
from homebody.stopped import MEASURING, NOT_BEGUN, READING, TOLD, CommandProgress, ending

ROOT = Path(__file__).parents[1]
pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of another kind"),
    pytest.mark.usefixtures("heeded_signals"),
]
ERRAND = ("run", "put an apple in the fridge", "--seed", "1")


def leaves(command: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(names), command
    for name, one in (below or {}).items():
        yield from leaves(one, (*names, name))


@pytest.mark.parametrize(("name", "command"), list(leaves(get_command(app))))
def test_every_command_says_what_is_kept(name: str, command: Any, tmp_path: Path) -> None:
    assert (name in TOLD) + (name in READING) + name.startswith(MEASURING) == 1, f"{name} keeps what?"
    given = {one.name: tmp_path / "x y" for one in command.params} | {"days": None, "record": None}
    told = ending(name, given)()
    assert told.startswith("stopped") and "\n" not in told and "{" not in told


def test_a_life_of_days_says_how_it_goes_on_while_it_can(tmp_path: Path) -> None:
    told = ending("run", {"memory": tmp_path / "a b.sqlite", "record": None, "days": 3})
    assert told() == f"stopped; what was lived until now is kept in {tmp_path}/a b.sqlite"
    (tmp_path / "a b.life.jsonl").touch()
    assert told().endswith(f"; go on with: homebody run --days 3 --resume --memory '{tmp_path}/a b.sqlite'")


def test_an_evaluation_says_whether_it_can_be_gone_on_with(tmp_path: Path) -> None:
    told = ending("eval teach", {"json_out": tmp_path / "a.json", "report": None, "result": None})
    assert "no figures were kept" in told()
    (tmp_path / "a.json.journal").touch()
    assert told().endswith("the same command with --resume goes on")


def test_a_command_is_followed_from_its_beginning() -> None:
    course = CommandProgress()
    assert course.sentence() == NOT_BEGUN
    group = SimpleNamespace(commands={"memory": SimpleNamespace(commands={"pin": SimpleNamespace(callback=dict)})})
    group.commands["memory"].callback = group.callback = None
    checked: list[Any] = []
    course.follow(group, checked.append)
    assert group.commands["memory"].commands["pin"].callback(memory="a b") == {"memory": "a b"}
    assert checked == [{"memory": "a b"}]
    assert course.name == "memory pin" and "--memory 'a b'" in course.sentence()


@pytest.mark.parametrize(
    ("number", "after", "again"),
    [(signal.SIGINT, 0.3, 0.0), (signal.SIGTERM, 0.9, 0.0), (signal.SIGINT, 2.0, 0.05), (signal.SIGTERM, 3.5, 1.3)],
)
def test_a_run_is_stopped_with_a_sentence(tmp_path: Path, number: int, after: float, again: float) -> None:
    ended = stop(Case(ERRAND, after, number, again), tmp_path)
    assert ended.problems == () and ended.code in (0, 128 + number), ended


def test_a_stopped_run_goes_on_as_it_says(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "homebody", *ERRAND]
    child = subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    trail = tmp_path / "runs/episode-001/trail.jsonl"
    for _ in range(3000):
        if trail.exists() and trail.read_bytes().count(b"\n") > 6:
            break
        time.sleep(0.02)
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode == 130, said
    assert said.count("\n") == 1 and "every step until now is kept in runs/memory.sqlite; go on with: " in said
    words = said.strip().partition("go on with: homebody ")[2].split()
    done = subprocess.run([*line[:3], *words], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_workers_end_with_the_command_and_say_nothing(tmp_path: Path) -> None:
    words = ("collect", "--out", "set", "--episodes", "6", "--workers", "2")
    ended = stop(Case(words, 4.0), tmp_path)
    assert ended.problems == (), ended


KILLED = """
import sys
from envs.process.workers import workers
def sleep(name):
    import pathlib, time
    pathlib.Path(name).write_text("here")
    time.sleep(60)
if __name__ == "__main__":
    with workers(1) as pool:
        pool.submit(sleep, sys.argv[1]).result()
"""


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(KILLED)
    line = [sys.executable, str(tmp_path / "parent.py"), str(tmp_path / "mark")]
    child = subprocess.Popen(line, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)
    while not (tmp_path / "mark").exists() and child.poll() is None:
        time.sleep(0.02)
    child.kill()
    child.wait()
    for _ in range(200):
        try:
            os.killpg(child.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a worker lives on")


def slow(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def test_an_error_does_not_wait_for_the_rest() -> None:
    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError), workers(2) as pool:
        pool.submit(slow, 0.0).result()
        pool.submit(slow, 60.0)
        raise ZeroDivisionError
    assert time.monotonic() - begun < 30


# -- the signals themselves


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    told: list[str] = []
    monkeypatch.setattr(Stop, "say", lambda self: told.append(self._sentence()))
    return told


def test_a_signal_is_an_interrupt_once(said: list[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stoppable(lambda: "so") as stop_:
        with pytest.raises(Stopped):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGINT)  # the same wish again
        assert (stop_.number, stop_.code) == (signal.SIGTERM, 143)
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_second_signal_ends_at_once(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    monkeypatch.setattr("envs.process.stopping._PATIENCE", 0.0)
    monkeypatch.setattr("envs.process.stopping.end_children", lambda: said.append("ended"))
    with stoppable(lambda: "so"):
        with pytest.raises(Stopped):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert (codes, said) == ([130], ["so", "ended"])


class Careless:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


class Half:
    def __del__(self) -> None:
        raise AttributeError("its constructor was interrupted")


def test_an_interrupt_that_python_drops_is_raised_again(said: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    begun = time.monotonic()
    with stoppable(lambda: "so"), pytest.raises(Stopped):
        careless, half = Careless(), Half()
        del careless, half
        threading.Event().wait(10)
    assert capfd.readouterr().err == ""
    assert time.monotonic() - begun < 8


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with stoppable(lambda: "so") as stop_:
            signal.raise_signal(signal.SIGINT)
        assert stop_.number == 0
    finally:
        signal.signal(signal.SIGINT, before)


AFTERWARDS = """
    import os, signal, sys
    sys.argv = ["homebody", "scenes"]
    import homebody.cli as homebody
    homebody.scenes = None
    def trouble(*given, **named):
        os.kill(os.getpid(), signal.SIGTERM)
        raise {error}
    homebody.get_command = lambda app: type("C", (), {{"main": trouble, "commands": {{}}, "callback": None}})()
    homebody.main()
"""


@pytest.mark.parametrize("error", ["ImportError('numpy, interrupted')", "SystemExit(0)", "OSError(9, 'closed')"])
def test_whatever_an_interrupt_became_it_ends_with_the_sentence(error: str) -> None:
    code = textwrap.dedent(AFTERWARDS).format(error=error)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (143, f"homebody: {NOT_BEGUN}\n")


IMPORTING = """
    import os, signal, sys
    from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
    from importlib.util import find_spec, module_from_spec, spec_from_file_location
    from pathlib import Path
    sys.argv = ["homebody", "scenes"]
    import numpy
    import homebody.cli as homebody
    name, core = "numba.np.ufunc._internal", "numpy._core._multiarray_umath"
    class Interrupted:
        def __getattr__(self, attribute):
            if attribute == "_ARRAY_API":
                os.kill(os.getpid(), signal.SIGTERM)
            return getattr(real, attribute)
    real, sys.modules[core] = sys.modules[core], Interrupted()
    def importing(*given, **named):
        path = Path(find_spec("numba").origin).parent / f"np/ufunc/_internal{EXTENSION_SUFFIXES[0]}"
        loader = ExtensionFileLoader(name, str(path))
        loader.exec_module(module_from_spec(spec_from_file_location(name, path, loader=loader)))
    homebody.get_command = lambda app: type("C", (), {"main": importing, "commands": {}, "callback": None})()
    homebody.main()
"""


def test_an_extension_interrupted_while_it_is_imported_prints_no_traceback() -> None:
    code = textwrap.dedent(IMPORTING)  # numpy's import_array() prints what it turns into an ImportError
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (143, f"homebody: {NOT_BEGUN}\n")


def test_signals_do_nothing_when_all_is_said_and_the_process_ends() -> None:
    before, hook = (
        {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)},
        (sys.unraisablehook, sys.excepthook),
    )
    try:
        with stoppable(lambda: "so", last=True) as stop_:
            stop_.over = True
        for number in before:  # else: "nothing was changed", or a traceback, of a command that was over
            signal.raise_signal(number)
        assert stop_.number == 0
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook, sys.excepthook = hook


def test_a_signal_before_anybody_catches_it_is_raised_when_somebody_does() -> None:
    before, hook = (
        {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)},
        (sys.unraisablehook, sys.excepthook),
    )
    try:
        with stoppable(lambda: "so", last=True) as stop_:
            signal.raise_signal(signal.SIGINT)  # else: a traceback out of the handler's own setting up
            with pytest.raises(Stopped):
                stop_.begin()
            stop_.over = True
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.unraisablehook, sys.excepthook = hook
