"""The seam between free speech and plain words: Rewriter, what its drafts agree on, and a fake.

People say "does nobody else hear that tap"; a reader of requests wants "switch off the faucet". A rewriter says the
same in plain words, several times over; a reader takes what most of the drafts come to, as far as it understands them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

DRAFTS = 9
"""How many drafts are weighed at most."""
_ENOUGH = 5
"""So many drafts that come to the same are enough where no other was written."""
NOTHING = "nothing"
"""The plain words of what asks for nothing."""


@dataclass(frozen=True)
class AgreedWords:
    """Plain words that drafts agree on.

    Attributes:
        text: The first draft that came to it.
        share: Of the drafts came to the same, from 0 to 1.
    """

    text: str
    share: float


class Rewriter(Protocol):
    """Anything that says a sentence in plain words."""

    def rewrite(self, said: str, context: str = "", asks: bool = False) -> Iterator[str]:
        """Drafts of the same in plain words, lower case, sentences with full stops between; the likeliest first.

        Drafts are written when they are asked for; nobody has to ask for all.

        Args:
            said: What was said.
            context: The request at hand, or the question before (behind " / " its answer), in plain words.
            asks: Whether it is a question about the past rather than a request.
        """
        ...


class TableRewriter:
    """A fake: knows the sentences that it was given, whatever they lean on.

    Args:
        known: What is said, and the drafts of it.
    """

    def __init__(self, known: Mapping[str, Sequence[str]]) -> None:
        self._known = dict(known)

    def rewrite(self, said: str, context: str = "", asks: bool = False) -> Iterator[str]:
        """See ``Rewriter``."""
        yield from self._known.get(said, ())


def agreed(drafts: Iterable[str], meaning: Callable[[str], Hashable | None]) -> AgreedWords | None:
    """What most drafts come to; None where no draft is understood, or most of them ask for nothing.

    That drafts drawn from a model which come to the same are likely right is measured (docs/rewriting.md): of 112
    requests and 57 questions that the built-in readers do not understand, 89 and 92 % of those on which seven of nine
    agreed came to the very same as the plain words of whoever wrote them.

    Args:
        drafts: In the order in which they were written.
        meaning: What a draft comes to, equal for equal meanings; None where it is not understood.
    """
    found, first, written = Counter[Hashable](), dict[Hashable, str](), 0
    known: dict[str, Hashable] = {NOTHING: NOTHING}
    for draft in drafts:
        if draft not in known:
            known[draft] = meaning(draft)
        means = known[draft]
        found[means] += 1
        first.setdefault(means, draft)
        written += 1
        if written == _ENOUGH and len(found) == 1:
            break
    understood = [(count, means) for means, count in found.most_common() if means is not None]
    if not understood or understood[0][1] == NOTHING:
        return None
    count, means = understood[0]
    return AgreedWords(first[means], count / written)
