"""Weighs a change of what is being done: which things it means, and whether a word of it would be lost.

A change names a thing, a number or a place. What is said of them beside their names ("the red mug instead", "the box
that is on the bed") goes into the task as terms; where a word of it cannot, it is asked about and nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.planning.terms import Foremost, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.errands import AWAY, BRING, CUT, PUT, Errand, made_of, named_words
from agent.requests.instructions import Amend, Clarification, Quantity, Revise, UnclearRequest
from agent.requests.terms.accounting import unexplained
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import terms_of, with_place
from agent.requests.words.nouns import NUMBERS, NamedThings, read_named
from envs.vocabulary.english import noun
from envs.vocabulary.uses import pieces

_OTHER = re.compile(r"\bthe other (?:ones?\b|(?!than\b|way\b)[a-z])")
_POINTING = frozenset(
    {"not", "no", "enough", "instead", "rather", "only", "just", "all", "another", "more", "same", "exactly", "most"}
    | {"without", "both", "every", "never", "don't", "each", "first", "before", "after", "anything", "any", "many"}
)
"""Words that point which way a change goes."""


_PIECES = re.compile(r"\b(?:slices?|pieces?|bits?|chunks?)\b")


def weighed(change: Amend, said: str, tasks: Sequence[Errand]) -> Amend | Revise | None:
    """A change with what is said of the things in it; None where it says where to put things of which none is put.

    Args:
        change: What was understood.
        said: The clause.
        tasks: What is being done or still to be done, the one at hand first.

    Raises:
        UnclearRequest: A word that changes it cannot be taken into account.
    """
    goes = _goes_there(change, said)
    place = next((task.params[-1] for task in tasks if _has_place(task) and task.name == PUT), "") if goes else ""
    change = replace(change, old=Quantity(place)) if place and place != change.new.word else change
    found = _fitting(change, [task for task in tasks if _has_place(task)] if goes else tasks)
    if found is None:
        return None if goes and _fitting(change, tasks) is not None else change
    task, new = found
    cut = cut_as_said(task, new, said, bool(change.new.word))
    if cut != new:
        return Revise(task, cut)
    if _OTHER.search(said) and change.new.word and not change.more:
        raise UnclearRequest(Clarification(which_other(change.new.word)))
    meant = _meant(said, change)
    terms = terms_of(meant) if meant is not None and not change.drop else ()
    whole = new if not terms else _with(new, terms)
    added = change.new.count if change.more else None  # "two more" of one are three
    old = change.old.count if change.old is not None else added  # "two, not three"
    lost = tuple(one for one in lost_words(said, [task, whole]) if not old or NUMBERS.get(one) != old)
    if lost:
        about = f'I cannot take "{" ".join(lost)}" into account'
        question = f"I understood: {new.words}. {about}. Shall I do it all the same?"
        raise UnclearRequest(Clarification(question, then=(change,), lost=about))
    return Revise(task, whole) if terms or task != tasks[0] else change


def cut_as_said(task: Errand, new: Errand, said: str, named: bool) -> Errand:
    """Of cutting, what a change comes to: slices where those are said, whole things where these are.

    Args:
        task: What was to be done.
        new: What it is changed to.
        said: The clause.
        named: Whether it names the food.

    Raises:
        UnclearRequest: Whole things are said of which slices were wanted.
    """
    if task.params[2:] != (CUT,) or new.params[2:] != (CUT,) or new.params == task.params:
        return new
    pieced = bool(_PIECES.search(said))
    whole = task.params[1] in pieces()
    if whole and pieced:
        return replace(new, params=(new.params[0], pieces().get(new.params[1], new.params[1]), CUT))
    if not (whole or pieced) and named:
        food = noun(task.params[1].removesuffix("Sliced"))
        raise UnclearRequest(Clarification(f"I cut slices of one {food}. How many slices shall it be?"))
    return new


def which_other(word: str) -> str:
    """Asks which other thing of a kind is meant."""
    return f"Which other {noun(word)} do you mean? Say how it looks, or where it is."


def lost_words(said: str, errands: Sequence[Errand]) -> tuple[str, ...]:
    """The words of a change that matter and have no part in what it comes to."""
    left = unexplained(said, errands, [word for errand in errands for word in named_words(errand)])
    return tuple(one for one in left.grave if not set(one.split()) <= _POINTING)


def _fitting(change: Amend, tasks: Sequence[Errand]) -> tuple[Errand, Errand] | None:
    """The first task that can be changed so, and what it comes to: "on the table" is nothing to what is washed."""
    own = [task for task in tasks if change.old is None and change.new.word in made_of(task)]
    for task in own or tasks:  # "make it two plates", of a mug and a plate
        new = amended(task, change) if not change.about or change.about in named_words(task) else ""
        if isinstance(new, Errand):
            return task, new
    return None


def _goes_there(change: Amend, said: str) -> bool:
    """Whether a change says where things are to go: "put it in the drawer instead"."""
    found = _GOAL.match(said)
    named = read_named(words_of(said[found.end() :])) if found and change.old is None else None
    return named is not None and bool(named.word) and named.word == change.new.word


_GOAL = re.compile(
    r"^(?:(?:and|but|no|please|then|rather|actually)[ ,]+)*"
    r"(?:(?:put|place|set|lay|move|leave|bring|stand|make) (?:it|them|that|this|those|these) )?(?:in|on|into|onto|to) "
)


def _has_place(task: Errand) -> bool:
    """Whether a task puts or serves its things somewhere."""
    apart = counted_apart(task)
    return apart is None or apart.name in (PUT, BRING, AWAY)


def _with(errand: Errand, terms: Sequence[object]) -> Errand:
    """An errand with other words on which things are meant, in place of those of the same kind."""
    about = {one.word for one in terms if isinstance(one, WhichThings | Foremost)}
    kept = tuple(one for one in errand.terms if not (isinstance(one, WhichThings | Foremost) and one.word in about))
    new = tuple(one for one in terms if isinstance(one, WhichThings | Foremost))
    return replace(errand, terms=(*kept, *new))


def _meant(said: str, change: Amend) -> NamedThings | None:
    """What a change names, with what is said of it."""
    words = words_of(said)
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and named.word == change.new.word:
            return with_place(named, words)
    return None
