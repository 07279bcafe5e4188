"""L0 of the memory: what the agent saw, heard, said and did at one instant. A pure value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime

from perception.scene_graph.graph import SceneGraph

AGENT = "agent"
"""Speaker name of the agent itself; every other name is a person."""

OWN_VOICE = frozenset({AGENT, "robot", "driver", "follower", "assistant"})
"""Speaker names, in lower case, that mean the agent itself (TEACh calls it driver or follower)."""


UNNAMED = frozenset({"", "user", "commander", "human"})
"""Speaker names, in lower case, of whoever talks with the agent where nobody says who that is (TEACh's commander)."""


@dataclass(frozen=True)
class Utterance:
    """Something said: by whom (``agent``, ``user``, a name) and the words."""

    speaker: str
    text: str

    @property
    def own(self) -> bool:
        """Whether the agent said it."""
        return self.speaker.lower() in OWN_VOICE


@dataclass(frozen=True)
class Experience:
    """One instant of the agent's life.

    Attributes:
        time: Naive local time of the home.
        episode: Which stretch of life this belongs to; a new name starts a new one.
        action: What the agent just did (``Pickup``, ``Place``, ``Forward``, TEACh's names), None when it did nothing.
        arguments: Ids of the objects acted on. For ``Place`` the receptacle, or object and receptacle.
        success: Whether the action worked; None when nobody can tell (it then counts as a success, as the published
            readers of recognised actions do).
        error: Why it failed, in words.
        goal: What the agent is pursuing right now ("pick up the mug").
        task: Name of the request being served, as the agent calls it; never a task definition.
        speech: What was said, in order.
        pose: (x, y, z) in metres, yaw and horizon in degrees.
        held: Id of the object in the hand after the action.
        image: Where the picture is kept.
        scene: What was perceived after the action.
        confidence: Probability that it was this action with things of these classes, where it was only seen; None where
            the agent knows what it did.
    """

    time: datetime
    episode: str
    action: str | None = None
    arguments: tuple[str, ...] = ()
    success: bool | None = None
    error: str = ""
    goal: str | None = None
    task: str | None = None
    speech: tuple[Utterance, ...] = ()
    pose: tuple[float, float, float, float, float] | None = None
    held: str | None = None
    image: str | None = None
    scene: SceneGraph = field(default_factory=SceneGraph)
    confidence: float | None = None

    @property
    def succeeded(self) -> bool:
        """Whether there was an action and nothing says that it failed."""
        return self.action is not None and self.success is not False

    @property
    def in_hand(self) -> str | None:
        """Id of the held object, by proprioception or, failing that, by sight."""
        return self.held or self.scene.held


def type_of(object_id: str) -> str:
    """The class an object id speaks of.

    AI2-THOR ids end in the class of the part or piece (``Sink|…|SinkBasin``, ``Tomato|…|TomatoSliced_3``), else they
    begin with it (``Mug|+00.1|…``); recognised actions name the class alone, with or without an index (``Mug``,
    ``Mug_0``).
    """
    parts = object_id.split("|")
    name = parts[-1] if parts[-1][:1].isalpha() else parts[0]
    return re.sub(r"_\d+$", "", name) or object_id
