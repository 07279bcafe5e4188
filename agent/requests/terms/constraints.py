"""What must hold while something is done: without a knife, not in the fridge, all except one, in the microwave.

Each reader takes its words out of a request and gives them back as terms; words that it does not understand stay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from agent.belief.common_sense import KNIVES, PANS
from agent.planning.terms import Term, Without
from agent.recognition.lines import GOALS
from agent.requests.dishes import GREENS, head_of
from agent.requests.errands import Errand
from agent.requests.terms.barred import barred, kinds_of, named_otherwise
from agent.requests.words.clauses import NUMBER, VERBS, leading_verb, words_of
from agent.requests.words.nouns import capable, mentioned, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun
from envs.vocabulary.groups import groups

_TOUCH: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("use", "using", "touch", "touching", "handle", "disturb", "disturbing", "with"), ""),
        **dict.fromkeys(("in", "into", "on", "onto"), ""),
        **dict.fromkeys(
            ("move", "moving", "relocate", "shift", "take", "taking", "pick up", "picking up", "lift", "lifting"),
            "pick_up",
        ),
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
    r"(?<!\bis)(?<!\bare)(?<!'s)(?<!\bis )(?<!\bare )(?<!'s )"
    rf",?\s*\b(?:but|and|just|only)?\s*\b(?:not|never|don't|do not) (?P<doing>{_DOING})\s+(?P<np>.+)$"
)
_BUT_NOT = re.compile(
    r"(?<!\bis)(?<!\bare)(?<!'s)(?<!\bis )(?<!\bare )(?<!'s ),?\s*\b(?:but )?not (?:(?:in|on|into|onto|from) )?"
    r"(?P<np>(?:the|my|our) [a-z ]+)$"
)
_DONT = re.compile(rf"^(?:{_DOING})\b")
_ALONE = re.compile(
    r"^(?:leave|let) (?P<np>.+?) (?:alone|be|in peace|untouched|whole|intact|uncut|unsliced|unwashed|raw"
    r"|where (?:it|they) (?:is|are)|as (?:it|they) (?:is|are)"
    r"|as is|where it is now)$"
)
_LEAVE = re.compile(
    r"^(?:leave|spare) (?P<np>(?:the|my|your|our|that|those|these|both) [a-z ]+?)(?: please| for now| there)?$"
)
_KEPT = re.compile(
    r"^(?:leave|keep) (?P<np>.+?) (?P<how>closed|shut|open|off|on|running|burning|lit)"
    r"(?: for me| then| please| after that)?$"
)
_STAYS = re.compile(
    r"^(?P<np>[a-z ]+?) (?:(?:can|may|must|should|shall|has to|have to|is to|are to|needs? to|will) )?(?:just |all )?"
    r"(?:stays?|remains?|be left|keeps? its place)"
    r"(?: (?:there|put|here|alone|untouched|as (?:it|they) (?:is|are)|where (?:it|they) (?:is|are)|right there"
    r"|(?:on|in|at) [a-z ]+))?"
    r"(?: please| though)*$"
)
_NOT_ALSO = re.compile(
    r",?\s*\b(?:just |only )?(?:except(?: for)?|but not|not|apart from) "
    r"(?P<np>(?:the|my|any) [a-z ]+?(?:,| and| or| nor)+ (?:not )?(?:the|my|any) [a-z ]+)$"
)


@dataclass(frozen=True)
class Constrained:
    """A request without its constraints.

    Attributes:
        text: What is left of the words.
        terms: The constraints.
        remarks: What is to be said of others that need not be heeded.
        lost: What could not be taken into account.
    """

    text: str
    terms: tuple[Term, ...] = ()
    remarks: tuple[str, ...] = ()
    lost: str = ""


def constrained(text: str) -> Constrained:
    """Take what must not be used out of a request."""
    terms: list[Term] = []
    other = _BUT_NOT.search(text)
    remark = named_otherwise(other["np"], text[: other.start()]) if other else ""
    if other and remark:
        return replace(constrained(text[: other.start()].strip(" ,")), remarks=(remark,))
    none_of = _NOT_ALSO.search(text)
    carrying = "pick_up" if VERBS.get(leading_verb(text)) == "put" else ""
    spare = barred(re.sub(r"\bnot\b", "", none_of["np"]), carrying) if none_of else ()
    placed = any(one.which.place for one in spare)  # or where to: "everything but the cups and the mugs in the sink"
    if (
        none_of
        and spare
        and not placed
        and re.search(r"\b(?:everything|all|whatever|every)\b", text[: none_of.start()])
    ):
        terms.extend(spare)
        text = text[: none_of.start()].strip(" ,")
    for pattern in (_WITHOUT, _NOT_WITH):
        found = pattern.search(text)
        if found is None or (found.start() == 0 and pattern is _WITHOUT):
            continue
        before = text[: found.start()].strip(" ,")
        named, behind = _up_to_goal(found["np"], before)
        without = _without(named, found["doing"] or "", before)
        if not without or (head_of(text) and set(kinds_of(without)) & {*GREENS, "Bread"}):
            continue
        terms.extend(without)
        text = f"{before} {behind}".strip()
    return Constrained(text, tuple(terms))


def _up_to_goal(said: str, before: str) -> tuple[str, str]:
    """What is barred, and where what is asked for shall go, if that is said behind it: "without egg in the bowl"."""
    words = words_of(said)
    kind = VERBS.get(leading_verb(before), "")
    goals = [at for at, word in enumerate(words) if word in GOALS and at and words[at - 1] not in ("is", "are")]
    bare = words[:1] != ["the"] and (kind in ("make", "cook", "boil", "toast") or bool(head_of(before)))
    if not goals or not (bare or kind == "put") or any(word in GOALS for word in words_of(before)):
        return said, ""
    return " ".join(words[: goals[-1]]), " ".join(words[goals[-1] :])


def _without(said: str, doing: str, before: str) -> tuple[Without, ...]:
    """What is barred.

    Args:
        said: The words that name it.
        doing: What must not be done with it, "" for anything.
        before: What is asked for.
    """
    placing = doing in _PLACES and VERBS.get(leading_verb(before)) == "put"
    skill = "put" if placing else _TOUCH.get(doing, "")
    without = barred(_AND_NOT.sub(r"\1 ", said), skill)
    if doing in _PLACES and any(one.which.place for one in without):
        return ()  # "not in the sink on the table": what it is put on, or where the sink is
    kinds = kinds_of(without) or _pronoun(said, before, doing)
    some = tuple(one for one in without if not kinds_of([one]))
    return (*([Without(_of_any_kind(said, kinds), skill)] if kinds else []), *some)


_AND_NOT = re.compile(
    r"(,|\b(?:and|or|nor|but)) (?:also )?(?:without|not)(?: (?:using|in|on|into|onto|with))?(?= (?:a|an|the|my|any)\b)"
)
_PLACES = ("in", "into", "on", "onto")


def beside_the_goal(terms: Sequence[Term], errand: Errand) -> tuple[Term, ...]:
    """What is barred without where things are to go: of "on the desk, not on the table" the desk is no table."""
    goal = set(types_named(errand.params[-1])) if errand.params else set[str]()
    return tuple(_narrowed(one, goal) if isinstance(one, Without) and one.skill == "put" else one for one in terms)


def _narrowed(term: Without, goal: set[str]) -> Without:
    kinds = [set(types_named(word)) for word in term.words]
    left = [
        (word,) if not goal < kind else tuple(sorted(kind - goal)) for word, kind in zip(term.words, kinds, strict=True)
    ]
    return replace(term, words=tuple(word for words in left for word in words))


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


def spared(text: str, before: Sequence[str] = (), busy: bool = False) -> tuple[Without, ...]:
    """What a clause by itself asks to be left alone: "leave the fork alone", "leave the drawer open afterwards".

    Args:
        text: The clause.
        before: Types that were spoken of, the last one first.
        busy: Whether something is being done: else "leave the door open" asks to open it.
    """
    found = _ALONE.match(text)
    if found:
        return barred(found["np"])
    left = _LEAVE.match(text) if busy else None
    fixed = left is not None and not any(capable(kind, "pickupable") for kind in mentioned(left["np"]))
    spare = barred(left["np"], "" if fixed else "pick_up") if left else ()
    if spare and not any(one.which.place for one in spare):  # "leave the mug on the desk" may ask to put it there
        return spare
    kept = _KEPT.match(text)
    if kept and (busy or kept["how"] in ("closed", "shut", "off", "running", "burning", "lit")):
        skill, capability = _KEEPS[kept["how"]]
        meant = _meant(kept["np"], capability, before)
        own = barred(kept["np"], skill) if not (meant and kept["np"] in _PART) else ()
        return own or ((Without(meant, skill),) if meant else ())
    return ()


def also_without(text: str) -> tuple[Term, ...]:
    """What a clause by itself adds: "(fry an egg without the microwave) and without the toaster"."""
    bare = constrained(f"do it {text}")
    return bare.terms if bare.text == "do it" else ()


def spares_so_many(text: str) -> bool:
    """Whether a clause by itself asks to leave so many alone, whichever they are: "leave one tomato whole"."""
    found = _ALONE.match(text)
    return found is not None and bool(re.match(rf"(?:{NUMBER})\b", found["np"]))


def touches(forbidden: str) -> bool:
    """Whether what must not be done is to use or to touch something."""
    return _DONT.match(forbidden) is not None


def left_alone(text: str) -> bool:
    """Whether a clause by itself asks to leave something alone, whatever that is."""
    left = _LEAVE.match(text)
    return bool(_ALONE.match(text)) or (left is not None and not {*GOALS, "alone"}.intersection(words_of(left["np"])))


def stays(text: str) -> tuple[Without, ...]:
    """What a clause by itself says to stay where it is: "the pan stays on the hob", "let the potato stay"."""
    found = _STAYS.match(re.sub(r"^(?:let|leave) ", "", text))
    return barred(found["np"], "pick_up") if found else ()


_KEEPS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "off": ("switch_on", "toggleable"),
        "on": ("switch_off", "toggleable"),
        **dict.fromkeys(("running", "burning", "lit"), ("switch_off", "toggleable")),
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
    r",? (?:or (?:else|it|i|we|you|they|he|she|someone|somebody|that|this"
    r"|the \w+ (?:will|would|gets?|is|are|may|might|can|goes|falls?|breaks?))"
    r"|because|cause|since|as|afterwards?|after that|after|again|behind (?:you|yourself)|(?:just )?yet|for now"
    r"|either|at all|this time|(?:when|once) you(?:'re| are|'ve| have) (?:done|finished|gone|through))\b.*$"
)
"""What follows the things that must not be touched and says nothing more of them."""


_NEEDED = {"close": "openable", "open": "openable", "pick_up": "pickupable"}
"""Skill → what a thing has to be capable of that "it" can mean."""


def untouched(text: str, before: Sequence[str] = ()) -> tuple[Without, ...]:
    """What must not be done, after "don't": "use the microwave", "open the fridge"; ``before`` as in ``spared``."""
    doing = _DONT.match(text)
    if doing is None or doing[0] in (*_PLACES, "with"):
        return ()
    rest, skill = _BEHIND.sub("", text[doing.end() :]).strip(), _TOUCH[doing[0]]
    meant = _meant(rest, _NEEDED[skill], before) if skill in _NEEDED else ()
    own = barred(rest, skill) if not (meant and rest in _PART) else ()
    return own or ((Without(meant, skill),) if meant else ())


# -- tools -----------------------------------------------------------------------------------------------------------

_HEATERS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "microwave": frozenset({"Microwave"}),
        "stove": frozenset({"Pan", "StoveBurner", "StoveKnob"}),
        "toaster": frozenset({"Toaster"}),
    }
)


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
