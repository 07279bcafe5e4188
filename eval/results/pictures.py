"""Pictures of the docs that are drawn from results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from eval.results.figures import Figures


@dataclass(frozen=True)
class Picture:
    """A picture of one result.

    Attributes:
        path: In the checkout.
        alt: What it shows, for those who cannot see it.
        draw: Makes the SVG from the values of the result.
    """

    path: str
    alt: str
    draw: Callable[[Any], str]


def _loss(values: Any) -> str:
    return import_module("eval.perception.cost_plot").loss_svg(values["loss_account"])


def _curve(values: Any) -> str:
    curve = import_module("eval.forgetting.curve").Curve.from_dict(values)
    return import_module("eval.forgetting.plot").curve_svg(curve)


PICTURES = {
    "loss-account": Picture("docs/img/loss_account.svg", "Strict S_c by way of seeing", _loss),
    "forgetting-curve": Picture("docs/img/forgetting_curve.svg", "Correct answers against bytes kept", _curve),
}
"""By result."""


def drawn(figures: Figures, root: Path) -> Iterator[tuple[Path, str, str]]:
    """Every picture whose result there is: its file, as it is and as it should be."""
    for name, picture in PICTURES.items():
        if name in figures.results:
            path = root / picture.path
            before = path.read_text(encoding="utf-8") if path.is_file() else ""
            yield path, before, picture.draw(figures.results[name].values)
