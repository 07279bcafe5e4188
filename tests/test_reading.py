"""What questions ask: the reader by example on questions of its own, and what no reader may trip over."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading_marks import marked, reader

from agent.recall.algebra.query import ASKS
from agent.recall.reading.by_example import LEAST
from agent.recall.reading.examples import examples
from agent.recall.reading.frames import comparison, digest, frames, said_so
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal

READ = reader()


@pytest.mark.parametrize(("half", "share"), [("a", 0.95), ("b", 0.9)])
def test_questions_are_read_as_what_they_ask(half: str, share: float) -> None:
    results = list(marked(half))
    wrong = [f"{question}: {why}" for question, why, _ in results if why]
    assert len(wrong) <= (1 - share) * len(results), "\n".join(wrong)


def test_the_frames_that_are_kept_are_those_of_the_examples() -> None:
    """Else every question of every process takes all examples apart anew, which takes seconds."""
    kept = json.loads((files("assets") / "recall" / "frames.json").read_text(encoding="utf-8"))
    renewed = {"digest": digest(), "frames": frames(), "said": said_so()}
    assert kept == renewed, "python -m agent.recall.reading.by_example"


def test_every_ask_has_examples() -> None:
    asked = defaultdict(int)
    for example in examples():
        asked[example.query.get("ask")] += 1
    assert {ask for ask in ASKS if asked[ask] < 3} == set()


def test_sentences_of_one_shape_ask_the_same() -> None:
    """Two sentences that look the same to the reader and name other queries: one of them would never count."""
    queries = defaultdict(set)
    for example, marks in comparison().framed:
        queries[marks, example.leans].add(str((example.query, example.refused)))
    assert {shape: asked for shape, asked in queries.items() if len(asked) > 1} == {}


def test_what_a_question_has_and_nothing_stands_for_is_left_out() -> None:
    found = READ.read("Did you wash the red mug in the kitchen?")
    assert isinstance(found, Reading)
    assert set(found.queries[0].left_out) == {"red", "kitchen"}


@pytest.mark.parametrize(
    ("qualifier", "traces"),
    [
        ("with a spatula", ("Spatula", "spatula")),
        ("on Tuesday", ("2026", "Tuesday", "tuesday")),
        ("for longer than an hour", ("3600", "hour")),
    ],
)
def test_no_qualifier_is_dropped_in_silence(qualifier: str, traces: tuple[str, ...]) -> None:
    asked = [example for example in examples()[::9] if not example.leans and not example.refused]
    dropped = []
    for example in asked:
        found = READ.read(f"{' '.join(example.words)} {qualifier}")
        told = str(found.queries).replace(example_text(found), "") if isinstance(found, Reading) else traces[0]
        if not any(trace in told for trace in traces):
            dropped.append(f"{' '.join(example.words)} {qualifier}: {found}")
    assert len(asked) > 150
    assert dropped == [], "\n".join(dropped[:10])


def example_text(found: Reading) -> str:
    """The sentence itself, which a query keeps beside what it asks."""
    return f"text={found.queries[0].text!r}"


def test_a_stranger_question_is_asked_back_with_the_nearest() -> None:
    found = READ.read("Which cabinet did the frobnication of wugs blicket into?")
    assert isinstance(found, Refusal)
    assert not found.final


@pytest.mark.parametrize(
    "text", ["", "?", "...", "a" * 5000, "mug " * 2000, "\x00\x1b[31m", "{{7*7}}", "'; DROP TABLE"]
)
def test_no_text_is_too_odd(text: str) -> None:
    assert isinstance(READ.read(text), Reading | Refusal)


WORDS = st.sampled_from(sorted({word for example in examples() for word in example.words}))


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=8))
def test_any_words_are_read_or_refused(first: list[str], second: list[str]) -> None:
    found = READ.read(" ".join(first))
    assert isinstance(found, Refusal) or found.sureness >= LEAST
    before = EarlierExchange(found.queries[-1]) if isinstance(found, Reading) else None
    assert isinstance(READ.read(" ".join(second), before), Reading | Refusal)
