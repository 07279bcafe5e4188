"""Makes homes with twins and the episodes lived in them, from a seed."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from agent.requests.reading import read_at_work
from envs.errors import BadInput, GaveUp
from envs.pocket.generate import generate_room
from envs.pocket.generate.twins import Twin
from envs.pocket.scene import Scene
from envs.pocket.things.palette import PALETTES
from envs.pocket.things.traits import ENCLOSED, OPEN_SURFACES
from envs.pocket.things.variants import variant_of
from envs.vocabulary.english import one
from envs.vocabulary.looks import looks_in
from envs.vocabulary.object_types import object_types
from envs.vocabulary.uses import put_in
from eval.personalization.household.episodes import EpisodeRoom, HomeThing, HouseholdEpisode, HouseholdGoal

ROOMS = ("kitchen", "living_room", "bedroom")
_TWINS = 5
_SEEDS_TRIED = 20
_NO_PLACES = frozenset({"Floor", "GarbageCan", "Sink", "Toilet"})
"""Where nobody asks to have things put; what is in a sink is in its basin."""


@cache
def sayings() -> Mapping[str, Any]:
    """What generated episodes say."""
    text = (files("assets") / "personalization" / "household.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


# -- homes -----------------------------------------------------------------------------------------------------------


def episode_rooms(seed: int, homes: int) -> Iterator[EpisodeRoom]:
    """So many homes, each with several twins; the same seed gives the same.

    Raises:
        BadInput: The seed is negative, or no home was asked for.
    """
    if seed < 0 or homes < 1:
        raise BadInput(f"homes are made from a seed of at least 0, at least one of them, not {homes} from {seed}")
    number = seed * 1_000
    for index in range(homes):
        kind = ROOMS[index % len(ROOMS)]
        for _ in range(_SEEDS_TRIED):
            room = _room(kind, number)
            number += 1
            if room is not None:
                yield room
                break
        else:
            raise GaveUp(f"no {kind} with {_TWINS} twins was found from seed {seed}; try another seed")


def _room(kind: str, seed: int) -> EpisodeRoom | None:
    """A room with twins of several types; None where it has no room for them."""
    draw = random.Random(f"{kind} {seed}")
    scene = generate_room(kind, seed)
    types = sorted({one["objectType"] for one in scene.objects if _may_have_twin(one["objectType"])})
    draw.shuffle(types)
    twins: list[Twin] = []
    for name in types:
        try:
            more = generate_room(kind, seed, twins=(*twins, Twin(name)))
        except GaveUp:
            continue
        if _pair(more, name) is not None:
            scene, twins = more, [*twins, Twin(name)]
        if len(twins) == _TWINS:
            return _described(scene, [twin.type for twin in twins])
    return None


def _may_have_twin(name: str) -> bool:
    can = object_types()[name].can
    several = len({colour for colour, _ in PALETTES.get(name, PALETTES["*"])}) > 1
    return "pickupable" in can and "sliceable" not in can and several


def _thing(record: Mapping[str, Any], scene: Scene) -> HomeThing:
    variant = variant_of(dict(record))
    parents = record["parentReceptacles"] or ()
    types = {one["objectId"]: one["objectType"] for one in scene.objects}
    look = frozenset(looks_in((variant.colour, variant.material)))
    return HomeThing(
        record["objectId"], record["objectType"], look, variant.colour, types[parents[0]] if parents else ""
    )


def _pair(scene: Scene, name: str) -> tuple[HomeThing, HomeThing] | None:
    """The newest thing of a type and the one beside which it lies, told apart by colours that no other of them has."""
    alike = [one for one in scene.objects if one["objectType"] == name]
    new = alike[-1]
    beside = [one for one in alike[:-1] if one["parentReceptacles"] == new["parentReceptacles"]]
    colours = [variant_of(one).colour for one in alike]
    for other in beside:
        pair = (_thing(other, scene), _thing(new, scene))
        if all(colours.count(thing.colour) == 1 and thing.place not in ENCLOSED for thing in pair):
            return pair
    return None


def _described(scene: Scene, types: Sequence[str]) -> EpisodeRoom | None:
    pairs = [_pair(scene, name) for name in types]
    things = [_thing(one, scene) for one in scene.objects if "pickupable" in object_types()[one["objectType"]].can]
    places = sorted(
        {
            one["objectType"]
            for one in scene.objects
            if one["objectType"] in OPEN_SURFACES - ENCLOSED - _NO_PLACES and not one["pickupable"]
        }
    )
    if any(pair is None for pair in pairs) or len(places) < 2:
        return None
    return EpisodeRoom(scene.name, tuple(things), tuple(pair for pair in pairs if pair is not None), tuple(places))


# -- episodes --------------------------------------------------------------------------------------------------------


def episodes_in(room: EpisodeRoom) -> list[HouseholdEpisode]:
    """The episodes of a home, of two people: what a thing is to each of them, and what each is used to.

    Both call one of the same twins theirs, and both are used to something else for the same occasion, so who speaks
    decides; both of another pair of twins mean something to one of them, so what they mean decides.
    """
    draw = random.Random(room.scene)
    made: list[HouseholdEpisode] = []
    first, second = draw.sample(sayings()["people"], 2)
    ours = draw.choice(sayings()["semantics"]["ownership"])
    turned = draw.sample(room.twins[0], 2)
    for user, (target, twin) in ((first, turned), (second, turned[::-1])):
        made += _about_thing(room, draw, user, "ownership", ours, target, twin, len(made))
    sorts = draw.sample([sort for sort in sayings()["semantics"] if sort != "ownership"], 3)
    user = draw.choice((first, second))
    pair, other = draw.sample(room.twins[1], 2), draw.sample(room.twins[2], 2)
    for (target, twin), sort in zip((pair, pair[::-1], other), sorts, strict=True):  # both twins mean something to one
        said = draw.choice(sayings()["semantics"][sort])
        made += _about_thing(room, draw, user, sort, said, target, twin, len(made))
    occasion = draw.choice(sayings()["occasions"])
    sides = [draw.sample(pair, 2) for pair in room.twins[3:5]]
    for user, chosen in ((first, sides), (second, [side[::-1] for side in sides])):
        made += _about_habit(room, draw, user, occasion, chosen, len(made))
    return made


def _place_for(room: EpisodeRoom, draw: random.Random, thing: HomeThing, used: Sequence[str] = ()) -> str | None:
    """A place where a thing does not lie, whose name the robot understands."""
    fit = [place for place in room.places if place != thing.place and place not in used and _understood(thing, place)]
    return draw.choice(fit) if fit else None


def _understood(thing: HomeThing, place: str) -> bool:
    begun = read_at_work(_command("put the {look} {thing} {at} the {place}", thing, place)).begun
    return len(begun) == 1 and begun[0].errand.params[1:2] == (thing.type,) and begun[0].errand.params[-1] == place


def _command(text: str, thing: HomeThing, place: str, **more: str) -> str:
    at = "in" if put_in(place) else "on"
    return text.format(look=thing.colour, thing=one(thing.type), at=at, place=one(place), **more)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in string.punctuation else '.'}"


def _about_thing(
    room: EpisodeRoom,
    draw: random.Random,
    user: str,
    subtype: str,
    saying: Mapping[str, str],
    target: HomeThing,
    twin: HomeThing,
    number: int,
) -> list[HouseholdEpisode]:
    """Both stages of knowledge about a thing; none where there is no place to put it."""
    place = _place_for(room, draw, target)
    if place is None:
        return []
    command = _command(draw.choice(sayings()["commands"]), target, place)
    told = _command(saying["told"], target, place)
    asked = _command(saying["asked"], target, place)
    alias = _command(saying["alias"], target, place)
    request = _command(draw.choice(sayings()["requests"]), target, place, asked=asked)
    memory = f"To {user} the {target.colour} {one(target.type)} is: {alias}."
    plain = _command("put the {look} {thing} {at} the {place}", target, place)
    goals = (HouseholdGoal(target.id, place),)
    return _stages(
        room, user, ("object_semantics", subtype, alias, memory), (f"{_sentence(command)} {told}", _sentence(request)),
        plain, goals, (twin.id,), number,
    )  # fmt: skip


def _about_habit(
    room: EpisodeRoom, draw: random.Random, user: str, occasion: str, chosen: Sequence[Sequence[HomeThing]], number: int
) -> list[HouseholdEpisode]:
    """Both stages of a habit with two things."""
    subtype = draw.choice(sorted(sayings()["patterns"]))
    saying = draw.choice(sayings()["patterns"][subtype])
    places: list[str] = []
    for target, _ in chosen:
        place = _place_for(room, draw, target, places) or _place_for(room, draw, target)
        if place is None:
            return []
        places.append(place)
    parts = [
        _command("the {look} {thing} {at} the {place}", side[0], at) for side, at in zip(chosen, places, strict=True)
    ]
    command = f"put {' and '.join(parts)}"
    bare = occasion.removeprefix("my ").removeprefix("the ")
    memory = f"For {bare} {user} likes {' and '.join(parts)}."
    goals = tuple(HouseholdGoal(side[0].id, at) for side, at in zip(chosen, places, strict=True))
    told = f"{_sentence(command)} {saying['told'].format(occasion=occasion)}"
    asked = _sentence(saying["asked"].format(occasion=occasion))
    known = ("user_pattern", subtype, bare, memory)
    return _stages(room, user, known, (told, asked), command, goals, tuple(side[1].id for side in chosen), number)


def _stages(
    room: EpisodeRoom,
    user: str,
    knowledge: tuple[str, str, str, str],
    said: tuple[str, str],
    plain: str,
    goals: tuple[HouseholdGoal, ...],
    distractors: tuple[str, ...],
    number: int,
) -> list[HouseholdEpisode]:
    name = f"{room.scene}/{number // 2}"
    told, asked = f"{name}/told", f"{name}/asked"
    rest = (room.scene, user, *knowledge)
    return [
        HouseholdEpisode(told, "acquisition", asked, *rest, said[0], plain, goals, distractors),
        HouseholdEpisode(asked, "utilization", told, *rest, said[1], plain, goals, distractors),
    ]
