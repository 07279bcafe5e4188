"""Requests without a verb that is known: what is asked for follows from the things, the place and the state named.

"Keys into the box", "the spoon should go where the fork is", "telly on", "chuck the fork in the sink". Whatever else is
said in them is accounted for as in every request, so that nothing is dropped in silence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from agent.recognition.lines import GOALS
from agent.requests.words.clauses import verb_forms, words_of
from agent.requests.words.nouns import NUMBERS, SOURCE, STATES, NamedThings, capable, read_named
from agent.requests.words.relations import relations
from envs.vocabulary.data import words as word_list

_NEGATIVE = re.compile(
    r"(?:^| )(?:not|no|never|nothing|none|neither|without|\w+n't|stop|keep|stay|stays|remain|remains)\b"
)
SHALL_BE = re.compile(
    r"\b(?:should|must|has to|have to|needs?|ought to|goes|go|belongs?|lives?|supposed|i want|we want|wanna|i'd like"
    r"|i like|i would like|i'd love|we'd like|like to see|let's|could we|can we|may i|might we|could i|can i|shall"
    r"|to be)\b"
)
"""Says of things how or where they shall be."""
_STATEMENT = re.compile(
    r"\b(?:is|are|was|were|has|have|had|looks?|seems?|there's|it's|isn't|aren't|been|lies|stands|sits|hangs|saw|see|fell|dropped"
    r"|spilled|spilt|rolled|landed|ended|went|got|left|forgot|looked|smelled|smelt|keeps|goes off|will|won't|might)\b"
    r"|(?<!^)\b(?:lie|stand|sit|hang)\b"
    r"|\w+'s (?:(?:just|still|been|only|now|always) )*(?:lying|sitting|standing|hanging|left|in|on|under|over|next)\b"
)
_RELATIVE = re.compile(r"\b(?:that|which|who)(?:'s| is| are| has been| have been)\b")
_WHICH_IS = re.compile(
    r"\b(?:that|which)(?:'s| is| are)(?: (?:still|currently|already|now|switched|turned|standing|left))* (?:\w+)$"
)
"""Only says which thing is meant: "the lamp that is on (, switch it off)"."""
_SO: Mapping[str, str] = MappingProxyType(
    {
        "on": "switch on",
        "lit": "switch on",
        "burning": "switch on",
        "off": "switch off",
        "out": "switch off",
        "open": "open",
        "closed": "close",
        "shut": "close",
        "up": "open",
        "down": "close",
        "clean": "wash",
        "washed": "wash",
        "rinsed": "wash",
        "empty": "empty",
        "emptied": "empty",
        "full": "fill",
        "filled": "fill",
        "cooked": "cook",
        "fried": "cook",
        "boiled": "boil",
        "toasted": "toast",
        "sliced": "slice",
        "chopped": "slice",
    }
)
"""What is said of things that shall be so → the verb of the request."""
_WAYS = frozenset({"up", "down"})
"""States only of lids and blinds; else they say whereto."""
_DETERMINERS = frozenset({"the", "a", "an", "my", "your", "our", "that", "this", "those", "all", "every"})
_CAN = MappingProxyType(
    {"switch on": "toggleable", "switch off": "toggleable", "open": "openable", "close": "openable"}
)
_SURE = re.compile(
    r"^(?:(?:make|be) (?:quite |very |absolutely )?(?:sure|certain)|see(?: to it)?|ensure|verify|check|take care"
    r"|have|get)(?: that| if| whether)? (?P<rest>.+)$"
)
_HAS_TO_BE = re.compile(r"\b(?:has|have) (?:got )?to be (?=[a-z]+$)")
_TO_BE = re.compile(r" to be (?=(?:in|on|inside|next|beside|near|at|under|out)\b| *\w+$)")
_GERUNDS = re.compile(
    r"^(?P<np>.+?) (?:needs?|wants?|requires?|(?:can|could)(?: all| both)? do with"
    r"|could(?: all| both)? use|is due for|is ready for|has to have|deserves)"
    r"(?: to be| being| getting| a| an| some| another)?(?: good| quick| proper| thorough| bit of| little)*"
    r" (?P<deed>\w+)(?: please| now| again| today| badly| urgently)*$"
)


def framed(text: str) -> tuple[str, ...]:
    """A clause in words that begin with a known verb, one after another; none where it says nothing of the kind.

    Args:
        text: A clause that begins with no verb that is known.
    """
    text = re.sub(r"\bwhatever(?:'s| is)\b", "everything", text.replace(":", " "))
    wished = _SURE.match(text)
    return _framed(_TO_BE.sub(" ", _HAS_TO_BE.sub("must ", wished["rest"] if wished else text)), bool(wished))


def unknown_deed(text: str) -> str:
    """The verb with which words begin that nobody knows, of a known thing: "swap" of "swap the pan and the pot".

    Args:
        text: A clause in lower case; "" where it begins otherwise.
    """
    words = words_of(text)
    verb = words[0] if words else ""
    known = verb in verb_forms() or any(verb in word_list(f"request_{name}.txt") for name in _NO_VERBS)
    if known or len(words) < _LEAST or words[1] not in _DETERMINERS or verb in STATES or verb in NUMBERS:
        return ""
    first, named = read_named(words), read_named(words, 1)
    is_verb = first is not None and first.text == verb and not (first.word or first.options or first.pronoun)
    return verb if is_verb and named is not None and bool(named.word) else ""


_NO_VERBS = ("fillers", "stops", "looks", "markers", "grammar")
"""Lists of words that are no verbs of requests."""
_LEAST = 3
"""A verb, an article and a thing."""


def makes_sure(text: str) -> bool:
    """Whether a clause asks to make sure of something."""
    return _SURE.match(text) is not None


def is_assured(text: str) -> bool:
    """Whether a clause tells how things shall be, after one that asks to make sure of it: "the fridge is shut"."""
    return bool(_IS_SO.search(text)) and bool(_framed(_THAT.sub("", text), True))


def _framed(text: str, sure: bool) -> tuple[str, ...]:
    """The same, without the words that ask to make sure of it; ``sure`` where there were such."""
    needed = _GERUNDS.match(text)
    deed = deed_of(needed["deed"]) if needed else ""
    if needed and deed:
        return (f"{deed} {needed['np']}",)
    stated = bool(_STATEMENT.search(_RELATIVE.sub("", text))) and not (sure or SHALL_BE.search(text))
    text = relations(re.sub(r",\s*(?=(?:out of|off|from|onto|into|to|in|on|back)\b)", " ", text))
    plain = _RELATIVE.sub("", text)
    told_apart = bool(_WHICH_IS.search(text)) and not (sure or SHALL_BE.search(text))
    if _NEGATIVE.search(plain) or stated or told_apart:
        return ()
    for joint in _AND.finditer(text):
        both = _framed(text[: joint.start()], sure), _framed(_THAT.sub("", text[joint.end() :]), sure)
        named = read_named(words_of(_THAT.sub("", text[joint.end() :])))
        if all(both) and named is not None and named.word:
            return (*both[0], *both[1])
    words = words_of(_IS_SO.sub(" ", text) if sure else text)
    first = _first(words)
    return () if first is None else _wished(words, first, sure)


_THAT = re.compile(r"^that (?=the|an?|my|our|all|every|both|no\b)")
_IS_SO = re.compile(r"(?<!\bthat)(?<!\bwhich) (?:is|are)(?: (?:all|both|really|completely|fully|properly))* ")
"""Says that things are as they shall be; "the cup that is on the desk" tells which."""
_AND = re.compile(r",? and |, ")


def deed_of(word: str) -> str:
    """The verb of a participle or of a noun for the deed: "washing", "washed", "wash"."""
    for form in (word, re.sub(r"(?:ed|d)$", "", word), re.sub(r"ed$", "e", word), re.sub(r"(\w)\1ed$", r"\1", word)):
        if form in verb_forms():
            return verb_forms()[form]
    return _SO.get(word, "")


def _wished(words: Sequence[str], first: int, sure: bool = False) -> tuple[str, ...]:
    """Things and where or how they shall be, or both: "all the mugs clean and on the shelf"."""
    named = read_named(words, first)
    both = named.end if named is not None and named.word else len(words)
    if (
        both + 2 < len(words)
        and words[both] in _SO
        and words[both + 1] == "and"
        and words[both + 2] in (*GOALS, "beside")
    ):
        placed = _placed([*words[:both], *words[both + 2 :]], first)
        if placed and _SO[words[both]] not in _CAN:
            things = " ".join(words[first:both])
            return (f"{_SO[words[both]]} {things}", placed)
    stated = _stated(words, first, sure)
    one = (stated if words[-1] in _SO else None) or _placed(words, first) or stated
    return (one,) if one else ()


def complained(text: str) -> str:
    """What is to be done about something that is told: "the toaster has been left on", "the fridge is open"; "" if not.

    Args:
        text: A clause that asks for nothing.
    """
    if (
        _QUESTION.search(text)
        or _WISH.search(text)
        or not (_STATEMENT.search(text) or re.search(r"\b(?:hear|smell|left|keeps?)\b", text))
    ):
        return ""
    words = words_of(text)
    first = _first(words)
    named = read_named(words, first) if first is not None else None
    if first is None or named is None or not named.word:
        return ""
    for at in range(named.end, len(words)):
        verb, capability = _TROUBLE.get(words[at], ("", ""))
        if words[at] in ("on", "going") and words[at + 1 : at + 2] and words[at + 1] in _WHERE:  # "left on the bed"
            continue
        if verb and _NEGATIVE.search(" ".join(words[:at])):
            return ""
        if verb and capable(SOURCE.get(named.word, named.word), capability):
            things = re.sub(r"^(?:an?|some) ", "the ", " ".join(words[first : named.end]))
            return f"{verb} {things}"  # "a burner is on": whichever is
    return ""


_WHERE = _DETERMINERS | frozenset({"into", "onto", "to", "in", "on", "there", "here", "top"})
_WISH = re.compile(
    r"\b(?:wish|hope|it'd be|it would be|i'd|i would|we'd|we would)\b"
    r"|\b(?:the|my|our|that|an?|it) (?:[a-z]+ )*?[a-z]*(?<!s) were\b"
)
"""What is only wished for is no trouble: "it'd be lovely if the lamp were on when I come home"."""
_QUESTION = re.compile(
    r"(?:^|[:,] )(?:and |or |but )?"
    r"(?:is|are|was|were|did|does|do|has|have|what|which|who|where|when|how|why|if|whether)\b"
)
_TROUBLE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(
            ("on", "running", "glowing", "burning", "hot", "lit", "dripping", "blaring", "beeping", "going"),
            ("switch off", "toggleable"),
        ),
        **dict.fromkeys(("open", "ajar"), ("close", "openable")),
        **dict.fromkeys(("dirty", "filthy", "disgusting", "gross", "sticky", "grimy", "greasy"), ("wash", "dirtyable")),
        **dict.fromkeys(("thirsty", "wilting", "parched", "dry", "dying", "drooping"), ("water", "canFillWithLiquid")),
    }
)
"""How people say that something is not as it should be → what is to be done, and what it has to be capable of."""


def _first(words: Sequence[str]) -> int | None:
    """Where the first thing is named, with its articles."""
    for at in range(len(words)):
        named = read_named(words, at)
        if named is not None and named.word and not named.pronoun and words[at] not in word_list("request_stops.txt"):
            while at and words[at - 1] in _DETERMINERS:
                at -= 1
            return at
        if named is not None and named.pronoun and words[at] in ("it", "them"):
            return at
    return None


def _placed(words: Sequence[str], first: int) -> str | None:
    """Things and where they shall be: what is said before "should" is where they are."""
    since = max((at for at, word in enumerate(words) if word in _SHALL), default=first)
    for at in range(len(words) - 1, max(first, since), -1):
        if words[at] in (*GOALS, "beside"):
            place = read_named(words, at + 1)
            if place is not None and _can_be_place(place, words[at]):
                return f"put {' '.join(words[first:])}"
    return None


_SHALL = frozenset({"should", "must", "goes", "go", "belongs", "belong", "lives", "live"})


def _can_be_place(place: NamedThings, relation: str) -> bool:
    if not place.word:
        return bool(place.options or place.pronoun)
    return relation == "beside" or capable(place.word, "receptacle")


def _stated(words: Sequence[str], first: int, sure: bool = False) -> str | None:
    """Things and how they shall be: the state is the last word, or stands right behind the things.

    Where somebody wants to be sure of it, it is a state also of what cannot be in it: then that is what is told.
    """
    named = read_named(words, first)
    shall = named is not None and named.pronoun and bool({"should", "must", "has", "have", "needs"} & set(words))
    if named is None or not (named.word or shall):
        return None
    behind = [at for at in range(named.end, len(words)) if words[at] in _SO]
    if not behind or len(words) - behind[-1] > _FEW:
        return None
    verb = _SO[words[behind[-1]]]
    fits = not named.word or capable(SOURCE.get(named.word, named.word), _CAN.get(verb, ""))
    if verb in _CAN and not fits and (not sure or words[behind[-1]] in _WAYS):
        return None
    return f"{verb} {' '.join(words[first : behind[-1]])}"


_FEW = 4
"""So few words may follow the state: talk."""


def complaints(text: str) -> list[str]:
    """What is to be done about everything that is told: "someone left the tap running and a burner going"."""
    first, *others = re.split(r",? and (?=(?:the|a|an|my|that|both|all)\b)", text)
    lead = re.match(r"^.*?\bleft\b", first)
    told = [first, *(f"{lead[0]} {one}" if lead else one for one in others)]
    found = [complained(one) for one in told]
    return [one for one in found if one] if all(found) else [one for one in [complained(text)] if one]
