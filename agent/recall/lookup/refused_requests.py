"""Requests that the robot asked back about, and nobody told it more: they were asked for all the same.

The task log has only what was understood. What was said, and what the robot said to it, tells of the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from agent.recall.algebra.findings import ASKED_BACK
from agent.recall.lookup.unserved_requests import request_parts
from memory.experience import UNNAMED
from memory.reading.asked_tasks import AskedTask
from memory.reading.traces import EVERYTHING, Said, Scope
from memory.reading.view import View
from memory.task_status import FAILED

_REPLIES = ("%What do you mean?", "%Shall I do it all the same?", "I did not understand that.%")
"""What the robot says to a request that it does not begin."""
_LEAD = re.compile(
    r"^(?:(?:hold on|wait|stop(?: that| it)?|hey|hi|hello|oh|no|ok(?:ay)?|well|so|sorry)\b[,.!]? )+", re.I
)
_SOON = timedelta(minutes=10)
"""Within this time what is said next may answer what the robot asked back."""


def refused(view: View, scope: Scope = EVERYTHING) -> list[AskedTask]:
    """Requests of a scope that came to nothing as they were said, as tasks."""
    if not view.asked.any:
        return []
    talks = view.asked.replied(_REPLIES, scope)
    return [_as_task(view, talk, words) for talk in talks if (words := _request(talk)) and not _cleared_up(talk)]


def _request(talk: Sequence[Said]) -> str:
    """What was asked for in the words before a reply; empty where that was no request."""
    heard, reply = talk[:2]
    if heard.utterance.own or reply.time - heard.time > _SOON:
        return ""
    words = _LEAD.sub("", heard.utterance.text.strip().rstrip(".!"))
    parts = request_parts(words)
    if not parts or heard.utterance.text.strip().endswith("?"):
        return ""
    return words[words.index(parts[0].split()[0]) :].removesuffix(" first")


def _cleared_up(talk: Sequence[Said]) -> bool:
    """Whether what was said next told the robot what was meant."""
    if len(talk) < 4:
        return False
    _, reply, answer, done = talk
    at_once = not answer.utterance.own and answer.time - reply.time < _SOON
    return at_once and done.utterance.text.startswith("OK") and not request_parts(answer.utterance.text)


def _as_task(view: View, talk: Sequence[Said], words: str) -> AskedTask:
    heard, reply = talk[:2]
    who = heard.utterance.speaker
    whom = who if who.lower() not in UNNAMED else "you"
    words = re.sub(r"\bmy\b", "your" if whom == "you" else f"{whom}'s", re.sub(r"\bme\b", whom, words))
    said = reply.utterance.text.replace('"', "'")
    time, node = heard.time, view.episodes.event(heard.experience)
    return AskedTask(
        *(-heard.experience, words, "", (), heard.utterance.text, who, FAILED, False, f'{ASKED_BACK}{said}"'),
        *(time, None, time, (), "", None, (node,) if node else ()),
    )
