"""What is left of a remark without what only stands beside it: exclamations, whom it is said to, and reasons.

"Whoa, nope, I haven't read it yet, leave it there" says no more of the work than "leave it there". A remark of which
nothing was made is read again with less and less of that; what limits, forbids or names another thing is never left
out, and neither is a reason that the rest points to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from agent.planning.wants import ANYTHING
from agent.requests.control import control, known_by
from agent.requests.errands import Errand, made_of, named_words
from agent.requests.instructions import Instruction, RecallQuestion, is_lost
from agent.requests.uttered.asides import tells_who_needs_it
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named
from agent.requests.words.people import PEOPLE
from envs.vocabulary.data import english
from envs.vocabulary.data import words as word_list
from envs.vocabulary.numbers import CARDINALS

_FILE = "lead_ins.yaml"
SEAMS = re.compile(
    r"([ ]*[,.!?;:]+[ ]*|(?<!\bas soon)(?<!\bas long)(?<!\bas far)[ ](?=(?:because|cos|cause|'cause|since"
    r"|as|so) (?:i|we|he|she|it|they|my|our|the)\b))"
)
_JOINS = r"(?:(?:and|but|because|cos|cause|since|as|so|oh|ah|well|you see|see|anyway|yes|though|otherwise)\b[ ,]*)*"
_WHO = (
    r"(?:i|we|he|she|they|you|it|that|this|there|somebody|someone|everybody|nobody"
    rf"|(?:(?:my|our|his|her|the) )?(?:{PEOPLE}|cat|dog))"
)
_TELLS = (
    r"(?:'(?:s|m|re|ve|ll|d)|s(?= )| (?:is|are|am|was|were|has|have|had|do|does|did|will|would|can|could|might|may"
    r"|always|never|just|only|still|really|hate|love|like|mix|think|know|see|got|went|came|made|said|took|kept|broke|left"
    r"|forgot|ate|saw|found|lost|bought|let|ran"
    r"|[a-z]+n't|[a-z]+s|[a-z]+ed))\b"
)
_REASON = re.compile(
    rf"^{_JOINS}(?:{_WHO}{_TELLS}"
    r"|(?:(?:the|my|our|his|her|that) )?[a-z]+(?: [a-z]+)?(?:'s|'re"
    r"| (?:is|are|was|were|has|had|went|do|does|did|don't|doesn't|can't|hates?|hurts?)\b))"
)
_BINDS = re.compile(
    r"\b(?:must|should|shall|ought|(?:has|have|had|is|are) to|supposed to|only|except|unless|if|until|without|instead"
    r"|rather|stays?|remains?|leave|keep|belongs?|let|wants?|needs?|ones?|others?|both|each|all|meant?|back|myself"
    r"|no need|after all|goes (?:in|on|to|into)|go (?:in|on|to|into)|can (?:go|wait|stay|be)|first|before|then|later"
    r"|already|not (?:the|that|this|in|on|into)|don't|do not|never (?:put|touch|move|use)|please|more|less)\b"
)
_OWN_DENIAL = re.compile(rf"^{_JOINS}(?:i|we|he|she|they|it) (?:don't|do not) (?!need|want|put|move|touch)[a-z]+\b")
_SO_MANY = re.compile(
    rf"^{_JOINS}{_WHO}(?:'ll| will| still)? (?:needs?|wants?) (?P<n>one|two|three|four)\b(?: for\b.*)?$"
)
_OF_THIS_ONE = re.compile(
    rf"^{_JOINS}(?:(?:the|my) (?:last|old|first)|this|that) one(?:'s| is| was| had| has| got| looks?| smells?)\b"
    r"(?!.*\b(?:for|mine|stays?|enough|too|in|inside)\b)"
)
"""Why another one is wanted: "this one's broken"."""
_POINTS = re.compile(r"\b(?:that|those|this|them|it|there|so|same)\b")
_REFUSES = re.compile(r"^(?:oh |hey )?(?:no|nope|nah|nooo+|whoa|wrong|did i (?:just |really )?say)\b")


def in_essence(
    text: str, tasks: Sequence[Errand], read: Callable[[str], tuple[Instruction, ...]]
) -> tuple[Instruction, ...]:
    """What a remark comes to without what stands beside it; nothing where that is not understood either.

    Args:
        text: The remark, tidied.
        tasks: What is being done or still to be done.
        read: Reads a remark.
    """
    for less in _with_less(text, tasks):
        found = read(less)
        if found and not is_lost(found) and not any(isinstance(one, RecallQuestion) for one in found):
            return found
    return ()


def _with_less(text: str, tasks: Sequence[Errand]) -> Iterator[str]:
    """A remark without its exclamations, then without its reasons as well, as far as there are any."""
    cut = SEAMS.split(text)
    parts = [
        ("" if is_called(said) else without_cry(said), mark)
        for said, mark in zip(cut[::2], [*cut[1::2], ""], strict=True)
    ]
    told = [said for said, _ in parts if said and not is_exclaimed(said)]
    kept = [said for said in told if not _is_reason(said, told, tasks)]
    refused = bool(_REFUSES.match(text)) or any(_REFUSES.match(said) for said, _ in parts)
    before = text.strip(" ,;:.!")
    own = {word for task in tasks for word in named_words(task)}
    instead = refused or any(known_by(said) & own for said in told if said not in kept)
    for left in (told, kept):
        said = rejoined(left, parts)
        if refused and said and not _NEEDS_NO.match(said):
            said = f"no, {said}"
        if said and said != before:
            yield said
            if _NOT.match(said):  # "not the bed, I just made it. desk."
                yield re.sub(r" ?[.!?]+ ?", ", ", said)
            if instead and _is_bare(said.removeprefix("no, ")):
                yield f"the {said.removeprefix('no, ')} instead"
        before = said
    if refused and not kept and any(map(_NOT_YET.search, told)):
        yield "stop"


_VOCATIVE = re.compile(r"(?:hey|hi|hello|yo|oi|dear|listen)(?: there)? (?P<who>[a-z]+)")


def is_called(said: str) -> bool:
    """Whether a part only says to whom it is said: "hey robo"."""
    found = _VOCATIVE.fullmatch(said.strip())
    who = found["who"] if found else ""
    busy = starts_request(who) or known_by(who) or control(who, ()) is not None
    return bool(who) and not busy and who not in english(_FILE)["no_names"].split()


def rejoined(left: Sequence[str], parts: Sequence[tuple[str, str]]) -> str:
    """What is left of the parts, none of it twice; a sentence ends where one ended in what is left out."""
    said, mark = "", ""
    for at, (one, behind) in enumerate(parts):
        if one in left and one not in [before for before, _ in parts[:at]]:
            said, mark = f"{said}{mark}{one}" if said else one, behind
            continue
        mark = behind if re.search(r"[.!?]", behind) and not re.search(r"[.!?]", mark) else mark
    return said


def without_cry(said: str) -> str:
    """A part without the exclamation that it begins with."""
    return _cry().sub("", said, count=1).strip() or said


def _is_bare(said: str) -> bool:
    """Whether words name one thing or place and no more, without an article."""
    words = words_of(said)
    named = read_named(words) if 0 < len(words) <= _FEW and words[0] not in _ARTICLES else None
    return named is not None and bool(named.word) and named.end == len(words) and not named.pronoun


_FEW = 2
_ARTICLES = frozenset({"the", "a", "an", "my", "our", "that", "this", "all", "both", "no", "not", "some", "it", "them"})
_NOT_YET = re.compile(
    r"^(?:i|we|he|she|they|(?:my|our) [a-z]+)(?:'m|'re|'s|'ve| am| are| is| have| has)?(?:n't| not)?"
    r" (?:still |just |really |even |not )*[a-z]+(?: with)? (?:it|that|them|those|this)\b"
    r"(?: (?:yet|still|now|there|here|on))*$"
)
"""Why something is not to be done: "I haven't read it yet", "I'm still using that"."""
_NOT = re.compile(r"(?:no, )?not\b")
_NEEDS_NO = re.compile(r"(?:no|not|don't|do not|leave|stop|forget)\b")


def is_exclaimed(said: str) -> bool:
    """Whether a part says nothing at all: "ring ring", "for heaven's sake", "my dear"."""
    if _beside().fullmatch(said):
        return True
    words = words_of(said)
    if len(words) > 4 or known_by(said) or control(said, ()) is not None:
        return False
    plain = word_list("request_fillers.txt") - frozenset(english(_FILE)["telling"].split())
    return all(word in plain for word in words) and not {"not", "no", "don't", *CARDINALS} & set(words)


@lru_cache(maxsize=1)
def _cry() -> re.Pattern[str]:
    return re.compile(rf"^(?:{english(_FILE)['cries']})\b ?(?=[a-z])")


@lru_cache(maxsize=1)
def _beside() -> re.Pattern[str]:
    data = english(_FILE)
    oh = rf"(?:(?:{data['exclamations']})\b[ ]*)*"
    return re.compile(rf"{oh}(?:{'|'.join(data['beside'])})?")


def _is_reason(said: str, parts: Sequence[str], tasks: Sequence[Errand]) -> bool:
    """Whether a part only tells why, and nothing else of the remark is about what it tells of."""
    rest = " ".join(one for one in parts if one != said)
    if rest and (tells_who_needs_it(said) or _OF_THIS_ONE.match(said)):
        return True
    some = _SO_MANY.match(said)
    if some:  # "i need one for the soup. leave one on the counter"
        return bool(re.search(rf"\b{some['n']}\b", rest))
    if not _REASON.match(said) or starts_request(said):
        return False
    if _BINDS.search(_OWN_DENIAL.sub("", said)) or ({*CARDINALS} - {"a", "an"}) & set(words_of(said)):
        return False
    own = {word for task in tasks for word in named_words(task)}
    named = known_by(said) - {ANYTHING}
    if not named or named & own:
        return not named or len({made_of(task) for task in tasks}) == 1 or not _POINTS.search(rest)
    return bool(named & known_by(rest)) and not _POINTS.search(rest)
