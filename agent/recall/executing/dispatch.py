"""Who finds each subject and who answers each ask; the executor itself.

Adding an ask is a function and a line in ``ANSWERS``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery, fell
from agent.recall.algebra.selection import ANYTHING, WHATEVER, Selection, ThingFilter
from agent.recall.executing import comparing, listing, places, speech, states, tools
from agent.recall.executing.accounts import in_outline
from agent.recall.executing.deeds import find_deeds, find_failures
from agent.recall.executing.matching import unheard
from agent.recall.executing.posed import ItemFinder, PosedQuery, QueryAnswer, nothing
from agent.recall.executing.restating.already_there import already_there
from agent.recall.executing.restating.interruptions import as_interrupted
from agent.recall.executing.restating.likely_meant import about_it, called_alike, told_as_meant
from agent.recall.executing.restating.others import done_by_others
from agent.recall.executing.restating.some_of_several import of_several
from agent.recall.executing.restating.supposed import as_it_was_called, not_finished, supposed_otherwise
from agent.recall.executing.restating.universals import among_others, of_every_one
from agent.recall.executing.restating.where_done import where_done
from agent.recall.executing.restating.which_place import by_number, once_there
from agent.recall.executing.sights import find_sights
from agent.recall.executing.tasks.answers import TASK_ANSWERS
from agent.recall.executing.tasks.presence import there
from agent.recall.executing.tasks.searching import find_tasks_or_searches, of_search
from agent.recall.executing.tasks.things_counted import things_as_asked, things_of_task, whether_so_many
from agent.recall.executing.tasks.thwarted import instead
from memory.reading.view import View


def find_anything(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Deeds where something is said about what was done, else tasks."""
    return find_tasks_or_searches(posed, selection) if _of_tasks(selection) else find_deeds(posed, selection)


def _of_tasks(selection: Selection) -> bool:
    """Whether nothing is said about what was done to which thing, so that tasks are meant."""
    about = (selection.actions, selection.change, selection.thing, selection.place, selection.tool)
    return about == (WHATEVER.actions, WHATEVER.change, WHATEVER.thing, WHATEVER.place, WHATEVER.tool)


FINDERS: Mapping[str, ItemFinder] = {
    "tasks": find_tasks_or_searches,
    "deeds": find_deeds,
    "sights": find_sights,
    "speech": speech.find_speech,
    "failures": find_failures,
    "facts": speech.find_facts,
    "anything": find_anything,
}
"""By subject."""

ANSWERS: Mapping[tuple[str, str], QueryAnswer] = {
    ("list", "*"): listing.listed,
    ("list", "speech"): speech.said,
    ("list", "facts"): speech.fact,
    ("count", "*"): listing.counted,
    ("exists", "*"): listing.exists,
    ("exists", "sights"): there,
    ("when", "*"): listing.when,
    ("when", "sights"): states.since_when,
    ("ago", "*"): listing.ago,
    ("duration", "*"): listing.duration,
    ("duration", "sights"): states.how_long,
    ("who", "*"): listing.who,
    ("why", "*"): listing.why,
    ("tool", "*"): tools.tool,
    ("where", "*"): places.where,
    ("where", "speech"): speech.said,
    ("where", "facts"): speech.fact,
    ("put", "*"): places.put,
    ("taken", "*"): places.taken,
    ("contents", "*"): places.contents,
    ("holding", "*"): places.holding,
    ("state", "*"): states.state,
    ("said", "*"): speech.said,
    ("fact", "*"): speech.fact,
    ("compare", "*"): comparing.compare,
    ("extreme", "*"): comparing.extreme,
    ("order", "*"): comparing.order,
    **TASK_ANSWERS,
}
"""By ask and subject; ``*`` stands for every subject that has no line of its own."""


def execute(query: MemoryQuery, view: View, now: datetime) -> Findings:
    """What a memory says to a query; see ``_executed``. To a known asker "I" is one's own name, and one's name "you".

    Args:
        query: The question.
        view: The memory.
        now: When it is asked.
    """
    asker = view.asker.lower()
    known = bool(asker) and asker in view.people
    mine = query.of.speaker == "user" and "first person" in query.senses
    if known and (mine or (query.of.subject == "tasks" and not query.of.speaker and "own" in query.senses)):
        query = replace(query, of=replace(query.of, speaker=view.asker))
    every = [_executed(one, view, now) for one in where_done(query)]
    found = by_number(next((one for one in every if one.items), every[0]), view)
    if not known:
        return found
    items = tuple(replace(one, speaker="user") if one.speaker.lower() == asker else one for one in found.items)
    return replace(found, items=items)


