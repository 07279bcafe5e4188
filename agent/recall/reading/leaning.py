"""Questions that lean on the one before: "and the plate?", "when was that?", "what did you do next?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import islice
from typing import Any

from agent.recall.algebra.findings import FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, ANYTHING, Selection, ThingFilter
from agent.recall.reading.parts.chunks import ANAPHORS, NOBODY, Chunk, NamedDeed
from agent.recall.reading.parts.pronouns import is_handled, looked_into, the_one_for, with_it
from agent.recall.reading.parts.wordlists import words
from agent.recall.reading.pieces import either
from agent.recall.reading.reader import EarlierExchange
from agent.recall.reading.turns.anchor import (
    anchor,
    compared,
    moment,
    named_deed,
    of_item,
    one_task,
    told_tool,
    two_told,
    used_last,
    what_was_asked,
)
from agent.recall.reading.turns.members import exchanges
from agent.recall.reading.turns.ordinals import was_before_moved
from agent.recall.reading.turns.replacement import WHETHER, Replacement
from agent.recall.reading.turns.searches import is_search, searched_before
from agent.recall.reading.turns.sequel import (
    afterwards,
    as_told,
    at_place,
    before_there,
    done_of,
    else_there,
    in_between,
    in_order,
    instead,
    into_what,
    is_there,
    lasting_state,
    next_of_number,
    others_than,
    put_so,
    told_place,
    where_done,
)
from agent.recall.reading.turns.standing import (
    all_asked,
    asked_states,
    asks_of_failure,
    became,
    by_whom,
    counted_alike,
    given_up,
    left_to_do,
    moment_told,
    time_of,
    which_of_others,
)
from agent.recall.understanding.suiting import suited
from envs.vocabulary.english import noun
from envs.vocabulary.nouns import Lexicon

_TAKEN_OUT = re.compile(r"^(?:and |so |but )*what (?:else )?did you (?:take|get) out$")
"""What came out of what was spoken of, that is not said again."""
_ANY_TIME_ELSE = frozenset({"when", "ago", "exists", "outcome"})
"""What may be asked of any other time where there was nothing at the one asked about: "but you did, didn't you"."""
_OF_TASKS = frozenset({"outcome", "why", "steps", "duration", "tool"})
"""What is asked of a task that was asked for, rather than of the words."""
_OF_DEEDS = frozenset({"when", "ago", "why", "tool", "duration", "count"})
"""What is asked of what was done to a thing, where only the thing is named: "and the apple when?"."""
_PLACES = frozenset({"where", "put", "taken"})
"""Asks for the place of a thing: what was before is another place."""
_WHATEVER = frozenset({"else", "anything", "something", "everything"})
"""Words by which a question is about more than what was spoken of."""
_OFTEN = frozenset({"often", "times", "days"})
_REQUESTS = frozenset({"requests", "orders", "tasks", "jobs", "chores", "errands"})
_LATEST = frozenset({"last", "later", "latest", "second", "afterwards"})
"""Words that ask which of two came later."""
_FAR = 4
"""So many exchanges back the task may lie for which deeds were done."""
_FINITE = frozenset({"is", "are", "was", "were", "has", "have", "had", "do", "does", "did"})
"""Words that a whole question has."""


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
        if found.place == ANYTHING and found.subject == "deeds":
            found = replace(found, place=self._before.query.of.place)
        if (handled := used_last(self._before)) != ANYTHING:
            return Selection("deeds", thing=handled, time=found.time)
        if (used := self._used()) is not None:
            return Selection("deeds", thing=used, time=found.time)
        if self._before.query.ask == "state":  # whether it is open is asked, not which one is meant
            found = replace(found, thing=replace(found.thing, states=()))
        said = found.task.split() or (found.about if found.subject == "speech" else ())
        if found.thing != ANYTHING or not said:
            return found
        named = self._lexicon.find(said)
        return replace(found, thing=ThingFilter(named.types)) if named else found

    def _used(self) -> ThingFilter | None:
        """With what something was done, where that was told last."""
        told = told_tool(self._before)
        return ThingFilter((told,)) if told else None

    def near(self) -> ThingFilter:
        """The place that was told last, where it was asked for."""
        place = told_place(self._before) if self._before.query.ask in _PLACES else ""
        return ThingFilter((place,)) if place else ANYTHING

    def named(self, said: Sequence[str]) -> list[str]:
        """The words with the thing's name for "it" behind a preposition: of "what did you put in it"."""
        if one_task(self._before) is not None:
            said = looked_into(said)
        said = [*said, "of", "it"] if _TAKEN_OUT.match(" ".join(said)) else said
        said = with_it(said) if anchor(self._before).subject not in ("speech", "facts") else said
        types = self.thing().thing.types
        said = the_one_for(said, types)
        at = next((i for i in range(1, len(said)) if is_handled(said, i)), 0)
        return [*said[:at], "the", *noun(types[0]).lower().split(), *said[at + 1 :]] if at and types else [*said]

    def replaced(self, chunks: Sequence[Chunk]) -> list[MemoryQuery]:
        """The question before with other slots ("and the plate?", "what about now?"); nothing for a whole question.

        Where a task is called by what was done and to what ("when did you cut the apple"), another thing is first
        that of the same deed ("and the forks?"), then that of any task.
        """
        asked, said = self._before.query, [chunk.words for chunk in chunks if chunk.words not in words("leaning")]
        if said == ["now"] and asked.ask in _PLACES and self.thing().thing.types:
            return [MemoryQuery("where", Selection("sights", thing=ThingFilter(self.thing().thing.types)))]
        both = [
            Replacement(self._before, self.thing(), self._lexicon, self._knows_task, alike).query(chunks)
            for alike in ((True, False) if named_deed(self._before) else (False,))
        ]
        found = list(dict.fromkeys(query for query in both if query is not None))
        return found[:1] if found and found[0].ask in WHETHER else found

    def unresolved(self, query: MemoryQuery, chunks: Sequence[Chunk]) -> bool:
        """Whether something is asked of "it", or compared, and nobody knows of what: several were told of, or none."""
        if query.ask == "compare" and not query.against:
            return True
        deeds = [chunk.value for chunk in chunks if isinstance(chunk.value, NamedDeed)]
        leans = any(deed.leans and deed.thing == NOBODY for deed in deeds)
        one = any(word == "it" for word in query.text.split())
        of = query.of
        named = of.task or of.about or of.others or of.place != ANYTHING or of.ordinal
        asked = leans or (query.ask == "state" and not deeds)
        return (
            asked
            and one
            and of.subject in ("deeds", "sights")
            and not named
            and not (of.thing.types or of.thing.unknown)
        )

    def carried(self, query: MemoryQuery, chunks: Sequence[Chunk]) -> MemoryQuery:
        """A question that names a thing and no deed, with the deed that was asked about: "and the apple when?"."""
        query = afterwards(others_than(query, self.thing().thing), self._before, self.thing().thing)
        own, asked = query.of, self._before.query.of
        said = {*query.text.split()}
        if (earlier := before_there(query, self._before, self.thing().thing.types)) is not None:
            return earlier
        if query.ask == "extreme" and own == Selection("tasks") and asked.subject == "tasks" and not asked.task:
            return replace(query, of=replace(asked, ordinal=None, relation="", others=()))  # the longest of those
        if query.ask == "said" and "else" in said and asked.subject in ("speech", "facts"):
            return replace(query, ask="fact", of=Selection("facts", time=own.time), left_out=())
        if query.ask == "said" and own == Selection("speech", speaker=own.speaker):
            return replace(query, of=replace(own, about=asked.about))  # "and what did you answer?"
        if (place := at_place(query, self.thing().thing)) is not None:
            return place
        if (same := self._of_the_same(query, said) or compared(query, self._before)) is not None:
            return same
        fragment = not said & _FINITE
        alone = own == Selection(own.subject, thing=own.thing, task=own.task, time=own.time, ordinal=own.ordinal)
        if not alone or any(chunk.slot == "ACT" for chunk in chunks):
            return query
        time = own.time if own.time != ANY_TIME or not fragment or not asked.time.words else asked.time
        done = asked.subject == "deeds" and bool(asked.actions or asked.change)
        fits = query.ask in _OF_DEEDS and (fragment or query.ask != "count")
        if done and fits and own.subject == "sights" and own.thing.types:
            of = replace(asked, thing=own.thing, ordinal=own.ordinal, time=time if time != ANY_TIME else asked.time)
            if any(other.thing.types == own.thing.types for other in of.others):  # "when was the pan then"
                of = replace(of, relation="", next_to=False, others=())
            return replace(query, of=of if of.time.words else replace(of, time=ANY_TIME))
        return replace(query, of=replace(own, time=time)) if own.subject == "tasks" and own.task else query

    def there(self, query: MemoryQuery) -> MemoryQuery:
        """A question with the place told for "there", a tool as it was taken, and days but those that were told."""
        return as_told(query, self._before)

    def _of_the_same(self, query: MemoryQuery, said: AbstractSet[str]) -> MemoryQuery | None:
        """What names nothing itself, asked of what was asked about: "only once?", "was there a third?"."""
        own, asked = query.of, self._before.query.of
        if said & words("task_words"):
            return None
        if own.outcomes and said & _WHATEVER and asked.subject == "tasks":
            return replace(query, of=replace(own, time=either(own.time, asked.time if asked.time.words else ANY_TIME)))
        if query.ask == "count" and asked.task and said & _REQUESTS:  # how many there were is not asked of one
            return None
        if own.outcomes and own == Selection("tasks", outcomes=own.outcomes) and asked.subject == "tasks":
            others = which_of_others(query, self._before, own.outcomes) or asked
            return replace(query, of=replace(others, outcomes=own.outcomes, ordinal=None))  # "how many did you finish"
        if own == Selection("failures") and asked.subject == "tasks" and said & {"any", "one", "which"}:
            return replace(query, of=replace(asked, outcomes=("failed", "partly"), ordinal=None))
        if query.ask == "count" and own in (Selection("tasks"), Selection("deeds")) and not said & _OFTEN:
            return replace(query, of=done_of(asked, query.text)) if asked.subject in ("tasks", "deeds") else None
        if own != Selection(own.subject, ordinal=own.ordinal):
            return None
        claims = query.claim is not None and query.ask == "count"
        numbered = own.ordinal is not None and query.ask == "exists"
        order = query.ask == "order" and bool(said & ANAPHORS) and asked.subject in ("tasks", "deeds")
        if not (claims or numbered or order):
            return None
        of = replace(asked, ordinal=own.ordinal)
        return replace(query, of=of, supposes=self._before.query.supposes)

    def completed(self, query: MemoryQuery, like: Mapping[str, Any]) -> MemoryQuery:
        """A query that leans, with what it leans on."""
        of, own, kinds = like.get("of"), query.of, self.thing().thing.types
        if of == "before" and (search := searched_before(query, self._before)) is not None:
            return replace(query, ask="outcome", of=anchor(search), supposes=())
        if query.measure == "asked" and query.ask == "count":  # how often something was asked for, not said
            asked = replace(self._asked_for(query).of, ordinal=None, time=ANY_TIME, speaker="user")
            return replace(query, measure="", of=asked)
        if query.measure == "asked":
            return self._asked_for(query)
        if of == "both":
            return self._both(query)
        if (there := else_there(query, self._before) or where_done(query, self._before)) is not None:
            return there
        if of == "before" and (each := was_before_moved(query, self._before, kinds)) is not None:
            return each
        if of == "before" and (into := into_what(query, self._before)) is not None:
            return into
        if of == "before" and (moved := put_so(query, self._before, kinds)) is not None:
            return moved
        if (place := instead(query, of, self._before, kinds) if query.ask == "taken" else None) is not None:
            return place
        if of == "before" and query.ask == "outcome" and {*query.text.split()} & words("doubting"):
            return replace(self._before.query, text=query.text)
        if of == "before" and query.ask == "outcome" and own.time != ANY_TIME and (told := self._told()):
            return replace(query, ask="exists", of=replace(told, time=own.time))  # "was that today?"
        if of == "before" and like.get("against") == "names":
            return in_order(query, self._before)
        if of == "before" and (later := afterwards(query, self._before, self.thing().thing)) != query:
            return replace(
                later, of=replace(later.of, thing=own.thing if own.thing != ANYTHING else self.thing().thing)
            )
        if (other := instead(query, of, self._before, kinds)) is not None:
            return other
        if of == "before" and (at := is_there(query, kinds)) is not None:
            return at
        if of == "before":
            query = by_whom(self._still(query), self._before)
            return replace(counted_alike(query, self._before), of=self._spoken_of(query, own, like))
        return self._around(query, of)

    def _around(self, query: MemoryQuery, of: Any) -> MemoryQuery:
        """A query for what there was before, after, during or between what was spoken of."""
        own = query.of
        if of == "after" and (numbered := next_of_number(query, self._before)) is not None:
            return numbered
        if of in ("after", "preceding"):
            named = own.others[0] if len(own.others) == 1 and own.others[0] != self.thing() else None
            base = named if named and named != Selection(named.subject) else moment(self._before, of == "after")
            said = {*query.text.split()}
            wished = "i" in said or (bool(said & words("wishers")) and not said & {"tell", "told"})
            wanted = bool((wished and said & words("wanting")) or said & words("task_words"))
            speaker = "user" if wanted and "i" in said else ""
            subject = "tasks" if wanted else base.subject if base.subject in ("tasks", "deeds") else "deeds"
            relation = "after" if of == "after" else "before"
            of_that = Selection(subject, speaker=speaker, relation=relation, next_to=True, others=(base,))
            supposed = tuple(one for one in query.supposes if one not in own.others)  # it may have been denied
            return replace(query, of=of_that, supposes=supposed if base not in own.others else query.supposes)
        if of == "between" and (others := two_told(self._before)):
            return replace(query, of=Selection("tasks", relation="between", others=others))
        if of == "between":  # between the beginning and the end of the one thing that was spoken of
            return in_between(query, self._task(anchor(self._before)))
        if of == "during" and query.ask == "list" and self._before.query.of.subject == "facts":
            return replace(query, ask="fact", of=Selection("facts", time=own.time))  # what else was told
        if of == "during":
            topic = self._before.query.of.about if query.ask == "said" else ()
            return replace(query, of=replace(own, time=time_of(own, self._before), about=own.about or topic))
        return query

    def _still(self, query: MemoryQuery) -> MemoryQuery:
        """Where a thing is, for whether it is "still there"; what is held, for whether "you still have it"."""
        said, own = {*query.text.split()}, query.of
        if query.ask == "state" and "there" in said and not own.thing.states:
            now = own.time == self.thing().time
            return replace(query, ask="where", of=replace(own, time=ANY_TIME) if now else own)
        if query.ask == "exists" and "still" in said and own.actions == ("Pickup",) and self.thing().thing.types:
            return replace(query, ask="holding", of=Selection("sights", own.actions, thing=self.thing().thing))
        return query

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
        if base.subject == "tasks" and not base.task:  # "when did I ask for those"
            return replace(query, of=replace(base, outcomes=base.outcomes or left_to_do(self._before)))
        return replace(query, of=replace(base, outcomes=()))

    def _both(self, query: MemoryQuery) -> MemoryQuery:
        """Of the two that were spoken of last."""
        items = self._before.items
        several = list({item.name: item for item in items}.values())
        asked = self._before.query
        if query.measure == "start" and {*query.text.split()} & _LATEST:
            query = replace(query, most=True, left_out=tuple(one for one in query.left_out if one not in _LATEST))
        one = not asked.against and asked.of.ordinal is None
        if len(items) > 1 and query.measure == "start" and one and _whole(items):
            ask = asked.ask if asked.of.subject in ("speech", "facts") else "list"
            of = replace(asked.of, ordinal=-1 if query.most else 1)
            return MemoryQuery(ask, of, text=query.text)
        every = [of_item(item, self._before.query.of) for item in several] if len(several) > 1 else []
        every = every or [*two_told(self._before)]
        return replace(query, of=every[0], against=tuple(every[1:])) if every else query

    def _task(self, base: Selection) -> Selection:
        """The task that deeds were done for: taking a fork takes no time, bringing all of them does."""
        if (task := one_task(self._before)) is not None and task.task:
            return task
        if is_search(base):
            return next(one for one in base.others if one.task)
        named = self._lexicon.find(self._before.query.text.split())
        other = named is not None and base.subject in ("deeds", "sights") and named.types == base.thing.types
        for exchange in islice(exchanges(self._before.earlier or self._before), _FAR):
            earlier = anchor(exchange)
            if earlier.subject == "tasks" and earlier.task:
                about = self._lexicon.find(earlier.task.split())
                if other and about is not None and not {*about.types} & {*base.thing.types}:
                    break  # something else was named since
                return earlier
        thing, asked = self.thing().thing, self._before.query.of.time
        if thing.types and base.subject in ("deeds", "sights"):
            return Selection("tasks", thing=ThingFilter(thing.types), time=asked)
        return base

    def _spoken_of(self, query: MemoryQuery, own: Selection, like: Mapping[str, Any]) -> Selection:
        """What "it" stands for in a query, with what the question itself says."""
        thing, asked = self.thing(), self._before.query.of
        done = not own.outcomes and bool(own.actions or own.change)  # of "how many got finished" nothing was got
        if done or own.thing != ANYTHING:  # "did you wash it": the composer knows what it is
            other = ThingFilter(besides=thing.thing.types) if "else" in query.text.split() else thing.thing
            kept = own.thing if own.thing != ANYTHING else other
            time = own.time if own.time != ANY_TIME or query.ask in ("when", "state") else thing.time
            return replace(own, thing=kept, time=time)
        if query.ask in ("where", "put", "taken", "contents", "state"):
            base = Selection("deeds" if query.ask in ("put", "taken") else "sights", thing=thing.thing, time=own.time)
            if query.ask == "contents":
                base = replace(base, place=thing.place if thing.thing == ANYTHING else thing.thing, thing=ANYTHING)
            if query.ask == "state":
                states = own.thing.states or asked_states(self._before)
                place = thing.place if thing.place != ANYTHING else self.near()
                about = suited(base.thing, place, states)
                return replace(base, thing=replace(about, states=states), place=own.place)
            if query.ask == "where" and own.time == ANY_TIME:
                base = replace(base, time=moment_told(query, self._before))
            return base if base.thing != ANYTHING or base.place != ANYTHING else anchor(self._before)
        if query.ask == "duration" and (state := lasting_state(query, asked, thing.thing)) is not None:
            return state
        base = anchor(self._before)
        if query.ask == "count":  # where one of them was is told, how many there were is asked of all
            counts_all = self._before.query.ask in _PLACES or (self._before.query.ask == "list" and asked.outcomes)
            base = done_of(asked if counts_all else base, query.text)
        if query.ask in _ANY_TIME_ELSE and self._before.findings and not self._before.findings.items:
            base = replace(base, time=ANY_TIME)  # it was not at the time that was asked about: so when?
        if (query.ask == "duration" or query.measure in ("start", "end")) and base.subject in ("deeds", "sights"):
            base = self._task(base)
        if base.subject == "speech" and (query.ask in _OF_TASKS or query.measure in ("start", "end")):
            asked_for = Selection("tasks", task=" ".join(base.about), time=base.time) if base.about else base
            base = what_was_asked(self._before) or asked_for
        if own.outcomes:
            failed = any(word.startswith("fail") for word in query.text.split()) and "failed" in own.outcomes
            outcomes = ("failed", "partly") if failed else own.outcomes
            others = which_of_others(query, self._before, outcomes) or all_asked(self._before)
            base = replace(others or base, outcomes=outcomes)
            left = left_to_do(self._before)
            if left and not {*left} & {*base.outcomes}:  # of what is left to do nothing failed: other tasks did
                base = Selection("tasks", outcomes=base.outcomes, time=asked.time)
            elif left and not base.task:
                base = replace(base, outcomes=left)
        elif query.ask in ("when", "ago") and base.subject == "tasks" and not base.outcomes:
            base = replace(base, outcomes=given_up(query) or became(self._before))
        if asks_of_failure(query, self._before):
            base = replace(base, outcomes=("failed", "partly"))
        if query.ask in ("when", "count", "list", "exists"):
            base = replace(base, ordinal=own.ordinal or (None if query.ask != "when" else base.ordinal))
        return base if own.time == ANY_TIME else replace(base, time=own.time)
