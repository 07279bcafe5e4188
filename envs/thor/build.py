"""The Unity builds: where one is, how to get one, and the client that talks to it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from envs.errors import BadInput, TryAgain

if TYPE_CHECKING:
    from types import ModuleType

EXECUTABLE = "HOMEBODY_THOR_EXECUTABLE"
"""Environment variable that names the build's executable."""

HOW_TO_GET = (
    f"set {EXECUTABLE} to the executable of a build, or fetch the published one once with "
    "python -c 'from envs.thor.build import download_build; download_build()'"
)


def platform_here(x_display: str | None) -> str:
    """Which build suits this machine: ``CloudRendering`` without an X display, ``Linux64`` with one."""
    if sys.platform == "darwin":
        return "OSXIntel64"
    return "Linux64" if x_display else "CloudRendering"


def download_build(platform: str | None = None) -> Path:
    """Let the client download its build, about a gigabyte, unless it has done so before.

    Args:
        platform: ``CloudRendering``, ``Linux64`` or ``OSXIntel64``; None is the one that suits this machine.

    Returns:
        The build's folder.

    Raises:
        BadInput: The client is missing.
        TryAgain: The download failed.
    """
    client = client_module()
    name = platform or platform_here(os.environ.get("DISPLAY"))
    try:
        client.Client(download_only=True, platform=client.platform_named(name))
    except (OSError, ValueError) as error:  # the client says "invalid commit" when it has no network
        raise TryAgain(f"the Unity build for {name} could not be downloaded: {error}") from error
    return client.build_folder(name)


def checked_executable(path: Path) -> Path:
    """The executable of a build, if it is one.

    Raises:
        BadInput: It is not.
    """
    if not path.exists():
        raise BadInput(f"there is no Unity build at {path}; {HOW_TO_GET}")
    if path.is_dir() or not os.access(path, os.X_OK):
        kind = "a folder" if path.is_dir() else "not executable"
        raise BadInput(f"{path} is {kind}; expected the executable of a Unity build of AI2-THOR")
    return path.resolve()


def client_module() -> ModuleType:
    """The module that imports the ai2thor client.

    Raises:
        BadInput: The client is not installed, or does not run here.
    """
    if os.name != "posix":
        raise BadInput("the Unity engine needs Linux or macOS: the client talks to it over named pipes")
    try:
        from envs.thor import client as thor_client
    except ImportError as error:
        raise BadInput(
            f"the Unity engine needs the ai2thor client, which cannot be imported ({error}); "
            "pip install 'homebody[thor]'"
        ) from error
    return thor_client


def output_of_log() -> str:
    """Where the simulator's output is, as the end of a sentence."""
    from envs.thor.client import log_file

    return f" (its output is in {log_file()})"
