"""The switch between built-in language roles and those of a language model, for commands that work on a memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from homebody.output import Output

if TYPE_CHECKING:
    from agent.language.roles.models import ModelRoles
    from agent.language.trace import Sink
    from agent.runs.thinking import Thinking
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
CoordinatorOption = Annotated[
    Language | None,
    typer.Option("--coordinator", help="Who decides what is next among all open tasks. Default: as --language."),
]
WorkerOption = Annotated[
    Language | None, typer.Option("--worker", help="Who tells what matters for a task. Default: as --language.")
]
ReaderOption = Annotated[
    Language | None,
    typer.Option("--reader", help="llm: reads what the built-in rules cannot, and asks back. Default: as --language."),
]
BudgetCallsOption = Annotated[
    int | None, typer.Option("--budget-calls", min=0, help="Most calls to a language model for one task.")
]
BudgetTokensOption = Annotated[
    int | None, typer.Option("--budget-tokens", min=0, help="Most tokens of a language model for one task.")
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


@dataclass(frozen=True)
class Thinkers:
    """Who thinks, as given on the command line.

    Attributes:
        language: Who does what is not chosen on its own.
        coordinator: Who decides what is next; None for as ``language``.
        worker: Who tells what matters for a task; likewise.
        reader: Who reads what the built-in rules cannot; likewise.
        calls: Most calls for one task.
        tokens: Most tokens for one task.
    """

    language: Language = Language.BUILTIN
    coordinator: Language | None = None
    worker: Language | None = None
    reader: Language | None = None
    calls: int | None = None
    tokens: int | None = None

    @property
    def parts(self) -> frozenset[str]:
        """The parts that are a language model's, as ``agent.runs.thinking`` calls them."""
        chosen = {"coordinator": self.coordinator, "worker": self.worker, "reader": self.reader}
        by_model = {name for name, one in chosen.items() if (one or self.language) is Language.LLM}
        return frozenset(by_model | ({"planner", "grouper"} if self.language is Language.LLM else set()))

    def check(self) -> None:
        """Refuse a budget where nothing is spent.

        Raises:
            BadInput: No part is a language model's, and there is a budget.
        """
        if not self.parts and (self.calls is not None or self.tokens is not None):
            raise BadInput(
                "--budget-calls and --budget-tokens are about a language model; add --language llm, or leave them out"
            )

    def thinking(self, roles: Callable[[Sink | None], ModelRoles]) -> Thinking | None:
        """What of a run is a language model's; None for nothing."""
        from agent.runs.thinking import Thinking

        return Thinking(roles, self.parts, self.calls, self.tokens) if self.parts else None


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
