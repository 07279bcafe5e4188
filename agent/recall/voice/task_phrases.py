"""Tasks in plain English, made from their names: "I boiled a potato", "I tried to water the plant"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from agent.recall.algebra.findings import ASKED_BACK, RESUMED, UNSERVED, FoundItem
from envs.vocabulary.numbers import CARDINALS
from envs.vocabulary.task_names import plainly
from envs.vocabulary.verbs import base, doing, past
from memory.experience import UNNAMED

_ARTICLES = frozenset({"a", "an", "the", "some", "my", "your", "every", "no"})
_ASKED_BETWEEN = re.compile(r" asked (?:me to|for) .* in between")
"""A reason in the words of the executor, not of whoever asked."""


def did(name: str) -> str:
    """The task in the past tense: "made a salad", "put the mug in the sink and boiled a potato"."""
    return _inflected(plainly(name), past) if is_deed(name) else f'did what was asked for with "{name}"'


def went(item: FoundItem) -> str:
    """The task in the past tense, as far as it went: "made a salad", "tried to water the plant"."""
    if item.status in ("done", "partly"):
        return did(item.name)
    if item.status == "failed":
        return f"tried to {to_do(item.name)}"
    return f"was {'still ' if item.status == 'running' else ''}to {to_do(item.name)}"


def at_doing(name: str) -> str:
    """The task as something that goes on: "making a salad"."""
    return _inflected(plainly(name), doing) if is_deed(name) else f'doing what was asked for with "{name}"'


def to_do(name: str) -> str:
    """The task as something that is to be done: "make a salad"."""
    return plainly(name) if is_deed(name) else f'do what was asked for with "{name}"'


def is_deed(name: str) -> bool:
    """Whether a task's name begins with a verb, and nobody speaks of himself in it; another one is quoted."""
    words = name.lower().split()
    return bool(words) and base(words[0]) == words[0] and words[0] != "be" and not _SPEAKERS.search(name)


_SPEAKERS = re.compile(r"\b(?:I|i|i'm|I'm|im|i'll|I'll|i've|I've)\b(?!\.)")
"""Words with which whoever asked for a task speaks of what he himself does."""


def heard(item: FoundItem) -> FoundItem:
    """A task called as the robot says it: "bring me my tray" is to bring you your tray, or Ida hers."""
    if item.what != "task" or not is_deed(item.name):
        return item
    known = item.speaker and item.speaker.lower() not in UNNAMED
    name = re.sub(r"\bme\b", item.speaker if known else "you", item.name)
    return replace(item, name=re.sub(r"\bmy\b", f"{item.speaker}'s" if known else "your", name))


def _inflected(text: str, form: Callable[[str], str]) -> str:
    """With its verb in another form, and every verb that an "and" joins to it."""
    words = text.split(" ")
    heads = [0] + [i + 1 for i, word in enumerate(words[:-2]) if word in ("and", "then") and _begins(words, i + 1)]
    return " ".join(form(word) if index in heads else word for index, word in enumerate(words))


def _begins(words: list[str], index: int) -> bool:
    """Whether a verb and what it is done to begin there: "and slice a tomato", but not "and 2 slices of tomato"."""
    after = words[index + 1]
    return base(words[index]) == words[index] and (
        after in _ARTICLES or after in ("all", *CARDINALS) or after.isdigit()
    )


def ended(item: FoundItem, when: str = "") -> str:
    """A task with how it stands, in the first person: "I tried to water the plant, but I could not find it".

    Args:
        item: The task, or a line of a summary, which is told as it is.
        when: When that was, said where it belongs; empty when it is not to be said.
    """
    if item.what != "task":
        return _line(item) if item.what == "summary" else item.name
    name, why, at = item.name, reason(item), f" {when}" if when else ""
    if item.reason == UNSERVED or item.reason.startswith(ASKED_BACK):
        return f"I did not {to_do(name)}{at}: {why}"
    if item.status == "failed":
        return f"I tried to {to_do(name)}{at}, but {why or 'it did not work'}"
    if item.status == "cancelled":
        return f"I stopped {at_doing(name)}{at} because {why or 'it was called off'}"
    if item.status == "partly":
        return f"I {did(name)} only in part{at}{f': {why}' if why else ''}"
    if item.status == "interrupted" and why.endswith(RESUMED):
        return f"I was interrupted while {at_doing(name)}{at}: {why}"
    if item.status == "interrupted":
        return f"I began {at_doing(name)}{at}, but have not finished it{f': {why}' if why else ''}"
    if item.status == "waiting":
        return f"I have not begun {at_doing(name)} yet{f': it is waiting {why}' if why else ''}"
    if item.status == "running":
        return f"I am still {at_doing(name)}"
    return f"I {did(name)}{at}"


def _line(item: FoundItem) -> str:
    """The line of a summary; of a single day without that day, which is said beside it.

    Lines that were written before what is said was told apart from deeds are told as they would be today.
    """
    line = _LONE_DAY.sub("", item.name) if item.start.date() == item.end.date() else item.name
    line = _MORE_SAID.sub("", _SAID_AS_DEED.sub(lambda said: f"{said[1].capitalize()} said ", line))
    return line[:1].upper() + line[1:]


_LONE_DAY = re.compile(r"^On \w+day \d{1,2} \w+, ")
_SAID_AS_DEED = re.compile(r"\b(?:I The|The(?! user| commander| human)) (\w+) said (?=\")")
_MORE_SAID = re.compile(r"(?<=\")(?:,? and|,) \d+ more (?:was|were) said\b")


def reason(item: FoundItem) -> str:
    """Why a task ended so, as a clause."""
    text = item.reason.strip().rstrip(".")
    if not text:
        return ""
    if text == "not wanted any more":
        return "it was not wanted any more"
    if text == "taken back":
        return "the request was taken back"
    if _ASKED_BETWEEN.search(text):
        return text
    first = text.split()[0]
    if len(text.split()) == 1 or (not text[0].islower() and first not in ("I", "I'm")):
        return f'there was said: "{text}"'
    return text


def at_doing_words(text: str) -> str:
    """Words of a question that name a task, as something that goes on: "water the plant" → "watering the plant"."""
    words = text.split()
    if words and (words[0].endswith("ing") or words[0] in ("the", "a", "an", "my")):
        return text
    return at_doing(text) if is_deed(text) else f'a task like "{text}"'


def for_whom(speaker: str) -> str:
    """Who must have asked for a task, where that was somebody with a name: " for Tom"; empty for others."""
    return f" for {speaker.title()}" if speaker not in ("", "user", "robot") else ""
