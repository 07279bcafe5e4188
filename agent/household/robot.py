"""The robot in its household: the home as a world of the mind, and the mind in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.belief.state import Belief
from agent.body.skills import Skills
from agent.hearing.rewritten import reader_at_work
from agent.household.agenda import HouseholdAgenda
from agent.household.cleanup import Disorder
from agent.household.doing.notebook import TaskNotebook
from agent.household.doing.undone import taken_away
from agent.household.doing.waiting_words import WaitingWords
from agent.household.doing.workplace import OnTask, Workplace, no_matter
from agent.household.listening_body import ListeningBody
from agent.household.plans import begin_due
from agent.household.provisions import Capabilities
from agent.household.replies import Replies
from agent.household.schedule import PlanLog, TaskSchedule
from agent.household.status import TaskState, deed_told, last_words
from agent.household.work import NOT_NEEDED
from agent.mind.accounts import TaskAccounts
from agent.mind.coordinator import DoAction, GoOn, Retrieve, StackCoordinator
from agent.mind.executive import Executive
from agent.mind.memories import DeclarativeMemory, TaskMemoryMode, WorkingMemory
from agent.mind.tasks import AgendaTask
from agent.mind.world import WorldStep
from agent.personal.profiles import LivedProfiles
from agent.personal.sight import HomeSight
from agent.personal.talk import PersonalTalk
from agent.planning.planner import Planner
from agent.planning.terms import WhichThings
from agent.requests.errands import BRING, LOOK, Errand
from agent.requests.home_questions.answering import told
from agent.requests.home_questions.reading import HomeQuestion, home_question
from agent.requests.instructions import Answered, Begin, Clarification
from agent.requests.intents import read as read_intent
from agent.requests.reading import LONGEST, HeardUtterance, RequestContext
from agent.requests.serving.kept import belongs
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import one
from memory.experience import AGENT, type_of
from memory.store.task_log import TaskLog, unsaved_log
from memory.task_status import CANCELLED


class TooLongSaid:
    """More was said than is listened to."""


@dataclass(frozen=True)
class EndedTask:
    """How one task ended.

    Attributes:
        item: The task, with status and note.
        progress: The checker's count when it ended.
        steps: Steps taken for it.
        resumed: How often it was taken up again.
    """

    item: AgendaTask[Errand]
    progress: TaskProgress
    steps: int
    resumed: int


class Household:
    """A home in which a mind works through an agenda; it is the world of its executive.

    Args:
        body: What acts, and listens.
        skills: What it can do, and where it has looked.
        tasks: Where tasks are written down.
        capabilities: What outlives an interruption, what each task may take, and what makes planners.
        answer: Answers questions about the past; without it they are put off.
        together: A transaction of the memory file: what is written in it is kept as a whole.
        plans: Where what is planned is kept; for as long as the process lives by default.
        personal: Knows whose things are and what people are used to; nothing of it by default.
        room: Which room the home is; empty where nobody knows.

    Attributes:
        agenda: What is to be done.
        schedule: What is planned.
        ended_tasks: How tasks ended, in order.
        work: The task at hand and what works at it.
        on_end: Called when a task is over, or was dropped.
        on_resume: Called when a task that was left is taken up again.
        spoken: What was said, in order: (who, words).
        accounts: What language models cost each task.
    """

    def __init__(
        self,
        body: ListeningBody,
        skills: Skills,
        tasks: TaskLog,
        capabilities: Capabilities,
        answer: Callable[[str], str] | None = None,
        together: Callable[[], AbstractContextManager[Any]] = nullcontext,
        plans: PlanLog | None = None,
        personal: PersonalTalk | None = None,
        room: str = "",
    ) -> None:
        self.together, self.body, self._room = together, body, room
        self._limits = (capabilities.steps, capabilities.failures)
        remembers = capabilities.memory is not TaskMemoryMode.NONE
        self.agenda = HouseholdAgenda(tasks, body.journal.clock, body.journal.episode, remembers, capabilities.speaker)
        self.schedule = TaskSchedule(plans or PlanLog(unsaved_log(), body.journal.episode), body.journal.clock)
        self.accounts = capabilities.accounts or TaskAccounts()
        self.work = Workplace(body, skills, self.agenda, capabilities, self.accounts, lambda task: self.on_resume(task))
        self.ended_tasks: list[EndedTask] = []
        self.replies = Replies(self, answer)
        self.spoken = list[tuple[str, str]]()
        self._reader = capabilities.reader or reader_at_work()
        self._speaker, self._personal = capabilities.speaker, personal or PersonalTalk(LivedProfiles())
        self._waiting = WaitingWords()
        self._mind = Executive(self, self.agenda, capabilities.coordinator(self), StackCoordinator())
        self._asked: Clarification | None = None
        self._things: tuple[str, ...] = ()
        self.on_end: OnTask = no_matter
        self.on_resume: OnTask = no_matter

    @property
    def notebook(self) -> TaskNotebook:
        """What is written down of tasks."""
        return self.work.notebook

    # -- living ------------------------------------------------------------------------------------------------------

    def live(self, again: bool = False) -> None:
        """Work until nothing is left to do and nobody has anything more to say.

        Args:
            again: Whether what is on the agenda was left to wait, and is taken up now.
        """
        for item in self.agenda.open if again else ():
            self.body.allow(*self._limits)
            self.work.resumed[item.id] = 1
        self._mind.live()
        while self._begin_due():
            self._mind.live()
        self.work.clean_up(Disorder())
        self.body.goal = ""

    def take_up(self, task: AgendaTask[Errand]) -> None:
        """The work on a task: the same as before, or taken up (again)."""
        self.work.take_up(task)

    def refusal(self, task: AgendaTask[Errand] | None, action: DoAction | GoOn) -> str:
        """Why another task cannot be turned to, or a skill cannot be used, going by what is known of the home."""
        return self.work.refusal(task, action)

    @property
    def known(self) -> Belief:
        """What is known of the home."""
        return self.body.belief

    @property
    def subgoal(self) -> str:
        """What the worker of the task at hand is about, in words."""
        return self.work.subgoal

    @property
    def came(self) -> str:
        """What came of the last step, for a coordinator."""
        return self.work.came

    def do(self, task: AgendaTask[Errand], action: DoAction | GoOn) -> WorldStep:
        """Use one skill for a task, the next one or a certain one; its deeds are logged as they happen.

        Raises:
            SpeechBegan: Somebody speaks.
        """
        return self.work.do(task, action)

    def ended(self, task: AgendaTask[Errand], reason: str) -> None:
        """A task is done, or given up for a reason: say so, and what comes next."""
        item = self.agenda.item(task.id)
        self.work.ending(item.id)
        if reason.startswith(NOT_NEEDED):
            self.agenda.cancel(item, reason.removeprefix(NOT_NEEDED))
        else:
            self.agenda.end(item, reason)
        if item.errand.name == BRING and (reason == "done" or self.body.belief.held in self.work.handed):
            self.work.offered = self.body.belief.held
        self.close(item.id)
        self.body.goal = ""
        away = taken_away(self.agenda.item(item.id), self.agenda.all, self.body.belief, self.agenda.tasks.task)
        for gone in away:
            for errand in gone.back:
                self.agenda.begin(errand, gone.task.request, "now")
        more = self.agenda.current
        asked = home_question(item.request) if item.errand.name == LOOK else None
        said = (told(asked, self.body.belief) if asked is not None else "") or last_words(reason)
        said += "".join(f" {gone.told(self.body.belief)}" for gone in away)
        if more is not None and not any(gone.back for gone in away):
            deed = deed_told(more.errand, more.working.same)
            said += f" {'Back to' if more.working.left >= 0 else 'Next'}: {deed}."
        self.body.say(said)
        for waiting in self._waiting.over(item.id):
            self._waiting.looked_for.add(item.errand.params[1])
            self._take_up_again(waiting)

    def _take_up_again(self, said: str) -> None:
        """Deal with what was said, now that all things are known that may be meant."""
        before = self.agenda.current
        read = self._understood(said)
        answer = self.replies.to(read.instructions, said)
        self.turned(before, len(read.begun), answer)

    def close(self, number: int) -> None:
        """Note how a task stands now that it is over."""
        item = self.agenda.item(number)
        progress = check_task(item.errand.task, self.work.judged(number, self.body.session.objects()))
        if item.status != CANCELLED:
            self.body.journal.recorder.task_over(item.errand.task, self.body.journal.clock.now())
        self.ended_tasks.append(
            EndedTask(item, progress, self.work.spent.get(number, 0), self.work.resumed.get(number, 0))
        )
        self.work.drop()
        self.on_end(item)

    # -- listening ---------------------------------------------------------------------------------------------------

    def heard(self, idle: bool) -> str | None:
        """What is said now; where there is nothing else to do, what is said next."""
        if not idle:
            self._begin_due()
        text = self.body.hearing.hear(self.body.steps)
        if text is None and idle:
            text = self.body.hearing.hear_next(bool(self._asked or self.agenda.open))
        return text

    def speaking(self) -> bool:
        """Whether somebody has something to say."""
        return self.body.hearing.speaking(self.body.steps)

    def context(self) -> RequestContext:
        """What an utterance may lean on."""
        tasks = tuple(item.errand for item in self.agenda.open)
        present = frozenset(thing.object_type for thing in self.body.belief.things.values())
        plans = tuple(errand for plan in self.schedule.plans for errand in plan.errands)
        last = self.agenda.asked_last() if not tasks else ()
        about = (self._contents(), self.now, plans, last, self._room, self.agenda.told_in_parts())
        return RequestContext(tasks, self._things, present, self._asked, *about)

    def _contents(self) -> frozenset[tuple[str, str]]:
        """What is believed to lie in or on what, by type."""
        things = self.body.belief.things.values()
        return frozenset((one.object_type, type_of(one.place)) for one in things if one.place)

    @property
    def now(self) -> datetime:
        """The home's time."""
        return self.body.journal.clock.now()

    def _begin_due(self) -> bool:
        """Begin what was planned for now; whether there was anything."""
        due = self.schedule.due()
        if not due:
            return False
        before = self.agenda.current
        with self.together():
            said = begin_due(self, due)
        self.turned(before, sum(len(plan.what) for plan in due), said)
        return True

    def read(self, said: str, aloud: bool) -> HeardUtterance | TooLongSaid:
        """Read an utterance; nothing is done for half of one, and as much of it is remembered as shows why."""
        if len(said) > LONGEST:
            if aloud:
                self.body.say(said[: LONGEST + 1], self._speaker)
            return TooLongSaid()
        self.spoken.append((self._speaker, said))
        read = self._understood(said)
        self._asked = None
        idle = self.agenda.current is None
        first = next((one for one in read.begun if one.when == "now" or idle), None)
        if aloud:
            if first is not None:
                self.body.serve(first.errand.words)
            self.body.say(said, self._speaker)
        self.work.save_bound()
        return read

    def _understood(self, said: str) -> HeardUtterance:
        """An utterance, read once what is personal in it has been said in words that anybody understands."""
        heard = self._personal.hear(said, self._speaker, self.now, self._sight(), self.body.journal.episode)
        if heard.reply:
            return HeardUtterance(said, read_intent(said), (Answered(heard.reply, heard.asked),))
        if heard.look_for:
            looking = Begin(Errand(LOOK, (ALL, heard.look_for)))
            self._waiting.to_look = heard.text
            return HeardUtterance(said, read_intent(said), (Answered(heard.note), looking))
        context = self.context() if heard.text == said else replace(self.context(), asked=None)
        read = self._reader(heard.text, context)
        note = (Answered(heard.note),) if heard.note else ()
        read = replace(read, said=said, instructions=(*note, *read.instructions))
        return self._waiting.put_off(self.agenda.current.id if self.agenda.current is not None else None, read)

    def _sight(self) -> HomeSight:
        """What is known of things and of what was handled lately, for whoever speaks of them."""
        bound = [thing for _, thing in self.work.bound_now()]
        bound += [thing for other in reversed(self.agenda.all) for _, thing in other.working.bound]
        which = [term for item in reversed(self.agenda.all) for term in item.errand.terms]
        spoken = tuple(term for term in which if isinstance(term, WhichThings))
        last = self.agenda.all[-1].request if self.agenda.all else ""
        asked = [item.errand for item in self.agenda.all if item.request == last]
        return HomeSight(
            self.body.belief, tuple(dict.fromkeys(bound)), frozenset(self._waiting.looked_for), spoken, asked
        )

    def carry_out(self, read: HeardUtterance | TooLongSaid) -> str:
        """Change the agenda; what is to be answered."""
        if isinstance(read, TooLongSaid):
            return f"That was more than {LONGEST:,} characters; I listen to {LONGEST:,} at a time."
        answer = self.replies.to(read.instructions, read.said)
        self._waiting.begun(self.agenda.current.id if self.agenda.current is not None else None)
        return answer

    def turned(self, before: AgendaTask[Errand] | None, begun: int, answer: str) -> None:
        """Leave what was at hand if it is no longer, and answer."""
        if begun:
            self.body.allow(self._limits[0] * begun, self._limits[1] * begun)
        after = self.agenda.current
        if before is not None and (after is None or after.id != before.id):
            self.work.leave(before)
        self.body.serve(after.errand.words if after is not None else self.body.journal.task)
        if answer:
            self.spoken.append((AGENT, answer))
            self.body.say(answer)

    def begin(self, errand: Errand, text: str, aloud: bool = True) -> None:
        """Begin with a task that is given as such, in these words; see ``hear``."""
        self.body.serve(errand.words)
        if aloud:
            self.body.say(text, self._speaker)
        self.agenda.heard += 1
        self.agenda.begin(errand, text, "now")
        self.body.allow(*self._limits)
        self.body.say(f"OK, I will {errand.told}.")

    def take_in(self, text: str, errand: Errand | None) -> None:
        """Deal with what was said before the run was cut off."""
        if errand is None:
            self._mind.hear(text, aloud=False)
        else:
            self.begin(errand, text, aloud=False)

    def meet(self, place: str) -> str:
        """Know that the person is at some furniture now; what is answered."""
        self.body.person = self.body.person.at(place)
        return f"OK, you are at the {one(place)}."

    def belongs(self, kind: str) -> str:
        """Where things of a kind belong, in words."""
        things = self.body.belief.things.values()
        around = [type_of(one.place) for one in self.body.belief.known(*types_named(kind)) if one.place]
        return belongs(kind, around, frozenset(one.object_type for one in things))

    def ask(self, ask: Clarification) -> str:
        """Ask back; the next utterance may answer."""
        self._asked = ask
        return ask.question

    @property
    def offered(self) -> str | None:
        """What was asked last that a yes answers; None where nothing was."""
        return self._asked.question if self._asked is not None and self._asked.then else None

    def seen(self, asked: HomeQuestion) -> str:
        """What is known of what a question asks; "" where too little is."""
        skills = self.work.skills
        planner = Planner(asked.errand.wants()[0], self.body.belief, skills.navigator, skills.survey, skills.containers)
        return told(asked, self.body.belief) if planner.next() is None and not planner.excuses() else ""

    def look(self, asked: HomeQuestion, question: str) -> str:
        """Go and look: when the work is done; before it where that ends with a thing held out to somebody."""
        waits = bool(self.agenda.open) and all(item.errand.name != BRING for item in self.agenda.open)
        if not self.agenda.open:
            self.body.allow(*self._limits)
        self.agenda.begin(asked.errand, question, "after" if waits else "now")
        return "I will have a look when this is done." if waits else "I will have a look."

    def note_things(self, types: Sequence[str]) -> None:
        """These types were spoken of."""
        self._things = tuple(dict.fromkeys((*types, *self._things)))[:6] if len(types) != 1 else tuple(types)

    # -- remembering -------------------------------------------------------------------------------------------------

    def state_of(self, item: AgendaTask[Errand], names: bool = True) -> TaskState:
        """How a task stands, from its log and from what is known of the home."""
        return self.notebook.state_of(item, names)

    def memory(self, wanted: Retrieve) -> WorkingMemory[Errand] | DeclarativeMemory[Errand] | None:
        """What matters of a task now, or what its log tells; None where there is none."""
        return self.notebook.memory(wanted)
