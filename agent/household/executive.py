"""The robot at work: it does what is on its agenda, and minds what is said meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, Literal

from agent.belief.state import Belief
from agent.body.acting import LimitReached
from agent.body.skills import Skills
from agent.household.agenda import Agenda, Item, Moved, Tasks
from agent.household.cleanup import Cleanup
from agent.household.listening_body import ListeningBody, Spoken
from agent.household.replies import Replies
from agent.household.status import TaskState, contents, remaining_of, state_of
from agent.household.work import Work
from agent.planning import phrasing
from agent.planning.planner import Planner
from agent.requests.errands import RESTORE, STATE, Errand
from agent.requests.instructions import Ask, Begin, Instruction
from agent.requests.reading import LONGEST, Context, read_utterance
from envs.teach.games.session import Outcome
from envs.teach.tasks.check import TaskProgress, check_task
from memory.experience import type_of
from memory.store.task_log import CANCELLED, LogEntry

Memory = Literal["none", "working", "both"]
"""What outlives an interruption: nothing; the stack of tasks; that and what was done and seen."""

USER = "user"
_HOT = frozenset({"CoffeeMachine", "Microwave", "StoveBurner", "StoveKnob", "Toaster"})
STEPS, FAILURES = 1000, 30
"""What one task may take, as in TEACh."""


@dataclass(frozen=True)
class Ended:
    """How one task ended.

    Attributes:
        item: The task, with status and note.
        progress: The checker's count when it ended.
        steps: Steps taken for it.
        resumed: How often it was taken up again.
    """

    item: Item
    progress: TaskProgress
    steps: int
    resumed: int


class Household:
    """Works through an agenda.

    Args:
        body: What acts, and listens.
        skills: What it can do, and where it has looked.
        tasks: Where tasks are written down.
        episode: Name of this stretch of life.
        answer: Answers questions about the past; without it they are put off.
        memory: What outlives an interruption.
        steps: Steps that each task may take.
        failures: Failed actions that each task may take.
        together: A transaction of the memory file: what is written in it is kept as a whole.
        planners: Makes planners.

    Attributes:
        agenda: What is to be done.
        ended: How tasks ended, in order.
        first_deed: For each task the steps that had been taken at the first deed since it was taken up.
        on_end: Called when a task is over, or was dropped.
        on_resume: Called when a task that was left is taken up again.
    """

    def __init__(
        self,
        body: ListeningBody,
        skills: Skills,
        tasks: Tasks,
        episode: str,
        answer: Callable[[str], str] | None = None,
        memory: Memory = "both",
        steps: int = STEPS,
        failures: int = FAILURES,
        together: Callable[[], AbstractContextManager[Any]] = nullcontext,
        planners: Callable[..., Planner] = Planner,
    ) -> None:
        self._together, self._planners = together, planners
        self.body, self._limits, self._memory = body, (steps, failures), memory
        self.agenda = Agenda(tasks, body.journal.clock, episode, memory != "none")
        self.skills = skills
        self.ended: list[Ended] = []
        self.replies = Replies(self, answer)
        self._work: Work | None = None
        self._spent: dict[int, int] = {}
        self._resumed: dict[int, int] = {}
        self._asked: Ask | None = None
        self._things: tuple[str, ...] = ()
        self.first_deed: dict[int, int] = {}
        self.on_end: Callable[[Item], None] | None = None
        self.on_resume: Callable[[Item], None] | None = None
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
        while True:
            text = self.body.ears.hear(self.body.steps)
            if text is None and self.agenda.current is None:
                text = self.body.ears.hear_next(bool(self._asked or self.agenda.open))
                if text is None:
                    break
            if text is not None:
                self.hear(text)
            elif (item := self.agenda.current) is not None:
                self._serve(item)
        self._clean_up(())
        self.body.goal = ""

    def _serve(self, item: Item) -> None:
        """Work on a task until it ends or somebody speaks."""
        work = self._work_on(item)
        steps = self.body.steps
        ending: str | None = None
        try:
            while ending is None and not self.body.ears.speaking(self.body.steps):
                ending = work.step()
        except Spoken:
            pass
        except LimitReached as limit:
            ending = str(limit)
        finally:
            self._spent[item.id] = self._spent.get(item.id, 0) + self.body.steps - steps
        if ending is not None:
            self._end(item, ending)

    def _work_on(self, item: Item) -> Work:
        """The work on a task: the same as before, or taken up (again)."""
        if self._work is not None and self._work.item.id == item.id and self._work.item.errand == item.errand:
            return self._work
        if item.working.left >= 0 and self._memory == "working":
            self._forget_the_home()
        if item.working.left >= 0:
            self.first_deed.pop(item.id, None)
            if self.on_resume is not None:
                self.on_resume(item)
        self._work = Work(self.body, self.skills, item, self._spared(item), self._given(item), self._planners)
        self.body.serve(item.errand.words)
        return self._work

    def _forget_the_home(self) -> None:
        """Without declarative memory only what is in view is known, as on the first look."""
        old = self.body.belief
        self.body.belief = Belief(old.cells, old.outline, self.body._look())
        self.body.seen.clear()
        self.skills = Skills(self.body)

    def _end(self, item: Item, reason: str) -> None:
        item = self.agenda.item(item.id)
        if self._work is not None:
            self.agenda.change(item.id, bound=self._work.bound())
        self.agenda.end(item, reason)
        self.close(item.id)
        self.body.goal = ""
        more = self.agenda.current
        said = phrasing.finished() if reason == "done" else phrasing.sorry(reason)
        if more is not None:
            said += f" {'Back to' if more.working.left >= 0 else 'Next'}: {more.errand.words}."
        self.body.say(said)

    def close(self, number: int) -> None:
        """Note how a task stands now that it is over."""
        item = self.agenda.item(number)
        progress = check_task(item.errand.task, self.body.session.objects())
        if item.status != CANCELLED:
            self.body.journal.recorder.task_over(item.errand.task, self.body.journal.clock.now())
        self.ended.append(Ended(item, progress, self._spent.get(number, 0), self._resumed.get(number, 0)))
        self._work = None
        if self.on_end is not None:
            self.on_end(item)

    def _spared(self, item: Item) -> set[str]:
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
        return found - set(self._given(item).values())

    def _given(self, item: Item) -> dict[str, str]:
        """For a task that speaks of "it": what the task before it handled, by type."""
        if not item.working.same:
            return {}
        before = [other for other in self.agenda.all if other.id < item.id and other.working.bound]
        return {key.partition("#")[0]: thing for key, thing in before[-1].working.bound} if before else {}

    def bound_now(self) -> tuple[tuple[str, str], ...]:
        """Which thing serves the task at hand as which."""
        return self._work.bound() if self._work is not None else ()

    # -- listening ---------------------------------------------------------------------------------------------------

    def context(self) -> Context:
        """What an utterance may lean on."""
        tasks = tuple(item.errand for item in self.agenda.open)
        present = frozenset(thing.object_type for thing in self.body.belief.things.values())
        return Context(tasks, self._things, present, self._asked)

    def hear(self, text: str, aloud: bool = True) -> tuple[Instruction, ...]:
        """Take in an utterance, change the agenda, and answer.

        Args:
            text: The words.
            aloud: Whether they are said now; else they have been said already.
        """
        if len(text) > LONGEST:
            return self._too_long(text, aloud)
        read = read_utterance(text, self.context())
        self._asked = None
        first = next((one for one in read if isinstance(one, Begin) and one.when == "now"), None)
        current = self.agenda.current
        if aloud:
            if first is not None:
                self.body.serve(first.errand.words)
            self.body.say(text, USER)
        self._save_bound()
        before = {item.id for item in self.agenda.open}
        with self._together():
            self.agenda.heard += 1
            said = self.replies.to(read, text)
            if self._memory == "none" and self.agenda.current is not None:
                self.agenda.forget_others(self.agenda.current.id)
            self.agenda.note_heard()
        new = [item for item in self.agenda.open if item.id not in before]
        if new:
            self.body.allow(self._limits[0] * len(new), self._limits[1] * len(new))
        after = self.agenda.current
        if current is not None and (after is None or after.id != current.id):
            self._leave(current)
        self.body.serve(after.errand.words if after is not None else self.body.journal.task)
        if said:
            self.body.say(said)
        return read

    def _too_long(self, text: str, aloud: bool) -> tuple[Instruction, ...]:
        """Nothing is done for half of an utterance; as much of it is remembered as shows why."""
        if aloud:
            self.body.say(text[: LONGEST + 1], USER)
        with self._together():
            self.agenda.heard += 1
            self.agenda.note_heard()
        self.body.say(f"That was more than {LONGEST:,} characters; I listen to {LONGEST:,} at a time.")
        return ()

    def begin(self, errand: Errand, text: str, aloud: bool = True) -> None:
        """Begin with a task that is given as such, in these words; see ``hear``."""
        self.body.serve(errand.words)
        if aloud:
            self.body.say(text, USER)
        self.agenda.heard += 1
        self.agenda.begin(errand, text, "now")
        self.body.allow(*self._limits)
        self.body.say(f"OK, I will {errand.words}.")

    def take_in(self, text: str, errand: Errand | None) -> None:
        """Deal with what was said before the run was cut off."""
        if errand is None:
            self.hear(text, aloud=False)
        else:
            self.begin(errand, text, aloud=False)

    def ask(self, ask: Ask) -> str:
        """Ask back; the next utterance may answer."""
        self._asked = ask
        return ask.question

    def note_things(self, types: Sequence[str]) -> None:
        """These types were spoken of."""
        self._things = tuple(dict.fromkeys((*types, *self._things)))[:6] if len(types) != 1 else tuple(types)

    def _save_bound(self) -> None:
        if self._work is not None and self.agenda.item(self._work.item.id).open:
            self.agenda.change(self._work.item.id, bound=self._work.bound())

    def _leave(self, item: Item) -> None:
        """A task is left for another, or for good: nothing is left running; what is in the hand waits if it can."""
        self._work = None
        if self._memory == "none":
            self._forget_the_home()
            return
        item = self.agenda.item(item.id)
        if item.open:
            self._resumed[item.id] = self._resumed.get(item.id, 0) + 1
            self.agenda.change(item.id, left=self.body.steps)
        self._clean_up(item.working.switched, put_down=self.agenda.current is None)

    def _clean_up(self, switched: Sequence[str], put_down: bool = True) -> None:
        """Switch off what is running, and put down what is in the hand."""
        Cleanup(self.body, self.skills, tuple(switched), put_down).run()

    def changed(self, one: Moved) -> bool:
        """Whether something is not as it was, as far as is known."""
        belief = self.body.belief
        thing = belief.things.get(one.thing)
        if thing is None:
            return False
        if one.how == "at":
            return one.before not in belief.chain(one.thing) and one.before in belief.things
        now = {"open": "open", "closed": "open", "on": "on", "off": "on"}[one.before] in thing.states
        return now != (one.before in ("open", "on"))

    # -- remembering -------------------------------------------------------------------------------------------------

    def state_of(self, item: Item, names: bool = True) -> TaskState:
        """How a task stands, from its log and from what is known of the home."""
        if self._memory != "both":
            item = replace(item, working=replace(item.working, moved=()))
            return state_of(item, (), self.body.belief, names)
        return state_of(item, self.agenda.tasks.entries(item.id), self.body.belief, names)

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


def _changes(action: str, target: str, held: str | None, place: str | None) -> list[Moved]:
    """What an action changed, and how it was before."""
    was = {"Open": "closed", "Close": "open", "ToggleOn": "off", "ToggleOff": "on"}
    if action == "ToggleOff" and type_of(target) in _HOT:
        return []  # nobody is glad about an oven that is switched on again
    if action in was:
        return [Moved(target, "is", was[action])]
    if action == "Pickup":
        return [Moved(target, "at", place)] if place else []
    if action in ("Slice", "Pour"):
        return [Moved(target, "never", "cut" if action == "Slice" else "pour")]
    return []
