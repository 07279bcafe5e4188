"""YOLO-World as ONNX: exporting a checkpoint with its words left open, and running it by onnxruntime without torch.

The file has two inputs, ``images`` (n, 3, size, size) and ``texts`` (1, classes, 512), so classes are still chosen when
it is asked.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from perception.detector.text_features import WIDTH, TextFeatures, class_features
from perception.extras import needs
from perception.text.onnx_session import onnx_session


class OnnxNetwork:
    """An exported network.

    Args:
        weights: ``.onnx`` made by ``export_onnx``.
        size: Side of the squares it is going to see, pixels.

    Raises:
        BadInput: onnxruntime is missing, or the file is no such network, or was exported for another size.
    """

    def __init__(self, weights: Path, size: int) -> None:
        self._session = onnx_session(weights, waiting=False)
        inputs = {one.name: one.shape for one in self._session.get_inputs()}
        if set(inputs) != {"images", "texts"}:
            raise BadInput(
                f"{weights} has the inputs {', '.join(sorted(inputs))}; an open-vocabulary YOLO-World has images and "
                "texts: export it with homebody train export"
            )
        if inputs["images"][2] != size:
            raise BadInput(
                f"{weights} was exported for frames of {inputs['images'][2]} pixels, not {size}; give that size"
            )
        self._features = TextFeatures()
        self._known: tuple[tuple[str, ...], np.ndarray] | None = None

    def answers(self, squares: np.ndarray, classes: tuple[str, ...]) -> np.ndarray:
        """See ``Network``.

        Raises:
            BadInput: A class has no text feature.
        """
        if self._known is None or self._known[0] != classes:
            self._known = classes, class_features(classes, self._features.embed)[None]
        return self._session.run(None, {"images": squares.astype(np.float32), "texts": self._known[1]})[0]


def export_onnx(weights: Path, out: Path, size: int, trust: bool = False) -> Path:
    """Write a checkpoint as ONNX, with batch and classes left open.

    Args:
        weights: ``.pt`` of a network with MiniLM features, ours or trained by ``homebody train detector``.
        out: The new ``.onnx`` file.
        size: Side of the squares it is going to see, pixels.
        trust: See ``YoloWorld``.

    Raises:
        BadInput: torch or onnx is missing, or the checkpoint needs CLIP, whose features onnxruntime lacks.
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
    example = (torch.zeros(2, 3, size, size), torch.nn.functional.normalize(torch.ones(1, 3, WIDTH), dim=-1))
    with torch.inference_mode():
        torch.onnx.export(
            _open_network(torch, model),
            example,
            str(out),
            input_names=["images", "texts"],
            output_names=["answers"],
            dynamic_axes={"images": {0: "n"}, "texts": {1: "classes"}, "answers": {0: "n", 1: "channels"}},
            opset_version=17,
            dynamo=False,
        )
    return out


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
