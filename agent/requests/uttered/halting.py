"""Which work a remark may forbid that is not read for sure: nothing more of it is done before an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.control import known_by
from agent.requests.errands import Errand, is_placing, named_words
from agent.requests.topics.deed_words import deed_words, deeds_named
from agent.requests.words.clauses import VERBS, leading_verb, verb_forms, words_of
from agent.requests.words.tidying import tidy
from envs.vocabulary.numbers import alternatives, up_to
from envs.vocabulary.verbs import doing

_FORBIDS = re.compile(
    r"(?:^|[.,!?;] ?|\b(?:no|please|wait|and|but|oh|stop|you) )(?:(?:don't|do not)(?! you (?:think|know|love"
    r"|like|agree|find|wish|want)\b)|never(?! ?mind)|stop|no need to)\b"
    r"|^no[ ,.!]+no\b|^(?:(?:no|nah|nope|oh|wait|hang on|hold on|hey|stop)\b[ ,.!]*)*not (?:that|this)(?: one)?\b"
    r"|^(?!.*\b(?:too|also|as well|and)\b).*\bthe other(?: one| [a-z]+)?"
    r"(?:[ ,]+(?:instead|rather|please|i meant?))*[ .!]*$"
)
_CRIES = r"(?:(?:oh|ah|no|nah|hey|well|and|but|so|please|just|sorry|actually|wait|ok|okay|you can|you may)\b[ ,.!]*)*"
_REVOKES = re.compile(
    rf"(?:^|[.!?;:] ?|, ){_CRIES}(?:strike|scratch|scrap|skip|omit|drop|cancel|nix|axe|veto|belay|forget"
    r"|cross (?:out|off)|leave|hold|spare|except|without|not|nope|no(?! (?:idea|doubt|wonder|matter))|only|instead"
    r"|delete|remove|ignore)\b"
    r"|^(?:correction|amendment|change|update|mistake|error)\b"
    r"|\b(?:instead|after all|negative|no longer|cancelled|called off|(?:is|are|was) off|wrong)\b"
)
"""What is said of something that was wanted and is not, or is wanted otherwise, whatever it is exactly."""
_NINE = alternatives({word: at for word, at in up_to(9).items() if at})
_TURN = re.compile(
    rf"\b(?:items?|tasks?|steps?|points?|parts?|numbers?) ?(?:{_NINE}|\d)\b"
    r"|\b(?:first|second|third|fourth|last) (?:ones?|two|item|task|step|point|part|thing|bit)\b"
    r"|\bnot (?:the|that|those|these|an?|any) [a-z]+ (?:sort|kind|type|one)s?\b"
    rf"|^{_CRIES}(?:strike|scratch|skip|scrap|drop|cancel|forget)"
    rf" (?:the (?:first|second|third|fourth|last)|{_NINE}|\d)\b"
)
"""One of several tasks by its turn, or by a kind that nobody knows: it may be any of them."""
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
    revokes = _REVOKES.search(text)
    if not (forbids or revokes or _HALTS.match(text)):
        return _thrown_away(text, tasks)
    verbs = {verb_forms()[word] for word in words_of(text) if word in verb_forms()}
    deeds = {deed for verb in verbs for deed in deeds_named(doing(verb))}
    things = known_by(text)
    meant = tuple(task for task in tasks if things & named_words(task) or deeds & deed_words(task))
    if revokes and not meant and _TURN.search(text):
        return tuple(tasks)
    return meant or (tuple(tasks[:1]) if forbids and _IT.search(text) else ())


_HANDLES = frozenset({"clean", "slice", "cook", "boil", "toast", "fill", "poach"})


def _thrown_away(text: str, tasks: Sequence[Errand]) -> tuple[Errand, ...]:
    """The task at hand, where something is wanted of what it throws away: "rinse it, it's still good"."""
    verb = VERBS.get(leading_verb(re.sub(rf"^{_CRIES}", "", text)), "")
    thrown = bool(tasks) and is_placing(tasks[0]) and tasks[0].params[-1] == "GarbageCan"
    return tuple(tasks[:1]) if thrown and verb in _HANDLES and _IT.search(text) else ()
