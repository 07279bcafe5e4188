"""A round: free questions with the facts that a right answer must contain, over lives that are told with them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.files.strict_yaml import read_yaml

STATUSES = ("known", "unsure", "unknown", "never", "ask_back")
"""What a right answer is: told as known; old or partial knowledge, told with its time; not recorded or beyond any
memory; did not happen, and said so; unclear, so it asks which."""
HAPPENINGS = ("said", "asked", "did", "saw", "task_state")
"""What may happen in a written life."""
_ENDINGS = {
    "done": "done",
    "failed": "failed",
    "partly done": "failed",
    "cancelled": "cancelled",
    "interrupted": "suspended",
    "resumed": "running",
    "waiting": "waiting",
}
TASK_STATES = tuple(_ENDINGS)
"""How a task of a written life may stand."""


@dataclass(frozen=True)
class Happening:
    """One line of a written life.

    Attributes:
        time: When, naive local time.
        what: One of ``HAPPENINGS``.
        who: Who said or asked it; empty for what the robot did and saw.
        words: What was said or asked.
        task: Name of the task in the file; empty where none is named.
        deed: What was done: "put down", "wash".
        thing: To what; or what was seen.
        place: Where, in words.
        note: Anything else: with what, what for, what came of it.
        state: One of ``TASK_STATES``, for *task_state*.
        reason: Why it stands so.
    """

    time: datetime
    what: str
    who: str = ""
    words: str = ""
    task: str = ""
    deed: str = ""
    thing: str = ""
    place: str = ""
    note: str = ""
    state: str = ""
    reason: str = ""

    @property
    def status(self) -> str:
        """How the task log has it (``memory.task_status``)."""
        return _ENDINGS[self.state]


@dataclass(frozen=True)
class WrittenLife:
    """A life told in words.

    Attributes:
        name: Short name.
        title: What it is about.
        asked_at: When the questions are asked, naive local time.
        happenings: In order of time.
    """

    name: str
    title: str
    asked_at: datetime
    happenings: tuple[Happening, ...]


@dataclass(frozen=True)
class Expectation:
    """What a right answer is.

    Attributes:
        status: One of ``STATUSES``.
        facts: What it must contain, in plain words; " / " between ways of saying it, brackets around what is optional.
        denied: What it must not assert.
    """

    status: str
    facts: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()


@dataclass(frozen=True)
class AskedTurn:
    """One thing that is asked, and what a right answer is."""

    ask: str
    expected: Expectation


@dataclass(frozen=True)
class FreeQuestion:
    """A question, or several that lean on each other.

    Attributes:
        name: Unique in its round.
        life: Name of the life that it is about.
        kind: What is asked for: "where", "count", "conversation".
        turns: What is asked, one after the other.
    """

    name: str
    life: str
    kind: str
    turns: tuple[AskedTurn, ...]


@dataclass(frozen=True)
class QuestionRound:
    """Questions over lives.

    Attributes:
        name: Of its file, or of how it was made.
        questions: What is asked.
        lives: The written lives that they are about; empty for lives that a robot leads.
    """

    name: str
    questions: tuple[FreeQuestion, ...]
    lives: tuple[WrittenLife, ...] = field(default=())


def read_round(path: Path) -> QuestionRound:
    """A round as it lies in a YAML file; ``docs/eval_questions.md`` describes the form.

    Raises:
        BadInput: It cannot be read, or is no round; the message says where.
    """
    told, where = read_yaml(path, "round of questions"), str(path)
    if not isinstance(told, Mapping):
        raise BadInput(f"{where} is no round of questions; it has to have 'lives' and 'questions'")
    lives = tuple(_life(one, f"{where}: life {n}") for n, one in enumerate(_list(told, "lives", where), 1))
    names = {life.name for life in lives}
    asked = tuple(
        _question(one, names, f"{where}: question {n}") for n, one in enumerate(_list(told, "questions", where), 1)
    )
    for kind, given in (("life", [life.name for life in lives]), ("question", [one.name for one in asked])):
        twice = next((name for name in given if given.count(name) > 1), None)
        if twice is not None:
            raise BadInput(f"{where} has two of {kind} {twice}; give each a name of its own")
    return QuestionRound(path.stem, asked, lives)


def _life(told: Any, where: str) -> WrittenLife:
    found: list[Happening] = []
    for day in _list(told, "days", where):
        date = _text(day, "date", where)
        for number, event in enumerate(_list(day, "events", f"{where}, {date}"), 1):
            found.append(_happening(event, date, f"{where}, {date}, event {number}"))
    times = [one.time for one in found]
    if times != sorted(times):
        raise BadInput(f"{where}: time goes back; tell what happened in order")
    asked_at = _moment(_text(told, "asked_at", where), where)
    if times and asked_at < times[-1]:
        raise BadInput(f"{where} is asked about at {asked_at}, before its end at {times[-1]}")
    return WrittenLife(_text(told, "id", where), str(told.get("title", "")), asked_at, tuple(found))


def _happening(told: Any, date: str, where: str) -> Happening:
    what = _text(told, "what", where)
    if what not in HAPPENINGS:
        raise BadInput(f"{where}: {what!r} cannot happen; it is one of {', '.join(HAPPENINGS)}")
    state = str(told.get("outcome", ""))
    if what == "task_state" and state not in TASK_STATES:
        raise BadInput(f"{where}: a task cannot be {state!r}; it is one of {', '.join(TASK_STATES)}")
    needed = {"said": ("who", "words"), "asked": ("who", "words"), "did": ("deed", "thing"), "saw": ("thing",)}
    for key in needed.get(what, ("task",)):
        _text(told, key, where)
    words = {
        key: str(told.get(key, "")) for key in ("who", "words", "task", "deed", "thing", "place", "note", "reason")
    }
    return Happening(_moment(f"{date} {_clock(told, where)}", where), what, state=state, **words)


def _question(told: Any, lives: set[str], where: str) -> FreeQuestion:
    life = _text(told, "life", where)
    if life not in lives:
        raise BadInput(f"{where} is about a life {life!r}; there are {', '.join(sorted(lives)) or 'none'}")
    turns = tuple(_turn(one, where) for one in _list(told, "turns", where))
    if not turns:
        raise BadInput(f"{where} asks nothing; give it 'turns'")
    return FreeQuestion(_text(told, "id", where), life, _text(told, "kind", where), turns)


def _turn(told: Any, where: str) -> AskedTurn:
    expected = told.get("expect") if isinstance(told, Mapping) else None
    if not isinstance(expected, Mapping):
        raise BadInput(f"{where}: a turn has 'ask' and 'expect'")
    status = _text(expected, "status", where)
    if status not in STATUSES:
        raise BadInput(f"{where}: status {status!r}; it is one of {', '.join(STATUSES)}")
    facts, denied = (tuple(map(str, expected.get(key) or ())) for key in ("value", "must_not_say"))
    return AskedTurn(_text(told, "ask", where), Expectation(status, facts, denied))


def _list(told: Any, key: str, where: str) -> list[Any]:
    found = told.get(key) if isinstance(told, Mapping) else None
    if not isinstance(found, list):
        raise BadInput(f"{where} has no list of {key!r}")
    return found


def _text(told: Any, key: str, where: str) -> str:
    found = told.get(key) if isinstance(told, Mapping) else None
    if found is None or not str(found).strip():
        raise BadInput(f"{where} has no {key!r}")
    return str(found)


def _clock(told: Any, where: str) -> str:
    """The time of day; YAML 1.1 reads an unquoted 12:30 as minutes."""
    at = told.get("at")
    if isinstance(at, int) and not isinstance(at, bool):
        return f"{math.floor(at / 60):02}:{at % 60:02}"
    return _text(told, "at", where)


def _moment(text: str, where: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadInput(f"{where}: {text!r} is no time; write it as 2025-06-03 18:30") from error
    if found.tzinfo is not None:
        raise BadInput(f"{where}: {text!r} has a time zone; give the home's local time without one")
    return found
