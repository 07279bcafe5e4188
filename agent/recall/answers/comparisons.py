"""Comparisons: which of two came first, took longer or was done more often; the longest, shortest, most frequent."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agent.recall.answer import Answer, RecallQuery
from agent.recall.answers.ordering import OrderReader
from agent.recall.answers.tasks import candidates, named, told
from agent.recall.lookup.occurrences import Occurrence, find
from agent.recall.lookup.task_matching import like
from agent.recall.lookup.task_runs import TaskRun
from agent.recall.understanding.question import Activity, Question, QuestionReader
from envs.vocabulary.english import how_many, noun, the
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.numbers import times
from memory.reading.traces import EVERYTHING, Scope
from memory.reading.view import View

_LONG = r"longer|slower|more time|the longest|longest|slowest|the most time|most time"
_SHORT = r"shorter|quicker|faster|less time|the shortest|shortest|quickest|fastest|the least time|least time"
_TOOK = r"(?:took|take|takes|lasted|last|needed|need|required|was|were|did you need|did you take|did you spend)"
_WHICH_LONGER = re.compile(
    rf"(?:what|which)(?: of (?:them|the two|these|those))?(?: \w+)? {_TOOK}(?: you)?(?: for)?(?: the)? "
    rf"(?P<degree>{_LONG}|{_SHORT})(?: to (?:do|make|finish|complete))?(?: on| for)? (?P<one>.+?) or (?P<other>.+)$"
)
_THAN = re.compile(
    rf"(?:did|was|were|has|is) (?P<one>.+?) (?:(?:take|last|need|require|taken)(?: you)? )?(?P<degree>{_LONG}|{_SHORT})"
    r"(?: time)? than (?P<other>.+)$"
)
_EXTREME = re.compile(
    r".*\b(?P<degree>longest|slowest|most time|shortest|quickest|fastest|least time)\b(?! (?:ago|you (?:held|saw)))"
)
_OFTENER = re.compile(
    r"(?:what|which)(?: \w+)? (?P<deed>did you .+?) (?P<degree>more often|more frequently|more|less often|"
    r"oftener)(?: of)? "
    r"(?P<one>.+?) or (?P<other>.+)$"
)
_OFTEN_THAN = re.compile(
    r"(?P<deed>did you \w+(?: (?:on|off|up))?) (?P<one>.+?) (?P<degree>more often|more times|more frequently|less "
    r"often|more|"
    r"as often|fewer times|just as often)(?: than| as) (?P<other>.+)$"
)
_MORE_THINGS = re.compile(
    r"(?P<head>were there|are there|did you \w+(?: up)?) (?P<degree>more|fewer|less|as many) (?P<one>.+?) (?:than|"
    r"as) (?P<other>.+)$"
)
_MOST = re.compile(
    r"(?:what|which)(?: (?P<noun>\w+))? (?P<deed>did you .+?)(?: the)? (?P<degree>most often|most frequently|most|"
    r"oftenest)$|"
    r"(?:what|which)(?: (?P<noun2>\w+))? (?P<deed2>did you) (?P<degree2>most often|most frequently) (?P<rest>.+)$"
)
_FIRST = re.compile(
    r"(?:what|which)(?: \w+)? (?P<deed>did you .+?) (?P<degree>first|last|earlier|later)(?: of)? (?P<one>.+?) or "
    r"(?P<other>.+)$"
)
_APART = re.compile(
    r"(?:how (?P<unit>long|much time|many (?:minutes|hours|seconds|days)))(?: (?:passed|went by|elapsed|was there|"
    r"was it|was|"
    r"is there|is it|is|lay|lie|were there|were|are there|did pass|had passed))* between (?P<one>.+?) and "
    r"(?P<other>.+)$"
)
_LATER = re.compile(
    r"how (?:long|much time|many (?:minutes|hours|seconds)|much) (?:later )?(?P<side>after|before) (?P<one>.+?) did "
    r"you (?P<other>.+)$"
)
_ORDER = re.compile(
    r"(?:in (?:what|which) order|what (?:was|is) the (?:order|sequence) (?:in which|of)|in what sequence) "
    r"(?:did you |you )?(?:do |make )?(?P<all>.+)$"
)
_BEFORE_OR_AFTER = re.compile(
    r"(?:was|did|were|is) (?:you )?(?P<one>.+?) (?:come |happen |take place |done |made )?"
    r"(?:before or after|after or before|earlier or later than) (?P<other>.+)$"
)
_OF_TASKS = frozenset({"task", "tasks", "chore", "chores", "job", "jobs", "errand", "request"})


@dataclass(frozen=True)
class ComparedSide:
    """One of the things compared."""

    name: str
    errands: tuple[TaskRun, ...]
    sure: bool


class Comparer:
    """Answers comparisons.

    Args:
        view: The memory.
        reader: The question reader for the time at which is asked.
        order: The reader of order for that time.
    """

    def __init__(self, view: View, reader: QuestionReader, order: OrderReader) -> None:
        self._view = view
        self._reader = reader
        self._order = order
        self._lexicon = Lexicon(view.types)

    def answer(self, text: str) -> Answer | None:
        """The answer to a comparison in plain words; None for any other question."""
        when = self._reader.time(text)
        words = " ".join(re.findall(r"[a-z0-9]+", when.rest))
        if match := _LATER.match(text) or _APART.match(text):
            return self._apart(match)
        if match := _WHICH_LONGER.match(words) or _THAN.match(words):
            return self._longer(match, when.scope)
        if match := _OFTEN_THAN.match(words) or _OFTENER.match(words):
            return self._oftener(match, when.scope)
        if match := _MORE_THINGS.match(words):
            return self._more_things(match, when.scope)
        if match := _ORDER.match(words):
            return self._in_order(match, when.scope)
        if match := _BEFORE_OR_AFTER.match(words):
            return self._before_or_after(match, when.scope)
        if re.match(
            r"(?:what|which)(?: tasks?| chores?)? (?:do|did|have) you (?:do|done)(?: the)? most(?: often)?$", words
        ):
            return self._most_tasks(self._asked("tasks", when.scope))
        if match := _MOST.match(words):
            return self._most(match, when.scope)
        if match := _FIRST.match(words):
            return self._first(match, when.scope)
        match = _EXTREME.match(words)
        if match and (re.search(r"\b(took|take|last|lasted|did you)\b", words) or _OF_TASKS & set(words.split())):
            return self._extreme(match, when.scope)
        return None

    def _asked(self, kind: str, scope: Scope = EVERYTHING) -> RecallQuery:
        return RecallQuery(Question(kind, Activity("any"), scope), self._view, self._reader.now)

    def _side(self, asked: RecallQuery, phrase: str) -> ComparedSide:
        phrase = re.sub(r"^(?:the|you|did you|to) ", "", phrase.strip())
        found = like(candidates(asked, phrase), phrase)
        return ComparedSide(phrase, found.errands, found.sure)

    # ---------------------------------------------------------------------------------------------------- how long

    def _longer(self, match: re.Match[str], scope: Scope) -> Answer | None:
        asked = self._asked("duration", scope)
        sides = [self._side(asked, match["one"]), self._side(asked, match["other"])]
        missing = [side.name for side in sides if not side.errands]
        if missing:
            return asked.never(f"I have no memory of {' or '.join(missing)}", None)
        ends = [side.errands[-1] for side in sides]
        one, other = ends
        longer = one if _took(one) >= _took(other) else other
        chosen = longer if re.fullmatch(_LONG, match["degree"]) else (other if longer is one else one)
        sure = all(side.sure for side in sides)
        lengths = f"{one.name} took {_said(_took(one))}, {other.name} {_said(_took(other))}"
        if match.re is _THAN:
            value = chosen is one and _took(one) != _took(other)
            return told(asked, f"{'Yes' if value else 'No'}: {lengths}.", value, ends, sure)
        return told(asked, f"{chosen.name}. ({lengths}.)", chosen.name, ends, sure)

    def _extreme(self, match: re.Match[str], scope: Scope) -> Answer:
        asked = self._asked("duration", scope)
        found = named(asked)
        if not found:
            return asked.never("I know of no task then", None)
        long = match["degree"] in ("longest", "slowest", "most time")
        chosen = (max if long else min)(found, key=_took)
        return told(asked, f"{chosen.name}. ({_said(_took(chosen))})", chosen.name, [chosen])

    def _in_order(self, match: re.Match[str], scope: Scope) -> Answer | None:
        """Several tasks in the order in which they were done. Value: tuple of names."""
        asked = self._asked("tasks", scope)
        sides = [self._side(asked, phrase) for phrase in re.split(r" and (?:then )?| or ", match["all"])]
        if len(sides) < 2:
            return None
        missing = [side.name for side in sides if not side.errands]
        if missing:
            return asked.never(f"I have no memory of {' or '.join(missing)}", ())
        found = sorted((side.errands[-1] for side in sides), key=lambda one: one.start)
        names = tuple(one.name for one in found)
        return told(asked, f"{', then '.join(names)}.", names, found, all(side.sure for side in sides))

    def _before_or_after(self, match: re.Match[str], scope: Scope) -> Answer:
        """Value: "before" or "after"."""
        asked = self._asked("beside", scope)
        sides = [self._order.spans(match["one"]), self._order.spans(match["other"])]
        if not all(sides):
            missing = match["one"] if not sides[0] else match["other"]
            return asked.never(f"I have no memory of {missing}", None)
        one, other = sides[0][-1][0], sides[1][-1][0]
        value = "before" if one < other else "after"
        nodes = [node for time in (one, other) if (node := self._node(time)) is not None]
        text = f"{value}: {match['one']} {asked.time(one)}, {match['other']} {asked.time(other)}"
        return asked.answer(text, value, nodes, "known" if nodes else "partly")

    def _apart(self, match: re.Match[str]) -> Answer:
        """Time from the end of one thing to the start of the next. Value: timedelta."""
        asked = self._asked("duration")
        sides = [self._order.spans(match["one"]), self._order.spans(match["other"])]
        if not all(sides):
            missing = match["one"] if not sides[0] else match["other"]
            return asked.never(f"I have no memory of {missing}", None)
        first, second = sorted((sides[0][-1], sides[1][-1]))
        if "unit" in match.re.groupindex and match["unit"] == "many days":
            days = (second[0].date() - first[1].date()).days
            nodes = [node for end in (first[1], second[0]) if (node := self._node(end)) is not None]
            text = f"{how_many(days, 'day')}, from {_at(asked, first[1])} to {_at(asked, second[0])}"
            return asked.answer(text, days, nodes, "known" if nodes else "partly")
        gap = max(second[0] - first[1], timedelta())
        nodes = [node for end in (first[1], second[0]) if (node := self._node(end)) is not None]
        text = f"{_said(gap)}, from {_at(asked, first[1])} to {_at(asked, second[0])}"
        return asked.answer(text, gap, nodes, "known" if nodes else "partly")

    def _node(self, when: datetime) -> int | None:
        number = self._view.at(when)
        return None if number is None else self._view.episodes.event(number)

    # --------------------------------------------------------------------------------------------------- how often

    def _deeds(self, deed: str, phrase: str, scope: Scope) -> tuple[Activity, list[Occurrence]]:
        activity = self._reader.activity(f"{deed} the {phrase.removeprefix('the ')}".split())
        if activity.kind == "task":
            activity = replace(activity, kind="any")
        known = activity.things and set(activity.things) & set(self._view.types)
        return activity, find(self._view, activity, scope) if known else []

    def _oftener(self, match: re.Match[str], scope: Scope) -> Answer | None:
        asked = self._asked("often", scope)
        deed = re.sub(r"^did you (?:do|use)$", "did you use", match["deed"])
        both = [self._deeds(deed, match[name], scope) for name in ("one", "other")]
        if not all(activity.things for activity, _ in both):
            return self._tasks_oftener(match, asked)
        counts = [len(rows) for _, rows in both]
        kinds = [activity.things[0] for activity, _ in both]
        words = f"{the(kinds[0])} {times(counts[0])}, {the(kinds[1])} {times(counts[1])}"
        evidence = [row.node for _, rows in both for row in rows[-10:]]
        return _compared(asked, match, counts, kinds, words, evidence)

    def _tasks_oftener(self, match: re.Match[str], asked: RecallQuery) -> Answer | None:
        sides = [self._side(asked, match["one"]), self._side(asked, match["other"])]
        if not any(side.errands for side in sides):
            return None
        counts = [len(side.errands) for side in sides]
        names = [side.errands[0].name if side.errands else side.name for side in sides]
        words = f"{names[0]} {times(counts[0])}, {names[1]} {times(counts[1])}"
        evidence = [one.node for side in sides for one in side.errands]
        return _compared(asked, match, counts, names, words, evidence)

    def _more_things(self, match: re.Match[str], scope: Scope) -> Answer | None:
        asked = self._asked("amount", scope)
        head = match["head"] if match["head"].startswith("did") else "did you see"
        both = [self._deeds(head, match[name], scope) for name in ("one", "other")]
        if not all(activity.things for activity, _ in both):
            return None
        different = [{row.thing: row.node for row in rows if row.thing} for _, rows in both]
        counts = [len(rows) for rows in different]
        words = f"{counts[0]} {match['one']}, {counts[1]} {match['other']}"
        evidence = [node for rows in different for node in rows.values()]
        return _compared(asked, match, counts, [match["one"], match["other"]], words, evidence)

    def _most(self, match: re.Match[str], scope: Scope) -> Answer | None:
        asked = self._asked("which", scope)
        if (match["noun"] or match["noun2"]) in _OF_TASKS:
            return self._most_tasks(asked)
        deed = match["deed"] or f"{match['deed2']} {match['rest']}"
        activity = self._reader.activity(deed.split())
        if activity.kind == "task" and not activity.things:
            return None
        rows = [row for row in find(self._view, activity, scope) if row.kind]
        if not rows:
            return asked.never("I have no memory of that", None)
        counted = Counter(row.kind or "" for row in rows).most_common(3)
        kind, most = counted[0]
        others = "".join(f", {the(other)} {times(count)}" for other, count in counted[1:])
        evidence = [row.node for row in rows if row.kind == kind]
        return asked.answer(f"{the(kind)}: {times(most)}{others}", kind, evidence)

    def _most_tasks(self, asked: RecallQuery) -> Answer:
        found = named(asked)
        if not found:
            return asked.never("I know of no task then", None)
        name, most = Counter(one.name for one in found).most_common(1)[0]
        return told(asked, f"{name}. ({times(most)})", name, [one for one in found if one.name == name])

    def _first(self, match: re.Match[str], scope: Scope) -> Answer | None:
        """Which of two things something was done to first. Value: its class."""
        asked = self._asked("beside", scope)
        both = [self._deeds(match["deed"], match[name], scope) for name in ("one", "other")]
        if not all(activity.things and activity.kind != "any" for activity, _ in both):
            return None
        early = match["degree"] in ("first", "earlier")
        ends = [(rows[0 if early else -1], activity) for activity, rows in both if rows]
        if len(ends) < 2:
            missing = next(activity for activity, rows in both if not rows)
            return asked.never(f"I have no memory of that with {the(missing.things[0])}", None)
        ends.sort(key=lambda end: end[0].first, reverse=not early)
        (one, activity), (other, _) = ends
        text = f"{the(activity.things[0])}: {one.text} {asked.time(one.time)}, {other.text} {asked.time(other.time)}"
        return asked.answer(text, activity.things[0], [one.node, other.node])


def _compared(
    asked: RecallQuery,
    match: re.Match[str],
    counts: Sequence[int],
    names: Sequence[str],
    words: str,
    evidence: Sequence[int],
) -> Answer:
    """Which of two counts is the greater, or whether the first one is."""
    less = match["degree"].startswith(("less", "fewer"))
    if not any(counts):
        return asked.never(f"neither: {words}", None if match.re is _OFTENER else False)
    if match.re is not _OFTENER:
        equal = match["degree"].startswith(("as", "just as"))
        value = counts[0] == counts[1] if equal else (counts[0] < counts[1] if less else counts[0] > counts[1])
        return asked.answer(f"{'Yes' if value else 'No'}: {words}", value, evidence)
    if counts[0] == counts[1]:
        return asked.answer(f"both as often: {words}", None, evidence)
    chosen = names[(counts[0] < counts[1]) != less]
    called = the(chosen) if chosen[:1].isupper() else noun(chosen)
    return asked.answer(f"{called} ({words})", chosen, evidence)


def _at(asked: RecallQuery, when: datetime) -> str:
    return asked.time(when).removeprefix("on ")


def _took(one: TaskRun) -> timedelta:
    return one.end - one.start


def _said(length: timedelta) -> str:
    minutes, seconds = divmod(round(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s"
