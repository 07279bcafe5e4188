"""What ``homebody doctor`` tries in a process of its own, because it may crash, hang or take long to import.

A probe is a generator: it yields one line after each thing that worked, and raises ``ProbeFailed`` (or whatever the
library raises) at the first that did not. Run one without time limit: ``python -m homebody.doctor.probes pocket``.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from envs.vocabulary.english import how_many
from homebody.doctor.display import display_problem
from homebody.doctor.endpoint import ask_models
from homebody.doctor.fixes import command, place, reinstall

if TYPE_CHECKING:
    import numpy as np

    from envs.simulator import Event

_SIZE = 64  # pixels; enough to see that something is drawn


class ProbeFailed(Exception):
    """A probe found something wrong.

    Args:
        problem: What is wrong, one line.
        fix: The command that helps, when the probe knows better than its caller.
    """

    def __init__(self, problem: str, fix: str = "") -> None:
        super().__init__(problem)
        self.fix = fix


def _total(values: np.ndarray) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def numba_cache() -> Iterator[str]:
    """Compile a small function and find it in the folder where the engine's own compiled functions go."""
    import numba
    import numpy as np
    from numba.core import config

    if getattr(config, "DISABLE_JIT", 0):
        slow = "NUMBA_DISABLE_JIT is set, so nothing is compiled and the engine crawls"
        raise ProbeFailed(slow, "unset NUMBA_DISABLE_JIT")
    total = numba.njit(cache=True)(_total)
    if total(np.arange(4.0)) != 6.0:
        raise ProbeFailed("a compiled function returned a wrong sum", reinstall("numba"))
    folder, wanted = Path(str(total.stats.cache_path)), os.environ.get("NUMBA_CACHE_DIR")
    if wanted and not folder.resolve().is_relative_to(Path(wanted).resolve()):
        raise ProbeFailed(
            f"NUMBA_CACHE_DIR={wanted} cannot be written; numba silently uses {place(folder)}",
            f"{command('mkdir', '-p', wanted)} && {command('chmod', 'u+rwx', wanted)}",
        )
    if not any(folder.glob("*_total-*.nbi")):
        raise ProbeFailed(f"numba left nothing in its cache folder {place(folder)}")
    yield f"numba {numba.__version__}, {'read from' if total.stats.cache_hits else 'written to'} {place(folder)}"


def pocket() -> Iterator[str]:
    """Start a room, take a step, read its event, draw a frame."""
    from envs.pocket import PocketController

    with PocketController("kitchen", seed=0, width=_SIZE, height=_SIZE) as controller:
        yield f"{controller.scene} starts"
        before = controller.last_event.metadata["agent"]["rotation"]["y"]
        event = controller.step("RotateRight")
        seen = event.metadata
        turned = (seen["agent"]["rotation"]["y"] - before) % 360.0
        if not event or abs(turned - 90.0) > 0.01:
            raise ProbeFailed(f"RotateRight turned by {turned:g} degrees: {seen['errorMessage'] or 'without an error'}")
        if not seen["objects"]:
            raise ProbeFailed(f"{controller.scene} holds no objects")
        yield f"{controller.scene} with {len(seen['objects'])} objects, a step"
        frame = event.frame
        if frame is None or frame.shape != (_SIZE, _SIZE, 3) or frame.min() == frame.max():
            raise ProbeFailed(
                "the frame is empty" if frame is None else f"the frame of shape {frame.shape} shows nothing"
            )
        yield f"{controller.scene} with {len(seen['objects'])} objects, a step, a frame of {_SIZE}×{_SIZE}"


def client() -> Iterator[str]:
    """Import the ai2thor client and say its version."""
    import ai2thor.controller

    yield str(ai2thor.__version__)


def display(name: str) -> Iterator[str]:
    """Say hello to an X server.

    Args:
        name: As in ``DISPLAY``.
    """
    problem = display_problem(name)
    if problem:
        raise ProbeFailed(problem)
    yield f"display {name} answers"


