from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from envs.errors import BadInput
from memory.forgetting.relevance import IMPORTANT, RuleRelevance
from memory.roles import Feedback, Item, RelevanceEstimator, Rule, RuleLearner
from memory.rules.learner import SentenceLearner
from memory.rules.reading import read_rule
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.lifetimes import Lifetimes

MONDAY = datetime(2026, 1, 5, 8, 0)
LATER = datetime(2026, 2, 1)


@pytest.fixture
def book(tmp_path: Path) -> Iterator[RuleBook]:
    with Store.open(tmp_path / "memory.sqlite") as store:
        yield RuleBook(store)


def event(
    *deeds: tuple[str, str, str],
    start: datetime = MONDAY,
    minutes: float = 1,
    summary: str = "",
    text: str = "",
    people: Sequence[str] = (),
    level: int = 2,
) -> Item:
    end = start + timedelta(minutes=minutes)
    return Item(7, level, start, end, summary, f"{summary}\n{text}", deeds=deeds, people=tuple(people))


TOOK_MUG = event(("Pickup", "Mug", "CounterTop"), summary="I picked up the mug from the counter top.")
TAP_ON = event(("ToggleOn", "Faucet", ""), summary="I switched on the faucet.")
LAMP_ON = event(("ToggleOn", "DeskLamp", ""), summary="I switched on the desk lamp.")
CUT_POTATO = event(("Slice", "Potato", ""), summary="I sliced the potato.")
IN_FRIDGE = event(("Place", "Apple", "Fridge"), summary="I put the apple in the fridge.")
OLD_GOAL = event(summary="I put the mug in the sink basin.", level=3)  # its deeds are forgotten
TALK = event(summary='The anna said "two sugars".', text="Speech: Anna: two sugars, please", people=["Anna"])
LOOKED = event(summary="I looked around.", text="Visual observation: Mug, Fridge\nMug is in/on CounterTop")
MIXED = event(("ToggleOn", "Faucet", ""), ("Pickup", "Mug", "Sink"), level=3)

# --- relevance


@pytest.mark.parametrize(
    ("rule", "item", "alpha"),
    [
        ("Always remember which mug I use.", TOOK_MUG, math.inf),
        ("Always remember which mug I use.", TAP_ON, None),
        ("Always remember which mug I use for my coffee.", TOOK_MUG, math.inf),
        ("Always remember which mug I use.", OLD_GOAL, math.inf),
        ("Always remember which mug I use.", LOOKED, None),  # to see one is not to use it
        ("Do not remember toggling the faucet.", TAP_ON, 0),
        ("Do not remember toggling the faucet.", LAMP_ON, None),
        ("Do not remember turning the tap on.", TAP_ON, 0),
        ("Do not remember turning the tap off.", TAP_ON, None),
        ("Never forget slicing or cooking potatoes.", CUT_POTATO, math.inf),
        ("Don't forget the potatoes", CUT_POTATO, math.inf),
        ("Remember what I cut", CUT_POTATO, math.inf),
        ("Always remember what I put in the refrigerator", IN_FRIDGE, math.inf),
        ("Always remember what I put in the fridge", TOOK_MUG, None),
        ("Always remember which mugs were in the fridge", IN_FRIDGE, None),
        ("Remember everything except the faucet", TAP_ON, None),
        ("Remember everything except the faucet", TOOK_MUG, math.inf),
        ("Remember everything except the faucet", MIXED, math.inf),
        ("Remember what happens on Mondays", TOOK_MUG, math.inf),
        ("Remember what happens on weekends", TOOK_MUG, None),
        ("Remember the mug in the morning", TOOK_MUG, math.inf),
        ("Remember the mug in the evening", TOOK_MUG, None),
        ("Do not remember anything at night", replace(TOOK_MUG, start=MONDAY.replace(hour=23)), 0),
        ("Always remember what Anna says.", TALK, math.inf),
        ("Always remember what Otto says.", TALK, None),
        ("Remember when the lamp is switched on more than 2 times", LAMP_ON, None),
        ("Remember when the lamp is switched on more than twice", replace(LAMP_ON, deeds=LAMP_ON.deeds * 3), math.inf),
        ("Always remember the Pickup action of the Mug", TOOK_MUG, math.inf),
        ("Remember ToggleOn of the DeskLamp", LAMP_ON, math.inf),
        ("It is not important which mug you use", TOOK_MUG, 0),
        ("Merk dir immer, welche Tasse ich benutze", TOOK_MUG, None),
        ("Do not be reluctant to forget.", TOOK_MUG, None),
        ("Remember", TOOK_MUG, None),
    ],
)
def test_a_rule_decides_about_what_it_is_about_and_nothing_else(rule: str, item: Item, alpha: float | None):
    found = RuleRelevance().estimate(item, None, [Rule(4, rule)], LATER)
    assert (found.alpha, found.rule) == ((0.0, None) if alpha is None else (alpha, 4))
    assert (rule in found.reason) == (alpha is not None)


