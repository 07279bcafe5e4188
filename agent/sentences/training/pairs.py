"""Pairs of what somebody said and the same in plain words, read from files and varied for learning."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from envs.errors import BadInput
from envs.vocabulary.english import noun, plural
from envs.vocabulary.entries import entries

REQUESTS, QUESTIONS = "requests", "questions"


@dataclass(frozen=True)
class SpokenPair:
    """The same said twice.

    Attributes:
        said: As it was said.
        plain: In plain words.
        context: What it leans on, in plain words; empty where it stands for itself.
        asks: Whether it is a question about the past rather than a request.
    """

    said: str
    plain: str
    context: str = ""
    asks: bool = False


def pairs(folder: Path, files: str = "*") -> Iterator[SpokenPair]:
    """Every pair of a folder of requests and of questions, in the order of the files' names.

    Args:
        folder: Holds ``requests/*.txt`` and ``questions/*.txt``: ``context || said => plain`` on a line.
        files: What the files' names look like, without ``.txt``.

    Raises:
        BadInput: There is no pair.
    """
    found = [
        one
        for kind in (REQUESTS, QUESTIONS)
        for path in sorted((folder / kind).glob(f"{files}.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if (one := _read(line, kind == QUESTIONS)) is not None
    ]
    if not found:
        raise BadInput(
            f"no pairs in {folder}: it needs {REQUESTS}/{files}.txt or {QUESTIONS}/{files}.txt with 'said => plain'"
        )
    yield from found


def _read(line: str, asks: bool) -> SpokenPair | None:
    said, arrow, plain = line.rpartition("=>")
    if not arrow or line.startswith("#"):
        return None
    context, _, said = said.rpartition("||")
    if not said.strip() or not plain.strip():
        return None
    return SpokenPair(said.strip(), plain.strip().rstrip(".?!").lower(), context.strip(), asks)


def varied(pair: SpokenPair, chance: random.Random) -> SpokenPair:
    """A pair with other things of the same kind in it, a slip of a finger, or without its punctuation.

    Args:
        pair: The pair.
        chance: Draws.
    """
    made = _with_other_things(pair, chance) if chance.random() < 0.5 else pair
    said = made.said.lower() if chance.random() < 0.5 else made.said
    if chance.random() < 0.15:
        words = said.split(" ")
        at = chance.randrange(len(words))
        words[at] = _mistyped(words[at], chance)
        said = " ".join(words)
    if chance.random() < 0.2:
        said = re.sub(r"[.,!?;:']", "", said)
    return replace(made, said=said) if said.strip() else pair


def _with_other_things(pair: SpokenPair, chance: random.Random) -> SpokenPair:
    """Things that both sides name, each in place of another that can be used the same way."""
    said, context, plain = pair.said.lower(), pair.context.lower(), pair.plain
    both = [one for one in dict.fromkeys(_names().findall(plain)) if re.search(rf"\b{re.escape(one)}\b", said)]
    other = {one: chance.choice(_alike()[_kinds()[one]]) for one in both if chance.random() < 0.6}
    if not other:
        return pair
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(other, key=len, reverse=True)))})\b")

    def changed(text: str) -> str:
        return pattern.sub(lambda found: other[found[0]], text)

    return replace(pair, said=changed(said), context=changed(context), plain=changed(plain))


def _mistyped(word: str, chance: random.Random) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    at, how = chance.randrange(1, len(word) - 1), chance.random()
    if how < 0.4:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if how < 0.7:
        return word[:at] + word[at + 1 :]
    return word[:at] + word[at] + word[at:]


_USES = (
    ("toggleable", "switched"),
    ("openable", "opened"),
    ("canFillWithLiquid", "filled"),
    ("sliceable", "sliced"),
    ("pickupable", "carried"),
)


@cache
def _kinds() -> Mapping[str, tuple[str, bool]]:
    """What things are used for, by what they are called, one or several of them."""
    found: dict[str, tuple[str, bool]] = {}
    for name, entry in entries("types").items():
        use = next((use for can, use in _USES if can in entry.get("can", ())), "stands")
        found.setdefault(noun(name).lower(), (use, False))
        found.setdefault(plural(name).lower(), (use, True))
        for called in entry.get("called", ())[:3]:
            found.setdefault(called, (use, False))
    return found


@cache
def _alike() -> Mapping[tuple[str, bool], list[str]]:
    alike: dict[tuple[str, bool], list[str]] = {}
    for called, kind in _kinds().items():
        alike.setdefault(kind, []).append(called)
    return alike


@cache
def _names() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(map(re.escape, sorted(_kinds(), key=len, reverse=True)))})\b")
