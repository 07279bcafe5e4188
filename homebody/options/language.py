"""The switch between built-in language roles and those of a language model, for commands that work on a memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from homebody.output import Output

if TYPE_CHECKING:
    from agent.language.roles.models import ModelRoles
    from memory.store.database import Store


class Language(StrEnum):
    """Who does what needs language."""

    BUILTIN = "builtin"
    LLM = "llm"


class Hierarchy(StrEnum):
    """What a language model sees of the memory."""

    DEEP = "deep"
    GOALS = "goals"
    FLAT = "flat"
    QUERY = "query"


LanguageOption = Annotated[
    Language,
    typer.Option("--language", help="Who does what needs language: builtin, or the language model that is set up."),
]
JudgeOption = Annotated[
    Language,
    typer.Option("--judge", help="Who judges leniently: builtin rules, or the language model that is set up."),
]
ModelOption = Annotated[str, typer.Option("--model", help="The model's name; default: HOMEBODY_LANGUAGE_MODEL.")]
UrlOption = Annotated[str, typer.Option("--url", help="Its endpoint; default: HOMEBODY_LANGUAGE_URL.")]
HierarchyOption = Annotated[
    Hierarchy | None,
    typer.Option("--hierarchy", help="What the model sees of the memory; query: one call for a query. Default: deep."),
]


def check_model_options(language: Language, model: str, url: str, hierarchy: Hierarchy | None) -> None:
    """Refuse what is said about a model where none is asked.

    Raises:
        BadInput: The built-in roles answer, and something was said about a model.
    """
    if language is Language.BUILTIN and (model or url or hierarchy is not None):
        raise BadInput(
            "--model, --url and --hierarchy are about a language model; add --language llm, or leave them out"
        )


@contextmanager
def roles_on(store: Store, now: datetime, language: Language, out: Output) -> Iterator[ModelRoles | None]:
    """The roles by a language model for work on an open memory, which keeps the trace of its calls; None for built-in.

    Args:
        store: Open for writing.
        now: The home's time, for the trace.
        language: Which.
        out: Where it is said in the end how often a built-in role stepped in.

    Raises:
        BadInput: No model is set up.
    """
    if language is Language.BUILTIN:
        yield None
        return
    from agent.language.call_log import StoreSink
    from agent.language.roles.models import ModelRoles
    from envs.clock import SimulatedClock

    with StoreSink(store, SimulatedClock(now)) as sink:
        roles = ModelRoles(sink)
        yield roles
    out.show(roles.summary())
