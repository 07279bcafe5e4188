"""A robot that rearranges things for somebody who may interrupt: the house as a world of the mind, and the mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from agent.assistance.assistant import BuiltinAssistant
from agent.assistance.at_work.agenda import HouseRequest, RequestAgenda
from agent.assistance.at_work.distilling import BuiltinRequestWorker
from agent.assistance.at_work.stepping import RequestWork
from agent.assistance.at_work.wishes import HouseWish, read_wish
from agent.assistance.house_words import HouseWords
from agent.assistance.reading import RequestReader
from agent.assistance.remembered import moved_objects
from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from agent.mind.commands import WORKING
from agent.mind.coordinator import Coordinator, DoAction, GoOn, Retrieve, StackCoordinator
from agent.mind.executive import ExecutedStep, Executive
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.mind.tasks import AgendaTask
from agent.mind.worker import Worker
from agent.mind.world import WorldStep
from envs.clock import Clock, SimulatedClock
from envs.errors import HomebodyError
from envs.rearrangement.skills import Skill, read_skill
from envs.rearrangement.world import RearrangementWorld, SkillOutcome, read_text
from memory.assistance import EpisodeMemory, EpisodeTurn
from memory.experience import AGENT
from memory.store.task_log import LogEntry, TaskLog, unsaved_log
from memory.task_status import SUSPENDED

USER = "user"
_NO_TIME = "there was no time left for it"
_CHOSEN_BY_WORKERS = "Skills are chosen by the worker of a task; say which task is to go on."


@dataclass(frozen=True)
class SaidAt:
    """Something that is said while the robot works.

    Attributes:
        text: The words.
        after: How many skills were used by then.
    """

    text: str
    after: int


@dataclass(frozen=True)
class AssistedHouse:
    """What a robot works in and by.

    Attributes:
        world: The house.
        name: Its name.
        memory: What is remembered.
        user: Who asks; "" where nobody says.
        assistant: Works on each request.
    """

    world: RearrangementWorld
    name: str
    memory: AssistantMemory = field(default_factory=AssistantMemory)
    user: str = ""
    assistant: Assistant = field(default_factory=BuiltinAssistant)


class AssistanceWorld:
    """A house, as a world in which a mind acts; the worker of a request is any assistant, skill by skill.

    Args:
        house: What it works in and by.
        agenda: The open requests.
        clock: Tells the time for the log.
        said: What is said, and when.
        worker: Says which objects matter; the built-in one goes by the kinds that are named.

    Attributes:
        spoken: What was said, in order: (who, words).
        came: What came of each request, by the number of its task.
        used: How many skills were used.
    """

    def __init__(
        self,
        house: AssistedHouse,
        agenda: RequestAgenda,
        clock: Clock,
        said: Sequence[SaidAt] = (),
        worker: Worker[HouseRequest] | None = None,
    ) -> None:
        self._house, self._agenda, self._clock, self._said = house, agenda, clock, list(said)
        words = HouseWords([kind for kind, _ in house.world.furniture.values()], house.world.rooms)
        self._worker = worker or BuiltinRequestWorker(RequestReader(words))
        self._works: dict[int, RequestWork] = {}
        self.spoken: list[tuple[str, str]] = []
        self.came: dict[int, Assistance] = {}
        self.used = 0

    # -- what is said

    def heard(self, idle: bool) -> str | None:
        """What is said now; what is said next where there is nothing else to do."""
        return self._said.pop(0).text if self._said and (idle or self.speaking()) else None

    def speaking(self) -> bool:
        """Whether somebody has something to say."""
        return bool(self._said) and self._said[0].after <= self.used

    def together(self) -> AbstractContextManager[Any]:
        """Every change is kept on its own."""
        return nullcontext()

    def read(self, said: str, aloud: bool) -> HouseWish:
        """Read an utterance."""
        self.spoken.append((USER, said))
        return read_wish(said)

    def carry_out(self, read: HouseWish) -> str:
        """Begin what is asked for, at once or at the end; or suspend, resume or cancel what is meant."""
        if read.kind in ("now", "later"):
            if not read.text.strip():
                return "What shall I do?"
            self._agenda.begin(HouseRequest(read.text), read.text, "now" if read.kind == "now" else "after")
            return ""
        if read.kind == "status":
            return " ".join(self.status(item) for item in self._agenda.open) or "There is nothing to do."
        meant = self._meant(read)
        if len(meant) != 1 and not read.everything:
            return "Which of them do you mean?" if meant else "There is nothing of that kind to do."
        for item in meant:
            if read.kind == "suspend":
                self._agenda.put_off(item, wait=True)
            elif read.kind == "resume":
                self._agenda.bring_forward(item)
            else:
                self._agenda.cancel(item, "as the user wished")
        return {"suspend": "OK, I wait with that.", "cancel": "OK, I leave that."}.get(read.kind, "")

    def _meant(self, read: HouseWish) -> list[AgendaTask[HouseRequest]]:
        """The requests that a wish is about: by its words, or the one at hand, or the one that waits."""
        if read.everything or read.text:
            return self._agenda.meant(read.text)
        current, waiting = self._agenda.current, [one for one in self._agenda.open if one.status == SUSPENDED]
        if read.kind == "resume" and waiting:
            return waiting[-1:]
        return [] if current is None else [current]

    def status(self, item: AgendaTask[HouseRequest]) -> str:
        """How a request stands, in words."""
        moved = _moved(_as_memory(self._agenda.tasks.entries(item.id)).turns)
        return f"{item.errand.words}: {moved or 'nothing is moved yet'}."

    def turned(self, before: AgendaTask[HouseRequest] | None, begun: int, answer: str) -> None:
        """Leave what was at hand if it is no longer: what is in the hand is put down; and answer."""
        after = self._agenda.current
        if before is not None and before.id in self._works and (after is None or after.id != before.id):
            put = self._works[before.id].leave()
            if put is not None:
                self._log(before.id, *put)
        for number in [one for one in self._works if not self._agenda.item(one).open]:
            self._keep(self._agenda.item(number), self._works.pop(number))
        if answer:
            self.spoken.append((AGENT, answer))

    # -- what is done

    def take_up(self, task: AgendaTask[HouseRequest]) -> None:
        """The work on a task goes on where it was."""
        if task.id not in self._works:
            one = self._house
            given = (one.assistant, one.world, one.name, one.memory, task.errand.text, str(task.id), one.user)
            self._works[task.id] = RequestWork(*given)

    def refusal(self, task: AgendaTask[HouseRequest] | None, action: DoAction | GoOn) -> str:
        """Why something cannot be done for a task."""
        if isinstance(action, DoAction):
            return _CHOSEN_BY_WORKERS
        if action.task is not None and self._agenda.item(action.task).status == SUSPENDED:
            return f"Task {action.task} waits until somebody says so."
        return ""

    def do(self, task: AgendaTask[HouseRequest], action: DoAction | GoOn) -> WorldStep:
        """Use the next skill for a task, and log it."""
        self.take_up(task)
        work = self._works[task.id]
        if self._house.world.over:
            return WorldStep(over=_NO_TIME)
        try:
            used = work.step()
        except HomebodyError as error:
            return WorldStep(over=" ".join(str(error).split()) or type(error).__name__)
        if used is None:
            return WorldStep(over=self._outcome_of(work))
        self._log(task.id, *used)
        return WorldStep(used[0], used[1].success)

    def _log(self, task: int, written: str, outcome: SkillOutcome) -> None:
        self.used += 1
        reason = "" if outcome.success else read_text(outcome)
        entry = LogEntry(self._clock.now(), written, outcome.success, reason, self._contents(written))
        self._agenda.tasks.append(task, entry)

    def _contents(self, written: str) -> dict[str, tuple[str, ...]]:
        """What lies where something was put, as far as is known."""
        read = read_skill(written)
        if not isinstance(read, Skill) or read.name != "Place":
            return {}
        place = read.arguments[2]
        return {place: tuple(one.name for one in self._house.world.seen if one.place == place)}

    def _outcome_of(self, work: RequestWork) -> str:
        """What is said of the task: ``done``, or what stands against it."""
        came, held = work.assistance, self._house.world.held
        if came is None or not work.finished:
            return _NO_TIME if self._house.world.over else "it was given up"
        if came.asked:
            return " ".join(came.asked)
        if held is not None:
            return f"I still hold {held} and could not put it where it belongs"
        return "done" if _moved(came.episode.turns) else "I found nothing to move"

    def ended(self, task: AgendaTask[HouseRequest], reason: str) -> None:
        """A task is done, or given up: what came of it is told, and what comes next."""
        work = self._works.pop(task.id, None)
        if work is not None:
            self._keep(task, work)
        self._agenda.end(self._agenda.item(task.id), reason)
        moved = _moved(self.came[task.id].episode.turns) if task.id in self.came else ""
        told = f"{moved}." if reason == "done" else f"I could not finish: {reason}.{f' {moved}.' if moved else ''}"
        more = self._agenda.current
        self.spoken.append((AGENT, told if more is None else f"{told} Next: {more.errand.words}"))

    def _keep(self, task: AgendaTask[HouseRequest], work: RequestWork) -> None:
        """What came of a request, as it is to be remembered; where the assistant did not end, what the log tells."""
        if work.assistance is not None:
            self.came[task.id] = work.assistance
            return
        work.close()
        done, one = _as_memory(self._agenda.tasks.entries(task.id)), self._house
        kept = replace(done, id=str(task.id), home=one.name, instruction=task.errand.text, user=one.user)
        self.came[task.id] = Assistance(kept)

    # -- what is remembered

    def memory(self, wanted: Retrieve) -> WorkingMemory[HouseRequest] | DeclarativeMemory[HouseRequest] | None:
        """What matters of a request now, or what its log tells."""
        item = self._agenda.item(wanted.task)
        entries = self._agenda.tasks.entries(item.id)
        handled = [one.name for one in moved_objects(_as_memory(entries))]
        state = {place: things for entry in entries for place, things in entry.contents.items()}
        if wanted.function != WORKING:
            return DeclarativeMemory(item.errand, tuple(entry.action for entry in entries), state, None)
        known = [one.name for one in self._house.world.seen]
        matter = dict.fromkeys((*handled, *self._worker.select(item.errand, known)))
        return WorkingMemory(item.errand, tuple(matter), state)


def _as_memory(entries: Sequence[LogEntry]) -> EpisodeMemory:
    return EpisodeMemory("", "", "", tuple(EpisodeTurn("", one.action, one.reason, one.success) for one in entries))


def _moved(turns: Sequence[EpisodeTurn]) -> str:
    """What was put where, in words; "" for nothing."""
    found = [one for one in moved_objects(EpisodeMemory("", "", "", tuple(turns))) if one.places]
    return f"I brought {', '.join(f'{one.name} to {one.places[-1]}' for one in found)}" if found else ""


class AssistanceRobot:
    """A robot in a house with a mind: requests come at any time, and each is a task with its log.

    Args:
        house: What it works in and by.
        log: Where tasks are written down; in no file by default.
        said: What is said, and when.
        worker: Says which objects matter for a request.
        coordinator: Makes what decides among the open requests, of the agenda and of what was said; the one that was
            asked for last comes first by default.
        clock: Tells the time.

    Attributes:
        world: The house as a world of the mind.
        agenda: The requests.
    """

    def __init__(
        self,
        house: AssistedHouse,
        log: TaskLog | None = None,
        said: Sequence[SaidAt] = (),
        worker: Worker[HouseRequest] | None = None,
        coordinator: Callable[[AssistanceWorld], Coordinator[HouseRequest]] | None = None,
        clock: Clock | None = None,
    ) -> None:
        clock = clock or SimulatedClock()
        self._house = house
        self.agenda = RequestAgenda(log or unsaved_log(), clock, house.name)
        self.world = AssistanceWorld(house, self.agenda, clock, said, worker)
        decides = coordinator(self.world) if coordinator is not None else StackCoordinator()
        self._mind = Executive(self.world, self.agenda, decides, StackCoordinator())

    def hear(self, said: str) -> str:
        """Somebody says something, at any time; as ``Executive.hear``."""
        return self._mind.hear(said)

    def step(self) -> ExecutedStep:
        """One decision: at most one skill."""
        return self._mind.step()

    def live(self) -> None:
        """Work until nothing is left to do and nobody says anything more; the house's episode ends if nothing waits."""
        self._mind.live()
        if not self._house.world.over and not self.agenda.open:
            self._house.world.step(Skill("Done"))
