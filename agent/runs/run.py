"""One run from the command line: which room, what is asked for, which memory and record, and then doing it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from agent.body.acting import StepReport
from agent.household.listening_body import Saying, SpeechSource
from agent.household.planned_sayings import sayings
from agent.household.provisions import Capabilities, EpisodeHome, Records, Speech
from agent.household.session import LivedEpisode, live
from agent.household.typed_speech import TypedSpeech
from agent.household.unfinished import clear_leftovers
from agent.language.call_log import StoreSink
from agent.personal.asked import USER
from agent.planning import phrasing
from agent.planning.episode import EpisodeResult
from agent.requests.errands import Errand
from agent.requests.reading import LONGEST
from agent.runs.setup import RunSetup
from agent.runs.task_choice import check_name, choose
from agent.runs.thinking import GROUPER
from agent.trail.course import TRAIL, OtherCourse, Trail
from agent.trail.remembered import newest_number
from envs.clock import SimulatedClock
from envs.engines import Home, Launcher
from envs.errors import BadInput, Notice
from envs.files.writing import make_folder, written
from envs.teach.games.session import TeachSession
from envs.teach.games.writer import write_game
from memory.live.writer import MemoryWriter, opened
from memory.store.database import Store
from memory.store.task_log import TaskLog
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
        setup: What it was begun with.
        title: What is asked for, in words.
        scene: Where, and the simulator.
        session: The engine under TEACh's rules, freshly begun.
        record: Folder for the game file; its name is that of the episode.
        speech: What is said, and when.
        header: What it takes to begin the run again, for its trail.
        done: What was done before the run was cut off.
        later: What is going to be said from now on, in a run that goes on.
        started: When the run was begun, None for one that begins.
        anew: Makes the home as it was at the start once more.
    """

    setup: RunSetup
    title: str
    scene: Home
    session: TeachSession
    record: Path
    speech: Speech
    header: Mapping[str, Any] = field(default_factory=dict)
    done: tuple[Mapping[str, Any], ...] = ()
    later: tuple[Saying, ...] = ()
    started: datetime | None = None
    anew: Callable[[], TeachSession] | None = None

    @property
    def episode(self) -> str:
        """Name of the episode."""
        return self.record.name

    @property
    def notebook(self) -> Path:
        """Where tasks are written down when the memory is made of what is seen."""
        return self.record / NOTEBOOK


@dataclass(frozen=True)
class FinishedChore:
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
    lived: LivedEpisode

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
        "language": asdict(one.item.working.spent),
    }


# -- settling --------------------------------------------------------------------------------------------------------


def prepare(setup: RunSetup) -> Chore:
    """Settle everything that can go wrong before the robot moves.

    Args:
        setup: What to begin with. Without a record folder the next free ``runs/episode-<n>`` is taken; the simulator
            of the engine is stopped when the chore is done.

    Raises:
        AlreadyExists: The record folder exists.
        BadInput: No such engine, or it cannot be used here; a request that says nothing or far too much.
        GaveUp: The simulator does not run.
        TryAgain: It did not start in time.
        UnknownScene: No such scene.
        UnknownTask: No such task, or the room has not what it needs.
    """
    setup.check_record()
    _check_request(setup)
    with ExitStack() as undo:
        room, session = setup.home(undo.enter_context(setup.launcher()))
        speech = _asked(setup, room, session)
        speech = replace(speech, sayings=sayings(setup.said, lambda: _uninterrupted(setup, speech)))
        undo.pop_all()  # from here on the simulator is the chore's
    folder = setup.record or _next_folder(setup.memory.parent)
    return Chore(setup, title_of(speech), room, session, folder, speech, _header(setup, speech, folder.name))


def _check_request(setup: RunSetup) -> None:
    """Refuse what is misspelt before any room is built."""
    request, task, params = setup.request, setup.task, setup.params
    if request is not None and (task is not None or params):
        raise BadInput(f"give either a command ({request[:40]!r}) or --task with --param, not both")
    if request is not None and not request.strip():
        raise BadInput('an empty command; say what to do, such as "make me a salad, and clean the mugs afterwards"')
    if request is not None and len(request) > LONGEST:
        raise BadInput(f"a command of {len(request):,} characters; say at most {LONGEST:,} at a time")
    if task is not None:
        check_name(task, params)
    if any(one.step is None for one in setup.said) and setup.engine != "pocket":
        raise BadInput("a share of the run can be told in the pocket engine only; say at which step: 'at step 25: …'")


