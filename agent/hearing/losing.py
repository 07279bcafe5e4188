"""Whether plain words have dropped something that a sentence asks for: a whole request, with what it is about.

"Bring me a trumpet. water the plant" is no more than "water the plant" for a rewriter that knows no trumpet. What it
knows nothing of is the very thing that has to be asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from agent.requests.words.chatter import what_may_bind
from agent.requests.words.clauses import leading_verb, words_of
from agent.requests.words.tidying import tidy
from agent.requests.words.utterances import clauses
from agent.sentences.keeping import things_named
from envs.vocabulary.data import words as word_list
from envs.vocabulary.inflection import singular

_OBJECT = re.compile(
    r"^(?:(?:up|down|out|off|on|away|back|over) )?(?:(?:me|us|him|her) )?"
    r"(?:the|an?|my|your|our|his|her|their|this|that|these|those|some|any|another|every|all|both|two|three) (.+)"
)
"""What a verb is about, where that is no pronoun."""


@dataclass(frozen=True)
class _Asked:
    """One request of an utterance.

    Attributes:
        things: What it names, each as the types that it may be of.
        strange: Words of what it is about where no thing of any home is named.
    """

    things: frozenset[frozenset[str]]
    strange: frozenset[str]


def loses_request(said: str, plain: str) -> bool:
    """Whether one of several requests has gone with what it was about, and nothing else stands for it.

    Args:
        said: What was said.
        plain: The plain words.
    """
    asked, kept = _asked(what_may_bind(tidy(said))), _asked(tidy(plain))
    if not kept or len(kept) >= len(asked):
        return False
    left, words = things_named(plain), frozenset(map(singular, words_of(tidy(plain))))
    if any(one.things and not any(mine & thing for mine in one.things for thing in left) for one in asked):
        return True
    explained = [mine for one in asked for mine in one.things]
    new = [thing for thing in left if not any(thing & mine for mine in explained)]
    return sum(bool(one.strange) and not one.strange & words for one in asked) > len(new)


def _asked(text: str) -> list[_Asked]:
    """The requests of a tidied text, each with what it is about; of what is about "it" that is nothing."""
    found: list[_Asked] = []
    for clause in clauses(text):
        if not leading_verb(clause.text):
            continue
        behind = clause.text.partition(" ")[2]
        about, things = _OBJECT.match(behind), things_named(behind)
        strange = frozenset(map(singular, words_of(about[1]))) if about and not things else frozenset()
        found.append(_Asked(things if about else frozenset(), strange - word_list("request_fillers.txt")))
    return found
