"""Takes the errands of a clause into what has been understood of an utterance."""

from __future__ import annotations

import re
from dataclasses import replace

from agent.planning.terms import ANYTHING, Either, OnlyIf, Trait, WhichThings
from agent.requests.amending import counted_apart
from agent.requests.dishes import dish_terms, vessel
from agent.requests.errands import AWAY, BESIDE, BRING, CUT, PUT, STATE, Errand, is_placing, made_of
from agent.requests.instructions import (
    Begin,
    Clarification,
    UnclearRequest,
)
from agent.requests.request_state import RequestState
from agent.requests.serving.bringing import goes_on_with_it
from agent.requests.serving.out_of_there import taken_out_of_there
from agent.requests.terms.accounting import unexplained, words_between
from agent.requests.terms.others import beside_which, kinds_made
from agent.requests.uttered.references import known_things
from agent.requests.verbs import RequestResult, deeds
from agent.requests.words.clauses import (
    Clause,
    starts_request,
    words_of,
)
from agent.requests.words.frames import SHALL_BE, complaints, framed, unknown_deed
from agent.requests.words.idioms import hinted
from agent.requests.words.nouns import capable
from envs.errors import UnknownTask
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import a, noun
from envs.vocabulary.uses import put_in


def begin(done: RequestResult, clause: Clause, reading: RequestState) -> None:
    """Take in the errands of a clause, with what was told of their things, and what of its words is not explained.

    Raises:
        UnclearRequest: It makes no sense.
    """
    about_told = done.same and not reading.begun
    if about_told and reading.told:
        errands = tuple(one.on(*(reading.told[k] for k in made_of(one) if k in reading.told)) for one in done.errands)
        done = replace(done, errands=errands, same=False)
    if not done.errands:  # it is so by what was asked for before: "make toast and put it on a plate"
        _told_of_its_dish(clause, reading)
        return
    for errand in done.errands:
        try:
            errand.task  # noqa: B018 - refuses parameters that make no sense
        except UnknownTask as error:
            raise UnclearRequest(
                Clarification(f"That does not work: {str(error).rstrip('.')}. What do you mean?")
            ) from error
    _note_unexplained(done, clause, reading)
    if about_told:
        _note_places(done, reading)
    if done.same and [one.errand for one in reading.begun[-1:]] == list(done.errands):
        return  # "I need a knife, bring it over"
    done = _with_what_it_holds(done, clause, reading)
    done = _taken_out(done, clause, reading)
    if _taken_for(done, clause, reading):
        return
    if done.same and _served_all(done, clause, reading):
        return
    if done.same and _starts_there(done, clause, reading):
        return
    if done.same and reading.begun and (served := _served(reading.begun[-1].errand, done.errands[0])):
        reading.found[reading.found.index(reading.begun[-1])] = replace(reading.begun[-1], errand=served)
        reading.found.extend(Begin(one, same=True) for one in done.errands[1:])  # "… and bring it to me on a plate"
        return
    _begin_new(done, clause, reading)
    terms = [one for errand in done.errands for one in errand.terms if isinstance(one, WhichThings)]
    places = tuple(one.trait.place for one in terms if one.trait.place)
    reading.things = (*done.things, *places, *reading.things)
    if done.errands and (not done.same or done.errands[-1].params[2:] == (CUT,)):
        made = made_of(done.errands[-1])
        reading.things = (*made, *(t for t in reading.things if t not in made)) if len(made) == 1 else reading.things
    reading.recent = tuple(dict.fromkeys(kind for one in done.errands for kind in made_of(one))) or reading.recent


def _taken_out(done: RequestResult, clause: Clause, reading: RequestState) -> RequestResult:
    """What a clause asks for of the things that are taken out of what was handled just before."""
    begun, said = [one.errand for one in reading.begun], clause.said or clause.text
    if done.same:
        named = {kind for one in begun for kind in made_of(one)} & set(made_of(done.errands[0]))
        said, begun = " ".join((*reading.unread[-1:], said)), [] if named else begun  # "remove the cup. Wash it"
    new = taken_out_of_there(done.errands, said, begun)
    return replace(done, errands=new, same=done.same and bool(new == done.errands or not begun))


