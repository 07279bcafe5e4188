"""Reads what people tell of their things and habits: "that's my mug", "for movie night I like the bowl on the sofa"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.personal.habits import habit
from agent.personal.sight import HomeSight, look_words
from agent.personal.words import described, split, subtype_of
from agent.planning.terms import WhichThings
from agent.requests.intents import plain
from agent.requests.words.clauses import words_of
from agent.requests.words.modifiers import terms_of, with_place
from agent.requests.words.nouns import NamedThings, capable, read_named
from envs.vocabulary.english import noun, one
from memory.knowledge import Knowledge, KnownObject

_LEAD = re.compile(
    r"^(?:(?:by the way|oh|and|so|well|please|robot|also|you know|fyi|just so you know|for your information|note"
    r"|remember|you should know|let me tell you|i(?: want|'d like) you to know|keep in mind"
    r"|(?P<no>no|nope|wrong|actually|sorry))\b[, ]*(?:that (?=(?:the|my|our|this|i|we|for) ))?)+"
)
_WHOSE = r"(?:my|our|(?!(?:it|that|this|what|who|where|here|there|let|he|she)'s)[a-z]+'s)"
_REST = r"(?:an? |the |from |something |part of |(?:made|painted|bought|given|knitted|sewn|sent) )"
_POINTED = re.compile(
    r"^(?:that|this|it)(?: one)?(?:'s| is| was)(?: also| actually)? "
    rf"(?:(?P<mine>mine|ours|{_WHOSE})|(?P<whose>{_WHOSE}) (?P<what>.+)"
    rf"|(?P<rest>{_REST}.+))$"
    r"|^(?:that|this|it)(?: one)? belongs to (?P<to>me|us|[a-z]+)$"
)
_NAMED = re.compile(
    rf"^(?P<np>(?:the|this|that) .+?) (?:is|was)(?: also| actually)? (?:(?P<mine>mine|ours|{_WHOSE})(?: too| as well)?"
    rf"|(?P<whose>{_WHOSE}) (?P<what>.+)|(?P<rest>{_REST}.+))$"
    r"|^(?P<np2>(?:the|this|that) .+?) belongs to (?P<to>me|us|[a-z]+)(?: too| as well)?$"
)
_IS_THAT = re.compile(rf"^(?P<whose>{_WHOSE}) (?P<what>.+?) is (?P<np>(?:the|that|this)\b.*)$")
_LIKED = re.compile(r"^i (?:really )?(?:like|love|prefer) (?P<np>(?:the|this|that) .+?) (?:best|most|the most)$")
_GIVEN = re.compile(
    r"^(?P<who>(?:my|our) [a-z]+(?: [a-z]+)?) (?:gave|sent|brought) (?:me|us) (?P<np>(?:this|that|the) .+)$"
    r"|^(?:i|we) (?:got|have|was given|were given|inherited) (?P<np2>(?:this|that|the) .+?) (?:from|by) (?P<who2>.+)$"
    r"|^(?P<np3>(?:this|that|the) .+?) (?:i|we) (?:got|have|inherited) from (?P<who3>(?:my|our) .+)$"
)
_USED = re.compile(
    r"^(?:i|we) (?:always |usually )?use (?P<np>(?:the|this|that) .+?) for (?:my |our )?(?P<what>[a-z ]+)$"
)
_BELONGED = re.compile(r" belonged to (?=(?:my|our) )")
_MINE = {"my": "", "mine": "", "our": "", "ours": "", "me": "", "us": ""}
_SELF = re.compile(r"\b(?:my|our|me|us|i|we)\b|\bfrom\b")


@dataclass(frozen=True)
class ToldItem:
    """What somebody told of themselves, or of somebody else.

    Attributes:
        item: The knowledge; without objects where it has to be asked what is meant.
        definite: Whether it says which one it is, so that nothing else is any more what it was.
        problem: What is to be said where it cannot be kept.
    """

    item: Knowledge | None
    definite: bool = False
    problem: str = ""


def told(said: str, speaker: str, sight: HomeSight, source: str = "") -> ToldItem | None:
    """What an utterance tells of whose things are, and what people are used to; None where it tells nothing of it.

    Args:
        said: The utterance; data, whatever it says.
        speaker: Who said it.
        sight: What is known of the home.
        source: Name of the episode.
    """
    if said.rstrip().endswith("?"):
        return None
    text = plain(said)
    lead = _LEAD.match(text)
    text = text[lead.end() :] if lead else text
    sentence = " ".join(said.split())[:500]
    habits = habit(text, speaker, sentence, source, sight.asked)
    if habits is not None:
        return ToldItem(habits if habits.steps else None, True, "" if habits.steps else _UNREAD.format(habits.alias))
    parts = _parts(_BELONGED.sub(" is from ", text))
    if parts is None:
        return None
    whose, alias, usual, np, definite = parts
    subtype = subtype_of(alias, usual)
    if not subtype:
        return None
    thing = _thing(np, alias, sight)
    if thing is None:
        return None
    if isinstance(thing, str):
        return ToldItem(None, problem=thing)
    user = speaker if whose in _MINE else whose.removesuffix("'s").capitalize()
    alias = alias or thing.name
    item = Knowledge(user, "object_semantics", subtype, alias, sentence, (thing,), source=source)
    again = bool(lead and lead["no"])
    return ToldItem(item, definite or again or subtype == "preference")


_UNREAD = (
    "I did not understand what you like for {}. Tell me what shall be where, such as: for movie night I like the bowl "
    "on the sofa."
)


def _parts(text: str) -> tuple[str, str, str, str, bool] | None:
    """Whose, what it is to them, the usual sort, the words for the thing ("" the one at hand), whether definite."""
    found = _POINTED.match(text) or _NAMED.match(text)
    if found is not None:
        part = found.groupdict()
        np = part.get("np") or part.get("np2") or ""
        owner = part["mine"] or part["to"] or part["whose"]
        if owner:
            return owner, _bare(part["what"] or ""), "ownership", np, False
        rest = part["rest"] or ""
        return ("my", _bare(rest), "", np, False) if _SELF.search(rest) else None
    found = _IS_THAT.match(text)
    if found is not None:
        return found["whose"], _bare(found["what"]), "ownership", found["np"], True
    found = _LIKED.match(text)
    if found is not None:
        kind = _noun_in(found["np"])
        return ("my", f"favourite {kind}".strip(), "preference", found["np"], True) if kind else None
    found = _GIVEN.match(text)
    if found is not None:
        who = found["who"] or found["who2"] or found["who3"]
        return "my", f"gift from {who}", "history", found["np"] or found["np2"] or found["np3"], False
    found = _USED.match(text)
    if found is not None:
        kind = _noun_in(found["np"])
        return ("my", f"{found['what']} {kind}", "ownership", found["np"], False) if kind else None
    return None


def _bare(text: str) -> str:
    return re.sub(
        r"^(?:(?:an?|the|something|very|own)\s+(?:one (?=(?:i|we)\b))?)| (?:too|as well|by the way)$", "", text
    ).strip()


def _named(text: str) -> NamedThings | None:
    """The first thing that is named in some words, with what is said of it."""
    words = words_of(text)
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun:
            return with_place(named, words)
    return None


def _noun_in(text: str) -> str:
    named = _named(text)
    return noun(named.word) if named is not None else ""


def _thing(np: str, alias: str, sight: HomeSight) -> KnownObject | str | None:
    """The thing that is spoken of; a question where that cannot be told, None where none is."""
    named = _named(np) or _named(alias)
    word = named.word if named is not None else ""
    if word and (named is None or not capable(word, "pickupable") or named.every):
        return None
    look = described(split(np)) or ("" if np else described(split(alias)))
    if look and word:
        return KnownObject(one(word), look)
    if np and not re.match(r"^(?:this|that)\b", np):
        return _by_place(named, np, sight)
    held = sight.belief.held if sight.belief is not None else None
    spoken = sight.spoken_of(word) if held is None else None
    if spoken is not None:
        return spoken
    seen = sight.at_hand(word)
    if seen is None:
        kind = one(word) if word else "thing"
        return f"I cannot tell which {kind} you mean. Say what it looks like, such as: the blue {kind}."
    look = look_words(seen, sight.of_kind(seen.object_type))
    name = one(seen.object_type)
    return (
        KnownObject(name, look) if look else f"I cannot see what the {name} looks like, so I could not tell it again."
    )


def _by_place(named: NamedThings | None, np: str, sight: HomeSight) -> KnownObject | str | None:
    """A thing that is told by where or how it is: "the one on the shelf"; kept by how it looks."""
    if named is None:
        return None
    at = with_place(NamedThings(named.word, None, False, False, "", "", 0), _behind_one(np))
    terms: Sequence[object] = terms_of(at) or terms_of(named)
    which = next((term for term in terms if isinstance(term, WhichThings)), None)
    found = sight.meant(which) if which is not None else sight.of_kind(named.word)
    looks = {look_words(thing, sight.of_kind(thing.object_type)) for thing in found} - {""}
    if len(looks) != 1:
        return f"I cannot tell which {one(named.word)} you mean. Say what it looks like, such as: the blue one."
    return KnownObject(one(named.word), looks.pop())


def _behind_one(np: str) -> list[str]:
    """The words behind "the one": "on the shelf"."""
    words = words_of(np)
    return words[words.index("one") + 1 :] if "one" in words else []
