"""Requests to put things somewhere: in, on or next to what; of several places, which is where they are now."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from agent.planning.terms import AsMany, Trait, WhichThings
from agent.planning.wants import ANYTHING
from agent.recognition.lines import GOALS
from agent.requests.dishes import sliced
from agent.requests.errands import BESIDE, PUT, STATE, Errand, is_placing, made_of
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.naming import (
    ReferenceContext,
    RequestResult,
    cannot,
    each,
    placed,
    same,
    settle,
    together,
    types_of,
)
from agent.requests.terms.others import terms_told, told_or_washed
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import as_it_is, trait_of
from agent.requests.words.nouns import NamedThings, capable, read_named
from agent.requests.words.relations import NEXT_TO, relations
from envs.pocket.things.traits import ENCLOSED
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import a, noun
from envs.vocabulary.uses import put_in


def put(text: str, spoken: ReferenceContext) -> RequestResult:
    """The errands of a request to put things somewhere, given behind its verb.

    Raises:
        UnclearRequest: It has to be asked back.
    """
    text = re.sub(r"^(?:down|up|out|me|us)\b ?", "", text)
    text = re.sub(r"\b(?:down|away|all together|together)\b ?", "", text).strip()
    top = bool(_ON_TOP.search(text)) and not _INTO_ANOTHER.search(text)
    back = bool(re.search(r"\bback (?=(?:in|on|into|onto|to)\b)", text))
    text = relations(re.sub(r"\bback (?=(?:in|on|into|onto|to)\b)", "", text))
    text = re.sub(r"\b(them|it|these|those) (?:all|both)\b", r"\1", text)
    counted = _AS_MANY.match(text)
    if counted:
        return _as_many(counted, spoken)
    text = _with_the_last(text)
    pairs = _pairs(text)
    if pairs:
        first = put(pairs[0], spoken)
        then = put(pairs[1], replace(spoken, things=first.things[:1] or spoken.things))
        return together([first, _with_what_went_in(first, then, pairs[1])])
    words = words_of(text)
    leads = _destination(words)
    if not leads:
        things = each(text, spoken, "pickupable")
        listed = " and ".join(f"the {noun(named.word)}" for named in things)
        raise UnclearRequest(Clarification(f"Where shall I put {listed}?", f"put {text} "))
    if leads[0] == 0:
        raise UnclearRequest(Clarification("What shall I put there?", "put ", f" {text}"))
    on, surface = _surface_before(words, leads[0]) if words[leads[0]] == NEXT_TO else (0, "")
    things = [as_it_is(one) for one in each(" ".join(words[: on or leads[0]]), spoken, "pickupable")]
    if words[leads[0]] == NEXT_TO:
        other = settle(placed(words[leads[0] + 1 :]), text, spoken)
        if on and not other.place:  # "on the table next to the fork"
            other = replace(other, place=surface)
        beside = _one_beside_each if other.apiece else _put_beside
        errands = tuple(errand for named in things for errand in _filled_first(named, lambda one: beside(one, other)))
        return RequestResult(errands, same(things), (*types_of(things), other.word))
    place = _place(" ".join(words[leads[0] :]), f"put {text}", spoken, types_of(things))
    if top and place.word in ENCLOSED and put_in(place.word):
        inside = f"put {' '.join(words[: leads[0]])} in the {noun(place.word)}"
        raise UnclearRequest(
            Clarification(f"I cannot put things on top of {a(place.word)}. Shall I {inside}?", inside, "", ("yes",))
        )
    back = back or any(one.more or re.search(r"\bother\b", one.text) for one in things)
    if back and place.word:  # it is not there now
        things = [one if one.every or one.but else replace(one, but=Trait("", (), place.word)) for one in things]
    things = [one for one in things if not (one.pronoun and one.word == place.word)]
    if place.apiece and place.word:
        errands = tuple(_one_on_each(named, place) for named in things)
        return RequestResult(errands, same(things), (*types_of(things), place.word))
    errands = tuple(
        errand for named in things for errand in _filled_first(named, lambda one: _brought(one, place, text))
    )
    return RequestResult(errands, same(things), (*types_of(things), place.word))


def _with_what_went_in(first: RequestResult, then: RequestResult, text: str) -> RequestResult:
    """What is put somewhere with what was put into it before: "the apple in the bowl and the bowl on the table"."""
    last, moved = first.errands[-1], then.errands[0]
    relation, dish = last.params[-2:]
    put_there = is_placing(last) and relation in ("in", "on")
    one = put_there and moved.name == PUT and moved.params[:2] == ("1", dish)
    if not one or moved.terms or len(then.errands) > 1 or not text.startswith(("the ", "that ", "this ")):
        return then
    return replace(then, errands=(moved.on(WhichThings(dish, Trait(holds=made_of(last)[0]))),))


def _filled_first(named: NamedThings, brought: Callable[[NamedThings], Errand]) -> tuple[Errand, ...]:
    """Bringing things somewhere; a glass of water is filled before, "the glass of water" is the one that is full."""
    if named.form not in _LIQUIDS or named.every:
        return (brought(named),)
    if named.text.startswith(("the ", "my ", "our ", "that ", "this ")):
        return (brought(replace(named, states=(*named.states, ("filled", True)))),)
    if named.form != "water":
        raise UnclearRequest(Clarification(f"I can fill things with water, but not with {named.form}. Shall I?"))
    filled = Errand(STATE, (named.counted, named.word, "filled")).on(*terms_told(named))
    return filled, brought(NamedThings(named.word, named.count, False, False, "", named.text, named.end))


_LIQUIDS = frozenset({"water", "tea", "milk", "juice", "wine", "beer", "lemonade"})
_BEHIND_PLACE = re.compile(
    r"^(?P<first>.+?) (?P<where>(?:in|on|into|onto|to) (?:the|my|our|an?) [a-z ]+?),? and "
    r"(?P<other>(?:the|my|our|an?|all) [a-z ]+)$"
)


def _with_the_last(text: str) -> str:
    """Things with the one that is said behind the place: "the mug in the sink and the plate (too)"."""
    found = _BEHIND_PLACE.match(text)
    other = placed(words_of(found["other"])) if found else None
    if (
        found is None
        or other is None
        or not capable(other.word, "pickupable")
        or other.end < len(words_of(found["other"]))
        or (other.place and not other.there)
    ):
        return text
    if other.place:  # said of the last of a list a place is that of all
        return f"{found['other']} and {found['first']} {found['where']}"
    return f"{found['first']} and {found['other']} {found['where']}"


_ON_TOP = re.compile(r"\b(?:on top of|atop)\b|\b(?:on|onto) (?:the|my|our) (?:fridge|refrigerator|microwave)\b")
_INTO_ANOTHER = re.compile(r"\b(?:in|into|inside) (?:the|my|our|an?) [a-z]+(?: [a-z]+)?$")
"""Where something goes that is on top of something: "the apple on the microwave into the fridge"."""
_AS_MANY = re.compile(
    r"^(?:(?:just |exactly )?as many|(?:just |exactly )?(?:so|that) many|the same number of) (?P<np>[a-z ]+?) "
    r"(?P<where>(?:in|on|into|onto|to) [a-z ]+?) as (?:there are |we have |i have |you (?:can )?(?:find"
    r"|see) )?(?P<of>.+)$"
)


def _as_many(found: re.Match[str], spoken: ReferenceContext) -> RequestResult:
    """So many things as there are of others: "as many forks on the table as there are plates"."""
    where = _place(found["where"], found[0], spoken, ())
    of = re.sub(r"\b(?:on|in) (?:it|there)$", f"on the {noun(where.word)}", found["of"])
    counted = placed(words_of(of))
    things = each(f"all the {found['np']}", spoken, "pickupable")
    if counted is None or not counted.word or counted.end < len(words_of(of)) or len(things) != 1:
        raise UnclearRequest(Clarification(f"As many as of what? I did not understand {found['of']!r}."))
    trait = trait_of(counted, counted.word)
    return RequestResult(
        (_so_many(things[0], where, AsMany(things[0].kind, trait)),), False, (things[0].word, where.word)
    )


def _one_on_each(named: NamedThings, place: NamedThings) -> Errand:
    """So many for each place: "one fork on each plate"."""
    trait = trait_of(place, place.word)
    return _so_many(named, place, AsMany(named.kind, trait, named.count or 1, apart=True))


def _one_beside_each(named: NamedThings, other: NamedThings) -> Errand:
    """So many next to each of others: "a fork next to each plate"."""
    many = AsMany(named.kind, trait_of(other, other.word), named.count or 1, apart=True)
    return Errand(PUT, (ALL, named.kind, BESIDE, other.word), (many,)).on(*terms_told(named), *terms_told(other))


def _so_many(named: NamedThings, place: NamedThings, many: AsMany) -> Errand:
    errand = Errand(PUT, (ALL, named.kind, "in" if put_in(place.word) else "on", place.word), (many,))
    return errand.on(*terms_told(named), *told_or_washed(place))


def _surface_before(words: Sequence[str], beside: int) -> tuple[int, str]:
    """Where it is said on what things go next to something, and on what: "(the plate) on the table (next to …)"."""
    for at in range(beside - 1, 0, -1):
        if words[at] in ("on", "in", "onto", "into"):
            named = read_named(words, at + 1)
            whole = named is not None and named.end == beside and bool(named.word)
            fits = whole and named is not None and capable(named.word, "receptacle")
            return (at, named.word) if fits and named is not None else (0, "")
    return 0, ""


def _pairs(text: str) -> list[str]:
    """Things with a place each: "the spoon in the mug and the fork in the sink"."""
    for joint in re.finditer(
        r",? and (?=(?:the|a|an|all|my|your|one|two|three|both|another|some|\d+)\b)|, (?=the\b)", text
    ):
        parts = (text[: joint.start()], text[joint.end() :])
        if all(_says_whereto(words_of(part)) for part in parts):
            named = read_named(words_of(parts[1]))
            other = named is not None and named.pronoun and bool(named.states)  # "and the green one on the table"
            if named is not None and (other or (named.pronoun and named.text.endswith("ones"))):
                return list(parts)
            if named is not None and named.word and capable(named.word, "pickupable"):
                return list(parts)
    return []


def _says_whereto(words: Sequence[str]) -> bool:
    """Whether it is said where things shall go, and not only where they are: "the tomato that is on the floor"."""
    leads = _destination(words)
    return bool(leads) and leads[0] > 0 and words[leads[0] - 1] not in _LIES


def _destination(words: Sequence[str]) -> list[int]:
    """Where it is said where things shall go: the last place, but "the bowl on the table" is one place."""
    leads = [i for i, word in enumerate(words) if word in (*GOALS, NEXT_TO)]
    while len(leads) > 1 and words[leads[-1] - 1] in _LIES:  # "in the toaster that is on the counter"
        leads.pop()
    if len(leads) < 2 or leads[0] == 0 or any(words[i - 1] in ("and", "or", ",") for i in leads[1:]):
        return leads
    where = next((i for i in leads if words[i] == NEXT_TO), None)
    if where is not None:
        return [_beside_or_there(words, leads, where)]
    behind = next((i for i in leads if words[i] in ("to", "into", "onto", NEXT_TO)), None)
    if behind is not None:
        return [behind]
    first, last = read_named(words, leads[0] + 1), read_named(words, leads[-1] + 1)
    if first is None or last is None or not (first.word and last.word):
        return leads[:1] if first is not None and first.word else leads[-1:]
    vessel = capable(first.word, "pickupable") and not capable(last.word, "pickupable")
    relative = words[leads[0] - 1] in _RELATIVE or (words[leads[0] - 1] == "not" and words[leads[0] - 2] in _LIES)
    return leads[:1] if vessel and not relative else leads[-1:]


_LIES = frozenset({"is", "are", "isn't", "aren't", "that's", "lying", "standing", "sitting"})
_RELATIVE = _LIES | {"one", "ones"}
"""What stands before where something is now."""


def _beside_or_there(words: Sequence[str], leads: Sequence[int], where: int) -> int:
    """Whether "next to" says where to, or which place or thing: "on the table next to the bed"."""
    other = read_named(words, where + 1)
    behind = [i for i in leads if i > where]
    if behind and words[where - 1] in _RELATIVE:  # "the apple that is next to the toaster on the table"
        return behind[-1]
    before = [i for i in leads if i < where]
    if before and other is not None and other.word and not capable(other.word, "pickupable"):
        return before[-1]
    after = [i for i in leads if i > where and words[i] in ("into", "onto", "to", "in")]
    return after[-1] if after else where


def _put_beside(named: NamedThings, other: NamedThings) -> Errand:
    count = ALL if named.every else named.counted
    return Errand(PUT, (count, named.kind, BESIDE, other.word)).on(*terms_told(named), *terms_told(other))


def _place(text: str, whole: str, spoken: ReferenceContext, things: tuple[str, ...]) -> NamedThings:
    """The one place that is named; two are a contradiction."""
    parts = re.split(r"\b(?:and|or|,)\b", text)
    places = []
    for part in parts:
        words = [word for word in words_of(part) if word not in GOALS]
        if words:
            around = replace(spoken, things=tuple(kind for kind in spoken.things if kind not in things))
            inner = words_of(part)
            while inner and inner[0] in GOALS:
                inner = inner[1:]
            places.append(settle(placed(inner), whole, around, "receptacle", things))
    if not places:
        raise UnclearRequest(Clarification("Where to?", f"{whole} "))
    if len({place.word for place in places}) > 1:
        options = tuple(place.word for place in places)
        listed = " or ".join(f"{'in' if put_in(kind) else 'on'} the {noun(kind)}" for kind in options)
        raise UnclearRequest(
            Clarification(f"It cannot be in two places: {listed}?", whole.removesuffix(text), "", options)
        )
    if not capable(places[0].word, "receptacle"):
        raise UnclearRequest(cannot(places[0], "receptacle", whole))
    return places[0]


def _brought(named: NamedThings, place: NamedThings, text: str) -> Errand:
    return _carried(named, place, text).on(*told_or_washed(named), *told_or_washed(place))


def _carried(named: NamedThings, place: NamedThings, text: str) -> Errand:
    if named.word == place.word and not named.slices:
        raise UnclearRequest(
            Clarification(f"{a(named.word).capitalize()} cannot be put there. Where shall it go?", f"put {named.text} ")
        )
    preposition = "in" if put_in(place.word) else "on"
    if named.slices and not named.pronoun and named.count and capable(place.word, "dirtyable"):
        return sliced(named, place.word, cooked=bool(named.form))
    if named.every and not named.slices and named.word != ANYTHING:
        return Errand(f"Put All X {'In One' if place.single else 'On'} Y", (named.word, preposition, place.word))
    return Errand(PUT, (ALL if named.every else named.counted, named.kind, preposition, place.word))
