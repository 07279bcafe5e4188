"""The timeline told by a log, EDH and TfD instances, and the metrics."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_instances import instance_to_json

from envs.errors import BadGameFile, BadInput
from envs.teach.games.actions import CLOSE, OPEN, PICKUP, PLACE, POUR, SLICE, TEXT, TOGGLE_OFF, TOGGLE_ON
from envs.teach.games.recorded import Game, Interaction, SceneState, read_game
from envs.teach.tasks.check import check_task
from envs.teach.tasks.classes import object_classes
from envs.teach.tasks.definitions import load_task
from eval.histories.game_files import GameFiles
from eval.teach.edh.compare import FIELDS, compare
from eval.teach.instances.cutting import UNCOUNTED, candidate_windows, edh_instances, tfd_instance
from eval.teach.instances.files import instance_from_json, read_instances, settled
from eval.teach.instances.state_changes import (
    CHECKED_PROPERTIES,
    changes_between,
    difference,
    edh_task,
    relevant_types,
    type_in_id,
)
from eval.teach.instances.timeline import scenes_at, scenes_written
from eval.teach.metrics import Attempt, aggregate

DATA = Path(__file__).parents[1] / "../shared/data/teach"

FLAGS = ("isDirty", "isToggled", "isOpen", "isCooked", "isFilledWithLiquid", "isSliced", "isPickedUp", "isBroken")


def thing(object_id: str, at: float = 0.0, **properties: Any) -> dict[str, Any]:
    object_type = type_in_id(object_id)
    return {
        "objectId": object_id,
        "objectType": object_type,
        "position": {"x": at, "y": 1.0, "z": 0.0},
        "parentReceptacles": None,
        "simbotObjectClass": object_classes(object_type),
        **dict.fromkeys((*FLAGS, "isUsedUp", "canFillWithLiquid", "cookable", "receptacle"), False),
        **properties,
    }


def kitchen() -> list[dict[str, Any]]:
    counter = ["CounterTop|1"]
    return [
        thing("CounterTop|1", receptacle=True),
        thing("Sink|1|1|1|SinkBasin", at=1.0, receptacle=True),
        thing("Faucet|1", at=1.1),
        thing("Faucet|2", at=9.0, isToggled=True),
        thing("CoffeeMachine|1"),
        thing("Toaster|1"),
        thing("Microwave|1", isOpen=True),
        thing("StoveBurner|1", at=3.0),
        thing("StoveKnob|1", at=3.1),
        thing("Mug|1", canFillWithLiquid=True, isDirty=True, parentReceptacles=counter),
        thing("Pot|1", canFillWithLiquid=True, isFilledWithLiquid=True, parentReceptacles=counter),
        thing("Plate|1", parentReceptacles=counter),
        thing("HousePlant|1", canFillWithLiquid=True),
        thing("Knife|1", parentReceptacles=counter),
        thing("Potato|1|1|1", cookable=True, parentReceptacles=counter),
        thing("Bread|1|1|1", parentReceptacles=counter),
    ]


def pieces() -> list[dict[str, Any]]:
    heel = {k: v for k, v in thing("Bread|1|1|1|Bread_0").items() if k != "simbotObjectClass"}
    loaf: dict[str, Any] = {"simbotObjectClass": ["Bread", "Food"]}
    return [heel, *(thing(f"Bread|1|1|1|BreadSliced_{i}", cookable=True, **loaf) for i in (1, 2))]


Step = tuple[int, str | None] | str


def game_of(*steps: Step, task: Any = None, cut: bool = False) -> Game:
    """A game whose log is the given (action, object) pairs; a string is something said, an object of None a failure."""
    log = []
    for i, step in enumerate(steps):
        if isinstance(step, str):
            log.append(Interaction(0, TEXT, float(i), 1, utterance=step))
        else:
            action, oid = step
            log.append(Interaction(1, action, float(i), int(oid is not None), x=0.5, y=0.5, oid=oid))
    agent = {"position": {"x": 0.0, "y": 0.9, "z": 0.0}, "cameraHorizon": 30.0}
    final = tuple(kitchen() + (pieces() if cut else []))
    return Game(
        "g",
        "FloorPlan1_physics",
        task or load_task("Coffee"),
        {},
        SceneState(0.0, agent, None, tuple(kitchen())),
        tuple(log),
        SceneState(float(len(log)), agent, None, final),
    )


def after(*steps: Step, cut: bool = False) -> dict[str, dict[str, Any]]:
    """The objects by id after the given steps."""
    game = game_of(*steps, cut=cut)
    return {obj["objectId"]: obj for obj in scenes_at(game, [len(steps)])[len(steps)]}


BASIN, TAP = "Sink|1|1|1|SinkBasin", "Faucet|1"
TAKE_MUG: tuple[Step, ...] = ((PICKUP, "Mug|1"),)
WASH_MUG: tuple[Step, ...] = (*TAKE_MUG, (PLACE, BASIN), (TOGGLE_ON, TAP), (TOGGLE_OFF, TAP), (PICKUP, "Mug|1"))
COFFEE: tuple[Step, ...] = (
    *WASH_MUG,
    (POUR, BASIN),
    (PLACE, "CoffeeMachine|1"),
    (TOGGLE_ON, "CoffeeMachine|1"),
    (PICKUP, "Mug|1"),
)


# ------------------------------------------------------------------------------------------------------------ timeline


def test_taking_and_putting():
    held = after(*TAKE_MUG)["Mug|1"]
    assert held["isPickedUp"] and held["parentReceptacles"] is None and held["simbotPickedUp"] == 1
    scene = after(*TAKE_MUG, (PLACE, "Plate|1"))
    assert scene["Mug|1"]["parentReceptacles"] == ["Plate|1", "CounterTop|1"]
    assert scene["Mug|1"]["simbotLastParentReceptacle"] == "Plate|1" and not scene["Mug|1"]["isPickedUp"]
    assert scene["Plate|1"]["simbotIsReceptacleOf"] == ["Mug|1"]


def test_what_stands_on_a_thing_moves_with_it():
    moved = after(*TAKE_MUG, (PLACE, "Plate|1"), (PICKUP, "Plate|1"))
    assert moved["Mug|1"]["parentReceptacles"] == ["Plate|1"]
    put = after(*TAKE_MUG, (PLACE, "Plate|1"), (PICKUP, "Plate|1"), (PLACE, BASIN))
    assert put["Mug|1"]["parentReceptacles"] == ["Plate|1", BASIN]


def test_failures_and_the_commander_change_nothing():
    game = game_of((PICKUP, None), "take the mug")
    assert scenes_at(game, [2])[2] == game.initial.objects


def test_a_running_tap_washes_and_fills_whichever_comes_first():
    for steps in (WASH_MUG, ((TOGGLE_ON, TAP), *TAKE_MUG, (PLACE, BASIN))):
        mug = after(*steps)["Mug|1"]
        assert not mug["isDirty"] and mug["isFilledWithLiquid"] and mug["simbotIsFilledWithWater"] == 1


def test_only_the_nearest_tap_of_a_basin_counts():
    assert after(*TAKE_MUG, (PLACE, BASIN))["Mug|1"]["isDirty"]


def test_only_an_empty_mug_takes_coffee():
    assert after(*COFFEE)["Mug|1"]["simbotIsFilledWithCoffee"] is True
    unpoured = after(*WASH_MUG, (PLACE, "CoffeeMachine|1"), (TOGGLE_ON, "CoffeeMachine|1"))["Mug|1"]
    assert "simbotIsFilledWithCoffee" not in unpoured


def test_pouring_empties_one_and_fills_the_other():
    scene = after(*WASH_MUG, (POUR, "HousePlant|1"))
    assert scene["HousePlant|1"]["isFilledWithLiquid"] and not scene["Mug|1"]["isFilledWithLiquid"]
    assert scene["Mug|1"]["simbotIsFilledWithCoffee"] is False and scene["Mug|1"]["simbotIsFilledWithWater"] == 1
    assert not after(*COFFEE, (POUR, BASIN))[BASIN]["isFilledWithLiquid"]


def test_slices_inherit_the_record_and_the_original_loses_it():
    scene = after((PICKUP, "Knife|1"), (SLICE, "Bread|1|1|1"), cut=True)
    original, piece = scene["Bread|1|1|1"], scene["Bread|1|1|1|BreadSliced_1"]
    assert original["isSliced"] and original["parentReceptacles"] is None and "simbotObjectClass" not in original
    assert piece["parentReceptacles"] == ["CounterTop|1"] and piece["simbotObjectClass"] == ["Bread", "Food"]
    assert "simbotObjectClass" not in scene["Bread|1|1|1|Bread_0"]
    assert "Bread|1|1|1|BreadSliced_1" not in after((PICKUP, "Knife|1"), cut=True)


SLICE_BREAD: tuple[Step, ...] = (
    *((PICKUP, "Knife|1"), (SLICE, "Bread|1|1|1"), (PLACE, "CounterTop|1")),
    (PICKUP, "Bread|1|1|1|BreadSliced_1"),
)


def test_a_toaster_toasts_and_a_microwave_only_warms_bread():
    slice_id = "Bread|1|1|1|BreadSliced_1"
    toasted = after(*SLICE_BREAD, (PLACE, "Toaster|1"), (TOGGLE_ON, "Toaster|1"), cut=True)[slice_id]
    assert toasted["isCooked"] and toasted["simbotIsCooked"]
    warmed = after(*SLICE_BREAD, (PLACE, "Microwave|1"), (TOGGLE_ON, "Microwave|1"), cut=True)[slice_id]
    assert not warmed["isCooked"] and warmed["simbotIsCooked"]


def test_a_potato_boils_when_it_cooks_in_water_and_not_later():
    potato = "Potato|1|1|1"
    into_pot = ((PICKUP, potato), (PLACE, "Pot|1"))
    on_stove = ((PICKUP, "Pot|1"), (PLACE, "StoveBurner|1"), (TOGGLE_ON, "StoveKnob|1"))
    boiled = after(*into_pot, *on_stove)[potato]
    assert boiled["isCooked"] and boiled["simbotIsBoiled"] and boiled["simbotIsCooked"]
    microwave = ((PICKUP, potato), (PLACE, "Microwave|1"), (CLOSE, "Microwave|1"), (TOGGLE_ON, "Microwave|1"))
    out = ((TOGGLE_OFF, "Microwave|1"), (OPEN, "Microwave|1"))
    too_late = after(*microwave, *out, *into_pot, *on_stove)[potato]
    assert too_late["isCooked"] and "simbotIsBoiled" not in too_late


def test_a_cold_stove_cooks_nothing():
    scene = after((PICKUP, "Potato|1|1|1"), (PLACE, "StoveBurner|1"), (TOGGLE_ON, "StoveKnob|1"))
    assert scene["Potato|1|1|1"]["isCooked"]
    cold = after(
        (TOGGLE_ON, "StoveKnob|1"), (TOGGLE_OFF, "StoveKnob|1"), (PICKUP, "Potato|1|1|1"), (PLACE, "StoveBurner|1")
    )
    assert not cold["Potato|1|1|1"]["isCooked"]


def test_scenes_are_snapshots_and_indices_are_checked():
    game = game_of(*WASH_MUG)
    scenes = scenes_at(game, [5, 0, 3])
    assert scenes[0] == game.initial.objects
    assert [obj["isDirty"] for i in (0, 3, 5) for obj in scenes[i] if obj["objectId"] == "Mug|1"] == [
        True,
        False,
        False,
    ]
    with pytest.raises(ValueError, match="indices run from 0 to 5"):
        scenes_at(game, [6])


def recorded(count: int) -> Iterator[Game]:
    archives = [DATA / "valid_unseen.zip", DATA / "train.zip"]
    if not all(archive.exists() for archive in archives):
        pytest.skip(f"no recorded TEACh games under {DATA}")
    for archive in archives:
        with zipfile.ZipFile(archive) as opened:
            names = sorted(name for name in opened.namelist() if name.endswith(".game.json"))
            for name in names[7 :: max(1, 2 * len(names) // count)]:
                yield read_game(opened.read(name), name)


def test_the_timeline_ends_at_the_recorded_final_state():
    right = wrong = 0
    for game in recorded(50):
        end = len(game.interactions)
        first = {obj["objectId"]: obj for obj in game.initial.objects}
        told, true = difference(first, scenes_at(game, [end])[end]), difference(first, game.final.objects)
        told_facts = {(i, p, v) for i, changes in told.items() for p, v in changes.items()}
        true_facts = {(i, p, v) for i, changes in true.items() for p, v in changes.items()}
        right += 2 * len(told_facts & true_facts)
        wrong += len(told_facts ^ true_facts)
    assert right / (right + wrong) > 0.99


# ----------------------------------------------------------------------------------------------------------------- EDH


def test_windows_run_between_utterances_and_need_an_attempt():
    game = game_of((PICKUP, None), "one", (PICKUP, None), "two", "three", (OPEN, "Microwave|1"), (CLOSE, "Microwave|1"))
    assert list(candidate_windows(game)) == [(2, 3), (5, 7)]
    assert list(candidate_windows(game_of((PICKUP, "Mug|1")))) == []


def test_an_instance_asks_for_what_the_driver_changed():
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"), (OPEN, "Microwave|1"))
    first, second = edh_instances(game)
    assert (first.instance_id, first.start, first.stop) == ("g.edh0", 1, 10)
    assert [u.text for u in first.dialogue] == ["coffee please"]
    assert [u.text for u in second.dialogue] == ["coffee please", "now serve it"]
    assert second.path_length == 2 and len(second.history) == 9
    mug = first.state_changes["Mug|1"]
    assert mug["simbotIsFilledWithCoffee"] is True and mug["isDirty"] is False
    assert set(second.state_changes) == {"Mug|1"}  # the microwave has nothing to do with coffee
    assert {c.key for c in second.check.components} == {"Mug simbotLastParentReceptacle CounterTop|1"}


def test_an_instance_is_open_at_its_start_and_done_at_its_stop():
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"))
    for instance in edh_instances(game):
        scenes = scenes_at(game, [instance.start, instance.stop])
        start, stop = (check_task(instance.check, scenes[i]) for i in (instance.start, instance.stop))
        assert (start.total, start.satisfied) == (instance.initial_total, instance.initial_satisfied)
        assert not start.success and stop.success


def test_what_changes_nothing_that_matters_leaves_a_gap_in_the_numbers():
    game = game_of("look", (OPEN, "Microwave|1"), "and", (PICKUP, None), "go", *TAKE_MUG)
    assert [i.instance_id for i in edh_instances(game)] == ["g.edh2"]


def test_a_change_another_object_shows_already_is_no_instance():
    clean = thing("Mug|2", canFillWithLiquid=True)
    game = game_of("wash it", *WASH_MUG)

    def replayed(_: Game, indices: Any) -> dict[int, list[dict[str, Any]]]:
        washed = [{**obj, "isDirty": False} for obj in kitchen()]
        return dict(zip(indices, ([*kitchen(), clean], [*washed, clean]), strict=False))

    assert edh_instances(game, replayed, replayed) == []


def test_scenes_may_come_from_elsewhere():
    game = game_of("go", *TAKE_MUG)
    asked = []

    def replayed(_: Game, indices: Any) -> dict[int, list[dict[str, Any]]]:
        asked.append(list(indices))
        return {1: kitchen(), 2: [{**obj, "isDirty": False} for obj in kitchen()]}

    (instance,) = edh_instances(game, replayed, replayed)
    assert asked == [[1], [1, 2]] and instance.state_changes == {"Mug|1": {"isDirty": False}}


def test_what_was_put_back_as_the_game_began_is_not_asked_for():
    """Every moment is compared with the beginning of the game: a tap switched off again has not changed."""
    game = game_of("wash it", *TAKE_MUG, (PLACE, BASIN), (TOGGLE_ON, TAP), "stop the water", (TOGGLE_OFF, TAP))
    assert edh_instances(game)[0].state_changes["Faucet|1"] == {"isToggled": True}
    assert [one.instance_id for one in edh_instances(game)] == ["g.edh0"]
    held = game_of("take it", *TAKE_MUG, "put it down", (PLACE, "CounterTop|1"))
    assert edh_instances(held)[1].state_changes == {"Mug|1": {"simbotLastParentReceptacle": "CounterTop|1"}}


def test_a_fresh_slice_counts_with_what_tells_it_from_its_whole():
    """Nothing near-free: not that it is not broken, nor that it was picked up when its whole had been."""
    toast = load_task("Plate Of Toast")
    loaf = ((PICKUP, "Bread|1|1|1"), (PLACE, "Plate|1"))
    game = game_of(
        "bread",
        *loaf,
        "cut it",
        (PICKUP, "Knife|1"),
        (SLICE, "Bread|1|1|1"),
        "go on",
        (PLACE, "CounterTop|1"),
        cut=True,
        task=toast,
    )
    cut = edh_instances(game)[1].state_changes
    assert cut["Bread|1|1|1|BreadSliced_1"] == {"objectType": "BreadSliced"}
    straight = game_of("cut it", (PICKUP, "Knife|1"), (SLICE, "Bread|1|1|1"), (PLACE, "Plate|1"), cut=True, task=toast)
    assert edh_instances(straight)[0].state_changes["Bread|1|1|1|BreadSliced_2"] == {"objectType": "BreadSliced"}


def test_pieces_lose_their_history_when_another_thing_is_cut():
    """As TEACh's replay writes states: pieces take over what is noted of their whole, only its classes by then."""
    piece = "Bread|1|1|1|BreadSliced_1"
    steps = (*SLICE_BREAD[:-1], (PICKUP, piece), (PLACE, "Plate|1"), (PICKUP, "Knife|1"), (SLICE, "Potato|1|1|1"))
    game = game_of(*steps, "done", (PLACE, "CounterTop|1"), cut=True)
    n = len(steps)
    later = {obj["objectId"]: obj for obj in scenes_written(game, [n + 1])[n + 1]}[piece]
    at_once = {obj["objectId"]: obj for obj in scenes_written(game, [n])[n]}[piece]
    kept = {obj["objectId"]: obj for obj in scenes_at(game, [n + 1])[n + 1]}[piece]
    assert "simbotLastParentReceptacle" not in later and later["simbotObjectClass"] == ["Bread", "Food"]
    assert at_once["simbotLastParentReceptacle"] == "Plate|1", "the engine has not reported again yet"
    assert kept["simbotLastParentReceptacle"] == "Plate|1" and kept["simbotPickedUp"] == 1


