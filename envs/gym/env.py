"""``HouseholdEnv``: a chore in a room as a Gymnasium environment, and its variant with named objects.

The environment needs no engine to say what its spaces are; one is started by the first ``reset``. See ``docs/env.md``.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import logger, spaces
from gymnasium.error import ResetNeeded

from envs.errors import BadInput
from envs.gym.episode import EpisodeSpec, EpisodeState, ImagePoint, Opener, SceneOrName, SimulatorFactory
from envs.gym.spaces import DONE, FAILED, NO_RESULT, observation_space, observe, slot_types
from envs.gym.targets import VisibleTargets, look_around
from envs.gym.view import PictureSettings
from envs.mapview import draw_map, half_blocks
from envs.teach.games.actions import AGENT_ACTIONS
from envs.teach.games.recorded import Game
from envs.teach.games.session import OBJECT_ACTIONS
from envs.teach.tasks.definition import Task

SLOTS = 64
"""Objects the Object variant can name; in recorded rooms at most 40 are visible at once."""
MAX_STEPS = 1000
"""TEACh's limit on actions per episode."""
MAX_FAILURES = 30
"""TEACh's limit on failed actions per episode."""
STOP = "Stop"
"""The action that ends an episode; the first one, where there is one."""

_MAP_COLUMNS = 64  # characters: width of the map in a terminal


