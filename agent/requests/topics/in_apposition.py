"""How a thing shall be that is put or brought somewhere, said beside it: "the apple, sliced, in the bowl"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.inflection import singular

_LEAD = r"(?P<lead>^|[.!?;:,] |\b(?:and|then|please|you|now|so) )"
_PUT = r"(?:put|place|set|lay|serve|stick|pop|move|take|carry) "
_WISH = (
    r"(?:(?:i|we)(?:'d| would)? (?:(?:really|also|just) )?(?:want|need|like|love|prefer) (?:to (?:have|see|get) )?"
    r"|(?:can|could|may) (?:i|we) (?:have|get) |let me have )"
)
_NP = (
    r"(?P<np>(?P<many>(?:all|both)(?: of)?(?: the| my| our)?|two|three|four|five|[2-9]|(?:the|my|our|these|those)"
    r"(?= [a-z]+s,? )|the|my|our|that|this|an?|one|1)"
    r" (?!slices?\b|ones?\b)[a-z]+(?: (?!in\b|on\b|into\b|cut\b|chopped\b|sliced\b|diced\b|and\b|or\b|that\b)[a-z]+)??)"
)
_CUT = (
    r"(?P<cut>in (?:(?:thin|thick|fine|little|small|nice) )?(?:slices|pieces|chunks|cubes|wedges)"
    r"|(?:nicely |finely |thinly |freshly )?(?:sliced|chopped|diced|cut up|cut)(?! (?:up )?(?:in|into) (?:[a-z]+ )?"
    r"(?:slices|pieces|chunks|cubes|wedges)\b)(?: up)?)"
)
_MADE = (
    r"(?:nicely |freshly |well |all )?(?P<made>cooked|boiled|fried|toasted|washed|cleaned|rinsed|clean"
    r"|emptied|empty|filled|full)(?P<water>(?: up)?(?: with water| of water)?)"
)
_WHERE = (
    r"(?P<where>(?:back )?(?:in|on|into|onto|to) (?:the|an?|my|our|one of the) (?!slices\b|pieces\b)[a-z]+"
    r"(?: (?!in\b|please\b|and\b|then\b|cut\b|for\b|sliced\b|chopped\b|diced\b|from\b)[a-z]+)??)"
)
_END = r"(?=,? please\b|,? (?:and|then)\b|[.,;!?]|$)"
_BESIDE = re.compile(
    rf"(?:{_LEAD}(?:{_PUT}|{_WISH})|(?P<bare>^|[.!?;:] ))"
    rf"{_NP}(?:(?:,? {_CUT}),? |, {_MADE},? ){_WHERE}{_END}"
)
_SLICES = re.compile(
    rf"(?:{_LEAD}(?:{_PUT}|{_WISH})?)(?P<np>(?P<many>an?|one|1|two|three|four|five|six|[2-9]|some) "
    r"(?:slices?|pieces?)(?: of [a-z]+)|(?P<few>an?|one|1|two|three|four|five|six|[2-9]|some) [a-z]+ slices?)"
    rf", {_MADE},? {_WHERE}{_END}"
)
_BEHIND = re.compile(rf"{_LEAD}{_PUT}{_NP} {_WHERE}(?:,? {_CUT}|, {_MADE}){_END}")
_BROUGHT = re.compile(rf"{_LEAD}(?:bring|fetch|get|give|hand) (?:me|us) {_NP}(?:,? {_CUT}|, {_MADE}){_END}")
_COOKED = re.compile(
    rf"{_LEAD}(?:{_WISH}|(?:make|cook|fix|do|prepare) (?:me |us )?)?(?P<many>an?|one|two|three|the|my)?(?P<blank> )?"
    r"(?P<made>cooked|boiled|fried|toasted|baked|scrambled|poached) (?P<food>[a-z]+)(?P<who>(?: for [a-z]+)?)"
    rf"(?:,? please)?,? {_WHERE}{_END}"
)
"""What is cooked, and on which dish it goes then: "fried egg for me, on a plate"."""
_SLICES_BEHIND = re.compile(
    r"(?P<lead>^|[.!?;,] |\b(?:eat|have|want|like|need|make|some|me|us|of|for) )(?:some |a bit of |sliced )*"
    r"(?P<food>[a-z]+)(?P<who>(?: for (?:me|us))?)(?:,? please)?[.,;:!?] (?:just |only |about )*"
    rf"(?P<n>{NUMBER}) (?P<piece>slices?|pieces?)"
    r"(?: of (?:it|them|that))?(?: (?:will|would) (?:do|be fine)| (?:is|are) enough)?(?P<please>,? please)?"
    r"(?:[.,;!] (?=(?:on|in) (?:an?|the|my) (?:[a-z]+ )?[a-z]+(?:,? please)?(?:[.!]|$)))?"
    r"(?=[.,;!]|$| (?:on|in)\b|(?<=[.,;!] ))"
)
"""How many slices, told behind what they are of: "I would like toast. Two slices, on a plate"."""


_MADE_OF = re.compile(
    r"(?P<dish>\b(?:salad|sandwich))"
    r"(?P<behind>(?: (?:on|in) (?:an?|the|my) (?:[a-z]+ )?[a-z]+)?(?:,? (?:please|thanks))?)[.,;:!] "
    r"(?:(?:just|only|simply|with|please) )*(?P<of>[a-z]+(?:(?:, | and )(?:and )?(?!nothing\b)[a-z]+){1,4})"
    r"(?P<do> (?:will do|is (?:fine|enough|plenty)|are (?:fine|enough|plenty))(?: for (?:me|us))?)?"
    r"(?P<only>[,.;]? (?:and )?(?:nothing|no more|not a thing)(?: else| more)?(?: in (?:it|there))?)?(?=[.!]|$)"
)
"""What a dish is made of, told behind it: "a salad on a plate. Lettuce and tomato will do, nothing else in it"."""


def _made_of(found: re.Match[str]) -> str:
    """A dish with what goes into it, where nothing but food is named."""
    listed = [one for one in re.split(r",? and |, ", found["of"]) if one]
    named = [read_named(words_of(f"the {one}")) for one in listed]
    food = all(one is not None and one.word and one.end == 2 and capable(one.word, "sliceable") for one in named)
    if not food or not (found["do"] or found["only"]):
        return found[0]
    return f"{found['dish']} with {' and '.join(listed)}{found['behind']}"


def made_so(text: str) -> str:
    """A tidied utterance in which how a thing shall be that goes somewhere is asked for before."""
    text = _MADE_OF.sub(_made_of, text)
    for pattern, then in ((_BESIDE, "put {} "), (_BEHIND, "put {} "), (_BROUGHT, "bring {} to me")):
        text = pattern.sub(lambda found, then=then: _in_turn(found, then), text)
    text = _SLICES_BEHIND.sub(_slices_of, _SLICES.sub(_slices_in_turn, text))
    return _COOKED.sub(_cooked_first, text)


def _slices_of(found: re.Match[str]) -> str:
    """So many slices of what was named before."""
    food = found["food"]
    named = read_named([food])
    if food != "toast" and (named is None or not named.word or not capable(named.word, "sliceable")):
        return found[0]
    dish = " " if found[0].endswith((". ", ", ", "; ", "! ")) else ""
    return f"{found['lead']}{found['n']} {found['piece']} of {food}{found['who']}{found['please'] or ''}{dish}"


def _is_dish(kind: str) -> bool:
    """Whether things of a kind are served on it; in a pan they are cooked."""
    return capable(kind, "dirtyable") and kind not in ("Pan", "Pot")


def _cooked_first(found: re.Match[str]) -> str:
    """What is cooked by itself, and put on its dish then."""
    words = words_of(found["where"])
    named, dish = read_named([found["food"]]), next((one for at in range(1, 4) if (one := read_named(words, at))), None)
    eaten = named is not None and (named.word == "Egg" or capable(named.word, "cookable")) and not named.slices
    many = found["many"] or ("a" if singular(found["food"]) == found["food"] else "")
    if not eaten or not many or dish is None or not _is_dish(dish.word):
        return found[0]
    it = "it" if many in _SINGLE else "them"
    return f"{found['lead']}{deed_of(found['made'])} {many} {found['food']}{found['who']} and put {it} {found['where']}"


def _slices_in_turn(found: re.Match[str]) -> str:
    """What is done to slices, and on which dish they go then: "a slice of bread, toasted, on the clean plate"."""
    it = "it" if (found["many"] or found["few"]) in _SINGLE else "them"
    return f"{found['lead'] or ''}{deed_of(found['made'])} {found['np']} and put {it} {found['where']}"


def _in_turn(found: re.Match[str], then: str) -> str:
    """What is done to a thing, and where it goes then."""
    named = found.groupdict()
    lead = named["lead"] if named["lead"] is not None else named["bare"]
    deed = "slice" if named["cut"] else deed_of(named["made"])
    with_water = " with water" if deed == "fill" else ""
    it = "it" if named["many"] in _SINGLE and not _PLURAL.search(named["np"]) else "them"
    return f"{lead}{deed} {named['np']}{with_water} and {then.format(it)}{named.get('where', '')}"


_SINGLE = frozenset({"the", "my", "our", "that", "this", "a", "an", "one", "1"})
_PLURAL = re.compile(r"^(?:the|my|our) .*[a-rt-z]s$")
