"""Goal-condition counting, rule by rule on small scenes, and as a whole on recorded games."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.teach.games.recorded import Game, read_game
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.classes import object_classes
from envs.teach.tasks.conditions import SceneIndex, meets
from envs.teach.tasks.definition import Component, Task, TaskRelation
from envs.teach.tasks.definitions import definitions, load_task

DATA = Path(__file__).parents[1] / "../shared/data/teach"

DEFAULTS = {
    **dict.fromkeys(("isDirty", "isToggled", "isOpen", "isCooked", "isFilledWithLiquid", "receptacle"), False),
    "parentReceptacles": None,
    "distance": 1.0,
}


def thing(object_type: str, name: int | str = 0, **properties: Any) -> dict[str, Any]:
    """An object dict; its id is ``<type>|<name>``."""
    classes = {"simbotObjectClass": object_classes(object_type)}
    return {"objectId": f"{object_type}|{name}", "objectType": object_type, **DEFAULTS, **classes, **properties}


def sink(**properties: Any) -> dict[str, Any]:
    return thing("SinkBasin", receptacle=True, **properties)


def counts(progress: TaskProgress) -> tuple[bool, int, int]:
    return progress.success, progress.total, progress.satisfied


# ---------------------------------------------------------------------------------------------------- single conditions


@pytest.mark.parametrize(
    ("obj", "prop", "wanted", "holds"),
    [
        (thing("Mug", isDirty=False), "isDirty", 0, True),
        (thing("Mug", isDirty=True), "isDirty", 0, False),
        (thing("Mug"), "simbotIsFilledWithCoffee", 0, False),  # a missing property holds for no value
        (thing("Mug", simbotIsFilledWithCoffee=True), "simbotIsFilledWithCoffee", 1, True),
        (thing("Mug", simbotPickedUp=1), "simbotPickedUp", 1, True),
        (thing("SinkBasin"), "objectType", "Sink", True),
        (thing("Bathtub"), "objectType", "BathtubBasin", True),
        (thing("Mug"), "objectType", "Cup", False),
        (thing("Mug"), "simbotObjectClass", "Drinkware", True),
        (thing("Mug"), "simbotObjectClass", "Dishware", False),
        ({"objectId": "a", "objectType": "Bread"}, "simbotObjectClass", "Food", False),
        (thing("Pan", ObjectTemperature="Hot"), "temperature", "Hot", True),
        (thing("Pan", temperature="Hot"), "ObjectTemperature", "Hot", True),
        (thing("Cup", salientMaterials=["Glass"]), "SalientMaterials", "Glass", True),
        (thing("Cup", salientMaterials=None), "SalientMaterials", "Glass", False),
        (thing("Mug", simbotLastParentReceptacle=None), "simbotLastParentReceptacle", None, True),
        (thing("Mug", simbotLastParentReceptacle=None), "simbotLastParentReceptacle", "Sink", False),
    ],
)
def test_a_condition(obj, prop, wanted, holds):
    assert meets(obj, prop, wanted) is holds


def test_receptacle_conditions_compare_type_or_class():
    scene = [thing("CoffeeTable"), sink()]
    on_table = thing("Mug", simbotLastParentReceptacle="CoffeeTable|0")
    assert meets(on_table, "simbotLastParentReceptacle", "CoffeeTable", scene)
    assert meets(on_table, "simbotLastParentReceptacle", "Tables", scene)
    assert meets(on_table, "parentReceptacles", "Furniture", scene)
    assert not meets(on_table, "simbotLastParentReceptacle", "Sink", scene)
    assert meets(thing("Mug", simbotLastParentReceptacle="SinkBasin|0"), "simbotLastParentReceptacle", "Sink", scene)
    assert not meets(thing("Mug", simbotLastParentReceptacle="Shelf|9"), "simbotLastParentReceptacle", "Shelf", scene)


def test_the_engine_says_where_things_are_unless_it_is_silent():
    plate = thing("Plate", parentReceptacles=["CounterTop|0"])
    assert SceneIndex([plate]).parents(
        thing("Egg", parentReceptacles=["Bowl|0"], simbotLastParentReceptacle="Plate|0")
    ) == ["Bowl|0"]
    assert SceneIndex([plate]).parents(thing("Egg", parentReceptacles=[], simbotLastParentReceptacle="Plate|0")) == []
    assert SceneIndex([plate]).parents(thing("Egg", simbotLastParentReceptacle="Plate|0")) == [
        "Plate|0",
        "CounterTop|0",
    ]
    assert SceneIndex([plate]).parents(thing("Egg")) == []


def test_objects_said_to_be_in_each_other_do_not_hang_the_checker():
    bowl = thing("Bowl", simbotLastParentReceptacle="Pot|0")
    pot = thing("Pot", simbotLastParentReceptacle="Bowl|0")
    itself = thing("Mug", simbotLastParentReceptacle="Mug|0")
    assert SceneIndex([bowl, pot, itself]).parents(bowl) == ["Pot|0"]
    assert SceneIndex([itself]).parents(itself) == []


# ----------------------------------------------------------------------------------------------------------- counting


def test_an_object_counts_its_conditions_and_the_best_candidate_counts_in_part():
    coffee = load_task("Coffee")
    dirty, clean = thing("Mug", 1, isDirty=True), thing("Mug", 2)
    full = thing("Mug", 3, simbotIsFilledWithCoffee=True)
    assert counts(check_task(coffee, [])) == (False, 3, 0)
    assert counts(check_task(coffee, [thing("Cup")])) == (False, 3, 0)
    assert counts(check_task(coffee, [dirty])) == (False, 3, 1)
    assert counts(check_task(coffee, [dirty, clean])) == (False, 3, 2)
    assert counts(check_task(coffee, [dirty, clean, full])) == (True, 3, 3)


def test_failures_say_what_is_wrong_with_the_best_candidate():
    progress = check_task(load_task("Coffee"), [thing("Mug", 1, isDirty=True), thing("Mug", 2)])
    (problem,) = progress.problems()
    assert (problem.object_id, problem.property) == ("Mug|2", "simbotIsFilledWithCoffee")
    assert progress.failures == ("Fill the empty mug at the coffee machine.",)
    assert progress.components[0].candidate_ids == ("Mug|2", "Mug|1")


def test_equal_candidates_are_ranked_by_distance():
    mugs = [thing("Mug", "far", distance=3.0), thing("Mug", "near", distance=0.5)]
    assert check_task(load_task("Coffee"), mugs).components[0].candidate_ids == ("Mug|near", "Mug|far")


def test_a_whole_object_is_a_candidate_for_its_slices_and_one_gives_enough():
    task = Task(0, "t", (), None, "", (load_task("Cooked Slice Of X", ["Potato"]).components[1],), ())
    three = Task(0, "t", (), None, "", (replace_count(task.components[0], "3"),), ())
    raw = thing("Potato")
    cooked = thing("Potato", 1, simbotIsCooked=True)
    piece = thing("PotatoSliced", simbotIsCooked=True)
    assert counts(check_task(task, [raw])) == (False, 2, 0)
    assert counts(check_task(task, [raw, cooked])) == (False, 2, 1)
    assert counts(check_task(three, [raw, cooked])) == (False, 6, 1)
    assert counts(check_task(three, [piece, cooked])) == (False, 6, 2)
    assert check_task(three, [piece, cooked]).failures == ("Cut the Potato with a knife.",)


def replace_count(component: Component, determiner: str) -> Component:
    return Component(
        component.key,
        determiner,
        component.primary_condition,
        component.instance_shareable,
        component.conditions,
        component.failure_descs,
    )


def test_a_shared_object_is_needed_once_however_often_it_is_asked_for():
    plates = [thing("Plate", i) for i in range(2)]
    slices = [thing("TomatoSliced", i, parentReceptacles=["Plate|0"]) for i in range(3)]
    task = load_task("N Slices Of X In Y", ["3", "Tomato", "on", "Plate"])
    # knife 1, slices 3, sink 2, plate 2, in place 3
    assert counts(check_task(task, [*plates, *slices, thing("Knife"), sink()])) == (True, 11, 11)
    assert counts(check_task(task, [*plates, *slices, sink()])) == (False, 11, 10)


def test_a_sink_without_receptacle_is_made_good_by_its_basin():
    clean = load_task("Clean X", ["Plate"])
    outer = thing("Sink", receptacle=False)
    assert counts(check_task(clean, [thing("Plate"), outer])) == (False, 4, 3)
    assert counts(check_task(clean, [thing("Plate"), outer, sink()])) == (True, 4, 4)


def test_all_counts_every_object_and_all_of_nothing_is_done():
    task = load_task("Clean All X", ["Dishware"])
    scene = [sink(), thing("Plate", isDirty=True), thing("Bowl"), thing("Mug", isDirty=True)]
    assert counts(check_task(task, scene)) == (False, 6, 5)
    assert check_task(task, scene).failures == ("Wash this Dishware under the tap.",)
    assert counts(check_task(task, [sink()])) == (True, 2, 2)


def test_a_sliced_original_without_custom_record_does_not_count_as_one_of_all():
    task = load_task("Put All X On Y", ["Tomato", "in", "Fridge"])
    original = {k: v for k, v in thing("Tomato", isSliced=True).items() if k != "simbotObjectClass"}
    piece = thing("TomatoSliced", simbotObjectClass=["Tomato", "Food", "Fruit"], parentReceptacles=["Fridge|0"])
    assert check_task(task, [original, piece, thing("Fridge", receptacle=True)]).success


def test_any_place_will_do_but_one_place_has_to_hold_them_all():
    forks = [thing("Fork", i, parentReceptacles=[f"Drawer|{i}"]) for i in range(2)]
    drawers = [thing("Drawer", i, receptacle=True) for i in range(2)]
    anywhere = load_task("Put All X On Y", ["Fork", "in", "Drawer"])
    together = load_task("Put All X In One Y", ["Fork", "in", "Drawer"])
    # naming the forks asks nothing of them: 2 for the drawer, 1 per fork in place
    assert counts(check_task(anywhere, forks + drawers)) == (True, 4, 4)
    assert counts(check_task(together, forks + drawers)) == (False, 4, 3)
    forks[1]["parentReceptacles"] = ["Drawer|0"]
    progress = check_task(together, forks + drawers)
    assert counts(progress) == (True, 4, 4)
    assert progress.relations[0].tail_ids == ("Drawer|0",)


def test_without_a_place_no_relation_holds():
    task = load_task("Put All X On Y", ["Fork", "in", "Drawer"])
    assert counts(check_task(task, [thing("Fork", parentReceptacles=["Drawer|0"])])) == (False, 3, 0)
    assert counts(check_task(task, [])) == (False, 2, 0)


def toast_on(plate: str) -> dict[str, Any]:
    return thing("BreadSliced", isCooked=True, parentReceptacles=[plate])


def test_only_the_finished_parts_of_a_sub_task_take_part_in_relations():
    task = load_task("Plate Of Toast")
    dirty = thing("Plate", isDirty=True)
    # toast 2, sink 2, plate 2, in place 1; the toast lies on a plate that is not ready yet
    assert counts(check_task(task, [sink(), dirty, toast_on("Plate|0")])) == (False, 7, 5)
    assert counts(check_task(task, [sink(), thing("Plate"), toast_on("Plate|0")])) == (True, 7, 7)


def test_two_servings_need_two_plates():
    breakfast = load_task("Breakfast", ["0", "2", *["0"] * 11, "CounterTop"])
    counter = thing("CounterTop", receptacle=True)
    plates = [thing("Plate", i, parentReceptacles=["CounterTop|0"]) for i in range(2)]
    toasts = [thing("BreadSliced", i, isCooked=True, parentReceptacles=["Plate|0"]) for i in range(2)]
    on_one = check_task(breakfast, [counter, sink(), *plates, *toasts])
    # per serving toast 2, plate 2, in place 1; sink 2 once; served 2; counter 2
    assert counts(on_one) == (False, 16, 15)
    toasts[1]["parentReceptacles"] = ["Plate|1"]
    assert counts(check_task(breakfast, [counter, sink(), *plates, *toasts])) == (True, 16, 16)


def test_heads_beyond_the_need_count_where_any_place_will_do():
    spatula_in_drawer = Task(
        0,
        "t",
        (),
        None,
        "",
        (
            Component("spatula", "a", "objectType", False, {"objectType": "Spatula"}, {}),
            Component("drawer", "a", "objectType", True, {"objectType": "Drawer"}, {}),
        ),
        (TaskRelation("parentReceptacles", ("spatula",), ("a",), "drawer", "a"),),
    )
    spatulas = [thing("Spatula", i, parentReceptacles=["Drawer|0"]) for i in range(3)]
    assert counts(check_task(spatula_in_drawer, [thing("Drawer"), *spatulas])) == (True, 3, 5)


def test_what_is_off_the_menu_is_not_looked_at():
    menu = ["1", *["0"] * 12, "CounterTop"]
    mug = thing("Mug", simbotIsFilledWithCoffee=True, parentReceptacles=["CounterTop|0"])
    assert counts(check_task(load_task("Breakfast", menu), [mug, thing("CounterTop", receptacle=True)])) == (True, 6, 6)


# --------------------------------------------------------------------------------------------------------- properties

TYPES = [
    "Mug",
    "Plate",
    "Bowl",
    "SinkBasin",
    "Tomato",
    "TomatoSliced",
    "PotatoSliced",
    "BreadSliced",
    "Knife",
    "CounterTop",
]


@st.composite
def scenes(draw: st.DrawFn) -> list[dict[str, Any]]:
    types = draw(st.lists(st.sampled_from(TYPES), max_size=14))
    ids = [f"{t}|{i}" for i, t in enumerate(types)]
    flags = ("isDirty", "isCooked", "receptacle", "simbotIsCooked", "simbotIsFilledWithCoffee", "isFilledWithLiquid")
    return [
        thing(
            object_type,
            i,
            parentReceptacles=draw(st.none() | st.lists(st.sampled_from(ids), max_size=2, unique=True)),
            distance=draw(st.floats(0, 5)),
            **{flag: draw(st.booleans()) for flag in flags},
        )
        for i, object_type in enumerate(types)
    ]


TASKS = [load_task(d.name, d.example) for d in definitions()]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TASKS), scenes(), st.randoms(use_true_random=False))
def test_counts_do_not_depend_on_the_order_of_objects(task, scene, random):
    shuffled = random.sample(scene, len(scene))
    assert check_task(task, scene).success == check_task(task, shuffled).success
    assert check_task(task, scene).total == check_task(task, shuffled).total


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(TASKS), scenes())
def test_a_task_is_done_exactly_when_nothing_is_wrong(task, scene):
    progress = check_task(task, scene)
    assert progress.success == (not progress.failures)
    assert progress.satisfied >= progress.total if progress.success else progress.satisfied >= 0
    assert all(p.satisfied <= p.total for p in progress.components if p.task is None)


@settings(max_examples=25, deadline=None)
@given(scenes())
def test_checking_changes_nothing(scene):
    before = [dict(obj) for obj in scene]
    for task in TASKS:
        check_task(task, scene)
    assert scene == before


# ----------------------------------------------------------------------------------------------------- recorded games


def recorded(count: int) -> Iterator[Game]:
    archives = [DATA / "valid_unseen.zip", DATA / "train.zip"]
    if not all(archive.exists() for archive in archives):
        pytest.skip(f"no recorded TEACh games under {DATA}")
    for archive in archives:
        with zipfile.ZipFile(archive) as opened:
            names = sorted(name for name in opened.namelist() if name.endswith(".game.json"))
            for name in names[3 :: max(1, 2 * len(names) // count)]:
                yield read_game(opened.read(name), name)


#: Range of goal conditions at the start, over 2 275 games.
RECORDED_TOTALS = {
    "Coffee": (3, 3),
    "Clean All X": (4, 26),
    "Put All X On Y": (3, 9),
    "Put All X In One Y": (3, 10),
    "Boil X": (2, 2),
    "Water Plant": (2, 2),
    "Plate Of Toast": (7, 7),
    "N Slices Of X In Y": (7, 13),
    "N Cooked Slices Of X In Y": (8, 20),
    "Sandwich": (13, 16),
    "Salad": (12, 17),
    "Breakfast": (20, 34),
}


def test_final_states_pass_and_initial_states_do_not():
    games = 0
    for game in recorded(60):
        games += 1
        start, end = check_task(game.task, game.initial.objects), check_task(game.task, game.final.objects)
        assert end.success, (game.game_id, end.failures)
        assert not start.success, game.game_id
        low, high = RECORDED_TOTALS[game.task.name]
        assert low <= start.total <= high
    assert games >= 55
