"""Answers by reader, executor and voice: a sentence becomes queries, each is put to the memory, the voice tells."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANY_TIME, Selection
from agent.recall.answer import Answer
from agent.recall.answered_query import (
    AnsweredQuery,
    as_all,
    as_guess,
    as_one_of_them,
    as_tried,
    together,
    whether_alike,
    whether_same,
)
from agent.recall.answering.from_facts import FactAnswerer, told_of_another
from agent.recall.answering.from_tasks import TaskAnswerer, knows_task
from agent.recall.antecedents import named_by_asker, other_antecedents, presupposes
from agent.recall.doubting import KNOWN, AnswerDoubts, tasks_named
from agent.recall.executing.dispatch import execute
from agent.recall.executing.restating.which_place import only_one, spot_of
from agent.recall.reading.by_example import WHICH, ExampleReader
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal, SentenceGuesser, SentenceReader
from agent.recall.reading.turns.endings import of_those_when, that_ended_so
from agent.recall.reading.turns.following import following
from agent.recall.reading.turns.further.besides import since_denied
from agent.recall.reading.turns.further.by_others import by_others, of_others
from agent.recall.reading.turns.further.each_of_them import all_there, of_some, quantified
from agent.recall.reading.turns.further.once_more import tried_again
from agent.recall.reading.turns.members import told_there
from agent.recall.reading.turns.ordinals import the_other_of_two
from agent.recall.reading.turns.sameness import again, compares_itself, sameness, tells_the_same
from agent.recall.reading.turns.stretch import asks_of_then, of_its_task, or_first_seen, stretch_told, within
from agent.recall.reading.turns.waits import named_plainly, without_end
from agent.recall.referring import about_the_other, which_one
from agent.recall.several_meant import counted_each, list_told, one_of_them, set_told, several_meant, tool_of_each
from agent.recall.several_questions import combined
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.senses import with_senses
from agent.recall.understanding.times import TimeReader
from agent.recall.voice.speaking import spoken
from envs.vocabulary.english import joined, noun
from envs.vocabulary.english import sentence as sentence_of
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.object_types import is_taken
from envs.vocabulary.stems import stem
from memory.reading.view import View

_SPOTS = 6
"""So many places are told by their numbers."""
_PLACES = frozenset({"where", "put", "taken"})
_ONE_OF_THEM = "I cannot tell one {0} from another by name; I only know that it was one of them."
_ONLY_ONE = "I know of only one {0}."
_TOLD = frozenset({"fact", "said"})
"""Kinds of answers that tell what somebody said."""

_LEAST_NEAR, _AS_NEAR = 0.5, 0.2
"""How near a guess has to be at least (``Guess.nearness``), and by how much farther off than the nearest it may be.
Over rounds 4 to 8 six in ten of the guesses so near were right."""
_BEYOND = 0.75
"""How near what no memory can tell has to be for nothing else to be guessed."""


def built_in(view: View, now: datetime) -> ExampleReader:
    """The reader that goes by examples, for one memory.

    Args:
        view: The memory.
        now: When the questions are asked.
    """
    times = TimeReader(now, view)
    return ExampleReader(sorted(view.types), now, times, lambda words: knows_task(view, now, words), view.people)


class ReadingAnswerer:
    """Answers what its reader is sure to understand.

    Args:
        view: The memory.
        now: When the questions are asked.
        reader: Makes queries of sentences.
        guesser: Says what a sentence may ask that the reader did not understand; None where nobody guesses.

    Attributes:
        facts: Answers with what was told, whatever the reader makes of a sentence.
    """

    def __init__(
        self, view: View, now: datetime, reader: SentenceReader, guesser: SentenceGuesser | None = None
    ) -> None:
        self._view = view
        self._now = now
        self._reader = reader
        self._guesser = guesser
        self._lexicon = Lexicon(view.types)
        self._doubts = AnswerDoubts(view, self._lexicon)
        self._tasks = TaskAnswerer(view, now, self._lexicon)
        self.facts = FactAnswerer(view, now, self._lexicon, self._doubts)

    def answer(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal:
        """The answer to one sentence, or why there is none."""
        if (other := sameness(sentence, before)) is not None:
            return whether_same(other, self._answer(other.said, other.leans_on))
        sentence, before = that_ended_so(without_end(sentence, plain(sentence)), before)
        before = set_told(sentence, before)
        if (there := told_there(sentence, before, self._lexicon)) is not None:
            return self._told(_as_said(there), plain(sentence))
        if then := of_those_when(sentence, before, TimeReader(self._now, self._view).read(plain(sentence))):
            return self._told(_as_said(*then), plain(sentence))
        if (asked := following(sentence, before, TimeReader(self._now, self._view))) is not None:
            return self._told(self._as_named(asked) or _as_said(asked), plain(sentence))
        if before is not None and (which := self._which_one(sentence, before)) is not None:
            return which
        if (among := one_of_them(sentence, before, self._lexicon)) is not None:
            return as_one_of_them(among[0], self._told(_as_said(among[1].query), among[1].query.text))
        if (of_each := self._of_some(sentence, before)) is not None:
            return of_each
        if (later := self._since_denied(sentence, before)) is not None:
            return later
        if (others := self._by_others(sentence, before)) is not None:
            return others
        if (told := list_told(sentence, before)) is not None:
            return as_all(self._told(Reading((told.query,)), plain(sentence)), "else" in plain(sentence).split())
        if before is not None and (more := tried_again(plain(sentence).split(), before)) is not None:
            return as_tried(self._told(_as_said(more)))
        if tools := tool_of_each(sentence, before):
            return whether_alike([self._told(_as_said(one)) for one in tools])
        if queries := counted_each(sentence, before):
            return self._told(Reading(queries), plain(sentence))
        if (other := self._of_two(sentence, before)) is not None:
            return other
        meant = several_meant(sentence, before)
        if meant is not None and not meant.turns:
            return Refusal(WHICH)
        every = [self._answer(one.said, one.before, one.repeats) for one in meant.turns] if meant else []
        answered = [one for one in every if isinstance(one, AnsweredQuery)]
        if meant and len(answered) == len(every):
            return together(answered, meant.joint)
        if meant and meant.joint == "which":  # whatever else it may ask is not asked of these
            return next(one for one in every if isinstance(one, Refusal))
        found = self._answer(sentence, before)
        if before is not None and isinstance(found, AnsweredQuery) and again(sentence, before, found.findings):
            return Refusal(WHICH)
        if isinstance(found, AnsweredQuery) and before is not None:
            found = self._others_alone(found, before)
        if isinstance(found, AnsweredQuery) and tells_the_same(sentence, before, found.findings):
            return as_all(found, more=True)
        return (self._meant_otherwise(sentence, before, found) if before is not None else None) or found

    def _of_some(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal | None:
        """Whether all, any or none of several things are at a place; None for any other question."""
        said = plain(sentence)
        if (alone := all_there(said, before)) is not None:
            return self._told(Reading((alone,)), said)
        turn = quantified(said)
        reading = self._reader.read(turn.said, before) if turn is not None else None
        if turn is None or not isinstance(reading, Reading) or len(reading.queries) != 1:
            return None
        asked = of_some(reading.queries[0], turn, said)
        return self._told(_as_said(asked), said) if asked is not None else None

    def _since_denied(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal | None:
        """What was done after what was told, where it was just denied of something else; None for any other turn."""
        turn = since_denied(plain(sentence), before)
        reading = self._reader.read(turn[0], before) if turn is not None else None
        if turn is None or not isinstance(reading, Reading) or len(reading.queries) != 1:
            return None
        query = reading.queries[0]
        if query.of.time != ANY_TIME or query.of.relation:
            return None
        return self._told(Reading((replace(query, of=replace(query.of, time=turn[1])),)), plain(sentence))

    def _by_others(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal | None:
        """That nobody knows who did something, with what is known of its thing; None where it was the robot."""
        asked = by_others(plain(sentence))
        if asked is None:
            return None
        while asked.carried and before and before.earlier and self._stands_fixed(asked.where, before):
            before = before.earlier  # who took "it" asks of no fridge
        own = None if asked.else_ else self._answer(sentence, before)
        if isinstance(own, AnsweredQuery) and _is_own(own):
            return own
        reading = self._reader.read(asked.where, before)
        query = of_others(reading.queries[0], plain(sentence)) if isinstance(reading, Reading) else None
        return self._told(Reading((query,))) if query is not None else None

    def _stands_fixed(self, where: str, before: EarlierExchange) -> bool:
        """Whether "it" would be a thing that nobody takes anywhere."""
        reading = self._reader.read(where, before)
        types = reading.queries[0].of.thing.types if isinstance(reading, Reading) else ()
        return bool(types) and not is_taken(types)

    def _others_alone(self, found: AnsweredQuery, before: EarlierExchange) -> AnsweredQuery:
        """Of "which other tasks failed" those that were not told just before; all where there are no others."""
        query, findings = found.query, found.findings
        others = query is not None and query.ask == "list" and {"other", "others"} & {*query.text.split()}
        if not others or findings is None or before.findings is None or findings.query.of.subject != "tasks":
            return found
        told = {(item.what, item.name, item.start) for item in before.findings.items}
        left = tuple(item for item in findings.items if (item.what, item.name, item.start) not in told)
        if not left or len(left) == len(findings.items):
            return found
        fewer = replace(findings, items=left, value=tuple(item.name for item in left))
        return replace(found, answer=spoken(fewer, self._now, self._view.tokens_read), findings=fewer)

    def _meant_otherwise(
        self, sentence: str, before: EarlierExchange, found: AnsweredQuery | Refusal
    ) -> AnsweredQuery | Refusal | None:
        """The answer about the nearest thing of which it is so what a question takes for granted; None where it is so.

        "Where did you put it" asks of something that was put somewhere. Where nothing was, and "it" is but what the
        answer before told of, it is not known what is meant.
        """
        if isinstance(found, Refusal) or found.query is None or found.answer.status != "never happened":
            return None
        if not presupposes(sentence):
            return None
        taken = found.query.of.thing.types
        named = not taken or bool({*taken} & named_by_asker(before, self._lexicon))
        others = [*other_antecedents(sentence, before, self._lexicon, taken)]
        known = bool(before.items)
        sure = named and known and (is_taken(taken) or not _moves(found.query))
        for other in (one for one in others if not sure or one.before is before):
            told = self._answer(other.said, other.before)
            if isinstance(told, AnsweredQuery) and told.answer.status in KNOWN and told.answer.value is not False:
                return told
        return Refusal(WHICH) if others and not named else None

    def _answer(self, sentence: str, before: EarlierExchange | None, repeats: bool = False) -> AnsweredQuery | Refusal:
        if not repeats:
            sentence, before, repeats = about_the_other(sentence, before)
        if repeats and before is None:
            return Refusal(WHICH)
        reading = Reading((before.query,)) if repeats and before else self._reader.read(sentence, before)
        if isinstance(reading, Refusal):
            return self._never_heard_of(reading, sentence) or reading
        reading = or_first_seen(reading)
        found = (self._told_then(reading, sentence, before) if before else None) or self._told(reading, plain(sentence))
        if reading.elliptic and (tried := self._tasks.tried(found, sentence)) is not None:
            return tried
        if isinstance(found, AnsweredQuery) and before is not None and before.unread and reading.elliptic:
            return replace(found, answer=as_guess(found.answer))  # it may be part of what was not understood
        if isinstance(found, AnsweredQuery) and found.answer.kind in _TOLD and found.answer.status not in KNOWN:
            return self.facts.recalled(sentence) or found
        return (told_of_another(found, sentence) if isinstance(found, AnsweredQuery) else None) or found

    def _as_named(self, asked: MemoryQuery) -> Reading | None:
        """From a request for a task to its end, of the task as other questions name it; None where none is named."""
        question = named_plainly(asked)
        found = self._reader.read(question) if question else None
        if not isinstance(found, Reading) or len(found.queries) != 1 or found.queries[0].ask != "duration":
            return None
        others = (tuple(replace(one, measure=asked.measure) for one in some) for some in found.otherwise)
        query = replace(found.queries[0], measure=asked.measure, text=asked.text)
        return replace(found, queries=(query,), otherwise=tuple(others))

    def _which_one(self, sentence: str, before: EarlierExchange) -> AnsweredQuery | Refusal | None:
        """Which cabinet it was that was told of, as the home numbers them; None for any other turn."""
        kind, items = which_one(sentence, before), before.items
        if not kind:
            return None
        spots = [*dict.fromkeys(filter(None, (spot_of(item, (kind,), self._view) for item in items[:_SPOTS])))]
        if "one" in plain(sentence).split() and not spots:
            return None
        if spots and before.query.ask in _PLACES:
            return self._told(Reading((replace(before.query, which=(kind,)),)))
        known = bool(spots) or all(only_one(item, (kind,), self._view) for item in items)
        text = sentence_of(joined(spots)) if spots else _ONLY_ONE if known else _ONE_OF_THEM
        answer = Answer(text.format(noun(kind)), None, "unknown", (), "known" if known else "unsure")
        return AnsweredQuery(answer, before.query, before.findings)

    def _of_two(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal | None:
        """What was asked of the one of two, of the other; None where there were more, and for any other turn."""
        asked = the_other_of_two(plain(sentence).split(), before) if before is not None else None
        if asked is None or execute(asked[1], self._view, self._now).items:
            return None
        return self._told(Reading((asked[0],)))

    def _told_then(self, reading: Reading, sentence: str, before: EarlierExchange) -> AnsweredQuery | None:
        """What is known of a deed in the stretch of the task that was told before: there the thing is that is named."""
        asked, said = reading.queries[0], plain(sentence)
        timed = TimeReader(self._now, self._view).read(said).words
        whole = of_its_task(asked, before, self._tasks_of) if len(reading.queries) == 1 and not timed else None
        if whole is None and (len(reading.queries) > 1 or timed or not asks_of_then(asked, said)):
            return None
        stretch = stretch_told(before, self._tasks_of) if whole is None else None
        if whole is not None:
            asked_then = Reading((whole,))
        elif stretch is not None:
            asked_then = within(reading, stretch)
        else:
            return None
        found = self._told(asked_then)
        if isinstance(found, Refusal) or found.answer.status not in KNOWN or found.answer.value is None:
            return None
        return found

    def _tasks_of(self, selection: Selection) -> tuple[FoundItem, ...]:
        """Tasks as they went on from beginning to end."""
        return execute(MemoryQuery("when", selection, measure="end"), self._view, self._now).items

    def meaning(self, sentence: str, before: EarlierExchange | None) -> Hashable | None:
        """What a sentence asks, the same for sentences that ask the same; None where it is not understood."""
        reading = self._reader.read(sentence, before)
        return (
            None if isinstance(reading, Refusal) else tuple(replace(one, text="", senses=()) for one in reading.queries)
        )

    def _never_heard_of(self, refusal: Refusal, sentence: str) -> AnsweredQuery | None:
        """That there was no such deed, where neither its verb nor what it was done to was ever spoken of or asked for.

        Only deeds with a verb of the dictionary are in the memory; what else was asked for is in the words.
        """
        if not refusal.unheard or not self._view.asked.any:
            return None
        for word in refusal.unheard:
            spoken_of = execute(MemoryQuery("said", Selection("speech", about=(word,))), self._view, self._now)
            if spoken_of.items or self._view.asked.mentioning((stem(word),)):
                return None
        text = f'I never did that, as far as I know: nobody ever asked me for anything with "{refusal.unheard[0]}".'
        query = MemoryQuery("exists", Selection("deeds"), text=plain(sentence))
        return AnsweredQuery(Answer(text, False, "exists", (), "never happened", self._view.tokens_read), query)

    def guessed(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | None:
        """The answer to what a sentence that was not understood may ask: the likest of which anything is known.

        It is told as *unsure*, with that it is a guess. Of what is known the memory tells more than the words: "when
        did you stop" has no answer where nothing was stopped.
        """
        guesses = [*self._guesser.guesses(sentence, before)] if self._guesser else []
        for guess in guesses:
            if guess.nearness < max(_LEAST_NEAR, guesses[0].nearness - _AS_NEAR):
                continue
            if guess.reading is None and guess.nearness >= _BEYOND:  # likely nothing that a memory can tell
                return None
            if guess.reading is None:
                continue
            if any(self._names_thing(said) for query in guess.reading.queries for said in query.left_out):
                continue
            found = self._told(guess.reading)
            if isinstance(found, AnsweredQuery) and found.answer.status in KNOWN:
                return replace(found, answer=as_guess(found.answer))
        return None

    def _told(self, reading: Reading, sentence: str = "") -> AnsweredQuery | Refusal:
        rest = reading.otherwise or ((),) * len(reading.queries)
        every = [self._found((query, *others)) for query, others in zip(reading.queries, rest, strict=True)]
        if any(compares_itself(one) for one in every):
            return Refusal(WHICH)
        answers = [spoken(one, self._now, self._view.tokens_read) for one in every]
        if len(every) == 1 and (by_task := self._tasks.of_task_alone(every[0])) is not None:
            return by_task
        if len(every) == 1 and (doubt := self._doubts.doubt(every[0], answers[0], sentence)) is not None:
            return doubt
        answer = answers[0] if len(answers) == 1 else combined(answers, reading.joint)
        sureness = 1.0 if self._names_known_task(reading) else reading.sureness
        return AnsweredQuery(answer, every[-1].query, every[-1], sureness)

    def _names_known_task(self, reading: Reading) -> bool:
        """Whether a task was named just as it was asked for or called: words that fit so well were not misread."""
        return any(knows_task(self._view, self._now, said) for said in tasks_named(*reading.queries))

    def _names_thing(self, said: str) -> bool:
        return self._lexicon.find(said.split()) is not None

    def _found(self, queries: Sequence[MemoryQuery]) -> Findings:
        """What is known of the first of several meanings of which anything is known; of the first where nothing is."""
        first = execute(queries[0], self._view, self._now)
        already = any(one.kind == "already" for one in first.caveats)
        denied = first.query.ask == "exists" and (
            first.value is False or already
        )  # what one meaning denies another may affirm
        if first.status in KNOWN and not denied:
            return first
        others = (execute(query, self._view, self._now) for query in queries[1:])
        return next((one for one in others if one.status in KNOWN and not (denied and one.value is not True)), first)


def _as_said(*queries: MemoryQuery) -> Reading:
    """A reading of queries that were made of a turn, which say all that its words do."""
    return Reading(tuple(map(with_senses, queries)))


def _is_own(found: AnsweredQuery) -> bool:
    """Whether it is known that the robot did what is asked, or of a thing that was met that it never did."""
    asked, findings = found.query, found.findings
    if asked is None or findings is None or asked.left_out:
        return False
    if asked.of.subject == "deeds" and asked.ask == "who":
        return not any(one.kind == "unknown" for one in findings.caveats)
    done = any(item.status == "done" for item in findings.items)
    already = any(one.kind == "already" for one in findings.caveats)
    return already or (found.answer.status in KNOWN and done and findings.value is not False)


def _moves(query: MemoryQuery) -> bool:
    """Whether a question is about taking a thing or putting it somewhere, which is not done to what stands fixed."""
    return query.ask in ("put", "taken") or bool({*query.of.actions} & {"Pickup", "Place"})
