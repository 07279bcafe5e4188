"""Collecting: each planned episode in its room, looked at and lived in, and written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from envs.pocket.controller import PocketController
from envs.pocket.scenes import load_scene
from envs.simulator import Event
from envs.teach.games.rebuild import scene_from_game
from envs.teach.games.recorded import Game
from eval.collect.files import CollectedEpisode, DataSet
from eval.collect.frames import LabelledFrame, labelled
from eval.collect.games import replay
from eval.collect.lives import FilmedAction, live_through
from eval.collect.plan import CameraStyle, EpisodePlan
from eval.collect.room import ViewingPose, live_in, poses
from eval.collect.styling import styled
from eval.histories.game_files import GameFiles
from perception.detector.phrases import household_classes
from perception.recognizer.action import INTERACTIONS
from perception.recognizer.sequences import SequenceStep

SIZE = 300
"""Pixels a side of the frames."""


@dataclass(frozen=True)
class Amount:
    """How much is kept of an episode.

    Attributes:
        snapshots: Frames from random poses.
        moments: Frames from among what is lived.
        steps: Actions that are lived at most.
    """

    snapshots: int = 10
    moments: int = 4
    steps: int = 120


def collect(
    plans: list[EpisodePlan], out: Path, amount: Amount, games: GameFiles | None = None
) -> Iterator[CollectedEpisode]:
    """Collect episodes, going on where an earlier call stopped.

    Args:
        plans: What to collect.
        out: The data set's folder.
        amount: How much of each.
        games: Recorded games, for plans that replay one.

    Raises:
        BadInput: The folder holds another data set, or cannot be written to.
        TryAgain: The disk is full.
    """
    data = DataSet(out, household_classes())
    for plan in plans:
        game = games.read(plan.game) if games is not None and plan.game else None
        yield data.kept(plan) or _collected(plan, data, amount, game)


def _collected(plan: EpisodePlan, data: DataSet, amount: Amount, game: Game | None) -> CollectedEpisode:
    random = np.random.default_rng([plan.seed, plan.number, 1])
    frames = snapshots(plan, amount.snapshots, data.classes, random, game)
    steps: list[SequenceStep] = []
    before: list[np.ndarray] = []

    def film(deed: FilmedAction) -> None:
        drawn = deed.event.frame
        if before and deed.action in INTERACTIONS and drawn is not None and np.array_equal(drawn, before[-1]):
            deed = FilmedAction(deed.event, command=deed.command)  # nothing that can be seen; see NO_ACTION
        before[:] = [] if drawn is None else [drawn]
        shown = labelled(deed.event, data.classes, plan.look, random)
        steps.append(SequenceStep(shown.rgb, deed.action, deed.object_type, shown.boxes))

    if game is not None:
        replay(game, drawing(plan.look), amount.steps, film)
    elif plan.source != "none":
        live_through(plan, lambda: opened(plan), amount.steps, film)
    if steps:
        frames += [LabelledFrame(steps[k].frame, steps[k].detections) for k in moments(steps, amount.moments)]
    return data.add(plan, frames, steps)


def moments(steps: Sequence[SequenceStep], count: int) -> list[int]:
    """So many frames of an episode, in order: every other one from where something is handled, the rest evenly.

    What is handled is small and decides what was done; evenly, most of what a robot sees is furniture.
    """
    near = [k for k in range(len(steps)) if _handled_at(steps, k)]
    chosen = set(_spread(near, count // 2))
    return sorted(chosen | set(_spread([k for k in range(len(steps)) if k not in chosen], count - len(chosen))))


def _handled_at(steps: Sequence[SequenceStep], k: int) -> bool:
    """Whether something is handled by this step or the next."""
    return any(step.action in INTERACTIONS for step in steps[k : k + 2])


def _spread(among: Sequence[int], count: int) -> list[int]:
    if not among or count < 1:
        return []
    return [among[k] for k in sorted(set(np.linspace(0, len(among) - 1, count).round().astype(int).tolist()))]


def opened(plan: EpisodePlan, game: Game | None = None, single: bool = False) -> PocketController:
    """The room of a plan, with the camera of its look.

    Args:
        plan: The plan.
        game: The recorded game whose room it is.
        single: For single pictures, which may be strange: in other materials, with a picture of another shape.
    """
    scene = load_scene(plan.room, plan.seed) if game is None else scene_from_game(game)
    strange = plan.look.strange if single else None
    shape = {} if strange is None else {"width": round(SIZE * strange.width)}
    simulator = PocketController(scene, seed=plan.seed, **{**drawing(plan.look), **shape})
    if strange is not None and strange.repainted:
        simulator.step("SetRandomSeed", seed=plan.seed)
        simulator.step("RandomizeMaterials")
    return simulator


def drawing(look: CameraStyle) -> dict[str, Any]:
    """How an engine draws for a look: its parameters."""
    return {
        "width": SIZE,
        "height": SIZE,
        "fieldOfView": look.field_of_view,
        "renderInstanceSegmentation": True,
        "renderMode": "textured" if look.textured else "plain",
    }


def snapshots(
    plan: EpisodePlan, count: int, classes: tuple[str, ...], random: np.random.Generator, game: Game | None = None
) -> list[LabelledFrame]:
    """Frames of a lived-in room from poses by chance; frames that show nothing are not kept."""
    if not count:
        return []
    strange = plan.look.strange
    with opened(plan, game, single=True) as simulator:
        live_in(simulator, random)
        found: list[LabelledFrame] = []
        for pose in islice(poses(simulator, random), 4 * count):
            event = look_from(simulator, pose, crouched=strange is not None and strange.crouched)
            frame = labelled(event, classes, plan.look, random) if event else None
            if frame is not None and strange is not None:
                owners = event.views.segmentation
                picture = styled(frame.rgb, None if owners is None else owners.labels, strange, random)
                frame = replace(frame, rgb=picture)
            if frame is not None and frame.boxes:
                found.append(frame)
            if len(found) == count:
                break
        return found


def look_from(simulator: PocketController, pose: ViewingPose, crouched: bool = False) -> Event:
    """What is seen from a pose; false when one cannot stand there."""
    return simulator.step(
        "Teleport",
        position={"x": pose.x, "y": pose.y, "z": pose.z},
        rotation={"x": 0.0, "y": pose.yaw, "z": 0.0},
        horizon=pose.horizon,
        standing=not crouched,
        forceAction=True,
    )
