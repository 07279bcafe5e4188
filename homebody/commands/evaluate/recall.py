"""``homebody eval recall``: questions about real and generated histories, answered and scored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from envs.process.terminal import track
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import ProcessesOption, SeedOption
from homebody.options.figures import JsonOption, ReportOption, ResultOption, ResumeOption
from homebody.options.files import GamesOption, SetsOption
from homebody.options.histories import (
    ConstructionOption,
    CutOption,
    EpisodeCut,
    FirstOption,
    HistoriesOption,
    HistoryConstruction,
)
from homebody.options.language import Hierarchy, JudgeOption, Language
from homebody.options.many_values import many_values
from homebody.options.perception import (
    CacheOption,
    DeedsOption,
    DetectorOption,
    NoiseOption,
    PerceptionOption,
    RecognizerOption,
    RecognizerWeightsOption,
    TrustOption,
    WeightsOption,
    chosen_eyesight,
    watched_games,
)
from homebody.output import Output
from perception.settings import InputSetting

if TYPE_CHECKING:
    from agent.body.eyes import Eyesight
    from agent.language.roles.models import ModelRoles
    from eval.histories.game_files import GameFiles
    from eval.recall.model_judge import Judging
    from eval.recall.question_sets import QuestionedHistory, QuestionSet
    from eval.recall.run import Recalling, SetRun


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("recall", cls=many_values("--set", "--games", "--published"))(recall)


def recall(
    games: GamesOption,
    set_files: SetsOption = None,
    published: Annotated[
        list[Path] | None, typer.Option(help="Answers of published systems to these sets; repeat for more.")
    ] = None,
    reader: Annotated[Language, typer.Option("--recall", help="Who answers.")] = Language.BUILTIN,
    judge: JudgeOption = Language.BUILTIN,
    mode: Annotated[
        Hierarchy, typer.Option(help="How a language model sees the memory: tree, goals, or all.")
    ] = Hierarchy.DEEP,
    construction: ConstructionOption = HistoryConstruction.ONLINE,
    cut: CutOption = EpisodeCut.GIVEN,
    episodes: Annotated[int | None, typer.Option(min=2, help="Also generate histories of so many episodes.")] = None,
    histories: HistoriesOption = 10,
    seed: SeedOption = 0,
    first: FirstOption = None,
    perception: PerceptionOption = InputSetting.FULL,
    deeds: DeedsOption = None,
    detector: DetectorOption = None,
    recognizer: RecognizerOption = None,
    weights: WeightsOption = None,
    recognizer_weights: RecognizerWeightsOption = None,
    trust_weights: TrustOption = False,
    noise: NoiseOption = None,
    cache: CacheOption = None,
    processes: ProcessesOption = 1,
    report: ReportOption = None,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Ask questions about past episodes; score the answers strictly and leniently, beside published systems."""
    from eval.histories.game_files import GameFiles
    from eval.recall.figures import set_figures
    from eval.recall.question_sets import pair_published, read_published
    from eval.recall.run import HistoryAnswers, check_games, run_set, score_published
    from eval.recall.tables import set_table, type_table

    out, keeper = Output(json_out), ResultKeeper(result)
    sight = chosen_eyesight(
        perception, detector, recognizer, weights, recognizer_weights, noise, trust_weights, deeds=deeds
    )
    found = GameFiles(games)
    sets = _sets(set_files or [], found, episodes, histories, seed)
    runs = pair_published(sets, [read_published(path) for path in published or []])
    for one in sets:
        check_games(one, found)
    roles = _roles() if Language.LLM in (reader, judge) else None
    answerer, judging = _recalling(reader, mode, roles), _judging(judge, roles)
    figures, answered = [], []
    asked = [_first(one, first) for one in sets]
    names = [name for one in asked for name in one.episode_names]
    inputs = [*games, *(set_files or []), *(published or [])]
    read = [*inputs, *(path for path in (weights, recognizer_weights) if path)]
    with Journal(beside(json_out, keeper.path, report), HistoryAnswers, lambda: wanted(read), resume) as journal:
        with watched_games(sight, found, names, cache, processes) as watched:
            for one, others in zip(asked, runs, strict=True):
                run = run_set(one, found, answerer, construction.value, _progress, judging, watched, journal, cut.value)
                scored = [(other, score_published(other, judging)) for other in others]
                entry = set_figures(run, scored)
                out.show(set_table(entry), type_table(entry), _times(entry))
                figures.append(entry)
                answered.append(run)
        settings = _settings(reader, mode, construction, cut, seed, sight)
        if roles is not None:
            out.show(roles.summary())
            settings |= {"judge": judge.value, "calls": roles.calls, "fallbacks": roles.fallen}
        if report is not None:
            _write_report(out, report, settings, figures, answered)
        out.json({**settings, "sets": figures})
        keeper.keep({**settings, "sets": figures}, [__name__], inputs, seed, alone=processes == 1)


