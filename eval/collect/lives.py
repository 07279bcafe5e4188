"""What is lived in a room while it is filmed: tasks of the planner, or errands for no purpose."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from agent.body.acting import StepReport
from agent.planning.episode import run_episode
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.simulator import Event
from envs.teach.games.session import TeachSession
from envs.teach.tasks.offers import choose_task
from eval.collect.exercise import exercise
from eval.collect.plan import EpisodePlan
from perception.deeds.evidence import OwnCommand
from perception.recognizer.action import ACTIONS, INTERACTIONS, NO_ACTION, NO_OBJECT

_FIRST_DAY = datetime(2026, 1, 5, 8, 0)
_TASKS = 4  # at most, one after the other
_FEW = 15  # steps in which no task can be done


@dataclass(frozen=True)
class FilmedAction:
    """One action and what is seen after it.

    Attributes:
        event: The simulator's, frames included.
        action: One of ``perception.recognizer.action.ACTIONS``; ``NO_ACTION`` for what failed and for the first view.
        object_type: Of what it was done with; ``NO_OBJECT`` for motions.
        command: What was commanded, whether it worked or not; None for the first view.
    """

    event: Event
    action: str = NO_ACTION
    object_type: str = NO_OBJECT
    command: OwnCommand | None = None


FilmAction = Callable[[FilmedAction], None]
"""Called with every deed, in order."""


def live_through(plan: EpisodePlan, open_room: Callable[[], PocketController], steps: int, film: FilmAction) -> None:
    """Live an episode and film the first view and every action.

    Args:
        plan: What is lived, and where.
        open_room: Opens the room, freshly begun.
        steps: Actions at most.
        film: Called with everything in order.
    """
    with open_room() as simulator:
        session = TeachSession(simulator)
        film(FilmedAction(simulator.last_event))
        if plan.source == "planner":
            _do_tasks(plan, session, steps, film)
        else:
            exercise(session, plan.seed, steps, lambda report: _told(report, film))


def _do_tasks(plan: EpisodePlan, session: TeachSession, steps: int, film: FilmAction) -> None:
    """Tasks of the room, one after the other, until the steps are used up."""
    random = np.random.default_rng([plan.seed, plan.number, 2])
    left = steps
    for turn in range(_TASKS):
        task = choose_task(plan.room, session.objects(), random)
        if task is None or left < _FEW:
            return
        result = run_episode(
            session,
            task,
            history=None,
            clock=SimulatedClock(_FIRST_DAY),
            game_id=f"{plan.name}_{turn}",
            world=plan.room,
            seed=plan.seed,
            on_step=lambda report: _told(report, film),
            max_steps=left,
        )
        left -= result.steps


def _told(report: StepReport, film: FilmAction) -> None:
    if report.action == "Text":
        return
    action = report.action.replace("Double ", "")
    command = OwnCommand(report.action, report.success, report.point)
    kind = type_of_id(report.event, report.target) if action in INTERACTIONS else NO_OBJECT
    if not report.success or action not in ACTIONS or (action in INTERACTIONS and not kind):
        film(FilmedAction(report.event, command=command))
        return
    film(FilmedAction(report.event, action, kind, command))


def type_of_id(event: Event, object_id: str | None) -> str:
    """The type of a thing; empty when there is none with that id."""
    return next((o["objectType"] for o in event.metadata["objects"] if o["objectId"] == object_id), NO_OBJECT)
