"""What must hold while something is done: without a knife, not in the fridge, all except one, in the microwave.

Each reader takes its words out of a request and gives them back as terms; words that it does not understand stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from agent.belief.common_sense import KNIVES, PANS
from agent.planning.terms import Term, WhichThings, Without
from agent.recognition.lines import GOALS
from agent.requests.dishes import GREENS, UnclearRequest, head_of
from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Clarification
from agent.requests.words.clauses import split_list, starts_request, words_of
from agent.requests.words.modifiers import left_out
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import noun
from envs.vocabulary.groups import groups

_TOUCH: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(
            ("use", "using", "touch", "touching", "handle", "disturb", "disturbing", "with", "in", "into"), ""
        ),
        **dict.fromkeys(("move", "moving", "take", "taking", "pick up", "picking up", "lift", "lifting"), "pick_up"),
        **dict.fromkeys(("putting anything on", "putting anything in", "putting it on", "putting them on"), "put"),
        **dict.fromkeys(("open", "opening"), "open"),
        **dict.fromkeys(("close", "closing", "shut", "shutting"), "close"),
        **dict.fromkeys(("switch off", "switching off", "turn off", "turning off"), "switch_off"),
        **dict.fromkeys(("switch on", "switching on", "turn on", "turning on"), "switch_on"),
    }
)
"""What must not be done → the skill that it needs; "" for any."""
_DOING = "|".join(sorted(map(re.escape, _TOUCH), key=len, reverse=True))
_WITHOUT = re.compile(rf",?\s*\b(?:but |and )?(?:without|w/o)\s+(?:ever )?(?:(?P<doing>{_DOING})\s+)?(?P<np>.+)$")
_NOT_WITH = re.compile(
    rf",?\s*\b(?:but|and|just|only)?\s*\b(?:not|never|don't|do not) (?P<doing>{_DOING})\s+(?P<np>.+)$"
)
_DONT = re.compile(rf"^(?:{_DOING})\b")
_ALONE = re.compile(
    r"^(?:leave|let) (?P<np>.+?) (?:alone|be|in peace|untouched|whole|uncut|unwashed|where (?:it|they) (?:is"
    r"|are)|as (?:it|they) (?:is|are)"
    r"|as is|where it is now)$"
)
_LEAVE = re.compile(
    r"^(?:leave|spare) (?P<np>(?:the|my|your|our|that|those|these|both) [a-z ]+?)(?: please| for now| there)?$"
)
_KEPT = re.compile(
    r"^(?:leave|keep) (?P<np>.+?) (?P<how>closed|shut|open|off|on|running)(?: for me| then| please| after that)?$"
)
_STAYS = re.compile(
    r"^(?P<np>[a-z ]+?) (?:(?:can|may|must|should|shall|has to|have to|is to|are to|needs? to|will) )?(?:just |all )?"
    r"(?:stays?|remains?|be left|keeps? its place)"
    r"(?: (?:there|put|here|alone|untouched|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|right there"
    r"|(?:on|in|at) [a-z ]+))?"
    r"(?: please| though)*$"
)
_EXCEPT = re.compile(
    r",?\s*\b(?:(?:just )?(?:except(?:ing)?(?: for)?)|apart from|other than|excluding|save for|but not"
    r"|aside from|leaving out"
    r"|(?:just )?not(?= the (?:\w+ )?ones?\b))\s+(?P<np>.+)$"
)
_NOT_ALSO = re.compile(
    r",?\s*\b(?:just |only )?(?:except(?: for)?|but not|not|apart from) "
    r"(?P<np>(?:the|my|any) [a-z ]+?(?:,| and| or| nor)+ (?:not )?(?:the|my|any) [a-z ]+)$"
)
_ALL_BUT = re.compile(r"\b(?:all|every|everything)\b(?P<between>.*?)\bbut (?!not\b|then\b)(?P<np>.+)$")


@dataclass(frozen=True)
class Constrained:
    """A request without its constraints.

    Attributes:
        text: What is left of the words.
        terms: The constraints.
    """

    text: str
    terms: tuple[Term, ...] = ()


def constrained(text: str) -> Constrained:
    """Take what must not be used out of a request."""
    terms: list[Term] = []
    none_of = _NOT_ALSO.search(text)
    kinds = _things(re.sub(r"\bnot\b", "", none_of["np"])) if none_of else ()
    if none_of and kinds and re.search(r"\b(?:everything|all|whatever|every)\b", text[: none_of.start()]):
        terms.append(Without(kinds, "pick_up"))
        text = text[: none_of.start()].strip(" ,")
    for pattern in (_WITHOUT, _NOT_WITH):
        found = pattern.search(text)
        if found is None or (found.start() == 0 and pattern is _WITHOUT):
            continue
        unlike = _other_dish(text[: found.start()], found["np"], found["doing"] or "")
        if unlike is not None:
            terms.append(unlike)
            text = text[: found.start()].strip(" ,")
            continue
        things = _of_any_kind(found["np"], _things(found["np"]))
        things = things or _pronoun(found["np"], text[: found.start()], found["doing"] or "")
        if not things or (head_of(text) and set(things) <= {*GREENS, "Bread"}):
            continue
        terms.append(Without(things, _TOUCH.get(found["doing"] or "", "")))
        text = text[: found.start()].strip(" ,")
    return Constrained(text, tuple(terms))


def _other_dish(before: str, said: str, doing: str) -> WhichThings | None:
    """In which dish or cup of several something is not to be made: "make coffee, but not in the blue mug"."""
    if not head_of(before) or _TOUCH.get(doing) != "":
        return None
    words = words_of(said)
    _, unlike, end = left_out(words)
    if unlike is None or end < len(words) or not (unlike.states or unlike.place or unlike.near):
        return None
    dish = capable(unlike.kind, "receptacle") and capable(unlike.kind, "dirtyable")
    return WhichThings(unlike.kind, but=replace(unlike, kind="")) if unlike.kind and dish else None


def _of_any_kind(said: str, things: tuple[str, ...]) -> tuple[str, ...]:
    """What is barred by "a knife" and "any knives": a butter knife, too; "the knife" bars only what is called that."""
    if re.match(r"(?:the|that|those|this|these|my|your|our) ", said):
        return things
    kinds = (groups().get(noun(one).lower()) for one in things)
    more = (kind for group in kinds if group is not None for kind in group.types)
    return tuple(dict.fromkeys((*things, *more)))


def _pronoun(said: str, before: str, doing: str) -> tuple[str, ...]:
    """What "it" means in "without opening it": what was named before that can be opened."""
    if said not in ("it", "them", "that"):
        return ()
    words = words_of(before)
    named = [read_named(words, at) for at in range(len(words))]
    fit = [
        one.word
        for one in named
        if one is not None and one.word and (_TOUCH.get(doing) != "open" or capable(one.word, "openable"))
    ]
    return (fit[-1],) if fit else ()


def spared(text: str, before: Sequence[str] = (), busy: bool = False) -> Without | None:
    """What a clause by itself asks to be left alone: "leave the fork alone", "leave the drawer open afterwards".

    Args:
        text: The clause.
        before: Types that were spoken of, the last one first.
        busy: Whether something is being done: else "leave the door open" asks to open it.
    """
    found = _ALONE.match(text)
    if found:
        things = _things(found["np"])
        return Without(things) if things else None
    left = _LEAVE.match(text) if busy else None
    spare = _things(left["np"]) if left else ()
    if spare:
        return Without(spare, "pick_up")
    kept = _KEPT.match(text)
    if kept and (busy or kept["how"] in ("closed", "shut", "off")):
        meant = _meant(kept["np"], _KEEPS[kept["how"]][1], before)
        things = meant if meant and kept["np"] in _PART else _things(kept["np"]) or meant
        return Without(things, _KEEPS[kept["how"]][0]) if things else None
    return None


def stays(text: str) -> Without | None:
    """What a clause by itself says to stay where it is: "the pan stays on the hob", "let the potato stay"."""
    found = _STAYS.match(re.sub(r"^(?:let|leave) ", "", text))
    things = _things(found["np"]) if found else ()
    return Without(things, "pick_up") if things else None


_KEEPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "off": ("switch_on", "toggleable"),
        "on": ("switch_off", "toggleable"),
        "running": ("switch_off", "toggleable"),
        "open": ("close", "openable"),
        "closed": ("open", "openable"),
        "shut": ("open", "openable"),
    }
)
"""How something is to be left → the skill that must not be used on it, and what it has to be capable of."""
_PART = ("the door", "its door", "that door", "the doors", "the lid", "its lid")
"""What belongs to what was spoken of."""


def _meant(said: str, capability: str, before: Sequence[str]) -> tuple[str, ...]:
    """What "it" means that is to be left open or on."""
    if said not in ("it", "them", "that", "those", *_PART):
        return ()
    fit = [word for word in before if capable(word, capability)]
    return (fit[0],) if fit else ()


_BEHIND = re.compile(
    r",? (?:or|because|cause|since|as|afterwards?|after that|after|again|behind (?:you|yourself)|(?:just )?yet|for now"
    r"|either|at all|this time|(?:when|once) you(?:'re| are|'ve| have) (?:done|finished|gone|through))\b.*$"
)
"""What follows the things that must not be touched and says nothing more of them."""


def untouched(text: str, before: Sequence[str] = ()) -> Without | None:
    """What must not be done, after "don't": "use the microwave", "open the fridge"; ``before`` as in ``spared``."""
    doing = _DONT.match(text)
    if doing is None or doing[0] in ("in", "into", "with"):
        return None
    rest = _BEHIND.sub("", text[doing.end() :])
    meant = _meant(rest.strip(), "openable", before) if _TOUCH[doing[0]] in ("close", "open") else ()
    things = meant if meant and rest.strip() in _PART else _things(rest) or meant
    return Without(things, _TOUCH[doing[0]]) if things else None


def _things(text: str) -> tuple[str, ...]:
    """Types and classes that are listed; empty where anything else is said, too."""
    found: list[str] = []
    for words in split_list(words_of(re.sub(r"\b(?:any|or|nor)\b", ",", text))):
        named = read_named(words)
        if named is None or not named.word or named.end < len(words) or named.states:
            return ()
        found.append(named.word)
    return tuple(found)


def excepted(text: str, placing: bool = True) -> tuple[str, Callable[[NamedThings], NamedThings]]:
    """Take what is left out off a request; what it means of the things that are named.

    Args:
        text: The request.
        placing: Whether things are to be put somewhere, which may be said behind what is left out.

    Returns:
        The words without it, and a function that tells named things with what is left out of them; where nothing is,
        or it is not understood, the words are the same and so are the things.
    """
    found = _EXCEPT.search(text) or _ALL_BUT.search(text)
    if found is None:
        return _contrast(text, placing), lambda named: named
    words = words_of(found["np"])
    spare, trait, end = left_out(_up_to_goal(words, text[: found.start("np")]) if placing else words)
    if not end or (spare == 0 and trait is None):
        return text, lambda named: named
    start = found.start() if found.re is _EXCEPT else found.start("np") - len("but ")
    rest = f"{text[:start].strip(' ,')} {' '.join(words[end:])}".strip(" ,")
    return rest, lambda named: replace(named, but=trait, spare=spare, every=True)


def set_apart(text: str) -> tuple[str, str]:
    """A request without the exception at its end, and that: "clear the desk", " except the lamp"."""
    found = _EXCEPT.search(text) or _ALL_BUT.search(text)
    if found is None:
        return text, ""
    at = found.start() if found.re is _EXCEPT else found.start("np") - len("but ")
    return text[:at].strip(" ,"), f" {text[at:].strip(' ,')}"


def leaving_out(errand: Errand, mark: Callable[[NamedThings], NamedThings]) -> Errand:
    """An errand without what ``excepted`` read.

    Args:
        errand: What is to be done.
        mark: What is left out of it.

    Raises:
        UnclearRequest: It is about one thing, of which nothing can be left out.
    """
    word = next(iter(made_of(errand)), "")
    blank = NamedThings(word, None, False, False, "", "", 0)
    out = mark(blank)
    if out == blank:
        return errand
    told = out.but is not None and not out.spare and bool(out.but.states or out.but.place or out.but.near)
    if not (told or ALL in errand.params or errand.name.startswith(("Put All", "Clean All"))):
        raise UnclearRequest(Clarification(f"I understood: {errand.words}. What shall I leave out?"))
    old = next((one for one in errand.terms if isinstance(one, WhichThings) and one.word == word), WhichThings(word))
    others = tuple(one for one in errand.terms if one != old)
    return replace(errand, terms=(*others, replace(old, but=out.but, spare=out.spare)))


_OTHER = re.compile(r",? (?:and )?not (?P<np>(?:the|an?|my) [a-z ]+?)$")
_INSTEAD_OF = re.compile(
    r",? (?:instead of|rather than|as opposed to) (?:in |on |into |onto )?(?P<np>(?:the|a|my) [a-z ]+?)$"
)


def _contrast(text: str, placing: bool) -> str:
    """Without what only says what is not meant: "the big knife in the drawer, not the butter knife"."""
    found = _OTHER.search(text) or (_INSTEAD_OF.search(text) if placing else None)
    if found is None:
        return text
    words = words_of(text[: found.start()])
    named = [one for at in range(len(words)) if (one := read_named(words, at)) is not None and one.word]
    other = read_named(words_of(found["np"]))
    kinds = (
        frozenset()
        if other is None
        else frozenset((*types_named(other.word), *other.options) if other.word else other.options)
    )
    return text if not kinds or any(kinds & set(types_named(one.word)) for one in named) else text[: found.start()]


def _up_to_goal(words: Sequence[str], before: str) -> list[str]:
    """Words without where things are to be put, if that was not said before: "one in the fridge" → "one"."""
    if any(word in GOALS for word in words_of(before)):
        return list(words)
    goals = [at for at, word in enumerate(words) if word in GOALS]
    return list(words[: goals[-1]]) if goals else list(words)


# -- tools -----------------------------------------------------------------------------------------------------------

_HEATERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "microwave": frozenset({"Microwave"}),
        "stove": frozenset({"Pan", "StoveBurner", "StoveKnob"}),
        "toaster": frozenset({"Toaster"}),
    }
)
_TOOL = re.compile(
    r",?\s*\b(?:with|using|by means of|in|on|into) (?P<np>(?:the |a |an |my |your |that )*[a-z ]+?)(?=,| and\b|$)"
)


def with_tool(text: str, verb: str) -> Constrained:
    """Take the tool out of a request: what else could serve must then not be used.

    Args:
        text: The request behind its verb.
        verb: What it asks for: "slice", "cook", "boil", "toast".
    """
    for found in _TOOL.finditer(text):
        named = read_named(words_of(found["np"]))
        if named is None or not named.word or starts_request(found["np"]):
            continue
        others = instead(named.word, verb)
        if others is not None:
            rest = f"{text[: found.start()]}{text[found.end() :]}".strip(" ,")
            return Constrained(rest, (Without(tuple(sorted(others))),) if others else ())
    return Constrained(text)


def instead(word: str, verb: str) -> set[str] | None:
    """What else could serve in place of a tool; None where it is none for that.

    Args:
        word: The type or class of the tool.
        verb: What it is to serve for: "slice", "cook", "boil", "toast".
    """
    kinds = set(types_named(word))
    if verb == "slice":
        return set(KNIVES) - kinds if kinds & set(KNIVES) else None
    if verb not in ("cook", "boil", "toast"):
        return None
    for types in _HEATERS.values():
        if kinds & types or (kinds & set(PANS) and "Pan" in types):
            return {other for heater in _HEATERS.values() if heater is not types for other in heater}
    return None
