"""Beginning an episode: which room, which engine, which task; and what is known of the episode while it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from envs.engines import Launcher
from envs.errors import BadInput, GaveUp
from envs.gym.rooms import check_split, checked_seed, checked_seeds, disagreement, known_room, named_seed, room_seeds
from envs.pocket.scene import Cell, Scene
from envs.simulator import Event, ObjectDict, Simulator
from envs.teach.games.pointing import act_at
from envs.teach.games.recorded import Game, read_game
from envs.teach.games.session import OBJECT_ACTIONS, Outcome, TeachSession
from envs.teach.tasks.check import TaskProgress, check_task
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.offers import OFFERS, choose_task, obstacle

if TYPE_CHECKING:
    from envs.pocket.publish.frames import FrameRenderer

COMMANDER = "Commander"
"""Who says what the task is."""

_ATTEMPTS = 50  # rooms drawn until one suits the task
_OF_OTHERS = frozenset({"minari_autoseed"})  # reset options that wrappers read and hand on all the same

SceneOrName = Scene | str
ImagePoint = tuple[float, float]
SimulatorFactory = Callable[[SceneOrName, int], Simulator]
"""Gives a simulator in which that scene is loaded, its random choices seeded; called once per reset.

It may give the same simulator again. The one it replaces is stopped, and the last one when the environment closes.
"""


@dataclass(frozen=True)
class EpisodeSpec:
    """What an episode is about.

    Attributes:
        scene: A scene's name or the scene itself; None is the kitchen, or the room of the game.
        scene_seed: Which of the rooms of that name; None draws another one for every episode.
        task: The task; None is the game's, or one that suits the room.
        game: A recorded game; its initial state is where the episode begins.
        scene_seeds: The rooms to draw from; None is any.
        split: ``train``, ``val`` or ``test``: draw among the rooms of this split only (``household_rooms``).
    """

    scene: SceneOrName | None = None
    scene_seed: int | None = None
    task: Task | None = None
    game: Game | None = None
    scene_seeds: tuple[int, ...] | None = None
    split: str | None = None

    def changed(self, options: Mapping[str, Any]) -> EpisodeSpec:
        """With some of the attributes replaced; a task may be written as in ``HouseholdEnv``, a game as a path.

        Raises:
            BadInput: An option is unknown or of no use, or what is said about the room cannot all be true.
        """
        known = tuple(self.__dataclass_fields__)
        values = {name: value for name, value in options.items() if name not in _OF_OTHERS}
        unknown = [name for name in values if name not in known]
        if unknown:
            raise BadInput(f"there is no option {unknown[0]!r}; options are {', '.join(known)}")
        for name, checked in (("scene_seed", checked_seed), ("scene_seeds", checked_seeds)):
            if values.get(name) is not None:
                values[name] = checked(values[name])
        if values.get("split") is not None:
            check_split(values["split"])
        task, game = values.get("task"), values.get("game")
        if task is not None and not isinstance(task, Task):
            values["task"] = load_task(task) if isinstance(task, str) else load_task(*task)
        if game is not None and not isinstance(game, Game):
            values["game"] = read_game(game)
        setting = replace(self, **values)
        wrong = disagreement(setting.scene, setting.game, setting.scene_seed, setting.scene_seeds, setting.split)
        if wrong:
            raise BadInput(wrong)
        return setting

    @property
    def room_seed(self) -> int | None:
        """The seed of the room, if it is one certain room of its kind."""
        named = named_seed(self.scene)
        if named is None and self.scene_seed is None and self.scene_seeds is not None and len(self.scene_seeds) == 1:
            return self.scene_seeds[0]
        return self.scene_seed if named is None else named

    @property
    def one_room(self) -> bool:
        """Whether every episode is in the same room."""
        return self.room_seed is not None or self.game is not None or isinstance(self.scene, Scene)


@dataclass
class EpisodeState:
    """What has happened since the last reset.

    Attributes:
        session: The room, under TEACh's rules.
        task: What is to be done.
        progress: How far it is.
        utterance: What was said last, with the speaker's name.
        free: Cells known to be walkable.
        best: Most goal conditions that were satisfied at any time so far.
        path: Where the agent has been, (x, z) in metres.
        steps: Actions so far.
        failures: Failed actions so far.
        action: Name of the last action, empty before the first.
        outcome: How it ended.
    """

    session: TeachSession
    task: Task
    progress: TaskProgress
    utterance: str
    free: frozenset[Cell]
    best: int = field(init=False)
    path: list[tuple[float, float]] = field(default_factory=list)
    steps: int = 0
    failures: int = 0
    action: str = ""
    outcome: Outcome = field(default_factory=lambda: Outcome(True))

    def __post_init__(self) -> None:
        self.best = self.satisfied
        self._follow()

    @property
    def satisfied(self) -> int:
        """Goal conditions met, at most all of them (TEACh also counts heads of a relation beyond the need)."""
        return min(self.progress.satisfied, self.progress.total)

    @property
    def event(self) -> Event:
        """What the engine answered last."""
        return self.session.event

    def act(self, name: str, target: str | None, point: ImagePoint | None = None) -> int:
        """Carry out one of ``AGENT_ACTIONS``.

        Args:
            name: Its name.
            target: Id of the object it is for, where it is for one and no point is given.
            point: Image point (x, y) that it is for, fractions from the top left corner.

        Raises:
            BadInput: A point is given and the simulator renders no instance segmentation.

        Returns:
            By how many the satisfied goal conditions now exceed the most there have been; undoing and redoing counts
            nothing.
        """
        outcome = self._outcome(name, target, point)
        self.action, self.outcome = name, outcome
        self.steps += 1
        self.failures += not outcome.success
        self._follow()
        self.progress = check_task(self.task, self.session.objects())
        gained = max(0, self.satisfied - self.best)
        self.best += gained
        return gained

    def _outcome(self, name: str, target: str | None, point: ImagePoint | None) -> Outcome:
        if name not in OBJECT_ACTIONS:
            return self.session.motion(name)
        return self.session.interact(name, target) if point is None else act_at(self.session, name, *point)

    def _follow(self) -> None:
        position = self.event.metadata["agent"]["position"]
        here = position["x"], position["z"]
        if self.path[-1:] != [here]:
            self.path.append(here)


class Opener:
    """Begins episodes, and keeps the engine they run in.

    Args:
        factory: Where simulators come from; None is the embedded engine.
        parameters: What the embedded engine is opened with.
    """

    def __init__(self, factory: SimulatorFactory | None, parameters: Mapping[str, Any]) -> None:
        self._factory = factory
        self._parameters = dict(parameters)
        self._artist: FrameRenderer | None = None
        self._simulator: Simulator | None = None

    def begin(self, setting: EpisodeSpec, rng: np.random.Generator) -> EpisodeState:
        """An episode in the first room whose task is open and looks feasible; a room that is given is taken as it is.

        Args:
            setting: What it is about.
            rng: Source of the choice of rooms and tasks.

        Raises:
            BadInput: There is no such episode; the message says why.
            UnknownScene: No scene has that name.
        """
        fixed = setting.one_room or self._factory is not None
        rooms = room_seeds(rng, setting.room_seed, setting.scene_seeds, setting.split)
        tried, reason = 0, ""
        for seed, room in islice(zip(_numbers(rng), rooms, strict=False), 1 if fixed else _ATTEMPTS):
            tried += 1
            try:
                place = self._place(setting, seed if room is None else room)
            except GaveUp as error:  # no room can be made of that seed
                reason = str(error)
                continue
            simulator = self._load(place, seed if room is None or self._factory is None else room)
            episode, reason = _episode(setting, place, simulator, rng, strict=not fixed)
            if episode is not None:
                self._keep(simulator)
                return episode
            self._drop(simulator)
        asked = "" if setting.task is None else f" of {setting.task.name}"
        where = f" (the last of {tried} rooms)" if tried > 1 else ""
        raise BadInput(f"no episode{asked} can begin: {reason}{where}; give another task, scene or scene_seed")

    @property
    def own(self) -> bool:
        """Whether rooms are the embedded engine's, so that a room goes on while the next one is looked for in vain."""
        return self._factory is None

    def textured(self, event: Event) -> np.ndarray | None:
        """What the agent sees, with materials and shadows; None when the simulator is not our own embedded engine."""
        from envs.pocket.controller import PocketEvent

        if self._factory is not None or not isinstance(event, PocketEvent):
            return None
        if self._artist is None:
            from envs.pocket.publish.frames import FrameRenderer

            self._artist = FrameRenderer("textured")
        return event.drawn(self._artist).rgb

    def close(self) -> None:
        """Stop the engine; ``begin`` starts it again."""
        simulator, self._simulator = self._simulator, None
        if simulator is not None:
            simulator.stop()

    def _place(self, setting: EpisodeSpec, seed: int) -> SceneOrName | Game:
        if setting.scene is None and setting.game is not None:
            if isinstance(self._factory, Launcher):
                return setting.game  # it knows how its engine is brought into a game's initial state
            from envs.teach.games.rebuild import scene_from_game

            return scene_from_game(setting.game)
        scene = "kitchen" if setting.scene is None else setting.scene
        if isinstance(scene, Scene) or self._factory is not None:
            return scene
        return known_room(scene, seed)

    def _load(self, place: Any, seed: int) -> Simulator:
        if self._factory is not None:
            return self._factory(place, seed)
        from envs.pocket.controller import PocketController  # here so that spaces exist without the engine

        return PocketController(place, seed=seed, **self._parameters)

    def _keep(self, simulator: Simulator) -> None:
        self._artist = None
        before, self._simulator = self._simulator, simulator
        if before is not None and before is not simulator:
            before.stop()

    def _drop(self, simulator: Simulator) -> None:
        if simulator is not self._simulator:
            simulator.stop()


