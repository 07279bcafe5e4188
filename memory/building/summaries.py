"""One-line summaries of neighbouring nodes, first person and specific, from what was done in them.

Up to a task the line tells the steps and follows each thing ("I sliced the potato, cooked it in the microwave and put
it on the clean plate"); for days and longer it tells what came of it, with the part of the day or how often.
Clauses hold neither commas nor "and", so that the line of a day can be read back and counted into that of its week.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache

from envs.vocabulary.english import located, plural, sentence, the
from envs.vocabulary.numbers import times
from envs.vocabulary.stems import stem
from memory.building.clauses import clauses_of, is_speech
from memory.building.deed_outcomes import BASINS, FOOD, TOOLS, DeedOutcomes, DeedTriple, Effect, dishes, family
from memory.levels import DAY, TASK
from memory.roles import Item, Rule
from memory.wording import VERBS, verb_form

_STEPS_TOLD, _CLAUSES_TOLD = 8, 12
_WORKED = frozenset({"made coffee", "washed", "rinsed", "toasted", "cooked", "boiled", "heated", "sliced", "cracked"})
_MOVED = frozenset({"put", "picked up", "put down"})
_IDLE = re.compile(r"(?i)^I (walked|looked|moved|turned|watched|stopped)\b|^(The \S+|\S+) said ")
_GREETING = re.compile(r"(?i)^\W*(hi|hello|hey|hellow|ok|okay|thanks?|thank you|done|next|sure|yes|no|good)\b\W*$")
_NEGATED = re.compile(r"(?i)\b(not|n't|never|don't|dont|no need|unimportant|forget)\b")
_COMMON = frozenset(
    {"a", "about", "all", "always", "an", "and", "any", "are", "as", "be", "can", "could", "do", "for", "from"}
    | {"how", "i", "if", "in", "is", "it", "keep", "me", "my", "of", "on", "or", "remember", "should", "that"}
    | {"the", "them", "they", "thing", "things", "this", "to", "use", "used", "user", "want", "was", "what"}
    | {"when", "where", "which", "who", "with", "you", "your", "important"}
)


def wanted(rules: Sequence[Rule]) -> frozenset[str]:
    """Words that rules ask to remember; rules about what may be forgotten add none."""
    return _wanted(tuple(rule.text for rule in rules))


@lru_cache(maxsize=64)
def _wanted(texts: tuple[str, ...]) -> frozenset[str]:
    words = (re.findall(r"[a-z]+", text.lower()) for text in texts if not _NEGATED.search(text))
    return frozenset(stem(word) for line in words for word in line if word not in _COMMON and len(word) > 2)


def mentions(phrase: str, words: frozenset[str]) -> bool:
    """Whether a phrase holds one of the wanted words."""
    return bool(words) and any(stem(word) in words for word in re.findall(r"[a-z]+", phrase.lower()))


def summarize(items: Sequence[Item], level: int, rules: Sequence[Rule] = ()) -> str:
    """What some neighbouring nodes were about.

    Args:
        items: At least one, in order of time; placeholders speak through their own line.
        level: Of the node that gets the line, above goals.
        rules: What the user wants remembered is told even where it would be left out.
    """
    words = wanted(rules)
    if level < DAY:
        return _story(items, level, words)
    if level == DAY:
        return _day(items, words)
    return _long_time(items, words)


# --- subtasks and tasks


def _story(items: Sequence[Item], level: int, words: frozenset[str]) -> str:
    limit = _STEPS_TOLD if level == TASK else _CLAUSES_TOLD
    clauses: list[str] = []
    for run in _runs(items):
        clauses += _leftover(run, words) if run[0].forgotten else phrases(_deeds(run), words, limit)
    if level == TASK:
        clauses = [f"made {_dish(dish.name)}" for dish in _chronicle(_deeds(items)).dishes] + clauses
    clauses = clauses or _without_deeds(items)
    if not clauses[0][:1].islower() or is_speech(clauses[0]):
        return sentence(clauses[0])
    asked = request(items) if level == TASK else ""
    return sentence((f'Asked "{asked}", I ' if asked else "I ") + _and(clauses))


def _dish(name: str) -> str:
    return name if name == "toast" else f"a {name}"


def _runs(items: Sequence[Item]) -> list[list[Item]]:
    """Neighbours that are all placeholders or all not."""
    runs: list[list[Item]] = []
    for item in items:
        if runs and runs[-1][-1].forgotten == item.forgotten:
            runs[-1].append(item)
        else:
            runs.append([item])
    return runs


def _leftover(items: Sequence[Item], words: frozenset[str]) -> list[str]:
    """What the lines of placeholders still say."""
    found = [clause for item in items if not _IDLE.search(item.summary) for clause in clauses_of(item.summary)]
    return counted([(clause, 1) for clause in dict.fromkeys(found)], words)


def _without_deeds(items: Sequence[Item]) -> list[str]:
    """Nothing was done: the first thing said, else the line of the last item."""
    spoken = [item.summary for item in items if " said " in item.summary]
    line = (spoken or [items[-1].summary])[0].rstrip(".")
    return [line.removeprefix("I ") if line.startswith("I ") and not spoken else line]


def _deeds(items: Iterable[Item]) -> tuple[DeedTriple, ...]:
    return tuple(deed for item in items for deed in item.deeds)


class _Followed:
    """A chronicle that is read several times."""

    def __init__(self, deeds: tuple[DeedTriple, ...]) -> None:
        chronicle = DeedOutcomes().follow(deeds)
        self.steps = tuple(chronicle.finished())
        self.minor = tuple(step for step in chronicle.steps if step.minor)
        self.washed = frozenset(step.thing for step in self.steps if step.verb in ("washed", "cleaned"))
        self.dishes = tuple(dishes(chronicle))


@lru_cache(maxsize=256)
def _chronicle(deeds: tuple[DeedTriple, ...]) -> _Followed:
    return _Followed(deeds)


def phrases(
    deeds: tuple[DeedTriple, ...], words: frozenset[str] = frozenset(), limit: int = _CLAUSES_TOLD
) -> list[str]:
    """Deeds as verb phrases in the past: "sliced the potato", "cooked it in the microwave".

    Steps that only prepare others are left out, unless they hold one of the wanted words.

    Args:
        deeds: In order.
        words: As from ``wanted``.
        limit: The most phrases; those that changed things come before those that moved them.
    """
    followed = _chronicle(deeds)
    steps = _without_preparation(_gathered(followed.steps), words)
    steps += [step for step in _gathered(followed.minor) if step not in steps and _asked_for(step, words)]
    told: list[str] = []
    before: Effect | None = None
    for step in _most_telling(steps, limit, words):
        same = before is not None and family(before.thing) == family(step.thing) and before.count == step.count == 1
        told.append(_phrase(step, same, step.verb == "put" and step.place in followed.washed))
        before = step
    return told


def _without_preparation(steps: list[Effect], words: frozenset[str]) -> list[Effect]:
    """Less of things put somewhere before something was made of them, and of tools laid down."""
    last_work = {family(step.thing): index for index, step in enumerate(steps) if step.verb in _WORKED}
    left = []
    for index, step in enumerate(steps):
        on_the_way = step.verb == "put" and last_work.get(family(step.thing), -1) > index
        laid_down = step.verb == "put" and step.thing in TOOLS and bool(last_work)
        if not (on_the_way or laid_down) or _asked_for(step, words):
            left.append(step)
    return left


def _gathered(steps: Iterable[Effect]) -> list[Effect]:
    """Steps with equal words counted together, at the place of the first."""
    gathered: dict[tuple[str, str, str], Effect] = {}
    for step in steps:
        key = (step.verb, step.thing, step.place)
        gathered[key] = Effect(*key, gathered[key].count + step.count) if key in gathered else step
    return list(gathered.values())


def _things(step: Effect) -> str:
    return the(step.thing) if step.count == 1 else f"{step.count} {plural(step.thing)}" if step.thing else "something"


@lru_cache(maxsize=4096)
def _phrase(step: Effect, same: bool, clean: bool = False) -> str:
    """One step in words; ``same`` calls the thing "it", ``clean`` says that its place had been washed."""
    thing = "it" if same else _things(step)
    place = step.place
    where = located(place).replace("the ", "the clean ", 1) if clean and place else located(place) if place else ""
    if same and step.verb in ("picked up", "put down", "switched on", "switched off"):
        verb, particle = step.verb.split()
        return f"{verb} it {particle}"
    match step.verb:
        case "made coffee":
            return f"made coffee in {'it' if same else the(step.thing)}"
        case "picked up":
            return f"picked up {thing}" + (f" from {the(place)}" if place else "")
        case "filled":
            return f"filled {thing} with water"
        case "watered":
            return f"watered {the(step.thing)}"
        case "poured":
            return f"poured from {thing} into {the(place)}"
        case "emptied":
            return f"emptied {thing}"
        case verb if verb in VERBS:
            return f"{verb_form(verb)} {thing}"
        case verb if verb[:1].isupper():
            return f"{verb_form(verb)} {thing} {where}".rstrip()
        case verb:
            return f"{verb} {thing} {where}".rstrip()


def _asked_for(step: Effect, words: frozenset[str]) -> bool:
    return bool(words) and mentions(_phrase(step, False), words)


def _most_telling(steps: list[Effect], limit: int, words: frozenset[str]) -> list[Effect]:
    """At most ``limit`` steps in their order: what was asked for, then what changed things, then what was moved."""
    if len(steps) <= limit:
        return steps
    worked = {family(step.thing) for step in steps if step.verb in _WORKED}

    def rank(index: int) -> tuple[bool, bool, bool, int]:
        step = steps[index]
        cleared = step.place == "CounterTop" and family(step.thing) not in worked
        return (not _asked_for(step, words), step.verb in _MOVED, cleared, index)

    return [steps[index] for index in sorted(sorted(range(len(steps)), key=rank)[:limit])]


def request(items: Sequence[Item], length: int = 80) -> str:
    """The first thing a person asked for, cut to ``length`` characters; "" when nobody did."""
    for item in items:
        for speaker, text in re.findall(r"(?m)^Speech: (?:[\d:]+ )?([^:\n]+): (.*)$", item.text):
            if speaker.lower() in ("agent", "robot", "driver", "follower", "assistant"):
                continue
            words = " ".join(text.replace('"', "'").split())
            if (
                len(words.split()) > 2
                and not _GREETING.search(words)
                and not words.lower().startswith(("hi ", "hello "))
            ):
                return words if len(words) <= length else words[: length - 1].rstrip() + "…"
    return ""


# --- days


def _day(items: Sequence[Item], words: frozenset[str]) -> str:
    parts: dict[str, list[str]] = {}
    for item in items:
        parts.setdefault(part_of_day(item.start), []).extend(outcomes(item))
    told = []
    for part, found in parts.items():
        clauses = counted([(clause, 1) for clause in found], words) or ["did nothing of note"]
        told.append(_at(f"in the {part}" if part != "night" else "at night", clauses))
    first, last = items[0].start.date(), items[-1].end.date()
    lead = f"On {day_name(first)}" if first == last else f"From {day_name(first)} to {day_name(last)}"
    return sentence(f"{lead}, " + "; ".join(told))


def _at(lead: str, clauses: Sequence[str]) -> str:
    """What was done in a time as one sentence, what was said as others: it is no deed of the robot's."""
    deeds = [clause for clause in clauses if not is_speech(clause)]
    spoken = [clause for clause in clauses if is_speech(clause)]
    if deeds:
        return "; ".join([f"{lead} I {_and(deeds)}", *spoken])
    return f"{lead.rstrip(',')}, " + "; ".join(spoken)