def test_of_several_rules_the_most_specific_decides_then_the_newest():
    keep, drop = Rule(1, "Always remember the faucet."), Rule(2, "Do not remember switching on the faucet.")
    assert RuleRelevance().estimate(TAP_ON, None, [keep, drop], LATER).rule == 2
    assert RuleRelevance().estimate(TAP_ON, None, [replace(keep, number=3), drop], LATER).rule == 2
    everything = Rule(9, "Remember everything.")
    assert RuleRelevance().estimate(TAP_ON, None, [keep, everything], LATER).rule == 1
    no, yes = Rule(5, "Do not remember the faucet."), Rule(6, "Always remember the faucet.")
    assert RuleRelevance().estimate(TAP_ON, None, [yes, no], LATER).rule == 6


def test_a_rule_for_a_while_keeps_that_long():
    rule = Rule(1, "Remember which mug I use for two weeks.")
    lives = Lifetimes(event=timedelta(days=2))
    found = RuleRelevance(lives).estimate(TOOK_MUG, None, [rule], MONDAY + timedelta(days=3))
    assert found.alpha == 6  # two days of its own, and twelve more
    after = RuleRelevance(lives).estimate(TOOK_MUG, None, [rule], MONDAY + timedelta(days=15))
    assert (after.alpha, after.rule) == (0.0, 1)
    assert "long enough" in after.reason


def test_what_is_obviously_important_is_kept_longer_without_a_rule():
    broke = event(("Break", "Vase", ""))
    asked = event(text="Speech: user: please remember that the milk is empty")
    for item in (broke, asked):
        found = RuleRelevance().estimate(item, None, [], LATER)
        assert (found.alpha, found.rule) == (IMPORTANT, None)
    assert RuleRelevance().estimate(TOOK_MUG, None, [], LATER).alpha == 0


class Meanings:
    """Two meanings, cups and the rest, whatever the language."""

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        cups = [any(word in text.lower() for word in ("mug", "tasse")) for text in texts]
        return np.array([[float(cup), float(not cup)] for cup in cups], dtype=np.float32)


def test_an_embedder_finds_what_words_do_not():
    rule = Rule(1, "Always remember la tasse.")
    assert RuleRelevance().estimate(TOOK_MUG, None, [rule], LATER).rule is None
    near = RuleRelevance(embedder=Meanings())
    assert near.estimate(TOOK_MUG, None, [rule], LATER).rule == 1
    assert near.estimate(TAP_ON, None, [rule], LATER).rule is None
    exact = Rule(2, "Do not remember picking up the mug.")
    assert near.estimate(TOOK_MUG, None, [rule, exact], LATER).rule == 2


@settings(deadline=None)
@given(st.lists(st.text(max_size=80), max_size=4), st.text(max_size=60))
def test_any_rule_and_any_node_give_a_relevance(texts: list[str], summary: str):
    rules = [Rule(number, text) for number, text in enumerate(texts, 1)]
    found = RuleRelevance().estimate(event(("Open", "Fridge", ""), summary=summary), None, rules, LATER)
    assert found.alpha >= 0
    assert found.rule in {None, *range(1, len(texts) + 1)}


