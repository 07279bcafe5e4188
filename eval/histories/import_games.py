"""A recorded TEACh game as experiences: what the robot in it saw, heard, said and did. Never what its task was called.

Kept are the follower's motions, object actions and typed words, and the commander's words, as H-EMV's reader does.
One experience comes before them: the first view, at the moment the log begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from envs.engines import open_simulator
from envs.errors import BadGameFile
from envs.replay.player import TOLERANCE
from envs.simulator import ObjectDict
from envs.teach.games.actions import DRIVER, TEXT, ThorPose
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import TeachSession
from eval.histories.recorded_scenes import RecordedPerceiver
from memory.experience import AGENT, Experience, Utterance
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.graph import SceneGraph

USER = "user"
"""Speaker name of the commander: whom the robot works for."""

NOTHING = SceneGraph()


def experiences(game: Game, start: datetime, scenes: bool = True) -> list[Experience]:
    """The episode a game records, in order of time.

    Read are the log and the objects of the initial state; neither the task nor the final state.

    Args:
        game: The record.
        start: When its first logged interaction happened, on the home's clock.
        scenes: Whether to work out what was seen, which takes most of the time; without, scenes are empty.

    Raises:
        BadGameFile: The log is empty, or objects lack what the emulation needs; names the game.
    """
    if not game.interactions:
        raise BadGameFile(f"{game.game_id} logs no interactions, so there is nothing to remember")
    return list(_lived(game, start, _Sight(game) if scenes else None))


def _lived(game: Game, start: datetime, sight: _Sight | None) -> Iterator[Experience]:
    body = LogBody(first_eye(game))
    first = latest = game.interactions[0].time
    yield Experience(start, game.game_id, pose=body.pose, scene=sight.look(body.eye) if sight else NOTHING)
    for step in game.interactions:
        if not kept(step):
            continue
        latest = max(latest, step.time)  # a few entries are stamped a moment before the one they follow
        arguments = body.follow(step)
        scene = sight.follow(step, body) if sight else NOTHING
        said = (step.utterance or "").strip()
        yield Experience(
            time=start + timedelta(seconds=latest - first),
            episode=game.game_id,
            action=None if said else step.action_name,
            arguments=arguments,
            success=None if said else bool(step.success),
            speech=(Utterance(AGENT if step.agent_id == DRIVER else USER, said),) if said else (),
            pose=body.pose,
            held=body.held,
            scene=scene,
        )


def kept(step: Interaction) -> bool:
    """Whether an entry of the log is remembered.

    Walking by map click is left out: the steps it became are logged, too.
    """
    if step.action_id == TEXT:
        return bool((step.utterance or "").strip())
    return step.agent_id == DRIVER and (step.is_motion or step.is_object_action)


def first_eye(game: Game) -> CameraPose:
    """Where the robot stands when the log begins.

    Raises:
        BadGameFile: The game does not say.
    """
    try:
        agent = game.initial.agent
        place = agent["position"]
        return CameraPose(place["x"], place["y"], place["z"], agent["rotation"]["y"] % 360.0, agent["cameraHorizon"])
    except (KeyError, TypeError) as error:
        raise BadGameFile(f"{game.game_id}: the initial state does not say where the agent stands ({error})") from error


class LogBody:
    """Where the robot is and what it holds, by the log alone.

    Attributes:
        eye: Its pose, exactly.
        held: Id of what it holds.
    """

    def __init__(self, eye: CameraPose) -> None:
        self.eye = eye
        self.held: str | None = None

    @property
    def pose(self) -> tuple[float, float, float, float, float]:
        """Rounded to what is meaningful: millimetres, degrees."""
        x, y, z, yaw, horizon = self.eye
        return round(x, 3), round(y, 3), round(z, 3), round(yaw) % 360.0, float(round(horizon))

    def follow(self, step: Interaction) -> tuple[str, ...]:
        """Go along with one step; returns the ids that it acted on."""
        pose = step.thor_pose
        if pose is not None:
            self.eye = CameraPose(*pose)
        if not step.success or step.oid is None:
            return ()
        held = self.held
        if step.action_name == "Pickup":
            self.held = step.oid
        elif step.action_name == "Place":
            self.held = None
            return (step.oid,) if held is None else (held, step.oid)
        return (step.oid,)


class ReenactedScene:
    """A game's scene in the engine, changed by every success the log tells.

    Args:
        game: The record.
        frames: Parameters of the engine.
    """

    def __init__(self, game: Game, **frames: Any) -> None:
        initial: list[ObjectDict] = list(game.initial.objects)
        engine = open_simulator(place=game, placementTolerance=TOLERANCE, **frames)
        self.session = TeachSession(engine, initial, TOLERANCE)

    def imitate(self, step: Interaction, target: str, eye: CameraPose) -> None:
        """Have the recorded success happen. Only where something is put depends on where the agent stands."""
        name, session = step.action_name, self.session
        placed = False
        if name == "Place":
            session.teleport(ThorPose(*eye))
            placed = session.interact(name, target, step.x, step.y).success
        if not placed:
            session.impose(name, target)


class _Sight:
    """What is seen while following a game, by geometry."""

    def __init__(self, game: Game) -> None:
        self._stage = ReenactedScene(game, renderImage=False)
        self._perceiver = RecordedPerceiver(self._stage.session.objects())

    def look(self, eye: CameraPose, held: str | None = None, used: tuple[str, ...] = ()) -> SceneGraph:
        """What is seen from there."""
        return self._perceiver.perceive(eye, held, used)

    def follow(self, step: Interaction, body: LogBody) -> SceneGraph:
        """Go along with one step, and look."""
        used: tuple[str, ...] = ()
        if step.is_object_action and step.success and step.oid is not None:
            self._stage.imitate(step, step.oid, body.eye)
            self._perceiver.update(self._stage.session.objects())
            used = (step.oid,)
        return self.look(body.eye, body.held, used)