def test_a_filled_mug_in_a_running_machine_is_written_down_as_coffee():
    steps = (*WASH_MUG, (PLACE, "CoffeeMachine|1"), (TOGGLE_ON, "CoffeeMachine|1"))
    mugs = [
        {obj["objectId"]: obj for obj in scenes(game_of(*steps), [7])[7]}["Mug|1"]
        for scenes in (scenes_at, scenes_written)
    ]
    assert [mug.get("simbotIsFilledWithCoffee") for mug in mugs] == [None, True]


def test_a_segment_is_what_its_end_differs_in_and_its_start_does_not():
    start = {"Mug|1": {"isDirty": False, "isToggled": True}, "Egg|1|2|3": {"simbotPickedUp": 1}}
    end = {
        "Mug|1": {"isDirty": False, "isPickedUp": True},
        "Egg|1|2|3|EggCracked_0": {"simbotPickedUp": 1, "objectType": "EggCracked"},
        "Fork|1": {"simbotPickedUp": True},
    }
    assert changes_between(start, end) == {
        "Mug|1": {"isPickedUp": True},
        "Egg|1|2|3|EggCracked_0": {"objectType": "EggCracked"},
        "Fork|1": {"simbotPickedUp": True},
    }
    assert set(changes_between(start, end, frozenset({"EggCracked"}))) == {"Egg|1|2|3|EggCracked_0"}
    assert changes_between({"Fork|1": {"simbotPickedUp": 1}}, end)["Fork|1"] == {"simbotPickedUp": True}, (
        "1 is not True"
    )


