"""Questions put as nouns, asked with a question word: "state the time at which …" is "when …"."""

from __future__ import annotations

import re

from agent.recall.reading.parts.instruments import is_done_with, kinds_named
from agent.recall.reading.parts.wordlists import words
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.object_types import holds_others
from envs.vocabulary.verbs import base, changes, deeds, requests

_LEAD = r"^(?:(?:please|kindly|now|can you|could you|would you) )*(?:{commands}) (?:(?:to )?(?:me|us) )?"
_TIME = r"(?:exact )?(?:date and time|time and date|date|day|time|moment|hour)"
_PLACE = r"(?:exact )?(?:places?|locations?|spots?|positions?|whereabouts)"
_WHICH = r"(?:at|in|on|from|to|during) which|when|where"
_ASKED: tuple[tuple[str, str], ...] = (
    (rf"(?:the )?{_TIME} (?:{_WHICH}) (?P<rest>.+)", "when {rest}"),
    (rf"(?:the )?{_PLACE} (?:{_WHICH}) (?P<rest>.+)", "where {rest}"),
    (rf"(?:the )?(?:{_PLACE}) of (?P<rest>.+)", "where is {rest}"),
    (r"(?:the )?reasons? (?:for which|why|that) (?P<rest>.+)", "why {rest}"),
    (r"(?:the )?reasons? (?:for|of|behind) (?P<rest>(?:that|this|it)|the (?:\w+ one|latter|former))", "why {rest}"),
    (r"(?:the )?(?:total )?number of (?P<rest>.+)", "how many {rest}"),
    (
        r"(?:the )?(?:complete |full |whole )?(?:list|set) of (?:all )?(?:the )?"
        r"(?P<kind>tasks?|things?|items?|objects?|requests?|jobs?|chores?) (?:(?:that|which) )?(?P<rest>.+)",
        "which {kind} {rest}",
    ),
    (
        r"(?:the|all|every|each|all the|everything|any) ?"
        r"(?P<kind>tasks?|things?|items?|objects?|requests?|jobs?|chores?|) (?:that |which )(?P<rest>.+)",
        "which {kind} {rest}",
    ),
    (
        r"(?:the )?(?P<kind>tasks?|things?|items?|objects?|requests?|jobs?|chores?) (?P<done>\w+ed) (?P<rest>.+)",
        "which {kind} was {done} {rest}",
    ),
)
"""What stands behind a command, and how it is asked: the rest is what the question is about."""
_REQUEST = r"(?:(?:my|the|our|your) )?(?:request|order|instruction|asking|being asked|moment i asked|time i asked)"
_OVER = (
    r"(?:\w+ ){0,6}(?:completion|completed?|end|ended|finish|finished|fulfil(?:ment|led)|done|over|ready|failure|"
    r"failed|(?:giving|gave) (?:it )?up|stopp(?:ed|ing)|abandoned)(?: it)?"
)
"""How it is said when a task is over, whatever came of it."""
_ANYWHERE: tuple[tuple[str, str], ...] = (
    (
        rf"(?:and |so )?how (?:long|many minutes|many hours|much time) "
        rf"(?:(?:was it|was there|were there|did it take(?: you)?|elapsed|passed|went by|lay|did you need) )?"
        rf"(?:between|from|since|after) {_REQUEST} "
        rf"(?:for|about|concerning|regarding|with|to) (?P<rest>.+?)(?: (?:and|to|until|till) {_OVER})?",
        "how long did {rest} take",
    ),
    (
        r"(?:the )?(?:elapsed |total )?time (?:elapsed |passed )?(?:between|from) (?:my |the )request for "
        r"(?P<rest>.+?) (?:and|to|until) (?:its|the) (?:completion|end|fulfilment)",
        "how long did {rest} take",
    ),
    (r"(?:what (?:is|was) )?the (?:total )?duration of (?P<rest>.+)", "how long did {rest} take"),
    (
        r"(?:what (?:is|was) )?the (?:gap|wait|interval|delay|span|stretch|break) between (?P<rest>.+)",
        "how long was it between {rest}",
    ),
    (
        r"how (?:many minutes|much time|many hours) (?:elapsed|passed|went by|lay) between (?P<rest>.+)",
        "how long was it between {rest}",
    ),
)
"""The same, also behind "what was"."""
_PLACED = re.compile(rf"\b(?P<place>at|in|to|into|on|onto|from|out of) (?:which|what) {_PLACE} (?P<rest>.+)$")
_HELD = re.compile(
    r"\b(?P<place>in|into|on|onto|from|out of) (?:which|what) (?:vessels?|containers?|receptacles?|objects?|items?) "
)
"""Nouns that name nothing in particular: "out of which object was it taken"."""
_WHICH_PLACE = re.compile(
    r"(?P<lead>(?:and |so |but )?)(?P<ahead>(?:in|on|inside|under|at|into|onto) )?(?:which|what) "
    r"(?P<noun>\w+(?: (?!did|do|does|is|are|was|were|has|have|had)\w+)?) "
    r"(?P<rest>(?:did|is|are|was|were|has|have|had|does|do) .+?)(?P<behind> (?:in|on|inside|under|at|into|onto))?"
)
"""Which of several places it is: that one is "in which drawer is the fork", "which shelf is the book on"."""
_DONE = re.compile(r"(?:did|have|had) (?:you|we|i) (?P<deed>.+)")
_FROM_REQUEST = re.compile(rf" from {_REQUEST} (?:to|until|till) {_OVER}$")
_WHAT_DAY = re.compile(
    r"^(?:on )?(?:what|which) (?:day|date) (?P<is>is|was) (?=(?:the|my|our|his|her|their|your|\w+ s) \w+(?: \w+){0,3}$)"
)
"""When something is that has a date: "what day is the sister's birthday"."""
_DOING_OF = re.compile(
    r"\b(?:the|that|this|your) (?P<doing>\w{2,}ing) of (?=(?:the|my|our|your|all|every|those|a|an|some) \w)"
)
"""A deed as a noun: "the cleaning of the mugs"."""


