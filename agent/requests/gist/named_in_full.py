"""What stays and is called by the last word of its name: "the bottle stays", of the wine bottle at hand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.errands import Errand, made_of
from agent.requests.words.nouns import read_named
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import noun, plural

_NEW = re.compile(
    r"\b(?:too|also|as well|another|other|next|same|likewise|plus)\b|^(?:oh |ok |then )*(?:and|now)\b(?! not\b)"
)


_THING = re.compile(
    r"(?<=[a-z] )the (?:(?:poor|old|silly|stupid|wretched|damn|bloody|blasted|dear|lovely|little) )*thing\b"
    r"(?! (?:is|was|that|which|i|we|with|you)\b)"
)
"""What the work is about, by a word for anything: "leave the poor thing in the fridge"."""
_STAYS = r" (?:(?:can|may|should|must) )?(?:just )?(?:stays?|remains?)\b"


def named_in_full(text: str, tasks: Sequence[Errand]) -> str:
    """A remark in which what stays and is called by the last word of its name is called by all of it.

    Of what a word may name by itself, or may be two things of the work, nothing is changed, nor where further things
    are asked for. "The poor thing" is what the work is about.

    Args:
        text: A tidied remark.
        tasks: What is being done or still to be done.
    """
    if len({made_of(task) for task in tasks}) == 1:
        text = _THING.sub("it", text)
    handled = {kind for task in tasks for word in (*made_of(task), *task.params) for kind in (word, *types_named(word))}
    things = {noun(word): word for task in tasks for word in made_of(task)}
    for name in things:
        head = name.rpartition(" ")[2]
        if head == name or _NEW.search(text) or sum(other.rpartition(" ")[2] == head for other in things) > 1:
            continue
        if _own_name(head) & handled or not _own_name(head):
            continue
        said = re.compile(rf"\b(?P<the>the|that|those|my|our) (?P<head>{head}|{re.escape(plural(head))})(?={_STAYS})")
        text = said.sub(lambda found, full=name, last=head: _in_full(found, full, last), text)
    return text


def _in_full(found: re.Match[str], name: str, head: str) -> str:
    return f"{found['the']} {name if found['head'] == head else plural(name)}"


def _own_name(head: str) -> set[str]:
    """The types that a word names by itself."""
    named = read_named(["the", head])
    return {named.word, *types_named(named.word)} if named is not None and named.word else set()
