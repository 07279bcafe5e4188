"""One question after the other, as it was put: its language, its sentences, what it leans on; then its answer."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime
from itertools import chain

from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import ANYTHING, Selection, ThingFilter
from agent.recall.answer import Answer
from agent.recall.answered_query import GUESS
from agent.recall.doubting import KNOWN
from agent.recall.exchange import AnsweredQuestion
from agent.recall.mentions import without_mention
from agent.recall.reading.by_example import WHICH
from agent.recall.reading.parts.plainer.rooms import NO_ROOMS, asks_of_room
from agent.recall.reading.parts.plainer.told_ahead import of_what_was_told, of_whom, without_absence
from agent.recall.reading.parts.pronouns import refers_back
from agent.recall.reading.reader import Refusal
from agent.recall.reading.spelling import Spelling
from agent.recall.reading.turns.following import of_last_task
from agent.recall.reading.turns.replacement import WHETHER
from agent.recall.reading.turns.sameness import asks_sameness
from agent.recall.reading.turns.searches import seeks
from agent.recall.reading_answers import AnsweredQuery, ReadingAnswerer, built_in
from agent.recall.reworded import RewordedQuestion
from agent.recall.several_questions import after_dismissal, asking, combined, doubts, explained
from agent.recall.topics import about_topic, repeats_place, told_topic
from agent.recall.understanding.dates import impossible
from agent.recall.understanding.foreign import language_of, refusal
from agent.recall.understanding.plain_words import day_once, plain
from agent.recall.understanding.strangers import stranger
from agent.recall.understanding.times import TimeReader, stated_now
from agent.sentences.keeping import keeps
from agent.sentences.rewriter import Rewriter, agreed
from envs.vocabulary.nouns import Lexicon, NamedTypes
from envs.vocabulary.object_types import is_taken
from envs.vocabulary.stems import stem
from memory.reading.view import View
from memory.rules.facts import is_own

SURE, LIKELY, OTHERWISE = 0.75, 0.3, 0.5
"""Share of a rewriter's drafts that have to ask the same for the answer to be told as known, for it to be told at all,
and for it to be told in place of what the reader took the question for."""
_PLAIN = 0.95
"""A reader that is so sure of a question is not doubted."""
_HELP = "I do not understand that question. I can say what I did, saw and heard, when, where, how often and why."
_AGAIN = "I am not sure that I understand: I can only tell what I just said."
_WHOM = "Whom do you mean?"
_TOO_LONG = "That question is too long for me; I understand short ones best."
_LONGEST = 500
_SHORT = 4
"""Words of a turn that brings up no other topic where it was not understood: "and the gap?"."""
_KEPT = 6
"""So many exchanges of a conversation are kept for what leans on one of them."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_NOTHING_SAID = Answer("", None, "unknown", (), "unsure")


