"""How many times in a row something is to be done: "make coffee twice"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.requests.errands import STATE, Errand
from agent.requests.instructions import Begin, Clarification, Instruction, Remark
from agent.requests.times.words import NUMBER, count
from envs.vocabulary.english import joined
from envs.vocabulary.numbers import FREQUENCIES

_OFTEN = re.compile(
    rf"(?<![\w'])(?P<n>twice|thrice|(?:{NUMBER}) times|(?:{NUMBER}) ?x)(?: (?:over|in a row|in total|altogether))*"
    r"(?![\w'])(?! (?:as|more|a|the)\b)"
)
_COUNTED = ("Coffee", "Plate Of Toast")
"""What can be had several of by asking for so many."""


def often(text: str) -> tuple[int, str]:
    """How many times something is to be done, and the words without that."""
    found = _OFTEN.search(text)
    if found is None:
        return 1, text
    word = found["n"].removesuffix("x").split()[0]
    times = FREQUENCIES.get(word) or count(word)
    left = " ".join(f"{text[: found.start()].strip(' ,')} {text[found.end() :].strip(' ,')}".split())
    return (times, left) if times > 1 else (1, left if times == 1 else text)


def repeated(found: Sequence[Instruction], times: int) -> tuple[Instruction, ...]:
    """Instructions of which each deed is to be done several times; where that makes no sense it is asked about.

    Args:
        found: As read without "twice".
        times: How often.
    """
    begun = [one for one in found if isinstance(one, Begin)]
    if any(isinstance(one, Clarification) for one in found) or not begun:
        return tuple(found)
    if all(one.errand.name in _COUNTED and not one.errand.params[1:] for one in begun):
        return tuple(
            replace(one, errand=_so_many(one.errand, times)) if isinstance(one, Begin) else one for one in found
        )
    what = joined([one.errand.words for one in begun])
    if all(one.errand.name == STATE or one.errand.name.startswith("Clean") for one in begun):
        return (Remark(f"Once is enough to {what}."), *found)
    question = f"Once is enough to {what}; doing it {times} times would change nothing. Shall I do it once?"
    return (Clarification(question, then=tuple(begun)),)


def _so_many(errand: Errand, times: int) -> Errand:
    each = int(errand.params[0]) if errand.params and errand.params[0].isdecimal() else 1
    return replace(errand, params=(str(each * times), *errand.params[1:]))
