"""Reads a part of an utterance under the condition, and at the moment, for which it is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.belief.common_sense import whole_of
from agent.planning.terms import OnlyIf, Term, Trait, WhichThings
from agent.requests.changes.completing import filled_in
from agent.requests.circumstances.contrary import OF_THE_THING, of_the_very_things, one_or_the_other
from agent.requests.circumstances.depending import another, depending, only_where
from agent.requests.circumstances.elsewhere import put_elsewhere
from agent.requests.circumstances.likewise import same_with
from agent.requests.circumstances.order import as_far, in_order, only_orders
from agent.requests.circumstances.supposed import with_meant
from agent.requests.clause_reading import read_clause
from agent.requests.errands import PUT, Errand, made_of
from agent.requests.instructions import Begin, Cancel, Instruction, Remark, UnclearRequest, Undo
from agent.requests.request_state import RequestState
from agent.requests.terms.conditions import ConditionalPart, is_bare, opposite
from agent.requests.terms.facts import read_conditions
from agent.requests.terms.moments import MomentWords, awaited
from agent.requests.uttered.asides import note_unread
from agent.requests.uttered.doubts import CHANGES, unseen_drink
from agent.requests.uttered.references import the_very_thing
from agent.requests.words.clauses import Clause, starts_request, words_of
from agent.requests.words.joining import joined_up
from agent.requests.words.modifiers import trait_of, with_place
from agent.requests.words.nouns import SOURCE, capable, mentioned, read_named
from agent.requests.words.utterances import clauses
from envs.vocabulary.english import noun


def read_part(part: ConditionalPart, utterance: str, reading: RequestState) -> None:
    """Take in what a part of an utterance asks for.

    Args:
        part: The part and its condition.
        utterance: All that was said.
        reading: What was understood so far.
    """
    before, kept, unread = len(reading.found), len(reading.without), part.unread
    part = with_meant(part, reading) if part.unread else part
    if (
        part.only is not None
        and reading.only is not None
        and _LET_BE.match(part.text)
        and of_the_very_things(part.only, reading.only)
    ):
        return  # in the other case nothing was asked for
    part = _noted(part, reading)
    reading.doubts.extend(one for one in unseen_drink(utterance) if one not in reading.doubts)
    otherwise = part.only is not None and reading.only is not None and part.only == opposite(reading.only)
    if otherwise:
        _go_on_anyway(part, reading)
    told = tuple(reading.found)
    part = replace(part, text=same_with(_there_too(part.text, told), reading)) if otherwise else part
    tasks = reading.context.tasks
    spared = part.only is not None and bool(tasks) and _SPARED.match(part.text)
    if part.only is not None and tasks and _ANOTHER.match(part.text):
        other = another(part.only, tasks)
        reading.found.extend((other,) if other is not None else ())
        reading.doubts.extend(() if other is not None else (unread or part.only.words,))
        return
    if not spared and (other := put_elsewhere(part, reading)) is not None:
        reading.found.append(other)
        return
    try:
        if spared:
            reading.found.append(Cancel())
        else:
            text = _in_its_place(part) if part.only is not None and reading.context.tasks else part.text
            _read_clauses(joined_up(clauses(text)), utterance, reading)
    except UnclearRequest as unclear:
        raise _still(part.only.words if part.only else part.unread, unclear) from unclear
    while 0 < before <= len(reading.found) and reading.found[before - 1] != told[before - 1]:
        before -= 1  # what was taken up before is what this is done with
    if part.only is not None:
        only = the_very_thing(part.only, reading, before)
        new_without = len(reading.found) == before and len(reading.without) > kept
        _put_under(part, only, unread or only.words, before, new_without, told, reading)


_THERE = re.compile(
    r"^(?P<put>(?:(?:please|kindly|just|then) )*(?:put|place|set|lay|stand|stick|pop) (?!it\b|them\b|that\b|those\b)"
    r"(?:(?! and )[a-z' ])+) (?:there|(?:in|on|into|onto) (?:it|there))(?P<please>,? please| instead)?$"
)


def _there_too(text: str, told: Sequence[Instruction]) -> str:
    """What is asked for in the other case, put where the first case puts its thing: "otherwise put a spoon there"."""
    found, last = _THERE.match(text), told[-1] if told else None
    if found is None or not isinstance(last, Begin) or last.errand.name != PUT:
        return text
    thing, preposition, place = last.errand.params[1:]
    if not text.endswith("there") and capable(thing, "receptacle"):  # "otherwise put the egg in it"
        return text
    return f"{found['put']} {preposition} the {noun(place)}{found['please'] or ''}"


_FIRST_OF_ALL = re.compile(r"^first\b|\bfirst$|\bbefore(?:hand| that)$")


def _go_on_anyway(part: ConditionalPart, reading: RequestState) -> None:
    """What only has to be done first in the other case: "make coffee if there is a clean mug, if not wash one"."""
    if not _FIRST_OF_ALL.search(part.text) or reading.context.tasks:
        return
    for at, one in enumerate(reading.found):
        if isinstance(one, Begin) and reading.only in one.errand.terms:
            kept = tuple(term for term in one.errand.terms if term != reading.only)
            if part.only is not None and _loses_its_place(kept, part.only.what):
                reading.doubts.append(part.only.words)
            reading.found[at] = replace(one, errand=replace(one.errand, terms=kept))


def _loses_its_place(terms: Sequence[Term], what: Trait) -> bool:
    """Whether a thing is told by its place in the condition alone: "put the bread on it, if it is dirty wash it"."""
    bound = any(isinstance(one, WhichThings) and one.word == what.kind for one in terms)
    return not bound and bool(what.place or what.near)


def _put_under(
    part: ConditionalPart,
    only: OnlyIf,
    said: str,
    before: int,
    new_without: bool,
    told: Sequence[Instruction],
    reading: RequestState,
) -> None:
    """What a part asks for is done under its condition; what is only to be left out cannot hang on one."""
    reading.only = only
    reading.found[before:] = [
        replace(one, errand=_under(one.errand, (only, *part.also), part.text))
        if isinstance(one, Begin) and one not in told
        else one
        for one in reading.found[before:]
    ]
    if _BACK.search(part.text) and _into_the_very_one(reading.found[before:]):
        reading.doubts.append(said)
    if not new_without:
        _depend(part, only, said, before, reading)
    else:
        reading.doubts.append(said)
    reading.only = None if part.also else only  # "otherwise" is the opposite of one condition


_BACK = re.compile(r"\b(?:back|there)\b")


def _into_the_very_one(found: Sequence[Instruction]) -> bool:
    """Whether things go back into a place that is told by what is in it: any such place is not meant."""
    told = [one.errand for one in found if isinstance(one, Begin)]
    places = {t.word for one in told for t in one.terms if isinstance(t, WhichThings) and t.trait.holds}
    return any(one.name == PUT and one.params[-1] in places for one in told)


_BARE = re.compile(r"^(?:then |or |just |rather )*(?P<np>(?:an?|the|some|one of the|my) [a-z ]+?)(?: then| please)*$")


_THAT_ONE = re.compile(
    r"^(?:then )?(?:take|use|have|pick) (?:that|it|them|those|this|one)(?: one)?(?: instead| rather| then)*$"
)


def _in_its_place(part: ConditionalPart) -> str:
    """What is only named under a condition is wanted in place of the task's: "a cup if there is no mug"."""
    told = part.only.what if part.only is not None else Trait()
    if _THAT_ONE.match(part.text) and told.kind and part.leads:
        where = f" from the {noun(told.place)}" if told.place else ""
        return f"the {noun(told.kind)}{where} instead"
    found = _BARE.match(part.text)
    words = words_of(found["np"]) if found else []
    named = read_named(words) if words else None
    whole = named is not None and bool(named.word) and with_place(named, words).end == len(words)
    return f"{found['np']} instead" if found and whole else part.text


