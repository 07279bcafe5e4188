"""Requests in a few words, as in telegrams: "forks, three, table", "off: stove, tap", "mug in the sink. Rinse."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.words.clauses import NUMBER, VERBS, starts_request, words_of
from agent.requests.words.nouns import NUMBERS, STATES, capable, read_named
from envs.vocabulary.inflection import singular
from envs.vocabulary.verbs import of_past

_NP = r"(?:(?:the|my|our|an?|that|this) )?[a-z]+(?: (?!in\b|on\b|from\b)[a-z]+)?"
_GOAL = r"(?:(?:into|in|onto|on|to) )?(?:(?:the|my|our|an?) )?[a-z]+(?: [a-z]+)?"
_HURRY = (
    r"(?:[,.!]? (?:go|now|quick|quickly|please|hurry|thanks|thank you|ta|bye|cheers|mind|chop chop|at once))*"
    r"[.!]*$"
)
_SO_MANY = re.compile(
    rf"^(?P<np>[a-z]+(?: [a-z]+)?)[,.;!] (?P<n>(?:all )?(?:{NUMBER})|all|both)(?: of (?:them|those))?[,.:;!] "
    rf"(?P<where>{_GOAL}?){_HURRY}"
)
_MANY_BEHIND = re.compile(
    rf"^(?P<np>[a-z]+(?: [a-z]+)?)(?:[.,;!:] | (?=(?:into|in|onto|on|to)\b))(?P<where>{_GOAL})[.,;!] (?:just |only )*"
    rf"(?P<n>(?:all )?(?:{NUMBER})|all(?: but (?P<but>{NUMBER}))?|both)(?: of (?:them|those))?"
    rf"(?:,? (?:and )?not (?:all(?: of (?:them|those))?|more|both|{NUMBER}))?{_HURRY}"
)
"""How many, told behind where they go: "eggs. Fridge. Two, not three", "forks in the drawer. All but one"."""
_ORDER = r"(?:[.,;!] ?(?:please|(?:and )?in (?:that|this|exactly that) order|one after (?:the other|another)))"
_LISTED = re.compile(rf"^(?:please,? )?(?P<deed>[a-z]+): (?P<list>[a-z0-9' ,]+?)(?:{_ORDER})*[.!]*$")
_CLEARED = re.compile(
    r"^(?:please |kindly )?(?:(?:make|get|clear|have) (?:the |my |our )?(?P<place>[a-z]+(?: [a-z]+)??)"
    r"(?: (?:free|empty|clear|clean))?|(?:the )?(?P<bare>[a-z]+(?: [a-z]+)?) (?:free|empty|clear)),?(?: please)?: "
    r"(?P<list>[^:;!?]+)$"
)
_INTO = re.compile(rf"^(?P<np>{_NP}) (?P<how>into|in|onto|on|to) (?P<where>(?:the |my |our |an? )?[a-z]+(?: [a-z]+)?)$")
_DONE_FIRST = re.compile(
    rf"^(?P<np>{_NP})(?: (?:in|on|from) (?P<at>(?:(?:the|my|our) )?[a-z]+(?: [a-z]+)?))?[.!] "
    rf"(?P<deed>[a-z]+)[.!,] (?P<where>{_GOAL}?){_HURRY}"
)
_STEPS = re.compile(
    rf"^(?P<np>(?:(?:the|my|our) )?[a-z]+(?: (?!in\b|on\b|from\b)[a-z]+)??)"
    r"(?: (?:in|on|from) (?P<at>(?:(?:the|my|our) )?[a-z]+(?: [a-z]+)?))?[.,;!] "
    rf"(?:(?P<n>(?:all|both)(?: of (?:them|those|it))?|(?:all )?(?:the )?(?:{NUMBER})(?: of them)?)[.,;!] )?"
    r"(?:(?:(?:take (?:them|it) )?out(?: of there)?)[.,;!] )?"
    r"(?P<done>(?:(?:then |and )*[a-z]+ed|(?:then |and )*(?:clean|cut|wash|rinse|slice|empty|fill|cook|boil))"
    r"(?:[.,;!] (?:(?:then |and )*[a-z]+ed(?=[.,;!])))*)[.,;!] "
    rf"(?:(?:and |then |after that |finally |lastly )+)?(?P<where>{_GOAL}?){_HURRY}"
)
"""Things, how many, what is done to them, and where they go: "bowls. All three. Washed. Then fridge"."""
_NOT_THERE = re.compile(
    rf"^(?P<np>{_NP}) (?:ha(?:s|ve)(?: got)? no (?:business|place)(?: being)?"
    r"|(?:doesn't|don't|does not|do not) belong) (?:in|on) (?P<at>(?:(?:the|my|our|an?) )?[a-z]+(?: [a-z]+)?)[.!] "
    rf"(?P<where>{_GOAL}?){_HURRY}"
)
_SUCH_A_ONE = re.compile(
    r"(?P<lead>\b(?:in|on) )an? (?P<kind>[a-z]+)(?P<mid> (?:please|thanks))?[,.;!] "
    rf"(?:an?|the) (?P<state>{'|'.join(STATES)}) (?:one|(?P=kind))(?:,? (?:mind(?: you)?|please))*(?=[.!?;]|$)"
)
"""How that is to be in which something shall be, said behind: "an apple, on a plate. A clean one, please"."""
_WATER_IN = re.compile(
    r"(?P<lead>^|[.!?;] |\b(?:bring|get|fetch|give|hand) (?:me|us) |\b(?:i|we) (?:want|need) )"
    r"(?:(?:some|a little|a bit of) )?water(?:,? please)?,? "
    r"in (?P<vessel>an? (?:[a-z]+ )?[a-z]+)(?P<end>(?:,? please)?(?:[.!?;]|$))"
)
_TOO_MANY = re.compile(
    rf"^(?P<n>{NUMBER}) (?P<np>[a-z]+(?: [a-z]+)?) (?P<at>(?:in|on) (?:the|my|our) [a-z]+(?: [a-z]+)??) (?:is|are) "
    rf"(?P<more>{NUMBER}) too many[.,;!] (?:(?:do|please|just|so) )*(?:leave|keep) (?P<kept>{NUMBER})(?: of them)?"
    r"(?: there| where (?:it|they) (?:is|are))?,? and (?P<deed>[a-z]+(?: me)?) (?:the )?(?:others?|rest)(?: ones?)?\b"
)


def in_full_sentences(text: str) -> str:
    """A tidied utterance with what was said in a few words as the requests it stands for."""
    text = _WATER_IN.sub(_in_vessel, _SUCH_A_ONE.sub(_of_such, text))
    for pattern, say in (
        (_SO_MANY, _so_many),
        (_MANY_BEHIND, _so_many),
        (_LISTED, _each_listed),
        (_CLEARED, _cleared),
        (_DONE_FIRST, _done_first),
        (_STEPS, _in_steps),
        (_NOT_THERE, _elsewhere),
        (_TOO_MANY, _too_many),
    ):
        found = pattern.match(text)
        said = say(found) if found is not None else ""
        if said and found is not None:
            return said + text[found.end() :]
    return text


def _so_many(found: re.Match[str]) -> str:
    where = _goal(found["where"])
    if not where or not _is_thing(found["np"], "pickupable"):
        return ""
    but = found.groupdict().get("but")
    if but:
        return f"put all the {found['np']} {where} except {but}"
    return f"put {_so_many_of(found['np'], found['n'])} {where}"


def _each_listed(found: re.Match[str]) -> str:
    deed = {"on": "switch on", "off": "switch off"}.get(found["deed"], found["deed"])
    items = [one.strip() for one in re.split(r",| and ", found["list"]) if one.strip()]
    wanted = len(items) > 1 and (deed != found["deed"] or deed in VERBS)
    if not wanted or not all(_is_thing(one) for one in items):
        return ""
    return ", then ".join(f"{deed} {_the(one)}" for one in items)


def _cleared(found: re.Match[str]) -> str:
    place = found["place"] or found["bare"]
    goals = [
        _INTO.match(one.strip(" .")) for one in re.split(r"[,.] (?:and )?| and ", found["list"]) if one.strip(" .")
    ]
    if not _is_thing(place, "receptacle") or not goals:
        return ""
    return ". ".join(_from_to(one, place) for one in goals if one) if all(map(_goes, goals)) else ""


def _goes(goal: re.Match[str] | None) -> bool:
    return goal is not None and _is_thing(goal["np"], "pickupable") and _is_thing(goal["where"], "receptacle")


def _from_to(goal: re.Match[str], place: str) -> str:
    return f"put {_the(goal['np'])} from the {place} {goal['how']} {_the(goal['where'])}"


def _done_first(found: re.Match[str]) -> str:
    where = _goal(found["where"])
    if not where or not _is_thing(found["np"], "pickupable") or found["deed"] not in VERBS:
        return ""
    if VERBS[found["deed"]] not in _CHANGING:
        return ""
    deed = "wash" if found["deed"] == "clean" else found["deed"]  # "clean … from the stove" clears the stove
    return f"{deed} {_the(found['np'])}{_from(found['at'])} and put {_it(found['np'])} {where}"


_CHANGING = frozenset({"clean", "cook", "boil", "toast", "slice", "empty", "fill"})
"""What is done to a thing before it goes somewhere."""


def _in_steps(found: re.Match[str]) -> str:
    where = _goal(found["where"])
    done = [re.sub(r"^(?:then |and )+", "", one) for one in re.split(r"[.,;!] ", found["done"])]
    deeds = [one if one in VERBS else of_past(one) or "" for one in done]
    if not where or not _is_thing(found["np"], "pickupable") or any(VERBS.get(one) not in _CHANGING for one in deeds):
        return ""
    things = _so_many_of(found["np"], re.sub(r" of (?:them|those|it)$", "", found["n"] or ""))
    first, *others = ["wash" if one == "clean" else one for one in deeds]
    it = "them" if re.match(r"(?:all|both)\b", things) else _it(found["np"])
    behind = "".join(f", then {one} {it}" for one in others)
    return f"{first} {things}{_from(found['at'])}{behind}, then put {it} {where}"


def _so_many_of(things: str, many: str) -> str:
    """Things with how many of them are meant: "all the bowls", "two bowls", "the bowl"."""
    if not many:
        return _the(things)
    bare = re.sub(r"^(?:the|my|our) ", "", things)
    if many in ("all", "both"):
        return f"{many} the {bare}"
    count = re.sub(r"^(?:all )?(?:the )?", "", many)
    return f"all the {bare}" if many.startswith("all") else f"{count} {bare}"


def _elsewhere(found: re.Match[str]) -> str:
    where = _goal(found["where"])
    if not where or not _is_thing(found["np"], "pickupable"):
        return ""
    return f"put {_the(found['np'])}{_from(found['at'])} {where}"


def _too_many(found: re.Match[str]) -> str:
    count, kept, more = (NUMBERS.get(found[name]) or int(found[name]) for name in ("n", "kept", "more"))
    left = count - kept
    if left != more or not _is_thing(found["np"], "pickupable"):
        return ""
    things = singular(found["np"]) if left == 1 else found["np"]
    be = "is" if left == 1 else "are"
    return f"{found['deed']} {left} {things} that {be} {found['at']}"


def _of_such(found: re.Match[str]) -> str:
    if not _is_thing(found["kind"], "pickupable"):
        return found[0]
    return f"{found['lead']}a {found['state']} {found['kind']}{found['mid'] or ''}"


def _in_vessel(found: re.Match[str]) -> str:
    """Water is brought in what holds it."""
    if not _is_thing(found["vessel"], "canFillWithLiquid"):
        return found[0]
    lead = found["lead"] if found["lead"].strip(" .!?;") else f"{found['lead']}bring me "
    return f"{lead}{found['vessel']} of water{found['end']}"


# -- words


def _goal(said: str) -> str:
    """Where something shall be, as it is told in a sentence; "" where that is no place."""
    how = re.match(r"(?:(?P<how>into|in|onto|on|to) )?(?P<place>.+)$", said)
    if how is None or starts_request(how["place"]) or not _is_thing(how["place"], "receptacle"):
        return ""
    return f"{how['how'] or 'to'} {_the(how['place'])}"


def _from(place: str | None) -> str:
    return f" from {_the(re.sub('^an? ', '', place))}" if place else ""


def _the(said: str) -> str:
    first = said.split(" ", 1)[0]
    return said if re.fullmatch(rf"the|my|our|an?|that|this|all|both|{NUMBER}", first) else f"the {said}"


def _it(said: str) -> str:
    name = said.split(" ")[-1]
    return "it" if singular(name) == name or name.endswith("ss") else "them"


def _is_thing(text: str, capability: str = "") -> bool:
    """Whether something is named by nothing but these words, and is capable of something."""
    words: Sequence[str] = words_of(text)
    named = read_named(words)
    whole = named is not None and bool(named.word) and named.end == len(words) and not named.pronoun
    return whole and named is not None and (not capability or capable(named.word, capability))
