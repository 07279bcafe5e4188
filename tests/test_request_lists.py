"""Lists and what is said once of all of them; words that only what goes with them tells the meaning of."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.requests.instructions import Begin, Clarification, Instruction
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext

NOW = datetime(2026, 3, 2, 16)


def read(said: str) -> tuple[Instruction, ...]:
    return read_at_work(said, RequestContext(now=NOW)).instructions


def words(said: str) -> list[str]:
    return [one.errand.words for one in read(said) if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Move the ladle, the cup and the knife from the drawer to the sink.",
            [f"put the {one} from the drawer in the sink" for one in ("ladle", "cup", "knife")],
        ),
        (
            "A candle and a vase are on the desk. Put both on the shelf.",
            ["put the vase from the desk on the shelf", "put the candle from the desk on the shelf"],
        ),
        (
            "wash the bowl and the pan in the sink",
            ["clean a bowl (one in the sink if there is one)", "clean a pan (one in the sink if there is one)"],
        ),
        (
            "Put the bowl and the cup that is in the fridge in the sink.",
            ["put a bowl in the sink", "put the cup from the fridge in the sink"],
        ),
        (
            "Wash the bowl on the desk and the one on the shelf.",
            ["clean the bowl from the desk", "clean the bowl from the shelf"],
        ),
        ("There are pens on the sofa. Bring me three.", ["bring you 3 pens from the sofa"]),
        ("The television off and the floor lamp on, please.", ["switch a television off", "switch a floor lamp on"]),
        ("turn the laptop off and the desk lamp on", ["switch a laptop off", "switch a desk lamp on"]),
        (
            "take the kettle off the stove and put the pan there",
            ["put the kettle from the stove burner away", "put a pan on the stove burner"],
        ),
    ],
)
def test_what_is_said_once_of_a_list_holds_for_all_of_it(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("The laptop that is open, please close it.", "close the open laptop"),
        ("The candle which is lit please switch off.", "switch the running candle off"),
        ("The pillow that is on the sofa, put on the bed.", "put the pillow from the sofa on the bed"),
    ],
)
def test_a_thing_named_first_may_be_told_apart_by_how_it_is(said: str, wanted: str) -> None:
    assert words(said) == [wanted]


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("hang the hand towel on the holder", "put a hand towel on the hand towel holder"),
        ("hang the bath towel on the rail", "put a towel on the towel holder"),
        ("put the toilet paper on the holder", "put a roll of toilet paper on the toilet paper hanger"),
    ],
)
def test_what_hangs_there_tells_which_holder_is_meant(said: str, wanted: str) -> None:
    assert words(said) == [wanted]


@pytest.mark.parametrize("said", ["put the magazine on the rack", "put the roll on the desk"])
def test_where_nothing_tells_it_is_asked(said: str) -> None:
    (one,) = read(said)
    assert isinstance(one, Clarification)


@pytest.mark.parametrize(
    "said", ["throw the apple core away", "bring me the wine bottle opener", "put the egg box away"]
)
def test_a_word_behind_a_thing_may_make_it_something_else(said: str) -> None:
    assert any(isinstance(one, Clarification) for one in read(said))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("slice two potatoes, not all of them", "cut up 2 potatoes"),
        ("cut all the apples but keep one whole", "cut up all the apples except one"),
        ("wash the pot and only then fill it", "clean a pot"),
        ("put fresh water in the kettle", "fill a kettle with water"),
    ],
)
def test_amounts_and_order_said_in_other_words(said: str, wanted: str) -> None:
    assert words(said)[0] == wanted


def test_so_many_of_which_one_stays_whole_is_asked_about() -> None:
    (one,) = read("cut two apples but keep one whole")
    assert isinstance(one, Clarification) and "one whole" in one.question


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("1. Close the drawer 2. Wash the cup", ["close a drawer", "clean a cup"]),
        ("1) wash the cup, 2) close the drawer", ["clean a cup", "close a drawer"]),
        ("Do these in order: close the drawer, wash the cup.", ["close a drawer", "clean a cup"]),
        ("Two jobs for you: wash the cup and close the drawer.", ["clean a cup", "close a drawer"]),
    ],
)
def test_a_numbered_or_announced_list_is_one_request_after_another(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("put the cups in the sink, but only the dirty ones", "put every dirty cup in some sink"),
        ("put the pillows on the bed, just the ones on the sofa", "put every pillow from the sofa on some bed"),
        ("put whichever cup is empty in the cabinet", "put the empty cup in the cabinet"),
        ("put the cup that isn't clean in the sink", "put the dirty cup in the sink"),
        ("put all but three cups in the cabinet", "put every cup in some cabinet except 3 cups"),
        ("bring me any fruit", "bring you one of the fruit"),
        ("bring me either a pen or a pencil", "bring you a pen or a pencil"),
        ("put at least two cups in the sink", "put 2 cups in the sink"),
    ],
)
def test_which_and_how_many_said_in_other_words(said: str, wanted: str) -> None:
    assert words(said) == [wanted]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("put the cup on top of the microwave", "on top of"),
        ("always put the pen on the desk", "always"),
        ("on weekdays at six water the plant, on weekends at eight", "?"),
    ],
)
def test_what_cannot_be_kept_is_asked_about(said: str, asked: str) -> None:
    (one,) = read(said)
    assert isinstance(one, Clarification) and asked in one.question


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("Wash the bowl, I mean the plate.", "clean a plate"),
        ("Put the cup in the sink, no, the plate.", "put a plate in the sink"),
        ("Put the cup in the sink, no, the cabinet.", "put a cup in the cabinet"),
        ("Put the red cup in the sink, no wait, the green one.", "put the green cup in the sink"),
        ("Put the pan in the cabinet, sorry, I meant on the stove.", "put a pan on the stove burner"),
        ("move the smaller of the two boxes to the bed", "put the smallest box on the bed"),
        ("wait ten minutes and then close the blinds", ""),
        ("fetch three eggs for breakfast", "bring you 3 eggs"),
        ("don't forget to close the drawer", "close a drawer"),
    ],
)
def test_what_somebody_puts_right_takes_the_place_of_what_was_said(said: str, wanted: str) -> None:
    assert words(said) == ([wanted] if wanted else [])


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "After you've filled the kettle, put it on the stove.",
            ["fill a kettle with water", "put a kettle on the stove burner"],
        ),
        ("Close the drawer after you have washed the cup.", ["clean a cup", "close a drawer"]),
        ("Open the microwave and put the potato in.", ["open a microwave", "put a potato in the microwave"]),
        (
            "Toast for me and coffee for my wife.",
            ["serve a slice of toast on a clean plate", "make coffee in a clean mug"],
        ),
    ],
)
def test_what_comes_first_and_where_things_go_may_be_said_before(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize("said", ["throw the used ones in the bin", "put the plate with the stain on it in the sink"])
def test_an_unknown_word_that_tells_which_is_asked_about(said: str) -> None:
    assert any(isinstance(one, Clarification) for one in read(said))


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("I'd like a pear and a spoon", []),
        ("I'd like an apple", ["bring you an apple"]),
        ("We would like two forks please", ["bring you 2 forks"]),
        ("the bowl is on the table. it needs washing", ["clean the bowl from the tables"]),
        ("bring me a spoon and a glass of water", ["bring you a spoon", "fill a cup with water", "bring you a cup"]),
        ("my plate's dirty", ["clean a plate"]),
        ("the microwave's open", ["close a microwave"]),
    ],
)
def test_what_somebody_would_like_or_complains_of(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("bring me the bowl you just washed", ["bring you the clean bowl"]),
        ("put the tomato you sliced in the fridge", ["put a tomato slice in the fridge"]),
        ("wash the cup that I left on the shelf", ["clean the cup from the shelf"]),
        ("bring me the cooked potato", ["bring you the cooked potato"]),
        ("put the cup in the sink and the bowl too", ["put a cup in the sink", "put a bowl in the sink"]),
        ("move what's on the desk to the shelf", ["put everything from the desk on the shelf"]),
        ("I think you should open the drawer", ["open a drawer"]),
        ("it's time to wash the pan", ["clean a pan"]),
        ("see to it that the drawer is closed", ["close a drawer"]),
    ],
)
def test_things_are_told_by_what_was_done_to_them(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted


@pytest.mark.parametrize("said", ["wash the cup I used for tea", "wash the cup with the soap"])
def test_what_tells_apart_and_cannot_be_known_is_asked_about(said: str) -> None:
    (one,) = read(said)
    assert isinstance(one, Clarification)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("you know the pen that somebody dropped on the rug? put it on the desk", []),
        (
            "you know the cup that somebody left on the bed? put it in the sink",
            ["put the cup from the bed in the sink"],
        ),
        ("I'd like the fork that fell onto the floor to go into the sink", ["put the fork from the floor in the sink"]),
        ("grab two eggs n put em in the bowl", ["put 2 eggs in the bowl"]),
        (
            "put the cups in the sink, only not the one on the desk cause I still need it",
            ["put every cup in some sink except the ones on the desk"],
        ),
        (
            "After you've opened the fridge, could you take the egg and put it in the bowl and close the fridge?",
            ["open a fridge", "put an egg in the bowl", "close a fridge"],
        ),
        ("if a lamp is still runnin turn it off", ["switch all the running lamps off if a lamp is running"]),
    ],
)
def test_what_is_led_in_and_said_loosely(said: str, wanted: list[str]) -> None:
    assert words(said) == wanted
