"""Measure again what the README and the docs show: runs the commands of ``docs/results/commands.yaml``.

``python -m benchmarks.measure NAME …`` runs the named ones, ``--old`` all whose code has changed since or that nobody
has measured, ``--list`` tells of each when it was measured, with which code, and about how long it takes. Every command
writes its result file itself; afterwards the pages are made from the files. So does ``make results ONLY="NAME …"``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence

from envs.errors import BadInput
from eval.results.book import ResultBook
from eval.results.catalog import Measurement
from eval.results.checkout import ROOT

SHARING = {"replay": "--workers", "teach": "--workers", "perception": "--processes"}
"""Commands that can share their work among processes, without another figure."""


def command_of(measurement: Measurement, processes: int = 1) -> list[str]:
    """The words that run a measurement with this Python, and keep its result."""
    program, *arguments = measurement.arguments()
    option = next((SHARING[word] for word in arguments[:2] if word in SHARING), None)
    shared = [option, str(processes)] if option and processes > 1 else []
    start = [sys.executable] if program == "python" else [sys.executable, "-m", program]
    return [*start, *arguments, *shared, "--result", measurement.name]


def chosen(book: ResultBook, names: Sequence[str], old: bool) -> list[Measurement]:
    """The measurements that are meant.

    Raises:
        BadInput: There is none of that name, or nothing was asked for.
    """
    for name in names:
        if name not in book.catalog:
            raise BadInput(f"there is no measurement {name!r}; there are: {', '.join(book.catalog)}")
    if not names and not old:
        raise BadInput("nothing to measure; name measurements, or give --old (--list tells what there is)")
    listed = [one for name, one in book.catalog.items() if not names or name in names]
    if not old:
        return listed
    return [one for one in listed if one.name not in book.figures.results or book.figures.is_older(one.name)]


def show(book: ResultBook) -> None:
    """Print one line per measurement."""
    for row in book.rows():
        minutes = "?" if row["minutes"] is None else f"{row['minutes']:.0f}"
        print(f"{row['name']:28} {row['date'] or 'not yet':10}  {row['code'] or '-':10}  {minutes:>4} min")


def measure(measurements: Sequence[Measurement], processes: int = 1) -> list[str]:
    """Run them one after the other; names of those that failed."""
    failed = []
    for number, one in enumerate(measurements, 1):
        print(f"[{number} of {len(measurements)}] {one.name}: {one.command}", file=sys.stderr, flush=True)
        if one.needs and not (ROOT / one.needs).exists():
            print(f"{one.name}: left out, there is no {one.needs}", file=sys.stderr, flush=True)
            continue
        started = time.perf_counter()
        if subprocess.run(command_of(one, processes), cwd=ROOT, check=False).returncode:
            failed.append(one.name)
        print(f"{one.name}: {(time.perf_counter() - started) / 60:.1f} minutes", file=sys.stderr, flush=True)
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.measure", description=__doc__)
    parser.add_argument("names", nargs="*", help="measurements; see --list")
    parser.add_argument("--old", action="store_true", help="only those of older code, or not yet measured")
    parser.add_argument("--processes", type=int, default=1, help="for commands that can share their work (default 1)")
    parser.add_argument("--list", action="store_true", help="tell what there is, and measure nothing")
    given = parser.parse_args(arguments)
    book = ResultBook.open()
    if given.list:
        show(book)
        return 0
    try:
        failed = measure(chosen(book, given.names, given.old), given.processes)
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    done = subprocess.run([sys.executable, "-m", "homebody", "results", "--write"], cwd=ROOT, check=False)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else done.returncode


if __name__ == "__main__":
    sys.exit(main())
