"""Teaches the state reader: crops of pocket rooms in random states, a small network, and how well it reads new rooms.

``homebody train states`` draws rooms, trains, writes the weights and prints the figures on rooms it has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.extras import needs
from perception.states.reader import PATCH, PLACE, READ, SIDE, PixelStateReader, readable, save_weights
from perception.states.training_crops import WIDE, Crops

TRAINING_SEED, TEST_SEED = 2_000, 5_000
"""Rooms are drawn from these seeds on; the two sets share none, and tests of graphs use other ones."""
_KEPT_BACK = 0.08  # share of the crops, of the last rooms, by which log-odds are calibrated
_ENOUGH = 20  # crops in a state and not in it by which it can be calibrated
_MOST = 4000  # crops of a class that are seen in one epoch
_RARE = 4.0
_SHIFTS = 5  # pixels by which each edge of a crop is shifted while learning


def train_state_reader(
    crops: Crops,
    out: str | Path,
    *,
    epochs: int = 8,
    seed: int = 0,
    batch: int = 64,
    rate: float = 2e-3,
    on_epoch: Callable[[], object] | None = None,
) -> list[float]:
    """Train a network and write its weights.

    Rare answers weigh more, per class of thing and state, so that the network says what the pixels say and not how
    common a state is: log-odds of 0 mean that nothing can be seen either way.

    Args:
        crops: What to learn from.
        out: The weights file.
        epochs: How often everything is seen.
        seed: Of the first weights and of the order.
        batch: Crops per step.
        rate: Of learning at the start; falls to nothing along a cosine.
        on_epoch: Called after each epoch.

    Returns:
        The mean loss of each epoch.

    Raises:
        BadInput: There are no crops or epochs, or torch is not installed.
    """
    if not len(crops) or epochs < 1:
        raise BadInput(f"{len(crops)} crops and {epochs} epochs; both must be at least 1")
    torch = needs("torch")
    torch.manual_seed(seed)
    types = sorted(name for name in object_types() if readable(name))
    rows = np.array([types.index(name) for name in crops.types.tolist()])
    network = _network(torch, len(types)).to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    learned = len(crops) - int(_KEPT_BACK * len(crops))
    rng = np.random.default_rng(seed)
    steps = math.ceil(len(_dealt(rows[:learned], np.random.default_rng(seed))) / batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, epochs * steps, pct_start=0.1)
    weights, losses = _balance(crops, rows), []
    for _ in range(epochs):
        order, total = _dealt(rows[:learned], rng), 0.0
        for step in range(steps):
            chosen = order[step * batch : (step + 1) * batch]
            loss = _loss(torch, network, crops, rows, weights, chosen, rng)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        losses.append(round(total / steps, 5))
        if on_epoch is not None:
            on_epoch()
    arrays = {name: value.detach().numpy().copy() for name, value in network.state_dict().items()}
    arrays["embedding"], arrays["gain"] = arrays.pop("embedding.weight"), 1.0 + arrays.pop("gain.weight")
    save_weights(out, types, arrays)
    _calibrate(PixelStateReader(out), crops, rows, weights, np.arange(learned, len(crops)), arrays)
    save_weights(out, types, arrays)
    return losses


def _loss(
    torch: Any, network: Any, crops: Crops, rows: np.ndarray, weights: np.ndarray, chosen: np.ndarray, rng: Any
) -> Any:
    """The weighted mean loss of some crops, varied."""
    pixels, places = _varied(crops.pixels[chosen], crops.places[chosen], rng)
    images = torch.from_numpy(pixels).permute(0, 3, 1, 2)  # channels stay last in memory, which is faster
    logits = network(images, torch.from_numpy(places), torch.from_numpy(rows[chosen]))
    target = torch.from_numpy(crops.states[chosen].astype(np.float32))
    each = torch.nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
    weight = torch.from_numpy(weights[chosen])
    return (each * weight).sum() / weight.sum().clamp(min=1.0)


def _network(torch: Any, types: int) -> Any:
    nn = torch.nn

    class Network(nn.Module):
        """Patches, then two convolutions; the class decides what counts after the first and is told after both."""

        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(3, 32, PATCH, PATCH)
            self.conv2 = nn.Conv2d(32, 64, 3, 2, 1)
            self.conv3 = nn.Conv2d(64, 96, 3, 2, 1)
            self.fc1 = nn.Linear(96 * (SIDE // PATCH // 4) ** 2, 128)
            self.embedding = nn.Embedding(types, 24)
            self.gain = nn.Embedding(types, 64)
            nn.init.zeros_(self.gain.weight)
            self.fc2 = nn.Linear(128 + 24 + PLACE, 128)
            self.fc3 = nn.Linear(128, len(READ))
            self.drop = nn.Dropout(0.2)

        def forward(self, pixels: Any, places: Any, rows: Any) -> Any:
            x = torch.relu(self.conv2(torch.relu(self.conv1(pixels))))
            x = torch.relu(self.conv3(x * (1.0 + self.gain(rows))[:, :, None, None]))
            x = self.drop(torch.relu(self.fc1(x.flatten(1))))
            x = torch.cat([x, self.embedding(rows), places], dim=1)
            return self.fc3(torch.relu(self.fc2(x)))

    return Network()


def _balance(crops: Crops, rows: np.ndarray) -> np.ndarray:
    """(n, states) weights: per class and state both answers weigh the same in total, and unknown ones nothing.

    States that few classes can be in weigh more, up to ``_RARE`` times.
    """
    weights = np.zeros(crops.states.shape, np.float32)
    for row in np.unique(rows):
        mine = rows == row
        for column in np.flatnonzero(crops.known[mine].any(axis=0)):
            true = mine & crops.states[:, column]
            false = mine & ~crops.states[:, column]
            share = true.sum() / mine.sum()
            # 10 of a kind at least: one dirty pan among a thousand must not outweigh all the clean ones.
            weights[true, column] = min(10.0, 0.5 / max(share, 1e-6))
            weights[false, column] = min(10.0, 0.5 / max(1 - share, 1e-6))
    total = weights.sum(axis=0)
    return weights * np.minimum(_RARE, total.max() / np.maximum(total, 1.0)).astype(np.float32)


def _dealt(rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Which crops of these classes are seen in an epoch, in which order: of common classes each time others."""
    order = rng.permutation(len(rows))
    places = {row: np.flatnonzero(rows[order] == row)[:_MOST] for row in np.unique(rows).tolist()}
    return order[np.sort(np.concatenate(list(places.values())))]


