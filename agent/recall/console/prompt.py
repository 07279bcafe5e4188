"""The prompts of the console, put together from ``assets/prompts``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from agent.language.model import Message
from agent.language.prompts import prompt
from agent.recall.answer import STATUSES
from agent.recall.console.examples import choose
from envs.process.plain_text import one_line

_LONGEST = 2000  # characters of a question

ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "status": {"type": "string", "enum": list(STATUSES)},
        "evidence": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["answer", "status", "evidence"],
    "additionalProperties": False,
}
"""What the last chance and the one-pass prompt are to be answered with."""


@dataclass(frozen=True)
class ConsoleRound:
    """One round.

    Attributes:
        code: What the model typed.
        result: What came back, "" for nothing, "..." when it was left out for want of room.
        hint: What it was told about it.
    """

    code: str
    result: str
    hint: str


@dataclass(frozen=True)
class QuestionPrompt:
    """A question with the words around it.

    Attributes:
        question: As the user asked it.
        now: When.
        shots: How many worked examples are shown.
        before: The question before, and its answer, on which this one may lean.
    """

    question: str
    now: datetime
    shots: int = 1
    before: tuple[str, str] | None = None

    def messages(self, tree: str, steps: Sequence[ConsoleRound]) -> list[Message]:
        """The conversation for the next round: rules, examples, question, earlier rounds, the tree as it is now."""
        role = prompt("recall_console")
        found = [Message("system", role.fill("system"))]
        for one in choose(self.question, most=self.shots):
            found.append(Message("user", role.fill("example", question=one.question, session=one.session)))
            found.append(Message("assistant", role.fill("understood")))
        found.append(Message("user", role.fill("question", question=self._quoted, now=_clock(self.now))))
        for step in steps:
            found.append(Message("assistant", step.code or "pass"))
            found.append(Message("user", "\n".join(filter(None, (step.result, step.hint))) or role.fill("nothing")))
        found.append(Message("user", role.fill("tree", tree=tree)))
        return found

    def last_chance(self, tree: str) -> list[Message]:
        """The prompt after which there is no other."""
        return self._plain("recall_last_chance", tree)

    def one_pass(self, tree: str) -> list[Message]:
        """The whole history and the question at once."""
        return self._plain("recall_one_pass", tree)

    def _plain(self, role: str, tree: str) -> list[Message]:
        words = prompt(role)
        text = words.fill("user", question=self._quoted, now=_clock(self.now), tree=tree)
        return [Message("system", words.fill("system")), Message("user", text)]

    @property
    def _quoted(self) -> str:
        """The question on its line, which it cannot end; with the one before it."""
        if self.before is None:
            return one_line(self.question, _LONGEST)
        asked, told = self.before
        return one_line(f'{self.question[: _LONGEST // 2]} (asked before: "{asked}"; answered: "{told}")', _LONGEST)

    def words(self, name: str) -> str:
        """One of the console's own remarks."""
        return prompt("recall_console").fill(name)


def _clock(now: datetime) -> str:
    return f"{now:%A %Y-%m-%d %H:%M}"
