"""YOLO-World on torch: checkpoints read by ultralytics, asked with text features of our own or of CLIP."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput, GaveUp
from perception.detector.text_features import class_features
from perception.detector.ultralytics_setup import ultralytics
from perception.detector.yolo_weights import network_of, read_plain, untrusted
from perception.extras import needs

_BROKEN = (
    RuntimeError,
    EOFError,
    KeyError,
    AttributeError,
    ModuleNotFoundError,
    OSError,
    TypeError,
    pickle.PickleError,
)


class TorchNetwork:
    """A checkpoint, ready to be asked.

    Args:
        weights: ``.pt`` of ours, or of an ultralytics model.
        device: See ``YoloWorld``.
        trust: Likewise.

    Raises:
        BadInput: torch or ultralytics is missing, there is no such device, or the file is no YOLO-World.
    """

    def __init__(self, weights: Path, device: str, trust: bool = False) -> None:
        ultralytics(online=not weights.is_file())
        self._torch = needs("torch")
        self.device = device_of(device)
        self.model = read_checkpoint(weights, trust)
        self.model.to(self.device).eval()
        self._known: dict[tuple[str, ...], Any] = {}

    def answers(self, squares: np.ndarray, classes: tuple[str, ...]) -> np.ndarray:
        """See ``Network``; a batch that does not fit into the GPU's memory is halved once.

        Raises:
            BadInput: A class has no text feature.
            GaveUp: Half of the batch does not fit either.
        """
        features = self._features(classes)
        try:
            return self._asked(squares, features)
        except RuntimeError as error:
            if not out_of_memory(error):
                raise
        half = max(1, len(squares) // 2)
        self._torch.cuda.empty_cache()
        try:
            return np.concatenate([self._asked(squares[i : i + half], features) for i in range(0, len(squares), half)])
        except RuntimeError as error:
            if not out_of_memory(error):
                raise
            raise GaveUp(
                f"{self.device} has too little memory for {half} frames of {squares.shape[2]} pixels, half of what was "
                "asked for; use --device cpu or a smaller size"
            ) from error

    def _asked(self, squares: np.ndarray, features: Any) -> np.ndarray:
        head = self.model.model[-1]
        head.nc = features.shape[1]
        head.no = head.nc + head.reg_max * 4
        with self._torch.inference_mode():
            images = self._torch.from_numpy(squares).to(self.device)
            out = self.model.predict(images, txt_feats=features)
        return (out[0] if isinstance(out, tuple) else out).float().cpu().numpy()

    def _features(self, classes: tuple[str, ...]) -> Any:
        if classes not in self._known:
            self._known.clear()  # whoever changes classes with every frame must not fill the memory
            ours = type(self.model).__name__ == "PhraseWorldModel"
            found = class_features(classes, self._by_clip, drawn=ours)
            self._known[classes] = self._torch.from_numpy(found)[None].to(self.device)
        return self._known[classes]

    def _by_clip(self, words: list[str]) -> np.ndarray:
        try:
            return self.model.get_text_pe(words)[0].float().cpu().numpy()
        except (ModuleNotFoundError, OSError) as error:
            raise _without_clip(error) from error


def _without_clip(error: Exception) -> BadInput:
    if isinstance(error, ModuleNotFoundError):
        return BadInput(
            f"these weights are asked through CLIP, which is not installed ({error.name}): "
            "pip install git+https://github.com/ultralytics/CLIP.git, or use weights of homebody train detector"
        )
    return BadInput(
        f"these weights are asked through CLIP, which cannot be loaded ({str(error).splitlines()[0]:.200}); it is "
        "fetched the first time: be online then, or use weights of homebody train detector"
    )


def read_checkpoint(weights: Path, trust: bool = False) -> Any:
    """The network in a checkpoint, in full precision.

    Args:
        weights: Ours, which holds numbers alone, or one that ultralytics wrote.
        trust: Whether a checkpoint may be loaded that can run code; see ``perception.detector.yolo_weights``.

    Raises:
        BadInput: It cannot be read, is not trusted, or is the network of another architecture.
    """
    if not trust and not weights.is_file():
        raise untrusted(weights)
    held = read_plain(weights) if weights.is_file() else None
    if held is not None:
        return network_of(held.get("network"), weights)
    if not trust:
        raise untrusted(weights)
    load = needs("ultralytics.nn.tasks").load_checkpoint
    world = needs("ultralytics.nn.tasks").WorldModel
    try:
        model, _ = load(str(weights))
    except _BROKEN as error:
        reason = (str(error) or type(error).__name__).strip().splitlines()[0]
        raise BadInput(f"{weights} is not a checkpoint that ultralytics can read: {reason}") from error
    if not isinstance(model, world):
        raise BadInput(
            f"{weights} holds a {type(model).__name__} ({_kind(model)}); yolo-world needs a WorldModel (YOLO-World), "
            "such as yolov8s-worldv2.pt or what homebody train detector makes"
        )
    return model.float()


def _kind(model: Any) -> str:
    return f"task {getattr(model, 'task', '?')}, {len(getattr(model, 'names', None) or ())} fixed classes"


def device_of(name: str) -> Any:
    """A torch device by name; ``auto`` is the first GPU, else the processor.

    Raises:
        BadInput: There is no such device.
    """
    torch = needs("torch")
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise BadInput(f"{name!r} is not a device; use auto, cpu, cuda or cuda:<n>") from error
    if device.type == "cuda" and (not torch.cuda.is_available() or (device.index or 0) >= torch.cuda.device_count()):
        raise BadInput(f"there is no {name} on this machine ({torch.cuda.device_count()} GPUs); use --device cpu")
    return device


def out_of_memory(error: RuntimeError) -> bool:
    """Whether an error says that the GPU's memory is full."""
    return "out of memory" in str(error).lower()
