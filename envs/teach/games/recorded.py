"""A recorded TEACh game as a value, and reading it from a game file.

What the reader settles, so that nobody else has to (each found in all recorded games):

* ``initial_state.custom_object_metadata`` is a copy of the *final* one (a reference shared when saving). The true
  initial values are those inlined in the initial objects, and ``Game.initial.custom`` is taken from there.
* ``final_state.custom_object_metadata`` also names objects that are not in the scene; those are dropped, the rest is
  merged into the objects.
* ``initial_state.time_start`` is a Unix time, all other times are seconds since then.
* The utterance is the corrected one where a correction was made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from envs.errors import BadGameFile, BadInput
from envs.files.strict_json import parse_json
from envs.teach.games import archive
from envs.teach.games.actions import ACTIONS, MOTION, OBJECT_INTERACTION, TeachAction, ThorPose, pose_to_thor
from envs.teach.games.object_fields import check_agent, check_object
from envs.teach.tasks.definition import Task, task_from_json, together
from envs.teach.tasks.fields import NULL, NUMBER, get_field, is_number, kind_of

OWN = "homebody_tasks"
"""Key of a game file under which every task of a session stands that asked for several, TEACh's or not."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """One entry of the log.

    Attributes:
        agent_id: 0 is the Commander, 1 the Driver.
        action_id: Key of ``envs.teach.games.actions.ACTIONS``.
        time: Seconds since the start of the episode.
        success: 1 or 0; None where the log leaves it open (searching and selecting).
        pose: Pose **after** a motion, [z, -x, y, 0, horizon, -yaw]; all zeros for the Commander's camera. None
            otherwise.
        pose_delta: What the motion does, [forward, left, up, 0, pitch down, yaw left]. None otherwise.
        x: Where in the 900x900 image an object action points, 0 left to 1 right. None otherwise.
        y: Likewise, 0 top to 1 bottom.
        oid: Object acted on; None when the object action failed.
        utterance: What was said, spelling corrected where the file has a correction; None for other actions.
        query: What a progress check asked for: "", an object id or a search string. None for other actions.
        raw: The entry as the file has it; empty for a new one. Not compared.
    """

    agent_id: int
    action_id: int
    time: float
    success: int | None
    pose: tuple[float, ...] | None = None
    pose_delta: tuple[float, ...] | None = None
    x: float | None = None
    y: float | None = None
    oid: str | None = None
    utterance: str | None = None
    query: str | None = None
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def action(self) -> TeachAction:
        """The action's entry in the action table."""
        return ACTIONS[self.action_id]

    @property
    def action_name(self) -> str:
        """For example ``Turn Left``."""
        return ACTIONS[self.action_id].name

    @property
    def is_motion(self) -> bool:
        """Whether it moves or turns somebody."""
        return ACTIONS[self.action_id].kind == MOTION

    @property
    def is_object_action(self) -> bool:
        """Whether it acts on an object."""
        return ACTIONS[self.action_id].kind == OBJECT_INTERACTION

    @property
    def thor_pose(self) -> ThorPose | None:
        """The pose after a motion in AI2-THOR's frame."""
        return None if self.pose is None else pose_to_thor(self.pose)


@dataclass(frozen=True)
class SceneState:
    """The scene at one moment.

    Attributes:
        time: Unix time for the initial state, seconds since then for the final one.
        agent: AI2-THOR's agent dict of the Driver.
        camera: The Commander's camera record, or None.
        objects: AI2-THOR object dicts with the custom ``simbot…`` properties merged in.
        custom: The custom properties alone, by object id. Not compared; the objects hold them too.
    """

    time: float
    agent: Mapping[str, Any] = field(hash=False)
    camera: Mapping[str, Any] | None = field(hash=False)
    objects: tuple[dict[str, Any], ...] = field(repr=False, hash=False)
    custom: Mapping[str, dict[str, Any]] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True)
class SessionPart:
    """One of several tasks of a session.

    Attributes:
        task: What was asked for.
        length: How many entries the log had when it was over.
        final: The scene at that moment; None where a file does not tell.
    """

    task: Task
    length: int
    final: SceneState | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Game:
    """One recorded game.

    Attributes:
        game_id: The episode's id, also the stem of its file name.
        world: Scene name, for example ``FloorPlan10_physics``.
        task: What was asked for, together where it was several tasks.
        raw_task: ``tasks[0]`` of the file without its episodes; empty for games that were not read from
            a file. Not compared.
        initial: The scene before the first interaction.
        interactions: The log, in order.
        final: The scene at the end.
        parts: The single tasks in the order in which they were over; empty where it was one. Not compared.
    """

    game_id: str
    world: str
    task: Task
    raw_task: Mapping[str, Any] = field(repr=False, compare=False)
    initial: SceneState
    interactions: tuple[Interaction, ...] = field(repr=False)
    final: SceneState
    parts: tuple[SessionPart, ...] = field(default=(), repr=False, compare=False)


