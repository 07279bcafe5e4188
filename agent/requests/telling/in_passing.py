"""What somebody says in passing to whoever works: impatience, admiration, what he likes, who gave him the thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, made_of
from agent.requests.instructions import Chat, Instruction, StatusRequest
from agent.requests.words.clauses import starts_request, words_of
from agent.requests.words.nouns import read_named
from agent.requests.words.people import PEOPLE
from envs.teach.tasks.classes import types_named

_HOW_LONG = re.compile(
    r"^(?:(?:oh|so|hey|well|and|but|come on|goodness)[ ,!]+)*(?:how (?:much )?long(?:er)?(?: (?:is|will|does) (?:it"
    r"|this|that)"
    r"(?: all)?(?: going to| gonna)?(?: take| be)?)?|(?:is|are) (?:it|this|that|you) (?:all )?(?:going to"
    r"|gonna) (?:take|be) "
    r"(?:all day|all night|long|forever|ages|an hour|hours|much longer)|will (?:it|this|that|you) (?:take"
    r"|be) (?:long|much longer"
    r"|all day|forever|ages)|how much longer|when will (?:it|that|this|you) be (?:done|ready|finished"
    r"|through))(?: [a-z ]+)?\?+"
    r"(?P<rest>[^?]*)$"
)
_ADMIRES = re.compile(
    r"^(?:(?:oh|so|hey|well|and|but|ah|honestly)[ ,!]+)*(?:(?:what|how|where) (?:would|could|did|will|do|should"
    r"|can) [^?]*\bwithout you"
    r"|isn't (?:it|that|this|he|she) (?:an? |just |so )*(?:amazing|great|wonderful|lovely|nice|clever|marvellous"
    r"|fantastic|brilliant"
    r"|incredible|handy)|aren't you (?:an? |just |so )*(?:clever|good|sweet|amazing|wonderful|star|treasure|quick"
    r"|handy)"
    r"|where did you learn (?:to do )?|how do you (?:do|manage) (?:it|that)|who's a (?:good|clever))[^?]*[?!.]*$"
)
_LIKES = re.compile(
    r"^(?:(?:oh|ah|well|mm+|you know)[ ,]+)*(?:i|we) (?:(?:do|really|always|just|so|quite|simply"
    r"|must say i) )*(?:love|like|enjoy"
    r"|adore) (?:(?:an?|the|my|our|some|good|nice|decent|proper|fresh|nice|strong|hot|cold) )*(?P<np>[a-z]+)"
    r"(?: (?:in the (?:morning|evening|afternoon)|on (?:a )?[a-z]+days?|every day|at breakfast|for breakfast))?[.!]*$"
)
_GIVEN = re.compile(
    rf"^(?:(?:oh|ah|well|you know|careful|mind you)[ ,]+)*(?:my |our |the )?(?:{PEOPLE}|[a-z]+'s [a-z]+) (?:gave"
    rf"|bought|made|brought"
    r"|left|got|sent|knitted|painted) (?:me |us )?(?:it|that|this|them|those|these)(?: ones?)?(?: to me| to us"
    r"| for me| for us)?"
    r"(?: [a-z ]+)?[.!]*$"
)


def in_passing(text: str, tasks: Sequence[Errand]) -> tuple[Instruction, ...]:
    """What a remark comes to that is only made in passing: how the work stands, or nothing; () where it is none.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if not tasks:
        return ()
    asked = _HOW_LONG.match(text)
    if asked and not any(starts_request(part) for part in re.split(r"[.!;,] *", asked["rest"].strip()) if part):
        return (StatusRequest(),)
    likes = _LIKES.match(text)
    if _ADMIRES.match(text) or _GIVEN.match(text) or (likes and _is_made(likes["np"], tasks)):
        return (Chat("no", text),)
    return ()


def _is_made(word: str, tasks: Sequence[Errand]) -> bool:
    """Whether a word names what the work is about, or the dish that is being made."""
    named = read_named(words_of(word))
    kinds = {each for task in tasks for kind in made_of(task) for each in (kind, *types_named(kind))}
    dish = any(word in task.name.lower().split() for task in tasks)
    return dish or (named is not None and bool(named.word) and named.word in kinds)
