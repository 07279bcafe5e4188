"""Writing a parent's line anew without what was forgotten below it.

Lines of goals and summaries outlive their details; that is what they are for. Where the user wants nothing left of a
forgotten detail (``Settings.strict``), the line of every node above that quotes it is written again from what is still
known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from envs.vocabulary.data import words
from envs.vocabulary.english import sentence
from memory.building.drafts import GoalDraft
from memory.building.grouping import IntentGrouper
from memory.building.growth import tell
from memory.levels import GOAL
from memory.roles import Grouper, Item
from memory.rules.rule_book import RuleBook
from memory.store.database import Store
from memory.store.rows.forgotten import ForgettingReason, forget_node, keep_lines
from memory.store.rows.items import items
from memory.store.rows.nodes import node_line, set_line

NOTHING = "Something I no longer remember."
"""The line of a node of which nothing can be said any more."""

_SMALL_WORDS = words("summary_fillers.txt")
_LINES = 3  # of children, where the grouper still quotes


def content_words(line: str) -> frozenset[str]:
    """The words of a line that carry its meaning, without endings."""
    words = re.findall(r"[^\W\d_]{3,}", line.lower())
    return frozenset(_stem(word) for word in words if word not in _SMALL_WORDS)


def _stem(word: str) -> str:
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


class SummaryRewriter:
    """Forgets nodes, and mends the lines above them.

    Args:
        store: Open for writing.
        grouper: Writes lines of level 4 and above; the built-in one by default.
        guesses: Whether such a line may say what came of what is left. Without it lines that are left are put together:
            of half of the deeds something might be made that never was.
    """

    def __init__(self, store: Store, grouper: Grouper | None = None, guesses: bool = True) -> None:
        self._store = store
        self._guesses = guesses
        self._grouper = grouper
        self._mended: list[tuple[int, str, str]] = []

    def forget(self, node: int, verdict: ForgettingReason, strict: bool) -> int:
        """Forget a node of level 2 or above, inside a transaction; returns the id of its log entry.

        Args:
            node: Its id.
            verdict: Why.
            strict: Also leave nothing of it in the lines above, in the placeholder and in the log.
        """
        if not strict:
            return forget_node(self._store, node, verdict)
        told = node_line(self._store, node)
        log = forget_node(self._store, node, verdict, line="")
        self._mended = []
        if told is not None:
            gone = content_words(told.summary)
            self.mend_above(told.parent, lambda above, left: bool(gone & content_words(above) - left))
        keep_lines(self._store, log, self._mended)
        return log

    def mend_above(self, node: int | None, quotes: Callable[[str, frozenset[str]], bool]) -> int:
        """Mend a node and those above it, as far as their lines quote what is gone; returns how many were written anew.

        Args:
            node: The lowest to look at.
            quotes: Whether a line quotes it, given the words that what is left below accounts for.
        """
        mended = 0
        height = 0
        while node is not None:
            here = node_line(self._store, node)
            if here is None or here.level <= height:  # a ring, in a damaged file
                break
            height = here.level
            left = self._told_below(node)
            mended += self.mend(node, lambda line, left=left: quotes(line, left))
            node = here.parent
        return mended

    def _told_below(self, node: int) -> frozenset[str]:
        children = [child for child in items(self._store, node) if not child.forgotten]
        return frozenset().union(*(content_words(child.summary) for child in children))

    def mend(self, node: int, quotes: Callable[[str], bool]) -> bool:
        """Write the line of a goal or summary anew if it quotes what is gone; whether it did."""
        told = node_line(self._store, node)
        if told is None or not quotes(told.summary):
            return False
        children = [child for child in items(self._store, node) if not child.forgotten]
        line = self._line(told.level, told.first, told.last, children, quotes)
        self._mended.append((node, told.summary, line))
        self._write(node, line)
        return True

    def tell_anew(self, node: int) -> None:
        """Write the line of a goal or summary from what is left below it, whatever it says now."""
        told = node_line(self._store, node)
        if told is not None:
            children = [child for child in items(self._store, node) if not child.forgotten]
            self._write(node, self._line(told.level, told.first, told.last, children, lambda line: False))

    def _write(self, node: int, line: str) -> None:
        set_line(self._store, node, line)
        self._store.revision += 1

    def _line(self, level: int, first: int, last: int, children: Sequence[Item], quotes: Callable[[str], bool]) -> str:
        """The best line that quotes nothing forgotten."""
        tries = [lambda: self._goal_line(first, last)] if level == GOAL else []
        tries += [lambda: self._told(level, children)] if level > GOAL and self._guesses else []
        tries.append(lambda: _together([child.summary for child in children if not quotes(child.summary)]))
        for attempt in tries:
            line = attempt()
            if line and not quotes(line):
                return line
        return NOTHING

    def _goal_line(self, first: int, last: int) -> str:
        numbers = self._store.numbers(first, last)
        draft = GoalDraft()
        for number in numbers:
            draft.add(self._store.experience(number), self._store.deed(number))
        return draft.summary if numbers else ""

    def _told(self, level: int, children: Sequence[Item]) -> str:
        if not children:
            return ""
        return tell(self._grouper or IntentGrouper(), children, level, RuleBook(self._store).current())


def _together(lines: Sequence[str]) -> str:
    lines = list(dict.fromkeys(line for line in lines if line))
    more = f" And {len(lines) - _LINES} more." if len(lines) > _LINES else ""
    return " ".join(sentence(line) for line in lines[:_LINES]) + more
