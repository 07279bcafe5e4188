"""Leaving things in order when a task is left: appliances off, the hand empty."""

from __future__ import annotations

from agent.body.acting import LimitReached
from agent.body.skills import Skills
from agent.household.listening_body import ListeningBody
from agent.planning.episode import carry_out
from agent.planning.moves import Missing, Move, SkillCall
from agent.planning.phrasing import deed_words
from agent.planning.planner import Planner
from envs.vocabulary.english import the

_MOST = 40
"""Skills after which tidying up is given up."""


class Cleanup:
    """Switches off what is running and puts down what is held; nobody is listened to meanwhile.

    Args:
        body: What acts.
        skills: Its skills.
        switched: Ids of what may be running.
        put_down: Whether the hand is to be empty, too.
    """

    def __init__(self, body: ListeningBody, skills: Skills, switched: tuple[str, ...], put_down: bool) -> None:
        self._body, self._skills, self._put_down = body, skills, put_down
        self._switched = list(switched)
        belief = body.belief
        self._planner = Planner((), belief, skills.navigator, skills.survey, skills.containers)

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
        if not self._put_down or belief.held is None:
            return None
        self._body.goal = f"put down {self._held()}"
        return recipes.hand_free()