class HouseholdEnv(gymnasium.Env[dict[str, Any], Any]):
    """One chore in one room; an action is one of TEACh's 17, for the object the agent faces.

    Args:
        scene: ``kitchen``, ``living_room``, ``bedroom``, ``bathroom``, ``tabletop``, a name with its seed such as
            ``kitchen_7``, or a ``Scene``. None is the kitchen, or the room of ``game``.
        scene_seed: Which room of that name; None draws another one for every episode.
        scene_seeds: Seeds of the rooms to draw from; None is any.
        split: ``train``, ``val`` or ``test``: draw rooms of this split only, see ``envs.gym.rooms``.
        task: ``"Coffee"``, ``("Put All X On Y", ["Fork", "in", "Sink"])`` or a ``Task``; None is the game's task, or
            one that suits the room. Unless the room is given, rooms are drawn until one suits the task.
        game: A recorded game, or the path of its file: its initial state is where the episode begins.
        render_mode: ``rgb_array`` (what the agent sees), ``human`` (a map in the terminal) or None.
        view: What ``rgb`` and ``depth`` show: ``plain`` or ``textured`` frames of the embedded engine, or ``map``, a
            drawing of the room from above and no depth, which is quicker than both. A simulator from the factory
            decides by itself how its frames look.
        width: Frame width, pixels.
        height: Frame height, pixels.
        field_of_view: Vertical opening angle of the camera, degrees.
        segmentation: Also observe which object owns which pixel.
        max_steps: The episode is truncated after so many actions.
        max_failures: The episode is truncated after so many failed actions.
        stop: Whether the agent can end the episode by an action; without, *Forward* is action 0.
        simulator_factory: Where simulators come from; None is the embedded engine.

    Raises:
        BadInput: A number is out of range, the view or render mode is unknown, or the game or task cannot be used.
    """

    points: ClassVar[bool] = False
    """Whether actions carry an image point."""
    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "rgb_array"], "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self,
        scene: SceneOrName | None = None,
        *,
        scene_seed: int | None = None,
        scene_seeds: Sequence[int] | None = None,
        split: str | None = None,
        task: str | tuple[str, Sequence[str]] | Task | None = None,
        game: Game | Path | str | None = None,
        render_mode: str | None = None,
        view: str = "plain",
        width: int = 300,
        height: int = 300,
        field_of_view: float = 90.0,
        segmentation: bool = False,
        max_steps: int = MAX_STEPS,
        max_failures: int = MAX_FAILURES,
        stop: bool = True,
        simulator_factory: SimulatorFactory | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadInput(
                f"render_mode is {render_mode!r}; allowed are None, {', '.join(self.metadata['render_modes'])}"
            )
        for name, limit in (("max_steps", max_steps), ("max_failures", max_failures)):
            if limit < 1:
                raise BadInput(f"{name} is {limit}; an episode needs at least 1")
        if not isinstance(stop, bool | np.bool_):
            raise BadInput(f"stop is {stop!r}; it is True or False")
        self.render_mode = render_mode
        self.width, self.height = width, height
        self.max_steps, self.max_failures = max_steps, max_failures
        self.actions = AGENT_ACTIONS if stop else tuple(name for name in AGENT_ACTIONS if name != STOP)
        about = {"scene": scene, "scene_seed": scene_seed, "scene_seeds": scene_seeds, "split": split}
        self.setting = EpisodeSpec().changed({**about, "task": task, "game": game})
        shows = render_mode == "rgb_array"
        self._view = PictureSettings(view, width, height, field_of_view, segmentation, self.points, shows)
        self.observation_space: spaces.Space[Any] = observation_space(height, width, segmentation=segmentation)
        self.action_space: spaces.Space[Any] = spaces.Discrete(len(self.actions))
        self._opener = Opener(simulator_factory, self._view.parameters())
        self._episode: EpisodeState | None = None
        self._around: VisibleTargets | None = None
        self._ended = ""

    # -- what users read and set ---------------------------------------------------------------------------------

    @property
    def episode(self) -> EpisodeState:
        """The running episode.

        Raises:
            ResetNeeded: There is none.
        """
        if self._episode is None:
            raise ResetNeeded("no episode is running; call env.reset() first")
        return self._episode

    @property
    def surroundings(self) -> VisibleTargets:
        """The visible objects and what can be done with them, now."""
        if self._around is None:
            self._around = look_around(self.episode.session)
        return self._around

    def action_masks(self) -> np.ndarray:
        """What may be chosen now, bool, as sb3-contrib's ``MaskablePPO`` asks for it.

        (n,) for one number, one entry per action; with ``MultiDiscrete([n, 64])`` (n + 64,): the actions that are
        admitted for some slot, then the slots that some action is admitted for (the joint mask is in ``info``).

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._mask().astype(np.bool_)

    def say(self, speaker: str, text: str) -> None:
        """Have somebody say something; it is in every observation from the next on, until something else is said."""
        self.episode.utterance = f"{speaker}: {text}"

    # -- Gymnasium -----------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seeds the choice of rooms and tasks, and every random choice the engine makes.
            options: ``scene``, ``scene_seed``, ``scene_seeds``, ``split``, ``task`` or ``game``, as in the constructor,
                for this episode only.

        Raises:
            BadInput: An option is unknown, options contradict each other, or the room and the task make no episode;
                the message says why. The running episode goes on, unless a simulator from a factory had to be used.
            UnknownScene: No scene has that name.
        """
        setting = self.setting.changed(options or {})
        before = copy.deepcopy(self._np_random), self._np_random_seed
        try:
            super().reset(seed=seed)
            episode = self._opener.begin(setting, self.np_random)
        except BaseException:
            self._np_random, self._np_random_seed = before
            if not self._opener.own:
                self._episode = self._around = None
            raise
        self._episode, self._around, self._ended = episode, None, ""
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carry out one action.

        Raises:
            BadInput: The action is not in the action space.
            ResetNeeded: No episode is running, or it has ended.
        """
        episode, action = self.episode, self._tidied(action)
        if self._ended:
            raise ResetNeeded(f"the episode has ended: {self._ended}; call env.reset() before the next step")
        if not self.action_space.contains(action):
            raise BadInput(f"{action!r} is not an action; the action space is {self.action_space}")
        name, target, point = self._meant(action)
        reward = float(episode.act(name, target, point))
        self._around = None
        terminated = episode.progress.success or name == STOP
        truncated = not terminated and (episode.steps >= self.max_steps or episode.failures >= self.max_failures)
        if terminated or truncated:
            self._ended = (
                "the task is done"
                if episode.progress.success
                else "it was stopped by " + ("the agent" if terminated else "the limit on actions")
            )
        self._show()
        return self._observation(), reward, terminated, truncated, self._info()

    def render(self) -> Any:
        """What the agent sees, (H, W, 3) uint8, textured; None in ``human`` mode, which shows its map by itself.

        Raises:
            ResetNeeded: No episode is running.
            BadInput: The simulator that the factory gave renders no image.
        """
        if self.render_mode is None:
            logger.warn("env.render() was called without a render mode; make it with render_mode='rgb_array'")
        if self.render_mode != "rgb_array":
            return None
        textured = self._opener.textured(self.episode.event) if self._view.look == "plain" else None
        return self._view.rgb(self.episode.event) if textured is None else textured

    def close(self) -> None:
        """Stop the engine. Calling it twice is harmless, and ``reset`` starts it again."""
        self._episode = self._around = None
        self._opener.close()

    # -- what the variants differ in -----------------------------------------------------------------------------

    def _tidied(self, action: Any) -> Any:
        """The action in the types of the action space, where that is possible."""
        return action

    def _meant(self, action: Any) -> tuple[str, str | None, ImagePoint | None]:
        """The name of an action, and the id of the object or the image point it is for."""
        name = self.actions[int(action)]
        return name, self.surroundings.faced(name) if name in OBJECT_ACTIONS else None, None

    def _choices(self) -> dict[str, Any]:
        """What can be chosen now, for ``info``."""
        return {"action_mask": self._admitted()}

    def _admitted(self) -> np.ndarray:
        """(n,) int8: 1 where an action may be tried."""
        return self.surroundings.action_mask()[-len(self.actions) :]

    def _mask(self) -> np.ndarray:
        """The mask that ``action_masks`` gives, int8."""
        return self._admitted()

    # -- looking -------------------------------------------------------------------------------------------------

    def _observation(self) -> dict[str, Any]:
        episode = self.episode
        event = episode.event
        result = NO_RESULT if not episode.action else DONE if episode.outcome.success else FAILED
        view, error = self._view, episode.outcome.error
        picture = (
            view.rgb(event) if view.framed else draw_map(event.metadata, view.height, view.width, free=episode.free)
        )
        seen = observe(event.metadata, picture, view.depth(event), episode.utterance, result, error)
        owners = view.owners(event)
        return seen if owners is None else {**seen, "segmentation": np.array(owners)}

    def _info(self) -> dict[str, Any]:
        episode = self.episode
        return {
            "scene": episode.event.metadata["sceneName"],
            "task": episode.task.desc,
            "step": episode.steps,
            "failures": episode.failures,
            "goal_total": episode.progress.total,
            "goal_satisfied": episode.satisfied,
            "success": episode.progress.success,
            "action": episode.action,
            "target": episode.outcome.target or "",
            "error": episode.outcome.error,
            **self._choices(),
        }

    def _show(self) -> None:
        """In ``human`` mode print one line, below a map when standard output is a terminal."""
        if self.render_mode != "human":
            return
        from envs.process.terminal import Terminal

        console, episode = Terminal(), self.episode
        metadata = episode.event.metadata
        if console.is_terminal:
            side = min(_MAP_COLUMNS, console.width)
            console.print(
                half_blocks(draw_map(metadata, side, side, free=episode.free, path=episode.path)), soft_wrap=True
            )
        done = f"{episode.satisfied}/{episode.progress.total}"
        action = " ".join(part for part in (episode.action or "begin:", episode.outcome.target) if part)
        what = episode.outcome.error or ("done" if episode.action else episode.task.desc)
        console.print(f"{episode.steps:4d}  goals {done}  {action}  {what}", soft_wrap=True)


class HouseholdObjectEnv(HouseholdEnv):
    """One chore in one room; an action is one of TEACh's 17 and the slot of the visible object it is for.

    ``info["slots"]`` holds the object ids of the 64 slots (empty texts for empty ones), ``info["action_mask"]`` which
    actions may be tried on which, and the observation ``slots`` their types. Takes the arguments of ``HouseholdEnv``.
    """

    def __init__(self, scene: SceneOrName | None = None, **arguments: Any) -> None:
        super().__init__(scene, **arguments)
        self.action_space = spaces.MultiDiscrete([len(self.actions), SLOTS])
        self.observation_space = observation_space(self.height, self.width, SLOTS, self._view.segmentation)

    def _slots(self) -> list[Mapping[str, Any]]:
        around = self.surroundings
        return [around.objects[i] for i in around.slotted(SLOTS)]

    def _meant(self, action: Any) -> tuple[str, str | None, ImagePoint | None]:
        number, slot = (int(part) for part in action)
        name, slots = self.actions[number], self._slots()
        return name, slots[slot]["objectId"] if name in OBJECT_ACTIONS and slot < len(slots) else None, None

    def _choices(self) -> dict[str, Any]:
        ids = [item["objectId"] for item in self._slots()]
        return {"action_mask": self._joint_mask(), "slots": (*ids, *[""] * (SLOTS - len(ids)))}

    def _joint_mask(self) -> np.ndarray:
        """(n, 64) int8: 1 where an action may be tried on the object in a slot."""
        return self.surroundings.slot_mask(SLOTS)[-len(self.actions) :]

    def _mask(self) -> np.ndarray:
        joint = self._joint_mask()
        return np.concatenate([joint.any(axis=1), joint.any(axis=0)])

    def _observation(self) -> dict[str, Any]:
        return {**super()._observation(), "slots": slot_types([o["objectType"] for o in self._slots()], SLOTS)}


class PointingEnv(HouseholdEnv):
    """One chore in one room; an action is one of TEACh's 17 and the image point of what it is for.

    The point is (x, y), fractions of ``rgb`` from its top left corner; TEACh's rules decide which object it means
    (``envs.teach.games.pointing``). Motions ignore it. Takes the arguments of ``HouseholdEnv``; a simulator from the
    factory must render instance segmentation.
    """

    points: ClassVar[bool] = True

    def __init__(self, scene: SceneOrName | None = None, **arguments: Any) -> None:
        super().__init__(scene, **arguments)
        point = spaces.Box(0.0, 1.0, (2,), np.float32)
        self.action_space = spaces.Dict({"action": spaces.Discrete(len(self.actions)), "point": point})

    def _tidied(self, action: Any) -> Any:
        try:
            return {**action, "point": np.asarray(action["point"], dtype=np.float32)}
        except (KeyError, IndexError, TypeError, ValueError):
            return action  # it is not in the space, which is what the caller will be told

    def _meant(self, action: Any) -> tuple[str, str | None, ImagePoint | None]:
        x, y = (float(part) for part in action["point"])
        return self.actions[int(action["action"])], None, (x, y)
