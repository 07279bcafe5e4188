"""Requests with terms: which things, all but, without, next to, only if; every word is accounted for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.planning.terms import Either, OnlyIf, Trait, WhichThings, Without, terms_from, written
from agent.requests.amending import amended
from agent.requests.errands import BESIDE, PUT, STATE, Errand
from agent.requests.instructions import Amend, Begin, Clarification, Constrain, Instruction, Revise, Unheeded
from agent.requests.reading import RequestContext, read_at_work
from envs.errors import BadInput


def read(text: str, *tasks: Errand) -> tuple[Instruction, ...]:
    return read_at_work(text, RequestContext(tasks=tasks)).instructions


def asked_for(text: str, *tasks: Errand) -> list[str]:
    """The errands in words, and a question mark for everything else."""
    return [one.errand.words if isinstance(one, Begin) else "?" for one in read(text, *tasks)]


BOOKS = "put every book on some shelf"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("wash the plate that is on the counter", ["clean the plate from the counter top"]),
        ("put every book on a shelf except the one on the bed", [f"{BOOKS} except the ones on the bed"]),
        ("put all the apples but one in the fridge", ["put every apple in some fridge except one"]),
        ("cook the potato without using the microwave", ["cook a potato without the microwave"]),
        ("slice the bread without using any knives", ["?"]),
        ("slice the bread without the knife", ["cut a bread slice without the knife"]),
        ("put the salt next to the pepper", ["put a salt shaker next to the pepper shaker"]),
        ("throw away the pencil that's lying on the bed", ["put the pencil from the bed in the garbage can"]),
        (
            "take a clean fork out of the drawer and lay it on a desk",
            ["put the clean fork from the drawer on the desk"],
        ),
        (
            "put the spoon in the mug and the mug in the sink",
            ["put a spoon in the mug", "put the mug with the spoon in the sink"],
        ),
        ("I want all the mugs clean and on the shelf", ["clean every mug", "put every mug on some shelf"]),
        ("crack an egg into the bowl", ["put a cracked egg in the bowl"]),
    ],
)
def test_what_is_said_of_things_is_kept(said: str, words: list[str]) -> None:
    assert asked_for(said) == words


@pytest.mark.parametrize(
    ("said", "holds", "kind"),
    [
        ("if there is no apple, make coffee", False, "Apple"),
        ("make coffee only if there is an apple in the fridge", True, "Apple"),
        ("unless the stove is off, switch it off", True, "StoveKnob"),
        ("should the lamp be on, turn it off", True, "Lamps"),
        ("is there any bread left? if so, toast me two slices", True, "Bread"),
        ("check if the stove is off and if not switch it off", True, "StoveKnob"),
    ],
)
def test_conditions_become_terms(said: str, holds: bool, kind: str) -> None:
    (begun,) = read(said)
    assert isinstance(begun, Begin)
    (only,) = [term for term in begun.errand.terms if isinstance(term, OnlyIf)]
    assert (only.holds, only.what.kind) == (holds, kind)


def test_otherwise_is_the_opposite_condition() -> None:
    found = read("if you find a tomato slice it, otherwise slice the potato")
    errands = [one.errand for one in found if isinstance(one, Begin)]
    assert [term.holds for errand in errands for term in errand.terms if isinstance(term, OnlyIf)] == [True, False]


@pytest.mark.parametrize(
    "said",
    [
        "put the two biggest apples in the fridge",
        "make coffee, but not in a mug",
        "slice half of the tomatoes",
        "put the fork between the plate and the knife",
        "if the moon is full, make coffee",
        "put the mug somewhere it was never before",
    ],
)
def test_what_cannot_be_taken_into_account_is_said_before_anything_is_done(said: str) -> None:
    (asked,) = read(said)
    assert isinstance(asked, Clarification)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("the plate needs washing", ["clean a plate"]),
        ("make sure all the lights are off", ["switch all the lights off"]),
        ("keys into the box", ["put every key chain in some box"]),
        ("the fridge is open", ["close a fridge"]),
        ("it's so dark in here", ["switch one of the lights on"]),
        ("pour the water from the cup into the sink", ["empty a cup"]),
        ("set the desk for two: two cups and a fork", ["put 2 cups on the desk", "put a fork on the desk"]),
        ("don't wash the plate, only the mug", ["clean a mug"]),
        ("would it be possible to water the plant?", ["water the plant"]),
    ],
)
def test_other_ways_of_asking(said: str, words: list[str]) -> None:
    assert asked_for(said) == words


@pytest.mark.parametrize(
    "said", ["is any burner switched on?", "the weather is nice", "I like apples", "did you leave the fridge open?"]
)
def test_talk_and_questions_are_no_requests(said: str) -> None:
    assert not [one for one in read(said) if isinstance(one, Begin)]


def test_what_somebody_thinks_of_a_thing_is_said_and_the_rest_done() -> None:
    heard, begun = read("put the wretched mug in the sink")
    assert isinstance(heard, Unheeded)
    assert heard.words == ("wretched",)
    assert isinstance(begun, Begin)


def test_yes_to_what_was_understood_begins_it() -> None:
    (asked,) = read("put the two biggest apples in the fridge")
    assert isinstance(asked, Clarification)
    assert read_at_work("yes", RequestContext(asked=asked)).instructions == asked.then


APPLES = Errand("Put All X On Y", ("Apple", "in", "Fridge"))
FORKS = Errand(PUT, ("3", "Fork", "in", "Sink"))
TOAST = Errand("Plate Of Toast")
WASH = Errand("Clean All X", ("Mug",))
MUG = Errand(PUT, ("1", "Mug", "on", "Shelf"))


@pytest.mark.parametrize(
    ("task", "said", "words"),
    [
        (APPLES, "leave one on the counter", "put every apple in some fridge except one on the counter top"),
        (APPLES, "two will do", "put 2 apples in the fridge"),
        (FORKS, "one fork can stay in the drawer", "put 2 forks in the sink"),
        (FORKS, "come to think of it, two are plenty", "put 2 forks in the sink"),
        (MUG, "the desk would be better", "put a mug on the desk"),
        (MUG, "no, on the desk please", "put a mug on the desk"),
        (MUG, "sorry, I meant the cup", "put a cup on the shelf"),
        (MUG, "a drawer, not the shelf", "put a mug in the drawer"),
        (Errand("Coffee"), "two cups actually", "make 2 coffees in clean mugs"),
        (TOAST, "my brother wants one too, so three in total", "serve 3 slices of toast on a clean plate"),
        (WASH, "but keep the one in the cabinet as it is", "clean every mug except the ones in the cabinet"),
    ],
)
def test_a_change_is_told_by_what_it_names(task: Errand, said: str, words: str) -> None:
    (change,) = read(said, task)
    new = amended(task, change) if isinstance(change, Amend) else change.new if isinstance(change, Revise) else None
    assert isinstance(new, Errand)
    assert new.words == words


def test_left_as_it_is_means_not_done() -> None:
    assert read("leave the mug where it is", MUG) == (Revise(MUG, None),)


def test_another_thing_too_comes_after() -> None:
    (more,) = read("and the fork as well", MUG)
    assert isinstance(more, Begin)
    assert (more.errand.params, more.when) == (("1", "Fork", "on", "Shelf"), "after")


def test_a_new_place_for_what_is_at_hand_replaces_the_old_one() -> None:
    heard = read_at_work("just put it on the desk", RequestContext(tasks=(MUG,), things=("Mug",)))
    assert heard.instructions == (Revise(MUG, Errand(PUT, ("1", "Mug", "on", "Desk"))),)


def test_what_must_not_be_touched_holds_for_all_that_is_done() -> None:
    assert read("don't touch the knife", MUG) == (Constrain((Without(("Knife",)),)),)


def test_what_is_left_open_is_not_closed() -> None:
    heard = read("take the lettuce out of the fridge and put it on the desk. leave the fridge open")
    (begun,) = [one for one in heard if isinstance(one, Begin)]
    assert Without(("Fridge",), "close") in begun.errand.terms


TRAITS = st.builds(
    Trait,
    st.sampled_from(["", "Mug", "Tableware"]),
    st.lists(st.tuples(st.sampled_from(["dirty", "open"]), st.booleans()), max_size=2).map(tuple),
    st.sampled_from(["", "Fridge"]),
)
TERMS = st.one_of(
    st.builds(WhichThings, st.just("Mug"), TRAITS, st.none() | TRAITS, st.integers(0, 3), st.booleans()),
    st.builds(Without, st.just(("Knife", "Microwave")), st.sampled_from(["", "open"])),
    st.builds(OnlyIf, TRAITS, st.booleans(), st.text(max_size=20)),
    st.builds(Either, st.just("Mug"), st.sampled_from([("Cup",), ("Cup", "Bowl")])),
)


@given(st.lists(TERMS, max_size=4).map(tuple))
def test_terms_outlive_a_restart(terms: tuple[WhichThings | Without | OnlyIf | Either, ...]) -> None:
    assert terms_from(written(terms)) == terms


def test_a_term_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(BadInput, match="term of a request"):
        terms_from(['{"term": "sometimes"}'])


def test_next_to_is_a_relation_of_its_own() -> None:
    assert read("put the cup beside the sink") == (Begin(Errand(PUT, ("1", "Cup", BESIDE, "Sink"))),)
    assert read("switch the lamp off") == (Begin(Errand(STATE, ("all", "Lamps", "off"))),)
