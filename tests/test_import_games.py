from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from envs.errors import AlreadyExists, BadGameFile, BadInput
from envs.teach.games.actions import DRIVER, TEXT
from envs.teach.games.recorded import Game
from eval.histories.build_memory import BuildReport, build_memory
from eval.histories.game_files import GameFiles
from eval.histories.import_games import experiences
from eval.histories.recorded_scenes import RecordedPerceiver
from eval.histories.schedules import BASE_DAY, FARTHEST_DAY, Schedule, Slot, draw_schedule, read_schedule
from homebody.commands.memory import build
from memory.experience import Experience
from memory.store.database import Store
from perception.scene_graph.box_view import EYE, BoxView, CameraPose

DATA = Path(__file__).parents[1] / "../shared/data"
GAMES = DATA / "teach/valid_unseen.zip"
QUESTIONS = DATA / "hemv_qa/test_set_5.json"
START = datetime(2024, 3, 1, 9, 0)


# -- seeing, from geometry


def duration(game: Game) -> timedelta:
    """From the first logged interaction to the last."""
    times = [step.time for step in game.interactions]
    return timedelta(seconds=max(times) - times[0])


def sees(eye: CameraPose, point: tuple[float, float, float], size: float = 0.0) -> bool:
    return bool(BoxView([point], [(size,) * 3]).seen(eye)[0])


@pytest.mark.parametrize(
    ("point", "seen"),
    [
        ((0, EYE, 1.4), True),  # straight ahead
        ((0, EYE, 1.6), False),  # too far
        ((0, EYE, -1.0), False),  # behind
        ((0.9, EYE, 1.0), True),
        ((1.1, EYE, 1.0), False),  # beyond the right edge
        ((0, EYE + 0.9, 1.0), True),
        ((0, EYE + 1.1, 1.0), False),  # above the upper edge
        ((0, EYE - 1.1, 1.0), False),
    ],
)
def test_what_is_inside_the_frame_and_near_is_seen(point: tuple[float, float, float], seen: bool) -> None:
    assert sees(CameraPose(0, 0, 0, 0, 0), point) is seen


def test_looking_down_shows_the_ground_and_hides_the_ceiling() -> None:
    level, down = CameraPose(0, 0, 0, 0, 0), CameraPose(0, 0, 0, 0, 60)
    assert not sees(level, (0, EYE - 1.2, 0.8)) and sees(down, (0, EYE - 1.2, 0.8))
    assert sees(level, (0, EYE + 0.5, 1)) and not sees(down, (0, EYE + 0.5, 1))


def test_one_corner_in_view_is_enough() -> None:
    assert not sees(CameraPose(0, 0, 0, 0, 0), (0, EYE, 1.7))
    assert sees(CameraPose(0, 0, 0, 0, 0), (0, EYE, 1.7), size=0.5)


@given(
    st.tuples(*[st.floats(-2, 2)] * 3),
    st.tuples(*[st.floats(-3, 3)] * 2),
    st.sampled_from((0, 90, 180, 270)),
    st.sampled_from((-30, 0, 30, 60)),
)
def test_turning_the_world_and_the_agent_changes_nothing(
    point: tuple[float, float, float], place: tuple[float, float], yaw: int, horizon: int
) -> None:
    angle = np.radians(yaw)
    x, y, z = point
    turned = (x * np.cos(angle) + z * np.sin(angle) + place[0], y, z * np.cos(angle) - x * np.sin(angle) + place[1])
    at_home = BoxView([point], [(0.2,) * 3]).seen(CameraPose(0, 0, 0, 0, horizon), reach=1e3)
    moved = BoxView([turned], [(0.2,) * 3]).seen(CameraPose(place[0], 0, place[1], yaw, horizon), reach=1e3)
    # within float noise of an edge either answer is right
    if at_home[0] != moved[0]:
        tight = BoxView([point], [(0.2 - 1e-6,) * 3]).seen(
            CameraPose(0, 0, 0, 0, horizon), reach=1e3, half_angle=45 - 1e-5
        )
        wide = BoxView([point], [(0.2 + 1e-6,) * 3]).seen(
            CameraPose(0, 0, 0, 0, horizon), reach=1e3, half_angle=45 + 1e-5
        )
        assert not tight[0] and wide[0]


