"""Task definitions: the YAML files, filling in parameters, and the layout inside game files."""

from __future__ import annotations

import json
import re
import zipfile
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadGameFile, BadInput, UnknownTask
from envs.teach.tasks.classes import class_members, object_classes, partners, same_type, types_named
from envs.teach.tasks.definition import ALL, SKIP, Task
from envs.teach.tasks.definitions import (
    BENCHMARK_TASKS,
    definitions,
    load_task,
    parse_definition,
    task_from_json,
    task_names,
    task_to_json,
    template_task,
)

DATA = Path(__file__).parents[1] / "../shared/data/teach"
FILES = sorted(f.name for f in (resources.files("assets") / "tasks").iterdir() if f.name.endswith(".yaml"))

# Every task type a recorded game's definitions list, and the two that only the published task files have.
IN_GAMES = {
    *BENCHMARK_TASKS,
    *("Toast", "Clean X", "Sliced X", "Cooked Slice Of X", "Omelette", "Poach Egg", "Tutorial", "Tutorial With Egg"),
    *("Candles", "Basic Kitchen Tasks", "Problematic Kitchen Tasks", "Basic Bathroom Tasks"),
    *("Default Satisfied Bathroom Tasks", "Custom Properties Kitchen Tasks"),
}


def sampled_games(count: int) -> list[dict]:
    """Parsed game files, spread over both archives."""
    archives = [DATA / "valid_unseen.zip", DATA / "train.zip"]
    if not all(archive.exists() for archive in archives):
        pytest.skip(f"no recorded TEACh games under {DATA}")
    games = []
    for archive in archives:
        with zipfile.ZipFile(archive) as opened:
            names = sorted(name for name in opened.namelist() if name.endswith(".game.json"))
            step = max(1, 2 * len(names) // count)
            games += [json.loads(opened.read(name)) for name in names[::step]]
    return games


# -------------------------------------------------------------------------------------------------------------- files


def test_every_task_of_the_benchmark_is_defined_once():
    assert len(task_names()) == len(set(task_names())) == 28
    assert len({definition.task_id for definition in definitions()}) == 28
    assert set(task_names()) == IN_GAMES | {"Toggle X All Y", "Workspace"}


def test_a_task_file_is_named_after_its_task():
    expected = {name.lower().replace(" ", "_") + ".yaml" for name in task_names()}
    assert set(FILES) == expected


@pytest.mark.parametrize("definition", definitions(), ids=lambda d: d.name)
def test_the_example_parameters_make_a_sound_task(definition):
    task = load_task(definition.name, definition.example)
    assert not re.search(r"\{\w+\}", str(task))
    assert task.desc and task.task_id == definition.task_id
    keys = {component.key for component in task.components}
    assert task.anchor is None or task.anchor in keys
    for relation in task.relations:
        assert {*relation.heads, relation.tail} <= keys
    for component in task.walk():
        assert component.task is not None or component.primary_condition in component.conditions
        assert set(component.failure_descs) <= set(component.conditions)
    assert task_from_json(json.loads(json.dumps(task_to_json(task)))) == task


@pytest.mark.parametrize("definition", [d for d in definitions() if d.parameters], ids=lambda d: d.name)
def test_every_parameter_changes_what_is_asked_for(definition):
    usual = load_task(definition.name, definition.example)
    for i, parameter in enumerate(definition.parameters):
        values = list(definition.example)
        values[i] = "7" if values[i].isdecimal() else "Unicorn"
        changed = load_task(definition.name, values)
        assert changed != usual
        words = (parameter.name in {"preposition"}) or (definition.name, parameter.name) == ("Toggle X All Y", "x")
        assert (changed.components != usual.components) is not words


BAD_FILES = [
    ("[1, 2]", "holds list"),
    ("name: [", "not valid YAML"),
    ("name: A\nid: 1\nsummary: a", "missing components"),
    ("name: A\nid: 1\nsummary: a\ncolour: red\ncomponents: {}", "unknown colour"),
    ("name: A\nid: 1\nsummary: a\ncomponents: {x: {count: a}}", "either 'find'"),
    ("name: A\nid: 1\nsummary: a\ncomponents: {x: {find: {objectType: Mug}}}", "missing count"),
    ("name: A\nid: 1\nsummary: a\ncomponents: {x: 3}", "expected a mapping"),
    ("name: A\nid: 1\nsummary: a\ncomponents: {}\nrelations: [{things: [x]}]", "missing place"),
]


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_bad_definition_file_is_refused_by_name(text, message):
    with pytest.raises(BadInput, match=r"mine\.yaml") as error:
        parse_definition(text, "mine.yaml")
    assert message in str(error.value)


# --------------------------------------------------------------------------------------------------------- parameters


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(task_names()), st.randoms(use_true_random=False))
def test_case_and_separators_of_a_name_do_not_matter(name, random):
    scrambled = "".join(random.choice("-_ ") if c == " " else random.choice([c.lower(), c.upper()]) for c in name)
    definition = next(d for d in definitions() if d.name == name)
    assert load_task(scrambled, definition.example) == load_task(name, definition.example)


