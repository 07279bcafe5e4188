"""Benchmark instances derived from recorded games: EDH (go on from here) and TfD (do it all, given the whole dialogue).

EDH: every stretch of Driver activity that follows something said, ends with the next utterance (or the game), and tries
at least one object action is a candidate; candidates are numbered in order, which reproduces the published instance
ids. The check of a candidate is that the state changes on objects that matter to the game's task come about again, by
object type (``state_changes``). A candidate becomes an instance when there are such changes and its check does not
already pass at its start. ``homebody eval teach --compare`` counts how many are as published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from envs.teach.games.actions import COMMANDER, DRIVER, TEXT
from envs.teach.games.recorded import Game, Interaction
from envs.teach.tasks.check import check_task
from envs.teach.tasks.conditions import ObjectProperties
from envs.teach.tasks.definition import Task
from eval.teach.instances.state_changes import changes_between, difference, edh_task, relevant_types
from eval.teach.instances.timeline import scenes_at, scenes_written

Scenes = Callable[[Game, Iterable[int]], Mapping[int, Sequence[ObjectProperties]]]
"""The objects after the first n interactions of a game, for each n asked for."""

SPEAKERS = {COMMANDER: "Commander", DRIVER: "Driver"}
UNCOUNTED = -1
"""Goal conditions that nobody has counted yet."""


@dataclass(frozen=True)
class TimedUtterance:
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
        history: The Driver's recorded motions and object actions before ``start`` that worked.
        reference: The Driver's recorded motions and object actions from ``start`` to ``stop`` that worked; their number
            is the path length L* of the metrics.
        check: The task whose goal conditions are counted.
        initial_total: Goal conditions of ``check`` at ``start``; ``UNCOUNTED`` while nobody knows.
        initial_satisfied: Those already met at ``start``.
        state_changes: What the recorded Driver changed on objects that matter; empty for TfD.
    """

    instance_id: str
    game_id: str
    kind: str
    start: int
    stop: int
    dialogue: tuple[TimedUtterance, ...] = field(repr=False)
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


def edh_instances(game: Game, scenes: Scenes = scenes_at, written: Scenes = scenes_written) -> list[Instance]:
    """The EDH instances of a game, in order; their numbers have gaps where a candidate is dropped.

    Args:
        game: The recorded game.
        scenes: Where the objects come from that the check is tried on; by default the game's log is followed, an
            engine's replay may be given instead.
        written: Where those come from whose differences are the state changes.
    """
    windows = list(candidate_windows(game))
    starts = scenes(game, [start for start, _ in windows])
    moments = written(game, [index for window in windows for index in window])
    first = {obj["objectId"]: obj for obj in game.initial.objects}
    changed = {index: difference(first, objects) for index, objects in moments.items()}
    matters = relevant_types(game.task)
    found = []
    for number, (start, stop) in enumerate(windows):
        changes = changes_between(changed[start], changed[stop], matters)
        if not changes:
            continue
        check = edh_task(changes)
        progress = check_task(check, starts[start])
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


def dialogue(game: Game, stop: int | None = None) -> tuple[TimedUtterance, ...]:
    """What was said in the first ``stop`` interactions (None: in the whole game)."""
    return tuple(
        TimedUtterance(SPEAKERS[i.agent_id], i.utterance or "", i.time)
        for i in game.interactions[:stop]
        if i.action_id == TEXT
    )


def driver_actions(interactions: Iterable[Interaction]) -> tuple[Interaction, ...]:
    """The Driver's motions and object actions that worked; TEACh's replay, and so its L*, leaves out failed ones."""
    return tuple(i for i in interactions if i.agent_id == DRIVER and i.success and (i.is_motion or i.is_object_action))


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
