"""The episodes of the evaluation, as the shared files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from envs.errors import BadInput
from envs.rearrangement.episode import RearrangementEpisode, read_episodes
from envs.rearrangement.house import House, read_houses
from envs.rearrangement.records import load
from envs.rearrangement.skills import read_skill
from memory.assistance import EpisodeMemory, EpisodeTurn

_HOUSES, _ACQUISITION, _SINGLE, _JOINT = (
    "scenes.json",
    "acquisition.json",
    "utilization_single.json",
    "utilization_joint.json",
)
_RECORDED = "gold_memory.json"


@dataclass(frozen=True)
class PersonalizationData:
    """What an evaluation goes by.

    Attributes:
        houses: By name.
        acquisition: In which knowledge is told.
        single: In which one thing told is needed.
        joint: In which two are; empty where the folder has none.
        recorded: By id of the acquisition episode what the published agent did in it; empty where the folder has none.
    """

    houses: Mapping[str, House]
    acquisition: tuple[RearrangementEpisode, ...]
    single: tuple[RearrangementEpisode, ...]
    joint: tuple[RearrangementEpisode, ...] = ()
    recorded: Mapping[str, EpisodeMemory] | None = None


def read_data(folder: Path, recorded: bool = False) -> PersonalizationData:
    """The episodes of a folder.

    Args:
        folder: With ``scenes.json``, ``acquisition.json``, ``utilization_single.json``, perhaps
            ``utilization_joint.json`` and ``gold_memory.json``.
        recorded: Whether recorded runs are wanted.

    Raises:
        BadInput: A file is missing or makes no sense, or an episode needs knowledge that no other tells.
    """
    if not folder.is_dir():
        raise BadInput(
            f"{folder} is no folder; it is to hold {_HOUSES}, {_ACQUISITION}, {_SINGLE} and perhaps {_JOINT}"
        )
    houses = read_houses(folder / _HOUSES)
    acquisition, single = (read_episodes(folder / name, houses) for name in (_ACQUISITION, _SINGLE))
    joint = read_episodes(folder / _JOINT, houses) if (folder / _JOINT).is_file() else ()
    _check(folder, acquisition, (*single, *joint))
    runs = read_recorded(folder / _RECORDED) if recorded else None
    return PersonalizationData(houses, acquisition, single, joint, runs)


def _check(
    folder: Path, acquisition: tuple[RearrangementEpisode, ...], needing: tuple[RearrangementEpisode, ...]
) -> None:
    homes = {one.id: one.house for one in acquisition}
    for one in needing:
        lost = [name for name in one.related if homes.get(name) != one.house]
        if lost or not one.related:
            told = f"{lost[0]!r}, which is no acquisition episode of its house" if lost else "no acquisition episode"
            raise BadInput(f"{folder}: episode {one.id} needs what was told in {told}")


def read_recorded(path: Path) -> dict[str, EpisodeMemory]:
    """What was done in recorded runs, by id of the episode.

    Raises:
        BadInput: It is no such file.
    """
    data = load(path)
    if not isinstance(data, dict):
        raise BadInput(f"{path}: recorded runs are an object, id → scene, instruction and steps")
    try:
        return {str(name): _recorded(str(name), one) for name, one in data.items()}
    except (KeyError, TypeError, AttributeError) as error:
        raise BadInput(f"{path}: a run has a scene, an instruction and steps with t, a and o: {error!r}") from error


def _recorded(name: str, record: Mapping[str, object]) -> EpisodeMemory:
    steps = record["steps"]
    assert isinstance(steps, list)
    turns = tuple(
        EpisodeTurn(str(one["t"]), _skill(one["a"]), str(one["o"]), "failure" not in one["o"]) for one in steps
    )
    return EpisodeMemory(name, str(record["scene"]), str(record["instruction"]), turns)


def _skill(text: object) -> str:
    read = read_skill(str(text))
    return str(text) if isinstance(read, str) else str(read)
