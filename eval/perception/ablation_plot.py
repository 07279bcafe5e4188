"""What perception costs the answers, as a picture, readable without colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eval.report.plot import draw_bars, drawing, frame_bars

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLOURS = {"full": "#5a9367", "vision+speech": "#2a6f97", "vision": "#e09f3e"}
_NAMES = {"full": "all that the simulator knows", "vision+speech": "frames and speech", "vision": "frames alone"}


def loss_svg(entries: Sequence[dict[str, Any]], title: str = "What perception costs the answers") -> str:
    """A bar for each way of seeing, with the 95 % interval over questions, for a page.

    Args:
        entries: As ``PerceptionAblation.entries`` gives them, from the top.
        title: What is shown, also for those who cannot see it.

    Raises:
        BadInput: matplotlib is not installed; says what to type.
    """

    def draw(axes: Axes) -> None:
        for kind in dict.fromkeys(entry["perception"] for entry in entries):
            rows = [(top, entry) for top, entry in enumerate(entries) if entry["perception"] == kind]
            values, within = [entry["S_c"] for _, entry in rows], [tuple(entry["S_c_95"]) for _, entry in rows]
            draw_bars(axes, _NAMES[kind], _COLOURS[kind], [top for top, _ in rows], values, within, 0.6)
        frame_bars(axes, [entry["setting"] for entry in entries])
        axes.set_xlabel("correct answers (strict S_c), %")

    return drawing(title, (790, 110 + 30 * len(entries)), draw)
