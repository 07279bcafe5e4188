"""Game files: reading, refusing, writing; the action table and pose encoding."""

from __future__ import annotations

import copy
import json
import resource
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import AlreadyExists, BadGameFile, BadInput, TryAgain
from envs.teach.games.actions import (
    ACTIONS,
    ACTIONS_BY_NAME,
    AGENT_ACTIONS,
    PICKUP,
    TEXT,
    action_definitions,
    pose_to_thor,
    thor_to_pose,
)
from envs.teach.games.recorded import Game, Interaction, SceneState, count_games, iter_games, read_game
from envs.teach.games.writer import game_to_json, write_game
from envs.teach.tasks.definitions import load_task

DATA = Path(__file__).parents[1] / "../shared/data/teach"


def thing(object_id: str, **properties: Any) -> dict[str, Any]:
    position = {"x": 0.5, "y": 1.0, "z": -0.5}
    object_type = object_id.split("|")[0]
    return {
        "objectId": object_id,
        "objectType": object_type,
        "parentReceptacles": None,
        "position": position,
    } | properties


def agent(**properties: Any) -> dict[str, Any]:
    place = {"position": {"x": 0.0, "y": 0.9, "z": 0.0}, "rotation": {"x": 0.0, "y": 90.0, "z": 0.0}}
    return {"name": "agent", **place, "cameraHorizon": 30.0, **properties}


def small_game(game_id: str = "g1") -> Game:
    """A game made in code, with one interaction of each kind."""
    mug = thing("Mug|1", isDirty=True, simbotObjectClass=["Mug"])
    camera = {"thirdPartyCameraId": 0, "position": {"x": 0.0, "y": 1.9, "z": 0.0}}
    log = (
        Interaction(0, TEXT, 1.5, 1, utterance="Coffee, please"),
        Interaction(1, 2, 2.0, 1, pose=(0.25, 0.0, 0.9, 0, 30.0, -90.0), pose_delta=(0.25, 0, 0, 0, 0, 0)),
        Interaction(1, PICKUP, 3.25, 0, x=0.5, y=0.25),
        Interaction(1, PICKUP, 4.0, 1, x=0.5, y=0.5, oid="Mug|1"),
        Interaction(0, 502, 5.0, None, query="mug"),
    )
    return Game(
        game_id=game_id,
        world="FloorPlan1_physics",
        task=load_task("Coffee"),
        raw_task={},
        initial=SceneState(1_600_000_000.5, agent(), camera, (mug,)),
        interactions=log,
        final=SceneState(6.5, agent(), camera, ({**mug, "simbotPickedUp": 1},), {"Mug|1": {"simbotPickedUp": 1}}),
    )


def encoded(game: Game | None = None) -> bytes:
    return json.dumps(game_to_json(game or small_game())).encode()


def episode(data: dict[str, Any]) -> dict[str, Any]:
    return data["tasks"][0]["episodes"][0]


