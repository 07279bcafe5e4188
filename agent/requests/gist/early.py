"""Remarks that would be read as something else by themselves, said as usual before anything is read.

"Could I have an apple with that?" asks for one more thing and is no question; "one more, so three" counts one and the
same change twice. Where such words name the work, it has to be the work at hand that they name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from agent.requests.control import known_by
from agent.requests.errands import CUT, PUT, Errand, made_of
from agent.requests.gist.frames import with_deed_named, without_lead
from agent.requests.gist.patterns import EarlyFrame, early_frames, joined_frames
from agent.requests.uttered.sparing import deed_of
from agent.requests.uttered.taking_in import is_placing
from agent.requests.words.clauses import VERBS, verb_forms
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun

_SENTENCES = re.compile(r"([.!?;]+\s*)")


def said_as_usual(text: str, tasks: Sequence[Errand]) -> str:
    """A remark in usual words, where it is in words that are read otherwise by themselves; else the same.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    text = _asked_alone(text)
    for frame in joined_frames():
        text = frame.pattern.sub(lambda found, means=frame.means: _filled(found, means, tasks) or found[0], text)
    cut = _SENTENCES.split(text)
    alone = sum(bool(one.strip()) for one in cut[::2]) == 1
    for at in range(0, len(cut), 2):
        usual = _usual(cut[at].strip(), tasks, alone)
        if usual:
            cut[at] = usual
            cut[at + 1 : at + 2] = [one.replace("?", ".") for one in cut[at + 1 : at + 2]]
    return "".join(cut)


_SELF = re.compile(
    r"(?:(?:because|cos|since|and|so)\b[ ,]*)*(?:i|we)(?:'(?:m|re|ve|ll|d))?\b"
    r"(?!.*\b(?:you|please|instead|rather|only|just|put|one|ones|leave|keep|meant?|said|too|first)\b)"
)
_OF_THAT = re.compile(r"\b(?:it|them|that|one)\b")
_NAMED = re.compile(r"\b(?:the|my|our) [a-z]+\b")


def _asked_alone(text: str) -> str:
    """A question without what somebody tells of himself beside it: "how many eggs are left? i want to bake"."""
    cut = _SENTENCES.split(text)
    asked = [one.strip() for one, mark in zip(cut[::2], [*cut[1::2], ""], strict=True) if "?" in mark]
    told = [
        one.strip() for one, mark in zip(cut[::2], [*cut[1::2], ""], strict=True) if "?" not in mark and one.strip()
    ]
    if len(asked) != 1 or not told or not all(map(_SELF.match, told)) or not _ASKS.match(without_lead(asked[0])):
        return text
    named = _NAMED.findall(told[0]) if text.startswith(told[0]) else []
    question = _OF_THAT.sub(named[-1], asked[0], count=1) if named else asked[0]
    return f"{question}?"


_ASKS = re.compile(
    r"(?:and |but |so )?(?:where|what|which|who|how (?:many|much)|is|are|was|were|have you seen|do you (?:know|see)"
    r"|do we|did (?:i|you)|has|have (?:you|i|we) seen|can you see)\b"
)


def is_about(np: str, tasks: Sequence[Errand]) -> bool:
    """Whether words name what a task is about.

    Args:
        np: The words, such as "the bread".
        tasks: The tasks.
    """
    kinds = {kind.removesuffix("Sliced").removesuffix("Cracked") for task in tasks for kind in made_of(task)}
    return np.split(" ")[-1] in {noun(kind).split(" ")[-1] for kind in kinds} or bool(known_by(np) & kinds)


def _usual(said: str, tasks: Sequence[Errand], alone: bool) -> str:
    """A sentence in usual words; "" where it is in none of those that are read otherwise."""
    for text in dict.fromkeys((said, without_lead(said))):
        for frame in early_frames():
            found = frame.pattern.fullmatch(text) if _suits(frame, tasks, alone) else None
            usual = _filled(found, frame.means, tasks) if found else ""
            if usual:
                return usual
    return ""


def _suits(frame: EarlyFrame, tasks: Sequence[Errand], alone: bool) -> bool:
    return (alone or not frame.alone) and frame.of in ("", tasks[0].name)


def _filled(found: re.Match[str], means: str, tasks: Sequence[Errand]) -> str:
    """What a frame means with its slots filled in; "" where what it says of the work is not about that."""
    slots = {name: value or "" for name, value in found.groupdict().items()}
    if not all(holds(slots, tasks) for holds in (_names_work, _names_things, _does_the_same)):
        return ""
    return " ".join(means.format(**slots).split())


def _names_work(slots: dict[str, str], tasks: Sequence[Errand]) -> bool:
    """Whether the slots for the things and the place of the work hold those, and the one for another thing does not."""
    place = known_by(slots.get("place", "")) & {
        one for task in tasks if is_placing(task) for one in _all(task.params[-1])
    }
    if "place" in slots and not place:
        return False
    new = slots.get("new", "")
    other = not new or (" one" not in new and not is_about(new, tasks))
    return other and ("own" not in slots or is_about(slots["own"], tasks))


def _all(kind: str) -> set[str]:
    return {kind, *types_named(kind)}


def _names_things(slots: dict[str, str], tasks: Sequence[Errand]) -> bool:
    """Whether the slots for a thing hold one that is known, or one of those of the work."""
    things = [value for name, value in slots.items() if name.startswith("thing")]
    return all(known_by(thing) or _ONE.search(thing) for thing in things)


_ONE = re.compile(r"\b(?:ones?|other)\b")


def _does_the_same(slots: dict[str, str], tasks: Sequence[Errand]) -> bool:
    """Whether a deed is one, and the one for a deed of the work is a verb for what is done there."""
    if "deed" in slots and not with_deed_named(slots):
        return False
    verb = verb_forms().get(slots.get("same", ""), "")
    own = [task for task in tasks if is_about(slots.get("own", ""), (task,))]
    return "same" not in slots or any(deed_of(task) == _DONE.get(VERBS.get(verb, ""), PUT) for task in own if verb)


_DONE: Mapping[str, str] = MappingProxyType(
    {"clean": "clean", "slice": CUT, "cook": "cooked", "boil": "boiled", "fill": "filled", "empty": "empty"}
)
"""What a verb asks for → the state that is wanted; of others, that something is put somewhere."""
