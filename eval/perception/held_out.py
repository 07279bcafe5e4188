"""Episodes that no recogniser was trained on: rooms with scene seeds from which nothing is collected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from eval.collect.files import CollectedEpisode
from eval.collect.plan import HELD_OUT, ROOMS, plan_episodes
from eval.collect.run import Amount, collect

SOURCES = ("errands", "planner")


def held_out_episodes(folder: Path, count: int, steps: int, seed: int = 0) -> Iterator[CollectedEpisode]:
    """Live through episodes and write their sequences, under the split ``test``.

    Args:
        folder: Of the data set; one begun with these arguments is gone on with.
        count: How many episodes.
        steps: Actions of each at most.
        seed: Decides rooms, looks and deeds.

    Raises:
        BadInput: The folder holds another data set, or cannot be written to.
        TryAgain: The disk is full.
    """
    plans = plan_episodes(count, ROOMS, SOURCES, seed)
    elsewhere = [replace(plan, split="test", seed=HELD_OUT + plan.seed) for plan in plans]
    yield from collect(elsewhere, folder, Amount(0, 0, steps))
