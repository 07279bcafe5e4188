"""Commands with ``--language llm`` against a server on this machine, and runs that repeat without it."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from life import START, kitchen
from talker import Say, streamed, talker
from typer.testing import CliRunner

from agent.dialogue.manager import Dialogue
from agent.language import from_environment
from agent.language.call_log import StoreSink, call_figures
from agent.language.endpoint.retries import Retries
from agent.language.model import Message
from agent.language.roles.asking import Fallback
from agent.language.roles.grouper import ModelGrouper
from agent.language.roles.models import ModelRoles
from agent.language.scripted import ScriptedModel
from agent.recall.asking import Recall
from agent.recall.console.recall import ConsoleRecall
from envs.clock import SimulatedClock
from envs.errors import BadInput
from envs.process.terminal import Terminal
from eval.recall.model_judge import LenientModel
from eval.recall.question_sets import Query
from homebody.cli import app
from homebody.commands.chat_by_model import ByModel, show
from homebody.commands.evaluate.app import app as eval_app
from homebody.commands.memory.app import app as memory_app
from homebody.output import Output
from memory.building.history import HistoryBuilder
from memory.forgetting.forgetter import Forgetter
from memory.live.worker import LiveMemory
from memory.roles import Feedback
from memory.rules.rule_book import RuleBook
from memory.store.database import Store

for package in ("openai", "pydantic_monty"):
    pytest.importorskip(package, reason="the extras 'language' and 'console' are not installed")

DATA = Path(__file__).parents[1] / "../shared/data"
GAMES = DATA / "teach/valid_unseen.zip"
with_data = pytest.mark.skipif(not GAMES.exists(), reason=f"recorded games are not there: {GAMES}")
NOW = START + timedelta(days=2)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The developer's own model must not take part."""
    import os

    for name in list(os.environ):
        if name.startswith(("HOMEBODY_LANGUAGE", "OPENAI_")):
            monkeypatch.delenv(name)


def every_role(request: dict[str, Any]) -> str:
    """What a model says that does all roles, knowing each by its prompt."""
    system, asked = request["messages"][0]["content"], request["messages"][-1]["content"]
    if "you group or" in system:
        if not asked.startswith("Group"):
            return '{"summary": "A model told this."}'
        days = [line.split()[2] for line in asked.splitlines() if " | " in line and line.partition(".")[0].isdigit()]
        ends = [n for n, day in enumerate(days, 1) if n % 10 == 0 or days[n : n + 1] != [day]]
        runs = zip([1, *(end + 1 for end in ends)], ends, strict=False)
        told = [{"first": first, "last": last, "summary": "A model told this part."} for first, last in runs]
        return json.dumps({"groups": told})
    if "you decide what it forgets" in system:
        return '{"reason": "a model says so", "rule": null, "keep": "forget", "lifetimes": 0}'
    if "list of rules" in system:
        return '{"add": ["Always remember the red mug."], "change": [], "remove": []}'
    if "You grade answers" in system:
        return '{"reason": "as good as it gets", "grade": "correct_tmi"}'
    if "who talks with a household robot" in system:
        return '{"wants": "small talk", "question": "", "about": "", "reply": "Nice to talk to you."}'
    return "answer('I made coffee.', evidence=[node['node'] for node in search('coffee')][:1] or [1])"


def set_up(monkeypatch: pytest.MonkeyPatch, url: str, **more: str) -> None:
    for name, value in {"URL": url, "MODEL": "m", "TRIES": "1", **more}.items():
        monkeypatch.setenv(f"HOMEBODY_LANGUAGE_{name}", value)


def run(app: Any, *arguments: object) -> Any:
    """The JSON that a command gives."""
    done = CliRunner().invoke(app, [*(str(one) for one in arguments), "--json", "-"])
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


# -- a whole run, recorded and replayed