def test_an_unknown_name_gets_the_list_and_a_guess():
    with pytest.raises(UnknownTask, match="Did you mean 'Coffee'") as error:
        load_task("cofee")
    assert all(name in str(error.value) for name in task_names())


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("Boil X", [], "takes 1 parameter, 0 given"),
        ("Coffee", ["Mug"], "takes 0 parameters, 1 given"),
        ("Put All X On Y", ["Fork"], "Example: 'Fork' 'in' 'Sink'"),
        ("Sandwich", ["one", "1"], "for a number of lettuce"),
        ("Salad", ["1", "1", "-2"], "for a number of potato"),
        ("Breakfast", ["0"] * 6 + ["1", "x", "1"] + ["0"] * 4 + ["CounterTop"], "for a number of lettuce"),
        ("Put All X On Y", ["Bowl", "in", "Bowl"], "name the same one twice"),
    ],
)
def test_parameters_that_do_not_fit_are_refused(name, params, message):
    with pytest.raises(UnknownTask) as error:
        load_task(name, params)
    assert message in str(error.value)


def test_one_parameter_may_be_given_bare():
    assert load_task("Boil X", "Potato") == load_task("Boil X", ["Potato"])


def test_a_filled_in_number_is_compared_as_a_number_but_a_count_is_not():
    lights = load_task("Toggle X All Y", ["off", "0", "Lights"]).components[0]
    assert lights.conditions["isToggled"] == 0 and isinstance(lights.conditions["isToggled"], int)
    slices = load_task("N Slices Of X In Y", ["3", "Tomato", "on", "Plate"])
    assert slices.components[0].determiner == "3"
    assert slices.relations[0].head_determiners == ("3",)


def test_placeholders_of_ten_and_more_are_not_mistaken_for_smaller_ones():
    breakfast = load_task("Breakfast", [str(i) for i in range(13)] + ["Tray"])
    salad = breakfast.component("salad")
    assert salad is not None and salad.determiner == "9" and salad.task is not None
    assert salad.task.params == ("10", "11", "12")
    spot = breakfast.component("serving_spot")
    assert spot is not None and spot.conditions["objectType"] == "Tray"


def test_walk_leaves_out_what_is_not_on_the_menu():
    breakfast = load_task("Breakfast", ["1", *["0"] * 12, "CounterTop"])
    assert [component.key for component in breakfast.walk()] == ["coffee", "coffee", "serving_spot"]


# --------------------------------------------------------------------------------------------------------- game files


def test_our_definitions_ask_for_what_recorded_games_ask_for():
    asked: dict[tuple[str, tuple[str, ...]], Task] = {}
    for game in sampled_games(90):
        task = task_from_json(game["tasks"][0])
        asked[task.name, task.params] = task
    assert len(asked) > 50 and {name for name, _ in asked} == set(BENCHMARK_TASKS)
    for (name, params), task in asked.items():
        assert load_task(name, params) == task


