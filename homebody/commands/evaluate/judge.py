"""``homebody eval judge``: how well the lenient judge agrees with people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval.results.keep import ResultKeeper
from homebody.options.figures import JsonOption, ResultOption
from homebody.options.language import JudgeOption, Language
from homebody.output import Output

if TYPE_CHECKING:
    from agent.language.roles.models import ModelRoles
    from eval.recall.model_judge import Judging


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("judge")(judge_command)


def judge_command(
    labels: Annotated[Path, typer.Option(help="Hand-labelled answers, as in human_labels.json.")],
    judge: JudgeOption = Language.BUILTIN,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Compare the lenient judge, and the published one, with what people say."""
    from eval.recall.judge_agreement import agreement, annotators
    from eval.recall.question_sets import read_labels
    from eval.recall.tables import judge_table

    out, keeper = Output(json_out), ResultKeeper(result)
    figures = {}
    judging, roles = _judging(judge)
    for split, samples in read_labels(labels).items():
        for person in annotators(samples):
            name = split if person == "leo" else f"{split} ({person})"
            figures[name] = agreement(samples, person, judging)
            out.show(judge_table(name, figures[name]))
    kept = {"labels": labels.name, "judge": judge.value, "splits": figures}
    if roles is not None:
        out.show(roles.summary())
        kept |= {"calls": roles.calls, "fallbacks": roles.fallen}
    out.json(kept)
    keeper.keep(kept, [__name__], [labels])


def _judging(judge: Language) -> tuple[Judging, ModelRoles | None]:
    """What judges, and the roles it is one of when a language model does."""
    from eval.recall.lenient_judge import judge as by_rules
    from eval.recall.model_judge import LenientModel

    if judge is Language.BUILTIN:
        return by_rules, None
    from agent.language.roles.models import ModelRoles

    roles = ModelRoles()
    return LenientModel(roles.judge()), roles
