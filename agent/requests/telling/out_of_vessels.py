"""What has got into something and is taken out of it then: "a fork is in the pot. …, then fish it out and put it …"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named

_INSIDE = re.compile(
    r"^(?:there(?:'s| is) )?(?P<np>(?:an?|the|one of the|my|one) [a-z]+(?: (?!in\b|is\b)[a-z]+)?)(?: is)? in "
    r"(?P<vessel>(?:the|my|our|an?) [a-z]+(?: [a-z]+)?)[.;!,] (?P<rest>.+)$"
)
_OUT = re.compile(
    r"\b(?P<take>take|get|fish|pull|lift|grab|pick|dig) (?:it|that)(?: back)? out(?P<of> of (?:it|there))?(?! of\b)"
    r"(?P<and>,? and (?:then )?(?:please )?)(?:lay|put|place|set|stick|pop|bring|wash|throw)\b"
)


def out_of_the_vessel(text: str) -> str:
    """A tidied utterance in which "it" that is taken out is what was told to be in something.

    Args:
        text: An utterance, tidied.
    """
    told = _INSIDE.match(text)
    found = _OUT.search(told["rest"]) if told is not None else None
    if told is None or found is None or not _is_carried(told["np"]) or not _is_carried(told["vessel"]):
        return text
    name, vessel = (re.sub(r"^(?:an?|the|one of the|my|our|one) ", "", told[one]) for one in ("np", "vessel"))
    verb = found[0].split()[-1]
    rest = told["rest"]
    taken = f"take the {_one_of(told['np'], name)} out of the {vessel}{found['and']}{verb}"
    return f"{rest[: found.start()]}{taken}{rest[found.end() :]}"


def _one_of(said: str, name: str) -> str:
    words = words_of(f"the {name}")
    named = read_named(words)
    return name[:-1] if said.startswith("one of") and named is not None and named.every and name.endswith("s") else name


def _is_carried(said: str) -> bool:
    words = words_of(re.sub(r"^(?:one of )?(?:an?|one|the|my|our) ", "the ", said))
    named = read_named(words)
    return named is not None and named.end == len(words) and capable(named.word, "pickupable")
