"""Whoever gave a command, and says yes to what the robot takes it for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from agent.household.listening_body import Saying, SpeechSource
from agent.household.robot import Household

YES = "yes"


class AgreeingPerson(SpeechSource):
    """Says what was planned, and yes as soon as the robot asks whether that is what was meant, once to each question.

    Nobody says yes to what they did not mean: what comes of a yes counts only where it is right
    (``eval.commands.run``).

    Args:
        sayings: What will be said.
    """

    def __init__(self, sayings: Iterable[Saying] = ()) -> None:
        super().__init__(sayings)
        self._asks: Callable[[], str | None] = lambda: None
        self._answered = set[str]()

    @property
    def was_asked(self) -> bool:
        """Whether there was anything to agree to."""
        return bool(self._answered)

    def listen_to(self, robot: Household) -> None:
        """Whose questions are answered."""
        self._asks = lambda: robot.offered

    def speaking(self, steps: int) -> bool:
        """Whether a question is to be answered, or something is due."""
        return self._question() is not None or super().speaking(steps)

    def hear(self, steps: int) -> str | None:
        """A yes, else what is due."""
        return self._agrees() or super().hear(steps)

    def hear_next(self, expected: bool = False) -> str | None:
        """A yes, else what was going to be said."""
        return self._agrees() or super().hear_next(expected)

    def _question(self) -> str | None:
        asked = self._asks()
        return None if asked in self._answered else asked

    def _agrees(self) -> str | None:
        question = self._question()
        if question is None:
            return None
        self._answered.add(question)
        return YES
