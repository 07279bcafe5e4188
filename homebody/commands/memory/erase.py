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
from envs.vocabulary.english import how_many
from homebody.options.figures import JsonOption
from homebody.options.files import DEFAULT_MEMORY, MemoryOption
from homebody.output import Output, left, table

if TYPE_CHECKING:
    from memory.erasing.files import FileErased
    from memory.erasing.report import ErasureReport
    from memory.reading.traces import Scope
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
        scenes: Whether things are also taken out of scenes in which they merely were.
    """

    memory: Path
    about: str
    preview: bool
    delete: bool
    sure: bool
    scenes: bool


def erase(out: Output, wish: Erasing, now: Callable[[Store], datetime]) -> None:
    """Erase, after it has been told what goes; exit code 1 when something is left."""
    from agent.dialogue.erasing_wish import time_meant
    from memory.erasing.files import erase_everywhere
    from memory.reading.view import View
    from memory.store.database import Store

    with Store.open(wish.memory, begin=False, sparing=True) as store:
        time = now(store)
        span = time_meant(wish.about, View(store), time)
        if span is not None:
            _erase_span(out, store, wish, span, time)
            return
        if wish.preview or not wish.sure:
            if _preview(out, store, wish, time):
                return
            confirm(f"Erase everything about {wish.about!r} from {wish.memory}? It cannot be brought back")
        erased, files = erase_everywhere(store, wish.about, time, wish.delete, wish.scenes)
    out.show(f"erased what spoke of {', '.join(erased.words)}: {_taken(erased)}", *_stays(erased, wish))
    _show_files(out, files, _SAYS)
    if erased.traces:
        out.show("a reader still holds on to the old file: the words are in it until it lets go; erase again then")
    _figures(out, erased, files)
    if erased.traces or any(one.outcome == "left" for one in files):
        raise typer.Exit(1)


def _erase_span(out: Output, store: Store, wish: Erasing, span: Scope, now: datetime) -> None:
    """Erase a stretch of time, after it has been told what goes."""
    from memory.erasing.spans import erase_span, preview_span
    from memory.reading.counts import experiences
    from memory.reading.drawing import span as told_span
    from memory.store.written_files import noted

    newest = store.newest[1].time if store.newest else now
    stretch = told_span(span.start or span.end or newest, span.end or newest)
    found = preview_span(store, span)
    share = f" ({found.experiences / experiences(store):.0%} of all experiences)" if found.experiences else ""
    what = _counted({name: value for name, value in asdict(found).items() if name != "present"})
    out.show(f"erasing {stretch} would take all that was lived, said and asked for in it: {what}{share}")
    if found.present:
        out.show("it reaches into the present: what is seen just now stays")
    figures = {"start": _iso(span.start), "end": _iso(span.end), **asdict(found)}
    if wish.preview:
        out.json(figures)
        return
    if not wish.sure:
        confirm(f"Erase all of {stretch} from {wish.memory}? It cannot be brought back")
    erase_span(store, span, now)
    out.show(f"erased {stretch}")
    written = noted(store)
    if written:
        out.show(
            f"what was written from this memory stays as it is, {how_many(len(written), 'file')}: homebody memory files"
        )
    out.json(figures)


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def _stays(erased: ErasureReport, wish: Erasing) -> list[str]:
    """What is said of things that stay in scenes."""
    if wish.scenes or not erased.objects:
        return []
    things = how_many(erased.objects, "thing")
    return [f"{things} of that name may still be seen where nothing was done with them; --everywhere takes them out"]


def _preview(out: Output, store: Store, wish: Erasing, now: datetime) -> bool:
    """Tell what would go; whether that was all that was wanted."""
    from memory.erasing.erase import preview_about
    from memory.erasing.files import erase_in_files
    from memory.erasing.words import SearchTerms
    from memory.reading.counts import experiences

    would = preview_about(store, wish.about, wish.scenes)
    files = erase_in_files(store, SearchTerms(would.words), now, wish.delete, change=False)
    out.show(
        f"erasing what speaks of {', '.join(would.words)} would take {_taken(would)}"
        + (f" ({would.experiences / experiences(store):.0%} of all experiences)" if would.experiences else "")
    )
    out.show(*(f"  {line}" for line in would.told), *_stays(would, wish))
    _show_files(out, files, _WOULD)
    if wish.preview:
        _figures(out, would, files)
    return wish.preview


def _taken(erased: ErasureReport) -> str:
    return _counted(
        {name: value for name, value in asdict(erased).items() if isinstance(value, int) and name != "traces"}
    )


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{value} {name}" for name, value in counts.items() if value) or "nothing"


def _show_files(out: Output, files: list[FileErased], says: dict[str, str]) -> None:
    for one in files:
        if one.outcome != "clean":
            out.show(f"  {one.kind} {one.path}: {says[one.outcome]}" + (f" ({one.note})" if one.note else ""))
    clean = sum(one.outcome == "clean" for one in files)
    if clean:
        out.show(f"  {how_many(clean, 'other file')} written from this memory: nothing of it")


def _figures(out: Output, erased: ErasureReport, files: list[FileErased]) -> None:
    """As JSON; in a file, which stays, without the words."""
    counts = {name: value for name, value in asdict(erased).items() if isinstance(value, int)}
    rows = [{name: value for name, value in asdict(one).items() if name != "full"} for one in files]
    told = {} if out.in_file else {"about": list(erased.words), "told": list(erased.told)}
    out.json({"about": [], "told": [], **told, **counts, "files": rows})


def files(
    memory: MemoryOption = DEFAULT_MEMORY,
    drop: Annotated[Path | None, typer.Option(help="Take this file off the list; it is not deleted.")] = None,
    json_out: JsonOption = None,
) -> None:
    """List the files that were written from this memory, which erasing goes through."""
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
    rows = [(one.kind, str(path or one.path), one.machine, "yes" if path else "no") for one, path in listed]
    shown = table(left("kind", "file", "machine", "there"), rows, framed=False)
    out.show(shown if listed else f"no file was written from {memory}")
    out.json([{**asdict(one), "found": None if path is None else str(path)} for one, path in listed])


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(files)
