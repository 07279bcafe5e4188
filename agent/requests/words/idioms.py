"""Ways of asking for something that are read as the plain request they mean: data, in ``assets/english``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from agent.recognition.lines import GOALS
from agent.requests.words.clauses import words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import SOURCE, capable, read_named
from envs.vocabulary.data import english

_FILE = "request_idioms.yaml"
_REWRITES = "request_rewrites.yaml"
_SLOT = re.compile(r"\{(?P<name>[XY])(?P<must>[!:]\w*)?\}")
_PARTS = re.compile(
    r"\b(fridge|refrigerator|microwave|cabinet|cupboard|oven|safe|laptop|box)(?:'s)? (?:doors?|lids?)\b"
)
_PARTS_OF = re.compile(r"\b(?:the )?(?:doors?|lids?) of (the \w+)\b")
_TO = frozenset(GOALS) - {"in", "on"}


def plainly(text: str) -> str:
    """A clause as the plain request it means; the same where it is none of these ways of asking.

    Args:
        text: A clause in lower case.
    """
    text = _PARTS.sub(r"\1", _PARTS_OF.sub(r"\1", text))  # a door is opened and closed with what it belongs to
    for pattern, needs, means in _idioms():
        found = pattern.fullmatch(text)
        slots = [found[name] for name in ("X", "Y", "Z") if name in pattern.groupindex] if found else []
        if found and not any(map(half_said, slots)) and all(_fits(found[name], must) for name, must in needs):
            return means.format(**{name: found[name] for name in ("X", "Y", "Z") if name in pattern.groupindex})
    return text


def half_said(things: str) -> bool:
    """Whether more is said of things than their words: "shut the laptop that's off" switches nothing off."""
    return _HALF_SAID.search(things) is not None


_HALF_SAID = re.compile(r"(?:'s|\b(?:is|are|was|were))$")


def reworded(text: str) -> str:
    """A tidied utterance in plainer words: what stands for nothing is gone, what is said otherwise said as usual."""
    for pattern, means in _rewrites():
        text = pattern.sub(lambda found, means=means: _filled_in(means, found), text)
    return " ".join(re.sub(r"\s+([,.;!?])", r"\1", text).split())


def _filled_in(means: str, found: re.Match[str]) -> str:
    return _GROUP.sub(lambda group: _group(found[int(group["n"])] or "", group["deed"]), means)


_GROUP = re.compile(r"\{(?P<n>\d)(?P<deed>:deed)?\}")


def _group(said: str, deed: str | None) -> str:
    """What stands in a group, or the verb that asks for it."""
    return english(_REWRITES)["deeds"].get(said) or deed_of(said) or said if deed else said


def hinted(text: str) -> str:
    """What is wanted by somebody who only tells that something is not as it should be; "" when nothing is told."""
    return next((means for pattern, means in _hints() if pattern.search(text)), "")


def _fits(said: str, must: str) -> bool:
    """Whether the words of a slot are as they have to be."""
    words = words_of(said)
    if must.startswith("!"):
        return not _TO & set(words_of(said.replace("next to", "beside"))) and (must == "!" or words[:1] == [must[1:]])
    named = read_named(words)
    if named is None or not named.word:
        return False
    return with_place(named, words).end == len(words) and capable(SOURCE.get(named.word, named.word), must[1:])


@lru_cache(maxsize=1)
def _idioms() -> tuple[tuple[re.Pattern[str], tuple[tuple[str, str], ...], str], ...]:
    return tuple(_compiled())


def _compiled() -> Iterator[tuple[re.Pattern[str], tuple[tuple[str, str], ...], str]]:
    for one in english(_FILE)["idioms"]:
        needs = tuple((slot["name"], slot["must"]) for slot in _SLOT.finditer(one["says"]) if slot["must"])
        pattern = _SLOT.sub(lambda slot: f"(?P<{slot['name']}>.+?)", one["says"])
        yield re.compile(pattern), needs, one["means"]


@lru_cache(maxsize=1)
def _rewrites() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(one["says"]), one["means"]) for one in english(_REWRITES)["rewrites"])


@lru_cache(maxsize=1)
def _hints() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(one["says"]), one["means"]) for one in english(_FILE)["hints"])
