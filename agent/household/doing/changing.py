"""What a change of mind does to tasks: they are about something else, and what was taken for nothing goes back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from agent.belief.state import Belief
from agent.household.agenda import HouseholdAgenda
from agent.household.doing.notebook import TaskNotebook
from agent.household.doing.put_back import misplaced, put_back
from agent.mind.tasks import AgendaTask
from agent.planning.terms import WhichThings
from agent.requests.errands import RESTORE, Errand, made_of
from agent.requests.instructions import Begin, Instruction, Revise
from envs.vocabulary.english import joined

_CORRECTS = re.compile(
    r"^(?:(?:oh|oops|ah|hey|wait)\b[ ,.!]*)*(?:no|not|nope|wrong|sorry)\b"
    r"(?!.*\b(?:too|also|as well|another|more|again|next|then|now)\b)"
)
"""How it is said that what was done was not what was meant."""

LOST = "I know of no such task."


class ChangingRobot(Protocol):
    """What is needed to change tasks; ``Household`` is one.

    Attributes:
        agenda: What is to be done.
    """

    agenda: HouseholdAgenda

    @property
    def notebook(self) -> TaskNotebook:
        """What is written down of tasks."""
        ...

    @property
    def known(self) -> Belief:
        """What is known of the home."""
        ...

    def close(self, number: int) -> None:
        """Note how a task stands now that it is over."""
        ...


class ChangedTasks:
    """Has tasks be about something else, or called off, and what was taken for them go back.

    Args:
        home: The robot.
    """

    def __init__(self, home: ChangingRobot) -> None:
        self._home = home

    def revise(self, one: Revise, beside: Sequence[Errand] = ()) -> str:
        """Do a task otherwise, or not at all; returns what is said of it.

        Args:
            one: The change.
            beside: What else is to be done by the same words.
        """
        agenda = self._home.agenda
        item = next((item for item in agenda.open if item.errand == one.old), None)
        if item is None:
            return self._done_otherwise(one, beside)
        if one.new is None:
            back, never = agenda.undoing(item, True, "", self._home.notebook.changed)
            kinds = made_of(one.old)
            if kinds and any(made_of(other) == kinds for other in beside):  # it goes elsewhere, from where it is now
                back, never = [], []
            agenda.cancel(item)
            self._home.close(item.id)
            sorry = f" I cannot undo that I had to {joined(sorted(set(never)))}." if never else ""
            return f"OK, I will not {one.old.told}.{self.taken_back(back)}{sorry}"
        if agenda.serves_already(item, one.new, self._home.notebook.was):
            return f"OK, then I will {one.new.told}: that is the one I have."
        notebook, belief = self._home.notebook, self._home.known
        back = agenda.surplus(item, one.new, notebook.changed, notebook.was, lambda types: len(belief.known(*types)))
        back = back or self._taken_for(item, one.new, *beside)
        agenda.alter(item, one.new)
        return f"OK, then I will {one.new.told}.{self.taken_back(back)}"

    def _done_otherwise(self, one: Revise, beside: Sequence[Errand]) -> str:
        """Do what is over with what was meant; what was taken in place of that goes back."""
        agenda = self._home.agenda
        item = next((item for item in reversed(agenda.all) if item.errand == one.old), None)
        if item is None or one.new is None:
            return LOST
        back = self._taken_for(item, one.new, *beside)
        agenda.begin(one.new, item.request, "now")
        return f"OK, then I will {one.new.told}.{self.taken_back(back)}"

    def in_place_of_last(self, one: Begin, said: str) -> Instruction:
        """What is asked for again of another thing with "no, …" when all is done, as a change of what was done.

        Args:
            one: What is to be begun.
            said: In what words.
        """
        agenda = self._home.agenda
        last = agenda.asked_last() if not agenda.open else ()
        old = next(
            (errand for errand in last if (errand.name, errand.params) == (one.errand.name, one.errand.params)), None
        )
        if old is None or old == one.errand or one.same or not _CORRECTS.match(said.lower()):
            return one
        return Revise(old, one.errand)

    def as_told(self, read: Sequence[Instruction]) -> list[Instruction]:
        """What is understood, with what was told of "it" where the work that told it has not come to it yet.

        Args:
            read: What was understood of an utterance.
        """
        off = [one.old for one in read if isinstance(one, Revise) and one.new is None]
        unbound = [item.errand for item in self._home.agenda.open if not item.working.bound]
        told = {
            term.word: term
            for errand in (*reversed(unbound[:1]), *(one for one in off if one in unbound))
            for term in errand.terms
            if isinstance(term, WhichThings)
        }
        return [_with_told(one, told) if isinstance(one, Begin) else one for one in read]

    def _taken_for(self, item: AgendaTask[Errand], *new: Errand) -> tuple[Errand, ...]:
        """What brings back what a task took that is to be about something else, before it is changed."""
        others = [other.errand for other in self._home.agenda.open if other.id != item.id]
        return put_back(misplaced(item, [*new, *others], self._home.known))

    def taken_back(self, errands: Sequence[Errand]) -> str:
        """Begin what takes something back; returns what is said of it."""
        behind: int | None = None
        for errand in errands:
            behind = self._home.agenda.begin(errand, "undo", "now" if behind is None else "next", behind).id
        return f" I will {joined([errand.told for errand in errands])}." if errands else ""

    def back_first(self) -> None:
        """What is in the hand and goes back to where it was is brought there before anything else is begun."""
        agenda, held = self._home.agenda, self._home.known.held
        for item in agenda.open:
            if held is not None and item.errand.name == RESTORE and held in item.errand.params[::3]:
                agenda.bring_forward(item)


def _with_told(one: Begin, told: Mapping[str, WhichThings]) -> Begin:
    """What is to be done at once with "it", of the thing that was told of."""
    kinds = [kind for kind in made_of(one.errand) if kind in told]
    known = any(isinstance(term, WhichThings) for term in one.errand.terms)
    if not one.same or one.when != "now" or known or not kinds:
        return one
    return replace(one, errand=one.errand.on(told[kinds[0]]), same=False)