class Conversation:
    """Answers questions over one snapshot of the memory.

    Args:
        view: The memory.
        now: When the questions are asked.
        rewriter: Says in plain words what was not understood; None where nobody does.
    """

    def __init__(self, view: View, now: datetime, rewriter: Rewriter | None = None) -> None:
        self._view = view
        self._now = now
        self._rewriter = rewriter

    def exchange(self, question: str, before: AnsweredQuestion | None = None) -> AnsweredQuestion:
        """A question, which may be several, as it was understood, and its answer."""
        text, self._now = stated_now(day_once(question), self._now)
        language = language_of(text)
        if language is not None:
            return AnsweredQuestion(text, Answer(refusal(language), None, "unknown", (), "unsure"))
        self._lexicon = Lexicon(self._view.types)
        reader = built_in(self._view, self._now)
        self._by_query = ReadingAnswerer(self._view, self._now, reader, reader)
        people = {part for name in self._view.people for part in name.split()}
        spelled = Spelling(self._lexicon, people).text(text)
        if rest := after_dismissal(spelled):
            spelled, before = rest, None
        mentioned = without_mention(spelled, before.exchange() if before else None)
        last = _SENTENCE_END.split(mentioned.strip())[-1]
        sentences, preamble = ([last], "") if before and asks_sameness(last) else asking(mentioned)
        if preamble and (whole := of_whom(preamble, of_what_was_told(preamble, sentences[0]))) != sentences[0]:
            sentences, preamble = [whole, *sentences[1:]], ""
        if preamble and before is not None and repeats_place(preamble, sentences[0], before.exchange()):
            preamble = ""
        if preamble and (topic := told_topic(preamble, sentences[0], self._is_known)):
            sentences, preamble = [f"What facts do you know about the {topic}?", *sentences[1:]], ""
        if preamble:
            about = about_topic(preamble, sentences[0], self._lexicon, self._is_asked_for)
            sentences = [self._at_the_time(preamble, about), *sentences[1:]]
            untimed = about if about != sentences[0] else ""
        else:
            untimed = ""
        said = before
        preamble = "" if before is not None and doubts(sentences[0]) else preamble
        there = "there" in plain(sentences[0]).split()
        if preamble and (spoken_of := self._spoken_of(preamble, there)) is not None:
            said = AnsweredQuestion(self._spelled(preamble), _NOTHING_SAID, before, spoken_of)
        elif preamble and before is None:
            said = AnsweredQuestion(self._spelled(preamble), _NOTHING_SAID)
        answers: list[Answer] = []
        for sentence in sentences:
            told = self._exchange(sentence, said)
            if untimed and sentence is sentences[0] and told.answer.status not in KNOWN:
                told = self._at_any_time(untimed, said) or told
            said = told
            answers.append(said.answer)
        if said is None or len(answers) == 1:
            return said or AnsweredQuestion(text, Answer(_HELP, None, "unknown", (), "unsure"))
        return replace(said, answer=combined(answers))

    def _at_the_time(self, preamble: str, question: str) -> str:
        """A question without a time with the one that was named before it: "I was out on Tuesday. What did you do?"."""
        reader = TimeReader(self._now, self._view)
        named = reader.read(" ".join(plain(preamble).split()))
        if (
            not named.words
            or not named.scope.limited
            or _is_ahead(preamble, named.words)
            or (reader.read(" ".join(plain(question).split())).words and _OWN_DAY.search(plain(question)))
            or _is_of_now(question)
        ):
            return question
        return f"{without_absence(question, plain(preamble)).rstrip(' ?.!')} {named.words}?"

    def _at_any_time(self, question: str, before: AnsweredQuestion | None) -> AnsweredQuestion | None:
        """What is known at another time than was named before the question: what was eaten at noon was made earlier.

        None where it is asked whether something was done: then it was not.
        """
        told = self._exchange(question, before)
        whether = told.query is None or told.query.ask in WHETHER or told.query.ask in ("list", "count", "summary")
        return told if told.answer.status in KNOWN and not whether else None

    def _is_known(self, word: str) -> bool:
        return self._lexicon.find([word]) is not None or self._is_asked_for(word)

    def _is_asked_for(self, word: str) -> bool:
        return bool(self._view.asked.mentioning((stem(word),)))

    def _spoken_of(self, preamble: str, there: bool = False) -> MemoryQuery | None:
        """A question for the thing that was named last before the first question: "I can't find my card".

        Args:
            preamble: What was said before the question.
            there: Whether the question speaks of a place as "there": the one that was named last with the thing.
        """
        said = plain(preamble).split()
        named: list[NamedTypes] = []
        while (found := self._lexicon.find(said, named[-1].last if named else 0)) is not None:
            named.append(found)
        if not named:
            return None
        thing = next((one for one in reversed(named) if is_taken(one.types)), named[-1])
        place = next((one for one in reversed(named) if one is not thing and not is_taken(one.types)), None)
        at = ThingFilter(place.types) if place is not None and there else ANYTHING
        return MemoryQuery("where", Selection("sights", thing=ThingFilter(thing.types), place=at), text=preamble)

    def _refused(self, sentence: str, found: Refusal, before: AnsweredQuestion | None) -> AnsweredQuestion:
        """A question that was not understood: what it is about may be asked all the same, "and where is it now?"."""
        said = plain(sentence).split()
        earlier = _kept(before)
        answer = Answer(found.text, None, "unknown", (), "unsure")
        told = AnsweredQuestion(sentence, answer, earlier, unread=found.text != WHICH)
        short = len(said) <= _SHORT and self._lexicon.find(said) is None  # it brings up nothing else
        if before is not None and before.query is not None and (refers_back(said) or "that" in said or short):
            return replace(told, query=before.query, findings=before.findings)
        return replace(told, query=self._spoken_of(sentence))

    def _spelled(self, text: str) -> str:
        """A text in plain words, typing errors corrected."""
        return " ".join(self._lexicon.spell(word) for word in plain(text).split())

    def _exchange(self, sentence: str, before: AnsweredQuestion | None) -> AnsweredQuestion:
        self._view.facts.own = self._view.asker if is_own(sentence) else ""
        missing = impossible(" ".join(plain(sentence).split()))
        if missing is not None:
            return AnsweredQuestion(sentence, Answer(f"There is no {missing}.", None, "unknown", (), "unsure"))
        if asks_of_room(sentence):
            return AnsweredQuestion(sentence, Answer(NO_ROOMS, None, "unknown", (), "unsure"), _kept(before))
        if before is not None and before.answer.text == WHICH:
            sentence = explained(before.question, sentence)
        long, sentence = len(sentence) > _LONGEST, sentence[:_LONGEST]
        if before is None:
            sentence = of_last_task(sentence)
        if before is not None and self._begins_anew(sentence, before):
            before = None
        leans_on = before.exchange() if before else None
        found = self._by_query.answer(sentence, leans_on)
        if isinstance(found, Refusal) and found.text == WHICH and before is not None and before.answer == _NOTHING_SAID:
            found = self._by_query.facts.recalled(f"{before.question} {sentence}") or found
        if isinstance(found, Refusal) and found.text == WHICH and before is None:
            found = self._by_query.facts.recalled(sentence) or found
        if isinstance(found, AnsweredQuery) and before is not None and _said_again(found.answer, before, sentence):
            found = Refusal(_AGAIN)
        unnamed = before is None and _FOR_SOMEBODY.match(plain(sentence)) is not None
        if unnamed or (isinstance(found, AnsweredQuery) and _of_nobody(found.query)):
            found = Refusal(_WHOM, final=True)
        if isinstance(found, AnsweredQuery) and found.sureness < _plain_enough(found.answer):
            found = self._in_plain_words(sentence, before, found) or found
        if isinstance(found, Refusal) and (name := stranger(sentence, self._view.people, self._lexicon)):
            found = Refusal(f"I know nobody called {name}: nobody of that name ever spoke to me.", final=True)
        if isinstance(found, Refusal) and not found.final and found.text != WHICH:
            plainly = self._in_plain_words(sentence, before)
            guessed = plainly or self._by_query.guessed(sentence, leans_on)
            found = self._by_query.facts.told(sentence) or guessed or self._by_query.facts.recalled(sentence) or found
        if isinstance(found, Refusal) or found.answer.status in ("unsure", "never happened"):
            found = self._by_query.facts.told_of_all(sentence) or found
        if isinstance(found, Refusal):
            told = self._refused(sentence, found, before)
        else:
            told = AnsweredQuestion(self._spelled(sentence), found.answer, _kept(before), found.query, found.findings)
        return replace(told, answer=_of_long(told.answer)) if long else told

    def _begins_anew(self, sentence: str, before: AnsweredQuestion) -> bool:
        """Whether it is asked what happened at some time, after what somebody told or said: that is no part of it."""
        told = before.query is not None and before.query.of.subject in ("facts", "speech")
        asked = plain(sentence)
        return told and asked.startswith("what happened ") and bool(TimeReader(self._now, self._view).read(asked).words)

    def _in_plain_words(
        self, sentence: str, before: AnsweredQuestion | None, read: AnsweredQuery | None = None
    ) -> AnsweredQuery | None:
        """The answer to what a rewriter makes of a question; None where it makes nothing of it, or the same.

        Where its drafts do not agree well, or something of the question is lost, it is told as *unsure*.
        """
        if self._rewriter is None:
            return None
        leans_on = before.exchange() if before else None
        asked = None if read is None else self._by_query.meaning(sentence, leans_on)
        context = _told_before(before)
        drafts = self._rewriter.rewrite(sentence, context, asks=True)
        likeliest = next(drafts, None)
        if likeliest is None or (asked is not None and self._by_query.meaning(likeliest, leans_on) == asked):
            return None
        least = LIKELY if read is None else OTHERWISE
        rewording = RewordedQuestion(sentence, context, TimeReader(self._now, self._view))
        limited = before is not None and before.query is not None and before.query.of.time.words
        every = (one if limited else rewording.without_told_day(one) for one in chain((likeliest,), drafts))

        def meaning(plainly: str) -> Hashable | None:
            return None if rewording.turns(plainly) else self._by_query.meaning(plainly, leans_on)

        found = agreed(every, meaning, least)
        answered = None if found is None or found.meaning == asked else self._by_query.answer(found.text, leans_on)
        if found is None or answered is None or isinstance(answered, Refusal):
            return None
        if read is not None and read.answer.status in KNOWN and answered.answer.status not in KNOWN:
            return None  # what is known is not given up for a denial of something else
        if read is not None and (_loses_number(read.query, answered.query) or _loses_task(read, answered.query)):
            return None
        if read is not None and read.answer.status in KNOWN and _loses_due(read.query, answered.query):
            return None
        if seeks(sentence) and not seeks(found.text):  # to look for something is not to find it, or to see it
            return None
        sure = found.share >= SURE and keeps(sentence, found.text, context, surely=True)
        sure = sure and not rewording.loses_time(found.text)
        text = f'{answered.answer.text} (I take it you ask: "{found.text}?")'
        if answered.answer.status not in KNOWN and answered.query is not None and answered.query.ask in _PRESUMES:
            sure, text = False, f"{text} {GUESS}"
        status = answered.answer.status if sure else "unsure"
        return replace(answered, answer=replace(answered.answer, text=text, status=status))


