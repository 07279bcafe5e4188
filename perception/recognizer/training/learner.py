"""One training in progress: its network, optimiser and history, kept in a file after every epoch. Imports torch."""

from __future__ import annotations

import io
import json
import math
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from envs.errors import BadInput, GaveUp
from envs.files.reading import MOST_WEIGHTS, read_input
from envs.files.strict_json import parse_json
from envs.files.writing import write_atomically
from envs.vocabulary.object_types import object_types
from perception.recognizer.action import ACTIONS
from perception.recognizer.network import NetworkShape, Recognizer
from perception.recognizer.training.batches import BACKWARDS, MIRRORED, backwards, batch_of, varied
from perception.recognizer.training.dataset import UNKNOWN, TrainingEpisode, Window, windows_of
from perception.recognizer.training.inference import device_of, recognize_features, recognize_live
from perception.recognizer.training.scores import Scores, scores
from perception.recognizer.weights import load_weights, save_weights

_DAMAGED = (OSError, RuntimeError, ValueError, KeyError, EOFError, TypeError, AttributeError, pickle.UnpicklingError)

SMOOTHING = 0.05
WARMING = 0.05
DECAY = 0.02
LARGEST_GRADIENT = 1.0
RUN_BACKWARDS = 0.4
"""Share of the batches in which time runs backwards: drawers are opened as often as they are closed, then."""
AS_FOUND = 0.75
"""Share of the batches with the boxes a detector finds, where one looked; the others have the true ones."""
LIVE = 8
"""Frames given at a time when figures for live use are taken."""


