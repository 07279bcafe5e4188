"""Learning rules by a language model: what the user said becomes additions to, changes of and gaps in a list of rules.

The model names what changes instead of writing the list anew, so that rules it does not speak of stay word for word.
Source: H²-EMV, learning relevance from feedback.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import one_line, quoted
from memory.roles import Feedback, Rule, RuleLearner
from memory.rules.learner import SentenceLearner

LONGEST_RULE = 300
"""Most characters of a rule that a model writes."""

MOST_CHANGES = 3
"""Most rules that one thing said adds, and most that it changes or removes, unless it speaks of all of them."""

_ALL = re.compile(r"(?i)\b(all|every|everything|anything|nothing|none|rules)\b")
_TEXT = {"type": "string", "maxLength": LONGEST_RULE}
_NUMBER = {"type": "integer"}
_CHANGES = record(
    {
        "add": {"type": "array", "items": _TEXT, "maxItems": MOST_CHANGES},
        "change": {"type": "array", "items": record({"number": _NUMBER, "text": _TEXT}), "maxItems": MOST_CHANGES},
        "remove": {"type": "array", "items": _NUMBER},
    }
)


class ModelLearner:
    """Turns feedback into rules with a language model; see ``memory.roles.RuleLearner``.

    Args:
        model: Reads the feedback.
        told: Gets the record of each fallback.
        builtin: Steps in when the model fails.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None, builtin: RuleLearner | None = None) -> None:
        self._role = RoleModel("rule_learner", model, told)
        self._builtin = builtin or SentenceLearner()

    def learn(self, rules: Sequence[Rule], feedback: Feedback) -> list[Rule]:
        """The rules after the feedback; new and changed ones carry number 0, the others stay as they are."""
        return self._role.attempt(lambda: self._learned(rules, feedback), lambda: self._builtin.learn(rules, feedback))

    def _learned(self, rules: Sequence[Rule], feedback: Feedback) -> list[Rule]:
        value = self._role.ask(
            _CHANGES,
            partial(_wrong, rules, bool(_ALL.search(feedback.text))),
            rules="\n".join(f"{rule.number}. {quoted(rule.text)}" for rule in rules) or "(none)",
            feedback=quoted(feedback.text, 1000),
            question=quoted(feedback.question, 500),
            answer=quoted(feedback.answer, 500),
        )
        changed = {one["number"]: one_line(one["text"], LONGEST_RULE) for one in value["change"]}
        kept = [rule for rule in rules if rule.number not in value["remove"]]
        after = [_changed(rule, changed, feedback.text) for rule in kept]
        known = {rule.text for rule in after}
        new = (one_line(text, LONGEST_RULE) for text in value["add"])
        return after + [Rule(0, text, feedback.text) for text in dict.fromkeys(new) if text not in known]


def _changed(rule: Rule, changed: dict[int, str], words: str) -> Rule:
    text = changed.get(rule.number, rule.text)
    return rule if text == rule.text else Rule(0, text, " / ".join(filter(None, (rule.source, words))))


def _wrong(rules: Sequence[Rule], about_all: bool, value: Any) -> str:
    numbers = {rule.number for rule in rules}
    named = [one["number"] for one in value["change"]] + value["remove"]
    unknown = sorted(set(named) - numbers)
    if unknown:
        return f"there is no rule {unknown[0]}; there are {sorted(numbers) or 'none'}"
    if len(set(named)) < len(named):
        return "a rule is changed or removed twice; name it once"
    if len(value["remove"]) > MOST_CHANGES and not about_all:
        return f"the user did not speak of all rules; remove at most {MOST_CHANGES}, those that were meant"
    texts = [*value["add"], *(one["text"] for one in value["change"])]
    return "" if all(one_line(text, LONGEST_RULE) for text in texts) else "a rule is empty"
