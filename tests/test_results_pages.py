"""The README and the docs show what the result files say, and say what is of older code."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml
from unmarked_figures import unmarked

import homebody.cli as homebody
from benchmarks.measure import chosen, command_of
from envs.errors import BadInput
from eval.drawings import PICTURES
from eval.results.book import ResultBook
from eval.results.checkout import ROOT, CodeVersion
from eval.results.code import depends_on
from eval.results.figures import Figures, FigureScope, formed
from eval.results.pages import Pages, pages
from eval.results.record import Result, write_result
from eval.results.tables import Tables


def result(name: str, values: object, code: dict[str, str] | None = None, date: str = "2026-11-20") -> Result:
    version = CodeVersion("0.1.0", "abc1234", False)
    return Result(name, f"homebody {name}", version, None, date, 60.0, {}, {}, values, ("envs.errors",), code)


CODE = depends_on(["envs.errors"], ())
VALUES = {
    "games": 1234,
    "rate": 0.98765,
    "nothing": None,
    "by_task": {"Coffee": {"n": 3, "SR": 0.5}, "Boil X": {"n": 4, "SR": 1.0}},
    "lines": [{"what": "decision", "ms": 1.5, "output": "┌───┐\n│ 1 │\n"}, {"what": "reset", "ms": 20.0}],
    "at.0.5": 7,
    "said": [{"setting": "vision: true, both", "S_c": 70.0}],
}
TEMPLATES = {
    "rows": {"head": ["games", "n"], "rows": [["*target*", "≥ 9"], {"from": "new", "cells": ["ours", "{games:,}"]}]},
    "tasks": {
        "head": ["task", "n", "SR"],
        "rows": [{"from": "old", "each": "by_task", "cells": ["{key}", "{n}", "{SR:%1}"]}],
    },
    "lines": {"head": ["ms"], "rows": [{"from": "new", "each": "lines.what=reset*", "cells": ["{ms:.1f}"]}]},
    "both": {"head": ["", "new", "old"], "rows": [["a", "{new#games}", "{old#games}"], ["b", "{new#games}", "–"]]},
    "short": {"head": ["a", "b"], "rows": [["one"]]},
    "broken": {"head": ["a"], "rows": [{"from": "new", "cells": ["{gone}"]}]},
}


@pytest.fixture
def made() -> Pages:
    figures = Figures({"new": result("new", VALUES, CODE), "old": result("old", VALUES)})
    return Pages(Tables(TEMPLATES, figures), figures, {})


# -- figures


@pytest.mark.parametrize(
    ("slot", "written"),
    [
        ("new#games:,", "1,234"),
        ("new#rate:%2", "98.77 %"),
        ("new#rate:p0", "99"),
        ("new#lines.what=reset.ms:*0.001 .3f", "0.020"),
        ("new#lines.0.ms", "1.5"),
        ("new#lines.-1.ms", "20.0"),
        ("new#said.setting=vision: true, both.S_c:.0f", "70"),
        ("new#said.setting=vision: true, both.S_c", "70.0"),
        ("new#by_task.Salad?.SR:%1", "–"),
        ("new#by_task.Boil X.SR:.2f", "1.00"),
        ("new#at.0.5", "7"),
        ("new#nothing:%2", "–"),
        ("new#by_task.Coffee.gone?:,", "–"),
    ],
)
def test_figures_are_found_and_written(slot: str, written: str) -> None:
    assert Figures({"new": result("new", VALUES, CODE)}).written(slot, FigureScope()) == written


def test_a_figure_that_is_not_there_is_named() -> None:
    figures = Figures({"new": result("new", VALUES, CODE)})
    with pytest.raises(BadInput, match=r"there is no figure new#by_task\.Salad\.SR; .* Coffee, Boil X"):
        figures.written("new#by_task.Salad.SR", FigureScope())
    with pytest.raises(BadInput, match="there is no result 'gone'"):
        figures.written("gone#games", FigureScope())
    with pytest.raises(BadInput, match="cannot be written as"):
        formed("three", ".2f")


# -- pages


def test_a_table_is_made_between_its_markers(made: Pages) -> None:
    page = "before\n<!-- results: table rows -->\n| stale | 1 |\n<!-- /results -->\nafter\n"
    table = "| games | n |\n|---|---|\n| *target* | ≥ 9 |\n| ours | 1,234 |"
    filled = f"before\n<!-- results: table rows -->\n{table}\n<!-- /results -->\nafter\n"
    assert made.filled(page, "x.md") == filled
    assert made.filled(filled, "x.md") == filled


def test_rows_can_be_chosen_by_what_they_say(made: Pages) -> None:
    filled = made.filled("<!-- results: table lines -->\n<!-- /results -->", "x.md")
    assert filled.splitlines()[3:-1] == ["| 20.0 |"]


def test_the_head_tells_that_all_is_of_older_code(made: Pages) -> None:
    filled = made.filled("<!-- results: table tasks -->\n<!-- /results -->", "x.md")
    assert "| task *(older code, 2026-11-20)* | n | SR |" in filled
    assert "| Boil X | 4 | 100.0 % |" in filled


def test_a_row_tells_that_a_figure_in_it_is_of_older_code(made: Pages) -> None:
    filled = made.filled("<!-- results: table both -->\n<!-- /results -->", "x.md")
    assert "| a *(older code, 2026-11-20)* | 1234 | 1234 |" in filled
    assert "| b | 1234 | – |" in filled


def test_the_last_older_figure_of_a_paragraph_says_so(made: Pages) -> None:
    page = (
        "A <!--r old#games-->0<!--/r-->, <!--r old#rate:%1-->0<!--/r-->.\n\nB <!--r old#games-->0<!--/r--> "
        "and <!--r new#games-->0<!--/r-->."
    )
    filled = made.filled(page, "x.md")
    assert "<!--r old#games-->1234<!--/r-->, <!--r old#rate:%1-->98.8 % *(older code, 2026-11-20)*<!--/r-->" in filled
    assert "B <!--r old#games-->1234 *(older code, 2026-11-20)*<!--/r--> and <!--r new#games-->1234<!--/r-->" in filled
    assert made.filled(filled, "x.md") == filled


def test_what_a_command_printed_is_shown(made: Pages) -> None:
    filled = made.filled("<!-- results: output new -->\n<!-- /results -->", "x.md")
    assert filled.splitlines()[1:-1] == ["```", "┌───┐", "│ 1 │", "```"]


def test_markers_in_code_are_only_talked_about(made: Pages) -> None:
    page = "`<!-- results: table NAME -->`\n\n```\n<!--r gone#x-->1<!--/r-->\n```\n"
    assert made.filled(page, "x.md") == page


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("<!-- results: table rows -->\n", r"x\.md: a marker of figures has no end"),
        ("<!--r new#games-->1", "has no end"),
        ("<!-- results: table none -->\n<!-- /results -->", "there is no table 'none'"),
        ("<!-- results: table short -->\n<!-- /results -->", "has 2 columns, but other rows: one"),
        ("<!-- results: table broken -->\n<!-- /results -->", "table broken: there is no figure new#gone"),
        ("<!-- results: picture rows -->\n<!-- /results -->", "what is asked for as 'picture rows'"),
        ("<!-- results: commands none -->\n<!-- /results -->", "there is no command 'none'"),
        ("<!--r gone#games-->1<!--/r-->", "there is no result 'gone'"),
    ],
)
def test_broken_markers_are_named(made: Pages, page: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        made.filled(page, "x.md")


# -- ours


@pytest.fixture(scope="module")
def book() -> ResultBook:
    return ResultBook.open(pictures=PICTURES)


def test_the_pages_show_what_the_result_files_say(book: ResultBook) -> None:
    different = [path.name for path, before, after in book.pages() if before != after]
    assert not different, f"{', '.join(different)}: run `homebody results --write` and commit what it changes"


def test_every_result_has_a_command_and_every_command_a_result(book: ResultBook) -> None:
    assert set(book.figures.results) == set(book.catalog)


def test_no_result_names_a_place_of_one_machine() -> None:
    place = re.compile(r"(?<![\w./])(?:/(?:home|root|tmp|work|mnt|opt|Users|var)/|[A-Z]:\\\\)")
    found = [path.name for path in (ROOT / "docs" / "results").glob("*.json") if place.search(path.read_text("utf-8"))]
    assert not found


def test_changed_values_and_changed_code_change_a_page(tmp_path: Path, book: ResultBook) -> None:
    folder = tmp_path / "docs" / "results"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "results" / "commands.yaml", folder)
    headline = yaml.safe_load((ROOT / "docs" / "results" / "tables.yaml").read_text("utf-8"))["headline"]
    one_row = {**headline, "rows": [row for row in headline["rows"] if row["from"] == "replay-valid"]}
    (folder / "tables.yaml").write_text(json.dumps({"headline": one_row}), "utf-8")  # JSON is YAML
    (tmp_path / "README.md").write_text("<!-- results: table headline -->\n<!-- /results -->\n", "utf-8")
    one = book.figures.results["replay-valid"]
    made = {**vars(one), "values": {**one.values, "games": 7}, "modules": ("envs.errors",)}
    write_result(Result(**{**made, "code": CODE}), folder / "replay-valid.json")
    after = {path.name: text for path, _, text in ResultBook(folder, tmp_path).pages()}
    assert "| replay of 7 recorded games: motions / object actions / task as recorded |" in after["README.md"]
    write_result(Result(**{**made, "code": {"gone.py": "0"}}), folder / "replay-valid.json")
    after = {path.name: text for path, _, text in ResultBook(folder, tmp_path).pages()}
    assert f"task as recorded *(older code, {one.day})* |" in after["README.md"]


# -- figures from nowhere


@pytest.mark.parametrize(
    "line",
    [
        "| `valid_unseen.zip` | 612 | 99.65 % |",
        "| plain | 300×300 | 247 |",
        "| detector | 9.8 fps |",
        "| a step takes 3 ms | |",
        "| ours | **93/4 (87–97)** |",
        "| share | .94 / .96 |",
        "Nearly all of them, 98.7 %, succeed.",
        "- 50% of them",
    ],
)
def test_what_looks_measured_must_come_from_a_result(line: str) -> None:
    assert [one.line for one in unmarked(f"# Page\n\n{line}\n")] == [3]


@pytest.mark.parametrize(
    "page",
    [
        "| 108 | N Slices | `n` | n slices |",
        "| step | 0.25 m |",
        "with 95 % bootstrap intervals",
        "<!-- constants -->\n| HELPER | 13.7 % |\n<!-- /constants -->",
        "<!-- results: table rows -->\n| ours | 99.7 % |\n<!-- /results -->",
        "of these <!--r new#rate:%2-->98.77 % *(older code, 2026-11-20)*<!--/r--> succeed",
        "```\n50 % | 3 ms\n```",
        "`--at 40%` is a share",
    ],
)
def test_constants_and_code_are_no_figures(page: str) -> None:
    assert unmarked(page) == []


def test_no_page_has_figures_from_nowhere() -> None:
    found = [
        f"{path.name}:{one.line}: {one.text[:80]}" for path in pages() for one in unmarked(path.read_text("utf-8"))
    ]
    assert not found, "make these from a result file, or mark them as constants (docs/figures.md):\n" + "\n".join(found)


# -- the command


def results(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["homebody", "results", *words])
    with pytest.raises(SystemExit) as done:
        homebody.main()
    assert isinstance(done.value.code, int)
    return done.value.code


def test_the_command_tells_what_was_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], book: ResultBook
) -> None:
    assert results(monkeypatch, "replay-valid", "judge", "--json", "-") == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)}
    assert set(rows) == {"replay-valid", "judge"}
    assert rows["replay-valid"]["command"] == book.catalog["replay-valid"].command
    assert rows["replay-valid"]["values"]["games"] == 612
    assert {row["code"] for row in rows.values()} <= {"as it is", "older code"}


def test_the_command_tells_why_a_result_is_of_older_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], book: ResultBook
) -> None:
    assert results(monkeypatch, "--why", "replay-valid", "--json", "-") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["changed"] == (book.figures.changed("replay-valid") or [])
    assert found["told"].startswith("replay-valid: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--write", "--check"), "--write and --check"),
        (("no-such-result",), "there is no result 'no-such-result'"),
        (("--why", "no-such-result"), "there is no result 'no-such-result'"),
    ],
)
def test_the_command_refuses_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], message: str
) -> None:
    assert results(monkeypatch, *words) == 2
    assert message in capsys.readouterr().err


def test_measuring_again_runs_what_the_catalogue_says(book: ResultBook) -> None:
    command = command_of(book.catalog["replay-train"])
    assert command[1:] == ["-m", "homebody", "replay", "../shared/data/teach/train.zip", "--result", "replay-train"]
    assert command_of(book.catalog["teach-edh"], 2)[-4:] == ["--workers", "2", "--result", "teach-edh"]
    assert command_of(book.catalog["engine"], 2)[1:] == ["-m", "benchmarks.engine", "--result", "engine"]
    assert [one.name for one in chosen(book, ["judge"], old=False)] == ["judge"]
    old = {one.name for one in chosen(book, [], old=True)}
    assert old == {name for name in book.catalog if book.figures.is_older(name)}
    with pytest.raises(BadInput, match="there is no measurement 'none'"):
        chosen(book, ["none"], old=False)
    with pytest.raises(BadInput, match="nothing to measure"):
        chosen(book, [], old=False)
