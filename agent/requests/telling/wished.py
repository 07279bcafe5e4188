"""What is only wished for, or told to be wanting, as the order that it is: "I'd be glad of a mug", "not washed yet"."""

from __future__ import annotations

import re

from agent.requests.telling.told_of_then_wanted import wanted_of_what_was_told
from agent.requests.words.clauses import VERBS, starts_request, words_of
from agent.requests.words.frames import deed_of
from agent.requests.words.manners import wished_verb
from agent.requests.words.nouns import capable, read_named
from envs.vocabulary.uses import put_in

_A = r"(?:^|(?<=[.!?;,:] )|(?<=\band )|(?<=\bbut )|(?<=\bso ))"
_VERY = r"(?:(?:so|very|ever so|really|most|quite|awfully|terribly|just|absolutely|rather|too) )*"
_FINE = r"(?:great|good|nice|lovely|handy|wonderful|helpful|fine|better|perfect|grand|kind|useful|a help|splendid)"


def as_order(text: str) -> str:
    """A tidied utterance with an order in the place of a wish, and of what is told to be wanting.

    Args:
        text: An utterance, tidied.
    """
    text = _OVER_HERE.sub(r"bring me \g<np>", _HOPED.sub(_hoped, _ON_FLOOR.sub(_picked_up, text)))
    text = _TIME_IT_WAS.sub(_made_so, _CLEARED_IT.sub(r"clear \g<np>", text))
    text = _FAVOUR.sub(_favour, _WASHED_UP.sub(r"\g<wash>", text))
    text = _MINDING.sub(_not_minding, wanted_of_what_was_told(text))
    text = _SAT_DOWN.sub(r"i'm \g<at> now", _IF_ANY.sub("", text))
    text = _GOOD_TO_HAVE.sub("i want ", _GLAD_OF.sub(_wanted, text))
    text = _OUGHT.sub(_ordered, _DO_BE.sub("", text))
    text = _EVERY_ONE.sub(_all_of, text)
    text = _ALL_ON_IT.sub(_everything_on, text)
    text = _STREWN.sub(_picked_up, _COVERED.sub(_picked_up, text))
    text = _NOT_THERE_YET.sub(_put_there, text)
    text = _NOT_SO_YET.sub(_made_so, text)
    text = _LATER_ON.sub(_usual_deed, text)
    text = _COUNTED.sub(_so_many, _DEED_BEHIND.sub(_deed_first, text))
    text = _CHILLED.sub(r"put \g<np> in the \g<place>", text)
    return _SWITCHED_HERE.sub(r"\g<on>", text)


# -- wishes

