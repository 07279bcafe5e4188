"""The built-in reader: slots by the dictionary, all else by the likest example."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from agent.recall.algebra.query import MemoryQuery
from agent.recall.reading.composing import Composer
from agent.recall.reading.examples import AskedExample, examples, frame_words
from agent.recall.reading.frames import comparison, keep_frames
from agent.recall.reading.leaning import Leaning
from agent.recall.reading.likeness import Likeness, frame
from agent.recall.reading.meaning.nearest import keep_vectors
from agent.recall.reading.meant import (
    LEAST,
    among_given,
    leans,
    meant,
    of_what_was_spoken_of,
    possible,
    whole,
    with_topic,
)
from agent.recall.reading.near_time import near_time
from agent.recall.reading.parts.beside import without_asides
from agent.recall.reading.parts.chunker import Chunker
from agent.recall.reading.parts.chunks import Chunk, NamedDeed
from agent.recall.reading.parts.halves import each_listed, halves
from agent.recall.reading.parts.instruments import by_instrument
from agent.recall.reading.parts.noun_phrases import SentencePart
from agent.recall.reading.parts.pronouns import refers_back, refers_to_nothing, searches_as_words
from agent.recall.reading.parts.repairs import without_repairs
from agent.recall.reading.parts.sentences import (
    Sentence,
    SpokenQuestion,
    sentence,
    spoken_by,
    timed,
    with_owners,
    with_people,
)
from agent.recall.reading.pieces import (
    is_empty,
    joint,
    one_state,
    strange_left,
    told_otherwise,
    unheard,
    untouched,
    with_clauses,
    with_kinds,
    with_unused,
)
from agent.recall.reading.reader import EarlierExchange, Guess, Reading, Refusal
from agent.recall.reading.soundness import is_sound, may_be_guessed
from agent.recall.reading.spelling import Spelling
from agent.recall.reading.turns.lasting import lasting, so_since
from agent.recall.reading.turns.replacement import spread
from agent.recall.reading.turns.searches import as_sought
from agent.recall.reading.turns.standing import without_implied, work_left
from agent.recall.understanding.senses import with_senses
from agent.recall.understanding.times import TimeReader
from envs.vocabulary.nouns import Lexicon
from envs.vocabulary.verbs import base, never_done

_REFUSED = {
    "future": "I only know what was, not what will be.",
    "looks": "I do not remember colours, sizes, materials or weights: of a thing I know what it is, where it was and "
    "whether it was open, dirty, filled, hot or switched on.",
    "request": "That is something to do; here I answer questions about what was.",
    "beyond": "I can only tell you about what I did, saw and was told here.",
}
"""What is said to questions that no memory can answer."""
WHICH = "Which thing do you mean?"
"""What is asked back where "it" stands for nothing."""
_DOUBT = 0.04
"""How much less sure every word makes it that nothing stands for."""
_DOUBT_OF_ALL = 0.1
"""The same for what is asked of everything, which a word more may limit: "what did I say about it"."""
_WHOLE = 3
"""Words of an example that tells what could be asked: "stop" tells nobody."""
HOW_MANY = "how many"
"""What is left out of a count of things that only a task answers."""
_ACCOUNTS = frozenset({"steps", "list"})
"""Asks by which "what do you know about the mug" is what was done with it."""
_SEQUEL = frozenset({"after", "preceding", "between"})
"""What examples are asked of that ask what came before or after what was spoken of."""


@dataclass(frozen=True)
class _Scene:
    """A sentence taken apart."""

    said: tuple[str, ...]
    text: str
    chunks: tuple[Chunk, ...]
    leaning: Leaning | None


class ExampleReader:
    """Reads questions by example.

    Args:
        seen: The memory's classes of things.
        now: When the questions are asked.
        times: Reads the times in them.
        knows_task: Whether the memory knows a task by some words.
        people: Names of those who ever spoke, in lower case.
    """

    def __init__(
        self,
        seen: Sequence[str],
        now: datetime,
        times: TimeReader | None,
        knows_task: Callable[[str], bool],
        people: Collection[str] = (),
    ) -> None:
        self._lexicon = Lexicon(seen)
        self._now = now
        self._times = times
        self._knows_task = knows_task
        self._people = people
        self.spelling = Spelling(self._lexicon, {part for name in people for part in name.split()})
        self._chunker = Chunker(self._lexicon, frame_words())

    def read(self, text: str, before: EarlierExchange | None = None) -> Reading | Refusal:
        """What one sentence asks."""
        said = self._sentence(text)
        question = with_people(said.words, self._people)
        spelled = [self.spelling.word(word) for word in question.words]
        used = by_instrument(spelled)
        if used is not None and (before is None or before.query.of.actions != ("Place",)):
            found = with_kinds(self._read(used.words, before, said.claimed, said.denied), used.types)
            if found is not None:
                return found if isinstance(found, Refusal) else _spoken(found, question, said)
        both = halves(spelled)
        found = self._two(both, before) if both else self._read(spelled, before, said.claimed, said.denied)
        return found if isinstance(found, Refusal) else _spoken(found, question, said)

    def _sentence(self, text: str) -> Sentence:
        """A sentence as it is to be read, in plain words."""
        spelled = self.spelling.text(without_asides(without_repairs(text, self._lexicon), self._lexicon))
        return sentence(with_owners(spelled, self._people))

    def guesses(self, text: str, before: EarlierExchange | None = None) -> list[Guess]:
        """All that one sentence may ask, where it is not sure what, the likest first."""
        said = self._sentence(text)
        question = with_people(said.words, self._people)
        scene = self._scene([self.spelling.word(word) for word in question.words], before)
        if isinstance(scene, Refusal) or self._strange(scene.chunks):
            return []
        found: list[Guess] = []
        for one in possible(scene.text, scene.chunks, scene.leaning is not None):
            if one.example.refused:
                found.append(Guess(None, one.nearness, one.example))
                continue
            reading = self._taken_for(Likeness(one.example, 1.0), scene, said.claimed, said.denied)
            if isinstance(reading, Reading) and all(map(may_be_guessed, reading.queries)):
                found.append(Guess(_spoken(reading, question, said), one.nearness, one.example))
        return found

    def likest(self, text: str, leaning: bool) -> list[Likeness]:
        """The examples that ask what a sentence means, the likest first; ``leaning`` where one was asked before it."""
        spelled = [*self._sentence(text).words]
        chunks = one_state(self._chunker.chunks(timed(spelled, self._times)))
        return meant(" ".join(spelled), chunks, leaning)

    def _two(self, both: tuple[list[str], list[str]], before: EarlierExchange | None) -> Reading | Refusal:
        """Both questions of "when did you make coffee and how long did it take"."""
        first = self._read(both[0], before, False, False)
        if isinstance(first, Refusal):
            return first
        second = self._read(both[1], EarlierExchange(first.queries[-1], None, before), False, False)
        if isinstance(second, Refusal):
            return second
        return Reading((*first.queries, *second.queries), "and", min(first.sureness, second.sureness))

    def _scene(self, said: Sequence[str], before: EarlierExchange | None) -> _Scene | Refusal:
        """A sentence taken apart, with what it may lean on."""
        leaning = Leaning(before, self._lexicon, self._knows_task) if before else None
        own, said = said, leaning.named(said) if leaning else said
        rest, day = near_time(said, before, self._now)
        parts: list[SentencePart] = timed(rest, self._times)
        if day is not None:
            parts.append(Chunk("TIME", day.words, day))
        if before and len(own) != len(said) and not any(isinstance(part, Chunk) for part in parts):
            parts += _time(before)
        chunks = one_state(self._chunker.chunks(parts))
        if leaning is not None:
            chunks = searches_as_words(chunks)
        elif [*said[:1]] == ["will"] and refers_to_nothing(said, chunks):
            return Refusal(_REFUSED["future"], final=True)
        elif refers_to_nothing(said, chunks):
            return Refusal(WHICH)
        return _Scene(tuple(said), " ".join(said), tuple(chunks), leaning)

    def _read(
        self, said: Sequence[str], before: EarlierExchange | None, claimed: bool, denied: bool
    ) -> Reading | Refusal:
        scene = self._scene(said, before)
        if isinstance(scene, Refusal):
            return scene
        leaning, chunks = scene.leaning, scene.chunks
        if before is not None and (so := lasting(said, before)) is not None:
            return Reading((so,))
        if leaning is not None and not whole(chunks) and (found := self._replaced(leaning, scene)) is not None:
            return found
        found = meant(scene.text, chunks, leaning is not None)
        if not found or found[0].score < LEAST:
            return _unread(found, chunks, leaning is None)
        reading = self._taken_for(self._best(found, chunks), scene, claimed, denied)
        if isinstance(reading, Reading) and (reading.sureness < LEAST or not all(map(is_sound, reading.queries))):
            return _unread(found, chunks, leaning is None)
        return reading or _unread(found, chunks, leaning is None)

    def _replaced(self, leaning: Leaning, scene: _Scene) -> Reading | None:
        """The question before with what a turn names, once for each of what it lists; None for a whole question."""
        every = [
            leaning.replaced(one)
            for part in spread(scene.chunks)
            for one in each_listed(part, "list", self._knows_task)
        ]
        found = [[replace(query, text=scene.text) for query in some] for some in every if some]
        otherwise = tuple(tuple(some[1:]) for some in found)
        asked = tuple(some[0] for some in found)
        if len(found) < len(every):
            return None
        return Reading(asked, joint(scene.chunks), otherwise=otherwise, elliptic=True)

    def _taken_for(self, best: Likeness, scene: _Scene, claimed: bool, denied: bool) -> Reading | Refusal | None:
        """What a sentence asks if it asks what an example does; None where it names nothing that this is asked of."""
        chunks, leaning, text = scene.chunks, scene.leaning, scene.text
        best = self._as_meant(best, scene)
        if best.example.refused:
            return Refusal(_REFUSED[best.example.refused], final=True)
        told = best.example.query.get("subject") == "facts"  # any word may be told
        strange, unsaid = "" if told else self._strange(chunks), ()
        if strange and best.example.query.get("of") == "all":  # "how often did you slip up" is asked of everything
            chunks = tuple(chunk for chunk in chunks if not chunk.words.startswith(strange))
            unsaid = () if strange in comparison().said_so(best.example) else (strange,)
        elif strange and (strange not in never_done() or unheard(chunks, best.example.query["ask"])):
            text = f'I do not know what "{strange}" means, so I cannot tell whether I did.'
            return Refusal(text, final=True, unheard=unheard(chunks, best.example.query["ask"]))
        best = among_given(best, chunks)
        every = each_listed(chunks, best.example.query["ask"], self._knows_task)
        things = best.example.query.get("counted") == "things"  # things are counted in deeds, tasks are no things
        first = nothing_known if things else self._knows_task
        queries = [self._query(first, leaning, best, one, text) for one in every]
        queries = [replace(query, left_out=(*query.left_out, *unsaid)) for query in queries]
        doubt = _DOUBT_OF_ALL if best.example.query.get("of") == "all" else _DOUBT
        sureness = best.score - doubt * max(len(" ".join(query.left_out).split()) for query in queries)
        if best.example.query.get("of") in _SEQUEL and any(strange_left(query) for query in queries):
            return None  # it limits something that came before or after otherwise
        leans = leaning is not None and best.example.leans
        if not leans and best.example.query.get("of") != "all" and any(map(is_empty, queries)):
            return None
        others = self._others(best, scene, every)
        others = [[query, *some] for query, some in zip(queries, others, strict=True)]
        queries = [so_since(told_otherwise(query)) for query in queries]
        if leaning is not None and not best.example.leans:
            kept = [leaning.carried(query, one) for query, one in zip(queries, every, strict=True)]
            others = [[new] if new != old else some for new, old, some in zip(kept, queries, others, strict=True)]
            queries = kept
        if leaning is not None and any(leaning.unresolved(query, chunks) for query in queries):
            return Refusal(WHICH)
        if leaning is not None:
            queries = [leaning.there(query) for query in queries]
            others = [[leaning.there(query) for query in some] for some in others]
        queries = [as_sought(query, one) for query, one in zip(queries, every, strict=True)]
        if claimed and best.example.query["ask"] in ("exists", "state"):
            queries = [replace(query, claim=not denied) for query in queries]
            others = [[replace(query, claim=not denied) for query in some] for some in others]
        otherwise = tuple(
            tuple(other for other in some if other != query) for query, some in zip(queries, others, strict=True)
        )
        elliptic = leaning is not None and best.example.leans and not refers_back(scene.said)
        return Reading(tuple(queries), joint(chunks), sureness, otherwise, elliptic)

    def _as_meant(self, best: Likeness, scene: _Scene) -> Likeness:
        """An example with the topic of a sentence, of what was spoken of, or of what was told."""
        best = with_topic(best, scene.chunks)
        if scene.leaning is not None and best.example.query.get("of") == "all" and refers_back(scene.said):
            best = replace(best, example=of_what_was_spoken_of(best.example))
        about = not best.example.refused and _is_account(best, scene.text) and untouched(scene.chunks, self._knows_task)
        return replace(best, example=_fact()) if about else best

    def _others(self, best: Likeness, scene: _Scene, every: Sequence[Sequence[Chunk]]) -> list[list[MemoryQuery]]:
        """What else a sentence may ask, for each of what it lists."""
        leaning, text = scene.leaning, scene.text
        if best.example.query.get("counted") == "things":
            return [[_also(self._query(self._knows_task, leaning, best, one, text))] for one in every]
        others = [[self._query(known, leaning, best, one, text) for known in (_every, nothing_known)] for one in every]
        others = [[*some, *work_left(some[0]), *without_implied(some[0])] for some in others]
        if not _is_account(best, text):
            return others
        told = replace(best, example=_fact())  # what was done with it, else what was told
        return [
            [*some, self._query(self._knows_task, leaning, told, one, text)]
            for some, one in zip(others, every, strict=True)
        ]

    def _strange(self, chunks: Sequence[Chunk]) -> str:
        """The verb on which a sentence turns, where nobody knows it and no task is called so; else nothing."""
        for chunk in with_clauses(chunks):
            deed = chunk.value
            if isinstance(deed, NamedDeed) and deed.kind == "task":
                verb = deed.words.split()[0]
                if not base(verb) and not self._knows_task(deed.words):
                    return verb
        return ""

    def _query(
        self,
        knows: Callable[[str], bool],
        leaning: Leaning | None,
        best: Likeness,
        chunks: Sequence[Chunk],
        text: str,
    ) -> MemoryQuery:
        composer = Composer(knows, leaning.thing(), leaning.near()) if leaning else Composer(knows)
        known = frame(self._chunker.chunks(best.example.words))
        query = composer.query(chunks, best.example.query, known, text, comparison().said_so(best.example))
        if leaning is None or not best.example.leans:
            return query
        return with_unused(leaning.completed(query, best.example.query), chunks)

    def _best(self, found: Sequence[Likeness], chunks: Sequence[Chunk]) -> Likeness:
        """The likest example; of equally like ones the one whose number ("first", "last") is the question's."""
        numbers = {chunk.value for chunk in chunks if chunk.slot == "ORDINAL"}
        for one in found:
            if one.score < found[0].score - 1e-6:
                break
            own = {chunk.value for chunk in self._chunker.chunks(one.example.words) if chunk.slot == "ORDINAL"}
            if own == numbers:
                return one
        return found[0]


