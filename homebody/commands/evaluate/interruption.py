"""``homebody eval interruption``: tasks that interrupt each other, with and without memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.process.terminal import progress
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption, ResultOption, ResumeOption
from homebody.options.language import Language, LanguageOption
from homebody.options.many_values import many_values
from homebody.output import Output

if TYPE_CHECKING:
    from eval.interruption.tables import ResultCell
    from eval.interruption.tabletop import MakeExecutive


_PAPER_TRIALS = 50
_HOMES = 2


class Suite(StrEnum):
    """Whose tasks."""

    PAPER = "paper"
    HOUSEHOLD = "household"
    ALL = "all"


class InterruptionMode(StrEnum):
    """How the tasks follow each other; those after the third are for household tasks."""

    STANDALONE = "standalone"
    CONSECUTIVE = "consecutive"
    INTERVENED = "intervened"
    NESTED = "nested"
    CHANGED = "changed"
    AMENDED = "amended"
    CANCELLED = "cancelled"


class MemoryCondition(StrEnum):
    """Which memories the agent has."""

    NONE = "none"
    WORKING = "working"
    BOTH = "both"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("interruption", cls=many_values("--tasks", "--mode", "--memory"))(interruption)


def interruption(
    suite: Annotated[Suite, typer.Option(help="The paper's tabletop tasks, household tasks, or both.")] = Suite.ALL,
    tasks: Annotated[list[str] | None, typer.Option(help="Only these tasks; repeat for more.")] = None,
    mode: Annotated[list[InterruptionMode] | None, typer.Option(help="Only these modes; repeat for more.")] = None,
    memory: Annotated[list[MemoryCondition] | None, typer.Option(help="Only these memories; repeat for more.")] = None,
    trials: Annotated[
        int | None, typer.Option(min=1, help="How often each cell is tried: 50 times, or in 2 homes.")
    ] = None,
    at: Annotated[str, typer.Option(help="Interrupt at this share of a task's actions, or at 'all' of them.")] = "0.5",
    language: LanguageOption = Language.BUILTIN,
    window: Annotated[
        int | None, typer.Option(min=0, help="Tokens of the tabletop conversation that can be read; 0 is all of it.")
    ] = None,
    seed: SeedOption = 0,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Let tasks interrupt each other: success, and what the agent can tell of them, beside the published figures."""
    from eval.interruption.tables import by_mode, means

    out, keeper = Output(json_out), ResultKeeper(result)
    asked = InterruptionOptions(mode, memory, trials, _share(at), language, seed)
    ours, home = _tasks(suite, tasks)
    cells: list[ResultCell] = []
    with Journal[Any](beside(json_out, keeper.path), Any, lambda: wanted([]), resume) as journal:
        if ours:
            make, tokens = _executive(language, window)
            cells += _paper(out, asked, ours, make, tokens, journal)
            out.show(_told(language, tokens))
        if home:
            cells += _household(out, asked, home, journal)
        if not cells:
            raise BadInput("nothing to measure: the modes that were given are not those of the tasks; see --help")
        settings = {"suite": suite.value, "language": language.value, "seed": seed, "at": at, "window": window}
        listed = [cell.as_dict() for cell in cells]
        figures = {**settings, "cells": listed, "means": means(cells), "table": by_mode(cells)}
        out.json(figures)
        measured = [f"eval.interruption.{name}" for name, some in (("tabletop", ours), ("household", home)) if some]
        keeper.keep(figures, ["eval.interruption.tables", *measured], seed=seed)


@dataclass(frozen=True)
class InterruptionOptions:
    """What is to be measured.

    Attributes:
        modes: None for all that there are.
        memories: None for those that tell something.
        trials: None for the usual number.
        at: Share of a task's actions; None for each of them.
        language: Who thinks.
        seed: Of all draws.
    """

    modes: list[InterruptionMode] | None
    memories: list[MemoryCondition] | None
    trials: int | None
    at: float | None
    language: Language
    seed: int


def _tasks(suite: Suite, tasks: list[str] | None) -> tuple[list[str], list[str]]:
    """The tabletop and the household tasks that are meant."""
    from eval.interruption.household import NAMES
    from eval.interruption.tabletop import TASKS

    paper = [] if suite is Suite.HOUSEHOLD else list(TASKS)
    home = [] if suite is Suite.PAPER else list(NAMES)
    if tasks is None:
        return paper, home
    unknown = [task for task in tasks if task not in (*paper, *home)]
    if unknown:
        raise BadInput(f"there is no task {unknown[0]!r} here; choose among {', '.join((*paper, *home))}")
    return [task for task in paper if task in tasks], [task for task in home if task in tasks]