_MINDING = re.compile(
    rf"{_A}(?:(?:would|do|don't) (?:you|u) )?mind (?:awfully |terribly |very much |ever so much |too much |at all )?"
    r"(?=[a-z]+ing\b)(?P<deed>[a-z]+)(?P<rest>[^.!?;]*?)(?P<and> and (?P<next>[a-z]+ing)\b)?(?=[ ,.!?;]|$)"
)
_GLAD_OF = re.compile(
    rf"{_A}(?:i|we)(?:'d| would| should) be {_VERY}(?:grateful|glad|happy|thankful|pleased|delighted|obliged) "
    r"(?:for|of|about|with) (?=(?:an?|some|the|my|our|another|one|two|three|four|five|six) )"
)
_SO_MANY_THERE = re.compile(
    r"(?:one|two|three|four|five|six|some|a couple of) (?:[a-z]+ ){1,3}?(?:in|on|inside|under|next to) "
    r"(?:the|a|my|our) "
)
_GOOD_TO_HAVE = re.compile(
    rf"{_A}it(?:'d| would) be {_VERY}{_FINE} (?:to have|having) (?=(?:the|an?|my|our|some|two|three|those|these) )"
)
_IF_ANY = re.compile(
    r",? if (?:there(?:'s| is| are)|(?:we|you)(?:'ve got| have got| have|'ve)) (?:any|one|some)(?: left"
    r"| there)?(?=[.!?]*$)"
)
"""Goes without saying: what is not there is not to be had."""
_SAT_DOWN = re.compile(
    rf"{_A}(?:now )?i(?:'ve| have|'m| am) (?:now |just |gone and |already )*(?:sat|sitting|moved|settled)(?: down"
    rf"| over)* "
    r"(?P<at>(?:at|on|in|by) (?:the|my|our) [a-z]+(?: (?!so\b|and\b|now\b)[a-z]+)?)(?: now)?"
    r"(?:,? (?:so|and) (?:please )?(?:bring|take) (?:it|them|that) (?:there|here|over)(?: please)?)(?=[.!]*$)"
)
"""Where somebody is served from now on: "I've sat down at the kitchen table, so bring it there"."""
_HOPED = re.compile(
    rf"{_A}(?:i (?:was|am|'m) (?:just |only )?(?:hoping|wondering whether|thinking) (?:that )?you(?:'d| could| would"
    rf"| might)"
    r"(?: be able to)?|you (?:might|may) (?:want|like) to|if you (?:could|would)(?: just| kindly| possibly)?) "
    r"(?P<deed>[a-z]+) (?P<rest>(?:(?! (?:i|we|it|that)(?:'d| would|'ll) )[^,.!?;])+)(?=[.!?]*$)"
)
_FAVOUR = re.compile(
    rf"{_A}(?:would|could|can|will) you (?:do (?:me|us) (?:the|a) (?:favou?r|kindness|courtesy) of"
    rf"|see (?:your way )?to) "
    r"(?P<deed>[a-z]+ing)\b"
)
_CLEARED_IT = re.compile(
    rf"{_A}(?:i|we)(?:'d like| would like| need| want) (?P<np>(?:the|my|our|this|that) [a-z]+(?: [a-z]+)??) cleared"
    r"(?: off| up)?(?=[.!]*$)"
)
_TIME_IT_WAS = re.compile(
    rf"{_A}it(?:'s| is) (?:about |high )?time (?P<np>(?:the|my|our|those|these|that) [a-z]+(?: [a-z]+)??) (?:was|were) "
    r"(?P<so>[a-z]+)(?P<yet>)(?=[.!]?$)"
)
_OVER_HERE = re.compile(
    rf"{_A}(?:(?:i|we) (?:could use|could do with|need|want)|(?:i|we)'d like|bring|fetch|get)(?: me| us)? "
    r"(?P<np>(?:the|an?|my|some) [a-z]+(?: [a-z]+)?) over here(?=[.!,]|$)"
)
_WASHED_UP = re.compile(r"(?P<wash>\bwants? washing) up\b")
_ON_FLOOR = re.compile(
    r"^(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)?)(?:'s| is| are) (?:lying )?(?:on"
    r"|all over) (?P<at>the floor) again(?=[.!]*$)"
)


def _hoped(found: re.Match[str]) -> str:
    """As in "I was hoping you could fill the kettle", "you might want to water the plant"."""
    order = f"{found['deed']} {found['rest']}"
    only = not (found[0].startswith("if ") and found.start())  # behind a request it is its courtesy
    return order if only and starts_request(order) else found[0]


def _favour(found: re.Match[str]) -> str:
    deed = wished_verb(found["deed"])
    return f"could you {deed}" if deed else found[0]


_OUGHT = re.compile(
    rf"{_A}some(?:body|one) (?:really )?(?:ought to|should|needs to|has to|must|had better|might|could) "
    r"(?:really |please |just )?(?P<deed>[a-z]+)(?= (?:the|that|this|those|these|my|our|all|an?|up|off|out|away) )"
)
_DO_BE = re.compile(rf"{_A}do be (?:so )?(?:nice|kind|good|sweet)(?: enough)? (?:and|to) ")