_SOMEBODY = frozenset({"him", "her", "he", "she", "his", "hers"})
_FOR_SOMEBODY = re.compile(
    r"^(?:(?:and|so|but) )*(?:(?:did|have|had) you|what did you) (?:\w+ ){1,2}(?:him|her)\b"
    r"(?= (?:that|this|it|those|these|yet|already|the|a|an|anything|something|today|yesterday)\b|$)"
)
"""What is done for somebody who would have to be named before the sentence."""


def _of_nobody(query: MemoryQuery | None) -> bool:
    """Whether a question is about "him", and this stands for nobody who was spoken of: every word told would do."""
    if query is None:
        return False
    about = {*query.of.about} | {*query.of.thing.unknown.split()}
    return bool(about) and about <= _SOMEBODY


def _is_of_now(question: str) -> bool:
    """Whether it is asked what is left to do, which is so now and not at the time of a remark before it."""
    said = plain(question).split()
    return bool({*said} & {"still", "yet"}) and bool({*said} & {"left", "finished", "done", "open", "do", "unfinished"})


_OWN_DAY = re.compile(
    r"\b(?:today|yesterday|tonight|\w*days?|dates?|weeks?|months?|years?|this|last|past|ago|since|now|"
    r"episodes?|january|february|march|april|may|june|july|august|september|october|november|december|\d{4})\b"
)
"""What may say of which day a question asks: "in the evening" and "after six" are of the day that was named before."""


