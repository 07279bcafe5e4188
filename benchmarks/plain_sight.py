"""Whether things that lie in plain sight can be seen: in rooms before anybody acts, and where people handled them.

Three figures. *Never visible*: of the pickupable things outside closed containers, the share that is visible from no
pose of a standing agent: every free cell, four headings, the horizons from -30 to 60 degrees. *Cut open*: the share for
which something in a recorded room had to be cut open, because it would be visible from nowhere otherwise. *Handled and
visible*: of the objects that a recorded player handled, the share that is marked visible in our replay from where he
stood, at the first recorded success on each of them. Run it with
``python -m benchmarks.plain_sight [--games PATH ...] [--layouts FILE] [--rooms N] [--sample N] [--seed N] [--json]``;
it prints tables, or one JSON line per kind of room and per file of games.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.handled import Handled, shares_by
from benchmarks.lines import keeper, result_option
from benchmarks.sample import spread
from envs.errors import BadInput
from envs.pocket.engine import Engine
from envs.pocket.generate.looking import cells_near, fallen, loose, seen_from_somewhere
from envs.pocket.scene import Scene
from envs.pocket.scenes import load_scene
from envs.pocket.world.state import World
from envs.pocket.world.visibility import Bodies, VisibilityQueries
from envs.replay.player import replay
from envs.teach.games.archive import contents
from envs.teach.games.rebuild import Layouts, read_layouts, scene_from_game
from envs.teach.games.recorded import Game, read_game

ROOMS = ("kitchen", "living_room", "bedroom", "bathroom")
_NEIGHBOUR = 0.3
"""What lies within this of a thing's box may be what hides it, metres."""


# -- things that lie about ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Thing:
    """A pickupable thing outside closed containers, before anybody acts.

    Attributes:
        room: Which room.
        object_id: Its id.
        kind: Its type.
        lies_on: Type of the furniture it lies on or in, else of what it lies in; empty when there is none.
        in_reach: Whether some free cell is near enough to it and it has not fallen through the floor; otherwise nobody
            can tell, where the floor is known in part only.
        seen: Whether it is visible from some pose of a standing agent.
        seen_crouching: Whether it is visible from some pose, crouching ones included.
        buried_by: Types of the neighbours without any one of which it would be seen.
        opened: Whether something was cut open for it (``envs.pocket.generate.openings``).
    """

    room: str
    object_id: str
    kind: str
    lies_on: str
    in_reach: bool
    seen: bool
    seen_crouching: bool
    buried_by: tuple[str, ...] = ()
    opened: bool = False


def things_in(scene: Scene) -> list[Thing]:
    """Every pickupable thing outside closed containers in a room, and whether it can be seen."""
    engine = Engine.open(scene)
    world, things = engine.world, loose(engine)
    standing = seen_from_somewhere(engine, things)
    crouching = standing | seen_from_somewhere(engine, [i for i in things if i not in standing], standing=False)
    opened = {opening.shows for opening in scene.openings}
    return [
        Thing(
            scene.name,
            world.records[i]["objectId"],
            world.records[i]["objectType"],
            _lies_on(world, i),
            not fallen(engine, i) and len(cells_near(engine, i)) > 0,
            i in standing,
            i in crouching,
            () if i in standing else tuple(_buried_by(engine, i)),
            world.records[i]["objectId"] in opened,
        )
        for i in things
    ]


def _lies_on(world: World, i: int) -> str:
    """Type of the smallest furniture around a thing, or of the smallest vessel when it is in no furniture."""
    parents = world.parents(i)
    furniture = [p for p in parents if not world.records[p]["pickupable"]] or parents
    size = (world.high - world.low).prod(axis=1)
    return min(((size[p], world.records[p]["objectType"]) for p in furniture), default=(0.0, ""))[1]


def _buried_by(engine: Engine, i: int) -> Iterator[str]:
    """Types of the neighbours whose absence would show a thing."""
    world, bodies = engine.world, engine.view().bodies
    apart = (bodies.low > bodies.high[i] + _NEIGHBOUR) | (bodies.high < bodies.low[i] - _NEIGHBOUR)
    for k in np.flatnonzero(~apart.any(axis=1)).tolist():
        if k != i and seen_from_somewhere(engine, [i], view=_without(bodies, k)):
            yield world.records[k]["objectType"]


