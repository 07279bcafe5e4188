"""Collecting: the plan, the files, determinism, going on after a stop."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

from envs.errors import BadInput, TryAgain
from eval.collect.card import write_card
from eval.collect.files import DataSet
from eval.collect.folder import growing
from eval.collect.frames import LabelledFrame
from eval.collect.games import split_of, with_games
from eval.collect.plan import HELD_OUT, ROOMS, plan_episodes
from eval.collect.run import moments, snapshots
from eval.perception.detector_score import held_out_frames
from homebody.cli import app
from perception.detector.phrases import household_classes
from perception.recognizer.action import MOTIONS
from perception.recognizer.sequences import SequenceStep, read_sequence

GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"

cv2 = pytest.importorskip("cv2", reason="pictures are written with OpenCV: pip install 'homebody[perception]'")


def collected(out: Path, episodes: int = 3, *more: str) -> dict:
    arguments = ["collect", "--out", str(out), "--episodes", str(episodes), "--rooms", "kitchen,bathroom"]
    arguments += [
        "--sources",
        "none,errands",
        "--snapshots",
        "2",
        "--moments",
        "1",
        "--steps",
        "6",
        "--json",
        "-",
        *more,
    ]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def digest(folder: Path) -> dict[str, str]:
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data") / "set"
    collected(out)
    return out


def test_rooms_are_in_one_split_only_and_never_held_out():
    plans = plan_episodes(500, ROOMS, ("none",), 3)
    assert len({(p.room, p.seed) for p in plans}) == 500
    assert all(p.seed < HELD_OUT for p in plans)
    shares = {split: sum(p.split == split for p in plans) for split in ("train", "val", "test")}
    assert shares == {"train": 400, "val": 50, "test": 50}
    assert all({p.room for p in plans if p.split == split} == set(ROOMS) for split in shares)


def test_a_longer_plan_begins_like_a_shorter_one_and_looks_vary():
    plans = plan_episodes(60, ROOMS, ("errands", "planner"), 1)
    assert plans[:20] == plan_episodes(20, ROOMS, ("errands", "planner"), 1)
    assert plans[:20] != plan_episodes(20, ROOMS, ("errands", "planner"), 2)
    assert {p.look.textured for p in plans} == {True, False}
    assert len({p.look.field_of_view for p in plans}) > 10
    assert {p.source for p in plans} == {"errands", "planner"}


@pytest.mark.parametrize("rooms", [("garage",), ()])
def test_unknown_rooms_are_refused(rooms):
    with pytest.raises(BadInput, match="kitchen, living_room, bedroom, bathroom"):
        plan_episodes(1, rooms, ("none",), 0)


def test_pictures_have_labels_that_lie_within_them(data):
    pictures = sorted((data / "images").rglob("*.jpg"))
    assert len(pictures) >= 6
    for picture in pictures:
        image = cv2.imread(str(picture))
        assert image is not None and image.shape == (300, 300, 3)
        label = data / "labels" / picture.parent.name / f"{picture.stem}.txt"
        rows = np.array([[float(v) for v in line.split()] for line in label.read_text().splitlines()])
        assert len(rows) and (rows[:, 0] < len(household_classes())).all()
        assert (rows[:, 1] - rows[:, 3] / 2 > -1e-5).all() and (rows[:, 1] + rows[:, 3] / 2 < 1 + 1e-5).all()


def test_the_classes_are_given_with_all_their_words(data):
    given = yaml.safe_load((data / "data.yaml").read_text())
    assert given["names"][household_classes().index("Mug")] == "mug/coffee mug/coffee cup"
    assert "tea mug" not in (data / "data.yaml").read_text()


def test_sequences_hold_what_was_done(data):
    steps = read_sequence(next((data / "sequences").rglob("*.npz")))
    assert len(steps) == 7 and steps[0].action == ""
    assert any(step.action for step in steps)


def test_the_card_counts_what_there_is(data):
    figures = collected(data)
    pictures = len(list((data / "images").rglob("*.jpg")))
    assert sum(split["images"] for split in figures["splits"].values()) == pictures
    assert "--episodes 3 --rooms kitchen,bathroom" in (data / "README.md").read_text()


def test_going_on_after_a_stop_makes_the_same_bytes(data, tmp_path):
    collected(tmp_path / "again", 1)
    (tmp_path / "again" / "episodes").joinpath("unrelated.json").write_text("{}")
    (tmp_path / "again" / "episodes" / "unrelated.json").unlink()
    collected(tmp_path / "again", 3, "--workers", "2")
    assert digest(tmp_path / "again") == digest(data)


def test_a_cut_off_episode_is_collected_again(data, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    mark = next((copy / "episodes").glob("*.json"))
    mark.unlink()
    picture = next((copy / "images").rglob(f"{mark.stem}*.jpg"))
    picture.write_bytes(b"cut")
    collected(copy)
    assert digest(copy) == digest(data)


def test_another_set_is_not_mixed_into_a_folder(data, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    mark = next((copy / "episodes").glob("*.json"))
    changed = json.loads(mark.read_text())
    changed["plan"]["look"]["gain"] = 9.0
    mark.write_text(json.dumps(changed))
    with pytest.raises(BadInput, match="other arguments"):
        collected(copy)


def test_a_set_bears_its_name_only_when_it_is_whole(data, tmp_path, monkeypatch):
    out, add = tmp_path / "set", DataSet.add
    collected(out, 1)
    whole = digest(out)

    def full(self, plan, *rest):
        if plan.number == 2:
            raise TryAgain("no space left")
        return add(self, plan, *rest)

    monkeypatch.setattr(DataSet, "add", full)
    with pytest.raises(TryAgain, match="no space left"):
        collected(out)
    assert [path.name for path in tmp_path.iterdir()] == ["set.partial"]
    assert whole.keys() < digest(tmp_path / "set.partial").keys()
    with pytest.raises(BadInput, match="other arguments"):
        collected(out, 3, "--seed", "9")
    monkeypatch.undo()
    collected(out)
    assert [path.name for path in tmp_path.iterdir()] == ["set"] and digest(out) == digest(data)
    collected(out)
    assert digest(out) == digest(data)


def test_what_is_left_of_a_set_is_said_and_nothing_of_one_that_was_not_begun(tmp_path, monkeypatch, capsys):
    def failing(self, plan, *rest):
        raise TryAgain("no space left")

    monkeypatch.setattr(DataSet, "_picture", failing)
    plans = plan_episodes(2, ROOMS, ("none",), 0)
    with pytest.raises(TryAgain), growing(tmp_path / "set", plans) as folder:
        DataSet(folder, household_classes()).add(plans[0], [], [])
        DataSet(folder, household_classes()).add(plans[1], [LabelledFrame(np.zeros((3, 3, 3), np.uint8), ())], [])
    assert capsys.readouterr().err.startswith(f"1 of 2 episodes are in {tmp_path / 'set.partial'}; the same command")
    with pytest.raises(TryAgain), growing(tmp_path / "other", plans):
        raise TryAgain("at once")
    assert capsys.readouterr().err == "" and [path.name for path in tmp_path.iterdir()] == ["set.partial"]


def test_a_set_that_was_killed_before_its_first_episode_is_gone_on_with(tmp_path):
    plans = plan_episodes(1, ROOMS, ("none",), 0)
    killed = growing(tmp_path / "set", plans)
    folder = killed.__enter__()
    (folder / "labels").mkdir()
    with pytest.raises(TryAgain), growing(tmp_path / "set", plans) as again:
        raise TryAgain("cut off once more")
    with growing(tmp_path / "set", plans) as again:
        assert again == folder


def test_folders_of_others_and_two_of_ours_are_refused(data, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    (tmp_path / "file").write_text("hello")
    (tmp_path / "both" / "episodes").mkdir(parents=True)
    (tmp_path / "both.partial" / "episodes").mkdir(parents=True)
    before = digest(tmp_path)
    for name, words in (("photos", "something else"), ("file", "is not a folder"), ("both", "remove one of them")):
        with pytest.raises(BadInput, match=words):
            collected(tmp_path / name)
    with pytest.raises(BadInput, match="cannot write"):
        collected(tmp_path / "file" / "set")
    assert digest(tmp_path) == before and len(list(tmp_path.iterdir())) == 4


def test_without_opencv_nothing_is_begun(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    monkeypatch.setattr("eval.collect.run.opened", lambda *_: pytest.fail("a room was built"))
    with pytest.raises(BadInput, match=r"cv2 is not installed: pip install 'homebody\[perception\]'"):
        collected(tmp_path / "set")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_mark_is_named(data, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(data, copy)
    mark = next((copy / "episodes").glob("*.json"))
    mark.write_text("{")
    with pytest.raises(BadInput, match=f"{mark.name} is damaged; remove it"):
        collected(copy)


@pytest.mark.skipif(not GAMES.is_file(), reason="recorded games are not here: ../shared/data/teach/valid_unseen.zip")
def test_recorded_games_are_replayed_in_their_rooms(tmp_path):
    arguments = ["collect", "--out", str(tmp_path), "--episodes", "2", "--sources", "replay", "--games", str(GAMES)]
    arguments += ["--snapshots", "1", "--moments", "2", "--steps", "12", "--json", "-"]
    result = CliRunner().invoke(app, arguments, catch_exceptions=False)
    figures = json.loads(result.stdout)
    assert sum(split["images"] for split in figures["splits"].values()) == 6
    for path in (tmp_path / "sequences").rglob("*.npz"):
        steps = read_sequence(path)
        assert len(steps) == 13 and any(step.action in MOTIONS for step in steps)


def test_replays_need_games(tmp_path):
    with pytest.raises(BadInput, match="--games"):
        with_games(plan_episodes(2, ROOMS, ("replay",), 0), None)


def test_games_of_one_plan_are_in_one_split():
    splits = {split_of(f"FloorPlan{number}") for number in range(1, 60)}
    assert splits == {"train", "val", "test"}
    assert split_of("FloorPlan7") == split_of("FloorPlan7")


def test_a_card_of_nothing_is_still_a_card(tmp_path):
    figures = write_card(tmp_path, [], {"episodes": 0})
    assert figures["splits"]["train"]["images"] == 0
    assert yaml.safe_load((tmp_path / "data.yaml").read_text())["val"] == "images/val"


def test_held_out_frames_are_the_same_every_time():
    one, other = (list(held_out_frames(2, 2, seed=5)) for _ in range(2))
    assert len(one) == 4 and all(frame.boxes for frame in one)
    assert all(np.array_equal(a.rgb, b.rgb) and a.boxes == b.boxes for a, b in zip(one, other, strict=True))


def test_strange_pictures_differ_and_what_is_in_them_does_not(tmp_path):
    """Other surfaces, light and shapes of pictures; what is lived looks as the engine draws it."""
    plans = plan_episodes(40, ROOMS, ("none",), 4, strange=0.5)
    strange = [plan for plan in plans if plan.look.strange is not None]
    assert 10 <= len(strange) <= 30
    usually = plan_episodes(40, ROOMS, ("none",), 4)
    lenses = [one.look.field_of_view for one in usually]
    as_usual = [replace(p.look, strange=None, field_of_view=lens) for p, lens in zip(plans, lenses, strict=True)]
    assert [replace(p, look=look) for p, look in zip(plans, as_usual, strict=True)] == usually
    assert min(plan.look.field_of_view for plan in strange) < min(lenses)
    plan = next(plan for plan in strange if plan.look.strange and plan.look.strange.width == 1.0)
    assert plan.look.strange is not None
    usual = replace(plan, look=replace(plan.look, strange=None))
    upright = replace(plan, look=replace(plan.look, strange=replace(plan.look.strange, crouched=False)))
    first, again = (snapshots(upright, 2, household_classes(), np.random.default_rng(5)) for _ in range(2))
    drawn = snapshots(usual, 1, household_classes(), np.random.default_rng(5))
    assert np.array_equal(first[0].rgb, again[0].rgb) and np.array_equal(first[1].rgb, again[1].rgb)
    assert first[0].boxes == drawn[0].boxes
    assert np.abs(first[0].rgb.astype(int) - drawn[0].rgb.astype(int)).mean() > 5


def test_half_of_the_moments_are_where_something_is_handled():
    blank = np.zeros((8, 8, 3), np.uint8)
    steps = [SequenceStep(blank, "Pickup", "Mug") if k in (50, 70) else SequenceStep(blank) for k in range(100)]
    chosen = moments(steps, 8)
    assert len(chosen) == 8 and chosen == sorted(set(chosen))
    assert {49, 50, 69, 70} <= set(chosen)
    assert moments(steps[:3], 8) == [0, 1, 2] and moments(steps, 0) == []