def whole_run(folder: Path, environment: dict[str, str]) -> tuple[bytes, list[Any]]:
    """Live, learn, forget, ask, talk and judge with a model in every role; the file's bytes and what was said."""
    memory, clock, told = folder / "memory.sqlite", SimulatedClock(START), []
    folder.mkdir()
    with Store.open(memory) as store, StoreSink(store, clock) as sink:
        roles = ModelRoles(sink, environment=environment)
        with HistoryBuilder(store, roles.grouper()) as builder:
            for one in kitchen().experiences:
                clock.time = one.time
                builder.observe(one)
                sink.flush()
        told.append(RuleBook(store).learn(Feedback("the red one matters", clock.time), roles.learner()))
        told.append(Forgetter(store, roles.relevance()).run(NOW))
        told.append(ConsoleRecall(store, roles.model("recall"), NOW).answer("What did you make?"))
        labels = LenientModel(roles.judge())
        told.append(labels(Query("TD", "What did you make?", "make coffee.", NOW), "I made coffee."))
    roles = ModelRoles(environment=environment)
    dialogue = Dialogue(memory, NOW, reader=roles.reader(), learner=roles.learner())
    told += [dialogue.say("what a day"), dialogue.say("what a day")]
    return memory.read_bytes(), [*told, roles.fallbacks]


def test_a_run_with_models_in_every_role_repeats_byte_for_byte(tmp_path: Path) -> None:
    record = {"HOMEBODY_LANGUAGE_RECORD": str(tmp_path / "talk.jsonl")}
    with talker(then=every_role) as server:
        live = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m"}
        first = whole_run(tmp_path / "first", record | live)
        asked = len(server.asked)
    again = whole_run(tmp_path / "again", record | {"HOMEBODY_LANGUAGE_MODEL": "m"})  # nobody listens any more
    assert asked > 10 and again[1] == first[1]
    assert again[0] == first[0]
    with Store.open(tmp_path / "again/memory.sqlite", readonly=True) as store:
        figures = {one.role: one for one in call_figures(store)}
    assert set(figures) == {"grouper", "rule_learner", "relevance", "recall", "judge"}
    assert all(one.failed == 0 and one.seconds > 0 for one in figures.values())


def test_a_run_whose_endpoint_dies_is_finished_by_the_built_in_roles(tmp_path: Path) -> None:
    def dying(request: dict[str, Any]) -> str:
        if len(server.asked) > 6:
            server.then = Say("gone", 503)
        return every_role(request)

    with talker(then=dying) as server:
        live = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_TRIES": "1"}
        _, told = whole_run(tmp_path / "run", live)
        assert len(server.asked) < 25  # and nobody waited for it again and again
    assert told[2].text and told[3] in ("correct", "partially_correct", "wrong")
    with Store.open(tmp_path / "run/memory.sqlite") as store:
        assert store.check() == []
        figures = call_figures(store)
    assert {one.role for one in figures if one.failed} >= {"grouper", "rule_learner", "recall", "judge"}
    assert {one.role for one in figures if one.calls > one.failed} == {"grouper"}


def test_one_budget_serves_all_roles(tmp_path: Path) -> None:
    with talker(then=every_role) as server:
        live = {
            "HOMEBODY_LANGUAGE_URL": server.url,
            "HOMEBODY_LANGUAGE_MODEL": "m",
            "HOMEBODY_LANGUAGE_MOST_CALLS": "1",
        }
        roles = ModelRoles(environment=live)
        rules = roles.learner().learn((), Feedback("the red one matters", NOW))
        again = roles.learner().learn((), Feedback("Always remember which mug I use.", NOW))
        label = LenientModel(roles.judge())(Query("SO", "Was there a mug?", "no", NOW), "no")
        assert len(server.asked) == roles.calls == 1
    assert [rule.text for rule in (*rules, *again)] == [
        "Always remember the red mug.",
        "Always remember which mug I use.",
    ]
    assert label == "correct" and [one.error for one in roles.fallbacks] == ["BudgetSpent", "BudgetSpent"]
    assert roles.summary().startswith(
        "1 calls to language models; 2 times the built-in role stepped in, first for rule_l"
    )


# -- commands on a memory


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences:
            builder.observe(one)
    return path


