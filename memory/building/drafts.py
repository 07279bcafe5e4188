"""The one-line summaries of events and goals, kept up to date while they grow.

A draft reads each experience once, so a goal of ten thousand steps costs no more per step than a goal of ten.
"""

from __future__ import annotations

from envs.vocabulary.english import how_many, joined, sentence
from envs.vocabulary.numbers import times
from memory.building.summaries import phrases
from memory.experience import Experience
from memory.levels import STACK, goal_path
from memory.wording import Deed, quote, say, verb_form

LOOKING = frozenset({"Turn Left", "Turn Right", "Look Up", "Look Down"})
_DEEDS = 64  # of a nested goal that its line is told from
STILL = frozenset({"Stop", "Text", "Speech", "Say"})
"""Actions that neither move nor look; what is said shows as speech."""


def attempt(experience: Experience, deed: Deed | None) -> str:
    """What one experience did, in the first person without "I": "picked up the mug", "tried to open the fridge …"."""
    if experience.action is None:
        return "watched"
    if experience.success is False:
        tried = say(deed, past=False) if deed else verb_form(experience.action, past=False)
        return f"tried to {tried} but failed" + (f": {experience.error}" if experience.error else "")
    return say(deed) if deed else verb_form(experience.action)


class EventDraft:
    """Summary of one event: the same thing done or watched, one or several times."""

    def __init__(self) -> None:
        self._count = 0
        self._summary = ""
        self._spoken: list[str] = []

    def add(self, experience: Experience, deed: Deed | None) -> None:
        """Take in the next experience of the event."""
        self._count += 1
        words = [quote(said) for said in experience.speech]
        self._spoken = [f"{said.speaker}: {said.text}" for said in experience.speech]
        idle = experience.action is None or experience.action in STILL
        done = [] if idle and words else [f"I {attempt(experience, deed)}"]
        repeated = f" ({times(self._count)})" if self._count > 1 and not idle else ""
        self._summary = sentence("; ".join(done + words) + ("" if words else repeated))

    @property
    def summary(self) -> str:
        """One line."""
        return self._summary

    @property
    def detail(self) -> str:
        """What was said, whole, to be searched."""
        return "\n".join(self._spoken)


class GoalDraft:
    """Summary of one goal: the interaction that completed it, or what else went on."""

    def __init__(self) -> None:
        self._done = ""
        self._failed: dict[str, int] = {}
        self._looked = self._walked = False
        self._first_words = ""
        self._utterances = 0
        self._task: str | None = None
        self._stated: str | None = None
        self._deeds: list[tuple[str, str, str]] = []  # of a goal stated as a skill stack, which holds many
        self._story = ""

    def add(self, experience: Experience, deed: Deed | None) -> None:
        """Take in the next experience of the goal."""
        self._task = experience.task or self._task
        self._stated = experience.goal or self._stated
        if experience.speech and not self._utterances:
            self._first_words = quote(experience.speech[0])
        self._utterances += len(experience.speech)
        if deed and experience.success is False:
            phrase = say(deed, past=False)
            self._failed[phrase] = self._failed.get(phrase, 0) + 1
        elif deed:
            self._done = say(deed)
            if self._stated and STACK in self._stated and len(self._deeds) < _DEEDS:
                self._deeds.append((deed.action, deed.thing or "", deed.target or deed.origin or ""))
                self._story = joined(phrases(tuple(self._deeds)))
        elif experience.action in LOOKING:
            self._looked = True
        elif experience.action is not None and experience.action not in STILL:
            self._walked = True

    @property
    def summary(self) -> str:
        """One line, first person."""
        failed = sum(self._failed.values())
        if self._story and self._stated:
            return sentence(f'For "{goal_path(self._stated)[0]}" I {self._story}')
        if self._done:
            return sentence(f"I {self._done}" + (f" after {_tries(failed)}" if failed else ""))
        if failed:
            tried = [f"{phrase}{f' ({times(count)})' if count > 1 else ''}" for phrase, count in self._failed.items()]
            more = f" and {how_many(len(tried) - 3, 'other thing')}" if len(tried) > 3 else ""
            return sentence(f"I tried to {joined(tried[:3])}{more} but failed")
        return sentence(self._idle())

    def _idle(self) -> str:
        if self._utterances:
            more = self._utterances - 1
            return self._first_words + (f", and {more} more {'was' if more == 1 else 'were'} said" if more else "")
        if self._walked:
            return "I walked around"
        return "I looked around" if self._looked else "I watched"

    @property
    def detail(self) -> str:
        """Task and stated goal, one line each."""
        stated = self._stated
        if stated and STACK in stated:
            stated = goal_path(stated)[0]  # the entries below it come and go
        lines = (("Task", self._task), ("Goal", stated))
        return "\n".join(f"{name}: {value}" for name, value in lines if value)


def _tries(count: int) -> str:
    return "one failed try" if count == 1 else how_many(count, "failed try")
