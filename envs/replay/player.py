"""Replaying recorded games through our own engine, and comparing what happens with what was recorded.

Three modes. *free*: the engine decides every outcome; only after it has decided is the agent's pose set to the recorded
one. *open-loop*: never re-synchronised. *guided*: recorded outcomes are imposed, and conflicts counted.

To decide, only what the player did is read: action, target id, image point. Never ``success``, the pose that follows,
or the final state. A failed object action carries no target id; such attempts are resolved only as far as a rule
refuses them whatever their target (empty hand, no knife, …), otherwise they are left out and reported apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from envs.engines import open_simulator
from envs.replay.changes import Score, changed_properties, moved_objects, same_place
from envs.simulator import ObjectDict, Simulator
from envs.teach.games.actions import DRIVER
from envs.teach.games.rebuild import Layouts
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import MOTIONS, OBJECT_ACTIONS, TeachSession
from envs.teach.tasks.check import check_task

MODES = ("free", "open-loop", "guided")
TOLERANCE = 0.35
"""Where a thing put down in the recording came to lie is not recorded; ours lies within this of it in 86 % of cases
(m).
"""


@dataclass(frozen=True)
class ReplayedInteraction:
    """One replayed interaction.

    Attributes:
        action: TEACh action name.
        recorded: Whether it succeeded in the record.
        ours: Whether it succeeds here; None where our engine cannot tell.
        error: Our reason for refusing it.
        target: Recorded target id.
    """

    action: str
    recorded: bool
    ours: bool | None
    error: str = ""
    target: str | None = None


@dataclass
class GameReport:
    """One game's replay.

    Attributes:
        game_id: Which game.
        task: Its task's name.
        steps: Every driver motion and object action, in order.
        properties: Score of final changes by property.
        positions: Score of where moved objects ended.
        success: Task outcome on our final state.
        recorded_success: Task outcome of the same checker on the recorded final state.
        initial_success: Task outcome on the recorded initial state.
    """

    game_id: str
    task: str
    steps: list[ReplayedInteraction] = field(default_factory=list)
    properties: dict[str, Score] = field(default_factory=dict)
    positions: Score = field(default_factory=Score)
    success: bool = False
    recorded_success: bool = False
    initial_success: bool = False

    @property
    def conflicts(self) -> Counter[str]:
        """How often our engine and the record disagreed, by action."""
        return Counter(s.action for s in self.steps if s.ours is not None and s.ours != s.recorded)


def replay(
    game: Game,
    mode: str = "free",
    layouts: Layouts | None = None,
    simulator: Simulator | None = None,
    tolerance: float = TOLERANCE,
    watch: Callable[[TeachSession, Interaction], None] | None = None,
) -> GameReport:
    """Replay one game.

    Args:
        game: The record.
        mode: free, open-loop or guided.
        layouts: Optional free cells per floor plan.
        simulator: An engine with the game's initial state loaded; None rebuilds it in pocket.
        tolerance: How far around its box a thing that was put down may be seen and touched, metres.
        watch: Called with each object action of the driver just before it is played.

    Raises:
        ValueError: No such mode.
    """
    if mode not in MODES:
        raise ValueError(f"{mode!r} is not a replay mode; modes are {', '.join(MODES)}")
    engine = simulator or open_simulator(place=game, layouts=layouts, placementTolerance=tolerance)
    session = TeachSession(engine, list(game.initial.objects), tolerance)
    report = GameReport(game.game_id, game.task.name)
    for step in game.interactions:
        if step.agent_id == DRIVER and step.action_name in MOTIONS:
            report.steps.append(_motion(session, step, mode))
        elif step.agent_id == DRIVER and step.action_name in OBJECT_ACTIONS:
            if watch is not None:
                watch(session, step)
            report.steps.append(_object_action(session, step, mode))
    _compare(report, game, session.objects())
    return report


def _motion(session: TeachSession, step: Interaction, mode: str) -> ReplayedInteraction:
    delta = step.pose_delta
    amount = None if delta is None else (delta[4] or delta[5]) or None
    outcome = session.motion(step.action_name, amount)
    pose = step.thor_pose
    if mode != "open-loop" and pose is not None:
        session.teleport(pose)
    return ReplayedInteraction(step.action_name, bool(step.success), outcome.success, outcome.error)


def _object_action(session: TeachSession, step: Interaction, mode: str) -> ReplayedInteraction:
    recorded, name = bool(step.success), step.action_name
    if step.oid is None:
        refusal = session.precondition(name)
        return ReplayedInteraction(name, recorded, False if refusal else None, refusal)
    outcome = session.interact(name, step.oid, step.x, step.y)
    if mode == "guided" and recorded and not outcome.success:
        session.impose(name, step.oid)
    return ReplayedInteraction(name, recorded, outcome.success, outcome.error, step.oid)


def _compare(report: GameReport, game: Game, ours: list[ObjectDict]) -> None:
    initial, final = game.initial.objects, game.final.objects
    predicted, recorded = changed_properties(initial, ours), changed_properties(initial, final)
    for prop in predicted:
        score = Score()
        score.add(predicted[prop], recorded[prop])
        report.properties[prop] = score
    report.positions = same_place(moved_objects(initial, ours), moved_objects(initial, final))
    report.success = check_task(game.task, ours).success
    report.recorded_success = check_task(game.task, final).success
    report.initial_success = check_task(game.task, initial).success
