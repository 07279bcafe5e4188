"""What an endpoint may cost at most, in time and bytes, whatever it sends; and that the key never comes back."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from talker import Say, streamed, talker

from agent.language.endpoint.circuit_breaker import CircuitBreaker, EndpointCircuit
from agent.language.endpoint.exchange import Exchange, TooSlow
from agent.language.endpoint.openai_model import OpenAIModel, Sampling
from agent.language.endpoint.retries import Retries
from agent.language.endpoint.secrets import Secrets
from agent.language.endpoint.streaming import FieldListener
from agent.language.endpoint.waiting import asked_wait
from agent.language.errors import Malformed, Refused
from agent.language.model import Message, Usage
from agent.language.recorded import RecordedModel
from agent.language.structured import read_json
from agent.recall.console.code import code_of
from agent.recall.console.tools import checked
from agent.recall.console.value import plain
from envs.errors import BadInput, HomebodyError, TryAgain
from homebody.doctor.endpoint import ask_models

pytest.importorskip("openai", reason="the extra 'language' is not installed")

HELLO = [Message("user", "hello")]
KEY = "sk-Proj/very+secret_0123456789"
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}


class Heard:
    def __init__(self) -> None:
        self.words: list[str] = []

    def begin(self) -> None:
        self.words.append("|")

    def hear(self, piece: str) -> None:
        self.words.append(piece)


def model(url: str, heard: Heard | None = None, seconds: float = 60.0, most_bytes: int = 100_000) -> OpenAIModel:
    return OpenAIModel("m", url, KEY, Sampling(seconds=seconds, most_bytes=most_bytes), Retries(2, 0.01), heard)


# -- a server that has no end


@dataclass
class Rude:
    """A server of bytes: what it was sent, and how many connections are still open."""

    url: str
    sent: int = 0
    closed: threading.Event = field(default_factory=threading.Event)


@contextmanager
def rude(pieces: Callable[[], Iterator[bytes]]) -> Iterator[Rude]:
    """Answers whoever connects with pieces, as long as the other side listens."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    host = Rude(f"http://127.0.0.1:{listening.getsockname()[1]}/v1")

    def serve() -> None:
        while not over.is_set():
            with suppress(OSError):
                guest, _ = listening.accept()
                with guest:
                    if not over.is_set():
                        ask(guest)
                        talk(guest)
                        host.closed.set()

    def ask(guest: socket.socket) -> None:
        guest.settimeout(5.0)  # what is left unread when a socket closes resets the connection
        with guest.makefile("rb") as asked:
            head = takewhile(lambda line: line.strip(), asked)
            asked.read(sum(int(line.split(b":")[1]) for line in head if line.lower().startswith(b"content-length:")))

    def talk(guest: socket.socket) -> None:
        with suppress(OSError):
            for piece in pieces():
                if over.is_set():
                    return
                guest.sendall(piece)
                host.sent += len(piece)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield host
    finally:
        over.set()
        with suppress(OSError), socket.create_connection(listening.getsockname(), 1.0):
            pass
        thread.join()
        listening.close()


def slowly(text: bytes, seconds: float = 0.02) -> Iterator[bytes]:
    for byte in text:
        time.sleep(seconds)
        yield bytes([byte])


def silence() -> Iterator[bytes]:
    for _ in range(2000):
        time.sleep(0.02)
        yield b""


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
STREAM = HEAD.replace(b"application/json", b"text/event-stream")
CHUNK = b'data: {"choices": [{"index": 0, "delta": {"content": "a"}, "finish_reason": null}]}\n\n'


def endless(head: bytes, piece: bytes) -> Callable[[], Iterator[bytes]]:
    def pieces() -> Iterator[bytes]:
        yield head
        for _ in range(30_000):
            yield piece

    return pieces


SLOW: dict[str, Callable[[], Iterator[bytes]]] = {
    "nothing": silence,
    "head byte by byte": lambda: slowly(HEAD * 100),
    "one header after the other": lambda: slowly(b"HTTP/1.1 100 Continue\r\n\r\n" * 100, 0.01),
    "body byte by byte": lambda: _after(HEAD, b" " * 10_000),
    "stream byte by byte": lambda: _after(STREAM, b": still thinking\n\n" * 1000),
    "pieces without end": lambda: _after(STREAM, CHUNK * 1000, 0.005),
}


