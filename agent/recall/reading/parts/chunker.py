"""Takes a sentence apart into slots and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from agent.recall.algebra.selection import Duration
from agent.recall.reading.parts.chunks import Chunk, Named, NamedDeed, Subordinate
from agent.recall.reading.parts.noun_phrases import STATES, NounReader, SentencePart, is_thing, opposite
from agent.recall.reading.parts.verb_phrases import VerbReader
from agent.recall.reading.parts.wordlists import clause_words, plain_form, words
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.numbers import AMOUNTS, CARDINALS, FREQUENCIES, ORDINALS

_UNITS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400, "week": 604_800}
_MORE = frozenset({"longer", "more", "over", "above", "least", "exceeding"})
_LESS = frozenset({"shorter", "less", "under", "below", "fewer", "most", "within", "quicker", "faster"})
_EITHER = frozenset({"before", "or", "after"})
"""Which of two came first is asked, not what came before or after: "before or after the toast"."""
_NUMBERED = frozenset({"task", "thing"})
"""Words of which one is another question than several."""
_LAST = frozenset({"last", "latest", "final", "recently", "recent", "lastly"})


class Chunker:
    """Takes sentences apart.

    Args:
        lexicon: What things are called.
        frame: Words of the examples' sentences.
    """

    def __init__(self, lexicon: Lexicon, frame: frozenset[str] = frozenset()) -> None:
        self._nouns = NounReader(lexicon, frame)
        self._verbs = VerbReader(self._nouns, frame)

    def chunks(self, parts: Sequence[SentencePart]) -> tuple[Chunk, ...]:
        """The pieces of a sentence, in order."""
        found: list[Chunk] = []
        at = 0
        while at < len(parts):
            part = parts[at]
            if isinstance(part, Chunk):
                found.append(part)
                at += 1
                continue
            piece, at = self._piece(parts, at, found)
            found += piece
        return tuple(found)

    def _piece(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[list[Chunk], int]:
        for reader in (
            self._besides,
            _state,
            _took,
            _times,
            _ordinal,
            self._clause,
            self._purpose,
            self._place,
            self._verb,
            self._noun,
        ):
            step = reader(parts, at, before)
            if step is not None:
                return [step[0]], step[1]
        word = str(parts[at])
        plain = plain_form(word)
        return [Chunk(f"{plain}:s" if plain in _NUMBERED and word.endswith("s") else plain, word)], at + 1

    def _verb(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        if parts[at] in ("take", "took", "taken", "taking") and _asks_how_long(parts):
            return None
        found = self._verbs.read(parts, at)
        if found is None:
            return None
        deed = found[0]
        fine = deed.actions[0] if deed.actions else deed.kind
        has = f"{'t' if deed.thing.words else ''}{'p' if deed.place.words else ''}"
        return Chunk(f"ACT:{fine}:{has}", _said(parts, at, found[1]), deed), found[1]

    def _noun(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        found = self._nouns.read(parts, at)
        if found is None:
            return None
        many = {"any": "NP:ANY", "all": "NP:ALL", "every": "NP:ALL", "each": "NP:ALL"}.get(str(parts[at]))
        mark = "NP:OR" if found[0].joint == "or" else many or ("NP:THING" if is_thing(found[0]) else "NP:NAME")
        return Chunk(mark, _said(parts, at, found[1]), found[0]), found[1]

    def _place(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        word = parts[at]
        if word == "out" and parts[at + 1 : at + 2] == ["of"]:
            found = self._nouns.read(parts, at + 2) if at + 2 < len(parts) else None
            kind = "THING" if found and is_thing(found[0]) else "NAME"
            return (Chunk(f"PLACE:{kind}", _said(parts, at, found[1]), found[0]), found[1]) if found else None
        if word not in words("places") | words("with") or (before and before[-1].mark in ("tell", "say")):
            return None
        if word == "to" and at + 1 < len(parts) and self._verbs.read(parts, at + 1):
            return None
        found = self._nouns.read(parts, at + 1) if at + 1 < len(parts) else None
        if found is None:
            return None
        mark = "TOOL" if word in words("with") else "PLACE"
        mark += ":THING" if is_thing(found[0]) else ":NAME"
        return Chunk(mark, _said(parts, at, found[1]), found[0]), found[1]

    def _besides(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        """What is left out: "other than the mug"."""
        two = parts[at : at + 2]
        length = 1 if parts[at] in words("besides") else 2 if two in (["other", "than"], ["apart", "from"]) else 0
        found = self._nouns.read(parts, at + length) if length and at + length < len(parts) else None
        return (Chunk("EXCEPT", _said(parts, at, found[1]), found[0]), found[1]) if found else None

    def _purpose(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        """What something was done for: "for the salad", "to make coffee"."""
        word = parts[at]
        if word not in ("for", "to") or at + 1 >= len(parts) or any(chunk.mark in ("ask", "long") for chunk in before):
            return None
        if word == "to" and not any(chunk.slot in ("ACT", "NP") or chunk.mark in ("use", "need") for chunk in before):
            return None
        noun = self._noun(parts, at + 1, before) if word == "for" else None
        found = self._verb(parts, at + 1, before) or noun
        if found is None:
            return None
        return Chunk(f"PURPOSE:{_kind_of((found[0],))}", _said(parts, at, found[1]), (found[0],)), found[1]

    def _clause(self, parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
        """A clause of time with all that belongs to it."""
        begin = at
        while at < len(parts) and parts[at] in words("directly") and at + 1 < len(parts):
            at += 1
        either = {*parts[at : at + 3]} >= _EITHER if all(isinstance(p, str) for p in parts[at : at + 3]) else False
        at += 2 * either
        word = parts[at]
        mark = clause_words().get(word) if isinstance(word, str) else None
        if mark is None or not before or not _begins_clause(parts, at):
            return None
        end = at + 1
        while end < len(parts) and not self._ends(parts, end):
            end += 1
        inner = self.chunks(parts[at + 1 : end])
        mark = "EITHER" if either else mark
        groups = _both(inner) if mark == "BETWEEN" else (inner,)
        clause = Subordinate(mark.lower(), (at > begin and "next" not in parts[begin:at]) or at > begin, groups)
        return Chunk(f"{mark}:{_kind_of(inner)}", _said(parts, begin, end), clause), end

    def _ends(self, parts: Sequence[SentencePart], at: int) -> bool:
        part = parts[at]
        if isinstance(part, Chunk):
            return part.mark == "TIME"
        if part in ("and", "but") and at + 1 < len(parts):
            return parts[at + 1] in words("asks") | {"how"}
        return part in clause_words() and part != "as"


def _state(parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
    """A state that something is in: "open", "still on"; not the deed ("did you open")."""
    word = parts[at]
    ahead = parts[at - 1] if at else ""
    if word == "not" and at + 1 < len(parts) and ahead not in words("subjects") - {"it", "they"}:
        found = _state(parts, at + 1, before)  # "which lights are not on"
        return found and (
            replace(found[0], words=f"not {found[0].words}", value=opposite(str(found[0].value))),
            found[1],
        )
    if (
        not isinstance(word, str)
        or word not in STATES
        or ahead in words("subjects") - {"it", "they"} | {"to", "and", "never", "ever"}
        or (at > 1 and ahead in words("before_verbs") and parts[at - 2] in words("subjects") - {"it", "they"})
    ):
        return None
    behind = parts[at + 1] if at + 1 < len(parts) else ""
    if word in ("on", "off") and behind and behind not in words("when_now") and _goes_on(behind):
        return None
    goes_on = at + 1 < len(parts) and parts[at + 1] not in words("when_now") and _goes_on(parts[at + 1])
    if not before or (goes_on and before[-1].slot == ""):
        return None
    return Chunk("STATE", word, STATES[word]), at + 1


def _said(parts: Sequence[SentencePart], start: int, end: int) -> str:
    return " ".join(part if isinstance(part, str) else part.words for part in parts[start:end])


def _kind_of(chunks: Sequence[Chunk]) -> str:
    """Whether what a clause or a purpose names is a task, a deed or a thing."""
    deed = next((chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)), None)
    if deed is not None:
        return "task" if deed.kind == "task" else "deed"
    named = next((chunk.value for chunk in chunks if isinstance(chunk.value, Named)), None)
    return "word" if named is None else "thing" if is_thing(named) else "task"


def _goes_on(part: SentencePart) -> bool:
    return isinstance(part, str) and part not in clause_words() and part not in words("adverbs") | {"and", "or", "than"}


def _asks_how_long(parts: Sequence[SentencePart]) -> bool:
    said = {part for part in parts if isinstance(part, str)}
    return bool(said & {"long", "longer", "longest", "short", "shorter", "shortest", "time", "quick", "quickest",
                        "minute", "minutes", "less", "hour", "hours", "seconds", "step",
                        "steps"}) and not said & {"times", "where"}  # fmt: skip


def _begins_clause(parts: Sequence[SentencePart], at: int) -> bool:
    """Whether a conjunction has anything behind it that it may join."""
    word, rest = parts[at], [part for part in parts[at + 1 :]]
    if not rest:
        return False
    if word == "as":
        return rest[0] in ("you", "i", "soon")
    if word in ("once", "following"):
        return rest[0] in words("determiners") | {"you", "i"}
    return not (word == "when" and rest[0] in ("did", "was", "were", "is"))


def _both(inner: Sequence[Chunk]) -> tuple[tuple[Chunk, ...], ...]:
    """Both sides of "between the salad and the toast"."""
    at = next((index for index, chunk in enumerate(inner) if chunk.mark == "and"), None)
    if at is not None:
        return tuple(inner[:at]), tuple(inner[at + 1 :])
    for at, chunk in enumerate(inner):
        parted: list[Chunk] = []
        if isinstance(chunk.value, Named) and chunk.value.group:
            parted = [one for (one,) in each(chunk)]
        elif isinstance(chunk.value, NamedDeed) and chunk.value.thing.group:
            parted = _parted(chunk)
        if parted:  # "you turning on the toaster and the bread coming out"
            return ((*inner[:at], parted[0]), *((one,) for one in parted[1:-1]), (parted[-1], *inner[at + 1 :]))
    return (tuple(inner),)


def _parted(chunk: Chunk) -> list[Chunk]:
    """The deed with its first thing, and the others by themselves: "making coffee and the toast"."""
    deed = chunk.value
    assert isinstance(deed, NamedDeed)
    first = replace(deed, thing=replace(deed.thing, group=(), joint=""), words=deed.words.partition(" and ")[0])
    others = [Chunk("NP:THING" if is_thing(one) else "NP:NAME", one.words, one) for one in deed.thing.group]
    return [replace(chunk, value=first), *others]


def each(chunk: Chunk) -> tuple[tuple[Chunk, ...], ...]:
    """The things that are listed together, one by one."""
    named = chunk.value
    assert isinstance(named, Named)
    every = (replace(named, group=(), joint=""), *named.group)
    return tuple((Chunk("NP:THING" if is_thing(one) else "NP:NAME", one.words, one),) for one in every)


def _took(parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
    """How long something took: "longer than ten minutes", "at least an hour"."""
    begin, end = at, at
    limit = None
    while end < len(parts) and parts[end] in _MORE | _LESS | {"than", "at", "for", "in"}:
        word = parts[end]
        limit = word if word in _MORE | _LESS else limit
        end += 1
    number = _count(parts[end]) if end < len(parts) else None
    unit = str(parts[end + 1]).removesuffix("s") if end + 1 < len(parts) else ""
    if limit is None or number is None or unit not in _UNITS:
        return None
    took = Duration(limit in _MORE, timedelta(seconds=number * _UNITS[unit]))
    return Chunk("TOOK", _said(parts, begin, end + 2), took), end + 2


def _count(part: SentencePart) -> int | None:
    if not isinstance(part, str):
        return None
    return int(part) if part.isdigit() and len(part) < 7 else CARDINALS.get(part) or AMOUNTS.get(part)


def _times(parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
    """How often: "twice", "three times"."""
    word = parts[at]
    if word in FREQUENCIES and not (word == "once" and at + 1 < len(parts) and parts[at + 1] in ("you", "the")):
        return Chunk("TIMES", str(word), FREQUENCIES[str(word)]), at + 1
    count = _count(word)
    if count is not None and at + 1 < len(parts) and parts[at + 1] in ("times", "time") and word not in ("a", "an"):
        return Chunk("TIMES", _said(parts, at, at + 2), count), at + 2
    return None


def _ordinal(parts: Sequence[SentencePart], at: int, before: Sequence[Chunk]) -> tuple[Chunk, int] | None:
    """Which of several: "first", "the second time", "most recently"."""
    begin = at
    while at < len(parts) and parts[at] in ("the", "very", "most", "for") and at + 1 < len(parts):
        at += 1
    word = parts[at]
    if not isinstance(word, str) or (word == "last" and _asks_how_long(parts) and at + 1 == len(parts)):
        return None
    number = -1 if word in _LAST else -2 if word == "penultimate" else ORDINALS.get(word)
    if number is None and word[:-2].isdigit() and word[-2:] in ("st", "nd", "rd", "th"):
        number = int(word[:-2])
    if number is None or (begin < at and parts[begin] == "most" and number != -1):
        return None
    end = at + 1
    if number == -1 and parts[at + 1 : at + 3] == ["but", "one"]:
        number, end = -2, at + 3
    from_the_end = next((len(said) for said in (["to", "last"], ["from", "last"], ["last"])
                         if parts[at + 1 : at + 1 + len(said)] == said), 0)  # fmt: skip
    if number > 0 and from_the_end:
        number, end = -number, at + 1 + from_the_end
    if end < len(parts) and parts[end] == "time":
        end += 1
    return Chunk("ORDINAL:last" if number < 0 else "ORDINAL:nth", _said(parts, begin, end), number), end
