"""Models from the environment: one for everything, or one per role."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from agent.language.endpoint.circuit_breaker import SHARED, CircuitBreaker, EndpointCircuit
from agent.language.endpoint.openai_model import OPENAI, OpenAIModel, Sampling
from agent.language.endpoint.retries import Retries
from agent.language.model import ChatModel, Listener
from agent.language.recorded import RecordedModel
from agent.language.trace import Budget, Price, Sink, TracedModel, read_prices
from envs.errors import BadInput

_AWAITED = ("dialogue", "planner", "coordinator", "worker", "reader")
"""Roles that a person or the robot waits for; they give up sooner, and the built-in ones step in."""

_PATIENCE = 5.0
"""Seconds that are waited between tries at most where somebody waits for the answer."""

_MOST = {"SECONDS": 86_400.0, "TRIES": 100.0}
"""What a time-out and the number of tries may be set to: a day, and what nobody would wait for."""
_MOST_COUNTED = 1e15

_OPENAI = {"URL": "OPENAI_BASE_URL", "KEY": "OPENAI_API_KEY", "MODEL": "OPENAI_MODEL"}


def setting(name: str, role: str = "", environment: Mapping[str, str] | None = None) -> str:
    """A setting of the language models; "" when it is not made.

    Args:
        name: ``URL``, ``KEY``, ``MODEL``, ``PRICES``, ``RECORD``, ``SECONDS``, ``TRIES``, ``MOST_CALLS``,
            ``MOST_TOKENS`` or ``MOST_COST``.
        role: For ``recall``, HOMEBODY_LANGUAGE_URL_RECALL comes before HOMEBODY_LANGUAGE_URL, and that before
            OPENAI_BASE_URL.
        environment: Instead of the process's own.

    Raises:
        BadInput: It is no text.
    """
    known = os.environ if environment is None else environment
    names = [f"HOMEBODY_LANGUAGE_{name}_{role.upper()}"] if role else []
    names += [f"HOMEBODY_LANGUAGE_{name}", _OPENAI.get(name, "")]
    found = next((one for one in names if one and known.get(one, "").strip()), "")
    value = known[found].strip() if found else ""
    if any("\ud800" <= sign <= "\udfff" for sign in value):
        raise BadInput(f"{found} holds bytes that are not UTF-8; set it anew")
    return value


def budget_set(environment: Mapping[str, str] | None = None) -> Budget | None:
    """The budget from the environment, to be shared by all models of a run; None when none is set.

    Raises:
        BadInput: A limit is not a number of zero or more.
    """
    limits = [_number(name, "", environment) for name in ("MOST_CALLS", "MOST_TOKENS", "MOST_COST")]
    if all(limit is None for limit in limits):
        return None
    calls, tokens, cost = limits
    return Budget(None if calls is None else int(calls), None if tokens is None else int(tokens), cost)


def _number(name: str, role: str, environment: Mapping[str, str] | None) -> float | None:
    text = setting(name, role, environment)
    try:
        found = float(text) if text else None
    except ValueError:
        found = math.nan
    most = _MOST.get(name, _MOST_COUNTED)
    if found is not None and not 0 <= found <= most:
        raise BadInput(f"HOMEBODY_LANGUAGE_{name} is {text!r:.60}; give a number from 0 to {most:,.0f}, or unset it")
    return found


def circuit_for(
    role: str, *, url: str = "", key: str = "", environment: Mapping[str, str] | None = None
) -> EndpointCircuit:
    """What is known of the endpoint of a role; the same for all roles whose address and key are the same."""
    address = url or setting("URL", role, environment) or OPENAI
    return SHARED.of(address, key or setting("KEY", role, environment))


def model_for(
    role: str,
    *,
    awaited: bool | None = None,
    name: str = "",
    url: str = "",
    key: str = "",
    sampling: Sampling | None = None,
    retries: Retries | None = None,
    sink: Sink | None = None,
    budget: Budget | None = None,
    listener: Listener | None = None,
    environment: Mapping[str, str] | None = None,
) -> ChatModel:
    """The model for a role: recorded, traced, within a budget, and left alone for a while when it is down.

    ``awaited`` says whether somebody waits for its answers, so that it gives up sooner; else that goes by the role.
    What is given comes before the environment. With HOMEBODY_LANGUAGE_RECORD the answers are kept in that file and
    replayed from it; without a model named it is only replayed.

    Raises:
        BadInput: No model is named, or a setting cannot be used.
    """
    name = name or setting("MODEL", role, environment)
    record = setting("RECORD", role, environment)
    if not name and not record:
        raise BadInput(
            "no language model is set up; export HOMEBODY_LANGUAGE_MODEL (and HOMEBODY_LANGUAGE_URL for an endpoint "
            "other than OpenAI's), or write builtin in place of llm: --language builtin, of a run also --coordinator, "
            "--worker or --reader builtin"
        )
    model: ChatModel | None = None
    if name:
        address = url or setting("URL", role, environment) or None
        waits = role in _AWAITED if awaited is None else awaited
        patience = _patient(role, waits, sampling, retries, environment)
        key = key or setting("KEY", role, environment)
        circuit = circuit_for(role, url=url, key=key, environment=environment)
        model = CircuitBreaker(OpenAIModel(name, address, key, *patience, listener), circuit)
    if record:
        model = RecordedModel(Path(record), model)
    assert model is not None
    return TracedModel(model, role, name or "recorded", sink, _prices(role, environment), budget)


def _patient(
    role: str,
    awaited: bool,
    sampling: Sampling | None,
    retries: Retries | None,
    environment: Mapping[str, str] | None,
) -> tuple[Sampling, Retries]:
    """Time-out and tries: those of the environment in place of the usual ones, not of those that a caller gave."""
    usual = (30.0, 2) if awaited else (Sampling.seconds, Retries.attempts)
    seconds = _number("SECONDS", role, environment) or usual[0]
    tries = _number("TRIES", role, environment) or usual[1]
    sampling = sampling or Sampling()
    if sampling.seconds == Sampling.seconds:
        sampling = replace(sampling, seconds=seconds)
    return sampling, retries or Retries(max(1, int(tries)), seconds=_PATIENCE if awaited else Retries.seconds)


def _prices(role: str, environment: Mapping[str, str] | None) -> dict[str, Price]:
    path = setting("PRICES", role, environment)
    return read_prices(Path(path)) if path else {}
