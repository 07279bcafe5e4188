"""Grouping by a language model: cuts what was lived into subtasks and tasks, and tells every group in one line.

From days upwards the calendar cuts, as in the built-in grouper, and the model only tells; so the promises about levels
hold whoever groups. Source: H²-EMV, time-aware grouping with relevance rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import numbered, one_line, quoted
from memory import levels
from memory.building.grouping import LARGEST, IntentGrouper, cut
from memory.levels import TASK
from memory.roles import Group, Grouper, Item, Rule

WINDOW = 40
"""Most items in one prompt; longer stretches are cut window by window, the last group of one begins the next."""

LONGEST_LINE = 400
"""Most characters of a summary."""

_SAID = 3  # utterances shown of an item

_GROUPS = record(
    {
        "groups": {
            "type": "array",
            "minItems": 1,
            "maxItems": WINDOW,
            "items": record(
                {
                    "first": {"type": "integer", "minimum": 1},
                    "last": {"type": "integer", "minimum": 1},
                    "summary": {"type": "string"},
                }
            ),
        }
    }
)
_SUMMARY = record({"summary": {"type": "string"}})


class ModelGrouper:
    """Groups with a language model; see ``memory.roles.Grouper``.

    Args:
        model: Cuts and tells.
        told: Gets the record of each fallback.
        builtin: Steps in when the model fails.
    """

    def __init__(self, model: ChatModel, told: FallbackSink | None = None, builtin: Grouper | None = None) -> None:
        self._role = RoleModel("grouper", model, told)
        self._builtin = builtin or IntentGrouper()

    def group(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        """Regroup the children of ``parents`` and the ``new`` items; the result tiles them in the same order."""
        return self._role.attempt(
            lambda: self._grouped(parents, new, level, rules),
            lambda: self._builtin.group(parents, new, level, rules),
        )

    def _grouped(self, parents: Sequence[Group], new: Sequence[Item], level: int, rules: Sequence[Rule]) -> list[Group]:
        items = [item for parent in parents for item in parent.items] + list(new)
        known = {parent.items: parent for parent in parents if parent.summary}
        first = {parent.items[0].id: parent.id for parent in parents}
        found = self._cut(items, parents, level, rules) if level <= TASK else self._told(items, known, level, rules)
        groups = []
        for run, summary in found:
            kept = known.get(run)  # a group that stayed as it was keeps its line, or all levels above would change
            groups.append(Group(run, kept.summary if kept else summary, first.get(run[0].id)))
        return groups

    # -- subtasks and tasks

    def _cut(
        self, items: Sequence[Item], parents: Sequence[Group], level: int, rules: Sequence[Rule]
    ) -> list[tuple[tuple[Item, ...], str]]:
        found: list[tuple[tuple[Item, ...], str]] = []
        rest = list(items)
        while rest:
            window = rest[:WINDOW]
            groups = self._window(window, parents, level, rules)
            more = len(rest) > len(window)
            groups = groups[:-1] if more and len(groups) > 1 else groups
            found += groups
            rest = rest[sum(len(run) for run, _ in groups) :]
        return found

    def _window(
        self, items: Sequence[Item], parents: Sequence[Group], level: int, rules: Sequence[Rule]
    ) -> list[tuple[tuple[Item, ...], str]]:
        if len(items) == 1:
            return [((items[0],), items[0].summary)]
        value = self._role.ask(
            _GROUPS,
            partial(_wrong, items),
            level=levels.level(level).name,
            largest=LARGEST,
            items=shown(items),
            before=_before(items, parents),
            rules=numbered((rule.text for rule in rules), "(none)"),
        )
        return [(tuple(items[one["first"] - 1 : one["last"]]), _line(one)) for one in value["groups"]]

    # -- days and longer

    def _told(
        self,
        items: Sequence[Item],
        known: dict[tuple[Item, ...], Group],
        level: int,
        rules: Sequence[Rule],
    ) -> list[tuple[tuple[Item, ...], str]]:
        runs = [tuple(run) for run in cut(items, level)]
        return [(run, "" if run in known else self._summary(run, level, rules)) for run in runs]

    def _summary(self, items: Sequence[Item], level: int, rules: Sequence[Rule]) -> str:
        value = self._role.ask(
            _SUMMARY,
            lambda value: "" if _line(value) else "the summary is empty",
            "summary",
            level=levels.level(level).name,
            items=shown(items),
            rules=numbered((rule.text for rule in rules), "(none)"),
        )
        return _line(value)


def shown(items: Sequence[Item]) -> str:
    """Items as numbered lines: time, what was asked for, what was done, what was said."""
    return "\n".join(f"{number}. {_shown(item)}" for number, item in enumerate(items, 1))


def _shown(item: Item) -> str:
    parts = [_span(item.start, item.end), quoted(item.summary)]
    if item.forgotten:
        parts.append("(the rest is forgotten)")
    if item.task:
        parts.append(f"asked for: {quoted(item.task, 120)}")
    said = [line.removeprefix("Speech: ") for line in item.text.splitlines() if line.startswith("Speech: ")]
    parts += [f"said: {quoted(line, 160)}" for line in said[:_SAID]]
    return " | ".join(parts)


def _span(start: datetime, end: datetime) -> str:
    return f"{start:%a %Y-%m-%d %H:%M} to {end:%H:%M}" if start.date() == end.date() else f"{start:%F} to {end:%F}"


def _before(items: Sequence[Item], parents: Sequence[Group]) -> str:
    """How they were grouped so far, by their numbers in the prompt."""
    number = {item.id: place for place, item in enumerate(items, 1)}
    lines = [
        f"{number[group.items[0].id]} to {number[group.items[-1].id]}: {quoted(group.summary)}"
        for group in parents
        if group.items[0].id in number and group.items[-1].id in number
    ]
    return "\n".join(lines) or "(not grouped yet)"


def _wrong(items: Sequence[Item], value: Any) -> str:
    """What is wrong with groups; they must hold every item once, in order, and neither be too big nor mix days."""
    expected = 1
    for group in value["groups"]:
        first, last = group["first"], group["last"]
        if first != expected or last < first:
            return (
                f"a group is {first} to {last}, but it must begin with item {expected}; hold every item once, in order"
            )
        if last > len(items):
            return f"a group is {first} to {last}, but there are only {len(items)} items"
        if last - first >= LARGEST:
            return f"the group {first} to {last} holds more than {LARGEST} items; cut it"
        if items[first - 1].start.date() != items[last - 1].start.date():
            return f"the group {first} to {last} mixes two days; cut it where the day changes"
        if not _line(group):
            return f"the group {first} to {last} has no summary"
        expected = last + 1
    return "" if expected > len(items) else f"item {expected} and what follows is in no group"


def _line(value: Any) -> str:
    return one_line(value["summary"], LONGEST_LINE)
