"""Rooms that are named in a request: a home of one room has no other, and that is said before anything is done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from agent.requests.errands import BRING
from agent.requests.instructions import Amend, Begin, Clarification, DoLater, Instruction, Revise
from agent.requests.words.chatter import without_chatter
from agent.requests.words.nouns import capable, mentioned, read_named
from envs.vocabulary.data import english
from envs.vocabulary.english import joined

_ACTS = (Begin, Amend, Revise, DoLater)


def other_rooms(text: str, room: str) -> tuple[str, ...]:
    """Rooms that a request names and that are not where the robot is.

    Args:
        text: What was said, tidied.
        room: Where the robot is: ``kitchen``, ``living_room``, ``bedroom`` or ``bathroom``; else nothing is known.
    """
    here = english("rooms.yaml")["here"]
    if room not in here:
        return ()
    found = (one for one in _named().finditer(text) if one["room"] not in here[room])
    return tuple(dict.fromkeys(one["room"] for one in found if not _is_kind(one["room"], one["next"] or "")))


def _is_kind(room: str, following: str) -> bool:
    """Whether a room only says what kind of thing is meant: "the kitchen roll", "the bathroom towel"."""
    words = [*room.split(), *following.split()]
    named = read_named(words)
    whole = bool(following) and named is not None and bool(named.word) and named.end == len(words)
    return whole or any(capable(kind, "pickupable") for kind in mentioned(following))


def only_here(found: Sequence[Instruction], text: str, room: str) -> tuple[Instruction, ...]:
    """What was understood, asked about first where it names a room that the home does not have.

    Args:
        found: What was understood.
        text: What was said, tidied.
        room: As of ``other_rooms``.
    """
    named = other_rooms(text if any(map(_brings, found)) else without_chatter(text), room)
    here = f"I only know this {room.replace('_', ' ')}, and no {' or '.join(named)}."
    if any(isinstance(one, Clarification) and f'"{name}"' in one.question for one in found for name in named):
        return (Clarification(f"{here} What shall I do?"),)
    if not named or not any(isinstance(one, _ACTS) for one in found):
        return tuple(found)
    tasks = joined([one.errand.words for one in found if isinstance(one, Begin)])
    asked = f"I understood: {tasks}. Shall I do it here?" if tasks else "Shall I do it here?"
    return (Clarification(f"{here} {asked}", options=("yes",), then=tuple(found), lost=here[:-1]),)


def _brings(one: Instruction) -> bool:
    """Whether it is brought to somebody, who may say where he is."""
    return isinstance(one, Begin) and one.errand.name == BRING


@cache
def _named() -> re.Pattern[str]:
    """A room behind a preposition or before what stands in it: "in the hall", "the bedroom light"."""
    names = english("rooms.yaml")
    every = sorted({one for kind in names["here"].values() for one in kind} | set(names["nowhere"]), key=len)[::-1]
    rooms = "|".join(re.escape(one) for one in every)
    return re.compile(rf"\b(?:the|my|our|your|this|that) (?P<room>{rooms})\b(?: (?P<next>[a-z]+))?")
