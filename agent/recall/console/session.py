"""One question worked on in the console: round for round until there is an answer or nothing helps.

The model sees the tree in its present state only; of earlier rounds it sees what it typed and what came back, but not
the trees, which keeps prompts short. It gets hints instead of traces, advice when it turns in circles, and before its
rounds are over one last chance to answer from what it sees.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from agent.language.errors import TooLong
from agent.language.model import ChatModel, Completion, Message, Schema
from agent.recall.console.code import code_of, refusal
from agent.recall.console.prompt import ANSWER, ConsoleRound, QuestionPrompt
from agent.recall.console.sandbox import CodeLimits, CodeResult, Sandbox
from agent.recall.console.tools import GivenAnswer, Tools, checked
from envs.errors import GaveUp
from memory.reading.queries import count_tokens
from memory.reading.tree_view import TreeView

PRELUDE = "from datetime import datetime, date, time, timedelta"


@dataclass(frozen=True)
class ConsoleLimits:
    """How long a model may work on one question.

    Attributes:
        rounds: Most replies, the last chance included.
        seconds: Time after which the last chance comes at once.
        context: Most tokens of a prompt, as ``memory.reading.queries.count_tokens`` counts them.
        errors: Most errors of one kind in a row.
        shown: Most characters shown of one result.
        sandbox: What each run of code may use.
        clock: Seconds; tests give another one.
    """

    rounds: int = 10
    seconds: float = 180.0
    context: int = 12_000
    errors: int = 3
    shown: int = 4_000
    sandbox: CodeLimits = field(default_factory=CodeLimits)
    clock: Callable[[], float] = field(default=time.monotonic, repr=False, compare=False)


class ConsoleSession:
    """A model at the console.

    Args:
        model: Types.
        tree: What it sees.
        tools: What it can do.
        asking: The question and the words around it.
        limits: How long.

    Attributes:
        steps: What it typed and what came of it.
        tokens: Tokens of all prompts sent so far.
    """

    def __init__(
        self,
        model: ChatModel,
        tree: TreeView,
        tools: Tools,
        asking: QuestionPrompt,
        limits: ConsoleLimits | None = None,
    ) -> None:
        self._model, self._tree, self._tools, self._asking = model, tree, tools, asking
        self._limits = limits or ConsoleLimits()
        self._functions = tools.functions()
        self._stuck = 0
        self._errors: dict[str, int] = {}
        self.steps: list[ConsoleRound] = []
        self.tokens = 0

    def run(self) -> GivenAnswer:
        """The model's answer.

        Raises:
            GaveUp: It makes the same kind of error again and again, or its last words cannot be used.
            TryAgain: It cannot be reached.
            BadInput: The endpoint refuses the request, or the prompt is too long whatever is left out of it.
        """
        deadline = self._limits.clock() + self._limits.seconds
        with Sandbox(self._functions, self._limits.sandbox, PRELUDE) as sandbox:
            for _ in range(self._limits.rounds - 1):
                if self._limits.clock() >= deadline:
                    break
                self._round(sandbox)
                if self._tools.given is not None:
                    return self._tools.given
        return self._last_chance()

    def _round(self, sandbox: Sandbox) -> None:
        before = self._tree.render()
        code = code_of(self._say(lambda tree: self._asking.messages(tree, self.steps)).text)
        refused = refusal(code, self._functions) if code else "Your reply was empty. Reply with a Python statement."
        ran = CodeResult() if refused else sandbox.run(code)
        hint = refused
        if self._tools.given is not None:
            self.steps.append(ConsoleRound(code, "", ""))
            return
        result = "" if ran.error else _shown(ran, self._limits.shown)
        if ran.error:
            hint = _hint(ran)
        elif not hint:
            self._errors.clear()
            hint = self._circling(code, before, result)
        self.steps.append(ConsoleRound(code, result, hint))
        if hint and (ran.error or refused):
            self._count_error(hint.partition(":")[0][:40], hint)

    def _count_error(self, kind: str, hint: str) -> None:
        self._errors[kind] = self._errors.get(kind, 0) + 1
        if self._errors[kind] > self._limits.errors:
            raise GaveUp(f"the language model does not get on in the console: {hint}")

    def _circling(self, code: str, before: str, result: str) -> str:
        """Advice when a step changed nothing; the third in a row closes the tree."""
        repeated = any(step.code == code and step.result == result for step in self.steps)
        if (result and not repeated) or (not result and self._tree.render() != before and not repeated):
            self._stuck = 0
            return ""
        self._stuck += 1
        if self._stuck < 3:
            return self._asking.words("nothing_changed")
        self._stuck = 0
        self._tree.reset()
        return self._asking.words("start_again")

    def _last_chance(self) -> GivenAnswer:
        done = self._say(self._asking.last_chance, ANSWER)
        said = done.parsed
        nodes = [node for node in said.get("evidence", []) if node in self._tree.seen]
        return checked(str(said["answer"]), said.get("status", "known"), nodes)

    def _say(self, prompt: Callable[[str], list[Message]], schema: Schema | None = None) -> Completion:
        """Ask the model with a prompt that fits, leaving out more where the endpoint's window is smaller than ours."""
        room = self._limits.context
        while True:
            messages = self._fitting(prompt, room)
            try:
                done = self._model.complete(messages, schema)
            except TooLong:
                room = _size(messages) * 3 // 4
                if room < 200:
                    raise
                continue
            self.tokens += max(done.usage.prompt, 0) or _size(messages)
            return done

    def _fitting(self, prompt: Callable[[str], list[Message]], room: int) -> list[Message]:
        messages = prompt(self._tree.render())
        while _size(messages) > room:
            full = next((index for index, step in enumerate(self.steps) if step.result not in ("", "...")), None)
            if full is None:
                break
            self.steps[full] = ConsoleRound(self.steps[full].code, "...", self.steps[full].hint)
            messages = prompt(self._tree.render())
        if _size(messages) > room:
            self._tree.reset()
            messages = prompt(self._tree.render())
        if _size(messages) > room:
            tree = self._tree.render()
            spare = max(0, count_tokens(tree) - (_size(messages) - room) - 20)
            messages = prompt(_cut(tree, spare))
        if _size(messages) > room:
            raise TooLong(f"the prompt has {_size(messages)} tokens where {room} are allowed; ask a shorter question")
        return messages


