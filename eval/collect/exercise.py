"""Random interactions: the agent walks up to things of all kinds and handles them, so that rare pairs are seen too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime

import numpy as np

from agent.belief.state import Thing
from agent.body.acting import Body, LimitReached, RunRecording, StepReport
from agent.body.skills import Skills
from envs.clock import SimulatedClock
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import MOTIONS, TeachSession
from envs.teach.tasks.definition import Task

_SKILLS = {
    "Pickup": "pick_up",
    "Place": "put",
    "Open": "open",
    "Close": "close",
    "ToggleOn": "switch_on",
    "ToggleOff": "switch_off",
    "Slice": "slice",
    "Pour": "pour",
}
_WALK = tuple(name for name in MOTIONS if not name.startswith(("Stop", "Double")))


def exercise(
    session: TeachSession,
    seed: int,
    steps: int,
    on_step: Callable[[StepReport], None],
    done: Counter[tuple[str, str]] | None = None,
) -> None:
    """Handle things at random until so many steps are taken.

    Args:
        session: The episode to act in, freshly begun.
        seed: Chooses what is done.
        steps: Motions and object actions.
        on_step: Called after every step.
        done: How often each (action, object type) was done before; rare ones are preferred. Counts are added.
    """
    rng = np.random.default_rng(seed)
    done = Counter() if done is None else done
    clock = SimulatedClock(datetime(2026, 1, 5, 8, 0))
    task = Task(0, "Exercise", (), None, "", (), ())
    journal = RunRecording(
        clock, GameRecorder(session, task, "exercise", "exercise", clock.now()), "exercise", "", None, on_step
    )
    body = Body(session, journal, max_steps=steps, max_failures=steps)
    skills = Skills(body)
    tried: Counter[str] = Counter()
    last = ""
    try:
        for _ in range(4):
            body.move("Turn Right")
        while True:
            before = body.steps
            chances = list(_chances(body, tried))
            if not chances or rng.random() < 0.12:
                _wander(body, rng)
                continue
            weights = np.array([_weight(body, done, action, thing, last) for action, thing in chances])
            action, thing = chances[rng.choice(len(chances), p=weights / weights.sum())]
            last = thing.object_id
            result = getattr(skills, _SKILLS[action])(thing.object_id)
            if result.done:
                done[action, thing.object_type] += 1
            else:
                tried[thing.object_id] += 1
            if body.steps == before:
                _wander(body, rng)
    except LimitReached:
        return


def _weight(body: Body, done: Counter[tuple[str, str]], action: str, thing: Thing, last: str) -> float:
    """Rare pairs are worth a walk; otherwise what is in view comes first, and not the same thing again."""
    near = 3.0 if thing.object_id in body.belief.in_view else 1.0
    return (0.3 if thing.object_id == last else 1.0) * near / (1 + done[action, thing.object_type])


def _wander(body: Body, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 5))):
        body.move(str(rng.choice(_WALK)))


def _chances(body: Body, tried: Counter[str]) -> Iterator[tuple[str, Thing]]:
    """What could be done now, as far as the agent knows."""
    belief = body.belief
    held = belief.held
    inhand = belief.thing(held) if held is not None else None
    for thing in belief.things.values():
        if thing.object_id == held or thing.box is None or tried[thing.object_id] > 1:
            continue
        can = thing.can
        if held is None and can("pickupable"):
            yield "Pickup", thing
        if inhand is not None and can("receptacle") and thing.object_type != "Floor" and not thing.shut:
            yield "Place", thing
        if can("openable"):
            yield ("Open" if thing.shut else "Close"), thing
        if can("toggleable"):
            yield ("ToggleOff" if "on" in thing.states else "ToggleOn"), thing
        if inhand is not None and "Knife" in inhand.object_type and can("sliceable") and "sliced" not in thing.states:
            yield "Slice", thing
        drains = thing.object_type in ("Sink", "SinkBasin", "HousePlant") or can("canFillWithLiquid")
        if inhand is not None and "filled" in inhand.states and drains:
            yield "Pour", thing
