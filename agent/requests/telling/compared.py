"""What things are only compared with: "they look sadder than I do on a Monday" tells no time and asks for nothing."""

from __future__ import annotations

import re

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_WITH_A_DAY = (
    r"(?:on )?(?:(?:an?|any|some|every|most|my|last) )?(?:(?:wet|rainy|bad|cold|grey|gray|slow|dull|hot|good) )*"
    rf"{_DAY}(?: (?:mornings?|afternoons?|evenings?|nights?|[a-z]+(?=[.,;!?]|$)))?(?! (?:at|by)\b)"
)
_THAN = (
    r"(?:than|(?<!would )(?<!'d )(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )like|as [a-z]+ as)"
    r" (?:(?!on\b)[a-z']+ ){0,5}?"
)
_WHO = r"(?:it|they|that|this|he|she|my (?:head|day|brain|face|hair|back|stomach|desk|room|life))"
_CLAUSE = re.compile(
    rf"(?:,|[.;!] |^) ?(?:(?:and|because|as|since) )?{_WHO}"
    r"(?:'s|'re| is| are| looks?| feels?| smells?| seems?| sounds?)"
    rf"(?: [a-z]+){{0,3}}? {_THAN}{_WITH_A_DAY}(?=[.,;!?]|$)[.!]*"
)
_ALONE = re.compile(rf" {_THAN}{_WITH_A_DAY}(?=[.,;!?]|$)")


def without_comparisons(text: str) -> str:
    """A tidied utterance without the days that something is only compared with.

    Args:
        text: An utterance, tidied.
    """
    bare = _CLAUSE.sub(lambda found: found[0][0] if found[0][:1] in ".;!" else "", text).lstrip(" ,.;!")
    return _ALONE.sub("", bare) if bare else text
