"""Episodes: a house with objects in it, what somebody says, and what they want by it (the Memento data)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from envs.errors import BadInput
from envs.rearrangement.goals import Goals, read_goals
from envs.rearrangement.house import House, Position
from envs.rearrangement.records import CheckedRecord, load

EpisodeStage = Literal["acquisition", "single", "joint", "triple"]
Role = Literal["target", "distractor", "clutter"]


@dataclass(frozen=True)
class PlacedObject:
    """An object where an episode begins.

    Attributes:
        name: As the agent is told: ``lamp_0``.
        category: ``lamp``.
        caption: What it looks like, "" where nobody knows.
        place: The furniture or floor it is on.
        within: Whether it is in that, not on it.
        position: Where, metres.
        role: What it is for the evaluation; the agent never learns of it.
        pair: The target that a distractor imitates.
    """

    name: str
    category: str
    caption: str
    place: str
    within: bool
    position: Position
    role: Role = "clutter"
    pair: str = ""


@dataclass(frozen=True)
class RearrangementEpisode:
    """One task in one house.

    Attributes:
        id: Unique.
        house: Name of the house.
        stage: Learning, or use of one, two or three things learned.
        types: ``object_semantics`` or ``user_pattern``, one per thing learned.
        subtypes: history, preference, group, ownership, routine; one per thing learned.
        instruction: What is said.
        knowledge: What is to be learned of it or used in it, in one sentence; the agent never sees it.
        objects: What is in the house.
        goals: What is wanted.
        related: Ids of the episodes of the other stage.
        start: The room in which the agent was when it was recorded; "" where nobody knows.
        user: Who says it; "" where there is only one.
    """

    id: str
    house: str
    stage: EpisodeStage
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    instruction: str
    knowledge: str
    objects: tuple[PlacedObject, ...]
    goals: Goals
    related: tuple[str, ...] = ()
    start: str = ""
    user: str = ""

    @property
    def kind(self) -> str:
        """The kinds of knowledge in short: "OS", "UP", "OS+UP"."""
        short = {"object_semantics": "OS", "user_pattern": "UP"}
        return "+".join(short.get(one, one) for one in self.types)


_STAGES: Mapping[str, EpisodeStage] = {
    "acquisition": "acquisition",
    "utilization_single": "single",
    "single": "single",
    "joint": "joint",
    "triple": "triple",
}
_RELATIONS = ("on", "within")


def read_episodes(path: Path, houses: Mapping[str, House]) -> tuple[RearrangementEpisode, ...]:
    """Every episode of a file.

    Args:
        path: A JSON list of episodes.
        houses: See ``read_houses``.

    Raises:
        BadInput: It is no such file, two episodes share an id, or one of them makes no sense; see ``read_goals``.
    """
    data = load(path)
    if not isinstance(data, list):
        raise BadInput(f"{path}: episodes are a list")
    episodes = tuple(_episode(CheckedRecord(one, f"{path.name}: episode {i}"), houses) for i, one in enumerate(data))
    seen: set[str] = set()
    for one in episodes:
        if one.id in seen:
            raise BadInput(f"{path}: two episodes are called {one.id}")
        seen.add(one.id)
    return episodes


def _episode(record: CheckedRecord, houses: Mapping[str, House]) -> RearrangementEpisode:
    name = str(record.get("id", ""))
    record = CheckedRecord(record.data, f"{record.where} ({name})")
    scene, stage = record.text("scene"), record.text("stage")
    if scene not in houses:
        raise BadInput(f"{record.where}: there is no house {scene!r}; they are {', '.join(sorted(houses))}")
    if stage not in _STAGES:
        raise BadInput(f"{record.where}: there is no stage {stage!r}; they are {', '.join(_STAGES)}")
    house = houses[scene]
    objects = tuple(_placed(one, house) for one in record.records("objects"))
    names = [one.name for one in objects]
    twice = sorted({one for one in names if names.count(one) > 1})
    if twice:
        raise BadInput(f"{record.where}: two objects are called {twice[0]}")
    _check_pairs(record, objects)
    return RearrangementEpisode(
        name,
        scene,
        _STAGES[stage],
        record.texts("types") or (record.text("type", ""),),
        record.texts("subtypes") or (record.text("subtype", ""),),
        record.text("instruction"),
        _sentences(record),
        objects,
        read_goals(record, house, names),
        record.texts("related"),
        _start(record, house),
        record.text("user", ""),
    )


def _sentences(record: CheckedRecord) -> str:
    found = record.get("memory", "")
    return " ".join(map(str, found)) if isinstance(found, list) else str(found)


def _start(record: CheckedRecord, house: House) -> str:
    told = record.get("observed_agent_start", {})
    room = str(told.get("room", "")) if isinstance(told, dict) else ""
    return room if room in house.rooms else ""


def _placed(record: CheckedRecord, house: House) -> PlacedObject:
    name, relation, place = record.text("name"), record.text("rel", "on"), record.text("furniture", "")
    where = f"{record.where} ({name})"
    room, role = record.text("room", ""), record.text("role", "clutter")
    if not place and room in house.rooms:
        place = house.rooms[room].floor
    if house.place(place) is None or not place:
        raise BadInput(f"{where}: {place!r} is no furniture of the house")
    if relation not in _RELATIONS:
        raise BadInput(f"{where}: there is no relation {relation!r}; they are {', '.join(_RELATIONS)}")
    if role not in get_args(Role):
        raise BadInput(f"{where}: there is no role {role!r}; they are {', '.join(get_args(Role))}")
    caption = record.text("caption", "")
    category = record.text("category", name.rpartition("_")[0])
    return PlacedObject(
        name,
        category,
        caption,
        place,
        relation == "within",
        record.position("pos"),
        role,  # pyright: ignore[reportArgumentType]
        record.text("pair", ""),
    )


def _check_pairs(record: CheckedRecord, objects: tuple[PlacedObject, ...]) -> None:
    names = {one.name for one in objects}
    for one in objects:
        if one.pair and one.pair not in names:
            raise BadInput(f"{record.where}: {one.name} imitates {one.pair!r}, which is not there")
