"""Questions that lean on the one before: "and the plate?", "when was that?", "what did you do next?"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, SpanOfTime, ThingFilter
from agent.recall.reading.examples import AskedExample, examples
from agent.recall.reading.parts.chunks import Chunk, Named, NamedDeed, Subordinate
from agent.recall.reading.parts.noun_phrases import is_thing
from agent.recall.reading.parts.pronouns import looked_into, tells_nothing, with_it
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.pieces import of_fact
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.selecting import SelectionComposer
from agent.recall.understanding.dates import day_scope
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import Lexicon
from memory.reading.traces import Scope

_KINDS = {"task": "tasks", "deed": "deeds", "sight": "sights", "speech": "speech", "fact": "facts", "summary": "tasks"}
_BEHIND = frozenset({"in", "into", "inside", "on", "onto", "from", "of", "off", "with"})
_OF_ONE_TASK = frozenset({"outcome", "exists", "duration", "why", "when", "steps"})
"""What may have been asked of a task before it is asked whether it took place somewhere."""
_SHORT_TOPIC = 6
"""Words of a sentence that names another topic and nothing else."""
_ANY_TIME_ELSE = frozenset({"when", "ago", "exists", "outcome"})
"""What may be asked of any other time where there was nothing at the one asked about: "but you did, didn't you"."""
_OF_TASKS = frozenset({"outcome", "why", "steps", "duration", "tool"})
"""What is asked of a task that was asked for, rather than of the words."""


def anchor(before: EarlierExchange, last: bool = True) -> Selection:
    """What "it" and "that" stand for: the one thing that was found, else what was asked about.

    Args:
        before: The exchange before.
        last: The last of several that were found, in order; the first where False.
    """
    items = before.findings.items if before.findings else ()
    query = before.query
    if len(items) == 1 or (items and query.ask in ("list", "order") and len({item.name for item in items}) == 1):
        return of_item(items[-1 if last else 0], query.of)
    return query.of


def of_item(item: FoundItem, asked: Selection) -> Selection:
    """What was found, as a selection."""
    begun = min(item.start, item.asked or item.start)  # its deed may be all that was told
    time = SpanOfTime(Scope(begun, max(item.end, item.start)))
    if item.what in ("task", "summary"):
        return Selection("tasks", task=item.name, time=time)
    if item.what == "deed":
        thing = ThingFilter((item.kind,)) if item.kind else asked.thing
        return Selection("deeds", asked.actions, asked.change, thing, time=time)
    if item.what == "sight":
        return Selection("sights", thing=ThingFilter((item.kind,)) if item.kind else asked.thing)
    if item.what in ("speech", "fact") and asked.subject not in ("speech", "facts"):
        return Selection(_KINDS[item.what], time=time)
    return replace(asked, time=time)


def of_what_was_spoken_of(example: AskedExample) -> AskedExample:
    """The example that asks the same of "it"; the example itself where there is none."""
    query = example.query
    leaning = (one for one in examples() if one.leans and one.query.get("of") == "before" and not one.refused)
    akin = [one for one in leaning if one.query["ask"] == query.get("ask")]
    same = [one for one in akin if all(one.query.get(key) == query.get(key) for key in ("outcomes", "measure"))]
    return next(iter(same or akin), example)


def _whole(items: Sequence[FoundItem]) -> bool:
    """Whether tasks were told of, or what was said, which have an order by themselves."""
    return {item.what for item in items} <= {"task"} or {item.what for item in items} <= {"speech", "fact"}


class Leaning:
    """Completes queries from the exchange before.

    Args:
        before: That exchange.
        lexicon: What things are called.
        knows_task: Whether the memory knows a task by some words.
    """

    def __init__(self, before: EarlierExchange, lexicon: Lexicon, knows_task: Callable[[str], bool]) -> None:
        self._before = before
        self._lexicon = lexicon
        self._knows_task = knows_task

    def thing(self) -> Selection:
        """What was spoken of, with the thing that a task was about: the toast of "did you make toast"."""
        asked = self._before.query.of.time
        found = replace(anchor(self._before), time=asked if asked.words else ANY_TIME)
        if (used := self._used()) is not None:
            return Selection("deeds", thing=used, time=found.time)
        if found.thing != ANYTHING or not found.task:
            return found
        named = self._lexicon.find(found.task.split())
        return replace(found, thing=ThingFilter(named.types)) if named else found

    def _used(self) -> ThingFilter | None:
        """With what something was done, where that was told last."""
        told = self._before.findings.value if self._before.findings else None
        return ThingFilter((told,)) if self._before.query.ask == "tool" and isinstance(told, str) and told else None

    def named(self, said: Sequence[str]) -> list[str]:
        """The words with the thing's name for "it" behind a preposition: of "what did you put in it"."""
        if self._one_task() is not None:
            said = looked_into(said)
        said = with_it(said) if anchor(self._before).subject not in ("speech", "facts") else said
        types = self.thing().thing.types
        at = next((i for i in range(1, len(said)) if said[i] in ("it", "them") and said[i - 1] in _BEHIND), 0)
        return [*said[:at], "the", *noun(types[0]).lower().split(), *said[at + 1 :]] if at and types else [*said]

    def replaced(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """The question before with other slots ("and the plate?", "what about now?"); None for a whole question."""
        if (topic := self._topic(chunks)) is not None:
            return topic
        if not chunks or any(not chunk.slot and chunk.words not in words("leaning") for chunk in chunks):
            return None
        query = self._before.query
        of = query.of
        if (there := self._there(chunks)) is not None:
            return there
        for chunk in chunks:
            if chunk.slot:
                deed = chunk.value  # "what did you use", "did you make it"
                if isinstance(deed, NamedDeed) and (deed.leans or tells_nothing(deed)):
                    return None
                changed = self._changed(of, chunk)
                if changed is None:
                    return None
                of = changed
        if of == query.of:
            return None
        if not of.time.words and any(chunk.slot in ("NP", "ACT") for chunk in chunks):
            of = replace(of, time=ANY_TIME)  # when the other one was, tells nothing of this one
        if query.against:  # "which took longer" of two others is another question
            return None
        return replace(query, of=of, claim=None, left_out=())

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

    def _one_task(self) -> Selection | None:
        """The task that was asked about last, also where it was asked since whether it took place somewhere."""
        exchange: EarlierExchange | None = self._before
        while exchange is not None:
            base = anchor(exchange)
            if base.subject == "tasks":
                return base if exchange.query.ask in _OF_ONE_TASK else None
            within = exchange.query.ask == "exists" and base.subject == "deeds" and not exchange.query.of.actions
            exchange = exchange.earlier if within else None
        return None

    def _there(self, chunks: Sequence[Chunk]) -> MemoryQuery | None:
        """Whether a task took place somewhere, where nothing but that is named: "in the drawers as well?"."""
        named = [chunk for chunk in chunks if chunk.slot]
        base, query = self._one_task(), self._before.query
        single = len(named) == 1 and named[0].slot == "PLACE" and isinstance(named[0].value, Named)
        if not single or base is None or not base.time.scope.limited:
            return None
        value = named[0].value
        assert isinstance(value, Named)
        return MemoryQuery("exists", Selection("deeds", thing=value.thing, time=base.time), text=query.text)

    def _changed(self, of: Selection, chunk: Chunk) -> Selection | None:
        value = chunk.value
        if isinstance(value, SpanOfTime):
            start, end = value.scope.start, value.scope.end
            hours = start is not None and end is not None and end - start < timedelta(hours=6)
            return replace(of, time=value, ordinal=None if hours else of.ordinal)  # "and an hour later?"
        if isinstance(value, Named):
            return self._named(of, value, chunk.slot)
        if isinstance(value, NamedDeed):
            if value.kind == "task" or self._knows_task(value.words):
                return replace(of, subject="tasks", task=value.words, actions=(), change="", thing=ANYTHING)
            return replace(of, subject="sights" if value.kind == "see" else "deeds", actions=value.actions,
                           change=value.change, thing=value.thing.thing, place=value.place.thing, task="")  # fmt: skip
        if isinstance(value, Subordinate):
            return SelectionComposer(self._knows_task, self.thing()).related(of, (chunk,))
        if chunk.slot == "ORDINAL" and isinstance(value, int):
            return replace(of, ordinal=value)
        return None

    def _named(self, of: Selection, named: Named, slot: str) -> Selection:
        if slot == "EXCEPT":
            return replace(of, thing=replace(of.thing, besides=named.thing.types))
        if slot == "PLACE":
            return replace(of, place=named.thing)
        if slot == "TOOL":
            return replace(of, tool=named.thing)
        if of.subject in ("speech", "facts"):
            return replace(of, about=tuple(named.words.split()))
        if of.subject == "tasks" or of.task or (not is_thing(named) and self._knows_task(named.words)):
            return replace(of, subject="tasks", task=named.words, actions=(), change="", thing=ANYTHING, outcomes=())
        if of.thing == ANYTHING and of.place != ANYTHING:
            return replace(of, place=named.thing)
        return replace(of, thing=replace(named.thing, states=named.thing.states or of.thing.states))

    def completed(self, query: MemoryQuery, like: Mapping[str, Any]) -> MemoryQuery:
        """A query that leans, with what it leans on."""
        of = like.get("of")
        own = query.of
        if query.measure == "asked":
            return self._asked_for(query)
        if of == "both":
            return self._both(query)
        if of == "before" and query.ask == "outcome" and {*query.text.split()} & words("doubting"):
            return replace(self._before.query, text=query.text)
        if of == "before" and query.ask == "outcome" and own.time != ANY_TIME and (told := self._told()):
            return replace(query, ask="exists", of=replace(told, time=own.time))  # "was that today?"
        if of == "before" and like.get("against") == "names":
            return self._in_order(query)
        if of == "before" and (there := self._is_there(query)) is not None:
            return there
        if of == "before":
            return replace(query, of=self._spoken_of(query, own, like))
        if of in ("after", "preceding"):
            base = anchor(self._before, of == "after")
            wanted = "i" in query.text.split() and {*query.text.split()} & words("wanting")
            wanted = wanted or bool({*query.text.split()} & words("task_words"))
            subject = "tasks" if wanted else base.subject if base.subject in ("tasks", "deeds") else "deeds"
            relation = "after" if of == "after" else "before"
            return replace(query, of=Selection(subject, relation=relation, next_to=True, others=(base,)))
        if of == "between" and self._before.earlier is not None:
            others = (anchor(self._before.earlier), anchor(self._before))
            return replace(query, of=Selection("tasks", relation="between", others=others))
        if of == "during":
            return replace(query, of=replace(own, time=self._time_of(own)))
        return query

    def _is_there(self, query: MemoryQuery) -> MemoryQuery | None:
        """Whether what was spoken of is at a place, where nothing but that is named: "it was in the sink"."""
        place, thing = query.of.place, self.thing().thing
        named = query.of.actions or query.of.change or query.of.thing != ANYTHING
        if query.ask not in ("exists", "outcome") or place == ANYTHING or named or not thing.types:
            return None
        return replace(query, ask="where", of=Selection("sights", thing=ThingFilter(thing.types), place=place))

    def _told(self) -> Selection | None:
        """What was told or said, where that was spoken of and no task."""
        base = anchor(self._before)
        known = base.about and self._knows_task(" ".join(base.about))
        return replace(base, subject="speech") if base.subject in ("speech", "facts") and not known else None

    def _asked_for(self, query: MemoryQuery) -> MemoryQuery:
        """When what was spoken of was asked for, or said."""
        base = anchor(self._before)
        if base.subject in ("speech", "facts"):
            return replace(query, measure="", of=base)
        if base.subject != "tasks" and (thing := self.thing().thing) != ANYTHING:
            base = Selection("tasks", thing=ThingFilter(thing.types), time=self._before.query.of.time)
        return replace(query, of=replace(base, outcomes=()))

    def _both(self, query: MemoryQuery) -> MemoryQuery:
        """Of the two that were spoken of last."""
        items = self._before.findings.items if self._before.findings else ()
        several = list({item.name: item for item in items}.values())
        asked = self._before.query
        if len(items) > 1 and query.measure == "start" and asked.of.ordinal is None and _whole(items):
            ask = asked.ask if asked.of.subject in ("speech", "facts") else "list"
            of = replace(asked.of, ordinal=-1 if query.most else 1)
            return MemoryQuery(ask, of, text=query.text)
        if len(several) > 1:
            every = [of_item(item, self._before.query.of) for item in several]
        elif self._before.earlier is not None:
            every = [anchor(self._before.earlier), anchor(self._before)]
        else:
            return query
        return replace(query, of=every[0], against=tuple(every[1:]))

    def _in_order(self, query: MemoryQuery) -> MemoryQuery:
        """Whether what was spoken of came before or after what the question names."""
        base, own = anchor(self._before), query.of
        other = own.others[0] if own.others else replace(own, relation="", next_to=False)
        if base.subject == "tasks" and other.subject != "tasks" and other.thing != ANYTHING:
            other = Selection("tasks", thing=other.thing, time=other.time)
        return replace(query, of=base, against=(other,), supposes=())

    def _task(self, base: Selection) -> Selection:
        """The task that deeds were done for: taking a fork takes no time, bringing all of them does."""
        if (task := self._one_task()) is not None and task.task:
            return task
        earlier = anchor(self._before.earlier) if self._before.earlier is not None else base
        if earlier.subject == "tasks" and earlier.task:
            return earlier
        thing, asked = self.thing().thing, self._before.query.of.time
        return (
            Selection("tasks", thing=ThingFilter(thing.types), time=asked)
            if thing.types and base.subject in ("deeds", "sights")
            else base
        )

    def _became(self) -> tuple[str, ...]:
        """How the tasks that were told of ended, where none of them was done."""
        items = self._before.findings.items if self._before.findings else ()
        statuses = {item.status for item in items if item.what == "task"}
        return () if "done" in statuses else tuple(sorted(statuses))

    def _time_of(self, own: Selection) -> SpanOfTime:
        base = self._before.query.of.time
        if own.time != ANY_TIME or base != ANY_TIME:
            return own.time if own.time != ANY_TIME else base
        items = self._before.findings.items if self._before.findings else ()
        if not items:
            return ANY_TIME
        return SpanOfTime(day_scope(items[0].start.date(), items[-1].start.date()), "that day")

    def _spoken_of(self, query: MemoryQuery, own: Selection, like: Mapping[str, Any]) -> Selection:
        """What "it" stands for in a query, with what the question itself says."""
        thing = self.thing()
        done = not own.outcomes and bool(own.actions or own.change)  # of "how many got finished" nothing was got
        if done or own.thing != ANYTHING:  # "did you wash it": the composer knows what it is
            kept = own.thing if own.thing != ANYTHING else thing.thing
            time = own.time if own.time != ANY_TIME or query.ask in ("when", "state") else thing.time
            return replace(own, thing=kept, time=time)
        if query.ask in ("where", "put", "taken", "contents", "state"):
            base = Selection("deeds" if query.ask in ("put", "taken") else "sights", thing=thing.thing, time=own.time)
            if query.ask == "contents":
                base = replace(base, place=thing.place if thing.thing == ANYTHING else thing.thing, thing=ANYTHING)
            if query.ask == "state":
                return replace(base, thing=replace(base.thing, states=own.thing.states), place=own.place)
            return base if base.thing != ANYTHING or base.place != ANYTHING else anchor(self._before)
        base = anchor(self._before)
        if query.ask in _ANY_TIME_ELSE and self._before.findings and not self._before.findings.items:
            base = replace(base, time=ANY_TIME)  # it was not at the time that was asked about: so when?
        if (query.ask == "duration" or query.measure in ("start", "end")) and base.subject in ("deeds", "sights"):
            base = self._task(base)
        if base.subject == "speech" and base.about and query.ask in _OF_TASKS:
            base = Selection("tasks", task=" ".join(base.about), time=base.time)
        if own.outcomes:
            failed = any(word.startswith("fail") for word in query.text.split()) and "failed" in own.outcomes
            base = replace(base, outcomes=("failed", "partly") if failed else own.outcomes)
        elif query.ask in ("when", "ago") and base.subject == "tasks" and not base.outcomes:
            base = replace(base, outcomes=self._became())
        if query.ask in ("when", "count", "list"):
            base = replace(base, ordinal=own.ordinal or (None if query.ask != "when" else base.ordinal))
        return base if own.time == ANY_TIME else replace(base, time=own.time)
