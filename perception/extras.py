"""Packages that homebody can do without, imported at the moment they are needed."""

from __future__ import annotations

import importlib
from types import ModuleType

from envs.errors import BadInput


def needs(module: str, extra: str = "perception") -> ModuleType:
    """Import a module that is not part of the core installation.

    Args:
        module: Its dotted name, ``torch`` or ``ultralytics.nn.tasks``.
        extra: The extra of homebody that installs it.

    Raises:
        BadInput: It is not installed, or what is installed does not import; one sentence that says what to type.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        lacking = error.name or module
        besides = "" if _same_package(lacking, module) else f", which {module} needs,"
        raise BadInput(f"{lacking}{besides} is not installed: pip install 'homebody[{extra}]'") from error
    except (ImportError, OSError) as error:  # OSError: a shared library that does not load
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise BadInput(
            f"{module} is installed but does not import ({reason}): pip install --force-reinstall 'homebody[{extra}]'"
        ) from error


def _same_package(one: str, other: str) -> bool:
    return one.split(".")[0] == other.split(".")[0]
