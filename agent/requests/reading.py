"""Reads what people say to a robot at work: any number of requests, changes and questions in one utterance.

Rules on words, built from the vocabulary of object types, their classes and TEACh's task definitions. What is said is
data: it can name tasks, and nothing else that is in it has any effect.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from agent.planning.terms import OnlyIf, Trait, WhichThings, Without
from agent.recognition.recognizer import read_request
from agent.recognition.small_words import respelt
from agent.requests.amending import amended
from agent.requests.clauses import Clause, clauses, joined_up, sentences, starts_request, take_back, tidy, words_of
from agent.requests.control import best_word, control, known_by, negated
from agent.requests.dishes import UnclearRequest
from agent.requests.errands import CUT, PUT, STATE, Errand, made_of, named_words
from agent.requests.frames import complained
from agent.requests.idioms import hinted, plainly
from agent.requests.instructions import (
    Amend,
    Begin,
    Cancel,
    CancelPlan,
    Chat,
    Clarification,
    Constrain,
    DoLater,
    Instruction,
    MovePlan,
    PlansRequest,
    RecallQuestion,
    Resume,
    Revise,
    StatusRequest,
    Suspend,
    Undo,
    Unheeded,
)
from agent.requests.intents import DialogueContext, IntentReader, UtteranceReading, plain
from agent.requests.intents import read as read_intent
from agent.requests.nouns import capable, read_named
from agent.requests.revising import revised
from agent.requests.terms.accounting import markers, unexplained, words_between
from agent.requests.terms.conditions import ConditionalPart, alternative, asked_first, conditional, opposite
from agent.requests.terms.constraints import spared, untouched
from agent.requests.terms.modifiers import terms_of, with_place
from agent.requests.terms.possible import impossible
from agent.requests.times.planning import planned
from agent.requests.times.steering import about_plans
from agent.requests.times.words import spelt_out
from agent.requests.verbs import ReferenceContext, RequestResult, deeds
from envs.errors import UnknownTask
from envs.vocabulary.english import joined
from envs.vocabulary.numbers import alternatives, up_to
from memory.experience import Utterance

LONGEST = 5_000
"""Most characters of an utterance that are read."""
SURE = 0.9
"""How sure the reader of recorded requests has to be where the rules find nothing."""


@dataclass(frozen=True)
class RequestContext:
    """What an utterance may lean on.

    Attributes:
        tasks: What is being done or still to be done, the one at hand first.
        things: Types lately spoken of or handled, the last one first.
        present: Types of things known to be in the home.
        asked: What the agent has just asked back.
        now: The home's time; None where nothing can be planned.
        plans: What is planned, the latest last.
    """

    tasks: tuple[Errand, ...] = ()
    things: tuple[str, ...] = ()
    present: frozenset[str] = frozenset()
    asked: Clarification | None = None
    now: datetime | None = None
    plans: tuple[Errand, ...] = ()


@dataclass
class _Reading:
    """What has been understood of an utterance so far."""

    context: RequestContext
    found: list[Instruction] = field(default_factory=list)
    things: tuple[str, ...] = ()
    without: list[Without] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    only: OnlyIf | None = None
    told: dict[str, WhichThings] = field(default_factory=dict)
    troubles: list[RequestResult] = field(default_factory=list)

    @property
    def begun(self) -> list[Begin]:
        return [one for one in self.found if isinstance(one, Begin)]

    @property
    def spoken(self) -> ReferenceContext:
        return ReferenceContext(self.context.present, self.things or self.context.things)

    @property
    def tasks(self) -> tuple[Errand, ...]:
        return (*(one.errand for one in reversed(self.begun)), *self.context.tasks)


Kind = Literal["request", "amendment", "control", "unclear", "question", "feedback", "correction", "chat"]
"""What sort of utterance it is: it asks for a deed; for another way to do one; to stop, wait, go on, take back or tell
how the work stands; something has to be asked back; it asks about the past; it says what to remember; it puts right
what was said before; it is talk."""
_KINDS: tuple[tuple[type | tuple[type, ...], Kind], ...] = (
    (Clarification, "unclear"),
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


def read_at_work(utterance: str, context: RequestContext | None = None) -> HeardUtterance:
    """Read what is said to a robot that does chores.

    Args:
        utterance: What was said.
        context: What it may lean on.
    """
    intent = read_intent(utterance)
    return HeardUtterance(utterance, intent, _instructions(utterance, intent, context or RequestContext()))


def read_in_talk(utterance: str, context: DialogueContext, reader: IntentReader) -> HeardUtterance:
    """Read what is said in a conversation about the past, where nothing is done.

    Args:
        utterance: What was said.
        context: What it may lean on.
        reader: Tells what it is: rules on words, or a language model.
    """
    return HeardUtterance(utterance, reader.read(utterance, context))


def _instructions(utterance: str, intent: UtteranceReading, context: RequestContext) -> tuple[Instruction, ...]:
    """What an utterance asks for."""
    text = respelt(spelt_out(tidy(utterance[:LONGEST])))
    if context.asked is not None and context.asked.then and plain(take_back(text)) in _AGREED:
        return context.asked.then
    text = asked_first(text)
    answered = _answer(text, context)
    if answered is not None:
        return _instructions(answered, read_intent(answered), replace(context, asked=None))
    planning = about_plans(text, context.now, context.plans, context.tasks) if context.now is not None else None
    if planning is not None:
        return (planning,)
    if _asks_about_the_past(intent, text, context):
        return (RecallQuestion(utterance),)
    later = planned(text, context.now, lambda *part: _part_read(context, *part)) if context.now is not None else None
    if later is not None:
        return later
    reading = _Reading(context)
    try:
        _read(text, utterance, reading)
    except UnclearRequest as unclear:
        return (unclear.ask,)
    hint = hinted(text) if not (reading.found or reading.doubts or reading.troubles or context.tasks) else ""
    done = deeds(hint, reading.spoken) if hint else None
    if done is not None:
        reading.troubles.append(replace(done, read=hint))
    if not reading.found and not reading.doubts and reading.troubles:
        _begin(reading.troubles[0], Clause(reading.troubles[0].read), reading)
    if not reading.found:
        return _small_talk(utterance, intent, text)
    clash = _contradiction(text, reading.begun) or impossible([one.errand for one in reading.begun])
    if clash:
        return (clash,)
    settled = tuple(_settled(reading.found))
    if reading.doubts and reading.begun:
        return (_doubted(reading, settled),)
    return (Unheeded(tuple(reading.unknown)), *settled) if reading.unknown else settled


def _part_read(context: RequestContext, text: str, things: tuple[str, ...], new: bool) -> tuple[Instruction, ...]:
    """A part of an utterance without its time; one that has a time is a new request, whatever is being done."""
    tasks = () if new else context.tasks
    about = replace(context, things=(*things, *context.things), tasks=tasks, asked=None, now=None)
    return _instructions(text, read_intent(text), about)


_AGREED = ("yes", "yes please", "ok", "okay", "sure", "do it", "please do", "go ahead", "yeah", "yep", "all the same")


def _doubted(reading: _Reading, settled: Sequence[Instruction]) -> Clarification:
    """Asks before anything is done of which a part was not understood."""
    understood = joined([one.errand.words for one in reading.begun])
    doubts = joined([f'"{one}"' for one in dict.fromkeys(reading.doubts)])
    question = f"I understood: {understood}. I cannot take {doubts} into account. Shall I do it all the same?"
    return Clarification(question, then=tuple(one for one in settled if isinstance(one, Begin)))


def _read(text: str, utterance: str, reading: _Reading) -> None:
    """Read every sentence, each part under its condition; then what holds for all of them."""
    said = sentences(text)
    for sentence in said:
        if _HEADING.search(sentence) and sentence != said[-1]:  # only announces what follows
            continue
        other = alternative(sentence) if reading.only is not None else ""
        if other:
            _read_part(
                ConditionalPart(other, opposite(reading.only)) if reading.only else ConditionalPart(other),
                utterance,
                reading,
            )
            continue
        for part in conditional(sentence):
            _read_part(part, utterance, reading)
    if reading.without and reading.begun:
        reading.found[:] = [
            replace(one, errand=one.errand.on(*reading.without)) if isinstance(one, Begin) else one
            for one in reading.found
        ]
    elif reading.without:
        reading.found.append(Constrain(tuple(reading.without)))


def _read_part(part: ConditionalPart, utterance: str, reading: _Reading) -> None:
    before = len(reading.found)
    if part.unread:
        reading.doubts.append(part.unread)
    if part.only is not None:
        reading.things = (part.only.what.kind, *reading.things)
    for clause in joined_up(clauses(part.text)):
        if not _read_clause(clause, utterance, reading):
            _note_unread(clause.text, reading)
    if part.only is not None:
        reading.only = part.only
        reading.found[before:] = [
            replace(one, errand=_under(one.errand, part.only)) if isinstance(one, Begin) else one
            for one in reading.found[before:]
        ]


_HEADING = re.compile(r"(?:^|, |robot )(?:it's |it is )?(?:high )?time (?:to|for|that you)\b")
_REST = re.compile(
    r"^(?:leave|keep|spare|let)(?: all)?(?: of)? (?:the )?(?:rest|others?|other ones|remaining ones?)\b"
    r"|^(?:the )?(?:rest|others?|other ones?) (?:can |may |must |should |will |shall )*"
    r"(?:stays?|remains?|waits?|be left)\b"
    r"|^(?:that's|that is|that will be|that'll be) (?:all|it|everything)$|^nothing (?:else|more)$|^no more$"
)
"""Says that nothing more is meant than what was said."""


def _under(errand: Errand, only: OnlyIf) -> Errand:
    """An errand under a condition; "it" is the very thing of which the condition speaks."""
    what = only.what
    told = any(isinstance(one, WhichThings) and one.word == what.kind for one in errand.terms)
    if only.holds and what.kind in made_of(errand) and not told and (what.states or what.place):
        errand = errand.on(WhichThings(what.kind, Trait("", what.states, what.place)))
    return errand.on(only)


def _note_told(text: str, reading: _Reading) -> None:
    """What a clause that asks for nothing tells of things: "the pot on the stove is filthy" (scrub it)."""
    words = words_of(re.sub(r"\b(?:is|are|has been|have been|lies|stands|sits|'s)\b", "that is", text, count=1))
    at = 0
    while at < len(words):
        named = read_named(words, at)
        if named is not None and named.word:
            named = with_place(named, words)
            reading.things = (named.kind, *reading.things)
            reading.told.update({one.word: one for one in terms_of(named) if isinstance(one, WhichThings)})
        at = max(at + 1, named.end if named is not None and named.word else 0)


_TALK = re.compile(r"^(?:i|we|it|there|he|she|they|you|my|our|that|this|what|because|since|as)\b(?:'\w+)?")


def _note_unread(text: str, reading: _Reading) -> None:
    """A clause of which nothing was made: talk, or a wish that must not be dropped."""
    if not text:
        return
    _note_told(text, reading)
    told = re.match(r"^(?:i|we) (?:only |just |really |do not |don't )*(?:want|need|like)\b", text)
    if (not _TALK.match(text) or told) and (markers(text) or starts_request(text)):
        reading.doubts.append(text)


_ASKING = re.compile(
    r"^(?:(?:and|but|so|well|ok),? )*(?:what|where|when|who|whom|whose|why|how|which|did|do you|does|have you|has|had"
    r"|is|are|was|were|tell me|remind me)\b"
)


def _asks_about_the_past(intent: UtteranceReading, text: str, context: RequestContext) -> bool:
    """A question that is not about the work at hand."""
    if not _ASKING.match(text) or intent.intent != "question":
        return False
    return not isinstance(control(plain(text), context.tasks), StatusRequest)


def _answer(text: str, context: RequestContext) -> str | None:
    """What the answer to a question makes of the utterance that was not clear; None when it is something new."""
    asked = context.asked
    if asked is None or not (asked.before or asked.after):
        return None
    bare = plain(take_back(text))
    if bare in ("no", "nothing", "never mind", "nope", "none", "forget it", "neither", "stop"):
        return "no"
    if bare in ("yes", "yes please", "ok", "sure") and len(asked.options) == 1:
        bare = f"the {asked.options[0].lower()}"
    if not bare or starts_request(bare) or len(bare.split()) > 12 or bare.endswith("?"):
        return None
    if asked.question.startswith("Where") and not re.search(r"\b(?:in|on|into|onto|to)\b", bare):
        bare = f"on {bare}"
    if re.search(r"(?:in|on|into|to) (?:the |a )?$", asked.before):
        bare = re.sub(r"^(?:in|on|into|onto|to) ", "", bare)
    return re.sub(
        rf"\b(?:a|an|the|one) (?=(?:a|an|the|{alternatives(up_to(20))})\b)", "", f"{asked.before}{bare}{asked.after}"
    )


def _read_clause(clause: Clause, utterance: str, reading: _Reading) -> bool:
    """Take in what a clause asks for; whether anything was made of it."""
    text = plainly(clause.text) if negated(clause.text) else clause.text
    clause = replace(clause, text=text)
    if not text:
        if reading.tasks and not reading.found and clause.place in ("after", "later"):
            reading.found.append(Suspend())
        return True
    forbidden = negated(text)
    things = reading.things or reading.context.things
    kept = (untouched(forbidden, things) if forbidden else None) or spared(text, things, bool(reading.tasks))
    if kept is not None and not _asked_for(kept, reading):
        reading.without.append(kept)
        return True
    if forbidden:
        reading.found.extend(_forbidden(forbidden, reading))
        return True
    if _REST.match(text) and reading.tasks:
        return True
    left = revised(clause, reading.tasks, early=True)
    if left is not None:
        _revise(left, reading)
        return True
    steering = control(text, reading.tasks) if not _plainly_new(text, reading) else None
    if steering is not None:
        _steer(steering, reading)
        return True
    return _is_about_open_task(clause, reading) or _asks_for_deeds(clause, reading)


def _is_about_open_task(clause: Clause, reading: _Reading) -> bool:
    """Whether a clause moved a task that is open before or behind others."""
    known = _open_task(clause.text, reading) if clause.place in ("later", "first") else ""
    if known:
        reading.found.append(Suspend(known) if clause.place == "later" else Resume(known))
    return bool(known)


def _asks_for_deeds(clause: Clause, reading: _Reading) -> bool:
    instead = _INSTEAD.search(clause.text) if reading.context.tasks else None
    if instead:
        clause = replace(clause, text=clause.text[: instead.start()].strip(" ,") or clause.text)
    done = deeds(clause.text, reading.spoken)
    if done is not None and _moved_elsewhere(done, clause, reading):
        return True
    if done is not None and instead and not any(isinstance(one, Cancel) for one in reading.found):
        reading.found.append(Cancel())
    if done is not None:
        _begin(done, clause, reading)
        return True
    change = revised(clause, reading.tasks)
    if change is not None:
        _revise(change, reading)
        return True
    named = _open_task(clause.text, reading)
    if named and len(clause.text.split()) <= 4:
        reading.found.append(Resume(named))
        return True
    trouble = complained(clause.text) if not reading.context.tasks else ""
    done = deeds(trouble, reading.spoken) if trouble else None
    if done is not None:
        _note_told(clause.text, reading)
        reading.troubles.append(replace(done, read=trouble))
    return done is not None


_INSTEAD = re.compile(r"[ ,]*\binstead$")


def _moved_elsewhere(done: RequestResult, clause: Clause, reading: _Reading) -> bool:
    """Whether it is only said where else something goes that is being put somewhere: "just put it in the cupboard"."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.found else None
    if task is None or not done.same or clause.place or len(done.errands) != 1 or not _places(task):
        return False
    new = done.errands[0]
    if not _places(new) or made_of(new) != made_of(task) or new.params[-1] == task.params[-1]:
        return False
    reading.found.append(Revise(task, new.on(*task.terms)))
    return True


