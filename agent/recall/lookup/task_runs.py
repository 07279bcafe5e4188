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

from agent.recall.lookup.steps import key, task_words
from agent.recognition.lines import read_line
from agent.recognition.recognizer import Alternative, TaskGuess, recognise
from agent.recognition.trace import Act, EpisodeTrace
from memory.experience import Utterance, type_of
from memory.reading.episodes import Handled, Run, Told
from memory.reading.task_names import keep_naming, kept_naming
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View
from memory.store.database import Store

_SURE = 0.25
"""Least confidence with which a task is named when somebody asked for something."""
_SURE_UNASKED = 0.9
"""The same where only deeds speak for it."""


@dataclass(frozen=True)
class Errand:
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
        whole: Whether its goals are remembered; False when only a summary is left.
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

    def chance(self, wanted: str) -> float:
        """Probability that it was the task with that key (``recall_steps.key``)."""
        if key(self.name) == wanted:
            return self.confidence
        return sum(share for name, share in self.others if key(name) == wanted)


def errands(view: View, scope: Scope = EVERYTHING) -> list[Errand]:
    """Every errand that began in a scope, in the order in which they were lived; unnamed ones, too."""
    known = _READ.setdefault(view, {})
    if scope not in known:
        found = _errands(view, view.episodes.runs(scope))
        found += [_told(one) for one in view.episodes.told(scope)]
        known[scope] = sorted(found, key=lambda one: one.first)
        view.episodes.count(*(one.name for one in found))
    return known[scope]


def errands_at(view: View, scope: Scope, numbers: Iterable[int]) -> list[Errand]:
    """Those errands in the episodes of these experiences; of short memories all in the scope."""
    if not view.episodes.many():
        return errands(view, scope)
    found = _errands(view, view.episodes.runs(scope, sorted(set(numbers))))
    view.episodes.count(*(one.name for one in found))
    return found


def _errands(view: View, runs: Sequence[Run]) -> list[Errand]:
    stated = {run.episode for run in runs if run.task}
    return [_errand(view, run, run.episode in stated) for run in runs]


def _errand(view: View, run: Run, stated: bool) -> Errand:
    edges = (run.start, run.end, run.first, run.last, run.node, run.closing)
    if run.task or stated:  # goals without a task between named ones served none
        return Errand(run.task or "", *edges)
    return _named(edges, _guess(view, run))


def _named(edges: tuple[datetime, datetime, int, int, int, int], guess: TaskGuess | None, whole: bool = True) -> Errand:
    if guess is None:
        return Errand("", *edges, whole=whole)
    others = tuple((task_words(other.desc), other.confidence) for other in guess.alternatives)
    return Errand(task_words(guess.desc), *edges, others, guess.confidence, whole)


def _told(one: Told) -> Errand:
    """An errand of which only the summary is left: what was asked for is quoted in it."""
    asked = _quoted(one.summary)
    guess = recognised(EpisodeTrace((Utterance("user", asked),), ())) if asked else None
    return _named((one.start, one.end, one.first, one.last, one.node, one.node), guess, whole=False)


def _quoted(summary: str) -> str:
    match = re.search(r'Asked "(.+?)"', summary)
    return match[1] if match else ""


_READ: WeakKeyDictionary[View, dict[Scope, list[Errand]]] = WeakKeyDictionary()
"""Errands by scope, for as long as one question is answered."""
_SEEN: WeakKeyDictionary[Store, dict[str, tuple[tuple[int, ...], TaskGuess | None]]] = WeakKeyDictionary()


def _guess(view: View, run: Run) -> TaskGuess | None:
    """Which task a run of goals served; read again only when some of it was added or forgotten."""
    episodes = view.episodes
    known = _SEEN.setdefault(episodes.store, {})
    mark = (run.first, run.last, *episodes.size(run.first, run.last))
    found = known.get(run.episode)
    if found is None or found[0] != mark:
        kept = kept_naming(episodes.store, run, mark)
        found = mark, _tell(view, run) if kept is None else _read_naming(kept)
        known[run.episode] = found
    return found[1]


def _tell(view: View, run: Run) -> TaskGuess | None:
    episodes = view.episodes
    handled, speech = episodes.evidence(run.first, run.last)
    if not any(not said.own for said in speech) and (asked := _quoted(episodes.above(run.node))):
        speech = (Utterance("user", asked), *speech)  # the words are forgotten, the summary still quotes them
    return recognised(EpisodeTrace(speech, tuple(_acts(handled))))


def name_run(view: View, run: Run) -> bool:
    """Keep in the memory which task a run of goals served; whether that was not known there yet.

    Args:
        view: Of a memory that is open for writing.
        run: The goals.
    """
    store = view.episodes.store
    mark = (run.first, run.last, *view.episodes.size(run.first, run.last))
    if kept_naming(store, run, mark) is not None:
        return False
    guess = _guess(view, run)
    options = [] if guess is None else [Alternative(guess.name, guess.params, guess.desc, guess.confidence)]
    options += [] if guess is None else guess.alternatives
    keep_naming(store, run, mark, [[one.name, one.params, one.desc, one.confidence] for one in options])
    return True


def _read_naming(kept: list[list[Any]]) -> TaskGuess | None:
    options = [Alternative(name, tuple(params), desc, confidence) for name, params, desc, confidence in kept]
    if not options:
        return None
    best = options[0]
    return TaskGuess(best.name, best.params, best.desc, best.confidence, tuple(options[1:]))


@lru_cache(maxsize=4096)
def recognised(trace: EpisodeTrace) -> TaskGuess | None:
    """The task that was served, if something speaks for one: a request, or deeds that leave no doubt."""
    guess = recognise(trace)
    if guess is None:
        return None
    asked = [line for text in trace.asked if (line := read_line(text)).things or line.cues]
    if guess.confidence < (_SURE if asked else _SURE_UNASKED):
        return None
    about = read_line(task_words(guess.desc)).classes if guess.params else frozenset()
    met = {name for line in asked for name in line.classes}
    met |= {kind for act in trace.acts for kind in (act.target_type, type_of(act.held or ""))}
    return guess if not about or about & met or not asked else None


def _acts(handled: Iterable[Handled]) -> Iterable[Act]:
    held: str | None = None
    for one in handled:
        into = one.action in ("Place", "Pour")
        target = one.target if into else one.thing
        if target is None:
            continue
        yield Act(one.action, target, one.thing if into else held)
        held = {"Pickup": target, "Place": None}.get(one.action, held)


def covering(found: Sequence[Errand], numbers: Iterable[tuple[int, int]]) -> list[Errand]:
    """Those of the errands in which one of these ranges of experiences lies, at least in part."""
    ranges = sorted(numbers)
    firsts = [first for first, _ in ranges]
    farthest = list(accumulate((last for _, last in ranges), max))
    return [one for one in found if (at := bisect_right(firsts, one.last)) and farthest[at - 1] >= one.first]
