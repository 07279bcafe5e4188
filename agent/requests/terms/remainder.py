"""What of a whole utterance nothing that was understood accounts for.

Every clause is accounted for when it is read (``accounting``); what is taken away before that, by turning words round,
by passing over talk or by saying it otherwise, is lost without a trace. This looks at the words as they were said, once
all of it has been read: the things and places that they name, how many of them, what they are like, what is spared and
what is to be done with them have to be found in what it was read as. What is only told beside a request is not looked
at, nor is what is spared of what nothing is done to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from agent.planning.terms import ANYTHING, AsMany, OnlyIf, Term, WhichThings, Without
from agent.requests.errands import BESIDE, STATE, Errand, made_of, rinses
from agent.requests.instructions import (
    Begin,
    Clarification,
    Constrain,
    DangerRefusal,
    DoLater,
    Instruction,
    PersonAt,
)
from agent.requests.terms.accounting import types_accounted_for, unexplained
from agent.requests.topics.came_to_lie import where_it_lies
from agent.requests.words.chatter import what_may_bind
from agent.requests.words.clauses import VERBS, polite, starts_request, to_the_point, words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.nouns import NamedThings, read_named
from agent.requests.words.people import PEOPLE
from agent.requests.words.tidying import tidy
from agent.requests.words.utterances import sentences, take_back
from envs.teach.tasks.classes import types_named
from envs.teach.tasks.definition import ALL
from envs.vocabulary.english import joined
from envs.vocabulary.inflection import singular
from envs.vocabulary.names import in_requests

_PARTS = re.compile(r"\s*[,:]\s+|\s+(?=(?:because|cos|so (?:that )?(?:i|we|he|she|they))\b)")
_AHEAD = (
    r"(?:(?:and|but|so|oh|no|yes|well|because|cos|since|as|then|anyway|look|sorry|ah|ugh|hey|hi|hello|with)\b[ ,]*)*"
)
_TELLING = re.compile(
    rf"^{_AHEAD}(?:(?:you|somebody|someone|nobody|everybody|everyone|people|this|that|those|these|there|it|here)"
    r"(?:'(?:m|ve|s|re|d|ll)\b|\b)|who\b|(?:(?:my|our|his|her|their|your|the|an?|some|one of) )(?:[a-z]+ ){1,4}?"
    r"(?:is|are|was|were|has|have|had|been|'s|left|put|says|said|wants?|needs?|always|never|likes?|hates?|[a-z]+ed)\b"
    r"|(?:[a-z]+ ){1,2}(?:was|were)\b|even one\b|one(?:'s| is)? even\b)"
)
"""What is told beside a request, where nothing in it demands anything."""
_DEMANDING = re.compile(
    r"\b(?:please|should|shall|must|has to|have to|needs?|wants?|wanted|love|fancy|could|can|would|will|goes?|belongs?"
    r"|only|except|unless|each|instead)\b"
)
_OF_PEOPLE = re.compile(
    rf"^{_AHEAD}(?:(?:i|we|he|she|they)(?:'(?:m|ve|s|re|d|ll))?\b|(?:my |our |the )?(?:{PEOPLE})\b)"
)
"""What people do, or are."""
_MEANS_TO = re.compile(
    rf"^{_AHEAD}(?:i|we) (?:want|need|have|like) to (?:go|sit|sleep|lie|be|eat|drink|leave|work|read|watch)\b(?! you\b)"
)
_LOOK_AT = re.compile(r"^(?:please |just )*(?:look at|have a look at|see)\b")
_WANTED = re.compile(
    r"(?:\b(?:wants?|needs?|love|fancy)|'d like|\b(?:would|should) (?:so )?like) (?!to\b(?! (?:see|have)\b))"
)
_SUPPOSED = re.compile(r"^(?:and |but |only |then )*(?:if|unless|when|once|in case|check|look|see|have a look)\b")
_SPARING = re.compile(
    r"\b(?:not|[a-z]+n't|without|except(?:ing)?|excluding|apart from|other than|besides|never|neither|nor|stays?"
    r"|remains?|(?:leave|keep)(?! (?:[a-z]+ ){1,4}?(?:on|off|open|closed|shut|running|lit)\b(?! (?:the|my|an?)\b)))\b"
)
_TOLD_APART = re.compile(
    rf"(?<=[a-z]) (?:(?:that|which)\b|(?:i|you|we|he|she|they)\b|(?:my |our |the )?(?:{PEOPLE})\b)"
    r"(?! (?:[a-z]+ )??(?:goes|belongs?|should|must|needs?)\b)(?:'[a-z]+)? (?:[a-z]+ ){1,3}?"
    r"(?P<where>(?:in|on|inside|under|behind|next to|beside) (?:the|my|our|that) [a-z]+(?: [a-z]+)?)"
)
"""Tells which thing is spoken of by where it is or was: "the mug that somebody jammed in the coffee machine"."""
_LESS = re.compile(r"\b(?:except|but|apart|other than|minus)\b")
_ON_CONDITION = re.compile(r"\b(?:unless|otherwise)\b")


def with_nothing_lost(said: str, found: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """What an utterance was read as; a question where some of its words are lost in that.

    Args:
        said: The utterance.
        found: What it was read as.
    """
    left = remainder(said, found)
    begun = [one for one in found if isinstance(one, Begin)]
    if not left or not begun:
        return found
    meant = joined([one.errand.words for one in begun])
    about = joined([f'"{one}"' for one in left])
    lost = f"I do not know what to make of {about} there"
    return (Clarification(f'Do you mean: "{meant}"? {lost}.', then=found, lost=lost),)


def remainder(said: str, found: Sequence[Instruction]) -> tuple[str, ...]:
    """Words of an utterance that matter and that nothing accounts for; none where it is asked back, or refused.

    Args:
        said: The utterance.
        found: What it was read as.
    """
    errands = tuple(_errands(found))
    if not errands or any(isinstance(one, Clarification | DangerRefusal) for one in found):
        return ()
    done = _Done(errands)
    left: list[str] = []
    at_hand = {kind for one in found if isinstance(one, PersonAt) for kind in types_named(one.place)}
    for part in _parts(where_it_lies(tidy(said))):
        left += done.untold(part) if _only_tells(part) else done.misses(part, at_hand)
    return tuple(dict.fromkeys(left))


def _parts(text: str) -> Iterator[str]:
    """The parts of a tidied utterance that may bind, without what somebody takes back in the same breath."""
    for sentence in sentences(what_may_bind(text)):
        for part in _PARTS.split(take_back(sentence)):
            begin = 0
            for joint in re.finditer(r" and (?:then )?", part):
                if starts_request(part[joint.end() :]):
                    yield part[begin : joint.start()]
                    begin = joint.end()
            yield part[begin:]


def _errands(found: Sequence[Instruction]) -> Iterator[Errand]:
    terms = tuple(term for one in found if isinstance(one, Constrain) for term in one.terms)
    for one in found:
        if isinstance(one, Begin):
            yield one.errand.on(*terms)
        elif isinstance(one, DoLater):
            yield from (errand.on(*terms) for errand in one.errands)


def _only_tells(part: str) -> bool:
    """Whether a part of a sentence asks for nothing."""
    if _MEANS_TO.match(part) or _LOOK_AT.match(part):
        return True
    if _asks(part):
        return False
    if _OF_PEOPLE.match(part):
        return not _WANTED.search(part)
    return bool(_TELLING.match(part)) and not _DEMANDING.search(part)


def _asks(part: str) -> bool:
    return starts_request(to_the_point(polite(part)[0])) or starts_request(part)


@dataclass(frozen=True)
class _Done:
    """What is to be done.

    Attributes:
        errands: All of it.
    """

    errands: tuple[Errand, ...]

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """What was told of its things."""
        return tuple(term for one in self.errands for term in one.terms)

    @cached_property
    def limited(self) -> bool:
        """Whether anything is left out or alone."""
        told = [one for one in self.terms if isinstance(one, WhichThings)]
        return any(isinstance(one, Without | OnlyIf) for one in self.terms) or any(
            one.but is not None or one.spare or one.others for one in told
        )

    @cached_property
    def told_apart(self) -> bool:
        """Whether only some things of a kind are meant."""
        return any(isinstance(one, WhichThings) and (one.trait.place or one.trait.states) for one in self.terms)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Words that tell what is done: states, names of deeds and of dishes."""
        found: set[str] = set()
        for errand in self.errands:
            found |= {errand.name, *errand.params, *re.findall(r"[A-Za-z]+", f"{errand.words} {errand.terms}")}
            for component in errand.task.walk():
                found |= set(component.conditions)
        found |= {"clean", "isDirty"} if rinses(self.errands) else set()
        switched = any(one.name == STATE and one.params[2] == "on" for one in self.errands)
        return frozenset(found if switched else found - {"on"})

    def misses(self, part: str, known: Collection[str] = ()) -> list[str]:
        """The words of a part of a sentence that nothing accounts for."""
        spared = _SPARING.search(part)
        words = words_of(part)
        end = len(words_of(part[: spared.start()])) if spared else len(words)
        counts = not _SUPPOSED.match(part) and (_asks(part) or bool(_DEMANDING.search(part)))
        left: list[str] = []
        for at, named in _things(words):
            if set(types_named(named.word)) & set(known):
                continue
            if at >= end:
                left += [f"not {named.text}"] if self._touches(named) else []
                continue
            told = named.every or not _LESS.search(part)
            miscounted = counts and told and not _listed(words, at, named) and self._miscounts(named)
            left += [named.text] if miscounted or self._loses(named, part) else []
        if _ON_CONDITION.search(part) and not any(isinstance(one, OnlyIf) for one in self.terms):
            left.append(part)
        made = {word.lower() for word in self.marks}
        left += [one for one in words[:end] if singular(one) in _DISHES and not made & {singular(one), *_REMAINS}]
        cut = _CUT_SO.search(" ".join(words[:end]))
        left += [cut[0]] if cut and not any("slice" in one or "cut" in one for one in made) else []
        so = _ALL_SO.match(part)
        left += [part] if so and not _DEMANDED[so["state"]] & made else []
        left += [one[0] for one in _TO_BE.finditer(part) if not _DEMANDED[one["state"]] & made]
        return [*left, *(self._undone(words[:end]))]

    def untold(self, part: str) -> list[str]:
        """The place that tells which thing is meant of which something is told, where it is not taken into account."""
        told = _TOLD_APART.search(part)
        words = words_of(part[: told.start()]) if told else []
        named = [one for _, one in _things(words) if one.end == len(words)]
        places = [one for _, one in _things(words_of(told["where"]))] if told else []
        if not named or not places or not self._about(named[0]):
            return []
        return [places[0].text] if self._loses(places[0], part) else []

    def _about(self, named: NamedThings) -> list[Errand]:
        """What is done to things of a kind."""
        kinds = _kinds_of(named)
        made = [(_kinds(made_of(one)), one) for one in self.errands]
        return [one for types, one in made if kinds & (types | {kind.removesuffix("Sliced") for kind in types})]

    def _touches(self, named: NamedThings) -> bool:
        """Whether something is done to what is to be spared, with nothing left out of it."""
        if _OTHERS & set(words_of(named.text)):
            return False
        if any(ANYTHING in made_of(one) for one in self.errands):
            return not self.limited
        return bool(self._about(named)) and not (self.limited or self.told_apart)

    def _loses(self, named: NamedThings, part: str) -> bool:
        """Whether a thing is not among what is done, or not as it is said to be."""
        kinds = _kinds_of(named)
        head = _head(named)  # of "the trash" its being a deed as well explains nothing
        also_deed = deed_of(head) in VERBS and head != named.text and head not in _NOUNS
        also_deed = also_deed and not kinds & types_accounted_for(self.errands)
        if also_deed or unexplained(head, self.errands).grave:
            near = " where " in part and any(isinstance(one, WhichThings) and one.trait.near for one in self.terms)
            beside = " where " in part and any(BESIDE in one.params for one in self.errands)
            return not (near or beside or (kinds <= _VESSELS and self.marks & _SHOWN["cook"])) and part != named.text
        states = [word for word in (*(word for word, _ in named.states), named.form) if word in _STATED]
        return bool(self._about(named)) and any(not _STATED[word] & self.marks for word in states)

    def _miscounts(self, named: NamedThings) -> bool:
        """Whether other numbers of a thing are handled than were said."""
        about, words = self._about(named), words_of(named.text)
        if not about or words[0] == "of" or (words[0] == "the" and self.limited):
            return False
        if any(isinstance(one, AsMany) for one in self.terms):
            return False
        several = any(_several(one) for one in about)
        if named.count == 1 and words[0] == "one" and several:
            return not (self.limited or any(not _several(one) for one in about))
        if named.every and _EVERY & set(words):
            return not several
        return (named.count or 0) > 1 and not any(_so_many(one, named.count or 0) for one in about)

    def _undone(self, words: Sequence[str]) -> list[str]:
        """The deeds that are asked for and are not among what is to be done."""
        found = [one for at, one in enumerate(words) if at == 0 or words[at - 1] in _BEFORE_DEED]
        deeds = [(one, VERBS.get(deed_of(one), "")) for one in found if one not in _NOUNS]
        return [one for one, deed in deeds if deed in _SHOWN and not _SHOWN[deed] & self.marks]


