"""Another deed, or another thing, in place of the work at hand, where only the reason says that it is in its place.

"Rinse it, there's nothing wrong with it", of what is thrown away; "just put it in the sink, I'll do it", of what is
washed; "who reads the news these days, get me a book", of the newspaper.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.changes.done_already import does_it_oneself
from agent.requests.changes.mentions import mentioned_in
from agent.requests.control import known_by
from agent.requests.errands import CUT, STATE, Errand, is_placing, made_of
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import VERBS, leading_verb, starts_request, words_of

_IN_ORDER = re.compile(
    r"\b(?:then|first|after(?:wards)?|before|also|too|as well|once|when|later|next|and|another|instead|rather|if"
    r"|unless|not|don't|back|out)\b"
)
_BARS = re.compile(r"\b(?:leave|keep|let|not the|not that|not those|ones?|others?|except|don't|do not)\b")
_NO_DEEDS = frozenset({"never", "cancel", "amend", "suspend", "resume", "undo", "phrase", "do"})
_TWO = re.compile(r"[a-z]+ (?:it|them|that) and (?:then )?[a-z]+ (?:it|them|that)\b(?!.*\b(?:if|unless|when|not)\b)")
_IT = re.compile(r"\b(?:it|that|them|those|this)\b")
_HANDLES = frozenset({"clean", "slice", "cook", "boil", "toast", "fill", "poach", "empty"})
_WHOLE = re.compile(r" (?:whole|uncut|unsliced|in one piece|as it is)\b")


def in_its_stead(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """What is asked for in place of the work, said so: "rinse it instead"; "" where nothing is.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    deeds = [one for one in parts if starts_request(one.said) and not one.of_oneself and not does_it_oneself(one.said)]
    if len(deeds) != 1 or len({made_of(task) for task in tasks}) != 1 or any(_BARS.search(one.said) for one in parts):
        return ""
    deed, beside = deeds[0].said, [one for one in parts if one is not deeds[0]]
    if VERBS.get(leading_verb(deed), "never") in _NO_DEEDS:
        return ""
    if _is_rescued(deed, tasks[0]) and _TWO.match(deed):
        return f"{deed} instead"
    if _IN_ORDER.search(deed):
        return ""
    if _is_of_work(deed, tasks):
        whole = _WHOLE.search(deed) if tasks[0].name == STATE and tasks[0].params[2] == CUT else None
        other = whole or _is_rescued(deed, tasks[0]) or (deeds[0].just and _is_another(deed, tasks[0]))
        other = other or any(_is_left_to_others(one.said) for one in beside)
        return f"{_WHOLE.sub('', deed) if whole else deed} instead" if other else ""
    if not any(one.of_oneself and _speaks_of(one.said, tasks) for one in beside):
        return ""
    return f"{deed} instead"


def _is_of_work(deed: str, tasks: Sequence[Errand]) -> bool:
    """Whether a deed is to be done with the thing of the work."""
    named = [one for one in mentioned_in(words_of(deed)) if one.named.word and not one.lead]
    own = [one for one in named if one.of(made_of(tasks[0]))]
    return bool(own) if named else bool(_IT.search(deed))


def _is_rescued(deed: str, task: Errand) -> bool:
    """Whether nobody does that with what is thrown away."""
    thrown = is_placing(task) and task.params[-1] == "GarbageCan"
    return (
        thrown and VERBS.get(leading_verb(deed), "") in _HANDLES and bool(_IT.search(deed) or _is_of_work(deed, [task]))
    )


def _is_another(deed: str, task: Errand) -> bool:
    """Whether a deed brings about another state than the one that is wanted: "just slice it", of what is cooked."""
    return task.name == STATE and VERBS.get(leading_verb(deed), "") in _HANDLES


_MYSELF = re.compile(
    r"(?:i|we|he|she|they|(?:my|our) [a-z]+)(?:'ll| will| can|'d rather| want to| need to|'m going to| am going to) "
    r"(?:just )?(?:do|see to|manage|handle|[a-z]+) (?:it|that|them|the rest)\b(?! (?:instead|back)\b)"
)


def _is_left_to_others(said: str) -> bool:
    """Whether somebody does the work at hand himself."""
    return bool(_MYSELF.match(said)) or (does_it_oneself(said) and bool(_IT.search(said)))


def _speaks_of(said: str, tasks: Sequence[Errand]) -> bool:
    """Whether words speak of the things of the work, or of nothing that is known."""
    named = known_by(said)
    return not named or any(named & {kind.removesuffix("Sliced") for kind in made_of(task)} for task in tasks)
