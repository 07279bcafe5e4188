"""Any endpoint that speaks the OpenAI protocol: hosted, vLLM, Ollama, llama.cpp, ``transformers serve``."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from agent.language.endpoint.address import address_problem, shown
from agent.language.endpoint.exchange import MOST_BYTES, Deadline, Exchange, TooMuch, TooSlow, hooks
from agent.language.endpoint.retries import Retries, RetryLater
from agent.language.endpoint.secrets import Secrets
from agent.language.endpoint.streaming import ConnectionLost, SecretFilter, gathered, transport_errors
from agent.language.endpoint.waiting import asked_wait
from agent.language.errors import Malformed, Refused, TooLong
from agent.language.model import Completion, Listener, Message, Schema, Usage
from agent.language.structured import complete_parsed
from envs.errors import BadInput

if TYPE_CHECKING:
    from openai import OpenAI

OPENAI = "https://api.openai.com/v1"
"""Where it goes when no address is given."""
_RETRIED = frozenset({408, 409, 425, 429})
_TOO_LONG = ("context_length", "context length", "maximum context", "too many tokens", "prompt is too long")
_TOO_LONG += ("exceeds the available context", "context size")
_LONGEST_WAIT = 86_400.0
_MOST_TOKENS = 10**9  # of one call; a count beyond it is none


@dataclass(frozen=True)
class Sampling:
    """How an endpoint is asked.

    Attributes:
        temperature: 0 is as repeatable as the endpoint can be.
        most_tokens: Most tokens of an answer.
        seconds: Most time of a call as a whole: looking up the name, connecting, waiting, reading to the last byte, the
            tries after a failure and the waits between them, and the repair of an answer that does not fit.
        most_bytes: Most bytes of a reply.
        seed: Sent when given; some endpoints repeat their answer then.
        structured: Whether to ask for schema-constrained output: None tries it once and remembers the answer.
        stop: Words behind which a free answer ends; the endpoint leaves them out.
    """

    temperature: float = 0.0
    most_tokens: int = 1024
    seconds: float = 60.0
    seed: int | None = None
    structured: bool | None = None
    most_bytes: int = MOST_BYTES
    stop: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= _LONGEST_WAIT:
            raise BadInput(
                f"a call to a language model cannot last {self.seconds:g} s; give more than 0 and at most "
                f"{_LONGEST_WAIT:g}, in HOMEBODY_LANGUAGE_SECONDS"
            )


class OpenAIModel:
    """A model behind an OpenAI-compatible address.

    Args:
        name: The model's name at the endpoint.
        url: Base address such as ``http://localhost:11434/v1``; None is OpenAI's own.
        key: Sent as bearer token; "" for local servers that want none.
        sampling: How to ask.
        retries: How often to try again after 429, 5xx, a time-out or a lost connection.
        listener: Hears the answers while they come; without one they come in one piece, which costs less.

    Raises:
        BadInput: No model is named, the address or key cannot be used, or the ``openai`` package is not installed.
    """

    def __init__(
        self,
        name: str,
        url: str | None = None,
        key: str = "",
        sampling: Sampling | None = None,
        retries: Retries | None = None,
        listener: Listener | None = None,
    ) -> None:
        if not name.strip():
            raise BadInput("no language model is named; set HOMEBODY_LANGUAGE_MODEL, or give its name")
        wrong = "" if url is None else address_problem(url) or _query_problem(url)
        if wrong:
            raise BadInput(f"HOMEBODY_LANGUAGE_URL cannot be used: {wrong}")
        if not (key.isascii() and key.isprintable()):
            raise BadInput("the key of the language model holds characters that no HTTP header may have")
        self.name = name
        self._sampling = sampling or Sampling()
        self._retries = retries or Retries()
        self._constrained = self._sampling.structured
        self._listener = listener
        self._secrets = Secrets(key)
        self._client = _client(url, key, self._sampling)

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``; an endpoint that refuses a schema is asked in words from then on."""
        if not messages:
            raise BadInput("a conversation with a language model needs at least one message")
        until = Deadline(self._sampling.seconds)
        if schema is None:
            return self._ask(messages, None, until)
        done = self._parsed(messages, schema, until)
        return replace(done, parsed=self._secrets.from_value(done.parsed))

    def _parsed(self, messages: Sequence[Message], schema: Schema, until: Deadline) -> Completion:
        if self._constrained is not False:
            try:
                done = complete_parsed(lambda turns: self._ask(turns, schema, until), messages, schema, True)
            except _NoSchemas:
                self._constrained = False
            else:
                self._constrained = True
                return done
        return complete_parsed(lambda turns: self._ask(turns, None, until), messages, schema, False)

    def _ask(self, messages: Sequence[Message], schema: Schema | None, until: Deadline) -> Completion:
        try:
            return self._retries.run(lambda: self._once(messages, schema, until), lambda: until.left)
        except _NoStreams:
            self._listener = None
            return self._retries.run(lambda: self._once(messages, schema, until), lambda: until.left)

    def _once(self, messages: Sequence[Message], schema: Schema | None, until: Deadline) -> Completion:
        """One try; all text of the server that leaves here, in an answer or an error, is without the key."""
        import openai

        hidden, exchange = self._secrets.from_error, Exchange()
        try:
            reply = exchange.run(until.left, lambda: self._sent(messages, schema, until.left, exchange))
        except (TooSlow, openai.APITimeoutError) as error:
            raise RetryLater(f"{self.name} did not answer within {self._sampling.seconds:g} s") from error
        except openai.APIStatusError as error:
            raise self._explained(error, schema is not None) from error
        except (TooMuch, openai.APIConnectionError) as error:
            if isinstance(found := error if isinstance(error, TooMuch) else error.__cause__, TooMuch):
                raise Malformed(f"{self.name} sent {found}") from error
            raise RetryLater(f"{self.name} cannot be reached: {hidden(error.__cause__ or error)[:300]}") from error
        except (openai.OpenAIError, RecursionError, ValueError) as error:
            if type(error) not in _NO_JSON and not isinstance(error, openai.OpenAIError):
                raise  # of whoever listens
            told = hidden(error)[:300]
            raise RetryLater(f"{self.name} answered something else than the protocol asks for: {told}") from error
        except (ConnectionLost, *transport_errors()) as error:  # the latter from the body of an error
            raise RetryLater(f"{self.name} broke off in the middle of its answer: {hidden(error)[:300]}") from error
        return _completion(self.name, reply, self._secrets)

    def _sent(self, messages: Sequence[Message], schema: Schema | None, seconds: float, exchange: Exchange) -> Any:
        extra: dict[str, Any] = {} if self._sampling.seed is None else {"seed": self._sampling.seed}
        if schema is not None:
            form = {"name": "answer", "schema": dict(schema), "strict": False}
            extra["response_format"] = {"type": "json_schema", "json_schema": form}
        elif self._sampling.stop:
            extra["stop"] = list(self._sampling.stop)
        if self._listener is not None:
            extra |= {"stream": True, "stream_options": {"include_usage": True}}
        reply = self._client.chat.completions.create(
            model=self.name,
            messages=cast("Any", [_turn(one) for one in messages]),
            temperature=self._sampling.temperature,
            max_tokens=self._sampling.most_tokens,
            timeout=max(seconds, 0.001),
            **extra,
        )
        if self._listener is None:
            return reply
        safe = SecretFilter(self._listener, self._secrets, exchange.check)
        reply = gathered(reply, safe)
        safe.end()
        return reply

    def _explained(self, error: Any, constrained: bool) -> Exception:
        code, text = error.status_code, _said(error, self._secrets)
        if code in (400, 422) and self._listener is not None and "stream" in text.lower():
            return _NoStreams(text)
        if code in _RETRIED or code >= 500:
            return RetryLater(f"{self.name} answers HTTP {code}: {text}", asked_wait(error.response.headers))
        if 300 <= code < 400:
            return BadInput(f"{self.name} sends us elsewhere (HTTP {code}{self._elsewhere(error)}); give that address")
        if code in (400, 413, 422) and any(mark in text.lower() for mark in _TOO_LONG):
            return TooLong(f"the prompt is too long for {self.name}: {text}")
        if code in (400, 415, 422, 501) and constrained and self._constrained is None:
            return _NoSchemas(text)
        hints = {401: "; check the key", 403: "; check the key", 404: "; check the address and the model's name"}
        return BadInput(f"{self.name} refuses the request (HTTP {code}): {text}{hints.get(code, '')}")

    def _elsewhere(self, error: Any) -> str:
        there = str(error.response.headers.get("location", ""))
        return f", to {self._secrets.from_error(shown(there))[:200]}" if there else ""


