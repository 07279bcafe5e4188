"""``homebody results``: what was measured, when and with which code; and the tables of the docs made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from homebody.options.figures import JsonOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from rich.table import Table

    from eval.results.book import ResultBook


def results(
    names: Annotated[list[str] | None, typer.Argument(help="Only these results.")] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Make the tables and figures of README and docs from the result files.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Exit with 1 if --write would change a page; nothing is written.")
    ] = False,
    why: Annotated[str | None, typer.Option(help="Tell which files changed since this result was measured.")] = None,
    json_out: JsonOption = None,
) -> None:
    """Show the measured figures that the docs are made of: command, date, and whether the code is still the same."""
    if write and check:
        raise BadInput("--write and --check were both given; choose one")
    out, book = Output(json_out), _book(drawn=write or check)
    if why is not None:
        found = book.why(why)
        out.show(found["told"], *found["changed"])
        out.json(found)
        return
    if write or check:
        _pages(out, book, write)
        return
    rows = book.rows(names or None)
    out.show(_table(rows))
    out.json(rows)


def _book(drawn: bool) -> ResultBook:
    from eval.results.book import ResultBook

    if not drawn:
        return ResultBook.open()
    from eval.drawings import PICTURES

    return ResultBook.open(pictures=PICTURES)


def _pages(out: Output, book: ResultBook, write: bool) -> None:
    from envs.files.writing import write_atomically

    different: list[str] = []
    for path, before, after in book.pages():
        if before == after:
            continue
        name = path.relative_to(book.root).as_posix()
        different.append(name)
        if write:
            write_atomically(path, after.encode(), replace=True)
    verb = "written" if write else "differs from the result files; run: homebody results --write"
    out.show(*(f"{name}: {verb}" for name in different) if different else ["all pages agree with the result files"])
    out.json({"different": different, "written": write})
    if different and not write:
        raise typer.Exit(1)


def _table(rows: list[dict[str, Any]]) -> Table:
    shown = table(
        [*left("result", "measured", "code", whole=True), *right("minutes"), *left("command")], title="results"
    )
    for row in rows:
        minutes = "" if row["minutes"] is None else f"{row['minutes']:.1f}"
        shown.add_row(row["name"], row["date"] or "not yet", row["code"], minutes, row["command"])
    return shown
