"""Facts that people told, found by what they are about."""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.queries import Count
from memory.reading.traces import EVERYTHING, Scope
from memory.rules.facts import FactBook, content_stems, is_own
from memory.store.database import Store
from memory.store.rows.facts import ToldFact


class ToldFacts:
    """Reads facts.

    Args:
        store: The memory.
        count: Where to count what is read.

    Attributes:
        own: Whose facts about themselves count, as "my" is said of them; "" is everybody's.
    """

    def __init__(self, store: Store, count: Count) -> None:
        self._book, self._count, self.own = FactBook(store), count, ""

    def about(
        self, words: Sequence[str] = (), scope: Scope = EVERYTHING, speaker: str = "", ended: bool = False
    ) -> list[ToldFact]:
        """Facts that hold all of these words, in whatever form ("keys" finds "key"), oldest first.

        Args:
            words: What they must be about; words that say nothing ("the", "my", "is") do not count. None is any.
            scope: When they were told; its episode is not looked at.
            speaker: Who must have told them; "" is anybody.
            ended: Whether also those that were corrected or taken back, see ``ToldFact.holds``.
        """
        wanted = content_stems(" ".join(words))
        found = []
        for one in self._book.all(ended):
            if (scope.start and one.time < scope.start) or (scope.end and one.time > scope.end):
                continue
            if self.own and is_own(one.text) and one.speaker.lower() != self.own.lower():
                continue
            if wanted <= content_stems(one.text) and speaker in ("", one.speaker):
                self._count.add(one.text)
                found.append(one)
        return found
