"""Films and live pictures of a run."""

from __future__ import annotations

import io
from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

from agent.body.acting import StepReport
from envs.errors import AlreadyExists, BadInput
from envs.pocket import PocketController
from homebody.cli import app
from homebody.views.film import Film, poster
from homebody.views.video import FRAMES_PER_SECOND, LAST_FRAMES, SPEECH_FRAMES, Video

SIDE = 64


@pytest.fixture(scope="module")
def reports() -> list[StepReport]:
    """A few steps in a kitchen."""
    controller = PocketController("kitchen_1", width=SIDE, height=SIDE)
    said = StepReport(0, "Text", "Please make coffee.", True, "", "", controller.last_event, "user")
    steps = []
    for number, (name, action) in enumerate([("Turn Left", "RotateLeft"), ("Forward", "MoveAhead")] * 3, start=1):
        event = controller.step(action)
        steps.append(StepReport(number, name, None, bool(event), event.error, "find a mug", event))
    return [said, *steps]


def film(path: Path, reports: list[StepReport]) -> np.ndarray:
    with Video(path, "Make coffee.", SIDE) as video:
        for report in reports:
            video.step(report)
    return imageio.imread(path, plugin="pyav") if path.suffix == ".mp4" else imageio.imread(path, index=None)


def seconds(path: Path) -> float:
    """How long a film lasts."""
    if path.suffix == ".mp4":
        return float(imageio.immeta(path, plugin="pyav")["duration"])
    count = imageio.improps(path, index=None).shape[0]
    return sum(imageio.immeta(path, index=k)["duration"] for k in range(count)) / 1000


@pytest.mark.parametrize("name", ["run.mp4", "run.gif"])
def test_a_film_has_every_step_and_holds_speech_and_the_end(
    name: str, tmp_path: Path, reports: list[StepReport]
) -> None:
    path = tmp_path / "new" / name
    frames = film(path, reports)
    assert seconds(path) == pytest.approx((SPEECH_FRAMES + 6 + LAST_FRAMES) / FRAMES_PER_SECOND)
    assert frames.shape[2] == 2 * SIDE
    assert frames.shape[1] > SIDE
    assert len({frame.tobytes() for frame in frames}) >= 5
    assert [p.name for p in (tmp_path / "new").iterdir()] == [name]


def test_view_and_map_stand_side_by_side_above_the_words(reports: list[StepReport]) -> None:
    story = Film(SIDE)
    shots = [story.shoot(report) for report in reports]
    picture = poster(shots[-1], "Make coffee.")
    assert np.array_equal(picture[:SIDE, :SIDE], reports[-1].event.frame)  # type: ignore[arg-type]
    assert np.array_equal(picture[:SIDE, SIDE : 2 * SIDE], shots[-1].plan)
    assert picture[SIDE:].min() < 120, "there are no words"
    assert shots[-1].said == "user: Please make coffee."
    assert shots[-1].goal == "find a mug"
    places = {tuple(r.event.metadata["agent"]["position"][k] for k in "xz") for r in reports}
    assert len(story.path) >= len(places) > 1


def test_a_failed_step_is_told_with_its_reason(reports: list[StepReport]) -> None:
    event = reports[-1].event
    shot = Film(SIDE).shoot(StepReport(7, "Pickup", "Mug|1|2|3", False, "it is too far away", "", event))
    assert shot.failed
    assert shot.deed == "step 7: Pickup Mug failed: it is too far away"


def test_without_frames_the_map_is_shown_alone() -> None:
    event = PocketController("kitchen_1", headless=True).last_event
    shot = Film(SIDE).shoot(StepReport(1, "Forward", None, True, "", "", event))
    assert poster(shot, "t").shape[1] == SIDE


def test_an_interrupted_film_leaves_nothing_behind(tmp_path: Path, reports: list[StepReport]) -> None:
    with pytest.raises(KeyboardInterrupt), Video(tmp_path / "a.gif", "t", SIDE) as video:
        video.step(reports[0])
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_bad_film_names_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"allowed are names that end in \.mp4 or \.gif"):
        Video(tmp_path / "film.avi", "t", SIDE)
    there = tmp_path / "there.mp4"
    there.write_bytes(b"mine")
    with pytest.raises(AlreadyExists, match="choose another name"):
        Video(there, "t", SIDE)
    assert there.read_bytes() == b"mine"


def test_run_films_a_chore(tmp_path: Path) -> None:
    target = tmp_path / "run.mp4"
    words = ["run", "--scene", "tabletop", "--memory", str(tmp_path / "m.sqlite"), "--record", str(tmp_path / "r")]
    result = CliRunner().invoke(app, [*words, "--video", str(target)])
    assert f"film written to {target}" in "".join(result.output.split("\n"))
    assert imageio.improps(target, plugin="pyav").shape[2] == 960


def test_show_needs_a_terminal(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["run", "--show", "--memory", str(tmp_path / "m.sqlite")])
    assert isinstance(result.exception, BadInput)
    assert "--video" in str(result.exception)


def test_show_draws_view_and_map_in_a_terminal(tmp_path: Path, reports: list[StepReport]) -> None:
    from agent.runs.run import prepare
    from agent.runs.setup import RunSetup
    from homebody.views.live_view import LiveView

    chore = prepare(RunSetup(memory=tmp_path / "m.sqlite", record=tmp_path / "r"))
    sink = io.StringIO()
    console = Console(file=sink, force_terminal=True, color_system="truecolor", width=100, height=40)
    with LiveView(console, chore, pictures=True) as watcher:
        for report in reports:
            watcher.step(report)
        watcher._live.refresh()
    row = next(line for line in sink.getvalue().split("\n") if line.count("▀") > 60)
    assert row.count("▀") >= 2 * 48, "view and map side by side"
