"""Lives that the robot itself leads in a generated home, to be asked about: with failures, interruptions and nights.

Everything goes through the real robot: what people want is said, read, done on the embedded engine, and remembered. The
referee stands by and writes down what really happens.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from agent.dialogue.manager import Dialogue
from agent.household.listening_body import Saying
from agent.household.provisions import Capabilities, EpisodeHome, Records, Speech
from agent.household.robot import Household
from agent.household.session import LivedEpisode, live
from agent.mind.tasks import AgendaTask
from agent.requests.errands import Errand
from envs.clock import SimulatedClock
from envs.housemates import live_a_night
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from eval.questions.referee import (
    CANCELLED,
    DONE,
    DOUBTFUL,
    FAILED,
    WAITING,
    LivedTruth,
    RefereeNotes,
    RefereeSession,
    ServedTask,
    ToldStatement,
)
from eval.questions.wordings import chores
from memory.experience import type_of
from memory.live.writer import InlineWriter
from memory.store.database import Store
from memory.store.task_log import TaskLog
from perception.scene_graph.from_truth import GroundTruthPerceiver

MODES = ("plain", "plain", "plain", "impossible", "interrupted", "cancelled")
"""How a request goes: of itself, for something that is not there, with another in between, or called off."""
_MONDAY = date(2026, 1, 5)
_MORNING, _EVENING, _NIGHT = time(8), time(20), time(4)
_LONG = 600
"""Steps that a request of a life may take."""


@dataclass(frozen=True)
class HomeLifePlan:
    """What a life is made from.

    Attributes:
        seed: Of the home and of all choices.
        days: How many.
        chores: Requests on each day.
    """

    seed: int
    days: int = 2
    chores: int = 4

    @property
    def name(self) -> str:
        """Its name among others."""
        return f"home {self.seed}"


def lead(plan: HomeLifePlan, memory: Path, forget: bool = True) -> LivedTruth:
    """Lead a life and say what it was like.

    Args:
        plan: What life.
        memory: A new memory file.
        forget: Whether it forgets, between the days and at the end.
    """
    return _HomeLife(plan, memory, forget).lead()


@dataclass
class _HomeLife:
    plan: HomeLifePlan
    memory: Path
    forget: bool
    tasks: list[ServedTask] = field(default_factory=list)
    statements: list[ToldStatement] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.rng = random.Random(f"questions {self.plan.seed}")
        self.clock = SimulatedClock(datetime.combine(_MONDAY, _MORNING))
        scene = load_scene("kitchen", self.plan.seed)
        self.controller = PocketController(scene, seed=self.plan.seed, renderImage=False)
        self.session = RefereeSession(self.controller, self.clock)
        self.perceiver = GroundTruthPerceiver()
        self.there = {one["objectType"] for one in self.session.objects()}
        self.menu: list[Mapping[str, Any]] = self.rng.sample(chores()["chores"], len(chores()["chores"]))
        self.notes = RefereeNotes(self.clock)

    def lead(self) -> LivedTruth:
        told = self.rng.sample(chores()["statements"], 2)
        waiting = self.rng.randrange(self.plan.days)
        for number in range(self.plan.days):
            day = _MONDAY + timedelta(days=number)
            modes = [self.rng.choice(MODES) for _ in range(self.plan.chores)]
            if number == 0 and len(modes) > 1:
                modes[self.rng.randrange(len(modes))] = "impossible"
            if number == waiting:
                modes[-1] = "waiting"
            for start, mode in zip(self._times(day, len(modes)), modes, strict=True):
                self._wait_until(start)
                self._request(mode, f"{day}-{start:%H%M}")
            for one in told[number::2]:
                self._tell(one)
            if number + 1 < self.plan.days:
                self._night(day)
        self._wait_until(datetime.combine(_MONDAY + timedelta(days=self.plan.days - 1), _EVENING))
        self._forget()
        asked = {task.do for task in self.tasks}
        handled = {deed.thing for deed in self.session.deeds}
        left = [one["do"] for one in self.menu if one["do"] not in asked and not set(one["needs"]) & handled]
        undone = left + chores()["undone"]
        now = self.clock.now() + timedelta(minutes=self.rng.randrange(5, 90))
        truth = (tuple(self.tasks), tuple(self.session.deeds), tuple(self.statements), self._places(), now)
        return LivedTruth(*truth, tuple(self.rng.sample(undone, len(undone))))

    # -- requests ----------------------------------------------------------------------------------------------------

    def _request(self, mode: str, episode: str) -> None:
        chore = self._chore(possible=mode != "impossible")
        if chore is None:
            return
        request = self.rng.choice(chore["requests"])
        later: list[tuple[Saying, Mapping[str, Any] | None]] = []
        step = self.rng.randrange(6, 16)
        if mode == "interrupted":
            quick = self.rng.choice([one for one in chores()["quick"] if self._possible(one)])
            later.append((Saying(self.rng.choice(quick["requests"]), step), quick))
        elif mode in ("cancelled", "waiting"):
            later.append((Saying(self.rng.choice(chores()["cancel" if mode == "cancelled" else "wait"]), step), None))
        began = self.clock.now()
        self.notes = RefereeNotes(self.clock)
        lived = self._live(Speech(request, None, tuple(saying for saying, _ in later)), episode)
        wanted = {request: chore} | {saying.text: quick for saying, quick in later if quick is not None}
        self._note(lived, wanted, began)

    def _live(self, speech: Speech, episode: str) -> LivedEpisode:
        home = EpisodeHome(self.session, self.clock, episode, self.controller.scene)
        with Store.open(self.memory) as store:
            writer = InlineWriter(store, self.clock)
            records = Records(writer, after=(writer.number, TaskLog(store).newest))
            capabilities = Capabilities(perceiver=self.perceiver, steps=_LONG)
            return live(home, speech, records, capabilities, self._step, self._meet)

    def _step(self, report: Any) -> None:
        if report.action == "Text":
            self.notes.hear(report.speaker, report.target or "")

    def _meet(self, robot: Household) -> None:
        def over(task: AgendaTask[Errand]) -> None:
            self.notes.over[task.id] = self.clock.now()

        def resumed(task: AgendaTask[Errand]) -> None:
            self.notes.left.add(task.id)

        robot.on_end, robot.on_resume = over, resumed

    def _note(self, lived: LivedEpisode, wanted: Mapping[str, Mapping[str, Any]], began: datetime) -> None:
        """What became of the requests of one stretch of life."""
        found: list[ServedTask] = []
        for one in lived.ended:
            chore = wanted.get(one.item.request)
            if chore is None:
                continue
            status = {"done": DONE, "failed": FAILED, "cancelled": CANCELLED}[one.item.status]
            asked = self._asked(one.item.request, began)
            over, left = self.notes.over.get(one.item.id), one.item.id in self.notes.left
            if status == DONE and not (one.progress.success and self._did_something(asked, over)):
                status = DOUBTFUL
            reason = one.item.note if status == FAILED else ""
            found.append(self._served(chore, one.item.request, asked, over, status, reason, left))
        for request, chore in wanted.items():
            if lived.waiting and request not in [one.request for one in found]:
                found.append(self._served(chore, request, self._asked(request, began), None, WAITING, "", False))
        self.tasks += sorted(found, key=lambda task: task.asked)

    def _did_something(self, asked: datetime, over: datetime | None) -> bool:
        """Whether anything was done meanwhile: of what was so already nobody knows whether it was done."""
        return any(asked <= deed.time <= (over or deed.time) for deed in self.session.deeds)

    @staticmethod
    def _served(chore: Mapping[str, Any], request: str, asked: datetime, *what: Any) -> ServedTask:
        return ServedTask(chore["do"], str(chore["about"]), request, asked, *what)

    def _asked(self, request: str, began: datetime) -> datetime:
        return self.notes.asked(request, began, lambda: began)

    def _chore(self, possible: bool) -> Mapping[str, Any] | None:
        """A chore that was not asked for yet; where it is not possible, for a thing that is nowhere in the home."""
        for one in self.menu:
            if self._possible(one) == possible:
                self.menu.remove(one)
                return one
        return None

    def _possible(self, chore: Mapping[str, Any]) -> bool:
        return set(chore["needs"]) <= self.there

    # -- other things that happen ------------------------------------------------------------------------------------

    def _tell(self, one: Mapping[str, Any]) -> None:
        """Somebody tells a fact, as in a chat about the memory."""
        self.clock.advance(self.rng.randrange(60, 600))
        Dialogue(self.memory, self.clock.now()).say(one["words"])
        self.statements.append(ToldStatement(one["words"], one["topic"], str(one["fact"]), self.clock.now()))

    def _night(self, day: date) -> None:
        self._wait_until(datetime.combine(day + timedelta(days=1), _NIGHT))
        self.touched |= set(live_a_night(self.session, np.random.default_rng([self.plan.seed, day.toordinal()])))
        self._forget()

    def _forget(self) -> None:
        if self.forget:
            with Store.open(self.memory) as store:
                InlineWriter(store, self.clock).forget()

    def _wait_until(self, then: datetime) -> None:
        self.clock.time = max(self.clock.time, then)

    def _times(self, day: date, count: int) -> list[datetime]:
        start = datetime.combine(day, _MORNING)
        return [start + timedelta(minutes=m) for m in sorted(self.rng.sample(range(0, 660, 20), count))]

    def _places(self) -> dict[str, tuple[str, ...]]:
        """Where things are that the robot put somewhere and nobody touched since, if it handled one of their class."""
        put = [deed for deed in self.session.deeds if deed.action == "Place"]
        now = {one["objectId"]: one for one in self.session.objects()}
        found: dict[str, tuple[str, ...]] = {}
        for kind in dict.fromkeys(deed.thing for deed in put):
            keys = {deed.key for deed in self.session.deeds if deed.thing == kind}
            key = next(iter(keys))
            parents = (now.get(key) or {}).get("parentReceptacles") or ()
            if len(keys) == 1 and key not in self.touched and parents:
                found[kind] = tuple(map(type_of, parents))
        return found