def test_failed_actions_do_not_count_in_the_path_length():
    game = game_of("go", (PICKUP, None), *TAKE_MUG, (PLACE, None), "thanks")
    assert edh_instances(game)[0].path_length == 1 == tfd_instance(game).path_length


def test_a_check_counts_equal_changes_and_drops_the_ones_another_implies():
    changes = {
        "Mug|1": {"isPickedUp": True, "simbotPickedUp": 1, "simbotLastParentReceptacle": None},
        "Potato|1|2|3|PotatoSliced_1": {"isCooked": True, "simbotIsCooked": True, "simbotIsBoiled": True},
        "Potato|1|2|3|PotatoSliced_2": {"simbotIsBoiled": True, "simbotLastParentReceptacle": "Sink|1|1|1|SinkBasin"},
    }
    asked = {(c.key, c.determiner) for c in edh_task(changes).components}
    assert asked == {
        ("Mug simbotPickedUp 1", "1"),
        ("Mug simbotLastParentReceptacle None", "1"),
        ("PotatoSliced simbotIsBoiled True", "2"),
        ("PotatoSliced simbotLastParentReceptacle Sink|1|1|1|SinkBasin", "1"),
    }
    place = {c.key.split()[1]: c.conditions for c in edh_task(changes).components}["simbotLastParentReceptacle"]
    assert place["simbotLastParentReceptacle"] in ("Sink", None)


