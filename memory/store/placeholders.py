"""What stays of a forgotten node: its times, its numbers and its first line, merged with its forgotten neighbours."""

from __future__ import annotations

from memory.store.database import Store

SEPARATOR = " | "
"""Between the lines of merged placeholders."""

_LONGEST = 400
"""Most characters of a placeholder's line; the middle of a longer one is left out, so that years of placeholders do not
grow."""

# "+" keeps SQLite from walking through the whole level when there is no such neighbour under this parent.
_NEIGHBOUR = """SELECT id, start, "end", first, last, summary, forgotten FROM nodes
    WHERE parent IS ? AND +level = ? AND first {} ? ORDER BY first {} LIMIT 1"""


def join_lines(*lines: str) -> str:
    """The lines of neighbouring placeholders as one line, each once, the middle left out when there are many."""
    parts = [part for line in lines for part in line.split(SEPARATOR) if part]
    parts = [part for index, part in enumerate(parts) if index == 0 or part != parts[index - 1]]
    text = SEPARATOR.join(parts)
    if len(text) <= _LONGEST:
        return text
    ends, left, right = (_LONGEST - 3 * len(SEPARATOR)) // 2, parts[0], parts[-1]
    index = 1
    while index < len(parts) - 1 and len(left) + len(parts[index]) < ends:
        left += SEPARATOR + parts[index]
        index += 1
    last = len(parts) - 2
    while last >= index and len(right) + len(parts[last]) < ends:
        right = parts[last] + SEPARATOR + right
        last -= 1
    return SEPARATOR.join((left[:ends], "…", right[-ends:]))


def make_placeholder(store: Store, node: int, now: int, line: str, last: int | None = None) -> int:
    """Turn a node, whose content is gone already, into a placeholder.

    Args:
        store: Inside a transaction.
        node: Its id; it has no children any more.
        now: Time of forgetting, microseconds.
        line: What stays to be said of it; may be empty.
        last: Number of its last experience, when it takes in following neighbours that are gone.

    Returns:
        Id of the placeholder: another one when it was merged into an earlier neighbour.
    """
    store.write("DELETE FROM vectors WHERE node = ?", node)
    store.write(
        """UPDATE nodes SET forgotten = ?, summary = ?, detail = '', expires = NULL, rule = NULL, pinned = 0,
        episode = NULL, task = NULL, last = coalesce(?, last) WHERE id = ?""",
        now,
        line.partition("\n")[0],
        last,
        node,
    )
    return merge_placeholder(store, node)


def merge_placeholder(store: Store, node: int) -> int:
    """Join a placeholder with the placeholders right before and after it under the same parent; returns what stays.

    Whoever moves nodes to another parent calls it for placeholders that have new neighbours.
    """
    row = store.row("SELECT parent, level, first, last FROM nodes WHERE id = ?", node)
    if row is None:
        return node
    parent, level, first, last = row
    before = store.row(_NEIGHBOUR.format("<", "DESC"), parent, level, first)
    after = store.row(_NEIGHBOUR.format(">", "ASC"), parent, level, last)
    if after and after[6] is not None:
        _absorb(store, node, after[0])
    if before and before[6] is not None:
        _absorb(store, before[0], node)
        return before[0]
    return node


def _absorb(store: Store, node: int, gone: int) -> None:
    """Let a placeholder take in the one after it."""
    sql = 'SELECT start, "end", first, last, summary, forgotten FROM nodes WHERE id = ?'
    (one,), (two,) = store.rows(sql, node), store.rows(sql, gone)
    store.write("DELETE FROM nodes WHERE id = ?", gone)
    store.write(
        'UPDATE nodes SET start = ?, "end" = ?, first = ?, last = ?, summary = ?, forgotten = ? WHERE id = ?',
        min(one[0], two[0]),
        max(one[1], two[1]),
        min(one[2], two[2]),
        max(one[3], two[3]),
        join_lines(one[4], two[4]),
        max(one[5], two[5]),
        node,
    )