_DEMANDED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "off": frozenset({"off", "istoggled"}),
        **dict.fromkeys(("open", "opened"), frozenset({"open"})),
        **dict.fromkeys(("closed", "shut"), frozenset({"closed"})),
        **dict.fromkeys(("clean", "washed", "rinsed"), frozenset({"clean", "isdirty"})),
        **dict.fromkeys(("empty", "emptied"), frozenset({"empty", "coffee"})),
        **dict.fromkeys(("filled", "full"), frozenset({"filled", "coffee"})),
        **dict.fromkeys(("cooked", "boiled", "toasted"), frozenset({"cooked", "boiled", "toast", "simbotiscooked"})),
        **dict.fromkeys(("sliced", "cut"), frozenset({"cut", "slices", "sliced", "issliced"})),
    }
)
_TO_BE = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|ought to|got to) (?:all |both |first |now )*be "
    rf"(?:all |turned |switched |put |left )*(?P<state>{'|'.join(_DEMANDED)})\b"
)
"""How something has to be that is asked for: "the stove must be off first"."""
_ALL_SO = re.compile(rf"^(?:both|all|each)(?: of (?:them|those))?(?: ones?)? (?P<state>{'|'.join(_DEMANDED)})[.!]?$")
"""How all of them are to be, said behind: "put two mugs on the table, both clean"."""
_CUT_SO = re.compile(
    r"\b(?:cut|sliced|chopped|diced)(?: up)? (?:in|into) [a-z]+|\bin (?:[a-z]+ )?(?:slices|wedges|cubes)\b"
)
_DISHES = frozenset({"salad", "sandwich"})
_REMAINS = frozenset({"lettucesliced", "tomatosliced", "breadsliced", "breakfast"})
"""What a dish is made of, or a part of."""
_VESSELS = frozenset({"Pan", "Pot", "StoveBurner", "Stove", "StoveKnob"})
_OTHERS = frozenset({"other", "others", "rest"})
_EVERY = frozenset({"all", "every", "each", "both", "everything"})
_WHOLE = ("Put All", "Clean All")


