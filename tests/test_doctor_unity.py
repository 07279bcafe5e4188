"""homebody doctor: ai2thor client, Unity build, display, Vulkan and GPU against stand-ins that work, fail or crash."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from standins import bare_environment as bare_environment  # each test runs in it
from standins import on_linux, on_posix, package, program, script_probes

from homebody.doctor import process, unity
from homebody.doctor.display import display_problem
from homebody.doctor.finding import IntendedUse
from homebody.doctor.process import EndedProcess


@pytest.mark.parametrize(
    ("controller", "version", "state", "detail"),
    [
        ("", "5.1.0", "ok", "ai2thor 5.1.0"),
        ("", "4.3.0", "broken", "too old"),
        ("", None, "broken", "too old"),
        ("import no_such_module_at_all", "5.0.0", "broken", "no_such_module_at_all"),
        ("import os; os.abort()", "5.0.0", "broken", "crashed (SIGABRT)"),
    ],
)
def test_client(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    controller: str,
    version: str | None,
    state: str,
    detail: str,
) -> None:
    package(tmp_path, "ai2thor", {"__init__.py": f"__version__ = {version!r}", "controller.py": controller})
    monkeypatch.syspath_prepend(str(tmp_path))
    found = unity.check_client(IntendedUse())
    assert found.state == state and detail in found.detail
    assert ("[thor]" in found.fix) == (state != "ok")


def test_client_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "ai2thor", {"controller.py": "import time; time.sleep(60)"})
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(unity, "probe", lambda name: process.probe(name, seconds=1.0))
    assert "no answer within 1 s" in unity.check_client(IntendedUse()).detail


def test_client_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unity, "package_folder", lambda _: None)
    assert unity.check_client(IntendedUse()).state == "missing"


@pytest.mark.parametrize(
    ("content", "mode", "data", "words"),
    [
        (b"#!/bin/sh\n", 0o755, False, ""),
        (b"\x7fELF....", 0o755, True, ""),
        (b"\x7fELF....", 0o755, False, "_Data"),
        (b"\x7fELF....", 0o644, True, "may not be run"),
        (b"PK\x03\x04...", 0o755, False, "is not a program"),
        (b"", 0o755, False, "is not a program"),
    ],
)
def test_named_executable(tmp_path: Path, content: bytes, mode: int, data: bool, words: str) -> None:
    path = tmp_path / "thor"
    path.write_bytes(content)
    path.chmod(mode)
    if data:
        (tmp_path / "thor_Data").mkdir()
    found = unity.check_build(IntendedUse(executable=path))
    assert found.state == ("broken" if words else "ok") and words in found.detail
    assert bool(found.fix) == bool(words)


def test_named_executable_that_is_no_file(tmp_path: Path) -> None:
    assert "there is no" in unity.check_build(IntendedUse(executable=tmp_path / "gone")).detail
    assert "is a folder" in unity.check_build(IntendedUse(executable=tmp_path)).detail


@on_linux
def test_downloaded_build_is_the_one_that_is_needed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "ai2thor", {"_builds.py": "COMMIT_ID = 'abc123'\n"})
    monkeypatch.setattr(unity, "package_folder", lambda _: tmp_path / "ai2thor")
    releases = tmp_path / "home" / ".ai2thor" / "releases"
    found = unity.check_build(IntendedUse())
    assert found.state == "missing" and "download_build()" in found.fix
    program(releases / "thor-CloudRendering-fff999" / "thor-CloudRendering-fff999", "")
    found = unity.check_build(IntendedUse())
    assert (
        found.state == "missing"
        and "thor-CloudRendering-fff999 is there, but thor-CloudRendering-abc123" in found.detail
    )
    (releases / "thor-CloudRendering-abc123").mkdir()
    found = unity.check_build(IntendedUse())
    assert found.state == "broken" and found.fix.startswith("rm -r ")
    program(releases / "thor-CloudRendering-abc123" / "thor-CloudRendering-abc123", "")
    assert unity.check_build(IntendedUse()).state == "ok"
    monkeypatch.setenv("DISPLAY", ":0")
    assert "thor-Linux64-abc123 is needed here" in unity.check_build(IntendedUse()).detail


@contextmanager
def x_server(folder: Path, number: int, answer: bytes | None) -> Iterator[None]:
    """Answers one hello; None keeps silent until the caller hangs up."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / f"X{number}"))
        listening.listen()

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                assert connection.recv(12).startswith(b"l\0\x0b\0")
                if answer is None:
                    connection.recv(1)
                else:
                    connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield
        thread.join(10.0)


