"""Language models: the protocol against a local server that misbehaves in every way, scripts, recordings, budgets."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from talker import Say, talker

from agent.language.endpoint.openai_model import OpenAIModel, Sampling
from agent.language.endpoint.retries import Retries
from agent.language.errors import BudgetSpent, Malformed, Refused, TooLong
from agent.language.from_environment import model_for, setting
from agent.language.model import ChatModel, Completion, Message, Usage
from agent.language.prompts import FOLDER, prompt, read_prompt
from agent.language.recorded import RecordedModel
from agent.language.scripted import ScriptedModel
from agent.language.structured import mismatch, problem, read_json
from agent.language.trace import Budget, Call, Price, TracedModel, read_prices
from envs.errors import BadInput, GaveUp, TryAgain

pytest.importorskip("openai", reason="the extra 'language' is not installed")

HELLO = [Message("user", "hello")]
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "who": {"type": "string", "enum": ["a", "b"]}},
    "required": ["n"],
    "additionalProperties": False,
}


def model(url: str, waits: list[float] | None = None, attempts: int = 3, **sampling: Any) -> OpenAIModel:
    retries = Retries(attempts, 0.5, sleep=(waits if waits is not None else []).append)
    return OpenAIModel("m", url, "secret", Sampling(**{"seconds": 100.0, **sampling}), retries)


# -- the protocol


def test_says_what_the_model_says() -> None:
    with talker(["hi there"]) as server:
        done = model(server.url, seed=3).complete([Message("system", "be kind"), *HELLO])
    assert done == Completion("hi there", None, Usage(11, 3))
    (request,) = server.asked
    assert request["messages"] == [{"role": "system", "content": "be kind"}, {"role": "user", "content": "hello"}]
    assert (request["model"], request["temperature"], request["seed"]) == ("m", 0.0, 3)
    assert server.keys == ["Bearer secret"]


def test_shows_pictures() -> None:
    with talker(["a mug"]) as server:
        model(server.url).complete([Message("user", "what is it?", (b"\x89PNG123", b"\xff\xd8jpg"))])
    text, png, jpeg = server.asked[0]["messages"][0]["content"]
    assert text == {"type": "text", "text": "what is it?"}
    assert png["image_url"]["url"].startswith("data:image/png;base64,")
    assert jpeg["image_url"]["url"].startswith("data:image/jpeg;base64,")


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504])
def test_tries_again_where_that_helps(status: int) -> None:
    waits: list[float] = []
    with talker([Say("busy", status), Say("busy", status), "at last"]) as server:
        assert model(server.url, waits).complete(HELLO).text == "at last"
    assert len(server.asked) == 3
    assert waits == [0.5, 1.0]


def test_waits_as_long_as_it_is_asked_to() -> None:
    waits: list[float] = []
    lines = [
        Say("busy", 429, headers={"Retry-After": "7"}),
        Say("busy", 429, headers={"Retry-After": "33"}),
        Say("busy", 429, headers={"Retry-After": "nonsense"}),
        "ok",
    ]
    with talker(lines) as server:
        assert model(server.url, waits, attempts=4).complete(HELLO).text == "ok"
    assert waits == [7.0, 33.0, 2.0]


def test_does_not_wait_at_all_for_what_takes_longer_than_one_would_wait() -> None:
    waits: list[float] = []
    lines = [Say("busy", 503, headers={"Retry-After": seconds}) for seconds in ("20", "41")]
    refused = pytest.raises(TryAgain, match=r"tried 2 times, asks to be left alone for 41 s")
    with talker(lines, then="too early") as server, refused:
        model(server.url, waits, attempts=9).complete(HELLO)
    assert (len(server.asked), waits) == (2, [20.0])


@pytest.mark.parametrize("attempts", [3, 10**18])
def test_all_waits_together_have_an_end(attempts: int) -> None:
    waits: list[float] = []
    with talker(then=Say("busy", 503)) as server, pytest.raises(TryAgain):
        model(server.url, waits, attempts=attempts).complete(HELLO)
    assert len(server.asked) == len(waits) + 1 <= 10 and sum(waits) <= 60


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 418, 422])
def test_never_repeats_a_request_that_is_wrong(status: int) -> None:
    waits: list[float] = []
    line = Say("no such model", status)
    refused = pytest.raises(BadInput, match=f"HTTP {status}.*no such model")
    with talker([line], then="too late") as server, refused:
        model(server.url, waits).complete(HELLO)
    assert (len(server.asked), waits) == (1, [])


def test_gives_up_on_a_server_that_stays_down() -> None:
    waits: list[float] = []
    with talker(then=Say("down", 503)) as server, pytest.raises(TryAgain, match=r"HTTP 503: down.*tried 3 times"):
        model(server.url, waits).complete(HELLO)
    assert len(server.asked) == 3


def test_a_slow_server_is_a_time_out() -> None:
    with talker(then=Say("late", wait=0.4)) as server, pytest.raises(TryAgain, match=r"did not answer within 0\.1 s$"):
        model(server.url, seconds=0.1).complete(HELLO)
    assert len(server.asked) == 1  # the time of a call is over, and with it the tries


def test_a_lost_connection_is_tried_again() -> None:
    with talker([Say(cut=True), "there"]) as server:
        assert model(server.url).complete(HELLO).text == "there"


def test_nobody_listens() -> None:
    with talker() as server:
        url = server.url
    with pytest.raises(TryAgain, match="cannot be reached"):
        model(url).complete(HELLO)


STRANGE = [
    "",
    "<html>hello</html>",
    "[]",
    "null",
    "{}",
    "{",
    '{"choices": []}',
    '{"choices": [{}]}',
    '{"choices": "x"}',
]
STRANGE += ['{"choices": [{"message": {"content": null}}]}', '{"choices": [{"message": {"content": 7}}]}']


@pytest.mark.parametrize("body", STRANGE)
def test_a_server_that_speaks_another_protocol(body: str) -> None:
    with talker(then=Say(body=body)) as server, pytest.raises((TryAgain, GaveUp)):
        model(server.url).complete(HELLO)


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}, {"prompt_tokens": "many"}, []])
def test_strange_usage_counts_as_nothing(usage: Any) -> None:
    with talker([Say("hi", usage=usage)]) as server:
        assert model(server.url).complete(HELLO).usage == Usage(0, 0)


def test_a_refusal_is_told_apart() -> None:
    with talker([Say(None, refusal="I would rather not")]) as server, pytest.raises(Refused, match="rather not"):
        model(server.url).complete(HELLO)
    with talker([Say("", finish="content_filter")]) as server, pytest.raises(Refused, match="filter"):
        model(server.url).complete(HELLO)


def test_a_prompt_that_is_too_long_is_told_apart() -> None:
    said = "This model's maximum context length is 4096 tokens"
    with talker([Say(said, 400)]) as server, pytest.raises(TooLong, match="4096"):
        model(server.url).complete(HELLO)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"name": " "}, "HOMEBODY_LANGUAGE_MODEL"),
        ({"name": "m", "url": "localhost:80"}, "not an address"),
        ({"name": "m", "key": "schlüssel"}, "HTTP header"),
        ({"name": "m", "key": "a\nb"}, "HTTP header"),
    ],
)
def test_settings_that_cannot_work(arguments: dict[str, str], match: str) -> None:
    with pytest.raises(BadInput, match=match):
        OpenAIModel(**arguments)  # pyright: ignore[reportArgumentType]
    with pytest.raises(BadInput, match="at least one message"), talker() as server:
        model(server.url).complete([])


# -- values


def test_a_schema_is_sent_where_it_is_understood() -> None:
    with talker(['{"n": 3}']) as server:
        done = model(server.url).complete(HELLO, SCHEMA)
    assert done.parsed == {"n": 3}
    assert server.asked[0]["response_format"]["json_schema"]["schema"] == SCHEMA
    assert server.asked[0]["messages"][-1]["content"] == "hello"


def test_a_schema_that_is_not_understood_is_put_into_words_once_for_all() -> None:
    with talker([Say("unknown field response_format", 400), '```json\n{"n": 1}\n```', '{"n": 2}']) as server:
        talking = model(server.url)
        assert [talking.complete(HELLO, SCHEMA).parsed for _ in range(2)] == [{"n": 1}, {"n": 2}]
    assert ["response_format" in one for one in server.asked] == [True, False, False]
    assert '"additionalProperties": false' in server.asked[2]["messages"][-1]["content"]


def test_a_wrong_value_is_repaired_once() -> None:
    with talker(['{"n": "three"}', 'Sure! {"n": 3}']) as server:
        done = model(server.url).complete(HELLO, SCHEMA)
    assert (done.parsed, done.usage) == ({"n": 3}, Usage(22, 6))
    assert "the answer.n must be integer, not str" in server.asked[1]["messages"][-1]["content"]
    with talker(then="I cannot") as server, pytest.raises(Malformed, match="no JSON"):
        model(server.url).complete(HELLO, SCHEMA)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"n": 1}', {"n": 1}),
        ('Well: {"n": 2, "who": "a"}. Good?', {"n": 2, "who": "a"}),
        ('I think {x} so {"n": 3}', {"n": 3}),
        ('{"n": "x"} no, {"n": 4}', {"n": 4}),
    ],
)
def test_finds_the_value(text: str, value: Any) -> None:
    assert read_json(text, SCHEMA) == value


@pytest.mark.parametrize(
    ("value", "match"),
    [
        ({}, "'n' is a required property"),
        ({"n": True}, "integer, not bool"),
        ({"n": 1, "who": "c"}, "one of 'a', 'b'"),
        ({"n": 1, "x": 1}, r"the answer: Additional properties are not allowed \('x'"),
        ([], "object, not list"),
    ],
)
def test_says_what_is_wrong(value: Any, match: str) -> None:
    with pytest.raises(Malformed, match=match):
        read_json(json.dumps(value), SCHEMA)


@pytest.mark.parametrize(
    ("value", "schema", "said"),
    [
        ({"a": [{"b": 1}, {"b": "x"}]}, {"type": "integer"}, "the answer.a[1].b must be integer, not str"),
        ({"a": [{"b": 2.0}]}, {"type": "integer"}, "the answer.a[0].b must be integer, not float"),
        ({"a": [{"b": float("nan")}]}, {"type": "number"}, "the answer.a[0].b must be number, not nan"),
        (
            {"a": [{"b": "mug"}]},
            {"anyOf": [{"type": "null"}, {"const": "cup"}]},
            "the answer.a[0].b: 'mug' is not valid",
        ),
        ({"a": [{"b": "4 mugs"}]}, {"pattern": "^[a-z]+$"}, "the answer.a[0].b: '4 mugs' does not match"),
        ({"a": [{"b": "x" * 9000}]}, {"pattern": "^[a-w]+$"}, "does not match '^[a-w]+$'"),
        ({"a": [{"b": "x" * 9000}]}, {"enum": ["cup"]}, "must be one of 'cup', not 'xxx"),
        ({"a": [{"b": {"x" * 9000: 1}}]}, {"additionalProperties": False}, "Additional properties are not allowed"),
    ],
)
def test_any_schema_is_checked_and_told_by_place_and_reason(value: Any, schema: dict[str, Any], said: str) -> None:
    whole = {"properties": {"a": {"items": {"properties": {"b": schema}}}}}
    wrong = problem(value, whole)
    assert said in wrong and len(wrong) <= 300


@settings(max_examples=40)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_value_is_found_in_any_talk(value: Any) -> None:
    kinds = ["object", "array", "string", "integer", "boolean", "null"]
    text = json.dumps(value)
    assert mismatch(value, {"type": kinds}) == ""
    assert read_json(text, {"type": kinds}) == value
    if isinstance(value, dict | list):
        assert read_json(f"Here: {text} there", {"type": kinds}) == value


@given(st.text(alphabet='{}[]",:n1 ', max_size=200))
def test_rubbish_is_malformed_and_nothing_else(text: str) -> None:
    with suppress(Malformed):
        assert mismatch(read_json(text, SCHEMA), SCHEMA) == ""


def test_endless_brackets_end() -> None:
    with pytest.raises(Malformed):
        read_json("{[" * 50_000, SCHEMA)


# -- scripts, recordings


def test_a_script_is_a_model() -> None:
    said = ScriptedModel(["one", TryAgain("busy"), lambda turns: turns[-1].text.upper(), "no json", '{"n": 9}'])
    assert isinstance(said, ChatModel)
    assert said.complete(HELLO).text == "one"
    with pytest.raises(TryAgain, match="busy"):
        said.complete(HELLO)
    assert said.complete(HELLO).text == "HELLO"
    assert said.complete(HELLO, SCHEMA).parsed == {"n": 9}
    with pytest.raises(GaveUp, match="no reply to call 6"):
        said.complete(HELLO)
    assert [call[-1].text for call in said.calls[:2]] == ["hello", "hello"]


def test_a_recording_repeats_byte_for_byte_without_the_model(tmp_path: Path) -> None:
    path = tmp_path / "new" / "talk.jsonl"
    script = ScriptedModel(["käse", "second", '{"n": 5}', TryAgain("busy")])
    live = RecordedModel(path, script)
    asked = [(HELLO, None), (HELLO, None), (HELLO, SCHEMA)]
    first = [live.complete(*one) for one in asked]
    with pytest.raises(TryAgain):
        live.complete([Message("user", "more")])
    kept = path.read_bytes()
    again = RecordedModel(path)
    assert [again.complete(*one) for one in asked] == first
    with pytest.raises(TryAgain, match="busy"):
        again.complete([Message("user", "more")])
    with pytest.raises(GaveUp, match=r"no \(further\) answer"):
        again.complete(HELLO)
    assert path.read_bytes() == kept
    assert RecordedModel(path, ScriptedModel()).complete(*asked[0]) == first[0]


def test_recordings_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no recording"):
        RecordedModel(tmp_path / "none.jsonl")
    (tmp_path / "bad.jsonl").write_text('{"key": 1}\n')
    with pytest.raises(BadInput, match="line 1"):
        RecordedModel(tmp_path / "bad.jsonl")


# -- what calls cost


def test_every_call_is_traced_with_its_price() -> None:
    calls: list[Call] = []
    ticks = iter([0.0, 1.5, 2.0, 4.0])
    script = ScriptedModel([Completion("a", None, Usage(1000, 100)), TryAgain("busy")])
    traced = TracedModel(script, "recall", "m", calls.append, {"m": Price(2.0, 10.0)}, clock=lambda: next(ticks))
    traced.complete(HELLO)
    with pytest.raises(TryAgain):
        traced.complete(HELLO)
    assert calls == [
        Call("recall", "m", Usage(1000, 100), 1.5, 0.003, "ok"),
        Call("recall", "m", Usage(0, 0), 2.0, 0.0, "TryAgain"),
    ]


@pytest.mark.parametrize(
    ("limits", "granted"), [({"calls": 2}, 2), ({"tokens": 250}, 3), ({"cost": 0.00035}, 2), ({"calls": 0}, 0)]
)
def test_a_budget_ends_the_spending(limits: dict[str, float], granted: int) -> None:
    script = ScriptedModel(then=Completion("a", None, Usage(100, 0)))
    budget = Budget(**limits)  # pyright: ignore[reportArgumentType]
    models = [TracedModel(script, role, "m", None, {"m": Price(2.0, 0.0)}, budget) for role in ("one", "two")]
    with pytest.raises(BudgetSpent, match="is spent"):
        for index in range(10):
            models[index % 2].complete(HELLO)
    assert len(script.calls) == granted == budget.calls_made


def test_price_tables(tmp_path: Path) -> None:
    path = tmp_path / "prices.yaml"
    path.write_text("gpt: {prompt: 2.5, completion: 10}\n")
    assert read_prices(path) == {"gpt": Price(2.5, 10.0)}
    for text in ("- 1", "gpt: 3", "gpt: {prompt: x}", ":\n:"):
        path.write_text(text)
        with pytest.raises(BadInput, match="not a price table"):
            read_prices(path)


# -- settings, prompts


def test_one_model_per_role_from_the_environment() -> None:
    known = {"OPENAI_API_KEY": "k", "HOMEBODY_LANGUAGE_MODEL": "small", "HOMEBODY_LANGUAGE_MODEL_RECALL": "large"}
    assert setting("MODEL", "recall", known) == "large"
    assert setting("MODEL", "dialogue", known) == "small"
    assert (setting("KEY", "recall", known), setting("URL", "", known)) == ("k", "")
    with talker(["hi"]) as server:
        known["OPENAI_BASE_URL"] = server.url
        assert model_for("recall", environment=known).complete(HELLO).text == "hi"
    assert (server.asked[0]["model"], server.keys) == ("large", ["Bearer k"])
    with pytest.raises(BadInput, match="no language model is set up"):
        model_for("recall", environment={})


def test_a_recording_named_in_the_environment_replaces_the_model(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    RecordedModel(path, ScriptedModel(["hi"])).complete(HELLO)
    assert model_for("recall", environment={"HOMEBODY_LANGUAGE_RECORD": str(path)}).complete(HELLO).text == "hi"


def test_every_prompt_documents_its_variables() -> None:
    roles = [file.stem for file in FOLDER.glob("*.yaml") if file.stem != "recall_examples"]
    assert {"recall_console", "recall_last_chance", "recall_one_pass", "structured"} <= set(roles)
    for role in roles:
        assert prompt(role).about
        used = "".join(prompt(role).templates.values())
        assert all(f"${name}" in used for name in prompt(role).variables), role


def test_what_is_filled_in_is_never_a_template() -> None:
    words = read_prompt("x", "about: a\nvariables: {q: the question}\ntemplates: {user: 'say $q'}")
    assert words.fill("user", q="$q ${q} $$ {q}") == "say $q ${q} $$ {q}"
    with pytest.raises(BadInput, match="has no value"):
        words.fill("user")
    with pytest.raises(BadInput, match="no template 'other'"):
        words.fill("other")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("about: a\nvariables: {}\ntemplates: {user: '$q'}", "does not document"),
        ("about: a\nvariables: {}\ntemplates: {user: '5 $ '}", "lone"),
        ("- a", "must be YAML"),
    ],
)
def test_prompts_that_cannot_be_used(text: str, match: str) -> None:
    with pytest.raises(BadInput, match=match):
        read_prompt("x", text)
    with pytest.raises(BadInput, match="no prompt for 'nobody'"):
        prompt("nobody")
