"""The action table: names, typed signatures, and the argument checks the Unity engine makes."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from envs.pocket.engine import Engine, MissingArgument

Handler = Callable[..., Any]

#: Keys tolerated on every action (contract §1.2).
TOLERATED = frozenset({
    "action", "sequenceId", "renderImage", "agentId", "renderObjectImage", "renderClassImage", "renderNormalsImage",
    "renderInstanceSegmentation", "renderSemanticSegmentation", "renderDepthImage",
})  # fmt: skip

ACTIONS: dict[str, Action] = {}


@dataclass(frozen=True)
class Action:
    """One action: what carries it out, and which parameters it takes."""

    name: str
    handler: Handler
    parameters: frozenset[str]
    required: frozenset[str]
    takes_any: bool = False

    def bind(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments for the handler.

        Raises:
            ValueError: An unknown parameter (``InvalidArgument``) or a missing one (``MissingArguments``).
        """
        unknown = sorted(set(given) - self.parameters - TOLERATED)
        if unknown and not self.takes_any:
            allowed = ", ".join(sorted(self.parameters)) or "none"
            raise ValueError(f"invalid argument {unknown[0]!r} for {self.name}; it takes: {allowed}")
        missing = sorted(self.required - set(given))
        if missing:
            raise MissingArgument(f"{self.name} is missing the argument {missing[0]!r}")
        return {k: v for k, v in given.items() if self.takes_any or k in self.parameters}


def action(*names: str, **fixed: Any) -> Callable[[Handler], Handler]:
    """Register a handler under one or several names; ``fixed`` arguments are set and not offered to callers."""

    def register(handler: Handler) -> Handler:
        signature = inspect.signature(handler).parameters
        takes_any = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in signature.values())
        offered = {k: p for k, p in signature.items() if k not in {"engine", *fixed} and p.kind is not p.VAR_KEYWORD}
        required = frozenset(k for k, p in offered.items() if p.default is inspect.Parameter.empty)
        bound = _with(handler, fixed) if fixed else handler
        for name in names:
            ACTIONS[name] = Action(name, bound, frozenset(offered), required, takes_any)
        return handler

    return register


def _with(handler: Handler, fixed: dict[str, Any]) -> Handler:
    def call(engine: Engine, **given: Any) -> Any:
        return handler(engine, **fixed, **given)

    return call


def lookup(name: str) -> Action:
    """The action of that name.

    Raises:
        ValueError: There is none; the message lists close matches.
    """
    found = ACTIONS.get(name)
    if found is None:
        close = difflib.get_close_matches(name, ACTIONS, n=3)
        hint = f"; did you mean {' or '.join(close)}?" if close else f"; known actions: {', '.join(sorted(ACTIONS))}"
        raise ValueError(f"{name!r} is not an action{hint}")
    return found
