from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from envs.errors import BadInput
from perception.detector.detection import Detection
from perception.recognizer.sequences import STORED, SequenceStep, read_sequence, shrunk, write_sequence


def picture(seed: int, height: int = 300, width: int = 300) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def episode() -> list[SequenceStep]:
    mug = Detection("Mug", 0.75, (30.0, 60.0, 90.0, 120.0))
    return [
        SequenceStep(picture(0), detections=(mug, Detection("red cup", 0.5, (0, 0, 300, 300)))),
        SequenceStep(picture(1), "Turn Left"),
        SequenceStep(picture(2), "Pickup", "Mug", (mug,)),
    ]


def test_what_is_written_is_read_again(tmp_path):
    write_sequence(tmp_path / "a.npz", episode())
    steps = read_sequence(tmp_path / "a.npz")
    assert [(s.action, s.object_type) for s in steps] == [("", ""), ("Turn Left", ""), ("Pickup", "Mug")]
    assert [s.frame.shape for s in steps] == [(STORED, STORED, 3)] * 3
    assert np.array_equal(steps[2].frame, shrunk(picture(2), STORED))
    assert [[d.label for d in s.detections] for s in steps] == [["Mug", "red cup"], [], ["Mug"]]
    assert steps[0].detections[0].confidence == 0.75
    assert steps[0].detections[0].box == pytest.approx(
        (0.1 * STORED, 0.2 * STORED, 0.3 * STORED, 0.4 * STORED), rel=1e-5
    )


def test_the_same_steps_give_the_same_bytes_and_reading_loses_nothing(tmp_path):
    first, second, again = (tmp_path / f"{name}.npz" for name in "abc")
    write_sequence(first, episode())
    write_sequence(second, episode())
    write_sequence(again, read_sequence(first))
    assert first.read_bytes() == second.read_bytes() == again.read_bytes()


def test_an_episode_without_detections(tmp_path):
    write_sequence(tmp_path / "a.npz", [SequenceStep(picture(0)), SequenceStep(picture(1), "Forward")])
    assert [s.detections for s in read_sequence(tmp_path / "a.npz")] == [(), ()]


@given(
    arrays.arrays(np.uint8, st.tuples(st.integers(1, 40), st.integers(1, 40), st.just(3))),
    st.integers(1, 30),
)
@settings(max_examples=60, deadline=None)
def test_shrinking_keeps_the_mean_and_the_range(frame, side):
    small = shrunk(frame, side)
    assert small.shape == (side, side, 3)
    assert frame.min() <= small.min() and small.max() <= frame.max()
    assert np.abs(small.mean(axis=(0, 1)) - frame.mean(axis=(0, 1))).max() <= 0.51


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"action": "Jump"}, "not an action"),
        ({"action": "Pickup"}, "needs the type"),
        ({"action": "Forward", "object_type": "Mug"}, "has no object"),
        ({"frame": picture(0).astype(float)}, "uint8"),
    ],
)
def test_steps_that_make_no_sense_are_refused(step, words):
    with pytest.raises(BadInput, match=words):
        SequenceStep(**{"frame": picture(0), **step})


def test_an_episode_begins_before_anything_was_done(tmp_path):
    with pytest.raises(BadInput, match="no steps"):
        write_sequence(tmp_path / "a.npz", [])
    with pytest.raises(BadInput, match="before anything was done"):
        write_sequence(tmp_path / "a.npz", episode()[1:])
    assert not list(tmp_path.iterdir())


def changed(path: Path, **arrays_: np.ndarray) -> Path:
    with np.load(path) as archive:
        content = {name: archive[name] for name in archive.files}
    np.savez(path, **{**content, **arrays_})
    return path


@pytest.mark.parametrize(
    "arrays_",
    [
        {"format": np.array("another")},
        {"frames": np.zeros((3, STORED, STORED), np.uint8)},
        {"frames": np.zeros((2, STORED, STORED, 3), np.uint8)},
        {"frames": np.zeros((3, STORED, STORED, 3), np.float32)},
        {"actions": np.array(["", "Turn Left", "Dance"])},
        {"object_types": np.array(["", "", ""])},
        {"detection_frames": np.array([0, 0, 7], np.int32)},
        {"labels": np.array(["Mug"])},
        {"boxes": np.zeros((3, 4), np.float32)},
        {"confidences": np.array([0.5, 0.5, 3.0], np.float32)},
        {"boxes": np.full((3, 4), np.nan, np.float32)},
    ],
)
def test_files_that_contradict_themselves_are_named(tmp_path, arrays_):
    path = tmp_path / "bad.npz"
    write_sequence(path, episode())
    with pytest.raises(BadInput, match=r"bad\.npz"):
        read_sequence(changed(path, **arrays_))


def test_damaged_foreign_and_missing_files_are_named(tmp_path):
    path = tmp_path / "bad.npz"
    write_sequence(path, episode())
    whole = path.read_bytes()
    pickled, foreign = io.BytesIO(), io.BytesIO()
    np.savez(pickled, format=np.array([{"a": 1}], dtype=object))
    np.save(foreign, np.zeros(3))
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 0xFF
    for content in (
        b"",
        b"text",
        whole[:-200],
        whole[: len(whole) // 2],
        flipped,
        pickled.getvalue(),
        foreign.getvalue(),
    ):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"bad\.npz"):
            read_sequence(path)
    with pytest.raises(BadInput, match="there is no file"):
        read_sequence(tmp_path / "none.npz")
    with pytest.raises(BadInput, match="is a folder"):
        read_sequence(tmp_path)
