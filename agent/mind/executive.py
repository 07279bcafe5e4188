"""The executive: what is said goes in, one step at a time comes out, and every step is logged.

The coordinator decides; here its decisions are checked, carried out and answered. One that cannot be carried out is
sent back, saying what is wrong, twice at most; after that another coordinator decides, where there is one, or else the
step has failed and nothing was done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from agent.language.errors import BudgetSpent, TooLong
from agent.mind.agenda import Agenda
from agent.mind.commands import FINISHED
from agent.mind.coordinator import Coordinator, Decision, DoAction, End, GoOn, Retrieve, Unusable
from agent.mind.tasks import AgendaTask, GoalT
from agent.mind.world import SpeechBegan, TaskWorld
from envs.errors import GaveUp

MOST_RECALLS = 6
"""Memory functions that may be called before an action; a coordinator that asks on has lost its way."""
MOST_REPAIRS = 2
"""How often a decision is sent back before the step has failed."""
IDLE = "idle"


@dataclass(frozen=True)
class ExecutedStep:
    """What came of one prompt.

    Attributes:
        said: The coordinator's last words.
        action: What was carried out, as in ``point(apple)``; "" when nothing was, or when the world logs it.
        success: Whether it worked.
        over: The task is at an end: ``finished`` or ``gave_up``; ``idle`` when none is at hand; "" when it goes on.
        failed: Why nothing usable was said; "" when something was.
        repairs: Decisions that were sent back.
        recalls: Memory functions that were called.
    """

    said: str
    action: str = ""
    success: bool = False
    over: str = ""
    failed: str = ""
    repairs: int = 0
    recalls: int = 0


class Executive(Generic[GoalT]):
    """Works through an agenda in a world.

    Args:
        world: Where it acts.
        agenda: The open tasks.
        coordinator: Decides.
        spare: Decides a step of which the coordinator makes nothing that can be carried out.
    """

    def __init__(
        self,
        world: TaskWorld[GoalT],
        agenda: Agenda[GoalT],
        coordinator: Coordinator[GoalT],
        spare: Coordinator[GoalT] | None = None,
    ) -> None:
        self._world, self.agenda, self._coordinator, self._spare = world, agenda, coordinator, spare

    # -- living

    def live(self) -> None:
        """Work until nothing is left to do and nobody has anything more to say."""
        while True:
            task = self.agenda.current
            said = self._world.heard(idle=task is None)
            if said is not None:
                self.hear(said)
            elif task is None:
                return
            else:
                self._serve()

    def _serve(self) -> None:
        """Step after step for the task at hand, until it ends or somebody speaks."""
        task = self.agenda.current
        assert task is not None
        self._world.take_up(task)
        try:
            while not self._world.speaking():
                if self._given_up(self.step()):
                    return
        except SpeechBegan:
            return

    def _given_up(self, step: ExecutedStep) -> bool:
        """Whether a task at hand is over, also because nothing usable is said about it."""
        task = self.agenda.current
        if step.failed and task is not None:
            self._world.ended(task, step.failed)
        return bool(step.over or step.failed)

    # -- listening

    def hear(self, said: str, aloud: bool = True) -> str:
        """Take in an utterance, at any time: change the agenda, and answer.

        Args:
            said: The words.
            aloud: Whether they are said now; else they have been said already.

        Returns:
            The answer to a question, a question back when it was not clear, "" when something is to be done.
        """
        world, agenda = self._world, self.agenda
        read = world.read(said, aloud)
        before, known = agenda.current, {task.id for task in agenda.open}
        with world.together():
            agenda.heard += 1
            answer = world.carry_out(read)
            if not agenda.remembers and agenda.current is not None:
                agenda.forget_others(agenda.current.id)
            agenda.note_heard()
        world.turned(before, len({task.id for task in agenda.open} - known), answer)
        return answer

    # -- deciding and doing

    def step(self) -> ExecutedStep:
        """Have the coordinator say what is next, and do it: at most one action."""
        if self.agenda.current is None:
            return ExecutedStep("", over=IDLE)
        self._coordinator.prompt(self.agenda)
        recalls, repairs = 0, 0
        while True:
            try:
                decision = self._coordinator.decide(self.agenda)
                problem = self._problem(decision)
                if not problem and isinstance(decision, Retrieve):
                    if recalls == MOST_RECALLS:
                        return self._failed(decision.words, "it asks for memories and does not act", repairs)
                    recalls += 1
                    self._coordinator.hand_over(decision, self._world.memory(decision))
                    continue
            except BudgetSpent:
                raise
            except (GaveUp, TooLong) as error:
                return self._failed("", str(error), repairs, recalls)
            if not problem:
                return self._done(decision, repairs, recalls)
            if repairs == MOST_REPAIRS:
                return self._failed(decision.words, problem, repairs, recalls)
            repairs += 1
            self._coordinator.refuse(problem)

    def _failed(self, words: str, why: str, repairs: int, recalls: int = 0) -> ExecutedStep:
        """Nothing usable was decided: the spare coordinator decides; without one nothing is done."""
        if self._spare is None:
            return ExecutedStep(words, failed=why, repairs=repairs, recalls=recalls)
        self._coordinator.refuse(why)
        return self._done(self._spare.decide(self.agenda), repairs, recalls)

    def _problem(self, decision: Decision) -> str:
        """What is wrong with a decision, in words for the coordinator; "" when it can be carried out."""
        if isinstance(decision, Unusable):
            return decision.problem
        if isinstance(decision, GoOn) and decision.task is not None:
            numbers = [task.id for task in self.agenda.open]
            if decision.task not in numbers:
                return f"There is no open task {decision.task}; open are {', '.join(map(str, numbers))}."
        return self._world.refusal(self.agenda.current, decision) if isinstance(decision, DoAction | GoOn) else ""

    def _done(self, decision: Decision, repairs: int, recalls: int) -> ExecutedStep:
        """Carry out a decision that can be carried out."""
        task = self.agenda.current
        assert task is not None  # there is one, or the step would not have begun
        if isinstance(decision, End):
            self._world.ended(task, "done" if decision.over == FINISHED else decision.words)
            return ExecutedStep(decision.words, over=decision.over, repairs=repairs, recalls=recalls)
        assert isinstance(decision, DoAction | GoOn)
        if isinstance(decision, GoOn) and decision.task is not None and decision.task != task.id:
            task = self._turn_to(decision.task, task)
        came = self._world.do(task, decision)
        if came.over:
            self._world.ended(task, came.over)
        return ExecutedStep(decision.words, came.action, came.success, came.over, "", repairs, recalls)

    def _turn_to(self, number: int, before: AgendaTask[GoalT]) -> AgendaTask[GoalT]:
        """Leave the task at hand for another open one."""
        self.agenda.bring_forward(self.agenda.item(number))
        self._world.turned(before, 0, "")
        return self.agenda.item(number)
