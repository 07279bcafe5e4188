"""YOLO-World with MiniLM as its text encoder, for ultralytics: the network, and the trainer that fits it to phrases.

Imports torch and ultralytics; nothing imports this module before they are needed. Older checkpoints hold an instance of
``PhraseWorldModel``, which therefore has to stay importable under this name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from ultralytics.data import dataset
from ultralytics.models.yolo.model import YOLOWorld
from ultralytics.models.yolo.world.train import WorldTrainer, on_pretrain_routine_end
from ultralytics.nn.tasks import WorldModel

from perception.detector.processes import averaged
from perception.detector.text_features import TextFeatures

MOST_TEXTS = 80
"""Phrases that one training picture is compared with: what is in it, and others; as in the published recipe."""


def _no_cache(path: Path) -> dict[str, Any]:
    raise FileNotFoundError(path)


setattr(dataset, "load_dataset_cache_file", _no_cache)  # noqa: B010 - a pickle beside the labels: whoever made the data set could run code


class PhraseWorldModel(WorldModel):
    """YOLO-World whose classes are told apart by MiniLM features of their names.

    The encoder is made when it is needed and never kept, so that a checkpoint holds the network alone.
    """

    def get_text_pe(self, text: list[str], batch: int = 80, cache_clip_model: bool = False) -> torch.Tensor:
        """(1, len(text), 512) features of unit length; see ``TextFeatures``."""
        features = torch.from_numpy(TextFeatures().embed(list(text)))
        return features[None].to(next(self.parameters()).device)


class PhraseTrainer(WorldTrainer):
    """Trains a ``PhraseWorldModel``; every picture is labelled with one of the phrases of each class, drawn anew."""

    def get_model(
        self, cfg: Any = None, weights: torch.nn.Module | None = None, verbose: bool = True
    ) -> PhraseWorldModel:
        """A fresh network, with the weights of another one where they fit."""
        texts = min(self.data["nc"], MOST_TEXTS)
        model = PhraseWorldModel(cfg, ch=self.data["channels"], nc=texts, verbose=False)
        if weights is not None:
            model.load(weights)
        if on_pretrain_routine_end not in self.callbacks["on_pretrain_routine_end"]:
            self.add_callback("on_pretrain_routine_end", on_pretrain_routine_end)
        return model

    def generate_text_embeddings(self, texts: list[str], batch: int, cache_dir: Path) -> dict[str, torch.Tensor]:
        """Features by text. Not kept on disk: ultralytics' own cache would take those of another encoder for ours."""
        ordered = sorted(texts)
        return dict(zip(ordered, torch.from_numpy(TextFeatures().embed(ordered)).to(self.device), strict=True))

    def optimizer_step(self) -> None:
        """One step; where several processes share a batch, with their mean gradient."""
        network: Any = self.model
        averaged(network.parameters())
        super().optimizer_step()


class PhraseYOLOWorld(YOLOWorld):
    """ultralytics' model class, with the network and the trainer above."""

    @property
    def task_map(self) -> dict[str, dict[str, Any]]:
        """Which classes ultralytics uses."""
        known = super().task_map
        return {"detect": {**known["detect"], "model": PhraseWorldModel, "trainer": PhraseTrainer}}
