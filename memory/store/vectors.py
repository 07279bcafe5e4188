"""Search by meaning: a vector for the line of every goal and summary, kept in the memory file.

Vectors are made when they are asked for, not while the robot acts; a node whose line changes or is forgotten loses its
vector in the same transaction. Every search looks at all of them (as sqlite-vec does), some million a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from envs.errors import BadInput
from memory.levels import GOAL
from memory.node import Node
from memory.roles import Embedder
from memory.store.database import Store

_BATCH = 64  # texts embedded, and written, at a time
_CHUNK = 20_000  # vectors read at a time: 15 MB at 384 numbers
_MISSING = """SELECT n.id, n.summary FROM nodes n LEFT JOIN vectors v ON v.node = n.id AND v.model = ?
    WHERE n.id > ? AND n.level >= ? AND n.forgotten IS NULL AND n.summary <> '' AND v.node IS NULL
    ORDER BY n.id LIMIT ?"""
_READ = """SELECT v.node, v.value FROM vectors v CROSS JOIN nodes n ON n.id = v.node
    WHERE v.node > ? AND v.model = ? AND (? IS NULL OR n.level = ?) ORDER BY v.node LIMIT ?"""


@dataclass(frozen=True)
class NearestNode:
    """A node found by meaning.

    Attributes:
        node: The node.
        cosine: How near its line is to what was looked for; 1 is the same.
    """

    node: Node
    cosine: float


class Vectors:
    """The vectors of one model in a memory.

    Args:
        store: The memory; open for writing to ``fill``.
        embedder: Makes them.
        name: Name of the model; vectors of another name are left alone. By default the embedder's ``name``, or its
            class's.
    """

    def __init__(self, store: Store, embedder: Embedder, name: str | None = None) -> None:
        self._store, self._embedder = store, embedder
        self._name = name or getattr(embedder, "name", type(embedder).__name__)

    def fill(self, stop: Callable[[], bool] = lambda: False, on_batch: Callable[[int], None] | None = None) -> int:
        """Make the vectors that are missing; returns how many.

        Args:
            stop: Looked at before each batch; what is done until then is kept.
            on_batch: Called with the number made so far after each batch.

        Raises:
            TryAgain: The disk is full.
        """
        made, last = 0, 0
        while not stop():
            rows = self._store.rows(_MISSING, self._name, last, GOAL, _BATCH)
            if not rows:
                break
            values = np.asarray(self._embedder.embed([line for _, line in rows]), dtype=np.float16)
            with self._store.transaction():
                for (node, _), value in zip(rows, values, strict=True):
                    self._store.write("INSERT INTO vectors VALUES (?, ?, ?)", node, self._name, value.tobytes())
            made, last = made + len(rows), rows[-1][0]
            if on_batch is not None:
                on_batch(made)
        return made

    def missing(self) -> int:
        """How many nodes have no vector yet."""
        sql = _MISSING.replace("n.id, n.summary", "count(*)").partition("ORDER BY")[0]
        return int(self._store.rows(sql, self._name, 0, GOAL)[0][0])

    def nearest(self, text: str, most: int = 10, level: int | None = None) -> tuple[NearestNode, ...]:
        """The nodes whose lines are nearest in meaning, nearest first; among equals the newer.

        Args:
            text: What to look for.
            most: At most so many.
            level: Only nodes of this level; None is all that have vectors.

        Raises:
            BadInput: There is nothing to look for, or the file's vectors have another length than the embedder's.
        """
        if not text.strip() or most < 1:
            raise BadInput(f"{text[:80]!r}, at most {most}: give some words to look for, and ask for at least one node")
        wanted = np.asarray(self._embedder.embed([text]), dtype=np.float32)[0]
        found: list[tuple[float, int]] = []
        for nodes, values in self._chunks(level, len(wanted)):
            cosines = values @ wanted
            best = np.argsort(-cosines, kind="stable")[:most]
            found += [(float(cosines[i]), nodes[i]) for i in best]
        found = sorted(found, key=lambda one: (-one[0], -one[1]))[:most]
        return tuple(NearestNode(self._store.node(node), round(cosine, 4)) for cosine, node in found)

    def _chunks(self, level: int | None, length: int) -> Iterator[tuple[list[int], np.ndarray]]:
        last = 0
        while rows := self._store.rows(_READ, last, self._name, level, level, _CHUNK):
            kept = np.frombuffer(b"".join(value for _, value in rows), dtype=np.float16)
            if len(kept) != len(rows) * length:
                raise BadInput(
                    f"the vectors of {self._name!r} in {self._store.path} have another length than {length}; "
                    "give that other model another name"
                )
            yield [node for node, _ in rows], kept.reshape(len(rows), length).astype(np.float32)
            last = rows[-1][0]
