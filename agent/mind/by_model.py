"""Coordinator and worker by language models, and what steps in when a model fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from agent.language.errors import Malformed, TooLong
from agent.language.model import ChatModel, Message
from agent.language.prompts import prompt
from agent.language.roles.asking import Fallback, FallbackSink
from agent.mind.commands import listing, read_list, shown, shown_action
from agent.mind.conversation import Turn, newest
from agent.mind.coordinator import TurnTaker
from agent.mind.procedural import Specification
from agent.mind.worker import REMAINING, Worker
from envs.errors import HomebodyError
from memory.store.task_log import LogEntry

_T = TypeVar("_T")
_SHORTEST = 200  # tokens of a conversation; below that shortening it further is of no use


class ModelCoordinator:
    """A coordinator that is a language model.

    Args:
        model: Continues the conversation. When it says that the conversation is too long, it is asked with the first
            turn and the newer half of the others, again and again.
    """

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    def reply(self, turns: Sequence[Turn]) -> str:
        """As ``TurnTaker.reply``."""
        kept = tuple(turns)
        while True:
            try:
                return self._model.complete(_messages(kept)).text
            except TooLong:
                shorter = _shorter(kept)
                if len(shorter) == len(kept):
                    raise
                kept = shorter


def _shorter(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The first turn if it is the base prompt, and the newer half of the others."""
    base = tuple(turns[:1]) if turns[0].role == "system" else ()
    rest = turns[len(base) :]
    half = sum(turn.tokens for turn in rest) // 2
    return (*base, *newest(rest, half)) if half >= _SHORTEST else tuple(turns)


def _messages(turns: Sequence[Turn]) -> list[Message]:
    """Turns as messages; neighbours of the same role are one, as some endpoints want."""
    messages: list[Message] = []
    for turn in turns:
        text = turn.text or "(nothing)"
        if messages and messages[-1].role == turn.role:
            text = f"{messages.pop().text}\n\n{text}"
        if turn.role == "assistant" and not any(message.role == "user" for message in messages):
            messages.append(Message("user", "(earlier turns are not shown)"))  # many endpoints want the user first
        messages.append(Message(turn.role, text))
    if all(message.role != "user" for message in messages):
        messages.append(Message("user", "Your next command?"))
    return messages


class ModelWorker:
    """A worker that is a language model: single prompts, no history.

    Args:
        model: Answers.
    """

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._words = prompt("worker")

    def select(self, task: Specification, objects: Sequence[str]) -> tuple[str, ...]:
        """As ``Worker.select``.

        Raises:
            Malformed: It names other things than those on the table, also after one repair.
        """
        if not objects:
            return ()
        asked = self._words.fill("select", specification=task.about, objects=", ".join(map(shown, objects)))
        return self._listed(asked, objects)

    def extract(self, task: Specification, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """As ``Worker.extract``.

        Raises:
            Malformed: It names things that the log does not hold, also after one repair.
        """
        if not entries:
            return ()
        log = "\n".join(self._entry(entry) for entry in entries)
        template = "remaining" if what == REMAINING else "extract"
        asked = self._words.fill(template, log=log, **({} if what == REMAINING else {"place": what}))
        held = [thing for entry in entries for things in entry.contents.values() for thing in things]
        left = [thing for entry in entries for thing in entry.remaining]
        return self._listed(asked, list(dict.fromkeys(left + held)))

    def _entry(self, entry: LogEntry) -> str:
        lines = [f"{place}: {_numbered(things)}" for place, things in entry.contents.items()]
        return self._words.fill(
            "entry",
            action=f"<{shown_action(entry.action)}>",
            contents="\n".join(lines),
            remaining=_numbered(entry.remaining),
        )

    def _listed(self, asked: str, known: Sequence[str]) -> tuple[str, ...]:
        """Names in answer to a prompt; asked once more when some are not among those that are known."""
        first = self._model.complete([Message("user", asked)])
        names, others = read_list(first.text, known)
        if not others:
            return names
        wrong = self._words.fill("repair", wrong=listing(others), objects=listing(known))
        turns = [Message("user", asked), Message("assistant", first.text or "(nothing)"), Message("user", wrong)]
        names, others = read_list(self._model.complete(turns).text, known)
        if others:
            raise Malformed(f"the worker names {listing(others[:5])}, which it was not told of")
        return names


def _numbered(things: Sequence[str]) -> str:
    return " ".join(f"{number}. {shown(thing)}" for number, thing in enumerate(things, 1)) or "nothing"


class FallbackCoordinator:
    """A coordinator whose place is taken by another one, for good, as soon as it fails.

    Args:
        first: Speaks as long as it can.
        spare: Then; the built-in one does not fail.

    Attributes:
        failed: Why the first one no longer speaks; "" while it does.
    """

    def __init__(self, first: TurnTaker, spare: TurnTaker) -> None:
        self._first, self._spare = first, spare
        self.failed = ""

    def reply(self, turns: Sequence[Turn]) -> str:
        """As ``TurnTaker.reply``."""
        if not self.failed:
            try:
                return self._first.reply(turns)
            except HomebodyError as error:
                self.failed = str(error) or type(error).__name__
        return self._spare.reply(turns)


class FallbackWorker:
    """A worker for whom another one answers when it fails; it is asked again the next time.

    Args:
        first: Answers as long as it can.
        spare: Answers otherwise.
        told: Gets the record of each time when it does.

    Attributes:
        failed: How often the spare one answered.
    """

    def __init__(self, first: Worker[Any], spare: Worker[Any], told: FallbackSink | None = None) -> None:
        self._first, self._spare, self._told = first, spare, told
        self.failed = 0

    def select(self, task: Specification, objects: Sequence[str]) -> tuple[str, ...]:
        """As ``Worker.select``."""
        return self._answer(lambda worker: worker.select(task, objects))

    def extract(self, task: Specification, entries: Sequence[LogEntry], what: str) -> tuple[str, ...]:
        """As ``Worker.extract``."""
        return self._answer(lambda worker: worker.extract(task, entries, what))

    def _answer(self, ask: Callable[[Worker[Any]], _T]) -> _T:
        try:
            return ask(self._first)
        except HomebodyError as error:
            self.failed += 1
            if self._told is not None:
                self._told(Fallback("worker", type(error).__name__, " ".join(str(error).split())[:300]))
            return ask(self._spare)
