"""``homebody memory …``: what the commands print, and what they change."""

from __future__ import annotations

import json
import re
import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from life import START, kitchen, long_life
from typer.testing import CliRunner

from envs.errors import AlreadyExists, BadInput, TryAgain
from homebody.commands.memory.app import app
from memory.building.history import HistoryBuilder
from memory.knowledge import Knowledge, KnownObject, PatternStep
from memory.profile.book import ProfileBook
from memory.reading.drawing import ShownDates, duration, span
from memory.reading.outline import OutlineRequest, outline
from memory.store.database import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two mornings in a kitchen."""
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
    return path


def told(path: Path, *arguments: object, code: int = 0) -> str:
    """What a command prints, in one line."""
    given = [str(argument) for argument in arguments]
    done = CliRunner().invoke(app, [*given, "--memory", str(path)], env={"COLUMNS": "150"})
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return re.sub(r"[\s│]+", " ", done.output)


def figures(path: Path, *arguments: object, code: int = 0) -> Any:
    """What a command prints with --json -; it must be JSON and nothing else."""
    given = [str(argument) for argument in arguments]
    done = CliRunner().invoke(app, [*given, "--json", "-", "--memory", str(path)])
    assert done.exit_code == code, done.output
    return json.loads(done.output)


# --- show


def test_show_draws_days_with_their_deeds(path: Path):
    drawn = told(path, "show", "--depth", 9)
    assert "Mon 5 Jan 2026" in drawn
    assert "I put the mug in the sink basin." in drawn
    assert "Visual observation" in drawn
    short = told(path, "show", "--depth", 0)
    assert len(short) < len(drawn) / 4
    assert re.search(r"\[\d+\] \+\d", short), "says how much lies below"


def test_show_keeps_to_a_day_a_level_and_a_node(path: Path):
    goals = figures(path, "show", "--level", 3, "--depth", 1, "--most", 99)
    with Store.open(path, readonly=True) as store:
        assert [goal["node"] for goal in goals] == [goal.id for goal in store.nodes(3)]
        first = store.nodes(3)[0]
        assert [child["node"] for child in goals[0]["children"]] == [child.id for child in store.children(first.id)]
    second = figures(path, "show", "--level", 3, "--day", "2026-01-06", "--most", 99, "--depth", 1)
    assert second == [goal for goal in goals if goal["start"].startswith("2026-01-06")]
    assert second
    assert figures(path, "show", "--day", "2027-01-06") == []
    assert "nothing is remembered of that" in told(path, "show", "--day", "2027-01-06")
    (one,) = figures(path, "show", "--node", goals[1]["node"], "--depth", 1, "--most", 99)
    assert one == goals[1]


def test_show_collapses_long_lists(path: Path):
    with Store.open(path, readonly=True) as store:
        count = len(store.nodes(2))
        history = outline(store, OutlineRequest(level=2, most=5, depth=0))
    assert [len(history.children), history.left_out] == [5, ((3, count - 5),)]
    assert f"… {count - 5} events more …" in told(path, "show", "--level", 2, "--most", 5)


def test_show_tells_placeholders_and_pins(path: Path):
    with Store.open(path, readonly=True) as store:
        newest = store.nodes(3)[-1].id
    told(path, "pin", newest)
    told(path, "forget", "--now", "2026-02-20T03:00:00")
    drawn = told(path, "show", "--depth", 9)
    assert re.search(r"forgotten (an|\d+) (event|goal|summar)\w+ \(", drawn), drawn
    assert "pinned" in drawn
    nodes = [*_flat(figures(path, "show", "--depth", 9, "--most", 99))]
    gone = [node for node in nodes if node["forgotten"]]
    assert gone
    assert all(node["children"] == [] for node in gone)
    assert [node["node"] for node in nodes if node["pinned"]] == [newest]


def _flat(nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [found for node in nodes for found in (node, *_flat(node["children"]))]


def test_show_of_nothing_and_of_nonsense(tmp_path: Path, path: Path):
    empty = tmp_path / "empty.sqlite"
    Store.open(empty).close()
    assert "nothing is remembered yet" in told(empty, "show")
    for options, words in (
        (("--node", 9999), "no node 9999"),
        (("--depth", -1), "depth of -1"),
        (("--level", 0), "level 0"),
        (("--most", 1), "at least 2"),
    ):
        with pytest.raises(BadInput, match=words):
            told(path, "show", *options)
    with pytest.raises(BadInput, match="no memory file"):
        told(tmp_path / "none.sqlite", "show")


# --- rules


def test_rules_are_learned_removed_and_rolled_back(path: Path):
    assert "there are no rules" in told(path, "rules")
    assert "new rule 1" in told(path, "rules", "--learn", "always remember which mug I use")
    assert "new rule 2: Forget the fridge." in told(path, "rules", "--add", "Forget the fridge.")
    assert [rule["number"] for rule in figures(path, "rules")] == [1, 2]
    assert "no longer in force, rule 1" in told(path, "rules", "--remove", 1)
    assert [rule["number"] for rule in figures(path, "rules")] == [2]
    told(path, "rules", "--roll-back", 1, "--now", "2026-01-09T10:00:00")
    (rule,) = figures(path, "rules")
    assert "mug" in rule["text"]
    versions = figures(path, "rules", "--history")
    assert [version["version"] for version in versions] == [1, 2, 3, 4]
    assert versions[0]["feedback"] == "always remember which mug I use"
    assert versions[3]["time"] == "2026-01-09T10:00:00"
    assert "back to version 1" in told(path, "rules", "--history")
    with pytest.raises(BadInput, match="no rule 77"):
        told(path, "rules", "--remove", 77)
    with pytest.raises(BadInput, match="one of --learn"):
        told(path, "rules", "--remove", 3, "--add", "x")


# --- forgetting


def test_forget_log_and_undo(path: Path):
    assert "nothing was forgotten" in told(path, "log")
    assert "were forgotten" in told(path, "forget", "--now", "2026-02-01T03:00:00")
    rows = figures(path, "log")
    assert all(row["reason"] and row["forgotten"].startswith("2026-02-01T03:00") for row in rows)
    last = rows[-1]["id"]
    assert f"{last}" in told(path, "log", "--most", 3)
    assert f"{len(rows) - 3} older ones not shown" in told(path, "log", "--most", 3)
    assert "remembered again" in told(path, "undo", last, "--now", "2026-02-01T04:00:00")
    assert figures(path, "log")[-1]["undone"] == "2026-02-01T04:00:00"
    with pytest.raises(BadInput, match="undone already"):
        told(path, "undo", last, "--now", "2026-02-01T04:00:00")
    day = figures(path, "log", "--day", "2026-01-05")
    assert {row["id"] for row in day} < {row["id"] for row in rows}


def test_the_log_names_the_rule(path: Path):
    told(path, "rules", "--add", "Always remember the mug.")
    told(path, "rules", "--add", "Forget the fridge.")
    told(path, "forget", "--now", "2026-02-01T03:00:00")
    ruled = [row for row in figures(path, "log") if row["rule"]]
    assert {row["rule_text"] for row in ruled} == {"Forget the fridge."}
    log = told(path, "log", "--most", 999)
    assert "Forget the fridge." in log and "(rule 2)" in log


def test_forget_about_asks_first_and_leaves_no_trace(path: Path):
    runner = CliRunner()
    arguments = ["forget", "--about", "mug", "--everywhere", "--memory", str(path)]
    asked = runner.invoke(app, arguments, input="n\n")
    assert asked.exit_code == 1 and "nothing was changed" in asked.output
    assert b"Mug" in path.read_bytes()
    done = runner.invoke(app, arguments, input="y\n")
    assert done.exit_code == 0, done.output
    assert "erased what spoke of mug" in done.output
    left = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert b"mug" not in left.lower()
    assert figures(path, "forget", "--about", "mug", "--everywhere", "--yes")["objects"] == 0
    assert "is sound" in told(path, "check")


def test_budget_shows_and_limits(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        builder.observe_batch(long_life(1, 700))
    before = figures(path, "budget")
    assert before["experiences"] == 700
    assert [level["level"] for level in before["levels"]][:3] == [1, 2, 3]
    assert before["budget"] is None
    after = figures(path, "budget", before["bytes_used"] - 100_000)
    assert after["bytes_used"] <= before["bytes_used"] - 100_000
    assert after["budget"] == before["bytes_used"] - 100_000
    assert "may hold" in told(path, "budget")
    assert figures(path, "budget", "--off")["budget"] is None
    with pytest.raises(BadInput, match="too small"):
        told(path, "budget", 7)


def test_pin_and_unpin(path: Path):
    with Store.open(path, readonly=True) as store:
        node = store.nodes(3)[0].id
    assert figures(path, "pin", node)["pinned"] is True
    assert "no longer pinned" in told(path, "pin", node, "--off")
    with pytest.raises(BadInput, match="no node 4711"):
        told(path, "pin", 4711)


# --- moving and checking


def test_export_import_and_check(path: Path, tmp_path: Path):
    lines, other = tmp_path / "memory.jsonl", tmp_path / "other.sqlite"
    made = figures(path, "export", lines)
    assert made["lines"] == len(lines.read_text().splitlines())
    with pytest.raises(AlreadyExists, match="exists"):
        told(path, "export", lines)
    made = figures(path, "export", lines, "--replace")  # it tells of the first one, too
    assert f"{made['lines']:,} lines of" in told(other, "import", lines)
    with Store.open(path, readonly=True) as one, Store.open(other, readonly=True) as two:
        assert one.nodes(3) == two.nodes(3)
    assert figures(other, "check") == {"memory": str(other), "sound": True, "problems": []}
    with pytest.raises(AlreadyExists, match="already remembers"):
        told(path, "import", lines)


def test_check_lists_what_is_wrong(path: Path):
    with sqlite3.connect(path) as connection:  # by itself SQLite minds no references
        connection.execute("UPDATE nodes SET parent = 9999 WHERE id = 3")
    connection.close()
    assert "dangling reference in table nodes, row 3" in told(path, "check", code=1)
    assert figures(path, "check", code=1)["sound"] is False


def test_a_memory_that_is_being_written_can_be_looked_at_and_checked(path: Path):
    with Store.open(path):
        assert "is sound" in told(path, "check")
        assert figures(path, "show")
        assert figures(path, "log") == []
        with pytest.raises(TryAgain, match="being written by"):
            told(path, "pin", 1)


def test_figures_go_to_a_file_beside_the_tables(path: Path, tmp_path: Path):
    out = tmp_path / "figures.json"
    assert "figures written to" in told(path, "budget", "--json", out)
    assert json.loads(out.read_text())["experiences"] > 10


# --- times


@pytest.mark.parametrize(
    ("start", "end", "known", "text"),
    [
        (START, START, ShownDates(), "Mon 5 Jan 2026 8:00"),
        (START, START + timedelta(seconds=20), ShownDates(), "Mon 5 Jan 2026 8:00–8:00:20"),
        (START, START + timedelta(minutes=20, seconds=9), ShownDates(), "Mon 5 Jan 2026 8:00–8:20"),
        (START, START + timedelta(hours=1), ShownDates(2026), "Mon 5 Jan 8:00–9:00"),
        (START, START + timedelta(hours=1), ShownDates(2026, START.date()), "8:00–9:00"),
        (START, START + timedelta(days=1), ShownDates(), "Mon 5 Jan 2026 8:00 – Tue 6 Jan 8:00"),
        (START, datetime(2027, 1, 5, 8), ShownDates(), "Mon 5 Jan 2026 8:00 – Tue 5 Jan 2027 8:00"),
        (START, START + timedelta(seconds=0.5), ShownDates(), "Mon 5 Jan 2026 8:00"),
    ],
)
def test_times_are_told_as_people_say_them(start: datetime, end: datetime, known: ShownDates, text: str):
    assert span(start, end, known) == text


def test_lengths_of_time():
    lengths = (timedelta(days=3), timedelta(minutes=90), timedelta(minutes=15), timedelta(seconds=1), timedelta())
    assert [duration(length) for length in lengths] == ["3 days", "1.5 hours", "15 minutes", "1 second", "no time"]


def test_search_by_words(path: Path):
    found = figures(path, "search", "mug sink", "--most", 3)
    assert 1 <= len(found) <= 3
    assert all("mug" in row["what"].lower() for row in found)
    assert "nothing found for 'zebra'" in told(path, "search", "zebra")


def test_search_by_meaning_says_what_to_install(path: Path):
    with pytest.raises(BadInput, match=r"pip install 'homebody\[semantic\]'"):
        told(path, "search", "drinks", "--meaning")


# --- profiles


@pytest.fixture
def known(path: Path) -> Path:
    """A memory that knows of two users, and of a favorite that changed."""
    cup = Knowledge(
        "Ann", "object_semantics", "preference", "favorite cup", "My favorite cup is the blue one.",
        (KnownObject("cup", "blue one"),), home="flat", source="e1",
    )  # fmt: skip
    tea = Knowledge(
        "Ben", "user_pattern", "routine", "tea", "I usually have the pot on the table for tea.", (KnownObject("pot"),),
        (PatternStep(0, "on", "kitchen table"),), source="e2",
    )  # fmt: skip
    with Store.open(path) as store:
        book = ProfileBook(store)
        for item in (cup, replace(cup, objects=(KnownObject("cup", "red one"),), source="e3"), tea):
            book.tell(item, datetime(2026, 1, 6, 9))
    return path


def test_profiles_are_listed(known: Path):
    shown = told(known, "profile")
    assert "cup (red one)" in shown
    assert "1. place pot on kitchen table" in shown
    assert "episode e2" in shown
    assert "blue one" not in shown
    assert re.search(r"until .*instead", told(known, "profile", "--ended"))
    made = figures(known, "profile", "--user", "ann", "--ended")
    assert made["users"] == ["Ann", "Ben"]
    assert [(one["item"], one["successor"], one["episode"]) for one in made["items"]] == [(1, 2, "e1"), (2, None, "e3")]
    with pytest.raises(BadInput, match="something is of Ann, Ben"):
        told(known, "profile", "--user", "Eve")


def test_a_profile_is_a_graph(known: Path):
    assert "refers to" in told(known, "profile", "--graph")
    made = figures(known, "profile", "--graph", "--user", "Ben")
    assert [one["kind"] for one in made["nodes"]] == ["user", "knowledge", "object", "pattern", "location"]
    ids = {one["id"] for one in made["nodes"]}
    assert all({one["from"], one["to"]} <= ids for one in made["edges"])


def test_an_item_is_taken_back(known: Path):
    assert "no longer holds, item 3 of Ben" in told(known, "profile", "--take-back", 3)
    assert [one["item"] for one in figures(known, "profile")["items"]] == [2]
    with pytest.raises(BadInput, match="no item 3"):
        told(known, "profile", "--take-back", 3)
    assert figures(known, "check")["sound"] is True


def test_a_memory_without_profiles(path: Path):
    assert "nothing is known of any user" in told(path, "profile")
    assert figures(path, "profile", "--graph") == {"users": [], "nodes": [], "edges": []}
