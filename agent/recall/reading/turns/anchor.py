"""What "it" and "that" stand for: the one thing that was found, else what was asked about."""

from __future__ import annotations

from dataclasses import replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from envs.vocabulary.verbs import base, changes, deeds, requests
from memory.reading.traces import Scope

_KINDS = {"task": "tasks", "deed": "deeds", "sight": "sights", "speech": "speech", "fact": "facts", "summary": "tasks"}
_OF_ONE_TASK = frozenset({"outcome", "exists", "duration", "why", "when", "steps"})
"""What may have been asked of a task before it is asked whether it took place somewhere."""


def anchor(before: EarlierExchange, last: bool = True) -> Selection:
    """What "it" and "that" stand for: the one thing that was found, else what was asked about.

    Args:
        before: The exchange before.
        last: The last of several that were found, in order; the first where False.
    """
    items = before.items
    query = before.query
    if len(items) == 1 or (items and query.ask in ("list", "order") and len({item.name for item in items}) == 1):
        return of_item(items[-1 if last else 0], query.of)
    if (best := _picked(before)) is not None:
        return of_item(best, query.of)
    return replace(query.of, tool=ANYTHING) if query.ask == "tool" else query.of  # which one it was is asked, not said


def moment(before: EarlierExchange, last: bool = True) -> Selection:
    """What was spoken of before or after which something else is asked for.

    Where nothing was found after something ("have you taken it out since?"), that is where the time is counted from.
    """
    asked = before.query.of
    if not before.items and asked.relation == "after" and len(asked.others) == 1:
        return asked.others[0]
    if not before.items and asked.time.words.startswith("since ") and before.earlier is not None:
        return moment(before.earlier, last)
    return anchor(before, last)


def _picked(before: EarlierExchange) -> FoundItem | None:
    """The one of several compared that the answer named, the longer or the first; None where it named none."""
    found = before.findings
    if found is None or before.query.ask != "compare" or not isinstance(found.value, str):
        return None
    return next((items[-1] for name, items in found.sides if name == found.value and items), None)


def told_tool(before: EarlierExchange) -> str:
    """The class of that with which something was done, where that was told last; empty where none was.

    Of "what did you use for the tomato" all that was done may be told: it is the one thing that was taken for it.
    """
    query, found = before.query, before.findings
    if found is None:
        return ""
    if query.ask == "tool":
        return found.value if isinstance(found.value, str) else ""
    if query.ask != "list" or not {*query.text.split()} & words("using"):
        return ""
    taken = {item.kind for item in found.items if item.what == "deed" and item.name.startswith("picked up ")}
    return taken.pop() if len(taken) == 1 and not taken & {*query.of.thing.types} else ""


def compared(query: MemoryQuery, before: EarlierExchange) -> MemoryQuery | None:
    """What is compared with nothing, compared with what was spoken of: "was the toast faster?"."""
    base, own = anchor(before), query.of
    one = bool(own.task or own.thing.types) and not before.query.against
    other = replace(base, outcomes=(), ordinal=None)
    if query.ask != "compare" or query.against or not one or not (base.task or base.thing.types):
        return None
    if "than" in query.text.split():  # "longer than for the vase" asks of what was spoken of
        return replace(query, of=other, against=(own,), claim=True) if other != own else None
    return replace(query, against=(other,)) if other != own else None


def of_item(item: FoundItem, asked: Selection) -> Selection:
    """What was found, as a selection."""
    begun = min(item.start, item.asked or item.start)  # its deed may be all that was told
    time = SpanOfTime(Scope(begun, max(item.end, item.start)))
    if item.what in ("task", "summary"):
        return Selection("tasks", task=item.name, time=time)
    if item.what == "deed":
        thing = ThingFilter((item.kind,)) if item.kind else asked.thing
        return Selection("deeds", asked.actions, asked.change, thing, time=time)
    if item.what == "sight":
        return Selection("sights", thing=ThingFilter((item.kind,)) if item.kind else asked.thing)
    if item.what in ("speech", "fact") and asked.subject not in ("speech", "facts"):
        return Selection(_KINDS[item.what], thing=asked.thing, time=time)
    return replace(asked, time=time)


def what_was_asked(before: EarlierExchange) -> Selection | None:
    """The task that was asked for with the one thing that was told to have been said; None where nothing else was."""
    items = before.items
    if len(items) != 1 or items[0].what != "speech" or items[0].speaker == "robot" or before.query.of.about:
        return None
    return Selection("tasks", speaker="user", time=SpanOfTime(Scope(items[0].start, items[0].end)))


def one_task(before: EarlierExchange) -> Selection | None:
    """The task that was asked about last, also where it was asked since whether it took place somewhere."""
    exchange: EarlierExchange | None = before
    while exchange is not None:
        base = anchor(exchange)
        if base.subject == "tasks":
            single = exchange.query.ask == "list" and exchange.findings and len(exchange.findings.items) == 1
            return base if single or exchange.query.ask in _OF_ONE_TASK else None
        within = exchange.query.ask == "exists" and base.subject == "deeds" and not exchange.query.of.actions
        exchange = exchange.earlier if within else None
    return None


def two_told(before: EarlierExchange) -> tuple[Selection, ...]:
    """What was told in the last two exchanges; nothing where that is one and the same."""
    if before.earlier is None or any(one.findings and not one.findings.items for one in (before, before.earlier)):
        return ()
    others = (anchor(before.earlier), anchor(before))
    return others if others[0] != others[1] else ()


def in_use(of: Selection) -> ThingFilter:
    """The thing of which it is asked in which tasks it was used; anything where nothing of the sort is asked."""
    handled = of.others[0] if of.subject == "tasks" and of.relation == "during" and len(of.others) == 1 else None
    if handled is None or of.task or handled.subject != "deeds" or handled.actions or handled.change:
        return ANYTHING
    return handled.thing


def used_last(before: EarlierExchange) -> ThingFilter:
    """The thing of which it was asked last in which tasks it was used, if only those were spoken of since."""
    exchange: EarlierExchange | None = before
    while exchange is not None and exchange.query.of.subject == "tasks":
        if (handled := in_use(exchange.query.of)) != ANYTHING:
            return handled
        exchange = exchange.earlier
    return ANYTHING


def named_deed(before: EarlierExchange) -> bool:
    """Whether what is to be done was named by who asks, and not by the answer alone: "and the potato?" names none."""
    verb = base(before.query.of.task.split()[0]) if before.query.of.task else None
    exchange: EarlierExchange | None = before
    while verb is not None and exchange is not None and exchange.query.of.task:
        said = (base(word) for word in exchange.query.text.split())
        if any(one is not None and one not in _SAYS_NOTHING and _same_deed(one, verb) for one in said):
            return True
        exchange = exchange.earlier
    return verb is None


def is_put(task: str) -> bool:
    """Whether a task is to bring something somewhere."""
    verb = base(task.split()[0]) if task else None
    return verb is not None and (verb == "put" or deeds().get((verb,)) == deeds().get(("put",)))


def _same_deed(one: str, other: str) -> bool:
    """Whether two verbs ask for the same: "wash" and "clean"."""
    asked = requests()
    alike = asked.get(one, one) == asked.get(other, other) or deeds().get((one,), one) == deeds().get((other,), other)
    return alike or (one in changes() and changes().get(one) == changes().get(other))


_SAYS_NOTHING = frozenset(
    {"do", "be", "have", "get", "ask", "want", "need", "finish", "find", "look", "take", "happen"}
)
"""Verbs that may stand for any other."""