def _note_places(done: RequestResult, reading: RequestState) -> None:
    """Take in what is not known of where the things were told to be of which a clause speaks as "it"."""
    for kind in dict.fromkeys(kind for one in done.errands for kind in made_of(one) if kind in reading.places):
        where, told = reading.places[kind], reading.told.get(kind)
        left = unexplained(where, done.errands)
        known = told is not None and told.trait.place
        reading.doubts.extend(left.grave if known else [where] * bool(left))
        reading.unknown.extend(left.unknown if known else ())


_ONTO = re.compile(r"\b(?:in|on|into|onto) (?P<np>(?:the|an?|my|our|some) .+)$")


def _told_of_its_dish(clause: Clause, reading: RequestState) -> None:
    """Take in which dish it is on which something is served: "make toast and put it on the blue plate"."""
    found, last = _ONTO.search(clause.text), reading.begun[-1] if reading.begun else None
    named = vessel(words_of(found["np"])) if found else None
    if named is None or last is None or not named.word or named.word not in made_of(last.errand):
        return
    told = replace(last, errand=last.errand.on(*dish_terms(named)))
    reading.found[reading.found.index(last)] = told


def _with_what_it_holds(done: RequestResult, clause: Clause, reading: RequestState) -> RequestResult:
    """A dish that is moved on is the one with what was put on it: "put a slice on a plate, then the plate goes …"."""
    last = reading.begun[-1].errand if reading.begun else None
    held = _served_there(last) if last is not None else ""
    put = done.errands[0]
    if last is None or not held or len(done.errands) > 1 or put.terms or put.name != PUT or put.params[0] != "1":
        return done
    dish = last.params[-1]
    named = re.search(rf"\b(?:the|that|this) {noun(dish)}\b", clause.text)
    if put.params[1] != dish or named is None or not capable(dish, "pickupable"):
        return done
    return replace(done, errands=(put.on(WhichThings(dish, Trait(holds=held))),))


def _served_there(errand: Errand) -> str:
    """The kind that an errand brings into or onto a dish; "" where it does nothing of the sort."""
    if errand.name in ("N Slices Of X In Y", "N Cooked Slices Of X In Y"):
        return f"{errand.params[1]}Sliced"
    return errand.params[1] if errand.name == PUT and errand.params[2] in ("in", "on") else ""


def _note_unexplained(done: RequestResult, clause: Clause, reading: RequestState) -> None:
    """Take in what is to be said of a clause, and which of its words its errands do not explain."""
    reading.remarks.extend(one for one in done.remarks if one not in reading.remarks)
    reading.unknown.extend(one for one in done.unheeded if one not in reading.unknown)
    reading.doubts.extend(f"or {a(kind)}" for errand in done.errands for kind in _not_chosen(errand))
    left = unexplained(done.read or clause.text, done.errands, done.things)
    reading.doubts.extend([words_between(done.read or clause.text, left.grave)] if left.grave else [])
    reading.doubts.extend(left.headed)
    if any(ANYTHING in made_of(one) and one.name != STATE for one in done.errands):
        reading.doubts.extend(left.unknown)  # what narrows "everything" must not be lost
    if _ONLY.match(clause.said) and not starts_request(clause.text) and not reading.context.tasks:
        reading.doubts.append("only")  # "only the lamp should be on" is about the others, too
    first = words_of(clause.text)[:1]  # what is to be done must be known: "break it into the bowl"
    placing = all(is_placing(one) for one in done.errands) and bool(framed(clause.text))
    placing = placing and not (unknown_deed(clause.text) and not _MOVED.search(clause.text))
    reading.doubts.extend(word for word in left.unknown if [word] == first and not placing)
    reading.unknown.extend(word for word in left.unknown if [word] != first or placing)


