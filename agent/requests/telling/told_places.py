"""Where something is, or shall go, told in a sentence of its own: "mug's on the table", "counter's fine".

A vessel of which it is told where it is, is the one that what is made goes into: "make me a coffee. The mug is in the
sink". A place that is said to be good enough is where what is taken out of another one goes. A thing that is somewhere,
and a place behind it, is a request to put it there: "book on the stove?! Shelf, please".
"""

from __future__ import annotations

import re

from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.inflection import singular
from envs.vocabulary.uses import put_in

_WHERE = r"(?P<at>in|on|by|next to|inside) (?:(?:the|my|our) )?(?P<there>[a-z]+(?: [a-z]+)?)"
_VESSEL = re.compile(
    r"^(?P<asked>[^.!?;]*\b(?P<dish>coffee|toast|salad|sandwich|breakfast)\b[^.!?;]*)[.!?;,-]+ (?:and )?"
    r"(?:(?P<np>(?:(?:the|my|a) )?(?:(?:clean|empty|big|small|red|blue|green|white|black) )?[a-z]+)"
    rf"(?:'s| is| are)(?: (?:still|already|over|out|waiting|standing|ready|right))* {_WHERE}"
    r"|there(?:'s| is) (?P<a>a (?:(?:clean|empty) )?[a-z]+)(?: (?:still|already|over|out|ready|waiting))* "
    r"(?P<at2>in|on|inside) (?:(?:the|my|our) )?(?P<there2>[a-z]+(?: [a-z]+)?))"
    r"(?:,? (?:please|thanks|already|there))*(?P<end>[.!]*$)"
)
_USES = {"coffee": ("Mug", "in"), "toast": ("Plate", "on"), "salad": ("Plate", "on"), "sandwich": ("Plate", "on"),
         "breakfast": ("Plate", "on")}  # fmt: skip
"""What is made → what it is served in or on."""


def in_the_vessel_told(text: str) -> str:
    """A tidied utterance in which what is made goes into what is told of behind it: "a coffee. Mug's on the table"."""
    found = _VESSEL.match(text)
    if found is None:
        return text
    kind, goes = _USES[found["dish"]]
    np = found["np"] or found["a"]
    bare = re.sub(r"^(?:the|my|a) ", "", np)
    place = found["there"] or found["there2"]
    named = read_named(words_of(f"the {bare}"))
    told = named is not None and named.word in (kind, "Cup" if kind == "Mug" else kind)
    again = re.search(rf"\b(?:{bare.split(' ')[-1]}|it)\b", found["asked"])
    if not told or again or not _is_place(place):
        return text
    return f"{found['asked']} {goes} the {bare} that is {found['at'] or found['at2']} the {place}{found['end']}"


_TAKEN = (
    r"(?P<lead>^|[.!?;,] |\b(?:and|then|first|so|please|you) )(?:take|get|fetch|grab|lift|pull|move|fish|bring) "
    r"(?P<taken>(?P<np>(?:(?:the|my|our|that|those|all the|both|one) )[a-z]+(?: (?!out\b|from\b|off\b)[a-z]+)??) "
    r"(?:out of|from|off|out from) (?:of )?(?:the|my|our|that) [a-z]+(?: [a-z]+)?)"
)
_FINE = (
    r"(?:'s| is| are| will be| would be|'ll be|'d be) (?:just |quite |perfectly |totally |all )?"
    r"(?:fine|ok|okay|good(?: enough)?|alright|right|great|perfect|best)|(?:'ll| will| would|'d) do"
)
_GOOD_ENOUGH = re.compile(
    rf"{_TAKEN}[,.;:] (?:and |so )?(?:(?:in|on|into|onto) )?(?:(?:the|my|our|a) )?"
    rf"(?P<place>[a-z]+(?: [a-z]+)?)(?:{_FINE})"
    r"(?: (?:for (?:it|them|now|that)|by me|with me|thanks|please))*(?=[.,;!?]|$| then\b| and\b)"
)


def where_it_may_go(text: str) -> str:
    """A tidied utterance in which what is taken out goes where it is said to be good enough: "…, counter's fine"."""
    return _GOOD_ENOUGH.sub(_put_there, text)


def _put_there(found: re.Match[str]) -> str:
    if not _is_place(found["place"]):
        return found[0]
    name = found["np"].split(" ")[-1]
    several = found["np"].startswith(("those", "all", "both")) or singular(name) != name
    return f"{found['lead']}take {found['taken']} and put {'them' if several else 'it'} {_there(found['place'])}"