class Learner:
    """A training that can stop after any epoch and go on.

    Args:
        settings: What decides how it ends: epochs, batch, seed, rate, sizes, data, actions_only.
        out: Folder for weights and checkpoint.
        weights: To begin with; None means random ones.
        device: ``auto``, ``cpu`` or ``cuda``.

    Attributes:
        epoch: How many are done.
        best_epoch: The one the best weights are of.
        waited: Epochs since.
        history: One entry for each.
        batch: Frames in one step.
    """

    def __init__(self, settings: dict[str, Any], out: Path, weights: Path | None, device: str) -> None:
        self.settings, self.out = settings, Path(out)
        self.device = device_of(device)
        self.batch: int = settings["batch"]
        self.epoch = self.best_epoch = self.waited = 0
        self.best = -1.0
        self.history: list[dict[str, float]] = []
        with torch.random.fork_rng():
            torch.manual_seed(settings["seed"])
            if weights is not None:
                self.network = load_weights(weights)
            else:
                self.network = Recognizer(NetworkShape(ACTIONS, tuple(object_types()), **settings["sizes"]))
        try:
            self.network.to(self.device)
        except (RuntimeError, AssertionError) as error:
            raise BadInput(f"device {device!r} cannot be used ({str(error).splitlines()[0]})") from error
        if settings["actions_only"]:
            self.network.keep_all_but_actions()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=settings["rate"], weight_decay=DECAY)
        self._before = self._state()

    @property
    def weights(self) -> Path:
        """Where the best weights are kept."""
        return self.out / "longt5.safetensors"

    @property
    def halved(self) -> bool:
        """Whether memory did not suffice for the batch that was asked for."""
        return self.batch < self.settings["batch"]

    # -- keeping -------------------------------------------------------------------------------------------------

    def go_on(self) -> int:
        """Take up what is in the folder; returns how many epochs were done.

        Raises:
            BadInput: It is the checkpoint of another training, or damaged.
        """
        path = self.out / "last.pt"
        if not path.exists():
            return 0
        try:
            content = io.BytesIO(read_input(path, "checkpoint", MOST_WEIGHTS))
            state = torch.load(content, map_location=self.device, weights_only=True)
            settings = parse_json(state["settings"], "its settings")
        except _DAMAGED as error:
            raise BadInput(f"{path} is not a checkpoint ({type(error).__name__}); remove it to begin anew") from error
        differ = sorted(k for k in {*settings, *self.settings} if settings.get(k) != self.settings.get(k))
        if differ:
            was = ", ".join(f"{k} {settings.get(k)!r} there and {self.settings.get(k)!r} here" for k in differ)
            raise BadInput(f"{path} belongs to a training with other settings ({was}); choose another folder")
        self._restore(state)
        return self.epoch

    def halve(self) -> None:
        """Go back to the beginning of the epoch, with half the batch."""
        self._restore(torch.load(io.BytesIO(self._before), map_location=self.device, weights_only=True))
        self.batch = max(1, self.batch // 2)
        if self.device != "cpu":
            torch.cuda.empty_cache()

    def _state(self) -> bytes:
        kept = io.BytesIO()
        state = {
            "settings": json.dumps(self.settings),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "epoch": self.epoch,
            "best_epoch": self.best_epoch,
            "waited": self.waited,
            "best": self.best,
            "batch": self.batch,
            "history": json.dumps(self.history),
        }
        torch.save(state, kept)
        return kept.getvalue()

    def _restore(self, state: dict[str, Any]) -> None:
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.epoch, self.best_epoch, self.waited = state["epoch"], state["best_epoch"], state["waited"]
        self.best, self.batch, self.history = state["best"], state["batch"], json.loads(state["history"])

    # -- learning ------------------------------------------------------------------------------------------------

    def learn(
        self, train: Sequence[TrainingEpisode], val: Sequence[TrainingEpisode], told: Callable[[int, int, float], None]
    ) -> None:
        """One epoch, then a look at how well it goes; everything is written down."""
        self._before = self._state()
        seed = [self.settings["seed"], self.epoch]
        random = np.random.default_rng(seed)
        batches = windows_of(train, self.batch, random)
        rarity = self._rarity(train)
        losses: list[float] = []
        with torch.random.fork_rng(devices=[] if self.device == "cpu" else None):
            torch.manual_seed(int(np.random.default_rng([*seed, 1]).integers(2**62)))
            self.network.train(not self.settings["actions_only"])  # what is kept is not to drift by its averages either
            for k, windows in enumerate(batches):
                self._set_rate((self.epoch + k / len(batches)) / self.settings["epochs"])
                losses.append(self._step(train, windows, rarity, random))
                told(k + 1, len(batches), float(np.mean(losses)))
        self._finish(float(np.mean(losses)), val)

    def _step(
        self,
        train: Sequence[TrainingEpisode],
        windows: list[Window],
        rarity: tuple[Tensor, Tensor],
        random: np.random.Generator,
    ) -> float:
        mirror, back = bool(random.random() < 0.5), bool(random.random() < RUN_BACKWARDS)
        found = all(episode.found is not None for episode in train) and bool(random.random() < AS_FOUND)
        looked = [train[w.episode].as_found if found else train[w.episode].features for w in windows]
        seen = batch_of([one.part(w.start, w.stop) for one, w in zip(looked, windows, strict=True)])
        batch = varied(backwards(seen) if back else seen, mirror, len(self.network.shape.object_types), random, found)
        batch = batch.to(self.device)
        actions, objects = (t.to(self.device) for t in _targets(train, windows, mirror, back))
        self.optimizer.zero_grad(set_to_none=True)
        said, named = self.network(batch)
        loss = _loss(said, actions, rarity[0]) + _loss(named, objects, rarity[1])
        if not bool(torch.isfinite(loss)):
            raise GaveUp("the loss is NaN or infinite; begin again with a lower rate")
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), LARGEST_GRADIENT)
        self.optimizer.step()
        return float(loss.detach())

    def _set_rate(self, done: float) -> None:
        share = min(1.0, (done + 1e-3) / WARMING) * 0.5 * (1 + math.cos(math.pi * done))
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings["rate"] * share

    def _rarity(self, train: Sequence[TrainingEpisode]) -> tuple[Tensor, Tensor]:
        """Weights of actions and of object types: rare ones count more, as in the paper's class-balanced loss."""
        found = []
        for numbers, count in (
            (np.concatenate([e.actions for e in train]), len(ACTIONS)),
            (np.concatenate([e.objects for e in train]), len(self.network.shape.object_types)),
        ):
            seen = np.bincount(numbers[numbers >= 0], minlength=count)
            weight = 1 / np.sqrt(np.maximum(seen, 10))
            weight *= len(numbers[numbers >= 0]) / max(1e-9, float((weight * seen).sum()))
            found.append(torch.from_numpy(np.clip(weight, 0.2, 5.0).astype(np.float32)).to(self.device))
        return found[0], found[1]

    def _finish(self, loss: float, val: Sequence[TrainingEpisode]) -> None:
        self.epoch += 1
        self.network.eval()
        whole = self._scores(val, LIVE, False)
        entry = {"epoch": self.epoch, "loss": round(loss, 5), "action_accuracy": round(whole.action_accuracy, 4)}
        self.history.append({**entry, "object_accuracy": round(whole.object_accuracy, 4)})
        self.waited += 1
        if whole.mean > self.best:
            self.best, self.best_epoch, self.waited = whole.mean, self.epoch, 0
            save_weights(self.network, self.weights)
        write_atomically(self.out / "last.pt", self._state(), replace=True)

    # -- judging -------------------------------------------------------------------------------------------------

    def scores(self, episodes: Sequence[TrainingEpisode]) -> dict[str, Scores]:
        """Figures of the best weights: of whole episodes, and of the latest frames at a time as in live use."""
        self.network = load_weights(self.weights).to(self.device)
        return {"whole": self._scores(episodes, LIVE, False), "live": self._scores(episodes, LIVE, True)}

    def _scores(self, episodes: Sequence[TrainingEpisode], latest: int, live: bool) -> Scores:
        return judged(self.network, episodes, self.device, latest if live else None)


