"""The built-in planner as an expert for the household environments: it says which action to take next.

It is given the environment, acts in that environment's own action space, and knows what the acting agent knows: the
map, and what has been in view (``docs/agent.md``). The environment knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium

from agent.body.acting import Body, RunRecording
from agent.expert.deeds import ExpertAction, encoded
from agent.expert.handover import Handover
from agent.expert.skills import ExpressedSkills, FacingSkills
from agent.planning.episode import planner_of, pursue
from envs.clock import SimulatedClock
from envs.errors import BadInput, GaveUp
from envs.gym.env import STOP, HouseholdEnv, HouseholdObjectEnv, PointingEnv
from envs.gym.episode import EpisodeState
from envs.pocket.scene import Cell
from envs.simulator import GRID
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import Outcome, TeachSession

_NO_LIMIT = 10**9  # the environment has limits of its own
_MOST_IN_VAIN = 200  # deeds of an episode that no action of the environment means

ActionRequest = Callable[[ExpertAction], Outcome]


class Expert:
    """Says what to do next in a household environment, episode after episode.

    It notices by itself when an episode begins. When another action than its own was taken it looks again and plans
    from there, with what it has learnt so far.

    Args:
        env: One of the household environments, in whatever wrappers. Several in a vector need an expert each.

    Raises:
        BadInput: It is another kind of environment.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        inner = getattr(env, "unwrapped", env)
        if not isinstance(inner, HouseholdEnv):
            raise BadInput(
                f"the expert is for one household environment, not for {type(inner).__name__}; make one with "
                "gymnasium.make('envs:homebody/HouseholdObject-v0')"
            )
        self._env = inner
        self._thought: _Thought | None = None

    @property
    def reason(self) -> str:
        """Why it has nothing left to do in this episode: ``done``, or what it could not find or do; empty before."""
        return "" if self._thought is None else self._thought.reason

    def action(self) -> Any:
        """The next action; the same one again until it, or another, was taken.

        Raises:
            ResetNeeded: No episode is running.
            GaveUp: The expert has nothing left to do and the environment has no *Stop*; says why.
        """
        episode = self._env.episode
        if self._thought is None or self._thought.episode is not episode:
            self.close()
            self._thought = _Thought(self._env, episode)
        self._thought.catch_up()
        if self._thought.action is not None:
            return self._thought.action
        if STOP not in self._env.actions:
            raise GaveUp(f"the expert is at its end ({self.reason}), and the environment has no Stop; reset it")
        return encoded(self._env, ExpertAction(STOP))

    def close(self) -> None:
        """Drop the episode; the next ``action`` begins anew."""
        if self._thought is not None:
            self._thought.work.close()
        self._thought = None


class _Thought:
    """What the expert thinks in one episode."""

    def __init__(self, env: HouseholdEnv, episode: EpisodeState) -> None:
        self.episode, self.reason, self.action = episode, "", None
        self._env, self._controls = env, _Controls(episode.session)
        body = _body(self._controls, episode)
        named = isinstance(env, HouseholdObjectEnv | PointingEnv)
        self._skills = ExpressedSkills(body, env) if named else FacingSkills(body, env)
        self._planner = planner_of(self._skills, episode.task)
        self._at, self._in_vain = -1, 0
        self._deed: ExpertAction | None = None
        self.work = self._planning()

    def catch_up(self) -> None:
        """Take in what has happened since the last time, and decide on an action; None when nothing is left to do."""
        steps, before = self.episode.steps, self._at
        self._at = steps
        if before < 0:
            self._decide(None)
        elif steps == before + 1 and self._deed is not None and _was_done(self._deed, self.episode):
            self._decide(self.episode.outcome)
        elif steps != before:
            self.work.close()
            self._skills.look_again()
            self.work = self._planning()
            self._decide(None)

    def _planning(self) -> Handover[ExpertAction, Outcome]:
        skills, planner, controls = self._skills, self._planner, self._controls

        def work(ask: ActionRequest) -> str:
            controls.ask = ask
            return pursue(skills, planner)

        return Handover(work)

    def _decide(self, outcome: Outcome | None) -> None:
        """Tell the planner how its deed has ended, and take the next one that an action of the environment means."""
        deed, action = self.work.resume(outcome), None
        while deed is not None and (action := encoded(self._env, deed)) is None and self._in_vain < _MOST_IN_VAIN:
            self._in_vain += 1
            deed = self.work.resume(Outcome(False, f"from here no action means {deed.target}", deed.target))
        if deed is not None and action is None:
            self.work.close()
            self.reason = f"no action of this environment means {deed.target}"
        else:
            self.reason = self.work.result
        self._deed, self.action = deed, action


