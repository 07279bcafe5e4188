"""The clauses of the lines of summaries, read back: what was done, and what somebody said."""

from __future__ import annotations

import re

_SPEECH = re.compile(r'^[^"]{1,40} said "')
_MORE_SAID = re.compile(r"^\d+ more (was|were) said$")
_LEAD = re.compile(r"^(On|From) \w+day \d|^(in the (morning|afternoon|evening)|at night)$")
"""Parts of a line that only say when."""
_QUOTE = re.compile(r'"[^"]*"?')
_QUOTED = re.compile("\\0(\\d+)\\0")


def clauses_of(summary: str) -> list[str]:
    """The clauses of a line, without time, request and "I"; a line in another style is one clause.

    Merged placeholders have several lines in one, with bars between them. Quoted words are one clause with who said
    them, whatever they hold; how much more was said is none.
    """
    quotes: list[str] = []

    def hidden(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return f"\0{len(quotes) - 1}\0"

    found: list[str] = []
    for part in re.split(r"\.? \| |; ", _QUOTE.sub(hidden, summary.strip().rstrip("."))):
        tail = re.split(r"(?:^|[ ,])I ", part, maxsplit=1)[-1] if re.search(r"(?:^|[ ,])I ", part) else part
        for clause in re.split(r", and |, | and ", tail):
            clause = " ".join(clause.split())[:100]
            if clause and not _MORE_SAID.search(clause) and not _LEAD.search(clause):
                found.append(_QUOTED.sub(lambda match: quotes[int(match[1])], clause))
    return found


def is_speech(clause: str) -> bool:
    """Whether a clause tells what somebody said."""
    return bool(_SPEECH.search(clause))
