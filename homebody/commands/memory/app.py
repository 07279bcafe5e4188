"""``homebody memory …``: look at a memory, correct it, move it, check it.

As in ``homebody/cli.py`` every command imports what it needs when it runs.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from homebody.commands.memory import build, calls, check, erase, profile, repair, search
from homebody.commands.memory.erase import Erasing
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.options.language import Language, LanguageOption, roles_on
from homebody.options.lifetimes import LifetimesOption
from homebody.options.times import DayOption, NowOption
from homebody.output import Output, note_written
from memory.levels import KINDS

if TYPE_CHECKING:
    from memory.rules.rule_book import RuleChange
    from memory.store.database import Store

app = typer.Typer(help="Look at a memory, correct it, move it, check it.", no_args_is_help=True)


# -- looking


@app.command()
def show(
    memory: MemoryOption = DEFAULT_MEMORY,
    depth: Annotated[int, typer.Option(help="Levels to open below the top.")] = 2,
    day: DayOption = None,
    node: Annotated[int | None, typer.Option(help="Only this node and what lies below it.")] = None,
    level: Annotated[int | None, typer.Option(help=f"All nodes of a level: {KINDS}.")] = None,
    most: Annotated[
        int, typer.Option(help="Most children shown of one node; the middle of a longer list is left out.")
    ] = 12,
    json_out: JsonOption = None,
) -> None:
    """Draw the history as a tree."""
    from memory.reading.drawing import draw
    from memory.reading.outline import OutlineRequest, outline
    from memory.store.database import Store

    wanted = OutlineRequest(depth, None if day is None else day.date(), node, level, most)
    out = Output(json_out, memory)
    with Store.open(memory, readonly=True) as store:
        history = outline(store, wanted)
    if not history.children:
        out.show(f"{memory}: nothing is remembered" + (" of that" if day or level else " yet"))
    else:
        out.show(draw(history, str(memory)))
    out.json([child.as_dict() for child in history.children])


@app.command()
def log(
    memory: MemoryOption = DEFAULT_MEMORY,
    day: DayOption = None,
    most: Annotated[int, typer.Option(help="Most entries shown; JSON has all.")] = 40,
    json_out: JsonOption = None,
) -> None:
    """List what was forgotten, when, why, and until when it can be brought back."""
    from homebody.views.memory import log_rows, log_table
    from memory.store.database import Store
    from memory.store.rows.undo import forget_log

    out = Output(json_out, memory)
    end = None if day is None else day.replace(hour=23, minute=59, second=59, microsecond=999_999)
    with Store.open(memory, readonly=True) as store:
        rows = log_rows(store, forget_log(store, day, end))
    out.show(log_table(rows, most) if rows else "nothing was forgotten" + (" of that day" if day else ""))
    out.json(rows)


# -- what to remember


@app.command()
def rules(
    memory: MemoryOption = DEFAULT_MEMORY,
    learn: Annotated[str | None, typer.Option(help="Feedback: 'always remember which mug I use'.")] = None,
    question: Annotated[str, typer.Option(help="The question that the feedback refers to.")] = "",
    add: Annotated[str | None, typer.Option(help="A rule to add word for word.")] = None,
    remove: Annotated[int | None, typer.Option(help="Number of a rule to take out of force.")] = None,
    roll_back: Annotated[int | None, typer.Option(help="Version whose rules come back into force.")] = None,
    history: Annotated[bool, typer.Option("--history", help="Show the versions of the list instead.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Begin a memory where there is none, and teach it.")] = False,
    language: LanguageOption = Language.BUILTIN,
    now: NowOption = None,
    json_out: JsonOption = None,
) -> None:
    """List the rules about what to remember, or change them."""
    from homebody.views.memory import rule_rows, rule_table, version_rows, version_table
    from memory.roles import Feedback
    from memory.rules.rule_book import RuleBook
    from memory.store.database import Store

    out = Output(json_out, memory)
    changes = [given for given in (learn, add, remove, roll_back) if given is not None]
    if len(changes) > 1:
        raise BadInput(
            "give one of --learn, --add, --remove and --roll-back at a time; each makes a version of its own"
        )
    with Store.open(memory, readonly=not (changes or new), begin=new) as store:
        book = RuleBook(store)
        if learn is not None:
            feedback = Feedback(learn, _now(store, now), question)
            with roles_on(store, feedback.time, language, out) as roles:
                _tell(out, book.learn(feedback, roles.learner() if roles else None))
        elif add is not None:
            _tell(out, book.add(add, _now(store, now)))
        elif remove is not None:
            _tell(out, book.remove(remove, _now(store, now)))
        elif roll_back is not None:
            _tell(out, book.roll_back(roll_back, _now(store, now)))
        rows = version_rows(book.versions()) if history else rule_rows(book.current())
    shown = version_table(rows) if history else rule_table(rows)
    out.show(shown if rows else "there are no rules; what nothing speaks for is forgotten when its time is over")
    out.json(rows)


def _tell(out: Output, change: RuleChange) -> None:
    out.show(*(f"new rule {rule.number}: {rule.text}" for rule in change.added))
    out.show(*(f"no longer in force, rule {rule.number}: {rule.text}" for rule in change.removed))
    if change.refused:
        out.show(f"refused: {change.refused}")
    elif not change.added and not change.removed:
        out.show("that changes no rule")
    out.show(*(f"note: {note}" for note in change.notes))


@app.command()
def pin(
    node: Annotated[int, typer.Argument(help="Id of the node, as 'memory show' prints it in brackets.")],
    off: Annotated[bool, typer.Option("--off", help="Leave it to its time again.")] = False,
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Keep a node and all below it for ever."""
    from memory.store.database import Store
    from memory.store.pins import pin as pin_node

    out = Output(json_out, memory)
    with Store.open(memory, begin=False) as store:
        pin_node(store, node, not off)
        found = store.node(node)
    out.show(f"{'pinned' if found.pinned else 'no longer pinned'}: {found.summary}")
    out.json({"node": node, "pinned": found.pinned, "summary": found.summary})


