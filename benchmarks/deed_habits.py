"""Counts how deeds follow each other in recorded games: what decoding deeds from pixels expects.

``python -m benchmarks.deed_habits --games train.zip`` writes ``assets/deed_habits.json``; count training games only.
Read are the successful interactions of the logs; neither tasks nor words.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from envs.errors import BadInput
from envs.teach.games.recorded import Game, iter_games
from eval.histories.looking import looked_after
from memory.experience import type_of
from perception.deeds.habits import SHIPPED, DeedHabits, HandledThing, counted
from perception.recognizer.action import INTERACTIONS

_SELDOM = 2
"""What came after one very deed fewer times is not kept."""


def deeds_of(game: Game) -> Iterator[HandledThing]:
    """What the follower of a game did, as far as it worked."""
    for step in filter(looked_after, game.interactions):
        if step.success and step.oid and step.action_name in INTERACTIONS:
            yield HandledThing(step.action_name, type_of(step.oid))


def lasting(habits: DeedHabits) -> DeedHabits:
    """The same without what is too seldom to be a habit."""
    kept = {key: {k: n for k, n in row.items() if n >= _SELDOM} for key, row in habits.after.items()}
    return DeedHabits(habits.actions, habits.objects, habits.held, {key: row for key, row in kept.items() if row})


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deed_habits", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    options = parser.parse_args(arguments)
    try:
        habits = lasting(counted(deeds_of(game) for game in iter_games(options.games)))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    target = Path(str(resources.files("assets"))) / SHIPPED
    target.write_text(json.dumps(habits.as_dict(), sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{target}: {sum(sum(row.values()) for row in habits.objects.values())} deeds", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
