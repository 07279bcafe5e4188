"""What somebody longs for, in stronger words: "I could murder a coffee", "a cup of water would work wonders"."""

from __future__ import annotations

import re

_DISH = r"(?:coffee|toast|salad|sandwich)"
_MURDER = re.compile(
    r"\b(?P<who>i|we)(?:'d| could| would)(?: really| absolutely| just)? (?:murder|kill for|die for|go for) "
    r"(?=(?:an?|some|two|\d) (?!(?:[a-z]+ )?coffee\b))"
)
_WONDERS = re.compile(
    r" would (?:work wonders|do wonders|save my life|hit the spot|go down (?:well|nicely|a treat)|do the trick"
    r"|make my day"
    r"|be (?:a godsend|heaven(?:ly)?|bliss|a lifesaver|divine|just the thing|a dream))(?=[.!,;]|$| (?:right )?now\b"
    r"| please\b)"
)
_LIKE_A = re.compile(
    r"^(?:my|i'm|it's|i feel|it feels)[^.!?;,]*? (?:like|as [a-z]+ as) (?:the|an?) [a-z]+(?: [a-z]+)?(?: today"
    r"| tonight| now| here)?"
    r"(?:,|[.!;]|,? so) (?=(?:an?|some|the) [^.!?;,]* would be\b)"
)
_SINCE = re.compile(
    rf"^(?:i|we)(?:'ve| have) been [^.!?;,]+? and (?=(?:i|we)(?:'d| would)(?: really)? (?:like"
    rf"|love) (?:an?|some) {_DISH}\b)"
)
_NOT_DIRTY = re.compile(
    rf"(?P<dish>\b{_DISH}\b[^.!?;]*?),? (?:(?:but|only|just|and|though|please)[ ,]+)*not (?:in|on|out of|from|with) "
    r"(?:an?|the|that|those) (?:dirty|filthy|used|unwashed) (?:mugs?|cups?|plates?|ones?)(?: (?:like|as) [a-z ]+)?"
    r"(?:,? ha)*(?=[.!;?,]|$)"
)


def longed_for(text: str) -> str:
    """A tidied utterance in which what is longed for is wished for, in usual words.

    What is made is served in clean dishes anyway: that it shall not be in a dirty one says nothing more.

    Args:
        text: An utterance, tidied.
    """
    text = _NOT_DIRTY.sub(r"\g<dish>", text)
    text = _WONDERS.sub(" would be nice", _MURDER.sub(r"\g<who> would like ", text))
    return _SINCE.sub("", _LIKE_A.sub("", text))
