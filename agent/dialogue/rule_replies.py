"""What is said of rules about remembering: that they changed, why, and that nothing can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.roles import Rule
from memory.rules.rule_book import RuleBook, RuleChange

_TOLD_BACK = 'Say "take that back" if that is not what you want.'


def told_change(change: RuleChange) -> str:
    """What a change of the rules is answered with: what holds from now on, what no longer does, or why not."""
    if change.refused:
        return f"I cannot promise that: {change.refused}."
    said = [f"From now on: {rule.text}" for rule in change.added]
    replaced = {rule.text for rule in change.added}
    gone = [rule for rule in change.removed if rule.text not in replaced]
    said += [f"I no longer go by {quoted(gone)}"] if gone else []
    if not said:
        return "That changes nothing: I go by it already, or it says nothing about what to remember."
    said += [f"Note: {note}." for note in change.notes]
    return " ".join([*(one if one.endswith(".") else f"{one}." for one in said), _TOLD_BACK])


def quoted(rules: Sequence[Rule]) -> str:
    """Rules in quotation marks, joined by *and*."""
    return " and ".join(f'"{rule.text.rstrip(".")}"' for rule in rules)


def undone(book: RuleBook, change: RuleChange, now: datetime) -> RuleChange:
    """Back to the rules before a change; by hand when others changed them since."""
    if book.version == change.version:
        return book.roll_back(change.version - 1, now)
    known = {rule.text: rule.number for rule in book.current()}  # a rule that came back has another number
    done = RuleChange((), (), book.version)
    for rule in change.added:
        done = book.remove(known[rule.text], now) if rule.text in known else done
    texts = {rule.text for rule in book.current()}
    for rule in change.removed:
        done = book.add(rule.text, now, rule.source) if rule.text not in texts else done
    return done


def nothing_to_take_back(book: RuleBook) -> str:
    """That nothing was learned in this conversation, and how to drop the latest rule."""
    rules = book.current()
    if not rules:
        return "There is nothing to take back: I have learned no rules."
    return (
        f'I have learned nothing new in this conversation. My latest rule is "{rules[-1].text}"; to drop it: '
        f"homebody memory rules --remove {rules[-1].number}."
    )


def said_so(source: str, text: str) -> str:
    """The sentence a rule comes from, in brackets; empty where it is the rule itself."""
    return f' (you said: "{source}")' if source and source != text else ""


def why_changed(change: RuleChange) -> str:
    """Why the rules were changed, or were not."""
    if change.added or change.removed:
        return "Because that is how I understood what you said. Say what you meant, or take it back."
    return "I found nothing new in that about what to remember or forget. Say for example: always remember my mug."