def _is_ahead(preamble: str, time: str) -> bool:
    """Whether a time that was named is that of a wish or a plan, not of what was: "I would like a salad tonight"."""
    parts = [{*plain(one).split()} for one in re.split(r"[.!?;,]", preamble)]
    wished = [said for said in parts if said & _WISHES]
    return any({*time.split()} <= said or said & _TODAY for said in wished)


_WISHES = frozenset(
    {"would", "will", "want", "wants", "wanted", "shall", "going", "hope", "hoping", "plan", "planning", "need", "must"}
)
_TODAY = frozenset({"tonight", "today", "tomorrow", "evening", "afternoon", "morning", "later", "soon"})


def _loses_number(read: MemoryQuery | None, plainly: MemoryQuery | None) -> bool:
    """Whether a question asks for the first or the last of something, and what was made of it for any."""
    return read is not None and plainly is not None and read.of.ordinal is not None and plainly.of.ordinal is None


def _loses_task(read: AnsweredQuery, plainly: MemoryQuery | None) -> bool:
    """Whether the task that came after another is given up for the deed that came after one of its deeds."""
    if read.query is None or plainly is None or read.answer.status not in KNOWN:
        return False
    own, other = read.query.of, plainly.of
    return own.relation == other.relation != "" and (own.subject, other.subject) == ("tasks", "deeds")


