"""A memory file from recorded games and a schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime, time
from pathlib import Path
from typing import Any

from agent.language.call_log import StoreSink
from agent.language.roles.models import ModelRoles
from agent.language.trace import Sink
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.teach.games.recorded import Game
from eval.histories.cuts import Cut, CutAnew, GameReader
from eval.histories.game_files import GameFiles
from eval.histories.import_games import experiences
from eval.histories.schedules import Schedule, Slot, listed
from eval.histories.task_naming import name_tasks
from eval.histories.unfinished import Unfinished, growing, refuse_taken
from eval.journal import JournalKey
from memory.building.history import Construction, HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import rule_relevance
from memory.reading.counts import alive_by_level, forgotten_at
from memory.store.database import Store
from memory.store.lifetimes import lifetimes as lifetimes_of
from memory.store.lifetimes import use_preset

_COUNTED = ("episodes", "experiences", "forgotten", "calls", "fallbacks")
DAWN = time(4)
"""Between two days a robot that forgets does so at this time."""


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
        asked_before: Calls and fallbacks before it was cut off.
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
    asked_before: tuple[int, int] = (0, 0)

    @classmethod
    def after(cls, memory: Path, progress: Any) -> BuildReport:
        """The report of a build that goes on after what ``add`` gave; None begins."""
        report = cls(memory)
        if progress is not None:
            for name in _COUNTED:
                setattr(report, name, int(progress[name]))
            report.start, report.end = map(datetime.fromisoformat, (progress["start"], progress["end"]))
            report.asked_before = report.calls, report.fallbacks
        return report

    def add(self, slot: Slot, lived: Sequence[Experience], roles: ModelRoles | None) -> dict[str, Any]:
        """Count an episode; how far the build has come, as plain JSON."""
        self.episodes += 1
        self.experiences += len(lived)
        self.start = self.start or slot.start
        self.end = max(self.end or lived[-1].time, lived[-1].time)
        self.count(roles)
        times = {"start": self.start.isoformat(), "end": self.end.isoformat()}
        return {**{name: getattr(self, name) for name in _COUNTED}, **times}

    def count(self, roles: ModelRoles | None) -> None:
        """Count the calls to language models, before it was cut off and since."""
        calls, fallbacks = (roles.calls, roles.fallen) if roles else (0, 0)
        self.calls, self.fallbacks = self.asked_before[0] + calls, self.asked_before[1] + fallbacks

    def close(self, roles: ModelRoles | None) -> None:
        """Note the calls to language models, and how large the file has become."""
        self.count(roles)
        self.language = roles.summary() if roles else ""
        self.bytes = self.memory.stat().st_size

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
    lifetimes: str | None = None,
    track: Callable[[Iterable[Slot], int], Iterable[Slot]] | None = None,
    language: Callable[[Sink], ModelRoles] | None = None,
    watched: GameReader | None = None,
    cut: Cut = "given",
    key: JournalKey | None = None,
    resume: bool = False,
) -> BuildReport:
    """Remember recorded games as one life.

    The file appears when it is complete; until then it grows in ``OUT.partial``, of which an error leaves nothing.

    Args:
        games: Where the games are.
        schedule: Which of them happened when.
        out: The new memory file.
        scenes: Whether to work out what was seen.
        construction: How the levels above goals come about.
        forget: Whether to forget in the night before each new day, and after the last episode.
        lifetimes: Name of the lifetimes by which it forgets; None is the default.
        track: Shows the progress of an iteration, given its length.
        language: Makes roles by a language model, given what keeps the trace of its calls in the memory; the built-in
            roles by default.
        watched: Looks at the games, instead of working out what must have been seen and done.
        cut: What counts as one episode.
        key: What is asked for, as ``eval.journal.wanted`` tells it; nothing else is gone on with.
        resume: Whether to go on with what was begun, and was killed or stopped.

    Raises:
        AlreadyExists: There is something at ``out``.
        BadInput: Games are missing, episodes overlap, the place cannot be written to, or there is nothing of the kind
            to go on with.
        BadGameFile: A game cannot be used.
        TryAgain: The disk is full.
    """
    check_plan(games, schedule, out)
    reader = watched or _Told(scenes)
    reader = reader if cut == "given" else CutAnew(reader, schedule, cut)
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(stack.enter_context(growing(out, resume))))
        unfinished = Unfinished(store, key, resume)
        if lifetimes is not None:
            use_preset(store, lifetimes)
        report = BuildReport.after(out, unfinished.progress)
        clock = SimulatedClock(schedule.slots[0].start)
        sink = stack.enter_context(StoreSink(store, clock))
        roles = language(sink) if language else None
        with HistoryBuilder(store, roles.grouper() if roles else None, construction) as builder:
            slots = schedule.slots[report.episodes :]
            shown = track(slots, len(slots)) if track else slots
            for slot, lived in _lives(games, schedule, shown, reader, report):
                if forget and report.end and lived[0].time.date() > report.end.date():
                    clock.time = datetime.combine(lived[0].time.date(), DAWN)
                    _forget(store, clock.time, report, roles)
                clock.time = lived[-1].time
                with store.transaction():
                    builder.observe_batch(lived)
                    sink.flush()
                    unfinished.note(report.add(slot, lived, roles))
        if forget and report.end:
            _forget(store, report.end, report, roles)
        name_tasks(store)
        unfinished.end()
        report.nodes = alive_by_level(store)
    report.close(roles)
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
    refuse_taken(out)


def _lives(
    games: GameFiles, schedule: Schedule, slots: Iterable[Slot], reader: GameReader, report: BuildReport
) -> Iterator[tuple[Slot, list[Experience]]]:
    """The episodes that are not remembered yet."""
    before = schedule.slots[report.episodes - 1] if report.episodes else None
    free = report.end or datetime.min
    for slot in slots:
        game = games.read(slot.episode)
        before, begun = slot, schedule.begins(slot, before, free)
        lived = reader.experiences(game, begun)
        free = max(free, lived[-1].time)
        yield Slot(slot.episode, begun), lived


def _forget(store: Store, now: datetime, report: BuildReport, roles: ModelRoles | None) -> None:
    """A pass; what one at this time has forgotten that was cut off counts as well."""
    before = forgotten_at(store, now, 0)
    report.forgotten += before + forgetter_by(store, roles).run(now).forgotten


def forgetter_by(store: Store, roles: ModelRoles | None) -> Forgetter:
    """Forgets by time and rules, which the built-in roles apply, or those of a language model."""
    if roles is None:
        return Forgetter(store, rule_relevance(lifetimes_of(store)))
    return Forgetter(store, roles.relevance(lifetimes_of(store)), grouper=roles.grouper())