class _InstanceInfo(ctypes.Structure):
    """VkInstanceCreateInfo, Vulkan 1.0 specification, section 4.2."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


def vulkan() -> Iterator[str]:
    """Load the Vulkan library, make an instance and count the devices."""
    library = ctypes.CDLL("libvulkan.so.1")
    instance, count = ctypes.c_void_p(), ctypes.c_uint32()
    result = library.vkCreateInstance(ctypes.byref(_InstanceInfo(kind=1)), None, ctypes.byref(instance))
    if result != 0:
        raise ProbeFailed(f"libvulkan is installed, but vkCreateInstance answers {result}: no usable driver")
    result = library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None)
    library.vkDestroyInstance(instance, None)
    if result != 0 or count.value == 0:
        raise ProbeFailed("libvulkan is installed, but there is no Vulkan device")
    yield f"Vulkan with {how_many(count.value, 'device')}"


def torch_gpu() -> Iterator[str]:
    """Ask torch for a GPU and compute something on it."""
    import torch  # pyright: ignore[reportMissingImports]

    yield f"torch {torch.__version__}"
    device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else ""
    if not device:
        raise ProbeFailed(f"torch {torch.__version__} sees no GPU")
    if float(torch.ones(4, device=device).sum()) != 4.0:
        raise ProbeFailed(f"torch {torch.__version__} computes wrongly on {device}")
    yield f"{torch.cuda.get_device_name(0) if device == 'cuda' else 'Apple GPU'}, torch {torch.__version__}"


def onnx_encoder(model: str, tokenizer: str) -> Iterator[str]:
    """Encode a word with onnxruntime and tokenizers.

    Args:
        model: Path of ``model.onnx``.
        tokenizer: Path of ``tokenizer.json``.
    """
    import numpy as np
    import onnxruntime  # pyright: ignore[reportMissingImports]
    import tokenizers  # pyright: ignore[reportMissingImports]

    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    ids = tokenizers.Tokenizer.from_file(tokenizer).encode("mug").ids
    values = {"input_ids": ids, "attention_mask": [1] * len(ids), "token_type_ids": [0] * len(ids)}
    wanted = [i.name for i in session.get_inputs()]
    states = np.asarray(session.run(None, {name: np.array([values[name]], dtype=np.int64) for name in wanted})[0])
    if not np.isfinite(states).all() or not states.any():
        raise ProbeFailed(f"{model} encodes 'mug' as nothing")
    yield f"onnxruntime {onnxruntime.__version__}, tokenizers {tokenizers.__version__}, {states.shape[-1]} dimensions"


def sentence_encoder(folder: str) -> Iterator[str]:
    """Encode a word with sentence-transformers.

    Args:
        folder: Folder of the model.
    """
    import sentence_transformers  # pyright: ignore[reportMissingImports]

    vector = sentence_transformers.SentenceTransformer(folder, device="cpu").encode("mug")
    if not vector.any():
        raise ProbeFailed(f"{folder} encodes 'mug' as nothing")
    yield f"sentence-transformers {sentence_transformers.__version__}, {len(vector)} dimensions"


def detector(name: str, weights: str | None = None) -> Iterator[str]:
    """Make a detector that is not ours and let it look at a frame: a kitchen's if it asks the engine, else a gradient.

    Args:
        name: As ``perception.plugins`` knows it.
        weights: Its weights, if it takes any.
    """
    import inspect

    import numpy as np

    from envs.errors import HomebodyError
    from perception import plugins

    source, frame = None, np.indices((_SIZE, _SIZE, 3)).sum(axis=0).astype(np.uint8)
    try:
        maker = plugins.DETECTORS.load(name)
        yield f"{name} loads"
        if "source" in inspect.signature(maker).parameters:
            source, frame = _looking()
        found = plugins.detector(name, source, weights=weights).detect(frame, ["CounterTop", "Fridge", "Mug"])
    except HomebodyError as error:
        raise ProbeFailed(str(error)) from error
    yield f"{name} looked at a frame of {_SIZE}×{_SIZE} and found {len(found)}"


def _looking() -> tuple[Callable[[], Event], np.ndarray]:
    """What gives the event of a kitchen, and its frame."""
    from envs.pocket import PocketController

    event = PocketController(
        "kitchen", width=_SIZE, height=_SIZE, renderMode="plain", renderInstanceSegmentation=True
    ).last_event
    if event.frame is None:
        raise ProbeFailed("pocket drew no frame")
    return lambda: event, event.frame


def language(url: str) -> Iterator[str]:
    """Ask an OpenAI-compatible endpoint which models it serves.

    Args:
        url: Its base address. The key is read from the environment, so that no list of processes shows it.
    """
    key = os.environ.get("HOMEBODY_LANGUAGE_KEY") or os.environ.get("OPENAI_API_KEY") or ""
    answer = ask_models(url, key)
    if answer.problem:
        raise ProbeFailed(answer.problem, answer.fix)
    names = ", ".join(answer.models[:3]) + (", …" if len(answer.models) > 3 else "")
    yield f"{how_many(len(answer.models), 'model')}{': ' if names else ''}{names}"


def store(path: str) -> Iterator[str]:
    """Open a memory read-only, then check all of it.

    Args:
        path: The memory file.
    """
    from envs.errors import HomebodyError
    from memory.store.database import Store

    try:
        with Store.open(path, readonly=True) as opened:
            count = f"{opened.newest[0] if opened.newest else 0} experiences"
            yield f"opens, {count}"
            problems = opened.check()
    except HomebodyError as error:
        raise ProbeFailed(str(error)) from error
    if problems:
        more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise ProbeFailed(f"{path} is damaged: {problems[0]}{more}")
    yield f"sound, {count}"


PROBES: dict[str, Callable[..., Iterator[str]]] = {
    probe.__name__: probe
    for probe in (
        numba_cache,
        pocket,
        client,
        display,
        vulkan,
        torch_gpu,
        onnx_encoder,
        sentence_encoder,
        detector,
        language,
        store,
    )
}


def main() -> int:
    """Run the probe named on the command line; a line of JSON for each thing that worked or did not."""
    name, *values = sys.argv[1:]
    try:
        for note in PROBES[name](*values):
            _tell({"note": note})
    except ProbeFailed as error:
        _tell({"problem": str(error), "fix": error.fix})
        return 1
    return 0


def _tell(line: dict[str, str]) -> None:
    print("\n" + json.dumps(line), flush=True)  # a library may have left its line unfinished


if __name__ == "__main__":
    sys.exit(main())