def _begin_new(done: RequestResult, clause: Clause, reading: RequestState) -> None:
    """Begin the errands of a clause, now or behind the work at hand."""
    more = _TOO_LAST.search(clause.said) or (not reading.found and _AND.match(clause.said))
    more = more or (done.same and not reading.begun and _moves_what_is_made(done, reading))
    behind = clause.place in ("after", "later") or (not clause.place and reading.context.tasks and more)
    when = "after" if behind and not reading.begun else "now"
    errands = done.errands
    into_it = _goes_into_it(done, clause, reading)
    reading.stowed.extend(one for one in errands if one.name == AWAY and _PUT_AWAY.search(clause.text))
    new = [
        Begin(
            one,
            when,
            done.same
            or goes_on_with_it(errands, at)
            or into_it
            or _named_again(one, clause, reading)
            or _next_to_it(one, reading),
            _beside(one, reading),
        )
        for at, one in enumerate(errands)
    ]
    if clause.place == "first" and reading.begun:
        first = reading.found.index(reading.begun[-1])
        reading.found[first:first] = new
    else:
        reading.found.extend(new)
    bare = len(new) == 1 and is_placing(new[0].errand) and not starts_request(clause.text)
    reading.offered = new[0] if bare and not SHALL_BE.search(clause.text) else None


_PUT_AWAY = re.compile(r"\b(?:away|tidy|clear|stow|store|back)\b")


