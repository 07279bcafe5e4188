"""Where something is told to be, said of it when it is asked for: "there is a cup on the chair. Cup in the sink"."""

from __future__ import annotations

import re

from agent.requests.words.clauses import NUMBER, starts_request, words_of
from agent.requests.words.nouns import ONLY_SAID, STATES, capable, read_named
from envs.vocabulary.inflection import singular

_NP = r"[a-z]+(?: [a-z]+)?"
_PLACE = rf"(?:in|on|inside|under|next to|behind|beside|near) (?:the|my|our|a|an|some|any|one of (?:the|my|our)) {_NP}"
_SO = (
    r"(?:(?:all|still|just|now|again|already|also|lying|standing|sitting|left|hiding|hidden|waiting|resting|gathering"
    r"|freezing|going|sat|stuck|forgotten|somewhere)(?: (?:about|around|away|out|over|up|there|cold|warm|dust))? )*"
)
"""How things are somewhere, which tells nothing of their state: "freezing away", "sitting around"."""
_BEHIND = (
    r"(?:,? (?:again|still|of all places|for some reason|i think|i believe|i see|as usual|right now))*"
    r"(?P<why>, (?:which|where) [^.,;!?]+)?"
)
_LEFT = (
    r"(?:somebody|someone|i|we|he|she|they|(?:the|my|our) (?:kids|children|boys?|girls?|guests?|others))"
    r"(?:'s|'ve|'d| has| have| had| must have| may have)? (?:just |always )?"
    r"(?:left|put|forgot|forgotten|dropped|placed)"
)
_SEEN = (
    r"there(?:'s| is| are)|(?:i|you)(?:'ll| will| can| could)? (?:see|saw|find|found|notice|noticed|spot|spotted)"
    r"|i(?:'ve| have) (?:seen|found|noticed|spotted)"
)
_MANY = rf"(?P<many>an?|my|our|some|several|a few|{NUMBER})"
_FOUND_AT = re.compile(
    rf"^(?:(?:{_SEEN}|{_LEFT}) {_MANY} (?P<np>[a-z]+(?: [a-z]+)??) {_SO}(?P<at>{_PLACE})"
    rf"|(?P<before>{_PLACE}),? (?:there(?:'s| is)|is|lies|stands|sits) "
    rf"(?:an?|one|some|my|our) (?P<thing>{_NP})"
    rf"|(?:an?|one|some|my|our) (?P<first>[a-z]+(?: [a-z]+)??) "
    r"(?:is|lies|stands|sits|has ended up|ended up|has been left"
    rf"|was left|has been put|was put) {_SO}(?P<there>{_PLACE})){_BEHIND}"
    r"(?P<end>[.;!,]) (?P<rest>.+)$"
)
_STATED = re.compile(rf"^, which (?:is|are) (?:all |quite |very |still )?(?P<state>{'|'.join(STATES)})$")
_ASKED = re.compile(r"(?:where|what|who|when|why|how|which|is|are|was|were|did|has|have|do|does)\b")
"""How a question begins: what is asked is not where it was told to be."""
_DO_WITH_IT = re.compile(r"^((?:(?:please|now|then|so|can you|could you|would you) )*[a-z]+) it\b")
_POLITE = re.compile(r"^(?:(?:so|and|then|now|please|just|can you|could you|would you|will you) )+")
_OF_MINE = re.compile(r"(?:i|we)\b")
_SHALL_BE = r"(?:into|in|onto|on|to|back|goes?|belongs?|should|must|can|may|has to|have to|needs? to)\b"
_CRIES = re.compile(
    r"^(?:(?:good (?:heavens|grief|lord|god)|(?:oh|ah|dear|goodness)(?: (?:no|dear|my|me|god|lord|heavens?|gracious))?"
    r"|my goodness|heavens|help|careful|watch out|uh oh|blimey|crikey|yikes)[,.!]+ )+"
    r"(?=(?:there(?:'s| is| are)|someone|somebody) )"
)
"""What is cried out before it is told where something is."""


_HELD = re.compile(
    r"\b(?:the|my|our|that|this|an?) (?P<np>[a-z]+(?: (?!that\b|which\b|with\b)[a-z]+)?)"
    r"(?:,? (?:that|which) (?:still )?(?:has|holds|contains)(?: got)?| with| containing| holding)"
    r"(?: still)? (?:an?|the|some|one|my) (?P<held>[a-z]+(?: [a-z]+)?)"
    r" (?P<at>in|on|inside) it\b"
)
_WAITS = re.compile(
    r"(?<=[a-z] )(?:(?:still|just) )*(?:standing|sitting|lying|sloshing|swimming|left(?: over)?)(?: around)? "
    r"(?=(?:in|on|inside) (?:it|them)\b)"
)
"""How what is in something is there: "with water still standing in it"."""


