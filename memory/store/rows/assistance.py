"""Rows of episodes of assistance: what was asked for and what was done for it, per home and user."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.store.database import Store, microseconds, moment

_EPISODE = "SELECT name, home, instruction, turns, user, time FROM assistance"


def episodes_of(store: Store, home: str | None = None) -> tuple[EpisodeMemory, ...]:
    """The episodes of a home, or all, oldest first."""
    if home is None:
        return tuple(_episode(row) for row in store.rows(f"{_EPISODE} ORDER BY id"))
    return tuple(_episode(row) for row in store.rows(f"{_EPISODE} WHERE home = ? ORDER BY id", home))


def add_episode(store: Store, episode: EpisodeMemory, time: datetime) -> None:
    """Keep an episode, inside a transaction; one of the same name is replaced."""
    turns = json.dumps([[one.thought, one.action, one.observation, one.success] for one in episode.turns])
    store.write("DELETE FROM assistance WHERE name = ? AND name <> ''", episode.id)
    store.write(
        "INSERT INTO assistance (name, home, user, time, instruction, turns) VALUES (?, ?, ?, ?, ?, ?)",
        *(episode.id, episode.home, episode.user, microseconds(time), episode.instruction, turns),
    )


def _episode(row: tuple[Any, ...]) -> EpisodeMemory:
    name, home, instruction, turns, user, time = row
    done = tuple(EpisodeTurn(thought, action, seen, bool(so)) for thought, action, seen, so in json.loads(turns))
    return EpisodeMemory(name, home, instruction, done, user, moment(time))