def _depend(part: ConditionalPart, only: OnlyIf, said: str, before: int, reading: RequestState) -> None:
    """Changes of the work at hand are made where their condition holds; what cannot hang on it is in doubt."""
    new, tasks = reading.found[before:], reading.context.tasks
    able = bool(tasks) and not part.also
    done = depending(new, only, tasks) if able else None
    if not (new or part.text) and tasks:  # "unless they are clean", of the work
        change = only_where(only, tasks) if able else None
        done = None if change is None else [change]
    elif not any(isinstance(one, (*CHANGES, Cancel, Undo)) for one in new):
        done = new if done is None else done
    if done is None:
        reading.doubts.append(said)  # a change is made at once, or not at all
    else:
        reading.found[before:] = done


def _noted(part: ConditionalPart, reading: RequestState) -> ConditionalPart:
    """A part whose condition is taken in: what it speaks of, and that it was not understood."""
    if part.unread:
        reading.doubts.append(part.unread)
        _note_named(part.unread, reading)
    if part.only is None:
        return part
    only = one_or_the_other(part.only, reading)
    about = tuple(_CALLED.get(one.what.kind, one.what.kind) for one in (only, *part.also))
    place = (only.what.place,) if only.what.place else ()
    reading.recent = about if part.leads else reading.recent
    reading.things = (*about, *place, *reading.things)
    return replace(part, only=only)