_NO_JSON = (json.JSONDecodeError, UnicodeDecodeError, RecursionError, ValueError)
"""What parsing raises: the last two of texts that are nested too deeply, and of numbers with too many digits."""


class _NoSchemas(Exception):
    """The endpoint knows no schemas."""


class _NoStreams(Exception):
    """The endpoint gives answers in one piece only."""


def _query_problem(url: str) -> str:
    return "the address holds a query ('?…'); give the key in HOMEBODY_LANGUAGE_KEY" if "?" in url or "#" in url else ""


def _client(url: str | None, key: str, sampling: Sampling) -> OpenAI:
    try:
        from openai import DefaultHttpxClient, OpenAI
    except ImportError as error:
        raise BadInput("talking to a language model needs a package: pip install 'homebody[language]'") from error
    # No redirect is followed: key and conversation would travel with it. Connections are not kept, so that one that is
    # cut is nobody else's. Without a base address the client would read OPENAI_BASE_URL itself: what is used is said
    # here, and only here.
    return OpenAI(
        base_url=url or OPENAI,
        api_key=key or "none",
        max_retries=0,
        default_headers={"Accept-Encoding": "identity", "Connection": "close"},
        http_client=DefaultHttpxClient(follow_redirects=False, event_hooks=hooks(sampling.most_bytes)),
    )


