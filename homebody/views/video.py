"""Writing an episode as a film: ``.mp4`` (H.264, through imageio and PyAV) or ``.gif`` (through Pillow)."""

from __future__ import annotations

import importlib
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from agent.body.acting import StepReport
from envs.errors import AlreadyExists, BadInput
from envs.files.leftovers import part_of
from envs.files.writing import make_folder, make_private_file, written
from homebody.views.film import Film, poster

FRAMES_PER_SECOND = 4
SPEECH_FRAMES = 6
"""How long an utterance stays before the film goes on, frames."""
LAST_FRAMES = 8
"""How long the end stays, frames."""


class _Writer(Protocol):
    def add(self, picture: np.ndarray) -> None: ...

    def close(self) -> None: ...


class Video:
    """A film file; use it in a ``with`` block and give it every step.

    The film grows in a file beside its place and is moved there at the end: an interrupted run leaves no broken film.

    Args:
        path: Where to; ``.mp4`` or ``.gif``.
        title: First line of the caption.
        side: Height of view and map, pixels.

    Raises:
        BadInput: Another suffix, or what writes such films is not installed.
        AlreadyExists: The file is there.
    """

    def __init__(self, path: Path, title: str, side: int) -> None:
        kind = path.suffix.lower()
        if kind not in _WRITERS:
            raise BadInput(f"--video is {path.name!r}; allowed are names that end in {' or '.join(_WRITERS)}")
        if path.exists():
            raise AlreadyExists(f"the film {path} exists; choose another name or remove it first")
        self.path, self.film, self._title = path, Film(side), title
        self._kind = kind
        self._parts = ExitStack()
        self._writer: _Writer | None = None
        self._last: np.ndarray | None = None
        _check_installed(kind)

    def step(self, report: StepReport) -> None:
        """Add one step or utterance."""
        self._last = poster(self.film.shoot(report), self._title)
        self._add(self._last, SPEECH_FRAMES if report.action == "Text" else 1)

    def _add(self, picture: np.ndarray, times: int) -> None:
        if self._writer is None:
            with written(self.path):
                make_folder(self.path.parent)
                self._part = self._parts.enter_context(part_of(self.path, self._kind))
                make_private_file(self._part)
            self._writer = _WRITERS[self._kind](self._part)
        with written(self.path, "there is no film"):
            for _ in range(times):
                self._writer.add(picture)

    def __enter__(self) -> Video:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._parts:
            if self._writer is None or self._last is None:
                return
            if kind is not None:
                with suppress(OSError):  # a full disk, perhaps; what is there is removed
                    self._writer.close()
                return
            self._add(self._last, LAST_FRAMES)
            with written(self.path, "there is no film"):
                self._writer.close()
                self._part.replace(self.path)


class _Mp4:
    """Frames go to the encoder as they come."""

    def __init__(self, path: Path) -> None:
        import imageio.v3 as imageio

        self._file: Any = imageio.imopen(path, "w", plugin="pyav")
        self._file.init_video_stream("libx264", fps=FRAMES_PER_SECOND)

    def add(self, picture: np.ndarray) -> None:
        self._file.write_frame(picture)

    def close(self) -> None:
        self._file.close()


class _Gif:
    """Pictures are kept with 256 colours each until the end: a GIF is written at once."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pictures: list[Any] = []

    def add(self, picture: np.ndarray) -> None:
        from PIL import Image

        self._pictures.append(Image.fromarray(picture).quantize(256, Image.Quantize.FASTOCTREE))

    def close(self) -> None:
        first, *rest = self._pictures
        first.save(self._path, save_all=True, append_images=rest, duration=1000 // FRAMES_PER_SECOND, loop=0)


_WRITERS: dict[str, type[_Mp4] | type[_Gif]] = {".mp4": _Mp4, ".gif": _Gif}
_NEEDS = {".mp4": ("imageio", "av", "PIL"), ".gif": ("PIL",)}


def _check_installed(kind: str) -> None:
    for module in _NEEDS[kind]:
        try:
            importlib.import_module(module)
        except ImportError as missing:
            raise BadInput(f"{kind} films need {module}; type: pip install 'homebody[video]'") from missing
