"""``yolo-world``: an open-vocabulary detector. The network is ultralytics' YOLO-World; words come from MiniLM or CLIP.

Three kinds of weights:

* our own (``assets/weights/yolo_world_pocket.pt``, or what ``homebody train detector`` made): text features by MiniLM,
  packaged for household words, so that nothing has to be fetched;
* published checkpoints (``yolov8s-worldv2.pt``), loaded with ``trust`` alone: text features by CLIP, which ultralytics
  fetches on first use, as it
  does the checkpoint itself when it is named and not there: this needs a connection;
* ``.onnx`` files made by ``perception.detector.yolo_onnx``: run by onnxruntime, without torch. One that lies beside
  the ``.pt`` that it was made from stands for it on processors, where it is quicker, as that of the shipped ones does.

"Cheng et al., YOLO-World: Real-Time Open-Vocabulary Object Detection", CVPR 2024.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Protocol

import numpy as np

from envs.errors import BadInput
from perception.detector.detection import Detection, checked_classes, checked_frame
from perception.detector.yolo_boxes import Letterbox, both_ways, fitted, read_answers
from perception.detector.yolo_onnx import weights_digest
from perception.extras import needs
from perception.rescoring.pictures import rescored as rescored_finds
from perception.rescoring.rescorer import LEAST, Rescorer, read_rescorer

SHIPPED = "yolo_world_pocket.pt"
"""The weights in ``assets/weights`` that are used when none are named."""

SIZE = 288
"""Side of the square that the network sees, pixels; the shipped weights were trained at this size last."""

RESCORER = "_rescoring.npz"
"""What is behind the stem of weights in the name of the rescorer that was fitted to them."""

_BATCH = 16


class Network(Protocol):
    """What turns squares and texts into raw answers."""

    def answers(self, squares: np.ndarray, classes: tuple[str, ...]) -> np.ndarray:
        """(n, 4 + len(classes), anchors) for (n, 3, h, w), sides multiples of 32; see ``read_answers``."""
        ...


class YoloWorld:
    """Finds things of classes that are named when it is asked.

    Nothing is loaded before the first frame.

    Args:
        weights: A ``.pt`` or ``.onnx`` file, or the name of a published checkpoint; None takes the shipped ones.
        device: ``auto`` (the GPU if there is one), ``cpu``, ``cuda`` or ``cuda:<n>``. On the processor an export that
            lies beside the weights is run in their place; ``torch`` is the processor with the weights themselves.
        confidence: Things it is less sure of are left out; the default suits recognisers, which weigh them.
        overlap: How much two things of one class may share, intersection over union.
        size: Side of the square that the network sees, pixels, a multiple of 32; other frames are shown as large.
        mirrored: Whether it looks at every frame and its mirror image, and takes the mean: better, in twice the time.
        rescored: Whether all that is found in a frame tells how sure it is of each find, where a rescorer lies beside
            the weights that was fitted to them, as one does beside the shipped ones; words that are no types of homes
            keep what the network says (``perception.rescoring``).
        sure: Confidence from which on something goes into scene graphs. Other weights than the shipped ones may want
            another (for those it was chosen on eight walks, seeds 7001 and 7002, with existence weighed).
        trust: Whether weights may be loaded that can run code when they are: checkpoints that ultralytics wrote.

    Raises:
        BadInput: There is no such file, or a number is out of range.
    """

    def __init__(
        self,
        weights: Path | str | None = None,
        device: str = "auto",
        confidence: float = 0.2,
        overlap: float = 0.6,
        size: int = SIZE,
        mirrored: bool = True,
        sure: float = 0.4,
        trust: bool = False,
        rescored: bool = True,
    ) -> None:
        if not (0 < confidence < 1 and 0 < overlap < 1 and 0 <= sure <= 1):
            raise BadInput(f"confidence {confidence}, overlap {overlap} and sure {sure} must lie between 0 and 1")
        if size < 32 or size % 32:
            raise BadInput(f"size {size} must be a multiple of 32, such as 320 or 640")
        self.weights = weights_path(weights)
        self._device, self._size = device, size
        self._confidence, self._overlap, self._mirrored = confidence, overlap, mirrored
        self.sure, self._trust = sure, trust
        self._network: Network | None = None
        self._rescorer = fitted_rescorer(self.weights) if rescored else None

    def less_sure(self, confidence: float, mirrored: bool | None = None) -> YoloWorld:
        """The same detector with another threshold, for measuring: average precision wants the doubtful ones, too.

        Args:
            confidence: The threshold.
            mirrored: Whether it looks at mirror images; None leaves it as it is.
        """
        both = self._mirrored if mirrored is None else mirrored
        shared = (self._overlap, self._size, both, self.sure, self._trust, False)
        other = YoloWorld(self.weights, self._device, confidence, *shared)
        other._network, other._rescorer = self._network, self._rescorer
        return other

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        """What is in the frame; see ``Detector``.

        Raises:
            BadInput: The frame is no image, there are no classes, a class has no text feature, or the weights are not
                those of a YOLO-World.
        """
        return self.detect_batch([frame], classes)[0]

    def detect_batch(self, frames: Sequence[np.ndarray], classes: Sequence[str]) -> list[list[Detection]]:
        """What is in each of the frames; the same as one after the other, but quicker.

        Raises:
            BadInput: As in ``detect``.
        """
        names = checked_classes(classes)
        asked = names if self._rescorer is None else tuple(dict.fromkeys((*self._rescorer.types, *names)))
        shown = [fitted(checked_frame(frame), self._size) for frame in frames]
        if self._network is None:
            self._network = _network(self.weights, self._device, self._trust)
        found: list[list[Detection]] = []
        for part in _of_one_shape(shown):
            answers = self._answers(self._network, np.stack([picture for picture, _ in part]), asked)
            for one, (_, fit) in zip(answers, part, strict=True):
                found.append(self._read(one, fit, asked, names))
        return found

    def _read(
        self, answers: np.ndarray, fit: Letterbox, asked: tuple[str, ...], names: tuple[str, ...]
    ) -> list[Detection]:
        """What was found of the classes that were asked for; a rescorer looks at all others as well."""
        if self._rescorer is None:
            return read_answers(answers, fit, names, self._confidence, self._overlap)
        found = read_answers(answers, fit, asked, min(LEAST, self._confidence), self._overlap)
        told = rescored_finds(self._rescorer, found, fit.width, fit.height)
        wanted = frozenset(names)
        return [one for one in told if one.label in wanted and one.confidence >= self._confidence]

    def _answers(self, network: Network, pictures: np.ndarray, names: tuple[str, ...]) -> np.ndarray:
        seen = network.answers(pictures, names)
        if not self._mirrored:
            return seen
        mirror = np.ascontiguousarray(pictures[..., ::-1])
        return both_ways(seen, network.answers(mirror, names), *pictures.shape[-2:])


def _of_one_shape(shown: Sequence[tuple[np.ndarray, Letterbox]]) -> Iterator[list[tuple[np.ndarray, Letterbox]]]:
    """Batches, in order, none too large and all pictures of each of one shape."""
    for _, same in groupby(shown, key=lambda one: one[0].shape):
        part = list(same)
        yield from (part[begin : begin + _BATCH] for begin in range(0, len(part), _BATCH))


def fitted_rescorer(weights: Path) -> Rescorer | None:
    """The rescorer beside weights, if it was fitted to these.

    Raises:
        BadInput: There is one of that name that cannot be read.
    """
    path = weights.with_name(f"{weights.stem}{RESCORER}")
    if not (weights.is_file() and path.is_file()):
        return None
    found = read_rescorer(path)
    return found if found.made_for == weights_digest(weights) else None


def weights_path(weights: Path | str | None) -> Path:
    """The file that weights are read from.

    Args:
        weights: A file, the name of a published checkpoint (``yolov8s-worldv2.pt``), or None for the shipped ones.

    Raises:
        BadInput: There is no such file, and no checkpoint of that name is published.
    """
    if weights is None:
        path = Path(str(files("assets").joinpath("weights", SHIPPED)))
        if not path.is_file():
            raise BadInput(
                f"the shipped weights {SHIPPED} are missing; name others, or train some: homebody train detector"
            )
        return path
    path = Path(weights)
    if path.is_file() or (_published(path.name) and path.parent == Path(".")):
        return path
    raise BadInput(
        f"there are no weights at {path}; give a .pt or .onnx file, or the name of a published checkpoint "
        "such as yolov8s-worldv2.pt"
    )


def _published(name: str) -> bool:
    stem, _, ending = name.rpartition(".")
    return ending == "pt" and stem.startswith("yolov8") and stem.endswith(("-world", "-worldv2"))


def _network(weights: Path, device: str, trust: bool) -> Network:
    if weights.suffix == ".onnx":
        from perception.detector.yolo_onnx import OnnxNetwork

        return OnnxNetwork(weights)
    if _on_processor(device):
        from perception.detector.yolo_onnx import stand_in

        quicker = stand_in(weights)
        if quicker is not None:
            return quicker
    from perception.detector.yolo_torch import TorchNetwork

    return TorchNetwork(weights, "cpu" if device == "torch" else device, trust)


def _on_processor(device: str) -> bool:
    if device != "auto":
        return device == "cpu"
    return find_spec("torch") is None or not needs("torch").cuda.is_available()