def _loses_due(read: MemoryQuery | None, plainly: MemoryQuery | None) -> bool:
    """Whether it is asked if something still is to be done, and of what was made of it whether it was done."""
    due = read is not None and "still due" in read.senses
    return due and (plainly is None or "still due" not in plainly.senses)


def _kept(before: AnsweredQuestion | None, most: int = _KEPT) -> AnsweredQuestion | None:
    """The exchange before with so many that came before it."""
    if before is None or most == 0:
        return None
    return replace(before, earlier=_kept(before.earlier, most - 1))


def _told_before(before: AnsweredQuestion | None) -> str:
    """The question before and its answer, in the form in which a rewriter takes what a question leans on."""
    parts = (before.question.rstrip(" ?."), before.answer.text) if before is not None else ()
    return " / ".join(one for one in parts if one)


def _said_again(answer: Answer, before: AnsweredQuestion, sentence: str) -> bool:
    """Whether the answer before is given once more to another question: then that was likely not understood."""
    asks = [next((word for word in plain(text).split() if word in _NEW), "") for text in (sentence, before.question)]
    counted = {"count": {"many", "often"}, "when": {"long"}}.get(answer.kind, set())  # it may have been told already
    counts = counted & {*plain(sentence).split()}
    told = answer.kind not in ("fact", "said") and answer.status != "unsure" and not counts
    return told and answer.text == before.answer.text and bool(asks[0]) and asks[0] != asks[1]


_PRESUMES = frozenset({"where", "put", "taken", "when", "ago", "why", "who", "tool", "duration"})
"""Asks about what was: a denial of that likelier comes from plain words that miss what was meant."""
_NEW = frozenset({"where", "how", "who", "which"})
"""Question words to which another answer is due than to any other."""


def _plain_enough(answer: Answer) -> float:
    """So sure a reader has to be of a question for its answer to be told at once; a denial is doubted sooner."""
    return 1.0 if answer.status == "never happened" else _PLAIN


def _of_long(answer: Answer) -> Answer:
    """An answer to the beginning of a question that was not read to its end."""
    if answer.status == "unsure":
        return replace(answer, text=f"{_TOO_LONG} {answer.text}")
    status = "partly" if answer.status == "known" else answer.status
    return replace(answer, text=f"{answer.text} (I read only the first {_LONGEST} characters.)", status=status)
