"""What the pieces of a turn name: things in words that may be verbs, "the red one", what is denied or unheard of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from agent.recall.algebra.selection import ThingFilter
from agent.recall.reading.parts.chunks import NOBODY, Chunk, Named, NamedDeed
from agent.recall.reading.parts.noun_phrases import is_thing
from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.nouns import APPEARANCE, Lexicon
from envs.vocabulary.verbs import base, everyday_requests, requests

_ONE = frozenset({"one", "ones"})


def strange(chunk: Chunk, knows_task: Callable[[str], bool]) -> bool:
    """Whether a piece was only taken for a name: no article, and nobody knows it as a thing or a task: "whodunnit"."""
    named = chunk.value
    if not isinstance(named, Named) or not named.thing.unknown or knows_task(named.words):
        return False
    led = [word for word in chunk.words.split() if word not in words("places") | words("with")]
    return led[:1] == named.words.split()[:1] and not {*named.words.split()} <= words("example_names")


def unfamiliar(deed: NamedDeed, knows_task: Callable[[str], bool]) -> bool:
    """Whether a verb was only taken for a task: nobody asks a robot for it, and none was called so: "I presume"."""
    if deed.kind != "task" or knows_task(deed.words):
        return False
    verb = base(deed.words.split()[0]) or ""
    asked = verb in requests() or verb in everyday_requests()
    return not asked or deed.thing == deed.place == NOBODY


def without_denied(chunks: Sequence[Chunk]) -> list[Chunk]:
    """The pieces without what is ruled out in favour of another: of "the hall, not the kitchen" the hall."""
    denied = {at for at in range(1, len(chunks)) if chunks[at].slot and chunks[at - 1].mark == "not"}
    kept = {chunk.slot for at, chunk in enumerate(chunks) if chunk.slot and at not in denied}
    gone = {at for at in denied if chunks[at].slot in kept}
    return [chunk for at, chunk in enumerate(chunks) if at not in gone and at + 1 not in gone]


def as_things(chunks: Sequence[Chunk], lexicon: Lexicon) -> list[Chunk]:
    """The pieces with the thing for a verb that is called alike and stands alone: "and the phone? microwave too?"."""
    return [_as_thing(chunk, lexicon) for chunk in chunks]


def _as_thing(chunk: Chunk, lexicon: Lexicon) -> Chunk:
    deed = chunk.value
    if not isinstance(deed, NamedDeed) or not deed.thing == deed.place == deed.tool == NOBODY:
        return chunk
    said = deed.words.split()
    found = lexicon.find(said)
    if found is None or found.last - found.first != len(said) or not chunk.words.startswith(deed.words):
        return chunk
    return Chunk("NP:THING", chunk.words, Named(ThingFilter(found.types), deed.words))


def described(chunks: Sequence[Chunk]) -> tuple[list[Chunk], list[str]]:
    """The pieces without "the red one", "the top one", and the words that say which: no memory keeps them."""
    kept, looks = [*chunks], []
    for at in reversed([at for at, chunk in enumerate(chunks) if chunk.words in _ONE and at]):
        chunk = chunks[at - 1]
        named = chunk.value
        unknown = isinstance(named, Named) and not is_thing(named) and named.thing.unknown
        if unknown or chunk.words in APPEARANCE:
            looks.append(named.words if isinstance(named, Named) else chunk.words)
            del kept[at - 1 : at + 1]
    return kept, looks


def renamed(task: str, named: Named, lexicon: Lexicon, knows_task: Callable[[str], bool]) -> str:
    """The words of a task with another thing, where it is called by a verb and a thing: "wash the pan", the pot."""
    said = task.split()
    old = lexicon.find(said)
    if old is None or not old.first or not is_thing(named) or base(said[0]) is None:
        return named.words
    other = " ".join([*said[: old.first], named.words, *said[old.last :]])
    return named.words if knows_task(named.words) and not knows_task(other) else other