def _asked(setup: RunSetup, room: Home, session: TeachSession) -> Speech:
    """The words in which it is asked for, and, where it was chosen by name, what is to be done."""
    if setup.request is not None:
        return Speech(setup.request)
    task = choose(setup.task, setup.params, setup.game, room, session, setup.seed)
    return Speech(phrasing.request(task, setup.seed), Errand(task.name, tuple(task.params)))


def title_of(speech: Speech) -> str:
    """What is shown above a run."""
    return " ".join(speech.text.split())[:200] if speech.errand is None else speech.errand.task.desc


def _uninterrupted(setup: RunSetup, speech: Speech) -> int:
    """How many steps it takes when nobody interrupts, tried in a copy of the home."""
    sight = setup.eyesight if setup.eyesight is not None and setup.eyesight.acting else None
    frames = {"renderImage": False} if sight is None else sight.frames
    capabilities = Capabilities(eyes=None if sight is None else sight.eyes("trial"))
    with Launcher("pocket", setup.layouts, **frames) as launcher:
        room, session = setup.home(launcher)
        home = EpisodeHome(session, SimulatedClock(FIRST_DAY), "trial", room.name)
        return live(home, speech, None, capabilities).result.steps


def _header(setup: RunSetup, speech: Speech, episode: str) -> dict[str, Any]:
    header = {
        "episode": episode,
        "engine": setup.engine,
        "scene": setup.scene,
        "seed": setup.seed,
        "game": setup.files.get("game"),
        "layouts": setup.files.get("layouts"),
        "text": speech.text,
        "errand": None if speech.errand is None else asdict(speech.errand),
        "sayings": [asdict(one) for one in speech.sayings],
    }
    if setup.user != USER:
        header["user"] = setup.user
    return header if setup.eyesight is None else {**header, "eyesight": setup.eyesight.as_dict()}


def _next_folder(parent: Path) -> Path:
    number = 1
    while (folder := parent / f"episode-{number:03d}").exists():
        number += 1
    return folder


# -- doing -----------------------------------------------------------------------------------------------------------


def do_chore(chore: Chore, on_step: Callable[[StepReport], None] | None = None) -> FinishedChore:
    """Do what is asked for, remember every step, write the record.

    Until the record is written, everything that is done stands in its folder as a trail, so that a run that is cut off
    can go on (``agent.household.unfinished.unfinished``, ``agent.runs.again.prepare_again``).

    Args:
        chore: What.
        on_step: Called after every step and utterance.

    Raises:
        BadInput: No model is set up, or the memory or the record cannot be written.
        TryAgain: The memory is in use, the disk is full, or the simulator was lost.
    """
    try:
        return _do(chore, on_step)
    except OtherCourse as other:
        if chore.anew is None:
            raise
        told = f"this run no longer takes the same course ({other}); it goes on as well as it can"
        warnings.warn(told, Notice, stacklevel=2)
        return _do(replace(chore, session=chore.anew()), on_step, True)


def _do(chore: Chore, on_step: Callable[[StepReport], None] | None, other: bool = False) -> FinishedChore:
    """See ``do_chore``; ``other`` where a run that was cut off cannot take the same course again."""
    with ExitStack() as stack:
        stack.callback(chore.scene.simulator.stop)
        clock = SimulatedClock(FIRST_DAY)
        memory = _memory(chore, clock, stack)
        begun = clock.time = chore.started or memory.ask(lambda store: _beginning(store, chore.setup.begin))
        records = _records(chore, memory, clock, other, stack)
        capabilities = _faculties(chore, memory, clock, records.trail, stack)
        speech = chore.speech
        if other:
            speech = replace(speech, sayings=(*speech.sayings, *_added(chore)))
        home = EpisodeHome(chore.session, clock, chore.episode, chore.scene.name)
        lived = live(home, speech, records, capabilities, on_step)
    return FinishedChore(lived.result, begun, clock.now(), chore.setup.memory, _recorded(chore, lived), lived)


