"""The eyes of a robot whose memory is made of what it sees, and which may go by what it sees itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agent.body.perceiving import Perception
from agent.body.seeing import ChosenSight, SeeingPerception
from envs.errors import BadInput
from envs.simulator import Event
from memory.building.from_sight import PoseTuple, heard, seen
from memory.experience import Experience, Utterance, type_of
from perception.deeds.evidence import OwnCommand
from perception.recognizer.grounding import Glimpse
from perception.senses import ChosenSenses, Senses, chosen_from, done_as_seen
from perception.settings import InputSetting
from perception.watching import Watching


class Eyes:
    """Look after every action, and say what is remembered of it.

    Args:
        senses: To see with.
        setting: Whether what is said is remembered as well.
        tag: Keeps things of this home apart from things of others; see ``Watching``.
        perception: What the robot goes by itself; None is what the simulator tells.
    """

    def __init__(self, senses: Senses, setting: InputSetting, tag: str, perception: Perception | None = None) -> None:
        self.perception = perception
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

    def look(
        self, event: Event, action: str, target: str | None, success: bool, point: tuple[float, float] | None = None
    ) -> None:
        """The view after an action.

        Args:
            event: What the engine shows.
            action: TEACh's name.
            target: Id of the object; told only to recognisers that know the answer.
            success: Whether it worked.
            point: Where in the picture before it was pointed, as fractions; None for motions.

        Raises:
            BadInput: The event has no frame.
        """
        done = done_as_seen(action, "" if target is None else type_of(target), success)
        self._glimpse = self._watching.look(event, done, OwnCommand(action, success, point))

    def witnessed(
        self, time: datetime, episode: str, pose: PoseTuple, speech: tuple[Utterance, ...] = ()
    ) -> Experience | None:
        """What is remembered of the latest look, or of what is said; None for what is not remembered."""
        if speech:
            self._hear(speech)
            return heard(time, episode, pose, self._glimpse, speech, self._setting)
        return seen(time, episode, pose, self._glimpse)

    def _hear(self, speech: tuple[Utterance, ...]) -> None:
        for one in speech:
            if self._setting.hears and not one.own:
                self._watching.hear(one.text)


@dataclass(frozen=True)
class Eyesight:
    """What robots are given to see with, loaded once, and what of it they remember.

    Attributes:
        setting: Whether what is said is remembered.
        chosen: What was loaded, by name.
        senses: What was loaded.
        acting: Whether the robot goes by what it sees itself, and not only its memory.
        depth: Whether it has a depth sensor for that.
    """

    setting: InputSetting
    chosen: ChosenSenses
    senses: Senses = field(repr=False)
    acting: bool = False
    depth: bool = True

    @property
    def frames(self) -> dict[str, Any]:
        """How the engine must be opened."""
        return ChosenSight(self.chosen, self.depth).frames if self.acting else self.chosen.frames

    def eyes(self, tag: str) -> Eyes:
        """The eyes of one robot in one home."""
        perception = SeeingPerception(self.senses, self.depth) if self.acting else None
        return Eyes(self.senses, self.setting, tag, perception)

    def as_dict(self) -> dict[str, Any]:
        """What it takes to load the same again."""
        acts = {"acting": True, "depth": self.depth} if self.acting else {}
        return {"setting": self.setting.value, **acts, **self.chosen.as_dict()}


def eyesight(setting: InputSetting, chosen: ChosenSenses, acting: bool = False, depth: bool = True) -> Eyesight | None:
    """Load what a setting needs; None for ``full``, which needs nothing.

    Args:
        setting: What the memory is made of.
        chosen: With what is seen.
        acting: Whether the robot goes by it as well.
        depth: Whether it has a depth sensor for that.

    Raises:
        BadInput: See ``ChosenSenses.open``.
    """
    return Eyesight(setting, chosen, chosen.open(), acting, depth) if setting.by_sight else None


@dataclass(frozen=True)
class EyesightOptions:
    """What somebody says anew to go on with a run; None and False for what is not said.

    Attributes:
        detector: Name of the detector.
        recognizer: Name of the recogniser.
        trust: Whether weights may be loaded that can run code.
    """

    detector: str | None = None
    recognizer: str | None = None
    trust: bool = False


def eyesight_again(fields: Mapping[str, Any] | None, given: EyesightOptions = EyesightOptions()) -> Eyesight | None:
    """The inverse of ``Eyesight.as_dict``; None for None.

    Args:
        fields: What was written down; it may name what is known here, and never a module to be imported.
        given: What somebody says anew.

    Raises:
        BadInput: It says something else, names what has to be given anew, or cannot be loaded any more.
    """
    if fields is None:
        if given != EyesightOptions():
            raise BadInput("the run was begun without eyes: leave out --detector, --recognizer and --trust-weights")
        return None
    if not isinstance(fields, Mapping):
        raise BadInput("the record of the run does not say with what to see; begin the run again")
    rest = dict(fields)
    try:
        setting = InputSetting(rest.pop("setting", ""))
    except ValueError as error:
        raise BadInput(f"the record of the run names no input setting: {error}; begin the run again") from error
    acting, depth = rest.pop("acting", False) is True, rest.pop("depth", True) is True
    chosen = chosen_from(rest)
    for option, name, again in (
        ("--detector", chosen.detector, given.detector),
        ("--recognizer", chosen.recognizer, given.recognizer),
    ):
        _check_name(option, name, again)
    return eyesight(setting, replace(chosen, trust=given.trust), acting, depth)


def _check_name(option: str, name: str, again: str | None) -> None:
    """A name of a module comes from whoever goes on, not from a file.

    Raises:
        BadInput: It does not, or something else is named than the run was begun with.
    """
    if again is not None and again != name:
        raise BadInput(f"the run was begun with {option} {name}; it cannot go on with {again}")
    if again is None and ":" in name:
        raise BadInput(
            f"the run was begun with {option} {name}, which is code of yours; a record starts no code: "
            f"give {option} {name} again if that is what you want"
        )
