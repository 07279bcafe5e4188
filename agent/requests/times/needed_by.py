"""When somebody needs what is asked for: "wash the pot. I need it in ten minutes" is to be done before, so now."""

from __future__ import annotations

import re
from datetime import datetime

from agent.requests.times.reading import timed

_LASTS = r"(?:wash|clean|rinse|scrub|slice|cut|chop|fill|refill|empty|put|place|move|take|tidy|clear)"
"""What stays done until then; coffee would be cold, and a lamp be on for nobody."""
_NEEDED_BY = re.compile(
    rf"(?P<asked>(?:^|[.;!?,] |\b(?:please|you|and|then) ){_LASTS} [^.;!?]*?)[.,;!?]"
    r" (?:(?:because|since|as|cos) )?(?:i|we|he|she|they)(?:'ll| will|'m| am|'re| are|'s| is)?(?: going to| gonna)?"
    r" (?:be )?(?:needs?|needing|use|using) (?:it|them|that|those)(?: (?:again|back|myself))?"
    r" (?P<when>(?:in|at|by|around|before|tonight|tomorrow|later)\b[^.,;!?]{0,40})(?=[.,;!?]|$)"
)


def without_need(text: str, now: datetime) -> str:
    """An utterance without when what is asked for in it will be needed, where that will still be so then.

    Args:
        text: The utterance in lower case, see ``spelt_out``.
        now: When it is said.
    """

    def asked(found: re.Match[str]) -> str:
        when = timed(re.sub(r"^(?:by|before) ", "at ", found["when"]), now)
        asked_then = timed(found["asked"], now)
        return found["asked"] if when.said and not when.text and not asked_then.said else found[0]

    return _NEEDED_BY.sub(asked, text)
