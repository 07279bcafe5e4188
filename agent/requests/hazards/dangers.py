"""What is asked for and dangerous: found in the words of a request, and in what they were read as.

A dangerous part of an utterance is not done: it is refused with the reason, or asked about once. The rest of the
utterance is done. The words alone are enough, so that nothing dangerous depends on being understood: living beings,
fire and breaking are no errands. What hazards there are is data, ``assets/hazards.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from agent.belief.hazard_kinds import DangerousDeed, hazards, kinds
from agent.requests.errands import PUT, STATE, Errand
from agent.requests.hazards.dangerous_words import Danger, all_named, kinds_mentioned, said_danger
from agent.requests.hazards.wished import wished_deeds
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
            return Danger(hazard, hazard.refused_running if on else hazard.refused, errand.words)
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
            return Danger(hazard, True, errand.words)
    for hazard in hazards():
        if hazard.switched and places & kinds()[hazard.switched].types and not there and not _cooks(among):
            return Danger(hazard, hazard.refused, errand.words)
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
    begun = [one for one in found if isinstance(one, Begin)]
    among = [*(one.errand for one in begun), *tasks]
    unsafe: dict[int, Danger] = {}
    for number, one in enumerate(begun):
        danger = errand_danger(one.errand, among, contents)
        if danger is not None:
            unsafe[number] = danger
        elif one.same and number - 1 in unsafe:
            unsafe[number] = unsafe[number - 1]
    if not dangers and not unsafe:
        return found
    kept = [one for one in found if not any(one is begun[i] for i in unsafe)]
    later = [begun[i] for i, danger in unsafe.items() if not danger.refused]
    warned = [one for one in read(_together(asked)) if isinstance(one, Begin | DoLater)] if asked else []
    return (*kept, *_answers([*dangers, *unsafe.values()], [*warned, *later]))


def _apart(pieces: Sequence[Clause]) -> tuple[list[Danger], list[Clause], list[Clause]]:
    """The dangers, the clauses that are only warned about, and the others.

    A clause that only leans on a dangerous one ("and switch it on") goes with it.
    """
    dangers: list[Danger] = []
    warned: list[Clause] = []
    rest: list[Clause] = []
    behind, thing, about = None, "", ""
    small = any(_CHILD.search(piece.said or piece.text) for piece in pieces)
    for number, piece in enumerate(pieces):
        on = any(_switches_on(other.text) for other in pieces[number + 1 :])
        text = _ME.sub("the child", piece.text) if small else piece.text
        danger = said_danger(text, thing, on) or _wished_danger(text, thing)
        thing = all_named(piece.text) or thing
        if danger is not None:
            dangers.append(danger)
            if danger.refused and rest and _PRONOUN.search(text) and _SO_ON.search(rest[-1].text):
                rest.pop()  # "switch the toaster on and pour water into it"
        elif not (behind is not None and (_PRONOUN.search(piece.text) or _runs(piece.text, about))):
            rest.append(piece)
            behind = None
            continue
        about = piece.text if danger is not None else about
        behind = danger or behind
        if behind is not None and not behind.refused:
            warned.append(piece)
    return dangers, warned, rest


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
_SO_ON = re.compile(r"\b(?:turn|switch)(?:ed)?\b.*\bon\b")


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


def _answers(dangers: Sequence[Danger], warned: Sequence[Begin | DoLater]) -> list[Instruction]:
    """What is refused is said with the reason; what is only risky is asked about, where it can be done at all."""
    refused = [one for one in dangers if one.refused or not warned]
    risky = [one for one in dangers if one not in refused]
    answers: list[Instruction] = [DangerRefusal(refusal(one)) for one in dict.fromkeys(refused)]
    if risky:
        answers.append(Clarification(warning(risky), options=("yes",), then=tuple(warned)))
    return answers


def warning(risky: Sequence[Danger]) -> str:
    """The question whether something is to be done although it is risky."""
    reasons = "; ".join(dict.fromkeys(one.hazard.reason for one in risky))
    listed_words = " and ".join(dict.fromkeys(one.words for one in risky))
    return f"You asked me to {listed_words}. Careful: {reasons}. Shall I do it all the same?"


def refusal(danger: Danger) -> str:
    """What is said of what is not done."""
    return f"I will not {danger.words}: {danger.hazard.reason}."
