"""Reads requests to rearrange things: clauses with a verb, things, and places behind prepositions.

The grammar knows verbs of moving, prepositions, words of order, and what furniture and rooms of the house are called;
things are named by whatever stands where things stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agent.assistance.house_words import HouseWords, tokens
from agent.assistance.personal import looks, means_something, told_of
from agent.assistance.request import ArrangementRequest, ObjectPhrase, PlacementRequest, PlacePhrase
from memory.episodic.splitting import sentences

_VERBS = (
    r"move|place|put|take|bring|carry|set|return|relocate|arrange|organi[sz]e|transfer|swap|get|grab|display|keep"
    r"|position|store|add|lay|leave|shift|pick up|collect|gather|stack|drop|deliver|stow|tidy"
)
_DOING = (
    r"moving|placing|putting|taking|bringing|carrying|setting|returning|arranging|organi[sz]ing|transferring|swapping"
    r"|displaying|keeping|positioning|storing|adding|laying|shifting|stacking"
)
_ORDER = (
    r"(?:first(?:ly)?|then|next|after that|afterwards?|finally|lastly|also|additionally|in addition|please|and|now"
    r"|again|once|just|kindly)"
)
_LEAD = re.compile(
    rf"^(?:{_ORDER}\b[, ]*|(?:can|could|would|will) (?:you|we)(?: please)?\b[, ]*|i(?:'d| would) like (?:you )?to\b ?"
    r"|i (?:want|need) (?:you )?to\b ?|let's\b ?|help me(?: to)?\b ?|make sure to\b ?)+",
    re.I,
)
_NOUNS = (
    r"(?:set|store|place|stack|display|position|return)\b"
    r"(?= (?:from|to|on|in|into|onto|and|with|next|at|for)\b|[,.;]|$)"
)
"""Such words where they are no verbs: "my gardening set from the table"."""
_ASIDE = re.compile(r"^(?:actually|in fact|by the way|from now on|no|well|oh|sorry|correction)\b[,:]? ", re.I)
_CUT = re.compile(
    rf"(?:^|[,;]? (?:and )?(?:{_ORDER} )*(?:by )?|(?:^|[,;] )(?:and )?(?:{_ORDER}[, ]+)*)"
    rf"(?!{_NOUNS})(?P<verb>(?:{_VERBS}|{_DOING}))\b(?! (?:of|is|are|up as)\b)",
    re.I,
)
_EXCHANGING = frozenset({"swap", "swapping"})
_TOGETHER = re.compile(
    r",? ?\b(?:right )?(?:next to|beside|alongside|adjacent to|close to|by) (?:each other|one another)\b"
    r"|,? ?\bside[- ]by[- ]side\b|,? ?\btogether\b",
    re.I,
)
_PREPOSITION = re.compile(
    r"\b(?P<word>from|out of|off|onto|into|inside|within|to|on|in|at|next to|beside|alongside|near|by)\b", re.I
)
_FROM, _INTO, _BESIDE = (
    ("from", "out of", "off"),
    ("into", "inside", "within"),
    ("next to", "beside", "alongside", "near", "by"),
)
_ANNOUNCING = re.compile(
    r"(?:please |can you |could you |would you )*(?:help|i need (?:your )?help|let's|let us)\b", re.I
)
_LOOKS = re.compile(
    r"^(?:(?:the|this|that|these|those|both|my|our|its?|they|each|one)\b.{0,80}?|[\w -]{2,60}?) "
    r"(?:is|are|has|have|was|were|features?|comes?|looks?|holds?|contains?|shows?|belongs?)\b",
    re.I,
)
_SELF = re.compile(r"\b(?:i|i'm|i've|we|me|my|mine|our|ours|us)\b", re.I)
_TOLD = re.compile(
    r"^(?:(?:i|we|these|those|both)\b"
    r"|(?:my|our) [\w -]{2,40}? (?:made|gave|bought|painted|built|knitted|sent|brought|used|uses)\b"
    r"|(?:almost )?(?:every\w*|on|in|at|when|whenever|for|during|before|after|as|most"
    r"|actually|because|since|usually|normally|typically)\b.{0,60}? (?:i|we)\b)",
    re.I,
)
_ASKED = re.compile(
    r"(?:set up|set|prepare|get|make|clean|clear|start|do|have|let|give|help|decorate|create|lay)\b", re.I
)
_PRONOUN = frozenset({"it", "them", "they", "these", "those", "both", "this", "that", "everything", "all"})
_RELATIVE = frozenset({"which", "who", "whose"})
_SEVERAL = frozenset({"them", "they", "these", "those", "both"})
_ARTICLES = frozenset({"a", "an", "the", "some", "any", "my", "our", "your", "his", "her", "their"}) | _PRONOUN
_OWN = frozenset({"my", "our", "mine", "ours"})
_OTHER = frozenset({"another", "different", "new", "other"})
_NOTHING = frozenset(
    {"things", "stuff", "items", "objects", "something", "visuals", "up", "down", "away", "there", "back"}
)


@dataclass(frozen=True)
class _Segment:
    """Words behind a preposition; the first segment of a clause has none."""

    preposition: str
    words: tuple[str, ...]


class RequestReader:
    """Reads requests in one house.

    Args:
        house: What its furniture and rooms are called.
    """

    def __init__(self, house: HouseWords) -> None:
        self._house = house

    def read(self, request: str) -> ArrangementRequest:
        """What a request says."""
        placements: list[PlacementRequest] = []
        looks: list[str] = []
        personal: list[str] = []
        unread: list[str] = []
        rooms = [one.word for one in self._house.places(tokens(request)) if one.room]
        last: PlacePhrase | None = None
        announced, mentioned = 0, tuple[ObjectPhrase, ...]()
        for sentence in sentences(request):
            plain = _ASIDE.sub("", _LEAD.sub("", sentence.strip().rstrip(".!?")))
            if self._tells(plain):
                (personal if _SELF.search(plain) or means_something(plain) else looks).append(sentence)
                mentioned = told_of(plain) if not placements else mentioned
                continue
            before = len(placements)
            for clause in _clauses(plain):
                last = self._clause(clause, placements, last)
            if _ANNOUNCING.match(sentence) and not before and all(_only_room(one.place) for one in placements):
                announced = len(placements)
            if len(placements) == before:
                (personal if _TOLD.search(plain) else unread).append(sentence)
        detailed = placements[announced:] or placements  # "Help me move some toys to the bedroom. Take the train …"
        if mentioned and detailed and all(one.pronoun for one in detailed[0].objects):  # "I got this vase. Put it …"
            detailed = [replace(detailed[0], objects=mentioned), *detailed[1:]]
        whole = _settled(detailed)
        names = [set(tokens(thing.text)) for one in whole for thing in one.objects]
        settled = tuple(_described(one, looks, names) for one in whole)
        left = () if settled else tuple(unread)  # else it only announces what is asked for
        return ArrangementRequest(settled, tuple(dict.fromkeys(rooms)), tuple(looks), tuple(personal), left)

    def place(self, text: str) -> PlacePhrase | None:
        """The place that a few words name; None where they name none."""
        return self._place(_words(text))[0]

    def _tells(self, sentence: str) -> bool:
        """Whether a sentence tells something rather than asks for it."""
        if re.match(rf"(?:{_VERBS})\b", sentence, re.I):
            return False
        if re.match(r"(?:it|that|this|they|these|those)(?:'s|'re)\b", sentence, re.I):
            return True
        if re.match(rf"(?:{_DOING})\b", sentence, re.I) or _ASKED.match(sentence):
            return False
        return bool(_LOOKS.match(sentence) or _TOLD.search(sentence))

    def _clause(self, text: str, placements: list[PlacementRequest], last: PlacePhrase | None) -> PlacePhrase | None:
        """Take in one clause; returns the place that "there" means from now on."""
        together = bool(_TOGETHER.search(text))
        segments = self._segments(_TOGETHER.sub(" ", text))
        things = self._things(segments[0].words)
        source: PlacePhrase | None = None
        there = "there" in segments[0].words
        found = False
        for segment in segments[1:]:
            if segment.preposition in _BESIDE:
                other = _objects(segment.words)
                if other and not things and found:
                    placements[-1] = replace(placements[-1], beside=other[0])
                elif other:
                    placements.append(PlacementRequest(things, None, source, False, together, other[0]))
                    found = True
                continue
            place, rest = self._place(segment.words)
            if place is None:
                continue
            last = place
            if segment.preposition in _FROM:
                source = place
                continue
            if things:
                within = segment.preposition in _INTO or (segment.preposition == "in" and bool(place.kind))
                placements.append(PlacementRequest(things, place, source, within, together))
                found = True
            things, source = self._things(rest), None
        if there and last is not None and things:
            placements.append(PlacementRequest(things, last, source, False, together))
        elif not found and things and (together or source is not None or _named(things)):
            placements.append(PlacementRequest(things, None, source, False, together))
        return last

    def _things(self, words: Sequence[str]) -> tuple[ObjectPhrase, ...]:
        """The things that are listed; a place that is only tidied is none."""
        return tuple(one for one in _objects(words) if not self._is_place(one.text))

    def _is_place(self, text: str) -> bool:
        words = tokens(text)
        named = self._house.places(words)
        return bool(named) and named[0].start == 0 and named[-1].end == len(words)

    def _segments(self, text: str) -> list[_Segment]:
        """The words of a clause, cut at prepositions; "in the bedroom" goes with the furniture before it."""
        cuts = [(match.start(), match.end(), match["word"].lower()) for match in _PREPOSITION.finditer(text)]
        bounds = [(0, ""), *((end, word) for _, end, word in cuts)]
        ends = [start for start, _, _ in cuts] + [len(text)]
        raw = [_Segment(word, tuple(_words(text[start:end]))) for (start, word), end in zip(bounds, ends, strict=True)]
        found = raw[:1]
        for one in raw[1:]:
            named = self._house.places(one.words)
            before = self._house.places(found[-1].words)
            furniture = bool(before) and not before[-1].room and bool(found[-1].preposition)
            only_room = bool(named) and named[0].room and named[0].start <= 1 and all(each.room for each in named[:1])
            if (
                one.preposition in ("in", "at", "of")
                and furniture
                and only_room
                and not self._has_room(before, found[-1])
            ):
                found[-1] = _Segment(found[-1].preposition, (*found[-1].words, "in", *one.words))
            elif (
                not named and one.preposition not in _BESIDE and "floor" not in one.words[:3]
            ):  # "a dark cover with …", "for reading in peace"
                found[-1] = _Segment(found[-1].preposition, (*found[-1].words, one.preposition, *one.words))
            else:
                found.append(one)
        return found

    def _has_room(self, named: Sequence[object], segment: _Segment) -> bool:
        return any(one.room for one in self._house.places(segment.words))

    def _place(self, words: Sequence[str]) -> tuple[PlacePhrase | None, tuple[str, ...]]:
        """The place that words begin with, and what is left of them behind it."""
        named = self._house.places(words)
        if not named or any(word in ("and", ",") for word in words[: named[0].start]):
            return (PlacePhrase("floor", floor=True), ()) if "floor" in words[:3] else (None, ())
        first = named[0]
        other = bool(_OTHER & set(words[: first.end + 1]))
        if not first.room:
            room, end = "", first.end
            behind = [
                one
                for one in named[1:]
                if one.room and one.start - first.end <= 3 and "," not in words[first.end : one.start]
            ]
            if behind and (set(words[first.end : behind[0].start]) & {"in", "of", "at"}):
                room, end = behind[0].word, behind[0].end
            return PlacePhrase(" ".join(words[:end]), first.word, room, other), tuple(words[end:])
        piece = next((one for one in named[1:] if not one.room and one.start - first.end <= 2), None)
        if piece is not None and not set(words[first.end : piece.start]) & {"and", ","}:
            other = other or bool(_OTHER & set(words[first.end : piece.start]))
            return PlacePhrase(" ".join(words[: piece.end]), piece.word, first.word, other), tuple(words[piece.end :])
        floor = "floor" in words
        return PlacePhrase(" ".join(words[: first.end]), "", first.word, other, floor), tuple(words[first.end :])


def _clauses(sentence: str) -> Iterator[str]:
    """The clauses of a sentence without their verbs: what is moved, and where to."""
    cuts = list(_CUT.finditer(sentence))
    if not cuts:
        return
    for one, after in zip(cuts, [*cuts[1:], None], strict=True):
        end = after.start() if after is not None else len(sentence)
        text = sentence[one.end() : end].strip(" ,;")
        if one["verb"].lower() in _EXCHANGING:
            text = re.sub(r" (?:with|for) (?=(?:the|my|our)\b)", " and ", text, count=1, flags=re.I)
        if text:
            yield re.sub(r"^(?:up|down|back|out)\b ?", "", text)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’-][^\W_]+)*|,", text.lower().replace("/", " ").replace("_", " "))


def _objects(words: Sequence[str]) -> tuple[ObjectPhrase, ...]:
    """The things that are listed."""
    found: list[ObjectPhrase] = []
    group: list[str] = []
    for at, word in enumerate([*words, ","]):
        if word == "and" and group and _goes_on(group, words[at + 1 :]):
            group.append(word)
        elif word in (",", "and", "then", "plus") or (word == "finally" and not group):
            if group and group[0] in _RELATIVE and found:
                found[-1] = replace(found[-1], text=" ".join([found[-1].text, *group]))
            elif group:
                found.extend(_object(group))
            group = []
        else:
            group.append(word)
    return tuple(found)


def _goes_on(group: Sequence[str], after: Sequence[str]) -> bool:
    """Whether "and" goes on with how one thing looks: "with a dark cover and portrait", "white and tan holder"."""
    if not after or after[0] in _ARTICLES:
        return False
    if set(group) & {"with", "featuring", "of"} or "-" in group[-1]:
        return True
    plain = [word for word in group if word not in _ARTICLES]
    return bool(plain) and all(word in looks() for word in plain)


def _object(words: Sequence[str]) -> list[ObjectPhrase]:
    kept, own = list(words), False
    while kept and kept[-1] in _NOTHING:
        kept = kept[:-1]
    while kept and kept[0] in _ARTICLES | {"finally", "also", "then", "first", "next", "lastly", "up", "away", "down"}:
        if kept[0] in _PRONOUN and len(kept) == 1:
            break
        own = own or kept[0] in _OWN
        kept = kept[1:]
    text = " ".join(kept)
    if not kept:
        return []
    return [ObjectPhrase(text, kept[0] in _PRONOUN and len(kept) <= 2, own=own)]


def _only_room(place: PlacePhrase | None) -> bool:
    return place is not None and not place.kind


def _named(things: Sequence[ObjectPhrase]) -> bool:
    return any(not one.pronoun for one in things)


def _settled(placements: Sequence[PlacementRequest]) -> list[PlacementRequest]:
    """Pronouns resolved, and what belongs together joined: "take the cup to the kitchen and put it on the counter"."""
    found: list[PlacementRequest] = []
    for one in placements:
        before = found[-1] if found else None
        if before is None or not any(thing.pronoun for thing in one.objects):
            found.append(one)
            continue
        named = tuple(thing for thing in one.objects if not thing.pronoun)
        one = replace(one, objects=named or _meant_by(one.objects, found))
        unfinished = before.place is None and before.beside is None
        only_room = before.place is not None and not before.place.kind and not before.place.floor
        if unfinished:
            found[-1] = replace(one, source=one.source or before.source)
        elif one.place is None and one.beside is not None and before.beside is None:
            found[-1] = replace(before, together=before.together or one.together, beside=one.beside)
        elif one.place is None and one.beside is None:
            found[-1] = replace(before, together=before.together or one.together, objects=before.objects)
        elif only_room and one.place is not None and not one.place.room and before.place is not None:
            place = replace(one.place, room=before.place.room)
            found[-1] = replace(one, place=place, source=one.source or before.source)
        else:
            same = before.place is not None and one.place is not None and one.place.kind == before.place.kind
            if same and one.place is not None and one.place.room in ("", before.place.room if before.place else ""):
                found[-1] = replace(before, together=before.together or one.together)
            else:
                found.append(one)
    return _linked(found)


def _meant_by(pronouns: Sequence[ObjectPhrase], found: Sequence[PlacementRequest]) -> tuple[ObjectPhrase, ...]:
    """What pronouns mean; "them" behind "the book next to the clock" means both."""
    moved = _last_moved(found)
    several = any(one.text.split()[0] in _SEVERAL for one in pronouns)
    beside = found[-1].beside
    return (beside, *moved) if several and len(moved) == 1 and beside is not None else moved


def _last_moved(found: Sequence[PlacementRequest]) -> tuple[ObjectPhrase, ...]:
    """What "them" means: all that was put to the last place."""
    place = found[-1].place
    moved: list[ObjectPhrase] = []
    for one in reversed(found):
        if one.place != place:
            break
        moved[:0] = one.objects
    return tuple(dict.fromkeys(moved))


def _linked(found: Sequence[PlacementRequest]) -> list[PlacementRequest]:
    """A thing without a place goes where the next one goes: "move the lamp, then the vase to the shelves"."""
    done: list[PlacementRequest] = []
    for at, one in enumerate(found):
        after = next((other.place for other in found[at + 1 :] if other.place is not None), None)
        if one.place is None and one.beside is None and after is not None:
            one = replace(one, place=after)
        done.append(one)
    return done


def _described(one: PlacementRequest, told: Sequence[str], names: Sequence[set[str]]) -> PlacementRequest:
    """The same with what was said elsewhere of how its things look."""
    objects = tuple(replace(thing, description=_description(thing, told, names)) for thing in one.objects)
    beside = one.beside and replace(one.beside, description=_description(one.beside, told, names))
    return replace(one, objects=objects, beside=beside)


def _description(thing: ObjectPhrase, told: Sequence[str], names: Sequence[set[str]]) -> str:
    """The clauses whose subject is that thing, and no other whose name holds its name: "the laptop stand"."""
    own = set(tokens(thing.text))
    longer = [name for name in names if own < name]
    found = []
    for sentence in told:
        for clause in re.split(r",? and (?=(?:the|my)\b)|, (?=(?:the|my)\b)|; ", sentence):
            subject = re.split(r"\b(?:is|are|has|have|was|were|features?|holds?|contains?)\b", clause, maxsplit=1)[0]
            said = set(tokens(subject))
            other = any(name <= said for name in longer)
            if own and own <= said | {"a"} and not other and len(clause) > len(subject):
                found.append(clause.strip(" ."))
    return ". ".join(found)