_CALLED = {"StoveKnob": "StoveBurner"}
"""What is switched → what people mean by "it"."""


def _read_clauses(said: Sequence[Clause], utterance: str, reading: RequestState) -> None:
    """Each clause at its moment; one that only says a moment is about the next."""
    moments: list[MomentWords] = []
    for at, clause in enumerate(said):
        moment = awaited(clause.text, at + 1 < len(said))
        if moment is not None and not only_orders(moment, reading):
            moments.append(moment)
            clause = replace(clause, text=moment.text)
        if moment is not None and not moment.text and at + 1 < len(said):
            continue
        _read_at(moments, clause, utterance, reading)
        moments = []


def _read_at(moments: Sequence[MomentWords], clause: Clause, utterance: str, reading: RequestState) -> None:
    """A clause at moments: those that come with what was asked for before say in what order, others are in doubt."""
    ordering = [one for one in moments if in_order(one, reading)]
    deadlines = [one for one in moments if one.deadline and clause.text and one not in ordering]
    told = not clause.text and bool(reading.found) and not reading.without  # "put the egg away before it rolls off"
    hanging: list[MomentWords] = []
    for one in moments:
        if not (one.idle or one in ordering or one in deadlines or (one.deadline and told)):
            hanging.append(one)
            reading.doubts.append(one.said)
            _note_named(one.what, reading)
    if not clause.text and moments:
        return
    clause = replace(clause, place=clause.place or ("after" if ordering else ""))
    before = len(reading.found)
    try:
        if not read_clause(clause, utterance, reading) and not filled_in(clause.said, reading):
            note_unread(clause.text, reading, bool(clause.place))
    except UnclearRequest as unclear:
        raise _still(", ".join(one.said for one in moments), unclear) from unclear
    for one in deadlines:
        _keep(one, before, reading)
    new = [one.errand for one in reading.found[before:] if isinstance(one, Begin)]
    for one in hanging:
        if as_far(one, new):
            reading.doubts.remove(one.said)
    for one in moments:
        if one.said in reading.doubts and one.word in _COMES:
            _look_for(one, clause.text, before, reading)


_COMES = ("when", "once", "as soon as", "the moment")


def _look_for(moment: MomentWords, said: str, before: int, reading: RequestState) -> None:
    """What is to wait for something that can be seen: it is offered to look now whether it is so."""
    conditions = read_conditions(moment.what, True)
    new = reading.found[before:]
    if conditions and new and all(isinstance(one, Begin) for one in new):
        reading.waits.append(moment.said)
        reading.found[before:] = [
            replace(one, errand=_under(one.errand, conditions, said)) for one in new if isinstance(one, Begin)
        ]


_SWITCHED = re.compile(r"\b(?:switch|turn)(?:ed)? (?=(?:on|off)\b)")


def _note_named(said: str, reading: RequestState) -> None:
    """What "it" means after words that name something: "whenever the mug is dirty, wash it"."""
    named = mentioned(_SWITCHED.sub(" ", said))
    reading.things, reading.recent = (*named, *reading.things), named[:1] or reading.recent


def _still(circumstance: str, unclear: UnclearRequest) -> UnclearRequest:
    """A question about what is asked for, with the circumstance: that holds for the answer, too."""
    ask = unclear.ask
    lead = f"{circumstance}, " if circumstance and (ask.before or ask.after) else ""
    return UnclearRequest(replace(ask, before=f"{lead}{ask.before}"), unclear.about)


