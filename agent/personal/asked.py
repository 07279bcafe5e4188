"""Answers questions about whose things are and what people like, from what they told, with when and in which words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.personal.habits import asked_for, named_thing
from agent.personal.meaning import habit_meant, phrases
from agent.personal.words import content, split
from agent.requests.intents import plain
from agent.requests.words.nouns import read_named
from envs.vocabulary.english import joined
from envs.vocabulary.looks import looks_in
from memory.knowledge import Knowledge

USER = "user"
"""Who speaks where nobody gave a name."""
_LEAD = re.compile(
    r"^(?:(?:and|so|well|but|hey|robot|please|do you (?:know|remember)|can you tell me|tell me|say)\b[, ]*)+"
)
_WHICH = re.compile(
    r"^(?:which|what)(?: one)?(?: of the)? (?P<np>[a-z -]+?) (?:is|are|belongs? to) "
    r"(?P<whose>mine|me|ours|us|[a-z]+(?:'s)?)$"
    r"|^(?:which|what|where)(?: one)? (?:is|was|are) (?P<mine>(?:my|our|[a-z]+'s) .+)$"
    r"|^what does (?P<look>(?:my|our|[a-z]+'s) .+) look like$"
    r"|^do (?:i|we) have (?P<any>a(?:n)? fav.+)$"
    r"|^(?:which|what) (?P<liked>[a-z -]+ (?:do (?:i|we) (?:like|love)|did (?:my|our) [a-z]+ (?:give|make)) .+)$"
)
_WHOSE = re.compile(
    r"^whose (?P<kind>[a-z ]+? )?is (?P<np>(?:the|this|that|it)\b.*)$|^who does (?P<np2>the .+) belong to$"
    r"|^who (?:owns|has) (?P<np3>the .+)$"
)
_HABIT = re.compile(
    r"^(?:what|how) (?:do|does|would) (?P<who>i|we|[a-z]+) (?:usually |always )?(?:like|want|have|prefer|do|need)"
    r"(?: (?:it|things|everything))? (?:for|at|on|during|when it's|in) (?P<occ>.+)$"
    r"|^(?:what|how) (?:is|are) (?P<my>(?:my|our|[a-z]+'s) .+?)(?: like)?$"
    r"|^(?:what|how) (?P<who2>i|we|[a-z]+) (?:usually |always )?(?:likes?|wants?|prefers?)"
    r"(?: (?:it|things|everything))? (?:for|at|on|during) (?P<occ2>.+)$"
)
_ALL = re.compile(
    r"^what (?:do|did) you (?:know|learn|remember|have learned) (?:about|of) (?P<who>me|us|[a-z]+)$"
    r"|^what have (?:i|we) told you (?:about|of) (?P<who2>me|us|myself|my things|ourselves)$|^what are my things$"
)


def answered(said: str, speaker: str, items: Sequence[Knowledge]) -> str:
    """The answer to a question about people; "" where it asks something else, or nothing was told.

    Args:
        said: The question.
        speaker: Who asks.
        items: What is known of everybody.
    """
    text = re.sub(r"^(what|which|who|where)'s ", r"\1 is ", _LEAD.sub("", plain(said)))
    return (
        _whose(text, speaker, items)
        or _habits(text, speaker, items)
        or _which(text, speaker, items)
        or _everything(text, speaker, items)
    )


def _which(text: str, speaker: str, items: Sequence[Knowledge]) -> str:
    found = _WHICH.match(text)
    if found is None or text.startswith("where"):
        return ""
    if found["liked"]:
        asked = "the " + re.sub(
            r"\b(?:do|did) |\bgive\b", lambda part: "gave" if part[0] == "give" else "", found["liked"]
        )
    elif found["whose"]:
        whose = found["whose"]
        said = "my" if whose in ("mine", "me", "ours", "us") else f"{whose.removesuffix(chr(39) + 's')}'s"
        asked = f"{said} {found['np']}"
    else:
        asked = found["mine"] or found["look"] or f"my {found['any'].partition(' ')[2]}"
    known = [one for phrase in phrases(asked, speaker, items) for one in phrase.items]
    return " ".join(f"{_thing(one)}: {evidence(one, speaker)}" for one in known)


def _thing(item: Knowledge) -> str:
    named = joined([named_thing(thing) for thing in item.objects])
    return named[:1].upper() + named[1:]


def _whose(text: str, speaker: str, items: Sequence[Knowledge]) -> str:
    found = _WHOSE.match(text)
    if found is None:
        return ""
    words = split(f"{found['kind'] or ''} {found['np'] or found['np2'] or found['np3']}")
    looks = set(looks_in(words))
    kinds = {named.word for word in words if (named := read_named([word])) is not None and named.word}
    if not looks:
        return ""
    known = [
        one
        for one in items
        if one.type == "object_semantics"
        and any(looks <= set(thing.description.split()) and _is(thing.name, kinds) for thing in one.objects)
    ]
    if not known:
        return ""
    return " ".join(f"{_owned(one, speaker)} {evidence(one, speaker)}" for one in known)


def _is(name: str, kinds: set[str]) -> bool:
    named = read_named(split(name))
    return not kinds or (named is not None and named.word in kinds)


def _owned(item: Knowledge, speaker: str) -> str:
    whose = "your" if item.user.lower() == speaker.lower() else f"{item.user}'s" if item.user != USER else "the user's"
    alias = re.sub(r"\bmy\b", "your" if whose == "your" else "their", item.alias)
    return f"{_thing(item)} is {whose} {alias}:"


def _habits(text: str, speaker: str, items: Sequence[Knowledge]) -> str:
    found = _HABIT.match(text)
    if found is None:
        return ""
    who, occasion = found["who"] or found["who2"] or "i", found["occ"] or found["occ2"] or found["my"]
    whose = speaker if who in ("i", "we") else who
    known = habit_meant(occasion, whose, items)
    return " ".join(f"For {one.alias}: {asked_for(one)}. {evidence(one, speaker)}" for one in known)


def _everything(text: str, speaker: str, items: Sequence[Knowledge]) -> str:
    found = _ALL.match(text)
    if found is None:
        return ""
    who = found["who"] or found["who2"] or "me"
    own = who in ("me", "us", "myself", "ourselves") or who.startswith("my ")
    user = speaker if own else who
    known = [one for one in items if one.user.lower() == user.lower()]
    return " ".join(
        f"For {one.alias}: {asked_for(one)}. {evidence(one, speaker)}"
        if one.type == "user_pattern"
        else f"{_owned(one, speaker)} {evidence(one, speaker)}"
        for one in known
    )


def evidence(item: Knowledge, speaker: str) -> str:
    """Who told it, when, and in which words."""
    who = "You" if item.user.lower() == speaker.lower() else "Somebody" if item.user == USER else item.user
    when = f" on {item.time:%b} {item.time.day} at {item.time:%H:%M}" if item.time else ""
    return f'{who} told me{when}: "{item.description.rstrip(".")}".'


def about(item: Knowledge) -> frozenset[str]:
    """The words by which people speak of an item."""
    things = " ".join(f"{thing.name} {thing.description}" for thing in item.objects)
    return content(split(f"{item.alias} {things}"))