def part_of_day(time: datetime) -> str:
    """Say "morning" from 5, "afternoon" from 12, "evening" from 17 to 22 o'clock, else "night"."""
    return {0: "night", 1: "morning", 2: "afternoon", 3: "evening"}[
        (time.hour >= 5) + (time.hour >= 12) + (time.hour >= 17) if 5 <= time.hour < 22 else 0
    ]


_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November")
_MONTHS += ("December",)


def day_name(day: date) -> str:
    """A date as "Monday 5 January", in English whatever the computer's language is."""
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"


def outcomes(item: Item) -> list[str]:
    """What came of a task, in clauses without comma or "and"."""
    if item.forgotten:
        return [clause for clause in clauses_of(item.summary) if not _IDLE.search(f"I {clause}")]
    clauses = _outcomes(item.deeds)
    if not item.deeds:
        clauses = [clause for clause in clauses_of(item.summary) if not _IDLE.search(f"I {clause}")]
    return list(dict.fromkeys(clauses))


@lru_cache(maxsize=256)
def _outcomes(deeds: tuple[DeedTriple, ...]) -> list[str]:
    followed = _chronicle(deeds)
    made = [f"made {_dish(dish.name)}" for dish in followed.dishes]
    parts = {part for dish in followed.dishes for part in dish.parts}
    rest = [step for step in _gathered(followed.steps) if not (made and _part_of_dish(step, parts))]
    return made + [_outcome(step) for step in _results(rest)]


