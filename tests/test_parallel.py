"""Work shared among processes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

import pytest

from envs.engines import Launcher
from envs.errors import BadInput
from eval.parallel import each
from eval.teach.replays import Replaying

GAMES = Path(__file__).parents[2] / "shared" / "data" / "teach" / "train.zip"


@pytest.mark.parametrize("workers", [1, 2])
def test_results_keep_the_order_of_the_items(workers: int) -> None:
    assert list(each(math.sqrt, [n * n for n in range(40)], workers)) == list(range(40))


def test_items_are_read_only_a_little_ahead() -> None:
    read = []

    def endless() -> Iterator[int]:
        for n in count():
            read.append(n)
            yield n

    assert list(islice(each(abs, endless(), 2), 5)) == [0, 1, 2, 3, 4]
    assert len(read) < 20


def test_what_goes_wrong_in_another_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match=r"math domain|nonnegative"):
        list(each(math.sqrt, [1, -1, 2], 2))
    with pytest.raises(BadInput, match="at least 1"):
        list(each(abs, [1], 0))


@pytest.mark.skipif(not GAMES.exists(), reason="the TEACh games are not at ../shared/data/teach")
def test_replay_gives_the_same_figures_however_many_processes() -> None:
    replaying = Replaying(Launcher(renderImage=False))
    alone, shared = (replaying.report([GAMES], 3, workers).as_dict() for workers in (1, 2))
    assert alone["games"] == 3
    assert shared == alone


def test_unity_replays_in_one_process_only(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="embedded engine"):
        Replaying(Launcher("unity")).report([tmp_path], workers=2)
