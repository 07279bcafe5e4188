"""Any assistant as a worker of the executive: it does one skill at a time, and can be left and taken up in between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from agent.assistance.roles import Assistance, Assistant, AssistantMemory
from agent.expert.handover import Handover
from envs.rearrangement.skills import Skill, read_skill
from envs.rearrangement.world import SUCCEEDED, RearrangementWorld, SkillOutcome

WantedSkill = Skill | str
"""A skill as an assistant hands it to the world: read, or as it was written."""
_LEADS = frozenset({"Navigate", "Explore"})


class SteppedWorld(RearrangementWorld):
    """The same world, in which something else was asked for, and each skill waits until it is granted.

    Everything but ``step`` is that of the world: its state is shared, so what others do is seen here at once. ``Done``
    ends the request and not the episode.

    Args:
        world: Where.
        request: What was asked for.
        ask: Takes a skill and returns what came of it.
    """

    __slots__ = ("_ask", "finished", "instruction")

    def __init__(  # pyright: ignore[reportMissingSuperCall]
        self, world: RearrangementWorld, request: str, ask: Callable[[WantedSkill], SkillOutcome]
    ) -> None:
        self.__dict__ = world.__dict__
        self.instruction, self.finished, self._ask = request, False, ask

    @property
    def over(self) -> bool:
        """Whether nothing more can be done for the request."""
        return self.finished or super().over

    def step(self, skill: Skill | str) -> SkillOutcome:
        """Wait until the skill is granted, and use it."""
        if self.over:
            return SkillOutcome(False, "The episode is over.", 0, True)
        read = read_skill(skill) if isinstance(skill, str) else skill
        if isinstance(read, Skill) and read.name == "Done":
            self.finished = True
            return SkillOutcome(True, f"Result: {SUCCEEDED}\n{self._objects_text()}", 0, True)
        return self._ask(skill)


class RequestWork:
    """The work on one request.

    Args:
        assistant: Does it.
        world: Where.
        home: Name of the home.
        memory: What is remembered.
        request: What was asked for.
        name: Id of the episode that comes of it.
        user: Who asked.

    Attributes:
        assistance: What came of it; None while it goes on.
        finished: Whether the assistant said that it is done.
        used: How many skills were used.
    """

    def __init__(
        self,
        assistant: Assistant,
        world: RearrangementWorld,
        home: str,
        memory: AssistantMemory,
        request: str,
        name: str = "",
        user: str = "",
    ) -> None:
        self.assistance: Assistance | None = None
        self.finished, self.used = False, 0
        self._world = world
        self._first: deque[Skill] = deque()
        self._outcome: SkillOutcome | None = None
        self._at = ""

        def work(ask: Callable[[WantedSkill], SkillOutcome]) -> str:
            stepped = SteppedWorld(world, request, ask)
            self.assistance = assistant.help(stepped, home, memory, name, user)
            self.finished = stepped.finished
            return ""

        self._hand: Handover[WantedSkill, SkillOutcome] = Handover(work)

    def step(self) -> tuple[str, SkillOutcome] | None:
        """Use the next skill; returns it as it is written, and what came of it. None when the assistant has ended.

        Raises:
            HomebodyError: What the assistant raised.
        """
        if self._first:
            return self._use(self._first.popleft())
        wanted = self._hand.resume(self._outcome)
        if wanted is None:
            return None
        written, self._outcome = self._use(wanted)
        return written, self._outcome

    def _use(self, skill: WantedSkill) -> tuple[str, SkillOutcome]:
        outcome = self._world.step(skill)
        self.used += 1
        read = read_skill(skill) if isinstance(skill, str) else skill
        if isinstance(read, Skill) and read.name in _LEADS and outcome.success:
            self._at = read.arguments[0] if read.name == "Navigate" else ""
        return str(skill), outcome

    def leave(self) -> tuple[str, SkillOutcome] | None:
        """Leave the work for other work: what is in the hand is put down where one is, and fetched again afterwards.

        Returns:
            The skill that this took, None for none.
        """
        held, rest = self._world.held, list(self._first)
        way = rest or ([Skill("Navigate", (self._at,))] if self._at not in ("", held) else [])
        if held is not None and not self._world.over:
            put = self._use(Skill("Place", (held, "on", f"floor_{self._world.room}", "None", "None")))
            self._first = deque([Skill("Navigate", (held,)), Skill("Pick", (held,)), *way])
            return put
        if rest and rest[0].name != "Navigate" and self._at:
            way = [Skill("Navigate", (self._at,)), *rest]
        self._first = deque(way)
        return None

    def close(self) -> None:
        """End the work where it is."""
        self._hand.close()