def _settings(
    reader: Language,
    mode: Hierarchy,
    construction: HistoryConstruction,
    cut: EpisodeCut,
    seed: int,
    sight: Eyesight | None,
) -> dict[str, Any]:
    """How the questions were asked, and of what."""
    settings: dict[str, Any] = {
        "recall": reader.value if reader is Language.BUILTIN else f"{reader.value} ({mode.value})",
        "construction": construction.value,
        "cut": cut.value,
        "seed": seed,
    }
    if sight is None:
        return settings
    seen = {"perception": sight.setting.value, "detector": sight.chosen.detector, "recognizer": sight.chosen.recognizer}
    return settings | seen


def _sets(
    files: Sequence[Path], games: GameFiles, episodes: int | None, histories: int, seed: int
) -> list[QuestionSet]:
    from eval.recall.generated_questions import generate_set
    from eval.recall.question_sets import read_set

    sets = [read_set(path) for path in files]
    if episodes is not None:
        sets.append(generate_set(games, episodes, histories, seed))
    if not sets:
        raise BadInput("nothing to ask: give question sets with --set FILE, or --episodes N to generate one")
    return sets


def _first(questions: QuestionSet, most: int | None) -> QuestionSet:
    from dataclasses import replace

    return replace(questions, histories=questions.histories[:most])


def _roles() -> ModelRoles:
    from agent.language.roles.models import ModelRoles

    return ModelRoles()


def _recalling(reader: Language, mode: Hierarchy, roles: ModelRoles | None) -> Recalling:
    if reader is Language.BUILTIN or roles is None:
        from agent.recall.asking import Recall

        return Recall
    from agent.recall.console.recall import ConsoleRecall

    model = roles.model("recall")
    return lambda store, now: ConsoleRecall(store, model, now, mode.value, told=roles.told)


def _judging(judge: Language, roles: ModelRoles | None) -> Judging:
    from eval.recall.lenient_judge import judge as by_rules
    from eval.recall.model_judge import LenientModel

    return by_rules if judge is Language.BUILTIN or roles is None else LenientModel(roles.judge())


def _times(entry: dict[str, Any]) -> str:
    return (
        f"{entry['questions']} questions answered in {entry['seconds']:.1f} s, {entry['tokens_read_mean']:,.0f} tokens "
        f"read on average and {entry['tokens_read_max']:,} at most, not counting {entry['tokens_naming_mean']:,.0f} a "
        f"question for telling the tasks of each memory when it was built; histories built in "
        f"{entry['seconds_building']:.0f} s"
    )


def _progress(histories: Iterable[QuestionedHistory], total: int) -> Iterable[QuestionedHistory]:
    return track(histories, "histories", total)


def _write_report(
    out: Output, folder: Path, settings: dict[str, Any], figures: list[dict[str, Any]], runs: list[SetRun]
) -> None:
    from eval.recall.page import page
    from eval.report.html_page import write_page

    path = write_page(folder, "recall.html", page(settings, figures, runs))
    out.show(f"report written to {path}")
