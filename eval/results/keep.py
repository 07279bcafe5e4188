"""Keeping the figures of a command as a result file. Every command imports this, so it imports little itself."""

from __future__ import annotations

import hashlib
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from envs.errors import BadInput
from envs.process.terminal import say

if TYPE_CHECKING:
    from eval.results.record import InputData

WRITTEN_MEANWHILE = "written meanwhile"
"""In place of the digest of a file that changed during the measurement."""


def utc_now() -> datetime:
    """The clock of the command line."""
    return datetime.now(UTC)


class ResultKeeper:
    """Keeps the figures of one command; made before the work begins, so that a wrong name is told at once.

    Args:
        target: A name, a file that ends in ``.json``, or None to keep nothing.
        typed: The command line, beginning with the program; by default that of this process.
        clock: Tells the date.

    Raises:
        BadInput: The name is no name, another command measures what it stands for, or the command names a place of this
            machine.
    """

    def __init__(
        self, target: str | None, typed: Sequence[str] | None = None, clock: Callable[[], datetime] = utc_now
    ) -> None:
        self._target = target
        if target is None:
            return
        from eval.results.catalog import without_aside

        self._path, self._name = _place(target)
        typed = list(typed) if typed is not None else ["homebody", *sys.argv[1:]]
        self._typed = [_portable(word) for word in without_aside(typed)]
        _check(self._name, self._path, self._typed)
        self._began, self._started, self._opened = clock(), time.perf_counter(), time.time()

    @property
    def path(self) -> Path | None:
        """The result file, None when figures are not kept."""
        return None if self._target is None else self._path

    @property
    def kept(self) -> bool:
        """Whether figures are kept at all."""
        return self._target is not None

    def keep(
        self,
        values: Any,
        modules: Sequence[str],
        inputs: Iterable[Path] = (),
        seed: int | None = None,
        alone: bool = True,
    ) -> None:
        """Write the result file.

        Args:
            values: The figures: plain JSON.
            modules: Where the code begins that the figures depend on.
            inputs: Files and folders that were read.
            seed: Of all draws.
            alone: Whether this process did all of the work.
        """
        if self._target is None:
            return
        from eval.results.checkout import shown_path, version
        from eval.results.code import depends_on
        from eval.results.machine import machine
        from eval.results.record import Result, plain, write_result

        result = Result(
            name=self._name,
            command=shlex.join(self._typed),
            version=version(),
            seed=seed,
            date=self._began.isoformat(timespec="minutes"),
            seconds=round(time.perf_counter() - self._started, 1),
            machine=machine(),
            data={shown_path(path): hashed(path) for path in sorted(set(inputs))},
            values=plain(values),
            modules=tuple(modules),
            code=self._unedited(depends_on(modules, sys.modules.keys(), alone)),
        )
        write_result(result, self._path)
        say(f"result kept in {self._path.name}", err=True)

    def _unedited(self, code: dict[str, str]) -> dict[str, str]:
        """The digests; of a file that was written while this process ran nobody knows what it has read."""
        from eval.results.checkout import ROOT

        late = {name for name in code if (ROOT / name).stat().st_mtime > self._opened}
        if late:
            say(f"written meanwhile, so the result is of older code: {', '.join(sorted(late))}", err=True)
        return {name: WRITTEN_MEANWHILE if name in late else told for name, told in code.items()}


def hashed(path: Path) -> InputData:
    """Hash and size of a file, or of all files of a folder with their names.

    Raises:
        BadInput: There is no such file, it cannot be read, or is a pipe or a device.
    """
    from envs.files.reading import open_input
    from eval.results.record import InputData

    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        parts = [(file.relative_to(path).as_posix(), hashed(file)) for file in files]
        listing = "".join(f"{part.sha256}  {name}\n" for name, part in parts)
        return InputData(hashlib.sha256(listing.encode()).hexdigest(), sum(part.bytes for _, part in parts))
    with open_input(path) as file:
        return InputData(hashlib.file_digest(file, "sha256").hexdigest(), os.fstat(file.fileno()).st_size)


def _place(target: str) -> tuple[Path, str]:
    from eval.results.checkout import results_folder
    from eval.results.record import NAME

    if target.endswith(".json"):
        path = Path(target)
        if path.absolute().parent.is_dir():
            return path, path.stem
        raise BadInput(f"there is no folder {path.parent} for the result; make it first")
    if not NAME.fullmatch(target):
        raise BadInput(f"--result {target!r} is not a name; use small letters, digits and hyphens, or a FILE.json")
    return results_folder() / f"{target}.json", target


def _portable(word: str) -> str:
    """A word of the command line; whole paths become those one would type in the checkout."""
    from eval.results.checkout import shown_path

    option, equals, value = word.rpartition("=") if word.startswith("--") else ("", "", word)
    if not Path(value).is_absolute() and ("/" not in value or not Path(value).exists()):
        return word
    return f"{option}{equals}{shown_path(value)}"


def _check(name: str, path: Path, typed: Sequence[str]) -> None:
    """Of the results that the docs show each has one command."""
    from eval.results.catalog import read_catalog
    from eval.results.checkout import ROOT

    if path.parent != ROOT / "docs" / "results":
        return
    known = read_catalog(path.parent).get(name)
    if known is not None and not known.is_done_by(typed):
        raise BadInput(
            f"the docs show {name} as the result of: {known.command} (in the folder of the checkout); this is: "
            f"{shlex.join(typed)}. Give this result another name, or change docs/results/commands.yaml"
        )
