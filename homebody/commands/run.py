"""``homebody run``: do what is asked for in a simulated home. As in ``homebody/cli.py`` imports happen when it runs."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.process.plain_text import json_text, whole_characters
from envs.process.terminal import Terminal, say_json
from homebody.options.language import Language, LanguageOption
from homebody.options.perception import (
    DetectorOption,
    NoiseOption,
    PerceptionOption,
    RecognizerOption,
    RecognizerWeightsOption,
    TrustOption,
    WeightsOption,
    chosen_eyesight,
)
from homebody.output import JsonOption, note_written
from perception.settings import Setting

if TYPE_CHECKING:
    from rich.console import Console

    from agent.body.eyes import Given
    from agent.language.roles.models import ModelRoles
    from agent.language.trace import Sink
    from envs.teach.games.recorded import Game

DEFAULT_MEMORY = Path("runs/memory.sqlite")
MOST_DAYS = 36_525  # a hundred years
MemoryOption = Annotated[Path, typer.Option("--memory", help="The memory file.")]
SeedOption = Annotated[int, typer.Option("--seed", help="Seeds the room and every random choice.")]


class Engine(StrEnum):
    """What simulates the home."""

    POCKET = "pocket"
    UNITY = "unity"


EngineOption = Annotated[Engine, typer.Option(help="The simulator: the embedded one, or a Unity build.")]


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
    layouts: Annotated[Path | None, typer.Option(help="Free floor of the real plans, for --game.")] = None,
    seed: SeedOption = 0,
    memory: MemoryOption = DEFAULT_MEMORY,
    record: Annotated[Path | None, typer.Option(help="New folder for the episode's game.json.")] = None,
    engine: EngineOption = Engine.POCKET,
    language: LanguageOption = Language.BUILTIN,
    perception: PerceptionOption = Setting.FULL,
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
    command = None if command is None else whole_characters(command)
    interrupt = [whole_characters(said) for said in interrupt or ()]
    if days is not None:
        if command or task is not None or param or interrupt or listen or show or video:
            raise BadInput(
                "--days chooses its chores itself and is not filmed; leave out the command, --task, --param, "
                "--interrupt, --listen, --show and --video"
            )
        if resume:
            if game or scene or layouts or record or perception is not Setting.FULL:
                raise BadInput(
                    "--resume goes on with a life where and as it was; leave out the place, --record and --perception"
                )
            _live_on(days, json_out, memory, (detector, recognizer, trust_weights))
            return
        sight = chosen_eyesight(perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights)
        place = {"scene": scene, "game": None if game is None else read_game_at(game), "layouts": layouts_at(layouts)}
        place["source"] = {"game": _absolute(game), "layouts": _absolute(layouts)}
        _live(days, json_out, memory=memory, seed=seed, engine=engine.value, record=record, eyesight=sight, **place)
        return
    from agent.body.eyes import Given
    from agent.household.planned_sayings import read_planned
    from agent.runs.run import do_chore, prepare
    from homebody.views.watch import VIEW, watching

    console = Terminal(err=json_out is not None and str(json_out) == "-")
    if show and not console.is_terminal:
        raise BadInput("--show draws in a terminal, and this is none; use --video FILE.mp4 to watch later")
    if listen and sys.stdin is None:
        raise BadInput("--listen reads what is typed, and standard input is closed; type in a terminal, or use a pipe")
    sees = (perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights)
    sight = None if resume else chosen_eyesight(*sees)
    roles = _Roles() if language is Language.LLM else None
    said, view = [read_planned(one) for one in interrupt or ()], VIEW if show or video else None
    if resume:
        if command or task is not None or param or game or scene or layouts:
            raise BadInput(
                "--resume goes on with what was asked for, where it was; leave out the command and the place"
            )
        if perception is not Setting.FULL or weights or recognizer_weights or noise:
            raise BadInput(
                "--resume sees with what the run was begun with; leave out --perception, --weights, "
                "--recognizer-weights and --noise"
            )
        chore = _resumed(memory, record, view, said, Given(detector, recognizer, trust_weights))
    else:
        chore = prepare(
            request=command,
            task=task,
            params=param or (),
            said=said,
            game=None if game is None else read_game_at(game),
            scene=scene,
            layouts=layouts_at(layouts),
            seed=seed,
            memory=memory,
            record=record,
            engine=engine.value,
            view=view,
            source={"game": _absolute(game), "layouts": _absolute(layouts)},
            eyesight=sight,
        )
    with watching(console, chore, show, video) as (watcher, step):
        done = do_chore(chore, step, sys.stdin if listen else None, roles)
    if video is not None:
        note_written(memory, video, "film", console)
    watcher.summary(done)
    if roles is not None:
        console.print(roles.summary())
    if done.lived.waiting:
        console.print(f"it waits; go on:  homebody run --resume --memory {memory} --record {chore.record}")
    _write_json(json_out, done.as_dict(), console, memory)
    if not done.success:
        raise typer.Exit(1)


class _Roles:
    """Makes the roles of a run by a language model, and can tell afterwards how it went.

    Raises:
        BadInput: No model is set up; said before anything is begun.
    """

    def __init__(self) -> None:
        from agent.language.roles.models import ModelRoles

        self._made: ModelRoles | None = None
        ModelRoles().planner()

    def __call__(self, sink: Sink) -> ModelRoles:
        """The roles, with the trace of their calls going to ``sink``."""
        from agent.language.roles.models import ModelRoles

        self._made = ModelRoles(sink)
        return self._made

    def summary(self) -> str:
        """How many calls, and how often a built-in role stepped in."""
        return self._made.summary() if self._made else "no calls to language models"


def _resumed(memory: Path, record: Path | None, view: dict[str, Any] | None, said: list[Any], given: Given) -> Any:
    """A run that was cut off, ready to go on."""
    from agent.body.eyes import eyesight_again
    from agent.household.unfinished import unfinished
    from agent.runs.again import prepare_again

    cut = unfinished(memory, record)
    game, layouts = cut.header.get("game"), cut.header.get("layouts")
    return prepare_again(
        cut,
        memory,
        None if game is None else read_game_at(Path(game)),
        None if layouts is None else layouts_at(Path(layouts)),
        view,
        said,
        eyesight_again(cut.header.get("eyesight"), given),
    )


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.absolute())


def _live_on(days: int, json_out: Path | None, memory: Path, given: tuple[Any, ...]) -> None:
    """Go on with a life that was cut off."""
    from agent.body.eyes import Given, eyesight_again
    from agent.trail.days import cut_off_life

    cut = cut_off_life(memory)
    game, layouts = cut.header.get("game"), cut.header.get("layouts")
    place = {
        "game": None if game is None else read_game_at(Path(game)),
        "layouts": None if layouts is None else layouts_at(Path(layouts)),
    }
    sight = eyesight_again(cut.header.get("eyesight"), Given(*given))
    _live(days, json_out, memory=memory, again=cut, eyesight=sight, **place)


def _live(days: int, json_out: Path | None, **where: Any) -> None:
    """Live for days, and show how the memory grows and forgets."""
    from agent.runs.days import live_days
    from homebody.views.days import LifeWatcher

    console = Terminal(err=json_out is not None and str(json_out) == "-")
    with LifeWatcher(console, days) as watcher:
        report = live_days(days, witness=watcher.witness, **where)
    watcher.summary(report)
    _write_json(json_out, report.as_dict(), console, report.memory)


def read_game_at(path: Path) -> Game:
    """The first game of a file, folder or zip.

    Raises:
        BadInput: There is none.
    """
    from envs.teach.games.recorded import iter_games

    for game in iter_games([path], 1):
        return game
    raise BadInput(f"{path} holds no game; expected a *.game.json file, a folder or a zip of them")


def layouts_at(path: Path | None) -> Any:
    """Free floor of the real plans from a file, None for none."""
    from envs.teach.games.rebuild import read_layouts

    return None if path is None else read_layouts(path)


def _write_json(target: Path | None, value: Any, console: Terminal, memory: Path) -> None:
    write_json(target, value, console)
    if target is not None and str(target) != "-":
        note_written(memory, target, "figures", console)


def write_json(target: Path | None, value: Any, console: Console) -> None:
    """Write figures to a file, or to standard output when the target is ``-``."""
    if target is None:
        return
    if str(target) == "-":
        say_json(value)
        return
    from envs.files.writing import write_atomically

    write_atomically(target, (json_text(value) + "\n").encode(), replace=True, private=True)
    console.print(f"figures written to {target}", style="dim")
