"""The coordinator: decides what is next among all open tasks. Source: "Robots Can Multitask Too", section III-C.

It has the conversation where it has one, and one decision at a time comes of it: an action in the world, the next step
of a task's worker, a memory that it wants to see first, or the end of a task.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from agent.mind.agenda import Agenda
from agent.mind.conversation import Turn
from agent.mind.tasks import GoalT


@dataclass(frozen=True)
class DoAction:
    """Do an action with a thing.

    Attributes:
        action: Its name.
        thing: As the coordinator named it.
        words: What it said.
    """

    action: str
    thing: str
    words: str = ""


@dataclass(frozen=True)
class GoOn:
    """Let the worker of a task do what is next for it.

    Attributes:
        task: Number of the task, which is at hand from now on; None for the one that is.
        words: What was said.
    """

    task: int | None = None
    words: str = ""


@dataclass(frozen=True)
class Retrieve:
    """See a memory before anything is done.

    Attributes:
        function: ``WORKING`` or ``DECLARATIVE`` of ``agent.mind.commands``.
        task: Of which task, as the world knows it.
        words: What was said.
    """

    function: str
    task: Any
    words: str = ""


@dataclass(frozen=True)
class End:
    """The task at hand is over.

    Attributes:
        over: ``finished`` or ``gave_up``.
        words: What was said.
    """

    over: str
    words: str = ""


@dataclass(frozen=True)
class Unusable:
    """Nothing that can be carried out.

    Attributes:
        problem: What is wrong, in words for the coordinator.
        words: What was said.
    """

    problem: str
    words: str = ""


Decision = DoAction | GoOn | Retrieve | End | Unusable


class Coordinator(Protocol[GoalT]):
    """Level 1."""

    def decide(self, agenda: Agenda[GoalT]) -> Decision:
        """What is next.

        Raises:
            GaveUp: It has nothing to say.
            TooLong: The conversation is too long for it.
        """
        ...

    def prompt(self, agenda: Agenda[GoalT]) -> None:
        """It is going to be asked for a decision, though nothing was said since the last one."""
        ...

    def refuse(self, why: str) -> None:
        """Its decision is sent back."""
        ...

    def hand_over(self, wanted: Retrieve, memory: Any) -> None:
        """It gets the memory that it wanted to see."""
        ...


class TurnTaker(Protocol):
    """Who speaks for a coordinator that decides in a conversation: a language model, or rules on what was said."""

    def reply(self, turns: Sequence[Turn]) -> str:
        """The next turn of the conversation: a command, or an answer.

        Raises:
            GaveUp: It has none.
            TooLong: The conversation is too long for it, even without its older part.
        """
        ...


class StackCoordinator:
    """Sees to the task in front of the agenda, which is the one that was asked for last, and lets its worker go on."""

    def decide(self, agenda: Agenda[Any]) -> Decision:
        """The next step of the task at hand."""
        return GoOn()

    def prompt(self, agenda: Agenda[Any]) -> None:
        """It needs no prompt."""

    def refuse(self, why: str) -> None:
        """It decides on nothing that is refused."""

    def hand_over(self, wanted: Retrieve, memory: Any) -> None:
        """It asks for none."""