def _listed(words: Sequence[str], at: int, named: NamedThings) -> bool:
    """Whether "both" is said of two things that are listed: "both the mug and the cup"."""
    return words[at] == "both" and "and" in words[named.end : named.end + 1]


def _kinds_of(named: NamedThings) -> set[str]:
    """The classes that a name, or each of several to choose from, stands for."""
    return _kinds((named.word, *named.options))


def _kinds(words: Iterable[str]) -> set[str]:
    return {kind for word in words for kind in types_named(word)}


def _several(errand: Errand) -> bool:
    counts = [int(one) for one in errand.params if one.isdecimal()]
    return ALL in errand.params or errand.name.startswith(_WHOLE) or any(one > 1 for one in counts)


def _so_many(errand: Errand, count: int) -> bool:
    every = ALL in errand.params or errand.name.startswith(_WHOLE)
    spare = any(isinstance(one, WhichThings) and one.spare == count for one in errand.terms)
    return every or spare or str(count) in errand.params


def _things(words: Sequence[str]) -> Iterator[tuple[int, NamedThings]]:
    """What is named, with where it begins."""
    at = 0
    while at < len(words):
        named = read_named(words, at)
        known = named is not None and (named.word or named.options) and named.word != ANYTHING
        behind = words[named.end : named.end + 1] if named is not None else []
        if named is not None and known and not named.pronoun and _head(named) and behind not in _OTHERWISE_MEANT:
            yield at, named
        at = max(at + 1, named.end if named is not None and known else 0)


