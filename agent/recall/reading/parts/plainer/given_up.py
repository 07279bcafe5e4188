"""How long something was searched for before it was given up, and what was reported as failed: it failed."""

from __future__ import annotations

import re

_LEAD = r"(?P<lead>(?:and |so |but |then )*)"
_SAYING = r"(?:report|declar|call|mark|record|consider|deem|list|log|flag|announc|count|class|register)\w*"
_BAD = r"(?:failed|failures?|unsuccessful|a fail|lost|missing|not found|impossible)"
_REPORTED: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            rf"\b(?:(?:was|were|is|are|got|been|had been|has been) )(?:then |finally )?{_SAYING} "
            rf"(?:as |to be |to have |off as )?(?:an? )?{_BAD}\b"
        ),
        "failed",
    ),
    (
        re.compile(
            rf"\byou (?:had |have |finally )?(?:{_SAYING}|told me|said|admitted|let me know)(?: that)?"
            rf"(?: (?:it|they|this|that))?(?: (?:as|had|was|were|to be))*(?: an?)? {_BAD}$"
        ),
        "you gave up",
    ),
    (re.compile(rf"\b(?:report|declar|announc)ing (?:it|them|that|this|failure|a failure)(?: as)?(?: {_BAD})?$"),
     "giving up"),
)  # fmt: skip
"""What was reported as failed, and whoever reports it: it failed, and was given up."""
_NAMED = r"(?:the|my|our|your|that|this|those|these|a|an) \w+(?: (?!today\b|yesterday\b|this\b|task\b|job\b)\w+)?"
_TASK_FAILED = re.compile(
    rf"\b(?:was|were) (?P<what>{_NAMED}(?: (?:task|job|request|errand))?) (?:then |finally |ever )?{_SAYING} "
    rf"(?:as |to be |to have |off as )?(?:an? )?{_BAD}\b"
)
"""Whether, or when, a task was reported as failed."""
_WHEN = r"today|yesterday|this (?:morning|afternoon|evening)|on \w+"
_SEEKING = (
    r"(?:(?:keep|go|spend|went|kept|spent|going|keeping|spending) (?:on )?)?"
    r"(?:look|search|hunt|seek|rummag|try|tried|attempt|sought|scour)\w*"
)
_ENDED = (
    r"(?:you |it |that |they |i )?(?:had |has |have |was |were |finally )*(?:gave (?:it |that )?up|given (?:it )?up|"
    r"giving (?:it )?up|give (?:it )?up|stopp(?:ed|ing)|quit(?:ting)?|fail(?:ed|ing))"
)
_SEARCHED = re.compile(
    rf"^{_LEAD}(?:for )?how (?:long|(?P<many>many minutes|much time))(?: time)? "
    rf"(?:(?:did|have|had|were) you|you (?:were|was|have|had|did))(?: been)? {_SEEKING}"
    rf"(?: (?:for |to find |to locate |on )?(?P<what>(?!for\b){_NAMED}))?(?: (?P<when>{_WHEN}))?"
    rf"(?: for (?P<late>{_NAMED}))?(?: (?:task|job|request|errand))?"
    r"(?P<until> (?:before|until|till|when|by the time|and then) "
    rf"(?:(?P<other>{_NAMED})(?: (?:task|job|request))? )?{_ENDED}"
    rf"(?: (?:on|with|for) (?P<on>{_NAMED}))?)?(?: (?:task|job|request))?$"
)
"""How long was searched for something, until that came to nothing."""
_IN_WRONG_ORDER = re.compile(
    r"\bhow (?:long|many minutes|much time)(?: time)? you (?:were|was|have|had)\b|\blong time you\b"
)


def as_given_up(text: str) -> str:
    """A question with what was reported as failed as what failed, and a search that was given up as the search.

    Args:
        text: The sentence in plain words.
    """
    for pattern, plainly in _REPORTED:
        text = pattern.sub(plainly, text)
    text = _TASK_FAILED.sub(r"did \g<what> fail", text)
    found = _SEARCHED.match(text)
    if found is None or not (found["until"] or _IN_WRONG_ORDER.search(text)):
        return text
    what = found["what"] or found["late"] or found["on"] or found["other"]
    asks = f"{found['lead']}how long"
    when = f" {found['when']}" if found["when"] else ""
    return f"{asks} did the search for {what} take{when}" if what else f"{asks} did you search{when}"
