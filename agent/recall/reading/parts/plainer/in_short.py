"""What those ask who are in a hurry or learnt English late: "mug washed yet?", "what you have done first, … or …"."""

from __future__ import annotations

import re

from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import base, deeds, doing, of_past, participle

_LEAD = r"^(?P<lead>(?:(?:and|so|but|then|ok|okay|well|now) )*)"
_VERBLESS = re.compile(rf"{_LEAD}(?P<said>[a-z]+(?: [a-z]+){{1,7}}) (?:yet|already|by now|so far)$")
_FIRST_OF = re.compile(
    rf"{_LEAD}what (?:(?:have|did|had) you (?:do|done)|you (?:have|did|had)? ?(?:do|done|did)) first"
    r"(?P<when>(?: (?:today|yesterday|on \w+day))?) (?P<one>[a-z]+) (?P<what>.+?) or (?P<other>[a-z]+) (?P<that>.+)$"
)
_HEARD_OF = re.compile(
    rf"{_LEAD}(?:did|has|have) (?:any|some)(?:body|one) (?:ever |also )*(?:tell|told|mention|mentioned|say|said|inform)"
    r"(?: (?:to )?you)?(?: (?:also|too|else|anything|something|ever))* (?:about |of |on )?"
    r"(?P<what>(?:a|an|the|my|any) \w+(?: \w+)?)(?: (?:too|also|as well))?$"
)
_EACH_BEFORE = re.compile(
    rf"{_LEAD}where (?:was|were) (?:each(?: one)? of|every one of|all(?: of)?|each) (?:the|my|our) "
    r"(?P<what>\w+(?: \w+)?) before you (?:moved|took|put|picked|carried|got|brought|fetched)\b.*$"
)
_DETERMINERS = frozenset({"the", "my", "our", "all"})
_LONG_NAME = 4
"""Words that the name of a thing may have, its determiners counted in."""
_NO_VERB = frozenset({"is", "are", "was", "were", "have", "has", "had", "did", "do", "does", "you", "i", "we"})


def spelled_out(text: str) -> str:
    """A question in short or in broken English as it is asked by most; any other as it is.

    Args:
        text: The sentence in plain words.
    """
    if (bare := _VERBLESS.match(text)) is not None and (stands := _with_verb(bare["said"].split())):
        return f"{bare['lead']}{stands} yet"
    if (first := _FIRST_OF.match(text)) is not None and all(base(first[one]) for one in ("one", "other")):
        one, other = (_doing(first[verb], first[what]) for verb, what in (("one", "what"), ("other", "that")))
        return f"{first['lead']}which did you do first{first['when']} {one} or {other}"
    if (heard := _HEARD_OF.match(text)) is not None:
        return f"{heard['lead']}what did i tell you about {heard['what']}"
    if (each := _EACH_BEFORE.match(text)) is not None:
        return f"{each['lead']}where did you get the {each['what']} from"
    return text


def _with_verb(said: list[str]) -> str:
    """Of "mug put away" that the mug is put away; empty where no thing and participle stand first."""
    for at in range(1, min(len(said), _LONG_NAME + 1)):
        verb = of_past(said[at]) if _is_thing(said[:at]) else None
        if verb is not None and participle(verb) == said[at] and not _NO_VERB & {*said}:
            moved = deeds().get((verb,)) == "Place"  # where a thing is put is no state
            what, done = _the(" ".join(said[:at])), " ".join(said[at:])
            return f"has {what} been {done}" if moved else f"is {what} {done}"
    return ""


def _is_thing(said: list[str]) -> bool:
    named = [word for word in said if word not in _DETERMINERS]
    found = full_lexicon().find(named) if named else None
    return found is not None and found.first == 0 and found.last == len(named)


def _the(words: str) -> str:
    return words if words.split()[0] in _DETERMINERS else f"the {words}"


def _doing(verb: str, what: str) -> str:
    return f"{doing(base(verb) or verb)} {what}"
