"""Published benchmark instances: reading TEACh's EDH files as they are, and writing ours in the same layout."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from envs.errors import BadGameFile, BadInput
from envs.files.archives import is_zip, opened_zip, read_member
from envs.files.reading import read_input, shown
from envs.files.strict_json import parse_json
from envs.teach.games.actions import ACTIONS, DRIVER, TEXT
from envs.teach.games.recorded import Game, Interaction, interaction_from_json
from envs.teach.tasks.check import check_task
from envs.teach.tasks.fields import NULL, NUMBER, get_field
from eval.teach.instances.cutting import (
    SPEAKERS,
    UNCOUNTED,
    Instance,
    TimedUtterance,
    driver_actions,
)
from eval.teach.instances.state_changes import edh_task
from eval.teach.instances.timeline import scenes_at


@dataclass(frozen=True)
class InstanceFiles:
    """What was found under a path.

    Attributes:
        instances: The instances, in the order of their ids.
        ids: Lists of instance ids that came beside them, all together.
    """

    instances: tuple[Instance, ...]
    ids: frozenset[str]


def read_instances(paths: Sequence[Path]) -> InstanceFiles:
    """Read published EDH instances.

    Args:
        paths: Instance files, folders of them (searched through) or zip archives. A file that holds a list of strings
            is a list of instance ids.

    Raises:
        BadInput: A path does not exist, or holds neither instances nor ids.
        BadGameFile: A file is no EDH instance; names the file and the field.
    """
    found: dict[str, Instance] = {}
    ids: set[str] = set()
    for path in map(Path, paths):
        before = len(found) + len(ids)
        for name, content in _contents(path):
            data = _parse(content, name)
            if isinstance(data, list) and all(isinstance(entry, str) for entry in data):
                ids.update(data)
            else:
                instance = instance_from_json(data, name)
                found[instance.instance_id] = instance
        if len(found) + len(ids) == before:
            raise BadInput(f"{path} holds no EDH instances; expected files like <game>.edh<n>.json, or a zip of them")
    return InstanceFiles(tuple(found[name] for name in sorted(found)), frozenset(ids))


def instance_from_json(data: Any, name: str) -> Instance:
    """One published instance.

    Where the file does not say how many goal conditions are met at its start, as older ones do not, they are
    ``UNCOUNTED`` until ``settled`` counts them.

    Args:
        data: The content of its file.
        name: How error messages call it.

    Raises:
        BadGameFile: It is no EDH instance; names the field.
    """
    try:
        return _instance(data)
    except BadGameFile as error:
        raise BadGameFile(f"{name} is not a usable EDH instance: {error}") from error


def settled(instance: Instance, game: Game) -> Instance:
    """A published instance, checked against its game, with what only the game can tell.

    Raises:
        BadGameFile: The instance is not one of this game.
    """
    if instance.stop > len(game.interactions):
        raise BadGameFile(
            f"instance {instance.instance_id} has {instance.stop} interactions, but {game.game_id} only "
            f"{len(game.interactions)}; is it another version of the game?"
        )
    if instance.initial_total != UNCOUNTED:
        return instance
    progress = check_task(instance.check, scenes_at(game, [instance.start])[instance.start])
    return replace(instance, initial_total=progress.total, initial_satisfied=progress.satisfied)


# ----------------------------------------------------------------------------------------------------------- reading


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    if not os.path.exists(path):
        raise BadInput(
            f"there is no file or folder {shown(path)}; give EDH instances (*.json), folders or zips of them"
        )
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file() and (file.suffix == ".json" or is_zip(file)):
                yield from _contents(file)
    elif is_zip(path):
        yield from _members(path)
    elif path.suffix == ".zip":
        raise BadInput(f"{path} is not a zip archive, or a damaged one; download it again")
    else:
        yield path.name, read_input(path, "EDH instance")


def _members(path: Path) -> Iterator[tuple[str, bytes]]:
    with opened_zip(path) as archive:
        for member in sorted(archive.namelist()):
            if member.endswith(".json") and not member.startswith("__MACOSX/"):
                yield f"{path.name}/{PurePosixPath(member).name}", read_member(archive, member, path)


def _parse(content: bytes, name: str) -> Any:
    return parse_json(content, name, BadGameFile, nan=True)


def _instance(data: Any) -> Instance:
    start = get_field(data, "pred_start_idx", (int,), "")
    log = get_field(data, "interactions", (list,), "")
    if not 0 <= start <= len(log):
        raise BadGameFile(f"pred_start_idx is {start}, expected 0 to {len(log)}, the number of interactions")
    steps = [interaction_from_json(entry, f"interactions[{i}]") for i, entry in enumerate(log)]
    changes = _changes(data)
    return Instance(
        instance_id=get_field(data, "instance_id", (str,), ""),
        game_id=get_field(data, "game_id", (str,), ""),
        kind="edh",
        start=start,
        stop=len(steps),
        dialogue=_dialogue(data, steps[:start]),
        history=tuple(replace(step, raw={}) for step in driver_actions(steps[:start])),
        reference=tuple(
            _action(entry, f"driver_actions_future[{i}]")
            for i, entry in enumerate(get_field(data, "driver_actions_future", (list,), ""))
        ),
        check=edh_task(changes),
        initial_total=_count(data, "expected_init_goal_conditions_total"),
        initial_satisfied=_count(data, "expected_init_goal_conditions_satisfied"),
        state_changes=changes,
    )


def _dialogue(data: Any, steps: Sequence[Interaction]) -> tuple[TimedUtterance, ...]:
    """Who said what is the file's, spelling corrected unless nothing is left of it; when, the log's."""
    raw = _lines(data, "dialog_history")
    cleaned = _lines(data, "dialog_history_cleaned") if "dialog_history_cleaned" in data else raw
    if len(cleaned) != len(raw):
        raise BadGameFile(f"dialog_history has {len(raw)} lines, but dialog_history_cleaned {len(cleaned)}")
    times = [step.time for step in steps if step.action_id == TEXT]
    times += [times[-1] if times else 0.0] * (len(raw) - len(times))
    return tuple(
        TimedUtterance(speaker, words or said, time)
        for (speaker, words), (_, said), time in zip(cleaned, raw, times, strict=False)
    )


def _lines(data: Any, key: str) -> list[tuple[str, str]]:
    lines = get_field(data, key, (list,), "")
    for i, line in enumerate(lines):
        if not (
            isinstance(line, list) and len(line) == 2 and line[0] in SPEAKERS.values() and isinstance(line[1], str)
        ):
            raise BadGameFile(f"{key}[{i}] is {line!r:.80}, expected a pair of Commander or Driver and words")
    return [(line[0], line[1]) for line in lines]


def _action(entry: Any, where: str) -> Interaction:
    number = get_field(entry, "action_id", (int,), where)
    if number not in ACTIONS:
        raise BadGameFile(f"{where}.action_id is {number}, which is not a TEACh action")
    time = get_field(entry, "time_start", NUMBER, where)
    x, y = (get_field(entry, axis, (*NUMBER, NULL), where) for axis in "xy")
    return Interaction(DRIVER, number, float(time), 1, x=x, y=y, oid=get_field(entry, "oid", (str, NULL), where))


def _changes(data: Any) -> dict[str, dict[str, Any]]:
    objects = get_field(get_field(data, "state_changes", (dict,), ""), "objects", (dict,), "state_changes")
    return {name: dict(get_field(objects, name, (dict,), "state_changes.objects")) for name in objects}


def _count(data: Mapping[str, Any], key: str) -> int:
    return UNCOUNTED if key not in data else get_field(data, key, (int,), "")