@on_linux
@pytest.mark.parametrize(
    ("answer", "words"), [(b"\x01rest", ""), (b"\0no", ""), (b"HTTP", "not an X server"), (None, "timed out")]
)
def test_display_answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: bytes | None, words: str) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a Unix socket must be short
    with x_server(Path("."), 3, answer):
        problem = display_problem(":3.0", Path("."), 0.4)
    assert words in problem and bool(problem) == bool(words)


@on_linux
@pytest.mark.parametrize("name", [":7", "unix:7", "nonsense", ":", "127.0.0.1:0:1", ":123456789", "\u0130" * 80 + ":1"])
def test_display_that_is_not_there(tmp_path: Path, name: str) -> None:
    assert display_problem(name, tmp_path, 0.4)


CC = shutil.which("cc")
VULKAN = """
#include <stdint.h>
int vkCreateInstance(const int *info, const void *a, void **out) { *out = out; return *info == 1 ? CREATE : -3; }
int vkEnumeratePhysicalDevices(void *i, uint32_t *count, void *d) { *count = COUNT; return 0; }
void vkDestroyInstance(void *i, const void *a) { CRASH; }
"""


@on_linux
@pytest.mark.skipif(CC is None, reason="no C compiler to build a stand-in for libvulkan")
@pytest.mark.parametrize(
    ("create", "count", "crash", "state", "words"),
    [
        (0, 2, "", "ok", "Vulkan with 2 devices"),
        (-9, 0, "", "broken", "vkCreateInstance answers -9"),
        (0, 0, "", "broken", "no Vulkan device"),
        (0, 1, "*(volatile int *)0 = 1", "broken", "Vulkan: crashed (SIGSEGV)"),
    ],
)
def test_vulkan(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    create: int,
    count: int,
    crash: str,
    state: str,
    words: str,
) -> None:
    (tmp_path / "vulkan.c").write_text(VULKAN)
    flags = [f"-DCREATE={create}", f"-DCOUNT={count}", f"-DCRASH={crash}", "-w", "-shared", "-fPIC"]
    subprocess.run([str(CC), *flags, "-o", tmp_path / "libvulkan.so.1", tmp_path / "vulkan.c"], check=True)
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    found = unity.check_display(IntendedUse())
    assert found.state == state and words in found.detail and "DISPLAY is not set" in found.detail


@on_linux
@pytest.mark.parametrize(
    ("display", "answers", "vulkan", "state"),
    [
        ("", True, False, "missing"),
        (":0", True, False, "ok"),
        (":0", False, False, "broken"),
        (":0", False, True, "broken"),
        ("", True, True, "ok"),
    ],
)
def test_a_display_or_vulkan_is_needed(
    monkeypatch: pytest.MonkeyPatch, display: str, answers: bool, vulkan: bool, state: str
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    absent = EndedProcess("", "OSError: libvulkan.so.1: cannot open shared object file: No such file or directory")
    script_probes(
        monkeypatch,
        unity,
        display=EndedProcess("") if answers else EndedProcess("", "display :0 does not answer"),
        vulkan=EndedProcess('{"note": "Vulkan with 1 device"}') if vulkan else absent,
    )
    assert unity.check_display(IntendedUse()).state == state


TORCH = """
__version__ = "2.9"
class cuda:
    is_available = staticmethod(lambda: {cuda})
    get_device_name = staticmethod(lambda n: "Card")
class backends:
    class mps:
        is_available = staticmethod(lambda: False)
class ones:
    def __init__(self, n, device): self.n = n
    def sum(self): return self.n
"""


@on_posix
@pytest.mark.parametrize(
    ("smi", "torch", "state", "words"),
    [
        (None, None, "missing", "no GPU found"),
        ("echo 'Card, 80 GiB'", None, "ok", "Card, 80 GiB, torch is not installed"),
        ("echo 'Card, 80 GiB'", TORCH.format(cuda=True), "ok", "torch computes on it"),
        ("echo 'Card, 80 GiB'", TORCH.format(cuda=False), "broken", "torch 2.9 sees no GPU"),
        (None, TORCH.format(cuda=True), "ok", "Card, torch 2.9"),
        (None, TORCH.format(cuda=False), "missing", "torch 2.9 sees no GPU"),
        (None, "import no_such_module_at_all", "broken", "no_such_module_at_all"),
        ("echo No devices were found", None, "missing", "no GPU found"),
        ("echo driver mismatch; exit 9", None, "broken", "nvidia-smi: driver mismatch"),
    ],
)
def test_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, smi: str | None, torch: str | None, state: str, words: str
) -> None:
    (tmp_path / "bin").mkdir()
    if smi:
        program(tmp_path / "bin" / "nvidia-smi", smi)
    if torch:
        package(tmp_path, "torch", {"__init__.py": torch})
        monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(unity, "package_folder", lambda _: tmp_path if torch else None)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found = unity.check_gpu(IntendedUse())
    assert found.state == state and words in found.detail, found
