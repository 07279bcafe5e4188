"""Detectors and recognisers by name: our own, those that installed packages offer, and any ``module:Class``.

A package offers one by an entry point (group ``homebody.detectors`` or ``homebody.recognizers``)::

    [project.entry-points."homebody.detectors"]
    my-detector = "my_package.detector:MyDetector"

Nothing is imported before it is asked for by name.
"""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, cast

from envs.errors import BadInput
from envs.vocabulary.spelling import suggestion

if TYPE_CHECKING:
    from perception.detector.detection import Detector
    from perception.recognizer.action import ActionRecognizer


@dataclass(frozen=True)
class PluginKind:
    """What can be plugged in.

    Attributes:
        noun: What one is called.
        group: Of its entry points.
        method: The one that it must have.
        parameters: Of that method.
        contract: Where the contract is written down.
        ours: Name → ``module:attribute`` of those that are built in.
    """

    noun: str
    group: str
    method: str
    parameters: tuple[str, ...]
    contract: str
    ours: Mapping[str, str]

    def names(self) -> tuple[str, ...]:
        """Every name there is: ours, then those of installed packages, in alphabetical order."""
        return *self.ours, *sorted(set(self._offered()) - set(self.ours))

    def _offered(self) -> dict[str, set[str]]:
        """What installed packages offer: name → ``module:attribute``, more than one where packages disagree."""
        found: dict[str, set[str]] = {}
        for point in entry_points(group=self.group):
            found.setdefault(point.name, set()).add(point.value.partition("[")[0].strip())  # without its extras
        return found

    def place(self, name: str) -> str:
        """Where it is, as ``module:attribute``.

        Raises:
            BadInput: Nothing has that name, or two packages claim it.
        """
        if name in self.ours:
            return self.ours[name]
        offered = sorted(self._offered().get(name, ()))
        if len(offered) > 1:
            raise BadInput(f"two packages offer a {self.noun} {name!r}; name one: {' or '.join(offered)}")
        if offered:
            return offered[0]
        module, colon, attribute = name.partition(":")
        if colon and all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
            return name
        hint = suggestion(name, self.names()) or ";"
        raise BadInput(
            f"there is no {self.noun} {name!r}{hint} there are {', '.join(self.names())}, and module:Class for one "
            f"of your own"
        )

    def load(self, name: str) -> Callable[..., Any]:
        """What makes it: a class or a function.

        Raises:
            BadInput: There is none of that name, its module does not import, or it is not what it should be.
        """
        place = self.place(name)
        module, _, attribute = place.partition(":")
        found: Any = _imported(module, f"{self.noun} {name!r}", local=place == name)
        for part in attribute.split("."):
            found = getattr(found, part, None)
        if found is None:
            raise BadInput(f"{self.noun} {name!r}: module {module} has no {attribute or 'name after the colon'}")
        if not callable(found):
            raise BadInput(f"{self.noun} {name!r}: {place} is neither a class nor a function")
        if inspect.isclass(found):
            self._check(found, name, ("self", *self.parameters))
        return found

    def make(self, name: str, source: Callable[[], Any] | None, options: Mapping[str, Any]) -> Any:
        """Make one.

        Args:
            name: Which.
            source: Given to it as ``source`` if it takes that.
            options: Given to it, without those that are None.

        Raises:
            BadInput: It cannot be loaded or made, or what was made does not keep the contract.
        """
        maker = self.load(name)
        given = {key: value for key, value in options.items() if value is not None}
        if source is not None and _takes(maker, "source"):
            given["source"] = source
        try:
            inspect.signature(maker).bind(**given)
        except TypeError as error:
            raise BadInput(f"{self.noun} {name!r} cannot be made so: {error}; it takes {_described(maker)}") from error
        except ValueError:  # a class written in C that does not tell its parameters
            pass
        try:
            made = maker(**given)
        except (ImportError, OSError) as error:
            raise BadInput(f"{self.noun} {name!r} cannot be made: {_brief(error)}") from error
        self._check(made, name, self.parameters)
        return made

    def _check(self, thing: Any, name: str, parameters: tuple[str, ...]) -> None:
        """Whether it keeps the contract, as far as can be seen without trying it.

        Raises:
            BadInput: The method is missing, or takes something else.
        """
        wanted = f"{self.method}({', '.join(self.parameters)})"
        what = thing.__name__ if inspect.isclass(thing) else type(thing).__name__
        method = getattr(thing, self.method, None)
        if not callable(method):
            raise BadInput(f"{self.noun} {name!r}: {what} has no method {wanted}; see {self.contract}")
        if inspect.isclass(thing) and isinstance(
            inspect.getattr_static(thing, self.method), staticmethod | classmethod
        ):
            parameters = self.parameters
        try:
            inspect.signature(method).bind(*parameters)
        except TypeError as error:
            raise BadInput(
                f"{self.noun} {name!r}: {what}.{self.method}{inspect.signature(method)} cannot be called as {wanted}; "
                f"see {self.contract}"
            ) from error
        except ValueError:
            pass


