"""TEACh's action table: ids, names, kinds and motion amounts, and the pose encoding of the interaction log.

Source: the ``definitions.actions`` list found, identical, in every recorded game (1 032 of 1 032 read).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Delta = tuple[float, float, float, float, float, float]
"""(forward, left, up, 0, pitch down, yaw left): metres and degrees."""

MOTION = "Motion"
OBJECT_INTERACTION = "ObjectInteraction"
MAP_GOAL = "MapGoal"
PROGRESS_CHECK = "ProgressCheck"
KEYBOARD = "Keyboard"

COMMANDER = 0
DRIVER = 1

TEXT = 100
PICKUP, PLACE, OPEN, CLOSE, TOGGLE_ON, TOGGLE_OFF, SLICE, POUR = 200, 201, 202, 203, 204, 205, 206, 211
NAVIGATION = 300
OPEN_PROGRESS_CHECK, SELECT_OID, SEARCH_OBJECT = 500, 501, 502


@dataclass(frozen=True)
class TeachAction:
    """One entry of the action table.

    Attributes:
        id: The id used in interaction logs (not contiguous).
        index: Position in the definitions list, 0 to 35; the dense numbering of model vocabularies.
        name: As written in game files, for example ``Turn Left``.
        kind: Motion, ObjectInteraction, MapGoal, ChangeCamera, ProgressCheck, Keyboard or Audio.
        delta: What the motion does in the agent's frame; None for other kinds and for ``Move to``.
    """

    id: int
    index: int
    name: str
    kind: str
    delta: Delta | None = None


def _motion(forward: float = 0, left: float = 0, up: float = 0, pitch: float = 0, yaw: float = 0) -> Delta:
    return (forward, left, up, 0, pitch, yaw)


_MOTIONS: tuple[tuple[str, Delta | None], ...] = (
    ("Stop", _motion()),
    ("Move to", None),
    ("Forward", _motion(forward=0.25)),
    ("Backward", _motion(forward=-0.25)),
    ("Turn Left", _motion(yaw=90)),
    ("Turn Right", _motion(yaw=-90)),
    ("Look Up", _motion(pitch=-30)),
    ("Look Down", _motion(pitch=30)),
    ("Pan Left", _motion(left=0.25)),
    ("Pan Right", _motion(left=-0.25)),
    ("Move Up", _motion(up=0.25)),
    ("Move Down", _motion(up=-0.25)),
    ("Double Forward", _motion(forward=0.5)),
    ("Double Backward", _motion(forward=-0.5)),
)

_OTHERS: tuple[tuple[int, str, str], ...] = (
    (NAVIGATION, "Navigation", MAP_GOAL),
    (PICKUP, "Pickup", OBJECT_INTERACTION),
    (PLACE, "Place", OBJECT_INTERACTION),
    (OPEN, "Open", OBJECT_INTERACTION),
    (CLOSE, "Close", OBJECT_INTERACTION),
    (TOGGLE_ON, "ToggleOn", OBJECT_INTERACTION),
    (TOGGLE_OFF, "ToggleOff", OBJECT_INTERACTION),
    (SLICE, "Slice", OBJECT_INTERACTION),
    (207, "Dirty", OBJECT_INTERACTION),
    (208, "Clean", OBJECT_INTERACTION),
    (209, "Fill", OBJECT_INTERACTION),
    (210, "Empty", OBJECT_INTERACTION),
    (POUR, "Pour", OBJECT_INTERACTION),
    (212, "Break", OBJECT_INTERACTION),
    (400, "BehindAboveOn", "ChangeCamera"),
    (401, "BehindAboveOff", "ChangeCamera"),
    (OPEN_PROGRESS_CHECK, "OpenProgressCheck", PROGRESS_CHECK),
    (SELECT_OID, "SelectOid", PROGRESS_CHECK),
    (SEARCH_OBJECT, "SearchObject", PROGRESS_CHECK),
    (TEXT, "Text", KEYBOARD),
    (101, "Speech", "Audio"),
    (102, "Beep", "Audio"),
)

ACTIONS: dict[int, TeachAction] = {
    action.id: action
    for action in (
        *(TeachAction(i, i, name, MOTION, delta) for i, (name, delta) in enumerate(_MOTIONS)),
        *(TeachAction(id_, len(_MOTIONS) + i, name, kind) for i, (id_, name, kind) in enumerate(_OTHERS)),
    )
}
"""Every action by its log id, in the order of the definitions list."""

ACTIONS_BY_NAME: dict[str, TeachAction] = {action.name: action for action in ACTIONS.values()}

AGENT_ACTIONS: tuple[str, ...] = (
    *(name for name, _ in _MOTIONS if name in {"Stop", "Forward", "Backward"}),
    *("Turn Left", "Turn Right", "Look Up", "Look Down", "Pan Left", "Pan Right"),
    *("Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour"),
)
"""The 17 actions an agent may choose at inference."""

_KIND_FIELDS: dict[str, dict[str, Any]] = {
    MAP_GOAL: {"start_x": -1, "start_y": -1, "end_x": -1, "end_y": -1},
    OBJECT_INTERACTION: {"x": -1, "y": -1},
    PROGRESS_CHECK: {"query": ""},
    KEYBOARD: {"utterance": ""},
}

_NAME_FIELDS: dict[str, dict[str, Any]] = {
    "Speech": {"utterance": "", "file_name": ""},
    "Beep": {"repeat": 3},
}


def action_definitions() -> list[dict[str, Any]]:
    """The 36 entries of ``definitions.actions`` as a game file holds them."""
    return [_definition(action) for action in ACTIONS.values()]


def _definition(action: TeachAction) -> dict[str, Any]:
    entry: dict[str, Any] = {"action_id": action.id, "action_name": action.name, "action_type": action.kind}
    if action.kind == MOTION:
        entry["pose_delta"] = list(action.delta or ())
    entry.update(_KIND_FIELDS.get(action.kind, {}))
    entry.update(_NAME_FIELDS.get(action.name, {}))
    return entry


class ThorPose(NamedTuple):
    """Where the agent is in AI2-THOR's frame.

    ``x``, ``y`` (up) and ``z`` in metres; ``yaw`` in degrees, 0 facing +z and 90 facing +x, in [0, 360); ``horizon`` in
    degrees, positive looking down.
    """

    x: float
    y: float
    z: float
    yaw: float
    horizon: float


def pose_to_thor(pose: Sequence[float]) -> ThorPose:
    """Decode a logged ``pose`` = [z, -x, y, 0, horizon, -yaw] (yaw sign negated and not wrapped).

    Raises:
        ValueError: ``pose`` has not six numbers.
    """
    if len(pose) != 6:
        raise ValueError(f"a logged pose has six numbers [z, -x, y, 0, horizon, -yaw]; got {len(pose)}: {list(pose)}")
    z, minus_x, y, _, horizon, minus_yaw = pose
    return ThorPose(0.0 - minus_x, y, z, (0.0 - minus_yaw) % 360.0, horizon)


def thor_to_pose(x: float, y: float, z: float, yaw: float, horizon: float) -> Delta:
    """Encode an AI2-THOR pose as the log does; the inverse of ``pose_to_thor`` for yaw in [0, 360)."""
    return (z, 0.0 - x, y, 0, horizon, 0.0 - yaw)
