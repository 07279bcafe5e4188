"""Writing a game as a TEACh game file, whole or not at all."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files import write_atomically
from envs.pocket.scene import stood_in_for
from envs.teach.actions import ACTIONS, OBJECT_INTERACTION, action_definitions
from envs.teach.definitions import definitions, template_task
from envs.teach.game import Game, Interaction, State
from envs.teach.task import task_to_json

CAMERA_HEIGHT = 1.0  # metres above the agent, where TEACh launches the Commander's camera
CAMERA_PITCH = 30.0  # degrees down


def game_to_json(game: Game) -> dict[str, Any]:
    """The content of a game file: TEACh's version 2.0 layout, keys in a fixed order.

    Unlike recorded files, ``initial_state.custom_object_metadata`` holds the initial values, not the final ones. A
    state without a camera record gets one where TEACh launches it, because game files always list two agents.
    """
    return {
        "version": "2.0",
        "task_type": "eqa_complex",
        "comments": _comments(game),
        "definitions": copy.deepcopy(_definitions()),
        "tasks": [{**(game.raw_task or task_to_json(game.task)), "episodes": [_episode(game)]}],
    }


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


def _state(state: State) -> dict[str, Any]:
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


def write_game(game: Game, path: Path) -> None:
    """Write a game file. Readers see either nothing or the whole file; a failed write leaves nothing behind.

    Args:
        game: What to write.
        path: Where; missing folders are made. By TEACh's habit ``<game id>.game.json``.

    Raises:
        AlreadyExists: There is something at ``path``.
        BadInput: The place cannot be written to, or the game holds a value JSON cannot (not-a-number).
        TryAgain: The disk is full or failed.
    """
    write_atomically(path, _encode(game, path))


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