def as_question(text: str) -> str:
    """A sentence in plain words, asked with a question word where it asks by a noun."""
    text = _WHAT_DAY.sub("when \\g<is> ", text)
    text = _DOING_OF.sub(_doing, _FROM_REQUEST.sub("", text))
    found = _PLACED.search(text)
    if found and found.start() == 0:
        behind = {"from": " from", "out of": " from", "to": " to"}.get(found["place"], "")
        text = f"where {found['rest']}{behind}"
    text = _of_place(text)
    text = _HELD.sub(lambda match: f"{match['place']} what ", text)
    lead = re.match(_LEAD.format(commands="|".join(sorted(words("commands")))), text)
    behind = text[lead.end() :] if lead else ""
    patterns = ((behind, (*_ANYWHERE, *_ASKED)),) if lead else ()
    for said, asked in (*patterns, (text, _ANYWHERE)):
        for pattern, question in asked:
            if (found := re.fullmatch(pattern, said)) is not None:
                return " ".join(question.format(**found.groupdict()).split())
    return text


def _doing(found: re.Match[str]) -> str:
    """Of "the cleaning of the mugs" what may stand for a task, "cleaning the mugs"; other nouns as they are."""
    done = base(found["doing"])
    known = done is not None and (done in requests() or done in changes() or (done,) in deeds())
    return f"{found['doing']} " if known else found[0]


def _of_place(text: str) -> str:
    """Of "which drawer did you put the fork in" the question "where did you put the fork"."""
    found = _WHICH_PLACE.fullmatch(text)
    if found is not None and _places_named(found):
        return f"{found['lead']}where {found['rest']}"
    found = _TAKEN_FROM.fullmatch(text) or _TAKEN_FROM.fullmatch(_FROM_BEHIND.sub(r"\g<led>from \g<which>", text))
    return f"{found['led']}where {found['rest']} from" if found is not None and places_asked(text) else text


def places_asked(text: str) -> tuple[str, ...]:
    """The classes of places of which a sentence asks which one: of "which drawer is it in" drawers; else none."""
    text = _FROM_BEHIND.sub(r"\g<led>from \g<which>", text)
    found = _WHICH_PLACE.fullmatch(_TAKEN_OUT_OF.sub(r"\g<led>in \g<which>", text))
    return _places_named(found) if found is not None else ()


def _places_named(found: re.Match[str]) -> tuple[str, ...]:
    if bool(found["ahead"]) == bool(found["behind"]):
        return ()
    named = full_lexicon().find(found["noun"].split())
    whole = named is not None and named.last - named.first == len(found["noun"].split())
    if named is None or not whole or not holds_others(named.types):
        return ()
    done = _DONE.fullmatch(found["rest"])
    if done is not None and kinds_named(found["noun"]) is not None and is_done_with(done["deed"]):
        return ()  # "which appliance did you cook the egg in" asks with which
    return named.types


_FROM_BEHIND = re.compile(r"^(?P<led>(?:and |so |but )?)(?P<which>(?:which|what) .+) (?:from|out of)$")
_TAKEN_FROM = re.compile(
    r"(?P<led>(?:and |so |but )?)(?:from|out of) (?:which|what) \w+(?: (?!did|is|are|was|were|has|have|had)\w+)? "
    r"(?P<rest>(?:did|was|were|has|have|had) .+)"
)
"""Out of which of several places something was taken."""
_TAKEN_OUT_OF = re.compile(r"^(?P<led>(?:and |so |but )?)(?:from|out of) (?P<which>(?:which|what) )")
