"""What is asked for of some of several things that are named first: "of the two eggs, one goes in the fridge"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import STATES, capable, read_named
from envs.vocabulary.english import plural
from envs.vocabulary.inflection import singular

_GOES = (
    r"(?:go|goes|belongs?|comes?|should|must|can|may|could|shall|has to|have to|needs? to|is to|are to|needs?|wants?)\b"
)
_OF = re.compile(
    r"(?P<lead>(?:^|(?<=[.!?;] ))(?:(?:please|so|and|now)[ ,]+)*)(?:from|of|out of|from among|among) "
    rf"(?P<the>the|my|our|those|these) (?:(?:{NUMBER}) )?(?P<np>[a-z]+(?: [a-z]+)?)"
    r"(?P<where> (?:that are |that lie |lying |standing )?(?:in|on|from) (?:the|my|our) [a-z]+(?: [a-z]+)?)?"
    rf"(?:,? (?P<some>{NUMBER})|, (?:only |just )?the (?P<how>[a-z]+) (?P<ones>ones?)) (?P<rest>{_GOES}.*)$"
)
_NAMED = re.compile(
    r"^(?:(?:oh|so|now|well|and|please)[ ,]+)*"
    r"(?P<known>(?:(?:do )?you (?:know|see|remember|recall)|remember|see|look at|about|as for"
    r"|i (?:see|have|found|bought)|we(?:'ve got|'ve| have got| have)|there are) )?"
    rf"(?:(?P<the>all the|the|my|our|those|these) )?(?P<few>(?:{NUMBER}) )?(?P<np>[a-z]+(?: [a-z]+)??)"
    rf"(?P<many>, (?:{NUMBER})(?: of (?:them|those))?(?: (?:pieces|heads|loaves|items))?)?"
    r"(?:,? (?:(?:that )?(?:are|lie|stand|sit)|lying|standing|sitting|all|just|still|over|about|around|there|here|so))*"
    r"(?P<where> (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?(?P<mark>[.?;:!]) (?:well,? |so,? )?"
    rf"(?P<some>{NUMBER})(?: of (?:them|those|these))? (?P<rest>{_GOES}.*)$"
)
"""Several things that are named, and what so many of them shall: "those mugs on the desk? One goes in the sink"."""
_ASKED = re.compile(
    r"(?P<lead>(?:^|(?<=[.!?;] ))(?:(?:please|so|and|now)[ ,]+)*)(?:from|of|out of|from among|among) "
    rf"(?P<the>the|my|our|those|these) (?:(?:{NUMBER}) )?(?P<np>[a-z]+(?: [a-z]+)?)"
    r"(?P<where> (?:that are |that lie |lying |standing )?(?:in|on|from) (?:the|my|our) [a-z]+(?: [a-z]+)?)?"
    r",? (?P<asks>(?:(?:please|just|only|could you|can you|would you|will you) )*"
    r"(?:put|place|bring|get|fetch|give|hand|take|move|carry|set|lay|stick|pop|drop|throw|wash|clean|rinse|slice|cut|cook"
    r"|boil|toast|fill|empty)(?: (?:me|us))?(?: away| out| up)?(?: just| only)?) "
    rf"(?:the (?P<how>[a-z]+) (?P<ones>ones?)|(?P<some>{NUMBER})(?: of them)?)(?P<rest>(?=$|[.,;!?]| ).*)$"
)
"""Which, or how many, of several something is done to: "of the two cups here, put the empty one in a cabinet"."""
_WISHED = re.compile(
    r"^(?P<lead>(?:(?:please|so|and|now)[ ,]+)*)(?:from|of|out of|from among|among) "
    rf"(?P<the>the|my|our|those|these|all the) (?:(?:{NUMBER}) )?(?P<np>[a-z]+(?: [a-z]+)??),? "
    r"(?:i|we)(?:'d| would)? (?:only |just |really )*(?:need|want|like|love)(?: to have| to see)?"
    rf"(?: only| just| exactly)* (?P<some>{NUMBER})(?: of them)? (?P<rest>(?:in|on|next to) .*)$"
)
"""So many of several are wished for somewhere: "of the mugs I need just one on the table"."""
_THERE_ALREADY = re.compile(
    r"^(?:(?:please|so|and|now)[ ,]+)*"
    r"(?:(?:i|we)(?:'d| would)? (?:want|need|like)|there (?:should|must|ought to) be"
    r"|(?P<where>(?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??),? (?:i|we)(?:'d| would)? (?:want|need|like))"
    rf" (?:(?:exactly|just|only|about) )?(?P<n>{NUMBER}) (?P<np>[a-z]+(?: [a-z]+)?)"
    r"(?P<at> (?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??)?(?:,? please)?[.,;!] "
    rf"(?:and |but |though )?(?:{NUMBER}|some)(?: of (?:them|those))?(?: is| are|'s|'re)(?: already)?(?: in| on)? there"
    r"(?: already| now)?(?=[.!]|$)"
)
"""How many shall be somewhere in the end, of which some are: "I want two eggs in the fridge. One is there already"."""
_ENOUGH = re.compile(
    rf"^(?P<lead>(?:(?:please|so|and|now)[ ,]+)*)(?P<some>{NUMBER}) (?P<np>[a-z]+(?: (?:of )?[a-z]+){{0,2}}?)"
    r"(?: (?:standing|lying|hanging|sitting|out|left)(?: about| around| out)?| out there| here)?"
    r" (?:is|are|'s|will be|would be)"
    r" (?:quite |more than |really |perfectly |plenty )*(?:enough|plenty|sufficient)(?: for (?:me|us|now))?"
    r"(?:[.,;!]|,? so|,? and) (?P<rest>(?:please )?(?:(?:put|move|bring|place|wash|clean|throw|take) )?"
    r"(?:all )?(?:the )?(?:others?|rest|other ones)\b.*)$"
)
"""That so many are enough, and what is to be done with the others: "one mug is enough. The others go in the sink"."""
_NO_MORE = re.compile(
    r"^(?P<lead>(?:(?:please|so|and|now)[ ,]+)*)(?:(?:leave|keep) "
    r"(?:only|just|exactly|no more than|not more than|at most)"
    r"|(?:there should be |i want |we want )?(?:no|not) more than) "
    rf"(?P<some>{NUMBER}) (?P<np>[a-z]+(?: [a-z]+)??) (?P<at>on|in) (?P<where>(?:the|my|our) [a-z]+(?: [a-z]+)?)"
    r"(?P<mark>(?:,? please)?[.!]?)$"
)
"""How many may stay somewhere: "leave only one mug on the table"."""
_OTHERS = re.compile(r"\b(?:all )?(?:the )?(?:other ones|others?|rest)\b")
_STAY = re.compile(
    rf",? (?:and|but|while|whereas)? ?(?:{NUMBER}|the (?:other|others|rest|remaining)(?: (?:{NUMBER}|ones?))?"
    r"|the last one) (?:(?:can|may|should|must|has to|have to|is to|are to) )?(?:just )?(?:stays?|remains?)"
    r"(?: there| put| here| behind| (?:in|on) the [a-z]+| where (?:it|they)(?: is| are|'s|'re)(?: now)?"
    r"| as (?:it|they)(?: is| are))?"
    r"(?=[.,;!?]|$)"
)


def some_of_several(text: str) -> str:
    """An utterance in which the things stand with how many, or which, of them are asked for.

    That as many as are left over stay where they are is no request by itself.

    Args:
        text: An utterance, tidied.
    """
    text = _no_more(_enough(_wished(_named(_in_the_end(text)))))
    found = _OF.search(text)
    if found is not None and _are_some(found):
        return f"{text[: found.start()]}{found['lead']}{_some_of(found)} {_STAY.sub('', found['rest'])}"
    found = _ASKED.search(text)
    if found is not None and _are_some(found):
        return f"{text[: found.start()]}{found['lead']}{found['asks']} {_some_of(found)}{_STAY.sub('', found['rest'])}"
    return text


def _in_the_end(text: str) -> str:
    """So many wished for somewhere, with those that are there."""
    found = _THERE_ALREADY.match(text)
    where = (found["where"] or found["at"] or "").strip() if found is not None else ""
    if found is None or not where or not _are_things(found["np"], many=False):
        return text
    return f"put {found['n']} {found['np']} {where}{text[found.end() :]}"


def _named(text: str) -> str:
    """So many of things that are named in a sentence before, in that of what they shall."""
    found = _NAMED.match(text)
    if found is None or not _are_things(found["np"]):
        return text
    if not (found["known"] or found["many"] or found["few"] or found["mark"] == "?" or found["the"]):
        return text
    the = found["the"] or "the"
    return f"{found['some']} of {the} {found['np']}{found['where'] or ''} {_STAY.sub('', found['rest'])}"


def _are_some(found: re.Match[str]) -> bool:
    """Whether several things that are carried are named, and which of them by a state or a number."""
    return _are_things(found["np"]) and (not found["how"] or found["how"] in STATES)


def _some_of(found: re.Match[str]) -> str:
    """So many, or which, of several."""
    which = found["some"] or f"the {found['how']} {found['ones']}"
    return f"{which} of {found['the']} {found['np']}{found['where'] or ''}"


def _wished(text: str) -> str:
    """So many of several that are wished for somewhere, put there."""
    found = _WISHED.match(text)
    if found is None or not _are_things(found["np"]):
        return text
    return f"{found['lead']}put {found['some']} of {found['the']} {found['np']} {found['rest']}"


def _enough(text: str) -> str:
    """All but so many as are enough."""
    found = _ENOUGH.match(text)
    if found is None or not _are_things(found["np"], many=False):
        return text
    others = f"all but {found['some']} of the {_all_of(found['np'])}"
    return f"{found['lead']}{_OTHERS.sub(others, found['rest'], count=1)}"


def _no_more(text: str) -> str:
    """All but so many as may stay, taken away from there."""
    found = _NO_MORE.match(text)
    if found is None or not _are_things(found["np"], many=False):
        return text
    away = f"{'out of' if found['at'] == 'in' else 'off'} {found['where']}"
    return f"{found['lead']}take all the {_all_of(found['np'])} {away} except {found['some']}{found['mark']}"


def _all_of(said: str) -> str:
    """Things that one is named of, in the plural."""
    named = read_named(words_of(said))
    return plural(named.word) if named is not None else said


def _are_things(said: str, many: bool = True) -> bool:
    """Whether words name things that are carried, and nothing else; with ``many`` in the plural."""
    words = words_of(said)
    named = read_named(words)
    whole = named is not None and named.end == len(words) and capable(named.word, "pickupable")
    return whole and (not many or singular(words[-1]) != words[-1])
