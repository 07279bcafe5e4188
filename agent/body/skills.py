"""Skills: what the agent can do in one go. Each goes where it has to, acts once, and says how it ended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from agent.belief.common_sense import is_basin
from agent.belief.state import Thing
from agent.body.acting import Body
from agent.space.clearance import free_point, table_at
from agent.space.containers import UNSEEN, Containers
from agent.space.navigation import Navigator, Stand
from agent.space.sightlines import REACH, InteractionPose, aim, best_first, distance, spots
from agent.space.survey import Survey
from envs.pocket.scene import Cell
from envs.vocabulary.english import be, located, the


def offer_words(object_type: str) -> str:
    """What the agent says when it holds something out: "Here is the mug"."""
    return f"Here is {the(object_type)}."


def point_words(object_type: str, place_type: str | None) -> str:
    """What the agent says when it shows something: "This is the mug, on the counter top"."""
    return f"This is {the(object_type)}" + ("." if place_type is None else f", {located(place_type)}.")


SkillStatus = Literal["done", "retry", "impossible"]
FULL = ("full", "too small", "No valid positions")
_TRIES = 9  # poses tried for one target
_BASIN = 8.0  # how many extra steps it is worth to have all of a basin in view and reach
_CLICKS = 5  # further poses tried for one that shows the target, and not only tells of it
_LOOKS = 6  # poses from which one container is looked into


@dataclass(frozen=True)
class SkillResult:
    """How a skill ended.

    Attributes:
        status: ``done``; ``retry``, it may work another time or from another place; ``impossible``, never in this way.
        reason: Why not, empty when done.
        unseen: Whether it is because the thing could not be brought into view.
    """

    status: SkillStatus
    reason: str = ""
    unseen: bool = False

    @property
    def done(self) -> bool:
        """Whether it worked."""
        return self.status == "done"


DONE = SkillResult("done")


class Skills:
    """The skills of one body.

    Args:
        body: What acts.
    """

    def __init__(self, body: Body) -> None:
        self.body = body
        self.belief = body.belief
        self.navigator = Navigator(body.belief)
        self.survey = Survey(body.belief)
        self.containers = Containers(body.belief)
        self._bad: set[tuple[str, Stand]] = set()
        self._unclickable: set[str] = set()
        self._note_look()

    # -- going and looking -----------------------------------------------------------------------------------------

    def go_to(self, stand: Stand) -> SkillResult:
        """Walk to a pose, around whatever turns out to be in the way."""
        while True:
            routes = self.navigator.routes
            if routes.cost(stand.cell, stand.yaw) == float("inf"):
                return SkillResult("impossible", f"no way leads to {stand.cell}")
            if all(self._motion(name) for name in routes.motions(stand.cell, stand.yaw)):
                return self.tilt(stand.horizon)

    def tilt(self, horizon: int) -> SkillResult:
        """Look up or down until the camera is at a horizon, degrees."""
        while abs(missing := horizon - self.belief.pose.horizon) > 1:
            if not self._motion("Look Down" if missing > 0 else "Look Up"):
                return SkillResult("retry", f"the camera stays at {self.belief.pose.horizon:g} degrees")
        return DONE

    def look_from(self, stand: Stand) -> SkillResult:
        """Go somewhere to look around there."""
        result = self.go_to(stand)
        self.survey.skip(stand)  # also when it could not be reached: it is of no use to try again
        self._note_look()
        return result

    def look_again(self) -> None:
        """Take in what is seen from here: something else than a skill may have moved the body or the things."""
        self.body.sense()
        self._note_look()

    def look_at(self, object_id: str) -> SkillResult:
        """Go to where a thing is in view, and see how it is now."""
        self.body.sense()
        return self.face(object_id)

    def face(self, object_id: str, thorough: float = 2.0) -> SkillResult:
        """Go to where a thing is in view and within reach."""
        thing = self.belief.thing(object_id)
        if thing.box is None:
            return SkillResult("impossible", f"it is not known where {the(thing.object_type)} {be(thing.object_type)}")
        if thorough <= 2.0 and self._ready(object_id) and (object_id, self._stand) not in self._bad:
            return DONE
        failed: list[Cell] = []
        for _ in range(_TRIES):
            stand = self._next_stand(self.belief.thing(object_id), thorough, failed)
            if stand is None:
                break
            if self.go_to(stand).done and self._ready(object_id):
                return DONE
            self._bad.add((object_id, stand))
            failed.append(stand.cell)
        return SkillResult("impossible", f"{the(thing.object_type)} cannot be seen from anywhere near", unseen=True)

    def _bring_into_picture(self, object_id: str) -> None:
        """Go where a click can hit a thing; stay where one is only told of it if there is no such place near."""
        if self.body.shows(object_id) or object_id in self._unclickable:
            return
        pose = self.belief.pose
        start = Stand(pose.cell, int(pose.yaw), int(pose.horizon))
        failed, tried = [start.cell], {start}
        for _ in range(_CLICKS):
            stand = self._next_stand(self.belief.thing(object_id), 2.0, failed, tried)
            if stand is None:
                break
            if self.go_to(stand).done and self._ready(object_id) and self.body.shows(object_id):
                return
            tried.add(stand)
            failed.append(stand.cell)
        self._unclickable.add(object_id)
        self.go_to(start)

    def _next_stand(
        self, thing: Thing, thorough: float, failed: list[Cell], tried: Collection[Stand] = ()
    ) -> Stand | None:
        """The pose to try next: one that should do, seen from another side than those that failed; last the old one."""
        seen = thing.seen_from
        last = None if seen is None else Stand(seen.cell, int(seen.yaw), int(seen.horizon))
        if len(failed) == _TRIES - 1 and last is not None and (thing.object_id, last) not in self._bad:
            return last
        for reach in (REACH, REACH + 0.1):
            found: list[InteractionPose] = spots(self.belief, self.navigator.routes, thing, reach)
            untried = (
                s
                for s in best_first(found, thorough, failed, thing.box)
                if s not in tried and (thing.object_id, s) not in self._bad
            )
            stand = next(untried, None)
            if stand is not None:
                return stand
        return last if last not in tried and (thing.object_id, last) not in self._bad else None

    def _ready(self, object_id: str) -> bool:
        thing, pose = self.belief.things.get(object_id), self.belief.pose
        if thing is None or thing.box is None or object_id not in self.belief.in_view:
            return False
        return distance(thing.box, (pose.x, pose.y, pose.z)) <= REACH + 0.1

    def _motion(self, name: str) -> bool:
        worked = self.body.move(name).success
        self._note_look()
        return worked

    def _note_look(self) -> None:
        self.survey.look(self.belief.pose)
        self.containers.look()

    # -- acting ------------------------------------------------------------------------------------------------------

    def pick_up(self, object_id: str) -> SkillResult:
        """Take a thing into the empty hand."""
        if self.belief.held is not None:
            return SkillResult("impossible", f"the hand holds {the(self.belief.thing(self.belief.held).object_type)}")
        return self._do("Pickup", object_id)

    def put(self, object_id: str) -> SkillResult:
        """Put what is held in or on a receptacle; impossible when it does not fit."""
        if self.belief.held is None:
            return SkillResult("impossible", "the hand is empty")
        # What is put at the near edge of a basin is hidden by its rim, so its middle should be within reach.
        result = self._do("Place", object_id, _BASIN if is_basin(self.belief.thing(object_id).object_type) else 2.0)
        if result.status == "impossible" and self._ready(object_id):
            self._look_what_is_in(object_id)
        return result

    def _look_what_is_in(self, object_id: str) -> None:
        """Look at a receptacle that took nothing from other sides, until something is seen in it."""
        failed, tried = [self._stand.cell], {self._stand}
        for _ in range(_CLICKS):
            if any(thing.object_id != self.belief.held for thing in self.belief.within(object_id)):
                return
            stand = self._next_stand(self.belief.thing(object_id), 2.0, failed, tried)
            if stand is None:
                return
            self.go_to(stand)
            tried.add(stand)
            failed.append(stand.cell)

    def put_beside(self, object_id: str) -> SkillResult:
        """Put what is held next to a thing: on what that stands on, as near to it as there is room."""
        other, held = self.belief.thing(object_id), self.belief.held
        table = table_at(self.belief, other)
        if held is None:
            return SkillResult("impossible", "the hand is empty")
        approach = self.face(object_id)
        if table is None or not approach.done or other.box is None:
            return approach if table is not None else SkillResult("impossible", "there is nothing to put it on")
        pose = self.belief.pose
        free = free_point(self.belief, table, self.belief.thing(held), pose, other.box)
        outcome = self.body.act("Place", table.object_id, *(free or aim(other.box, pose)))
        self._note_look()
        return DONE if outcome.success else SkillResult("retry", outcome.error)

    def open(self, object_id: str) -> SkillResult:
        """Open a container, from where most of its inside can be seen."""
        return self._do("Open", object_id, thorough=30.0)

    def close(self, object_id: str) -> SkillResult:
        """Close a container."""
        return self._do("Close", object_id)

    def switch_on(self, object_id: str) -> SkillResult:
        """Switch something on."""
        return self._do("ToggleOn", object_id)

    def switch_off(self, object_id: str) -> SkillResult:
        """Switch something off."""
        return self._do("ToggleOff", object_id)

    def slice(self, object_id: str) -> SkillResult:
        """Cut something with the knife in the hand."""
        return self._do("Slice", object_id)

    def pour(self, object_id: str) -> SkillResult:
        """Pour what is in the held vessel into a basin, a vessel or onto a plant."""
        return self._do("Pour", object_id)

    # -- people ------------------------------------------------------------------------------------------------------

    def give(self, stand: Stand) -> SkillResult:
        """Bring what is held to a person's place and offer it there."""
        held = self.belief.held
        if held is None:
            return SkillResult("impossible", "the hand is empty")
        result = self.go_to(stand)
        if result.done:
            self.body.say(offer_words(self.belief.thing(held).object_type))
        return result

    def point(self, object_id: str) -> SkillResult:
        """Go to where a thing is in view, face it, and say what it is and where."""
        result = self.face(object_id)
        if result.done:
            thing = self.belief.thing(object_id)
            place = self.belief.things.get(thing.place or "") if thing.can("pickupable") else None
            self.body.say(point_words(thing.object_type, None if place is None else place.object_type))
        return result

    def _do(self, action: str, object_id: str, thorough: float = 2.0) -> SkillResult:
        approach = self.face(object_id, thorough)
        if not approach.done:
            return approach
        self._bring_into_picture(object_id)
        thing, pose = self.belief.thing(object_id), self.belief.pose
        if thing.box is None:
            return SkillResult("retry", f"{the(thing.object_type)} went out of sight")
        held = self.belief.held
        free = free_point(self.belief, thing, self.belief.thing(held), pose) if action == "Place" and held else None
        outcome = self.body.act(action, object_id, *(free or aim(thing.box, pose)))
        self._note_look()
        if outcome.success:
            self._forget_bad(object_id if action == "Pickup" else held if action == "Place" else None)
            if action == "Place" and held not in self.belief.in_view and self.belief.evidence is not None:
                self.containers.again(object_id)
            return DONE
        if action == "Place" and any(word in outcome.error for word in FULL):
            return SkillResult("impossible", outcome.error)
        self._bad.add((object_id, self._stand))
        return SkillResult("retry", outcome.error)

    @property
    def _stand(self) -> Stand:
        """Where one stands and looks now."""
        pose = self.belief.pose
        return Stand(pose.cell, int(pose.yaw), int(pose.horizon))

    def _forget_bad(self, moved: str | None) -> None:
        """What was moved, and what is in it, may be seen now from where it was not."""
        if moved is not None:
            gone = {moved, *(t.object_id for t in self.belief.within(moved))}
            self._bad = {(k, stand) for k, stand in self._bad if k not in gone}
            self._unclickable -= gone

    def inspect(self, object_id: str) -> SkillResult:
        """Look into an open container from different sides, until all of its inside that can be seen has been seen."""
        thing = self.belief.thing(object_id)
        if thing.shut:
            return SkillResult("impossible", f"{the(thing.object_type)} {be(thing.object_type)} closed")
        for _ in range(_LOOKS):
            left = self.containers.left(thing)
            stand = self.containers.next_look(thing, self.navigator.routes, REACH) if left >= UNSEEN else None
            if stand is None or not self.go_to(stand).done or self.containers.left(thing) >= left:
                break
        self.containers.done(object_id)
        return DONE
