"""What it takes to go on with a training of a detector, as numbers alone.

ultralytics goes on from ``weights/last.pt``, a pickle, which would run whatever somebody planted there. So after every
epoch the same state is written beside it as tensors and plain values (``weights/resume.pt``); a training that goes on
reads only that, and writes ultralytics' own files anew before ultralytics reads them.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.writing import write_atomically
from perception.detector.yolo_weights import FORMAT, architecture_of, network_of, read_plain, tensors_of
from perception.extras import needs

RESUME = "resume.pt"

_NUMBERS = ("epoch", "best_fitness", "updates", "stopped_fitness", "stopped_epoch")


class Saver:
    """Keeps the state of a training after every epoch; for ultralytics' callback ``on_model_save``.

    Args:
        folder: Where checkpoints lie.
        recipe: Plain values that a training that goes on must have again.
        best: The best network so far, see ``yolo_weights.tensors_of``; None before the first epoch.
    """

    def __init__(self, folder: Path, recipe: Mapping[str, Any], best: dict[str, Any] | None = None) -> None:
        self._path, self._recipe, self._best = folder / RESUME, dict(recipe), best

    def begin(self) -> None:
        """Say that this folder is a training's, before there is anything to go on with."""
        self._write({"epoch": -1, "network": None, "best": None})

    def __call__(self, trainer: Any) -> None:
        """Write the state that the trainer has just kept."""
        torch = needs("torch")
        network = trainer.ema.ema
        now = tensors_of(network, architecture_of(network))
        for value in now["tensors"].values():
            if value.is_floating_point():
                torch.nan_to_num_(value)
        if trainer.best_fitness == trainer.fitness:
            self._best = now
        halved = needs("ultralytics.utils.torch_utils").convert_optimizer_state_dict_to_fp16
        self._write(
            {
                "epoch": int(trainer.epoch),
                "best_fitness": float(trainer.best_fitness or 0.0),
                "updates": int(trainer.ema.updates),
                "stopped_fitness": float(trainer.stopper.best_fitness or 0.0),
                "stopped_epoch": int(trainer.stopper.best_epoch),
                "network": now,
                "best": self._best,
                "optimizer": halved(_copied(trainer.optimizer.state_dict())),
                "scaler": trainer.scaler.state_dict(),
            }
        )

    def finish(self) -> None:
        """Say that the training is over; the best network lies in a file of its own from now on."""
        done = int(self._recipe["epochs"]) - 1
        self._write({"epoch": done, "finished": True, **dict.fromkeys(_NUMBERS[1:], 0)})

    def _write(self, state: Mapping[str, Any]) -> None:
        written = io.BytesIO()
        needs("torch").save({"format": FORMAT, "recipe": self._recipe, **state}, written)
        write_atomically(self._path, written.getvalue(), replace=True)


def read_state(folder: Path) -> dict[str, Any] | None:
    """The state of a training that was cut off, None where there is none.

    Args:
        folder: Where its checkpoints lie.

    Raises:
        BadInput: The folder holds checkpoints of something else, or the state is damaged.
    """
    path = folder / RESUME
    if not path.exists():
        if (folder / "last.pt").exists():
            raise BadInput(
                f"{folder / 'last.pt'} could run code when it is loaded, and there is no {RESUME} beside it to go on "
                "from; choose another --out, or begin anew from it: --weights with --trust-weights"
            )
        return None
    state = read_plain(path)
    if state is None:
        raise BadInput(
            f"{path} was not written by homebody and may run code when it is loaded; choose another --out, or begin "
            "anew from it: --weights with --trust-weights"
        )
    if not isinstance(state.get("recipe"), dict) or type(state.get("epoch")) is not int:
        raise BadInput(f"{path} does not say how far the training was; choose another --out")
    if state["epoch"] < 0:
        return None
    if any(type(state.get(key)) not in (int, float) for key in _NUMBERS):
        raise BadInput(f"{path} does not say how far the training was; choose another --out")
    return state


def best_network(state: Mapping[str, Any], name: Path) -> Any:
    """The best network so far.

    Raises:
        BadInput: There is none, or its parts do not belong together.
    """
    return network_of(state.get("best"), name)


def write_last(state: Mapping[str, Any], folder: Path, arguments: Mapping[str, Any]) -> Path:
    """Write ultralytics' own checkpoints, the last and the best, from the state.

    Args:
        state: As read.
        folder: Where they go, in place of those that lie there.
        arguments: How the training goes on, in ultralytics' words; not from the file.

    Returns:
        The last one.

    Raises:
        BadInput: The parts of the state do not belong together, or the folder cannot be written to.
    """
    torch, name = needs("torch"), folder / RESUME
    common = {
        "epoch": state["epoch"],
        "best_fitness": state["best_fitness"],
        "stopper": {"best_fitness": state["stopped_fitness"], "best_epoch": state["stopped_epoch"]},
        "model": None,
        "updates": state["updates"],
        "optimizer": state.get("optimizer"),
        "scaler": state.get("scaler"),
        "train_args": dict(arguments),
        "train_results": None,
    }
    for file, network in (
        ("best.pt", best_network(state, name)),
        ("last.pt", network_of(state.get("network"), name)),
    ):
        written = io.BytesIO()
        torch.save({**common, "ema": network.half()}, written)
        write_atomically(folder / file, written.getvalue(), replace=True)
    return folder / "last.pt"


def _copied(state: dict[str, Any]) -> dict[str, Any]:
    """An optimizer's state that may be changed; its lists and tensors are left alone."""
    return {
        "state": {key: dict(value) for key, value in state["state"].items()},
        "param_groups": [dict(group) for group in state["param_groups"]],
    }
