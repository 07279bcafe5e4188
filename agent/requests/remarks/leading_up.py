"""What only leads up to a remark: "oh sorry, my head today! …", "change of plan: …", "quick question: …".

It says how the rest is meant, and names nothing itself. The rest is read with one usual word in its place: "sorry" and
"actually" put right, "and" adds; before a question, a deed or a denial none is needed.
"""

from __future__ import annotations

import re
from functools import lru_cache

from agent.requests.words.clauses import starts_request
from envs.vocabulary.data import english

_FILE = "lead_ins.yaml"
_PARTS = r"[ ]*[,.!?:;-]+[ ]*"
_ASKS = re.compile(
    r"(?:what|where|who|whose|why|how|which|is|are|was|were|did|do|does|has|have|had|can|could|would|will)\b"
)
_ALONE = re.compile(r"(?:not|no|don't|do not|never|just|only|i (?:really |actually )?mean(?:t)?|i said|forget|leave)\b")
_GOES_ON = (
    r"(?:the|my|our|it|that|this|just|only|not|don't|in|on|let's|i|we|you|could|can|please|also|and|to|is|are|where"
    r"|do|does|did|have|has|what|who|how|when)"
)


def without_lead_in(text: str) -> str:
    """A remark without what only leads up to it; the same where nothing else is said.

    Args:
        text: A tidied utterance, said while something is being done.
    """
    rest, mark = text, ""
    while (led := _led_up(rest)) is not None and led[1].strip(" .,!?"):
        mark, rest = led[0] or mark, led[1]
    if rest == text:
        return text
    needed = mark and not (_ASKS.match(rest) or _ALONE.match(rest) or starts_request(rest))
    return f"{mark}, {rest}" if needed and mark != "and" else f"and {rest}" if needed else rest


def _led_up(text: str) -> tuple[str, str] | None:
    """The word that stands for what a remark begins with, and the rest; None where it begins with itself."""
    for word, way in _ways():
        found = way.match(text)
        if found:
            return word, text[found.end() :]
    return None


@lru_cache(maxsize=1)
def _ways() -> tuple[tuple[str, re.Pattern[str]], ...]:
    data = english(_FILE)
    oh = rf"(?:(?:{data['exclamations']})\b[ ,.!:]*)*"
    return tuple(
        (word, re.compile(rf"^{oh}(?:{says})(?:{_PARTS}|,? (?:and|but|then) |[ ](?={_GOES_ON}\b))"))
        for word in ("sorry", "actually", "and", "")
        for says in data[word]
    )
