"""What somebody put where it must not be, to be taken out: told of as it lies there, it is no wish to have it there."""

from __future__ import annotations

import re

from agent.requests.words.people import PEOPLE

_WHO = (
    r"(?:(?:somebody|someone|some [a-z]+|who(?:ever)?|i|he|she|they|we|(?:one|some) of (?:the|my|our) [a-z]+"
    r"|(?:(?:my|our|the) )?(?:little |youngest |oldest |stupid |silly )?"
    rf"(?:{PEOPLE}|kids?|boys?|girls?|toddler|baby|idiot)))"
)
_PUT = (
    r"(?:put|shoved|stuck|stuffed|jammed|left|dropped|threw|chucked|hid|stashed|forgot|popped|placed|poked|pushed|shut"
    r"|lost|sat|stood|tossed|dumped)"
)
_THING = r"(?P<x>(?:(?:an?|the|my|our|his|her|their|some) )?[a-z]+(?: (?!in\b|into\b|inside\b|is\b|are\b)[a-z]+)?)"
_PLACE = r"(?P<y>(?:the|my|our) [a-z]+(?: (?!and\b|so\b|again\b|please\b|get\b|take\b|can\b|could\b)[a-z]+)?)"
_TOLD = (
    r"(?:(?:oh|ah|hey|help|quick|god|look|careful)[ ,!]+)*"
    rf"(?:{_WHO}(?:'s|'ve| has| have|'d| had)?(?: just| gone and| went and)? {_PUT}|there(?:'s| is| are)(?: still)?)"
    rf" {_THING} (?:in|into|inside) {_PLACE}(?: again)?"
)
_ASK = r"(?:(?:and|so|please|quick|quickly|now|can you|could you|would you|will you|you|go|just)[ ,]+)*"
_IT = r"(?:it|that|that thing|the thing|them)"
_OUT = (
    rf"(?:(?:get|take|pull|fish|lift|bring|have|haul|whip) {_IT}(?: back| right| straight)? out"
    rf"|(?:get|take|pull|fish|lift|bring) out {_IT}|remove {_IT})(?: of (?:there|it)| from (?:there|it)| again)*"
)
_SOON = r"(?:[ ,]+(?:please|quick|quickly|now|right away|at once|immediately|will you|would you|asap|for me|fast))*"
_BEFORE = (
    r"(?:,? (?:before|so(?: that)?) (?:somebody|someone|anybody|anyone|nobody|it|that|he|she|they|we|i|the|my|our|a)\b"
    r"(?:(?! and | then |[.!?;]).)*)?"
)
_TAKEN_OUT = re.compile(rf"{_TOLD}(?:[ ]*[,.!;:-]+[ ]*| and ){_ASK}{_OUT}{_SOON}{_BEFORE}[ .!?]*", re.IGNORECASE)


def taken_out(utterance: str) -> str:
    """An utterance that tells where something was put and has it taken out, as that alone; else as it is.

    Args:
        utterance: What was said.
    """
    found = _TAKEN_OUT.fullmatch(utterance.strip().replace("\u2019", "'"))
    if found is None:
        return utterance
    thing = re.sub(r"^(?:an?|some|his|her|their) ", "", found["x"], flags=re.IGNORECASE)
    thing = thing if re.match(r"(?:the|my|our) ", thing, re.IGNORECASE) else f"the {thing}"
    return f"take {thing} out of {found['y']}"
