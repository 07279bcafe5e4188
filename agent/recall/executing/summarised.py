"""Deeds of which only summaries still tell: the clauses of their lines, read back as items.

The clauses of the memory's own summaries hold one deed each ("put the mug in the sink basin"), so what they tell can
be matched like the deeds themselves. What a summary leaves out, it does not deny.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.posed import PosedQuery
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import Lexicon
from memory.building.clauses import clauses_of, is_speech
from memory.levels import SUMMARY, TOP
from memory.reading.traces import SummaryLine
from memory.wording import verb_form

_TOLD = {"Slice": ("sliced", "cracked"), "Pour": ("poured", "watered", "filled", "emptied"), "Fill": ("filled",)}
_TOLD |= {
    "Clean": ("washed", "rinsed", "cleaned"),
    "Empty": ("emptied",),
    "Place": ("put",),
    "Pickup": ("picked up", "put"),
}
"""Actions → how summaries tell of them, where not by their own verb alone."""
_BECAME = {"-dirty": ("washed", "rinsed", "cleaned"), "+cooked": ("cooked", "boiled", "toasted", "heated")}
_BECAME |= {"+filled": ("filled",), "-filled": ("emptied", "poured"), "+broken": ("broke",), "+sliced": ("sliced",)}
_BECAME |= {"+open": ("opened",), "-open": ("closed",), "+on": ("switched on",), "-on": ("switched off",)}
_MOST_TYPES = 12
"""Of how many classes summaries are searched for one after the other."""
_NUMBER = re.compile(r"\b\d+\b(?= [a-z])")
_MOST = 100
"""Of how many things one clause tells at most."""
_PUT_WHERE = re.compile(r" (?:in|on|into|onto) (?:the )?[a-z ]+$")
_THING = re.compile(r"\b(?:the|an?|\d+) (?P<words>[a-z][a-z ]*?)(?= (?:in|on|into|onto|from|with|at)\b| \(|$)")
_PLACE = re.compile(r"\b(?:in|on|into|onto|from) (?:the )?(?:clean )?(?P<words>[a-z][a-z ]*?)(?= \(|$)")


def told_deeds(posed: PosedQuery, selection: Selection, known: Sequence[FoundItem]) -> list[FoundItem]:
    """What summaries tell of the deeds of a selection, where these themselves are forgotten.

    Args:
        posed: The query.
        selection: Which deeds.
        known: Those that are remembered: no summary of the same time adds to them.
    """
    if not posed.view.forgotten(selection.time.scope):
        return []
    taken = [(item.first, item.last) for item in known]
    found: list[FoundItem] = []
    for level in range(SUMMARY, TOP + 1):
        for line in _lines(posed, selection, level):
            if any(first <= line.last and line.first <= last for first, last in taken):
                continue
            items = [item for clause in _clauses(line) for item in _read(posed, selection, line, clause)]
            found += items
            taken += [(line.first, line.last)] if items else []
    return found


def _lines(posed: PosedQuery, selection: Selection, level: int) -> list[SummaryLine]:
    """Summaries of a level that lie in the time of a selection and hold one of its words."""
    found: dict[int, SummaryLine] = {}
    searched = _searched(posed, selection)
    if not searched:
        return [line for line in posed.view.summaries(selection.time.scope, level) if _inside(line, selection)]
    for words in searched:
        for line in posed.view.search([words], level, "summary"):
            if _inside(line, selection):
                found[line.node] = line
    return sorted(found.values(), key=lambda line: line.first)


def _inside(line: SummaryLine, selection: Selection) -> bool:
    """Whether all that a line tells of lies in the time of a selection."""
    scope = selection.time.scope
    return (scope.start is None or line.start >= scope.start) and (scope.end is None or line.end <= scope.end)


def _searched(posed: PosedQuery, selection: Selection) -> list[str]:
    types = with_pieces(posed.view, selection.thing.types or selection.place.types)
    nouns = list(dict.fromkeys(noun(kind) for kind in types[:_MOST_TYPES]))
    return nouns or [verb.split()[0] for verb in _verbs(selection)]


def _verbs(selection: Selection) -> tuple[str, ...]:
    """How summaries tell of what was done; empty is in whatever way."""
    if selection.change:
        return _BECAME.get(selection.change, ())
    return tuple(verb for action in selection.actions for verb in _TOLD.get(action, (verb_form(action),)))


def _clauses(line: SummaryLine) -> Iterator[str]:
    """The clauses of a line, "it" replaced by what it stands for."""
    before = ""
    for clause in clauses_of(line.summary):
        if is_speech(clause):
            continue
        whole = re.sub(r"\bit\b", before, clause) if before else clause
        match = _THING.search(whole)
        before = f"the {match['words']}" if match else before
        yield whole


def _read(posed: PosedQuery, selection: Selection, line: SummaryLine, clause: str) -> list[FoundItem]:
    """A clause as an item, if it tells of a deed of the selection; where things are counted, as many as it tells of."""
    verbs = _verbs(selection)
    if (selection.actions or selection.change) and not any(clause.startswith(verb) for verb in verbs):
        return []
    if "Pickup" in selection.actions and clause.startswith("put ") and selection.place.types:
        return []  # what was put somewhere was picked up, nobody knows where
    lexicon = _lexicon(posed.view.types)
    kinds, places = _named(lexicon, _THING, clause), _named(lexicon, _PLACE, clause)
    places = tuple(one for one in places if one not in kinds)  # "made coffee in the mug" puts no mug into one
    types, wanted = with_pieces(posed.view, selection.thing.types), set(selection.place.types)
    if types and not set(types) & set(kinds):
        return []
    poured_on = "Pour" in selection.actions and bool(wanted & set(kinds))  # "watered the house plant"
    if wanted and not poured_on and not wanted & set(places):
        return []
    kinds, places = ((), kinds) if poured_on else (kinds, places)
    kind = next((one for one in kinds if one in types), kinds[0] if kinds else "")
    place = next((one for one in places if one in wanted), places[0] if places else "")
    span = (line.start, line.end, line.node, line.first, line.last)
    if "Pickup" in selection.actions and clause.startswith("put "):
        clause, place = f"picked up{_PUT_WHERE.sub('', clause.removeprefix('put'))}", ""
    item = FoundItem("deed", clause, *span, kind=kind, place=place, source="summary")
    listed = posed.query.ask == "list" and not selection.thing.types and not posed.query.detail
    if not listed and (posed.query.ask != "count" or posed.query.counted != "things"):
        return [item]
    return [replace(item, thing=f"{clause} {number}") for number in range(_amount(clause))]


def _amount(clause: str) -> int:
    found = _NUMBER.search(clause)
    return min(int(found[0]), _MOST) if found else 1


def _named(lexicon: Lexicon, pattern: re.Pattern[str], clause: str) -> tuple[str, ...]:
    match = pattern.search(clause)
    named = lexicon.find(match["words"].split()) if match else None
    return named.types if named else ()


@lru_cache(maxsize=8)
def _lexicon(types: frozenset[str]) -> Lexicon:
    return Lexicon(types)