def _numbers(rng: np.random.Generator) -> Iterator[int]:
    while True:
        yield int(rng.integers(2**31))


def _episode(
    setting: EpisodeSpec, place: SceneOrName | Game, simulator: Simulator, rng: np.random.Generator, strict: bool
) -> tuple[EpisodeState | None, str]:
    """An episode in a room that is loaded, or why there is none."""
    game = setting.game
    session = TeachSession(simulator, None if game is None else list(game.initial.objects))
    objects = session.objects()
    task = setting.task or (None if game is None else game.task)
    if task is None:
        task = choose_task(_room(place, session.event), objects, rng)
        reason = "" if task else "nothing that is usually asked for in such a room can be done there"
    else:
        reason = obstacle(task, objects) if strict else _over(task, objects)
    if task is None or reason:
        return None, reason
    free = place.free if isinstance(place, Scene) else frozenset()
    return EpisodeState(session, task, check_task(task, objects), f"{COMMANDER}: {task.desc}", free), ""


def _over(task: Task, objects: Sequence[ObjectDict]) -> str:
    """Why an episode of the task would be over at once, or an empty string."""
    return f"{task.name} is done already" if check_task(task, objects).success else ""


def _room(place: SceneOrName | Game, event: Event) -> str:
    """The kind of room, from the scene or else from its name."""
    if isinstance(place, Scene):
        return place.room
    named = [room for room in OFFERS if event.metadata["sceneName"].startswith(room)]
    if named:
        return named[0]
    from envs.teach.games.rebuild import room_of

    return room_of(event.metadata["sceneName"])
