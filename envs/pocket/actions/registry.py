"""The action table: names, typed signatures, and the argument checks the Unity engine makes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from envs.pocket.calls import CallError, Check, MissingArgument, UnknownAction, argument_type, is_geometric
from envs.pocket.engine import ActionRefused, Engine
from envs.pocket.unsupported import REFUSED
from envs.vocabulary.spelling import closest, suggestion

Handler = Callable[..., Any]

#: Keys that AI2-THOR's client sends with every action; tolerated on all of them.
TOLERATED = frozenset({
    "action", "sequenceId", "renderImage", "agentId", "renderObjectImage", "renderClassImage", "renderNormalsImage",
    "renderInstanceSegmentation", "renderSemanticSegmentation", "renderDepthImage",
})  # fmt: skip

ACTIONS: dict[str, ActionSpec] = {}


@dataclass(frozen=True)
class ActionSpec:
    """One action: what carries it out, and which parameters it takes."""

    name: str
    handler: Handler
    parameters: frozenset[str]
    required: frozenset[str]
    types: Mapping[str, tuple[Check, str]] = field(default_factory=dict)
    geometric: frozenset[str] = frozenset()

    def bind(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments for the handler; one that is None counts as not given.

        Raises:
            CallError: An unknown parameter, a missing one, or one of the wrong type.
            ActionRefused: A place or direction is none; as in AI2-THOR that is a failed action.
        """
        check_agent(given)
        given = {k: v for k, v in given.items() if v is not None}
        unknown = sorted(set(given) - self.parameters - TOLERATED)
        if unknown:
            allowed = ", ".join(sorted(self.parameters)) or "none"
            hint = suggestion(unknown[0], self.parameters) or ";"
            raise CallError(f"invalid argument {unknown[0]!r} for {self.name}{hint} it takes: {allowed}")
        missing = sorted(self.required - set(given))
        if missing:
            raise MissingArgument(f"{self.name} is missing the argument {missing[0]!r}")
        bound = {k: v for k, v in given.items() if k in self.parameters}
        for key, value in bound.items():
            fits, expected = self.types[key]
            if not fits(value):
                text = f"{key} of {self.name} is {value!r:.80}; expected {expected}"
                raise ActionRefused(text) if key in self.geometric else CallError(text)
        return bound


def action(*names: str, **fixed: Any) -> Callable[[Handler], Handler]:
    """Register a handler under one or several names; ``fixed`` arguments are set and not offered to callers."""

    def register(handler: Handler) -> Handler:
        signature = inspect.signature(handler).parameters
        offered = {k: p for k, p in signature.items() if k not in {"engine", *fixed}}
        bound = _with(handler, fixed) if fixed else handler
        for name in names:
            _enter(name, bound, offered)
        return handler

    return register


def object_action(*names: str, **fixed: Any) -> Callable[[Handler], Handler]:
    """Register a handler that is about one object, called as ``handler(engine, i, force, ...)``.

    Callers name the object by ``objectId``, or by the image point ``x``, ``y``; ``forceAction`` lets them act unseen.
    """

    def register(handler: Handler) -> Handler:
        def call(
            engine: Engine,
            objectId: str | None = None,
            x: float | None = None,
            y: float | None = None,
            forceAction: bool = False,
            **own: Any,
        ) -> Any:
            return handler(engine, engine.target(objectId, x, y, forceAction), forceAction, **fixed, **own)

        aim = [p for k, p in inspect.signature(call).parameters.items() if k not in {"engine", "own"}]
        given = {"engine", "i", "force", *fixed}
        own = [p for k, p in inspect.signature(handler).parameters.items() if k not in given]
        for name in names:
            _enter(name, call, {p.name: p for p in (*aim, *own)})
        return handler

    return register


def _enter(name: str, handler: Handler, offered: Mapping[str, inspect.Parameter]) -> None:
    required = frozenset(k for k, p in offered.items() if p.default is inspect.Parameter.empty)
    types = {k: argument_type(str(p.annotation)) for k, p in offered.items()}
    geometric = frozenset(k for k, p in offered.items() if is_geometric(str(p.annotation)))
    ACTIONS[name] = ActionSpec(name, handler, frozenset(offered), required, types, geometric)


def _with(handler: Handler, fixed: dict[str, Any]) -> Handler:
    def call(engine: Engine, **given: Any) -> Any:
        return handler(engine, **fixed, **given)

    return call


def check_agent(call: Mapping[str, Any]) -> None:
    """Refuse a call to another agent than the only one.

    Raises:
        CallError: ``agentId`` is not 0.
    """
    agent = call.get("agentId")
    if agent is not None and agent != 0:
        raise CallError(f"agentId is {agent!r:.80}; there is one agent, with agentId 0")


def lookup(name: str) -> ActionSpec:
    """The action of that name.

    Raises:
        UnknownAction: There is none; the message lists close matches, or says why AI2-THOR's action is refused.
    """
    found = ACTIONS.get(name)
    if name in REFUSED:
        raise UnknownAction(f"{name} is an action of AI2-THOR that is refused here: {REFUSED[name]}")
    if found is None:
        close = closest(name, ACTIONS, 3)
        hint = f"; did you mean {' or '.join(close)}?" if close else f"; known actions: {', '.join(sorted(ACTIONS))}"
        raise UnknownAction(f"{name!r} is not an action{hint}")
    return found
