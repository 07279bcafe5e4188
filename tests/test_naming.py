"""Finding the objects that a phrase such as "the red mug" means."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from envs.errors import BadInput
from envs.named_objects import objects_named, plain_name
from envs.pocket.things.palette import COLOURS
from envs.vocabulary.object_types import object_types
from tests.scenes import counter, floor, ok, play, thing


def made(kind: str, color: str | None = None, material: str | None = None) -> dict[str, Any]:
    return {"objectId": f"{kind}|{color}|{material}", "objectType": kind, "color": color, "material": material}


ROOM = [
    made("Mug", "red", "ceramic"),
    made("Mug", "blue", "ceramic"),
    made("Bowl", "blue", "ceramic"),
    made("Bottle", "blue", "glass"),
    made("DiningTable", "brown", "wood"),
    made("CoffeeTable", "black", "wood"),
    made("CoffeeMachine", "red", "plastic"),
    made("ButterKnife", "silver", "metal"),
    made("Fork", "silver", "metal"),
    made("PaperTowelRoll", "white", "paper"),
    made("Sofa", "grey", "fabric"),
    made("Sink", "silver", "metal"),
    made("SinkBasin", "silver", "metal"),
    made("TomatoSliced", "red", "food"),
]


def ids(*objects: dict[str, Any]) -> list[str]:
    return [o["objectId"] for o in objects]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("the red mug", [0]),
        ("Mugs", [0, 1]),
        ("a RED, ceramic mug", [0]),
        ("the green mug", []),
        ("the blue ceramic things", [1, 2]),
        ("the blue one", [1, 2, 3]),
        ("wooden table", [4, 5]),
        ("wooden tables", [4, 5]),
        ("the brown table", [4]),
        ("coffee table", [5]),
        ("coffee machine", [6]),
        ("the machine", [6]),
        ("the knife", [7]),
        ("butter knives", [7]),
        ("silverware", [7, 8]),
        ("paper towel roll", [9]),
        ("the gray couch", [10]),
        ("sink", [11, 12]),
        ("sink basin", [12]),
        ("tomato slices", [13]),
        ("slice of tomato", [13]),
        ("sliced tomatoes", [13]),
        ("the tomato", [13]),
        ("the fridge", []),
        ("glass bottle", [3]),
    ],
)
def test_a_phrase_finds_what_it_means(name: str, expected: list[int]) -> None:
    assert ids(*objects_named(ROOM, name)) == ids(*(ROOM[k] for k in expected))


def test_the_exact_name_goes_before_the_longer_one() -> None:
    knives = [made("ButterKnife", "silver", "metal"), made("Knife", "red", "plastic")]
    assert objects_named(knives, "the knife") == knives[1:]
    assert objects_named(knives, "the silver knife") == []
    assert objects_named(knives, "the butter knife") == knives[:1]


@pytest.mark.parametrize(
    ("name", "word"), [("the rde mug", "'rde'"), ("the mgu", "'mgu'"), ("the red mug please", "please")]
)
def test_words_that_are_not_understood_are_named_with_what_is_there(name: str, word: str) -> None:
    with pytest.raises(BadInput, match=word) as caught:
        objects_named([ROOM[0], ROOM[1], made("Mug", "red", "ceramic")], name)
    assert "there is blue ceramic mug, 2 x red ceramic mug" in str(caught.value)


@pytest.mark.parametrize("name", ["", "the", "red", "12"])
def test_a_phrase_without_a_noun_is_no_name(name: str) -> None:
    with pytest.raises(BadInput, match="no kind of thing"):
        objects_named(ROOM, name)
    with pytest.raises(BadInput, match="there is nothing"):
        objects_named([], name)


def test_objects_without_colours_are_found_by_their_noun_only() -> None:
    plain = [{"objectId": "Mug|1", "objectType": "Mug"}]
    assert objects_named(plain, "mug") == plain
    with pytest.raises(BadInput, match="neither a color nor a material"):
        objects_named(plain, "the red mug")


@given(st.sampled_from(sorted(object_types())), st.sampled_from(sorted(COLOURS)), st.sampled_from(["wood", "metal"]))
def test_what_a_thing_is_called_finds_it(kind: str, color: str, material: str) -> None:
    item = made(kind, color, material)
    assert item in objects_named([*ROOM, item], plain_name(item))
    assert item in objects_named([*ROOM, item], f"THE {plain_name(item).removesuffix('s')}s")


def test_things_of_the_engine_are_found_and_pieces_look_like_their_whole() -> None:
    top = counter()
    apple, knife = thing("Apple", -0.2, 0.8, on=top), thing("Knife", 0.3, 0.8, on=top)
    controller = play(floor(), top, apple, knife)
    whole = objects_named(controller.last_event.metadata["objects"], "apple")[0]
    ok(controller, "PickupObject", objectId=knife["objectId"])
    ok(controller, "SliceObject", objectId=apple["objectId"])
    pieces = objects_named(controller.last_event.metadata["objects"], f"{whole['color']} apple slices")
    assert len(pieces) > 1 and {o["objectType"] for o in pieces} == {"AppleSliced"}
