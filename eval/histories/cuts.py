"""How a past is cut into episodes: as its games were, by day, by the clock, anyhow, or not at all.

A memory is told which *episode* each experience belongs to. Where its tasks begin and end has to come from what was
said and done, so the same past can be given with other cuts, and should be remembered the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, Protocol, get_args

from envs.teach.games.recorded import Game
from eval.histories.schedules import Schedule
from memory.experience import Experience

Cut = Literal["given", "day", "hour", "part", "one"]
"""``given``: one episode for each game; ``day``, ``hour``: for each of the calendar; ``part``: for every ``PART``
experiences, wherever that is; ``one``: for all."""

CUTS: tuple[Cut, ...] = get_args(Cut)
PART = 40


class GameReader(Protocol):
    """Makes an episode of a recorded game; ``eval.histories.watched_games.WatchedGames`` is one."""

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        """The episode, in order of time."""
        ...


_NAMES: Mapping[str, Callable[[Experience, int], str]] = {
    "day": lambda one, number: f"{one.time:%Y-%m-%d}",
    "hour": lambda one, number: f"{one.time:%Y-%m-%d %H}",
    "part": lambda one, number: f"part {number // PART}",
    "one": lambda one, number: "life",
}


@dataclass
class CutAnew:
    """Reads games as another reader does, and cuts them into episodes anew.

    Attributes:
        reader: Makes the episodes.
        schedule: What happens when. Where a game would begin before the one before it ends, the time of that one
            stands still from then on: nobody lives twice at a time, and the beginnings stay as they were published.
        cut: How.
        lived: How many experiences there were so far.
    """

    reader: GameReader
    schedule: Schedule
    cut: Cut
    lived: int = field(default=0, init=False)

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        """The game, in other episodes; games are to be read in the order of the schedule."""
        later = [slot.start for slot in self.schedule.slots if slot.start > start and slot.episode != game.game_id]
        until = min(later, default=datetime.max)
        found = []
        for one in self.reader.experiences(game, start):
            one = replace(one, time=min(one.time, until))
            found.append(replace(one, episode=_NAMES[self.cut](one, self.lived)))
            self.lived += 1
        return found
