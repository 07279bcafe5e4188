"""Contextual rescoring: a small network that looks at all finds of a picture and says anew how sure of each one is.

A detector scores every box by itself. What else it found tells more: of a cup and a mug in one place one is wrong, a
bathtub in a kitchen is none, a part of a counter within a counter is no second one. Finds look at each other
(attention, with how they lie to each other as a bias), as in relation networks (Hu et al., "Relation Networks for
Object Detection", CVPR 2018); plain numpy, a millisecond or two a picture. Learned by ``homebody train rescoring``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from envs.errors import BadInput
from perception.arrays import read_arrays
from perception.rescoring.finds import OWN, PAIR, Finds, log_odds_of, own_measures, pair_measures

MOST = 90
"""Finds of one picture that are looked at, the most confident."""
LEAST = 0.03
"""Confidence of a detector from which on its finds are looked at."""
HEADS = 4
"""Ways in which finds look at each other at once."""
_SURE = 30.0  # log-odds beyond which nobody is surer
_NORM = 1e-5  # as in torch


@dataclass(frozen=True)
class Rescorer:
    """Says anew how sure a detector may be of its finds.

    Attributes:
        types: What it knows, in the order of the numbers of ``Finds.kinds``.
        made_for: Digest of the detector's weights that it was fitted to.
        weights: Of the network, by name.
    """

    types: tuple[str, ...]
    made_for: str
    weights: Mapping[str, np.ndarray]

    def confidences(self, finds: Finds) -> np.ndarray:
        """(n,) from 0 to 1, by all finds of the picture."""
        if not len(finds):
            return np.zeros(0)
        own, pair = own_measures(finds), pair_measures(finds)
        seen = self._linear("inp", np.concatenate([self.weights["emb.weight"][finds.kinds], own], axis=-1))
        for layer in range(self._layers):
            seen = self._looked(layer, seen, pair)
        plain = self.weights["bias.weight"][finds.kinds]
        raw = log_odds_of(finds) * (1.0 + plain[:, 1]) + plain[:, 0] + self._linear("out", seen)[:, 0]
        return 1.0 / (1.0 + np.exp(-np.clip(raw + float(self.weights["shift"]), -_SURE, _SURE)))

    @property
    def _layers(self) -> int:
        return sum(name.startswith("q.") and name.endswith("weight") for name in self.weights)

    def _linear(self, name: str, values: np.ndarray) -> np.ndarray:
        flat = values.reshape(-1, values.shape[-1])  # one large product is quicker than many small ones
        told = flat @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]
        return told.reshape(*values.shape[:-1], told.shape[-1])

    def _normed(self, name: str, values: np.ndarray) -> np.ndarray:
        centred = values - values.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + _NORM)
        return centred / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def _looked(self, layer: int, seen: np.ndarray, pair: np.ndarray) -> np.ndarray:
        """The finds after they have looked at each other once."""
        told = self._linear(f"pm.{layer}.2", _gelu(self._linear(f"pm.{layer}.0", pair)))
        bias, worst = told[..., :HEADS], told[..., HEADS:]
        normed = self._normed(f"n1.{layer}", seen)
        query, key, value = (_heads(self._linear(f"{name}.{layer}", normed)) for name in "qkv")
        heed = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1]) + bias.transpose(2, 0, 1)
        heed = np.exp(heed - heed.max(axis=-1, keepdims=True))
        heed /= heed.sum(axis=-1, keepdims=True)
        gathered = (heed @ value).transpose(1, 0, 2).reshape(len(seen), -1)
        most = np.tanh(worst.max(axis=1) / 3.0)
        seen = seen + self._linear(f"o.{layer}", np.concatenate([gathered, most], axis=-1))
        inner = _gelu(self._linear(f"f.{layer}.0", self._normed(f"n2.{layer}", seen)))
        return seen + self._linear(f"f.{layer}.2", inner)


def _heads(values: np.ndarray) -> np.ndarray:
    return values.reshape(len(values), HEADS, -1).transpose(1, 0, 2)


def _gelu(values: np.ndarray) -> np.ndarray:
    inner = values * (np.float32(0.7978845608) + np.float32(0.0356774081) * values * values)
    return np.float32(0.5) * values * (np.float32(1.0) + np.tanh(inner))


def read_rescorer(path: Path) -> Rescorer:
    """A rescorer from the ``.npz`` file that ``homebody train rescoring`` writes.

    Raises:
        BadInput: It cannot be read, or is none.
    """
    arrays = read_arrays(path)
    names = {"types", "made_for", "shift", "emb.weight", "bias.weight", "inp.weight", "out.weight", "pm.0.0.weight"}
    if lacking := sorted(names - set(arrays)):
        raise BadInput(f"{path} is no rescorer: it lacks {', '.join(lacking)}; make one with homebody train rescoring")
    types = tuple(str(name) for name in arrays.pop("types").tolist())
    made_for = str(arrays.pop("made_for"))
    weights = {name: value.astype(np.float32) for name, value in arrays.items()}
    wide = weights["emb.weight"].shape[-1] + OWN
    if weights["inp.weight"].shape[-1] != wide or weights["pm.0.0.weight"].shape[-1] != PAIR:
        raise BadInput(f"{path} was made for other measures of finds; make a new one with homebody train rescoring")
    if len(weights["emb.weight"]) != len(types):
        raise BadInput(f"{path} knows {len(types)} types and has numbers for {len(weights['emb.weight'])}")
    return Rescorer(types, made_for, weights)
