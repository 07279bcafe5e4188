"""Chatter beside a request: what somebody tells of himself, of others and of the weather, in which nothing is wanted.

"Could you bring me a cup? I'd fetch it myself, but I've dough up to my elbows": only the first sentence is a request. A
part of an utterance is chatter where its subject is a person (not who is spoken to) or an empty "it" or "there", and
where it names no thing of the home, no number but a time, no state, no wish and no condition. Of 9,850 sentences that
were written with the same in plain words 1,900 lose something by it, 36 of them a word that the plain words keep.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import LEVELS, NUMBERS, ONLY_SAID, SIZES, STATES, read_named
from agent.requests.words.people import PEOPLE

_PARTS = re.compile(
    r"(?<=[.!?;,:])\s+|\s+(?=(?:because|cos|cause|so (?:i|we|he|she|they|it)\b)\s)"
    r"|\s+(?=since (?!\w+(?: (?:o'clock|am|pm)\b|[.,!?;]|$)|this |last ))"
)
_JOINT = (
    r"(?:(?:and|but|because|cos|cause|since|as|so|well|oh|ah|you know|or|though|honestly|anyway|look|see|now)\b[ ,]*)*"
)
_PRONOUN = r"(?:i|we|he|she|they|everybody|everyone|nobody|somebody|someone|people)"
_KIN = rf"(?:(?:my|our|his|her|their|the) (?:\w+ )?)?(?:{PEOPLE}|cat|dog|little ones?)"
_VERB = (
    r"(?:'(?:s|ll|d|ve|re)\b| (?:is|are|was|were|ha[sd]|have|will|would|can|could|may|might|do|does|did|never|always"
    r"|come|arrive|leave|eat|sleep|still|just|really|went|said|came|got|took|gave|made|ate|drank|threw|kept|told|thought|\w+n't|\w+s|\w+ed)\b)"
)
"""What follows a noun that is a subject: "the cat in the oven" is none."""
_PERSON = rf"(?:{_PRONOUN}|{_KIN}(?={_VERB}))"
_TOLD = re.compile(
    rf"^{_JOINT}(?:{_PERSON}(?:'(?:m|ve|s|re|d|ll))?\b|(?:it|that|this|there)"
    r"(?:'s|'ll|'d| is| was| ha[sd]| only| (?!goes|belongs)[a-z]+s)\b"
    r"|(?:my|our|his|her|their|the) \w+(?: \w+)?(?:'s| is| are| was| were| ha[sd]| have| hurts?| aches?| went| said)\b"
    r"|(?:the )?(?:mornings|evenings|nights|weekends|weekdays|[a-z]{3,6}days) (?:are|were|feel|get|can be)\b"
    r"|(?:isn't|aren't|wasn't|ain't|don't|doesn't|didn't|haven't|hasn't) (?:it|that|this|there|they|i|we|he|she)\b)"
)
_AT_TIMES = re.compile(rf"^{_JOINT}(?:after|before|at|in|on|for|since) (?:\w+ ){{1,2}}(?:i|we|he|she|they)\b")
_WANTED = re.compile(
    r"\b(?:wants?|wanted|needs?|needed|likes?|liked|love|prefers?|fancy|wish|hope|rather|must|should|ought|'d like"
    r"|ha[sd] to|have to|stays?|keeps?|leaves?|left|only|if|unless|until|till|when|whenever|while|once|whether|except"
    r"|but not|without|instead|another|other|same|both|all|every|each|enough|more|less|fewer|first|last|next|you|your"
    r"|yourself|changed my mind|change of plans?|said|says|mean|meant|told|asked|done|finished|already|allergic|ready"
    r"|forget|mind|careful|what|where|which|how|why|whose|please|who's|ones?|them|those|these|would be|could do"
    r"|be great|nobody|to be)\b"
)
_MEANS_TO = re.compile(
    rf"^{_JOINT}(?:i|we)(?:'d| would)? (?:want|like|plan|need|have|'m going|am going|are going|'re going) to "
    r"(?:do|play|go|sit|sleep|nap|rest|watch|read|work|study|paint|practise|practice|dance|party|relax|eat|dine|celebrate)"
    r"\b(?! (?:it|that|this|so|them|you|with)\b)"
)
_SOMEBODY = re.compile(rf"^{_JOINT}(?:somebody|someone|everybody|everyone|you)\b ")
_OR_ELSE = re.compile(rf"^(?:otherwise|or else|or|lest) {_PERSON}(?:'ll| will|'d| would| won't| can't| might| get)\b")
"""What happens if it is not done."""
_REGRETS = re.compile(
    r"(?:^|,? \band |, )(?:i|we|he|she|they)(?:'d| would) (?!like|want|need|love|prefer|rather"
    r"|be (?:glad|happy|grateful))[a-z]+(?: [a-z]+){0,3}"
    r" if (?:it|that|they|anything|something) (?:broke|got|fell|went|came|happened|[a-z]+ed)\b[^.!?;]*"
)
"""How sorry somebody would be: "…, and I'd cry if it broke"."""
_NOT_JUST = re.compile(
    r"^(?:and )?not (?:just|only|even) (?:today|yesterday|this (?:week|morning|year)|once|him|her|me|us)$"
)
"""What only says more of what was told: "…, and not just today"."""
_BACK = re.compile(
    r"\b(?:by then|then|before that|after that|until|till|that's (?:by|over|done|up)|that is (?:over|up))\b"
)
_TIME = re.compile(
    r"\b(?:minutes?|mins?|hours?|days?|weeks?|months?|years?|o'clock|am|pm|times?|ago|night|past|to|since)\b"
    r"|\b(?:coming|arriving|back|here|home|due|leaving|calling|starts?|begins?|ends?|over)\b.*\bat\b"
    r"|\b(?:was|were|been|woke|awoke|got|went|came)\b.*\bat\b"
)
"""What a number tells of that only says when something was."""


def without_chatter(text: str) -> str:
    """An utterance without its chatter; the same where no other part of it begins like a request.

    Args:
        text: A tidied utterance.
    """
    text = _REGRETS.sub("", text).strip() or text
    left = what_may_bind(text)
    parts = [one.strip(" .!?;,:") for one in _PARTS.split(left)]
    return left if any(starts_request(one) or _WISH.match(one) for one in parts) else text


_WISH = re.compile(
    r"(?:(?:and|but|so|then|from now on)\b[ ,]*)*"
    r"(?:i|we)(?:(?:'d| would) (?:really |so |just )?(?:like|love)| want| need) (?:an?|the|some|my) "
    r"|(?:(?:and|but|so)\b[ ,]+)*(?:an?|some|one|two|three) (?:[a-z]+ ){1,6}?would be (?:lovely|nice|great|good)\b"
)
"""What asks for a thing, whatever else is told."""


def what_may_bind(text: str) -> str:
    """The parts of an utterance that are no chatter; all of it where nothing else is in it.

    Args:
        text: A tidied utterance.
    """
    parts = [one for one in _PARTS.split(text) if one]
    kept = [one for one in parts if not is_chatter(one)]
    left = " ".join(kept).strip(" ,")
    if _BACK.search(left):  # "I'm out for an hour. when that's over, …"
        left = " ".join(one for one in parts if one in kept or _TIME.search(one)).strip(" ,")
    return left or text


def is_chatter(text: str) -> bool:
    """Whether nothing is wanted in a part of an utterance."""
    text = text.strip(" .!?;,:")
    if _MEANS_TO.match(text) and not _names(words_of(text)):  # what for: "I want to do a shadow theatre"
        return True
    if starts_request(_SOMEBODY.sub("", text)):
        return False
    if _OR_ELSE.match(text) or _NOT_JUST.match(text):
        return True
    if not (_TOLD.match(text) or _AT_TIMES.match(text)) or _WANTED.search(text):
        return False
    return not (starts_request(text) or _names(words_of(text)))


def only_tells_of_times(text: str) -> bool:
    """Whether all of an utterance is chatter, and tells when something of somebody's is: "my mother comes at six"."""
    parts = [one for one in _PARTS.split(text) if one.strip(" .!?;,:")]
    return bool(parts) and all(map(is_chatter, parts)) and bool(_TIME.search(text)) and not _POINTS.search(text)


_POINTS = re.compile(r"\b(?:it|them|that|this|myself|ourselves)\b(?! (?:is|was|has)\b|')")


def _names(words: Sequence[str]) -> bool:
    """Whether a thing of the home, a number or a state is named."""
    told = {*STATES, *ONLY_SAID, *SIZES, *LEVELS} - _EVERYDAY
    number = any(word.isdecimal() or (word in NUMBERS and word not in ("a", "an", "no")) for word in words)
    timed = bool(_TIME.search(" ".join(words)))
    return bool(told & set(words)) or (number and not timed) or any(_is_thing(words, at) for at in range(len(words)))


_EVERYDAY = frozenset({"on", "off", "whole", "full", "cut", "big", "small", "huge", "tiny", "short", "open", "running"})
"""States that stand in talk as often as not."""


def _is_thing(words: Sequence[str], at: int) -> bool:
    named = read_named(words, at)
    return named is not None and bool(named.word or named.options) and not named.pronoun
