"""Which thing of a group comes first: "the coffee table one first", "the dirty one first"."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.control import best_word, known_by
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.instructions import Begin, Clarification, Resume, UnclearRequest
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.modifiers import left_out
from agent.requests.words.nouns import capable, read_named

_FIRST = re.compile(
    r"^(?:(?:and|but|please|do|take|start with|begin with)\b[ ,]*)*(?:the |that )?"
    r"(?:(?P<np>[a-z][a-z ]*?) one|one (?P<where>(?:in|on|from|at|by|next to) [a-z ]+?))"
    r"(?: (?:comes|goes))?,? first(?:,? please)?$"
)


_EMPTIES = re.compile(r"^(?:(?:and|but|please)\b[ ,]*)*(?:empty|clean|dry|open|close|warm|slice|cut|wash) the\b")
"""Here a word that may tell how a thing is tells what to do with it."""


def one_goes_first(said: str, reading: RequestState) -> bool:
    """Take in which thing of a group is to be dealt with before the others; whether a clause says so.

    Args:
        said: All words of the clause.
        reading: What was understood before it.

    Raises:
        UnclearRequest: No group is being dealt with, of which it could be one.
    """
    found = _FIRST.match(said) if not _EMPTIES.match(said) else None
    trait = _told_by(found["np"] or "", found["where"] or "") if found else None
    if trait is None or not reading.tasks:
        return False
    group = next((one for one in reading.tasks if _is_group(one)), None)
    if group is None:
        raise UnclearRequest(Clarification(f'What do you mean by "{said}"? I am to {reading.tasks[0].words}.'))
    mine = next((one for one in reading.begun if one.errand == group), None)
    at = len(reading.found) if mine is None else reading.found.index(mine)
    when = "now" if mine is None else mine.when
    reading.found.insert(at, Begin(_one_of(group, trait), when))
    if mine is not None:
        reading.found[at + 1] = replace(mine, when="next" if when == "now" else when)
    return True


_BEFORE = re.compile(
    r"^(?P<one>.+?),? (?P<how>before|after) (?:doing |you do )?(?P<other>(?:the|my|our|that) [a-z ]+)$"
)


def goes_before(text: str, reading: RequestState) -> bool:
    """Take in which of two open tasks comes first: "wash the bowl before the egg"; whether a clause says so."""
    found = _BEFORE.match(text) if len(reading.context.tasks) > 1 and not reading.begun else None
    if found is None:
        return False
    one, other = (_topic(found[part], reading) for part in ("one", "other"))
    if not one or not other or one == other:
        return False
    reading.found.append(Resume(one if found["how"] == "before" else other))
    return True


_DO = re.compile(r"^(?P<do>do |make |start with )?(?P<np>(?:the |my )?[a-z]+(?: [a-z]+)?),? first(?: please)?$")


def comes_first(text: str, reading: RequestState) -> bool:
    """Bring forward what this very utterance asked for: "wash the plate and the cup, the cup first"; whether it did."""
    begun = reading.begun
    found = _DO.match(text) if len(begun) > 1 else None
    found = None if found and not found["do"] and starts_request(text) else found
    words = known_by(found["np"]) if found else frozenset[str]()
    mine = [at for at, one in enumerate(begun) if words & named_words(one.errand)]
    if not mine or any(one.same for at, one in enumerate(begun) if at in (mine[0], mine[0] + 1)):
        return False
    kept = [one for one in reading.found if one is not begun[mine[0]]]
    kept.insert(reading.found.index(begun[0]), begun[mine[0]])
    reading.found[:] = kept
    return True


def _topic(said: str, reading: RequestState) -> str:
    """The word by which an open task is meant; "" where none is."""
    words = known_by(said)
    hits = (words & named_words(task) for task in reading.context.tasks)
    return next((best_word(hit) for hit in hits if hit), "")


def _told_by(np: str, where: str) -> Trait | None:
    """What tells the one from the others: where it is, or how it is; None where that is not understood."""
    words = words_of(np)
    named = read_named(words) if words else None
    if named is not None and named.word and named.end == len(words) and capable(named.word, "receptacle"):
        return Trait("", named.states, named.word)
    all_words = words_of(f"the {np} one" if np else f"the one {where}")
    _, trait, end = left_out(all_words)
    return trait if end == len(all_words) else None


def _is_group(task: Errand) -> bool:
    apart = counted_apart(task)
    return apart is not None and apart.params[0] != "1" and len(made_of(task)) == 1


def _one_of(group: Errand, trait: Trait) -> Errand:
    """The same deed for the one thing alone."""
    apart = counted_apart(group) or group
    return replace(apart, params=("1", *apart.params[1:])).on(WhichThings(made_of(group)[0], trait))
