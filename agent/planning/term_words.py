"""How terms of a request are told: "the dirty mug from the sink", "all apples except one", "without the microwave"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agent.planning.terms import ANYTHING, EMPTY, AsMany, Either, Foremost, OnlyIf, Term, Trait, WhichThings, Without
from envs.teach.tasks.classes import class_members
from envs.vocabulary.english import a, how_many, joined, located, noun, plural
from envs.vocabulary.inflection import article
from envs.vocabulary.looks import adjective, looks

_SO = {
    "dirty": ("dirty", "clean"), "filled": ("full", "empty"), EMPTY: ("empty", "not empty"),
    "cooked": ("cooked", "raw"), "sliced": ("sliced", "whole"), "open": ("open", "closed"),
    "on": ("running", "switched off"),
    "broken": ("broken", "intact"), "hot": ("hot", "cold"),
}  # fmt: skip
_SO_OF = {"HousePlant": {"filled": ("watered", "dry")}}
"""Type → its states, where people call them otherwise."""
_DOING = {
    "open": "opening",
    "close": "closing",
    "switch_on": "switching on",
    "switch_off": "switching off",
    "pick_up": "picking up",
    "put": "putting anything on",
}


def with_terms(words: str, terms: Iterable[Term]) -> str:
    """The words of an errand with its terms."""
    behind: list[str] = []
    for term in terms:
        if isinstance(term, WhichThings):
            words, more = _told(words, term)
            behind += more
        elif isinstance(term, Foremost):
            words = _foremost(words, term)
        elif isinstance(term, AsMany):
            words = _as_many(words, term)
        elif isinstance(term, Either):
            words = _either(words, term)
        elif isinstance(term, Without):
            behind.append(without_words(term))
        else:
            behind.append(condition_words(term))
    return " ".join([words, *behind])


def _either(words: str, term: Either) -> str:
    """With the other kinds: "a mug or a cup", "2 mugs or cups", "all the tomatoes and vegetables"."""
    of_all = f"all the {noun(term.word)}"
    if of_all in words:
        return words.replace(of_all, f"all the {joined([*map(plural, term.others), noun(term.word)])}", 1)
    for name, others in ((noun(term.word), map(a, term.others)), (plural(term.word), map(plural, term.others))):
        shape = rf"\b{re.escape(name)}\b"
        if re.search(shape, words):
            return re.sub(shape, " or ".join([name, *others]), words, count=1)
    return words


def _foremost(words: str, term: Foremost) -> str:
    """With "the biggest" before the kind."""
    name = noun(term.word)
    if term.number:
        return re.sub(rf"\b(?:an?|the|some|one of the) {re.escape(name)}\b", f"{name} {term.number}", words, count=1)
    shape = rf"\b(?:an?|the|some|one of the)( (?:\w+ )??){re.escape(name)}\b"
    return re.sub(shape, rf"the {term.by}\g<1>{name}", words, count=1)


def _as_many(words: str, term: AsMany) -> str:
    if not term.of.kind:
        return words
    others = f"{state_words(term.of)} {plural(term.of.kind)}".strip()
    place = f" {located(term.of.place)}" if term.of.place else ""
    where = "next to each" if " next to " in words else "on each"
    each = f", {'one' if term.times == 1 else term.times} {where}" if term.apart else ""
    words = re.sub(r"\b(?:all the|every) ", "as many ", words, count=1)
    return f"{words} as there are {others}{place}{each}"


def without_words(term: Without) -> str:
    """What is not used: "without the knives", "without opening the fridge", "without the smallest pan"."""
    if term.skill == "put":
        return f"without putting anything {joined([_barred_place(word, term) for word in term.words])}"
    doing = f"{_DOING.get(term.skill, term.skill.replace('_', ' '))} " if term.skill else ""
    return f"without {doing}{joined([_barred(word, term) for word in term.words])}"


def _barred_place(word: str, term: Without) -> str:
    return located(word).replace(_the(word), _barred(word, term))


def _barred(word: str, term: Without) -> str:
    named = "things" if word == ANYTHING else noun(word)
    if Foremost(word, term.by).number:
        return f"{named} {Foremost(word, term.by).number}"
    if any(not so and word in looks().values() for word, so in term.which.states):
        return f"any {named} that is {state_words(term.which)}"
    place = located_in(term.which) if term.which.place else ""
    near = _beside(term.which).strip()
    return " ".join(part for part in ("the", term.by, state_words(term.which), named, place, near) if part)


def condition_words(term: OnlyIf) -> str:
    """On what condition."""
    return term.words


def told(only: OnlyIf) -> str:
    """How it turned out that a condition does not hold: "there is an apple", "no fridge is open"."""
    trait = only.what
    states = state_words(trait)
    place = f" {located_in(trait)}" if trait.place else ""
    if states.startswith("not "):
        states, place = "", f"{place} that is {states}"
    named = f"{states} {noun(trait.kind)}".strip()
    place += _beside(trait)
    if only.most or only.least > 1:
        return _counted_otherwise(only, states, place)
    return f"I found no {named}{place}" if only.holds else f"there is {article(named)} {named}{place}"


def _counted_otherwise(only: OnlyIf, states: str, place: str) -> str:
    """As in "I found fewer than 3 dirty mugs", "there are at least 3 mugs"."""
    number = only.most or only.least
    named = how_many(number, f"{states} {noun(only.what.kind)}".strip())
    if not only.most:
        return f"I found fewer than {named}{place}" if only.holds else f"there are at least {named}{place}"
    number_is = "is" if number == 1 else "are"
    return f"I found not exactly {named}{place}" if only.holds else f"there {number_is} exactly {named}{place}"


def _the(word: str) -> str:
    return f"the {noun(word)}"


def state_words(trait: Trait, kind: str = "") -> str:
    """The states of a trait as adjectives: "dirty", "not dirty".

    Args:
        trait: What things are like.
        kind: What they are, where the trait does not tell.
    """
    named = _SO | _SO_OF.get(trait.kind or kind, {})
    return " ".join(
        named[word][0 if so else 1] if word in named else ("" if so else "not ") + adjective(word)
        for word, so in trait.states
    )


def _told(words: str, term: WhichThings) -> tuple[str, list[str]]:
    """The words with adjectives before the noun and its place behind it; what does not fit there."""
    if term.word == ANYTHING:
        place = f" from {_the_place(term.trait)}" if term.trait.place else ""
        told = f"{state_words(term.trait)} everything{place}".strip()
        return words.replace("everything", told, 1), _left_out(term)
    names = sorted({noun(term.word), plural(term.word)}, key=len, reverse=True)
    found = re.search(rf"\b(?:{'|'.join(map(re.escape, names))})(?: slices?)?\b", words)
    single = not re.search(r"\b(?:all|every)\b", words) and (
        found is None or found[0] in (names[-1], f"{names[-1]} slice")
    )
    states = f"{'other ' if term.others else ''}{state_words(term.trait, term.word)}".strip()
    place = "" if term.rather else _from(term.trait)
    behind = [*_rather(term, single), *_left_out(term, single)]
    if found is None:
        told = " ".join(f"the {states} {noun(term.word)} {place}".split())
        return words, [*([f"({told})"] if states or place else []), *behind]
    before = words[: found.start()]
    if term.made_clean and before.endswith("clean "):
        return words, behind
    if term.made_clean:
        head = re.sub(r"\bthe $", "a ", before)
    else:
        head = re.sub(r"\ban? ((?:\w+ )?)$", r"the \1", before) if states or place else before
    states = "" if states and head.endswith(f" {states} ") else states  # "on one clean plate", which is washed anyway
    words = f"{head}{states + ' ' if states else ''}{found[0]}{' ' + place if place else ''}{words[found.end() :]}"
    return re.sub(r" {2,}", " ", words).strip(), behind


def _the_place(trait: Trait) -> str:
    return f"{noun(trait.place)} {trait.number}" if trait.number else _the(trait.place)


def located_in(trait: Trait) -> str:
    """Where things of a trait are: "in the drawer", "in drawer 3"."""
    return located(trait.place).replace(_the(trait.place), _the_place(trait))


def _from(trait: Trait) -> str:
    """Where things are, and what they hold, in words."""
    place = f"from {_the_place(trait)}" if trait.place else ""
    return f"{place}{_beside(trait)}".strip()


def _beside(trait: Trait) -> str:
    """What things are next to, and what is in or on them."""
    near = f" next to {_the(trait.near)}" if trait.near else ""
    return f"{near} with {_the(trait.holds)}" if trait.holds else near


def _rather(term: WhichThings, single: bool) -> list[str]:
    """Where things are rather taken from."""
    if not term.rather or term.made_clean:
        return []
    some = ("one", "is one") if single else ("those", "are any")
    return [f"({some[0]} {located_in(term.trait)} if there {some[1]})"]


def _left_out(term: WhichThings, single: bool = False) -> list[str]:
    if term.spare:
        kind = term.but.kind or term.word if term.but is not None else term.word
        states = f"{state_words(term.but)} " if term.but is not None and term.but.states else ""
        place = f" {located_in(term.but)}" if term.but is not None and term.but.place else ""
        return [f"except {how_many(term.spare, states + noun(kind)) if term.spare > 1 else f'one{place}'}"]
    if term.but is None:
        return []
    kind, states = term.but.kind, state_words(term.but)
    named = (noun(kind) if kind in class_members() else plural(kind)) if kind else "ones"
    place = f" {located_in(term.but)}" if term.but.place else ""
    place += _beside(term.but)
    if single and states:
        named = f"{states} {noun(kind or term.word)}".strip()
        return [f"(but not {article(named)} {named}{place})"]
    return [f"except the {states + ' ' if states else ''}{named}{place}"]
