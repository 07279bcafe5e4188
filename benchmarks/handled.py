"""Whether the objects that recorded players handled are visible, in our replay, from where they stood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import TeachSession


def shares_by(total: Counter[tuple[str, str]], part: Counter[tuple[str, str]], which: int) -> dict[str, list[int]]:
    """[part, total] by one side of the key, where the part is not nothing; the most first."""
    sums: dict[str, list[int]] = {}
    for key, n in total.items():
        entry = sums.setdefault(key[which] or "nothing", [0, 0])
        entry[0] += part[key]
        entry[1] += n
    return dict(sorted(((k, v) for k, v in sums.items() if v[0]), key=lambda e: (-e[1][0], e[0])))


@dataclass
class Handled:
    """Counts over the objects that recorded players handled.

    Attributes:
        games: Games replayed.
        total: First handlings, by type and action.
        unseen: Those of them whose object was not marked visible.
        which: (game, action, object id) of these.
    """

    games: int = 0
    total: Counter[tuple[str, str]] = field(default_factory=Counter)
    unseen: Counter[tuple[str, str]] = field(default_factory=Counter)
    which: list[tuple[str, str, str]] = field(default_factory=list)

    def watch(self, game: Game) -> Callable[[TeachSession, Interaction], None]:
        """Start a game; give the result to ``envs.replay.player.replay`` as ``watch``."""
        self.games += 1
        before: set[str] = set()

        def look(session: TeachSession, step: Interaction) -> None:
            if step.oid is None or not step.success or step.oid in before:
                return
            before.add(step.oid)
            item = session.event.get_object(step.oid)
            key = step.oid.rsplit("|", 1)[-1].split("_")[0] if "Sliced" in step.oid else step.oid.split("|")[0]
            self._count((key, step.action_name), item is not None and item["visible"], game.game_id, step.oid)

        return look

    def _count(self, key: tuple[str, str], visible: bool, game_id: str, object_id: str) -> None:
        self.total[key] += 1
        if not visible:
            self.unseen[key] += 1
            self.which.append((game_id, key[1], object_id))

    def merge(self, other: Handled) -> None:
        """Add the counts of other games."""
        self.games += other.games
        self.total.update(other.total)
        self.unseen.update(other.unseen)
        self.which.extend(other.which)

    @property
    def share(self) -> float:
        """Visible, as a share of all."""
        return 1.0 - self.unseen.total() / max(1, self.total.total())

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares."""
        return {
            "games": self.games,
            "handled": self.total.total(),
            "handled_visible_share": round(self.share, 5),
            "handled_unseen_by_type": shares_by(self.total, self.unseen, 0),
            "handled_unseen_by_action": shares_by(self.total, self.unseen, 1),
            "handled_unseen": [{"game": g, "action": a, "object": o} for g, a, o in self.which],
        }