def _goes_into_it(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether things are put into the very thing of the part before: "wash the bowl on the table, put an egg in it".

    So it is with what is poured: "empty the mug in the machine, then make coffee in it".
    """
    last = reading.begun[-1].errand if reading.begun else None
    if last is None or len(done.errands) != 1:
        return False
    put, handled = done.errands[0], last.name == STATE and last.params[0] == "1"
    into = (put.params[-1],) if is_placing(put) else _POURED.get(put.name, ()) if not put.terms else ()
    return handled and made_of(last) == into != () and _IN_IT.search(clause.said) is not None


def _named_again(errand: Errand, clause: Clause, reading: RequestState) -> bool:
    """Whether one thing is meant of which a part before spoke: "wash the pot, then put the pot on the shelf".

    It may have been spoken of as what something was in: "take the egg out of the pot, then wash that pot".
    """
    kind = next(iter(made_of(errand)), "")
    told = any(isinstance(one, WhichThings | OnlyIf) for one in errand.terms)
    if not _is_of_one(errand) or told or not re.search(rf"\b(?:the|that|this)(?: very)? {noun(kind)}\b", clause.text):
        return False
    for one in (begun.errand for begun in reading.begun):
        if any(isinstance(term, OnlyIf) for term in one.terms):
            continue
        which = (term for term in one.terms if isinstance(term, WhichThings))
        emptied = capable(kind, "pickupable") and any(term.trait.place == kind for term in which)
        if emptied or (_is_of_one(one) and made_of(one)[:1] == (kind,)):
            return True
    return False


def _next_to_it(errand: Errand, reading: RequestState) -> bool:
    """Whether a thing goes next to the very one that was brought somewhere before: "…, then the spoon beside it"."""
    other = errand.params[-1] if errand.name == PUT and errand.params[2] == BESIDE else ""
    return bool(other) and any(_is_of_one(one.errand) and made_of(one.errand) == (other,) for one in reading.begun)


def _is_of_one(errand: Errand) -> bool:
    """Whether one thing is washed, or brought somewhere."""
    return errand.name in (PUT, STATE, BRING, AWAY) and errand.params[0] == "1"


_POURED = {"Coffee": ("Mug",)}
"""What a drink is made in."""
_IN_IT = re.compile(
    r"\b(?:in|into|inside|on|onto) (?:it|that one|this one|the same(?: one| [a-z]+)?)"
    r"(?=[.,]|$| (?:then|please|and|afterwards|after|ok)\b)"
)


def _moves_what_is_made(done: RequestResult, reading: RequestState) -> bool:
    """Whether what is being washed or made is to be brought somewhere: that comes after it."""
    task = reading.context.tasks[0] if reading.context.tasks else None
    carried = all(is_placing(one) or one.name == BRING for one in done.errands)
    made = task is not None and (counted_apart(task) is None or task.params[-1] in _HANDLED)
    return task is not None and carried and made and made_of(done.errands[0]) == made_of(task)


def _beside(errand: Errand, reading: RequestState) -> Errand | None:
    """The task whose things are not meant, where others are and this utterance spoke of none before."""
    before = kinds_made(one.errand for one in reading.begun)
    return None if before & set(made_of(errand)) else beside_which(errand, reading.earlier)


_MOVED = re.compile(r"\b(?:into|onto|to|inside|out of|off|back|over)\b")
"""Says where things are brought; in or on what they are said to be, they may lie: "weigh the egg in the bowl"."""


def _not_chosen(errand: Errand) -> tuple[str, ...]:
    """Other kinds that were said to do as well, where the errand cannot choose: eggs are boiled in another way."""
    words = {want.word for want in errand.wants()[0]}
    return tuple(
        kind for one in errand.terms if isinstance(one, Either) and one.word not in words for kind in one.others
    )


def _starts_there(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether a place told first is where things are: "pen on the bed, put it in the drawer", "…, bring it here"."""
    told, moved = reading.offered, done.errands[0]
    if told is None or told not in reading.found or clause.place or len(done.errands) != 1:
        return False
    kinds, place = made_of(told.errand), told.errand.params[-1]
    if made_of(moved) != kinds or len(kinds) != 1 or (is_placing(moved) and moved.params[-1] == place):
        return False
    every = ALL in told.errand.params or told.errand.name.startswith("Put All")
    count = ALL if every else told.errand.params[0]
    counts = moved.name in (PUT, BRING, STATE) and not every
    put = replace(moved, params=(count, *moved.params[1:])) if counts else moved
    which = next((t for t in told.errand.terms if isinstance(t, WhichThings) and t.word == kinds[0]), None)
    which = which or WhichThings(kinds[0], Trait())
    others = (one for one in told.errand.terms if not (isinstance(one, WhichThings) and one.word == kinds[0]))
    near = BESIDE in told.errand.params
    there = replace(which, trait=replace(which.trait, near=place) if near else replace(which.trait, place=place))
    reading.found[reading.found.index(told)] = replace(told, errand=put.on(there, *others))
    reading.things, reading.offered = (*done.things, *reading.things), None
    return True


_HANDLED = frozenset({"clean", "filled", "empty", "cooked", "boiled", CUT})
"""States into which things are brought elsewhere than where they lie."""


def _taken_for(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether things were only taken up for what is done with them then: "pick up the pen. put it in the drawer"."""
    taken = reading.begun[-1] if reading.begun else None
    if taken is None or taken.errand.name != AWAY or len(done.errands) != 1:
        return False
    if not (done.same or known_things(clause.text, taken.errand.params[1:])):
        return False
    few = ALL not in taken.errand.params
    new = (counted_apart(done.errands[0]) if few else None) or done.errands[0]
    carried = is_placing(new) or new.name == BRING or new.params[-1] in _HANDLED
    kinds = [[kind.removesuffix("Sliced") for kind in made_of(one)] for one in (new, taken.errand)]
    if not carried or kinds[0] != kinds[1]:
        return False
    if new.name in (PUT, STATE, BRING) and few:
        new = replace(new, params=(taken.errand.params[0], *new.params[1:]))
    told = replace(taken, errand=new.on(*taken.errand.terms), same=taken.same)
    at = reading.found.index(taken)
    reading.found[at] = told
    if taken.errand in reading.stowed and not (is_placing(new) or new.name == BRING):  # "put it away and wash it"
        barred = tuple(one for one in taken.errand.terms if not isinstance(one, WhichThings))
        reading.found.insert(at + 1, replace(taken, errand=replace(taken.errand, terms=barred), same=True))
    reading.recent = made_of(told.errand)
    reading.things = (*reading.recent, *done.things, *reading.things)
    return True


_ONLY = re.compile(r"^(?:only|just) .*\b(?:should|shall|must|may|can|is to|are to) be\b")
_AND = re.compile(r"^(?:and|plus)\b(?! (?:now|first|quickly|right now|before))")
_TOO_LAST = re.compile(r"\b(?:too|as well|also)(?: please| then)*$")
"""What is wanted beside the work at hand does not interrupt it: "wash the cups too"."""
_SEVERAL = re.compile(r"\b(?:slices|pieces|bits|them|both|all)\b")


def _served_all(done: RequestResult, clause: Clause, reading: RequestState) -> bool:
    """Whether all that was to be cut is served: "slice an apple and a tomato and put the slices in a bowl"."""
    cuts = [one for one in reading.begun if one.errand.name == STATE and one.errand.params[2] == CUT]
    if len(cuts) < 2 or len({one.params[-2:] for one in done.errands}) != 1 or not _SEVERAL.search(clause.text):
        return False
    put = done.errands[0]
    if not is_placing(put) and not put.name.endswith("Slices Of X In Y"):
        return False
    dish = put.params[-2:]
    if all(one.errand.params[1] != made_of(one.errand)[0] for one in cuts):  # whole things: all their pieces
        kinds = dict.fromkeys(made_of(one.errand)[0] for one in cuts)
        reading.found.extend(Begin(Errand(PUT, (ALL, kind, *dish), put.terms)) for kind in kinds)
        return True
    served = [_served(one.errand, Errand(PUT, ("all", one.errand.params[1], *dish))) for one in cuts]
    for one, new in zip(cuts, served, strict=True):
        if new is not None:
            reading.found[reading.found.index(one)] = replace(one, errand=new)
    return any(served)


def _served(made: Errand, put: Errand) -> Errand | None:
    """One errand of two: "cook two slices of potato and serve them in a bowl"."""
    if made.name != STATE or made.params[2] not in (CUT, "cooked") or not made_of(made)[0].endswith("Sliced"):
        return None
    (count, thing, state), food = made.params, made_of(made)[0]
    if thing != food and (count != "1" or put.params[0] == ALL):
        return None  # of whole things all pieces are served
    if food not in put.params or not count.isdecimal() or not capable(put.params[-1], "dirtyable"):
        return None
    name = "N Cooked Slices Of X In Y" if state == "cooked" else "N Slices Of X In Y"
    told = put.params[0] if put.name == PUT and put.params[0].isdecimal() else count
    return Errand(name, (told, food.removesuffix("Sliced"), *put.params[-2:])).on(*made.terms, *put.terms)


def put_back(done: Errand) -> Errand | None:
    """Bringing things back to where it was said that they are: "wash the bowl on the shelf and put it back"."""
    which = next((one for one in done.terms if isinstance(one, WhichThings) and one.trait.place), None)
    if which is None or which.word not in done.params or done.name == PUT:
        return None
    place = which.trait.place
    many = done.params[0] if done.name == STATE else ALL
    return Errand(PUT, (many, which.word, "in" if put_in(place) else "on", place))


_TOLD = re.compile(r"\s*[.!;]+\s*|,? and (?=(?:the|an?|my|our|that|it's|it is|i'm|i am|there)\b)")


def told_beside(text: str, reading: RequestState) -> list[RequestResult]:
    """What is to be done about what is hinted at beside the troubles told: "it's dark, and the fridge is open".

    Args:
        text: All that was said.
        reading: What was understood of it.
    """
    parts = [one for one in _TOLD.split(text) if one and not complaints(one)] if reading.troubles else []
    known = {errand for trouble in reading.troubles for errand in trouble.errands}
    done = [(hint, deeds(hint, reading.spoken)) for hint in dict.fromkeys(map(hinted, parts)) if hint]
    return [replace(one, read=hint) for hint, one in done if one is not None and not known & set(one.errands)]
