"""Where a thing goes once it is washed or the like, said without it: "then cupboard", "cabinet after, please"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import CUT, STATE, Errand, is_placing, made_of
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import capable, read_named
from agent.requests.words.people import PEOPLE
from envs.teach.tasks.definition import ALL
from envs.vocabulary.uses import put_in

_OH = r"(?:(?:and|oh|ah|ok|okay|please|also|right|yes|but)\b[ ,]*)*"
_SEEN_TO = (
    r"(?:once|when|as soon as|after) (?:(?:it|they|that|those|that one|you)(?:'s|'re|'ve| is| are| have| has| get)"
    r"(?: (?:all|both|finally|properly|nice and))* )?"
    r"(?:clean(?:ed)?|washed|dry|dried|done|finished|cut|sliced|cooked|boiled|filled|full|emptied|empty)(?: it| them)?"
)
_THEN = rf"(?:then|after(?:wards?)?(?: (?:that|this|it))?|next|{_SEEN_TO})"
_PUT = (
    r"(?:(?:(?:please|you|can you|could you|you can|it|they|that|those|all) )*(?:put|stick|pop|place|set|bring"
    r"|(?:(?:can|could|may|might|should|must) )?(?:all |both |each )?go(?:es)?|belongs?)"
    r"(?: (?:it|them|that|those|all of them|all|both))* )?"
)
_WHERE = (
    r"(?:(?:back|straight|right|off) )*(?:(?P<at>in|on|into|onto|to) )?(?P<the>(?:the|an?|my|our) )?"
    r"(?P<place>[a-z]+(?: (?!with\b|please\b|not\b|then\b|after|once\b|when\b|as\b|next\b)[a-z]+)?)"
)
_END = (
    r"(?: with (?:it|them|those|that))?(?:,? (?:and |but )?not (?:back )?(?:(?:in|on|into|onto|to) )?"
    r"(?:(?:the|an?|my) )?[a-z]+(?: [a-z]+)?)?(?:,? (?:please|thanks|thank you|ok|okay|dear|love"
    r"|(?:would|could|can|will) you))*[ .!?]*"
)
_WITH = r"(?: with (?:it|them|those|that|all of them))?"
_NOT_BACK = (
    r"(?:please )?(?:don't|do not) put (?:it|them|that|those) back(?: (?:there|(?:(?:in|on) )?(?:the|my|our) [a-z]+))?"
    r"(?: (?:after(?:wards?)?|again|then))*[,.;:]+ (?:(?:and|but|just|please) )*"
)
_GOES = (
    re.compile(rf"{_OH}{_THEN},? {_PUT}{_WHERE}{_END}"),
    re.compile(rf"{_OH}{_PUT}{_WHERE}{_WITH},? {_THEN}{_END}"),
    re.compile(rf"{_OH}{_NOT_BACK}{_PUT}{_WHERE}{_END}"),
)
_HANDLED = frozenset({"clean", "filled", "empty", "cooked", "boiled", CUT})


def goes_then(text: str, tasks: Sequence[Errand]) -> str:
    """A remark that only says where what is being washed goes then, in full; else the same.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    kinds = {kind.removesuffix("Sliced") for task in tasks for kind in made_of(task)}
    first, last = tasks[:-1], tasks[-1]
    if len(kinds) != 1 or not _is_handled(last) or not all(_is_handled(one) or is_placing(one) for one in first):
        return text
    found = next((found for goes in _GOES if (found := goes.fullmatch(text))), None)
    words = words_of(f"{found['the'] or 'the '}{found['place']}") if found else []
    named = read_named(words)
    if named is None or not named.word or named.end < len(words) or named.states:
        return text
    served = (
        found is not None
        and found["at"]
        and capable(named.word, "dirtyable")
        and capable(next(iter(kinds)), "sliceable")
    )
    if not capable(named.word, "receptacle") or (capable(named.word, "pickupable") and not served):
        return text
    many = any(one.name in ("Clean All X", "Put All X On Y") or ALL in one.params for one in tasks)
    it = "them" if many else "it"
    return f"then put {it} {'in' if put_in(named.word) else 'on'} {' '.join(words)}"


def _is_handled(task: Errand) -> bool:
    """Whether a task leaves things as they shall be, and not where."""
    return task.name in ("Clean All X", "Boil X") or (task.name == STATE and task.params[2] in _HANDLED)


_SAYS = re.compile(
    rf"(?P<lead>^|[.!?;,] )(?:(?:the|my|our|his|her) )?(?:{PEOPLE}|he|she) (?:says?|said|insists|reckons)(?: that)?,? "
    r"(?P<what>[^.!?;,]+)"
)
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|can't|will|won't|would|do|does|did|it|i|we|you|they|to)\b|'"
)
_POINTING = frozenset(
    {"not", "no", "in", "on", "into", "onto", "only", "both", "rather", "leave", "keep", "use", "put"}
)


def passed_on(text: str) -> str:
    """A remark with what somebody else wants as if it was said by who passes it on: "wife says not the fridge".

    Args:
        text: A tidied remark.
    """
    return _SAYS.sub(_without_who, text)


def _without_who(found: re.Match[str]) -> str:
    words = words_of(found["what"])
    named = read_named(words)
    wants = words[0] in _POINTING or (named is not None and bool(named.word))
    return f"{found['lead']}{found['what']}" if wants and not _TELLS.search(found["what"]) else found[0]
