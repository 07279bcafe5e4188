"""How many of our own EDH instances are as published: one by one, and as lists of ids."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from envs.teach.games.recorded import Game
from eval.histories.game_files import GameFiles
from eval.teach.instances.cutting import Instance, edh_instances
from eval.teach.instances.files import InstanceFiles

FIELDS: dict[str, Callable[[Instance], Any]] = {
    "pred_start_idx": lambda one: one.start,
    "interactions": lambda one: one.stop,
    "dialog_history_cleaned": lambda one: [(said.speaker, said.text) for said in one.dialogue],
    "driver_action_history": lambda one: _actions(one.history),
    "driver_actions_future": lambda one: _actions(one.reference),
    "state_changes": lambda one: one.state_changes,
    "expected_init_goal_conditions": lambda one: (one.initial_total, one.initial_satisfied),
}
"""What two instances are compared in, under the names that published files have for it."""


@dataclass(frozen=True)
class Comparison:
    """Our instances against the published ones.

    Attributes:
        files: Published instances given.
        without_game: Those of them whose game was not; they are compared with nothing.
        absent: Those whose game was, but of which we make no instance.
        differing: By field, those that differ in it.
        equal: Those that are the same in every field.
        listed: Ids published, of the games that were compared; empty without a list.
        ours: Ids of our instances of these games; empty without a list.
    """

    files: tuple[str, ...]
    without_game: tuple[str, ...]
    absent: tuple[str, ...]
    differing: dict[str, tuple[str, ...]]
    equal: tuple[str, ...]
    listed: frozenset[str]
    ours: frozenset[str]

    def to_json(self) -> dict[str, Any]:
        """The comparison under the names of the command's JSON."""
        both = self.listed & self.ours
        ids = {
            "published": len(self.listed),
            "ours": len(self.ours),
            "both": len(both),
            "published_found": len(both) / len(self.listed) if self.listed else None,
            "ours_published": len(both) / len(self.ours) if self.ours else None,
            "only_published": sorted(self.listed - self.ours),
            "only_ours": sorted(self.ours - self.listed),
        }
        return {
            "published": len(self.files) - len(self.without_game),
            "equal": len(self.equal),
            "files": len(self.files),
            "without_game": list(self.without_game),
            "absent": list(self.absent),
            "differing": {name: list(found) for name, found in self.differing.items() if found},
            "ids": ids if self.listed else None,
        }


def compare(files: GameFiles, published: InstanceFiles, watch: Callable[[int, int], None] | None = None) -> Comparison:
    """Make the instances of the games ourselves and compare them.

    Lists of ids are compared over all games that lie in one place with a game of the list: a list is of a whole split.

    Args:
        files: The games.
        published: Published instances and ids.
        watch: Called with the games done and how many there are.
    """
    by_game: dict[str, list[Instance]] = {}
    for one in published.instances:
        by_game.setdefault(one.game_id, []).append(one)
    covered = set(files.beside({_game_of(name) for name in published.ids}))
    names = [name for name in files.names if name in by_game or name in covered]
    tally = _Tally()
    for number, name in enumerate(names, 1):
        tally.add(files.read(name), by_game.get(name, ()), name in covered)
        if watch is not None:
            watch(number, len(names))
    missing = set(files.missing(list(by_game)))
    return Comparison(
        files=_ids(published.instances),
        without_game=_ids(one for one in published.instances if one.game_id in missing),
        absent=tuple(tally.absent),
        differing={name: tuple(found) for name, found in tally.differing.items()},
        equal=tuple(tally.equal),
        listed=frozenset(name for name in published.ids if _game_of(name) in covered),
        ours=frozenset(tally.ours),
    )


class _Tally:
    """What was found, game by game."""

    def __init__(self) -> None:
        self.absent: list[str] = []
        self.equal: list[str] = []
        self.ours: list[str] = []
        self.differing: dict[str, list[str]] = {name: [] for name in FIELDS}

    def add(self, game: Game, published: Collection[Instance], listed: bool) -> None:
        mine = {one.instance_id: one for one in edh_instances(game)}
        self.ours += mine if listed else ()
        for one in published:
            self._compare(one, mine.get(one.instance_id))

    def _compare(self, one: Instance, mine: Instance | None) -> None:
        if mine is None:
            self.absent.append(one.instance_id)
            return
        differing = [name for name, value in FIELDS.items() if value(one) != value(mine)]
        for name in differing:
            self.differing[name].append(one.instance_id)
        if not differing:
            self.equal.append(one.instance_id)


def _actions(steps: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(step.action_id, step.oid, step.x, step.y, step.time) for step in steps]


def _ids(instances: Iterable[Instance]) -> tuple[str, ...]:
    return tuple(one.instance_id for one in instances)


def _game_of(instance_id: str) -> str:
    return instance_id.rpartition(".")[0]
