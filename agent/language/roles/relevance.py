"""Relevance by a language model: for how much longer a node is worth keeping, and which rule says so.

Source: H²-EMV, forgetting: α of 0 forgets, a whole number adds lifetimes, infinity keeps for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from math import inf
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import one_line, quoted
from memory.forgetting.relevance import IMPORTANT, RuleRelevance
from memory.roles import Item, Relevance, RelevanceEstimator, Rule
from memory.store.lifetimes import Lifetimes

FORGET, LONGER, FOR_EVER = "forget", "longer", "for ever"
MOST = 3650
"""Most lifetimes that are added at once."""

_KINDS = {2: "an event", 3: "a goal that was reached", 4: "a subtask", 5: "a task", 6: "a day", 7: "a week"}
_VERDICT = record(
    {
        "reason": {"type": "string"},
        "rule": {"type": ["integer", "null"]},
        "keep": {"type": "string", "enum": [FORGET, LONGER, FOR_EVER]},
        "lifetimes": {"type": "integer", "minimum": 0, "maximum": MOST},
    }
)


class ModelRelevance:
    """Estimates relevance with a language model; see ``memory.roles.RelevanceEstimator``.

    What is remembered is shown as data, and what it could talk the model into is bounded: without one of the user's
    rules nothing is kept for longer than the built-in role keeps what is obviously important.

    Args:
        model: Judges.
        told: Gets the record of each fallback.
        lifetimes: Those of the memory; the usual ones by default.
        builtin: Steps in when the model fails.
    """

    def __init__(
        self,
        model: ChatModel,
        told: FallbackSink | None = None,
        lifetimes: Lifetimes | None = None,
        builtin: RelevanceEstimator | None = None,
    ) -> None:
        self._role = RoleModel("relevance", model, told)
        self._lifetimes = lifetimes or Lifetimes()
        self._builtin = builtin or RuleRelevance(self._lifetimes)

    def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        """How many lifetimes longer to keep a node, and which rule decided."""
        return self._role.attempt(
            lambda: self._estimated(item, parent, rules, now),
            lambda: self._builtin.estimate(item, parent, rules, now),
        )

    def _estimated(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: datetime) -> Relevance:
        value = self._role.ask(
            _VERDICT,
            partial(_wrong, {rule.number for rule in rules}),
            kind=_KINDS.get(item.level, "a long time"),
            time=f"{item.start:%a %Y-%m-%d %H:%M} to {item.end:%a %Y-%m-%d %H:%M}",
            now=f"{now:%a %Y-%m-%d %H:%M}",
            life=_duration(self._lifetimes.of(item.level)),
            memory=quoted(" / ".join(item.text.splitlines()) or item.summary, 1500),
            above=quoted(parent.summary if parent else "", 300),
            rules="\n".join(f"{rule.number}. {quoted(rule.text)}" for rule in rules) or "(none)",
            important=int(IMPORTANT),
        )
        alpha = {FORGET: 0.0, FOR_EVER: inf}.get(value["keep"], float(value["lifetimes"]))
        return Relevance(alpha, value["rule"], one_line(value["reason"], 200))


def _wrong(rules: set[int], value: Any) -> str:
    rule, keep = value["rule"], value["keep"]
    if rule is not None and rule not in rules:
        return f"there is no rule {rule}; there are {sorted(rules) or 'none'}, or null when no rule decides"
    if keep == LONGER and not value["lifetimes"]:
        return f"{LONGER!r} needs lifetimes of at least 1"
    if rule is None and (keep == FOR_EVER or (keep == LONGER and value["lifetimes"] > IMPORTANT)):
        return f"without a rule at most {int(IMPORTANT)} lifetimes can be added; name the rule, or keep it for less"
    return ""


def _duration(life: timedelta | None) -> str:
    if life is None:
        return "without an end"
    hours = life / timedelta(hours=1)
    return f"{hours / 24:g} days" if hours >= 24 else f"{hours:g} hours"
