"""``homebody eval questions``: free questions, as people put them, over lives whose truth is known."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from envs.process.terminal import track
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.amounts import SeedOption
from homebody.options.figures import JsonOption, ResultOption, ResumeOption
from homebody.options.files import AnswersOption, RoundOption
from homebody.output import Output


class WordingSplit(StrEnum):
    """Which wordings are used: those that may be read and tried, or those that readers are measured by."""

    DEV = "dev"
    HELD_OUT = "held-out"


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("questions")(questions)


def questions(
    rounds: RoundOption = None,
    split: Annotated[
        WordingSplit, typer.Option(help="Wordings of the questions about generated lives.")
    ] = WordingSplit.DEV,
    lives: Annotated[int, typer.Option(min=1, help="Generated lives; none where a round is given.")] = 4,
    days: Annotated[int, typer.Option("--life-days", min=1, max=6, help="Days of each generated life.")] = 2,
    requests: Annotated[int, typer.Option(min=1, max=8, help="Requests on each day of a generated life.")] = 4,
    seed: SeedOption = 0,
    no_forget: Annotated[bool, typer.Option("--no-forget", help="Have the memory forget nothing.")] = False,
    with_answers: AnswersOption = False,
    tell_lives: Annotated[
        bool, typer.Option("--tell-lives", help="Give the generated lives, too, in what --json writes: for new rounds.")
    ] = False,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Ask free questions about lives whose truth is known; score them right, partial, honest non-answer or wrong."""
    from agent.sentences.small_model import is_installed
    from eval.questions.figures import answered, figures, question_tables
    from eval.questions.home_life import HomeLifePlan
    from eval.questions.rounds import read_round
    from eval.questions.run import AnsweredLife, answers, home_lives, written_lives
    from eval.questions.written_form import written_form

    out, keeper = Output(json_out), ResultKeeper(result)
    asked = [read_round(path) for path in rounds or ()]
    about = [life for one in asked for life in written_lives(one, not no_forget)]
    settings: dict[str, Any] = {"rounds": [one.name for one in asked], "forget": not no_forget}
    settings["rewriter"] = is_installed()
    if not asked:
        plans = [HomeLifePlan(number, days, requests) for number in range(seed, seed + lives)]
        about = home_lives(plans, split.value, not no_forget)
        settings |= {"split": split.value, "lives": lives, "days": days, "requests": requests, "seed": seed}
    numbered = {f"{number} {one.name}": one for number, one in enumerate(about, 1)}  # rounds may share names
    with Journal(beside(json_out, keeper.path), AnsweredLife, lambda: wanted(rounds or ()), resume) as journal:
        led = journal.each(list(numbered), lambda names: answers(numbered[name] for name in names))
        over = list(track(led, "lives", len(about)))
        turns = [turn for life in over for turn in life.turns]
        told = settings | figures(turns)
        out.show(*question_tables(told))
        hidden = not asked and split is WordingSplit.HELD_OUT
        more: dict[str, Any] = {"answers": answered(turns, hidden)} if with_answers else {}
        if tell_lives:
            more["told_lives"] = [written_form(one.name, one.truth) for one in over if one.truth is not None]
        out.json(told | more)
        keeper.keep(told, [__name__], rounds or (), seed)