@app.command()
def budget(
    size: Annotated[int | None, typer.Argument(metavar="BYTES", help="Most bytes it may hold from now on.")] = None,
    off: Annotated[bool, typer.Option("--off", help="No limit from now on.")] = False,
    now: NowOption = None,
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Show how much the memory holds, or set a limit and forget down to it; exit code 1 when it cannot be met."""
    from homebody.views.memory import figures, figures_table
    from memory.forgetting.budget import SizeBudget
    from memory.store.database import Store
    from memory.store.settings import set_settings, settings

    out = Output(json_out, memory)
    if off and size is not None:
        raise BadInput("give a number of bytes or --off, not both")
    within = True
    with Store.open(memory, readonly=size is None and not off, begin=False, sparing=True) as store:
        if size is not None or off:
            kept = settings(store)
            set_settings(store, replace(kept, budget=size))
        if size is not None:
            done = SizeBudget(store, size).enforce(_now(store, now))
            within = done.within
            out.show(f"forgot {done.forgotten} nodes to hold {done.bytes_used:,} of {size:,} bytes")
        found = figures(store)
        out.show(figures_table(found, store))
    out.json(found)
    if not within:
        out.show("the budget cannot be met: the rest is kept by pins, rules or the present")
        raise typer.Exit(1)


# -- forgetting and bringing back


@app.command()
def forget(
    about: Annotated[
        str | None,
        typer.Option(help="Erase for good what was done with this and what speaks of it; or a time: 'Sunday'."),
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only tell what --about would erase.")] = False,
    delete: Annotated[
        bool, typer.Option("--delete", help="Delete files written from it that cannot do without it, such as films.")
    ] = False,
    everywhere: Annotated[
        bool,
        typer.Option("--everywhere", help="Take things also out of scenes in which they merely were; leaves no trace."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before erasing.")] = False,
    lifetimes: LifetimesOption = None,
    language: LanguageOption = Language.BUILTIN,
    now: NowOption = None,
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Forget what has expired; or, with --about, erase what the user wants forgotten."""
    from eval.histories.build_memory import forgetter_by
    from memory.store.database import Store
    from memory.store.lifetimes import use_preset

    out = Output(json_out, memory)
    if about is None and (preview or delete or everywhere):
        raise BadInput("--preview, --delete and --everywhere go with --about WORDS")
    if about is None:
        with (
            Store.open(memory, begin=False, sparing=True) as store,
            roles_on(store, _now(store, now), language, out) as roles,
        ):
            if lifetimes is not None:
                use_preset(store, lifetimes.value)
            done = forgetter_by(store, roles).run(_now(store, now))
        out.show(f"visited {done.visited} nodes: {done.extended} live on, {done.forgotten} were forgotten")
        out.json({"visited": done.visited, "extended": done.extended, "forgotten": done.forgotten})
        return
    erase.erase(out, Erasing(memory, about, preview, delete, yes, everywhere), lambda store: _now(store, now))


@app.command()
def undo(
    entry: Annotated[int, typer.Argument(metavar="LOG_ID", help="Number of the entry in 'memory log'.")],
    now: NowOption = None,
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Bring back what was forgotten, as long as its time for that is not over."""
    from memory.reading.drawing import when
    from memory.store.database import Store
    from memory.store.rows.undo import undo as undo_entry

    out = Output(json_out, memory)
    with Store.open(memory, begin=False) as store:
        found = store.node(undo_entry(store, entry, _now(store, now)))
    until = "for ever" if found.expires is None else f"until {when(found.expires)}"
    out.show(f"remembered again, {until}: {found.summary}")
    out.json({"log": entry, "node": found.id, "summary": found.summary})


# -- making and moving whole memories


@app.command("export")
def export_command(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The file of JSON lines to write.")],
    replace: Annotated[bool, typer.Option("--replace", help="Replace the file if it is there.")] = False,
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Write the whole memory as JSON lines (docs/memory.md, "Export format")."""
    from envs.files.writing import check_target
    from memory.store.transfer import export_memory

    out = Output(json_out, memory)
    check_target(target, replace)
    note_written(memory, target, "export", out.console)  # first: a kill must not leave a file that erasing cannot find
    lines = export_memory(memory, target, replace)
    out.show(f"{lines:,} lines written to {target}")
    out.json({"memory": str(memory), "file": str(target), "lines": lines})


@app.command("import")
def import_command(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A file written by 'memory export'.")],
    memory: MemoryOption = DEFAULT_MEMORY,
    json_out: JsonOption = None,
) -> None:
    """Make a memory of exported JSON lines; all of it or nothing, and never over a memory that holds something."""
    from memory.store.transfer import import_memory

    out = Output(json_out, memory)
    lines = import_memory(source, memory, noting=True)
    out.show(f"{lines:,} lines of {source} make {memory}")
    out.json({"memory": str(memory), "file": str(source), "lines": lines})


def _now(store: Store, given: datetime | None) -> datetime:
    """The time of the home: as given, else the latest that the memory knows of."""
    from memory.reading.counts import home_time

    return home_time(store) if given is None else given


build.register(app)
calls.register(app)
check.register(app)
profile.register(app)
repair.register(app)
search.register(app)
erase.register(app)
