"""What lies in the garbage is not taken while there is another one in the home."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from eval.commands.homes import CommandHome, names_of, things_in


def places_after(seed: int, asked: str) -> dict[str, str]:
    """In or on which kinds of things everything is after a request, by the names that a home's list has of them."""
    home = CommandHome("kitchen", seed).place()
    named = names_of(things_in(home))
    live(home, Speech(asked, None, ()))
    now = things_in(home)
    around = {name: now[key]["parentReceptacles"] or [] for name, key in named.items() if key in now}
    return {name: " ".join(sorted({str(key).partition("|")[0] for key in keys})) for name, keys in around.items()}


@pytest.mark.parametrize(
    ("seed", "asked", "thrown_away", "taken"),
    [
        (2811, "put a pepper shaker on the counter", "PepperShaker_2", {"PepperShaker_1": "CounterTop"}),
        (2864, "put a spoon in a drawer", "Spoon_1", {}),
        (2864, "put two spoons in the sink", "Spoon_1", {"Spoon_2": "Sink", "Spoon_3": "Sink"}),
    ],
)
def test_it_stays_there_while_others_will_do(seed: int, asked: str, thrown_away: str, taken: dict[str, str]) -> None:
    places = places_after(seed, asked)
    assert places[thrown_away] == "GarbageCan"
    assert {name: places[name] for name in taken} == taken


@pytest.mark.parametrize(
    ("seed", "asked", "name", "place"),
    [
        (2789, "put the pepper shaker on the counter", "PepperShaker", "CounterTop"),  # the only one of the home
        (2864, "put the spoon from the garbage can in the sink", "Spoon_1", "Sink"),
        (2864, "put all the spoons in the sink", "Spoon_1", "Sink"),
        (2864, "put three spoons in the sink", "Spoon_1", "Sink"),
    ],
)
def test_it_is_taken_where_it_is_meant_or_there_is_no_other(seed: int, asked: str, name: str, place: str) -> None:
    assert place in places_after(seed, asked)[name].split()
