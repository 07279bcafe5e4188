"""Named ways of remembering, for comparing them: how the tree is built, what is forgotten, what rules are used for.

The ablations of H²-EMV are combinations of these three switches (its table of recipes).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from envs.errors import BadInput
from memory.building.history import Construction, HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import RuleRelevance
from memory.roles import Grouper, RelevanceEstimator
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes, lifetimes

ForgettingMethod = Literal["none", "time", "time+relevance"]
Learning = Literal["none", "forgetting", "summaries", "both"]


@dataclass(frozen=True)
class Recipe:
    """A way of remembering.

    Attributes:
        construction: How the levels above goals come about.
        forgetting: Nothing is forgotten, what is old, or what is old and irrelevant.
        learning: Whether rules learned from feedback count for what is forgotten, for summaries, for both or nothing.

    Raises:
        BadInput: An unknown word, or learning for a forgetting that asks nobody.
    """

    construction: Construction = "online"
    forgetting: ForgettingMethod = "time+relevance"
    learning: Learning = "both"

    def __post_init__(self) -> None:
        for name, allowed in (("forgetting", _FORGETTING), ("learning", _LEARNING), ("construction", _BUILT)):
            if getattr(self, name) not in allowed:
                raise BadInput(f"{name} {getattr(self, name)!r}; use one of {', '.join(allowed)}")
        if self.learning in ("forgetting", "both") and self.forgetting != "time+relevance":
            raise BadInput(
                f"learning {self.learning!r} needs forgetting 'time+relevance', not {self.forgetting!r}; "
                "use learning 'none' or 'summaries'"
            )

    def builder(self, store: Store, grouper: Grouper | None = None) -> HistoryBuilder:
        """What builds by this recipe."""
        rules: Callable[[], tuple] | None = None if self.learning in ("summaries", "both") else tuple
        return HistoryBuilder(store, grouper, self.construction, rules)

    def forgetter(
        self, store: Store, relevance: RelevanceEstimator | None = None, limits: Lifetimes | None = None
    ) -> Forgetter | None:
        """What forgets by this recipe, None when nothing does.

        Args:
            store: Open for writing.
            relevance: The estimator; the built-in one by default.
            limits: Lifetimes; those of the memory by default.
        """
        if self.forgetting == "none":
            return None
        chosen = (relevance or RuleRelevance(limits or lifetimes(store))) if self.forgetting != "time" else None
        return Forgetter(store, chosen, limits, learned=self.learning in ("forgetting", "both"))


_FORGETTING = ("none", "time", "time+relevance")
_LEARNING = ("none", "forgetting", "summaries", "both")
_BUILT: tuple[Construction, ...] = ("online", "offline", "flat")

_PLAIN: tuple[tuple[str, ForgettingMethod, Learning], ...] = (
    ("full", "time+relevance", "both"),
    ("no summary learning", "time+relevance", "forgetting"),
    ("no learning", "time+relevance", "none"),
    ("learn only summaries", "time", "summaries"),
    ("time only", "time", "none"),
    ("no forgetting, learn summaries", "none", "summaries"),
    ("no forgetting", "none", "none"),
)
RECIPES = {
    (name if construction == "online" else f"{construction} {name}"): Recipe(construction, forgetting, learning)
    for construction in _BUILT
    for name, forgetting, learning in _PLAIN
}
"""By name; those of the online construction by the short name: ``full`` is the paper's own system."""
