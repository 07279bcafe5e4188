"""What is only looked at and told: "tell me if the tap is on", "if there is no bread left, tell me"; reminders."""

from __future__ import annotations

import re
from collections.abc import Callable

from agent.requests.home_questions.reading import home_question
from agent.requests.instructions import Begin, Clarification, DoLater, Instruction, Remark
from agent.requests.words.clauses import polite
from envs.vocabulary.english import joined

_NOTHING_ELSE = re.compile(
    r"^(?:don't|do not|no need to) (?:start|do|touch|move|change|fetch|bring)(?: me)? (?:anything|it)"
    r"(?: (?:yet|now|else))?[,.;:]* (?:but |and )?(?:just |only )?"
)
_TELL = r"(?:tell (?:me|us)|let (?:me|us) know|say so|inform me|warn me|report (?:it )?(?:back )?to me)"
_LOOK = r"(?:check|see|look|have a look|find out|verify|go and (?:see|look|check))"
_WHERE = re.compile(rf"^{_TELL} where (?P<np>.+?) (?P<be>is|are)$")
_FOUND = re.compile(
    r"^(?:look for|find|locate|search for)(?: me)? (?P<np>[^,]+?),? (?:and |then )+(?:just )?"
    rf"{_TELL} (?:where (?:it is|it's|they are|you found (?:it|them))|if you (?:find|found|see) (?:it|them)"
    r"|what you find)$|^(?:see|check) (?:if|whether) you can (?:find|see|spot) (?P<one>[^,]+)$"
)
_INSIDE = re.compile(
    rf"^(?:look|have a look|check) (?:in|inside|into) (?P<np>[^,]+?),? (?:and |then )+(?:just )?{_TELL} what(?:'s| is) "
    r"(?:in|inside)(?: it| there)?$"
)
_IF_SO = re.compile(
    rf"^(?:if|unless|in case) (?P<so>[^,]+),? (?:then )?(?:please )?(?:just )?{_TELL}(?: please| then)*$"
)
_WHETHER = re.compile(rf"^(?:{_TELL}|{_LOOK})(?: and {_TELL})? (?:if|whether) (?P<so>[^,]+?)(?:,? and {_TELL})?$")
_THERE = re.compile(r"^there(?:'s| is|'re| are| isn't| aren't)(?: not)?(?: (?P<no>no|any|some))? (?P<np>.+)$")
_IS = re.compile(r"^(?P<np>(?:the|my|our|all|both|any|an?) [a-z ]+?) (?P<be>is|are|isn't|aren't)(?: not)? (?P<how>.+)$")
_HAVE = re.compile(r"^(?:we|you|i)(?: have|'ve| do not have| don't have|'ve got| still have)(?: got)? (?P<np>.+)$")
_REMIND = re.compile(
    r"^remind (?:me|us)\b(?P<when>(?: (?!to\b|that\b)[\w':]+)*?) (?:to|that (?:i|we) (?:have to|need to|must|should)) "
    r"(?P<what>.+)$"
)


def to_be_told(text: str) -> str:
    """What somebody only wants looked at and told, as a question about the home; "" where more is asked for, or else.

    Args:
        text: An utterance, tidied.
    """
    bare = polite(text.rstrip("?!. "))[0]
    bare = polite(_NOTHING_ELSE.sub("", bare))[0]
    for shape, question in ((_WHERE, "where {be} {np}"), (_FOUND, "where is {np}{one}"), (_INSIDE, "what is in {np}")):
        found = shape.match(bare)
        if found:
            return _asked(question.format(**found.groupdict("")))
    found = _IF_SO.match(bare) or _WHETHER.match(bare)
    return _asked(_question(found["so"])) if found else ""


def _asked(question: str) -> str:
    return f"{question}?" if question and home_question(question) is not None else ""


def _question(so: str) -> str:
    """What is so, or is not, as a question."""
    there = _THERE.match(so)
    if there:
        some = "any " if there["no"] else ""
        return f"{'are' if ' are' in so or 'aren' in so else 'is'} there {some}{there['np']}"
    have = _HAVE.match(so)
    if have:
        return f"do we have {re.sub(r'^no ', 'any ', have['np'])}"
    being = _IS.match(so)
    return f"{'are' if being['be'].startswith('are') else 'is'} {being['np']} {being['how']}" if being else ""


def reminder(text: str, read: Callable[[str], tuple[Instruction, ...]]) -> Clarification | None:
    """What to say to somebody who wants to be reminded: what can be done instead, at its time; None for anything else.

    Args:
        text: An utterance, tidied.
        read: Reads what one is to be reminded of.
    """
    found = _REMIND.match(polite(text.rstrip("?!. "))[0])
    if found is None:
        return None
    then = read(f"{found['what']}{found['when']}")
    errands = [one.errand for one in then if isinstance(one, Begin)]
    errands += [errand for one in then if isinstance(one, DoLater) for errand in one.errands]
    if not errands or any(not isinstance(one, Begin | DoLater | Remark) for one in then):
        return Clarification("I cannot remind anybody of anything. What shall I do instead?")
    instead = joined([one.words for one in errands])
    return Clarification(f"I cannot remind you, but I can {instead} myself. Shall I?", then=then)
