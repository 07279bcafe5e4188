"""``homebody chat``: talk with the robot about its past. As in ``homebody.py`` imports happen when it runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from eval.output import JsonOption, Output

if TYPE_CHECKING:
    from agent.dialogue import Answerer, Reply
    from agent.language.chat import ChatModel
    from agent.language.trace import Call
    from agent.recall_answer import Answer
    from memory.store import Store


class Language(StrEnum):
    """Who answers."""

    BUILTIN = "builtin"
    LLM = "llm"


class Hierarchy(StrEnum):
    """What a language model sees of the memory."""

    DEEP = "deep"
    GOALS = "goals"
    FLAT = "flat"


def chat(
    memory: Annotated[Path, typer.Option("--memory", help="The memory file.")] = Path("runs/memory.sqlite"),
    language: Annotated[Language, typer.Option(help="Who answers: builtin, or the language model that is set up.")] = (
        Language.BUILTIN
    ),
    model: Annotated[str, typer.Option(help="The model's name; default: HOMEBODY_LANGUAGE_MODEL.")] = "",
    url: Annotated[str, typer.Option(help="Its endpoint; default: HOMEBODY_LANGUAGE_URL.")] = "",
    hierarchy: Annotated[Hierarchy, typer.Option(help="What the model sees of the memory.")] = Hierarchy.DEEP,
    now: Annotated[datetime | None, typer.Option(help="The home's time; default: that of the newest memory.")] = None,
    json_out: JsonOption = None,
) -> None:
    """Talk with the robot about its past, and tell it what to remember; lines from a pipe work too."""
    import sys

    from agent.chat import converse, history_file, typed
    from agent.dialogue import Dialogue
    from memory.store import Store

    Store.open(memory, readonly=True).close()  # a missing or broken file is said before the first line is typed
    out = Output(json_out)
    calls: list[Call] = []
    answering = _by_model(_model(model, url, calls), hierarchy.value, out) if language is Language.LLM else None
    turns: list[dict[str, Any]] = []

    def tell(reply: Reply) -> None:
        _show(out, reply.text)
        turns.append(_row(reply))

    lines = typed(history=history_file() if sys.stdin.isatty() else None)
    converse(Dialogue(memory, now, answering), lines, tell)
    out.json({"turns": turns, "calls": [asdict(call) for call in calls]})


def _show(out: Output, text: str) -> None:
    """Print what is said as it is: somebody's words are no markup and steer no terminal."""
    if out.for_people:
        plain = "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
        out.console.print(Text(plain), soft_wrap=True)


def _row(reply: Reply) -> dict[str, Any]:
    row: dict[str, Any] = {"intent": reply.intent, "text": reply.text}
    if reply.answer is not None:
        row |= {"question": reply.question, "answer": asdict(reply.answer)}
    if reply.change is not None:
        row["change"] = asdict(reply.change)
    return json.loads(json.dumps(row, default=str))  # times as text


def _model(name: str, url: str, calls: list[Call]) -> ChatModel:
    from agent.language.configured import model_for

    return model_for("recall", name=name, url=url, sink=calls.append)


def _by_model(model: ChatModel, hierarchy: str, out: Output) -> Callable[[Store, datetime], Answerer]:
    from agent.console import ConsoleRecall

    class Told:
        """Says so when the model failed and the built-in recall answers."""

        def __init__(self, store: Store, now: datetime) -> None:
            self._recall = ConsoleRecall(store, model, now, hierarchy)

        def answer(self, question: str) -> Answer:
            session = self._recall.session(question)
            if session.failed:
                _show(out, f"(answered without the language model: {session.failed})")
            return session.answer

    return Told
