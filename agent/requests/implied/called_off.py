"""What calls the work off although it only tells something: the need is gone, or somebody has the thing already.

"I'm not hungry any more", "we've eaten already", "I'd be up all night if I drank that now"; "I've got the bowl here in
front of me", "the pencil was in my pocket all along".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.changes.mentions import mentioned_in
from agent.requests.control import known_by
from agent.requests.errands import BRING, SEVERAL, STATE, Errand, is_placing, made_of, named_words
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import capable
from agent.requests.words.people import PEOPLE
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun

_DENIED = r"(?:not|no|never|hardly|nothing|without|no longer|lost|gone off|\w+n't)"
_GONE = re.compile(
    rf"\b{_DENIED}\b(?: (?!for\b|to\b|about\b|that\b)[a-z']+){{0,3}} "
    r"(?:hungry|thirsty|peckish|appetite|mood|necessary|point|sense|worth|required|called for)\b"
    r"(?! (?:to|for|[a-z]+ing)\b)"
)
_WE = rf"(?:i|we|he|she|they|everybody|everyone|(?:(?:my|our|the) )?(?:{PEOPLE}|boys|girls|two|others))"
_MEAL = r"(?:lunch|dinner|breakfast|supper|tea|sandwich(?:es)?|pizza|enough|snack|bite|something|takeaway)"
_FED = re.compile(
    rf"(?:{_WE})(?:'ve|'s|'re|'m|'d|'ll| have| has| had| are| is| am| will)?(?: (?:just|already|all|both|now))*"
    rf" (?:eaten|(?:had|grabbed) (?:(?:a|an|some|our|my|their) )?{_MEAL}"
    r"|(?:eat(?:ing)?|going|having (?:dinner|lunch)) out(?: (?:for|to) [a-z ]+| tonight| today| instead)*$"
    r"|off to bed|going to bed|won't (?:be )?(?:eat|eating|staying|stay) (?:here|in|with us|after all)\b)"
    r"|(?:i|we)(?:'m| am|'re| are) (?:full|stuffed|off to bed)$"
    r"|(?:(?:my|our|the) [a-z]+ (?:says?|said|reckons) )?(?:i|we) (?:(?:mustn't|shouldn't|may not|am not allowed)"
    r"(?: (?:to )?(?:have|eat|drink) (?:it|that|any|them))?|can't (?:have|eat|drink) (?:it|that|any|them))$"
)
_FOOD = frozenset({"Salad", "Sandwich", "Coffee", "Plate Of Toast", "Omelette", "Poach Egg", "Breakfast", "Boil X"})
_STATES_OF_FOOD = frozenset({"cooked", "boiled"})
_HAD_I = re.compile(
    r"\b(?:i|we)(?:'d| would)\b.*\bif (?:i|we) (?:[a-z]+ed|drank|ate|had|took|got|did|went|saw) "
    r"(?:that|this|it|them|those|one|any)\b"
)


def called_off(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """How it would be said plainly that the work, or a part of it, is not wanted any more; "" where that is not told.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    told = [one for one in parts if not one.of_oneself]
    left_out = _none_there(told, tasks)
    if left_out:
        return f"forget the {left_out}"
    if any(starts_request(one.said) and not _LEAVES.match(one.said) for one in told):
        return ""
    if any(_HAD_I.search(one.said) for one in told) and not any(_names_another(one.said, tasks) for one in told):
        return "cancel that"
    if any(_LIMITS.search(one.said) for one in told):
        return ""
    if any(_LEAVES.match(one.said) and known_by(one.said) for one in told):
        return ""  # "forget the toast, I'm not hungry": that alone
    had = [np for one in told if (np := _held_already(one.said, tasks))]
    if len(had) == 1:
        return f"forget the {had[0]}"
    if any(_names_another(one.said, tasks) and not _FED.search(one.said) for one in told):
        return ""
    return "cancel that" if any(_is_gone(one.said, tasks) for one in told) else ""


_LIMITS = re.compile(
    r"\b(?:only|just the|just (?:one|two|three)|ones?|two|three|four|others?|as soon|once|when|until|till"
    r"|after|before|if i'm"
    r"|unless|instead|first|then)\b"
)
_LEAVES = re.compile(r"(?:leave|forget|never ?mind|skip|don't|do not|stop)\b")


def _is_gone(said: str, tasks: Sequence[Errand]) -> bool:
    """Whether what the work is for is not wanted any more."""
    if _OF_ONE.match(said) and any(_is_of_several(task) for task in tasks):
        return False  # "she's not hungry", of what is made for two
    if _GONE.search(said) and not known_by(said):
        return True
    if _NOT_YET.match(said):
        return True
    if tasks[0].name == "Coffee" and _SLEEP.search(said):
        return True
    return bool(_FED.match(said)) and all(map(_feeds, tasks))