def _after(head: bytes, rest: bytes, seconds: float = 0.02) -> Iterator[bytes]:
    yield head
    yield from slowly(rest, seconds)


@pytest.mark.parametrize("how", SLOW)
def test_the_time_of_a_call_counts_as_a_whole(how: str) -> None:
    heard = Heard() if "stream" in how or "pieces" in how else None
    with rude(SLOW[how]) as server:
        begun = time.monotonic()
        with pytest.raises(TryAgain, match=r"did not answer within 0\.4 s$"):
            model(server.url, heard, seconds=0.4).complete(HELLO)
        assert time.monotonic() - begun < 5
        assert how == "nothing" or server.closed.wait(10), "the connection should be cut"


def test_nobody_hears_what_comes_too_late() -> None:
    heard = Heard()
    with rude(lambda: _after(STREAM, CHUNK * 1000, 0.001)) as server, pytest.raises(TryAgain):
        model(server.url, heard, seconds=0.4).complete(HELLO)
    before = list(heard.words)
    time.sleep(0.3)
    assert heard.words == before and before


@pytest.mark.parametrize("status", [b"200 OK", b"401 Unauthorized", b"503 Busy"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_reply_without_end_is_not_read_to_its_end(status: bytes, stream: bool) -> None:
    head = (STREAM if stream else HEAD).replace(b"200 OK", status)
    with rude(endless(head, CHUNK * 100 if stream else b" " * 8192)) as server:
        with pytest.raises(Malformed, match="more than 100,000 bytes"):
            model(server.url, Heard() if stream else None).complete(HELLO)
        assert server.closed.wait(10)
        assert server.sent < 20_000_000  # what fits into the buffers of two sockets


@pytest.mark.parametrize("status", [b"400 Bad", b"500 Worse"])
@pytest.mark.parametrize("stream", [False, True])
def test_an_error_that_breaks_off_is_an_error_of_ours(status: bytes, stream: bool) -> None:
    head = b"HTTP/1.1 " + status + b"\r\nContent-Length: 1000\r\n\r\n"
    with rude(lambda: iter((head, b"sorry"))) as host, pytest.raises(TryAgain, match="peer closed"):
        model(host.url, Heard() if stream else None).complete(HELLO)


def test_headers_without_end_and_packed_replies() -> None:
    with rude(endless(b"HTTP/1.1 200 OK\r\n", b"X-More: and more\r\n" * 100)) as server, pytest.raises(TryAgain):
        model(server.url).complete(HELLO)
    with talker([Say("x", headers={"Content-Encoding": "gzip"})]) as server, pytest.raises(Malformed, match="packed"):
        model(server.url).complete(HELLO)


def test_one_call_to_a_hanging_endpoint_costs_its_time_once_and_then_nothing() -> None:
    circuit = EndpointCircuit("http://x", slow=0.3)
    with rude(silence) as server:
        talking = CircuitBreaker(model(server.url, seconds=0.4), circuit)
        with pytest.raises(TryAgain, match="did not answer"):
            talking.complete(HELLO)
        begun = time.monotonic()
        for _ in range(20):
            with pytest.raises(TryAgain, match="not asked"):
                talking.complete(HELLO)
        assert time.monotonic() - begun < 0.3


def test_a_repair_and_a_wait_come_out_of_the_same_time() -> None:
    with talker(["no JSON", Say('{"n": 1}', wait=1.0)]) as server, pytest.raises(TryAgain, match="within"):
        model(server.url, seconds=0.4).complete(HELLO, NUMBER)
    begun = time.monotonic()
    with talker(then=Say("busy", 503, headers={"Retry-After": "30"})) as server, pytest.raises(TryAgain, match="30 s"):
        model(server.url, seconds=5.0).complete(HELLO)
    assert len(server.asked) == 1 and time.monotonic() - begun < 4


@pytest.mark.parametrize("seconds", [0.0, -1.0, 1e18, float("nan"), float("inf")])
def test_times_that_are_none(seconds: float) -> None:
    with pytest.raises(BadInput, match="cannot last"):
        Sampling(seconds=seconds)


def test_whoever_waits_can_be_interrupted_and_gets_what_went_wrong() -> None:
    with pytest.raises(ZeroDivisionError):
        Exchange().run(5.0, lambda: 1 // 0)
    stay = threading.Event()
    with pytest.raises(TooSlow):
        Exchange().run(0.01, stay.wait)
    stay.set()


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0), ("0", 0.0), ("1.5", 1.5), ("-3", None), ("inf", None), ("nan", None), ("9" * 400, None), ("", None),
        ("soon", None), ("Thu, 01 Jan 1970 00:01:00 GMT", 30.0), ("Thu, 01 Jan 1970 00:00:01 GMT", 0.0),
        ("Thu, 99 Jan 99999 00:00:00 GMT", None), ("Thu, 01 Jan 1970 00:00:01 -9999", None), ("\x00", None),
    ],
)  # fmt: skip
def test_how_long_a_server_asks_to_be_left_alone(told: str, seconds: float | None) -> None:
    assert asked_wait({"retry-after": told, "date": formatdate(30, usegmt=True)}) == seconds
    if "GMT" in told:
        assert asked_wait({"retry-after": told}) is None  # a date without the server's own clock says nothing


