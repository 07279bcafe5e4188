"""How often a recorded image point finds the recorded object in the rebuilt room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from envs.replay.player import TOLERANCE, replay
from envs.simulator import Simulator
from envs.teach.games.pointing import distance_at, target_at
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import REACH, REACH_SLACK, TeachSession

SAME, SIBLING, OTHER, NONE = "same object", "another of its type", "other", "none"
VERDICTS = (SAME, SIBLING, OTHER, NONE)
"""What the point finds, compared with the object that was recorded."""

FRAMES = {"renderImage": False, "renderDepthImage": True, "renderInstanceSegmentation": True}
"""What a simulator has to render for this report."""


@dataclass
class PointReport:
    """Sums over the object actions of replayed games that have a recorded target.

    Attributes:
        games: Games replayed.
        verdicts: For each action, how often the point finds what.
        shown: How often the recorded object owns a pixel of our image at all.
        within_reach: How often the point's ray ends near enough to be handled (rule 3).
        confused: (action, recorded type, type found or an empty string) of what is not the same object.
    """

    games: int = 0
    verdicts: dict[str, Counter[str]] = field(default_factory=dict)
    shown: Counter[str] = field(default_factory=Counter)
    within_reach: Counter[str] = field(default_factory=Counter)
    confused: Counter[tuple[str, str, str]] = field(default_factory=Counter)

    def add(self, game: Game, simulator: Simulator, mode: str = "free", tolerance: float = TOLERANCE) -> None:
        """Replay a game by its recorded ids, and before every object action resolve its point.

        Args:
            game: The record.
            simulator: The game's initial state is loaded in it, and it renders ``FRAMES``.
            mode: See ``replay``.
            tolerance: See ``replay``.

        Raises:
            ValueError: No such mode.
            BadInput: The simulator renders no segmentation.
        """
        replay(game, mode, simulator=simulator, tolerance=tolerance, watch=self._look)
        self.games += 1

    def merge(self, other: PointReport) -> None:
        """Add the counts of other games."""
        self.games += other.games
        for action, counts in other.verdicts.items():
            self.verdicts.setdefault(action, Counter()).update(counts)
        self.shown.update(other.shown)
        self.within_reach.update(other.within_reach)
        self.confused.update(other.confused)

    def _look(self, session: TeachSession, step: Interaction) -> None:
        if step.oid is None or step.x is None or step.y is None:
            return
        event, action = session.event, step.action_name
        found = target_at(event, action, step.x, step.y)
        kinds = {o["objectId"]: o["objectType"] for o in event.metadata["objects"]}
        verdict = _verdict(step.oid, found, kinds)
        self.verdicts.setdefault(action, Counter())[verdict] += 1
        self.shown[action] += step.oid in event.instance_masks
        distance = distance_at(event, step.x, step.y)
        self.within_reach[action] += distance is not None and distance <= REACH + REACH_SLACK
        if verdict != SAME:
            self.confused[action, kinds.get(step.oid, step.oid.split("|")[0]), kinds.get(found or "", "")] += 1

    def row(self, actions: Iterable[str] | None = None) -> dict[str, Any]:
        """The figures of some actions together, all of them by default; shares are fractions of ``n``."""
        chosen = list(self.verdicts if actions is None else actions)
        counts = sum((self.verdicts[action] for action in chosen), Counter[str]())
        n = counts.total()
        share = 1 / n if n else 0.0
        return {
            "n": n,
            **{verdict.replace(" ", "_"): counts[verdict] for verdict in VERDICTS},
            "same_share": counts[SAME] * share,
            "shown_share": sum(self.shown[action] for action in chosen) * share,
            "within_reach_share": sum(self.within_reach[action] for action in chosen) * share,
        }

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        order = sorted(self.confused.items(), key=lambda entry: (-entry[1], entry[0]))
        return {
            "games": self.games,
            "total": self.row(),
            "by_action": {action: self.row([action]) for action in sorted(self.verdicts)},
            "confused": [
                {"action": action, "recorded": recorded, "found": found, "n": n}
                for (action, recorded, found), n in order
            ],
        }


def _verdict(recorded: str, found: str | None, kinds: dict[str, str]) -> str:
    if found is None:
        return NONE
    if found == recorded:
        return SAME
    return SIBLING if kinds[found] == kinds.get(recorded) else OTHER
