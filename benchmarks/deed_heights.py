"""Counts how high things are that are handled in recorded games: what tells a basin from the worktop around it.

``python -m benchmarks.deed_heights --games train.zip [--limit N]`` writes ``assets/deed_heights.json``; count training
games only. Their rooms are drawn with depth; read are where it was pointed and what the thing was.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path

from rich.console import Console
from rich.progress import track

from envs.errors import BadInput
from envs.teach.games.actions import ThorPose
from envs.teach.games.recorded import Game, iter_games
from eval.histories.import_games import LogBody, ReenactedScene, first_eye
from eval.histories.looking import commanded, looked_after
from memory.experience import type_of
from perception.deeds.evidence import heights_of
from perception.deeds.heights import SHIPPED_HEIGHTS, counted_heights
from perception.deeds.witness import DeedWitness
from perception.recognizer.action import INTERACTIONS
from perception.scene_graph.tracking import Tracker
from perception.senses import FRAMES
from perception.watching import coarse, view_of


def heights_in(game: Game) -> Iterator[tuple[str, str, float]]:
    """By kind of place and type, how high it was touched in a game, as far as it worked.

    Raises:
        BadGameFile: The room cannot be rebuilt.
    """
    stage, body, witness = ReenactedScene(game, **FRAMES), LogBody(first_eye(game)), DeedWitness(Tracker())
    stage.session.teleport(ThorPose(*body.eye))
    witness.look(coarse(view_of(stage.session.event)), (), None)
    for step in filter(looked_after, game.interactions):
        body.follow(step)
        worked = step.is_object_action and step.success and step.oid is not None
        if worked:
            stage.imitate(step, step.oid or "", body.eye)
        stage.session.teleport(ThorPose(*body.eye))
        command = commanded(step)
        witness.reach(command)
        seen = witness.look(coarse(view_of(stage.session.event)), (), command).evidence
        if worked and step.action_name in INTERACTIONS:
            for table, height in heights_of(seen, step.action_name):
                yield table, type_of(step.oid or ""), height


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.deed_heights", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", required=True, help="game files, folders or zip archives")
    parser.add_argument("--limit", type=int, help="only the first games")
    options = parser.parse_args(arguments)
    try:
        games = track(iter_games(options.games, options.limit), "games", options.limit, console=Console(stderr=True))
        heights = counted_heights(one for game in games for one in heights_in(game))
    except BadInput as error:
        print(error, file=sys.stderr)
        return 2
    target = Path(str(resources.files("assets"))) / SHIPPED_HEIGHTS
    target.write_text(json.dumps(heights.as_dict(), sort_keys=True, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{target}: {sum(sum(row.values()) for row in heights.pointed.values())} deeds", file=sys.stderr)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