# --- learning


def learn(rules: Sequence[str], text: str, question: str = "") -> list[str]:
    known = [Rule(number, rule) for number, rule in enumerate(rules, 1)]
    return [rule.text for rule in SentenceLearner().learn(known, Feedback(text, LATER, question))]


MUG, TAP = "Always remember which mug I use.", "Do not remember toggling the faucet."
KEYS = "Always remember where I put my keys."


@pytest.mark.parametrize(
    ("before", "text", "question", "after"),
    [
        ([], "You should always remember which mug I use", "", [MUG]),
        ([MUG], "you don't need to remember toggling the faucet", "", [MUG, TAP]),
        ([MUG], "Always remember which mug I use!", "", [MUG]),
        ([MUG], "please remember which mug I use from now on", "", [MUG]),
        (
            [TAP, KEYS],
            "remember when I take my keys",
            "",
            [TAP, "Always remember where I put my keys and when I take my keys."],
        ),
        (["Always remember picking up the mug."], "Always remember which mug I use", "", [MUG]),  # says more
        ([MUG], "Always remember picking up the mug", "", [MUG]),
        ([MUG, TAP], "you can stop remembering which mug I use", "", [TAP]),
        ([MUG], "You need not remember the mug", "", ["Do not remember the mug."]),
        (
            ["Always remember which mug I use and where I put my keys."],
            "You don't have to remember my keys any more",
            "",
            [MUG],
        ),
        ([TAP], "Always remember toggling the faucet", "", ["Always remember toggling the faucet."]),
        (["Always remember the faucet."], TAP, "", ["Always remember the faucet.", TAP]),
        (
            [],
            "that would have been important",
            "Did you slice the potato yesterday?",
            ["Always remember when you slice the potato."],
        ),
        (
            [],
            "That would have been important!",
            "Which mug did I use for coffee on Monday?",
            ["Always remember everything about the mug."],
        ),
        (
            [],
            "you should have remembered that",
            "How many plates did you wash?",
            ["Always remember when you wash the plates."],
        ),
        ([], "Why don't you remember this?", "What did Anna say?", ["Always remember what Anna says."]),
        ([], "that is not important", "Where is the red plate?", ["Do not remember everything about the plate."]),
        ([], "Turning the lamp on is important", "", ["Always remember turning the lamp on."]),
        ([], "It is not important which knife you use", "", ["Do not remember which knife you use."]),
        (
            ["Always remember slicing the potato."],
            "I meant the tomato, not the potato",
            "",
            ["Always remember slicing the tomato."],
        ),
        ([MUG], "thank you", "", [MUG]),
        ([MUG], "that would have been important", "", [MUG]),  # nobody knows what
        ([], "Merk dir immer, welche Tasse ich benutze", "", ["Merk dir immer, welche Tasse ich benutze"]),
        (["Merk dir alles"], "Merk dir alles", "", ["Merk dir alles"]),
        ([], "总是记住我用哪个杯子", "", ["总是记住我用哪个杯子"]),
    ],
)
def test_feedback_becomes_rules(before: list[str], text: str, question: str, after: list[str]):
    assert learn(before, text, question) == after


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([MUG, TAP, "Always remember the fridge.", "Merk dir alles"]), unique=True),
    st.text(),
    st.text(),
)
def test_any_feedback_leaves_rules_under_their_numbers(rules: list[str], text: str, question: str):
    known = [Rule(number, rule) for number, rule in enumerate(rules, 1)]
    after = SentenceLearner().learn(known, Feedback(text, LATER, question))
    assert all(rule in known for rule in after if rule.number)
    assert all(rule.text.strip() for rule in after)


def test_the_builtin_roles_fit_their_protocols():
    assert isinstance(RuleRelevance(), RelevanceEstimator)
    assert isinstance(SentenceLearner(), RuleLearner)


# --- the book


