"""Carrying commands out, each in a home of its own, and judging what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.household.listening_body import Saying, SpeechSource
from agent.household.planned_sayings import sayings
from agent.household.provisions import Capabilities, Records, Speech
from agent.household.robot import Household
from agent.household.session import LivedEpisode, live
from agent.planning.due import Due
from envs.errors import HomebodyError
from envs.simulator import ObjectDict
from envs.teach.games.actions import ACTIONS
from eval.commands.conditions import ForbiddenDeed, holds, is_one
from eval.commands.homes import HomeThings, names_of, person_in, things_in
from eval.commands.person import AgreeingPerson
from eval.commands.rounds import GivenCommand
from memory.experience import AGENT
from memory.live.writer import opened
from memory.task_status import DONE

RIGHT, PARTLY, HONEST, WRONG = VERDICTS = ("right", "partly", "honest", "wrong")
"""As it was meant; as it was meant but without the words that were to be said; not as meant, and it said that it was
not done, or asked; not as meant without a word of it, or with a deed that was forbidden."""
_TELLING = re.compile(
    r"\?|\b(?:can(?:no|')t|could(?: no|n')t|do(?: no|n')t|did(?: no|n')t|will not|won't|not sure|sorry|nothing|no such"
    r"|not know|without|unless|only|already|there (?:is|are) no)\b"
)
"""What a sentence has that says more than that something will be done or is."""


@dataclass(frozen=True)
class TriedCommand:
    """A command and what came of it.

    Attributes:
        name: Of the command.
        home: Name of the home.
        kind: Of the command.
        say: What was said.
        expected: What is right.
        verdict: One of ``VERDICTS``.
        why: What is wrong; empty where nothing is.
        answers: What the robot said.
        deeds: What it did, "Pickup Mug_1".
        steps: How many steps it took.
        interrupted: Whether something was said meanwhile.
        agreed: The verdict after a yes to every "Do you mean …?"; empty where nothing was asked, or none was needed.
    """

    name: str
    home: str
    kind: str
    say: str
    expected: str
    verdict: str
    why: tuple[str, ...]
    answers: tuple[str, ...]
    deeds: tuple[str, ...]
    steps: int
    interrupted: bool = False
    agreed: str = ""


def tried(commands: Iterable[GivenCommand]) -> Iterator[TriedCommand]:
    """Carry out each command in a home of its own."""
    for command in commands:
        yield try_out(command)


def try_out(command: GivenCommand) -> TriedCommand:
    """Carry out a command in a home of its own and judge it.

    Where it was not done, but the robot asked whether something was meant, it is given once more in the same home by
    somebody who says yes: people do where that is what they meant, which is where it is right.
    """
    found, _ = _carried_out(command, SpeechSource)
    if found.verdict != HONEST:
        return found
    again, person = _carried_out(command, AgreeingPerson)
    return replace(found, agreed=again.verdict) if person is not None and person.was_asked else found


def _carried_out(
    command: GivenCommand, speaks: Callable[[Sequence[Saying]], SpeechSource]
) -> tuple[TriedCommand, AgreeingPerson | None]:
    home = command.home.place()
    person = person_in(home)
    before = things_in(home) | person
    speech = Speech(command.say, None, sayings(command.later, _uninterrupted(command)))
    spoken: list[AgreeingPerson] = []

    def hearing(words: Sequence[Saying]) -> SpeechSource:
        source = speaks(words)
        if isinstance(source, AgreeingPerson):
            spoken.append(source)
        return source

    def ready(robot: Household) -> None:
        for one in spoken:
            one.listen_to(robot)

    try:
        with (
            TemporaryDirectory(prefix="homebody-commands-") as folder,
            opened(Path(folder) / "memory.sqlite", "inline", home.clock) as memory,
        ):
            lived = live(home, speech, Records(memory), Capabilities(hearing=hearing), on_ready=ready)
    except HomebodyError as error:
        return _judged(command, WRONG, (f"error: {error}",), (), (), 0), None
    return judge(command, before, things_in(home) | person, lived), next(iter(spoken), None)


def _uninterrupted(command: GivenCommand) -> Callable[[], int]:
    return lambda: live(command.home.place(), Speech(command.say)).result.steps


def judge(command: GivenCommand, before: HomeThings, after: HomeThings, lived: LivedEpisode) -> TriedCommand:
    """How good what was done is.

    Args:
        command: What was said and what it means.
        before: The home at first.
        after: The home at the end.
        lived: What was done and said.
    """
    named = names_of(before)
    answers = tuple(text for speaker, text in lived.said if speaker == AGENT)
    done = _deeds(lived, before)
    broken = [f"did {one.deed} {'|'.join(one.who)}" for one in command.never if _was_done(one, done, before, named)]
    missing = [one.text for one in command.goals if not holds(one, after, named)]
    misplanned = _misplanned(command, lived)
    changed = _changed(before, after) if command.expected != "do" else []
    faults = (*(f"not: {text}" for text in missing), *broken, *(f"changed {key}" for key in changed[:4]), *misplanned)
    silent = not _says(command.says, answers)
    if broken:
        verdict = WRONG
    elif command.expected == "do":
        verdict = _of_deed(command, bool(missing), silent, lived, answers)
    elif command.expected == "plan":
        verdict = _of_plan(bool(changed), bool(misplanned), lived, answers)
    else:
        verdict = WRONG if changed or misplanned else RIGHT if _told(lived, answers) and not silent else HONEST
    shown = {key: name for name, key in named.items()}
    deeds = tuple(f"{deed} {shown.get(key, key.partition('|')[0])}" for deed, key in done)
    return _judged(command, verdict, faults, answers, deeds, lived.result.steps)


def _judged(
    command: GivenCommand,
    verdict: str,
    why: tuple[str, ...],
    answers: tuple[str, ...],
    deeds: tuple[str, ...],
    steps: int,
) -> TriedCommand:
    about = (command.name, command.home.name, command.kind, command.say, command.expected)
    return TriedCommand(*about, verdict, why, answers, deeds, steps, bool(command.later))


def _of_deed(command: GivenCommand, missing: bool, silent: bool, lived: LivedEpisode, answers: tuple[str, ...]) -> str:
    """How good it is where something was to be done."""
    if not missing:
        return PARTLY if silent else RIGHT
    return HONEST if _told(lived, answers) else WRONG


def _of_plan(changed: bool, misplanned: bool, lived: LivedEpisode, answers: tuple[str, ...]) -> str:
    """How good it is where something was to be put down for later: another time than was meant is wrong."""
    if changed or (misplanned and lived.planned) or any(one.item.status == DONE for one in lived.ended):
        return WRONG
    if lived.planned:
        return RIGHT
    return HONEST if answers else WRONG


_CLOSE = timedelta(minutes=2)
_VAGUE = timedelta(hours=4)
"""So far off a time may be where no hour was said: "tonight"."""


def _misplanned(command: GivenCommand, lived: LivedEpisode) -> list[str]:
    """What is wrong with what was planned; nothing where no time is demanded."""
    if command.expected != "plan":
        return [f"planned: {one.words}" for one in lived.planned]
    if not lived.planned:
        return ["nothing is planned"]
    if command.first is None and not command.every:
        return []
    due = lived.planned[0].due
    found = [] if due.rhythm == command.every else [f"planned {f'every {due.rhythm}' if due.every else 'once'}"]
    if command.first is None or _near(due, command.first):
        return found
    return [*found, f"planned for {due.first:%Y-%m-%d %H:%M}"]


def _near(due: Due, first: datetime) -> bool:
    """Whether something is due when it was meant to be; what is done daily at no hour may begin the day after."""
    off = abs(due.first - first)
    if not due.about:
        return off <= _CLOSE
    return off <= (timedelta(days=1) if due.every else _VAGUE)


def _says(wanted: tuple[str, ...], answers: tuple[str, ...]) -> bool:
    said = " ".join(answers).lower()
    return not wanted or any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said) for one in wanted)


def _told(lived: LivedEpisode, answers: tuple[str, ...]) -> bool:
    """Whether it said that something is not, or not quite, as it was asked for."""
    if lived.waiting or any(one.item.status != DONE for one in lived.ended) or not lived.ended:
        return bool(answers)
    return any(_TELLING.search(one.lower()) for one in answers)


def _deeds(lived: LivedEpisode, before: HomeThings) -> list[tuple[str, str]]:
    """Every deed that worked: its name and the id of its target; putting down also tells what was put."""
    found: list[tuple[str, str]] = []
    for one in lived.result.game.interactions:
        action = ACTIONS[one.action_id].name if one.action_id in ACTIONS else ""
        if one.oid is not None and one.success:
            found.append((action, one.oid))
    return found


def _was_done(
    forbidden: ForbiddenDeed, done: Iterable[tuple[str, str]], before: HomeThings, named: Mapping[str, str]
) -> bool:
    return any(deed == forbidden.deed and is_one(key, forbidden.who, before, named) for deed, key in done)


_KEPT = ("isDirty", "isCooked", "isSliced", "isToggled", "isBroken", "isFilledWithLiquid", "isPickedUp")


def _changed(before: HomeThings, after: HomeThings) -> list[str]:
    """HomeThings that are not as they were; doors are not counted."""
    return [key for key in after if key not in before or _look(before[key]) != _look(after[key])]


def _look(thing: ObjectDict) -> tuple[object, ...]:
    return (
        *(bool(thing.get(name)) for name in _KEPT),
        thing.get("fillLiquid"),
        tuple(sorted(thing.get("parentReceptacles") or ())),
    )
