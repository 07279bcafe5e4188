"""The agent under test: what it is told, what it sees, and what it does. Nothing here knows a game or its labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent.body.acting import Body, LimitReached, RunRecording, StepReport
from agent.body.perceiving import Perception
from agent.planning.episode import serve
from agent.recognition.recognizer import TaskGuess, read_request, readings
from agent.recognition.serving import TaskNamed, serving_most
from agent.recognition.told import told_by
from envs.clock import SimulatedClock
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from eval.teach.instances.cutting import TimedUtterance
from eval.teach.metrics import MAX_FAILURES, MAX_STEPS
from memory import experience

NOTHING_TO_DO = Task(0, "", (), None, "", (), ())


@dataclass(frozen=True)
class AgentRun:
    """What the agent made of an instance.

    Attributes:
        read: The task it read from the words; None when nothing was asked for.
        reason: Why it ended: "done", or what went wrong.
        actions: TEACh action and target of every step, in order; the Stop at the end included.
        failures: How many of them failed.
        stopped: Whether it ended by itself, with a Stop.
        aim: The task it set out to do, which serves most of what the words may mean; None where it had none.
    """

    read: TaskGuess | None
    reason: str
    actions: tuple[tuple[str, str | None], ...]
    failures: int
    stopped: bool
    aim: TaskNamed | None = None


class StepLog:
    """Collects the steps of an attempt."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, str | None]] = []

    def __call__(self, report: StepReport) -> None:
        """Take in one step; what is said is no step."""
        if report.action != "Text":
            self.steps.append((report.action, report.target))


def heard(dialogue: Sequence[TimedUtterance]) -> list[experience.Utterance]:
    """The dialogue as the agent hears it: the Driver is itself."""
    return [
        experience.Utterance(experience.AGENT if said.speaker == "Driver" else "user", said.text)
        for said in dialogue
        if said.text.strip()
    ]


def journal(session: TeachSession, log: StepLog | None = None) -> RunRecording:
    """Books for an attempt: no memory, and no label in the record."""
    clock = SimulatedClock()
    recorder = GameRecorder(session, NOTHING_TO_DO, "attempt", "", clock.now())
    return RunRecording(clock, recorder, "attempt", "what was asked for", None, log)


def do_all(
    session: TeachSession,
    dialogue: Sequence[TimedUtterance],
    max_steps: int = MAX_STEPS,
    max_failures: int = MAX_FAILURES,
    perception: Perception | None = None,
) -> AgentRun:
    """Read a whole dialogue, do what it asks for, stop.

    Args:
        session: The episode, freshly begun.
        dialogue: Everything that was said.
        max_steps: Steps after which the attempt ends.
        max_failures: Failed actions after which it ends.
        perception: What its belief is made of; None is what the simulator tells.
    """
    log = StepLog()
    body = Body(session, journal(session, log), max_steps, max_failures, perception=perception)
    said = heard(dialogue)
    may_mean = readings(said)
    aim = serving_most(may_mean) if may_mean.options else None
    reason = "nothing was asked for" if aim is None else serve(body, load_task(*aim), told_by(one.text for one in said))
    return finish(body, log, read_request(said), reason, aim)


def finish(body: Body, log: StepLog, read: TaskGuess | None, reason: str, aim: TaskNamed | None = None) -> AgentRun:
    """Stop, if there are steps left to do so."""
    try:
        body.move("Stop")
        stopped = True
    except LimitReached as limit:
        reason, stopped = str(limit), False
    return AgentRun(read, reason, tuple(log.steps), body.failures, stopped, aim)
