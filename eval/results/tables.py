"""The tables of the docs as templates: ``docs/results/tables.yaml``.

A table has a ``head`` (its columns) and ``rows``. A row is a list of cells that stay as they are, or an object:
``from`` (a result), ``cells`` (with figures in braces, see ``eval.results.figures``; by default those of the table),
and where one row stands for each entry of a list or object, ``each`` (its path; ``{key}`` is the entry's name, paths
begin at the entry) and ``only`` (names of entries, to choose and to order). ``label`` is put before the cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from envs.errors import BadInput
from eval.results.figures import Figures, FigureScope, names_in

FILE = "tables.yaml"


@dataclass(frozen=True)
class _Row:
    cells: tuple[str, ...]
    names: tuple[str, ...]


class Tables:
    """Makes tables of results.

    Args:
        templates: By name, as in the file.
        figures: What they show.
    """

    def __init__(self, templates: dict[str, Any], figures: Figures) -> None:
        self._templates = templates
        self._figures = figures

    @classmethod
    def read(cls, folder: Path, figures: Figures) -> Tables:
        """Read the templates of a folder of results.

        Raises:
            BadInput: The file cannot be read.
        """
        path = folder / FILE
        try:
            return cls(yaml.safe_load(path.read_text(encoding="utf-8")) or {}, figures)
        except (OSError, yaml.YAMLError) as error:
            raise BadInput(f"{path} cannot be read: {error}") from error

    @property
    def names(self) -> list[str]:
        """All tables."""
        return list(self._templates)

    def lines(self, name: str) -> list[str]:
        """A table in Markdown; rows, or the head when all is from one result, tell what is of older code.

        Raises:
            BadInput: There is no such table, its template is not of the form, or a figure is missing.
        """
        if name not in self._templates:
            raise BadInput(f"there is no table {name!r} in {FILE}; there are: {', '.join(self._templates)}")
        template = self._templates[name]
        try:
            head = [str(cell) for cell in template["head"]]
            rows = [row for said in template["rows"] for row in self._rows(said, template)]
        except (KeyError, TypeError, AttributeError) as error:
            raise BadInput(f"table {name} in {FILE} is not of the form {{head: […], rows: […]}}: {error!r}") from error
        except BadInput as error:
            raise BadInput(f"table {name}: {error}") from error
        if short := [row.cells[0] for row in rows if len(row.cells) != len(head)]:
            raise BadInput(f"table {name} in {FILE} has {len(head)} columns, but other rows: {', '.join(short)}")
        sources = {tuple(dict.fromkeys(row.names)) for row in rows}
        if len(rows) > 1 and len(sources) == 1:
            head[0] += self._mark(next(iter(sources)))
            marked = [row.cells for row in rows]
        else:
            marked = [(row.cells[0] + self._mark(row.names), *row.cells[1:]) for row in rows]
        return [_line(head), "|" + "---|" * len(head), *map(_line, marked)]

    def sources(self, name: str) -> set[str]:
        """The results that a table shows."""
        template = self._templates[name]
        return {one for said in template["rows"] for row in self._rows(said, template) for one in row.names}

    def _mark(self, names: Sequence[str]) -> str:
        older = [name for name in names if self._figures.is_older(name)]
        return self._figures.mark(min(older, key=lambda name: self._figures.result(name).date)) if older else ""

    def _rows(self, said: Any, template: dict[str, Any]) -> Iterator[_Row]:
        if isinstance(said, list):
            yield self._row([str(cell) for cell in said], FigureScope())
            return
        label = [str(said["label"])] if "label" in said else []
        cells = label + [str(cell) for cell in said.get("cells", template.get("cells"))]
        source = said.get("from")
        if "each" not in said:
            yield self._row(cells, FigureScope(source))
            return
        scopes = self._figures.each(source, said["each"])
        if "only" in said:
            by_key = {scope.key: scope for scope in scopes}
            scopes = [by_key[str(key)] for key in said["only"]]
        for scope in scopes:
            yield self._row(cells, scope)

    def _row(self, cells: Sequence[str], scope: FigureScope) -> _Row:
        names = [scope.name] if scope.name else []
        names += [name for cell in cells for name in names_in(cell)]
        return _Row(tuple(self._figures.filled(cell, scope) for cell in cells), tuple(dict.fromkeys(names)))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |".replace("|  |", "| |").replace("|  |", "| |")
