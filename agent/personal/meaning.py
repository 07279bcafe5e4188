"""What the personal words of a request mean: "my mug" → "the blue mug", "set up movie night" → what is liked for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agent.belief.common_sense import can
from agent.personal.habits import asked_for, named_thing
from agent.personal.words import content, kept, occasion_leads, split
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.english import joined
from memory.knowledge import Knowledge

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ENDS = word_list("personal_ends.txt")
_LONGEST = 9
_POSSESSIVE = frozenset({"my", "our"})
_NOT_WHOSE = re.compile(r"(?:it|that|this|what|who|where|here|there|let|he|she|how|when)'s")
_FIRST = frozenset({"my", "our", "the", "a", "an", "this", "that", "these", "those"})
"""Words with which the name of a thing begins, and never ends."""
_RELATED = re.compile(r"(?:that |which )?(?:i|we|my|our|from my|from our)\b(?! (?:can|could|may)\b)")
"""Begins what a thing is to whoever speaks, behind its name: "the mug | I like best", "the plate | from my aunt"."""
_POLITE = re.compile(
    r"^(?:(?:hey|hi|hello|please|robot|ok|okay|now|so|and|can you|could you|would you|will you|i want you to"
    r"|i need you to|i'd like you to|kindly)\b[ ,]*)+"
)
_TRAIL = re.compile(r"(?:[ ,]*\b(?:please|now|tonight|today|again|for me|for us|as usual|the usual way|as always"
                    r"|the way (?:i|we) like it|like always))+$")  # fmt: skip


@dataclass(frozen=True)
class Phrase:
    """Words of an utterance that name a thing by whose it is or what it is to somebody.

    Attributes:
        start: Where they begin, in characters.
        end: Where they end.
        words: They themselves.
        owner: Whose; "" for whoever speaks.
        items: The items of knowledge that they may mean.
        kind: Type or class that they name; "" for none.
    """

    start: int
    end: int
    words: str
    owner: str
    items: tuple[Knowledge, ...] = ()
    kind: str = ""


def phrases(text: str, speaker: str, items: Sequence[Knowledge]) -> Iterator[Phrase]:
    """The personal phrases of an utterance, in order, the known and the unknown ones.

    Args:
        text: The utterance.
        speaker: Who speaks.
        items: What is known of everybody.
    """
    tokens = list(_TOKEN.finditer(text))
    at = 0
    while at < len(tokens):
        found = _known_at(text, tokens, at, speaker, items) or _unknown_at(text, tokens, at)
        if found is None:
            at += 1
            continue
        yield found
        at = next((i for i, one in enumerate(tokens) if one.start() >= found.end), len(tokens))


def _known_at(
    text: str, tokens: Sequence[re.Match[str]], at: int, speaker: str, items: Sequence[Knowledge]
) -> Phrase | None:
    first = tokens[at][0].lower().replace("’", "'")
    if first not in _FIRST and not first.endswith("'s"):
        return None
    last = at
    for stop in range(at, min(at + _LONGEST, len(tokens))):
        gap = text[tokens[stop - 1].end() : tokens[stop].start()] if stop > at else " "
        if tokens[stop][0].lower() in _ENDS or gap.strip(" "):
            break
        last = stop + 1
    for stop in range(last, at, -1):
        said = [one[0].lower().replace("’", "'") for one in tokens[at:stop]]
        owner = _owner(said[0], items)
        user = owner or speaker
        if said[-1] in _FIRST and said[-1] != first:
            continue
        found = [one for one in items if one.user.lower() == user.lower() and _means(said[bool(owner) :], one, said[0])]
        if found:
            span = (tokens[at].start(), tokens[stop - 1].end())
            return Phrase(*span, text[span[0] : span[1]], owner, _best(found, said), _kind(said))
    return None


def _owner(word: str, items: Sequence[Knowledge]) -> str:
    """Whose it is said to be by a name: "ann's"."""
    name = word.removesuffix("'s")
    return next((one.user for one in items if one.user.lower() == name), "") if word.endswith("'s") else ""


def _names_kind(word: str, item: Knowledge) -> bool:
    named = read_named([word])
    own = {kind for thing in item.objects for kind in types_named(_kind(split(thing.name)) or "?")}
    return named is not None and bool(named.word) and bool(own & set(types_named(named.word)))


def _means(said: Sequence[str], item: Knowledge, first: str) -> bool:
    """Whether words may mean what an item is about: nothing in them says otherwise, and something is personal."""
    if item.type != "object_semantics":
        return False
    words = content(said)
    things = content(word for thing in item.objects for word in split(f"{thing.name} {thing.description}"))
    alias = content(split(item.alias))
    if not words or any(word not in alias | things and not _names_kind(word, item) for word in words):
        return False
    possessed = first in _POSSESSIVE or first.endswith("'s")
    personal = words & (alias - things)
    if item.subtype == "history" or "favourite" in personal:
        return bool(personal) or (possessed and bool(words))
    return possessed


def _best(found: Sequence[Knowledge], said: Sequence[str]) -> tuple[Knowledge, ...]:
    """Of items that may be meant, those whose own words were said; then what is owned before what is liked or given."""
    words = content(said)

    def rank(one: Knowledge) -> tuple[int, int]:
        own = len(words & content(split(one.alias)))
        return -own, ("ownership", "group", "preference", "history").index(one.subtype)

    best = min(map(rank, found))
    chosen = [one for one in found if rank(one) == best]
    unlike = {one.objects: one for one in chosen}
    return tuple(unlike.values())


def _kind(said: Sequence[str]) -> str:
    """The kind of thing that words name."""
    words = list(said)
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun:
            return named.word
    return ""


def _unknown_at(text: str, tokens: Sequence[re.Match[str]], at: int) -> Phrase | None:
    """What can be carried, named by what it is to somebody, and nobody told: "my mug", "the mug I like best"."""
    first = tokens[at][0].lower().replace("’", "'")
    named_owner = first.endswith("'s") and not _NOT_WHOSE.fullmatch(first)
    said = [one[0].lower().replace("’", "'") for one in tokens[at : at + _LONGEST]]
    gaps = [text[tokens[at + i - 1].end() : tokens[at + i].start()].strip() for i in range(1, len(said))]
    stop = next((i for i, word in enumerate(said) if i and (word in _ENDS or gaps[i - 1])), len(said))
    said = said[:stop]
    named = read_named(["my", *said[1:]])
    if named is None or not named.word or named.every or named.pronoun or named.form or named.end < 2:
        return None
    if (named.count or 1) > 1:  # "my two spatulas": so many, whosever they are
        return None
    if not capable(named.word, "pickupable") or any(can(kind, "sliceable") for kind in types_named(named.word)):
        return None
    behind = first == "the" and bool(_RELATED.match(" ".join(said[named.end :])))
    if first not in _POSSESSIVE and not named_owner and not behind:
        return None
    after = " ".join(one[0].lower().replace("’", "'") for one in tokens[at + named.end : at + named.end + 4])
    if not behind and first in _POSSESSIVE and _TOLD_APART.match(after):
        return None
    end = len(said) if behind else named.end
    span = (tokens[at].start(), tokens[at + end - 1].end())
    owner = tokens[at][0].removesuffix("'s").removesuffix("’s") if named_owner else ""
    return Phrase(*span, text[span[0] : span[1]], owner, (), named.word)


_TOLD_APART = re.compile(
    r"(?:from|off) (?:the|a|my|our|under)\b|(?:that|which)(?:'s| is| are) (?:in|on|under|by|next)\b|lying\b"
    r"|(?:is|are) (?:all |so |really |very |still |pretty |quite )*(?:dirty|filthy|yucky|sticky|mucky|gross|grubby)\b"
)
"""Tells things of their kind apart by where or how they are: whose they are need not be known then."""


def replaced(text: str, phrase: Phrase, by: str) -> str:
    """The utterance with plain words in place of a personal phrase."""
    return f"{text[: phrase.start]}{by}{text[phrase.end :]}"


def plain_words(item: Knowledge) -> str:
    """What an item is about in words that anybody understands: "the blue mug"."""
    return joined([named_thing(thing) for thing in item.objects])


# -- occasions -------------------------------------------------------------------------------------------------------


def occasion_in(text: str) -> str:
    """The occasion for which somebody asks to have everything as they are used to; "" where nobody does."""
    asked = _TRAIL.sub("", _POLITE.sub("", " ".join(text.lower().split()).rstrip(".!? ")))
    lead = next((lead for lead in occasion_leads() if asked.startswith(f"{lead} ")), "")
    occasion = asked[len(lead) :].strip() if lead else ""
    return "" if _NO_OCCASION.match(occasion) else occasion


_NO_OCCASION = re.compile(
    r"(?:it|them|that|those|this|these|one|both|two|three|another|the other)\b|.*\b(?:instead|rather|too|as well)$"
    r"|(?:the|an?|my|our|that) [a-z]+(?: [a-z]+)? (?:in|on|into|onto|next to) (?:the|an?|my|our)\b"
)
"""A thing, and where it shall be: "let's have it on the stove"."""


def habit_meant(occasion: str, speaker: str, items: Sequence[Knowledge]) -> tuple[Knowledge, ...]:
    """The habits that an occasion means."""
    words = words_of(occasion)
    owner = _owner(words[0], items) if words else ""
    said = content(words[bool(owner) :])
    user = (owner or speaker).lower()
    mine = [one for one in items if one.type == "user_pattern" and one.user.lower() == user]
    exact = [one for one in mine if said and content(split(one.alias)) == said]
    return tuple(exact or [one for one in mine if said and said <= content(split(one.alias))])


def as_request(item: Knowledge) -> str:
    """A habit as a request."""
    return asked_for(item)


def extras(phrase: Phrase) -> frozenset[str]:
    """What a phrase says beside the kind of thing: "favourite"."""
    own = {kept(word) for word in split(phrase.words) if (named := read_named([word])) is not None and named.word}
    return content(split(phrase.words)[1:]) - own
