"""What a remark comes to that no other reader understands: it is said plainly in several ways, and each is read again.

What counts is not which of the ways fits the words first, but which is understood without a word of it being lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass

from agent.planning.terms import ANYTHING, Term, Without
from agent.requests.changes.mentions import mentioned_in
from agent.requests.errands import Errand
from agent.requests.gist.frames import in_plain_frames, without_reasons
from agent.requests.gist.phases import in_plain_phases, told_when
from agent.requests.gist.pointing import pointed_out
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    DoLater,
    Instruction,
    RecallQuestion,
    Resume,
    Revise,
    Suspend,
    Undo,
    is_lost,
)
from agent.requests.remarks.in_essence import in_essence
from agent.requests.request_state import RequestContext
from agent.requests.telling.told_of_then_wanted import wanted_of_what_was_told
from agent.requests.words.clauses import verb_forms, words_of
from agent.requests.words.tidying import in_full_words, tidy
from envs.teach.tasks.classes import types_named


def in_other_words(
    utterance: str,
    found: tuple[Instruction, ...],
    context: RequestContext,
    read: Callable[[str], tuple[Instruction, ...]],
) -> tuple[Instruction, ...]:
    """What a remark comes to in other words, where not all of it was read; else what was read.

    Args:
        utterance: The remark.
        found: What was read.
        context: What it may lean on.
        read: Reads a remark.
    """
    lost = is_lost(found)
    if not (lost or _read_too_little(utterance, found, context.tasks)):
        return found
    if not lost:
        more = _gist(utterance, context, read)
        return more if _says_more(more, found) else found
    essence = in_essence(tidy(utterance), context.tasks, read) if context.tasks else ()
    if essence and _all_named(tidy(utterance), essence, context.tasks):
        return essence
    return _gist(utterance, context, read) or essence or found


def _gist(
    utterance: str, context: RequestContext, read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark comes to in one of the plainer ways of saying it; nothing where none of them is understood."""
    if _asks_too(utterance) or (not context.tasks and _DENIES.search(in_full_words(utterance))):
        return ()  # what is not wanted of what is done already is another matter
    ways = (read, lambda text: in_essence(text, context.tasks, read))
    for said in _said_plainly(utterance, context):
        for found in (way(said.text) for way in ways):
            if found and not is_lost(found) and said.suits(found) and _all_named(said.text, found, context.tasks):
                return found
    return ()


_DENIES = re.compile(r"\bnot\b")
_ASKED = re.compile(r"(?:^|[.!?;,:] *)(?P<q>[^.!?;]*)\?")
_REQUESTED = re.compile(
    r"\b(?:can|could|would|will|won't) (?:you|i|we)\b|\bdid i (?:just |really )?say\b|\b(?:ok|please|right)$"
)


def _asks_too(utterance: str) -> bool:
    """Whether something is asked in a remark, and not asked for: that is answered, whatever stands beside it."""
    return any(not _REQUESTED.search(one["q"]) for one in _ASKED.finditer(in_full_words(utterance)))


def _all_named(said: str, found: Sequence[Instruction], tasks: Sequence[Errand]) -> bool:
    """Whether every thing that a remark names and does not deny is in what was read, or in the work."""
    known = set(_words_in((tuple(found), tuple(tasks))))
    if ANYTHING in known and not _EVERYTHING.search(said):
        return False
    known |= {kind.removesuffix("Sliced").removesuffix("Cracked") for kind in known}
    known |= {other for kinds in _TOGETHER if known & kinds for other in kinds}
    if all(isinstance(one, Chat) for one in found):
        return True
    if any(isinstance(one, Without) and not one.skill for one in _terms_of(found)):
        return True  # "in the pot" is read as without all else that would do
    mentions = (one for sentence in re.split(r"[.!?;:]", said) for one in mentioned_in(words_of(sentence)))
    named = (one.named for one in mentions if one.named.word and not one.denied and _is_sure(one.named.text))
    return all(known & {one.word, one.kind, *types_named(one.word)} for one in named)


_TOGETHER = (
    frozenset({"StoveBurner", "StoveKnob", "Stove"}),
    frozenset({"Lights", "LightSwitch", "FloorLamp", "DeskLamp"}),
    frozenset({"Sink", "SinkBasin", "Faucet"}),
)
"""What is called by the name of the other: the stove is switched off by its knobs."""


def _terms_of(found: Sequence[Instruction]) -> Iterator[Term]:
    """The terms of all changes of errands."""
    for one in found:
        yield from one.new.terms if isinstance(one, Revise) and one.new is not None else ()


