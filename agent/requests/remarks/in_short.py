"""What is said in short of the work: why it is changed ("I need the desk"), and what is in it ("with water")."""

from __future__ import annotations

import re

from agent.requests.control import known_by
from agent.requests.errands import BRING, made_of, named_words
from agent.requests.instructions import Revise
from agent.requests.request_state import RequestState
from envs.vocabulary.english import noun

_IN_USE = re.compile(
    r"^(?:(?:because|since|as|but|and),? )?(?:i|we|he|she|they|(?:my|our|the) [a-z]+)"
    r"(?:'ll| will| still| really| might)*"
    r" (?:needs?|uses?|wants?)(?: to use)?"
    r" (?P<np>(?:the|my|our|that) [a-z]+(?: [a-z]+)?)(?: (?:for|myself|later|now|today)\b.*)?$"
)


def says_who_needs_it(said: str, reading: RequestState) -> bool:
    """Whether a clause only says why something was changed: "put it on the dresser, I need the desk"."""
    found = _IN_USE.match(said)
    old = [one.old for one in reading.found if isinstance(one, Revise)]
    return found is not None and any(known_by(found["np"]) & named_words(task) for task in old)


_WATER = re.compile(
    r"(?:(?:and|oh|please|but)[ ,]+)*(?:that is filled|with (?:some )?water(?: in(?: it| there)?| inside)?"
    r"|full of water|filled(?: with water)?)(?: please| then)*"
)


def with_water(said: str, reading: RequestState) -> str:
    """A clause by which what is brought shall have water in it, in full: "with water in it", of a cup."""
    task = reading.context.tasks[0] if reading.context.tasks and not reading.begun else None
    if task is None or task.name != BRING or not _WATER.fullmatch(said):
        return said
    return f"a {noun(made_of(task)[0])} of water"
