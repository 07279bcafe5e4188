"""No pattern of the readers may take exponentially long: whoever can speak to the robot could hang it by a sentence.

A repeat whose body is an unbounded repeat beside nothing that must be there, such as ``(?:[a-z]+ ?)+``, can cut one
word in as many ways as it has letters. The walk below finds those in every pattern that the readers compile.
"""

import dataclasses
import importlib
import pkgutil
import re
from collections.abc import Iterator

import pytest

import agent

parser = re._parser  # type: ignore[attr-defined]

REPEATS = ("MAX_REPEAT", "MIN_REPEAT")
"""Possessive ones never go back, so they are no danger."""

LONG = 12
"""From so many turns on a repeat inside another counts as unbounded."""


def test_no_pattern_of_the_readers_repeats_a_repeat_with_nothing_between() -> None:
    patterns = {each.pattern for each in _compiled()}
    assert len(patterns) > 500, "the walk does not find the readers' patterns"
    assert not [text for text in sorted(patterns) if _repeats_a_repeat(text)]


@pytest.mark.parametrize(
    "text", [r"(?:[a-z]+ ?)+x", r"((?:\w+,? ?)*?) and", r"(?:(?:a*)(?:b*))+", r"(?:[a-z]+ ?){1,20}"]
)
def test_a_repeated_repeat_is_found(text: str) -> None:
    assert _repeats_a_repeat(text)


@pytest.mark.parametrize("text", [r"(?:[a-z]+ )*[a-z]+", r"[a-z]+(?: [a-z]+){0,3}?", r"(?:a|b)+", r"(?:, [a-z]+)+"])
def test_what_has_one_way_only_is_let_pass(text: str) -> None:
    assert not _repeats_a_repeat(text)


def _compiled() -> Iterator[re.Pattern[str]]:
    """Patterns in the modules of `agent`, also in their tables and behind their cached functions without arguments."""
    for found in pkgutil.walk_packages(agent.__path__, "agent."):
        module = importlib.import_module(found.name)
        for value in list(vars(module).values()):
            yield from _patterns_in(value)
            if hasattr(value, "cache_info") and value.__module__ == module.__name__ and not _takes_arguments(value):
                yield from _patterns_in(value())


def _takes_arguments(function) -> bool:
    return bool(function.__wrapped__.__code__.co_argcount)


def _patterns_in(value: object, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth < 4 and isinstance(value, dict):
        yield from (each for part in value.items() for each in _patterns_in(part, depth + 1))
    elif depth < 4 and isinstance(value, list | tuple | set | frozenset):
        yield from (each for part in value for each in _patterns_in(part, depth + 1))
    elif depth < 4 and dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from _patterns_in(getattr(value, field.name), depth + 1)


def _repeats_a_repeat(text: str) -> bool:
    return any(_loose(body) for body in _repeated(parser.parse(text)))


def _repeated(items) -> Iterator:
    """The bodies of all repeats of four turns or more."""
    for operation, argument in items:
        name = str(operation)
        if name in REPEATS:
            if argument[1] is parser.MAXREPEAT or argument[1] >= 4:
                yield argument[2]
            yield from _repeated(argument[2])
        else:
            for part in _parts(name, argument):
                yield from _repeated(part)


def _parts(name: str, argument) -> list:
    if name == "SUBPATTERN":
        return [argument[3]]
    if name == "BRANCH":
        return list(argument[1])
    if name in ("ASSERT", "ASSERT_NOT"):
        return [argument[1]]
    return [argument] if name == "ATOMIC_GROUP" else []


def _loose(body) -> bool:
    """Whether `body` is an unbounded repeat, and all that stands beside it may be nothing."""
    items = list(body)
    for number, (operation, argument) in enumerate(items):
        others = items[:number] + items[number + 1 :]
        name = str(operation)
        if name in REPEATS and (argument[1] is parser.MAXREPEAT or argument[1] > LONG):
            if all(_may_be_nothing(each) for each in others):
                return True
        elif all(_may_be_nothing(each) for each in others) and any(_loose(part) for part in _parts(name, argument)):
            return True
    return False


def _may_be_nothing(item) -> bool:
    name, argument = str(item[0]), item[1]
    if name in ("ASSERT", "ASSERT_NOT", "AT"):
        return True
    if name in REPEATS:
        return argument[0] == 0 or all(_may_be_nothing(each) for each in argument[2])
    if name in ("SUBPATTERN", "BRANCH", "ATOMIC_GROUP"):
        return any(all(_may_be_nothing(each) for each in part) for part in _parts(name, argument))
    return False