def _keep(deadline: MomentWords, before: int, reading: RequestState) -> None:
    """What is to be done before something happens is begun at once; anything else cannot be kept."""
    new = reading.found[before:]
    if new and all(isinstance(one, Begin) for one in new):
        reading.found.insert(before, Remark(f'You said "{deadline.said}": I do not put it off.'))
    else:
        reading.doubts.append(deadline.said)


_ANOTHER = re.compile(
    r"^(?:(?:then|just|please|rather)[ ,]+)*(?:use|take|have|pick|get|choose) "
    r"(?:another|a different|a new|a fresh|some other)(?: one)?(?: instead| then| please)*$"
)
_SPARED = re.compile(
    r"^(?:(?:please|just|then|but|and|you can|you may)[ ,]+)*(?:not|don't|do not|(?:leave|skip|forget|spare|ignore"
    r"|never mind|(?:don't|do not) (?:bother|worry)|no need to (?:do|touch))(?: with| about)?"
    r"(?: (?:it|them|those|these|that|this|that one|this one|those ones|the one))?"
    r"(?: alone| be| out| as (?:it|they) (?:is|are)| where (?:it|they) (?:is|are)| there)*)(?: please| then)*$"
)
"""What the condition speaks of is left as it is: "if one is clean, skip it"."""
_LET_BE = re.compile(
    r"^(?:(?:just|then|please|you can|you may|do|so|kindly|simply|you need(?: to)?|you (?:should|must|are to)|you)"
    r"[ ,]+)*"
    r"(?:don't|do not|do nothing|you (?:needn't|need not|don't (?:need|have) to|shouldn't|mustn't)"
    r"|let (?:it|them|that|those)|(?:it|they|that) (?:can|may|should|shall) (?:stay|remain|be left|wait)"
    r"|there(?:'s| is) (?:nothing|no need) to"
    r"|keep (?:it|them|that|those) (?:as|where|there|like|so|that way)|leave"
    r"|fine|nothing|no need|never mind|skip|then don't|let it|that's fine|all good"
    r"|just leave|forget)\b"
)


def _under(errand: Errand, conditions: Sequence[OnlyIf], said: str) -> Errand:
    """An errand under conditions; "it" is the very thing of which they speak, "another one" is not."""
    for only in conditions:
        what = only.what if only.holds else _spoken_of(only)
        told = any(isinstance(one, WhichThings) and one.word == what.kind for one in errand.terms)
        so = replace(what, kind="") != Trait()
        kinds = {whole_of(kind) or kind for kind in made_of(errand)}.union(made_of(errand))
        if what.kind in kinds and so and not told and _about_it(what.kind, said):
            errand = errand.on(WhichThings(what.kind, replace(what, kind="")))
    return errand.on(*conditions)


def _spoken_of(only: OnlyIf) -> Trait:
    """The very thing of which a condition tells what is not so: the mug in the fridge, "if it is not dirty"."""
    found = OF_THE_THING.match(only.words)
    words = words_of(only.words)[1:] if found else []
    named = read_named(words) if words else None
    told = trait_of(with_place(named, words), only.what.kind) if named is not None and named.word else Trait()
    return told if told != only.what and SOURCE.get(only.what.kind, only.what.kind) == only.what.kind else Trait()


def _about_it(kind: str, said: str) -> bool:
    """Whether words are about the very thing of some kind: "another plate" and "a plate" are not, nor is a tool."""
    words = words_of(said)
    named = [one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word]
    named = [one for one in named if not one.text.endswith(("coffee", "coffees"))]  # a drink is no cup
    first = next((one for one in named if kind in (one.kind, one.word, SOURCE.get(one.word))), None)
    if first is None:
        return bool(re.search(r"\b(?:it|them|that|those|these|one|ones|this)\b", said))
    return not {"a", "an", "another", "some", "any"} & set(first.text.split(" "))


def with_places(said: Sequence[str]) -> list[str]:
    """Sentences, with what is said after one and is about it: "the pillow from the shelf. on the sofa"."""
    found: list[str] = []
    for sentence in said:
        before = words_of(found[-1]) if found else []
        named = read_named(before) if before else None
        bare = named is not None and bool(named.word) and with_place(named, before).end == len(before)
        placed = bare and re.match(r"^(?:on|in|into|onto|to)\b", sentence)
        if placed or (found and is_bare(sentence) and starts_request(found[-1])):
            found[-1] = f"{found[-1]} {sentence}"
        else:
            found.append(sentence)
    return found
