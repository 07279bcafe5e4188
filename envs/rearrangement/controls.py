"""Control runs: an oracle that knows the goals, one that does nothing, one that moves what must be left, and replay.

They show that the world and the evaluator agree with each other and with recorded runs; no agent uses them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from envs.rearrangement.episode import RearrangementEpisode
from envs.rearrangement.goals import Goals, Proposition, TemporalConstraint, ancestors
from envs.rearrangement.house import House
from envs.rearrangement.skills import Skill
from envs.rearrangement.world import PersonalizationResult, RearrangementWorld, read_text


def do_nothing(house: House, episode: RearrangementEpisode) -> PersonalizationResult:
    """Say at once that all is done."""
    world = RearrangementWorld(house, episode)
    world.step(Skill("Done"))
    return world.result()


def do_as_wanted(house: House, episode: RearrangementEpisode) -> PersonalizationResult:
    """Place what the goals want, in an order that they allow."""
    return _placed_as(house, episode, {})


def move_distractors(house: House, episode: RearrangementEpisode) -> PersonalizationResult:
    """Place as wanted, but of every target the distractor that imitates it."""
    instead = {one.pair: one.name for one in episode.objects if one.pair}
    return _placed_as(house, episode, instead)


def _placed_as(house: House, episode: RearrangementEpisode, instead: Mapping[str, str]) -> PersonalizationResult:
    world = RearrangementWorld(house, episode)
    where = {one.name: one.place for one in episode.objects}
    for name, how, place in placements(house, episode.goals, where):
        moved = instead.get(name, name)
        for skill in (
            Skill("Navigate", (where[moved],)),
            Skill("Pick", (moved,)),
            Skill("Navigate", (place,)),
            Skill("Place", (moved, how, place, "None", "None")),
        ):
            world.step(skill)
        where[moved] = place
    world.step(Skill("Done"))
    return world.result()


def placements(house: House, goals: Goals, where: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Object, relation and place of every placement, earlier ones first; what has to be together is put together."""
    chosen: dict[str, str] = {}
    for one in _in_order(goals):
        if one.predicate == "is_next_to":
            yield from _beside(house, one, {**where, **chosen})
            continue
        name, how = one.objects[0], "within" if one.predicate == "is_inside" else "on"
        place = _best(house, one, how, chosen, where.get(name, ""))
        chosen[name] = place
        yield name, how if _takes(house, place, how) else "within", place


def _beside(house: House, one: Proposition, where: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    name, other = one.objects[0], one.others[0]
    place = where.get(other, other)
    if where.get(name) != place and other in where:
        yield name, "on", place


def _best(house: House, one: Proposition, how: str, chosen: Mapping[str, str], now: str) -> str:
    """Where others were put, where it can be put so, but not where it is already."""
    if one.predicate == "is_on_floor":
        return now if now.startswith("floor_") else f"floor_{house.room_of(now)}"
    places = [f"floor_{name}" for name in one.others] if one.predicate == "is_in_room" else list(one.others)
    taken = Counter(chosen.values())
    able = [name for name in places if _takes(house, name, how)] or places
    return max(able, key=lambda name: (taken[name], name != now))


def _takes(house: House, name: str, how: str) -> bool:
    piece = house.furniture.get(name)
    return piece is None or bool(piece.surfaces if how == "on" else piece.interiors)


def _in_order(goals: Goals) -> list[Proposition]:
    """The propositions so that none comes before what has to come first, placements before being next to."""
    before: dict[int, set[int]] = {}
    for one in goals.constraints:
        if isinstance(one, TemporalConstraint):
            for index, found in ancestors(one.edges).items():
                before.setdefault(index, set()).update(found)
    for one in goals.dependencies:
        if one.kind in ("while_satisfied", "after_satisfied"):
            for index in one.props:
                before.setdefault(index, set()).update(one.on)
    left, order = list(range(len(goals.propositions))), list[int]()
    while left:
        ready = [index for index in left if before.get(index, set()) <= set(order)] or left[:1]
        order.append(ready[0])
        left.remove(ready[0])
    return [goals.propositions[index] for index in order]


# -- replaying what was recorded -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RecordedRunReport:
    """How a recorded run goes in this world.

    Attributes:
        percent_complete: The score here.
        recorded: The score that was recorded.
        skills: How many skills were replayed.
        agreed: For how many of them success or failure is the same.
        differences: Skill and what each of the two told, where it is not.
    """

    percent_complete: float
    recorded: float
    skills: int
    agreed: int
    differences: tuple[tuple[str, str, str], ...]


def replay(
    house: House, episode: RearrangementEpisode, steps: Iterable[tuple[str, str]], recorded: float
) -> RecordedRunReport:
    """Do what was recorded.

    Args:
        house: Where.
        episode: The one that was recorded.
        steps: Skill and observation of every turn.
        recorded: Percent complete as it was recorded, 0 to 1.
    """
    world = RearrangementWorld(house, episode)
    differences: list[tuple[str, str, str]] = []
    count = 0
    for skill, told in steps:
        outcome = world.step(skill)
        count += 1
        if told and outcome.success != ("failure" not in told):
            differences.append((skill, told.split("\nObjects:")[0], read_text(outcome)))
    done = world.result().score.percent_complete
    return RecordedRunReport(done, recorded, count, count - len(differences), tuple(differences))


def differing(reports: Sequence[RecordedRunReport]) -> Counter[str]:
    """What recorded runs were told where this world tells something else, with how often."""
    return Counter(told for report in reports for _, told, _ in report.differences)
