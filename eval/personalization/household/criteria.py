"""The quality criteria of Memento as checks: each takes episodes and returns what is wrong with them, in words.

Human raters judged them in the paper (section on quality control); here they are rules on the words of both stages, the
things of the home and the goals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from agent.personal.words import content, split
from agent.requests.words.nouns import read_named
from envs.pocket.things.traits import accepts
from envs.teach.tasks.classes import types_named
from envs.vocabulary.looks import looks_in
from eval.personalization.household.episodes import EpisodeRoom, HomeThing, HouseholdEpisode
from eval.personalization.household.generating import sayings

TOO_ALIKE = 0.85
"""Share of the words of two names from which on they cannot be told apart."""
_ORDER = ("first", "then", "finally", "before", "after", "afterwards", "last", "lastly")


def semantic_misalignment(told: HouseholdEpisode, asked: HouseholdEpisode) -> list[str]:
    """The request names what was told by other words than those in which it was told."""
    name = _named(told.alias, told)
    lost = name - content(split(told.said))
    wrong = [f'"{word}" of the name is not in what was told' for word in sorted(lost)]
    if (told.alias, told.subtype, told.user) != (asked.alias, asked.subtype, asked.user):
        wrong.append(f"told was {told.subtype} {told.alias!r} of {told.user}, asked is {asked.subtype} {asked.alias!r}")
    unsaid = name - content(split(asked.said))
    return [*wrong, *(f'"{word}" of the name is not in what is asked' for word in sorted(unsaid))]


def _named(alias: str, episode: HouseholdEpisode) -> frozenset[str]:
    """The words of a name that have to be said: of "gift from my uncle" rather the uncle than the gift."""
    words = content(split(alias))
    telling = {"gift", "souvenir", "part", "heirloom"}
    return words - telling or words if episode.subtype in ("history", "group") else words


def triviality(asked: HouseholdEpisode, room: EpisodeRoom) -> list[str]:
    """The request can be carried out without knowing what was told."""
    words = split(asked.said)
    targets = [room.thing(goal.thing) for goal in asked.goals]
    wrong = [
        f"the request tells that it is {look}"
        for look in looks_in(words)
        if any(thing is not None and look in thing.look for thing in targets)
    ]
    if asked.type == "object_semantics":
        fit = [thing for thing in room.things if _fits(thing, words)]
        return wrong if len(fit) > 1 else [*wrong, "only one thing of the home fits the request"]
    named = [goal for goal, thing in zip(asked.goals, targets, strict=True) if thing and _names(thing, words)]
    placed = [goal for goal in named if _kinds(words) & {goal.place}]
    return [*wrong, "the request names every thing and its place"] if len(placed) == len(asked.goals) else wrong


def _kinds(words: Sequence[str]) -> set[str]:
    """Types that words name."""
    found: set[str] = set()
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun:
            found |= set(types_named(named.word))
    return found


def _names(thing: HomeThing, words: Sequence[str]) -> bool:
    return thing.type in _kinds(words)


def _fits(thing: HomeThing, words: Sequence[str]) -> bool:
    """Whether a request may mean a thing by the kind that it names; where it names none, any."""
    goals = {"on", "in", "to", "into", "onto"}
    before = list(words)
    for at, word in enumerate(words):
        if word in goals:
            before = list(words[:at])
            break
    kinds = _kinds(before)
    return thing.type in kinds if kinds else True


def redundancy(episodes: Sequence[HouseholdEpisode]) -> list[str]:
    """Of what one person tells in one home, two things have names that cannot be told apart."""
    wrong: list[str] = []
    for at, one in enumerate(episodes):
        for other in episodes[at + 1 :]:
            if (one.user, one.scene, one.type, one.stage) != (other.user, other.scene, other.type, other.stage):
                continue
            if _share(one.alias, other.alias) > TOO_ALIKE:
                wrong.append(f"{one.id} and {other.id} are both called {one.alias!r}")
            same = {goal.thing for goal in one.goals} & {goal.thing for goal in other.goals}
            if one.type == "object_semantics" and same and one.subtype == other.subtype:
                wrong.append(f"{one.id} and {other.id} say of the same thing that it is {one.subtype}")
    return wrong


def _share(one: str, other: str) -> float:
    a, b = content(split(one)), content(split(other))
    return len(a & b) / len(a | b) if a | b else 1.0


def environment_inconsistency(told: HouseholdEpisode, room: EpisodeRoom) -> list[str]:
    """What was told does not describe the thing, or describes its twin as well."""
    wrong: list[str] = []
    looks = set(looks_in(split(told.said)))
    meant = [room.thing(goal.thing) for goal in told.goals]
    shown = {look for thing in meant if thing is not None for look in thing.look}
    wrong += [f"nothing that is meant is {look}" for look in sorted(looks - shown)]
    for goal, twin in zip(told.goals, told.distractors, strict=True):
        thing, other = room.thing(goal.thing), room.thing(twin)
        if thing is None or other is None:
            wrong.append(f"{goal.thing if thing is None else twin} is not in the home")
        elif thing.type != other.type:
            wrong.append(f"{other.id} is no twin of {thing.id}")
        elif not (looks & thing.look) - other.look:
            wrong.append(f"what was told does not tell {thing.id} from {other.id}")
    return wrong


def instruction_inconsistency(told: HouseholdEpisode, asked: HouseholdEpisode) -> list[str]:
    """The two stages do not ask for the same."""
    wrong: list[str] = []
    if told.goals != asked.goals or told.distractors != asked.distractors:
        wrong.append("the goals of the two stages differ")
    if asked.type == "object_semantics":
        kinds = _kinds(split(asked.said))
        wrong += [f"where to is not said: {goal.place}" for goal in asked.goals if goal.place not in kinds]
    orders = [{word for word in split(one.said) if word in _ORDER} for one in (told, asked)]
    if asked.type == "object_semantics" and orders[0] != orders[1]:
        wrong.append(f"the order is said in one stage only: {', '.join(sorted(orders[0] ^ orders[1]))}")
    return wrong


def temporal_irrelevance(episode: HouseholdEpisode) -> list[str]:
    """What is said holds only for a while."""
    words = {word for word in split(episode.said) if word in sayings()["passing"].split()}
    dated = re.findall(r"\b\d{1,2}[:/.]\d{2}\b|\b(?:19|20)\d{2}\b|\b\d{1,2}(?:st|nd|rd|th)\b", episode.said)
    return [f'"{word}" passes' for word in (*sorted(words), *dated)]


def infeasibility(episode: HouseholdEpisode, room: EpisodeRoom) -> list[str]:
    """A goal cannot be reached, or holds already."""
    wrong: list[str] = []
    for goal in episode.goals:
        thing = room.thing(goal.thing)
        if thing is None:
            wrong.append(f"{goal.thing} is not in the home")
        elif goal.place not in room.places:
            wrong.append(f"there is no {goal.place} in the home")
        elif not accepts(goal.place, thing.type):
            wrong.append(f"no {thing.type} can be put on a {goal.place}")
        elif thing.place == goal.place:
            wrong.append(f"{goal.thing} is on a {goal.place} already")
    return wrong


def leakage(told: HouseholdEpisode, asked: HouseholdEpisode) -> list[str]:
    """The robot hears what only the checks may see."""
    wrong: list[str] = []
    for episode in (told, asked):
        heard = episode.said.lower()
        hidden = {"its id": episode.id, "the sentence of the memory": episode.memory}
        hidden |= {f"a goal ({goal.thing})": goal.thing for goal in episode.goals}
        wrong += [f"{episode.id} says {what}" for what, text in hidden.items() if text and text.lower() in heard]
    if told.said.lower().strip(" .") in asked.said.lower():
        wrong.append(f"{asked.id} says again what was told")
    return wrong


def retrieval_sanity(episode: HouseholdEpisode, pool: Sequence[HouseholdEpisode], room: EpisodeRoom) -> list[str]:
    """No other memory of the home is like the one that is needed, so that finding it is no feat."""
    others = [one for one in pool if one.id not in (episode.id, episode.related) and one.stage == "acquisition"]
    kinds = {thing.type for goal in episode.goals if (thing := room.thing(goal.thing)) is not None}
    alike = [
        one for one in others if any((t := room.thing(g.thing)) is not None and t.type in kinds for g in one.goals)
    ]
    places = {goal.place for goal in episode.goals}
    shared = [one for one in others if places & {goal.place for goal in one.goals}]
    wrong = [] if alike else ["no other memory is about a thing of the type"]
    return wrong if shared or alike else [*wrong, "no other memory is about the place"]


def complaints(
    told: HouseholdEpisode, asked: HouseholdEpisode, pool: Sequence[HouseholdEpisode], room: EpisodeRoom
) -> dict[str, list[str]]:
    """Everything that is wrong with a pair of episodes, by criterion; empty where nothing is.

    Args:
        told: The acquisition episode.
        asked: The utilization episode.
        pool: The other acquisition episodes that were taken for the same home.
        room: The home.
    """
    found = {
        "semantic misalignment": semantic_misalignment(told, asked),
        "triviality": triviality(asked, room),
        "redundancy": [text for text in redundancy([*pool, told]) if told.id in text],
        "environment inconsistency": environment_inconsistency(told, room),
        "instruction inconsistency": instruction_inconsistency(told, asked),
        "temporal irrelevance": [*temporal_irrelevance(told), *temporal_irrelevance(asked)],
        "infeasibility": infeasibility(asked, room),
        "leakage": leakage(told, asked),
    }
    return {name: wrong for name, wrong in found.items() if wrong}


def sound(
    episodes: Iterable[HouseholdEpisode], room: EpisodeRoom
) -> tuple[list[tuple[HouseholdEpisode, HouseholdEpisode]], Counter[str]]:
    """The pairs of episodes with which nothing is wrong, and how many were refused by which criterion.

    Args:
        episodes: Both stages of each.
        room: The home.
    """
    every = list(episodes)
    by_id = {one.id: one for one in every}
    taken: list[tuple[HouseholdEpisode, HouseholdEpisode]] = []
    refused: Counter[str] = Counter()
    for told in (one for one in every if one.stage == "acquisition"):
        asked = by_id[told.related]
        wrong = complaints(told, asked, [pair[0] for pair in taken], room)
        refused.update(wrong.keys())
        if not wrong:
            taken.append((told, asked))
    return taken, refused
