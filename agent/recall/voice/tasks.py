"""What was found about tasks, in words: what was done, what was tried and came to nothing, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import wraps

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.answer import listed_times
from agent.recall.understanding.dates import say_day
from agent.recall.understanding.times import say_time
from agent.recall.voice.already import is_already, so_already
from agent.recall.voice.phrases import agreed, before_or_after, said_length, teller, told_deed, when_words
from agent.recall.voice.task_phrases import at_doing, at_doing_words, did, ended, for_whom, to_do
from envs.vocabulary.english import how_many, joined, sentence, the
from envs.vocabulary.numbers import times
from envs.vocabulary.task_names import plainly

_A_WHILE = timedelta(minutes=2)
MOST_TASKS = 12
"""Tasks that are still told one by one."""


def account(items: Sequence[FoundItem]) -> str:
    """Several tasks in sentences: what was done in one, then what came to nothing."""
    finished = [did(item.name) for item in items if item.what == "task" and item.status == "done"]
    parts = []
    if finished:
        told = each_once(finished)
        shown = told if len(told) <= MOST_TASKS else [*told[:MOST_TASKS], f"did {len(told) - MOST_TASKS} more things"]
        parts.append(sentence(f"I {joined(shown)}"))
    parts += [sentence(text) for text in dict.fromkeys(ended(i) for i in items if _unfinished(i))]
    parts += [sentence(ended(i)) for i in items if i.what != "task"]
    return " ".join(parts)


def _unfinished(item: FoundItem) -> bool:
    return item.what == "task" and item.status != "done"


def each_once(phrases: Sequence[str]) -> list[str]:
    """Equal phrases once, with how often."""
    return [one if count == 1 else f"{one} ({times(count)})" for one, count in Counter(phrases).items()]


def _then(findings: Findings) -> str:
    return when_words(findings.query.of)


def _day_first(findings: Findings, text: str, named: bool = False) -> str:
    """With the time that was asked about in front: "Yesterday I made a salad."; a name keeps its capital."""
    words = findings.query.of.time.words
    if not words or not text:
        return text
    return f"{words[:1].upper()}{words[1:]} {text if named else _lower(text)}"


def _summarised(findings: Findings) -> str:
    lines = [item for item in findings.items if item.what == "summary"]
    told = " ".join(sentence(ended(line)) for line in lines[:4])
    return f"I have forgotten the details, but a summary of that time still tells: {told}"


def _nothing(findings: Findings, now: datetime) -> str:
    """That there was none, with the nearest there is."""
    query = findings.query
    if any(item.what == "summary" for item in findings.items):
        return _summarised(findings)
    nearest = next((caveat.items for caveat in findings.caveats if caveat.kind == "nearest" and caveat.items), ())
    if query.of.ordinal is not None and nearest and not query.of.task:
        return f"I know of only {how_many(len(nearest), 'task')}{_then(findings)}: {account(nearest)}"
    if query.of.outcomes == ("running",) and not query.of.task:
        return "I am doing nothing at the moment, as far as I know"
    if query.of.task and nearest and "interrupted" in query.of.outcomes:
        return f"I was not interrupted while {at_doing_words(query.of.task)}{_then(findings)}, as far as I know"
    if query.of.task:
        text = f"I have no memory of {at_doing_words(query.of.task)}{for_whom(query.of.speaker)}{_then(findings)}"
    else:
        text = f"I know of no {_kind_of_task(findings)}{_then(findings)}"
    return f"{text}. The nearest that I know of: {with_its_time(nearest[-1], now)}" if nearest else text


def _kind_of_task(findings: Findings) -> str:
    outcomes, thing = findings.query.of.outcomes, findings.query.of.thing
    how = {"failed": "failed", "cancelled": "called-off", "done": "finished", "interrupted": "interrupted"}
    words = [how[outcome] for outcome in outcomes if outcome in how][:1]
    about = [f"with {the(thing.types[0])}"] if thing.types else []
    return " ".join([*words, "task", *about])


def of_any_task(words: Callable[[Findings, Sequence[FoundItem], datetime], str]) -> Callable[[Findings, datetime], str]:
    """A wording of tasks as one of findings: where there are no tasks, that there are none."""

    @wraps(words)
    def worded(findings: Findings, now: datetime) -> str:
        tasks = tasks_told(findings)
        return words(findings, tasks, now) if tasks else _nothing(findings, now)

    return worded


# --------------------------------------------------------------------------------------------------------- by ask


def list_words(findings: Findings, now: datetime) -> str:
    """Which there were."""
    tasks = tasks_told(findings)
    if tasks and findings.query.of.speaker not in ("", "robot") and findings.query.of.ordinal is None:
        return _asked_for(findings, tasks)
    if not tasks:
        return _nothing(findings, now)
    if findings.query.of.ordinal is not None or findings.query.of.next_to:
        return with_its_time(tasks[0], now) + (_as_asked(tasks[0]) if findings.query.of.speaker else "")
    return _day_first(findings, account(findings.items))


def _as_asked(item: FoundItem) -> str:
    """The words in which a task was asked for."""
    who = teller(item)
    return f'. {who[:1].upper()}{who[1:]} said: "{item.request}"' if item.request else ""


def _asked_for(findings: Findings, tasks: Sequence[FoundItem]) -> str:
    """What was asked for, and what became of it."""
    wishes: dict[str, list[str]] = {}
    for item in tasks:
        wishes.setdefault(teller(item), []).append(to_do(item.name))
    first, *others = [sentence(f"{who} asked me to {joined(each_once(todo))}") for who, todo in wishes.items()]
    asked = " ".join([_day_first(findings, first, named="you" not in list(wishes)[:1]), *others])
    short = " ".join(dict.fromkeys(sentence(ended(item)) for item in tasks if item.status != "done"))
    some_done = any(item.status == "done" for item in tasks)
    became = "I did all of it." if not short else f"{short} The rest is done." if some_done else short
    return f"{asked} {became}"


@of_any_task
def count_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """How many there were."""
    value, query = findings.value, findings.query
    if query.counted == "days":
        text = f"On {how_many(value, 'day')}"
    elif (
        query.counted == "things" and query.of.task and value != len([task for task in tasks if task.status == "done"])
    ):
        text = f"{value} of them"  # as the names of the tasks have it
    else:
        text = ("never" if not value else times(value)) if query.of.task else how_many(value, "task")
    claimed = any(caveat.kind == "claim" for caveat in findings.caveats)
    start = "No, " if claimed else "Yes, " if query.claim is not None else ""
    return f"{start}{text}{_then(findings)}: {account(tasks)}"


def exists_words(findings: Findings, now: datetime) -> str:
    """Whether there was one."""
    tasks = tasks_told(findings)
    if not tasks:
        if findings.value:
            return f"Yes. {_summarised(findings)}"
        return f"No, {_lower(_nothing(findings, now))}"
    if is_already(findings):
        return so_already(tasks[-1], now)
    if not findings.value:
        return f"No. {' '.join(sentence(with_its_time(item, now)) for item in tasks[-4:])}"
    if len({item.name for item in tasks}) == 1 and tasks[0].status == "done":
        return f"Yes, I {did(tasks[0].name)} {_done_at(tasks, [item.start for item in tasks], now)}"
    return f"Yes. {account(tasks)}"


@of_any_task
def when_told(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """When they were."""
    if not findings.value:
        return f"I did not. {' '.join(sentence(with_its_time(item, now)) for item in tasks[-2:])}"
    if is_already(findings):
        return so_already(tasks[-1], now)
    moments = findings.value if isinstance(findings.value[0], datetime) else [item.start for item in tasks]
    if findings.query.measure == "asked":
        return joined([_asked_at(item, moment, now) for item, moment in zip(tasks, moments, strict=True)][:MOST_TASKS])
    if any(item.status != "done" for item in tasks):
        return " ".join(sentence(_stood(item, findings.query.measure == "end", now)) for item in tasks[:MOST_TASKS])
    verb = "I was done with" if findings.query.measure == "end" else "I"
    what = at_doing(tasks[0].name) if findings.query.measure == "end" else did(tasks[0].name)
    if len({item.name for item in tasks}) == 1:
        return f"{verb} {what} {_done_at(tasks, moments, now)}"
    return joined(
        [f"I {did(i.name)} {say_time(moment, now)}" for i, moment in zip(tasks, moments, strict=True)][:MOST_TASKS]
    )


def _asked_at(item: FoundItem, moment: datetime, now: datetime) -> str:
    return f"{teller(item)} asked me to {to_do(item.name)} {say_time(moment, now)}"


def _stood(item: FoundItem, over: bool, now: datetime) -> str:
    """When a task was tried, or until when (``over``); of one that waits when it was asked for."""
    if item.status in ("waiting", "running") and item.asked:
        return f"{_asked_at(item, item.asked, now)}; {ended(item)}"
    later = f"{item.end:%H:%M}" != f"{item.start:%H:%M}"
    until = f" until {item.end:%H:%M}" if over and item.status != "done" and later else ""
    return ended(item, f"{say_time(item.start, now)}{until}")


def _done_at(tasks: Sequence[FoundItem], moments: Sequence[datetime], now: datetime) -> str:
    """When tasks were done; of a single one that was asked for and took a while from when to when."""
    item = tasks[0]
    long = item.end - moments[0] >= _A_WHILE and item.start.date() == item.end.date()
    if len(moments) > 1 or not long or not item.request:
        return listed_times(moments, now)
    return f"{say_day(item.start.date(), now)} from {moments[0]:%H:%M} to {item.end:%H:%M}"


def ago_words(findings: Findings, now: datetime) -> str:
    """How long ago they were."""
    if not findings.value:
        return when_told(findings, now)
    said = joined([f"{how_many(days, 'day')} ago" if days else "today" for days in dict.fromkeys(findings.value)])
    tasks = tasks_told(findings)
    if not tasks:
        return f"{said}. {_summarised(findings)}"
    return f"{said}: I {did(tasks[-1].name)} {listed_times([item.start for item in tasks], now)}"


def duration_words(findings: Findings, now: datetime) -> str:
    """How long it took, or lay between."""
    tasks = tasks_told(findings)
    if findings.value is None or not findings.items:
        return _nothing(findings, now)
    long = how_many(findings.value, "day") if isinstance(findings.value, int) else said_length(findings.value)
    if findings.query.against:
        first, second = findings.items[0], findings.items[-1]
        ends = (say_time(first.end, now).removeprefix("on "), say_time(second.start, now).removeprefix("on "))
        return f"{long}, from {ends[0]} to {ends[1]}"
    if len(tasks) > 1:
        return f"{long} in all{_then(findings)}, for {how_many(len(tasks), 'task')}"
    return f"{long}: {with_its_time(tasks[0], now)}"


@of_any_task
def order_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """In which order they came."""
    first, *rest = tasks
    later = "".join(f"; then {with_its_time(item, now)}" for item in rest)
    return f"{before_or_after(findings) or 'First '}{with_its_time(first, now)}{later}"


@of_any_task
def steps_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """How it was done."""
    deeds = [item.name for item in findings.items if item.what == "deed"]
    heading = with_its_time(tasks[0], now)
    if not deeds:
        return f"{heading}, but I remember nothing that I handled for it"
    return f"{heading}. I {joined(deeds)}"


def summary_words(findings: Findings, now: datetime) -> str:
    """What happened, day by day."""
    if not findings.items:
        return _nothing(findings, now)
    days: dict[str, list[FoundItem]] = {}
    for item in findings.items:
        days.setdefault(say_day(item.start.date(), now), []).append(item)
    if len(days) == 1 and findings.query.of.time.words:
        return _day_first(findings, account(findings.items))
    return "\n".join(f"{day[:1].upper()}{day[1:]}: {account(items)}" for day, items in days.items())


@of_any_task
def compare_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """Which of two it was."""
    value = findings.value
    said = agreed(findings) if isinstance(value, bool) else plainly(value) if value else "Both the same"
    if not isinstance(value, bool) and findings.query.measure == "start" and (side := before_or_after(findings)):
        return f"{side}{_weighed(findings, tasks, now)}"
    return f"{said}: {_weighed(findings, tasks, now)}"


@of_any_task
def extreme_words(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    """Which one is the most or the least."""
    if findings.query.counted == "days":
        day = say_day(tasks[0].start.date(), now)
        return f"{day}, with {how_many(len(tasks), 'task')}: {account(tasks)}"
    item = tasks[0]
    if findings.query.measure in ("count", "failures"):
        names = dict.fromkeys(plainly(one.name) for one in tasks)
        return f"{joined(list(names))}: {times(len(tasks) // len(names))}"
    if findings.query.measure in ("start", "end"):
        return with_its_time(item, now)
    return f"{plainly(item.name)}: {said_length(item.end - item.start)}, {say_time(item.start, now)}"


def _weighed(findings: Findings, tasks: Sequence[FoundItem], now: datetime) -> str:
    measure = findings.query.measure or "count"
    if measure == "duration":
        return joined([f"{at_doing(item.name)} took {said_length(item.end - item.start)}" for item in tasks])
    if measure in ("start", "end"):
        each = [item for item in findings.items if item.what in ("task", "deed")]
        return joined([with_its_time(item, now) if item.what == "task" else told_deed(item, now) for item in each])
    sides = (findings.query.of, *findings.query.against)
    if len({side.time.words for side in sides}) == len(sides):
        days = Counter(say_day(item.start.date(), now) for item in tasks)
        return joined([f"{how_many(count, 'task')} {day}" for day, count in days.items()])
    counts = Counter(item.name for item in tasks)
    return joined([f"I {did(name)} {times(count)}" for name, count in counts.items()])


def tasks_told(findings: Findings) -> list[FoundItem]:
    """The tasks among what was found."""
    return [item for item in findings.items if item.what == "task"]


def with_its_time(item: FoundItem, now: datetime) -> str:
    """A task with how it stands and when it began."""
    return ended(item, say_time(item.start, now))


def _lower(text: str) -> str:
    return text if text.startswith(("I ", "I'")) else text[:1].lower() + text[1:]


TASK_WORDINGS: Mapping[tuple[str, str], Callable[[Findings, datetime], str]] = {
    ("list", "tasks"): list_words,
    ("count", "tasks"): count_words,
    ("exists", "tasks"): exists_words,
    ("when", "tasks"): when_told,
    ("ago", "tasks"): ago_words,
    ("duration", "tasks"): duration_words,
    ("order", "tasks"): order_words,
    ("steps", "tasks"): steps_words,
    ("compare", "tasks"): compare_words,
    ("extreme", "tasks"): extreme_words,
    ("summary", "tasks"): summary_words,
}
"""By ask and subject, as in ``speaking.WORDINGS``."""
