"""A query from a sentence in pieces and the example that it is like."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.reading.parts.chunks import Chunk, Named
from agent.recall.reading.pieces import (
    Pieces,
    about,
    as_place,
    by_deed,
    dropped,
    either,
    either_or,
    of_fact,
    taken_to_be,
    unused,
)
from agent.recall.reading.selecting import OF_TASKS, KnowsTask, SelectionComposer
from agent.recall.understanding.suiting import suited
from agent.recall.understanding.universals import of_each
from envs.vocabulary.verbs import base

_OF_CLAUSE = frozenset({"steps", "outcome", "why", "who", "tool", "ago"})
STATE_OF = {"Open": "+open", "Close": "-open", "ToggleOn": "+on", "ToggleOff": "-on", "Fill": "+filled",
             "Empty": "-filled", "Slice": "+sliced"}  # fmt: skip
"""Action → the state that a thing is in after it."""


def _without_times(text: str, chunks: Sequence[Chunk]) -> str:
    """The words without those that say when."""
    for chunk in chunks:
        if chunk.slot == "TIME" and chunk.words:
            text = f" {text} ".replace(f" {chunk.words} ", " ").strip()
    return text


def _named_words(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """The words of what a sentence names, for what was said about it: "the thing with the vase"."""
    every = [chunk.value.words for chunk in chunks if isinstance(chunk.value, Named)]
    return about(" ".join(every))


def _of_what(
    of: Selection, left: tuple[str, ...], chunks: Sequence[Chunk], text: str, ask: str
) -> tuple[Selection, tuple[str, ...]]:
    """Speech and facts with the words that they are about, and what is then still left out."""
    quoted = next((word for word in (" say ", " said ") if text.endswith(word + " ".join(left)) and left), " about ")
    timeless = _without_times(text, chunks)
    topic = about(_without_times(text.partition(quoted)[2], chunks))
    if of.subject == "speech" and not of.about and {*topic} & {*" ".join(left).split()}:
        of, left = replace(of, about=topic), ()
    named = [one for one in (of.tool, of.place, of.thing) if one != ANYTHING]
    if of.subject == "speech" and not of.about and named and (words_said := _named_words(chunks)):
        of = replace(of, about=words_said, tool=ANYTHING, place=ANYTHING, thing=ANYTHING)
    told = ask == "fact" or (ask == "who" and of.subject == "facts")
    if told:  # what was told may be about any of its words: "my sister's birthday"
        of, left = replace(of, about=of_fact(timeless)), ()
    if ask == "who" and of.subject == "tasks" and " about " in text:  # "who told you about the nuts"
        of, left = Selection("speech", time=of.time, about=about(text.partition(" about ")[2])), ()
    return of, left


def _as_seen(of: Selection) -> Selection:
    """Things that are in a state and to which nothing is said to have been done, as seen: "how many are dirty"."""
    done = of.actions or of.change or of.task or of.relation
    return replace(of, subject="sights") if of.subject == "deeds" and of.thing.states and not done else of


def _as_used(of: Selection, text: str, left: Sequence[str]) -> Selection:
    """Of "did you use the pan" what was done with it for its use; with another deed named it is about that."""
    done = of.actions or of.change or of.task
    used = bool({"use", "used", "using"} & {*text.split()}) and not {"use", "used", "using"} & {*left}
    return replace(of, used=True) if used and of.subject == "deeds" and of.thing.types and not done else of


def _as_left(ask: str, of: Selection, left: tuple[str, ...]) -> tuple[str, Selection, tuple[str, ...]]:
    """Of "was the coffee interrupted" whether that is how a task stood."""
    if ask not in ("exists", "outcome") or not of.task or of.subject != "tasks" or "interrupted" not in left:
        return ask, of, left
    left = tuple(one for one in left if one != "interrupted")
    return "exists", replace(of, outcomes=("interrupted", "waiting")), left


class Composer:
    """Makes queries.

    Args:
        knows_task: Whether the memory knows a task by some words.
        before: What "it" and "that" stand for, as a selection; None where nothing was spoken of.
        near: The place that was told of it.
    """

    def __init__(self, knows_task: KnowsTask, before: Selection | None = None, near: ThingFilter = ANYTHING) -> None:
        self._before = before
        self._selecting = SelectionComposer(knows_task, before, near)
        self._known: frozenset[str] = frozenset()

    def query(
        self,
        chunks: Sequence[Chunk],
        like: Mapping[str, Any],
        known: Sequence[str],
        text: str,
        alike: Collection[str] = (),
    ) -> MemoryQuery:
        """What a sentence asks that is like an example.

        Args:
            chunks: The sentence.
            like: The example's query.
            known: The example's frame.
            text: The sentence in plain words.
            alike: Words of other examples that ask the same.
        """
        pieces = Pieces(chunks)
        self._known = frozenset(mark.partition(":")[0] for mark in known)
        of, against = self._sides(pieces, like)
        if (
            like["ask"] == "state" and of.relation and of.actions and "you" in text.split()
        ):  # then it is what was done while, not how it is
            like = {**{key: part for key, part in like.items() if key != "state"}, "ask": "exists", "subject": "deeds"}
        of = self._set(of, like, pieces)
        against = tuple(self._set(one, like, pieces) for one in against)
        if of.subject == "sights" and like["ask"] == "count" and "STATE" not in self._known:
            of = self._with_state(of, pieces)  # "how many tomatoes were cut"
        of = _as_seen(of) if like["ask"] == "count" else of
        if like["ask"] == "exists" and of.subject == "sights" and of.actions and chunks[0].mark in ("did", "was"):
            of = replace(of, subject="deeds")  # "was anything taken from the safe"
        claim = taken_to_be(like.get("claim"), pieces)
        open_ended = either_or(chunks) or any(chunk.slot == "EITHER" for chunk in chunks)
        if like["ask"] == "compare" and chunks[0].mark in ("did", "is", "was") and not open_ended:
            claim = True
        detail = bool(like.get("detail")) or bool({"exactly", "precisely", "detail", "details"} & set(text.split()))
        frame = frozenset([*known, *alike, *(("exactly", "precisely") if detail else ())])
        left = (*pieces.left(frame), *dropped(chunks, of), *self._selecting.unsaid())
        left += tuple(one for one in unused(chunks, (of, *against)) if one not in left)
        of, left = _of_what(of, left, chunks, text, like["ask"])
        ask, of, left = _as_left(like["ask"], of, left)
        of = _as_used(of_each(of, text), text, left)
        query = MemoryQuery(
            ask,
            of,
            against,
            measure=like.get("measure", ""),
            most=like.get("most", True),
            counted="days" if like.get("of") == "days" else like.get("counted", "times"),
            claim=claim,
            supposes=of.others if of.relation else (),
            quantifier=like.get("quantifier", ""),
            detail=detail,
            left_out=tuple(dict.fromkeys(left)),
            text=text,
        )
        return by_deed(query)

    def _sides(self, pieces: Pieces, like: Mapping[str, Any]) -> tuple[Selection, tuple[Selection, ...]]:
        """What is asked about, and what it is compared with."""
        of, subject = like.get("of", "main"), like.get("subject", "")
        if of == "names":
            if like.get("measure") in ("duration", "start", "end") and not any(c.slot == "ACT" for c in pieces.chunks):
                subject = subject or "tasks"
            every = self._selecting.names(pieces, subject)
            if len(every) == 1 and every[0].relation == "either":
                every = [self._without_relation(every[0]), *every[0].others]
            if len(every) == 1 and len(times := pieces.values("TIME")) > 1:  # "longer today than yesterday"
                every = [replace(every[0], time=time) for time in times]
            return (every[0], tuple(every[1:])) if every else (Selection(subject or "tasks"), ())
        if of == "times":
            times = pieces.values("TIME")
            main = self._selecting.selection(pieces, subject, like["ask"])
            every = [replace(main, time=time) for time in times] or [main]
            return every[0], tuple(every[1:])
        if of in ("clause", "against"):
            others = self._selecting.clause(pieces)
            if of == "against":
                return self._without_relation(self._selecting.selection(pieces, subject, like["ask"])), others.others
            return (others.others[0] if others.others else Selection("tasks")), others.others[1:]
        return self._one(pieces, like, of, subject), ()

    def _one(self, pieces: Pieces, like: Mapping[str, Any], of: str, subject: str) -> Selection:
        main = self._selecting.selection(pieces, "" if subject == "clause" else subject, like["ask"])
        if subject == "clause":
            return replace(main, subject=main.others[0].subject if main.others else "tasks")
        if of == "all":
            return self._all(pieces, main)
        if of == "involving":
            return self._involving(pieces, main)
        done_with = of == "beside" or (like["ask"] == "list" and not (main.actions or main.change or main.task))
        if done_with and main.thing == ANYTHING and main.tool != ANYTHING:  # "what did you do with the mug"
            return replace(main, thing=main.tool, tool=ANYTHING)
        if of == "beside" and main.thing == ANYTHING and not main.actions and main.place != ANYTHING:
            return replace(main, thing=main.place, place=ANYTHING)
        if of == "for":
            return self._for(pieces, main)
        if of == "contents" or like["ask"] == "contents":
            return as_place(main)
        if of == "place":
            return as_place(self._selecting.clause(pieces).others[0] if self._selecting.clause(pieces).others else main)
        empty = main.thing == ANYTHING and not main.actions and not main.task and not main.change
        if like["ask"] in _OF_CLAUSE and empty and main.relation and len(main.others) == 1:
            return replace(main.others[0], outcomes=main.outcomes, time=either(main.time, main.others[0].time))
        if like["ask"] in OF_TASKS and empty and not main.relation and (purpose := self._selecting.purpose(pieces)):
            return replace(purpose, time=either(main.time, purpose.time))
        return main

    def _all(self, pieces: Pieces, main: Selection) -> Selection:
        """Whatever there is: a deed that the example itself has ("what is left") names nothing."""
        if "ACT" not in self._known:
            pieces.used -= {index for index, chunk in enumerate(pieces.chunks) if chunk.slot == "ACT"}
        if "NP" not in self._known:
            pieces.used -= {index for index, chunk in enumerate(pieces.chunks) if chunk.slot == "NP"}
        thing = ThingFilter(main.thing.types, main.thing.states, besides=main.thing.besides)
        return replace(main, task="", actions=(), change="", thing=thing)

    def _without_relation(self, one: Selection) -> Selection:
        return replace(one, relation="", next_to=False, others=())

    def _involving(self, pieces: Pieces, main: Selection) -> Selection:
        """The tasks during which something was done, or with something."""
        deed, named = pieces.first("ACT"), pieces.first("NP")
        kept = replace(main, task="", thing=ANYTHING, place=ANYTHING, tool=ANYTHING, actions=(), change="")
        if main.relation:
            return kept
        if deed is not None:
            other = self._selecting.of_deed(deed, named, "sights" if deed.kind == "see" else "deeds", "")
        else:
            tool = pieces.first("TOOL") or pieces.first("PLACE")
            other = Selection("deeds", thing=(named or tool).thing) if named or tool else Selection("deeds")
        return replace(kept, relation="during", others=(other,))

    def _for(self, pieces: Pieces, main: Selection) -> Selection:
        """What was done for a task: "what did you need for the salad"."""
        if main.task and base(main.task) != main.task:  # "what did you make for breakfast" names no task but that
            return main
        purpose = self._selecting.purpose(pieces) or (main.others[0] if main.relation else None)
        kept = self._without_relation(main)
        if purpose is None and (place := pieces.first("PLACE") or pieces.first("TOOL")) is not None:
            return replace(kept, task=place.words, place=ANYTHING, tool=ANYTHING)
        return replace(kept, task=purpose.task) if purpose and purpose.task else main

    def _set(self, one: Selection, like: Mapping[str, Any], pieces: Pieces) -> Selection:
        """With what the example says of the selection."""
        given = {key: like[key] for key in ("speaker", "ordinal", "relation") if key in like}
        given |= {key: tuple(like[key]) for key in ("outcomes", "actions") if key in like}
        if like.get("next_to") and one.relation in ("before", "after"):
            given["next_to"] = True
        one = replace(one, **given)
        if like.get("state"):
            one = self._with_state(one, pieces)
        return one

    def _with_state(self, one: Selection, pieces: Pieces) -> Selection:
        state, deed = pieces.first("STATE"), pieces.first("ACT")
        if state is None and deed is not None:
            state = deed.change or next((STATE_OF[act] for act in deed.actions if act in STATE_OF), None)
        thing = one.thing
        if deed is not None and thing == ANYTHING:
            thing = deed.thing.thing
        if thing == ANYTHING and self._before is not None and deed is None:
            thing = suited(self._before.thing, self._before.place, (state,) if state else ())
        states = (*thing.states, state) if state and state not in thing.states else thing.states
        return replace(one, actions=(), change="", task="", thing=replace(thing, states=states))
