"""What one stretch of life is given: a home, what is said, what the robot can do, and where it is written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agent.body.eyes import Eyes
from agent.household.coordinating.outlook import HomeView
from agent.household.distilling import BuiltinHomeWorker, HomeTask
from agent.household.listening_body import Saying, SpeechSource
from agent.mind.accounts import TaskAccounts
from agent.mind.coordinator import Coordinator, StackCoordinator
from agent.mind.memories import TaskMemoryMode
from agent.mind.worker import Worker
from agent.personal.asked import USER
from agent.personal.profiles import Profiles
from agent.personal.talk import PersonalTalk
from agent.planning.planner import Planner
from agent.requests.errands import Errand
from agent.requests.reading import HeardUtterance, RequestContext
from agent.trail.course import Trail
from envs.clock import SimulatedClock
from envs.teach.games.session import TeachSession
from memory.live.writer import MemoryWriter
from perception.scene_graph.from_truth import GroundTruthPerceiver

STEPS, FAILURES = 1000, 30
"""What one task may take, as in TEACh."""


@dataclass(frozen=True)
class EpisodeHome:
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


@dataclass(frozen=True)
class Speech:
    """What people say, and when.

    Attributes:
        text: What is said first.
        errand: What that asks for, when it is known; None lets the agent read it.
        sayings: What is said later.
    """

    text: str
    errand: Errand | None = None
    sayings: tuple[Saying, ...] = ()


ReadRequest = Callable[[str, RequestContext], HeardUtterance]
"""Reads what is said to a robot at work."""


@dataclass(frozen=True)
class Capabilities:
    """What the robot has to live with.

    Attributes:
        memory: What outlives an interruption: nothing; the stack of tasks; that and what was done and seen.
        steps: Steps that each task may take.
        failures: Failed actions that each task may take.
        hearing: Makes the source of speech, from what is going to be said.
        eyes: What the memory is made of in place of what the simulator tells.
        perceiver: See ``Body``.
        planners: Makes planners; the built-in one, or one that a language model chooses for.
        coordinator: Makes what decides what is next among all open tasks of a home.
        worker: Tells what matters for a task.
        reader: Reads what is said; None for the built-in rules.
        accounts: What language models cost each task; None where there are none.
        speaker: Who speaks.
        personal: Makes what knows whose things are, from what is known of people.
    """

    memory: TaskMemoryMode = TaskMemoryMode.BOTH
    steps: int = STEPS
    failures: int = FAILURES
    hearing: Callable[[Sequence[Saying]], SpeechSource] = SpeechSource
    eyes: Eyes | None = None
    perceiver: GroundTruthPerceiver | None = None
    planners: Callable[..., Planner] = Planner
    coordinator: Callable[[HomeView], Coordinator[Errand]] = lambda home: StackCoordinator()
    worker: Worker[HomeTask] = field(default_factory=BuiltinHomeWorker)
    reader: ReadRequest | None = None
    accounts: TaskAccounts | None = None
    speaker: str = USER
    personal: Callable[[Profiles], PersonalTalk] = PersonalTalk


@dataclass(frozen=True)
class Records:
    """Where it is written down, and what of it is there already.

    Attributes:
        memory: The memory; None remembers nothing beyond this.
        notebook: Where tasks are written down; the memory by default.
        trail: Where to write down what is done. With what was done before the run was cut off, in the same home as it
            was at the start, the run takes the same course again.
        repeat: What was done before the run was cut off, where it cannot take the same course: it is done once more
            without asking why, and then gone on with as well as may be.
        after: Number of the newest experience and of the newest task before the run was begun.
    """

    memory: MemoryWriter | None = None
    notebook: MemoryWriter | None = None
    trail: Trail = field(default_factory=lambda: Trail(None))
    repeat: Sequence[Mapping[str, Any]] = ()
    after: tuple[int, int] = (0, 0)

    @property
    def tasks(self) -> MemoryWriter | None:
        """Where tasks are written down; None where they are not."""
        return self.notebook or self.memory
