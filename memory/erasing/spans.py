"""Erasing a stretch of time: everything that was lived, said, asked for and told in it leaves the memory."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from envs.errors import BadInput
from memory.erasing.erase import finish_about
from memory.erasing.report import ErasureReport
from memory.erasing.unfinished import begin, goes_on_later
from memory.forgetting.rewriting import SummaryRewriter
from memory.reading.queries import bounds
from memory.reading.traces import Scope
from memory.store.database import Store
from memory.store.images import mark_unused
from memory.store.rows import erasing as rows
from memory.store.rows.forgotten import ForgettingReason, drop_undo_record, forget_node
from memory.store.rows.nodes import is_alive
from memory.task_status import given_up
from memory.unfinished import UnfinishedErasing

_ERASED = "erased"


@dataclass(frozen=True)
class SpanErased:
    """What erasing a stretch of time came to, or would.

    Attributes:
        experiences: Experiences that were remembered of it.
        utterances: Utterances that are gone.
        nodes: Nodes that are gone with everything below them, or told anew.
        tasks: Tasks that were asked for in it; open ones are cancelled.
        facts: Facts that were told in it.
        present: Whether it reaches into the present: the newest moment stays, without deed and words.
    """

    experiences: int
    utterances: int
    nodes: int
    tasks: int
    facts: int
    present: bool


def preview_span(store: Store, scope: Scope) -> SpanErased:
    """What erasing a stretch of time would come to; nothing is changed."""
    start, end = _instants(scope)
    numbers = rows.numbers_in(store, start, end)
    newest = store.newest
    return SpanErased(
        len(numbers),
        len(rows.utterances_of(store, start, end)),
        len(rows.partly_in(store, start, end)),
        len(rows.tasks_of(store, start, end)),
        len(rows.facts_of(store, start, end)) + len(rows.assistance_of(store, start, end)[1]),
        newest is not None and newest[0] in numbers,
    )


def erase_span(store: Store, scope: Scope, now: datetime) -> tuple[SpanErased, ErasureReport]:
    """Erase a stretch of time. It cannot be undone.

    Rules learned in it stay, and so do files that were written from the memory.

    Args:
        store: Open for writing.
        scope: When; its episode is not looked at.
        now: The home's time.

    Raises:
        BadInput: No time is given, or one with a time zone.
        TryAgain: The file is busy, or there is no room.
    """
    if now.tzinfo is not None:
        raise BadInput(f"time {now.isoformat()} has a time zone; give the home's local time without one")
    start, end = _instants(scope)
    found = preview_span(store, scope)
    one = begin(store, UnfinishedErasing((), now))
    with goes_on_later(store):
        with store.transaction():
            _take_out(store, start, end, now)
            store.reload()
        left = (len(rows.numbers_in(store, start, end)), found.utterances, found.nodes, 0, found.facts, 0, found.tasks)
        return found, finish_about(store, one, (0, found.experiences - left[0], *left[1:]))


def _instants(scope: Scope) -> tuple[int, int]:
    if scope.start is None and scope.end is None:
        raise BadInput("no time is given: say which day, or from when to when")
    return bounds(scope)


def _take_out(store: Store, start: int, end: int, now: datetime) -> None:
    verdict = ForgettingReason(now, _ERASED)
    for log in rows.log_of(store, start, end):
        drop_undo_record(store, log)
    for node, first, last in rows.whole_nodes(store, start, end):
        if is_alive(store, node):
            forget_node(store, node, verdict, line="")
            rows.note_erased_span(store, first, last)
    _strip_rest(store, start, end)
    rows.blank_placeholders(store, start, end)
    for log in rows.log_of(store, start, end):
        rows.blank_log(store, log, _ERASED)
    mender = SummaryRewriter(store, guesses=False)
    for node in rows.partly_in(store, start, end):
        mender.tell_anew(node)
    for task, status in rows.tasks_of(store, start, end):
        rows.empty_task(store, task, given_up(status), _ERASED if given_up(status) != status else "")
    for fact in rows.facts_of(store, start, end):
        rows.remove_fact(store, fact)
    episodes, items = rows.assistance_of(store, start, end)
    for episode in episodes:
        rows.remove_assistance(store, episode)
    for item in items:
        rows.remove_knowledge(store, item)
    for _ in rows.remove_namings(store, -1):
        pass


def _strip_rest(store: Store, start: int, end: int) -> None:
    """What lies in nodes that reach farther: no deed, no word, no picture of it stays."""
    for number, position in rows.utterances_of(store, start, end):
        rows.remove_utterance(store, number, position)
        rows.note_erased(store, [number])
    left = rows.numbers_in(store, start, end)
    for number in left:
        rows.remove_action(store, number)
        image = rows.remove_image(store, number)
        mark_unused(store, [] if image is None else [image])
        for column in rows.BLANKED:
            rows.blank(store, number, column)
    rows.note_erased(store, left)
    for node in rows.events_of(store, left):
        rows.set_lines(store, node, "", "")