def _places(errand: Errand) -> bool:
    return errand.name in (PUT, "Put All X On Y", "Put All X In One Y")


def _revise(change: Revise | Begin, reading: _Reading) -> None:
    """A change of what this utterance itself asked for is made at once."""
    mine = next((b for b in reading.begun if isinstance(change, Revise) and b.errand == change.old), None)
    if mine is None or not isinstance(change, Revise):
        reading.found.append(change)
    elif change.new is None:
        reading.found.remove(mine)
    else:
        reading.found[reading.found.index(mine)] = replace(mine, errand=change.new)


def _asked_for(kept: Without, reading: _Reading) -> bool:
    """Whether what shall not be done is a task by itself: then that is not to be done any more."""
    return any(set(kept.words) & set(task.params) for task in reading.context.tasks)


def _plainly_new(text: str, reading: _Reading) -> bool:
    """Whether a clause cannot be about the work, because nothing is being done and it begins with a deed's verb."""
    return not reading.tasks and bool(re.match(r"^(?:put|make|clean|wash|take|set|bring) (?!.*\bback\b)", text))


def _open_task(text: str, reading: _Reading) -> str:
    words = known_by(text)
    for task in reading.context.tasks:
        hit = words & named_words(task)
        if hit:
            return best_word(hit)
    return ""


