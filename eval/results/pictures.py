"""Pictures of the docs that are drawn from results."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
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


ResultPictures = Mapping[str, Picture]
"""By result; evaluations draw theirs, so they are handed in (``eval.drawings``)."""
NONE: ResultPictures = MappingProxyType({})


def drawn(figures: Figures, pictures: ResultPictures, root: Path) -> Iterator[tuple[Path, str, str]]:
    """Every picture whose result there is: its file, as it is and as it should be.

    A picture says at its end which figures it shows, and one that shows the right ones is not drawn again: another
    version of the plotting library draws other bytes.
    """
    for name, picture in pictures.items():
        if name in figures.results:
            path, values = root / picture.path, figures.results[name].values
            before = path.read_text(encoding="utf-8") if path.is_file() else ""
            digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
            mark = f"<!-- figures {digest[:16]} -->\n"
            yield path, before, before if before.endswith(mark) else picture.draw(values) + mark
