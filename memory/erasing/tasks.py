"""Erasing in the logs of tasks: what was asked for, and what was done for it."""

from __future__ import annotations

import json
from collections.abc import Callable

from memory.erasing.words import SearchTerms
from memory.store.database import Store
from memory.store.rows import erasing as rows
from memory.store.task_log import TaskLog
from memory.task_status import given_up

_NOTE = "erased"


def erase_in_tasks(store: Store, words: SearchTerms, rest: Callable[[], None]) -> set[int]:
    """Take words out of all tasks and their entries, inside the transaction that is open.

    A task stays something that was asked for, under its number. One that is still open is cancelled when what it was
    about is gone, as it can no longer be carried out.

    Args:
        store: The memory.
        words: What to take out.
        rest: Called between two changes.

    Returns:
        Tasks that something was taken from.
    """
    touched: set[int] = set()
    for task in TaskLog(store).tasks():
        if _erase_in_task(store, words, task.id):
            touched.add(task.id)
            rest()
    for task, position, action, reason, contents, remaining in rows.task_entries(store):
        before = (action, reason, contents, remaining)
        after = (_kept(words, action), _kept(words, reason), _contents(words, contents), _names(words, remaining))
        if after != before:
            touched.add(task)
            rows.set_task_entry(store, task, position, after)
            rest()
    return touched


def _erase_in_task(store: Store, words: SearchTerms, number: int) -> bool:
    task = TaskLog(store).task(number)
    about = (task.name, *task.params, task.request, task.origin.words, _unescaped(task.state))
    if not words.found(*about, task.note, task.origin.requester, task.origin.episode):
        return False
    name = f"#{number}" if words.found(task.name) else task.name
    params = json.dumps(["" if words.found(one) else one for one in task.params])
    state = "" if words.found(_unescaped(task.state)) else task.state
    lost = words.found(*about)
    status = given_up(task.status) if lost else task.status
    note = _NOTE if status != task.status else _kept(words, task.note)
    origin = tuple(_kept(words, text) for text in (task.origin.words, task.origin.requester, task.origin.episode))
    rows.set_task(store, number, (name, params, _kept(words, task.request), state, status, note, *origin))
    return True


def _unescaped(state: str) -> str:
    """JSON as it reads, so that a word is found that JSON writes with escapes; anything else as it is."""
    try:
        return json.dumps(json.loads(state), ensure_ascii=False)
    except ValueError:
        return state


def _kept(words: SearchTerms, text: str) -> str:
    return "" if words.found(text) else text


def _names(words: SearchTerms, listed: str) -> str:
    return json.dumps([name for name in json.loads(listed) if not words.found(name)])


def _contents(words: SearchTerms, listed: str) -> str:
    kept = {name: things for name, things in json.loads(listed).items() if not words.found(name)}
    return json.dumps({name: [thing for thing in things if not words.found(thing)] for name, things in kept.items()})
