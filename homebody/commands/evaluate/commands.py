"""``homebody eval commands``: commands as people give them, checked on what comes of them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from envs.process.terminal import track
from eval.journal import Journal, beside, wanted
from eval.results.keep import ResultKeeper
from homebody.options.figures import JsonOption, ResultOption, ResumeOption
from homebody.options.files import AnswersOption, RoundOption
from homebody.output import Output


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody eval``."""
    app.command("commands")(commands)


def commands(
    rounds: RoundOption = None,
    tell_homes: Annotated[
        list[str] | None,
        typer.Option("--tell-home", help="List what is in a home, such as 'kitchen 11', for whoever writes a round."),
    ] = None,
    with_answers: AnswersOption = False,
    resume: ResumeOption = False,
    result: ResultOption = None,
    json_out: JsonOption = None,
) -> None:
    """Give commands in generated homes; score them right, partly, honestly not done, or wrong in silence."""
    from agent.sentences.small_model import is_installed
    from envs.errors import BadInput
    from eval.commands.figures import command_tables, figures, told
    from eval.commands.homes import described, read_home, things_in
    from eval.commands.rounds import read_round
    from eval.commands.run import TriedCommand, tried

    out, keeper = Output(json_out), ResultKeeper(result)
    if tell_homes:
        homes = {name: described(things_in(read_home(name).place())) for name in tell_homes}
        for name, lines in homes.items():
            out.show("\n".join([f"# {name}", *lines, ""]))
        out.json({"homes": homes})
        return
    if not rounds:
        raise BadInput("no commands; give a YAML file with --round (docs/eval_commands.md has the form)")
    asked = [read_round(path) for path in rounds]
    numbered = {f"{one.name} {command.name}": command for one in asked for command in one.commands}
    with Journal(beside(json_out, keeper.path), TriedCommand, lambda: wanted(rounds), resume) as journal:
        done = journal.each(list(numbered), lambda names: tried(numbered[name] for name in names))
        over = list(track(done, "commands", len(numbered)))
        found: dict[str, Any] = {"rounds": [one.name for one in asked], "rewriter": is_installed(), **figures(over)}
        out.show(*command_tables(found))
        out.json(found | ({"answers": told(over)} if with_answers else {}))
        keeper.keep(found, [__name__], rounds)