def thing(key: str, place: tuple[float, float, float], parents: tuple[str, ...] = (), **more: Any) -> dict[str, Any]:
    x, y, z = place
    center = {"x": x, "y": y, "z": z}
    return {
        "objectId": key,
        "objectType": key.split("|")[0],
        "position": center,
        "parentReceptacles": list(parents),
        "isOpen": False,
        "isSliced": False,
        "axisAlignedBoundingBox": {"center": center, "size": dict.fromkeys("xyz", 0.1)},
        **more,
    }


def test_what_is_in_a_closed_container_is_out_of_sight_until_it_opens() -> None:
    def room(is_open: bool) -> list[dict[str, Any]]:
        fridge = thing("Fridge|0", (0, 1, 1), isOpen=is_open)
        return [fridge, thing("Egg|0", (0, 1, 1), ("Fridge|0",)), thing("Floor|0", (9, 0, 9))]

    perceiver = RecordedPerceiver(room(False))
    eye = CameraPose(0, 0.4, 0, 0, 0)
    assert {node.object_type for node in perceiver.perceive(eye).objects} == {"Fridge", "Floor"}
    perceiver.update(room(True))
    scene = perceiver.perceive(eye)
    assert scene.parents("Egg|0") == ("Fridge|0",)
    assert {node.name for node in scene.objects} == {"Fridge_0", "Egg_0", "Floor_0"}


def test_what_is_held_is_seen_with_its_contents_and_lies_nowhere() -> None:
    things = [thing("Pot|0", (5, 1, 5), ("CounterTop|0",)), thing("Potato|0", (5, 1, 5), ("CounterTop|0", "Pot|0"))]
    perceiver = RecordedPerceiver([thing("CounterTop|0", (5, 0.9, 5)), *things])
    scene = perceiver.perceive(CameraPose(0, 0.9, 0, 90, 0), held="Pot|0")
    assert scene.held == "Pot|0" and not scene.parents("Pot|0") and scene.parents("Potato|0") == ("Pot|0",)
    pot = scene.node("Pot|0")
    assert pot is not None and pot.position == pytest.approx((0.38, 0.9 + EYE - 0.155, 0), abs=1e-3)


def test_the_whole_of_what_was_cut_up_is_gone() -> None:
    whole = thing("Tomato|0", (0, 1, 1), isSliced=True)
    slices = [thing(f"Tomato|0|TomatoSliced_{k}", (0, 1, 1), objectType="TomatoSliced") for k in range(2)]
    scene = RecordedPerceiver([whole, *slices]).perceive(CameraPose(0, 0.4, 0, 0, 0))
    assert [node.object_type for node in scene.objects] == ["TomatoSliced"] * 2


# -- one game


@pytest.fixture(scope="module")
def files() -> GameFiles:
    if not GAMES.exists():
        pytest.skip(f"recorded games are not there: {GAMES}")
    return GameFiles([GAMES])


@pytest.fixture(scope="module")
def game(files: GameFiles) -> Game:
    return files.read("03379f213dfbda39_79a2")  # coffee, with washing the mug


@pytest.fixture(scope="module")
def lived(game: Game) -> list[Experience]:
    return experiences(game, START)


def test_every_step_of_the_follower_and_every_word_is_there(game: Game, lived: list[Experience]) -> None:
    driver = [s for s in game.interactions if s.agent_id == DRIVER and (s.is_motion or s.is_object_action)]
    acted = [one for one in lived if one.action]
    assert [(one.action, one.success) for one in acted] == [(s.action_name, bool(s.success)) for s in driver]
    said = [s for s in game.interactions if s.action_id == TEXT]
    told = [speech for one in lived for speech in one.speech]
    assert [speech.text for speech in told] == [s.utterance for s in said]
    assert [speech.own for speech in told] == [s.agent_id == DRIVER for s in said]


def test_times_count_from_the_first_entry_of_the_log(game: Game, lived: list[Experience]) -> None:
    assert lived[0].time == START and lived[0].action is None
    assert lived[-1].time <= START + duration(game)
    step = next(s for s in game.interactions if s.is_object_action)
    first = next(one for one in lived if one.action == step.action_name)
    assert (first.time - START).total_seconds() == pytest.approx(step.time - game.interactions[0].time, abs=1e-5)
    assert all(a.time <= b.time for a, b in pairwise(lived))


def test_objects_go_by_their_ids_and_the_hand_is_known(lived: list[Experience]) -> None:
    picked = next(one for one in lived if one.action == "Pickup" and one.success)
    placed = next(one for one in lived if one.action == "Place" and one.success)
    assert picked.held == picked.arguments[0] == picked.scene.held
    assert placed.arguments[0] == picked.held and placed.held is None
    assert placed.arguments[1] in placed.scene.parents(placed.arguments[0])