def _turn(message: Message) -> dict[str, Any]:
    if not message.images:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}]
    for image in message.images:
        kind = "png" if image.startswith(b"\x89PNG") else "jpeg"
        url = f"data:image/{kind};base64,{base64.b64encode(image).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url, "detail": "low"}})
    return {"role": message.role, "content": parts}


def _completion(name: str, reply: Any, secrets: Secrets) -> Completion:
    """The answer out of a reply, which the client does not check: fields may be missing or of any type."""
    choices = getattr(reply, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(choice, "message", None)
    if message is None:
        raise Malformed(f"{name} answered without any choice: {_glimpse(reply, secrets)}")
    text = getattr(message, "content", None)
    refusal = getattr(message, "refusal", None)
    if refusal or getattr(choice, "finish_reason", None) == "content_filter":
        told = secrets.from_error(refusal)[:300] if isinstance(refusal, str) else ""
        raise Refused(f"{name} declined: {told or 'its content filter stepped in'}")
    if not isinstance(text, str):
        raise Malformed(f"{name} answered without text: {_glimpse(message, secrets)}")
    usage = getattr(reply, "usage", None)
    counts = [getattr(usage, key, 0) for key in ("prompt_tokens", "completion_tokens")]
    text = text.encode("utf-8", "replace").decode()  # half a character, which no file and no terminal takes
    return Completion(secrets.from_answer(text), None, Usage(*(_count(one) for one in counts)))


def _count(told: object) -> int:
    return told if isinstance(told, int) and 0 <= told <= _MOST_TOKENS else 0


def _glimpse(value: object, secrets: Secrets) -> str:
    """The beginning of what came instead of an answer."""
    try:
        return repr(secrets.from_error(value)[:200])
    except RecursionError:
        return "something that is nested too deeply"


def _said(error: Any, secrets: Secrets) -> str:
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    text = inner.get("message", inner) if isinstance(inner, dict) else inner
    code = str(inner.get("code") or "") if isinstance(inner, dict) else ""
    try:
        return secrets.from_error(f"{text or error} {code}")[:300]
    except RecursionError:
        return "something that is nested too deeply"
