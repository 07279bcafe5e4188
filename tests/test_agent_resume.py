"""A task that is left and taken up again goes on where it was; what others changed meanwhile is noticed."""

from __future__ import annotations

import pytest

from agent.belief.state import Belief
from agent.body.acting import Body, RunRecording
from agent.body.skills import Skills
from agent.planning.episode import carry_out
from agent.planning.planner import Planner
from agent.planning.wants import wants_of
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.check import check_task
from envs.teach.tasks.definition import Task
from envs.teach.tasks.definitions import load_task

FOR_EVER = 10_000


class Home:
    """An agent in a kitchen, which takes tasks up and leaves them."""

    def __init__(self, seed: int, name: str, *params: str) -> None:
        self.session = TeachSession(PocketController("kitchen", seed=seed))
        self.task: Task = load_task(name, params)
        clock = SimulatedClock()
        recorder = GameRecorder(self.session, self.task, "g", "kitchen", clock.now())
        self.skills = Skills(Body(self.session, RunRecording(clock, recorder, "g", name)))

    @property
    def belief(self) -> Belief:
        return self.skills.belief

    @property
    def steps(self) -> int:
        return self.skills.body.steps

    def work(self, until: int = FOR_EVER) -> list[str]:
        """A new planner over what is known works until so many steps have been taken; why not everything was done."""
        skills = self.skills
        planner = Planner(wants_of(self.task), self.belief, skills.navigator, skills.survey, skills.containers)
        while self.steps < until and (step := planner.next()) is not None:
            was_in = tuple(self.belief.chain(step.target)) if isinstance(step.target, str) else ()
            planner.learn(step, carry_out(skills, step), was_in)
        return planner.excuses()

    def by_hand(self, action: str, object_id: str) -> None:
        """Somebody else does something; the agent does not see it."""
        force = {} if action == "RemoveFromScene" else {"forceAction": True}
        assert self.session.simulator.step(action, objectId=object_id, **force)

    def carry_off(self, object_id: str, place: str) -> None:
        """Somebody else takes a thing elsewhere."""
        self.by_hand("PickupObject", object_id)
        self.by_hand("PutObject", place)

    @property
    def done(self) -> bool:
        return check_task(self.task, self.session.objects()).success

    def believed(self, object_type: str) -> str:
        return self.belief.known(object_type)[0].object_id


@pytest.fixture(scope="module")
def uninterrupted() -> dict[str, int]:
    steps = {}
    for name, params in TASKS:
        home = Home(1, name, *params)
        assert home.work() == [] and home.done
        steps[name] = home.steps
    return steps


TASKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Coffee", ()),
    ("Sandwich", ("1", "1")),
    ("N Slices Of X In Y", ("2", "Tomato", "on", "Plate")),
)


@pytest.mark.parametrize(("name", "params"), TASKS)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_new_planner_does_not_do_again_what_is_done(name, params, share, uninterrupted):
    home = Home(1, name, *params)
    home.work(until=round(share * uninterrupted[name]))
    assert home.work() == []
    assert home.done
    assert home.steps <= uninterrupted[name] + 30


def test_something_unrelated_in_the_hand_is_put_down_first():
    home = Home(1, "N Slices Of X In Y", "2", "Tomato", "on", "Plate")
    home.work(until=40)
    if home.belief.held is not None:
        home.skills.put(home.believed("CounterTop"))
    things = [t for t in home.belief.things.values() if t.object_type in ("Mug", "Lettuce", "Fork", "Apple", "Bowl")]
    other = next(t for t in things if home.skills.pick_up(t.object_id).done)
    assert home.work() == []
    assert home.done and home.belief.held != other.object_id
    place = home.belief.thing(other.object_id).place
    assert place is not None and home.belief.thing(place).object_type != "Floor"


def test_what_was_taken_elsewhere_is_found_there():
    home = Home(1, "Clean All X", "Mug")
    home.work(until=60)
    if home.belief.held is not None:
        home.skills.put(home.believed("CounterTop"))
    mugs = [t for t in home.belief.known("Mug") if "dirty" in t.states and home.belief.shut_in(t.object_id) is None]
    tables = {t.object_id for t in home.belief.known("CounterTop", "DiningTable")}
    mug = mugs[0]
    home.carry_off(mug.object_id, sorted(tables - set(home.belief.chain(mug.object_id)))[0])
    assert home.work() == []
    assert home.done


def test_what_somebody_dirtied_is_washed():
    home = Home(1, "Coffee")
    home.work()
    mug = next(o["objectId"] for o in home.session.objects() if o.get("simbotIsFilledWithCoffee"))
    home.by_hand("DirtyObject", mug)
    home.by_hand("EmptyLiquidFromObject", mug)
    assert home.skills.look_at(mug).done
    assert "dirty" in home.belief.thing(mug).states
    assert not home.done
    assert home.work() == []
    assert home.done


def test_what_somebody_used_up_is_made_anew():
    home = Home(1, "N Slices Of X In Y", "1", "Tomato", "on", "Plate")
    home.work()
    served = next(
        t for t in home.belief.known("TomatoSliced") if home.belief.things[t.place or ""].object_type == "Plate"
    )
    home.by_hand("RemoveFromScene", served.object_id)
    home.belief.forget(served.object_id)
    assert not home.done
    assert home.work() == []
    assert home.done


def test_a_thing_that_vanished_is_given_up_with_a_reason():
    home = Home(1, "Coffee")
    home.work(until=3)
    for thing in home.session.objects():
        if thing["objectType"] == "CoffeeMachine":
            home.by_hand("RemoveFromScene", thing["objectId"])
    home.belief.forget(next((t.object_id for t in home.belief.known("CoffeeMachine")), ""))
    assert home.work() == ["I could not find a coffee machine"]
