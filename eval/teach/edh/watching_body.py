"""The beginning of a recorded game, played again in pocket while the agent watches through the Driver's eyes."""

from __future__ import annotations

import copy
from collections.abc import Iterable

from agent.belief import effects
from agent.belief.state import Thing
from agent.body.acting import Body
from agent.body.skills import Skills
from envs.teach.games.actions import DRIVER, ThorPose
from envs.teach.games.recorded import Interaction
from envs.teach.games.session import OBJECT_ACTIONS, TeachSession
from eval.teach.agent import StepLog, journal
from eval.teach.instances.state_changes import whole_id


class WatchingBody(Body):
    """A body that is led through what the recorded Driver did, sees it, and can then act itself.

    Args:
        session: The episode, freshly begun.

    Attributes:
        log: The steps it takes by itself.
        skills: Its skills; they know what it has looked at.
        first: Every thing as it was when it was seen first, by object id; pieces were no things of their own then.
    """

    def __init__(self, session: TeachSession) -> None:
        self.log = StepLog()
        books = journal(session, self.log)
        super().__init__(session, books)
        self._record = books.recorder
        self.session = session
        self.skills = Skills(self)
        self._pose: ThorPose | None = None
        self.first: dict[str, Thing] = {}
        self._note_first()

    def twin(self, constant: Iterable[object] = ()) -> WatchingBody:
        """Another one in the same state, in a session of its own, to go on differently.

        Args:
            constant: Parts that nobody changes and that need not be copied.
        """
        return copy.deepcopy(self, {id(part): part for part in (self._record, *constant)})

    def follow(self, interactions: Iterable[Interaction]) -> None:
        """Be led: recorded poses and successful object actions are imposed, everybody else's doings are left out."""
        for step in interactions:
            if step.agent_id != DRIVER:
                continue
            pose = step.thor_pose
            if pose is not None and pose != self._pose:
                self._pose = pose
                self.session.teleport(pose)
                self._see()
            elif step.action_name in OBJECT_ACTIONS and step.success and step.oid is not None:
                self._take_over(step.action_name, step.oid, step)

    def _take_over(self, name: str, target: str, step: Interaction) -> None:
        held = self.belief.held
        outcome = self.session.interact(name, target, step.x, step.y)
        if not outcome.success:
            outcome = self.session.impose(name, target)
        self._see()
        if outcome.success:
            self.belief.acted(name, target, held)
            effects.conclude(self.belief)

    def _note_first(self) -> None:
        for name in sorted(self.belief.in_view - self.first.keys()):
            if name in self.belief.things and whole_id(name) == name:
                self.first[name] = self.belief.thing(name)

    def _see(self) -> None:
        self.belief.observe(self._look())
        self._note_first()
        self.skills.survey.look(self.belief.pose)
        self.skills.containers.look()
