"""Finds that are scored anew by all of a picture: learning it, reading it, and using it beside a detector."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from envs.errors import BadInput
from homebody.cli import app
from perception.detector.detection import Detection
from perception.detector.yolo_world import YoloWorld, fitted_rescorer, weights_path
from perception.rescoring.finds import Finds, own_measures, pair_measures
from perception.rescoring.pictures import as_finds, rescored
from perception.rescoring.rescorer import MOST, Rescorer, read_rescorer
from perception.rescoring.training import JudgedFinds, judged_finds, train_rescorer

TYPES = ("Mug", "Cup", "Fridge")


def scene(seed: int, alone: bool = False) -> JudgedFinds:
    """A mug that is taken for a cup as well, a little less surely, and a fridge elsewhere; or a cup and a fridge."""
    chance = np.random.default_rng(seed)
    corner = chance.uniform(0.1, 0.4, 2)
    place, fridge = np.concatenate([corner, corner + 0.2]), np.concatenate([corner + 0.3, corner + 0.5])
    sure = float(chance.uniform(0.5, 0.8))
    finds = Finds(np.array([0, 1, 2]), np.array([sure, sure - 0.1, 0.3]), np.stack([place, place + 0.01, fridge]))
    if alone:
        finds = Finds(finds.kinds[1:], finds.confidence[1:], finds.boxes[1:])
    return judged_finds(finds, np.array([int(alone), 2]), np.stack([place, fridge]))


SCENES = [scene(seed, alone=seed % 2 == 0) for seed in range(64)]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch")
    out = tmp_path_factory.mktemp("rescoring") / "net.npz"
    train_rescorer(SCENES, TYPES, "digest", out, epochs=40, rate=0.01)
    return out


def test_each_thing_is_found_once_by_the_surest() -> None:
    box = np.array([[0.1, 0.1, 0.5, 0.5]])
    finds = Finds(np.array([0, 0, 1]), np.array([0.9, 0.8, 0.7]), np.repeat(box, 3, axis=0))
    assert judged_finds(finds, np.array([0]), box).right.tolist() == [1.0, 0.0, 0.0]


def test_of_two_types_in_one_place_the_less_sure_is_doubted(learned: Path) -> None:
    mug, cup, fridge = read_rescorer(learned).confidences(scene(999).finds)
    assert mug > cup + 0.3 and fridge > cup + 0.3
    assert read_rescorer(learned).confidences(scene(999, alone=True).finds)[0] > cup + 0.3


def test_the_same_is_learned_from_the_same(learned: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.npz"
    train_rescorer(SCENES, TYPES, "digest", again, epochs=40, rate=0.01)
    assert again.read_bytes() == learned.read_bytes()


def test_numpy_tells_what_torch_does(learned: Path) -> None:
    torch = pytest.importorskip("torch")
    from perception.rescoring.attention import attention_network

    rescorer, finds = read_rescorer(learned), scene(5).finds
    network = attention_network(torch, len(TYPES))
    network.load_state_dict({k: torch.from_numpy(v) for k, v in rescorer.weights.items() if k != "shift"})
    network.eval()
    given = (finds.kinds, own_measures(finds), pair_measures(finds), np.ones(len(finds), bool))
    with torch.no_grad():
        raw = network(*(torch.from_numpy(one)[None] for one in given))[0].numpy()
    told = 1 / (1 + np.exp(-np.clip(raw + rescorer.weights["shift"], -30, 30)))
    np.testing.assert_allclose(rescorer.confidences(finds), told, atol=1e-5)


def shipped() -> Rescorer:
    found = fitted_rescorer(weights_path(None))
    assert found is not None, "the shipped rescorer was fitted to other weights than the shipped ones"
    return found


@given(seed=st.integers(0, 10_000), count=st.integers(1, 12))
def test_the_order_of_what_was_found_changes_nothing(seed: int, count: int) -> None:
    chance, rescorer = np.random.default_rng(seed), shipped()
    low = chance.uniform(0, 0.8, (count, 2))
    boxes = np.concatenate([low, low + chance.uniform(0.02, 0.2, (count, 2))], axis=1)
    kinds, sure = chance.integers(0, len(rescorer.types), count), chance.uniform(0.03, 1, count)
    order = chance.permutation(count)
    told = rescorer.confidences(Finds(kinds, sure, boxes))
    assert ((told >= 0) & (told <= 1)).all()
    np.testing.assert_allclose(
        rescorer.confidences(Finds(kinds[order], sure[order], boxes[order])), told[order], atol=1e-4
    )


def test_words_of_no_home_are_left_as_they_are() -> None:
    found = [Detection("Mug", 0.8, (1, 1, 50, 50)), Detection("dragon", 0.7, (60, 60, 90, 90))]
    told = rescored(shipped(), found, 100, 100)
    assert {one.label for one in told} == {"Mug", "dragon"}
    assert next(one for one in told if one.label == "dragon") == found[1]
    assert rescored(shipped(), [], 100, 100) == []
    many = [Detection("Mug", 0.5, (i, i, i + 5, i + 5)) for i in range(MOST + 20)]
    assert len(rescored(shipped(), many, 300, 300)) == MOST
    assert as_finds(found[:1], ("Mug",), 100, 50).boxes.tolist() == [[0.01, 0.02, 0.5, 1.0]]


def test_a_class_is_found_the_same_whatever_else_is_asked_for() -> None:
    pytest.importorskip("onnxruntime")
    from envs.pocket import PocketController

    with PocketController("kitchen", seed=3, width=300, height=300, renderMode="textured") as simulator:
        frame = simulator.last_event.frame
    assert frame is not None
    detector = YoloWorld(confidence=0.05)
    alone = detector.detect(frame, ["Cabinet"])
    among = [one for one in detector.detect(frame, ["Cabinet", "Fridge", "Mug"]) if one.label == "Cabinet"]
    assert alone and alone == among


def test_the_command_learns_from_collected_pictures_and_says_what_it_brings(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    data = tmp_path / "data"
    collected = ["collect", "--episodes", "10", "--sources", "none", "--rooms", "kitchen", "--out", str(data)]
    done = CliRunner().invoke(app, [*collected, "--snapshots", "1", "--moments", "0"])
    assert done.exit_code == 0, done.output
    out = tmp_path / "new" / "rescoring.npz"
    done = CliRunner().invoke(
        app, ["train", "rescoring", "--data", str(data), "--out", str(out), "--epochs", "1", "--json", "-"]
    )
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert len(told["losses"]) == 1 and set(told["test"]) == {"before", "rescored"}
    assert read_rescorer(out).made_for == shipped().made_for


def test_a_rescorer_of_other_weights_is_passed_over(tmp_path: Path) -> None:
    shutil.copy(weights_path(None).with_name("yolo_world_pocket_rescoring.npz"), tmp_path / "own_rescoring.npz")
    (tmp_path / "own.pt").write_bytes(b"other weights")
    assert fitted_rescorer(tmp_path / "own.pt") is None
    assert fitted_rescorer(tmp_path / "none.pt") is None


def test_what_is_no_rescorer_is_said_to_be_none(tmp_path: Path) -> None:
    np.savez(tmp_path / "odd.npz", types=np.array(["Mug"]))
    with pytest.raises(BadInput, match="homebody train rescoring"):
        read_rescorer(tmp_path / "odd.npz")
    with pytest.raises(BadInput, match="at least 1"):
        train_rescorer([], TYPES, "digest", tmp_path / "x.npz")
