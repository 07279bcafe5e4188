"""Answers by reader, executor and voice: a sentence becomes queries, each is put to the memory, the voice tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings, FoundItem
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection, ThingFilter
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
from agent.recall.antecedents import named_by_asker, other_antecedents, presupposes
from agent.recall.doubting import KNOWN, AnswerDoubts, of_another, tasks_named
from agent.recall.executing.dispatch import FINDERS, execute
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.restating.which_place import only_one, spot_of
from agent.recall.executing.tasks.finding import candidates
from agent.recall.lookup.gathering import gathering
from agent.recall.lookup.task_matching import content, same
from agent.recall.reading.by_example import WHICH, ExampleReader
from agent.recall.reading.examples import frame_words
from agent.recall.reading.parts.wordlists import alike, verb, words
from agent.recall.reading.pieces import of_fact
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal, SentenceGuesser, SentenceReader
from agent.recall.reading.turns.anchor import is_put
from agent.recall.reading.turns.endings import of_those_when, that_ended_so
from agent.recall.reading.turns.following import following
from agent.recall.reading.turns.further.once_more import tried_again
from agent.recall.reading.turns.members import told_there
from agent.recall.reading.turns.ordinals import the_other_of_two
from agent.recall.reading.turns.sameness import again, compares_itself, sameness, tells_the_same
from agent.recall.reading.turns.stretch import asks_of_then, or_first_seen, stretch_told, within
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
from memory.reading.traces import EVERYTHING
from memory.reading.view import View
from memory.rules.facts import content_stems

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
_OUTCOMES = frozenset({"exists", "outcome"})
"""Asks whether a task was done."""
_OF_WHAT_WAS_DONE = _OUTCOMES | {"when", "ago", "duration"}
"""Asks of a task that was done; of one that was not they are answered with what became of it."""


def built_in(view: View, now: datetime) -> ExampleReader:
    """The reader that goes by examples, for one memory.

    Args:
        view: The memory.
        now: When the questions are asked.
    """
    times = TimeReader(now, view)
    return ExampleReader(sorted(view.types), now, times, lambda words: knows_task(view, now, words), view.people)


def knows_task(view: View, now: datetime, words: str) -> bool:
    """Whether a task is known that was called so, or asked for in these words."""
    selection = Selection("tasks", task=words)
    found = candidates(PosedQuery(MemoryQuery("list", selection), view, now, FINDERS), selection)
    meant = same([one.run for one in found], words)
    if meant.errands and (meant.sure or gathering(words) is not None):  # so nothing but a task is called
        return True
    wanted = content(words)
    return any(one.asked is not None and content(one.asked.request) == wanted for one in found)


_KNOWS = re.compile(r"^(?:(?:do|can|could|would|please|and|so) )*(?:you )?(?:know|tell me|say|remember)\b")
_ENOUGH = 2
"""So many words a question has at least that is taken for one after a fact that has all of them."""


class ReadingAnswerer:
    """Answers what its reader is sure to understand.

    Args:
        view: The memory.
        now: When the questions are asked.
        reader: Makes queries of sentences.
        guesser: Says what a sentence may ask that the reader did not understand; None where nobody guesses.
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
        known = before.findings is not None and bool(before.findings.items)
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
        if reading.elliptic and (tried := self._tried(found, sentence)) is not None:
            return tried
        if isinstance(found, AnsweredQuery) and before is not None and before.unread and reading.elliptic:
            return replace(found, answer=as_guess(found.answer))  # it may be part of what was not understood
        if isinstance(found, AnsweredQuery) and found.answer.kind in _TOLD and found.answer.status not in KNOWN:
            return self.recalled(sentence) or found
        return found

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
        kind, items = which_one(sentence, before), before.findings.items if before.findings else ()
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
        if len(reading.queries) > 1 or timed or not asks_of_then(asked, said):
            return None
        stretch = stretch_told(before, self._tasks_of)
        if stretch is None:
            return None
        found = self._told(within(reading, stretch))
        if isinstance(found, Refusal) or found.answer.status not in KNOWN or found.answer.value is None:
            return None
        return found

    def _tasks_of(self, selection: Selection) -> tuple[FoundItem, ...]:
        """Tasks as they went on from beginning to end."""
        return execute(MemoryQuery("when", selection, measure="end"), self._view, self._now).items

    def _tried(self, found: AnsweredQuery | Refusal, sentence: str) -> AnsweredQuery | None:
        """What became of what was to be done with a thing that a turn names, where just what was asked never was.

        Of "did you find the book? – and the pen?" the pen may have been looked for to bring it elsewhere; "what about
        the pen?" after "when did I ask for it?" asks for more than when.
        """
        named = self._lexicon.find(plain(sentence).split())
        asked = found.query if isinstance(found, AnsweredQuery) else None
        if asked is None or asked.of.subject != "tasks" or named is None:
            return None
        is_never = isinstance(found, AnsweredQuery) and found.answer.status == "never happened"
        never = is_never and asked.ask in _OF_WHAT_WAS_DONE
        if not never and not (asked.measure == "asked" and "about" in plain(sentence).split()):
            return None
        query = MemoryQuery("outcome", Selection("tasks", thing=ThingFilter(named.types)), text=plain(sentence))
        told = execute(query, self._view, self._now)
        done = any(item.status == "done" for item in told.items)
        if not told.items or (done and not (never and is_put(asked.of.task))):
            return None  # that it was not washed either is told; of where it was put, what became of it
        answer = spoken(told, self._now, self._view.tokens_read)
        return AnsweredQuery(replace(answer, text=answer.text.removeprefix("Yes. ")) if done else answer, query, told)

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

    def recalled(self, text: str) -> AnsweredQuery | None:
        """What was told that is likest to be about the words of a text: it has more of them than all else.

        It is told as a guess: that a fact is about some of the words does not make it the one that is meant.
        """
        small = frame_words() | words("asides")
        about = [one for one in of_fact(plain(text)) if one not in small or self._facts_with([one])]
        likest = self._facts_with(about)
        if likest and 2 * likest[0][1] <= len(about):  # of few of the words only if no other fact is about any of them
            likest = likest if len(likest) == 1 and not self._is_handled(about) else []
        if not likest or (len(likest) > 1 and likest[0][1] == likest[1][1]):
            return None
        query = MemoryQuery("fact", Selection("facts", about=of_fact(plain(likest[0][0]))), text=plain(text))
        found = execute(query, self._view, self._now)
        answer = spoken(found, self._now, self._view.tokens_read)
        if found.status not in KNOWN or self._doubts.doubt(found, answer) is not None:
            return None
        if other := of_another(found.items, plain(text)):
            answer = replace(answer, text=f"You did not tell me that of {other}, as far as I know. {answer.text}")
            return AnsweredQuery(replace(answer, value=None, status="unsure"), query, found)
        return AnsweredQuery(as_guess(answer), query, found)

    def told_of_all(self, sentence: str) -> AnsweredQuery | None:
        """What was told that has every word of a question, where nothing that was seen or done answers it."""
        asked = _KNOWS.sub("", plain(sentence))
        about = tuple(word for word in asked.split() if content_stems(word))
        if len(about) < _ENOUGH or {"you", "your"} & {*asked.split()} or not self._view.facts.about((asked,)):
            return None
        query = MemoryQuery("fact", Selection("facts", about=about), text=plain(sentence))
        found = execute(query, self._view, self._now)
        answer = spoken(found, self._now, self._view.tokens_read)
        told = found.status in KNOWN and all(item.what == "fact" for item in found.items)
        return AnsweredQuery(answer, query, found) if told else None

    def _facts_with(self, about: Sequence[str]) -> list[tuple[str, int]]:
        """What was told that has one of some words, or one that says nearly the same; with how many, the most first."""
        hits: Counter[str] = Counter()
        for word in dict.fromkeys(about):
            same = {one.text for said in alike(word) for one in self._view.facts.about((said,), EVERYTHING)}
            hits.update(same)
        return hits.most_common(2)

    def _is_handled(self, about: Sequence[str]) -> bool:
        """Whether words name a thing that was seen or a task: of such more is known than what was told."""
        return any(self._names_thing(word) for word in about)

    def told(self, sentence: str) -> AnsweredQuery | None:
        """What was told that has all the words of a sentence which no question is made of: "wifi password pls"."""
        about = tuple(word for word in of_fact(plain(sentence)) if word not in frame_words() | words("asides"))
        named = self._view.people | {part for name in self._view.people for part in name.split()}
        other = any(self._names_thing(word) or word in named or verb(word) for word in about)
        if not about or other or "will" in plain(sentence).split():
            return None
        query = MemoryQuery("fact", Selection("facts", about=about), text=plain(sentence))
        found = execute(query, self._view, self._now)
        answer = spoken(found, self._now, self._view.tokens_read)
        if found.status != "known" or not found.items or found.items[0].what != "fact":
            return None
        return None if self._doubts.doubt(found, answer) is not None else AnsweredQuery(answer, query, found)

    def _told(self, reading: Reading, sentence: str = "") -> AnsweredQuery | Refusal:
        rest = reading.otherwise or ((),) * len(reading.queries)
        every = [self._found((query, *others)) for query, others in zip(reading.queries, rest, strict=True)]
        if any(compares_itself(one) for one in every):
            return Refusal(WHICH)
        answers = [spoken(one, self._now, self._view.tokens_read) for one in every]
        if len(every) == 1 and (by_task := self._of_task_alone(every[0])) is not None:
            return by_task
        if len(every) == 1 and (doubt := self._doubts.doubt(every[0], answers[0], sentence)) is not None:
            return doubt
        answer = answers[0] if len(answers) == 1 else combined(answers, reading.joint)
        sureness = 1.0 if self._names_known_task(reading) else reading.sureness
        return AnsweredQuery(answer, every[-1].query, every[-1], sureness)

    def _of_task_alone(self, found: Findings) -> AnsweredQuery | None:
        """What is known of something never seen that a task was about, coffee or soup: no thing, yet come across."""
        unknown = next((one.words for one in found.caveats if one.kind == "unknown" and one.words), "")
        if not unknown or found.items or not self._view.asked.mentioning((stem(unknown.split()[-1]),)):
            return None
        query = MemoryQuery("list", Selection("tasks", task=unknown), text=found.query.text)
        tasks = execute(query, self._view, self._now)
        if not tasks.items:
            return None
        told = spoken(tasks, self._now, self._view.tokens_read)
        text = f'I know of "{unknown}" only by what I was to do with it: {told.text}'
        return AnsweredQuery(replace(told, text=text, status="unsure"), query, tasks)

    def _names_known_task(self, reading: Reading) -> bool:
        """Whether a task was named just as it was asked for or called: words that fit so well were not misread."""
        return any(knows_task(self._view, self._now, said) for said in tasks_named(*reading.queries))

    def _names_thing(self, said: str) -> bool:
        return self._lexicon.find(said.split()) is not None

    def _found(self, queries: Sequence[MemoryQuery]) -> Findings:
        """What is known of the first of several meanings of which anything is known; of the first where nothing is."""
        first = execute(queries[0], self._view, self._now)
        denied = first.query.ask == "exists" and first.value is False  # what one meaning denies another may affirm
        if first.status in KNOWN and not denied:
            return first
        others = (execute(query, self._view, self._now) for query in queries[1:])
        return next((one for one in others if one.status in KNOWN and not (denied and one.value is not True)), first)


def _as_said(*queries: MemoryQuery) -> Reading:
    """A reading of queries that were made of a turn, which say all that its words do."""
    return Reading(tuple(map(with_senses, queries)))


def _moves(query: MemoryQuery) -> bool:
    """Whether a question is about taking a thing or putting it somewhere, which is not done to what stands fixed."""
    return query.ask in ("put", "taken") or bool({*query.of.actions} & {"Pickup", "Place"})
