"""A change of one task as it is worded: what it names of the task's things, of its place, and of others."""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.requests.changes.mentions import Mention
from agent.requests.errands import Errand, is_placing, made_of
from agent.requests.words.clauses import Clause, words_of
from agent.requests.words.nouns import NUMBERS
from envs.vocabulary.data import words as word_list

AH = (
    r"(?:(?:and|but|oh|no|nah|nope|wait|please|do|just|though|hang on|hold on|actually|hmm|ah|well|ok|okay|sorry)\b"
    r"[ ,]*)*"
)
"""What people say before a change."""
ENOUGH = re.compile(
    r"\b(?:enough|plenty|suffices?|sufficient|only|just|in total|in all|altogether|no more than|at most|will do"
    r"|would do|does it|is fine|are fine|all (?:i|we) need|exactly)\b"
)
"""Says that it is as many as are wanted."""
_MEASURES = {"slice", "slices", "piece", "pieces", "ones", "cups", "plates"}
_VESSELS = {"Coffee": ("Mug", "Cup"), "Plate Of Toast": ("Bread", "Plate")}
"""What people count of a dish."""


@dataclass(frozen=True)
class WordedChange:
    """What a clause says of one task.

    Attributes:
        task: The task.
        clause: What was said.
        mentions: What it names.
    """

    task: Errand
    clause: Clause
    mentions: tuple[Mention, ...]

    @property
    def text(self) -> str:
        """All words of the clause."""
        return self.clause.said or self.clause.text

    @property
    def things(self) -> tuple[str, ...]:
        """What the task is about."""
        return _VESSELS.get(self.task.name, made_of(self.task))

    @property
    def place(self) -> str:
        """Where it is to be put, "" where the task is of another sort."""
        return self.task.params[-1] if is_placing(self.task) else ""

    @property
    def own(self) -> list[Mention]:
        """Mentions of what the task is about."""
        return [one for one in self.mentions if one.named.word and one.of(self.things)]

    @property
    def others(self) -> list[Mention]:
        """Mentions of other things."""
        return [
            one
            for one in self.mentions
            if one.named.word and not one.exactly(self.place) and not (one.of(self.things) and not one.of([self.place]))
        ]

    @property
    def number(self) -> int:
        """The number that is said of what the task is about, the last one; 0 where none is."""
        told = [one.named.count for one in self.mentions if one.named.count and (not one.named.word or one in self.own)]
        return told[-1] or 0 if told else 0

    def bare(self) -> bool:
        """Whether nothing is said but what is named."""
        known = {word for one in self.mentions for word in one.named.text.split()} | set(NUMBERS) | _MEASURES
        return all(
            word in known or word in word_list("request_fillers.txt") for word in words_of(self.text) if word != ","
        )
