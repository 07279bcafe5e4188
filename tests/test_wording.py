"""Everything that homebody says about things is English: articles, number, words, whatever the type and the count."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

import pytest

from agent.household.status import TaskState
from agent.planning import phrasing
from agent.recall.answer import Answer
from agent.recall.answer import counted as things_counted
from agent.requests.errands import CUT, PUT, STATE, STATES, Errand
from agent.requests.instructions import UnclearRequest
from agent.requests.verbs import ReferenceContext, deeds
from envs.teach.tasks.classes import class_members
from envs.vocabulary.english import a, how_many, located, noun, one, plural, quantity, sentence, the
from envs.vocabulary.inflection import article, counter, is_plural, plural_form
from envs.vocabulary.object_types import object_types
from eval.recall.published_wording import published
from memory.building.summaries import phrases
from memory.task_status import STATUSES
from memory.wording import VERBS, Deed, say

TYPES = sorted(object_types())
CLASSES = sorted(class_members())
COUNTS = (0, 1, 2, 3, 11)
_STOPS = "of|in|on|at|with|to|from|and|or|for|is|are|was|were|cannot|does|goes|again|ago|becoming|met|when|off|away"
_PHRASE = rf"((?:(?!(?:{_STOPS})\b)[A-Za-z'-]+ ?)+)"
_NUMBER = re.compile(rf"\b(\d+) {_PHRASE}")
_MOMENTS = "Jul 22, 2023 at 11:06 AM and Jul 23, 2023 at 03:20 PM"
_ARTICLE = re.compile(rf"\b(an?|An?|one|another) {_PHRASE}")


def _ends_in_plural(phrase: str) -> bool:
    return is_plural(phrase.split()[-1])


def faults(text: str) -> Iterator[str]:
    """What is wrong with some words, by rules that need no meaning."""
    for an, phrase in _ARTICLE.findall(text):
        if an.lower() in ("a", "an") and an.lower() != article(phrase):
            yield f"article: {an} {phrase}"
        if _ends_in_plural(phrase):
            yield f"plural behind an article: {an} {phrase}"
    for count, phrase in _NUMBER.findall(text):
        if (count == "1") == _ends_in_plural(phrase):
            yield f"number: {count} {phrase}"
    for word in re.findall(r"\b(all|every|any) (?:the )?", text):
        for phrase in re.findall(rf"\b{word} (?:the )?{_PHRASE}", text):
            if _ends_in_plural(phrase) != (word == "all") and noun_is_counted(phrase):
                yield f"number: {word} {phrase}"
    for word in re.findall(r"\b(\w+) \1\b", text.lower()):
        yield f"doubled: {word}"
    for word in re.findall(r"\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*", text):
        yield f"name of a type: {word}"
    if re.search(r"\bNone\b|\(s\)|  | [.,;:?!]|\{|\}|\.\.$|\|", text):
        yield "left over"


def noun_is_counted(phrase: str) -> bool:
    """Whether it has a plural: one says "all the bread"."""
    return not counter(phrase.strip())


def check(texts: Iterable[str], sentences: bool = False) -> None:
    wrong = []
    for text in texts:
        found = list(faults(text))
        if sentences and not (text[:1].isupper() or text[:1].isdigit()):
            found.append("no capital letter")
        if sentences and text[-1:] not in ".?!":
            found.append("no full stop")
        wrong += [f"{text!r}: {', '.join(found)}"] if found else []
    assert not wrong, f"{len(wrong)} wrong, such as:\n" + "\n".join(wrong[:15])


def test_the_rules_find_what_they_are_for() -> None:
    for text in (
        "I cannot carry a tables",
        "0 day ago",
        "1 slices",
        "a apple",
        "an uniform",
        "put the the mug away",
        "put all fork in any sink",
    ):
        assert list(faults(text)), text
    for text in (
        "a CounterTop",
        "2 mug",
        "put the the mug away",
        "not done: None",
        "take 1 slice(s)",
        "an hour  ago",
        "2 shelf",
    ):
        assert list(faults(text)), text
    check(["I cannot carry a table", "0 days ago", "1 slice", "an apple, a uniform and an hour", "2 dishes"])


def test_names_with_articles_and_numbers() -> None:
    for kind in (*TYPES, *CLASSES):
        check([a(kind), the(kind), one(kind), plural(kind), located(kind), noun(kind)])
        check(quantity(count, kind, state) for count in COUNTS for state in ("", "dirty", "open"))


def test_units_and_things_that_are_counted() -> None:
    for word in ("day", "hour", "entry", "failed try", "child", "scene", "summary", "box", "slice", "other thing"):
        check(how_many(count, word) for count in COUNTS)


@pytest.mark.parametrize("past", [True, False])
def test_deeds_in_the_words_of_the_memory(past: bool) -> None:
    places = (None, "Fridge", "CounterTop", "TVStand", "Ottoman")
    for action in VERBS:
        for kind in (None, *TYPES):
            check(sentence(f"I {say(Deed(action, kind, place), past)}") for place in places)
            check(sentence(f"I {say(Deed(action, kind, None, place), past, True)}") for place in places)


def errands() -> Iterator[Errand]:
    """Household tasks of every kind that people can ask for, about every kind of thing and in every number."""
    for kind in (*TYPES, *CLASSES):
        for count in ("1", "2", "all"):
            yield Errand(STATE, (count, kind, "clean"))
            yield Errand(PUT, (count, kind, "on", "DiningTable" if kind != "DiningTable" else "Bed"))
        yield Errand("Put All X On Y", ("Fork", "on", kind)) if kind != "Fork" else Errand("Coffee")
        yield Errand("Put All X In One Y", (kind, "in", "Box")) if kind != "Box" else Errand("Coffee")
        yield Errand("Put All X In One Y", ("Fork", "in", kind)) if kind != "Fork" else Errand("Coffee")
        yield Errand("Clean All X", (kind,))
    for state in (*STATES, CUT):
        for count in ("1", "2", "all"):
            yield Errand(STATE, (count, "Tomato", state))
    for count in ("1", "2", "3"):
        for name in ("N Slices Of X In Y", "N Cooked Slices Of X In Y"):
            yield Errand(name, (count, "Potato", "in", "Bowl"))
        yield Errand("Coffee", (count,))
        yield Errand("Plate Of Toast", (count,))


def test_errands_in_words() -> None:
    check(sentence(f"OK, I will {errand.words}") for errand in errands())


def test_what_is_said_of_tasks() -> None:
    tasks = [errand.task for errand in errands()]
    check((phrasing.promise(task) for task in tasks), sentences=True)
    check((phrasing.request(task, seed) for task in tasks[::7] for seed in range(4)), sentences=True)


@pytest.mark.parametrize("status", STATUSES)
def test_how_a_task_stands(status: str) -> None:
    for errand in errands():
        states = (
            TaskState(errand, status, 1, total, (), left, {}) for total, left in ((1, ()), (3, ("Open the box.",)))
        )
        check((state.words for state in states), sentences=True)


def test_summaries_tell_of_so_many_things() -> None:
    for kind in TYPES:
        for count in (1, 2, 3):
            deeds_done = [(action, kind, place) for action, place in _DONE for _ in range(count)]
            check([sentence(f"I {clause}") for clause in phrases(tuple(deeds_done))], sentences=True)


_DONE = (("Pickup", "Bed"), ("Place", "SinkBasin"), ("Open", ""), ("Slice", ""), ("Place", "TVStand"), ("ToggleOn", ""))


def test_answers_count_things() -> None:
    for kind in TYPES:
        for different in (1, 2, 3):
            seen = [(kind, str(number % different)) for number in range(4)]
            check([f"I saw {things_counted(seen)}", f"I saw {things_counted([*seen, ('Mug', '9')])}"])


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("TD", ("make a salad", "boil potato"), "make a salad. boil potato."),
        ("AE", ("make a salad", "boil potato"), "make a salad and boil potato."),
        ("AT", ("boil potato", "boil potato", "make toast"), "boil potato. and make toast."),
        ("RA", "boil potato", "boil potato."),
        ("LA", ("pick up the cup", "open the fridge"), "pick up the cup, open the fridge"),
        ("TE", (datetime(2023, 7, 22, 11, 6), datetime(2023, 7, 23, 15, 20)), _MOMENTS),
        ("TA", (0, 10, 1), "0 day ago and 10 days ago and 1 day ago"),
        ("SO", False, "no"),
        ("SO", True, "yes, when I water the plant. and make toast."),
        ("TE", (), "I never did that."),
    ],
)
def test_published_sets_are_answered_in_their_words(kind: str, value: Any, words: str) -> None:
    answer = Answer("I never did that.", value, "", (1,), "known", 0, ("water the plant", "make toast"))
    assert published(kind, answer) == words


def test_deeds_and_places_in_the_words_of_the_planner() -> None:
    states = [prop for prop, *_ in STATES.values()]
    for kind in TYPES:
        check(phrasing.deed_words(prop, kind, value) for prop in states for value in (True, False))
        check(phrasing.deed_words(prop, kind) for prop in ("slice", "set out"))
        check([phrasing.home_words(kind, "Fridge"), phrasing.home_words("Mug", kind)])
        check([phrasing.looking(phrasing.look_words(kinds)) for kinds in ((kind,), (kind, "Mug"))], sentences=True)


REQUESTS = (
    "put the {} in the fridge",
    "put a mug on the {}",
    "put all the {} away",
    "clean the {}",
    "open the {}",
    "switch on the {}",
    "slice the {}",
    "cook the {}",
    "fill the {}",
    "make me a {}",
    "bring me the {}",
    "boil the {}",
    "make a coffee in the {}",
    "make a salad with {}",
    "serve a slice of tomato on the {}",
)


@pytest.mark.parametrize("request_", REQUESTS)
def test_what_is_asked_back(request_: str) -> None:
    said = []
    for kind in (*TYPES, *CLASSES):
        for word in (noun(kind), plural_form(noun(kind))):
            try:
                found = deeds(request_.format(word), ReferenceContext())
            except UnclearRequest as unclear:
                said.append(unclear.ask.question)
            else:
                said += [sentence(errand.words) for errand in found.errands] if found else []
    check(said, sentences=True)
    assert said
