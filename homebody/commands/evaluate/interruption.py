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
from homebody.options.language import (
    BudgetCallsOption,
    BudgetTokensOption,
    CoordinatorOption,
    Language,
    LanguageOption,
    ReaderOption,
    Thinkers,
    WorkerOption,
)
from homebody.options.many_values import many_values
from homebody.output import Output

if TYPE_CHECKING:
    from agent.language.roles.models import ModelRoles
    from agent.language.trace import Sink
    from agent.mind.coordinator import TurnTaker
    from agent.mind.memories import TaskMemoryMode
    from agent.mind.worker import Worker
    from agent.runs.thinking import Thinking
    from agent.tabletop.procedures import TabletopTask
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
    coordinator: CoordinatorOption = None,
    worker: WorkerOption = None,
    reader: ReaderOption = None,
    budget_calls: BudgetCallsOption = None,
    budget_tokens: BudgetTokensOption = None,
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
    thinkers = Thinkers(language, coordinator, worker, reader, budget_calls, budget_tokens)
    thinkers.check()
    asked = InterruptionOptions(mode, memory, trials, _share(at), thinkers, seed)
    ours, home = _tasks(suite, tasks)
    cells: list[ResultCell] = []
    with Journal[Any](beside(json_out, keeper.path), Any, lambda: wanted([]), resume) as journal:
        if ours:
            make, tokens = _executive(thinkers, window)
            cells += _paper(out, asked, ours, make, tokens, journal)
            out.show(_told(thinkers, tokens))
        if home:
            cells += _household(out, asked, home, journal)
        if not cells:
            raise BadInput("nothing to measure: the modes that were given are not those of the tasks; see --help")
        settings = {"suite": suite.value, "language": language.value, "seed": seed, "at": at, "window": window}
        settings["by_model"] = sorted(thinkers.parts)
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
        thinkers: Who thinks.
        seed: Of all draws.
    """

    modes: list[InterruptionMode] | None
    memories: list[MemoryCondition] | None
    trials: int | None
    at: float | None
    thinkers: Thinkers
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
    from eval.interruption.household import MODES, run_household
    from eval.interruption.tables import extra_table, mode_table

    thinking, summary = _thinking(asked.thinkers)
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
                setting = (mode.value, kept.value, trials, asked.at, thinking, asked.seed)
                found += run_household(tasks, *setting, lambda _, step=step: step(), journal)
        if found:
            out.show(mode_table(mode.value, found, {}), extra_table(mode.value, found))
        cells += found
    if thinking is not None:
        out.show(f"By a language model: {', '.join(sorted(thinking.parts))}", summary())
    return cells


def _thinking(thinkers: Thinkers) -> tuple[Thinking | None, Callable[[], str]]:
    """What of every trial is a language model's, and how it went in all of them together."""
    from agent.language.roles.models import ModelRoles, summary_of
    from agent.runs.thinking import GROUPER

    if not thinkers.parts - {GROUPER}:
        return None, str
    made: list[ModelRoles] = []
    for role in sorted(thinkers.parts - {GROUPER}):
        ModelRoles().model(role)  # what is wrong with its settings is said before anything is measured

    def roles(sink: Sink | None) -> ModelRoles:
        made.append(ModelRoles(sink))
        return made[-1]

    def summary() -> str:
        return summary_of(made)

    return thinkers.thinking(roles), summary


def _share(at: str) -> float | None:
    if at == "all":
        return None
    try:
        return float(at)
    except ValueError as error:
        raise BadInput(f"--at {at!r} is not a share of a task's actions; give 0.5, or all") from error


def _executive(thinkers: Thinkers, window: int | None) -> tuple[MakeExecutive, int | None]:
    """What makes the executive, and the tokens it sees; a language model has its own window unless one is given.

    A language model that fails fails: nobody steps in for what is measured.
    """
    from agent.mind.conversation import OLLAMA_WINDOW
    from eval.interruption.tabletop import builtin_executive

    parts = thinkers.parts & {"coordinator", "worker"}
    tokens = window or None if "coordinator" in parts or window is not None else OLLAMA_WINDOW
    if not parts:
        return builtin_executive, tokens
    from agent.language.endpoint.openai_model import Sampling
    from agent.language.from_environment import model_for
    from agent.mind.by_model import ModelCoordinator, ModelWorker

    sampling = Sampling(temperature=0.2)  # as in the paper
    models = {role: model_for(role, sampling=sampling) for role in parts}

    def make(mode: TaskMemoryMode) -> tuple[TurnTaker, Worker[TabletopTask]]:
        speaker, worker = builtin_executive(mode)
        return (
            ModelCoordinator(models["coordinator"]) if "coordinator" in models else speaker,
            ModelWorker(models["worker"]) if "worker" in models else worker,
        )

    return make, tokens


def _told(thinkers: Thinkers, tokens: int | None) -> str:
    reads = "all of its conversation" if tokens is None else f"the newest {tokens:,} tokens of its conversation"
    who = "the language model" if "coordinator" in thinkers.parts else "the built-in coordinator"
    return (
        f"{who} reads {reads}. Published: GPT-3.5 and Llama 3, 'with memory' in the column of what was used. Ours "
        "sends a turn that cannot be used back, twice at most, the paper never: 'success without repair' counts as it "
        "does. Retention is asked when a task is complete, and 'later' again before the conversation is reset."
    )


@contextmanager
def _progress(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    with progress() as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
