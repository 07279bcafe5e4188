"""Another one than the one at hand, said in several steps: "not that one, the other one, the one in the sink".

All between "not that one" and the last description means one and the same thing, whoever is spoken to beside; that the
first one stays where it was told to be says no more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.planning.terms import WhichThings
from agent.requests.errands import Errand, made_of
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
    r"(?:in|on|at|by|near|from|under|inside|beside|next to) (?:the|my|our|your) [a-z]+(?: (?!stays?\b|can\b)[a-z]+)?"
)
_MEANT = re.compile(
    rf"^(?:(?:oh|ah|no|nope|nah|wait|hang on|hold on|sorry|actually|well|hey|stop|please)\b[ ,.!]*)*"
    rf"(?:not (?:that|this|the first){_ONE.format('a')}[ ,.!]+(?:{_CALLED}\b[ ,.!]+)*"
    rf"(?:the other{_ONE.format('b')}\b[ ,.!]*)?"
    rf"|(?:i (?:meant|mean|want|wanted) )?the other{_ONE.format('c')}\b[ ,.!]*)(?:{_CALLED}\b[ ,.!]+)*"
    rf"(?:{_CALLED} )?(?:the (?P<look>[a-z]+ )?one (?:(?:that is|that's|which is) )?|that is |that's |which is )"
    rf"(?P<where>{_WHERE})?(?P<behind>(?:[ ,]+{_CALLED})*)[ ,.;!]*(?P<first>[a-z].*)?$"
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
    found = _MEANT.match(text) if tasks else None
    if found is None or not (found["where"] or found["look"]):
        return text
    if any(found[each] and not _is_its(found[each], tasks[0]) for each in "abc"):
        return text  # "not that drawer", of where it goes
    stays = _STAYS.match(found["first"]) if found["first"] else None
    if found["first"] and (stays is None or not _told_there(stays["place"], tasks[0])):
        return text
    return f"not that one, the {found['look'] or ''}one {found['where'] or ''}".strip()


def _is_its(word: str, task: Errand) -> bool:
    """Whether a noun may be that of the task's things."""
    named = read_named([word])
    kinds = {named.word, *types_named(named.word)} if named is not None and named.word else set[str]()
    return any(kind in kinds or noun(kind).split(" ")[-1] == word for kind in made_of(task))


def _told_there(place: str | None, task: Errand) -> bool:
    """Whether a task's things were told to be in a place, or nowhere."""
    named = read_named(words_of(place)) if place else None
    told = [one.trait.place for one in task.terms if isinstance(one, WhichThings) and one.trait.place]
    if not place or not told:
        return True
    return named is not None and any(where in (named.word, *types_named(named.word)) for where in told)
