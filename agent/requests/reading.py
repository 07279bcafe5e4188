"""Reads what people say to a robot at work: any number of requests, changes and questions in one utterance.

Rules on words, built from the vocabulary of object types, their classes and TEACh's task definitions. What is said is
data: it can name tasks, and nothing else that is in it has any effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from agent.requests.changes.following import followed
from agent.requests.changes.plainly_said import said_plainly
from agent.requests.circumstances.as_condition import as_condition
from agent.requests.circumstances.contrary import about_the_same
from agent.requests.circumstances.depending import of_the_same_things
from agent.requests.circumstances.parts import read_part, with_places
from agent.requests.circumstances.supposed_first import supposed_first
from agent.requests.composing import composed, wished
from agent.requests.correcting.as_before import said_back
from agent.requests.correcting.by_turn import NumberedTasks, by_turn
from agent.requests.correcting.by_use import told_by_use
from agent.requests.correcting.described import the_one_described
from agent.requests.correcting.detailed import on_a_dish, with_details
from agent.requests.correcting.together import at_the_place_at_hand, spread
from agent.requests.correcting.trouble_cried import trouble_first
from agent.requests.correcting.widening import widened
from agent.requests.gist.frames import asks_for_nothing
from agent.requests.gist.joined import said_as_one
from agent.requests.gist.meaning import in_other_words
from agent.requests.hazards.changed import safely_changed
from agent.requests.hazards.dangers import considered
from agent.requests.hazards.leading_up import nothing_to_end
from agent.requests.hazards.taken_out import taken_out
from agent.requests.hazards.told_inside import told_inside
from agent.requests.implied.falling_with import elsewhere_than_begun, whole_again
from agent.requests.implied.plainer import plainer, told_at_last
from agent.requests.implied.same_vessel import in_the_same_vessel
from agent.requests.implied.some_of_them import so_far
from agent.requests.instructions import (
    Amend,
    Answered,
    Begin,
    Cancel,
    CancelPlan,
    Chat,
    Clarification,
    Constrain,
    DangerRefusal,
    DoLater,
    Instruction,
    MovePlan,
    PlansRequest,
    RecallQuestion,
    Remark,
    Resume,
    Revise,
    StatusRequest,
    Suspend,
    UnclearRequest,
    Undo,
    Unheeded,
    is_lost,
)
from agent.requests.intents import DialogueContext, IntentReader, UtteranceReading, plain
from agent.requests.intents import read as read_intent
from agent.requests.proposed.offered import of_offer
from agent.requests.proposed.standing import standing_open
from agent.requests.remarks.another_one import the_one_meant
from agent.requests.remarks.asked_beside import asked_alone, asked_and_said
from agent.requests.remarks.leading_up import without_lead_in
from agent.requests.remarks.operations import in_plain_words
from agent.requests.remarks.turned_about import in_place_of, swapped
from agent.requests.remarks.two_deeds import two_deeds
from agent.requests.request_state import RequestContext, RequestState
from agent.requests.telling.in_passing import in_passing
from agent.requests.terms.claims import apart, claimed, in_full, only_claims
from agent.requests.terms.conditions import (
    ConditionalPart,
    alternative,
    asked_first,
    conditional,
    opposite,
    supposes,
)
from agent.requests.terms.possible import impossible
from agent.requests.terms.presumed import presumed
from agent.requests.terms.remainder import with_nothing_lost
from agent.requests.terms.rooms import only_here
from agent.requests.times.planning import planned
from agent.requests.times.postponing import postponed
from agent.requests.times.steering import about_plans
from agent.requests.times.telling import time_told
from agent.requests.times.told_otherwise import another_time, at_once
from agent.requests.times.words import spelt_out
from agent.requests.topics.told_first import in_plain_order
from agent.requests.uttered.answers import agrees, answer_to
from agent.requests.uttered.doubts import doubt_denials, unplaced, unsure
from agent.requests.uttered.questions import asked_by_tag, asks_about_the_past, asks_by_tag_alone
from agent.requests.uttered.reports import reminder, to_be_told
from agent.requests.uttered.reservations import with_reservations
from agent.requests.uttered.settling import (
    called_off_once,
    contradiction,
    emptied_last,
    lamps_last,
    left_over,
    more_than_that_one,
    not_again,
    one_spared,
    only_halted,
    otherwise_than_begun,
    ready_first,
    settled_order,
)
from agent.requests.uttered.small_talk import small_talk
from agent.requests.uttered.taking_in import begin, told_beside
from agent.requests.verbs import deeds
from agent.requests.words.chatter import only_tells_of_times, without_chatter
from agent.requests.words.clauses import Clause, polite, starts_request
from agent.requests.words.idioms import hinted, reworded
from agent.requests.words.joining import joined_up
from agent.requests.words.tidying import tidy
from agent.requests.words.utterances import clauses, sentences, take_back
from envs.vocabulary.english import joined

LONGEST = 5_000
"""Most characters of an utterance that are read."""

Kind = Literal["request", "amendment", "control", "unclear", "refused", "question", "feedback", "correction", "chat"]
"""What sort of utterance it is: it asks for a deed; for another way to do one; to stop, wait, go on, take back or tell
how the work stands; something has to be asked back; it is dangerous; it asks about the past; it says what to remember;
it puts right what was said before; it is talk."""
_KINDS: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    (Clarification, "unclear"),
    (DangerRefusal, "refused"),
    ((Begin, DoLater), "request"),
    ((Amend, Revise, MovePlan), "amendment"),
    ((Cancel, Suspend, Resume, Undo, StatusRequest, CancelPlan, PlansRequest), "control"),
    (RecallQuestion, "question"),
)

_TALKED: Mapping[str, Kind] = {
    "command": "request",
    "question": "question",
    "feedback": "feedback",
    "correction": "correction",
}


@dataclass(frozen=True)
class HeardUtterance:
    """An utterance, read once; everything after it takes this.

    Attributes:
        said: The words.
        intent: What is wanted in a conversation about the past.
        instructions: What is wanted of a robot at work, in the order in which it is to be carried out; one
            ``Clarification`` means that nothing of it is done before that is answered. Empty where nobody is at work.
    """

    said: str
    intent: UtteranceReading
    instructions: tuple[Instruction, ...] = ()

    @property
    def kind(self) -> Kind:
        """What sort of utterance it is; of several wishes the first in the order of ``Kind``."""
        for types, kind in _KINDS:
            if any(isinstance(one, types) for one in self.instructions):
                return kind
        return "chat" if self.instructions else _TALKED.get(self.intent.intent, "chat")

    @property
    def begun(self) -> tuple[Begin, ...]:
        """What it asks to be done."""
        return tuple(one for one in self.instructions if isinstance(one, Begin))

    @property
    def at_a_loss(self) -> bool:
        """Whether not all of it was read."""
        return is_lost(self.instructions)


def read_at_work(utterance: str, context: RequestContext | None = None) -> HeardUtterance:
    """Read what is said to a robot that does chores.

    Args:
        utterance: What was said.
        context: What it may lean on.
    """
    meant, about = taken_out(utterance), context or RequestContext()
    intent = read_intent(utterance)
    found = _answering(meant, intent if meant == utterance else read_intent(meant), about)
    alone = about.tasks or about.asked  # what is said beside work, or to a question, goes on with that
    found = asked_alone(found) if alone else with_nothing_lost(meant, found)
    return HeardUtterance(utterance, intent, found)


def read_in_talk(utterance: str, context: DialogueContext, reader: IntentReader) -> HeardUtterance:
    """Read what is said in a conversation about the past, where nothing is done.

    Args:
        utterance: What was said.
        context: What it may lean on.
        reader: Tells what it is: rules on words, or a language model.
    """
    return HeardUtterance(utterance, reader.read(utterance, context))


def _answering(utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for that may answer a question, or go on from what that proposes."""
    if context.asked is None:
        return _instructions(utterance, intent, context)
    text = in_plain_order(supposed_first(spelt_out(asked_by_tag(tidy(utterance[:LONGEST])))))
    if context.asked.then and agrees(plain(take_back(text))):
        return context.asked.then
    for said in dict.fromkeys((text, without_chatter(reworded(text)))):
        offer = of_offer(said, context, lambda part, about: _instructions(part, read_intent(part), about))
        if offer is not None:
            return offer
    return standing_open(text, _instructions(utterance, intent, context), context.asked)


