"""The coordinator, the worker and the reader of a home by a language model: chosen one by one, paid for, replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from home_model import answer
from talker import Line, Say, Talker, talker

from agent.household.listening_body import Saying
from agent.household.provisions import Capabilities, EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.household.unfinished import unfinished
from agent.language.roles.models import ModelRoles
from agent.language.roles.requests import ModelRequests
from agent.language.scripted import ScriptedModel
from agent.mind.accounts import AccountedModel, CallCosts, TaskAccounts
from agent.requests.instructions import Begin, Clarification
from agent.requests.reading import RequestContext
from agent.runs.again import prepare_again
from agent.runs.run import FinishedChore, do_chore, prepare
from agent.runs.setup import RunSetup
from agent.runs.thinking import Thinking
from benchmarks.resuming import CutOff, cut
from envs.clock import SimulatedClock
from envs.errors import BadInput, GaveUp
from envs.pocket.controller import PocketController
from envs.teach.games.session import TeachSession
from memory.store.database import Store
from memory.store.task_log import TaskLog
from memory.task_status import DONE

ALL = frozenset({"coordinator", "worker", "reader"})
SEED = 3


def thinking(url: str, parts: frozenset[str] = ALL, calls: int | None = None, tokens: int | None = None) -> Thinking:
    model = {"HOMEBODY_LANGUAGE_URL": url, "HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_TRIES": "1"}
    return Thinking(lambda sink: ModelRoles(sink, environment=model), parts, calls, tokens)


def lived(text: str, given: Thinking, *said: Saying, seed: int = SEED) -> tuple[LivedEpisode, ModelRoles]:
    controller = PocketController("kitchen", seed=seed, renderImage=False)
    home = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    parts = given.begun()
    return live(home, Speech(text, None, said), None, parts.given_to(Capabilities())), parts.roles


def asked_as(server: Talker, words: str) -> list[str]:
    """What was asked for last in the calls of one part."""
    return [one["messages"][-1]["content"] for one in server.asked if words in one["messages"][0]["content"]]


COORDINATOR, WORKER, READER = "coordinator of a household", "objects that are relevant", "You read what somebody says"
FRIDGE = "put an apple in the fridge"


@pytest.mark.parametrize("part", sorted(ALL))
def test_each_part_is_chosen_on_its_own(part: str) -> None:
    with talker(then=answer) as server:
        run, _ = lived("the apple should get cold, mate", thinking(server.url, frozenset({part})), Saying("yes", 1))
    asked = {"coordinator": asked_as(server, COORDINATOR), "reader": asked_as(server, READER)}
    assert {name for name, some in asked.items() if some} <= {part}
    assert run.result.success == (part == "reader")
    with talker(then=answer) as server:
        run, _ = lived(FRIDGE, thinking(server.url, frozenset({part})))
    assert run.result.success
    assert bool(asked_as(server, COORDINATOR)) == (part == "coordinator")


def test_the_loop_is_that_of_the_paper() -> None:
    """It sees what was said and how the tasks stand, asks for a memory that the worker made, and names a skill."""
    with talker(then=answer) as server:
        run, roles = lived(FRIDGE, thinking(server.url))
    assert run.result.success and not roles.fallen
    asked = asked_as(server, COORDINATOR)
    assert asked[0].startswith(f'user: "{FRIDGE}"') and f"1. {FRIDGE}: 0 of" in asked[0]
    assert any("Working memory of task 1" in one and "Apple_0 in or on CounterTop" in one for one in asked)
    assert any("Done: pick up the apple." in one for one in asked)
    assert asked_as(server, WORKER)


def every_call(text: str, then: Callable[[dict[str, Any]], str], parts: frozenset[str] = ALL) -> int:
    """How many calls a run makes while the endpoint lives."""
    with talker(then=then) as server:
        run, _ = lived(text, thinking(server.url, parts), Saying("yes", 1))
    assert run.result.success
    return len(server.asked)


@pytest.mark.parametrize("text", [FRIDGE, "the apple should get cold, mate"])
def test_the_endpoint_may_die_at_any_call(text: str) -> None:
    count = every_call(text, answer)
    assert count > 8
    for k in range(count):

        def dying(request: dict[str, Any], k: int = k) -> str:
            if len(server.asked) > k:
                server.then = Say("gone", 503)
                return ""
            return answer(request)

        with talker(then=dying) as server:
            run, roles = lived(text, thinking(server.url), Saying("yes", 1))
        understood = k > 0 or text == FRIDGE  # what only the model could read is not done without it
        assert run.result.success == understood, k
        assert roles.fallen > 0
        if not understood:
            assert run.said[-1][0] == "agent" and not run.ended


@pytest.mark.parametrize(
    "bad", ["<pick_up(Unicorn_7)>", "I wonder.", "<slice(Apple_0)> <open(Fridge_0)>", "<go_on(9)>"]
)
def test_a_refused_command_comes_back_twice_and_then_the_built_in_order_holds(bad: str) -> None:
    def stubborn(request: dict[str, Any]) -> str:
        coordinates = COORDINATOR in request["messages"][0]["content"]
        return bad if coordinates else answer(request)

    with talker(then=stubborn) as server:
        run, roles = lived(FRIDGE, thinking(server.url))
    assert run.result.success and run.result.failures == 0
    asked = asked_as(server, COORDINATOR)
    decisions = sum("Open tasks:" in one for one in asked)
    assert len(asked) == 3 * decisions == 3 * roles.fallen
    assert {one.error for one in roles.fallbacks} == {"Malformed"}


def test_nothing_moves_for_what_cannot_be_done() -> None:
    """Preconditions are looked up in what is known of the home, also those that somebody asked for."""
    wrong = ["<put(CounterTop_0)>", "<pick_up(CounterTop_0)>", "<slice(Apple_0)>", "<open(Pot_0)>", "<juggle(Pot_0)>"]
    told: list[str] = []

    def clumsy(request: dict[str, Any]) -> str:
        if COORDINATOR not in request["messages"][0]["content"]:
            return answer(request)
        told.append(request["messages"][-1]["content"])
        return wrong[len(told) % len(wrong)]

    with talker(then=clumsy) as server:
        run, _ = lived(FRIDGE, thinking(server.url))
    assert run.result.success and run.result.failures == 0
    refused = {one for one in told if "Open tasks" not in one}
    assert len(refused) >= 4 and any("There is no skill juggle" in one for one in refused)


def test_among_several_tasks_it_turns_to_the_one_that_it_names() -> None:
    def last_first(request: dict[str, Any]) -> str:
        last = request["messages"][-1]["content"]
        numbers = re.findall(r"(?m)^([0-9]+)\. ", last.rpartition("Open tasks:")[2])
        return f"<go_on({max(map(int, numbers))})>" if numbers else answer(request)

    with talker(then=last_first) as server:
        run, _ = lived("open the fridge, and then open a drawer", thinking(server.url, frozenset({"coordinator"})))
    assert [one.item.errand.params[1] for one in run.ended] == ["Drawer", "Fridge"]
    assert all(one.item.status == DONE for one in run.ended)


# -- what it costs


def test_a_budget_for_each_task_and_then_the_built_in_parts() -> None:
    with talker(then=answer) as server:
        run, roles = lived(FRIDGE, thinking(server.url, calls=3))
    assert run.result.success and len(server.asked) == 3
    [one] = run.ended
    assert (one.item.working.spent.calls, one.item.working.spent.tokens) == (3, 3 * 14)
    assert roles.fallbacks[0].error == "BudgetSpent"
    with talker(then=answer) as server:
        run, _ = lived("open the fridge, and then open a drawer", thinking(server.url, tokens=20))
    assert [one.item.working.spent.tokens for one in run.ended] == [28, 28]  # the call that goes over is paid


def test_accounts_add_up() -> None:
    accounts = TaskAccounts(calls=2)
    model = AccountedModel(ScriptedModel(["a", "b"]), accounts)
    accounts.charge(CallCosts(1, 5, 1, 0.5, 0.1))
    assert accounts.spent(7) == CallCosts()
    accounts.turn_to(7, CallCosts(1, 1, 1, 1.0, 0.0))
    assert accounts.spent(7) == CallCosts(2, 6, 2, 1.5, 0.1)
    with pytest.raises(GaveUp, match="may spend 2 calls"):
        model.complete([])
    given = {
        "text": "told",
        "parsed": None,
        "costs": {"calls": 1, "prompt": 1, "completion": 1, "seconds": 1, "cost": 0},
    }
    assert AccountedModel(ScriptedModel(), accounts, lambda ask: given).complete([]).text == "told"
    with pytest.raises(BadInput, match="where a model answered"):
        AccountedModel(ScriptedModel(), accounts, lambda ask: {"text": "told"}).complete([])


# -- going on after it was cut off


def chore(folder: Path, given: Thinking) -> FinishedChore:
    place = {"scene": "kitchen", "seed": SEED, "memory": folder / "m.sqlite", "record": folder / "run"}
    return do_chore(prepare(RunSetup(request=FRIDGE, thinking=given, memory_mode="inline", **place)))


@pytest.mark.parametrize("when", [1, 30, 60])
def test_cut_off_it_takes_the_same_course_and_asks_nothing_twice(tmp_path: Path, when: int) -> None:
    with talker(then=answer) as server:
        whole = chore(tmp_path / "whole", thinking(server.url))
        count = len(server.asked)
        with pytest.raises(CutOff), cut("after", when):
            chore(tmp_path, thinking(server.url))
        there = unfinished(tmp_path / "m.sqlite", None)
        setup = RunSetup(memory=tmp_path / "m.sqlite", memory_mode="inline", thinking=thinking(server.url))
        done = do_chore(prepare_again(there, setup))
    assert (done.success, done.result.steps) == (True, whole.result.steps)
    assert len(server.asked) == 2 * count
    spent = done.lived.ended[0].item.working.spent
    assert (spent.calls, spent.tokens) == (count, count * 14)
    with Store.open(tmp_path / "m.sqlite", readonly=True) as store:
        [task] = TaskLog(store).tasks()
    assert json.loads(task.state)["spent"]["calls"] == count


# -- reading


def reading(value: Any, said: str, context: RequestContext | None = None) -> tuple[Any, ScriptedModel]:
    model = ScriptedModel([json.dumps(value)], then=json.dumps(value))
    return ModelRequests(model)(said, context or RequestContext()).instructions, model


def wanted(name: str, *params: str, **more: Any) -> dict[str, Any]:
    task = {"name": name, "params": list(params), "terms": [], "when": "now", "same": False, **more}
    return {"wants": "do", "tasks": [task], "about": "", "question": ""}


STRANGE = "flibber the wibbly thing, would ya"


def test_what_the_rules_read_is_not_asked_for() -> None:
    found, model = reading(wanted("Coffee", "1"), FRIDGE)
    assert isinstance(found[0], Begin) and not model.calls


def test_what_it_reads_is_confirmed_and_then_done() -> None:
    which = {"term": "which", "word": "Mug", "trait": {"kind": "", "states": [["dirty", False]], "place": ""}}
    value = wanted("Put N X On Y", "1", "Mug", "in", "Sink", terms=[which | {"but": None, "spare": 0}])
    (ask,), _ = reading(value, STRANGE)
    assert ask.question == "Do you want me to put the clean mug in the sink?"
    assert [one.errand.params for one in ask.then] == [("1", "Mug", "in", "Sink")]
    said, _ = reading(value, "yes", RequestContext(asked=ask))
    assert said == ask.then


@pytest.mark.parametrize(
    "value",
    [
        wanted("Fly To X", "Moon"),
        wanted("Put N X On Y", "1", "Unicorn", "in", "Sink"),
        wanted("Put N X On Y", "1", "Fridge", "in", "Sink"),
        wanted("Put N X On Y", "many", "Mug", "in", "Sink"),
        wanted("N X In State", "1", "Mug", "happy"),
        wanted("Coffee", "500"),
        {"wants": "do", "tasks": [], "about": "", "question": ""},
        {"wants": "dance"},
    ],
)
def test_what_makes_no_sense_is_sent_back_once_and_then_the_rules_hold(value: Any) -> None:
    found, model = reading(value, STRANGE)
    assert len(model.calls) == 2
    assert not any(isinstance(one, Begin) or (isinstance(one, Clarification) and one.then) for one in found)


def test_what_the_rules_refuse_is_refused_also_when_a_model_reads_it() -> None:
    found, _ = reading(wanted("Put N X On Y", "1", "CellPhone", "in", "Microwave"), STRANGE)
    assert not any(isinstance(one, Clarification) and one.then and one.question.startswith("Do you") for one in found)


def test_over_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from typer.testing import CliRunner

    from homebody.cli import app

    line: Line = answer
    with talker(then=line) as server:
        for name, value in {"URL": server.url, "MODEL": "m", "TRIES": "1"}.items():
            monkeypatch.setenv(f"HOMEBODY_LANGUAGE_{name}", value)
        given = ["run", FRIDGE, "--scene", "kitchen", "--seed", str(SEED), "--memory", tmp_path / "m.sqlite"]
        more = [
            "--record",
            tmp_path / "r",
            "--json",
            tmp_path / "o.json",
            "--coordinator",
            "llm",
            "--budget-calls",
            "4",
        ]
        done = CliRunner().invoke(app, [*map(str, given), *map(str, more)])
    assert done.exit_code == 0, done.output
    assert f"{FRIDGE}: 4 calls, 56 tokens" in done.output
    [task] = json.loads((tmp_path / "o.json").read_text())["tasks"]
    assert task["language"]["calls"] == 4
    done = CliRunner().invoke(app, ["run", FRIDGE, "--budget-calls", "4"])
    assert isinstance(done.exception, BadInput)
