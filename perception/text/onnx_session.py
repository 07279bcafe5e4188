"""Opening an ONNX model with onnxruntime, on the processor."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from perception.extras import needs

MOST_THREADS = 8
"""More do not make the small networks that are run here quicker."""


def onnx_session(model: Path, threads: int = 0, waiting: bool = True) -> Any:
    """A session of onnxruntime.

    Args:
        model: The file.
        threads: Processor threads; 0 for one on each processor that may be used, up to ``MOST_THREADS``. 1 gives the
            same sums in the same order everywhere.
        waiting: Whether threads that have nothing to do keep a processor busy, for a quicker start: not good where
            others share the processor, or other libraries' threads take turns with these.

    Raises:
        BadInput: onnxruntime is not installed, or the file is no model that it can run.
    """
    runtime = needs("onnxruntime", "semantic")
    state = needs("onnxruntime.capi.onnxruntime_pybind11_state", "semantic")
    refusals = (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)
    options = runtime.SessionOptions()
    # Left to itself, onnxruntime ties every thread to one processor, where it waits for whatever else runs there.
    options.intra_op_num_threads = threads or min(MOST_THREADS, _processors())
    if not waiting:
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except (RuntimeError, ValueError, *refusals, state.NotImplemented, state.RuntimeException) as error:
        raise BadInput(f"{model} is not an ONNX model that onnxruntime can run: {error}") from error


def _processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
