"""What ``memory repair`` saves, what it says, and that the old file stays as it is."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import pytest
from life import kitchen, long_life
from typer.testing import CliRunner

from benchmarks.flipped import flipped, whole
from envs.errors import AlreadyExists, BadInput, TryAgain
from homebody.commands.memory.app import app
from memory.building.history import HistoryBuilder
from memory.repair.repairing import repair
from memory.soundness.checking import examine
from memory.store.database import Store
from memory.store.rows.undo import forget_log, undo
from memory.store.transfer import export_lines

TREE = "SELECT level, first, last, summary, detail FROM nodes ORDER BY level, first"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A memory in which something lies in every table."""
    path = tmp_path / "memory.sqlite"
    path.write_bytes(whole(1))
    return path


def new(path: Path) -> Path:
    return path.with_name("new.sqlite")


def hurt(path: Path, sql: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


def test_a_sound_memory_comes_out_as_it_was(path: Path):
    done = repair(path, new(path))
    assert done.whole, done
    assert done.mended == []
    assert sorted(file.name for file in path.parent.iterdir()) == ["memory.sqlite", "new.sqlite"]
    left = [line for line in export_lines(path) if '"kind":"sightings"' not in line and '"kind":"namings"' not in line]
    kept = [line for line in export_lines(new(path)) if '"kind":"sightings"' not in line]
    assert kept[:-1] == left[:-1]
    with Store.open(new(path)) as store:
        entry = next(one for one in reversed(forget_log(store)) if one.until)
        undo(store, entry.id, entry.time)
        assert store.check() == []


def test_whatever_bytes_are_flipped_what_is_saved_is_sound_and_the_old_file_untouched(path: Path):
    saved = []
    for case in range(12):
        chance = random.Random(case)
        content = flipped(flipped(flipped(whole(1), chance), chance), chance)
        path.write_bytes(content)
        before = path.stat().st_mtime_ns
        target = path.with_name(f"{case}.sqlite")
        done = repair(path, target)
        assert (path.read_bytes(), path.stat().st_mtime_ns) == (content, before)
        assert examine(target) == []
        saved.append(done.kept["experiences"])
    with sqlite3.connect(path) as connection:
        path.write_bytes(whole(1))
        (there,) = connection.execute("SELECT count(*) FROM experiences").fetchone()
    connection.close()
    assert sorted(saved)[len(saved) // 2] >= there - 2


def test_pages_of_noise_cost_what_lay_on_them_and_no_more(path: Path):
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        newest = store.newest
        assert newest
        for one in long_life(41, 300, newest[1].time.replace(year=2027)):
            builder.observe(one)
        there = len(store.numbers(0, 1 << 40))
    content = path.read_bytes()
    kept = [_kept_under_noise(path, content, random.Random(seed), there) for seed in range(3, 8)]
    assert there > sorted(kept)[len(kept) // 2] > there // 2


def _kept_under_noise(path: Path, content: bytes, chance: random.Random, there: int) -> int:
    """How many of the experiences repair keeps when chance spoils some pages."""
    noisy = bytearray(content)
    for page in chance.sample(range(40, len(noisy) // 4096), 30):
        noisy[page * 4096 : (page + 1) * 4096] = chance.randbytes(4096)
    path.write_bytes(noisy)
    new(path).unlink(missing_ok=True)
    done = repair(path, new(path))
    assert examine(new(path)) == []
    assert not done.whole
    with Store.open(new(path)) as store:
        left = len(store.numbers(0, 1 << 40))
    assert sum(gap.experiences for gap in done.gaps) >= there - left
    assert all(gap.start is None or gap.end is None or gap.start <= gap.end for gap in done.gaps)
    return left


def two_writers(path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """What an older homebody let happen: two build in one memory at once, each as if it were alone."""

    class NoLock:
        def __init__(self, memory: Path) -> None:
            self.path = memory

        def release(self) -> None:
            pass

    one, two = long_life(42, 60), long_life(43, 60)
    with monkeypatch.context() as patch:
        patch.setattr("memory.store.connection.WriterLock", NoLock)
        with Store.open(path) as first, Store.open(path) as second:
            builders = HistoryBuilder(first), HistoryBuilder(second, construction="flat")
            for left, right in zip(one, two, strict=True):
                for builder, lived in zip(builders, (left, right), strict=True):
                    builder._catch_up = lambda: None
                    builder.observe(lived)
    return 120


def test_what_two_writers_at_once_made_is_found_and_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "memory.sqlite"
    lived = two_writers(path, monkeypatch)
    assert any("overlaps node" in line for line in examine(path))
    done = repair(path, new(path))
    assert examine(new(path)) == []
    assert done.kept["experiences"] == lived
    assert done.gaps == ()
    assert done.nodes.goals > 0
    with Store.open(new(path)) as store, HistoryBuilder(store) as builder:
        assert [node.first for node in store.nodes(1)] == store.numbers(1, lived)
        newest = store.newest
        assert newest
        for one in long_life(44, 20, newest[1].time.replace(year=2027)):
            builder.observe(one)
        assert store.check() == []


def test_nodes_built_again_are_those_that_were(tmp_path: Path):
    """Goals and events of a part of the history whose rows are gone come out as they had been built."""
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
        before = [row for row in store.rows(TREE) if row[0] <= 3]
    hurt(
        path,
        "UPDATE nodes SET last = last + 1 WHERE level = 2 AND id IN (SELECT id FROM nodes WHERE level = 2 LIMIT 4)",
    )
    done = repair(path, new(path))
    assert done.nodes.dropped
    with Store.open(new(path), readonly=True) as store:
        assert [row for row in store.rows(TREE) if row[0] <= 3] == before


def test_what_was_lost_is_said_by_table_level_and_time(path: Path):
    hurt(
        path,
        """PRAGMA foreign_keys = OFF; DELETE FROM utterances; UPDATE rules SET source = NULL;
        DELETE FROM experiences WHERE id BETWEEN 180 AND 189; UPDATE grave SET payload = '[]'""".replace(
            "UPDATE rules SET source = NULL;", "UPDATE rules SET added = 'soon';"
        ),
    )
    done = CliRunner().invoke(app, ["repair", str(path), str(new(path)), "--json", "-"])
    assert done.exit_code == 0, done.exception
    told = json.loads(done.stdout)
    assert told["lost"]["rules"] == 1
    assert told["lost"]["grave"] >= 1
    assert sum(gap["experiences"] for gap in told["gaps"]) == 10
    (gap,) = [gap for gap in told["gaps"] if gap["experiences"] == 10]
    assert gap["start"] < gap["end"]
    again = CliRunner().invoke(app, ["repair", str(path), str(path.with_name("other.sqlite"))])
    assert "10 experiences from" in " ".join(again.stdout.split())


def test_a_memory_cut_short_is_saved_as_far_as_it_goes(path: Path):
    content = path.read_bytes()
    path.write_bytes(content[: len(content) * 3 // 4])
    done = repair(path, new(path))
    assert examine(new(path)) == []
    assert not done.whole


def test_what_a_killed_writer_left_in_the_journal_is_saved_too(path: Path, tmp_path: Path):
    with Store.open(path) as store:
        store.append(long_life(1, 1, store.newest[1].time.replace(year=2027))[0])  # pyright: ignore[reportOptionalSubscript]
        for ending in ("", "-wal"):
            (tmp_path / f"killed.sqlite{ending}").write_bytes(Path(f"{path}{ending}").read_bytes())
        newest = store.newest
    repair(tmp_path / "killed.sqlite", new(path))
    with Store.open(new(path), readonly=True) as store:
        assert store.newest == newest


def test_what_cannot_be_repaired_is_said(path: Path):
    with pytest.raises(AlreadyExists):
        repair(path, path)
    with Store.open(path), pytest.raises(TryAgain, match="being written by"):
        repair(path, new(path))
    path.write_bytes(random.Random(1).randbytes(50_000))
    with pytest.raises(BadInput, match="nothing"):
        repair(path, new(path))
    assert not new(path).exists()


def test_times_that_make_no_sense_become_those_beside_them(path: Path):
    with Store.open(path, readonly=True) as store:
        numbers = store.numbers(0, 1 << 40)
        before = [store.experience(number).time for number in numbers]
    wrong = (numbers[5], numbers[-3])
    hurt(path, f"UPDATE experiences SET time = time - 10000000000 WHERE id IN {wrong}")
    done = repair(path, new(path))
    assert any("2 experiences have the time of the one before" in line for line in done.mended)
    with Store.open(new(path), readonly=True) as store:
        after = [store.experience(number).time for number in numbers]
    assert [number for number, one, two in zip(numbers, before, after, strict=True) if one != two] == list(wrong)
    assert after[5] == before[4]


def _interior(content: bytearray, root: int) -> tuple[int, list[int]]:
    """Where an interior page of a table begins, and where its pointers to the pages below lie."""
    begin = (root - 1) * 4096
    assert content[begin] == 5, "the table is too small to have pages below"
    count = int.from_bytes(content[begin + 3 : begin + 5], "big")
    cells = [begin + int.from_bytes(content[at : at + 2], "big") for at in range(begin + 12, begin + 12 + 2 * count, 2)]
    return begin, [*cells, begin + 8]


@pytest.mark.parametrize("seed", range(8))
def test_pages_in_the_wrong_order_twice_or_in_circles_are_read_once(path: Path, seed: int) -> None:
    with sqlite3.connect(path) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'").fetchall())
        (there,) = connection.execute("SELECT count(*) FROM nodes").fetchone()
    connection.close()
    content, chance = bytearray(path.read_bytes()), random.Random(seed)
    begin, places = _interior(content, roots["nodes"])
    below = [content[place : place + 4] for place in places]
    if seed:
        chance.shuffle(below)
    else:  # whoever begins again behind the last row comes to the first page again
        below = [below[1], below[0], *below[2:]]
    if seed % 2:
        below[-1] = below[0]  # twice
    for place, page in zip(places, below, strict=True):
        content[place : place + 4] = page
    for place in places[:-1]:
        wide = content[place + 4] > 127
        content[place + 4 : place + 5 + wide] = b"\xff\x7f"[1 - wide :]  # all that is looked for lies in the first page
    if seed % 4 < 2:  # one that cannot be read, so that reading begins again behind it
        content[(int.from_bytes(below[2], "big") - 1) * 4096] = 77
    else:
        content[places[0] : places[0] + 4] = (begin // 4096 + 1).to_bytes(4, "big")  # itself
    path.write_bytes(content)
    done = repair(path, new(path))
    assert examine(new(path)) == []
    assert done.kept["nodes"] <= there  # as much as the order lets SQLite find; what matters is that it ends


def test_a_row_of_nonsense_with_a_huge_number_hides_no_other(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master WHERE type = 'table'").fetchall())
        there, first = connection.execute("SELECT count(*), min(id) FROM experiences").fetchone()
    connection.close()
    content = bytearray(path.read_bytes())
    _, places = _interior(content, roots["experiences"])
    leaf = (int.from_bytes(content[places[0] : places[0] + 4], "big") - 1) * 4096
    cell = leaf + int.from_bytes(content[leaf + 8 : leaf + 10], "big")
    number = bytes((0x80 | first >> 7, first & 0x7F)) if first > 127 else bytes((first,))
    at = content.index(number, cell + 1)
    assert at <= cell + 2
    content[at : at + len(number)] = b"\xff\x7f" if len(number) == 2 else b"\x7f"
    time = at + len(number) + 2  # behind the length of the header, and the type of the number itself
    assert content[time] == 6
    content[time] = 7  # no whole number any more
    path.write_bytes(content)
    done = repair(path, new(path))
    assert examine(new(path)) == []
    assert (done.kept["experiences"], done.lost["experiences"]) == (there - 1, 1)
