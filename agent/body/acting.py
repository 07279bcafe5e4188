"""The agent's body: it moves, acts, speaks and senses. Every step goes into belief, memory, record and report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from agent.belief import effects
from agent.belief.sight import Sight
from agent.belief.state import Belief
from agent.body.eyes import Eyes
from agent.body.perceiving import OwnDeed, Perception, ToldPerception
from agent.space.navigation import step_from
from envs.clock import SimulatedClock
from envs.errors import GaveUp
from envs.pocket.scene import Cell
from envs.simulator import GRID, Event
from envs.teach.games.clicks import click_at, click_on, point_in, window_of
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import Outcome, TeachSession
from envs.vocabulary.english import how_many
from memory.experience import AGENT, Experience, Utterance
from perception.scene_graph.from_truth import GroundTruthPerceiver
from perception.scene_graph.graph import SceneGraph

SECONDS = {"Forward": 0.5, "Backward": 0.5, "Pan Left": 0.6, "Pan Right": 0.6, "Stop": 0.5}
TURN_S, LOOK_S, ACT_S, SPEAK_S = 1.5, 2.0, 4.0, 7.0
"""How long things take, seconds: medians of recorded drivers (TEACh, 2,275 games)."""


class LimitReached(GaveUp):
    """The episode is over: too many steps or too many failed actions."""


@dataclass(frozen=True)
class StepReport:
    """One step, for whoever watches.

    Attributes:
        number: Steps taken so far; speaking is no step.
        action: TEACh name, ``Text`` for something said.
        target: Object id acted on; what was said, for ``Text``.
        success: Whether it worked.
        error: Why not.
        goal: What the agent is up to, in words.
        event: What the simulator shows now.
        speaker: Who said it, for ``Text``.
        point: Where in the picture before it was pointed, as fractions; None for motions and words.
    """

    number: int
    action: str
    target: str | None
    success: bool
    error: str
    goal: str
    event: Event
    speaker: str = ""
    point: tuple[float, float] | None = None


class Observer(Protocol):
    """Who gets to know what was lived; ``memory.building.history.HistoryBuilder`` is one."""

    def observe(self, experience: Experience) -> None:
        """Keep one experience."""
        ...


@dataclass(frozen=True)
class RunRecording:
    """Who gets to know what happens.

    Attributes:
        clock: Moves on with every action.
        recorder: Writes the game.
        episode: Name of this stretch of life in the memory.
        task: What the agent calls the request it serves.
        history: The memory; None keeps nothing.
        on_step: Called after every step and utterance.
    """

    clock: SimulatedClock
    recorder: GameRecorder
    episode: str
    task: str
    history: Observer | None = None
    on_step: Callable[[StepReport], None] | None = None


class Body:
    """Acts in a session and keeps the belief up to date.

    Args:
        session: Where to act.
        journal: Who gets to know.
        max_steps: Steps after which the episode ends.
        max_failures: Failed actions after which it ends.
        perceiver: Turns metadata into scene graphs; give the same one to all episodes in one home, so that things
            keep their names. None begins a new one.
        eyes: What the memory is made of, in place of what the simulator tells; None remembers that.
        cells: The map, where one can walk to; None asks the simulator.
        perception: What the belief is made of; None is what the eyes perceive, or what the simulator tells.

    Attributes:
        belief: What the agent knows.
        steps: Motions and object actions so far.
        failures: How many of them failed.
        goal: What the agent is up to, in words; goes into memory and reports.
    """

    def __init__(
        self,
        session: TeachSession,
        journal: RunRecording,
        max_steps: int = 1000,
        max_failures: int = 30,
        perceiver: GroundTruthPerceiver | None = None,
        eyes: Eyes | None = None,
        cells: frozenset[Cell] | None = None,
        perception: Perception | None = None,
    ) -> None:
        self._session, self._journal = session, journal
        self._max_steps, self._max_failures = max_steps, max_failures
        by_sight = perception or (None if eyes is None else eyes.perception)
        self._perception = by_sight or ToldPerception(session.custom.merged, perceiver)
        self._eyes = eyes
        self.steps = self.failures = 0
        self.goal = ""
        cells = reachable_cells(session) if cells is None else cells
        self.scene = SceneGraph()
        self._pixels: Callable[[str], np.ndarray | None] | None = None
        self._drawn: tuple[Event, Event] | None = None
        self._clicks: dict[tuple[str, tuple[float, float] | None], tuple[float, float] | None] = {}
        self.belief = Belief(cells, outline(session), self._look())
        if eyes is not None:
            eyes.begin(session.event)

    # -- acting --------------------------------------------------------------------------------------------------

    def move(self, name: str) -> Outcome:
        """Carry out a motion by its TEACh name."""
        self._check_limits()
        here, yaw = self.belief.pose.cell, self.belief.pose.yaw
        outcome = self._session.motion(name)
        if not outcome.success and (there := step_from(here, yaw, name)) is not None:
            self.belief.wall(here, there)
        self._journal.clock.advance(SECONDS.get(name, TURN_S if name.startswith("Turn") else LOOK_S))
        self._journal.recorder.motion(name, outcome, self._journal.clock.now())
        self.belief.observe(self._look(OwnDeed(name, None, outcome.success)))
        self._tell(name, (), outcome)
        return outcome

    def act(self, name: str, target: str, x: float, y: float) -> Outcome:
        """Carry out an object action at an image point."""
        self._check_limits()
        held = self.belief.held
        x, y = self._click(name, target, (x, y))
        outcome = self._handle(name, target, x, y)
        self._journal.clock.advance(ACT_S)
        self._journal.recorder.object_action(name, outcome, x, y, self._journal.clock.now())
        self.belief.observe(self._look(OwnDeed(name, target, outcome.success, (x, y))))
        if outcome.success:
            self.belief.acted(name, target, held)
            effects.conclude(self.belief)
        else:
            self.belief.failed(name, target, held)
        arguments = (held, target) if name == "Place" and held is not None else (target,)
        self._tell(name, arguments, outcome, (x, y))
        return outcome

    def _handle(self, name: str, target: str, x: float, y: float) -> Outcome:
        """Do it; by somebody who only sees it is pointed at, and whether it worked is all that they get to know."""
        if self._pixels is None:
            return self._session.interact(name, target, x, y)
        outcome = click_at(self._session, name, x, y)
        return Outcome(outcome.success, "" if outcome.success else "it did not work", outcome.target)

    def shows(self, object_id: str) -> bool:
        """Whether a click could hit a thing here: a pixel of the view is its own, or nobody knows whose pixels are."""
        if self._pixels is not None:
            return self._pixels(object_id) is not None
        return not self._window().instance_masks or self._where_to_click(object_id) is not None

    def _window(self) -> Event:
        """TEACh's window of what is seen now: drawn once for looking whether a click could hit, and for clicking."""
        event = self._session.event
        if self._drawn is None or self._drawn[0] is not event:
            self._drawn = (event, window_of(event))
            self._clicks.clear()
        return self._drawn[1]

    def _where_to_click(self, target: str, near: tuple[float, float] | None = None) -> tuple[float, float] | None:
        window = self._window()
        if (target, near) not in self._clicks:
            self._clicks[target, near] = click_on(window, target, near)
        return self._clicks[target, near]

    def _click(self, name: str, target: str, wanted: tuple[float, float]) -> tuple[float, float]:
        """The point that is recorded: on the target if any is, so that it finds it again."""
        near = wanted if name == "Place" else None
        if self._pixels is None:
            return self._where_to_click(target, near) or wanted
        mask = self._pixels(target)
        return wanted if mask is None else point_in(mask, near)

    def say(self, text: str, speaker: str = AGENT) -> None:
        """Say something, or hear a person say it."""
        clock = self._journal.clock
        clock.advance(SPEAK_S)
        self._journal.recorder.utterance(text, clock.now(), agent_id=1 if speaker == AGENT else 0)
        self._remember(None, (), None, (Utterance(speaker, text),))
        self._report("Text", text, Outcome(True), speaker)

    def _check_limits(self) -> None:
        if self.steps >= self._max_steps:
            raise LimitReached(f"the limit of {how_many(self._max_steps, 'step')} is reached")
        if self.failures >= self._max_failures:
            raise LimitReached(f"the limit of {how_many(self._max_failures, 'failed action')} is reached")

    # -- telling -------------------------------------------------------------------------------------------------

    def _tell(
        self, name: str, arguments: tuple[str, ...], outcome: Outcome, point: tuple[float, float] | None = None
    ) -> None:
        self.steps += 1
        self.failures += not outcome.success
        if self._eyes is not None:
            target = arguments[-1] if arguments else None
            self._eyes.look(self._session.event, name, target, outcome.success, point)
        self._remember(name, arguments, outcome)
        self._report(name, arguments[-1] if arguments else None, outcome, point=point)

    def _remember(
        self,
        action: str | None,
        arguments: tuple[str, ...],
        outcome: Outcome | None,
        speech: tuple[Utterance, ...] = (),
    ) -> None:
        history = self._journal.history
        if history is None:
            return
        if self._eyes is None:
            history.observe(self._known(action, arguments, outcome, speech))
            return
        seen = self._eyes.witnessed(self._journal.clock.now(), self._journal.episode, self._where, speech)
        if seen is not None:
            history.observe(seen)

    def _known(
        self,
        action: str | None,
        arguments: tuple[str, ...],
        outcome: Outcome | None,
        speech: tuple[Utterance, ...],
    ) -> Experience:
        """What has happened, as the simulator and the agent itself tell it."""
        journal = self._journal
        return Experience(
            time=journal.clock.now(),
            episode=journal.episode,
            action=action,
            arguments=arguments,
            success=None if outcome is None else outcome.success,
            error="" if outcome is None else outcome.error,
            goal=self.goal or None,
            task=journal.task,
            speech=speech,
            pose=self._where,
            held=self.belief.held,
            scene=self.scene,
        )

    @property
    def _where(self) -> tuple[float, float, float, float, float]:
        pose = self.belief.pose
        return pose.x, pose.y, pose.z, pose.yaw, pose.horizon

    def _report(
        self,
        action: str,
        target: str | None,
        outcome: Outcome,
        speaker: str = "",
        point: tuple[float, float] | None = None,
    ) -> None:
        if self._journal.on_step is not None:
            event = self._session.event
            done = (outcome.success, outcome.error)
            self._journal.on_step(StepReport(self.steps, action, target, *done, self.goal, event, speaker, point))

    # -- sensing -------------------------------------------------------------------------------------------------

    def sense(self) -> None:
        """Look again from the same place: something may have changed without an own action."""
        self.belief.observe(self._look())

    def _look(self, done: OwnDeed | None = None) -> Sight:
        """What is perceived from here, after what was done."""
        sight = self._perception.look(self._session.event, done)
        self.scene, self._pixels = sight.graph, sight.pixels
        return sight


def reachable_cells(session: TeachSession) -> frozenset[Cell]:
    """The map of the home: every cell that one can walk to."""
    event = session.simulator.step("GetReachablePositions")
    places = event.metadata["actionReturn"] or []
    return frozenset((round(p["x"] / GRID), round(p["z"] / GRID)) for p in places)


def outline(session: TeachSession) -> tuple[float, float, float, float]:
    """(x0, z0, x1, z1) of the room, metres."""
    bounds = session.event.metadata["sceneBounds"]
    middle, size = bounds["center"], bounds["size"]
    return (
        middle["x"] - size["x"] / 2,
        middle["z"] - size["z"] / 2,
        middle["x"] + size["x"] / 2,
        middle["z"] + size["z"] / 2,
    )
