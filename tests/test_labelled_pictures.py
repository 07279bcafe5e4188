"""Folders of labelled pictures: three formats of labels, what counts as found, and what is refused."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from envs.errors import BadInput
from eval.perception.pictures.category import types_by_category
from eval.perception.pictures.figures import figures
from eval.perception.pictures.judging import BoxVerdict, judge, smallest_in
from eval.perception.pictures.labelled import LabelledBox
from eval.perception.pictures.reading import pixels, read_pictures, size_of_picture
from eval.perception.pictures.run import measure
from homebody.cli import app
from perception.detector.detection import Detection, PixelBox

Image = pytest.importorskip("PIL.Image", reason="pictures are read with Pillow: pip install 'homebody[video]'")

MUG, FRIDGE, HALF_SEEN = (10.0, 10.0, 60.0, 60.0), (100.0, 20.0, 180.0, 140.0), (0.0, 150.0, 80.0, 200.0)
EYES = '''
from perception.detector.detection import Detection


class Eyes:
    """Sees mugs where it is red, fridges where it is blue, and always a toilet; remembers nothing."""

    def detect(self, frame, classes):
        found = []
        for name, channel in (("Mug", 0), ("Fridge", 2)):
            rows, columns = (frame[..., channel] > 200).nonzero()
            if name in classes and len(rows):
                box = (float(columns.min()), float(rows.min()), float(columns.max() + 1), float(rows.max() + 1))
                found.append(Detection(name, 0.9, box))
        if "Toilet" in classes:
            found.append(Detection("Toilet", 0.4, (120.0, 150.0, 190.0, 198.0)))
        return found
'''


def picture(path: Path, width: int = 200, height: int = 200) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    drawn = np.zeros((height, width, 3), np.uint8)
    for (x0, y0, x1, y1), channel in ((MUG, 0), (FRIDGE, 2)):
        drawn[int(y0) : int(y1), int(x0) : int(x1), channel] = 255
    Image.fromarray(drawn).save(path)


def frames(folder: Path, boxes: list[dict[str, Any]], **more: Any) -> Path:
    picture(folder / "a.png")
    folder.joinpath("labels.json").write_text(json.dumps([{"image": "a.png", "boxes": boxes, **more}]))
    return folder


def coco(folder: Path, **changes: Any) -> Path:
    picture(folder / "a.png")
    given: dict[str, Any] = {
        "images": [{"id": 7, "file_name": "a.png", "width": 200, "height": 200}],
        "categories": [{"id": 1, "name": "mug"}, {"id": 2, "name": "refrigerator"}, {"id": 3, "name": "person"}],
        "annotations": [
            {"id": 1, "image_id": 7, "category_id": 1, "bbox": [10, 10, 50, 50]},
            {"id": 2, "image_id": 7, "category_id": 2, "bbox": [100, 20, 80, 120], "iscrowd": 0},
            {"id": 3, "image_id": 7, "category_id": 3, "bbox": [0, 0, 200, 200]},
        ],
    }
    folder.joinpath("all.json").write_text(json.dumps({**given, **changes}))
    return folder


def yolo(folder: Path, line: str = "0 0.175 0.175 0.25 0.25\n1 0.5 0.1 0.9 0.1 0.9 0.7 0.5 0.7\n") -> Path:
    picture(folder / "images" / "val" / "a.png")
    (folder / "labels" / "val").mkdir(parents=True)
    (folder / "labels" / "val" / "a.txt").write_text(line)
    (folder / "data.yaml").write_text("names:\n  0: mug/coffee mug\n  1: fridge\n")
    return folder


@pytest.fixture
def eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "red_eyes.py").write_text(EYES)
    sys.modules.pop("red_eyes", None)
    return __import__("red_eyes").Eyes()


# -- what counts -----------------------------------------------------------------------------------------------------


def verdicts(truth: list[LabelledBox], found: list[Detection], **more: Any) -> tuple[list[str], list[str]]:
    judged = judge(truth, found, smallest=20, **more)
    return [verdict.value for _, verdict in judged.found], [verdict.value for _, verdict in judged.truth]


def test_a_find_is_right_when_it_has_any_of_the_types_and_half_of_the_box() -> None:
    truth = [LabelledBox(MUG, ("Cup", "Mug"))]
    assert verdicts(truth, [Detection("Mug", 0.3, MUG)]) == (["right"], ["right"])
    assert verdicts(truth, [Detection("Bowl", 0.3, MUG)]) == (["wrong"], ["missed"])
    assert verdicts(truth, [Detection("Mug", 0.3, (10, 10, 60, 36))]) == (["right"], ["right"])
    assert verdicts(truth, [Detection("Mug", 0.3, (10, 10, 60, 34))]) == (["wrong"], ["missed"])
    assert verdicts(truth, [Detection("Mug", 0.24, MUG)]) == ([], ["missed"])


def test_a_box_is_found_once_by_what_is_surest() -> None:
    truth = [LabelledBox(MUG, ("Cup", "Mug"))]
    judged = judge(truth, [Detection("Mug", 0.5, MUG), Detection("Cup", 0.8, MUG)], 20)
    assert [(one.label, verdict) for one, verdict in judged.found] == [
        ("Cup", BoxVerdict.RIGHT),
        ("Mug", BoxVerdict.WRONG),
    ]
    two = [LabelledBox(MUG, ("Mug",)), LabelledBox((12, 10, 62, 60), ("Mug",))]
    assert verdicts(two, [Detection("Mug", 0.8, MUG), Detection("Mug", 0.5, MUG)]) == (["right"] * 2, ["right"] * 2)


def test_small_things_and_what_nothing_is_known_of_count_neither_way() -> None:
    small = (10.0, 10.0, 29.0, 29.0)
    assert verdicts([LabelledBox(small, ("Mug",))], [Detection("Mug", 0.9, small)]) == (["ignored"], ["ignored"])
    assert verdicts([], [Detection("Mug", 0.9, small)]) == (["ignored"], [])
    assert verdicts([], [Detection("Mug", 0.9, MUG)], ignored=[MUG]) == (["ignored"], [])
    whole = (0.0, 0.0, 200.0, 200.0)
    assert verdicts([], [Detection("Mug", 0.9, MUG)], ignored=[whole]) == (["wrong"], [])
    assert verdicts([], [Detection("Mug", 0.9, MUG)], crowds=[whole]) == (["ignored"], [])
    assert verdicts([LabelledBox(MUG, ("Mug",))], [Detection("Mug", 0.9, MUG)], crowds=[whole])[0] == ["right"]
    assert (smallest_in(300, 200), smallest_in(450, 600)) == (20, 40)


def test_every_type_weighs_the_same_in_the_means() -> None:
    places = [(100.0 * k, 0.0, 100.0 * k + 50, 50.0) for k in range(5)]
    truth = [*(LabelledBox(box, ("Mug",)) for box in places[:4]), LabelledBox(places[4], ("Knife", "ButterKnife"))]
    found = [*(Detection("Mug", 0.9, box) for box in places[:3]), Detection("Toilet", 0.9, (0, 200, 90, 290))]
    told = figures([judge(truth, found, 20)])
    assert (told["recall"], told["precision"]) == (0.6, 0.75)
    assert (told["mean_type_recall"], told["mean_type_precision"]) == (0.375, 1.0)
    assert told["low"] == ["Knife"] and told["types"] == 2
    assert told["by_type"]["Knife"] == {"n": 1, "recall": 0.0, "found": 0, "precision": None}
    assert told["by_type"]["Toilet"] == {"n": 0, "recall": None, "found": 1, "precision": 0.0}


# -- formats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [coco, yolo])
def test_other_formats_say_the_same(make: Callable[[Path], Path], tmp_path: Path, eyes: Any) -> None:
    told = measure(eyes, read_pictures(make(tmp_path / "set")))
    assert (told["frames"], told["recall"], told["precision"]) == (1, 1.0, 1.0)
    assert {kind: row["n"] for kind, row in told["by_type"].items()} == {"Fridge": 1, "Mug": 1}
    assert told["unknown"] == (["person"] if make is coco else [])


def test_boxes_with_several_types_and_things_that_nothing_is_known_of(tmp_path: Path, eyes: Any) -> None:
    toilet = [120, 150, 190, 198]
    boxes = [{"box": list(MUG), "types": ["Cup", "Mug"]}, {"box": list(HALF_SEEN), "types": ["Sink"]}]
    told = measure(eyes, read_pictures(frames(tmp_path / "set", boxes, unlabelled=[toilet], width=200, height=200)))
    assert (told["boxes"], told["recall"], told["finds"], told["precision"]) == (2, 0.5, 2, 0.5)
    assert told["by_type"]["Fridge"]["precision"] == 0.0 and "Toilet" not in told["by_type"]


def test_cocos_crowds_and_ignored_annotations_are_no_things(tmp_path: Path, eyes: Any) -> None:
    rows = [{"id": k, "image_id": 7, "category_id": k, "bbox": [100, 20, 80, 120]} for k in (1, 2)]
    rows[0]["bbox"] = [10, 10, 50, 50]
    for mark in ("iscrowd", "ignore"):
        told = measure(eyes, read_pictures(coco(tmp_path / mark, annotations=[rows[0], {**rows[1], mark: 1}])))
        assert (told["boxes"], told["finds"], told["precision"]) == (1, 1, 1.0)


def test_pictures_without_labels_are_left_out_and_named(tmp_path: Path) -> None:
    folder = yolo(tmp_path)
    picture(folder / "images" / "val" / "b.png")
    found = read_pictures(folder / "images" / "val")
    assert [one.path.name for one in found.pictures] == ["a.png"] and found.unlabelled == ("b.png",)
    assert "b.png" in found.notes[0]
    assert np.allclose(found.pictures[0].boxes[0].box, MUG) and np.allclose(found.pictures[0].boxes[1].box, FRIDGE)


def test_a_camera_held_upright(tmp_path: Path) -> None:
    folder = frames(tmp_path, [{"box": [0, 0, 100, 50], "types": ["Mug"]}])
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(np.zeros((100, 300, 3), np.uint8)).save(folder / "a.jpg", exif=exif)
    folder.joinpath("labels.json").write_text((folder / "labels.json").read_text().replace("a.png", "a.jpg"))
    (one,) = read_pictures(folder).pictures
    assert one.size == (100, 300) and pixels(one).shape == (300, 100, 3)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("CoffeeMachine", ("CoffeeMachine",)),
        ("coffee_machine", ("CoffeeMachine",)),
        ("coffee maker", ("CoffeeMachine",)),
        ("Refrigerator", ("Fridge",)),
        ("potted plant", ("HousePlant",)),
        ("tv", ("Television",)),
        ("trash-can", ("GarbageCan",)),
        ("mugs", ("Mug",)),
        ("knife", ("Knife", "ButterKnife")),
        ("Knife", ("Knife",)),
        ("elephant", ()),
    ],
)
def test_categories_by_name_and_synonym(name: str, kinds: tuple[str, ...]) -> None:
    assert types_by_category([name, "Toilet"])[name] == kinds


def test_a_type_that_another_category_is_named_after_is_not_meant_as_well() -> None:
    assert types_by_category(["knife", "butter knife"]) == {"knife": ("Knife",), "butter knife": ("ButterKnife",)}


# -- refusals --------------------------------------------------------------------------------------------------------


def rotten(folder: Path) -> None:
    frames(folder, [{"box": list(MUG), "types": ["Mug"]}])
    (folder / "a.png").write_bytes(b"not a picture")


def huge(folder: Path) -> None:
    frames(folder, [{"box": list(MUG), "types": ["Mug"]}])
    Image.new("1", (8000, 8000)).save(folder / "a.png")


def written(text: str) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        frames(folder, [])
        (folder / "labels.json").write_text(text)

    return make


CASES: dict[str, tuple[Callable[[Path], Any], tuple[str, ...]]] = {
    "unknown type": (lambda f: frames(f, [{"box": list(MUG), "types": ["Fridgee"]}]), ("Fridgee", "'Fridge'")),
    "outside": (lambda f: frames(f, [{"box": [10, 10, 260, 60], "types": ["Mug"]}]), ("260", "200 x 200", "outside")),
    "empty box": (lambda f: frames(f, [{"box": [10, 10, 10, 60], "types": ["Mug"]}]), ("empty",)),
    "another size": (lambda f: frames(f, [], width=100, height=200), ("100 x 200", "200 x 200")),
    "three numbers": (lambda f: frames(f, [{"box": [1, 2, 3], "types": ["Mug"]}]), ("4 numbers",)),
    "no types": (lambda f: frames(f, [{"box": list(MUG), "types": []}]), ("unlabelled",)),
    "nothing labelled": (lambda f: frames(f, []), ("nothing to measure",)),
    "missing picture": (written('[{"image": "b.png", "boxes": []}]'), ("1 of 1", "b.png", "--images")),
    "another folder": (written('[{"image": "../b.png", "boxes": []}]'), ("outside of",)),
    "twice": (written('[{"image": "a.png", "boxes": []}, {"image": "a.png", "boxes": []}]'), ("twice",)),
    "cut off": (written('[{"image": "a.png", "bo'), ("not valid JSON", "cut off")),
    "another form": (written('{"frames": []}'), ("no labels", "COCO")),
    "broken picture": (rotten, ("a.png", "no picture")),
    "huge picture": (huge, ("8000 x 8000", "shrink")),
    "no labels": (lambda f: picture(f / "a.png"), ("--labels", "data.yaml")),
    "coco, no such image": (
        lambda f: coco(f, annotations=[{"image_id": 8, "category_id": 1, "bbox": [1, 1, 5, 5]}]),
        ("image 8", "not listed"),
    ),
    "coco, turned box": (
        lambda f: coco(f, annotations=[{"image_id": 7, "category_id": 1, "bbox": [9, 9, -5, 5]}]),
        ("-5 x 5", "width"),
    ),
    "coco, nothing of ours": (lambda f: coco(f, categories=[{"id": 1, "name": "zebra"}]), ("zebra", "AI2-THOR")),
    "yolo, no such class": (lambda f: yolo(f, "5 0.5 0.5 0.1 0.1"), ("class 5", "0 to 1")),
    "yolo, pixels": (lambda f: yolo(f, "0 35 35 50 50"), ("outside", "shares")),
    "yolo, words": (lambda f: yolo(f, "mug 0.5 0.5 0.1 0.1"), ("numbers",)),
    "yolo, six numbers": (lambda f: yolo(f, "0 0.9 0.5 0.5 0.1 0.1"), ("6 numbers",)),
    "yolo, nan": (lambda f: yolo(f, "0 nan 0.5 0.1 0.1"), ("outside",)),
}


@pytest.mark.parametrize("case", CASES)
def test_what_cannot_be_measured_is_refused_in_one_sentence(case: str, tmp_path: Path) -> None:
    make, words = CASES[case]
    (tmp_path / "set").mkdir()
    make(tmp_path / "set")
    with pytest.raises(BadInput) as told:
        read_pictures(tmp_path / "set")
    message = str(told.value)
    assert all(word in message for word in words), message
    assert "\n" not in message and len(message) < 500


def test_a_picture_that_is_cut_off_is_refused_when_it_is_read(tmp_path: Path) -> None:
    folder = frames(tmp_path, [{"box": list(MUG), "types": ["Mug"]}])
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3), np.uint8)
    Image.fromarray(noise).save(folder / "a.png")
    (folder / "a.png").write_bytes((folder / "a.png").read_bytes()[:5000])
    with pytest.raises(BadInput, match=r"a\.png is broken"):
        pixels(read_pictures(folder).pictures[0])


# -- the command -----------------------------------------------------------------------------------------------------


def asked(*words: str) -> Any:
    return CliRunner().invoke(app, ("eval", "perception", *words))


def test_the_command_measures_the_pictures_alone_and_draws_them(tmp_path: Path, eyes: Any) -> None:
    boxes: list[tuple[PixelBox, str]] = [(MUG, "Mug"), (FRIDGE, "Fridge"), (HALF_SEEN, "Sink")]
    folder = frames(tmp_path / "set", [{"box": list(box), "types": [kind]} for box, kind in boxes])
    before = {path: path.read_bytes() for path in folder.iterdir()}
    out, drawn = tmp_path / "told.json", tmp_path / "drawn"
    places = ("--images", str(folder), "--json", str(out), "--draw", str(drawn), "--report", str(tmp_path / "page"))
    done = asked("--detector", "red_eyes:Eyes", *places)
    assert done.exit_code == 0, done.output
    told = json.loads(out.read_text())
    assert told["images"]["recall"] == told["images"]["precision"] == pytest.approx(2 / 3, abs=1e-4)
    assert told["images"]["by_type"]["Sink"]["recall"] == 0.0 and told["images"]["low"] == ["Sink"]
    assert all(told[name] is None for name in ("detector", "recognizer", "scene_graph", "fps"))
    assert "mean over 3 types" in done.output and "Sink" in done.output
    assert "By type: pictures" in (tmp_path / "page" / "perception.html").read_text()
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    shown = np.asarray(Image.open(drawn / "00000_a.png").convert("RGB")).reshape(-1, 3).astype(int)
    for colour in ((0x19, 0xB3, 0x4A), (0xE0, 0x32, 0x2F), (0x2F, 0x7F, 0xE0)):
        assert (np.abs(shown - colour).max(axis=1) == 0).sum() > 50


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--labels", "x.json"), "--images"),
        (("--draw", "x"), "--images"),
        (("--images", "nowhere"), "no folder"),
        (("--images", ".", "--labels", "nowhere.json"), "nowhere.json"),
        (("--images", ".", "--detector", "ground-truth"), "asks the engine"),
    ],
)
def test_the_command_says_what_is_missing(words: tuple[str, ...], said: str) -> None:
    done = asked(*words)
    assert done.exit_code != 0
    assert said in f"{done.output} {done.exception}"


def test_a_broken_picture_is_told_also_when_pillow_looks_for_further_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look_for_more(*_: object, **__: object) -> None:
        raise ModuleNotFoundError("No module named 'pi_heif'")  # as ultralytics has it once it is imported

    path = tmp_path / "a.png"
    path.write_bytes(b"rubbish")
    monkeypatch.setattr("PIL.Image.open", look_for_more)
    with pytest.raises(BadInput, match=r"no picture that can be read: it has none of the known forms"):
        size_of_picture(path)