def _is_sure(text: str) -> bool:
    """Whether words name a thing for sure: with an article, or as no verb does."""
    return " " in text or text not in verb_forms()


_EVERYTHING = re.compile(r"\b(?:everything|anything|all)\b")


def _words_in(value: object) -> Iterator[str]:
    """Every word in what was read, with all that belong to its class."""
    if isinstance(value, str):
        yield from (value, *types_named(value))
    elif isinstance(value, tuple):
        for one in value:
            yield from _words_in(one)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _words_in(getattr(value, each.name))


def _says_more(more: Sequence[Instruction], found: Sequence[Instruction]) -> bool:
    """Whether what was read anew asks for something, and is not as much as was read at first."""
    both = any(isinstance(one, Begin) for one in found) and any(isinstance(one, Revise | Amend) for one in more)
    return not both and any(isinstance(one, Begin | Revise | Amend) and not _calls_off(one) for one in more)


def _calls_off(one: Instruction) -> bool:
    """Whether an instruction is only that something is not to be done."""
    return isinstance(one, Cancel) or (isinstance(one, Revise) and one.new is None)


_DOES = re.compile(r"\b(?:can|could|would|will) you (?:please |just )?do (?:the|my|our|those|these) ")
_SHORT = 4
"""Most words of what says no more than to wait or to go on."""


def _read_too_little(utterance: str, found: Sequence[Instruction], tasks: Sequence[Errand]) -> bool:
    """Whether a remark may say something else than what was read.

    Of some no more was read than that the work goes on or waits; of others a change, where they say when something
    else is to be done ("once you've put those away, wash the pot"), or what they point to was told of just before.

    Args:
        utterance: The remark.
        found: What was read.
        tasks: What is being done or still to be done.
    """
    said = wanted_of_what_was_told(in_full_words(utterance))
    if found and all(isinstance(one, Resume | Suspend) and not one.about for one in found):
        return len(words_of(said)) > _SHORT
    if found and all(isinstance(one, RecallQuestion) for one in found):
        return _DOES.search(said) is not None
    if found and tasks and all(isinstance(one, Chat) for one in found):
        return in_plain_frames(said) != said
    if found and tasks and all(_calls_off(one) for one in found):
        return not _all_named(said, found, tasks)
    if not any(isinstance(one, Begin) for one in found) or not told_when(said, tasks):
        return False
    phased = in_plain_phases(said, tasks)
    return any(isinstance(one, Revise | Amend) for one in found) or pointed_out(phased) != phased


@dataclass(frozen=True)
class PlainRemark:
    """A remark in plain words.

    Attributes:
        text: The words.
        begins: Whether it told when something is to be done, so something has to be.
    """

    text: str
    begins: bool

    def suits(self, found: Sequence[Instruction]) -> bool:
        """Whether what was read is what such a remark can come to."""
        if any(isinstance(one, RecallQuestion) for one in found):
            return False
        if self.begins:
            return any(isinstance(one, Begin | DoLater | Cancel | Undo) for one in found)
        return _FORBIDS.match(self.text) is not None or not any(isinstance(one, Chat) for one in found)


def _said_plainly(utterance: str, context: RequestContext) -> Iterator[PlainRemark]:
    """A remark in plainer words, the plainest first, none of them twice."""
    tidied = wanted_of_what_was_told(tidy(utterance))
    seen = {tidied}
    for text in dict.fromkeys((tidied, wanted_of_what_was_told(in_full_words(utterance)))):
        for said, phased in _plainer(text, context.tasks):
            if said not in seen:
                seen.add(said)
                yield PlainRemark(said, phased and told_when(text, context.tasks))


def _plainer(text: str, tasks: Sequence[Errand]) -> Iterator[tuple[str, bool]]:
    """Plainer ways of saying a text, each with whether it says as usual when something is to be done."""
    phased = in_plain_phases(text, tasks)
    for base in dict.fromkeys((phased, text)):
        for pointed in dict.fromkeys((pointed_out(base), base)):
            framed = in_plain_frames(pointed)
            told = framed if framed == pointed else without_reasons(framed)
            yield from ((said, base != text) for said in (told, framed, pointed))
    parted = text if _POINTS.search(text) or _HANGS.search(text) else _COMMA.sub(". ", text)
    yield from ((said, False) for said in (without_reasons(text), parted, without_reasons(parted)))


_FORBIDS = re.compile(r"don't |leave ")
_COMMA = re.compile(r" *, *")
_HANGS = re.compile(r"\b(?:if|unless|when|once|until|till|while|before|after|except|as soon as|in case)\b")
_POINTS = re.compile(r"\b(?:that|this|the (?:other|first|last)) (?:(?:one|1)\b|[a-z]+)")
