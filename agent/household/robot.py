"""The robot in its household: the home as a world of the mind, and the mind in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from agent.belief.state import Belief
from agent.body.acting import LimitReached
from agent.body.skills import Skills
from agent.hearing.rewritten import reader_at_work
from agent.household.agenda import HouseholdAgenda
from agent.household.cleanup import Cleanup, Disorder, left_by
from agent.household.coordinating.named_skills import MOST_CHOSEN, NamedSkills, cannot_turn_to, skill_words
from agent.household.distilling import HomeTask, known_names
from agent.household.listening_body import ListeningBody
from agent.household.plans import begin_due
from agent.household.provisions import Capabilities
from agent.household.replies import Replies
from agent.household.schedule import PlanLog, TaskSchedule
from agent.household.status import TaskState, contents, remaining_of, state_of
from agent.household.work import NOT_NEEDED, TaskWork, group_of
from agent.mind.accounts import TaskAccounts
from agent.mind.commands import WORKING
from agent.mind.coordinator import DoAction, GoOn, Retrieve, StackCoordinator
from agent.mind.executive import Executive
from agent.mind.memories import DeclarativeMemory, TaskMemoryMode, WorkingMemory
from agent.mind.tasks import AgendaTask, MovedThing
from agent.mind.world import WorldStep
from agent.personal.profiles import LivedProfiles
from agent.personal.sight import HomeSight
from agent.personal.talk import PersonalTalk
from agent.planning import phrasing
from agent.planning.moves import SkillCall
from agent.planning.planner import Planner
from agent.planning.terms import Trait, WhichThings, places_named
from agent.requests.errands import BRING, LOOK, RESTORE, STATE, Errand
from agent.requests.home_questions.answering import told
from agent.requests.home_questions.reading import HomeQuestion, home_question
from agent.requests.instructions import Answered, Begin, Clarification
from agent.requests.intents import read as read_intent
from agent.requests.reading import LONGEST, HeardUtterance, RequestContext
from agent.requests.serving.kept import belongs
from envs.teach.games.session import Outcome
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import one, sentence
from memory.experience import AGENT, type_of
from memory.store.task_log import LogEntry, TaskLog, unsaved_log
from memory.task_status import CANCELLED

_HOT = frozenset({"CoffeeMachine", "Microwave", "StoveBurner", "StoveKnob", "Toaster"})


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

    Attributes:
        agenda: What is to be done.
        schedule: What is planned.
        ended_tasks: How tasks ended, in order.
        first_deed: For each task the steps that had been taken at the first deed since it was taken up.
        on_end: Called when a task is over, or was dropped.
        on_resume: Called when a task that was left is taken up again.
        came: What came of the last step, for a coordinator.
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
    ) -> None:
        self.together, self._planners = together, capabilities.planners
        self.body, self._limits, self._memory = body, (capabilities.steps, capabilities.failures), capabilities.memory
        remembers = self._memory is not TaskMemoryMode.NONE
        self.agenda = HouseholdAgenda(tasks, body.journal.clock, body.journal.episode, remembers)
        self.schedule = TaskSchedule(plans or PlanLog(unsaved_log(), body.journal.episode), body.journal.clock)
        self.skills = skills
        self.ended_tasks: list[EndedTask] = []
        self.replies = Replies(self, answer)
        self.came, self.spoken = "", list[tuple[str, str]]()
        self.accounts = capabilities.accounts or TaskAccounts()
        self._reader, self._worker = capabilities.reader or reader_at_work(), capabilities.worker
        self._speaker, self._personal = capabilities.speaker, personal or PersonalTalk(LivedProfiles())
        self._waiting, self._to_look = dict[int, str](), ""
        self._looked_for: set[str] = set()
        self._mind = Executive(self, self.agenda, capabilities.coordinator(self), StackCoordinator())
        self._work: TaskWork | None = None
        self._judged: dict[tuple[str, Trait], bool] = {}
        self._spent: dict[int, int] = {}
        self._resumed: dict[int, int] = {}
        self._asked: Clarification | None = None
        self._offered: str | None = None
        self._things: tuple[str, ...] = ()
        self.first_deed: dict[int, int] = {}
        self.on_end: Callable[[AgendaTask[Errand]], None] | None = None
        self.on_resume: Callable[[AgendaTask[Errand]], None] | None = None
        self.body.on_deed = self._note_deed

    # -- living ------------------------------------------------------------------------------------------------------

    def live(self, again: bool = False) -> None:
        """Work until nothing is left to do and nobody has anything more to say.

        Args:
            again: Whether what is on the agenda was left to wait, and is taken up now.
        """
        for item in self.agenda.open if again else ():
            self.body.allow(*self._limits)
            self._resumed[item.id] = 1
        self._mind.live()
        while self._begin_due():
            self._mind.live()
        self._clean_up(Disorder())
        self.body.goal = ""

    def take_up(self, task: AgendaTask[Errand]) -> None:
        """The work on a task: the same as before, or taken up (again)."""
        self.accounts.turn_to(task.id, task.working.spent)
        if self._work is not None and self._work.item.id == task.id and self._work.item.errand == task.errand:
            return
        if task.working.left >= 0 and self._memory is TaskMemoryMode.WORKING:
            self._forget_the_home()
        if task.working.left >= 0:
            self.first_deed.pop(task.id, None)
            if self.on_resume is not None:
                self.on_resume(task)
        handled = self._handled_before(task)
        given = {key.partition("#")[0]: thing for key, thing in handled}
        more = (self._planners, self._judged, group_of(handled))
        self._work = TaskWork(self.body, self.skills, task, self._spared(task), given, *more)
        self.body.serve(task.errand.words)

    def refusal(self, task: AgendaTask[Errand] | None, action: DoAction | GoOn) -> str:
        """Why another task cannot be turned to, or a skill cannot be used, going by what is known of the home."""
        if task is None:
            return "There is no task."
        if isinstance(action, GoOn):
            return cannot_turn_to(self.agenda, action.task)
        self.take_up(task)
        call = self._called(action)
        return call if isinstance(call, str) else ""

    def _called(self, action: DoAction) -> SkillCall | str:
        """A skill for the task at hand, or why it cannot be used."""
        assert self._work is not None  # the task was just taken up
        if self._work.used >= MOST_CHOSEN:
            return "That were skills enough for this task; let its worker go on."
        return NamedSkills(self.body.belief, self._work.planner).call(action.action, action.thing)

    @property
    def known(self) -> Belief:
        """What is known of the home."""
        return self.body.belief

    @property
    def subgoal(self) -> str:
        """What the worker of the task at hand is about, in words."""
        return self._work.planner.goal if self._work is not None else ""

    def do(self, task: AgendaTask[Errand], action: DoAction | GoOn) -> WorldStep:
        """Use one skill for a task, the next one or a certain one; its deeds are logged as they happen.

        Raises:
            SpeechBegan: Somebody speaks.
        """
        self.take_up(task)
        assert self._work is not None  # the task was just taken up
        steps = self.body.steps
        try:
            return self._step(self._work, action)
        except LimitReached as limit:
            return WorldStep(over=str(limit))
        finally:
            self._spent[task.id] = self._spent.get(task.id, 0) + self.body.steps - steps
            self._save_spent(task.id)

    def _save_spent(self, number: int) -> None:
        self.agenda.change(number, spent=self.agenda.item(number).working.spent.most(self.accounts.spent(number)))

    def _step(self, work: TaskWork, action: DoAction | GoOn) -> WorldStep:
        call = self._called(action) if isinstance(action, DoAction) else None
        if not isinstance(action, DoAction) or not isinstance(call, SkillCall):
            over = work.step() or ""
            self.came = "The worker went on."
            return WorldStep(over=over)
        words = skill_words(action.action, type_of(str(call.target)))
        result = work.use(call, words)
        self.came = f"Done: {words}." if result.done else f"It did not work to {words}: {result.reason}."
        return WorldStep(success=result.done)

    def _forget_the_home(self) -> None:
        """Without declarative memory only what is in view is known, as on the first look."""
        old = self.body.belief
        self.body.belief = Belief(old.cells, old.outline, self.body._look())
        self.body.seen.clear()
        self.skills = Skills(self.body)

    def ended(self, task: AgendaTask[Errand], reason: str) -> None:
        """A task is done, or given up for a reason: say so, and what comes next."""
        item = self.agenda.item(task.id)
        self._save_spent(item.id)
        self.accounts.turn_to(None)
        if self._work is not None:
            self.agenda.change(item.id, bound=self._work.bound())
        if reason.startswith(NOT_NEEDED):
            self.agenda.cancel(item, reason.removeprefix(NOT_NEEDED))
        else:
            self.agenda.end(item, reason)
        if item.errand.name == BRING and reason == "done":
            self._offered = self.body.belief.held
        self.close(item.id)
        self.body.goal = ""
        more = self.agenda.current
        asked = home_question(item.request) if item.errand.name == LOOK else None
        looked = told(asked, self.body.belief) if asked is not None else ""
        said = looked or _last_words(reason)
        if more is not None:
            said += f" {'Back to' if more.working.left >= 0 else 'Next'}: {more.errand.words}."
        self.body.say(said)
        waiting = self._waiting.pop(item.id, None)
        if waiting is not None:
            self._looked_for.add(item.errand.params[1])
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
        progress = check_task(item.errand.task, self.body.session.objects())
        if item.status != CANCELLED:
            self.body.journal.recorder.task_over(item.errand.task, self.body.journal.clock.now())
        self.ended_tasks.append(EndedTask(item, progress, self._spent.get(number, 0), self._resumed.get(number, 0)))
        self._work = None
        if self.on_end is not None:
            self.on_end(item)

    def _spared(self, item: AgendaTask[Errand]) -> set[str]:
        """Things that other tasks have made or are using; not those that "it" means."""
        found: set[str] = set()
        for other in self.agenda.all:
            made = not (
                other.errand.name == STATE or other.errand.name.startswith("Clean") or other.errand.name == RESTORE
            )
            over = other.status in ("failed", "cancelled")
            if other.id != item.id and not over and (other.open or made):
                found |= {thing for _, thing in other.working.bound}
        belief = self.body.belief
        found = {thing for thing in found if thing in belief.things and belief.thing(thing).can("pickupable")}
        return found - {thing for _, thing in self._handled_before(item)}

    def _handled_before(self, item: AgendaTask[Errand]) -> tuple[tuple[str, str], ...]:
        """For a task that speaks of "it" or "them": what the task before it handled, as what."""
        if not item.working.same:
            return ()
        before = [other for other in self.agenda.all if other.id < item.id and other.working.bound]
        return before[-1].working.bound if before else ()

    def bound_now(self) -> tuple[tuple[str, str], ...]:
        """Which thing serves the task at hand as which."""
        return self._work.bound() if self._work is not None else ()

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
        return RequestContext(tasks, self._things, present, self._asked, self._contents(), self.now, plans)

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
        self._save_bound()
        return read

    def _understood(self, said: str) -> HeardUtterance:
        """An utterance, read once what is personal in it has been said in words that anybody understands."""
        heard = self._personal.hear(said, self._speaker, self.now, self._sight(), self.body.journal.episode)
        if heard.reply:
            return HeardUtterance(said, read_intent(said), (Answered(heard.reply, heard.asked),))
        if heard.look_for:
            looking = Begin(Errand(LOOK, (ALL, heard.look_for)))
            self._to_look = heard.text
            return HeardUtterance(said, read_intent(said), (Answered(heard.note), looking))
        context = self.context() if heard.text == said else replace(self.context(), asked=None)
        read = self._reader(heard.text, context)
        note = (Answered(heard.note),) if heard.note else ()
        return replace(read, said=said, instructions=(*note, *read.instructions))

    def _sight(self) -> HomeSight:
        """What is known of things and of what was handled lately, for whoever speaks of them."""
        bound = [thing for _, thing in self.bound_now()]
        bound += [thing for other in reversed(self.agenda.all) for _, thing in other.working.bound]
        which = [term for item in reversed(self.agenda.all) for term in item.errand.terms]
        spoken = tuple(term for term in which if isinstance(term, WhichThings))
        last = self.agenda.all[-1].request if self.agenda.all else ""
        asked = [item.errand for item in self.agenda.all if item.request == last]
        return HomeSight(self.body.belief, tuple(dict.fromkeys(bound)), frozenset(self._looked_for), spoken, asked)

    def carry_out(self, read: HeardUtterance | TooLongSaid) -> str:
        """Change the agenda; what is to be answered."""
        if isinstance(read, TooLongSaid):
            return f"That was more than {LONGEST:,} characters; I listen to {LONGEST:,} at a time."
        answer = self.replies.to(read.instructions, read.said)
        if self._to_look and self.agenda.current is not None:
            self._waiting[self.agenda.current.id], self._to_look = self._to_look, ""
        return answer

    def turned(self, before: AgendaTask[Errand] | None, begun: int, answer: str) -> None:
        """Leave what was at hand if it is no longer, and answer."""
        if begun:
            self.body.allow(self._limits[0] * begun, self._limits[1] * begun)
        after = self.agenda.current
        if before is not None and (after is None or after.id != before.id):
            self._leave(before)
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
        self.body.say(f"OK, I will {errand.words}.")

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

    def seen(self, asked: HomeQuestion, question: str) -> str:
        """What is known of what a question asks; where too little is, it goes and looks, unless there is other work."""
        errand, skills = asked.errand, self.skills
        planner = Planner(errand.wants()[0], self.body.belief, skills.navigator, skills.survey, skills.containers)
        if planner.next() is None and not planner.excuses():
            return told(asked, self.body.belief)
        if self.agenda.open:
            return ""
        self.agenda.begin(errand, question, "now")
        self.body.allow(*self._limits)
        return "I will have a look."

    def note_things(self, types: Sequence[str]) -> None:
        """These types were spoken of."""
        self._things = tuple(dict.fromkeys((*types, *self._things)))[:6] if len(types) != 1 else tuple(types)

    def _save_bound(self) -> None:
        if self._work is not None and self.agenda.item(self._work.item.id).open:
            self.agenda.change(self._work.item.id, bound=self._work.bound())

    def _leave(self, item: AgendaTask[Errand]) -> None:
        """A task is left for another, or for good: nothing is left running; what is in the hand waits if it can."""
        self._work = None
        if self._memory is TaskMemoryMode.NONE:
            self._forget_the_home()
            return
        item = self.agenda.item(item.id)
        if item.open:
            self._resumed[item.id] = self._resumed.get(item.id, 0) + 1
            self.agenda.change(item.id, left=self.body.steps)
        self._clean_up(left_by(item, put_down=self.agenda.current is None))

    def _clean_up(self, left: Disorder) -> None:
        """Switch off what is running, put down what is in the hand, close what was opened on the way."""
        put_down = left.put_down and self.body.belief.held != self._offered
        Cleanup(self.body, self.skills, replace(left, put_down=put_down)).run()

    def changed(self, one: MovedThing) -> bool:
        """Whether something is not as it was, as far as is known."""
        belief = self.body.belief
        thing = belief.things.get(one.thing)
        if thing is None:
            return False
        if one.how == "at":
            return one.before not in belief.chain(one.thing) and one.before in belief.things
        now = {"open": "open", "closed": "open", "on": "on", "off": "on"}[one.before] in thing.states
        return now != (one.before in ("open", "on"))

    def was(self, one: MovedThing, trait: Trait) -> bool:
        """Whether something was so before it was moved, as far as is known."""
        belief = self.body.belief
        thing = belief.things.get(one.thing)
        if thing is None or (trait.kind and thing.object_type not in types_named(trait.kind)):
            return False
        if not (trait.place or trait.near) or not replace(trait, kind="", place="", near="").fits(thing, belief):
            return False
        if trait.place and type_of(one.before) not in places_named(trait.place):
            return False
        near = belief.known(*types_named(trait.near)) if trait.near else []
        return not trait.near or any(one.before in belief.chain(other.object_id) for other in near)

    # -- remembering -------------------------------------------------------------------------------------------------

    def state_of(self, item: AgendaTask[Errand], names: bool = True) -> TaskState:
        """How a task stands, from its log and from what is known of the home."""
        if self._memory is not TaskMemoryMode.BOTH:
            item = replace(item, working=replace(item.working, moved=()))
            return state_of(item, (), self.body.belief, names)
        return state_of(item, self.agenda.tasks.entries(item.id), self.body.belief, names)

    def memory(self, wanted: Retrieve) -> WorkingMemory[Errand] | DeclarativeMemory[Errand] | None:
        """What matters of a task now, or what its log tells; None where there is none.

        Args:
            wanted: Which memory, of the task of which number.
        """
        item = self.agenda.item(wanted.task)
        state = self.state_of(item)
        if wanted.function == WORKING:
            names = known_names(self.body.belief, tuple(state.places))
            matter = self._worker.select(HomeTask(item.errand, state.remaining), names)
            objects = tuple(dict.fromkeys((*state.places, *matter)))
            return WorkingMemory(item.errand, objects, _by_place(state.places), state.remaining)
        if self._memory is not TaskMemoryMode.BOTH:
            return None
        return DeclarativeMemory(item.errand, state.done, _by_place(state.places), state.remaining or None)

    def _note_deed(self, action: str, target: str, outcome: Outcome, held: str | None, place: str | None) -> None:
        item = self.agenda.current
        if item is None or self._work is None or self._work.item.id != item.id:
            return
        belief = self.body.belief
        keys = [key for key in ((held, target) if action == "Place" else (target,)) if key is not None]
        named = [belief.things[key].name for key in keys if key in belief.things]
        entry = LogEntry(
            self.body.journal.clock.now(),
            f"{action}({', '.join(named) or target.split('|')[0]})",
            outcome.success,
            outcome.error,
            contents(belief, [key for key in (target, place) if key]),
            remaining_of(item.errand, belief),
        )
        self.agenda.tasks.append(item.id, entry)
        self.first_deed.setdefault(item.id, self.body.steps)
        if not outcome.success:
            return
        working = item.working
        switched = working.switched
        if action == "ToggleOn":
            switched = (*switched, target)
        elif action == "ToggleOff":
            switched = tuple(key for key in switched if key != target)
        moved = (*working.moved, *_changes(action, target, held, place))
        self.agenda.change(item.id, moved=moved, switched=switched, bound=self._work.bound())


def _last_words(reason: str) -> str:
    """What is said when a task is over."""
    if reason.startswith(NOT_NEEDED):
        return f"{sentence(reason.removeprefix(NOT_NEEDED))} So there is nothing to do."
    return phrasing.finished() if reason == "done" else phrasing.sorry(reason)


def _by_place(places: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Place → things, of thing → place."""
    found: dict[str, tuple[str, ...]] = {}
    for thing, place in places.items():
        found[place] = (*found.get(place, ()), thing)
    return found


def _changes(action: str, target: str, held: str | None, place: str | None) -> list[MovedThing]:
    """What an action changed, and how it was before."""
    was = {"Open": "closed", "Close": "open", "ToggleOn": "off", "ToggleOff": "on"}
    if action == "ToggleOff" and type_of(target) in _HOT:
        return []  # nobody is glad about an oven that is switched on again
    if action in was:
        return [MovedThing(target, "is", was[action])]
    if action == "Pickup":
        return [MovedThing(target, "at", place)] if place else []
    if action in ("Slice", "Pour"):
        return [MovedThing(target, "never", "cut" if action == "Slice" else "pour")]
    return []
