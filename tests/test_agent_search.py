"""Looking around finds everything that can be seen; containers are opened in a sensible order."""

from __future__ import annotations

import numpy as np
import pytest
from test_agent_belief import sight, thing

from agent.belief.state import Belief, Thing
from agent.body.acting import Body, RunRecording
from agent.body.skills import Skills
from agent.planning.moves import Missing, SkillCall
from agent.planning.recipes import Recipes
from agent.planning.search import Search
from agent.space.containers import UNSEEN, Containers
from agent.space.navigation import Navigator, Stand
from agent.space.sightlines import REACH, behind, best_first, distance, spots
from agent.space.survey import Survey
from envs.clock import SimulatedClock
from envs.pocket.controller import PocketController
from envs.pocket.scene import AgentPose, Box
from envs.teach.games.recorder import GameRecorder
from envs.teach.games.session import TeachSession
from envs.teach.tasks.definitions import load_task


def skills_in(room: str, seed: int) -> tuple[PocketController, Skills]:
    controller = PocketController(room, seed=seed)
    session, clock = TeachSession(controller), SimulatedClock()
    recorder = GameRecorder(session, load_task("Coffee"), "g", controller.scene, clock.now())
    return controller, Skills(Body(session, RunRecording(clock, recorder, "g", "look around")))


def look_around(skills: Skills) -> None:
    while (stand := skills.survey.next(skills.navigator.routes)) is not None:
        skills.look_from(stand)


@pytest.mark.parametrize(("room", "seed"), [("kitchen", 0), ("living_room", 1), ("bedroom", 2), ("bathroom", 3)])
def test_a_look_around_finds_nearly_everything_and_nothing_that_is_hidden(room, seed):
    controller, skills = skills_in(room, seed)
    look_around(skills)
    world = controller.engine.world
    hidden = {r["objectId"] for r, h in zip(world.records, world.hidden, strict=True) if h}
    binned = {k for r in world.records if r["objectType"] == "GarbageCan" for k in r["receptacleObjectIds"] or ()}
    portable = {r["objectId"] for r in world.records if r["pickupable"]} - hidden - binned  # bins are too deep
    known = set(skills.belief.things)
    assert not known & hidden
    assert len(portable - known) <= 0.05 * len(portable)


@pytest.mark.parametrize(("room", "seed"), [("kitchen", 0), ("living_room", 1), ("bathroom", 3)])
def test_what_lies_in_a_bin_is_found_by_looking_into_it(room, seed):
    controller, skills = skills_in(room, seed)
    look_around(skills)
    for bin_ in skills.belief.known("GarbageCan"):
        inside = controller.last_event.get_object(bin_.object_id)
        assert inside is not None and inside["receptacleObjectIds"]
        assert skills.inspect(bin_.object_id).done
        assert set(inside["receptacleObjectIds"]) <= set(skills.belief.things)


def test_a_second_look_is_at_what_is_high():
    controller, skills = skills_in("kitchen", 0)
    look_around(skills)
    assert skills.survey.again()
    stand = skills.survey.next(skills.navigator.routes)
    assert stand is None or stand.horizon == 0
    assert skills.survey.again() and not skills.survey.again()
    assert controller.last_event


def test_a_place_can_be_marked_as_not_looked_at():
    _, skills = skills_in("bathroom", 0)
    look_around(skills)
    x, z = skills.belief.pose.x, skills.belief.pose.z
    skills.survey.unsee((x - 0.5, 0.0, z - 0.5), (x + 0.5, 1.0, z + 0.5))
    assert skills.survey.next(skills.navigator.routes) is not None


def test_every_visible_thing_can_be_faced():
    _, skills = skills_in("kitchen", 1)
    look_around(skills)
    things = [t for t in skills.belief.things.values() if t.can("pickupable")][:12]
    for item in things:
        assert skills.face(item.object_id).done, item.name
        pose = skills.belief.pose
        assert item.box is not None and item.object_id in skills.belief.in_view
        assert distance(item.box, (pose.x, pose.y, pose.z)) <= REACH + 0.1


def test_poses_far_away_or_facing_away_are_not_offered():
    cells = [(x, z) for x in range(-8, 9) for z in range(-8, 0)]
    box = Box((-0.1, 0.9, 0.2), (0.1, 1.0, 0.4))
    known = Belief(cells, (-2.0, -2.0, 2.0, 2.0), sight(thing("Mug|1")))
    known.things["Mug|1"] = Thing("Mug|1", "Mug", "Mug_0", box=box)
    found = spots(known, Navigator(known).routes, known.thing("Mug|1"))
    assert found
    for spot in found:
        x, z = spot.stand.cell
        assert np.hypot(0.25 * x, 0.25 * z - 0.2) <= 1.6
        assert (x, spot.stand.yaw) != (0, 180)
    assert next(best_first(found)).yaw == 0


