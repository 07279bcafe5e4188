"""Another time for the work at hand: "in ten minutes, not now", "not now, at nine"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Begin, DoLater, Instruction, Revise
from agent.requests.times.reading import timed

_LEAD = re.compile(
    r"^(?:(?:no|not (?:right )?now|not yet|later(?: on)?|oh|ah|hmm|sorry|actually|rather|better|please|but"
    r"|(?:wait|hold off|hold back|hang on)(?: (?:with|on) (?:it|that|this|them|those))?(?: (?:until|till|for|to))?"
    r"|(?:don't|do not) (?:start|do|begin)(?: (?:it|that|this|with (?:it|that|this)))? (?:until|till|before)"
    r"|wait|do (?:it|that|this)|make (?:it|that)|leave (?:it|that) (?:until|till|for))\b[ ,.;:]*)*"
)
_TAIL = re.compile(r"(?:[ ,.;]+(?:instead|rather|please|then|not (?:right )?now|not yet|though|will do|is better))+$")


_REASON = re.compile(
    r"(?:, (?:i|we|he|she|it|they|my [a-z]+|as|so)|,? (?:otherwise|or else|because|since|so that))\b(?:'\w+)? .*$"
)
"""Why it is put off, said behind: "until nine, I still need some"."""


_UNTIL = re.compile(r"^.{0,40}\b(?:until|till) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")


def postponed(text: str, tasks: Sequence[Errand], now: datetime) -> tuple[Instruction, ...] | None:
    """The work at hand, put down for another time; None where a time is not all that is said.

    Args:
        text: A tidied utterance.
        tasks: What is being done or still to be done, the one at hand first.
        now: When it is said.
    """
    told = _REASON.sub("", text.strip(" .!"))
    said = _TAIL.sub("", _LEAD.sub("", told))
    if _UNTIL.match(told) and not said.startswith(("at ", "half", "quarter")):
        said = f"at {said}"
    words = timed(said, now) if tasks and said else None
    if words is None or words.due is None or words.text.strip(" ,."):
        return None
    with_it = [task for task in tasks[1:] if made_of(task) == made_of(tasks[0])]  # "wash it and put it away"
    begun = (Begin(tasks[0]), *(Begin(task, "next", True) for task in with_it))
    return *(Revise(task, None) for task in (tasks[0], *with_it)), DoLater(begun, words.due)


_NOT_NOW = re.compile(
    r"^(?:(?:and|but|no|oh|please|ok|okay|you can|just|then|wait)[ ,]+)*(?:do|finish|leave|make|save|keep) "
    r"(?:it|that|this|them|those)(?: (?:for (?:now|later|a (?:moment|minute|second|while|bit)|the moment)|later(?: on)?"
    r"|another time|some other time|until later|till later))(?: please| then| instead)*$"
)


def puts_it_off(said: str) -> bool:
    """Whether a clause puts the work at hand off, and names no time: "do that later", "leave it for now".

    Args:
        said: The clause.
    """
    return _NOT_NOW.match(said) is not None