def read_game(source: Path | str | bytes, name: str = "") -> Game:
    """Read one game.

    Args:
        source: Path of a game file, or its content as bytes.
        name: How error messages call it, and its id if the file has none; by default the file's name.

    Raises:
        BadInput: There is no such file.
        BadGameFile: It is no TEACh game; the message names the file and the field.
    """
    if not isinstance(source, bytes):
        path = Path(source)
        name = name or path.name
        source = archive.read_file(path)
    name = name or "game"
    data = _parse(source, name)
    try:
        return _game(data, PurePosixPath(name).name.removesuffix(".json").removesuffix(".game"))
    except BadGameFile as error:
        raise BadGameFile(f"{name} is not a usable TEACh game: {error}") from error
    except RecursionError as error:
        raise BadGameFile(f"{name} is nested too deeply to be a TEACh game") from error


def _parse(content: bytes, name: str) -> Any:
    return parse_json(content, name, BadGameFile, nan=True)  # fields that are not read may be anything


# ------------------------------------------------------------------------------------------------- many games at once


def iter_games(paths: Sequence[Path], limit: int | None = None) -> Iterator[Game]:
    """Read games one after the other, holding one at a time.

    Args:
        paths: Game files, zip archives of game files, and folders of both (searched through). A folder or archive gives
            its ``*.game.json`` files, or its ``*.json`` files when it has none of those. Paths are read in the given
            order, files within one in the order of their names; a file named twice is read once.
        limit: Stop after that many games; None reads all.

    Raises:
        BadInput: A path does not exist or holds no games, or ``limit`` is negative.
        BadGameFile: A file is no TEACh game.
    """
    if limit is not None and limit < 0:
        raise BadInput(f"limit is {limit}; give a number of games, or none to read all")
    for name, content in archive.contents(archive.find(paths)[:limit]):
        yield read_game(content, name)


def count_games(paths: Sequence[Path]) -> int:
    """How many games ``iter_games`` would read, without reading them.

    Raises:
        BadInput: A path does not exist or holds no games.
    """
    return len(archive.find(paths))


# ----------------------------------------------------------------------------------------------------------- parsing


def _game(data: Any, name: str) -> Game:
    tasks = get_field(data, "tasks", (list,), "")
    if not tasks:
        raise BadGameFile("tasks is empty, expected one task")
    parts = _parts(data, tasks)
    episode, where = _episode(tasks, len(tasks) - 1)  # where there are several tasks, the last one's is the longest
    world = get_field(episode, "world", (str,), where)
    initial = _state(get_field(episode, "initial_state", (dict,), where), f"{where}.initial_state", inlined=True)
    final = _state(get_field(episode, "final_state", (dict,), where), f"{where}.final_state", inlined=False)
    log = get_field(episode, "interactions", (list,), where)
    return Game(
        game_id=str(episode.get("episode_id") or name),
        world=world,
        task=together([part.task for part in parts]) if parts else task_from_json(tasks[0]),
        raw_task={} if parts else {key: value for key, value in tasks[0].items() if key != "episodes"},
        initial=initial,
        interactions=tuple(interaction_from_json(entry, f"{where}.interactions[{i}]") for i, entry in enumerate(log)),
        final=final,
        parts=parts,
    )


def _episode(tasks: Sequence[Any], number: int) -> tuple[Any, str]:
    """The episode of a task, and where it stands."""
    where = f"tasks[{number}]"
    episodes = get_field(tasks[number], "episodes", (list,), where)
    if not episodes:
        raise BadGameFile(f"{where}.episodes is empty, expected one episode")
    return episodes[0], f"{where}.episodes[0]"  # a handful of recorded games hold a second one; the first is the game