def test_two_receptacles_of_a_kind_are_two_needs_of_one():
    """Either counter will do for each, so one thing on a counter meets both, as in TEACh."""
    changes = {f"Fork|{n}": {"simbotLastParentReceptacle": f"CounterTop|{n}"} for n in (1, 2)}
    task = edh_task(changes)
    assert [c.determiner for c in task.components] == ["1", "1"]
    scene = [thing("CounterTop|1"), thing("Fork|1", simbotLastParentReceptacle="CounterTop|1"), thing("Fork|2")]
    assert check_task(task, scene).success


def test_what_matters_to_a_task():
    salad = relevant_types(load_task("Salad", ["1", "0", "0"]))
    assert {"Lettuce", "LettuceSliced", "Knife", "ButterKnife", "Plate", "Faucet"} <= salad
    assert not {"Tomato", "Potato", "Microwave", "CounterTop"} & salad
    put = relevant_types(load_task("Put All X In One Y", ["Drinkware", "in", "Box"]))
    assert put == {"Bottle", "Cup", "Mug", "Box"}
    boil = relevant_types(load_task("Boil X", ["Potato"]))
    assert "StoveKnob" in boil and not {"Pot", "Pan", "Bowl", "Faucet"} & boil


def test_published_instances_are_made_from_their_games_and_under_their_ids(tmp_path):
    """Every published file whose game is there comes out the same; of a sample of games the lists of ids do."""
    folder = DATA / "edh_published"
    if not folder.exists():
        pytest.skip(f"no published instances under {DATA}")
    published = read_instances([folder])
    games = {one.game_id for one in published.instances}
    found = compare(GameFiles(samples(tmp_path, games)), published)
    assert len(found.files) == 29 and len(found.without_game) == 16
    assert len(found.equal) == 13 and not found.absent and found.differing == dict.fromkeys(FIELDS, ())
    both = len(found.listed & found.ours)
    assert len(found.listed) > 100 and both >= 0.97 * len(found.listed) and both >= 0.97 * len(found.ours)


