"""On what condition, and at what moment, something is asked for: read, told, looked into, or asked about."""

from __future__ import annotations

from datetime import datetime

import pytest

from agent.household.provisions import EpisodeHome, Speech
from agent.household.session import LivedEpisode, live
from agent.planning.term_words import told
from agent.planning.terms import OnlyIf, Trait, terms_from, written
from agent.requests.instructions import Begin, Clarification, Constrain, DoLater, Instruction, Remark
from agent.requests.reading import read_at_work
from agent.requests.request_state import RequestContext
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.teach.games.session import TeachSession
from envs.vocabulary.object_types import object_types

HOME = RequestContext(present=frozenset(object_types()), now=datetime(2026, 1, 5, 8))


def read(said: str, at_hand: str = "") -> list[Instruction]:
    """What an utterance comes to, while something is done."""
    tasks = tuple(one.errand for one in read_at_work(at_hand, HOME).begun) if at_hand else ()
    return list(read_at_work(said, RequestContext(tasks=tasks, present=HOME.present, now=HOME.now)).instructions)


def words(said: str, at_hand: str = "") -> list[str]:
    """What is begun, in words."""
    return [one.errand.words for one in read(said, at_hand) if isinstance(one, Begin)]


def conditions(said: str) -> list[OnlyIf]:
    """The conditions of all that is begun."""
    begun = [one for one in read(said) if isinstance(one, Begin)]
    return [term for one in begun for term in one.errand.terms if isinstance(term, OnlyIf)]


def asked(said: str, at_hand: str = "") -> str:
    """What is asked back before anything is done."""
    (ask,) = read(said, at_hand)
    assert isinstance(ask, Clarification)
    return ask.question


# -- how many


@pytest.mark.parametrize(
    ("said", "holds", "least", "most"),
    [
        ("if there are more than three mugs on the shelf, wash a plate", True, 4, 0),
        ("if there are at least 2 apples in the fridge, slice an apple", True, 2, 0),
        ("if there are fewer than three clean plates, wash a plate", False, 3, 0),
        ("if there are no more than two eggs, bring me an egg", False, 3, 0),
        ("if there is only one fork on the table, bring me a spoon", True, 1, 1),
        ("if exactly two lamps are on, switch off a lamp", True, 2, 2),
        ("unless there are two or more books on the desk, bring me a book", False, 2, 0),
        ("if there aren't two mugs on the shelf, put a mug on the shelf", False, 2, 0),
        ("if three of the mugs are dirty, wash a plate", True, 3, 0),
    ],
)
def test_a_condition_may_count_things(said: str, holds: bool, least: int, most: int) -> None:
    (only,) = conditions(said)
    assert (only.holds, only.least, only.most) == (holds, least, most)
    assert terms_from(written([only])) == (only,)


def test_a_condition_of_an_older_log_asks_for_one_thing() -> None:
    (text,) = written([OnlyIf(Trait("Mug"), True, "if there is a mug")])
    older = text.replace('"least": 1, ', "").replace('"most": 0, ', "")
    assert older != text and terms_from([older]) == (OnlyIf(Trait("Mug"), True, "if there is a mug"),)


def test_numbers_of_the_same_things_exclude_each_other() -> None:
    one, two = conditions("if there is one apple, slice the apple. if there are two apples, wash a plate")
    assert [only.is_so(1) for only in (one, two)] == [True, False]
    assert [only.is_so(2) for only in (one, two)] == [False, True]


def test_otherwise_is_the_opposite_of_a_number() -> None:
    many, few = conditions("if there are at least three mugs, bring me three mugs. otherwise, bring me a cup")
    assert [many.is_so(n) for n in (2, 3)] == [False, True] and [few.is_so(n) for n in (2, 3)] == [True, False]
    assert many.fact == few.fact
    assert told(many) == "I found fewer than 3 mugs" and told(few) == "there are at least 3 mugs"


# -- what is so


