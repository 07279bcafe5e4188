"""Accuracy against bytes kept as a picture, readable without colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eval.forgetting.curve import Curve
from eval.report.plot import drawing, file_of, label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LOOKS = {
    "random": ("#8a8a8a", (2, 4)),
    "recency": ("#2a6f97", (8, 4)),
    "importance": ("#e09f3e", (10, 3, 2, 3)),
    "rules": ("#5a9367", (1, 0)),
    "oracle": ("#9a3b6e", (4, 2)),
}
_NAMES = {"importance": "importance × freshness", "rules": "learned rules"}


def curve_svg(curve: Curve) -> str:
    """The plot as a file; bands are 95 % intervals over histories.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """
    title = f"Correct answers against bytes kept ({curve.histories} histories of {curve.episodes} episodes)"

    def draw(axes: Axes) -> None:
        for name, points in curve.points.items():
            colour, dashes = _LOOKS.get(name, ("#000000", (1, 0)))
            kept = [100 * min(point.kept, 1.0) for point in points]
            low, high = ([point.within[end] for point in points] for end in (0, 1))
            axes.fill_between(kept, low, high, color=colour, alpha=0.13, linewidth=0)
            correct = [point.correct for point in points]
            axes.plot(kept, correct, color=colour, linewidth=2, dashes=dashes, label=label(_NAMES.get(name, name)))
        axes.set_title(title, pad=10)
        axes.set(xlabel="bytes kept, % of the whole history", ylabel="correct answers, %")
        axes.set(xlim=(0, 100), ylim=(0, 101))
        axes.grid()
        axes.legend(loc="upper left", bbox_to_anchor=(1, 1))

    return file_of(drawing(title, (760, 440), draw))
