"""Accounts: what was done in a stretch of time, told concisely; and what was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agent.recall.answer import Answer, RecallQuery, counted
from agent.recall.understanding.dates import day_scope, say_day
from envs.vocabulary.english import how_many, joined, sentence, the
from envs.vocabulary.inflection import singular
from envs.vocabulary.numbers import times
from memory.reading.traces import ObjectInteraction, Said, Scope, SummaryLine
from memory.wording import Deed, say

_TELL_ALL = 14  # phrases in one stretch that are still told one by one
_STRETCHES = 12  # stretches that are still told one by one
_UTTERANCES = 12
_SMALL_TALK = re.compile(
    r"(?:(?:thank you|thanks|thank|well done|good job|great job|great|nice|good|perfect|wonderful|hello|hi|hey|bye|"
    r"goodbye|"
    r"ok|okay|yes|no|you are done|that is all|done|job|work|very|much|so|a lot|cheers|task|is|complete)[ ,.!]*)+"
)


@dataclass(frozen=True)
class Stretch:
    """What was done for one request in one episode, without a long break."""

    task: str | None
    deeds: tuple[ObjectInteraction, ...]

    @property
    def start(self) -> datetime:
        """Time of the first deed."""
        return self.deeds[0].time

    @property
    def end(self) -> datetime:
        """Time of the last deed."""
        return self.deeds[-1].time


def account(asked: RecallQuery) -> Answer:
    """What was done. Value: tuple of verb phrases in order ("picked up the mug and put it in the sink basin")."""
    scope, words = _account_scope(asked)
    if scope is None:
        return asked.never("I have no memories yet", ())
    deeds = asked.view.interactions(scope)
    goals = asked.view.goals(scope)
    if not deeds and not goals and asked.question.instant:
        return _around(asked)
    if not deeds:
        return _idle(asked, goals, words)
    ordinal = asked.question.ordinal
    if ordinal is not None and not asked.question.scope.episode:
        return _one(asked, deeds, ordinal)
    stretches = _stretches(deeds)
    lines = [_line(asked, stretch, len(stretches) > 1) for stretch in stretches[:_STRETCHES]]
    if len(stretches) > _STRETCHES:
        rest = [deed for stretch in stretches[_STRETCHES:] for deed in stretch.deeds]
        lines.append(f"After that, until {asked.time(rest[-1].time)}: I {_tally(rest)}.")
    failures = len(asked.view.interactions(scope, success=False))
    if failures:
        lines.append("One attempt failed on the way." if failures == 1 else f"{failures} attempts failed on the way.")
    value = tuple(phrase for stretch in stretches for phrase, _ in phrases(stretch.deeds))
    heading = f"{words[:1].upper()}{words[1:]}" if words else ""
    joint = ": " if asked.question.instant else ", "
    text = "\n".join([f"{heading}:", *lines]) if len(lines) > 1 else joint.join(filter(None, (heading, lines[0])))
    return asked.answer(text, value, [deed.goal for deed in deeds])


def _account_scope(asked: RecallQuery) -> tuple[Scope | None, str]:
    """The scope asked for, else the latest day on which something was lived; None for an empty memory."""
    question = asked.question
    if question.scope.limited:
        return question.scope, question.when
    last = asked.view.last_time()
    if last is None:
        return None, ""
    return day_scope(last.date()), say_day(last.date(), asked.now)


def _one(asked: RecallQuery, deeds: list[ObjectInteraction], ordinal: int) -> Answer:
    """The first or last thing done, as one phrase."""
    told = phrases(deeds)
    index = ordinal - 1 if ordinal > 0 else ordinal
    if not -len(told) <= index < len(told):
        return asked.never(f"I did only {how_many(len(told), 'thing')}{asked.when}", ())
    text, rows = told[index]
    return asked.answer(f"I {text} {asked.time(rows[0].time)}", (text,), [row.goal for row in rows])


def _idle(asked: RecallQuery, goals: list[SummaryLine], words: str) -> Answer:
    """No object was handled: say what else went on, in the words of the goals."""
    if not goals:
        return asked.never(f"I have no memory of anything{f' {words}' if words else ''}", ())
    told = list(dict.fromkeys(goal.summary for goal in goals))
    more = f" And {len(told) - 4} more such things." if len(told) > 4 else ""
    heading = f"{words[:1].upper()}{words[1:]}: " if words else ""
    return asked.answer(heading + " ".join(told[:4]) + more, tuple(told), [goal.node for goal in goals])


def _around(asked: RecallQuery) -> Answer:
    """Nothing is known of a moment: say what was done shortly before and after it."""
    start, end = asked.question.scope.start or asked.now, asked.question.scope.end or asked.now
    half = timedelta(minutes=30)
    before = asked.view.interactions(Scope(start - half, start))[-1:]
    after = asked.view.interactions(Scope(end, end + half))[:1]
    if not before and not after:
        return asked.never(f"I have no memory of anything{asked.when}", ())
    told = [f"before it, at {row.time:%H:%M}, I {say(row.deed)}" for row in before]
    told += [f"after it, at {row.time:%H:%M}, I {say(row.deed)}" for row in after]
    rows = [*before, *after]
    text = f"I have no memory of anything{asked.when} itself; {joined(told)}"
    return asked.answer(text, tuple(say(row.deed) for row in rows), [row.goal for row in rows], "partly")


def _stretches(deeds: Sequence[ObjectInteraction]) -> list[Stretch]:
    """Deeds in order, cut where the episode or the request changes or nothing was done for half an hour."""
    found: list[list[ObjectInteraction]] = []
    for deed in deeds:
        last = found[-1][-1] if found else None
        same = last and (last.episode, last.task) == (deed.episode, deed.task)
        if last and same and deed.time - last.time < timedelta(minutes=30):
            found[-1].append(deed)
        else:
            found.append([deed])
    return [Stretch(group[0].task, tuple(group)) for group in found]


def _line(asked: RecallQuery, stretch: Stretch, several: bool) -> str:
    told = [text for text, _ in phrases(stretch.deeds)]
    body = joined(told) if len(told) <= _TELL_ALL else _tally(stretch.deeds)
    span = f"{stretch.start:%H:%M}"
    if f"{stretch.end:%H:%M}" != span:
        span += f"–{stretch.end:%H:%M}"
    task = f" ({stretch.task})" if stretch.task else ""
    day = f"{say_day(stretch.start.date(), asked.now)} " if several and not asked.question.scope.start else ""
    return sentence(f"I {body}" if asked.question.instant else f"{day}{span}{task}: I {body}")


def phrases(deeds: Sequence[ObjectInteraction]) -> list[tuple[str, list[ObjectInteraction]]]:
    """Deeds as verb phrases, those that belong together in one: taken and put, opened and closed, on and off.

    The same phrase several times in a row is told once, with how often.
    """
    told: list[tuple[str, list[ObjectInteraction]]] = []
    index = 0
    while index < len(deeds):
        pair = list(deeds[index : index + 2])
        text = _pair(pair[0], pair[1]) if len(pair) == 2 else None
        rows = pair if text else pair[:1]
        told.append((text or say(rows[0].deed), rows))
        index += len(rows)
    return _collapsed(told)


def _pair(first: ObjectInteraction, second: ObjectInteraction) -> str | None:
    """Two deeds in a row with the same thing as one phrase, if they make a pair."""
    if first.thing is None or first.thing != second.thing or first.episode != second.episode:
        return None
    actions = (first.deed.action, second.deed.action)
    if actions == ("Pickup", "Place"):
        return f"{say(first.deed)} and {say(second.deed, pronoun=True)}"
    if actions == ("ToggleOn", "ToggleOff"):
        return f"switched {the(first.deed.thing)} on and off"
    if actions == ("Open", "Close"):
        return f"opened and closed {the(first.deed.thing)}"
    return None


def _collapsed(told: list[tuple[str, list[ObjectInteraction]]]) -> list[tuple[str, list[ObjectInteraction]]]:
    runs: list[tuple[str, list[ObjectInteraction], int]] = []
    for text, rows in told:
        if runs and runs[-1][0] == text:
            runs[-1] = (text, runs[-1][1] + rows, runs[-1][2] + 1)
        else:
            runs.append((text, rows, 1))
    return [(text if count == 1 else f"{text} ({_repeated(rows, count)})", rows) for text, rows, count in runs]


def _repeated(rows: Sequence[ObjectInteraction], count: int) -> str:
    different = len({row.thing for row in rows})
    return times(count) + (f", {different} different ones" if different > 1 else "")


def _tally(deeds: Sequence[ObjectInteraction]) -> str:
    """Many deeds by what they were and to what: "picked up 3 plates and a mug, opened the fridge 4 times"."""
    counts: dict[str, list[tuple[str | None, str | None]]] = {}
    for row in deeds:
        counts.setdefault(row.deed.action, []).append((row.deed.thing, row.thing))
    parts = []
    for action, things in counts.items():
        verb = "put away" if action == "Place" else say(Deed(action)).replace(" something", "")
        parts.append(f"{verb} {counted(things)}")
    return "; ".join(parts)


def said(asked: RecallQuery) -> Answer:
    """What was said, by whom. Value: tuple of (time, speaker, text)."""
    words = asked.question.words
    own = _speaker(words)
    about = _about(words)
    scope, limit = asked.question.scope, ""
    if not scope.limited and not about and asked.question.ordinal is None:
        last = asked.view.last_time()
        if last is None:
            return asked.never("I have no memories yet", ())
        scope, limit = day_scope(last.date()), f" {say_day(last.date(), asked.now)}"
    rows = [row for row in asked.view.said(scope, about) if own is None or row.utterance.own == own]
    if not rows and len(about) > 1:
        rows = _nearest(asked, scope, about, own)
    if asked.question.ordinal is not None:
        index = asked.question.ordinal - (asked.question.ordinal > 0)
        rows = [rows[index]] if -len(rows) <= index < len(rows) else []
    if _wants(words) and not about and asked.question.ordinal is None:
        rows = _requests(asked, rows, own)
    who = {True: "I", False: "you", None: "anybody"}[own]
    if not rows:
        topic = f' about "{" ".join(about)}"' if about else ""
        return asked.never(f"I do not remember that {who} said anything{topic}{asked.when or limit}", ())
    value = tuple((row.time, row.utterance.speaker, row.utterance.text) for row in rows)
    shown = rows if len(rows) <= _UTTERANCES else rows[-_UTTERANCES:]
    lines = [f'{asked.time(row.time)}, {_says(row)}: "{row.utterance.text.strip()}"' for row in shown]
    if len(shown) < len(rows):
        lines.insert(0, f"{len(rows)} things were said{asked.when or limit}; the last {len(shown)} of them:")
    text = "\n".join(line[:1].upper() + line[1:] for line in lines)
    return replace(asked.answer(text, value, [row.event for row in rows]), text=text)


def _nearest(asked: RecallQuery, scope: Scope, about: Sequence[str], own: bool | None) -> list[Said]:
    """What holds the most words of a topic, at least half of them, where nothing holds them all."""
    counts: dict[tuple[int, str], int] = {}
    found: dict[tuple[int, str], Said] = {}
    for word in about:
        for row in asked.view.said(scope, (word,)):
            place = (row.experience, row.utterance.text)
            if own is None or row.utterance.own == own:
                counts[place], found[place] = counts.get(place, 0) + 1, row
    best = max(counts.values(), default=0)
    return [found[place] for place in sorted(counts) if counts[place] == best] if 2 * best >= len(about) else []


def _wants(words: Sequence[str]) -> bool:
    return bool({"ask", "asked", "want", "wanted", "request", "requested", "order", "ordered"} & set(words))


def _requests(asked: RecallQuery, rows: list[Said], own: bool | None) -> list[Said]:
    """Those utterances that ask for something; where the latest day has none, those of the latest that has."""
    found = [row for row in rows if not _SMALL_TALK.fullmatch(row.utterance.text.lower().strip(" .!,"))]
    if found or asked.question.scope.limited:
        return found or rows
    every = [row for row in asked.view.said() if own is None or row.utterance.own == own]
    every = [row for row in every if not _SMALL_TALK.fullmatch(row.utterance.text.lower().strip(" .!,"))]
    return [row for row in every if row.time.date() == every[-1].time.date()] or rows


def _says(row: Said) -> str:
    if row.utterance.own:
        return "I"
    name = row.utterance.speaker
    return "you" if name.lower() in ("user", "commander", "human") else name


def _speaker(words: Sequence[str]) -> bool | None:
    """Whether the agent's own words are meant (True), the user's (False), or both (None)."""
    if "to" in words and words[-1] == "me":
        return True
    for word in words:
        if word in ("i", "we", "you", "anyone", "anybody", "user", "they", "he", "she", "someone"):
            return {"you": True, "i": False, "user": False, "they": False, "he": False, "she": False}.get(word)
    return None


_ASKING = """
what when did do have had has was were i we you he she they me anyone anybody someone user the a an to about say said
tell told ask asked mention mentioned talk talked answer answered request requested want wanted just last first ever
already that it anything something thing of latest for my your who is most recent recently time please whom speak
spoken chat that be been should must had to have could would please anything should chatted with do him
her them where when if whether
"""


def _about(words: Sequence[str]) -> tuple[str, ...]:
    """The topic of a question about what was said."""
    asking = frozenset(_ASKING.split())
    return tuple(singular(word) for word in words if word not in asking)
