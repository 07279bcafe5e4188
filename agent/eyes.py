"""The eyes of a robot whose memory is made of what it sees. What it does is still decided by what it knows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from envs.errors import BadInput
from envs.simulator import Event
from memory.experience import Experience, Utterance, type_of
from memory.eyewitness import Pose, heard, seen
from perception.grounding import Glimpse
from perception.senses import Chosen, Senses, chosen_from, done_as_seen
from perception.settings import Setting
from perception.watching import Watching


class Eyes:
    """Look after every action, and say what is remembered of it.

    Args:
        senses: To see with.
        setting: Whether what is said is remembered as well.
        tag: Keeps things of this home apart from things of others; see ``Watching``.
    """

    def __init__(self, senses: Senses, setting: Setting, tag: str) -> None:
        self._watching = Watching(senses, tag)
        self._setting = setting
        self._glimpse = Glimpse()

    @property
    def hears(self) -> bool:
        """Whether what is said is remembered."""
        return self._setting.hears

    def begin(self, event: Event) -> None:
        """The first view of an episode.

        Raises:
            BadInput: The event has no frame.
        """
        self._glimpse = self._watching.begin(event)

    def look(self, event: Event, action: str, target: str | None, success: bool) -> None:
        """The view after an action.

        Args:
            event: What the engine shows.
            action: TEACh's name; this and the rest is told only to recognisers that know the answer.
            target: Id of the object.
            success: Whether it worked.

        Raises:
            BadInput: The event has no frame.
        """
        done = done_as_seen(action, "" if target is None else type_of(target), success)
        self._glimpse = self._watching.look(event, done)

    def witnessed(
        self, time: datetime, episode: str, pose: Pose, speech: tuple[Utterance, ...] = ()
    ) -> Experience | None:
        """What is remembered of the latest look, or of what is said; None for what is not remembered."""
        if speech:
            return heard(time, episode, pose, self._glimpse, speech, self._setting)
        return seen(time, episode, pose, self._glimpse)


@dataclass(frozen=True)
class Eyesight:
    """What robots are given to see with, loaded once, and what of it they remember.

    Attributes:
        setting: Whether what is said is remembered.
        chosen: What was loaded, by name.
        senses: What was loaded.
    """

    setting: Setting
    chosen: Chosen
    senses: Senses = field(repr=False)

    @property
    def frames(self) -> dict[str, Any]:
        """How the engine must be opened."""
        return self.chosen.frames

    def eyes(self, tag: str) -> Eyes:
        """The eyes of one robot in one home."""
        return Eyes(self.senses, self.setting, tag)

    def as_dict(self) -> dict[str, Any]:
        """What it takes to load the same again."""
        return {"setting": self.setting.value, **self.chosen.as_dict()}


def eyesight(setting: Setting, chosen: Chosen) -> Eyesight | None:
    """Load what a setting needs; None for ``full``, which needs nothing.

    Raises:
        BadInput: See ``Chosen.open``.
    """
    return Eyesight(setting, chosen, chosen.open()) if setting.by_sight else None


def eyesight_again(fields: dict[str, Any] | None) -> Eyesight | None:
    """The inverse of ``Eyesight.as_dict``; None for None.

    Raises:
        BadInput: It says something else, or what it names cannot be loaded any more.
    """
    if fields is None:
        return None
    rest = dict(fields)
    try:
        setting = Setting(rest.pop("setting", ""))
    except ValueError as error:
        raise BadInput(f"the record of the run names no input setting: {error}; begin the run again") from error
    return eyesight(setting, chosen_from(rest))