def _size(messages: Sequence[Message]) -> int:
    return sum(count_tokens(one.text) for one in messages)


def _cut(tree: str, tokens: int) -> str:
    """The newest lines of a tree that fit."""
    kept: list[str] = []
    for line in reversed(tree.splitlines()):
        tokens -= count_tokens(line)
        if tokens < 0:
            return "\n".join(["... (more, left out for want of room)", *reversed(kept)])
        kept.append(line)
    return tree


def _hint(ran: CodeResult) -> str:
    lost = " Your variables are gone." if ran.lost else ""
    if ran.error == "ValueError":
        return f"Hint: {ran.message}.{lost}"
    advice = {
        "NameError": " Use only the functions of the console and your own variables.",
        "TimeoutError": " Do less at once.",
        "MemoryError": " Do less at once.",
        "PermissionError": " There are no files here.",
    }
    return f"{ran.error}: {ran.message}.{advice.get(ran.error, '')}{lost}"


def _shown(ran: CodeResult, most: int) -> str:
    parts = [ran.printed.rstrip()] if ran.printed.strip() else []
    if ran.value is not None:
        parts.append(_told(ran.value))
    text = "\n".join(parts)
    return text if len(text) <= most else f"{text[:most]} … ({len(text) - most} characters more)"


def _told(value: Any) -> str:
    """A value as the model reads it: rows on lines, times short."""
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return "\n".join(
            " ".join(", ".join(f"{key} {_told(part)}" for key, part in row.items()).split()) for row in value
        )
    if isinstance(value, datetime):
        return value.isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_told(part) for part in value) + "]"
    return str(value)
