"""Reads what has to be so: "there are at least two mugs on the desk", "the lamp is on", "all the plates are clean"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from agent.planning.terms import EMPTY, OnlyIf, Trait
from agent.requests.errands import BRING, Errand
from agent.requests.terms.accounting import unexplained
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import ONLY_SAID, STATES, NamedThings, capable, read_named
from envs.vocabulary.numbers import ORDINALS, alternatives, up_to
from envs.vocabulary.uses import pieces

_THERE = re.compile(
    r"^(?:there(?:'s| is| are|'re)"
    r"|(?:you|we|i)(?: can| could)?(?: still)? (?:see|find|have|got|spot|notice|come across)"
    r"|you(?:'ve| have) got|we(?:'ve| have) got)\b *(?P<not>n't |not |no longer )?(?P<np>.+)$"
)
_NONE = re.compile(
    r"^(?:there (?:isn't|aren't|is not|are not)"
    r"|(?:you|we|i) (?:can't|cannot|can not|don't|do not|couldn't) (?:see|find|have)(?: any)?)\b *(?P<np>.+)$"
)
_IS = re.compile(r"^(?P<np>.+?) (?:is|are|'s)(?P<not>n't| not| no longer)? (?P<how>.+)$")
_HAS = re.compile(
    r"^(?P<np>(?:the|a|an|my|our|any|one of) .+?) (?:has(?: got)?|have(?: got)?|contains?|holds?) "
    r"(?P<what>.+?)(?: (?P<at>in|on|inside) (?:it|them)| inside)?$"
)
_HOLDS = re.compile(r"^(?P<what>[a-z' ]+?) (?P<at>in|inside|on) (?P<np>(?:the|a|an|my|our|any|one of) .+)$")
_LEFT = re.compile(
    r"\b(?:in|at|inside) (?:the |this |our |my )?(?:kitchen|(?:other |next )?room|house|home|bathroom|bedroom"
    r"|living room|flat)\b ?"
    r"|\b(?:left|around|anywhere|here|at all|somewhere|at home|available|still|already|currently)\b ?"
)
_SHORT = re.compile(
    rf"(?<=[a-z])'s (?=(?:not |still |already |no longer )?(?:{'|'.join((*STATES, *ONLY_SAID))}|in|on|inside)\b)"
)
_PUT_SO = re.compile(r"\b(?:switch(?:ed)?|turn(?:ed)?|left|standing) (?=(?:on|off|open)\b)")
"""As what is on or open is said to have come to be so: "switched on", "left open"."""

# -- how many

_N = rf"\d+|{alternatives(up_to(20))}"
_MANY = tuple(
    (re.compile(rf"^{shape} (?=[a-z])"), by)
    for shape, by in (
        (rf"(?:more than|over) (?P<n>{_N})", "more"),
        (rf"(?:at least|no fewer than|no less than|not fewer than|not less than) (?P<n>{_N})", "least"),
        (rf"(?:fewer than|less than|under) (?P<n>{_N})", "fewer"),
        (rf"(?:at most|no more than|not more than|up to) (?P<n>{_N})", "most"),
        (rf"(?P<n>{_N}) or (?:more|fewer|less)", "or"),
        (rf"(?:only|just|exactly)(?: exactly)? (?P<n>{_N}|an?)", "exactly"),
        (rf"(?P<n>{_N})", "least"),
    )
)


@dataclass(frozen=True)
class _Many:
    """How many there have to be of something.

    Attributes:
        rest: What of.
        so: Whether there have to be so many, or must not be.
        least: As in ``OnlyIf``.
        most: As in ``OnlyIf``.
    """

    rest: str
    so: bool = True
    least: int = 1
    most: int = 0


def _many(text: str) -> _Many:
    """A number before the name of things: "more than two mugs on the desk"; without one, one will do."""
    for shape, by in _MANY:
        found = shape.match(text)
        if found is None:
            continue
        rest = text[found.end() :]
        number = int(found["n"]) if found["n"].isdecimal() else {**up_to(20), "a": 1, "an": 1}[found["n"]]
        if by == "or":
            by = "least" if found[0].rstrip().endswith("more") else "most"
        if number == 0 or (by == "fewer" and number == 1):
            return _Many(rest, False) if by in ("least", "exactly", "most", "fewer") else _Many(rest)
        at_least = {"more": (True, number + 1), "fewer": (False, number), "most": (False, number + 1)}
        so, least = at_least.get(by, (True, number))
        return _Many(rest, so, least, number if by == "exactly" else 0)
    return _Many(text)


# -- what is so


def read_condition(text: str, holds: bool) -> OnlyIf | None:
    """Read what has to be so; None where it is not understood.

    Args:
        text: "there is no milk in the fridge", "the mug is dirty".
        holds: Whether it has to be so, or must not be ("unless").
    """
    text = _PUT_SO.sub("", _SHORT.sub(" is ", " ".join(_LEFT.sub("", _plainly(text)).split())))
    for pattern, reader in ((_NONE, _missing), (_THERE, _existing), (_HAS, _holding), (_IS, _being)):
        found = pattern.match(text)
        read = reader(found) if found else None
        if read is not None:
            return replace(read, holds=read.holds == holds, words=f"{'if' if holds else 'unless'} {text}")
    return None


def _missing(found: re.Match[str]) -> OnlyIf | None:
    return _there(found["np"], True)


def _existing(found: re.Match[str]) -> OnlyIf | None:
    return _there(found["np"], bool(found["not"]))


_LEFT_SO = re.compile(
    r"^(?:some(?:body|one)|any(?:body|one)|i|we|you|he|she|they)(?: have| has|'ve|'s)? left "
    r"(?P<np>(?:the|my|our|a|an|any) .+?) (?P<how>on|open|running|burning)$"
)
_LEFT_THERE = re.compile(
    r"^(?:some(?:body|one)|any(?:body|one)|i|we|he|she|they)(?: have| has|'ve|'s| may have| might have)? (?:left|put"
    r"|forgot|forgotten|dropped) (?P<np>(?:an?|some|any|one|my|our|the) [a-z]+(?: [a-z]+)?) (?P<where>(?:in|on) .+)$"
)
_DOOR = re.compile(r"^(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)?) (?:doors?|lid) (?=(?:is|are)\b)")
_NEEDS = re.compile(
    r"^(?P<np>.+?) (?:need|want)(?P<one>s)? (?:(?:a bit of|some|a) )?"
    r"(?:(?P<water>water|watering|drink)|(?P<wash>wash|washing|cleaning))$"
)


def _plainly(text: str) -> str:
    """A condition as that something is so: "somebody left the fridge open", "the plant needs water"."""
    left = _LEFT_SO.match(text)
    if left is not None:
        return f"{left['np']} is {left['how']}"
    there = _LEFT_THERE.match(text)
    if there is not None:
        known = there["np"].startswith(("the ", "my ", "our "))
        return f"{there['np']} is {there['where']}" if known else f"there is {there['np']} {there['where']}"
    needs = _NEEDS.match(text)
    if needs is not None:
        return f"{needs['np']} {'is' if needs['one'] else 'are'} {'dry' if needs['water'] else 'dirty'}"
    door = _DOOR.match(text)
    words = words_of(door[0]) if door else []
    whole, part = (read_named(words), read_named(words_of(door["np"]))) if door else (None, None)
    named = whole is not None and bool(whole.word) and whole.end == len(words)
    if door is not None and not named and part is not None and capable(part.word, "openable"):
        return f"{door['np']} {text[door.end() :]}"
    return text


_PAIR = re.compile(
    r"^(?P<there>there (?:is|are) |(?:you|we) have )(?P<one>.+?) and "
    r"(?P<other>(?:an?|no|some|any|the|\w+ or more|at least|more than|\d+|two|three|four) .+)$"
)
_BOTH_ARE = re.compile(
    r"^(?:both )?(?P<one>(?:the|my|our) [a-z ]+?) and (?P<other>(?:the|my|our) [a-z ]+?) are (?:both )?(?P<how>.+)$"
)
_SOMEWHERE = re.compile(r" (?:in|on|inside|next to|near) .+$")


def read_conditions(text: str, holds: bool) -> tuple[OnlyIf, ...]:
    """Read all that has to be so: "the mug is dirty and there is a plate"; nothing where it is not understood.

    Args:
        text: As for ``read_condition``.
        holds: Whether it has to be so; of several things that must not be so together none is read.
    """
    one = read_condition(text, holds)
    if one is not None or not holds:
        return () if one is None else (one,)
    for halves in _halves(text):
        read = [read_conditions(half, True) for half in halves]
        if all(read):
            (first, *_), *_ = read
            return (first, *(replace(o, words=f"and {o.words}") for found in read for o in found if o is not first))
    return ()


def _halves(text: str) -> Iterator[tuple[str, str]]:
    """What may be two conditions in one."""
    pair = _PAIR.match(text)
    if pair is not None:
        where = None if _SOMEWHERE.search(pair["one"]) else _SOMEWHERE.search(pair["other"])
        yield f"{pair['there']}{pair['one']}{where[0] if where else ''}", f"{pair['there']}{pair['other']}"
    both = _BOTH_ARE.match(text)
    if both is not None:
        yield f"{both['one']} is {both['how']}", f"{both['other']} is {both['how']}"
    for joint in re.finditer(r",? and (?=(?:if )?(?:the|there|an?|no|all|you|my|our|one|none|both)\b)", text):
        yield text[: joint.start()], text[joint.end() :].removeprefix("if ")


def _there(said: str, negated: bool) -> OnlyIf | None:
    """That there are such things, or with ``negated`` that there are not."""
    held = _HOLDS.match(said)
    content = _content(held["np"], f"no {held['what']}" if negated else held["what"]) if held else None
    if content is not None:
        return content
    many = _many(re.sub(r"^any ", "", said))
    words = words_of(many.rest)
    none = words[:1] == ["no"]
    trait = _trait(words[1:] if none else words)
    if trait is None or (none and negated):
        return None
    return OnlyIf(trait, many.so != (none or negated), "", many.least, many.most)


_FLUID = re.compile(r"^(?:(?:no|any|some|enough|still) )*(?:water|liquid)$")
_SOMETHING = re.compile(r"^(?P<no>no )?(?:anything|something|things|any things|stuff)$|^nothing$")


def _holding(found: re.Match[str]) -> OnlyIf | None:
    """As in "the kettle has no water in it", "the drawer contains a knife"."""
    place = read_named(words_of(found["np"]))
    if place is None or not capable(place.word, "receptacle"):
        return _content(found["np"], found["what"])
    np = f"{found['what']} {found['at'] or 'in'} {found['np']}"
    return _content(found["np"], found["what"]) or _there(np, False)


def _content(place: str, what: str) -> OnlyIf | None:
    """Whether a vessel is full, or something has anything in or on it."""
    named = _all_of(words_of(place))
    if named is None or "enough" in what:
        return None
    if _FLUID.match(what) and capable(named.word, "canFillWithLiquid"):
        return OnlyIf(_of(named, ("filled", not what.startswith("no "))), True)
    something = _SOMETHING.match(what)
    if something and not capable(named.word, "receptacle") and capable(named.word, "canFillWithLiquid"):
        return OnlyIf(_of(named, ("filled", not what.startswith("no"))), True)
    if something and capable(named.word, "receptacle"):
        return OnlyIf(_of(named, (EMPTY, what.startswith("no"))), True)
    return None


_WHICH = re.compile(
    r"^(?:(?P<none>no|none of|neither of|neither)|(?P<all>all of|both of|each of|all|both|every|each)"
    r"|(?P<some>(?:one|some|any|either) of|some|any|either|a|an))(?: the| my| our| these| those| your)? (?P<rest>.+)$"
)
_ALL_ARE = re.compile(r"^(?:all|both|each) (?P<how>.+)$")


def _being(found: re.Match[str]) -> OnlyIf | None:
    """As in "the mug is dirty", "the fridge is not open", "none of the lamps is on", "two plates are clean"."""
    which, how, negated = _WHICH.match(found["np"]), found["how"], bool(found["not"])
    every = _ALL_ARE.match(how)
    how = every["how"] if every else how
    some = which["rest"] if which else re.sub(r"^(?:the|my|our|your) ", "", found["np"])
    not_all = some.startswith("not all ") or some.startswith("not both ")
    if not_all:
        which = _WHICH.match(some.removeprefix("not "))
        some = which["rest"] if which else some
    whole = bool(which and which["all"]) or bool(every)
    many = _many(some)
    counted = many != _Many(some)
    so = _so(many.rest if counted else f"the {some}", how)
    if so is None or (negated and (counted or bool(which and (which["none"] or which["all"])))):
        return None
    if whole:
        return _all_so(so, not_all != (negated and bool(every)))
    if negated and so.states:
        return OnlyIf(_otherwise(so), True)
    none = bool(which and which["none"])
    return OnlyIf(so, many.so != (none or negated), "", many.least, many.most)


def _all_so(so: Trait, turned: bool) -> OnlyIf | None:
    """That all of a kind are so: that none is otherwise; None where that cannot be told."""
    if not so.states:
        return None  # not being somewhere is no trait
    return OnlyIf(_otherwise(so), turned)


def _otherwise(so: Trait) -> Trait:
    """The same things in the opposite state."""
    *others, (word, wanted) = so.states
    return replace(so, states=(*others, (word, not wanted)))


def _so(said: str, how: str) -> Trait | None:
    """Things that are in some state or place, as they are named and said to be."""
    named = _all_of(words_of(said))
    if named is None:
        return None
    states = [_state(word, named.word) for word in re.split(r" and | but |, ", how)]
    if all(states):
        switched = any(one is not None and one[0] == "on" for one in states)
        kind = _SWITCH.get(named.word, named.word) if switched else named.kind
        return replace(_of(named, *(one for one in states if one)), kind=kind)
    trait = _trait([*words_of(said), "that", "is", *words_of(how)])
    return None if trait is None or not (trait.place or trait.near) else trait


_SWITCH = {"StoveBurner": "StoveKnob", "Sink": "Faucet", "SinkBasin": "Faucet", "Stove": "StoveKnob"}


def made_up(kind: str) -> bool:
    """Whether what people call one thing is switched by several: a stove is off when all its burners are."""
    return _SWITCH.get(kind) == "StoveKnob"


_OF_PLANTS = {"dry": False, "thirsty": False, "watered": True, "wet": True, "moist": True}
"""How the earth of a plant is, by whether it has water."""


_SWITCHED = ("on", "off", "running", "lit", "burning")
_NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "dirty": ("dirtyable",),
        "filled": ("canFillWithLiquid",),
        EMPTY: ("canFillWithLiquid", "receptacle"),
        "open": ("openable",),
        "on": ("toggleable",),
        "cooked": ("cookable",),
        "sliced": ("sliceable",),
        "broken": ("breakable",),
    }
)
"""State → what things have to be capable of, one of these, to be in it or in its opposite."""


def _state(word: str, kind: str) -> tuple[str, bool] | None:
    """The state that an adjective names of a kind of things; None where they are never in one."""
    if kind == "HousePlant" and word in _OF_PLANTS:
        return "filled", _OF_PLANTS[word]
    if word in ("clear", "bare") and capable(kind, "receptacle") and not capable(kind, "pickupable"):
        return EMPTY, True
    if word in ("done", "ready") and capable(kind, "cookable"):
        return "cooked", True
    found = {**STATES, **ONLY_SAID}.get(word)
    needed = _NEEDED.get(found[0], ()) if found else ()
    kinds = (_SWITCH.get(kind, kind) if word in _SWITCHED else kind, pieces().get(kind, kind))
    able = not needed or any(capable(one, capability) for one in kinds for capability in needed)
    return found if able else None


def _of(named: NamedThings, *states: tuple[str, bool]) -> Trait:
    return Trait(named.kind, (*named.states, *states), named.place, named.near, named.holds, named.number)


def _trait(words: Sequence[str]) -> Trait | None:
    named = _all_of(words)
    return None if named is None else _of(named)


def _all_of(words: Sequence[str]) -> NamedThings | None:
    """What things are like; None where more is said than is understood, also of how many there are."""
    named = read_named(words)
    if named is None or not named.word or named.foremost or named.more or named.count not in (None, 1):
        return None
    if named.text.endswith("coffee") or set(ORDINALS) & set(words):  # a drink is no cup
        return None
    named = with_place(named, words)
    bare = Errand(BRING, ("1", named.kind)).on(OnlyIf(_of(named), True))
    return named if named.end == len(words) and not unexplained(" ".join(words), [bare]) else None
