"""Recorded games for ``homebody collect``: which of them a plan takes, and following their logs while filming."""

from __future__ import annotations

import hashlib

from envs.errors import BadInput
from envs.teach.games.actions import ThorPose
from envs.teach.games.recorded import Game
from eval.collect.lives import FilmAction, FilmedAction, type_of_id
from eval.collect.plan import EpisodePlan, plan_of_game
from eval.histories.game_files import GameFiles
from eval.histories.import_games import LogBody, ReenactedScene, first_eye
from eval.histories.looking import commanded, looked_after
from perception.recognizer.action import INTERACTIONS
from perception.senses import done_as_seen


def split_of(world: str) -> str:
    """The split of a real plan: all games of one plan are in one, eight of ten plans in ``train``."""
    digit = hashlib.sha256(world.encode()).digest()[0] % 10
    return {8: "val", 9: "test"}.get(digit, "train")


def with_games(plans: list[EpisodePlan], games: GameFiles | None) -> list[EpisodePlan]:
    """The same plans, where every one that replays has a game: one after the other, in the order of their names.

    Raises:
        BadInput: Something is to be replayed, but there are no games.
    """
    if not any(plan.source == "replay" for plan in plans):
        return plans
    if games is None:
        raise BadInput("to collect from replays, name recorded games with --games")
    names, found = games.names, []
    turn = 0
    for plan in plans:
        if plan.source == "replay":
            name = names[turn % len(names)]
            plan = plan_of_game(plan, name, split_of(games.read(name).world))
            turn += 1
        found.append(plan)
    return found


def replay(game: Game, frames: dict[str, object], steps: int, film: FilmAction) -> None:
    """Follow a game's log in its rebuilt room and film the first view and every action.

    Args:
        game: The record.
        frames: How the engine draws.
        steps: Actions at most.
        film: Called with everything in order.

    Raises:
        BadGameFile: The room cannot be rebuilt.
    """
    stage, body = ReenactedScene(game, **frames), LogBody(first_eye(game))
    stage.session.teleport(ThorPose(*body.eye))
    film(FilmedAction(stage.session.event))
    for step in [one for one in game.interactions if looked_after(one)][:steps]:
        body.follow(step)
        kind = type_of_id(stage.session.event, step.oid) if step.oid else ""
        if step.is_object_action and step.success and step.oid is not None:
            stage.imitate(step, step.oid, body.eye)
        stage.session.teleport(ThorPose(*body.eye))
        done = done_as_seen(step.action_name, kind, bool(step.success))
        kind = done.object_type if done.action in INTERACTIONS else ""
        film(FilmedAction(stage.session.event, done.action, kind, commanded(step)))
