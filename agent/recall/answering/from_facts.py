"""What was told that has the words of a question, where nothing else answers it: "wifi password pls"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from agent.recall.algebra.findings import Findings
from agent.recall.algebra.query import MemoryQuery
from agent.recall.algebra.selection import Selection
from agent.recall.answer import Answer
from agent.recall.answered_query import AnsweredQuery, as_guess
from agent.recall.doubting import KNOWN, AnswerDoubts, of_another
from agent.recall.executing.dispatch import execute
from agent.recall.reading.examples import frame_words
from agent.recall.reading.parts.wordlists import alike, verb, words
from agent.recall.reading.pieces import of_fact
from agent.recall.understanding.plain_words import plain
from agent.recall.voice.speaking import spoken
from envs.vocabulary.nouns import Lexicon
from memory.reading.traces import EVERYTHING
from memory.reading.view import View
from memory.rules.facts import content_stems

_KNOWS = re.compile(r"^(?:(?:do|can|could|would|please|and|so) )*(?:you )?(?:know|tell me|say|remember)\b")
_ENOUGH = 2
"""So many words a question has at least that is taken for one after a fact that has all of them."""


class FactAnswerer:
    """Answers with what was told.

    Args:
        view: The memory.
        now: When the questions are asked.
        lexicon: What things are called.
        doubts: Says why what was found may be no answer.
    """

    def __init__(self, view: View, now: datetime, lexicon: Lexicon, doubts: AnswerDoubts) -> None:
        self._view = view
        self._now = now
        self._lexicon = lexicon
        self._doubts = doubts

    def recalled(self, text: str) -> AnsweredQuery | None:
        """What was told that is likest to be about the words of a text: it has more of them than all else.

        It is told as a guess: that a fact is about some of the words does not make it the one that is meant.
        """
        small = frame_words() | words("asides")
        about = [one for one in of_fact(plain(text)) if one not in small or self._facts_with([one])]
        likest = self._facts_with(about)
        if likest and 2 * likest[0][1] <= len(about):  # of few of the words only if no other fact is about any of them
            likest = likest if len(likest) == 1 and not any(map(self._is_thing, about)) else []
        if not likest or (len(likest) > 1 and likest[0][1] == likest[1][1]):
            return None
        query = MemoryQuery("fact", Selection("facts", about=of_fact(plain(likest[0][0]))), text=plain(text))
        found, answer = self._said_to(query)
        if found.status not in KNOWN or self._doubts.doubt(found, answer) is not None:
            return None
        every = AnsweredQuery(answer, query, found)
        return told_of_another(every, text) or replace(every, answer=as_guess(answer))

    def told_of_all(self, sentence: str) -> AnsweredQuery | None:
        """What was told that has every word of a question, where nothing that was seen or done answers it."""
        asked = _KNOWS.sub("", plain(sentence))
        about = tuple(word for word in asked.split() if content_stems(word))
        if len(about) < _ENOUGH or {"you", "your"} & {*asked.split()} or not self._view.facts.about((asked,)):
            return None
        query = MemoryQuery("fact", Selection("facts", about=about), text=plain(sentence))
        found, answer = self._said_to(query)
        told = found.status in KNOWN and all(item.what == "fact" for item in found.items)
        every = AnsweredQuery(answer, query, found)
        return (told_of_another(every, sentence) or every) if told else None

    def told(self, sentence: str) -> AnsweredQuery | None:
        """What was told that has all the words of a sentence which no question is made of: "wifi password pls"."""
        about = tuple(word for word in of_fact(plain(sentence)) if word not in frame_words() | words("asides"))
        named = self._view.people | {part for name in self._view.people for part in name.split()}
        other = any(self._is_thing(word) or word in named or verb(word) for word in about)
        if not any(map(content_stems, about)) or other or "will" in plain(sentence).split():
            return None
        query = MemoryQuery("fact", Selection("facts", about=about), text=plain(sentence))
        found, answer = self._said_to(query)
        if found.status != "known" or not found.items or found.items[0].what != "fact":
            return None
        every = AnsweredQuery(answer, query, found)
        return None if self._doubts.doubt(found, answer) is not None else told_of_another(every, sentence) or every

    def _facts_with(self, about: Sequence[str]) -> list[tuple[str, int]]:
        """What was told that has one of some words, or one that says nearly the same; with how many, the most first."""
        hits: Counter[str] = Counter()
        for word in dict.fromkeys(about):
            same = {one.text for said in alike(word) for one in self._view.facts.about((said,), EVERYTHING)}
            hits.update(same)
        return hits.most_common(2)

    def _is_thing(self, word: str) -> bool:
        """Whether a word names a thing that was seen: of such more is known than what was told."""
        return self._lexicon.find([word]) is not None

    def _said_to(self, query: MemoryQuery) -> tuple[Findings, Answer]:
        found = execute(query, self._view, self._now)
        return found, spoken(found, self._now, self._view.tokens_read)


def told_of_another(found: AnsweredQuery, said: str) -> AnsweredQuery | None:
    """A fact with that it is of somebody else than was asked about; None where it is not, and of other answers."""
    items = found.findings.items if found.findings is not None and found.findings.query.ask == "fact" else ()
    if not items or any(item.what != "fact" for item in items) or not (other := of_another(items, said)):
        return None
    text = f"You did not tell me that of {other}, as far as I know. {found.answer.text}"
    return replace(found, answer=replace(found.answer, text=text, value=None, status="unsure"))
