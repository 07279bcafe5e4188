"""Training a detector, small: the loss falls, files load, a killed training goes on, and bad data is told apart."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from envs.errors import BadInput, GaveUp
from perception.detector.data import read_detector_data, repeated, write_lists

torch = pytest.importorskip("torch", reason="training needs torch: pip install 'homebody[perception]'")
pytest.importorskip("ultralytics", reason="training needs ultralytics: pip install 'homebody[perception]'")
pytestmark = pytest.mark.filterwarnings("ignore")  # ultralytics and torch warn about each other

from perception.detector.training import TrainingRecipe, train_detector  # noqa: E402
from perception.detector.yolo_onnx import export_onnx  # noqa: E402
from perception.detector.yolo_world import YoloWorld  # noqa: E402

RECIPE = TrainingRecipe(epochs=5, size=64, batch=8, rate=0.001, threads=1)
COLOURS = {"mug/coffee mug": (220, 40, 40), "plate/dinner plate": (40, 200, 60)}


def picture(random: np.random.Generator) -> tuple[np.ndarray, list[str]]:
    """A grey frame with a red and a green square, and their labels."""
    image = np.full((64, 64, 3), 110, np.uint8)
    image += random.integers(0, 20, image.shape, dtype=np.uint8)
    lines = []
    for number, colour in enumerate(COLOURS.values()):
        side = int(random.integers(18, 28))
        x, y = int(random.integers(0, 64 - side)), int(random.integers(0, 64 - side))
        image[y : y + side, x : x + side] = colour
        place = (np.array([x + side / 2, y + side / 2, side, side]) / 64).round(5)
        lines.append(" ".join(map(str, [number, *place])))
    return image, lines


def data_set(folder: Path, train: int = 48, val: int = 8) -> Path:
    import cv2

    random = np.random.default_rng(0)
    for split, count in (("train", train), ("val", val)):
        for kind in ("images", "labels"):
            (folder / kind / split).mkdir(parents=True)
        for index in range(count):
            image, lines = picture(random)
            cv2.imwrite(str(folder / "images" / split / f"{index:03d}.jpg"), image[..., ::-1])
            (folder / "labels" / split / f"{index:03d}.txt").write_text("\n".join(lines) + "\n")
    names = dict(enumerate(COLOURS))
    (folder / "data.yaml").write_text(yaml.safe_dump({"train": "images/train", "val": "images/val", "names": names}))
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return data_set(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def trained(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    out = tmp_path_factory.mktemp("trained") / "run"
    seen: list[tuple[int, int, int, float]] = []
    report = train_detector(data, out, RECIPE, device="cpu", on_batch=lambda *told: seen.append(told))
    return report, out, seen


def test_the_loss_falls_and_everything_is_written(trained):
    report, out, seen = trained
    losses = [epoch.loss for epoch in report.epochs]
    assert len(losses) == 5 and losses[-1] < 0.9 * losses[0]
    assert report.best.is_file() and report.best.stat().st_size < 8e6
    written = json.loads((out / "metrics.json").read_text())
    assert [epoch["loss"] for epoch in written["epochs"]] == losses
    assert written["images"] == {"train": 48, "val": 8}
    assert any(path.name == "results.png" for path in report.plots)
    assert seen[-1][:3] == (5, 5, 1000) and {told[0] for told in seen} == {1, 2, 3, 4, 5}


def test_what_was_trained_detects(trained):
    found = YoloWorld(trained[0].best, device="cpu", confidence=0.0001, size=64).detect(
        np.zeros((64, 64, 3), np.uint8), ["Mug", "Plate"]
    )
    assert {one.label for one in found} <= {"Mug", "Plate"}


def test_a_checkpoint_does_not_say_where_and_when_it_was_made(trained, tmp_path):
    report, out, _ = trained
    with zipfile.ZipFile(report.best) as archive:
        (content,) = [archive.read(name) for name in archive.namelist() if name.endswith("data.pkl")]
    assert not any(str(path).encode() in content for path in (out, out.parent, Path.cwd(), Path.home()))
    kept = torch.load(report.best, map_location="cpu", weights_only=True)
    assert kept["network"]["texts"] == 2 and kept["network"]["architecture"] == "yolov8n-worldv2.yaml"
    assert sorted(path.name for path in (out / "weights").iterdir()) == ["best.pt", "resume.pt"]


class Planted:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


def test_a_foreign_pickle_never_runs(data, tmp_path):
    """Neither as weights to begin with, to see with or to export, nor as a checkpoint to go on from."""
    trap, sprung = tmp_path / "trap.pt", tmp_path / "sprung"
    torch.save({"model": Planted(sprung), "epoch": 1}, trap)
    with pytest.raises(BadInput, match="--trust-weights"):
        train_detector(data, tmp_path / "run", RECIPE, weights=trap, device="cpu")
    with pytest.raises(BadInput, match="--trust-weights"):
        YoloWorld(trap, device="cpu").detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])
    with pytest.raises(BadInput, match="--trust-weights"):
        export_onnx(trap, tmp_path / "out.onnx", 64)
    for name in ("last.pt", "resume.pt"):
        folder = tmp_path / name / "weights"
        folder.mkdir(parents=True)
        shutil.copy(trap, folder / name)
        with pytest.raises(BadInput, match="--trust-weights"):
            train_detector(data, folder.parent, RECIPE, device="cpu")
    assert not sprung.exists()


def test_a_pickle_beside_the_labels_never_runs(data, tmp_path):
    copy, sprung = tmp_path / "copy", tmp_path / "sprung"
    shutil.copytree(data, copy, ignore=shutil.ignore_patterns("*.cache"))
    for split in ("train", "val"):
        planted = np.empty((), object)
        planted[()] = Planted(sprung)
        np.save(copy / "labels" / f"{split}.npy", planted)
        (copy / "labels" / f"{split}.npy").rename(copy / "labels" / f"{split}.cache")
    train_detector(copy, tmp_path / "run", TrainingRecipe(epochs=1, size=64, batch=8, threads=1), device="cpu")
    assert not sprung.exists()


def test_the_state_of_a_training_names_no_arguments(trained, data, tmp_path):
    """What is in a checkpoint decides no path and no option of ultralytics."""
    state = {"format": "homebody-yolo-world-1", "epoch": 0, "recipe": {"epochs": "os.system"}}
    (tmp_path / "weights").mkdir()
    for one in (state, {**state, "epoch": "all"}, {**state, "recipe": 3}):
        torch.save(
            {**one, "best_fitness": 0, "updates": 0, "stopped_fitness": 0, "stopped_epoch": 0},
            tmp_path / "weights" / "resume.pt",
        )
        with pytest.raises(BadInput, match="choose another --out"):
            train_detector(data, tmp_path, RECIPE, device="cpu")


def test_more_epochs_than_a_finished_training_had_want_a_new_folder(trained, data):
    _, out, _ = trained
    with pytest.raises(BadInput, match=r"over after 5 epochs.*--weights"):
        train_detector(data, out, TrainingRecipe(epochs=6, size=64, batch=8, threads=1), device="cpu")


def test_a_finished_training_is_not_done_again(trained, data):
    report, out, _ = trained
    again = train_detector(data, out, RECIPE, device="cpu")
    assert again.epochs == report.epochs and "5 epochs already" in again.notes[-1]


def test_a_killed_training_goes_on_where_it_was(trained, data, tmp_path):
    class Killed(Exception):
        pass

    def kill(epoch: int, *_: object) -> None:
        if epoch == 3:
            raise Killed

    with pytest.raises(Killed):
        train_detector(data, tmp_path / "run", RECIPE, device="cpu", on_batch=kill)
    report = train_detector(data, tmp_path / "run", RECIPE, device="cpu")
    assert report.resumed == 2
    assert [epoch.number for epoch in report.epochs] == [1, 2, 3, 4, 5]
    assert report.epochs[:2] == trained[0].epochs[:2]


def test_processes_that_share_a_batch_learn_as_well(data, tmp_path):
    shared = TrainingRecipe(epochs=4, size=64, batch=8, rate=0.001, processes=2)
    report = train_detector(data, tmp_path / "run", shared, device="cpu")
    losses = [epoch.loss for epoch in report.epochs]
    assert len(losses) == 4 and losses[-1] < 0.9 * max(losses)  # the first is low: nothing is matched to a box yet
    lists = [(tmp_path / "run" / f"train_{part}.txt").read_text().splitlines() for part in (0, 1)]
    assert len(lists[0]) == len(lists[1]) == 24 and not set(lists[0]) & set(lists[1])


@given(st.lists(st.frozensets(st.integers(0, 6), max_size=3), max_size=40), st.floats(0, 1))
def test_pictures_of_rare_things_are_listed_again_and_none_is_lost(shown, rare):
    names = [f"{number:03d}" for number in range(len(shown))]
    found = Counter(repeated(names, shown, rare))
    assert set(found) == set(names)
    for name, classes in zip(names, shown, strict=True):
        shares = [sum(one in other for other in shown) / len(shown) for one in classes]
        wanted = max([1.0, *((rare / share) ** 0.5 for share in shares)])
        assert int(wanted + 1e-9) <= found[name] <= int(wanted + 1 - 1e-9) + 1


def test_a_rare_class_is_looked_at_more_often(data, tmp_path):
    copy = tmp_path / "rare"
    shutil.copytree(data, copy)
    for number in range(4, 48):  # the second class is on four pictures alone
        label = copy / "labels" / "train" / f"{number:03d}.txt"
        label.write_text(label.read_text().splitlines()[0] + "\n")
    write_lists(read_detector_data(copy), tmp_path / "lists", rare=1.0)
    listed = Counter(Path(line).stem for line in (tmp_path / "lists" / "train_0.txt").read_text().splitlines())
    assert all(3 <= listed[f"{number:03d}"] <= 4 for number in range(4)) and listed["010"] == 1


def test_pictures_without_labels_are_counted_and_left_out(data, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    (copy / "labels" / "train" / "003.txt").unlink()
    (copy / "images" / "train" / "004.jpg").write_bytes(b"no picture")
    (copy / "labels" / "train" / "005.txt").write_text("0 one two three four\n")
    found = read_detector_data(copy)
    assert found.splits["train"].unlabelled == ("003.jpg",)
    assert found.splits["train"].broken == ("004.jpg", "005.jpg")
    assert found.splits["train"].usable == 45
    assert any("1 of 48 pictures in train have no label file" in note for note in found.notes)


@pytest.mark.parametrize("what", ["nothing", "no names", "gaps", "no labels", "no yaml"])
def test_data_that_is_no_use_is_refused(data, tmp_path, what):
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    if what == "nothing":
        (copy / "data.yaml").unlink()
    elif what == "no names":
        (copy / "data.yaml").write_text("train: images/train\n")
    elif what == "gaps":
        (copy / "data.yaml").write_text("names: {0: mug, 2: cup}\n")
    elif what == "no yaml":
        (copy / "data.yaml").write_text("names: [mug\n")
    else:
        shutil.rmtree(copy / "labels" / "val")
    expected = {"nothing": "no data.yaml", "no labels": "8 without a label file", "no yaml": "not YAML"}
    with pytest.raises(BadInput, match=expected.get(what, "names no classes")):
        read_detector_data(copy)


def test_a_full_gpu_halves_the_batch_once_and_says_so(data, tmp_path, monkeypatch):
    from ultralytics.nn.tasks import WorldModel

    full = WorldModel.loss

    def loss(self: Any, batch: Any, preds: Any = None) -> Any:
        if batch["img"].shape[0] > 4 and self.training:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return full(self, batch, preds)

    monkeypatch.setattr(WorldModel, "loss", loss)
    one = TrainingRecipe(epochs=1, size=64, batch=8, threads=1)
    report = train_detector(data, tmp_path / "run", one, device="cpu")
    assert any("halved to 4" in note for note in report.notes)
    monkeypatch.setattr(WorldModel, "loss", lambda *_: (_ for _ in ()).throw(RuntimeError("CUDA out of memory")))
    with pytest.raises(GaveUp, match="smaller --batch"):
        train_detector(data, tmp_path / "other", one, device="cpu")


def test_weights_of_another_architecture_are_named(data, tmp_path):
    from ultralytics import YOLO

    YOLO("yolov8n.yaml").save(tmp_path / "plain.pt")
    with pytest.raises(BadInput, match=r"DetectionModel.*needs a WorldModel"):
        train_detector(data, tmp_path / "run", RECIPE, weights=tmp_path / "plain.pt", device="cpu", trust=True)
    with pytest.raises(BadInput, match=r"DetectionModel.*needs a WorldModel"):
        YoloWorld(tmp_path / "plain.pt", trust=True).detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])
    (tmp_path / "junk.pt").write_bytes(b"junk" * 500)
    with pytest.raises(BadInput, match="not a checkpoint"):
        YoloWorld(tmp_path / "junk.pt").detect(np.zeros((8, 8, 3), np.uint8), ["Mug"])


def test_there_is_no_gpu_here_to_ask_for(data, tmp_path):
    if torch.cuda.is_available():
        pytest.skip("this machine has a GPU")
    with pytest.raises(BadInput, match="--device cpu"):
        train_detector(data, tmp_path / "run", RECIPE, device="cuda")
