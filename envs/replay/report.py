"""Adding up replayed games: agreement per action, final changes per property, task outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from envs.replay.changes import APART, CONTAINMENT_PROPERTIES, STATE_PROPERTIES, Score
from envs.replay.player import GameReport, ReplayedInteraction
from envs.teach.games.session import MOTIONS


@dataclass
class Tally:
    """How often our engine and the record agree.

    Attributes:
        n: Cases counted.
        agreed: Cases with the same outcome.
    """

    n: int = 0
    agreed: int = 0

    def add(self, agreed: bool) -> None:
        """Count one case."""
        self.n += 1
        self.agreed += agreed

    @property
    def rate(self) -> float:
        """Share of agreement; 1 when there was nothing to agree on."""
        return self.agreed / self.n if self.n else 1.0

    def as_dict(self) -> dict[str, float]:
        """The figures for reports."""
        return {"n": self.n, "agreement": self.rate}


@dataclass
class ReplayReport:
    """Sums over games; see ``as_dict`` for what each figure means."""

    games: int = 0
    motions: dict[str, dict[bool, Tally]] = field(default_factory=dict)
    objects: dict[str, Tally] = field(default_factory=dict)
    untargeted: dict[str, Counter[str]] = field(default_factory=dict)
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)
    properties: dict[str, Score] = field(default_factory=dict)
    positions: Score = field(default_factory=Score)
    tasks: dict[str, Tally] = field(default_factory=dict)
    final_success: int = 0
    initial_success: int = 0
    disagreements: list[str] = field(default_factory=list)

    def add(self, game: GameReport) -> None:
        """Count one game."""
        self.games += 1
        for step in game.steps:
            self._step(step)
        for prop, score in game.properties.items():
            self.properties.setdefault(prop, Score()).merge(score)
        self.positions.merge(game.positions)
        agreed = game.success == game.recorded_success
        self.tasks.setdefault(game.task, Tally()).add(agreed)
        self.final_success += game.recorded_success
        self.initial_success += game.initial_success
        if not agreed:
            self.disagreements.append(game.game_id)

    def _step(self, step: ReplayedInteraction) -> None:
        if step.action in MOTIONS:
            by_outcome = self.motions.setdefault(step.action, {True: Tally(), False: Tally()})
            by_outcome[step.recorded].add(step.ours == step.recorded)
        elif step.target is not None:
            self.objects.setdefault(step.action, Tally()).add(bool(step.ours))
            if not step.ours:
                self.refusals[step.action, refusal_kind(step)] += 1
        else:
            kind = "unresolved" if step.ours is None else "refused by rule"
            self.untargeted.setdefault(step.action, Counter())[kind] += 1

    # -- sums ----------------------------------------------------------------------------------------------------

    @property
    def motion_total(self) -> Tally:
        """All driver motions, successes and failures."""
        return _sum(t for pair in self.motions.values() for t in pair.values())

    @property
    def object_total(self) -> Tally:
        """All object actions with a recorded target."""
        return _sum(self.objects.values())

    @property
    def task_total(self) -> Tally:
        """Task outcomes over all games."""
        return _sum(self.tasks.values())

    @property
    def micro(self) -> Score:
        """Final changes over all state and containment properties together."""
        total = Score()
        for prop in (*STATE_PROPERTIES, *CONTAINMENT_PROPERTIES):
            total.merge(self.properties.get(prop, Score()))
        return total

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values; rates are fractions.

        ``untargeted`` counts recorded failures of object actions, whose target is not recorded: *refused by rule* are
        those our engine refuses whatever the target (empty hand, …), *unresolved* the others, which are not played.
        """
        motions = {
            action: {"succeeded": pair[True].as_dict(), "failed": pair[False].as_dict()}
            for action, pair in sorted(self.motions.items())
        }
        total, micro = self.object_total, self.micro
        return {
            "games": self.games,
            "motions": {**self.motion_total.as_dict(), "by_action": motions},
            "object_actions": {
                "n": total.n,
                "successes_reproduced": total.rate,
                "by_action": {a: {"n": t.n, "successes_reproduced": t.rate} for a, t in sorted(self.objects.items())},
                "untargeted": {a: dict(sorted(c.items())) for a, c in sorted(self.untargeted.items())},
            },
            "final_state": {
                "micro_f1": micro.f1,
                "micro_precision": micro.precision,
                "micro_recall": micro.recall,
                "by_property": {
                    p: self.properties.get(p, Score()).as_dict() for p in (*STATE_PROPERTIES, *CONTAINMENT_PROPERTIES)
                },
                "apart": {
                    **{p: self.properties.get(p, Score()).as_dict() for p in APART},
                    "position": self.positions.as_dict(),
                },
            },
            "task": {
                **self.task_total.as_dict(),
                "by_task": {name: tally.as_dict() for name, tally in sorted(self.tasks.items())},
                "disagreements": self.disagreements,
            },
            "checker": {
                "final_success": self.final_success / self.games if self.games else 1.0,
                "initial_success": self.initial_success / self.games if self.games else 0.0,
            },
        }


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total.n += tally.n
        total.agreed += tally.agreed
    return total


def refusal_kind(step: ReplayedInteraction) -> str:
    """Why a step was refused, without the names in it."""
    words = [w for w in step.error.split() if "|" not in w]
    return " ".join(words)
