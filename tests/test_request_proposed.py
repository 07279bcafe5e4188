"""What is said while a question stands open that proposes work, and is neither a plain yes nor a plain no."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent.hearing.rewritten import RewrittenRequests
from agent.requests.instructions import Begin, Chat, Clarification, Instruction, RecallQuestion
from agent.requests.reading import read_at_work
from agent.sentences.rewriter import TableRewriter
from tests.at_work import HOME


def asked(offer: str, lost: str = "") -> Clarification:
    """The question that proposes work."""
    return Clarification(f'Do you mean: "{offer}"?', then=read_at_work(offer, HOME).instructions, lost=lost)


def upon(offer: str, then: str, lost: str = "") -> tuple[Instruction, ...]:
    """What is wanted by words that are said to such a question."""
    return read_at_work(then, replace(HOME, asked=asked(offer, lost))).instructions


def deeds(found: tuple[Instruction, ...]) -> list[str]:
    """What is begun at once, in order."""
    return [one.errand.words for one in found if isinstance(one, Begin)]


def proposed(found: tuple[Instruction, ...]) -> list[str]:
    """What the question proposes that is asked."""
    (question,) = [one for one in found if isinstance(one, Clarification)]
    return [one.errand.words for one in question.then if isinstance(one, Begin)]


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("wash both pans", "The cup in the sink needs it as well.", ["clean every pan", "clean the cup from the sink"]),
        ("wash both cups", "The bowl on the counter is filthy too. Same again.",
         ["clean every cup", "clean the bowl from the counter top"]),
        ("wash the mug", "So is the bowl.", ["clean a mug", "clean a bowl"]),
        ("put the book on the shelf", "That goes for the newspaper too.",
         ["put a book on the shelf", "put a newspaper on the shelf"]),
        ("wash the plate that is on the table", "The one in the sink is no better.",
         ["clean the plate from the tables", "clean the plate from the sink"]),
    ],
)  # fmt: skip
def test_what_is_to_be_treated_alike_accepts_the_proposal(offer: str, then: str, wanted: list[str]) -> None:
    assert deeds(upon(offer, then)) == wanted


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("wash the plate", "And when it's washed, into the cupboard with it, please.",
         ["clean a plate", "put a plate in the cabinet"]),
        ("wash the mug", "Then bring it to me.", ["clean a mug", "bring you a mug"]),
        ("fill the pot with water", "Afterwards onto the stove with it.",
         ["fill a pot with water", "put a pot on the stove burner"]),
        ("wash the mug that is on the table", "And once that's done, turn the coffee machine off.",
         ["clean the mug from the tables", "switch a coffee machine off"]),
        ("put the kettle on the counter", "and fill it with water first",
         ["fill a kettle with water", "put a kettle on the counter top"]),
        ("put the bowl in the cabinet", "once you've rinsed it", ["clean a bowl", "put a bowl in the cabinet"]),
        ("close the fridge", "after you've taken the egg out of it",
         ["put the egg from the fridge away", "close a fridge"]),
        ("put the bowl in the cabinet", "It'll want a rinse before it goes in there.",
         ["clean a bowl", "put a bowl in the cabinet"]),
        ("put three plates on the table", "One more requirement: the dirty one has to be washed as well.",
         ["clean a plate", "put 3 plates on the table"]),
        ("put the cups in the sink", "They need a proper wash, though.",
         ["clean every cup", "put every cup in some sink"]),
    ],
)  # fmt: skip
def test_what_goes_on_with_its_things_accepts_it(offer: str, then: str, wanted: list[str]) -> None:
    assert deeds(upon(offer, then)) == wanted


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("put three potatoes in the drawer", "Ach, one you leave out, for the soup!", ["put 2 potatoes in the drawer"]),
        ("put both spoons in the sink", "Correction: not in the sink. Both go in a drawer.",
         ["put every spoon in some drawer"]),
        ("put all the spoons in the drawer", "Not the one in the sink though.",
         ["put every spoon in some drawer except the ones in the sink"]),
        ("put both soap bottles in the cabinet", "only one goes in the cabinet, the other one goes on the counter.",
         ["put a soap bottle on the counter top", "put every other soap bottle in some cabinet"]),
        ("put the salt shaker in the cabinet and the wine bottle in the cabinet", "Actually, the bottle stays out.",
         ["put a salt shaker in the cabinet"]),
        ("put the salt shaker and the pepper shaker on the table", "Only the salt, please. No pepper on the table.",
         ["put a salt shaker on the table"]),
        ("put the lettuce on the counter. put the spoon on the counter", "wait no the spoon goes in a drawer",
         ["put a lettuce on the counter top", "put a spoon in the drawer"]),
    ],
)  # fmt: skip
def test_what_changes_it_accepts_it_so(offer: str, then: str, wanted: list[str]) -> None:
    assert deeds(upon(offer, then)) == wanted


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("make coffee", "No time, forget the coffee! Just make sure the machine's off.",
         ["switch a coffee machine off"]),
        ("put the books on the shelf", "Never mind, I'll do it myself.", []),
        ("switch off the stove burner", "No, water the plant!", ["water the plant"]),
        ("throw away the newspaper", "Keep it, I'm still reading.", []),
    ],
)  # fmt: skip
def test_what_cancels_it_closes_the_question(offer: str, then: str, wanted: list[str]) -> None:
    found = upon(offer, then)
    assert deeds(found) == wanted and not any(isinstance(one, Clarification) for one in found)


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("put the pepper shaker on the table", "Put the salt shaker on the table.", ["put a salt shaker on the table"]),
        ("wash the plate", "And turn off the light.", ["switch all the lights off"]),
        ("switch off the light", "and turn off the stove", ["switch all the stove knobs off"]),
        ("wash both pans", "wash the cup that is in the sink", ["clean the cup from the sink"]),
        ("put the plate that is on the table in the sink", "put the plate that is on the bed in the cabinet",
         ["put the plate from the bed in the cabinet"]),
    ],
)  # fmt: skip
def test_what_is_only_alike_leaves_it_open(offer: str, then: str, wanted: list[str]) -> None:
    found = upon(offer, then)
    if found[-1] == asked(offer):
        assert deeds(found) == wanted
    else:
        assert proposed(found) == wanted


@pytest.mark.parametrize(
    "then", ["What a day.", "My brother called yesterday.", "Hm, I don't know.", "Is the tap on?", "hello?"]
)
def test_talk_and_questions_leave_it_open(then: str) -> None:
    found = upon("wash the pan", then)
    assert found[-1] == asked("wash the pan")
    assert all(isinstance(one, Chat | RecallQuestion) for one in found[:-1])


@pytest.mark.parametrize(
    ("offer", "then", "wanted"),
    [
        ("throw away the potato", "The lettuce too.", ["potato in the garbage can", "lettuce in the garbage can"]),
        ("throw away the egg", "And once that's done, wash the bowl.", ["egg in the garbage can", "clean a bowl"]),
        ("slice the tomato", "And the other one as well.", ["tomato", "tomato"]),
    ],
)
def test_what_cannot_be_taken_back_wants_a_yes(offer: str, then: str, wanted: list[str]) -> None:
    found = upon(offer, then)
    assert not deeds(found)
    assert all(want in got for want, got in zip(wanted, proposed(found), strict=True))


def test_what_would_be_thrown_away_is_put_elsewhere_without_another_question() -> None:
    assert deeds(upon("throw away the potato", "lol nvm mum says it's fine, fridge it")) == [
        "put a potato in the fridge"
    ]


def test_to_go_on_is_no_acceptance_of_a_loss() -> None:
    loss = 'I cannot take "squeaky" into account'
    found = upon("put the mug in the cabinet", "And the cup as well.", loss)
    assert not deeds(found)
    assert proposed(found) == ["put a mug in the cabinet", "put a cup in the cabinet"]
    assert loss in next(one.question for one in found if isinstance(one, Clarification))


def test_what_is_risky_wants_a_yes() -> None:
    (warned,) = read_at_work("put the fork in the microwave", HOME).instructions
    assert isinstance(warned, Clarification) and warned.grave
    found = read_at_work("and the spoon as well", replace(HOME, asked=warned)).instructions
    assert not deeds(found)


def rewritten(offer: str, then: str, *drafts: str) -> tuple[Instruction, ...]:
    """What is wanted by words that only a rewriter can say plainly."""
    reader = RewrittenRequests(TableRewriter({then: drafts}))
    return reader(then, replace(HOME, asked=asked(offer))).instructions


def test_a_rewriter_s_words_go_on_from_a_proposal_and_are_asked_about() -> None:
    then = "and look, now the toaster's glowing away as well, heavens!"
    found = rewritten("switch off the stove", then, *["switch off the toaster"] * 9)
    assert not deeds(found)
    assert proposed(found) == ["switch all the stove knobs off", "switch a toaster off"]


def test_a_rewriter_s_words_that_lean_on_nothing_leave_it_open() -> None:
    then = "somebody put that blaring telly out of its misery"
    found = rewritten("wash the pan", then, *["switch off the television"] * 9)
    assert (deeds(found) or proposed(found)) == ["switch a television off"]
