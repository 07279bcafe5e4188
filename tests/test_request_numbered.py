"""One of several things, told by its number: "drawer 3", "cabinet number two", "mug 1"."""

from __future__ import annotations

import pytest

from agent.household.provisions import Speech
from agent.household.session import live
from agent.planning.terms import Foremost, Trait, WhichThings, terms_from, written
from agent.requests.instructions import Clarification
from agent.requests.reading import read_at_work
from eval.commands.homes import CommandHome, things_in


def words(text: str) -> list[str]:
    return [one.errand.words for one in read_at_work(text).begun]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Put the fork in drawer 3.", ["put a fork in drawer 3"]),
        ("Could you put the phone in cabinet 12 for me?", ["put a cell phone in cabinet 12"]),
        ("open cabinet number 4 please", ["open cabinet 4"]),
        ("put the cup on shelf one", ["put a cup on shelf 1"]),
        ("bring me the mug from cabinet two", ["bring you the mug from cabinet 2"]),
        ("take the spoon out of drawer 2 and put it on the counter",
         ["put the spoon from drawer 2 on the counter top"]),
        ("move everything from drawer 1 to drawer 2", ["put everything from drawer 1 in drawer 2"]),
        ("put 2 forks in drawer 3", ["put 2 forks in drawer 3"]),
        ("close drawers 1 and 2", ["close drawer 1", "close drawer 2"]),
        ("wash mug 2", ["clean mug 2"]),
        ("put plate 1 and plate 3 in the sink", ["put plate 1 in the sink", "put plate 3 in the sink"]),
        ("put all the spoons in drawer 4 except the one in the pan",
         ["put every spoon in drawer 4 except the ones in the pan"]),
        ("put all the cups except the one in cabinet 2 in the sink",
         ["put every cup in some sink except the ones in cabinet 2"]),
        ("don't use drawer 2, put the fork in a drawer", ["put a fork in the drawer without drawer 2"]),
        ("if there is a fork in drawer 2, put it on the table",
         ["put the fork from drawer 2 on the table if there is a fork in drawer 2"]),
    ],
)  # fmt: skip
def test_the_number_tells_which(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    ["water the plant 2 times", "put the fork on the table 2 minutes from now", "put the cup on the 3rd shelf"],
)
def test_other_numbers_behind_things_tell_none_of_them(said: str) -> None:
    (one,) = read_at_work(said).instructions
    assert isinstance(one, Clarification)


def test_numbers_of_steps_are_none_of_things() -> None:
    assert words("1. Close the drawer 2. Wash the cup") == ["close a drawer", "clean a cup"]


def test_numbers_are_kept_in_the_task_log() -> None:
    terms = (Foremost("Drawer", "number 3"), WhichThings("Mug", Trait("", (), "Cabinet", number=2)))
    assert terms_from(written(terms)) == terms


def test_the_very_drawer_is_used_and_one_that_is_not_there_is_said() -> None:
    home = CommandHome("kitchen", 1714).place()
    live(home, Speech("put the ladle in cabinet 7"))
    things = things_in(home)
    cabinets = sorted(key for key, thing in things.items() if thing["objectType"] == "Cabinet")
    (ladle,) = (thing for thing in things.values() if thing["objectType"] == "Ladle")
    assert cabinets[6] in (ladle["parentReceptacles"] or ())
    told = live(home, Speech("put the ladle in drawer 9"))
    assert any("there is no drawer 9: I know of" in text for _, text in told.said)
