"""What stands beside a collected data set: ``data.yaml`` for YOLO, and a card for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from envs.files.writing import write_atomically
from eval.collect.files import CollectedEpisode
from eval.collect.plan import SPLITS
from perception.detector.phrases import phrases


def write_card(out: Path, kept: Sequence[CollectedEpisode], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Write ``data.yaml`` and ``README.md`` of a data set; the same episodes give the same bytes.

    Args:
        out: The data set's folder.
        kept: Its episodes.
        settings: The command's arguments.

    Returns:
        The figures of the card.
    """
    figures = _figures(kept)
    names = {number: "/".join(entry.words) for number, entry in enumerate(phrases().values())}
    splits = {name: f"images/{name}" for name in SPLITS}
    content = yaml.safe_dump({**splits, "names": names}, sort_keys=False, allow_unicode=True)
    write_atomically(out / "data.yaml", content.encode(), replace=True)
    write_atomically(out / "README.md", _card(figures, settings).encode(), replace=True)
    return figures


def _figures(kept: Sequence[CollectedEpisode]) -> dict[str, Any]:
    boxes: Counter[str] = Counter()
    actions: Counter[str] = Counter()
    for one in kept:
        boxes.update(one.boxes)
        actions.update(one.actions)
    splits = {
        split: {
            "episodes": sum(one.split == split for one in kept),
            "images": sum(one.images for one in kept if one.split == split),
            "boxes": sum(sum(one.boxes.values()) for one in kept if one.split == split),
            "steps": sum(one.steps for one in kept if one.split == split),
        }
        for split in SPLITS
    }
    return {"splits": splits, "boxes": dict(boxes.most_common()), "actions": dict(sorted(actions.items()))}


def _card(figures: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    told = " ".join(f"--{key} {_words(value)}" for key, value in settings.items())
    rows = [
        f"| {name} | {s['episodes']} | {s['images']} | {s['boxes']} | {s['steps']} |"
        for name, s in figures["splits"].items()
    ]
    boxes = "\n".join(f"| {name} | {count} |" for name, count in figures["boxes"].items())
    actions = "\n".join(f"| {name or 'none, or failed'} | {count} |" for name, count in figures["actions"].items())
    return f"""# Frames and episodes of generated rooms

Made by `homebody collect {told}` with the pocket engine: rooms, states, poses and lights are drawn from the seed, and
the same command makes the same bytes. Licence: Apache-2.0, as homebody's.

| split | episodes | images | boxes | steps of sequences |
|---|---|---|---|---|
{chr(10).join(rows)}

No room is in two splits. `images/`, `labels/` and `data.yaml` are YOLO's layout; a class is given by all its words,
separated by slashes. `sequences/` holds episodes for action recognition (`perception.recognizer.sequences`). Boxes are
those of the pixels that can be seen; things of fewer than 30 pixels, or narrower than 5, are not labelled, nor is the
floor.

## Boxes by type

| type | boxes |
|---|---|
{boxes}

## Actions in sequences

| action | frames |
|---|---|
{actions}
"""


def _words(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
