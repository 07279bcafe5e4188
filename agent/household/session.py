"""One stretch of life in a home: from what is said first until nothing is left to do, with memory and record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any

from agent.body.acting import RunRecording, StepReport
from agent.body.skills import Skills
from agent.household.agenda import in_household
from agent.household.listening_body import ListeningBody, Saying
from agent.household.provisions import Capabilities, EpisodeHome, Records, Speech
from agent.household.robot import EndedTask, Household
from agent.household.schedule import PlanLog, PlannedTask
from agent.mind.tasks import working_from
from agent.personal.profiles import LivedProfiles, as_json, from_json
from agent.planning.episode import EpisodeResult
from agent.recall.asking import Recall
from agent.requests.errands import LOOK, Errand
from agent.requests.home_questions.reading import home_question
from agent.trail.remembered import Remembered, RememberedPart, known
from agent.trail.task_log import RepeatedTaskLog
from envs.clock import SimulatedClock
from envs.errors import HomebodyError
from envs.teach.games.rebuild import known_room
from envs.teach.games.recorder import GameRecorder
from envs.teach.tasks.check import TaskProgress
from envs.teach.tasks.definition import Task
from memory.live.task_log import LivedTaskLog
from memory.live.writer import MemoryWriter
from memory.profile.book import ProfileBook
from memory.reading.counts import experiences
from memory.store.database import Store
from memory.store.task_log import TaskLog, unsaved_log
from memory.task_status import CANCELLED, DONE

_NOTHING = Task(0, "Nothing", (), None, "Nothing was asked for.", (), ())


@dataclass(frozen=True)
class LivedEpisode:
    """How it ended.

    Attributes:
        result: Steps, failures, record and the checker's counts, of all tasks together.
        ended: How each task ended, in order.
        waiting: What still waits to be told to go on.
        said: Everything that was said, in order: (speaker, words).
        planned: What is planned, what is due first at the beginning.
    """

    result: EpisodeResult
    ended: tuple[EndedTask, ...]
    waiting: tuple[Errand, ...] = ()
    said: tuple[tuple[str, str], ...] = ()
    planned: tuple[PlannedTask, ...] = ()


def live(
    home: EpisodeHome,
    speech: Speech,
    records: Records | None = None,
    capabilities: Capabilities | None = None,
    on_step: Callable[[StepReport], None] | None = None,
    on_ready: Callable[[Household], None] | None = None,
) -> LivedEpisode:
    """Do what is asked for.

    Args:
        home: Where.
        speech: What is said, and when.
        records: Where it is written down; nowhere by default.
        capabilities: What the robot is given.
        on_step: Called after every step and utterance.
        on_ready: Called with the robot before the first word.

    Raises:
        BadInput: The memory cannot keep it.
        OtherCourse: What was done before cannot be done in the same course again.
        TryAgain: The memory file is busy or the disk full.
    """
    records, capabilities = records or Records(), capabilities or Capabilities()
    said: list[tuple[str, str]] = []

    def note(report: StepReport) -> None:
        if report.action == "Text":
            said.append((report.speaker, report.target or ""))
        if on_step is not None and not records.trail.repeating:
            on_step(report)

    recorder = GameRecorder(home.session, _NOTHING, home.episode, home.world, home.clock.now())
    was = _remembered(records, home.episode)
    history = records.memory
    observer = Remembered(history, records.trail, was) if history is not None and records.trail.lines else history
    journal = RunRecording(home.clock, recorder, home.episode, "", observer, note)
    robot = _robot(home, speech, records, capabilities, journal, was)
    if on_ready is not None:
        on_ready(robot)
    _begin(robot, speech, records.repeat)
    _work(robot, records)
    return _lived(robot, recorder, home, said)


def _remembered(records: Records, episode: str) -> RememberedPart:
    """What the memory has of a run that goes on."""
    if records.memory is None or not records.trail.lines:
        return RememberedPart(-1, -1, None)
    return records.memory.ask(lambda store: known(store, records.trail, records.after[0], episode))


def _robot(
    home: EpisodeHome,
    speech: Speech,
    records: Records,
    capabilities: Capabilities,
    journal: RunRecording,
    was: RememberedPart,
) -> Household:
    """The robot at its place, with what it did before the run was cut off done again where that has to be."""
    trail, memory = records.trail, records.memory
    words = (Saying(speech.text, 0), *speech.sayings) if speech.errand is None else speech.sayings
    body = ListeningBody(
        home.session, journal, capabilities.hearing(words), trail, capabilities.perceiver, capabilities.eyes
    )
    skills = Skills(body)

    def look() -> None:
        skills.survey.look(body.belief.pose)
        skills.containers.look()

    if records.repeat:
        body.repeat(records.repeat, _known(memory, home.episode), look)

    answer = None if memory is None else lambda text: trail.given(lambda: _recalled(memory, home.clock, text), str)
    together = nullcontext if records.tasks is None else records.tasks.together
    tasks = _tasks(records, was, home.episode)
    plans = _plans(records, was, home.episode)
    personal = capabilities.personal(_profiles(records))
    return Household(body, skills, tasks, capabilities, answer, together, plans, personal, known_room(home.world))


def _profiles(records: Records) -> LivedProfiles:
    """What is known of people; a run that goes on knows at first what it knew when it was begun."""
    memory, trail = records.memory, records.trail
    if memory is None:
        return LivedProfiles()

    def write(work: Callable[[Store], object]) -> None:
        if not trail.repeating:
            memory.ask(work)

    if trail.repeating:
        begun = isinstance(trail.coming.get("given"), list)
        return LivedProfiles(map(from_json, trail.given(list, list)) if begun else (), write)
    items = [as_json(one) for one in memory.ask(lambda store: ProfileBook(store).items())]
    return LivedProfiles(map(from_json, trail.given(lambda: items, list)) if items else (), write)


def _work(robot: Household, records: Records) -> None:
    """Work until nothing is left; a run that was left to wait and taken up again goes on."""
    robot.live(bool(records.repeat))
    while robot.agenda.open:
        records.trail.note(rest=True)
        if not records.trail.goes_on:
            break
        robot.live(again=True)


def _tasks(records: Records, was: RememberedPart, episode: str) -> TaskLog:
    """Where tasks are written down."""
    if records.tasks is None:
        return unsaved_log()
    log = LivedTaskLog(records.tasks)
    if not records.trail.lines:
        return log
    there = [one for one in log.tasks() if one.id > records.after[1] and in_household(one)]
    mine = [one for one in there if working_from(one.state).episode == episode]
    return RepeatedTaskLog(log, mine, records.trail, was)


def _plans(records: Records, was: RememberedPart, episode: str) -> PlanLog | None:
    """Where what is planned is written down: in the memory, also where tasks are not."""
    if records.memory is None:
        return None
    return PlanLog(LivedTaskLog(records.memory), episode, records.trail, was.lines, records.after[1])


def _recalled(memory: MemoryWriter, clock: SimulatedClock, question: str) -> str:
    """What the memory answers, with everything up to now in it: so the answer does not depend on the machine."""
    try:
        return memory.ask(lambda store: Recall(store, clock.now()).answer(question)).text
    except HomebodyError as error:
        return f"I cannot tell just now: {error}"


def _known(memory: MemoryWriter | None, episode: str) -> int:
    """How much of an episode the memory has."""
    return 0 if memory is None else memory.ask(lambda store: experiences(store, episode))


def _begin(robot: Household, speech: Speech, repeat: Sequence[Mapping[str, Any]]) -> None:
    """Say the first words; or, after a run was cut off, see to what was said last and not dealt with any more."""
    if not repeat:
        if speech.errand is not None:
            robot.begin(speech.errand, speech.text)
        return
    words = [deed["say"] for deed in repeat if "say" in deed and deed["by"] != "agent"]
    first = 1 if speech.errand is not None else 0
    robot.body.hearing.skip(words[first:])
    for text in words[robot.agenda.heard :]:
        robot.take_in(text, speech.errand if text == speech.text and robot.agenda.heard == 0 else None)


def _idle(robot: Household) -> str:
    """Why nothing was done."""
    return "nothing to do now" if robot.schedule.plans else "nothing to do"


def _only_answers(one: EndedTask) -> bool:
    """Whether somebody looked because a question was asked: that a thing was not found is an answer, too."""
    return one.item.errand.name == LOOK and home_question(one.item.request) is not None


def _lived(robot: Household, recorder: GameRecorder, home: EpisodeHome, said: list[tuple[str, str]]) -> LivedEpisode:
    ended = tuple(robot.ended_tasks)
    wanted = [one for one in ended if one.item.status != CANCELLED]
    counted = [one for one in wanted if not _only_answers(one)] or wanted
    waiting = tuple(item.errand for item in robot.agenda.open)
    success = bool(counted) and not waiting and all(one.progress.success and one.item.status == DONE for one in counted)
    reasons = [one.item.note for one in counted if one.item.status != DONE]
    if waiting:
        reasons.append("paused")
    total = sum(one.progress.total for one in counted)
    satisfied = sum(one.progress.satisfied for one in counted)
    progress = TaskProgress(success, total, satisfied, (), ())
    recorder.progress_check(success, home.clock.now())
    game = recorder.finish(home.clock.now())
    if not counted:  # all that was asked for was called off
        game = replace(game, task=_NOTHING)
    reason = "; ".join(dict.fromkeys(reasons)) or ("done" if counted else _idle(robot))
    body = robot.body
    result = EpisodeResult(success, body.steps, body.failures, reason, progress, game)
    return LivedEpisode(result, ended, waiting, tuple(said), robot.schedule.coming)
