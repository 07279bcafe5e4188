"""English words: singular and plural, articles, numbers, verbs, spelling."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.english import plurals
from envs.vocabulary.data import english, words
from envs.vocabulary.english import a, how_many, noun, one, plural, quantity
from envs.vocabulary.inflection import article, is_plural, plural_form, singular
from envs.vocabulary.numbers import CARDINALS, ORDINALS, alternatives, number, times, up_to
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import distance, meant, near, suggestion
from envs.vocabulary.stems import stem
from envs.vocabulary.verbs import all_forms, base, deeds, does, doing, forms, of_past, participle, past, requests

SHARED = {"axes", "bases"}
"""Plurals of two words each: an axe and an axis, a base and a basis."""


def test_the_plurals_of_the_dictionary() -> None:
    assert [one for one, many in plurals() if plural_form(one) != many] == []
    assert [many for one, many in plurals() if singular(many) != one and many not in SHARED] == []


def test_a_singular_stays_singular_and_a_plural_plural() -> None:
    assert [one for one, _ in plurals() if singular(one) != one] == []
    assert [many for _, many in plurals() if plural_form(many) != many] == []


@pytest.mark.parametrize(
    "word", ["ottoman", "human", "german", "this", "his", "always", "yes", "belief", "box", "tennis"]
)
def test_words_that_only_look_like_others(word: str) -> None:
    assert singular(word) == word
    assert plural_form(word) not in (word.replace("man", "men"), word[:-1] + "ves")


def test_a_phrase_inflects_its_head() -> None:
    assert plural_form("slice of bread") == "slices of bread"
    assert plural_form("coffee table") == "coffee tables"
    assert is_plural("slices of bread") and not is_plural("slice of tomatoes")


@pytest.mark.parametrize("an", ["a", "an"])
def test_articles_go_by_the_sound(an: str) -> None:
    spoken = {
        "a": "mug,uniform,utensil,unit,used mug,one-off,European,house,CD,TV stand,1,12,ukulele,union,USB stick",
        "an": "apple,hour,honest man,umbrella,unusual mug,unidentified mug,ottoman,heir,LED,x-ray,8,11,18,80,usher,"
        "uneven table,onion,MP3 player,urn,upper shelf",
    }
    assert [word for word in spoken[an].split(",") if article(word) != an] == []


def test_every_type_has_a_singular_and_a_plural_that_lead_to_each_other() -> None:
    for kind in object_types():
        single, several = one(kind), plural(kind)
        assert plural_form(single) == several, kind
        assert not is_plural(single), kind
        assert is_plural(several), kind
        assert re.fullmatch(r"(an [aeiouAEIOU]|a [^aeiouAEIOU\W]).*", a(kind)), kind  # no type needs the exceptions


def test_things_that_are_counted_by_another_word() -> None:
    assert [a("Bread"), plural("Bread"), quantity(1, "Bread"), quantity(2, "Bread", "toasted")] == [
        *("a loaf of bread", "loaves of bread", "1 loaf of bread", "2 toasted loaves of bread"),
    ]
    assert [a("Boots"), a("Tables"), a("Silverware")] == ["a pair of boots", "a table", "a piece of silverware"]
    assert [noun("TVStand"), quantity(0, "Mug"), quantity(1, "Knife")] == ["TV stand", "no mugs", "1 knife"]
    assert [how_many(count, "entry") for count in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]


def test_numbers_and_their_words() -> None:
    words = {count: word for word, count in CARDINALS.items()}
    assert set(range(100)) <= words.keys() and all(number(words[count]) == count for count in range(100))
    assert {ORDINALS[word] for word in ORDINALS} == set(range(1, 100))
    said = [number(word) for word in ("3", "Three", "third", "3rd", "twice", "a", "dozen", "mug", "")]
    assert said == [3, 3, 3, 3, 2, 1, 12, None, None]
    assert [times(count) for count in (0, 1, 2, 3)] == ["0 times", "once", "twice", "3 times"]
    assert re.fullmatch(alternatives(up_to(20)), "sixteen") and not re.fullmatch(alternatives(up_to(3)), "four")


@pytest.mark.parametrize(
    "line",
    [
        "put puts put put putting",
        "take takes took taken taking",
        "carry carries carried carried carrying",
        "chop chops chopped chopped chopping",
        "open opens opened opened opening",
        "pour pours poured poured pouring",
        "boil boils boiled boiled boiling",
        "toggle toggles toggled toggled toggling",
        "switch switches switched switched switching",
        "transfer transfers transferred transferred transferring",
        "see sees saw seen seeing",
        "tie ties tied tied tying",
        "dry dries dried dried drying",
        "fix fixes fixed fixed fixing",
        "empty empties emptied emptied emptying",
        "go goes went gone going",
        "have has had had having",
        "microwave microwaves microwaved microwaved microwaving",
    ],
)
def test_the_forms_of_verbs(line: str) -> None:
    verb, *expected = line.split()
    assert [does(verb), past(verb), participle(verb), doing(verb)] == expected


def test_particles_stay_behind() -> None:
    assert [past("pick up"), does("carry on"), doing("put away")] == ["picked up", "carries on", "putting away"]


def test_every_form_leads_back_to_a_verb_that_has_it() -> None:
    for form, verb in all_forms().items():
        assert form in forms(verb), (form, verb)
    assert [base(word) for word in ("took", "Washing", "fries", "mug")] == ["take", "wash", "fry", None]
    assert [of_past(word) for word in ("taken", "put", "taking")] == ["take", "put", None]


def test_no_verb_asks_for_two_things() -> None:
    for section in ("requests", "changes"):
        listed = [verb for verbs in english("verbs.yaml")[section].values() for verb in verbs]
        doubled = {verb for verb in listed if listed.count(verb) > 1}
        assert doubled == set(), section
    assert requests()["scrub"] == "clean" and deeds()["turn", "on"] == "ToggleOn"


def test_forms_of_a_word_have_one_stem() -> None:
    for group in ("toggle toggles toggled toggling", "knife knives", "take took taken takes taking", "chop chopped"):
        assert len({stem(word) for word in group.split()}) == 1, group
    assert stem("pan") != stem("pen") and stem("glass") == stem("glasses")


@given(st.text("abcdef", max_size=8), st.text("abcdef", max_size=8))
def test_a_distance_is_one(word: str, other: str) -> None:
    apart = distance(word, other)
    assert apart == distance(other, word)
    assert (apart == 0) == (word == other)
    assert abs(len(word) - len(other)) <= apart <= max(len(word), len(other))
    assert distance(word, word[1:2] + word[:1] + word[2:]) <= 1  # neighbours that changed places count once


def test_a_misspelled_word_means_the_one_nearest_word() -> None:
    known = ("fridge", "fork", "knife", "microwave")
    assert [meant(word, known) for word in ("firdge", "microwve", "knfie", "unicorn")] == [
        *("fridge", "microwave", "knife", "unicorn"),
    ]
    assert meant("plats", ("plate", "plans")) == "plats"  # either
    assert not near("pan", "pen") and near("opne", "open") and not near("", "x") and not near("table", "")


def test_suggestions_whatever_the_case() -> None:
    assert suggestion("fridg", ["Fridge", "Sink"]) == "; did you mean 'Fridge'?"
    assert suggestion("FRIDGE", ["Fridge", "Sink"]) == "; did you mean 'Fridge'?"
    assert suggestion("xyz", ["Fridge", "Sink"]) == ""


def test_lists_of_words_are_read_without_their_remarks() -> None:
    for name in ("ordinary_words.txt", "question_words.txt"):
        assert words(name) and all(re.fullmatch(r"[a-z']+", word) for word in words(name)), name
