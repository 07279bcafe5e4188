"""The memory as it grows: inserting, opening, forgetting, bytes and working memory, and a life of ten years.

Targets: inserting p50 ≤ 2 ms and p95 ≤ 10 ms, flat from 10³ to 10⁶ experiences; opening 10⁶ ≤ 1 s in at
most 500 MB of working memory; a forgetting pass costs what has expired, not what is remembered; ten years below 200 MB.

``python -m benchmarks.memory [--full] [--years Y]`` prints JSON lines; without ``--full`` it stops at 10⁵ experiences
and a tenth of a year. Each part runs in a process of its own. ``cpu`` figures count this process alone, which is what
remains comparable when the machine is busy with other things.

To reach a size, experiences enter by episode, one transaction each (``batched_cpu_ms`` for each of them, which includes
making up the life); then the last ``MEASURED`` enter one by one, as a robot's do, and are timed.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from benchmarks.lines import keeper, print_lines, result_option
from benchmarks.lives import BIRTH, live
from memory.building.history import HistoryBuilder
from memory.experience import Experience
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import RuleRelevance
from memory.rules.rule_book import RuleBook
from memory.store.database import Store

SIZES, FULL_SIZES = (1_000, 10_000, 100_000), (1_000, 10_000, 100_000, 1_000_000)
MEASURED = 2_000  # inserts measured one by one at each size; of the smallest all
TREES, FULL_TREES = (1_000, 5_000, 20_000), (1_000, 10_000, 50_000)  # experiences; nodes are two to three times that
NEW_DAY = 200  # experiences that expire in the benchmark of forgetting
YEARS, FULL_YEARS = 0.1, 10.0
CHORES, STEPS = 1, 30  # a day of those years
RULE = "Always remember where I put the mug."  # one thing in 32
NIGHT = datetime.min.time().replace(hour=3)


# -- inserting and opening


def grow(sizes: tuple[int, ...], folder: Path) -> Iterator[dict[str, Any]]:
    """One memory that grows through all sizes; lines for inserting, opening, bytes and working memory at each."""
    path, lived, hours, last = folder / "grow.sqlite", live(), timedelta(), None
    done = 0
    for size in sizes:
        with Store.open(path) as store, HistoryBuilder(store) as builder:
            began = time.process_time()
            before = max(size - MEASURED, done)
            for batch in _episodes(islice(lived, before - done)):
                hours, last = hours + _spent(batch, last), batch[-1]
                builder.observe_batch(batch)
            spent = (time.process_time() - began) * 1000 / max(before - done, 1)
            batch = list(islice(lived, size - before))
            hours, last = hours + _spent(batch, last), batch[-1]
            line = _quantiles(size, [_timed(builder, one) for one in batch])
            yield line | ({"batched_cpu_ms": round(spent, 3)} if before > done else {})
            done = size
        yield {"bench": "open", "experiences": size, "ms": _opening(path)}
        used = path.stat().st_size
        lived_hours = hours.total_seconds() / 3600
        yield {
            "bench": "bytes",
            "experiences": size,
            "per_experience": round(used / size),
            "per_remembered_hour": round(used / lived_hours),
        }
        yield {"bench": "memory", "experiences": size, "peak_mb": _peak_mb()}


def _episodes(lived: Iterable[Experience]) -> Iterator[list[Experience]]:
    """Experiences by episode, which enter in one transaction each."""
    return (list(episode) for _, episode in groupby(lived, key=lambda one: one.episode))


def _spent(batch: list[Experience], before: Experience | None) -> timedelta:
    """Time lived in a batch, without the time between episodes."""
    spent = timedelta()
    for one in batch:
        if before and before.episode == one.episode:
            spent += one.time - before.time
        before = one
    return spent


def _timed(builder: HistoryBuilder, one: Experience) -> tuple[float, float]:
    """Milliseconds by the wall clock, and of this process alone."""
    started = time.perf_counter(), time.process_time()
    builder.observe(one)
    return (time.perf_counter() - started[0]) * 1000, (time.process_time() - started[1]) * 1000


def _quantiles(size: int, times: list[tuple[float, float]]) -> dict[str, Any]:
    wall, own = (sorted(values) for values in zip(*times, strict=True))
    places = {"p50": len(times) // 2, "p95": len(times) * 95 // 100}
    line = {"bench": "insert", "experiences": size}
    line |= {f"{name}_ms": round(wall[place], 3) for name, place in places.items()}
    return line | {f"{name}_cpu_ms": round(own[place], 3) for name, place in places.items()}


def _opening(path: Path) -> float:
    """Milliseconds until a closed memory can be added to; the best of five."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        with Store.open(path) as store, HistoryBuilder(store):
            best = min(best, (time.perf_counter() - started) * 1000)
    return round(best, 2)