def without_words(component: dict) -> dict:
    if "task_name" in component:
        return {key: component[key] for key in ("determiner", "task_name", "task_params")}
    kept = {key: component[key] for key in ("determiner", "primary_condition", "instance_shareable", "conditions")}
    return {**kept, "described": sorted(component["condition_failure_descs"])}


def test_our_templates_match_the_definitions_listed_in_recorded_games():
    ours = {d.name: task_to_json(template_task(d)) for d in definitions()}
    listed = sampled_games(2)[0]["definitions"]["tasks"]
    assert {task["task_name"] for task in listed} == IN_GAMES
    for theirs in listed:
        mine = ours[theirs["task_name"]]
        for key in ("task_id", "task_nparams", "task_anchor_object"):
            assert mine[key] == theirs[key]
        assert {k: without_words(c) for k, c in mine["components"].items()} == {
            k: without_words(c) for k, c in theirs["components"].items()
        }
        for a, b in zip(mine["relations"], theirs["relations"], strict=True):
            assert {**a, "failure_desc": ""} == {**b, "failure_desc": ""}


BREAK = [
    (lambda t: t.pop("components"), "task.components is missing"),
    (lambda t: t.update(task_name=3), "task.task_name is a whole number"),
    (lambda t: t["components"]["plate"].pop("task"), "task.components.plate.task is missing"),
    (lambda t: t["components"]["plate"].update(determiner="some"), "determiner is 'some'"),
    (lambda t: t["components"]["plate"].update(determiner="all"), "made of a task cannot have"),
    (lambda t: t["relations"][0].update(head_entity_list=["bread"]), "names component 'bread'"),
    (lambda t: t["relations"][0].update(head_determiner_list=[]), "1 heads but 0 head determiners"),
    (lambda t: t["relations"][0].update(tail_entity_list=["plate", "plate"]), "exactly one is supported"),
    (lambda t: t["relations"][0].update(tail_determiner_list=["some"]), "has to be 'a' or 'the'"),
]


@pytest.mark.parametrize(("damage", "message"), BREAK)
def test_a_broken_task_names_the_field(damage, message):
    data = json.loads(json.dumps(task_to_json(load_task("Plate Of Toast"))))
    damage(data)
    with pytest.raises(BadGameFile) as error:
        task_from_json(data, "task")
    assert message in str(error.value)


# ------------------------------------------------------------------------------------------------------------ classes


def test_objects_of_recorded_games_carry_our_classes():
    for game in sampled_games(10):
        for obj in game["tasks"][0]["episodes"][0]["initial_state"]["objects"]:
            carried = set(obj["simbotObjectClass"])
            # Lamps was added to the class table after the games were recorded.
            assert set(object_classes(obj["objectType"])) - {"Lamps"} == carried - {"Lamps"}


def test_partner_types_pass_for_each_other_and_nothing_else_does():
    assert dict(partners()) == {b: a for a, b in partners().items()}
    assert same_type("SinkBasin", "Sink") and same_type("Bathtub", "BathtubBasin") and same_type("Mug", "Mug")
    assert not same_type("Sink", "Bathtub") and not same_type("Mug", "Cup")


def test_a_word_names_the_members_of_a_class_or_a_type_and_its_partner():
    assert set(types_named("Dishware")) == {"Bowl", "Plate"}
    assert types_named("Sink") == ("Sink", "SinkBasin")
    assert types_named("Fork") == ("Fork",)
    for name, members in class_members().items():
        assert all(name in object_classes(member) for member in members)


def test_the_documentation_lists_every_task_with_its_parameters():
    text = (Path(__file__).parents[1] / "docs" / "tasks.md").read_text(encoding="utf-8")
    for definition in definitions():
        row = next(
            line for line in text.splitlines() if line.startswith(f"| {definition.task_id} | {definition.name} |")
        )
        assert all(f"`{parameter.name}`" in row for parameter in definition.parameters)
    assert {ALL, SKIP} == {"all", "0"}