def test_rules_forgetting_and_the_trace(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on = ("--memory", memory)
    assert run(memory_app, "calls", *on) == []
    with talker(then=every_role) as server:
        set_up(monkeypatch, server.url)
        (rule,) = run(memory_app, "rules", "--learn", "the red one matters", "--language", "llm", *on)
        assert rule["text"] == "Always remember the red mug."
        done = run(memory_app, "forget", "--language", "llm", "--now", (NOW + timedelta(days=30)).isoformat(), *on)
    assert done["forgotten"]
    relevance, learner = run(memory_app, "calls", *on)
    assert (learner["role"], learner["calls"], learner["failed"], learner["prompt_tokens"]) == (
        "rule_learner",
        1,
        0,
        11,
    )
    assert relevance["role"] == "relevance" and relevance["calls"] >= 1
    assert 0 < learner["p50"] <= learner["p95"] <= learner["seconds"]
    log = run(memory_app, "log", *on)
    assert "a model says so" in {entry["reason"] for entry in log}
    shown = CliRunner().invoke(memory_app, ["calls", *map(str, on)], env={"COLUMNS": "200"}).output
    assert "rule_learner" in shown and "seconds p50" in shown


def test_a_dead_endpoint_is_said(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with talker(then=Say("gone", 503)) as server:
        set_up(monkeypatch, server.url)
        arguments = [
            "rules",
            "--learn",
            "Always remember which mug I use.",
            "--language",
            "llm",
            "--memory",
            str(memory),
        ]
        done = CliRunner().invoke(memory_app, arguments, env={"COLUMNS": "300"})
    assert "new rule 1: Always remember which mug I use." in done.output
    assert "1 times the built-in role stepped in, first for rule_learner: " in done.output
    assert "TryAgain" not in done.output
    assert [(one["calls"], one["failed"]) for one in run(memory_app, "calls", "--memory", memory)] == [(1, 1)]


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "--learn", "x", "--language", "llm", "--memory", "{memory}"],
        ["forget", "--language", "llm", "--memory", "{memory}"],
    ],
)
def test_without_a_model_it_is_said_before_anything_changes(memory: Path, arguments: Sequence[str]) -> None:
    before = memory.read_bytes()
    with pytest.raises(BadInput, match="no language model is set up"):
        run(memory_app, *(one.format(memory=memory) for one in arguments))
    assert memory.read_bytes() == before


@with_data
def test_build_with_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "memory.sqlite"
    build = ["build", "--games", GAMES, "--seed", "3", "--limit", "1", "--no-scenes", "--forget", "--language", "llm"]
    with pytest.raises(BadInput, match="no language model is set up"):
        run(memory_app, *build, "--out", out)
    assert not out.exists()
    with talker(then=every_role) as server:
        set_up(monkeypatch, server.url)
        figures = run(memory_app, *build, "--out", out)
        assert figures["calls"] == len(server.asked) > 2 and figures["fallbacks"] == 0
    with Store.open(out, readonly=True) as store:
        assert {one.role for one in call_figures(store)} >= {"grouper"}
        assert store.rows("SELECT count(*) FROM nodes WHERE level > 3 AND summary LIKE 'A model told%'") != [(0,)]


# -- evaluations


@with_data
def test_recall_by_a_model_from_the_command_to_the_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recall = ["recall", "--games", GAMES, "--episodes", "2", "--histories", "1", "--recall", "llm"]
    with talker([every_role] * 4, then=Say("gone", 404)) as server:
        set_up(monkeypatch, server.url)
        figures = run(eval_app, *recall)
        assert figures["judge"] == "builtin"
        (found,) = figures["sets"]
        assert len(server.asked) == figures["calls"] == found["questions"] > 4
    assert figures["recall"] == "llm (deep)" and found["tokens_read_mean"] > 0
    assert figures["fallbacks"] == found["questions"] - 4  # which figures are not the model's is said


@with_data
def test_answers_are_labelled_by_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    with talker(then=every_role) as server:
        set_up(monkeypatch, server.url)
        recall = ["recall", "--games", GAMES, "--episodes", "2", "--histories", "1", "--judge", "llm"]
        figures = run(eval_app, *recall, "--construction", "flat")
        (found,) = figures["sets"]
        assert 0 < len(server.asked) == figures["calls"] <= found["questions"]
    assert (figures["recall"], figures["judge"], figures["fallbacks"]) == ("builtin", "llm", 0)
    assert found["lenient"]["S_c"] == 100.0


def test_judging_by_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = {"type": "TD", "q": "List?", "gt": "make a salad.", "hyp": "I slept.", "sid": "2/0/TD", "leo": "correct"}
    labels = tmp_path / "labels.json"
    labels.write_text(json.dumps({"val": [sample, sample | {"hyp": "", "leo": "wrong"}]}))
    by_rules = run(eval_app, "judge", "--labels", labels)
    assert by_rules["splits"]["val"]["all"]["agreement"]["ours"] == 50.0
    with talker(then=every_role) as server:
        set_up(monkeypatch, server.url)
        figures = run(eval_app, "judge", "--labels", labels, "--judge", "llm")
        assert len(server.asked) == 1
    assert (figures["judge"], figures["calls"], figures["fallbacks"]) == ("llm", 1, 0)
    assert figures["splits"]["val"]["all"]["agreement"]["ours"] == 100.0


