"""What was meant in place of what was said: "I meant the pencil", "not the watch, sorry, I meant the pen"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import WhichThings
from agent.requests.amending import counted_apart
from agent.requests.changes.mentions import mentioned_in
from agent.requests.changes.weighing import which_other
from agent.requests.changes.worded import AH
from agent.requests.errands import Errand, is_placing, made_of
from agent.requests.instructions import Begin, Clarification, Instruction, Revise, UnclearRequest
from agent.requests.request_state import RequestState
from agent.requests.revising import revised, told_apart
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.frames import SHALL_BE
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun

_MEANT = re.compile(r"\b(?:i|we) (?:actually |really |only )?(?:meant|mean)\b|^sorry\b")


def put_right(clause: Clause, reading: RequestState) -> Revise | None:
    """How a clause puts right which thing or place an open task is about; None where it does not.

    Args:
        clause: The clause.
        reading: What was understood before it.

    Raises:
        UnclearRequest: It may be meant of several tasks.
    """
    if not _MEANT.search(clause.said) or reading.begun or SHALL_BE.search(clause.text):
        return None
    tasks = reading.context.tasks or reading.context.last
    denied = [one for one in mentioned_in(words_of(clause.said)) if one.denied and one.named.word]
    refused = [task for task in tasks if any(one.of(made_of(task)) for one in denied)]
    refused = refused or [
        task for task in tasks if is_placing(task) and any(one.exactly(task.params[-1]) for one in denied)
    ]
    last = [*_MEANT.finditer(clause.said)][-1]
    which = _NOT_THAT.sub("", (clause.said[last.end() :].strip(" ,") or clause.said[: last.start()]).strip(" ,"))
    changes = (told_apart(which, clause, task) or revised(clause, (task,)) for task in refused or tasks)
    found = [one for one in changes if isinstance(one, Revise)]
    found = [one for one in found if not _is_open(one, tasks)]
    others = {made_of(one.old): one for one in found if one.new is not None and made_of(one.new) != made_of(one.old)}
    if len(others) > 1:
        named = " or ".join(f"the {noun(kinds[0])}" for kinds in others if kinds)
        raise UnclearRequest(Clarification(f"Instead of what: {named}?"))
    return found[0] if found else None


_NOT_THAT = re.compile(r",? (?:and )?not (?:in |from |on )?(?:the|that|my) .*$")
_OTHER = re.compile(
    rf"^(?!.*\b(?:too|also|as well)\b){AH}(?:not (?:that|this)(?: one)?,? )?"
    r"(?:(?:use|take|do|get|pick|i mean|i meant|rather|make it) )?"
    r"the other(?: one| (?P<np>[a-z]+(?: [a-z]+)?))?(?:[ ,]+(?:instead|rather|please|i mean|i meant))*$"
)


def asks_which_other(said: str, tasks: Sequence[Errand]) -> None:
    """Ask which thing is meant in place of the one that is handled: "no, the other mug" may be any of the others.

    Args:
        said: All words of a clause.
        tasks: What is being done or still to be done, the one at hand first.

    Raises:
        UnclearRequest: The clause says that.
    """
    found = _OTHER.match(said)
    named = read_named(words_of(found["np"])) if found and found["np"] else None
    if found is None:
        return
    for task in tasks:
        kinds = made_of(task)
        own = named is None or kinds[:1] == (named.kind,) or bool({*kinds[:1]} & {*types_named(named.word)})
        if kinds and own and (named is not None or not found["np"]):
            raise UnclearRequest(Clarification(which_other(kinds[0]), then=_of_two(task)))


def _of_two(task: Errand) -> tuple[Instruction, ...]:
    """What is meant by the other one where there are but two: the same with one that is not handled now."""
    apart = counted_apart(task)
    told = any(isinstance(one, WhichThings) and one.word in made_of(task) for one in task.terms)
    if apart is None or apart.params[0] != "1" or told:
        return ()
    other = task.on(WhichThings(made_of(task)[0], others=True))
    return (Revise(task, None), Begin(other, "now", beside=task))


def _is_open(change: Revise, tasks: tuple[Errand, ...]) -> bool:
    """Whether what a task is to be about instead is what another one is about already."""
    about = made_of(change.new) if change.new is not None else ()
    return any(task != change.old and set(about) & set(made_of(task)) for task in tasks)
