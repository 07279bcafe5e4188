"""Benchmark instances derived from recorded games: EDH (go on from here) and TfD (do it all, given the whole dialogue).

EDH: every stretch of Driver activity that follows something said, ends with the next utterance (or the game), and tries
at least one object action is a candidate; candidates are numbered in order, which reproduces the published instance
ids. The check of a candidate is that the state changes on objects that matter to the game's task come about again, by
object type. A candidate becomes an instance when there are such changes and its check does not already pass at its
start. Compared with the published lists for 85 games of valid_unseen: 353 of 354 published instances are found, and 97
of 100 candidates (494 in all) are kept or dropped as published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from envs.teach.actions import COMMANDER, DRIVER, TEXT
from envs.teach.check import check_task
from envs.teach.classes import types_named
from envs.teach.game import Game, Interaction
from envs.teach.game_writer import interaction_to_json
from envs.teach.task import Component, Task, task_to_json
from envs.teach.timeline import scenes_at

ObjectDict = Mapping[str, Any]
Changes = dict[str, dict[str, Any]]
"""Object id to the properties that changed and their new values."""

Scenes = Callable[[Game, Iterable[int]], Mapping[int, Sequence[ObjectDict]]]
"""The objects after the first n interactions of a game, for each n asked for."""

CHECKED_PROPERTIES: tuple[str, ...] = (
    "isToggled",
    "isBroken",
    "isFilledWithLiquid",
    "isDirty",
    "isUsedUp",
    "isCooked",
    "isOpen",
    "isPickedUp",
    "objectType",
    "simbotLastParentReceptacle",
    "simbotIsCooked",
    "simbotIsFilledWithWater",
    "simbotIsBoiled",
    "simbotIsFilledWithCoffee",
    "simbotPickedUp",
)
"""What counts as a state change in EDH."""

HIDES: Mapping[str, tuple[str, ...]] = {
    "simbotPickedUp": ("isPickedUp",),
    "simbotIsCooked": ("isCooked",),
    "simbotIsFilledWithWater": ("isFilledWithLiquid",),
    "simbotIsFilledWithCoffee": ("isFilledWithLiquid",),
    "simbotIsBoiled": ("isCooked", "simbotIsCooked"),
}
"""A change of the first is not asked for a second time by the others."""

_KNIVES = ("Knife", "ButterKnife")
_TOOLS: Mapping[str, tuple[str, ...]] = {
    "isDirty": ("Faucet",),
    "isFilledWithLiquid": ("Faucet",),
    "isCooked": ("Toaster",),
    "simbotIsCooked": ("Microwave", "StoveKnob"),
    "simbotIsFilledWithCoffee": ("CoffeeMachine", "Faucet"),
    "simbotIsBoiled": ("Microwave", "StoveKnob", "Faucet", "Pot", "Pan", "Bowl"),
}
"""What one handles to bring a condition about."""

_SPEAKERS = {COMMANDER: "Commander", DRIVER: "Driver"}
_MISSING = object()


@dataclass(frozen=True)
class Utterance:
    """Something said.

    Attributes:
        speaker: "Commander" or "Driver".
        text: The words, spelling corrected where the game has a correction.
        time: Seconds since the start of the episode.
    """

    speaker: str
    text: str
    time: float


@dataclass(frozen=True)
class Instance:
    """One benchmark instance.

    Attributes:
        instance_id: ``<game>.edh<k>`` or ``<game>.tfd``.
        game_id: The game it comes from.
        kind: "edh" or "tfd".
        start: How many of the game's interactions are history, to be replayed before the agent acts.
        stop: Index of the interaction the recorded Driver stopped before.
        dialogue: What the agent is told: for EDH everything said before ``start``, for TfD the whole dialogue.
        history: The Driver's recorded motions and object actions before ``start``, failed ones included.
        reference: The Driver's recorded motions and object actions from ``start`` to ``stop``; their number is the path
            length L* of the metrics.
        check: The task whose goal conditions are counted.
        initial_total: Goal conditions of ``check`` at ``start``.
        initial_satisfied: Those already met at ``start``.
        state_changes: What the recorded Driver changed on objects that matter; empty for TfD.
    """

    instance_id: str
    game_id: str
    kind: str
    start: int
    stop: int
    dialogue: tuple[Utterance, ...] = field(repr=False)
    history: tuple[Interaction, ...] = field(repr=False)
    reference: tuple[Interaction, ...] = field(repr=False)
    check: Task
    initial_total: int
    initial_satisfied: int
    state_changes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    @property
    def path_length(self) -> int:
        """L*: how many actions the recorded Driver took."""
        return len(self.reference)


# ------------------------------------------------------------------------------------------------------------ making


def tfd_instance(game: Game) -> Instance:
    """The one TfD instance of a game: whole dialogue, initial state, the game's own task."""
    progress = check_task(game.task, game.initial.objects)
    return Instance(
        instance_id=f"{game.game_id}.tfd",
        game_id=game.game_id,
        kind="tfd",
        start=0,
        stop=len(game.interactions),
        dialogue=dialogue(game),
        history=(),
        reference=driver_actions(game.interactions),
        check=game.task,
        initial_total=progress.total,
        initial_satisfied=progress.satisfied,
    )