def judged(network: Recognizer, episodes: Sequence[TrainingEpisode], device: str, latest: int | None = None) -> Scores:
    """Figures over episodes.

    Args:
        network: In evaluation mode.
        episodes: What was done in them is known.
        device: Where the network is.
        latest: None reads whole episodes; a number gives the network only so many of the latest frames at a time.
    """
    truth, told = [], []
    kinds = network.shape.object_types
    for episode in episodes:
        seen = episode.as_found
        if latest is None:
            answers = recognize_features(network, seen, device)
        else:
            answers = recognize_live(network, seen, device, latest)
        truth += [
            (ACTIONS[a], kinds[o] if o != UNKNOWN else "")
            for a, o in zip(episode.actions[1:], episode.objects[1:], strict=True)
        ]
        told += [(one.action, one.object_type) for one in answers[1:]]
    return scores(truth, told)


def _targets(
    train: Sequence[TrainingEpisode], windows: list[Window], mirror: bool, back: bool
) -> tuple[Tensor, Tensor]:
    longest = max(w.stop - w.start for w in windows)
    actions = np.full((len(windows), longest), UNKNOWN, np.int64)
    objects = actions.copy()
    for k, window in enumerate(windows):
        episode, part = train[window.episode], slice(window.start, window.stop)
        done, kinds = episode.actions[part], episode.objects[part]
        # What cannot be seen cannot be learnt: an interaction that changed no pixel is left out.
        hidden = episode.interactions[part] & ~episode.visible[part]
        actions[k, : len(done)] = np.where(hidden, UNKNOWN, done)
        objects[k, : len(done)] = np.where(hidden, UNKNOWN, kinds)
    if back:
        # Taking a mug run backwards is putting it down, but on what is not told; and the other way round.
        moved = (actions == ACTIONS.index("Pickup")) | (actions == ACTIONS.index("Place"))
        objects = np.where(moved, UNKNOWN, objects)[:, ::-1].copy()
        actions = _renamed(actions, BACKWARDS)[:, ::-1].copy()
        objects[actions == UNKNOWN] = UNKNOWN
    if mirror:
        actions = _renamed(actions, MIRRORED)
    return torch.from_numpy(actions), torch.from_numpy(objects)


def _renamed(actions: np.ndarray, names: np.ndarray) -> np.ndarray:
    return np.where(actions == UNKNOWN, UNKNOWN, names[np.maximum(actions, 0)])


def _loss(said: Tensor, target: Tensor, rarity: Tensor) -> Tensor:
    """Cross-entropy over what is known; zero when nothing is."""
    if not bool((target != UNKNOWN).any()):
        return said.sum() * 0.0
    flat = said.flatten(0, 1), target.flatten()
    return functional.cross_entropy(*flat, weight=rarity, ignore_index=UNKNOWN, label_smoothing=SMOOTHING)
