"""What was in view, as items: visits, each a stretch of seeing one thing with no long gap in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.executing.deeds import deed_items
from agent.recall.executing.matching import passing
from agent.recall.executing.narrowing import overlap
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.summarised import told_deeds
from agent.recall.lookup.classes import with_pieces
from envs.vocabulary.english import located, the
from memory.reading.traces import Sighting
from perception.scene_graph.graph import HAND


def find_sights(posed: PosedQuery, selection: Selection) -> list[FoundItem]:
    """Times at which things were seen as a selection says. Handling a thing is seeing it, too."""
    view, thing = posed.view, selection.thing
    types = with_pieces(view, thing.types) or tuple(sorted(view.types))
    items = [_latest(row) if _last(posed, selection) else sight_item(row) for row in _rows(posed, selection, types)]
    if not thing.states:
        seen = {item.thing for item in items}
        handled = view.interactions(selection.time.scope, (), types if thing.types else (), selection.place.types)
        items += [item for item in deed_items(handled) if item.thing and item.thing not in seen]
    if not items and thing.types:
        items = told_deeds(posed, selection, ())
    kept = passing(posed, items, replace(selection, thing=replace(thing, states=())))
    if selection.task:
        tasks = posed.tasks_of(selection)
        kept = [item for item in kept if any(overlap(item, task) for task in tasks)]
    return kept


def _rows(posed: PosedQuery, selection: Selection, types: Sequence[str]) -> list[Sighting]:
    """Visits; where only the things themselves matter, or when they were last seen, the last stretch of each."""
    sights, scope = posed.view.sights, selection.time.scope
    filters = (types, scope, selection.place.types, selection.thing.states)
    if not (_last(posed, selection) or _things_alone(posed, selection)):
        return sights.visits(*filters)
    limited = scope.limited or selection.place.types or selection.thing.states
    return sights.each(*filters) if limited else sights.last(types)


def _last(posed: PosedQuery, selection: Selection) -> bool:
    """Whether it is asked when things were last in view, which is later than when that time began."""
    return posed.query.ask in ("when", "ago") and selection.ordinal == -1 and not selection.relation


def _things_alone(posed: PosedQuery, selection: Selection) -> bool:
    if selection.task or selection.took or selection.relation or selection.ordinal is not None:
        return False
    query = posed.query
    return query.ask in ("list", "exists", "contents") or (
        query.ask == "count" and query.counted in ("things", "kinds")
    )


def _latest(row: Sighting) -> FoundItem:
    return replace(sight_item(row), start=row.end, node=row.last)


def sight_item(row: Sighting) -> FoundItem:
    """A stretch of seeing a thing as an item."""
    place = f" {located(row.place)}" if row.place else " in my hand" if row.held else ""
    span = (row.start, row.end, row.first, row.number, row.number)
    where = HAND if row.held else row.place or ""
    name = f"saw {the(row.object_type)}{place}"
    return FoundItem(
        "sight",
        name,
        *span,
        kind=row.object_type,
        thing=row.object_id,
        place=where,
        chance=row.confidence,
        seen=row.confidence < 1,
    )
