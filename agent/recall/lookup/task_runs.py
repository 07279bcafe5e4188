"""Errands: stretches of the past that served one task each, and which task that was.

What the agent itself called its task counts. Where it named none, the task is told from what was said and done
(``agent.recognition.recognizer``), once for as long as nothing of it is forgotten.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import accumulate
from typing import Any
from weakref import WeakKeyDictionary

from agent.recall.lookup.keys import key
from agent.recall.wording import task_words
from agent.recognition.boundaries import ENOUGH, Boundary, boundaries, chance
from agent.recognition.guesses import Alternative, TaskGuess
from agent.recognition.lines import read_line
from agent.recognition.trace import Act, EpisodeTrace
from memory.experience import Utterance, type_of
from memory.reading.episodes import GoalRun, GoalStretch, TaskSummary
from memory.reading.moments import HandledObject, LivedMoment
from memory.reading.task_names import keep_naming, kept_naming
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View
from memory.store.database import Store, microseconds, moment

_SURE = 0.25
"""Least confidence with which a task is named when somebody asked for something."""
_CLEAR = 0.99
"""Probability from which a boundary stands even where nobody can tell the task on one of its sides."""
_SURE_UNASKED = 0.9
"""The same where only deeds speak for it, and the agent knows them: where nobody asked, it may have been no task."""
_SURE_SEEN = 0.25
"""The same where deeds were only seen, as by somebody who does not hear requests either. What it is called then is told
with its doubts (``FoundItem.doubtful``); probabilities can be trusted (``python -m benchmarks.seen_deeds``)."""


@dataclass(frozen=True)
class TaskRun:
    """A stretch of the past that served one task.

    Attributes:
        name: The task in one line, "make a salad"; empty when nobody can tell.
        start: Time of its first experience.
        end: Time of its last one.
        first: Number of its first experience.
        last: Number of its last one.
        node: A node that shows it.
        closing: Its last goal.
        others: Other tasks that it may have been, with their probabilities.
        confidence: Probability that the name is right; 1 when the agent gave it.
        whole: Whether its goals are remembered; False when only a summary is left, or something was erased from it.
        seen: Whether the name is told from deeds that were only seen.
    """

    name: str
    start: datetime
    end: datetime
    first: int
    last: int
    node: int
    closing: int
    others: tuple[tuple[str, float], ...] = ()
    confidence: float = 1.0
    whole: bool = True
    seen: bool = False

    def chance(self, wanted: str) -> float:
        """Probability that it was the task with that key (``agent.recall.lookup.keys.key``)."""
        if key(self.name) == wanted:
            return self.confidence
        return sum(share for name, share in self.others if key(name) == wanted)


def errands(view: View, scope: Scope = EVERYTHING) -> list[TaskRun]:
    """Every errand that began in a scope, in the order in which they were lived; unnamed ones, too."""
    known = _READ.setdefault(view, {})
    if scope not in known:
        found = _errands(view, view.episodes.stretches(scope), scope)
        found += [_told(one) for one in view.episodes.told(scope)]
        known[scope] = sorted(found, key=lambda one: one.first)
        view.episodes.count(*(one.name for one in found))
    return known[scope]


def errands_at(view: View, scope: Scope, numbers: Iterable[int]) -> list[TaskRun]:
    """Those errands near these experiences; of short memories all in the scope."""
    if not view.episodes.many():
        return errands(view, scope)
    found = _errands(view, view.episodes.stretches(numbers=sorted(set(numbers))), scope)
    view.episodes.count(*(one.name for one in found))
    return found


def _errands(view: View, stretches: Sequence[GoalStretch], scope: Scope) -> list[TaskRun]:
    found = [one for stretch in stretches for one in _stretch(view, stretch)]
    begun = [one for one in found if not scope.start or one.start >= scope.start]
    return [one for one in begun if not scope.end or one.start <= scope.end]


def _stretch(view: View, stretch: GoalStretch) -> list[TaskRun]:
    if stretch.task or stretch.idle:  # goals without a task between named ones served none
        return [_edged(runs, stretch.task or "") for runs in _stated(view, stretch)]
    parts = _parts(view, stretch)
    nodes = view.episodes.goals([number for part in parts for number in (part.first, part.last)])
    found = []
    for part, edges in zip(parts, zip(nodes[::2], nodes[1::2], strict=True), strict=True):
        erased = view.erased(part.first, part.last)  # what is left might speak for a task that never was
        guess = None if erased else part.guess
        found.append(_named((part.start, part.end, part.first, part.last, *edges), guess, whole=not erased))
    return found


def _edged(runs: Sequence[GoalRun], name: str) -> TaskRun:
    first, last = runs[0], runs[-1]
    return TaskRun(name, first.start, last.end, first.first, last.last, first.node, last.closing)


def _stated(view: View, stretch: GoalStretch) -> list[list[GoalRun]]:
    """The runs of a stretch by errand: a new episode in the middle of a stated task may be another like it."""
    found = [[stretch.runs[0]]]
    told = len(stretch.runs) > 1 and stretch.task
    begins = {one.at for one in _divided(view, stretch)} if told else set()
    for run in stretch.runs[1:]:
        if run.first in begins:
            found.append([])
        found[-1].append(run)
    return found


def _divided(view: View, stretch: GoalStretch) -> list[Boundary]:
    """Boundaries at which an episode begins, as numbers of experiences, with a task that was stated on both sides."""
    moments = view.episodes.moments(stretch.first, stretch.last)
    index = {one.number: at for at, one in enumerate(moments)}
    edges = sorted(index[run.first] for run in stretch.runs[1:] if run.first in index)
    found, begin = [], 0
    for at, after in zip(edges, [*edges[1:], len(moments)], strict=True):
        share = chance(moments, at, begin, after)
        if share >= ENOUGH:
            found.append(Boundary(moments[at].number, share))
            begin = at
    return found


def _named(
    edges: tuple[datetime, datetime, int, int, int, int], guess: TaskGuess | None, whole: bool = True
) -> TaskRun:
    if guess is None:
        return TaskRun("", *edges, whole=whole)
    others = tuple((task_words(other.desc), other.confidence) for other in guess.alternatives)
    return TaskRun(task_words(guess.desc), *edges, others, guess.confidence, whole, guess.seen)


def _told(one: TaskSummary) -> TaskRun:
    """An errand of which only the summary is left: what was asked for is quoted in it."""
    asked = _quoted(one.summary)
    guess = recognised(EpisodeTrace((Utterance("user", asked),), ())) if asked else None
    return _named((one.start, one.end, one.first, one.last, one.node, one.node), guess, whole=False)


def _quoted(summary: str) -> str:
    match = re.search(r'Asked "(.+?)"', summary)
    return match[1] if match else ""


_READ: WeakKeyDictionary[View, dict[Scope, list[TaskRun]]] = WeakKeyDictionary()
"""Errands by scope, for as long as one question is answered."""
_SEEN: WeakKeyDictionary[Store, dict[int, tuple[tuple[int, ...], list[_Part]]]] = WeakKeyDictionary()
"""Parts of stretches by their first experience, with what they rest on."""


@dataclass(frozen=True)
class _Part:
    """A part of a stretch that served one task.

    Attributes:
        first: Number of its first experience.
        last: Number of its last one.
        start: Time of the first.
        end: Time of the last.
        guess: Which task it was; None when nobody can tell.
    """

    first: int
    last: int
    start: datetime
    end: datetime
    guess: TaskGuess | None


def _parts(view: View, stretch: GoalStretch) -> list[_Part]:
    """Which tasks a stretch served; read again only when some of it was added or forgotten."""
    episodes = view.episodes
    known = _SEEN.setdefault(episodes.store, {})
    mark = (stretch.first, stretch.last, *episodes.size(stretch.first, stretch.last))
    found = known.get(stretch.first)
    if found is None or found[0] != mark:
        kept = _read_parts(kept_naming(episodes.store, mark))
        found = mark, kept or _tell(view, stretch)
        known[stretch.first] = found
    return found[1]


def _tell(view: View, stretch: GoalStretch) -> list[_Part]:
    moments = view.episodes.moments(stretch.first, stretch.last)
    inner = boundaries(moments)
    ends = [*(one.at for one in inner), len(moments)]
    begin = 0
    found = [_part(view, moments[: ends[0]])]
    for boundary, end in zip(inner, ends[1:], strict=True):
        part = _part(view, moments[boundary.at : end])
        if boundary.chance < _CLEAR and None in (part.guess, found[-1].guess):
            whole = _part(view, moments[begin:end])
            if _explains(whole, found[-1], part):
                found[-1] = whole
                continue
        found.append(part)
        begin = boundary.at
    return found


def _explains(whole: _Part, left: _Part, right: _Part) -> bool:
    """Whether two parts, one of which nobody can name, are told at least as well as one."""
    sure = max(part.guess.confidence for part in (left, right) if part.guess) if left.guess or right.guess else 0.0
    return whole.guess is not None and whole.guess.confidence >= sure


def _part(view: View, part: Sequence[LivedMoment]) -> _Part:
    speech = tuple(said for one in part for said in one.said)
    if not any(not said.own for said in speech) and (asked := _asked_above(view, part[0].number)):
        speech = (Utterance("user", asked), *speech)  # the words are forgotten, the summary still quotes them
    acts = tuple(_acts(one.handled for one in part if one.handled))
    first, last = part[0], part[-1]
    return _Part(first.number, last.number, first.time, last.time, recognised(EpisodeTrace(speech, acts)))


def _asked_above(view: View, number: int) -> str:
    return _quoted(view.episodes.above(view.episodes.goals([number])[0]))


def name_stretch(view: View, stretch: GoalStretch) -> bool:
    """Keep in the memory which tasks a stretch served; whether that was not known there yet.

    Args:
        view: Of a memory that is open for writing.
        stretch: The goals.
    """
    store = view.episodes.store
    mark = (stretch.first, stretch.last, *view.episodes.size(stretch.first, stretch.last))
    if _read_parts(kept_naming(store, mark)):
        return False
    parts = [
        {
            "experiences": [part.first, part.last],
            "times": [microseconds(part.start), microseconds(part.end)],
            "seen": part.guess is not None and part.guess.seen,
            "tasks": [[one.name, one.params, one.desc, one.confidence] for one in _options(part.guess)],
        }
        for part in _parts(view, stretch)
    ]
    keep_naming(store, mark, parts)
    return True


def _options(guess: TaskGuess | None) -> list[Alternative]:
    if guess is None:
        return []
    return [Alternative(guess.name, guess.params, guess.desc, guess.confidence), *guess.alternatives]


def _read_parts(kept: Any) -> list[_Part]:
    """Parts as they were kept; none where nothing was, or by an older release."""
    if not kept or not all(isinstance(part, dict) for part in kept):
        return []
    found = []
    for part in kept:
        (first, last), (start, end) = part["experiences"], part["times"]
        found.append(
            _Part(first, last, moment(start), moment(end), _read_naming(part["tasks"], bool(part.get("seen"))))
        )
    return found


def _read_naming(kept: list[list[Any]], seen: bool) -> TaskGuess | None:
    options = [Alternative(name, tuple(params), desc, confidence) for name, params, desc, confidence in kept]
    if not options:
        return None
    best = options[0]
    return TaskGuess(best.name, best.params, best.desc, best.confidence, tuple(options[1:]), seen=seen)


@lru_cache(maxsize=4096)
def recognised(trace: EpisodeTrace) -> TaskGuess | None:
    """The task that was served, if something speaks for one: a request, or deeds that leave no doubt."""
    from agent.recognition.recognizer import recognise  # a tenth of a second that most questions do not need

    guess = recognise(trace)
    if guess is None:
        return None
    asked = [line for text in trace.asked if (line := read_line(text)).things or line.cues]
    if guess.confidence < (_SURE if asked else _SURE_SEEN if guess.seen else _SURE_UNASKED):
        return None
    about = read_line(task_words(guess.desc)).classes if guess.params else frozenset()
    met = {name for line in asked for name in line.classes}
    met |= {kind for act in trace.acts for kind in (act.target_type, type_of(act.held or ""))}
    return guess if not about or about & met or not asked else None


def _acts(handled: Iterable[HandledObject]) -> Iterable[Act]:
    held: str | None = None
    for one in handled:
        into = one.action in ("Place", "Pour")
        target = one.target if into else one.thing
        if target is None:
            continue
        yield Act(one.action, target, one.thing if into else held, one.confidence)
        held = {"Pickup": target, "Place": None}.get(one.action, held)


def covering(found: Sequence[TaskRun], numbers: Iterable[tuple[int, int]]) -> list[TaskRun]:
    """Those of the errands in which one of these ranges of experiences lies, at least in part."""
    ranges = sorted(numbers)
    firsts = [first for first, _ in ranges]
    farthest = list(accumulate((last for _, last in ranges), max))
    return [one for one in found if (at := bisect_right(firsts, one.last)) and farthest[at - 1] >= one.first]
