"""What a result says of the machine; nothing that names one."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path
from typing import Any

_COMPUTING = ("numpy", "numba", "torch", "onnxruntime", "ultralytics", "transformers")


def machine() -> dict[str, Any]:
    """Processor, cores that may be used, system, Python and the libraries that compute, as far as installed."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "processor": _processor(),
        "cores": cores,
        "system": platform.system(),
        "python": platform.python_version(),
        **{name: found for name in _COMPUTING if (found := _installed(name))},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def _installed(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
