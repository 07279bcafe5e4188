"""Around the calls: streaming, the circuit breaker, checked values, budgets, and the trace in the memory file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from life import START, kitchen
from talker import Say, streamed, talker

from agent.language.call_log import StoreSink, call_figures, percentile
from agent.language.endpoint.circuit_breaker import CircuitBreaker, EndpointCircuit
from agent.language.endpoint.openai_model import OpenAIModel, Sampling
from agent.language.endpoint.retries import Retries, RetryLater
from agent.language.endpoint.streaming import FieldListener
from agent.language.errors import BudgetSpent, Malformed, Refused
from agent.language.from_environment import budget_set, model_for
from agent.language.model import Completion, Message, Usage
from agent.language.recorded import RecordedModel
from agent.language.scripted import ScriptedModel
from agent.language.structured import CheckedSchema, mismatch, read_json
from agent.language.trace import Budget, Call, Price, TracedModel
from envs.clock import SimulatedClock
from envs.errors import BadInput, GaveUp, TryAgain
from memory.building.history import HistoryBuilder
from memory.store.database import Store

pytest.importorskip("openai", reason="the extra 'language' is not installed")

HELLO = [Message("user", "hello")]
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


class Heard:
    """Notes what it hears; "|" is where an answer began."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def begin(self) -> None:
        self.words.append("|")

    def hear(self, piece: str) -> None:
        self.words.append(piece)


def model(url: str, heard: Heard | None, attempts: int = 3) -> OpenAIModel:
    retries = Retries(attempts, 0.0, sleep=lambda seconds: None)
    return OpenAIModel("m", url, "", Sampling(seconds=5.0), retries, heard)


# -- streaming


def test_words_are_heard_as_they_come_and_the_answer_is_the_same() -> None:
    heard = Heard()
    with talker([streamed("It is ", "in the ", "fridge.")]) as server:
        done = model(server.url, heard).complete(HELLO)
    assert done == Completion("It is in the fridge.", None, Usage(11, 3))
    assert heard.words == ["|", "It is ", "in the ", "fridge."]
    assert server.asked[0]["stream"] is True and server.asked[0]["stream_options"] == {"include_usage": True}


def test_without_a_listener_nothing_is_streamed() -> None:
    with talker(["hi"]) as server:
        model(server.url, None).complete(HELLO)
    assert "stream" not in server.asked[0]


def test_values_are_streamed_and_repaired_too() -> None:
    heard = Heard()
    with talker([streamed('{"n": ', '"x"}'), streamed('{"n": 7}')]) as server:
        assert model(server.url, heard).complete(HELLO, NUMBER).parsed == {"n": 7}
    assert heard.words == ["|", '{"n": ', '"x"}', "|", '{"n": 7}']


@pytest.mark.parametrize("done", [True, False])
def test_a_stream_that_breaks_off_is_asked_for_again(done: bool) -> None:
    heard = Heard()
    with talker([streamed("It is ", finish=None, done=done), streamed("It is here.")]) as server:
        assert model(server.url, heard).complete(HELLO).text == "It is here."
    assert heard.words == ["|", "It is ", "|", "It is here."]
    with talker(then=streamed("It is ", finish=None)) as server, pytest.raises(TryAgain, match="broke off"):
        model(server.url, Heard()).complete(HELLO)


def test_an_endpoint_that_does_not_stream_is_asked_without() -> None:
    heard = Heard()
    with talker([Say("stream_options: extra fields not permitted", 422), "one", "two"]) as server:
        talking = model(server.url, heard, attempts=1)
        assert [talking.complete(HELLO).text, talking.complete(HELLO).text] == ["one", "two"]
    assert ["stream" in one for one in server.asked] == [True, False, False]


@pytest.mark.parametrize("body", ["", "data: {\n\n", "data: [DONE]\n\n", 'data: {"choices": [{"delta": 3}]}\n\n', "hi"])
def test_a_stream_in_another_protocol(body: str) -> None:
    line = Say(body=body, headers={"Content-Type": "text/event-stream"})
    with talker(then=line) as server, pytest.raises((TryAgain, GaveUp)):
        model(server.url, Heard()).complete(HELLO)