def recorded(count: int) -> Iterator[tuple[str, bytes]]:
    archives = [DATA / "valid_unseen.zip", DATA / "train.zip"]
    if not all(archive.exists() for archive in archives):
        pytest.skip(f"no recorded TEACh games under {DATA}")
    for archive in archives:
        with zipfile.ZipFile(archive) as opened:
            names = sorted(name for name in opened.namelist() if name.endswith(".game.json"))
            for name in names[5 :: max(1, 2 * len(names) // count)]:
                yield name, opened.read(name)


# ------------------------------------------------------------------------------------------------------ actions, poses


def test_the_action_table_is_the_one_recorded_games_list():
    _, content = next(recorded(2))
    assert action_definitions() == json.loads(content)["definitions"]["actions"]


def test_the_action_table_is_consistent():
    assert len(ACTIONS) == len(ACTIONS_BY_NAME) == 36
    assert [action.index for action in ACTIONS.values()] == list(range(36))
    assert all(action.id == id_ for id_, action in ACTIONS.items())
    assert len(AGENT_ACTIONS) == 17 and set(AGENT_ACTIONS) <= set(ACTIONS_BY_NAME)


@settings(deadline=None)
@given(st.floats(-20, 20), st.floats(0, 2), st.floats(-20, 20), st.sampled_from([0, 90, 180, 270]), st.floats(-30, 60))
def test_poses_round_trip(x, y, z, yaw, horizon):
    assert pose_to_thor(thor_to_pose(x, y, z, yaw, horizon)) == (x, y, z, yaw, horizon)


def test_a_pose_is_decoded_by_the_book():
    # facing left of +z by 270 degrees, i.e. +x; half a metre along x, one along z
    assert pose_to_thor([1.0, -0.5, 0.9, 0, 30.0, -90.0]) == (0.5, 0.9, 1.0, 90.0, 30.0)
    assert pose_to_thor([1.0, -0.5, 0.9, 0, 30.0, 0.0]).yaw == 0.0
    with pytest.raises(ValueError, match="six numbers"):
        pose_to_thor([1.0, 2.0])


def test_logged_poses_end_where_recorded_agents_end():
    for name, content in recorded(20):
        game = read_game(content, name)
        last = [i for i in game.interactions if i.is_motion and i.agent_id == 1][-1].thor_pose
        assert last is not None
        where, turned = game.final.agent["position"], game.final.agent["rotation"]["y"]
        assert (last.x, last.z) == pytest.approx((where["x"], where["z"]), abs=0.01)
        assert abs((last.yaw - turned + 180) % 360 - 180) < 1
        assert last.horizon == pytest.approx(game.final.agent["cameraHorizon"], abs=0.1)


# ------------------------------------------------------------------------------------------------------------- reading


def test_recorded_games_survive_reading_and_writing(tmp_path):
    for name, content in recorded(16):
        game = read_game(content, name)
        path = tmp_path / Path(name).name
        write_game(game, path)
        again = read_game(path)
        assert again == game
        assert again.raw_task == game.raw_task
        assert [i.raw for i in again.interactions] == [i.raw for i in game.interactions]
        assert again.final.custom == game.final.custom
        assert again.initial.custom == game.initial.custom
        written, source = json.loads(path.read_bytes()), json.loads(content)
        assert episode(written)["interactions"] == episode(source)["interactions"]
        assert episode(written)["initial_state"]["objects"] == episode(source)["initial_state"]["objects"]
        assert game.game_id == Path(name).name.removesuffix(".game.json")


def test_a_game_made_in_code_survives_writing_and_reading(tmp_path):
    write_game(small_game(), tmp_path / "g1.game.json")
    assert read_game(tmp_path / "g1.game.json") == small_game()


def test_writing_is_deterministic():
    assert encoded() == encoded(read_game(encoded()))


def test_the_initial_custom_values_are_the_inlined_ones():
    data = game_to_json(small_game())
    episode(data)["initial_state"]["custom_object_metadata"] = {"Mug|1": {"simbotPickedUp": 1}}  # as recorded games do
    game = read_game(json.dumps(data).encode())
    assert game.initial.custom == {"Mug|1": {"simbotObjectClass": ["Mug"]}}
    assert "simbotPickedUp" not in game.initial.objects[0]


def test_final_custom_values_are_merged_and_unknown_objects_dropped():
    data = game_to_json(small_game())
    episode(data)["final_state"]["custom_object_metadata"] = {"Mug|1": {"simbotPickedUp": 2}, "Cup|9": {"simbotX": 1}}
    game = read_game(json.dumps(data).encode())
    assert game.final.objects[0]["simbotPickedUp"] == 2
    assert game.final.custom == {"Mug|1": {"simbotPickedUp": 2}}


@pytest.mark.parametrize(
    ("fields", "heard"),
    [
        ({"utterance": "helo"}, "helo"),
        ({"utterance": "helo", "corrected_utterance": "hello"}, "hello"),
        ({"utterance": "helo", "corrected_utterance": None}, "helo"),
        ({"utterance": "helo", "corrected_utterance": ""}, "helo"),
    ],
)
def test_the_corrected_utterance_is_heard(fields, heard):
    data = game_to_json(small_game())
    entry = episode(data)["interactions"][0]
    del entry["corrected_utterance"]
    entry.update(fields)
    first = read_game(json.dumps(data).encode()).interactions[0]
    assert first.utterance == heard and first.raw["utterance"] == "helo"


def test_a_missing_episode_id_is_taken_from_the_file_name():
    data = game_to_json(small_game())
    del episode(data)["episode_id"]
    assert read_game(json.dumps(data).encode(), "some.zip/folder/abc.game.json").game_id == "abc"


def test_the_second_episode_of_a_file_is_left_aside():
    data = game_to_json(small_game())
    data["tasks"][0]["episodes"].append({"broken": True})
    assert read_game(json.dumps(data).encode()) == small_game()


def damaged(change: Any) -> bytes:
    data = copy.deepcopy(game_to_json(small_game()))
    change(data)
    return json.dumps(data).encode()


FIELDS = [
    (lambda d: d.pop("tasks"), "tasks is missing"),
    (lambda d: d.update(tasks={}), "tasks is an object, expected a list"),
    (lambda d: d.update(tasks=[]), "tasks is empty"),
    (lambda d: d["tasks"][0].pop("task_name"), "tasks[0].task_name is missing"),
    (lambda d: d["tasks"][0].update(episodes=[]), "tasks[0].episodes is empty"),
    (lambda d: episode(d).pop("world"), "episodes[0].world is missing"),
    (lambda d: episode(d).update(world=3), "episodes[0].world is a whole number, expected a string"),
    (lambda d: episode(d).pop("final_state"), "final_state is missing"),
    (lambda d: episode(d)["final_state"].update(agents=[]), "holds no embodied agent"),
    (lambda d: episode(d)["final_state"].update(time_start=None), "final_state.time_start is null, expected"),
    (lambda d: episode(d)["initial_state"].update(objects=None), "initial_state.objects is null"),
    (lambda d: episode(d)["initial_state"]["objects"][0].pop("objectId"), "objects[0].objectId is missing"),
    (lambda d: episode(d)["initial_state"]["objects"][0].update(position=[1, 2, 3]), "objects[0].position is a list"),
    (lambda d: episode(d)["initial_state"]["objects"][0]["position"].update(x="1"), "position.x is a string"),
    (lambda d: episode(d)["final_state"].update(custom_object_metadata={"Mug|1": 3}), "Mug|1 is a whole number"),
    (lambda d: episode(d)["interactions"][1].update(action_id=999), "interactions[1].action_id is 999"),
    (lambda d: episode(d)["interactions"][1].update(agent_id=2), "interactions[1].agent_id is 2"),
    (lambda d: episode(d)["interactions"][1].update(pose=[0, 0]), "interactions[1].pose is [0, 0], expected six"),
    (lambda d: episode(d)["interactions"][1].update(success="yes"), "interactions[1].success is a string"),
    (lambda d: episode(d)["interactions"][3].pop("oid"), "interactions[3].oid is missing"),
    (lambda d: episode(d)["interactions"][3].update(x=float("nan")), "interactions[3].x is nan, expected a number"),
    (lambda d: episode(d)["interactions"].append("stop"), "interactions[5] is a string, expected an object"),
]


@pytest.mark.parametrize(("change", "message"), FIELDS)
def test_a_broken_field_is_named(change, message):
    with pytest.raises(BadGameFile) as error:
        read_game(damaged(change), "mine.game.json")
    assert str(error.value).startswith("mine.game.json")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "cut off"),
        (b"[]", "the file is a list, expected an object with 'tasks'"),
        (b"not json", "not valid JSON"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b"[" + b"9" * 5000 + b"]", "beyond measure"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"instance_id": "x.edh0"}', "tasks is missing"),
    ],
)
def test_foreign_content_is_refused(content, message):
    with pytest.raises(BadGameFile) as error:
        read_game(content, "mine.game.json")
    assert message in str(error.value)