def _steer(instruction: Instruction, reading: _Reading) -> None:
    """A change is made at once in what this very utterance asked for; all else is for the agenda."""
    begun = reading.begun
    if isinstance(instruction, Amend) and begun:
        which = next((b for b in begun if instruction.about in named_words(b.errand)), begun[-1])
        new = amended(which.errand, instruction)
        if isinstance(new, str):
            raise UnclearRequest(Clarification(new))
        reading.found[reading.found.index(which)] = replace(which, errand=new)
        return
    if isinstance(instruction, Cancel) and begun and not reading.context.tasks:
        mine = [b for b in begun if not instruction.about or instruction.about in named_words(b.errand)]
        if mine:
            raise UnclearRequest(Clarification(f"You asked me to {mine[-1].errand.words}, and not to. Shall I?"))
    reading.found.append(instruction)


def _forbidden(text: str, reading: _Reading) -> list[Instruction]:
    done = deeds(text, reading.spoken)
    unwanted = done.errands if done is not None else ()
    both = [b.errand for b in reading.begun if b.errand in unwanted]
    if both:
        raise UnclearRequest(Clarification(f"You said both to {both[0].words} and not to. Which is it?"))
    found: list[Instruction] = []
    for errand in unwanted:
        alike = [task for task in reading.tasks if task == errand] or [
            t for t in reading.tasks if t.name == errand.name
        ]
        topic = best_word(named_words(alike[0])) if alike else ""
        found.append(Cancel(topic) if topic else Chat("no", text))
    return found


