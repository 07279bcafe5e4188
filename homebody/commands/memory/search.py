"""``homebody memory search``: nodes by their words or, with a text encoder, by what their lines mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from envs.process.terminal import progress
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.output import Output, left, table


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(search)


def search(
    text: Annotated[str, typer.Argument(help="What to look for.")],
    memory: MemoryOption = DEFAULT_MEMORY,
    meaning: Annotated[
        bool, typer.Option("--meaning", help="By meaning instead of words; needs the semantic extra.")
    ] = False,
    most: Annotated[int, typer.Option(min=1, max=1000, help="Show at most so many.")] = 10,
    json_out: JsonOption = None,
) -> None:
    """Find nodes of the history by their words, or by meaning."""
    from memory.store.database import Store

    out = Output(json_out, memory)
    if meaning:
        _fill(memory)
    with Store.open(memory, readonly=True) as store:
        rows = _by_meaning(store, text, most) if meaning else _by_words(store, text, most)
    columns = left("node", "level", "when", "what", *(("cosine",) if meaning else ()))
    shown = table(columns, [[str(value) for value in row.values()] for row in rows], framed=False)
    out.show(shown if rows else f"{memory}: nothing found for {text!r}")
    out.json(rows)


def _fill(memory: Path) -> None:
    """Make the vectors that are missing, with a progress bar; they are kept in the memory."""
    from memory.store.database import Store
    from memory.store.vectors import Vectors
    from perception.text.minilm import minilm

    encoder = minilm()
    with Store.open(memory, begin=False) as store, progress(transient=False) as bars:
        vectors = Vectors(store, encoder)
        bar = bars.add_task("reading lines", total=vectors.missing())
        vectors.fill(on_batch=lambda made: bars.update(bar, completed=made))


def _by_meaning(store: Any, text: str, most: int) -> list[dict[str, Any]]:
    from memory.store.vectors import Vectors
    from perception.text.minilm import minilm

    found = Vectors(store, minilm()).nearest(text, most)
    nodes = [(one.node.id, one.node.level, one.node.start, one.node.summary) for one in found]
    return [_row(*node) | {"cosine": one.cosine} for node, one in zip(nodes, found, strict=True)]


def _by_words(store: Any, text: str, most: int) -> list[dict[str, Any]]:
    from memory.reading.tree_view import TreeView

    view = TreeView(store)
    return [_row(one.id, one.level, one.start, one.summary) for one in view.search(text, most=most)]


def _row(node: int, level: int, start: Any, line: str) -> dict[str, Any]:
    return {"node": node, "level": level, "when": start.isoformat(" ", "seconds"), "what": line}
