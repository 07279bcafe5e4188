"""EDH: the agent has watched the beginning of a game, was told what was said, and goes on from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from agent.recognition.recognizer import read_request
from envs.engines import open_simulator
from envs.pocket.scene import Cell, Scene
from envs.teach.games.rebuild import Layouts, scene_from_game, visited_cells
from envs.teach.games.recorded import Game, Interaction
from envs.teach.games.session import TeachSession
from eval.teach.agent import AgentRun, finish, heard
from eval.teach.edh.dialogue_so_far import DialogueSoFar, kind, read_so_far
from eval.teach.edh.executor import ActionExecutor
from eval.teach.edh.features import Past
from eval.teach.edh.imagined_scene import ImaginedScene, Stance, imagine, imagine_things
from eval.teach.edh.look_ahead import deeds_asked_for
from eval.teach.edh.watching_body import WatchingBody
from eval.teach.instances.cutting import Instance, TimedUtterance
from eval.teach.instances.state_changes import type_in_id

AT_HOME = ("Sink", "Faucet", "CounterTop", "Knife", "Plate", "Mug", "Microwave", "Toaster", "CoffeeMachine")
"""What a kitchen is taken to have although none has been seen yet."""


def begun(game: Game, layouts: Layouts | None = None, known: int = 0, **frames: Any) -> TeachSession:
    """The beginning of a game, for an agent that is told nothing of what happened later.

    Args:
        game: The recorded game.
        layouts: Free floor of the real plans.
        known: Where the Driver walked in that many interactions is known to be floor.
        frames: How the engine is opened.
    """
    return _session(game, scene_from_game(game, layouts, known), **frames)


def _session(game: Game, scene: Scene, **frames: Any) -> TeachSession:
    return TeachSession(open_simulator(place=scene, **frames), list(game.initial.objects))


def watched(
    game: Game, instances: Sequence[Instance], layouts: Layouts | None = None
) -> Iterator[tuple[Instance, WatchingBody]]:
    """Each instance with somebody who has watched the game up to its start; take a twin to act."""
    watcher: WatchingBody | None = None
    floor: frozenset[Cell] = frozenset()
    played = 0
    for instance in instances:
        if watcher is None or not visited_cells(game.interactions[: instance.start]) <= floor:
            scene = scene_from_game(game, layouts, instance.start)
            watcher, floor, played = WatchingBody(_session(game, scene)), scene.free, 0
        watcher.follow(game.interactions[played : instance.start])
        played = instance.start
        yield instance, watcher


def go_on(body: WatchingBody, dialogue: Sequence[TimedUtterance], history: Sequence[Interaction]) -> AgentRun:
    """Decide what is asked for now, do it, stop.

    Args:
        body: Has watched what was done.
        dialogue: What was said up to now.
        history: What was done up to now.
    """
    said = heard(dialogue)
    deeds_done = [step for step in history if _is_deed(step)]
    past = [(step.action_name, kind(type_in_id(step.oid or "")), step.oid or "") for step in deeds_done]
    spoken = [line.time for line in dialogue if line.text.strip()]
    asked = read_so_far(said, len(past), [sum(step.time <= time for step in deeds_done) for time in spoken])
    scene = _believed(body, asked, history, past)
    deeds = deeds_asked_for(scene, asked, past, imagine_things(body.first.values()))
    reason = ActionExecutor(body, body.skills).do_all(deeds) if deeds else "nothing was asked for"
    return finish(body, body.log, read_request(said), reason)


def _is_deed(step: Interaction) -> bool:
    done = step.is_object_action and step.success and step.oid is not None
    return bool(done) and step.action_name not in ("Open", "Close")


def _believed(body: WatchingBody, asked: DialogueSoFar, history: Sequence[Interaction], past: Past) -> ImaginedScene:
    """What the agent that has watched takes to be so."""
    expected = sorted(asked.things | asked.named | {food for food, n in asked.portions.items() if n})
    unseen = [name for name in (*AT_HOME, *expected) if not name.endswith("Sliced")]
    scene = imagine(body.belief, [(action, target) for action, _, target in past], unseen)
    pose = body.belief.pose
    since = takewhile(lambda step: not _is_deed(step), reversed(history))
    scene.stance = Stance(pose.x, pose.z, pose.yaw, sum(step.is_motion for step in since))
    return scene
