"""Clauses that belong together: a taking and what is done with what was taken, a thing and what is done to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.requests.words.clauses import NUMBER, THEM, Clause, starts_request, words_of
from agent.requests.words.frames import is_assured, makes_sure
from agent.requests.words.modifiers import with_place
from agent.requests.words.nouns import read_named

_TAKE = re.compile(
    r"^(?:take|grab|get|pick up|pick|fetch|find|look for|go (?:and )?(?:get|find)|collect|gather|remove|lift)(?: out)?"
    r"(?: me| us)? "
    r"(?P<np>(?:(?:it|them) and|the|a|an|all|every|everything|some|my|your|both|two|three|four|any|one|each"
    r"|that|this|those|these)\b.+)$"
)
_PUT_THERE = re.compile(r"^(?:put|place|set|lay|move|bring|stand) (?:in|on|into|onto|inside|to)\b")


def _is_thing(text: str) -> bool:
    """Whether a clause only names things."""
    return bool(re.match(r"^(?:the|my|our|all|both|that|this|those|these)\b", text)) and not re.search(
        r"\b(?:is|are|was|were|has|have|should|goes|go)\b", text
    )


_RELATIVE = re.compile(r"\b(?:that|who|which) (?:is|are) (?=(?:in|on|at)\b|(?:filled|full)$)")


def _is_bare_thing(text: str) -> bool:
    """Whether a clause is nothing but a thing and where it is: "the phone on the bed", "three potatoes"."""
    if not _is_thing(re.sub(rf"^(?:{NUMBER}|some|every|each) ", "the ", _RELATIVE.sub("", text))):
        return False
    words = words_of(text)
    named = read_named(words)
    at = named.end if named is not None else 0
    at += 2 if tuple(words[at : at + 2]) in {(a, b) for a in ("that", "who", "which") for b in ("is", "are")} else 0
    if named is not None and named.word and at < len(words) and words[at] in _WHERE:
        place = read_named(words, at + (2 if words[at] == "next" else 1))
        return place is not None and bool(place.word) and place.end == len(words)
    if named is None or not named.word:
        return False
    told = with_place(named, words)
    return len(words) == (named.end if told.place else told.end)


_WHERE = frozenset({"in", "on", "from", "at", "by", "beside", "near", "next"})
_TAKE_IT = re.compile(
    r"^(?:take|grab|get|pick|fetch|find|collect|gather|lift) (?:up )?(?:it|them|that|those)(?: up| out)?$"
)


_THAT = re.compile(
    rf"{THEM.pattern}|\b(?:that|this)\b(?=$| (?:in|on|into|onto|to|off|out|away|up|down|back|next|over|open|shut)\b)"
)
_SWITCHED = re.compile(r"^(?:switch|turn) (?:(?P<so>on|off) .+|.+ (?P<behind>on|off))$")


def joined_up(found: Sequence[Clause]) -> list[Clause]:
    """Clauses with a taking and what is done with what was taken as one: "take the mug and wash it"."""
    done: list[Clause] = []
    for at, clause in enumerate(found):
        then = found[at + 1].text if at + 1 < len(found) else ""
        if done and makes_sure(done[-1].text) and not clause.place and is_assured(clause.text):
            done[-1] = replace(done[-1], text=f"{done[-1].text} and {clause.text}")
            continue
        if _TAKE_IT.match(clause.text) and THEM.search(then) and starts_request(then):
            continue
        if done and _PUT_THERE.match(clause.text) and _is_thing(done[-1].text):  # "the mug, please put on the table"
            verb, _, rest = clause.text.partition(" ")
            done[-1] = replace(clause, text=f"{verb} {done[-1].text} {rest}")
            continue
        if (
            done
            and _is_bare_thing(done[-1].text)
            and not done[-1].place
            and _THAT.search(clause.text)
            and starts_request(clause.text)
        ):  # "the phone on the bed, put it on the desk"
            named = done[-1].text
            done[-1] = replace(clause, text=_THAT.sub(lambda _, named=named: named, clause.text, count=1))
            continue
        switched = _SWITCHED.match(done[-1].text) if done and clause.place == "after" else None
        if switched and _is_bare_thing(clause.text):  # "switch the oven off, then every lamp"
            so = switched["so"] or switched["behind"]
            done.append(replace(clause, text=f"switch {so} {clause.text}"))
            continue
        behind = 2 if len(done) > 1 and not starts_request(done[-1].text) and starts_request(clause.text) else 1
        taken = _TAKE.match(done[-behind].text) if done else None  # what is told in between stays
        if taken and not _placed(taken["np"]) and THEM.search(clause.text) and starts_request(clause.text):
            named = _FROM.sub(" from ", taken["np"])
            done[-behind] = replace(done[-behind], text=THEM.sub(lambda _, named=named: named, clause.text, count=1))
        else:
            done.append(clause)
    return done


_FROM = re.compile(r" (?:off(?: of)?|out of) (?=(?:the|my|our|that|this|your|it|there)\b)")


def _placed(text: str) -> bool:
    """Whether it is said where to; "out of" and "from" only say where it is."""
    return bool(re.search(r"\b(?:to|into|onto)\b", text))
