"""Does a run that was cut off take the same course again?

A run, or a life of days, is cut off at a random moment: before a line of its trail is written, in the middle of it,
after it, right after an experience was kept, in the middle of forgetting, or around the writing of a record. Then it
goes on from its files, and perhaps is cut off once more. Its records, its report and every table of its memory have to
be those of the run that nobody cut off. What is lived is remembered at every step, or by a thread beside life, chosen
anew each time; of that thread everything is lost that waits for it, which is a good deal, as it is slowed down before.
Prints JSON lines; the exit code is 1 when any was different.

``python -m benchmarks.resuming [--points 200] [--seed 0] [--first 0]``
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache, partial, partialmethod
from pathlib import Path
from typing import Any, get_args

from agent.household.planned_sayings import PlannedSaying
from agent.household.unfinished import unfinished
from agent.runs import days as lives
from agent.runs import run as chores
from agent.runs.again import prepare_again
from agent.runs.run import do_chore, prepare
from agent.runs.setup import LifeSetup, RunSetup
from agent.trail.course import TRAIL, Trail, begun
from agent.trail.days import cut_off_life, life_trail
from benchmarks.lines import keeper, print_lines, result_option
from envs.errors import GaveUp
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import _Run as Passing
from memory.live.writer import LiveWriter, WritingMode
from memory.store.database import Store

MOMENTS = ("before", "torn", "after", "kept", "kept", "ended", "recorded")
LIVED = ("before", "torn", "after", "kept", "forgetting", "forgetting", "ended", "recorded")
AGAIN = 0.3
"""Chance that a run is cut off a second time."""
MOST_LAG = 25
"""Lines for which the thread that remembers is slowed down before everything ends."""
_LAG_S = 0.08
_DERIVED = ("node_text", "sqlite_")
"""Tables that SQLite makes from others."""


@dataclass(frozen=True)
class Script:
    """What is asked for in a home, and what is said meanwhile.

    Attributes:
        seed: Makes the home.
        request: What is said first.
        said: What is said after how many steps.
        scene: Which room.
        days: Days that are lived in place of a request.
    """

    seed: int
    request: str = ""
    said: tuple[tuple[int, str], ...] = ()
    scene: str | None = None
    days: int = 0


SCRIPTS = (
    Script(1, "put an apple in the fridge, and open the microwave afterwards", ((20, "water the plant"),)),
    Script(2, "make coffee", ((9, "what are you doing?"), (15, "stop"), (15, "put a fork in the sink"))),
    Script(
        3, "make a salad", ((12, "what did you do?"), (30, "two slices of tomato in it"), (45, "clean a mug first"))
    ),
    Script(4, "clean all mugs", ((14, "water the plant"), (22, "never mind the plant"), (40, "where is the knife?"))),
    Script(5, "put a plate on the dining table", ((10, "undo that"), (25, "open the fridge"), (33, "undo that"))),
    Script(6, "make toast", ((18, "make coffee as well"), (36, "do the coffee later"), (50, "how far are you?"))),
    Script(7, "make me a unicorn", ((0, "a coffee"), (8, "wait"), (8, "go on"), (20, "thanks"))),
    Script(3, "turn off all lights", ((5, "put a pillow on the bed"),), "bedroom"),
    Script(5, scene="tabletop", days=3),
    Script(2, scene="kitchen", days=2),
)


class CutOff(BaseException):
    """The process ends here."""


@dataclass
class Knife:
    """Cuts a run off, standing where lines, experiences, steps of forgetting and records are written.

    Attributes:
        moment: See ``MOMENTS``.
        when: At how many lines or experiences of this process.
        lag: For about how many lines before a memory that is written beside life is slow.
        left: How many of them are still to come.
        over: Set when everything has ended.
    """

    moment: str
    when: int
    lag: int
    left: int
    over: threading.Event = field(default_factory=threading.Event)

    def due(self) -> bool:
        """Whether it is time."""
        self.left -= 1
        return self.left < 0

    def line(self, write: Callable[..., None], trail: Trail, line: Any) -> None:
        """A line of the trail, whole, torn, or not at all."""
        if not self.due():
            write(trail, line)
            return
        self.over.set()
        if self.moment == "after":
            write(trail, line)
        elif self.moment == "torn" and trail._file is not None:
            trail._file.write(json.dumps(line)[: 1 + self.when % 7])
            trail._file.flush()
        raise CutOff

    def experience(self, observe: Callable[..., None], history: HistoryBuilder, one: Any) -> None:
        """An experience that is kept."""
        if self.moment != "kept" and self.left < self.lag:
            self.over.wait(_LAG_S)
        observe(history, one)
        if self.moment == "kept" and self.due():
            raise CutOff

    def record(self, write: Callable[..., None], *given: Any, **named: Any) -> None:
        """A record that is written, or not."""
        now = self.due()
        if self.moment == "recorded" or not now:
            write(*given, **named)
        if now:
            raise CutOff

    def forgetting(self, steps: Callable[..., Iterator[tuple[int, int]]], run: Passing) -> Iterator[tuple[int, int]]:
        """The steps of a pass."""
        for step in steps(run):
            if self.due():
                raise CutOff
            yield step

    def memory(self, close: Callable[..., None], writer: LiveWriter, *ending: Any) -> None:
        """The end of a memory that is written beside life: what waits is lost with the process."""
        if ending[0] in (CutOff, GaveUp):
            writer._memory.abandon()
        else:
            close(writer, *ending)


@contextmanager
def cut(moment: str, when: int, lag: int = 0) -> Iterator[None]:
    """Within, a run is cut off; see ``Knife``."""
    knife = Knife(moment, when, lag, when)
    with ExitStack() as undo:

        def put(owner: Any, name: str, way: Callable[..., Any]) -> None:
            before = getattr(owner, name)
            undo.callback(setattr, owner, name, before)
            setattr(
                owner, name, partialmethod(_through, way, before) if isinstance(owner, type) else partial(way, before)
            )

        put(HistoryBuilder, "observe", knife.experience)
        put(LiveWriter, "__exit__", knife.memory)
        if moment in ("ended", "recorded"):
            put(chores, "write_game", knife.record)
            put(lives, "write_game", knife.record)
        elif moment == "forgetting":
            put(Passing, "steps", knife.forgetting)
        elif moment != "kept":
            put(Trail, "_write", knife.line)
        try:
            yield
        except GaveUp as stopped:  # the thread that remembers was cut off, and life has noticed
            if not isinstance(stopped.__cause__, CutOff):
                raise
            raise CutOff from None


def _through(self: Any, way: Callable[..., Any], before: Callable[..., Any], *given: Any) -> Any:
    """A method that is done in another way."""
    return way(before, self, *given)


def begin(script: Script, folder: Path, mode: WritingMode = "inline") -> dict[str, Any]:
    """A run, begun in a new folder; its report."""
    place: dict[str, Any] = {"scene": script.scene, "seed": script.seed, "memory_mode": mode}
    place |= {"memory": folder / "m.sqlite", "record": folder / "run"}
    if script.days:
        return lives.live_days(LifeSetup(days=script.days, max_steps=150, **place)).as_dict()
    said = tuple(PlannedSaying(text, step) for step, text in script.said)
    return do_chore(prepare(RunSetup(request=script.request, said=said, **place))).as_dict()


def go_on(folder: Path, days: int = 0, mode: WritingMode = "inline") -> dict[str, Any]:
    """A run, or a life of days, that was cut off, taken up again."""
    memory = folder / "m.sqlite"
    if days:
        setup = LifeSetup(days=days, memory=memory, memory_mode=mode)
        return lives.live_days(setup, again=cut_off_life(memory)).as_dict()
    return do_chore(prepare_again(unfinished(memory, None), RunSetup(memory=memory, memory_mode=mode))).as_dict()


_COLUMNS = {"written_files": "SELECT what FROM written_files"}
"""Of what was written, what does not depend on the folder."""


def contents(memory: Path) -> dict[str, list[Any]]:
    """Every table of a memory."""
    with Store.open(memory, readonly=True) as store:
        names = [name for (name,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        kept = [name for name in names if not name.startswith(_DERIVED)]
        return {name: sorted(store.rows(_COLUMNS.get(name, f'SELECT * FROM "{name}"')), key=repr) for name in kept}


@dataclass(frozen=True)
class Course:
    """What a run left.

    Attributes:
        report: Its figures.
        records: The game files.
        memory: Its tables.
        lines: Lines of its trail.
    """

    report: dict[str, Any]
    records: dict[str, bytes]
    memory: dict[str, list[Any]]
    lines: int

    def unlike(self, other: Course) -> list[str]:
        """In what two courses differ."""
        found = [
            key for key in self.report if self.report[key] != other.report.get(key) and key not in ("memory", "game")
        ]
        found += ["records"] * (self.records != other.records)
        return found + [f"table {name}" for name in self.memory if self.memory[name] != other.memory.get(name)]


def course(folder: Path, report: dict[str, Any], lines: int = 0) -> Course:
    """What the run in a folder left; nothing else may be left there."""
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("m.sqlite")]
    left = [path.name for path in paths if not path.name.endswith(".game.json") and path.suffix != ".lock"]
    assert not left, left
    records = {path.name: path.read_bytes() for path in sorted(paths) if path.name.endswith(".game.json")}
    return Course(report, records, contents(folder / "m.sqlite"), lines)


@cache
def whole(script: Script) -> Course:
    """The course of a run that nobody cuts off."""
    with tempfile.TemporaryDirectory() as name:
        count = [0]
        write = Trail._write

        def counted(self: Trail, line: Any) -> None:
            count[0] += 1
            write(self, line)

        Trail._write = counted
        try:
            report = begin(script, Path(name))
        finally:
            Trail._write = write
        return course(Path(name), report, count[0])


def _is_cut(run: Callable[[Path], dict[str, Any]], folder: Path, *where: Any) -> dict[str, Any] | None:
    """Run until it is cut off; the report if it was not."""
    try:
        with cut(*where):
            return run(folder)
    except CutOff:
        return None


def point(script: Script, dice: random.Random) -> dict[str, Any]:
    """Cut a run off at one point or two, let it go on, and compare."""
    right = whole(script)
    cuts: list[tuple[str, int, int]] = []
    modes: list[WritingMode] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trail = life_trail(folder / "m.sqlite") if script.days else folder / "run" / TRAIL

        def go(at: Path) -> dict[str, Any]:
            modes.append(dice.choice(get_args(WritingMode)))
            return go_on(at, script.days, modes[-1]) if begun(trail) else begin(script, at, modes[-1])

        report: dict[str, Any] | None = None
        for _ in range(1 + (dice.random() < AGAIN)):
            cuts.append(_moment(script, right, dice))
            report = _is_cut(go, folder, *cuts[-1])
            if report is not None:
                break
            if not begun(trail) and (folder / "run").exists():
                shutil.rmtree(folder / "run")
        report = go(folder) if report is None else report
        unlike = course(folder, report).unlike(right)
    return {"cuts": cuts, "modes": modes, "lines": right.lines, "unlike": unlike}


def _moment(script: Script, right: Course, dice: random.Random) -> tuple[str, int, int]:
    """How, at which line, experience, step of forgetting or record, and after what lag a run is cut off."""
    moment = dice.choice(LIVED if script.days else MOMENTS)
    most = len(right.records) if moment in ("ended", "recorded") else right.lines
    return moment, dice.randrange(most), dice.randrange(MOST_LAG)


def points(count: int, seed: int, first: int = 0, scripts: Sequence[Script] = SCRIPTS) -> Iterator[dict[str, Any]]:
    """One line per point, then their sum.

    Args:
        count: How many.
        seed: Chooses runs and moments.
        first: Number of the first; each has dice of its own, so that they can be tried in pieces.
        scripts: What is run.
    """
    different = 0
    for number in range(first, first + count):
        tried = point(scripts[number % len(scripts)], random.Random(seed * 100_000 + number))
        different += bool(tried["unlike"])
        yield {"bench": "resuming", "point": number, "script": number % len(scripts), **tried}
    yield {"bench": "resuming", "points": count, "first": first, "same": count - different, "different": different}


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.resuming", description="Cut runs off and compare.")
    parser.add_argument("--points", type=int, default=200, help="how many moments")
    parser.add_argument("--seed", type=int, default=0, help="chooses runs and moments")
    parser.add_argument("--first", type=int, default=0, help="number of the first moment")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.resuming", given.result, arguments)
    tried = points(given.points, given.seed, given.first)
    lines = print_lines(tried, keep, ["benchmarks.resuming"], seed=given.seed)
    return 1 if lines[-1]["different"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
