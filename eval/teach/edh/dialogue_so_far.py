"""What a dialogue says so far, as far as it bears on the next deed: the task read from it, things named, cues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from agent.recognition.evidence import FOODS
from agent.recognition.lines import ReadUtterance, read_line
from agent.recognition.recognizer import TaskGuess, read_request
from envs.teach.tasks.classes import types_named
from envs.vocabulary.uses import basins
from memory.experience import Utterance

PARTNERS = {**basins(), "ButterKnife": "Knife"}


def kind(object_type: str) -> str:
    """The class a thing counts as: basins as their sinks, table knives as knives."""
    return PARTNERS.get(object_type, object_type)


@lru_cache(maxsize=1000)
def kinds_named(name: str) -> frozenset[str]:
    """The classes that a name of a class or group stands for."""
    return frozenset(kind(one) for one in types_named(name))


@dataclass(frozen=True)
class TalkBefore:
    """What was said since the last deed before the last utterance.

    Attributes:
        by_user: Classes that the user named.
        by_self: Classes that the agent named.
        speaker: Who spoke last: "C" the user, "D" the agent, "-" nobody.
        question: Whether that was a question.
        deeds: How many deeds had been done by then.
    """

    by_user: frozenset[str] = frozenset()
    by_self: frozenset[str] = frozenset()
    speaker: str = "-"
    question: bool = False
    deeds: int = 0


@dataclass(frozen=True)
class DialogueSoFar:
    """What was said up to now.

    Attributes:
        task: Name of the task that the words ask for; "none" where they ask for nothing.
        params: Its parameters.
        things: Classes that are to be handled, slices included.
        places: Classes of the places or dishes that they are to go to.
        portions: How many slices of each food are to be served.
        last: Classes named in the last utterance.
        told: Classes named in the user's last utterance.
        before: Classes named in the user's two utterances before that.
        named: Classes named at all.
        cues: Cues in the user's last utterance.
        cues_last: Cues in the last utterance.
        cues_before: Cues in the user's two utterances before the last.
        words: Words of the last utterance.
        manner: How the two talk: deeds per utterance, the agent's share of them, who spoke last.
        talk: What was said since the last deed before the last utterance.
    """

    task: str
    params: tuple[str, ...]
    things: frozenset[str]
    places: frozenset[str]
    portions: dict[str, int] = field(hash=False)
    last: frozenset[str]
    told: frozenset[str]
    before: frozenset[str]
    named: frozenset[str]
    cues: frozenset[str]
    cues_last: frozenset[str]
    cues_before: frozenset[str]
    words: tuple[str, ...]
    manner: tuple[str, int, str]
    talk: TalkBefore = TalkBefore()


def read_so_far(said: Sequence[Utterance], deeds: int, before: Sequence[int] = ()) -> DialogueSoFar:
    """Read a dialogue.

    Args:
        said: What was said, in order.
        deeds: How many object actions the agent has done meanwhile.
        before: How many of them it had done before each utterance; empty when nobody knows.
    """
    spoken = [one for one in said if one.text.strip()]
    guess = read_request(spoken)
    lines = [read_line(one.text) for one in spoken]
    user = [line for line, one in zip(lines, spoken, strict=True) if not one.own]
    told, earlier = user[-1:], user[-3:-1]
    things, places, portions = _wanted(guess)
    return DialogueSoFar(
        task=guess.name if guess else "none",
        params=guess.params if guess else (),
        things=things,
        places=places,
        portions=portions,
        last=_things(lines[-1:]),
        told=_things(told),
        before=_things(earlier),
        named=_things(lines),
        cues=_cues(told),
        cues_last=_cues(lines[-1:]),
        cues_before=_cues(earlier),
        words=lines[-1].words if lines else (),
        manner=_manner(spoken, deeds),
        talk=_talk(said, before or [deeds] * len(said)),
    )


def _talk(said: Sequence[Utterance], before: Sequence[int]) -> TalkBefore:
    spoken = [(one, done) for one, done in zip(said, before, strict=True) if one.text.strip()]
    if not spoken:
        return TalkBefore()
    last, done = spoken[-1]
    now = [one for one, earlier in spoken if earlier == done]
    return TalkBefore(
        by_user=_things([read_line(one.text) for one in now if not one.own]),
        by_self=_things([read_line(one.text) for one in now if one.own]),
        speaker="D" if last.own else "C",
        question="?" in last.text,
        deeds=done,
    )


def _things(lines: Sequence[ReadUtterance]) -> frozenset[str]:
    return frozenset(one for line in lines for name in line.classes for one in kinds_named(name))


def _cues(lines: Sequence[ReadUtterance]) -> frozenset[str]:
    return frozenset(cue for line in lines for _, cue in line.cues)


def _manner(said: Sequence[Utterance], deeds: int) -> tuple[str, int, str]:
    count = max(1, len(said))
    speakers = "".join("D" if one.own else "C" for one in said[-2:])
    return f"r{min(6, int(2 * deeds / count))}", int(4 * sum(one.own for one in said) / count), speakers


def _wanted(guess: TaskGuess | None) -> tuple[frozenset[str], frozenset[str], dict[str, int]]:
    """Things, places and portions of a task."""
    name, params = (guess.name, guess.params) if guess else ("", ())
    things, places, portions = _by_name(name, params)
    things |= {food for food, number in portions.items() if number}
    return things | {f"{one}Sliced" for one in things if one in FOODS}, places, portions


def _by_name(name: str, params: Sequence[str]) -> tuple[frozenset[str], frozenset[str], dict[str, int]]:
    plate, nothing = frozenset({"Plate"}), frozenset[str]()
    if name.startswith("Put All"):
        return kinds_named(params[0]), kinds_named(params[2]), {}
    if name in ("Clean All X", "Boil X"):
        return kinds_named(params[0]), nothing, {}
    if name in ("N Slices Of X In Y", "N Cooked Slices Of X In Y"):
        return frozenset({params[1]}), kinds_named(params[3]), {params[1]: int(params[0])}
    if name == "Sandwich":
        return nothing, plate, {"Lettuce": int(params[0]), "Tomato": int(params[1]), "Bread": 2}
    if name == "Salad":
        return nothing, plate, dict(zip(("Lettuce", "Tomato", "Potato"), map(int, params), strict=True))
    if name == "Plate Of Toast":
        return nothing, plate, {"Bread": 1}
    if name == "Breakfast":
        return nothing, kinds_named(params[13]), _breakfast(params)
    return frozenset({"HousePlant"}) if name == "Water Plant" else nothing, nothing, {}


def _breakfast(params: Sequence[str]) -> dict[str, int]:
    toasts, potatoes, apples, sandwiches, salads = (int(params[i]) for i in (1, 2, 4, 6, 9))
    return {
        "Bread": toasts + 2 * sandwiches,
        "Potato": 2 * potatoes + salads * int(params[12]),
        "Apple": apples,
        "Lettuce": sandwiches * int(params[7]) + salads * int(params[10]),
        "Tomato": sandwiches * int(params[8]) + salads * int(params[11]),
    }
