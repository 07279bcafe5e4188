"""A kind told by what it is for, of something that was asked for: "not the sharp sort, one for the butter"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from agent.planning.terms import Foremost, WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Amend, Answered, Instruction, Quantity, Revise
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from envs.vocabulary.data import english

_FILE = "kinds_by_use.yaml"
_OH = r"(?:(?:oh|ah|no|nah|hey|wait|actually|but|and|sorry|well|please|rather|just)\b[ ,.!]*)*"
_MIND = r"(?:,? (?:mind|mind you|please|though|dear|love|thanks|i mean|i meant|instead|rather|ok|okay))*"
_SORT = r"(?:sorts?|kinds?|types?|ones?)"
_NO = rf"not (?:the |an? |that |those )?(?P<no>[a-z]+) (?:{_SORT}|(?P<nothing>[a-z]+(?: [a-z]+)?)){_MIND}"
_YES = (
    rf"(?:(?:i (?:meant?|want|need)|make (?:it|that)|give me|take) )?(?:the |an? |that )?(?:(?:{_SORT}|something)"
    r"|(?P<np>[a-z]+))(?: (?:that|which))? (?P<use>(?:for|to|you|we|i|people|with which)\b[^.;!?,]*)"
)
_FORMED = r"(?:e|s|es|ed|d|[a-z]?ing)?"
"""How the beginning of a word may go on: "slicing", "boiled"; a drawer does not draw."""
_MEANT = re.compile(r"\b(?:meant?|kind|sort|type|rather|instead)\b")
_FORMS = tuple(
    re.compile(rf"{_OH}{form}{_MIND}[ .!]*")
    for form in (rf"{_NO}[ ,.;:!]+(?:but )?{_OH}{_YES}", _YES, rf"{_NO}", rf"{_YES}[ ,.;:!]+(?:and )?{_NO}")
)


def told_by_use(text: str, tasks: Sequence[Errand]) -> tuple[Instruction, ...]:
    """The task with the kind of thing that a remark tells by its use; nothing where it tells none of the work.

    Args:
        text: The remark, tidied.
        tasks: What is being done or still to be done, the one at hand first.
    """
    found = next((one for form in _FORMS if (one := form.fullmatch(text.strip(" .!")))), None)
    if found is None:
        return ()
    said = {"no": "", "use": "", "np": "", "nothing": ""} | {
        name: word or "" for name, word in found.groupdict().items()
    }
    sure = len(tasks) == 1 or said["no"] or said["np"] or _MEANT.search(text)  # else it may be one more
    meant = [(task, kind) for task in tasks for kind in _kinds(task, said)] if sure else []
    if len(meant) != 1 or not _names(said["np"] or said["nothing"], meant[0]):
        return ()
    task, kind = meant[0]
    old = made_of(task)[0]
    if kind == old:
        return (Answered("That is what I am doing."),)
    new = amended(task, Amend(Quantity(kind), Quantity(old)))
    if isinstance(new, str):
        return ()
    kept = tuple(t for t in new.terms if not (isinstance(t, WhichThings | Foremost) and t.word == old))
    return (Revise(task, replace(new, terms=kept)),)


def _kinds(task: Errand, said: Mapping[str, str]) -> list[str]:
    """The kind that is told of those like the task's; at most one."""
    kinds = made_of(task)
    group = next((one for one in _alike() if kinds[:1] and kinds[0] in one), None) if counted_apart(task) else None
    if group is None:
        return []
    refused = {kind for kind, words in group.items() if said["no"] and words.match(said["no"])}
    told = {kind for kind, words in group.items() if any(map(words.match, words_of(said["use"])))}
    left = (told if said["use"] else {*group} if refused and len(group) == 2 else set[str]()) - refused
    return [*left] if len(left) == 1 else []


def _names(word: str, meant: tuple[Errand, str]) -> bool:
    """Whether a word is a name of the kind that the task is about, or of the one that is meant; none is."""
    named = read_named(words_of(word)) if word else None
    return not word or (named is not None and named.word in (made_of(meant[0])[0], meant[1]))


@lru_cache(maxsize=1)
def _alike() -> tuple[Mapping[str, re.Pattern[str]], ...]:
    return tuple(
        {kind: re.compile(rf"(?:{words}){_FORMED}$") for kind, words in group.items()}
        for group in english(_FILE)["alike"]
    )