def _paper(
    out: Output,
    asked: InterruptionOptions,
    tasks: list[str],
    make: MakeExecutive,
    tokens: int | None,
    journal: Journal[Any],
) -> list[ResultCell]:
    from eval.interruption.published import published
    from eval.interruption.tables import extra_table, mode_table
    from eval.interruption.tabletop import MODES, run_paper

    cells: list[ResultCell] = []
    trials = asked.trials or _PAPER_TRIALS
    for mode in [one for one in asked.modes or list(InterruptionMode) if one.value in MODES]:
        usual = [MemoryCondition.NONE] if mode is InterruptionMode.STANDALONE else list(MemoryCondition)
        found: list[ResultCell] = []
        for kept in asked.memories or usual:
            with _progress(f"{mode.value}, memory {kept.value}", trials) as step:
                setting = (mode.value, kept.value, trials, asked.at)
                found += run_paper(tasks, *setting, make, asked.seed, tokens, step, journal)
        out.show(mode_table(mode.value, found, published(mode.value)), extra_table(mode.value, found))
        cells += found
    return cells


def _household(out: Output, asked: InterruptionOptions, tasks: list[str], journal: Journal[Any]) -> list[ResultCell]:
    from agent.planning.planner import Planner
    from eval.interruption.household import MODES, run_household
    from eval.interruption.tables import extra_table, mode_table

    roles = None
    if asked.language is Language.LLM:
        from agent.language.roles.models import ModelRoles

        roles = ModelRoles()
    planners = roles.planner() if roles else Planner
    cells: list[ResultCell] = []
    trials = asked.trials or _HOMES
    for mode in [one for one in asked.modes or list(InterruptionMode) if one.value in MODES]:
        usual = (
            [MemoryCondition.BOTH]
            if mode is InterruptionMode.STANDALONE
            else [MemoryCondition.NONE, MemoryCondition.BOTH]
        )
        found: list[ResultCell] = []
        for kept in asked.memories or usual:
            with _progress(f"household, {mode.value}, memory {kept.value}", None) as step:
                setting = (mode.value, kept.value, trials, asked.at, planners, asked.seed)
                found += run_household(tasks, *setting, lambda _, step=step: step(), journal)
        if found:
            out.show(mode_table(mode.value, found, {}), extra_table(mode.value, found))
        cells += found
    if roles is not None:
        out.show(f"A language model chose what to see to next: {roles.summary()}.")
    return cells


def _share(at: str) -> float | None:
    if at == "all":
        return None
    try:
        return float(at)
    except ValueError as error:
        raise BadInput(f"--at {at!r} is not a share of a task's actions; give 0.5, or all") from error


def _executive(language: Language, window: int | None) -> tuple[MakeExecutive, int | None]:
    """What makes the executive, and the tokens it sees; a language model has its own window unless one is given."""
    from agent.mind.conversation import OLLAMA_WINDOW
    from eval.interruption.tabletop import builtin_executive

    if language is Language.BUILTIN:
        return builtin_executive, OLLAMA_WINDOW if window is None else window or None
    from agent.language.endpoint.openai_model import Sampling
    from agent.language.from_environment import model_for
    from agent.mind.by_model import ModelCoordinator, ModelWorker

    sampling = Sampling(temperature=0.2)  # as in the paper
    coordinator, worker = (model_for(role, sampling=sampling) for role in ("coordinator", "worker"))
    return lambda _: (ModelCoordinator(coordinator), ModelWorker(worker)), window or None


def _told(language: Language, tokens: int | None) -> str:
    reads = "all of its conversation" if tokens is None else f"the newest {tokens:,} tokens of its conversation"
    who = "the built-in coordinator" if language is Language.BUILTIN else "the language model"
    return (
        f"{who} reads {reads}. Published: GPT-3.5 and Llama 3, 'with memory' in the column of what was used. Ours "
        "sends a turn that cannot be used back once, the paper never: 'success without repair' counts as it does. "
        "Retention is asked when a task is complete, and 'later' again before the conversation is reset."
    )


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    with progress() as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