def _instructions(utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for, without what is dangerous in it."""
    text = in_plain_order(supposed_first(spelt_out(asked_by_tag(tidy(utterance[:LONGEST])))))

    def plainly(part: str) -> tuple[Instruction, ...]:
        return _understood(part, intent if part == utterance else read_intent(part), context)

    question = to_be_told(text)
    if question:
        return (RecallQuestion(question),)
    reminding = reminder(text, lambda part: _instructions(part, read_intent(part), context))
    if reminding is not None:
        return (reminding,)
    contents = context.contents | told_inside(text)
    found = considered(utterance, joined_up(clauses(text)), plainly, context.tasks, contents)
    safe = nothing_to_end(safely_changed(found, context.tasks, contents))
    return only_here(safe, text, context.room)


def _understood(utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for, dangerous or not; a remark that is not understood, without what stands beside it."""

    def read(part: str) -> tuple[Instruction, ...]:
        return _as_said(part, read_intent(part), context)

    told = plainer(tidy(utterance), context.tasks, read) if context.tasks and context.asked is None else ()
    if told:
        return told
    found = _as_said(utterance, intent, context)
    if not (context.tasks or context.last) or context.asked is not None:
        return found
    asked = asked_and_said(utterance, found, read) if context.tasks else ()
    found = asked or in_other_words(utterance, found, context, read)
    return (told_at_last(tidy(utterance), found, context.tasks, read) if context.tasks else ()) or found


def _as_said(utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for with all its words."""
    if asks_by_tag_alone(tidy(utterance)):
        return (RecallQuestion(asked_by_tag(tidy(utterance))),)
    text = without_chatter(reworded(in_plain_order(supposed_first(spelt_out(tidy(utterance[:LONGEST]))))))
    passing = in_passing(text, context.tasks)
    if passing:
        return passing
    time = time_told(text, context.now) if context.now is not None else ""
    if time:
        return (Answered(time),)
    turned = swapped(text, context.tasks)
    if turned:
        return turned
    bare = text
    if context.tasks or context.asked:
        tasks = context.tasks
        bare = in_the_same_vessel(so_far(without_lead_in(trouble_first(text, tasks)), tasks), tasks)
        bare = said_as_one(as_condition(bare, tasks), tasks)
        bare = the_one_meant(the_one_described(bare, tasks), tasks)
        bare = with_details(said_back(bare, tasks), tasks)
    asked, intent = (utterance, intent) if bare == text else (bare, read_intent(bare))
    text = said_plainly(asked_first(bare), bool(context.tasks))
    answered = answer_to(text, context)
    if answered is not None:
        return _instructions(answered, read_intent(answered), replace(context, asked=None))
    soon = at_once(text, context.tasks, context.plans) if context.now is not None else ()
    if soon:
        return soon
    text = another_time(text, context.tasks, context.plans) if context.now is not None else text
    planning = about_plans(text, context.now, context.plans, context.tasks) if context.now is not None else None
    if planning is not None:
        return (planning,)
    inside = _LOOK_IN.match(polite(text)[0])
    if inside:
        return (RecallQuestion(f"What is in {inside['np']}?"),)
    hint = hinted(text) if "?" not in utterance and not context.tasks else ""
    if not hint and asks_about_the_past(intent, text, context):
        return (RecallQuestion(asked),)
    parts = by_turn(text, NumberedTasks(context.told, context.tasks)) or told_by_use(text, context.tasks)
    if parts:
        return parts
    put_off = postponed(text, context.tasks, context.now) if context.now is not None else None
    if put_off is not None:
        return put_off
    if context.tasks and (only_tells_of_times(text) or asks_for_nothing(text)):
        return (Chat("no", text),)
    later = planned(text, context.now, lambda *part: _part_read(context, *part)) if context.now is not None else None
    if later is not None:
        return later
    return _asked_for(text, utterance, intent, context)


def _asked_for(text: str, utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for that is no question, no answer and not for later."""
    anew = _anew(context)
    stead = two_deeds(text, context.tasks, anew) or on_a_dish(text, context.tasks, anew)
    if stead:
        return stead
    reading = RequestState(context, _anew(context))
    try:
        _read(text, utterance, reading)
    except UnclearRequest as unclear:
        meant = _operated(text, utterance, context) if not reading.found and len(context.tasks) == 1 else ()
        if meant:
            return meant
        hint = hinted(text) if not reading.found and not supposes(text) else ""
        done = deeds(hint, reading.spoken) if hint else None
        leaning = () if done is not None else followed(text, context, lambda about: _led_on(text, utterance, about))
        if leaning:
            return leaning
        taken = () if done is not None or reading.found or starts_request(text) else _taken(text, reading)
        if taken:
            return taken
        return (unclear.asked(text),) if done is None else tuple(Begin(errand) for errand in done.errands)
    _heed_troubles(text, reading)
    if not reading.found:
        meant = _operated(text, utterance, context)
        if meant:
            return meant
        leaning = followed(text, context, lambda about: _led_on(text, utterance, about))
        ask = unplaced(reading) if context.tasks and "?" not in utterance else None
        return leaning or _taken(text, reading) or ((ask,) if ask else small_talk(utterance, intent, text, context))
    clash = contradiction(text, reading.begun) or impossible([one.errand for one in reading.begun])
    if clash:
        return (clash,)
    found = widened(spread(reading.found, text, context.tasks), text, context.tasks)
    found = presumed(utterance, at_the_place_at_hand(found, context.tasks))
    found = only_halted(one_spared(found, text), context.tasks)
    found = whole_again(in_place_of(utterance.lower(), found, context.tasks), context.tasks)
    found = called_off_once(lamps_last(found, context.tasks), context.tasks)
    found = elsewhere_than_begun(otherwise_than_begun(found, context.tasks), context.tasks, utterance)
    settled = tuple(settled_order(ready_first(emptied_last(more_than_that_one(not_again(found), text)), text)))
    reading.doubts.extend(left_over(reading))
    doubt_denials(reading)
    ask = unsure(text, reading, settled)
    if ask is not None:
        return (ask,)
    settled = (*map(Remark, reading.remarks), *with_reservations(text, settled))
    return (Unheeded(tuple(reading.unknown)), *settled) if reading.unknown else settled


def _operated(text: str, utterance: str, context: RequestContext) -> tuple[Instruction, ...]:
    """What a remark of which nothing was made does to the work; nothing where that is not known."""
    plain_words = in_plain_words(text, context.tasks) if context.tasks else ""
    return tuple(_led_on(plain_words, utterance, context)) if plain_words else ()


def _led_on(text: str, utterance: str, about: RequestContext) -> list[Instruction]:
    """What words come to that lean on what was asked for last; nothing where a word would be lost."""
    reading = RequestState(about, _anew(about))
    try:
        _read(said_plainly(text, True), utterance, reading)
    except UnclearRequest:
        return []
    return [] if reading.doubts or left_over(reading) or reading.unknown else reading.found


def _heed_troubles(text: str, reading: RequestState) -> None:
    """Begin what is to be done about what somebody only tells, where nothing else is asked for."""
    told = not (reading.found or reading.doubts or reading.troubles or reading.context.tasks or supposes(text))
    hint = hinted(text) if told else ""
    done = deeds(hint, reading.spoken) if hint else None
    if done is not None:
        reading.troubles.append(replace(done, read=hint))
    if not reading.doubts and all(isinstance(one, Constrain) for one in reading.found):
        for trouble in (*reading.troubles, *told_beside(text, reading)):
            begin(trouble, Clause(trouble.read), reading)


def _taken(text: str, reading: RequestState) -> tuple[Instruction, ...]:
    """What bare words are taken for where no sentence can be read: said before it is done."""
    errands = () if reading.context.tasks or reading.doubts else composed(text, reading.spoken)
    wish = wished(text) if not (errands or reading.doubts) else ""
    done = deeds(wish, reading.spoken) if wish else None
    errands = errands if done is None else done.errands
    if not errands:
        return ()
    if reading.context.tasks:
        more = joined([one.words for one in errands])
        return (Clarification(f"Shall I {more} as well?", then=tuple(Begin(one, "after") for one in errands)),)
    begun = [Begin(one, "now" if at == 0 else "next") for at, one in enumerate(errands)]
    return (Remark(f"I take it you want me to {joined([one.words for one in errands])}."), *begun)


_LOOK_IN = re.compile(
    r"^(?:go and |go )?(?:look|have a look|take a look|peek|check|see what(?:'s| is)) (?:in|inside|into) "
    r"(?P<np>(?:the|my|our) \w+(?: (?!first$)\w+)?)$"
)


def _part_read(context: RequestContext, text: str, things: tuple[str, ...], new: bool) -> tuple[Instruction, ...]:
    """A part of an utterance without its time; one that has a time is a new request, whatever is being done."""
    tasks = () if new else context.tasks
    about = replace(context, things=(*things, *context.things), tasks=tasks, asked=None, now=None)
    return _instructions(text, read_intent(text), about)


def _read(text: str, utterance: str, reading: RequestState) -> None:
    """Read every sentence, each part under its condition; then what holds for all of them."""
    said = [one for sentence in with_places(sentences(text)) for one in apart(sentence)]
    claim = ""
    for at, told in enumerate(said):
        sentence = in_full(told, claim)
        claim = claimed(sentence) or claim
        if only_claims(sentence) and at + 1 < len(said) and in_full(said[at + 1], claim) != said[at + 1]:
            continue
        if _HEADING.search(sentence) and sentence != said[-1]:  # only announces what follows
            continue
        other = alternative(sentence) if reading.only is not None else ""
        if other:
            before, only = len(reading.found), opposite(reading.only) if reading.only else None
            read_part(ConditionalPart(other, only), utterance, reading)
            reading.found[:] = of_the_same_things(reading.found, before, other)
            continue
        for part in conditional(about_the_same(sentence, reading.only)):
            read_part(part, utterance, reading)
    if reading.without and reading.begun:
        reading.found[:] = [
            replace(one, errand=one.errand.on(*reading.without)) if isinstance(one, Begin) else one
            for one in reading.found
        ]
    elif reading.without:
        reading.found.append(Constrain(tuple(reading.without)))


def _anew(context: RequestContext) -> Callable[[str], tuple[Instruction, ...]]:
    """Reads a request as if nothing were being done."""
    return lambda text: _asked_for(text, text, read_intent(text), replace(context, tasks=(), last=(), asked=None))


_HEADING = re.compile(r"(?:^|, |robot )(?:it's |it is )?(?:high )?time (?:to|for|that you)\b")