def test_effects_that_no_log_mentions_are_seen(lived: list[Experience]) -> None:
    """Water washes the mug."""
    mugs = [node for one in lived for node in one.scene.of_type("Mug")]
    dirty = {node.object_id for node in mugs if "dirty" in node.states}
    assert dirty & {node.object_id for node in mugs if "dirty" not in node.states}


def test_without_scenes_the_rest_is_the_same(game: Game, lived: list[Experience]) -> None:
    blind = experiences(game, START, scenes=False)
    assert blind == [replace(one, scene=blind[0].scene) for one in lived]
    assert not blind[0].scene.objects


def test_a_game_without_a_log_is_refused_by_name(game: Game) -> None:
    with pytest.raises(BadGameFile, match=f"{game.game_id} logs no interactions"):
        experiences(replace(game, interactions=()), START)


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that the memory itself wrote."""
    with Store.open(path, readonly=True) as store:
        tables = [name for (name,) in store.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(store.rows(f'SELECT * FROM "{name}"'), key=repr) for name in tables}


def test_the_name_of_the_task_never_reaches_the_memory(files: GameFiles, tmp_path: Path) -> None:
    names = ["03379f213dfbda39_79a2", "724c11f87d95f819_a970"]
    plan = Schedule(tuple(Slot(name, START + timedelta(hours=3 * k)) for k, name in enumerate(names)))
    for folder in ("told", "blank"):
        (tmp_path / folder).mkdir()
        with zipfile.ZipFile(GAMES) as archive:
            for name in names:
                data = json.loads(archive.read(f"valid_unseen/{name}.game.json"))
                if folder == "blank":
                    data["tasks"][0].update(task_name="", desc="", components={}, relations=[], task_params=[])
                    data["definitions"]["tasks"] = []
                (tmp_path / folder / f"{name}.game.json").write_text(json.dumps(data))
        build_memory(GameFiles([tmp_path / folder]), plan, tmp_path / f"{folder}.sqlite")
    told, blank = contents(tmp_path / "told.sqlite"), contents(tmp_path / "blank.sqlite")
    assert told == blank
    assert len(told["experiences"]) > 100 and len(told["nodes"]) > 100
    with Store.open(tmp_path / "told.sqlite", readonly=True) as store:
        assert store.rows("SELECT count(*) FROM experiences WHERE task IS NOT NULL OR goal IS NOT NULL") == [(0,)]


def test_published_questions_about_what_was_there(files: GameFiles) -> None:
    """H-EMV's "Was there a …?": a history with a no and one with a yes, cell by cell."""
    if not QUESTIONS.exists():
        pytest.skip(f"question sets are not there: {QUESTIONS}")
    right = cells = 0
    for history in (h for h in json.loads(QUESTIONS.read_text())["histories"] if h["history_index"] in (3, 5)):
        question = next(q for q in history["questions"] if q["question_id"] == "SO")
        wanted = re.findall(r"^Was there an? (.*?) ?\?$", question["text_input"])[0].replace(" ", "")
        seen = [wanted in _types(files.read(name)) for name in history["episode_ids"]]
        true = [k in (question["episode_indices_involved"] or []) for k in range(len(seen))]
        assert any(seen) == question["target_output"].startswith("yes")
        right, cells = right + sum(a == b for a, b in zip(seen, true, strict=True)), cells + len(seen)
    assert right >= 0.9 * cells


def _types(game: Game) -> set[str]:
    return {node.object_type.lower() for one in experiences(game, START) for node in one.scene.objects}


# -- schedules


@given(st.integers(0, 10_000), st.integers(1, 40))
def test_drawn_days_are_plausible(seed: int, count: int) -> None:
    names = [f"game-{k:02d}" for k in range(count)]
    plan = draw_schedule(names, seed)
    assert plan == draw_schedule(names[::-1], seed)
    assert sorted(plan.episodes) == names
    times = [slot.start for slot in plan.slots]
    assert times == sorted(times) and all(8 <= time.hour < 20 or time.hour == 20 for time in times)
    days = sorted({time.date() for time in times})
    assert abs((days[0] - BASE_DAY.date()).days) <= FARTHEST_DAY
    assert (days[-1] - days[0]).days == len(days) - 1
    assert all(1 <= sum(time.date() == day for time in times) <= 3 for day in days)


def write(folder: Path, value: object) -> Path:
    path = folder / "schedule.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def entry(name: str, start: str = "2024-01-01T09:00:00") -> dict[str, str]:
    return {"episode": name, "start": start}


