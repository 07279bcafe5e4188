"""Answers by reader, executor and voice: a sentence becomes queries, each is put to the memory, the voice tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.answer import Answer
from agent.recall.executing.dispatch import FINDERS, execute
from agent.recall.executing.posed import PosedQuery
from agent.recall.executing.tasks.finding import candidates
from agent.recall.lookup.gathering import gathering
from agent.recall.lookup.task_matching import content, same
from agent.recall.reading.by_example import HOW_MANY, ExampleReader
from agent.recall.reading.examples import frame_words
from agent.recall.reading.parts.noun_phrases import STATES
from agent.recall.reading.parts.wordlists import clause_words, verb, words
from agent.recall.reading.pieces import of_fact
from agent.recall.reading.reader import EarlierExchange, Reading, Refusal, SentenceGuesser, SentenceReader
from agent.recall.several_questions import combined
from agent.recall.understanding.dates import DAYS, PARTS
from agent.recall.understanding.plain_words import plain
from agent.recall.understanding.times import TimeReader
from agent.recall.voice.speaking import spoken
from envs.vocabulary.nouns import APPEARANCE, Lexicon
from envs.vocabulary.stems import stem
from envs.vocabulary.verbs import of_past
from memory.reading.traces import EVERYTHING
from memory.reading.view import View

_KNOWN = frozenset({"known", "partly"})
_OF_WHAT_IS_NAMED = frozenset({"exists", "count", "when", "where", "put", "taken", "state"})
"""Asks that are answered wrongly, not in part, where one of the things that are named is left out."""


_LEAST_NEAR, _AS_NEAR = 0.5, 0.2
"""How near a guess has to be at least (``Guess.nearness``), and by how much farther off than the nearest it may be.
Over rounds 4 to 8 six in ten of the guesses so near were right."""
_BEYOND = 0.75
"""How near what no memory can tell has to be for nothing else to be guessed."""
GUESS = "(If that is what you ask.)"
"""What an answer ends with that is a guess at what was asked."""


@dataclass(frozen=True)
class AnsweredQuery:
    """An answer with the last of the queries that it answers.

    Attributes:
        answer: The answer to all of them.
        query: The query; None where there is none.
        findings: What the memory said to it.
        sureness: How sure the reader was of the question, from 0 to 1.
    """

    answer: Answer
    query: MemoryQuery | None = None
    findings: Findings | None = None
    sureness: float = 1.0


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

    def answer(self, sentence: str, before: EarlierExchange | None) -> AnsweredQuery | Refusal:
        """The answer to one sentence, or why there is none."""
        reading = self._reader.read(sentence, before)
        if isinstance(reading, Refusal):
            return self._never_heard_of(reading, sentence) or reading
        found = self._told(reading)
        if isinstance(found, AnsweredQuery) and found.answer.kind == "fact" and found.answer.status not in _KNOWN:
            return self.recalled(sentence) or found
        return found

    def meaning(self, sentence: str, before: EarlierExchange | None) -> Hashable | None:
        """What a sentence asks, the same for sentences that ask the same; None where it is not understood."""
        reading = self._reader.read(sentence, before)
        return None if isinstance(reading, Refusal) else tuple(replace(one, text="") for one in reading.queries)

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
            if isinstance(found, AnsweredQuery) and found.answer.status in _KNOWN:
                return replace(found, answer=_as_guess(found.answer))
        return None

    def recalled(self, text: str) -> AnsweredQuery | None:
        """What was told that has more than half of the words of substance of a text, and more of them than all else.

        It is told as a guess: that a fact is about all but one of the words does not make it the one that is meant.
        """
        about = [word for word in of_fact(plain(text)) if word not in frame_words() | words("asides")]
        hits = Counter(one.text for word in dict.fromkeys(about) for one in self._view.facts.about((word,), EVERYTHING))
        likest = hits.most_common(2)
        if not likest or 2 * likest[0][1] <= len(about) or (len(likest) > 1 and likest[0][1] == likest[1][1]):
            return None
        query = MemoryQuery("fact", Selection("facts", about=of_fact(plain(likest[0][0]))), text=plain(text))
        found = execute(query, self._view, self._now)
        if found.status not in _KNOWN:
            return None
        return AnsweredQuery(_as_guess(spoken(found, self._now, self._view.tokens_read)), query, found)

    def told(self, sentence: str) -> AnsweredQuery | None:
        """What was told that has all the words of a sentence which no question is made of: "wifi password pls"."""
        about = tuple(word for word in of_fact(plain(sentence)) if word not in frame_words() | words("asides"))
        named = self._view.people | {part for name in self._view.people for part in name.split()}
        other = any(self._names_thing(word) or word in named or verb(word) for word in about)
        if not about or other or "will" in plain(sentence).split():
            return None
        query = MemoryQuery("fact", Selection("facts", about=about), text=plain(sentence))
        found = execute(query, self._view, self._now)
        if found.status != "known" or not found.items or found.items[0].what != "fact":
            return None
        return AnsweredQuery(spoken(found, self._now, self._view.tokens_read), query, found)

    def _told(self, reading: Reading) -> AnsweredQuery | Refusal:
        rest = reading.otherwise or ((),) * len(reading.queries)
        every = [self._found((query, *others)) for query, others in zip(reading.queries, rest, strict=True)]
        answers = [spoken(one, self._now, self._view.tokens_read) for one in every]
        if len(every) == 1 and (doubt := self._doubt(every[0], answers[0])) is not None:
            return doubt
        answer = answers[0] if len(answers) == 1 else combined(answers, reading.joint)
        sureness = 1.0 if self._names_known_task(reading) else reading.sureness
        return AnsweredQuery(answer, every[-1].query, every[-1], sureness)

    def _names_known_task(self, reading: Reading) -> bool:
        """Whether a task was named just as it was asked for or called: words that fit so well were not misread."""
        return any(knows_task(self._view, self._now, said) for said in _tasks_named(*reading.queries))

    def _doubt(self, found: Findings, answer: Answer) -> Refusal | None:
        """A refusal where a thing was named that the answer is not about: whether the newspaper got onto the table."""
        left = [said for said in found.query.left_out if not said.startswith(("that ", "which "))]  # which one is meant
        named = next((said for said in left if self._names_thing(said)), None)
        asked = found.query.ask in _OF_WHAT_IS_NAMED and found.status in _KNOWN
        if named is not None and asked and found.query.of.subject not in ("speech", "facts"):
            return Refusal(f'I am not sure that I understand: I do not know what to make of "{named}" there.')
        if found.status == "never happened" and (words_said := self._no_task(found) or self._nothing_done(found.query)):
            return Refusal(f'I am not sure that I understand: I do not know what to make of "{words_said}" there.')
        lived = self._view.last_time() is not None  # of a life that is empty nothing is denied wrongly
        if found.status == "never happened" and lived and _names_nothing(found.query.of):
            return Refusal("I am not sure which task you mean. What did you ask me to do?")
        return _doubted(found, answer)

    def _no_task(self, found: Findings) -> str:
        """What was taken for a task that never was, and is but a verb: the "hanging around" of something spoken of."""
        absent = next((one.about for one in found.caveats if one.kind == "not so" and one.about is not None), None)
        if absent is None or absent.subject != "tasks" or self._names_thing(absent.task):
            return ""
        said, *rest = absent.task.split() or [""]
        return absent.task if said.endswith(("ing", "ed")) and {*rest} <= words("fillers") | words("places") else ""

    def _nothing_done(self, query: MemoryQuery) -> str:
        """What was taken for a task and tells no deed: a thing alone, or a verb that nobody knows: "did you comply"."""
        for said in _tasks_named(query):
            thing = self._lexicon.find(said.split())
            if verb(said.split()[0]) is not None:
                continue
            alone = thing is not None and thing.last - thing.first == len(said.split())
            if alone or (thing is None and re.search(rf"\byou (?:ever )?{re.escape(said)}\b", query.text)):
                return said
        return ""

    def _names_thing(self, said: str) -> bool:
        return self._lexicon.find(said.split()) is not None

    def _found(self, queries: Sequence[MemoryQuery]) -> Findings:
        """What is known of the first of several meanings of which anything is known; of the first where nothing is."""
        first = execute(queries[0], self._view, self._now)
        denied = first.query.ask == "exists" and first.value is False  # what one meaning denies another may affirm
        if first.status in _KNOWN and not denied:
            return first
        others = (execute(query, self._view, self._now) for query in queries[1:])
        return next((one for one in others if one.status in _KNOWN and not (denied and one.value is not True)), first)


def _tasks_named(*queries: MemoryQuery) -> list[str]:
    """Words that name tasks in some queries, each once."""
    parts = [part for query in queries for part in (query.of, *query.against, *query.supposes)]
    return list(dict.fromkeys(one.task for part in parts for one in (part, *part.others) if one.task))


def _names_nothing(of: Selection) -> bool:
    """Whether a selection of tasks tells nothing of them: that there was none of all was not asked."""
    return of == Selection("tasks", speaker=of.speaker)


def _as_guess(answer: Answer) -> Answer:
    """An answer to what was perhaps not asked."""
    return replace(answer, text=f"{answer.text} {GUESS}", status="unsure")


def _is_deed(said: str) -> bool:
    """Whether a word says what was done, so that without it another question is answered: "got washed"."""
    return verb(said) is not None and of_past(said) is not None and said not in STATES


def _is_doing(said: str) -> bool:
    """Whether a word says what somebody was about, so that without it another question is answered: "hunting"."""
    word = said.split()[-1] if said else ""
    return len(word) > 5 and word.endswith("ing") and not word.endswith("thing") and word not in PARTS


def _doubted(found: Findings, answer: Answer) -> Refusal | None:
    """A refusal in place of an answer that rests on a question half understood; None for every other.

    That something never was is only known if the question was understood as a whole: adjectives apart, which make it
    narrower. How many things a task was about is not told by how often it was done.
    """
    strange = [said for said in found.query.left_out if not set(said.split()) & APPEARANCE]
    if HOW_MANY in strange:
        return Refusal(
            f"I do not know how many. {answer.text.partition(' (')[0].partition(': ')[2]}".strip(), final=True
        )
    turning = {"or", "today", "yesterday", "tonight", *DAYS, *PARTS, *clause_words()} | words(
        "turning"
    )  # "before or after the toast", "which did not work out"
    of = found.query.of
    done = found.query.ask == "count" and not (of.actions or of.change or of.task)  # "how many bowls got washed"
    joins = any(set(said.split()) & turning or (done and _is_deed(said)) or _is_doing(said) for said in strange)
    if not joins and (found.status != "never happened" or not strange):
        return None
    return Refusal(f'I am not sure that I understand: I do not know what to make of "{" ".join(strange)}" there.')
