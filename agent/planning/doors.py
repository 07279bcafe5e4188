"""Doors and drawers that a task opened: they are closed again when nothing more is wanted behind them."""

from __future__ import annotations

from collections.abc import Collection

from agent.belief.state import Belief
from agent.planning.moves import Move, SkillCall


class OpenedDoors:
    """What one task opened and has not closed yet.

    Args:
        belief: What is known of the home.
    """

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._emptied: dict[str, bool] = {}

    def note(self, skill: str, target: str, was_in: Collection[str]) -> None:
        """Take in that a skill worked.

        Args:
            skill: Which.
            target: On what.
            was_in: What the target was in or on before.
        """
        if skill == "open":
            self._emptied.setdefault(target, False)
        elif skill == "close":
            self._emptied.pop(target, None)
        elif skill == "pick_up":
            self._emptied.update(dict.fromkeys(self._emptied.keys() & set(was_in), True))

    def leave_open(self, target: str) -> None:
        """Something was open before the task began, and is to be."""
        self._emptied.pop(target, None)

    def to_close(self, move: Move | None, needed: Collection[str], wanted_open: Collection[str]) -> str | None:
        """The next thing to close before a move is made; each is tried once.

        A thing is closed as soon as something was taken out of it and the next move is about something else; what
        more has to go into stays open until the end, or until one leaves to hand something over.

        Args:
            move: What comes next; None when the task is at its end.
            needed: What things are still to be put into.
            wanted_open: What shall be open in the end.
        """
        leaving = move is None or (isinstance(move, SkillCall) and move.skill == "give")
        for key, emptied in list(self._emptied.items()):
            thing = self._belief.things.get(key)
            if thing is None or "open" not in thing.states or key in wanted_open:
                self._emptied.pop(key)
            elif leaving or (emptied and key not in needed and not self._behind(key, move)):
                self._emptied.pop(key)
                return key
        return None

    def _behind(self, key: str, move: Move | None) -> bool:
        """Whether a move is about a thing or what is in it."""
        target = move.target if isinstance(move, SkillCall) else None
        return isinstance(target, str) and (target == key or key in self._belief.chain(target))
