"""What of a home matters for whose things are: which of a kind are known, how they look, which was handled last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agent.belief.state import Belief, Thing
from agent.planning.terms import WhichThings
from agent.requests.errands import Errand
from envs.teach.tasks.classes import types_named
from envs.vocabulary.english import one as one_of
from envs.vocabulary.looks import colours, looks
from memory.knowledge import KnownObject


@dataclass(frozen=True)
class HomeSight:
    """What is known of the home just now.

    Attributes:
        belief: What is known; None where there is no home, as in a talk about the past.
        handled: Things that were handled lately, the last one first.
        complete: Kinds of which all were looked for.
        spoken: Which things were spoken of lately, the last ones first.
        asked: What was asked for last, in order.
    """

    belief: Belief | None = None
    handled: Sequence[str] = ()
    complete: frozenset[str] = field(default_factory=frozenset)
    spoken: Sequence[WhichThings] = ()
    asked: Sequence[Errand] = ()

    def of_kind(self, word: str) -> list[Thing]:
        """The things of a kind that are known."""
        return [] if self.belief is None else self.belief.known(*types_named(word))

    def at_hand(self, word: str = "") -> Thing | None:
        """The thing of a kind that is held, was handled last, or is the only one in view.

        Args:
            word: Type or class; "" for anything that can be carried.
        """
        if self.belief is None:
            return None
        types = types_named(word) if word else ()
        for key in filter(None, (self.belief.held, *self.handled)):
            thing = self.belief.things.get(key)
            if thing is not None and thing.can("pickupable") and (not word or thing.object_type in types):
                return thing
        seen = [one for one in self.of_kind(word) if one.object_id in self.belief.in_view] if word else []
        return seen[0] if len(seen) == 1 else None

    def spoken_of(self, word: str = "") -> KnownObject | None:
        """The thing of a kind that was spoken of last by how it looks.

        Args:
            word: Type or class; "" for any.
        """
        types = set(types_named(word)) if word else set()
        for which in self.spoken:
            look = " ".join(one for one, so in which.trait.states if so and one in looks().values())
            if look and (not word or types & set(types_named(which.word))):
                return KnownObject(one_of(which.word), look)
        return None

    def meant(self, which: WhichThings) -> list[Thing]:
        """The things of a kind that are so."""
        if self.belief is None:
            return []
        return [one for one in self.of_kind(which.word) if which.allows(one, self.belief)]


def look_words(thing: Thing, others: Iterable[Thing] = ()) -> str:
    """How a thing looks: its colour, and its material where that tells it from others of the colour."""
    colour = sorted(thing.look & colours())
    alike = [one for one in others if one.object_id != thing.object_id and thing.look & colours() <= one.look]
    rest = sorted(thing.look - colours()) if alike or not colour else []
    return " ".join([*colour, *rest])
