from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from envs.errors import BadInput, GaveUp
from envs.vocabulary.object_types import object_types
from eval.perception.recognizer_score import score_recognizer
from perception.detector.detection import Detection
from perception.recognizer import LongT5Recognizer, train_recognizer
from perception.recognizer.action import ACTIONS, INTERACTIONS, NO_ACTION, RecognizedAction
from perception.recognizer.changes import CLOSE, REGIONS, WIDE, change, changed_share, close_ups, geometry, relations
from perception.recognizer.features import SEEN, both_sizes, features
from perception.recognizer.sequences import SIDE, SequenceStep, read_sequence, write_sequence
from perception.recognizer.training.dataset import LENGTHS, UNKNOWN, episode_of, read_split, windows_of
from perception.recognizer.training.fit import TrainingProgress
from perception.recognizer.training.scores import scores
from perception.testing import check_recognizer

torch = pytest.importorskip("torch", reason="torch is not installed (the extra 'perception'): nothing to train with")
pytest.importorskip("transformers", reason="transformers is not installed (the extra 'perception'): no LongT5")

KINDS = tuple(object_types())
TINY = {"width": 32, "layers": 1, "heads": 2, "pictures": 8, "dropout": 0.0}
MUG, BOWL = (200, 30, 30), (30, 30, 200)


# -- a toy home: a striped wall that slides past, and two things that are taken and put down -----------------------


