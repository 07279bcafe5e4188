"""Where things came to lie that are told apart by it: "the mug that was left in the coffee machine" is in it."""

from __future__ import annotations

import re

from agent.requests.words.clauses import VERBS, words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.nouns import capable, read_named
from agent.requests.words.people import PEOPLE
from envs.vocabulary.inflection import singular

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
    rf"(?<=[a-z]) (?:(?:(?:that|which) )?(?:my |our |the )?(?:{PEOPLE}|somebody|someone)|(?:that|which) [a-z]+)"
    rf"(?: has| have| had|'s|'ve)?{_SO} (?:left|forgot(?:ten)?|dropped|threw|thrown|chucked|tossed|stuck|shoved"
    rf"|hid(?:den)?|put|placed)"
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
_THING = (
    r"(?P<np>(?P<lead>(?:^|[.;!?,] )(?:please )?(?:[a-z]+ ){0,2}?|\b(?:and|of|except|with|from|for) )"
    r"(?:(?:all|both|one|two|three|[2-9])(?: of)? )?(?:the|an?|my|our|that|those|these|some|all|both|two|three|[2-9]) "
    r"[a-z]+(?: [a-z]+)?)"
)
_SO_THERE = (
    r"(?P<at>in|on|inside|under|underneath|behind|next to|beside|by|near) (?:top of )?"
    r"(?=(?P<place>(?:the|an?|my|our|that|this) [a-z]+(?: [a-z]+)?))"
)
_LYING = re.compile(
    rf"{_THING}(?: just| all| still)? (?P<how>[a-z]+(?:ing|ed|en|ung|ept))(?: up| down| away| over| out)? {_SO_THERE}"
)
_LURKS = re.compile(
    r"(?P<np>[a-z]+(?: [a-z]+)? )(?P<be>that|which)(?: just| now| still| somehow)? (?P<how>[a-z]+s)"
    rf"(?: up| down| away| over| out)? {_SO_THERE}"
)
_STRAYED = re.compile(
    r"(?P<np>[a-z]+(?: [a-z]+)? )(?:that|which)(?:'s| has| have| had| is| are)(?: just| now| somehow| been)*"
    r" (?P<how>[a-z]+(?:ing|ed|en|ung|ept|own|lt|ft|id))(?: (?:its|their) way)?(?: up| down| away| over| out| off)?"
    r" (?P<at>into|onto|in|on|inside|under|underneath|behind|next to|beside|by|near)"
    r" (?=(?P<place>(?:the|an?|my|our|that|this) [a-z]+(?: [a-z]+)?))"
)
_BARE = re.compile(r"(?:^|[.;!?,] |\band )$")
_WHERETO = re.compile(r"^.*?\b(?:in|on|into|onto|to|inside|next to|beside|near|by|away|back|out|off)\b")
_KEEPING = re.compile(
    r"\b(?:leave|left|leaves|leaving|keep|keeps|let|get|have|want|need|see|is|are|was|were|there's|like|if|unless)"
    r"(?: [a-z]+)? $"
)
"""Before a thing these say that it shall be, or is, as it is told."""
_CARRYING = re.compile(r"\b(?:put|place|set|lay|move|stick|pop|shove|chuck|drop|toss|throw|dump|stow|stand|hang|lay)\b")
_BELONG = frozenset(
    {"goes", "belongs", "fits", "works", "go", "belong", "fit", "work"} | {"is", "are", "was", "were", "be"}
)
"""Of these it is not told that a thing is somewhere by chance."""
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
    text = _LURKS.sub(_there, _STRAYED.sub(_there, _LYING.sub(_lying, text)))
    return _SINCE.sub(r"\g<there>", _LEFT.sub(r"\g<np> that is ", text))


def _lying(found: re.Match[str]) -> str:
    """A thing beside which it is said how it is somewhere, as the one that is there: "the tomato rotting on the floor".

    Of what is carried it is where it is only if it is also said where it shall go.
    """
    finite = found["how"].endswith("ed") and _BARE.search(found["lead"])  # "the pan ended up in the fridge"
    if finite or _KEEPING.search(found["lead"]) or _says_whereto(found):
        return found[0]
    return f"{found['np']} that is {found['at']} " if _is_there(found) else found[0]


def _says_whereto(found: re.Match[str]) -> bool:
    """Whether a place is where a thing shall go that is carried, because no other one is said behind it."""
    before = re.split(r"[.;!?,]|\band\b", found.string[: found.start("how")])[-1]
    behind = words_of(found.string[found.end() :])
    place = read_named(behind)
    rest = " ".join(behind[place.end if place is not None else 0 :])
    return bool(_CARRYING.search(before)) and _WHERETO.match(rest.split(",")[0]) is None


def _there(found: re.Match[str]) -> str:
    """A thing of which it is told how it got somewhere, as the one that is there: "that strayed into the fridge"."""
    at = _UPON.get(found["at"], found["at"])
    return f"{found['np']}that is {at} " if _is_there(found) and not _says_whereto(found) else found[0]


def _is_there(found: re.Match[str]) -> bool:
    """Whether a known thing is told to be at a known place, in a word that asks for no deed."""
    how = found["how"]
    words = words_of(found["np"])
    named = next((one for at in range(len(words)) if (one := read_named(words, at)) and one.end == len(words)), None)
    place = read_named(words_of(found["place"]))
    deeds = {VERBS.get(deed_of(one), "") for one in (how, singular(how))}
    asked = how in _BELONG or bool(deeds - {"", "put"})
    beside = found["at"] in _BESIDE
    return (
        not asked
        and named is not None
        and bool(named.word or named.options)
        and place is not None
        and bool(place.word)
        and (beside or capable(place.word, "receptacle"))
    )


_MANY = frozenset({" are", " were", " have"})
_BESIDE = frozenset({"under", "underneath", "behind", "next to", "beside", "by", "near"})
_UPON = {"onto": "on", "to": "on", "into": "in"}