@pytest.mark.parametrize("first", [0.0, 0.5])
def test_tries_have_an_end(first: float) -> None:
    times = iter([*[9.0] * 3000, *[0.0] * 10])

    def fail() -> None:
        raise TryAgain("no")

    with pytest.raises(TryAgain, match="tried"):
        Retries(10**18, first, sleep=lambda seconds: None).run(fail, lambda: next(times))


# -- replies that are hard to read


def body(**message: Any) -> Say:
    choice = {"index": 0, "message": {"role": "assistant", "content": "x", **message}, "finish_reason": "stop"}
    return Say(body=json.dumps({"choices": [choice]}))


DEEP = "[" * 20_000 + "]" * 20_000
HARD = {
    "deep": Say(body='{"choices": ' + DEEP + "}"),
    "less deep": Say(body='{"choices": ' + "[" * 900 + "]" * 900 + "}"),
    "deep error": Say(body='{"error": ' + '{"a":' * 400 + "1" + "}" * 400 + "}", status=400),
    "a long number": Say(body='{"choices": [{"index": ' + "9" * 5000 + "}]}"),
    "deep text": body(content=[[["x"]]]),
    "deep refusal": body(refusal=["x"] * 1000, content=None),
}


@pytest.mark.parametrize("how", HARD)
@pytest.mark.parametrize("stream", [False, True])
def test_replies_that_are_hard_to_read_are_errors_of_ours(how: str, stream: bool) -> None:
    say = HARD[how]
    if stream and "x" not in str(say.body):
        say = Say(body=f"data: {say.body}\n\n", status=say.status, headers={"Content-Type": "text/event-stream"})
    with talker(then=say) as server, pytest.raises(HomebodyError) as caught:
        model(server.url, Heard() if stream else None).complete(HELLO)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("count", [-1, 10**30, 1.5, True, "7"])
def test_counts_that_are_none(count: Any) -> None:
    with talker([Say("x", usage={"prompt_tokens": count, "completion_tokens": 2})]) as server:
        assert model(server.url).complete(HELLO).usage == Usage(1 if count is True else 0, 2)