def wall(offset: int) -> np.ndarray:
    stripes = (((np.arange(SIDE) + offset) // 16 % 2) * 60 + 100).astype(np.uint8)
    return np.broadcast_to(stripes[None, :, None], (SIDE, SIDE, 3)).copy()


def toy_episode(seed: int, length: int = 16) -> list[SequenceStep]:
    random = np.random.default_rng(seed)
    offset, held = int(random.integers(0, 32)), None
    steps = [SequenceStep(wall(offset))]
    for _ in range(length):
        choice = random.integers(0, 4)
        action, kind = "Turn Left", ""
        if choice == 0 and held is None:
            held = ("Mug", MUG) if random.random() < 0.5 else ("Bowl", BOWL)
            action, kind = "Pickup", held[0]
        elif choice <= 1 and held is not None:
            action, kind, held = "Place", "Sink" if held[0] == "Mug" else "Bed", None
        elif choice == 2:
            action = NO_ACTION
        else:
            offset += 10
        frame = wall(offset)
        seen: tuple[Detection, ...] = ()
        if held is not None:
            frame[110:160, 80:120] = held[1]
            seen = (Detection(held[0], 0.9, (80.0, 110.0, 120.0, 160.0)),)
        steps.append(SequenceStep(frame, action, kind, seen))
    return steps


@pytest.fixture(scope="module")
def toys(tmp_path_factory) -> Path:
    data = tmp_path_factory.mktemp("toys")
    for split, seeds in (("train", range(8)), ("val", range(10, 12)), ("test", range(13, 15))):
        for seed in seeds:
            write_sequence(data / "sequences" / split / f"toy_{seed}.npz", toy_episode(seed))
    return data


def train(data: Path, out: Path, **more):
    given = {"epochs": 3, "batch": 64, "rate": 4e-3, "device": "cpu", "sizes": TINY, **more}
    return train_recognizer(data, out, **given)


@pytest.fixture(scope="module")
def trained(toys, tmp_path_factory):
    return train(toys, tmp_path_factory.mktemp("trained"), epochs=5)


# -- what changed ------------------------------------------------------------------------------------------------


def grey(side: int = SIDE) -> np.ndarray:
    return np.full((side, side, 3), 120, np.uint8)


def test_a_local_change_is_found_where_it_is():
    after = grey()
    after[20:30, 40:60] = 10
    after[150:190, 90:130] = 250
    found = change(grey(), after)
    assert found.local and not found.everywhere
    assert found.boxes == ((90, 150, 130, 190), (40, 20, 60, 30))
    near, wide = close_ups(grey(), after, found)
    assert near.shape == (REGIONS + 1, CLOSE, CLOSE, 6) and wide.shape == (WIDE, WIDE, 6)
    assert near[0, :, :, :3].min() == 120 and near[0, CLOSE // 2, CLOSE // 2, 3] == 250
    assert geometry(found)[3:8] == pytest.approx([1, 90 / SIDE, 150 / SIDE, 130 / SIDE, 190 / SIDE])
    shares = changed_share(found.mask, np.array([[40, 20, 60, 30], [0, 0, 40, 192], [40, 20, 80, 30]]) / SIDE)
    assert shares.tolist() == pytest.approx([1.0, 0.0, 0.5])


def test_what_something_was_put_on_contains_it_and_ends_below_it():
    after = grey()
    after[96:120, 48:72] = 10
    table, mug, far = [0.0, 0.25, 1.0, 1.0], [0.25, 0.5, 0.375, 0.625], [0.75, 0.0, 1.0, 0.25]
    found = relations(change(grey(), after), np.array([table, mug, far], np.float32))
    assert found[:, :3].tolist() == [pytest.approx(row) for row in ([1, 1 / 48, 0.5], [1, 1, 1], [0, 0, 2])]
    assert not found[:, 3:].any()


def test_nothing_and_everything_are_no_local_changes():
    assert change(grey(), grey()).boxes == () and not change(grey(), grey()).everywhere
    assert change(grey(), grey() + 60).everywhere


def test_the_grain_of_a_camera_is_no_change_and_hides_none():
    random = np.random.default_rng(0)
    noisy = [np.clip(grey() + random.normal(0, 4, (SIDE, SIDE, 3)), 0, 255).astype(np.uint8) for _ in range(2)]
    assert not change(*noisy).mask.any()
    noisy[1][100:120, 50:80] = 10
    assert change(*noisy).boxes == ((50, 100, 80, 120),)


def test_features_of_a_part_are_those_of_the_whole():
    steps = toy_episode(3, 20)
    frames, seen = [s.frame for s in steps], [s.detections for s in steps]
    known = {kind: k + 1 for k, kind in enumerate(KINDS)}
    whole = features(frames, seen, known)
    part = features(frames[7:], seen[7:], known, frames[6], seen[6])
    for name in ("frames", "previous", "geometry", "labels", "seen", "near", "wide", "local"):
        assert np.array_equal(getattr(whole.part(7, len(whole)), name), getattr(part, name)), name
    assert len(whole) == 21 and 0 < len(whole.local) < 20


def test_features_are_the_same_from_frames_that_were_made_small_before():
    steps = toy_episode(3, 6)
    frames, seen = [s.frame for s in steps], [s.detections for s in steps]
    kept = {id(frame): both_sizes(frame) for frame in frames}
    plain = features(frames[1:], seen[1:], {}, frames[0])
    quick = features(frames[1:], seen[1:], {}, frames[0], (), lambda frame: kept[id(frame)])
    for name in ("frames", "previous", "geometry", "near", "wide"):
        assert np.array_equal(getattr(plain, name), getattr(quick, name)), name


def test_a_detection_of_an_unknown_class_is_something_and_one_that_changed_comes_first():
    before, after = grey(), grey()
    after[100:120, 50:80] = 10
    boxes = [Detection("Mug", 0.9, (0, 0, 20, 20)), Detection("red thing", 0.3, (50, 100, 80, 120))]
    found = features([before, after], [[], boxes], {"Mug": 1})
    assert found.labels[1, SEEN : SEEN + 2].tolist() == [0, 1]
    assert found.seen[1, SEEN, [0, 5]].tolist() == pytest.approx([0.3, 1.0])
    assert not found.seen[1, :SEEN].any() and not found.seen[0].any()


# -- data --------------------------------------------------------------------------------------------------------


def test_windows_cover_every_interaction_and_follow_from_the_seed():
    episodes = [episode_of(str(k), toy_episode(k, 50), KINDS) for k in range(4)]
    first, again, other = (windows_of(episodes, 64, np.random.default_rng(s)) for s in (1, 1, 2))
    assert first == again != other
    covered = [np.zeros(len(e), bool) for e in episodes]
    for batch in first:
        assert sum(w.stop - w.start for w in batch) <= max(64, LENGTHS[-1])
        for window in batch:
            covered[window.episode][window.start : window.stop] = True
    for episode, seen in zip(episodes, covered, strict=True):
        assert seen[episode.interactions].all()


def test_damaged_sequences_are_counted_and_named(toys, tmp_path):
    folder = tmp_path / "sequences" / "train"
    write_sequence(folder / "good.npz", toy_episode(0))
    (folder / "bad.npz").write_bytes(b"PK")
    split = read_split(tmp_path, "train", KINDS)
    assert len(split.episodes) == 1 and len(split.faults) == 1 and "bad.npz" in split.faults[0]
    assert set(split.episodes[0].objects.tolist()) - {UNKNOWN} <= {
        KINDS.index(k) for k in ("Mug", "Bowl", "Sink", "Bed")
    }
    (folder / "good.npz").unlink()
    with pytest.raises(BadInput, match="none of the 1 sequences"):
        read_split(tmp_path, "train", KINDS)


def test_an_empty_split_is_refused_before_anything_is_read(toys, tmp_path):
    write_sequence(tmp_path / "sequences" / "train" / "one.npz", toy_episode(0))
    with pytest.raises(BadInput, match=r"val holds no sequences"):
        train(tmp_path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def reversed_toy(steps: list[SequenceStep]) -> list[SequenceStep]:
    """The same film, played from its end."""
    undone = {"Pickup": "Place", "Place": "Pickup", "Turn Left": "Turn Right", "": ""}
    names = ["", *(undone[s.action] for s in reversed(steps[1:]))]
    kinds = ["", *("Sink" if s.action in INTERACTIONS else "" for s in reversed(steps[1:]))]
    return [
        SequenceStep(s.frame, name, kind, s.detections)
        for s, name, kind in zip(reversed(steps), names, kinds, strict=True)
    ]


def test_a_batch_run_backwards_is_that_of_the_film_run_backwards():
    from perception.recognizer.training.batches import BACKWARDS, backwards, batch_of

    steps = toy_episode(5, 12)
    forth, back = (episode_of("a", one, KINDS) for one in (steps, reversed_toy(steps)))
    turned = backwards(batch_of([forth.features.part(1, 13)]))
    wanted = batch_of([back.features.part(1, 13)])
    assert torch.equal(turned.frames, wanted.frames) and torch.equal(turned.geometry, wanted.geometry)
    order, other = turned.local.argsort(), wanted.local.argsort()
    assert torch.equal(turned.local[order], wanted.local[other])
    assert torch.equal(turned.near[order], wanted.near[other]) and torch.equal(turned.wide[order], wanted.wide[other])
    for k in range(12):  # the detections of both frames, in whatever order
        rows = (torch.cat([b.labels[0, k, :, None].float(), b.seen[0, k]], dim=1).tolist() for b in (turned, wanted))
        first, second = (sorted(row for row in one if any(row)) for one in rows)
        assert first == second
    assert BACKWARDS[forth.actions[1:]][::-1].tolist() == back.actions[1:].tolist()


def test_the_plain_measures_tell_opposites_apart():
    from perception.recognizer.measures import CONTRASTS, EDGES, contrasts, edges

    strip = torch.rand(3, 64, 160, generator=torch.Generator().manual_seed(0))
    ahead, right = strip[None, :, :, :64], strip[None, :, :, 63:127]  # the last column of one is the first of the other
    to_right, to_left = edges(torch.cat([ahead, right], dim=1)), edges(torch.cat([right, ahead], dim=1))
    assert to_right.shape == (1, EDGES)
    assert (to_right[:, :8] > 0.5).all() and torch.allclose(to_right[:, :16], -to_left[:, :16])
    dark, lit = torch.full((1, 2, 3, 48, 48), 0.2), torch.full((1, 2, 3, 48, 48), 0.2)
    lit[:, 0, :, 10:20, 10:20] = 0.9
    on, off = contrasts(torch.cat([dark, lit], dim=2)), contrasts(torch.cat([lit, dark], dim=2))
    assert on.shape == (1, CONTRASTS) and not on[:, 7:].any()
    assert (on[0, [0, 1]] > 0.5).all() and torch.allclose(on[:, :6], -off[:, :6], atol=1e-6)
    assert contrasts(torch.zeros(0, 2, 6, 48, 48)).shape == (0, CONTRASTS)


def test_nothing_is_done_to_what_it_cannot_be_done_to(trained):
    from perception.recognizer.training.inference import recognized
    from perception.recognizer.weights import load_weights

    network = load_weights(trained.weights)
    actions, kinds = np.zeros((2, len(ACTIONS))), np.zeros((2, len(KINDS)))
    actions[:, ACTIONS.index("Pickup")], actions[:, ACTIONS.index("Open")] = 0.6, 0.4
    kinds[:, KINDS.index("Cabinet")], kinds[:, KINDS.index("Mug")] = 0.7, 0.3
    assert (recognized(network, actions, kinds)[1].action, recognized(network, actions, kinds)[1].object_type) == (
        "Open",
        "Cabinet",
    )
    kinds[:, KINDS.index("Mug")] = 0.6
    found = recognized(network, actions, kinds)[1]
    assert (found.action, found.object_type, found.confidence) == ("Pickup", "Mug", 0.6)


# -- scores ------------------------------------------------------------------------------------------------------


def test_what_left_on_one_side_and_came_in_on_the_other_tells_a_turn():
    from perception.recognizer.features import SEEN_VALUES
    from perception.recognizer.measures import borders

    def seen(before: tuple[float, float], now: tuple[float, float], kinds: tuple[int, int] = (3, 3)):
        values = torch.zeros(1, 2, SEEN_VALUES)
        for k, (x0, x1) in enumerate((before, now)):
            values[0, k, :7] = torch.tensor([0.9, x0, 0.4, x1, 0.6, 0.5, 1.0 - k])
        return borders(torch.tensor([kinds]), values)[0]

    right, left = seen((0.8, 1.0), (0.0, 0.2)), seen((0.0, 0.2), (0.8, 1.0))
    assert right[2] == 1 and left[2] == -1
    assert torch.equal(right[[0, 1]], left[[1, 0]])
    assert not seen((0.8, 1.0), (0.0, 0.2), (3, 4)).any() and not seen((0.4, 0.6), (0.0, 0.2)).any()
    assert borders(torch.zeros(2, 4, dtype=torch.long), torch.zeros(2, 4, SEEN_VALUES)).shape == (2, 8)


def test_scores_count_a_missed_interaction_as_a_wrong_object():
    truth = [("Forward", ""), ("Pickup", "Mug"), ("Place", "Sink"), ("Open", "Fridge"), ("", "")]
    said = [("Forward", ""), ("Pickup", "Cup"), ("Place", "Sink"), ("Forward", ""), ("", "")]
    found = scores(truth, said)
    assert found.action_accuracy == pytest.approx(4 / 5)
    assert (found.interactions, found.object_accuracy) == (3, pytest.approx(1 / 3))
    assert found.per_action["Forward"] == {"precision": 0.5, "recall": 1.0, "frames": 1}
    assert ("Mug", "Cup", 1) in found.mistaken_objects and ("Fridge", "", 1) in found.mistaken_objects
    assert np.array(found.confusion).sum() == 5
    json.dumps(found.as_dict())


class Parrot:
    """Says what was true, but knows no object without detections."""

    def __init__(self, data: Path) -> None:
        self.known = {step.frame.tobytes(): step for step in read_sequence(data / "sequences/test/a.npz")}

    def recognize(self, frames, detections):
        steps = [self.known[frame.tobytes()] for frame in frames]
        return [RecognizedAction(s.action, s.object_type if detections[k] else "") for k, s in enumerate(steps)]


def test_any_recognizer_can_be_scored(tmp_path):
    mug = Detection("Mug", 0.5, (0, 0, 9, 9))
    steps = [
        SequenceStep(grey() + k, *deed, (mug,)) for k, deed in enumerate([("", ""), ("Pickup", "Mug"), ("Forward", "")])
    ]
    write_sequence(tmp_path / "sequences/test/a.npz", steps)
    (tmp_path / "sequences/test/b.npz").write_bytes(b"")
    found = score_recognizer(Parrot(tmp_path), tmp_path)
    assert (found["action_accuracy"], found["object_accuracy"], found["episodes"]) == (1.0, 1.0, 1)
    assert found["ways"]["live"]["object_accuracy"] == 1.0
    assert found["ways"]["whole_without_detections"]["object_accuracy"] == 0.0
    assert found["visible_object_accuracy"] is None  # a grey level more or less is not seen
    assert len(found["unreadable"]) == 1 and "b.npz" in found["unreadable"][0]
    assert "whole_detected" not in found["ways"]

    class Blind:
        def detect(self, frame, classes):
            return []

    looked = score_recognizer(Parrot(tmp_path), tmp_path, detector=Blind())["ways"]
    assert looked["whole_detected"]["object_accuracy"] == 0.0 and looked["whole"]["object_accuracy"] == 1.0
    with pytest.raises(BadInput, match="no sequences"):
        score_recognizer(Parrot(tmp_path), tmp_path, "val")


# -- training ----------------------------------------------------------------------------------------------------


def test_loss_falls(trained):
    losses = [entry["loss"] for entry in trained.history]
    assert len(losses) == trained.epochs == 5
    assert losses[-1] < 0.7 * losses[0]
    assert set(trained.scores["val"]) == {"whole", "live"}


def test_a_training_leaves_weights_figures_and_plots(trained):
    out = trained.weights.parent
    figures = json.loads((out / "metrics.json").read_text())
    assert figures["best_epoch"] == trained.best_epoch and len(figures["history"]) == 5
    assert {path.name for path in trained.plots} == {"training.png", "confusion.png"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in trained.plots)
    recognizer = LongT5Recognizer(trained.weights, "cpu")
    found = recognizer.recognize([s.frame for s in toy_episode(20)], [s.detections for s in toy_episode(20)])
    assert found[0] == RecognizedAction(NO_ACTION)
    assert all((one.object_type != "") == (one.action in INTERACTIONS) for one in found)


def test_a_killed_training_ends_like_one_that_was_not(toys, tmp_path):
    class Killed(Exception):
        pass

    def kill_in_the_second_epoch(at: TrainingProgress) -> None:
        if at.epoch == 2 and at.done == 2:
            raise Killed

    whole = train(toys, tmp_path / "whole", epochs=2)
    with pytest.raises(Killed):
        train(toys, tmp_path / "killed", epochs=2, on_progress=kill_in_the_second_epoch)
    resumed = train(toys, tmp_path / "killed", epochs=2)
    assert (whole.resumed_from, resumed.resumed_from) == (0, 1)
    assert resumed.history == whole.history
    assert resumed.weights.read_bytes() == whole.weights.read_bytes()
    assert resumed.scores == whole.scores


def test_actions_can_be_trained_alone(toys, tmp_path, trained):
    report = train(toys, tmp_path / "b", weights=trained.weights, actions_only=True, epochs=1)
    from perception.recognizer.weights import load_weights

    before, after = (load_weights(one.weights).state_dict() for one in (trained, report))
    names = [name for name in before if not name.endswith(("shared.weight", "embed_tokens.weight"))]  # never used
    changed = {name.split(".")[0] for name in names if not torch.equal(before[name], after[name])}
    assert changed == {"action", "hints"}
    with pytest.raises(BadInput, match="give its weights"):
        train(toys, tmp_path / "c", actions_only=True)


class OneBox:
    """Finds a box in the middle of every frame."""

    def __init__(self) -> None:
        self.asked = 0

    def detect(self, frame: np.ndarray, classes: Sequence[str]) -> list[Detection]:
        self.asked += 1
        height, width = frame.shape[:2]
        return [Detection("Box", 0.6, (width / 4, height / 4, width / 2, height / 2))]


def test_a_recogniser_learns_from_boxes_as_a_detector_finds_them(toys, tmp_path):
    """The pictures are kept once; true boxes stay beside the found ones."""
    kinds, eyes = ("Box", "Mug", "Bowl"), OneBox()
    steps = toy_episode(3)
    episode = episode_of("a", steps, kinds, eyes)
    assert eyes.asked == len(steps) and episode.found is not None
    assert episode.as_found.frames is episode.features.frames
    assert set(np.unique(episode.as_found.labels)) == {0, 1}
    assert not np.array_equal(episode.as_found.labels, episode.features.labels)
    assert episode_of("a", steps, kinds).as_found is not None and episode_of("a", steps, kinds).found is None
    found = train(toys, tmp_path / "found", epochs=1, detector=OneBox())
    assert found.history != train(toys, tmp_path / "true", epochs=1).history
    with pytest.raises(BadInput, match="as_found True there and False here"):
        train(toys, tmp_path / "found", epochs=1)


def test_a_training_with_other_arguments_does_not_go_on(toys, tmp_path):
    train(toys, tmp_path, epochs=1)
    with pytest.raises(BadInput, match="seed 0 there and 5 here"):
        train(toys, tmp_path, epochs=1, seed=5)
    (tmp_path / "last.pt").write_bytes(b"nothing")
    with pytest.raises(BadInput, match="not a checkpoint"):
        train(toys, tmp_path, epochs=1)


def out_of_memory(monkeypatch, times: int) -> None:
    from perception.recognizer.network import Recognizer

    left, forward = [times], Recognizer.forward

    def scarce(self, batch):
        if left[0] and self.training:
            left[0] -= 1
            raise torch.cuda.OutOfMemoryError("CUDA out of memory")
        return forward(self, batch)

    monkeypatch.setattr(Recognizer, "forward", scarce)


def test_too_little_memory_halves_the_batch_once_and_says_so(toys, tmp_path, monkeypatch):
    out_of_memory(monkeypatch, 1)
    report = train(toys, tmp_path, epochs=1)
    assert any("batches of 32 frames" in note for note in report.notes)
    assert report.epochs == 1


def test_too_little_memory_for_half_the_batch_is_the_end(toys, tmp_path, monkeypatch):
    out_of_memory(monkeypatch, 2)
    with pytest.raises(GaveUp, match="32 frames at a time either"):
        train(toys, tmp_path, epochs=1)


def test_no_progress_ends_the_training(toys, tmp_path):
    report = train(toys, tmp_path, epochs=6, rate=1e-9, patience=1)
    assert report.stopped_early and report.epochs < 6


@pytest.mark.parametrize("given", [{"epochs": 0}, {"batch": 0}, {"rate": 0.0}, {"patience": 0}])
def test_numbers_that_make_no_sense_are_refused(toys, tmp_path, given):
    with pytest.raises(BadInput, match="positive"):
        train(toys, tmp_path, **given)


def test_a_device_that_is_not_there_is_refused(toys, tmp_path, trained):
    if torch.cuda.is_available():
        pytest.skip("there is a graphics card here")
    with pytest.raises(BadInput, match="cuda"):
        train(toys, tmp_path, device="cuda")
    with pytest.raises(BadInput, match="cuda"):
        LongT5Recognizer(trained.weights, "cuda")
    with pytest.raises(BadInput, match="abacus"):
        LongT5Recognizer(trained.weights, "abacus")


def test_the_command_trains_and_tells(toys, tmp_path, monkeypatch):
    import typer

    from homebody.commands.train.recognizer import recognizer
    from perception.recognizer.training import learner

    large = learner.NetworkShape
    monkeypatch.setattr(learner, "NetworkShape", lambda *names: large(*names, **TINY))
    app = typer.Typer()
    app.command()(recognizer)
    given = ["--data", str(toys), "--out", str(tmp_path / "out"), "--epochs", "1", "--batch", "64"]
    result = CliRunner().invoke(app, [*given, "--device", "cpu", "--json", "-"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["epochs"] == 1


# -- weights and use ---------------------------------------------------------------------------------------------


def test_it_keeps_to_the_contract(trained):
    assert check_recognizer(LongT5Recognizer(trained.weights, "cpu")).episodes == 3


def copied(trained, tmp_path) -> Path:
    path = tmp_path / "w.safetensors"
    path.write_bytes(trained.weights.read_bytes())
    path.with_suffix(".json").write_bytes(trained.weights.with_suffix(".json").read_bytes())
    return path


def test_weights_of_another_architecture_are_refused_by_name(trained, tmp_path):
    path = copied(trained, tmp_path)
    shape = json.loads(path.with_suffix(".json").read_text())
    path.with_suffix(".json").write_text(json.dumps({**shape, "architecture": "clip-longt5-base"}))
    with pytest.raises(BadInput, match=r"clip-longt5-base.*homebody-longt5-2"):
        LongT5Recognizer(path, "cpu")
    path.with_suffix(".json").write_text(json.dumps({**shape, "width": 64}))
    with pytest.raises(BadInput, match="belong together"):
        LongT5Recognizer(path, "cpu")
    path.with_suffix(".json").write_text(json.dumps({**shape, "colour": "red"}))
    with pytest.raises(BadInput, match="colour"):
        LongT5Recognizer(path, "cpu")
    path.with_suffix(".json").write_text("[1]")
    with pytest.raises(BadInput, match="does not say"):
        LongT5Recognizer(path, "cpu")


def test_damaged_and_missing_weights_are_refused_by_name(trained, tmp_path):
    path = copied(trained, tmp_path)
    for content in (b"", b"text", path.read_bytes()[:1000]):
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"w\.safetensors"):
            LongT5Recognizer(path, "cpu")
    path.unlink()
    with pytest.raises(BadInput, match="there is no file"):
        LongT5Recognizer(path, "cpu")


def test_long_episodes_are_read_in_windows_and_live_use_remembers(trained):
    steps = toy_episode(30, 150)
    frames, seen = [s.frame for s in steps], [s.detections for s in steps]
    whole = LongT5Recognizer(trained.weights, "cpu").recognize(frames, seen)
    assert len(whole) == 151
    live = LongT5Recognizer(trained.weights, "cpu")
    fresh = LongT5Recognizer(trained.weights, "cpu")
    for end in (8, 9, 10):
        part = slice(end - 8, end)
        assert live.recognize(frames[part], seen[part])[-1].action in ACTIONS
    again = fresh.recognize(frames[2:10], seen[2:10])[-1]
    remembered = live.recognize(frames[2:10], seen[2:10])[-1]
    assert (again.action, again.object_type) == (remembered.action, remembered.object_type)
    assert again.confidence == pytest.approx(remembered.confidence, abs=1e-4)


def test_what_was_drawn_into_a_frame_since_it_was_read_is_seen(trained):
    steps = toy_episode(30, 20)
    frames, seen = [s.frame.copy() for s in steps[:8]], [s.detections for s in steps[:8]]
    reads = LongT5Recognizer(trained.weights, "cpu")
    reads.recognize(frames, seen)
    frames[6][:] = steps[12].frame
    fresh = LongT5Recognizer(trained.weights, "cpu").recognize(frames, seen)
    for again, anew in zip(reads.recognize(frames, seen), fresh, strict=True):
        assert (again.action, again.object_type) == (anew.action, anew.object_type)
        assert again.confidence == pytest.approx(anew.confidence, abs=1e-4)


def test_recognising_leaves_torch_the_threads_it_had(trained):
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    LongT5Recognizer(trained.weights, "cpu").recognize([np.zeros((60, 80, 3), np.uint8)] * 2, [[], []])
    left = torch.get_num_threads()
    torch.set_num_threads(before)
    assert left == 2


def test_frames_of_any_size_do(trained):
    frames = [np.zeros((60, 80, 3), np.uint8), np.full((1, 1, 3), 200, np.uint8)]
    assert len(LongT5Recognizer(trained.weights, "cpu").recognize(frames, [[], []])) == 2


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_without_its_packages_it_says_what_to_type(toys, tmp_path, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(BadInput, match=rf"{package} is not installed: pip install 'homebody\[perception\]'"):
        LongT5Recognizer(tmp_path / "any.safetensors")
    with pytest.raises(BadInput, match=rf"{package} is not installed"):
        train(toys, tmp_path / "out")
