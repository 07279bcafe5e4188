"""What must not be touched, as it is named: "the knife", "the small pan and the cups on the shelf"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import Trait, Without
from agent.requests.words.clauses import split_list, words_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import NamedThings, capable, read_named

_OTHERS = re.compile(r"\b(?:other|others|another|remaining|rest)\b")


def barred(text: str, skill: str = "") -> tuple[Without, ...]:
    """What is listed that must not be touched; nothing where anything else is said, or not everything is known.

    Args:
        text: The words that name it.
        skill: As in ``Without``.
    """
    listed = [_named(words) for words in split_list(words_of(re.sub(r"\b(?:any|or|nor)\b", ",", text)))]
    named = [one for one in listed if one is not None]
    if not named or len(named) < len(listed):
        return ()
    whole = tuple(dict.fromkeys(one.kind for one in named if not _apart(one)))
    some = tuple(Without((one.kind,), skill, _trait(one), one.foremost) for one in named if _apart(one))
    return (*([Without(whole, skill)] if whole else []), *some)


def named_otherwise(text: str, before: str) -> str:
    """What to say of a place that is no place by itself here: of "the fridge, but not the freezer"; "" for all else.

    Args:
        text: The words that name what is barred.
        before: What was said before that.
    """
    words, said = words_of(text), words_of(before)
    named = read_named(words)
    if named is None or not named.word or named.end < len(words) or capable(named.word, "pickupable"):
        return ""
    noun = named.text.split(" ")[-1]
    alike = [one for at in range(len(said)) if (one := read_named(said, at)) is not None and one.word == named.word]
    names = {one.text.split(" ")[-1] for one in alike}
    known = known_adjectives(words, named) and not _apart(named)
    return f"I know of no {noun} apart from the {names.pop()}." if known and names and noun not in names else ""


def kinds_of(terms: Sequence[Without]) -> tuple[str, ...]:
    """The kinds that are barred altogether."""
    return tuple(word for one in terms if not one.by and one.which == Trait() for word in one.words)


def known_adjectives(words: Sequence[str], named: NamedThings) -> bool:
    """Whether every word before a noun tells something that is known: of "the left burner" it does not."""
    whole = [_is_same(words[at : named.end], named) for at in range(named.end)]
    return all(whole[: max((at for at, same in enumerate(whole) if same), default=0)])


def _is_same(words: Sequence[str], named: NamedThings) -> bool:
    one = read_named(words)
    return one is not None and one.word == named.word and one.end == len(words)


def _named(words: Sequence[str]) -> NamedThings | None:
    """One thing or kind with what is told of it; None where something is not known, or only some are meant."""
    named = read_named(words)
    if named is None or not named.word or _OTHERS.search(named.text) or not known_adjectives(words, named):
        return None
    named = with_place(named, words)
    several = (named.count or 1) > 1 or bool({"one", "1"}.intersection(words))
    sized = bool(named.foremost) and named.every
    return None if several or sized or named.end < len(words) else named


def _apart(named: NamedThings) -> bool:
    """Whether only some of a kind are meant."""
    return bool(named.foremost) or _trait(named) != Trait()


def _trait(named: NamedThings) -> Trait:
    states = (*named.states, ("cooked", True)) if named.form else named.states
    return Trait("", states, named.place, named.near, named.holds, named.number)
