"""What was said and waits until it has been looked which things there are that may be meant."""

from __future__ import annotations

from agent.requests.instructions import (
    Answered,
    Cancel,
    Chat,
    DangerRefusal,
    Instruction,
    RecallQuestion,
    StatusRequest,
    Suspend,
)
from agent.requests.reading import HeardUtterance

_AT_ONCE = (Cancel, Suspend, StatusRequest, RecallQuestion, DangerRefusal)


class WaitingWords:
    """Keeps utterances by the look that they wait for.

    Attributes:
        to_look: What was just said that a look is begun for; "" for nothing.
        looked_for: Types that have been looked for.
    """

    def __init__(self) -> None:
        self.to_look = ""
        self.looked_for: set[str] = set()
        self._waiting: dict[int, list[str]] = {}

    def begun(self, look: int | None) -> None:
        """The look for what was just said has this number."""
        if self.to_look and look is not None:
            self._waiting[look], self.to_look = [self.to_look], ""

    def put_off(self, look: int | None, read: HeardUtterance) -> HeardUtterance:
        """An utterance while there is such a look: it is dealt with after what it leans on.

        Args:
            look: Number of the task at hand.
            read: What was understood.
        """
        if look not in self._waiting or (read.instructions and all(map(_at_once, read.instructions))):
            return read
        self._waiting[look].append(read.said)
        return HeardUtterance(read.said, read.intent, (Answered("One moment, I am still looking which is meant."),))

    def over(self, look: int) -> list[str]:
        """What waited for a look that is over, in order."""
        return self._waiting.pop(look, [])


def _at_once(one: Instruction) -> bool:
    return isinstance(one, _AT_ONCE) or (isinstance(one, Chat) and one.kind != "unknown")