_DISH = re.compile(r"(?:[a-z]+ ){0,4}?(?:toast|salads?|sandwich(?:es)?|coffees?|omelettes?|breakfast)\b")


def _wanted(found: re.Match[str]) -> str:
    """A dish is wished for, and so many things in a place; what is only to be had is brought."""
    if _SO_MANY_THERE.match(found.string, found.end()):
        return "i want "
    return "i would like " if _DISH.match(found.string, found.end()) else "could i have "


def _not_minding(found: re.Match[str]) -> str:
    """As in "would you mind fetching my keys and putting the kettle on"."""
    first, then = wished_verb(found["deed"]), wished_verb(found["next"] or "")
    if not first or (found["and"] and not then):
        return found[0]
    return f"could you {first}{found['rest']}{f' and {then}' if then else ''}"


def _ordered(found: re.Match[str]) -> str:
    return found["deed"] if found["deed"] in VERBS else found[0]


# -- how many

_EVERY_ONE = re.compile(
    r"\b(?P<the>the|my|our|those|these) (?P<np>(?:[a-z]+ ){0,2}[a-z]+s),? "
    r"(?:all of (?:them|those)|every (?:single |last )?one(?: of (?:them|those))?|each and every one(?: of them)?"
    r"|the (?:whole )?lot of them)(?=[,.!?;]|$)"
)
_COUNTED = re.compile(
    r"^(?P<np>[a-z]+(?: [a-z]+)?)(?::? ?x ?(?P<a>\d)|: (?P<b>\d)|:? (?P<c>\d) ?x)"
    r"(?=,? (?:in|on|to|into|onto)\b|, [a-z ]+[.!]?$)"
)


def _all_of(found: re.Match[str]) -> str:
    named = read_named(["the", *found["np"].split(" ")])
    return f"all {found['the']} {found['np']}" if named is not None and named.every else found[0]


def _so_many(found: re.Match[str]) -> str:
    """The number first, as in "knives: 6 in drawer", "mug x3, sink"."""
    named = read_named(found["np"].split(" "))
    thing = named is not None and named.word and named.end == len(found["np"].split(" "))
    return f"{found['a'] or found['b'] or found['c']} {found['np']}" if thing else found[0]


# -- places

_CLEARED = r"(?:clear|empty|clean|tidy)(?: up| off| away| out)?"
_PLACE = r"(?:the|my|our|that|this|an?) [a-z]+(?: (?!yet\b|again\b|for\b|as\b)[a-z]+)?"
_ALL_ON_IT = re.compile(
    rf"\b{_CLEARED} (?P<from>{_PLACE})(?: off| up)?(?: for me| please)?[,:;] (?:and |please |just |put )*"
    r"(?:everything|all of it|it all|the lot|all of that)(?: on it| in it)?(?: goes| can go| should go)? "
    r"(?P<to>(?:in|into|on|onto|to) )"
)
_COVERED = re.compile(
    rf"^(?P<at>{_PLACE}) (?:is|'s) (?:all )?(?:covered in|full of|(?:covered|littered|strewn|piled) with|buried under)"
    r" (?P<np>(?:dirty |clean |old |my |our |your )*[a-z]+(?: [a-z]+)?s)(?: again| as usual)?"
    r"(?: and (?:i|we|nobody|you) (?:can't|cannot|can not|can) [^.,!?;]*)?(?=[.!,]|$)"
)
_STREWN = re.compile(
    r"^there(?:'s| are| is) (?P<np>(?:dirty |clean |old |my |our |your )*[a-z]+(?: [a-z]+)?s) (?:lying )?(?:all )?"
    rf"(?:over|everywhere on) (?P<at>{_PLACE})(?: again)?(?=[.!,]|$)"
)
_NOT_THERE_YET = re.compile(
    r"^(?P<np>(?:the|my|our) [a-z]+(?: [a-z]+)??) (?:(?P<still>(?:are|is) still not|still (?:aren't|isn't))"
    rf"|(?:are|is) not|aren't|isn't) (?P<at>(?:in|on) {_PLACE})(?(still)(?: yet)?| yet)(?=[.!]?$)"
)
_NOT_SO_YET = re.compile(
    r"^(?P<np>(?:the|my|our|those|these) [a-z]+(?: [a-z]+)??) (?:(?:are|is|have|has) (?:still )?not|aren't|isn't"
    r"|(?:still )?(?:haven't|hasn't)|still aren't|still isn't)(?: been)? (?P<so>[a-z]+)(?P<yet> yet)?(?=[.!]?$)"
)


