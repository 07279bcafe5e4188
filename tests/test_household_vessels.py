"""What is in a pot or on a plate: where that is, what is taken out of it, and which one is meant."""

from __future__ import annotations

import pytest

from agent.household.listening_body import Saying
from agent.household.provisions import Speech
from agent.household.session import LivedEpisode, live
from agent.requests.instructions import Begin, Remark
from agent.requests.reading import read_at_work
from eval.commands.homes import read_home
from memory.experience import type_of

FULL_POT = "kitchen 2333"
"""A kitchen with a lettuce in a pot in the fridge, and two others."""
PLATES = "kitchen 2211"
"""A kitchen with a clean plate in a cabinet, and a dirty one in sight."""


def lived(said: str, home_name: str) -> tuple[dict[str, list[str]], LivedEpisode]:
    """What each thing is in or on at the end, by type."""
    home = read_home(home_name).place()
    run = live(home, Speech(said))
    where = {
        str(one["objectId"]): sorted(map(type_of, one["parentReceptacles"] or ())) for one in home.session.objects()
    }
    return where, run


def of_kind(where: dict[str, list[str]], kind: str) -> list[list[str]]:
    return sorted(places for key, places in where.items() if type_of(key) == kind)


def test_what_is_in_a_pot_in_the_fridge_is_in_the_fridge() -> None:
    where, run = lived("throw away all the lettuce except the one in the fridge", FULL_POT)
    assert of_kind(where, "Lettuce") == [["Fridge", "Pot"], ["GarbageCan"], ["GarbageCan"]]
    assert run.ended[0].item.status == "done"


def test_what_is_taken_out_of_a_pot_is_not_there_while_it_is_in_the_pot() -> None:
    where, run = lived("take the lettuce out of the pot and put it in the fridge", FULL_POT)
    assert ["Fridge"] in of_kind(where, "Lettuce")
    assert not any("Pot" in places for places in of_kind(where, "Lettuce"))
    assert run.ended[0].item.status == "done"


def test_the_clean_plate_is_looked_for_before_another_is_washed() -> None:
    where, run = lived("make a slice of toast and put it on the clean plate", PLATES)
    assert any("Plate" in places for places in of_kind(where, "BreadSliced"))
    deeds = [(one.action_id, type_of(one.oid or "")) for one in run.result.game.interactions]
    assert not any(kind == "Faucet" for _, kind in deeds)


@pytest.mark.parametrize("said", ["boil an egg", "boil two eggs", "I'd like a boiled egg", "boil the egg in the sink"])
def test_that_an_egg_is_cracked_for_it_is_said_before(said: str) -> None:
    found = read_at_work(said).instructions
    assert isinstance(found[0], Remark)
    assert "crack" in found[0].text
    assert any(isinstance(one, Begin) for one in found)


@pytest.mark.parametrize("said", ["poach an egg", "fry an egg", "boil a potato", "crack an egg and boil it"])
def test_who_speaks_of_no_boiled_egg_is_told_nothing_of_its_shell(said: str) -> None:
    assert not any(isinstance(one, Remark) for one in read_at_work(said).instructions)


def test_what_was_put_somewhere_and_washed_is_put_back() -> None:
    where, run = lived("put the plate on the dining table and then wash it", "kitchen 2399")
    assert [said for _, said in run.said[-2:]] == ["Done. I put the plate back on the dining table.", "Done."]
    assert ["DiningTable"] in of_kind(where, "Plate")


@pytest.mark.parametrize("later", ["oh and wash it", "and fill it with water", "it needs a wash, too"])
def test_what_is_to_be_done_at_the_tap_meanwhile_changes_nothing_of_where_it_goes(later: str) -> None:
    home = read_home("kitchen 2399").place()
    run = live(home, Speech("put the mug on the dining table", sayings=(Saying(later, 4),)))
    mugs = [one for one in home.session.objects() if one["objectType"] == "Mug"]
    assert any("DiningTable" in map(type_of, one["parentReceptacles"] or ()) for one in mugs), run.said


@pytest.mark.parametrize("later", ["would you also wash it", "fill it with water, too"])
def test_what_is_known_by_where_it_lies_is_carried_before_it_goes_to_the_tap(later: str) -> None:
    home = read_home("kitchen 2399").place()
    mug = next(one for one in home.session.objects() if one["objectType"] == "Mug")
    place = type_of((mug["parentReceptacles"] or ("CounterTop",))[0])
    first = f"put the mug from the {place.removesuffix('Top').lower()} on the dining table"
    run = live(home, Speech(first, sayings=(Saying(later, 1),)))
    now = next(one for one in home.session.objects() if one["objectId"] == mug["objectId"])
    assert "DiningTable" in map(type_of, now["parentReceptacles"] or ()), run.said


@pytest.mark.parametrize(
    "said",
    ["put the plate on the dining table, then put it in the sink", "put the plate on the dining table and wash a pan"],
)
def test_what_was_to_go_elsewhere_or_is_still_there_is_not_spoken_of(said: str) -> None:
    _, run = lived(said, "kitchen 2399")
    assert run.said[-1][1] == "Done."


def test_what_is_in_a_pot_at_the_back_of_a_cabinet_is_taken_out_of_it_where_it_can_be_reached() -> None:
    where, run = lived("should there be an egg in the pot, put it in the fridge", "kitchen 3826")
    assert of_kind(where, "Egg") == [["Fridge"]]
    assert run.ended[0].item.status == "done"
