"""Writing a game as a TEACh game file, whole or not at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.writing import write_atomically
from envs.pocket.scene import stood_in_for
from envs.teach.games.actions import ACTIONS, OBJECT_INTERACTION, action_definitions
from envs.teach.games.recorded import OWN, Game, Interaction, SceneState, SessionPart
from envs.teach.tasks.definition import Task, task_to_json
from envs.teach.tasks.definitions import definitions, template_task
from envs.teach.tasks.same_task import as_defined

CAMERA_HEIGHT = 1.0  # metres above the agent, where TEACh launches the Commander's camera
CAMERA_PITCH = 30.0  # degrees down


def game_to_json(game: Game) -> dict[str, Any]:
    """The content of a game file: TEACh's version 2.0 layout, keys in a fixed order.

    Unlike recorded files, ``initial_state.custom_object_metadata`` holds the initial values, not the final ones. A
    state without a camera record gets one where TEACh launches it, because game files always list two agents.

    TEACh's replay and metrics look a task up by its name and id, so ``tasks`` holds nothing but what TEACh defines
    where there is any such thing. Of a session with several tasks each has an entry, in the order in which they were
    over, whose episode is the log from the beginning to that moment; the last one's goes on to the end of the session.
    Under ``homebody_tasks`` stands what was asked for where that is more, or put otherwise: ``index`` is the place of
    its entry, null where TEACh has no definition for it.
    """
    return {
        "version": "2.0",
        "task_type": "eqa_complex",
        "comments": _comments(game),
        "definitions": copy.deepcopy(_definitions()),
        **_tasks(game),
    }


def _tasks(game: Game) -> dict[str, Any]:
    """``tasks``, and ``homebody_tasks`` where that says more."""
    if game.raw_task:
        return {"tasks": [{**game.raw_task, "episodes": [_episode(game)]}]}
    parts = game.parts or (SessionPart(game.task, len(game.interactions), game.final),)
    known = [as_defined(part.task, game.initial.objects, (part.final or game.final).objects) for part in parts]
    last = max((k for k, task in enumerate(known) if task is not None), default=None)
    entries, own = [], []
    for k, (part, task) in enumerate(zip(parts, known, strict=True)):
        index = None if task is None else len(entries)
        own.append({"task": task_to_json(part.task), "interactions": part.length, "index": index})
        if task is not None:
            episode = _episode(game if k == last else _until(game, part, k + 1))
            entries.append({**task_to_json(task), "episodes": [episode]})
    if not entries:
        entries.append({**task_to_json(_as_asked(game.task)), "episodes": [_episode(game)]})
    written = [{key: value for key, value in entry.items() if key != "episodes"} for entry in entries]
    return {"tasks": entries} if written == [own[0]["task"]] and len(own) == 1 else {"tasks": entries, OWN: own}


def _as_asked(task: Task) -> Task:
    """A task that does not pass for one of TEACh's when it asks for something else: two coffees, a salad in a bowl."""
    taken = task.task_id in {definition.task_id for definition in definitions()}
    return replace(task, task_id=0, name=f"{task.name} as asked") if taken else task


def _until(game: Game, part: SessionPart, number: int) -> Game:
    """The session up to the end of one of its tasks."""
    log, final = game.interactions[: part.length], part.final or game.final
    return replace(game, game_id=f"{game.game_id}_task_{number}", interactions=log, final=final, parts=())


def _comments(game: Game) -> str:
    plan = stood_in_for(game.world)
    return "" if plan is None else f"played in {game.world}, a generated room in place of {plan}, which it is not"


@lru_cache(maxsize=1)
def _definitions() -> dict[str, Any]:
    return {
        "agents": [
            {"agent_id": 0, "agent_name": "Commander", "agent_type": 0},
            {"agent_id": 1, "agent_name": "Driver", "agent_type": 1},
        ],
        "actions": action_definitions(),
        "status": [{"status_id": 0, "status_name": "Success"}, {"status_id": 1, "status_name": "Failure"}],
        "tasks": [{**task_to_json(template_task(d)), "task_params": None, "episodes": []} for d in definitions()],
    }


def _episode(game: Game) -> dict[str, Any]:
    return {
        "episode_id": game.game_id,
        "world": game.world,
        **({} if (plan := stood_in_for(game.world)) is None else {"stand_in_for": plan}),
        "world_type": None,
        "commander_embodied": "False",
        "initial_state": _state(game.initial),
        "interactions": [interaction_to_json(interaction) for interaction in game.interactions],
        "final_state": _state(game.final),
    }


def _state(state: SceneState) -> dict[str, Any]:
    custom = state.custom or {
        obj["objectId"]: {key: value for key, value in obj.items() if key.startswith("simbot")} for obj in state.objects
    }
    return {
        "time_start": state.time,
        "agents": [dict(state.camera or _launch_camera(state.agent)), dict(state.agent)],
        "objects": list(state.objects),
        "custom_object_metadata": {key: entry for key, entry in custom.items() if entry},
    }


def _launch_camera(agent: Mapping[str, Any]) -> dict[str, Any]:
    position = agent["position"]
    return {
        "thirdPartyCameraId": 0,
        "position": {**position, "y": position["y"] + CAMERA_HEIGHT},
        "rotation": {"x": CAMERA_PITCH, "y": agent.get("rotation", {}).get("y", 0.0), "z": 0.0},
        "fieldOfView": 90.0,
    }


def interaction_to_json(interaction: Interaction) -> dict[str, Any]:
    """One log entry; an interaction that was read from a file is written as it was."""
    if interaction.raw:
        return dict(interaction.raw)
    entry: dict[str, Any] = {
        "agent_id": interaction.agent_id,
        "action_id": interaction.action_id,
        "time_start": interaction.time,
        "duration": 1,
        "success": interaction.success,
    }
    if ACTIONS[interaction.action_id].kind == OBJECT_INTERACTION:
        entry.update(x=interaction.x, y=interaction.y, oid=interaction.oid)
    for key, value in (("pose_delta", interaction.pose_delta), ("pose", interaction.pose)):
        if value is not None:
            entry[key] = list(value)
    if interaction.utterance is not None:
        entry.update(utterance=interaction.utterance, is_corrected=0, corrected_utterance=interaction.utterance)
    if interaction.query is not None:
        entry["query"] = interaction.query
    return entry


def write_game(game: Game, path: Path, again: bool = False) -> None:
    """Write a game file. Readers see either nothing or the whole file; a failed write leaves nothing behind.

    Args:
        game: What to write.
        path: Where; missing folders are made. By TEACh's habit ``<game id>.game.json``.
        again: Whether something that is there may be replaced.

    Raises:
        AlreadyExists: There is something at ``path`` and it may not be replaced.
        BadInput: The place cannot be written to, or the game holds a value JSON cannot (not-a-number).
        TryAgain: The disk is full or failed.
    """
    write_atomically(path, _encode(game, path), again, private=True)


def _encode(game: Game, path: Path) -> bytes:
    try:
        return json.dumps(game_to_json(game), allow_nan=False, default=_plain).encode()
    except ValueError as error:
        raise BadInput(f"cannot write {path}: game {game.game_id} holds a number that is not finite") from error


def _plain(value: Any) -> Any:
    """Numpy scalars and arrays, mappings and sequences as JSON types."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise BadInput(f"a game holds a {type(value).__name__}, which JSON has no word for")
