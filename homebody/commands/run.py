"""``homebody run``: do what is asked for in a simulated home. As in ``homebody/cli.py`` imports happen when it runs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.process.plain_text import whole_characters
from homebody.commands.speaker import UserOption, speaker_named
from homebody.options.amounts import SeedOption
from homebody.options.engine import EngineChoice, EngineOption
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, LayoutsOption, MemoryOption, layouts_at, read_game_at
from homebody.options.language import (
    BudgetCallsOption,
    BudgetTokensOption,
    CoordinatorOption,
    Language,
    LanguageOption,
    ReaderOption,
    Thinkers,
    WorkerOption,
)
from homebody.options.lifetimes import LifetimesChoice, LifetimesOption
from homebody.options.memory_mode import MemoryModeChoice, MemoryModeOption
from homebody.options.perception import (
    DeedsOption,
    DepthOption,
    DetectorOption,
    NoiseOption,
    PerceptionOption,
    RecognizerOption,
    RecognizerWeightsOption,
    RunSight,
    TrustOption,
    WeightsOption,
)
from homebody.options.times import BeginOption
from homebody.output import Output, note_written
from perception.settings import InputSetting

if TYPE_CHECKING:
    from agent.language.roles.models import ModelRoles
    from agent.language.trace import Sink
    from agent.runs.run import Chore, FinishedChore
    from agent.runs.setup import LifeSetup
    from agent.trail.days import CutOffLife
    from envs.process.terminal import Terminal

MOST_DAYS = 36_525  # a hundred years


def run(
    command: Annotated[
        str | None, typer.Argument(help="What to do, in free words: 'make me a salad, and clean the mugs afterwards'.")
    ] = None,
    task: Annotated[str | None, typer.Option(help="Task to do, such as Coffee or 'Put All X On Y'.")] = None,
    param: Annotated[list[str] | None, typer.Option(help="A parameter of the task; repeat for more.")] = None,
    interrupt: Annotated[
        list[str] | None,
        typer.Option(
            "--interrupt", "--say", help="Say something meanwhile: 'at 40%: water the plant', 'at step 25: …'."
        ),
    ] = None,
    listen: Annotated[
        bool, typer.Option("--listen", help="Type to the robot while it works, a line at a time.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was cut off or told to wait; see --record.")
    ] = False,
    game: Annotated[Path | None, typer.Option(help="Live in the initial state of a recorded game.")] = None,
    scene: Annotated[str | None, typer.Option(help="Room (kitchen, bedroom, …) or FloorPlan<N>.")] = None,
    layouts: LayoutsOption = None,
    seed: SeedOption = 0,
    memory: MemoryOption = DEFAULT_MEMORY,
    record: Annotated[Path | None, typer.Option(help="New folder for the episode's game.json.")] = None,
    engine: EngineOption = EngineChoice.POCKET,
    memory_mode: MemoryModeOption = MemoryModeChoice.LIVE,
    lifetimes: LifetimesOption = None,
    begin: BeginOption = None,
    user: UserOption = None,
    language: LanguageOption = Language.BUILTIN,
    coordinator: CoordinatorOption = None,
    worker: WorkerOption = None,
    reader: ReaderOption = None,
    budget_calls: BudgetCallsOption = None,
    budget_tokens: BudgetTokensOption = None,
    perception: PerceptionOption = InputSetting.FULL,
    deeds: DeedsOption = None,
    depth: DepthOption = None,
    detector: DetectorOption = None,
    recognizer: RecognizerOption = None,
    weights: WeightsOption = None,
    recognizer_weights: RecognizerWeightsOption = None,
    trust_weights: TrustOption = False,
    noise: NoiseOption = None,
    days: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_DAYS, help="Live so many days with several chores each, instead of one task."),
    ] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Show what the robot sees, and the map, in the terminal.")
    ] = False,
    video: Annotated[Path | None, typer.Option(help="Film the run: a new .mp4 or .gif file.")] = None,
    json_out: JsonOption = None,
) -> None:
    """Do what is asked for in the simulated home, remember every step, and record the episode as a TEACh game."""
    given = _Given(
        command=None if command is None else whole_characters(command),
        task=task,
        params=tuple(param or ()),
        said=tuple(whole_characters(said) for said in interrupt or ()),
        listen=listen,
        resume=resume,
        game=game,
        scene=scene,
        layouts=layouts,
        seed=seed,
        memory=memory,
        record=record,
        engine=engine,
        memory_mode=memory_mode,
        lifetimes=lifetimes,
        begin=begin,
        user=user,
        thinkers=Thinkers(language, coordinator, worker, reader, budget_calls, budget_tokens),
        sight=RunSight(
            perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights, depth, deeds
        ),
        days=days,
        show=show,
        video=video,
        json_out=json_out,
    )
    if given.days is not None:
        _live(given, given.days)
    else:
        _do(given)


@dataclass(frozen=True)
class _Given:
    """The options of ``homebody run``."""

    command: str | None
    task: str | None
    params: tuple[str, ...]
    said: tuple[str, ...]
    listen: bool
    resume: bool
    game: Path | None
    scene: str | None
    layouts: Path | None
    seed: int
    memory: Path
    record: Path | None
    engine: EngineChoice
    memory_mode: MemoryModeChoice
    lifetimes: LifetimesChoice | None
    begin: datetime | None
    user: str | None
    thinkers: Thinkers
    sight: RunSight
    days: int | None
    show: bool
    video: Path | None
    json_out: Path | None

    def output(self) -> Output:
        """Where to show it, and the figures of it."""
        return Output(self.json_out, self.memory, meanwhile=True)

    @property
    def asks(self) -> bool:
        """Whether it says what to do."""
        return bool(self.command or self.task is not None or self.params)

    def place(self) -> dict[str, Any]:
        """Where it happens, for a setup."""
        return {
            "memory": self.memory,
            "record": self.record,
            "scene": self.scene,
            "game": None if self.game is None else read_game_at(self.game),
            "layouts": layouts_at(self.layouts),
            "seed": self.seed,
            "engine": self.engine.value,
            "memory_mode": self.memory_mode.value,
            "lifetimes": None if self.lifetimes is None else self.lifetimes.value,
            "files": {"game": _absolute(self.game), "layouts": _absolute(self.layouts)},
        }

    def memory_again(self) -> dict[str, Any]:
        """The memory of what was cut off, and how it is written now."""
        return {"memory": self.memory, "memory_mode": self.memory_mode.value}


def _place_again(header: Mapping[str, Any]) -> dict[str, Any]:
    """The game and the layouts of what was cut off, read again."""
    game, layouts = header.get("game"), header.get("layouts")
    return {
        "game": None if game is None else read_game_at(Path(game)),
        "layouts": None if layouts is None else layouts_at(Path(layouts)),
    }


def _do(given: _Given) -> None:
    """One run."""
    from agent.runs.run import do_chore
    from homebody.views.live_view import watching

    out = given.output()
    console = out.console
    if (told := _told(given)) is not None:
        console.print(told)
        out.json({"told": told})
        return
    _check_terminal(given, console)
    given.thinkers.check()
    roles = _Roles(given.thinkers) if given.thinkers.parts else None
    chore = _chore(given, roles)
    with watching(console, chore, given.show, given.video) as (watcher, step):
        done = do_chore(chore, step)
    if given.video is not None:
        note_written(given.memory, given.video, "film", console)
    watcher.summary(done)
    if roles is not None:
        console.print(roles.summary())
        _show_spent(done, console)
    if done.lived.waiting:
        console.print(f"it waits; go on:  homebody run --resume --memory {given.memory} --record {chore.record}")
    out.json(done.as_dict())
    if not done.success:
        raise typer.Exit(1)


def _told(given: _Given) -> str | None:
    """What is said to a fact that is told in place of something to do, and kept as ``chat`` keeps it; else None."""
    from agent.dialogue.facts_told import begin, is_to_remember
    from agent.dialogue.manager import Dialogue
    from agent.planning.episode import USER

    if not given.command or given.resume or given.task is not None or given.said or not is_to_remember(given.command):
        return None
    begin(given.memory)
    who = USER if given.user is None else speaker_named(given.user)
    return Dialogue(given.memory, given.begin, speaker=who).say(given.command).text


def _show_spent(done: FinishedChore, console: Terminal) -> None:
    """What each task cost."""
    for one in done.lived.ended:
        if one.item.working.spent.calls:
            console.print(f"{one.item.errand.words}: {one.item.working.spent.words}")


def _check_terminal(given: _Given, console: Terminal) -> None:
    if given.show and not console.is_terminal:
        raise BadInput("--show draws in a terminal, and this is none; use --video FILE.mp4 to watch later")
    if given.listen and sys.stdin is None:
        raise BadInput("--listen reads what is typed, and standard input is closed; type in a terminal, or use a pipe")


def _chore(given: _Given, roles: _Roles | None) -> Chore:
    """What is asked for, or what was cut off, ready to be done."""
    from agent.household.planned_sayings import read_planned
    from agent.household.unfinished import unfinished
    from agent.runs.again import prepare_again
    from agent.runs.run import prepare
    from agent.runs.setup import RunSetup
    from homebody.views.live_view import VIEW

    sight = None if given.resume else given.sight.load()
    there: dict[str, Any] = {
        "said": tuple(read_planned(one) for one in given.said),
        "view": VIEW if given.show or given.video else None,
        "typed": sys.stdin if given.listen else None,
        "thinking": None if roles is None else given.thinkers.thinking(roles),
    }
    if not given.resume:
        asked = {"request": given.command, "task": given.task, "params": given.params, "begin": given.begin}
        there |= {} if given.user is None else {"user": speaker_named(given.user)}
        return prepare(RunSetup(eyesight=sight, **given.place(), **asked, **there))
    _check_resumed(given)
    cut = unfinished(given.memory, given.record)
    sight = given.sight.load_again(cut.header.get("eyesight"))
    return prepare_again(cut, RunSetup(**given.memory_again(), eyesight=sight, **_place_again(cut.header), **there))


def _check_resumed(given: _Given) -> None:
    sight = given.sight
    if given.asks or given.game or given.scene or given.layouts or given.begin or given.user:
        raise BadInput(
            "--resume goes on with what was asked for, by whom, where and when it was; "
            "leave out the command, the place, --begin and --user"
        )
    if (
        sight.setting is not InputSetting.FULL
        or sight.weights
        or sight.recognizer_weights
        or sight.noise
        or sight.depth
    ):
        raise BadInput(
            "--resume sees with what the run was begun with; leave out --perception, --depth, --weights, "
            "--recognizer-weights and --noise"
        )


def _live(given: _Given, days: int) -> None:
    """Live for days, and show how the memory grows and forgets."""
    from agent.runs.days import live_days
    from homebody.views.days import LifeWatcher

    if given.asks or given.said or given.listen or given.show or given.video or given.begin or given.user:
        raise BadInput(
            "--days chooses its chores itself and is not filmed; leave out the command, --task, --param, "
            "--interrupt, --listen, --show, --video, --begin and --user"
        )
    setup, again = _life(given, days)
    out = given.output()
    with LifeWatcher(out.console, days) as watcher:
        report = live_days(setup, watcher.observer, again)
    watcher.summary(report)
    out.json(report.as_dict())


def _life(given: _Given, days: int) -> tuple[LifeSetup, CutOffLife | None]:
    """How to live, and the life that was cut off where one goes on."""
    from agent.runs.setup import LifeSetup
    from agent.trail.days import cut_off_life

    if not given.resume:
        sight = given.sight.load()
        return LifeSetup(days=days, eyesight=sight, **given.place()), None
    if given.game or given.scene or given.layouts or given.record or given.sight.setting is not InputSetting.FULL:
        raise BadInput(
            "--resume goes on with a life where and as it was; leave out the place, --record and --perception"
        )
    cut = cut_off_life(given.memory)
    place = _place_again(cut.header)
    sight = given.sight.load_again(cut.header.get("eyesight"))
    return LifeSetup(days=days, **given.memory_again(), eyesight=sight, **place), cut


class _Roles:
    """Makes the roles of a run by a language model, and can tell afterwards how it went.

    Args:
        thinkers: Which roles there are.

    Raises:
        BadInput: No model is set up; said before anything is begun.
    """

    def __init__(self, thinkers: Thinkers) -> None:
        from agent.language.roles.models import ModelRoles

        self._made: ModelRoles | None = None
        for role in sorted(thinkers.parts):
            ModelRoles().model(role)

    def __call__(self, sink: Sink | None) -> ModelRoles:
        """The roles, with the trace of their calls going to ``sink``."""
        from agent.language.roles.models import ModelRoles

        self._made = ModelRoles(sink)
        return self._made

    def summary(self) -> str:
        """How many calls, and how often a built-in role stepped in."""
        return self._made.summary() if self._made else "no calls to language models"


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())