def samples(folder: Path, games: set[str], step: int = 15) -> list[Path]:
    """Archives of those games and of every so manieth other one."""
    for name in ("train.zip", "valid_unseen.zip"):
        with zipfile.ZipFile(DATA / name) as whole, zipfile.ZipFile(folder / name, "w") as sample:
            names = sorted(n for n in whole.namelist() if n.endswith(".game.json"))
            for n in sorted({*names[::step], *(n for n in names if Path(n).name.split(".")[0] in games)}):
                sample.writestr(n, whole.read(n))
    return [folder / "train.zip", folder / "valid_unseen.zip"]


def test_an_instance_file_holds_what_runners_use():
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"))
    data = json.loads(json.dumps(instance_to_json(edh_instances(game)[1], game)))
    assert data["pred_start_idx"] == 11 and len(data["interactions"]) == 12
    assert data["dialog_history_cleaned"] == [["Commander", "coffee please"], ["Commander", "now serve it"]]
    assert [a["action_name"] for a in data["driver_actions_future"]] == ["Place"]
    assert data["init_state_diff"]["objects"]["Mug|1"]["isPickedUp"] is True
    assert "isPickedUp" not in data["final_state_diff"]["objects"]["Mug|1"]
    assert data["state_changes"]["objects"] == {"Mug|1": {"simbotLastParentReceptacle": "CounterTop|1"}}
    assert data["driver_images_future"] == ["driver.frame.11.0.jpeg"]
    assert set(CHECKED_PROPERTIES) >= set(data["state_changes"]["objects"]["Mug|1"])


