"""Where a data set grows: beside its name, which only a whole one bears."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from envs.errors import BadInput
from envs.process.terminal import say
from eval.collect.files import CollectedEpisode, DataSet
from eval.collect.plan import EpisodePlan
from perception.detector.phrases import household_classes


@contextmanager
def growing(out: Path, plans: list[EpisodePlan]) -> Iterator[Path]:
    """The folder to collect into: ``OUT.partial``, which is called ``OUT`` once everything went well.

    What an earlier call left there is gone on with; a finished set that is to get more episodes is called ``partial``
    meanwhile.

    Args:
        out: The data set.
        plans: What will be collected.

    Raises:
        BadInput: Something else has one of these names, the set was collected with other arguments, or the place
            cannot be written to; nothing was changed.
    """
    out = out.resolve()
    partial = out.with_name(f"{out.name}.partial")
    begun = _begun(out, partial)
    kept = _kept(begun or partial, plans)
    if begun == out and all(kept):
        yield out
        return
    try:
        if begun == out:
            out.rename(partial)
        (partial / "episodes").mkdir(parents=True, exist_ok=True)  # first, as that is what a data set is known by
    except OSError as error:
        raise BadInput(f"cannot write {partial}: {error.strerror}. Choose a place you may write to.") from error
    try:
        yield partial
        _call(partial, out)
    finally:
        _tell(partial, out, plans)


def _begun(out: Path, partial: Path) -> Path | None:
    """The folder of what was begun before, None when there is nothing."""
    for folder in (out, partial):
        if (folder.exists() or folder.is_symlink()) and not folder.is_dir():
            raise BadInput(f"{folder} is not a folder; choose another --out")
        if _holds_something(folder) and not (folder / "episodes").is_dir():
            raise BadInput(f"{folder} holds something else than a data set; choose a new folder for --out")
    if _holds_something(out) and partial.exists():
        raise BadInput(f"there are {out} and {partial}, which would become it; remove one of them")
    return next((folder for folder in (out, partial) if _holds_something(folder)), None)


def _kept(folder: Path, plans: list[EpisodePlan]) -> list[CollectedEpisode | None]:
    """What every episode has left already; a folder with other episodes is refused."""
    stems = sorted(path.stem for path in (folder / "episodes").glob("*.json"))
    names = {stem.partition("_")[0]: stem for stem in stems}
    for plan in plans:
        found = names.get(plan.name.partition("_")[0], plan.name)
        if found != plan.name:
            raise BadInput(f"{folder} has {found} and not {plan.name}: other arguments; choose a new folder for --out")
    data = DataSet(folder, household_classes())
    return [data.kept(plan) for plan in plans]


def _holds_something(folder: Path) -> bool:
    return folder.is_dir() and next(folder.iterdir(), None) is not None


def _call(partial: Path, out: Path) -> None:
    try:
        with suppress(FileNotFoundError):
            out.rmdir()  # an empty folder
        partial.rename(out)
    except OSError as error:
        raise BadInput(f"{partial} is whole and cannot be called {out} ({error.strerror}); rename it") from error


def _tell(partial: Path, out: Path, plans: list[EpisodePlan]) -> None:
    """Say what is left of a set that was not finished; nothing is left of one that was not begun."""
    with suppress(OSError):  # it is called by its name now, or holds something
        if [path.name for path in partial.iterdir()] == ["episodes"]:
            (partial / "episodes").rmdir()
        partial.rmdir()
    if partial.is_dir():
        whole = sum(kept is not None for kept in _kept(partial, plans))
        say(
            f"{whole} of {len(plans)} episodes are in {partial}; the same command goes on with them, "
            f"and calls it {out.name} when it is whole",
            err=True,
        )
