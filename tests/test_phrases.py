"""The words of types, and their features."""

from __future__ import annotations

import numpy as np
import pytest

from envs.errors import BadInput
from envs.vocabulary.object_types import object_types
from perception.detector.phrases import household_classes, phrase_of, phrases, type_of
from perception.detector.text_features import WIDTH, TextFeatures, class_features, write_table


@pytest.fixture(autouse=True)
def _no_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOMEBODY_ENCODER", "off")


def test_a_type_is_asked_for_by_all_its_words_and_a_word_by_itself():
    features = TextFeatures()
    both = class_features(["Mug", "mug"], features.embed)
    words = features.embed(list(phrases()["Mug"].words)).mean(axis=0)
    assert np.allclose(both[0], words / np.linalg.norm(words), atol=1e-6)
    assert np.allclose(both[1], features.embed(["mug"])[0], atol=1e-6)
    assert np.allclose(np.linalg.norm(both, axis=1), 1)


def test_every_type_but_the_floor_has_words_of_its_own():
    assert set(household_classes()) == set(object_types()) - {"Floor"}
    said = [word for entry in phrases().values() for word in (*entry.words, *entry.unseen)]
    assert len(said) == len(set(said))
    assert all(len(entry.words) >= 3 and entry.unseen for entry in phrases().values())


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("mug", "Mug"),
        ("the coffee maker", "CoffeeMachine"),
        ("CoffeeMachine", "CoffeeMachine"),
        ("A Fridge", "Fridge"),
        ("zebra", None),
    ],
)
def test_words_name_types(words, kind):
    assert type_of(words) == kind


def test_types_become_plain_words_and_free_words_stay():
    assert phrase_of("CoffeeMachine") == "coffee machine"
    assert phrase_of("GarlicPress") == "garlic press"
    assert phrase_of("red mug") == "red mug"


def test_household_words_have_packaged_features():
    features = TextFeatures().embed(["Mug", "mug", "Fridge", "tea mug"])
    assert features.shape == (4, WIDTH) and features.dtype == np.float32
    assert np.allclose(np.linalg.norm(features, axis=1), 1, atol=1e-5)
    assert np.array_equal(features[0], features[1])
    assert features[0] @ features[3] > features[2] @ features[3]


def test_other_words_need_the_encoder_and_all_of_them_are_named():
    with pytest.raises(BadInput, match=r"'zebra', 'garlic press'.*pip install"):
        TextFeatures().embed(["Mug", "zebra", "GarlicPress"])


class Letters:
    """An encoder that counts letters."""

    name = "letters"

    def embed(self, texts):
        rows = np.array([[text.count(c) + 0.01 for c in "abcdefghijklmnop"] for text in texts], np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_an_encoder_of_ones_own_is_asked_for_them():
    features = TextFeatures(Letters()).embed(["zebra", "Mug"])  # pyright: ignore[reportArgumentType]
    assert np.allclose(features[0, :16], Letters().embed(["zebra"])[0])
    assert not features[0, 16:].any()


def test_a_table_is_the_same_bytes_every_time(tmp_path):
    for name in ("a.npz", "b.npz"):
        write_table(tmp_path / name, ["mug", "cup"], Letters())  # pyright: ignore[reportArgumentType]
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_words_nobody_trained_on_are_drawn_to_what_means_nearly_the_same_and_others_stay():
    """ "tea mug" is asked for as a mug; a word that is like nothing of the house keeps its own feature."""
    known = TextFeatures()
    rows = [known.embed([entry.words[0]])[0] for entry in phrases().values()]
    far = np.zeros(WIDTH, np.float32)
    far[-1] = 1.0  # where no feature of the table has anything

    def encode(words: list[str]) -> np.ndarray:
        return np.array([far if word == "zeppelin" else known.embed([word])[0] for word in words])

    names = ["tea mug", "mug", "Mug", "zeppelin"]
    own, drawn = (class_features(names, encode, drawn=how) for how in (False, True))
    mug = list(phrases()).index("Mug")
    assert (np.array(rows) @ drawn[0]).argmax() == mug and drawn[0] @ own[2] > own[0] @ own[2]
    assert np.allclose(drawn[1:3], own[1:3]) and np.allclose(drawn[3], far)
    assert np.allclose(np.linalg.norm(drawn, axis=1), 1)
