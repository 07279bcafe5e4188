"""Opening an ONNX model with onnxruntime, on the processor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from envs.errors import BadInput
from perception.extras import needs


def onnx_session(model: Path, threads: int = 0, waiting: bool = True) -> Any:
    """A session of onnxruntime.

    Args:
        model: The file.
        threads: Processor threads; 0 leaves it to onnxruntime, 1 gives the same sums in the same order everywhere.
        waiting: Whether threads that have nothing to do keep a processor busy, for a quicker start: not good where
            others share the processor, or other libraries' threads take turns with these.

    Raises:
        BadInput: onnxruntime is not installed, or the file is no model that it can run.
    """
    runtime = needs("onnxruntime", "semantic")
    state = needs("onnxruntime.capi.onnxruntime_pybind11_state", "semantic")
    refusals = (state.Fail, state.InvalidArgument, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    if not waiting:
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    except (RuntimeError, ValueError, *refusals, state.NotImplemented, state.RuntimeException) as error:
        raise BadInput(f"{model} is not an ONNX model that onnxruntime can run: {error}") from error
