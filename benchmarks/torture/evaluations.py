"""Evaluations and builds, killed at any point and gone on with: the same figures and memory as if nobody did."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path

from benchmarks.torture.child import Ended, Kill, command
from benchmarks.torture.contents import Contents, contents, unsound
from benchmarks.torture.ground import Ground
from benchmarks.torture.row import Row, chance

_PAPER = ("--suite", "paper", "--trials", "2", "--mode", "intervened", "--tasks", "point", "recipe")
_HOUSEHOLD = ("--suite", "household", "--trials", "2", "--mode", "intervened", "--tasks", "cups")
_EYES = ("--detector", "ground-truth", "--recognizer", "ground-truth")
_TWO = ("--games", "games", "--episodes", "2", "--histories", "2")
_ROUNDS = Path(__file__).parents[1] / "rounds"
_FEW = _ROUNDS / "commands_few.yaml"
_COTTAGE = _ROUNDS / "personalization_few"
EVALUATIONS = {
    "interruption, paper": ("interruption", *_PAPER),
    "interruption, household": ("interruption", *_HOUSEHOLD),
    "forgetting": ("forgetting", *_TWO, "--recipe", "full"),
    "forgetting-curve": ("forgetting-curve", *_TWO),
    "perception": ("perception", "--section", "scene_graph", "--steps", "3", *_EYES),
    "questions": ("questions", "--lives", "2", "--life-days", "1", "--requests", "1"),
    "commands": ("commands", "--round", str(_FEW)),
    "personalization": ("personalization", "--data", str(_COTTAGE), "--memory", "both"),
    "recall": ("recall", *_TWO),
    "teach": ("teach", "--games", "games"),
}
OUT, JOURNAL = "out.json", "out.json.journal"
_BUILT = "built.sqlite"
_TIMES = re.compile(r'"(?:\w*seconds\w*|date)": [^,\n]*|"latency_ms": \{[^}]*\}')
_KILLED = -9
_LIMIT = 120.0


def figures(folder: Path) -> str:
    """What an evaluation wrote, without times, which differ from one to the next."""
    return _TIMES.sub("", (folder / OUT).read_text(encoding="utf-8"))


class Evaluations:
    """Kills of every evaluation.

    Args:
        ground: Has the recorded games.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("evaluations")
        self._whole = cache(self._unharmed)

    def attempt(self, seed: int, case: int) -> str:
        """Kill one once or twice; what did not hold."""
        draws = chance("resume eval", seed, case)
        name = list(EVALUATIONS)[case % len(EVALUATIONS)]
        whole, points = self._whole(name)
        folder = self._folder / f"{seed}-{case}"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, ("games",))
        kills = [draws.randint(1, points) for _ in range(draws.randint(1, 2))]
        ended, resume = self._run(name, folder, (), Kill(kills[0])), ()
        for kill in (*kills[1:], None):
            if ended.code != _KILLED:
                break
            resume = ("--resume",) if (folder / JOURNAL).exists() else ()
            ended = self._run(name, folder, resume, Kill(kill) if kill else None)
        problem = ended.problem() or (f"ended with {ended.code}: {ended.error[-200:]}" if ended.code else "")
        if not problem and figures(folder) != whole:
            problem = "other figures than without a kill"
        left = [path.name for path in folder.iterdir() if path.name not in ("games", OUT)]
        problem = problem or (f"leaves {left[0]} there" if left else "")
        if problem:
            return f"eval {name} killed at {kills}: {problem}"
        shutil.rmtree(folder)
        return ""

    def _run(self, name: str, folder: Path, more: tuple[str, ...] = (), kill: Kill | None = None) -> Ended:
        return command(("eval", *EVALUATIONS[name], "--json", OUT, *more), folder, kill, limit=_LIMIT)

    def _unharmed(self, name: str) -> tuple[str, int]:
        """The figures when nobody kills it, and how many points it passes."""
        folder = self._folder / f"unharmed-{os.getpid()}"
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, ("games",))
        ended = self._run(name, folder)
        if ended.code:
            raise RuntimeError(f"eval {name} ended with {ended.code}: {ended.error}")
        return figures(folder), ended.points


_BUILD = ("memory", "build", "--games", "games", "--out", _BUILT, "--seed", "1", "--forget")


class Builds:
    """Kills of ``memory build``, which goes on with ``--resume``; arguments as for ``Evaluations``."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._folder = ground.folder.with_name("builds")
        self._whole = cache(self._unharmed)

    def attempt(self, seed: int, case: int) -> str:
        """Kill it twice; what did not hold."""
        draws = chance("resume build", seed, case)
        whole, points = self._whole()
        folder = self._begun(f"{seed}-{case}")
        kills = [draws.randint(1, points), draws.randint(1, points)]
        built = folder / _BUILT
        ended = command(_BUILD, folder, Kill(kills[0]))
        for kill in (Kill(kills[1]), None):
            if ended.code == _KILLED and not built.exists():
                ended = command((*_BUILD, "--resume"), folder, kill)
            if ended.code == 2 and "nothing to go on with" in ended.error:
                ended = command(_BUILD, folder, kill)
        over = ended.code == 0 or (ended.code == _KILLED and built.exists())
        problem = ended.problem() or ("" if over else f"ended with {ended.code}: {ended.error[-200:]}")
        problem = problem or unsound(built)
        left = [path.name for path in folder.iterdir() if path.name not in ("games", _BUILT)]
        problem = problem or (f"leaves {left[0]} there" if left else "")
        if not problem and _without_mark(contents(built)) != whole:
            problem = "another memory than without a kill"
        if problem:
            return f"killed at {kills}: {problem}"
        shutil.rmtree(folder)
        return ""

    def _begun(self, name: str) -> Path:
        folder = self._folder / name
        shutil.rmtree(folder, ignore_errors=True)
        self._ground.copy(folder, ("games",))
        return folder

    def _unharmed(self) -> tuple[Contents, int]:
        folder = self._begun(f"unharmed-{os.getpid()}")
        ended = command(_BUILD, folder)
        if ended.code:
            raise RuntimeError(f"memory build ended with {ended.code}: {ended.error}")
        return contents(folder / _BUILT), ended.points


def _without_mark(found: Contents) -> Contents:
    """Without what is written in a memory while it is built; it is taken away after it got its name."""
    return replace(found, tables={**found.tables, "meta": [row for row in found.tables["meta"] if row[0] != "build"]})


def rows(ground: Ground) -> list[Row]:
    """Evaluations, and building a memory."""
    what = "evaluations that are killed and gone on with (`--resume`)"
    built = "`memory build` that is killed and gone on with (`--resume`)"
    return [
        Row("resume eval", "kills", what, Evaluations(ground).attempt, 49, 2),
        Row("resume build", "kills", built, Builds(ground).attempt, 60, 2),
    ]
