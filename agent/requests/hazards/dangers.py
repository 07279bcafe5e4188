"""What is asked for and dangerous: found in the words of a request, and in what they were read as.

A dangerous part of an utterance is not done: it is refused with the reason, or asked about once. The rest of the
utterance is done. The words alone are enough, so that nothing dangerous depends on being understood: living beings,
fire and breaking are no errands. What hazards there are is data, ``assets/hazards.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace

from agent.belief.hazard_kinds import DangerousDeed, hazards, kinds
from agent.requests.errands import PUT, STATE, Errand
from agent.requests.hazards.dangerous_words import Danger, all_named, kinds_mentioned, said_danger, with_water
from agent.requests.hazards.leading_up import led_up_to, told_leads
from agent.requests.hazards.wished import wished_deeds
from agent.requests.hazards.within_reach import last_person
from agent.requests.instructions import Begin, Chat, Clarification, DangerRefusal, DoLater, Instruction
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.nouns import mentioned
from envs.teach.tasks.classes import types_named

Contents = frozenset[tuple[str, str]]
"""What is known to lie in or on what: (type, type of the receptacle)."""
_PRONOUN = re.compile(r"\b(?:it|them|that|there|this)\b")


# -- in errands ------------------------------------------------------------------------------------------------------


def errand_danger(errand: Errand, among: Sequence[Errand] = (), contents: Contents = frozenset()) -> Danger | None:
    """The hazard of an errand.

    Args:
        errand: What is to be done.
        among: All that is asked for or still to be done.
        contents: What is known to lie where.
    """
    placed = _placed(errand)
    if placed is not None:
        return _placing_danger(errand, *placed, among)
    switched = _switched(errand)
    return _switching_danger(errand, switched, among, contents) if switched else None


def _placing_danger(
    errand: Errand, things: frozenset[str], places: frozenset[str], among: Sequence[Errand]
) -> Danger | None:
    on = any(_switched(other) & places for other in among)
    for hazard in hazards():
        if any(_is_placing(deed, things, places) for deed in hazard.said):
            return Danger(hazard, hazard.refused_running if on else hazard.refused, errand.words, things | places)
    return None


def _is_placing(deed: DangerousDeed, things: frozenset[str], places: frozenset[str]) -> bool:
    """Whether things are brought where they are dangerous; of a class of things one is enough."""
    if "placing" not in deed.verbs or not deed.relation:
        return False
    return _any_of(things, deed.what) and _any_of(places, deed.where)


def _any_of(types: frozenset[str], of: Iterable[str]) -> bool:
    return any(types & kinds()[name].types for name in of)


def _switching_danger(
    errand: Errand, places: frozenset[str], among: Sequence[Errand], contents: Contents
) -> Danger | None:
    """Something dangerous lies there or will, or nothing does."""
    lying = [(frozenset({thing}), frozenset({place})) for thing, place in contents]
    lying += [placed for other in among if (placed := _placed(other)) is not None]
    there = [(things, held) for things, held in lying if _same_place(held, places)]
    for hazard in hazards():
        if any(_is_placing(deed, *one) for deed in hazard.said for one in there) and hazard.refused_running:
            return Danger(hazard, True, errand.words, places)
    for hazard in hazards():
        if hazard.switched and places & kinds()[hazard.switched].types and not there and not _cooks(among):
            return Danger(hazard, hazard.refused, errand.words, places)
    return None


def _same_place(held: frozenset[str], places: frozenset[str]) -> bool:
    """A burner is switched by its knob, so one name may stand for the other."""
    burner = kinds()["burner"].types
    return bool(held & places) or bool(held & burner and places & burner)


def _cooks(errands: Iterable[Errand]) -> bool:
    return any("Boil" in e.name or "Cook" in e.name or {"cooked", "boiled"} & set(e.params) for e in errands)


def _placed(errand: Errand) -> tuple[frozenset[str], frozenset[str]] | None:
    if errand.name == PUT:
        return frozenset(types_named(errand.params[1])), frozenset(types_named(errand.params[3]))
    if errand.name.startswith("Put All X"):
        return frozenset(types_named(errand.params[0])), frozenset(types_named(errand.params[2]))
    return None


def _switched(errand: Errand) -> frozenset[str]:
    """What is switched on by it."""
    on = errand.name == STATE and errand.params[2] == "on"
    return frozenset(types_named(errand.params[1])) if on else frozenset()


# -- what is done about it -------------------------------------------------------------------------------------------


def considered(
    utterance: str,
    pieces: Sequence[Clause],
    read: Callable[[str], tuple[Instruction, ...]],
    tasks: Sequence[Errand] = (),
    contents: Contents = frozenset(),
) -> tuple[Instruction, ...]:
    """What an utterance asks for, without what is dangerous in it, and what is to be said of that.

    Args:
        utterance: What was said.
        pieces: Its clauses.
        read: Reads an utterance, without a thought of dangers.
        tasks: What is being done or still to be done.
        contents: What is known to lie where.
    """
    dangers, asked, rest = _apart(pieces)
    found = read(utterance if not dangers else _together(rest)) if rest or not dangers else ()
    if dangers:
        found = tuple(one for one in found if not isinstance(one, Chat))
    unsafe = _unsafe(found, tasks, contents)
    if not dangers and not unsafe:
        return found
    leads = _leads(found, [*dangers, *unsafe.values()], unsafe)
    unsafe = {at: danger for at, danger in unsafe.items() if at not in leads}
    every = [*dangers, *unsafe.values()]
    kept = _without(found, unsafe, leads)
    warned = [one for one in read(_together(asked)) if isinstance(one, Begin | DoLater)] if asked else []
    if asked and leads and not warned:  # "open the fridge and put the laptop in it": only together they say what
        warned = [one for one in read(utterance) if isinstance(one, Begin) and one not in found]
    warned += [one for at, one in enumerate(found) if at in unsafe and not unsafe[at].refused]
    return (*kept, *_answers(every, warned, [(found[at], led) for at, led in leads.items()]))


def _leads(found: Sequence[Instruction], dangers: Sequence[Danger], unsafe: Mapping[int, Danger]) -> dict[int, Danger]:
    """Which instructions only lead up to a danger; one that is dangerous itself, where that is the greater one."""
    leads = {at: led for at, one in enumerate(found) if (led := led_up_to(one, dangers)) is not None}
    return {at: led for at, led in leads.items() if at not in unsafe or led.refused > unsafe[at].refused}


def _unsafe(found: Sequence[Instruction], tasks: Sequence[Errand], contents: Contents) -> dict[int, Danger]:
    """Which instructions are dangerous as they were read; what is done to the very thing of one goes with it."""
    begun = [(at, one) for at, one in enumerate(found) if isinstance(one, Begin)]
    among = [*(one.errand for _, one in begun), *tasks]
    unsafe: dict[int, Danger] = {}
    before = -1
    for at, one in begun:
        danger = errand_danger(one.errand, among, contents) or (unsafe.get(before) if one.same else None)
        if danger is not None:
            unsafe[at] = danger
        before = at
    return unsafe


def _without(found: Sequence[Instruction], unsafe: Container[int], leads: Container[int]) -> list[Instruction]:
    """What is done all the same; what followed on something left out stands by itself."""
    kept: list[Instruction] = []
    alone = False
    for at, one in enumerate(found):
        if at in unsafe or at in leads:
            alone = True
        else:
            kept.append(replace(one, same=False) if alone and isinstance(one, Begin) else one)
            alone = alone and not isinstance(one, Begin)
    return kept


def _apart(pieces: Sequence[Clause]) -> tuple[list[Danger], list[Clause], list[Clause]]:
    """The dangers, the clauses that are only warned about, and the others.

    A clause that only leans on a dangerous one ("and switch it on") goes with it.
    """
    dangers: list[Danger] = []
    warned: list[Clause] = []
    rest: list[Clause] = []
    behind, thing, about, who = None, "", "", ""
    small = any(_CHILD.search(piece.said or piece.text) for piece in pieces)
    for number, piece in enumerate(pieces):
        on = any(_switches_on(other.text) for other in pieces[number + 1 :])
        text = _ME.sub("the child", piece.text) if small else piece.text
        meant = with_water(thing, pieces[number - 1].text if number else "", text)
        danger = said_danger(text, meant, on, who) or _behind_a_remark(text, on) or _wished_danger(text, thing)
        danger = None if _ENDS_IT.search(text) else danger
        thing, who = all_named(piece.text) or thing, last_person(piece.text, who)
        if danger is not None:
            if danger.refused and rest and _SWITCHES_IT_ON.match(rest[-1].text):
                danger = replace(danger, words=f'do that ("{rest.pop().text} and {piece.text}")')
            dangers.append(danger)
        elif not (behind is not None and (_PRONOUN.search(piece.text) or _runs(piece.text, about))):
            rest.append(piece)
            behind = None
            continue
        about = piece.text if danger is not None else about
        behind = danger or behind
        if behind is not None and not behind.refused:
            warned.append(piece)
    return dangers, warned, rest


def _behind_a_remark(text: str, on: bool) -> Danger | None:
    """What is dangerous behind a comma: "the toaster's full of crumbs, just dunk it in the sink"."""
    parts = text.split(", ")
    asked = [(at, _JUST.sub("", part)) for at, part in enumerate(parts) if at]
    each = (said_danger(part, all_named(", ".join(parts[:at])), on) for at, part in asked if not _TELLS.match(part))
    return next((one for one in each if one is not None), None)


def _runs(text: str, about: str) -> bool:
    """Whether a clause switches on what a dangerous one is about: "put a fork in the microwave and switch that on"."""
    return _switches_on(text) and bool(set(mentioned(text)) & set(mentioned(about)))


def _wished_danger(text: str, thing: str) -> Danger | None:
    """The hazard of what somebody wishes to have done; "it" is what was named before."""
    for deed in wished_deeds(text):
        danger = said_danger(deed, thing)
        if danger is not None:
            return danger
        thing = all_named(deed) or thing
    return None


_CHILD = re.compile(
    r"\b(?:i'm|i am) (?:only |just |nearly |almost )?(?:"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|[2-9]|1[01])(?: (?:and a half|years? old"
    r"|yrs? old))*(?=$|,| and\b)"
    r"|a (?:little |small )?(?:child|kid|boy|girl)\b)"
)
"""Whoever says this of himself is a child."""
_ME = re.compile(r"\bme\b")
_TELLS = re.compile(
    r"(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|it|i|we|he|she|they|you|there|who|which|what"
    r"|so)\b"
)
"""How a clause begins that names somebody or something first, and asks for nothing."""
_JUST = re.compile(r"^(?:(?:just|so|please|now|then|and|simply|can you|could you) )+")
_ENDS_IT = re.compile(
    r"^(?:(?:please|just|now|then|so|quick|quickly) )*(?:(?:turn|switch|shut|make) (?:it|that|him|the [a-z]+) "
    r"(?:off|out)"
    r"|(?:turn|switch|shut) off (?:it|that|the [a-z]+)|stop (?:it|that|him|the [a-z]+))"
    r"(?: (?:please|now|first|quickly|at once|right away|immediately))*$"
)
"""Nothing that is on is made safer by being left on: "the microwave runs with a fork in it, switch it off"."""
_SWITCHES_IT_ON = re.compile(r"^(?:turn|switch) (?:on (?:it|them|that)|(?:it|them|that) on)$")


def _switches_on(text: str) -> bool:
    """Whether a clause has a place that heats switched on, or "it"."""
    if not re.search(r"\b(?:turn|switch)\b.*\bon\b|\b(?:start|run)\b", text):
        return False
    return bool(_PRONOUN.search(text) or kinds_mentioned(words_of(text), ("microwave", "toaster", "oven", "burner")))


def _together(pieces: Sequence[Clause]) -> str:
    """Clauses as an utterance again."""
    before = {"first": "first ", "after": "then "}
    return ". ".join(
        f"{before.get(one.place, '')}{one.text}{' later' if one.place == 'later' else ''}" for one in pieces
    )


def _answers(
    dangers: Sequence[Danger], warned: Sequence[Instruction], leads: Sequence[tuple[Instruction, Danger]]
) -> list[Instruction]:
    """What is refused is said with the reason; what is only risky is asked about, where it can be done at all.

    Args:
        dangers: What is dangerous.
        warned: What is only risky, as it is done on a yes.
        leads: What only leads up to a danger, and goes the way of that.
    """
    ready = [one for one, danger in leads if not danger.refused]
    refused = [one for one in dangers if one.refused or not (warned or ready)]
    risky = [one for one in dangers if one not in refused]
    answers: list[Instruction] = []
    for danger in dict.fromkeys(refused):
        led = told_leads([one for one, of in leads if of == danger])
        answers.append(DangerRefusal(refusal(danger) + (f" So I do not {led} either." if led else "")))
    if risky:
        question = warning(risky, told_leads(ready))
        answers.append(Clarification(question, options=("yes",), then=(*ready, *warned), grave=True))
    return answers


def warning(risky: Sequence[Danger], led: str = "") -> str:
    """The question whether something is to be done although it is risky.

    Args:
        risky: What is only risky.
        led: What only leads up to it, in words.
    """
    reasons = "; ".join(dict.fromkeys(one.hazard.reason for one in risky))
    listed_words = " and ".join(dict.fromkeys([*filter(None, [led]), *(one.words for one in risky)]))
    return f"You asked me to {listed_words}. Careful: {reasons}. Shall I do it all the same?"


def refusal(danger: Danger) -> str:
    """What is said of what is not done."""
    return f"I will not {danger.words}: {danger.hazard.reason}."
