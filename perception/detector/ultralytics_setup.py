"""Importing ultralytics without letting it install packages, look for updates or write outside its own folder."""

from __future__ import annotations

import os
from types import ModuleType

from perception.extras import needs


def ultralytics(online: bool = False) -> ModuleType:
    """The package, quiet.

    Args:
        online: Whether it may fetch checkpoints; what was decided at its first import stays.

    Raises:
        BadInput: It is not installed, or torch is not.
    """
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    if not online:
        os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_VERBOSE", "false")
    needs("torch")
    return needs("ultralytics")
