"""What an utterance does to the agenda, and what the agent answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from agent.belief.state import Belief
from agent.household.doing.changing import LOST, ChangedTasks
from agent.household.doing.notebook import TaskNotebook
from agent.household.doing.other_one import the_other
from agent.household.doing.undone import carried_first, without_terms
from agent.household.plans import PlanningRobot, PlanReplies
from agent.household.status import TaskState, promise
from agent.mind.tasks import AgendaTask
from agent.planning.term_words import without_words
from agent.planning.terms import Without
from agent.requests.errands import Errand, made_of
from agent.requests.home_questions.reading import HomeQuestion, asked_plainly, home_question
from agent.requests.instructions import (
    Amend,
    Answered,
    Begin,
    Cancel,
    CancelPlan,
    Chat,
    Clarification,
    Constrain,
    DangerRefusal,
    DoLater,
    Instruction,
    MovePlan,
    PersonAt,
    PlansRequest,
    RecallQuestion,
    Remark,
    Resume,
    Revise,
    StatusRequest,
    Suspend,
    Undo,
    Unheeded,
)
from agent.requests.request_state import RequestContext
from agent.requests.serving.kept import asked_where_it_belongs
from agent.requests.topics.deed_words import deed_words
from agent.requests.uttered.halting import halted
from envs.errors import HomebodyError
from envs.vocabulary.english import joined
from memory.task_status import SUSPENDED, WAITING

_TALK = {
    "yes": "Good.",
    "no": "All right.",
    "hello": "Hello! What can I do for you?",
    "bye": "Goodbye.",
    "thanks": "You are welcome.",
    "how": "I am well, thank you.",
    "who": "I am a household robot.",
    "help": "Ask me for household tasks, such as: make a salad, and clean the mugs afterwards.",
}


class Robot(PlanningRobot, Protocol):
    """What replies need of the robot that gives them; ``Household`` is one."""

    @property
    def notebook(self) -> TaskNotebook:
        """What is written down of tasks."""
        ...

    @property
    def known(self) -> Belief:
        """What is known of the home."""
        ...

    def belongs(self, kind: str) -> str:
        """Where things of a kind belong, in words."""
        ...

    def close(self, number: int) -> None:
        """Note how a task stands now that it is over."""
        ...

    def seen(self, asked: HomeQuestion) -> str:
        """What is known of what a question asks; "" where too little is."""
        ...

    def look(self, asked: HomeQuestion, question: str) -> str:
        """Go and look, now or when the work is done; what is said of that."""
        ...

    def context(self) -> RequestContext:
        """What an utterance may lean on."""
        ...

    def meet(self, place: str) -> str:
        """Know that the person is at some furniture now; what is answered."""
        ...

    def note_things(self, types: Sequence[str]) -> None:
        """These types were spoken of."""
        ...

    def state_of(self, item: AgendaTask[Errand], names: bool = True) -> TaskState:
        """How a task stands."""
        ...


class Replies:
    """Carries out what was understood.

    Args:
        home: The robot.
        answer: Answers questions about the past.
    """

    def __init__(self, home: Robot, answer: Callable[[str], str] | None) -> None:
        self._home, self._answer = home, answer
        self._plans, self._changes = PlanReplies(home), ChangedTasks(home)
        self._held: list[int] = []

    def to(self, read: Sequence[Instruction], text: str) -> str:
        """Carry out instructions in order; returns what is to be said."""
        read = [done for one in read for done in the_other(one, self._home.agenda, self._home.known)]
        read = [self._changes.in_place_of_last(one, text) if isinstance(one, Begin) else one for one in read]
        read = self._changes.as_told(read)
        self._let_go(read)
        open_before = self._home.agenda.open
        said: list[str] = [f"{unheeded_words(one)}" for one in read if isinstance(one, Unheeded)]
        begun = [one for one in read if isinstance(one, Begin)]
        behind: int | None = None
        for one in read:
            if isinstance(one, Begin):
                agenda = self._home.agenda
                known = (*agenda.open, *reversed(agenda.all)) if one.beside is not None else ()
                other = next((item for item in known if item.errand == one.beside), None)
                request, after = (other.request, other.id) if other is not None else (text, behind)
                first = carried_first(one.errand, agenda.open) if one.when == "now" else None
                when, after = (one.when, after) if first is None else ("next", first.id)
                errand = one.errand if first is None else without_terms(one.errand, first.errand.terms)
                behind = agenda.begin(errand, request, when, after, one.same).id
                self._home.note_things(made_of(one.errand))
                if one is begun[-1]:
                    said.append(promise(begun))
            elif isinstance(one, DoLater | PlansRequest | CancelPlan | MovePlan):
                said.append(self._plans.to(one, text))
            elif isinstance(one, Revise):
                said.append(self._changes.revise(one, [each.errand for each in begun]))
            else:
                said.append(self._carry_out(one))
            if isinstance(one, Resume) and any(each.when == "now" for each in begun):
                self._first_of_all(open_before)
        self._changes.back_first()
        if any(isinstance(one, Clarification) or _is_lost(one) for one in read):
            said.insert(0, self._hold(text, open_before))
        return " ".join(part for part in said if part)

    def _first_of_all(self, before: Sequence[AgendaTask[Errand]]) -> None:
        """What is gone on with waits for what was begun before it: "turn it off, then go on with the pan"."""
        agenda, known = self._home.agenda, {item.id for item in before}
        for item in reversed([item for item in agenda.open if item.id not in known and item.status != SUSPENDED]):
            agenda.bring_forward(item)

    def _hold(self, text: str, before: Sequence[AgendaTask[Errand]]) -> str:
        """Go on with nothing that a remark may forbid which is asked about or not understood; what is said of that."""
        agenda = self._home.agenda
        forbidden = halted(text, [item.errand for item in before])
        known = {item.id for item in before}
        held = [item for item in agenda.open if item.id in known and item.errand in forbidden]
        held = [item for item in held if item.status != SUSPENDED]
        for item in held:
            agenda.put_off(item, wait=True)
        self._held.extend(item.id for item in held)
        return "I wait with that." if held else ""

    def _let_go(self, read: Sequence[Instruction]) -> None:
        """Go on with what was held back, once that is changed, taken up again, or the question is denied."""
        held = [item for item in self._home.agenda.open if item.id in self._held and item.status == SUSPENDED]
        about = [item.errand for item in held]
        settles = (isinstance(one, Amend | Cancel | Resume | Undo) or _denies(one) for one in read)
        if not (any(settles) or any(isinstance(one, Revise) and one.old in about for one in read)):
            return
        for item in held:
            self._home.agenda.change(item.id, status=WAITING)
        self._held = []

    def _carry_out(self, one: Instruction) -> str:
        if isinstance(one, Clarification):
            return self._home.ask(one)
        if isinstance(one, Answered):
            return self._home.ask(Clarification(one.text)) if one.asked else one.text
        if isinstance(one, DangerRefusal):
            return one.reason
        if isinstance(one, Remark):
            return one.text
        if isinstance(one, RecallQuestion):
            return self._looked(one.text)
        if isinstance(one, PersonAt):
            return self._home.meet(one.place)
        if isinstance(one, Chat):
            return _TALK.get(one.kind) or "I did not understand that. Say what I should do, such as: clean the mugs."
        if isinstance(one, Constrain):
            return self._constrain(one)
        if isinstance(one, Amend):
            return self._amend(one)
        if isinstance(one, Cancel):
            return self._cancel(one)
        if isinstance(one, Suspend):
            return self._suspend(one)
        if isinstance(one, Resume):
            return self._resume(one)
        if isinstance(one, Undo):
            return self._undo(one)
        return self._status(one) if isinstance(one, StatusRequest) else ""

    def _looked(self, said: str) -> str:
        """The answer to a question; where it is about the home as it is and nothing is known of that, after a look."""
        question = asked_plainly(said)
        kind = asked_where_it_belongs(question, self._home.context().things)
        if kind:
            return self._home.belongs(kind)
        asked = home_question(question)
        if asked is None:
            return self.recall(question)
        known = self._home.seen(asked)
        asks_memory = not known and self._home.agenda.open and self._answer is not None
        remembered = self.recall(question) if asks_memory else ""
        return known or " ".join(part for part in (remembered, self._home.look(asked, question)) if part)

    def recall(self, question: str) -> str:
        """What the memory answers."""
        if self._answer is None:
            return "I cannot look that up while I work."
        try:
            return self._answer(question)
        except HomebodyError as error:
            return f"I cannot tell just now: {error}"

    def _which(self, about: str, of: list[AgendaTask[Errand]]) -> AgendaTask[Errand] | str:
        """The task that is meant, or a question."""
        if not of:
            return LOST
        if about and len({item.errand.name for item in of}) > 1 and of[0].errand.name not in _exact(about, of):
            listed = " or ".join(f'"{item.errand.told}"' for item in of[:3])
            return self._home.ask(Clarification(f"Which do you mean: {listed}?"))
        return of[0]

    def _amend(self, change: Amend) -> str:
        of = self._home.agenda.find(change.about)
        if not of:
            return "There is nothing to change: I have no task."
        questions: list[str] = []
        for item in of:  # the task at hand first; another one if it does not fit that
            new = self._home.agenda.amend(item, change)
            if not isinstance(new, str):
                same = new == item.errand
                return "That is what I am doing." if same else f"OK, then I will {new.told}."
            questions.append(new)
        count = change.new.count
        before = f"make it {count} slices of " if questions[0].startswith("Of what") and count is not None else ""
        return self._home.ask(Clarification(questions[0], before))

    def _constrain(self, one: Constrain) -> str:
        """Heed something in everything that is still to be done."""
        agenda = self._home.agenda
        if not agenda.open:
            return "I will heed that when you tell me what to do."
        for item in agenda.open:
            agenda.alter(item, item.errand.on(*one.terms))
        return f"OK, {joined([without_words(term) for term in one.terms if isinstance(term, Without)])}."

    def _cancel(self, one: Cancel) -> str:
        agenda = self._home.agenda
        if one.everything:
            dropped = list(agenda.open)
        else:
            found = agenda.find(one.about)
            of_it = found[:1] if found[1:] and self._with_it(one.about, found[0]) else found
            item = self._which(one.about, of_it)
            if isinstance(item, str):
                return item if agenda.open else "There is nothing to stop: I have no task."
            together = [other for other in agenda.open if other.id != item.id and other.request == item.request]
            dropped = [item, *(together if one.request and not one.about else self._with_it(one.about, item))]
        for item in dropped:
            agenda.cancel(item)
            self._home.close(item.id)
        if not dropped:
            return "There is nothing to stop: I have no task."
        left = agenda.current
        more = f" Then I will go on to {left.errand.told}." if left is not None else ""
        return f"OK, I will not {joined([item.errand.told for item in dropped])}.{more}"

    def _with_it(self, about: str, item: AgendaTask[Errand]) -> list[AgendaTask[Errand]]:
        """The other tasks of the same request about the same thing, or the same deed, which are called off with it."""
        if about in deed_words(item.errand):
            return [other for other in self._home.agenda.find(about) if other.id != item.id]
        if not about or about not in made_of(item.errand):
            return []
        others = [other for other in self._home.agenda.find(about) if other.id != item.id]
        return others if all(one.request == item.request and about in made_of(one.errand) for one in others) else []

    def _suspend(self, one: Suspend) -> str:
        agenda = self._home.agenda
        item = self._which(one.about, agenda.find(one.about))
        if isinstance(item, str):
            return item
        agenda.put_off(item, one.wait)
        left = agenda.current
        if one.wait or left is None:
            return "OK, I will wait. Tell me when to go on."
        if left.id == item.id:
            agenda.put_off(item, wait=True)
            return "OK, later. Tell me when."
        return f"OK, later. First I will {left.errand.told}."

    def _resume(self, one: Resume) -> str:
        agenda = self._home.agenda
        paused = [item for item in agenda.find(one.about) if item.status == "suspended"]
        of = agenda.find(one.about) if one.about else paused or list(agenda.open)
        item = self._which(one.about, of)
        if isinstance(item, str):
            return item if agenda.open else "There is nothing to go on with: I have no task."
        agenda.bring_forward(item)
        return f"OK, I will {item.errand.told}."

    def _undo(self, one: Undo) -> str:
        agenda = self._home.agenda
        pool = [*agenda.open[:1], *(item for item in reversed(agenda.all) if not item.open)]
        for item in pool:
            errands, never = agenda.undoing(item, one.whole, one.about, self._home.notebook.changed)
            if not errands and not never:
                continue
            sorry = f"I cannot undo that I had to {joined(sorted(set(never)))}." if never else ""
            if not errands:
                return sorry
            if item.open:
                agenda.cancel(item, "taken back")
                self._home.close(item.id)
            return f"OK,{self._changes.taken_back(errands)[:-1]}. {sorry}".strip()
        if agenda.open:  # nothing of it was done yet
            return self._cancel(Cancel(about=one.about))
        return "There is nothing that I could take back."

    def _status(self, one: StatusRequest) -> str:
        agenda = self._home.agenda
        of = agenda.find(one.about) or (agenda.find(one.about, closed=True)[:1] if one.about else [])
        if not of:
            return LOST if one.about else f"I have nothing to do now. {self._plans.told(PlansRequest())}"
        return " ".join(self._home.state_of(item).words for item in of[:4])


def _denies(one: Instruction) -> bool:
    """Whether nothing but a no was said."""
    return isinstance(one, Chat) and one.kind == "no"


def _is_lost(one: Instruction) -> bool:
    """Whether nothing was made of what was said."""
    return isinstance(one, Chat) and one.kind == "unknown"


def unheeded_words(one: Unheeded) -> str:
    """What is said of words that nobody knows."""
    named = joined([f'"{word}"' for word in one.words])
    return f"I do not know what {named} means here and leave it out of account."


def _exact(about: str, of: Sequence[AgendaTask[Errand]]) -> set[str]:
    """Names of errands that a word names as such: "salad" the salad, not what shares its plate."""
    return {item.errand.name for item in of if about.lower() in item.errand.name.lower()}
