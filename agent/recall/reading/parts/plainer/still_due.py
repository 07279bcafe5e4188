"""Whether something still is to be done, however it is asked: "does it still need doing", "is it left to do"."""

from __future__ import annotations

import re

from envs.vocabulary.verbs import base, participle

_LEAD = r"^(?P<lead>(?:(?:and|so|but|then|ok|okay|well|now) )*)"
_ANY = r"(?!there\b|any|some|every|no\b|you\b|i\b|we\b|wh|how\b)[a-z]+(?: [a-z]+){0,3}?"
_NP = rf"(?P<what>{_ANY})"
_LIST = r"on (?:your|the|my|our) (?:to do )?(?:list|agenda|plate)"
_DUE = (
    r"(?:(?:still |yet )?(?:to (?:be )?(?:do|done)|left to (?:do|be done)|to come|due"
    rf"|waiting|pending|outstanding|undone|unfinished|on hold|put off|not done|{_LIST})"
    r"|still needed|left|still there to (?:do|be done))"
)
_IS_DUE = re.compile(rf"{_LEAD}(?:(?P<be>is|are) {_NP}|(?P<that>{_ANY}) (?P<was>is|are)) {_DUE}$")
_NEEDS = re.compile(
    rf"{_LEAD}(?P<do>does|do|will) {_NP} still (?:need|needs|have|has|want|require|got|ought)"
    r" (?:(?:to (?:be |get )(?P<done>[a-z]+)|(?:a |some )?(?P<doing>[a-z]+ing))(?P<rest>(?: [a-z]+){0,4}))$"
)
_MUST = re.compile(
    rf"{_LEAD}(?:(?:do|will|are|have) you still (?:have to|need to|got to|supposed to|meant to|to|going to|due to)"
    r"|(?:must|should) you still)(?: (?P<verb>[a-z]+)(?P<particle> (?:away|off|on|up|out|down))?"
    r"(?: (?P<what>(?:it|that|this|them|the|my|our|all|every|those|these|a|an)"
    r"(?: (?!in\b|on\b|into\b|to\b)[a-z]+){0,3})"
    r"(?P<rest>(?: [a-z]+){0,4}))?)?$"
)


def as_still_due(text: str) -> str:
    """A question whether something still is to be done, as "is it still to be done"; any other as it is.

    Args:
        text: The sentence in plain words.
    """
    if (due := _IS_DUE.match(text)) is not None:
        what = due["what"] or due["that"]
        return f"{due['lead']}{due['be'] or due['was']} {what} still to be done"
    if (needs := _NEEDS.match(text)) is not None:
        done = needs["done"] or _done(needs["doing"])
        be = "are" if needs["do"] == "do" else "is"
        return f"{needs['lead']}{be} {needs['what']} still to be {done}{needs['rest']}" if done else text
    must = _MUST.match(text)
    if must is None:
        return text
    if not must["what"]:
        return f"{must['lead']}is it still to be done" if must["verb"] in (None, "do") else text
    done = f"{participle(must['verb'])}{must['particle'] or ''}"
    return f"{must['lead']}is {must['what']} still to be {done}{must['rest']}"


def _done(doing: str) -> str:
    """Of "washing" that it is "washed"; empty where no verb is known."""
    verb = base(doing)
    return participle(verb) if verb else ""
