"""``homebody memory forget --about`` and ``homebody memory files``: what is erased, and where homebody wrote it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from envs.errors import BadInput
from envs.process.terminal import confirm
from homebody.output import JsonOption, Output

if TYPE_CHECKING:
    from memory.erasing.erase import Erased
    from memory.erasing.files import FileErased
    from memory.store.database import Store

_SAYS = {
    "clean": "nothing of it",
    "erased": "erased",
    "removed": "deleted",
    "left": "still there",
}
_WOULD = _SAYS | {"erased": "would be erased", "removed": "would be deleted", "left": "would stay"}


@dataclass(frozen=True)
class Erasing:
    """What is to be erased.

    Attributes:
        memory: From which memory.
        about: The words.
        preview: Whether it is only told what would go.
        delete: Whether files that cannot do without the words are deleted.
        sure: Whether nobody is asked.
    """

    memory: Path
    about: str
    preview: bool
    delete: bool
    sure: bool


def erase(out: Output, wish: Erasing, now: Callable[[Store], datetime]) -> None:
    """Erase, after it has been told what goes; exit code 1 when something is left."""
    from memory.erasing.files import erase_everywhere
    from memory.store.database import Store

    with Store.open(wish.memory, begin=False) as store:
        time = now(store)
        if wish.preview or not wish.sure:
            if _preview(out, store, wish, time):
                return
            confirm(f"Erase everything about {wish.about!r} from {wish.memory}? It cannot be brought back")
        erased, files = erase_everywhere(store, wish.about, time, wish.delete)
    out.show(f"erased what spoke of {', '.join(erased.words)}: {_taken(erased)}")
    _show_files(out, files, _SAYS)
    if erased.traces:
        out.show("a reader still holds on to the old file: the words are in it until it lets go; erase again then")
    _figures(out, erased, files)
    if erased.traces or any(one.outcome == "left" for one in files):
        raise typer.Exit(1)


def _preview(out: Output, store: Store, wish: Erasing, now: datetime) -> bool:
    """Tell what would go; whether that was all that was wanted."""
    from memory.erasing.erase import preview_about
    from memory.erasing.files import erase_in_files
    from memory.erasing.words import Words

    would = preview_about(store, wish.about)
    files = erase_in_files(store, Words(would.words), now, wish.delete, change=False)
    [(lived,)] = store.rows("SELECT count(*) FROM experiences")
    out.show(
        f"erasing what speaks of {', '.join(would.words)} would take {_taken(would)}"
        + (f" ({would.experiences / lived:.0%} of all experiences)" if would.experiences else "")
    )
    _show_files(out, files, _WOULD)
    if wish.preview:
        _figures(out, would, files)
    return wish.preview


def _taken(erased: Erased) -> str:
    counts = {name: value for name, value in asdict(erased).items() if isinstance(value, int)}
    return ", ".join(f"{value} {name}" for name, value in counts.items() if value and name != "traces") or "nothing"


def _show_files(out: Output, files: list[FileErased], says: dict[str, str]) -> None:
    for one in files:
        if one.outcome != "clean":
            out.show(f"  {one.kind} {one.path}: {says[one.outcome]}" + (f" ({one.note})" if one.note else ""))
    clean = sum(one.outcome == "clean" for one in files)
    if clean:
        out.show(f"  {clean} other file{'s' * (clean > 1)} written from this memory: nothing of it")


def _figures(out: Output, erased: Erased, files: list[FileErased]) -> None:
    """As JSON; in a file, which stays, without the words."""
    counts = {name: value for name, value in asdict(erased).items() if isinstance(value, int)}
    rows = [{name: value for name, value in asdict(one).items() if name != "full"} for one in files]
    out.json({"about": [] if out.in_file else list(erased.words), **counts, "files": rows})


def files(
    memory: Annotated[Path, typer.Option("--memory", help="The memory file.")] = Path("runs/memory.sqlite"),
    drop: Annotated[Path | None, typer.Option(help="Take this file off the list; it is not deleted.")] = None,
    json_out: JsonOption = None,
) -> None:
    """List the files that were written from this memory, which erasing goes through."""
    from rich.table import Table

    from memory.store import written_files
    from memory.store.database import Store

    out = Output(json_out)
    with Store.open(memory, readonly=drop is None, begin=False) as store:
        if drop is not None:
            found = [one for one in written_files.noted(store) if one.path in (str(drop), str(drop.absolute()))]
            if not found:
                raise BadInput(f"{drop} is not on the list; 'homebody memory files' shows it")
            for one in found:
                written_files.drop(store, one)
        listed = [(one, one.find(store.path)) for one in written_files.noted(store)]
    table = Table("kind", "file", "machine", "there", box=None)
    for one, path in listed:
        table.add_row(one.kind, str(path or one.path), one.machine, "yes" if path else "no")
    out.show(table if listed else f"no file was written from {memory}")
    out.json([{**asdict(one), "found": None if path is None else str(path)} for one, path in listed])


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(files)
