"""Judging answers by a language model, in the grades of the H-EMV evaluation.

Source: H-EMV's lenient scoring: a model sees question, right answer and given answer and names one fine grade. What a
grade counts as is decided by whoever evaluates.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import one_line, quoted

GRADES = (
    "correct",
    "correct_summarized",
    "correct_tmi",
    "partially_correct_tmi",
    "partially_correct_missing",
    "wrong",
    "no_answer",
)
"""From best to worst; *tmi* is too much information, *missing* lacks a part of the right answer."""

_GRADE = record({"reason": {"type": "string"}, "grade": {"type": "string", "enum": list(GRADES)}})


@dataclass(frozen=True)
class JudgeGrade:
    """A verdict on an answer.

    Attributes:
        grade: One of ``GRADES``.
        reason: Why, in a few words.
    """

    grade: str
    reason: str = ""


class ModelJudge:
    """Grades answers with a language model.

    Args:
        model: Judges.
        told: Gets the record of each fallback.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None) -> None:
        self.role = RoleModel("judge", model, told)

    def grade(self, question: str, expected: str, given: str, now: datetime | None = None) -> JudgeGrade:
        """The grade of one answer; one without words is graded without asking.

        Args:
            question: What was asked.
            expected: The right answer.
            given: The answer.
            now: When it was asked; None when that does not matter.

        Raises:
            HomebodyError: As ``ChatModel.complete``.
        """
        if not given.strip():
            return JudgeGrade("no_answer", "there are no words")
        value = self.role.ask(
            _GRADE,
            question=quoted(question, 1000),
            expected=quoted(expected, 4000),
            given=quoted(given, 4000),
            now=f"{now:%A %Y-%m-%d %H:%M}" if now else "(at any time)",
        )
        return JudgeGrade(value["grade"], one_line(value["reason"], 200))
