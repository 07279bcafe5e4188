"""Every command of the command line, and the groups of commands."""

from __future__ import annotations

import typer

from homebody.commands.ask import ask
from homebody.commands.chat import chat
from homebody.commands.collect import collect
from homebody.commands.doctor import doctor
from homebody.commands.evaluate.app import app as eval_app
from homebody.commands.listings import scenes, tasks
from homebody.commands.memory.app import app as memory_app
from homebody.commands.replay import replay
from homebody.commands.results import results
from homebody.commands.run import run
from homebody.commands.train.app import app as train_app
from homebody.options.many_values import many_values


def add_every_command(app: typer.Typer) -> None:
    """Add all of them, in the order in which the help shows them."""
    for command in (run, ask, chat, collect, tasks, scenes, doctor, replay, results):
        app.command(cls=many_values("--games") if command is collect else None)(command)
    app.add_typer(memory_app, name="memory")
    app.add_typer(eval_app, name="eval")
    app.add_typer(train_app, name="train")