@pytest.mark.parametrize(
    ("said", "what", "holds"),
    [
        ("if the plant is dry, water the plant", Trait("HousePlant", (("filled", False),)), True),
        ("if a stove burner is turned on, bring me a pan", Trait("StoveKnob", (("on", True),)), True),
        ("if the stove is off, bring me a pan", Trait("StoveKnob", (("on", True),)), False),
        ("if there is water in the pot, bring me a cup", Trait("Pot", (("filled", True),)), True),
        ("if the kettle has no water in it, bring me a cup", Trait("Kettle", (("filled", False),)), True),
        ("if there is nothing in the box, bring me a cup", Trait("Box", (("empty", True),)), True),
        ("if the drawer contains a knife, bring me a cup", Trait("Knife", (), "Drawer"), True),
        ("if all the plates are clean, bring me a cup", Trait("Plate", (("dirty", True),)), False),
        ("if not all the plates are clean, bring me a cup", Trait("Plate", (("dirty", True),)), True),
        ("if both lamps are on, bring me a cup", Trait("Lamps", (("on", False),)), False),
        ("if none of the bowls is dirty, bring me a cup", Trait("Bowl", (("dirty", True),)), False),
        ("if no lamp is on, bring me a cup", Trait("Lamps", (("on", True),)), False),
        ("unless the plates are clean, wash the plates", Trait("Plate", (("dirty", True),)), True),
        ("if the mug next to the sink is dirty, bring me a cup", Trait("Mug", (("dirty", True),), "", "Sink"), True),
    ],
)
def test_what_has_to_be_so(said: str, what: Trait, holds: bool) -> None:
    (only,) = conditions(said)
    assert (only.what, only.holds) == (what, holds)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("if one of the plates is dirty, wash it", ["clean the dirty plate if one of the plates is dirty"]),
        (
            "if there are two mugs on the desk, put another mug on the desk",
            ["put a mug on the desk except the ones on the desk if there are two mugs on the desk"],
        ),
        (
            "if the drawer is open, close the drawer. otherwise, open the drawer",
            ["close the open drawer if the drawer is open", "open a drawer unless the drawer is open"],
        ),
        (
            "bring me the book, and if the lamp is off, switch it on",
            ["bring you a book", "switch one of the switched off lamps on if the lamp is off"],
        ),
        (
            "if the mug is dirty, wash it, and if the plate is dirty, wash it",
            ["clean the dirty mug if the mug is dirty", "clean the dirty plate if the plate is dirty"],
        ),
        ("wash the pan. but only if it is dirty", ["clean the dirty pan if the pan is dirty"]),
        ("wash the bowls if any are dirty", ["clean every dirty bowl if any of the bowls are dirty"]),
        ("if somebody left the box open, close it", ["close the open box if the box is open"]),
        ("if the fridge door is open, shut it", ["close the open fridge if the fridge is open"]),
        ("if the plates need washing, wash them", ["clean every dirty plate if the plates are dirty"]),
        (
            "so have a look, and if the pot has no water, give it some",
            ["fill the empty pot with water if the pot has no water"],
        ),
        ("switch on the lamp unless it is on", ["switch one of the lamps on unless the lamp is on"]),
        ("if there is a dirty mug, make coffee", ["make coffee in a clean mug if there is a dirty mug"]),
        ("if the lights are off, close the box", ["close a box if all the lights are off"]),
        ("if the lights are on, close the box", ["close a box if the lights are on"]),
        (
            "if the mug is dirty and the lamp is on, wash the mug",
            ["clean the dirty mug if the mug is dirty and if the lamp is on"],
        ),
    ],
)
def test_what_is_done_on_which_condition(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "if the batteries are low, bring me the remote",
        "if the floor is dirty, wash a mug",
        "if the towel is wet, bring me the towel",
        "if there is coffee in the mug, empty the mug",
        "if there is a ripe tomato, slice it",
        "if there is another mug, wash it",
        "if there are enough plates, wash a plate",
        "if every plate is in the sink, wash a mug",
        "if the mug is dirty or the cup is dirty, wash a plate",
        "if there is bread and a tomato, make toast. otherwise, wash a mug",
    ],
)
def test_what_cannot_be_seen_is_asked_about(said: str) -> None:
    assert "cannot take" in asked(said)


