"""Where to click on a thing so that TEACh's rule finds it: a point of the robot's view that belongs to the thing.

TEACh's players click in a window of 900 x 900 pixels. The embedded engine draws that window from any of its events,
whatever frames they carry; another simulator's own frames are taken, if they tell whose each pixel is.
"""

from __future__ import annotations

import numpy as np

from envs.pocket.controller import PocketEvent
from envs.simulator import Event
from envs.teach.games.pixels import extent, inside, near_of
from envs.teach.games.pointing import aim_of, distance_at, pixel_at, target_at
from envs.teach.games.session import REACH, REACH_SLACK, Outcome, TeachSession

WINDOW = 900
"""Width and height of the window that TEACh's players saw, pixels."""
_INSIDE = 4
"""How far inside an outline a click should lie, pixels: what is nearer may be somebody else's in another renderer."""


def window_of(event: Event) -> Event:
    """The same event with instance masks and depth of TEACh's window, or with its own frames."""
    return event.window(WINDOW) if isinstance(event, PocketEvent) else event


def click_at(session: TeachSession, action: str, x: float, y: float) -> Outcome:
    """Carry out an object action on what TEACh's window shows at an image point, for somebody who knows no ids.

    Args:
        session: The episode.
        action: TEACh's name of it.
        x: Fraction of the image from the left.
        y: Fraction of the image from the top.

    Raises:
        BadInput: The point lies outside the image, or nobody knows whose a pixel is.
    """
    event = window_of(session.event)
    target = target_at(event, action, x, y)
    return session.interact(action, target, x, y, distance_at(event, x, y))


def click_on(event: Event, target: str, near: tuple[float, float] | None = None) -> tuple[float, float] | None:
    """The image point at which to act on an object.

    It lies on a pixel of the object, and within reach if one does: the pixel deepest inside its outline, or the one
    nearest to a wanted point, which is kept where it belongs to the object.

    Args:
        event: What is seen: see ``window_of``.
        target: Object id.
        near: Where to put something, as fractions of the image from its top left corner; None where it makes no
            difference.

    Returns:
        (x, y), fractions of the image; None when the object owns no pixel, or nobody knows.
    """
    mask = event.instance_masks.get(target)
    if mask is None or not mask.any():
        return None
    return point_in(_in_reach(event, mask), near)


def point_in(mask: np.ndarray, near: tuple[float, float] | None = None) -> tuple[float, float]:
    """The image point that lies deepest inside what is marked, or the marked one nearest to a wanted point.

    Args:
        mask: (H, W) bool; something is marked.
        near: The wanted point, as fractions of the image, which is kept where it is marked.
    """
    height, width = mask.shape
    top, left, bottom, right = extent(mask)
    depth = inside(mask[top:bottom, left:right])
    if near is None:
        row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    else:
        wanted = pixel_at(min(max(near[0], 0.0), 1.0), min(max(near[1], 0.0), 1.0), height, width)
        if mask[wanted]:
            return near
        found, places = np.nonzero(depth >= min(_INSIDE, int(depth.max())))
        best = int(((found + top - wanted[0]) ** 2 + (places + left - wanted[1]) ** 2).argmin())
        row, column = found[best], places[best]
    return float(left + column) / width, float(top + row) / height


def _in_reach(event: Event, mask: np.ndarray) -> np.ndarray:
    """The pixels that show what is near enough to be handled (rule 3), in the strictest sense that leaves any."""
    for reach in (REACH, REACH + REACH_SLACK):
        near = within(event, mask, reach)
        if near.any():
            return near
    return mask


def within(event: Event, mask: np.ndarray, reach: float) -> np.ndarray:
    """(H, W) bool, the marked pixels that show what lies so near to the agent's origin; see ``distance_at``.

    Args:
        event: What is seen; without depth nobody knows, and all that is marked stays so.
        mask: (H, W) bool, of the same size as its depth.
        reach: Metres.
    """
    if event.depth_frame is None:
        return mask
    return near_of(mask, event.depth_frame, *aim_of(event.metadata), reach)