def _part_of_dish(step: Effect, parts: set[str]) -> bool:
    return family(step.thing) in parts or step.verb == "put"


def _results(steps: Sequence[Effect]) -> list[Effect]:
    """What was worked on, and moves of things that were only moved; of slicing and cooking one thing the last."""
    worked = {family(step.thing): step for step in steps if step.verb in _WORKED}
    results = []
    for step in steps:
        if step.verb in _WORKED and family(step.thing) in FOOD and worked[family(step.thing)] != step:
            continue
        moved = step.verb in _MOVED
        if moved and (family(step.thing) in worked or step.thing in TOOLS or step.place in ("CounterTop", *BASINS)):
            continue
        results.append(step)
    return results or list(steps)


def _outcome(step: Effect) -> str:
    if step.verb == "made coffee":
        return "made coffee" if step.count == 1 else f"made {step.count} coffees"
    return _phrase(step, False).replace(",", "")


# --- weeks and longer


def _long_time(items: Sequence[Item], words: frozenset[str]) -> str:
    found = [pair for item in items for pair in _counts(item.summary)]
    clauses = counted(found, words) or ["did nothing of note"]
    first, last = items[0].start.date(), items[-1].end.date()
    if first == last:
        return sentence(_at(f"On {day_name(first)},", clauses))
    years = f" {first.year}" if first.year != last.year else ""
    lead = f"From {day_name(first)}{years} to {day_name(last)} {last.year},"
    return sentence(_at(lead, clauses))


