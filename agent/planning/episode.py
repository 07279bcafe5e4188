"""One task, from the request to "done": ties session, perception, planner, memory, record and progress together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.body.acting import Body, LimitReached, Observer, RunRecording, StepReport
from agent.body.eyes import Eyes
from agent.body.perceiving import Perception
from agent.body.skills import SkillResult, Skills
from agent.planning import phrasing
from agent.planning.moves import SkillCall
from agent.planning.planner import Planner
from agent.planning.wants import wants_of
from agent.space.prospects import Told
from agent.trail.course import NotedBody, Trail
from agent.trail.remembered import Remembered, RememberedPart
from envs.clock import SimulatedClock
from envs.teach.games.recorded import Game
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.definition import Task
from memory.store.task_log import TaskLog, TaskOrigin, unsaved_log
from memory.task_status import DONE, FAILED
from perception.scene_graph.from_truth import GroundTruthPerceiver

IDLE_LIMIT = 25
"""So many skills in a row that did not need a single step mean that the agent is going round in circles."""

USER = "user"
"""Speaker name of the person who asks."""


@dataclass(frozen=True)
class EpisodeResult:
    """How an episode ended.

    Attributes:
        success: Whether the task is done, by TEACh's checker.
        steps: Motions and object actions.
        failures: How many of them failed.
        reason: Why it ended: "done", or why the agent gave up.
        progress: The checker's count of goal conditions in the final scene.
        game: The record, ready for ``write_game``.
    """

    success: bool
    steps: int
    failures: int
    reason: str
    progress: TaskProgress
    game: Game


def run_episode(
    session: TeachSession,
    task: Task,
    *,
    history: Observer | None,
    clock: SimulatedClock,
    game_id: str,
    world: str,
    utterance: str | None = None,
    seed: int = 0,
    on_step: Callable[[StepReport], None] | None = None,
    max_steps: int = 1000,
    max_failures: int = 30,
    perceiver: GroundTruthPerceiver | None = None,
    eyes: Eyes | None = None,
    trail: Trail | None = None,
    known: RememberedPart | None = None,
    tasks: TaskLog | None = None,
    perception: Perception | None = None,
) -> EpisodeResult:
    """Do a task.

    Args:
        session: The episode to act in, freshly begun.
        task: What is asked for.
        history: What remembers it, such as a ``HistoryBuilder``; the caller closes it. None remembers nothing.
        clock: The home's clock; moves on with every action.
        game_id: Name of the episode in memory and record.
        world: Scene name for the record.
        utterance: What the person says; None makes a sentence from the task.
        seed: Chooses that sentence.
        on_step: Called after every step and utterance.
        max_steps: Steps after which the episode ends (TEACh: 1000).
        max_failures: Failed actions after which it ends (TEACh: 30).
        perceiver: Give the same one to all episodes in one home; see ``Body``.
        eyes: Likewise; what the memory is made of in place of what the simulator tells.
        trail: Where to write down what is done; with what was done before, the same is done again.
        known: What of that the memory has.
        tasks: Where to write down what was asked and what became of it; nowhere by default.
        perception: What belief is made of; see ``Body``.

    Raises:
        BadInput: The memory cannot keep the episode.
        OtherCourse: What was done before cannot be done in the same course again.
        TryAgain: The memory file is busy or the disk full.
    """
    recorder = GameRecorder(session, task, game_id, world, clock.now())
    trail = trail or Trail(None)
    observer = Remembered(history, trail, known) if history is not None and known is not None else history
    journal = RunRecording(clock, recorder, game_id, phrasing.errand(task), observer, on_step)
    body = NotedBody(session, journal, trail, max_steps, max_failures, perceiver, eyes, None, perception)
    origin = TaskOrigin(phrasing.errand(task), USER, game_id)
    reason = _asked_and_done(
        body, task, utterance or phrasing.request(task, seed), (tasks or unsaved_log(), origin, clock)
    )
    progress = check_task(task, session.objects())
    recorder.progress_check(progress.success, clock.now())
    return EpisodeResult(progress.success, body.steps, body.failures, reason, progress, recorder.finish(clock.now()))


_Books = tuple[TaskLog, TaskOrigin, SimulatedClock]
"""Where a task is written down, whose it is, and the time."""


def _asked_and_done(body: Body, task: Task, said: str, books: _Books) -> str:
    """Be asked for a task, do it, and say and write down what became of it; returns "done" or why not."""
    log, origin, clock = books
    asked = clock.now()
    body.say(said, USER)
    number = log.begin(task.name, task.params, said, asked, origin=origin)
    body.say(phrasing.promise(task))
    wanted = _missing(body, task)
    reason = serve(body, task)
    _over(log, number, reason, (wanted, _missing(body, task)), clock)
    body.goal = ""
    body.say(phrasing.finished() if reason == "done" else phrasing.sorry(reason))
    return reason


def _missing(body: Body, task: Task) -> tuple[str, ...]:
    """What a task still wants, as far as the agent knows."""
    progress = check_task(task, body.belief.objects())
    return () if progress.success else tuple(text for text in progress.failures if text)


def _over(
    log: TaskLog, number: int, reason: str, missing: tuple[tuple[str, ...], tuple[str, ...]], clock: SimulatedClock
) -> None:
    """Write down how a task ended, and how much of what was missing at first still is."""
    if reason == "done":
        log.update(number, clock.now(), status=DONE)
        return
    first, left = missing
    log.update(number, clock.now(), status=FAILED, note=reason, remaining=left, part=0 < len(left) < len(first))


def serve(body: Body, task: Task, told: Told | None = None) -> str:
    """Act until the task is done or hopeless; returns "done" or why not.

    Args:
        body: Who acts.
        task: What is to be done.
        told: What somebody said who knows where things are; None where nobody did.
    """
    skills = Skills(body)
    return pursue(skills, planner_of(skills, task, told))


def planner_of(skills: Skills, task: Task, told: Told | None = None) -> Planner:
    """A planner for a task that decides what these skills are used for; ``told`` as in ``serve``."""
    return Planner(wants_of(task), skills.belief, skills.navigator, skills.survey, skills.containers, told)


def pursue(skills: Skills, planner: Planner) -> str:
    """Do what a planner says until it has nothing more to say; returns "done" or why not all was done."""
    body = skills.body
    announced: set[str] = set()
    idle, steps = 0, 0
    try:
        while (step := planner.next()) is not None and idle < IDLE_LIMIT:
            body.goal = planner.goal
            if body.goal.startswith("find ") and body.goal not in announced:
                announced.add(body.goal)
                body.say(phrasing.looking(body.goal))
            was_in = tuple(body.belief.chain(step.target)) if isinstance(step.target, str) else ()
            planner.learn(step, carry_out(skills, step), was_in)
            idle = idle + 1 if body.steps == steps else 0
            steps = body.steps
    except LimitReached as limit:
        return str(limit)
    if idle >= IDLE_LIMIT:
        return "I do not get anywhere"
    return "; ".join(planner.excuses()) or "done"


def carry_out(skills: Skills, step: SkillCall) -> SkillResult:
    """Use the skill that a step names."""
    return getattr(skills, step.skill)(step.target)
