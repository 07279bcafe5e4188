"""Any endpoint that speaks the OpenAI protocol: hosted, vLLM, Ollama, llama.cpp, ``transformers serve``."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from agent.language.chat import Completion, Listener, Message, Schema, Usage
from agent.language.errors import Malformed, Refused, TooLong
from agent.language.retries import Later, Retries
from agent.language.streaming import Lost, gathered
from agent.language.structured import complete_parsed
from envs.errors import BadInput

if TYPE_CHECKING:
    from openai import OpenAI

OPENAI = "https://api.openai.com/v1"
"""Where it goes when no address is given."""
_RETRIED = frozenset({408, 409, 425, 429})
_TOO_LONG = ("context_length", "context length", "maximum context", "too many tokens", "prompt is too long")
_TOO_LONG += ("exceeds the available context", "context size")


@dataclass(frozen=True)
class Sampling:
    """How an endpoint is asked.

    Attributes:
        temperature: 0 is as repeatable as the endpoint can be.
        most_tokens: Most tokens of an answer.
        seconds: Time-out for connecting and for each wait for data.
        seed: Sent when given; some endpoints repeat their answer then.
        structured: Whether to ask for schema-constrained output: None tries it once and remembers the answer.
    """

    temperature: float = 0.0
    most_tokens: int = 1024
    seconds: float = 60.0
    seed: int | None = None
    structured: bool | None = None


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
        if url is not None and not url.startswith(("http://", "https://")):
            raise BadInput(f"{url!r} is no address of a language model; it looks like http://localhost:11434/v1")
        if not (key.isascii() and key.isprintable()):
            raise BadInput("the key of the language model holds characters that no HTTP header may have")
        self.name = name
        self._sampling = sampling or Sampling()
        self._retries = retries or Retries()
        self._constrained = self._sampling.structured
        self._listener = listener
        self._client = _client(url, key, self._sampling.seconds)

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """As ``ChatModel.complete``; an endpoint that refuses a schema is asked in words from then on."""
        if not messages:
            raise BadInput("a conversation with a language model needs at least one message")
        if schema is None:
            return self._ask(messages, None)
        if self._constrained is not False:
            try:
                done = complete_parsed(lambda turns: self._ask(turns, schema), messages, schema, constrained=True)
            except _NoSchemas:
                self._constrained = False
            else:
                self._constrained = True
                return done
        return complete_parsed(lambda turns: self._ask(turns, None), messages, schema, constrained=False)

    def _ask(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        try:
            return self._retries.run(lambda: self._once(messages, schema))
        except _NoStreams:
            self._listener = None
            return self._retries.run(lambda: self._once(messages, schema))

    def _once(self, messages: Sequence[Message], schema: Schema | None) -> Completion:
        import openai

        extra: dict[str, Any] = {} if self._sampling.seed is None else {"seed": self._sampling.seed}
        if schema is not None:
            form = {"name": "answer", "schema": dict(schema), "strict": False}
            extra["response_format"] = {"type": "json_schema", "json_schema": form}
        if self._listener is not None:
            extra |= {"stream": True, "stream_options": {"include_usage": True}}
        try:
            reply = self._client.chat.completions.create(
                model=self.name,
                messages=cast("Any", [_turn(one) for one in messages]),
                temperature=self._sampling.temperature,
                max_tokens=self._sampling.most_tokens,
                **extra,
            )
            if self._listener is not None:
                reply = gathered(reply, self._listener)
        except openai.APITimeoutError as error:
            raise Later(f"{self.name} did not answer within {self._sampling.seconds:g} s") from error
        except openai.APIStatusError as error:
            raise self._explained(error, schema is not None) from error
        except openai.APIConnectionError as error:
            raise Later(f"{self.name} cannot be reached: {error.__cause__ or error}") from error
        except (openai.OpenAIError, json.JSONDecodeError, UnicodeDecodeError) as error:
            raise Later(f"{self.name} answered something else than the protocol asks for: {error}") from error
        except Lost as error:
            raise Later(f"{self.name} broke off in the middle of its answer: {error}") from error
        return _completion(self.name, reply)

    def _explained(self, error: Any, constrained: bool) -> Exception:
        code, text = error.status_code, _said(error)
        if code in (400, 422) and self._listener is not None and "stream" in text.lower():
            return _NoStreams(text)
        if code in _RETRIED or code >= 500:
            return Later(f"{self.name} answers HTTP {code}: {text}", _asked_wait(error))
        if code in (400, 413, 422) and any(mark in text.lower() for mark in _TOO_LONG):
            return TooLong(f"the prompt is too long for {self.name}: {text}")
        if code in (400, 415, 422, 501) and constrained and self._constrained is None:
            return _NoSchemas(text)
        hints = {401: "; check the key", 403: "; check the key", 404: "; check the address and the model's name"}
        return BadInput(f"{self.name} refuses the request (HTTP {code}): {text}{hints.get(code, '')}")


class _NoSchemas(Exception):
    """The endpoint knows no schemas."""


class _NoStreams(Exception):
    """The endpoint gives answers in one piece only."""


def _client(url: str | None, key: str, seconds: float) -> OpenAI:
    try:
        from openai import OpenAI
    except ImportError as error:
        raise BadInput("talking to a language model needs a package: pip install 'homebody[language]'") from error
    # Without a base address the client would read OPENAI_BASE_URL itself: what is used is said here, and only here.
    return OpenAI(base_url=url or OPENAI, api_key=key or "none", timeout=seconds, max_retries=0)


def _turn(message: Message) -> dict[str, Any]:
    if not message.images:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.text}]
    for image in message.images:
        kind = "png" if image.startswith(b"\x89PNG") else "jpeg"
        url = f"data:image/{kind};base64,{base64.b64encode(image).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url, "detail": "low"}})
    return {"role": message.role, "content": parts}


def _completion(name: str, reply: Any) -> Completion:
    """The answer out of a reply, which the client does not check: fields may be missing or of any type."""
    choices = getattr(reply, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = getattr(choice, "message", None)
    if message is None:
        raise Malformed(f"{name} answered without any choice: {str(reply)[:200]!r}")
    text = getattr(message, "content", None)
    refusal = getattr(message, "refusal", None)
    if refusal or getattr(choice, "finish_reason", None) == "content_filter":
        raise Refused(f"{name} declined: {refusal or 'its content filter stepped in'}")
    if not isinstance(text, str):
        raise Malformed(f"{name} answered without text: {str(message)[:200]!r}")
    usage = getattr(reply, "usage", None)
    counts = [getattr(usage, key, 0) for key in ("prompt_tokens", "completion_tokens")]
    text = text.encode("utf-8", "replace").decode()  # half a character, which no file and no terminal takes
    return Completion(text, None, Usage(*(count if isinstance(count, int) else 0 for count in counts)))


def _said(error: Any) -> str:
    body = error.body
    inner = body.get("error", body) if isinstance(body, dict) else body
    text = inner.get("message", inner) if isinstance(inner, dict) else inner
    code = str(inner.get("code") or "") if isinstance(inner, dict) else ""
    return " ".join(f"{text or error} {code}".split())[:300]


def _asked_wait(error: Any) -> float | None:
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None
