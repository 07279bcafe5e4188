"""Which small things a room gets, and how many of each."""

from __future__ import annotations

from envs.pocket.generate.dice import Dice
from envs.vocabulary.object_types import ObjectType, object_types

#: Kitchen types without which some TEACh chore cannot be done, most needed first; all 28 observed plans have them all.
CHORES = (
    *("Mug", "Plate", "Knife", "Bread", "Tomato", "Potato", "Lettuce", "Bowl", "Cup", "Pot", "Pan", "Apple", "Egg"),
    *("Fork", "Spoon", "ButterKnife", "DishSponge", "SoapBottle", "SaltShaker", "PepperShaker"),
)
_USUAL_COPIES = 3


def always(room: str) -> list[str]:
    """The small types that every room of that kind has, most needed first."""
    usual = [kind.name for kind in _small(room) if kind.rooms[room].share > 0.999]
    needed = list(CHORES) if room == "kitchen" else []
    return needed + [name for name in usual if name not in needed]


def shopping_list(room: str, count: int, dice: Dice) -> tuple[list[str], list[str]]:
    """``count`` small things in all: one of each type, and further copies.

    Types that some plans lack come with the measured probability. Copies follow the measured counts and stay at three
    of a kind until every type has as many.
    """
    sometimes = [kind.name for kind in _small(room) if kind.name not in always(room)]
    chosen = [name for name in sometimes if dice.chance(object_types()[name].rooms[room].share)]
    firsts = (always(room) + dice.shuffled(chosen))[: max(0, count)]
    return firsts, _copies(room, firsts, count - len(firsts), dice)


def _copies(room: str, firsts: list[str], count: int, dice: Dice) -> list[str]:
    known = [object_types()[name].rooms[room] for name in firsts]
    tally, most, copies = [1] * len(firsts), _USUAL_COPIES, []
    while firsts and len(copies) < count:
        # A median of one means that a second one is rare.
        weights = [
            (r.count if r.count > 1 else 0.2) if n < most and (r.most > 1 or most > 2 * _USUAL_COPIES) else 0.0
            for r, n in zip(known, tally, strict=True)
        ]
        if not any(weights):
            most += _USUAL_COPIES
            continue
        i = dice.weighted(weights)
        tally[i] += 1
        copies.append(firsts[i])
    return copies


def _small(room: str) -> list[ObjectType]:
    return [kind for kind in object_types().values() if "pickupable" in kind.can and room in kind.rooms]
