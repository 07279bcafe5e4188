"""What could be reached at most in EDH: the human's own deeds done by the agent's skills, and the end of the record.

No agent that has to guess how far to go gets beyond the first, and the second is what comes of doing the whole job,
which nobody asked for yet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from envs.teach.games.actions import DRIVER
from envs.teach.games.recorded import Game, Interaction
from eval.teach.agent import AgentRun, finish
from eval.teach.edh.executor import ActionExecutor
from eval.teach.edh.watching_body import WatchingBody
from eval.teach.instances.cutting import Instance


def human_deeds(body: WatchingBody, game: Game, instance: Instance) -> AgentRun:
    """Do what the recorded Driver did, deed by deed, with the agent's own skills and ways; the body acts."""
    deeds = _deeds(game.interactions[instance.start : instance.stop])
    reason = ActionExecutor(body, body.skills).do_all(deeds) if deeds else "nothing was done"
    return finish(body, body.log, None, reason)


def recorded_end(body: WatchingBody, game: Game, instance: Instance) -> AgentRun:
    """Let the recorded Driver go on to the end of the game; the body is led."""
    rest = game.interactions[instance.start :]
    body.follow(rest)
    steps = tuple(
        (step.action_name, step.oid)
        for step in rest
        if step.agent_id == DRIVER and step.success and (step.is_motion or step.is_object_action)
    )
    return AgentRun(None, "the recorded end", steps, 0, False)


Ceiling = Callable[[WatchingBody, Game, Instance], AgentRun]
CEILINGS: Mapping[str, Ceiling] = {
    "human_deeds": human_deeds,
    "recorded_end": recorded_end,
}
"""Under the names of the command's JSON."""


def _deeds(steps: Sequence[Interaction]) -> list[tuple[str, str]]:
    return [
        (step.action_name, step.oid)
        for step in steps
        if step.agent_id == DRIVER and step.is_object_action and step.success and step.oid is not None
    ]
