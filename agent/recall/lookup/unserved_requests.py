"""Parts of requests that nothing came of: of "bring me a pineapple. water the plant" the pineapple, if only watered.

Every task of a request lies in the log under the same words. What these ask for besides, of something that no
dictionary knows, was never begun; nobody may be told that it was done, nor that it was all that was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.findings import UNSERVED
from agent.recall.lookup.task_matching import content
from envs.vocabulary.nouns import full_lexicon
from envs.vocabulary.verbs import deeds, everyday_requests, requests
from memory.experience import UNNAMED
from memory.reading.asked_tasks import AskedTask
from memory.task_status import FAILED

_PARTS = re.compile(r"[.!?;\n]+\s*|,? (?:and|then) (?:then |also |please )?|, (?=\w)", re.I)
_POLITE = re.compile(
    r"^(?:(?:please|also|then|and|now|first|next|afterwards|kindly|pls|just|(?:can|could|would|will) you|"
    r"i (?:want|need) you to|i'd like you to|go and) )+",
    re.I,
)
_ASIDE = frozenset({"again", "once", "twice", "quick", "quickly", "careful", "carefully", "now", "soon", "later"})


def request_parts(request: str) -> list[str]:
    """What a request asks for, one by one, each from its verb on; talk that begins with no verb is left out."""
    found: list[str] = []
    for piece in _PARTS.split(request):
        part = _POLITE.sub("", piece.strip())
        if part and _begins_with_deed(part):
            found.append(part)
        elif part and found:
            found[-1] = f"{found[-1]} and {part}"
    return found


def of_another_part(words: frozenset[str], request: str, name: str) -> bool:
    """Whether words name what was asked for beside a task in one breath, and not the task itself."""
    parts, own = [content(part) for part in request_parts(request)], content(name)
    if len(parts) < 2 or not any(part & own for part in parts):
        return False
    served = max(parts, key=lambda part: len(part & own))
    return not words <= served | own


def unserved(tasks: Sequence[AskedTask]) -> list[AskedTask]:
    """The parts of the requests of some tasks that none of them serves, as tasks that came to nothing."""
    together: dict[tuple[str, str, str], list[AskedTask]] = {}
    for one in tasks:
        if one.request:
            together.setdefault((one.request, one.episode, one.requester), []).append(one)
    return [part for group in together.values() for part in _left_of(group)]


def _left_of(group: Sequence[AskedTask]) -> list[AskedTask]:
    first = group[0]
    parts = request_parts(first.request)
    if len(parts) <= len({one.words for one in group}):
        return []
    served = frozenset().union(*(content(one.words) for one in group))
    left = [part for part in parts if _strange(part) and not _object(part) & served]
    return [_nothing_came(first, part) for part in left]


def _nothing_came(task: AskedTask, part: str) -> AskedTask:
    whom = task.requester if task.requester.lower() not in UNNAMED else "you"
    part = re.sub(r"\bmy\b", "your" if whom == "you" else f"{whom}'s", re.sub(r"\bme\b", whom, part))
    return replace(
        task, words=part, outcome=FAILED, begun_well=False, reason=UNSERVED, began=None, ended=task.asked, left=()
    )


def _object(part: str) -> frozenset[str]:
    """What a part is about, without its verb."""
    return content(part.partition(" ")[2]) - _ASIDE


def _strange(part: str) -> bool:
    """Whether a part is about something, and about nothing that a dictionary knows."""
    words = re.findall(r"[a-z]+", part.lower())
    return bool(_object(part)) and full_lexicon().find(words) is None


def _begins_with_deed(part: str) -> bool:
    words = tuple(part.lower().split()[:2])
    known = words in deeds() or words[:1] in deeds()
    return len(words) > 1 and (known or words[0] in requests() or words[0] in everyday_requests())
