"""All results of a checkout with the pages that show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from eval.results.catalog import Measurement, read_catalog
from eval.results.checkout import ROOT, results_folder
from eval.results.figures import Figures
from eval.results.pages import Pages, pages
from eval.results.pictures import NONE, ResultPictures, drawn
from eval.results.record import Result, read_results
from eval.results.tables import Tables


class ResultBook:
    """Result files, the commands that write them, and the pages that show them.

    Args:
        folder: The result files, ``commands.yaml`` and ``tables.yaml``.
        root: The checkout.
        pictures: What is drawn of results, for the pages.
    """

    def __init__(self, folder: Path, root: Path, pictures: ResultPictures = NONE) -> None:
        self.root = root
        self.catalog = read_catalog(folder)
        self.figures = Figures(read_results(folder))
        self.tables = Tables.read(folder, self.figures)
        self._pictures = pictures
        self._pages = Pages(self.tables, self.figures, self.catalog, pictures)

    @classmethod
    def open(cls, root: Path = ROOT, pictures: ResultPictures = NONE) -> ResultBook:
        """The book of a checkout."""
        return cls(results_folder(root), root, pictures)

    def pages(self) -> Iterator[tuple[Path, str, str]]:
        """Every page, and every picture of a result, as it is and as it should be."""
        yield from drawn(self.figures, self._pictures, self.root)
        for path in pages(self.root):
            text = path.read_text(encoding="utf-8")
            yield path, text, self._pages.filled(text, path.relative_to(self.root).as_posix())

    def shown(self) -> dict[str, list[str]]:
        """The pages that show a result, for every result that is shown."""
        found: dict[str, list[str]] = {}
        for path in pages(self.root):
            for name in sorted(self._pages.shown(path.read_text(encoding="utf-8"))):
                found.setdefault(name, []).append(path.relative_to(self.root).as_posix())
        return found

    def rows(self, names: Sequence[str] | None = None) -> list[dict[str, Any]]:
        """One entry per measurement and result: command, date, minutes, code (``as it is``, ``older code``), values.

        Raises:
            BadInput: There is no such result.
        """
        known = {**self.catalog, **{name: None for name in self.figures.results if name not in self.catalog}}
        for name in names or ():
            if name not in known:
                raise BadInput(f"there is no result {name!r}; there are: {', '.join(known)}")
        return [self._row(name, one) for name, one in known.items() if names is None or name in names]

    def _row(self, name: str, measurement: Measurement | None) -> dict[str, Any]:
        result = self.figures.results.get(name)
        guess = measurement.minutes if measurement else None
        return {
            "name": name,
            "command": result.command if result else measurement.command if measurement else "",
            "date": result.day if result else None,
            "code": self._state(result),
            "minutes": round(result.seconds / 60, 1) if result and result.seconds is not None else guess,
            "values": result.values if result else None,
        }

    def _state(self, result: Result | None) -> str:
        if result is None:
            return ""
        return "older code" if self.figures.is_older(result.name) else "as it is"

    def why(self, name: str) -> dict[str, Any]:
        """Why a result is of older code: the files that are other ones today."""
        found, result = self.figures.changed(name), self.figures.result(name)
        if found is None:
            told = f"{name}: nobody knows what code measured it. {result.note}".strip()
        elif found:
            told = f"{name}: {len(found)} of {len(result.code or {})} files changed since {result.day}"
        else:
            told = f"{name}: none of {len(result.code or {})} files changed since {result.day}"
        return {"name": name, "told": told, "changed": found or [], "commit": result.version and result.version.commit}