def _varied(pixels: np.ndarray, places: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """(n, SIDE, SIDE, 3) float32 and (n, PLACE) of crops: edges shifted, half mirrored, light and colour off."""
    count, slack = len(pixels), (WIDE - SIDE) / 2
    low = slack + rng.uniform(-_SHIFTS, _SHIFTS, (2, count, 1))
    high = WIDE - slack + rng.uniform(-_SHIFTS, _SHIFTS, (2, count, 1))
    steps = (np.arange(SIDE) + 0.5) / SIDE
    rows, columns = np.clip(low + steps * (high - low), 0, WIDE - 1).astype(int)
    mirrored = rng.random(count) < 0.5
    columns[mirrored] = columns[mirrored, ::-1]
    x = pixels[np.arange(count)[:, None, None], rows[:, :, None], columns[:, None, :]].astype(np.float32)
    places = places.copy()
    places[mirrored, 2] *= -1.0
    places[mirrored, 4], places[mirrored, 6] = places[mirrored, 6], places[mirrored, 4]
    gain = rng.uniform(0.85, 1.15, (count, 1, 1, 1)) * rng.uniform(0.93, 1.07, (count, 1, 1, 3))
    x *= (gain / 255.0).astype(np.float32)
    x += (rng.uniform(-0.1, 0.1, (count, 1, 1, 1)) - 0.5 * gain).astype(np.float32)
    return x, places


def _middle(pixels: np.ndarray) -> np.ndarray:
    """(n, SIDE, SIDE, 3) of what the reader sees of crops that are kept with room around."""
    edge = (WIDE - SIDE) // 2
    return pixels[:, edge : edge + SIDE, edge : edge + SIDE]


def _read(reader: PixelStateReader, crops: Crops, rows: np.ndarray, chosen: np.ndarray) -> np.ndarray:
    """(n, states) log-odds of some crops."""
    parts = [chosen[k : k + 64] for k in range(0, len(chosen), 64)]
    return np.concatenate(
        [reader.logits(_middle(crops.pixels[part]), crops.places[part], rows[part]) for part in parts]
    )


def _calibrate(
    reader: PixelStateReader,
    crops: Crops,
    rows: np.ndarray,
    weights: np.ndarray,
    chosen: np.ndarray,
    arrays: dict[str, np.ndarray],
) -> None:
    """Scale the last layer so that in rooms that were not learned from a log-odds of 1 means odds of e to 1.

    Where a state occurred too rarely among what was kept back, its log-odds stay as they are.
    """
    if not len(chosen):
        return
    logits = _read(reader, crops, rows, chosen)
    for column in range(len(READ)):
        true, weight = crops.states[chosen, column].astype(float), weights[chosen, column].astype(float)
        told = weight > 0
        if min((true[told] > 0).sum(), (true[told] == 0).sum()) < _ENOUGH:
            continue
        scale = _scale(logits[told, column].astype(float), true[told], weight[told])
        arrays["fc3.weight"][column] *= scale
        arrays["fc3.bias"][column] *= scale


def _scale(logits: np.ndarray, true: np.ndarray, weight: np.ndarray) -> float:
    """By which factor log-odds must be multiplied to be most likely."""
    factors = np.geomspace(0.1, 2.0, 61)
    losses = [float((weight * np.logaddexp(0.0, (1.0 - 2.0 * true) * logits * factor)).sum()) for factor in factors]
    return float(factors[int(np.argmin(losses))])


def read_figures(reader: PixelStateReader, crops: Crops) -> dict[str, dict[str, float | int]]:
    """Per state: precision, recall, F1, and of how many crops how many were in it."""
    rows = np.array([reader.row(name) for name in crops.types.tolist()])
    logits = _read(reader, crops, rows, np.arange(len(rows)))
    out: dict[str, dict[str, float | int]] = {}
    for column, state in enumerate(READ):
        known = crops.known[:, column]
        said, true = logits[known, column] > 0, crops.states[known, column]
        right = int((said & true).sum())
        out[state] = {
            "precision": round(right / max(1, int(said.sum())), 4),
            "recall": round(right / max(1, int(true.sum())), 4),
            "f1": round(2 * right / max(1, int(said.sum()) + int(true.sum())), 4),
            "accuracy": round(float((said == true).mean()), 4) if known.any() else 0.0,
            "true": int(true.sum()),
            "of": int(known.sum()),
        }
    return out
