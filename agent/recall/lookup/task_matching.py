"""Which errands a question means when it names a task: "make a salad", "making coffee", "washed the mugs"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.recall.lookup.gathering import alike, covered
from agent.recall.lookup.keys import key
from agent.recall.lookup.task_runs import TaskRun
from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.numbers import CARDINALS, alternatives, up_to
from envs.vocabulary.verbs import base, requests

_DROPPED_WORDS = """
a an the of in on into onto to and with my our your some s please any all one every each it them that this there up
for me us back down over out off just task chore job request was were did do done you i we be been again at from
served few several both inside her his their new whole
"""
_DROPPED = frozenset(_DROPPED_WORDS.split())
_GENERIC = frozenset({"make", "prepare", "fix", "get", "brew", "have", "produce", "create", "serve"})
_SAME = {verb: kind for verb, kind in requests().items() if kind in ("clean", "put")}
_ARTICLES = frozenset({"a", "an", "the", "some", "any", "my", "our", "your", "one"})
_HOW = "is clean"
"""What "clean" says behind an article: how a thing is, which is not that it was cleaned."""
_SWITCHED = {"on": "is on", "off": "is off"}
_SWITCHES = frozenset({"switch", "turn"})
"""Verbs of which "on" and "off" make opposite deeds."""
_OUT = "is out"
"""What is said of a task that takes something from where it is, and names no place to bring it to."""
_TAKEN_OUT = re.compile(
    r"^\W*(?:to )?(?:take|took|taken|taking|get|got|getting|remov\w+|pull\w*|pick\w*|fetch\w*|clear\w*|lift\w*|put)\b"
    r".*\b(?:out of|out from|off(?: of)?|from) (?!\d)(?!.*\b(?:to|into|onto|in|on)\b)"
)
_CUPS = frozenset({"cup", "mug"})
_MEALS = frozenset({"salad", "sandwich", "breakfast", "coffee", "toast", "breadsliced"})
_NUMBER = re.compile(rf"\d+|{alternatives(up_to(12))}|a|some|s")

_CHANCE = 0.05
"""Least probability with which an errand may be the named one when no other is."""
_LIKELY = 0.3
_ALIKE = 0.5
"""Least share of words in common with which a task is taken for another one that was worded differently."""


@dataclass(frozen=True)
class Meant:
    """The errands that a question means.

    Attributes:
        errands: In the order in which they were lived.
        sure: Whether they are the task that was named beyond doubt.
    """

    errands: tuple[TaskRun, ...]
    sure: bool = True


def content(text: str) -> frozenset[str]:
    """The words of a task that tell it from others, in one form: "making some coffee" → {"coffee"}."""
    return _content(text.lower())


@lru_cache(maxsize=8192)
def _content(text: str) -> frozenset[str]:
    words = re.findall(r"[a-z]+|\d+", text.replace("(s)", ""))
    found: set[str] = set()
    index = 0
    lexicon = full_lexicon()
    while index < len(words):
        thing = lexicon.find(words[index : index + 3])
        if thing is not None and thing.first == 0 and thing.last > 1:
            found.add(thing.types[0].lower())
            index += thing.last
            continue
        word = words[index]
        if word in ("slice", "slices", "piece", "pieces") and _amount(words, index):
            index += 1
            continue
        if word == "one" and words[index + 1 : index + 2] and words[index + 1].startswith(("slice", "piece")):
            word = "1"
        found.add(_HOW if word == "clean" and index and words[index - 1] in _ARTICLES else _plain(word))
        index += 1
    found -= _DROPPED
    found |= {_SWITCHED[word] for word in words if word in _SWITCHED and found & _SWITCHES}
    found |= {_OUT} if takes_out(text) else set()
    kept = found - _GENERIC
    kept -= {"cook"} if kept & _MEALS else set()
    if "coffee" in kept and not kept & {_HOW, "clean"}:
        kept -= _CUPS
    return frozenset(kept or found)


def takes_out(text: str) -> bool:
    """Whether a task is called by that something is taken from where it is: "take the pan off the table"."""
    return _TAKEN_OUT.match(text.lower()) is not None


def _amount(words: Sequence[str], index: int) -> bool:
    """Whether "slices" at a place is an amount of something, not a deed."""
    before = words[index - 1] if index else ""
    return words[index + 1 : index + 2] in (["of"], ["s"]) or bool(_NUMBER.fullmatch(before))


def _plain(word: str) -> str:
    one = full_lexicon().find([word])
    if one is not None and len(one.types) == 1:
        return one.types[0].lower()
    if word in CARDINALS:
        return str(CARDINALS[word])
    word = base(word) or singular(word)
    return _SAME.get(word, word)


def lemmas(text: str) -> str:
    """The key of a text with its verbs in the plain form: "watered the plant" is "water the plant"."""
    return key(" ".join(base(word) or word for word in text.lower().split()))


def same(errands: Sequence[TaskRun], text: str) -> Meant:
    """Errands of exactly the named task; failing that, those that it covers, or the one that may have been it.

    Args:
        errands: Where to look.
        text: The task as the question names it.
    """
    wanted, words = key(text), content(text)
    named = [one for one in errands if one.name and not _opposite(content(one.name), words)]
    keys = {wanted, lemmas(text)}
    exact = tuple(one for one in named if key(one.name) in keys)
    if not exact:
        exact = tuple(one for one in named if words and content(one.name) == words)
    if exact:
        return Meant(exact)
    names = [one.name for one in named]
    if within := [named[index] for index in covered(names, text)]:
        likely = [one for one in within if one.chance(wanted) >= _CHANCE]  # not what was surely told otherwise
        return Meant(tuple(likely or within))
    return _second_guess(named, [named[index] for index in alike(names, text)], wanted)


def _opposite(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one task switches on what the other one switches off, or puts where the other takes away."""
    states = {*_SWITCHED.values()}
    if _OUT in other and _OUT not in one and "put" in one:
        return True
    return bool(one & states and other & states and one & states != other & states)


def _second_guess(named: Sequence[TaskRun], alike: Sequence[TaskRun], wanted: str) -> Meant:
    """The errand that most likely was the named task though it is called otherwise; of several alike the latest."""
    chances = [(one.chance(wanted), one) for one in named]
    best = max((share for share, _ in chances), default=0.0)
    if best >= _CHANCE:
        return Meant(tuple(one for share, one in chances if share == best)[:1], best >= _LIKELY)
    likest = max(reversed(alike), key=lambda one: one.chance(wanted), default=None)
    return Meant(()) if likest is None else Meant((likest,), sure=False)


def like(errands: Sequence[TaskRun], text: str) -> Meant:
    """Errands of the named task, of all tasks that the words are part of, or of the one most like it."""
    found = same(errands, text)
    words = content(text)
    if found.errands or not words:
        return found
    named = [one for one in errands if one.name and not _opposite(content(one.name), words)]
    part = tuple(one for one in named if words <= content(one.name))
    if part:
        return Meant(part)
    shares = [(len(words & content(one.name)) / len(words | content(one.name)), one) for one in named]
    best = max((share for share, _ in shares), default=0.0)
    if best >= _ALIKE:
        return Meant(tuple(one for share, one in shares if share == best), sure=False)
    return Meant(())
