"""Another one than the one at hand, said in several steps: "not that one, the other one, the one in the sink".

All between "not that one" and the last description means one and the same thing, whoever is spoken to beside; that the
first one stays where it was told to be says no more. Of "in the bowl in the drawer" the bowl is where the thing is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import WhichThings
from agent.requests.changes.adding import from_there_as_well
from agent.requests.errands import Errand, made_of
from agent.requests.remarks.errand_between import trouble_named
from agent.requests.remarks.first_one_stays import without_first_one
from agent.requests.remarks.left_there import put_where_left, the_one_left
from agent.requests.remarks.that_one_instead import that_one_elsewhere
from agent.requests.words.clauses import words_of
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun

_CALLED = (
    r"(?:(?:my |our )?(?:dear|dearest|love|darling|sweetheart|sweetie|honey|pet|friend|mate|robot|silly|boy|girl|man"
    r"|goodness)|please|sorry|no|oh|but|rather|i mean|i meant|take|use|get|i want)"
)
_ONE = r"(?: (?:one|(?P<{}>[a-z]+)))?"
_WHERE = (
    r"(?:in|on|at|by|near|from|under|inside|beside|next to) (?:the|my|our|your) [a-z]+"
    r"(?: (?!stays?\b|can\b|in\b|on\b)[a-z]+)?"
)
_MEANT = re.compile(
    rf"^(?:(?:oh|ah|no|nope|nah|wait|hang on|hold on|sorry|actually|well|hey|stop|please)\b[ ,.!]*)*"
    rf"(?:not (?:that|this|the first){_ONE.format('a')}[ ,.!]+(?:{_CALLED}\b[ ,.!]+)*"
    rf"(?P<other>the other{_ONE.format('b')}\b[ ,.!]*)?"
    rf"|(?:i (?:meant|mean|want|wanted) )?(?P<also>the other){_ONE.format('c')}\b[ ,.!]*)(?:{_CALLED}\b[ ,.!]+)*"
    rf"(?:{_CALLED} )?(?:(?(other)|(?(also)|(?!)))(?=(?:in|on|from|next to) )"
    rf"|the (?P<look>[a-z]+ )?(?P<one>one) (?:(?:that is|that's|which is) )?|that is |that's |which is )"
    rf"(?:(?P<where>{_WHERE})(?: (?:in|on) (?:the|my|our) [a-z]+)?)?"
    rf"(?P<behind>(?:[ ,]+{_CALLED})*)[ ,.;!]*(?P<first>[a-z].*)?$"
)
_FIRST = r"(?:(?:the first|the other|that|this)(?: one)?|it)"
_STAYS = re.compile(
    rf"^(?:and |but )?(?:{_FIRST} (?:(?:can|should|must|may|shall|will|has to|is to|ought to) )?(?:just |also )?"
    rf"(?:stays?|remains?|be left|goes back)|(?:please |just )*(?:leave|keep) {_FIRST})"
    r"(?: (?:where (?:it|that) (?:is|was)|there|as it is|alone|put|be"
    r"|(?:in|on) (?P<place>(?:the|my|our) [a-z]+(?: (?!please|though)[a-z]+)?)))?"
    r"(?:[ ,]+(?:please|though|then))*[ .!]*$"
)


def the_one_meant(text: str, tasks: Sequence[Errand]) -> str:
    """A remark on which one is meant in the words for its last description; the same where it says anything else.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    text = that_one_elsewhere(without_first_one(from_there_as_well(text, tasks), tasks), tasks)
    text = put_where_left(the_one_left(trouble_named(text)), tasks) if tasks else text
    found = _MEANT.match(text) if tasks else None
    if found is None or not (found["where"] or found["look"]):
        return text
    if any(found[each] and not _is_its(found[each], tasks[0]) for each in "abc"):
        return text  # "not that drawer", of where it goes
    if not found["one"] and found["where"] and _goes_there(found["where"], tasks[0]):
        return text  # "the other one, on the table": that is where it goes
    stays = _STAYS.match(found["first"]) if found["first"] else None
    if found["first"] and (stays is None or not _told_there(stays["place"], tasks[0])):
        return text
    return f"not that one, the {found['look'] or ''}one {found['where'] or ''}".strip()


def _is_its(word: str, task: Errand) -> bool:
    """Whether a noun may be that of the task's things."""
    named = read_named([word])
    kinds = {named.word, *types_named(named.word)} if named is not None and named.word else set[str]()
    return any(kind in kinds or noun(kind).split(" ")[-1] == word for kind in made_of(task))


def _goes_there(where: str, task: Errand) -> bool:
    """Whether a place is where a task's things go."""
    words = words_of(where)
    at = next((at for at, word in enumerate(words) if word in ("the", "my", "our", "your")), 0)
    named = read_named(words, at)
    goal = task.params[-1] if len(task.params) > 2 else ""
    return named is not None and bool(named.word) and goal in (named.word, *types_named(named.word))


def _told_there(place: str | None, task: Errand) -> bool:
    """Whether a task's things were told to be in a place, or nowhere."""
    named = read_named(words_of(place)) if place else None
    told = [one.trait.place for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    if not place or not told:
        return True
    return named is not None and any(where in (named.word, *types_named(named.word)) for where in told)