def test_a_refusal_and_an_error_in_a_stream() -> None:
    with talker([streamed("no", finish="content_filter")]) as server, pytest.raises(Refused):
        model(server.url, Heard()).complete(HELLO)
    body = 'data: {"error": {"message": "out of memory"}}\n\n'
    line = Say(body=body, headers={"Content-Type": "text/event-stream"})
    with talker(then=line) as server, pytest.raises(TryAgain, match="out of memory"):
        model(server.url, Heard()).complete(HELLO)


@given(st.text(), st.data())
def test_a_field_is_heard_in_whatever_pieces_it_comes(text: str, data: st.DataObject) -> None:
    text = text.encode("utf-8", "ignore").decode()
    whole = json.dumps(
        {"wants": "small talk", "reply": text, "last": 'a "reply": "x"'}, ensure_ascii=data.draw(st.booleans())
    )
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    heard: list[str] = []
    listener = FieldListener("reply", heard.append)
    listener.begin()
    for begin, end in zip([0, *cuts], [*cuts, len(whole)], strict=True):
        listener.hear(whole[begin:end])
    assert "".join(heard) == text


def test_another_answer_is_heard_anew_and_what_is_no_object_is_not() -> None:
    heard = Heard()
    listener = FieldListener("reply", heard.hear, heard.begin)
    for answer in ('{"reply": "one"}', "reply: two", '{"reply": "th\\u00e9"}'):
        listener.begin()
        listener.hear(answer)
    assert heard.words == ["|", "one", "|", "|", "thé"]


# -- the circuit breaker


def test_an_endpoint_that_is_down_is_left_alone_for_a_while() -> None:
    clock = SimulatedSeconds()
    script = ScriptedModel(
        [TryAgain("down"), GaveUp("no"), TryAgain("down"), TryAgain("down"), TryAgain("down"), "up"], "up"
    )
    breaker = CircuitBreaker(script, EndpointCircuit(patience=2, pause=60, clock=clock))
    for error in (TryAgain, GaveUp, TryAgain, TryAgain):
        with pytest.raises(error):
            breaker.complete(HELLO)
    assert len(script.calls) == 4
    for _ in range(5):
        with pytest.raises(TryAgain, match="not asked: the endpoint failed 2 times"):
            breaker.complete(HELLO)
    assert len(script.calls) == 4
    clock.now = 61
    with pytest.raises(TryAgain, match="down"):  # one call sees that it is still down
        breaker.complete(HELLO)
    with pytest.raises(TryAgain, match="not asked"):
        breaker.complete(HELLO)
    clock.now = 122
    assert [breaker.complete(HELLO).text for _ in range(3)] == ["up"] * 3


class SimulatedSeconds:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("asked", "pause"), [(3600.0, 600), (90.0, 90), (1.0, 0)])
def test_an_endpoint_that_says_that_it_will_be_away_is_left_alone_at_once(asked: float, pause: int) -> None:
    clock = SimulatedSeconds()
    script = ScriptedModel([RetryLater("busy", asked)], "up")
    circuit = EndpointCircuit("http://me:secret@there/v1", clock=clock)
    breaker = CircuitBreaker(script, circuit)
    with pytest.raises(TryAgain, match="busy"):
        breaker.complete(HELLO)
    assert circuit.outage == ("the language model at http://there/v1 is down: busy" if pause else "")
    clock.now = max(0, pause - 1)
    for _ in range(3 if pause else 0):
        with pytest.raises(TryAgain, match="not asked"):
            breaker.complete(HELLO)
    assert len(script.calls) == 1
    clock.now = pause
    assert breaker.complete(HELLO).text == "up" and circuit.outage == ""


def test_an_endpoint_that_kept_somebody_waiting_for_long_is_left_alone_at_once() -> None:
    clock = SimulatedSeconds()

    def hang(messages: Any) -> str:
        clock.now += 60
        raise TryAgain("time-out")

    script = ScriptedModel(then=hang)
    breaker = CircuitBreaker(script, EndpointCircuit(clock=clock))
    for _ in range(5):
        with pytest.raises(TryAgain):
            breaker.complete(HELLO)
    assert len(script.calls) == 1 and clock.now == 60


def test_only_one_call_sees_whether_it_is_back() -> None:
    clock = SimulatedSeconds()
    circuit = EndpointCircuit(clock=clock)
    circuit.fail(RetryLater("busy", 30.0), circuit.claim())
    clock.now = 30
    circuit.claim()
    with pytest.raises(TryAgain, match="not asked"):
        circuit.claim()
    circuit.answer()
    circuit.claim()


