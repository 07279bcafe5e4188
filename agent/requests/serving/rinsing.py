"""How things are washed that are never seen to be dirty: a spoon is held under the running tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.requests.errands import PUT, RINSING, Errand
from agent.requests.terms.others import terms_told
from agent.requests.words.nouns import NamedThings
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import a, joined, plural

_BASIN = "SinkBasin"


def rinsing(things: Sequence[NamedThings]) -> tuple[Errand, ...]:
    """The errands by which things are rinsed: all into the basin, then the tap on and off."""
    if not things:
        return ()
    return (
        *(_under_the_tap(named) for named in things),
        *RINSING,
    )


def _under_the_tap(named: NamedThings) -> Errand:
    """How dirty it is tells no spoon apart."""
    named = replace(named, states=tuple(one for one in named.states if one[0] != "dirty"))
    return Errand(PUT, (ALL if named.every else named.counted, named.word, "in", _BASIN)).on(*terms_told(named))


def how_rinsed(things: Sequence[NamedThings]) -> tuple[str, ...]:
    """That such things are washed by rinsing them, to be said."""
    if not things:
        return ()
    several = [one.every or (one.count or 0) > 1 for one in things]
    named = joined([plural(one.word) if many else a(one.word) for one, many in zip(things, several, strict=True)])
    them = "it" if several == [False] else "them"
    return (f"To wash {named} I hold {them} under the tap.",)
