"""Verb phrases: what they do to what, where and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.selection import ThingFilter
from agent.recall.reading.parts.chunks import ANAPHORS, NOBODY, Named, NamedDeed
from agent.recall.reading.parts.noun_phrases import STATES, NounReader, SentencePart, is_thing
from agent.recall.reading.parts.wordlists import clause_words, verb, words
from envs.vocabulary.object_types import object_types
from envs.vocabulary.verbs import base, changes, deeds

_ARTICLES = frozenset({"the", "a", "an", "any", "my", "your", "this", "that", "some", "many", "of"})
_ENDS = frozenset(
    {"and", "or", "but", "because", "what", "why", "how", "who", "where", "which", "than", "more", "most"}
)
_ENDS |= {"less", "fewer", "first", "last", "twice", "once", "did", "is", "was", "were", "longer", "again", "recently"}
_PHRASAL = {verb: ("for",) for verb in (*words("seeking"), "wait", "care")}
"""Verbs of tasks whose thing stands behind a preposition that otherwise says what for."""
_NEAR = 6
"""How many words before a participle its "was" may stand."""
_BIN = Named(ThingFilter(("GarbageCan",)), "garbage can")


class VerbReader:
    """Reads verb phrases.

    Args:
        nouns: Reads what stands in them.
        known: Words of the examples' sentences: none of them is a verb that nobody knows.
    """

    def __init__(self, nouns: NounReader, known: frozenset[str] = frozenset()) -> None:
        self._nouns = nouns
        self._known = known

    def read(self, parts: Sequence[SentencePart], start: int) -> tuple[NamedDeed, int] | None:
        """The phrase that begins at a place, and the place behind it; None where none begins there."""
        plain = "put" if self._went_into(parts, start) else self._verb(parts, start)
        if plain is None:
            return None
        if plain == "do":
            return self._do(parts, start)
        if (put_out := self._put_out(plain, parts, start)) is not None:
            return put_out
        action, skip = _action(plain, parts, start + 1)
        if plain == "get" and not skip and self._becomes(parts, start + 1):
            return None
        if plain in changes() and not skip:
            deed = NamedDeed("change", plain, change=changes()[plain])
        elif action in ("see", "any"):
            deed = NamedDeed(action, plain)
        elif action:
            deed = NamedDeed("act", plain, (action,))
        else:
            deed = NamedDeed("task", plain)
        found, end = self._filled(deed, parts, start + 1, skip)
        return (replace(found, place=_BIN) if plain in words("discarding") and found.place == NOBODY and action
                else found), end  # fmt: skip

    def _put_out(self, plain: str, parts: Sequence[SentencePart], start: int) -> tuple[NamedDeed, int] | None:
        """A light or what else burns that is put out; of other things it says where they are put."""
        at = next((at for at in range(start + 1, min(len(parts), start + _NEAR)) if parts[at] == "out"), None)
        if plain not in words("putting_out") or at is None or parts[at + 1 : at + 2] == ["of"]:
            return None
        found = self._filled(NamedDeed("act", plain, ("ToggleOff",)), parts, start + 1, (at,))
        types = [object_types()[kind] for kind in found[0].thing.thing.types if kind in object_types()]
        return found if types and all("toggleable" in one.can for one in types) else None

    def _went_into(self, parts: Sequence[SentencePart], at: int) -> bool:
        """Whether things went somewhere, which means that they were put there: "the forks went into the sink"."""
        word, ahead = parts[at], parts[max(at - 2, 0) : at]
        if not isinstance(word, str) or base(word) != "go" or parts[at + 1 : at + 2] not in (["into"], ["onto"]):
            return False
        found = self._nouns.read(parts, at + 2)
        if not words("spent").isdisjoint(part for part in parts[:at] if isinstance(part, str)):
            return False  # "how many minutes went into the spoons"
        somebody = any(part in words("subjects") - {"it", "who", "they"} for part in ahead)
        return found is not None and is_thing(found[0]) and not somebody

    def _becomes(self, parts: Sequence[SentencePart], at: int) -> bool:
        """Whether what stands behind "get" is no thing: "you got tired", "you got up"."""
        word = parts[at] if at < len(parts) else None
        if not isinstance(word, str) or word in ANAPHORS or word in _ARTICLES | words("determiners"):
            return word == "up" and not self._nouns.read(parts, at + 1)
        found = self._nouns.read(parts, at)
        return word == "up" or (found is not None and not is_thing(found[0]) and word not in words("places"))

    def _verb(self, parts: Sequence[SentencePart], at: int) -> str | None:
        """The plain form of a word that is used as a verb of a deed or a task."""
        word = parts[at]
        before = parts[at - 1] if at else ""
        if not isinstance(word, str):
            return None
        plain = verb(word)
        if plain is None:
            asking = (base(word) or word) in words("frame_verbs")
            unknown = word.isalpha() and word not in self._known and not word.endswith("ly") and not asking
            if word == "do" and before in ("you", "to", "ever") and self._nouns.read(parts, at + 1):
                return "do"
            follows = before in words("subjects") - {"who", "it"} or before == "to"
            return word if follows and unknown and word not in words("fillers") | words("adverbs") else None
        if word in words("unchanged") and _has_been(parts, at):
            return plain
        if word in (plain, plain + "s"):
            bare = (at == 0 and len(parts) > 1 and word == plain and not self._is_so(parts)) or _of_itself(
                plain, parts, at
            )
            return plain if bare or before in words("subjects") | words("before_verbs") | {"anyone"} else None
        if word.endswith("ing") or before not in _ARTICLES or at + 1 == len(parts):
            return plain
        return None

    def _is_so(self, parts: Sequence[SentencePart]) -> bool:
        """Whether a sentence says of a thing how it is: "microwave still running"."""
        behind = next((part for part in parts[1:] if part not in words("adverbs") | words("when_now")), "")
        return behind in STATES and self._nouns.read(parts, 0) is not None

    def _do(self, parts: Sequence[SentencePart], start: int) -> tuple[NamedDeed, int] | None:
        found = self._nouns.read(parts, start + 1)
        if found is None:
            return None
        return NamedDeed("task", f"do {found[0].words}", thing=found[0]), found[1]

    def _filled(
        self, deed: NamedDeed, parts: Sequence[SentencePart], start: int, skip: Sequence[int]
    ) -> tuple[NamedDeed, int]:
        at, said = start, [deed.words]
        while at < len(parts) and isinstance(word := parts[at], str):
            if at in skip:
                said.append(word)
                at += 1
                continue
            if (
                word in clause_words()
                or word in _ENDS
                or word in words("besides")
                or parts[at : at + 2] == ["other", "than"]
            ):
                break
            step = self._place(deed, parts, at) or self._object(deed, parts, at)
            if (
                step is None
                and deed.kind == "task"
                and word in words("places") | {"with", "of", "to", *_PHRASAL.get(deed.words, ())}
            ):
                behind = self._nouns.read(parts, at + 1)
                sought = behind is not None and deed.words in words("seeking") and deed.thing == NOBODY
                step = (replace(deed, thing=behind[0]) if sought else deed, behind[1]) if behind else None
            if step is None:
                if word not in words("adverbs"):
                    break
                step = (deed, at + 1)
            deed = step[0]
            every = [part for part in parts[at : step[1]] if isinstance(part, str)]
            said += every if len(every) > 1 else [part for part in every if part not in words("adverbs")]
            at = step[1]
        return _sought(replace(deed, words=" ".join(said)), said), at

    def _object(self, deed: NamedDeed, parts: Sequence[SentencePart], at: int) -> tuple[NamedDeed, int] | None:
        """With what it is done to; a word for something spoken of before leans on that."""
        word = parts[at]
        following = self._nouns.read(parts, at)
        if deed.thing == NOBODY and following:
            return replace(deed, thing=following[0], left=(*deed.left, *following[0].left)), following[1]
        if deed.thing == NOBODY and word in ANAPHORS:
            return replace(deed, leans=True), at + 1
        return None

    def _place(self, deed: NamedDeed, parts: Sequence[SentencePart], at: int) -> tuple[NamedDeed, int] | None:
        """With where it is done, and with what."""
        word = parts[at]
        far = 2 if word == "out" and parts[at + 1 : at + 2] == ["of"] else 1
        behind = self._nouns.read(parts, at + far)
        if word == "to" and at + 2 < len(parts) and self._verb(parts, at + 1):  # "use to toast the bread"
            return None
        if behind is None or (word in STATES and deed.kind == "act" and not behind):
            return None
        if (word in words("places") or far == 2) and deed.place == NOBODY:
            return replace(deed, place=_plain(behind[0]), left=(*deed.left, *behind[0].left)), behind[1]
        if word in words("with") and deed.tool == NOBODY:
            return replace(deed, tool=_plain(behind[0]), left=(*deed.left, *behind[0].left)), behind[1]
        return None


def _has_been(parts: Sequence[SentencePart], at: int) -> bool:
    """Whether a form that is base and participle in one is the participle: "the bread was cut", "was the bread cut"."""
    aux = max((index for index in range(at) if parts[index] in words("participle_after")), default=None)
    if aux is None or at - aux > _NEAR or parts[at + 1 : at + 2] in (["off"], ["on"], ["aside"]):  # "put on hold"
        return False
    between = [part for part in parts[aux + 1 : at] if isinstance(part, str)]
    return not set(between) & (words("subjects") | words("asks") | {"to"})


def _of_itself(plain: str, parts: Sequence[SentencePart], at: int) -> bool:
    """Whether a change is told of the thing that it happened to: "when did the vase break"."""
    ends = at + 1 == len(parts) or not isinstance(parts[at + 1], str)
    if parts[at - 1 : at] in (["than"], ["or"]):  # "more often than toast"
        return False
    return plain in changes() and parts[at] == plain and ends and "did" in parts[: max(at - 1, 0)]


def _sought(deed: NamedDeed, said: Sequence[str]) -> NamedDeed:
    """What is looked for is what a task is to find: "searching for the phone" is "find the phone"."""
    if deed.kind != "task" or said[0] not in words("seeking"):
        return deed
    if said[1:2] != ["for"] and not _is_no_place(deed.thing.thing.types):
        return deed
    return replace(deed, words=" ".join(["find", *said[1 + (said[1:2] == ["for"]) :]]))


def _is_no_place(types: Sequence[str]) -> bool:
    """Whether nothing is in or on a thing, so that to search it is to look for it."""
    known = [object_types()[kind] for kind in types if kind in object_types()]
    return bool(known) and not any("receptacle" in one.can for one in known)


def _plain(named: Named) -> Named:
    return named


def _action(plain: str, parts: Sequence[SentencePart], start: int) -> tuple[str, tuple[int, ...]]:
    """What a verb means with its particle, and where that stands: right behind it or behind the thing."""
    for at in range(start, min(len(parts), start + 6)):
        word = parts[at]
        if not isinstance(word, str) or word in clause_words() or word in words("asks"):
            break
        action = deeds().get((plain, word))
        follows = parts[at + 1] if at + 1 < len(parts) else ""
        ends = not isinstance(follows, str) or not follows or follows in words("places") | _ENDS or follows in (
            clause_words()) or follows in words("adverbs")  # fmt: skip
        if action and (at == start or ends):
            return action, (at,)
    return deeds().get((plain,), ""), ()
