"""Why something is asked for, said in the middle of an order: "turn it off first, I don't like it running, and …"."""

from __future__ import annotations

import re

_WHY = re.compile(
    r"(?P<asked>[a-z]), (?:because |as |since )?(?:i|we|she|he|they)(?: really| just| simply)? "
    r"(?:don't like|doesn't like|hate|hates|can't stand|can't bear|can't have|don't want|dislike|loathe)(?: to see)? "
    r"(?:it|that|them|this|those)(?: (?:lying|standing|sitting|being|hanging))?"
    r"(?: (?:about|around|running|on|open|dirty|wet|full|empty|there|out|like that|so [a-z]+|[a-z]+ing|filthy|cold"
    r"|hot))*"
    r"(?=,? (?:and|then|so)\b|[.;!]|, [a-z])"
)


def without_dislikes(text: str) -> str:
    """A tidied utterance without that somebody dislikes how the thing is of which something is asked for.

    Args:
        text: An utterance, tidied.
    """
    return _WHY.sub(r"\g<asked>", text)
