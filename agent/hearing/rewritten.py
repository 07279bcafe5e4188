"""Requests read in the plain words that a rewriter makes of them, where the built-in rules are at a loss.

A rewriter decides nothing: its words are read by the same rules as anybody's, dangers and all. What they come to is
told before it is done. It is done without asking only where no limit, number or thing was lost or made up on the way,
and most drafts come to it, or the rules had come to the same themselves but for words that they did not know.
What the rules take for a question of the past and nearly all drafts for a request is asked about. No other reading of
the rules is doubted: measured on a fresh round, asking wherever the drafts said otherwise turned three wrong deeds and
thirteen right ones into questions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from agent.requests.instructions import (
    Begin,
    Chat,
    Clarification,
    DangerRefusal,
    Instruction,
    RecallQuestion,
    Remark,
    Unheeded,
)
from agent.requests.reading import HeardUtterance, read_at_work
from agent.requests.request_state import RequestContext
from agent.sentences.keeping import keeps
from agent.sentences.rewriter import AgreedWords, Rewriter, agreed
from agent.sentences.small_model import shipped

ReadAtWork = Callable[[str, RequestContext], HeardUtterance]
SURE, LIKELY, OTHERWISE = 0.66, 0.3, 0.75
"""Share of a rewriter's drafts that have to come to the same for it to be acted on, for it to be asked about, and for
it to be asked about although the rules took it for a question of the past."""
_Read = tuple[Instruction, ...]
_QUESTION = "question: "


@dataclass(frozen=True)
class RewrittenRequests:
    """Reads what is said to a robot at work with the built-in rules, and with a rewriter beside them.

    Attributes:
        rewriter: Says it in plain words.
        builtin: Reads.
    """

    rewriter: Rewriter
    builtin: ReadAtWork = read_at_work

    def __call__(self, said: str, context: RequestContext) -> HeardUtterance:
        """What is wanted, as ``agent.requests.reading.read_at_work`` tells it."""
        read = self.builtin(said, context)
        if context.asked is not None:  # an answer is no sentence of its own
            return read
        at_hand = context.tasks[0].words if context.tasks else ""
        drafts = self.rewriter.rewrite(said, at_hand)
        if len(read.instructions) == 1 and isinstance(read.instructions[0], RecallQuestion):
            return replace(read, instructions=self._doubted(drafts, tuple(read.instructions), context))
        if not _at_a_loss(read.instructions):
            return read
        found = agreed(drafts, lambda plain: self._meant(plain, context))
        meant = self._meant(found.text, context) if found is not None and found.share >= LIKELY else None
        if found is None or meant is None:
            return read
        accepted = _accepted(said, at_hand, found, meant, read.instructions)
        asks = any(_asks_back(one) for one in accepted)
        return read if asks and _begun(read.instructions) else replace(read, instructions=accepted)

    def _doubted(self, drafts: Iterator[str], read: tuple[Instruction, ...], context: RequestContext) -> _Read:
        """What the rules took for a question of the past, unless nearly all drafts ask for a deed: then it is asked."""
        found = agreed(drafts, lambda plain: self._meant(plain, context))
        meant = self._meant(found.text, context) if found is not None and found.share >= OTHERWISE else None
        if found is None or meant is None or any(isinstance(one, RecallQuestion) for one in meant):
            return read
        refused = tuple(one for one in meant if isinstance(one, DangerRefusal))
        return refused or (Clarification(f'Do you mean: "{found.text}"?', then=meant),)

    def _meant(self, plain: str, context: RequestContext) -> tuple[Instruction, ...] | None:
        """What plain words come to; None where the built-in rules are at a loss with them, too."""
        if plain.startswith(_QUESTION):
            return (RecallQuestion(plain.removeprefix(_QUESTION)),)
        found = self.builtin(plain, replace(context, asked=None)).instructions
        return None if _at_a_loss(found) else tuple(found)


def _accepted(
    said: str, at_hand: str, found: AgreedWords, meant: tuple[Instruction, ...], read: Sequence[Instruction]
) -> tuple[Instruction, ...]:
    """What is done about plain words that were understood: it is told and done, or told and asked about."""
    refused = tuple(one for one in meant if isinstance(one, DangerRefusal))
    if refused or any(isinstance(one, RecallQuestion) for one in meant):
        return refused or meant
    taken_as = f'I take that as: "{found.text}".'
    both = any(isinstance(one, Clarification) and one.then == _begun(meant) for one in read)
    if keeps(said, found.text, at_hand, surely=found.share == 1.0) and (found.share >= SURE or both):
        return (Remark(taken_as), *meant)
    return (Clarification(f'Do you mean: "{found.text}"?', then=meant),)


def _begun(meant: Sequence[Instruction]) -> tuple[Instruction, ...]:
    """What is done of it, also where the rules said that they left words out of account."""
    return tuple(one for one in meant if isinstance(one, Begin))


def _at_a_loss(found: Sequence[Instruction]) -> bool:
    """Whether not all of an utterance was read: something is asked back, left aside, or taken for mere talk."""
    return any(isinstance(one, Unheeded) or _is_unknown(one) or _asks_back(one) for one in found)


def _asks_back(one: Instruction) -> bool:
    """Whether it asks what was meant; a warning, which only wants a yes, was understood."""
    return isinstance(one, Clarification) and one.options != ("yes",)


def _is_unknown(one: Instruction) -> bool:
    return isinstance(one, Chat) and one.kind == "unknown"


def reader_at_work() -> ReadAtWork:
    """The reader of whoever chose none: the built-in rules, with the shipped rewriter where it is installed."""
    rewriter = shipped()
    return read_at_work if rewriter is None else RewrittenRequests(rewriter)
