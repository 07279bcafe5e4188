"""Noun phrases: "the two dirty mugs", "a slice of bread", "the salad"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.selection import ANYTHING, ThingFilter
from agent.recall.reading.parts.chunks import Chunk, Named
from agent.recall.reading.parts.wordlists import clause_words, words
from envs.vocabulary.nouns import APPEARANCE, Lexicon
from envs.vocabulary.numbers import CARDINALS, ORDINALS
from envs.vocabulary.verbs import base

STATES = {
    "dirty": "+dirty", "clean": "-dirty", "open": "+open", "closed": "-open", "shut": "-open", "on": "+on",
    "running": "+on", "off": "-on", "full": "+filled", "filled": "+filled", "empty": "-filled", "hot": "+hot",
    "cold": "+cold", "cooked": "+cooked", "raw": "-cooked", "broken": "+broken", "intact": "-broken",
}  # fmt: skip
"""Adjective → sign and state."""
STATES |= {
    "lit": "+on", "alight": "+on", "burning": "+on", "blazing": "+on", "unlit": "-on", "ajar": "+open",
    "uncut": "-sliced", "unsliced": "-sliced",
    "filthy": "+dirty", "grubby": "+dirty", "unwashed": "+dirty", "spotless": "-dirty",
}  # fmt: skip
"""Words that say the same."""

_MOST_SAID = 2
"""Words in front of a thing that may say which one it is and that no dictionary has."""
_PIECES = frozenset({"slice", "slices", "piece", "pieces"})
_BOUNDS = {
    ("no", "more", "than"): ("most", 0), ("no", "less", "than"): ("least", 0), ("no", "fewer", "than"): ("least", 0),
    ("more", "than"): ("least", 1), ("at", "least"): ("least", 0), ("at", "most"): ("most", 0),
    ("fewer", "than"): ("most", -1), ("less", "than"): ("most", -1), ("up", "to"): ("most", 0),
    ("exactly",): ("just", 0), ("precisely",): ("just", 0), ("just",): ("just", 0), ("only",): ("just", 0),
}  # fmt: skip
"""Words before a number → what limit it is, and by how much the limit differs from it."""

SentencePart = str | Chunk


class NounReader:
    """Reads noun phrases.

    Args:
        lexicon: What things are called.
        frame: Words of sentences of the examples: none of them names a thing that nobody knows.
    """

    def __init__(self, lexicon: Lexicon, frame: frozenset[str] = frozenset()) -> None:
        self._lexicon = lexicon
        self._frame = frame

    def read(self, parts: Sequence[SentencePart], start: int) -> tuple[Named, int] | None:
        """The phrase that begins at a place, and the place behind it; None where none begins there."""
        first = self._one(parts, start)
        if first is None:
            return None
        named, at = first
        others: list[Named] = []
        joint = ""
        while at < len(parts):
            step = 1 if parts[at] in ("and", "or") else 0
            other = self._one(parts, at + step)
            if other is None or (not step and (joint or not _determined(parts, at) or _tells_which(parts, at))):
                break
            joint = str(parts[at]) if step else joint
            others.append(other[0])
            at = other[1]
        return replace(named, group=tuple(others), joint=joint or ("and" if others else "")), at

    def _one(self, parts: Sequence[SentencePart], start: int) -> tuple[Named, int] | None:
        limit = _bound(parts, start)
        if limit is not None:
            return self._limited(parts, *limit)
        at, amount = start, None
        states: list[str] = []
        looks: list[str] = []
        while at < len(parts) and isinstance(word := parts[at], str):
            if word in words("determiners"):
                pass
            elif (number := _number(word)) is not None and amount is None:
                amount = number
            elif word in STATES and word not in ("on", "off"):
                states.append(STATES[word])
            elif word in APPEARANCE:
                looks.append(word)
            elif word == "of" and at > start:
                pass
            else:
                break
            at += 1
        begin = at
        kind, at = self._types(parts, at)
        if kind:
            phrase = _text(parts, begin, at)
            return Named(ThingFilter(kind, tuple(states), amount), phrase, tuple(looks)), at
        if found := self._described(parts, begin):
            kind, end = found
            phrase = _text(parts, begin, end)
            looks += [word for word in phrase.split() if not self._lexicon.find([word])]
            return Named(ThingFilter(kind, tuple(states), amount), phrase, tuple(looks)), end
        at = self._unknown(parts, begin, _determined(parts, start) or amount is not None or bool(looks))
        if at == begin:
            return None
        phrase = _text(parts, begin, at)
        return Named(ThingFilter((), tuple(states), amount, unknown=phrase), phrase, tuple(looks)), at

    def _limited(self, parts: Sequence[SentencePart], start: int, bound: str, more: int) -> tuple[Named, int] | None:
        """A phrase with a limit before its number: "more than two cups"; None where it names nothing that is known."""
        found = self._one(parts, start)
        if found is None or not found[0].thing.types or found[0].thing.amount is None:
            return None
        thing = replace(found[0].thing, amount=found[0].thing.amount + more, bound=bound)
        return replace(found[0], thing=thing), found[1]

    def _types(self, parts: Sequence[SentencePart], at: int) -> tuple[tuple[str, ...], int]:
        """The classes named at a place: "mug", "slices of bread"."""
        ahead = [part if isinstance(part, str) else "" for part in parts[at : at + 6]]
        if ahead[:1] and ahead[0] in _PIECES and ahead[1:2] == ["of"]:
            skip = 3 if ahead[2:3] and ahead[2] in words("determiners") else 2
            whole = self._lexicon.find(ahead[skip:])
            if whole and whole.first == 0:
                piece = self._lexicon.find([*ahead[skip : skip + whole.last], "slice"])
                types = piece.types if piece and piece.last > whole.last else whole.types
                return types, at + skip + whole.last
        found = self._lexicon.find(ahead)
        if found is None or found.first:
            return (), at
        return found.types, at + found.last

    def _described(self, parts: Sequence[SentencePart], at: int) -> tuple[tuple[str, ...], int] | None:
        """The classes of a thing behind words that no dictionary has and that say which one: "the kids' lamp"."""
        end = at
        while end < len(parts) and end - at < _MOST_SAID and self._is_name(word := str(parts[end])) and not base(word):
            end += 1
            kind, behind = self._types(parts, end)
            if kind:
                return kind, behind
        return None

    def _unknown(self, parts: Sequence[SentencePart], at: int, determined: bool) -> int:
        """The end of a name that no dictionary has: words that are part of no sentence's frame."""
        end = at
        while end < len(parts) and isinstance(word := parts[end], str) and self._is_name(word):
            end += 1
        return end if determined or end > at else at

    def _is_name(self, word: str) -> bool:
        plain = base(word)
        if word in ORDINALS or word[:1].isdigit() or plain in words("frame_verbs") or word in words("directly"):
            return False
        if plain is not None and word.endswith("ing"):
            return False
        if word in words("fillers") or word in words("adverbs") or word in words("generic") or word in STATES:
            return False
        return (
            word.isalpha() and word not in self._frame and word not in clause_words() and word not in words("besides")
        )


