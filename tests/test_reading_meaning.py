"""The encoder of questions and the examples that are nearest by it."""

import numpy as np
import pytest

from agent.recall.reading import by_example, meant
from agent.recall.reading.examples import AskedExample, examples
from agent.recall.reading.meaning import nearest
from agent.recall.reading.meaning.encoder import QuestionEncoder, WordPieces, WordsEncoder, load, quantised, shipped
from agent.recall.reading.meaning.nearest import MeaningComparison
from agent.recall.reading.meaning.tuning import Augmentation


@pytest.fixture(scope="module")
def encoder() -> QuestionEncoder:
    found = shipped()
    assert found is not None, "assets/recall/encoder has no weights.npz"
    return found


def test_words_are_taken_apart_into_the_longest_known_pieces() -> None:
    pieces = WordPieces(["[CLS]", "[SEP]", "[UNK]", "wash", "##ed", "##e", "mug", "?"])
    assert pieces.numbers("Washed MUG?") == [0, 3, 4, 6, 7, 1]
    assert pieces.numbers("wash\u00e9d zebra") == [0, 3, 4, 2, 1]  # accents go, what is not known is one mark


def test_what_means_alike_lies_close(encoder: QuestionEncoder) -> None:
    said = ["at what time did you wash the mug", "when was the mug washed", "why did you fail to make coffee"]
    one, same, other = encoder.encode(said)
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-5)
    assert one @ same > one @ other + 0.3


def test_a_sentence_is_encoded_alike_alone_and_among_others(encoder: QuestionEncoder) -> None:
    said = ["where is the mug", "what did you do yesterday after making coffee"]
    assert np.allclose(encoder.encode(said)[0], encoder.encode(said[:1])[0])
    assert encoder.encode([]).shape == (0, 384)


def test_eight_bits_keep_a_weight_within_half_a_step() -> None:
    weight = np.random.default_rng(0).normal(size=(40, 7)).astype(np.float32)
    small, scale = quantised(weight)
    assert small.dtype == np.int8
    assert (np.abs(small * scale - weight) <= scale / 2 + 1e-6).all()


def test_without_weights_there_is_no_encoder_and_words_alone_are_compared(tmp_path, monkeypatch) -> None:
    assert load(tmp_path) is None
    monkeypatch.setattr(meant, "meanings", lambda: None)
    reader = by_example.ExampleReader((), by_example.datetime(2026, 1, 8), None, by_example.nothing_known)
    assert reader.read("Where is the mug?").sureness > 0.9  # type: ignore[union-attr]


def test_the_nearest_group_is_found_and_leaning_ones_only_behind_a_question() -> None:
    every = [
        AskedExample(("where", "is", "it"), {"ask": "where", "of": "before"}, True),
        AskedExample(("where", "is", "the", "mug"), {"ask": "where"}, False),
        AskedExample(("when", "did", "you", "go"), {"ask": "when"}, False),
    ]
    words = WordsEncoder()
    compared = MeaningComparison(every, words.encode([" ".join(one.words) for one in every]), words)
    assert compared.nearest("where is it", True, {}).example is every[0]
    assert compared.nearest("where is it", False, {}).example is every[1]
    assert compared.nearest("when did you go", False, {}).chance > compared.nearest("go", False, {}).chance


def test_vectors_are_kept_for_every_example() -> None:
    kept, _ = nearest._kept(nearest.FOLDER)
    missing = {" ".join(one.words) for one in examples()} - {*kept}
    assert not missing, "python -m agent.recall.reading.by_example"


def test_names_are_exchanged_by_seed_and_the_phrasing_stays() -> None:
    groups = [{"here": ["mug"], "also": ["{thing}"]}]
    one, same = (Augmentation(groups, {"salt shaker": "salt shakers"}, 3) for _ in range(2))
    said = [one("what happened to the mug") for _ in range(30)]
    assert said == [same("what happened to the mug") for _ in range(30)]
    assert any("salt shaker" in text for text in said)
    assert all(text.split()[-1] != "" and ("happened" in text or "what" in text) for text in said)


def test_groups_are_told_apart_by_what_they_ask() -> None:
    one = AskedExample(("x",), {"ask": "when"}, False)
    assert one.asks == AskedExample(("y",), {"ask": "when"}, False).asks
    assert one.asks != AskedExample(("x",), {"ask": "when"}, True).asks