def _memory(chore: Chore, clock: SimulatedClock, stack: ExitStack) -> MemoryWriter:
    """The memory file, with nothing beside it that a run that was killed left there in vain."""
    memory = chore.setup.memory
    with written(memory):
        make_folder(memory.parent)
    writer = stack.enter_context(opened(memory, chore.setup.memory_mode, clock, chore.setup.lifetimes))
    if chore.started is None:
        clear_leftovers(memory, NOTEBOOK, chore.record)
    return writer


def _beginning(store: Store, now: datetime | None) -> datetime:
    """When a new run begins: at the time that was said, else a while after what is remembered.

    Raises:
        BadInput: That time was lived already.
    """
    newest = store.newest
    if now is not None:
        if newest is not None and now <= newest[1].time:
            raise BadInput(
                f"{now} is over in this home, where it is {newest[1].time:%Y-%m-%d %H:%M}; say a later --begin"
            )
        return now
    return FIRST_DAY if newest is None else newest[1].time + PAUSE


def _records(chore: Chore, memory: MemoryWriter, clock: SimulatedClock, other: bool, stack: ExitStack) -> Records:
    """Where everything is written down; what is opened for it is closed with the stack."""
    path = chore.record / TRAIL
    after = memory.ask(lambda store: _numbers(chore, store))
    trail = _trail(chore, path, {"started": clock.now().isoformat(), "n": after[0], "tasks": after[1]}, other)
    trail.number = lambda: memory.number
    stack.callback(trail.close)
    memory.ask(lambda store: note(store, path, TRAIL_OF_RUN))
    notebook = None
    if chore.setup.eyesight is not None:
        memory.ask(lambda store: note(store, chore.notebook, LIST_OF_TASKS))
        notebook = stack.enter_context(opened(chore.notebook, "inline", clock))
    return Records(memory, notebook, trail, chore.done if other else (), after)


def _faculties(
    chore: Chore, memory: MemoryWriter, clock: SimulatedClock, trail: Trail, stack: ExitStack
) -> Capabilities:
    """What the robot has to live with; a language model, where one was chosen, may also group what is remembered."""
    setup = chore.setup
    typed = setup.typed
    capabilities = Capabilities(
        hearing=SpeechSource if typed is None else lambda said: TypedSpeech(said, typed),
        eyes=None if setup.eyesight is None else setup.eyesight.eyes(chore.episode),
        speaker=setup.user,
    )
    if setup.thinking is None:
        return capabilities
    sink = stack.enter_context(StoreSink(memory, clock))
    parts = setup.thinking.begun(sink, lambda ask: trail.given(ask, dict))
    if GROUPER in parts.parts:
        memory.group_with(parts.roles.grouper())
    return parts.given_to(capabilities)


def _recorded(chore: Chore, lived: LivedEpisode) -> Path:
    """Write the record of a run that is over; where it is, or is going to be."""
    game_file = chore.record / f"{chore.episode}.game.json"
    if not lived.waiting:
        write_game(lived.result.game, game_file, again=chore.started is not None)
        note_in(chore.setup.memory, game_file, RECORD)
        chore.notebook.unlink(missing_ok=True)
        (chore.record / TRAIL).unlink(missing_ok=True)  # last: while it is there, a run that is killed can be ended
    return game_file


def _numbers(chore: Chore, store: Store) -> tuple[int, int]:
    """Number of the newest experience and of the newest task before the run was begun."""
    if chore.started is not None:
        return int(chore.header.get("n", 0)), int(chore.header.get("tasks", 0))
    if chore.setup.eyesight is not None:  # its tasks are noted in a file of its own
        return newest_number(store), 0
    return newest_number(store), TaskLog(store).newest


def _trail(chore: Chore, path: Path, begun: Mapping[str, Any], other: bool) -> Trail:
    """The trail of a run: a new one, or that of one that goes on."""
    if chore.started is None:
        return Trail(path, {**chore.header, **begun})
    return Trail(path) if other else Trail(path, None, chore.done, [asdict(one) for one in chore.later])


def _added(chore: Chore) -> tuple[Saying, ...]:
    """What was going to be said beside what was planned at first."""
    again = [one for line in chore.done for one in line.get("again", ())]
    return (*(Saying(str(one["text"]), int(one["step"])) for one in again), *chore.later)
