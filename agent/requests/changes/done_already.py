"""What needs not be done any more because somebody has done it, or will: "I've already washed the bowl"."""

from __future__ import annotations

import re

from agent.requests.control import known_by
from agent.requests.errands import BRING, CUT, STATE, Errand, is_carrying, is_placing, made_of, named_words
from agent.requests.instructions import Revise
from agent.requests.request_state import RequestState
from agent.requests.words.clauses import VERBS, verb_forms
from agent.requests.words.frames import deed_of
from agent.requests.words.people import PEOPLE
from envs.vocabulary.verbs import base, of_past

_WHO = (
    r"(?:because |since |as |but |(?:it )?turns out (?:that )?|apparently,? |(?:it )?seems (?:like "
    r"|that )?)?(?:i|we|he|she|they|somebody|someone|(?:my|our|the) [a-z]+|[a-z]+)"
)
_SELF = r"(?:myself|ourselves|himself|herself|themselves)"
_WHERE_TO = r"(?: (?:up|over|down|in|out|away|along|through|round|back|upstairs|downstairs))?"
_DONE = re.compile(
    rf"^{_WHO}(?P<aux>'ve|'s|'d|'re|'m| have| has| had| is| are| am)? (?P<so>(?:just |already |now )*)(?P<deed>[a-z]+)"
    rf" (?:of |with |to |after )?(?:me |us )?(?P<np>it|that|them|one|(?:the|my|our|that|those|these|both"
    rf"|all) .+?){_WHERE_TO}"
    rf"(?P<end>(?:,? (?:already|{_SELF}|just now|right now|earlier|in the meantime|meanwhile|as we speak"
    r"|for (?:me|us|you)))*)$"
)
_WILL = re.compile(
    rf"^{_WHO}(?:'ll| will| can|'m going to| am going to| is going to|'s going to) (?:just |be )?"
    rf"(?P<deed>do|handle|manage|deal|see|take care|[a-z]+) (?:of |with |to |about )?"
    rf"(?P<np>it|that|them|(?:the|my|our|that|those|these|both|all) .+?)(?P<end>(?: {_SELF}| later| tonight| soon)*)$"
)
_HAVE = re.compile(
    r"^(?:(?:ah|oh|wait|ok|okay|because|since|it's ok|it's fine|never mind)[ ,]+)*"
    r"(?:(?:i|we|he|she)(?:'ve| have)? (?:already |just )?(?:got|found|have)(?= (?:it|them|one|that)\b)"
    r"|(?:already )?(?:found (?=(?:it|them|one)\b)|got (?=(?:them|one)\b))) ?"
    r"(?:it|them|one|that)(?: now| already| myself| here| after all)*$"
)
"""Somebody has what was to be brought."""
_MINE = re.compile(
    r"^(?:you can )?leave (?P<np>(?:the|my|our|that|those) .+?) (?:to|for) (?:me|us|him|her|them|my [a-z]+)$"
)
_PERSON = rf"(?:i|we|he|she|they|somebody|someone|(?:(?:my|our|the) )?(?:{PEOPLE}))"
_OWN_DEED = re.compile(
    rf"^(?:(?:because|since|as|but|and|so|well|oh|ah|no|yes),? )*{_PERSON}(?:"
    r"(?:'m|'re|'s| am| are| is) (?:(?:just|also|only|already|now|still|probably) )*"
    r"(?:(?:going to|gonna|about to) (?:just )?(?P<shall>[a-z]+)|(?P<does>[a-z]+ing))"
    r"|(?:'ll| will) (?:(?:just|also|probably) )*(?P<will>[a-z]+))\b(?!.*\byou\b)"
)
_WANTS = frozenset(
    {"have", "take", "need", "want", "like", "love", "try", "crave", "look", "ask", "order", "wish", "go"}
)
"""With these a person asks for something: "I'll have a coffee", "I'm looking for the keys"."""
_ANY = frozenset(
    {
        "did",
        "done",
        "do",
        "handled",
        "handle",
        "manage",
        "deal",
        "dealt",
        "see",
        "seen",
        "doing",
        "sorted",
        "take",
        "took",
    }
)


def does_it_oneself(said: str) -> bool:
    """Whether a clause tells what somebody does or is about to do: "I'm making a salad", "I'll put it away myself".

    Args:
        said: The clause, with its subject.
    """
    told = _OWN_DEED.match(said)
    if told is None:
        return False
    verb = base(told["does"] or told["shall"] or told["will"])
    return verb is not None and (verb not in _WANTS or (verb in ("have", "take") and not told["will"]))


