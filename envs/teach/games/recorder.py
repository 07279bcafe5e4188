"""Recording an episode while it happens, as the value of a TEACh game file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from envs.simulator import ObjectDict
from envs.teach.games.actions import ACTIONS_BY_NAME, COMMANDER, DRIVER, OPEN_PROGRESS_CHECK, TEXT, thor_to_pose
from envs.teach.games.recorded import Game, Interaction, SceneState, SessionPart
from envs.teach.games.session import Outcome, TeachSession
from envs.teach.tasks.custom import PREFIX
from envs.teach.tasks.definition import Task, together


class GameRecorder:
    """Keeps the log of one episode; ``finish`` turns it into a ``Game`` that ``write_game`` can write.

    The scene is copied when the recorder is made, so make it before the first action.

    Args:
        session: The episode that is going to be acted in.
        task: What is asked for.
        game_id: Name of the episode.
        world: Scene name; a replay cuts food into as many pieces as this scene's assets give.
        started: Home time at the start; all times in the log count from here.
    """

    def __init__(self, session: TeachSession, task: Task, game_id: str, world: str, started: datetime) -> None:
        self._session = session
        self._task, self._game_id, self._world, self._started = task, game_id, world, started
        self._log: list[Interaction] = []
        self._parts: list[SessionPart] = []
        self._initial = self._state(started.replace(tzinfo=UTC).timestamp())

    def __len__(self) -> int:
        return len(self._log)

    def motion(self, name: str, outcome: Outcome, at: datetime) -> None:
        """A motion was tried; the pose after it is read from the session."""
        agent = self._session.event.metadata["agent"]
        place = agent["position"]
        pose = thor_to_pose(place["x"], place["y"], place["z"], agent["rotation"]["y"], agent["cameraHorizon"])
        action = ACTIONS_BY_NAME[name]
        self._add(action.id, at, int(outcome.success), pose=pose, pose_delta=action.delta)

    def object_action(self, name: str, outcome: Outcome, x: float, y: float, at: datetime) -> None:
        """An object action was tried at an image point; as in recorded games a failure names no object.

        Args:
            name: TEACh name of the action.
            outcome: How it ended.
            x: Image point, fraction from the left.
            y: Image point, fraction from the top.
            at: When.
        """
        oid = outcome.target if outcome.success else None
        self._add(ACTIONS_BY_NAME[name].id, at, int(outcome.success), x=x, y=y, oid=oid)

    def utterance(self, text: str, at: datetime, agent_id: int = DRIVER) -> None:
        """Somebody said something; the Driver unless told otherwise."""
        self._add(TEXT, at, 1, agent_id, utterance=text)

    def progress_check(self, success: bool, at: datetime) -> None:
        """The Commander looked whether the task is complete."""
        self._add(OPEN_PROGRESS_CHECK, at, int(success), COMMANDER, query="")

    def task_over(self, task: Task, at: datetime) -> None:
        """One of the session's tasks is over: done, or given up."""
        self._parts.append(SessionPart(task, len(self._log), self._state((at - self._started).total_seconds())))

    def finish(self, at: datetime) -> Game:
        """The game up to now, with the present scene as its final state.

        What was asked for is what was told to be over; where nothing was, the task of the beginning.
        """
        final = self._state((at - self._started).total_seconds())
        tasks = [part.task for part in self._parts]
        parts = tuple(self._parts) if len(tasks) > 1 else ()
        task = together(tasks) if tasks else self._task
        return Game(self._game_id, self._world, task, {}, self._initial, tuple(self._log), final, parts)

    def _add(self, action_id: int, at: datetime, success: int, agent_id: int = DRIVER, **fields: Any) -> None:
        self._log.append(Interaction(agent_id, action_id, (at - self._started).total_seconds(), success, **fields))

    def _state(self, time: float) -> SceneState:
        objects = tuple(_copied(o) for o in self._session.objects())
        agent = _copied(self._session.event.metadata["agent"])
        return SceneState(time, agent, None, objects, {o["objectId"]: _custom(o) for o in objects})


def _copied(value: Any) -> Any:
    """A deep copy of plain metadata, which has no references back (``copy.deepcopy`` is five times slower)."""
    if isinstance(value, dict):
        return {key: _copied(item) if isinstance(item, dict | list) else item for key, item in value.items()}
    if isinstance(value, list):
        return [_copied(item) if isinstance(item, dict | list) else item for item in value]
    return value


def _custom(item: ObjectDict) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key.startswith(PREFIX)}
