"""How many are wanted, told by what is counted or by who wants one as well: "I said four but we are five"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent.requests.amending import counted_apart
from agent.requests.changes.mentions import mentioned_in
from agent.requests.changes.worded import WordedChange
from agent.requests.errands import Errand, made_of
from agent.requests.implied.parted import RemarkPart
from agent.requests.words.clauses import Clause, starts_request, words_of
from agent.requests.words.nouns import NUMBERS
from agent.requests.words.people import PEOPLE
from envs.vocabulary.english import noun

_N = "|".join(sorted((word for word in NUMBERS if word not in ("no", "another")), key=len, reverse=True))
_COUNTED = re.compile(
    r"(?:and |but |so |then |now |with (?:my|the|our|his|her) [a-z]+ )*(?:(?:it|that|there)(?:'s|'ll be| is"
    r"| are| will be| makes?)|(?:we|they|you)(?:'re|'ll be"
    r"| are| will be)|make (?:it|that|them)|that makes|only|just|all|it should be|it'll have to be|i need|we need)"
    rf"(?: (?:only|just|really|actually|now|going to be))* (?P<n>\d+|{_N})"
    r"(?: of us| people| altogether| in total| in all| then| please| now| after all)*$"
)
_BARE = re.compile(rf"(?P<n>\d+|{_N})$")
_ALONE = frozenset(word for word in NUMBERS if word not in ("no", "another", "a", "an", "one"))
_AS_SAID = re.compile(rf"(?:i|we) (?:said|asked for|counted|told you|wanted) (?P<n>\d+|{_N})\b")
_LESS = re.compile(
    rf"(?:(?:so|and|then|but) )*(?:make|that's|that makes|it's|let's make|we need) (?:it |that |them )?"
    rf"(?P<n>{_N}|\d+) (?P<way>less|fewer|more)$"
)
_TIMES = re.compile(
    r"(?:(?:and|make (?:it|that)|do|rather|no) )*(?P<way>twice|double|half|three times)(?: (?:that|this|of that|of them"
    r"|as (?:many|much)|the (?:number|amount)|it))*(?:,? please)?$"
)
_FACTORS = {"twice": 2.0, "double": 2.0, "half": 0.5, "three times": 3.0}
_SOMEBODY = rf"(?:he|she|they|(?:(?:my|our|the) )?(?:{PEOPLE})|(?!i\b|we\b|you\b|it\b|that\b)[a-z]+)"
_WANTS_ONE = re.compile(
    rf"(?:and )?{_SOMEBODY}(?:'d| would|'ll| will|'s| is)?(?: (?:also|certainly|surely|probably|be))*"
    r" (?:wants?|wanting|asking for|likes?|love|needs?|needing|have|having|fancy|fancies|expects?)(?: to have)?"
    r" (?P<n>an?|one|two|three|some|another)(?: (?P<np>[a-z]+))?(?: of (?:them|those|it|[a-z]+))?"
    r" (?:too|as well|also)$"
)
_NTH = re.compile(
    r"(?:and )?(?:a |the )?(?P<n>second|third|fourth|fifth|sixth)(?: (?:one|[a-z]+))??"
    r"(?: for (?:my |our |the )?[a-z]+| (?:won't|wouldn't) .*)?(?:,? (?:too|as well|please))*$"
)
_NTHS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}
_ALL = re.compile(
    r"(?:(?:make it|do|take) )?(?:the (?:whole|entire) (?:lot|bunch|batch)|every (?:single"
    r"|last) one(?: of them)?|the lot)$"
)
_ONE_MORE = re.compile(
    r"(?:and )?(?:one|another one|a second one|an extra one) more? ?(?:won't|wouldn't|can't|doesn't) "
)


def so_many(parts: Sequence[RemarkPart], tasks: Sequence[Errand]) -> str:
    """How many are wanted, said plainly; "" where no other number is told.

    Args:
        parts: The parts of a remark.
        tasks: What is being done or still to be done, the one at hand first.
    """
    if len({made_of(task) for task in tasks}) != 1 or not made_of(tasks[0]):
        return ""
    told = [one.said for one in parts if not one.of_oneself]
    if any(starts_request(one) and not (_COUNTED.match(one) or _LESS.match(one) or _TIMES.match(one)) for one in told):
        return ""
    more = next((found for said in told if (found := _WANTS_ONE.match(said)) and _is_own(found["np"], tasks[0])), None)
    if more is not None and any(_ALONE & set(words_of(one)) for one in told):
        return ""  # "he wants one too, so three in total"
    if more is not None:
        n = more["n"]
        return f"{'one' if n in ('a', 'an', 'another', 'some') else n} more"
    if any(map(_ONE_MORE.match, told)):
        return "one more"
    now = _count(tasks[0])
    if now is None or any(_names_another(said, tasks[0]) for said in told):
        return ""
    if any(map(_ALL.match, told)):
        return "all of them"
    nth = next((found for said in told if (found := _NTH.match(said))), None)
    if nth is not None:
        return "one more" if _NTHS[nth["n"]] == now + 1 else ""
    return _told_anew(told, now)


def _told_anew(told: Sequence[str], now: int) -> str:
    """Another number than the one that is wanted now."""
    for said in told:
        change, times = _LESS.match(said), _TIMES.match(said)
        if change:
            return f"{change['n']} {'more' if change['way'] == 'more' else 'less'}"
        if times:
            many = now * _FACTORS[times["way"]]
            return f"make it {int(many)}" if many == int(many) > 0 else ""
    alone = told[-1:] if len(told) > 1 and (told[-1].isdecimal() or told[-1] in _ALONE) else []
    alone = [] if any(map(_BARE.match, told[:-1])) else alone  # "six. no, five"
    counts = (*map(_COUNTED.match, told), *map(_BARE.match, alone))
    found = [int(one["n"]) if one["n"].isdecimal() else NUMBERS[one["n"]] for one in counts if one]
    other = dict.fromkeys(n for n in found if n != now)
    asked = any(_AS_SAID.match(said) for said in told) or len(told) == 1
    return f"make it {next(iter(other))}" if len(other) == 1 and (asked or len(found) == 1) else ""


def _count(task: Errand) -> int | None:
    """How many of its things a task is about; None where they are not counted."""
    apart = counted_apart(task)
    many = apart.params[0] if apart is not None else task.params[0] if task.name == "Coffee" and task.params else "1"
    return int(many) if many.isdecimal() else None


def _is_own(np: str | None, task: Errand) -> bool:
    """Whether a word stands for the things of a task, or for none: "a slice", of bread that is toasted."""
    if not np or np in ("one", "slice", "piece", "cup", "portion", "bit"):
        return True
    change = WordedChange(task, Clause(np, np), tuple(mentioned_in(words_of(f"the {np}"))))
    return bool(change.own) or np in {noun(kind).split(" ")[-1] for kind in made_of(task)}


def _names_another(said: str, task: Errand) -> bool:
    named = [one for one in mentioned_in(words_of(said)) if one.named.word]
    return any(not one.of(made_of(task)) and not one.exactly(task.params[-1] if task.params else "") for one in named)
