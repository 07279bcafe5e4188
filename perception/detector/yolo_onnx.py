"""YOLO-World as ONNX: exporting a checkpoint with its words left open, and running it by onnxruntime without torch.

The file has two inputs, ``images`` (n, 3, h, w) and ``texts`` (1, classes, 512): classes are still chosen when it is
asked, and so is the size. It says which weights it was made from, so that it can stand for them where onnxruntime is
quicker.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.files.leftovers import scratch
from envs.files.reading import MOST_WEIGHTS, read_input
from envs.files.writing import write_atomically
from perception.detector.phrases import household_classes
from perception.detector.text_features import WIDTH, TextFeatures, class_features
from perception.detector.yolo_boxes import fitted
from perception.extras import needs
from perception.text.onnx_session import onnx_session

_MADE_FROM = "homebody.weights"  # where the file says it
_LARGE = 256  # numbers of an array that is worth keeping at half precision
_KEPT = ("/model.0/", "/model.22/")  # the first layer and the heads keep their precision: boxes lie better so


class OnnxNetwork:
    """An exported network.

    Args:
        weights: ``.onnx`` made by ``export_onnx``.

    Raises:
        BadInput: onnxruntime is missing, or the file is no such network, or was exported for one size alone.

    Attributes:
        made_from: Digest of the weights that it was exported from; empty when it does not say it.
    """

    def __init__(self, weights: Path) -> None:
        self._session = onnx_session(weights, waiting=False)
        inputs = {one.name: one.shape for one in self._session.get_inputs()}
        if set(inputs) != {"images", "texts"}:
            raise BadInput(
                f"{weights} has the inputs {', '.join(sorted(inputs))}; an open-vocabulary YOLO-World has images and "
                "texts: export it with homebody train export"
            )
        if isinstance(inputs["images"][2], int):
            raise BadInput(
                f"{weights} was exported for frames of {inputs['images'][2]} pixels alone; export it again, for any "
                "size, with homebody train export"
            )
        self.made_from: str = self._session.get_modelmeta().custom_metadata_map.get(_MADE_FROM, "")
        self._features = TextFeatures()
        self._known: tuple[tuple[str, ...], np.ndarray] | None = None

    def answers(self, squares: np.ndarray, classes: tuple[str, ...]) -> np.ndarray:
        """See ``Network``.

        Raises:
            BadInput: A class has no text feature.
        """
        if self._known is None or self._known[0] != classes:
            self._known = classes, class_features(classes, self._features.embed, drawn=True)[None]
        return self._session.run(None, {"images": np.asarray(squares, np.float32), "texts": self._known[1]})[0]


def stand_in(weights: Path) -> OnnxNetwork | None:
    """The ONNX file beside weights, if it was exported from these, and onnxruntime is installed.

    Args:
        weights: ``.pt``; the export has its name and the ending ``.onnx``.
    """
    path = weights.with_suffix(".onnx")
    if not (weights.is_file() and path.is_file()) or find_spec("onnxruntime") is None:
        return None
    try:
        network = OnnxNetwork(path)
    except BadInput:  # an older export, or something else of that name: the weights themselves will do
        return None
    return network if network.made_from == weights_digest(weights) else None


def weights_digest(weights: Path) -> str:
    """Tells whether something was made from these weights."""
    return sha256(read_input(weights, "checkpoint", MOST_WEIGHTS)).hexdigest()


def export_onnx(weights: Path, out: Path, size: int, trust: bool = False, frames: Sequence[np.ndarray] = ()) -> Path:
    """Write a checkpoint as ONNX, with batch, size and classes left open.

    Args:
        weights: ``.pt`` of a network with MiniLM features, ours or trained by ``homebody train detector``.
        out: The new ``.onnx`` file.
        size: Side of the squares at which numbers of 8 bits are to fit what occurs, pixels.
        trust: See ``YoloWorld``.
        frames: With some, convolutions but the first and the heads' work with whole numbers of 8 bits, whose ranges
            are those that occur in these frames: a third of the size, and quicker on processors.

    Raises:
        BadInput: torch, onnx or (for 8 bits) onnxruntime is missing, or the checkpoint needs CLIP, whose features
            onnxruntime lacks.
    """
    torch = needs("torch")
    needs("onnx")
    from perception.detector.ultralytics_setup import ultralytics
    from perception.detector.yolo_torch import read_checkpoint

    ultralytics()
    model = read_checkpoint(weights, trust)
    if type(model).__name__ != "PhraseWorldModel":
        raise BadInput(
            f"{weights} is a {type(model).__name__} that needs CLIP; only networks with MiniLM features are exported"
        )
    model.eval()
    out.parent.mkdir(parents=True, exist_ok=True)
    with scratch("export") as folder:
        _trace(torch, model, folder / "whole.onnx", size)
        path = _in_8_bits(folder / "whole.onnx", frames, size) if frames else folder / "whole.onnx"
        onnx = needs("onnx")
        made = onnx.load(str(path))
        if frames:
            _halve(onnx, made.graph)
        onnx.helper.set_model_props(made, {_MADE_FROM: weights_digest(weights)})
        write_atomically(out, made.SerializeToString(), replace=True)
    return out


def _trace(torch: Any, model: Any, out: Path, size: int) -> None:
    example = (torch.zeros(2, 3, size, size), torch.nn.functional.normalize(torch.ones(1, 3, WIDTH), dim=-1))
    with torch.inference_mode():
        torch.onnx.export(
            _open_network(torch, model),
            example,
            str(out),
            input_names=["images", "texts"],
            output_names=["answers"],
            dynamic_axes={
                "images": {0: "n", 2: "h", 3: "w"},
                "texts": {1: "classes"},
                "answers": {0: "n", 1: "channels", 2: "anchors"},
            },
            opset_version=17,
            dynamo=False,
        )


def _in_8_bits(path: Path, frames: Sequence[np.ndarray], size: int) -> Path:
    """The same network with convolutions of 8 bits, each channel of weights on a scale of its own."""
    tools = needs("onnxruntime.quantization", "semantic")
    shapes = needs("onnxruntime.quantization.shape_inference", "semantic")
    prepared, out = path.with_name("prepared.onnx"), path.with_name("small.onnx")
    shapes.quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
    nodes = [node.name for node in needs("onnx").load(str(prepared)).graph.node if node.op_type == "Conv"]
    texts = class_features(household_classes(), TextFeatures().embed)[None]

    class Frames(tools.CalibrationDataReader):
        def __init__(self) -> None:
            self._left = iter(frames)

        def get_next(self) -> dict[str, np.ndarray] | None:
            frame = next(self._left, None)
            return None if frame is None else {"images": fitted(frame, size)[0][None], "texts": texts}

    tools.quantize_static(
        str(prepared),
        str(out),
        Frames(),
        quant_format=tools.QuantFormat.QDQ,
        op_types_to_quantize=["Conv"],
        per_channel=True,
        activation_type=tools.QuantType.QUInt8,
        weight_type=tools.QuantType.QInt8,
        nodes_to_exclude=[name for name in nodes if name.startswith(_KEPT)],
    )
    return out


def _halve(onnx: Any, graph: Any) -> None:
    """Keep what is left of large float arrays at half precision, as checkpoints do; it is widened when it is loaded."""
    widened = []
    for array in graph.initializer:
        value = onnx.numpy_helper.to_array(array)
        if value.dtype != np.float32 or value.size < _LARGE:
            continue
        name = array.name
        array.CopyFrom(onnx.numpy_helper.from_array(value.astype(np.float16), f"{name}.half"))
        widened.append(onnx.helper.make_node("Cast", [f"{name}.half"], [name], to=onnx.TensorProto.FLOAT))
    for node in reversed(widened):
        graph.node.insert(0, node)


def _open_network(torch: Any, model: Any) -> Any:
    """The network as a function of images and texts."""

    class OpenNetwork(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, images: Any, texts: Any) -> Any:
            head = self.model.model[-1]
            head.nc = texts.shape[1]
            head.no = head.nc + head.reg_max * 4
            out = self.model.predict(images, txt_feats=texts.expand(images.shape[0], -1, -1))
            return out[0] if isinstance(out, tuple) else out

    return OpenNetwork().eval()
