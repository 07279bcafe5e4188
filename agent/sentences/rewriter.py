"""The seam between free speech and plain words: Rewriter, what its drafts agree on, and a fake.

People say "does nobody else hear that tap"; a reader of requests wants "switch off the faucet". A rewriter says the
same in plain words, several times over; a reader takes what most of the drafts come to, as far as it understands them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

DRAFTS = 9
"""How many drafts are weighed at most."""
_ENOUGH = 5
"""So many drafts that come to the same are enough where no other was written."""
NOTHING = "nothing"
"""The plain words of what asks for nothing."""


Meaning = TypeVar("Meaning", bound=Hashable)


@dataclass(frozen=True)
class AgreedWords(Generic[Meaning]):
    """Plain words that drafts agree on.

    Attributes:
        text: The first draft that came to it.
        share: Of the drafts came to the same, from 0 to 1.
        meaning: What they come to.
    """

    text: str
    share: float
    meaning: Meaning


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


def agreed(
    drafts: Iterable[str], meaning: Callable[[str], Meaning | None], least: float = 0.0
) -> AgreedWords[Meaning] | None:
    """What most drafts come to; None where too few are understood, or most of them ask for nothing.

    That drafts drawn from a model which come to the same are likely right is measured (docs/rewriting.md): of 112
    requests and 57 questions that the built-in readers do not understand, 89 and 92 % of those on which seven of nine
    agreed came to the very same as the plain words of whoever wrote them.

    Args:
        drafts: In the order in which they were written.
        meaning: What a draft comes to, equal for equal meanings; None where it is not understood.
        least: Share of the drafts that has to come to the same.
    """
    known: dict[str, Meaning | None] = {}
    written: list[str] = []
    for draft in drafts:
        if draft != NOTHING and draft not in known:
            known[draft] = meaning(draft)
        written.append(draft)
        if len(written) == _ENOUGH and len({known.get(one, NOTHING) for one in written}) == 1:
            break
    votes = Counter(known[one] for one in written if known.get(one) is not None)
    top = next(iter(votes.most_common(1)), None)
    if top is None or top[0] is None or top[1] < written.count(NOTHING) or top[1] < least * len(written):
        return None
    first = next(one for one in written if known.get(one) == top[0])
    return AgreedWords(first, top[1] / len(written), top[0])
