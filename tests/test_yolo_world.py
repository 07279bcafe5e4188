"""The detector on top of YOLO-World: its geometry, the shipped weights, ONNX, CLIP's words, and bad input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.errors import BadInput
from perception.detector.detection import Detection, overlap
from perception.detector.phrases import phrases
from perception.detector.yolo_boxes import Letterbox, both_ways, distinct, fitted, read_answers
from perception.detector.yolo_world import YoloWorld, weights_path
from perception.testing import PocketFrames, check_detector

needs_torch = pytest.mark.skipif(
    any(__import__("importlib.util").util.find_spec(name) is None for name in ("torch", "ultralytics")),
    reason="runs a network: pip install 'homebody[perception]'",
)
quiet = pytest.mark.filterwarnings("ignore")  # torch and ultralytics warn about each other
CLASSES = ["CounterTop", "Fridge", "Cabinet", "Mug", "Drawer", "Sink"]


@pytest.fixture(scope="module")
def frames() -> list[np.ndarray]:
    source = PocketFrames()
    return [np.ascontiguousarray(frame) for frame in source]


# -- geometry ----------------------------------------------------------------------------------------------------


@given(st.integers(1, 200), st.integers(1, 200), st.sampled_from([32, 64, 320]), st.floats(0, 1), st.floats(0, 1))
def test_boxes_find_their_way_back(height, width, size, share_x, share_y):
    _, fit = fitted(np.zeros((height, width, 3), np.uint8), size)
    x, y = share_x * width, share_y * height
    answers = np.zeros((5, 1), np.float32)
    answers[:, 0] = x * fit.scale + fit.left, y * fit.scale + fit.top, 4 * fit.scale, 4 * fit.scale, 0.9
    (found,) = read_answers(answers, fit, ["Mug"], 0.1, 0.5) or [None]
    if found is None:  # nothing of the box is left within the frame
        return
    x0, y0, x1, y1 = found.box
    assert 0 <= x0 < x1 <= width and 0 <= y0 < y1 <= height
    assert x0 == pytest.approx(max(0, x - 2), abs=0.02) and y1 == pytest.approx(min(height, y + 2), abs=0.02)


def test_a_frame_is_centred_and_keeps_its_shape():
    picture, fit = fitted(np.full((48, 192, 3), 255, np.uint8), 64)
    assert picture.shape == (3, 32, 128) and fit == Letterbox(2 / 3, 0, 0, 192, 48)
    picture, fit = fitted(np.full((50, 100, 3), 255, np.uint8), 64)
    assert picture.shape == (3, 64, 96) and fit.left == 3 and fit.top == 9
    assert np.allclose(picture[:, 10:54, 4:92], 1) and np.allclose(picture[:, :9], 114 / 255)


@given(st.integers(1, 400), st.integers(1, 400), st.sampled_from([64, 256, 320]))
def test_a_frame_of_any_shape_is_shown_as_large_as_a_square_or_smaller(height, width, size):
    picture, fit = fitted(np.zeros((height, width, 3), np.uint8), size)
    tall, wide = picture.shape[1:]
    assert tall % 32 == wide % 32 == 0 and max(tall, wide) <= 2 * size
    shown = height * width * fit.scale**2
    assert shown <= size**2 * 1.001 and (max(height, width) > 4 * min(height, width) or shown >= size**2 * 0.999)


def test_resizing_is_like_other_peoples():
    cv2 = pytest.importorskip("cv2")
    frame = np.random.default_rng(0).integers(0, 255, (30, 40, 3), dtype=np.uint8)
    picture, fit = fitted(frame, 96)
    other = cv2.resize(frame, (110, 84), interpolation=cv2.INTER_LINEAR).transpose(2, 0, 1) / 255
    assert picture.shape == (3, 96, 128)
    shown = picture[:, fit.top : fit.top + 84, fit.left : fit.left + 110]
    assert np.abs(shown - other).max() < 0.01


boxes = st.lists(
    st.tuples(st.integers(0, 50), st.integers(0, 50), st.integers(1, 30), st.integers(1, 30), st.integers(0, 2)),
    max_size=12,
)


@given(boxes)
def test_what_is_kept_does_not_overlap_and_what_is_dropped_does(given_boxes):
    array = np.array([(x, y, x + w, y + h) for x, y, w, h, _ in given_boxes], float).reshape(-1, 4)
    kinds = np.array([kind for *_, kind in given_boxes], int)
    kept = distinct(array, kinds, 0.5)

    def share(a: int, b: int) -> float:
        low, high = np.maximum(array[a, :2], array[b, :2]), np.minimum(array[a, 2:], array[b, 2:])
        both = float(np.prod(np.clip(high - low, 0, None)))
        area = [float(np.prod(array[i, 2:] - array[i, :2])) for i in (a, b)]
        return both / (sum(area) - both)

    same = [(a, b) for a in kept for b in kept if a < b and kinds[a] == kinds[b]]
    assert all(share(a, b) <= 0.5 for a, b in same)
    dropped = set(range(len(array))) - set(kept)
    assert all(any(kinds[a] == kinds[b] and a < b and share(a, b) > 0.5 for a in kept) for b in dropped)


def agree(ones: list[Detection], others: list[Detection], sure: float) -> None:
    """What one is sure of, another way of computing the same finds, too."""
    for one in ones:
        twins = [d for d in others if d.label == one.label and np.allclose(d.box, one.box, atol=0.5)]
        assert one.confidence < sure or any(abs(d.confidence - one.confidence) < 0.01 for d in twins), one


def share(ones: list[Detection], others: list[Detection]) -> float:
    """How many of the ones the others have, too, nearly."""
    twins = [any(d.label == one.label and overlap(d.box, one.box) > 0.8 for d in others) for one in ones]
    return sum(twins) / len(twins) if twins else 1.0


# -- the shipped network -----------------------------------------------------------------------------------------


@needs_torch
@quiet
def test_the_shipped_weights_keep_the_contract():
    check_detector(YoloWorld(device="cpu", confidence=0.25), classes=[*CLASSES, "coffee cup"])


@needs_torch
@quiet
def test_the_shipped_weights_see_a_kitchen_and_a_batch_is_the_same(frames):
    detector = YoloWorld(device="cpu", confidence=0.25)
    together = detector.detect_batch(frames, CLASSES)
    apart = [detector.detect(frame, CLASSES) for frame in frames]
    for one, other in zip(together, apart, strict=True):
        agree(one, other, 0.3)
    assert {one.label for found in together for one in found} & {"CounterTop", "Fridge", "Cabinet"}


@needs_torch
@quiet
def test_looking_at_the_mirror_image_as_well_it_finds_the_same_left_and_right(frames):
    detector, seen = YoloWorld(device="cpu", confidence=0.25, rescored=False), 0
    for frame in frames:
        width, found = frame.shape[1], detector.detect(frame, CLASSES)
        turned = [(d, d.box) for d in detector.detect(np.ascontiguousarray(frame[:, ::-1]), CLASSES)]
        back = [Detection(d.label, d.confidence, (width - x1, y0, width - x0, y1)) for d, (x0, y0, x1, y1) in turned]
        agree(found, back, 0.3)
        agree(back, found, 0.3)
        seen += len(found)
    assert seen


def test_answers_of_the_mirror_image_are_turned_back_anchor_by_anchor():
    width, height = 64, 32
    anchors = 4 * 8 + 2 * 4 + 1 * 2
    answers = np.zeros((1, 5, anchors))
    answers[0, :, 8 + 1] = (12.0, 12.0, 10.0, 6.0, 0.8)  # second row, second column of the finest grid
    mirrored = np.zeros((1, 5, anchors))
    mirrored[0, :, 8 + 6] = (width - 14.0, 12.0, 8.0, 6.0, 0.6)
    merged = both_ways(answers, mirrored, height, width)
    assert np.allclose(merged[0, :, 8 + 1], (13.0, 12.0, 9.0, 6.0, 0.7))
    assert not merged[0, 4, np.arange(anchors) != 8 + 1].any()
    assert np.allclose(
        both_ways(answers, mirrored, height, width), both_ways(answers[0], mirrored[0], height, width)[None]
    )


def test_what_it_is_sure_of_stays_when_it_is_asked_for_doubtful_things_as_well():
    detector = YoloWorld(confidence=0.3, sure=0.7)
    assert detector.less_sure(0.01).sure == detector.sure == 0.7


@needs_torch
@quiet
def test_classes_are_what_is_asked_for(frames):
    detector = YoloWorld(device="cpu", confidence=0.05)
    found = [one for frame in frames for one in detector.detect(frame, ["fridge", "kitchen counter"])]
    assert {one.label for one in found} <= {"fridge", "kitchen counter"} and found


@needs_torch
@quiet
def test_onnx_gives_the_same_answers_for_any_classes_sizes_and_shapes(frames, tmp_path):
    for name in ("onnx", "onnxruntime"):
        pytest.importorskip(name, reason="export needs onnx: pip install 'homebody[perception,semantic]'")
    from perception.detector.yolo_onnx import export_onnx

    path = export_onnx(weights_path(None), tmp_path / "small.onnx", 96)
    shapes = [frames[0], frames[0][:200], frames[1][:, :150], *frames[1:]]
    for size, mirrored in ((96, False), (160, True)):
        ours = YoloWorld(device="torch", size=size, confidence=0.05, mirrored=mirrored, rescored=False)
        theirs = YoloWorld(path, size=size, confidence=0.05, mirrored=mirrored, rescored=False)
        for classes in (CLASSES, CLASSES[:2]):
            seen = ours.detect_batch(shapes, classes), theirs.detect_batch(shapes, classes)
            for one, other in zip(*seen, strict=True):
                agree(one, other, 0.1)
                agree(other, one, 0.1)


def exports() -> Any:
    for name in ("onnx", "onnxruntime"):
        pytest.importorskip(name, reason="export needs onnx: pip install 'homebody[perception,semantic]'")
    from perception.detector import yolo_onnx

    return yolo_onnx


@needs_torch
@quiet
def test_the_shipped_export_stands_for_the_shipped_weights_and_sees_the_same(frames):
    shipped = exports().stand_in(weights_path(None))
    assert shipped is not None
    torch, cpu = (YoloWorld(device=device, confidence=0.3) for device in ("torch", "cpu"))
    found = [[one for one in torch.detect(frame, CLASSES) if one.confidence > 0.45] for frame in frames]
    for frame, wanted in zip(frames, found, strict=True):
        if min(frame.shape[:2]) >= 32:  # in a picture of a few pixels nothing is sure
            assert share(wanted, cpu.detect(frame, CLASSES)) >= 0.8
    assert sum(map(len, found)) > 3
    assert type(cpu._network).__name__ == "OnnxNetwork" and type(torch._network).__name__ == "TorchNetwork"


def test_an_export_of_other_weights_is_passed_over(tmp_path):
    onnx = exports()
    ours, export = tmp_path / "best.pt", tmp_path / "best.onnx"
    ours.write_bytes(weights_path(None).read_bytes())
    assert onnx.stand_in(ours) is None
    export.write_bytes(weights_path(None).with_suffix(".onnx").read_bytes())
    assert onnx.stand_in(ours) is not None
    ours.write_bytes(ours.read_bytes() + b" ")
    assert onnx.stand_in(ours) is None
    ours.write_bytes(weights_path(None).read_bytes())
    export.write_bytes(b"junk")
    assert onnx.stand_in(ours) is None


@needs_torch
@quiet
def test_an_export_with_numbers_of_8_bits_is_small_and_sees_much_the_same(frames, tmp_path):
    onnx = exports()
    whole = onnx.export_onnx(weights_path(None), tmp_path / "whole.onnx", 128)
    small = onnx.export_onnx(weights_path(None), tmp_path / "small.onnx", 128, frames=frames)
    assert small.stat().st_size < 0.5 * whole.stat().st_size
    exact, rough = YoloWorld(whole, size=128, confidence=0.3), YoloWorld(small, size=128, confidence=0.05)
    wanted = [[one for one in exact.detect(frame, CLASSES) if one.confidence > 0.5] for frame in frames]
    for frame, things in zip(frames, wanted, strict=True):
        assert share(things, rough.detect(frame, CLASSES)) >= 0.75
    assert sum(map(len, wanted)) > 1


@needs_torch
@quiet
def test_published_checkpoints_are_asked_with_clips_words(tmp_path, monkeypatch, frames):
    """A network of ultralytics' own class brings its own text encoder; a stand-in takes the place of CLIP."""
    import torch

    monkeypatch.setitem(sys.modules, "clip", type(sys)("clip"))
    from ultralytics import YOLOWorld
    from ultralytics.nn import text_model

    asked: list[str] = []

    class Clip:
        def tokenize(self, texts: list[str]) -> Any:
            asked.extend(texts)
            return torch.arange(len(texts))

        def encode_text(self, tokens: Any) -> Any:
            return torch.nn.functional.normalize(torch.ones(len(tokens), 512), dim=-1)

    monkeypatch.setattr(text_model, "build_text_model", lambda *_, **__: Clip())
    YOLOWorld("yolov8n-worldv2.yaml").save(tmp_path / "published.pt")
    YoloWorld(tmp_path / "published.pt", device="cpu", size=64, trust=True).detect(
        frames[0], ["CoffeeMachine", "red mug"]
    )
    assert asked == [*phrases()["CoffeeMachine"].words, "red mug"]


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (ModuleNotFoundError("No module named 'clip'", name="clip"), "not installed .clip.: pip install"),
        (OSError("no route to host"), "cannot be loaded .no route to host.*be online"),
    ],
)
@needs_torch
@quiet
def test_published_weights_without_clip_are_one_sentence(
    tmp_path: Path, frames: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    monkeypatch.setitem(sys.modules, "clip", type(sys)("clip"))
    from ultralytics import YOLOWorld
    from ultralytics.nn import text_model

    def lacking(*_: Any, **__: Any) -> Any:
        raise error

    monkeypatch.setattr(text_model, "build_text_model", lacking)
    YOLOWorld("yolov8n-worldv2.yaml").save(tmp_path / "published.pt")
    with pytest.raises(BadInput, match=says):
        YoloWorld(tmp_path / "published.pt", device="cpu", size=64, trust=True).detect(frames[0], ["Mug"])


# -- bad input ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"weights": "nowhere.pt"}, "no weights at nowhere.pt"),
        ({"confidence": 0.0}, "between 0 and 1"),
        ({"sure": 1.5}, "sure 1.5 must lie between 0 and 1"),
        ({"size": 100}, "multiple of 32"),
    ],
)
def test_options_that_cannot_be_are_refused(options, says):
    with pytest.raises(BadInput, match=says):
        YoloWorld(**options)


def test_a_published_name_needs_no_file():
    assert weights_path("yolov8s-worldv2.pt") == Path("yolov8s-worldv2.pt")


@needs_torch
@quiet
def test_words_without_features_are_named(frames):
    with pytest.raises(BadInput, match="'zebra'"):
        YoloWorld(device="cpu").detect(frames[0], ["Mug", "zebra"])


def test_without_torch_one_sentence_says_what_to_type(monkeypatch, tmp_path):
    for name in list(sys.modules):
        if name.split(".")[0] in ("torch", "ultralytics"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    (tmp_path / "weights.pt").write_bytes(b"")
    with pytest.raises(BadInput, match=r"torch is not installed: pip install 'homebody\[perception\]'"):
        YoloWorld(tmp_path / "weights.pt").detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])


def test_junk_is_no_onnx(tmp_path):
    pytest.importorskip("onnxruntime", reason="runs ONNX: pip install 'homebody[semantic]'")
    (tmp_path / "junk.onnx").write_bytes(b"junk")
    with pytest.raises(BadInput, match="not an ONNX model"):
        YoloWorld(tmp_path / "junk.onnx").detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])
