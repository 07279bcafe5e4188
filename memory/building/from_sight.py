"""Experiences of what was seen: scene, action and hand by sight, nothing that only the simulator knows."""

from __future__ import annotations

from datetime import datetime

from memory.experience import Experience, Utterance
from perception.recognizer.grounding import Glimpse
from perception.settings import InputSetting

PoseTuple = tuple[float, float, float, float, float]


def seen(time: datetime, episode: str, pose: PoseTuple, glimpse: Glimpse) -> Experience:
    """One look and what led to it.

    Nobody says whether an action worked (``success`` is None, which counts as a success), why it was done, or for
    which request.

    Args:
        time: On the home's clock.
        episode: Which stretch of life.
        pose: By odometry.
        glimpse: What the frame tells.
    """
    return Experience(
        time=time,
        episode=episode,
        action=glimpse.deed.action,
        arguments=glimpse.deed.arguments,
        pose=pose,
        held=glimpse.deed.held,
        scene=glimpse.scene,
        confidence=glimpse.deed.confidence if glimpse.deed.arguments else None,  # motions are known by odometry
    )


def heard(
    time: datetime,
    episode: str,
    pose: PoseTuple,
    glimpse: Glimpse,
    speech: tuple[Utterance, ...],
    setting: InputSetting,
) -> Experience | None:
    """Something said, in view of what was seen last; None where speech is not heard.

    Args:
        time: On the home's clock.
        episode: Which stretch of life.
        pose: By odometry.
        glimpse: What the latest frame told; what led to it is not told again.
        speech: What was said.
        setting: Whether it is remembered.
    """
    if not setting.hears:
        return None
    return Experience(time=time, episode=episode, speech=speech, pose=pose, held=glimpse.deed.held, scene=glimpse.scene)
