"""One way to open a simulator, whichever engine it is: a scene by name, or the room in which a recorded game begins."""

from __future__ import annotations

import re
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from envs.errors import BadInput, GaveUp
from envs.pocket.scene import Scene
from envs.simulator import Simulator
from envs.teach.games.recorded import Game

if TYPE_CHECKING:
    from envs.teach.games.rebuild import Layouts

ENGINES = ("pocket", "unity")
RoomSource = Scene | Game | str
"""A scene, the initial state of a game, or a name; see ``envs.pocket.scenes``."""

_FIRST_PLAN = {"kitchen": 1, "living_room": 201, "bedroom": 301, "bathroom": 401}
_PLANS_PER_ROOM = 30


@dataclass(frozen=True)
class Home:
    """A simulator in which a scene is loaded, and what is known of that scene.

    Attributes:
        simulator: Ready for the first action.
        name: The scene's name.
        room: ``kitchen``, ``living_room``, ``bedroom``, ``bathroom`` or ``tabletop``.
        source: Where the scene comes from, for people.
    """

    simulator: Simulator
    name: str
    room: str
    source: str


class Launcher:
    """Opens simulators of one engine; a ``SimulatorFactory`` for ``HouseholdEnv``.

    Unity takes long to start, so its simulator is kept and reset; ``close`` ends it. Use it in a ``with`` block.

    Args:
        engine: ``pocket`` or ``unity``.
        layouts: Free floor of the real plans, for games in the embedded engine.
        parameters: Arguments of ``PocketController`` or ``ThorController``.

    Raises:
        BadInput: No such engine.
    """

    def __init__(self, engine: str = "pocket", layouts: Layouts | None = None, **parameters: Any) -> None:
        if engine not in ENGINES:
            raise BadInput(f"{engine!r} is not an engine; engines are {', '.join(ENGINES)}")
        self.engine = engine
        self._layouts = layouts
        self._parameters = parameters
        self._unity: Simulator | None = None

    def __call__(self, place: RoomSource | None = None, seed: int = 0) -> Simulator:
        """A simulator with that place loaded; see ``home``."""
        return self.home(place, seed).simulator

    def home(self, place: RoomSource | None = None, seed: int = 0) -> Home:
        """A simulator with that place loaded.

        Args:
            place: Where; None is a kitchen.
            seed: Which room of a name; seeds the engine's random choices where it has any.

        Raises:
            BadInput: The engine cannot load such a place.
            UnknownScene: It has no scene of that name.
            GaveUp: The simulator does not run, or cannot restore the game.
            TryAgain: The simulator was lost.
        """
        return self._open_pocket(place, seed) if self.engine == "pocket" else self._open_unity(place, seed)

    def close(self) -> None:
        """End a simulator that was kept; calling it twice is harmless."""
        if self._unity is not None:
            self._unity.stop()

    def __enter__(self) -> Launcher:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_pocket(self, place: RoomSource | None, seed: int) -> Home:
        from envs.pocket.controller import PocketController
        from envs.pocket.scenes import load_scene
        from envs.teach.games.rebuild import scene_from_game

        if isinstance(place, Game):
            place = scene_from_game(place, self._layouts)
        scene = place if isinstance(place, Scene) else load_scene(place, seed)
        return Home(PocketController(scene, seed=seed, **self._parameters), scene.name, scene.room, scene.source)

    def _open_unity(self, place: RoomSource | None, seed: int) -> Home:
        from envs.teach.games.rebuild import room_of

        name = place.world if isinstance(place, Game) else unity_scene(place, seed)
        simulator = self._load_unity(name)
        source = "the Unity build of AI2-THOR"
        if isinstance(place, Game):
            source = _restored(simulator, place)
        loaded = simulator.last_event.metadata["sceneName"]
        return Home(simulator, loaded, room_of(loaded), source)

    def _load_unity(self, name: str) -> Simulator:
        if self._unity is None:
            from envs.thor.controller import ThorController

            self._unity = ThorController(name, **self._parameters)
        else:
            self._unity.reset(name)
        return self._unity


def open_simulator(
    engine: str = "pocket",
    place: RoomSource | None = None,
    *,
    seed: int = 0,
    layouts: Layouts | None = None,
    **parameters: Any,
) -> Simulator:
    """A simulator with that place loaded; stop it when done. For many places use a ``Launcher``.

    Args:
        engine: ``pocket`` or ``unity``.
        place: A scene's name or the game whose initial state is wanted; None is a kitchen.
        seed: Which room of a name.
        layouts: Free floor of the real plans, for games in the embedded engine.
        parameters: Arguments of ``PocketController`` or ``ThorController``.

    Raises:
        BadInput: No such engine, or it cannot load such a place.
        UnknownScene: It has no scene of that name.
        GaveUp: The simulator does not run, or cannot restore the game.
        TryAgain: The simulator was lost.
    """
    with ExitStack() as undo:
        launcher = undo.enter_context(Launcher(engine, layouts, **parameters))
        simulator = launcher(place, seed)
        undo.pop_all()  # from here on the simulator is the caller's
    return simulator


def unity_scene(place: Scene | str | None, seed: int = 0) -> str:
    """The floor plan that a name means to Unity: ``kitchen`` and ``kitchen_7`` are one of the thirty kitchens.

    Raises:
        BadInput: Unity has no such room.
    """
    if isinstance(place, Scene):
        raise BadInput(f"{place.name} was generated and cannot be loaded into Unity; name a floor plan, or give a game")
    text = "kitchen" if place is None else re.sub(r"[\s-]+", "_", place.strip())
    room, _, number = text.lower().rpartition("_")
    if not number.isdecimal():
        room, number = text.lower(), str(seed)
    room = {"livingroom": "living_room"}.get(room, room)
    if room == "tabletop":
        raise BadInput("Unity has no tabletop; it has kitchens, living rooms, bedrooms and bathrooms (FloorPlan<N>)")
    if room not in _FIRST_PLAN:
        return text
    return f"FloorPlan{_FIRST_PLAN[room] + int(number) % _PLANS_PER_ROOM}"


def _restored(simulator: Simulator, game: Game) -> str:
    """Restore a game and say how well it went.

    Raises:
        GaveUp: Things of the game do not exist in the plan at all.
    """
    from envs.thor.restore import restore_game

    found = restore_game(simulator, game)
    absent = [name for name in found.missing if "|" in name]
    if len(absent) > len(game.initial.objects) // 2:
        raise GaveUp(
            f"{game.game_id} is not a record of {game.world} in this build: {absent[0]} and others are missing"
        )
    odd = len({*found.missing, *found.moved, *(text.split(":")[0] for text in found.different)})
    return f"the Unity build of AI2-THOR, restored from {game.game_id}" + (f", {odd} things differ" if odd else "")