_OF_ONE = re.compile(
    rf"(?:he|she|(?:(?:my|our|the) )?(?:{PEOPLE})|(?!i\b|we\b|they\b|there|that|it|no|not)[a-z]+)(?:'s| is"
    rf"| has| won't)\b"
)
_NOT_YET = re.compile(
    r"(?:i|we|he|she|they)(?:'m|'s|'re| am| is| are)(?:n't| not)(?: quite| yet)? (?:done|finished"
    r"|through)(?: [a-z]+ing)?(?: with (?:it|that|them|those))?(?: yet)?$"
)
_SLEEP = re.compile(
    r"\b(?:never|not|won't|wouldn't|can't|couldn't)(?: be able to| get to| get any)? sleep\b|\b(?:up"
    r"|awake) (?:all night|till|until)\b"
)


def _is_of_several(task: Errand) -> bool:
    """Whether more than one thing, or dish, is asked for."""
    return any(param.isdecimal() and int(param) > 1 for param in task.params[:1]) or task.name == SEVERAL


def _feeds(task: Errand) -> bool:
    if task.name == BRING:
        return all(capable(kind, "sliceable") for kind in made_of(task))
    return task.name in _FOOD or (task.name == STATE and task.params[2] in _STATES_OF_FOOD)


def _names_another(said: str, tasks: Sequence[Errand]) -> bool:
    """Whether a part names a thing that the work is not about."""
    named = [one for one in mentioned_in(words_of(said)) if one.named.word and not one.denied]
    return any(not any(one.of(made_of(task)) for task in tasks) for one in named)


_HERE = (
    r"(?: (?:already|right|just|all along|now))* ?(?:here|with me|on me|in front of me|next to me|beside me|by me"
    r"|in (?:my|his|her|our|their) (?:hands?|pockets?|bag|lap|bed|coat|jacket)|already|myself|all along"
    r"|for (?:me|us))\b"
)
_HAVE = re.compile(
    rf"(?:{_WE})(?:'ve|'s| have| has)?(?: (?:already|just|actually))* (?:got|have|found|had|see|has)"
    rf" (?P<np>(?:the|my|our|that) [a-z]+(?: (?!right\b|here\b|already\b|with\b|on\b|in\b|next\b)[a-z]+)?|it"
    rf"|them)(?P<at>.*)$"
)
_GOT = re.compile(
    r"(?:i |we |i've |we've |we have |i have )?(?:(?:just|already) )?(?:found|got) "
    r"(?P<np>(?:the|my|our|that) [a-z]+(?: [a-z]+)?|it|them)(?: (?:now|already|myself))*$"
)
_WAS = re.compile(
    r"(?P<np>(?:the|my|our|that) [a-z]+(?: [a-z]+)??|it|they)(?:'s|'re| is| are| was| were| has been)(?P<at>.*)$"
)


def _held_already(said: str, tasks: Sequence[Errand]) -> str:
    """The thing that was to be brought and is with somebody already: "the bowl's here in front of me"."""
    got = _GOT.match(said)
    found = got or _HAVE.match(said) or _WAS.match(said)
    if found is None or (got is None and not re.match(_HERE, found["at"])):
        return ""
    brought = [task for task in tasks if task.name == BRING and made_of(task)]
    if found["np"] in ("it", "them", "they"):
        return noun(made_of(brought[0])[0]) if len(tasks) == 1 and brought else ""
    own = [task for task in brought if known_by(found["np"]) & set(made_of(task))]
    return noun(made_of(own[0])[0]) if len(own) == 1 else ""


_NONE_THERE = re.compile(
    r"no (?:more )?(?P<np>[a-z]+(?: [a-z]+)??),? (?:in|on) (?P<place>(?:the|my|our) [a-z]+(?: [a-z]+)?)$"
)
_THESE_ONLY = re.compile(r"(?:(?:just|only) )?(?:the|my|our) (?P<np>[a-z]+(?: [a-z]+)?)(?: only)?$")


def _none_there(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """The thing of one of several tasks that is not wanted where it was to go: "no pepper on the table"."""
    found = [no for one in parts if (no := _NONE_THERE.match(one.said))]
    others = [
        only["np"] if (only := _THESE_ONLY.match(one.said)) else "" for one in parts if not _NONE_THERE.match(one.said)
    ]
    if len(found) != 1 or not all(others) or not all(map(is_placing, tasks)):
        return ""
    own = [task for task in tasks if known_by(f"the {found[0]['np']}") & named_words(task)]
    told = [task for np in others for task in tasks if known_by(f"the {np}") & named_words(task)]
    if (
        len(own) != 1
        or own[0] in told
        or not known_by(found[0]["place"]) & {own[0].params[-1], *types_named(own[0].params[-1])}
    ):
        return ""
    return noun(made_of(own[0])[0])
