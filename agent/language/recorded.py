"""A conversation with a model kept in a file, so that a run repeats byte for byte without the model."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from agent.language import errors
from agent.language.model import ChatModel, Completion, Message, Schema, Usage
from envs.errors import BadInput, GaveUp, HomebodyError, TryAgain
from envs.files.reading import read_text
from envs.files.strict_json import parse_json
from envs.files.writing import make_folder, open_private, written

_ERRORS: dict[str, type[HomebodyError]] = {
    kind.__name__: kind
    for kind in (TryAgain, GaveUp, BadInput, errors.Refused, errors.Malformed, errors.BudgetSpent, errors.TooLong)
}


class RecordedModel:
    """Replays a file of JSON lines, or writes it while a model answers.

    What was asked is the key; the same question asked twice gets its answers in the order in which they were given.
    Errors are replayed as well.

    Args:
        path: The recording.
        model: Answers what the file does not hold, which is then appended; None replays only.
        clock: Seconds, for how long the model took; that is recorded too, so that a trace of the replay equals that of
            the run.

    Attributes:
        seconds: How long the last answer took when it was given.

    Raises:
        BadInput: The file cannot be read, or is missing when it is only to be replayed.
    """

    name = "recorded"

    def __init__(self, path: Path, model: ChatModel | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        if model is None and not os.path.isfile(path):
            raise BadInput(f"there is no recording {path}; make one with a model first")
        self._path, self._model, self._clock = path, model, clock
        self.seconds = 0.0
        self._kept: dict[str, list[dict[str, Any]]] = defaultdict(list)
        if os.path.exists(path):
            self._read()

    def _read(self) -> None:
        for number, line in enumerate(read_text(self._path, "recording").split("\n"), 1):
            try:
                row = parse_json(line, "it") if line.strip() else None
                if row is not None:
                    self._kept[str(row["key"])].append(_answer(row["answer"]))
            except (BadInput, KeyError, TypeError, ValueError) as error:
                raise BadInput(f"{self._path}, line {number}: this is not a recorded answer ({error})") from error

    def complete(self, messages: Sequence[Message], schema: Schema | None = None) -> Completion:
        """The recorded answer, else the model's.

        Raises:
            GaveUp: Nothing was recorded for this conversation and there is no model; or what was recorded.
        """
        asked = _asked(messages, schema)
        key = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
        if self._kept[key]:
            return self._replay(self._kept[key].pop(0))
        self.seconds = 0.0
        if self._model is None:
            raise GaveUp(
                f"{self._path} holds no (further) answer to this conversation, which ends "
                f"{messages[-1].text[-80:]!r}; the prompts, the memory or the order of questions changed since"
            )
        return self._record(key, asked, messages, schema, self._model)

    def _record(
        self, key: str, asked: Any, messages: Sequence[Message], schema: Schema | None, model: ChatModel
    ) -> Completion:
        begun = self._clock()
        try:
            done = model.complete(messages, schema)
        except HomebodyError as error:
            self.seconds = self._clock() - begun
            told: dict[str, Any] = {"error": _known_name(error), "message": str(error), "seconds": self.seconds}
            if isinstance(error, errors.Malformed):
                told["usage"] = [error.usage.prompt, error.usage.completion]
            self._append(key, asked, told)
            raise
        self.seconds = self._clock() - begun
        usage = [done.usage.prompt, done.usage.completion]
        told = {"text": done.text, "parsed": done.parsed, "usage": usage, "seconds": self.seconds}
        self._append(key, asked, told)
        return done

    def _replay(self, answer: dict[str, Any]) -> Completion:
        self.seconds = answer.get("seconds", 0.0)
        usage = Usage(*answer.get("usage", ()))
        if answer.get("error") == errors.Malformed.__name__:
            raise errors.Malformed(answer["message"], usage)
        if "error" in answer:
            raise _ERRORS.get(answer["error"], GaveUp)(answer["message"])
        return Completion(answer["text"], answer["parsed"], usage)

    def _append(self, key: str, asked: Any, answer: dict[str, Any]) -> None:
        with written(self._path, "the answer was not kept"):
            make_folder(self._path.parent)
            with open_private(self._path, "a") as file:
                file.write(json.dumps({"key": key, "asked": asked, "answer": answer}, ensure_ascii=False) + "\n")


def _answer(row: Any) -> dict[str, Any]:
    """An answer as it is kept.

    Raises:
        ValueError: It is something else.
    """
    if not isinstance(row, dict):
        raise ValueError("an answer is an object")
    usage, seconds = row.get("usage", ()), row.get("seconds", 0.0)
    failed = isinstance(row.get("error"), str) and isinstance(row.get("message"), str)
    if not failed and not (isinstance(row.get("text"), str) and "parsed" in row):
        raise ValueError("it holds neither an answer nor an error")
    if not isinstance(seconds, int | float) or not all(type(one) is int for one in usage) or len(usage) not in (0, 2):
        raise ValueError("usage or seconds are not numbers")
    return row


def _known_name(error: HomebodyError) -> str:
    """Of what the error is first of all, among those that can be replayed."""
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _ERRORS), GaveUp.__name__)


def _asked(messages: Sequence[Message], schema: Schema | None) -> dict[str, Any]:
    turns = [[one.role, one.text, [hashlib.sha256(i).hexdigest() for i in one.images]] for one in messages]
    return {"messages": turns, "schema": schema}
