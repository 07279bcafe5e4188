"""The profiles in a memory file."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from envs.errors import AlreadyExists, BadInput
from memory.knowledge import KNOWLEDGE_TYPES, SUBTYPES, Knowledge
from memory.profile.matching import SimilarityResolver, nearest
from memory.profile.roles import KnowledgeResolver, ProfileChange
from memory.store.database import Store
from memory.store.rows import knowledge as rows

_LONGEST = 2_000
_NEAR = 8


class ProfileBook:
    """What is known of users.

    Args:
        store: The memory; open for writing for everything that changes it.
        resolver: Decides what becomes of new items.
    """

    def __init__(self, store: Store, resolver: KnowledgeResolver | None = None) -> None:
        self._store, self._resolver = store, resolver or SimilarityResolver()

    def users(self) -> tuple[str, ...]:
        """Everybody of whom something is known."""
        return rows.users(self._store)

    def introduce(self, name: str) -> str:
        """A new user's name, checked.

        Raises:
            AlreadyExists: Somebody is called so; the two could not be told apart.
            BadInput: It is no name.
        """
        plain = " ".join(name.split())
        if not re.fullmatch(r"[^\W_][\w .'-]{0,59}", plain):
            raise BadInput(f"{name!r:.80} is no name; write up to 60 letters, such as Ann or Ann B.")
        if plain.lower() in {one.lower() for one in self.users()}:
            raise AlreadyExists(f"somebody is called {plain} already; tell them apart, such as {plain} B.")
        return plain

    def items(self, user: str | None = None, home: str | None = None, ended: bool = False) -> tuple[Knowledge, ...]:
        """What is known, oldest first.

        Args:
            user: Of whom; None for everybody.
            home: Where it holds; None for anywhere. What holds everywhere is always among it.
            ended: Whether also what was corrected or taken back.
        """
        found = rows.knowledge(self._store)
        return tuple(
            one
            for one in found
            if (user is None or one.user.lower() == user.lower())
            and (home is None or one.home in ("", home))
            and (ended or one.holds)
        )

    def tell(self, item: Knowledge, time: datetime) -> tuple[Knowledge, ProfileChange]:
        """Take in a new item; returns it as it is kept, or what was known already, and what became of it.

        Raises:
            BadInput: It makes no sense.
        """
        _check(item)
        known = [one for one in self.items(item.user) if one.type == item.type]
        near = [found.item for found in nearest(f"{item.alias} {item.description}", known, _NEAR)]
        change = self._resolver.resolve(item, near)
        if change.operation == "known":
            return next(one for one in known if one.id == change.replaced), change
        with self._store.transaction():
            number = rows.add_knowledge(self._store, item, time)
            if change.operation == "update":
                rows.end_knowledge(self._store, change.replaced, time, number)
        return replace(item, id=number, time=time), change

    def correct(self, number: int, item: Knowledge, time: datetime) -> Knowledge:
        """Let an item take the place of another.

        Raises:
            BadInput: There is no such item that holds, or the new one makes no sense.
        """
        _check(item)
        self._held(number)
        with self._store.transaction():
            new = rows.add_knowledge(self._store, item, time)
            rows.end_knowledge(self._store, number, time, new)
        return replace(item, id=new, time=time)

    def take_back(self, number: int, time: datetime) -> Knowledge:
        """Let an item hold no longer; what it had corrected does not come back.

        Raises:
            BadInput: There is no such item that holds.
        """
        held = self._held(number)
        with self._store.transaction():
            rows.end_knowledge(self._store, number, time, None)
        return held

    def _held(self, number: int) -> Knowledge:
        found = next((one for one in self.items() if one.id == number), None)
        if found is None:
            raise BadInput(f"there is no item {number} of knowledge that holds; homebody memory profile lists them")
        return found


def _check(item: Knowledge) -> None:
    if item.type not in KNOWLEDGE_TYPES or item.subtype not in SUBTYPES[item.type]:
        allowed = "; ".join(f"{kind}: {', '.join(some)}" for kind, some in SUBTYPES.items())
        raise BadInput(f"there is no knowledge {item.type}: {item.subtype}; there is {allowed}")
    if not item.alias.strip() or len(item.alias) > _LONGEST or len(item.description) > _LONGEST:
        raise BadInput(f"an item needs a name and a sentence of up to {_LONGEST} characters, not {item.alias!r:.60}")
    dangling = [step for step in item.steps if not 0 <= step.thing < len(item.objects)]
    if dangling:
        raise BadInput(f"step {item.steps.index(dangling[0])} is about object {dangling[0].thing}, which is not there")