def counted(found: Iterable[tuple[str, int]], words: frozenset[str] = frozenset()) -> list[str]:
    """Clauses with how often each happened: "made coffee (3 times)"; the most frequent ones, in order of appearance."""
    counts: dict[str, int] = {}
    for clause, count in found:
        counts[clause] = counts.get(clause, 0) + count
    order = sorted(counts, key=lambda clause: (not mentions(clause, words), -counts[clause]))[:_CLAUSES_TOLD]
    told = [
        f"{clause} ({times(counts[clause])})" if counts[clause] > 1 else clause for clause in counts if clause in order
    ]
    more = len(counts) - len(told)
    return told + ([f"did {more} other things"] if more > 1 else [])


_OTHER = re.compile(r"^did \d+ other things$|^did nothing of note$")


@lru_cache(maxsize=512)
def _counts(summary: str) -> tuple[tuple[str, int], ...]:
    """The clauses of a line and how often each happened."""
    pairs = []
    for clause in clauses_of(summary):
        match = re.search(r" \((twice|(\d+) times)\)$", clause)
        if not _OTHER.search(clause):
            pairs.append((clause[: match.start()], int(match[2] or 2)) if match else (clause, 1))
    return tuple(pairs)


def _and(clauses: Sequence[str]) -> str:
    """Clauses as "a, b and c"."""
    return clauses[0] if len(clauses) == 1 else ", ".join(clauses[:-1]) + f" and {clauses[-1]}"
