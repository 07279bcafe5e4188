"""When something is to be done, beside the work at hand: "as soon as your hands are free, …", "…, then carry on".

What tells of the course of the work stands at the beginning or the end of a sentence, or makes one of its own. It is
taken off, and the rest is said with one usual word: *first* or *afterwards*. That the work goes on behind an errand
says nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from agent.requests.control import known_by
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.gist.patterns import phase_patterns
from agent.requests.words.clauses import starts_request
from envs.vocabulary.english import noun

_KINDS = ("goes_on", "after", "first")
_LEAD = (
    r"(?:(?:and|but|so|oh|ok|okay|please|well|then|right|alright|all right|good|fine|done|ah|hey|wait|hang on|hold on"
    r"|actually|no)\b[ ,]*)*"
)
_ENDS = re.compile(r"(?<=[.!?;:])\s+|\s*[;:]\s*")


@dataclass(frozen=True)
class PhasedSentence:
    """A sentence of a remark.

    Attributes:
        content: What it says without when.
        phase: When that is to be done: first, after, or "" where it does not say.
        goes_on: Whether it says that the work goes on.
    """

    content: str
    phase: str = ""
    goes_on: bool = False


def in_plain_phases(text: str, tasks: Sequence[Errand]) -> str:
    """A remark with when its errands are to be done said as usual; the same where it says nothing of that.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    whole = text
    text = _beside("none").sub(" ", text).strip()
    too = _beside("too").sub(" ", text).strip()
    added, text = too != text, too
    told = [_phased(one, tasks) for one in _ENDS.split(text) if one.strip(" .!?;:,")]
    contents = [one.content for one in told if one.content]
    if not contents:
        return "go on" if any(one.goes_on for one in told) else whole
    if text == whole and contents == [one.strip(" .!?;:,") for one in _ENDS.split(text) if one.strip(" .!?;:,")]:
        return whole
    said, waiting = list[str](), ""
    for one in told:
        phase = one.phase or waiting
        if not one.content:
            waiting = phase
            continue
        said.append(_with_phase(one.content, phase))
        waiting = ""
    if waiting:  # "wash the bowl. no hurry"
        said[-1] = _with_phase(said[-1], waiting)
    if added and len(said) == 1 and not _ADDS.search(said[0]):
        said[0] = f"{said[0]} too"
    return ". ".join(said)


_ADDS = re.compile(r"^and\b|\b(?:too|as well|also|afterwards|first)\b")


def told_when(text: str, tasks: Sequence[Errand]) -> bool:
    """Whether a remark says of something that it is to be done first, or afterwards."""
    return any(_phased(one, tasks).phase for one in _ENDS.split(text))


def _with_phase(content: str, phase: str) -> str:
    if not phase:
        return content
    word = "first" if phase == "first" else "afterwards"
    if re.search(rf"\b(?:first|{word})\b", content):
        return content
    parts = content.split(", ")
    at = next((at for at, part in enumerate(parts) if starts_request(part)), len(parts) - 1)
    parts[at] = f"{parts[at]} {word}" if starts_request(parts[at]) else f"{word} {parts[at]}"
    return ", ".join(parts)


def _phased(sentence: str, tasks: Sequence[Errand]) -> PhasedSentence:
    """A sentence without what tells when, taken off its ends one after another."""
    text, phase, on = sentence.strip(" .!?;:,"), "", False
    taken = True
    while taken:
        taken = False
        for kind in _KINDS:
            cut = _cut(text, kind, tasks)
            if cut is not None:
                text, taken = cut, True
                phase = kind if kind in ("after", "first") and not phase else phase
                on = on or kind == "goes_on"
    return PhasedSentence(text, phase, on)


def _cut(text: str, kind: str, tasks: Sequence[Errand]) -> str | None:
    """A sentence without one such phrase at an end of it; None where there is none."""
    begins, ends = _patterns(kind)
    found = begins.match(text) or ends.search(text)
    if found is None or not found[0].strip(" ,-"):
        return None
    own = found.groupdict().get("own")
    if own and not any(_is_about(own, task) for task in tasks):
        return None
    return (text[: found.start()] + text[found.end() :]).strip(" ,-")


@lru_cache(maxsize=2)
def _beside(kind: str) -> re.Pattern[str]:
    """What says nothing of when, or that it is wanted besides, wherever it stands."""
    return re.compile(rf"(?:^|[ ,]+)(?:{'|'.join(phase_patterns(kind))})(?=[ ,.!?]|$),?")


def _is_about(np: str, task: Errand) -> bool:
    """Whether words name what a task is about: "the bottle", of a wine bottle."""
    heads = {noun(kind).split(" ")[-1] for kind in made_of(task)}
    return bool(known_by(np) & named_words(task)) or np.split(" ")[-1] in heads


@lru_cache(maxsize=4)
def _patterns(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    says = "|".join(phase_patterns(kind))
    joint = r"(?:[ ,-]+(?:and|but|then|so|before you))+[ ,]+" if kind == "goes_on" else r"[ ,-]+(?:(?:and|but|so) )?"
    behind = r"(?=$)" if kind == "goes_on" else r"(?:[ ,-]+(?=[a-z])|$)"
    return re.compile(rf"^{_LEAD}(?:{says}){behind}"), re.compile(rf"{joint}(?:{says})$")