def _executed(query: MemoryQuery, view: View, now: datetime) -> Findings:
    """What a memory says to a query.

    What the query takes for granted is looked for first: where there is none of it, that is the answer.

    Args:
        query: The question.
        view: The memory.
        now: When it is asked.
    """
    if query.of.subject == "anything" and _of_tasks(query.of):
        query = replace(query, of=replace(query.of, subject="tasks"))
    if (meant := called_alike(query, view)) is not None:
        return told_as_meant(_executed(meant, view, now), query.of)
    if (of_some := of_several(PosedQuery(query, view, now, FINDERS))) is not None:
        return of_some
    if (others := done_by_others(PosedQuery(query, view, now, FINDERS))) is not None:
        return others
    posed = as_it_was_called(_heated(tools.as_deed(PosedQuery(as_interrupted(query), view, now, FINDERS))))
    posed = places.where_now(of_search(about_it(in_outline(posed))))
    query = posed.query
    if fell(query):  # a thing that falls out of the hand is not what it puts down
        return posed.found(None, status="unsure")
    absent = next((one for one in query.supposes if not posed.select(one)), None)
    for selection in (query.of, *query.against):
        absent = absent or posed.missing(selection)
    if absent is not None:
        if absent.subject == "deeds" and absent.change:
            return _asked_for_instead(posed, _never_so(listing.none_found(posed, absent), absent))
        caveats = (unheard(view, absent) or Caveat("not so", about=absent),)
        return _asked_for_instead(posed, posed.never(nothing(query), absent, caveats))
    if (unfinished := not_finished(posed)) is not None:
        return execute(unfinished, view, now)
    of_every = of_every_one(posed)
    if of_every is not None:
        return _with_claim(of_every if isinstance(of_every, Findings) else execute(of_every, view, now))
    of_things = whether_so_many(posed) or things_of_task(posed) or things_as_asked(posed)
    if of_things is not None:
        return _with_claim(of_things)
    if query.ask == "outcome" and query.of.subject in ("deeds", "sights"):  # "did you find it" of what was looked for
        query = replace(query, ask="exists")
        posed = replace(posed, query=query)
    answer = ANSWERS.get((query.ask, query.of.subject)) or ANSWERS.get((query.ask, "*"))
    if answer is None:
        return posed.found(None, status="unsure")
    if query.of.time.but:
        return _on_other_days(posed, answer(posed))
    if (so := _so_now(posed)) is not None:
        return so
    found = answer(posed)
    return already_there(posed, found) or _asked_for_instead(posed, once_there(posed, found) or found)


def _so_now(posed: PosedQuery) -> Findings | None:
    """What is so as last known, "what is open?", and not what ever was seen so; None for other questions."""
    of, senses = posed.query.of, posed.query.senses
    bare = of == Selection("sights", thing=ThingFilter(of.thing.types, of.thing.states)) and len(of.thing.states) == 1
    work = posed.query.left_out or ("pending" in senses and not of.thing.types)  # tasks are open, too
    if posed.query.ask != "list" or not bare or "present" not in senses or work:
        return None
    found = states.state(replace(posed, query=replace(posed.query, ask="state", quantifier="any"), selected={}))
    if not found.items:
        return None
    kinds = tuple(dict.fromkeys(item.kind for item in found.items)) if found.value else ()
    return replace(found, query=replace(posed.query, quantifier="any"), value=kinds)


def _on_other_days(posed: PosedQuery, findings: Findings) -> Findings:
    """Findings without what was on the days that are not meant; that there was none, where none is left."""
    of = posed.query.of
    kept = tuple(item for item in findings.items if item.start.date().isoformat() not in of.time.but)
    if not kept or not findings.value:
        return posed.never(nothing(posed.query), of)
    return replace(findings, items=kept, value=tuple(map(listing.told_time, kept)))


def _never_so(findings: Findings, absent: Selection) -> Findings:
    """Findings that there was none, which say so of what the question takes for granted."""
    if absent not in findings.query.supposes or any(one.kind in ("unknown", "not so") for one in findings.caveats):
        return findings
    return replace(findings, caveats=(*findings.caveats, Caveat("not so", about=absent)))


def _heated(posed: PosedQuery) -> PosedQuery:
    """A question about what was heated, asked of what was cooked where nothing is said to have become hot."""
    of = posed.query.of
    tool = ANYTHING if posed.query.ask == "tool" else of.tool  # which one it was is asked, not said
    if of.change != "+hot" or posed.select(replace(of, tool=tool)):
        return posed
    cooked = replace(of, change="+cooked")
    found = posed.select(replace(cooked, tool=tool))
    return replace(posed, query=replace(posed.query, of=cooked)) if found else posed


def _asked_for_instead(posed: PosedQuery, findings: Findings) -> Findings:
    """Findings, or where there was no such deed what became of the task that was to bring it about."""
    if (among := among_others(posed, findings)) is not None:
        return _with_claim(among)
    asked_for = supposed_otherwise(posed, findings) or instead(posed, findings)
    return _with_claim(findings) if asked_for is None else execute(asked_for, posed.view, posed.now)


def _with_claim(findings: Findings) -> Findings:
    """Findings with the caveat that what the speaker takes to be the answer is not."""
    claim = findings.query.claim
    said = claim is None or any(caveat.kind in ("claim", "already") for caveat in findings.caveats)
    return findings if said or agrees(findings) else replace(findings, caveats=(*findings.caveats, CLAIM))


CLAIM = Caveat("claim")


def agrees(findings: Findings) -> bool:
    """Whether the value of findings is what the speaker takes it to be."""
    value, claim = findings.value, findings.query.claim
    if isinstance(value, tuple) and not isinstance(claim, tuple):
        return claim in value
    return value == claim
