"""``homebody memory profile``: what is known of the users, as a list or as a graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from envs.errors import BadInput
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.options.times import NowOption
from homebody.output import Output, left, right, table

if TYPE_CHECKING:
    from rich.table import Table

    from memory.knowledge import Knowledge, KnownObject, PatternStep
    from memory.profile.book import ProfileBook
    from memory.profile.graph import ProfileGraph


def register(app: typer.Typer) -> None:
    """Add the command to ``homebody memory``."""
    app.command()(profile)


def profile(
    memory: MemoryOption = DEFAULT_MEMORY,
    user: Annotated[str | None, typer.Option(help="Only what is known of this user.")] = None,
    graph: Annotated[bool, typer.Option("--graph", help="Show nodes and edges instead.")] = False,
    ended: Annotated[bool, typer.Option("--ended", help="Also what was corrected or taken back.")] = False,
    take_back: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Let this item hold no longer; erasing is 'memory forget'.")
    ] = None,
    now: NowOption = None,
    json_out: JsonOption = None,
) -> None:
    """List what is known of users: what things mean to them, and what they usually want done."""
    from memory.profile.book import ProfileBook
    from memory.profile.graph import graph_of
    from memory.reading.counts import home_time
    from memory.store.database import Store

    out = Output(json_out, memory)
    with Store.open(memory, readonly=take_back is None, begin=False) as store:
        book = ProfileBook(store)
        if take_back is not None:
            gone = book.take_back(take_back, home_time(store) if now is None else now)
            out.show(f"no longer holds, item {gone.id} of {gone.user or 'nobody in particular'}: {gone.description}")
        users = book.users()
        items = book.items(_known(user, book), ended=ended)
    if graph:
        _show_graph(out, graph_of(items), users)
        return
    rows = [item_row(one) for one in items]
    out.show(profile_table(rows) if rows else "nothing is known of " + (user or "any user"))
    out.json({"users": list(users), "items": rows})


def _known(user: str | None, book: ProfileBook) -> str | None:
    if user is not None and user.casefold() not in {one.casefold() for one in book.users()}:
        known = ", ".join(one or "(nobody in particular)" for one in book.users()) or "nobody"
        raise BadInput(f"nothing is known of {user!r:.80}; something is of {known}")
    return user


def item_row(item: Knowledge) -> dict[str, Any]:
    """An item as figures; times become text."""
    return {
        "item": item.id,
        "user": item.user,
        "type": item.type,
        "subtype": item.subtype,
        "name": item.alias,
        "told": item.description,
        "objects": [_object_row(one) for one in item.objects],
        "steps": [_step_row(step, item) for step in item.steps],
        "home": item.home,
        "time": None if item.time is None else item.time.isoformat(),
        "episode": item.source,
        "ended": None if item.ended is None else item.ended.isoformat(),
        "successor": item.successor,
    }


def _object_row(one: KnownObject) -> dict[str, Any]:
    return {"name": one.name, "description": one.description, "kind": one.kind, "seen": one.seen, "found": one.found}


def _step_row(step: PatternStep, item: Knowledge) -> dict[str, Any]:
    return {
        "action": step.action,
        "object": item.objects[step.thing].name,
        "relation": step.relation,
        "location": step.location,
        "furniture": step.place,
    }


def profile_table(rows: Sequence[dict[str, Any]]) -> Table:
    """The items for people."""
    columns = [*right("item"), *left("user", "what", "name", "things", "steps"), *left("told", dim=True)]
    shown = table(columns, title="what is known of users")
    for row in rows:
        things = "; ".join(_thing(one) for one in row["objects"])
        steps = "; ".join(f"{n}. {_step(one)}" for n, one in enumerate(row["steps"], start=1))
        kind = f"{row['type'].replace('_', ' ')}: {row['subtype']}"
        shown.add_row(str(row["item"]), row["user"], kind, row["name"], things, steps, _told(row))
    return shown


def _thing(one: dict[str, Any]) -> str:
    look = one["seen"] or one["description"]
    return f"{one['name']} ({look.rstrip('.')})" if look else one["name"]


def _step(one: dict[str, Any]) -> str:
    return f"{one['action']} {one['object']} {one['relation']} {one['location']}".strip()


def _told(row: dict[str, Any]) -> str:
    """When and where it was told, and since when it does not hold."""
    from datetime import datetime

    from memory.reading.drawing import when

    parts = [when(datetime.fromisoformat(row["time"]))] if row["time"] else []
    parts += [f"episode {row['episode']}"] if row["episode"] else []
    parts += [f"in {row['home']}"] if row["home"] else []
    if row["ended"]:
        by = f", item {row['successor']} instead" if row["successor"] else ""
        parts.append(f"until {when(datetime.fromisoformat(row['ended']))}{by}")
    return ", ".join(parts)


def _show_graph(out: Output, found: ProfileGraph, users: Sequence[str]) -> None:
    names = {one.id: one.name or "(nobody in particular)" for one in found.nodes}
    nodes = [[one.kind, names[one.id], one.detail] for one in found.nodes]
    edges = [[names[one.start], one.kind.replace("_", " "), names[one.end]] for one in found.edges]
    if found.nodes:
        out.show(
            table(left("node", "name", "detail"), nodes, "nodes"), table(left("from", "edge", "to"), edges, "edges")
        )
    else:
        out.show("nothing is known of any user")
    out.json(
        {
            "users": list(users),
            "nodes": [{"id": one.id, "kind": one.kind, "name": one.name, "detail": one.detail} for one in found.nodes],
            "edges": [{"from": one.start, "to": one.end, "kind": one.kind} for one in found.edges],
        }
    )
