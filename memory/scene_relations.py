"""How the relations of a scene lie in a memory file: most are of one kind, which is not said again for each of them.

A JSON list. Two numbers that follow each other are head and tail of something in or on something; any other relation is
a list of head, predicate and tail. Ends are places in the scene's list of looks, -1 is the hand. Older files write all
as lists, which reads the same. To the rest of the program all relations are lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from perception.scene_graph.graph import IN_ON

ListedRelation = list[Any]
"""Head, predicate and tail."""
_encode = json.JSONEncoder(separators=(",", ":")).encode


def written(relations: Iterable[ListedRelation]) -> str:
    """Relations as the file has them; what is none is kept as it is, for ``listed`` to refuse."""
    kept: list[Any] = []
    for one in relations:
        if isinstance(one, list) and len(one) == 3 and one[1] == IN_ON and type(one[0]) is type(one[2]) is int:
            kept += one[::2]
        else:
            kept.append(one)
    return _encode(kept)


def listed(kept: Iterable[Any]) -> list[ListedRelation]:
    """All relations of what the file has, in order.

    Args:
        kept: Its JSON, parsed.

    Raises:
        ValueError: It is no list of relations.
    """
    if not isinstance(kept, list):
        raise ValueError("relations are no list")
    found: list[ListedRelation] = []
    rest = iter(kept)
    for one in rest:
        relation = one if isinstance(one, list) else [one, IN_ON, next(rest, None)]
        if len(relation) != 3 or not type(relation[0]) is type(relation[2]) is int:
            raise ValueError("a relation has not two ends")
        found.append(relation)
    return found