def _everything_on(found: re.Match[str]) -> str:
    """As in "clear the desk, everything into the box"."""
    words = words_of(found["from"])
    named = read_named(words)
    if named is None or not named.word or named.end != len(words) or not capable(named.word, "receptacle"):
        return found[0]
    return f"put everything {'in' if put_in(named.word) else 'on'} {found['from']} {found['to']}"


def _picked_up(found: re.Match[str]) -> str:
    """What is somewhere is too much there: "the sofa is covered in books again"."""
    np = re.sub(r"^(?:the|my|our) ", "", found["np"])
    place, thing = read_named(words_of(found["at"])), read_named(["the", *words_of(np)])
    if place is None or thing is None or not (place.word and thing.word and capable(thing.word, "pickupable")):
        return found[0]
    return found[0] if put_in(place.word) else f"take the {np} off {found['at']}"


def _put_there(found: re.Match[str]) -> str:
    named, place = read_named(words_of(found["np"])), read_named(words_of(found["at"])[1:])
    if named is None or place is None or not place.word or not capable(named.word, "pickupable"):
        return found[0]
    return f"put {found['np']} {found['at']}"


def _made_so(found: re.Match[str]) -> str:
    """As in "the mugs haven't been washed yet"; without "yet" it may only tell which things."""
    deed = deed_of(found["so"])
    told = bool(found["yet"]) or re.search(r"\bstill\b|\bbeen\b|\btime\b", found[0]) is not None
    return f"{deed} {found['np']}" if deed and told else found[0]


# -- in short

_USUAL = {"bins": "empty", "bin": "empty", "trash": "empty", "rubbish": "empty", "plants": "water", "plant": "water",
          "flowers": "water", "dishes": "wash", "washing up": "wash"}  # fmt: skip
"""What is done with things that are only named as what comes later."""
_LATER_ON = re.compile(
    rf"^(?:and |then |but )*(?:later(?: on)?|afterwards|after that),? (?:on )?(?P<np>(?:the|my"
    rf"|our) (?:{'|'.join(_USUAL)}))"
    r"(?: (?:too|as well|please))*(?=[.!]*$)"
)


def _usual_deed(found: re.Match[str]) -> str:
    """As in "and later the bins"."""
    return f"afterwards {_USUAL[found['np'].partition(' ')[2]]} {found['np']}"


_DEED_BEHIND = re.compile(r"^(?P<np>(?:all |the |my )*[a-z]+(?: [a-z]+)?) to (?P<deed>[a-z]+)(?=[.!]?$)")
_CHILLED = re.compile(
    r"\b(?:chill|refrigerate|cool(?: down)?) (?P<np>(?:the|an?|my|our|some|all the|both|two|three) (?:[a-z]+ )?[a-z]+) "
    r"in the (?P<place>fridge|freezer|refrigerator)\b"
)
_SWITCHED_HERE = re.compile(
    r"(?P<on>\b(?:put|switch|turn) (?:the|that|a) [a-z]+(?: [a-z]+)? (?:on|off)) (?:over |in )?here\b"
)


def _deed_first(found: re.Match[str]) -> str:
    """As in "all towels -> wash"."""
    deed, words = deed_of(found["deed"]), words_of(found["np"])
    named = read_named(words)
    whole = named is not None and named.word and named.end == len(words)
    return f"{deed} {found['np']}" if deed and whole else found[0]
