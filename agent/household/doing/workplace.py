"""Where a household works at one task at a time: it takes one up, goes on with it, leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.belief.common_sense import can
from agent.belief.state import Belief
from agent.body.acting import LimitReached
from agent.body.skills import Skills
from agent.household.agenda import HouseholdAgenda
from agent.household.cleanup import Cleanup, Disorder, left_by
from agent.household.coordinating.named_skills import MOST_CHOSEN, NamedSkills, cannot_turn_to, skill_words
from agent.household.doing.judging import judged
from agent.household.doing.notebook import NotedDeed, TaskNotebook
from agent.household.doing.put_back import misplaced
from agent.household.listening_body import ListeningBody
from agent.household.provisions import Capabilities
from agent.household.work import TaskWork, group_of
from agent.mind.accounts import TaskAccounts
from agent.mind.coordinator import DoAction, GoOn
from agent.mind.memories import TaskMemoryMode
from agent.mind.tasks import AgendaTask
from agent.mind.world import WorldStep
from agent.planning.moves import SkillCall
from agent.planning.terms import OnlyIf
from agent.requests.errands import RESTORE, STATE, Errand, made_of
from envs.teach.games.session import Outcome
from envs.teach.tasks.conditions import ObjectProperties
from memory.experience import type_of


def _emptied(task: AgendaTask[Errand]) -> tuple[tuple[str, str], ...]:
    """The vessels that things were taken out of for a task, each as one of its kind."""
    places = dict.fromkeys(one.before for one in task.working.moved if one.how == "at")
    return tuple((f"{type_of(one)}#0", one) for one in places if can(type_of(one), "pickupable"))


def _one_by_one(before: Sequence[AgendaTask[Errand]], errand: Errand) -> tuple[tuple[str, str], ...]:
    """Things that several tasks handled one by one, and one errand is about together: "… put the two of them away"."""
    if errand.params[:1] == ("1",) or not before or before[-1].errand.params[:1] != ("1",):
        return ()
    kinds = {key.partition("#")[0] for key, _ in before[-1].working.bound} & set(made_of(errand))
    ones = [one.working.bound for one in before[:-1] if one.errand.params[:1] == ("1",)]
    return tuple((key, thing) for bound in ones for key, thing in bound if key.partition("#")[0] in kinds)


OnTask = Callable[[AgendaTask[Errand]], object]


def no_matter(_task: AgendaTask[Errand]) -> None:
    """Nobody wants to know."""


class Workplace:
    """The task at hand and what works at it.

    Args:
        body: What acts, and listens.
        skills: What it can do, and where it has looked.
        agenda: The tasks.
        capabilities: What outlives an interruption, and what makes planners.
        accounts: What language models cost each task.
        on_resume: Called when a task that was left is taken up again.

    Attributes:
        skills: As given; anew where the home has been forgotten.
        notebook: What is written down of tasks.
        first_deed: For each task the steps that had been taken at the first deed since it was taken up.
        came: What came of the last step, for a coordinator.
        offered: Id of what is held out to somebody.
        spent: Steps taken for each task.
        resumed: How often each was left to be taken up again.
    """

    def __init__(
        self,
        body: ListeningBody,
        skills: Skills,
        agenda: HouseholdAgenda,
        capabilities: Capabilities,
        accounts: TaskAccounts,
        on_resume: OnTask,
    ) -> None:
        self._body, self.skills, self._agenda, self._accounts = body, skills, agenda, accounts
        self._planners, self._mode, self._on_resume = capabilities.planners, capabilities.memory, on_resume
        self.notebook = TaskNotebook(body, agenda, capabilities.worker, capabilities.memory)
        self.came = ""
        self.offered: str | None = None
        self.first_deed, self.spent, self.resumed = dict[int, int](), dict[int, int](), dict[int, int]()
        self._judged: dict[tuple[str, OnlyIf], int] = {}
        self._work: TaskWork | None = None
        body.on_deed = self._note_deed

    # -- working -----------------------------------------------------------------------------------------------------

    def take_up(self, task: AgendaTask[Errand]) -> TaskWork:
        """The work on a task: the same as before, or taken up (again)."""
        self._accounts.turn_to(task.id, task.working.spent)
        if self._work is not None and self._work.item.id == task.id and self._work.item.errand == task.errand:
            return self._work
        if task.working.left >= 0 and self._mode is TaskMemoryMode.WORKING:
            self._forget_the_home()
        if task.working.left >= 0:
            self.first_deed.pop(task.id, None)
            self._on_resume(task)
        handled = self._handled_before(task)
        given = {key.partition("#")[0]: thing for key, thing in handled}
        more = (self._planners, self._judged, group_of(handled), self._concerned_before(task))
        self._work = TaskWork(self._body, self.skills, task, self._spared(task), given, *more)
        self._work.planner.recipes.offered = self.offered
        self._body.serve(task.errand.words)
        return self._work

    def refusal(self, task: AgendaTask[Errand] | None, action: DoAction | GoOn) -> str:
        """Why another task cannot be turned to, or a skill cannot be used, going by what is known of the home."""
        if task is None:
            return "There is no task."
        if isinstance(action, GoOn):
            return cannot_turn_to(self._agenda, action.task)
        call = self._called(self.take_up(task), action)
        return call if isinstance(call, str) else ""

    def _called(self, work: TaskWork, action: DoAction) -> SkillCall | str:
        """A skill for the task at hand, or why it cannot be used."""
        if work.used >= MOST_CHOSEN:
            return "That were skills enough for this task; let its worker go on."
        return NamedSkills(self._body.belief, work.planner).call(action.action, action.thing)

    @property
    def handed(self) -> frozenset[str]:
        """What the task at hand has held out to whoever asked."""
        return frozenset(self._work.planner.recipes.handed) if self._work is not None else frozenset()

    @property
    def subgoal(self) -> str:
        """What the worker of the task at hand is about, in words."""
        return self._work.planner.goal if self._work is not None else ""

    def do(self, task: AgendaTask[Errand], action: DoAction | GoOn) -> WorldStep:
        """Use one skill for a task, the next one or a certain one; its deeds are logged as they happen.

        Raises:
            SpeechBegan: Somebody speaks.
        """
        work, steps = self.take_up(task), self._body.steps
        try:
            return self._step(work, action)
        except LimitReached as limit:
            return WorldStep(over=str(limit))
        finally:
            self.spent[task.id] = self.spent.get(task.id, 0) + self._body.steps - steps
            self.save_spent(task.id)

    def _step(self, work: TaskWork, action: DoAction | GoOn) -> WorldStep:
        call = self._called(work, action) if isinstance(action, DoAction) else None
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
        old = self._body.belief
        self._body.belief = Belief(old.cells, old.outline, self._body._look())
        self._body.seen.clear()
        self.skills = Skills(self._body)

    # -- what it is done with ----------------------------------------------------------------------------------------

    def _spared(self, item: AgendaTask[Errand]) -> set[str]:
        """Things that other tasks have made or are using; not those that "it" means."""
        found: set[str] = set()
        for other in self._agenda.all:
            made = not (
                other.errand.name == STATE or other.errand.name.startswith("Clean") or other.errand.name == RESTORE
            )
            over = other.status in ("failed", "cancelled")
            if other.id != item.id and not over and (other.open or made):
                found |= {thing for _, thing in other.working.bound}
        belief = self._body.belief
        found = {thing for thing in found if thing in belief.things and belief.thing(thing).can("pickupable")}
        return found - {thing for _, thing in self._handled_before(item)}

    def _handled_before(self, item: AgendaTask[Errand]) -> tuple[tuple[str, str], ...]:
        """For a task that speaks of "it" or "them": what the task before it handled, as what."""
        if not item.working.same:
            return ()
        before = [other for other in self._agenda.all if other.id < item.id and other.working.bound]
        found = list(before[-1].working.bound) if before else []
        for other in reversed(before):  # what was handled further back, and what things were taken out of
            earlier = (*other.working.bound, *_emptied(other)) if other.request == item.request else ()
            known = {key.partition("#")[0] for key, _ in found}
            found += [(key, thing) for key, thing in earlier if key.partition("#")[0] not in known]
        return (*_one_by_one([one for one in before if one.request == item.request], item.errand), *found)

    def _concerned_before(self, item: AgendaTask[Errand]) -> frozenset[str]:
        """Things with which tasks of the same request were concerned that came before it, or are over."""
        told = [other for other in self._agenda.all if other.id != item.id and other.request == item.request]
        before = [other for other in told if other.id < item.id or not other.open]
        of_all = (other for other in before if any(want.everything for want in other.errand.wants()[0]))
        moved = {one.thing for other in of_all for one in other.working.moved}
        return frozenset(thing for other in before for _, thing in other.working.bound) | moved

    def bound_now(self) -> tuple[tuple[str, str], ...]:
        """Which thing serves the task at hand as which."""
        return self._work.bound() if self._work is not None else ()

    # -- writing down ------------------------------------------------------------------------------------------------

    def save_spent(self, number: int) -> None:
        """Write down what language models have cost for a task."""
        self._agenda.change(number, spent=self._agenda.item(number).working.spent.most(self._accounts.spent(number)))

    def save_bound(self) -> None:
        """Write down which thing serves the task at hand as which, while it is open."""
        if self._work is not None and self._agenda.item(self._work.item.id).open:
            self._agenda.change(self._work.item.id, bound=self._work.bound())

    def _note_deed(self, action: str, target: str, outcome: Outcome, held: str | None, place: str | None) -> None:
        item = self._agenda.current
        if item is None or self._work is None or self._work.item.id != item.id:
            return
        self.first_deed.setdefault(item.id, self._body.steps)
        self.notebook.note(item, NotedDeed(action, target, outcome, held, place), self._work.bound())

    # -- leaving -----------------------------------------------------------------------------------------------------

    def ending(self, number: int) -> None:
        """A task is at its end: write down what it was done with, and what it cost."""
        self.save_spent(number)
        self._accounts.turn_to(None)
        if self._work is not None:
            self._agenda.change(number, bound=self._work.bound())

    def judged(self, number: int, objects: Sequence[ObjectProperties]) -> Sequence[ObjectProperties]:
        """What the outcome of a task is judged by: the objects that it may have been about."""
        work = self._work
        if work is None or work.item.id != number:
            return objects
        return judged(objects, work.planner.things, self._body.belief, self._concerned_before(work.item))

    def drop(self) -> None:
        """Nothing is at hand any more."""
        self._work = None

    def leave(self, item: AgendaTask[Errand]) -> None:
        """A task is left for another, or for good: nothing is left running; what is in the hand waits if it can."""
        self.drop()
        if self._mode is TaskMemoryMode.NONE:
            self._forget_the_home()
            return
        item = self._agenda.item(item.id)
        if item.open:
            self.resumed[item.id] = self.resumed.get(item.id, 0) + 1
            self._agenda.change(item.id, left=self._body.steps)
        left = left_by(item, put_down=self._agenda.current is None)
        self.clean_up(left if item.open else replace(left, back=self._back_from(item)))

    def _back_from(self, item: AgendaTask[Errand]) -> tuple[tuple[str, str], ...]:
        """What is in the hand for a task that was called off, and where it was, unless it is still needed."""
        belief = self._body.belief
        things = misplaced(item, [other.errand for other in self._agenda.open], belief, helps=True)
        held = [one for one in things if one.thing == belief.held and one.thing != self.offered]
        return tuple((one.thing, one.before) for one in held)

    def clean_up(self, left: Disorder) -> None:
        """Switch off what is running, put down what is in the hand, close what was opened on the way."""
        put_down = left.put_down and self._body.belief.held != self.offered
        Cleanup(self._body, self.skills, replace(left, put_down=put_down)).run()
