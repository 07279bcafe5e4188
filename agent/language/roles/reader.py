"""IntentReading utterances with a language model: what somebody wants, a question made to stand for itself, small talk.

Fixed phrases ("take that back", "yes", "bye") and questions that nothing came before go by the built-in rules and cost
nothing. Two things no model decides:
what counts as a yes to erasing, and words to be erased that the user did not say.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import one_line, quoted
from agent.requests.intents import DialogueContext, IntentReader, UtteranceReading, WordReader

LONGEST_QUESTION, LONGEST_REPLY = 500, 400
"""Most characters of a question made to stand for itself, and of a reply."""

_WANTED = {
    "question": ("question", ""),
    "why": ("question", "why"),
    "list rules": ("question", "rules"),
    "feedback": ("feedback", ""),
    "correction": ("correction", ""),
    "take back": ("correction", "take back"),
    "command": ("command", ""),
    "erase": ("command", "erase"),
    "goodbye": ("chat", "bye"),
    "small talk": ("chat", "unknown"),
}
"""What the model answers → intent and kind."""

_UNCLEAR = frozenset({"", "follow", "unknown"})
"""Kinds that the built-in reader gives to what is no fixed phrase."""

_READING = record(
    {
        "wants": {"type": "string", "enum": list(_WANTED)},
        "question": {"type": "string", "maxLength": LONGEST_QUESTION},
        "about": {"type": "string"},
        "reply": {"type": "string"},
    }
)


class ModelReader:
    """Reads utterances with a language model; see ``agent.requests.intents.IntentReader``.

    Args:
        model: Reads.
        told: Gets the record of each fallback.
        builtin: Reads fixed phrases, and everything when the model fails.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None, builtin: IntentReader | None = None) -> None:
        self._role = RoleModel("dialogue", model, told)
        self._builtin = builtin or WordReader()

    def read(self, utterance: str, context: DialogueContext) -> UtteranceReading:
        """What an utterance is."""
        plain = self._builtin.read(utterance, context)
        clear = plain.intent == "question" and not context.asked and utterance.rstrip().endswith("?")
        if clear or plain.kind not in _UNCLEAR:
            return plain
        return self._role.attempt(lambda: self._read(utterance, context), lambda: plain)

    def _read(self, utterance: str, context: DialogueContext) -> UtteranceReading:
        value = self._role.ask(
            _READING,
            partial(_wrong, utterance, context),
            utterance=quoted(utterance, 5000),
            question=quoted(context.question, LONGEST_QUESTION),
            answer=quoted(context.answer, 600),
            learned=quoted(context.learned, 300),
        )
        intent, kind = _WANTED[value["wants"]]
        question = one_line(value["question"], LONGEST_QUESTION) if intent in ("question", "correction") else ""
        return UtteranceReading(
            intent,
            kind,
            one_line(value["about"], 200).lower() if kind == "erase" else "",
            question if kind == "" else "",
            one_line(value["reply"], LONGEST_REPLY) if intent == "chat" else "",
        )


def _wrong(utterance: str, context: DialogueContext, value: Any) -> str:
    wants = value["wants"]
    if wants == "question" and not one_line(value["question"], LONGEST_QUESTION):
        return "the question is empty; write it out so that it stands for itself"
    if wants == "why" and not context.asked:
        return "nothing was asked before that a why could lean on; it is a question or small talk"
    if wants == "erase":
        said, about = _words(utterance), _words(value["about"])
        if not about or not set(about) <= set(said):
            return "about must be words of the utterance: what is to be erased"
    return ""


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
