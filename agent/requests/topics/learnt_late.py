"""English as people speak it who learnt it late: no articles, no "it", the verb behind, machines that are "he"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from agent.requests.words.clauses import NUMBER, starts_request, words_of
from agent.requests.words.nouns import SOURCE, capable, read_named
from envs.vocabulary.inflection import singular

_NP = r"[a-z]+(?: [a-z]+)??"
_PLACE = r"(?:(?:the|my|our|an?) )?[a-z]+(?: [a-z]+)?"
_SOMEBODY_LAID = re.compile(
    rf"^(?:the )?(?P<np>{_NP}) (?:that )?(?:somebody|someone) (?:(?:has|have|had|did) )?"
    r"(?:throw|threw|thrown|put|leave|left|lay|drop|forget|forgot|stick) (?:in|into|on) "
    rf"(?P<at>(?:(?:the|my|our) )?[a-z]+(?: [a-z]+)??) (?=(?:is|are|looks?)\b)"
)
_TOLD = re.compile(
    rf"^(?:(?P<art>the|my|our|this|that) )?(?P<np>{_NP})(?P<is> (?:that (?:is|are) [^.!?;,]+ )?"
    r"(?:is|are|lies|lie|stands|stand) [^.!?;,]+[.!;] )(?P<rest>.+)$"
)
_FELL = re.compile(
    rf"^(?:(?:the|my|our) )?(?P<np>{_NP}) (?:has |have )?(?:fell|fallen|fall) (?:in|into|on|onto) (?=[a-z])"
)
_WITHOUT_IT = re.compile(
    r"(?P<lead>^|[.,;!?] |\b(?:please|and|then|kindly|now) )"
    r"(?P<deed>take|pick|put|lay|place|set|wash|clean|rinse|slice|cut|cook|bring|switch|turn|close|shut|open)"
    r"(?P<part> (?:out|up|off|on|away|back|down))?"
    r"(?=,? please\b|[.,;!]| and\b| then\b|$| (?:in|on|into|onto|to|back|next to)\b(?! some\b))"
)
_VERB_BEHIND = re.compile(
    r"^(?P<lead>(?:(?:and|but|also|oh|ah|wait|please)\b[ ,.!]*)*)(?:(?:the|my|our) )?"
    rf"(?P<np>{_NP})(?: (?:from|in|on) (?P<at>{_PLACE}))?,(?: please,)? you (?:please )?"
    r"(?P<deed>[a-z]+(?: me| us)?(?: (?:on|off|up|out|down)(?! (?:the|my|our|an?)\b))?)"
    r"(?P<rest>(?: (?:in|into|to|on|onto|up|for)\b[^.!?;,]*)?"
    r"(?:,? (?:also|too|as well|please|now|first|again))*(?:[.!?]|$))"
)
_RUNNING = re.compile(
    rf"^(?:(?:the|this|that|my|our) )?(?P<np>{_NP})(?:, (?:it|he|she))?(?: (?:works|runs|burns)|(?: is|'s)"
    r"(?: (?:still|always|again|all the time))*(?: hot and)? (?:working|running|burning|going|on))"
    r"(?: (?:for (?:nothing|nobody|no one|no reason)|without (?:any |a )?reason"
    r"|with (?:the|an?) [a-z]+(?: inside| in it)))?(?:, (?:this is |that is |it is )?not (?:good|right|safe))?"
    r"(?P<rest>[.,;!] .+)$"
)
_STOP_HIM = re.compile(r"\b(stop|switch|turn|make) (?:him|her)\b")
_IT = r"\1 it"
_MAKE_OFF = re.compile(r"\bmake (?:(?:it|him|her) )?(off|on|out)(?= please\b| now\b| again\b|[.,;!?]|$)")
_MACHINE = re.compile(
    r"\b(?:machine|thing|device|apparatus) (?:for|that makes|which makes|that boils|which boils) (?:the )?"
    r"(?:(?:making|doing|boiling|cooking) (?:the )?)?(?P<made>toasts?|coffees?|water)\b"
)
_MADE_BY: Mapping[str, str] = MappingProxyType({"toast": "toaster", "coffee": "coffee machine", "water": "kettle"})
_EMPTY = re.compile(
    r"(?P<lead>(?:^|[.;!?] )[^.;!?]*?)(?P<kind>\b[a-z]+) (?:(?:that is|that's|which is) )?(?:without|with no)"
    r"(?: any)? "
    r"(?:water|coffee|tea|liquid|anything)(?P<inside> (?:inside|in) (?:it|them)| inside)?"
    r"(?=[.,;!?]|$| (?!in\b [a-z]+ing)[a-z])"
)
_CONCERNS_WATER = re.compile(r"\b(?:fill|make|boil|cook|brew|pour|heat|fix|water|salad|tea|soup|toast|prepare)\b")
_DETERMINED = re.compile(rf"\b(?:the|my|our|an?|that|this|any|one|another|all|every|no|{NUMBER}) $")
_WASHED = re.compile(r"\b(?:wash|clean|rinse|scrub|wipe)\b")


def in_usual_grammar(text: str) -> str:
    """A tidied utterance with the small words that are missing, and its verb where such verbs stand."""
    text = _MACHINE.sub(lambda found: _MADE_BY[singular(found["made"])], text)
    text = _EMPTY.sub(_empty, _VERB_BEHIND.sub(_verb_first, text))
    text = _RUNNING.sub(_running, text)
    text = _SOMEBODY_LAID.sub(_that_is, text)
    text = _FELL.sub(lambda found: f"the {found['np']} is in " if _names(found["np"]) else found[0], text)
    return _TOLD.sub(_with_it, text)


def _empty(found: re.Match[str]) -> str:
    """What has nothing in it: "the kettle without water" is the empty one; nothing is washed without water."""
    lead, kind = found["lead"], found["kind"]
    unsure = _WASHED.search(lead) and not found["inside"]
    if unsure or _CONCERNS_WATER.search(lead) or not _names(kind, "canFillWithLiquid"):
        return found[0]
    return f"{lead}{'' if _DETERMINED.search(lead) else 'the '}empty {kind}"


def _verb_first(found: re.Match[str]) -> str:
    place = f" from {_the(found['at'])}" if found["at"] else ""
    if not _names(found["np"]) or not starts_request(f"{found['deed']} the {found['np']}"):
        return found[0]
    return f"{found['lead']}{found['deed']} the {found['np']}{place}{found['rest']}"


def _running(found: re.Match[str]) -> str:
    """A machine that is on, and what shall be done about it."""
    named = read_named(words_of(found["np"]))
    if named is None or not _names(found["np"]) or not capable(SOURCE.get(named.word, named.word), "toggleable"):
        return found[0]
    rest = _MAKE_OFF.sub(lambda made: f"switch it {'off' if made[1] == 'out' else made[1]}", found["rest"])
    return f"the {found['np']} is on{_STOP_HIM.sub(_IT, rest)}"


def _that_is(found: re.Match[str]) -> str:
    return f"the {found['np']} that is in {_the(found['at'])} " if _names(found["np"], "pickupable") else found[0]


def _with_it(found: re.Match[str]) -> str:
    """What is to be done with the thing that was just told of, with "it"."""
    if not _names(found["np"]):
        return found[0]
    it = "it" if singular(found["np"]) == found["np"] else "them"
    rest, many = _WITHOUT_IT.subn(rf"\g<lead>\g<deed> {it}\g<part>", found["rest"])
    return f"{found['art'] or 'the'} {found['np']}{found['is']}{rest}" if many else found[0]


def _the(said: str) -> str:
    return said if re.match(r"(?:the|my|our) ", said) else f"the {re.sub('^an? ', '', said)}"


def _names(said: str, capability: str = "") -> bool:
    """Whether something is named by nothing but these words, and is capable of something."""
    words = words_of(said)
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and not named.pronoun
    return whole and named is not None and (not capability or capable(named.word, capability))
