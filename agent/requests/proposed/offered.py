"""What is said when the robot has offered to do something, and is neither yes nor no: "both potatoes after all".

It is read as if what was offered were being done. What changes or goes on from that means yes, with the change; what
is called off means no; with a yes before it, all else is done beside it. What cannot be taken back, and an offer that
had lost something of what was said, are asked about once more, with what was said since.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.planning.terms import WhichThings
from agent.requests.amending import amended, counted_apart
from agent.requests.control import known_by
from agent.requests.errands import CUT, STATE, Errand, is_carrying, is_placing, made_of, named_words
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    Chat,
    Clarification,
    Constrain,
    Instruction,
    Remark,
    Resume,
    Revise,
    is_lost,
)
from agent.requests.proposed.leaning import comes_after, comes_before, kinds_handled, leans_on
from agent.requests.request_state import RequestContext
from agent.requests.terms.remainder import remainder
from agent.requests.topics.deed_words import deed_words
from agent.requests.uttered.answers import agreed_and_more
from agent.requests.uttered.settling import ready_first
from agent.requests.words.clauses import words_of
from envs.vocabulary.english import joined

Offer = tuple[Instruction, ...]
ReadsUpon = Callable[[str, RequestContext], Sequence[Instruction]]


def of_offer(text: str, context: RequestContext, read: ReadsUpon) -> Offer | None:
    """What words come to that are said about an offer; None where they are about something else.

    Args:
        text: A tidied utterance.
        context: What it may lean on, with the question that is open.
        read: Reads an utterance.
    """
    proposal = proposed_work(context, read)
    if proposal is None:
        return None
    more = agreed_and_more(text)
    alone = read(text, replace(context, asked=None))
    return proposal.with_said(text, read(more or text, proposal.at_hand(context)), alone, bool(more))


def proposed_work(context: RequestContext, read: ReadsUpon) -> ProposedWork | None:
    """The work that the question proposes which stands open; None where it proposes none.

    Args:
        context: With the question.
        read: Reads an utterance.
    """
    asked = context.asked
    if asked is None:
        return None
    then = asked.then
    if not then and asked.options == ("yes",) and asked.before:
        then = tuple(read(f"{asked.before}{asked.after}", replace(context, tasks=(), asked=None)))
    work = ProposedWork(asked, then)
    return work if work.errands else None


@dataclass(frozen=True)
class ProposedWork:
    """Work that was proposed, and neither agreed to nor denied.

    Attributes:
        asked: The question.
        then: What would be done if the answer were yes.
    """

    asked: Clarification
    then: Offer

    @property
    def errands(self) -> tuple[Errand, ...]:
        """What would be done."""
        return tuple(_errands(self.then))

    def at_hand(self, context: RequestContext) -> RequestContext:
        """What words may lean on that are said as if it were being done.

        Args:
            context: What they may lean on, with the question.
        """
        changed = [one.old for one in self.then if isinstance(one, Revise)]
        tasks = (*self.errands, *(task for task in context.tasks if task not in changed))
        things = tuple(kind for errand in reversed(self.errands) for kind in made_of(errand))
        return replace(context, tasks=tasks, things=(*things, *context.things), asked=None)

    def with_said(
        self, text: str, upon: Sequence[Instruction], alone: Sequence[Instruction], agreed: bool = False
    ) -> Offer | None:
        """The work with what was said of it; None where that is about something else, or not understood.

        Args:
            text: What was said, tidied.
            upon: What that comes to as if the work were being done.
            alone: What it comes to by itself.
            agreed: Whether a yes stands before it.
        """
        questions = [one for one in upon if isinstance(one, Clarification)]
        if len(questions) == 1 and questions[0].then:
            plainly = tuple(each for one in upon for each in (questions[0].then if one == questions[0] else (one,)))
            done = self.with_said(text, plainly, alone, agreed)
            return (_also_asked(questions[0], done),) if done and not is_lost(done) else None
        new, beside = _applied(self.then, self.errands, upon)
        if new is None:
            return None
        if not new:
            return (Chat("no"), *beside)
        begun = [one for one in beside if isinstance(one, Begin)]
        whole = [each for one in alone for each in (one.then if isinstance(one, Clarification) else (one,))]
        by_itself = [one.errand for one in whole if isinstance(one, Begin)]
        goes_on = new != self.then or any(isinstance(one, Resume) for one in upon)
        if agreed or goes_on or leans_on(text, begun, self.errands, by_itself):
            done = _in_turn(text, new, beside)
            return done if agreed else self._checked(text, done)
        return (Chat("no"), *alone) if _DENIES.match(text) and by_itself and not is_lost(alone) else None

    def _checked(self, text: str, done: Offer) -> Offer:
        """What is done, asked about once more where only a yes will do."""
        left = _errands(done)
        lost = "" if _is_supplied(self.asked.lost, text) else self.asked.lost
        lost = lost or _passed_over(text, left, self.errands)
        final = any(map(_throws_away, self.errands)) and any(map(_throws_away, left))
        cut = any(_is_made_otherwise(one) and one in left and not _is_named(text, one) for one in self.errands)
        if not (self.asked.grave or lost or final or cut):
            return done
        about = f" {lost}." if lost else ""
        question = f"{_do_you_mean(done)}{about}"
        return (replace(self.asked, question=question, before="", after="", then=done, lost=lost),)


def _do_you_mean(done: Offer) -> str:
    """Asks whether all of this is meant."""
    return f'Do you mean: "{joined([errand.words for errand in _errands(done)])}"?'


def _also_asked(question: Clarification, done: Offer) -> Clarification:
    """A question about what was said of a proposal, of which a yes does that, too."""
    if not _errands(done):
        return replace(question, then=done)
    behind = f"{question.lost}." if question.lost else question.question if question.grave else ""
    return replace(question, question=f"{_do_you_mean(done)} {behind}".strip(), before="", after="", then=done)


_DENIES = re.compile(
    r"^(?:(?:oh|ah|ugh|hey|wait|well|sorry|lol|but)\b[ ,.!]*)*(?:no|nope|nah|wrong)\b"
    r"(?! (?:problem|worries|idea|doubt|time|matter|rush|hurry|need|more)\b)"
)


def _in_turn(text: str, new: Offer, beside: Offer) -> Offer:
    """What was proposed and what is done beside it, in the order in which it was said, or which makes sense."""
    begun = [one for one in beside if isinstance(one, Begin)]
    offers = [one for one in new if isinstance(one, Begin)]
    ready = [one for one in begun if not comes_after(text) and any(_makes_ready(one, other) for other in offers)]
    if begun and (comes_before(text) or ready == begun or any(map(_is_of_the_others, offers))):
        first = [replace(one, same=False) for one in begun]
        return (*_one_by_one([one for one in beside if one not in begun], first), *_behind(new, begun))
    order = [one for one in (*new, *beside) if not isinstance(one, Resume)]
    return tuple(ready_first(order, text)) if offers else tuple(order)


def _one_by_one(others: Sequence[Instruction], begun: Sequence[Begin]) -> Offer:
    """What is to be done first, the one after the other."""
    return (*others, *(replace(one, when="now" if at == 0 else "next") for at, one in enumerate(begun)))


def _behind(new: Offer, first: Sequence[Begin]) -> Offer:
    """What was proposed, behind what comes first; about the very thing of that where it is spoken of as the same."""
    last = first[-1]
    return tuple(
        replace(one, when="next", same=one.same or (last.same and made_of(one.errand) == made_of(last.errand)))
        if isinstance(one, Begin)
        else one
        for one in new
    )


def _makes_ready(one: Begin, carried: Begin) -> bool:
    """Whether something is made clean, full or empty of what else is to be carried somewhere."""
    state = counted_apart(one.errand) or one.errand
    made = state.name == STATE and state.params[2] in ("clean", "filled", "empty")
    return made and is_carrying(carried.errand) and bool(kinds_handled(one.errand) & kinds_handled(carried.errand))


def _is_of_the_others(one: Begin) -> bool:
    """Whether something is done with those of which nothing else was said before."""
    return any(isinstance(term, WhichThings) and term.others for term in one.errand.terms)


def _throws_away(errand: Errand) -> bool:
    return is_placing(errand) and errand.params[-1] == "GarbageCan"


_FINAL = frozenset({CUT, "cooked", "boiled"})


def _is_made_otherwise(errand: Errand) -> bool:
    """Whether food is not as it was when an errand is done."""
    return bool(_FINAL & set(errand.params)) or any(
        name in errand.name for name in ("Slice", "Boil", "Poach", "Salad", "Sandwich", "Toast", "Omelette")
    )


def _is_named(text: str, errand: Errand) -> bool:
    """Whether words name the thing of an errand, what is made of it, or the deed."""
    return bool((known_by(text) | set(words_of(text))) & (named_words(errand) | deed_words(errand))) or bool(
        re.search(r"\b(?:slices?|pieces?|halves)\b", text)
    )


_WET = frozenset({"filled", "empty", "boiled", "Water", "Boil", "Poach", "Coffee", "Faucet"})
"""Names and states in errands that have to do with water."""


def _passed_over(text: str, done: Sequence[Errand], meant: Sequence[Errand]) -> str:
    """What is said of words that nothing accounts for of what is done or was to be done; "" where nothing is left."""
    left = remainder(text, [Begin(errand) for errand in done])
    both = remainder(text, [Begin(errand) for errand in (*done, *meant)])
    dry = not any(_WET & {*errand.params, *errand.name.split()} for errand in (*done, *meant))
    water = ["water"] if dry and re.search(r"\bwater\b", text) else []
    quoted = joined([f'"{one}"' for one in (*left, *water) if one in (*both, *water)])
    return f"I do not know what to make of {quoted} there" if quoted else ""


def _is_supplied(lost: str, text: str) -> bool:
    """Whether words say once more what an offer had lost."""
    quoted = [{word for word in words_of(one) if len(word) > 3} for one in re.findall(r'"([^"]+)"', lost)]
    return bool(quoted) and all(one & set(words_of(text)) for one in quoted)


def _errands(offer: Sequence[Instruction]) -> list[Errand]:
    return [errand for one in offer if (errand := _wanted(one)) is not None]


def _wanted(one: Instruction) -> Errand | None:
    return one.errand if isinstance(one, Begin) else one.new if isinstance(one, Revise) else None


def _applied(then: Offer, errands: Sequence[Errand], found: Sequence[Instruction]) -> tuple[Offer | None, Offer]:
    """An offer with what was said of it, and what is to be done beside it; None where not all of that is understood."""
    beside: list[Instruction] = []
    new: Offer | None = then
    for one in found:
        if isinstance(one, Resume):
            continue
        if isinstance(one, (Begin, Remark)):
            beside.append(replace(one, when="after") if isinstance(one, Begin) and one.when == "now" else one)
        elif new is not None:
            new = _changed(new, errands, one)
    return new, tuple(beside)


def _changed(then: Offer, errands: Sequence[Errand], one: Instruction) -> Offer | None:
    """An offer with one change; nothing is left of what is called off; None where it is about something else."""
    if isinstance(one, Constrain):
        return tuple(_with(each, errand.on(*one.terms)) if (errand := _wanted(each)) else each for each in then)
    if isinstance(one, Cancel):
        off = [errand for errand in errands if not one.about or one.about in named_words(errand) | deed_words(errand)]
        return tuple(each for each in then if _wanted(each) not in off) if off else None
    if isinstance(one, Amend):
        change = amended(errands[0], one)
        one = Revise(errands[0], change) if isinstance(change, Errand) else one
    if not isinstance(one, Revise) or one.old not in errands:
        return None
    told = [(each, one.new if _wanted(each) == one.old else _wanted(each)) for each in then]
    return tuple(
        _with(each, errand) if errand is not None else each for each, errand in told if errand or not _wanted(each)
    )


def _with(one: Instruction, errand: Errand) -> Instruction:
    """An instruction to do something else."""
    if isinstance(one, Begin):
        return replace(one, errand=errand)
    return replace(one, new=errand) if isinstance(one, Revise) else one