def test_an_instance_file_is_read_as_it_was_written(tmp_path):
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"))
    mine = edh_instances(game)[1]
    data = json.loads(json.dumps(instance_to_json(mine, game)))
    (tmp_path / "valid__g.edh1.json").write_text(json.dumps(data))
    (tmp_path / "ids.json").write_text(json.dumps(["g.edh1"]))
    found = read_instances([tmp_path])
    assert found.ids == {"g.edh1"} and [settled(one, game) for one in found.instances] == [mine]
    older = {key: value for key, value in data.items() if not key.startswith("expected")}
    read = instance_from_json(older, "older")
    assert read.initial_total == UNCOUNTED and settled(read, game) == mine


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pred_start_idx": 99}, "pred_start_idx is 99, expected 0 to 12"),
        ({"state_changes": {}}, "state_changes.objects is missing"),
        ({"driver_actions_future": [{"action_id": 999}]}, "which is not a TEACh action"),
        ({"dialog_history": ["hello"]}, "expected a pair of Commander or Driver and words"),
    ],
)
def test_what_is_no_instance_is_named(change, said):
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"))
    data = json.loads(json.dumps(instance_to_json(edh_instances(game)[1], game)))
    with pytest.raises(BadGameFile, match="file.json is not a usable EDH instance: .*" + said):
        instance_from_json({**data, **change}, "file.json")


