"""Typing errors in questions are corrected; words that are none stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.recall.reading.examples import frame_words
from agent.recall.reading.spelling import Spelling
from envs.vocabulary.nouns import Lexicon

SPELLING = Spelling(Lexicon(), {"vera"})


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("whn did you wash it this mornign?", "when did you wash it this morning?"),
        ("How many tiems did you open the frigde", "How many times did you open the fridge"),
        ("which taks did you finsih", "which task did you finish"),
        ("what was mondays last job", "what was monday last job"),
    ],
)
def test_typing_errors_are_corrected(said, meant):
    assert SPELLING.text(said) == meant


@pytest.mark.parametrize(
    "said", ["Did Whn come?", "have you hoovered", "the planes", "is vera in", "what's the reason, pls", "coffee maker"]
)
def test_names_and_known_words_stay(said):
    assert SPELLING.text(said) == said


@given(st.sampled_from(sorted(frame_words())))
def test_small_words_are_never_changed(word):
    assert SPELLING.word(word) == word or word.removesuffix("s") != word
