"""Which work a remark may forbid that is not read for sure: nothing more of it is done before an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.control import known_by
from agent.requests.errands import Errand, named_words
from agent.requests.topics.deed_words import deed_words, deeds_named
from agent.requests.words.clauses import verb_forms, words_of
from agent.requests.words.tidying import tidy
from envs.vocabulary.verbs import doing

_FORBIDS = re.compile(
    r"(?:^|[.,!?;] ?|\b(?:no|please|wait|and|but|oh|stop|you) )(?:don't|do not|never(?! ?mind)|stop|no need to)\b"
    r"|^no[ ,.!]+no\b|^(?:(?:no|nah|nope|oh|wait|hang on|hold on|hey|stop)\b[ ,.!]*)*not (?:that|this)(?: one)?\b"
    r"|^(?!.*\b(?:too|also|as well|and)\b).*\bthe other(?: one| [a-z]+)?"
    r"(?:[ ,]+(?:instead|rather|please|i meant?))*[ .!]*$"
)
_HALTS = re.compile(r"^(?:(?:no|oh|hey|please)\b[ ,.!]*)*(?:wait|hold on|hang on)\b")
_IT = re.compile(r"\b(?:it|that|this|them|those|these|the other)\b")


def halted(said: str, tasks: Sequence[Errand]) -> tuple[Errand, ...]:
    """The tasks that a remark may forbid or hold up: those whose things or deed it names, else the one at hand.

    Args:
        said: The remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    text = tidy(said)
    forbids = _FORBIDS.search(text) or re.match(r"no\W+no\b", said.lower())
    if not (forbids or _HALTS.match(text)):
        return ()
    verbs = {verb_forms()[word] for word in words_of(text) if word in verb_forms()}
    deeds = {deed for verb in verbs for deed in deeds_named(doing(verb))}
    things = known_by(text)
    meant = tuple(task for task in tasks if things & named_words(task) or deeds & deed_words(task))
    return meant or (tuple(tasks[:1]) if forbids and _IT.search(text) else ())
