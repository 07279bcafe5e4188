"""What acquisition leaves in a memory file, as it was or spoilt, and how it is read back."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal, get_args

from agent.assistance.roles import AssistantMemory
from envs.errors import BadInput
from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.episodic.book import EpisodeBook
from memory.knowledge import Knowledge
from memory.profile.book import ProfileBook
from memory.store.database import Store

NoiseKind = Literal["", "random", "shuffle"]
"""None; turns of other episodes among them (30 %, as published); turns out of order."""
FOREIGN = 0.3
_BEGAN, _APART = datetime(2026, 1, 5, 8, 0), timedelta(hours=2)
_LEAVABLE = ("Pick", "Place", "Navigate")


def keep(path: Path, done: Iterable[tuple[EpisodeMemory, Sequence[Knowledge]]]) -> None:
    """Keep episodes, and the knowledge that each of them told, in a new memory file, in order."""
    with Store.open(path) as store:
        episodes, profile = EpisodeBook(store), ProfileBook(store)
        for at, (episode, learned) in enumerate(done):
            time = _BEGAN + at * _APART
            episodes.add(episode, time)
            for item in learned:
                profile.tell(item, time)


def remembered(path: Path) -> AssistantMemory:
    """All that a memory file tells of episodes and users."""
    with Store.open(path, readonly=True) as store:
        return AssistantMemory(EpisodeBook(store).episodes(), ProfileBook(store).items(ended=True))


def spoilt(
    episodes: Sequence[EpisodeMemory], noise: NoiseKind = "", partial: str = "", seed: int = 0
) -> list[EpisodeMemory]:
    """Episodes as a bad memory has them.

    Args:
        episodes: Whole ones.
        noise: See ``NoiseKind``.
        partial: A share of the turns that is lost ("0.2"), or a skill whose turns are (Pick, Place, Navigate).
        seed: What is lost, and what is put in.

    Raises:
        BadInput: There is no such noise, no such share, no such skill.
    """
    if noise not in get_args(NoiseKind):
        raise BadInput(f"there is no noise {noise!r}; there is random, shuffle")
    lost = _share(partial)
    return [_spoilt(one, episodes, noise, partial, lost, random.Random(f"{seed} {one.id}")) for one in episodes]


def check_partial(partial: str) -> None:
    """Say at once that this cannot be lost.

    Raises:
        BadInput: It is no share and no skill.
    """
    _share(partial)


def _share(partial: str) -> float:
    if not partial or partial in _LEAVABLE:
        return 0.0
    try:
        share = float(partial)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise BadInput(
            f"--partial is a share of turns below 1, such as 0.2, or {', '.join(_LEAVABLE)}; not {partial!r}"
        )
    return share


def _spoilt(
    episode: EpisodeMemory,
    all_of: Sequence[EpisodeMemory],
    noise: NoiseKind,
    partial: str,
    lost: float,
    draw: random.Random,
) -> EpisodeMemory:
    turns = [one for one in episode.turns if not (partial in _LEAVABLE and one.action.startswith(f"{partial}["))]
    turns = [one for one in turns if draw.random() >= lost]
    if noise == "shuffle":
        draw.shuffle(turns)
    elif noise == "random":
        others = [turn for one in all_of if one.id != episode.id for turn in one.turns]
        turns = _with_foreign(turns, others, draw)
    return replace(episode, turns=tuple(turns))


def _with_foreign(turns: list[EpisodeTurn], others: Sequence[EpisodeTurn], draw: random.Random) -> list[EpisodeTurn]:
    found = list(turns)
    for _ in range(round(FOREIGN * len(turns)) if others else 0):
        found.insert(draw.randrange(len(found) + 1), draw.choice(others))
    return found


def merged(recorded: Mapping[str, EpisodeMemory], own: Sequence[EpisodeMemory]) -> list[EpisodeMemory]:
    """Recorded runs in the order of own ones; an own one where nothing was recorded."""
    return [recorded.get(one.id, one) for one in own]
