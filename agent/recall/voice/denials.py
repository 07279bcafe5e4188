"""How the voice says that there was none, and what else has to be said along with an answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Caveat, Findings, FoundItem
from agent.recall.algebra.selection import Selection
from agent.recall.answer import left_out_words, listed_times, span_words
from agent.recall.understanding.dates import say_day
from agent.recall.voice.phrases import deed_words, item_times, one_of, teller, told_deed, when_words
from envs.vocabulary.english import joined, located, noun, sentence, the
from envs.vocabulary.numbers import times
from envs.vocabulary.task_names import plainly
from envs.vocabulary.verbs import base, participle

_SPEAKERS = {"user": "you", "robot": "I", "": "anybody"}


def is_none(findings: Findings) -> bool:
    """Whether there was nothing to tell."""
    return findings.status in ("never happened", "forgotten") and not findings.items


def none_words(findings: Findings, now: datetime) -> str:
    """That there was none: of what it was supposed, or the nearest to it that there was."""
    by_kind = {caveat.kind: caveat for caveat in reversed(findings.caveats)}
    if unknown := by_kind.get("unknown"):
        return _unheard(unknown, findings.status == "forgotten")
    if absent := by_kind.get("not so"):
        return never_words(absent.about or findings.query.of)
    nearest = by_kind.get("nearest")
    if nearest and nearest.about and _only_so_often(nearest.about, findings.query.of):
        what = "That was said" if nearest.about.subject == "speech" else f"I {deed_words(nearest.about, some=True)}"
        return f"{what} only {times(len(nearest.items))}{when_words(nearest.about)}: {item_times(nearest.items, now)}"
    text = never_words(findings.query.of)
    return f"{text}; {_nearest(nearest, findings.query.of, now)}" if nearest and nearest.items else text


def not_remembered(findings: Findings, now: datetime) -> str:
    """No to whether there was any, where some of the time was forgotten."""
    nearest = next((caveat for caveat in findings.caveats if caveat.kind == "nearest" and caveat.items), None)
    more = f": {_nearest(nearest, findings.query.of, now)}" if nearest else ""
    return f"Not that I remember{more}"


def _only_so_often(about: Selection, asked: Selection) -> bool:
    """Whether there was some, but not as many as the number asked for."""
    return asked.ordinal is not None and about == replace(asked, ordinal=None)


def _unheard(unknown: Caveat, lost: bool) -> str:
    if lost and unknown.about is not None:
        return f"I do not remember {one_of(unknown.about.thing)}"
    if unknown.words or unknown.about is None:
        return f'I have never come across "{unknown.words}"'
    return f"I have never seen {one_of(unknown.about.thing)}"


def never_words(selection: Selection) -> str:
    """That nothing was as a selection says: "I never opened the fridge", "I did not open the fridge yesterday"."""
    when = when_words(selection)
    if selection.subject == "tasks" and selection.task and base(selection.task.split()[0].lower()) is None:
        return f"I have no memory of {selection.task}{when}"
    if selection.subject in ("speech", "facts"):
        named = selection.speaker.title() if selection.speaker.islower() else selection.speaker
        who = _SPEAKERS.get(selection.speaker, named)
        topic = f' about "{" ".join(selection.about)}"' if selection.about else ""
        return f"I do not remember that {who} {'told me' if selection.subject == 'facts' else 'said'} anything" + (
            f"{topic}{when}"
        )
    if selection.subject == "failures":
        like = " like that" if selection.actions or selection.thing.types else ""
        return f"Nothing{like} failed{when}"
    if when.startswith(" since "):
        return f"I have not {participle(deed_words(selection, past=False))}{when}"
    if when:
        return f"I did not {deed_words(selection, past=False)}{when}"
    return f"I never {deed_words(selection)}"


def _nearest(nearest: Caveat, asked: Selection, now: datetime) -> str:
    about, items = nearest.about or asked, nearest.items
    last = items[-1]
    if about.subject == "failures":
        reason = f": {last.reason}" if last.reason else ""
        return f"I tried {times(len(items))} ({item_times(items, now)}) but failed{reason}"
    if about.time != asked.time and (about.place, about.tool) == (asked.place, asked.tool):
        return f"the last time was {item_times([last], now)}"
    return told_deed(last, now)


def with_caveats(text: str, findings: Findings, now: datetime) -> str:
    """An answer with what has to be said along with it: what was forgotten or left out of account."""
    summarised = any(item.what == "deed" and item.source == "summary" for item in findings.items)
    for caveat in findings.caveats:
        if not (summarised and caveat.kind == "forgotten"):  # that it comes from a summary says as much
            text = _with(text, caveat, findings, now)
    return text if text.endswith(".)") else sentence(text)


def _with(text: str, caveat: Caveat, findings: Findings, now: datetime) -> str:
    if caveat.kind == "forgotten" and caveat.items:
        span = span_words(caveat.items[0].start, caveat.items[-1].end, now)
        if caveat.words == "erased":
            return f"{text.rstrip('.')}, but something of what happened {span} was erased, and I cannot tell what"
        if "remember" in text or "no memory" in text:
            return f"{text.rstrip('.')}; I have forgotten some of what happened {span}"
        return f"{text.rstrip('.')}, as far as I remember, but I have forgotten some of what happened {span}"
    if caveat.kind == "left out":
        return _noted(text, left_out_words(caveat.words))
    if caveat.kind == "guess":
        return _noted(text, _guessed(caveat.items))
    if caveat.kind == "elsewhere" and caveat.words:
        return _noted(text, "That was in another home.")
    if caveat.kind == "elsewhere":
        where = joined(list(dict.fromkeys(f"{the(item.kind)} {located(item.place)}" for item in caveat.items))[:3])
        return _noted(text, f"That was in another home: {where}.")
    if caveat.kind == "called so" and caveat.about is not None:
        kind = caveat.about.thing.types[0]
        return _noted(text, f"I know of no {noun(kind)}; I take it that you mean this.")
    if caveat.kind == "doubtful":
        return _doubted(text, caveat.words)
    deeds = [item for item in caveat.items if item.what == "deed"]
    if caveat.kind == "summary" and deeds:
        if findings.query.ask in ("when", "ago") and all(item.asked for item in deeds):
            at = listed_times([item.asked or item.start for item in deeds], now)
            return _noted(text, f"I was asked to {at}; at what time I did it I have forgotten.")
        if all(item.request for item in deeds):
            return _noted(text, f"I only know that from what I was asked to do {_on(deeds, now)}.")
        return _noted(text, f"I only know that from a summary of {_summarised(caveat.items, now)}.")
    return text


def _doubted(text: str, which: str) -> str:
    """An answer of which all, or what is named, was not seen clearly."""
    if which:
        return _noted(text, f"I am not certain of all of it: {which}.")
    if text.startswith("Yes, "):
        return f"I think so: {text.removeprefix('Yes, ')}"
    if text.startswith(("I ", "the ", "The ", "a ", "an ", "A ", "An ")):
        return f"I think {text if text.startswith('I ') else text[0].lower() + text[1:]}"
    return _noted(text, "I think so; I did not see it clearly.")


def _guessed(tasks: Sequence[FoundItem]) -> str:
    """That some tasks were only perhaps those that they are said to be."""
    names = list(dict.fromkeys(plainly(one.name) for one in tasks if one.name))
    if not names:
        return "Perhaps; I am not certain of it."
    return f"Perhaps: I am not certain that what I was to do was to {joined(names)}."


def _noted(text: str, note: str) -> str:
    return f"{text if text.endswith('.)') else sentence(text)} ({note})"


def _summarised(items: tuple[FoundItem, ...], now: datetime) -> str:
    days = {say_day(one.date(), now).removeprefix("on ") for item in items for one in (item.start, item.end)}
    return days.pop() if len(days) == 1 else "that time"


def _on(items: Sequence[FoundItem], now: datetime) -> str:
    days = dict.fromkeys(say_day(item.start.date(), now) for item in items)
    return joined([day.removeprefix("on ") if index else day for index, day in enumerate(days)])


def quoted(item: FoundItem) -> str:
    """Something said, with who said it: 'you said: "now cut the bread"'."""
    return f'{teller(item)} said: "{item.name.strip()}"'