def done_already(text: str, reading: RequestState) -> bool:
    """Call off what somebody else has done or does; whether a clause tells that of an open task.

    Args:
        text: The clause.
        reading: What was understood before it.
    """
    if not reading.context.tasks or reading.begun:
        return False
    if _is_so_already(text, reading):
        return True
    if _HAVE.match(text) and reading.context.tasks[0].name == BRING:
        reading.found.append(Revise(reading.context.tasks[0], None))
        return True
    done, will, mine = _DONE.match(text), _WILL.match(text), _MINE.match(text)
    told = done is not None and (done["so"].strip() or done["end"] or _tells_it(done))
    found = mine or (done if told else None) or will
    if found is None:
        return False
    deed = "" if found is mine else found["deed"]
    if deed in _ONLY_USED and not (done is not None and found is done and _tells_it(done)):
        return False
    verb = deed if deed in _ANY else verb_forms().get(deed) or deed_of(deed) or _asked_for(deed)
    meant = [task for task in reading.context.tasks if verb or not deed if _is_meant(task, found["np"], verb, reading)]
    brought = {made_of(task) for task in meant if task.name == BRING}
    for task in reading.context.tasks:
        if task in meant or made_of(task) in brought:  # what was to be filled first, too
            reading.found.append(Revise(task, None))
    return bool(meant)


def _asked_for(deed: str) -> str:
    """The verb of a past form where people ask for such a deed: "brought", not "bought"."""
    verb = of_past(deed) or ""
    return verb if verb in VERBS else ""


def _tells_it(done: re.Match[str]) -> bool:
    """Whether somebody is at it, or has seen to it: "my wife has seen to that"."""
    seen_to = done["deed"] in _ANY and done["np"] in ("it", "that", "them") and done["aux"] in (" has", " have", "'ve")
    return seen_to or (bool(done["aux"]) and done["deed"].endswith("ing"))


_ONLY_USED = frozenset({"read", "seen", "watched", "finished", "tried", "tasted", "used", "smelled", "heard", "broken"})
"""What was done with a thing that no errand does: why it is put away, and no reason not to."""
_SO = re.compile(
    r"^(?:(?:oh|wait|actually|but|well|because|since|no|ah)[ ,]+)*"
    r"(?P<np>it|they|that|that one|those|(?:the|my|our) [a-z ]+?)(?:'s| is|'re| are)"
    r"(?P<now>(?: all| already| still| now)*) (?:there|(?P<at>(?:in|on) (?:the|my|our) [a-z ]+?|in there|on there)"
    r"|(?P<so>[a-z]+))(?P<end>(?: already| now| anyway)*)$"
)


def _is_so_already(text: str, reading: RequestState) -> bool:
    """Call off what somebody says to be so already: "it's already clean", "the apple is in the fridge already"."""
    told = _SO.match(text)
    task = reading.context.tasks[0]
    if told is None or not {"already", "still"} & set(f"{told['now']} {told['end']}".split()):
        return False
    about = told["np"] in ("it", "they", "that", "those") or known_by(told["np"]) & set(made_of(task))
    if not about or {"one", "ones"} & set(told["np"].split()):
        return False
    state = _SO_CALLED.get(told["so"] or "", told["so"])
    wanted = "clean" if task.name == "Clean All X" else task.params[-1] if task.name == STATE else ""
    there = is_placing(task) and not told["so"]
    where = known_by(told["at"] or "")
    if (state != wanted or not wanted) and not (there and (not where or task.params[-1] in where)):
        return False
    reading.found.append(Revise(task, None))
    return True


_SO_CALLED = {
    "washed": "clean", "running": "on", "lit": "on", "shut": "closed", "full": "filled", "fried": "cooked",
    "warm": "cooked", "hot": "cooked", "sliced": CUT, "chopped": CUT,
}  # fmt: skip
"""How things are said to be → the state that is wanted of them."""


def _sorts(task: Errand) -> tuple[str, ...]:
    """The sorts of verbs that ask for a task."""
    if task.name == STATE:
        return _OF_STATES.get(task.params[2], (task.params[2],))
    if is_carrying(task):
        return "put", "bring", "fetch"
    return _OF_TASKS.get(task.name, ("make", "do"))


_OF_STATES = {"filled": ("fill", "water"), "closed": ("close",), "cooked": ("cook", "toast"), "cut": ("slice",),
              "boiled": ("boil",), "on": ("on", "switch"), "off": ("off", "switch")}  # fmt: skip
_OF_TASKS = {"Clean All X": ("clean",), "Water Plant": ("water",), "Boil X": ("boil",)}


def _is_meant(task: Errand, np: str, verb: str, reading: RequestState) -> bool:
    """Whether a task is of that deed and about what is named."""
    if np in ("it", "that", "them", "one"):
        own = [one for one in reading.context.tasks if VERBS.get(verb, "") in _sorts(one)] if verb not in _ANY else []
        return task == own[0] if len(own) == 1 else task == reading.context.tasks[0]
    if verb not in _ANY and verb and VERBS.get(verb, "") not in _sorts(task):
        return False  # "I'll put the cup away" is another matter than washing it
    words = known_by(np)
    about = set(made_of(task)) | {kind.removesuffix("Sliced") for kind in made_of(task)}
    dish = any(word.islower() and word in words for word in named_words(task))
    return bool(words & about) or dish