def test_furniture_in_between_hides():
    cells = [(0, z) for z in range(-6, -1)]
    known = Belief(cells, (-2.0, -2.0, 2.0, 2.0), sight(thing("Mug|1"), thing("Fridge|1")))
    known.things["Mug|1"] = Thing("Mug|1", "Mug", "Mug_0", box=Box((-0.1, 0.9, 0.4), (0.1, 1.0, 0.6)))
    known.things["Fridge|1"] = Thing("Fridge|1", "Fridge", "Fridge_0", box=Box((-1.0, 0.0, -0.2), (1.0, 2.0, 0.2)))
    pose = AgentPose(0.0, 0.9, -0.5, 0.0, 30.0)
    mug = np.array([[0.0, 0.95, 0.5], [0.1, 0.9, 0.4]])
    assert behind(known, mug, pose).all()
    known.things.pop("Fridge|1")
    assert not behind(known, mug, pose).any()


def containers(*nodes) -> tuple[Belief, Containers]:
    known = Belief([(0, 0), (0, 1)], (-2.0, -2.0, 2.0, 2.0), sight(*nodes))
    return known, Containers(known)


def test_the_likelier_container_comes_first():
    known, inside = containers(thing("Safe|1"), thing("Fridge|1"), thing("LaundryHamper|1"))
    first = inside.next(["Lettuce"], Navigator(known).routes)
    assert first is not None and first.object_id == "Fridge|1"
    second = inside.next(["Lettuce"], Navigator(known).routes, skip=["Fridge|1"])
    assert second is not None and second.object_id != "Fridge|1"


def test_a_container_is_looked_into_once():
    known, inside = containers(thing("Fridge|1"))
    assert inside.left(known.thing("Fridge|1")) == 1.0
    inside.done("Fridge|1")
    assert inside.left(known.thing("Fridge|1")) == 0.0
    assert inside.next(["Lettuce"], Navigator(known).routes) is None


def test_a_container_is_looked_into_again_when_what_was_put_there_is_not_seen():
    known, inside = containers(thing("Microwave|1"), thing("Fridge|1"))
    for one in ("Microwave|1", "Fridge|1"):
        inside.done(one)
    inside.again("Microwave|1")
    assert inside.left(known.thing("Microwave|1")) == 1.0 and inside.left(known.thing("Fridge|1")) == 0.0


def test_inspecting_shows_what_is_in_a_fridge():
    controller, skills = skills_in("kitchen", 0)
    look_around(skills)
    fridge = skills.belief.known("Fridge")[0].object_id
    assert skills.inspect(fridge).status == "impossible"
    assert skills.open(fridge).done and skills.inspect(fridge).done
    inside = controller.last_event.get_object(fridge)
    assert inside is not None and inside["receptacleObjectIds"]
    assert set(inside["receptacleObjectIds"]) <= set(skills.belief.things)
    assert skills.containers.left(skills.belief.thing(fridge)) < UNSEEN


def test_a_step_into_something_unexpected_is_walked_around():
    controller, skills = skills_in("living_room", 0)
    routes = skills.navigator.routes
    goal = max(routes.cells(), key=lambda c: routes.cost(c, 0))
    ahead = [c for c in routes.cells() if routes.cost(c, 0) > 0 and c != goal][5:60:5]
    controller.engine.world.free -= set(ahead)
    result = skills.go_to(Stand(goal, 0, 30))
    assert result.done or result.status == "impossible"
    assert (skills.belief.pose.cell == goal) is result.done


def test_skills_say_why_they_cannot():
    _, skills = skills_in("kitchen", 0)
    look_around(skills)
    mug = next(t.object_id for t in skills.belief.things.values() if t.can("pickupable"))
    assert skills.put(skills.belief.known("CounterTop")[0].object_id).reason == "the hand is empty"
    assert skills.pick_up(mug).done
    assert "the hand holds" in skills.pick_up(mug).reason


def test_the_survey_ends_for_a_survey_of_nothing():
    known = Belief([(0, 0)], (-0.2, -0.2, 0.2, 0.2), sight())
    assert Survey(known).next(Navigator(known).routes) is None


@pytest.mark.parametrize(
    ("word", "everything", "skill"),
    [
        ("Lettuce", False, "open"),
        ("Lettuce", True, "look_from"),
        ("HousePlant", False, "look_from"),
    ],
)
def test_a_likely_container_near_by_is_opened_before_the_whole_room_has_been_seen(word, everything, skill):
    cells = [(x, z) for x in range(-12, 13) for z in range(-12, 1)]
    known = Belief(cells, (-3.5, -3.5, 3.5, 1.0), sight(thing("Fridge|1")))
    known.things["Fridge|1"] = Thing("Fridge|1", "Fridge", "Fridge_0", box=Box((-0.4, 0.0, 0.4), (0.4, 1.8, 1.0)))
    navigator, inside = Navigator(known), Containers(known)
    search = Search(known, navigator, Survey(known), inside, Recipes(known, inside))
    move = search.step(Missing((word,), everything=everything))
    assert isinstance(move, SkillCall) and move.skill == skill


@pytest.mark.parametrize("seed", [3706, 3711])
def test_what_hangs_beside_furniture_is_looked_at_from_where_that_does_not_hide_it(seed):
    _, skills = skills_in("kitchen", seed)  # in the first the light switch is in the corner behind the fridge
    look_around(skills)
    assert skills.survey.look_at_walls()
    look_around(skills)
    assert skills.belief.known("LightSwitch")
