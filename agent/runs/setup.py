"""What a run or a life of days is begun with: every option, as one value made at the door and handed through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

from agent.body.eyes import Eyesight
from agent.household.planned_sayings import PlannedSaying
from agent.personal.asked import USER
from agent.runs.thinking import Thinking
from agent.trail.days import LifePlan
from envs.engines import Home, Launcher
from envs.errors import AlreadyExists
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession
from memory.live.writer import WritingMode

FEWEST, MOST = 2, 4
"""Chores on one day."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """Where it happens, what it leaves, and what the memory is made of.

    Attributes:
        memory: The memory file, new or old.
        record: New folder for game files.
        scene: Scene name when there is no game.
        game: A recorded game to begin in.
        layouts: Free floor of the real plans, for the game's scene.
        seed: Seeds the home and every random choice.
        engine: ``pocket`` or ``unity``.
        eyesight: What the memory is made of in place of what the simulator tells; None remembers that.
        view: Parameters of the engine that decide what its frames look like (``width``, ``renderMode``, …); what the
            eyesight needs comes before them.
        memory_mode: Whether a thread of its own remembers, or the one that lives; the memory is the same.
        lifetimes: Name of the lifetimes by which the memory goes from now on; None leaves it those that it has.
        files: Names of the files of ``game`` and ``layouts``, without which what was cut off cannot go on.
    """

    memory: Path
    record: Path | None = None
    scene: str | None = None
    game: Game | None = None
    layouts: Layouts | None = None
    seed: int = 0
    engine: str = "pocket"
    eyesight: Eyesight | None = None
    view: Mapping[str, Any] | None = None
    memory_mode: WritingMode = "live"
    lifetimes: str | None = None
    files: Mapping[str, str | None] = field(default_factory=dict)

    def check_record(self) -> None:
        """Refuse to write over a record.

        Raises:
            AlreadyExists: The record folder exists.
        """
        if self.record is not None and self.record.exists():
            raise AlreadyExists(f"the record folder {self.record} exists; choose another name or remove it first")

    def launcher(self) -> Launcher:
        """Opens homes with the frames that are wanted.

        Eyes see the same whether or not somebody watches. Recorded clicks lie on their objects: the embedded engine can
        draw whose a pixel is at any time, Unity has to be asked for it beforehand.
        """
        masks = {"renderInstanceSegmentation": True, "renderDepthImage": True} if self.engine == "unity" else {}
        frames = {} if self.eyesight is None else self.eyesight.frames
        return Launcher(self.engine, self.layouts, **masks, **{**(self.view or {}), **frames})

    def home(self, launcher: Launcher) -> tuple[Home, TeachSession]:
        """The home as it is at the start, and the same under TEACh's rules."""
        room = launcher.home(self.scene if self.game is None else self.game, self.seed)
        return room, TeachSession(room.simulator, None if self.game is None else list(self.game.initial.objects))


@dataclass(frozen=True, kw_only=True)
class RunSetup(Setup):
    """One run: what is asked for, and who is there.

    Attributes:
        request: What is said, in free words, instead of a task.
        task: Task name; None means the game's own task, else the demo's.
        params: Its parameters; empty lets a task with parameters choose ones that fit the room.
        said: What is said during the run. A share of the run is a share of the steps that the same command takes when
            nobody interrupts it, which is tried beforehand in a copy of the home.
        typed: Where somebody may type what is said during the run.
        begin: The home's time when it begins; a while after what is remembered by default.
        thinking: Which parts are a language model's; None leaves all to the built-in ones.
        user: Who speaks.
    """

    request: str | None = None
    task: str | None = None
    params: tuple[str, ...] = ()
    said: tuple[PlannedSaying, ...] = ()
    typed: TextIO | None = None
    begin: datetime | None = None
    thinking: Thinking | None = None
    user: str = USER


@dataclass(frozen=True, kw_only=True)
class LifeSetup(Setup):
    """A life of days.

    Attributes:
        days: How many, at least 1.
        forget: Whether to forget, between chores and at night.
        chores: Fewest and most chores on a day.
        max_steps: Steps after which a chore ends.
    """

    days: int = 1
    forget: bool = True
    chores: tuple[int, int] = (FEWEST, MOST)
    max_steps: int = 1000

    def as_lived(self, plan: LifePlan) -> LifeSetup:
        """The same with how a life that was cut off is lived in place of what is said here."""
        return replace(self, seed=plan.seed, scene=plan.scene, engine=plan.engine)
