"""``eval commands``: what a round may say, how a home is described, and how what was done is judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.hearing.rewritten import RewrittenRequests
from agent.household import robot
from agent.sentences.rewriter import TableRewriter
from envs.errors import BadInput
from eval.commands.conditions import holds, read_condition, read_forbidden
from eval.commands.figures import figures
from eval.commands.homes import described, names_of, read_home, things_in
from eval.commands.rounds import read_round
from eval.commands.run import tried
from homebody.cli import app

HOME = "kitchen 3"


def home_text() -> str:
    return "\n".join(described(things_in(read_home(HOME).place())))


def a_round(folder: Path, *commands: str) -> Path:
    path = folder / "round.yaml"
    path.write_text("commands:\n" + "".join(commands), encoding="utf-8")
    return path


def command(say: str, goals: list[str], more: str = "", expect: str = "do", kind: str = "plain") -> str:
    written = json.dumps(goals)
    return f'- {{id: c1, home: {HOME}, kind: {kind}, say: "{say}", expect: {expect}, goals: {written}{more}}}\n'


def test_the_same_home_is_the_same_every_time() -> None:
    assert home_text() == home_text()
    assert "CounterTop" in home_text()


def test_what_runs_on_its_own_is_not_laid_to_the_robot() -> None:
    """The coffee machine of that home is on, and a mug stands in it."""
    home = read_home("kitchen 1931").place()
    before = things_in(home)
    home.session.motion("Turn Left")
    filled = {key: thing["isFilledWithLiquid"] for key, thing in things_in(home).items()}
    assert filled == {key: thing["isFilledWithLiquid"] for key, thing in before.items()}
    assert any(filled[key] for key in filled if key.startswith("Mug"))


def test_conditions_are_counted_in_the_home() -> None:
    things = things_in(read_home(HOME).place())
    named = names_of(things)
    cabinets = sum(thing["objectType"] == "Cabinet" for thing in things.values())
    assert holds(read_condition(f"={cabinets} Cabinet"), things, named)
    assert not holds(read_condition(f"{cabinets + 1} Cabinet"), things, named)
    assert holds(read_condition("none Cabinet broken"), things, named)
    assert holds(read_condition("all Cabinet intact"), things, named)
    assert not holds(read_condition("all-1 Cabinet intact"), things, named)


@pytest.mark.parametrize("text", ["", "2 apple", "Unicorn", "Apple somewhere Fridge", "Apple in"])
def test_a_condition_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_condition(text)


@pytest.mark.parametrize("text", ["Eat Apple", "Slice", "Slice apple"])
def test_a_deed_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="deed"):
        read_forbidden(text)


def test_what_has_to_be_said_is_a_list_or_one_text(tmp_path: Path) -> None:
    for more in (', says: ["Yes", "is on"]', ', says: "yes / is on"'):
        (one,) = read_round(a_round(tmp_path, command("wash a mug", [], more))).commands
        assert one.says == ("yes", "is on")


def test_a_round_says_where_it_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="command 1"):
        read_round(a_round(tmp_path, command("close it", ["Fridge closed"], expect="perhaps")))


def verdict(folder: Path, text: str) -> str:
    (one,) = tried(read_round(a_round(folder, text)).commands)
    return one.verdict


def test_what_was_done_as_meant_is_right(tmp_path: Path) -> None:
    assert verdict(tmp_path, command("open the fridge", ["Fridge open"])) == "right"


def test_what_was_not_done_and_said_so_is_honest(tmp_path: Path) -> None:
    assert verdict(tmp_path, command("put the frobnicator in the fridge", ["Fridge open"])) == "honest"


def test_what_was_done_otherwise_is_wrong(tmp_path: Path) -> None:
    assert verdict(tmp_path, command("open the fridge", ["Microwave open"])) == "wrong"
    forbidden = ', never: ["Open Fridge"]'
    assert verdict(tmp_path, command("open the fridge", ["Fridge open"], forbidden)) == "wrong"


def test_what_was_to_be_asked_back_must_not_change_the_home(tmp_path: Path) -> None:
    assert verdict(tmp_path, command("put an apple in the sink", [], expect="ask")) == "wrong"
    assert verdict(tmp_path, command("put it there", [], expect="ask")) == "right"


def test_an_interruption_is_heard_on_the_way(tmp_path: Path) -> None:
    later = ', later: [{at: 10%, say: "stop, leave the fridge closed"}]'
    given = command("close all the cabinets and open the fridge", ["Fridge closed"], later, kind="interruption")
    (one,) = tried(read_round(a_round(tmp_path, given)).commands)
    assert len(one.answers) > 1
    assert figures([one])["interrupted"]["commands"] == 1


@pytest.mark.parametrize(("goal", "agreed"), [("Fridge open", "right"), ("Microwave open", "honest")])
def test_a_yes_is_said_to_what_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, goal: str, agreed: str
) -> None:
    said = "a breath of air for that cold box over there, love"
    drafts = ["open the fridge"] * 4 + ["close the fridge"] * 2 + ["nothing"] * 3
    monkeypatch.setattr(robot, "reader_at_work", lambda: RewrittenRequests(TableRewriter({said: drafts})))
    (one,) = tried(read_round(a_round(tmp_path, command(said, [goal]))).commands)
    assert (one.verdict, one.agreed) == ("honest", agreed)
    told = figures([one])["all"]
    assert (told["asked_about"], told["honest"]) == (1, 1)
    assert told["right_with_yes_percent"] == (100.0 if agreed == "right" else 0.0)


def test_the_command_prints_and_writes_the_figures(tmp_path: Path) -> None:
    given, out = a_round(tmp_path, command("open the fridge", ["Fridge open"])), tmp_path / "out.json"
    done = CliRunner().invoke(app, ["eval", "commands", "--round", str(given), "--answers", "--json", str(out)])
    assert done.exit_code == 0, done.output
    told = json.loads(out.read_text(encoding="utf-8"))
    assert told["all"]["right_percent"] == 100.0
    assert told["answers"][0]["verdict"] == "right"


def test_no_round_is_told_what_to_type() -> None:
    done = CliRunner().invoke(app, ["eval", "commands"])
    assert isinstance(done.exception, BadInput)
    assert "--round" in str(done.exception)
