"""How the robot leaves a home: whether what it opened, switched on or took in its hand is as it was found.

Sixteen requests in generated kitchens, each carried out to its end and each called off halfway. Counted are runs that
leave something open that was closed, something on that was off, or something in the hand (but for what is handed to
somebody), how often one door was opened at most, and the steps. Run it with ``python -m benchmarks.manners``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from typing import Any

from agent.household.planned_sayings import PlannedSaying, sayings
from agent.household.provisions import Speech
from agent.household.session import LivedEpisode, live
from benchmarks.lines import keeper, print_lines, result_option
from envs.process.terminal import track
from envs.teach.games.actions import ACTIONS
from eval.commands.homes import CommandHome, HomeThings, things_in

REQUESTS = (
    "make coffee", "water the plant", "wash all the mugs", "wash all the plates",
    "put all the silverware on the counter", "put all the mugs in a cabinet", "put all the condiments in one cabinet",
    "boil a potato", "make a plate of toast", "put two slices of tomato on a plate",
    "cook three slices of potato and put them in a bowl", "make a salad", "make a sandwich", "fill a cup with water",
    "bring me an egg", "put the bread in the fridge",
)  # fmt: skip
CALLED_OFF = PlannedSaying("never mind, stop that", None, 0.5)
_HANDED = "bring"


@dataclass(frozen=True)
class LeftHome:
    """How one run left a home.

    Attributes:
        steps: It took.
        left_open: Types of what it left open.
        left_on: Types of what it left on.
        held: Whether something is in its hand.
        openings: How often it opened one and the same thing at most.
    """

    steps: int
    left_open: tuple[str, ...]
    left_on: tuple[str, ...]
    held: bool
    openings: int


def left(request: str, seed: int, *, called_off: bool) -> LeftHome:
    """Carry out a request in a kitchen, or half of it.

    Args:
        request: What is said.
        seed: Of the kitchen.
        called_off: Whether it is called off halfway.
    """
    kitchen = CommandHome("kitchen", seed)
    home = kitchen.place()
    before = things_in(home)
    later = (CALLED_OFF,) if called_off else ()
    said = sayings(later, lambda: live(kitchen.place(), Speech(request)).result.steps)
    lived = live(home, Speech(request, None, said))
    after = things_in(home)
    handed = not called_off and request.startswith(_HANDED)
    held = any(one.get("isPickedUp") for one in after.values()) and not handed
    changed = (_turned(before, after, "isOpen"), _turned(before, after, "isToggled"))
    return LeftHome(lived.result.steps, *changed, held, _openings(lived))


def _turned(before: HomeThings, after: HomeThings, state: str) -> tuple[str, ...]:
    """Types of what has a state that it had not."""
    changed = (key for key, one in after.items() if one.get(state) and key in before and not before[key].get(state))
    return tuple(str(after[key]["objectType"]) for key in changed)


def _openings(lived: LivedEpisode) -> int:
    """How often the thing was opened that was opened most often."""
    deeds = (one for one in lived.result.game.interactions if one.success and one.action_id in ACTIONS)
    opened = Counter(one.oid for one in deeds if ACTIONS[one.action_id].name == "Open")
    return max(opened.values(), default=0)


def run(kitchens: int) -> Iterator[dict[str, Any]]:
    """One line for requests that are carried out, one for those that are called off."""
    for called_off in (False, True):
        every = [(request, seed) for request in REQUESTS for seed in range(kitchens)]
        found = [
            left(*one, called_off=called_off) for one in track(every, "called off" if called_off else "to the end")
        ]
        yield {
            "bench": "manners",
            "how": "called off halfway" if called_off else "carried out",
            "runs": len(found),
            "left_open": sum(bool(one.left_open) for one in found),
            "left_on": sum(bool(one.left_on) for one in found),
            "left_in_hand": sum(one.held for one in found),
            "most_openings": max(one.openings for one in found),
            "opened_more_than_twice": sum(one.openings > 2 for one in found),
            "mean_steps": round(mean(one.steps for one in found), 1),
        }


def main(arguments: list[str]) -> int:
    """Run it; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.manners", description="How homes are left.")
    parser.add_argument("--kitchens", type=int, default=8, help="generated kitchens, from seed 0 on")
    result_option(parser)
    given = parser.parse_args(arguments)
    keep = keeper("benchmarks.manners", given.result, arguments)
    print_lines(run(given.kitchens), keep, ["benchmarks.manners"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
