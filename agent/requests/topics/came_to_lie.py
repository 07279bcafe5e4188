"""Where things came to lie that are told apart by it: "the mug that was left in the coffee machine" is in it."""

from __future__ import annotations

import re

from agent.requests.words.people import PEOPLE

_AT = r"(?:in|on|inside|under|underneath|behind|next to|beside|by|at|near)"
_THERE = rf"(?={_AT} (?:top of )?(?:the|an?|my|our|that|this|one of the|his|her|their) )"
_SO = r"(?: (?:just|still|all|now|again|somehow|accidentally|always|simply|only))*"
_LAID = (
    r"(?:left|put|placed|forgotten|dropped|parked|hidden|stuck|shoved|abandoned|stashed|kept|set|stored|dumped|thrown"
    r"|tossed|lying|standing|sitting|resting|hanging|waiting)"
)
_ABOUT = r"(?: (?:lying|standing|sitting|out|behind|over|around|about|down|by (?:me|us|somebody|someone|mistake)))*"
_PAST = (
    r"(?:(?:since )?(?:yesterday(?: morning| afternoon| evening)?|last (?:night|week|time)|the other day|overnight)"
    r"|since (?:this )?(?:morning|noon|breakfast|lunch|dinner|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    r"|for (?:hours|days|weeks|ages|a while|a week|a day|the whole day|an hour)"
    r"|(?:all|the whole) (?:morning|afternoon|evening|day|night|week)|earlier(?: today| on)?|just now"
    r"|(?:a|an|two|three|a few) (?:minutes?|moments?|while|hours?|days?) ago)"
)
_WAS_LEFT = re.compile(
    rf" (?:that|which)(?P<be>'s| is| are| was| were| has| have| had| got)(?: been| got)?{_SO} {_LAID}{_ABOUT}"
    rf"(?: {_PAST})? {_THERE}"
)
_THEY_LEFT = re.compile(
    rf"(?<=[a-z]) (?:(?:(?:that|which) )?(?:my |our |the )?(?:{PEOPLE})|(?:that|which) [a-z]+)"
    rf"(?: has| have| had|'s|'ve)?{_SO} (?:left|forgot|dropped|threw|chucked|tossed|stuck|shoved|hid|put|placed)"
    rf"{_ABOUT}(?: {_PAST})? {_THERE}"
)
_LEFT = re.compile(
    r"(?P<np>(?:^|[.;,!?] |\b(?:wash|clean|rinse|scrub|dry|bring(?: me)?|fetch|get|take|grab|put|place|move|throw|fill"
    r"|empty|slice|cut|cook|see|there is|there's|there are|and|but|of|except|with|from) )"
    r"(?:(?:all|both)(?: of)? )?(?:the|an?|my|our|that|those|these|some|two|three) (?!one\b)[a-z]+(?: [a-z]+)?)"
    rf" (?:left|forgotten|abandoned)(?: (?:behind|out|lying|standing|sitting|around|there|over))*(?: {_PAST})? {_THERE}"
)
_MOVED = re.compile(
    r" (?:that|which)(?:'s| is| has| have| had)?(?: just)?"
    r" (?:slid|slipped|rolled|fell|fallen|dropped|tumbled|gone|went|blew|blown|knocked)(?: down)? (?:off|from|out of)"
    r" (?:the|my|our) [a-z]+(?: [a-z]+)?? (?P<at>on|onto|to|in|into|under|behind)(?= (?:the|my|our) )"
)
_SINCE = re.compile(
    rf"(?P<there> that (?:is|are) {_AT} (?:the|my|our) [a-z]+(?: (?!since\b|for\b|all\b|the\b|just\b)[a-z]+)??) {_PAST}"
    r"(?=$|[.,;!?]| (?:is|are|needs?|must|should|has|in|on|into|onto|to|away|up|and|please|goes)\b)"
)


def where_it_lies(text: str) -> str:
    """A tidied utterance in which a thing that came to be somewhere is the one that is there.

    Whoever speaks of where something was left, was put, or fell, and no longer when, means where it is.
    """
    text = _MOVED.sub(lambda found: f" that is {_UPON.get(found['at'], found['at'])}", text)
    text = _WAS_LEFT.sub(lambda found: f" that {'are' if found['be'] in _MANY else 'is'} ", text)
    text = _THEY_LEFT.sub(" that is ", text)
    return _SINCE.sub(r"\g<there>", _LEFT.sub(r"\g<np> that is ", text))


_MANY = frozenset({" are", " were", " have"})
_UPON = {"onto": "on", "to": "on", "into": "in"}
