"""How many things a task was done to: "how many plates did you wash?" asks for plates, not for how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.selection import Selection, ThingFilter
from agent.recall.executing.listing import counted, different
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.amounts import amount_in_words, named_deed, types_in
from memory.reading.traces import Scope


def things_of_task(posed: PosedQuery) -> Findings | None:
    """How many things were handled in the tasks of a query that counts things; None where it counts something else.

    Where no deed of it is remembered one by one, what the tasks were called may tell the number; else nobody knows.
    """
    query = posed.query
    if (query.ask, query.counted, query.of.subject) != ("count", "things", "tasks"):
        return None
    deed = _deed(query.of)
    if deed is None:
        return _as_named(posed)
    meant = replace(posed, query=replace(query, of=deed))
    if posed.select(deed):
        return things_as_asked(meant) or counted(meant)
    done = [task for task in posed.select(query.of) if task.status == "done"]
    if not done:
        return None
    amounts = [_amount(task, deed.thing.types) for task in done]
    if None not in amounts:
        return meant.found(sum(one or 0 for one in amounts), done)
    return meant.found(None, done, "forgotten")


def things_as_asked(posed: PosedQuery) -> Findings | None:
    """How many things something was done to, where of some only the name of a task tells; None for anything else.

    Of these the things count that were taken or put for it: those for which nothing had to be taken are not among them,
    so there may have been more. Where there are none, the task may tell a number; else of a change nobody knows.
    """
    query = posed.query
    if (query.ask, query.counted, query.of.subject) != ("count", "things", "deeds"):
        return None
    items = posed.select(query.of)
    if not any(item.request for item in items):
        return None
    every = different([one for item in items for one in _each_handled(posed, item)], "things")
    named = [one for one in every if one.request and not one.thing]
    amounts = [amount_in_words(one.request, (one.kind,)) for one in named]
    if query.of.change and len(named) == len(every) and None in amounts:  # all may have been so already
        return posed.found(None, named, "forgotten")
    return posed.found(len(every) - len(named) + sum(one or 1 for one in amounts), every)


def whether_so_many(posed: PosedQuery) -> Findings | None:
    """Whether something was done to, or seen of, as many different things as are named; None where no number is named.

    None also where there was none.

    Value: bool; None where nobody knows to how many it was done.
    """
    query, thing = posed.query, posed.query.of.thing
    if query.ask == "count" and thing.bound and "whether" in query.senses:  # "did you wash more than two cups"
        query = replace(query, ask="exists")
    counts = query.ask == "exists" and query.of.subject in ("deeds", "sights")
    seen = query.of.subject == "sights"
    if not counts or thing.amount is None or query.of.tool.types or (seen and thing.amount == 1 and not thing.bound):
        return None
    any_number = replace(query.of, thing=replace(thing, amount=None, bound=""))
    of_these = replace(posed, query=replace(query, ask="count", counted="things", of=any_number))
    found = things_as_asked(of_these) or counted(of_these)
    if not found.items:
        return None
    value = None if found.value is None else _is_within(found.value, thing)
    open_end = value is (thing.bound in ("most", "just")) and any(one.kind == "forgotten" for one in found.caveats)
    if seen and value and not open_end:  # what was forgotten can only have been more
        return replace(found, query=query, value=True, status="known", caveats=())
    return replace(found, query=query, value=value, status="partly" if value is None or open_end else found.status)


def _is_within(number: int, thing: ThingFilter) -> bool:
    """Whether a number is as many as a filter of things asks for; at least so many where it sets no limit."""
    if thing.amount is None:
        return True
    if thing.bound == "just":
        return number == thing.amount
    return number <= thing.amount if thing.bound == "most" else number >= thing.amount


def _each_handled(posed: PosedQuery, item: FoundItem) -> list[FoundItem]:
    """What only the name of a task tells, once for each thing of that kind which was taken or put for it."""
    if not item.request or not item.kind:
        return [item]
    rows = posed.view.interactions(Scope(item.start, item.end), ("Pickup", "Place"), (item.kind,))
    handled = dict.fromkeys(row.thing for row in rows if row.thing)
    return [replace(item, thing=thing) for thing in handled] or [item]


def _as_named(posed: PosedQuery) -> Findings | None:
    """How many things the names of the tasks tell, "serve 3 slices of tomato"; None where one of them tells none."""
    types = types_in(posed.query.of.task.partition(" ")[2].lower())
    done = [task for task in posed.select(posed.query.of) if task.status == "done"] if types else []
    amounts = [_amount(task, types) for task in done]
    if not amounts or None in amounts:
        return None
    return posed.found(sum(one or 0 for one in amounts), done)


def _amount(task: FoundItem, types: Sequence[str]) -> int | None:
    found = [amount_in_words(text, types) for text in (task.request, task.name)]
    return next((number for number in found if number is not None), None)


def _deed(selection: Selection) -> Selection | None:
    """What the words of a task say is done to which things; None where they name no single deed."""
    deed = named_deed(selection.task)
    if deed is None:
        return None
    about = {"actions": deed.actions, "change": deed.change, "thing": deed.thing, "place": deed.place}
    return replace(selection, subject="deeds", task="", outcomes=(), **about)
