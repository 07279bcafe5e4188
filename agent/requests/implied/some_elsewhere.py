"""So many of the things go where all were to go, the others elsewhere: "one in there, the other on the desk"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import AsMany
from agent.requests.amending import counted_apart
from agent.requests.errands import Errand, is_placing
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import NUMBERS, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.numbers import alternatives, up_to

_N = rf"\d+|{alternatives(up_to(20))}"
_GO = r"(?:(?:can |should |must |shall |is to |are to |has to |have to )?(?:go|goes|be put|come|comes|belongs?) )?"
_PLACE = r"(?:the|my|our|an?) [a-z]+(?: (?!and\b|but\b|the\b|please\b|instead\b)[a-z]+)?"
_SHARED = re.compile(
    rf"(?:^|, )(?:(?:just|only) )*(?P<n>{_N})(?: of (?:them|those|these|the [a-z]+))?(?: ones?)? {_GO}"
    rf"(?P<at>in|on|into|onto) (?P<place>{_PLACE}),?(?: and| but| while)?"
    rf" (?:the )?(?:others?|rest|remaining)(?: (?:{_N}))?(?: ones?)? {_GO}"
    rf"(?P<by>in|on|into|onto) (?P<goal>{_PLACE})(?:,? (?:instead|please|then|thanks|sorry|i mean|i meant))*$"
)


def some_elsewhere(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """What goes elsewhere and what stays as it was to be, said plainly; "" where no such thing is said.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    found = _SHARED.search(", ".join(one.said for one in parts))
    if found is None or len(tasks) > 1 or not is_placing(tasks[0]):
        return ""
    some, total = int(found["n"]) if found["n"].isdecimal() else NUMBERS[found["n"]], _total(tasks[0])
    here = _is_goal(found["place"], tasks[0])
    if not (0 < some < total) or here == _is_goal(found["goal"], tasks[0]):
        return ""
    many = next(word for word, number in up_to(20).items() if number == (total - some if here else some))
    other = "the other" if (some if here else total - some) == 1 else "the others"
    (by, there), (at, own) = (("by", "goal"), ("at", "place")) if here else (("at", "place"), ("by", "goal"))
    return f"{many} {found[by]} {found[there]}, {other} {found[at]} {found[own]}"


def _is_goal(np: str, task: Errand) -> bool:
    """Whether words name the place where the things of a task go."""
    named = read_named(words_of(np))
    return named is not None and bool({named.word, *types_named(named.word)} & {*types_named(task.params[-1])})


def _total(task: Errand) -> int:
    """How many things a task is about, also where both are all of them; 0 where that is not known."""
    apart = counted_apart(task)
    if apart is not None and apart.params[0].isdecimal():
        return int(apart.params[0])
    return next((one.times for one in task.terms if isinstance(one, AsMany)), 0)
