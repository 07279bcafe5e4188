"""How many frames a second a robot can look at: detector, scene graph and recogniser, one frame after the other."""

from __future__ import annotations

import time
from typing import Any

from envs.engines import Launcher
from perception.senses import ChosenSenses, Senses
from perception.states.room_walks import walk
from perception.watching import Watching

WARM_UP = 3
"""Frames that are not timed: libraries load, code is compiled."""


def speed(
    senses: Senses, chosen: ChosenSenses, frames: int = 30, room: str = "kitchen", seed: int = 0
) -> dict[str, Any]:
    """Time a walk through a room; drawing the frames is not counted.

    Args:
        senses: To see with.
        chosen: The same by name; decides how the engine is opened.
        frames: How many are timed.
        room: Where.
        seed: Decides the room and the walk.

    Returns:
        ``fps`` of everything together and ``detector_fps`` of the detector alone.

    Raises:
        BadInput: No such room.
    """
    with Launcher("pocket", **chosen.frames) as launcher:
        events = walk(launcher(room, seed), WARM_UP + frames - 1, seed)
        watching = Watching(senses)
        all_together = alone = 0.0
        for number, event in enumerate(events):
            frame = event.frame
            assert frame is not None
            begun = time.perf_counter()
            watching.look(event)
            seen = time.perf_counter()
            senses.detector.detect(frame, senses.classes)
            if number >= WARM_UP:
                all_together += seen - begun
                alone += time.perf_counter() - seen
    return {"fps": _rate(frames, all_together), "detector_fps": _rate(frames, alone), "frames": frames}


def _rate(frames: int, seconds: float) -> float:
    return round(frames / max(seconds, 1e-9), 2)
