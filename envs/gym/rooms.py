"""Which room an episode is in: one seed, a list of seeds, or one of the splits; and rooms that are known already.

The seeds of every kind of room are divided by ``seed % 30``: 0 to 19 are training rooms, 20 to 24 validation rooms and
25 to 29 test rooms. AI2-THOR's thirty plans of a kind are divided the same way (``FloorPlan1`` to ``20``, ``21`` to
``25``, ``26`` to ``30``), and a seed means plan number ``1 + seed % 30`` there (``envs.engines.unity_scene``).
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Collection, Iterator, Mapping
from itertools import count, islice
from typing import Any

import numpy as np

from envs.errors import BadInput
from envs.pocket.scene import Scene
from envs.vocabulary.spelling import suggestion

PERIOD = 30
"""Seeds that many apart belong to the same split."""
SPLITS: Mapping[str, range] = {"train": range(20), "val": range(20, 25), "test": range(25, 30)}
"""Name of each split to the remainders of its seeds; they share none and leave none out."""

ROOMS_KEPT = 256
"""Rooms a process remembers, so that going back to one costs no generation; some 40 kB each."""
MOST_SEEDS = 1_000_000
"""Longest list of seeds."""
_rooms: dict[tuple[str, int], bytes] = {}
_SEEDS = 2**31  # seeds drawn for rooms are below this


def split_of(seed: int) -> str:
    """The split that a room's seed belongs to, for every kind of room."""
    return next(name for name, remainders in SPLITS.items() if seed % PERIOD in remainders)


def seeds_of(split: str, number: int) -> tuple[int, ...]:
    """The first so many seeds of a split, in order: a fixed set of rooms to evaluate in.

    Raises:
        BadInput: There is no such split.
    """
    check_split(split)
    return tuple(islice((seed for seed in count() if split_of(seed) == split), number))


def check_split(split: Any) -> None:
    """Raise ``BadInput`` unless it names a split."""
    if not isinstance(split, str) or split not in SPLITS:
        raise BadInput(f"split is {split!r}; splits are {', '.join(SPLITS)}{suggestion(str(split), SPLITS)}")


def checked_seed(value: Any, name: str = "scene_seed") -> int:
    """The seed of a room as an int.

    Raises:
        BadInput: It is no whole number from 0.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        raise BadInput(f"{name} is {value!r}; a scene seed is a whole number from 0")
    return int(value)


def checked_seeds(values: Any) -> tuple[int, ...]:
    """The seeds of several rooms.

    Raises:
        BadInput: It is no list of whole numbers from 0, or an empty one.
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Collection):
        raise BadInput(f"scene_seeds is {values!r}; give a list of whole numbers from 0, such as [0, 1, 2]")
    if len(values) > MOST_SEEDS:
        raise BadInput(
            f"scene_seeds has {len(values):,} entries, at most {MOST_SEEDS:,} are allowed; give a split instead"
        )
    seeds = tuple(checked_seed(value, "one of scene_seeds") for value in values)
    if not seeds:
        raise BadInput("scene_seeds is empty; give at least one seed, or None for any room")
    return seeds


def named_seed(scene: Any) -> int | None:
    """The seed that a scene's name ends in (7 for ``kitchen_7``), or None."""
    if not isinstance(scene, str):
        return None
    found = re.fullmatch(r"(?!floorplan)[a-z _-]*[a-z][\s_-]+(\d+)", scene.strip().lower())
    return int(found[1]) if found else None


def disagreement(scene: Any, game: Any, seed: int | None, seeds: tuple[int, ...] | None, split: str | None) -> str:
    """Why what is said about the room cannot all be true, in one sentence; empty when it can."""
    asked = [name for name, value in (("scene_seeds", seeds), ("split", split)) if value is not None]
    if asked and (isinstance(scene, Scene) or (scene is None and game is not None)):
        what = "a game is recorded in its own room" if scene is None else f"{scene.name} is one room"
        return f"{what}, so {asked[0]} has nothing to choose from; leave {asked[0]} out or give the name of a room"
    if split is not None and isinstance(scene, str) and "floorplan" in scene.lower():
        return (
            f"split chooses among the rooms of a kind, and {scene} is one room; give 'kitchen' or the like, or no split"
        )
    named = named_seed(scene)
    one = seed if named is None else named  # as in ``load_scene``, the seed that a name ends in goes first
    if one is not None and seeds is not None and one not in seeds:
        what = f"scene_seed is {seed}" if named is None else f"the scene is {scene!r}"
        return f"{what}, which is not among scene_seeds; leave one of them out"
    given = seeds or () if one is None else (one,)
    stray = next((s for s in given if split is not None and split_of(s) != split), None)
    if stray is None:
        return ""
    return f"room {stray} is a {split_of(stray)} room and split is {split!r}; leave the split out, or give other seeds"


def room_seeds(
    rng: np.random.Generator, seed: int | None, seeds: tuple[int, ...] | None, split: str | None
) -> Iterator[int | None]:
    """Seeds of rooms to try one after the other; None where any room will do.

    A list gives each of its rooms once, in random order; a split gives rooms without end.
    """
    if seed is not None:
        yield seed
    elif seeds is not None:
        yield from (seeds[i] for i in rng.permutation(len(seeds)).tolist())
    while seed is None and seeds is None:
        yield None if split is None else _drawn(rng, SPLITS[split])


def _drawn(rng: np.random.Generator, remainders: range) -> int:
    return PERIOD * int(rng.integers(_SEEDS // PERIOD)) + int(rng.choice(remainders))


def known_room(name: str, seed: int) -> Scene:
    """The scene of that name and seed, as ``load_scene``; quick for those that were asked for lately.

    Every call gives a scene of its own, so that nobody can spoil the next one's.
    """
    from envs.pocket.scenes import load_scene  # here so that spaces exist without the engine

    kept = _rooms.pop((name, seed), None)
    scene = load_scene(name, seed) if kept is None else pickle.loads(kept)
    _rooms[name, seed] = kept or pickle.dumps(scene, protocol=pickle.HIGHEST_PROTOCOL)
    if len(_rooms) > ROOMS_KEPT:
        _rooms.pop(next(iter(_rooms)), None)  # the one that was asked for longest ago
    return scene
