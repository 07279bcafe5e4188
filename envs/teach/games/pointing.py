"""Acting on what an image point shows: TEACh's rules 2 and 3 over any simulator that renders segmentation.

A point is (x, y), fractions of the image from its top left corner. TEACh measured in an image of 900 x 900 pixels: the
pixel is (round(900 x), round(900 y)), and the square around it reaches 10 pixels in every direction. In another image
the same share of it is searched: round(10 h / 900) pixels in every direction, where h is the image's *height*, because
the opening angle is vertical and pixels are square. That is 10 of 900 pixels, 3 of 300, and the pixel alone below 45.

Note that TEACh's inference runner hands points over in the order (y, x); here it is always x first.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np

from envs.errors import BadInput
from envs.segmentation import Segmentation
from envs.simulator import Event, Metadata
from envs.teach.games.session import AFFORDANCES, Outcome, TeachSession

SQUARE = 10 / 900
"""How far the searched square reaches from its pixel, as a share of the image's height."""


def act_at(session: TeachSession, action: str, x: float, y: float) -> Outcome:
    """Carry out an object action on what an image point shows.

    How far away it is, is measured as TEACh does, to what the point's ray meets, where the simulator renders depth;
    otherwise to the object's box.

    Args:
        session: The episode; its simulator renders instance segmentation.
        action: A key of ``AFFORDANCES``.
        x: Fraction of the image from the left.
        y: Fraction of the image from the top.

    Raises:
        ValueError: No such action.
        BadInput: The point lies outside the image, or the simulator renders no instance segmentation.
    """
    target = target_at(session.event, action, x, y)
    return session.interact(action, target, x, y, distance_at(session.event, x, y))


def target_at(event: Event, action: str, x: float, y: float) -> str | None:
    """Id of the object that an action at an image point is for.

    The object that owns the pixel is taken if it affords the action. Otherwise, of the objects that own a pixel of the
    square around it and afford the action, the one with the largest share of its own pixels inside the square.

    Args:
        event: What is seen; carries instance segmentation.
        action: A key of ``AFFORDANCES``.
        x: Fraction of the image from the left.
        y: Fraction of the image from the top.

    Returns:
        None when there is no such object.

    Raises:
        ValueError: No such action.
        BadInput: The point lies outside the image, or the event carries no instance segmentation.
    """
    if action not in AFFORDANCES:
        raise ValueError(f"{action!r} is not an object action; they are {', '.join(AFFORDANCES)}")
    frame = event.instance_segmentation_frame
    fitting = {o["objectId"] for o in event.metadata["objects"] if AFFORDANCES[action](o)}
    if frame is None and event.views.segmentation is not None:
        return _owner_at(event.views.segmentation, fitting, x, y)
    if frame is None:
        raise BadInput(
            "pointing needs to know which object owns a pixel, and this simulator renders no instance segmentation; "
            "open it with renderInstanceSegmentation=True"
        )
    row, column = pixel_at(x, y, *frame.shape[:2])
    here = event.color_to_object_id.get(_colour(frame[row, column]))
    if here in fitting:
        return here
    shares = {name: share for name, share in _shares(event, frame, row, column).items() if name in fitting}
    return max(shares, key=lambda name: shares[name], default=None)


def _owner_at(owners: Segmentation, fitting: Collection[str], x: float, y: float) -> str | None:
    """The same where whose each pixel is is known without colours."""
    row, column = pixel_at(x, y, *owners.labels.shape)
    number = int(owners.labels[row, column])
    if number >= 0 and owners.names[number] in fitting:
        return owners.names[number]
    half = round(SQUARE * owners.labels.shape[0])
    square = owners.labels[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1].ravel()
    found, first, inside = np.unique(square, return_index=True, return_counts=True)
    shares: dict[str, float] = {}
    for k in np.argsort(first).tolist():
        label = int(found[k])
        if label >= 0 and owners.names[label] in fitting:
            shares[owners.names[label]] = int(inside[k]) / int(np.count_nonzero(owners.labels == label))
    return max(shares, key=lambda name: shares[name], default=None)