def _parts(data: Any, tasks: Sequence[Any]) -> tuple[SessionPart, ...]:
    """The single tasks of a session that had several: those of the list, and those that only we have a word for."""
    listed: list[SessionPart] = []
    for number in range(len(tasks)):
        episode, where = _episode(tasks, number)
        length = len(get_field(episode, "interactions", (list,), where))
        last = number == len(tasks) - 1
        state = None if last else get_field(episode, "final_state", (dict,), where)
        final = None if state is None else _state(state, f"{where}.final_state", inlined=False)
        listed.append(SessionPart(task_from_json(tasks[number], f"tasks[{number}]"), length, final))
    if OWN not in data:
        return tuple(listed) if len(listed) > 1 else ()
    parts: list[SessionPart] = []
    for number, entry in enumerate(get_field(data, OWN, (list,), "")):
        where = f"{OWN}[{number}]"
        index = get_field(entry, "index", (int, NULL), where)
        if index is not None and not 0 <= index < len(listed):
            raise BadGameFile(f"{where}.index is {index}; the file lists {len(listed)} tasks")
        task = task_from_json(get_field(entry, "task", (dict,), where), f"{where}.task")
        length = get_field(entry, "interactions", (int,), where)
        parts.append(SessionPart(task, length, None if index is None else listed[index].final))
    return tuple(parts)


def _state(data: Any, where: str, inlined: bool) -> SceneState:
    agents = get_field(data, "agents", (list,), where)
    for i, agent in enumerate(agents):
        check_agent(agent, f"{where}.agents[{i}]")
    embodied = [agent for agent in agents if "cameraHorizon" in agent]
    if not embodied:
        raise BadGameFile(f"{where}.agents holds no embodied agent (one with a cameraHorizon)")
    objects = get_field(data, "objects", (list,), where)
    for i, obj in enumerate(objects):
        check_object(obj, f"{where}.objects[{i}]")
    if inlined:
        custom = {obj["objectId"]: {k: v for k, v in obj.items() if k.startswith("simbot")} for obj in objects}
    else:
        custom = _merge(objects, get_field(data, "custom_object_metadata", (dict, NULL), where) or {}, where)
    return SceneState(
        time=float(get_field(data, "time_start", NUMBER, where)),
        agent=embodied[0],
        camera=next((agent for agent in agents if "cameraHorizon" not in agent), None),
        objects=tuple(objects),
        custom=custom,
    )


def _merge(objects: list[dict[str, Any]], metadata: Mapping[str, Any], where: str) -> dict[str, dict[str, Any]]:
    """Merge the custom properties into the objects, which this parse owns, and return those of known objects."""
    custom: dict[str, dict[str, Any]] = {}
    for obj in objects:
        entry = metadata.get(obj["objectId"])
        if entry is None:
            continue
        if not isinstance(entry, dict):
            raise BadGameFile(
                f"{where}.custom_object_metadata.{obj['objectId']} is {kind_of(entry)}, expected an object"
            )
        obj.update(entry)
        check_object(obj, f"{where}.custom_object_metadata.{obj['objectId']}")
        custom[obj["objectId"]] = entry
    return custom


def interaction_from_json(entry: Any, where: str) -> Interaction:
    """One entry of a log.

    Args:
        entry: The parsed entry.
        where: Path of the entry in its file, for errors.

    Raises:
        BadGameFile: A field is missing or of another type; names it.
    """
    agent_id = get_field(entry, "agent_id", (int,), where)
    action_id = get_field(entry, "action_id", (int,), where)
    if action_id not in ACTIONS:
        raise BadGameFile(f"{where}.action_id is {action_id}, which is not a TEACh action")
    if agent_id not in (0, 1):
        raise BadGameFile(f"{where}.agent_id is {agent_id}, expected 0 (Commander) or 1 (Driver)")
    success = get_field(entry, "success", (int, bool, NULL), where)
    is_object_action = ACTIONS[action_id].kind == OBJECT_INTERACTION
    return Interaction(
        agent_id=agent_id,
        action_id=action_id,
        time=float(get_field(entry, "time_start", NUMBER, where)),
        success=None if success is None else int(success),
        pose=_six(entry, "pose", where) if "pose" in entry else None,
        pose_delta=_six(entry, "pose_delta", where) if "pose_delta" in entry else None,
        x=get_field(entry, "x", NUMBER, where) if is_object_action else None,
        y=get_field(entry, "y", NUMBER, where) if is_object_action else None,
        oid=get_field(entry, "oid", (str, NULL), where) if is_object_action else None,
        utterance=_utterance(entry, where) if "utterance" in entry else None,
        query=get_field(entry, "query", (str, NULL), where) if "query" in entry else None,
        raw=entry,
    )


def _six(entry: Mapping[str, Any], key: str, where: str) -> tuple[float, ...]:
    values = get_field(entry, key, (list,), where)
    if len(values) != 6 or not all(is_number(v) for v in values):
        raise BadGameFile(f"{where}.{key} is {values!r:.80}, expected six numbers")
    return tuple(values)


def _utterance(entry: Mapping[str, Any], where: str) -> str:
    said = get_field(entry, "utterance", (str,), where)
    corrected = entry.get("corrected_utterance")
    return corrected if isinstance(corrected, str) and corrected else said
