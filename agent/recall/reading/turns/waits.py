"""From when a task was asked for: until it was over or begun, "until you gave up", and since when it waits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import anchor, of_item
from agent.recall.reading.turns.members import exchanges
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.verbs import base, of_past

_WAIT = re.compile(
    r"^(?:(?:and|but|so|then|ok|okay|now) )*how (?:long|many (?:minutes|hours|seconds)|much (?:later|time|longer))"
    r"(?: (?:was it|did it take(?: you)?|did you need))? (?:after|from|since) (?:when |that )?"
    r"(?:i (?:had )?(?:ask|asked|told|said|wanted)|(?:you were|being|it was) (?:asked|told)|my (?:request|asking))"
    r"(?: (?:you|it|that|this|to|for|do|so))* (?:(?:until|till|did|that|before|were|was) )*(?:you|it) (?P<did>[\w ]+)$"
)
_SOON = r"^(?:(?:and|but|so|then|ok|okay|now|well|please) )*"
_REQUEST = (
    r"(?:(?:the|my|our|your|that) (?:request|order|wish) (?:to|for)"
    r"|(?:when |that )?(?:i|we) (?:had )?(?:asked|told|requested)(?: you)? (?:to|for)"
    r"|(?:when )?(?:you were|you had been|being|your being|having been) (?:asked|told) (?:to|for)"
    r"|(?:my |our )?(?:asking|telling)(?: you)? (?:to|for))"
)
_OVER = (
    r"(?:(?:its|their|the|your) (?P<noun>completion|end|finish|failure|conclusion|beginning|start)"
    r"|(?:when |that )?(?:you (?:reported|told me|said|announced|let me know) (?:that )?)?"
    r"(?:you|it|they|that|this|those|everything|the \w+) (?:(?:had|has|have|was|were|been|finally|actually) )*"
    r"(?P<verb>\w+)(?: (?:it|them|that|this|up|over|with it|on it))?)$"
)
_HOW_LONG = (
    rf"{_SOON}how (?:long|many (?:minutes|hours|seconds)|much time)"
    r"(?: (?:passed|elapsed|went by|lay|was it|were there|was there|did it take(?: you)?|did you need|had passed))?"
)
_UNTIL_SO = re.compile(
    rf"{_HOW_LONG} (?:from|after|between) (?:the|my|our|your) (?:request|order|wish) (?:until|till|and|to when) "
    r"(?P<thing>(?:the|my|our|all the) \w+(?: \w+)?) (?:was|were|had been) (?:(?:finally|all) )?"
    r"(?:(?P<at>(?:in|on|inside) (?:the|my|our) \w+(?: \w+)?)|(?P<done>\w+))$"
)
"""A task that is named by what was so at its end: "from the request until the egg was in the fridge"."""
_BETWEEN = re.compile(
    rf"{_HOW_LONG} (?:in )?(?:between|from|after) {_REQUEST} (?P<task>\w.*?) (?:and|until|till|to|before|did) {_OVER}"
)
_TOOK = re.compile(
    rf"{_SOON}(?P<asked>how (?:long|many minutes|much time) did .+? (?:take|last|go on)(?: you)?)"
    rf" (?:before|until|till) {_OVER}"
)
_SINCE_WHEN = r"(?:since when|since what time|from when(?: on)?|(?:for )?how long(?: now| already)?)"
_MEANWHILE = r"(?: (?:been|being|be|still|now|already|just|kept))*"
_WAITING_NOW = r"(?:waiting|pending|on hold|put off|put on hold|postponed|deferred|delayed|outstanding|paused|held up)"
_THE_TASK = (
    r"(?P<{0}>it|this|these|those|them|they|that(?: one)?|this one|(?:the|that|this) (?:task|job|thing|one|request)"
    r"|the [a-z]+(?: (?!been|being|still|now|already|just|waiting|wait|pending|on|put|off)[a-z]+)?)"
)
_SINCE = re.compile(
    rf"{_SOON}(?:"
    rf"{_SINCE_WHEN} (?:(?:is|was|has|have|are|were|had|did) )?{_THE_TASK.format('what')}"
    rf"(?: (?:is|was|has|have|are|were|had))?{_MEANWHILE} {_WAITING_NOW}"
    rf"|{_SINCE_WHEN} (?:(?:does|do|did) )?{_THE_TASK.format('that')}{_MEANWHILE} (?:wait|waits|waited)"
    rf"|{_SINCE_WHEN} (?:(?:are|have|do|were|did|had) )?you{_MEANWHILE} (?:wait|waiting|waited|holding off|held off)"
    rf"(?: (?:with|on|for|over) {_THE_TASK.format('named')})?"
    rf"|{_SINCE_WHEN} (?:(?:are|have|were|had) )?you{_MEANWHILE} (?:putting|delaying|postponing|deferring) "
    rf"{_THE_TASK.format('off')}(?: off)?"
    rf"|when (?:did you put {_THE_TASK.format('put')} (?:off|on hold)"
    rf"|(?:was|were) {_THE_TASK.format('was')} (?:put off|put on hold|postponed|deferred|delayed)))"
    r"(?: (?:now|already|then))*$"
)
_SPOKEN_OF = frozenset({"it", "that", "this", "them", "these", "those", "so"})
_WAITING = ("waiting", "interrupted", "running")


def from_request(said: str, times: TimeReader) -> MemoryQuery | None:
    """How long it was from when a task that is named was asked for until it was over, or begun; None for others.

    Args:
        said: The question in plain words.
        times: Reads the time that it names.
    """
    if (end := _UNTIL_SO.match(said)) is not None and (task := _led_to(end)):
        return MemoryQuery("duration", Selection("tasks", task=task), measure="end", text=said)
    found = _BETWEEN.match(said)
    measure = _until(found) if found is not None else ""
    if found is None or not measure:
        return None
    named = times.read(found["task"])
    task = (named.rest if named.words else found["task"]).strip()
    if not task or {*task.split()} & _SPOKEN_OF:  # which task it is, is not named
        return None
    return MemoryQuery("duration", Selection("tasks", task=task, time=named.span), measure=measure, text=said)


def _led_to(found: re.Match[str]) -> str:
    """The task that leads to what was so at its end; empty where no verb says it."""
    verb = "put" if found["at"] else of_past(found["done"]) or ""
    return " ".join(filter(None, (verb, found["thing"], found["at"]))) if verb and verb != "be" else ""


def named_plainly(asked: MemoryQuery) -> str:
    """The plain question for how long the task took of which a stretch is asked; empty for any other question."""
    of = asked.of
    named = _UNTIL_SO.match(asked.text) or _BETWEEN.match(asked.text)
    if asked.ask != "duration" or named is None or base(of.task.split()[0]) is None:
        return ""
    return f"How long did it take you to {' '.join(filter(None, (of.task, of.time.words)))}?"


def _until(found: re.Match[str]) -> str:
    """Whether what ends a stretch is the end of a task, or its beginning; empty where it is neither."""
    if found["noun"]:
        return "start" if found["noun"] in ("beginning", "start") else "end"
    verbs = {found["verb"], base(found["verb"])}
    return "start" if verbs & words("beginning") else "end" if verbs & (words("ending") | {"do"}) else ""


def without_end(sentence: str, said: str) -> str:
    """A question for how long something took without that this was until it was over; any other as it is.

    Args:
        sentence: The question.
        said: The same in plain words.
    """
    found = _TOOK.match(said)
    return f"{found['asked']}?" if found is not None and _until(found) == "end" else sentence


def since_asked(said: str, before: EarlierExchange | None) -> MemoryQuery | None:
    """Since when a task waits, which is when it was asked for; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _SINCE.match(said)
    if found is None:
        return None
    what = next(filter(None, (found[part] for part in ("what", "that", "named", "off", "put", "was"))), "")
    if what.startswith("the ") and what.split()[1] not in words("task_words") | {"one", "thing", "request"}:
        of = Selection("tasks", task=what, outcomes=_WAITING)
        return MemoryQuery("when", of, measure="asked", text=said)
    for one in exchanges(before):
        told = [item for item in one.items if item.what == "task"]
        left = [item for item in told if item.status in _WAITING]
        if len(left) == 1:
            return MemoryQuery("when", of_item(left[0], one.query.of), measure="asked", text=said)
        if len(told) == 1 and not (found["put"] or found["was"]):  # it waits no more
            return MemoryQuery("outcome", of_item(told[0], one.query.of), text="is it still to be done")
        if told:
            return None
    return None


def waited(said: Sequence[str], before: EarlierExchange) -> MemoryQuery | None:
    """How long after the task that was told of was asked for it was over, or begun; None for any other turn.

    Args:
        said: The turn in plain words.
        before: What was asked and told.
    """
    found = _WAIT.match(" ".join(said))
    task = _task(before) if found is not None else None
    if found is None or task is None:
        return None
    verbs = {one for word in found["did"].split() for one in (word, base(word))}
    if verbs & words("beginning"):
        return MemoryQuery("duration", task, measure="start", text=" ".join(said))
    return MemoryQuery("duration", task, measure="end", text=" ".join(said)) if verbs & words("ending") else None


def _task(before: EarlierExchange) -> Selection | None:
    """The one task that was told of last."""
    for one in exchanges(before):
        of = anchor(one)
        if of.subject == "speech" and of.about:
            return Selection("tasks", task=" ".join(of.about), time=of.time)
        if of.subject == "tasks" and of.task:
            return replace(of, outcomes=(), ordinal=None)
    return None
