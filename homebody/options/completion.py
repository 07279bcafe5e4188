"""``--install-completion`` and ``--show-completion``: what can go wrong with them, in one sentence."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from envs.errors import BadInput

_OPTIONS = ("--install-completion", "--show-completion")
_SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")


@contextmanager
def completing(arguments: Sequence[str]) -> Iterator[None]:
    """Run a command line; where it asks for completion, the shell must be one that has it.

    Raises:
        BadInput: It is no such shell, or its settings cannot be read or written.
    """
    if not arguments or arguments[0] not in _OPTIONS:
        yield
        return
    _check_shell()
    try:
        yield
    except (OSError, UnicodeError, subprocess.SubprocessError) as error:
        raise BadInput(f"completion cannot be installed: {error}; {_otherwise()}") from error


def _check_shell() -> None:
    import shellingham

    try:
        shell = shellingham.detect_shell()[0]
    except (shellingham.ShellDetectionFailure, OSError):
        shell = ""
    if shell not in _SHELLS:
        told = f"{shell} has no completion" if shell else "the shell that this runs in is not known"
        raise BadInput(f"{told}; type this in bash, zsh, fish or PowerShell, or {_otherwise()}")


def _otherwise() -> str:
    return "print the script for one and put it where that looks: _HOMEBODY_COMPLETE=source_bash homebody"
