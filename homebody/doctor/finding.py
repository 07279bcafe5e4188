"""What ``homebody doctor`` asks and answers: wishes, verdicts and findings. Plain values; the checks are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from envs.errors import BadInput
from perception.plugins import DETECTORS, UNTRAINED

CheckState = Literal["ok", "missing", "broken"]

ENGINES = ("pocket", "unity")
LANGUAGES = ("builtin", "llm")


@dataclass(frozen=True)
class CheckResult:
    """What a check found.

    Attributes:
        state: ``ok``; ``missing`` when it is not installed or not configured; ``broken`` when it is, and fails.
        detail: One line: versions and places when ok, else what is wrong.
        fix: A command to type; empty when ok.
    """

    state: CheckState
    detail: str
    fix: str = ""


@dataclass(frozen=True)
class Finding:
    """The verdict on one layer.

    Attributes:
        layer: Name of the layer.
        state: As in ``CheckResult``.
        detail: As in ``CheckResult``.
        fix: As in ``CheckResult``.
        asked: Whether the layer is part of the core or was named by the user, so that it has to be ok.
    """

    layer: str
    state: CheckState
    detail: str
    fix: str = ""
    asked: bool = False


@dataclass(frozen=True)
class IntendedUse:
    """What the user wants to use. None means not named.

    Attributes:
        engine: ``pocket`` or ``unity``.
        executable: A Unity build of one's own.
        detector: A name that ``perception.plugins`` knows, or ``module:Class``.
        weights: The detector's weights.
        language: ``builtin`` or ``llm``.
        url: Base address of an OpenAI-compatible endpoint, such as ``http://localhost:11434/v1``.
        memory: The memory file.
        usual_memory: Where the memory lies when ``memory`` is not named.
        semantic: Whether search by meaning, so a text encoder, is wanted.
        gpu: Whether a GPU is wanted.

    Raises:
        BadInput: An engine, detector or language that there is not.
    """

    engine: str | None = None
    executable: Path | None = None
    detector: str | None = None
    weights: Path | None = None
    language: str | None = None
    url: str | None = None
    memory: Path | None = None
    usual_memory: Path = Path("runs/memory.sqlite")
    semantic: bool = False
    gpu: bool = False

    def __post_init__(self) -> None:
        for name, value, known in (
            ("engine", self.engine, ENGINES),
            ("language", self.language, LANGUAGES),
        ):
            if value is not None and value not in known:
                raise BadInput(f"there is no {name} {value!r}; use {' or '.join(known)}")
        if self.detector is not None:
            DETECTORS.place(self.detector)

    def configured(self, environ: Mapping[str, str]) -> IntendedUse:
        """This wish with what the environment names and the user did not.

        Args:
            environ: Read are ``HOMEBODY_THOR_EXECUTABLE``, ``HOMEBODY_DETECTOR_WEIGHTS``, ``HOMEBODY_LANGUAGE_URL`` and
                ``OPENAI_BASE_URL``; empty values count as not set.
        """
        executable, weights = environ.get("HOMEBODY_THOR_EXECUTABLE"), environ.get("HOMEBODY_DETECTOR_WEIGHTS")
        return replace(
            self,
            executable=self.executable or (Path(executable) if executable else None),
            weights=self.weights or (Path(weights) if weights else None),
            url=self.url or environ.get("HOMEBODY_LANGUAGE_URL") or environ.get("OPENAI_BASE_URL") or None,
        )

    @property
    def unity(self) -> bool:
        """Whether the Unity build is wanted; an executable alone says so too."""
        return self.engine == "unity" or (self.engine is None and self.executable is not None)

    @property
    def detection(self) -> bool:
        """Whether a detector is wanted that can fail to be there; weights alone say so too."""
        return self.weights is not None if self.detector is None else self.detector not in UNTRAINED

    @property
    def model(self) -> bool:
        """Whether a language model is wanted; an address alone says so too."""
        return self.language == "llm" or (self.language is None and self.url is not None)


def ok(detail: str) -> CheckResult:
    """It works."""
    return CheckResult("ok", detail)


def missing(detail: str, fix: str) -> CheckResult:
    """It is not installed or not configured."""
    return CheckResult("missing", detail, fix)


def broken(detail: str, fix: str) -> CheckResult:
    """It is there and fails."""
    return CheckResult("broken", detail, fix)