def test_a_written_schedule_is_put_in_order_of_time(tmp_path: Path) -> None:
    plan = read_schedule(write(tmp_path, [entry("b", "2024-01-02T08:00"), entry("a")]))
    assert plan.slots == (Slot("a", datetime(2024, 1, 1, 9)), Slot("b", datetime(2024, 1, 2, 8)))


@pytest.mark.parametrize(
    ("value", "history", "complaint"),
    [
        ([entry("a"), entry("b", "2024-01-02T09:00"), entry("a", "2024-01-03T09:00")], None, "more than once: a;"),
        ([entry("a", "2024-01-01T09:00:00+01:00")], None, "entry 1: start is .*, with a time zone"),
        ([entry("a", "2024-01-01T09:00:00Z")], None, "with a time zone"),
        ([entry("a", "yesterday")], None, "'yesterday', which is not a time"),
        ([{"episode": "a"}], None, "entry 1 is .*expected"),
        ([], None, "names no episode"),
        ({"games": []}, None, "is not a schedule; expected"),
        ("[", None, "is not a schedule"),
        ([entry("a")], 2, "not a question set"),
        ({"histories": [{}, {}]}, None, "has 2 histories; say which"),
        ({"histories": [{}, {}]}, 2, "has no history 2; they count from 0 to 1"),
        ({"histories": [{"episode_ids": ["a"], "time_stamps": []}]}, 0, "as many time_stamps"),
    ],
)
def test_unusable_schedules_are_refused(tmp_path: Path, value: object, history: int | None, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        read_schedule(write(tmp_path, value), history)


def test_a_schedule_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"there is no file .*none\.json"):
        read_schedule(tmp_path / "none.json")


def test_published_histories_and_their_reconstructions_are_schedules(tmp_path: Path) -> None:
    known = {"episode_ids": ["a", "b"], "time_stamps": ["2024-01-01T09:00:00", "2024-01-02T09:00:00.5"]}
    found = {"episode_ids": ["c"], "time_stamps_synthetic": ["2024-05-01T09:00:00"]}
    path = write(tmp_path, {"histories": [known, found]})
    assert read_schedule(path, 0).episodes == ["a", "b"]
    assert read_schedule(path, 1).slots == (Slot("c", datetime(2024, 5, 1, 9)),)


# -- memories


@pytest.fixture(scope="module")
def short(files: GameFiles) -> list[str]:
    """Three games that are quickly read."""
    with zipfile.ZipFile(GAMES) as archive:
        sizes = sorted((info.file_size, info.filename) for info in archive.infolist() if not info.is_dir())
    return [Path(name).name.removesuffix(".game.json") for _, name in sizes[:60:20]]