def test_rules_are_numbered_and_versioned_and_can_be_rolled_back(book: RuleBook):
    assert (book.version, book.current(), book.versions()) == (0, (), ())
    one = book.learn(Feedback("always remember which mug I use", MONDAY))
    assert one.added == (Rule(1, MUG, "always remember which mug I use"),)
    assert one.version == 1
    two = book.learn(Feedback("you don't need to remember toggling the faucet", LATER))
    assert [rule.number for rule in book.current()] == [1, 2]
    again = book.learn(Feedback("always remember which mug I use", LATER))
    assert (again.added, again.removed, again.version) == ((), (), two.version)
    book.remove(1, LATER)
    assert [rule.text for rule in book.current()] == [TAP]
    back = book.roll_back(1, LATER)
    assert [rule.text for rule in book.current()] == [MUG]
    assert (back.version, back.added[0].number, back.removed[0].number) == (4, 3, 2)
    assert [rule.text for rule in book.at(2)] == [MUG, TAP]
    assert book.at(0) == ()
    assert [(version.number, version.time, version.note) for version in book.versions()] == [
        (1, MONDAY, "learned"),
        (2, LATER, "learned"),
        (3, LATER, "removed rule 1"),
        (4, LATER, "back to version 1"),
    ]


def test_contradictions_and_other_languages_are_kept_and_reported(book: RuleBook):
    book.add("Always remember the faucet.", MONDAY)
    change = book.add("Do not remember the tap.", MONDAY)
    assert change.notes == ("rules 1 and 2 contradict each other; the more specific one decides, else the newer",)
    assert "cannot tell what it is about" in book.learn(Feedback("Souviens-toi de ma tasse", LATER)).refused
    change = book.add("Souviens-toi de ma tasse", LATER)  # a language model may know what to do with it
    assert [rule.text for rule in book.current()][-1] == "Souviens-toi de ma tasse"
    assert any("rule 3 says nothing that can be matched" in note for note in change.notes)


class Changes:
    """A learner that answers with certain rules."""

    def __init__(self, *rules: Rule) -> None:
        self.rules = list(rules)

    def learn(self, rules: Sequence[Rule], feedback: Feedback) -> list[Rule]:
        return self.rules


def test_bad_input_changes_nothing(book: RuleBook):
    book.add(MUG, MONDAY)
    with pytest.raises(BadInput, match=r"at least one and at most 1000"):
        book.learn(Feedback("  ", MONDAY))
    with pytest.raises(BadInput, match="at most 1000"):
        book.learn(Feedback("remember " * 1000, MONDAY))
    with pytest.raises(BadInput, match="time zone"):
        book.learn(Feedback("remember the fridge", MONDAY.replace(tzinfo=UTC)))
    with pytest.raises(BadInput, match="came back as 'Other'"):
        book.learn(Feedback("x", MONDAY), Changes(Rule(1, "Other", "")))
    with pytest.raises(BadInput, match="rule 77 came back"):
        book.learn(Feedback("x", MONDAY), Changes(Rule(77, "Other", "")))
    with pytest.raises(BadInput, match="a rule has 0 characters"):
        book.add("", MONDAY)
    with pytest.raises(BadInput, match=r"no rule 5 is in force; in force are \[1\]"):
        book.remove(5, MONDAY)
    with pytest.raises(BadInput, match="there are 0 to 1"):
        book.roll_back(2, MONDAY)
    assert [rule.text for rule in book.current()] == [MUG]
    assert book.version == 1


def test_rules_survive_reopening_and_can_be_read_beside_a_writer(tmp_path: Path):
    path = tmp_path / "memory.sqlite"
    with Store.open(path) as store:
        RuleBook(store).add(MUG, MONDAY, "by hand")
        with Store.open(path, readonly=True) as reader:
            assert RuleBook(reader).current() == (Rule(1, MUG, "by hand"),)
            with pytest.raises(BadInput, match="readonly"):
                RuleBook(reader).add(TAP, MONDAY)


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("Never forget the mug", True),
        ("never remember the mug", False),
        ("You can forget the mug", False),
        ("The mug does not matter", False),
        ("The mug matters", True),
        ("No need to keep the mug", False),
        ("mug", None),
    ],
)
def test_negation(text: str, keep: bool | None):
    assert read_rule(text).keep is keep