def test_what_is_only_wished_for_or_supposed_is_no_trouble() -> None:
    assert words("it'd be lovely if the toaster were already on when I come down") == []
    assert words("if the plant has got no water give it a frob") == []


def test_a_question_keeps_the_condition_for_the_answer() -> None:
    (ask,) = read("if the lamp is on, wash the frob")
    assert isinstance(ask, Clarification)
    found = read_at_work("the mug", RequestContext(present=HOME.present, now=HOME.now, asked=ask)).instructions
    assert [one.errand.words for one in found if isinstance(one, Begin)] == ["clean a mug if the lamp is on"]


# -- at what moment


@pytest.mark.parametrize(
    "said",
    [
        "when the soup is hot, put the bowl on the table",
        "put the bowl on the table when the soup is hot",
        "when the bell rings bring me the book",
        "as soon as the rain stops, close the laptop",
        "once everybody is asleep, switch off the lamps",
        "switch off the television after the film",
        "after the match, switch off the television",
        "while we eat, wash the pan",
        "until the guests are gone, leave the lamp on",
        "by the time we are back, wash the plates",
        "the moment the film ends, switch off the tv",
        "next time the mug is dirty, wash the mug",
        "at sunset, switch on the lamp",
        "close the blinds at dusk",
        "in a little under an hour, wash the pan",
        "wash the mug before noon",
        "before 7, wash the mug",
        "wash the dishes until four",
        "wash the pan after the pot",
    ],
)
def test_a_moment_that_is_not_known_is_asked_about(said: str) -> None:
    assert "cannot take" in asked(said)


def test_what_can_be_seen_may_be_looked_at_now() -> None:
    (ask,) = read("as soon as the lamp is off, bring me the book")
    assert isinstance(ask, Clarification) and "Shall I look now?" in ask.question
    assert [one.errand.words for one in ask.then if isinstance(one, Begin)] == ["bring you a book if the lamp is off"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("when you have a minute, wash the mug", ["clean a mug"]),
        ("wash the mug as soon as you can", ["clean a mug"]),
        ("while you are at it, wash the mug", ["clean a mug"]),
        ("wash the mug once", ["clean a mug"]),
        ("in fact, wash the mug", ["clean a mug"]),
        ("wash the mug. once the mug is clean, put it on the shelf", ["clean a mug", "put a mug on the shelf"]),
        ("put the egg in the pot. when the egg is in the pot, open the box", ["put an egg in the pot", "open a box"]),
        ("wash the bowl before the guests come", ["clean a bowl"]),
    ],
)
def test_what_says_only_in_what_order_or_that_it_is_urgent_is_done(said: str, expected: list[str]) -> None:
    assert words(said) == expected


@pytest.mark.parametrize(
    "said", ["when the salad is ready, wash the bowl", "once you're done with the salad, wash the bowl",
             "wash the bowl after the salad"],
)  # fmt: skip
def test_what_comes_after_the_task_at_hand_waits_for_it(said: str) -> None:
    (begun,) = read(said, "make a salad")
    assert isinstance(begun, Begin) and begun.when == "after"


@pytest.mark.parametrize(
    ("said", "at_hand"),
    [
        ("when the phone rings, stop", "make a salad"),
        ("leave the lamp alone for an hour", "make a salad"),
        ("if the stove is on, don't open the fridge", ""),
        ("don't touch the lamp until I am back", ""),
        ("before the film begins, don't open the box", ""),
    ],
)
def test_a_change_or_a_prohibition_at_a_moment_is_asked_about(said: str, at_hand: str) -> None:
    assert "cannot take" in asked(said, at_hand)


def test_a_prohibition_that_is_confirmed_holds() -> None:
    (ask,) = read("don't touch the lamp until I am back")
    assert isinstance(ask, Clarification)
    assert [type(one) for one in ask.then] == [Constrain]


# -- times


