"""One of those at hand that is put elsewhere: "the one in the sink is soaked. Chuck that one in the bin"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, is_placing

_THAT_ONE = re.compile(
    r"^(?:(?:oh|ah|no|nope|wait|hang on|hold on|sorry|actually|but|well|stop|hey|oops)\b[ ,.!]*)*"
    r"(?P<one>the one (?:in|on|under|next to|from) (?:the|my|our) [a-z]+(?: (?!is\b|must\b|has\b|looks\b)[a-z]+)?)"
    r"(?:'s| is| has| must| looks| seems| needs| got| smells)\b [^.;!?]{1,60}?(?:[.;!]|,(?: so| and)?| so| and)"
    r" (?:(?:please|just|can you|could you|better)\b[ ,]*)*"
    r"(?:put|place|chuck|throw|toss|stick|bung|move|take|drop|set) (?:that|this)(?: one)? "
    r"(?:(?P<where>(?:in|into|on|onto|to) (?:the|an?|my|our) [a-z]+(?: (?!instead\b|please\b)[a-z]+)?)|away|out)"
    r"(?:[ ,]+(?:instead|rather|please|then))*[.! ]*$"
)


def that_one_elsewhere(text: str, tasks: Sequence[Errand]) -> str:
    """A remark on one of those at hand, which is to go elsewhere, as what happens to it in place of the work.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    found = _THAT_ONE.match(text) if tasks and is_placing(tasks[0]) else None
    return f"{found['one']} goes {found['where'] or 'in the bin'} instead" if found is not None else text
