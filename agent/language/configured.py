"""Models from the environment: one for everything, or one per role."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from agent.language.chat import ChatModel
from agent.language.openai_model import OpenAIModel, Sampling
from agent.language.recorded import RecordedModel
from agent.language.retries import Retries
from agent.language.trace import Budget, Price, Sink, TracedModel, read_prices
from envs.errors import BadInput

_OPENAI = {"URL": "OPENAI_BASE_URL", "KEY": "OPENAI_API_KEY", "MODEL": "OPENAI_MODEL"}


def setting(name: str, role: str = "", environment: Mapping[str, str] | None = None) -> str:
    """A setting of the language models; "" when it is not made.

    Args:
        name: ``URL``, ``KEY``, ``MODEL``, ``PRICES`` or ``RECORD``.
        role: For ``recall``, HOMEBODY_LANGUAGE_URL_RECALL comes before HOMEBODY_LANGUAGE_URL, and that before
            OPENAI_BASE_URL.
        environment: Instead of the process's own.
    """
    known = os.environ if environment is None else environment
    names = [f"HOMEBODY_LANGUAGE_{name}_{role.upper()}"] if role else []
    names += [f"HOMEBODY_LANGUAGE_{name}", _OPENAI.get(name, "")]
    return next((known[one].strip() for one in names if one and known.get(one, "").strip()), "")


def model_for(
    role: str,
    *,
    name: str = "",
    url: str = "",
    key: str = "",
    sampling: Sampling | None = None,
    retries: Retries | None = None,
    sink: Sink | None = None,
    budget: Budget | None = None,
    environment: Mapping[str, str] | None = None,
) -> ChatModel:
    """The model for a role, recorded, traced and within a budget.

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
            "other than OpenAI's), or use --language builtin"
        )
    model: ChatModel | None = None
    if name:
        address = url or setting("URL", role, environment) or None
        model = OpenAIModel(name, address, key or setting("KEY", role, environment), sampling, retries)
    if record:
        model = RecordedModel(Path(record), model)
    assert model is not None
    return TracedModel(model, role, name or "recorded", sink, _prices(role, environment), budget)


def _prices(role: str, environment: Mapping[str, str] | None) -> dict[str, Price]:
    path = setting("PRICES", role, environment)
    return read_prices(Path(path)) if path else {}
