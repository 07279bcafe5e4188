"""What TEACh's own programs read of a game file, written from its format: the keys they need, and what they look up.

Every miss is a ``KeyError`` or an ``AssertionError``, as it is there. TEACh's programs know their own definitions, not
those in the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from envs.simulator import Simulator
from envs.teach.games.pointing import act_at
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import interaction_from_json, read_game
from envs.teach.games.session import MOTIONS, OBJECT_ACTIONS, TeachSession
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import definitions, load_task

TASK_KEYS = (
    "task_id", "task_name", "task_nparams", "task_params", "task_anchor_object", "desc", "components", "relations",
)  # fmt: skip
EPISODE_KEYS = ("episode_id", "world", "world_type", "commander_embodied", "initial_state", "interactions")
STATE_KEYS = ("time_start", "agents", "objects", "custom_object_metadata")
LOGGED = ("action_id", "time_start", "duration", "success")
FURTHER = {
    "Motion": ("pose",), "ObjectInteraction": ("x", "y", "oid"),
    "Keyboard": ("utterance",), "ProgressCheck": ("query",),
}  # fmt: skip
BY_ID = {definition.task_id: definition for definition in definitions()}
BY_NAME = {definition.name: definition for definition in definitions()}


@dataclass(frozen=True)
class Entry:
    """One task of a file with its episode."""

    task_id: int
    name: str
    params: list[str]
    episode: Mapping[str, Any]


def load(path: Path) -> list[Entry]:
    """The tasks of a file, every key taken that the loader takes."""
    data = json.loads(path.read_text())
    actions = {action["action_id"]: action["action_type"] for action in data["definitions"]["actions"]}
    assert data["task_type"] and data["version"] == "2.0"
    entries = []
    for task in data["tasks"]:
        taken = {key: task[key] for key in TASK_KEYS}
        for episode in task["episodes"]:
            for state in (episode["initial_state"], episode["final_state"]):
                assert len([state[key] for key in STATE_KEYS]) == 4 and len(state["agents"]) == 2
            assert all(key in episode for key in EPISODE_KEYS), episode.keys()
            for logged in episode["interactions"]:
                kind = actions[logged["action_id"]]
                assert [logged[key] for key in (*LOGGED, *FURTHER[kind])]
        entries.append(Entry(taken["task_id"], taken["task_name"], taken["task_params"], task["episodes"][0]))
    return entries


def task_for_metrics(entry: Entry) -> Task:
    """The metrics look a task up by its id, and fill in the file's parameters."""
    definition = BY_ID[entry.task_id]
    assert len(entry.params) == len(definition.parameters)
    return load_task(definition.name, entry.params)


def measured(entry: Entry) -> tuple[TaskProgress, TaskProgress]:
    """Goal conditions at the start and at the end, from the file alone."""
    task = task_for_metrics(entry)
    states = (entry.episode["initial_state"], entry.episode["final_state"])
    start, end = ([{**o, **s["custom_object_metadata"].get(o["objectId"], {})} for o in s["objects"]] for s in states)
    return check_task(task, start), check_task(task, end)


def replayed(path: Path, number: int, simulator: Any) -> tuple[int, int, bool]:
    """Play an episode by its motions and points alone, as the replay does first of all.

    Returns:
        Successful object actions, how many of them found the recorded object and worked, and whether the task is done.
    """
    entry = load(path)[number]
    definition = BY_NAME[entry.name]
    game = read_game(path)
    engine: Simulator = simulator(scene_from_game(game))
    session = TeachSession(engine, list(game.initial.objects))
    done = worked = 0
    for k, logged in enumerate(entry.episode["interactions"]):
        step = interaction_from_json(logged, str(k))
        if step.success != 1 or step.agent_id != 1:
            continue
        if step.action_name in MOTIONS:
            assert session.motion(step.action_name).success
        elif step.action_name in OBJECT_ACTIONS:
            assert step.x is not None and step.y is not None
            outcome = act_at(session, step.action_name, step.x, step.y)
            done, worked = done + 1, worked + (outcome.success and outcome.target == step.oid)
    return done, worked, check_task(load_task(definition.name, entry.params), session.objects()).success