def of_what_holds_it(text: str) -> str:
    """An utterance in which what is told to be in something is told apart by that: "the pan with an apple in it …".

    Args:
        text: An utterance, tidied.
    """
    text = _WAITS.sub("", text)
    found = _HELD.search(text)
    if found is None or not (_is_thing(found["held"]) and _is_thing(found["np"])):
        return text
    behind = text[found.end() :]
    known = (
        rf"\b(?:the|that|this) {found['held']}\b(?! (?:that|which|from|in it|on it)\b)(?P<out> (?:out|off)\b(?! of\b))?"
    )

    def told(it: re.Match[str]) -> str:
        out = f"{it['out']} of" if it["out"] else " from"
        return f"the {found['held']}{out} the {found['np']}"

    return f"{text[: found.end()]}{re.sub(known, told, behind, count=1)}"


def at_its_place(text: str) -> str:
    """An utterance in which what is asked for is told apart by where a sentence before it says that it is.

    What is asked for as any of its kind ("put an egg in the fridge") stays so.

    Args:
        text: An utterance, tidied.
    """
    text = _CRIES.sub("", text)
    found = _FOUND_AT.match(text)
    said = (found["np"] or found["thing"] or found["first"]) if found is not None else ""
    how = _STATED.match(found["why"] or "") if found is not None else None
    if found is None or _ASKED.match(found["rest"]):
        return text
    if found["end"] == "," and (_OF_MINE.match(found["rest"]) or not starts_request(_POLITE.sub("", found["rest"]))):
        return text
    if not _is_thing(said) or (how is None and _tells_more(found["why"] or "")):
        return text
    *so, name = said.split(" ")
    if found["end"] == "," and not set(so).isdisjoint(STATES):  # what is told of its state counts, too
        return text
    so = [one for one in so if one not in STATES]
    at = _certain(found["at"] or found["before"] or found["there"])
    if found["end"] != ",":
        at = re.sub(r"^(?:in|on|inside) ", "from ", at)
    elif not _is_place(at):
        return text
    many = (found["many"] or "") if re.fullmatch(NUMBER, found["many"] or "") else ""
    several = singular(name) != name
    count = f"{many} " if several and many else ""
    state = f"{how['state']} " if how is not None else ""
    which = f"the {count}{state}{' '.join([*so, name])} {at if at.startswith('from ') else f'that {_is(several)} {at}'}"
    return _with_which(found["rest"], " ".join([*so, name]), which) or text


def _certain(place: str) -> str:
    """A place that was left open, as one that can be told apart: "in some cupboard", "in one of the drawers"."""
    place = re.sub(r"\b(?:some|any) (?=[a-z])", "the ", place)
    return re.sub(r"\bone of ((?:the|my|our) )([a-z]+)", lambda one: one[1] + singular(one[2]), place)


def _with_which(rest: str, name: str, which: str) -> str:
    """What follows, with the thing named by where it is; "" where it speaks of another, or of any of its kind."""
    known = rf"\b(?:(?:this|that|the|those|these|both) (?:(?:{'|'.join(STATES)}) )?{name}|(?:this|that) one(?! of\b))"
    bare = rf"(?:(?<=^)|(?<=[.;!,] )|(?<=, and ))(?:{name}(?= {_SHALL_BE}))"
    said = rf"(?:{known}|{bare})(?!\w)(?! (?:that|which|from|there|with(?! water| coffee)|lying|standing)\b)"
    rest, many = re.subn(said, which, rest, count=1)
    if not many and starts_request(rest):
        rest, many = _DO_WITH_IT.subn(rf"\1 {which}", rest)
    return rest if many else ""


def _is(several: bool) -> str:
    return "are" if several else "is"


def _is_thing(text: str) -> bool:
    """Whether something that can be carried is named by nothing but these words."""
    words = words_of(text)
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and not named.slices
    return whole and named is not None and capable(named.word, "pickupable")


def _is_place(at: str) -> bool:
    """Whether a place is one that holds things: not "in the wrong place"."""
    words = words_of(re.sub(r"^(?:in|on|inside|under|next to|behind|beside|near) ", "", at))
    named = read_named(words)
    return named is not None and named.end == len(words) and capable(named.word, "receptacle")


def _tells_more(why: str) -> bool:
    """Whether what is said beside tells how the thing is, or asks for something: "which is dirty"."""
    words = words_of(why)
    return bool({*STATES, *ONLY_SAID, "should", "must", "has", "belongs", "goes", "needs"}.intersection(words))
