"""What an action recogniser says about frames: which action led to each of them, and with what. Its seam."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from perception.detector.detection import Detection

NO_ACTION = ""
"""Nothing was done, or nothing that can be seen: the first frame, a failed action, speech."""

NO_OBJECT = ""
"""The action has no object."""

MOTIONS = ("Forward", "Backward", "Turn Left", "Turn Right", "Look Up", "Look Down", "Pan Left", "Pan Right")
INTERACTIONS = ("Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff", "Slice", "Pour")
ACTIONS = (NO_ACTION, *MOTIONS, *INTERACTIONS)
"""Every action that can be recognised, by its TEACh name."""

REQUIRED = {
    "Pickup": frozenset({"pickupable"}),
    "Place": frozenset({"receptacle"}),
    "Open": frozenset({"openable"}),
    "Close": frozenset({"openable"}),
    "ToggleOn": frozenset({"toggleable"}),
    "ToggleOff": frozenset({"toggleable"}),
    "Slice": frozenset({"sliceable"}),
    "Pour": frozenset({"receptacle", "canFillWithLiquid"}),
}
"""What an object must be capable of, one of these, for an interaction; see ``envs.vocabulary.object_types``."""


@dataclass(frozen=True)
class RecognizedAction:
    """What was done between the frame before and this one.

    Attributes:
        action: One of ``ACTIONS``.
        object_type: AI2-THOR type of what it was done with (Place and Pour: the receptacle); ``NO_OBJECT`` for none.
        confidence: Of the action, 0 to 1.
        object_confidence: Of the object, 0 to 1.
    """

    action: str
    object_type: str = NO_OBJECT
    confidence: float = 1.0
    object_confidence: float = 1.0


@dataclass(frozen=True)
class DeedChances:
    """What may have been done between the frame before and this one.

    Attributes:
        actions: Chance of each of ``ACTIONS``; what is not listed has none.
        objects: Chance of each AI2-THOR type to be what it was done with, if it was done with something.
        known: Whether this is an answer without a doubt, of somebody who knows, that no other evidence outweighs.
    """

    actions: Mapping[str, float]
    objects: Mapping[str, float]
    known: bool = False


@runtime_checkable
class DoubtingRecognizer(Protocol):
    """A recogniser that says how likely what it does not say is; it need not, but deeds are told better then."""

    def chances(self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]) -> list[DeedChances]:
        """Chances of all that may have been done; arguments as for ``ActionRecognizer.recognize``, one for each frame.

        Raises:
            BadInput: As there.
        """
        ...


@runtime_checkable
class ActionRecognizer(Protocol):
    """Tells from the frames of an episode what the robot did.

    ``homebody`` finds recognisers by name, by entry point (group ``homebody.recognizers``) or as ``module:Class``; see
    ``perception.plugins``. ``perception.testing.check_recognizer`` says whether one keeps to the contract.
    """

    def recognize(
        self, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
    ) -> list[RecognizedAction]:
        """What was done.

        Args:
            frames: In order of time, each (H, W, 3) uint8 RGB, one after every action; the first one is the view
                before anything was done.
            detections: What a detector found in each of them; empty lists where it did not look.

        Returns:
            One for each frame: what led to it. The first is ``NO_ACTION``.

        Raises:
            BadInput: There are no frames, one is no image, or there are not as many lists of detections as frames.
        """
        ...


def chances_by(
    recognizer: ActionRecognizer, frames: Sequence[np.ndarray], detections: Sequence[Sequence[Detection]]
) -> list[DeedChances]:
    """Chances as a recogniser says them; of one that only names what is likeliest, as sure as it is of that.

    Args:
        recognizer: Any.
        frames: As for ``ActionRecognizer.recognize``.
        detections: Likewise.

    Raises:
        BadInput: As there.
    """
    if isinstance(recognizer, DoubtingRecognizer):
        return recognizer.chances(frames, detections)
    return [_chances(one) for one in recognizer.recognize(frames, detections)]


def _chances(named: RecognizedAction) -> DeedChances:
    rest = (1.0 - named.confidence) / (len(ACTIONS) - 1)
    actions = {name: named.confidence if name == named.action else rest for name in ACTIONS}
    objects = {named.object_type: named.object_confidence} if named.object_type != NO_OBJECT else {}
    return DeedChances(actions, objects, named.confidence == 1.0 and named.object_confidence == 1.0)