@pytest.mark.parametrize("text", [DEEP, '{"n": ' + "7" * 5000 + "}", '{"n": 1e999}', '{"n": NaN}', '{"n": ' + DEEP])
def test_values_that_nobody_asked_for(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_json(text, {**NUMBER, "properties": {"n": {"type": "number"}}})
    assert len(str(caught.value)) < 500


def test_half_characters_do_not_come_out_of_json() -> None:
    assert read_json('{"a\\ud800": ["\\udc00b"]}', {"type": "object"}) == {"a?": ["?b"]}


BLANKS = ["```" + " " * 300_000, "```\n" + "\n" * 300_000, " " * 300_000 + "x", "```" + " \t" * 150_000 + "x\n```"]
BLANKS += ["``` " * 80_000, "<think>" * 50_000, "\n```" * 80_000, ">>> " * 80_000, "```\n" + "\n \t" * 100_000]


@pytest.mark.parametrize("reply", BLANKS, ids=range(len(BLANKS)))
def test_code_is_found_in_linear_time(reply: str) -> None:
    begun = time.process_time()
    code_of(reply)
    assert time.process_time() - begun < 2.0  # quadratic takes minutes


@pytest.mark.parametrize("filler", [" ", "x", '"', '"reply"', "\\", ": ", '\\"', "\\ud83d"])
@pytest.mark.parametrize("before", ["", '"reply"', '"reply": "'])
def test_a_field_is_heard_in_linear_time(filler: str, before: str) -> None:
    heard: list[str] = []
    listener = FieldListener("reply", heard.append)
    begun = time.process_time()
    listener.begin()
    listener.hear(before)
    for _ in range(30_000):
        listener.hear(filler)
    assert time.process_time() - begun < 2.0  # quadratic takes minutes


# -- the value of an answer


def test_a_value_is_something_that_json_has() -> None:
    from datetime import date, datetime, timedelta

    value = {(1, "a"): {2, 1}, date(2026, 1, 2): (datetime(2026, 1, 2, 3), timedelta(seconds=90)), None: 1.5}
    told = plain(value)
    assert told == {"1, a": [1, 2], "2026-01-02": ["2026-01-02 03:00:00", 90.0], "None": 1.5}
    assert json.loads(json.dumps(told, allow_nan=False)) == told
    assert checked("x", "known", [1], told).value == told


def nested(depth: int) -> Any:
    return [nested(depth - 1)] if depth else 1


@pytest.mark.parametrize(
    "value",
    [nested(500), [1] * 5000, 10**5000, float("nan"), float("inf"), {1: 1, "1": 2}, object(), b"x", 1j],
    ids=range(9),
)
def test_a_value_that_cannot_be_written_down_is_told_to_the_model(value: Any) -> None:
    with pytest.raises(ValueError, match="value= "):
        plain(value)


# -- keys


def escaped(text: str) -> str:
    return "".join(f"\\u{ord(c):04x}" for c in text)


def quoted(text: str) -> str:
    return "".join(f"%{ord(c):02X}" for c in text)


FORMS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "capitals": str.upper,
    "percent": quoted,
    "slashes": lambda text: text.replace("/", "\\/"),
    "escapes": escaped,
}


def leaks(text: str) -> bool:
    """Whether some part of the key that is longer than its beginning can be read."""
    return any(KEY[at : at + 8].lower() in text.lower() for at in range(len(KEY) - 7)) or quoted(KEY)[:24] in text


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("status", [200, 307, 400, 401, 404, 429, 500])
def test_no_error_shows_the_key(form: str, status: int, tmp_path: Path) -> None:
    echo = FORMS[form](KEY)
    headers = {"Location": f"http://user:{echo}@127.0.0.1:9/{echo}?k={echo}", "Retry-After": echo, "X-Key": echo}
    kept = tmp_path / "calls.jsonl"
    for said in ("x" * 290 + echo, f"http://me:{echo}@host/?key={echo}", " " * 5000 + echo):
        line = Say(None if status == 200 else said, status, headers=headers, refusal=said)
        with talker(then=line) as server, pytest.raises(HomebodyError) as caught:
            RecordedModel(kept, model(server.url, seconds=5.0)).complete(HELLO)
        assert not leaks(str(caught.value)), caught.value
    assert not leaks(kept.read_text())


@pytest.mark.parametrize("form", ["plain", "capitals", "percent"])
@pytest.mark.parametrize("cut", [1, 3, 1000])
def test_no_answer_shows_the_key(form: str, cut: int, tmp_path: Path) -> None:
    text = f"Your key is {FORMS[form](KEY)}, and that starts with sk-Proj. Se"
    pieces = [text[at : at + cut] for at in range(0, len(text), cut)]
    heard, kept = Heard(), tmp_path / "calls.jsonl"
    with talker([streamed(*pieces), text, json.dumps({"n": 1, "key": text})]) as server:
        done = [RecordedModel(kept, model(server.url, heard)).complete(HELLO)]
        done.append(RecordedModel(kept, model(server.url)).complete([Message("user", "again")]))
        done.append(RecordedModel(kept, model(server.url)).complete([Message("user", "more")], NUMBER))
    told = "Your key is [key], and that starts with sk-Proj. Se"
    assert [one.text for one in done[:2]] == [told, told] and done[2].parsed["key"] == told
    assert "".join(heard.words) == f"|{told}"
    assert not leaks(kept.read_text())