def test_one_circuit_serves_all_that_ask_at_one_address_with_one_key() -> None:
    with talker(then=Say("busy", 503, headers={"Retry-After": "3600"})) as server:
        known = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_KEY": "one"}
        known |= {"HOMEBODY_LANGUAGE_KEY_JUDGE": "other", "HOMEBODY_LANGUAGE_MODEL_LEARNER": "other"}
        for role in ("dialogue", "recall", "grouper", "learner", "dialogue"):
            with pytest.raises(TryAgain):
                model_for(role, environment=known).complete(HELLO)
        assert server.keys == ["Bearer one"]
        with pytest.raises(TryAgain):
            model_for("judge", environment=known).complete(HELLO)
        assert server.keys == ["Bearer one", "Bearer other"]


def test_an_error_of_an_endpoint_is_replayed_as_what_it_was(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    with talker(then=Say("busy", 503)) as server, pytest.raises(TryAgain, match="busy"):
        RecordedModel(path, model(server.url, None)).complete(HELLO)
    with pytest.raises(TryAgain, match=r"busy \(tried 3 times\)"):
        RecordedModel(path).complete(HELLO)


def test_models_from_the_environment_are_left_alone_too() -> None:
    with talker(then=Say("down", 503)) as server:
        known = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_TRIES": "1"}
        asked = model_for("recall", environment=known)
        for _ in range(5):
            with pytest.raises(TryAgain):
                asked.complete(HELLO)
    assert len(server.asked) == 2


def test_who_is_waited_for_gives_up_sooner() -> None:
    with talker(then=Say("down", 503, headers={"Retry-After": "0"})) as server:
        known = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m"}
        with pytest.raises(TryAgain, match="tried 2 times"):
            model_for("dialogue", environment=known).complete(HELLO)


def test_patience_comes_from_the_environment() -> None:
    with talker(then=Say("late", wait=0.3)) as server:
        known = {"HOMEBODY_LANGUAGE_URL": server.url, "HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_TRIES": "1"}
        asked = model_for("recall", environment=known | {"HOMEBODY_LANGUAGE_SECONDS_RECALL": "0.1"})
        with pytest.raises(TryAgain, match=r"within 0\.1 s"):
            asked.complete(HELLO)
    with pytest.raises(BadInput, match="HOMEBODY_LANGUAGE_SECONDS is 'soon'"):
        model_for("recall", environment={"HOMEBODY_LANGUAGE_MODEL": "m", "HOMEBODY_LANGUAGE_SECONDS": "soon"})


# -- checked values


@pytest.mark.parametrize(
    ("value", "schema", "said"),
    [
        (3, {"minimum": 4}, "at least 4"),
        (5, {"maximum": 4}, "at most 4"),
        ([1], {"minItems": 2}, "at least 2 items, not 1"),
        ([1, 2, 3], {"maxItems": 2}, "at most 2 items, not 3"),
        ("abc", {"maxLength": 2}, "at most 2 characters, not 3"),
        (True, {"minimum": 4}, ""),
        ([1, 2], {"minItems": 2, "maxItems": 2}, ""),
    ],
)
def test_bounds(value: object, schema: dict[str, Any], said: str) -> None:
    wrong = mismatch(value, schema)
    assert said in wrong if said else wrong == ""


def test_what_a_schema_cannot_say_is_repaired_with_it() -> None:
    even = CheckedSchema(NUMBER, lambda value: "" if value["n"] % 2 == 0 else f"{value['n']} is odd")
    assert read_json('{"n": 3} or {"n": 4}', even) == {"n": 4}
    script = ScriptedModel(['{"n": 3}', '{"n": 6}'])
    assert script.complete(HELLO, even).parsed == {"n": 6}
    assert "3 is odd" in script.calls[1][-1].text
    with talker(then='{"n": 5}') as server, pytest.raises(Malformed, match="5 is odd"):
        model(server.url, None).complete(HELLO, even)
    assert server.asked[0]["response_format"]["json_schema"]["schema"] == NUMBER
    assert len(server.asked) == 2


def test_what_cannot_be_used_costs_all_the_same(tmp_path: Path) -> None:
    calls: list[Call] = []
    budget = Budget(tokens=30)
    prices = {"m": Price(1e6, 0.0)}
    path = tmp_path / "talk.jsonl"
    with talker(then="no json") as server:
        recorded = RecordedModel(path, model(server.url, None))
        traced = TracedModel(recorded, "judge", "m", calls.append, prices, budget)
        for error in (Malformed, Malformed, BudgetSpent):
            with pytest.raises(error):
                traced.complete(HELLO, NUMBER)
    assert [(call.usage, call.cost, call.outcome) for call in calls] == [(Usage(22, 6), 22.0, "Malformed")] * 2
    again: list[Call] = []
    replayed = TracedModel(RecordedModel(path), "judge", "m", again.append, prices)
    for _ in range(2):
        with pytest.raises(Malformed):
            replayed.complete(HELLO, NUMBER)
    assert again == calls  # how long it took is repeated as well


def test_half_a_character_becomes_a_question_mark() -> None:
    body = '{"choices": [{"message": {"role": "assistant", "content": "a\\ud83d"}, "finish_reason": "stop"}]}'
    with talker([Say(body=body)]) as server:
        assert model(server.url, None).complete(HELLO).text == "a?"


# -- budgets from the environment


def test_a_budget_for_all_roles_comes_from_the_environment() -> None:
    assert budget_set({}) is None
    budget = budget_set({"HOMEBODY_LANGUAGE_MOST_CALLS": "2"})
    assert budget is not None
    roles = [TracedModel(ScriptedModel(then="x"), role, budget=budget) for role in ("a", "b", "c")]
    for one in roles[:2]:
        one.complete(HELLO)
    with pytest.raises(BudgetSpent, match="2 calls"):
        roles[2].complete(HELLO)
    for text in ("-1", "much", "inf", "nan"):
        with pytest.raises(BadInput, match="MOST_COST"):
            budget_set({"HOMEBODY_LANGUAGE_MOST_COST": text})


# -- the trace in the memory


def call(role: str = "recall", seconds: float = 1.0, outcome: str = "ok") -> Call:
    return Call(role, "m", Usage(100, 10), seconds, 0.5, outcome)


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store, HistoryBuilder(store) as builder:
        for one in kitchen().experiences[:5]:
            builder.observe(one)
    return path


def test_calls_are_kept_and_added_up(memory: Path) -> None:
    with Store.open(memory) as store, StoreSink(store, SimulatedClock(START)) as sink:
        for number in range(1, 21):
            sink(call(seconds=float(number), outcome="ok" if number > 2 else "TryAgain"))
        sink(call("grouper", 0.25))
    with Store.open(memory, readonly=True) as store:
        grouper, recall = call_figures(store)
        assert store.rows("SELECT DISTINCT typeof(time) FROM calls") == [("integer",)]
    assert (grouper.role, grouper.calls, grouper.failed, grouper.p95) == ("grouper", 1, 0, 0.25)
    assert (recall.calls, recall.failed, recall.outcomes) == (20, 2, {"ok": 18, "TryAgain": 2})
    assert (recall.p50, recall.p95, recall.seconds, recall.cost) == (10.0, 19.0, 210.0, 10.0)
    assert (recall.prompt_tokens, recall.completion_tokens) == (2000, 200)


def test_a_call_inside_a_transaction_outlives_its_rollback(memory: Path) -> None:
    with Store.open(memory) as store, StoreSink(store, SimulatedClock(START)) as sink:
        with pytest.raises(GaveUp), store.transaction():
            sink(call())
            raise GaveUp("no")
        assert sink.flush() and sink.waiting == 0
        assert len(call_figures(store)) == 1


def test_a_busy_file_gets_the_trace_later(memory: Path) -> None:
    sink = StoreSink(memory, SimulatedClock(START))
    sink(call())
    with Store.open(memory):
        assert not sink.flush() and sink.waiting == 1
    assert sink.flush() and sink.waiting == 0
    with Store.open(memory, readonly=True) as store:
        assert call_figures(store)[0].calls == 1


@given(st.lists(st.floats(0, 100), min_size=1), st.floats(0.01, 1))
def test_percentiles_are_values_that_enough_do_not_exceed(values: list[float], share: float) -> None:
    found = percentile(sorted(values), share)
    assert found in values
    assert sum(value <= found for value in values) >= share * len(values)
    assert percentile([], share) == 0
