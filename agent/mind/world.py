"""The seam between a mind and what it acts in: the household, the tabletop and a house of requests are worlds."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from agent.mind.coordinator import DoAction, GoOn, Retrieve
from agent.mind.memories import DeclarativeMemory, WorkingMemory
from agent.mind.tasks import AgendaTask, GoalT


class SpeechBegan(Exception):
    """Somebody has begun to speak; what was about to be done was not done."""


@dataclass(frozen=True)
class WorldStep:
    """What came of one step in a world.

    Attributes:
        action: What was done, as it is logged: ``point(apple)``; "" when that is for the world to log.
        success: Whether it worked.
        over: "done", or why the task cannot be gone on with; "" while there is more to do.
    """

    action: str = ""
    success: bool = True
    over: str = ""


class TaskWorld(Protocol[GoalT]):
    """What a mind acts in."""

    # -- what is said

    def heard(self, idle: bool) -> str | None:
        """What is said now, None when nobody speaks.

        Args:
            idle: Whether there is nothing else to do, so that the next utterance is waited for; None then means that
                nobody is going to say anything more.
        """
        ...

    def speaking(self) -> bool:
        """Whether somebody has something to say."""
        ...

    def read(self, said: str, aloud: bool) -> Any:
        """Read an utterance, once.

        Args:
            said: The words.
            aloud: Whether they are said now; else they have been said already.
        """
        ...

    def carry_out(self, read: Any) -> str:
        """Change the agenda as it was read; what is to be answered."""
        ...

    def together(self) -> AbstractContextManager[Any]:
        """What is written down inside is kept as a whole."""
        ...

    def turned(self, before: AgendaTask[GoalT] | None, begun: int, answer: str) -> None:
        """The agenda has changed: leave what was at hand if it is no longer, and answer.

        Args:
            before: The task that was at hand.
            begun: How many new tasks there are.
            answer: What is to be said.
        """
        ...

    # -- what is done

    def take_up(self, task: AgendaTask[GoalT]) -> None:
        """A task is at hand: begin with it, or go on with it; nothing when it is at hand already."""
        ...

    def refusal(self, task: AgendaTask[GoalT] | None, action: DoAction | GoOn) -> str:
        """Why that cannot be done for a task, in words for the coordinator; "" when it can."""
        ...

    def do(self, task: AgendaTask[GoalT], action: DoAction | GoOn) -> WorldStep:
        """Do one step for a task, and log it.

        Raises:
            SpeechBegan: Somebody speaks; it was not done.
        """
        ...

    def ended(self, task: AgendaTask[GoalT], reason: str) -> None:
        """A task is to end: "done", or why it is given up."""
        ...

    # -- what is remembered

    def memory(self, wanted: Retrieve) -> WorkingMemory[Any] | DeclarativeMemory[Any] | None:
        """What a coordinator wants to see: what matters of a task now, or what its log tells; None for none."""
        ...
