"""Requests read in the plain words that a rewriter makes of them, where the built-in rules are at a loss.

A rewriter decides nothing: its words are read by the same rules as anybody's, dangers and all. What they come to is
told before it is done. It is done without asking only where no limit, number or thing was lost or made up on the way,
and most drafts come to it, or the rules had come to the same themselves but for words that they did not know. What
the rules take for a question of the past and nearly all drafts for a request is asked about. No other reading of the
rules is doubted: measured on a fresh round, asking wherever the drafts said otherwise turned three wrong deeds and
thirteen right ones into questions, and asking only of what was said with many more words than it comes to still made
questions of two remarks of 17 that were read rightly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.hearing.idle_words import binds, plain_deed, without_idle_words
from agent.hearing.losing import loses_request
from agent.hearing.talk import deeds_said, only_talk_lost, turns_round
from agent.hearing.told_there import puts_where_they_are
from agent.requests.instructions import (
    Begin,
    Chat,
    Clarification,
    DangerRefusal,
    Instruction,
    RecallQuestion,
    Remark,
    is_lost,
)
from agent.requests.proposed.offered import ProposedWork, proposed_work
from agent.requests.reading import HeardUtterance, read_at_work
from agent.requests.request_state import RequestContext
from agent.requests.terms.remainder import remainder
from agent.requests.words.chatter import what_may_bind
from agent.requests.words.tidying import tidy
from agent.sentences.keeping import invents, keeps, things_lost
from agent.sentences.rewriter import AgreedWords, Rewriter, agreed
from agent.sentences.small_model import shipped

ReadAtWork = Callable[[str, RequestContext], HeardUtterance]
SURE, EVEN, FAIR, LIKELY, OTHERWISE = 0.66, 0.55, 0.4, 0.3, 0.75
"""Share of a rewriter's drafts that have to come to the same for it to be acted on, for it to be acted on where nothing
limits it and all can be taken back, where nothing at all was lost but mere talk, for it to be asked about, and for it
to be asked about although the rules took it for a question of the past."""
_Meant = tuple[Instruction, ...]
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
        work = proposed_work(context, lambda part, about: self.builtin(part, about).instructions)
        if work is not None:
            return self._upon_proposal(said, context, work, read)
        past = len(read.instructions) == 1 and isinstance(read.instructions[0], RecallQuestion)
        if context.asked is not None or not (read.at_a_loss or past):  # an answer is no sentence of its own
            return read
        at_hand = context.tasks[0].words if context.tasks else ""
        least = OTHERWISE if past else LIKELY
        found = agreed(
            self.rewriter.rewrite(said, at_hand), lambda plain: self._stands_for(said, plain, context), least
        )
        if found is None or (past and any(isinstance(one, RecallQuestion) for one in found.meaning)):
            return read
        sure = not past and self._is_sure(said, at_hand, found, read)
        accepted = _accepted(found, sure)
        asks = any(isinstance(one, Clarification) and one.then == found.meaning for one in accepted)
        return read if asks and read.begun else replace(read, instructions=accepted)

    def _upon_proposal(
        self, said: str, context: RequestContext, work: ProposedWork, read: HeardUtterance
    ) -> HeardUtterance:
        """What is wanted by words that are said while a question stands open that proposes work."""
        if not is_lost([one for one in read.instructions if one != context.asked]) or read.begun:
            return read
        at_hand = ". ".join(one.told for one in work.errands)
        found = agreed(
            self.rewriter.rewrite(said, at_hand), lambda plain: self._goes_on(said, plain, context, work), LIKELY
        )
        if found is None or all(isinstance(one, Chat | Clarification) for one in found.meaning):  # "no" needs no yes
            return read if found is None else replace(read, instructions=found.meaning)
        meant = tuple(one for one in found.meaning if one != context.asked)
        new = meant != found.meaning  # what leans on nothing; else two guesses would stand on each other
        if new and self._is_sure(said, at_hand, replace(found, meaning=meant), read):
            return replace(read, instructions=_accepted(found, sure=True))
        words = ". ".join(one.errand.words for one in meant if isinstance(one, Begin)) or found.text
        return replace(read, instructions=_accepted(AgreedWords(words, found.share, meant), sure=False))

    def _goes_on(self, said: str, plain: str, context: RequestContext, work: ProposedWork) -> _Meant | None:
        """What plain words come to on top of proposed work; where they are about something else, that stays open."""
        if plain.startswith(_QUESTION) or loses_request(said, plain) or things_lost(tidy(said), plain):
            return None
        upon = self.builtin(plain, work.at_hand(context)).instructions
        alone = self.builtin(plain, replace(context, asked=None)).instructions
        done = None if is_lost(upon) else work.with_said(tidy(said), upon, alone)
        if done is not None or is_lost(alone) or context.asked is None:
            return done
        return (*alone, context.asked) if any(isinstance(one, Begin) for one in alone) else None

    def _stands_for(self, said: str, plain: str, context: RequestContext) -> _Meant | None:
        """What plain words come to that have not dropped a whole request."""
        return None if loses_request(said, plain) else self._meant(plain, context)

    def _meant(self, plain: str, context: RequestContext) -> _Meant | None:
        """What plain words come to; None where the built-in rules are at a loss with them, too."""
        if plain.startswith(_QUESTION):
            return (RecallQuestion(plain.removeprefix(_QUESTION)),)
        found = self.builtin(plain, replace(context, asked=None))
        return None if found.at_a_loss else found.instructions

    def _is_sure(self, said: str, at_hand: str, found: AgreedWords[_Meant], read: HeardUtterance) -> bool:
        """Whether it may be done without asking."""
        begun = tuple(one for one in found.meaning if isinstance(one, Begin))
        if invents(said, found.text, at_hand) or (not at_hand and remainder(said, found.meaning)):
            return False
        if turns_round(tidy(said), found.text) or puts_where_they_are(said, begun):
            return False
        both = any(isinstance(one, Clarification) and one.then == begun for one in read.instructions)
        wanted, easy = what_may_bind(tidy(said)), False
        if not read.begun:  # what the rules have begun is not put aside for less
            easy = len(begun) == len(found.meaning) and all(plain_deed(one.errand) for one in begun)
            easy = easy and not binds(without_idle_words(wanted, 1))
            wanted = without_idle_words(wanted, len(begun))
        fair = FAIR if len(begun) == 1 and deeds_said(wanted, found.text) else EVEN if easy else SURE
        if found.share >= fair and only_talk_lost(wanted, found.text, at_hand):
            return not (at_hand and remainder(said, found.meaning))
        enough = found.share >= (EVEN if easy else SURE) or both
        return enough and keeps(wanted, found.text, at_hand, surely=found.share == 1.0)


def _accepted(found: AgreedWords[_Meant], sure: bool) -> _Meant:
    """What is done about plain words that were understood: it is told and done, or told and asked about."""
    refused = tuple(one for one in found.meaning if isinstance(one, DangerRefusal))
    if refused or any(isinstance(one, RecallQuestion) for one in found.meaning):
        return refused or found.meaning
    if sure:
        return (Remark(f'I take that as: "{found.text}".'), *found.meaning)
    return (Clarification(f'Do you mean: "{found.text}"?', then=found.meaning),)


def reader_at_work() -> ReadAtWork:
    """The reader of whoever chose none: the built-in rules, with the shipped rewriter where it is installed."""
    rewriter = shipped()
    return read_at_work if rewriter is None else RewrittenRequests(rewriter)
