"""One run from the command line: which room, what is asked for, which memory and record, and then doing it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

from agent.body.acting import StepReport
from agent.body.eyes import Eyesight
from agent.household.listening_body import Ears, Saying
from agent.household.planned_sayings import Planned, sayings
from agent.household.session import Lived, Opening, Place, live
from agent.household.typed_ears import TypedEars
from agent.household.unfinished import clear_leftovers
from agent.language.call_log import StoreSink
from agent.language.roles.models import ModelRoles
from agent.language.trace import Sink
from agent.planning import phrasing
from agent.planning.episode import EpisodeResult
from agent.planning.planner import Planner
from agent.requests.errands import Errand
from agent.requests.instructions import Begin
from agent.requests.reading import LONGEST, read_utterance
from agent.runs.task_choice import check_name, choose
from agent.trail.course import TRAIL, OtherCourse, Trail
from agent.trail.remembered import newest_number
from envs.clock import SimulatedClock
from envs.engines import Home, Launcher
from envs.errors import AlreadyExists, BadInput, Notice
from envs.files.writing import make_folder, written
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from envs.teach.tasks.definition import Task
from memory.store.database import Store
from memory.store.written_files import NOTEBOOK as LIST_OF_TASKS
from memory.store.written_files import RECORD, TRAIL_OF_RUN, note, note_in

PAUSE = timedelta(minutes=20)
"""Time between two runs with the same memory."""
FIRST_DAY = datetime(2026, 1, 5, 8, 0)
NOTEBOOK = "tasks.sqlite"
"""Beside the trail of a run whose memory is made of what it sees: what it was asked for, which is not seen."""


@dataclass(frozen=True)
class Chore:
    """What is asked for in a room, ready to be done.

    Attributes:
        task: What to do; for a free command the first of what it asks for, as far as it was understood.
        scene: Where, and the simulator.
        session: The engine under TEACh's rules, freshly begun.
        memory: The memory file.
        record: Folder for the game file.
        game_id: Name of the episode.
        opening: What is said, and when.
        header: What it takes to begin the run again, for its trail.
        done: What was done before the run was cut off.
        later: What is going to be said from now on, in a run that goes on.
        started: When the run was begun, None for one that begins.
        eyesight: What the memory is made of in place of what the simulator tells; None remembers that.
        anew: Makes the home as it was at the start once more.
    """

    task: Task
    scene: Home
    session: TeachSession
    memory: Path
    record: Path
    game_id: str
    opening: Opening
    header: Mapping[str, Any] = field(default_factory=dict)
    done: tuple[Mapping[str, Any], ...] = ()
    later: tuple[Saying, ...] = ()
    started: datetime | None = None
    eyesight: Eyesight | None = None
    anew: Callable[[], TeachSession] | None = None


@dataclass(frozen=True)
class Done:
    """How a chore ended, and where to find what it left.

    Attributes:
        result: The outcome of all tasks together.
        started: When it began, on the home's clock.
        ended: When it ended.
        memory: The memory file.
        game_file: The record; of a run that waits to be told to go on, where it is going to be.
        lived: The single tasks, and what was said.
    """

    result: EpisodeResult
    started: datetime
    ended: datetime
    memory: Path
    game_file: Path
    lived: Lived

    @property
    def success(self) -> bool:
        """Whether everything is done."""
        return self.result.success

    def as_dict(self) -> dict[str, Any]:
        """The figures for reports."""
        result = self.result
        return {
            "task": result.game.task.name,
            "params": list(result.game.task.params),
            "world": result.game.world,
            "success": result.success,
            "reason": result.reason,
            "steps": result.steps,
            "failures": result.failures,
            "goal_conditions": {"satisfied": result.progress.satisfied, "total": result.progress.total},
            "tasks": [_ended(one) for one in self.lived.ended],
            "waiting": [errand.words for errand in self.lived.waiting],
            "said": [{"speaker": speaker, "text": text} for speaker, text in self.lived.said],
            "started": self.started.isoformat(),
            "ended": self.ended.isoformat(),
            "memory": str(self.memory),
            "game": str(self.game_file),
        }


def _ended(one: Any) -> dict[str, Any]:
    return {
        "task": one.item.errand.name,
        "params": list(one.item.errand.params),
        "words": one.item.errand.words,
        "status": one.item.status,
        "reason": one.item.note,
        "success": one.progress.success,
        "steps": one.steps,
        "resumed": one.resumed,
    }


# -- settling --------------------------------------------------------------------------------------------------------


def prepare(
    *,
    request: str | None = None,
    task: str | None = None,
    params: Sequence[str] = (),
    said: Sequence[Planned] = (),
    game: Game | None = None,
    scene: str | None = None,
    layouts: Layouts | None = None,
    seed: int = 0,
    memory: Path,
    record: Path | None = None,
    engine: str = "pocket",
    view: Mapping[str, Any] | None = None,
    source: Mapping[str, str | None] | None = None,
    eyesight: Eyesight | None = None,
) -> Chore:
    """Settle everything that can go wrong before the robot moves.

    Args:
        request: What is said, in free words, instead of a task.
        task: Task name; None means the game's own task, else the demo's.
        params: Its parameters; empty lets a task with parameters choose ones that fit the room.
        said: What is said during the run. A share of the run is a share of the steps that the same command takes when
            nobody interrupts it, which is tried beforehand in a copy of the home.
        game: A recorded game to begin in.
        scene: Scene name when there is no game.
        layouts: Free floor of the real plans, for the game's scene.
        seed: Seeds the room and the choice of parameters.
        memory: The memory file, new or old.
        record: New folder for the game file; None takes the next free ``runs/episode-<n>``.
        engine: ``pocket`` or ``unity``; its simulator is stopped when the chore is done.
        view: Parameters of the engine that decide what its frames look like (``width``, ``renderMode``, …).
        source: Names of the files of ``game`` and ``layouts``, without which a run that was cut off cannot go on.
        eyesight: See ``Chore``; decides the frames before ``view`` does.

    Raises:
        AlreadyExists: The record folder exists.
        BadInput: No such engine, or it cannot be used here; a request that says nothing or far too much.
        GaveUp: The simulator does not run.
        TryAgain: It did not start in time.
        UnknownScene: No such scene.
        UnknownTask: No such task, or the room has not what it needs.
    """
    if record is not None and record.exists():
        raise AlreadyExists(f"the record folder {record} exists; choose another name or remove it first")
    _check_request(request, task, params)
    if any(one.step is None for one in said) and engine != "pocket":
        raise BadInput("a share of the run can be told in the pocket engine only; say at which step: 'at step 25: …'")
    place = scene if game is None else game
    with ExitStack() as undo:
        launcher = undo.enter_context(Launcher(engine, layouts, **frames_of(view, eyesight, engine)))
        room = launcher.home(place, seed)
        session = TeachSession(room.simulator, None if game is None else list(game.initial.objects))
        if request is not None:
            opening, chosen = Opening(request), first_task(request)
        else:
            chosen = choose(task, params, game, room, session, seed)
            opening = Opening(phrasing.request(chosen, seed), Errand(chosen.name, tuple(chosen.params)))
        later = sayings(said, lambda: _uninterrupted(opening, place, layouts, seed, game))
        opening = replace(opening, sayings=later)
        undo.pop_all()  # from here on the simulator is the chore's
    folder = record or _next_folder(memory.parent)
    header = _header(opening, engine, scene, seed, folder.name, source or {})
    if eyesight is not None:
        header["eyesight"] = eyesight.as_dict()
    return Chore(chosen, room, session, memory, folder, folder.name, opening, header, eyesight=eyesight)


def frames_of(view: Mapping[str, Any] | None, eyesight: Eyesight | None, engine: str = "pocket") -> dict[str, Any]:
    """Parameters of the engine; eyes see the same whether or not somebody watches.

    Recorded clicks lie on their objects: the embedded engine can draw whose a pixel is at any time, Unity has to be
    asked for it beforehand.
    """
    masks = {"renderInstanceSegmentation": True, "renderDepthImage": True} if engine == "unity" else {}
    return {**masks, **(view or {}), **({} if eyesight is None else eyesight.frames)}


def _check_request(request: str | None, task: str | None, params: Sequence[str]) -> None:
    """Refuse what is misspelt before any room is built."""
    if request is not None and (task is not None or params):
        raise BadInput(f"give either a command ({request[:40]!r}) or --task with --param, not both")
    if request is not None and not request.strip():
        raise BadInput('an empty command; say what to do, such as "make me a salad, and clean the mugs afterwards"')
    if request is not None and len(request) > LONGEST:
        raise BadInput(f"a command of {len(request):,} characters; say at most {LONGEST:,} at a time")
    if task is not None:
        check_name(task, params)


def first_task(request: str) -> Task:
    """What a request asks for first, as far as it is understood."""
    begun = [one.errand.task for one in read_utterance(request) if isinstance(one, Begin)]
    nothing = Task(0, "Nothing", (), None, "", (), ())
    return replace(begun[0] if begun else nothing, desc=" ".join(request.split())[:200])


def _uninterrupted(opening: Opening, place: Any, layouts: Layouts | None, seed: int, game: Game | None) -> int:
    """How many steps it takes when nobody interrupts, tried in a copy of the home."""
    with Launcher("pocket", layouts, renderImage=False) as launcher:
        room = launcher.home(place, seed)
        session = TeachSession(room.simulator, None if game is None else list(game.initial.objects))
        there = Place(session, SimulatedClock(FIRST_DAY), "trial", room.name)
        return live(there, opening).result.steps


def _header(
    opening: Opening, engine: str, scene: str | None, seed: int, episode: str, source: Mapping[str, str | None]
) -> dict[str, Any]:
    return {
        "episode": episode,
        "engine": engine,
        "scene": scene,
        "seed": seed,
        "game": source.get("game"),
        "layouts": source.get("layouts"),
        "text": opening.text,
        "errand": None if opening.errand is None else asdict(opening.errand),
        "sayings": [asdict(one) for one in opening.sayings],
    }


def _next_folder(parent: Path) -> Path:
    number = 1
    while (folder := parent / f"episode-{number:03d}").exists():
        number += 1
    return folder


# -- doing -----------------------------------------------------------------------------------------------------------


def do_chore(
    chore: Chore,
    on_step: Callable[[StepReport], None] | None = None,
    typed: TextIO | None = None,
    language: Callable[[Sink], ModelRoles] | None = None,
) -> Done:
    """Do what is asked for, remember every step, write the record.

    Until the record is written, everything that is done stands in its folder as a trail, so that a run that is cut off
    can go on (``agent.household.unfinished.unfinished``, ``agent.runs.again.prepare_again``).

    Args:
        chore: What.
        on_step: Called after every step and utterance.
        typed: Where somebody may type what is said during the run.
        language: Makes roles by a language model, given what keeps the trace of its calls in the memory; it chooses
            what to see to next, and groups what was lived. The built-in roles by default, and where the model fails.

    Raises:
        BadInput: No model is set up, or the memory or the record cannot be written.
        TryAgain: The memory is in use, the disk is full, or the simulator was lost.
    """
    try:
        return _do(chore, on_step, typed, language)
    except OtherCourse as other:
        if chore.anew is None:
            raise
        told = f"this run does not take the same course any more ({other}); it goes on as well as it can"
        warnings.warn(told, Notice, stacklevel=2)
        return _do(replace(chore, session=chore.anew()), on_step, typed, language, True)


def _do(
    chore: Chore,
    on_step: Callable[[StepReport], None] | None,
    typed: TextIO | None,
    language: Callable[[Sink], ModelRoles] | None,
    other: bool = False,
) -> Done:
    """See ``do_chore``; ``other`` where a run that was cut off cannot take the same course again."""
    path = chore.record / TRAIL
    with ExitStack() as stack:
        stack.callback(chore.scene.simulator.stop)
        with written(chore.memory):
            make_folder(chore.memory.parent)
        store = stack.enter_context(Store.open(chore.memory))
        if chore.started is None:
            clear_leftovers(chore.memory, NOTEBOOK, chore.record)
        newest = store.newest
        begun = chore.started or (FIRST_DAY if newest is None else newest[1].time + PAUSE)
        clock = SimulatedClock(begun)
        after = _numbers(chore, store)
        trail = _trail(chore, path, {"started": begun.isoformat(), "n": after[0], "tasks": after[1]}, other)
        trail.number = lambda: newest_number(store)
        stack.callback(trail.close)
        note(store, path, TRAIL_OF_RUN)
        if chore.eyesight is not None:
            note(store, chore.record / NOTEBOOK, LIST_OF_TASKS)
        notebook = stack.enter_context(Store.open(chore.record / NOTEBOOK)) if chore.eyesight is not None else None
        roles = language(stack.enter_context(StoreSink(store, clock))) if language else None
        ears: Callable[[Sequence[Saying]], Ears] = Ears if typed is None else lambda said: TypedEars(said, typed)
        lived = live(
            Place(chore.session, clock, chore.game_id, chore.scene.name),
            replace(chore.opening, sayings=(*chore.opening.sayings, *_added(chore))) if other else chore.opening,
            store=store,
            trail=trail,
            repeat=chore.done if other else (),
            on_step=on_step,
            ears=ears,
            planners=roles.planner() if roles else Planner,
            grouper=roles.grouper() if roles else None,
            eyes=chore.eyesight.eyes(chore.game_id) if chore.eyesight is not None else None,
            notebook=notebook,
            after=after,
        )
    game_file = chore.record / f"{chore.game_id}.game.json"
    if not lived.waiting:
        write_game(lived.result.game, game_file, again=chore.started is not None)
        note_in(chore.memory, game_file, RECORD)
        (chore.record / NOTEBOOK).unlink(missing_ok=True)
        path.unlink(missing_ok=True)  # last: as long as it is there, a run that is killed now can be ended properly
    return Done(lived.result, begun, clock.now(), chore.memory, game_file, lived)


def _numbers(chore: Chore, store: Store) -> tuple[int, int]:
    """Number of the newest experience and of the newest task before the run was begun."""
    if chore.started is not None:
        return int(chore.header.get("n", 0)), int(chore.header.get("tasks", 0))
    if chore.eyesight is not None:  # its tasks are noted in a file of its own
        return newest_number(store), 0
    row = store.row("SELECT max(id) FROM tasks")
    return newest_number(store), int(row[0] or 0) if row else 0


def _trail(chore: Chore, path: Path, begun: Mapping[str, Any], other: bool) -> Trail:
    """The trail of a run: a new one, or that of one that goes on."""
    if chore.started is None:
        return Trail(path, {**chore.header, **begun})
    return Trail(path) if other else Trail(path, None, chore.done, [asdict(one) for one in chore.later])


def _added(chore: Chore) -> tuple[Saying, ...]:
    """What was going to be said beside what was planned at first."""
    again = [one for line in chore.done for one in line.get("again", ())]
    return (*(Saying(str(one["text"]), int(one["step"])) for one in again), *chore.later)
