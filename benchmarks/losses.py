"""Where chores by sight are lost: what the agent believes at the end, against what is true.

The chores are those of ``benchmarks.chores`` by sight, or recorded games of ``homebody eval teach`` (TfD). Of each that
fails one JSON line says why: what the agent said, the refused actions with the engine's reason and with what was really
pointed at, which things that matter were never seen, have two names, are believed in a wrong state or place; and one
*cause*, the first that applies. The last line counts the causes. Only this referee reads the metadata. Run it with
``python -m benchmarks.losses [--detector ground-truth] [--depth none] [--rooms N] [--first N] [--deeds]
[--games PATH --limit N --layouts FILE]``.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from agent.belief.sight import Sight
from agent.belief.state import Belief
from agent.belief.things import Thing
from agent.body.acting import Body, StepReport
from agent.body.perceiving import OwnDeed
from agent.body.seeing import ChosenSight, SeeingPerception
from agent.planning.episode import serve
from agent.planning.wants import wants_of
from agent.recognition.recognizer import read_request
from benchmarks.chores import CHORES
from benchmarks.lines import keeper, print_lines, result_option
from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.simulator import Event, ObjectDict
from envs.teach.games.rebuild import Layouts, read_layouts
from envs.teach.games.recorded import Game
from envs.teach.games.session import Outcome, TeachSession
from envs.teach.tasks.check import check_task
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task
from envs.teach.tasks.offers import obstacle
from eval.histories.game_files import GameFiles
from eval.teach.agent import heard, journal
from eval.teach.edh.segments import begun
from eval.teach.instances.cutting import tfd_instance
from eval.teach.run import TFD, drawn
from perception.detector.detection import overlap
from perception.senses import ChosenSenses

_ASTRAY = 0.4  # metres from where it is at which a thing is believed in a wrong place
_SAME = 0.3  # overlap (IoU) of two boxes in the frame that are of one thing
_STATES = {
    "dirty": "isDirty",
    "filled": "isFilledWithLiquid",
    "open": "isOpen",
    "on": "isToggled",
    "cooked": "isCooked",
}


class RefereedSession(TeachSession):
    """A session that keeps what was really done to what, and why it was refused.

    Attributes:
        last: How the last object action ended, as the engine tells it.
    """

    last: Outcome | None = None

    def interact(
        self,
        name: str,
        target: str | None,
        x: float | None = None,
        y: float | None = None,
        distance: float | None = None,
    ) -> Outcome:
        """As in ``TeachSession``."""
        self.last = super().interact(name, target, x, y, distance)
        return self.last


class Witness:
    """A way of perceiving, and beside it the truth about the names that it gives.

    Args:
        inner: What the agent sees with.

    Attributes:
        true: The object that each name was given to last.
        seen: Every object that ever had a name.
        switches: How often an object was seen under another name than the last time, by type.
        mixups: How often a name was given to another object, by type.
        frames: Looks.
    """

    def __init__(self, inner: SeeingPerception) -> None:
        self._inner = inner
        self.true: dict[str, str] = {}
        self._name_of: dict[str, str] = {}
        self.seen: set[str] = set()
        self.switches: Counter[str] = Counter()
        self.mixups: Counter[str] = Counter()
        self.frames = 0

    def look(self, event: Event, done: OwnDeed | None = None) -> Sight:
        """What is seen; who that is, is noted."""
        sight = self._inner.look(event, done)
        self.frames += 1
        boxes = event.instance_detections2D or {}
        kinds = {thing["objectId"]: thing["objectType"] for thing in event.metadata["objects"]}
        for name, box in self._inner.shown.items():
            kind = name.split("|", 1)[0]
            mine = [(overlap(box, (x0, y0, x1 + 1, y1 + 1)), k) for k, (x0, y0, x1, y1) in boxes.items()]
            share, key = max((m for m in mine if kinds.get(m[1]) == kind), default=(0.0, ""))
            if share < _SAME:
                continue
            self.switches[kind] += self._name_of.get(key, name) != name
            self.mixups[kind] += self.true.get(name, key) != key
            self.true[name], self._name_of[key] = key, name
            self.seen.add(key)
        return sight


@dataclass(frozen=True)
class RefusedDeed:
    """An action that did not work.

    Attributes:
        action: TEACh's name of it.
        meant: What it was meant for, as the agent calls it.
        truly: What that is.
        hit: What was really pointed at.
        error: The engine's reason.
        goal: What it was for.
    """

    action: str
    meant: str
    truly: str
    hit: str
    error: str
    goal: str


@dataclass
class Loss:
    """One attempt that failed, and why.

    Attributes:
        task: What was asked for.
        where: Room or game.
        cause: The first of the causes that applies, see ``cause_of``.
        reason: What the agent said.
        steps: Motions and object actions.
        goal: What it was up to at the end.
        wrong: What the checker misses.
        refused: The actions that did not work.
        unseen: Things that matter and never had a name.
        doubles: Things that matter and have several names in the belief.
        misread: Things that matter in a wrong state: "Mug|1 (Mug|+1…): dirty".
        astray: Things that matter in a wrong place: how far off, and what they are believed to be in and are in.
        switches: Things that were called otherwise than before, by type.
        deeds: Everything that was done, if asked for.
    """

    task: str
    where: str
    cause: str
    reason: str
    steps: int
    goal: str
    wrong: list[str]
    refused: list[str]
    unseen: list[str]
    doubles: list[str]
    misread: list[str]
    astray: list[str]
    switches: dict[str, int]
    deeds: list[str] = field(default_factory=list)


class DeedLog:
    """Notes every object action of an attempt with what was really done.

    Args:
        session: Where it is done.
        witness: Who knows the names.
    """

    def __init__(self, session: RefereedSession, witness: Witness) -> None:
        self._session, self._witness = session, witness
        self.refused: list[RefusedDeed] = []
        self.deeds: list[str] = []

    def __call__(self, report: StepReport) -> None:
        """Take in one step."""
        if report.action == "Text":
            self.deeds.append(f"{report.number} says {report.target}")
            return
        if report.target is None or (last := self._session.last) is None:
            return
        truly, hit = self._witness.true.get(report.target, "?"), last.target or "nothing"
        ended = "" if report.success else f": {last.error}"
        self.deeds.append(f"{report.number} {report.action} {report.target} = {truly} -> {hit}{ended} [{report.goal}]")
        if not report.success:
            self.refused.append(RefusedDeed(report.action, report.target, truly, hit, last.error, report.goal))


def attempt(session: RefereedSession, task: Task, sight: ChosenSight, where: str, deeds: bool) -> Loss | None:
    """Do a task by sight; what was lost, None when it is done."""
    witness = Witness(sight.open())
    log = DeedLog(session, witness)
    body = Body(session, journal(session, log), perception=witness)  # type: ignore[arg-type]
    reason = serve(body, task)
    progress = check_task(task, session.objects())
    if progress.success:
        return None
    words = {kind for want in wants_of(task) for kind in want.types}
    objects = {o["objectId"]: o for o in session.objects()}
    truth = {k: o for k, o in objects.items() if o["objectType"] in words}
    found = _Comparison(body.belief, witness, truth)
    loss = Loss(
        " ".join((task.name, *task.params)), where, "", reason, body.steps, body.goal, list(progress.failures),
        _counted(log.refused), [k for k in truth if k not in witness.seen], found.doubles(), found.misread(),
        found.astray(), dict(witness.switches), log.deeds if deeds else [],
    )  # fmt: skip
    loss.cause = cause_of(loss, log.refused)
    return loss


def _counted(refused: Sequence[RefusedDeed]) -> list[str]:
    lines = Counter(f"{d.action} {d.meant} = {d.truly} -> {d.hit}: {d.error}" for d in refused)
    return [f"{number} x {line}" for line, number in lines.most_common()]


@dataclass(frozen=True)
class _Comparison:
    """What is believed of the things that matter, and what is true of them."""

    belief: Belief
    witness: Witness
    truth: Mapping[str, ObjectDict]

    def _pairs(self) -> Iterator[tuple[Thing, ObjectDict]]:
        for name, thing in self.belief.things.items():
            if (true := self.truth.get(self.witness.true.get(name, ""))) is not None:
                yield thing, true

    def doubles(self) -> list[str]:
        names: dict[str, list[str]] = {}
        for thing, true in self._pairs():
            names.setdefault(true["objectId"], []).append(thing.object_id)
        return [f"{key}: {', '.join(mine)}" for key, mine in names.items() if len(mine) > 1]

    def misread(self) -> list[str]:
        return [
            f"{thing.object_id} ({true['objectId']}): {'not ' if state not in thing.states else ''}{state}"
            for thing, true in self._pairs()
            for state, key in _STATES.items()
            if (state in thing.states) != bool(true[key])
        ]

    def astray(self) -> list[str]:
        found = []
        for thing, true in self._pairs():
            at, parents = true["axisAlignedBoundingBox"]["center"], true["parentReceptacles"] or []
            box = thing.box
            off = (
                0.0
                if box is None
                else max(abs((a + b) / 2 - at[k]) for a, b, k in zip(box.low, box.high, "xyz", strict=True))
            )
            place = None if thing.place is None else self.witness.true.get(thing.place, thing.place)
            elsewhere = place is not None and place not in parents and not place.startswith("Floor")
            if (off > _ASTRAY and true["pickupable"]) or elsewhere:
                found.append(f"{thing.object_id} ({true['objectId']}): {off:.1f} m; {place} for {parents}")
        return found


def cause_of(loss: Loss, refused: Sequence[RefusedDeed]) -> str:
    """In one phrase why an attempt failed, with what else is wrong of things that matter.

    *Judged done*: it believes to be done. *Failed actions*, *steps*: it ran into that limit. Else it *gave up*.

    Args:
        loss: What is known of the attempt.
        refused: Its actions that did not work.
    """
    if loss.reason == "done":
        inner = "things never seen" if loss.unseen else "state" if loss.misread else "place" if loss.astray else "other"
        return f"judged done: {inner}"
    if "failed action" in loss.reason:
        other = sum(d.hit.split("|")[0] != d.meant.split("|")[0] for d in refused)
        return "failed actions: " + ("another thing was hit" if 2 * other > len(refused) else "refused")
    doubt = "never seen" if loss.unseen else "doubles" if loss.doubles else "place" if loss.astray else "other"
    return f"{'steps' if 'limit of' in loss.reason else 'gave up'}: {doubt}"


def rooms(sight: ChosenSight, seeds: Sequence[int], deeds: bool) -> Iterator[tuple[str, Loss | None]]:
    """Every chore that is offered in the rooms of its kind with these seeds."""
    for kind, name, params in CHORES:
        task = load_task(name, params)
        for seed in seeds:
            scene = load_scene(kind, seed)
            session = RefereedSession(PocketController(scene, seed=seed, **sight.frames))
            if not obstacle(task, session.objects()):
                yield name, attempt(session, task, sight, scene.name, deeds)


def games(
    sight: ChosenSight, path: Path, limit: int, seed: int, layouts: Layouts | None, deeds: bool
) -> Iterator[tuple[str, Loss | None]]:
    """TfD on the games that ``homebody eval teach --limit`` draws."""
    files = GameFiles([path])
    for name in drawn(files.names, TFD, limit, seed):
        game: Game = files.read(name)
        instance = tfd_instance(game)
        begin = begun(game, layouts, **sight.frames)
        session = RefereedSession(begin.simulator, list(game.initial.objects))
        read = read_request(heard(instance.dialogue))
        if read is not None:
            yield game.task.name, attempt(session, load_task(read.name, read.params), sight, game.game_id, deeds)


def run(attempts: Iterator[tuple[str, Loss | None]]) -> Iterator[dict[str, Any]]:
    """One line for every failure, and one that counts the causes."""
    causes: Counter[str] = Counter()
    tried = 0
    for name, loss in attempts:
        tried += 1
        if loss is None:
            print(f"done: {name}", file=sys.stderr, flush=True)
            continue
        causes[loss.cause] += 1
        yield {"bench": "losses", **asdict(loss)}
    yield {"bench": "losses", "n": tried, "success": tried - causes.total(), "causes": dict(causes.most_common())}


def main() -> None:
    """Parse the command line and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.losses", description=__doc__)
    parser.add_argument("--detector", default="ground-truth", help="with what it sees (default: true boxes)")
    parser.add_argument("--depth", choices=["given", "none"], default="given")
    parser.add_argument("--rooms", type=int, default=1, help="so many rooms of each kind (default 1)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first room (default 0)")
    parser.add_argument("--deeds", action="store_true", help="tell every object action")
    parser.add_argument("--games", type=Path, help="recorded games in place of rooms: a file, a folder or a zip")
    parser.add_argument("--limit", type=int, default=10, help="so many games, drawn (default 10)")
    parser.add_argument("--seed", type=int, default=0, help="decides which games")
    parser.add_argument("--layouts", type=Path, help="free floor of the real plans (JSON)")
    result_option(parser)
    given = parser.parse_args()
    keep = keeper("benchmarks.losses", given.result)
    sight = ChosenSight(ChosenSenses(given.detector), given.depth == "given")
    if given.games is None:
        attempts = rooms(sight, range(given.first, given.first + given.rooms), given.deeds)
    else:
        layouts = read_layouts(given.layouts) if given.layouts else None
        attempts = games(sight, given.games, given.limit, given.seed, layouts, given.deeds)
    inputs = [given.games] if given.games else []
    print_lines(run(attempts), keep, ["benchmarks.losses"], inputs, given.seed)


if __name__ == "__main__":
    main()
