"""Whether the nodes of a memory make a tree that tiles the history: two writers at once, or damage, would break it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from memory.levels import GOAL, SCENE

IN_A_GOAL = f"""EXISTS (SELECT 1 FROM nodes WHERE level = {GOAL} AND forgotten IS NULL
    AND utterances.experience BETWEEN first AND last)"""
"""SQL: whether an utterance lies in a goal that is remembered; there it may outlive its experience."""

_PARENTS = f"""SELECT n.id, n.level, n.parent, p.level FROM nodes n JOIN nodes p ON p.id = n.parent
    WHERE p.level <= n.level OR (n.level < {GOAL} AND p.level <> n.level + 1) ORDER BY n.id"""
_OVERLAPS = """SELECT id, level, other FROM (
        SELECT id, level, first, max(last) OVER before AS reached, lag(id) OVER (PARTITION BY level ORDER BY first, id)
        AS other FROM nodes WINDOW before AS (
            PARTITION BY level ORDER BY first, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))
    WHERE first <= reached ORDER BY level, first, id"""
_LOOSE = """SELECT p.id, p.level FROM nodes p JOIN nodes c ON c.parent = p.id GROUP BY p.id
    HAVING p.first <> min(c.first) OR p.last <> max(c.last) OR p.start > min(c.start) OR p."end" < max(c."end")
    ORDER BY p.id"""
_CHILDLESS = f"""SELECT id, level FROM nodes n WHERE level > {GOAL} AND forgotten IS NULL
    AND NOT EXISTS (SELECT 1 FROM nodes WHERE parent = n.id) ORDER BY id"""
_FORGOTTEN = """SELECT id, level FROM nodes n WHERE forgotten IS NOT NULL
    AND EXISTS (SELECT 1 FROM nodes WHERE parent = n.id) ORDER BY id"""
_PARENTLESS = f"SELECT id, level FROM nodes WHERE level < {GOAL} AND parent IS NULL ORDER BY id"
_WIDE = f"SELECT id, level FROM nodes WHERE level = {SCENE} AND forgotten IS NULL AND first <> last ORDER BY id"
_UNREACHED = """SELECT e.id, e.id FROM experiences e WHERE e.id <= (SELECT max(last) FROM nodes WHERE level = {0})
    AND NOT EXISTS (SELECT 1 FROM nodes n WHERE n.level = {0} AND n.first = (
        SELECT max(first) FROM nodes WHERE level = {0} AND first <= e.id) AND n.last >= e.id) ORDER BY e.id"""
_EMPTY = f"""SELECT n.id, n.level FROM nodes n WHERE level = {SCENE} AND forgotten IS NULL
    AND NOT EXISTS (SELECT 1 FROM experiences WHERE id = n.first) ORDER BY n.id"""
_BACKWARDS = """SELECT id, episode FROM (SELECT id, episode, time, lag(time) OVER (PARTITION BY episode ORDER BY id)
    AS before FROM experiences) WHERE time < before ORDER BY id"""

_KINDS = (
    (_PARENTS, "node {0} of level {1} lies in node {2} of level {3}"),
    (_OVERLAPS, "node {0} of level {1} overlaps node {2} (written by two at once?)"),
    (_LOOSE, "node {0} of level {1} does not span what lies below it"),
    (_CHILDLESS, "node {0} of level {1} has nothing below it"),
    (_FORGOTTEN, "node {0} of level {1} is forgotten, but something lies below it"),
    (_PARENTLESS, "node {0} of level {1} lies in no other"),
    (_WIDE, "scene {0} holds more than one experience"),
    (_EMPTY, "scene {0} shows an experience that is not there"),
    (_UNREACHED.format(SCENE), "experience {0} lies in no scene"),
    (_UNREACHED.format(GOAL), "experience {0} lies in no goal"),
    (_BACKWARDS, "experience {0} comes before the one before it"),
)


def tree_problems(connection: sqlite3.Connection, most: int) -> Iterator[str]:
    """What is wrong between the nodes, and between them and the experiences; of each kind the first few and a count.

    Raises:
        sqlite3.Error: The file is damaged so that it cannot be told.
    """
    for sql, sentence in _KINDS:
        count = 0
        for row in connection.execute(sql):
            count += 1
            if count <= most:
                yield sentence.format(*row)
        if count > most:
            yield f"… and {count - most} more like it"