def pixel_at(x: float, y: float, height: int, width: int) -> tuple[int, int]:
    """(row, column) of an image point; the last one for points on the right and lower edge.

    Raises:
        BadInput: The point lies outside the image.
    """
    if not (0.0 <= x <= 1.0 and 0.0 <= y <= 1.0):
        raise BadInput(f"the image point is ({x!r}, {y!r}); both are fractions of the image, from 0 to 1")
    return min(round(height * y), height - 1), min(round(width * x), width - 1)


def distance_at(event: Event, x: float, y: float) -> float | None:
    """Metres from the agent's origin to what an image point shows (rule 3).

    Returns:
        None when the event carries no depth; infinity where the point shows nothing.

    Raises:
        BadInput: The point lies outside the image.
    """
    if event.depth_frame is None:
        return None
    height, width = event.depth_frame.shape
    row, column = pixel_at(x, y, height, width)
    return float(_away(event, event.depth_frame[row, column], np.array(x), np.array(y)))


def _away(event: Event, depth: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """How far from the agent's origin that lies which is seen at image points, so deep in the image; metres."""
    metadata, frame = event.metadata, event.depth_frame
    aspect = 1.0 if frame is None else frame.shape[1] / frame.shape[0]
    deep = np.asarray(depth, dtype=np.float64)
    met = np.isfinite(deep) & (deep > 0.0)
    eye, origin = (_vector(metadata["cameraPosition"]), _vector(metadata["agent"]["position"]))
    place = eye + np.where(met, deep, 0.0)[..., None] * _rays(metadata, x, y, aspect)
    return np.where(met, np.linalg.norm(place - origin, axis=-1), math.inf)


def _shares(event: Event, frame: np.ndarray, row: int, column: int) -> dict[str, float]:
    """For each object in the square around a pixel, how much of all its pixels lie there; in order of first pixel."""
    half = round(SQUARE * frame.shape[0])
    square = frame[max(0, row - half) : row + half + 1, max(0, column - half) : column + half + 1].reshape(-1, 3)
    colours, first, inside = np.unique(square, axis=0, return_index=True, return_counts=True)
    masks, shares = event.instance_masks, {}
    for k in np.argsort(first):
        name = event.color_to_object_id.get(_colour(colours[k]))
        if name is not None and name in masks:
            shares[name] = int(inside[k]) / int(np.count_nonzero(masks[name]))
    return shares


def _colour(pixel: np.ndarray) -> tuple[int, int, int]:
    red, green, blue = pixel.tolist()
    return red, green, blue


def _rays(metadata: Metadata, x: np.ndarray, y: np.ndarray, aspect: float) -> np.ndarray:
    """(..., 3) world directions through image points, one metre long along the camera's axis."""
    _, (yaw, pitch), tangent = aim_of(metadata)
    right, up = (2 * x - 1) * tangent * aspect, (1 - 2 * y) * tangent
    ahead = math.cos(pitch) + up * math.sin(pitch)
    sideways = right * math.cos(yaw) + ahead * math.sin(yaw)
    return np.stack(
        [sideways, up * math.cos(pitch) - math.sin(pitch), ahead * math.cos(yaw) - right * math.sin(yaw)], -1
    )


def aim_of(metadata: Metadata) -> tuple[np.ndarray, tuple[float, float], float]:
    """How the camera sees.

    Returns:
        Its place from the agent's origin, (3,) metres; its yaw and how far it looks down, radians; the tangent of half
        its vertical opening angle.
    """
    agent = metadata["agent"]
    place = _vector(metadata["cameraPosition"]) - _vector(agent["position"])
    turned = math.radians(agent["rotation"]["y"]), math.radians(agent["cameraHorizon"])
    return place, turned, math.tan(math.radians(metadata["fov"]) / 2)


def _vector(at: Metadata) -> np.ndarray:
    return np.array([at[k] for k in "xyz"])
