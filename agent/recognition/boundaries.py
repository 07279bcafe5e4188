"""Where one task ends and the next begins: told from what was said and done, from silence and from jumps of place.

An episode's name is one sign among others: a new one may begin in the middle of a task, and several tasks may have been
lived under one. What speaks for a boundary is weighed by a logistic model, whose weights were fitted to TEACh's
training games put one after the other (``python -m benchmarks.task_boundaries --fit``).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from itertools import pairwise
from statistics import median
from types import MappingProxyType

from agent.recognition.lines import ReadUtterance, phrase_book, read_line
from memory.reading.moments import LivedMoment

PAUSE = 20.0
"""Seconds of silence from which a boundary is looked for where nobody speaks."""
JUMP = 1.0
"""Metres between two neighbouring moments that nobody walks in one step."""
RESTLESS = 0.05
"""Share of jumps from which positions tell nothing: those of a robot that is only noted now and then."""
NEAR = 6
"""Utterances on either side of a place that are looked at."""
ENOUGH = 0.6
"""Least probability of a boundary. More than half, as boundaries are rarer in a life than in what was fitted to."""

_WHOLE = frozenset({"coffee", "salad", "sandwich", "breakfast", "boil", "toast", "water"})
"""Cues that name a whole task, not a step of one."""
_DEEDS = _WHOLE | {"rinse", "put", "slice"}


@dataclass(frozen=True)
class Boundary:
    """A place where a task begins.

    Attributes:
        at: Index of its first moment.
        chance: Probability that another task ended there.
    """

    at: int
    chance: float


def boundaries(moments: Sequence[LivedMoment]) -> list[Boundary]:
    """Where tasks begin in a stretch of the past, but for its beginning; in order."""
    return _Divider(moments).found()


def chance(moments: Sequence[LivedMoment], at: int, begin: int, end: int) -> float:
    """Probability of a boundary before a moment; see ``evidence_at``."""
    return _Divider(moments).chance(at, begin, end)


def evidence_at(moments: Sequence[LivedMoment], at: int, begin: int = 0, end: int | None = None) -> dict[str, float]:
    """What speaks for and against a boundary.

    Args:
        moments: In order.
        at: Index of the moment before which it would be.
        begin: Index where the task before it begins.
        end: Index where the task after it ends; the end of all when None.
    """
    return _Divider(moments).evidence(at, begin, len(moments) if end is None else end)


def places_to_look(moments: Sequence[LivedMoment]) -> list[int]:
    """Indices of the moments before which there may be a boundary."""
    return _Divider(moments).places()


class _Divider:
    def __init__(self, moments: Sequence[LivedMoment]) -> None:
        self._moments = moments
        self._silences = [0.0, *(_seconds(left, right) for left, right in pairwise(moments))]
        self._jumps = [False, *(_apart(left, right) > JUMP for left, right in pairwise(moments))]
        if sum(self._jumps) > RESTLESS * len(moments) + 1:
            self._jumps = [False] * len(moments)
        known = sorted(gap for gap in self._silences if gap > 0)
        self._usual = max(1.0, median(known)) if known else 1.0
        self._deeds = [index for index, one in enumerate(moments) if one.handled]

    def places(self) -> list[int]:
        moments = self._moments
        return [
            at
            for at in range(1, len(moments))
            if moments[at].said
            or self._jumps[at]
            or self._silences[at] > PAUSE
            or _other(moments[at - 1].episode, moments[at].episode)
        ]

    def found(self) -> list[Boundary]:
        found: list[Boundary] = []
        places = self.places()
        windows = [0, *(deed + 1 for deed in self._deeds), len(self._moments)]
        at = 0
        for ends in windows[1:]:
            inside = []
            while at < len(places) and places[at] < ends:
                inside.append(places[at])
                at += 1
            begin = found[-1].at if found else 0
            found += self._split(inside, begin, len(self._moments))
        return found

    def _split(self, places: Sequence[int], begin: int, end: int) -> list[Boundary]:
        """The boundaries among some places that no deed lies between."""
        scored = [(self.chance(at, begin, end), -at) for at in places]
        best, at = max(scored, default=(0.0, 0))
        if best < ENOUGH:
            return []
        left = self._split([place for place in places if place < -at], begin, -at)
        right = self._split([place for place in places if place > -at], -at, end)
        return [*left, Boundary(-at, best), *right]

    def chance(self, at: int, begin: int, end: int) -> float:
        weights = _weights()
        total = sum(weights.get(name, 0.0) * value for name, value in self.evidence(at, begin, end).items())
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))

    def evidence(self, at: int, begin: int, end: int) -> dict[str, float]:
        before = [index for index in self._deeds if begin <= index < at]
        looked = all(_handled(self._moments[index]) in _LOOKS for index in before)
        after = [index for index in self._deeds if at <= index < end]
        left = self._talk(max(begin, before[-1] if before else begin), at)[-NEAR:]
        right = self._talk(at, min(end, after[0] if after else end))[:NEAR]
        silence = math.log2(max(1.0, self._silences[at] / max(PAUSE, 3 * self._usual)))
        found = {
            "always": 1.0,
            "first request": float(not self._asked(begin, at) and any(not said.own for said in right)),
            "silence": min(silence, 7.0),
            "jump": float(self._jumps[at]),
            "other episode": float(_other(self._moments[at - 1].episode, self._moments[at].episode)),
            "nothing done yet": float(looked),
            "much done": float(len(before) > 3),
            "nothing done after": float(not after),
            "hand full": float(bool(before) and _holding([self._moments[index] for index in before])),
            "somebody speaks": float(bool(self._moments[at].said)),
        }
        found |= self._turns(left, right) | self._topic(right, begin, at)
        return {name: value for name, value in found.items() if value}

    def _asked(self, begin: int, end: int) -> bool:
        """Whether the user asked for anything between two moments."""
        return any(said.read.cues or said.read.things for said in self._talk(begin, end) if not said.own)

    def _talk(self, begin: int, end: int) -> list[_Said]:
        return [_Said(said.own, said.text) for one in self._moments[begin:end] for said in one.said]

    def _turns(self, left: Sequence[_Said], right: Sequence[_Said]) -> dict[str, float]:
        found = {f"{kind} here": float(bool(right) and kind in right[0].turns) for kind in _TURNS}
        found |= {f"{kind} before": float(any(kind in said.turns for said in left)) for kind in ("closing", "asking")}
        found |= {f"{kind} after": float(any(kind in said.turns for said in right[1:4])) for kind in _TURNS}
        found["greeting before"] = float(any("greeting" in said.turns for said in left))
        found["just closed"] = float(bool(left) and "closing" in left[-1].turns)
        found["closed by user"] = float(any("closing" in said.turns and not said.own for said in left))
        found["user speaks"] = float(bool(right) and not right[0].own)
        return found

    def _topic(self, right: Sequence[_Said], begin: int, at: int) -> dict[str, float]:
        """Whether the user asks for something, and for something that was not spoken of before."""
        asked = [said.read for said in right if not said.own]
        first = next((line for line in asked if line.cues), None)
        if first is None:
            return {"nothing asked": 1.0, "something named": float(any(line.things for line in asked))}
        earlier = [said.read for said in self._talk(begin, at) if not said.own]
        deeds = {name for line in asked for _, name in line.cues} & _DEEDS
        things = {name for line in asked for name in line.classes}
        old_things = {name for line in earlier for name in line.classes}
        new = deeds - {name for line in earlier for _, name in line.cues}
        every = {name for line in asked for name in line.whole} - {name for line in earlier for name in line.whole}
        return {
            "asked": 1.0,
            "asked here": float(bool(right) and right[0].read is first),
            "asked with please": float(any("please" in line.words or "need" in line.words for line in asked)),
            "another deed": float(bool(new)),
            "another dish": float(bool(new & _WHOLE)),
            "all of others": float(bool(every - old_things)),
            "only other things": float(bool(things) and not things & old_things),
            "no other thing": float(bool(things) and things <= old_things),
        }


_TURNS = ("greeting", "asking", "announcing", "closing", "going_on")


class _Said:
    """An utterance with what it does in the conversation."""

    def __init__(self, own: bool, text: str) -> None:
        self.own = own
        self.turns = _turns_of(text)
        self.read: ReadUtterance = read_line(text)


@lru_cache(maxsize=20_000)
def _turns_of(text: str) -> frozenset[str]:
    words = f" {' '.join(re.findall(r'[a-z]+|[?]', text.lower().replace(chr(39), '')))} "
    turns: Mapping[str, Sequence[str]] = phrase_book()["turns"]
    found = {name for name, phrases in turns.items() if any(f" {phrase} " in words for phrase in phrases)}
    calls = "greeting" in found and any(f" {phrase} ? " in words for phrase in turns["greeting"])
    return frozenset(found - {"greeting"} if calls else found)  # "hello?" asks whether somebody is still there


def _seconds(left: LivedMoment, right: LivedMoment) -> float:
    return (right.time - left.time).total_seconds()


def _apart(left: LivedMoment, right: LivedMoment) -> float:
    return math.dist(left.place, right.place) if left.place and right.place else 0.0


def _other(left: str, right: str) -> bool:
    return bool(left and right) and left != right


def _handled(one: LivedMoment) -> str:
    return one.handled.action if one.handled else ""


def _holding(deeds: Sequence[LivedMoment]) -> bool:
    """Whether the hand holds something after these deeds."""
    last = next((_handled(one) for one in reversed(deeds) if _handled(one) in _HAND), "")
    return last == "Pickup"


_HAND = ("Pickup", "Place")
_LOOKS = ("Open", "Close")
"""Deeds that may do no more than look for something."""


@lru_cache(maxsize=1)
def _weights() -> Mapping[str, float]:
    text = (resources.files("assets") / "recognition_boundaries.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))
