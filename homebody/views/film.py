"""Pictures of an agent at work: what it sees, where it has been, what it is up to and what was said."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from agent.body.acting import StepReport
from envs.errors import BadInput
from envs.mapview import draw_map
from envs.process.plain_text import for_picture

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

_ROW, _MARGIN, _SIZE = 22, 10, 16  # of the caption, pixels
_PAPER, _INK, _FAINT, _RED, _BLUE = "#faf9f6", "#1e1e22", "#6e6e76", "#b02020", "#1a54a0"


@dataclass(frozen=True)
class FilmFrame:
    """One moment of an episode.

    Attributes:
        view: (H, W, 3) uint8, what the agent sees; None where nothing was rendered.
        plan: (H, H, 3) uint8, the room from above with the agent's path.
        goal: The current subgoal, in words.
        deed: The last action and how it went.
        failed: Whether it failed.
        said: The last thing that was said, and by whom.
    """

    view: np.ndarray | None
    plan: np.ndarray
    goal: str
    deed: str
    failed: bool
    said: str


@dataclass
class Film:
    """Follows an episode step by step and keeps what a picture of it needs.

    Attributes:
        side: Height and width of the map, pixels.
        path: Where the agent has been, (x, z) in metres.
        deed: The last action and how it went.
        failed: Whether it failed.
        said: The last thing said.
    """

    side: int
    path: list[tuple[float, float]] = field(default_factory=list)
    deed: str = ""
    failed: bool = False
    said: str = ""

    def shoot(self, report: StepReport) -> FilmFrame:
        """The picture of one step or utterance."""
        place = report.event.metadata["agent"]["position"]
        if not self.path or (place["x"], place["z"]) != self.path[-1]:
            self.path.append((place["x"], place["z"]))
        if report.action == "Text":
            self.said = f"{report.speaker}: {report.target}"
        else:
            thing = (report.target or "").split("|", 1)[0]
            outcome = "" if report.success else f" failed: {report.error}"
            self.deed, self.failed = f"step {report.number}: {report.action} {thing}{outcome}".rstrip(), bool(outcome)
        plan = draw_map(report.event.metadata, self.side, self.side, path=self.path)
        return FilmFrame(report.event.frame, plan, report.goal, self.deed, self.failed, self.said)


def poster(shot: FilmFrame, title: str) -> np.ndarray:
    """A shot as one picture: view and map side by side, title, subgoal, action and speech below.

    Returns:
        (H, W, 3) uint8 with even sides, as video encoders want them.

    Raises:
        BadInput: Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw
    except ImportError as missing:
        raise BadInput("pictures with captions need Pillow; type: pip install 'homebody[video]'") from missing
    panes = [pane for pane in (shot.view, shot.plan) if pane is not None]
    height = max(pane.shape[0] for pane in panes)
    width = sum(pane.shape[1] for pane in panes)
    caption = 5 * _ROW + _MARGIN
    sheet = Image.new("RGB", (width + width % 2, height + caption + (height + caption) % 2), _PAPER)
    left = 0
    for pane in panes:
        sheet.paste(Image.fromarray(pane), (left, 0))
        left += pane.shape[1]
    _write(ImageDraw.Draw(sheet), shot, title, top=height + _MARGIN // 2, width=width)
    return np.asarray(sheet)


def _write(draw: ImageDraw, shot: FilmFrame, title: str, top: int, width: int) -> None:
    """The lines below the pictures."""
    from PIL import ImageFont

    font = ImageFont.load_default(_SIZE)
    across = int((width - 2 * _MARGIN) / (0.55 * _SIZE))
    said = textwrap.wrap(for_picture(shot.said), across, max_lines=2, placeholder=" …")
    lines = [
        (title, _INK),
        (f"now: {shot.goal}" if shot.goal else "", _BLUE),
        (shot.deed, _RED if shot.failed else _FAINT),
        *((line, _INK) for line in said),
    ]
    for row, (text, colour) in enumerate(lines):
        line = textwrap.shorten(for_picture(text), across, placeholder=" …") if text else ""
        draw.text((_MARGIN, top + row * _ROW), line, fill=colour, font=font)
