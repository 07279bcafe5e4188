"""How a role asks its model: a prompt filled with data, a schema, a check, and the built-in role when that fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agent.language.errors import Malformed
from agent.language.model import ChatModel, Message, Schema
from agent.language.prompts import prompt
from agent.language.structured import CheckedSchema, problem
from envs.errors import HomebodyError

_T = TypeVar("_T")


@dataclass(frozen=True)
class Fallback:
    """A time when the built-in role stepped in.

    Attributes:
        role: Which role.
        error: Name of the error.
        reason: What was wrong, one line.
    """

    role: str
    error: str
    reason: str


FallbackSink = Callable[[Fallback], None]
"""Takes the record of each fallback, such as ``list.append``."""


class RoleModel:
    """A model in one role.

    Args:
        role: Name of the prompt file.
        model: Answers.
        told: Gets the record of each fallback.
    """

    def __init__(self, role: str, model: ChatModel, told: FallbackSink | None = None) -> None:
        self._words, self._model, self._told = prompt(role), model, told
        self._role = role

    def ask(
        self, schema: Schema, check: Callable[[Any], str] = lambda value: "", template: str = "user", **values: object
    ) -> Any:
        """The value that the model answers with.

        The system prompt is the template ``system``; ``values`` fill the variables of the other one, and only data that
        came through ``agent.language.roles.quoting`` should be among them.

        Args:
            schema: What the answer must look like.
            check: What is wrong with a value of that form, for the model to read; "" when nothing is.
            template: Which template asks.
            **values: Its variables.

        Raises:
            HomebodyError: As ``ChatModel.complete``.
        """
        asked: Sequence[Message] = [
            Message("system", self._words.fill("system")),
            Message("user", self._words.fill(template, **values)),
        ]
        tested = CheckedSchema(schema, check)
        value = self._model.complete(asked, tested).parsed
        wrong = problem(value, tested)  # a model of somebody else's may take a schema for a hint
        if wrong:
            raise Malformed(wrong)
        return value

    def attempt(self, by_model: Callable[[], _T], builtin: Callable[[], _T]) -> _T:
        """What the model makes of it; what the built-in role makes of it when the model fails, whyever it does."""
        try:
            return by_model()
        except HomebodyError as error:
            if self._told:
                self._told(Fallback(self._role, type(error).__name__, " ".join(str(error).split())[:300]))
            return builtin()


def record(properties: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The schema of an object that has exactly these fields."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }
