"""homebody doctor: the report, its exit codes, its processes, and the checks of the core and the store."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standins import NAMED, endpoint, on_posix, program, script_probes
from standins import bare_environment as bare_environment  # each test runs in it

from envs.errors import BadInput
from homebody.doctor import LAYERS, Layer, core, examine, is_well
from homebody.doctor.finding import Finding, IntendedUse, broken, missing, ok
from homebody.doctor.fixes import command, place
from homebody.doctor.process import EndedProcess, probe, run
from memory.store.database import Store

ROOT = Path(__file__).parents[1]


# -- the report and the exit code --------------------------------------------------------------------------------


def doctor(*args: str | Path, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "homebody", "doctor", *map(str, args)]
    return subprocess.run(words, cwd=cwd, env={**os.environ, **environ}, capture_output=True, text=True, timeout=120)


def test_the_core_works_here_and_nothing_else_is_needed(tmp_path: Path) -> None:
    Store.open(tmp_path / "m.sqlite").close()
    # Compiles the engine where that has not happened yet, as the command itself gives it a limited time.
    subprocess.run(
        [sys.executable, "-m", "homebody.doctor.probes", "pocket"], cwd=ROOT, check=True, capture_output=True
    )
    done = doctor("--memory", "m.sqlite", "--engine", "pocket", "--language", "builtin", "--json", "-", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = {row["layer"]: row for row in json.loads(done.stdout)}
    assert list(rows) == [layer.name for layer in LAYERS]
    assert all(set(row) == {"layer", "state", "detail", "fix", "asked"} for row in rows.values())
    assert {name for name, row in rows.items() if row["asked"]} == {"Python", "numba cache", "pocket", "store"}
    assert "a frame of 64×64" in rows["pocket"]["detail"]
    assert all(bool(row["fix"]) == (row["state"] != "ok") for row in rows.values())


def test_what_was_asked_for_and_fails_is_exit_code_1(tmp_path: Path) -> None:
    with endpoint(status=401) as url:
        done = doctor("--memory", "no.sqlite", cwd=tmp_path, OPENAI_BASE_URL=url, OPENAI_API_KEY="sk-very-secret")
    assert done.returncode == 1, done.stderr
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert any(line.startswith("language endpoint broken") for line in lines), done.stdout
    assert any(line.startswith("store missing") for line in lines), done.stdout
    mend = done.stdout.index("to mend:")
    assert mend < done.stdout.index("homebody run --memory no.sqlite") < done.stdout.index("to add, if you want it:")
    assert "very-secret" not in done.stdout + done.stderr


def test_an_unknown_name_is_one_sentence(tmp_path: Path) -> None:
    done = doctor("--engine", "magic", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "homebody: there is no engine 'magic'; use pocket or unity\n"
    with pytest.raises(BadInput, match="there are yolo-world, ground-truth, noisy"):
        IntendedUse(detector="magic")
    with pytest.raises(BadInput, match="builtin or llm"):
        IntendedUse(language="magic")


@pytest.mark.parametrize(
    ("wish", "also"),
    [
        (IntendedUse(), set()),
        (IntendedUse(engine="pocket", detector="ground-truth", language="builtin"), set()),
        (IntendedUse(engine="unity"), {"ai2thor client", "Unity build", "Vulkan/X"}),
        (IntendedUse(executable=Path("thor")), {"ai2thor client", "Unity build", "Vulkan/X"}),
        (IntendedUse(executable=Path("thor"), engine="pocket"), set()),
        (IntendedUse(detector="yolo-world"), {"detector weights"}),
        (IntendedUse(weights=Path("w.pt")), {"detector weights"}),
        (IntendedUse(language="llm"), {"language endpoint"}),
        (IntendedUse(url="http://localhost/v1"), {"language endpoint"}),
        (IntendedUse(url="http://localhost/v1", language="builtin"), set()),
        (IntendedUse(memory=Path("m.sqlite")), {"store"}),
        (IntendedUse(semantic=True, gpu=True), {"text encoder", "GPU"}),
    ],
)
def test_what_counts_as_asked_for(wish: IntendedUse, also: set[str]) -> None:
    assert {layer.name for layer in LAYERS if layer.asked(wish)} == {"Python", "numba cache", "pocket"} | also


def test_the_environment_names_what_the_options_do_not() -> None:
    environ: dict[str, str] = dict(zip(NAMED, ("thor", "w.pt", "http://a/v1", "http://b/v1"), strict=True))
    wish = IntendedUse(weights=Path("mine.pt")).configured(environ)
    assert (wish.executable, wish.weights, wish.url) == (Path("thor"), Path("mine.pt"), "http://a/v1")
    assert IntendedUse().configured({"OPENAI_BASE_URL": "http://b/v1"}).url == "http://b/v1"
    assert IntendedUse().configured({name: "" for name in NAMED}) == IntendedUse()


def test_only_asked_layers_decide() -> None:
    verdicts = {"a": ok("fine"), "b": missing("not\n there", "get b"), "c": broken("torn", "mend c")}
    layers = [Layer(name, lambda _, v=v: v, lambda w, n=name: w.detector == n) for name, v in verdicts.items()]
    findings = list(examine(IntendedUse(), layers))
    assert findings[1] == Finding("b", "missing", "not there", "get b", False)
    assert is_well(findings)
    assert not is_well([*findings, Finding("d", "missing", "", "", True)])


# -- processes ---------------------------------------------------------------------------------------------------


def gone(process: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for its exit code yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def soon(true: Callable[[], bool]) -> bool:
    """Whether something comes true; a killed process may wait for a busy processor before it is gone."""
    end = time.monotonic() + 20
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


@on_posix
def test_a_process_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    script = program(tmp_path / "hang", f'sleep 60 & echo $! > "{tmp_path}/child"; echo begun; wait')
    ended = run([str(script)], 0.7)
    assert (ended.late, ended.output, ended.problem) == (True, "begun\n", "no answer within 0.7 s")
    child = int((tmp_path / "child").read_text())
    assert soon(lambda: gone(child))


@on_posix
@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("exit 0", ""),
        ("exit 3", "ended with exit code 3"),
        ("echo first >&2; echo last words >&2; echo >&2; exit 1", "last words"),
        ("echo only here; exit 1", "only here"),
        ("kill -SEGV $$", "crashed (SIGSEGV)"),
        (r"printf '\377\376' >&2; exit 1", "��"),
    ],
)
def test_how_a_process_ended(tmp_path: Path, script: str, problem: str) -> None:
    ended = run([str(program(tmp_path / "it", script))], 20.0)
    assert (ended.problem, ended.late) == (problem, False)


def test_a_program_that_cannot_start_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    assert "cannot be started" in run([str(tmp_path / "nothing")]).problem
    assert "cannot be started" in run([str(tmp_path / "data")]).problem
    assert "cannot be started" in run(["a\0b"]).problem


@given(st.text())
def test_notes_are_found_in_any_output(noise: str) -> None:
    output = f'{noise}\n{{"note": "one"}}\n[1]\n{{"other": 2}}\n7\n{{"note": "two"}}\n'
    assert EndedProcess(output).notes[-2:] == ("one", "two")


def test_an_unknown_probe_is_a_problem() -> None:
    assert "KeyError" in probe("nothing").problem


# -- core --------------------------------------------------------------------------------------------------------


def test_python_names_what_is_not_installed_or_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    assert core.check_python(IntendedUse()).state == "ok"
    monkeypatch.setattr(core, "_core_requirements", lambda: ["numpy>=99.1", "numba>=0.1", "no-such-thing>=1"])
    found = core.check_python(IntendedUse())
    assert found.state == "broken" and "pip install" in found.fix
    assert "numpy" in found.detail and "needed 99.1" in found.detail and "no-such-thing" in found.detail
    assert "numba" not in found.detail
    monkeypatch.setattr(core, "package_folder", lambda name: None if name == "gymnasium" else ROOT)
    assert core.check_python(IntendedUse()).detail == "not installed: gymnasium"
    monkeypatch.setattr(core, "_OLDEST", (99, 0))
    assert core.check_python(IntendedUse()).state == "broken"


@pytest.mark.parametrize(("text", "is_"), [("5.0.0", (5, 0, 0)), ("5.1rc2", (5, 1)), ("dev", ()), ("", ())])
def test_version_numbers(text: str, is_: tuple[int, ...]) -> None:
    assert core.numbers(text) == is_


def test_numba_keeps_what_it_compiled_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    first, second = core.check_numba_cache(IntendedUse()), core.check_numba_cache(IntendedUse())
    assert f"written to {tmp_path}" in first.detail and f"read from {tmp_path}" in second.detail
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "cache"))
    found = core.check_numba_cache(IntendedUse())
    assert found.state == "broken" and "cannot be written" in found.detail and found.fix.startswith("mkdir -p ")


def test_numba_switched_off_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert core.check_numba_cache(IntendedUse()).fix == "unset NUMBA_DISABLE_JIT"


def test_pocket_that_compiles_too_long_gets_a_second_try(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling = EndedProcess('{"note": "kitchen_0 starts"}', "no answer within 9.5 s", late=True)
    called = script_probes(monkeypatch, core, pocket=[compiling, EndedProcess('{"note": "all of it"}')])
    assert core.check_pocket(IntendedUse()) == ok("all of it")
    assert called == ["pocket", "pocket"]
    script_probes(monkeypatch, core, pocket=compiling)
    found = core.check_pocket(IntendedUse())
    assert found.state == "broken" and "done before: kitchen_0 starts" in found.detail
    assert found.fix.endswith("-m homebody.doctor.probes pocket")


def test_pocket_that_hangs_at_once_or_fails_gets_one_try(monkeypatch: pytest.MonkeyPatch) -> None:
    for failing in (
        EndedProcess("", "no answer within 9.5 s", late=True),
        EndedProcess('{"note": "x"}', "ImportError: no"),
    ):
        called = script_probes(monkeypatch, core, pocket=failing)
        assert core.check_pocket(IntendedUse()).state == "broken"
        assert called == ["pocket"]


# -- store -------------------------------------------------------------------------------------------------------


def spoil(path: Path, how: str) -> None:
    if how == "newer":
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("UPDATE meta SET value = '99' WHERE key = 'schema'")
    elif how == "older":
        path.unlink()
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("VACUUM")
    elif how == "torn":
        data = bytearray(path.read_bytes())
        data[4096 * 2 : 4096 * 3] = b"\xa5" * 4096
        path.write_bytes(data)
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    elif how == "foreign":
        path.write_text("dear diary")
    elif how == "folder":
        path.unlink()
        path.mkdir()


@pytest.mark.parametrize(
    ("how", "state", "detail", "fix"),
    [
        ("", "ok", "sound, 0 experiences", ""),
        ("older", "broken", "holds no memory yet", "Store.open"),
        ("newer", "broken", "newer version", ""),
        ("torn", "broken", "damaged", "memory repair"),
        ("cut", "broken", "cut short", "homebody run"),
        ("foreign", "broken", "not a SQLite file", "homebody run --memory"),
        ("folder", "broken", "is a folder", "m.sqlite/memory.sqlite"),
    ],
)
def test_store(tmp_path: Path, how: str, state: str, detail: str, fix: str) -> None:
    path = tmp_path / "m.sqlite"
    Store.open(path).close()
    spoil(path, how)
    before = path.read_bytes() if path.is_file() else b""
    found = core.check_store(IntendedUse(memory=path))
    assert found.state == state and detail in found.detail and fix in found.fix, found
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_store_too_large_to_check_is_ok_if_it_opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.sqlite"
    Store.open(path).close()
    late = EndedProcess('{"note": "opens, 7 experiences"}', "no answer within 9.5 s", late=True)
    script_probes(monkeypatch, core, store=late)
    found = core.check_store(IntendedUse(memory=path))
    assert found.state == "ok" and "opens, 7 experiences" in found.detail and "too long" in found.detail


def test_the_usual_memory_is_looked_at_when_none_is_named(tmp_path: Path) -> None:
    found = core.check_store(IntendedUse(usual_memory=tmp_path / "usual.sqlite"))
    assert found.state == "missing" and "usual.sqlite" in found.fix


# -- commands ----------------------------------------------------------------------------------------------------


def test_commands_are_short_and_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("chmod", "+x", tmp_path / "my build" / "thor") == "chmod +x 'my build/thor'"
    assert command("ls", tmp_path.parent) == f"ls {tmp_path.parent}"
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    assert place(tmp_path / "a" / "b") == str(Path("a", "b"))
    assert place(tmp_path.parent / "other") == str(Path("~", "other"))
    assert place(tmp_path.parents[1]) == str(tmp_path.parents[1])
