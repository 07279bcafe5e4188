"""The profiles in a memory file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from envs.errors import AlreadyExists, BadInput
from memory.knowledge import KNOWLEDGE_TYPES, SUBTYPES, Knowledge
from memory.profile.changes import SimilarityResolver
from memory.profile.matching import nearest
from memory.profile.roles import KnowledgeResolver, ProfileChange
from memory.store.database import Store
from memory.store.rows import knowledge as rows

_LONGEST = 2_000
_NEAR, _MOST = 8, 100


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
        if plain.casefold() in {one.casefold() for one in self.users()}:
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
            if (user is None or one.user.casefold() == user.casefold())
            and (home is None or one.home in ("", home))
            and (ended or one.holds)
        )

    def tell(self, item: Knowledge, time: datetime) -> tuple[Knowledge, ProfileChange]:
        """Take in a new item; returns it as it is kept, or what was known already, and what became of it.

        Raises:
            BadInput: It makes no sense, or the resolver names an item that is not there.
        """
        _check(item)
        known = [one for one in self.items(item.user) if one.type == item.type and one.home == item.home]
        near = [found.item for found in nearest(f"{item.alias} {item.description}", known, _NEAR)]
        change = self._resolver.resolve(item, near)
        if change.operation == "none":
            return item, change
        if change.operation in ("known", "end"):
            return self._one_known(change, known, time), change
        kept = change.merged or item
        _check(kept)
        with self._store.transaction():
            number = rows.add_knowledge(self._store, kept, time)
            if change.operation == "update":
                rows.end_knowledge(self._store, self._one_of(change.replaced, known).id, time, number)
        return replace(kept, id=number, time=time), change

    def _one_known(self, change: ProfileChange, known: Sequence[Knowledge], time: datetime) -> Knowledge:
        one = self._one_of(change.replaced, known)
        if change.operation == "end":
            with self._store.transaction():
                rows.end_knowledge(self._store, one.id, time, None)
        return one

    def _one_of(self, number: int, known: Sequence[Knowledge]) -> Knowledge:
        found = next((one for one in known if one.id == number), None)
        if found is None:
            raise BadInput(f"the resolver names item {number}, which is none that this user holds there")
        return found

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
        until = time if held.time is None else max(time, held.time)
        with self._store.transaction():
            rows.end_knowledge(self._store, number, until, None)
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
    if len(item.objects) > _MOST or len(item.steps) > _MOST:
        raise BadInput(f"an item holds up to {_MOST} objects and steps, not {len(item.objects)} and {len(item.steps)}")
    long = [text for text in _texts(item) if len(text) > _LONGEST]
    if long:
        raise BadInput(
            f"an object or a step of an item is described in more than {_LONGEST} characters: {long[0]!r:.60}"
        )
    for text in (item.user, item.home, item.source, item.alias, item.description, *_texts(item)):
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise BadInput(f"an item of knowledge holds text that is not Unicode: {text!r:.60}") from error
    dangling = [step for step in item.steps if not 0 <= step.thing < len(item.objects)]
    if dangling:
        raise BadInput(f"step {item.steps.index(dangling[0])} is about object {dangling[0].thing}, which is not there")


def _texts(item: Knowledge) -> Iterator[str]:
    for one in item.objects:
        yield from (one.name, one.description, one.kind, one.seen, one.found)
    for step in item.steps:
        yield from (step.relation, step.location, step.action, step.place)