def test_a_history_is_built_in_order_and_whole(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    out = tmp_path / "new" / "memory.sqlite"
    plan = draw_schedule(short, 1)
    seen: list[int] = []
    report = build_memory(files, plan, out, track=lambda slots, total: (seen.append(total), slots)[1])
    assert seen == [3] and report.episodes == 3
    assert [p.name for p in out.parent.iterdir()] == [out.name]
    with Store.open(out) as store:
        assert not store.check()
        assert [name for (name,) in store.rows("SELECT DISTINCT episode FROM experiences ORDER BY id")] == plan.episodes
        assert store.newest is not None and store.newest[0] == report.experiences
        starts = [time for (time,) in store.rows("SELECT min(time) FROM experiences GROUP BY episode ORDER BY 1")]
        assert len(set(starts)) == 3


@pytest.mark.parametrize("construction", ["offline", "flat"])
def test_other_constructions(files: GameFiles, short: list[str], tmp_path: Path, construction: Any) -> None:
    out = tmp_path / "memory.sqlite"
    report = build_memory(files, draw_schedule(short, 1), out, scenes=False, construction=construction)
    assert (max(report.nodes) > 3) is (construction == "offline")


def test_forgetting_leaves_less(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    plan = Schedule(tuple(Slot(name, START + timedelta(days=3 * k)) for k, name in enumerate(short)))
    reports: list[BuildReport] = []
    for forget in (False, True):
        reports.append(build_memory(files, plan, tmp_path / f"{forget}.sqlite", scenes=False, forget=forget))
    whole, rest = reports
    assert whole.forgotten == 0 < rest.forgotten
    assert whole.experiences == rest.experiences and rest.nodes[1] < whole.nodes[1]


def test_nothing_is_left_after_an_error(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    first, second = (Slot(name, START + timedelta(seconds=k)) for k, name in enumerate(short[:2]))
    with pytest.raises(BadInput, match=f"has {second.episode} begin at .* but {first.episode}, which begins at"):
        build_memory(files, Schedule((first, second)), tmp_path / "memory.sqlite", scenes=False)
    assert not list(tmp_path.iterdir())


def test_published_overlaps_are_kept_and_drawn_ones_delayed(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    slots = tuple(Slot(name, START + timedelta(seconds=k)) for k, name in enumerate(short[:2]))
    starts = {}
    for overlaps in ("keep", "delay"):
        out = tmp_path / f"{overlaps}.sqlite"
        build_memory(files, Schedule(slots, overlaps), out, scenes=False)
        with Store.open(out, readonly=True) as store:
            assert not store.check()
            numbers = store.rows("SELECT min(id) FROM experiences GROUP BY episode ORDER BY 1")
            starts[overlaps] = [store.experience(number).time for (number,) in numbers]
    assert starts["keep"] == [slot.start for slot in slots]
    first_ends = START + duration(files.read(short[0]))
    assert starts["delay"][1] >= first_ends - timedelta(seconds=60)


def test_missing_games_are_listed(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    names = [short[0], *(f"gone-{k:02d}" for k in range(12))]
    plan = Schedule(tuple(Slot(name, START + timedelta(days=k)) for k, name in enumerate(names)))
    with pytest.raises(BadInput, match=r"12 of 13 episodes .*gone-00, gone-01.* and 2 more"):
        build_memory(files, plan, tmp_path / "memory.sqlite")


def test_an_existing_file_is_not_touched(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    out = tmp_path / "memory.sqlite"
    out.write_text("mine")
    with pytest.raises(AlreadyExists, match="exists; choose another name"):
        build_memory(files, draw_schedule(short, 1), out)
    assert out.read_text() == "mine"


def test_a_place_that_cannot_be_written(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"cannot write .*Choose a place"):
        build_memory(files, draw_schedule(short, 1), tmp_path / "file" / "memory.sqlite")


def test_games_are_found_in_folders_files_and_archives(files: GameFiles, short: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "some" / "deep"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(GAMES) as archive:
        for name in short[:2]:
            (folder / f"{name}.game.json").write_bytes(archive.read(f"valid_unseen/{name}.game.json"))
        with zipfile.ZipFile(tmp_path / "some" / "more.zip", "w") as more:
            more.writestr("x/third.game.json", archive.read(f"valid_unseen/{short[2]}.game.json"))
    (folder / "notes.json").write_text("{}")
    found = GameFiles([tmp_path / "some"])
    assert found.names == sorted([*short[:2], "third"])
    assert found.read("third") == files.read(short[2]) and found.read(short[0]) == files.read(short[0])
    assert found.missing(["third", "fourth"]) == ["fourth"]
    assert GameFiles([folder / f"{short[0]}.game.json"]).names == [short[0]]
    with pytest.raises(BadInput, match="there is no game fourth in"):
        found.read("fourth")
    with pytest.raises(BadInput, match="there is no file or folder"):
        GameFiles([tmp_path / "nowhere"])


# -- the command


@pytest.fixture(scope="module")
def app() -> typer.Typer:
    made = typer.Typer()
    made.callback()(lambda: None)
    build.register(made)
    return made


def test_the_command_prints_figures(app: typer.Typer, files: GameFiles, short: list[str], tmp_path: Path) -> None:
    path = write(tmp_path, [entry(short[0]), entry(short[1], "2024-01-05T10:00")])
    out = tmp_path / "memory.sqlite"
    arguments = ["build", "--games", str(GAMES), "--schedule", str(path), "--out", str(out), "--no-scenes"]
    result = CliRunner().invoke(app, [*arguments, "--limit", "1", "--json", "-"])
    assert result.exit_code == 0, result.output
    figures = json.loads(result.stdout)
    assert figures["episodes"] == 1 and figures["memory"] == str(out) and figures["start"] == "2024-01-01T09:00:00"


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ([], "either --schedule FILE or --seed N"),
        (["--seed", "1", "--history", "2"], "--history chooses from a question set"),
    ],
)
def test_the_command_wants_dates(app: typer.Typer, tmp_path: Path, game: Game, more: list[str], complaint: str) -> None:
    arguments = ["build", "--games", str(GAMES), "--out", str(tmp_path / "memory.sqlite"), *more]
    result = CliRunner().invoke(app, arguments)
    assert isinstance(result.exception, BadInput) and complaint in str(result.exception)