# -- what a terminal shows


def test_words_appear_as_they_come_and_steer_no_terminal(memory: Path) -> None:
    pieces = ('{"answer": "It stands ', 'in the \\u001b[2Jsink.", ', '"status": "known", "evidence": [1]}')
    out, file = Output(None), io.StringIO()
    out.console = Terminal(file=file, force_terminal=True, width=80)
    with talker([streamed(*pieces)]) as server:
        by_model = ByModel(out, memory, NOW, "flat")
        reply = by_model.dialogue(NOW, "m", server.url, "user").say("Where is the mug?")
        assert server.asked[0]["stream"] is True
        by_model.turn_over()
    show(out, reply.text)
    shown = file.getvalue()
    assert "It stands in the sink." in shown and "\x1b[2J" not in shown
    assert '"status"' not in shown and '"answer"' not in shown
    assert shown.rstrip().endswith("sink.") and reply.text.startswith("It stands")
    assert [one["role"] for one in by_model.figures()["calls"]] == ["recall"]


def test_small_talk_is_heard_alone_and_what_fails_leaves_nothing_on_the_screen(memory: Path) -> None:
    out, file = Output(None), io.StringIO()
    out.console = Terminal(file=file, force_terminal=True, width=80)
    said = '{"wants": "small talk", "question": "", "about": "", "reply": "A fine day to you."}'
    with talker([streamed(said[:90], said[90:])], then=Say("gone", 404)) as server:
        by_model = ByModel(out, memory, NOW, "deep")
        dialogue = by_model.dialogue(NOW, "m", server.url, "user")
        for line in ("what a day", "what a night"):
            reply = dialogue.say(line)
            by_model.turn_over()
            show(out, reply.text)
    assert "A fine day to you." in file.getvalue() and "wants" not in file.getvalue()
    assert [one["error"] for one in by_model.figures()["fallbacks"]] == ["BadInput", "BadInput"]


def test_a_pipe_is_not_streamed_to(memory: Path) -> None:
    out = Output(None)
    out.console = Terminal(file=io.StringIO(), force_terminal=False)
    with talker(then="answer('In the sink.', evidence=[1])") as server:
        ByModel(out, memory, NOW, "deep").dialogue(NOW, "m", server.url, "user").say("Where is the mug?")
        assert "stream" not in server.asked[0]


# -- an endpoint that is down


