"""Whether a question may be about what is to come: told by its words alone, before anything about plans is loaded."""

from __future__ import annotations

import re

_AHEAD = re.compile(
    r"\b(?:plan\w*|schedul\w*|agenda|calendar|programme|due|coming up|upcoming|lined up|next|will|won't|shall|must"
    r"|going to|gonna|(?:have|has) to|are you to|tomorrow|tonight|later|soon|when (?:do|are|is))\b|'ll\b"
)


def may_ask_ahead(question: str) -> bool:
    """Whether a question has a word that asks of the future, or of what is planned; some that have ask of the past.

    Args:
        question: As it was put.
    """
    return _AHEAD.search(question.lower().replace("’", "'")) is not None
