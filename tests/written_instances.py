"""Instance files as TEACh wrote the published ones, for tests that read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from envs.teach.games.actions import DRIVER, TEXT
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.writer import interaction_to_json
from eval.teach.instances.cutting import SPEAKERS, Instance, Scenes
from eval.teach.instances.state_changes import difference
from eval.teach.instances.timeline import scenes_written


def instance_to_json(instance: Instance, game: Game, written: Scenes = scenes_written) -> dict[str, Any]:
    """The fields of a published instance file that runners use, in a fixed order."""
    first = {obj["objectId"]: obj for obj in game.initial.objects}
    moments = written(game, [instance.start, instance.stop])
    start, stop = (difference(first, moments[index]) for index in (instance.start, instance.stop))
    said = [i for i in game.interactions[: instance.start if instance.kind == "edh" else None] if i.action_id == TEXT]
    past = driver_history(game.interactions[: instance.start])
    return {
        "instance_id": instance.instance_id,
        "game_id": instance.game_id,
        "pred_start_idx": instance.start,
        "interactions": [interaction_to_json(i) for i in game.interactions[: instance.stop]],
        "dialog_history": [[SPEAKERS[i.agent_id], i.raw.get("utterance", i.utterance)] for i in said],
        "dialog_history_cleaned": [[SPEAKERS[i.agent_id], i.raw.get("corrected_utterance", i.utterance)] for i in said],
        "driver_image_history": [_image_of(i) for i in past],
        "driver_images_future": [_image_of(i) for i in instance.reference],
        "driver_action_history": [_action_to_json(i) for i in past],
        "driver_actions_future": [_action_to_json(i) for i in instance.reference],
        "init_state_diff": {"agents": {}, "objects": start},
        "final_state_diff": {"agents": {}, "objects": stop},
        "state_changes": {"agents": {}, "objects": {key: dict(value) for key, value in instance.state_changes.items()}},
        "expected_init_goal_conditions_total": instance.initial_total,
        "expected_init_goal_conditions_satisfied": instance.initial_satisfied,
    }


def _image_of(interaction: Interaction) -> str:
    """Name of the picture that TEACh's replay takes before a step."""
    return f"driver.frame.{interaction.time}.jpeg"


def _action_to_json(interaction: Interaction) -> dict[str, Any]:
    action = interaction.action
    return {
        "action_id": action.id,
        "action_idx": action.index,
        "obj_interaction_action": int(interaction.is_object_action),
        "action_name": action.name,
        "time_start": interaction.time,
        "oid": interaction.oid,
        "x": interaction.x,
        "y": interaction.y,
    }


def driver_history(interactions: Iterable[Interaction]) -> tuple[Interaction, ...]:
    """What the Driver did and said, as instance files list it."""
    return tuple(
        i
        for i in interactions
        if i.agent_id == DRIVER and (i.action_id == TEXT or (i.success and (i.is_motion or i.is_object_action)))
    )
