"""What a robot is given to see with: a detector and a recogniser, by name, and the truth for those that need it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from dataclasses import fields as dataclass_fields
from importlib.resources import files
from pathlib import Path
from typing import Any

from envs.errors import BadInput
from envs.simulator import Event
from perception import plugins
from perception.detector.detection import Detector
from perception.detector.phrases import household_classes
from perception.noise import ACTION_NOISE, NOISE
from perception.recognizer.action import INTERACTIONS, MOTIONS, NO_ACTION, ActionRecognizer, RecognizedAction
from perception.scene_graph.from_pixels import StateReader
from perception.settings import DeedSetting
from perception.states.reader import SHIPPED, PixelStateReader

NOTHING_DONE = RecognizedAction(NO_ACTION)

TRUTH = "ground-truth"
"""Name of the detector and of the recogniser that are never wrong."""
KNOWING = (TRUTH, "noisy")
"""Names of detectors and recognisers that ask the engine."""

SIDE = 300
"""Width and height of the frames that are looked at, pixels."""
FRAMES: dict[str, Any] = {
    "width": SIDE,
    "height": SIDE,
    "renderMode": "textured",
    "renderImage": True,
    "renderDepthImage": True,
}
"""How an engine is opened for eyes: frames with materials and shadows, as the shipped weights were trained on."""


class TruthSource:
    """What detectors and recognisers that know the answer go by; nothing else reads it.

    Attributes:
        done: What led to each of the frames that are recognised next.
    """

    def __init__(self) -> None:
        self._source: Callable[[], Event] | None = None
        self.done: list[RecognizedAction] = []

    def tell(self, event: Event, done: RecognizedAction) -> None:
        """The event whose frame is looked at next, and what led to it."""
        self.look_at(lambda: event)
        self.done.append(done)

    def look_at(self, source: Callable[[], Event]) -> None:
        """What gives the event whose frame is looked at."""
        self._source = source

    def event(self) -> Event:
        """The event whose frame is looked at.

        Raises:
            BadInput: There was none yet.
        """
        if self._source is None:
            raise BadInput("the ground truth is asked before anything was seen")
        return self._source()

    def deeds(self) -> list[RecognizedAction]:
        """What led to the frames, as far as they show it: nothing to the first."""
        return [NOTHING_DONE, *self.done[1:]]


def done_as_seen(action: str, object_type: str, success: bool) -> RecognizedAction:
    """The right answer of a recogniser: failed actions, and those without a name for it, do not show.

    Args:
        action: TEACh's name; a double step shows as a step.
        object_type: Class of the object; "" for motions.
        success: Whether it worked.
    """
    action = action.removeprefix("Double ")
    if success and action in MOTIONS:
        return RecognizedAction(action)
    if success and action in INTERACTIONS and object_type:
        return RecognizedAction(action, object_type)
    return NOTHING_DONE


def shipped_reader() -> StateReader | None:
    """Reads states with the weights that come with homebody; None where none come with it."""
    return PixelStateReader() if (files("assets") / "weights" / SHIPPED).is_file() else None


@dataclass(frozen=True)
class Senses:
    """What a robot is given to see with.

    Attributes:
        detector: Finds things in frames.
        recognizer: Tells actions from frames.
        classes: What to look for.
        truth: What those of the two that know the answer go by.
        reader: Reads the states of what is detected; None leaves them out.
        deeds: How it is known what was done.
    """

    detector: Detector
    recognizer: ActionRecognizer
    classes: tuple[str, ...] = field(default_factory=household_classes)
    truth: TruthSource = field(default_factory=TruthSource)
    reader: StateReader | None = field(default_factory=shipped_reader)
    deeds: DeedSetting = DeedSetting.WATCHING


@dataclass(frozen=True)
class ChosenSenses:
    """A detector and a recogniser by name; see ``perception.plugins``.

    Attributes:
        detector: Name of the detector.
        recognizer: Name of the recogniser.
        weights: The detector's; None takes those it comes with.
        recognizer_weights: The recogniser's.
        noise: How often those named ``noisy`` are wrong: a level of ``perception.noise``.
        seed: Of their mistakes.
        trust: Whether the detector's weights may be a checkpoint that can run code when it is loaded.
        deeds: How it is known what was done.
    """

    detector: str = "yolo-world"
    recognizer: str = "longt5"
    weights: Path | None = None
    recognizer_weights: Path | None = None
    noise: str = "medium"
    seed: int = 0
    trust: bool = False
    deeds: DeedSetting = DeedSetting.WATCHING

    @property
    def frames(self) -> dict[str, Any]:
        """How the engine must be opened: as ``FRAMES``, and with segmentation if the detector asks the engine."""
        return {**FRAMES, "renderInstanceSegmentation": True} if self.asks_engine else dict(FRAMES)

    @property
    def asks_engine(self) -> bool:
        """Whether the detector is told the answer."""
        try:
            return "source" in inspect.signature(plugins.DETECTORS.load(self.detector)).parameters
        except ValueError:  # a class written in C that does not tell its parameters
            return False

    def open(self) -> Senses:
        """Load both.

        Raises:
            BadInput: There is none of that name, its weights are missing or of another architecture, or what it needs
                is not installed.
        """
        if self.noise not in NOISE or self.noise not in ACTION_NOISE:
            raise BadInput(f"there is no noise {self.noise!r}; levels are {', '.join(NOISE)}")
        truth = TruthSource()
        detector = self.open_detector(truth)
        recognizer = plugins.recognizer(
            self.recognizer, truth.deeds, **self._options(self.recognizer, self.recognizer_weights)
        )
        return Senses(detector, recognizer, truth=truth, deeds=self.deeds)

    def open_detector(self, truth: TruthSource | None = None) -> Detector:
        """Load the detector alone.

        Args:
            truth: What it goes by if it knows the answer; None: there is none.

        Raises:
            BadInput: See ``open``.
        """
        options = {**self._options(self.detector, self.weights), "trust": self.trust or None}
        return plugins.detector(self.detector, (truth or TruthSource()).event, **options)

    def _options(self, name: str, weights: Path | None) -> dict[str, Any]:
        return {"weights": weights, **({"noise": self.noise, "seed": self.seed} if name == "noisy" else {})}

    def as_dict(self) -> dict[str, Any]:
        """The fields as plain values, from which ``chosen_from`` makes the same again; trust is given anew."""
        fields = {key: value for key, value in asdict(self).items() if key != "trust"}
        fields["deeds"] = self.deeds.value
        return {key: str(value.absolute()) if isinstance(value, Path) else value for key, value in fields.items()}


class SharedSenses:
    """Loads what several choices need; those that differ in how deeds are known alone see with the same things."""

    def __init__(self) -> None:
        self._opened: dict[ChosenSenses, Senses] = {}

    def of(self, chosen: ChosenSenses) -> Senses:
        """What a choice sees with.

        Raises:
            BadInput: See ``ChosenSenses.open``.
        """
        alike = replace(chosen, deeds=DeedSetting.WATCHING)
        if alike not in self._opened:
            self._opened[alike] = alike.open()
        return replace(self._opened[alike], deeds=chosen.deeds)

    def forget(self) -> None:
        """Leave what was loaded to whoever still uses it."""
        self._opened.clear()


def chosen_from(fields: Mapping[str, Any]) -> ChosenSenses:
    """The inverse of ``ChosenSenses.as_dict``.

    Raises:
        BadInput: They are something else.
    """
    known = {one.name for one in dataclass_fields(ChosenSenses)} - {"trust"}
    if not isinstance(fields, Mapping) or not set(fields) <= known:
        raise BadInput(f"{str(fields)[:200]} does not say with what to see")
    made = {key: value for key, value in fields.items() if value is not None}
    if not all(isinstance(value, int if key == "seed" else str) for key, value in made.items()):
        raise BadInput(f"{str(fields)[:200]} does not say with what to see")
    paths = {key: Path(made[key]) for key in ("weights", "recognizer_weights") if key in made}
    if made.get("deeds", DeedSetting.WATCHING) not in list(DeedSetting):
        raise BadInput(f"{str(fields)[:200]} does not say with what to see")
    return ChosenSenses(**{**made, **paths, "deeds": DeedSetting(made.get("deeds", DeedSetting.WATCHING))})
