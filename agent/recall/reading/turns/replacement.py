"""The question before with another thing, time or place in it: "and the plate?", "what about Monday?"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, SpanOfTime
from agent.recall.reading.parts.chunks import ANAPHORS, NOBODY, Chunk, Named, NamedDeed, Subordinate
from agent.recall.reading.parts.noun_phrases import is_thing
from agent.recall.reading.parts.pronouns import tells_nothing
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.pieces import dropped, of_fact
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.selecting import SelectionComposer
from agent.recall.reading.turns.anchor import in_use, one_task
from agent.recall.reading.turns.naming import as_things, described, renamed, strange, unfamiliar, without_denied
from agent.recall.reading.turns.searches import is_search, looked_in
from agent.recall.reading.turns.sequel import place_before
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.object_types import is_taken

_SHORT_TOPIC = 6
"""Words of a sentence that names another topic and nothing else."""
_OPPOSITE = {"before": "after", "after": "before"}
WHETHER = frozenset({"exists", "outcome", "state"})
"""Asks of questions that are answered with yes or no, as "did you wash it" is."""
_WHERE = frozenset({"where", "put", "taken"})
_TOOLLESS = frozenset({"Pickup", "Place", "Open", "Close", "ToggleOn", "ToggleOff"})
"""Deeds that are done with nothing but the hand: "and with the pot" is done to it."""
_LED = frozenset({"and", "but", "so", "or", "no", "not", "well", "ok", "okay", "then", "also"})
"""What may stand before a question."""


class Replacement:
    """Puts what a turn names in the place of what the question before named.

    Args:
        before: That question, with its answer.
        thing: The thing that was spoken of.
        lexicon: What things are called.
        knows_task: Whether the memory knows a task by some words.
        alike: Whether another thing means the same done to it, where a task is called so; else any task about it.
    """

    def __init__(
        self,
        before: EarlierExchange,
        thing: Selection,
        lexicon: Lexicon,
        knows_task: Callable[[str], bool],
        alike: bool = True,
    ) -> None:
        self._alike = alike
        self._before = before
        self._thing = thing
        self._lexicon = lexicon
        self._knows_task = knows_task

    def query(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """The question before with other slots; None where a turn is a question of its own, or is not understood."""
        if (topic := self._topic(chunks)) is not None:
            return topic
        if self._before.query.against:  # "which took longer" of two others is another question
            return None
        if (turned := self._turned(chunks)) is not None:
            return turned
        chunks, looks = described(as_things(without_denied(chunks), self._lexicon))
        if not (chunks or looks) or self._asks_itself(chunks):
            return None
        numbered = any(chunk.slot in ("BEFORE", "AFTER") for chunk in chunks)
        small = words("leaning") | (words("task_words") | {"thing"} if numbered else frozenset())
        if any(not chunk.slot and chunk.words not in small for chunk in chunks):
            return None
        return self._there(chunks) or self._earlier_place(chunks) or self._inside(chunks) or self._with(chunks, looks)

    def _with(self, chunks: Sequence[Chunk], looks: Sequence[str]) -> MemoryQuery | None:
        """With every slot in its place; None where one has none, or two would have the same."""
        query = self._before.query
        of = query.of
        slots = [chunk for chunk in chunks if chunk.slot]
        if len({chunk.slot for chunk in slots}) < len(slots):
            return None
        one = {chunk.words for chunk in chunks} & (words("task_words") | {"thing", "one"})
        for chunk in slots:
            if one and chunk.slot in ("BEFORE", "AFTER"):  # "the thing before the spoon" is the last one before it
                of = replace(of, ordinal=-1 if chunk.slot == "BEFORE" else 1)
            changed = self._changed(of, chunk)
            if changed is None:
                return None
            of = changed
        if of == query.of and not looks:
            return None
        if not of.time.words and any(chunk.slot in ("NP", "ACT", "PURPOSE") for chunk in chunks):
            of = replace(of, time=ANY_TIME)  # when the other one was, tells nothing of this one
        supposes = of.others if of.relation and of.others != query.of.others else query.supposes
        left = tuple(dict.fromkeys((*looks, *dropped(slots, of))))
        undone = query.ask == "why" and query.of.outcomes and not of.outcomes  # why not: whether this one is
        ask = "outcome" if undone else query.ask
        return replace(query, ask=ask, of=of, claim=None, supposes=supposes, left_out=left)

    def _topic(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """What was said about something else: "and the wifi password?", "what about my sister?"."""
        query = self._before.query
        said = [word for chunk in chunks for word in chunk.words.split()]
        led = said[:1] in (["and"], ["about"], ["or"]) or said[:2] in (["what", "about"], ["how", "about"])
        asks = {*said} & (words("asks") | words("openers")) - {"what", "how"}
        of = query.of
        if of.subject not in ("speech", "facts") or not led or len(said) > _SHORT_TOPIC or asks:
            return None
        about = tuple(word for word in of_fact(" ".join(said)) if word not in words("leaning"))
        if not about or any(chunk.slot in ("TIME", "ACT") for chunk in chunks):
            return None
        ask = "said" if query.ask in ("when", "ago", "exists") else query.ask
        asked = replace(of, about=about, time=of.time if of.time.words else ANY_TIME)
        return replace(query, ask=ask, of=asked, claim=None, left_out=())

    def _turned(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """What was asked of the time before something, of the time after it: "and after?", "so after it?"."""
        query = self._before.query
        other = _OPPOSITE.get(query.of.relation, "")
        said = [word for chunk in chunks for word in chunk.words.split()]
        if not other or other not in said or {*said} - words("leaning") - {other, "it"} or query.supposes == ():
            return None
        if any(chunk.slot and not isinstance(chunk.value, Subordinate) for chunk in chunks):
            return None
        if query.ask == "taken":  # where something was before is where it was taken from
            of = replace(query.of, subject="sights", relation=other, ordinal=None)
            return replace(query, ask="where", of=of, claim=None)
        return replace(query, of=replace(query.of, relation=other), claim=None)

    def _asks_itself(self, chunks: Sequence[Chunk]) -> bool:
        """Whether a turn has a question word, or the order of words of a question, that asks something else."""
        said = [word for chunk in chunks for word in (chunk.words.split() if chunk.slot else [chunk.words])]
        while said and said[0] in _LED:
            said.pop(0)
        ask = self._before.query.ask
        deed = next((chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)), None)
        if deed is not None and (deed.leans or tells_nothing(deed)):  # "what did you use", "did you make it"
            return True
        if said[:1] in (["what"], ["how"]):
            return not (said[1:2] in (["about"], ["of"], ["if"]) or (said[0] == "what" and ask == "list"))
        return said[:1] in (["did"], ["was"]) and len(said) > 1 and ask not in WHETHER

    def _there(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """Whether a task took place somewhere, where nothing but that is named: "in the drawers as well?"."""
        named = [chunk for chunk in chunks if chunk.slot and chunk.slot != "TIME"]
        base, query = one_task(self._before), self._before.query
        if len(named) != 1 or named[0].slot != "PLACE" or base is None or not base.time.scope.limited:
            return None
        value = named[0].value
        if not isinstance(value, Named):
            return None
        return MemoryQuery("exists", Selection("deeds", thing=value.thing, time=base.time), text=query.text)

    def _earlier_place(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """Where something was before it came to the place that was told: "and before the drawer?"."""
        query, kinds = self._before.query, self._thing.thing.types
        slots = [chunk.value for chunk in chunks if chunk.slot]
        clause = slots[0] if len(slots) == 1 else None
        if query.ask not in _WHERE or not kinds or not isinstance(clause, Subordinate) or clause.relation != "before":
            return None
        if any(chunk.slot not in ("", "NP", "PLACE") for part in clause.parts for chunk in part):
            return None
        return replace(query, ask="taken", of=place_before(self._before, kinds), claim=None, left_out=())

    def _inside(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """Whether a thing is among what is in or on a place, where it is no place itself: "and no eggs?"."""
        query = self._before.query
        slots = [chunk for chunk in chunks if chunk.slot]
        named = slots[0].value if len(slots) == 1 and slots[0].slot == "NP" else None
        if query.ask != "contents" or not isinstance(named, Named) or query.of.place == ANYTHING:
            return None
        if not is_thing(named) or not is_taken(named.thing.types) or is_taken(query.of.place.types):
            return None
        return replace(
            query, ask="exists", of=replace(query.of, thing=named.thing), claim=None, left_out=tuple(named.left)
        )

    def _changed(self, of: Selection, chunk: Chunk) -> Selection | None:
        value = chunk.value
        if isinstance(value, SpanOfTime):
            start, end = value.scope.start, value.scope.end
            hours = start is not None and end is not None and end - start < timedelta(hours=6)
            return replace(of, time=value, ordinal=None if hours else of.ordinal)  # "and an hour later?"
        if isinstance(value, Named):
            value = _the_other(value, chunk, of)
            unknown = strange(chunk, self._knows_task) and of.subject not in ("speech", "facts")
            return None if unknown else self._named(of, value, chunk.slot)
        if isinstance(value, NamedDeed):
            return None if unfamiliar(value, self._knows_task) else self._done(of, value)
        if isinstance(value, Subordinate):
            return self._limited(of, chunk, value)
        if chunk.slot == "PURPOSE" and isinstance(value, tuple):
            return self._for_what(of, value)
        if chunk.slot == "ORDINAL" and isinstance(value, int):
            return replace(of, ordinal=value)
        return None

    def _for_what(self, of: Selection, values: Sequence[Chunk]) -> Selection | None:
        """With what a thing was for: "and the one for the tomato?"; of a tool, what it was used on."""
        named = [one.value for one in values if isinstance(one.value, Named)]
        if len(named) != 1:
            return None
        if self._before.query.ask == "tool":
            return self._named(replace(of, task=""), named[0], "NP")
        if of.subject == "tasks" and of.task:  # what was asked for, took so long: "and for the vase?"
            return self._named(of, named[0], "NP")
        handled = of.subject in ("deeds", "sights") and of.thing.types
        return replace(of, task=named[0].words) if handled else None

    def _done(self, of: Selection, deed: NamedDeed) -> Selection:
        """Another deed; to the same thing where it names none: "and shut?"."""
        if deed.kind == "task" or self._knows_task(deed.words):
            return replace(of, subject="tasks", task=deed.words, actions=(), change="", thing=ANYTHING, tool=ANYTHING)
        alone = deed.thing == NOBODY and deed.place == NOBODY
        thing, place = (of.thing, of.place) if alone else (deed.thing.thing, deed.place.thing)
        return replace(of, subject="sights" if deed.kind == "see" else "deeds", actions=deed.actions,
                       change=deed.change, thing=thing, place=place, tool=deed.tool.thing, task="")  # fmt: skip

    def _limited(self, of: Selection, chunk: Chunk, clause: Subordinate) -> Selection | None:
        """With a clause of time; None where it is about nothing but what was asked: "so when was it"."""
        said = [word for part in clause.parts for one in part for word in one.words.split()]
        if not {*said} - ANAPHORS:
            return None
        found = SelectionComposer(self._knows_task, self._thing).related(of, (chunk,))
        if clause.relation == "during" and found.others == (self._thing,):
            return None
        return found

    def _named(self, of: Selection, named: Named, slot: str) -> Selection | None:
        if slot == "EXCEPT":
            return replace(of, thing=replace(of.thing, besides=named.thing.types))
        if slot == "PLACE":
            return looked_in(named.thing, of) if is_search(of) else replace(of, place=named.thing)
        if slot == "TOOL" and not ((of.actions and {*of.actions} <= _TOOLLESS) or self._with_things()):
            return replace(of, tool=named.thing)
        if in_use(of) != ANYTHING and is_thing(named):
            return replace(of, others=(replace(of.others[0], thing=named.thing),))
        if of.subject in ("speech", "facts"):
            return replace(of, about=tuple(named.words.split()))
        if of.task and of.subject != "tasks" and {*named.thing.types} & {*of.thing.types}:  # the one for something else
            return replace(of, thing=named.thing)
        if of.subject == "tasks" or of.task or (not is_thing(named) and self._knows_task(named.words)):
            task = renamed(of.task, named, self._lexicon, self._knows_task) if self._alike else named.words
            kept = of.subject if of.subject == "deeds" and task != named.words else "tasks"
            return replace(of, subject=kept, task=task, actions=(), change="", thing=ANYTHING, outcomes=())
        if of.thing == ANYTHING and of.place != ANYTHING:
            return replace(of, place=named.thing)
        return replace(of, thing=replace(named.thing, states=named.thing.states or of.thing.states))

    def _with_things(self) -> bool:
        """Whether "with" stood before what things were done to: "what did you do with it", "and with the bowl"."""
        query = self._before.query
        return query.ask == "list" and query.detail and not query.of.actions and query.of.tool == ANYTHING


def _the_other(named: Named, chunk: Chunk, of: Selection) -> Named:
    """What is named, without what was spoken of: "the other knife" after a butter knife is no butter knife."""
    left = tuple(kind for kind in named.thing.types if kind not in of.thing.types)
    if not left or "other" not in chunk.words.split():
        return named
    return replace(named, thing=replace(named.thing, types=left))


def spread(chunks: Sequence[Chunk]) -> list[Sequence[Chunk]]:
    """A turn that lists several places, once for each: "and on the desk and in the drawer?"."""
    at = [index for index, chunk in enumerate(chunks) if chunk.slot == "PLACE"]
    others = [chunk for index, chunk in enumerate(chunks) if index not in at]
    if len(at) < 2 or any(chunk.slot or chunk.words not in words("leaning") for chunk in others):
        return [chunks]
    return [[chunks[one]] for one in at]
