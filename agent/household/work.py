"""One task being worked on: the planner with what this task knows, and how it copes with a world that changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from agent.belief.common_sense import can
from agent.belief.state import Thing
from agent.body.skills import SkillResult, Skills
from agent.household.conditions.checking import ConditionCheck
from agent.household.listening_body import ListeningBody
from agent.mind.tasks import AgendaTask
from agent.planning.doors import OpenedDoors
from agent.planning.episode import IDLE_LIMIT, carry_out
from agent.planning.moves import Missing, Move, SkillCall
from agent.planning.phrasing import look_words, looking
from agent.planning.planner import Planner
from agent.planning.term_words import told
from agent.planning.terms import OnlyIf, Without
from agent.planning.wants import Want, into_the_very
from agent.requests.errands import Errand
from agent.space.containers import Containers
from agent.space.survey import Survey
from envs.vocabulary.english import the
from memory.experience import type_of

NOT_NEEDED = "not needed: "
"""What a task ends with whose condition does not hold; the reason follows."""
_OF_ALL = "*"
MOST_LOST = 6
"""So many things may turn out to be gone before a task is given up."""


def group_of(bound: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
    """Type or class → the things of it that a task was about, where it was about certain ones of them."""
    found: dict[str, set[str]] = {}
    every: set[str] = set()
    for key, thing in bound:
        word, _, number = key.partition("#")
        found.setdefault(word, set()).add(thing)
        every |= {word} if _OF_ALL in number else set()
    return {word: frozenset(things) for word, things in found.items() if word in every or len(things) > 1}


class TaskWork:
    """A task at hand.

    Args:
        body: What acts.
        skills: The skills of that body; where it has looked is shared by all tasks.
        item: The task.
        spared: Things that other tasks made or use; others are taken where there are any.
        given: Things that earlier tasks handled, by type, for a task that speaks of "it".
        planners: Makes planners; the built-in one, or one that a language model chooses for.
        judged: Conditions that were looked into, each with the words in which they were given, and how many such things
            were found: what is asked for in the other case leans on the same look.
        group: For a task that speaks of "them": which things of a kind they are.
        before: Things with which the same request was concerned before; "the others" are none of those.

    Attributes:
        planner: Decides what to do next.
        resumed: Steps taken when it was taken up again; -1 when it was never left.
    """

    def __init__(
        self,
        body: ListeningBody,
        skills: Skills,
        item: AgendaTask[Errand],
        spared: Collection[str] = (),
        given: Mapping[str, str] | None = None,
        planners: Callable[..., Planner] = Planner,
        judged: dict[tuple[str, OnlyIf], int] | None = None,
        group: Mapping[str, frozenset[str]] | None = None,
        before: Collection[str] = (),
    ) -> None:
        self._judged = {} if judged is None else judged
        self._group, self._before = dict(group or {}), frozenset(before)
        self._body, self._skills, self.item = body, skills, item
        self._planners = planners
        self._spared, self._given = frozenset(spared), dict(given or {})
        wants, self._fixed = item.errand.wants()
        self.wants = into_the_very(wants, self._given)
        self.resumed = body.steps if item.working.left >= 0 else -1
        self._checked: set[str] = set()
        self._announced: set[str] = set()
        self._lost: list[str] = []
        self._hunting: str | None = None
        self._idle, self._steps, self._used = 0, body.steps, 0
        self._weighed: dict[OnlyIf, ConditionCheck] = {}
        self._unsure = False
        self._open = [one for one in item.errand.terms if isinstance(one, OnlyIf)] if not item.working.bound else []
        self.planner = self._plan(dict(item.working.bound))
        self._doors = OpenedDoors(body.belief)

    def _new_planner(self, wants: tuple[Want, ...]) -> Planner:
        skills = self._skills
        planner = self._planners(wants, self._body.belief, skills.navigator, skills.survey, skills.containers)
        planner.recipes.person = self._body.person
        planner.recipes.without = tuple(one for one in self.item.errand.terms if isinstance(one, Without))
        return planner

    def _plan(self, bound: Mapping[str, str]) -> Planner:
        belief = self._body.belief
        planner = self._new_planner(self.wants)
        planner.things.only = {
            i: self._group[want.word]
            for i, want in enumerate(self.wants)
            if want.everything and want.word in self._group
        }
        for i, key in enumerate(self.keys()):
            given = self._given.get(self.wants[i].word) if not self.wants[i].everything else None
            thing = self._fixed.get(i) or bound.get(key) or given
            known = thing in belief.things or thing in belief.cuts.gone
            if thing is not None and known and not self.wants[i].everything:
                planner.things.bound[i] = thing
        own = set(planner.things.bound.values())
        for thing in sorted(self._spared - own - {belief.held}):
            planner.recipes.banned.add(("pick_up", thing))
            planner.things.rejected |= {(i, thing) for i, want in enumerate(self.wants) if not want.everything}
        others = [i for i, want in enumerate(self.wants) if want.which is not None and want.which.others]
        planner.things.rejected |= {(i, thing) for i in others for thing in self._before}
        return planner

    def keys(self) -> list[str]:
        """A name for each want that stays the same when others are added: ``TomatoSliced#1``."""
        counts: dict[str, int] = {}
        names = []
        for want in self.wants:
            names.append(f"{want.word}#{counts.get(want.word, 0)}")
            counts[want.word] = counts.get(want.word, 0) + 1
        return names

    def bound(self) -> tuple[tuple[str, str], ...]:
        """Which thing serves it as which."""
        keys = self.keys()
        found = [(keys[i], thing) for i, thing in sorted(self.planner.things.bound.items())]
        for want, key, i in zip(self.wants, keys, range(len(keys)), strict=True):
            if want.everything and want.which is not None:  # which they were cannot be told any more afterwards
                members = self.planner.things.members(i)
                found += [(f"{key}{_OF_ALL}{number}", thing) for number, thing in enumerate(members)]
        return tuple(found)

    # -- working -----------------------------------------------------------------------------------------------------

    def step(self) -> str | None:
        """Use one skill; None while there is more to do, else "done" or why not.

        Raises:
            SpeechBegan: Somebody speaks.
            LimitReached: Too many steps or failures.
        """
        if self._idle >= IDLE_LIMIT:
            return "I do not get anywhere"
        if self._open:
            return self._weigh(self._open[0])
        self.planner.recipes.person = self._body.person  # a place that moves
        move = self._hunt() or self.planner.next()
        if move is None:
            if self._spared and self.planner.excuses() and not self._lost:
                self._spared = frozenset()  # rather take what another task used than give up
                self.planner = self._plan(dict(self.bound()))
                return None
            move = self._check()
        if self._close_behind(move) or (move is None and self._reopen()):
            return None
        if move is None:
            remark = self.planner.handing.out_of_reach() or self.planner.stowing.told()
            if remark:
                self._body.say(remark)
            return "; ".join(self.planner.excuses()) or "done"
        self._carry_out(move)
        self._idle = self._idle + 1 if self._body.steps == self._steps else 0
        self._steps = self._body.steps
        return None

    def _close_behind(self, move: Move | None) -> bool:
        """Close what this task opened and does not need any more; whether there was anything."""
        things, open_wanted = self.planner.things, [i for i, w in enumerate(self.wants) if w.conditions.get("isOpen")]
        homes = {things.bound.get(home.want, "") for want in self.wants for home in want.homes}
        key = self._doors.to_close(move, homes, {key for i in open_wanted for key in things.members(i)})
        thing = self._body.belief.things.get(key or "")
        if thing is None or not self.planner.recipes.able(thing, "close"):
            return False
        self._body.goal = f"close {the(thing.object_type)}"
        self._done(SkillCall("close", thing.object_id), self.planner)
        return True

    def _reopen(self) -> bool:
        """Open again what was closed only to look below it; whether there was anything."""
        move = None if any("isOpen" in want.conditions for want in self.wants) else self.planner.search.reopened()
        if not isinstance(move, SkillCall) or not isinstance(move.target, str):
            return False
        self._body.goal = f"open {the(self._body.belief.thing(move.target).object_type)}"
        self._done(move, self.planner)
        self._doors.leave_open(move.target)
        return True

    def use(self, move: SkillCall, words: str) -> SkillResult:
        """Use a skill that somebody else chose; the planner goes on from what comes of it.

        Args:
            move: The skill.
            words: What it is, for the record.

        Raises:
            SpeechBegan: Somebody speaks.
            LimitReached: Too many steps or failures.
        """
        self._body.goal = words
        self._used += 1
        return self._done(move, self.planner)

    @property
    def used(self) -> int:
        """How many skills somebody else chose."""
        return self._used

    def _weigh(self, only: OnlyIf) -> str | None:
        """Find out whether the condition of the task holds: look until enough is known, or all has been seen."""
        key = (self.item.request, only.fact)
        if key not in self._judged:
            if only not in self._weighed:
                self._weighed[only] = ConditionCheck(only, self._new_planner)
            check = self._weighed[only]
            move = check.next()
            if move is not None:
                self._carry_out(move, check.planner)
                return None
            self._judged[key] = check.count
            self._unsure = only.holds and check.unsure
        if only.is_so(self._judged[key]):
            self._open.pop(0)
            return None
        seen = f"{told(only)}{', as far as I can look into it' if self._unsure else ''}"
        return None if self._close_behind(None) else f"{NOT_NEEDED}{seen}"

    def _carry_out(self, move: SkillCall, planner: Planner | None = None) -> None:
        planner = planner or self.planner
        checking = move.skill == "look_at" and isinstance(move.target, str) and move.target in self._checked
        if not checking:
            self._body.goal = look_words((self._hunting,)) if self._hunting else planner.goal
            self._announce(self._body.goal)
        self._done(move, planner, checking)

    def _done(self, move: SkillCall, planner: Planner, checking: bool = False) -> SkillResult:
        """What came of a skill, and what is learned of that."""
        was_in = tuple(self._body.belief.chain(move.target)) if isinstance(move.target, str) else ()
        result = carry_out(self._skills, move)
        if isinstance(move.target, str) and self._gone(move.target, result):
            self._lose(move.target)
        elif not checking:
            planner.learn(move, result, was_in)
        if result.done and isinstance(move.target, str):
            self._doors.note(move.skill, move.target, was_in)
        return result

    def _announce(self, goal: str) -> None:
        """Say what is looked for, once: who stands by may know where it is."""
        if goal.startswith("find ") and goal not in self._announced:
            self._announced.add(goal)
            self._body.say(looking(goal))

    # -- the world may have changed ----------------------------------------------------------------------------------

    def _gone(self, object_id: str, result: SkillResult) -> bool:
        """Whether a thing that can be carried about is not where it was."""
        return (
            result.status == "impossible"
            and "cannot be seen" in result.reason
            and can(type_of(object_id), "pickupable")
            and object_id not in self._body.belief.in_view
            and len(self._lost) < MOST_LOST
        )

    def _lose(self, object_id: str) -> None:
        """What was known of where a thing is turned out wrong: look around anew, and plan anew."""
        belief, skills = self._body.belief, self._skills
        self._lost.append(object_id)
        bound = {key: thing for key, thing in self.bound() if thing != object_id}
        belief.things.pop(object_id, None)
        belief.put.pop(object_id, None)
        skills.survey, skills.containers = Survey(belief), Containers(belief)
        skills.survey.look(belief.pose)
        self.planner = self._plan(bound)
        word = type_of(object_id)
        self._hunting = word if any(w.everything and w.fits(word, [word]) for w in self.wants) else None

    def _hunt(self) -> SkillCall | None:
        """Where all of a kind are wanted, one that is gone is looked for until it, or nothing more, is found."""
        if self._hunting is None:
            return None
        if self._lost[-1] not in self._body.belief.things:
            move = self.planner.search.step(Missing((self._hunting,)))
            if isinstance(move, SkillCall):
                return move
        self._hunting = None
        return None

    def _check(self) -> SkillCall | None:
        """After an interruption nothing is taken for done that was not seen since."""
        if self.resumed < 0:
            return None
        for object_id in self._concerned():
            if object_id in self._checked or self._body.seen.get(object_id, -1) >= self.resumed:
                continue
            thing = self._body.belief.things.get(object_id)
            if thing is None or object_id == self._body.belief.held:
                continue
            shown = thing if thing.box is not None else self._around(object_id)
            if shown is None:
                continue
            move: Move | None = self.planner.recipes.accessible(shown.object_id)
            if isinstance(move, SkillCall):
                return move
            self._checked |= {object_id, shown.object_id}
            self._body.goal = f"look whether {the(thing.object_type)} is still as it was"
            return SkillCall("look_at", shown.object_id)
        return None

    def _around(self, object_id: str) -> Thing | None:
        """What a thing that was not seen since it was put away is in or on."""
        belief = self._body.belief
        around = (belief.things.get(key) for key in belief.chain(object_id))
        return next((thing for thing in around if thing is not None and thing.box is not None), None)

    def _concerned(self) -> list[str]:
        """Things whose state or place matters for the task."""
        things = self.planner.things
        wanted = [i for i, want in enumerate(self.wants) if want.conditions or want.homes or self._carried(i, want)]
        return list(dict.fromkeys(key for i in wanted for key in things.members(i)))

    def _carried(self, i: int, want: Want) -> bool:
        thing = self._body.belief.things.get(self.planner.things.bound.get(i, ""))
        return want.is_home and thing is not None and thing.can("pickupable")
