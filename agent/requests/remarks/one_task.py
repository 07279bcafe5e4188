"""One of several tasks that is all that is still wanted: "only the lamp", of the blinds and the lamp."""

from __future__ import annotations

import re

from agent.requests.changes.weighing import lost_words
from agent.requests.control import known_by
from agent.requests.errands import made_of, named_words
from agent.requests.instructions import Cancel, Revise
from agent.requests.request_state import RequestState
from agent.requests.topics.deed_words import deed_words
from agent.requests.verbs import deeds
from agent.requests.words.clauses import starts_request

_ONLY_THAT = re.compile(r"^(?:only|just) (?:do |make |finish )?(?P<np>[a-z]+ [a-z ]+?)(?:,? (?:then|please|now))*$")


def only_one_task(text: str, reading: RequestState) -> bool:
    """Whether all tasks but one are called off: "only the lamp", of the blinds and the lamp."""
    several = len(reading.context.tasks) > 1 and not reading.begun and not text.endswith(" there")
    found = _ONLY_THAT.match(text) if several else None  # "just put it there" is read with what "there" is
    words = known_by(found["np"]) if found else frozenset[str]()
    deed = deeds(found["np"], reading.spoken) if found and starts_request(found["np"]) else None
    wanted = deed.errands if deed is not None else ()
    meant = [task for task in reading.context.tasks if (task in wanted if wanted else words & named_words(task))]
    if not meant or len({made_of(task) for task in meant}) > 1 or lost_words(text, meant):
        return False
    gone = {one.about for one in reading.found if isinstance(one, Cancel)}
    others = [
        task
        for task in reading.context.tasks
        if task not in meant and not gone & (named_words(task) | deed_words(task))
    ]
    reading.found.extend(Revise(task, None) for task in others)
    return True
