"""What is left out of what is asked for: all except one, but not the red ones, everything but the phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.planning.terms import ANYTHING, Either, Trait, WhichThings, Without
from agent.recognition.lines import GOALS
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.terms.barred import barred, known_adjectives
from agent.requests.terms.others import kinds_made
from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.modifiers import left_out
from agent.requests.words.nouns import EVERYTHING, SOURCE, NamedThings, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.data import words as word_list
from envs.vocabulary.groups import called_loosely
from envs.vocabulary.numbers import up_to
from envs.vocabulary.object_types import object_types

_EXCEPT = re.compile(
    r",?\s*\b(?:(?:just )?(?:except(?:ing)?(?: for)?)|apart from|other than|excluding|save for|but not"
    r"|aside from|leaving out"
    r"|(?:just )?not(?= the (?:\w+ )?ones?\b))\s+(?P<np>.+)$"
)
_ALL_BUT = re.compile(r"\b(?:all|every|everything)\b(?P<between>.*?)\bbut (?!not\b|then\b)(?P<np>.+)$")
_ALL_BUT_SO_MANY = re.compile(rf"\b(?:all|every) but (?P<many>{NUMBER}) of (?P<of>(?:the|my|our|those|these) [a-z]+)\b")
_WHAT_IS = re.compile(
    r"(?:(?<=\bexcept )|(?<=\bbut not )|(?<=\bapart from ))(?:what|whatever|anything|everything)(?: that)?"
    r"(?:'s| is| are) "
)
_SO_MANY = re.compile(rf"\b(?P<the>the|my|our|those|these) (?!one\b|1\b)(?P<many>{NUMBER}) ")
"""So many things, of which no more are meant."""


@dataclass(frozen=True)
class LeftOut:
    """What is left out.

    Attributes:
        but: What those are like that are left out.
        spare: How many are left out.
        barred: What is listed that must not be touched.
    """

    but: Trait | None = None
    spare: int = 0
    barred: tuple[Without, ...] = ()


def excepted(text: str, placing: bool = True) -> tuple[str, LeftOut]:
    """Take what is left out off a request.

    Args:
        text: The request.
        placing: Whether things are to be put somewhere, which may be said behind what is left out.

    Returns:
        The words without it, and what it is; where nothing is, or it is not understood, the words are the same.
    """
    text = _only_such(_ALL_BUT_MANY.sub(r"all the \g<of> except \g<many>", _not_all(text)))
    text = _WHAT_IS.sub("the ones that is ", _ALL_BUT_SO_MANY.sub(r"all \g<of> except \g<many>", text))
    found = _EXCEPT.search(text) or _ALL_BUT.search(text)
    if found is None:
        return _contrast(text, placing), LeftOut()
    start = found.start() if found.re is _EXCEPT else found.start("np") - len("but ")
    words = words_of(found["np"])
    said = _up_to_goal(words, text[: found.start("np")]) if placing else words
    several = _listed(said, "pick_up" if placing else "")
    left, end = (several, len(said)) if several.barred else _one_of(said)
    behind = said[end : end + 1]
    if placing and _may_be_goal(left, said, text[:start]):
        return text, LeftOut()
    if not end or left == LeftOut() or not set(behind) <= {*GOALS, *word_list("request_fillers.txt")} - {"and", "or"}:
        return _contrast(text, placing), LeftOut()
    before, left = _of_so_many(text[:start].strip(" ,"), left, _is_one(said))
    return f"{before} {' '.join(words[end:])}".strip(" ,"), left


_ALL_BUT_MANY = re.compile(
    rf"\b(?:all|every) (?:but|except) (?P<many>{NUMBER})(?: of (?:the|my|our))? (?P<of>[a-z]+(?: [a-z]+)?s)(?= |,|$)"
)
_NOT_ALL = re.compile(
    rf",? (?:and |but )?not (?:all|both|every(?: single)?(?: one)?)(?: (?:of (?:them|those|it|the [a-z]+)|{NUMBER}))?$"
)
_SOME = re.compile(rf"\b(?:{NUMBER}|an?|some|a few|a couple|just|only)\b")


def _not_all(text: str) -> str:
    """A request without what only repeats that so many are meant: "two tomatoes, not all three"."""
    found = _NOT_ALL.search(text)
    return text[: found.start()] if found and _SOME.search(text[: found.start()]) else text


_ONLY_SUCH = re.compile(
    r",? (?:and |but )?(?:only|just) the (?P<how>[a-z]+ )?ones?(?P<where> (?:that |in |on |from )[a-z ]+)?$"
)


def _only_such(text: str) -> str:
    """A request with what its things are like where that is said behind it: "the plates, but only the dirty ones"."""
    found = _ONLY_SUCH.search(text)
    words = words_of(text[: found.start()]) if found else []
    named = next((one for at in range(1, len(words)) if (one := read_named(words, at)) and one.word), None)
    if found is None or named is None or not (found["how"] or found["where"]):
        return text
    how = f"that are {found['how']}" if found["how"] else f"that are{found['where'].removeprefix(' that are')}"
    return " ".join([*words[: named.end], *how.split(), *words[named.end :]])


def set_apart(text: str) -> tuple[str, str]:
    """A request without the exception at its end, and that: "clear the desk", " except the lamp"."""
    found = _EXCEPT.search(text) or _ALL_BUT.search(text)
    if found is None:
        return text, ""
    at = found.start() if found.re is _EXCEPT else found.start("np") - len("but ")
    return text[:at].strip(" ,"), f" {text[at:].strip(' ,')}"


def _may_be_goal(left: LeftOut, said: Sequence[str], before: str) -> bool:
    """Whether a place may be where to: "everything on the table except the cups in the sink"."""
    told = left.but is not None and bool(left.but.place and left.but.kind) and "that" not in said
    words = words_of(before)
    goals = [word for word in words if word in GOALS]
    return (
        told and bool(EVERYTHING.intersection(words)) and len(goals) == 1 and not {"from", "that"}.intersection(words)
    )


def _of_so_many(before: str, left: LeftOut, one: bool) -> tuple[str, LeftOut]:
    """What is left out of "the three plates": of one, or so many, it is told how many are left of them."""
    found = _SO_MANY.search(before)
    if found is None or left.barred:
        return before, left
    many = int(found["many"]) if found["many"].isdecimal() else up_to(20)[found["many"]]
    less = left.spare or int(one)
    which = f"{found['the']} {many - less} " if 0 < less < many else f"all {found['the']} "
    rest = LeftOut() if left.spare and left.but is None and less < many else left
    return f"{before[: found.start()]}{which}{before[found.end() :]}", rest


def _is_one(words: Sequence[str]) -> bool:
    """Whether one thing is left out."""
    named = read_named(words)
    return named is not None and not named.every and (named.count or 1) == 1 and "ones" not in words


def _listed(words: Sequence[str], skill: str) -> LeftOut:
    """Several kinds that are left out, or what is the biggest of its kind: neither is a trait of one kind."""
    named = read_named(words)
    sized = named is not None and bool(named.foremost)
    if not sized and not {"and", "or", "nor", ","}.intersection(words):
        return LeftOut()
    return LeftOut() if {"in", "on"}.intersection(words) else LeftOut(barred=barred(" ".join(words), skill))


def _one_of(words: Sequence[str]) -> tuple[LeftOut, int]:
    """How many, or what they are like, and where that ends; 0 where it is not understood."""
    spare, trait, end = left_out(words)
    if trait is not None and trait.kind and not _is_known(words):
        return LeftOut(), 0
    if trait is not None and trait.kind == ANYTHING:  # "except the things in the box"
        trait = replace(trait, kind="")
        return (LeftOut(trait), end) if trait != Trait() else (LeftOut(), 0)
    return LeftOut(trait, spare), end


def _is_known(words: Sequence[str]) -> bool:
    """Whether every word before the first noun tells something that is known."""
    named = read_named(words)
    return named is not None and known_adjectives(words, named)


def leaving_out(errand: Errand, left: LeftOut) -> Errand:
    """An errand without what ``excepted`` read.

    Raises:
        UnclearRequest: It is about one thing, of which nothing can be left out.
    """
    if left.barred or left == LeftOut():
        return errand.on(*(_as_switched(one, errand) for one in left.barred))
    another = left.but.kind if left.but is not None and not _is_about(errand, left.but.kind) else ""
    wider = _called_so(errand, another) if another else None
    if wider is not None:
        return leaving_out(wider, left)
    if another and not left.spare and ANYTHING not in errand.params:
        return errand.on(Without((another,), "pick_up", replace(left.but or Trait(), kind="")))
    every = ALL in errand.params or errand.name.startswith(("Put All", "Clean All"))
    if (left.but is not None and not left.spare and _is_all(errand, left.but)) or (not every and left.spare):
        raise UnclearRequest(Clarification(f"I understood: {errand.words}. What shall I leave out?"))
    word = next(iter(made_of(errand)), "")
    old = next((one for one in errand.terms if isinstance(one, WhichThings) and one.word == word), WhichThings(word))
    others = tuple(one for one in errand.terms if one != old)
    return replace(errand, terms=(*others, replace(old, but=left.but, spare=left.spare)))


def _as_switched(barred: Without, errand: Errand) -> Without:
    """What is left out by the name of what it switches: "all the burners off except burner 2" spares a knob."""
    words = tuple(SOURCE[one] if SOURCE.get(one) in made_of(errand) else one for one in barred.words)
    return replace(barred, words=words)


def _called_so(errand: Errand, kind: str) -> Errand | None:
    """An errand about more kinds, where one is left out that people call so, too: "the dishes except the pot"."""
    word = next(iter(made_of(errand)), "")
    if kind not in object_types() or any(isinstance(one, Either) for one in errand.terms):
        return None
    more = called_loosely(word, frozenset(types_named(word)), kind)
    return errand.on(Either(word, more)) if kind in more else None


def leaves_out(errand: Errand) -> bool:
    """Whether some things are left out of what an errand is about."""
    terms = errand.terms
    return any(isinstance(one, Without) or (isinstance(one, WhichThings) and (one.but or one.spare)) for one in terms)


def _is_about(errand: Errand, kind: str) -> bool:
    """Whether things of a kind are among those that an errand is about; "" is any kind."""
    if any(isinstance(one, Either) and kind in one.others for one in errand.terms):
        return True
    return not kind or ANYTHING in made_of(errand) or bool(kinds_made([errand]) & set(types_named(kind)))


def _is_all(errand: Errand, but: Trait) -> bool:
    """Whether everything that an errand is about would be left out: nothing tells apart what is meant."""
    bare = replace(but, kind="") == Trait() and ANYTHING not in made_of(errand)
    mine = {kind for word in made_of(errand) for kind in types_named(word)}
    return bare and (not but.kind or mine <= set(types_named(but.kind)))


_OTHER = re.compile(r",? (?:and )?not (?P<to>(?:in|on|into|onto) )?(?P<np>(?:the|an?|my) [a-z ]+?)$")
_INSTEAD_OF = re.compile(
    r",? (?:instead of|rather than|as opposed to) (?:in |on |into |onto )?(?P<np>(?:the|a|my) [a-z ]+?)$"
)


def _contrast(text: str, placing: bool) -> str:
    """Without what only says what is not meant: "the big knife in the drawer, not the butter knife"."""
    found = _OTHER.search(text) or (_INSTEAD_OF.search(text) if placing else None)
    if found is None:
        return text
    words = words_of(text[: found.start()])
    if _LIES.intersection(words[-1:]):  # "the box that is not in the sink"
        return text
    named = [one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word]
    other = read_named(words_of(found["np"]))
    if other is not None and other.pronoun and any(_is_opposite(other, one) for one in named):
        return text[: found.start()]
    if found.groupdict().get("to") and not set(GOALS).intersection(words):
        return text  # where it shall not be is no contrast to where it shall
    kinds = (
        frozenset()
        if other is None
        else frozenset((*types_named(other.word), *other.options) if other.word else other.options)
    )
    return text if not kinds or any(kinds & set(types_named(one.word)) for one in named) else text[: found.start()]


def _is_opposite(other: NamedThings, one: NamedThings) -> bool:
    """Whether things are told apart by the opposite: "the clean bowl, not a dirty one"."""
    return bool(other.states) and {(word, not so) for word, so in other.states} <= set(one.states)


_LIES = frozenset({"is", "are", "that's", "was", "were", "lying", "standing", "sitting", "hanging"})
"""What stands before where something is now, not where it shall go."""


def _up_to_goal(words: Sequence[str], before: str) -> list[str]:
    """Words without where things are to be put, if that was not said before: "one in the fridge" → "one"."""
    if any(word in GOALS for word in words_of(before)):
        return list(words)
    goals = [at for at, word in enumerate(words) if word in GOALS and words[at - 1] not in _LIES]
    return list(words[: goals[-1]]) if goals else list(words)
