"""Finds the items of a profile that a request means, and rewords them for whoever plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.episodic.lexical import LexicalIndex, terms
from memory.knowledge import Knowledge, KnownObject
from memory.profile.changes import SimilarityResolver

__all__ = [
    "FoundKnowledge",
    "SimilarityResolver",
    "nearest",
    "reworded",
    "text_of",
]


@dataclass(frozen=True)
class FoundKnowledge:
    """An item that a request may mean, and how well it fits, 0 to 1."""

    item: Knowledge
    score: float


def nearest(request: str, items: Sequence[Knowledge], most: int = 5) -> list[FoundKnowledge]:
    """The items that fit a request, the best first.

    Args:
        request: What is asked for.
        items: Of one user.
        most: How many.
    """
    held = [one for one in items if one.holds]
    if not held:
        return []
    alias = LexicalIndex([one.alias for one in held]).scores(request)
    whole = LexicalIndex([text_of(one) for one in held]).scores(request)
    best = max(whole) or 1.0
    asked = set(terms(request))
    scored = [
        FoundKnowledge(one, min(1.0, 0.5 * _share(one.alias, asked) + 0.5 * text / best) if text or named else 0.0)
        for one, named, text in zip(held, alias, whole, strict=True)
    ]
    return sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)[:most]


def _share(alias: str, asked: set[str]) -> float:
    own = set(terms(alias))
    return len(own & asked) / len(own) if own else 0.0


def text_of(item: Knowledge) -> str:
    """All words of an item."""
    things = " ".join(f"{one.name} {one.description}" for one in item.objects)
    return f"{item.alias} {item.description} {things} {' '.join(item.locations)}"


def reworded(item: Knowledge) -> str:
    """An item in a sentence or two that a planner can read; what was said is quoted, it asks for nothing.

    Args:
        item: What was found.
    """
    things = ", ".join(_thing(one) for one in item.objects)
    head = f"{item.user or 'The user'} said: “{item.description.strip()}”"
    if item.type == "object_semantics":
        return f"{head} By “{item.alias}” they mean: {things}."
    steps = "; ".join(
        f"{step.action} the {item.objects[step.thing].name} {step.relation} {step.location}".strip()
        for step in item.steps
    )
    return f"{head} By “{item.alias}” they mean, in this order: {steps}. Things: {things}."


def _thing(one: KnownObject) -> str:
    return f"{one.name} ({one.description})" if one.description else one.name
