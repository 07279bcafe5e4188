"""What is asked for and dangerous: found in the words of a request, and in what they were read as.

A dangerous part of an utterance is not done: it is refused with the reason, or asked about once. The rest of the
utterance is done. The words alone are enough, so that nothing dangerous depends on being understood: living beings,
fire and breaking are no errands. What hazards there are is data, ``assets/hazards.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agent.belief.hazard_kinds import DangerousDeed, Hazard, hazards, kinds, listed, own_words, relation, verbs
from agent.requests.errands import PUT, STATE, Errand
from agent.requests.hazards.wished import wished_deeds
from agent.requests.instructions import Begin, Chat, Clarification, DangerRefusal, DoLater, Instruction
from agent.requests.words.chatter import is_chatter
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.nouns import mentioned
from envs.teach.tasks.classes import types_named
from envs.vocabulary.inflection import singular
from envs.vocabulary.nouns import full_lexicon

Contents = frozenset[tuple[str, str]]
"""What is known to lie in or on what: (type, type of the receptacle)."""
_NO_VERB_BEHIND = frozenset(
    [
        "the",
        "a",
        "an",
        "my",
        "your",
        "our",
        "his",
        "her",
        "their",
        "this",
        "that",
        "these",
        "those",
        "in",
        "on",
        "into",
        "of",
        "to",
    ]
)
_BLOCKING = frozenset(
    ["in", "on", "into", "onto", "with", "by", "for", "to", "from", "at", "under", "over", "near", "next", "using"]
) | {"and"}
_ANEW = frozenset({"otherwise", "else", "leave"})
"""With these something else begins: "put the fork in the sink, otherwise leave the microwave alone"."""
_NOT = frozenset(["not", "never", "than", "of"])
_ARTICLES = frozenset(["a", "an", "some", "the", "another", "two", "three", "four", "five"])
_PRONOUN = re.compile(r"\b(?:it|them|that|there|this)\b")
_PURPOSE = re.compile(
    r"(?<=\w),? (?:so(?: that)? (?:i|we|he|she|they|it) (?:can|could|may|will|won't|don't)|because|cos) .*$"
)
"""Why something is wanted: "put it in the sink so I can rinse the shampoo off" asks for no shampoo."""
_PREVENTED = re.compile(
    r"(?<=\w),? (?:before|so(?: that)?(?= (?:nobody|no one|none)\b)|lest|in case|or(?: else)?|otherwise)"
    r" (?:one of )?(?:(?:the|my|our|some|a) )?(?:little |small )?(?!you\b|please\b)[a-z]+"
    r" (?:(?:will|might|could|can|may|would|ever) )*"
    r"(?:drinks?|eats?|swallows?|gets?|licks?|finds?|plays?|grabs?|knocks?|breaks?|touche?s?|reach(?:es)?|puts?|tries|try"
    r"|hurts?|cuts?|burns?|steps?|chews?|mistakes?|takes?|opens?|throws?|pulls?)\b[^,;]*$"
)
"""What somebody or some animal is to be kept from: "put the soap away before the baby drinks it"."""
_LEFT_BY_SOMEBODY = re.compile(
    r"\b(?:i|we|he|she|they|you|somebody|someone|who)(?:'ve|'d)?(?: (?:have|had|may|might|must|has|just|never))* left "
    r"(?:the|my|our) [a-z]+(?: [a-z]+)? (?:on|running)\b"
)
"""What was left on is told, and not asked for: "I have a feeling that I left the stove on"."""
_QUOTED = 80


@dataclass(frozen=True)
class Danger:
    """Something dangerous that is asked for.

    Attributes:
        hazard: Of which kind.
        refused: Whether it is not done at all.
        words: What was asked for.
    """

    hazard: Hazard
    refused: bool
    words: str


# -- in words --------------------------------------------------------------------------------------------------------


def said_danger(text: str, spoken: str = "", on: bool = False) -> Danger | None:
    """The hazard that the words of one clause ask for.

    Args:
        text: The clause.
        spoken: What was named before it, which a pronoun means.
        on: Whether something is also switched on.
    """
    if is_chatter(text):  # "I can smell burning"
        return None
    resolved = re.sub(r"\b(?:it|them)\b", spoken, text, count=1) if spoken else text
    resolved = _LEFT_BY_SOMEBODY.sub("", _PREVENTED.sub("", _PURPOSE.sub("", resolved)))
    words = [_spelled(word) for word in words_of(resolved)]
    if not words or words[0] in listed("questions"):
        return None
    for hazard in hazards():
        for deed in hazard.said:
            if _asks(words, deed):
                refused = hazard.refused_running if on or deed.on else hazard.refused
                return Danger(hazard, refused, f'do that ("{text[:_QUOTED]}")')
    return None


def _spelled(word: str) -> str:
    return word if word in own_words() or singular(word) in own_words() else full_lexicon().spell(word)


def _asks(words: Sequence[str], deed: DangerousDeed) -> bool:
    for at in _verbs_at(words, deed):
        if listed("harmless_after") & set(words[: max(at, 0)]):
            continue
        for start, end in _mentions(words, deed.what):
            if at < 0 and end < len(words) and deed.relation and words[end] not in relation(deed.relation):
                continue  # "mum says the one in the fridge …" asks for nothing
            if start > at and not _BLOCKING & set(words[at + 1 : start]) and _done_there(words, end, deed):
                harmless = deed.but and any(a <= start and end <= b for a, b in _mentions(words, (deed.but,)))
                if not harmless:
                    return True
    return False


def _verbs_at(words: Sequence[str], deed: DangerousDeed) -> Iterator[int]:
    """Where a verb of the deed stands; -1 for a request without a verb ("cat in the oven")."""
    wanted = frozenset().union(*(verbs(name) for name in deed.verbs))
    for at, word in enumerate(words):
        if word in wanted and not (at and words[at - 1] in _NO_VERB_BEHIND):
            yield at
    if "placing" in deed.verbs and any(start <= 1 for start, _ in _mentions(words, deed.what)):
        yield -1


def _done_there(words: Sequence[str], end: int, deed: DangerousDeed) -> bool:
    """Whether what has to follow the thing does: a relation, and behind it the place."""
    if not deed.relation:
        return (not deed.where and not _dative(words, end)) or bool(deed.where and any(_mentions(words, deed.where)))
    at = [i for i in range(end, len(words)) if words[i] in relation(deed.relation)]
    if not deed.where:
        return bool(at)
    meant = [i for i in at if words[i - 1] not in _NOT]  # "fry it in the pan, not in the microwave"
    places = list(_mentions(words, deed.where))
    return any(a > i and not (_away(words, i, a) or _comes_out(words, i, b)) for i in meant for a, b in places)


def _comes_out(words: Sequence[str], at: int, end: int) -> bool:
    """Whether a place is where something is now, and another one follows, where it goes: "the fork that is in it in …".

    Args:
        words: The words.
        at: Where the relation stands.
        end: Where the place ends.
    """
    goal = next((i for i in range(end, len(words)) if words[i] in _BLOCKING - {"and", "with", "by", "for"}), len(words))
    told = words[at - 1] in _LIES or bool(_GOES & set(words[end:goal]))
    return told and goal < len(words)


_LIES = frozenset({"is", "are", "that's", "lying", "lies", "lie", "standing", "stands", "stuck", "still", "currently"})
_GOES = frozenset({"should", "must", "shall", "goes", "go", "belongs", "belong", "has", "have", "needs", "need"})


def _away(words: Sequence[str], at: int, place: int) -> bool:
    """Whether between a relation and the place stands another one, or nothing can get there so: "from the floor"."""
    other = (_BLOCKING - {"the", "and"}) | _ANEW
    lies = words[at] == "from" and words[place : place + 1] in (["floor"], ["ground"])
    return lies or bool(other & set(words[at + 1 : place])) or words[at - 1] == "out"


def _dative(words: Sequence[str], end: int) -> bool:
    """Whether somebody is only given something: "cook the kids a meal"."""
    return end < len(words) and words[end] in _ARTICLES


def _mentions(words: Sequence[str], of: Iterable[str]) -> list[tuple[int, int]]:
    """Where something of certain kinds is named (half-open ranges)."""
    named = _types_in(words)
    found: list[tuple[int, int]] = []
    for kind in (kinds()[name] for name in of):
        found += [(a, b) for a, b, types in named if types <= kind.types]
        for phrase in kind.phrases:
            found += _phrase(words, phrase, named)
    return found


def _phrase(
    words: Sequence[str], phrase: tuple[str, ...], named: Sequence[tuple[int, int, frozenset[str]]]
) -> Iterator[tuple[int, int]]:
    """Where a phrase stands that is no part of a longer name and of no compound ("cat food")."""
    size = len(phrase)
    for at in range(len(words) - size + 1):
        end = at + size
        inside = any(a <= at and end <= b and b - a > size for a, b, _ in named)
        compound = end < len(words) and singular(words[end]) in listed("compounds")
        if not inside and not compound and tuple(map(singular, words[at:end])) == phrase:
            yield at, end


def _types_in(words: Sequence[str]) -> list[tuple[int, int, frozenset[str]]]:
    found, at = [], 0
    while (named := full_lexicon().find(words, at)) is not None:
        found.append((named.first, named.last, frozenset(named.types)))
        at = named.last
    return found


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
        thing = _named(piece.text) or thing
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
        thing = _named(deed) or thing
    return None


_CHILD = re.compile(
    r"\b(?:i'm|i am) (?:only |just |nearly |almost )?(?:"
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|[2-9]|1[01])(?: (?:and a half|years? old"
    r"|yrs? old))*(?=$|,| and\b)"
    r"|a (?:little |small )?(?:child|kid|boy|girl)\b)"
)
"""Whoever says this of himself is a child."""
_ME = re.compile(r"\bme\b")


def _named(text: str) -> str:
    """The things that are named, which "it" in the next clause may mean: the potato, and the foil it is wrapped in."""
    words = words_of(text)
    return " ".join(" ".join(words[first:last]) for first, last, _ in _types_in(words))


_SO_ON = re.compile(r"\b(?:turn|switch)(?:ed)?\b.*\bon\b")


def _switches_on(text: str) -> bool:
    """Whether a clause has a place that heats switched on, or "it"."""
    if not re.search(r"\b(?:turn|switch)\b.*\bon\b|\b(?:start|run)\b", text):
        return False
    return bool(_PRONOUN.search(text) or _mentions(words_of(text), ("microwave", "toaster", "oven", "burner")))


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
