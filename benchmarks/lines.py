"""A benchmark as a program: one JSON line per measurement, kept as a result when asked for."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from eval.results.keep import ResultKeeper


def result_option(parser: argparse.ArgumentParser) -> None:
    """Let a benchmark keep its figures: ``--result NAME``."""
    parser.add_argument("--result", help="keep the figures as docs/results/NAME.json, or in a FILE.json")


def keeper(module: str, result: str | None, typed: Iterable[str] | None = None) -> ResultKeeper:
    """Keeps what ``python -m MODULE …`` finds; made before anything is measured."""
    words = sys.argv[1:] if typed is None else typed
    return ResultKeeper(result, ["python", "-m", module, *words])


def print_lines(
    lines: Iterator[dict[str, Any]],
    keep: ResultKeeper,
    modules: Sequence[str],
    inputs: Iterable[Path] = (),
    seed: int | None = None,
) -> list[dict[str, Any]]:
    """Print every line as it comes; keep all of them as ``{"lines": […]}``.

    Args:
        lines: The measurements.
        keep: Where to.
        modules: Where the code begins that the figures depend on.
        inputs: Files and folders that were read.
        seed: Of all draws.
    """
    found = []
    for line in lines:
        print(json.dumps(line), flush=True)
        found.append(line)
    keep.keep({"lines": found}, modules, inputs, seed, alone=False)
    return found


def main(name: str, run: Any, games: bool = False, also: Iterable[str] = ()) -> None:
    """The command line of a benchmark without options of its own.

    Args:
        name: Of its module.
        run: Gives the lines; takes a path and a limit if ``games``.
        games: Whether recorded games may be named: ``[FOLDER_OR_ZIP [LIMIT]]``.
        also: Modules that it reaches by name instead of importing them.
    """
    parser = argparse.ArgumentParser(prog=f"python -m {name}")
    if games:
        parser.add_argument("games", type=Path, nargs="?", help="recorded games: a file, a folder or a zip")
        parser.add_argument("limit", type=int, nargs="?", help="only the first games")
    result_option(parser)
    given = parser.parse_args()
    keep = keeper(name, given.result)
    asked = (given.games, given.limit) if games else ()
    print_lines(run(*asked), keep, [name, *also], [given.games] if games and given.games else [])
