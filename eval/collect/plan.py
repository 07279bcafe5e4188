"""What ``homebody collect`` is going to look at: a list of episodes, decided by one seed before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from envs.errors import BadInput

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
SPLITS = ("train", "val", "test")
SOURCES = ("none", "errands", "planner", "replay")
"""What is lived in a room: nothing (it is only looked around in), errands for no purpose, tasks, a recorded game."""

HELD_OUT = 1_000_000
"""Scene seeds from here on are never collected from: evaluations draw their rooms there."""

_STRANGE_LENSES = (42.0, 105.0)
"""Vertical opening angles of strange cameras, degrees."""


@dataclass(frozen=True)
class StrangeStyle:
    """How pictures differ from what the engine draws; see ``eval.collect.styling``.

    Attributes:
        pattern: Strength of patterns on surfaces, grey levels.
        gamma: Exponent of brightness: above 1 is darker with stronger contrast.
        cast: Factors of red, green and blue.
        blur: How many times fewer pixels the camera has.
        width: Of the picture, as a share of its height.
        crouched: Whether the camera is 0.22 m lower.
        repainted: Whether everything has another material.
    """

    pattern: float
    gamma: float
    cast: tuple[float, float, float]
    blur: float
    width: float
    crouched: bool
    repainted: bool


@dataclass(frozen=True)
class CameraStyle:
    """How an episode is filmed.

    Attributes:
        textured: Materials and shadows, or flat colours.
        field_of_view: Vertical opening angle, degrees.
        gain: Brightness of the light, 1 as drawn.
        warmth: Colour of the light: positive is reddish, negative bluish.
        grain: Noise of the camera, grey levels.
        strange: How single pictures are made strange; None leaves them as they are. What is lived is never strange.
    """

    textured: bool
    field_of_view: float
    gain: float
    warmth: float
    grain: float
    strange: StrangeStyle | None = None


@dataclass(frozen=True)
class EpisodePlan:
    """One episode to collect.

    Attributes:
        number: From 0; names its files.
        split: ``train``, ``val`` or ``test``; no room is in two of them.
        room: Kind of room.
        seed: Of the room, and of everything random in the episode.
        source: One of ``SOURCES``.
        look: How it is filmed.
        game: Name of the recorded game that is replayed; empty for none.
    """

    number: int
    split: str
    room: str
    seed: int
    source: str
    look: CameraStyle
    game: str = ""

    @property
    def name(self) -> str:
        """Name of its files, without an ending."""
        return f"{self.number:05d}_{self.game or f'{self.room}_{self.seed}'}"


def plan_episodes(
    count: int, rooms: Sequence[str], sources: Sequence[str], seed: int, strange: float = 0.0
) -> list[EpisodePlan]:
    """Episodes over rooms and sources in turn; of each ten in a row eight are for training.

    The first episodes of a longer list are those of a shorter one with the same arguments.

    Args:
        count: How many.
        rooms: Kinds of rooms; one named twice comes twice as often.
        sources: What is lived there; likewise.
        seed: Decides rooms and looks.
        strange: Share of the episodes whose pictures are made strange.

    Raises:
        BadInput: Nothing to collect, or a name that is not known.
    """
    for given, known in ((rooms, ROOMS), (sources, SOURCES)):
        wrong = [name for name in given if name not in known]
        if wrong or not given:
            raise BadInput(f"cannot collect from {', '.join(wrong) or 'nothing'}; choose from {', '.join(known)}")
    if count < 1:
        raise BadInput(f"{count} episodes were asked for; ask for at least one")
    return [_planned(number, rooms, sources, seed, strange) for number in range(count)]


def _planned(number: int, rooms: Sequence[str], sources: Sequence[str], seed: int, strange: float) -> EpisodePlan:
    random = np.random.default_rng([seed, number])
    turn = number % (len(rooms) * len(sources))
    split = {8: "val", 9: "test"}.get((number + number // 10) % 10, "train")
    scene = (seed * 100_003 + number) % HELD_OUT  # another room for every episode, so that no room is in two splits
    look = _look(random)
    if random.random() < strange:
        lens = round(float(random.uniform(*_STRANGE_LENSES)), 1)
        look = replace(look, strange=_strange(random), field_of_view=lens)
    return EpisodePlan(number, split, rooms[turn % len(rooms)], scene, sources[turn // len(rooms)], look)


def _look(random: np.random.Generator) -> CameraStyle:
    usual = random.random() < 0.5
    return CameraStyle(
        textured=bool(random.random() < 0.6),
        field_of_view=90.0 if usual else round(float(random.uniform(60.0, 100.0)), 1),
        gain=round(float(random.uniform(0.75, 1.2)), 3),
        warmth=round(float(random.uniform(-0.08, 0.08)), 3),
        grain=round(float(random.choice([0.0, 0.0, random.uniform(1.0, 5.0)])), 2),
    )


def _strange(random: np.random.Generator) -> StrangeStyle:
    red, green, blue = (round(float(value), 3) for value in random.uniform(0.7, 1.15, 3))
    return StrangeStyle(
        pattern=round(float(random.uniform(8.0, 45.0)), 1),
        gamma=round(float(random.uniform(0.6, 1.9)), 3),
        cast=(red, green, blue),
        blur=round(float(random.choice([1.0, 1.0, random.uniform(1.2, 2.5)])), 2),
        width=float(random.choice([1.0, 4 / 3, 16 / 9, 16 / 9, 3 / 4])),
        crouched=bool(random.random() < 0.25),
        repainted=bool(random.random() < 0.7),
    )


def plan_of_game(plan: EpisodePlan, game: str, split: str) -> EpisodePlan:
    """The same episode, lived in the room of a recorded game."""
    return replace(plan, game=game, split=split)
