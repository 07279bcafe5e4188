"""Which one is meant, however it is put: "the one by the sofa is what I had in mind", "are you blind? The red one!".

What stands around a description is left out: a question that nobody is to answer, why it is not the one at hand, and
that it is not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, made_of
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun

_AH = r"(?:(?:oh|ah|no|nope|nah|but|and|so|well|please|hey|look|sorry|ugh|just|actually|wait|now)\b[ ,!]*)*"
_TAIL = (
    r"(?:[ ,]+(?:obviously|of course|naturally|clearly|i said|i say|i mean|i meant|duh|please|actually|rather|instead"
    r"|thank you|thanks|that is|for goodness' sake|for heaven's sake|this time))*[ .!]*$"
)
_RHETORICAL = re.compile(
    rf"^{_AH}(?:why|what (?:would|do|should|am|good|use|on earth|did i|did we)|would i|do i|does (?:that|this|it)"
    rf"|are you|can't you"
    r"|can you not|is (?:that|this)|whose|who|how (?:could|can|am|would|should)|did i (?:say|ask|not)|didn't i"
    r"|haven't i"
    r"|don't you)\b[^?]*\?+ *(?P<rest>[^?]+)$"
)
"""Asked of nobody; what follows is what is meant."""
_NP = r"(?P<np>(?:the|an?|my|our|that) [a-z]+\b[^.!?;,]*?)"
_MEANT = re.compile(
    rf"^{_AH}{_NP}(?:'s| is| was| would be|'d be) (?:the one |what |the [a-z]+ )?(?:that |which )?i(?:'m| was| am|'d"
    rf"| had)? ?"
    rf"(?:after|have in mind|had in mind|meant|mean|want|wanted|need|needed|thinking of|asked for|talking about"
    rf"|looking for){_TAIL}"
)
_NEEDED = re.compile(
    rf"^{_AH}(?:it (?:has to|should|must|ought to) be|it's got to be|i(?:'m| am| was) (?:after|looking for|thinking of)"
    r"|(?:i|we) (?:need|want|asked for|would like)|(?:i|we)'d like|how about|what about|take|use) "
    rf"(?P<np>(?:the|an?) (?:[a-z]+ ){{0,2}}?one\b[^.!?;,]*?){_TAIL}"
)
_BARE = re.compile(rf"^{_AH}(?P<np>(?:the|an?) (?:[a-z]+ ){{0,2}}?one\b[^.!?;,]*?){_TAIL}")
_NOT_IT = re.compile(
    rf"^{_AH}(?:(?:but )?not (?:that|this|the|those)\b(?: [a-z]+){{0,4}}|(?:that|this|it)(?:'s| is)(?: not)? (?:the )?"
    r"[a-z]+(?: (?:one|[a-z]+))?)$"
)
"""Says of the one at hand that it is not meant, or why."""
_HOLDING = re.compile(
    r"^(?P<a>(?:the|an?) (?:[a-z]+ )?)one (?P<with>with (?:the|an?|some|all the|my|those) [a-z]+(?: [a-z]+)? (?:in"
    r"|on) it)$"
)
_SIZES = (("small", "little", "smaller", "tiny", "smallest"), ("large", "big", "bigger", "huge", "larger", "biggest"))
_OF_TWO = re.compile(
    rf"^{_AH}(?P<np>(?:the )?(?P<size>[a-z]+) (?:one|[a-z]+)),? (?:and )?not the (?P<other>[a-z]+)(?: (?:one"
    rf"|[a-z]+))?{_TAIL}"
)
_PARTS = re.compile(r"(?<=[a-z])[.!;]+ +|, +")


def the_one_described(text: str, tasks: Sequence[Errand]) -> str:
    """A remark on which one is meant, as its description alone; any other remark as it is.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    kinds = {kind.removesuffix("Sliced") for task in tasks for kind in made_of(task)[:1]}
    if len(kinds) != 1:
        return text
    kind = kinds.pop()
    asked = _RHETORICAL.match(text)
    said = asked["rest"].strip() if asked else text
    if "?" in said:
        return text
    meant = _of_two_sizes(said) or _described(said, kind, bool(asked))
    return meant or text


def _of_two_sizes(said: str) -> str:
    """The one of two sizes without the other: "the small box, not the large one"."""
    found = _OF_TWO.match(said)
    sizes = [at for at, words in enumerate(_SIZES) for one in ("size", "other") if found and found[one] in words]
    return found["np"] if found and sorted(sizes) == [0, 1] else ""


def _described(said: str, kind: str, alone: bool) -> str:
    """The description with which a remark ends, where all before it only says that it is not the other one.

    Args:
        said: The remark.
        kind: The kind of things that is worked with.
        alone: Whether a question was left out before it.
    """
    parts = [part for part in _PARTS.split(said.strip()) if part.strip(" .!")]
    last = parts[-1].strip() if parts else ""
    found = _MEANT.match(last)
    if found is not None and not (_ONE.search(found["np"]) or _is_of(found["np"], kind)):
        return ""
    told = alone or len(parts) > 1
    bare = _BARE.match(last) if told or " with " in last else None
    found = found or _NEEDED.match(last) or bare
    if found is None or not _only_denied(parts[:-1]) or _goes_somewhere(found["np"]):
        return ""
    np = found["np"].strip()
    holding = _HOLDING.match(np)
    if holding:
        return f"{holding['a']}{noun(kind)} {holding['with']}"
    return np if told or found is not bare else ""


_ONE = re.compile(r"\bones?\b")


def _is_of(np: str, kind: str) -> bool:
    """Whether words name things of a kind, or of a kind that is called like it."""
    if np.rpartition(" ")[2] == noun(kind).split(" ")[-1]:
        return True
    named = read_named(words_of(np))
    word = named.word if named is not None else ""
    return bool(word) and (kind in (word, *types_named(word)) or noun(word).split(" ")[-1] == noun(kind).split(" ")[-1])


_GOES = re.compile(
    r" (?:into|onto|(?<!next )to|goes?|should|must|stays?|can|has|is|are|please)\b|\b(?:too|as well|also)\b"
)


def _goes_somewhere(np: str) -> bool:
    """Whether more is said of the one than which it is: where it goes, or that it is wanted too."""
    return _GOES.search(np) is not None


def _only_denied(parts: Sequence[str]) -> bool:
    """Whether parts of a remark say no more than that it is not another one, and why."""
    said = [part for part in parts if not _CRY.match(part)]
    return all(_NOT_IT.match(part) or (_TOLD.match(part) and not starts_request(part)) for part in said)


_CRY = re.compile(rf"^{_AH}$")


_TOLD = re.compile(
    r"^(?:because |as |since )?(?:i|i'm|i'd|i've|he|she|we|they|my [a-z]+|it|that|this|that's|it's)\b(?!.*\b(?:if"
    r"|unless|instead"
    r"|too|as well|first|only|stays?|leave|put|in|on|into)\b)"
)
