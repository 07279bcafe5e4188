"""Pages whose figures are made from results, between markers that do not show.

``<!-- results: table NAME -->`` to ``<!-- /results -->`` holds a table, ``<!-- results: commands NAME … -->`` the
commands that print figures, ``<!-- results: picture NAME -->`` a picture of a result, ``<!-- results: output NAME -->``
what a command printed, ``<!-- results: overview -->`` all measurements. In running text a figure stands between
``<!--r NAME#PATH:FORM-->`` and ``<!--/r-->``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from envs.errors import BadInput
from eval.results.catalog import Measurement
from eval.results.checkout import ROOT
from eval.results.figures import Figures, FigureScope
from eval.results.pictures import NONE, ResultPictures
from eval.results.tables import Tables

BLOCK = re.compile(r"^<!-- results: (.+?) -->\n(.*?)^<!-- /results -->$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"<!--r ([^>]+?)-->(.*?)<!--/r-->", re.DOTALL)
_CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
_ANY = re.compile(r"<!--\s*(?:results\b|/results|r |/r\b)")
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*|#]|\d+\.) )")


def pages(root: Path = ROOT) -> list[Path]:
    """The README and the docs."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def covered(text: str) -> str:
    """The page with dots in place of code, where markers are only talked about; everything else where it was."""
    return _CODE.sub(lambda found: re.sub(r"[^\n]", ".", found[0]), text)


def _replaced(text: str, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> str:
    """Like ``pattern.sub``, for what is not in code."""
    parts, end = [], 0
    for found in pattern.finditer(covered(text)):
        parts += [text[end : found.start()], new(found)]
        end = found.end()
    return "".join((*parts, text[end:]))


class Pages:
    """Fills pages in.

    Args:
        tables: The tables, with the figures they show.
        figures: The figures.
        catalog: The commands.
        pictures: What is drawn of results.
    """

    def __init__(
        self, tables: Tables, figures: Figures, catalog: Mapping[str, Measurement], pictures: ResultPictures = NONE
    ) -> None:
        self._tables, self._figures, self._catalog, self._pictures = tables, figures, catalog, pictures

    def filled(self, text: str, page: str) -> str:
        """The page with what stands between markers made anew.

        Raises:
            BadInput: A marker has no end or asks for what there is not; says where.
        """
        without = INLINE.sub("", BLOCK.sub("", covered(text)))
        if stray := _ANY.search(without):
            line = without[stray.start() :].splitlines()[0]
            raise BadInput(f"{page}: a marker of figures has no end, or no beginning: {line[:80]}")
        try:
            return self._inline(_replaced(text, BLOCK, lambda found: self._block(found[1])))
        except BadInput as error:
            raise BadInput(f"{page}: {error}") from error

    def shown(self, text: str) -> set[str]:
        """The results that a page shows."""
        names = {found[1].partition("#")[0] for found in INLINE.finditer(covered(text))}
        for found in BLOCK.finditer(covered(text)):
            kind, *words = found[1].split()
            names |= self._tables.sources(words[0]) if kind == "table" else set()
            names |= set(words) if kind in ("picture", "output") else set()
        return names

    def _block(self, what: str) -> str:
        kind, *names = what.split()
        if kind == "table" and len(names) == 1:
            lines = self._tables.lines(names[0])
        elif kind == "commands" and names:
            lines = ["```sh", *(self._command(name) for name in names), "```"]
        elif kind == "overview" and not names:
            lines = list(self._overview())
        elif kind == "picture" and len(names) == 1 and names[0] in self._pictures:
            lines = [self._picture(names[0])]
        elif kind == "output" and len(names) == 1:
            lines = self._output(names[0])
        else:
            known = "table NAME, commands NAME …, picture NAME, output NAME, overview"
            raise BadInput(f"what is asked for as {what!r}? There are: {known}")
        return "\n".join((f"<!-- results: {what} -->", *lines, "<!-- /results -->"))

    def _command(self, name: str) -> str:
        if name not in self._catalog:
            raise BadInput(f"there is no command {name!r} in commands.yaml")
        return self._catalog[name].command

    def _picture(self, name: str) -> str:
        picture = self._pictures[name]
        return f"![{picture.alt}]({picture.path.removeprefix('docs/')}){self._figures.mark(name)}"

    def _output(self, name: str) -> list[str]:
        printed = str(self._figures.value(f"{name}#lines.0.output", FigureScope())).rstrip("\n")
        mark = self._figures.mark(name).strip()
        return ["```", *printed.split("\n"), "```", *(["", mark] if mark else [])]

    def _overview(self) -> list[str]:
        rows = ["| result | command | measured | code |", "|---|---|---|---|"]
        for name, one in self._catalog.items():
            result = self._figures.results.get(name)
            code = "" if result is None else "older code" if self._figures.is_older(name) else "as it is"
            rows.append(f"| `{name}` | `{one.command}` | {result.day if result else 'not yet'} | {code} |")
        return rows

    def _inline(self, text: str) -> str:
        """Figures in running text; the last of those in a row that are of older code says so."""
        found = list(INLINE.finditer(covered(text)))
        parts, end = [], 0
        for place, match in enumerate(found):
            following = found[place + 1] if place + 1 < len(found) else None
            name = match[1].partition("#")[0].strip()
            last = following is None or bool(_PARAGRAPH.search(text, match.end(), following.start()))
            last = last or (following is not None and not self._figures.is_older(following[1].partition("#")[0]))
            figure = self._figures.written(match[1], FigureScope()) + (self._figures.mark(name) if last else "")
            parts += [text[end : match.start()], f"<!--r {match[1]}-->{figure}<!--/r-->"]
            end = match.end()
        return "".join((*parts, text[end:]))