CONTENT = encoded()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(CONTENT) - 1))
def test_a_file_cut_off_anywhere_is_refused(length):
    with pytest.raises(BadGameFile):
        read_game(CONTENT[:length])


def paths_in(value: Any, prefix: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in items:
        yield (*prefix, key)
        yield from paths_in(child, (*prefix, key))


DATA_OF_SMALL_GAME = game_to_json(small_game())
PATHS = list(paths_in(DATA_OF_SMALL_GAME["tasks"], ("tasks",)))
JUNK = st.sampled_from([None, True, -1, 10**400, 2.5, "", "x", [], {}, [None], {"a": 1}])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(PATHS), JUNK)
def test_any_single_wrong_value_is_either_harmless_or_refused(path, junk):
    data = {"tasks": copy.deepcopy(DATA_OF_SMALL_GAME["tasks"])}
    target: Any = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = junk
    try:
        game = read_game(json.dumps(data).encode())
    except BadGameFile:
        return
    assert isinstance(game, Game)


def test_a_path_that_is_no_file_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="there is no file"):
        read_game(tmp_path / "nothing.game.json")
    with pytest.raises(BadInput, match="is a folder"):
        read_game(tmp_path)


# ---------------------------------------------------------------------------------------------------------- many games


@pytest.fixture
def library(tmp_path) -> Path:
    """A folder with two games, an unrelated JSON file, and an archive with two more."""
    (tmp_path / "deep").mkdir()
    write_game(small_game("b"), tmp_path / "b.game.json")
    write_game(small_game("a"), tmp_path / "deep" / "a.game.json")
    (tmp_path / "notes.json").write_text("{}")
    with zipfile.ZipFile(tmp_path / "more.zip", "w") as archive:
        for name in ("d", "c"):
            archive.writestr(f"split/{name}.game.json", encoded(small_game(name)))
        archive.writestr("split/readme.txt", "hello")
        archive.writestr("__MACOSX/split/._c.game.json", "junk")
    return tmp_path


