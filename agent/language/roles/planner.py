"""Planning by a language model: which of the things still to be done comes next.

The model chooses among the subgoals that the built-in planner would serve anyway, whenever one is finished; how a
subgoal is reached, and in which order things must happen (cook before cutting), stays with the planner. So a wrong
choice costs steps and never the task.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.belief.state import Belief, Thing
from agent.language.model import ChatModel
from agent.language.roles.asking import FallbackSink, RoleModel, record
from agent.language.roles.quoting import quoted
from agent.planning.moves import SkillCall
from agent.planning.phrasing import deed_words, home_words, look_words
from agent.planning.planner import Planner
from agent.planning.wants import Want
from agent.space.containers import Containers
from agent.space.navigation import Navigator
from agent.space.prospects import Told
from agent.space.survey import Survey

MOST_CHOICES = 30
"""Most times that a model is asked in one task."""

_KNOWN = 40  # things told of


class ModelPlanner(Planner):
    """The built-in planner, with a language model that chooses what to see to next.

    Args:
        wants: What the task wants.
        belief: What is known; kept up to date by the body.
        navigator: Routes from the present pose.
        survey: Where one has looked.
        containers: What one has looked into.
        heard: As the ``told`` of the built-in planner: what somebody said who knows where things are.
        model: Chooses.
        told: Gets the record of each fallback; the built-in order holds then.
        most: Most times that it is asked.

    Attributes:
        choices: (what it could choose from, what it chose), as indices of wants.
    """

    def __init__(
        self,
        wants: tuple[Want, ...],
        belief: Belief,
        navigator: Navigator,
        survey: Survey,
        containers: Containers,
        heard: Told | None = None,
        *,
        model: ChatModel,
        told: FallbackSink | None = None,
        most: int = MOST_CHOICES,
    ) -> None:
        super().__init__(wants, belief, navigator, survey, containers, heard)
        self._role = RoleModel("planner", model, told)
        self._left = most
        self._chosen: int | None = None
        self.choices: list[tuple[tuple[int, ...], int]] = []

    def next(self) -> SkillCall | None:
        """The next step; the model is asked when the planner turns to something else with an empty hand."""
        step = super().next()
        if step is None or self._serving == self._chosen or self.belief.held is not None:
            return step
        options = self._open()
        if len(options) < 2 or self._left <= 0:
            return step
        self._left -= 1
        proposed = self._serving
        self._chosen = self._role.attempt(lambda: self._choose(options, proposed), lambda: proposed)
        self.choices.append((tuple(options), self._chosen))
        if self._chosen != proposed:
            step = super().next()
            self._chosen = self._serving  # what was chosen may have to wait for something else after all
        return step

    def _order(self) -> list[int]:
        order = super()._order()
        if self._chosen in order and self.belief.held is None:
            order.remove(self._chosen)
            order.insert(0, self._chosen)
        return order

    def _open(self) -> list[int]:
        """Wants that are neither hopeless nor, as far as is known, as they should be."""
        return [i for i in range(len(self.wants)) if i not in self.failed and not self._settled(i)]

    def _settled(self, i: int) -> bool:
        want, members = self.wants[i], self.things.members(i)
        return bool(members) and all(
            all(self.things.met(k, prop, value) for prop, value in want.conditions.items())
            and all(self.things.in_home(k, home) for home in want.homes)
            for k in members
        )

    def _choose(self, options: Sequence[int], proposed: int) -> int:
        numbers = list(range(1, len(options) + 1))
        lines = [f"{number}. {describe(self.wants, i)}" for number, i in zip(numbers, options, strict=True)]
        value = self._role.ask(
            record({"why": {"type": "string"}, "next": {"type": "integer", "enum": numbers}}),
            options="\n".join(lines),
            proposed=numbers[options.index(proposed)] if proposed in options else "none of them",
            known=self._known(options),
            given_up="\n".join(quoted(reason) for reason in self.failed.values()) or "(nothing)",
        )
        return options[value["next"] - 1]

    def _known(self, options: Sequence[int]) -> str:
        """What is known of the things that are wanted, and of what they are wanted in."""
        homes = [home.want for i in options for home in self.wants[i].homes]
        types = [kind for i in (*options, *homes) for kind in self.wants[i].types]
        found = [thing for thing in self.belief.things.values() if thing.object_type in types]
        return "\n".join(self._told(thing) for thing in found[:_KNOWN]) or "(none of them was seen yet)"

    def _told(self, thing: Thing) -> str:
        place = self.belief.things.get(thing.place or "")
        where = f" in or on {quoted(place.name, 60)}" if place else ""
        states = f": {', '.join(sorted(thing.states))}" if thing.states else ""
        return quoted(thing.name, 60) + where + states


def describe(wants: Sequence[Want], i: int) -> str:
    """What a want asks for: "wash the mug; put the mug on the table"."""
    want: Any = wants[i]
    deeds = [deed_words(prop, want.word, value) for prop, value in sorted(want.conditions.items())]
    deeds += [home_words(want.word, wants[home.want].word) for home in want.homes]
    return ("everything of the kind: " if want.everything else "") + ("; ".join(deeds) or look_words((want.word,)))
