"""homebody: a household agent that lives in a simulated home, remembers what it did and answers questions about it.

The command line (``homebody.cli``), its views, and the public face of the library: ``from homebody import Store``.
May import every package; no package imports it. A name is loaded when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent.recall.answer import Answer as Answer
    from agent.recall.asking import Recall as Recall
    from envs.engines import Launcher as Launcher
    from envs.engines import open_simulator as open_simulator
    from envs.gym.env import HouseholdEnv as HouseholdEnv
    from envs.gym.env import HouseholdObjectEnv as HouseholdObjectEnv
    from envs.gym.env import PointingEnv as PointingEnv
    from envs.named_objects import objects_named as objects_named
    from envs.replay.player import replay as replay
    from memory.building.history import HistoryBuilder as HistoryBuilder
    from memory.forgetting.forgetter import Forgetter as Forgetter
    from memory.live.worker import LiveMemory as LiveMemory
    from memory.reading.tree_view import TreeView as TreeView
    from memory.reading.view import View as View
    from memory.rules.rule_book import RuleBook as RuleBook
    from memory.store.database import Store as Store

_PLACES = {
    "Answer": "agent.recall.answer",
    "Forgetter": "memory.forgetting.forgetter",
    "HistoryBuilder": "memory.building.history",
    "HouseholdEnv": "envs.gym.env",
    "HouseholdObjectEnv": "envs.gym.env",
    "Launcher": "envs.engines",
    "LiveMemory": "memory.live.worker",
    "PointingEnv": "envs.gym.env",
    "Recall": "agent.recall.asking",
    "RuleBook": "memory.rules.rule_book",
    "Store": "memory.store.database",
    "TreeView": "memory.reading.tree_view",
    "View": "memory.reading.view",
    "objects_named": "envs.named_objects",
    "open_simulator": "envs.engines",
    "replay": "envs.replay.player",
}
"""Where each public name lives."""


def __dir__() -> list[str]:
    """The public names."""
    return sorted(_PLACES)


def __getattr__(name: str) -> Any:
    """Load a public name when it is asked for first."""
    if name not in _PLACES:
        raise AttributeError(f"module 'homebody' has no attribute {name!r}; it offers {', '.join(sorted(_PLACES))}")
    return getattr(import_module(_PLACES[name]), name)
