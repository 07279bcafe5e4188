"""``python -m benchmarks.torture``: one table of what was tried and what held.

``python -m benchmarks.torture [--sample] [--only NAME …] [--seed S] [--case N] [--processes P] [--json -]``; the exit
code is 1 when anything did not hold.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.lines import keeper, result_option
from benchmarks.torture.ground import Ground
from benchmarks.torture.outcome import Outcome, attempted
from benchmarks.torture.row import Row
from benchmarks.torture.rows import all_rows, chosen
from benchmarks.torture.sharing import share
from benchmarks.torture.table import figures, print_table
from envs.errors import HomebodyError

MODULES = ("benchmarks.torture.__main__", "homebody.cli")
"""Where the code begins that the figures depend on."""


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    given = _parser().parse_args(arguments)
    keep = keeper("benchmarks.torture", given.result, arguments)
    console = Console(stderr=given.json == "-")
    with _folder(given.folder) as folder:
        tempfile.tempdir = str(folder / "temporary")  # processes that are killed leave their own there
        Path(tempfile.tempdir).mkdir(exist_ok=True)
        ground = Ground(folder / "ground")
        ground.make()
        rows = chosen(all_rows(ground), given.only)
        if given.list:
            print("\n".join(f"{row.name:24} {row.cases * row.each:6,}  {row.what}" for row in rows))
            return 0
        gc.collect()
        gc.freeze()  # children that look for garbage would copy every page
        tried = _once(rows, given.seed, given.case) if given.case is not None else _tried(rows, given, console)
    print_table(tried, given.seed, console)
    found = {"seed": given.seed, **figures(tried)}
    if given.json == "-":
        print(json.dumps(found, indent=2))
    _write(given, tried)
    keep.keep(found, MODULES, [], given.seed, alone=False)
    return 1 if found["all"]["failed"] else 0


def _parser() -> argparse.ArgumentParser:
    what = "Try to harm memories, files and users in every way we know; exit code 1 when anything did not hold."
    parser = argparse.ArgumentParser(prog="python -m benchmarks.torture", description=what)
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="a row or a kind; repeat for more")
    parser.add_argument("--sample", action="store_true", help="a few cases of every row")
    parser.add_argument("--seed", type=int, default=0, help="chooses the moments and the inputs")
    parser.add_argument("--case", type=int, help="only this case of the rows")
    parser.add_argument("--processes", type=int, default=min(os.cpu_count() or 1, 8), help="how many take turns")
    parser.add_argument("--folder", type=Path, help="where to keep the files; default: a folder that is removed")
    parser.add_argument("--list", action="store_true", help="list the rows and end")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON; - for standard output")
    result_option(parser)
    return parser


@contextlib.contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    """A folder of ours, of which nothing is left unless it was asked for."""
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="torture-") as temporary:
        yield Path(temporary)


def _once(rows: Sequence[Row], seed: int, case: int) -> list[tuple[Row, Outcome]]:
    found = []
    for row in rows:
        if row.prepare:
            row.prepare()
        found.append((row, attempted(row.name, seed, [case], row.attempt)))
    return found


def _write(given: argparse.Namespace, tried: Sequence[tuple[Row, Outcome]]) -> None:
    """Write what is known so far; a torture that is ended early leaves the rows it finished."""
    if given.json not in (None, "-"):
        text = json.dumps({"seed": given.seed, **figures(tried)}, indent=2)
        Path(given.json).write_text(text + "\n", encoding="utf-8")


def _tried(rows: Sequence[Row], given: argparse.Namespace, console: Console) -> list[tuple[Row, Outcome]]:
    """Every row, with a bar that shows how far it is."""
    counts = [row.sample if given.sample else row.cases for row in rows]
    columns = (TextColumn("{task.description:22}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    error = Console(stderr=True)
    found = []
    with Progress(*columns, console=error, transient=True, disable=not error.is_terminal) as bar:
        whole = bar.add_task("torture", total=sum(counts))
        for row, count in zip(rows, counts, strict=True):
            bar.update(whole, description=row.name)
            if row.prepare:
                row.prepare()
            cases = range(0, row.cases, max(row.cases // count, 1))[:count]
            found.append((row, share(row, given.seed, cases, given.processes, lambda: bar.advance(whole))))
            _write(given, found)
    return found


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
    except HomebodyError as error:
        print(f"torture: {error}", file=sys.stderr)
        code = 2
    sys.exit(code)
