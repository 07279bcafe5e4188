"""Leaving things in order when a task is left: appliances off, what was taken put back, doors as they were."""

from __future__ import annotations

from dataclasses import dataclass

from agent.body.acting import LimitReached
from agent.body.skills import Skills
from agent.household.listening_body import ListeningBody
from agent.mind.tasks import AgendaTask
from agent.planning.episode import carry_out
from agent.planning.moves import Missing, Move, SkillCall
from agent.planning.phrasing import deed_words, home_words
from agent.planning.planner import Planner
from agent.planning.terms import Without
from agent.requests.errands import Errand
from envs.vocabulary.english import the
from memory.experience import type_of

_MOST = 40
"""Skills after which tidying up is given up."""


@dataclass(frozen=True)
class Disorder:
    """What may be left in disorder.

    Attributes:
        switched: Ids of what may be running.
        opened: Ids of what may stand open.
        shut: Ids of what may be shut that stood open before.
        put_down: Whether the hand is to be empty, too.
        back: What was taken for something that is not wanted any more, and the place that it goes back to.
        without: What must not be touched.
    """

    switched: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    shut: tuple[str, ...] = ()
    put_down: bool = True
    back: tuple[tuple[str, str], ...] = ()
    without: tuple[Without, ...] = ()


def left_by(item: AgendaTask[Errand], put_down: bool) -> Disorder:
    """What a task leaves that is not at its end: what it switched on, and opened or shut that was not to be so."""
    asked = {(name, want.conditions.get("isOpen")) for want in item.errand.wants()[0] for name in want.types}
    first: dict[str, str] = {}
    for one in item.working.moved:
        if one.how == "is" and one.before in ("closed", "open"):
            first.setdefault(one.thing, one.before)
    opened = tuple(key for key, was in first.items() if was == "closed" and (type_of(key), True) not in asked)
    shut = tuple(key for key, was in first.items() if was == "open" and (type_of(key), False) not in asked)
    without = tuple(one for one in item.errand.terms if isinstance(one, Without))
    return Disorder(item.working.switched, opened, shut, put_down, without=without)


class Cleanup:
    """Switches off what is running, puts down what is held, closes doors; nobody is listened to meanwhile.

    Args:
        body: What acts.
        skills: Its skills.
        left: What may be left in disorder.
    """

    def __init__(self, body: ListeningBody, skills: Skills, left: Disorder) -> None:
        self._body, self._skills, self._put_down = body, skills, left.put_down
        self._switched, self._opened, self._shut = list(left.switched), list(left.opened), list(left.shut)
        self._back = list(left.back)
        belief = body.belief
        self._planner = Planner((), belief, skills.navigator, skills.survey, skills.containers)
        self._planner.recipes.without = left.without

    def run(self) -> None:
        """Do it; what does not work is left."""
        listening, self._body.listening = self._body.listening, False
        try:
            for _ in range(_MOST):
                move = self._next()
                if isinstance(move, Missing):
                    self._body.goal = f"find a place for {self._held()}"
                    move = self._planner.search.step(move)
                if not isinstance(move, SkillCall):
                    return
                self._planner.learn(move, carry_out(self._skills, move))
        except LimitReached:
            return
        finally:
            self._body.listening = listening

    def _held(self) -> str:
        held = self._body.belief.held
        return the(self._body.belief.thing(held).object_type) if held is not None else "it"

    def _next(self) -> Move | None:
        belief, recipes = self._body.belief, self._planner.recipes
        while self._switched:
            key = self._switched[0]
            thing = belief.things.get(key)
            move = recipes.switched(key, False) if thing is not None else None
            if isinstance(move, SkillCall):
                self._body.goal = deed_words("isToggled", belief.thing(key).object_type, 0)
                return move
            self._switched.pop(0)
        back = self._taken_back()
        if back is not None:
            return back
        if self._put_down and belief.held is not None:
            self._body.goal = f"put down {self._held()}"
            return recipes.hand_free()
        return self._closed() or self._reopened()

    def _taken_back(self) -> Move | None:
        """Bring the next thing back to where it was taken from; where that does not work it is put down as usual."""
        while self._back:
            thing, place = (self._body.belief.things.get(key) for key in self._back[0])
            move = self._planner.recipes.placed(thing.object_id, place.object_id) if thing and place else None
            if thing and place and isinstance(move, SkillCall):
                self._body.goal = home_words(thing.object_type, place.object_type)
                return move
            self._back.pop(0)
        return None

    def _closed(self) -> Move | None:
        """Close the next door that stands open."""
        while self._opened:
            thing = self._body.belief.things.get(self._opened.pop(0))
            if thing is not None and "open" in thing.states and self._planner.recipes.able(thing, "close"):
                self._body.goal = f"close {the(thing.object_type)}"
                return SkillCall("close", thing.object_id)
        return None

    def _reopened(self) -> Move | None:
        """Open the next door that stood open before."""
        while self._shut:
            thing = self._body.belief.things.get(self._shut.pop(0))
            move = self._planner.recipes.opened(thing.object_id) if thing is not None and thing.shut else None
            if thing is not None and isinstance(move, SkillCall):
                self._body.goal = f"open {the(thing.object_type)}"
                return move
        return None