def due(said: str) -> list[datetime]:
    """When what is planned is due for the first time."""
    return [one.due.first for one in read(said) if isinstance(one, DoLater)]


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("on the twelfth at 9, make coffee", datetime(2026, 1, 12, 9)),
        ("make coffee on the twelfth at noon", datetime(2026, 1, 12, 12)),
        ("this evening at 6, make coffee", datetime(2026, 1, 5, 18)),
        ("put the mug on the shelf at 9", datetime(2026, 1, 5, 9)),
    ],
)
def test_days_and_hours(said: str, at: datetime) -> None:
    assert due(said) == [at]


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        ("every day at quarter to six, make coffee", "17:45, not 05:45"),
        ("tomorrow at six, make coffee", "06:00, not 18:00"),
        ("every morning at six, make coffee", ""),
        ("tomorrow at six in the evening, make coffee", ""),
        ("every day at 6 and at 18:00, make coffee", ""),
        ("tomorrow at eight, make coffee", ""),
    ],
)
def test_an_hour_of_either_half_of_the_day_is_told_as_what_it_was_taken_for(said: str, taken: str) -> None:
    remarks = [one.text for one in read(said) if isinstance(one, Remark)]
    assert [taken in one for one in remarks] == ([True] if taken else [])


# -- in a home


def lived(text: str, seed: int = 1) -> LivedEpisode:
    """A kitchen: the first with three plates of which two are dirty, one mug, and things in the fridge."""
    controller = PocketController(load_scene("kitchen", seed), seed=seed, renderImage=False)
    place = EpisodeHome(TeachSession(controller), SimulatedClock(), "day", controller.scene)
    return live(place, Speech(text, None, ()))


def done(run: LivedEpisode) -> list[str]:
    """What was done, in words."""
    return [one.item.errand.words for one in run.ended if one.item.status == "done"]


def test_things_are_counted_by_looking_round() -> None:
    run = lived("if there are fewer than three plates, water the plant. otherwise, open the fridge")
    assert done(run) == ["open a fridge unless there are fewer than three plates"]
    assert "There are at least 3 plates" in " ".join(said for _, said in run.said)


def test_too_few_are_found_when_all_was_seen() -> None:
    run = lived("if there are two mugs, water the plant")
    assert done(run) == [] and "fewer than 2 mugs" in " ".join(said for _, said in run.said)


def test_drawers_that_cannot_be_seen_to_the_back_are_told_of() -> None:
    run = lived("if there is an egg in a drawer, put it in the fridge; otherwise water the plant", 1964)
    said = " ".join(said for _, said in run.said)
    assert "I found no egg in the drawer, as far as I can look into it." in said
    assert "as far as" not in " ".join(said for _, said in lived("if there is a pan in the fridge, wash it").said)


def test_what_is_empty_is_found_out_by_looking_into_it() -> None:
    run = lived("if the fridge is empty, water the plant")
    assert done(run) == []
    assert not [item["objectId"] for item in run.result.game.final.objects if item["isOpen"]]


def test_all_of_them_are_looked_at() -> None:
    assert done(lived("if all the plates are clean, water the plant")) == []


# -- in the one case or in the other


@pytest.mark.parametrize(
    "said",
    [
        "If the laptop is open, close it. If it is closed, open it.",
        "close the laptop if it is open and open it if it is closed",
        "if the laptop is open shut it, and if it is shut open it",
    ],
)
def test_opposite_cases_of_the_same_thing_are_one_question(said: str) -> None:
    one, other = conditions(said)
    assert one.fact == other.fact and one.holds and not other.holds


def test_what_was_done_in_the_one_case_is_not_undone_in_the_other() -> None:
    run = lived("if the fridge is closed open it, and if it is open close it")
    assert done(run) == ["open the closed fridge if the fridge is closed"]


def test_each_of_two_requests_has_its_own_condition() -> None:
    found = words("wash the pan if it is dirty, and if the lamp is on turn it off")
    assert found == ["clean the dirty pan if the pan is dirty", "switch all the running lamps off if the lamp is on"]


