"""Long evaluations that were cut off go on with what is finished."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import eval.recall.run as recall_run
import eval.teach.run as teach_run
from agent.recognition.recognizer import Alternative, TaskGuess
from envs.errors import BadInput
from eval.histories.game_files import GameFiles
from eval.histories.schedules import Schedule
from eval.journal import Journal, beside, code_digest, made, plain, wanted
from eval.recall.question_sets import Query, QuestionedHistory, QuestionSet
from eval.recall.run import HistoryAnswers, ScoredQuestion, run_set
from eval.recall.strict_score import StrictScore
from eval.teach.agent import AgentRun
from eval.teach.metrics import Attempt
from eval.teach.run import PIECE, InstanceResult, run_games

ATTEMPT = Attempt("a.tfd", True, 3, 1, 4, 4, 30, 25, 2, True)
GUESS = TaskGuess("Coffee", ("1",), "Make coffee.", 0.5, (Alternative("Salad", (), "Make a salad.", 0.25),), ("words",))
RESULT = InstanceResult(
    ATTEMPT, "Coffee", False, AgentRun(GUESS, "done", (("Pickup", "Mug|1"), ("Stop", None)), 2, True)
)
QUERY = Query("TD", "What did you do?", "coffee", datetime(2026, 1, 5, 8, 0))
SCORED = ScoredQuestion(
    QUERY, "coffee \ud800", StrictScore("correct", 1.0), "correct", "0/TD", None, "sure", 12, 0.5, ("L3 [1]",)
)


def name(work: str = "work") -> dict[str, Any]:
    return {"asked": [work], "data": {"a": "1"}, "code": "c", "environment": "e"}


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        (
            PIECE,
            [RESULT, InstanceResult(ATTEMPT, "Coffee", True, AgentRun(None, "", (), 0, False), {"upper": ATTEMPT})],
        ),
        (HistoryAnswers, HistoryAnswers((SCORED,), 1.5, 7)),
    ],
)
def test_pieces_are_the_same_after_the_journal(kind: Any, piece: Any) -> None:
    assert made(kind, json.loads(json.dumps(plain(piece)))) == piece


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (int, "1"),
        (StrictScore, {"label": 3, "f1": 1.0}),
        (object, 1),
        (HistoryAnswers, {}),
        (HistoryAnswers, 3),
        (PIECE, "x"),
    ],
)
def test_nothing_else_is_made_of_a_journal(kind: Any, value: Any) -> None:
    with pytest.raises(TypeError):
        made(kind, value)


def works_until(left: Sequence[str], last: str, done: list[str]):
    for one in left:
        if one == last:
            raise Killed
        done.append(one)
        yield [one, one]


def test_finished_pieces_are_not_worked_on_again(tmp_path: Path) -> None:
    out, names, done = tmp_path / "out.json", ["a", "b", "c", "d"], []
    with pytest.raises(Killed), Journal[list[str]](out, list[str], name) as journal:
        list(journal.each(names, lambda left: works_until(left, "c", done)))
    assert done == ["a", "b"] and journal.path.name == "out.json.journal"
    with journal.path.open("a") as file:
        file.write('{"name": "c", "pie')
    with Journal[list[str]](out, list[str], name, resume=True) as journal:
        assert journal.done == 2
        assert list(journal.each(names, lambda left: works_until(left, "", done))) == [[n, n] for n in names]
    assert done == names and not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ({**name(), "asked": ["other"]}, "another command"),
        ({**name(), "data": {"a": "2"}}, "the data have changed"),
        ({**name(), "code": "d"}, "homebody has changed"),
        ({**name(), "environment": "f"}, "is set otherwise"),
    ],
)
def test_other_work_is_not_gone_on_with(tmp_path: Path, now: dict[str, Any], said: str) -> None:
    out = tmp_path / "out.json"
    with pytest.raises(Killed), Journal(out, str, name) as journal:
        journal.keep("a", "b")
        raise Killed
    kept = journal.path.read_bytes()
    with pytest.raises(BadInput, match=said):
        Journal(out, str, lambda: now, resume=True)
    assert journal.path.read_bytes() == kept
    with Journal(out, str, lambda: now) as journal:
        assert journal.done == 0


@pytest.mark.parametrize(
    "text", ["", "nonsense\n", "[" * 100_000 + "\n", "[1]\n", '{"asked": ["work"]}\n', '{"name": 1}\n{"x": 1}\n']
)
def test_what_is_no_journal_is_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "out.json.journal").write_text(text)
    with pytest.raises(BadInput, match="leave out --resume"):
        Journal(tmp_path / "out.json", str, name, resume=True)


def test_without_a_place_for_figures_nothing_is_kept(tmp_path: Path) -> None:
    assert beside(Path("-"), None) is None and beside(Path("-"), tmp_path) == tmp_path
    with pytest.raises(BadInput, match="where the figures go"):
        Journal(None, str, name, resume=True)
    with pytest.raises(BadInput, match="nothing to go on with"):
        Journal(tmp_path / "out.json", str, name, resume=True)
    assert Journal(None, str, name).keep("a", "b") == "b"


def test_a_link_or_a_pipe_is_no_journal(tmp_path: Path) -> None:
    own, there = tmp_path / "own.txt", tmp_path / "out.json.journal"
    own.write_text("mine")
    for make in (lambda: there.symlink_to(own), lambda: os.mkfifo(there)):
        make()
        with pytest.raises(BadInput, match="there is no journal"):
            Journal(tmp_path / "out.json", str, name, resume=True)
        with Journal(tmp_path / "out.json", str, name) as journal:
            journal.keep("a", "b")
            assert there.is_file() and not there.is_symlink() and there.stat().st_mode & 0o777 == 0o600
        assert own.read_text() == "mine" and not there.exists()
    with pytest.raises(BadInput, match="a pipe"):
        os.mkfifo(tmp_path / "weights.pt")
        wanted([tmp_path / "weights.pt"])


def test_nothing_is_left_where_nothing_was_finished(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), Journal(tmp_path / "out.json", str, name):
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


def test_what_is_wanted_is_the_command_the_data_and_the_code(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.json").write_text("1")
    typed = ["eval", "teach", "--games", "games", "--resume", "--workers", "2", "--json", "out.json"]
    first = wanted([tmp_path / "games"], typed)
    assert first == wanted([tmp_path / "games"], ["eval", "teach", "--games", "games", "--json", "other.json"])
    (tmp_path / "games" / "one.json").write_text("2")
    assert first["data"] != wanted([tmp_path / "games"], typed)["data"]
    root = tmp_path / "code"
    (root / "agent").mkdir(parents=True)
    (root / "agent" / "a.py").write_text("1")
    before = code_digest(root)
    (root / "agent" / "a.py").write_text("2")
    assert code_digest(root) != before


def test_games_that_were_attempted_before_are_not_attempted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    ends = ["two"]

    def attempt(self: Any, files: GameFiles, game: str) -> list[InstanceResult]:
        if game in ends:
            raise Killed
        tried.append(game)
        return [RESULT]

    monkeypatch.setattr(teach_run._Work, "do", attempt)
    for game in ("one", "two", "three"):
        (tmp_path / f"{game}.game.json").write_text("{}")
    with pytest.raises(Killed), Journal[list[InstanceResult]](tmp_path / "out.json", PIECE, name) as journal:
        run_games([tmp_path], "tfd", journal=journal)
    before = list(tried)
    ends.clear()
    with Journal[list[InstanceResult]](tmp_path / "out.json", PIECE, name, resume=True) as journal:
        assert before and journal.done == len(before)
        assert run_games([tmp_path], "tfd", journal=journal) == [RESULT] * 3
    assert sorted(tried) == ["one", "three", "two"]


def test_histories_that_were_asked_about_before_are_not_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[str] = []

    def build(games: Any, schedule: Any, file: Path, **_: Any) -> None:
        built.append(file.stem)
        file.touch()

    def ask(history: QuestionedHistory, *_: Any) -> list[ScoredQuestion]:
        if history.index == 1 and built.count("history_1") < 2:
            raise Killed
        return [SCORED]

    monkeypatch.setattr(recall_run, "build_memory", build)
    monkeypatch.setattr(recall_run, "ask", ask)
    monkeypatch.setattr(recall_run, "check_games", lambda *_: None)
    asked = tuple(QuestionedHistory(k, Schedule(()), QUERY.now, (QUERY,)) for k in range(3))
    questions = QuestionSet("five", 5, asked)
    recalling: Any = object()
    (tmp_path / "one.game.json").write_text("{}")
    with pytest.raises(Killed), Journal[HistoryAnswers](tmp_path / "out.json", HistoryAnswers, name) as journal:
        run_set(questions, GameFiles([tmp_path]), recalling, journal=journal)
    with Journal[HistoryAnswers](tmp_path / "out.json", HistoryAnswers, name, resume=True) as journal:
        assert run_set(questions, GameFiles([tmp_path]), recalling, journal=journal).answers == (SCORED,) * 3
    assert built == ["history_0", "history_1", "history_1", "history_2"]