def test_a_value_with_an_escaped_key_is_found_too() -> None:
    with talker(['{"n": 1, "key": "' + escaped(KEY) + '"}']) as server:
        assert model(server.url).complete(HELLO, NUMBER).parsed["key"] == "[key]"


def test_a_redirect_is_not_followed_and_takes_nothing_along() -> None:
    with talker() as other:
        line = Say("there", 307, headers={"Location": f"{other.url}/chat/completions?key={KEY}"})
        refused = pytest.raises(BadInput, match=rf"elsewhere \(HTTP 307, to {other.url}/chat/completions\); give that")
        with talker([line]) as server, refused:
            model(server.url).complete(HELLO)
    assert (other.asked, other.keys) == ([], [])


@pytest.mark.parametrize(
    "url",
    [f"http://me:{KEY}@localhost/v1", f"http://localhost/v1?key={KEY}", f"htp://me:{KEY}@x", f"http://[{KEY}",
     f"{KEY}@x", f"http://localhost:{KEY}/v1", f"http://x y{KEY}@localhost", f"http://localhost/v1#{KEY}"],
)  # fmt: skip
def test_an_address_with_a_key_is_refused_without_showing_it(url: str) -> None:
    with pytest.raises(BadInput) as caught:
        OpenAIModel("m", url, KEY)
    assert not leaks(str(caught.value)), caught.value


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
        b"HTTP/1.1 401 " + KEY.encode() + b"\r\n\r\n",
        KEY.encode() + b"\r\n\r\n",
    ],
)
@pytest.mark.parametrize("said", [KEY, json.dumps({"data": [{"id": KEY}]}), json.dumps({"error": KEY})])
def test_doctor_shows_no_key(head: bytes, said: str) -> None:
    with rude(lambda: iter([head + said.encode()])) as server:
        told = ask_models(server.url, KEY)
    assert not leaks(f"{told.models}{told.problem}{told.fix}"), told


def test_doctor_does_not_wait_for_a_slow_list() -> None:
    with rude(lambda: _after(HEAD, b" " * 1000)) as server:
        begun = time.monotonic()
        assert "does not answer within 0.4 s" in ask_models(server.url, KEY, 0.4).problem
        assert time.monotonic() - begun < 5


@given(st.text(max_size=60), st.text(max_size=60), st.data())
def test_whatever_stands_around_a_key(before: str, after: str, data: st.DataObject) -> None:
    secrets = Secrets(KEY)
    written = "".join(data.draw(st.sampled_from([c, quoted(c), escaped(c)])) for c in KEY)
    assert KEY not in secrets.from_answer(before + written + after)
    assert secrets.from_answer(written) == "[key]" == secrets.from_error(f" {written}\n")
    at = data.draw(st.integers(1, len(written) - 1))
    unsure = secrets.unsure_from(before + written[:at])
    assert unsure <= len(before)


def test_short_keys_are_words_in_answers_and_keys_in_errors() -> None:
    secrets = Secrets("none")
    assert secrets.from_answer("there are none") == "there are none"
    assert secrets.from_error("wrong key none") == "wrong key [key]"
    assert Secrets("").from_error(" a\n b http://me:pw@h/ ") == "a b http://h/"
    with talker([Say("no", refusal="I say none")]) as server, pytest.raises(Refused, match=r"I say \[key\]"):
        OpenAIModel("m", server.url, "none").complete(HELLO)


@pytest.mark.parametrize("host", ["a" * 300, "a..b", ".a"])
def test_an_address_without_a_host_that_can_be_looked_up(host: str) -> None:
    with pytest.raises(BadInput, match="names no host"):
        model(f"http://{host}/v1")
