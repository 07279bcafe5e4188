"""``homebody ask``: one question about the past. As in ``homebody/cli.py`` imports happen when it runs."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

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
from homebody.output import Output

if TYPE_CHECKING:
    from agent.recall.answer import Answer
    from memory.store.database import Store


def ask(
    question: Annotated[str, typer.Argument(help="What you want to know, in plain English.")],
    memory: MemoryOption = DEFAULT_MEMORY,
    language: LanguageOption = Language.BUILTIN,
    model: ModelOption = "",
    url: UrlOption = "",
    hierarchy: HierarchyOption = None,
    now: NowOption = None,
    user: UserOption = None,
    json_out: JsonOption = None,
) -> None:
    """Ask the robot about its past."""
    from agent.recall.asking import Recall
    from memory.store.database import Store

    check_model_options(language, model, url, hierarchy)
    out = Output(json_out, memory)
    figures: dict[str, Any] = {"calls": [], "fallbacks": []}
    with Store.open(memory, readonly=True) as store:
        told = _of_people(store, question, user)
        told = told or _of_plans(store, question, now)
        if told is not None:
            answer = told
        elif language is Language.BUILTIN:
            answer = Recall(store, now, speaker_named(user) if user else "").answer(question)
        else:
            newest = store.newest
            at = now or (newest[1].time if newest else datetime(1970, 1, 1))
            by_model = ByModel(out, memory, at, hierarchy)
            answer = by_model.answering(model, url)(store, at).exchange(question).answer
            by_model.turn_over()
            figures = by_model.figures()
    show(out, answer.text)
    out.json({**asdict(answer), **figures})


def _of_plans(store: Store, question: str, now: datetime | None) -> Answer | None:
    """What is planned; None where that is not asked."""
    from agent.recall.understanding.ahead import may_ask_ahead

    if not may_ask_ahead(question):  # the readers of plans take longer to load than the answer does
        return None
    from agent.dialogue.plans_told import asked_of_plans
    from agent.recall.answer import Answer
    from memory.reading.view import View

    at = now or View(store).last_time()
    text = asked_of_plans(store, question, at) if at is not None else None
    return Answer(text, text, "planned", (), "partly") if text else None


def _of_people(store: Store, question: str, user: str | None) -> Answer | None:
    """What the profiles answer: whose things are, and what people like; None where that is not asked, or not known."""
    from memory.profile.book import ProfileBook

    known = ProfileBook(store).items()
    if not known:
        return None
    from agent.personal.asked import USER, answered
    from agent.recall.answer import Answer

    text = answered(question, speaker_named(user) if user else USER, known)
    return Answer(text, text, "profile", (), "known") if text else None