def edh_instances(game: Game, scenes: Scenes = scenes_at) -> list[Instance]:
    """The EDH instances of a game, in order; their numbers have gaps where a candidate is dropped.

    Args:
        game: The recorded game.
        scenes: Where the objects in the middle of the game come from; by default its log is followed, an engine's
            replay may be given instead.
    """
    windows = list(candidate_windows(game))
    moments = scenes(game, [index for window in windows for index in window])
    matters = relevant_types(game.task)
    found = []
    for number, (start, stop) in enumerate(windows):
        changes = state_changes(moments[start], moments[stop], matters)
        if not changes:
            continue
        check = edh_task(changes)
        progress = check_task(check, moments[start])
        if progress.success:
            continue
        found.append(
            Instance(
                instance_id=f"{game.game_id}.edh{number}",
                game_id=game.game_id,
                kind="edh",
                start=start,
                stop=stop,
                dialogue=dialogue(game, start),
                history=driver_actions(game.interactions[:start]),
                reference=driver_actions(game.interactions[start:stop]),
                check=check,
                initial_total=progress.total,
                initial_satisfied=progress.satisfied,
                state_changes=changes,
            )
        )
    return found


def dialogue(game: Game, stop: int | None = None) -> tuple[Utterance, ...]:
    """What was said in the first ``stop`` interactions (None: in the whole game)."""
    return tuple(
        Utterance(_SPEAKERS[i.agent_id], i.utterance or "", i.time)
        for i in game.interactions[:stop]
        if i.action_id == TEXT
    )


def driver_actions(interactions: Iterable[Interaction]) -> tuple[Interaction, ...]:
    """The Driver's motions and object actions, failed ones included (they count as steps for an agent, too)."""
    return tuple(i for i in interactions if i.agent_id == DRIVER and (i.is_motion or i.is_object_action))


def candidate_windows(game: Game) -> Iterator[tuple[int, int]]:
    """Stretches between utterances in which the Driver tries an object action, as (start, stop) indices of the log."""
    start: int | None = None
    for index, interaction in enumerate((*game.interactions, None)):
        if interaction is not None and interaction.action_id != TEXT:
            continue
        if start is not None and any(
            i.is_object_action and i.agent_id == DRIVER for i in game.interactions[start:index]
        ):
            yield start, index
        start = index + 1


# ------------------------------------------------------------------------------------------------- what has changed


def state_changes(
    before: Sequence[ObjectDict], after: Sequence[ObjectDict], types: frozenset[str] | None = None
) -> Changes:
    """What differs between two moments, over ``CHECKED_PROPERTIES``, with the new values.

    Args:
        before: The objects at first.
        after: The objects later; a new object (a slice) counts with every property it has.
        types: Object types to look at; None looks at all.
    """
    earlier = {obj["objectId"]: obj for obj in before}
    changes: Changes = {}
    for obj in after:
        if types is not None and obj["objectType"] not in types:
            continue
        old = earlier.get(obj["objectId"], {})
        changed = {p: obj[p] for p in CHECKED_PROPERTIES if p in obj and obj[p] != old.get(p, _MISSING)}
        if changed:
            changes[obj["objectId"]] = changed
    return changes