@pytest.mark.parametrize(
    "said", ["see if the stove is on and turn it off if it is", "check if the stove is on and turn it off if so"]
)
def test_a_check_before_a_request_is_its_condition(said: str) -> None:
    (only,) = conditions(said)
    assert only.holds and only.what == Trait("StoveKnob", (("on", True),))


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ("If there is a fork in the fridge, put it in a drawer, and if not, put a spoon there.", "in the drawer"),
        ("If there is a mug in the sink, put it on the shelf, otherwise put a cup there.", "on the shelf"),
        ("If there is a box on the bed, put it on the desk. If not, put a pillow there.", "on the desk"),
        ("If there is bread in the fridge, put it on the table; otherwise put the egg from the cabinet there.",
         "on the table"),
        ("If there is a fork in the fridge, put it in a drawer, otherwise put a spoon in it.", "in the drawer"),
        ("If there is a bowl in the fridge, put it on the table, otherwise put an apple in it.", "in the bowl"),
        ("If the plate in the sink is clean, put it in a cabinet, otherwise wash it and leave it there.",
         "in the sink"),
    ],
)  # fmt: skip
def test_there_is_where_the_first_case_puts_its_thing(said: str, place: str) -> None:
    last = [one.errand.words for one in read(said) if isinstance(one, Begin)][-1]
    assert f" {place} unless " in last


@pytest.mark.parametrize(
    "said",
    [
        "Wash the pan till it shines.", "Rinse the mug until it's clean.", "Scrub the plates until they're spotless.",
        "Clean the cup until it is really clean.", "Cook the potato until it is cooked.",
    ],
)  # fmt: skip
def test_until_it_is_as_it_will_be_says_nothing_of_when(said: str) -> None:
    assert [type(one) for one in read(said)] == [Begin]


@pytest.mark.parametrize("said", ["Wash the pan until I come back.", "Wash the pan until it's cooked."])
def test_until_anything_else_is_asked_about(said: str) -> None:
    assert [type(one) for one in read(said)] == [Clarification]


@pytest.mark.parametrize(
    "said",
    [
        "Unless the stove is off already, please be so good as to switch it off.",
        "Turn off the stove unless it's off.",
        "If the stove is off, put the pan on it.", "If the hob is off by now, switch on the microwave.",
        "Unless the taps are off already, turn them off.",
    ],
)  # fmt: skip
def test_all_of_a_stove_is_off_where_no_knob_of_it_is_on(said: str) -> None:
    (only,) = conditions(said)
    assert only.what.states == (("on", True),) and only.is_so(3) != only.words.startswith("if ")


@pytest.mark.parametrize("said", ["If the stove is on, switch it off.", "If the tap is running, turn it off."])
def test_it_is_on_where_a_part_of_it_is(said: str) -> None:
    (only,) = conditions(said)
    assert only.holds and only.what.states == (("on", True),)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        (
            "Have a look at the pan on the stove for me. If it's dirty, give it a wash, otherwise just let it be.",
            ["clean the dirty pan from the stove burner if the pan on the stove is dirty"],
        ),
        (
            "Check whether the pot has water in it. If it does, set it on the desk; if it does not, leave it there.",
            ["put the full pot on the desk if the pot has water in it"],
        ),
        (
            "Does the mug have any water in it? If it does, empty it. If not, wash it.",
            [
                "empty the full mug if the mug has any water in it",
                "clean a mug unless the mug has any water in it",
            ],
        ),
        (
            "Check if the drawer has a knife in it. If it does, bring it to me.",
            ["bring you the knife from the drawer if the drawer has a knife in it"],
        ),
        (
            "Look please in the kettle. If it is empty, you fill it with water. If not empty, you leave it.",
            ["fill the empty kettle with water if the kettle is empty"],
        ),
        (
            "You look in the drawers. If is apple there, you cut him.",
            ["cut up the apple from the drawer if there is any apple in the drawers"],
        ),
        (
            "Microwave running? Then switch it off.",
            ["switch the running microwave off if the microwave is running"],
        ),
        ("Mug dirty? Wash it then.", ["clean the dirty mug if the mug is dirty"]),
        (
            "Is the pot on the stove empty? If it is, put it in the cupboard.",
            ["put the empty pot from the stove burner in the cabinet if the pot on the stove is empty"],
        ),
    ],
)
def test_a_condition_told_in_a_sentence_before_or_in_few_words(said: str, wanted: list[str]) -> None:
    found = read_at_work(said).instructions
    assert [one.errand.words for one in found if isinstance(one, Begin)] == wanted
    assert len(found) == len(wanted)
