"""What the words of a request name, settled: pronouns, words for several kinds, what can be done with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from agent.belief.common_sense import can, whole_of
from agent.planning.wants import ANYTHING
from agent.requests.dishes import unknown
from agent.requests.errands import CUT, Errand, made_of
from agent.requests.instructions import Clarification, UnclearRequest
from agent.requests.words.clauses import split_list, words_of
from agent.requests.words.modifiers import with_common_place, with_place
from agent.requests.words.nouns import NUMBERS, SOURCE, NamedThings, capable, likely, read_named
from envs.pocket.things.traits import SINGLE_SLOT
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import a, noun
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_requests
from envs.vocabulary.object_types import object_types
from envs.vocabulary.spelling import near
from envs.vocabulary.uses import being


@dataclass(frozen=True)
class ReferenceContext:
    """What a request may lean on.

    Attributes:
        present: Types of things known to be in the home.
        things: Types lately spoken of or handled, the last one first.
        recent: Those of them that the clause before was about.
        begun: What the utterance asked for before.
        single: Types of which one each was spoken of: "them" are these.
        earlier: What is open, or where nothing is, what was asked for last.
    """

    present: frozenset[str] = frozenset()
    things: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    begun: tuple[Errand, ...] = ()
    single: frozenset[str] = frozenset()
    earlier: tuple[Errand, ...] = ()


@dataclass(frozen=True)
class RequestResult:
    """What a request comes to.

    Attributes:
        errands: What is to be done, in order.
        same: Whether it is about the very things handled last.
        things: Types it spoke of, in order.
        read: The words that were read, without those that became terms.
        remarks: What is to be said before anything is done.
        unheeded: How it is to be gone about, which is not taken into account.
    """

    errands: tuple[Errand, ...]
    same: bool = False
    things: tuple[str, ...] = ()
    read: str = ""
    remarks: tuple[str, ...] = ()
    unheeded: tuple[str, ...] = ()


def together(done: Sequence[RequestResult]) -> RequestResult:
    """What several parts of one request come to."""
    return RequestResult(
        tuple(errand for one in done for errand in one.errands),
        done[0].same,
        tuple(kind for one in done for kind in one.things),
    )


def settle(
    named: NamedThings | None, text: str, spoken: ReferenceContext, capability: str = "", going: tuple[str, ...] = ()
) -> NamedThings:
    """What is named, pronouns and words for several kinds resolved.

    Args:
        named: What was read.
        text: All words, to ask back with.
        spoken: What it may lean on.
        capability: What it has to be capable of.
        going: The types of what is to be put into or onto it.

    Raises:
        UnclearRequest: Not known, or one of several.
    """
    if named is None:
        raise UnclearRequest(Clarification("What do you mean?", f"{text} "))
    if named.pronoun:
        return _antecedent(named, text, spoken, capability)
    if named.word:
        return _meant_before(named, spoken)
    if not named.options:
        kind = _misspelt(named, capability)
        if kind:
            return replace(named, word=kind)
        raise unknown(named, text)
    options = likely(named.options, spoken.present, capability)
    options = _that_fit(options, going) if len(options) > 1 else options
    if not options and capability and named.options:  # nothing that is called so can be meant
        raise UnclearRequest(cannot(replace(named, word=named.options[0]), capability, text), named.text)
    if not options:
        raise unknown(named, text)
    if len(options) != 1:
        raise UnclearRequest(which(options, named.text, text), named.text)
    return replace(named, word=options[0])


def _that_fit(places: tuple[str, ...], going: tuple[str, ...]) -> tuple[str, ...]:
    """Those of several kinds of places that take what is to be put there: the towel's holder, and not the paper's."""
    kinds = {kind for word in going for kind in types_named(word)}
    return tuple(one for one in places if kinds <= SINGLE_SLOT.get(one, kinds))


def _misspelt(named: NamedThings, capability: str) -> str:
    """What a misspelt word means of which several known ones are near, where one of these only is capable of it."""
    word = named.text.split(" ")[-1] if named.text else ""
    if not capability or len(word) < _SHORTEST:
        return ""
    close = {name for phrase, name in in_requests().items() if near(word, phrase) or near(singular(word), phrase)}
    fit = [name for name in close if capable(name, capability)]
    return fit[0] if len(fit) == 1 else ""


_SHORTEST = 4
"""Shorter words have too many neighbours."""


def _meant_before(named: NamedThings, spoken: ReferenceContext) -> NamedThings:
    """What was named in full before: "the bottle" after "the wine bottle"."""
    if not named.text.startswith(("the ", "that ", "this ", "those ")) or "other" in named.text.split(" "):
        return named
    last = noun(named.word)
    full = [kind for kind in spoken.things if kind != named.word and noun(kind).split(" ")[1:] == last.split(" ")]
    return replace(named, word=full[0]) if full else named


def which(options: Collection[str], said: str, text: str) -> Clarification:
    """Asks which of several kinds is meant."""
    before, _, after = text.partition(said)
    listed = " or ".join(f"the {noun(kind)}" for kind in options)
    return Clarification(f"Which do you mean: {listed}?", before, after, tuple(options))


def _antecedent(named: NamedThings, text: str, spoken: ReferenceContext, capability: str) -> NamedThings:
    fit = [kind for kind in spoken.things if not capability or _fits(replace(named, word=kind), capability)]
    if named.slices:
        fit = [kind for kind in spoken.things if capable(kind.removesuffix("Sliced"), "sliceable")]
        fit = [kind for kind in fit if kind.endswith("Sliced")] or fit
    fit = list(dict.fromkeys(fit))
    fit = [kind for kind in fit if not any(whole_of(other) == kind for other in fit)]
    nearer = [kind for kind in fit if kind in spoken.recent]
    fit = nearer if len(nearer) == 1 else fit
    if len(fit) > 1 and not named.every and not named.slices:
        raise UnclearRequest(which(fit, named.text, text), named.text)
    if not fit:
        before, _, after = text.partition(named.text)
        raise UnclearRequest(Clarification(f'What do you mean by "{named.text}"?', before, after), named.text)
    pieces = fit[0].endswith("Sliced")
    if pieces and named.count is None and not named.slices and _is_cut_whole(fit[0], spoken):
        named = replace(named, every=True)
    named = replace(named, every=True) if fit[0] == ANYTHING else named  # "whatever is on, switch it off"
    named = replace(named, count=1) if named.text.split(" ")[-1:] == ["one"] and named.count is None else named
    other = bool(named.states) and named.text.split(" ")[-1] in ("one", "ones")  # "the green one": not that very thing
    return replace(
        named, word=fit[0].removesuffix("Sliced"), slices=named.slices or pieces, pronoun=named.pronoun and not other
    )


def _is_cut_whole(kind: str, spoken: ReferenceContext) -> bool:
    """Whether pieces are those of whole things that were to be cut up before: then "it" is all of them."""
    cuts = [one for one in spoken.begun if one.params[2:] == (CUT,) and made_of(one) == (kind,)]
    return bool(cuts) and cuts[-1].params[1] != kind


def each(text: str, spoken: ReferenceContext, capability: str = "") -> list[NamedThings]:
    """Everything that is listed."""
    found = []
    listed = split_list(words_of(text))
    for words in listed:
        either = _either(words, text, spoken, capability)
        if either is not None:
            found.append(either)
            continue
        several = _several(placed(words), spoken, capability)
        if several:
            found.extend(several)
            continue
        named = settle(_another(placed(words) or _so_many(words), found), text, spoken, capability)
        if capability and not _fits(named, capability):
            other = _namesake(named, capability)
            if not other:
                raise UnclearRequest(cannot(named, capability, text), named.text)
            named = replace(named, word=other)
        found.append(named)
    if not found:
        raise UnclearRequest(Clarification("What do you mean?", f"{text} "))
    return found if _ONE_IS & set(listed[-1]) else with_common_place(found)


def _so_many(words: Sequence[str]) -> NamedThings | None:
    """So many of what was spoken of, where only a number is said: "there are apples on the table. bring me two"."""
    count = NUMBERS.get(words[0], 0) if len(words) == 1 else 0
    return NamedThings("", count, False, False, "", words[0], 1, pronoun=True) if count > 1 else None


def _another(named: NamedThings | None, before: Sequence[NamedThings]) -> NamedThings | None:
    """One of a list that is of the kind listed before it: "the mug on the table and the one on the counter"."""
    if named is None or not before or not named.pronoun or named.text.split(" ")[-1] not in ("one", "ones"):
        return named
    told = bool(named.states or named.place or named.near or named.holds)
    return replace(named, word=before[-1].word, pronoun=False) if told else named


_ONE_IS = frozenset({"is", "that's", "lies", "stands", "sits", "one"})
"""Behind these a place is said of the last of a list alone: "the fork and the spoon that is in the fridge"."""


def _either(words: Sequence[str], text: str, spoken: ReferenceContext, capability: str) -> NamedThings | None:
    """One of several kinds, whichever is found: "a pen or a pencil"; None where nothing of the kind is said."""
    joints = [at for at, word in enumerate(words) if word == "or"]
    parts = [list(words[a + 1 : b]) for a, b in pairwise((-1, *joints, len(words)))]
    named = [placed(part) for part in parts] if joints and all(parts) else []
    kinds = [settle(one, text, spoken, capability) for one in named if one is not None and one.word]
    plain = [one for one in kinds if not (one.every or one.slices or one.pronoun or (one.count or 1) > 1)]
    told = any(one.states or one.place or one.near or one.foremost for one in kinds)
    whole = all(one.end == len(part) for one, part in zip(kinds, parts, strict=False))
    fit = not capability or all(_fits(one, capability) for one in kinds)
    if len(kinds) < 2 or len(plain) < len(parts) or told or not whole or not fit:
        return None
    return replace(kinds[0], others=tuple(one.word for one in kinds[1:]))


def _namesake(named: NamedThings, capability: str) -> str:
    """The one type of the same name that is capable of it: the shower curtain, of "close the curtain"."""
    head = noun(named.word).split(" ")[-1].removesuffix("s")
    said = named.text.split(" ")[-1] if named.text else ""
    if singular(said) != head or said == noun(named.word).split(" ")[-1]:  # "the curtains" are those, not another kind
        return ""
    alike = [kind for kind in object_types() if noun(kind).split(" ")[-1].removesuffix("s") == head]
    fit = [kind for kind in alike if kind != named.word and can(kind, capability)]
    return fit[0] if len(fit) == 1 else ""


def _several(named: NamedThings | None, spoken: ReferenceContext, capability: str) -> list[NamedThings]:
    """Of "all of them": everything that was spoken of and is capable of it, where that is of several kinds."""
    if named is None or not named.pronoun or not named.every or named.slices or not capability:
        return []
    fit = [kind for kind in dict.fromkeys(spoken.things) if _fits(replace(named, word=kind), capability)]
    fit = [kind for kind in fit if not any(whole_of(other) == kind for other in fit)]
    taken = {errand.params[1] for errand in spoken.begun if errand.params[:1] == ("1",)}
    each_one = spoken.single | taken
    return [replace(named, word=kind, every=kind not in each_one) for kind in fit] if len(fit) > 1 else []


def placed(words: Sequence[str]) -> NamedThings | None:
    """What is named, with what is said behind its noun."""
    named = read_named(words)
    return None if named is None else with_place(named, words)


_ALL_AT_ONCE = frozenset({"toggleable", "dirtyable", "openable"})
"""What "everything" may have to be capable of, other than being carried."""


def _fits(named: NamedThings, capability: str) -> bool:
    if named.word == ANYTHING and capability in _ALL_AT_ONCE:
        return True
    if capability == "dirtyable" and only_rinsed(named.word):
        return True
    return capable(named.word, capability) or capable(SOURCE.get(named.word, named.word), capability)


def only_rinsed(word: str) -> bool:
    """Whether what a word stands for is never seen to be dirty, and washed by everybody: cutlery, a ladle."""
    kinds = frozenset(types_named(word))
    return bool(kinds) and kinds <= being("utensil") and not capable(word, "dirtyable")


_CANNOT: Mapping[str, str] = {
    "pickupable": "I cannot carry {}",
    "receptacle": "Nothing can be put into or onto {}",
    "openable": "{} cannot be opened or closed",
    "toggleable": "{} cannot be switched on or off",
    "dirtyable": "{} cannot be washed",
    "cookable": "{} cannot be cooked",
    "sliceable": "{} cannot be cut",
    "canFillWithLiquid": "{} cannot be filled or emptied",
}


def cannot(named: NamedThings, capability: str, text: str) -> Clarification:
    """Says that things of that kind are not capable of what is asked, and asks what is meant."""
    before, _, after = text.partition(named.text)
    said = _CANNOT[capability].format(a(named.word))
    return Clarification(f"{said[:1].upper()}{said[1:]}. What do you mean?", before, after)


def types_of(things: list[NamedThings]) -> tuple[str, ...]:
    """What they are called in tasks."""
    return tuple(named.word for named in things)


def same(things: list[NamedThings]) -> bool:
    """Whether some of them are only referred to."""
    return any(named.pronoun for named in things)
