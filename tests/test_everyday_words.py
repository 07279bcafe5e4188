"""Everyday words of commands and questions: things, verbs, and phrases."""

import pytest

from agent.requests.instructions import Begin, Clarification
from agent.requests.reading import read_at_work
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.english import plural
from envs.vocabulary.names import everyday, in_recorded_lines
from envs.vocabulary.nouns import full_lexicon


def understood(text: str) -> list[str]:
    """What is begun, in plain words; fails where anything was not heeded."""
    found = read_at_work(text).instructions
    assert all(isinstance(one, Begin) for one in found), found
    return [one.errand.words for one in found if isinstance(one, Begin)]


def asked(text: str) -> str:
    """The question that is asked back."""
    (only,) = read_at_work(text).instructions
    assert isinstance(only, Clarification)
    return only.question


@pytest.mark.parametrize("word", sorted(everyday()))
def test_every_everyday_word_names_its_type_to_both_readers(word: str) -> None:
    for form in [word] if "'" in word else [word, plural(word)]:
        words = words_of(f"the {form}")
        named = read_named(words)
        assert named is not None and (named.word, named.end) == (everyday()[word], len(words))
    found = full_lexicon().find(word.split())
    assert found is not None and found.types[0] == everyday()[word] and found.last == len(word.split())


def test_everyday_words_are_no_words_that_typing_errors_are_corrected_to() -> None:
    assert full_lexicon().spell("backcard") == "backcard" and full_lexicon().spell("bankcard") == "bankcard"
    assert full_lexicon().spell("newspaer") == "newspaper"
    assert "bank card" not in in_recorded_lines()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("chuck the spud in the dustbin", ["put a potato in the garbage can"]),
        ("put my bankcard on the bedside table", ["put a credit card on the side table"]),
        ("stick the fryingpan on the hob", ["put a pan on the stove burner"]),
        ("put the washing-up liquid next to the tap", ["put a soap bottle next to the faucet"]),
        ("could you bin the newspaper", ["put a newspaper in the garbage can"]),
        ("wipe down the plates", ["clean every plate"]),
        ("nuke a potato", ["cook a potato"]),
        ("kill the lights", ["switch all the lights off"]),
        ("shut the tap off", ["switch a faucet off"]),
        ("open the tap", ["switch a faucet on"]),
        ("blow out the candle", ["switch a candle off"]),
        ("fire the coffee maker up", ["switch a coffee machine on"]),
        ("draw the blinds", ["close all the sets of blinds"]),
        ("pull up the blinds", ["open all the sets of blinds"]),
        ("lift the toilet lid", ["open a toilet"]),
        ("top up the kettle", ["fill a kettle with water"]),
        ("break an egg", ["crack an egg"]),
        ("pour me a coffee", ["make coffee in a clean mug"]),
        ("get the lettuce chopped up", ["cut up a lettuce"]),
        ("get the telly off", ["switch a television off"]),
        ("switch off the lamp and the tv", ["switch all the lamps off", "switch a television off"]),
        ("grab a mug and pop it in the sink", ["put a mug in the sink"]),
    ],
)
def test_everyday_speech(said: str, meant: list[str]) -> None:
    assert understood(said) == meant


def test_what_is_put_away_is_not_thrown_away() -> None:
    assert understood("put away the mug") == understood("tidy the mug away") == ["put a mug away"]
    assert understood("throw away the egg") == ["put an egg in the garbage can"]


def test_a_verb_that_is_also_a_noun_is_one_before_things_only() -> None:
    assert len(understood("put the apple in the fridge and bin the egg")) == 2
    assert asked("put the apple in the fridge, bin and sink").startswith("It cannot be in two places")


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("hoover the floor", "I cannot hoover anything."),
        ("make me a cuppa", "I can make coffee, but no tea."),
        ("lay the table for two", "What shall I put on the table?"),
        ("draw the curtains", "A pair of curtains cannot be opened or closed."),
    ],
)
def test_what_cannot_be_done_so_is_asked_about(said: str, question: str) -> None:
    assert asked(said).startswith(question)


def test_what_follows_talk_by_so_is_asked_for_too() -> None:
    assert understood("I could read a bit. So the desk lamp on, to start with, and then put the mug on the desk") == [
        "switch a desk lamp on",
        "put a mug on the desk",
    ]
