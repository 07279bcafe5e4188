from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadInput
from memory.wording import scene_text
from perception.scene_graph.from_truth import GroundTruthPerceiver, direct_parent, states_of
from perception.scene_graph.graph import HAND, HELD, IN_ON, STATES, ObjectNode, Relation, SceneGraph

GAMES = Path(__file__).parents[1] / "../shared/data/teach/valid_unseen.zip"


def thing(object_id: str, *, visible: bool = True, parents: list[str] | None = None, size: float = 1.0, **more) -> dict:
    return {
        "objectId": object_id,
        "objectType": object_id.split("|")[0],
        "position": {"x": 1.0, "y": 0.9, "z": -0.5},
        "visible": visible,
        "parentReceptacles": parents,
        "axisAlignedBoundingBox": {"size": {"x": size, "y": size, "z": size}},
        **more,
    }


def test_only_what_is_visible_or_held_enters_with_the_receptacles_it_needs():
    metadata = {
        "objects": [
            thing("Mug|1", parents=["CounterTop|1"]),
            thing("CounterTop|1", visible=False),
            thing("Fridge|1", visible=False),
            thing("Egg|1", visible=False, parents=["Fridge|1"]),
            thing("Knife|1", visible=False, isPickedUp=True),
        ],
        "inventoryObjects": [{"objectId": "Knife|1", "objectType": "Knife"}],
    }
    scene = GroundTruthPerceiver().perceive(metadata)
    assert [node.object_id for node in scene.objects] == ["Mug|1", "CounterTop|1", "Knife|1"]
    assert scene.relations == (Relation("Mug|1", IN_ON, "CounterTop|1"), Relation(HAND, HELD, "Knife|1"))
    assert scene.held == "Knife|1"
    assert scene.parents("Mug|1") == ("CounterTop|1",)
    assert scene.contents("CounterTop|1") == ("Mug|1",)
    assert scene.of_type("Mug")[0].position == (1.0, 0.9, -0.5)
    assert scene.node("Fridge|1") is None


@pytest.mark.parametrize("order", [["CounterTop|1", "Pot|1"], ["Pot|1", "CounterTop|1"]])
def test_the_direct_parent_is_the_one_inside_the_others_whatever_the_order(order):
    things = {"CounterTop|1": thing("CounterTop|1"), "Pot|1": thing("Pot|1", parents=["CounterTop|1"], size=5.0)}
    assert direct_parent(thing("Potato|1", parents=order), things) == "Pot|1"


def test_between_unrelated_parents_the_smaller_box_is_the_direct_one():
    things = {"Pan|1": thing("Pan|1", size=0.2), "StoveBurner|1": thing("StoveBurner|1", size=0.3)}
    assert direct_parent(thing("Egg|1", parents=["Pan|1", "StoveBurner|1"]), things) == "Pan|1"
    assert direct_parent(thing("Egg|1", parents=["Elsewhere|1"]), things) is None
    assert direct_parent(thing("Egg|1"), things) is None


def test_states_of_both_key_spellings():
    old = thing("Pot|1", isFilledWithLiquid=True, isDirty=True, ObjectTemperature="Hot", simbotIsFilledWithWater=1)
    new = thing("Pot|1", isFilledWithLiquid=False, isOpen=True, temperature="Cold", simbotIsFilledWithWater=1)
    assert states_of(old) == ("dirty", "filled", "hot")
    assert states_of(new) == ("cold", "open")  # TEACh's water flag stays set after pouring out, so it does not count
    assert states_of(thing("Potato|1", simbotIsCooked=True, isSliced=True)) == ("cooked", "sliced")


def test_names_count_by_first_sight_and_stay():
    perceiver = GroundTruthPerceiver()
    first = perceiver.perceive({"objects": [thing("Mug|b"), thing("Mug|a", visible=False)]})
    second = perceiver.perceive({"objects": [thing("Mug|a"), thing("Mug|b")]})
    assert [node.name for node in first.objects] == ["Mug_0"]
    assert {node.object_id: node.name for node in second.objects} == {"Mug|b": "Mug_0", "Mug|a": "Mug_1"}
    assert "Mug_1, Mug_0" in scene_text(second)
    assert scene_text(first).endswith("Visual observation: Mug")  # alone in its scene: no number