def _begin(done: RequestResult, clause: Clause, reading: _Reading) -> None:
    if done.same and not reading.begun and reading.told:
        errands = tuple(one.on(*(reading.told[k] for k in made_of(one) if k in reading.told)) for one in done.errands)
        done = replace(done, errands=errands, same=False)
    for errand in done.errands:
        try:
            errand.task  # noqa: B018 - refuses parameters that make no sense
        except UnknownTask as error:
            raise UnclearRequest(
                Clarification(f"That does not work: {str(error).rstrip('.')}. What do you mean?")
            ) from error
    left = unexplained(done.read or clause.text, done.errands, done.things)
    reading.doubts.extend([words_between(done.read or clause.text, left.grave)] if left.grave else [])
    reading.unknown.extend(left.unknown)
    if done.same and reading.begun and (served := _served(reading.begun[-1].errand, done.errands[0])):
        reading.found[reading.found.index(reading.begun[-1])] = replace(reading.begun[-1], errand=served)
        return
    when = "after" if clause.place in ("after", "later") and not reading.begun else "now"
    new = [Begin(errand, when, done.same) for errand in done.errands]
    if clause.place == "first" and reading.begun:
        first = reading.found.index(reading.begun[-1])
        reading.found[first:first] = new
    else:
        reading.found.extend(new)
    reading.things = (*done.things, *reading.things)
    if done.errands and not done.same:
        made = made_of(done.errands[-1])
        reading.things = (*made, *(t for t in reading.things if t not in made)) if len(made) == 1 else reading.things