def _bound(parts: Sequence[SentencePart], at: int) -> tuple[int, str, int] | None:
    """Where the number stands that a limit is set by, what limit it is, and by how much it differs; None for others."""
    for said, (bound, more) in _BOUNDS.items():
        end = at + len(said)
        number = parts[end] if tuple(parts[at:end]) == said and end < len(parts) else None
        if isinstance(number, str) and _number(number) is not None:
            return end, bound, more
    return None


def _determined(parts: Sequence[SentencePart], at: int) -> bool:
    return at < len(parts) and parts[at] in words("determiners")


def _tells_which(parts: Sequence[SentencePart], at: int) -> bool:
    """Whether "that" begins a clause about what was named: "the thing that wakes me"."""
    word = parts[at + 1] if at + 1 < len(parts) else None
    plain = base(word) if isinstance(word, str) else None
    return parts[at] == "that" and plain is not None and plain != word


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() and len(word) < 4 else CARDINALS.get(word) if word != "one" else 1


def _text(parts: Sequence[SentencePart], start: int, end: int) -> str:
    return " ".join(part for part in parts[start:end] if isinstance(part, str))


def opposite(state: str) -> str:
    """A state that something is not in: "not on" is off."""
    return f"{'-' if state.startswith('+') else '+'}{state[1:]}"


def is_thing(named: Named) -> bool:
    """Whether a dictionary knows what is named."""
    return named.thing != ANYTHING and not named.thing.unknown