def test_an_instance_of_another_version_of_the_game_is_refused():
    game = game_of("coffee please", *COFFEE, "now serve it", (PLACE, "CounterTop|1"))
    mine = edh_instances(game)[1]
    with pytest.raises(BadGameFile, match="is it another version"):
        settled(mine, game_of("coffee please", *COFFEE))


def test_tfd_gives_the_whole_dialogue_and_the_games_own_task():
    game = game_of("coffee please", *COFFEE, "thanks")
    instance = tfd_instance(game)
    assert (instance.instance_id, instance.start, instance.stop) == ("g.tfd", 0, 11)
    assert instance.check == game.task and instance.path_length == 9
    assert [u.text for u in instance.dialogue] == ["coffee please", "thanks"]
    assert (instance.initial_total, instance.initial_satisfied) == (3, 1)


# ------------------------------------------------------------------------------------------------------------- metrics


def attempt(success: bool, start: tuple[int, int], end: tuple[int, int], steps: int, path: int, **more: Any) -> Attempt:
    return Attempt("i", success, *start, *end, steps=steps, path_length=path, **more)


def test_one_attempt_by_hand():
    half = attempt(False, (7, 3), (7, 5), steps=20, path=10)
    assert (half.open_conditions, half.completed_conditions) == (4, 2)
    assert (half.gc, half.path_factor, half.spl, half.gc_spl) == (0.5, 0.5, 0.0, 0.25)
    assert attempt(True, (3, 3), (3, 3), steps=0, path=0).gc_spl == 1.0
    assert attempt(False, (4, 3), (4, 1), steps=1, path=1).gc == -2.0  # things were undone
    assert (
        attempt(True, (4, 1), (4, 9), steps=5, path=50).gc_spl == 1.0
    )  # counted beyond the need; faster than recorded
    assert attempt(False, (2, 5), (6, 2), steps=1, path=1).gc == 1.0  # nothing was open at the start


def test_the_table_by_hand():
    runs = [
        attempt(True, (4, 0), (4, 4), steps=20, path=10, stopped=True),
        attempt(False, (6, 0), (6, 3), steps=1000, path=30, failed_actions=30),
        attempt(False, (0, 0), (0, 0), steps=5, path=0, error="broke down"),
    ]
    table = aggregate(runs)
    assert (table.attempts, table.successes) == (3, 1)
    assert table.sr == pytest.approx(1 / 3)
    assert table.gc == pytest.approx(7 / 10)
    assert table.plw_sr == pytest.approx(0.5 * 10 / 40)
    assert table.plw_gc == pytest.approx((0.5 * 10 + 0.5 * 0.03 * 30) / 40)
    assert (table.stopped, table.failure_limit, table.step_limit, table.errors) == (1, 1, 1, 1)
    assert table.to_json()["PLW-SR"] == table.plw_sr


def test_no_attempts_are_bad_input():
    with pytest.raises(BadInput, match="no attempts"):
        aggregate([])


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    total = draw(st.integers(0, 30))
    start, end = draw(st.integers(0, total)), draw(st.integers(0, total))
    success = end == total
    return attempt(success, (total, start), (total, end), draw(st.integers(0, 1000)), draw(st.integers(1, 400)))


@settings(max_examples=60, deadline=None)
@given(st.lists(attempts(), min_size=1, max_size=12))
def test_path_weighting_never_flatters_and_success_completes_everything(runs):
    table = aggregate(runs)
    assert 0 <= table.plw_sr <= 1 and 0 <= table.sr <= 1 and table.gc <= 1 and table.plw_gc <= 1
    for run in runs:
        assert run.spl <= run.success and (not run.success or run.gc == 1)
    quick = [Attempt(**{**vars(run), "steps": 0}) for run in runs]
    assert aggregate(quick).plw_sr >= table.plw_sr