def _head(named: NamedThings) -> str:
    """The name of a thing, where it is spelt as it should be; else nothing."""
    words = named.text.split(" ")
    tails = (" ".join(words[at:]) for at in range(len(words)))
    return next((one for one in tails if one in in_requests() or singular(one) in in_requests()), "")


_OTHERWISE_MEANT = (["side"], ["time"], ["need"], ["needs"], ["want"], ["wants"])
"""Behind a name these make it that of something else, or of somebody who needs something: "on the safe side"."""
_BEFORE_DEED = frozenset(
    {"a", "good", "quick", "be", "get", "it", "them", "needs", "need", "to", "and", "then", "please", "first", "you"}
    | {"you've", "have", "been"}
)
_NOUNS = frozenset({"microwave", "water", "toast"})
_STATED: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "dirty": frozenset({"dirty", "clean", "isDirty"}),
        "filled": frozenset({"filled", "full", "empty", "water"}),
        "cooked": frozenset({"cooked", "simbotIsCooked", "simbotIsBoiled", "isCooked", "cook", "boiled"}),
        "boiled": frozenset({"boiled", "boil", "simbotIsBoiled"}),
        "empty": frozenset({"empty", "full", "filled"}),
    }
)
_SHOWN: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "clean": frozenset({"isDirty", "clean"}),
        "slice": frozenset(
            {"cut", "cracked", "EggCracked", "slice", "slices", "sliced", "Sandwich", "Salad", "Plate Of Toast"}
        ),
        "cook": frozenset(
            {"cooked", "EggCracked", "cook", "toast", "simbotIsCooked", "simbotIsBoiled", "isCooked", "on", "Coffee"}
        ),
        "boil": frozenset({"simbotIsBoiled", "boiled", "boil", "on", "Coffee"}),
        "fill": frozenset({"filled", "fill", "Coffee"}),
        "empty": frozenset({"empty", "Coffee", "filled"}),
    }
)
