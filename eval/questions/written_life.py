"""Living a written life: what it tells goes into a memory as a robot's own steps, words and tasks would."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta

from agent.dialogue.facts_told import keep as keep_fact
from agent.planning import phrasing
from agent.requests.intents import read as read_intent
from agent.requests.reading import read_at_work
from envs.clock import SimulatedClock
from envs.vocabulary.numbers import up_to
from eval.questions.named_things import NamedThing, is_room, named, places
from eval.questions.rounds import Happening, WrittenLife
from eval.questions.written_scenes import WrittenHome
from memory.experience import AGENT, Experience, Utterance
from memory.live.writer import InlineWriter
from memory.store.database import Store
from memory.store.task_log import LogEntry, TaskLog, TaskOrigin
from memory.task_status import CANCELLED, DONE, FAILED, RUNNING

NIGHT = time(4)
"""When it forgets, as a life of days does (``agent.runs.days``)."""
_STEP = timedelta(seconds=4)
_POLITE = re.compile(
    r"^(?:(?:hey|hi|ok|okay|so|robot|please|now|good \w+)[,!.]? )+|^(?:could|can|would|will) you (?:please )?|"
    r"^i (?:want|need|would like|'d like) you to |,? please\b|[.!?]+$",
    re.IGNORECASE,
)
_WITH = re.compile(r"\bwith the ([\w' ]+?)(?:,|$| and )")
_COUNTED = re.compile(rf"\b({'|'.join(up_to(20))}|\d+) (?:slices|pieces)")
_LOOKING = re.compile(r"while (?:looking for|taking out) (?:the |an? )?(.+)")
_GIVEN = re.compile(r"^.*\bto |[^\w ]")
_PUT = re.compile(r"\bput (?:on|in) (?:the )?(.+)")
_TAKEN = re.compile(r"taken from (?:the )?(.+)")


def live_written(life: WrittenLife, store: Store, forget: bool = True) -> None:
    """Live a written life in a memory: every happening at its time, a forgetting pass in each night and one at the end.

    Args:
        life: What happened.
        store: A new memory, open for writing.
        forget: Whether it forgets at all.
    """
    clock = SimulatedClock(life.happenings[0].time if life.happenings else life.asked_at)
    partly = {one.task: one.reason for one in life.happenings if one.state == "partly done"}
    living = _Living(InlineWriter(store, clock), clock, partly)
    for happening in life.happenings:
        if forget:
            living.nights(happening.time)
        living.take(happening)
    if forget:
        living.nights(life.asked_at)
        clock.time = life.asked_at
        living.memory.forget()


@dataclass
class _Living:
    """The robot of a written life."""

    memory: InlineWriter
    clock: SimulatedClock
    partly: dict[str, str]
    home: WrittenHome = field(default_factory=WrittenHome)
    _tasks: dict[str, int] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)
    _running: list[str] = field(default_factory=list)
    _episode: str = ""
    _last: datetime | None = None
    _goal: str | None = None

    def nights(self, until: datetime) -> None:
        """Forget in every night before a time."""
        night = datetime.combine(self.clock.now().date() + timedelta(days=1), NIGHT)
        while night < until:
            self.clock.time = night
            self.memory.forget()
            night += timedelta(days=1)

    def take(self, one: Happening) -> None:
        """Live one happening."""
        self.clock.time = max(one.time, self._last + timedelta(seconds=1) if self._last else one.time)
        {"said": self._said, "asked": self._asked, "did": self._did, "saw": self._saw, "task_state": self._stands}[
            one.what
        ](one)

    # -- words and tasks ---------------------------------------------------------------------------------------------

    def _said(self, one: Happening) -> None:
        if not self._running:
            self._begin_episode()
        self._step(None, said=(Utterance(one.who, one.words),))
        told = read_intent(one.words)
        if told.kind == "fact":  # kept as the dialogue keeps it
            self.memory.ask(lambda store: keep_fact(store, told.about, one.who, one.time))

    def _asked(self, one: Happening) -> None:
        if not self._running:
            self._begin_episode()
        found = [begun.errand for begun in read_at_work(one.words).begun]
        name, params = (found[0].name, found[0].params) if len(found) == 1 else (_plain(one.words), ())
        task = one.task or one.words
        self._names[task] = found[0].words if len(found) == 1 else name
        parent = self._tasks.get(self._running[-1]) if self._running else None
        origin = TaskOrigin(self._names[task], one.who, self._episode)
        self._tasks[task] = self._log.begin(name, params, one.words, self.clock.now(), parent, "", origin)
        self._running.append(task)
        self._step(None, said=(Utterance(one.who, one.words),))

    def _stands(self, one: Happening) -> None:
        number = self._tasks[one.task]
        if one.status == RUNNING:
            self._running = [name for name in self._running if name != one.task] + [one.task]
        self._log.update(number, self.clock.now(), status=one.status, note=one.reason or None)
        if one.status in (DONE, FAILED, CANCELLED):
            self._step(None, said=(Utterance(AGENT, _ending(one)),))
        if one.status != RUNNING:
            self._running = [name for name in self._running if name != one.task]

    # -- deeds and sights --------------------------------------------------------------------------------------------

    def _did(self, one: Happening) -> None:
        self.home.light(one.place)
        for action, arguments in self._deeds(one):
            self._act(action, arguments)

    def _deeds(self, one: Happening) -> list[tuple[str, tuple[str, ...]]]:
        """Steps that make up a deed; what is only looked at is seen on the way."""
        home, thing, note = self.home, named(one.thing), one.note
        tool = _WITH.search(note)
        if tool is not None and one.deed not in ("put down", "put in", "put on", "give"):
            home.take_tool(named(tool[1]))
        where = () if is_room(one.place) else places(one.place)
        deed = one.deed.removesuffix(" with water")
        pieces = _COUNTED.search(note)
        if deed == "pick up":
            taken = home.pick_up(thing, where, dirty="dirty" in note.split())
            return home.behind_a_door(taken, where[0]) if "opened and closed" in note and where else taken
        if deed == "give":
            return home.put(thing, (NamedThing(_GIVEN.sub("", one.place).strip() or "Person"),), ())
        if deed in ("put down", "put in", "put on", "throw away", "hang"):
            taken = _TAKEN.search(note)
            return home.put(thing, where, places(taken[1]) if taken else ())
        if deed in ("wash", "fill"):
            put = _PUT.search(note)
            return [*home.run_water(thing, where, deed), *(home.put(thing, places(put[1]), ()) if put else ())]
        if deed in ("slice", "crack"):
            return home.cut(thing, where, _count(pieces[1]) if pieces else 2)
        return home.other(deed, thing, where, note)

    def _saw(self, one: Happening) -> None:
        looking = _LOOKING.search(one.note)
        self._goal = f"find the {looking[1]}" if looking else None
        if "opened it" in one.note:
            for action, arguments in self.home.other("open", named(one.thing), places(one.place), ""):
                self._act(action, arguments)
        else:
            self.home.show(named(one.thing), () if is_room(one.place) else places(one.place))
            self._step("Turn Left")
        self._goal = None

    def _act(self, action: str, arguments: tuple[str, ...]) -> None:
        """One step; what merely happens to a thing is seen, not done."""
        if action.startswith("_"):
            self.home.after(action, arguments)
            self._step(None)
            return
        self.home.before(action, arguments)
        self._step("Turn Left")
        self.home.after(action, arguments)
        self._step(action, arguments)
        if self._running:
            self._note(self._running[-1], f"{action}({', '.join(map(self.home.name, arguments))})")

    def _note(self, task: str, action: str) -> None:
        """Write a deed into the log of its task; of one that is going to be done in part also what is left to do."""
        left: tuple[str, ...] = ()
        if task in self.partly:
            left = (self.partly[task],) if self._log.entries(self._tasks[task]) else (self.partly[task], task)
        self._log.append(self._tasks[task], LogEntry(self.clock.now(), action, True, remaining=left))

    def _step(self, action: str | None, arguments: tuple[str, ...] = (), said: tuple[Utterance, ...] = ()) -> None:
        """One experience, and the time that it takes."""
        if not self._episode:
            self._begin_episode()
        now = Experience(
            self.clock.now(),
            self._episode,
            action,
            arguments,
            None if action is None else True,
            goal=self._goal,
            task=self._names[self._running[-1]] if self._running else None,
            speech=said,
            pose=(0.0, 0.9, 0.0, 0.0, 0.0),
            held=self.home.held,
            scene=self.home.scene(),
        )
        self.memory.observe(now)
        self._last = now.time
        self.clock.time = now.time + _STEP

    def _begin_episode(self) -> None:
        self.home.drop()
        self._episode = f"{self.clock.now():%Y-%m-%d %H:%M:%S}"

    @property
    def _log(self) -> TaskLog:
        return self.memory.ask(TaskLog)


def _plain(words: str) -> str:
    """A request without its politeness."""
    text = words.strip()
    for _ in range(3):
        text = _POLITE.sub("", text).strip()
    return text[:1].lower() + text[1:] if text else words


def _ending(one: Happening) -> str:
    """What the robot says when a task is over, in its own words."""
    if one.status == DONE:
        return phrasing.finished()
    return "OK, I will leave it." if one.status == CANCELLED else phrasing.sorry(one.reason)


def _count(word: str) -> int:
    return int(word) if word.isdigit() else up_to(20)[word]
