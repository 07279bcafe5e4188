"""``homebody eval personalization``: knowledge told in some episodes, needed in others (Memento)."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.process.terminal import progress, track
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption, ResultOption, ResumeOption
from homebody.options.language import (
    BudgetCallsOption,
    BudgetTokensOption,
    Language,
    ModelOption,
    UrlOption,
)
from homebody.output import Output

if TYPE_CHECKING:
    from memory.episodic.retrieval import TextVectors


class StageName(StrEnum):
    """Which episodes are lived, after those in which knowledge is told."""

    ACQUISITION = "acquisition"
    SINGLE = "single"
    JOINT = "joint"
    TRIPLE = "triple"
    INTERRUPTED = "interrupted"
    PARAPHRASED = "paraphrased"
    ELSEWHERE = "elsewhere"


class MemoryName(StrEnum):
    """What an assistant may use of what was told."""

    NONE = "none"
    EPISODIC = "episodic"
    PROFILE = "profile"
    BOTH = "both"


class FormName(StrEnum):
    """How much of an episode is used."""

    FULL = "full"
    SUMMARY = "summary"
    INSTRUCTION = "instruction"


class NoiseName(StrEnum):
    """What spoils remembered episodes."""

    RANDOM = "random"
    SHUFFLE = "shuffle"


class TraceName(StrEnum):
    """Whose acquisition runs are remembered."""

    OWN = "own"
    RECORDED = "recorded"


class SearchName(StrEnum):
    """How remembered episodes are searched."""

    WORDS = "words"
    MEANING = "meaning"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("personalization")(personalization)


def personalization(
    data: Annotated[
        Path | None, typer.Option(help="Folder of Memento episodes: scenes.json, acquisition.json, …")
    ] = None,
    homes: Annotated[
        int,
        typer.Option("--household", min=0, help="Generated homes in which our own robot lives such episodes."),
    ] = 0,
    stages: Annotated[
        list[StageName] | None, typer.Option("--stage", help="Episodes to live; repeat for more. [single, joint]")
    ] = None,
    memories: Annotated[
        list[MemoryName] | None, typer.Option("--memory", help="What may be used; repeat for more. [none, both]")
    ] = None,
    top: Annotated[int, typer.Option("--top-k", min=1, max=50, help="Remembered episodes and items considered.")] = 5,
    form: Annotated[FormName, typer.Option(help="How much of a remembered episode is used.")] = FormName.FULL,
    noise: Annotated[NoiseName | None, typer.Option(help="Spoil what is remembered.")] = None,
    partial: Annotated[
        str,
        typer.Option(help="Lose a share of the remembered turns (0.2), or those of a skill (Pick, Place, Navigate)."),
    ] = "",
    traces: Annotated[TraceName, typer.Option(help="Whose acquisition runs are remembered.")] = TraceName.OWN,
    search: Annotated[
        SearchName, typer.Option(help="Search by words, or by meaning as well (needs the semantic extra).")
    ] = SearchName.WORDS,
    rerank: Annotated[
        bool | None,
        typer.Option("--rerank/--no-rerank", help="Weigh what was found anew; by default built in, not by a model."),
    ] = None,
    agent: Annotated[
        Language, typer.Option(help="Who assists: built in, or the language model that is set up.")
    ] = Language.BUILTIN,
    model: ModelOption = "",
    url: UrlOption = "",
    calls: BudgetCallsOption = None,
    tokens: BudgetTokensOption = None,
    controls: Annotated[
        bool, typer.Option("--controls", help="Also tell how the world and the scorer hold without an assistant.")
    ] = False,
    houses: Annotated[int | None, typer.Option(min=1, help="Only the first houses.")] = None,
    seed: SeedOption = 0,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Tell an assistant what things and habits mean, then ask for them; beside the published rows."""
    from agent.language.roles.models import ModelRoles
    from envs.errors import BadInput
    from eval.personalization.agents import AgentChoice, assistant_maker
    from eval.personalization.control_runs import control_runs
    from eval.personalization.episodes import read_data
    from eval.personalization.experiment import Experiment, PersonalizationPlan, lived_stages
    from eval.personalization.memories import check_partial
    from eval.personalization.run import LivedRequest, of_houses
    from eval.personalization.tables import personalization_tables

    out, keeper = Output(json_out), ResultKeeper(result)
    check_partial(partial)
    if data is None and not homes:
        raise BadInput("no episodes: name their folder with --data, or ask for generated homes with --household 3")
    if agent is Language.BUILTIN and (model or url or calls is not None or tokens is not None):
        raise BadInput("--model, --url and budgets are about a language model; add --agent llm, or leave them out")
    weighed = agent is Language.BUILTIN if rerank is None else rerank
    plan = PersonalizationPlan(
        tuple(dict.fromkeys(one.value for one in stages or (StageName.SINGLE, StageName.JOINT))),
        tuple(dict.fromkeys(one.value for one in memories or (MemoryName.NONE, MemoryName.BOTH))),
        noise.value if noise else "",
        partial,
        seed,
    )
    roles = ModelRoles(name=model, url=url) if agent is Language.LLM else None
    make = assistant_maker(AgentChoice(form.value, top, weighed, calls, tokens), vectors := _vectors(search), roles)
    episodes = None if data is None else of_houses(read_data(data, traces is TraceName.RECORDED), houses)
    found: dict[str, Any] = {
        **{"agent": agent.value, "top_k": top, "form": form.value, "noise": plan.noise, "partial": partial},
        **{"traces": traces.value, "search": search.value, "rerank": weighed, "seed": seed, "runs": []},
    }
    read = [] if data is None else [data]
    with Journal(beside(json_out, keeper.path), LivedRequest, lambda: wanted(read), resume) as journal:
        if episodes is not None:
            found |= lived_stages(Experiment(episodes, make, plan, journal, track), vectors)
            found |= {"controls": control_runs(episodes)} if controls else {}
        if homes:
            found["household"] = journal.piece("household", lambda: _household(seed, homes), Any)
        if roles is not None:
            found |= {"model_calls": roles.calls, "built_in_stepped_in": roles.fallen}
        out.show(*personalization_tables(found), *([roles.summary()] if roles is not None else []))
        out.json(found)
        keeper.keep(found, [__name__], read, seed)


def _household(seed: int, homes: int) -> dict[str, Any]:
    """The figures of our own homes, without every utterance."""
    from eval.personalization.household.run import run_household

    with progress() as bar:
        task = bar.add_task("episodes in our own homes", total=None)
        report = run_household(seed, homes, on_episode=lambda _: bar.advance(task)).as_dict()
    return {name: value for name, value in report.items() if name != "episodes"}


def _vectors(search: SearchName) -> TextVectors | None:
    if search is SearchName.WORDS:
        return None
    from eval.personalization.agents import KnownVectors
    from perception.text.minilm import minilm

    return KnownVectors(minilm().embed)
