"""A condition said behind the work, in usual words: "assuming it's clean", "not if it's on", "no apples? A pear"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.amending import counted_apart
from agent.requests.errands import STATE, Errand
from envs.vocabulary.inflection import singular

_A = r"^(?:(?:oh|and|but|well|please|just|mind you|that is)\b[ ,]*)*"
_SUPPOSING = re.compile(
    rf"{_A}(?P<only>only )?(?:(?:assuming|supposing|presuming|granted)(?: that)?|in the event that"
    rf"|on the assumption that"
    r"|in case|provided that|when and if) (?=(?:it|they|that|there|the|my|our|any|some|nobody|no one|somebody|i|we)\b)"
)
_NOT_IF = re.compile(rf"{_A}not (?:if|when) (?=[a-z])")
_ONLY_WHEN = re.compile(rf"{_A}only when (?=(?:it|they|that|there|the|my|our)(?:'s| is|'re| are)\b)")
_NONE_LEFT = re.compile(
    rf"{_A}(?P<if>if )?no (?P<np>[a-z]+(?: [a-z]+)??)(?: left| there| any ?more| to be found)*(?(if)[,?]|\?)[,?]* "
    r"(?:then |so |just |take |use |put |bring )*(?P<other>(?:an?|some|the|one) [a-z]+(?: [a-z]+)??)"
    r"(?: will do| would do| is fine| instead| then)*[.!]*$"
)
_NEEDS_IT = re.compile(r"\bif (?:it|they|that) needs? (?:it|to be|a wash|washing|cleaning|doing)\b")
_SAID_OVER = re.compile(r"(?:, (?:that is|mind you|mind|of course)|,? if (?:there are|there's|there is) any)(?=[.!]*$)")


def as_condition(text: str, tasks: Sequence[Errand]) -> str:
    """A remark that only says on what condition, in usual words; any other remark as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if not tasks:
        return text
    none = _NONE_LEFT.match(text)
    if none:
        be = "is" if singular(none["np"]) == none["np"] else "are"
        return f"if there {be} no {none['np']} left, {none['other']}"
    said = _ONLY_WHEN.sub("only if ", _NOT_IF.sub("unless ", _SUPPOSING.sub(_if, text)))
    said = _SAID_OVER.sub("", said) if said != text or _IF.match(text) else text
    apart = counted_apart(tasks[0])
    if apart is not None and apart.name == STATE and apart.params[2] == "clean":
        said = _NEEDS_IT.sub("if it is dirty" if apart.params[0] == "1" else "if they are dirty", said)
    return said


_IF = re.compile(rf"{_A}(?:only )?(?:if|unless|as long as|provided|when)\b|^[^,]*\b(?:ones?|those)\b")


def _if(found: re.Match[str]) -> str:
    return "only if " if found["only"] else "if "
