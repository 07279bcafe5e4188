"""One stretch of life in a home: from what is said first until nothing is left to do, with memory and record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from agent.body.acting import Journal, StepReport
from agent.body.eyes import Eyes
from agent.body.skills import Skills
from agent.household.agenda import Tasks, working_from
from agent.household.executive import FAILURES, STEPS, Ended, Household, Memory
from agent.household.kept_tasks import KeptTasks
from agent.household.listening_body import Ears, ListeningBody, Saying
from agent.household.unsaved import UnsavedTasks
from agent.planning.episode import EpisodeResult
from agent.planning.planner import Planner
from agent.recall.asking import Recall
from agent.requests.errands import Errand
from agent.requests.instructions import Begin
from agent.requests.reading import read_utterance
from agent.trail.course import Trail
from agent.trail.remembered import Known, Remembered, known
from envs.clock import SimulatedClock
from envs.errors import HomebodyError
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import TaskProgress
from envs.teach.tasks.definition import Task
from memory.building.history import HistoryBuilder
from memory.roles import Grouper
from memory.store.database import Store
from memory.store.task_log import CANCELLED, DONE, TaskLog
from perception.scene_graph.from_truth import GroundTruthPerceiver

_NOTHING = Task(0, "Nothing", (), None, "Nothing was asked for.", (), ())


@dataclass(frozen=True)
class Opening:
    """How it begins.

    Attributes:
        text: What is said first.
        errand: What that asks for, when it is known; None lets the agent read it.
        sayings: What is said later.
    """

    text: str
    errand: Errand | None = None
    sayings: tuple[Saying, ...] = ()


@dataclass(frozen=True)
class Lived:
    """How it ended.

    Attributes:
        result: Steps, failures, record and the checker's counts, of all tasks together.
        ended: How each task ended, in order.
        waiting: What still waits to be told to go on.
        said: Everything that was said, in order: (speaker, words).
    """

    result: EpisodeResult
    ended: tuple[Ended, ...]
    waiting: tuple[Errand, ...] = ()
    said: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Place:
    """Where and under which names it happens.

    Attributes:
        session: The home, freshly begun.
        clock: The home's time.
        episode: Name in memory and record.
        world: Scene name for the record.
    """

    session: TeachSession
    clock: SimulatedClock
    episode: str
    world: str


def live(
    place: Place,
    opening: Opening,
    *,
    store: Store | None = None,
    trail: Trail | None = None,
    repeat: Sequence[Mapping[str, Any]] = (),
    memory: Memory = "both",
    on_step: Callable[[StepReport], None] | None = None,
    perceiver: GroundTruthPerceiver | None = None,
    steps: int = STEPS,
    failures: int = FAILURES,
    on_ready: Callable[[Household], None] | None = None,
    ears: Callable[[Sequence[Saying]], Ears] = Ears,
    planners: Callable[..., Planner] = Planner,
    grouper: Grouper | None = None,
    eyes: Eyes | None = None,
    notebook: Store | None = None,
    after: tuple[int, int] = (0, 0),
) -> Lived:
    """Do what is asked for.

    Args:
        place: Where.
        opening: What is said, and when.
        store: The memory; None remembers nothing beyond this.
        trail: Where to write down what is done. With what was done before the run was cut off, in the same home as it
            was at the start, the run takes the same course again.
        repeat: What was done before the run was cut off, where it cannot take the same course: it is done once more
            without asking why, and then gone on with as well as may be.
        memory: What outlives an interruption.
        on_step: Called after every step and utterance.
        perceiver: See ``Body``.
        steps: Steps that each task may take.
        failures: Failed actions that each task may take.
        on_ready: Called with the robot before the first word.
        ears: Makes the ears, from what is going to be said.
        planners: Makes planners; the built-in one, or one that a language model chooses for.
        grouper: Groups what was lived; the built-in one by default.
        eyes: What the memory is made of in place of what the simulator tells.
        notebook: Where tasks are written down; the memory by default.
        after: Number of the newest experience and of the newest task before the run was begun.

    Raises:
        BadInput: The memory cannot keep it.
        OtherCourse: What was done before cannot be done in the same course again.
        TryAgain: The memory file is busy or the disk full.
    """
    first = opening.errand or next((one.errand for one in read_utterance(opening.text) if isinstance(one, Begin)), None)
    recorder = GameRecorder(
        place.session, first.task if first else _NOTHING, place.episode, place.world, place.clock.now()
    )
    trail = trail or Trail(None)
    history = HistoryBuilder(store, grouper) if store is not None else None
    said: list[tuple[str, str]] = []

    def note(report: StepReport) -> None:
        if report.action == "Text":
            said.append((report.speaker, report.target or ""))
        if on_step is not None and not trail.repeating:
            on_step(report)

    was = known(store, trail, after[0], place.episode) if store is not None and trail.lines else Known(-1, -1, None)
    observer = Remembered(history, trail, was) if history is not None and trail.lines else history
    journal = Journal(place.clock, recorder, place.episode, first.words if first else "", observer, note)
    words = (Saying(opening.text, 0), *opening.sayings) if opening.errand is None else opening.sayings
    body = ListeningBody(place.session, journal, ears(words), trail, perceiver, eyes)
    skills = Skills(body)

    def look() -> None:
        skills.survey.look(body.belief.pose)
        skills.containers.look()

    if repeat:
        body.repeat(repeat, _known(store, place.episode), look)
    notebook = notebook or store
    tasks = _tasks(notebook, trail, was, place.episode, after[1])
    answer = None if store is None else lambda text: trail.given(lambda: _recalled(store, place.clock, text), str)
    together = nullcontext if notebook is None else notebook.transaction

    def planner(*given: Any) -> Planner:
        made = planners(*given)
        made.outside = lambda decide: trail.given(decide, int)
        return made

    home = Household(body, skills, tasks, place.episode, answer, memory, steps, failures, together, planner)
    if on_ready is not None:
        on_ready(home)
    _begin(home, opening, repeat)
    home.live(bool(repeat))
    while home.agenda.open:
        trail.note(rest=True)
        if not trail.goes_on:
            break
        home.live(again=True)
    if history is not None:
        history.close()
    return _lived(home, recorder, place, said)


def _tasks(notebook: Store | None, trail: Trail, was: Known, episode: str, after: int) -> Tasks:
    """Where tasks are written down."""
    if notebook is None:
        return UnsavedTasks()
    log = TaskLog(notebook)
    if not trail.lines:
        return log
    there = [one for one in log.tasks() if one.id > after and '"episode"' in one.state]
    return KeptTasks(log, [one for one in there if working_from(one.state).episode == episode], trail, was)


def _recalled(store: Store, clock: SimulatedClock, question: str) -> str:
    """What the memory answers."""
    try:
        return Recall(store, clock.now()).answer(question).text
    except HomebodyError as error:
        return f"I cannot tell just now: {error}"


def _known(store: Store | None, episode: str) -> int:
    """How much of an episode the memory has."""
    row = store.row("SELECT count(*) FROM experiences WHERE episode = ?", episode) if store is not None else None
    return int(row[0]) if row else 0


def _begin(home: Household, opening: Opening, repeat: Sequence[Mapping[str, Any]]) -> None:
    """Say the first words; or, after a run was cut off, see to what was said last and not dealt with any more."""
    if not repeat:
        if opening.errand is not None:
            home.begin(opening.errand, opening.text)
        return
    words = [deed["say"] for deed in repeat if "say" in deed and deed["by"] != "agent"]
    first = 1 if opening.errand is not None else 0
    home.body.ears.skip(words[first:])
    for text in words[home.agenda.heard :]:
        home.take_in(text, opening.errand if text == opening.text and home.agenda.heard == 0 else None)


def _lived(home: Household, recorder: GameRecorder, place: Place, said: list[tuple[str, str]]) -> Lived:
    ended = tuple(home.ended)
    counted = [one for one in ended if one.item.status != CANCELLED]
    waiting = tuple(item.errand for item in home.agenda.open)
    success = bool(counted) and not waiting and all(one.progress.success and one.item.status == DONE for one in counted)
    reasons = [one.item.note for one in counted if one.item.status != DONE]
    if waiting:
        reasons.append("paused")
    total = sum(one.progress.total for one in counted)
    satisfied = sum(one.progress.satisfied for one in counted)
    progress = TaskProgress(success, total, satisfied, (), ())
    recorder.progress_check(success, place.clock.now())
    game = recorder.finish(place.clock.now())
    if not counted:  # all that was asked for was called off
        game = replace(game, task=_NOTHING)
    reason = "; ".join(dict.fromkeys(reasons)) or ("done" if counted else "nothing to do")
    body = home.body
    return Lived(EpisodeResult(success, body.steps, body.failures, reason, progress, game), ended, waiting, tuple(said))
