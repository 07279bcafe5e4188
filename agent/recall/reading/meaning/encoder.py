"""Sentences as vectors: QuestionEncoder, tuned to tell questions apart, in numpy alone.

The model is all-MiniLM-L6-v2 (Wang et al. 2020, Apache-2.0), tuned on the examples of this package and quantised to
eight bits; its word pieces are pruned to those that household English needs. ``assets/recall/encoder/README.md``
tells how it was made.
"""

from __future__ import annotations

import json
import math
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

SentenceVectors = NDArray[np.float32]

FOLDER = Path(str(files("assets"))) / "recall" / "encoder"
_WEIGHTS = "weights.npz"
_LONGEST = 40
"""Word pieces of a sentence that are read."""
_HEADS = 12
_EPSILON = 1e-12


class SentenceEncoder(Protocol):
    """Anything that makes vectors of sentences."""

    def encode(self, sentences: Sequence[str]) -> SentenceVectors:
        """One vector of length 1 for each sentence; what means alike lies close."""
        ...


class WordsEncoder:
    """A fake: a vector of the words, each at a place that its letters decide."""

    def encode(self, sentences: Sequence[str]) -> SentenceVectors:
        """See ``SentenceEncoder``; 384 numbers each."""
        found = np.zeros((len(sentences), 384), np.float32)
        for row, said in zip(found, sentences, strict=True):
            for word in said.split():
                row[int.from_bytes(blake2b(word.encode(), digest_size=4).digest()) % 384] += 1
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), _EPSILON)


class WordPieces:
    """Takes words apart as BERT does: each into the longest pieces that are known.

    Args:
        pieces: Every piece; what begins with ``##`` goes on a word. Must hold ``[CLS]``, ``[SEP]`` and ``[UNK]``.
    """

    def __init__(self, pieces: Sequence[str]) -> None:
        self._at = {piece: index for index, piece in enumerate(pieces)}

    def numbers(self, said: str) -> list[int]:
        """The pieces' places, the marks of beginning and end among them."""
        found = [self._at["[CLS]"]]
        for word in _words(said):
            found += self._taken_apart(word)
        return [*found[: _LONGEST - 1], self._at["[SEP]"]]

    def _taken_apart(self, word: str) -> list[int]:
        found, start = [], 0
        while start < len(word):
            ends = range(len(word), start, -1)
            mark = "##" if start else ""
            end = next((end for end in ends if mark + word[start:end] in self._at), None)
            if end is None:
                return [self._at["[UNK]"]]
            found.append(self._at[mark + word[start:end]])
            start = end
        return found


def _words(said: str) -> list[str]:
    """Words and single marks, in lower case, without accents."""
    plain = (one for one in unicodedata.normalize("NFD", said.lower()) if not unicodedata.combining(one))
    return "".join(one if one.isalnum() or one.isspace() else f" {one} " for one in plain).split()[:_LONGEST]


class QuestionEncoder:
    """Six layers of attention over word pieces; the mean of the last layer.

    Args:
        weights: By name, as ``load`` gives them.
        pieces: The word pieces, in the order of their vectors.
    """

    def __init__(self, weights: Mapping[str, SentenceVectors], pieces: Sequence[str]) -> None:
        self._weights = weights
        self._pieces = WordPieces(pieces)
        self._layers = 1 + max(int(name.split(".")[0]) for name in weights if name[0].isdigit())

    def encode(self, sentences: Sequence[str]) -> SentenceVectors:
        """See ``SentenceEncoder``; 384 numbers each."""
        return np.stack([self._one(said) for said in sentences]) if sentences else np.zeros((0, 384), np.float32)

    def _one(self, said: str) -> SentenceVectors:
        own = self._weights
        numbers = self._pieces.numbers(said)
        found = own["word"][numbers] + own["place"][: len(numbers)]
        found = _normed(found, own["norm.w"], own["norm.b"])
        for layer in range(self._layers):
            found = self._layer(found, f"{layer}.")
        mean = found.mean(axis=0)
        return mean / max(float(np.linalg.norm(mean)), _EPSILON)

    def _layer(self, found: SentenceVectors, name: str) -> SentenceVectors:
        own = self._weights
        parts = found @ own[name + "qkv.w"] + own[name + "qkv.b"]
        asked, keys, values = np.split(parts.reshape(len(found), 3 * _HEADS, -1).swapaxes(0, 1), 3)
        among = asked @ keys.swapaxes(1, 2) / math.sqrt(asked.shape[2])
        among = np.exp(among - among.max(axis=2, keepdims=True))
        heard = (among / among.sum(axis=2, keepdims=True)) @ values
        mixed = heard.swapaxes(0, 1).reshape(found.shape) @ own[name + "out.w"] + own[name + "out.b"]
        found = _normed(found + mixed, own[name + "norm1.w"], own[name + "norm1.b"])
        inner = _gelu(found @ own[name + "up.w"] + own[name + "up.b"])
        inner = inner @ own[name + "down.w"] + own[name + "down.b"]
        return _normed(found + inner, own[name + "norm2.w"], own[name + "norm2.b"])


def _normed(found: NDArray[Any], weight: SentenceVectors, bias: SentenceVectors) -> SentenceVectors:
    off = found - found.mean(axis=1, keepdims=True)
    return off / np.sqrt((off * off).mean(axis=1, keepdims=True) + _EPSILON) * weight + bias


def _gelu(found: SentenceVectors) -> SentenceVectors:
    """By the tangent, which is within 0.0005 of the exact one."""
    inner = math.sqrt(2 / math.pi) * (found + 0.044715 * found * found * found)
    return 0.5 * found * (1 + np.tanh(inner))


def quantised(weight: SentenceVectors, axis: int = 0) -> tuple[NDArray[np.int8], SentenceVectors]:
    """Eight bits a number, and what those of each column (``axis`` 1: of each row) are multiplied by."""
    scale = np.abs(weight).max(axis=axis, keepdims=True) / 127
    scale = np.where(scale > 0, scale, 1).astype(np.float32)
    return np.rint(weight / scale).astype(np.int8), scale


def load(folder: Path = FOLDER) -> QuestionEncoder | None:
    """The encoder that lies in a folder; None where there is none.

    Raises:
        ValueError: A file is damaged.
    """
    if not (folder / _WEIGHTS).exists():
        return None
    with np.load(folder / _WEIGHTS, allow_pickle=False) as kept:
        raw = {name: kept[name] for name in kept.files}
    weights = {
        name: (one.astype(np.float32) * raw[f"{name}.scale"]) if one.dtype == np.int8 else one.astype(np.float32)
        for name, one in raw.items()
        if not name.endswith(".scale")
    }
    return QuestionEncoder(weights, json.loads((folder / "pieces.json").read_text(encoding="utf-8")))


@cache
def shipped() -> QuestionEncoder | None:
    """The encoder of this package, read once; None where its weights are missing."""
    return load()
