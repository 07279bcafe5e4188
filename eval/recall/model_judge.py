"""The lenient label by a language model, with the rules of ``eval.recall.lenient_judge`` where it fails."""

from __future__ import annotations

from collections.abc import Callable

from agent.language.roles.judge import ModelJudge
from eval.recall.lenient_judge import judge
from eval.recall.question_sets import BROAD, Query

Judging = Callable[[Query, str], str]
"""Labels an answer: ``correct``, ``partially_correct`` or ``wrong``."""


class LenientModel:
    """Labels answers with a language model, each answer once.

    Args:
        model: Grades them.
        builtin: Steps in when it fails.
    """

    def __init__(self, model: ModelJudge, builtin: Judging = judge) -> None:
        self._model, self._builtin = model, builtin
        self._known: dict[tuple[Query, str], str] = {}

    def __call__(self, query: Query, given: str) -> str:
        """The label of one answer."""
        asked = (query, given)
        if asked not in self._known:
            self._known[asked] = self._model.role.attempt(
                lambda: BROAD[self._model.grade(query.text, query.expected, given, query.now).grade],
                lambda: self._builtin(query, given),
            )
        return self._known[asked]