class _Controls(TeachSession):
    """The environment's session for the planner's body: it reads there, and asks for what is to be done."""

    ask: ActionRequest

    def __init__(self, session: TeachSession) -> None:
        self.simulator, self.tolerance, self.custom = session.simulator, session.tolerance, session.custom

    def motion(self, name: str, degrees: float | None = None) -> Outcome:
        """Ask for a motion."""
        return self.ask(ExpertAction(name))

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        """Ask for an object action."""
        return self.ask(ExpertAction(name, target, (0.5 if x is None else x, 0.5 if y is None else y)))


def _body(controls: _Controls, episode: EpisodeState) -> Body:
    clock = SimulatedClock()
    recorder = GameRecorder(controls, episode.task, "expert", episode.event.metadata["sceneName"], clock.now())
    journal = RunRecording(clock, recorder, "expert", episode.task.name)
    cells = reached(episode.free, episode.event.metadata["agent"]["position"]) if episode.free else None
    return Body(controls, journal, _NO_LIMIT, _NO_LIMIT, cells=cells)


def reached(free: Iterable[Cell], position: Mapping[str, float]) -> frozenset[Cell]:
    """The cells of free floor that one can walk to from a place, as ``GetReachablePositions`` gives them."""
    left = set(free)
    frontier = [(round(position["x"] / GRID), round(position["z"] / GRID))]
    found = set(frontier)
    while frontier:
        x, z = frontier.pop()
        near = {(x + 1, z), (x - 1, z), (x, z + 1), (x, z - 1)} & left - found
        found |= near
        frontier.extend(near)
    return frozenset(found)


def _was_done(deed: ExpertAction, episode: EpisodeState) -> bool:
    """Whether the last action of an episode was that deed."""
    return episode.action == deed.name and episode.outcome.target == deed.target


@dataclass(frozen=True)
class Demonstration:
    """How an episode of the expert ended.

    Attributes:
        success: Whether the task is done.
        steps: Actions taken.
        reward: Sum of the rewards.
        reason: ``done`` when it is, or when the expert thinks so; otherwise why it has stopped, empty at a limit.
    """

    success: bool
    steps: int
    reward: float
    reason: str


def demonstrate(
    env: gymnasium.Env[Any, Any], expert: Expert, *, seed: int | None = None, options: dict[str, Any] | None = None
) -> Demonstration:
    """One episode by the expert, from the reset to the end; wrappers of ``env`` that record see every step.

    Args:
        env: Where to reset and step: what the expert was made for, or a wrapper of it.
        expert: Says what to do.
        seed: As ``env.reset``.
        options: Likewise.

    Raises:
        BadInput: There is no such episode.
    """
    _, info = env.reset(seed=seed, options=options)
    steps, total, ended = 0, 0.0, False
    while not ended:
        try:
            action = expert.action()
        except GaveUp:  # without Stop nothing ends an episode that the expert has given up
            break
        _, reward, terminated, truncated, info = env.step(action)
        steps, total, ended = steps + 1, total + float(reward), terminated or truncated
    success = bool(info["success"])
    return Demonstration(success, steps, total, "done" if success else expert.reason)