AWAY = Say("overloaded", 503, headers={"Retry-After": "3600"})


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that would have been waited between tries."""
    waited: list[float] = []

    @dataclass(frozen=True)
    class Patient(Retries):
        sleep: Callable[[float], None] = field(default=waited.append)

    monkeypatch.setattr(from_environment, "Retries", Patient)
    return waited


def talked(*arguments: object, typed: str = "", **environment: str) -> Any:
    done = CliRunner().invoke(app, [*map(str, arguments)], input=typed, env={"COLUMNS": "200", **environment})
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


LINES = "where is the mug?\nwhat a day\nwhat did you make?\n"


def test_three_lines_of_chat_with_an_endpoint_that_is_away(memory: Path, monkeypatch: Any, waits: list[float]) -> None:
    with talker(then=AWAY) as server:
        set_up(monkeypatch, server.url)
        monkeypatch.delenv("HOMEBODY_LANGUAGE_TRIES")
        told = talked("chat", "--memory", memory, "--language", "llm", typed=LINES).stdout
        assert (len(server.asked), waits) == (1, [])
    down = f"(the language model at {server.url} is down: m answers HTTP 503: overloaded (asks to be left alone for "
    assert told.count(down) == 1 and told.count("the built-in parts go on)") == 1
    assert "answered without" not in told
    plain = talked("chat", "--memory", memory, typed=LINES).stdout
    assert [line for line in told.splitlines() if not line.startswith("(")] == plain.splitlines()


def test_an_endpoint_that_only_fails_now_and_then_costs_seconds(memory: Path, monkeypatch: Any, waits: Any) -> None:
    with talker(then=Say("overloaded", 503, headers={"Retry-After": "4"})) as server:
        set_up(monkeypatch, server.url)
        monkeypatch.delenv("HOMEBODY_LANGUAGE_TRIES")
        talked("chat", "--memory", memory, "--language", "llm", typed=LINES)
    assert len(server.asked) == 4 and sum(waits) < 10


# -- one question


def test_a_question_is_answered_by_a_model_and_traced(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with talker(then=every_role) as server:
        set_up(monkeypatch, "http://127.0.0.1:9/v1", URL_RECALL=server.url, MODEL_RECALL="other")
        found = run(app, "ask", "What did you make?", "--memory", memory, "--language", "llm")
        assert [one["model"] for one in server.asked] == ["other"]
        flat = talked("ask", "What did you make?", "--memory", memory, "--language", "llm", "--hierarchy", "flat")
        assert len(server.asked) > 1 and flat.stdout.startswith("(answered without the language model: Malformed")
        run(app, "ask", "What?", "--memory", memory, "--language", "llm", "--model", "third", "--url", server.url)
        assert server.asked[-1]["model"] == "third"
    assert found["text"] == "I made coffee." and found["kind"] == "console" and found["fallbacks"] == []
    assert [(one["role"], one["outcome"]) for one in found["calls"]] == [("recall", "ok")]
    kept = {(one["role"], one["model"]): one["calls"] for one in run(memory_app, "calls", "--memory", memory)}
    assert kept[("recall", "other")] > 1 and kept[("recall", "third")] == 1


def test_a_question_that_the_model_cannot_answer_is_answered_all_the_same(memory: Path, monkeypatch: Any) -> None:
    asked = ("ask", "What did you make?", "--memory", memory)
    plain = run(app, *asked)
    assert (plain["calls"], plain["fallbacks"]) == ([], [])
    with talker(then=AWAY) as server:
        set_up(monkeypatch, server.url)
        told = talked(*asked, "--language", "llm").stdout.splitlines()
        found = run(app, *asked, "--language", "llm")
        assert len(server.asked) == 1  # for both: they are of one process
    assert told[0].startswith(f"(the language model at {server.url} is down: ") and told[1] == plain["text"]
    assert found["text"] == plain["text"] and found["fallbacks"][0]["role"] == "recall"
    assert [one["failed"] for one in run(memory_app, "calls", "--memory", memory)] == [2]


def test_what_is_said_about_a_model_where_none_is_asked_is_refused(memory: Path, monkeypatch: Any) -> None:
    before = memory.read_bytes()
    for command in (["ask", "What?"], ["chat"]):
        for option in (("--model", "m"), ("--url", "http://127.0.0.1:9/v1"), ("--hierarchy", "flat")):
            with pytest.raises(BadInput, match="add --language llm"):
                talked(*command, "--memory", memory, *option)
    with pytest.raises(BadInput, match="no language model is set up"):
        talked("ask", "What?", "--memory", memory, "--language", "llm")
    with pytest.raises(BadInput, match="is not an address"):
        talked("ask", "What?", "--memory", memory, "--language", "llm", "--model", "m", "--url", "nonsense")
    assert memory.read_bytes() == before


# -- a living memory


def test_a_slow_model_keeps_nobody_waiting(tmp_path: Path) -> None:
    """The robot goes on and questions are answered while a model takes its time to group."""
    thinking, let_go = threading.Event(), threading.Event()

    def slow(messages: Sequence[Message]) -> str:
        thinking.set()
        assert let_go.wait(60)
        return "I have thought, and found nothing."

    told: list[Fallback] = []
    grouper = ModelGrouper(ScriptedModel(then=slow), told.append)
    lived = kitchen().experiences
    clock = SimulatedClock(lived[-1].time)
    with LiveMemory(
        tmp_path / "memory.sqlite",
        clock,
        forgetting="never",
        builder=lambda store: HistoryBuilder(store, grouper),
    ) as memory:
        for one in lived:
            memory.observe(one)
        assert thinking.wait(60)
        with memory.recall() as store:
            assert Recall(store).answer("Where is the mug?").text
        assert memory.progress().waiting > 0
        let_go.set()
    with Store.open(tmp_path / "memory.sqlite") as store:
        assert store.check() == [] and store.newest is not None and store.newest[0] == len(lived)
    assert {one.error for one in told} == {"Malformed"}