def _without(bodies: Bodies, k: int) -> VisibilityQueries:
    """A view in which one object hides nothing."""
    less = VisibilityQueries.__new__(VisibilityQueries)
    less.bodies = Bodies.__new__(Bodies)
    less.bodies.__dict__.update(bodies.__dict__)
    less.bodies.use = np.where(bodies.owner == k, bodies.use & 1, bodies.use)
    return less


@dataclass
class PlainSight:
    """Counts over the things of many rooms.

    Attributes:
        floor_known: Whether all free floor of the rooms is known; if not, things out of reach of it are left out.
        rooms: Rooms looked at.
        out_of_reach: Things that no free cell is near enough to, or that fell through the floor.
        things: Things judged, by type and what they lie on.
        never: Those of them that are visible from no standing pose.
        never_crouching: Those of them that are visible from no pose at all.
        opened: Things judged for which something was cut open.
        worst: The things that are never visible.
    """

    floor_known: bool = True
    rooms: int = 0
    out_of_reach: int = 0
    things: Counter[tuple[str, str]] = field(default_factory=Counter)
    never: Counter[tuple[str, str]] = field(default_factory=Counter)
    never_crouching: int = 0
    opened: int = 0
    worst: list[Thing] = field(default_factory=list)

    def add(self, things: Iterable[Thing]) -> None:
        """Count the things of one room."""
        self.rooms += 1
        for thing in things:
            self.out_of_reach += not thing.in_reach
            if not thing.in_reach and not self.floor_known:
                continue
            key = thing.kind, thing.lies_on
            self.things[key] += 1
            self.opened += thing.opened
            if not thing.seen:
                self.never[key] += 1
                self.never_crouching += not thing.seen_crouching
                self.worst.append(thing)

    @property
    def share(self) -> float:
        """Never visible, as a share of all judged."""
        return self.never.total() / max(1, self.things.total())

    @property
    def opened_share(self) -> float:
        """Those for which something was cut open, as a share of all judged."""
        return self.opened / max(1, self.things.total())

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares."""
        return {
            "rooms": self.rooms,
            "things": self.things.total(),
            "out_of_reach": self.out_of_reach,
            "never_visible": self.never.total(),
            "never_visible_share": round(self.share, 5),
            "never_visible_crouching_included": self.never_crouching,
            "opened": self.opened,
            "opened_share": round(self.opened_share, 5),
            "by_type": shares_by(self.things, self.never, 0),
            "by_furniture": shares_by(self.things, self.never, 1),
            "buried_by": dict(Counter(k for thing in self.worst for k in thing.buried_by).most_common()),
            "which": [
                {"room": t.room, "object": t.object_id, "lies_on": t.lies_on, "buried_by": list(t.buried_by)}
                for t in self.worst
            ],
        }


# -- running it --------------------------------------------------------------------------------------------------------


def _plural(kind: str) -> str:
    return f"{kind.replace('_', ' ')}s"


def room_scene(kind: str, seed: int) -> Scene:
    """A generated room whose name says which it is."""
    return replace(load_scene(kind, seed), name=f"{kind} {seed}")


def game_scene(game: Game, layouts: Layouts | None) -> Scene:
    """The room in which a game begins; its name says which game it is."""
    scene = scene_from_game(game, layouts)
    return replace(scene, name=f"{scene.name} {game.game_id}")


def run(
    games: Iterable[Path] = (), layouts: Layouts | None = None, rooms: int = 20, sample: int = 60, seed: int = 0
) -> Iterator[dict[str, Any]]:
    """One line for generated rooms of each kind, and one per path of games.

    Args:
        games: Files, folders or zips of recorded games.
        layouts: Free floor of the real plans; without it only cells that the player visited are known to be free.
        rooms: Generated rooms of each of the four kinds.
        sample: Games per path, spread over its floor plans.
        seed: First seed of the generated rooms.

    Raises:
        BadInput: A path holds no games.
        BadGameFile: A file is no game.
    """
    for kind in ROOMS if rooms else ():
        sight = PlainSight()
        for number in _bar(range(seed, seed + rooms), _plural(kind)):
            sight.add(things_in(room_scene(kind, number)))
        yield {"bench": "plain_sight", "rooms": f"generated {_plural(kind)}", "seed": seed, "figures": sight.as_dict()}
    for path in games:
        sight, handled = PlainSight(floor_known=False), Handled()
        entries = spread([path], sample)
        for name, content in _bar(contents(entries), path.name, len(entries)):
            game = read_game(content, name)
            sight.add(things_in(game_scene(game, layouts)))
            replay(game, layouts=layouts, watch=handled.watch(game))
        figures = {**sight.as_dict(), **handled.as_dict()}
        yield {"bench": "plain_sight", "rooms": f"recorded, {path.name}", "seed": None, "figures": figures}


def _bar(items: Iterable[Any], doing: str, total: float | None = None) -> Iterable[Any]:
    progress = Console(stderr=True)
    return track(items, doing, total, console=progress, transient=True, disable=not progress.is_terminal)


def _print(lines: list[dict[str, Any]], console: Console) -> None:
    table = Table(title="things lying in plain sight", box=SIMPLE, pad_edge=False, collapse_padding=True)
    for heading in ("rooms", "n", "things", "far off", "never", "share", "opened", "handled", "visible"):
        table.add_column(heading, justify="left" if heading == "rooms" else "right", no_wrap=True)
    for line in lines:
        f = line["figures"]
        counts = [str(f[k]) for k in ("rooms", "things", "out_of_reach", "never_visible")]
        share = f"{f['never_visible_share']:.2%}"
        handled = [str(f["handled"]), f"{f['handled_visible_share']:.2%}"] if "handled" in f else ["", ""]
        table.add_row(line["rooms"], *counts, share, str(f["opened"]), *handled)
    console.print(table)
    for line in lines:
        _print_worst(line["rooms"], line["figures"], console)


def _print_worst(rooms: str, figures: dict[str, Any], console: Console) -> None:
    for key, heading in (
        ("by_type", "never visible, by type"),
        ("by_furniture", "never visible, by what they lie on"),
        ("handled_unseen_by_type", "handled unseen, by type"),
        ("handled_unseen_by_action", "handled unseen, by action"),
    ):
        if figures.get(key):
            worst = ", ".join(f"{name} {part} of {total}" for name, (part, total) in list(figures[key].items())[:12])
            console.print(f"{rooms}: {heading}: {worst}")
    if figures["buried_by"]:
        console.print(f"{rooms}: seen but for: {', '.join(f'{k} {n}' for k, n in figures['buried_by'].items())}")
    for thing in figures["which"][:5]:
        by = ", ".join(thing["buried_by"]) or "no single neighbour"
        console.print(f"{rooms}: {thing['room']}: {thing['object']} on {thing['lies_on'] or 'nothing'}, hidden by {by}")


def main() -> None:
    """Parse the command line and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain_sight", description=__doc__)
    parser.add_argument("--games", type=Path, nargs="+", default=(), help="recorded games: files, folders or zips")
    parser.add_argument("--layouts", type=Path, help="free floor of the real plans (JSON)")
    parser.add_argument("--rooms", type=int, default=20, help="generated rooms of each of the four kinds (default 20)")
    parser.add_argument("--sample", type=int, default=60, help="games of each path, spread over plans (default 60)")
    parser.add_argument("--seed", type=int, default=0, help="first seed of the generated rooms")
    parser.add_argument("--json", action="store_true", help="one JSON line per kind of room")
    result_option(parser)
    given = parser.parse_args()
    lines = []
    try:
        keep = keeper("benchmarks.plain_sight", given.result)
        for name in ("rooms", "sample"):
            if getattr(given, name) < 0:
                raise BadInput(f"--{name} is {getattr(given, name)}; it must not be negative")
        layouts = read_layouts(given.layouts) if given.layouts else None
        for line in run(given.games, layouts, given.rooms, given.sample, given.seed):
            lines.append(line)
            if given.json:
                print(json.dumps(line), flush=True)
    except BadInput as error:
        parser.exit(2, f"plain_sight: {error}\n")
    inputs = [*given.games, *([given.layouts] if given.layouts else [])]
    keep.keep({"lines": lines}, ["benchmarks.plain_sight"], inputs, given.seed)
    if not given.json:
        _print(lines, Console(width=None if sys.stdout.isatty() else 110))


if __name__ == "__main__":
    main()
