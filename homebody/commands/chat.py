"""``homebody chat``: talk with the robot about its past. As in ``homebody/cli.py`` imports happen when it runs."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from homebody.commands.chat_by_model import ByModel, show
from homebody.commands.speaker import UserOption, speaker_named
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.options.language import (
    HierarchyOption,
    Language,
    LanguageOption,
    ModelOption,
    UrlOption,
    check_model_options,
)
from homebody.options.times import NowOption
from homebody.output import Output, note_written

if TYPE_CHECKING:
    from agent.dialogue.manager import Reply


def chat(
    memory: MemoryOption = DEFAULT_MEMORY,
    language: LanguageOption = Language.BUILTIN,
    model: ModelOption = "",
    url: UrlOption = "",
    hierarchy: HierarchyOption = None,
    now: NowOption = None,
    user: UserOption = None,
    json_out: JsonOption = None,
) -> None:
    """Talk with the robot about its past, and tell it what to remember; lines from a pipe work too."""
    import sys

    from agent.dialogue.manager import Dialogue
    from agent.dialogue.terminal import converse, history_file, typed
    from agent.personal.asked import USER
    from memory.store.database import Store

    check_model_options(language, model, url, hierarchy)
    speaker = USER if user is None else speaker_named(user)
    with Store.open(memory, readonly=True) as store:  # what is wrong with it is said before the first line is typed
        newest = store.newest
    out = Output(json_out, memory)
    by_model = None
    if language is Language.LLM:
        by_model = ByModel(out, memory, now or (newest[1].time if newest else datetime(1970, 1, 1)), hierarchy)
        dialogue = by_model.dialogue(now, model, url, speaker)
    else:
        dialogue = Dialogue(memory, now, speaker=speaker)
    turns: list[dict[str, Any]] = []

    def tell(reply: Reply) -> None:
        if by_model:
            by_model.turn_over()
        show(out, reply.text)
        turns.append(_row(reply))

    history = history_file() if sys.stdin.isatty() else None
    if history is not None:
        note_written(memory, history, "history", out.console)
    lines = typed(history=history)
    converse(dialogue, lines, tell)
    out.json({"turns": turns, **(by_model.figures() if by_model else {"calls": [], "fallbacks": []})})


def _row(reply: Reply) -> dict[str, Any]:
    row: dict[str, Any] = {"intent": reply.intent, "text": reply.text}
    if reply.answer is not None:
        row |= {"question": reply.question, "answer": asdict(reply.answer)}
    if reply.change is not None:
        row["change"] = asdict(reply.change)
    return row