def _is_account(best: Likeness, text: str) -> bool:
    """Whether it is asked what is known about something, as what was done with it."""
    return "know about" in text and best.example.query["ask"] in _ACCOUNTS


def _unread(found: Sequence[Likeness], chunks: Sequence[Chunk], first: bool) -> Refusal:
    """What is said to a sentence that is not understood; ``first`` where none was spoken before it."""
    return Refusal(WHICH if first and leans(chunks) else _nearest(found))


def _time(before: EarlierExchange) -> list[Chunk]:
    """The time that was asked about before, where one was."""
    time = before.query.of.time
    return [Chunk("TIME", time.words, time)] if time.words else []


def _spoken(found: Reading, question: SpokenQuestion, said: Sentence) -> Reading:
    """What was read, with who is named in it, which place is asked for, and without what says which thing is meant."""
    more = (said.which,) if said.which else ()

    def told(query: MemoryQuery) -> MemoryQuery:
        by = spoken_by(query, question)
        return with_senses(replace(by, left_out=(*by.left_out, *more), which=said.places))

    queries = tuple(told(query) for query in found.queries)
    others = tuple(tuple(told(query) for query in some) for some in found.otherwise)
    return replace(found, queries=queries, otherwise=others)


def _also(query: MemoryQuery) -> MemoryQuery:
    """A count of things that only tasks answer: how many there were is not known."""
    if query.of.subject != "tasks" or query.counted != "things":
        return query
    return replace(query, left_out=(*query.left_out, HOW_MANY))


@cache
def _fact() -> AskedExample:
    """An example of a question for what somebody told."""
    return next(example for example in examples() if example.query.get("ask") == "fact")


def _nearest(found: Sequence[Likeness]) -> str:
    """What to say to a sentence that is not understood: the nearest that is."""
    if not found or found[0].score < LEAST / 2 or len(found[0].example.words) < _WHOLE:
        return "I do not understand that. Ask me what I did, saw or was told: when, where, how often, how long, or why."
    said = " ".join(found[0].example.words)
    return f'I am not sure that I understand. I could answer questions such as "{said[:1].upper()}{said[1:]}?".'


def _every(_: str) -> bool:
    return True


def nothing_known(_: str) -> bool:
    """For a memory without tasks."""
    return False


if __name__ == "__main__":
    keep_frames()
    keep_vectors()
