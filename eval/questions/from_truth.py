"""Questions about a life that the robot led, with their answers from what the referee noted."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from itertools import pairwise

from envs.vocabulary.english import noun, plural
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.uses import put_in
from envs.vocabulary.verbs import doing, participle, past
from eval.questions.referee import CANCELLED, DONE, FAILED, WAITING, LivedTruth, RefereeDeed, ServedTask
from eval.questions.rounds import AskedTurn, Expectation, FreeQuestion
from eval.questions.wordings import worded

_VERBS = {"Open": "open", "Close": "close", "ToggleOn": "switch on", "Pickup": "pick up"}
_DOORS = {"Open": True, "Close": False}
_SWITCHES = {"ToggleOn": True, "ToggleOff": False}
_LEFT_ALONE = frozenset({"StoveKnob", "StoveBurner", "Faucet", "LightSwitch", "Cabinet", "Drawer"})
"""Classes of which a kitchen has several, so that "the cabinet" means none."""
_SINKS = frozenset({"Sink", "SinkBasin"})
_CALLED_OFF = "called off / cancelled / not wanted / stop / never mind / told not"
_EACH = 3
"""Questions of one kind about one life, at most."""


@dataclass(frozen=True)
class _Asked:
    """One turn in the making: what is asked, its slots, and what a right answer is."""

    what: str
    expected: Expectation
    slots: dict[str, str]


def questions(truth: LivedTruth, life: str, split: str, seed: int) -> tuple[FreeQuestion, ...]:
    """Questions about a life, conversations among them.

    Args:
        truth: What it was like.
        life: Its name.
        split: Which wordings, see ``eval.questions.wordings``.
        seed: Chooses among things, days and wordings.
    """
    rng = random.Random(f"{split} {life} {seed}")
    maker = _Maker(truth, rng)
    found: list[FreeQuestion] = []
    for kind, make in maker.makers().items():
        asked = list(make())
        for chain in rng.sample(asked, min(_EACH, len(asked))):
            turns = tuple(AskedTurn(worded(split, one.what, rng, **one.slots), one.expected) for one in chain)
            found.append(FreeQuestion(f"{life} {split} {len(found) + 1}", life, kind, turns))
    return tuple(found)


class _Maker:
    """Makes what is asked about one life."""

    def __init__(self, truth: LivedTruth, rng: random.Random) -> None:
        self.truth, self.rng = truth, rng
        often = Counter(task.do for task in truth.tasks)
        self.tasks = [task for task in truth.tasks if often[task.do] == 1]
        self.done = [task for task in self.tasks if task.outcome == DONE]

    def makers(self) -> dict[str, Callable[[], Iterator[list[_Asked]]]]:
        """Kind of question → what makes all there are of it."""
        return {
            "yes_no": lambda: ([self.did(task)] for task in self.done),
            "task_status": lambda: ([self.did(task)] for task in self.tasks if task.outcome in _UNDONE),
            "why": lambda: ([self.why(task)] for task in self.tasks if task.outcome in (FAILED, CANCELLED)),
            "when": lambda: ([self.when(task)] for task in self.done),
            "duration": lambda: ([self.how_long(task)] for task in self.done if not task.interrupted),
            "list": self.lists,
            "count": self.counts,
            "where": lambda: ([self.where(kind)] for kind in self.truth.places if self._alone(kind)),
            "taken_from": self.taken,
            "with_what": self.tools,
            "state": self.states,
            "before_after": self.following,
            "ordinal": self.ends_of_days,
            "never_happened": lambda: ([self.never("never", do)] for do in self.truth.undone[:_EACH]),
            "false_presupposition": lambda: (
                [self.never("supposed", do)] for do in self.truth.undone[_EACH : 2 * _EACH]
            ),
            "fact": self.facts,
            "task_overview": self.overviews,
            "comparison": self.comparisons,
            "summary": self.summaries,
            "qualifier": self.before_noon,
            "beyond": lambda: ([_Asked("beyond", Expectation("unknown"), {})] for _ in range(2)),
            "nonsense": lambda: iter([[_Asked("nonsense", Expectation("ask_back"), {})]]),
            "conversation": self.conversations,
        }

    # -- one task ----------------------------------------------------------------------------------------------------

    def did(self, task: ServedTask) -> _Asked:
        """Whether it was done."""
        expected = {
            DONE: Expectation("known", ("yes",), ("no",)),
            FAILED: Expectation("known", ("no",), ("yes",)),
            CANCELLED: Expectation("known", ("no", _CALLED_OFF), ("yes",)),
            WAITING: Expectation("known", ("no / not yet / waiting",), ("yes",)),
        }[task.outcome]
        return _Asked("did", expected, self.slots(task))

    def why(self, task: ServedTask) -> _Asked:
        """Why it was not done."""
        reason = _CALLED_OFF if task.outcome == CANCELLED else task.reason.removeprefix("I ")
        return _Asked("why_not", Expectation("known", (reason,)), self.slots(task))

    def when(self, task: ServedTask) -> _Asked:
        """When it was done: any time from being asked for to being done is right."""
        assert task.ended is not None  # it was done
        times = dict.fromkeys((task.asked, task.asked + (task.ended - task.asked) / 2, task.ended))
        return _Asked("when", Expectation("known", (" / ".join(map(_moment, times)),)), self.slots(task))

    def how_long(self, task: ServedTask) -> _Asked:
        """How long it took."""
        return _Asked("how_long", Expectation("known", (f"about {_minutes(task)} minutes",)), self.slots(task))

    def never(self, what: str, do: str) -> _Asked:
        """What was never asked for and never done."""
        return _Asked(
            what,
            Expectation("never", (), ("yes",)),
            self.forms(do) | {"when": self.when_words(self.rng.choice(self.truth.days))},
        )

    # -- several -----------------------------------------------------------------------------------------------------

    def lists(self) -> Iterator[list[_Asked]]:
        """What was done on a day, and what was asked for."""
        for day in self.truth.days:
            yield [self.done_on(day)]
            yield [self.asked_on(day)]

    def done_on(self, day: date, what: str = "what_done") -> _Asked:
        """What was done on a day; what was not must not be told as done."""
        done, not_done = self.truth.on(day, DONE), self.truth.on(day, FAILED, CANCELLED, WAITING)
        facts = tuple(task.about for task in done) or ("nothing / no",)
        return _Asked(what, Expectation("known", facts, tuple(past(task.do) for task in not_done)), self.day_slots(day))

    def asked_on(self, day: date) -> _Asked:
        """What was asked for on a day."""
        return _Asked("what_asked", Expectation("known", self.abouts(self.truth.on(day))), self.day_slots(day))

    def counts(self) -> Iterator[list[_Asked]]:
        """How many requests, how often something was done, how many things went somewhere."""
        for day in self.truth.days:
            number = str(len(self.truth.on(day)))
            yield [_Asked("how_many_asked", Expectation("known", (number,)), self.day_slots(day))]
        often = Counter((deed.action, deed.thing) for deed in self.truth.deeds if deed.action in _VERBS)
        for (action, thing), count in often.items():
            if thing not in _LEFT_ALONE and self._alone(thing):
                verb = _VERBS[action]
                slots = {"verb": verb, "verbed": participle(verb), "thing": noun(thing)}
                yield [_Asked("times", Expectation("known", (str(count),)), slots)]
        placed = [deed for deed in self.truth.deeds if deed.action == "Place"]
        put = dict.fromkeys((deed.thing, deed.places[0], deed.key) for deed in placed)  # in order: a seed decides
        for (thing, place), count in Counter((thing, place) for thing, place, _ in put).items():
            if place not in _LEFT_ALONE and put_in(place) and self._alone(thing):
                slots = {"things": plural(thing), "place": _place((place,))}
                yield [_Asked("how_many_put", Expectation("known", (str(count),)), slots)]

    def overviews(self) -> Iterator[list[_Asked]]:
        """What is left, what went wrong, whether everything was done."""
        waiting = [task for task in self.truth.tasks if task.outcome == WAITING]
        failed = [task for task in self.truth.tasks if task.outcome == FAILED]
        not_done = [task for task in self.truth.tasks if task.outcome != DONE]
        nothing = ("no / nothing / none",)
        yield [_Asked("left", Expectation("known", self.abouts(waiting) or nothing), {})]
        yield [_Asked("failures", Expectation("known", self.abouts(failed) or nothing), {})]
        yield [
            _Asked(
                "everything", Expectation("known", ("no" if not_done else "yes",), ("yes" if not_done else "no",)), {}
            )
        ]

    def following(self) -> Iterator[list[_Asked]]:
        """What came after something, on the same day."""
        for task, after in pairwise(self.truth.tasks):
            if task in self.done and after.outcome == DONE and task.day == after.day and not task.interrupted:
                yield [_Asked("next", Expectation("known", (after.about,)), self.slots(task))]

    def ends_of_days(self) -> Iterator[list[_Asked]]:
        """The first and the last request of a day."""
        for day in self.truth.days:
            tasks = self.truth.on(day)
            yield [_Asked("first", Expectation("known", (tasks[0].about,)), self.day_slots(day))]
            yield [_Asked("last", Expectation("known", (tasks[-1].about,)), self.day_slots(day))]

    def comparisons(self) -> Iterator[list[_Asked]]:
        """Which of two took longer, where one took half as long again."""
        lasting = [task for task in self.done if not task.interrupted]
        for one in lasting:
            for other in lasting:
                if _minutes(one) >= 1.5 * _minutes(other) + 0.5 and one.about != other.about:
                    pair = [one, other] if self.rng.random() < 0.5 else [other, one]
                    slots = {"doing": doing(pair[0].do), "other": doing(pair[1].do)}
                    yield [_Asked("longer", Expectation("known", (one.about,), (other.about,)), slots)]

    def summaries(self) -> Iterator[list[_Asked]]:
        """An account of a day, with what was not done."""
        for day in self.truth.days:
            told = self.truth.on(day, DONE, FAILED)
            if told:
                yield [_Asked("summary", Expectation("known", self.abouts(told)), self.day_slots(day))]

    def before_noon(self) -> Iterator[list[_Asked]]:
        """What was done in the first half of a day."""
        for day in self.truth.days:
            early = [task for task in self.truth.on(day, DONE) if task.ended and task.ended.hour < 12]
            late = [task for task in self.truth.on(day, DONE) if task.asked.hour >= 12]
            if early:
                denied = tuple(past(task.do) for task in late)
                yield [_Asked("before_noon", Expectation("known", self.abouts(early), denied), self.day_slots(day))]

    # -- things ------------------------------------------------------------------------------------------------------

    def where(self, kind: str, what: str = "where") -> _Asked:
        """Where a thing is that the robot put somewhere."""
        return _Asked(what, Expectation("known", (_place(self.truth.places[kind]),)), {"thing": noun(kind)})

    def taken(self) -> Iterator[list[_Asked]]:
        """Where a thing was taken from that was taken once."""
        for deed in self._once("Pickup"):
            if deed.places:
                yield [_Asked("taken_from", Expectation("known", (_place(deed.places),)), {"thing": noun(deed.thing)})]

    def tools(self) -> Iterator[list[_Asked]]:
        """With what a thing was cut."""
        for deed in self._once("Slice"):
            if deed.held and deed.thing != "Egg":
                yield [_Asked("with_what", Expectation("known", (noun(deed.held),)), {"thing": noun(deed.thing)})]

    def states(self) -> Iterator[list[_Asked]]:
        """Whether something stands open or runs, as the robot left it."""
        for what, meant in (("is_open", _DOORS), ("is_on", _SWITCHES)):
            last: dict[str, RefereeDeed] = {deed.thing: deed for deed in self.truth.deeds if deed.action in meant}
            for thing, deed in last.items():
                if thing not in _LEFT_ALONE:
                    yes, no = ("yes", "no") if meant[deed.action] else ("no", "yes")
                    yield [_Asked(what, Expectation("known", (yes,), (no,)), {"thing": noun(thing)})]

    def _once(self, action: str) -> list[RefereeDeed]:
        """The deeds of an action to things of whose class it was done to one only, and once."""
        found = [deed for deed in self.truth.deeds if deed.action == action]
        often = Counter(deed.thing for deed in found)
        return [deed for deed in found if often[deed.thing] == 1 and self._alone(deed.thing)]

    def _alone(self, thing: str) -> bool:
        """Whether the word for a thing means nothing else that was handled: a knife may be a butter knife."""
        return not (_meant(thing) - {thing}) & {deed.thing for deed in self.truth.deeds}

    def facts(self) -> Iterator[list[_Asked]]:
        """What people told."""
        for one in self.truth.statements:
            yield [_Asked("fact", Expectation("known", (one.fact,)), {"topic": one.topic})]

    # -- conversations -----------------------------------------------------------------------------------------------

    def conversations(self) -> Iterator[list[_Asked]]:
        """Questions that lean on the one before."""
        for task in self.tasks:
            if task.outcome in (FAILED, CANCELLED):
                yield [self.did(task), self._leaning("then_why", self.why(task))]
        following = {one[0].slots["do"]: one[0] for one in self.following()}
        for task in self.done:
            chain = [self.did(task), self._leaning("then_when", self.when(task))]
            chain += [] if task.interrupted else [self._leaning("then_how_long", self.how_long(task))]
            yield [*chain, *(self._leaning("then_next", following[do]) for do in [task.do] if do in following)]
        for day, other in pairwise(self.truth.days):
            number = Expectation("known", (str(len(self.truth.on(other))),))
            then = self._leaning("then_day", self.asked_on(other))
            yield [self.asked_on(day), then, _Asked("then_count", number, {})]
        yield from self._walks()

    def _walks(self) -> Iterator[list[_Asked]]:
        """Where a thing is, since when, and where another one is."""
        kinds = [kind for kind in self.truth.places if self._alone(kind)]
        for kind, other in pairwise(kinds):
            put = [deed for deed in self.truth.deeds if (deed.action, deed.thing) == ("Place", kind)][-1]
            since = _Asked("then_put_when", Expectation("known", (_moment(put.time),)), {})
            yield [self.where(kind), since, self._leaning("then_thing", self.where(other))]

    @staticmethod
    def _leaning(what: str, asked: _Asked) -> _Asked:
        return _Asked(what, asked.expected, asked.slots)

    # -- slots -------------------------------------------------------------------------------------------------------

    def slots(self, task: ServedTask) -> dict[str, str]:
        """The words of a task and of its day."""
        return self.forms(task.do) | self.day_slots(task.day)

    @staticmethod
    def forms(do: str) -> dict[str, str]:
        """The forms of what is done."""
        return {"do": do, "did": past(do), "done": participle(do), "doing": doing(do)}

    def day_slots(self, day: date) -> dict[str, str]:
        """The words for a day."""
        words = self.when_words(day)
        return {"when": words, "day": words.removeprefix("on ")}

    def when_words(self, day: date) -> str:
        """How one says on which day: by its distance from now or by its name."""
        back = (self.truth.asked_at.date() - day).days
        near = {0: "today", 1: "yesterday", 2: "the day before yesterday"}.get(back)
        return near if near and self.rng.random() < 0.6 else "today" if back == 0 else f"on {day:%A}"

    @staticmethod
    def abouts(tasks: Sequence[ServedTask]) -> tuple[str, ...]:
        """The facts that tell these tasks."""
        return tuple(dict.fromkeys(task.about for task in tasks))


_UNDONE = (FAILED, CANCELLED, WAITING)


def _moment(when: datetime) -> str:
    return f"{when:%A %H:%M}"


def _minutes(task: ServedTask) -> float:
    assert task.ended is not None  # it was done
    return max(0.5, round((task.ended - task.asked).total_seconds() / 60, 1))


def _place(kinds: Sequence[str]) -> str:
    """A place, said by any of the things that it is in or on in turn."""
    return " / ".join(dict.fromkeys("sink" if kind in _SINKS else noun(kind) for kind in kinds))


@cache
def _meant(thing: str) -> frozenset[str]:
    """The classes that the word for a class may mean."""
    found = full_lexicon().find(noun(thing).split())
    return frozenset(found.types) if found is not None else frozenset({thing})