def _served(made: Errand, put: Errand) -> Errand | None:
    """One errand of two: "cook two slices of potato and serve them in a bowl"."""
    if made.name != STATE or made.params[2] not in (CUT, "cooked") or not made.params[1].endswith("Sliced"):
        return None
    count, food, state = made.params
    if food not in put.params or not count.isdecimal() or not capable(put.params[-1], "dirtyable"):
        return None
    name = "N Cooked Slices Of X In Y" if state == "cooked" else "N Slices Of X In Y"
    told = put.params[0] if put.name == PUT and put.params[0].isdecimal() else count
    return Errand(name, (told, food.removesuffix("Sliced"), *put.params[-2:]))


def _settled(found: Sequence[Instruction]) -> list[Instruction]:
    """What is begun behind something else in the same utterance comes next after it."""
    settled: list[Instruction] = []
    begun = False
    if any(not isinstance(one, Suspend) for one in found):  # "hold on, a drawer, not the bin"
        found = [one for one in found if not (isinstance(one, Suspend) and one.wait and not one.about)]
    for one in found:
        if isinstance(one, Begin) and begun and one.when == "now":
            one = replace(one, when="next")
        begun = begun or (isinstance(one, Begin) and one.when == "now")
        settled.append(one)
    return settled


def _contradiction(text: str, begun: Sequence[Begin]) -> Clarification | None:
    """Opposite states of the same things, wanted at once."""
    if re.search(r"\b(?:then|after|before|first)\b", text):
        return None
    wanted: dict[tuple[str, ...], str] = {}
    for one in begun:
        if one.errand.name == STATE:
            _, thing, state = one.errand.params
            for a, b in (("on", "off"), ("open", "closed"), ("filled", "empty")):
                if state in (a, b):
                    before = wanted.setdefault((thing, a), state)
                    if before != state:
                        return Clarification(
                            f"{before.capitalize()} and {state} at once cannot be. Which is it: {before} or {state}?"
                        )
    return None


def _small_talk(utterance: str, reading: UtteranceReading, text: str) -> tuple[Instruction, ...]:
    """Neither a request nor about the work: a question for recall, talk, or words as in recorded games."""
    if plain(text) in ("no", "nope", "no thanks"):
        return (Chat("no"),)
    if reading.intent == "question":
        return (RecallQuestion(utterance),)
    if reading.kind in ("yes", "no", "hello", "bye", "thanks", "how", "who", "help"):
        return (Chat(reading.kind),)
    guess = read_request((Utterance("user", utterance[:500]),)) if reading.intent == "command" else None
    if guess is not None and guess.confidence >= SURE:
        errand = Errand(guess.name, guess.params)
        return (Clarification(f"Do you want me to {errand.words}?", errand.words, "", ("yes",)),)
    return (Chat("unknown", " ".join(utterance.split())[:120]),)