def test_scene_text_groups_by_place():
    nodes = tuple(
        ObjectNode(key, key, f"{key}_0", states) for key, states in (("Mug", ("dirty",)), ("Plate", ()), ("Bed", ()))
    )
    relations = (Relation("Mug", IN_ON, "Bed"), Relation("Plate", IN_ON, "Bed"))
    assert scene_text(SceneGraph(nodes, relations)).splitlines() == [
        "Visual observation: Mug [dirty], Plate, Bed",
        "Mug, Plate are in/on Bed",
    ]
    held = SceneGraph(nodes[:1], (Relation(HAND, HELD, "Mug"),))
    assert scene_text(held).endswith("Mug is in agent hand")


def test_bad_scenes_are_refused():
    mug = ObjectNode("Mug|1", "Mug", "Mug_0")
    with pytest.raises(BadInput, match="twice"):
        SceneGraph((mug, mug))
    with pytest.raises(BadInput, match="not among the scene's objects"):
        SceneGraph((mug,), (Relation("Mug|1", IN_ON, "Bed|1"),))
    with pytest.raises(BadInput, match="unknown relation 'under'"):
        Relation("Mug|1", "under", "Bed|1")
    with pytest.raises(BadInput, match="unknown states"):
        ObjectNode("Mug|1", "Mug", "Mug_0", ("shiny",))
    with pytest.raises(BadInput, match="sorted"):
        ObjectNode("Mug|1", "Mug", "Mug_0", ("open", "dirty"))
    with pytest.raises(BadInput, match="objects"):
        GroundTruthPerceiver().perceive({})


def test_the_signature_ignores_positions_but_not_states_or_places():
    here = ObjectNode("Mug|1", "Mug", "Mug_0", (), (0.0, 0.0, 0.0))
    there = ObjectNode("Mug|1", "Mug", "Mug_0", (), (1.0, 0.0, 0.0))
    dirty = ObjectNode("Mug|1", "Mug", "Mug_0", ("dirty",))
    bed = ObjectNode("Bed|1", "Bed", "Bed_0")
    assert SceneGraph((here,)).signature == SceneGraph((there,)).signature
    assert SceneGraph((here,)).signature != SceneGraph((dirty,)).signature
    placed = SceneGraph((here, bed), (Relation("Mug|1", IN_ON, "Bed|1"),))
    assert placed.signature != SceneGraph((here, bed)).signature


KEYS = [f"{kind}|{i}" for kind in ("Mug", "Pot", "Bed") for i in range(3)]


@st.composite
def metadata(draw) -> dict:
    keys = draw(st.lists(st.sampled_from(KEYS), unique=True))
    objects = []
    for key in keys:
        parents = draw(st.none() | st.lists(st.sampled_from(KEYS), unique=True, max_size=3))
        flags = draw(st.dictionaries(st.sampled_from(["isOpen", "isDirty", "isCooked", "isToggled"]), st.booleans()))
        objects.append(thing(key, visible=draw(st.booleans()), parents=parents, **flags))
    held = draw(st.none() | st.sampled_from(KEYS))
    return {"objects": objects, "inventoryObjects": [{"objectId": held}] if held else []}


@settings(max_examples=40, deadline=None)
@given(st.lists(metadata(), max_size=4))
def test_any_metadata_gives_a_well_formed_scene(events):
    perceiver = GroundTruthPerceiver()
    names: dict[str, str] = {}
    for event in events:
        scene = perceiver.perceive(event)
        seen = {thing["objectId"] for thing in event["objects"] if thing["visible"]}
        assert seen <= {node.object_id for node in scene.objects}
        for node in scene.objects:
            assert names.setdefault(node.object_id, node.name) == node.name
            assert set(node.states) <= set(STATES)
            assert len(scene.parents(node.object_id)) <= 1
    assert len(set(names.values())) == len(names)


def test_real_initial_states():
    if not GAMES.exists():
        pytest.skip("TEACh games are not here; put valid_unseen.zip under ../shared/data/teach")
    with zipfile.ZipFile(GAMES) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".game.json"))[:5]
        games = [json.load(io.TextIOWrapper(archive.open(name), encoding="utf-8")) for name in names]
    for game in games:
        objects = game["tasks"][0]["episodes"][0]["initial_state"]["objects"]
        everything = [{**each, "visible": True} for each in objects]
        scene = GroundTruthPerceiver().perceive({"objects": everything})
        known = {each["objectId"]: each for each in objects}
        assert len(scene.objects) == len(objects)
        for each in objects:
            inside = [parent for parent in each["parentReceptacles"] or () if parent in known]
            assert len(scene.parents(each["objectId"])) == bool(inside)
            assert set(scene.parents(each["objectId"])) <= set(inside)
