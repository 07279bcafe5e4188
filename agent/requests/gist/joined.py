"""Sentences of a remark that say one thing together, as one: "and the fork. that goes in the drawer".

What "it" or "that" stands for behind a thing that is wanted first or besides is that thing, and not what is being
worked on; what is to wait for an errand, or to be done before the work, makes that errand the first one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.control import known_by
from agent.requests.errands import Errand, named_words
from agent.requests.gist.broken import filled_out
from agent.requests.gist.early import is_about, said_as_usual
from agent.requests.gist.goes_then import goes_then, passed_on
from agent.requests.gist.named_in_full import named_in_full
from agent.requests.gist.pointing import solved
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named

_CRY = (
    r"(?:(?:oh|ah|wait|hey|ok|okay|well|right|please|now|so|but|hang on|hold on|one sec(?:ond)?|stop|actually|yes"
    r"|sorry)\b[ ,.!]*)*"
)
_THING = (
    r"(?P<np>(?:the|my|our|that|an?|some|those|both|two|three) [a-z]+(?: (?!first\b|too\b|also\b|as\b|before\b|in\b"
    r"|on\b|from\b|next\b|is\b|are\b)[a-z]+)?(?: (?:from|on|in) (?:the|my|our) [a-z]+)?)"
)
_ALSO = (
    r"(?:(?:and|also|plus|then)(?: there(?:'s| is| are))?(?: also| still)?|there(?:'s| is| are) (?:also|still)"
    r"|(?:i|we) (?:forgot|nearly forgot|almost forgot)|(?:and )?(?:don't|do not) forget|what about|how about)"
)
_DO = (
    r"(?:(?:(?:can|could|would|will) you |please |just |quickly )*"
    r"(?:do|take|start with|see to|handle|get|deal with|begin with))"
)
_FIRST = r"(?:first(?: of all)?|before that|beforehand|at once)"
_NAMED = re.compile(
    rf"^(?P<cry>{_CRY})(?:(?P<also>{_ALSO}) |(?P<lead>first(?: of all)?,? )?(?:{_DO} )?){_THING}"
    rf"(?P<first>,? {_FIRST})?(?P<too>,? (?:too|as well|also))?(?:,? please)?"
    r" ?[,.;:!?-]+ (?P<rest>[a-z].*)$"
)
_GOES = re.compile(
    r"^(?:(?:and|because|cos|since|so) )?(?:it|that|this|they|those)(?: (?:one|ones))?"
    r"(?: (?:should|must|can|could|may|might|has to|have to|needs? to|ought to|wants? to|is to|are to|is supposed to"
    r"|are supposed to))?(?: (?:all|both|just|really|actually))*"
    r" (?:goes?|go|belongs?|be|be put|lives?)(?: (?:back|straight|right))?"
    r" (?P<where>(?:in|on|into|onto|next to) (?:the|an?|my|our) [a-z]+(?: (?!too\b|first\b|please\b|as\b)[a-z]+)?)"
    rf"(?P<first>,? {_FIRST})?(?:,? (?:too|as well|also|please))*(?P<behind> ?[.!;,].*|)$"
)
_IT = re.compile(r"\b(?:it|them|that|those)\b")
_TURNS_BACK = re.compile(r"\b(?:no|not|nope|instead|rather|meant?|said|sorry|wrong|oops)\b")


def said_as_one(text: str, tasks: Sequence[Errand]) -> str:
    """A remark in which sentences that say one thing together are one; the same where there are none.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    if not tasks:
        return text
    text = filled_out(goes_then(passed_on(named_in_full(text, tasks)), tasks), tasks)
    return said_as_usual(_before_the_work(_named_then_told(text, tasks), tasks), tasks)


def _named_then_told(text: str, tasks: Sequence[Errand]) -> str:
    """A thing that is named first or besides, with what is wanted of it said behind: "the pot first. wash it"."""
    found = _NAMED.match(text)
    if found is None or _TURNS_BACK.search(text) or not _is_new(found["np"], tasks):
        return text
    early = bool(found["first"] or found["lead"])
    if not (early or found["also"] or found["too"]):
        return text
    thing = re.sub(r" (?:on|in) (?=(?:the|my|our) )", " from ", re.sub(r"^an? ", "the ", found["np"]), count=1)
    goes, told = _GOES.match(found["rest"]), _TOLD.match(found["rest"])
    if goes:
        deed, behind = f"put {thing} {goes['where']}", goes["behind"]
        early = early or bool(goes["first"])
    elif told and early:
        deed, behind = f"{solved(told['how']) or 'wash'} {thing}", told["behind"]
    else:
        deed, dot, behind = found["rest"].partition(".")
        behind = f"{dot}{behind}"
        if not starts_request(deed) or not _IT.search(deed) or "?" in deed:
            return text
        deed = _IT.sub(thing, deed, count=1).strip()
    if early:
        return f"first {deed}{behind}"
    return f"{deed}{'' if re.search('too$', deed) else ' too'}{behind}"


_TOLD = re.compile(
    r"^(?:(?:because|cos|since|as) )?(?:it|that|they|those)"
    r"(?:(?:'s|'re| is| are)(?: (?:still|all|so|really|very|quite|too))*"
    r" (?P<how>dirty|filthy|on|running|dripping|burning|beeping|open|ajar)"
    r"|(?: really| badly)? (?:needs?|wants?|could do with|could use) (?:an? )?(?:good |quick |proper )*"
    r"(?:wash|clean|rinse|scrub|washing|cleaning|rinsing|scrubbing|to be (?:washed|cleaned|rinsed)))"
    r"(?:,? (?:first|please|badly|too|again))*(?P<behind> ?[.!;,].*|)$"
)
"""How it is, of which it follows what is to be done."""


def _is_new(np: str, tasks: Sequence[Errand]) -> bool:
    """Whether words name a thing that no task is about."""
    named = read_named(words_of(np))
    if named is None or not named.word or named.pronoun:
        return False
    return not any(known_by(np) & named_words(task) for task in tasks)


_A_BIT = r"(?:for (?:an?|one|half a|just a)(?: [a-z]+)? ?(?:sec(?:ond)?|moment|minute|bit|while)|for now|briefly)"
_BEFORE = re.compile(
    rf"^{_CRY}(?:and |just )?(?:before (?:(?:you )?(?:do|put|take|move|go on with|carry on with|start on|start with"
    r"|get to|see to|touch|doing|putting|taking|moving|going on with) )?"
    rf"|(?:forget(?: about)?|never ?mind|leave) (?=[a-z ]+{_A_BIT}))"
    r"(?P<own>(?:the|that|those|my|our) [a-z]+(?: (?!for\b|briefly\b|away\b|in\b|there\b)[a-z]+)?)"
    rf"(?: (?:away|in there|there|up|down|{_A_BIT}))?(?:,? (?:and )?| ?[.;!] ?)"
    r"(?P<deed>[a-z][^.!?;]*)(?P<behind>[.!?;]?.*)$"
)


def _before_the_work(text: str, tasks: Sequence[Errand]) -> str:
    """An errand that is to be done before what is at hand: "before the bread, do the lettuce"."""
    found = _BEFORE.match(text)
    if found is None or not is_about(found["own"], tasks):
        return text
    deed = re.sub(r",? first$", "", found["deed"].strip(" ,"))
    if not starts_request(deed):
        return text
    return f"{deed} first{found['behind']}"
