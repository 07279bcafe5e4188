"""Settles what was understood of an utterance: its order, and whether it can all be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from agent.belief.common_sense import LAMPS, LIGHT_SWITCH, can, is_basin
from agent.planning.terms import OnlyIf, Trait, WhichThings, Without
from agent.requests.errands import AWAY, CUT, STATE, Errand, is_carrying, is_placing, made_of, rinses
from agent.requests.instructions import (
    Begin,
    Cancel,
    Clarification,
    Instruction,
    Remark,
    Revise,
    Suspend,
)
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import (
    words_of,
)
from agent.requests.words.nouns import NamedThings, read_named
from envs.teach.tasks.classes import types_named


def emptied_last(found: Sequence[Instruction]) -> list[Instruction]:
    """Washing fills a vessel: what is to be emptied and washed is emptied after it."""
    done = list(found)
    for at, one in enumerate(done[:-1]):
        then = done[at + 1]
        if not (isinstance(one, Begin) and isinstance(then, Begin)) or one.errand.params[-1:] != ("empty",):
            continue
        washed = then.errand.name == "Clean All X" or then.errand.params[-1:] == ("clean",)
        alike = then.same or one.errand.terms == then.errand.terms or not then.errand.terms
        alike = alike and not (_is_one(one.errand) and not _is_one(then.errand))  # "empty the full one, wash both"
        if washed and alike and set(made_of(one.errand)) & set(made_of(then.errand)):
            terms = one.errand.terms if then.same else then.errand.terms
            clean = replace(then, errand=then.errand.on(*terms), same=one.same)
            done[at : at + 2] = [clean, replace(one, errand=replace(one.errand, terms=()), same=True)]
    return done


def _is_one(errand: Errand) -> bool:
    return errand.params[:1] == ("1",)


_BOTH = re.compile(r"\b(?:both|all|(?:two|three|four|five|pair) of them)\b")


def more_than_that_one(found: Sequence[Instruction], text: str) -> list[Instruction]:
    """What is done to all of a kind is not about the one that was handled before: "empty the full cup, wash both".

    Args:
        found: What was understood.
        text: The utterance, tidied.
    """
    done = list(found)
    for at, (one, then) in enumerate(pairwise(found)):
        if not (isinstance(one, Begin) and isinstance(then, Begin) and then.same) or not _BOTH.search(text):
            continue
        cut = one.errand.params[-1:] == (CUT,) or made_of(one.errand) != made_of(then.errand)
        told = any(isinstance(term, WhichThings) for term in then.errand.terms)
        if _is_one(one.errand) and not _is_one(then.errand) and not (cut or told):
            done[at + 1] = replace(then, same=False)
    return done


_HAS_TO_BE = re.compile(
    r"\b(?:it|they|that|those|these|which) (?:must|has to|have to|should|needs? to|ought to|got to)"
    r"(?: all| both| first| just)* be (?:[a-z]+ )?(?:clean|washed|rinsed|empty|full|filled|cooked|boiled|sliced|cut)\b"
)


def ready_first(found: Sequence[Instruction], text: str) -> list[Instruction]:
    """What is brought somewhere and has to be so there is made so before: "put it in the cabinet, it must be clean".

    So is what is washed, filled or emptied at a tap and shall lie elsewhere: "put the bowl on the table and fill it".

    Args:
        found: What was understood.
        text: The utterance, tidied.
    """
    done = list(found)
    demanded, in_turn = _HAS_TO_BE.search(text), _IN_TURN.search(text)
    for at, (one, then) in enumerate(pairwise(found)):
        if not (isinstance(one, Begin) and isinstance(then, Begin)):
            continue
        if one.same and not then.same and at == 0 and _makes_ready(one.errand, then.errand):
            done[at : at + 2] = _of_the_same(one, then)  # "…, but it must be washed first"
        if not then.same or not _makes_ready(then.errand, one.errand):
            continue
        if not demanded and (in_turn or not (_at_a_tap(then.errand) and _kept_dry(one.errand))):
            continue
        about = made_of(then.errand)
        told = [term for term in one.errand.terms if isinstance(term, WhichThings) and term.word in about]
        rest = tuple(term for term in one.errand.terms if term not in told)
        ready = replace(then, errand=then.errand.on(*told), when=one.when, same=one.same)
        done[at : at + 2] = [ready, replace(one, errand=replace(one.errand, terms=rest), when=then.when, same=True)]
    return done


def _of_the_same(one: Begin, then: Begin) -> list[Begin]:
    """What is done to a thing before it is carried, with which one that is: it may not be told from others after it."""
    told = [t for t in then.errand.terms if isinstance(t, WhichThings) and t.word in made_of(one.errand)]
    rest = tuple(term for term in then.errand.terms if term not in told)
    return [
        replace(one, errand=one.errand.on(*told), same=False),
        replace(then, errand=replace(then.errand, terms=rest), same=True),
    ]


def _makes_ready(errand: Errand, carried: Errand) -> bool:
    """Whether one errand brings into a state, in any case, what the other one brings somewhere."""
    if any(isinstance(term, OnlyIf) for term in (*errand.terms, *carried.terms)):
        return False
    return is_carrying(carried) and not is_carrying(errand) and made_of(errand) == made_of(carried)[:1]


_IN_TURN = re.compile(r"\b(?:then|after|afterwards|next|later)\b")


def _at_a_tap(errand: Errand) -> bool:
    return errand.name.startswith("Clean ") or errand.params[2:] in (("clean",), ("filled",), ("empty",))


def _kept_dry(errand: Errand) -> bool:
    """Whether things are brought where nothing is washed."""
    if errand.name == AWAY:
        return True
    wet = (is_basin(kind) or can(kind, "pickupable") for kind in types_named(errand.params[-1]))
    return is_placing(errand) and not any(wet)


def lamps_last(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """A light switch works the lamps of its room, too: what is wanted of a lamp comes after it, whatever the order.

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
    """
    done = list(found)
    for one in found:
        if not isinstance(one, Begin) or not _switches(one.errand, LIGHT_SWITCH):
            continue
        lights = one.errand
        earlier = [other for other in done[: done.index(one)] if isinstance(other, Begin)]
        lamps = [other for other in earlier if _turned(other.errand, lights)]
        open_lamps = [task for task in tasks if _turned(task, lights)]
        if not lamps and not open_lamps:
            done[done.index(one) + 1 : done.index(one) + 1] = _left_on(lights)
            continue
        kept = lights
        for lamp in (*(other.errand for other in lamps), *open_lamps):
            own = lamp.params[1] in types_named(lights.params[1]) and lights.params[1] != lamp.params[1]
            kept = kept.on(WhichThings(lights.params[1], but=Trait(lamp.params[1]))) if own else kept
        done.remove(one)
        at = done.index(lamps[0]) if lamps else 0
        before = [Remark("The light switch works the lamps, too, so I see to it first.")]
        done[at:at] = [*before, replace(one, errand=kept, when="now" if open_lamps else one.when)]
    return done


def called_off_once(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """What was understood, with the work at hand called off no more than once: "stop, that's enough".

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
    """
    done: list[Instruction] = []
    stopped = False
    for one in found:
        stops = isinstance(one, Cancel) and not one.about and not one.everything
        stops = stops or bool(tasks and one == Revise(tasks[0], None))
        if not (stops and stopped):
            done.append(one)
        stopped = stopped or stops
    return done


def otherwise_than_begun(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """What was understood, with what is to be the opposite of what is still open in place of that.

    "The light is to be on", while the lights are to be switched off, leaves nothing to be switched off.

    Args:
        found: What was understood.
        tasks: What is being done or still to be done.
    """
    done: list[Instruction] = []
    for one in found:
        anew = one.errand if isinstance(one, Begin) and one.when == "now" else None
        opposed = [Revise(task, None) for task in tasks if anew is not None and _opposed(task, anew)]
        done += [stop for stop in opposed if stop not in found]
        done.append(one)
    return done


_OPPOSED = frozenset({frozenset({"on", "off"}), frozenset({"open", "closed"})})


def _opposed(task: Errand, new: Errand) -> bool:
    """Whether the same things are to be on and off, or open and closed."""
    both = task.name == new.name == STATE and frozenset({task.params[2], new.params[2]}) in _OPPOSED
    return both and task.params[1] == new.params[1] and not (task.terms and task.terms != new.terms)


def _left_on(lights: Errand) -> list[Begin]:
    """Switching on again the lamps that are to stay on where the light switch puts them out."""
    spared = [one for one in lights.terms if isinstance(one, Without) and one.skill == "switch_off" and not one.by]
    if lights.params[2] != "off":
        return []
    lamps = [(kind, one.which) for one in spared for kind in one.words if kind in LAMPS]
    return [Begin(Errand(STATE, ("1", kind, "on")).on(WhichThings(kind, trait)), "next") for kind, trait in lamps]


def _switches(errand: Errand, kind: str) -> bool:
    return errand.name == STATE and errand.params[2] in ("on", "off") and kind in types_named(errand.params[1])


def _turned(lamp: Errand, lights: Errand) -> bool:
    """Whether an errand wants a lamp otherwise than the switch leaves it."""
    about = (
        lamp.name == STATE and bool(set(LAMPS) & set(types_named(lamp.params[1]))) and not _switches(lamp, LIGHT_SWITCH)
    )
    return about and {lamp.params[2], lights.params[2]} == {"on", "off"}


def left_over(reading: RequestState) -> list[str]:
    """Fragments beside requests that name what those are not about: "spatula out of the pan. pan on the stove"."""
    about = {kind for one in reading.begun for kind in _about(one.errand)}
    return [text for text in reading.fragments if any(not _kinds(one) & about for one in _named_in(text))]


def _about(errand: Errand) -> set[str]:
    terms = [one for one in errand.terms if isinstance(one, WhichThings)]
    kept = [word for one in errand.terms if isinstance(one, Without) for word in one.words]
    words = (*errand.params, *made_of(errand), *kept)
    words = (*words, *(one.trait.place for one in terms), *(one.trait.near for one in terms))
    return {kind for word in words if word for kind in (*types_named(word), word, word.removesuffix("Sliced"))}


def _kinds(named: NamedThings) -> set[str]:
    return {kind for word in (named.word, *named.options) if word for kind in (*types_named(word), word)}


def _named_in(text: str) -> list[NamedThings]:
    words = words_of(text)
    found = [read_named(words, at) for at in range(len(words))]
    return [one for one in found if one is not None and (one.word or one.options)]


def settled_order(found: Sequence[Instruction]) -> list[Instruction]:
    """What is begun behind something else in the same utterance comes next after it."""
    settled: list[Instruction] = []
    begun = after = False
    if any(not isinstance(one, Suspend) for one in found):  # "hold on, a drawer, not the bin"
        found = [one for one in found if not (isinstance(one, Suspend) and one.wait and not one.about)]
    waiting = [one for one in found if isinstance(one, Suspend) and not one.wait]
    if any(isinstance(one, Begin) and one.when == "now" for one in found):  # it waits for what is begun
        found = [*(one for one in found if one not in waiting), *(one for one in waiting if one.about)]
    for one in found:
        if isinstance(one, Begin) and (begun or after) and one.when == "now":
            one = replace(one, when="next" if begun else "after")
        after = after or (isinstance(one, Begin) and one.when == "after")
        begun = begun or (isinstance(one, Begin) and one.when == "now")
        settled.append(one)
    return settled


def contradiction(text: str, begun: Sequence[Begin]) -> Clarification | None:
    """Opposite states of the same things, wanted at once; what depends on something that is so and is not."""
    for one in begun:
        only = [term for term in one.errand.terms if isinstance(term, OnlyIf)]
        if any(a.fact == b.fact and a.holds != b.holds for a in only for b in only):
            return Clarification(f"I understood: {one.errand.words}. Both cannot be. What do you mean?")
    if re.search(r"\b(?:then|after|before|first)\b", text):
        return None
    wanted: dict[tuple[object, ...], str] = {}
    facts = [term.fact for one in begun for term in one.errand.terms if isinstance(term, OnlyIf)]
    for at, one in enumerate(begun):
        if at > 1 and rinses([each.errand for each in begun[at - 2 : at + 1]]):
            wanted.clear()
        if any(facts.count(term.fact) > 1 for term in one.errand.terms if isinstance(term, OnlyIf)):
            continue  # in the one case or in the other
        if one.errand.name != STATE:  # something is done in between: "open the fridge, take the egg out, close it"
            wanted.clear()
        if one.errand.name == STATE:
            _, thing, state = one.errand.params
            told = tuple(term for term in one.errand.terms if isinstance(term, WhichThings))
            for a, b in (("on", "off"), ("open", "closed"), ("filled", "empty")):
                if state in (a, b):
                    before = wanted.setdefault((thing, a, told), state)
                    if before != state:
                        return Clarification(
                            f"{before.capitalize()} and {state} at once cannot be. Which is it: {before} or {state}?"
                        )
    return None


def only_halted(found: Sequence[Instruction], tasks: Sequence[Errand]) -> list[Instruction]:
    """Who says what is not to be done stops nothing else by "stop": "stop, leave the light on. only the blinds"."""
    told = any(isinstance(one, Revise) and one.new is None and one.old not in tasks[:1] for one in found)
    kept = [one for one in found if not (told and isinstance(one, Cancel) and one.request and not one.about)]
    return [one for at, one in enumerate(kept) if not (isinstance(one, Revise) and one in kept[:at])]


_NOT_THAT_ONE = re.compile(
    r"\b(?:bother|skip|leave|forget|touch|worry|do|wash|take|move|spare|need)\b"
    r"[^.!?;,]*\b(?:it|that|this|that one)\b[^.!?;,]*$"
)


def one_spared(found: Sequence[Instruction], text: str) -> list[Instruction]:
    """What was understood, with nothing called off where only one was to be spared: "…, so don't bother with it".

    Args:
        found: What was understood.
        text: The utterance.
    """
    spares = any(
        isinstance(one, Revise) and one.new is not None and any(_spares(term, one.old) for term in one.new.terms)
        for one in found
    )
    if not spares or not _NOT_THAT_ONE.search(text.strip(" .!?")):
        return list(found)
    return [one for one in found if not (isinstance(one, Cancel) and not one.about and not one.everything)]


def not_again(found: Sequence[Instruction]) -> list[Instruction]:
    """What was understood, without asking anew for what has just been changed: "in the box. put it there"."""
    old = [one.old for one in found if isinstance(one, Revise) and one.new is not None]
    bare = [replace(one, terms=()) for one in old]
    begun = [one for one in found if isinstance(one, Begin)]
    again = [one for one in begun if one.errand in old or (one.same and one.errand in bare)]
    return [one for one in found if one not in again]


def _spares(term: object, old: Errand) -> bool:
    """Whether a term leaves out what was not left out before."""
    return isinstance(term, WhichThings) and (term.but is not None or bool(term.spare)) and term not in old.terms