_STRAYED = re.compile(
    r"^(?:(?:why is|who put|who left|what's|seriously|oi|hey|ugh|argh)[, ]+)*"
    r"(?:(?:the|my|our|an?|some) )?(?P<np>[a-z]+(?: [a-z]+)?) "
    r"(?P<at>in|on|under|inside) (?:(?:the|my|our|an?) )?(?P<there>[a-z]+(?: [a-z]+)??)"
    r"(?:,? (?:again|of all places|still|now|already|seriously|really))*(?:[.?!]+|,) "
    r"(?P<talk>(?:[a-z][a-z' ,]{1,40}[.?!]+ ){0,2})"
    r"(?:(?:it|that|that one)(?:'d| would| should| could|'s| is) (?:be |feel |look )?(?:(?:a (?:good deal|lot|bit)|much"
    r"|so much|far|rather|quite) )?(?:happier|better(?: off)?|more at home|safer|at home|nicer) )?"
    r"(?:(?:back )?(?:in|on|into|onto|to) )?(?:(?:the|my|our|an?) )?"
    r"(?P<place>[a-z]+(?: (?!please\b|thanks\b|thank\b|now\b)[a-z]+)?)"
    r"(?:,? (?:i (?:reckon|think|suppose|guess|say|should think)|surely|don't you think|wouldn't it))*"
    r"(?P<kindly>,? (?:please|thanks|thank you|now))?[.!?]*$"
)


def out_of_where_it_strayed(text: str) -> str:
    """A tidied utterance that names a thing where it is and then only a place, as a request to put it there."""
    found = _STRAYED.match(text)
    if found is None or starts_request(found["np"]) or starts_request(found["place"]):
        return text
    name = found["np"].split(" ")[-1]
    if any(map(_names_something, re.split(r"[.?!,]", found["talk"]))):
        return text
    if not (_is_thing(found["np"]) and _is_place(found["place"]) and _is_place(found["there"], vessels=False)):
        return text
    article = "all the" if singular(name) != name and not name.endswith("ss") else "the"
    return f"put {article} {found['np']} from the {found['there']} {_there(found['place'])}{found['kindly'] or ''}"


def _there(place: str) -> str:
    """In or on a place, as things are put there."""
    kind = read_named(["the", *place.split(" ")])
    return f"{'in' if kind is not None and put_in(kind.kind) else 'on'} the {place}"


_PITIED = re.compile(
    r"^(?:(?:oh|ah|aw|look at|dear me|goodness)[, ]+)*(?:that|this|the|my|our) "
    r"(?:poor|sad|old|lovely|dear|wretched|little|silly|blasted|filthy|horrid|awful) "
    r"(?P<np>[a-z]+(?: (?!in\b|on\b|by\b)[a-z]+)?)(?P<where> (?:in|on|by) (?:the|my|our) [a-z]+(?: [a-z]+)?)?"
    r"(?: over there)?[!.:,]+ (?P<asked>(?:(?:on|at|in) [^.!?]{3,60}, )?"
    r"(?:please |can you |could you |would you |will you )?[^.!?]{0,40}?\b)it\b"
)


def of_what_is_pitied(text: str) -> str:
    """A tidied utterance in which what is only exclaimed about is what is asked for: "that poor plant! Water it"."""
    found = _PITIED.match(text)
    if found is None or not _names_something(found["np"]) or _names_something(found["asked"]):
        return text
    return f"{found['asked']}the {found['np']}{found['where'] or ''}{text[found.end() :]}"


_RHETORIC = re.compile(r"^(?:have|has|did|do|does|would|can) (?:you|anybody|anyone|one) (?:ever|believe)\b")


def _names_something(text: str) -> bool:
    words = words_of(text)
    return (starts_request(text.strip()) and not _RHETORIC.match(text.strip())) or any(
        (named := read_named(words, at)) is not None and bool(named.word) for at in range(len(words))
    )


def _is_thing(text: str) -> bool:
    words = ["the", *text.split(" ")]
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and named.count is None
    return whole and named is not None and capable(named.word, "pickupable")


def _is_place(text: str, vessels: bool = True) -> bool:
    words = ["the", *text.split(" ")]
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and not named.pronoun
    if not whole or named is None or not (capable(named.word, "receptacle") or named.word == "Floor"):
        return False
    return vessels or not capable(named.word, "pickupable")
