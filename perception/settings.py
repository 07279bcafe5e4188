"""The dial: what the memory of a run is made of."""

from __future__ import annotations

from enum import StrEnum


class InputSetting(StrEnum):
    """What the memory is made of, as in H-EMV's three input settings.

    ``VISION``: scenes, actions and what is held as detector and action recogniser tell them from frames; nothing that
    was said. ``VISION_SPEECH``: that and what was said. ``FULL``: what the simulator knows, and what was said. The time
    and the robot's own pose are known in all of them.
    """

    VISION = "vision"
    VISION_SPEECH = "vision+speech"
    FULL = "full"

    @property
    def by_sight(self) -> bool:
        """Whether scenes and actions come from frames."""
        return self is not InputSetting.FULL

    @property
    def hears(self) -> bool:
        """Whether what is said is remembered."""
        return self is not InputSetting.VISION


class DeedSetting(StrEnum):
    """How it is known what was done.

    ``OWN``: as a robot knows its own deeds: which action it commanded, whether that worked, and where in the picture it
    pointed; what the things are is seen. ``WATCHING``: as somebody else's video shows them, from pixels and odometry.
    """

    OWN = "own"
    WATCHING = "watching"