DETECTORS = PluginKind(
    "detector",
    "homebody.detectors",
    "detect",
    ("frame", "classes"),
    "perception.detector.detection.Detector",
    {
        "yolo-world": "perception.detector.yolo_world:YoloWorld",
        "ground-truth": "perception.detector.truth:GroundTruthDetector",
        "noisy": "perception.plugins:noisy_detector",
    },
)

RECOGNIZERS = PluginKind(
    "recogniser",
    "homebody.recognizers",
    "recognize",
    ("frames", "detections"),
    "perception.recognizer.action.ActionRecognizer",
    {
        "longt5": "perception.recognizer:LongT5Recognizer",
        "ground-truth": "perception.recognizer.truth:GroundTruthRecognizer",
        "noisy": "perception.plugins:noisy_recognizer",
    },
)

UNTRAINED = ("ground-truth", "noisy")
"""Names of ours that need no weights."""


def detector(name: str, source: Callable[[], Any] | None = None, **options: Any) -> Detector:
    """A detector by name.

    Args:
        name: ``yolo-world``, ``ground-truth``, ``noisy``, a name that an installed package offers, or ``module:Class``.
        source: Gives the event that is looked at, for detectors that ask a simulator; others do without.
        options: For this detector, such as ``weights``, ``device``, ``seed``; None means not given.

    Raises:
        BadInput: There is none of that name, its module is missing, it does not take these options, or it does not
            keep the contract.
    """
    return cast("Detector", DETECTORS.make(name, source, options))


def recognizer(name: str, source: Callable[[], Any] | None = None, **options: Any) -> ActionRecognizer:
    """A recogniser by name.

    Args:
        name: ``longt5``, ``ground-truth``, ``noisy``, a name that an installed package offers, or ``module:Class``.
        source: Gives what was done, for recognisers that are told; others do without.
        options: For this recogniser; None means not given.

    Raises:
        BadInput: As for ``detector``.
    """
    return cast("ActionRecognizer", RECOGNIZERS.make(name, source, options))


def noisy_detector(
    inner: str | Detector = "ground-truth",
    seed: int = 0,
    noise: str = "medium",
    source: Callable[[], Any] | None = None,
    **options: Any,
) -> Detector:
    """A detector by name, with mistakes; see ``perception.detector.truth.NoisyDetector``.

    Args:
        inner: Which detector makes them, by name or as it is.
        seed: Of the mistakes.
        noise: A level of ``perception.noise.NOISE``.
        source: For the inner detector.
        options: Fields of ``perception.noise.Noise``, and options of the inner detector.

    Raises:
        BadInput: As for ``detector``.
    """
    from perception.detector.truth import NoisyDetector
    from perception.noise import Noise

    changes, rest = _parted(options, Noise)
    return NoisyDetector(detector(inner, source, **rest) if isinstance(inner, str) else inner, seed, noise, **changes)


def noisy_recognizer(
    inner: str | ActionRecognizer = "ground-truth",
    seed: int = 0,
    noise: str = "medium",
    source: Callable[[], Any] | None = None,
    **options: Any,
) -> ActionRecognizer:
    """A recogniser by name, with mistakes; see ``perception.recognizer.truth.NoisyRecognizer``.

    Args:
        inner: Which recogniser makes them, by name or as it is.
        seed: Of the mistakes.
        noise: A level of ``perception.noise.ACTION_NOISE``.
        source: For the inner recogniser.
        options: Fields of ``perception.noise.ActionNoise``, and options of the inner recogniser.

    Raises:
        BadInput: As for ``detector``.
    """
    from perception.noise import ActionNoise
    from perception.recognizer.truth import NoisyRecognizer

    changes, rest = _parted(options, ActionNoise)
    inner = recognizer(inner, source, **rest) if isinstance(inner, str) else inner
    return NoisyRecognizer(inner, seed, noise, **changes)


def _parted(options: Mapping[str, Any], level: type) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options that are fields of this class, and the others."""
    own = {field.name for field in fields(level)}
    return {k: v for k, v in options.items() if k in own}, {k: v for k, v in options.items() if k not in own}


def _imported(module: str, what: str, local: bool) -> Any:
    """A module; one that the user named may also lie in the working folder, as for ``python -m``."""
    if local and "" not in sys.path and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and (module == error.name or module.startswith(f"{error.name}.")):
            raise BadInput(f"{what}: there is no module {module}; install its package, or check the name") from error
        raise BadInput(f"{what}: {module} needs {error.name}, which is not installed") from error
    except (ImportError, OSError, SyntaxError) as error:
        raise BadInput(f"{what}: {module} does not import: {_brief(error)}") from error


def _takes(maker: Callable[..., Any], name: str) -> bool:
    try:
        return name in inspect.signature(maker).parameters
    except ValueError:
        return False


def _described(maker: Callable[..., Any]) -> str:
    """The parameters, for people."""
    names = [parameter.name for parameter in inspect.signature(maker).parameters.values()]
    return ", ".join(names) or "no options"


def _brief(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
