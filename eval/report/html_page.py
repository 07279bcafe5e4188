"""Pieces of a self-contained HTML page: no scripts, no files beside it, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from envs.errors import BadInput
from envs.files.writing import write_atomically
from envs.process.plain_text import for_html

_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #8884; text-align: right; vertical-align: top; }
th:first-child, td:first-child, .words td { text-align: left; }
.words td { max-width: 26rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
small { opacity: .75; }
"""
_COLOURS = ("#2a6f97", "#e09f3e", "#5a9367", "#9a6fb0")
_BAR, _GAP, _LABEL, _WIDTH = 14, 10, 190, 560


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes:
        name: What it is about.
        values: Percent, one for each series.
        within: Interval of each, None where there is none.
    """

    name: str
    values: tuple[float, ...]
    within: tuple[tuple[float, float] | None, ...] = ()


def document(title: str, *parts: str) -> str:
    """A whole page of ready parts."""
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{for_html(title)}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{_STYLE}</style></head>\n'
        f"<body>\n<h1>{for_html(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: bool = False) -> str:
    """A table.

    Args:
        head: Names of the columns.
        rows: Cells.
        words: Whether the cells are sentences, to be read from the left.
    """
    top = "".join(f"<th>{for_html(cell)}</th>" for cell in head)
    lines = "\n".join("<tr>" + "".join(f"<td>{for_html(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    kind = ' class="words"' if words else ""
    return f'<div class="scroll"><table{kind}><thead><tr>{top}</tr></thead>\n<tbody>{lines}</tbody></table></div>'


def bars(title: str, series: Sequence[str], rows: Sequence[Bar]) -> str:
    """A plot of horizontal bars, 0 to 100, with intervals as lines.

    Args:
        title: What is shown, also for those who cannot see it.
        series: Name of each value of a bar.
        rows: The bars, from the top.
    """
    step = _BAR * len(series) + _GAP
    height = step * len(rows) + 50
    drawn = [_legend(series), *_grid(height)]
    for number, row in enumerate(rows):
        top = 30 + number * step
        drawn.append(f'<text x="{_LABEL - 8}" y="{top + step / 2}" text-anchor="end">{for_html(row.name)}</text>')
        for place, value in enumerate(row.values):
            drawn.append(_bar(top + place * _BAR, value, _COLOURS[place % len(_COLOURS)], row, place))
    return (
        f'<svg role="img" aria-label="{for_html(title)}" viewBox="0 0 {_LABEL + _WIDTH + 50} {height}" '
        f'width="{_LABEL + _WIDTH + 50}">\n' + "\n".join(drawn) + "\n</svg>"
    )


def _bar(top: float, value: float, colour: str, row: Bar, place: int) -> str:
    width = value / 100 * _WIDTH
    parts = [f'<rect x="{_LABEL}" y="{top}" width="{width:.1f}" height="{_BAR - 3}" fill="{colour}"/>']
    end = value
    if place < len(row.within) and (span := row.within[place]) is not None:
        low, high = (_LABEL + edge / 100 * _WIDTH for edge in span)
        middle = top + (_BAR - 3) / 2
        parts.append(f'<path d="M{low:.1f} {middle}H{high:.1f}" stroke="currentColor" stroke-width="1.5"/>')
        end = max(value, span[1])
    parts.append(f'<text x="{_LABEL + end / 100 * _WIDTH + 5:.1f}" y="{top + _BAR - 4}">{value:.0f}</text>')
    return "".join(parts)


def _legend(series: Sequence[str]) -> str:
    parts = []
    for place, name in enumerate(series):
        left = _LABEL + place * 150
        parts.append(f'<rect x="{left}" y="6" width="12" height="12" fill="{_COLOURS[place % len(_COLOURS)]}"/>')
        parts.append(f'<text x="{left + 17}" y="16">{for_html(name)}</text>')
    return "".join(parts)


def _grid(height: float) -> list[str]:
    lines = []
    for percent in range(0, 101, 25):
        left = _LABEL + percent / 100 * _WIDTH
        lines.append(f'<path d="M{left} 24V{height - 18}" stroke="#8885" stroke-width="1"/>')
        lines.append(f'<text x="{left}" y="{height - 4}" text-anchor="middle">{percent}</text>')
    return lines


def write_page(folder: Path, name: str, text: str) -> Path:
    """Write a page into a folder, which is made if need be; an older page of that name is replaced.

    Raises:
        BadInput: The folder cannot be written to.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write to {folder}: {error.strerror}; choose another folder for --report") from error
    path = folder / name
    write_atomically(path, text.encode(), replace=True, private=True)
    return path
