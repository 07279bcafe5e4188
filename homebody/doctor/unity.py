"""Checks of what the Unity engine needs: the ai2thor client, the build, a display or Vulkan, a GPU."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

from homebody.doctor.core import numbers
from homebody.doctor.finding import CheckResult, IntendedUse, broken, missing, ok
from homebody.doctor.fixes import command, install, package_folder, place, python, reinstall
from homebody.doctor.process import probe, run

_CLIENT = 5  # oldest major version whose protocol and metadata the engine speaks
_PROGRAMS = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"#!", b"MZ")  # Linux, macOS twice, script, Windows


def check_client(_: IntendedUse) -> CheckResult:
    """The ai2thor client imports and is new enough."""
    if package_folder("ai2thor") is None:
        return missing("the ai2thor client is not installed", install("thor"))
    ended = probe("client")
    if ended.problem:
        return broken(f"ai2thor does not import: {ended.problem}", install("thor"))
    if numbers(ended.note)[:1] < (_CLIENT,):
        return broken(f"ai2thor {ended.note} is too old; homebody speaks to {_CLIENT}.0 and newer", install("thor"))
    return ok(f"ai2thor {ended.note}")


# -- the build ---------------------------------------------------------------------------------------------------


def check_build(wish: IntendedUse) -> CheckResult:
    """The named executable, or the build that the client has downloaded, can be started."""
    if wish.executable:
        return _check_executable(wish.executable)
    releases, wanted = Path.home() / ".ai2thor" / "releases", f"thor-{_platform()}-{_client_commit() or '*'}"
    builds = sorted(releases.glob(wanted))
    found = [path for folder in builds if (path := _program(folder))]
    if found:
        return _check_executable(found[0])
    if builds:
        again = f"{command('rm', '-r', builds[0])} && {_download()}"
        return broken(f"{place(builds[0])} holds no program: the download broke off", again)
    others = sorted(path.name for path in releases.glob("thor-*"))
    besides = f"; {others[0]} is there, but {wanted} is needed here" if others else ""
    return missing(f"no Unity build in {place(releases)}{besides}", _download())


def _check_executable(path: Path) -> CheckResult:
    if not path.exists():
        return broken(f"there is no {path}", _download())
    if not path.is_file():
        return broken(f"{path} is a folder; name the program in it", command("ls", "-l", path))
    if not os.access(path, os.X_OK):
        return broken(f"{path} may not be run", command("chmod", "+x", path))
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        return broken(f"{path} cannot be read: {error.strerror}", command("chmod", "u+rx", path))
    if not start.startswith(_PROGRAMS):
        return broken(f"{path} is not a program", _download())
    data = path.with_name(f"{path.stem if path.suffix == '.x86_64' else path.name}_Data")
    if start == b"\x7fELF" and not data.is_dir():
        return broken(f"{data}, which Unity needs beside {path.name}, is not there", _download())
    return ok(place(path))


def _program(folder: Path) -> Path | None:
    """The program of a downloaded build, as ``ai2thor.platform`` names it."""
    inside = sorted(folder.glob("*.app/Contents/MacOS/*"))
    named = folder / folder.name
    return named if named.is_file() else inside[0] if inside else None


def _client_commit() -> str:
    """The build that the installed client asks for; read, not imported, because the client may be what is broken."""
    folder = package_folder("ai2thor")
    try:
        text = (folder / "_builds.py").read_text() if folder else ""
    except (OSError, UnicodeDecodeError):
        return ""
    found = re.search(r"COMMIT_ID\s*=\s*['\"]([0-9a-f]+)['\"]", text)
    return found[1] if found else ""


def _platform() -> str:
    """As ``envs.thor.build.platform_here``; not imported, because the engine may be what is broken."""
    if sys.platform == "darwin":
        return "OSXIntel64"
    return "Linux64" if os.environ.get("DISPLAY") else "CloudRendering"


def _download() -> str:
    return python("-c", "from envs.thor.build import download_build; download_build()")


# -- drawing -----------------------------------------------------------------------------------------------------


def check_display(_: IntendedUse) -> CheckResult:
    """On Linux, an X server answers at ``DISPLAY``; when that is not set, Vulkan has a device."""
    if not sys.platform.startswith("linux"):
        return ok("Unity needs neither on this system")
    name = os.environ.get("DISPLAY")
    trouble = probe("display", name, seconds=4.5).problem if name else "DISPLAY is not set"
    vulkan = probe("vulkan", seconds=4.5)
    lacking = _brief(vulkan.problem)
    if name and not trouble:
        return ok(f"display {name} answers; {lacking or vulkan.note}")
    if name and not vulkan.problem:
        return broken(f"{trouble}; without DISPLAY, {vulkan.note} would do", "unset DISPLAY")
    if not vulkan.problem:
        return ok(f"{vulkan.note}; {trouble}")
    if lacking == _NO_VULKAN:
        state = broken if name else missing
        return state(f"{trouble}, and {lacking}", "sudo apt-get install -y libvulkan1 mesa-vulkan-drivers")
    return broken(f"{lacking}, and {trouble}", "sudo apt-get install -y mesa-vulkan-drivers")


_NO_VULKAN = "libvulkan is not installed"


def _brief(problem: str) -> str:
    if "cannot open shared object file" in problem:
        return _NO_VULKAN
    return problem if not problem or "ulkan" in problem else f"Vulkan: {problem}"


def check_gpu(_: IntendedUse) -> CheckResult:
    """nvidia-smi lists a GPU, and torch, where it is installed, can compute on it."""
    smi, has_torch = shutil.which("nvidia-smi"), package_folder("torch") is not None
    listed = run([smi, "--query-gpu=name,memory.total", "--format=csv,noheader"], 3.5) if smi else None
    if listed and listed.problem:
        return broken(f"nvidia-smi: {listed.problem}", "sudo modprobe nvidia && nvidia-smi")
    card = next((line for line in (listed.output if listed else "").splitlines() if "," in line), "")
    torch = probe("torch_gpu", seconds=6.0) if has_torch else None
    if torch and not torch.problem:
        return ok(f"{card}, torch computes on it" if card else torch.note)
    if torch and not torch.late and (card or not torch.notes):  # without a note it did not even import
        return broken(f"{card or 'torch'} is there, but {torch.problem}", reinstall("torch"))
    if card:
        return ok(f"{card}{', torch too slow to ask' if torch else ', torch is not installed'}")
    besides = f"; {torch.problem}" if torch else ""
    return missing(f"no GPU found; all that is built in runs without one{besides}", "sudo ubuntu-drivers install")
