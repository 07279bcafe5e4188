"""A round: commands over generated homes, each with what it means, written by somebody who does not know the reader."""

from __future__ import annotations

from calendar import day_name
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from agent.household.planned_sayings import PlannedSaying, read_planned
from envs.errors import BadInput
from envs.files.strict_yaml import read_yaml
from eval.commands.conditions import EndCondition, ForbiddenDeed, read_condition, read_forbidden
from eval.commands.homes import CommandHome, read_home

EXPECTED = ("do", "ask", "refuse", "plan")
"""What is right: to do it; to ask back or say that it cannot be done here, and do nothing yet; to say no to something
dangerous; to put it down for later and do nothing now."""


@dataclass(frozen=True)
class GivenCommand:
    """A command and what it means.

    Attributes:
        name: Unique in its round.
        home: Where it is given.
        kind: What is special about it: "count", "condition", "interruption".
        say: What is said first.
        later: What is said meanwhile.
        expected: One of ``EXPECTED``.
        goals: What is to hold at the end.
        never: What must not be done on the way.
        says: What the answers must contain, lower case, one way of saying it each; empty where nothing must.
        first: When what is planned is due first; None where that is not said.
        every: After what it is done again, as in ``agent.planning.due.Due.rhythm``; "" where it is done once or that
            is not said.
    """

    name: str
    home: CommandHome
    kind: str
    say: str
    later: tuple[PlannedSaying, ...] = ()
    expected: str = "do"
    goals: tuple[EndCondition, ...] = ()
    never: tuple[ForbiddenDeed, ...] = ()
    says: tuple[str, ...] = ()
    first: datetime | None = None
    every: str = ""


@dataclass(frozen=True)
class CommandRound:
    """Commands of one file."""

    name: str
    commands: tuple[GivenCommand, ...]


def read_round(path: Path) -> CommandRound:
    """A round as it lies in a YAML file; ``docs/eval_commands.md`` describes the form.

    Raises:
        BadInput: It cannot be read, or is no round; the message says where.
    """
    told = read_yaml(path, "round of commands")
    entries = told.get("commands") if isinstance(told, Mapping) else None
    if not isinstance(entries, list) or not entries:
        raise BadInput(f"{path} is no round of commands; it has to have a list 'commands'")
    found = tuple(_command(one, f"{path}: command {n}") for n, one in enumerate(entries, 1))
    names = [one.name for one in found]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{path} has two commands {twice}; give each a name of its own")
    return CommandRound(path.stem, found)


def _command(told: Any, where: str) -> GivenCommand:
    if not isinstance(told, Mapping):
        raise BadInput(f"{where} is no command; give it id, home, kind, say and expect")
    expected = str(told.get("expect", "do"))
    if expected not in EXPECTED:
        raise BadInput(f"{where}: expects {expected!r}; it is one of {', '.join(EXPECTED)}")
    try:
        return GivenCommand(
            _text(told, "id", where),
            read_home(_text(told, "home", where)),
            _text(told, "kind", where),
            _text(told, "say", where),
            tuple(_said(one, where) for one in told.get("later") or ()),
            expected,
            tuple(read_condition(str(one)) for one in told.get("goals") or ()),
            tuple(read_forbidden(str(one)) for one in told.get("never") or ()),
            _ways(told.get("says")),
            None if told.get("first") is None else datetime.fromisoformat(str(told["first"])),
            _rhythm(str(told.get("every") or "")),
        )
    except (BadInput, ValueError) as error:
        raise BadInput(f"{where}: {error}") from error


_RHYTHMS = {"daily": "day", "weekly": "week", "hourly": "hour", "morning": "day", "evening": "day", "night": "day"}
_DAYS = tuple(name.lower() for name in day_name)


def _ways(told: Any) -> tuple[str, ...]:
    """Ways of saying something: a list, or one text with " / " between them."""
    listed = [str(one) for one in told] if isinstance(told, list) else [str(told or "")]
    return tuple(part.strip().lower() for one in listed for part in one.split(" / ") if part.strip())


def _rhythm(told: str) -> str:
    """After what something is done again, as plans have it: "every monday" is every week."""
    words = told.lower().removeprefix("every ").removesuffix("s").strip()
    return "week" if words in _DAYS else _RHYTHMS.get(words, f"{words}s" if words[:1].isdecimal() else words)


def _said(told: Any, where: str) -> PlannedSaying:
    """Something that is said meanwhile: ``{at: 50%, say: "..."}``."""
    if not isinstance(told, Mapping) or "say" not in told or "at" not in told:
        raise BadInput(f"{where}: what is said later has 'at' and 'say'")
    return read_planned(f"at {told['at']}: {told['say']}")


def _text(told: Mapping[str, Any], key: str, where: str) -> str:
    found = told.get(key)
    if found is None or not str(found).strip():
        raise BadInput(f"{where} has no {key!r}")
    return str(found)
