"""A trouble that somebody cries out about while something is done: "quick, the tap is running!", "see to that"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.control import known_by
from agent.requests.errands import Errand, made_of
from agent.requests.words.frames import complained
from envs.teach.tasks.classes import types_named

_CRY = re.compile(
    r"^(?P<cry>(?:(?:quick(?:ly)?|help|hey|oh no|oh god|oh dear|oh|good (?:grief|heavens|lord)|goodness(?: me)?|no|gosh"
    r"|careful"
    r"|watch out|drop everything|stop everything|emergency|wait|hang on|hold on|look out|heavens|blimey|yikes"
    r"|argh?)\b[ ,.!:]*)+)?"
    r"(?P<told>[^.!?;,]+?)"
    r"(?P<see>[,.;!]+ (?:and |so |please |quick(?:ly)? |just )*(?:see to (?:it|that)|do something(?: about (?:it"
    r"|that))?"
    r"|deal with (?:it|that)|sort (?:it|that)(?: out)?|take care of (?:it|that)|stop (?:it|that))"
    r"(?: (?:first|now|please|quick(?:ly)?|at once|right (?:now|away)|straight away|immediately|this instant"
    r"|this minute"
    r"|before anything else))*)?(?P<end>[.!]*)$"
)
_BOILS_OVER = re.compile(
    r"^(?:the|my|our|that) (?:kettle|pot|pan|soup|water|milk|stew|pasta|potatoes|eggs?|food|dinner|sauce)(?:'s| is"
    r"| are) "
    r"(?:(?:just|already|about to|going to) )*(?:(?:boil|bubbl|cook|run)(?:ing|e|)? over|burning|smoking|on fire"
    r"|catching fire)$"
)


def trouble_first(text: str, tasks: Sequence[Errand]) -> str:
    """A remark that cries out about a trouble, as what is to be done about it first; any other remark as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    found = _CRY.match(text) if tasks else None
    if found is None or not (found["cry"] or found["see"] or "!" in found["end"]):
        return text
    told = found["told"].strip()
    if _BOILS_OVER.match(told):
        return "switch off the stove first"
    kinds = known_by(told)
    if kinds & {each for task in tasks for kind in made_of(task) for each in (kind, *types_named(kind))}:
        return text  # how far the work is
    deed = complained(told) if found["see"] or kinds & _URGENT else ""
    return f"{deed} first" if deed else text


_URGENT = frozenset({"Faucet", "Fridge", "StoveBurner", "StoveKnob", "Stove"})
"""What nobody cries out about unless it is to be seen to."""
