"""Teaches a rescorer: what a detector found in labelled pictures, and which of it is right.

``homebody train rescoring`` looks at the pictures, trains and writes the weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.files.writing import write_atomically
from perception.arrays import packed_arrays
from perception.extras import needs
from perception.rescoring.attention import attention_network
from perception.rescoring.finds import OWN, PAIR, Finds, own_measures, pair_measures

HALF = 0.5
"""Intersection over union from which on a find is of a thing."""
SHIFT = 0.8
"""Log-odds that are added in the end: of pictures of training games whose plans were kept back, recall and precision,
each type with equal weight, are then about even at a confidence of .25."""
_SLIVER = 20 / 300  # side of a box that counts little, as a share of the picture's longer side
_LITTLE = 0.3
_RARE, _LEAST, _MOST = 0.4, 0.6, 2.0  # how much oftener a rare type counts, and within which bounds
_BATCH = 16


@dataclass(frozen=True)
class JudgedFinds:
    """What was found in one picture, and what of it is right.

    Attributes:
        finds: All of it.
        right: (n,) float32, 1 for what is of a thing that nothing surer is of.
        weight: (n,) float32, how much each counts.
    """

    finds: Finds
    right: np.ndarray
    weight: np.ndarray


def judged_finds(finds: Finds, kinds: np.ndarray, boxes: np.ndarray, aspect: float = 1.0) -> JudgedFinds:
    """Give every find to the thing of its type that it shares most with, the most confident first, each thing once.

    Args:
        finds: What was found, the most confident first.
        kinds: (m,) types of the things that are there.
        boxes: (m, 4) where, as shares of the picture's sides.
        aspect: Width of the picture, as a share of its height.
    """
    free = set(range(len(kinds)))
    right = np.zeros(len(finds), np.float32)
    for number in range(len(finds)):
        shares = {k: _overlap(finds.boxes[number], boxes[k]) for k in free if kinds[k] == finds.kinds[number]}
        best = max(shares, key=lambda k: shares[k], default=None)
        if best is not None and shares[best] >= HALF:
            free.discard(best)
            right[number] = 1.0
    sides = finds.boxes[:, 2:] - finds.boxes[:, :2]
    longer = sides * (np.array([aspect, 1.0]) / max(aspect, 1.0))
    small = longer.prod(axis=-1) < _SLIVER**2
    return JudgedFinds(finds, right, np.where(small, _LITTLE, 1.0).astype(np.float32))


def _overlap(one: np.ndarray, other: np.ndarray) -> float:
    sides = np.clip(np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2]), 0.0, None)
    shared = float(sides.prod())
    areas = float((one[2:] - one[:2]).prod() + (other[2:] - other[:2]).prod())
    return shared / max(areas - shared, 1e-9)


def train_rescorer(
    pictures: Sequence[JudgedFinds],
    types: Sequence[str],
    made_for: str,
    out: Path,
    *,
    epochs: int = 9,
    rate: float = 2.5e-3,
    seed: int = 0,
    on_epoch: Callable[[], object] | None = None,
) -> list[float]:
    """Train a network on judged finds and write its weights.

    Args:
        pictures: What to learn from.
        types: What the numbers of ``Finds.kinds`` mean.
        made_for: Digest of the detector's weights.
        out: The weights file, ``.npz``.
        epochs: How often everything is seen.
        rate: Of learning at its highest.
        seed: Of the first weights, the order, and which pictures are mirrored.
        on_epoch: Called after each epoch.

    Returns:
        The mean loss of each epoch.

    Raises:
        BadInput: Nothing was found in any picture, there are no epochs, or torch is not installed.
    """
    known = [one for one in pictures if len(one.finds)]
    if not known or epochs < 1:
        raise BadInput(f"{len(known)} pictures with finds and {epochs} epochs; both must be at least 1")
    torch = needs("torch")
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    counts = _by_rarity(known, len(types))
    network = attention_network(torch, len(types))
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.02)
    steps = epochs * math.ceil(len(known) / _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.1)
    losses = []
    for _ in range(epochs):
        network.train()
        total = []
        for batch in _batches(torch, known, counts, chance):
            loss = _loss(torch, network, *batch)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total.append(float(loss.detach()))
        losses.append(round(sum(total) / len(total), 5))
        if on_epoch is not None:
            on_epoch()
    _write(out, network, types, made_for)
    return losses


def _by_rarity(pictures: Sequence[JudgedFinds], types: int) -> np.ndarray:
    """(types,) how much a find of each counts: what is seldom found counts more."""
    counts = np.zeros(types)
    for one in pictures:
        np.add.at(counts, one.finds.kinds, 1)
    usual = np.median(counts[counts > 0])
    return np.clip((usual / np.maximum(counts, 1)) ** _RARE, _LEAST, _MOST).astype(np.float32)


def _batches(
    torch: Any, pictures: Sequence[JudgedFinds], counts: np.ndarray, chance: np.random.Generator
) -> Iterator[tuple[Any, ...]]:
    """Kinds, own and pair measures, which finds there are, which are right, and what each counts."""
    order = chance.permutation(len(pictures))
    for begin in range(0, len(order), _BATCH):
        part = [_mirrored(pictures[k], chance.random() < 0.5) for k in order[begin : begin + _BATCH].tolist()]
        most = max(len(one.finds) for one in part)
        kinds, there = np.zeros((len(part), most), np.int64), np.zeros((len(part), most), bool)
        own = np.zeros((len(part), most, OWN), np.float32)
        pair = np.zeros((len(part), most, most, PAIR), np.float32)
        right, weight = np.zeros((len(part), most), np.float32), np.zeros((len(part), most), np.float32)
        for row, one in enumerate(part):
            n = len(one.finds)
            kinds[row, :n], there[row, :n], right[row, :n] = one.finds.kinds, True, one.right
            own[row, :n], pair[row, :n, :n] = own_measures(one.finds), pair_measures(one.finds)
            weight[row, :n] = one.weight * counts[one.finds.kinds]
        yield tuple(torch.from_numpy(each) for each in (kinds, own, pair, there, right, weight))


def _mirrored(one: JudgedFinds, turned: bool) -> JudgedFinds:
    if not turned:
        return one
    boxes = one.finds.boxes.copy()
    boxes[:, [0, 2]] = 1.0 - boxes[:, [2, 0]]
    return JudgedFinds(Finds(one.finds.kinds, one.finds.confidence, boxes), one.right, one.weight)


def _loss(torch: Any, network: Any, kinds: Any, own: Any, pair: Any, there: Any, right: Any, weight: Any) -> Any:
    told = network(kinds, own, pair, there)
    each = torch.nn.functional.binary_cross_entropy_with_logits(told, right, reduction="none")
    return (each * weight).sum() / weight.sum()


def _write(out: Path, network: Any, types: Sequence[str], made_for: str) -> None:
    arrays = {name: value.detach().numpy().astype(np.float16) for name, value in network.state_dict().items()}
    told = {"types": np.array(list(types)), "made_for": np.array(made_for), "shift": np.array(SHIFT, np.float32)}
    write_atomically(out, packed_arrays(told | arrays), replace=True)