def ids(games: Iterator[Game]) -> list[str]:
    return [game.game_id for game in games]


def test_games_come_from_folders_archives_and_files_in_a_fixed_order(library):
    assert ids(iter_games([library])) == ["b", "a", "c", "d"]
    assert ids(iter_games([library / "more.zip", library / "deep"])) == ["c", "d", "a"]
    assert ids(iter_games([library / "b.game.json", library])) == ["b", "a", "c", "d"]
    assert count_games([library, library / "more.zip"]) == 4


def test_a_folder_without_game_files_gives_its_json_files(tmp_path):
    (tmp_path / "x.json").write_bytes(encoded())
    assert ids(iter_games([tmp_path])) == ["g1"]


def test_limits(library):
    assert ids(iter_games([library], limit=3)) == ["b", "a", "c"]
    assert ids(iter_games([library], limit=0)) == []
    with pytest.raises(BadInput, match="limit is -1"):
        next(iter_games([library], limit=-1))


def test_games_are_read_one_at_a_time(library):
    (library / "z.game.json").write_text("broken")
    games = iter_games([library / "b.game.json", library / "z.game.json"])
    assert next(games).game_id == "b"
    with pytest.raises(BadGameFile, match=r"z\.game\.json"):
        next(games)


def test_paths_that_hold_no_games_are_refused(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.zip").write_bytes(b"PK not really")
    for path, message in [("missing", "there is no"), ("empty", "holds no games"), ("bad.zip", "not a zip archive")]:
        with pytest.raises(BadInput, match=message):
            count_games([tmp_path / path])
        with pytest.raises(BadInput, match=message):
            next(iter_games([tmp_path / path]))


def test_a_damaged_archive_member_is_refused(library):
    content = bytearray((library / "more.zip").read_bytes())
    spot = content.index(b"FloorPlan1")
    content[spot : spot + 9] = b"XXXXXXXXX"
    (library / "more.zip").write_bytes(content)
    with pytest.raises(BadGameFile, match="is damaged"):
        list(iter_games([library / "more.zip"]))


# ------------------------------------------------------------------------------------------------------------- writing


def test_an_existing_file_is_left_alone(tmp_path):
    path = tmp_path / "g.game.json"
    path.write_text("precious")
    with pytest.raises(AlreadyExists, match="exists"):
        write_game(small_game(), path)
    assert path.read_text() == "precious"


def test_a_full_disk_leaves_nothing_behind(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        with pytest.raises(TryAgain, match="no space left"):
            write_game(small_game(), tmp_path / "g.game.json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_bad_input(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot write"):
        write_game(small_game(), tmp_path / "file" / "g.game.json")
    with pytest.raises(BadInput, match="cannot write"):
        write_game(small_game(), tmp_path / ("x" * 300 + ".game.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def with_objects(*objects: dict[str, Any]) -> Game:
    game = small_game()
    return Game(
        game.game_id,
        game.world,
        game.task,
        {},
        SceneState(0.0, agent(), None, objects),
        game.interactions,
        SceneState(1.0, agent(), None, objects),
    )


def test_a_number_that_is_not_finite_is_not_written(tmp_path):
    with pytest.raises(BadInput, match="not finite"):
        write_game(with_objects(thing("Mug|1", mass=float("inf"))), tmp_path / "g.game.json")
    assert list(tmp_path.iterdir()) == []


def test_numpy_values_of_an_engine_are_written_as_numbers(tmp_path):
    path = tmp_path / "g.game.json"
    write_game(with_objects(thing("Mug|1", mass=np.float32(0.5), corner=np.arange(3), isDirty=np.True_)), path)
    (mug,) = read_game(path).initial.objects
    assert (mug["mass"], mug["corner"], mug["isDirty"]) == (0.5, [0, 1, 2], True)


def test_a_written_game_always_lists_two_agents(tmp_path):
    path = tmp_path / "g.game.json"
    write_game(with_objects(thing("Mug|1")), path)
    camera, driver = episode(json.loads(path.read_bytes()))["initial_state"]["agents"]
    assert camera["position"]["y"] == pytest.approx(1.9) and camera["rotation"] == {"x": 30.0, "y": 90.0, "z": 0.0}
    assert driver["cameraHorizon"] == 30.0
