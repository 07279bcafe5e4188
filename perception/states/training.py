"""Teaches the state reader: crops of pocket rooms in random states, a small network, and how well it reads new rooms.

``homebody train states`` draws rooms, trains, writes the weights and prints the figures on rooms it has not seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.controller import PocketController
from envs.simulator import GRID, Event, ObjectDict
from envs.vocabulary.object_types import object_types
from perception.extras import needs
from perception.scene_graph.from_truth import FLAGS, states_of
from perception.states.reader import READ, SIDE, SMALLEST, PixelStateReader, crop, readable, save_weights
from perception.states.room_walks import deed

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
TRAINING_SEED, TEST_SEED = 2_000, 5_000
"""Rooms are drawn from these seeds on; the two sets share none, and tests of graphs use smaller ones."""
POSES = 40
"""Views of each room."""
REST = 5
"""Views between two shuffles of the states."""
_LEAST_PIXELS = 40  # an object must own so many pixels to be learned from
_FAR = 2.2  # metres to the middle of what is learned from
_DO = {
    "broken": ("BreakObject", None),
    "cooked": ("CookObject", None),
    "dirty": ("DirtyObject", "CleanObject"),
    "filled": ("FillObjectWithLiquid", "EmptyLiquidFromObject"),
    "on": ("ToggleObjectOn", "ToggleObjectOff"),
    "open": ("OpenObject", "CloseObject"),
}
_LIQUIDS = ("water", "coffee", "wine")


@dataclass(frozen=True)
class Crops:
    """What a network learns from.

    Attributes:
        pixels: (n, SIDE, SIDE, 3) uint8.
        types: (n,) class names.
        states: (n, states) bool, in the order of ``READ``.
        known: (n, states) bool: which of them the class can be in.
    """

    pixels: np.ndarray
    types: np.ndarray
    states: np.ndarray
    known: np.ndarray

    def __len__(self) -> int:
        return len(self.types)


def collect_crops(
    rooms: int,
    first: int,
    poses: int = POSES,
    seed: int = 0,
    on_room: Callable[[], object] | None = None,
    **parameters: Any,
) -> Crops:
    """Crops of so many rooms of each kind.

    In each room every state that can be changed is set or unset by chance, again after every ``REST`` views; from the
    engine's actions with ``forceAction``. Views are from free cells near a random thing, towards it, at a horizon the
    robot can have. Boxes are the true ones, with every edge off by up to 6 % as a detector's would be.

    Args:
        rooms: Of each kind.
        first: Seed of the first room.
        poses: Views of each.
        seed: Of states, poses and edges.
        on_room: Called when a room has been looked at.
        parameters: Of the engine; textured frames of 300 x 300 by default.
    """
    rng = np.random.default_rng(seed)
    rows: list[tuple[np.ndarray, str, list[bool], list[bool]]] = []
    look = {"renderMode": "textured", **parameters, "renderInstanceSegmentation": True}
    for room in ROOMS:
        for number in range(first, first + rooms):
            controller = PocketController(f"{room}_{number}", **look)
            for event in _views(controller, poses, rng):
                rows += _rows(event, rng)
            controller.stop()
            if on_room is not None:
                on_room()
    if not rows:
        raise BadInput("no thing with a state was seen; take more rooms or poses")
    pixels, types, states, known = zip(*rows, strict=True)
    return Crops(np.stack(pixels), np.array(types), np.array(states, bool), np.array(known, bool))


def _views(controller: PocketController, poses: int, rng: np.random.Generator) -> Iterator[Event]:
    reachable = controller.step("GetReachablePositions").metadata["actionReturn"]
    cells = np.array([(p["x"], p["z"]) for p in reachable])
    for number in range(poses):
        if number % REST == 0:
            _shuffle(controller, rng)
        event = controller.last_event
        targets = [o for o in event.metadata["objects"] if readable(o["objectType"]) and _exists(o)]
        if targets:
            _face(controller, targets[rng.integers(len(targets))], cells, rng)
        yield controller.last_event


def _exists(thing: ObjectDict) -> bool:
    return thing["axisAlignedBoundingBox"]["size"]["y"] > 0


def _shuffle(controller: PocketController, rng: np.random.Generator) -> None:
    """Set or unset every state of everything by chance; what cannot be undone is done more rarely."""
    for thing in controller.last_event.metadata["objects"]:
        for state in readable(thing["objectType"]):
            do, undo = _DO[state]
            wanted = rng.random() < (0.5 if undo else 0.12)
            if not _exists(thing) or wanted == any(thing[flag] for flag in FLAGS[state] if flag in thing):
                continue
            action = do if wanted else undo
            if action is not None:
                call = deed(action, thing["objectId"])
                if "fillLiquid" in call:
                    call["fillLiquid"] = str(rng.choice(_LIQUIDS))
                controller.step(call)


def _face(controller: PocketController, target: ObjectDict, cells: np.ndarray, rng: np.random.Generator) -> None:
    """Stand on a free cell near a thing and look about where it is."""
    middle = target["axisAlignedBoundingBox"]["center"]
    away = np.hypot(cells[:, 0] - middle["x"], cells[:, 1] - middle["z"])
    near = np.flatnonzero(away <= max(1.4, float(away.min()) + GRID))
    x, z = cells[rng.choice(near)].tolist()
    distance = max(0.3, math.hypot(middle["x"] - x, middle["z"] - z))
    yaw = round(math.degrees(math.atan2(middle["x"] - x, middle["z"] - z)) / 90) * 90 % 360
    y = controller.last_event.metadata["agent"]["position"]["y"]
    dip = math.degrees(math.atan2(y + 0.675 - middle["y"], distance))
    horizon = min(60, max(-30, round(dip / 30) * 30))
    controller.step("TeleportFull", x=x, y=y, z=z, rotation={"x": 0, "y": yaw, "z": 0}, horizon=horizon, standing=True)


def _rows(event: Event, rng: np.random.Generator) -> Iterator[tuple[np.ndarray, str, list[bool], list[bool]]]:
    """A crop, its class, its states and which of them it can be in, for everything near that is large enough."""
    segmentation, frame = event.views.segmentation, event.frame
    boxes = event.instance_detections2D
    if segmentation is None or frame is None or boxes is None:
        raise BadInput("the event shows no instances; open the engine with renderInstanceSegmentation=True")
    counts = np.bincount(segmentation.labels.ravel() + 1)[1:]
    for thing in event.metadata["objects"]:
        key, kind = thing["objectId"], thing["objectType"]
        label = segmentation.instances.get(key)
        if label is None or counts[label] < _LEAST_PIXELS or thing["distance"] > _FAR or not readable(kind):
            continue
        x0, y0, x1, y1 = boxes[key]
        if max(x1 + 1 - x0, y1 + 1 - y0) < SMALLEST:
            continue
        shift = rng.uniform(-0.06, 0.06, 4) * (x1 + 1 - x0, y1 + 1 - y0, x1 + 1 - x0, y1 + 1 - y0)
        box = (np.array([x0, y0, x1 + 1, y1 + 1], float) + shift).tolist()
        shown, can = states_of(thing), readable(kind)
        yield crop(frame, box), kind, [state in shown for state in READ], [state in can for state in READ]


# -- the network -------------------------------------------------------------------------------------------------


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
    network = _network(torch, len(types))
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    rng, steps = np.random.default_rng(seed), math.ceil(len(crops) / batch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, epochs * steps)
    weights, losses = _balance(crops, rows), []
    for _ in range(epochs):
        order, total = rng.permutation(len(crops)), 0.0
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
    arrays = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    arrays["embedding"] = arrays.pop("embedding.weight")
    save_weights(out, types, arrays)
    return losses


def _loss(
    torch: Any, network: Any, crops: Crops, rows: np.ndarray, weights: np.ndarray, chosen: np.ndarray, rng: Any
) -> Any:
    """The weighted mean loss of some crops, varied."""
    pixels = _varied(crops.pixels[chosen], rng)
    logits = network(torch.from_numpy(pixels), torch.from_numpy(rows[chosen]))
    target = torch.from_numpy(crops.states[chosen].astype(np.float32))
    each = torch.nn.functional.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return (each * torch.from_numpy(weights[chosen])).mean()


def _network(torch: Any, types: int) -> Any:
    nn = torch.nn

    class Network(nn.Module):
        """Three convolutions, the class told before the last two layers."""

        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(3, 16, 3, 2, 1)
            self.conv2 = nn.Conv2d(16, 32, 3, 2, 1)
            self.conv3 = nn.Conv2d(32, 48, 3, 2, 1)
            self.fc1 = nn.Linear(48 * (SIDE // 8) ** 2, 96)
            self.embedding = nn.Embedding(types, 24)
            self.fc2 = nn.Linear(96 + 24, 96)
            self.fc3 = nn.Linear(96, len(READ))
            self.drop = nn.Dropout(0.2)

        def forward(self, pixels: Any, rows: Any) -> Any:
            x = pixels
            for layer in (self.conv1, self.conv2, self.conv3):
                x = torch.relu(layer(x))
            x = self.drop(torch.relu(self.fc1(x.flatten(1))))
            x = torch.cat([x, self.embedding(rows)], dim=1)
            return self.fc3(torch.relu(self.fc2(x)))

    return Network()


def _balance(crops: Crops, rows: np.ndarray) -> np.ndarray:
    """(n, states) weights: per class and state both answers weigh the same in total, and unknown ones nothing."""
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
    return weights


def _varied(pixels: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """(n, 3, SIDE, SIDE) float32 of crops, half of them mirrored, brightness and contrast off by up to a tenth."""
    x = pixels.astype(np.float32) / 255.0 - 0.5
    mirrored = rng.random(len(x)) < 0.5
    x[mirrored] = x[mirrored, :, ::-1]
    gain = rng.uniform(0.9, 1.1, (len(x), 1, 1, 1)).astype(np.float32)
    shift = rng.uniform(-0.1, 0.1, (len(x), 1, 1, 1)).astype(np.float32)
    return np.ascontiguousarray((x * gain + shift).transpose(0, 3, 1, 2))


def read_figures(reader: PixelStateReader, crops: Crops) -> dict[str, dict[str, float | int]]:
    """Per state: precision, recall, F1, and of how many crops how many were in it."""
    rows = np.array([reader.row(name) for name in crops.types.tolist()])
    logits = np.concatenate(
        [reader.logits(crops.pixels[k : k + 64], rows[k : k + 64]) for k in range(0, len(rows), 64)]
    )
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
