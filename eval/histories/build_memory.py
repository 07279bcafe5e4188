"""A memory file from recorded games and a schedule."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time
from pathlib import Path
from typing import Any, Protocol

from agent.language.call_log import StoreSink
from agent.language.roles.models import ModelRoles
from agent.language.trace import Sink
from agent.recall.lookup.name_tasks import name_tasks
from envs.clock import SimulatedClock
from envs.errors import AlreadyExists, BadInput
from envs.files.leftovers import part_of
from envs.files.writing import make_folder, written
from envs.teach.games.recorded import Game
from eval.histories.game_files import GameFiles
from eval.histories.import_games import experiences
from eval.histories.schedules import Schedule, Slot, listed
from memory.building.history import Construction, HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import rule_relevance
from memory.store.database import Store
from memory.store.lifetimes import lifetimes

DAWN = time(4)
"""Between two days a robot that forgets does so at this time."""


class GameReader(Protocol):
    """Makes an episode of a recorded game; ``eval.histories.watched_games.WatchedGames`` is one."""

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        """The episode, in order of time."""
        ...


@dataclass(frozen=True)
class _Told:
    """Everything as the log tells it."""

    scenes: bool

    def experiences(self, game: Game, start: datetime) -> list[Experience]:
        return experiences(game, start, self.scenes)


@dataclass
class BuildReport:
    """What became of the games.

    Attributes:
        memory: The memory file.
        episodes: Games remembered.
        experiences: Experiences in them; some may be forgotten since.
        start: Time of the first.
        end: Time of the last.
        nodes: Nodes that are not forgotten, by level.
        forgotten: Nodes that became placeholders.
        bytes: Length of the file.
        calls: Calls to language models.
        fallbacks: Times when a built-in role stepped in for a language model.
        language: What there is to say about them, "" when none was asked for.
    """

    memory: Path
    episodes: int = 0
    experiences: int = 0
    start: datetime | None = None
    end: datetime | None = None
    nodes: dict[int, int] = field(default_factory=dict)
    forgotten: int = 0
    bytes: int = 0
    calls: int = 0
    fallbacks: int = 0
    language: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The figures for reports."""
        return {
            "memory": str(self.memory),
            "episodes": self.episodes,
            "experiences": self.experiences,
            "start": None if self.start is None else self.start.isoformat(),
            "end": None if self.end is None else self.end.isoformat(),
            "nodes": {str(level): count for level, count in self.nodes.items()},
            "forgotten": self.forgotten,
            "bytes": self.bytes,
            "calls": self.calls,
            "fallbacks": self.fallbacks,
        }


def build_memory(
    games: GameFiles,
    schedule: Schedule,
    out: Path,
    *,
    scenes: bool = True,
    construction: Construction = "online",
    forget: bool = False,
    track: Callable[[Iterable[Slot], int], Iterable[Slot]] | None = None,
    language: Callable[[Sink], ModelRoles] | None = None,
    watched: GameReader | None = None,
) -> BuildReport:
    """Remember recorded games as one life.

    The file appears when it is complete; until then, and after any error, there is none.

    Args:
        games: Where the games are.
        schedule: Which of them happened when.
        out: The new memory file.
        scenes: Whether to work out what was seen.
        construction: How the levels above goals come about.
        forget: Whether to forget in the night before each new day, and after the last episode.
        track: Shows the progress of an iteration, given its length.
        language: Makes roles by a language model, given what keeps the trace of its calls in the memory; the built-in
            roles by default.
        watched: Looks at the games, instead of working out what must have been seen and done.

    Raises:
        AlreadyExists: There is something at ``out``.
        BadInput: Games are missing, episodes overlap, or the place cannot be written to.
        BadGameFile: A game cannot be used.
        TryAgain: The disk is full.
    """
    check_plan(games, schedule, out)
    report = BuildReport(out)
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(stack.enter_context(_new_file(out))))
        clock = SimulatedClock(schedule.slots[0].start)
        sink = stack.enter_context(StoreSink(store, clock))
        roles = language(sink) if language else None
        with HistoryBuilder(store, roles.grouper() if roles else None, construction) as builder:
            slots = track(schedule.slots, len(schedule.slots)) if track else schedule.slots
            for slot, lived in _lives(games, schedule, slots, watched or _Told(scenes)):
                if forget and report.end and lived[0].time.date() > report.end.date():
                    clock.time = datetime.combine(lived[0].time.date(), DAWN)
                    _forget(store, clock.time, report, roles)
                clock.time = lived[-1].time
                builder.observe_batch(lived)
                sink.flush()
                report.episodes += 1
                report.experiences += len(lived)
                report.start = report.start or slot.start
                report.end = max(report.end or lived[-1].time, lived[-1].time)
        if forget and report.end:
            _forget(store, report.end, report, roles)
        name_tasks(store)
        report.nodes = alive_nodes(store)
    if roles:
        report.calls, report.fallbacks, report.language = roles.calls, roles.fallen, roles.summary()
    report.bytes = out.stat().st_size
    return report


def check_plan(games: GameFiles, schedule: Schedule, out: Path) -> None:
    """Make sure that there is everything to build a memory from, and a place for it.

    Raises:
        AlreadyExists: There is something at ``out``.
        BadInput: Games are missing; lists them.
    """
    missing = games.missing(schedule.episodes)
    if missing:
        raise BadInput(
            f"{len(missing)} of {len(schedule.slots)} episodes of the schedule are not among the games: "
            f"{listed(missing)}; give the path of their split with --games"
        )
    _check_free(out)


def _check_free(path: Path) -> None:
    if os.path.lexists(path):
        raise AlreadyExists(f"{path} exists; choose another name for the memory or remove it first")


def alive_nodes(store: Store) -> dict[int, int]:
    """How many nodes of each level are not forgotten, lowest level first."""
    return dict(store.rows("SELECT level, count(*) FROM nodes WHERE forgotten IS NULL GROUP BY level ORDER BY level"))


def _lives(
    games: GameFiles, schedule: Schedule, slots: Iterable[Slot], reader: GameReader
) -> Iterator[tuple[Slot, list[Experience]]]:
    before: Slot | None = None
    free = datetime.min
    for slot in slots:
        game = games.read(slot.episode)
        before, begun = slot, schedule.begins(slot, before, free)
        lived = reader.experiences(game, begun)
        free = max(free, lived[-1].time)
        yield Slot(slot.episode, begun), lived


def _forget(store: Store, now: datetime, report: BuildReport, roles: ModelRoles | None) -> None:
    forgetter = forgetter_by(store, roles)
    report.forgotten += forgetter.run(now).forgotten


def forgetter_by(store: Store, roles: ModelRoles | None) -> Forgetter:
    """Forgets by time and rules, which the built-in roles apply, or those of a language model."""
    if roles is None:
        return Forgetter(store, rule_relevance())
    return Forgetter(store, roles.relevance(lifetimes(store)), grouper=roles.grouper())


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """A name beside ``path`` to build under; what is there in the end becomes ``path``, after an error nothing does."""
    _check_free(path)
    with ExitStack() as stack:
        with written(path):
            make_folder(path.parent)
            part = stack.enter_context(part_of(path))
        yield part
        with written(path):
            os.replace(part, path)
