"""What is known again by where it was put, and told apart by where it lies and how high."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory.experience import type_of
from perception.deeds.evidence import DeedEvidence, OwnCommand
from perception.deeds.habits import HandledThing
from perception.deeds.heights import counted_heights, shipped_heights, step_of
from perception.deeds.lattice import OWN, DeedLattice
from perception.deeds.places import TouchedOnce, TouchedPlaces, lying_there, touched_again
from perception.recognizer.action import NO_ACTION, DeedChances, RecognizedAction
from perception.recognizer.grounding import Grounding
from perception.recognizer.put_things import PutThings, RoomPlace
from perception.scene_graph.box_view import CameraPose
from perception.scene_graph.graph import HAND, HELD, ObjectNode, Relation, SceneGraph

AHEAD = CameraPose(0.0, 0.9, 0.0, 0.0, 0.0)
BOARD, TABLE, BOWL = (0.0, 0.9, 1.0), (2.0, 0.9, 1.0), (1.0, 0.95, 1.0)


def scene(*keys: str, held: str | None = None) -> SceneGraph:
    nodes = [ObjectNode(key, key.partition("|")[0], key, (), (0.0, 0.9, 1.0)) for key in keys]
    return SceneGraph(tuple(nodes), (Relation(HAND, HELD, held),) if held else ())


def done(grounding: Grounding, action: str, kind: str, at: RoomPlace | None, seen: SceneGraph) -> tuple[str, ...]:
    return grounding.ground(seen, RecognizedAction(action, kind), AHEAD, (), (at,) if at else ()).arguments


# -- which thing it was ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ghost", ["Cup|1", "Plate|1", "DishSponge|1"])
def test_what_was_picked_up_stays_in_the_hand_whatever_it_looks_like_there(ghost: str) -> None:
    grounding = Grounding()
    done(grounding, "Pickup", "Mug", None, scene("Mug|1", ghost))
    grounding.ground(scene("Mug|1", ghost, held=ghost), RecognizedAction("Forward"), AHEAD)
    assert grounding.held == "Mug|1"
    assert done(grounding, "Place", "Shelf", None, scene("Shelf|1", ghost)) == ("Mug|1", "Shelf|1")


def test_a_thing_that_was_never_seen_before_is_known_by_its_look_in_the_hand() -> None:
    grounding = Grounding()
    done(grounding, "Pickup", "Mug", None, scene())
    grounding.ground(scene("Mug|4", held="Mug|4"), RecognizedAction("Forward"), AHEAD)
    assert grounding.held == "Mug|4"


@pytest.mark.parametrize("kind", ["TomatoSliced", "BreadSliced", "PotatoSliced"])
def test_a_piece_taken_from_elsewhere_than_where_one_was_put_is_another(kind: str) -> None:
    grounding, dish = Grounding(tag="g"), scene("Bowl|1")
    first = done(grounding, "Pickup", kind, BOARD, dish)
    done(grounding, "Place", "Bowl", BOWL, dish)
    second = done(grounding, "Pickup", kind, BOARD, dish)
    assert first != second and second[0].startswith(f"{kind}|g|") and type_of(second[0]) == kind
    done(grounding, "Place", "Bowl", BOWL, dish)
    assert done(grounding, "Pickup", kind, BOWL, dish)[0] in (*first, *second), "one of those that lie there"


def test_what_is_taken_from_where_it_was_put_is_the_same() -> None:
    grounding, seen = Grounding(), scene("Mug|1", "Mug|2", "Shelf|1")
    taken = done(grounding, "Pickup", "Mug", BOARD, seen)
    done(grounding, "Place", "Shelf", TABLE, seen)
    assert done(grounding, "Pickup", "Mug", TABLE, seen) == taken
    done(grounding, "Place", "Shelf", TABLE, seen)
    assert done(grounding, "Pickup", "Mug", BOARD, seen) != taken


def test_where_nobody_knows_where_it_was_touched_all_is_as_without_places() -> None:
    grounding, seen = Grounding(), scene("Mug|1", "Shelf|1")
    for _ in range(2):
        assert done(grounding, "Pickup", "Mug", None, seen) == ("Mug|1",)
        assert done(grounding, "Place", "Shelf", None, seen) == ("Mug|1", "Shelf|1")


def test_what_lies_in_a_bowl_goes_where_the_bowl_goes() -> None:
    put = PutThings()
    put.put("Egg|1", BOWL, "Bowl|1")
    put.put("Bowl|1", TABLE, "DiningTable|1")
    assert put.lying_at("Egg", TABLE) == "Egg|1" and put.lying_at("Egg", BOWL) is None
    assert put.elsewhere("Egg", BOARD) == {"Egg|1"} and not put.elsewhere("Egg", TABLE)
    put.take("Egg|1", TABLE)
    assert put.lying_at("Egg", TABLE) is None


def test_what_was_taken_from_here_to_nobody_knows_where_is_not_here() -> None:
    put = PutThings()
    put.take("TomatoSliced", BOARD)
    put.put("TomatoSliced", None, "Bowl|1")
    assert put.elsewhere("TomatoSliced", BOARD) == {"TomatoSliced"} and not put.elsewhere("TomatoSliced", TABLE)


# -- what kind of thing it was ---------------------------------------------------------------------------------------


def own(action: str, objects: dict[str, float], at: RoomPlace) -> DeedEvidence:
    chances = DeedChances({NO_ACTION: 1.0}, objects)
    return DeedEvidence(NO_ACTION, chances, pointed_at=at, command=OwnCommand(action, True, (0.5, 0.5)), stand=0.9)


def kinds(*looks: DeedEvidence) -> list[str]:
    lattice = DeedLattice(replace(OWN, height=0.0))
    lattice.look(DeedEvidence(NO_ACTION, DeedChances({NO_ACTION: 1.0}, {}), unchanged=True))
    for look in looks:
        lattice.look(look)
    return [one.object_type for one in lattice.sequence()[1:]]


PUT = (own("Pickup", {"Bowl": 0.8, "Plate": 0.2}, BOARD), own("Place", {"DiningTable": 1.0}, TABLE))
PIECE = own("Pickup", {"TomatoSliced": 1.0}, BOARD)


def test_what_something_is_put_into_is_what_was_put_there() -> None:
    doubtful = {"Plate": 0.55, "Bowl": 0.45}
    assert kinds(*PUT, PIECE, own("Place", doubtful, TABLE))[-1] == "Bowl"
    assert kinds(*PUT, PIECE, own("Place", doubtful, (4.0, 0.9, 1.0)))[-1] == "Plate", "that stands elsewhere"


def test_what_is_clearly_another_thing_is_another_thing() -> None:
    assert kinds(*PUT, PIECE, own("Place", {"Plate": 0.999, "Bowl": 0.0005}, TABLE))[-1] == "Plate"


def test_what_is_touched_later_tells_what_was_touched_before() -> None:
    plates = [own("Place", {"Plate": 0.9, "Bowl": 0.1}, TABLE), PIECE] * 2
    told = kinds(*PUT, PIECE, *plates)
    assert told[0] == "Plate" and set(told[3::2]) == {"Plate"}


def test_pieces_lie_where_something_was_sliced() -> None:
    places = TouchedPlaces()
    places.note(1, (BOARD,))
    before = (TouchedOnce(1, HandledThing("Slice", "Tomato"), "Knife"),)
    lying, used = lying_there(before, places.near(BOARD))
    assert touched_again("Pickup", lying, used) == {"TomatoSliced": 1.0}
    assert not places.near(TABLE)


def test_what_was_taken_away_does_not_lie_there() -> None:
    places = TouchedPlaces()
    for look in (1, 2):
        places.note(look, (TABLE,))
    put = TouchedOnce(1, HandledThing("Place", "DiningTable"), "Mug")
    taken = TouchedOnce(2, HandledThing("Pickup", "Mug"), "")
    near = places.near(TABLE)
    assert touched_again("Pickup", *lying_there((put,), near)) == {"Mug": 1.0}
    assert touched_again("Pickup", *lying_there((put, taken), near)) == {}
    assert touched_again("Place", *lying_there((put, taken), near)) == {"DiningTable": 1.0}


# -- how high --------------------------------------------------------------------------------------------------------


def test_a_height_speaks_for_what_is_usually_so_high() -> None:
    heights = counted_heights([("pointed", "Sink", -0.12)] * 20 + [("pointed", "CounterTop", 0.02)] * 20)
    assert heights.odds("pointed", "Sink", -0.12) > 0 > heights.odds("pointed", "CounterTop", -0.12)
    assert heights.odds("pointed", "Safe", -0.12) == 0.0, "nothing is known of it"
    assert step_of(-0.01) == -1 and step_of(0.01) == 0


def test_the_shipped_heights_tell_a_basin_from_the_worktop_around_it() -> None:
    shipped = shipped_heights()
    assert shipped.odds("pointed", "SinkBasin", -0.14) > shipped.odds("pointed", "CounterTop", -0.14) + 1
    assert shipped.odds("pointed", "CounterTop", 0.01) > shipped.odds("pointed", "SinkBasin", 0.01) + 1
