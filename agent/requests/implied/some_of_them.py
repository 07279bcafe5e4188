"""How far the work at hand goes, told otherwise than by its number: "stop after the first one", "the one there not".

One of several that somebody tells of, and what shall be with that one: "one is for Tom, leave that one on the table".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, made_of
from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.english import plural

_LEAD = r"^(?P<lead>(?:(?:oh|ah|no|wait|hang on|hold on|actually|and|but|so|sorry|ok|okay|please|hey)\b[ ,!.]*)*)"
_ENOUGH = (
    r"(?:[.,;!]+ (?:and |because |as |since )?(?:(?:i|we)(?: only| just|'ll only)? (?:need|want|have room for)"
    rf" (?:just |only )?(?:{NUMBER})(?: of them)?|(?:that|{NUMBER})(?:'s| is| will be|'ll be| are) "
    rf"(?:enough|plenty|all (?:i|we) need)|(?:{NUMBER}|that)(?:'ll| will) do))?"
)
_ORDINALS = {"first": "one", "second": "two", "third": "three", "fourth": "four"}
_MANY = (
    rf"(?:the )?(?P<n>first|second|third|fourth|{NUMBER})"
    r"(?: (?P<np>ones?|of them|(?!and\b|then\b)[a-z]+(?: (?!and\b|then\b)[a-z]+)?))?"
)
_STOPS = r"(?:(?:you )?(?:can |may |should )?(?:please )?(?:stop|quit|finish)(?: there| then| working)?)"
_DONE = r"(?:you(?:'ve| have)? (?:done|finished|washed|put away|moved)|you(?:'re| are) done with)"
_STOP = (
    re.compile(rf"{_LEAD}(?:{_STOPS}|that's it) (?:after|with|at) {_MANY}{_ENOUGH}[.! ]*$"),
    re.compile(rf"{_LEAD}(?:after|with) {_MANY},? {_STOPS}{_ENOUGH}[.! ]*$"),
    re.compile(
        rf"{_LEAD}(?:once|when|as soon as) (?:{_DONE} {_MANY}|(?:the )?(?P<m>first|second|third)(?: one)? is"
        rf"(?: done| over| finished| ready)?),? {_STOPS}{_ENOUGH}[.! ]*$"
    ),
    re.compile(
        rf"{_LEAD}(?:just |only )?(?:do |take |make |bring )?{_MANY}(?:,? and)? (?:then|that's when) {_STOPS}[.! ]*$"
    ),
    re.compile(
        rf"{_LEAD}(?P<n>{NUMBER})(?P<np>)(?:'s| is| are| will be|'ll be) (?:enough|plenty)"
        rf"(?:[.,;!]+|,? so|,? and) {_STOPS}(?: (?:after|at) (?:that|one|them))?[.! ]*$"
    ),
)
_AT = r"(?:in|on|inside|under|next to|beside|by|near|from) (?:the|my|our) [a-z]+(?: [a-z]+)??"
_NOT = re.compile(
    rf"{_LEAD}(?:(?:only|just) )?(?P<np>the ones? {_AT}|the [a-z]+ ones?|(?:that|those) {_AT})"
    r"(?: (?:not|no)(?: please| though)?|,? no,? not that one)(?P<why>[,;.!]+ [^.;!?]*)?[.! ]*$"
)
_TOLD_OF_ONE = re.compile(
    rf"{_LEAD}(?:(?:i|we|he|she|they)(?:'ll)? (?:need|want|have promised|promised) one(?: of (?:them|those))?"
    r"|one(?: of (?:them|those))?(?:'s| is| (?:i|we) need| (?:i|we) want| isn't|'s not)"
    r"|(?:my|the|our) [a-z]+ (?:wants|needs|is coming for|would like|asked for) one(?: of (?:them|those))?)"
    r"(?P<told>(?: [^.;,!?]*)?)(?:[.;,!]+|,? so|,? and)(?: so| and| please| then)* "
    r"(?:(?:leave|keep|put|let) (?:that one|that|this one|it)|(?:that one|that|it|this one) "
    r"(?:can |should |must )?stays?)(?: (?P<how>out|here|back|alone|behind|be|over|up|stay))*"
    r"(?: (?P<where>where it is|as it is|(?:in|on|next to) (?:the|my|our|a) [a-z]+(?: [a-z]+)?))?"
    r"(?:,? (?:would you|will you|could you|can you|please|for (?:me|him|her|them)|dear|love|thanks))*[.!? ]*$"
)
_CAN_STAY = re.compile(
    rf"{_LEAD}(?:(?:(?:leave|keep) one(?: of (?:them|those))?(?: out| over| here| back)+)"
    r"|one(?: of (?:them|those))? (?:(?:can|may|should|must) stay|stays)(?: out| over| here)*) "
    r"(?P<where>(?:in|on|next to) (?:the|my|our) [a-z]+(?: (?!for\b)[a-z]+)?)"
    r"(?:,? (?:would you|will you|could you|can you|please|thanks|for (?:me|him|her|them|later|now)))*"
    r"(?P<why>,? (?:because |as |since |so )?(?:i|we|he|she|they|my [a-z]+|it)(?:'m|'re|'s|'d|'ll)? [^.;!?]*)?[.!? ]*$"
)


def so_far(text: str, tasks: Sequence[Errand]) -> str:
    """A tidied remark that says how far the work goes, or what shall be with one of its things, in plain words.

    Args:
        text: A remark.
        tasks: What is being done or still to be done.
    """
    if not tasks:
        return text
    kinds = {kind for task in tasks for kind in made_of(task)}
    stop = next((found for one in _STOP if (found := one.match(text))), None)
    if stop is not None and _is_of(stop["np"] or "", kinds):
        said = stop["n"] or stop.groupdict().get("m") or ""
        return f"{stop['lead']}stop after {_ORDINALS.get(said, said)}"
    barred = _NOT.match(text)
    if barred is not None and not _names(barred["why"] or ""):
        one = re.sub(r"^(that|those) ", lambda that: f"the one{'s' if that[1] == 'those' else ''} ", barred["np"])
        return f"{barred['lead']}not {one}"
    told = _TOLD_OF_ONE.match(text)
    if told is not None and not _names(told["told"]):
        return f"{told['lead']}{_left(told['where'] or '', tasks[0])}"
    stays = _CAN_STAY.match(text)
    if stays is not None and not _names(stays["why"] or ""):
        return f"{stays['lead']}{_left(stays['where'], tasks[0])}"
    return text


def _left(where: str, task: Errand) -> str:
    kinds = made_of(task)
    them = f"the {plural(kinds[0])}" if len(kinds) == 1 else "them"
    if where[:3] not in ("in ", "on ") and not where.startswith("next "):
        return "leave one of them"
    return f"put one of {them} {where}"


def _is_of(said: str, kinds: set[str]) -> bool:
    """Whether so many of the things of the work are spoken of."""
    if said in ("", "one", "ones", "of them"):
        return True
    named = read_named(words_of(said))
    return named is not None and named.word in kinds and named.end == len(words_of(said))


def _names(said: str) -> bool:
    """Whether words name things that could be meant."""
    words = words_of(said)
    named = (read_named(words, at) for at in range(len(words)))
    return any(one is not None and bool(one.word) and capable(one.word, "pickupable") for one in named)
