"""One question to an OpenAI-compatible endpoint: which models do you serve? With the cause when it does not answer."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import urlsplit

from agent.language.endpoint.address import shown
from agent.language.endpoint.exchange import Exchange, TooSlow
from agent.language.endpoint.secrets import Secrets
from homebody.doctor.fixes import command

SECONDS = 3.0  # for all of it: connecting, waiting, reading
_MOST = 4_000_000  # bytes of an answer; the longest public lists have some 100 kB
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True)
class EndpointReply:
    """What an endpoint said.

    Attributes:
        models: Ids of its models, in its order.
        problem: Why there are none, one line; empty when it answered.
        fix: A command that helps.
    """

    models: tuple[str, ...] = ()
    problem: str = ""
    fix: str = ""


class _StayHere(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, as the key would travel with it."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        """Refuse; the answer with its 3xx code is then an error."""


def ask_models(url: str, key: str = "", seconds: float = SECONDS) -> EndpointReply:
    """GET ``{url}/models``.

    Args:
        url: Base address, checked with ``address_problem``.
        key: Sent as bearer token; empty sends none. What the endpoint says is told without it.
        seconds: Time for connecting and reading together.
    """
    try:
        answer = Exchange().run(seconds, lambda: _asked(url, key, seconds))
    except TooSlow:
        answer = _unreachable(url, TimeoutError(), seconds)
    hidden = Secrets(key.strip(), urlsplit(url).password or "")
    return EndpointReply(tuple(map(hidden.from_answer, answer.models)), hidden.from_error(answer.problem), answer.fix)


def _asked(url: str, key: str, seconds: float) -> EndpointReply:
    parts = urlsplit(url)
    target = parts._replace(path=parts.path.rstrip("/") + "/models", fragment="").geturl()
    headers = {"Accept": "application/json", "User-Agent": "homebody-doctor"}
    if key.strip():
        headers["Authorization"] = f"Bearer {key.strip()}"
    opener = urllib.request.build_opener(_StayHere)
    try:
        with opener.open(urllib.request.Request(target, headers=headers), timeout=seconds) as reply:
            return _models(url, reply.read(_MOST))
    except urllib.error.HTTPError as error:
        with error:
            return _refusal(url, error.code, bool(key.strip()))
    except urllib.error.URLError as error:
        return _unreachable(url, error.reason, seconds)
    except (OSError, http.client.HTTPException) as error:
        return _unreachable(url, error, seconds)
    except ValueError:  # http.client says so of a header; the text would show the key
        return EndpointReply(problem="the key holds characters that no HTTP header may have", fix=_SET_KEY)


_SET_KEY = "export OPENAI_API_KEY=YOUR_KEY"
_SET_URL = "export HOMEBODY_LANGUAGE_URL=http://localhost:11434/v1"


def _models(url: str, body: bytes) -> EndpointReply:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        start = body[:40].decode(errors="replace").split("\n")[0].strip()
        return EndpointReply(problem=f"{shown(url)}/models answers something else than JSON: {start!r}", fix=_SET_URL)
    rows = value.get("data") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        return EndpointReply(problem=f"{shown(url)}/models answers JSON without a list named 'data'", fix=_SET_URL)
    return EndpointReply(tuple(str(row["id"]) for row in rows if isinstance(row, dict) and "id" in row))


def _refusal(url: str, code: int, keyed: bool) -> EndpointReply:
    place = shown(url)
    if code in (401, 403):
        what = "does not accept the key" if keyed else "wants a key, and none is set"
        return EndpointReply(problem=f"{place} {what} (HTTP {code})", fix=_SET_KEY)
    if 300 <= code < 400:
        return EndpointReply(problem=f"{place} sends us elsewhere (HTTP {code}); give that address", fix=_look(url))
    if code == 404:
        base = f"{place.rstrip('/')}/v1"
        hint = "" if place.rstrip("/").endswith("/v1") else "; most base addresses end in /v1"
        fix = _SET_URL if not hint else f"export HOMEBODY_LANGUAGE_URL={base}"
        return EndpointReply(problem=f"{place} knows no /models (HTTP 404){hint}", fix=fix)
    return EndpointReply(problem=f"{place} answers HTTP {code}", fix=_look(url))


def _unreachable(url: str, reason: object, seconds: float) -> EndpointReply:
    place = shown(url)
    if isinstance(reason, ConnectionRefusedError):
        return EndpointReply(problem=f"{place} refuses the connection: nothing listens there", fix=_serve(url))
    if isinstance(reason, TimeoutError):
        return EndpointReply(problem=f"{place} does not answer within {seconds:g} s", fix=_look(url))
    if isinstance(reason, socket.gaierror):
        return EndpointReply(problem=f"no machine is known by the name {urlsplit(url).hostname}", fix=_SET_URL)
    if isinstance(reason, ssl.SSLError):
        return EndpointReply(problem=f"no secure connection to {place}: {reason.reason or reason}", fix=_look(url))
    return EndpointReply(problem=f"{place} broke off: {reason or type(reason).__name__}", fix=_look(url))


def _look(url: str) -> str:
    return command("curl", "-sSi", "-m", "30", f"{shown(url).rstrip('/')}/models")


def _serve(url: str) -> str:
    parts = urlsplit(url)
    if parts.hostname not in _LOCAL:
        return _look(url)
    if parts.port == 11434:
        return "ollama serve"
    return f"llama-server -m MODEL.gguf --port {parts.port or (443 if parts.scheme == 'https' else 80)}"
