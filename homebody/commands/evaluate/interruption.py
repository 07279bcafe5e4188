"""``homebody eval interruption``: tasks that interrupt each other, with and without memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from envs.process.terminal import progress
from eval.results.keep import Keeper, ResultOption
from homebody.options.many_values import many_values
from homebody.output import JsonOption, Output

if TYPE_CHECKING:
    from eval.interruption.tables import Cell
    from eval.interruption.tabletop import MakeMinds


_PAPER_TRIALS = 50
_HOMES = 2


class Suite(StrEnum):
    """Whose tasks."""

    PAPER = "paper"
    HOUSEHOLD = "household"
    ALL = "all"


class Mode(StrEnum):
    """How the tasks follow each other; those after the third are for household tasks."""

    STANDALONE = "standalone"
    CONSECUTIVE = "consecutive"
    INTERVENED = "intervened"
    NESTED = "nested"
    CHANGED = "changed"
    AMENDED = "amended"
    CANCELLED = "cancelled"


class Memory(StrEnum):
    """Which memories the agent has."""

    NONE = "none"
    WORKING = "working"
    BOTH = "both"


class Language(StrEnum):
    """Who thinks."""

    BUILTIN = "builtin"
    LLM = "llm"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("interruption", cls=many_values("--tasks", "--mode", "--memory"))(interruption)


def interruption(
    suite: Annotated[Suite, typer.Option(help="The paper's tabletop tasks, household tasks, or both.")] = Suite.ALL,
    tasks: Annotated[list[str] | None, typer.Option(help="Only these tasks; repeat for more.")] = None,
    mode: Annotated[list[Mode] | None, typer.Option(help="Only these modes; repeat for more.")] = None,
    memory: Annotated[list[Memory] | None, typer.Option(help="Only these memories; repeat for more.")] = None,
    trials: Annotated[
        int | None, typer.Option(min=1, help="How often each cell is tried: 50 times, or in 2 homes.")
    ] = None,
    at: Annotated[str, typer.Option(help="Interrupt at this share of a task's actions, or at 'all' of them.")] = "0.5",
    language: Annotated[Language, typer.Option(help="Who thinks.")] = Language.BUILTIN,
    window: Annotated[
        int | None, typer.Option(min=0, help="Tokens of the tabletop conversation that can be read; 0 is all of it.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides order, layout, wording and homes.")] = 0,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Let tasks interrupt each other: success, and what the agent can tell of them, beside the published figures."""
    from eval.interruption.tables import by_mode, means

    out, keeper = Output(json_out), Keeper(result)
    asked = Asked(mode, memory, trials, _share(at), language, seed)
    ours, home = _tasks(suite, tasks)
    cells: list[Cell] = []
    if ours:
        make, tokens = _minds(language, window)
        cells += _paper(out, asked, ours, make, tokens)
        out.show(_told(language, tokens))
    if home:
        cells += _household(out, asked, home)
    if not cells:
        raise BadInput("nothing to measure: the modes that were given are not those of the tasks; see --help")
    settings = {"suite": suite.value, "language": language.value, "seed": seed, "at": at, "window": window}
    figures = {**settings, "cells": [cell.as_dict() for cell in cells], "means": means(cells), "table": by_mode(cells)}
    out.json(figures)
    measured = [f"eval.interruption_{name}" for name, asked_for in (("paper", ours), ("household", home)) if asked_for]
    keeper.keep(figures, ["eval.interruption.tables", *measured], seed=seed)


@dataclass(frozen=True)
class Asked:
    """What is to be measured.

    Attributes:
        modes: None for all that there are.
        memories: None for those that tell something.
        trials: None for the usual number.
        at: Share of a task's actions; None for each of them.
        language: Who thinks.
        seed: Of all draws.
    """

    modes: list[Mode] | None
    memories: list[Memory] | None
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


def _paper(out: Output, asked: Asked, tasks: list[str], make: MakeMinds, tokens: int | None) -> list[Cell]:
    from eval.interruption.published import published
    from eval.interruption.tables import extra_table, mode_table
    from eval.interruption.tabletop import MODES, run_paper

    cells: list[Cell] = []
    trials = asked.trials or _PAPER_TRIALS
    for mode in [one for one in asked.modes or list(Mode) if one.value in MODES]:
        usual = [Memory.NONE] if mode is Mode.STANDALONE else list(Memory)
        found: list[Cell] = []
        for kept in asked.memories or usual:
            with _progress(f"{mode.value}, memory {kept.value}", trials) as step:
                setting = (mode.value, kept.value, trials, asked.at)
                found += run_paper(tasks, *setting, make, asked.seed, tokens, step)
        out.show(mode_table(mode.value, found, published(mode.value)), extra_table(mode.value, found))
        cells += found
    return cells


def _household(out: Output, asked: Asked, tasks: list[str]) -> list[Cell]:
    from agent.planning.planner import Planner
    from eval.interruption.household import MODES, run_household
    from eval.interruption.tables import extra_table, mode_table

    roles = None
    if asked.language is Language.LLM:
        from agent.language.roles.models import ModelRoles

        roles = ModelRoles()
    planners = roles.planner() if roles else Planner
    cells: list[Cell] = []
    trials = asked.trials or _HOMES
    for mode in [one for one in asked.modes or list(Mode) if one.value in MODES]:
        usual = [Memory.BOTH] if mode is Mode.STANDALONE else [Memory.NONE, Memory.BOTH]
        found: list[Cell] = []
        for kept in asked.memories or usual:
            with _progress(f"household, {mode.value}, memory {kept.value}", None) as step:
                setting = (mode.value, kept.value, trials, asked.at, planners, asked.seed)
                found += run_household(tasks, *setting, lambda _, step=step: step())
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
        raise BadInput(f"--at {at!r} is no share of a task's actions; give 0.5, or all") from error


def _minds(language: Language, window: int | None) -> tuple[MakeMinds, int | None]:
    """What makes the minds, and the tokens they see; a language model has its own window unless one is given."""
    from agent.tabletop.conversation import OLLAMA_WINDOW
    from eval.interruption.tabletop import builtin_minds

    if language is Language.BUILTIN:
        return builtin_minds, OLLAMA_WINDOW if window is None else window or None
    from agent.language.endpoint.openai_model import Sampling
    from agent.language.from_environment import model_for
    from agent.tabletop.by_model import ModelCoordinator, ModelWorker

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
