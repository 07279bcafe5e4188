"""What is known of a thing with which somebody else may have done something: the robot knows its own deeds alone."""

from __future__ import annotations

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.selection import Selection
from agent.recall.executing.places import last_places, of_one_home
from agent.recall.executing.posed import PosedQuery


def done_by_others(posed: PosedQuery) -> Findings | None:
    """Where a thing was last, or what became of the task with it, for who may have taken it; None for other questions.

    Args:
        posed: The question.
    """
    query, of = posed.query, posed.query.of
    if query.ask != "who" or "others" not in query.senses:
        return None
    known = [item for item in of_one_home(posed, last_places(posed, of.thing)) if item.place]
    tasks = posed.select(Selection("tasks", thing=of.thing)) if not known else []
    return posed.found(None, (*known[:1], *tasks[-1:]), "unsure")
