"""What the words of a question say that no filter stands for: whether it "fell", who "did" it, when it was "given up".

A reader puts it into the query (``MemoryQuery.senses``), so that whoever answers looks at no words.
"""

from __future__ import annotations

import re
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery

_LED = r"^(?:and |so |but )?"
_SENSES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "doer",
        re.compile(
            rf"{_LED}who (?!(?:was|is|were|had|has|did|asked|ask|told|tell|wanted|want|wished|ordered|requested|"
            r"needed|wants|needs|wishes|asks|likes|loves|said|says|gave|for|got|made you|let)\b)"
        ),
    ),
    (
        "receiver",
        re.compile(
            rf"{_LED}(?:to whom\b|who (?:got|received|was (?:given|served))\b|whom? (?:did you|have you) (?:"
            r"(?:serve|served|feed|fed|hand|handed|give|given|offer|offered)\b"
            r"|(?:bring|brought|take|taken|carry|carried|pass|passed) .*\bto\b))"
        ),
    ),
    ("fell", re.compile(r"\b(?:drop|dropped|dropping|let (?:go of|fall|slip))\b")),
    (
        "search",
        re.compile(
            r"\b(?:take|took|taken|taking|need|needed|spend|spent)\b.*"
            r"\b(?:to (?:find|locate|look for|search for)|finding|locating|looking for|searching for)\b"
        ),
    ),
    ("first person", re.compile(r"\bi\b")),
    ("own", re.compile(r"\bi (?:had |have |ever )?(?:ask|asked|want|wanted|told|requested|ordered)\b")),
    ("now", re.compile(rf"{_LED}(?:(?:is|are|isn't|aren't) |how many (?:\w+ ){{1,4}}are )")),
    ("finished", re.compile(r"\bafter .*\b(?:finished|completed|complete|done|ready|over)\b")),
    (
        "asker",
        re.compile(
            r"^(?:and |so |but )*who(?: \w+)? (?:ask|asked|asks|want|wanted|wants|order|ordered|request|requested)\b"
        ),
    ),
    ("asked for", re.compile(r"\b(?:ask|want|told|tell|request|wish)")),
    ("told", re.compile(r"\b(?:tell|told)\b")),
    (
        "fails",
        re.compile(
            rf"{_LED}(?:did|has|have|had|was|were) (?!you\b(?! (?:fail|failed) to\b)).*"
            r"\b(?:fail|failed|failure|wrong)\b"
        ),
    ),
    (
        "looked in",
        re.compile(
            r"^(?:(?:and|so|but) )*(?:(?:did|have|had) you (?:also |even |ever )*"
            r"(?:look|looked|search|searched|check|checked|peek|peeked) )?"
            r"(?:in|into|inside) (?:the|my|our|a|any) \w+(?: \w+)?(?: (?:too|also|as well))?$"
        ),
    ),
    ("still due", re.compile(r"^(?:(?:and|so|but|then) )*(?:is|are) .*\bstill to be \w+")),
    (
        "tried",
        re.compile(
            rf"{_LED}(?:did|have|had) you (?:even |ever |also |really |at least )*(?:try|tried|attempt|attempted)\b"
            r"(?! (?:again|once more))"
        ),
    ),
    ("whether", re.compile(rf"{_LED}(?:did|has|have|had|was|were) ")),
    ("you did", re.compile(r"^(?:(?:and|so|but) )*(?:did|have) you (?!leave|left)")),
    ("deed", re.compile(r"\bdid\b")),
    ("past", re.compile(r"\b(?:was|were|did|had)\b")),
    ("present", re.compile(r"^(?!.*\byou\b).*\b(?:is|are)\b")),
    ("pending", re.compile(r"\b(?:still|yet|left)\b")),
    ("first", re.compile(r"\bfirst\b")),
    ("several", re.compile(r"\b(?:they|them|those|these|both|two|three|each|all)\b")),
    (
        "given up",
        re.compile(r"\b(?:stop|stopped|gave up|given up|give (?:\w+ )?up)\b(?! (?:\w+ing|work)\b)"),
    ),
)
"""One of ``agent.recall.algebra.query.SENSES``, and the words that say so."""
_DROPPED_OFF = re.compile(r"\bdropp?(?:ed|ing)?\b.* (?:off|in|into|on|onto)\b")


def with_senses(query: MemoryQuery) -> MemoryQuery:
    """A query with what else its words say."""
    text = query.text.lower()
    found = [sense for sense, words in _SENSES if words.search(text)]
    if "fell" in found and _DROPPED_OFF.search(text):
        found.remove("fell")
    return replace(query, senses=tuple(found))
