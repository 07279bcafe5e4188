"""A second case in which nothing is to be done: "if it's gross wash it, if it's ok just leave it"."""

from __future__ import annotations

import re

from agent.requests.words.nouns import EMPTY, ONLY_SAID, STATES

_HOW = "|".join((*STATES, *ONLY_SAID))
_FINE = r"fine|ok|okay|good|alright|all right|great|perfect|all good"
_BE = r"(?:(?:'s|'re| is| are) (?:(?:already|still|all|both|quite|perfectly|actually|just) )*)"
_STAYS = (
    r"(?: (?:alone|be|there|in peace|like that|(?:just |exactly )?(?:as|where|how) (?:it|they)(?:'s|'re| is| are)))?"
)
_NOTHING = (
    r"(?:(?:please|just|simply|then|so|well|do|you can|you may|we can|that|it)(?:,| ) ?)*"
    rf"(?:leave (?:it|them|that|this){_STAYS}|let (?:it|them) be"
    rf"|(?:(?:it|they) )?(?:can |may )?(?:just )?stay(?:s| put){_STAYS}"
    r"|(?:don't|do not|no need to|you (?:needn't|don't need to|don't have to)) (?:bother|worry|touch (?:it|them)"
    r"|do anything)(?: (?:about|with) (?:it|them))?|do nothing|nothing|no worries|no problem|never mind|not to worry"
    rf"|forget (?:about )?it|skip (?:it|them)|(?:that's |it's |is |'s |that is )?(?:{_FINE})"
    r"|(?:there's |there is )?no need|we're good)"
    r"(?: then| please| thanks| too)*"
)
_CASE = re.compile(
    r"[.,;!?:] (?:(?:and|but|or) )*"
    r"(?:(?P<else>otherwise|or else|else|if not|if (?:it|they|there) (?:isn't|aren't|is not|are not|doesn't|don't))"
    rf"|if (?:it|they|that){_BE}"
    rf"(?P<how>{_HOW}|{_FINE}|there|(?:in|on) (?:the|my|our) [a-z]+)(?: already| now| anyway| yet| enough)*)"
    rf"(?:, | then,? |,? and )?(?:(?<= )| ){_NOTHING}(?= *[.,;!?]|$)"
)
_SUPPOSED = re.compile(rf"\b(?:if|unless|when)\b[^.;!?]*?\b(?P<how>{_HOW})\b")
_CONDITION = re.compile(r"(?<!check )(?<!see )(?<!know )(?<!find out )\b(?:if|unless)\b")
"""What is only to be found out is no case in which something is done: "check if it is dirty"."""


def acting_cases(text: str) -> str:
    """An utterance without a second case in which all stays as it is, where that is the opposite of the first.

    Args:
        text: An utterance, tidied.
    """
    return _CASE.sub(lambda found: "" if _is_the_other(found, text[: found.start()]) else found[0], text)


def _is_the_other(found: re.Match[str], before: str) -> bool:
    """Whether a case is what the one before it leaves over."""
    if not _CONDITION.search(before):
        return False
    how = found["how"] or ""
    if found["else"] or re.fullmatch(_FINE, how):
        return True
    if how == "there" or how.startswith(("in ", "on ")):
        return how == "there" or before.endswith(how)
    supposed = _SUPPOSED.findall(before)
    return bool(supposed) and _state(supposed[-1]) == _turned(_state(how))


def _state(word: str) -> tuple[str, bool]:
    state, so = {**STATES, **ONLY_SAID}[word]
    return ("filled", not so) if state == EMPTY else (state, so)


def _turned(state: tuple[str, bool]) -> tuple[str, bool]:
    return state[0], not state[1]