def relevant_types(task: Task) -> frozenset[str]:
    """Object types that matter to a task: what its components ask for, and what one handles to bring that about.

    Components that only name a place (a receptacle to put things on) do not count: nothing about them has to change.
    """
    types: set[str] = set()
    for component in task.walk():
        if component.task is not None or "receptacle" in component.conditions:
            continue
        wanted = component.conditions[component.primary_condition]
        named = types_named(wanted) if component.primary_condition == "simbotObjectClass" else (wanted,)
        types.update(named)
        for part in ("Sliced", "Cracked"):
            wholes = [name.replace(part, "") for name in named if part in name]
            types.update((*wholes, *_KNIVES) if wholes else ())
        for prop in component.conditions:
            types.update(_TOOLS.get(prop, ()))
    return frozenset(types)


def edh_task(changes: Mapping[str, Mapping[str, Any]]) -> Task:
    """The task that asks for these changes again: one component per (object type, property, value), counted."""
    counts: dict[tuple[str, str, Any], int] = {}
    for object_id, changed in changes.items():
        hidden = {name for prop in changed for name in HIDES.get(prop, ())}
        for prop in CHECKED_PROPERTIES:
            if prop in changed and prop not in hidden:
                value = changed[prop]
                if prop == "simbotLastParentReceptacle" and value is not None:
                    value = type_in_id(value)
                key = (type_in_id(object_id), prop, value)
                counts[key] = counts.get(key, 0) + 1
    return Task(
        task_id=0,
        name="EDH",
        params=(),
        anchor=None,
        desc="Go on from here.",
        components=tuple(_change_component(*key, count) for key, count in counts.items()),
        relations=(),
    )


def _change_component(object_type: str, prop: str, value: Any, count: int) -> Component:
    return Component(
        key=f"{object_type} {prop} {value}",
        determiner=str(count),
        primary_condition="objectType",
        instance_shareable=False,
        conditions={"objectType": object_type, prop: value},
        failure_descs={prop: f"{prop} of {count} {object_type} has to become {value}."},
    )


def type_in_id(object_id: str) -> str:
    """The object type an AI2-THOR id names: ``Potato|+01|+02|+03|PotatoSliced_2`` is a PotatoSliced."""
    parts = object_id.split("|")
    return parts[0] if len(parts) <= 4 else parts[-1].split("_")[0]


# ----------------------------------------------------------------------------------------------------- instance file


def instance_to_json(instance: Instance, game: Game, scenes: Scenes = scenes_at) -> dict[str, Any]:
    """The fields of a published instance file that runners use, in a fixed order; image names are left out."""
    moments = scenes(game, [0, instance.start, instance.stop])
    first, start, stop = moments[0], moments[instance.start], moments[instance.stop]
    said = [i for i in game.interactions[: instance.start if instance.kind == "edh" else None] if i.action_id == TEXT]
    return {
        "instance_id": instance.instance_id,
        "game_id": instance.game_id,
        "pred_start_idx": instance.start,
        "interactions": [interaction_to_json(i) for i in game.interactions[: instance.stop]],
        "dialog_history": [[_SPEAKERS[i.agent_id], i.raw.get("utterance", i.utterance)] for i in said],
        "dialog_history_cleaned": [[_SPEAKERS[i.agent_id], i.utterance] for i in said],
        "driver_image_history": [],
        "driver_action_history": [_action_to_json(i) for i in instance.history],
        "driver_actions_future": [_action_to_json(i) for i in instance.reference],
        "init_state_diff": {"agents": {}, "objects": state_changes(first, start)},
        "final_state_diff": {"agents": {}, "objects": state_changes(first, stop)},
        "state_changes": {"agents": {}, "objects": {key: dict(value) for key, value in instance.state_changes.items()}},
        "expected_init_goal_conditions_total": instance.initial_total,
        "expected_init_goal_conditions_satisfied": instance.initial_satisfied,
        "task": task_to_json(instance.check),
    }


def _action_to_json(interaction: Interaction) -> dict[str, Any]:
    action = interaction.action
    return {
        "action_id": action.id,
        "action_idx": action.index,
        "action_name": action.name,
        "obj_interaction_action": int(interaction.is_object_action),
        "oid": interaction.oid,
        "x": interaction.x,
        "y": interaction.y,
        "time_start": interaction.time,
        "success": interaction.success,
    }
