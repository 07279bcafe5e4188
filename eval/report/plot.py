"""Plots as SVG, drawn by matplotlib: the same figures give the same bytes, and no display is needed.

A plot inside a page takes the reader's colours, light or dark; one in a file of its own is dark on white.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from envs.process.plain_text import one_line
from perception.extras import needs

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#010203"
"""The colour of words and lines; becomes that of the text around the plot."""
COLOURS = ("#2a6f97", "#e09f3e", "#5a9367", "#9a6fb0")
_SETTINGS = {
    "svg.fonttype": "none",
    "svg.hashsalt": "homebody",
    "text.parse_math": False,
    "font.size": 12,
    "axes.titlesize": 15,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "legend.frameon": False,
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), INK
    ),
    "grid.alpha": 0.2,
}
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_MOST = 60  # characters of a label
_WIDTH = 760  # pixels


@dataclass(frozen=True)
class Bar:
    """Bars side by side with one name.

    Attributes:
        name: What they are about.
        values: Percent, one for each series.
        within: Interval of each, None where there is none.
    """

    name: str
    values: tuple[float, ...]
    within: tuple[tuple[float, float] | None, ...] = ()


def check_plots() -> None:
    """Make sure that plots can be drawn, before anything is measured for them.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """
    needs("matplotlib", "plots")


def drawing(title: str, size: tuple[float, float], draw: Callable[[Axes], None]) -> str:
    """A plot for a page: an ``svg`` element.

    Args:
        title: What is shown, also for those who cannot see it.
        size: Width and height, pixels.
        draw: Draws it.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """
    figures, canvas = needs("matplotlib.figure", "plots"), needs("matplotlib.backends.backend_svg", "plots")
    written = io.StringIO()
    with needs("matplotlib.style", "plots").context(["default", _SETTINGS]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from")  # the browser has more letters than we measure with
        figure = figures.Figure(figsize=(size[0] / 72, size[1] / 72), layout="constrained", facecolor="none")
        axes = figure.add_subplot(facecolor="none")
        draw(axes)
        canvas.FigureCanvasSVG(figure).print_svg(written, metadata={"Date": None, "Creator": None})
    return _element(written.getvalue(), title)


def _element(svg: str, title: str) -> str:
    """The bare element: without metadata, without ids that two plots of one page would share, with a label."""
    root = ElementTree.fromstring(svg)
    for part in root.findall(f"{_SVG}metadata") + root.findall(f"{_SVG}defs"):
        if part.find(f"{_SVG}clipPath") is None:
            root.remove(part)
    for part in root.iter():
        part.tag = part.tag.removeprefix(_SVG)
        if part.tag == "g":
            part.attrib.pop("id", None)
        if (link := part.attrib.pop(f"{_XLINK}href", None)) is not None:
            part.set("href", link)
    root.attrib |= {"role": "img", "aria-label": label(title, 200), "stroke-linejoin": "round"}
    root.attrib |= {side: root.attrib[side].removesuffix("pt") for side in ("width", "height")}
    return ElementTree.tostring(root, encoding="unicode").replace(INK, "currentColor")


def file_of(element: str) -> str:
    """A plot as a file of its own."""
    apart = 'xmlns="http://www.w3.org/2000/svg" style="background: #ffffff; color: #222222"'
    return element.replace("<svg ", f"<svg {apart} ", 1) + "\n"


def label(text: str, most: int = _MOST) -> str:
    """What stands in a plot: one short line, without anything that nobody sees."""
    return one_line(text, most) or "–"


def bars(title: str, series: Sequence[str], rows: Sequence[Bar]) -> str:
    """Horizontal bars, 0 to 100, with intervals as lines, in a page.

    Args:
        title: What is shown, also for those who cannot see it.
        series: Name of each value of a bar.
        rows: The bars, from the top.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """
    high = 0.8 / len(series)

    def draw(axes: Axes) -> None:
        for place, name in enumerate(series):
            tops = [at - 0.4 + (place + 0.5) * high for at in range(len(rows))]
            values = [row.values[place] for row in rows]
            within = [row.within[place] if place < len(row.within) else None for row in rows]
            draw_bars(axes, name, COLOURS[place % len(COLOURS)], tops, values, within, high * 0.9)
        frame_bars(axes, [row.name for row in rows])

    return drawing(title, (_WIDTH, 75 + (14 * len(series) + 8) * len(rows)), draw)


def draw_bars(
    axes: Axes,
    name: str,
    colour: str,
    tops: Sequence[float],
    values: Sequence[float],
    within: Sequence[tuple[float, float] | None],
    high: float = 0.36,
) -> None:
    """One series of horizontal bars: each with its interval as a line, and its number behind both.

    Args:
        axes: Where.
        name: In the legend.
        colour: Of the bars.
        tops: Their middles, in rows.
        values: Percent.
        within: Interval of each, None where there is none.
        high: Their height, in rows.
    """
    axes.barh(tops, values, high, color=colour, label=label(name))
    for top, value, span in zip(tops, values, within, strict=True):
        if span is not None:
            axes.hlines(top, *span, color=INK, linewidth=1.5)
        end = max(value, span[1] if span else 0)
        axes.annotate(f"{value:.0f}", (end, top), (4, 0), textcoords="offset points", va="center_baseline")


def frame_bars(axes: Axes, names: Sequence[str]) -> None:
    """Names of rows from the top, percents below, the legend above."""
    axes.set_yticks(range(len(names)), [label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(0, 106)
    axes.set_xticks(range(0, 101, 20))
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.grid(axis="x")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, borderaxespad=0, borderpad=0)