def _peak_mb() -> float:
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)


# -- forgetting


def forget(sizes: tuple[int, ...], folder: Path) -> Iterator[dict[str, Any]]:
    """The same day expires in trees of different sizes; everything older is kept for ever."""
    for size in sizes:
        path, lived = folder / f"forget-{size}.sqlite", live()
        with Store.open(path) as store, HistoryBuilder(store) as builder:
            for batch in _episodes(islice(lived, size)):
                builder.observe_batch(batch)
            with store.transaction():
                store.write("UPDATE nodes SET expires = NULL")
            day = list(islice(lived, NEW_DAY))
            for one in day:
                builder.observe(one)
            now = day[-1].time + timedelta(days=1)
            forgetter = Forgetter(store, RuleRelevance())
            nodes, expired = store.rows("SELECT count(*) FROM nodes")[0][0], forgetter.due(now)
            started = time.perf_counter(), time.process_time()
            done = forgetter.run(now)
            spent, own = (time.perf_counter() - started[0]) * 1000, (time.process_time() - started[1]) * 1000
        yield {
            "bench": "forget",
            "nodes": nodes,
            "expired": expired,
            "forgotten": done.forgotten,
            "ms": round(spent, 1),
            "cpu_ms": round(own, 1),
            "ms_per_expired": round(spent / max(expired, 1), 3),
            "cpu_ms_per_expired": round(own / max(expired, 1), 3),
        }


# -- ten years


def years(length: float, folder: Path) -> Iterator[dict[str, Any]]:
    """A life with chores every day and forgetting every night, by time and by a rule that keeps things for ever.

    A line per year, and one for the whole.
    """
    path, started = folder / "years.sqlite", time.perf_counter()
    days = round(365 * length)
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        RuleBook(store).add(RULE, BIRTH)
        forgetter = Forgetter(store, RuleRelevance())
        lived = groupby(live(steps=STEPS, chores=CHORES), key=lambda one: one.time.date())
        done = 0
        for day, (date, experiences) in enumerate(islice(lived, days), 1):
            batch = list(experiences)
            done += len(batch)
            builder.observe_batch(batch)
            forgetter.run(datetime.combine(date, NIGHT) + timedelta(days=1))
            if day % 365 == 0:
                yield _year("year", store, path, day, done)
        line = _year("ten_years", store, path, days, done)
    seconds = {"seconds": round(time.perf_counter() - started), "cpu_seconds": round(time.process_time())}
    yield line | {"bytes": path.stat().st_size, **seconds, "peak_mb": _peak_mb()}


def _year(bench: str, store: Store, path: Path, days: int, lived: int) -> dict[str, Any]:
    levels = store.rows("SELECT count(*) FILTER (WHERE forgotten IS NULL), count(*) FROM nodes")
    alive, nodes = levels[0]
    return {
        "bench": bench,
        "years": round(days / 365, 2),
        "lived": lived,
        "bytes": path.stat().st_size,
        "alive_nodes": alive,
        "placeholders": nodes - alive,
    }


# -- running


def run(full: bool = False, length: float | None = None) -> Iterator[dict[str, Any]]:
    """All lines."""
    span = length if length is not None else FULL_YEARS if full else YEARS
    for part in ("grow", "forget", f"years={span}"):
        yield from _part(part, full)


def _part(name: str, full: bool) -> Iterator[dict[str, Any]]:
    command = [sys.executable, "-m", "benchmarks.memory", "--part", name, *(["--full"] if full else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout
        for line in child.stdout:
            yield json.loads(line)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)


def _run_part(name: str, full: bool, folder: Path) -> Iterator[dict[str, Any]]:
    if name == "grow":
        return grow(FULL_SIZES if full else SIZES, folder)
    if name == "forget":
        return forget(FULL_TREES if full else TREES, folder)
    return years(float(name.partition("=")[2]), folder)


def main(arguments: list[str]) -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description="The memory as it grows.")
    parser.add_argument("--full", action="store_true", help="up to a million experiences, and ten years")
    parser.add_argument("--years", type=float, help="how long a life to live")
    parser.add_argument("--part", help="grow, forget or years=Y alone, in this process")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.memory", given.result, arguments)
    with tempfile.TemporaryDirectory() as folder:
        lines = _run_part(given.part, given.full, Path(folder)) if given.part else run(given.full, given.years)
        print_lines(lines, keep, ["benchmarks.memory"])


if __name__ == "__main__":
    main(sys.argv[1:])
